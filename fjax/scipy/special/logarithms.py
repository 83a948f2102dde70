"""Logarithms, logistic functions and entropies."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import SymbolicZero, custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.nn import normalization
from fjax.primitives.promotion import promote_inexact
from fjax.scipy.special.arguments import inexact_operands, real_operands


@recorded
def expit(x: ArrayLike) -> Array:
    """The logistic function 1 / (1 + exp(-x)).

    >>> fjax.scipy.special.expit(jnp.array([0.0, 2.0])).round(6)
    Array([0.5     , 0.880797], dtype=float64)
    """
    return lax.logistic(*promote_inexact("expit", x))


@custom_jvp
def logit(x: ArrayLike) -> Array:
    """log(x / (1 - x)), the inverse of expit.

    >>> fjax.scipy.special.logit(jnp.array([0.5, 0.9])).round(6)
    Array([0.      , 2.197225], dtype=float64)
    """
    (x,) = promote_inexact("logit", x)
    return lax.log(x / (1 - x))


logit.defjvps(lambda g, out, x: g / (x * (1 - x)))


@custom_jvp
def xlogy(x: ArrayLike, y: ArrayLike) -> Array:
    """x * log(y), and 0 where x is 0 (unless y is NaN).

    >>> fjax.scipy.special.xlogy(jnp.array([0.0, 2.0]), jnp.array([0.0, 2.0])).round(6)
    Array([0.      , 1.386294], dtype=float64)
    """
    x, y = inexact_operands("xlogy", x, y)
    return jnp.where((x != 0) | jnp.isnan(y), x * lax.log(y), 0)


def _xlogy_jvp(primals: Any, tangents: Any) -> Any:
    (x, y), (x_dot, y_dot) = primals, tangents
    out = xlogy(x, y)
    return out, _combine(out, (x_dot, jnp.log(y)), (y_dot, _over(x, y)))


xlogy.defjvp(_xlogy_jvp, symbolic_zeros=True)  # what stands still has an infinite slope perhaps


@custom_jvp
def xlog1py(x: ArrayLike, y: ArrayLike) -> Array:
    """x * log(1 + y), and 0 where x is 0 (unless y is NaN).

    >>> fjax.scipy.special.xlog1py(jnp.array([0.0, 2.0]), jnp.array([-1.0, 1.0])).round(6)
    Array([0.      , 1.386294], dtype=float64)
    """
    x, y = inexact_operands("xlog1py", x, y)
    return jnp.where((x != 0) | jnp.isnan(y), x * lax.log1p(y), 0)


def _xlog1py_jvp(primals: Any, tangents: Any) -> Any:
    (x, y), (x_dot, y_dot) = primals, tangents
    out = xlog1py(x, y)
    return out, _combine(out, (x_dot, jnp.log1p(y)), (y_dot, _over(x, 1 + y)))


xlog1py.defjvp(_xlog1py_jvp, symbolic_zeros=True)


def _over(x: Any, y: Any) -> Any:
    """x / y, and its limit 0 for y -> 0 where x is 0."""
    x, y = inexact_operands("xlogy", x, y)
    least = float(dtypes.finfo(y.dtype).tiny)
    return jnp.true_divide(x, jnp.where((x == 0) & (y == 0), least, y))


def _combine(out: Any, *terms: tuple[Any, Any]) -> Any:
    """The sum of tangents times factors, with the aval of out; integers' tangents are zero."""
    total = jnp.zeros_like(out)
    for tangent, factor in terms:
        if type(tangent) is not SymbolicZero and tangent.dtype != dtypes.float0:
            total = total + (tangent * factor).astype(out.dtype)
    return total


@custom_jvp
def _xlogx(x: Any) -> Any:
    return xlogy(x, x)


def _xlogx_slope(g: Any, out: Any, x: Any) -> Any:
    return g * (lax.log(x) + 1)


_xlogx.defjvps(_xlogx_slope)


@recorded
def entr(x: ArrayLike) -> Array:
    """The entropy -x * log(x): 0 at 0, -inf below.

    >>> fjax.scipy.special.entr(jnp.array([0.5, 2.0])).round(6)
    Array([ 0.346574, -1.386294], dtype=float64)
    """
    (x,) = real_operands("entr", x)
    return jnp.where(x < 0, -np.inf, -_xlogx(jnp.where(x < 0, 1, x)))


@recorded
def rel_entr(p: ArrayLike, q: ArrayLike) -> Array:
    """The relative entropy p * log(p / q): 0 where p is 0 <= q, inf where it is not defined.

    >>> fjax.scipy.special.rel_entr(jnp.array([0.5, 0.0]), jnp.array([0.25, 1.0])).round(6)
    Array([0.346574, 0.      ], dtype=float64)
    """
    p, q = real_operands("rel_entr", p, q)
    positive = (p > 0) & (q > 0)
    value = _relative_entropy(jnp.where(positive, p, 1), jnp.where(positive, q, 1))
    unknown = jnp.where(jnp.isnan(p) | jnp.isnan(q), np.nan, np.inf)
    return jnp.where(positive, value, jnp.where((p == 0) & (q >= 0), 0, unknown))


