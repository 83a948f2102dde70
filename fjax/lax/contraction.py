"""Products that sum over shared axes, and how exact they are."""

from __future__ import annotations

from typing import Any

from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.tracing import aval_of
from fjax.errors import ShapeError
from fjax.primitives import contraction
from fjax.primitives.contraction import dot_general
from fjax.primitives.families import describe

DotDimensionNumbers = contraction.DimensionNumbers
dot_general_p = contraction.DotGeneral  # as in JAX, for comparisons with an equation's primitive


def dot(
    lhs: ArrayLike,
    rhs: ArrayLike,
    *,
    dimension_numbers: Any = None,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    out_sharding: Any = None,
) -> Array:
    """The product of vectors and matrices, or dot_general if dimension_numbers are given.

    Args:
      lhs: array of rank 1 or 2 (of any rank with dimension_numbers).
      rhs: array of rank 1 or 2; its first axis is as long as the lhs's last.
      dimension_numbers: as in dot_general.
      precision: a Precision or its name; DEFAULT, HIGH and HIGHEST are the same on a CPU.
      preferred_element_type: the result's dtype.
      out_sharding: where the result must live; its rank is checked.

    >>> import numpy as np
    >>> dot(np.ones(3), np.ones((3, 2))).tolist()
    [3.0, 3.0]
    """
    left, right = aval_of(lhs), aval_of(rhs)
    if dimension_numbers is None:
        if not (1 <= left.ndim <= 2 and 1 <= right.ndim <= 2) or left.shape[-1] != right.shape[0]:
            raise ShapeError(
                f"dot: operands must be vectors or matrices, the lhs's last axis as "
                f"long as "
                f"the rhs's first, got {describe((left, right))}; use dot_general "
                f"for others"
            )
        dimension_numbers = (((left.ndim - 1,), (0,)), ((), ()))
    return dot_general(
        lhs, rhs, dimension_numbers, precision, preferred_element_type, out_sharding=out_sharding
    )


def batch_matmul(lhs: ArrayLike, rhs: ArrayLike, precision: Any = None) -> Array:
    """The products of two stacks of matrices with the same leading axes.

    >>> import numpy as np
    >>> batch_matmul(np.ones((5, 2, 3)), np.ones((5, 3, 4))).shape
    (5, 2, 4)
    """
    left, right = aval_of(lhs), aval_of(rhs)
    if left.ndim < 2 or left.ndim != right.ndim:
        raise ShapeError(
            f"batch_matmul: operands must have one rank, at least 2, got {describe((left, right))}"
        )
    lead = tuple(range(left.ndim - 2))
    return dot_general(lhs, rhs, (((left.ndim - 1,), (left.ndim - 2,)), (lead, lead)), precision)
