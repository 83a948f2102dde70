"""The elementary functions of complex values, in terms of the real ones.

Formulas after W. Kahan, "Branch cuts for complex elementary functions" (1987); the branch cuts
follow the signs of zeros.
"""

from __future__ import annotations

import math

from fjax.core import scalar
from fjax.core.scalar import ComplexExpr, Expr, Function
from fjax.core.vectormath.basic import complex_sqrt, hypot, rsqrt, sign
from fjax.core.vectormath.exponential import exp, exp2, expm1, logistic
from fjax.core.vectormath.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from fjax.core.vectormath.inverse_trigonometric import acos, asin, atan, atan2
from fjax.core.vectormath.logarithm import log, log1p, log2, log10, pow
from fjax.core.vectormath.support import INF, NAN, constant, format_of, is_single
from fjax.core.vectormath.trigonometric import cos, sin, tan


def _times_i(z: ComplexExpr) -> ComplexExpr:
    return ComplexExpr(-z.im, z.re)


def _exchanged(z: ComplexExpr) -> ComplexExpr:
    """y + ix of x + iy: sin, tan and their inverses are the hyperbolic functions between two."""
    return ComplexExpr(z.im, z.re)


def _keep_zero(im: Expr, product: Expr) -> Expr:
    """The product, but a zero imaginary part stays (infinity times zero would be NaN)."""
    return scalar.select(scalar.eq(im, 0), im, product)


@exp.over_complex
def _exp(z: ComplexExpr) -> ComplexExpr:
    return _turned(exp, z, *_exp_bounds(z.re))


def _exp_bounds(x: Expr) -> tuple[float, float]:
    return 85.0 if is_single(x) else 700.0, math.exp(64.0)


@exp2.over_complex
def _exp2(z: ComplexExpr) -> ComplexExpr:
    angle = ComplexExpr(z.re, z.im * math.log(2.0))
    return _turned(exp2, angle, 120.0 if is_single(z.re) else 1010.0, 2.0**64)


def _turned(grow: Function, z: ComplexExpr, high: float, step: float) -> ComplexExpr:
    """grow(x) (cos y + i sin y) for z = x + iy, and grow(64) = step."""
    x, factor = _within(z.re, high, step)
    grown = grow(x)
    # what vanishes does so in every direction
    lost = scalar.eq(z.re, -INF) & ~(abs(z.im) < INF)
    angle = scalar.select(z.im < 0, constant(-0.0, z.im), 0)  # a NaN's sign says nothing
    angle = scalar.select(lost, angle, z.im)
    re = scalar.select(scalar.eq(angle, 0), grown, grown * cos(angle)) * factor
    re = scalar.select(_directionless(z), INF, re)
    return ComplexExpr(re, _keep_zero(angle, grown * sin(angle) * factor))


def _within(x: Expr, high: float, step: float) -> tuple[Expr, Expr]:
    """x, less by 64 beyond `high`, and the factor that this is in its exponential.

    The exponential may overflow where its product with a small sine does not.
    """
    large = x > high
    return scalar.select(large, x - 64, x), scalar.select(large, constant(step, x), 1)


def _directionless(z: ComplexExpr) -> Expr:
    """Whether exp(z) is infinite in an unknown direction: inf + NaN i, by C's rules."""
    return scalar.eq(z.re, INF) & ~(abs(z.im) < INF)


@expm1.over_complex
def _expm1(z: ComplexExpr) -> ComplexExpr:
    half = sin(z.im * 0.5)
    grown = expm1(z.re)
    re = scalar.select(scalar.eq(z.im, 0), grown, grown * cos(z.im) - 2 * (half * half))
    whole = _exp(z)
    re = scalar.select(z.re > 64, whole.re, re) + 0.0  # never -0
    return ComplexExpr(scalar.select(scalar.eq(z.re, -INF), -1, re), whole.im)


@logistic.over_complex
def _logistic(z: ComplexExpr) -> ComplexExpr:
    left = z.re < 0  # the exponential of what is negative does not overflow
    t = _exp(scalar.select(left, z, -z))
    return scalar.select(left, t, 1) / (t + 1)


