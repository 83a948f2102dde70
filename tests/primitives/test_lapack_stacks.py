"""Stacks of matrices, factored and solved in one call, against a matrix at a time."""

import itertools

import numpy as np
import pytest
import scipy.linalg

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.primitives import lapack

DTYPES = ["float32", "float64", "complex64", "complex128"]


def stack(rng, shape, dtype):
    values = rng.standard_normal(shape)
    if dtype.startswith("complex"):
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def one_by_one(function, *arrays):
    results = [function(*[a[i] for a in arrays]) for i in range(len(arrays[0]))]
    return [np.stack(parts) for parts in zip(*results, strict=True)]


def close(found, wanted, dtype):
    tolerance = 5e-4 if dtype in ("float32", "complex64") else 1e-10
    for a, b in zip(found, wanted, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(50, 4, 4), (50, 5, 3), (50, 3, 5)])
def test_factors(shape, dtype):
    x = stack(np.random.default_rng(0), shape, dtype)
    close(lapack.lu(x), one_by_one(lapack.lu, x), dtype)


def test_factors_of_singular_matrices_have_zeros():
    x = np.ones((50, 3, 3))
    x[::2] = 0
    close(lapack.lu(x), one_by_one(lapack.lu, x), "float64")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("n", [4, 9])
def test_solutions_from_factors(dtype, trans, n):
    rng = np.random.default_rng(1)
    x = stack(rng, (50, n, n), dtype) + 4 * np.eye(n, dtype=dtype)
    factors, pivots, _ = lapack.lu(x)
    b = stack(rng, (50, n, 2), dtype)
    (found,) = lapack.lu_solve(x, factors, pivots, b, trans)
    turned = [x, np.swapaxes(x, 1, 2), np.swapaxes(x, 1, 2).conj()][trans]
    close([turned @ found], [b], dtype)


def test_a_singular_matrix_of_a_stack_is_not_finite_alone():
    x = np.stack([np.eye(3), np.zeros((3, 3)), 2 * np.eye(3)])
    factors, pivots, _ = lapack.lu(x)
    (found,) = lapack.lu_solve(x, factors, pivots, np.ones((3, 3, 1)), 0)
    np.testing.assert_array_equal(found[[0, 2]], [np.ones((3, 1)), np.full((3, 1), 0.5)])
    assert not np.isfinite(found[1]).any()


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("flags", list(itertools.product((False, True), repeat=5)))
def test_triangular_solutions(dtype, flags):
    rng = np.random.default_rng(2)
    a = stack(rng, (50, 4, 4), dtype) + 4 * np.eye(4, dtype=dtype)
    b = stack(rng, (50, 4, 2) if flags[0] else (50, 2, 4), dtype)

    def single(t, c):
        return lapack.triangular_solve(t, c, *flags)

    close(single(a, b), one_by_one(single, a, b), dtype)


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("shape", [(64, 64), (80, 60), (2, 60, 80)])
def test_large_matrices_of_single_precision_factor_as_numpy_does(shape, dtype):
    x = stack(np.random.default_rng(3), shape, dtype)
    assert lapack.suits_scipy(x)
    for full in (False, True):
        close(lapack.qr(x, full), np.linalg.qr(x, "complete" if full else "reduced"), dtype)
        values, u, vh = lapack.svd(x, full)
        assert (u.shape, vh.shape) == tuple(np.linalg.svd(x, full)[i].shape for i in (0, 2))
        k = values.shape[-1]
        close([u[..., :k] * values[..., None, :] @ vh[..., :k, :]], [x], dtype)
    close(lapack.singular_values(x), [np.linalg.svd(x, compute_uv=False)], dtype)


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
@pytest.mark.parametrize("lower", [False, True])
def test_large_hermitian_matrices_are_read_in_one_triangle(dtype, lower):
    x = stack(np.random.default_rng(4), (2, 64, 64), dtype)
    x = x @ np.conj(np.swapaxes(x, 1, 2)) / 64 + np.eye(64, dtype=dtype)
    half = np.tril(x) if lower else np.triu(x)
    vectors, values = lapack.eigh(half, lower)
    close([vectors * values[:, None, :] @ np.conj(np.swapaxes(vectors, 1, 2))], [x], dtype)
    close(lapack.eigvalsh(half, lower), [values], dtype)
    close(lapack.cholesky(np.tril(x)), [np.linalg.cholesky(x)], dtype)


