"""log, log1p, log2, log10 and the power function."""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import FLOAT64, Expr
from fjax.core.vectormath.exponential import EXP_DOUBLE, reduce_exponent
from fjax.core.vectormath.support import (
    INF,
    NAN,
    clamp,
    constant,
    estrin,
    fast_two_sum,
    format_of,
    horner,
    integer_of_magic,
    is_single,
    power_of_two,
    scale,
    two_product,
)

# log(1+f) = f - f^2/2 + f^3 P(f), sqrt(1/2) <= 1+f <= sqrt(2); error 2^-27.3 of f.
_LOG_SINGLE = (
    0.333333167292091,
    -0.25000810342603275,
    0.20002286020599377,
    -0.16624555254638887,
    0.14181197119203715,
    -0.13128752156642445,
    0.1288161755282576,
    -0.07859579271110696,
)
# log(1+f) = 2s + s^3 P(s^2), s = f/(2+f), same interval; error 2^-58.5.
_LOG_DOUBLE = (
    0.6666666666666734,
    0.3999999999941588,
    0.2857142874212983,
    0.22222198597902285,
    0.1818356315334802,
    0.15314077520706648,
    0.14795709752411934,
)
# atanh(s)/s = 1 + s^2/3 + s^4 P(s^2), same interval; error 2^-66.
_POW_DOUBLE = (
    0.20000000000001125,
    0.14285714285050718,
    0.11111111259808502,
    0.09090892195937082,
    0.076933781318615,
    0.06628420659450475,
    0.06598059459846486,
)
# As _LOG_DOUBLE and exp(r) = 1 + r P(r), for a float32 power computed in float64; error 2^-33.
_POW_LOG_SINGLE = (0.6666666564610253, 0.4000033512232838, 0.28537310006181554, 0.23582156900912835)
_POW_EXP_SINGLE = (
    1.000000039334824,
    0.5000000143891153,
    0.16666407026329866,
    0.04166610099190829,
    0.00837587151409805,
    0.0013955901787537231,
)
# Constants in two words, for float32 (True) and float64; log10(2) high times an exponent is exact.
_LOG2_E = {
    True: (1.4426950216293335, 1.925963033500011e-08),
    False: (1.4426950408889634, 2.0355273740931033e-17),
}
_LOG10_E = {
    True: (0.4342944920063019, -1.0103049952192578e-08),
    False: (0.4342944819032518, 1.098319650216765e-17),
}
_LOG10_2 = {
    True: (0.301025390625, 4.605039066518657e-06),
    False: (0.301029995663157, 8.241712586023572e-13),
}


def raise_denormals(x: Expr) -> tuple[Expr, Expr]:
    """A positive x scaled into the normal range, and the exponent (a float) that this adds."""
    info = format_of(x)
    small = x < info.tiny
    raised = scalar.select(small, x * 2.0**info.mantissa, x)
    return raised, scalar.select(small, constant(-info.mantissa, x), 0)


def split_exponent(x: Expr) -> tuple[Expr, Expr]:
    """A normal positive x = (1+f) 2**k with sqrt(1/2) <= 1+f <= sqrt(2): (f, integer k)."""
    info = format_of(x)
    pattern = scalar.bits(x)
    k = (pattern - info.sqrt_half_bits) >> info.mantissa
    return scalar.bitcast(pattern - (k << info.mantissa), x.dtype) - 1, k


def log_parts(f: Expr) -> tuple[Expr, Expr]:
    """log(1+f) = high + low for a reduced f, unevaluated."""
    if is_single(f):
        return f, scalar.fma(horner(_LOG_SINGLE, f), f, -0.5) * (f * f)
    s = f / (f + 2)
    z = s * s
    tail = estrin(_LOG_DOUBLE, z) * z
    half_square = f * f * 0.5
    return f, s * (half_square + tail) - half_square


