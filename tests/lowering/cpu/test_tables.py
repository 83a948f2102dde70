"""Elements at computed places of a few: registers hold the table, or columns lie in memory."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import variables
from fjax.lowering.cpu.processor import host
from tests.lowering.guarded import guarded

LENGTHS = [1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129]
RANDOM = np.random.default_rng(5)
PROGRAMS = {
    "clip": lambda x, i: jnp.take(x, i, axis=1, mode="clip"),
    "fill": lambda x, i: jnp.take(x, i, axis=1),
    "index": lambda x, i: x[:, i],
    "first axis": lambda x, i: x.T[i],
    "then computed": lambda x, i: jnp.take(x, i, axis=1) + jnp.take(x, i[::-1], axis=1),
    "two arrays": lambda x, i: x[jnp.abs(i) % 3, i],
    "of each row": lambda x, i: jnp.take_along_axis(x, (i + jnp.arange(len(x))[:, None]) % 3, 1),
}


def check(name, x, places):
    function = PROGRAMS[name]
    got = fjax.jit(function)(guarded(x), guarded(places))
    expected = function(jnp.asarray(x), jnp.asarray(places))
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got, expected)


@pytest.mark.one_in(20)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_tables_of_every_length(name, length):
    for rows, count in ((21, 5), (40, 16), (3, 300)):
        x = RANDOM.normal(size=(rows, max(length, 3))).astype(np.float32)
        check(name, x, RANDOM.integers(-length - 2, length + 2, count).astype(np.int32))


@pytest.mark.one_in(12)
@pytest.mark.parametrize("places", ["int8", "uint8", "uint16", "int32", "uint32", "int64"])
@pytest.mark.parametrize("dtype", ["bool", "int8", "float16", "int16", "float64", "complex64"])
def test_elements_and_places_of_every_size(dtype, places):
    for length in (3, 11, 50):
        for count in (4, 70):
            x = RANDOM.integers(0, 2, size=(37, length)).astype(dtype)
            i = RANDOM.integers(0, length + 3, count).astype(places)
            i[0] = np.iinfo(places).max
            for name in ("clip", "fill"):
                check(name, x, i)


def test_places_far_outside_do_not_wrap_around():
    x = np.arange(6, dtype=np.float32)
    i = np.asarray([2**31 - 1, -(2**31), 2**32, 2**32 + 1, -(2**32), 5], np.int64)
    got = fjax.jit(lambda x, i: jnp.take(x, i, mode="clip"))(x, i)
    np.testing.assert_array_equal(got, [5, 0, 5, 5, 0, 5])


def read(function, *args):
    kernels = fjax.inspect(function)(*args).kernels
    return " ".join(k.llvm for k in kernels)


@pytest.mark.skipif(variables.CPU_EMITTER.read() == "numba", reason="it prints other code")
@pytest.mark.skipif(not host().full_masks, reason="permutations of AVX-512")
@pytest.mark.parametrize("length, gathers", [(5, False), (60, False), (128, False), (129, True)])
def test_registers_hold_short_tables(length, gathers):
    i = RANDOM.integers(0, length, 1000).astype(np.int32)
    text = read(lambda x, i: jnp.take(x, i), np.ones(length, np.float32), i)
    assert ("masked.gather" in text, "vpermi2var" in text) == (gathers, not gathers)


@pytest.mark.skipif(variables.CPU_EMITTER.read() == "numba", reason="it prints other code")
def test_columns_of_short_rows_are_picked_from_memory():
    x, i = np.ones((500, 6), np.float32), np.asarray([3, 0, 5], np.int32)
    text = read(lambda x, i: jnp.take(x, i, axis=1), x, i)
    assert ("gather" in text, "alloca [6 x <" in text) == (False, True)