def test_a_large_matrix_that_cannot_be_factored_is_nan_alone():
    x = np.stack([np.eye(64, dtype="float32"), -np.eye(64, dtype="float32")])
    (found,) = lapack.cholesky(x)
    np.testing.assert_array_equal(found[0], x[0])
    np.testing.assert_array_equal(found[1], np.tril(np.full((64, 64), np.nan)))
    x[1] = np.nan
    values, u, _ = lapack.svd(x, True)
    assert np.isfinite(values[0]).all() and np.isfinite(u[0]).all()
    assert np.isnan(values[1]).all() and np.isnan(u[1]).all()


ITERATED = {
    "eigh": jnp.linalg.eigh,
    "eigvalsh": jnp.linalg.eigvalsh,
    "svd": jnp.linalg.svd,
    "svdvals": jnp.linalg.svdvals,
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("n", [3, 31, 64])
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("name", list(ITERATED))
def test_eigenvalues_and_singular_values_of_a_matrix_that_is_not_finite_are_nan(
    name, dtype, n, bad
):
    """Also where only part of the results is asked for, which another driver of LAPACK computes."""
    a = np.random.default_rng(n).standard_normal((2, n, n)).astype(dtype)
    a = a + np.swapaxes(a, 1, 2).conj()
    a[0, n // 2, n // 2] = bad
    a = jnp.asarray(a)
    everything = fjax.tree.leaves(ITERATED[name](a))
    parts = [
        fjax.jit(lambda a, k=k: fjax.tree.leaves(ITERATED[name](a))[k])(a)
        for k in range(len(everything))
    ]
    for results in (everything, parts):
        for r in results:
            assert np.isnan(r[0]).all() and np.isfinite(r[1]).all()


@pytest.mark.parametrize("lower", [True, False])
def test_eigh_does_not_look_at_the_triangle_that_it_does_not_read(lower):
    a = np.random.default_rng(0).standard_normal((9, 9))
    a = a + a.T
    other = np.tril(np.ones((9, 9), bool), -1)
    other = other.T if lower else other
    given = jnp.asarray(np.where(other, np.nan, a))
    _, values = lax.linalg.eigh(given, lower=lower, symmetrize_input=False)[:2]
    np.testing.assert_allclose(values, np.linalg.eigvalsh(a), rtol=1e-12)


@pytest.mark.parametrize("n", [2, 5, 30, 60])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_vectors_have_lapacks_signs(dtype, n):
    """LAPACK's own, of the lower triangle: a seed gives the same run as in JAX and in SciPy."""
    rng = np.random.default_rng(n)
    a = (rng.standard_normal((n, n)) + 1j * rng.standard_normal((n, n))).astype(dtype)
    hermitian = a + a.conj().T
    heevd, gesdd = scipy.linalg.get_lapack_funcs(("heevd", "gesdd"), (a,))
    _, vectors, _ = heevd(hermitian, lower=1)
    _assert_same_columns(jnp.linalg.eigh(hermitian)[1], vectors)
    _assert_same_columns(fjax.vmap(jnp.linalg.eigh)(hermitian[None])[1][0], vectors)
    _assert_same_columns(jnp.linalg.svd(a)[0], gesdd(a)[0])
    values, vectors = scipy.linalg.eig(a)
    _assert_same_columns(jnp.linalg.eig(a)[1], vectors)
    np.testing.assert_allclose(jnp.linalg.eig(a)[0], values, rtol=1e-3, atol=1e-3)


def _assert_same_columns(got, wanted):
    np.testing.assert_allclose(np.sum(np.conj(got) * wanted, 0), 1, atol=1e-2)
