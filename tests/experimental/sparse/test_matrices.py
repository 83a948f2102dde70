"""CSR, CSC and COO matrices, and SciPy's, to and from."""

import numpy as np
import pytest
import scipy.sparse

import fjax
import fjax.numpy as jnp
from fjax.experimental import sparse

RNG = np.random.default_rng(4)
DENSE = np.where(RNG.random((6, 5)) < 0.4, RNG.standard_normal((6, 5)), 0)
DENSE[2] = 0  # an empty row
FORMATS = {"csr": sparse.CSR, "csc": sparse.CSC, "coo": sparse.COO, "bcoo": sparse.BCOO}
formats = pytest.mark.parametrize("name", FORMATS)


@formats
def test_matrices_come_from_scipy_and_go_back(name):
    for kind in ("csr", "csc", "coo", "lil"):
        given = scipy.sparse.coo_array(DENSE).asformat(kind)
        mat = FORMATS[name].from_scipy_sparse(given)
        np.testing.assert_array_equal(mat.todense(), DENSE)
        np.testing.assert_array_equal(mat.to_scipy_sparse().toarray(), DENSE)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["csr", "csc"])
def test_the_parts_are_scipys(name):
    mat = FORMATS[name].fromdense(DENSE)
    expected = scipy.sparse.coo_array(DENSE).asformat(name)
    for part in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(mat, part), getattr(expected, part))
    np.testing.assert_array_equal(
        fjax.jit(lambda x: FORMATS[name].fromdense(x, nse=40))(DENSE).todense(), DENSE
    )


@formats
def test_products_sums_and_transposes(name):
    mat = FORMATS[name].fromdense(DENSE)
    x, X, left = RNG.standard_normal(5), RNG.standard_normal((5, 3)), RNG.standard_normal((2, 6))
    for found, expected in (
        (mat @ x, DENSE @ x),
        (mat @ X, DENSE @ X),
        (left @ mat, left @ DENSE),
        (mat.T @ left.T, DENSE.T @ left.T),
        ((mat @ mat.T).todense(), DENSE @ DENSE.T),
        ((2 * mat).todense(), 2 * DENSE),
        ((mat + mat).todense(), 2 * DENSE),
        ((mat * x).todense(), DENSE * x),
        (mat + x, DENSE + x),
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    np.testing.assert_array_equal(mat.T.T.todense(), DENSE)


@pytest.mark.one_in(8)
@formats
def test_matrices_go_through_jit_and_grad(name):
    mat = FORMATS[name].fromdense(DENSE)
    x = RNG.standard_normal(5)
    loss = fjax.jit(lambda m, x: jnp.sum((m @ x) ** 2))
    np.testing.assert_allclose(fjax.grad(loss, argnums=1)(mat, x), 2 * DENSE.T @ DENSE @ x)
    found = sparse.grad(loss)(mat, x).todense()
    np.testing.assert_allclose(found, np.where(DENSE != 0, np.outer(2 * DENSE @ x, x), 0))


@formats
def test_unit_and_empty_matrices(name):
    for n, m, k in ((3, 3, 0), (3, 5, 1), (5, 3, -2), (2, 2, 4)):
        np.testing.assert_array_equal(
            sparse.eye(n, m, k, sparse_format=name).todense(), np.eye(n, m, k)
        )
    nothing = sparse.empty((3, 4), np.float32, sparse_format=name)
    assert (nothing.nse, nothing.dtype) == (0, np.float32)
    np.testing.assert_array_equal(nothing.todense(), np.zeros((3, 4)))
    np.testing.assert_array_equal(nothing @ jnp.ones(4), np.zeros(3))


def test_functions_have_jaxs_names():
    x = RNG.standard_normal(5)
    csr, coo = sparse.csr_fromdense(DENSE), sparse.coo_fromdense(DENSE)
    for found in (
        sparse.csr_matvec(csr, x),
        sparse.coo_matvec(coo, x),
        sparse.csr_matmat(csr, x[:, None])[:, 0],
        sparse.coo_matmat(coo, x[:, None])[:, 0],
    ):
        np.testing.assert_allclose(found, DENSE @ x)
    y = RNG.standard_normal(6)
    for found in (
        sparse.csr_matvec(csr, y, transpose=True),
        sparse.coo_matvec(coo, y, transpose=True),
    ):
        np.testing.assert_allclose(found, DENSE.T @ y)
    for mat in (sparse.csr_todense(csr), sparse.coo_todense(coo), sparse.todense(DENSE)):
        np.testing.assert_array_equal(mat, DENSE)


def test_spsolve_solves_and_differentiates():
    A = DENSE[:5] + 4 * np.eye(5)
    mat, b = sparse.CSR.fromdense(A), RNG.standard_normal(5)

    def solve(data, b):
        return sparse.linalg.spsolve(data, mat.indices, mat.indptr, b)

    np.testing.assert_allclose(fjax.jit(solve)(mat.data, b), np.linalg.solve(A, b), rtol=1e-10)
    at = np.nonzero(A)

    def dense_solve(data, b):
        return jnp.linalg.solve(jnp.zeros((5, 5)).at[at].set(data), b)

    weights = RNG.standard_normal(5)
    for k in (0, 1):
        found, expected = (
            fjax.grad(lambda d, b, f=f: weights @ f(d, b), argnums=k)(mat.data, b)
            for f in (solve, dense_solve)
        )
        np.testing.assert_allclose(found, expected, rtol=1e-9)
