"""tanh, sinh, cosh and their inverses."""

from __future__ import annotations

from typing import Any

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.exponential import exp_of_twice_reduced, exp_scaled
from fjax.core.vectormath.logarithm import log_of_reduced, split_exponent
from fjax.core.vectormath.support import (
    INF,
    NAN,
    constant,
    estrin,
    format_of,
    horner,
    is_single,
    power_of_magic,
    power_of_two,
    two_sum,
)

# tanh(x) = x + x^3 P(x^2), |x| <= 0.55; errors 2^-29.9 and 2^-60.7 of x.
_TANH_SINGLE = (
    -0.33333318044961713,
    0.13332601425479113,
    -0.053853804347204604,
    0.02107744279104044,
    -0.00628191344952389,
)
_TANH_DOUBLE = (
    -0.333333333333333,
    0.13333333333326813,
    -0.05396825396386667,
    0.021869488388748224,
    -0.008863232646768361,
    0.0035920924697450682,
    -0.0014555455671639485,
    0.0005884552826334272,
    -0.000233408105212892,
    8.335326009204394e-05,
    -1.951671242188084e-05,
)
# sinh(x) = x + x^3 P(x^2), |x| <= 1; errors 2^-34 and 2^-63 of x.
_SINH_SINGLE = (
    0.16666666488862772,
    0.008333350592116486,
    0.00019836066851557308,
    2.8174381787436264e-06,
)
_SINH_DOUBLE = (
    0.16666666666666669,
    0.008333333333333139,
    0.00019841269841437453,
    2.7557319155399263e-06,
    2.5052123390143985e-08,
    1.6057240889407532e-10,
    7.759298423625588e-13,
)
# asinh(x) = x + x^3 P(x^2): |x| <= 0.5, error 2^-29.6 of x; |x| <= 0.4, error 2^-58.2.
_ASINH_SINGLE = (
    -0.1666664390456585,
    0.07498664528772057,
    -0.04438598257008555,
    0.028175966168239495,
    -0.013248562439670486,
)
_ASINH_DOUBLE = (
    -0.16666666666666383,
    0.07499999999912343,
    -0.044642857049368406,
    0.030381939499048907,
    -0.022372008346061286,
    0.01734990885458993,
    -0.013929983520869826,
    0.011275179490950577,
    -0.008360119996705547,
    0.004081813526616825,
)
# atanh(x) = x + x^3 P(x^2): |x| <= 0.5, error 2^-29.4 of x; |x| <= 0.4, error 2^-57.8.
_ATANH_SINGLE = (
    0.3333329888581567,
    0.20002585309988968,
    0.14221527619878485,
    0.11833672111561237,
    0.05099450665147393,
    0.1771862861892535,
)
_ATANH_DOUBLE = (
    0.33333333333333776,
    0.19999999999841112,
    0.14285714305441408,
    0.11111109891404518,
    0.09090952807419381,
    0.07691325859894851,
    0.06681034385201542,
    0.05743760514827952,
    0.06130692672753329,
    0.014295541962105638,
    0.11119503353037309,
)


def _odd_series(single: tuple[Any, ...], double: tuple, a: Expr) -> Expr:
    """a + a^3 P(a^2)."""
    z = a * a
    series = horner(single, z) if is_single(a) else estrin(double, z)
    return scalar.fma(series * z, a, a)


@scalar.function
def tanh(x: Expr) -> Expr:
    """The hyperbolic tangent; -0.0 stays -0.0."""
    cut, limit = 9.5 if is_single(x) else 20.0, 0.55
    a = abs(x)
    large = 1 - 2 / _exp_of_twice_plus_one(scalar.select(a > cut, cut, a))
    small = _odd_series(_TANH_SINGLE, _TANH_DOUBLE, a)
    return scalar.copysign(scalar.select(a > limit, large, small), x)


def _exp_of_twice_plus_one(a: Expr) -> Expr:
    """exp(2a) + 1 for 0.5 < a < 20, a little less exact than exp: tanh hardly feels it."""
    info = format_of(a)
    shifted = scalar.fma(a, 2 * 1.4426950408889634, info.magic)
    r = scalar.fma(shifted - info.magic, -info.ln2[0] / 2, a)
    return scalar.fma(exp_of_twice_reduced(r), power_of_magic(shifted), 1)


