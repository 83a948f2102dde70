"""lax functions that sort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from fjax import errors
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import family
from fjax.lax.axes import array_of, one_axis, static_int
from fjax.primitives import sorting
from fjax.primitives.arithmetic import neg

sort_p, top_k_p, approx_top_k_p = sorting.Sort, sorting.TopK, sorting.TopK


@overload
def sort(
    operand: ArrayLike, dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> Array: ...
@overload
def sort(
    operand: Sequence[ArrayLike], dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> tuple[Array, ...]: ...
def sort(
    operand: Any, dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> Array | tuple[Array, ...]:
    """The operand sorted along an axis; a sequence of arrays is reordered by its first `num_keys`.

    NaN comes last, -0.0 equals 0.0. A sequence gives a tuple.

    >>> import numpy as np
    >>> [x.tolist() for x in sort((np.array([3, 1, 2]), np.array([0, 1, 2])))]
    [[1, 2, 3], [1, 2, 0]]
    """
    single = not isinstance(operand, (tuple, list))
    xs = [array_of(x) for x in ((operand,) if single else operand)]
    if not xs:
        raise errors.FjaxTypeError("sort needs at least one operand, got none")
    if not 1 <= num_keys <= len(xs):
        raise errors.FjaxValueError(
            f"sort: num_keys must be between 1 and {len(xs)}, the number "
            f"of operands, got {num_keys}"
        )
    dimension = one_axis("sort", dimension, xs[0].ndim)
    outs = sorting.Sort(dimension, bool(is_stable), num_keys)(*xs)
    return outs[0] if single else tuple(outs)


def sort_key_val(
    keys: ArrayLike, values: ArrayLike, dimension: int = -1, is_stable: bool = True
) -> tuple[Array, Array]:
    """The keys sorted along an axis, and the values in the same order.

    >>> lax.sort_key_val(jnp.array([3, 1, 2]), jnp.array([10, 20, 30]))
    (Array([1, 2, 3], dtype=int64), Array([20, 30, 10], dtype=int64))
    """
    first, second = sort((keys, values), dimension, is_stable, 1)
    return first, second


def top_k(operand: ArrayLike, k: int, *, axis: int = -1) -> tuple[Array, Array]:
    """The k greatest elements along an axis in descending order, and their int32 indices.

    Floats are in total order: NaN is above inf, 0.0 above -0.0, and a NaN whose sign bit is set (as
    in -NaN) below everything. Of equal elements the first comes first.
    operand: an array.

    >>> lax.top_k(jnp.array([3, 9, 5]), 2)
    (Array([9, 5], dtype=int64), Array([1, 2], dtype=int32))
    """
    x = array_of(operand)
    if not x.ndim:
        raise errors.ShapeError(f"top_k: the operand must have at least one axis, got {x.aval}")
    values, indices = sorting.TopK(static_int("top_k", "k", k), one_axis("top_k", axis, x.ndim))(x)
    return values, indices


@family
def _approximate(
    name: str,
    choose: Callable[..., Any],
    operand: ArrayLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
) -> tuple[Array, Array]:
    """approx_max_k or approx_min_k; top_k or its mirror image gives their exact answer."""
    return choose(operand, k, axis=reduction_dimension)


def _bottom_k(operand: Any, k: int, *, axis: int) -> tuple[Any, Any]:
    values, indices = top_k(neg(operand), k, axis=axis)
    return neg(values), indices


approx_max_k = _approximate(
    "approx_max_k",
    top_k,
    """top_k along an axis; exact, whatever recall is asked for.

    >>> lax.approx_max_k(jnp.array([3.0, 9.0, 5.0]), 2)
    (Array([9., 5.], dtype=float64), Array([1, 2], dtype=int32))
    """,
)
approx_min_k = _approximate(
    "approx_min_k",
    _bottom_k,
    """The k least elements along an axis in ascending order, and their int32 indices; exact.

    >>> lax.approx_min_k(jnp.array([3.0, 9.0, 5.0]), 2)
    (Array([3., 5.], dtype=float64), Array([0, 2], dtype=int32))
    """,
)
