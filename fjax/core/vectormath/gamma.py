"""lgamma and its derivatives: Stirling's series after a shift, reflection for negative arguments.

float32 values are computed in float64. Next to the zeros of lgamma at 1 and 2 a polynomial in the
distance keeps the error relative; next to its other zeros, and those of digamma, a float64 error is
absolute (lgamma 2e-15, digamma 5e-15); elsewhere errors are relative.
The series are those of Abramowitz and Stegun, 6.1.40, 6.3.18 and 6.4.12.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from fjax.core import scalar
from fjax.core.scalar import FLOAT64, Expr
from fjax.core.vectormath.logarithm import log, log_double_word
from fjax.core.vectormath.support import INF, NAN, constant, horner, is_single, two_product, two_sum
from fjax.core.vectormath.trigonometric import cos_of_reduced, sin_of_reduced

_SHIFT = 8
# lgamma(x) = (x-1/2) log x - x + log(2 pi)/2 + sum c_k / x^(2k-1), c_k = B_2k / (2k (2k-1))
_STIRLING = (
    1 / 12,
    -1 / 360,
    1 / 1260,
    -1 / 1680,
    1 / 1188,
    -691 / 360360,
    1 / 156,
    -3617 / 122400,
)
# digamma(x) = log x - 1/(2x) - sum c_k / x^2k, c_k = B_2k / 2k
_DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)
# trigamma(x) = 1/x + 1/(2x^2) + sum B_2k / x^(2k+1)
_TRIGAMMA = (
    *(1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510),
    *(43867 / 798, -174611 / 330),
)
# lgamma(root + u) / u for |u| <= 1/8
_LGAMMA_AT_ONE = (
    -0.5772156649015329,
    0.8224670334241098,
    -0.4006856343865376,
    0.2705808084339692,
    -0.2073855510274562,
    0.169557173835569,
    -0.14404989572565222,
    0.12551036160079887,
    -0.11133467644913843,
    0.10002595881038817,
    -0.09089879804578031,
    0.08708314428282055,
    -0.08012810180122747,
)
_LGAMMA_AT_TWO = (
    0.42278433509846713,
    0.3224670334241134,
    -0.06735230105319935,
    0.02058080842751914,
    -0.007385551027960828,
    0.002890510425769292,
    -0.0011927540613507707,
    0.0005096556414550178,
    -0.0002231406214836945,
    0.00010034408370692766,
    -4.5532648735755034e-05,
)
_HALF_LOG_TWO_PI = 0.5 * math.log(2 * math.pi)


def _sin_cos_pi(r: Expr) -> tuple[Expr, Expr]:
    """sin and cos of pi r for |r| <= 1/2."""
    a = abs(r)
    steep = a > 0.25
    angle = scalar.select(steep, 0.5 - a, a) * math.pi
    s, c = sin_of_reduced(angle), cos_of_reduced(angle)
    return scalar.copysign(scalar.select(steep, c, s), r), scalar.select(steep, s, c)


def _shifted(x: Expr) -> tuple[Expr, Expr, Expr]:
    """(y, p, q): y is x + 8 where x < 8, else x; p = x (x+1) ... (x+7), q = dp/dx, or 1 and 0."""
    low = x < _SHIFT
    small = scalar.select(low, x, 1)
    p, q = small, constant(1, x)
    for k in range(1, _SHIFT):
        factor = small + k
        q = scalar.fma(q, factor, p)
        p = p * factor
    return (scalar.select(low, x + _SHIFT, x), scalar.select(low, p, 1), scalar.select(low, q, 0))


@scalar.function
def lgamma(x: Expr) -> Expr:
    """log |gamma(x)|; infinite at 0 and the negative integers."""
    if is_single(x):
        return scalar.convert(_lgamma_of_single(scalar.convert(x, FLOAT64)), x.dtype)
    return _lgamma(x)


def _lgamma_of_single(x: Expr) -> Expr:
    """In float64, where what a float32 keeps bears a shift by four and logarithms of one word."""
    reflects = x < 0
    z = scalar.select(reflects, 1 - x, x)
    low = z < _SHIFT
    y = scalar.select(low, z + 4, z)
    product = scalar.select(low, (z * (z + 1)) * ((z + 2) * (z + 3)), 1)
    inverse = 1 / y
    series = horner(_STIRLING[:5], inverse * inverse) * inverse + _HALF_LOG_TWO_PI
    s, _ = _sin_cos_pi(x - scalar.round_even(x))
    product = product * scalar.select(reflects, math.pi / abs(s), 1)
    value = scalar.fma(y - 0.5, log.program(y), series - y) - log.program(product)
    near = _LGAMMA_AT_ONE[:9], _LGAMMA_AT_TWO[:8]
    return _at_zeros_and_poles(x, reflects, s, scalar.select(reflects, -value, value), near)


def _lgamma(x: Expr) -> Expr:
    reflects = x < -1e-17
    z = scalar.select(reflects, 1 - x, abs(x))
    y, product, _ = _shifted(z)
    z_low = scalar.select(reflects, (1 - z) - x, 0)
    y_low = scalar.select(z < _SHIFT, z - (y - _SHIFT), z_low)
    inverse = 1 / y
    series = horner(_STIRLING, inverse * inverse) * inverse + _HALF_LOG_TWO_PI
    s, _ = _sin_cos_pi(x - scalar.round_even(x))
    product = product * scalar.select(reflects, math.pi / abs(s), 1)
    # (y - 1/2) log y - y - log(product) in two words, for most of it cancels; in the order that
    # overflows only where the result does
    log_y, log_y_low = log_double_word(y)
    log_p, log_p_low = log_double_word(product)
    high, low = two_product(y - 0.5, log_y - 1)
    low = scalar.select(high < INF, scalar.fma(y - 0.5, log_y_low, low), 0)
    high, lost = two_sum(high, -log_p)
    lost = scalar.select(abs(high) < INF, lost, 0)
    low = scalar.fma(y_low, log_y, low) + (lost - log_p_low)
    value = high + (low + (series - 0.5))
    near = _LGAMMA_AT_ONE, _LGAMMA_AT_TWO
    return _at_zeros_and_poles(x, reflects, s, scalar.select(reflects, -value, value), near)


def _at_zeros_and_poles(
    x: Expr, reflects: Expr, sine: Expr, value: Expr, near: tuple[Sequence[float], Sequence[float]]
) -> Expr:
    """lgamma(x) that is `value` elsewhere; near: coefficients about 1 and 2; sine: that of pi x."""
    for root, coefficients in enumerate(near, 1):
        u = x - root
        close = horner(coefficients, u) * u + 0.0  # zero is positive
        value = scalar.select(abs(u) <= 0.125, close, value)
    pole = scalar.eq(x, 0) | (reflects & scalar.eq(sine, 0))
    return scalar.select(scalar.eq(abs(x), INF) | pole, constant(INF, x), value)


@scalar.function
def digamma(x: Expr) -> Expr:
    """The derivative of lgamma; NaN at 0 and the negative integers."""
    if is_single(x):
        return scalar.convert(_digamma(scalar.convert(x, FLOAT64)), x.dtype)
    return _digamma(x)


def _digamma(x: Expr) -> Expr:
    reflects = x < 0
    z = scalar.select(reflects, 1 - x, x)
    y, product, slope = _shifted(z)
    inverse = 1 / y
    square = inverse * inverse
    value = log.program(y) - scalar.fma(horner(_DIGAMMA, square), square, inverse * 0.5)
    value = value - slope / product
    whole = scalar.round_even(x)
    s, c = _sin_cos_pi(x - whole)
    value = scalar.select(reflects, value - math.pi * c / s, value)
    value = scalar.select(scalar.eq(x, INF), x, value)
    return scalar.select((x <= 0) & scalar.eq(whole, x), NAN, value)


@scalar.function
def trigamma(x: Expr) -> Expr:
    """The derivative of digamma; infinite at 0 and the negative integers."""
    if is_single(x):
        return scalar.convert(_trigamma(scalar.convert(x, FLOAT64)), x.dtype)
    return _trigamma(x)


def _trigamma(x: Expr) -> Expr:
    reflects = x < 0
    z = scalar.select(reflects, 1 - x, x)
    y, shift = _squares_shifted(z)
    inverse = 1 / y
    square = inverse * inverse
    tail = scalar.fma(horner(_TRIGAMMA, square), square * inverse, square * 0.5)
    value = shift + (tail + inverse)
    s, _ = _sin_cos_pi(x - scalar.round_even(x))
    steep = math.pi / s
    return scalar.select(reflects, scalar.fma(steep, steep, -value), value)


def _squares_shifted(x: Expr) -> tuple[Expr, Expr]:
    """(y, sum of 1 / (x + k)^2 for k < 8): y is x + 8 where x < 8, else x and 0."""
    low = x < _SHIFT
    small = scalar.select(low, x, 1)
    total, product = constant(1, x), small
    for k in range(1, _SHIFT):
        factor = small + k
        total = scalar.fma(total, factor * factor, product * product)
        product = product * factor
    shift = scalar.select(low, total / product / product, 0)
    return scalar.select(low, x + _SHIFT, x), shift
