"""Lanes that hold neighbouring short rows move them as whole vectors, shuffled to columns."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.processor import host
from tests.lowering.guarded import guarded

RANDOM = np.random.default_rng(11)
PROGRAMS = {
    "flip": lambda x: jnp.flip(x, 1) + x,
    "backwards": lambda x: jnp.flip(x, 0) - jnp.flip(x, 1),
    "roll": lambda x: jnp.roll(x, 1, 1) - x,
    "diff": lambda x: jnp.diff(x, axis=1),
    "tile": lambda x: jnp.tile(x, (2, 2)),
    "repeat": lambda x: jnp.repeat(x, 2, axis=1),
    "every second": lambda x: x[1::2, ::2] * 3,
    "without the last": lambda x: x[:, :-1] * x[:1, 1:],
    "argmax": lambda x: jnp.argmax(x, axis=1),
    "any": lambda x: jnp.any(x > 0.99, axis=1),
    "norms, summed": lambda x: jnp.sqrt((x * x).sum(1)).sum(),
    "centred": lambda x: x - x.sum(1, keepdims=True),
}


def check(function, x):
    got, expected = fjax.jit(function)(guarded(x)), function(jnp.asarray(x))
    assert (got.shape, got.dtype) == (expected.shape, expected.dtype)
    kind = got.dtype.kind
    np.testing.assert_allclose(got, expected, rtol=1e-5 if kind in "fc" else 0, atol=1e-5)


@pytest.mark.one_in(24)
@pytest.mark.parametrize("width", [2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 15, 16, 17])
@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_of_every_width(name, width):
    for rows in (16, 33, 100):
        check(PROGRAMS[name], RANDOM.normal(size=(rows, width)).astype(np.float32))


@pytest.mark.one_in(20)
@pytest.mark.parametrize("dtype", ["float64", "int32", "int8", "uint16", "int64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_elements_of_every_size(name, dtype):
    for shape in ((70, 3), (70, 6), (37, 11)):
        check(PROGRAMS[name], RANDOM.integers(0, 5, size=shape).astype(dtype))


@pytest.mark.parametrize("name", ["flip", "roll", "tile", "every second", "centred"])
def test_complex_and_half_rows(name):
    x = RANDOM.normal(size=(70, 3)) + 1j * RANDOM.normal(size=(70, 3))
    check(PROGRAMS[name], x.astype(np.complex64))
    check(PROGRAMS[name], RANDOM.integers(0, 9, size=(70, 3)).astype(np.float16))


@pytest.mark.one_in(40)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint16", "complex64"])
@pytest.mark.parametrize("width", [2, 3, 5, 8, 9, 11, 14])
def test_rows_between_others_are_read_as_whole_vectors(width, dtype):
    for rows in (1, 2, 15, 16, 17, 33, 100):
        x = RANDOM.integers(0, 90, size=(rows, width)).astype(dtype)
        check(lambda x: jnp.pad(x, 1), x)
        check(lambda x: jnp.pad(x, ((2, 3), (1, 0))), x)
        check(lambda x: jnp.pad(jnp.flip(x, 0), ((3, 0), (0, 1))), x)
    (kernel,) = fjax.inspect(lambda x: jnp.pad(x, 1))(x).kernels
    if host().full_masks:  # vectors that hold few elements, or have no masks, are not shuffled
        assert "shufflevector" in kernel.llvm and "masked.gather" not in kernel.llvm


def test_rows_of_which_some_columns_are_read_end_before_their_memory_does():
    for rows in (1, 7, 16, 17, 40):
        x = RANDOM.normal(size=(rows, 6)).astype(np.float32)
        check(lambda x: jnp.pad(x[:, 1:5], ((1, 1), (0, 1))), x)
        check(lambda x: jnp.pad(x[:, 4:], 1), x)


def test_short_axes_inside_others():
    for shape in ((5, 40, 2, 2), (3, 30, 3), (2, 3, 40, 5)):
        x = RANDOM.normal(size=shape)
        check(lambda x: jnp.flip(x, -1) + jnp.roll(x, 1, -2), x)
        check(lambda x: jnp.swapaxes(x, -1, -2) * 2, x)


@pytest.mark.parametrize("name", ["flip", "roll", "diff", "tile", "any", "centred"])
def test_no_lane_of_whole_vectors_is_gathered(name):
    """Rows that lanes hold all of are shuffled; the last ones are read under a mask."""
    x = RANDOM.normal(size=(1000, 3)).astype(np.float32)
    (kernel,) = fjax.inspect(PROGRAMS[name])(x).kernels
    assert "b0[i0*3]" in kernel.form or "b0[i1*3]" in kernel.form
    body = kernel.llvm.partition("define")[2]
    assert "shufflevector" in body
    if host().full_masks:
        without_mask = [line for line in body.splitlines() if "gather" in line]
        assert not [line for line in without_mask if "i1> splat (i1 true)" in line]


@pytest.mark.one_in(12)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "bool"])
@pytest.mark.parametrize("width", [2, 3, 4, 5, 8, 12])
def test_the_last_rows_are_stored_as_vectors_where_lanes_are_an_inner_loop(width, dtype):
    for length in (16, 19, 30, 70):
        x = RANDOM.integers(0, 2, size=(20, width, length)).astype(dtype)
        function = lambda x: jnp.where(x != 0, x, x[:1]).mT
        check(function, x)
        check(lambda x: jnp.roll(x, 1, -1).mT, x)
    (kernel,) = fjax.inspect(function)(x).kernels
    if host().full_masks:
        assert "masked.store" in kernel.llvm and "masked.scatter" not in kernel.llvm


def test_many_instructions_are_not_written_out():
    def heavy(x):
        y = jnp.flip(x, 1)
        for _ in range(6):
            y = jnp.sin(y) + x
        return y

    x = RANDOM.normal(size=(100, 9)).astype(np.float32)
    assert all("at 8:i64" not in k.form for k in fjax.inspect(heavy)(x).kernels)
    check(heavy, x)


@pytest.mark.parametrize("step", [2, 3, 4])
def test_elements_a_few_apart_are_picked_from_whole_vectors(step):
    x = RANDOM.normal(size=(7, 60 * step + 1)).astype(np.float32)
    function = lambda x: x[:, ::step][:, :60] + x[:, 1::step]
    (kernel,) = fjax.inspect(function)(x).kernels
    assert f"*{step}" in kernel.form
    if host().has_masks(frozenset({4})):
        loop = kernel.llvm.partition("define")[2].partition("masked.gather")
        assert "shufflevector" in loop[0]
    check(function, x)
    check(lambda x: x[:, ::step] * 2, x)
    check(lambda x: x[:, : 30 * step : step] - x[:, 5 * step :: step][:, :30], x)
    check(lambda x: x[::-1, ::step].T, x)
    for rows in (4, 16, 32, 48):  # the last row is one element
        ends_early = x.ravel()[: step * (rows - 1) + 1]
        check(lambda x: x[::step] * 2, ends_early)
        check(lambda x: x[::-step] * 2, ends_early)