def _log_modulus(x: Expr, y: Expr) -> Expr:
    """log |x + iy|, accurate where the modulus is near 1 as well."""
    a, b = abs(x), abs(y)
    large, small = scalar.maximum(a, b), scalar.minimum(a, b)
    near = (large > 0.5) & (large < 2)
    bounded = scalar.select(near, large, 1)
    excess = scalar.fma(small, small, (bounded - 1) * (bounded + 1))
    info = format_of(x)
    tiny, huge = large < 2.0 ** (info.mantissa - info.bias), large > 2.0 ** (info.bias - 1)
    steps = info.mantissa + 2
    factor = scalar.select(tiny, constant(2.0**steps, x), scalar.select(huge, constant(0.25, x), 1))
    shift = scalar.select(
        tiny,
        constant(-steps * math.log(2), x),
        scalar.select(huge, constant(2 * math.log(2), x), 0),
    )
    far = log(hypot(x * factor, y * factor)) + shift
    return scalar.select(near, 0.5 * log1p(excess), far)


@log.over_complex
def _log(z: ComplexExpr) -> ComplexExpr:
    return ComplexExpr(_log_modulus(z.re, z.im), atan2(z.im, z.re))


@log2.over_complex
def _log2(z: ComplexExpr) -> ComplexExpr:
    return _log(z) * (1 / math.log(2.0))


@log10.over_complex
def _log10(z: ComplexExpr) -> ComplexExpr:
    return _log(z) * (1 / math.log(10.0))


@log1p.over_complex
def _log1p(z: ComplexExpr) -> ComplexExpr:
    near = (abs(z.re) < 0.75) & (abs(z.im) < 0.75)
    x, y = scalar.select(near, z.re, 0), scalar.select(near, z.im, 0)
    excess = scalar.fma(y, y, x * (x + 2))
    re = scalar.select(near, 0.5 * log1p(excess), _log_modulus(z.re + 1, z.im))
    return ComplexExpr(re, atan2(z.im, z.re + 1))


@pow.over_complex
def _pow(z: ComplexExpr, w: ComplexExpr) -> ComplexExpr:
    result = _exp(w * _log(z))
    at_zero = scalar.select(
        w.re > 0,
        scalar.as_complex(0, z.re.dtype),
        ComplexExpr(constant(NAN, z.re), constant(NAN, z.re)),
    )
    result = scalar.select(scalar.eq(z, 0), at_zero, result)
    return scalar.select(scalar.eq(w, 0), scalar.as_complex(1, z.re.dtype), result)


@rsqrt.over_complex
def _rsqrt(z: ComplexExpr) -> ComplexExpr:
    return 1 / complex_sqrt(z)


@sign.over_complex
def _sign(z: ComplexExpr) -> ComplexExpr:
    # one infinite part is a direction; two are none, and give NaN
    far_re, far_im = (scalar.eq(abs(x), INF) for x in (z.re, z.im))
    ahead = ComplexExpr(
        scalar.select(far_re, sign(z.re), constant(0, z.re)),
        scalar.select(far_im, sign(z.im), constant(0, z.im)),
    )
    z = scalar.select(far_re ^ far_im, ahead, z)
    # the modulus must neither overflow nor be denormal
    info = format_of(z.re)
    z, _ = _shrunk(z)
    tiny = (abs(z.re) < info.tiny) & (abs(z.im) < info.tiny)
    z = z * scalar.select(tiny, constant(2.0 ** (info.mantissa + 2), z.re), 1)
    modulus = hypot(z.re, z.im)
    zero = scalar.eq(modulus, 0)
    return scalar.select(zero, z, z / scalar.select(zero, 1, modulus))


def _is_infinite(z: ComplexExpr) -> Expr:
    return scalar.eq(abs(z.re), INF) | scalar.eq(abs(z.im), INF)


