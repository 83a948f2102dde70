import jax.numpy as jnp
from dinosaur import spherical_harmonic


def hello():
    grid = spherical_harmonic.Grid.T21()
    z = jnp.ones(grid.nodal_shape) * jnp.cos(grid.latitudes)
    return grid.to_modal(z), grid.to_nodal(grid.laplacian(grid.to_modal(z)))
