"""Data-parallel gradients: members send one another no more than the gradient has bytes."""

import math

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax, nn
from fjax.sharding import AxisType

KEY = fjax.random.key(0)
B, T, F = 32, 5, 8


def data(*shape):
    size = math.prod(shape)
    return jnp.asarray(np.sin(np.arange(1.0, size + 1)).reshape(shape), jnp.float32)


SEQUENCE, LINE, IMAGE, SOLID = data(B, T, F), data(B, F, T), data(B, F, T, T), data(B, F, 4, 4, 4)
TOKENS = jnp.arange(B * T).reshape(B, T) * 7 % 20


def encoder(**options):
    return nn.TransformerEncoderLayer(F, 2, 16, key=KEY, **options)


LAYERS = {
    "linear": (nn.Linear(F, 4, key=KEY), SEQUENCE),
    "bilinear": (nn.Bilinear(F, F, 4, key=KEY), SEQUENCE, SEQUENCE),
    "lora": (nn.LoRA(nn.Linear(F, 4, key=KEY), 2, key=KEY), SEQUENCE),
    "embedding": (nn.Embedding(20, F, key=KEY), TOKENS),
    "conv1d": (nn.Conv1d(F, 4, 3, key=KEY), LINE),
    "conv2d": (nn.Conv2d(F, 4, 3, key=KEY, padding=1, padding_mode="reflect"), IMAGE),
    "conv2d in groups": (nn.Conv2d(F, 8, 3, key=KEY, groups=4, stride=2), IMAGE),
    "conv3d": (nn.Conv3d(F, 4, 3, key=KEY), SOLID),
    "transposed 1d": (nn.ConvTranspose1d(F, 4, 3, key=KEY), LINE),
    "transposed 2d": (nn.ConvTranspose2d(F, 4, 3, key=KEY, stride=2), IMAGE),
    "transposed 2d in groups": (nn.ConvTranspose2d(F, 8, 3, key=KEY, groups=2), IMAGE),
    "transposed 3d": (nn.ConvTranspose3d(F, 4, 3, key=KEY), SOLID),
    "group norm": (nn.GroupNorm(2, F), IMAGE),
    "instance norm": (nn.InstanceNorm(F, affine=True), IMAGE),
    "layer norm": (nn.LayerNorm(F), SEQUENCE),
    "rms norm": (nn.RMSNorm(F), SEQUENCE),
    "rnn": (nn.RNN(F, 4, key=KEY), SEQUENCE),
    "gru": (nn.GRU(F, 4, key=KEY, bidirectional=True), SEQUENCE),
    "lstm": (nn.LSTM(F, 4, key=KEY, layers=2), SEQUENCE),
    "rnn cell": (nn.RNNCell(F, 4, key=KEY), data(B, F)),
    "gru cell": (nn.GRUCell(F, 4, key=KEY), data(B, F)),
    "lstm cell": (nn.LSTMCell(F, 4, key=KEY), data(B, F)),
    "prelu": (nn.PReLU(F), IMAGE),
    "attention": (nn.MultiHeadAttention(F, 2, key=KEY), SEQUENCE),
    "causal attention": (
        nn.MultiHeadAttention(F, 2, key=KEY, kv_heads=1, causal=True, rotary=True),
        SEQUENCE,
    ),
    "encoder": (encoder(), SEQUENCE),
    "causal encoder": (encoder(norm_first=True, causal=True), SEQUENCE),
    "decoder": (nn.TransformerDecoderLayer(F, 2, 16, key=KEY), SEQUENCE, SEQUENCE),
    "stack": (nn.Stack([encoder(), encoder()]), SEQUENCE),
    "residual": (nn.Residual(nn.Linear(F, F, key=KEY)), SEQUENCE),
    "checkpointed": (
        nn.Sequential(nn.Linear(F, F, key=KEY), nn.Lambda(nn.gelu), checkpoint=True),
        SEQUENCE,
    ),
    "tied": (
        nn.Tied(
            nn.Sequential(*[nn.Linear(F, F, key=KEY)] * 2),
            {"layers[1].weight": "layers[0].weight"},
        ),
        SEQUENCE,
    ),
    "weight norm": (nn.WeightNorm(nn.Linear(F, 4, key=KEY)), SEQUENCE),
}  # fmt: skip
# What remembers something: the model and its state, called in training.
STATEFUL = {
    "batch norm": (nn.BatchNorm(F), IMAGE),
    "spectral norm": (nn.SpectralNorm(nn.Linear(F, 4, key=KEY)), SEQUENCE),
}


def total(outputs):
    return sum(jnp.mean(jnp.sin(x) * x) for x in fjax.tree.leaves(outputs))


def sent_and_gradient(loss, model, inputs, kind):
    """The bytes of all collectives, and the gradient of a loss of the model and a split batch."""
    mesh = fjax.make_mesh((8,), ("data",), axis_types=(kind,))
    gradient = fjax.jit(fjax.grad(loss))
    with fjax.set_mesh(mesh):
        whole, split = (NamedSharding(mesh, P(*names)) for names in ((), ("data",)))
        args = fjax.device_put(model, whole), *fjax.device_put(inputs, split)
        listed = fjax.inspect(gradient)(*args).communication
        assert all(c.times is not None for c in listed) and listed
        return sum(c.bytes * c.times for c in listed), gradient(*args)


