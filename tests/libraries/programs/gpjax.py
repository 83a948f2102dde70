import gpjax as gpx
import jax.numpy as jnp


def hello():
    data = gpx.Dataset(
        X=jnp.linspace(0.0, 1.0, 8)[:, None], y=jnp.sin(jnp.linspace(0.0, 1.0, 8))[:, None]
    )
    kernel = gpx.kernels.RBF()
    return kernel.gram(data.X).as_matrix(), kernel.cross_covariance(data.X, data.X)
