"""A pipeline: each device has one layer, and microbatches pass from one to the next.

    mpiexec -n 4 python examples/processes/pipeline.py

In each of `batches + devices - 1` ticks a device applies its layer to what came from the one
before.
The gradient runs through the same permutations backwards, and both are those of one process.
"""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import P, lax

BATCHES, ROWS, WIDTH = 6, 4, 16

fjax.distributed.initialize()
n = fjax.device_count()
mesh = fjax.make_mesh((n,), ("stage",))
ring = [(i, (i + 1) % n) for i in range(n)]


def layer(w, x):
    return jnp.tanh(x @ w)


def stage(w, batches):
    """The results of the last stage, which all get."""
    i = lax.axis_index("stage")

    def tick(arrived, t):
        given = batches[jnp.minimum(t, BATCHES - 1)]
        out = layer(w[0], jnp.where(i == 0, given, arrived))
        return lax.ppermute(out, "stage", ring), out

    start = jnp.zeros_like(batches[0])
    outs = lax.scan(tick, start, jnp.arange(BATCHES + n - 1))[1][n - 1 :]
    return lax.psum(jnp.where(i == n - 1, outs, 0.0), "stage")


pipeline = fjax.shard_map(
    stage, mesh=mesh, in_specs=(P("stage"), P()), out_specs=P(), check_vma=True
)


def one_after_another(weights, batches):
    for w in weights:
        batches = layer(w, batches)
    return batches


rng = np.random.default_rng(0)
weights = rng.normal(size=(n, WIDTH, WIDTH)) / np.sqrt(WIDTH)
batches = rng.normal(size=(BATCHES, ROWS, WIDTH))
split = fjax.device_put(weights, fjax.NamedSharding(mesh, P("stage")))
error = lambda run: lambda w, x: jnp.mean((run(w, x) - 1.0) ** 2)
value, slope = fjax.jit(fjax.value_and_grad(error(pipeline)))(split, batches)
expected, slopes = fjax.value_and_grad(error(one_after_another))(weights, batches)
np.testing.assert_allclose(float(value), float(expected), rtol=1e-10)
for shard in slope.addressable_shards:
    np.testing.assert_allclose(shard.data, slopes[shard.index], rtol=1e-8, atol=1e-12)
if fjax.process_index() == 0:
    print(f"pipeline of {n} stages: loss {float(value):.6f}, gradients as on one device")