def check(loss, model, inputs, kind, more=0):
    expected = fjax.grad(loss)(model, *inputs)
    sent, found = sent_and_gradient(loss, model, inputs, kind)
    for a, b in zip(*map(fjax.tree.leaves, (found, expected)), strict=True):
        np.testing.assert_allclose(a, b, 2e-4, 2e-6)
    assert sent <= sum(x.nbytes for x in fjax.tree.leaves(expected)) + more


KINDS = pytest.mark.parametrize("kind", [AxisType.Explicit, AxisType.Auto], ids=str)


@pytest.mark.one_in(12)
@KINDS
@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_sends_its_gradient_and_nothing_else(name, kind):
    layer, *inputs = LAYERS[name]
    check(lambda layer, *xs: total(layer(*xs)), layer, inputs, kind)


@KINDS
@pytest.mark.parametrize("name", STATEFUL)
def test_a_layer_with_state_sends_sums_of_a_row_besides(name, kind):
    layer, *inputs = STATEFUL[name]
    model, state = nn.with_state(layer)

    def loss(model, *xs):
        return total(model(*xs, state, train=True)[0])

    check(loss, model, inputs, kind, more=8 * F * 4)


def test_every_layer_that_has_parameters_is_here():
    def classes(x):
        return {type(x)}.union(*[classes(v) for v in vars(x).values() if isinstance(v, nn.Module)])

    tried = set().union(*[classes(layer) for layer, *_ in (*LAYERS.values(), *STATEFUL.values())])
    every = {c for c in vars(nn).values() if isinstance(c, type) and issubclass(c, nn.Module)}
    without = {nn.Module, nn.Stateful, nn.AdaptiveAvgPool, nn.AdaptiveMaxPool, nn.AvgPool}
    without |= {nn.MaxPool, nn.ChannelDropout, nn.DropPath, nn.Dropout, nn.Flatten, nn.Lambda}
    without |= {nn.PixelShuffle, nn.PixelUnshuffle, nn.Upsample, nn.Capture}
    assert every - without <= tried


# ---- ways from a parameter to all rows of a batch


WAYS = {
    "added": lambda p, x: x + p,
    "scaled": lambda p, x: x * p,
    "divided by": lambda p, x: x / (2 + p),
    "a row of an array": lambda p, x: x + p[None, :],
    "broadcast, then a function": lambda p, x: x * jnp.exp(-jnp.broadcast_to(p, x.shape)),
    "broadcast, used twice": lambda p, x: (lambda b: x * b + b)(jnp.broadcast_to(p, x.shape)),
    "repeated": lambda p, x: x + jnp.tile(p, (x.shape[0], 1)),
    "chosen": lambda p, x: jnp.where(x > 0, x, p * x),
    "a scalar of it": lambda p, x: x * p.sum(),
    "in a call": lambda p, x: fjax.jit(lambda p, x: x + p)(p, x),
    "for each example": lambda p, x: fjax.vmap(lambda row: jnp.tanh(row + p))(x),
    "in a checkpoint": lambda p, x: fjax.checkpoint(lambda p, x: jnp.sin(x + p))(p, x),
    "in steps": lambda p, x: lax.scan(lambda c, _: (jnp.sin(c + p), None), x, length=3)[0],
}


@KINDS
@pytest.mark.parametrize("way", WAYS)
def test_what_is_broadcast_sends_the_sum_of_its_rows(way, kind):
    check(lambda p, x: total(WAYS[way](p, x)), data(F), [data(B, F)], kind)


@KINDS
def test_steps_over_small_batches_send_their_sum_once(kind):
    def loss(p, x):
        return jnp.mean(jnp.tanh(x @ p["w"] + p["b"]) ** 2)

    def summed(p, x):
        def step(total, x):
            return fjax.tree.map(jnp.add, total, fjax.grad(loss)(p, x)), None

        return lax.scan(step, fjax.tree.map(jnp.ones_like, p), jnp.moveaxis(x, 1, 0))[0]

    p = {"w": data(F, 4), "b": data(4)}
    mesh = fjax.make_mesh((8,), ("data",), axis_types=(kind,))
    with fjax.set_mesh(mesh):
        args = [fjax.device_put(v, NamedSharding(mesh, s)) for v, s in ((p, P()),
                (SEQUENCE, P("data")))]  # fmt: skip
        listed = fjax.inspect(fjax.jit(summed))(*args).communication
        found = fjax.jit(summed)(*args)
    assert sum(c.bytes * c.times for c in listed) == sum(x.nbytes for x in p.values())
    for a, b in zip(*map(fjax.tree.leaves, (found, summed(p, SEQUENCE))), strict=True):
        np.testing.assert_allclose(a, b, 2e-4, 2e-6)


@KINDS
def test_updates_travel_where_they_are_fewer_than_the_table(kind):
    def loss(table, rows):
        return total(table[rows])

    sent, found = sent_and_gradient(loss, data(4000, F), [TOKENS], kind)
    assert sent < 4000 * F * 4 / 8
    np.testing.assert_allclose(found, fjax.grad(loss)(data(4000, F), TOKENS), 2e-4, 2e-6)
