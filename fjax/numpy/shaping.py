"""Shapes: reshaping, reordering, inserting and removing axes, broadcasting, flipping."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes, Shape
from fjax.core.array import Array, is_known
from fjax.core.memo import memo
from fjax.core.operand import Operand
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import (
    index,
    integers,
    is_array,
    lengths,
    one_axis,
    operand,
    operands,
    several_axes,
    unwrapped,
)
from fjax.primitives import operators
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.structure import Reshape, Transpose


def shape(a: Any) -> tuple[int, ...]:
    """The lengths of the axes.

    >>> jnp.shape(jnp.ones((2, 3)))
    (2, 3)
    """
    if isinstance(a, Operand):
        return a.aval.shape
    return tuple(a.shape) if hasattr(a, "shape") else _shape_of("shape", a)


def _shape_of(name: str, a: Any) -> tuple[int, ...]:
    """The shape of a number; of anything else, as NumPy sees it, with a warning."""
    given = unwrapped(a)
    if is_array(given) or hasattr(type(given), "__array__"):
        return operand(name, given).aval.shape
    warnings.warn(
        f"{name} requires ndarray or scalar arguments, got {type(a)}: convert nested sequences "
        "with fjax.numpy.array",
        DeprecationWarning,
        stacklevel=errors.frames_to_user(),
    )
    return np.shape(a)


def array_shape(name: str, a: Any, position: int = 0) -> tuple[int, ...]:
    """The shape of an array, a number or nested sequences; FjaxTypeError for anything else.

    name: the function that takes it, as its argument at the position.
    """
    if hasattr(a, "shape") or isinstance(a, (list, tuple)):
        return shape(a)
    return operand(name, a, position).aval.shape


def ndim(a: Any) -> int:
    """The number of axes.

    >>> jnp.ndim(jnp.ones((2, 3)))
    2
    """
    if isinstance(a, Operand):
        return a.aval.ndim
    return int(a.ndim) if hasattr(a, "ndim") else len(_shape_of("ndim", a))


def size(a: Any, axis: Axes = None) -> int:
    """The number of elements, or of those along the given axes.

    >>> jnp.size(jnp.ones((2, 3))), jnp.size(jnp.ones((2, 3)), axis=1)
    (6, 3)
    """
    found = shape(a) if hasattr(a, "shape") else _shape_of("size", a)
    if axis is None:
        return math.prod(found)
    return math.prod(found[i] for i in several_axes("size", axis, len(found)))


def wanted_shape(name: str, shape: Any, total: int, own: tuple[int, ...]) -> tuple[int, ...]:
    """A shape in which one length may be -1, worked out."""
    given = integers(name, shape)
    if -1 in given:
        rest = -math.prod(given)
        if given.count(-1) > 1:
            raise errors.ShapeError(
                f"cannot reshape array of shape {own} into shape {given}: one length may be -1"
            )
        if rest < 0 or (rest == 0 and total) or (rest and total % rest):
            raise errors.ShapeError(
                f"cannot reshape array of shape {own} (size {total}) into shape {given} (size "
                f"{rest})"
            )
        return tuple(total // rest if n == -1 and rest else 0 if n == -1 else n for n in given)
    if math.prod(given) != total or any(n < 0 for n in given):
        raise errors.ShapeError(
            f"cannot reshape array of shape {own} (size {total}) into shape {given} (size "
            f"{math.prod(given)})"
        )
    return given


@memo()
def reshaping(shape: tuple[int, ...]) -> Any:
    """The reshape primitive for a shape: one object, whose hash is known."""
    return Reshape(shape)


@memo()
def transposing(order: tuple[int, ...]) -> Any:
    """The transpose primitive for an order of axes: one object, whose hash is known."""
    return Transpose(order)


def reshape(
    a: ArrayLike,
    shape: Shape,
    order: str = "C",
    *,
    copy: bool | None = None,
    out_sharding: Any = None,
) -> Array:
    """The elements of `a` under another shape; one length may be -1.

    order: "C" reads and writes with the last axis fastest, "F" with the first.
    copy: True returns a copy in any case.
    out_sharding: how the result is split over a mesh.
    Returns an array of the dtype of `a`.
    Raises TypeError if the numbers of elements differ.

    >>> jnp.reshape(jnp.arange(6), (2, -1))
    Array([[0, 1, 2],
           [3, 4, 5]], dtype=int64)
    """
    del copy
    if out_sharding is not None:
        a = relaxed(a)
    if type(a) is not Array:
        a = operand("reshape", a)
    aval = a.aval
    found = wanted_shape("reshape", shape, aval.size, aval.shape)
    if order == "C":
        out = a if found == aval.shape else reshaping(found)(a)
        return out if out_sharding is None else constrained("reshape", out, out_sharding)
    if order == "F":
        turned = Reshape(found[::-1])(Transpose(tuple(range(aval.ndim))[::-1])(a))
        out = Transpose(tuple(range(len(found)))[::-1])(turned)
        return out if out_sharding is None else constrained("reshape", out, out_sharding)
    if order == "A":
        raise NotImplementedError(
            "np.reshape order=A is not implemented: arrays have no memory order"
        )
    raise errors.FjaxValueError(f"reshape: order is 'C' or 'F', got {order!r}")


def ravel(a: ArrayLike, order: str = "C", *, out_sharding: Any = None) -> Array:
    """All elements in one axis.

    >>> jnp.ravel(jnp.array([[1, 2], [3, 4]]))
    Array([1, 2, 3, 4], dtype=int64)
    """
    if out_sharding is not None:
        a = relaxed(a)
    a = operand("ravel", a)
    if order == "K":
        raise NotImplementedError(
            "ravel is not implemented for order='K': arrays have no memory order"
        )
    out = reshape(a, (a.aval.size,), order)
    return out if out_sharding is None else constrained("ravel", out, out_sharding)


def transpose(a: ArrayLike, axes: Sequence[int] | None = None) -> Array:
    """The axes in reverse order, or in the order `axes`.

    a: an array.
    Returns an array of the same elements and dtype.
    Raises ValueError for axes that the array lacks or that are named twice.

    >>> jnp.transpose(jnp.array([[1, 2], [3, 4]]))
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    if type(a) is not Array:
        a = operand("transpose", a)
    rank = a.aval.ndim
    if axes is None:
        order = tuple(range(rank - 1, -1, -1))
    else:
        order = tuple([one_axis("transpose", i, rank) for i in axes])
        if sorted(order) != list(range(rank)):
            raise errors.FjaxValueError(
                f"transpose: permutation {tuple(axes)} isn't a permutation of the {rank} axes of "
                f"{a.aval}"
            )
    return transposing(order)(a)


