"""Products of vectors, matrices and tensors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.tracing import aval_of
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import index, one_axis, operands, promote, reject_out
from fjax.numpy.joining import stack
from fjax.numpy.shaping import expand_dims, moveaxis, ravel
from fjax.primitives import contraction, operators
from fjax.primitives.complex_parts import conj
from fjax.primitives.contraction import dot_general
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import describe
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.structure import Reshape


def _axes(*pairs: Any) -> Any:
    """Dimension numbers that contract these axes."""
    return ((tuple(pairs[0]), tuple(pairs[1])), ((), ()))


def _mismatch(name: str, a: Any, b: Any, what: str) -> errors.ShapeError:
    return errors.ShapeError(f"{name}: {what}, got {describe((aval_of(a), aval_of(b)))}")


def _as_preferred(x: Any, preferred: Any) -> Any:
    if preferred is None:
        return x
    return convert_element_type(x, dtypes.requested("preferred_element_type", preferred))


def matmul(
    a: ArrayLike,
    b: ArrayLike,
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    out_sharding: Any = None,
) -> Array:
    """The matrix product; vectors are rows or columns, and leading axes broadcast.

    a: array of shape (..., m, k) or (k,). b: array of shape (..., k, n) or (k,). Returns an array
    of shape (..., m, n), without the axes that a vector lacks. precision: a lax.Precision or its
    name (on a CPU all are the same). preferred_element_type: the result's dtype.
    out_sharding: how the result is split over a mesh.
    Raises TypeError for numbers, and for lengths that do not match.

    >>> import fjax.numpy as jnp
    >>> jnp.matmul(jnp.ones((2, 3)), jnp.ones((3, 4))).shape
    (2, 4)
    """
    if out_sharding is not None:
        a, b = relaxed(a), relaxed(b)
    a, b = operands("matmul", a, b)
    out = contraction.matmul(
        a, b, precision=precision, preferred_element_type=preferred_element_type
    )
    return out if out_sharding is None else constrained("matmul", out, out_sharding)


def dot(
    a: ArrayLike,
    b: ArrayLike,
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    out_sharding: Any = None,
) -> Array:
    """The sum of products over a's last axis and b's second to last (its only one if a vector).

    A number scales. Returns an array of shape a.shape[:-1] + b.shape[:-2] + b.shape[-1:].
    precision, preferred_element_type: as for `matmul`.
    out_sharding: how the result is split over a mesh.
    Raises TypeError for lengths that do not match.

    >>> jnp.dot(jnp.array([[1, 2], [3, 4]]), jnp.array([1, 1]))
    Array([3, 7], dtype=int64)
    """
    if out_sharding is not None:
        a, b = relaxed(a), relaxed(b)
    if (
        type(a) is type(b) is Array
        and 1 <= a.aval.ndim <= 2
        and 1 <= b.aval.ndim <= 2
        and a.aval.shape[-1] == b.aval.shape[0]
    ):
        out = contraction.matmul(  # the same, and quicker: 7 to 2 µs for small operands
            a, b, precision=precision, preferred_element_type=preferred_element_type
        )
        return out if out_sharding is None else constrained("dot", out, out_sharding)
    a, b = promote("dot", a, b)
    left, right = a.aval.ndim, b.aval.ndim
    if left == 0 or right == 0:
        out = _as_preferred(operators.multiply(a, b), preferred_element_type)
        return out if out_sharding is None else constrained("dot", out, out_sharding)
    other = max(right - 2, 0)
    if a.aval.shape[-1] != b.aval.shape[other]:
        would = contraction.fitting(a.aval.shape, b.aval.shape) if max(left, right) < 3 else ""
        raise errors.ShapeError(
            f"dot: axis {left - 1} of {a.aval} and axis {other} of {b.aval} must have the same "
            f"length{would}"
        )
    out = dot_general(a, b, _axes((left - 1,), (other,)), precision, preferred_element_type)
    return out if out_sharding is None else constrained("dot", out, out_sharding)


@recorded
def vdot(
    a: ArrayLike,
    b: ArrayLike,
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """The dot product of flattened arrays, the first conjugated.

    >>> jnp.vdot(jnp.array([1j, 2]), jnp.array([1j, 1]))
    Array(3.+0.j, dtype=complex128)
    """
    a, b = promote("vdot", a, b)
    if a.aval.size != b.aval.size:
        raise _mismatch("vdot", a, b, "operands must have as many elements")
    first = conj(a) if dtypes.is_complex(a.aval.dtype) else a
    return dot(
        ravel(first), ravel(b), precision=precision, preferred_element_type=preferred_element_type
    )


@recorded
def inner(
    a: ArrayLike,
    b: ArrayLike,
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """The sum of products over the last axes of both; a number scales.

    >>> jnp.inner(jnp.array([[1, 2], [3, 4]]), jnp.array([1, 1]))
    Array([3, 7], dtype=int64)
    """
    a, b = promote("inner", a, b)
    left, right = a.aval.ndim, b.aval.ndim
    if left == 0 or right == 0:
        return _as_preferred(operators.multiply(a, b), preferred_element_type)
    if a.aval.shape[-1] != b.aval.shape[-1]:
        raise _mismatch("inner", a, b, "the last axes must have the same length")
    numbers = _axes((left - 1,), (right - 1,))
    return dot_general(a, b, numbers, precision, preferred_element_type)


@recorded
def outer(a: ArrayLike, b: ArrayLike, out: None = None) -> Array:
    """The products of all pairs of elements: out[i, j] = a.ravel()[i] * b.ravel()[j].

    >>> jnp.outer(jnp.array([1, 2]), jnp.array([3, 4]))
    Array([[3, 4],
           [6, 8]], dtype=int64)
    """
    reject_out("outer", out)
    a, b = promote("outer", a, b)
    return operators.multiply(ravel(a)[:, None], ravel(b)[None, :])


@recorded
def tensordot(
    a: ArrayLike,
    b: ArrayLike,
    axes: Any = 2,
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    out_sharding: Any = None,
) -> Array:
    """The sum of products over chosen axes.

    axes: how many of a's last and b's first axes to contract, or two sequences of axes (or two
    axes). Returns an array with a's other axes, then b's. precision, preferred_element_type: as for
    `matmul`.

    >>> jnp.tensordot(jnp.ones((2, 3)), jnp.ones((3, 2)), axes=([1, 0], [0, 1]))
    Array(6., dtype=float64)
    """
    if out_sharding is not None:
        a, b = relaxed(a), relaxed(b)
    a, b = promote("tensordot", a, b)
    left, right = a.aval.ndim, b.aval.ndim
    if isinstance(axes, (tuple, list)) or (hasattr(axes, "__len__") and np.ndim(axes) > 0):
        _check_pair(axes)
        first, second = (_contracted(x, n) for x, n in zip(axes, (left, right), strict=True))
    else:
        if not hasattr(axes, "__index__"):
            raise _bad_axes(axes)
        count = index("tensordot", "axes", axes)
        if count > min(left, right):
            problem = f"Number of tensordot axes ({count}) exceeds input ranks"
            raise _mismatch("tensordot", a, b, problem)
        first, second = tuple(range(left - count, left)), tuple(range(count))
    if any(a.aval.shape[i] != b.aval.shape[j] for i, j in zip(first, second, strict=True)):
        raise _mismatch("tensordot", a, b, f"axes {first} and {second} must have the same lengths")
    out = dot_general(a, b, _axes(first, second), precision, preferred_element_type)
    return out if out_sharding is None else constrained("tensordot", out, out_sharding)


def _bad_axes(axes: Any) -> errors.FjaxError:
    return errors.FjaxTypeError(
        "tensordot axes argument must be an int, a pair of ints, or a pair of lists/tuples of "
        f"ints, got {axes!r}"
    )


def _check_pair(axes: Any) -> None:
    """Raise unless axes are a pair of ints or of sequences of the same length."""
    if len(axes) != 2:
        raise _bad_axes(axes)
    for x in axes:
        if not hasattr(x, "__index__") and not isinstance(x, (tuple, list, np.ndarray)):
            raise errors.FjaxTypeError(
                "tensordot requires both axes lists to be either ints, tuples or lists, got "
                f"{axes[0]!r} and {axes[1]!r}"
            )
    first, second = (np.size(x) for x in axes)
    if first != second:
        raise errors.FjaxTypeError(
            f"tensordot requires axes lists to have equal length, got {axes[0]!r} and {axes[1]!r}"
        )


def _contracted(axes: Any, rank: int) -> tuple[int, ...]:
    given = axes if isinstance(axes, (tuple, list)) or np.ndim(axes) else (axes,)
    return tuple(one_axis("tensordot", axis, rank) for axis in given)


@recorded
def vecdot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    *,
    axis: int = -1,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """The dot products of vectors along an axis, the first conjugated; other axes broadcast.

    >>> jnp.vecdot(jnp.array([[1, 2], [3, 4]]), jnp.array([1, 1]))
    Array([3, 7], dtype=int64)
    """
    x1, x2 = promote("vecdot", x1, x2)
    if x1.aval.ndim == 0 or x2.aval.ndim == 0:
        raise _mismatch("vecdot", x1, x2, "operands must have at least one axis")
    first, second = moveaxis(x1, axis, -1), moveaxis(x2, axis, -1)
    if first.aval.shape[-1] != second.aval.shape[-1]:
        problem = f"axis {axis} of both operands must have the same length"
        raise _mismatch("vecdot", x1, x2, problem)
    if dtypes.is_complex(first.aval.dtype):
        first = conj(first)
    out = contraction.matmul(
        expand_dims(first, -2),
        expand_dims(second, -1),
        precision=precision,
        preferred_element_type=preferred_element_type,
    )
    return Reshape(out.aval.shape[:-2])(out)


@recorded
def matvec(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The products of matrices (..., m, n) and vectors (..., n); leading axes broadcast.

    >>> jnp.matvec(jnp.array([[1, 2], [3, 4]]), jnp.array([1, 1]))
    Array([3, 7], dtype=int64)
    """
    x1, x2 = operands("matvec", x1, x2)
    if x1.aval.ndim < 2 or x2.aval.ndim < 1:
        raise _mismatch("matvec", x1, x2, "operands must be matrices and vectors")
    out = matmul(x1, expand_dims(x2, -1))
    return Reshape(out.aval.shape[:-1])(out)


