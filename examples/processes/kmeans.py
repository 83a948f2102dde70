"""k-means over points that no process holds whole.

    mpiexec -n 4 python examples/processes/kmeans.py

Each process draws its own points; what is exchanged are the sums and counts of the clusters.
"""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import P, lax

K, POINTS, STEPS = 3, 2000, 20
CENTRES = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])

fjax.distributed.initialize()
mesh = fjax.make_mesh((fjax.device_count(),), ("points",))
split = fjax.NamedSharding(mesh, P("points"))

rng = np.random.default_rng(fjax.process_index())
own = POINTS * fjax.local_device_count()
mine = CENTRES[rng.integers(0, K, own)] + rng.normal(scale=0.5, size=(own, 2))
points = fjax.make_array_from_process_local_data(split, mine)


def step(centres, points):
    """The means of the points that are nearest to each centre."""
    nearest = jnp.argmin(((points[:, None] - centres) ** 2).sum(-1), 1)
    chosen = fjax.nn.one_hot(nearest, K, dtype=points.dtype)
    sums, counts = lax.psum((chosen.T @ points, chosen.sum(0)), "points")
    return sums / jnp.maximum(counts, 1.0)[:, None]


@fjax.jit
def cluster(centres, points):
    run = fjax.shard_map(
        lambda c, x: lax.fori_loop(0, STEPS, lambda _, c: step(c, x), c),
        mesh=mesh,
        in_specs=(P(), P("points")),
        out_specs=P(),
    )
    return run(centres, points)


found = np.asarray(cluster(jnp.array([[1.0, 1.0], [3.0, 0.0], [0.0, 3.0]]), points))
np.testing.assert_allclose(found, CENTRES, atol=0.1)
if fjax.process_index() == 0:
    print(f"k-means of {points.shape[0]} points on {mesh.size} devices:\n{found.round(2)}")
