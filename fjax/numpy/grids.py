"""Grids of coordinates, and the objects that are indexed to make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array
from fjax.core.plain_arguments import check_callable
from fjax.core.tracing import Tracer
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import as_type, lengths, operands, user_dtype
from fjax.numpy.creation import arange, linspace
from fjax.numpy.joining import concatenate, stack
from fjax.numpy.values import array, asarray
from fjax.primitives import operators
from fjax.primitives.generators import full, iota
from fjax.primitives.index_rows import wide_indices
from fjax.primitives.structure import Reshape, Transpose


@recorded
def meshgrid(
    *xi: ArrayLike, copy: bool = True, sparse: bool = False, indexing: str = "xy"
) -> list[Array]:
    """Coordinate arrays from coordinate vectors: a list with one array for each vector.

    indexing: "xy" puts the first vector along axis 1, "ij" along axis 0. sparse: axes of length 1
    instead of repeated values.

    >>> x, y = jnp.meshgrid(jnp.array([1, 2, 3]), jnp.array([10, 20]))
    >>> x + y
    Array([[11, 12, 13],
           [21, 22, 23]], dtype=int64)
    """
    if not copy:
        raise errors.FjaxValueError("meshgrid: only copy=True is supported: arrays are immutable")
    if indexing not in ("xy", "ij"):
        raise errors.FjaxValueError(f"Valid values for indexing are 'xy' and 'ij', got {indexing}")
    xs = operands("meshgrid", *xi)
    if any(x.aval.ndim > 1 for x in xs):
        raise errors.FjaxValueError(
            f"Arguments to jax.numpy.meshgrid must be 1D, got shapes {[x.aval.shape for x in xs]}"
        )
    rank = len(xs)
    order = list(range(rank))
    if indexing == "xy" and rank >= 2:
        order[0], order[1] = 1, 0
    shape = [1] * rank
    for axis, x in zip(order, xs, strict=True):
        shape[axis] = x.aval.size
    out = []
    for axis, x in zip(order, xs, strict=True):
        x = Reshape(tuple(x.aval.size if i == axis else 1 for i in range(rank)))(x)
        out.append(x if sparse else operators.broadcast_to_shape(x, tuple(shape)))
    return out


@overload
def indices(
    dimensions: Sequence[int], dtype: DTypeLike | None = None, sparse: Literal[False] = False
) -> Array: ...
@overload
def indices(
    dimensions: Sequence[int], dtype: DTypeLike | None = None, sparse: bool = False
) -> tuple[Array, ...]: ...
@recorded
def indices(
    dimensions: Sequence[int], dtype: DTypeLike | None = None, sparse: bool = False
) -> Array | tuple[Array, ...]:
    """The index along each axis of a shape, stacked (or a tuple of sparse arrays).

    >>> rows, columns = jnp.indices((2, 2))
    >>> columns
    Array([[0, 1],
           [0, 1]], dtype=int64)
    """
    shape = lengths("indices", dimensions)
    wanted = user_dtype("indices", dtype) or dtypes.default_int()
    rank = len(shape)
    out = []
    for axis, n in enumerate(shape):
        if sparse:
            out.append(
                Reshape(tuple(n if i == axis else 1 for i in range(rank)))(iota(wanted, (n,)))
            )
        else:
            out.append(iota(wanted, shape, axis))
    if sparse:
        return tuple(out)
    return stack(out) if out else array([], wanted)


def fromfunction(
    function: Callable[..., Any], shape: Shape, *, dtype: DTypeLike = float, **kwargs: Any
) -> Array:
    """The values of a function at every index of a shape (the function sees whole index arrays).

    >>> jnp.fromfunction(lambda i, j: i + 10 * j, (2, 3), dtype=int)
    Array([[ 0, 10, 20],
           [ 1, 11, 21]], dtype=int64)
    """
    check_callable("fromfunction", function)
    return function(*indices(lengths("fromfunction", shape), dtype), **kwargs)


def ix_(*args: ArrayLike) -> tuple[Array, ...]:
    """Index arrays that together address the cross product of sequences.

    >>> x = jnp.arange(12).reshape(3, 4)
    >>> x[jnp.ix_(jnp.array([0, 2]), jnp.array([1, 3]))]
    Array([[ 1,  3],
           [ 9, 11]], dtype=int64)
    """
    given = [np.asarray(a) if isinstance(a, (list, tuple)) else a for a in args]
    xs = operands("ix_", *map(wide_indices, given))
    out = []
    for i, x in enumerate(xs):
        if x.aval.ndim != 1:
            raise errors.FjaxValueError(
                f"Arguments to jax.numpy.ix_ must be 1-dimensional, got shape {x.aval.shape}"
            )
        if x.aval.dtype == dtypes.bool_:
            raise NotImplementedError("ix_: boolean arguments are not implemented; use nonzero")
        if x.aval.size == 0:
            x = as_type(x, dtypes.default_int())
        out.append(Reshape(tuple(x.aval.size if i == k else 1 for k in range(len(xs))))(x))
    return tuple(out)


def _range(name: str, key: slice) -> Any:
    """The vector that a slice describes: an imaginary step counts points, as in NumPy."""
    if not isinstance(key, slice):
        raise errors.FjaxTypeError(
            f"jnp.{name}[...] takes slices, as in jnp.{name}[0:3, 0:2], got {key!r:.60} of type "
            f"{type(key).__name__}"
        )
    start, stop, step = (
        _bound(f"slice {what} of jnp.{name}", bound)
        for what, bound in (("start", key.start), ("stop", key.stop), ("step", key.step))
    )
    start = 0 if start is None else start
    if isinstance(step, (complex, np.complexfloating)):
        return linspace(start, stop, int(abs(complex(step))), endpoint=True)
    return arange(start, stop, 1 if step is None else step)


def _bound(what: str, value: Any) -> Any:
    """A slice's bound as a concrete number."""
    if isinstance(value, Tracer):
        raise errors.ConcretizationTypeError(
            f"{what} must be concrete, because the length depends on it; got {value}"
        )
    return value


