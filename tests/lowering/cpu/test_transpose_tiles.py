"""Loops in lanes that cross the memory they read load it in tiles, and turn these in registers."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.processor import host
from fjax.lowering.kernel.form import INDEX, BufferArgument, Kernel, Loop, Mode, Size, Store, load
from tests.lowering.cpu import harness
from tests.lowering.guarded import guarded

RANDOM = np.random.default_rng(12)
LENGTHS = [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33]


def check(function, *args, tolerance=0.0):
    got, expected = fjax.jit(function)(*map(guarded, args)), function(*map(jnp.asarray, args))
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.one_in(20)
@pytest.mark.parametrize("columns", LENGTHS)
@pytest.mark.parametrize("rows", LENGTHS)
def test_rows_and_columns_of_every_length(rows, columns):
    x = RANDOM.normal(size=(3, rows, columns)).astype(np.float32)
    check(lambda x: x.mT * 2, x)
    check(lambda x: x.mT - x[0, 0], x[0])


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "dtype", ["float64", "int32", "int64", "int16", "uint8", "bool", "float16", "complex64"]
)
def test_elements_of_every_size(dtype):
    for shape in ((2, 37, 70), (5, 6, 130), (1, 66, 9)):
        x = RANDOM.integers(0, 9, size=shape).astype(dtype)
        check(lambda x: jnp.where(x != 0, x, x).mT, x)
        check(lambda x: (x + x).mT if x.dtype != bool else ~x.mT, x)


def test_narrow_elements_beside_wide_ones():
    x = RANDOM.integers(0, 9, size=(50, 70))
    for narrow in ("uint8", "int16", "float32"):
        check(lambda a, b: a.T.astype(b.dtype) * b, x.astype(narrow), x.T.astype(np.float64))
        check(lambda a, b: a.T.astype(b.dtype) * b, x.astype(np.float64), x.T.astype("float32"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("axes", [(3, 2, 1, 0), (0, 3, 2, 1), (2, 3, 1, 0), (1, 3, 0, 2)])
def test_any_order_of_axes(axes):
    for shape in ((6, 5, 18, 20), (3, 33, 2, 7), (17, 1, 19, 5)):
        x = RANDOM.normal(size=shape).astype(np.float32)
        check(lambda x: jnp.transpose(x, axes) * 2, x)
        check(lambda x: jnp.transpose(x, axes) * jnp.arange(x.shape[axes[3]]), x)


def test_several_reads_cross_or_lie_along_the_lanes():
    x, y = RANDOM.normal(size=(2, 45, 45)).astype(np.float32)
    check(lambda x, y: x.T + x, x, y)
    check(lambda x, y: x.T * y.T - x + y[:, :1] * y[0], x, y)
    check(lambda x, y: jnp.pad(x.T, ((2, 1), (0, 3))) * 2, x, y)
    check(lambda x, y: x.T[1:, 2:] * y[:-1, :-2] - x[2:, 1:].T, x, y)
    check(lambda x, y: jnp.flip(x, 0).T - jnp.flip(y, 1).T, x, y)
    check(lambda x, y: jnp.sin(x.T) * y, x, y, tolerance=1e-6)


def test_an_argument_that_is_given_away_is_read_before_it_is_written():
    x, y = RANDOM.normal(size=(2, 45, 45)).astype(np.float32)
    given = jnp.asarray(y)
    found = fjax.jit(lambda x, y: x.T - y, donate_argnums=1)(x, given)
    np.testing.assert_array_equal(found, x.T - y)


def test_threads_share_the_loop_outside():
    for shape in ((1027, 1030), (3, 700, 709), (900, 6, 70), (901, 70, 6)):
        x = RANDOM.normal(size=shape).astype(np.float32)
        check(lambda x: x.mT * 2, x)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "bool"])
def test_every_processor_and_spelling(dtype):
    """b[i, j] = a[j, i], of which both loops are shared or the one outside alone."""
    dtype = np.dtype(dtype)
    value = load(harness.at(0, (0, 1), (1, Size(2))), dtype)
    store = Store(harness.at(1, (0, Size(1)), (1, 1)), value)
    inner = Loop(1, harness.size(1), Mode.VECTOR, (store,))
    loop = Loop(0, harness.size(0), Mode.PARALLEL, (inner,))
    buffers = BufferArgument(dtype), BufferArgument(dtype, written=True)
    kernel = Kernel(buffers, (INDEX,) * 3, (loop,))
    for rows, columns in ((1, 5), (4, 16), (7, 19), (21, 70), (66, 3)):
        a = harness.random_array(RANDOM, (columns, rows), dtype)
        b = np.zeros((rows, columns), dtype)
        harness.check(kernel, [guarded(a), guarded(b)], [rows, columns, rows], rows)


def test_nothing_is_gathered():
    x = RANDOM.normal(size=(50, 30, 45)).astype(np.float32)
    (kernel,) = fjax.inspect(lambda x: x.mT * 2)(x).kernels
    if host().word_masks:
        assert "shufflevector" in kernel.llvm and "masked.gather" not in kernel.llvm


def test_what_takes_long_anyway_is_not_written_out_for_tiles():
    x = RANDOM.normal(size=(50, 30, 45)).astype(np.float32)
    (kernel,) = fjax.inspect(lambda x: jnp.tanh(x.mT) ** jnp.exp(x.mT))(x).kernels
    assert len(kernel.llvm) < 100_000
