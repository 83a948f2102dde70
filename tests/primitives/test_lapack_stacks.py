"""Stacks of matrices, factored and solved in one call, against a matrix at a time."""
import itertools

import numpy as np
import pytest

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
def test_solutions_from_factors(dtype, trans):
    rng = np.random.default_rng(1)
    x = stack(rng, (50, 4, 4), dtype) + 4 * np.eye(4, dtype=dtype)
    factors, pivots, _ = lapack.lu(x)
    b = stack(rng, (50, 4, 2), dtype)
    (found,) = lapack.lu_solve(factors, pivots, b, trans)
    turned = [x, np.swapaxes(x, 1, 2), np.swapaxes(x, 1, 2).conj()][trans]
    close([turned @ found], [b], dtype)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("flags", list(itertools.product((False, True), repeat=5)))
def test_triangular_solutions(dtype, flags):
    rng = np.random.default_rng(2)
    a = stack(rng, (50, 4, 4), dtype) + 4 * np.eye(4, dtype=dtype)
    b = stack(rng, (50, 4, 2) if flags[0] else (50, 2, 4), dtype)

    def single(t, c):
        return lapack.triangular_solve(t, c, *flags)
    close(single(a, b), one_by_one(single, a, b), dtype)
