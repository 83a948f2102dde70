"""Products of transposed operands, vectors of integers and halves: what they become, and values."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.passes.optimize import optimize
from fjax.passes.transpose_folding import fold_operands, fold_result

CASES = [
    ("x.T @ v", lambda x, y: x.T @ y, (20, 30), (20,)),
    ("x.T @ y", lambda x, y: x.T @ y, (20, 30), (20, 5)),
    ("x.T @ y.T", lambda x, y: x.T @ y.T, (20, 30), (5, 20)),
    ("stacks", lambda x, y: jnp.swapaxes(x, 1, 2) @ y, (3, 20, 30), (3, 20, 5)),
]


def names(function, *shapes):
    args = [jnp.zeros(s, "float32") for s in shapes]
    jaxpr = optimize(fjax.make_jaxpr(function)(*args).jaxpr)
    return [e.primitive.name for e in fold_operands(jaxpr).eqns]


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


TURNED = [
    (
        "a gradient of weights",
        lambda x, y: jnp.tensordot(x, y, ((0, 1), (0, 1))).T,
        (4, 5, 6),
        (4, 5, 7),
    ),
    ("stacks", lambda x, y: jnp.swapaxes(x @ y, 1, 2), (3, 4, 5), (3, 5, 6)),
    ("many axes", lambda x, y: jnp.transpose(jnp.tensordot(x, y, 1), (2, 0, 1)), (3, 4, 5), (5, 6)),
]


@pytest.mark.parametrize(
    ("function", "left", "right"), [c[1:] for c in TURNED], ids=[c[0] for c in TURNED]
)
def test_a_transposed_product_is_that_of_exchanged_operands(function, left, right):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(left), rng.standard_normal(right)
    jaxpr = optimize(fjax.make_jaxpr(function)(x, y).jaxpr)
    assert [e.op.name for e in jaxpr.eqns][-1] == "transpose"
    (product,) = fold_result(jaxpr).eqns
    assert product.invars == jaxpr.invars[::-1]
    wanted = np.asarray(function(jnp.asarray(x), jnp.asarray(y)))
    np.testing.assert_allclose(fjax.jit(function)(x, y), wanted, rtol=1e-12)


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: ((x @ y).T, x @ y),
        lambda x, y: (x @ y).T @ (x @ y),
        lambda x, y: jnp.transpose(jnp.tensordot(x, y[None], ((1,), (1,))), (1, 0, 2)),
    ],
    ids=["also an output", "also an operand", "in another order"],
)
def test_a_product_stays_where_more_than_its_transposition_is_asked_for(function):
    x, y = np.ones((3, 4)), np.ones((4, 5))
    jaxpr = optimize(fjax.make_jaxpr(function)(x, y).jaxpr)
    names = [e.op.name for e in jaxpr.eqns]
    assert "transpose" in names
    assert [e.op.name for e in fold_result(jaxpr).eqns] == names


def test_the_operands_precisions_are_exchanged_with_them():
    def function(x):
        return jnp.matmul(x, x, precision=("highest", "default")).T

    jaxpr = optimize(fjax.make_jaxpr(function)(np.ones((3, 3))).jaxpr)
    (product,) = fold_result(jaxpr).eqns
    assert product.op.precision == jaxpr.eqns[0].op.precision[::-1]


HEADS = [
    ("scores", "bqhd,bkhd->bhqk", (2, 5, 3, 4), (2, 6, 3, 4)),
    ("weighted", "bhqk,bkhd->bhqd", (2, 3, 5, 6), (2, 6, 3, 4)),
    ("vectors", "bhq,bqhd->bhd", (2, 3, 6), (2, 6, 3, 4)),
    ("both in groups", "bqhd,bkhd->bhqk", (2, 1, 3, 4), (2, 6, 3, 4)),
]


@pytest.mark.parametrize(
    ("text", "left", "right"), [c[1:] for c in HEADS], ids=[c[0] for c in HEADS]
)
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_products_by_heads_are_launched_on_the_operands_as_they_lie(text, left, right, dtype):
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(s).astype(dtype) for s in (left, right))
    found = fjax.inspect(fjax.jit(lambda x, y: jnp.einsum(text, x, y)))(x, y)
    assert "evaluation" not in str(found.plan)
    wanted = np.einsum(text, x, y)
    np.testing.assert_allclose(
        fjax.jit(lambda x, y: jnp.einsum(text, x, y))(x, y), wanted, rtol=1e-4, atol=1e-5
    )


COPIED = [  # with how many copies
    ("batch last on the right", "bmk,nkb->bmn", (4, 9, 5), (8, 5, 4), 1),
    ("batch last on the left", "kmb,bkn->bmn", (5, 9, 4), (4, 5, 8), 1),
    ("batch last", "mkb,nkb->bmn", (9, 5, 4), (8, 5, 4), 2),
    ("batch between", "mbk,knb->bmn", (9, 4, 5), (5, 8, 4), 1),
]


@pytest.mark.parametrize(
    ("text", "left", "right", "copies"), [c[1:] for c in COPIED], ids=[c[0] for c in COPIED]
)
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_an_operand_that_blas_cannot_read_is_copied_by_a_kernel(text, left, right, copies, dtype):
    """Its batch axis lies nearest in memory: NumPy computed such products, from Python."""
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(s).astype(dtype) for s in (left, right))

    def product(x, y):
        return jnp.einsum(text, x, y)

    found = fjax.inspect(product)(x, y)
    assert found.plan.whole is not None and found.n_kernels == copies
    np.testing.assert_allclose(fjax.jit(product)(x, y), np.einsum(text, x, y), rtol=1e-4, atol=1e-5)


def test_a_product_is_turned_beside_an_effect_that_gives_nothing():
    seen = []

    @fjax.jit
    def step(x):
        fjax.debug.callback(seen.append, x[0, 0])
        return (x.T @ x).T + 1

    x = jnp.arange(6.0).reshape(3, 2)
    np.testing.assert_array_equal(step(x), (x.T @ x).T + 1)
    assert [float(v) for v in seen] == [0.0]
