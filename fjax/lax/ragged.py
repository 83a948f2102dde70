"""Products with one axis in groups, and products with scales of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.errors import ShapeError
from fjax.lax.axes import array_of, ints
from fjax.primitives.arithmetic import mul
from fjax.primitives.contraction import DimensionNumbers, dot_general
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import describe
from fjax.primitives.placing import constrained
from fjax.primitives.precision import canonical_precision
from fjax.primitives.ragged import RaggedDot
from fjax.primitives.structure import BroadcastInDim, Reshape

ragged_dot_general_p = RaggedDot


@dataclass(frozen=True)
class RaggedDotDimensionNumbers:
    """Which axes of a ragged product are contracted, batch, ragged and group axes.

    `dot_dimension_numbers` is as in dot_general. `lhs_ragged_dimensions` names the one axis of the
    lhs that falls into groups, `rhs_group_dimensions` the axis of the rhs with one matrix for each
    group: just one if the ragged axis is neither contracted nor a batch axis, otherwise none.
    """

    dot_dimension_numbers: DimensionNumbers
    lhs_ragged_dimensions: Sequence[int]
    rhs_group_dimensions: Sequence[int]

    def __post_init__(self) -> None:
        pairs = tuple(tuple(ints(axes) for axes in pair) for pair in self.dot_dimension_numbers)
        object.__setattr__(self, "dot_dimension_numbers", pairs)
        for name in ("lhs_ragged_dimensions", "rhs_group_dimensions"):
            object.__setattr__(self, name, ints(getattr(self, name)))


def ragged_dot(
    lhs: ArrayLike,
    rhs: ArrayLike,
    group_sizes: ArrayLike,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    group_offset: Any = None,
    out_sharding: Any = None,
) -> Array:
    """Rows of the lhs in consecutive groups, each multiplied by its own matrix.

    Args:
      lhs: array of shape (m, k).
      rhs: array of shape (groups, k, n).
      group_sizes: integers of shape (groups,): how many rows each group has; rows beyond their sum
        give zeros.
      precision, preferred_element_type: as in dot_general.
      group_offset: must be None. out_sharding: where the result must live.

    Returns an array of shape (m, n).

    >>> import numpy as np
    >>> ragged_dot(np.ones((3, 1)), np.array([[[1.0]], [[2.0]]]), np.array([2, 1])).tolist()
    [[1.0], [1.0], [2.0]]
    """
    left, right, sizes = aval_of(lhs), aval_of(rhs), aval_of(group_sizes)
    if (
        left.ndim != 2
        or right.ndim != 3
        or sizes.shape != right.shape[:1]
        or left.shape[1] != right.shape[1]
    ):
        raise ShapeError(
            "ragged_dot: operands must have shapes (m, k), (groups, k, n), "
            f"(groups,), got {describe((left, right, sizes))}"
        )
    numbers = RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), (0,), (0,))
    return ragged_dot_general(
        lhs,
        rhs,
        group_sizes,
        numbers,
        precision,
        preferred_element_type,
        group_offset,
        out_sharding,
    )


def ragged_dot_general(
    lhs: ArrayLike,
    rhs: ArrayLike,
    group_sizes: ArrayLike,
    ragged_dot_dimension_numbers: RaggedDotDimensionNumbers,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    group_offset: Any = None,
    out_sharding: Any = None,
) -> Array:
    """dot_general with an axis of the lhs that falls into consecutive groups.

    If that axis is neither contracted nor a batch axis, each row is multiplied by the matrix of its
    group in the rhs. Rows beyond the last group give zeros. If it is contracted, there is a sum for
    each group, along a new first axis. If it is a batch axis, this is dot_general.

    Args:
      lhs, rhs: arrays.
      group_sizes: integers, the lengths of the groups in order. Shape (groups,), or that of the
        lhs's batch axes and of its axes of the ragged one's kind before that one, then (groups,).
      ragged_dot_dimension_numbers: a RaggedDotDimensionNumbers.
      precision, preferred_element_type: as in dot_general.
      group_offset: must be None. out_sharding: where the result must live.

    Raises TypeError if shapes or axes do not fit. Every group costs what its rows cost.

    >>> import numpy as np
    >>> x, y = np.array([[1.0, 2.0, 3.0]]), np.array([[1.0], [1.0], [1.0]])
    >>> sums = RaggedDotDimensionNumbers((((1,), (0,)), ((), ())), (1,), ())
    >>> ragged_dot_general(x, y, np.array([2, 1]), sums).tolist()
    [[[3.0]], [[3.0]]]
    """
    if group_offset is not None:
        raise NotImplementedError(
            "ragged_dot_general: group_offset is not supported; pass None "
            "(and only the groups that count)"
        )
    x, y, sizes = array_of(lhs), array_of(rhs), array_of(group_sizes)
    ragged = ragged_dot_dimension_numbers.lhs_ragged_dimensions
    numbers = ragged_dot_dimension_numbers.dot_dimension_numbers
    groups = ragged_dot_dimension_numbers.rhs_group_dimensions
    if len(ragged) != 1:
        raise ShapeError(
            f"ragged_dot_general expects exactly one lhs ragged dimension, got {ragged}"
        )
    if not 0 <= ragged[0] < x.ndim:
        raise ShapeError(
            "ragged_dot_general requires lhs ragged dimension numbers to be "
            "nonnegative and less than the number of axes of the lhs value, got "
            f"{ragged[0]} for {x.aval}"
        )
    if ragged[0] in numbers[1][0]:
        out = _batch_ragged(
            x, y, sizes, ragged[0], numbers, groups, precision, preferred_element_type
        )
        return constrained("ragged_dot_general", out, out_sharding)
    preferred = preferred_element_type
    preferred = None if preferred is None else dtypes.canonicalize(preferred)
    op = RaggedDot(
        numbers,
        ragged[0],
        groups[0] if len(groups) == 1 else None,
        canonical_precision(precision),
        preferred,
    )
    if sizes.ndim == 1:
        shape = op.sizes_shape(x.aval, sizes.shape[0])
        sizes = BroadcastInDim(shape, (len(shape) - 1,))(sizes) if len(shape) > 1 else sizes
    return constrained("ragged_dot_general", op(x, y, sizes), out_sharding)


def _batch_ragged(
    x: Any,
    y: Any,
    sizes: Any,
    ragged: int,
    numbers: DimensionNumbers,
    groups: Sequence[int],
    precision: Any,
    preferred: Any,
) -> Any:
    """Groups of a batch axis: every element of it has its own product anyway."""
    if groups:
        raise ShapeError(
            "ragged_dot_general requires zero group dimensions in the rhs when lhs "
            f"ragged dimension is contracting or batch, got {groups}"
        )
    batch = numbers[1][0]
    lead = tuple(x.shape[a] for a in batch[: batch.index(ragged)])
    if sizes.ndim != 1 and sizes.shape[:-1] != lead:
        raise ShapeError(
            f"ragged_dot_general: expected group_sizes to have shape "
            f"{(*lead, *sizes.shape[-1:])}, got {sizes.shape}"
        )
    return dot_general(x, y, numbers, precision, preferred)


def scaled_dot(
    lhs: ArrayLike,
    rhs: ArrayLike,
    *,
    lhs_scale: Any = None,
    rhs_scale: Any = None,
    dimension_numbers: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """dot_general of operands that are multiplied by a scale for each block of a contracted axis.

    Args:
      lhs, rhs: arrays of one rank, usually of 8-bit floats; they are scaled in bfloat16.
      lhs_scale, rhs_scale: arrays of the operand's rank and lengths. Along contracted axes the
        operand's length must be a multiple of the scale's, at least twice as large. None for no
        scale.
      dimension_numbers: as in dot_general; by default the last two axes are matrices.
      preferred_element_type: the result's dtype, bfloat16 unless given.

    Raises TypeError if a scale does not fit its operand. It has derivatives in all operands.

    >>> import numpy as np
    >>> x, w = np.ones((1, 4), np.float32), np.ones((4, 1), np.float32)
    >>> float(scaled_dot(x, w, lhs_scale=np.array([[1.0, 10.0]], np.float32))[0, 0])
    22.0
    """
    x, y = array_of(lhs), array_of(rhs)
    if dimension_numbers is None:
        if x.ndim < 2:
            raise ShapeError(f"scaled_dot: operands need at least two axes, got {x.aval}")
        lead = tuple(range(x.ndim - 2))
        dimension_numbers = (((x.ndim - 1,), (x.ndim - 2,)), (lead, lead))
    contracts, _ = dimension_numbers
    if x.ndim != y.ndim:
        raise ShapeError(
            "scaled_dot: All input tensors must have the same rank, got "
            f"{describe((x.aval, y.aval))}"
        )
    preferred = dtypes.bfloat16 if preferred_element_type is None else preferred_element_type
    return dot_general(
        _scaled("lhs", x, lhs_scale, ints(contracts[0])),
        _scaled("rhs", y, rhs_scale, ints(contracts[1])),
        dimension_numbers,
        preferred_element_type=preferred,
    )


def _scaled(side: str, x: Any, scale: Any, contract: Sequence[int]) -> Any:
    """The operand in bfloat16, each block multiplied by its scale."""
    narrow = convert_element_type(x, dtypes.bfloat16)
    if scale is None:
        return narrow
    s = array_of(scale)
    if s.ndim != x.ndim:
        raise ShapeError(
            f"scaled_dot: All input tensors must have the same rank, got {x.aval} and "
            f"its scale {s.aval}"
        )
    for axis, (n, blocks) in enumerate(zip(x.shape, s.shape, strict=True)):
        if axis not in contract and n != blocks:
            raise ShapeError(
                f"scaled_dot: {side} dim {axis} of {x.aval} does not match scale dim "
                f"size {blocks} of {s.aval}"
            )
        if axis in contract and (blocks == 0 or n % blocks or n // blocks < 2):
            raise ShapeError(
                f"scaled_dot: {side} contracting dim {axis} of {x.aval} must be "
                f"divisible by its scale's dim size {blocks}, at least twofold; the "
                f"scale is {s.aval}"
            )
    pairs = tuple(v for n, b in zip(x.shape, s.shape, strict=True) for v in (b, n // b if b else 1))
    spread = BroadcastInDim(pairs, tuple(range(0, 2 * x.ndim, 2)))(s)
    return mul(narrow, convert_element_type(Reshape(x.shape)(spread), dtypes.bfloat16))
