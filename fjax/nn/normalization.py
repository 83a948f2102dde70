"""Functions along axes: softmax and its kin, standardization, one-hot vectors."""

from __future__ import annotations

import math
import warnings
from functools import partial
from typing import Any

import numpy as np

from fjax import errors, lax, tree
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.nn.numbers import as_kind, widened
from fjax.numpy.arguments import index, several_axes
from fjax.numpy.known import concrete
from fjax.primitives.index_rows import holding, wide_indices, within
from fjax.primitives.promotion import promote_inexact

Axis = int | tuple[int, ...] | None


@partial(jit, static_argnames=("axis", "keepdims", "return_sign"))
def logsumexp(
    a: ArrayLike,
    axis: Axis = None,
    b: ArrayLike | None = None,
    keepdims: bool = False,
    return_sign: bool = False,
    where: ArrayLike | None = None,
) -> Array | tuple[Array, Array]:
    """log(sum(b * exp(a))) along axes (all by default), without overflow.

    b: weights, which broadcast to a. keepdims: keep the axes, with length 1.
    return_sign: return (log |sum|, sign) instead, so that weights may be negative.
    where: booleans; only elements where it holds take part.

    >>> logsumexp(np.array([1000.0, 1000.0]))
    Array(1000.69314718, dtype=float64)
    """
    operands = promote_inexact("logsumexp", *[x for x in (a, b) if x is not None])
    kind = operands[0].dtype
    if dtypes.widened(kind) != kind:
        x, weights = (*map(widened, operands), None)[:2]
        found = logsumexp(x, axis, weights, keepdims, return_sign, where)
        return tree.map(lambda x: x.astype(kind), found)
    if where is not None:
        a = jnp.where(where, a, 0)
    if b is None:
        (a,) = promote_inexact("logsumexp", a)
    else:
        a, b = promote_inexact("logsumexp", a, b)
        a = jnp.where((b != 0) | jnp.isfinite(a), a, -np.inf)
    axes = several_axes("logsumexp", axis, a.ndim)
    weighed = a.real if b is None else jnp.where(b != 0, a.real, -np.inf)
    largest = _largest(weighed, axes, where)
    largest = lax.stop_gradient(jnp.where(jnp.isfinite(largest), largest, 0))
    shifted = a - largest.astype(a.dtype)
    if b is None:
        terms = jnp.exp(shifted)
    else:  # exp of what has weight 0 matters to the derivative in b, and must not overflow
        most = math.log(float(dtypes.finfo(a.dtype).max)) - 1
        excess = jnp.where(b != 0, 0, jnp.maximum(shifted.real - most, 0))
        terms = jnp.exp(shifted - lax.stop_gradient(excess).astype(a.dtype)) * b
    total = jnp.sum(terms, axis=axes, keepdims=keepdims, where=where)
    shift = largest if keepdims else lax.squeeze(largest, axes)
    sign, is_complex = lax.sign(total), dtypes.is_complex(a.dtype)
    scale = jnp.abs(total) if return_sign or not is_complex else total
    out = jnp.log(scale) + shift.astype(scale.dtype)
    if is_complex:
        # Infinities in different directions may cancel, but log(NaN + inf j) is inf + NaN j.
        unknown = jnp.isnan(total)
        sign, out = _nan_where(unknown, sign), _nan_where(unknown, out)
    if return_sign:
        return out, sign
    if b is not None and not dtypes.is_complex(out.dtype):
        return jnp.where(sign < 0, np.nan, out)
    return out


def _nan_where(unknown: Any, x: Any) -> Any:
    """x with NaN in its real and imaginary part where nothing is known of it."""
    nan = complex(np.nan, np.nan) if dtypes.is_complex(x.dtype) else np.nan
    return jnp.where(unknown, nan, x)


