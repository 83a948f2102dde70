"""Loops that choose by bounds of their index: each part is a loop that does not choose."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.compile import schedule_text

RNG = np.random.default_rng(0)
LENGTHS = (1, 3, 15, 16, 17, 31, 33, 64, 100, 257)


@pytest.mark.one_in(15)
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.float32, np.float64, np.complex64])
@pytest.mark.parametrize("first", LENGTHS)
def test_pieces_of_any_length_are_where_they_belong(first, dtype):
    for second in LENGTHS:
        x, y = (RNG.integers(-99, 99, n).astype(dtype) for n in (first, second))
        joined = fjax.jit(lambda x, y: jnp.concatenate([x, y, x]) * 2)
        np.testing.assert_array_equal(joined(x, y), np.concatenate([x, y, x]) * dtype(2))
        rolled = fjax.jit(lambda x: jnp.roll(x, second) + x)
        np.testing.assert_array_equal(rolled(x), np.roll(x, second) + x)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("n", LENGTHS)
def test_choices_by_position_are_made_for_each_element(n):
    x, y = RNG.normal(size=(2, n))
    for low in range(0, n, 7):
        for high in (low, low + 1, low + 16, n + 3):

            def chosen(x, y):
                at = jnp.arange(n)
                return jnp.where((at >= low) & (at < high), x, jnp.where(at > n // 2, y, -x))

            np.testing.assert_array_equal(fjax.jit(chosen)(x, y), chosen(x, y))


def test_each_piece_has_a_loop_of_its_own():
    x = jnp.zeros(1000, jnp.float32)
    (kernel,) = fjax.inspect(lambda x, y: jnp.concatenate([x, y, x]))(x, x).kernels
    assert schedule_text(kernel.info.lowered.kernel).count("cut") == 2
    assert "select <" not in kernel.llvm
