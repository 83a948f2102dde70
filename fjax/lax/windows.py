"""lax functions over sliding windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors, tree
from fjax.core import dtypes
from fjax.core.annotations import T
from fjax.core.avals import ShapedArray
from fjax.core.primitive import Monoid
from fjax.lax.axes import ints, like_operand
from fjax.lax.composed import ComposedOperation
from fjax.lax.convolution import padtype_to_pads
from fjax.lax.reductions import REDUCTIONS, Combination
from fjax.lax.shaping import concatenate, pad, reshape
from fjax.primitives import shaping, structure, windows

reduce_window_sum_p, reduce_window_max_p, reduce_window_min_p = (
    windows.ReduceWindowSum,
    windows.ReduceWindowMax,
    windows.ReduceWindowMin,
)
select_and_gather_add_p, select_and_scatter_add_p = (
    windows.SelectAndGatherAdd,
    windows.SelectAndScatterAdd,
)
_PRIMITIVES: dict[Monoid | None, type] = {
    Monoid.ADD: reduce_window_sum_p,
    Monoid.MAX: reduce_window_max_p,
    Monoid.MIN: reduce_window_min_p,
}


def reduce_window(
    operand: T,
    init_value: Any,
    computation: Callable[[Any, Any], Any],
    window_dimensions: Sequence[int],
    window_strides: Sequence[int] | None = None,
    padding: str | Sequence[tuple[int, int]] = "VALID",
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> T:
    """Combine the elements of each sliding window with an associative function of two scalars.

    Args:
      operand: an array, or a pytree of arrays of one shape.
      init_value: a scalar (or a pytree of them) that every window starts from. Padding adds
        nothing.
      computation: the function of two scalars (or pytrees); add, max and min are recognised.
      window_dimensions, window_strides: lengths and steps per axis.
      padding: "VALID", "SAME" (for the operand's lengths, without base_dilation), or (low, high)
        pairs per axis.
      base_dilation, window_dilation: distances between elements of the operand, and of a window.

    >>> import numpy as np, fjax.lax as lax
    >>> reduce_window(np.arange(4.0), -np.inf, lax.max, (2,), (2,)).tolist()
    [1.0, 3.0]
    """
    combination = Combination("reduce_window", computation, operand, init_value)
    xs = combination.operands
    rank = xs[0].ndim
    ones = (1,) * rank
    window = ints(window_dimensions)
    strides, base, dilation = (
        ones if v is None else ints(v) for v in (window_strides, base_dilation, window_dilation)
    )
    if not all(len(v) == rank for v in (window, strides, base, dilation)):
        raise errors.ShapeError(
            f"reduce_window: {xs[0].aval} needs window lengths, strides and "
            f"dilations for {rank} axes, got {window}, {strides}, {base} and "
            f"{dilation}"
        )
    if isinstance(padding, str):
        sizes = [windows.dilated(w, d) for w, d in zip(window, dilation, strict=True)]
        padding = padtype_to_pads(xs[0].shape, sizes, strides, padding)
    pairs = tuple((int(lo), int(hi)) for lo, hi in padding)
    out = _by_monoid(combination, (window, strides, pairs, base, dilation))
    if out is None:
        out = _by_fold(combination, window, strides, pairs, base, dilation)
    return tree.unflatten(combination.structure, out)


def _by_monoid(combination: Combination, parameters: tuple[Any, ...]) -> list[Any] | None:
    """The windows' reductions, if the function is a monoid that has a primitive."""
    kind = _PRIMITIVES.get(combination.monoid)
    if kind is None:
        return None
    primitive, (x,) = kind(*parameters), combination.operands
    found = primitive(x)
    if combination.starts_at(primitive.identity(dtypes.physical(x.dtype))):
        return [found]
    return combination.combine([structure.spread(combination.initial[0], found.shape)], [found])


def _by_fold(
    combination: Combination,
    window: tuple[Any, ...],
    strides: tuple[Any, ...],
    pairs: tuple[Any, ...],
    base: tuple[Any, ...],
    dilation: tuple[Any, ...],
) -> list[Any]:
    """The windows' elements laid out along a new first axis, and folded; padding does not count."""
    xs = combination.operands
    where = windows.ReduceWindowSum(window, strides, pairs, base, dilation)
    shape = where.windowed_shape(xs[0].aval)
    config = [(lo, hi, b - 1) for (lo, hi), b in zip(pairs, base, strict=True)]

    def laid_out(x: Any, value: Any) -> Any:
        padded = pad(x, value, config)
        parts = [shaping.Slice(*_bounds(part))(padded) for part in where.positions(shape)]
        return concatenate([reshape(p, (1, *shape)) for p in parts], 0)

    if combination.monoid is not None:
        nothing = REDUCTIONS[combination.monoid]((0,)).identity(dtypes.physical(xs[0].dtype))
        return combination.fold([laid_out(xs[0], like_operand(nothing, xs[0]))])
    values = [laid_out(x, v) for x, v in zip(xs, combination.initial, strict=True)]
    if all(lo <= 0 and hi <= 0 and step == 0 for lo, hi, step in config):
        return combination.fold(values)
    return combination.fold(values, laid_out(np.ones(xs[0].shape, bool), np.bool_(False)))


def _bounds(part: Sequence[slice]) -> tuple[Any, ...]:
    return (
        tuple(s.start for s in part),
        tuple(s.stop for s in part),
        tuple(s.step or 1 for s in part),
    )


def reduce_window_shape_tuple(
    operand_shape: Sequence[int],
    window_dimensions: Sequence[int],
    window_strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """The shape of reduce_window's result for these parameters.

    >>> lax.reduce_window_shape_tuple((5,), (3,), (2,), [(0, 0)])
    (2,)
    """
    ones = (1,) * len(operand_shape)
    pairs = tuple((int(lo), int(hi)) for lo, hi in padding)
    where = windows.ReduceWindowSum(
        ints(window_dimensions),
        ints(window_strides),
        pairs,
        ones if base_dilation is None else ints(base_dilation),
        ones if window_dilation is None else ints(window_dilation),
    )
    return where.windowed_shape(ShapedArray(ints(operand_shape), np.float32))


def _reduced(
    *operands_and_starts: Any,
    computation: Callable[..., Any],
    window_dimensions: Sequence[int],
    **parameters: Any,
) -> list[Any]:
    """All operands, then their initial values; the computation takes and gives lists."""
    n = len(operands_and_starts) // 2
    return reduce_window(
        list(operands_and_starts[:n]),
        list(operands_and_starts[n:]),
        computation,
        window_dimensions,
        **parameters,
    )


reduce_window_p = ComposedOperation("reduce_window", _reduced, multiple_results=True)
