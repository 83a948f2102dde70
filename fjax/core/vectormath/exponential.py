"""exp, expm1, exp2 and the logistic function."""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.support import (
    clamp,
    estrin,
    format_of,
    horner,
    integer_of_magic,
    is_single,
    power_of_magic,
    power_of_two,
    scale,
)

# exp(r) = 1 + r + r^2 P(r), |r| <= 1.01 ln2/2; error 2^-28.2 of exp.
_EXP_SINGLE = (
    0.5000000100957023,
    0.16666512893262447,
    0.04166618736010348,
    0.008369598016909419,
    0.0013951712704437737,
)
# exp(r) = 1 + r + r^2/2 + r^3 P(r), same interval; error 2^-57.2.
EXP_DOUBLE = (
    0.16666666666666688,
    0.04166666666659762,
    0.008333333333312263,
    0.0013888888929577416,
    0.00019841269908974564,
    2.48015049454217e-05,
    2.755722215473296e-06,
    2.762675970625712e-07,
    2.511640662470802e-08,
)
# expm1(r) = r + r^2 P(r); error 2^-26.1 of r.
_EXPM1_SINGLE = (
    0.5000000066717126,
    0.16666538053148772,
    0.04166626616343278,
    0.008367245637863426,
    0.0013947561908849988,
)
# expm1(r) = r + r^2/2 + r^3 P(r); error 2^-61.5 of r.
_EXPM1_DOUBLE = (
    0.16666666666666677,
    0.04166666666666669,
    0.008333333333320755,
    0.0013888888888868723,
    0.00019841269888682178,
    2.4801587359156736e-05,
    2.7557241346064906e-06,
    2.7557242881447e-07,
    2.5110123522312723e-08,
    2.0924609533648408e-09,
)


def reduce_exponent(x: Expr) -> tuple[Expr, Expr, Expr]:
    """x = n ln2 + r: (t whose low bits hold n, n as a float, r), for x in the exponent range."""
    info = format_of(x)
    t = scalar.fma(x, 1.4426950408889634, info.magic)
    n = t - info.magic
    high, low = info.ln2_short  # n * high is exact, with or without a fused multiply-add
    return t, n, scalar.fma(n, -low, scalar.fma(n, -high, x))


def exp_of_reduced(r: Expr) -> Expr:
    """exp(r) for |r| <= ln2/2."""
    if is_single(r):
        return horner((1.0, 1.0, *_EXP_SINGLE), r)
    inner = scalar.fma(estrin(EXP_DOUBLE, r), r, 0.5)
    return scalar.fma(inner, r * r, r) + 1


def exp_of_twice_reduced(r: Expr) -> Expr:
    """exp(2r) for |r| <= ln2/4."""
    if is_single(r):
        return horner([c * 2.0**k for k, c in enumerate((1.0, 1.0, *_EXP_SINGLE))], r)
    return exp_of_reduced(r + r)


def exp_in_range(x: Expr) -> Expr:
    """exp(x) where the result is known to be normal (or x is NaN): no edges are handled."""
    t, _, r = reduce_exponent(x)
    return exp_of_reduced(r) * power_of_magic(t)


def exp_scaled(x: Expr, shift: int, high: float) -> Expr:
    """exp(x) * 2**shift, with x at most `high`; NaN passes."""
    _, n, r = reduce_exponent(scalar.select(x > high, high, x))
    return scale(exp_of_reduced(r), n + shift if shift else n)


@scalar.function
def exp(x: Expr) -> Expr:
    """e**x. Denormal results are right; overflow gives inf.

    What rounds to zero, such as exp of a large negative mask, is not computed: processors take ten
    times as long for products that are denormal.
    """
    low, high = (-103.98, 89.5) if is_single(x) else (-745.14, 711.0)
    vanishes = x < low
    return scalar.select(vanishes, 0, exp_scaled(scalar.select(vanishes, 0, x), 0, high))


@scalar.function
def exp2(x: Expr) -> Expr:
    """2**x; exact for integers. What rounds to zero is not computed (see `exp`)."""
    info = format_of(x)
    low, high = (-150.0, 129.0) if is_single(x) else (-1075.0, 1025.0)
    vanishes = x <= low
    x = scalar.select(vanishes, 0, scalar.select(x > high, high, x))
    n = (x + info.magic) - info.magic
    f = x - n
    high_part = f * info.ln2[0]
    low_part = scalar.fma(f, info.ln2[0], -high_part)
    low_part = scalar.fma(f, info.ln2[1], low_part)
    y = exp_of_reduced(high_part)
    return scalar.select(vanishes, 0, scale(scalar.fma(y, low_part, y), n))


def expm1_of_reduced(r: Expr) -> Expr:
    """exp(r) - 1 for |r| <= ln2/2."""
    if is_single(r):
        return scalar.fma(horner(_EXPM1_SINGLE, r), r * r, r)
    inner = scalar.fma(estrin(_EXPM1_DOUBLE, r), r, 0.5)
    return scalar.fma(inner, r * r, r)


@scalar.function
def expm1(x: Expr) -> Expr:
    """e**x - 1 without cancellation; -0.0 stays -0.0."""
    low, high = (-18.0, 88.9) if is_single(x) else (-38.0, 710.0)
    t, n, r = reduce_exponent(clamp(x, low, high))
    reduced = expm1_of_reduced(r)
    half = power_of_two(integer_of_magic(t) - 1, x.dtype)
    y = scalar.fma(half, reduced, half - 0.5)
    y = y + y
    return scalar.copysign(scalar.select(scalar.eq(n, 0), reduced, y), x)


@scalar.function
def logistic(x: Expr) -> Expr:
    """1 / (1 + e**-x); denormal results are right."""
    t = exp.program(-abs(x))
    return scalar.select(x >= 0, 1, t) / (t + 1)
