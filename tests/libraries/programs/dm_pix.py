import dm_pix as pix
import jax.numpy as jnp

from tests.libraries.inputs import key


def hello():
    image = jnp.linspace(0, 1, 8 * 8 * 3).reshape(8, 8, 3)
    return (
        pix.gaussian_blur(image, 1.0, 3),
        pix.rgb_to_hsv(image),
        pix.random_crop(key, image, (4, 4, 3)),
        pix.ssim(image, image * 0.9, filter_size=5),
    )
