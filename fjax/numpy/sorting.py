"""Sorting, partitioning, searching in sorted arrays, and where the largest and smallest are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array, of_numpy
from fjax.core.operand import Operand
from fjax.interpreters.recorded import recorded
from fjax.numpy import arguments
from fjax.numpy.elementwise import choose_between, real
from fjax.numpy.known import host_values
from fjax.numpy.reductions import keep_lengths
from fjax.numpy.selection import take
from fjax.numpy.shaping import flip, ravel
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.sorting import comparable
from fjax.primitives.structure import Reshape


def _check_kind(name: str, kind: Any, order: Any) -> None:
    """Raises TypeError, whereupon `numpy.sort(x, kind="stable")` sorts NumPy's view of x."""
    if kind is not None:
        raise errors.FjaxTypeError(
            f"{name}: 'kind' is not supported, got {kind!r}; sorting is stable with stable=True"
        )
    if order is not None:
        raise errors.FjaxTypeError(f"'order' argument to {name} is not supported.")


def _line(name: str, a: Any, axis: Any) -> tuple[Any, int]:
    """The array and the axis to sort along; flattened if the axis is None."""
    a = arguments.operand(name, a)
    if axis is None:
        return ravel(a), 0
    return a, arguments.one_axis(name, axis, a.aval.ndim)


@recorded
def sort(
    a: ArrayLike,
    axis: int | None = -1,
    *,
    kind: str | None = None,
    order: None = None,
    stable: bool = True,
    descending: bool = False,
) -> Array:
    """A sorted copy along an axis (of the flattened array if None); NaN comes last.

    >>> jnp.sort(jnp.array([3.0, jnp.nan, 1.0]))
    Array([ 1.,  3., nan], dtype=float64)
    """
    _check_kind("sort", kind, order)
    a, number = _line("sort", a, axis)
    found = lax.sort(a, number, is_stable=stable)
    return flip(found, number) if descending else found


@recorded
def argsort(
    a: ArrayLike,
    axis: int | None = -1,
    *,
    kind: str | None = None,
    order: None = None,
    stable: bool = True,
    descending: bool = False,
    dtype: DTypeLike | None = None,
) -> Array:
    """The indices that sort the array along an axis; equal elements keep their order if stable.

    >>> jnp.argsort(jnp.array([3, 1, 2])), jnp.argsort(jnp.array([3, 1, 2]), descending=True)
    (Array([1, 2, 0], dtype=int64), Array([0, 2, 1], dtype=int64))
    """
    _check_kind("argsort", kind, order)
    a, number = _line("argsort", a, axis)
    integer = arguments.user_dtype("argsort", dtype) or dtypes.default_int()
    places = lax.broadcasted_iota(integer, a.aval.shape, number)
    if not descending:
        return lax.sort_key_val(a, places, number, stable)[1]
    found = lax.sort_key_val(flip(a, number), flip(places, number), number, stable)[1]
    return flip(found, number)


@recorded
def lexsort(keys: Any, axis: int | None = -1) -> Array:
    """The indices that sort by several keys, the last one first.

    >>> jnp.lexsort((jnp.array([2, 1, 0]), jnp.array([1, 0, 1])))
    Array([1, 2, 0], dtype=int64)
    """
    if isinstance(keys, (Operand, np.ndarray)):
        keys = [keys[i] for i in range(len(keys))]
    keys = arguments.operands("lexsort", *keys) if isinstance(keys, Iterable) else ()
    if not keys:
        raise errors.FjaxTypeError("need sequence of keys with len > 0 in lexsort")
    if len({k.aval.shape for k in keys}) > 1:
        raise errors.FjaxValueError(
            f"all keys need to be the same shape in lexsort, got {[k.aval.shape for k in keys]}"
        )
    if keys[0].aval.ndim == 0:
        return arguments.constant(0, dtypes.default_int())
    number = arguments.one_axis("lexsort", axis, keys[0].aval.ndim)
    places = lax.broadcasted_iota(dtypes.default_int(), keys[0].aval.shape, number)
    return lax.sort((*keys[::-1], places), number, num_keys=len(keys))[-1]


@recorded
def sort_complex(a: ArrayLike) -> Array:
    """A sorted copy as complex numbers, by real part, then by imaginary part.

    >>> jnp.sort_complex(jnp.array([2 + 1j, 1, 2 - 1j]))
    Array([1.+0.j, 2.-1.j, 2.+1.j], dtype=complex128)
    """
    a = arguments.operand("sort_complex", a)
    found = lax.sort(a, a.aval.ndim - 1)
    return arguments.as_type(found, dtypes.complex_of(arguments.to_inexact(found.aval.dtype)))


