"""Kernels are right at sizes around every block, sweep, strip and vector that they work in.

A kernel serves all sizes, so a function compiles a few times and then runs at many shapes. What
is left over after the last whole block is where mistakes hide; results are compared with NumPy
equation by equation, and operands end at a page without access.
"""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.scipy.special import logsumexp
from tests.lowering.guarded import guarded

SHAPES = [
    (1, 1),
    (3, 5),
    (5, 9),
    (7, 33),
    (18, 17),
    (31, 129),
    (66, 1000),
    (67, 257),
    (129, 4097),
    (130, 140),
    (131, 8),
    (258, 65),
    (515, 100),
    (1030, 63),
    (2047, 31),
    (4099, 3),
    (16, 5),
    (17, 15),
    (1000, 10),
    (1000, 2),
    (6, 16385),
]
CUBES = [(1, 2, 3), (4, 5, 9), (18, 7, 31), (66, 3, 17), (33, 64, 31), (3, 131, 65), (66, 67, 129)]


def standardised(x, axis):
    return (x - x.mean(axis, keepdims=True)) / jnp.sqrt(x.var(axis, keepdims=True) + 1e-5)


def gradient(function):
    return fjax.grad(lambda x: (function(x) ** 3).sum())


MATRICES = {
    "sum 0": lambda x: x.sum(0),
    "sum 1": lambda x: x.sum(1),
    "sum": lambda x: x.sum(),
    "max 0": lambda x: (x * 2).max(0),
    "max 1": lambda x: x.max(1),
    "min": lambda x: x.min(),
    "argmax 0": lambda x: jnp.argmax(x, 0),
    "argmax 1": lambda x: jnp.argmax(x, 1),
    "argmin": lambda x: jnp.argmin(x),
    "moments 0": lambda x: (x.mean(0), x.var(0)),
    "moments 1": lambda x: (x.mean(1), x.var(1)),
    "rows and columns": lambda x: (x.sum(0), x.max(1)),
    "three totals": lambda x: (x.sum(0), x.max(0), (x * x).sum()),
    "softmax 0": lambda x: nn.softmax(x, axis=0),
    "softmax 1": lambda x: nn.softmax(x, axis=1),
    "logsumexp 0": lambda x: logsumexp(x, axis=0),
    "logsumexp 1": lambda x: logsumexp(x, axis=1),
    "batch norm": lambda x: standardised(x, 0) * 2 + 1,
    "layer norm": lambda x: standardised(x, 1) + x,
    "batch norm gradient": gradient(lambda x: standardised(x, 0)),
    "layer norm gradient": gradient(lambda x: standardised(x, 1)),
    "cumsum 0": lambda x: jnp.cumsum(x * 2, 0) - x,
    "cumsum 1": lambda x: jnp.cumsum(x[:, ::-1], 1) + x,
    "cummax": lambda x: lax.cummax(x, 0),
    "transpose": lambda x: jnp.tanh(x.T) + x.T.sum(0),
    "strides": lambda x: x[::2, ::3] * 2,
    "reverse": lambda x: x[::-1, ::-1] + x,
    "concatenate 0": lambda x: jnp.concatenate([x, x * 2], 0).sum(1),
    "concatenate 1": lambda x: jnp.concatenate([x, -x], 1) * 3,
    "pad": lambda x: jnp.pad(x, ((1, 2), (3, 1))).sum(0),
    "differences": lambda x: x[1:] - x[:-1],
    "gather": lambda x: x[jnp.arange(x.shape[0])[::-1] // 2] * 2,
    "along an axis": lambda x: jnp.take_along_axis(x, jnp.argmax(x, 1)[:, None], 1),
    "scatter": lambda x: jnp.zeros_like(x).at[jnp.arange(x.shape[0]) % 3].add(x),
    "where": lambda x: jnp.where(x > 0, x, x.mean()),
    "broadcast": lambda x: (x + x[0]).sum(1) + x[:, 0],
    "outer": lambda x: (x[:, 0][:, None] * x[0][None, :]).sum(0),
    "flat": lambda x: x.reshape(-1)[::-1] * 2,
    "any and count": lambda x: ((x > 0).any(0), (x > 0).sum(1)),
    "roll": lambda x: jnp.roll(x, 1, 0) - jnp.roll(x, -1, 1),
    "triangle": lambda x: jnp.tril(x).sum(1),
    "positions": lambda x: (x * jnp.arange(x.shape[1])).sum(1) + jnp.arange(x.shape[0]),
    "repeat": lambda x: jnp.repeat(x, 2, 0).sum(1),
    "tile": lambda x: jnp.tile(x, (1, 2)).max(1),
    "product": lambda x: x.T @ x[:, :3],
    "stack": lambda x: jnp.stack([x, x * 2], 2) + x[..., None],
    "interleave": lambda x: jnp.stack([jnp.sin(x), x * 2], 2).reshape(x.shape[0], -1).T,
    "pairs": lambda x: (
        jnp.stack([jnp.stack([x, -x], 2), jnp.stack([x + 1, x * x], 2)], 1)
        .reshape(2 * x.shape[0], -1)
        .T
    ),
    "few rows": lambda x: x[:3].T * jnp.arange(len(x[:3])),
    "few complex rows": lambda x: lax.complex(x[:2].T, x[-2:].T) * 2j,
    "few narrow rows": lambda x: (
        x[:2].T.astype(jnp.float16) * 2,
        x[:3].T.astype(jnp.int8),
        x[:2].T > x[-2:].T,
    ),
}
ARRAYS = {
    **{
        f"sum {axes}": lambda x, axes=axes: (x * 2).sum(axes)
        for axes in (0, 1, 2, (0, 1), (0, 2), (1, 2))
    },
    "max 0 and 2": lambda x: x.max((0, 2)),
    "channel norm": lambda x: standardised(x, (0, 2)),
    "softmax 1": lambda x: nn.softmax(x, axis=1),
    "permuted": lambda x: x.transpose(2, 0, 1) * 2,
    "permuted sum": lambda x: x.transpose(1, 2, 0).sum(1),
    "cumsum 1": lambda x: jnp.cumsum(x, 1),
    "argmax 1": lambda x: jnp.argmax(x, 1),
    "two totals": lambda x: x.sum((0, 1)) + x.max((0, 1)),
    "matrices": lambda x: x @ x.swapaxes(1, 2),
}


def agree(function, shapes, dtype):
    compiled, rng = fjax.jit(function), np.random.default_rng(7)
    for shape in shapes:
        x = (3 * rng.normal(size=shape)).astype(dtype)
        for got, expected in zip(
            fjax.tree.leaves(compiled(guarded(x))),
            fjax.tree.leaves(function(jnp.asarray(x))),
            strict=True,
        ):
            assert got.shape == expected.shape and got.dtype == expected.dtype
            if got.dtype.kind != "f":
                np.testing.assert_array_equal(got, expected, err_msg=str(shape))
                continue
            eps = 3000 * np.finfo(got.dtype).eps
            largest = float(np.abs(np.asarray(expected)).max(initial=1.0))
            np.testing.assert_allclose(got, expected, eps, eps * largest, err_msg=str(shape))


@pytest.mark.one_in(40)
@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_matrices(name, dtype):
    agree(MATRICES[name], SHAPES, dtype)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_three_axes(name):
    agree(ARRAYS[name], CUBES, "float64")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "name", ["sum 0", "max 1", "rows and columns", "cumsum 0", "argmax 0", "any and count"]
)
def test_integers(name):
    agree(MATRICES[name], SHAPES, "int32")


