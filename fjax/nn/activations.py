"""Activation functions, element by element."""

from __future__ import annotations

import math
from typing import Any

from fjax import errors, lax
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.nn.numbers import as_kind, widened
from fjax.numpy.arguments import one_axis, operand
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.promotion import promote_inexact


@jit
def identity(x: ArrayLike) -> Array:
    """x itself, as an array.

    >>> fjax.nn.identity(jnp.array([-1.0, 2.0]))
    Array([-1.,  2.], dtype=float64)
    """
    return operand("identity", x)


@custom_jvp
def relu(x: ArrayLike) -> Array:
    """max(x, 0); its derivative at 0 is 0.

    Returns an array of the shape of `x`. Floats keep their dtype.

    >>> relu(-2.0)
    Array(0., dtype=float64, weak_type=True)
    """
    return jnp.maximum(x, 0)


def _where(inside: Any, tangent: Any) -> Any:
    return lax.select(inside, tangent, lax.full_like(tangent, 0))


relu.defjvps(lambda g, out, x: _where(x > 0, g))


@custom_jvp
def relu6(x: ArrayLike) -> Array:
    """min(max(x, 0), 6); its derivative at 0 and 6 is 0.

    >>> fjax.nn.relu6(jnp.array([-1.0, 2.0, 9.0]))
    Array([0., 2., 6.], dtype=float64)
    """
    return jnp.minimum(jnp.maximum(x, 0), 6.0)


relu6.defjvps(lambda g, out, x: _where((x > 0) & (x < 6), g))


@jit
def squareplus(x: ArrayLike, b: ArrayLike = 4) -> Array:
    """(x + sqrt(x**2 + b)) / 2, a smooth relu.

    >>> fjax.nn.squareplus(jnp.array([0.0, 1.5]))
    Array([1., 2.], dtype=float64)
    """
    x, b = promote_inexact("squareplus", x, b)
    wide, least = widened(x), widened(b)
    size = jnp.abs(wide)
    huge = size > float(dtypes.finfo(wide.dtype).max) ** 0.5 / 2  # whose square overflows
    root = jnp.where(huge, size, jnp.sqrt(jnp.square(jnp.where(huge, 1, wide)) + least))
    # Below 0, x + sqrt(x**2 + b) would cancel.
    return as_kind(jnp.where(wide < 0, least / (root + size), root + size) / 2, x.dtype)


@jit
def softplus(x: ArrayLike) -> Array:
    """log(1 + exp(x)), without overflow for large x.

    >>> fjax.nn.softplus(jnp.array([0.0, 1000.0])).round(6)
    Array([6.93147e-01, 1.00000e+03], dtype=float64)
    """
    return jnp.logaddexp(x, 0)


def _kept(x: Any, most: float) -> Any:
    """x where its size is at most `most`, else that; complex numbers as they are."""
    return x if dtypes.is_complex(x.dtype) else jnp.clip(x, -most, most)


@jit
def sparse_plus(x: ArrayLike) -> Array:
    """0 up to -1, (x + 1)**2 / 4 up to 1, x from there on.

    >>> fjax.nn.sparse_plus(jnp.array([-2.0, 0.0, 2.0]))
    Array([0.  , 0.25, 2.  ], dtype=float64)
    """
    x = operand("sparse_plus", x)
    middle = _kept(x, 1.0)  # the square of what is not taken overflows: 0 * inf
    return jnp.where(x <= -1.0, 0.0, jnp.where(x >= 1.0, x, (middle + 1.0) ** 2 / 4))


@jit
def sparse_sigmoid(x: ArrayLike) -> Array:
    """0 up to -1, (x + 1) / 2 up to 1, 1 from there on: the derivative of sparse_plus.

    >>> fjax.nn.sparse_sigmoid(jnp.array([-2.0, 0.0, 2.0]))
    Array([0. , 0.5, 1. ], dtype=float64)
    """
    return 0.5 * jnp.clip(operand("sparse_sigmoid", x) + 1.0, 0.0, 2.0)