def _vectors(name: str, key: Sequence[slice]) -> list[Any]:
    """The vectors of several slices, in their common dtype."""
    found = [_range(name, k) for k in key]
    if not found:
        return []
    dtype = dtypes.join(*[v.aval.dtype for v in found])
    return [as_type(v, dtype) for v in found]


class _Mgrid:
    """`mgrid[0:3, 0:2]`: dense coordinate arrays of slices, stacked."""

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return _range("mgrid", key)
        vectors = _vectors("mgrid", key)
        return (
            stack(meshgrid(*vectors, indexing="ij"), 0)
            if vectors
            else full((0,), 0, dtypes.default_int())
        )

    def __repr__(self) -> str:
        return "fjax.numpy.mgrid"


class _Ogrid:
    """`ogrid[0:3, 0:2]`: sparse coordinate arrays of slices, in a list."""

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return _range("ogrid", key)
        vectors = _vectors("ogrid", key)
        return meshgrid(*vectors, indexing="ij", sparse=True)

    def __repr__(self) -> str:
        return "fjax.numpy.ogrid"


class _Joiner:
    """`r_[...]` and `c_[...]`: arrays, numbers and slices joined along an axis."""

    def __init__(self, name: str, axis: int, ndmin: int, trans1d: int):
        self.name, self.axis, self.ndmin, self.trans1d = name, axis, ndmin, trans1d

    def __repr__(self) -> str:
        return f"fjax.numpy.{self.name}"

    def _directive(self, text: str) -> tuple[int, int, int]:
        """(axis, ndmin, trans1d) from a string such as "0,2,-1"; "r" and "c" ask for matrices."""
        if text in ("r", "c"):
            return self.axis, self.ndmin, self.trans1d
        try:
            numbers = [int(part) for part in text.split(",")]
        except ValueError as error:
            raise errors.FjaxValueError(f"could not understand directive {text!r}") from error
        if not 1 <= len(numbers) <= 3:
            raise errors.FjaxValueError(f"could not understand directive {text!r}")
        defaults = [self.axis, self.ndmin, self.trans1d]
        axis, ndmin, trans1d = [*numbers, *defaults[len(numbers) :]]
        return axis, ndmin, trans1d

    def __getitem__(self, key: Any) -> Any:
        keys = list(key) if isinstance(key, tuple) else [key]
        axis, ndmin, trans1d = self.axis, self.ndmin, self.trans1d
        directive = keys.pop(0) if keys and isinstance(keys[0], str) else None
        if directive is not None:
            axis, ndmin, trans1d = self._directive(directive)
        out = []
        for item in keys:
            if isinstance(item, str):
                raise errors.FjaxValueError("string directive must be placed at the beginning")
            out.append(
                _oriented(
                    _range(self.name, item) if isinstance(item, slice) else asarray(item),
                    ndmin,
                    trans1d,
                )
            )
        joined = concatenate(out, axis)
        if directive in ("r", "c") and joined.aval.ndim == 1:
            n = joined.aval.size
            return Reshape((1, n) if directive == "r" else (n, 1))(joined)
        return joined


class RClass(_Joiner):
    """`r_`."""

    def __init__(self) -> None:
        super().__init__("r_", 0, 1, -1)


class CClass(_Joiner):
    """`c_`."""

    def __init__(self) -> None:
        super().__init__("c_", -1, 2, 0)


def _oriented(x: Any, ndmin: int, trans1d: int) -> Any:
    """x with at least `ndmin` axes; its own axes go where trans1d says."""
    own = x.aval.ndim
    if own == 0:
        x = Reshape((1,) * max(ndmin, 1))(x)
    elif own < ndmin:
        x = Reshape((1,) * (ndmin - own) + x.aval.shape)(x)
        if trans1d != -1:
            start = trans1d if trans1d >= 0 else trans1d + (ndmin - own) + 1
            order = list(range(ndmin - own))
            order[start:start] = list(range(ndmin - own, ndmin))
            x = Transpose(tuple(order))(x)
    return x


class _IndexExpression:
    """`s_[1:, ::2]` gives the index as written; `index_exp` always gives a tuple."""

    def __init__(self, always_tuple: bool):
        self.always_tuple = always_tuple

    def __getitem__(self, item: Any) -> Any:
        return (item,) if self.always_tuple and not isinstance(item, tuple) else item


mgrid, ogrid = _Mgrid(), _Ogrid()
r_, c_ = RClass(), CClass()
s_, index_exp = _IndexExpression(False), _IndexExpression(True)