@recorded
def vecmat(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The products of vectors (..., n), conjugated, and matrices (..., n, m).

    >>> jnp.vecmat(jnp.array([1, 1]), jnp.array([[1, 2], [3, 4]]))
    Array([4, 6], dtype=int64)
    """
    x1, x2 = operands("vecmat", x1, x2)
    if x1.aval.ndim < 1 or x2.aval.ndim < 2:
        raise _mismatch("vecmat", x1, x2, "operands must be vectors and matrices")
    first = conj(x1) if dtypes.is_complex(x1.aval.dtype) else x1
    out = matmul(expand_dims(first, -2), x2)
    shape = out.aval.shape
    return Reshape((*shape[:-2], shape[-1]))(out)


@recorded
def kron(a: ArrayLike, b: ArrayLike) -> Array:
    """The Kronecker product: every element of a times all of b.

    >>> jnp.kron(jnp.array([1, 10]), jnp.array([1, 2]))
    Array([ 1,  2, 10, 20], dtype=int64)
    """
    a, b = promote("kron", a, b)
    rank = max(a.aval.ndim, b.aval.ndim)
    left = (1,) * (rank - a.aval.ndim) + a.aval.shape
    right = (1,) * (rank - b.aval.ndim) + b.aval.shape
    spread = tuple(n for pair in left for n in (pair, 1))
    tiled = tuple(n for pair in right for n in (1, pair))
    out = operators.multiply(Reshape(spread)(a), Reshape(tiled)(b))
    return Reshape(tuple(math.prod(p) for p in zip(left, right, strict=True)))(out)


@recorded
def cross(
    a: ArrayLike,
    b: ArrayLike,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Array:
    """The vector product of vectors of 2 or 3 components; of two in the plane, its third component.

    axisa, axisb, axisc: where the components are in a, b and the result. axis: all three of them.

    >>> jnp.cross(jnp.array([1, 0, 0]), jnp.array([0, 1, 0]))
    Array([0, 0, 1], dtype=int64)
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = promote("cross", a, b)
    a, b = moveaxis(a, axisa, -1), moveaxis(b, axisb, -1)
    lengths = (a.aval.shape[-1], b.aval.shape[-1])
    if any(n not in (2, 3) for n in lengths):
        raise _mismatch("cross", a, b, "vectors must have 2 or 3 components")
    a0, a1, b0, b1 = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    third = operators.subtract(operators.multiply(a0, b1), operators.multiply(a1, b0))
    if lengths == (2, 2):
        return third
    zero = np.zeros((), a.aval.dtype)
    a2 = a[..., 2] if lengths[0] == 3 else zero
    b2 = b[..., 2] if lengths[1] == 3 else zero
    first = operators.subtract(operators.multiply(a1, b2), operators.multiply(a2, b1))
    second = operators.subtract(operators.multiply(a2, b0), operators.multiply(a0, b2))
    return stack([first, second, third], axis=axisc)