def _kth(name: str, kth: Any, a: Any, axis: int) -> int:
    kth = arguments.index(name, "kth", kth)
    n = a.aval.shape[axis]
    if not -n <= kth < n:
        raise errors.FjaxValueError(f"{name}: kth={kth} is out of bounds for axis of length {n}")
    return kth % n


@recorded
def partition(a: ArrayLike, kth: int, axis: int = -1) -> Array:
    """The elements rearranged along an axis: the kth in its place, smaller ones before it.

    >>> jnp.partition(jnp.array([4, 1, 3, 2]), 1)[1]
    Array(2, dtype=int64)
    """
    a = arguments.operand("partition", a)
    if dtypes.is_complex(a.aval.dtype):
        raise NotImplementedError("jnp.partition for complex dtype is not implemented; use sort")
    number = arguments.one_axis("partition", axis, a.aval.ndim)
    _kth("partition", kth, a, number)
    return lax.sort(a, number)


@recorded
def argpartition(a: ArrayLike, kth: int, axis: int = -1) -> Array:
    """The indices that partition the array along an axis; see `partition`.

    >>> x = jnp.array([4, 1, 3, 2])
    >>> x[jnp.argpartition(x, 0)][0]
    Array(1, dtype=int64)
    """
    a = arguments.operand("argpartition", a)
    if dtypes.is_complex(a.aval.dtype):
        raise NotImplementedError(
            "jnp.argpartition for complex dtype is not implemented; use argsort"
        )
    number = arguments.one_axis("argpartition", axis, a.aval.ndim)
    _kth("argpartition", kth, a, number)
    places = lax.broadcasted_iota(dtypes.int32, a.aval.shape, number)
    return lax.sort_key_val(a, places, number, is_stable=False)[1]


# ---- searching


def _before(a: Any, v: Any, strict: bool) -> Any:
    """Whether elements of `a` come before those of `v` in sorted order, in which NaN is last."""
    if dtypes.is_complex(a.aval.dtype):
        tie = lax.eq(real(a), real(v))
        by_real = _before(real(a), real(v), True)
        by_imaginary = _before(lax.imag(a), lax.imag(v), strict)
        return choose_between(tie, by_imaginary, by_real)
    out = lax.lt(a, v) if strict else lax.le(a, v)
    if not dtypes.is_float(a.aval.dtype):
        return out
    a_nan, v_nan = lax.ne(a, a), lax.ne(v, v)
    ordered = lax.bitwise_not(a_nan) if strict else full(a.aval.shape, True, dtypes.bool_)
    return choose_between(v_nan, ordered, out)


@recorded
def searchsorted(
    a: ArrayLike,
    v: ArrayLike,
    side: str = "left",
    sorter: ArrayLike | None = None,
    *,
    method: str = "scan",
) -> Array:
    """Where the elements of `v` belong in the sorted vector `a`.

    side: "left" gives the place before equal elements, "right" after them. sorter: the indices that
    sort `a`. method: "scan" (binary search), "scan_unrolled", "sort" or "compare_all".

    >>> jnp.searchsorted(jnp.array([1, 3, 5]), jnp.array([0, 3, 6]))
    Array([0, 1, 3], dtype=int32)
    """
    if side not in ("left", "right"):
        raise errors.FjaxValueError(
            f"{side!r} is an invalid value for keyword 'side'. Expected one of ['left', 'right']."
        )
    if method not in ("scan", "scan_unrolled", "sort", "compare_all"):
        raise errors.FjaxValueError(
            f"{method!r} is an invalid value for keyword 'method'. Expected one of ['sort', "
            "'scan', "
            "'scan_unrolled', 'compare_all']."
        )
    a, v = operators.promote("searchsorted", *arguments.operands("searchsorted", a, v))
    if a.aval.ndim != 1:
        raise errors.FjaxValueError(f"a should be 1-dimensional, got {a.aval}")
    if sorter is not None:
        a = take(a, sorter, mode="clip")
    integer = dtypes.int32 if a.aval.size < 2**31 else dtypes.int64
    if a.aval.size == 0 or v.aval.size == 0:
        return full(v.aval.shape, 0, integer)
    known = host_values(a, v) if not dtypes.is_complex(a.aval.dtype) else None
    if known is not None:
        known_a, known_v = (comparable(x) for x in known)
        places = np.searchsorted(known_a, known_v, "left" if side == "left" else "right")
        return of_numpy(np.asarray(places, integer))
    strict = side == "left"
    if method == "compare_all":
        return _compare_all(a, v, strict, integer)
    return _binary_search(a, v, strict, integer)


