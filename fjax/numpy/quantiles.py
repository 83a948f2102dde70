"""Quantiles, percentiles and medians."""

from __future__ import annotations

import math
from typing import Any, Protocol

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes
from fjax.core.array import Array
from fjax.core.plain_arguments import check_number
from fjax.interpreters.recorded import recorded_family
from fjax.numpy import reductions
from fjax.numpy.arguments import as_type, constant, inexact, operand, several_axes
from fjax.numpy.cumulative import cumsum
from fjax.numpy.elementwise import choose_between, isnan
from fjax.numpy.selection import take_along_axis
from fjax.numpy.shaping import broadcast_to, moveaxis
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.placing import placeable
from fjax.primitives.structure import Reshape, Transpose

METHODS = ("linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf")


def _check(name: str, out: Any, overwrite_input: bool, method: str, weights: Any) -> None:
    if overwrite_input or out is not None:
        raise errors.FjaxValueError(
            f"jax.numpy.{name} does not support overwrite_input=True or out != None"
        )
    if method not in METHODS:
        raise errors.FjaxValueError(
            "method can only be 'linear', 'lower', 'higher', 'midpoint', 'nearest' or "
            f"'inverted_cdf', got {method!r}"
        )
    if weights is not None and method != "inverted_cdf":
        raise NotImplementedError(
            f"{method} doesn't support weights. Only method 'inverted_cdf' supports weights."
        )


def _last(a: Any, axes: tuple[int, ...]) -> Any:
    """The axes joined into one, the last."""
    shape = a.aval.shape
    kept = tuple(i for i in range(len(shape)) if i not in axes)
    a = Transpose((*kept, *axes))(a)
    return Reshape((*[shape[i] for i in kept], math.prod(shape[i] for i in axes)))(a)


def _quantile(
    name: str, a: Any, q: Any, axis: Any, method: str, keepdims: bool, skip_nan: bool, weights: Any
) -> Any:
    a, q = inexact(name, a), operand(name, q, 1)
    if dtypes.is_complex(a.aval.dtype):
        raise errors.FjaxValueError(
            f"{name} does not support complex input, as the operation is poorly defined: {a.aval}"
        )
    if q.aval.ndim > 1:
        raise errors.FjaxValueError(f"q must be have rank <= 1, got {q.aval}")
    q = inexact(name, q)
    shape, dtype = a.aval.shape, a.aval.dtype
    axes = several_axes(name, axis, len(shape))
    if weights is not None:
        weights = _last(_fit(name, a, weights, axis, axes), axes)
    lines = _last(a, axes)
    if skip_nan:
        lines = choose_between(isnan(lines), math.nan, lines)
    else:
        spoiled = reductions.any(isnan(lines), -1, keepdims=True)
        lines = choose_between(spoiled, constant(math.nan, dtype), lines)
    if not lines.aval.shape[-1]:  # of nothing there is no quantile
        found = full((*lines.aval.shape[:-1], q.aval.size), math.nan, dtype)
    elif method == "inverted_cdf":
        found = _inverted(lines, q, weights)
    else:
        found = _interpolated(lines, q, method, skip_nan)
    found = as_type(moveaxis(found, -1, 0), dtype)  # one slice for each q
    if keepdims:
        inner = tuple(1 if i in axes else n for i, n in enumerate(shape))
        found = Reshape((found.aval.shape[0], *inner))(found)
    return found if q.aval.ndim else Reshape(found.aval.shape[1:])(found)


def _fit(name: str, a: Any, weights: Any, axis: Any, axes: tuple[int, ...]) -> Any:
    weights = operand(name, weights, 2)
    if dtypes.is_complex(weights.aval.dtype):
        raise errors.FjaxValueError("Weights cannot be complex types.")
    weights = inexact(name, weights)
    shape = a.aval.shape
    if weights.aval.shape == shape:
        return weights
    if axis is None:
        raise errors.FjaxValueError("Weights shape must match 'a' shape when axis is None.")
    if weights.aval.shape != tuple(shape[i] for i in axes):
        raise errors.FjaxValueError(
            f"Weights shape {weights.aval.shape} must match reduction axes "
            f"{tuple(shape[i] for i in axes)}"
        )
    order = tuple(sorted(range(len(axes)), key=axes.__getitem__))
    return lax.broadcast_in_dim(lax.transpose(weights, order), shape, tuple(sorted(axes)))


def _interpolated(lines: Any, q: Any, method: str, skip_nan: bool) -> Any:
    """Quantiles of the rows, one in the last axis for each q."""
    lines = lax.sort(lines, lines.aval.ndim - 1)
    n = lines.aval.shape[-1]
    *batch, _ = lines.aval.shape
    count = Reshape((q.aval.size,))(q)
    wide = (*batch, q.aval.size)
    if skip_nan:
        valid = reductions.sum(lax.bitwise_not(isnan(lines)), -1, q.aval.dtype, keepdims=True)
        last = valid - 1
    else:
        last = constant(n - 1, q.aval.dtype)
    last = broadcast_to(last, wide)
    place = lax.mul(broadcast_to(count, wide), last)
    zero = full(wide, 0, q.aval.dtype)
    low, high = lax.floor(place), lax.ceil(place)
    weight = place - low
    low, high = (lax.max(zero, lax.min(edge, last)) for edge in (low, high))
    below, above = (
        take_along_axis(lines, as_type(edge, dtypes.int32), -1, mode="clip") for edge in (low, high)
    )
    if method == "linear":
        compute = q.aval.dtype
        return as_type(below, compute) * (1 - weight) + as_type(above, compute) * weight
    if method == "lower":
        return below
    if method == "higher":
        return above
    if method == "nearest":
        return choose_between(weight <= 0.5, below, above)
    return (below + above) * 0.5


