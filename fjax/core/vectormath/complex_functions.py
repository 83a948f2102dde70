"""The elementary functions of complex values, in terms of the real ones.

Formulas after W. Kahan, "Branch cuts for complex elementary functions" (1987); the branch cuts
follow the signs of zeros.
"""

from __future__ import annotations

import math

from fjax.core import scalar
from fjax.core.scalar import ComplexExpr, Expr
from fjax.core.vectormath.basic import complex_sqrt, hypot, rsqrt, sign
from fjax.core.vectormath.exponential import exp, exp2, expm1, logistic
from fjax.core.vectormath.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from fjax.core.vectormath.inverse_trigonometric import acos, asin, atan, atan2
from fjax.core.vectormath.logarithm import log, log1p, log2, log10, pow
from fjax.core.vectormath.support import INF, NAN, constant, format_of, is_single
from fjax.core.vectormath.trigonometric import cos, sin, tan


def _times_i(z: ComplexExpr) -> ComplexExpr:
    return ComplexExpr(-z.im, z.re)


def _over_i(z: ComplexExpr) -> ComplexExpr:
    return ComplexExpr(z.im, -z.re)


def _keep_zero(im: Expr, product: Expr) -> Expr:
    """The product, but a zero imaginary part stays (infinity times zero would be NaN)."""
    return scalar.select(scalar.eq(im, 0), im, product)


@exp.over_complex
def _exp(z: ComplexExpr) -> ComplexExpr:
    # exp may overflow where its product with a small sine does not
    large = z.re > (85.0 if is_single(z.re) else 700.0)
    grown = exp(scalar.select(large, z.re - 64, z.re))
    factor = scalar.select(large, constant(math.exp(64.0), z.re), 1)
    vanishes = scalar.eq(z.re, -INF)
    re = scalar.select(scalar.eq(z.im, 0), grown, grown * cos(z.im)) * factor
    re = scalar.select(_directionless(z), INF, re)
    im = _keep_zero(z.im, grown * sin(z.im) * factor)
    return ComplexExpr(scalar.select(vanishes, 0, re), scalar.select(vanishes, 0, im))


def _directionless(z: ComplexExpr) -> Expr:
    """Whether exp(z) is infinite in an unknown direction: inf + NaN i, by C's rules."""
    return scalar.eq(z.re, INF) & ~(abs(z.im) < INF)


@expm1.over_complex
def _expm1(z: ComplexExpr) -> ComplexExpr:
    half = sin(z.im * 0.5)
    grown = expm1(z.re)
    re = scalar.select(scalar.eq(z.im, 0), grown, grown * cos(z.im) - 2 * (half * half))
    re = scalar.select(_directionless(z), INF, re) + 0.0  # never -0
    im = _keep_zero(z.im, exp(z.re) * sin(z.im))
    vanishes = scalar.eq(z.re, -INF)
    return ComplexExpr(scalar.select(vanishes, -1, re), scalar.select(vanishes, 0, im))


@exp2.over_complex
def _exp2(z: ComplexExpr) -> ComplexExpr:
    return _exp(z * math.log(2.0))


@logistic.over_complex
def _logistic(z: ComplexExpr) -> ComplexExpr:
    return 1 / (_exp(-z) + 1)


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
    modulus = hypot(z.re, z.im)
    zero = scalar.eq(modulus, 0)
    return scalar.select(zero, z, z / scalar.select(zero, 1, modulus))


@sinh.over_complex
def _sinh(z: ComplexExpr) -> ComplexExpr:
    re = sinh(z.re) * cos(z.im)
    re = scalar.select(scalar.eq(z.re, 0) & scalar.ne(re, re), z.re, re)
    return ComplexExpr(re, _keep_zero(z.im, cosh(z.re) * sin(z.im)))


