import jax.numpy as jnp
from jaxparrow import minimization_based

lat, lon = jnp.meshgrid(jnp.linspace(30, 32, 12), jnp.linspace(5, 8, 14), indexing="ij")


def hello():
    height = 0.3 * jnp.exp(-((lat - 31) ** 2) - (lon - 6.5) ** 2)
    result = minimization_based(lat_t=lat, lon_t=lon, ssh_t=height)
    return result.ucg, result.vcg
