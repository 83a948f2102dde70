"""Products of transposed operands, vectors of integers and halves: what they become, and values."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.passes.optimize import optimize
from fjax.passes.transposed import read_transposed

CASES = [
    ("x.T @ v", lambda x, y: x.T @ y, (20, 30), (20,)),
    ("x.T @ y", lambda x, y: x.T @ y, (20, 30), (20, 5)),
    ("x.T @ y.T", lambda x, y: x.T @ y.T, (20, 30), (5, 20)),
    ("stacks", lambda x, y: jnp.swapaxes(x, 1, 2) @ y, (3, 20, 30), (3, 20, 5)),
]


def names(function, *shapes):
    args = [jnp.zeros(s, "float32") for s in shapes]
    jaxpr = optimize(fjax.make_jaxpr(function)(*args).jaxpr)
    return [e.primitive.name for e in read_transposed(jaxpr).eqns]


@pytest.mark.parametrize(
    ("function", "left", "right"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_transposed_operands_stay_where_they_lie(function, left, right):
    assert names(function, left, right) == ["dot_general"]
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(left), rng.standard_normal(right)
    wanted = np.asarray(function(jnp.asarray(x), jnp.asarray(y)))
    np.testing.assert_allclose(fjax.jit(function)(x, y), wanted, rtol=1e-12)


def test_a_transposition_stays_where_the_results_axes_would_change_their_order():
    def function(x, y):
        return jnp.tensordot(jnp.transpose(x, (1, 0, 2)), y, 1)

    assert names(function, (3, 4, 5), (5, 2)) == ["transpose", "dot_general"]


def test_a_transposition_that_is_also_an_output_is_computed():
    x = np.arange(6.0).reshape(2, 3)
    turned, product = fjax.jit(lambda x: (x.T, x.T @ x))(x)
    np.testing.assert_array_equal(turned, x.T)
    np.testing.assert_allclose(product, x.T @ x)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_products_of_integers_with_vectors_wrap_around(dtype):
    rng = np.random.default_rng(1)
    x = rng.integers(0, 100, (40, 30)).astype(dtype)
    np.testing.assert_array_equal(fjax.jit(jnp.matmul)(x, x[0]), x @ x[0])
    np.testing.assert_array_equal(fjax.jit(jnp.matmul)(x[:, 0], x), x[:, 0] @ x)


def test_products_of_booleans_with_vectors():
    x = np.random.default_rng(2).random((40, 30)) < 0.1
    np.testing.assert_array_equal(fjax.jit(jnp.matmul)(x, x[0]), x @ x[0])


@pytest.mark.parametrize("spec", ["ij,ij->i", "ij,ij->j", "ijk,ijk->j"])
def test_sums_of_products_of_elements(spec):
    shape = (6, 5, 4)[: len(spec.split(",")[0])]
    x, y = np.random.default_rng(3).standard_normal((2, *shape))
    np.testing.assert_allclose(
        fjax.jit(lambda x, y: jnp.einsum(spec, x, y))(x, y), np.einsum(spec, x, y), rtol=1e-12
    )


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_products_of_halves_sum_in_float32(dtype):
    x, y = (jnp.asarray(a, dtype) for a in np.random.default_rng(4).standard_normal((2, 30, 30)))
    wanted = np.asarray(x, "float32") @ np.asarray(y, "float32")
    found = fjax.jit(jnp.matmul)(x, y)
    assert found.dtype == x.dtype
    np.testing.assert_array_equal(found, jnp.asarray(wanted).astype(dtype))