@cosh.over_complex
def _cosh(z: ComplexExpr) -> ComplexExpr:
    straight = scalar.eq(z.im, 0) | scalar.eq(z.re, 0)
    im = scalar.select(straight, z.re * z.im, sinh(z.re) * sin(z.im))
    im = scalar.select(straight & scalar.ne(im, im), 0, im)
    return ComplexExpr(cosh(z.re) * cos(z.im), im)


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
    flat = scalar.select(scalar.eq(decay, 0), scalar.copysign(constant(0, x), z.im), flat)
    # the direction of an infinite angle is unknown, unless the limit is the same in all
    lost = large & (abs(z.re) < INF) & ~(abs(z.im) < INF)
    re = scalar.select(large, scalar.copysign(constant(1, x), z.re), re)
    im = scalar.select(large, flat, im)
    nothing = constant(NAN, x)
    return ComplexExpr(scalar.select(lost, nothing, re), scalar.select(lost, nothing, im))


@sin.over_complex
def _sin(z: ComplexExpr) -> ComplexExpr:
    return _over_i(_sinh(_times_i(z)))


@cos.over_complex
def _cos(z: ComplexExpr) -> ComplexExpr:
    return _cosh(_times_i(z))


@tan.over_complex
def _tan(z: ComplexExpr) -> ComplexExpr:
    return _over_i(_tanh(_times_i(z)))


def _roots(z: ComplexExpr) -> tuple[ComplexExpr, ComplexExpr]:
    """sqrt(1 - z) and sqrt(1 + z); the signs of zeros in z.im are kept."""
    return (complex_sqrt(ComplexExpr(1 - z.re, -z.im)), complex_sqrt(ComplexExpr(1 + z.re, z.im)))


@asin.over_complex
def _asin(z: ComplexExpr) -> ComplexExpr:
    minus, plus = _roots(z)
    re = atan2(z.re, minus.re * plus.re - minus.im * plus.im)
    return ComplexExpr(re, asinh(minus.re * plus.im - minus.im * plus.re))


@acos.over_complex
def _acos(z: ComplexExpr) -> ComplexExpr:
    minus, plus = _roots(z)
    im = asinh(plus.re * minus.im - plus.im * minus.re)
    return ComplexExpr(2 * atan2(minus.re, plus.re), im)


@asinh.over_complex
def _asinh(z: ComplexExpr) -> ComplexExpr:
    return _over_i(_asin(_times_i(z)))


@acosh.over_complex
def _acosh(z: ComplexExpr) -> ComplexExpr:
    minus = complex_sqrt(ComplexExpr(z.re - 1, z.im))
    plus = complex_sqrt(ComplexExpr(z.re + 1, z.im))
    re = asinh(minus.re * plus.re + minus.im * plus.im)
    return ComplexExpr(re, 2 * atan2(minus.im, plus.re))


@atanh.over_complex
def _atanh(z: ComplexExpr) -> ComplexExpr:
    """For large |z| this is 1/z + i pi/2 to working precision."""
    limit = 2.0 ** (format_of(z.re).bias // 2 - 2)
    far = (abs(z.re) > limit) | (abs(z.im) > limit)
    x, y = scalar.select(far, 0, z.re), scalar.select(far, 0, z.im)
    a = abs(x)
    below = scalar.fma(y, y, (1 - a) * (1 - a))
    re = scalar.copysign(0.25 * log1p(4 * a / below), z.re)
    im = 0.5 * atan2(y + y, (1 - a) * (1 + a) - y * y)
    reciprocal = 1 / scalar.select(far, z, scalar.as_complex(1, x.dtype))
    endless = scalar.eq(abs(z.re), INF) | scalar.eq(abs(z.im), INF)
    vanishing = scalar.copysign(constant(0, x), z.re)
    real = scalar.select(endless, vanishing, reciprocal.re)
    quarter_turn = scalar.copysign(constant(math.pi / 2, x), z.im)
    quarter_turn = scalar.select(scalar.eq(z.im, z.im), quarter_turn, z.im)
    return ComplexExpr(scalar.select(far, real, re), scalar.select(far, quarter_turn, im))


@atan.over_complex
def _atan(z: ComplexExpr) -> ComplexExpr:
    return _over_i(_atanh(_times_i(z)))
