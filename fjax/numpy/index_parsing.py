"""Reading an index expression: which axes it slices, which it looks up, and what the result looks
like.

An index is read in two steps. The static step (slices, integers known in bounds) becomes a slice of
the array; the rest (traced integers, integer arrays) is looked up in what the slice leaves.
"""

from __future__ import annotations

import operator
from dataclasses import field
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes
from fjax.core.operand import Operand
from fjax.core.tracing import Tracer, as_array, as_operand, aval_of, unknown
from fjax.dataclass import dataclass
from fjax.primitives.arithmetic import add
from fjax.primitives.comparison import lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate
from fjax.primitives.structure import Reshape
from fjax.pytrees.operations import tree_leaves

Ints = tuple[int, ...]


@dataclass
class Lookup:
    """One looked-up axis: integers (any rank), and the axis's number in the sliced array."""

    index: Any
    axis: int


@dataclass
class Parsed:
    """An index expression, read against an array's shape."""

    expanded: Ints  # the array's shape with an axis of 1 per boolean scalar
    starts: list[int] = field(default_factory=list)
    limits: list[int] = field(default_factory=list)
    strides: list[int] = field(default_factory=list)
    reversed: list[int] = field(default_factory=list)  # axes to reverse after slicing
    dropped: list[int] = field(default_factory=list)  # axes of static integers
    lookups: list[Lookup] = field(default_factory=list)  # axes count without the dropped ones
    sliced: list[int] = field(default_factory=list)  # lengths, without the dropped axes
    batch: Ints = ()  # the common shape of the looked-up indices
    batch_at: int = 0  # window axes before the batch axes of the lookup
    result: Ints = ()
    empty: int | None = None  # the array's axis without elements that is looked up

    @property
    def region(self) -> Ints:
        """The shape of the static slice, with its dropped axes as 1."""
        return tuple(-((a - b) // s) for a, b, s in zip(self.starts, self.limits, self.strides))

    @property
    def is_window(self) -> bool:
        """Whether the static part lies in the array without gaps, in the same order."""
        return not self.reversed and all(s == 1 for s in self.strides)

    @property
    def kept(self) -> Ints:
        """The array's axes that the static part has."""
        return tuple(a for a in range(len(self.expanded)) if a not in self.dropped)

    @property
    def fixed(self) -> dict[int, int]:
        """Where the static part starts, on the axes that it takes a part of."""
        return {
            a: self.starts[a]
            for a, n in enumerate(self.expanded)
            if (self.starts[a], self.limits[a]) != (0, n) or a in self.dropped
        }

    @property
    def looked_up(self) -> Ints:
        """The shape of the lookup's result: the index's result without its new axes."""
        axes = {k.axis for k in self.lookups}
        windows = [n for i, n in enumerate(self.sliced) if i not in axes]
        return (*windows[: self.batch_at], *self.batch, *windows[self.batch_at :])


# ---- classification of one item


def _bad_index(item: Any) -> errors.FjaxError:
    if isinstance(item, str):
        return errors.FjaxTypeError(
            "JAX does not support string indexing, nor does fjax; got "
            f"{item!r}: keep named columns in a dict of arrays"
        )
    if isinstance(item, Operand | np.ndarray | np.generic | float | complex):
        return errors.FjaxTypeError(
            "Indexer must have integer or boolean type, got indexer with "
            f"type {aval_of(item).dtype.name}; convert it with astype(int)"
        )
    return errors.FjaxIndexError(
        "only integers, slices (`:`), ellipsis (`...`), newaxis (`None`) and integer or boolean "
        f"arrays are valid indices. Got {item!r}"
    )


def _from_sequence(item: Any) -> Any:
    """A list or tuple inside an index, as an array."""
    if not any(map(unknown, tree_leaves(item))):
        found = np.asarray([np.asarray(x) for x in item])
        return found.astype(np.int64) if found.size == 0 and found.dtype.kind == "f" else found
    rows = [_from_sequence(x) if isinstance(x, tuple | list) else x for x in item]
    parts = [Reshape((1, *aval_of(x).shape))(convert_element_type(x, dtypes.int64)) for x in rows]
    return Concatenate(0)(*parts)


def _normal_item(item: Any, name: str) -> Any:
    """None, Ellipsis, a slice, a Python int, a Python bool, a NumPy array, an Array or a tracer."""
    if item is None or item is Ellipsis or isinstance(item, slice | bool):
        return item
    if isinstance(item, np.bool_):
        return bool(item)
    if isinstance(item, int | np.integer):
        return int(item)
    if isinstance(item, tuple | list):
        item = _from_sequence(item)
    if not isinstance(item, Operand | np.ndarray):
        protocols = ("__array__", "__jax_array__", "__index__")
        if isinstance(item, str) or not any(hasattr(item, p) for p in protocols):
            raise _bad_index(item)
        if not hasattr(item, "dtype") and hasattr(item, "__index__"):
            return operator.index(item)
        item = as_operand(wide_indices(item))
    dtype = item.dtype
    if not (dtypes.is_integer(dtype) or dtype == dtypes.bool_):
        raise _bad_index(item)
    if dtype == dtypes.bool_:
        return _mask(item, name)
    if dtype in dtypes.NARROW:
        item = convert_element_type(item, dtypes.widened(dtype))
    if not item.shape and not unknown(item):
        return int(np.asarray(item))
    return item


def _mask(item: Any, name: str) -> Any:
    if not unknown(item):
        found = np.asarray(item)
        return bool(found) if found.ndim == 0 else found
    value = item.concrete() if isinstance(item, Tracer) else None
    if value is None:
        raise errors.NonConcreteBooleanIndexError(
            f"{name}: Array boolean indices must be concrete; got {item.aval}, {_whence(item)}. "
            "The result's shape would depend on its values: use jnp.where(mask, "
            "x, y), or x[jnp.nonzero(mask, size=n)]"
        )
    return _mask(as_array(value), name)


def _whence(item: Any) -> str:
    """Why the elements of an index are not known."""
    return f"made by {item.origin()}" if isinstance(item, Tracer) else "on the device meta"


# ---- from items to Parsed


def items_of(index: Any, shape: Ints, name: str) -> list[Any]:
    """The items of an index, normalised; the Ellipsis spelt out, masks as integer arrays."""
    if isinstance(index, list) or (
        not isinstance(index, tuple | str | Operand | np.ndarray)
        and hasattr(index, "__len__")
        and hasattr(index, "__iter__")
        and not isinstance(index, dict)
        and not hasattr(index, "dtype")
    ):
        plain = all(isinstance(i, int | np.integer | float) for i in index)
        remedy = "arr[array(seq)]" if plain else "arr[tuple(seq)]"
        raise errors.FjaxTypeError(
            f"{name}: Using a non-tuple sequence for multidimensional indexing is not allowed; use "
            f"`{remedy}` instead of `arr[seq]`. Got {index!r}"
        )
    items = [_normal_item(i, name) for i in (index if isinstance(index, tuple) else (index,))]
    if sum(i is Ellipsis for i in items) > 1:
        raise errors.FjaxIndexError("an index can only have a single ellipsis ('...')")
    consumed = sum(_consumed(i) for i in items)
    if consumed > len(shape):
        raise errors.FjaxIndexError(
            f"{name}: Too many indices: array is {len(shape)}-dimensional, "
            f"but {consumed} were indexed (shape {shape})"
        )
    missing = [slice(None)] * (len(shape) - consumed)
    if not any(i is Ellipsis for i in items):
        return [*items, *missing]
    if not missing:
        return items  # an Ellipsis of no axes still stands between its neighbours
    at = next(k for k, i in enumerate(items) if i is Ellipsis)
    return [*items[:at], *missing, *items[at + 1 :]]


def _consumed(item: Any) -> int:
    """How many axes of the array an item takes."""
    if item is None or item is Ellipsis or item is True or item is False:
        return 0
    if isinstance(item, np.ndarray) and item.dtype == np.bool_:
        return item.ndim
    return 1


def _without_masks(items: list[Any], shape: Ints) -> tuple[list[Any], list[int]]:
    """Masks replaced by the integers that they stand for; also the shape, with an axis of length 1
    where each boolean scalar stood."""
    found: list[Any] = []
    lengths: list[int] = []
    axis = 0
    for item in items:
        if item is True or item is False:
            found.append(np.zeros(int(item), np.int64))
            lengths.append(1)
            continue
        if isinstance(item, np.ndarray) and item.dtype == np.bool_:
            part = shape[axis : axis + item.ndim]
            if item.shape != part and item.size:
                raise errors.FjaxIndexError(
                    f"boolean index did not match shape of indexed array "
                    f"in index {axis}: got {item.shape}, expected "
                    f"{list(part)}"
                )
            found.extend(np.nonzero(item))
        else:
            found.append(item)
        count = _consumed(item)
        lengths.extend(shape[axis : axis + count])
        axis += count
    return found, lengths


def _slice_parts(item: slice, n: int, axis: int, name: str) -> tuple[int, int, int]:
    """(start, stop, step) of a slice of n elements."""
    try:
        return item.indices(n)
    except errors.TracerIntegerConversionError as error:
        raise errors.FjaxIndexError(
            f"{name}: Slice entries must be static integers, got {item} for axis {axis}. For a "
            "window of static size at a traced start use lax.dynamic_slice_in_dim(x, start, size); "
            "otherwise mark the argument static"
        ) from error
    except TypeError as error:
        raise errors.FjaxTypeError(
            f"{name}: slice entries must be integers or None, got {item} for axis {axis}"
        ) from error


def parse(
    index: Any, shape: Ints, name: str = "indexing", wrap: bool = True, clamp: bool = True
) -> Parsed:
    """Read an index expression against a shape.

    Static integers out of bounds are clamped, or with `clamp` false looked up (so that the lookup's
    mode decides). With `wrap`, negative integers count from the end.
    """
    items, lengths = _without_masks(items_of(index, shape, name), shape)
    parsed = Parsed(tuple(lengths))
    advanced = any(_is_array(i) for i in items)
    positions: list[int] = []  # where in `items` the advanced ones are
    windows_before: list[int] = []  # window axes seen before each of them
    result: list[int | None] = []  # lengths; None marks where a looked-up axis is
    axis = 0
    for place, item in enumerate(items):
        if item is Ellipsis:
            continue
        if item is None:
            result.append(1)
            continue
        n = lengths[axis]
        if isinstance(item, slice):
            _add_slice(parsed, item, n, axis, name)
            result.append(parsed.sliced[-1])
        else:
            looked_up = _add_integer(parsed, item, n, axis, wrap, clamp)
            if looked_up or advanced:
                positions.append(place)
                windows_before.append(len(parsed.sliced) - len(parsed.lookups))
                result.append(None)
        axis += 1
    _finish(parsed, positions, windows_before, result, advanced)
    return parsed


def _is_array(item: Any) -> bool:
    return isinstance(item, Operand | np.ndarray) and item.ndim > 0


def _add_slice(parsed: Parsed, item: slice, n: int, axis: int, name: str) -> None:
    start, stop, step = _slice_parts(item, n, axis, name)
    count = len(range(start, stop, step))
    if step < 0:
        if count > 1:
            parsed.reversed.append(axis)
        start, step = start + (count - 1) * step, -step
    start = start if count else 0
    parsed.starts.append(start)
    parsed.limits.append(start + (count - 1) * step + 1 if count else 0)
    parsed.strides.append(step if count > 1 else 1)
    parsed.sliced.append(count)


def _add_integer(parsed: Parsed, item: Any, n: int, axis: int, wrap: bool, clamp: bool) -> bool:
    """Enter an integer or an array of them; says whether it is looked up."""
    if isinstance(item, int):
        at = item + n if item < 0 and wrap else item
        if n == 0 and clamp:
            raise errors.FjaxIndexError(f"index is out of bounds for axis {axis} with size 0")
        inside = 0 <= at < n
        if not inside and config.check_static_indices:
            raise errors.FjaxIndexError(
                f"index {item} out of bounds for axis {axis} with size {n} "
                "(check_static_indices is on)"
            )
        if inside or clamp:
            at = min(max(at, 0), n - 1)
            parsed.starts.append(at)
            parsed.limits.append(at + 1)
            parsed.strides.append(1)
            parsed.dropped.append(axis)
            return False
        limits = np.iinfo(dtypes.default_int())
        item = as_array(np.asarray(min(max(at, limits.min), limits.max)))
    elif wrap:
        item = from_front(item, n)
    elif not isinstance(item, Operand):
        item = as_array(wide_indices(item))
    if n == 0 and 0 not in item.shape:
        if clamp:
            raise errors.FjaxIndexError(f"index is out of bounds for axis {axis} with size 0")
        parsed.empty = axis
    parsed.lookups.append(Lookup(item, len(parsed.sliced)))
    parsed.starts.append(0)
    parsed.limits.append(n)
    parsed.strides.append(1)
    parsed.sliced.append(n)
    return True


def _finish(
    parsed: Parsed,
    positions: list[int],
    windows_before: list[int],
    result: list[int | None],
    advanced: bool,
) -> None:
    """The common shape of the looked-up indices, and where it goes in the result."""
    if not parsed.lookups:
        parsed.result = tuple(n for n in result if n is not None)
        return
    shapes = [k.index.shape for k in parsed.lookups]
    try:
        parsed.batch = np.broadcast_shapes(*shapes)
    except ValueError as error:
        raise errors.FjaxIndexError(
            f"indexing: index arrays of shapes {', '.join(map(str, shapes))} do not broadcast"
        ) from error
    together = positions[-1] - positions[0] == len(positions) - 1
    windows = [n for n in result if n is not None]
    before = result.index(None) if advanced and together else 0
    if advanced:
        parsed.batch_at = windows_before[0] if together else 0
        parsed.result = (*windows[:before], *parsed.batch, *windows[before:])
    else:
        parsed.result = tuple(windows)


def from_front(index: Any, n: int) -> Any:
    """Integers counted from the front; negative ones counted from the end before."""
    if not unknown(index):
        values = np.asarray(index)
        if values.dtype.kind == "i" and values.size and values.min() < 0:
            values = values.astype(np.int64, copy=False)
            return as_array(wide_indices(np.where(values < 0, values + n, values)))
        return as_array(wide_indices(index))
    aval = index.aval
    if aval.dtype.kind != "i":
        return index
    index = holding(n, index)
    if aval_of(index).weak_type:
        index = convert_element_type(index, aval.dtype)
    return select_n(lt(index, like(0, index)), index, add(index, like(n, index)))