def _half_exp(a: Expr) -> Expr:
    """exp(a) / 2 for a >= 0, overflowing only where cosh does."""
    return exp_scaled(a, -1, 90.0 if is_single(a) else 711.5)


@scalar.function
def sinh(x: Expr) -> Expr:
    """The hyperbolic sine; -0.0 stays -0.0."""
    a = abs(x)
    half = _half_exp(a)
    small = _odd_series(_SINH_SINGLE, _SINH_DOUBLE, scalar.select(a > 1, 1, a))
    return scalar.copysign(scalar.select(a > 1, half - 0.25 / half, small), x)


@scalar.function
def cosh(x: Expr) -> Expr:
    """The hyperbolic cosine."""
    half = _half_exp(abs(x))
    return half + 0.25 / half


def log1p_of_sum(high: Expr, low: Expr) -> Expr:
    """log(1 + high + low) for a finite high >= 0 and |low| small beside it."""
    u, lost = two_sum(constant(1, high), high)
    f, k = split_exponent(u)
    limit = 100 if is_single(high) else 1000
    down = power_of_two(-scalar.select(k > limit, limit, k), high.dtype)
    return log_of_reduced(scalar.fma(lost + low, down, f), scalar.convert(k, high.dtype))


def _log_of_double(a: Expr) -> Expr:
    """log(2a) for a large finite a."""
    f, k = split_exponent(a)
    return log_of_reduced(f, scalar.convert(k, a.dtype) + 1)


@scalar.function
def asinh(x: Expr) -> Expr:
    """The inverse hyperbolic sine; -0.0 stays -0.0."""
    limit, huge = (0.5, 2.0**30) if is_single(x) else (0.4, 2.0**60)
    a = abs(x)
    small = _odd_series(_ASINH_SINGLE, _ASINH_DOUBLE, scalar.select(a > limit, limit, a))
    b = scalar.select(a > huge, huge, a)
    # asinh(b) = log1p(b + (sqrt(1 + b^2) - 1)), the root in two words
    square = b * b
    radicand, lost = two_sum(constant(1, x), square)
    lost = lost + scalar.fma(b, b, -square)
    root = scalar.sqrt(radicand)
    root_low = (scalar.fma(-root, root, radicand) + lost) / (root + root)
    high, low = two_sum(b, root - 1)
    large = log1p_of_sum(high, low + root_low)
    large = scalar.select(a > huge, _log_of_double(scalar.select(a > huge, a, huge)), large)
    large = scalar.select(scalar.eq(a, INF), a, large)
    return scalar.copysign(scalar.select(a <= limit, small, large), x)


@scalar.function
def acosh(x: Expr) -> Expr:
    """The inverse hyperbolic cosine; NaN below 1."""
    huge = 2.0**30 if is_single(x) else 2.0**60
    t = scalar.select(x > huge, huge, x) - 1
    # acosh(1+t) = log1p(t + sqrt(t (2+t))), the root in two words
    factor, lost = two_sum(constant(2, x), t)
    product = t * factor
    lost = scalar.fma(t, factor, -product) + t * lost
    root = scalar.sqrt(product)
    root_low = (scalar.fma(-root, root, product) + lost) / scalar.select(
        scalar.eq(root, 0), 1, root + root
    )
    high, low = two_sum(root, t)
    result = log1p_of_sum(high, low + root_low)
    result = scalar.select(x > huge, _log_of_double(scalar.select(x > huge, x, huge)), result)
    result = scalar.select(scalar.eq(x, INF), x, result)
    return scalar.select(x >= 1, result, NAN)


@scalar.function
def atanh(x: Expr) -> Expr:
    """The inverse hyperbolic tangent; infinite at -1 and 1, NaN beyond; -0.0 stays -0.0."""
    limit = 0.5 if is_single(x) else 0.4
    a = abs(x)
    small = _odd_series(_ATANH_SINGLE, _ATANH_DOUBLE, scalar.select(a > limit, limit, a))
    inside = a < 1
    b = scalar.select(inside, a, 0)
    below = 1 - b
    below_low = (1 - below) - b
    ratio = (b + b) / below
    ratio_low = (scalar.fma(-ratio, below, b + b) - ratio * below_low) / below
    large = log1p_of_sum(ratio, ratio_low) * 0.5
    large = scalar.select(inside, large, scalar.select(scalar.eq(a, 1), constant(INF, x), NAN))
    return scalar.copysign(scalar.select(a <= limit, small, large), x)
