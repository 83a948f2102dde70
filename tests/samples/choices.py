"""Rows of the elementwise primitives that compare, choose, convert, or work on bits."""

import numpy as np

from fjax.core import dtypes
from fjax.primitives import bitwise, comparison, conversion, selection
from tests.samples import Sample, bools, complexes, integers, normal, uniform
from tests.samples.elementwise import INTEGER_DTYPES, SHAPE, floats, over_integers


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


def tenths(shift):
    """Normally distributed multiples of 0.1, shifted: those of two shifts are never close."""
    return lambda rng: np.round(rng.normal(size=SHAPE), 1) + shift


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
    floats(selection.max_, np.maximum, tenths(0.0), tenths(0.05)),
    floats(selection.min_, np.minimum, tenths(0.0), tenths(0.05)),
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

SAMPLES = [*COMPARISON, *BITS, *SELECTION, *CONVERSION]
