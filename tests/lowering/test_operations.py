"""Counted operations: of products, elements, loops, branches, and of kernels."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.inspect import operations_of

X = np.ones((4, 5))
IMAGES, WINDOW = np.ones((2, 3, 8, 8)), np.ones((6, 3, 3, 3))
COUNTED = {
    "a sum of elements": (lambda x: x + x * 2, (X,), 40, 0),
    "a function": (jnp.sin, (X,), 0, 20),
    "a product of matrices": (lambda x: x @ x.T, (X,), 2 * 4 * 5 * 4, 0),
    "products of a batch": (
        lambda a, b: jnp.einsum("bij,bjk->bik", a, b),
        (np.ones((7, 2, 3)), np.ones((7, 3, 4))),
        2 * 7 * 2 * 3 * 4,
        0,
    ),
    "a convolution": (
        lambda x, w: lax.conv(x, w, (1, 1), "VALID"),
        (IMAGES, WINDOW),
        2 * 2 * 6 * 6 * 6 * 3 * 9,
        0,
    ),
    "a reduction": (lambda x: lax.reduce_sum(x, [1]), (X,), 16, 0),
    "moved elements": (lambda x: x.T[::-1], (X,), 0, 0),
    "a loop": (lambda x: lax.scan(lambda c, _: (c * 2, None), x, None, 10)[0], (X,), 200, 0),
    "branches": (
        lambda x: lax.cond(x[0, 0] > 2, lambda v: v * 2 + 1, lambda v: v + 1, x),
        (X,),
        41,
        0,
    ),
    "a call": (lambda x: fjax.jit(jnp.cos)(x) * 2, (X,), 20, 20),
}


@pytest.mark.parametrize("name", COUNTED)
def test_operations_are_counted(name):
    function, args, flops, functions = COUNTED[name]
    found = operations_of(fjax.make_jaxpr(function)(*args).jaxpr)
    assert (found.flops, found.transcendentals) == (flops, functions)


@pytest.mark.parametrize("name", ["a sum of elements", "a product of matrices", "a loop"])
def test_analyses_of_costs_have_them_before_and_after_compiling(name):
    function, args, flops, _ = COUNTED[name]
    lowered = fjax.jit(function).lower(*args)
    for stage in (lowered, lowered.compile()):
        cost = stage.cost_analysis()
        assert cost["flops"] == flops and cost["bytes accessed"] > 0