ROWS = {
    "rows": lambda x: jnp.sin(x.sum(-1)).sum(),
    "greatest": lambda x: jnp.sqrt((x * x).sum(-1)).max(),
    "loss": lambda x: (logsumexp(x, -1) - x[:, 0]).mean(),
    "value": lambda x: (y := jnp.exp(-(x * x).sum(-1)), y.mean()),
    "slope": fjax.grad(lambda x: jnp.log1p((x * x).sum(-1)).mean()),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize(
    "shape", [(16383, 5), (16384, 5), (20000, 7), (40001, 2), (16500, 130)], ids=str
)
def test_a_total_over_many_rows_of_what_each_row_adds_up_to(name, shape):
    x = np.random.default_rng(4).normal(size=shape)
    got, expected = fjax.jit(ROWS[name])(x), ROWS[name](x)
    for g, e in zip(fjax.tree.leaves(got), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(g, e, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("shape", [(2, 3, 4000), (4, 5, 6, 500), (2, 100, 7, 30)], ids=str)
def test_arrays_of_many_axes_beside_their_totals(shape):
    def both(x):
        return jnp.tanh(x * 2), jnp.exp(x).max(), x.transpose(*reversed(range(x.ndim))) * 2

    x = np.random.default_rng(5).normal(size=shape)
    for g, e in zip(fjax.jit(both)(x), both(x), strict=True):
        np.testing.assert_allclose(g, e, rtol=1e-12)


JOINED = {
    "stack": lambda x: jnp.stack([x, -x], -1),
    "three": lambda x: jnp.stack([x, -x, x * 2], 1),
    "pairs": lambda x: jnp.concatenate([x.reshape(6, 5, 8), x.reshape(6, 5, 8) * 2], -1),
    "halves turned": lambda x: (lambda z: jnp.concatenate([-z[..., 4:], z[..., :4]], -1))(
        x.reshape(6, 5, 8)
    ),
    "odd and even": lambda x: jnp.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape),
    "four axes": lambda x: jnp.concatenate([x.reshape(2, 3, 5, 8)] * 2, -2),
}


@pytest.mark.parametrize("name", JOINED)
def test_joined_reshapes_are_read_with_strides(name):
    x = guarded(np.random.default_rng(6).normal(size=(6, 40)))
    np.testing.assert_array_equal(fjax.jit(JOINED[name])(x), JOINED[name](x))
    assert "quotient" not in str(fjax.inspect(JOINED[name])(x))
