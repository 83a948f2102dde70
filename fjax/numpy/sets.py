"""Sets: unique elements, unions, intersections, differences."""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, TypeVar, overload

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array, of_numpy
from fjax.core.documentation import typed_by_overloads
from fjax.interpreters.recorded import recorded, recorded_family
from fjax.numpy import reductions
from fjax.numpy.arguments import as_type, constant, index, one_axis, operand, operands
from fjax.numpy.cumulative import cumsum
from fjax.numpy.elementwise import choose_between, isnan
from fjax.numpy.joining import concatenate
from fjax.numpy.known import concrete, host_values
from fjax.numpy.selection import nonzero, take
from fjax.numpy.shaping import moveaxis, ravel
from fjax.numpy.sorting import lexsort, searchsorted
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.sorting import comparable
from fjax.primitives.structure import Reshape

_HINT = "the array, because the number of unique elements is the size of the result (or pass size=)"


class _Sorted(NamedTuple):
    """Slices in sorted order, where a new one begins, and the order."""

    values: Any
    first: Any
    order: Any


def _arange(n: int) -> Any:
    return lax.iota(dtypes.default_int(), n)


def _sorted_slices(x: Any, equal_nan: bool, ordered: bool = True) -> _Sorted:
    """The slices along axis 0 in lexicographic order.

    Unless `ordered`, the order may be missing: values alone sort several times as fast.
    """
    n, width = x.aval.shape[0], math.prod(x.aval.shape[1:])
    if width == 0:
        return _Sorted(
            lax.slice_in_dim(x, 0, min(n, 1)),
            full((min(n, 1),), True, dtypes.bool_),
            full((min(n, 1),), 0, dtypes.default_int()),
        )
    if dtypes.is_complex(x.aval.dtype):
        x = choose_between(isnan(x), math.nan, x)
    if not ordered and x.aval.ndim == 1 and n:
        return _with_firsts(lax.sort(x, 0), None, equal_nan)
    columns = Reshape((n, width))(x)
    order = lexsort([lax.index_in_dim(columns, i, 1, False) for i in range(width - 1, -1, -1)])
    values = take(x, order, 0, mode="clip") if n else x
    if n == 0:
        return _Sorted(values, full((0,), True, dtypes.bool_), order)
    return _with_firsts(values, order, equal_nan)


def _with_firsts(values: Any, order: Any, equal_nan: bool) -> _Sorted:
    n = values.aval.shape[0]
    after, before = lax.slice_in_dim(values, 1, n), lax.slice_in_dim(values, 0, n - 1)
    differs = lax.ne(after, before)
    if equal_nan and dtypes.is_inexact(values.aval.dtype):
        differs = differs & ~(isnan(after) & isnan(before))
    rest = lax.reduce_or(differs, tuple(range(1, values.aval.ndim)))
    return _Sorted(values, lax.concatenate([full((1,), True, dtypes.bool_), rest], 0), order)


def _count(mask: Any) -> Any:
    return lax.reduce_sum(as_type(mask, dtypes.default_int()), (0,))


def _unique(
    x: Any, wants: tuple[bool, bool, bool], equal_nan: bool, size: int | None, fill_value: Any
) -> list[Any]:
    """[values, index?, inverse?, counts?] of the slices along axis 0."""
    n = x.aval.shape[0]
    if n == 0 and size and fill_value is None:
        raise errors.FjaxValueError(
            "jnp.unique: for zero-sized input with nonzero size argument, fill_value must be "
            "specified"
        )
    values, first, order = _sorted_slices(x, equal_nan, any(wants[:2]))
    known = 0 if size is None else size
    if size is None:
        known = int(concrete("unique", _HINT, first).sum())
    begins = (  # one more than asked for: it is where the last one ends
        nonzero(first, size=known + 1)[0]
        if first.aval.size
        else full((known + 1,), 0, dtypes.default_int())
    )
    places = lax.slice_in_dim(begins, 0, known)
    out = (
        take(values, places, 0, mode="clip")
        if values.aval.size
        else full((known, *values.aval.shape[1:]), 0, values.aval.dtype)
    )
    if size is not None and fill_value is not None:
        valid = Reshape((known,) + (1,) * (out.aval.ndim - 1))(_arange(known) < _count(first))
        filler = as_type(operand("unique", fill_value), out.aval.dtype)
        out = choose_between(operators.broadcast_to_shape(valid, out.aval.shape), out, filler)
    found = [out]
    if wants[0]:
        found.append(take(order, places, mode="clip") if order.aval.size else places)
    if wants[1]:
        found.append(_inverse(first, order, n))
    if wants[2]:
        found.append(_counts(first, begins, n))
    return found


