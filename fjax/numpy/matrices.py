"""Diagonals, triangles, and the indices that address them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes, tracing
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions
from fjax.numpy.arguments import (
    index,
    one_axis,
    operand,
    operands,
    reject_out,
    unwrapped,
    user_dtype,
)
from fjax.numpy.creation import lower_mask
from fjax.numpy.selection import nonzero
from fjax.numpy.shaping import moveaxis, ravel
from fjax.numpy.values import asarray
from fjax.primitives import operators
from fjax.primitives.generators import full, iota, zeros_of
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim, Reshape


@recorded
def diagonal(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonal of the matrices in two axes, as the last axis of the result.

    offset: how far above the main diagonal.

    >>> jnp.diagonal(jnp.array([[1, 2], [3, 4]]), offset=1)
    Array([2], dtype=int64)
    """
    a = operand("diagonal", a)
    rank = a.aval.ndim
    if rank < 2:
        raise errors.FjaxValueError(
            f"diagonal requires an array of at least two dimensions, got {a.aval}"
        )
    first, second = one_axis("diagonal", axis1, rank), one_axis("diagonal", axis2, rank)
    if first == second:
        raise errors.FjaxValueError(
            f"diagonal: axis1 and axis2 can not be same, got {axis1} and {axis2}"
        )
    k = index("diagonal", "offset", offset)
    a = moveaxis(a, (first, second), (-2, -1))
    *batch, rows, columns = a.aval.shape
    length = max(0, min(rows + min(k, 0), columns - max(k, 0)))
    flat = Reshape((*batch, rows * columns))(a)
    start = max(k, 0) + max(-k, 0) * columns
    if length == 0:
        return lax.slice_in_dim(flat, 0, 0, axis=len(batch))
    return lax.slice_in_dim(
        flat, start, start + (length - 1) * (columns + 1) + 1, columns + 1, axis=len(batch)
    )


@recorded
def diag(v: ArrayLike, k: int = 0) -> Array:
    """The k-th diagonal of a matrix, or the matrix with a vector on its k-th diagonal.

    >>> jnp.diag(jnp.array([1, 2])), jnp.diag(jnp.array([[1, 2], [3, 4]]))
    (Array([[1, 0],
           [0, 2]], dtype=int64), Array([1, 4], dtype=int64))
    """
    v = operand("diag", v)
    k = index("diag", "k", k)
    if v.aval.ndim == 1:
        return _matrix_of(v, k)
    if v.aval.ndim == 2:
        return diagonal(v, k)
    raise errors.FjaxValueError(f"diag input must be 1d or 2d, got {v.aval}")


def _matrix_of(v: Any, k: int) -> Any:
    """The square matrix with a vector on its k-th diagonal."""
    n = v.aval.size
    m = n + abs(k)
    if n == 0:
        return full((m, m), 0, v.aval.dtype)
    zero = full((), 0, v.aval.dtype)
    row = iota(dtypes.int32, (m, m), 0)
    column = iota(dtypes.int32, (m, m), 1)
    padded = lax.pad(v, zero, ((abs(k), 0, 0),))  # v[i] stands in column i + k, or row i - k
    spread = BroadcastInDim((m, m), (1,) if k >= 0 else (0,))(padded)
    return select_n(operators.equal(row + k, column), full((m, m), 0, v.aval.dtype), spread)


@recorded
def diagflat(v: ArrayLike, k: int = 0) -> Array:
    """The matrix with the flattened input on its k-th diagonal.

    >>> jnp.diagflat(jnp.array([[1], [2]]))
    Array([[1, 0],
           [0, 2]], dtype=int64)
    """
    return _matrix_of(ravel(operand("diagflat", v)), index("diagflat", "k", k))


