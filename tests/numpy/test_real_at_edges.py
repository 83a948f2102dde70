"""Real functions of zeros, denormal, huge, infinite numbers and NaN: eager, compiled, NumPy's."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from scipy import special

import fjax.numpy as jnp
from fjax import lax
from tests.numpy.test_complex_at_edges import both_ways

WIDE = pytest.mark.needs("x64", reason="takes float64")
DTYPES = [np.float32, pytest.param(np.float64, marks=WIDE), np.float16, ml_dtypes.bfloat16]
NAMES = """exp exp2 expm1 log log2 log10 log1p sqrt square reciprocal sin cos tan sinh cosh tanh
arcsin arccos arctan arcsinh arccosh arctanh abs sign cbrt floor ceil trunc rint negative
positive degrees radians isnan isinf isfinite signbit fabs sinc i0""".split()
PAIRS = """add subtract multiply divide power fmod remainder floor_divide arctan2 hypot logaddexp
maximum minimum fmax fmin copysign nextafter heaviside equal less greater""".split()
SPECIAL = {
    "rsqrt": (lax.rsqrt, lambda x: 1 / np.sqrt(x)),
    "logistic": (lax.logistic, lambda x: special.expit(x.astype(np.longdouble)).astype(x.dtype)),
    "lgamma": (lax.lgamma, special.gammaln),
    "digamma": (lax.digamma, special.psi),
    "erf": (lax.erf, special.erf),
    "erfc": (lax.erfc, special.erfc),
    "erf_inv": (lax.erf_inv, special.erfinv),
    "bessel_i0e": (lax.bessel_i0e, special.i0e),
    "bessel_i1e": (lax.bessel_i1e, special.i1e),
}
# Where NumPy and SciPy are not followed. Zeros: fjax keeps their signs, as C and JAX do.
SIGNS_OF_ZEROS = {"sign", "erf_inv", "bessel_i1e", "maximum", "minimum", "fmax", "fmin"}
SIGNS_OF_ZEROS |= {"remainder", "floor_divide", "nextafter"}
WITH_ZEROS = {"lgamma", "digamma", "logaddexp"}  # next to which only the absolute error is small
UNLIKE_SCIPY = {  # poles, and digits next to them that SciPy has not
    "lgamma": lambda x: np.isneginf(x) | (abs(x) < np.finfo(x.dtype).tiny) | (abs(x - 1) < 1e-9),
    "digamma": lambda x: (x == 0) | (abs(x + 1) < 1e-9),
}


def values(dtype):
    info = ml_dtypes.finfo(dtype)
    largest, tiny, eps = float(info.max), float(info.tiny), float(info.eps)
    sizes = [0.0, 0.5, 1, 1 - eps / 2, 1 + eps, 1e-3, 2.5, 3, 20, 100, largest, largest / 3, np.inf]
    sizes += [tiny, tiny / 4, 3 * float(info.smallest_subnormal), float(info.smallest_subnormal)]
    return np.array([*sizes, *(-v for v in sizes), np.nan], dtype)


def pairs(dtype):
    return tuple(a.ravel() for a in np.meshgrid(values(dtype), values(dtype)))


def same(name, got, want, dtype, signs=True):
    """The same infinities, NaNs and zeros; close elsewhere, by the precision of dtype."""
    info = ml_dtypes.finfo(dtype)
    p, q = got.astype(np.float64), want.astype(np.float64)
    with np.errstate(all="ignore"):
        size = np.maximum(abs(q), 1) if name in WITH_ZEROS else abs(q)
        slack = 16 * float(info.eps) * size + 2 * float(info.smallest_subnormal)
        close = np.isfinite(p) & np.isfinite(q) & (abs(p - q) <= slack)
    zeros = (p == 0) & (q == 0) & signs
    return np.where(zeros, np.signbit(p) == np.signbit(q), (p == q) | close | (p != p) & (q != q))


def cases():
    for name in NAMES:
        yield name, getattr(jnp, name), getattr(np, name), 1
    for name in PAIRS:
        yield name, getattr(jnp, name), getattr(np, name), 2
    for name, (function, reference) in SPECIAL.items():
        yield name, function, reference, 1


@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case[0])
def test_a_compiled_function_is_the_eager_one_and_that_of_numpy(case, dtype):
    name, function, reference, count = case
    arrays = (values(dtype),) if count == 1 else pairs(dtype)
    eager, compiled = both_ways(function, *arrays)
    good = same(name, compiled, eager, dtype)
    assert good.all(), [tuple(a[~good][:6] for a in (*arrays, eager, compiled))]
    if dtype in (np.float16, ml_dtypes.bfloat16):
        return  # theirs are rounded from float32, or have other ranges
    with np.errstate(all="ignore"):
        want = reference(*arrays)
        known = ~UNLIKE_SCIPY.get(name, np.isneginf)(*arrays[:1]) | (name not in UNLIKE_SCIPY)
    good = same(name, compiled, want, dtype, name not in SIGNS_OF_ZEROS) | ~known
    assert good.all(), [tuple(a[~good][:6] for a in (*arrays, compiled, want))]