def log_of_reduced(f: Expr, k: Expr) -> Expr:
    """log(1+f) + k ln2, k a float."""
    short, rest = format_of(f).ln2_short
    if is_single(f):
        high, low = log_parts(f)
        return scalar.fma(k, short, high + scalar.fma(k, rest, low))
    s = f / (f + 2)
    z = s * s
    tail = estrin(_LOG_DOUBLE, z) * z
    half_square = f * f * 0.5
    low = scalar.fma(k, rest, s * (half_square + tail))
    return scalar.fma(k, short, f - (half_square - low))


def _log_edges(x: Expr, y: Expr) -> Expr:
    y = scalar.select(scalar.eq(x, 0), constant(-INF, x), y)
    y = scalar.select(scalar.eq(x, INF), x, y)
    return scalar.select(x >= 0, y, NAN)


@scalar.function
def log(x: Expr) -> Expr:
    """The natural logarithm."""
    raised, added = raise_denormals(x)
    f, k = split_exponent(raised)
    return _log_edges(x, log_of_reduced(f, scalar.convert(k, x.dtype) + added))


@scalar.function
def log1p(x: Expr) -> Expr:
    """log(1 + x) without cancellation; -0.0 stays -0.0."""
    info = format_of(x)
    u = x + 1
    f, k = split_exponent(u)
    lost = scalar.select(x > 1, 1 - (u - x), x - (u - 1))
    limit = 100 if is_single(x) else 1000
    down = power_of_two(-scalar.select(k > limit, limit, k), x.dtype)
    y = log_of_reduced(scalar.fma(lost, down, f), scalar.convert(k, x.dtype))
    y = scalar.select(scalar.eq(x, -1), constant(-INF, x), y)
    y = scalar.select(scalar.eq(x, INF), x, y)
    y = scalar.select(x >= -1, y, NAN)
    return scalar.select(abs(x) < info.tiny, x, y)


def _log_in_base(x: Expr, per_e: tuple[float, float], per_2: tuple[float, float]) -> Expr:
    raised, added = raise_denormals(x)
    f, k = split_exponent(raised)
    k = scalar.convert(k, x.dtype) + added
    high, low = log_parts(f)
    high, low = fast_two_sum(high, low)
    product, error = two_product(high, constant(per_e[0], x))
    error = scalar.fma(low, per_e[0], scalar.fma(high, per_e[1], error))
    error = scalar.fma(k, per_2[1], error)
    base, carried = fast_two_sum(k * per_2[0], product)
    base = scalar.select(scalar.eq(k, 0), product, base)
    carried = scalar.select(scalar.eq(k, 0), 0, carried)
    return _log_edges(x, base + (carried + error))


@scalar.function
def log2(x: Expr) -> Expr:
    """The logarithm to base 2; exact for powers of two."""
    return _log_in_base(x, _LOG2_E[is_single(x)], (1.0, 0.0))


@scalar.function
def log10(x: Expr) -> Expr:
    """The logarithm to base 10."""
    return _log_in_base(x, _LOG10_E[is_single(x)], _LOG10_2[is_single(x)])


def _pow_edges(x: Expr, y: Expr, r: Expr) -> Expr:
    """IEEE 754's special cases, given |x|**y for the ordinary ones."""
    magnitude, positive = abs(x), y > 0
    integral = scalar.eq(scalar.round_even(y), y)
    half = y * 0.5
    odd = integral & scalar.ne(scalar.round_even(half), half)
    zero, infinity = constant(0, x), constant(INF, x)
    grows = scalar.select(positive, infinity, zero)
    decays = scalar.select(positive, zero, infinity)
    r = scalar.select(scalar.eq(magnitude, 0), decays, r)
    r = scalar.select(scalar.eq(magnitude, INF), grows, r)
    unbounded = scalar.select(magnitude > 1, grows, decays)
    unbounded = scalar.select(scalar.eq(magnitude, 1), 1, unbounded)
    r = scalar.select(scalar.eq(abs(y), INF), unbounded, r)
    r = scalar.select((scalar.bits(x) < 0) & odd, -r, r)
    undefined = (x < 0) & ~integral & scalar.ne(magnitude, INF)
    r = scalar.select(undefined, NAN, r)
    r = scalar.select(scalar.ne(x, x) | scalar.ne(y, y), x + y, r)
    return scalar.select(scalar.eq(x, 1) | scalar.eq(y, 0), 1, r)