def _shrunk(z: ComplexExpr) -> tuple[ComplexExpr, Expr]:
    """A huge z / 16, and log 16; any other z, and 0."""
    bound = 2.0 ** (format_of(z.re).bias - 3)
    huge = (abs(z.re) > bound) | (abs(z.im) > bound)
    z = z * scalar.select(huge, constant(1 / 16, z.re), 1)
    return z, scalar.select(huge, constant(math.log(16.0), z.re), 0)


@sinh.over_complex
def _sinh(z: ComplexExpr) -> ComplexExpr:
    x, factor = _within(abs(z.re), *_exp_bounds(z.re))
    re = scalar.copysign(sinh(x), z.re) * cos(z.im) * factor
    re = scalar.select(scalar.eq(z.re, 0) & scalar.ne(re, re), z.re, re)
    re = scalar.select(_directionless(ComplexExpr(abs(z.re), z.im)), INF, re)
    return ComplexExpr(re, _keep_zero(z.im, cosh(x) * sin(z.im) * factor))


@cosh.over_complex
def _cosh(z: ComplexExpr) -> ComplexExpr:
    x, factor = _within(abs(z.re), *_exp_bounds(z.re))
    im = scalar.copysign(sinh(x), z.re) * sin(z.im) * factor
    im = scalar.select(scalar.eq(z.re, 0) & scalar.ne(im, im), 0, im)
    real = scalar.select(z.re < 0, -z.im, z.im)  # also where sinh is infinite or NaN
    im = scalar.select(scalar.eq(z.im, 0) & scalar.ne(z.re, 0), real, im)
    re = cosh(x) * cos(z.im) * factor
    re = scalar.select(_directionless(ComplexExpr(abs(z.re), z.im)), INF, re)
    return ComplexExpr(re, im)


@tanh.over_complex
def _tanh(z: ComplexExpr) -> ComplexExpr:
    limit = 11.0 if is_single(z.re) else 22.0
    large = abs(z.re) > limit
    x = scalar.select(large, 0, z.re)
    t, s = tan(z.im), sinh(x)
    slope = scalar.fma(t, t, 1)
    below = 1 + slope * (s * s)
    re = slope * cosh(x) * s / below
    im = t / below
    vertical = scalar.eq(abs(t), INF)  # tan overflowed: cos(im) is 0
    re = scalar.select(vertical, 1 / tanh(x), re)
    im = scalar.select(vertical, 0, im)
    decay = exp(-2 * abs(z.re))
    flat = 4 * sin(z.im) * cos(z.im) * decay
    flat = scalar.select(abs(z.im) < INF, flat, scalar.copysign(constant(0, x), z.im))
    # the direction of an infinite angle is unknown, unless the limit is the same in all
    lost = large & (abs(z.re) < INF) & ~(abs(z.im) < INF)
    re = scalar.select(large, scalar.copysign(constant(1, x), z.re), re)
    im = scalar.select(large, flat, im)
    nothing = constant(NAN, x)
    re, im = scalar.select(lost, nothing, re), scalar.select(lost, nothing, im)
    # on an axis the function is real or imaginary, whatever the other part
    return ComplexExpr(_keep_zero(z.re, re), _keep_zero(z.im, im))


@sin.over_complex
def _sin(z: ComplexExpr) -> ComplexExpr:
    return _exchanged(_sinh(_exchanged(z)))


@cos.over_complex
def _cos(z: ComplexExpr) -> ComplexExpr:
    return _cosh(_times_i(z))


@tan.over_complex
def _tan(z: ComplexExpr) -> ComplexExpr:
    return _exchanged(_tanh(_exchanged(z)))


def _roots(z: ComplexExpr) -> tuple[ComplexExpr, ComplexExpr]:
    """sqrt(1 - z) and sqrt(1 + z); the signs of zeros in z.im are kept."""
    return (complex_sqrt(ComplexExpr(1 - z.re, -z.im)), complex_sqrt(ComplexExpr(1 + z.re, z.im)))


