"""Exponential integrals, Bessel and hypergeometric functions, spherical harmonics."""

from __future__ import annotations

import math
from typing import Any

from fjax import errors, lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import index
from fjax.numpy.elementwise import bessel_i0, bessel_i1
from fjax.numpy.known import concrete
from fjax.primitives import library_functions as library
from fjax.scipy.special.arguments import firm_operands, float_operand, real_operands


@recorded
def expi(x: ArrayLike) -> Array:
    """The exponential integral Ei(x).

    >>> fjax.scipy.special.expi(jnp.array([1.0])).round(6)
    Array([1.895118], dtype=float64)
    """
    return library.expi(*firm_operands("expi", x))


@recorded
def exp1(x: ArrayLike) -> Array:
    """The exponential integral E1(x), the integral of exp(-t)/t from x on.

    >>> fjax.scipy.special.exp1(jnp.array([1.0])).round(6)
    Array([0.219384], dtype=float64)
    """
    return library.exp1(*firm_operands("exp1", x))


@recorded
def expn(n: ArrayLike, x: ArrayLike) -> Array:
    """The generalized exponential integral of order n at x, differentiable in x.

    >>> fjax.scipy.special.expn(jnp.array([2]), jnp.array([1.0])).round(6)
    Array([0.148496], dtype=float64)
    """
    n, x = jnp.broadcast_arrays(*firm_operands("expn", n, x))
    return library.expn(lax.stop_gradient(n), x)


@recorded
def sici(x: ArrayLike) -> tuple[Array, Array]:
    """The sine and the cosine integral of x (of |x| for negative x).

    >>> fjax.scipy.special.sici(jnp.array([1.0]))[0].round(6)
    Array([0.946083], dtype=float64)
    """
    (x,) = firm_operands("sici", x)
    return library.sine_integral(x), library.cosine_integral(x)


def spence(x: ArrayLike) -> Array:
    """The dilogarithm of 1 - x (float32 or float64).

    >>> fjax.scipy.special.spence(jnp.array([1.0, 2.0])).round(6)
    Array([ 0.      , -0.822467], dtype=float64)
    """
    return library.spence(float_operand("spence", jnp.asarray(x)))


@recorded
def i0(x: ArrayLike) -> Array:
    """The modified Bessel function of order 0.

    >>> fjax.scipy.special.i0(jnp.array([0.0, 1.0])).round(6)
    Array([1.      , 1.266066], dtype=float64)
    """
    (x,) = real_operands("i0", x)
    return bessel_i0(x)


@recorded
def i0e(x: ArrayLike) -> Array:
    """exp(-|x|) * i0(x).

    >>> fjax.scipy.special.i0e(jnp.array([0.0, 1.0])).round(6)
    Array([1.     , 0.46576], dtype=float64)
    """
    return lax.bessel_i0e(*real_operands("i0e", x))


@recorded
def i1(x: ArrayLike) -> Array:
    """The modified Bessel function of order 1.

    >>> fjax.scipy.special.i1(jnp.array([0.0, 1.0])).round(6)
    Array([0.      , 0.565159], dtype=float64)
    """
    (x,) = real_operands("i1", x)
    return bessel_i1(x)


@recorded
def i1e(x: ArrayLike) -> Array:
    """exp(-|x|) * i1(x).

    >>> fjax.scipy.special.i1e(jnp.array([0.0, 1.0])).round(6)
    Array([0.     , 0.20791], dtype=float64)
    """
    return lax.bessel_i1e(*real_operands("i1e", x))


_MOST_ORDERS = 10_000  # of bessel_jn, one after another


def bessel_jn(z: ArrayLike, *, v: int, n_iter: int = 50) -> Array:
    """The Bessel functions of the first kind of orders 0 to v, along a new first axis.

    FjaxValueError for v below 0 or above 10,000.
    n_iter is accepted for compatibility: the values are exact to rounding.

    >>> fjax.scipy.special.bessel_jn(jnp.array([1.0]), v=1).round(6)
    Array([[0.765198],
           [0.440051]], dtype=float64)
    """
    del n_iter
    order = index("bessel_jn", "v", concrete("bessel_jn", "v", v).item(), 0)
    if order > _MOST_ORDERS:
        raise errors.FjaxValueError(
            f"bessel_jn: v={order} makes a row for each order from 0 on, at most {_MOST_ORDERS}"
        )
    (z,) = real_operands("bessel_jn", z)
    return jnp.stack([library.BesselJ(k)(z) for k in range(order + 1)])


