"""asin, acos, atan and atan2."""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.support import INF, NAN, constant, estrin, format_of, horner, is_single

# asin(x) = x + x^3 P(x^2), |x| <= 0.5; errors 2^-27.6 and 2^-59.8 of x.
_ASIN_SINGLE = (
    0.16666753871104664,
    0.07495243759653333,
    0.04547690697345777,
    0.02414828656473979,
    0.0422177718441369,
)
_ASIN_DOUBLE = (
    0.16666666666666763,
    0.07499999999970258,
    0.04464285717512337,
    0.030381942683516516,
    0.02237221566266142,
    0.017351600056622157,
    0.013980961799758525,
    0.01139777366304575,
    0.010786539508331972,
    0.003683011039177781,
    0.021763555986008057,
    -0.02107734930206001,
    0.032676912286332786,
)
# atan(t) = t + t^3 P(t^2), |t| <= tan(pi/8); errors 2^-30.5 and 2^-59.5 of t.
_ATAN_SINGLE = (
    -0.3333331551255035,
    0.1999848933163341,
    -0.14243838427173894,
    0.10595877800714086,
    -0.06083046506310074,
)
_ATAN_DOUBLE = (
    -0.333333333333332,
    0.19999999999954002,
    -0.14285714280239875,
    0.1111111078568324,
    -0.09090897822801469,
    0.0769206138527662,
    -0.06663117428248605,
    0.05847986792668745,
    -0.05039743258770308,
    0.03807566232321315,
    -0.017919305499525775,
)
_TAN_EIGHTH = 0.4142135623730951


def _asin_series(x: Expr, z: Expr) -> Expr:
    """asin(x) - x for z = x^2 <= 1/4."""
    series = horner(_ASIN_SINGLE, z) if is_single(x) else estrin(_ASIN_DOUBLE, z)
    return series * z * x


def _halved(a: Expr) -> tuple[Expr, Expr]:
    """(1-a)/2 and its square root, for the half-angle formula."""
    z = (1 - a) * 0.5
    return z, scalar.sqrt(z)


@scalar.function
def asin(x: Expr) -> Expr:
    """The inverse sine, in [-pi/2, pi/2]; NaN outside [-1, 1]."""
    high, low, _ = format_of(x).half_pi
    a = abs(x)
    small = a < 0.5
    z, root = _halved(a)
    lost = scalar.fma(-root, root, z) / scalar.select(scalar.eq(root, 0), 1, root + root)
    t = scalar.select(small, a, root)
    series = _asin_series(t, scalar.select(small, a * a, z))
    large = high - (2 * root - (low - 2 * (lost + series)))
    return scalar.copysign(scalar.select(small, a + series, large), x)


@scalar.function
def acos(x: Expr) -> Expr:
    """The inverse cosine, in [0, pi]; NaN outside [-1, 1]."""
    high, low, _ = format_of(x).half_pi
    a = abs(x)
    small = a < 0.5
    z, root = _halved(a)
    t = scalar.select(small, x, root)
    series = _asin_series(t, scalar.select(small, x * x, z))
    lost = scalar.fma(-root, root, z) / scalar.select(scalar.eq(root, 0), 1, root + root)
    middle = high - (x - (low - series))
    right = 2 * (root + (series + lost))
    left = 2 * (high - (root - (low - (series + lost))))
    return scalar.select(small, middle, scalar.select(x > 0, right, left))


def _atan_of_ratio(numerator: Expr, denominator: Expr) -> tuple[Expr, Expr, Expr]:
    """atan(n/d) for 0 <= n <= d, as (offset is pi/4, t, atan(t) - t)."""
    steep = numerator > denominator * _TAN_EIGHTH
    n = scalar.select(steep, numerator - denominator, numerator)
    d = scalar.select(steep, numerator + denominator, denominator)
    t = n / d
    z = t * t
    series = horner(_ATAN_SINGLE, z) if is_single(t) else estrin(_ATAN_DOUBLE, z)
    return steep, t, series * z * t


def _first_octant(numerator: Expr, denominator: Expr) -> tuple[Expr, Expr]:
    """atan(n/d) for 0 <= n <= d in two words."""
    high, low, _ = format_of(numerator).half_pi
    steep, t, series = _atan_of_ratio(numerator, denominator)
    base = scalar.select(steep, constant(high * 0.5, t), 0)
    rest = scalar.select(steep, constant(low * 0.5, t), 0)
    total = base + t
    return total, scalar.select(steep, (base - total) + t, 0) + (series + rest)


def _unfold(angle: tuple[Expr, Expr], beyond: Expr) -> tuple[Expr, Expr]:
    """pi/2 - angle where `beyond` holds."""
    high, low, _ = format_of(angle[0]).half_pi
    total = high - angle[0]
    rest = ((high - total) - angle[0]) + (low - angle[1])
    return scalar.select(beyond, total, angle[0]), scalar.select(beyond, rest, angle[1])


@scalar.function
def atan(x: Expr) -> Expr:
    """The inverse tangent, in [-pi/2, pi/2]; -0.0 stays -0.0."""
    a = abs(x)
    beyond = a > 1
    one = constant(1, x)
    angle = _first_octant(scalar.select(beyond, one, a), scalar.select(beyond, a, one))
    high, low = _unfold(angle, beyond)
    result = scalar.select(scalar.eq(a, INF), format_of(x).half_pi[0], high + low)
    return scalar.copysign(result, x)


@scalar.function
def atan2(y: Expr, x: Expr) -> Expr:
    """The angle of the point (x, y), in [-pi, pi], with IEEE 754's signed zeros and infinities."""
    info = format_of(x)
    a, b = abs(y), abs(x)
    beyond = a > b
    small, large = scalar.select(beyond, b, a), scalar.select(beyond, a, b)
    huge = large > 2.0 ** (info.bias - 1)
    factor = scalar.select(huge, constant(0.25, x), 1)
    both_infinite = scalar.eq(small, INF)
    n = scalar.select(both_infinite, 1, small * factor)
    d = scalar.select(both_infinite, 1, scalar.select(scalar.eq(large, 0), 1, large * factor))
    d = scalar.select(scalar.eq(d, INF), constant(2.0 ** (info.bias - 1), x), d)
    n = scalar.select(scalar.eq(large, INF) & ~both_infinite, 0, n)
    high, low = _unfold(_first_octant(n, d), beyond)
    left = scalar.bits(x) < 0
    half_pi, half_pi_low, _ = info.half_pi
    pi, pi_low = 2 * half_pi, 2 * half_pi_low
    turned = pi - high
    turned_low = ((pi - turned) - high) + (pi_low - low)
    result = scalar.select(left, turned + turned_low, high + low)
    result = scalar.select(scalar.ne(x, x) | scalar.ne(y, y), NAN, result)
    return scalar.copysign(result, y)
