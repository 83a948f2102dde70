import jax.numpy as jnp
from jax_cfd.base import advection, boundaries, finite_differences, grids


def hello():
    grid = grids.Grid((8, 8), domain=((0, 2 * jnp.pi), (0, 2 * jnp.pi)))
    x, y = grid.mesh()
    edges = boundaries.periodic_boundary_conditions(2)
    velocity = tuple(
        grids.GridVariable(grids.GridArray(data, offset, grid), edges)
        for data, offset in zip((jnp.sin(y), jnp.cos(x)), grid.cell_faces, strict=True)
    )
    moved = advection.advect_van_leer(
        grids.GridVariable(grids.GridArray(jnp.sin(x + y), grid.cell_center, grid), edges),
        velocity,
        0.01,
    )
    return moved.data, finite_differences.divergence(velocity).data
