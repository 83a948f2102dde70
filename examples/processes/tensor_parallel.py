"""A transformer block whose heads and hidden units are split over the devices.

    mpiexec -n 2 python examples/processes/tensor_parallel.py

Each device has some heads of the attention and some units of the feed-forward layer; after each of
the two one sum over the devices makes the block's values whole (Shoeybi et al., 2019,
"Megatron-LM", section 3). Values and gradients are those of one process.
"""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import P, lax

HEADS, SIZE, LENGTH, HIDDEN = 4, 8, 10, 64
WIDTH = HEADS * SIZE

fjax.distributed.initialize()
mesh = fjax.make_mesh((fjax.device_count(),), ("model",))


def block(params, x, total):
    """x + attention, then + feed-forward; `total` adds what the devices have."""
    h = fjax.nn.standardize(x)
    q, k, v = jnp.einsum("ld,cdhs->chls", h, params["qkv"])
    scores = jnp.einsum("hls,hms->hlm", q, k) / np.sqrt(SIZE)
    mixed = jnp.einsum("hlm,hms->lhs", fjax.nn.softmax(scores), v)
    x = x + total(jnp.einsum("lhs,hsd->ld", mixed, params["out"]))
    h = fjax.nn.standardize(x)
    return x + total(fjax.nn.gelu(h @ params["up"]) @ params["down"])


rng = np.random.default_rng(0)
shapes = {
    "qkv": (3, WIDTH, HEADS, SIZE),
    "out": (HEADS, SIZE, WIDTH),
    "up": (WIDTH, HIDDEN),
    "down": (HIDDEN, WIDTH),
}
specs = {
    "qkv": P(None, None, "model"),
    "out": P("model"),
    "up": P(None, "model"),
    "down": P("model"),
}
params = {name: rng.normal(size=s) / np.sqrt(WIDTH) for name, s in shapes.items()}
split = {
    name: fjax.device_put(value, fjax.NamedSharding(mesh, specs[name]))
    for name, value in params.items()
}
x = rng.normal(size=(LENGTH, WIDTH))
shared = fjax.shard_map(
    lambda p, x: block(p, x, lambda y: lax.psum(y, "model")),
    mesh=mesh,
    in_specs=(specs, P()),
    out_specs=P(),
)
loss = lambda run: lambda p: jnp.mean(run(p, x) ** 2)
value, slopes = fjax.jit(fjax.value_and_grad(loss(shared)))(split)
alone = lambda p, x: block(p, x, lambda y: y)
expected, wanted = fjax.value_and_grad(loss(alone))(params)
np.testing.assert_allclose(float(value), float(expected), rtol=1e-10)
for name, slope in slopes.items():
    for shard in slope.addressable_shards:
        np.testing.assert_allclose(shard.data, wanted[name][shard.index], rtol=1e-8, atol=1e-12)
if fjax.process_index() == 0:
    print(f"transformer block on {mesh.size} devices: values and gradients as on one")
