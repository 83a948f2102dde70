"""What a GPU computes without the C library: remainders, and sin, cos, tan of large angles."""

import mpmath
import numpy as np
import pytest

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.core.scalar_numpy import compile_numpy
from fjax.core.vectormath.large_angles import large_wave
from tests.lowering.cpu.harness import f32, f64, map_kernel
from tests.lowering.cuda.check import check

RNG = np.random.default_rng(0)
# The float64 that is closest to a multiple of pi/2, and one that needs the table's end.
HARD = (6381956970095103.0 * 2.0**797, 5.319372648326541e255, np.finfo(np.float64).max)


def angles(dtype):
    """Large arguments of both signs and of all exponents."""
    top = np.log10(np.finfo(dtype).max)
    x = np.concatenate([RNG.uniform(1e5, 1e7, 60), 10.0 ** RNG.uniform(5, top, 200)])
    x = np.concatenate([x, 2.0 ** np.arange(17, 127), HARD if dtype == f64 else ()])
    return np.minimum(x, np.finfo(dtype).max).astype(dtype) * RNG.choice([-1, 1], x.size).astype(
        dtype
    )


@pytest.mark.parametrize("name, most", [("sin", 1.5), ("cos", 1.5), ("tan", 3.2)])
@pytest.mark.parametrize("dtype", [f32, f64], ids=str)
def test_waves_of_large_angles_are_exact_to_units_of_the_last_place(name, most, dtype):
    x = scalar.leaf("x", dtype)
    values = angles(dtype)
    with np.errstate(all="ignore"), mpmath.workprec(1200):
        (found,) = compile_numpy([x], [large_wave(name, x)], library=False)(np, values)
        exact = [getattr(mpmath, name)(mpmath.mpf(float(v))) for v in values]
        errors = [
            abs(mpmath.mpf(float(a)) - b) / float(np.spacing(dtype.type(abs(float(b)))))
            for a, b in zip(found, exact, strict=True)
        ]
    assert max(errors) <= most


def test_the_sine_of_infinity_is_no_number():
    x = scalar.leaf("x", f32)
    values = np.array([np.inf, -np.inf, np.nan], np.float32)
    with np.errstate(all="ignore"):
        (found,) = compile_numpy([x], [large_wave("sin", x)], library=False)(np, values)
    assert np.isnan(found).all()


@pytest.mark.parametrize("dtype", [f32, f64], ids=str)
def test_a_remainder_is_exact_for_all_magnitudes(dtype):
    info = np.finfo(dtype)
    edges = [0.0, 1.0, 3.0, 1.5, info.tiny, info.smallest_subnormal, info.max, np.inf, np.nan]
    edges = np.array([*edges, 7 * info.smallest_subnormal, *(-np.array(edges[:4]))], dtype)
    bits = RNG.integers(0, 2 ** (8 * dtype.itemsize), (2, 300), np.uint64)
    x, y = bits.astype(f"u{dtype.itemsize}").view(dtype)
    x = np.concatenate([np.repeat(edges, edges.size), x])
    y = np.concatenate([np.tile(edges, edges.size), y])
    kernel = map_kernel((dtype, dtype), dtype, lambda a, b: Expr(Op.REM, (a, b), dtype))
    check(kernel, [x, y, np.zeros_like(x)], [x.size], x.size)
