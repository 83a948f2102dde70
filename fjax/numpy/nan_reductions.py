"""Reductions that leave NaN out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fjax import lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes, DTypeLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded, recorded_family
from fjax.numpy import reductions, sorting
from fjax.numpy.arguments import as_type, constant, operand, reject_out, to_inexact, user_dtype
from fjax.numpy.elementwise import choose_between, isnan
from fjax.numpy.reductions import highest, lowest


def _without_nan(a: Any, value: float) -> Any:
    """`a` with NaN replaced."""
    return choose_between(isnan(a), constant(value, a.aval.dtype), a)


class _Extremum(NamedTuple):
    """An extremum, the value that never is it, and what is given where there are only NaNs."""

    function: Callable[..., Any]
    value: Callable[[Any], Any]
    nothing: float


def _extremum(
    name: str, kind: _Extremum, a: Any, axis: Any, out: Any, keepdims: Any, **options: Any
) -> Any:
    """The extremum of `a` with a neutral value in place of NaNs, or what says that all are NaN."""
    reject_out(name, out)
    a = operand(name, a)
    if "where" in options:
        options["where"] = reductions.check_where(name, options["where"])
    if not dtypes.is_inexact(a.aval.dtype):
        return kind.function(a, axis, None, keepdims, **options)
    clean = _without_nan(a, kind.value(a.aval.dtype))
    found = kind.function(clean, axis, None, keepdims, **options)
    if options.get("initial") is not None:
        return found
    only_nan = reductions.all(isnan(a), axis, None, keepdims)
    return choose_between(only_nan, constant(kind.nothing, found.aval.dtype), found)


@recorded_family
def _extreme_value(
    name: str,
    kind: _Extremum,
    a: ArrayLike,
    axis: Axes = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """nanmax or nanmin."""
    return _extremum(name, kind, a, axis, out, keepdims, initial=initial, where=where)


nanmax = _extreme_value(
    "nanmax",
    _Extremum(reductions.max, lowest, np.nan),
    """The largest element along axes that is not NaN; NaN if there is none.

    >>> jnp.nanmax(jnp.array([1.0, jnp.nan, 3.0]))
    Array(3., dtype=float64)
    """,
)
nanmin = _extreme_value(
    "nanmin",
    _Extremum(reductions.min, highest, np.nan),
    """The smallest element along axes that is not NaN; NaN if there is none.

    >>> jnp.nanmin(jnp.array([1.0, jnp.nan, 3.0]))
    Array(1., dtype=float64)
    """,
)


@recorded_family
def _total(
    name: str,
    total: tuple[Callable[..., Array], int],
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """nansum or nanprod: another reduction with its neutral value in place of NaN."""
    reject_out(name, out)
    a = operand(name, a)
    where = reductions.check_where(name, where)
    function, neutral = total
    if dtypes.is_inexact(a.aval.dtype):
        a = _without_nan(a, neutral)
    return function(a, axis, dtype, None, keepdims, initial, where)


nansum = _total(
    "nansum",
    (reductions.sum, 0),
    """The sum along axes, NaN counting as 0.

    >>> jnp.nansum(jnp.array([1.0, jnp.nan, 3.0]))
    Array(4., dtype=float64)
    """,
)
nanprod = _total(
    "nanprod",
    (reductions.prod, 1),
    """The product along axes, NaN counting as 1.

    >>> jnp.nanprod(jnp.array([2.0, jnp.nan, 3.0]))
    Array(6., dtype=float64)
    """,
)


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


def _variance(
    name: str, a: Any, axis: Any, dtype: Any, ddof: Any, keepdims: bool, where: Any, mean: Any
) -> Any:
    compute, result = reductions.variance_dtypes(name, a.aval.dtype, dtype)
    a = as_type(a, compute)
    if mean is None:
        mean = nanmean(a, axis, compute, None, True, where=where)
    difference = a - as_type(operand(name, mean), compute)
    centered = reductions.squared_size(choose_between(isnan(a), 0, difference))
    total = reductions.sum(centered, axis, None, None, keepdims, where=where)
    n = reductions.sum(lax.bitwise_not(isnan(a)), axis, None, None, keepdims, where=where)
    n = as_type(n, total.aval.dtype) - as_type(operand(name, ddof), total.aval.dtype)
    none = n <= 0
    divisor = choose_between(none, 1, n)
    found = choose_between(none, constant(np.nan, total.aval.dtype), lax.div(total, divisor))
    return as_type(found, result)


@recorded_family
def _spread(
    name: str,
    root: bool,
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: bool = False,
    where: ArrayLike | None = None,
    mean: ArrayLike | None = None,
) -> Array:
    """nanvar, or nanstd, its square root."""
    reject_out(name, out)
    where = reductions.check_where(name, where)
    found = _variance(name, operand(name, a), axis, dtype, ddof, keepdims, where, mean)
    return lax.sqrt(found) if root else found


nanvar = _spread(
    "nanvar",
    False,
    """The variance along axes of the elements that are no NaN.

    >>> jnp.nanvar(jnp.array([1.0, jnp.nan, 3.0]))
    Array(1., dtype=float64)
    """,
)
nanstd = _spread(
    "nanstd",
    True,
    """The standard deviation along axes of the elements that are no NaN.

    >>> jnp.nanstd(jnp.array([1.0, jnp.nan, 3.0]))
    Array(1., dtype=float64)
    """,
)


@recorded_family
def _place(
    name: str,
    kind: _Extremum,
    a: ArrayLike,
    axis: int | None = None,
    out: None = None,
    keepdims: bool | None = None,
) -> Array:
    """nanargmax or nanargmin."""
    return _extremum(name, kind, a, axis, out, keepdims)


nanargmax = _place(
    "nanargmax",
    _Extremum(sorting.argmax, lowest, -1),
    """The index of the largest element that is not NaN; -1 if there is none.

    >>> jnp.nanargmax(jnp.array([1.0, jnp.nan, 3.0]))
    Array(2, dtype=int64)
    """,
)
nanargmin = _place(
    "nanargmin",
    _Extremum(sorting.argmin, highest, -1),
    """The index of the smallest element that is not NaN; -1 if there is none.

    >>> jnp.nanargmin(jnp.array([1.0, jnp.nan, 3.0]))
    Array(0, dtype=int64)
    """,
)