@recorded
def hyp1f1(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> Array:
    """Kummer's confluent hypergeometric function 1F1(a; b; x).

    >>> fjax.scipy.special.hyp1f1(jnp.array([1.0]), 1.0, 1.0).round(6)
    Array([2.718282], dtype=float64)
    """
    return library.hyp1f1(*jnp.broadcast_arrays(*real_operands("hyp1f1", a, b, x)))


def hyp2f1(a: ArrayLike, b: ArrayLike, c: ArrayLike, x: ArrayLike) -> Array:
    """Gauss's hypergeometric function 2F1(a, b; c; x).

    >>> fjax.scipy.special.hyp2f1(jnp.array([1.0]), 1.0, 2.0, 0.5).round(6)
    Array([1.386294], dtype=float64)
    """
    return library.hyp2f1(*jnp.broadcast_arrays(*real_operands("hyp2f1", a, b, c, x)))


def sph_harm_y(
    n: ArrayLike,
    m: ArrayLike,
    theta: ArrayLike,
    phi: ArrayLike,
    diff_n: int | None = None,
    n_max: int | None = None,
) -> Array:
    """Spherical harmonics of degree n and order m at polar angle theta and azimuth phi.

    n, m: integer vectors; theta, phi: vectors. All broadcast. n_max: the largest degree, needed
    when n is traced. Source: the normalized Legendre functions by their three-term recurrence
    (Numerical Recipes, 3rd edition, section 6.7).

    >>> zero = jnp.array([0])
    >>> fjax.scipy.special.sph_harm_y(zero, zero, jnp.array([0.1]), jnp.array([0.2])).real.round(6)
    Array([0.282095], dtype=float64)
    """
    if diff_n:
        raise errors.FjaxValueError(
            "sph_harm_y: diff_n is not supported; differentiate with fjax.jvp"
        )
    n, m = jnp.asarray(n), jnp.asarray(m)
    for name, x in (("n", n), ("m", m)):
        if not dtypes.is_integer(x.dtype):
            raise errors.DtypeError(f"sph_harm_y: {name} has whole numbers, got {x.aval}")
    n, m, theta, phi = jnp.broadcast_arrays(*(jnp.asarray(x) for x in (n, m, theta, phi)))
    if n_max is None:
        n_max = int(concrete("sph_harm_y", "n", n).max())
    legendre = legendre_table(n_max, jnp.cos(theta), jnp.abs(jnp.sin(theta)))
    order = jnp.abs(m)
    index = jnp.arange(n_max + 1, dtype=n.dtype).reshape((-1,) + (1,) * n.ndim)
    rows = jnp.stack([jnp.stack(row) for row in legendre])
    wanted = (index == n[None])[:, None] & (index == order[None])[None]
    chosen = jnp.sum(jnp.where(wanted, rows, 0), axis=(0, 1))
    angle = order.astype(phi.dtype) * phi
    wave = lax.complex(chosen * jnp.cos(angle), chosen * jnp.sin(angle))
    sign = jnp.where(order % 2 == 0, 1, -1).astype(chosen.dtype)
    return jnp.where(m < 0, sign.astype(wave.dtype) * jnp.conj(wave), wave)


def legendre_table(n_max: int, x: Any, y: Any) -> list[list[Any]]:
    """Normalized associated Legendre functions at x = cos(theta), y = sin(theta), by degree and
    order.

    >>> legendre_table(1, jnp.array([0.6]), jnp.array([0.8]))[1][0].round(6)
    Array([0.293162], dtype=float64)
    """
    zero = jnp.zeros_like(x)
    table = [[zero] * (n_max + 1) for _ in range(n_max + 1)]
    diagonal = jnp.full_like(x, math.sqrt(1 / (4 * math.pi)))
    for m in range(n_max + 1):
        if m:
            diagonal = -math.sqrt((2 * m + 1) / (2 * m)) * y * diagonal
        before, current, scale_before = zero, diagonal, 1.0
        table[m][m] = current
        for n in range(m + 1, n_max + 1):
            scale = math.sqrt((4 * n * n - 1) / (n * n - m * m))
            before, current = current, scale * (x * current - before / scale_before)
            scale_before = scale
            table[n][m] = current
    return table