@partial(jit, static_argnames=("axis", "keepdims"))
def logmeanexp(
    x: ArrayLike, axis: Axis = None, where: ArrayLike | None = None, keepdims: bool = False
) -> Array:
    """log(mean(exp(x))) along axes (all by default), without overflow.

    >>> fjax.nn.logmeanexp(jnp.array([1000.0, 1000.0]))
    Array(1000., dtype=float64)
    """
    (x,) = promote_inexact("logmeanexp", x)
    total = logsumexp(widened(x), axis=axis, where=where, keepdims=keepdims)
    count = _count(x, axis, where, keepdims).astype(total.dtype)
    return as_kind(total - jnp.log(count), x.dtype)


def _count(x: Any, axis: Axis, where: Any, keepdims: bool) -> Any:
    """How many elements a reduction of x takes."""
    if where is None:
        axes = several_axes("logmeanexp", axis, x.ndim)
        return jnp.asarray(int(np.prod([x.shape[k] for k in axes], dtype=int)))
    return jnp.sum(jnp.broadcast_to(where, x.shape), axis=axis, keepdims=keepdims, dtype=int)


@recorded
def softmax(x: ArrayLike, axis: Axis = -1, where: ArrayLike | None = None) -> Array:
    """exp(x) normalized to sum 1 along an axis (or several, or all for None).

    where: booleans; elements where it does not hold get 0.

    Returns an array of the shape of `x`.

    >>> softmax(np.zeros(4)).tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    (x,) = promote_inexact("softmax", x)
    return as_kind(_softmax(widened(x), axis, where), x.dtype)


def _largest(x: Any, axis: Axis, where: Any) -> Any:
    """The maximum along axes that are kept; -inf if no element takes part."""
    if where is None and x.size:
        return jnp.max(x, axis, keepdims=True)
    return jnp.max(x, axis, where=where, initial=-np.inf, keepdims=True)


@partial(jit, static_argnums=(1,))
def _softmax_value(x: Any, axis: Axis, where: Any) -> Any:
    largest = _largest(x, axis, where)
    chosen = x if where is None else jnp.where(where, x, -np.inf)
    weights = jnp.exp(chosen - largest)
    # The sum is at least 1, so its reciprocal is safe, and one division a row is enough.
    result = weights * (1 / jnp.sum(weights, axis, where=where, keepdims=True))
    return result if where is None else jnp.where(where, result, 0)


_softmax = custom_jvp(_softmax_value, nondiff_argnums=(1,))


@_softmax.defjvp
def _softmax_jvp(axis: Axis, primals: Any, tangents: Any) -> Any:
    (x, where), (x_dot, _) = primals, tangents
    y = _softmax(x, axis, where)
    return y, y * (x_dot - jnp.sum(y * x_dot, axis, where=where, keepdims=True))


@partial(jit, static_argnames=("axis",))
def log_softmax(x: ArrayLike, axis: Axis = -1, where: ArrayLike | None = None) -> Array:
    """log(softmax(x)) along an axis (or several), without underflow.

    where: booleans; elements where it does not hold get -inf.

    >>> fjax.nn.log_softmax(jnp.array([0.0, 0.0])).round(6)
    Array([-0.693147, -0.693147], dtype=float64)
    """
    (given,) = promote_inexact("log_softmax", x)
    x = widened(given)
    largest = _largest(x, axis, where)
    chosen = x if where is None else jnp.where(where, x, -np.inf)
    shifted = chosen - lax.stop_gradient(largest)
    total = jnp.sum(jnp.exp(shifted), axis, where=where, keepdims=True)
    result = shifted - jnp.log(total)
    result = result if where is None else jnp.where(where, result, -np.inf)
    return as_kind(result, given.dtype)


@partial(jit, static_argnames=("axis", "algorithm"))
def standardize(
    x: ArrayLike,
    axis: Axis = -1,
    mean: ArrayLike | None = None,
    variance: ArrayLike | None = None,
    epsilon: ArrayLike = 1e-05,
    where: ArrayLike | None = None,
    *,
    algorithm: str = "fast",
) -> Array:
    """x shifted and scaled to mean 0 and variance 1 along axes.

    mean, variance: used instead of those of x if given. epsilon is added to the variance.
    algorithm: how the variance is computed: 'fast' (from the mean of squares, in one pass over x)
    or
        'stable' (from the deviations).

    >>> fjax.nn.standardize(jnp.array([1.0, 3.0])).round(4)
    Array([-1.,  1.], dtype=float64)
    """
    (given,) = promote_inexact("standardize", x)
    x = widened(given)
    if algorithm not in ("fast", "stable"):
        raise errors.FjaxValueError(
            f"standardize: Unknown algorithm {algorithm!r}. Expected 'fast' or 'stable'."
        )
    if where is not None:  # a NaN that takes no part would come back in the derivative
        x = jnp.where(where | jnp.isfinite(x), x, 0)
    if mean is None:
        mean = jnp.mean(x, axis, keepdims=True, where=where)
    if variance is None and algorithm == "stable":
        variance = jnp.mean(jnp.square(x - mean), axis, keepdims=True, where=where)
    elif variance is None:
        squares = jnp.mean(jnp.square(x), axis, keepdims=True, where=where)
        variance = jnp.clip(squares - jnp.square(mean), 0)
    return as_kind((x - mean) * lax.rsqrt(variance + epsilon), given.dtype)


def one_hot(
    x: ArrayLike, num_classes: int, *, dtype: DTypeLike | None = None, axis: Any = -1
) -> Array:
    """Integers as indicator vectors: 1 at the class, 0 elsewhere; all 0 if out of range.

    num_classes: the length of the new axis. dtype: of the result, the default float if None.
    axis: where the new axis goes, or the name of a vmapped axis that holds the classes.
    x: integers of any shape.
    Returns floats of the shape of `x`, with the new axis.

    >>> one_hot(np.array([0, 2]), 3).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    what = "jax.nn.one_hot argument `num_classes`"
    if np.ndim(num_classes):
        raise errors.FjaxTypeError(
            "one_hot takes integers, then how many classes there are: one_hot(x, num_classes=10)"
        )
    length = concrete(what, "the length of the new axis", num_classes)
    count = index("one_hot", "num_classes", length.item())
    if count < 0:
        raise errors.FjaxValueError(f"one_hot: num_classes must be at least 0, got {count}")
    wanted = dtypes.default_float() if dtype is None else dtypes.requested("one_hot", dtype)
    x = jnp.asarray(wide_indices(x))
    if not dtypes.is_integer(x.dtype):
        warnings.warn(
            f"fjax.nn.one_hot input should be integer-typed; got dtype={x.dtype}",
            DeprecationWarning,
            stacklevel=2,
        )
    if not isinstance(axis, (int, np.integer)):
        size = lax.axis_size(axis)
        if count != size:
            raise errors.FjaxValueError(
                "one_hot: Expected num_classes to match the size of axis "
                f"{axis!r}, "
                f"but {count} != {size}"
            )
        return jnp.asarray(_numbers(x, count) == lax.axis_index(axis), wanted)
    if not -x.ndim - 1 <= axis <= x.ndim:
        raise errors.FjaxValueError(
            f"one_hot: axis {axis} is out of bounds for a result of rank {x.ndim + 1}"
        )
    return _indicators(x, count, wanted, int(axis) % (x.ndim + 1))


@partial(jit, static_argnums=(1, 2, 3))
def _indicators(x: Any, count: int, wanted: Any, place: int) -> Any:
    x = _numbers(x, count)
    lengths = [1] * (x.ndim + 1)
    lengths[place] = count
    classes = lax.broadcasted_iota(x.dtype, lengths, place)
    return (jnp.expand_dims(x, place) == classes).astype(wanted)


def _numbers(x: Any, count: int) -> Any:
    """Numbers of classes in a dtype that counts them, and that there is."""
    return within(count, holding(count, x))