@recorded
def trace(
    a: ArrayLike,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DTypeLike | None = None,
    out: None = None,
) -> Array:
    """The sum along the diagonal of the matrices in two axes.

    >>> jnp.trace(jnp.array([[1, 2], [3, 4]]))
    Array(5, dtype=int64)
    """
    reject_out("trace", out)
    a = operand("trace", a)
    wanted = user_dtype("trace", dtype)
    if wanted is None:
        wanted = reductions.promote_integer(a.aval.dtype)
    return reductions.sum(diagonal(a, offset, axis1, axis2), -1, wanted)


def _triangle(name: str, m: Any, k: Any, lower: bool) -> Any:
    m = operand(name, m)
    if m.aval.ndim < 2:
        raise errors.FjaxValueError(
            f"Argument to jax.numpy.{name} must be at least 2D, got {m.aval}"
        )
    shape = m.aval.shape
    rows, columns = shape[-2:]
    shift = k if lower else k - 1
    has_data = not tracing.on_meta(tracing.where_is(m))
    if isinstance(shift, (int, np.integer)) and tracing.current() is None and has_data:
        mask = asarray(np.tri(rows, columns, int(shift), bool))
    else:
        mask = lower_mask(rows, columns, shift)
    mask = operators.broadcast_to_shape(mask, shape)
    zero = full(shape, 0, m.aval.dtype)
    return select_n(mask, zero, m) if lower else select_n(mask, m, zero)


@recorded
def tril(m: ArrayLike, k: int = 0) -> Array:
    """The matrices with zeros above the k-th diagonal.

    >>> jnp.tril(jnp.ones((3, 3)))
    Array([[1., 0., 0.],
           [1., 1., 0.],
           [1., 1., 1.]], dtype=float64)
    """
    return _triangle("tril", m, k, True)


@recorded
def triu(m: ArrayLike, k: int = 0) -> Array:
    """The matrices with zeros below the k-th diagonal.

    >>> jnp.triu(jnp.ones((3, 3)), k=1)
    Array([[0., 1., 1.],
           [0., 0., 1.],
           [0., 0., 0.]], dtype=float64)
    """
    return _triangle("triu", m, k, False)


def _index_arrays(found: tuple[Any, ...]) -> tuple:
    return tuple(asarray(i.astype(dtypes.default_int())) for i in found)


def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Array, Array]:
    """The indices of the lower triangle of an n × m matrix.

    >>> jnp.tril_indices(2)
    (Array([0, 1, 1], dtype=int64), Array([0, 0, 1], dtype=int64))
    """
    return _index_arrays(np.tril_indices(index("tril_indices", "n", n), k, m))


def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Array, Array]:
    """The indices of the upper triangle of an n × m matrix.

    >>> jnp.triu_indices(2)
    (Array([0, 0, 1], dtype=int64), Array([0, 1, 1], dtype=int64))
    """
    return _index_arrays(np.triu_indices(index("triu_indices", "n", n), k, m))


def _matrix_shape(name: str, arr: Any) -> tuple[int, int]:
    shape = tuple(unwrapped(arr).shape)
    if len(shape) != 2:
        raise errors.FjaxValueError(f"Only 2-D inputs are accepted by {name}, got shape {shape}")
    return shape


def tril_indices_from(arr: ArrayLike, k: int = 0) -> tuple[Array, Array]:
    """The indices of the lower triangle of a matrix.

    >>> x = jnp.array([[1, 2], [3, 4]])
    >>> x[jnp.tril_indices_from(x)]
    Array([1, 3, 4], dtype=int64)
    """
    rows, columns = _matrix_shape("tril_indices_from", arr)
    return tril_indices(rows, k, columns)


def triu_indices_from(arr: ArrayLike, k: int = 0) -> tuple[Array, Array]:
    """The indices of the upper triangle of a matrix.

    >>> x = jnp.array([[1, 2], [3, 4]])
    >>> x[jnp.triu_indices_from(x)]
    Array([1, 2, 4], dtype=int64)
    """
    rows, columns = _matrix_shape("triu_indices_from", arr)
    return triu_indices(rows, k, columns)


