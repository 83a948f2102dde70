"""fjax.scipy.linalg against scipy.linalg."""

import numpy as np
import pytest
import scipy.linalg
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax.errors import FjaxError
from fjax.scipy import linalg

DTYPES = ["float64", "complex128"]


def matrix(*shape, dtype="float64", seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def definite(n, dtype="float64"):
    x = matrix(n, n, dtype=dtype)
    return x @ x.conj().T + 2 * np.eye(n)


def assert_all_close(ours, theirs, **tolerance):
    for a, b in zip(*[(p if isinstance(p, tuple) else (p,)) for p in (ours, theirs)], strict=True):
        assert_allclose(a, b, **{"atol": 1e-10, **tolerance})


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lower", [True, False])
def test_definite_systems(dtype, lower):
    a, b = definite(4, dtype), matrix(4, 2, dtype=dtype)
    assert_all_close(linalg.cholesky(a, lower), scipy.linalg.cholesky(a, lower))
    found = linalg.cho_solve(linalg.cho_factor(a, lower), b)
    assert_allclose(found, np.linalg.solve(a, b), atol=1e-10)
    assert_allclose(
        linalg.solve(a, b[:, 0], lower=lower, assume_a="pos"), np.linalg.solve(a, b[:, 0])
    )
    half = np.tril(a) if lower else np.triu(a)
    assert_all_close(linalg.eigh(half, lower=lower, eigvals_only=True), np.linalg.eigvalsh(a))
    metric = definite(4, dtype) + np.eye(4)
    w, v = linalg.eigh(half, metric, lower=lower)
    assert_allclose(a @ v, metric @ np.asarray(v) * np.asarray(w), atol=1e-9)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("trans", [0, 1, 2, "N", "T", "C"])
def test_triangular_and_factored_systems(dtype, trans):
    a, b = matrix(4, 4, dtype=dtype), matrix(4, 2, dtype=dtype, seed=1)
    for lower in (True, False):
        assert_all_close(
            linalg.solve_triangular(a, b, trans, lower),
            scipy.linalg.solve_triangular(a, b, trans, lower),
            rtol=1e-8,
        )
    if isinstance(trans, int):
        found = linalg.lu_solve(linalg.lu_factor(a), b[:, 0], trans)
        assert_allclose(found, scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b[:, 0], trans))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (5, 3)], ids=str)
def test_factorizations(dtype, shape):
    a = matrix(*shape, dtype=dtype)
    assert_all_close(linalg.lu(a), scipy.linalg.lu(a))
    assert_all_close(linalg.lu(a, permute_l=True), scipy.linalg.lu(a, permute_l=True))
    assert_all_close(linalg.lu_factor(a), scipy.linalg.lu_factor(a))
    for mode in ("full", "economic"):
        for pivoting in (False, True):
            q, r, *p = linalg.qr(a, mode=mode, pivoting=pivoting)
            assert_allclose(np.asarray(q) @ r, a[:, p[0]] if p else a, atol=1e-10)
    for side in ("right", "left"):
        assert_all_close(linalg.polar(a, side), scipy.linalg.polar(a, side))
    for mode, shape in (("left", (min(a.shape), 2)), ("right", (2, len(a)))):
        c = matrix(*shape, dtype=dtype)
        assert_all_close(linalg.qr_multiply(a, c, mode), scipy.linalg.qr_multiply(a, c, mode))


@pytest.mark.parametrize("dtype", DTYPES)
def test_forms(dtype):
    a = matrix(4, 4, dtype=dtype)
    for output in ("real", "complex"):
        t, z = linalg.schur(a, output)
        assert_allclose(np.asarray(z) @ t @ np.asarray(z).conj().T, a, atol=1e-10)
    t, z = linalg.rsf2csf(*linalg.schur(a))
    assert_allclose(np.asarray(z) @ t @ np.asarray(z).conj().T, a, atol=1e-10)
    assert np.array_equal(np.triu(t), t)
    assert_all_close(linalg.hessenberg(a, calc_q=True), scipy.linalg.hessenberg(a, calc_q=True))


@pytest.mark.parametrize("scale", [0.0, 0.1, 1.0, 20.0])
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_exponential(scale, dtype):
    a = matrix(4, 4, dtype=dtype) * scale
    assert_allclose(linalg.expm(a), scipy.linalg.expm(a), rtol=1e-9, atol=1e-9)
    upper = np.triu(a)
    assert_allclose(linalg.expm(upper, upper_triangular=True), scipy.linalg.expm(upper), rtol=1e-9)


def test_exponentials_of_stacks_derivatives_and_what_is_too_large():
    a, e = matrix(4, 4), matrix(4, 4, seed=1)
    stack = np.stack([a, 9 * a])
    assert_allclose(linalg.expm(stack), scipy.linalg.expm(stack), rtol=1e-8)
    assert_all_close(linalg.expm_frechet(a, e), scipy.linalg.expm_frechet(a, e))
    assert_allclose(
        fjax.grad(lambda t: linalg.expm(t * a)[0, 0])(0.5),
        (a @ scipy.linalg.expm(0.5 * a))[0, 0],
        rtol=1e-9,
    )
    assert np.isnan(linalg.expm(1e6 * a, max_squarings=5)).all()
    assert_allclose(fjax.jit(linalg.expm)(a.astype(np.float32)), scipy.linalg.expm(a), rtol=1e-4)


