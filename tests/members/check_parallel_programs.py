"""Ways to share the work of training: members send no more than their least."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.sharding import AxisType
from tests.members.check_layer_gradients import data

B, F, H = 32, 16, 64
X, Y = data(B, F), data(F, B).T
W = {"w1": data(F, H), "b1": data(H), "w2": data(H, F), "b2": data(F)}
BYTES = {k: v.nbytes for k, v in W.items()}
EACH, TOTAL = B * F * 4, sum(BYTES.values())
WHOLE, ROWS = dict.fromkeys(W, P()), dict.fromkeys(W, P("data"))
COLUMNS = {"w1": P(None, "model"), "b1": P("model"), "w2": P("model"), "b2": P()}
MANY = data(4, B, F), data(4, F, B).transpose(0, 2, 1)
LAYERS = {"w": data(3, F, F), "b": data(3, F)}


def network(p, x):
    return jnp.tanh(x @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"]


def loss(p, x, y):
    return jnp.mean((network(p, x) - y) ** 2)


def gathered(p, x, y):
    """Parameters that are split are gathered where they are used."""
    kind = fjax.sharding.get_abstract_mesh().axis_types
    whole = fjax.reshard if AxisType.Explicit in kind else lax.with_sharding_constraint
    return loss(fjax.tree.map(lambda v: whole(v, P()) if kind else v, p), x, y)


def split_hidden(p, x, y):
    """The second product sums over members."""
    hidden = jnp.tanh(x @ p["w1"] + p["b1"])
    explicit = AxisType.Explicit in fjax.sharding.get_abstract_mesh().axis_types
    place = {"out_sharding": P(*fjax.typeof(x).sharding.spec)} if explicit else {}
    return jnp.mean((jnp.matmul(hidden, p["w2"], **place) + p["b2"] - y) ** 2)


def accumulated(p, xs, ys):
    def step(total, batch):
        return fjax.tree.map(jnp.add, total, fjax.value_and_grad(loss)(p, *batch)), None

    return lax.scan(step, (0.0, fjax.tree.map(jnp.zeros_like, p)), (xs, ys))[0]


def accumulated_within(p, xs, ys):
    return lax.scan(lambda total, batch: (total + loss(p, *batch), None), 0.0, (xs, ys))[0]


def deep(p, x, y):
    layer = fjax.checkpoint(lambda x, q: (jnp.tanh(x @ q["w"] + q["b"]), None))
    return jnp.mean((lax.scan(layer, x, p)[0] - y) ** 2)


def heads(p, x):
    def one(w, b):
        q = jnp.einsum("bi,ij->bj", x, w) + b
        return jnp.tanh(q) * q

    return jnp.mean(fjax.vmap(one)(p["w"], p["b"]))


def normalised(p, x, y):
    hidden = x @ p["w1"] + p["b1"]
    hidden = hidden - hidden.mean(0)
    hidden = hidden / jnp.sqrt((hidden**2).mean(0) + 1e-3)
    return jnp.mean((jnp.tanh(hidden) @ p["w2"] + p["b2"] - y) ** 2)


def clipped(p, x, y):
    slopes = fjax.grad(loss)(p, x, y)
    norm = jnp.sqrt(sum(jnp.sum(v**2) for v in slopes.values()))
    return fjax.tree.map(lambda a, b: a - 0.1 * b / norm, p, slopes)


def curvature(p, x, y):
    return fjax.jvp(fjax.grad(lambda p: loss(p, x, y)), (p,), (p,))[1]


def each(p, x, y):
    return jnp.mean(fjax.vmap(loss, (None, 0, 0))(p, x, y))


ONE, TWO, HIDDEN = {"data": 8}, {"data": 2, "model": 4}, {"model": 8}
BATCH, BATCHES = (P("data"), P("data")), (P(None, "data"), P(None, "data"))
# The function, its arguments, how they are split, the mesh, the bytes that have to be sent.
PROGRAMS = {
    "data": (fjax.grad(loss), (W, X, Y), (WHOLE, *BATCH), ONE, TOTAL),
    "value, too": (fjax.value_and_grad(loss), (W, X, Y), (WHOLE, *BATCH), ONE, TOTAL + 4),
    "parameters split": (fjax.grad(gathered), (W, X, Y), (ROWS, *BATCH), ONE, TOTAL + TOTAL // 8),
    "model": (fjax.grad(split_hidden), (W, X, Y), (COLUMNS, P(), P()), HIDDEN, EACH),
    "model, slopes of the input": (
        fjax.grad(split_hidden, (0, 1)), (W, X, Y), (COLUMNS, P(), P()), HIDDEN, 2 * EACH
    ),
    "data and model": (
        fjax.grad(split_hidden), (W, X, Y), (COLUMNS, *BATCH), TWO,
        EACH // 2 + (TOTAL - BYTES["b2"]) // 4 + BYTES["b2"],
    ),
    "batches one after another": (accumulated, (W, *MANY), (WHOLE, *BATCHES), ONE, TOTAL + 16),
    "batches in the loss": (
        fjax.grad(accumulated_within), (W, *MANY), (WHOLE, *BATCHES), ONE, TOTAL
    ),
    "layers in a loop, computed again": (
        fjax.grad(deep), (LAYERS, X, Y), ({"w": P(), "b": P()}, *BATCH), ONE,
        sum(v.nbytes for v in LAYERS.values()),
    ),
    "heads": (
        fjax.grad(heads), (LAYERS, X), ({"w": P(), "b": P()}, P("data")), ONE,
        sum(v.nbytes for v in LAYERS.values()),
    ),
    "statistics of the batch": (
        fjax.grad(normalised), (W, X, Y), (WHOLE, *BATCH), ONE, TOTAL + 4 * H * 4
    ),
    "a clipped step": (clipped, (W, X, Y), (WHOLE, *BATCH), ONE, TOTAL),
    "curvature": (curvature, (W, X, Y), (WHOLE, *BATCH), ONE, TOTAL),
    "examples one by one": (fjax.grad(each), (W, X, Y), (WHOLE, *BATCH), ONE, TOTAL),
}  # fmt: skip


def placed(mesh, specs, value):
    if isinstance(specs, P):
        return fjax.device_put(value, NamedSharding(mesh, specs))
    return {name: placed(mesh, specs[name], v) for name, v in value.items()}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", [AxisType.Explicit, AxisType.Auto], ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_sends_its_least(name, kind):
    f, args, specs, axes, least = PROGRAMS[name]
    expected = fjax.jit(f)(*args)
    mesh = fjax.make_mesh(tuple(axes.values()), tuple(axes), axis_types=(kind,) * len(axes))
    with fjax.set_mesh(mesh):
        args = [placed(mesh, s, value) for s, value in zip(specs, args, strict=True)]
        # Gradients of parameters are split as these are.
        split = specs[0] if specs[0] is ROWS else None
        out = {k: NamedSharding(mesh, s) for k, s in split.items()} if split else None
        compiled = fjax.jit(f, out_shardings=out)
        found, listed = compiled(*args), fjax.inspect(compiled)(*args).communication
    for a, b in zip(*map(fjax.tree.leaves, (found, expected)), strict=True):
        np.testing.assert_allclose(a, b, 2e-4, 2e-6)
    assert 0 < sum(c.bytes * c.times for c in listed) <= least
