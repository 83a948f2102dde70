"""Products of operands that repeat elements: what they become, and that values are the same."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.passes.optimize import optimize

LENGTHS = dict(zip("abijklmn", [2, 3, 4, 2, 5, 3, 6, 4], strict=True))
PRODUCTS = [
    "mk,kn->mn",
    "bmk,bkn->bmn",
    "bmk,nkb->bmn",
    "bijk,bkl->bijl",
    "mk,k->m",
    "k,k->",
    "bk,bk->b",
    "abk,kab->ab",
    "ij,kl->ijkl",
]


def names(function, *args):
    return [e.primitive.name for e in optimize(fjax.make_jaxpr(function)(*args).jaxpr).eqns]


@pytest.mark.parametrize("swapped", [False, True], ids=["left", "right"])
@pytest.mark.parametrize("product", PRODUCTS)
def test_products_of_operands_that_repeat_elements_have_their_values(product, swapped):
    operands, result = product.split("->")
    a, b = operands.split(",")
    rng = np.random.default_rng(0)
    y = rng.standard_normal([LENGTHS[c] for c in b])
    shape = tuple([LENGTHS[c] for c in a])
    for kept in itertools.chain(*[itertools.combinations(range(len(a)), n) for n in range(3)]):
        x = rng.standard_normal([shape[k] for k in kept]) if kept else np.ones(())
        whole = np.broadcast_to(
            x.reshape([n if k in kept else 1 for k, n in enumerate(shape)]), shape
        )

        def compute(x, y, kept=kept):
            repeated = lax.broadcast_in_dim(x if kept else 1.0, shape, kept)
            if swapped:
                return jnp.einsum(f"{b},{a}->{result}", y, repeated)
            return jnp.einsum(product, repeated, y)

        wanted = np.einsum(product, whole, y)
        np.testing.assert_allclose(fjax.jit(compute)(x, y), wanted, rtol=1e-12, atol=1e-12)


def test_a_product_is_as_large_as_what_its_operands_repeat():
    def function(x, y):
        return jnp.broadcast_to(x, (700, 3)) @ y

    x, y = jnp.ones(3), jnp.ones((3, 500))
    found = optimize(fjax.make_jaxpr(function)(x, y).jaxpr)
    (product,) = [e for e in found.eqns if e.primitive.name == "dot_general"]
    assert product.outvars[0].aval.shape == (500,)
    assert found.eqns[-1].primitive.name == "broadcast_in_dim"


def test_the_gradient_of_a_summed_product_sums_an_operand():
    def gradients(x, y):
        return fjax.grad(lambda x, y: (x @ y).sum(), (0, 1))(x, y)

    x, y = np.random.default_rng(1).standard_normal((2, 30, 30))
    assert "dot_general" not in names(gradients, x, y)
    for found, wanted in zip(
        fjax.jit(gradients)(x, y), (np.ones((30, 30)) @ y.T, x.T @ np.ones((30, 30))), strict=True
    ):
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)


def test_infinite_elements_and_those_that_are_none_stay():
    y = np.array([[np.inf, 1.0], [-np.inf, np.nan], [2.0, 3.0]])
    found = fjax.jit(lambda y: jnp.ones((4, 3)) @ y)(y)
    np.testing.assert_array_equal(found, np.full((4, 2), np.nan))
    np.testing.assert_array_equal(
        fjax.jit(lambda y: jnp.ones((4, 3)) @ y)(y[[0, 2, 2]]), np.tile([np.inf, 7.0], (4, 1))
    )


@pytest.mark.parametrize("dtype", ["int32", "bool", "bfloat16", "float16", "complex64"])
def test_dtypes_whose_products_and_sums_differ_are_multiplied(dtype):
    y = jnp.asarray(np.arange(600).reshape(200, 3) % 3, dtype)
    ones = np.ones((2, 200))
    found = fjax.jit(lambda y: jnp.ones((2, 200), y.dtype) @ y)(y)
    wanted = jnp.asarray(ones @ np.asarray(y, "float64" if dtype != "complex64" else dtype))
    assert found.dtype == y.dtype
    np.testing.assert_array_equal(found, wanted.astype(dtype))