@asin.over_complex
def _asin(z: ComplexExpr) -> ComplexExpr:
    infinite = _is_infinite(z)
    small, added = _shrunk(z)
    minus, plus = _roots(small)
    across = minus.re * plus.re - minus.im * plus.im
    re = atan2(small.re, scalar.select(infinite, abs(z.im), across))
    im = abs(asinh(minus.re * plus.im - minus.im * plus.re)) + added
    im = scalar.copysign(scalar.select(infinite, INF, im), z.im)
    return ComplexExpr(_keep_zero(z.re, re), im)


@acos.over_complex
def _acos(z: ComplexExpr) -> ComplexExpr:
    infinite = _is_infinite(z)
    small, added = _shrunk(z)
    minus, plus = _roots(small)
    im = abs(asinh(plus.re * minus.im - plus.im * minus.re)) + added
    im = scalar.copysign(scalar.select(infinite, INF, im), -z.im)
    re = scalar.select(infinite, atan2(abs(z.im), z.re), 2 * atan2(minus.re, plus.re))
    return ComplexExpr(_quarter_turn_at_zero(z.re, re), im)


def _quarter_turn_at_zero(re: Expr, angle: Expr) -> Expr:
    """The angle; where it is NaN on the imaginary axis, it is pi/2 all the same."""
    return scalar.select(scalar.eq(re, 0) & scalar.ne(angle, angle), math.pi / 2, angle)


@asinh.over_complex
def _asinh(z: ComplexExpr) -> ComplexExpr:
    return _exchanged(_asin(_exchanged(z)))


@acosh.over_complex
def _acosh(z: ComplexExpr) -> ComplexExpr:
    infinite = _is_infinite(z)
    small, added = _shrunk(z)
    minus = complex_sqrt(ComplexExpr(small.re - 1, small.im))
    plus = complex_sqrt(ComplexExpr(small.re + 1, small.im))
    re = asinh(minus.re * plus.re + minus.im * plus.im) + added
    im = scalar.select(infinite, atan2(z.im, z.re), 2 * atan2(minus.im, plus.re))
    return ComplexExpr(scalar.select(infinite, INF, re), _quarter_turn_at_zero(z.re, im))


@atanh.over_complex
def _atanh(z: ComplexExpr) -> ComplexExpr:
    """For large |z| this is 1/z + i pi/2 to working precision."""
    limit = 2.0 ** (format_of(z.re).bias // 2 - 2)
    far = (abs(z.re) > limit) | (abs(z.im) > limit)
    x, y = scalar.select(far, 0, z.re), scalar.select(far, 0, z.im)
    a = abs(x)
    below = scalar.fma(y, y, (1 - a) * (1 - a))
    re = scalar.select(_beside_pole(a, y), _log_of_pole(y), 0.25 * log1p(4 * a / below))
    re = scalar.copysign(re, z.re)
    im = 0.5 * atan2(y + y, (1 - a) * (1 + a) - y * y)
    reciprocal = 1 / scalar.select(far, z, scalar.as_complex(1, x.dtype))
    infinite = _is_infinite(z)
    real = scalar.copysign(scalar.select(infinite, 0, reciprocal.re), z.re)
    known = scalar.eq(z.im, z.im) & (infinite | scalar.eq(z.re, z.re))
    quarter_turn = scalar.copysign(scalar.select(known, constant(math.pi / 2, x), NAN), z.im)
    re = _keep_zero(z.re, scalar.select(far, real, re))
    return ComplexExpr(re, scalar.select(far, quarter_turn, im))


def _beside_pole(a: Expr, y: Expr) -> Expr:
    """Whether a + iy is 1 except for an imaginary part whose square may vanish."""
    return scalar.eq(a, 1) & (abs(y) < (2.0**-60 if is_single(a) else 2.0**-200))


def _log_of_pole(y: Expr) -> Expr:
    """log(2 / |y|) / 2 for a tiny y; the quotient of a denormal one would overflow."""
    steps = 30 if is_single(y) else 100
    return 0.5 * log(2.0 ** (1 - steps) / abs(y)) + 0.5 * steps * math.log(2)


@atan.over_complex
def _atan(z: ComplexExpr) -> ComplexExpr:
    return _exchanged(_atanh(_exchanged(z)))
