"""fjax.numpy.linalg against numpy.linalg."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxError

DTYPES = ["float64", "complex128"]
SHAPES = [(4, 4), (3, 5), (5, 3), (2, 4, 4)]


def matrix(*shape, dtype="float64", seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def definite(*shape, dtype="float64"):
    x = matrix(*shape, dtype=dtype)
    return x @ adjoint(x) + 2 * np.eye(shape[-1])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("mode", ["reduced", "complete", "r", "raw"])
def test_qr(shape, dtype, mode):
    x = matrix(*shape, dtype=dtype)
    ours, theirs = jnp.linalg.qr(x, mode), np.linalg.qr(x, mode)
    for a, b in zip(*[(p if isinstance(p, tuple) else (p,)) for p in (ours, theirs)], strict=True):
        assert_allclose(a, b, atol=1e-12)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_svd_gives_the_matrix_back(shape, dtype):
    x = matrix(*shape, dtype=dtype)
    u, s, vh = jnp.linalg.svd(x, full_matrices=False)
    assert_allclose((np.asarray(u) * np.asarray(s)[..., None, :]) @ vh, x, atol=1e-12)
    assert_allclose(jnp.linalg.svdvals(x), np.linalg.svd(x, compute_uv=False))
    assert jnp.linalg.svd(x)[0].shape == (*shape[:-1], shape[-2])


@pytest.mark.parametrize("dtype", DTYPES)
def test_hermitian_matrices(dtype):
    x = definite(2, 4, 4, dtype=dtype)
    w, v = jnp.linalg.eigh(x)
    assert_allclose(x @ v, np.asarray(v) * np.asarray(w)[..., None, :], atol=1e-10)
    assert_allclose(jnp.linalg.eigvalsh(x, UPLO="U"), np.linalg.eigvalsh(x), rtol=1e-10)
    assert_allclose(jnp.linalg.cholesky(x), np.linalg.cholesky(x), atol=1e-10)
    upper = np.asarray(jnp.linalg.cholesky(x, upper=True))
    assert_allclose(adjoint(upper) @ upper, x, atol=1e-10)
    u, s, vh = jnp.linalg.svd(x - 4 * np.eye(4), hermitian=True)
    assert_allclose(
        (np.asarray(u) * np.asarray(s)[..., None, :]) @ vh, x - 4 * np.eye(4), atol=1e-10
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_general_eigenvalues(dtype):
    x = matrix(3, 4, 4, dtype=dtype)
    w, v = jnp.linalg.eig(x)
    assert_allclose(x @ v, np.asarray(v) * np.asarray(w)[..., None, :], atol=1e-10)
    assert_allclose(jnp.linalg.eigvals(x), np.linalg.eigvals(x), atol=1e-10)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 6])
def test_determinants_inverses_and_solutions(n, dtype):
    x, b = matrix(2, n, n, dtype=dtype), matrix(2, n, 3, dtype=dtype, seed=1)
    assert_allclose(jnp.linalg.det(x), np.linalg.det(x), rtol=1e-10)
    for ours, theirs in zip(jnp.linalg.slogdet(x), np.linalg.slogdet(x), strict=True):
        assert_allclose(ours, theirs, rtol=1e-10)
    assert_allclose(jnp.linalg.inv(x), np.linalg.inv(x), rtol=1e-8, atol=1e-10)
    assert_allclose(jnp.linalg.solve(x, b), np.linalg.solve(x, b), rtol=1e-8, atol=1e-10)
    assert_allclose(jnp.linalg.solve(x, b[0, :, 0]), np.linalg.solve(x, b[0, :, 0]), rtol=1e-8)
    assert_allclose(jnp.linalg.solve(x[0], b), np.linalg.solve(x[0], b), rtol=1e-8)


def test_the_gradient_of_solve_uses_the_matrix_once():
    a, b = definite(4, 4), matrix(4)

    def loss(a):
        return jnp.sum(jnp.linalg.solve(a, b) ** 2)

    x = np.linalg.solve(a, b)
    assert_allclose(fjax.grad(loss)(a), -np.outer(np.linalg.solve(a.T, 2 * x), x), rtol=1e-10)
    names = [e.primitive.name for e in fjax.make_jaxpr(fjax.grad(loss))(a).eqns]
    assert names.count("lu") == 1


def test_many_right_hand_sides_of_one_matrix_are_one_solve():
    a, b = definite(4, 4), matrix(5, 4)
    jaxpr = fjax.make_jaxpr(fjax.vmap(jnp.linalg.solve, (None, 0)))(a, b)
    shapes = [e.outvars[0].aval.shape for e in jaxpr.eqns if e.primitive.name == "factored_solve"]
    assert shapes == [(4, 5)]


def test_least_squares_with_orthonormal_columns_have_the_slopes_of_the_normal_equations():
    a, b = np.eye(4)[:, :2], np.arange(1.0, 5)
    direction = np.cos(np.arange(8.0)).reshape(4, 2)

    def turned(solution):
        total = fjax.grad(lambda a: jnp.sum(jnp.sin(solution(a))))
        return fjax.jvp(total, (a,), (direction,))

    slopes = turned(lambda a: jnp.linalg.lstsq(a, b)[0])
    expected = turned(lambda a: jnp.linalg.solve(a.T @ a, a.T @ b))
    assert_allclose(slopes, expected, atol=1e-12)


@pytest.mark.parametrize(
    "x",
    [
        np.ones((3, 3)),
        np.diag([1.0, 2, 3, 0]),
        np.diag([1.0, 2, 0, 0]),
        np.triu(np.ones((4, 4)), 1) + np.diag([1.0, 2, 3, 0]),
        np.diag([0.0, 1, 2, 3]),
        np.diag([0.0, 1, 2, 3])[[1, 0, 3, 2]],
    ],
    ids=["ones", "rank 3", "rank 2", "triangular", "first column", "exchanged"],
)
def test_the_gradient_of_a_determinant_is_the_adjugate_of_singular_matrices_too(x):
    gradient = fjax.grad(jnp.linalg.det)(x)
    n = len(x)
    cofactors = [
        [(-1) ** (i + j) * np.linalg.det(np.delete(np.delete(x, i, 0), j, 1)) for j in range(n)]
        for i in range(n)
    ]
    assert_allclose(gradient, cofactors, atol=1e-12)
    rows = fjax.vmap(fjax.grad(jnp.linalg.det))(np.stack([x, np.eye(n)]))
    assert_allclose(rows, [gradient, np.eye(n)], atol=1e-12)


@pytest.mark.parametrize("n", [2, 3])
def test_slogdet_of_a_singular_matrix(n):
    for x in (np.diag([2.0, 0.0, 1.0][:n]), np.zeros((n, n)), np.ones((n, n))):
        sign, logarithm = jnp.linalg.slogdet(x)
        assert sign == 0 and logarithm == -np.inf


@pytest.mark.needs("x64", reason="float64 holds the scales")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("scale", [1e-180, 1.0, 1e180])
def test_logarithms_of_determinants_beyond_the_dtype_and_their_derivatives(scale, dtype):
    x = scale * matrix(3, 2, 2, dtype=dtype)
    for ours, theirs in zip(jnp.linalg.slogdet(x), np.linalg.slogdet(x), strict=True):
        assert_allclose(ours, theirs, rtol=1e-12)
    gradient = fjax.grad(lambda x: jnp.sum(jnp.linalg.slogdet(x)[1]))(x)
    assert_allclose(gradient, np.swapaxes(np.linalg.inv(x), 1, 2), rtol=1e-10)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("order", [None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf])
def test_matrix_norms(shape, order):
    x = matrix(*shape)
    for options in ({"axis": (-2, -1)}, {"axis": (-1, -2), "keepdims": True}):
        assert_allclose(jnp.linalg.norm(x, order, **options), np.linalg.norm(x, order, **options))


@pytest.mark.parametrize("order", [None, 0, 1, -1, 2, 3, 0.5, np.inf, -np.inf])
def test_vector_norms(order):
    x = matrix(3, 4, dtype="complex128")
    assert_allclose(jnp.linalg.norm(x, order, axis=0), np.linalg.norm(x, order, axis=0))
    if order is not None:
        assert_allclose(jnp.linalg.vector_norm(x, ord=order), np.linalg.vector_norm(x, ord=order))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_singular_values_say(shape):
    x = matrix(*shape)
    assert_allclose(jnp.linalg.pinv(x), np.linalg.pinv(x), atol=1e-10)
    assert_allclose(jnp.linalg.pinv(x, rtol=0.5), np.linalg.pinv(x, rtol=0.5), atol=1e-10)
    assert np.array_equal(jnp.linalg.matrix_rank(x), np.linalg.matrix_rank(x))
    assert_allclose(jnp.linalg.cond(x), np.linalg.cond(x))
    for p in (1, -2, "fro"):
        if p == -2 or shape[-1] == shape[-2]:
            assert_allclose(jnp.linalg.cond(x, p), np.linalg.cond(x, p))


def test_the_pseudo_inverse_of_equal_singular_values_has_a_gradient():
    gradient = fjax.grad(lambda x: jnp.sum(jnp.linalg.pinv(x)))(2 * np.eye(3))
    assert_allclose(gradient, np.full((3, 3), -0.25), atol=1e-12)


@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (5, 3)], ids=str)
@pytest.mark.parametrize("columns", [(), (2,)], ids=["vector", "matrix"])
def test_least_squares(shape, columns):
    a, b = matrix(*shape), matrix(shape[0], *columns, seed=1)
    ours = jnp.linalg.lstsq(a, b, numpy_resid=True)
    for x, y in zip(ours, np.linalg.lstsq(a, b), strict=True):
        assert_allclose(np.asarray(x).ravel(), np.asarray(y).ravel(), atol=1e-10)


def test_other_functions_agree():
    x, t = matrix(3, 3), matrix(2, 3, 6)
    for n in (-2, 0, 1, 3, 6):
        assert_allclose(jnp.linalg.matrix_power(x, n), np.linalg.matrix_power(x, n), atol=1e-8)
    assert_allclose(jnp.linalg.tensorinv(t), np.linalg.tensorinv(t), atol=1e-8)
    assert_allclose(jnp.linalg.tensorsolve(t, x[:2]), np.linalg.tensorsolve(t, x[:2]), atol=1e-8)
    chain = [matrix(2, 9), matrix(9, 3), matrix(3, 8), matrix(8)]
    assert_allclose(jnp.linalg.multi_dot(chain), np.linalg.multi_dot(chain), atol=1e-10)
    for name in ("diagonal", "trace", "matrix_transpose"):
        assert_allclose(getattr(jnp.linalg, name)(t), getattr(np.linalg, name)(t))
    for name in ("outer", "cross", "vecdot", "matmul"):
        pair = (x[0], x[1])
        assert_allclose(getattr(jnp.linalg, name)(*pair), getattr(np.linalg, name)(*pair))


def test_a_matrix_that_lapack_refuses_gives_nan_and_leaves_the_others():
    good, bad = np.eye(2), np.array([[1.0, 2.0], [2.0, 1.0]])
    out = jnp.linalg.cholesky(np.stack([bad, good]))
    assert np.isnan(out[0]).any() and np.array_equal(out[1], good)
    for call in (jnp.linalg.eigvalsh, jnp.linalg.svdvals, jnp.linalg.eigvals):
        assert np.isnan(call(np.full((2, 2), np.nan))).all()


def test_dead_vectors_are_not_computed_under_jit():
    jaxpr = fjax.make_jaxpr(lambda x: jnp.linalg.svd(x)[1])(np.ones((3, 3)))
    assert_allclose(
        fjax.jit(lambda x: jnp.linalg.eigh(x)[0])(definite(3, 3)),
        np.linalg.eigvalsh(definite(3, 3)),
    )
    assert jaxpr.eqns[0].op.drop_unused([True, False, False])[0].compute_uv is False


@pytest.mark.parametrize(
    "call",
    [
        lambda: jnp.linalg.solve(np.ones((2, 3)), np.ones(2)),
        lambda: jnp.linalg.solve(np.eye(2), np.ones(3)),
        lambda: jnp.linalg.inv(np.ones(3)),
        lambda: jnp.linalg.norm(np.ones((2, 2, 2)), 2),
        lambda: jnp.linalg.norm(np.ones((2, 2)), "foo"),
        lambda: jnp.linalg.qr(np.eye(2), "foo"),
        lambda: jnp.linalg.cholesky(np.ones((2, 2), np.float16)),
        lambda: jnp.linalg.eigh(np.eye(2), UPLO="X"),
        lambda: jnp.linalg.multi_dot([]),
        lambda: fjax.grad(lambda x: jnp.linalg.eig(x)[1].real.sum())(np.eye(2)),
        lambda: fjax.grad(lambda x: jnp.linalg.svd(x)[0].sum())(np.ones((2, 3))),
        lambda: fjax.grad(lambda x: lax.linalg.schur(x)[0].sum())(np.eye(2)),
    ],
)
def test_what_does_not_fit_is_an_error_of_fjax(call):
    with pytest.raises(FjaxError):
        call()


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_sign_of_an_infinite_determinant_is_numpys(n):
    a = np.eye(n)
    a[n - 1, n - 1] = -np.inf
    found, wanted = jnp.linalg.slogdet(a), np.linalg.slogdet(a)
    assert (found.sign, found.logabsdet) == (wanted.sign, wanted.logabsdet) == (-1, np.inf)