def permute_dims(a: ArrayLike, /, axes: Sequence[int]) -> Array:
    """The axes in the order `axes`.

    >>> jnp.permute_dims(jnp.ones((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    return transpose(operand("permute_dims", a), axes)


def matrix_transpose(x: ArrayLike, /) -> Array:
    """The last two axes swapped.

    >>> jnp.matrix_transpose(jnp.ones((5, 2, 3))).shape
    (5, 3, 2)
    """
    x = operand("matrix_transpose", x)
    rank = x.aval.ndim
    if rank < 2:
        raise errors.FjaxValueError(
            f"x must be at least two-dimensional for matrix_transpose; got {x.aval}"
        )
    return Transpose((*range(rank - 2), rank - 1, rank - 2))(x)


def swapaxes(a: ArrayLike, axis1: int, axis2: int) -> Array:
    """Two axes swapped.

    >>> jnp.swapaxes(jnp.ones((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    a = operand("swapaxes", a)
    order = list(range(a.aval.ndim))
    first, second = (one_axis("swapaxes", i, a.aval.ndim) for i in (axis1, axis2))
    order[first], order[second] = second, first
    return Transpose(tuple(order))(a)


def moveaxis(a: ArrayLike, source: int | Sequence[int], destination: int | Sequence[int]) -> Array:
    """Axes moved to new places; the others keep their order.

    >>> jnp.moveaxis(jnp.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    a = operand("moveaxis", a)
    rank = a.aval.ndim
    origin = several_axes("moveaxis", source, rank)
    goal = several_axes("moveaxis", destination, rank)
    if len(origin) != len(goal):
        raise errors.FjaxValueError(
            f"Inconsistent number of elements: {len(origin)} vs {len(goal)} axes in moveaxis"
        )
    order = [i for i in range(rank) if i not in origin]
    for to, of in sorted(zip(goal, origin, strict=True)):
        order.insert(to, of)
    return Transpose(tuple(order))(a)


def rollaxis(a: ArrayLike, axis: int, start: int = 0) -> Array:
    """One axis moved back until it lies before `start`.

    >>> jnp.rollaxis(jnp.ones((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    a = operand("rollaxis", a)
    rank = a.aval.ndim
    number, start = one_axis("rollaxis", axis, rank), index("rollaxis", "start", start)
    if not -rank <= start <= rank:
        raise errors.FjaxValueError(f"start={start} must satisfy {-rank}<=start<={rank}")
    start = start % rank if start < 0 else start
    return moveaxis(a, number, start - (start > number))


def squeeze(a: ArrayLike, axis: Axes = None) -> Array:
    """Axes of length 1 removed: all of them, or those named.

    >>> jnp.squeeze(jnp.ones((1, 2, 1)), axis=0).shape
    (2, 1)
    """
    a = operand("squeeze", a)
    own = a.aval.shape
    if axis is None:
        axes: tuple[int, ...] = tuple(i for i, n in enumerate(own) if n == 1)
    else:
        axes = several_axes("squeeze", axis, len(own))
    long = [i for i in axes if own[i] != 1]
    if long:
        raise errors.FjaxValueError(
            f"cannot select an axis to squeeze out which has size not equal to one: axis {long[0]} "
            f"of {a.aval}"
        )
    return Reshape(tuple(n for i, n in enumerate(own) if i not in axes))(a)


def expand_dims(a: ArrayLike, axis: int | Sequence[int]) -> Array:
    """Axes of length 1 inserted, so that they have the given places in the result.

    >>> jnp.expand_dims(jnp.ones((2, 3)), (0, 2)).shape
    (1, 2, 1, 3)
    """
    a = operand("expand_dims", a)
    given = axis if isinstance(axis, (tuple, list, range)) else (axis,)
    rank = a.aval.ndim + len(given)
    axes = several_axes("expand_dims", tuple(given), rank)
    rest = iter(a.aval.shape)
    return Reshape(tuple(1 if i in axes else next(rest) for i in range(rank)))(a)


def broadcast_shapes(*shapes: Any) -> tuple[int, ...]:
    """The shape to which shapes broadcast together.

    >>> jnp.broadcast_shapes((2, 1), (3,))
    (2, 3)
    """
    return operators.broadcast_shapes(
        "broadcast_shapes", [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    )


def broadcast_to(array: ArrayLike, shape: Shape, *, out_sharding: Any = None) -> Array:
    """The array repeated along new and length-1 axes to fill a shape.

    >>> jnp.broadcast_to(jnp.array([1, 2]), (2, 2))
    Array([[1, 2],
           [1, 2]], dtype=int64)
    """
    array = operand("broadcast_to", array)
    wanted = lengths("broadcast_to", shape)
    own = array.aval.shape
    if len(own) > len(wanted):
        raise errors.ShapeError(
            f"Cannot broadcast to shape with fewer dimensions: {own} to {wanted}"
        )
    if any(n not in (1, m) for n, m in zip(own[::-1], wanted[::-1], strict=False)):
        raise errors.ShapeError(
            f"Incompatible shapes for broadcasting: {own} and requested shape {wanted}"
        )
    out = operators.broadcast_to_shape(array, wanted)
    return out if out_sharding is None else constrained("broadcast_to", out, out_sharding)


def broadcast_arrays(*args: ArrayLike) -> list[Array]:
    """The arrays broadcast to their common shape.

    >>> [x.shape for x in jnp.broadcast_arrays(jnp.ones((2, 1)), jnp.ones(3))]
    [(2, 3), (2, 3)]
    """
    xs = operands("broadcast_arrays", *args)
    if not xs:
        return []
    common = operators.broadcast_shapes("broadcast_arrays", [x.aval.shape for x in xs])
    return [operators.broadcast_to_shape(x, common) for x in xs]


def _at_least(name: str, rank: int, arys: tuple[Any, ...]) -> Any:
    found = []
    for x in operands(name, *arys):
        own = x.aval.shape
        if len(own) >= rank:
            found.append(x)
        elif rank == 3:
            filled = {0: (1, 1, 1), 1: (1, *own, 1), 2: (*own, 1)}[len(own)]
            found.append(Reshape(filled)(x))
        else:
            found.append(Reshape((1,) * (rank - len(own)) + own)(x))
    return found[0] if len(found) == 1 else found


@overload
def atleast_1d(arys: ArrayLike, /) -> Array: ...
@overload
def atleast_1d(*arys: ArrayLike) -> list[Array]: ...
def atleast_1d(*arys: ArrayLike) -> Array | list[Array]:
    """The arrays with at least one axis (one array, or a list if several are given).

    >>> jnp.atleast_1d(jnp.array(3.0, jnp.float32))
    Array([3.], dtype=float32)
    """
    return _at_least("atleast_1d", 1, _one_sequence(arys))


@overload
def atleast_2d(arys: ArrayLike, /) -> Array: ...
@overload
def atleast_2d(*arys: ArrayLike) -> list[Array]: ...
def atleast_2d(*arys: ArrayLike) -> Array | list[Array]:
    """The arrays with at least two axes.

    >>> jnp.atleast_2d(jnp.array([1, 2])).shape
    (1, 2)
    """
    return _at_least("atleast_2d", 2, _one_sequence(arys))


@overload
def atleast_3d(arys: ArrayLike, /) -> Array: ...
@overload
def atleast_3d(*arys: ArrayLike) -> list[Array]: ...
def atleast_3d(*arys: ArrayLike) -> Array | list[Array]:
    """The arrays with at least three axes; a vector lies along the middle one.

    >>> jnp.atleast_3d(jnp.array([1, 2])).shape
    (1, 2, 1)
    """
    return _at_least("atleast_3d", 3, _one_sequence(arys))


def _one_sequence(arys: tuple[Any, ...]) -> tuple:
    return arys


# ---- flipping and rolling


@recorded
def flip(m: ArrayLike, axis: Axes = None) -> Array:
    """The elements in reverse order along axes (all by default).

    >>> jnp.flip(jnp.array([1, 2, 3]))
    Array([3, 2, 1], dtype=int64)
    """
    m = operand("flip", m)
    return lax.rev(m, several_axes("flip", axis, m.aval.ndim))


@recorded
def fliplr(m: ArrayLike) -> Array:
    """The elements in reverse order along axis 1.

    >>> jnp.fliplr(jnp.array([[1, 2], [3, 4]]))
    Array([[2, 1],
           [4, 3]], dtype=int64)
    """
    return flip(operand("fliplr", m), 1)


@recorded
def flipud(m: ArrayLike) -> Array:
    """The elements in reverse order along axis 0.

    >>> jnp.flipud(jnp.array([[1, 2], [3, 4]]))
    Array([[3, 4],
           [1, 2]], dtype=int64)
    """
    return flip(operand("flipud", m), 0)


@recorded
def rot90(m: ArrayLike, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Array:
    """The array turned k times by 90 degrees in the plane of two axes.

    >>> jnp.rot90(jnp.array([[1, 2], [3, 4]]))
    Array([[2, 4],
           [1, 3]], dtype=int64)
    """
    m = operand("rot90", m)
    if m.aval.ndim < 2:
        raise errors.FjaxValueError(
            "rot90 requires its first argument to have ndim at least two, "
            f"but got first argument of {m.aval}"
        )
    if len(axes) != 2 or len({one_axis("rot90", i, m.aval.ndim) for i in axes}) != 2:
        raise errors.FjaxValueError(
            f"rot90: two axes are needed, which must be different, got {axes}"
        )
    first, second = (one_axis("rot90", i, m.aval.ndim) for i in axes)
    k = index("rot90", "k", k) % 4
    if k == 0:
        return m
    if k == 2:
        return flip(flip(m, first), second)
    if k == 1:
        return swapaxes(flip(m, second), first, second)
    return flip(swapaxes(m, first, second), second)


@recorded
def roll(a: ArrayLike, shift: ArrayLike | Sequence[int], axis: Axes = None) -> Array:
    """The elements moved along axes; those that leave at the end come in at the front.

    >>> jnp.roll(jnp.array([1, 2, 3, 4]), 1)
    Array([4, 1, 2, 3], dtype=int64)
    """
    a = operand("roll", a)
    if axis is None:
        return reshape(roll(ravel(a), shift, 0), a.aval.shape)
    shifts = _shifts(shift)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    if np.ndim(shifts) > 1 or 1 != np.size(shifts) != len(axes) != 1:
        raise errors.FjaxValueError(
            f"roll: 'shift' and 'axis' must be scalars or 1D sequences of one length, got shift "
            f"of shape {np.shape(shifts)} and axis {axis}"
        )
    count = np.broadcast_shapes(
        (len(axes),) if isinstance(axis, (tuple, list)) else (), np.shape(shifts)
    )
    numbers = np.broadcast_to([one_axis("roll", i, a.aval.ndim) for i in axes], count or (1,))
    if isinstance(shifts, np.ndarray):
        for known, number in zip(np.broadcast_to(shifts, numbers.shape), numbers, strict=True):
            a = _roll_by(a, int(known), int(number))
        return a
    shifts = operators.broadcast_to_shape(shifts, count if count else (1,))
    for place, number in enumerate(numbers):
        a = _roll_one(a, lax.index_in_dim(shifts, place, 0, False), int(number))
    return a


def _shifts(shift: Any) -> Any:
    """How far to move, as an array of NumPy where it is known, whatever width integers have."""
    if isinstance(shift, (tuple, list)) and any(isinstance(s, Operand) for s in shift):
        parts = [lax.convert_element_type(operand("roll", s), dtypes.default_int()) for s in shift]
        return lax.concatenate([Reshape((1,))(p) for p in parts], 0)
    if isinstance(shift, (tuple, list, int, np.integer)):
        return np.asarray(shift, np.int64)
    shifts = operand("roll", wide_indices(shift), 1)
    if not dtypes.is_integer(shifts.aval.dtype):
        raise errors.FjaxTypeError(f"roll takes a whole number of places, got {shifts.aval}")
    return shifts.host() if is_known(shifts) and shifts.aval.dtype.kind in "iu" else shifts


def _roll_by(a: Any, shift: int, axis: int) -> Any:
    n = a.aval.shape[axis]
    moved = shift % n if n else 0
    if moved == 0:
        return a
    last = lax.slice_in_dim(a, n - moved, n, axis=axis)
    return lax.concatenate([last, lax.slice_in_dim(a, 0, n - moved, axis=axis)], axis)


def _roll_one(a: Any, shift: Any, axis: int) -> Any:
    n = a.aval.shape[axis]
    if n == 0:
        return a
    start = n - operators.remainder(holding(n, shift), n)
    return lax.dynamic_slice_in_dim(lax.concatenate([a, a], axis), start, n, axis)
