"""The gamma function and its kin: factorials, beta functions, polygamma, zeta."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import index
from fjax.numpy.known import concrete
from fjax.primitives import library_functions as library
from fjax.primitives.promotion import promote_inexact
from fjax.primitives.special import trigamma
from fjax.scipy.special.arguments import firm, firm_operands, real_operands


def gammaln(x: ArrayLike) -> Array:
    """log |Gamma(x)| of real x.

    >>> fjax.scipy.special.gammaln(jnp.array([1.0, 5.0])).round(6)
    Array([0.      , 3.178054], dtype=float64)
    """
    (x,) = real_operands("gammaln", x)
    return lax.lgamma(x)


@recorded
def gammasgn(x: ArrayLike) -> Array:
    """The sign of Gamma(x): -1, 1, or NaN at the negative integers; at 0 the sign of the zero.

    >>> fjax.scipy.special.gammasgn(jnp.array([2.5, -0.5]))
    Array([ 1., -1.], dtype=float64)
    """
    (x,) = firm_operands("gammasgn", x)
    floor = lax.floor(x)
    one = jnp.ones_like(x)
    odd = (x < 0) & (floor % 2 != 0) | (x == 0) & jnp.signbit(x)
    pole = (x < 0) & (x == floor) | jnp.isnan(x)
    return jnp.where(pole, np.nan, jnp.where(odd, -one, one))


@recorded
def loggamma(x: ArrayLike) -> Array:
    """The principal branch of log Gamma(x), for real x >= 0 (else NaN) or complex x.

    >>> fjax.scipy.special.loggamma(jnp.array([5.0])).round(6)
    Array([3.178054], dtype=float64)
    """
    (x,) = promote_inexact("loggamma", x)
    if dtypes.is_complex(x.dtype):
        return library.complex_loggamma(firm(x))
    return jnp.where(x >= 0, lax.lgamma(x), np.nan)


@recorded
def gamma(x: ArrayLike) -> Array:
    """The gamma function, the extension of (x - 1)!, of real or complex x.

    >>> round(float(gamma(5.0)), 9)
    24.0
    """
    x = firm(promote_inexact("gamma", x)[0])
    if dtypes.is_complex(x.dtype):
        return library.complex_gamma(x)
    return gammasgn(x) * lax.exp(lax.lgamma(x))


@recorded
def factorial(n: ArrayLike, exact: bool = False) -> Array:
    """n! as Gamma(n + 1), a float; 0 for negative n.

    >>> fjax.scipy.special.factorial(jnp.array([0, 5])).round(6)
    Array([  1., 120.], dtype=float64)
    """
    if exact:
        raise NotImplementedError(
            "factorial with exact=True: arrays have no integers without bounds; use math.factorial"
        )
    (n,) = real_operands("factorial", n)
    return jnp.where(n < 0, 0, lax.exp(lax.lgamma(n + 1)))


@recorded
def comb(N: ArrayLike, k: ArrayLike, *, repetition: bool = False) -> Array:
    """The number of ways to choose k of N things (with repetition if asked), as a float.

    >>> fjax.scipy.special.comb(jnp.array([5]), 2).round(6)
    Array([10.], dtype=float64)
    """
    N, k = real_operands("comb", N, k)
    if repetition:
        return jnp.where((k == 0) & (N >= 0), 1.0, comb(N + k - 1, k))
    valid = (k <= N) & (N >= 0) & (k >= 0)
    N, k = jnp.where(valid, N, 0.0), jnp.where(valid, k, 0.0)
    endless = jnp.isinf(N)
    n = jnp.where(endless, k, N)
    found = lax.exp(-_betaln(k + 1, n - k + 1) - jnp.log1p(n))
    return jnp.where(valid, jnp.where(endless & (k > 0), jnp.inf, found), 0.0)


@recorded
def betaln(a: ArrayLike, b: ArrayLike) -> Array:
    """log |B(a, b)| of the beta function, accurate also where a or b is large.

    >>> fjax.scipy.special.betaln(jnp.array([1.0]), jnp.array([4.0])).round(6)
    Array([-1.386294], dtype=float64)
    """
    return _betaln(*real_operands("betaln", a, b))


@custom_jvp
def _betaln(a: Any, b: Any) -> Any:
    """After Didonato and Morris (ACM TOMS 18, 1992): from 8 on, what is large of the logarithms is
    taken from Stirling's formula, where it cancels."""
    a, b = jnp.minimum(a, b), jnp.maximum(a, b)
    of_a = lax.lgamma(a)
    plain = of_a + (lax.lgamma(b) - lax.lgamma(a + b))
    one = (b >= 8) & (a > -b / 2)
    small, large = jnp.where(one, a, 1.0), jnp.where(one, b, 8.0)
    total = small + large
    # lgamma(b) - lgamma(a + b) + a log(a + b) - a
    rest = _stirling_rest(large) - _stirling_rest(total) - (large - 0.5) * jnp.log1p(small / large)
    with_one_large = of_a + small - small * lax.log(total)
    a_large = jnp.where(a >= 8, a, 8.0)
    both = 0.5 * math.log(2 * math.pi) - 0.5 * lax.log(a_large) + _stirling_rest(a_large)
    with_both_large = both - a_large * jnp.log1p(large / a_large)
    found = rest + jnp.where(a >= 8, with_both_large, with_one_large)
    endless = jnp.where(a > 0, -np.inf, jnp.where(a <= 0, np.inf, np.nan))
    return jnp.where(b == np.inf, endless, jnp.where(one, found, plain))


