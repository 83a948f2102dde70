"""scatter_apply: a function of what is at the index vectors, written back there."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.plain_arguments import check_callable
from fjax.core.tracing import aval_of, unknown
from fjax.lax.axes import array_of
from fjax.lax.control_flow import while_loop
from fjax.lax.slicing import gather_mode
from fjax.primitives import indexing, reductions
from fjax.primitives.arithmetic import add
from fjax.primitives.comparison import gt, lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.generators import full
from fjax.primitives.index_arithmetic import ScatterDimensionNumbers
from fjax.primitives.index_rows import wide_indices
from fjax.primitives.operators import broadcast_to_shape
from fjax.primitives.selection import select_n


def scatter_apply(
    operand: ArrayLike,
    scatter_indices: ArrayLike,
    func: Callable[[Any], Any],
    dimension_numbers: ScatterDimensionNumbers,
    *,
    update_shape: Sequence[int] = (),
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    mode: Any = None,
) -> Array:
    """The operand with an elementwise function applied to what is at each index vector.

    Where index vectors repeat, the function is applied as often.

    >>> numbers = lax.ScatterDimensionNumbers(
    ...     (), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
    >>> lax.scatter_apply(jnp.array([1.0, 4.0]), jnp.array([[1]]), jnp.sqrt, numbers)
    Array([1., 2.], dtype=float64)
    """
    check_callable("scatter_apply", func)
    x, indices = array_of(operand), array_of(wide_indices(scatter_indices))
    bound = indexing.Scatter(
        dimension_numbers, gather_mode(mode), unique_indices, indices_are_sorted
    )
    shape = tuple(update_shape) or indices.shape[:-1]
    windows = full(shape, 0, x.dtype)

    def applied(current: Any, often: Any = None) -> Any:
        before = bound.read(current, indices, windows)
        after = convert_element_type(func(before), x.dtype, x.weak_type)
        after = broadcast_to_shape(after, before.shape)
        return bound(current, indices, after if often is None else select_n(often, before, after))

    if unique_indices or math.prod(shape) == 0 or math.prod(indices.shape[:-1]) == 1:
        return applied(x) if math.prod(shape) else x
    counts = (full(x.shape, 0, dtypes.int32), indices, full(shape, 1, dtypes.int32))
    if not unknown(indices):
        (known,) = bound.adding().evaluate(np, *[np.asarray(v) for v in counts])
        if known.max(initial=0) <= 1:
            return applied(x)
    return _repeated(x, applied, bound.read(bound.adding()(*counts), indices, counts[2]))


def _repeated(x: Any, applied: Callable[..., Any], counts: Any) -> Any:
    """The function applied in rounds, each time where it is still due."""
    rounds = reductions.ReduceMax(tuple(range(counts.ndim)))(counts)

    def due(state: tuple[Any, Any]) -> Any:
        return lt(state[0], rounds)

    def step(state: tuple[Any, Any]) -> tuple[Any, Any]:
        number, current = state
        return add(number, like(1, number)), applied(current, gt(counts, number))

    start = full((), 0, aval_of(counts).dtype)
    return while_loop(due, step, (start, x))[1]