def _inverted(lines: Any, q: Any, weights: Any) -> Any:
    """The first elements of the sorted rows at which the summed weights reach the fraction q."""
    if weights is None:
        weights = full(lines.aval.shape, 1, lines.aval.dtype)
    weights = as_type(weights, lines.aval.dtype)
    axis = lines.aval.ndim - 1
    lines, weights = lax.sort_key_val(lines, weights, axis)
    missing = isnan(lines)
    bad = (weights < 0) | isnan(weights)
    clean = choose_between(bad | missing, 0, weights)
    running = cumsum(clean, axis)
    total = lax.index_in_dim(running, -1, axis)
    count = Reshape((q.aval.size,))(as_type(q, lines.aval.dtype))
    wide = (*lines.aval.shape[:-1], q.aval.size)
    goal = lax.mul(broadcast_to(count, wide), broadcast_to(total, wide))
    less = operators.less(
        Reshape((*running.aval.shape[:-1], 1, running.aval.shape[-1]))(running),
        Reshape((*wide, 1))(goal),
    )
    places = reductions.sum(less, -1, dtypes.default_int())
    valid = reductions.sum(lax.bitwise_not(missing), -1, dtypes.default_int(), keepdims=True)
    places = operators.broadcast("quantile", places, broadcast_to(valid - 1, wide))
    places = lax.max(full(wide, 0, dtypes.default_int()), lax.min(*places))
    found = take_along_axis(lines, places, -1, mode="clip")
    spoiled = reductions.any(bad, -1, keepdims=True) | (valid == 0)
    return choose_between(spoiled, constant(math.nan, lines.aval.dtype), found)


class _PlacedQuantile(Protocol):
    """What `percentile` takes."""

    def __call__(
        self,
        a: ArrayLike,
        q: ArrayLike,
        axis: Axes = None,
        out: None = None,
        overwrite_input: bool = False,
        method: str = "linear",
        keepdims: bool = False,
        *,
        weights: ArrayLike | None = None,
        out_sharding: Any = None,
    ) -> Array: ...


@recorded_family
def _of_quantiles(
    name: str,
    which: tuple[bool, bool],
    a: ArrayLike,
    q: ArrayLike,
    axis: Axes = None,
    out: None = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: ArrayLike | None = None,
) -> Array:
    """A function of fractions or of percents, which may leave out NaNs."""
    percent, skip_nan = which
    _check(name, out, overwrite_input, method, weights)
    if isinstance(q, int | float):
        check_number(f"{name}: q", q, 0, 100 if percent else 1)
    if percent:
        q = inexact(name, operand(name, q, 1)) / 100
    return _quantile(name, a, q, axis, method, keepdims, skip_nan, weights)


quantile = _of_quantiles(
    "quantile",
    (False, False),
    """The q-quantiles along axes, 0 <= q <= 1 (a number or a vector); NaN where there is a NaN.

    method: how to choose between two elements: "linear", "lower", "higher", "midpoint", "nearest",
    or "inverted_cdf", the only one that takes weights.

    >>> jnp.quantile(jnp.arange(11.0), jnp.array([0.1, 0.5]))
    Array([1., 5.], dtype=float64)
    """,
)
nanquantile = _of_quantiles(
    "nanquantile",
    (False, True),
    """`quantile` of the elements that are no NaN.

    >>> jnp.nanquantile(jnp.array([1.0, jnp.nan, 3.0]), 0.25)
    Array(1.5, dtype=float64)
    """,
)
nanpercentile = _of_quantiles(
    "nanpercentile",
    (True, True),
    """`nanquantile` with q in percent.

    >>> jnp.nanpercentile(jnp.array([1.0, jnp.nan, 3.0]), 50)
    Array(2., dtype=float64)
    """,
)
percentile: _PlacedQuantile = placeable(
    _of_quantiles(
        "percentile",
        (True, False),
        """`quantile` with q in percent.

    >>> jnp.percentile(jnp.arange(11.0), jnp.array([10, 50]))
    Array([1., 5.], dtype=float64)
    """,
    )
)


@recorded_family
def _median(
    name: str,
    skip_nan: bool,
    a: ArrayLike,
    axis: Axes = None,
    out: None = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> Array:
    """median or nanmedian."""
    _check(name, out, overwrite_input, "midpoint", None)
    return _quantile(name, a, 0.5, axis, "midpoint", keepdims, skip_nan, None)


median = _median(
    "median",
    False,
    """The median along axes: the mean of the two middle elements if their number is even.

    >>> jnp.median(jnp.array([3.0, 1.0, 2.0, 10.0]))
    Array(2.5, dtype=float64)
    """,
)
nanmedian = _median(
    "nanmedian",
    True,
    """The median of the elements that are no NaN.

    >>> jnp.nanmedian(jnp.array([3.0, jnp.nan, 2.0, 10.0]))
    Array(3., dtype=float64)
    """,
)
