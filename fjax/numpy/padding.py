"""pad: frames around arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.operand import Operand
from fjax.core.tracing import Tracer
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions
from fjax.numpy.arguments import as_type, operand
from fjax.numpy.creation import linspace
from fjax.numpy.elementwise import round
from fjax.numpy.functional import apply_along_axis
from fjax.numpy.joining import concatenate, repeat, take_clamped
from fjax.numpy.quantiles import median
from fjax.numpy.shaping import broadcast_to, flip, squeeze
from fjax.numpy.values import asarray
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full

MOST_RUNS = 8  # that are joined: more are looked up one by one
Pairs = tuple[tuple[Any, Any], ...]
_OPTIONS = {
    "constant": ("constant_values",),
    "edge": (),
    "wrap": (),
    "empty": (),
    "linear_ramp": ("end_values",),
    "maximum": ("stat_length",),
    "mean": ("stat_length",),
    "median": ("stat_length",),
    "minimum": ("stat_length",),
    "reflect": ("reflect_type",),
    "symmetric": ("reflect_type",),
}
_STATISTICS: dict[str, Callable[..., Any]] = {
    "maximum": reductions.max,
    "minimum": reductions.min,
    "mean": reductions.mean,
    "median": median,
}


@recorded
def pad(
    array: ArrayLike, pad_width: Any, mode: str | Callable[..., Any] = "constant", **kwargs: Any
) -> Array:
    """The array with a frame around it.

    pad_width: (before, after) for every axis; one pair, or one number, serves all axes.
    mode: "constant" (constant_values=0), "edge", "reflect" and "symmetric" (reflect_type="even"),
    "wrap", "linear_ramp" (end_values=0), "maximum", "mean", "median", "minimum" (stat_length=None),
    "empty", or a function as NumPy describes it.

    >>> jnp.pad(jnp.array([1, 2]), (1, 2))
    Array([0, 1, 2, 0, 0], dtype=int64)
    >>> jnp.pad(jnp.array([1, 2, 3]), 2, mode="reflect")
    Array([3, 2, 1, 2, 3, 2, 1], dtype=int64)
    """
    array = operand("pad", array)
    out = _padded(array, _widths(pad_width, array.aval.ndim), mode, kwargs)
    if array.aval.weak_type and not out.aval.weak_type:
        return convert_element_type(out, array.aval.dtype, True)
    return out


def _padded(array: Any, widths: Pairs, mode: Any, kwargs: dict[Any, Any]) -> Any:
    if callable(mode):
        return _by_function(array, widths, mode, kwargs)
    if mode not in _OPTIONS:
        raise NotImplementedError(
            f"Unimplemented padding mode '{mode}' for np.pad; there are: {', '.join(_OPTIONS)}"
        )
    unknown = set(kwargs) - set(_OPTIONS[mode])
    if unknown:
        raise errors.FjaxValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    if array.aval.ndim == 0:
        return array
    if mode == "constant":
        return _constant(array, widths, kwargs.get("constant_values", 0))
    for axis, (before, after) in enumerate(widths):
        if before == after == 0:
            continue  # how the axis is split stays
        array = _pad_axis(array, axis, before, after, mode, kwargs)
    return array


def _pad_axis(
    array: Any, axis: int, before: int, after: int, mode: str, options: dict[Any, Any]
) -> Any:
    n, rank = array.aval.shape[axis], array.aval.ndim
    if mode == "empty":
        return _joined(array, axis, *[_zeros(array, axis, m) for m in (before, after)])
    if mode == "linear_ramp":
        ends = _pairs("end_values", options.get("end_values", 0), rank)[axis]
        return _ramp(array, axis, before, after, ends)
    if mode in _STATISTICS:
        return _statistic(array, axis, before, after, mode, options.get("stat_length"))
    if n == 0:
        if before > 0 or after > 0:
            raise errors.FjaxValueError(f"Cannot apply '{mode}' padding to empty axis")
        return array
    kind = options.get("reflect_type", "even")
    if kind not in ("even", "odd"):
        raise errors.FjaxValueError(f"pad: reflect_type is 'even' or 'odd', got {kind!r}")
    if kind == "odd":
        return _reflect_odd(array, axis, before, after, mode)
    order = np.pad(np.arange(n), (before, after), mode=mode)  # type: ignore[call-overload]
    runs = [*_runs(order[:before]), range(n), *_runs(order[before + n :])]
    if len(runs) > MOST_RUNS:
        return take_clamped(array, asarray(order), axis)
    return concatenate([_stretch(array, axis, run) for run in runs], axis)


def _runs(order: np.ndarray) -> list[Any]:
    """The places of an order in stretches that ascend, descend or stay."""
    found, start = [], 0
    steps = np.diff(order)
    while start < len(order):
        end = start + 1
        if end < len(order) and abs(step := steps[start]) < 2:
            while end < len(order) and steps[end - 1] == step:
                end += 1
        found.append(order[start:end])
        start = end
    return found


def _stretch(array: Any, axis: int, places: Sequence[int]) -> Any:
    """Elements at places that ascend, descend or stay."""
    first, last = int(places[0]), int(places[-1])
    part = lax.slice_in_dim(array, min(first, last), max(first, last) + 1, axis=axis)
    if last < first:
        return flip(part, axis)
    if last > first:
        return part
    return broadcast_to(part, [m if i != axis else len(places) for i, m in enumerate(part.shape)])


def _reflect_odd(array: Any, axis: int, before: int, after: int, mode: str) -> Any:
    """Odd reflection: 2 * edge minus the mirrored elements, as often as needed."""
    for front, missing in ((True, before), (False, after)):
        while missing > 0:
            n = array.aval.shape[axis]
            skip = 1 if mode == "reflect" and n > 1 else 0
            width = min(missing, n - skip)
            missing -= width
            first, last = (0, 1) if front else (n - 1, n)
            edge = lax.slice_in_dim(array, first, last, axis=axis)
            start = skip if front else n - skip - width
            mirrored = flip(lax.slice_in_dim(array, start, start + width, axis=axis), axis)
            part = 2 * edge - mirrored
            array = concatenate([part, array] if front else [array, part], axis)
    return array


def _joined(array: Any, axis: int, before: Any, after: Any) -> Any:
    return concatenate([before, array, after], axis)


def _zeros(array: Any, axis: int, width: int) -> Any:
    return full(
        tuple(width if i == axis else n for i, n in enumerate(array.aval.shape)),
        0,
        array.aval.dtype,
    )


def _ramp(array: Any, axis: int, before: int, after: int, ends: tuple[Any, Any]) -> Any:
    n, dtype = array.aval.shape[axis], array.aval.dtype
    first = squeeze(lax.slice_in_dim(array, 0, 1, axis=axis), axis)
    last = squeeze(lax.slice_in_dim(array, n - 1, n, axis=axis), axis)
    front = linspace(ends[0], first, before, False, dtype=dtype, axis=axis)
    back = linspace(ends[1], last, after, False, dtype=dtype, axis=axis)
    return _joined(array, axis, front, flip(back, axis))


def _statistic(array: Any, axis: int, before: int, after: int, mode: str, stat_length: Any) -> Any:
    n, dtype = array.aval.shape[axis], array.aval.dtype
    stretches = (n, n)
    if stat_length is not None:
        stretches = _pairs("stat_length", stat_length, array.aval.ndim)[axis]
        if 0 in stretches:
            raise errors.FjaxValueError("stat_length of 0 yields no value for padding")
    found = []
    for start, stop in ((0, min(stretches[0], n)), (n - min(stretches[1], n), n)):
        value = _STATISTICS[mode](
            lax.slice_in_dim(array, int(start), int(stop), axis=axis), axis=axis, keepdims=True
        )
        found.append(as_type(round(value) if dtypes.is_integer(dtype) else value, dtype))
    return _joined(array, axis, repeat(found[0], before, axis), repeat(found[1], after, axis))


def _constant(array: Any, widths: Pairs, values: Any) -> Any:
    """A frame of constants: one value, or one for each side of each axis."""
    dtype, rank = array.aval.dtype, array.aval.ndim
    values = as_type(_value_array(values), dtype)
    if values.aval.size == 1:
        return lax.pad(array, lax.reshape(values, ()), [(a, b, 0) for a, b in widths])
    sides = broadcast_to(values, (rank, 2))
    for axis, (before, after) in enumerate(widths):
        for k, config in enumerate(((before, 0, 0), (0, after, 0))):
            value = lax.index_in_dim(lax.index_in_dim(sides, axis, 0, False), k, 0, False)
            array = lax.pad(array, value, [config if i == axis else (0, 0, 0) for i in range(rank)])
    return array


def _value_array(values: Any) -> Any:
    return (
        operand("pad", values)
        if isinstance(values, (Operand, int, float, complex))
        else asarray(values)
    )


def _by_function(
    array: Any, widths: Pairs, function: Callable[..., Any], options: dict[Any, Any]
) -> Any:
    padded = _constant(array, widths, 0)
    for axis in range(array.aval.ndim):
        padded = apply_along_axis(function, axis, padded, widths[axis], axis, options)
    return padded


def _pairs(name: str, values: Any, rank: int) -> Pairs:
    """(before, after) for every axis from one value, one pair, or a pair for each axis."""
    if isinstance(values, Tracer):
        raise errors.ConcretizationTypeError(f"pad: {name} must be concrete, got {values}")
    try:
        given = np.asarray(values)
    except ValueError as error:
        raise errors.FjaxTypeError(f"`{name}` entries must be the same shape: {values}") from error
    if given.shape not in ((rank, 2), (1, 2), (2,), (1,), ()):
        raise errors.FjaxValueError(
            f"jnp.pad: {name} with nd={rank} has unsupported shape {given.shape}. Valid shapes are "
            f"({rank}, 2), (1, 2), (2,), (1,), or ()."
        )
    return tuple((a, b) for a, b in np.broadcast_to(given, (rank, 2)).tolist())


def _widths(pad_width: Any, rank: int) -> Pairs:
    if isinstance(pad_width, dict):
        table = [(0, 0)] * rank
        for axis, width in pad_width.items():
            table[axis] = width if isinstance(width, (tuple, list)) else (width, width)
        pad_width = table
    widths = _pairs("pad_width", pad_width, rank)
    if any(not isinstance(n, int) for pair in widths for n in pair):
        raise errors.FjaxTypeError(f"`pad_width` must be of integral type, got {pad_width}.")
    if any(n < 0 for pair in widths for n in pair):
        raise errors.FjaxValueError(
            f"index can't contain negative values: pad_width is {pad_width}"
        )
    return widths
