"""Lanes compute where a loop stores, and what, before it stores there in order."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import variables
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.heuristic import STRIP

R = np.random.default_rng(3)
LLVM = pytest.mark.skipif(
    variables.CPU_EMITTER.read() == "numba", reason="asks for the schedules of LLVM's spelling"
)
SIZES = [0, 1, 7, STRIP - 1, STRIP, STRIP + 1, 3 * STRIP + 5]


def weighted(k, x, y):
    """Products at places of a grid, some of which are outside of it."""
    return jnp.zeros((9, 11), x.dtype).at[k[0], k[1]].add(x * y * x - y)


def expected(k, x, y):
    found = np.zeros((9, 11), x.dtype)
    for i, j, value in zip(*k, x * y * x - y, strict=True):
        if -9 <= i < 9 and -11 <= j < 11:
            found[i, j] += value
    return found


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int16, np.complex64])
@pytest.mark.parametrize("size", SIZES)
def test_each_place_gets_its_values(size, dtype):
    k = R.integers(-13, 13, (2, size))
    x, y = R.integers(-4, 5, (2, size)).astype(dtype)
    np.testing.assert_array_equal(fjax.jit(weighted)(k, x, y), expected(k, x, y))


@pytest.mark.parametrize("size", SIZES)
def test_the_last_value_stays(size):
    k, x = R.integers(0, 40, size), R.random(size).astype(np.float32)
    store = lambda k, x: jnp.zeros(50).at[2 * k + 1].set(jnp.sqrt(x) * 3 - x, mode="drop")
    want = np.zeros(50, np.float32)
    for i, value in zip(k, np.sqrt(x) * np.float32(3) - x, strict=True):
        if 2 * i + 1 < 50:
            want[2 * i + 1] = value
    np.testing.assert_array_equal(fjax.jit(store)(k, x), want)


def test_a_loop_adds_to_what_it_has_stored():
    k, x = R.integers(0, 9, 700), R.random(700).astype(np.float32)

    def count(k, x):
        step = lambda i, h: h.at[k[i]].set(2 - h[k[i]] + jnp.floor(8 * x[i]) * jnp.ceil(x[i]))
        return fjax.lax.fori_loop(0, 700, step, jnp.zeros(9, np.float32))

    want = np.zeros(9, np.float32)
    for i, value in zip(k, np.floor(8 * x), strict=True):
        want[i] = 2 - want[i] + value
    np.testing.assert_array_equal(fjax.jit(count)(k, x), want)


@LLVM
def test_computed_values_are_distributed_and_loaded_ones_are_not():
    if processor.host().lanes(8) < 4:
        pytest.skip("two lanes are too few")
    k, x = R.integers(0, 9, (2, 50)), R.random(50).astype(np.float32)
    kernels = fjax.inspect(weighted)(k, x, x).kernels
    assert any("distribute i0" in kernel.schedule for kernel in kernels)
    kernels = fjax.inspect(lambda h, k: h.at[k].add(1))(x, k[0]).kernels
    assert not any("distribute" in kernel.schedule for kernel in kernels)
