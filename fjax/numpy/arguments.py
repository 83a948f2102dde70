"""Arguments of array functions: what counts as an array, axes, dtypes, shapes."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes, tracing
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.operand import Operand
from fjax.core.quiet import astype
from fjax.misspelling import meant_dtype
from fjax.primitives import operators
from fjax.primitives.conversion import convert_element_type

OPERANDS: Any = Operand  # whose instances count as arrays: tracers, too
_PLAIN = (np.ndarray, np.generic, bool, int, float, complex)


def operand(name: str, x: Any, position: int = 0) -> Array:
    """x as an array or tracer; containers, None and strings are refused.

    What NumPy makes an array of by `__array__`, a column of a table say, is one here, too.
    """
    if isinstance(x, OPERANDS):
        return x
    if isinstance(x, _PLAIN):
        return tracing.as_array(x)
    given = unwrapped(x)
    if given is not x:
        return operand(name, given, position)
    if hasattr(type(x), "__array__"):  # a column of pandas or Arrow, say
        return tracing.as_array(x)
    remedy = (
        "" if isinstance(x, str | bytes) else ". Convert nested sequences with fjax.numpy.array"
    )
    raise errors.FjaxTypeError(
        f"{name} requires ndarray or scalar arguments, got {type(x)} at position {position}{remedy}"
    )


def unwrapped(x: Any) -> Any:
    """What an object gives by `__jax_array__`; anything else as it is.

    For arguments that are not operands alone: a slice, a mask, something with a shape.
    """
    for protocol in ("__jax_array__", "__fjax_array__"):
        if hasattr(x, protocol):
            return getattr(x, protocol)()
    return x


def operands(name: str, *xs: Any) -> list[Any]:
    """Every argument as an array or tracer."""
    return [x if isinstance(x, OPERANDS) else operand(name, x, i) for i, x in enumerate(xs)]


def reject_out(name: str, out: Any) -> None:
    """Arrays are immutable, so nothing is written into `out`."""
    if out is not None:
        raise NotImplementedError(
            f"The 'out' argument to jnp.{name} is not supported: arrays are immutable; use the "
            "returned array"
        )


def user_dtype(name: str, dtype: Any) -> Any:
    """A dtype that the user gave; None stays None."""
    if dtype is None:
        return None
    try:
        return dtypes.requested(name, dtype)
    except errors.UnavailableDtypeError:
        raise
    except (errors.DtypeError, TypeError) as error:
        fields = isinstance(dtype, list) and any(isinstance(x, tuple) for x in dtype)
        if hasattr(dtype, "shape") or (isinstance(dtype, list | tuple) and not fields):
            raise errors.FjaxTypeError(
                f"{name}: an array stands where a dtype does; what joins arrays takes one list of "
                "them, [x, y]"
            ) from None
        known = map(dtypes.long_name, dtypes.SUPPORTED)
        meant = meant_dtype(dtype, known) if isinstance(dtype, str) else ""
        raise errors.DtypeError(
            f"{name}: {dtype!r} is not a dtype that fjax computes with. JAX only supports number, "
            f"bool, and string dtypes, fjax those of numbers, bools and random keys{meant}"
        ) from error


# ---- promotion

promote, promote_inexact = operators.promote, operators.promote_inexact

to_inexact = dtypes.to_inexact


def inexact(name: str, x: Any) -> Array:
    """x as an array of a float or complex dtype."""
    x = operand(name, x)
    dtype = x.aval.dtype
    if dtype.kind == "f" or dtypes.is_inexact(dtype):
        return x
    return convert_element_type(x, to_inexact(dtype), x.aval.weak_type)


def numeric(name: str, x: Any) -> Array:
    """x with bool converted to int32."""
    x = operand(name, x)
    return convert_element_type(x, dtypes.int32) if x.aval.dtype == dtypes.bool_ else x


def broadcast_all(name: str, *xs: Any) -> list[Any]:
    """The arguments in their common shape, scalars too."""
    shape = operators.broadcast_shapes(name, [x.aval.shape for x in xs])
    return [operators.broadcast_to_shape(x, shape) for x in xs]


def align(name: str, *xs: Any) -> list[Any]:
    """The arguments in their common shape; scalars stay scalars. Ranks may differ silently."""
    shapes = [x.aval.shape for x in xs]
    if len({s for s in shapes if s}) <= 1:
        return list(xs)
    shape = operators.broadcast_shapes(name, shapes)
    return [
        operators.broadcast_to_shape(x, shape) if s else x for x, s in zip(xs, shapes, strict=True)
    ]


def as_type(x: ArrayLike, dtype: DTypeLike) -> Array:
    """x converted to a dtype, strongly typed."""
    return convert_element_type(x, dtype, False)


def constant(value: Any, dtype: Any) -> Array:
    """A scalar of a dtype."""
    return Array(astype(np.asarray(value), dtypes.physical(dtype)), ShapedArray((), dtype))


def refuse_complex(name: str, *xs: Any) -> None:
    """Raise for operations that complex numbers do not have."""
    for x in xs:
        if dtypes.is_complex(x.aval.dtype):
            raise errors.FjaxTypeError(
                f"{name} does not support complex-valued inputs, got {x.aval}"
            )


# ---- axes and shapes


def _of_two(name: str, what: str) -> str:
    """The function of two arrays that is meant where one of them stands for an axis."""
    of_two = what == "axis" and name in ("max", "min")
    return f"; of two arrays it is {name}imum(x, y)" if of_two else ""


def index(name: str, what: str, value: Any, least: int | None = None) -> int:
    """A Python integer that must be known while tracing, and not be less than `least`."""
    try:
        found = operator.index(value)
    except errors.FjaxError as error:
        if not tracing.unknown(value):
            raise errors.FjaxTypeError(
                f"{name}: {what} must be an integer, got {value!r}{_of_two(name, what)}"
            ) from error
        raise errors.ConcretizationTypeError(
            f"{name}: {what} must be a concrete integer, got {value}; mark it static"
        ) from error
    except TypeError as error:
        raise errors.FjaxTypeError(
            f"{name}: {what} must be an integer, got {value!r}{_of_two(name, what)}"
        ) from error
    if least is not None and found < least:
        raise errors.FjaxValueError(f"{name}: {what} must be at least {least}, got {found}")
    return found


def one_axis(name: str, axis: Any, rank: int) -> int:
    """An axis counted from the front."""
    found = axis if type(axis) is int else index(name, "axis", axis)
    if not -rank <= found < rank:
        raise errors.FjaxValueError(
            f"{name}: axis {found} is out of bounds for array of dimension {rank}"
        )
    return found % rank


def several_axes(name: str, axis: Any, rank: int) -> tuple[int, ...]:
    """Distinct axes counted from the front; None means all."""
    if axis is None:
        return tuple(range(rank))
    if type(axis) is int:
        return (one_axis(name, axis, rank),)
    several = isinstance(axis, (tuple, list, range, np.ndarray)) and np.ndim(axis) > 0
    given = axis if several else (axis,)
    if isinstance(axis, Operand) and axis.ndim:
        given = tuple(np.asarray(axis).tolist())
    found = tuple(one_axis(name, a, rank) for a in given)
    if len(set(found)) != len(found):
        raise errors.FjaxValueError(f"{name}: duplicate value in 'axis': {axis} (a repeated axis)")
    return found


def lengths(name: str, shape: Any) -> tuple[int, ...]:
    """A shape given as an int or a sequence of ints."""
    found = integers(name, shape)
    if any(n < 0 for n in found):
        raise errors.ShapeError(f"{name}: shape must have nonnegative lengths, got {found}")
    return found


def is_array(x: Any) -> bool:
    """Whether x is an array or a number, and no list of such."""
    return hasattr(x, "aval") or isinstance(x, (np.ndarray, np.generic, bool, int, float, complex))


def is_number(value: Any) -> bool:
    """Whether it is given as one integer: no sequence, no array of several.

    >>> is_number(np.int32(3)), is_number(np.array([3, 2])), is_number((3,))
    (True, False, False)
    """
    return hasattr(value, "__index__") and not getattr(value, "ndim", 0)


def integers(name: str, shape: Any) -> tuple[int, ...]:
    """The ints of a shape, of any sign."""
    one = is_number(shape)
    try:
        return (operator.index(shape),) if one else tuple([operator.index(n) for n in shape])
    except errors.FjaxError as error:
        raise errors.FjaxTypeError(
            f"{name}: Shapes must be 1D sequences of concrete values of integer type, got {shape}; "
            "a shape cannot depend on traced values\n"
            "If using `jit`, try using `static_argnums` or applying `jit` to smaller subfunctions."
        ) from error
    except TypeError as error:
        raise errors.FjaxTypeError(
            f"{name}: Shapes must be 1D sequences of concrete values of integer type, got {shape!r}"
        ) from error


def sequence(name: str, arrays: Any) -> list[Any]:
    """The arrays of a joining function, given as a sequence or stacked in one array."""
    if isinstance(arrays, (Operand, np.ndarray)):
        if not arrays.ndim:
            raise errors.FjaxTypeError(f"{name}: needs a sequence of arrays, got one of rank 0")
        return [operand(name, a, i) for i, a in enumerate(list(arrays))]  # type: ignore[arg-type]
    if not hasattr(arrays, "__iter__") and not hasattr(arrays, "__getitem__"):
        raise errors.FjaxTypeError(
            f"{name}: needs a sequence of arrays, got {type(arrays).__name__}"
        )
    return [operand(name, a, i) for i, a in enumerate(arrays)]
