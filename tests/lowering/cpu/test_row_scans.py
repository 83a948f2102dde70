"""Running totals of many rows: lanes hold rows, and tiles of these are transposed in registers."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.compile import schedule_text
from tests.lowering.cpu.test_launches import TARGETS

OPERATIONS = {
    "sum": (jnp.cumsum, np.cumsum),
    "product": (jnp.cumprod, np.cumprod),
    "largest": (lambda x, a: lax.cummax(x, a % x.ndim), np.maximum.accumulate),
    "backwards": (
        lambda x, a: lax.cumsum(x, a % x.ndim, reverse=True),
        lambda x, a: np.cumsum(x[..., ::-1], a)[..., ::-1],
    ),
    "of a product": (lambda x, a: jnp.cumsum(x * x + 1, a), lambda x, a: np.cumsum(x * x + 1, a)),
}


@pytest.mark.one_in(36)
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int16", "int64", "uint8"])
@pytest.mark.parametrize("width", [9, 10, 11, 12, 13, 33])
def test_rows_of_every_number_and_length(width, dtype, name):
    ours, theirs = OPERATIONS[name]
    for rows in (1, 7, 8, 15, 16, 17, 31, 100):
        x = np.random.default_rng(rows).integers(-2, 3, (rows, width)).astype(dtype)
        found = fjax.jit(lambda x: ours(x, -1))(x)
        np.testing.assert_array_equal(found, theirs(x, -1).astype(found.dtype))


@pytest.mark.parametrize("reverse", [False, True])
def test_rows_are_moved_as_rows_from_either_end(reverse):
    x = np.ones((100, 40), np.float32)
    (kernel,) = fjax.inspect(lambda x: lax.cumsum(x, 1, reverse=reverse))(x).kernels
    steps = schedule_text(kernel.info.lowered.kernel, TARGETS["avx512"]).splitlines()
    assert [s.split()[0] for s in steps] == [
        *("parallelize", "split_whole", "vectorize", "split_whole", "transpose", "transpose")
    ]


@pytest.mark.parametrize(
    "function", [lambda x: jnp.cumsum(x, 1), lambda x: lax.cumlogsumexp(jnp.sin(x), 1)]
)
def test_a_row_has_the_same_bits_among_many_and_few(function):
    x = np.random.default_rng(1).normal(size=(64, 50)).astype(np.float32)
    program = fjax.jit(function)
    many = np.asarray(program(x))
    for k in range(0, 64, 9):
        np.testing.assert_array_equal(program(x[k : k + 3]), many[k : k + 3])
