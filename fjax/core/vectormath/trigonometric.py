"""sin, cos, tan and their inverses.

Arguments beyond 1e5 are rare and go to the C library, lane by lane.
"""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.support import format_of, horner, is_single

_LARGE = 1e5

# sin(r) = r + r^3 P(r^2), |r| <= 1.01 pi/4; errors 2^-27.9 and 2^-57.8 of r.
_SIN_SINGLE = (-0.1666665422726831, 0.008332131518461553, -0.00019510837652649392)
_SIN_DOUBLE = (
    -0.16666666666666627,
    0.0083333333333213,
    -0.00019841269828878852,
    2.7557313358273238e-06,
    -2.505070429409015e-08,
    1.589359407296141e-10,
)
# cos(r) = 1 - r^2/2 + r^4 P(r^2), same interval; errors 2^-33 and 2^-64.
_COS_SINGLE = (0.04166664566961368, -0.0013887306591033742, 2.443124730424298e-05)
_COS_DOUBLE = (
    0.04166666666666659,
    -0.0013888888888872603,
    2.480158728849419e-05,
    -2.7557314057015824e-07,
    2.087568192231822e-09,
    -1.1357450212714012e-11,
)


def reduce_quadrant(x: Expr) -> tuple[Expr, Expr]:
    """x = q pi/2 + r, |r| <= pi/4, for |x| <= 1e5: (r, q in the low bits of an integer)."""
    info = format_of(x)
    t = scalar.fma(x, 0.6366197723675814, info.magic)
    n = t - info.magic
    r = x
    for part in info.half_pi:
        r = scalar.fused(n, -part, r)
    return r, scalar.bits(t)


def sin_of_reduced(r: Expr) -> Expr:
    """sin(r) for |r| <= pi/4."""
    z = r * r
    return scalar.fma(horner(_SIN_SINGLE if is_single(r) else _SIN_DOUBLE, z) * z, r, r)


def cos_of_reduced(r: Expr) -> Expr:
    """cos(r) for |r| <= pi/4."""
    z = r * r
    tail = horner(_COS_SINGLE if is_single(r) else _COS_DOUBLE, z)
    return scalar.fma(tail, z * z, scalar.fma(z, -0.5, 1))


def _wave(x: Expr, quarter: int, name: str) -> Expr:
    r, q = reduce_quadrant(x)
    q = q + quarter
    y = scalar.select(scalar.eq(q & 1, 0), sin_of_reduced(r), cos_of_reduced(r))
    sign = (q & 2) << (scalar.width(x.dtype) - 2)
    y = scalar.bitcast(scalar.bits(y) ^ sign, x.dtype)
    return scalar.rare(abs(x) > _LARGE, y, scalar.libm(name, x))


@scalar.function
def sin(x: Expr) -> Expr:
    """The sine of x radians; -0.0 stays -0.0."""
    return scalar.select(scalar.eq(x, 0), x, _wave(x, 0, "sin"))


@scalar.function
def cos(x: Expr) -> Expr:
    """The cosine of x radians."""
    return _wave(x, 1, "cos")


@scalar.function
def tan(x: Expr) -> Expr:
    """The tangent of x radians; -0.0 stays -0.0."""
    r, q = reduce_quadrant(x)
    s, c = sin_of_reduced(r), cos_of_reduced(r)
    even = scalar.eq(q & 1, 0)
    y = scalar.select(even, s, -c) / scalar.select(even, c, s)
    y = scalar.rare(abs(x) > _LARGE, y, scalar.libm("tan", x))
    return scalar.select(scalar.eq(x, 0), x, y)