@custom_jvp
def _relative_entropy(p: Any, q: Any) -> Any:
    return p * _log_ratio(p, q)


def _log_ratio(p: Any, q: Any) -> Any:
    """log(p / q) of positive numbers; where they are close it has the digits of p - q."""
    near = (p < 2 * q) & (q < 2 * p)
    difference = (jnp.where(near, p, q) - q) / q
    return jnp.where(near, lax.log1p(difference), lax.log(p) - lax.log(q))


_relative_entropy.defjvps(
    lambda g, out, p, q: g * (_log_ratio(p, q) + 1), lambda g, out, p, q: -g * (p / q)
)


@recorded
def kl_div(p: ArrayLike, q: ArrayLike) -> Array:
    """rel_entr(p, q) - p + q, convex in p and q.

    >>> fjax.scipy.special.kl_div(jnp.array([0.5]), jnp.array([0.25])).round(6)
    Array([0.096574], dtype=float64)
    """
    p, q = real_operands("kl_div", p, q)
    return rel_entr(p, q) - (p - q)  # exact where they are close


@recorded
def boxcox(x: ArrayLike, lmbda: ArrayLike) -> Array:
    """The Box-Cox transformation (x ** lmbda - 1) / lmbda, log(x) for lmbda 0.

    >>> fjax.scipy.special.boxcox(jnp.array([3.0]), 2.0)
    Array([4.], dtype=float64)
    """
    x, lmbda = real_operands("boxcox", x, lmbda)
    return _boxcox(x, lmbda, False)


@recorded
def boxcox1p(x: ArrayLike, lmbda: ArrayLike) -> Array:
    """The Box-Cox transformation of 1 + x.

    >>> fjax.scipy.special.boxcox1p(jnp.array([2.0]), 2.0).round(6)
    Array([4.], dtype=float64)
    """
    x, lmbda = real_operands("boxcox1p", x, lmbda)
    return _boxcox(x, lmbda, True)


@partial(custom_jvp, nondiff_argnums=(2,))
def _boxcox(x: Any, lmbda: Any, of_one_more: bool) -> Any:
    log_x = lax.log1p(x) if of_one_more else lax.log(x)
    # A product that is too small may have lost its digits; expm1 of it is itself.
    flat = (lmbda == 0) | (jnp.abs(lmbda * log_x) < float(dtypes.finfo(x.dtype).eps) / 4)
    safe = jnp.where(flat, 1, lmbda)
    return jnp.where(flat, log_x, jnp.expm1(safe * log_x) / safe)


@_boxcox.defjvp
def _boxcox_jvp(of_one_more: bool, primals: Any, tangents: Any) -> Any:
    (x, lmbda), (x_dot, lmbda_dot) = primals, tangents
    log_x, base = (lax.log1p(x), 1 + x) if of_one_more else (lax.log(x), x)
    by_x = jnp.power(base, lmbda - 1)
    out = _boxcox(x, lmbda, of_one_more)
    return out, x_dot * by_x + lmbda_dot * _boxcox_by_exponent(log_x, lmbda)


def _boxcox_by_exponent(log_x: Any, lmbda: Any) -> Any:
    """The derivative of expm1(u) / lmbda in lmbda, for u = lmbda * log_x; near u = 0 its series."""
    near = (jnp.abs(lmbda * log_x) < 0.05) | (lmbda == 0)
    u = jnp.where(near, lmbda * log_x, 0)
    series: Any = 0
    for k in reversed(range(8)):
        series = series * u + (k + 1) / math.factorial(k + 2)
    far = jnp.where(near, 1, lmbda)
    v = far * log_x
    gone = v == -np.inf
    raised = jnp.where(gone, 0, v) * jnp.exp(v)
    return jnp.where(near, log_x * log_x * series, (raised - jnp.expm1(v)) / (far * far))


logsumexp = normalization.logsumexp


@recorded
def softmax(x: ArrayLike, /, *, axis: int | tuple[int, ...] | None = None) -> Array:
    """exp(x) normalized to sum 1 along an axis, or over all elements.

    >>> fjax.scipy.special.softmax(jnp.array([0.0, 0.0]))
    Array([0.5, 0.5], dtype=float64)
    """
    return normalization.softmax(promote_inexact("softmax", x)[0], axis=axis)


def log_softmax(x: ArrayLike, /, *, axis: int | tuple[int, ...] | None = None) -> Array:
    """log(softmax(x)) along an axis, or over all elements.

    >>> fjax.scipy.special.log_softmax(jnp.array([0.0, 0.0])).round(6)
    Array([-0.693147, -0.693147], dtype=float64)
    """
    return normalization.log_softmax(x, axis=axis)
