"""The error function and the normal distribution's functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.primitives import library_functions as library
from fjax.primitives.promotion import promote_inexact
from fjax.scipy.special.arguments import (
    firm,
    firm_operands,
    float_operand,
    inexact_operands,
    real_operands,
)


@recorded
def erf(x: ArrayLike) -> Array:
    """The error function 2/sqrt(pi) * (integral of exp(-t**2) from 0 to x).

    >>> fjax.scipy.special.erf(jnp.array([0.0, 1.0])).round(6)
    Array([0.      , 0.842701], dtype=float64)
    """
    return lax.erf(*real_operands("erf", x))


@recorded
def erfc(x: ArrayLike) -> Array:
    """1 - erf(x), accurate for large x.

    >>> fjax.scipy.special.erfc(jnp.array([0.0, 1.0])).round(6)
    Array([1.      , 0.157299], dtype=float64)
    """
    return lax.erfc(*real_operands("erfc", x))


def erfinv(x: ArrayLike) -> Array:
    """The inverse of erf, on (-1, 1).

    >>> fjax.scipy.special.erfinv(jnp.array([0.0, 0.5])).round(6)
    Array([0.      , 0.476936], dtype=float64)
    """
    return lax.erf_inv(*real_operands("erfinv", x))


@recorded
def erfcx(x: ArrayLike) -> Array:
    """exp(x**2) * erfc(x), which does not underflow; real or complex.

    >>> fjax.scipy.special.erfcx(jnp.array([0.0, 100.0])).round(6)
    Array([1.      , 0.005642], dtype=float64)
    """
    return library.erfcx(*map(firm, inexact_operands("erfcx", x)))


@recorded
def wofz(z: ArrayLike) -> Array:
    """The Faddeeva function exp(-z**2) * erfc(-i z), complex.

    >>> fjax.scipy.special.wofz(jnp.array([1j])).real.round(6)
    Array([0.427584], dtype=float64)
    """
    (z,) = promote_inexact("wofz", z)
    return library.wofz(z.astype(dtypes.complex_of(z.dtype)))


@recorded
def dawsn(x: ArrayLike) -> Array:
    """Dawson's integral exp(-x**2) * (integral of exp(t**2) from 0 to x).

    >>> fjax.scipy.special.dawsn(jnp.array([0.0, 1.0])).round(6)
    Array([0.     , 0.53808], dtype=float64)
    """
    return library.dawsn(*firm_operands("dawsn", x))


@recorded
def fresnel(x: ArrayLike) -> tuple[Array, Array]:
    """The Fresnel integrals of sin(pi t**2 / 2) and cos(pi t**2 / 2) from 0 to x.

    >>> fjax.scipy.special.fresnel(jnp.array([0.0]))
    (Array([0.], dtype=float64), Array([0.], dtype=float64))
    """
    (x,) = firm_operands("fresnel", x)
    return library.fresnel_sine(x), library.fresnel_cosine(x)


@recorded
def owens_t(h: ArrayLike, a: ArrayLike) -> Array:
    """Owen's T function: the probability of X > h and 0 < Y < a X for standard normal X and Y.

    >>> fjax.scipy.special.owens_t(jnp.array([0.0]), jnp.array([1.0]))
    Array([0.125], dtype=float64)
    """
    return library.owens_t(*jnp.broadcast_arrays(*firm_operands("owens_t", h, a)))


@recorded
def ndtr(x: ArrayLike) -> Array:
    """The standard normal distribution function at x (float32 or float64).

    >>> fjax.scipy.special.ndtr(jnp.array([0.0, 1.96])).round(6)
    Array([0.5     , 0.975002], dtype=float64)
    """
    return _ndtr(float_operand("ndtr", x))


def _ndtr(x: Any) -> Any:
    """Phi(x): near 0 by erf, elsewhere by erfc, so that both tails keep their accuracy."""
    scaled = x * math.sqrt(0.5)
    size = lax.abs(scaled)
    tail = lax.erfc(size)
    return 0.5 * jnp.where(
        size < math.sqrt(0.5), 1 + lax.erf(scaled), jnp.where(scaled > 0, 2 - tail, tail)
    )


@recorded
def ndtri(p: ArrayLike) -> Array:
    """The inverse of ndtr: -inf at 0, inf at 1, NaN outside (float32 or float64).

    >>> fjax.scipy.special.ndtri(jnp.array([0.5, 0.975])).round(6)
    Array([0.      , 1.959964], dtype=float64)
    """
    return library.ndtri(float_operand("ndtri", p))


_LOWER = {dtypes.float32: -12.0, dtypes.float64: -37.0}  # below, erfc underflows


@recorded
def log_ndtr(x: ArrayLike, series_order: int = 3) -> Array:
    """log(ndtr(x)), accurate in both tails (float32 or float64).

    series_order: terms of the asymptotic series of the lower tail, 0 to 30.

    >>> fjax.scipy.special.log_ndtr(jnp.array([0.0, -10.0])).round(6)
    Array([ -0.693147, -53.231285], dtype=float64)
    """
    if not isinstance(series_order, int):
        raise errors.FjaxTypeError(
            f"log_ndtr: series_order must be a Python integer, got {series_order!r}"
        )
    if not 0 <= series_order <= 30:
        raise errors.FjaxValueError(
            f"log_ndtr: series_order must be non-negative and <= 30, got {series_order}"
        )
    return _log_ndtr(float_operand("log_ndtr", x), series_order)


def _log_ndtr_value(x: Any, series_order: int) -> Any:
    lower = _LOWER[x.dtype]
    body = _ndtr(jnp.where(x > 0, -x, jnp.maximum(x, lower)))
    far = jnp.minimum(x, lower)
    below = -0.5 * (far * far) - lax.log(-far) - 0.5 * math.log(2 * math.pi)
    below = below + lax.log(_tail_series(far, series_order))
    return jnp.where(x > 0, lax.log1p(-body), jnp.where(x > lower, lax.log(body), below))


def _tail_series(x: Any, series_order: int) -> Any:
    """The asymptotic series of ndtr(x) * -x / density(x) for x far below 0."""
    squared = x * x
    series, term = jnp.ones_like(x), jnp.ones_like(x)
    for n in range(1, series_order + 1):
        term = term * (-(2 * n - 1) / squared)
        series = series + term
    return series


_log_ndtr = custom_jvp(_log_ndtr_value, nondiff_argnums=(1,))


@_log_ndtr.defjvp
def _log_ndtr_jvp(series_order: int, primals: Any, tangents: Any) -> Any:
    (x,), (t,) = primals, tangents
    out = _log_ndtr(x, series_order)
    lower = _LOWER[x.dtype]
    half_log = np.array(0.5 * math.log(2 * math.pi), x.dtype)
    far = jnp.minimum(x, lower)
    inside = jnp.where(x > lower, x, lower)
    near = lax.exp(-0.5 * inside * inside - half_log - jnp.where(x > lower, out, 0))
    return out, t * jnp.where(x > lower, near, -far / _tail_series(far, series_order))
