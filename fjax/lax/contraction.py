"""Products that sum over shared axes, and how exact they are."""
from __future__ import annotations

from typing import Any

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.errors import FjaxValueError, ShapeError
from fjax.primitives import contraction
from fjax.primitives.contraction import dot_general
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.cumulative import CumSum
from fjax.primitives.families import describe, like
from fjax.primitives.generators import iota
from fjax.primitives.precision import (
    DotAlgorithm,
    DotAlgorithmPreset,
    Precision,
    PrecisionLike,
)
from fjax.primitives.selection import select_n
from fjax.primitives.structure import BroadcastInDim

__all__ = ["DotAlgorithm", "DotAlgorithmPreset", "DotDimensionNumbers", "Precision",
           "PrecisionLike", "batch_matmul", "dot", "dot_general", "dot_general_p", "ragged_dot"]

DotDimensionNumbers = contraction.DimensionNumbers
dot_general_p = contraction.DotGeneral     # as in JAX, for comparisons with an equation's primitive


def dot(lhs: Any, rhs: Any, *, dimension_numbers: Any = None, precision: Any = None,
        preferred_element_type: Any = None, out_sharding: Any = None) -> Any:
    """The product of vectors and matrices, or dot_general if dimension_numbers are given.

    Args:
      lhs: array of rank 1 or 2 (of any rank with dimension_numbers).
      rhs: array of rank 1 or 2; its first axis is as long as the lhs's last.
      dimension_numbers: as in dot_general.
      precision: a Precision or its name; a CPU is always exact.
      preferred_element_type: the result's dtype.
      out_sharding: accepted for compatibility; arrays live on one device.

    >>> import numpy as np
    >>> dot(np.ones(3), np.ones((3, 2))).tolist()
    [3.0, 3.0]
    """
    del out_sharding
    left, right = aval_of(lhs), aval_of(rhs)
    if dimension_numbers is None:
        if not (1 <= left.ndim <= 2 and 1 <= right.ndim <= 2) or left.shape[-1] != right.shape[0]:
            raise ShapeError(f"dot: operands must be vectors or matrices, the lhs's last axis as "
                             f"long as "
                             f"the rhs's first, got {describe((left, right))}; use dot_general "
                             f"for others")
        dimension_numbers = (((left.ndim - 1,), (0,)), ((), ()))
    return dot_general(lhs, rhs, dimension_numbers, precision, preferred_element_type)


def batch_matmul(lhs: Any, rhs: Any, precision: Any = None) -> Any:
    """The products of two stacks of matrices with the same leading axes.

    >>> import numpy as np
    >>> batch_matmul(np.ones((5, 2, 3)), np.ones((5, 3, 4))).shape
    (5, 2, 4)
    """
    left, right = aval_of(lhs), aval_of(rhs)
    if left.ndim < 2 or left.ndim != right.ndim:
        raise ShapeError("batch_matmul: operands must have one rank, at least 2, got "
                         f"{describe((left, right))}")
    lead = tuple(range(left.ndim - 2))
    return dot_general(lhs, rhs, (((left.ndim - 1,), (left.ndim - 2,)), (lead, lead)), precision)


def ragged_dot(lhs: Any, rhs: Any, group_sizes: Any, precision: Any = None,
               preferred_element_type: Any = None, group_offset: Any = None,
               out_sharding: Any = None) -> Any:
    """Rows of the lhs in consecutive groups, each multiplied by its own matrix.

    Args:
      lhs: array of shape (m, k).
      rhs: array of shape (groups, k, n).
      group_sizes: integers of shape (groups,): how many rows each group has; rows beyond their sum
        give zeros.
      precision, preferred_element_type: as in dot_general.
      group_offset, out_sharding: must be None.

    Returns an array of shape (m, n).

    >>> import numpy as np
    >>> ragged_dot(np.ones((3, 1)), np.array([[[1.0]], [[2.0]]]), np.array([2, 1])).tolist()
    [[1.0], [1.0], [2.0]]
    """
    if group_offset is not None or out_sharding is not None:
        raise FjaxValueError("ragged_dot: group_offset and out_sharding are not supported; pass "
                             "None")
    left, right, sizes = aval_of(lhs), aval_of(rhs), aval_of(group_sizes)
    if left.ndim != 2 or right.ndim != 3 or sizes.shape != right.shape[:1] \
            or left.shape[1] != right.shape[1]:
        raise ShapeError("ragged_dot: operands must have shapes (m, k), (groups, k, n), "
                         f"(groups,), got {describe((left, right, sizes))}")
    return _ragged(lhs, rhs, group_sizes, precision, preferred_element_type)


def _ragged(lhs: Any, rhs: Any, group_sizes: Any, precision: Any, preferred: Any) -> Any:
    """Each row, laid into its group's place among zeros, times all matrices stacked."""
    left, right = aval_of(lhs), aval_of(rhs)
    groups, rows = right.shape[0], left.shape[0]
    ends = CumSum(0)(convert_element_type(group_sizes, dtypes.int64))
    row = iota(dtypes.int64, (groups, rows), 1)
    stops = BroadcastInDim((groups, rows), (0,))(ends)
    starts = stops - BroadcastInDim((groups, rows), (0,))(
        convert_element_type(group_sizes, dtypes.int64))
    member = (row >= starts) & (row < stops)
    spread = BroadcastInDim((groups, *left.shape), (0, 1))(member)
    copies = BroadcastInDim((groups, *left.shape), (1, 2))(lhs)
    placed = select_n(spread, like(0, copies), copies)
    return dot_general(placed, rhs, (((0, 2), (0, 1)), ((), ())), precision, preferred)
