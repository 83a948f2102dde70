"""Layers under the names of other libraries, beside what they are defined to compute."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import fjax
import fjax.numpy as jnp
from fjax import nn

KEY = fjax.random.key(0)
X = fjax.random.normal(KEY, (2, 5, 3), jnp.float32)


@pytest.mark.parametrize(
    "layer, cell", [(nn.RNN, nn.RNNCell), (nn.LSTM, nn.LSTMCell), (nn.GRU, nn.GRUCell)]
)
def test_the_steps_of_a_cell_are_those_of_its_layer(layer, cell):
    whole = layer(3, 4, key=KEY)
    one = whole.cells[0][0]
    assert type(one) is cell
    expected, last = whole(X)
    carry = None
    for k in range(X.shape[1]):
        carry = one(X[:, k], carry)
        assert_allclose(one.output(carry), expected[:, k], rtol=1e-5, atol=1e-6)
    fjax.tree.map(lambda a, b: assert_allclose(a, b[0], rtol=1e-5, atol=1e-6), carry, last)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("cell", [nn.RNNCell, nn.LSTMCell, nn.GRUCell])
def test_a_cell_within_a_scan_has_the_derivative_of_its_steps(cell):
    one = cell(3, 4, key=KEY)

    def scanned(one):
        start = one.start((2, 4), jnp.float32)
        xs = jnp.swapaxes(X, 0, 1)
        return fjax.lax.scan(lambda carry, x: (one(x, carry), None), start, xs)[0]

    def stepped(one):
        carry = None
        for k in range(X.shape[1]):
            carry = one(X[:, k], carry)
        return carry

    found, expected = (
        fjax.grad(lambda one, run=run: one.output(run(one)).sum())(one)
        for run in (scanned, stepped)
    )
    fjax.tree.map(lambda a, b: assert_allclose(a, b, rtol=1e-4, atol=1e-5), found, expected)


def test_a_gru_cell_computes_pytorchs_formula():
    cell = nn.GRUCell(3, 4, key=KEY, dtype=jnp.float64)
    x, h = np.linspace(-1, 1, 6).reshape(2, 3), np.linspace(0, 1, 8).reshape(2, 4)
    wi, wh, bi, bh = (np.asarray(p) for p in fjax.tree.leaves(cell))
    a, b = np.split(x @ wi.T + bi, 3, -1), np.split(h @ wh.T + bh, 3, -1)
    sigmoid = lambda v: 1 / (1 + np.exp(-v))
    r, z = sigmoid(a[0] + b[0]), sigmoid(a[1] + b[1])
    expected = (1 - z) * np.tanh(a[2] + r * b[2]) + z * h
    assert_allclose(cell(jnp.array(x), jnp.array(h)), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "program, said",
    [
        (lambda: nn.LSTMCell(3, 4, key=KEY)(jnp.ones((2, 5))), r"\(batch, 3\), got float32\[2,5\]"),
        (lambda: nn.LSTMCell(3, 4, key=KEY)(jnp.ones(3)), r"\(batch, 3\), got float32\[3\]"),
        (
            lambda: nn.GRUCell(3, 4, key=KEY)(jnp.ones((2, 3)), jnp.ones((2, 3))),
            r"a carry of shape \(2, 4\), got \(2, 3\)",
        ),
        (lambda: nn.PReLU(4)(jnp.ones((2, 3))), r"\(batch, 4, …\), got float32\[2,3\]"),
        (lambda: nn.PixelShuffle(2)(jnp.ones((1, 6, 2, 2))), r"channels \* 4, height, width"),
        (lambda: nn.PixelUnshuffle(2)(jnp.ones((1, 1, 3, 2))), "multiples of 2"),
        (lambda: nn.Upsample(2)(jnp.ones((3, 3))), r"\(batch, channels, positions…\)"),
        (lambda: nn.Upsample((2, 3))(jnp.ones((1, 1, 3))), r"2 axes of positions.*got 1: \(3,\)"),
    ],
)
def test_what_a_layer_cannot_take_is_refused(program, said):
    with pytest.raises(fjax.errors.ShapeError, match=said):
        program()


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 4), (2, 3, 4, 5)])
@pytest.mark.parametrize("channels", [1, 3])
def test_prelu_scales_what_is_negative_by_channel(shape, channels):
    x = fjax.random.normal(KEY, shape, jnp.float32)
    weight = jnp.arange(1, channels + 1, dtype=jnp.float32)
    layer = nn.replace(nn.PReLU(channels), "weight", weight)
    by_channel = np.broadcast_to(np.asarray(weight), 3).reshape(1, 3, *(1,) * (len(shape) - 2))
    assert_allclose(layer(x), np.where(x > 0, x, by_channel * np.asarray(x)), rtol=1e-6)
    gradient = fjax.grad(lambda layer: layer(x).sum())(layer).weight
    below = np.minimum(np.asarray(x), 0)
    axes = None if channels == 1 else tuple(k for k in range(len(shape)) if k != 1)
    assert_allclose(gradient, np.reshape(below.sum(axes), channels), rtol=1e-5)


def test_pixels_come_from_channels_and_go_back():
    x = jnp.arange(2 * 8 * 3 * 4.0).reshape(2, 8, 3, 4)
    y = nn.PixelShuffle(2)(x)
    for c, i, j in np.ndindex(2, 6, 8):
        assert_array_equal(y[:, c, i, j], x[:, c * 4 + (i % 2) * 2 + j % 2, i // 2, j // 2])
    assert_array_equal(nn.PixelUnshuffle(2)(y), x)
    assert_array_equal(nn.PixelShuffle(2)(x[0]), y[0])


@pytest.mark.parametrize("shape", [(1, 2, 4), (1, 2, 3, 4), (1, 1, 2, 3, 2)])
def test_upsampling_repeats_each_position(shape):
    x = fjax.random.normal(KEY, shape, jnp.float32)
    expected = np.asarray(x)
    for axis in range(2, len(shape)):
        expected = np.repeat(expected, 3, axis)
    assert_array_equal(nn.Upsample(3)(x), expected)


def test_upsampling_between_positions_is_pytorchs_bilinear():
    found = nn.Upsample(2, "bilinear")(jnp.array([[[[0.0, 4.0], [8.0, 12.0]]]]))
    row = np.array([0.0, 1.0, 3.0, 4.0])
    assert_allclose(found[0, 0], row + 2 * row[:, None], rtol=1e-6)


def test_upsampling_is_along_each_axis_or_to_a_shape():
    x = np.arange(6.0).reshape(1, 1, 2, 3)
    expected = np.repeat(np.repeat(x, 2, 2), 3, 3)
    assert_array_equal(nn.Upsample((2, 3))(x), expected)
    assert_array_equal(nn.Upsample(shape=[4, 9])(x), expected)
    assert_allclose(nn.Upsample(shape=(2, 2), method="linear")(x)[0, 0, 0], [0.25, 1.75])


@pytest.mark.parametrize(
    "given, said",
    [
        ({}, "a factor, or shape="),
        ({"factor": 2, "shape": (4, 4)}, "a factor, or shape="),
        ({"factor": 1.5}, "got 1.5; for other sizes give shape="),
        ({"shape": (0, 2)}, "shape is a whole number, at least 1"),
    ],
)
def test_upsampling_asks_for_one_size(given, said):
    with pytest.raises(fjax.errors.FjaxValueError, match=said):
        nn.Upsample(**given)
