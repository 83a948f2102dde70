"""Derivatives of the incomplete gamma function in its parameter, beside numbers of many digits."""

import mpmath
import numpy as np

from fjax import lax

A = np.array([0.02, 0.3, 0.55, 1.7, 3.4, 3.4, 4.6, 12.0, 122.0, 74.0])
X = np.array([1.2, 0.1, 2.6, 3.2, 4.5, 2.0, 8.1, 20.0, 146.0, 70.0])


def known(a, x):
    """dP(a, x)/da, by differences of forty digits."""
    with mpmath.workdps(40):
        lower = lambda s: mpmath.gammainc(s, 0, x, regularized=True)
        return float(mpmath.diff(lower, a, h=mpmath.mpf(10) ** -12))


def test_slopes_have_thirteen_digits():
    """They lost two to rounding once, in terms that changed nothing else."""
    expected = [known(a, x) for a, x in zip(A, X, strict=True)]
    np.testing.assert_allclose(lax.igamma_grad_a(A, X), expected, rtol=1e-13)


def test_an_element_has_its_own_bits_whatever_stands_beside_it():
    alone = [float(lax.igamma_grad_a(a, x)) for a, x in zip(A, X, strict=True)]
    np.testing.assert_array_equal(lax.igamma_grad_a(A, X), alone)