@jit
def soft_sign(x: ArrayLike) -> Array:
    """x / (|x| + 1).

    >>> fjax.nn.soft_sign(jnp.array([-1.0, 3.0]))
    Array([-0.5 ,  0.75], dtype=float64)
    """
    (x,) = promote_inexact("soft_sign", x)
    return x / (jnp.abs(x) + 1)


@recorded
def sigmoid(x: ArrayLike) -> Array:
    """1 / (1 + exp(-x)).

    >>> fjax.nn.sigmoid(jnp.array([0.0, 2.0])).round(6)
    Array([0.5     , 0.880797], dtype=float64)
    """
    (x,) = promote_inexact("sigmoid", x)
    return lax.logistic(x)


@jit
def silu(x: ArrayLike) -> Array:
    """x * sigmoid(x), also called swish.

    >>> fjax.nn.silu(jnp.array([0.0, 1.0])).round(6)
    Array([0.      , 0.731059], dtype=float64)
    """
    (x,) = promote_inexact("silu", x)
    return x * lax.logistic(x)


swish = silu


@jit
def mish(x: ArrayLike) -> Array:
    """x * tanh(softplus(x)).

    >>> fjax.nn.mish(jnp.array([0.0, 1.0])).round(6)
    Array([0.      , 0.865098], dtype=float64)
    """
    x = operand("mish", x)
    return x * jnp.tanh(softplus(x))


@jit
def log_sigmoid(x: ArrayLike) -> Array:
    """log(sigmoid(x)), as -softplus(-x).

    >>> fjax.nn.log_sigmoid(jnp.array([-1000.0, 0.0])).round(6)
    Array([-1.00000e+03, -6.93147e-01], dtype=float64)
    """
    (x,) = promote_inexact("log_sigmoid", x)
    return -softplus(-x)


@jit
def elu(x: ArrayLike, alpha: ArrayLike = 1.0) -> Array:
    """x where it is positive, else alpha * (exp(x) - 1).

    >>> fjax.nn.elu(jnp.array([-1.0, 2.0])).round(6)
    Array([-0.632121,  2.      ], dtype=float64)
    """
    x = operand("elu", x)
    return jnp.where(x > 0, x, alpha * jnp.expm1(jnp.where(x > 0, 0.0, x)))


@jit
def leaky_relu(x: ArrayLike, negative_slope: ArrayLike = 0.01) -> Array:
    """x where it is not negative, else negative_slope * x.

    >>> fjax.nn.leaky_relu(jnp.array([-1.0, 2.0]))
    Array([-0.01,  2.  ], dtype=float64)
    """
    x = operand("leaky_relu", x)
    return jnp.where(x >= 0, x, negative_slope * x)


@jit
def hard_tanh(x: ArrayLike) -> Array:
    """x clipped to [-1, 1].

    >>> fjax.nn.hard_tanh(jnp.array([-4.0, 0.5, 4.0]))
    Array([-1. ,  0.5,  1. ], dtype=float64)
    """
    x = operand("hard_tanh", x)
    least = 0 if x.dtype.kind == "u" else -1
    return jnp.where(x > 1, 1, jnp.where(x < least, least, x))


@jit
def celu(x: ArrayLike, alpha: ArrayLike = 1.0) -> Array:
    """x where it is positive, else alpha * (exp(x / alpha) - 1).

    >>> fjax.nn.celu(jnp.array([-1.0, 2.0])).round(6)
    Array([-0.632121,  2.      ], dtype=float64)
    """
    return jnp.maximum(x, 0.0) + alpha * jnp.expm1(jnp.minimum(x, 0.0) / alpha)


