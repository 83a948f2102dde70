"""A convolutional net for handwritten digits, each process with its share of every batch.

    mpiexec -n 2 python examples/processes/digits_data_parallel.py

The loss is the mean over all processes, so the gradient is that of the whole batch: step by step it
is the loss of one process.
"""

import numpy as np
from sklearn.datasets import load_digits

import fjax
import fjax.numpy as jnp
from fjax import P, lax

BATCH, STEPS, RATE = 64, 12, 0.1

fjax.distributed.initialize()
n = fjax.device_count()
mesh = fjax.make_mesh((n,), ("data",))

images, labels = load_digits(return_X_y=True)
images = (images / 16.0).astype(np.float32).reshape(-1, 8, 8, 1)


def initial(key):
    k1, k2 = fjax.random.split(key)
    return {
        "kernel": fjax.random.normal(k1, (3, 3, 1, 8), jnp.float32) * 0.3,
        "weights": fjax.random.normal(k2, (8 * 36, 10), jnp.float32) * 0.05,
        "bias": jnp.zeros(10, jnp.float32),
    }


def loss(params, x, y):
    """The mean cross entropy of these images."""
    h = lax.conv_general_dilated(
        x, params["kernel"], (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    logits = fjax.nn.relu(h).reshape(len(x), -1) @ params["weights"] + params["bias"]
    return -jnp.mean(jnp.take_along_axis(fjax.nn.log_softmax(logits), y[:, None], 1))


shared_loss = fjax.shard_map(
    lambda params, x, y: lax.pmean(loss(params, x, y), "data"),
    mesh=mesh,
    in_specs=(P(), P("data"), P("data")),
    out_specs=P(),
)


def stepper(loss):
    @fjax.jit
    def step(params, x, y):
        value, slope = fjax.value_and_grad(loss)(params, x, y)
        return fjax.tree.map(lambda p, g: p - RATE * g, params, slope), value

    return step


split = fjax.NamedSharding(mesh, P("data"))
together, alone = stepper(shared_loss), stepper(loss)
params = reference = initial(fjax.random.key(0))
for i in range(STEPS):
    rows = slice(i * BATCH, (i + 1) * BATCH)
    x, y = images[rows], labels[rows].astype(np.int32)
    parts = [fjax.make_array_from_callback(a.shape, split, lambda k, a=a: a[k]) for a in (x, y)]
    params, value = together(params, *parts)
    reference, expected = alone(reference, x, y)
    np.testing.assert_allclose(float(value), float(expected), rtol=1e-5)
if fjax.process_index() == 0:
    print(f"digits: loss {float(value):.4f} after {STEPS} steps, on {n} devices as on one")