def _compare_all(a: Any, v: Any, strict: bool, integer: Any) -> Any:
    shape = (*v.aval.shape, a.aval.size)
    wide = operators.broadcast_to_shape(a, shape)
    values = operators.broadcast_to_shape(Reshape((*v.aval.shape, 1))(v), shape)
    return lax.reduce_sum(
        arguments.as_type(_before(wide, values, strict), integer), (len(shape) - 1,)
    )


def _binary_search(a: Any, v: Any, strict: bool, integer: Any) -> Any:
    """Halve the range of each element's place until it is one place."""
    n = a.aval.size
    low, high = full(v.aval.shape, 0, integer), full(v.aval.shape, n, integer)
    for _ in range(n.bit_length()):
        middle = lax.div(low + high, full(v.aval.shape, 2, integer))
        below = _before(_element(a, middle), v, strict)
        open_range = lax.lt(low, high)
        low = choose_between(lax.bitwise_and(below, open_range), middle + 1, low)
        high = choose_between(lax.bitwise_and(lax.bitwise_not(below), open_range), middle, high)
    return low


def _element(a: Any, places: Any) -> Any:
    numbers = lax.GatherDimensionNumbers((), (0,), (0,))
    return lax.gather(a, Reshape((*places.aval.shape, 1))(places), numbers, (1,), mode="clip")


@recorded
def digitize(
    x: ArrayLike, bins: ArrayLike, right: bool = False, *, method: str | None = None
) -> Array:
    """The number of the bin that each element of `x` falls into; `bins` rises or falls.

    right: the bins include their right edges.

    >>> jnp.digitize(jnp.array([0.5, 1.5, 9.0]), jnp.array([0.0, 1.0, 2.0]))
    Array([1, 2, 3], dtype=int32)
    """
    x, bins = arguments.operands("digitize", x, bins)
    if bins.aval.ndim != 1:
        raise errors.FjaxValueError(
            f"digitize: bins must be a 1-dimensional array; got {bins.aval}"
        )
    if bins.aval.size == 0:
        return full(x.aval.shape, 0, dtypes.int32)
    side, how = "left" if right else "right", method or "scan"
    first, last = lax.index_in_dim(bins, 0, 0, False), lax.index_in_dim(bins, -1, 0, False)
    rises = _before(first, last, False)
    if host_values(x, rises) is not None and rises:
        return searchsorted(bins, x, side, method=how)
    rising = searchsorted(bins, x, side, method=how)
    falling = bins.aval.size - searchsorted(flip(bins), x, side, method=how)
    return choose_between(rises, rising, arguments.as_type(falling, rising.aval.dtype))


# ---- the places of extrema


def _arg_extremum(
    name: str, function: Callable[..., Any], a: Any, axis: Any, out: Any, keepdims: Any
) -> Any:
    arguments.reject_out(name, out)
    a = arguments.operand(name, a)
    shape = a.aval.shape
    if axis is None:
        a = Reshape((a.aval.size,))(a)
        number = 0
    else:
        number = arguments.one_axis(name, axis, len(shape))
    if a.aval.shape[number] == 0:
        raise errors.FjaxValueError(
            f"attempt to get {name} of an empty sequence: {a.aval}, axis {axis}"
        )
    found = function(a, number, dtypes.default_int())
    if not keepdims:
        return found
    return keep_lengths(found, shape, tuple(range(len(shape))) if axis is None else (number,))


@recorded
def argmax(
    a: ArrayLike, axis: int | None = None, out: None = None, keepdims: bool | None = None
) -> Array:
    """The index of the (first) largest element along an axis, or in the flattened array.

    a: an array of any shape and dtype.
    out: must be None, because arrays are immutable.
    keepdims: whether the axis stays, with length 1.
    Returns indices of dtype int64, of the shape of `a` without `axis`.
    Raises ValueError for an axis that the array lacks, and for one of length 0.

    >>> jnp.argmax(jnp.array([1, 5, 5]))
    Array(1, dtype=int64)
    """
    return _arg_extremum("argmax", lax.argmax, a, axis, out, keepdims)


@recorded
def argmin(
    a: ArrayLike, axis: int | None = None, out: None = None, keepdims: bool | None = None
) -> Array:
    """The index of the (first) smallest element along an axis, or in the flattened array.

    >>> jnp.argmin(jnp.array([[3, 1], [0, 2]]), axis=1)
    Array([1, 0], dtype=int64)
    """
    return _arg_extremum("argmin", lax.argmin, a, axis, out, keepdims)
