"""Rows of the special functions that only libraries compute."""

import mpmath
import numpy as np
import scipy.special

from fjax.primitives import library_functions as functions
from tests.samples import Sample, complexes, normal, positive, uniform

A = positive(3, 2)
INSIDE = uniform(3, 2, low=0.1, high=0.6)


def row(op, oracle, *args, **options):
    """A row with the tolerance of these functions."""
    return Sample(op, list(args), oracle, rtol=512, atol=64, **options)


def by_mpmath(function):
    """A scalar function of mpmath as one of arrays."""
    return np.vectorize(lambda *args: float(function(*args)))


def derivative(function, position):
    """The derivative of a function of mpmath in one of its arguments."""

    def at(*args):
        def along(value):
            return function(*args[:position], value, *args[position + 1 :])

        return mpmath.diff(along, args[position])

    return at


SAMPLES = [
    row(functions.expi, scipy.special.expi, A),
    row(functions.exp1, scipy.special.exp1, A),
    row(functions.spence, scipy.special.spence, A, order=1),
    row(functions.ndtri, scipy.special.ndtri, INSIDE),
    row(functions.erfcx, scipy.special.erfcx, normal(3, 2)),
    row(functions.dawsn, scipy.special.dawsn, normal(3, 2)),
    row(functions.wofz, scipy.special.wofz, complexes(3, 2)),
    row(functions.owens_t, scipy.special.owens_t, A, A),
    row(functions.fresnel_sine, lambda x: scipy.special.fresnel(x)[0], A),
    row(functions.fresnel_cosine, lambda x: scipy.special.fresnel(x)[1], A),
    row(functions.sine_integral, lambda x: scipy.special.sici(x)[0], A),
    row(functions.cosine_integral, lambda x: scipy.special.sici(x)[1], A),
    row(functions.complex_loggamma, scipy.special.loggamma, complexes(3, 2), order=1),
    row(functions.complex_gamma, scipy.special.gamma, complexes(3, 2), order=1),
    row(functions.complex_digamma, scipy.special.psi, complexes(3, 2), order=0),
    row(
        functions.expn,
        scipy.special.expn,
        lambda rng: rng.integers(1, 4, (3, 2)) * 1.0,
        A,
        differentiate=(1,),
        order=1,
    ),
    row(functions.BesselJ(1), lambda x: scipy.special.jv(1, x), A),
    row(functions.hyp1f1, scipy.special.hyp1f1, A, A, A, differentiate=(2,)),
    row(functions.hyp2f1, scipy.special.hyp2f1, A, A, A, INSIDE, differentiate=(3,)),
    row(
        functions.zeta_by_exponent,
        by_mpmath(lambda x, q: mpmath.zeta(x, q, 1)),
        uniform(3, 2, low=1.5, high=6),
        A,
        order=0,
    ),
    *[
        row(
            functions.Hyp1f1Partial(k),
            by_mpmath(derivative(mpmath.hyp1f1, k)),
            A,
            A,
            A,
            order=0,
            name=f"hyp1f1_partial-{k}",
        )
        for k in range(2)
    ],
    *[
        row(
            functions.Hyp2f1Partial(k),
            by_mpmath(derivative(mpmath.hyp2f1, k)),
            A,
            A,
            A,
            INSIDE,
            order=0,
            name=f"hyp2f1_partial-{k}",
        )
        for k in range(3)
    ],
]