@pytest.mark.needs("x64", reason="asks for 1e-10")
def test_functions_of_matrices():
    a, definite_one = matrix(4, 4), definite(4)
    root = np.asarray(linalg.sqrtm(a))
    assert_allclose(root @ root, a, atol=1e-10)
    assert_allclose(linalg.sqrtm(definite_one), scipy.linalg.sqrtm(definite_one), atol=1e-10)
    assert_allclose(linalg.sqrtm(np.zeros((2, 2))), np.zeros((2, 2)))
    value, error = linalg.funm(a, jnp.sin, disp=False)
    assert_allclose(value, scipy.linalg.sinm(a), atol=1e-10)
    assert 0 < error < 1e-10


@pytest.mark.parametrize("method", ["schur", "eigen"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_sylvesters_equation(method, dtype):
    a, b, c = matrix(4, 4, dtype=dtype), definite(3, dtype), matrix(4, 3, dtype=dtype)
    x = np.asarray(linalg.solve_sylvester(a, b, c, method=method))
    assert_allclose(a @ x + x @ b, c, atol=1e-10)
    assert np.isnan(linalg.solve_sylvester(np.eye(2), -np.eye(2), np.ones((2, 2)))).all()


def test_tridiagonal_eigenvalues():
    d, e = matrix(5), matrix(4, seed=1)
    w, v = linalg.eigh_tridiagonal(d, e)
    dense = np.diag(d) + np.diag(e, 1) + np.diag(e, -1)
    assert_allclose(dense @ v, np.asarray(v) * np.asarray(w), atol=1e-10)
    some = linalg.eigh_tridiagonal(d, e, eigvals_only=True, select="i", select_range=(1, 2))
    assert_allclose(some, np.asarray(w)[1:3], atol=1e-10)


@pytest.mark.parametrize(
    "name,args",
    [
        ("toeplitz", (5,)),
        ("toeplitz", (5, 3)),
        ("toeplitz", (2, 6)),
        ("hankel", (5,)),
        ("hankel", (4, 6)),
        ("circulant", (5,)),
        ("leslie", (4, 3)),
        ("companion", (5,)),
        ("fiedler", (5,)),
        ("fiedler_companion", (2,)),
        ("fiedler_companion", (3,)),
        ("fiedler_companion", (6,)),
    ],
)
def test_matrices_of_a_vectors_entries(name, args):
    vectors = [matrix(n, seed=i) for i, n in enumerate(args)]
    assert_allclose(
        getattr(linalg, name)(*vectors), getattr(scipy.linalg, name)(*vectors), atol=1e-12
    )


@pytest.mark.parametrize("mode", ["full", "valid", "same"])
@pytest.mark.parametrize("m,n", [(3, 5), (5, 3), (4, 4), (2, 5)])
def test_convolution_matrices(mode, m, n):
    a = matrix(m)
    assert_allclose(
        linalg.convolution_matrix(a, n, mode), scipy.linalg.convolution_matrix(a, n, mode)
    )


@pytest.mark.parametrize("n", [1, 2, 4])
def test_constant_matrices(n):
    for name in ("hilbert", "invhilbert", "pascal", "invpascal", "helmert", "hadamard", "dft"):
        assert_allclose(getattr(linalg, name)(n), getattr(scipy.linalg, name)(n), atol=1e-12)
    blocks = matrix(2, 3), matrix(2), 3.0
    assert_allclose(linalg.block_diag(*blocks), scipy.linalg.block_diag(*blocks))


@pytest.mark.parametrize(
    "call",
    [
        lambda: linalg.lu_solve(linalg.lu_factor(np.eye(2)), np.ones(2), 3),
        lambda: linalg.solve(np.eye(2), np.ones(2), assume_a="band"),
        lambda: linalg.qr(np.eye(2), mode="raw"),
        lambda: linalg.hadamard(3),
        lambda: linalg.solve_triangular(np.eye(2), np.ones(3)),
        lambda: linalg.pascal(3, "middle"),
        lambda: linalg.leslie(np.ones(3), np.ones(3)),
        lambda: linalg.expm(np.ones((2, 3))),
    ],
)
def test_what_does_not_fit_is_an_error_of_fjax(call):
    with pytest.raises(FjaxError):
        call()


def test_a_convolution_matrix_needs_a_vector():
    with pytest.raises(ValueError, match="must be at least 1-dimensional"):
        linalg.convolution_matrix(jnp.array(5.0), 3)


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)], ids=str)
def test_polar_factors_have_slopes_where_singular_values_coincide(shape):
    a, step = 2 * np.eye(*shape, dtype=complex), 1e-5 * matrix(*shape, dtype="complex128")
    for side in ("right", "left"):
        high, low = (scipy.linalg.polar(a + x, side) for x in (step, -step))
        _, slopes = fjax.jvp(lambda a, side=side: linalg.polar(a, side), (a,), (1e5 * step,))
        expected = tuple((p - q) * 0.5e5 for p, q in zip(high, low, strict=True))
        assert_all_close(slopes, expected, atol=1e-7)
