"""Solvers of sparse matrices against the dense ones."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.experimental.sparse import BCOO, BCSR
from fjax.experimental.sparse.linalg import lobpcg_standard, spsolve

RNG = np.random.default_rng(2)


def symmetric(n, dtype=float):
    x = RNG.standard_normal((n, n)).astype(dtype)
    x = x + 1j * RNG.standard_normal((n, n)) if np.dtype(dtype).kind == "c" else x
    x = np.where(RNG.random((n, n)) < 0.3, x, 0).astype(dtype)
    return x + x.conj().T


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    "form, dtype",
    [
        (np.asarray, np.float64),
        (np.asarray, np.complex128),
        (BCOO.fromdense, np.float64),
        (BCSR.fromdense, np.float64),
    ],
)
def test_the_largest_eigenvalues_are_those_of_eigh(form, dtype):
    dense = symmetric(40, dtype)
    X = RNG.standard_normal((40, 3)).astype(dtype)
    theta, U, i = lobpcg_standard(form(dense), X, m=200)
    values = np.linalg.eigvalsh(dense)[::-1][:3]
    np.testing.assert_allclose(theta, values, rtol=1e-8)
    np.testing.assert_allclose(dense @ np.asarray(U), np.asarray(U) * values, atol=1e-6)
    np.testing.assert_allclose(np.asarray(U).conj().T @ np.asarray(U), np.eye(3), atol=1e-10)
    assert 0 < i < 200


def test_the_matrix_may_be_a_function_and_zero_tolerance_uses_all_steps():
    weights = jnp.arange(1.0, 31.0)
    X = RNG.standard_normal((30, 2))
    theta, _, i = lobpcg_standard(lambda x: weights[:, None] * x, X, 60, tol=0.0)
    np.testing.assert_allclose(theta, [30.0, 29.0], rtol=1e-6)
    assert i == 60


def test_searches_that_do_not_fit_are_refused():
    A, X = symmetric(20), RNG.standard_normal((20, 2))
    for matrix, start, message in (
        (A, X[:, :0], "search dim > 0"),
        (A[:10], X, r"A must be \(20, 20\)"),
        (A[:10, :10], X[:10], r"search dim \* 5 < matrix dim"),
        (lambda x: x.astype(np.float32), X, "A, X must have same dtypes"),
        (lambda x: x[:5], X, r"A must be \(20, 20\)"),
        (A, X[0], "must have shape"),
    ):
        with pytest.raises(ValueError, match=message):
            lobpcg_standard(matrix, start)


def test_sparse_systems_are_solved_and_differentiated():
    dense = symmetric(12) + 12 * np.eye(12)
    mat, b = BCSR.fromdense(dense), RNG.standard_normal(12)

    def solved(data, b):
        return spsolve(data, mat.indices, mat.indptr, b)

    np.testing.assert_allclose(solved(mat.data, b), np.linalg.solve(dense, b), rtol=1e-10)
    np.testing.assert_allclose(fjax.jit(solved)(mat.data, b), np.linalg.solve(dense, b), rtol=1e-10)
    fjax.test_util.check_grads(solved, (mat.data, b), 2)
    at = tuple(np.asarray(mat.to_bcoo().indices).T)
    found = fjax.grad(lambda d: jnp.sum(solved(d, b) ** 2))(mat.data)
    full = fjax.grad(lambda A: jnp.sum(jnp.linalg.solve(A, b) ** 2))(jnp.asarray(dense))
    np.testing.assert_allclose(found, np.asarray(full)[at], rtol=1e-8)
    many = RNG.standard_normal((3, 12))
    found = fjax.vmap(solved, (None, 0))(mat.data, many)
    np.testing.assert_allclose(found, np.linalg.solve(dense, many.T).T, rtol=1e-10)