def _stirling_rest(x: Any) -> Any:
    """log Gamma(x) minus Stirling's formula, for x >= 8 (Abramowitz and Stegun, 6.1.42)."""
    w = 1 / (x * x)
    series = -691 / 360360 + w / 156
    for c in (1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12):
        series = c + w * series
    return series / x


@_betaln.defjvp
def _betaln_jvp(primals: Any, tangents: Any) -> Any:
    (a, b), (a_dot, b_dot) = primals, tangents
    common = lax.digamma(a + b)
    return _betaln(a, b), a_dot * (lax.digamma(a) - common) + b_dot * (lax.digamma(b) - common)


@recorded
def beta(a: ArrayLike, b: ArrayLike) -> Array:
    """The beta function Gamma(a) Gamma(b) / Gamma(a + b).

    >>> fjax.scipy.special.beta(jnp.array([1.0]), jnp.array([4.0])).round(6)
    Array([0.25], dtype=float64)
    """
    a, b = firm_operands("beta", a, b)
    return gammasgn(a) * gammasgn(b) * gammasgn(a + b) * lax.exp(betaln(a, b))


@recorded
def betainc(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> Array:
    """The regularized incomplete beta function I_x(a, b), differentiable in x.

    >>> fjax.scipy.special.betainc(jnp.array([1.0]), 1.0, 0.25)
    Array([0.25], dtype=float64)
    """
    a, b, x = jnp.broadcast_arrays(*real_operands("betainc", a, b, x))
    return lax.betainc(a, b, x)


@recorded
def digamma(x: ArrayLike) -> Array:
    """The derivative of log Gamma(x).

    >>> fjax.scipy.special.digamma(jnp.array([1.0])).round(6)
    Array([-0.577216], dtype=float64)
    """
    (x,) = real_operands("digamma", x)
    return lax.digamma(x)


@recorded
def gammainc(a: ArrayLike, x: ArrayLike) -> Array:
    """The regularized lower incomplete gamma function P(a, x).

    >>> fjax.scipy.special.gammainc(jnp.array([1.0]), jnp.array([1.0])).round(6)
    Array([0.632121], dtype=float64)
    """
    return lax.igamma(*real_operands("gammainc", a, x))


@recorded
def gammaincc(a: ArrayLike, x: ArrayLike) -> Array:
    """The regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x).

    >>> fjax.scipy.special.gammaincc(jnp.array([1.0]), jnp.array([1.0])).round(6)
    Array([0.367879], dtype=float64)
    """
    return lax.igammac(*real_operands("gammaincc", a, x))


@recorded
def polygamma(n: ArrayLike, x: ArrayLike) -> Array:
    """The n-th derivative of digamma at x, for integers n >= 0; differentiable in x.

    >>> fjax.scipy.special.polygamma(1, jnp.array([1.0])).round(6)
    Array([1.644934], dtype=float64)
    """
    if not dtypes.is_integer(jnp.asarray(n).dtype):
        raise errors.FjaxValueError(
            f"Argument `n` to polygamma must be of integer type, got {jnp.asarray(n).aval}"
        )
    is_first = isinstance(n, int) and n == 1
    n, x = real_operands("polygamma", n, x)
    return trigamma(x) if is_first else lax.polygamma(lax.stop_gradient(n), x)


@recorded
def zeta(x: ArrayLike, q: ArrayLike | None = None) -> Array:
    """The Hurwitz zeta function: the sum over k >= 0 of (q + k) ** -x.

    >>> fjax.scipy.special.zeta(jnp.array([2.0]), 1.0).round(6)
    Array([1.644934], dtype=float64)
    """
    if q is None:
        raise NotImplementedError("Riemann zeta function not implemented; pass q=1 to zeta for it")
    return _zeta(*jnp.broadcast_arrays(*real_operands("zeta", x, q)))


@custom_jvp
def _zeta(x: Any, q: Any) -> Any:
    return lax.zeta(x, q)


def _zeta_by_shift(t: Any, out: Any, x: Any, q: Any) -> Any:
    return t * (-x * lax.zeta(x + 1, q))


_zeta.defjvps(lambda t, out, x, q: t * library.zeta_by_exponent(x, q), _zeta_by_shift)


@recorded
def multigammaln(a: ArrayLike, d: int) -> Array:
    """The logarithm of the multivariate gamma function of dimension d (a concrete integer).

    >>> fjax.scipy.special.multigammaln(jnp.array([3.0]), 2).round(6)
    Array([1.550195], dtype=float64)
    """
    d = index("multigammaln", "d", concrete("multigammaln", "d", d).item())
    (a,) = real_operands("multigammaln", a)
    shifts = (np.arange(d) / 2).astype(a.dtype).reshape((1,) * a.ndim + (d,))
    constant = 0.25 * d * (d - 1) * math.log(math.pi)
    return jnp.sum(lax.lgamma(jnp.expand_dims(a, -1) - shifts), axis=-1) + np.array(
        constant, a.dtype
    )


@custom_jvp
def poch(z: ArrayLike, m: ArrayLike) -> Array:
    """Pochhammer's symbol Gamma(z + m) / Gamma(z).

    >>> fjax.scipy.special.poch(jnp.array([3.0]), 2.0).round(6)
    Array([12.], dtype=float64)
    """
    z, m = firm_operands("poch", z, m)
    large = (z >= 8) & (m > 0)  # the logarithms would cancel, as those of the beta function do not
    safe_z, safe_m = jnp.where(large, z, 8), jnp.where(large, m, 1)
    of_large = lax.exp(lax.lgamma(safe_m) - _betaln(safe_z, safe_m))
    # Of two poles, the reflected arguments are none; Gamma's sign changes at each between them.
    poles = _pole(z) & _pole(z + m)
    up, low = jnp.where(poles, 1 - z, z + m), jnp.where(poles, 1 - z - m, z)
    sign = jnp.where(poles, jnp.where(m % 2 == 0, 1, -1), gammasgn(z + m) * gammasgn(z))
    sign = jnp.where(_pole(z) & ~poles, 0, sign)
    size = lax.exp(lax.lgamma(up) - lax.lgamma(low))
    return jnp.where(m == 0, 1, jnp.where(large, of_large, sign * size))


def _pole(x: Any) -> Any:
    """Which numbers are poles of the gamma function."""
    return (x <= 0) & (x == lax.floor(x))


@poch.defjvp
def _poch_jvp(primals: Any, tangents: Any) -> Any:
    (z, m), (z_dot, m_dot) = firm_operands("poch", *primals), tangents
    found = poch(z, m)
    end = z + m
    at_pole, poles = _pole(z), _pole(z) & _pole(end)
    upper = digamma(jnp.where(poles, 1 - end, end))
    by_z = found * (upper - digamma(jnp.where(poles, 1 - z, jnp.where(at_pole, 1, z))))
    # Near a pole, 1 / Gamma(z) is Gamma(1 - z) sin(pi z) / pi: 0 there, with the slope (-1)**n n!.
    turned = 1 - jnp.where(at_pole, z, 0)
    size = gammasgn(end) * lax.exp(lax.lgamma(end) + lax.lgamma(turned))
    cosine = lax.cos(math.pi * (z - lax.stop_gradient(z)))
    rising = jnp.where(z % 2 == 0, size, -size) * cosine + found * (upper - digamma(turned))
    by_z = jnp.where(at_pole & ~poles, rising, by_z)
    slope = by_z * _float_tangent(z_dot, found) + found * upper * _float_tangent(m_dot, found)
    return found, slope.astype(found.dtype)


def _float_tangent(tangent: Any, like: Any) -> Any:
    """A tangent, where an integer argument's is zero."""
    return 0 if tangent.dtype == dtypes.float0 else tangent.astype(like.dtype)


def bernoulli(n: int) -> Array:
    """The Bernoulli numbers B(0) to B(n), as floats.

    >>> fjax.scipy.special.bernoulli(2).round(6)
    Array([ 1.      , -0.5     ,  0.166667], dtype=float64)
    """
    n = index("bernoulli", "n", concrete("bernoulli", "n", n).item())
    if n < 0:
        raise errors.FjaxValueError(f"bernoulli: n must be a non-negative integer, got {n}")
    numbers, row = [], []
    for m in range(n + 1):  # Akiyama and Tanigawa's triangle, in fractions
        row.append(Fraction(1, m + 1))
        for k in range(m, 0, -1):
            row[k - 1] = k * (row[k - 1] - row[k])
        numbers.append(-float(row[0]) if m == 1 else float(row[0]))
    return jnp.asarray(numbers, dtypes.default_float())
