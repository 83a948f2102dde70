"""Reductions that leave NaN out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes, DTypeLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions, sorting
from fjax.numpy.arguments import as_type, constant, operand, reject_out, to_inexact, user_dtype
from fjax.numpy.elementwise import choose_between, isnan
from fjax.numpy.reductions import highest, lowest


def _without_nan(a: Any, value: float) -> Any:
    """`a` with NaN replaced."""
    return choose_between(isnan(a), constant(value, a.aval.dtype), a)


def _nan_extremum(
    name: str,
    function: Callable[..., Any],
    value: Callable[[Any], Any],
    nothing: float,
    a: Any,
    axis: Any,
    out: Any,
    keepdims: Any,
    **options: Any,
) -> Any:
    """`function` of `a` with `value` in place of NaNs; `nothing` where there are only NaNs."""
    reject_out(name, out)
    a = operand(name, a)
    if "where" in options:
        options["where"] = reductions.check_where(name, options["where"])
    if not dtypes.is_inexact(a.aval.dtype):
        return function(a, axis, None, keepdims, **options)
    found = function(_without_nan(a, value(a.aval.dtype)), axis, None, keepdims, **options)
    if options.get("initial") is not None:
        return found
    only_nan = reductions.all(isnan(a), axis, None, keepdims)
    return choose_between(only_nan, constant(nothing, found.aval.dtype), found)


@recorded
def nanmax(
    a: ArrayLike,
    axis: Axes = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """The largest element along axes that is no NaN; NaN if there is none.

    >>> jnp.nanmax(jnp.array([1.0, jnp.nan, 3.0]))
    Array(3., dtype=float64)
    """
    options = {"initial": initial, "where": where}
    return _nan_extremum(
        "nanmax", reductions.max, lowest, np.nan, a, axis, out, keepdims, **options
    )


@recorded
def nanmin(
    a: ArrayLike,
    axis: Axes = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """The smallest element along axes that is no NaN; NaN if there is none.

    >>> jnp.nanmin(jnp.array([1.0, jnp.nan, 3.0]))
    Array(1., dtype=float64)
    """
    options = {"initial": initial, "where": where}
    return _nan_extremum(
        "nanmin", reductions.min, highest, np.nan, a, axis, out, keepdims, **options
    )


@recorded
def nansum(
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """The sum along axes, NaN counting as 0.

    >>> jnp.nansum(jnp.array([1.0, jnp.nan, 3.0]))
    Array(4., dtype=float64)
    """
    a, where = _neutral("nansum", 0, a, out, where)
    return reductions.sum(a, axis, dtype, None, keepdims, initial, where)


@recorded
def nanprod(
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """The product along axes, NaN counting as 1.

    >>> jnp.nanprod(jnp.array([2.0, jnp.nan, 3.0]))
    Array(6., dtype=float64)
    """
    a, where = _neutral("nanprod", 1, a, out, where)
    return reductions.prod(a, axis, dtype, None, keepdims, initial, where)


def _neutral(name: str, value: int, a: Any, out: Any, where: Any) -> tuple[Any, Any]:
    """The operand with `value` in place of NaN, and the mask, both checked."""
    reject_out(name, out)
    a = operand(name, a)
    where = reductions.check_where(name, where)
    return _without_nan(a, value) if dtypes.is_inexact(a.aval.dtype) else a, where


@recorded
def nanmean(
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool = False,
    where: ArrayLike | None = None,
) -> Array:
    """The mean along axes of the elements that are no NaN.

    >>> jnp.nanmean(jnp.array([1.0, jnp.nan, 3.0]))
    Array(2., dtype=float64)
    """
    reject_out("nanmean", out)
    a = operand("nanmean", a)
    where = reductions.check_where("nanmean", where)
    if not dtypes.is_inexact(a.aval.dtype):
        return reductions.mean(a, axis, dtype, None, keepdims, where=where)
    wanted = to_inexact(a.aval.dtype) if dtype is None else user_dtype("nanmean", dtype)
    n = reductions.sum(lax.bitwise_not(isnan(a)), axis, wanted, None, keepdims, where=where)
    return lax.div(nansum(a, axis, wanted, None, keepdims, where=where), n)


@recorded
def nanvar(
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: bool = False,
    where: ArrayLike | None = None,
    mean: ArrayLike | None = None,
) -> Array:
    """The variance along axes of the elements that are no NaN.

    >>> jnp.nanvar(jnp.array([1.0, jnp.nan, 3.0]))
    Array(1., dtype=float64)
    """
    reject_out("nanvar", out)
    a = operand("nanvar", a)
    where = reductions.check_where("nanvar", where)
    compute, result = reductions.variance_dtypes("nanvar", a.aval.dtype, dtype)
    a = as_type(a, compute)
    if mean is None:
        mean = nanmean(a, axis, compute, None, True, where=where)
    difference = a - as_type(operand("nanvar", mean), compute)
    centered = reductions.squared_size(choose_between(isnan(a), 0, difference))
    total = reductions.sum(centered, axis, None, None, keepdims, where=where)
    n = reductions.sum(lax.bitwise_not(isnan(a)), axis, None, None, keepdims, where=where)
    n = as_type(n, total.aval.dtype) - as_type(operand("nanvar", ddof), total.aval.dtype)
    none = n <= 0
    divisor = choose_between(none, 1, n)
    found = as_type(lax.div(total, divisor), result)
    return choose_between(none, constant(np.nan, result), found)


@recorded
def nanstd(
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: bool = False,
    where: ArrayLike | None = None,
    mean: ArrayLike | None = None,
) -> Array:
    """The standard deviation along axes of the elements that are no NaN.

    >>> jnp.nanstd(jnp.array([1.0, jnp.nan, 3.0]))
    Array(1., dtype=float64)
    """
    reject_out("nanstd", out)
    where = reductions.check_where("nanstd", where)
    return lax.sqrt(nanvar(operand("nanstd", a), axis, dtype, None, ddof, keepdims, where, mean))


@recorded
def nanargmax(
    a: ArrayLike, axis: int | None = None, out: None = None, keepdims: bool | None = None
) -> Array:
    """The index of the largest element that is no NaN; -1 if there is none.

    >>> jnp.nanargmax(jnp.array([1.0, jnp.nan, 3.0]))
    Array(2, dtype=int64)
    """
    return _nan_extremum("nanargmax", sorting.argmax, lowest, -1, a, axis, out, keepdims)


@recorded
def nanargmin(
    a: ArrayLike, axis: int | None = None, out: None = None, keepdims: bool | None = None
) -> Array:
    """The index of the smallest element that is no NaN; -1 if there is none.

    >>> jnp.nanargmin(jnp.array([1.0, jnp.nan, 3.0]))
    Array(0, dtype=int64)
    """
    return _nan_extremum("nanargmin", sorting.argmin, highest, -1, a, axis, out, keepdims)
