"""Kernels convert narrow dtypes at the edge of memory: every value, and every rounding boundary."""

import numpy as np
import pytest

from fjax.core import dtypes, scalar
from fjax.lowering.cpu.compile import compile_kernel
from tests.lowering.cpu.harness import call, check, map_kernel, targets

FLOAT32 = np.dtype(np.float32)
NUMBA_TRIED = (
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float4_e2m1fn",
    "int4",
    "uint2",
)  # Numba takes long: not for every dtype
EACH = pytest.mark.parametrize("dtype", dtypes.NARROW_FLOATS + dtypes.NARROW_INTEGERS, ids=str)
EACH_FLOAT = pytest.mark.parametrize("dtype", dtypes.NARROW_FLOATS, ids=str)


def every_value(dtype):
    return np.arange(2 ** dtypes.bit_width(dtype), dtype=np.uint8).view(dtype)


@pytest.mark.one_in(2)
@EACH
def test_every_narrow_value_widens(dtype):
    values, wide = every_value(dtype), dtypes.widened(dtype)
    kernel = map_kernel((dtype,), wide, lambda a: scalar.convert(a, wide))
    check(
        kernel,
        [values, np.zeros(len(values), wide)],
        [len(values)],
        len(values),
        numba=dtype.name in NUMBA_TRIED,
    )


@pytest.mark.one_in(4)
@EACH_FLOAT
def test_numbers_round_once_to_a_narrow_float(dtype):
    """Around each value and each point halfway between two, and over the whole range of float32."""
    values = np.unique(every_value(dtype).astype(FLOAT32))
    values = values[np.isfinite(values)]
    points = np.concatenate([values, (values[1:] + values[:-1]) / 2])
    points = np.concatenate(
        [
            points,
            np.nextafter(points, FLOAT32.type(np.inf)),
            np.nextafter(points, FLOAT32.type(-np.inf)),
            -points,
        ]
    )
    patterns = np.random.default_rng(0).integers(0, 2**32, 2000, dtype=np.uint32).view(FLOAT32)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 3e38, 1e-45], FLOAT32)
    points = np.concatenate([points, patterns, special])
    kernel = map_kernel((FLOAT32,), dtype, lambda a: scalar.convert(a, dtype))
    check(
        kernel,
        [points, np.zeros(len(points), dtype)],
        [len(points)],
        len(points),
        numba=dtype.name in NUMBA_TRIED,
    )


@EACH_FLOAT
def test_a_float64_beside_a_tie_is_not_rounded_twice(dtype):
    values = np.unique(every_value(dtype).astype(np.float64))
    values = values[np.isfinite(values) & (values > 0)]
    low, high = values[:-1], values[1:]
    middle = (low + high) / 2 if dtype != dtypes.float8_e8m0fnu else high * 0.75
    beside = np.concatenate([middle * (1 - 2.0**-40), middle * (1 + 2.0**-40)])
    if dtype == dtypes.float8_e8m0fnu:  # the step from its denormal value is ml_dtypes' own
        low, high, beside = low[1:], high[1:], np.delete(beside, [0, len(middle)])
    kernel = map_kernel((np.dtype(float),), dtype, lambda a: scalar.convert(a, dtype))
    found = np.zeros(len(beside), dtype)
    call(compile_kernel(kernel, targets()["host"]), [beside, found], [len(beside)], 0, len(beside))
    np.testing.assert_array_equal(found.astype(FLOAT32), np.concatenate([low, high]))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("dtype", dtypes.NARROW_INTEGERS, ids=str)
@pytest.mark.parametrize("source", ["int8", "uint8", "int32", "int64", "uint64", "bool"])
def test_integers_wrap_to_a_narrow_one(dtype, source):
    values = np.arange(-300, 300).astype(source)
    kernel = map_kernel((np.dtype(source),), dtype, lambda a: scalar.convert(a, dtype))
    check(
        kernel,
        [values, np.zeros(600, dtype)],
        [600],
        600,
        numba=(source, dtype.name) in (("int32", "int4"), ("bool", "uint1")),
    )