def mask_indices(
    n: int, mask_func: Callable[..., Any], k: ArrayLike = 0, *, size: int | None = None
) -> tuple[Array, ...]:
    """The indices of an n × n matrix where mask_func(ones, k) is nonzero.

    >>> jnp.mask_indices(3, jnp.triu, 1)
    (Array([0, 0, 1], dtype=int64), Array([1, 2, 2], dtype=int64))
    """
    ones = full((n, n), 1, dtypes.default_float())
    return nonzero(mask_func(ones, k), size=size)


def diag_indices(n: int, ndim: int = 2) -> tuple[Array, ...]:
    """The indices of the main diagonal of an array with `ndim` axes of length n.

    >>> x = jnp.array([[1, 2], [3, 4]])
    >>> x[jnp.diag_indices(2)]
    Array([1, 4], dtype=int64)
    """
    n, ndim = index("diag_indices", "n", n), index("diag_indices", "ndim", ndim)
    if n < 0 or ndim < 0:
        raise errors.FjaxValueError(
            f"diag_indices: n and ndim must be nonnegative, got {n} and {ndim}"
        )
    return (asarray(np.arange(n, dtype=dtypes.default_int())),) * ndim


def diag_indices_from(arr: ArrayLike) -> tuple[Array, ...]:
    """The indices of the main diagonal of an array whose axes are equally long.

    >>> x = jnp.array([[1, 2], [3, 4]])
    >>> x[jnp.diag_indices_from(x)]
    Array([1, 4], dtype=int64)
    """
    arr = operand("diag_indices_from", arr)
    if arr.aval.ndim < 2:
        raise errors.FjaxValueError(f"input array must be at least 2-d, got {arr.aval}")
    if len(set(arr.aval.shape)) != 1:
        raise errors.FjaxValueError(
            f"All dimensions of input must be of equal length, got {arr.aval}"
        )
    return diag_indices(arr.aval.shape[0], arr.aval.ndim)


@recorded
def vander(x: ArrayLike, N: int | None = None, increasing: bool = False) -> Array:
    """The matrix whose columns are the powers of a vector, the highest first unless increasing.

    >>> jnp.vander(jnp.array([1, 2, 3]))
    Array([[1, 1, 1],
           [4, 2, 1],
           [9, 3, 1]], dtype=int64)
    """
    x = operand("vander", x)
    if x.aval.ndim != 1:
        raise errors.FjaxValueError(f"x must be a one-dimensional array, got {x.aval}")
    count = x.aval.size if N is None else index("vander", "N", N)
    if count < 0:
        raise errors.FjaxValueError(f"N must be nonnegative, got {count}")
    base = operators.broadcast_to_shape(Reshape((x.aval.size, 1))(x), (x.aval.size, count))
    column = iota(dtypes.int32, (x.aval.size, count), 1)
    exponent = column if increasing else count - 1 - column
    if dtypes.is_inexact(x.aval.dtype):
        return lax.pow(base, exponent)
    return operators.power(base, lax.convert_element_type(exponent, x.aval.dtype))


# ---- flat and several indices


