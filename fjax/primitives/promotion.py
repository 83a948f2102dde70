"""NumPy's broadcasting and JAX's promotion of dtypes, for functions that take mixed operands."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.memo import memo
from fjax.core.operand import Operand
from fjax.core.primitive import Primitive
from fjax.core.quiet import quiet
from fjax.core.tracing import aval_of, state
from fjax.primitives import conversion
from fjax.primitives.structure import BroadcastInDim, Reshape

ARRAY_LIKE = (Operand, bool, int, float, complex, np.generic, np.ndarray)
_PYTHON = (bool, int, float, complex)
_SMALL = 1 << 31  # integers of a smaller size are right under every configuration
_FLOATS = frozenset({dtypes.float32, dtypes.float64})  # which Python's floats take the dtype of


def operand(operation: str, x: Any, position: int = 0) -> Any:
    """x as an operand (a Python scalar stays one); raises for anything that is not an array.

    position: which argument of the operation it is, for messages.
    """
    if isinstance(x, Operand) or type(x) in _PYTHON:
        return x
    if isinstance(x, (list, tuple, set, dict, str)) or x is None:
        raise errors.FjaxTypeError(
            f"{operation} takes arrays and scalars, got {x!r} of type {type(x).__name__}; convert "
            "sequences with fjax.numpy.array"
        )
    if isinstance(x, _PYTHON) and not isinstance(x, np.generic):
        return x
    try:
        return tracing.as_operand(x)
    except errors.DtypeError as error:  # text, dates, Python objects
        raise errors.DtypeError(
            f"Error interpreting argument to {operation} as a JAX value. The problematic value is "
            f"of type {type(x)} and was passed to {operation} at position {position}. "
            f"{error.message}"
        ) from error


def broadcast_shapes(operation: str, shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """NumPy's common shape of several shapes."""
    found = _common_shape(shapes)
    if found is None:
        raise _unbroadcastable(operation, shapes)
    return found


