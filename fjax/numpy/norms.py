"""Norms of vectors and matrices, and what singular values say."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions
from fjax.numpy.arguments import inexact, operand, several_axes
from fjax.numpy.elementwise import abs as absolute
from fjax.numpy.elementwise import isnan, real, sqrt
from fjax.numpy.linear_systems import inv
from fjax.numpy.selection import where
from fjax.numpy.shaping import expand_dims, moveaxis
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.eigen import Svd
from fjax.primitives.matrices import conjugated


def singular_values(x: Any) -> Array:
    """The singular values alone, descending."""
    return Svd(compute_uv=False)(x)[0]


def _squares(x: Any) -> Any:
    """|x|^2 without the square root of abs, whose derivative at 0 is undefined."""
    return real(x * conjugated(x))


@recorded
def norm(
    x: ArrayLike, ord: int | float | str | None = None, axis: Axes = None, keepdims: bool = False
) -> Array:
    """The norm of vectors or matrices.

    ord: None for the Euclidean (Frobenius) norm; for vectors a number or +-inf; for matrices "fro",
    "nuc", 1, -1, 2, -2, inf or -inf. axis: the vectors' axis, or the matrices' two; None for all of
    x. keepdims: the axes stay, with length 1.

    >>> import fjax.numpy as jnp
    >>> float(jnp.linalg.norm(jnp.array([3.0, 4.0])))
    5.0
    """
    x = inexact("norm", x)
    rank = x.aval.ndim
    if axis is None:
        if ord is None:
            return sqrt(reductions.sum(_squares(x), keepdims=keepdims))
        axes = tuple(range(rank))
    else:
        axes = several_axes("norm", axis, rank)
    if len(axes) == 1:
        return vector_norm(x, ord=2 if ord is None else ord, axis=axes[0], keepdims=keepdims)
    if len(axes) == 2:
        return _of_matrices(x, ord, axes, keepdims)
    raise errors.FjaxValueError(
        f"norm: {len(axes)} axes of {x.aval} are neither a vector's nor a matrix's; pass one axis "
        f"or two"
    )


def _of_matrices(x: Any, ord: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    """The norm of the matrices in two axes."""
    if ord is None or ord in ("f", "fro"):
        return sqrt(reductions.sum(_squares(x), axis=axes, keepdims=keepdims))
    if ord in ("nuc", 2, -2):
        values = singular_values(moveaxis(x, axes, (-2, -1)))
        if ord == "nuc":
            out = reductions.sum(values, axis=-1)
        elif ord == 2:
            out = reductions.max(values, axis=-1, initial=0)
        else:
            out = reductions.min(values, axis=-1)
        return expand_dims(out, axes) if keepdims else out
    if ord not in (1, -1, np.inf, -np.inf):
        raise errors.FjaxValueError(
            f"Invalid order '{ord}' for matrix norm; there are: 'fro', 'nuc', 1, -1, 2, -2, "
            "inf, -inf"
        )
    row, column = axes if abs(ord) == 1 else axes[::-1]
    sums = reductions.sum(absolute(x), axis=row, keepdims=True)
    if ord > 0:
        out = reductions.max(sums, axis=column, keepdims=True, initial=0)
    else:
        out = reductions.min(sums, axis=column, keepdims=True)
    return out if keepdims else reductions.sum(out, axis=axes)


@recorded
def vector_norm(
    x: ArrayLike, /, *, axis: Axes = None, keepdims: bool = False, ord: int | float | str = 2
) -> Array:
    """The norm of vectors along axes (of all elements by default).

    ord: 0 counts nonzero elements, +-inf takes the greatest or least modulus, any other p gives
    sum(|x|^p)^(1/p).

    >>> jnp.linalg.vector_norm(jnp.array([3.0, 4.0]))
    Array(5., dtype=float64)
    """
    x = inexact("vector_norm", x)
    axes = several_axes("vector_norm", axis, x.aval.ndim)
    if ord is None or ord == 2:
        return sqrt(reductions.sum(_squares(x), axis=axes, keepdims=keepdims))
    if ord == np.inf:
        return reductions.max(absolute(x), axis=axes, keepdims=keepdims, initial=0)
    if ord == -np.inf:
        return reductions.min(absolute(x), axis=axes, keepdims=keepdims)
    if ord == 0:
        kind = dtypes.real_part(x.aval.dtype)
        return reductions.sum(x != 0, axis=axes, dtype=kind, keepdims=keepdims)
    if ord == 1:
        return reductions.sum(absolute(x), axis=axes, keepdims=keepdims)
    if isinstance(ord, str):
        raise errors.FjaxValueError(
            f"Invalid order '{ord}' for vector norm: it is a number, inf or -inf"
        )
    power = reductions.sum(absolute(x) ** ord, axis=axes, keepdims=keepdims)
    return power ** (1.0 / ord)


@recorded
def matrix_norm(
    x: ArrayLike, /, *, keepdims: bool = False, ord: int | float | str = "fro"
) -> Array:
    """The norm of the matrices in the last two axes; ord as for `norm`.

    >>> jnp.linalg.matrix_norm(jnp.array([[3.0, 0.0], [0.0, 4.0]]))
    Array(5., dtype=float64)
    """
    return norm(x, ord=ord, keepdims=keepdims, axis=(-2, -1))


@recorded
def svdvals(x: ArrayLike, /) -> Array:
    """The singular values of matrices (..., m, n), descending.

    >>> jnp.linalg.svdvals(jnp.array([[3.0, 0.0], [0.0, -4.0]]))
    Array([4., 3.], dtype=float64)
    """
    return singular_values(inexact("svdvals", x))


@recorded
def cond(x: ArrayLike, p: int | float | str | None = None) -> Array:
    """The condition number of matrices: norm(x) * norm(inv(x)) in the norm p (None: the ratio of
    the greatest to the least singular value).

    >>> jnp.linalg.cond(jnp.diag(jnp.array([1.0, 10.0])))
    Array(10., dtype=float64)
    """
    x = inexact("cond", x)
    if x.aval.ndim < 2 or 0 in x.aval.shape[-2:]:
        raise errors.FjaxValueError(
            f"cond: input array must be at least 2D and not be empty; got {x.aval}"
        )
    if p is None or p == 2:
        values = singular_values(x)
        return values[..., 0] / values[..., -1]
    if p == -2:
        values = singular_values(x)
        ratio = values[..., -1] / values[..., 0]
    else:
        if x.aval.shape[-1] != x.aval.shape[-2]:
            raise errors.FjaxValueError(f"cond: for {p=}, array must be square; got {x.aval}")
        ratio = matrix_norm(x, ord=p) * matrix_norm(inv(x), ord=p)
    known = ~reductions.any(isnan(x), axis=(-2, -1))
    return where(isnan(ratio) & known, np.inf, ratio)


@recorded
def matrix_rank(
    M: ArrayLike,
    rtol: ArrayLike | None = None,
    *,
    hermitian: bool = False,
    tol: ArrayLike | None = None,
) -> Array:
    """How many singular values of matrices are greater than rtol (an absolute bound, or one for
    each matrix). By default: the greatest value times max(m, n) times the dtype's epsilon.

    >>> jnp.linalg.matrix_rank(jnp.array([[1.0, 2.0], [2.0, 4.0]]))
    Array(1, dtype=int64)
    """
    if tol is not None and rtol is not None:
        raise errors.FjaxValueError("matrix_rank: only one of tol or rtol may be specified.")
    rtol = tol if rtol is None else rtol
    x = inexact("matrix_rank", M)
    if x.aval.ndim < 2:
        return convert_element_type(reductions.any(x != 0), dtypes.int32)
    del hermitian  # the singular values are those of any matrix
    values = singular_values(x)
    if rtol is None:
        scale = max(x.aval.shape[-2:]) * float(dtypes.finfo(x.aval.dtype).eps)
        rtol = reductions.max(values, axis=-1, initial=0) * scale
    bound = operand("matrix_rank", rtol)
    return reductions.sum(values > expand_dims(bound, bound.aval.ndim), axis=-1)