def _inverse(first: Any, order: Any, n: int) -> Any:
    """The number of the unique slice that each slice is equal to."""
    integer = dtypes.default_int()
    if order.aval.size != n or n == 0:
        return full((n,), 0, integer)
    numbers = cumsum(first) - 1
    return lax.sort_key_val(order, as_type(numbers, integer), is_stable=False)[1]


def _counts(first: Any, begins: Any, n: int) -> Any:
    """How many slices are equal to each unique one; 0 for what only fills up.

    begins: where the unique ones begin in sorted order, with one more than are counted.
    """
    known, integer = begins.aval.size - 1, dtypes.default_int()
    starts = choose_between(_arange(known + 1) < _count(first), begins, n)
    ends = lax.slice_in_dim(starts, 1, known + 1)
    return as_type(ends - lax.slice_in_dim(starts, 0, known), integer)


@overload
def unique(
    ar: ArrayLike,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
    sorted: bool = True,
) -> Array: ...
@overload
def unique(
    ar: ArrayLike,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
    sorted: bool = True,
) -> tuple[Array, ...]: ...
@recorded
@typed_by_overloads
def unique(
    ar,
    return_index=False,
    return_inverse=False,
    return_counts=False,
    axis=None,
    *,
    equal_nan=True,
    size=None,
    fill_value=None,
    sorted=True,
) -> Any:
    """The different elements (or slices along an axis), sorted.

    return_index: also where each is first; return_inverse: also the numbers that rebuild the array;
    return_counts: also how often each occurs. size: the length of the result, needed where `ar` is
    traced: it is cut, or filled up with fill_value (by default the smallest).

    >>> jnp.unique(jnp.array([3, 1, 3, 2]), return_counts=True)
    (Array([1, 2, 3], dtype=int64), Array([1, 1, 2], dtype=int64))
    """
    del sorted
    ar = operand("unique", ar)
    if size is not None:
        size = index("unique", "size", size, 0)
    flat = ravel(ar) if axis is None else moveaxis(ar, one_axis("unique", axis, ar.aval.ndim), 0)
    found = _unique(
        flat, (return_index, return_inverse, return_counts), equal_nan, size, fill_value
    )
    if axis is not None:
        found[0] = moveaxis(found[0], 0, one_axis("unique", axis, ar.aval.ndim))
    elif return_inverse:
        place = 2 if return_index else 1
        found[place] = Reshape(ar.aval.shape)(found[place])
    return tuple(found) if len(found) > 1 else found[0]


