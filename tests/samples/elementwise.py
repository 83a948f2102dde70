"""Rows of the elementwise primitives that compute numbers."""

import numpy as np
import scipy.special

from fjax.core import dtypes
from fjax.primitives import (
    arithmetic,
    complex_parts,
    exponential,
    powers,
    rounding,
    special,
    trigonometric,
)
from tests.samples import FLOATS, Sample, complexes, integers, nonzero, normal, positive, uniform

SHAPE = (3, 4)
INTEGER_DTYPES = (np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64)


def floats(op, oracle, *args, **options):
    """A row over all float dtypes."""
    return Sample(op, list(args), oracle, precisions=FLOATS, **options)


def over_integers(op, oracle, count, **options):
    """Rows for a few integer dtypes."""
    return [
        Sample(
            op,
            [integers(*SHAPE, dtype=d, **options) for _ in range(count)],
            oracle,
            name=f"{op.name}-{np.dtype(d).name}",
            order=0,
        )
        for d in INTEGER_DTYPES
    ]


def truncated(x, y):
    """C's integer division."""
    return (
        np.sign(x).astype(int) * np.sign(y).astype(int) * (abs(x.astype(int)) // abs(y.astype(int)))
    ).astype(x.dtype)


ARITHMETIC = [
    floats(arithmetic.neg, np.negative, normal(*SHAPE)),
    floats(arithmetic.add, np.add, normal(*SHAPE), normal(*SHAPE)),
    floats(arithmetic.sub, np.subtract, normal(*SHAPE), normal(*SHAPE)),
    floats(arithmetic.mul, np.multiply, normal(*SHAPE), normal(*SHAPE)),
    floats(arithmetic.div, np.divide, normal(*SHAPE), nonzero(*SHAPE)),
    floats(arithmetic.rem, np.fmod, nonzero(*SHAPE), positive(*SHAPE), rtol=64),
    *[
        Sample(op, [complexes(*SHAPE), complexes(*SHAPE)], oracle, name=f"{op.name}-complex")
        for op, oracle in (
            (arithmetic.add, np.add),
            (arithmetic.sub, np.subtract),
            (arithmetic.mul, np.multiply),
            (arithmetic.div, np.divide),
        )
    ],
    *[
        Sample(op, [normal(), normal(*SHAPE)], oracle, name=f"{op.name}-scalar-first")
        for op, oracle in (
            (arithmetic.add, np.add),
            (arithmetic.sub, np.subtract),
            (arithmetic.mul, np.multiply),
        )
    ],
    *[
        Sample(op, [normal(*SHAPE), positive()], oracle, name=f"{op.name}-scalar-second")
        for op, oracle in (
            (arithmetic.add, np.add),
            (arithmetic.sub, np.subtract),
            (arithmetic.mul, np.multiply),
            (arithmetic.div, np.divide),
        )
    ],
    *over_integers(arithmetic.add, np.add, 2),
    *over_integers(arithmetic.mul, np.multiply, 2),
    *over_integers(arithmetic.div, truncated, 2, low=1),
    *over_integers(arithmetic.rem, np.fmod, 2, low=1),
]

ROUNDING = [
    floats(rounding.floor, np.floor, nonzero(*SHAPE)),
    floats(rounding.ceil, np.ceil, nonzero(*SHAPE)),
    floats(
        rounding.Round(rounding.RoundingMethod.TO_NEAREST_EVEN),
        np.rint,
        nonzero(*SHAPE),
        name="round-even",
    ),
    floats(rounding.Round(), lambda x: np.trunc(x + np.copysign(0.5, x)), nonzero(*SHAPE)),
    Sample(rounding.is_finite, [np.array([1.0, np.inf, -np.inf, np.nan])], np.isfinite, order=0),
    *[
        Sample(
            rounding.nextafter,
            [
                np.array([0, 1, -1, 2, -0.0, 3, np.nan], d),
                np.array([1, 0, -5, 2, -1, np.inf, 1], d),
            ],
            np.nextafter,
            name=f"nextafter-{np.dtype(d).name}",
            order=0,
            rtol=0,
            atol=0,
        )
        for d in (np.float64, np.float32, np.float16, dtypes.bfloat16)
    ],
    Sample(
        rounding.ReducePrecision(5, 10),
        [np.array([1.0001, -3.14159, 70000.0, 1e-9, np.nan])],
        lambda x: np.where(abs(x) < 1e-5, 0, x.astype(np.float16).astype(x.dtype)),
        order=0,
    ),
    Sample(
        rounding.ReducePrecision(8, 23),
        [normal(*SHAPE)],
        lambda x: x.astype(np.float32).astype(x.dtype),
        name="reduce_precision-single",
        order=0,
    ),
    Sample(
        rounding.ReducePrecision(11, 52),
        [normal(*SHAPE)],
        lambda x: x,
        name="reduce_precision-none",
    ),
]

COMPLEX = [
    Sample(complex_parts.real, [complexes(*SHAPE)], np.real),
    Sample(complex_parts.imag, [complexes(*SHAPE)], np.imag),
    Sample(complex_parts.complex_, [normal(*SHAPE), normal(*SHAPE)], lambda x, y: x + 1j * y),
    Sample(complex_parts.complex_, [normal(*SHAPE), normal()], lambda x, y: x + 1j * y),
    Sample(complex_parts.conj, [complexes(*SHAPE)], np.conj),
    Sample(complex_parts.conj, [normal(*SHAPE)], lambda x: x + 0j, name="conj-real"),
    floats(complex_parts.abs_, np.abs, nonzero(*SHAPE)),
    Sample(complex_parts.abs_, [complexes(*SHAPE)], np.abs, name="abs-complex"),
    Sample(complex_parts.abs_, [integers(*SHAPE)], np.abs, name="abs-int"),
    floats(complex_parts.sign, np.sign, nonzero(*SHAPE)),
    Sample(complex_parts.sign, [complexes(*SHAPE)], np.sign, name="sign-complex"),
    *over_integers(complex_parts.sign, np.sign, 1),
    Sample(arithmetic.neg, [complexes(*SHAPE)], np.negative, name="neg-complex"),
]

POWERS = [
    floats(powers.square, np.square, normal(*SHAPE)),
    Sample(powers.square, [complexes(*SHAPE)], np.square, name="square-complex"),
    *[
        floats(
            powers.IntegerPow(n),
            lambda x, n=n: x ** float(n),
            nonzero(*SHAPE),
            name=f"integer_pow{n}",
            rtol=64,
        )
        for n in (0, 1, 2, 3, 7, -1, -3)
    ],
    Sample(powers.IntegerPow(3), [complexes(*SHAPE)], lambda x: x**3, name="integer_pow-complex"),
    Sample(powers.IntegerPow(-2), [complexes(*SHAPE)], lambda x: x**-2, name="integer_pow-inverse"),
    *over_integers(powers.IntegerPow(3), lambda x: x**3, 1),
    floats(powers.sqrt, np.sqrt, positive(*SHAPE)),
    floats(powers.rsqrt, lambda x: 1 / np.sqrt(x), positive(*SHAPE)),
    floats(powers.cbrt, np.cbrt, nonzero(*SHAPE)),
    Sample(powers.sqrt, [complexes(*SHAPE)], np.sqrt, name="sqrt-complex"),
    Sample(powers.rsqrt, [complexes(*SHAPE)], lambda x: 1 / np.sqrt(x), name="rsqrt-complex"),
    floats(exponential.pow_, np.power, positive(*SHAPE), normal(*SHAPE), rtol=64),
    Sample(
        exponential.pow_,
        [nonzero(*SHAPE), integers(*SHAPE, low=-4, high=5)],
        lambda x, y: x ** y.astype(float),
        name="pow-int",
    ),
    Sample(exponential.pow_, [complexes(*SHAPE), complexes(*SHAPE)], np.power, name="pow-complex"),
    Sample(
        exponential.pow_,
        [integers(*SHAPE), integers(*SHAPE, low=0, high=9)],
        np.power,
        name="pow-integers",
    ),
]

EXPONENTIAL = [
    floats(exponential.exp, np.exp, normal(*SHAPE)),
    floats(exponential.exp2, np.exp2, normal(*SHAPE)),
    floats(exponential.expm1, np.expm1, normal(*SHAPE)),
    floats(exponential.log, np.log, positive(*SHAPE)),
    floats(exponential.log2, np.log2, positive(*SHAPE)),
    floats(exponential.log10, np.log10, positive(*SHAPE)),
    floats(exponential.log1p, np.log1p, uniform(*SHAPE, low=-0.7, high=2)),
    floats(exponential.logistic, lambda x: 1 / (1 + np.exp(-x)), normal(*SHAPE, scale=3)),
    *[
        Sample(op, [complexes(*SHAPE)], oracle, name=f"{op.name}-complex")
        for op, oracle in (
            (exponential.exp, np.exp),
            (exponential.exp2, np.exp2),
            (exponential.expm1, np.expm1),
            (exponential.log, np.log),
            (exponential.log2, np.log2),
            (exponential.log10, np.log10),
            (exponential.log1p, np.log1p),
            (exponential.logistic, lambda x: 1 / (1 + np.exp(-x))),
        )
    ],
]

_INSIDE = uniform(*SHAPE, low=-0.9, high=0.9)
TRIGONOMETRIC = [
    floats(trigonometric.sin, np.sin, normal(*SHAPE, scale=4)),
    floats(trigonometric.cos, np.cos, normal(*SHAPE, scale=4)),
    floats(trigonometric.tan, np.tan, uniform(*SHAPE, low=-1.2, high=1.2)),
    floats(trigonometric.asin, np.arcsin, _INSIDE),
    floats(trigonometric.acos, np.arccos, _INSIDE),
    floats(trigonometric.atan, np.arctan, normal(*SHAPE, scale=2)),
    floats(trigonometric.atan2, np.arctan2, nonzero(*SHAPE), nonzero(*SHAPE)),
    floats(trigonometric.sinh, np.sinh, normal(*SHAPE)),
    floats(trigonometric.cosh, np.cosh, normal(*SHAPE)),
    floats(trigonometric.tanh, np.tanh, normal(*SHAPE)),
    floats(trigonometric.asinh, np.arcsinh, normal(*SHAPE)),
    floats(trigonometric.acosh, np.arccosh, uniform(*SHAPE, low=1.5, high=4)),
    floats(trigonometric.atanh, np.arctanh, _INSIDE),
    *[
        Sample(op, [complexes(*SHAPE)], oracle, name=f"{op.name}-complex")
        for op, oracle in (
            (trigonometric.sin, np.sin),
            (trigonometric.cos, np.cos),
            (trigonometric.tan, np.tan),
            (trigonometric.asin, np.arcsin),
            (trigonometric.acos, np.arccos),
            (trigonometric.atan, np.arctan),
            (trigonometric.sinh, np.sinh),
            (trigonometric.cosh, np.cosh),
            (trigonometric.tanh, np.tanh),
            (trigonometric.asinh, np.arcsinh),
            (trigonometric.acosh, np.arccosh),
            (trigonometric.atanh, np.arctanh),
        )
    ],
    Sample(trigonometric.atan2, [complexes(*SHAPE), complexes(*SHAPE)], None, name="atan2-complex"),
]

SPECIAL = [
    floats(special.erf, scipy.special.erf, normal(*SHAPE)),
    floats(special.erfc, scipy.special.erfc, normal(*SHAPE)),
    floats(special.erf_inv, scipy.special.erfinv, _INSIDE, rtol=64),
    floats(special.lgamma, scipy.special.gammaln, positive(*SHAPE), atol=64),
    floats(special.digamma, scipy.special.psi, positive(*SHAPE), atol=64),
    floats(special.trigamma, lambda x: scipy.special.zeta(2, x), positive(*SHAPE), rtol=64),
    floats(special.bessel_i0e, scipy.special.i0e, normal(*SHAPE, scale=5), rtol=64),
    floats(special.bessel_i1e, scipy.special.i1e, normal(*SHAPE, scale=5), rtol=64),
    Sample(
        special.polygamma,
        [np.array([[0.0, 1, 2, 3]] * 3), positive(*SHAPE)],
        lambda m, x: scipy.special.polygamma(m.astype(int), x),
        differentiate=(1,),
        rtol=64,
    ),
    Sample(
        special.zeta,
        [uniform(*SHAPE, low=1.5, high=6), positive(*SHAPE)],
        scipy.special.zeta,
        differentiate=(1,),
    ),
    floats(
        special.igamma,
        scipy.special.gammainc,
        positive(*SHAPE),
        positive(*SHAPE),
        differentiate=(1,),
        rtol=64,
    ),
    floats(
        special.igammac,
        scipy.special.gammaincc,
        positive(*SHAPE),
        positive(*SHAPE),
        differentiate=(1,),
        rtol=64,
    ),
    Sample(
        special.igamma,
        [positive(*SHAPE), uniform(*SHAPE, low=0.1, high=9)],
        scipy.special.gammainc,
        name="igamma-parameter",
        order=1,
    ),
    Sample(
        special.igammac,
        [positive(*SHAPE), uniform(*SHAPE, low=0.1, high=9)],
        scipy.special.gammaincc,
        name="igammac-parameter",
        order=1,
    ),
    Sample(
        special.igamma_grad_a, [positive(*SHAPE), positive(*SHAPE)], order=0, rtol=1e6, batch=(0,)
    ),
    Sample(
        special.random_gamma_grad,
        [positive(*SHAPE), positive(*SHAPE)],
        order=0,
        rtol=1e6,
        batch=(0,),
    ),
    floats(
        special.betainc,
        scipy.special.betainc,
        positive(*SHAPE),
        positive(*SHAPE),
        uniform(*SHAPE, low=0.1, high=0.9),
        differentiate=(2,),
        rtol=256,
    ),
]

SAMPLES = [*ARITHMETIC, *ROUNDING, *COMPLEX, *POWERS, *EXPONENTIAL, *TRIGONOMETRIC, *SPECIAL]