def _pow_single(x: Expr, y: Expr) -> Expr:
    """|x|**y for float32, through float64."""
    wide, exponent = scalar.convert(abs(x), FLOAT64), scalar.convert(y, FLOAT64)
    f, k = split_exponent(wide)
    s = f / (f + 2)
    z = s * s
    logarithm = scalar.fma(horner(_POW_LOG_SINGLE, z) * z, s, s + s)
    logarithm = scalar.fma(scalar.convert(k, FLOAT64), format_of(wide).ln2[0], logarithm)
    u = clamp(logarithm * exponent, -110.0, 95.0)
    t, _, r = reduce_exponent(u)
    result = scalar.fma(horner(_POW_EXP_SINGLE, r), r, 1)
    result = result * power_of_two(integer_of_magic(t), FLOAT64)
    return scalar.convert(result, x.dtype)


def log_double_word(x: Expr) -> tuple[Expr, Expr]:
    """log(x), x >= 0, as an unevaluated sum good to about 2**-68."""
    info = format_of(x)
    raised, added = raise_denormals(x)
    f, k = split_exponent(raised)
    k = scalar.convert(k, x.dtype) + added
    d, d_low = fast_two_sum(constant(2, x), f)
    inverse = 1 / d
    s = f * inverse
    s_low = scalar.fma(-s, d_low, scalar.fused(-s, d, f)) * inverse
    z, z_low = two_product(s, s)
    z_low = scalar.fma(s + s, s_low, z_low)
    third, third_low = 1 / 3, 1.850371707708594e-17
    p, p_low = two_product(z, constant(third, x))
    p_low = p_low + scalar.fma(z_low, third, z * third_low)
    w, w_low = fast_two_sum(p, estrin(_POW_DOUBLE, z) * (z * z))
    w_low = w_low + p_low
    a, a_low = two_product(s, w)
    a_low = a_low + scalar.fma(s, w_low, s_low * w)
    m, m_low = fast_two_sum(s, a)
    m_low = m_low + (a_low + s_low)
    m, m_low = m + m, m_low + m_low
    h, h_low = two_product(k, constant(info.ln2[0], x))
    h_low = scalar.fma(k, info.ln2[1], h_low)
    high, low = fast_two_sum(h, m)  # k = 0, or |h| > |m|
    return high, low + (h_low + m_low)


def _pow_double(x: Expr, y: Expr) -> Expr:
    """|x|**y for float64: exp(y * log|x|) with the logarithm in two words."""
    high, low = log_double_word(abs(x))
    y = clamp(y, -1e300, 1e300)
    u, u_low = two_product(high, y)
    u_low = scalar.fma(low, y, u_low)
    bounded = clamp(u, -746.0, 711.0)
    u_low = scalar.select(scalar.eq(u, bounded), u_low, 0)
    _, n, r = reduce_exponent(bounded)
    q = scalar.fma(estrin(EXP_DOUBLE, r), r, 0.5)
    q = scalar.fma(q, r * r, r)
    q = q + scalar.fma(u_low, q, u_low)
    return scale(q + 1, n)


@scalar.function
def pow(x: Expr, y: Expr) -> Expr:
    """x**y with the special cases of IEEE 754."""
    ordinary = (_pow_single if is_single(x) else _pow_double)(x, y)
    usual = (x > 0) & (x < INF) & (abs(y) < INF)
    return scalar.rare(~usual, ordinary, _pow_edges(x, y, ordinary))
