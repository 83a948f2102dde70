"""Axes, shapes and scalar operands of lax functions."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.tracing import Tracer, as_operand, aval_of
from fjax.primitives import operators


def static_int(name: str, what: str, value: Any) -> int:
    """A parameter as a Python integer; raises what names the operation if it is none."""
    try:
        return operator.index(value)
    except TypeError as error:
        if isinstance(error, errors.FjaxError):
            raise
        raise errors.FjaxTypeError(
            f"{name}: {what} must be an integer; {value!r} of type {type(value).__name__} cannot "
            "be interpreted as an integer"
        ) from error


def one_axis(name: str, axis: Any, rank: int) -> int:
    """An axis counted from the front."""
    found = static_int(name, "an axis", axis)
    if not -rank <= found < rank:
        raise errors.FjaxValueError(
            f"{name}: axis {found} is out of bounds for array of dimension {rank}"
        )
    return found % rank if rank else found


def several_axes(name: str, axes: Any, rank: int) -> tuple[int, ...]:
    """Distinct axes counted from the front."""
    given = (axes,) if np.ndim(axes) == 0 else axes
    found = tuple(one_axis(name, a, rank) for a in given)
    if len(set(found)) != len(found):
        raise errors.FjaxValueError(f"{name}: duplicate value in 'axes' {tuple(given)}")
    return found


def concrete_shape(name: str, shape: Any) -> tuple[int, ...]:
    """A shape as Python integers."""
    if isinstance(shape, (int, np.integer)):
        shape = (shape,)
    try:
        found = tuple(operator.index(n) for n in shape)
    except (errors.FjaxError, TypeError) as error:
        hint = (
            "; a shape cannot depend on traced values: mark the argument static"
            if isinstance(shape, Tracer) or any(isinstance(n, Tracer) for n in shape)
            else ""
        )
        raise errors.FjaxTypeError(
            f"{name}: Shapes must be 1D sequences of concrete values of "
            f"integer type, got {shape}{hint}"
        ) from error
    if any(n < 0 for n in found):
        raise errors.FjaxValueError(f"{name}: a shape must have nonnegative lengths, got {found}")
    return found


def ints(values: Sequence[Any]) -> tuple[int, ...]:
    """Values as Python integers."""
    if not isinstance(values, Iterable):
        raise errors.FjaxTypeError(
            f"lax: an integer for each axis is wanted, such as ({values},), got {values!r:.60}"
        )
    return tuple(operator.index(v) for v in values)


def like_operand(value: Any, x: Any) -> Any:
    """A value for an operation with x: Python scalars (weak types) take x's dtype if they may."""
    value = as_operand(value)
    aval, dtype = value.aval, aval_of(x).dtype
    if aval.dtype == dtype or not aval.weak_type or dtypes.is_key(dtype):
        return value
    joined, _ = dtypes.promote((aval.dtype, True), (dtype, False))
    return operators.as_dtype(value, dtype, False) if joined == dtype else value


def array_of(x: Any) -> Array:
    """x as an array or tracer, whichever it is."""
    found: Any = as_operand(x)
    return found
