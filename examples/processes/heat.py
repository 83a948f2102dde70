"""The heat equation by domain decomposition: each process has a strip of the plate.

    mpiexec -n 4 python examples/processes/heat.py

A step needs one row of each neighbour: two permutations along the ring of processes. The result is
compared with that of one process, and drawn in heat.png.
"""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import P, lax
from fjax.experimental.multihost_utils import process_allgather

N, STEPS, RATE = 128, 200, 0.2

fjax.distributed.initialize()
n = fjax.device_count()
mesh = fjax.make_mesh((n,), ("rows",))
down = [(i, i + 1) for i in range(n - 1)]
up = [(i + 1, i) for i in range(n - 1)]


def diffused(u, above, below):
    """One step inside of the plate, whose edge is kept at its temperature."""
    tall = jnp.concatenate([above, u, below])
    flow = tall[:-2, 1:-1] + tall[2:, 1:-1] + u[:, 2:] + u[:, :-2] - 4 * u[:, 1:-1]
    return u.at[:, 1:-1].add(RATE * flow)


def strip(u):
    """All steps of one strip. The first and the last row of the plate stay as they are."""
    i = lax.axis_index("rows")
    first, last = u[:1], u[-1:]

    def step(u, _):
        above = lax.ppermute(u[-1:], "rows", down)
        below = lax.ppermute(u[:1], "rows", up)
        u = diffused(u, above, below)
        u = u.at[:1].set(jnp.where(i == 0, first, u[:1]))
        return u.at[-1:].set(jnp.where(i == n - 1, last, u[-1:])), None

    return lax.scan(step, u, None, length=STEPS)[0]


def alone(u):
    """The same of the whole plate."""

    def step(u, _):
        inner = u[1:-1]
        return u.at[1:-1].set(diffused(inner, u[:1], u[-1:])), None

    return lax.scan(step, u, None, length=STEPS)[0]


plate = np.zeros((N, N))
plate[0, :], plate[N // 3 : N // 2, N // 4 : N // 2] = 1.0, 2.0
split = fjax.NamedSharding(mesh, P("rows"))
solve = fjax.jit(
    fjax.shard_map(strip, mesh=mesh, in_specs=P("rows"), out_specs=P("rows"), check_vma=False)
)
result = process_allgather(solve(fjax.device_put(plate, split)), tiled=True)
np.testing.assert_allclose(result, fjax.jit(alone)(plate), rtol=1e-12, atol=1e-14)
if fjax.process_index() == 0:
    plt.imshow(result, cmap="inferno")
    for edge in range(1, n):
        plt.axhline(edge * N / n, color="white", lw=0.5)
    plt.title(f"{STEPS} steps on {n} devices of {fjax.process_count()} processes")
    plt.savefig("heat.png")
    print(f"heat: {n} strips give what one process gives; largest value {result.max():.3f}")