@jit
def selu(x: ArrayLike) -> Array:
    """The scaled elu whose activations keep mean 0 and variance 1.

    Source: Klambauer, Unterthiner, Mayr, Hochreiter, NeurIPS 2017.

    >>> fjax.nn.selu(jnp.array([-1.0, 1.0])).round(6)
    Array([-1.111331,  1.050701], dtype=float64)
    """
    return 1.0507009873554805 * elu(x, 1.6732632423543772)


def gelu(x: ArrayLike, approximate: bool = True) -> Array:
    """x * Phi(x), with Phi the normal distribution function.

    approximate: use tanh for Phi (Hendrycks, Gimpel, 2016) instead of the error function.

    Returns an array of the shape of `x`. Floats keep their dtype.

    >>> fjax.nn.gelu(jnp.array([-1.0, 2.0])).round(6)
    Array([-0.158808,  1.954598], dtype=float64)
    """
    if isinstance(approximate, str):
        raise errors.FjaxValueError(
            f"gelu: approximate is True (by tanh) or False (exact), got {approximate!r}"
        )
    (x,) = promote_inexact("gelu", x)
    x = convert_element_type(x, x.dtype)  # not weakly typed, as in JAX
    return _gelu_tanh(x) if approximate else _gelu_erf(x)


@jit
def _gelu_tanh(x: Any) -> Any:
    # At 10 tanh is 1; beyond, the cube of narrow numbers overflows: 0 * inf.
    kept = _kept(x, 10.0)
    inner = math.sqrt(2 / math.pi) * (kept + 0.044715 * (kept * kept * kept))
    return x * (0.5 * (1.0 + jnp.tanh(inner)))


@jit
def _gelu_erf(x: Any) -> Any:
    return 0.5 * x * lax.erfc(-x * math.sqrt(0.5))


@recorded
def glu(x: ArrayLike, axis: int = -1) -> Array:
    """The first half of x along an axis, gated by the sigmoid of the second half.

    >>> fjax.nn.glu(jnp.array([2.0, 0.0]))
    Array([1.], dtype=float64)
    """
    x = operand("glu", x)
    if x.shape[one_axis("glu", axis, x.ndim)] % 2:
        raise errors.FjaxValueError(
            f"glu: the axis must have even length, got axis {axis} of {x.aval}"
        )
    first, second = jnp.split(x, 2, axis)
    return first * sigmoid(second)


@jit
def hard_sigmoid(x: ArrayLike) -> Array:
    """relu6(x + 3) / 6, piecewise linear.

    >>> fjax.nn.hard_sigmoid(jnp.array([-4.0, 0.0, 4.0]))
    Array([0. , 0.5, 1. ], dtype=float64)
    """
    return relu6(x + 3.0) / 6.0


@jit
def hard_silu(x: ArrayLike) -> Array:
    """x * hard_sigmoid(x), also called hard_swish.

    >>> fjax.nn.hard_silu(jnp.array([-4.0, 0.0, 4.0])) + 0.0
    Array([0., 0., 4.], dtype=float64)
    """
    x = operand("hard_silu", x)
    return x * hard_sigmoid(x)


hard_swish = hard_silu


@custom_jvp
def log1mexp(x: ArrayLike) -> Array:
    """log(1 - exp(-x)) for x > 0, exact for small and for large x.

    Source: M. Maechler, "Accurately computing log(1 - exp(-|a|))", 2012.

    >>> fjax.nn.log1mexp(jnp.array([1e-20, 1.0])).round(6)
    Array([-46.051702,  -0.458675], dtype=float64)
    """
    (x,) = promote_inexact("log1mexp", x)
    return jnp.where(x < math.log(2), jnp.log(-jnp.expm1(-x)), jnp.log1p(-jnp.exp(-x)))


log1mexp.defjvps(lambda g, out, x: g / jnp.expm1(x))


def tanh(x: ArrayLike, /) -> Array:
    """The hyperbolic tangent.

    >>> fjax.nn.tanh(jnp.array([0.0, 1.0])).round(6)
    Array([0.      , 0.761594], dtype=float64)
    """
    return jnp.tanh(x)