def ravel_multi_index(
    multi_index: Sequence[ArrayLike],
    dims: Sequence[int],
    mode: str = "raise",
    order: str = "C",
    *,
    dtype: DTypeLike | None = None,
) -> Array:
    """The flat index of indices into an array with axes of lengths `dims`.

    mode: "raise" (concrete indices only), "wrap", "clip" or "ignore" for indices out of range.

    >>> jnp.ravel_multi_index((jnp.array([0, 1]), jnp.array([2, 0])), (2, 3))
    Array([2, 3], dtype=int64)
    """
    dims = tuple(index("ravel_multi_index", "dims", d) for d in dims)
    parts = operands("ravel_multi_index", *map(wide_indices, multi_index))
    if len(parts) != len(dims):
        raise errors.FjaxValueError(
            f"ravel_multi_index: {len(parts)} index arrays for {len(dims)} axes"
        )
    if any(not dtypes.is_integer(p.aval.dtype) for p in parts):
        raise errors.FjaxTypeError("ravel_multi_index: only int indices permitted")
    parts = [holding(n, p) for p, n in zip(parts, dims, strict=True)]
    if mode == "raise":
        for part, n in zip(parts, dims, strict=True):
            known = _known(part)
            if ((known < 0) | (known >= n)).any():
                raise errors.FjaxValueError("invalid entry in coordinates array")
    elif mode == "clip":
        parts = [lax.clamp(0, p, n - 1) for p, n in zip(parts, dims, strict=True)]
    elif mode == "wrap":
        parts = [operators.remainder(p, n) for p, n in zip(parts, dims, strict=True)]
    elif mode != "ignore":
        raise errors.FjaxValueError(
            f"invalid mode={mode!r}. Expected 'raise', 'wrap', 'clip', or 'ignore'."
        )
    wanted = user_dtype("ravel_multi_index", dtype) or dtypes.default_int()
    if not dtypes.is_integer(wanted):
        raise errors.FjaxValueError(f"dtype={wanted!r} is not an integer type.")
    if int(np.prod(dims, dtype=object)) - 1 > dtypes.iinfo(wanted).max:
        raise errors.FjaxValueError(
            f"jnp.ravel_multi_index: {wanted.name} is not large enough to hold the flattened index "
            f"for dims={dims}; give a wider dtype"
        )
    if order not in ("C", "F"):
        raise errors.FjaxValueError(f"invalid order={order!r}. Expected 'C' or 'F'")
    out: Any = None
    stride = 1
    pairs = list(zip(parts, dims, strict=True))
    for part, n in pairs[::-1] if order == "C" else pairs:
        term = lax.convert_element_type(part, wanted) * stride
        out = term if out is None else out + term
        stride *= n
    return out


def _known(part: Any) -> np.ndarray:
    value = part.concrete() if isinstance(part, tracing.Tracer) else part
    if value is None:
        raise errors.ConcretizationTypeError(
            f"ravel_multi_index: with mode='raise' the indices must be concrete, got {part}; use "
            "mode='wrap' or mode='clip' instead"
        )
    return np.asarray(value)


@recorded
def unravel_index(indices: ArrayLike, shape: Any) -> tuple[Array, ...]:
    """The indices, one array for each axis, of flat indices into an array of a shape.

    >>> jnp.unravel_index(jnp.array([2, 3]), (2, 3))
    (Array([0, 1], dtype=int64), Array([2, 0], dtype=int64))
    """
    flat = operand("unravel_index", wide_indices(indices))
    if not dtypes.is_integer(flat.aval.dtype):
        raise errors.FjaxTypeError(f"unravel_index: only int indices permitted, got {flat.aval}")
    sizes = tuple(shape) if hasattr(shape, "__iter__") and np.ndim(shape) else (shape,)
    if any(np.ndim(s) for s in sizes):
        raise errors.FjaxValueError("unravel_index: shape should be a scalar or 1D sequence.")
    if any(isinstance(s, float) for s in sizes):
        raise errors.FjaxTypeError(f"unravel_index: lengths are integers, got {shape!r:.60}")
    rest, found = flat, []
    for n in reversed(sizes):
        rest, entry = operators.divmod_(rest, n)
        found.append((entry, n))
    above = rest > 0
    out = []
    for entry, n in reversed(found):
        zero = zeros_of(entry.aval)
        entry = select_n(above, entry, zero + (n - 1))
        if dtypes.kind(flat.aval.dtype) == "i":
            entry = select_n(rest < -1, entry, zero)
        out.append(lax.convert_element_type(entry, dtypes.canonicalize(entry.aval.dtype)))
    return tuple(out)
