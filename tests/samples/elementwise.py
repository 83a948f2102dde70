"""Rows of the elementwise primitives."""

import numpy as np
import scipy.special

from fjax.core import dtypes
from fjax.primitives import (
    arithmetic,
    bitwise,
    comparison,
    complex_parts,
    conversion,
    exponential,
    powers,
    rounding,
    selection,
    special,
    trigonometric,
)
from tests.samples import (
    FLOATS,
    Sample,
    bools,
    complexes,
    integers,
    nonzero,
    normal,
    positive,
    uniform,
)

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


def high_half(x, y):
    """The high half of the bits of a product, by Python's integers."""
    whole = x.astype(object) * y.astype(object) >> 8 * x.itemsize
    return whole.astype(x.dtype)


def whole_range(dtype):
    """Integers from all of a dtype's range, its limits among them."""
    info = np.iinfo(dtype)

    def make(rng):
        values = rng.integers(info.min, info.max, SHAPE, dtype, endpoint=True)
        values[0, :2] = info.min, info.max
        return rng.permuted(values)

    return make


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
    Sample(complex_parts.sign, [complexes(*SHAPE)], np.sign, name="sign-complex", order=0),
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
    floats(exponential.log1p, np.log1p, uniform(*SHAPE, low=-0.7, high=2)),
    floats(exponential.logistic, lambda x: 1 / (1 + np.exp(-x)), normal(*SHAPE, scale=3)),
    *[
        Sample(op, [complexes(*SHAPE)], oracle, name=f"{op.name}-complex")
        for op, oracle in (
            (exponential.exp, np.exp),
            (exponential.exp2, np.exp2),
            (exponential.expm1, np.expm1),
            (exponential.log, np.log),
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

COMPARISON = [
    *[
        Sample(op, args, oracle, name=f"{op.name}-{kind}", order=0)
        for op, oracle in (
            (comparison.eq, np.equal),
            (comparison.ne, np.not_equal),
            (comparison.lt, np.less),
            (comparison.le, np.less_equal),
            (comparison.gt, np.greater),
            (comparison.ge, np.greater_equal),
        )
        for kind, args in (
            ("int", [integers(*SHAPE, low=-2, high=2)] * 2),
            ("bool", [bools(*SHAPE), bools(*SHAPE)]),
            (
                "unsigned",
                [
                    integers(*SHAPE, dtype=np.uint64, high=3),
                    integers(*SHAPE, dtype=np.uint64, high=3),
                ],
            ),
            (
                "nan",
                [
                    np.array([1.0, np.nan, 2.0, -0.0, np.inf]),
                    np.array([np.nan, np.nan, 2.0, 0.0, np.inf]),
                ],
            ),
            ("half", [np.array([1, 2, 3, np.nan], np.float16), np.array([1, 3, 2, 1], np.float16)]),
        )
    ],
    Sample(
        comparison.eq,
        [np.array([1j, 1 + 1j]), np.array([1j, 1 - 1j])],
        np.equal,
        name="eq-complex",
        order=0,
    ),
    Sample(
        comparison.ne,
        [np.array([1j, 1 + 1j]), np.array([1j, 1 - 1j])],
        np.not_equal,
        name="ne-complex",
        order=0,
    ),
    *[
        Sample(
            op,
            [
                np.array([-0.0, 0.0, np.inf, np.nan, 1.0], d),
                np.array([0.0, 0.0, np.nan, np.nan, -1.0], d),
            ],
            lambda *_, e=expected: np.array(e),
            name=f"{op.name}-{np.dtype(d).name}",
            order=0,
        )
        for op, expected in (
            (comparison.eq_to, [False, True, False, True, False]),
            (comparison.le_to, [True, True, True, True, False]),
            (comparison.lt_to, [True, False, True, False, False]),
        )
        for d in (np.float64, dtypes.bfloat16)
    ],
]

BITS = [
    *[
        row
        for op, oracle in (
            (bitwise.bitwise_and, np.bitwise_and),
            (bitwise.bitwise_or, np.bitwise_or),
            (bitwise.bitwise_xor, np.bitwise_xor),
        )
        for row in (
            *over_integers(op, oracle, 2),
            Sample(op, [bools(*SHAPE), bools(*SHAPE)], oracle, name=f"{op.name}-bool"),
        )
    ],
    *over_integers(bitwise.bitwise_not, np.invert, 1),
    Sample(bitwise.bitwise_not, [bools(*SHAPE)], np.invert, name="not-bool"),
    *over_integers(
        bitwise.population_count,
        lambda x: np.vectorize(lambda v: bin(int(v) & (2 ** (8 * x.itemsize) - 1)).count("1"))(
            x
        ).astype(x.dtype),
        1,
    ),
    *over_integers(
        bitwise.clz,
        lambda x: np.vectorize(
            lambda v: 8 * x.itemsize - (int(v) & (2 ** (8 * x.itemsize) - 1)).bit_length()
        )(x).astype(x.dtype),
        1,
    ),
    *over_integers(bitwise.shift_left, np.left_shift, 2, low=0, high=7),
    *over_integers(bitwise.shift_right_logical, np.right_shift, 2, low=0, high=7),
    *[
        Sample(
            bitwise.shift_right_arithmetic,
            [integers(*SHAPE, dtype=d), integers(*SHAPE, low=0, high=7, dtype=d)],
            np.right_shift,
            order=0,
        )
        for d in (np.int8, np.int32, np.int64)
    ],
    *[
        Sample(bitwise.mulhi, [whole_range(d), whole_range(d)], high_half, order=0)
        for d in INTEGER_DTYPES
    ],
]

SELECTION = [
    Sample(
        selection.select_n,
        [bools(*SHAPE), normal(*SHAPE), normal(*SHAPE)],
        lambda w, x, y: np.where(w, y, x),
    ),
    Sample(
        selection.select_n,
        [bools(), complexes(*SHAPE), complexes(*SHAPE)],
        lambda w, x, y: np.where(w, y, x),
        name="select_n-scalar",
    ),
    Sample(
        selection.select_n,
        [integers(*SHAPE, low=-1, high=5), *[normal(*SHAPE)] * 3],
        lambda w, *cases: np.choose(np.clip(w, 0, 2), cases),
        name="select_n-int",
    ),
    Sample(
        selection.select_n,
        [
            integers(*SHAPE, low=0, high=2),
            normal(*SHAPE, dtype=np.float16),
            normal(*SHAPE, dtype=np.float16),
        ],
        lambda w, *cases: np.choose(w, cases),
        name="select_n-half",
        order=0,
    ),
    floats(
        selection.clamp,
        lambda a, x, b: np.clip(x, a, b),
        uniform(*SHAPE, low=-2, high=-0.5),
        normal(*SHAPE, scale=2),
        uniform(*SHAPE, low=0.5, high=2),
    ),
    Sample(
        selection.clamp,
        [np.array(-0.5), normal(*SHAPE), np.array(0.5)],
        lambda a, x, b: np.clip(x, a, b),
        name="clamp-scalars",
    ),
    Sample(
        selection.clamp,
        [np.int32(-5), integers(*SHAPE), np.int32(5)],
        lambda a, x, b: np.clip(x, a, b),
        name="clamp-int",
    ),
    floats(selection.max_, np.maximum, normal(*SHAPE), normal(*SHAPE)),
    floats(selection.min_, np.minimum, normal(*SHAPE), normal(*SHAPE)),
    Sample(selection.max_, [normal(*SHAPE), np.array(0.0)], np.maximum, name="max-scalar"),
    *[
        Sample(
            op,
            [np.array([1.0, np.nan, 2.0, np.inf]), np.array([np.nan, 1.0, 3.0, -np.inf])],
            oracle,
            name=f"{op.name}-nan",
            order=0,
        )
        for op, oracle in ((selection.max_, np.maximum), (selection.min_, np.minimum))
    ],
    *[
        Sample(op, [complexes(*SHAPE), complexes(*SHAPE)], oracle, name=f"{op.name}-complex")
        for op, oracle in ((selection.max_, np.maximum), (selection.min_, np.minimum))
    ],
    *[
        Sample(op, [bools(*SHAPE), bools(*SHAPE)], oracle, name=f"{op.name}-bool")
        for op, oracle in ((selection.max_, np.maximum), (selection.min_, np.minimum))
    ],
    *over_integers(selection.max_, np.maximum, 2),
    *over_integers(selection.min_, np.minimum, 2),
]


def saturated(dtype):
    """Conversion of floats that stops at the integer dtype's limits."""
    limits = np.iinfo(dtype)

    def convert(x):
        values = [
            0 if v != v else int(min(max(v, float(limits.min)), float(limits.max)))
            for v in x.astype(float)
        ]
        return np.array([min(max(v, limits.min), limits.max) for v in values], dtype)

    return convert


_EXTREMES = np.array(
    [0.0, 1.9, -1.9, 300.0, -300.0, 1e12, -1e12, 1e30, -1e30, np.inf, -np.inf, np.nan]
)
_NINES = normal(*SHAPE, scale=9)(np.random.default_rng(1))
CONVERSION = [
    *[
        Sample(
            conversion.ConvertElementType(np.dtype(d)),
            [_EXTREMES],
            saturated(d),
            name=f"convert-{np.dtype(d).name}",
            order=0,
        )
        for d in INTEGER_DTYPES
    ],
    *[
        Sample(
            conversion.ConvertElementType(np.dtype(new)),
            [_NINES.astype(old)],
            lambda x, new=new: x.astype(new),
            order=0,
            name=f"convert-{np.dtype(old).name}-{np.dtype(new).name}",
        )
        for old, new in (
            (np.int32, np.float32),
            (np.float64, dtypes.bfloat16),
            (dtypes.bfloat16, np.float32),
            (np.float16, dtypes.bfloat16),
            (np.int64, np.int8),
            (np.uint8, np.int32),
            (np.float32, np.bool_),
            (np.bool_, np.float16),
            (np.bool_, np.int64),
            (np.int32, np.complex64),
            (np.float16, np.int32),
        )
    ],
    Sample(
        conversion.ConvertElementType(np.dtype(np.complex128)),
        [normal(*SHAPE)],
        lambda x: x.astype(complex),
        name="convert-float64-complex128",
    ),
    Sample(
        conversion.ConvertElementType(np.dtype(np.float64)),
        [complexes(*SHAPE)],
        lambda x: x.real,
        name="convert-complex128-float64",
    ),
    Sample(
        conversion.BitcastConvertType(np.dtype(np.int64)),
        [normal(*SHAPE)],
        lambda x: x.view(np.int64),
        order=0,
    ),
    Sample(
        conversion.BitcastConvertType(np.dtype(np.uint16)),
        [normal(*SHAPE, dtype=np.float16)],
        lambda x: x.view(np.uint16),
        name="bitcast-half",
        order=0,
    ),
    Sample(
        conversion.BitcastReshape(np.dtype(np.uint8)),
        [normal(*SHAPE, dtype=np.float32)],
        lambda x: x.view(np.uint8).reshape(3, 4, 4),
        order=0,
    ),
    Sample(
        conversion.BitcastReshape(np.dtype(np.float64)),
        [integers(3, 2)],
        lambda x: x.view(np.float64).reshape(3),
        name="bitcast-wider",
        order=0,
    ),
    Sample(conversion.stop_gradient, [normal(*SHAPE)], np.copy, order=0),
]

SAMPLES = [
    *ARITHMETIC,
    *ROUNDING,
    *COMPLEX,
    *POWERS,
    *EXPONENTIAL,
    *TRIGONOMETRIC,
    *SPECIAL,
    *COMPARISON,
    *BITS,
    *SELECTION,
    *CONVERSION,
]