class UniqueAll(NamedTuple):
    """What `unique_all` returns."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """What `unique_counts` returns."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """What `unique_inverse` returns."""

    values: Any
    inverse_indices: Any


Found = TypeVar("Found", UniqueAll, UniqueCounts, UniqueInverse)


@recorded_family
def _unique_parts(
    name: str,
    result: type[Found],
    x: ArrayLike,
    /,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Found:
    """What the result has a field for; every NaN counts by itself."""
    wanted = [field in result._fields for field in ("indices", "inverse_indices", "counts")]
    return result(*unique(x, *wanted, equal_nan=False, size=size, fill_value=fill_value))


unique_all = _unique_parts(
    "unique_all",
    UniqueAll,
    """The different elements with first indices, inverse and counts; every NaN counts by itself.

    >>> jnp.unique_all(jnp.array([3, 1, 3])).indices
    Array([1, 0], dtype=int64)
    """,
)
unique_counts = _unique_parts(
    "unique_counts",
    UniqueCounts,
    """The different elements and how often each occurs; every NaN counts by itself.

    >>> jnp.unique_counts(jnp.array([3, 1, 3])).counts
    Array([1, 2], dtype=int64)
    """,
)
unique_inverse = _unique_parts(
    "unique_inverse",
    UniqueInverse,
    """The different elements and the numbers that rebuild the array; every NaN counts by itself.

    >>> found = jnp.unique_inverse(jnp.array([3, 1, 3]))
    >>> found.values[found.inverse_indices]
    Array([3, 1, 3], dtype=int64)
    """,
)


@recorded
def unique_values(
    x: ArrayLike, /, *, size: int | None = None, fill_value: ArrayLike | None = None
) -> Array:
    """The different elements, sorted; every NaN counts by itself.

    >>> jnp.unique_values(jnp.array([3, 1, 3]))
    Array([1, 3], dtype=int64)
    """
    return unique(x, equal_nan=False, size=size, fill_value=fill_value)


# ---- membership


@recorded
def isin(
    element: ArrayLike,
    test_elements: ArrayLike,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    method: str = "auto",
) -> Array:
    """Where the elements occur among the test elements (where they do not, if invert).

    method: "compare_all", "binary_search", "sort" or "auto"; the result is the same.

    >>> jnp.isin(jnp.array([1, 2, 3]), jnp.array([3, 1]))
    Array([ True, False,  True], dtype=bool)
    """
    del assume_unique
    if method not in ("auto", "compare_all", "binary_search", "sort"):
        raise errors.FjaxValueError(
            f"method={method!r} is not implemented; options are 'compare_all', 'binary_search', "
            "'sort', and 'auto'"
        )
    element, tests = operators.promote("isin", *operands("isin", element, test_elements))
    shape = element.aval.shape
    if element.aval.size == 0 or tests.aval.size == 0:
        return full(shape, invert, dtypes.bool_)
    known = host_values(element, tests)
    if known is not None:
        known_element, known_tests = (comparable(x) for x in known)
        return of_numpy(np.isin(known_element, known_tests, invert=invert))
    flat, tests = ravel(element), ravel(tests)
    if method == "compare_all" or (method == "auto" and tests.aval.size <= 16):
        wide = (flat.aval.size, tests.aval.size)
        same = lax.eq(
            operators.broadcast_to_shape(Reshape((flat.aval.size, 1))(flat), wide),
            operators.broadcast_to_shape(tests, wide),
        )
        out = lax.reduce_or(same, (1,))
    else:
        tests = lax.sort(tests, 0)
        places = searchsorted(tests, flat)
        out = lax.eq(take(tests, places, mode="clip"), flat)
    return Reshape(shape)(~out if invert else out)


def _two(name: str, ar1: Any, ar2: Any) -> list[Any]:
    return operators.promote(name, *[ravel(x) for x in operands(name, ar1, ar2)])


@recorded
def union1d(
    ar1: ArrayLike, ar2: ArrayLike, *, size: int | None = None, fill_value: ArrayLike | None = None
) -> Array:
    """The elements of either array, sorted; size, fill_value: as for `unique`.

    >>> jnp.union1d(jnp.array([3, 1]), jnp.array([2, 3]))
    Array([1, 2, 3], dtype=int64)
    """
    return unique(concatenate(_two("union1d", ar1, ar2)), size=size, fill_value=fill_value)


def _selected(name: str, values: Any, mask: Any, size: int | None, fill_value: Any) -> Any:
    """The values where the mask holds, cut or filled up to `size`."""
    if size is None:
        known = concrete(name, "the arrays without size=", mask)
        return take(values, known.nonzero()[0], mode="clip") if values.aval.size else values
    places = (
        nonzero(mask, size=size)[0] if mask.aval.size else full((size,), 0, dtypes.default_int())
    )
    out = (
        take(values, places, mode="clip")
        if values.aval.size
        else full((size,), 0, values.aval.dtype)
    )
    return choose_between(_arange(size) < _count(mask), out, as_type(fill_value, out.aval.dtype))


@recorded
def setdiff1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Array:
    """The elements of the first array that are not in the second, sorted unless assume_unique.

    >>> jnp.setdiff1d(jnp.array([1, 2, 3]), jnp.array([3, 1]))
    Array([2], dtype=int64)
    """
    first, second = operands("setdiff1d", ar1, ar2)
    first, second = ravel(first), ravel(second)
    filler = operand("setdiff1d", 0 if fill_value is None else fill_value)
    one, other = operators.promote("setdiff1d", first, second)
    keep = isin(one, other, invert=True)
    if not assume_unique:
        values, new, order = _sorted_slices(first, True)
        keep = (take(keep, order, mode="clip") if keep.aval.size else keep) & new
        first = values
    return _selected("setdiff1d", first, keep, size, filler)


def _merged(first: Any, second: Any) -> tuple[Any, Any, Any, Any]:
    """The distinct elements of each array, merged: (values, is valid, which array, index there)."""
    parts = []
    for number, x in enumerate((first, second)):
        values, new, order = _sorted_slices(x, True)
        parts.append((values, new, full(values.aval.shape, number, dtypes.int32), order))
    values, valid, which, place = (concatenate(list(column)) for column in zip(*parts, strict=True))
    invalid, values, which, place = lax.sort((~valid, values, which, place), 0, num_keys=3)
    return values, ~invalid, which, place


def _neighbours_equal(values: Any, valid: Any) -> Any:
    """Where an element and the next one are valid and equal."""
    n = values.aval.size
    same = lax.eq(lax.slice_in_dim(values, 1, n), lax.slice_in_dim(values, 0, n - 1))
    return same & lax.slice_in_dim(valid, 1, n) & lax.slice_in_dim(valid, 0, n - 1)


def _default_fill(values: Any, mask: Any, fill_value: Any) -> Any:
    """What fills up a set of given size: the smallest of its elements."""
    if fill_value is not None:
        return operand("set operation", fill_value)
    dtype = values.aval.dtype
    if not values.aval.size:
        return constant(0, dtype)
    if dtypes.is_complex(dtype):
        return constant(0, dtype)
    smallest = reductions.min(
        choose_between(mask, values, constant(reductions.highest(dtype), dtype))
    )
    return choose_between(_count(mask) > 0, smallest, constant(0, dtype))


@recorded
def setxor1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Array:
    """The elements that are in exactly one of the two arrays, sorted.

    >>> jnp.setxor1d(jnp.array([1, 2]), jnp.array([2, 3]))
    Array([1, 3], dtype=int64)
    """
    first, second = _two("setxor1d", ar1, ar2)
    if first.aval.size + second.aval.size == 0:
        return (
            concatenate([first, second])
            if size is None
            else _selected(
                "setxor1d",
                first,
                full((0,), True, dtypes.bool_),
                size,
                constant(fill_value or 0, first.aval.dtype),
            )
        )
    del assume_unique
    values, valid, _, _ = _merged(first, second)
    same = _neighbours_equal(values, valid)
    edge = full((1,), False, dtypes.bool_)
    alone = valid & ~concatenate([same, edge]) & ~concatenate([edge, same])
    filler = None if size is None else _default_fill(values, alone, fill_value)
    return _selected("setxor1d", values, alone, size, filler)


@overload
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    return_indices: Literal[False] = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> Array: ...
@overload
def intersect1d(
    ar1: ArrayLike,
    ar2: ArrayLike,
    assume_unique: bool = False,
    return_indices: bool = False,
    *,
    size: int | None = None,
    fill_value: ArrayLike | None = None,
) -> tuple[Array, Array, Array]: ...
@recorded
@typed_by_overloads
def intersect1d(
    ar1, ar2, assume_unique=False, return_indices=False, *, size=None, fill_value=None
) -> Any:
    """The elements in both arrays, sorted; with return_indices also where they first are.

    >>> jnp.intersect1d(jnp.array([3, 1, 2]), jnp.array([2, 3, 7]))
    Array([2, 3], dtype=int64)
    """
    del assume_unique
    first, second = _two("intersect1d", ar1, ar2)
    if first.aval.size + second.aval.size < 2:
        empty = full((size or 0,), 0 if fill_value is None else fill_value, first.aval.dtype)
        nowhere = full((size or 0,), 0, dtypes.default_int())
        return (
            (empty, nowhere + first.aval.size, nowhere + second.aval.size)
            if return_indices
            else empty
        )
    values, valid, _, place = _merged(first, second)
    n = values.aval.size
    both = _neighbours_equal(values, valid)
    early = lax.slice_in_dim(values, 0, n - 1)
    filler = None if size is None else _default_fill(early, both, fill_value)
    out = _selected("intersect1d", early, both, size, filler)
    if not return_indices:
        return out
    return (
        out,
        _selected(
            "intersect1d",
            lax.slice_in_dim(place, 0, n - 1),
            both,
            size,
            operand("intersect1d", first.aval.size),
        ),
        _selected(
            "intersect1d",
            lax.slice_in_dim(place, 1, n),
            both,
            size,
            operand("intersect1d", second.aval.size),
        ),
    )
