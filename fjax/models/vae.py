"""A variational autoencoder (Kingma and Welling 2013) of images, by convolutions."""

from __future__ import annotations

from typing import Any

from fjax import nn, random, tree
from fjax import numpy as jnp
from fjax.errors import FjaxValueError
from fjax.nn.module import Module
from fjax.nn.state import State, with_state


class VAE(Module):
    """Images (batch, channels, size, size) → (their log-odds, means, log variances of the code).

    A code is drawn with train=True, which needs a key, and is the mean otherwise. With a state,
    (that, state).

    >>> model, _ = vae(fjax.random.key(0), image_size=8, width=2, code=3)
    >>> [y.shape for y in model(jnp.ones((5, 1, 8, 8)))]
    [(5, 1, 8, 8), (5, 3), (5, 3)]
    """

    encoder: nn.Sequential
    means: nn.Linear
    variances: nn.Linear
    spread: nn.Linear
    decoder: nn.Sequential
    small: tuple[int, int, int] = tree.static()  # channels and sizes between the two

    def encode(self, x: Any) -> tuple[Any, Any]:
        """Means and log variances of the images' codes."""
        y = self.encoder(x)
        return self.means(y), self.variances(y)

    def decode(self, code: Any) -> Any:
        """The log-odds of the images of some codes."""
        y = nn.relu(self.spread(code)).reshape(len(code), *self.small)
        return self.decoder(y)

    def __call__(self, x: Any, state: Any = None, *, key: Any = None, train: bool = False) -> Any:
        mean, variance = self.encode(x)
        code = mean
        if train:
            if key is None:
                raise FjaxValueError("VAE draws while it trains: call it with key=")
            drawn = random.normal(key, mean.shape, mean.dtype)
            code = mean + jnp.exp(0.5 * variance) * drawn
        y = self.decode(code), mean, variance
        return y if state is None else (y, state)


def evidence(x: Any, logits: Any, mean: Any, variance: Any) -> Any:
    """The mean over the batch of what bounds -log p(x): the images' and the codes' parts.

    x: pixels in [0, 1]; logits: their log-odds; then mean and log variance of the codes.

    >>> zero = jnp.zeros((1, 2))
    >>> print(evidence(jnp.ones((1, 1)), jnp.zeros((1, 1)), zero, zero).round(3))
    0.693
    """
    axes = tuple(range(1, x.ndim))
    images = jnp.sum(nn.softplus(logits) - x * logits, axis=axes)
    codes = 0.5 * jnp.sum(mean**2 + jnp.exp(variance) - 1 - variance, axis=-1)
    return jnp.mean(images + codes)


def vae(
    key: Any, *, channels: int = 1, image_size: int = 28, width: int = 32, code: int = 20
) -> tuple[VAE, State]:
    """A variational autoencoder for images whose size is a multiple of four.

    width: channels of the first convolution; code: how many numbers stand for an image.

    >>> model, _ = vae(fjax.random.key(0), image_size=8, width=2, code=3)
    >>> model.decode(jnp.zeros((1, 3))).shape
    (1, 1, 8, 8)
    """
    if image_size % 4:
        raise FjaxValueError(f"vae: the size of images is a multiple of 4, got {image_size}")
    keys = random.split(key, 7)
    size, wide = image_size // 4, 2 * width
    features = wide * size * size
    encoder = nn.Sequential(
        *(nn.Conv2d(channels, width, 3, stride=2, padding=1, key=keys[0]), nn.relu),
        *(nn.Conv2d(width, wide, 3, stride=2, padding=1, key=keys[1]), nn.relu, nn.Flatten()),
    )
    decoder = nn.Sequential(
        *(nn.ConvTranspose2d(wide, width, 4, stride=2, padding=1, key=keys[5]), nn.relu),
        nn.ConvTranspose2d(width, channels, 4, stride=2, padding=1, key=keys[6]),
    )
    model = VAE(
        encoder,
        nn.Linear(features, code, key=keys[2]),
        nn.Linear(features, code, key=keys[3]),
        nn.Linear(code, features, key=keys[4]),
        decoder,
        (wide, size, size),
    )
    return with_state(model)