def _common_shape(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The common shape, also of what is larger than an array of NumPy's; None without one."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        if min(n for s in shapes for n in s) < 0:
            return None
    lengths = []
    for column in itertools.zip_longest(*[reversed(s) for s in shapes], fillvalue=1):
        others = set(column) - {1}
        if len(others) > 1:
            return None
        lengths.append(others.pop() if others else 1)
    return tuple(reversed(lengths))


def _unbroadcastable(operation: str, shapes: Sequence[tuple[int, ...]]) -> errors.ShapeError:
    what = "Incompatible" if operation == "broadcast_shapes" else f"{operation} got incompatible"
    return errors.ShapeError(
        f"{what} shapes for broadcasting: {', '.join(map(str, shapes))}. "
        "Counted from the right, two lengths must be equal or one of them 1; insert axes with "
        "x[:, None]"
    )


def broadcast_to_shape(x: Any, shape: tuple[int, ...]) -> Any:
    """x under NumPy's broadcasting to a shape that it fits."""
    own = aval_of(x).shape
    if own == shape:
        return x
    for step in _broadcast_steps(own, shape):
        x = step(x)
    return x


@memo()
def _broadcast_steps(own: tuple[int, ...], shape: tuple[int, ...]) -> list[Primitive]:
    """What takes an operand of shape `own` to `shape`."""
    first = len(shape) - len(own)
    if first < 0:
        raise _unbroadcastable(f"broadcasting to {shape}", (own, shape))
    stretched = tuple(i for i, n in enumerate(own) if n == 1 and shape[first + i] != 1)
    if stretched:
        kept = tuple(i for i in range(len(own)) if i not in stretched)
        return [
            Reshape(tuple(own[i] for i in kept)),
            BroadcastInDim(shape, tuple(first + i for i in kept)),
        ]
    return [BroadcastInDim(shape, tuple(range(first, len(shape))))]


def as_dtype(x: Any, dtype: Any, weak: bool) -> Any:
    """x converted for an operation whose operands promote to (dtype, weak)."""
    if isinstance(x, _PYTHON) and not isinstance(x, np.generic):
        return scalar_array(x, dtype, weak)
    aval = aval_of(x)
    if aval.dtype == dtype and (aval.weak_type == weak or not aval.weak_type):
        return x
    return conversion.convert_element_type(x, dtype, weak)


def scalar_array(x: Any, dtype: Any, weak: bool) -> Array:
    """A Python scalar as an array; integers wrap into the dtype.

    While a program is recorded, equal ones are one array: nobody gets it who could delete it.
    """
    trace = state.trace
    if trace is not None and trace.staged and x and type(x) in (float, int):  # 0.0 equals -0.0
        return _recorded_scalar(x, dtype, weak)
    return _scalar(x, dtype, weak)


def _scalar(x: Any, dtype: Any, weak: bool) -> Array:
    physical = dtypes.physical(dtype)
    value = np.array(x)
    if value.dtype != physical:
        value = quiet().run(value.astype, physical)
    return Array(value, ShapedArray((), dtype, weak))


_recorded_scalar = memo(1024, typed=True)(_scalar)


def of_floats(x: Any, y: Any) -> list[Any] | None:
    """Two floats of one type, or one and a Python number, converted; None of all others.

    That is what all promotions come to for them, and the quickest way there.
    """
    if isinstance(x, Operand):
        a = x.aval
        if a.dtype not in _FLOATS:
            return None
        if isinstance(y, Operand):
            b = y.aval
            same = a is b or a.dtype == b.dtype and a.weak_type == b.weak_type
            return [x, y] if same else None
        if type(y) is float or type(y) is int and -_SMALL <= y < _SMALL:
            return [x, scalar_array(y, a.dtype, a.weak_type)]
    elif type(x) is float or type(x) is int and -_SMALL <= x < _SMALL:
        if isinstance(y, Operand) and y.aval.dtype in _FLOATS:
            return [scalar_array(x, y.aval.dtype, y.aval.weak_type), y]
    return None


def promote(operation: str, *operands: Any) -> list[Any]:
    """Operands converted to their common dtype; shapes stay as they are."""
    if len(operands) == 2:  # mostly there is nothing to do
        x, y = operands
        if isinstance(x, Operand) and isinstance(y, Operand):
            a, b = x.aval, y.aval
            if a is b or a.dtype == b.dtype and a.weak_type == b.weak_type:
                return [x, y]
        else:
            quick = of_floats(x, y)
            if quick is not None:
                return quick
    xs = [x if isinstance(x, Operand) else operand(operation, x) for x in operands]
    dtype, weak = dtypes.promote(*[(a.dtype, a.weak_type) for a in map(aval_of, xs)])
    return [as_dtype(x, dtype, weak) for x in xs]


def promote_inexact(operation: str, *operands: Any) -> list[Any]:
    """Operands converted to their common dtype, which is made a float one unless it is inexact."""
    quick = of_floats(*operands) if len(operands) == 2 else None
    if quick is not None:
        return quick
    xs = [x if isinstance(x, Operand) else operand(operation, x) for x in operands]
    dtype, weak = dtypes.promote(*[(a.dtype, a.weak_type) for a in map(aval_of, xs)])
    return [as_dtype(x, dtypes.to_inexact(dtype), weak) for x in xs]


def promote_numeric(operation: str, *operands: Any) -> list[Any]:
    """Operands converted to their common dtype, bool becoming int32."""
    xs = promote(operation, *operands)
    if aval_of(xs[0]).dtype == dtypes.bool_:
        return [conversion.convert_element_type(x, dtypes.int32) for x in xs]
    return xs


def broadcast(operation: str, *operands: Any) -> list[Any]:
    """Operands broadcast to their common shape; scalars stay scalars."""
    if len(operands) == 2:  # mostly there is nothing to do
        x, y = operands
        if isinstance(x, Operand) and isinstance(y, Operand):
            one, other = x.aval.shape, y.aval.shape
            if one == other or not one or not other:
                return [x, y]
    shapes = tuple([x.aval.shape if isinstance(x, Operand) else aval_of(x).shape for x in operands])
    full = {s for s in shapes if s}
    if len(full) <= 1:
        return list(operands)
    steps = _joining_steps(shapes)
    if steps is None:
        raise _unbroadcastable(operation, shapes)
    if config.numpy_rank_promotion != "allow" and len({len(s) for s in full}) > 1:
        rank_promotion(operation, shapes)
    found = list(operands)
    for k, own in enumerate(steps):
        for step in own:
            found[k] = step(found[k])
    return found


@memo()
def _joining_steps(shapes: tuple[tuple[int, ...], ...]) -> list[list[Primitive]] | None:
    """What takes operands of these shapes, except scalars, to the common one, if they have one."""
    shape = _common_shape(shapes)
    if shape is None:
        return None
    return [_broadcast_steps(s, shape) if s and s != shape else [] for s in shapes]


def rank_promotion(operation: str, shapes: Sequence[tuple[int, ...]]) -> None:
    """Warn or raise, as config.numpy_rank_promotion says, about operands of different rank."""
    listed = " ".join(map(str, shapes))
    remedy = "insert axes explicitly, with x[None] or reshape"
    if config.numpy_rank_promotion == "raise":
        raise errors.ShapeError(
            f"Operands could not be broadcast together for {operation} on shapes {listed}, because "
            f"numpy_rank_promotion='raise' and their ranks differ; {remedy}"
        )
    warnings.warn(
        f"Following NumPy automatic rank promotion for {operation} on shapes {listed}; "
        f"{remedy}, or set numpy_rank_promotion to 'allow'",
        stacklevel=5,
    )
