"""Kernels of rows that write over the memory of an operand, once all passes over a row are done."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn

CASES = {
    "softmax": (lambda x, y: nn.softmax(x), True),
    "softmax of short rows": (lambda x, y: nn.softmax(x.reshape(-1, 4)), True),
    "normalised rows": (
        lambda x, y: (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True),
        True,
    ),
    "two results": (lambda x, y: (x - x.max(1, keepdims=True), x + x.sum(1, keepdims=True)), True),
    "over two axes": (
        lambda x, y: x.reshape(6, 5, -1) / x.reshape(6, 5, -1).sum((1, 2), keepdims=True),
        True,
    ),
    "reversed rows are read after they would be lost": (
        lambda x, y: x[:, ::-1] - x.mean(1, keepdims=True),
        False,
    ),
    "a value that is kept in the result's memory, beside a pass that reads again": (
        lambda x, y: kept_and_read_again(x),
        False,
    ),
}


def kept_and_read_again(x):
    """The exponentials lie in the result's memory while the row is read once more."""
    shifted = x - x.max(1, keepdims=True)
    weights = jnp.exp(shifted)
    total = weights.sum(1, keepdims=True)
    return weights / total * (shifted - jnp.log(total)).sum(1, keepdims=True)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.float64])
@pytest.mark.parametrize("name", CASES)
def test_rows_are_overwritten_only_after_all_their_passes(name, dtype, rng):
    function, in_place = CASES[name]
    x, y = (rng.standard_normal((60, 52)).astype(dtype) for _ in range(2))
    donating = fjax.jit(function, donate_argnums=0)
    plan = fjax.inspect(donating)(jnp.asarray(x), y).plan
    assert bool(plan.changed) is in_place
    expected = fjax.tree.leaves(fjax.jit(function)(x, y))
    for a, b in zip(fjax.tree.leaves(donating(jnp.asarray(x), y)), expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_softmax_between_products_takes_the_memory_of_the_first():
    def function(x, w):
        return nn.softmax(x @ w) @ w

    x, w = jnp.ones((300, 64), jnp.float32), jnp.ones((64, 64), jnp.float32)
    plan = str(fjax.inspect(function)(x, w).plan)
    (line,) = [s for s in plan.splitlines() if "reduce_max" in s]
    read, written = line.split(": ")[1].split(" -> ")
    assert read.split(" in ")[1] == written.split(" in ")[1]
