"""Products of fjax.numpy.linalg, with the array API's signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.documentation import renamed
from fjax.interpreters.recorded import recorded
from fjax.numpy import matrices, products, shaping
from fjax.numpy.arguments import operand
from fjax.primitives.families import describe


def multi_dot(arrays: Sequence[ArrayLike], *, precision: Any = None) -> Array:
    """The product of matrices in the cheapest order; the first and last may be vectors.

    >>> jnp.linalg.multi_dot([jnp.ones((2, 3)), jnp.ones((3, 4)), jnp.ones(4)])
    Array([12., 12.], dtype=float64)
    """
    parts = [operand("multi_dot", a) for a in arrays]
    if len(parts) < 2:
        raise errors.FjaxValueError(f"multi_dot takes two arrays or more, got {len(parts)}")
    if any(p.aval.ndim != 2 for p in parts[1:-1]) or any(p.aval.ndim not in (1, 2) for p in parts):
        raise errors.ShapeError(
            "multi_dot: input arrays must all be two-dimensional, except for the first and last "
            f"which may be 1 or 2 dimensional, got {describe([p.aval for p in parts])}"
        )
    if len(parts) == 2:
        return products.dot(*parts, precision=precision)
    sizes = [1 if parts[0].aval.ndim == 1 else parts[0].aval.shape[0]]
    sizes += [p.aval.shape[0] for p in parts[1:]]
    sizes.append(1 if parts[-1].aval.ndim == 1 else parts[-1].aval.shape[1])
    splits = _cheapest_splits(tuple(sizes))

    def multiply(i: int, j: int) -> Any:
        if i == j:
            return parts[i]
        middle = splits[i, j]
        return products.dot(multiply(i, middle), multiply(middle + 1, j), precision=precision)

    return multiply(0, len(parts) - 1)


def _cheapest_splits(sizes: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Where to split each run of factors, by dynamic programming over the number of products."""
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    split: dict[tuple[int, int], int] = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            costs = [
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            ]
            cost[i, j], split[i, j] = min(costs)
    return split


def matmul(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """The matrix product, as fjax.numpy.matmul.

    >>> jnp.linalg.matmul(jnp.array([[1, 2], [3, 4]]), jnp.array([1, 1]))
    Array([3, 7], dtype=int64)
    """
    return products.matmul(
        x1, x2, precision=precision, preferred_element_type=preferred_element_type
    )


def tensordot(
    x1: ArrayLike,
    x2: ArrayLike,
    /,
    *,
    axes: Any = 2,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    out_sharding: Any = None,
) -> Array:
    """The sum of products over chosen axes, as fjax.numpy.tensordot.

    >>> jnp.linalg.tensordot(jnp.ones((2, 3, 4)), jnp.ones((3, 4, 5))).shape
    (2, 5)
    """
    return products.tensordot(
        x1,
        x2,
        axes,
        precision=precision,
        preferred_element_type=preferred_element_type,
        out_sharding=out_sharding,
    )


vecdot = renamed(products.vecdot, "vecdot", __name__)


def outer(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The products of all pairs of elements of two vectors.

    >>> jnp.linalg.outer(jnp.array([1, 2]), jnp.array([3, 4]))
    Array([[3, 4],
           [6, 8]], dtype=int64)
    """
    x1, x2 = operand("outer", x1), operand("outer", x2)
    if x1.aval.ndim != 1 or x2.aval.ndim != 1:
        raise errors.ShapeError(
            f"outer: operands must be vectors, got {describe((x1.aval, x2.aval))}"
        )
    return products.outer(x1, x2)


def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: int = -1) -> Array:
    """The vector product of vectors of 3 components along an axis.

    >>> jnp.linalg.cross(jnp.array([1, 0, 0]), jnp.array([0, 1, 0]))
    Array([0, 0, 1], dtype=int64)
    """
    x1, x2 = operand("cross", x1), operand("cross", x2)
    if x1.aval.shape[axis] != 3 or x2.aval.shape[axis] != 3:
        raise errors.ShapeError(
            f"cross: both arrays must be (arrays of) 3-dimensional vectors, got "
            f"{describe((x1.aval, x2.aval))}"
        )
    return products.cross(x1, x2, axis=axis)


def matrix_transpose(x: ArrayLike, /) -> Array:
    """The transposes of matrices.

    >>> jnp.linalg.matrix_transpose(jnp.array([[1, 2], [3, 4]]))
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    return shaping.matrix_transpose(x)


@recorded
def diagonal(x: ArrayLike, /, *, offset: int = 0) -> Array:
    """The diagonals of matrices.

    >>> jnp.linalg.diagonal(jnp.array([[1, 2], [3, 4]]))
    Array([1, 4], dtype=int64)
    """
    return matrices.diagonal(x, offset=offset, axis1=-2, axis2=-1)


@recorded
def trace(x: ArrayLike, /, *, offset: int = 0, dtype: DTypeLike | None = None) -> Array:
    """The sums of the diagonals of matrices.

    >>> jnp.linalg.trace(jnp.array([[1, 2], [3, 4]]))
    Array(5, dtype=int64)
    """
    return matrices.trace(x, offset=offset, axis1=-2, axis2=-1, dtype=dtype)
