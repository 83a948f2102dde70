"""Which convolutions are one product of matrices: those of few positions and many features.

A convolution engine reads a kernel once for each block of positions, or stores the kernel's
gradient in pieces; both are more than there is to compute where a kernel of 512 by 512 features
meets images of 2 by 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.ir import Equation, Literal
from fjax.primitives.convolution import ConvGeneralDilated

PATCHES = 4  # times as large as gathered patches the kernel, or its gradient, must be,
PRODUCTS = 2  # ... as products of every element and tap; both by measurement (decision 64)
KEPT_BYTES = 2 << 20  # of a kernel whose features lie side by side: caches keep as much
MOST_TAPS = 32  # of a window whose products are added up


def expansion(op: ConvGeneralDilated, eqn: Equation) -> Callable[..., Sequence[Any]] | None:
    """The convolution as a product of matrices; None if it has many positions, or none."""
    if op.feature_group_count * op.batch_group_count > 1:
        return None
    (lhs, rhs), (out,) = eqn.invars, eqn.outvars
    dtype = out.aval.dtype
    if dtype not in (dtypes.float32, dtypes.float64) or any(
        isinstance(x, Literal) or x.aval.dtype != dtype or x.aval.size == 0 for x in (lhs, rhs, out)
    ):
        return None
    outputs, inputs, *window = [rhs.aval.shape[a] for a in op.dimension_numbers.rhs_spec]
    rank, taps = len(window), math.prod(window)
    patches = out.aval.size // outputs * inputs * taps
    products = lhs.aval.size // inputs * outputs * taps
    most = max(rhs.aval.size, out.aval.size)
    # A large kernel must be a matrix as it lies: its features out, or in, come first or last.
    is_matrix = [a in (0, rank + 1) for a in op.dimension_numbers.rhs_spec[:2]]
    by_outputs, by_inputs = (m or rhs.aval.size * PATCHES <= most for m in is_matrix)
    # With features side by side fjax's own kernel reads another of its size once, from a cache.
    is_read_once = op.dimension_numbers.out_spec[1] == rank + 1 and rhs.aval.nbytes < KEPT_BYTES
    if by_outputs and patches * PATCHES <= most and not is_read_once:
        return op.over_patches
    if by_inputs and products * PRODUCTS <= most and taps <= MOST_TAPS:
        return op.summed_windows
    return None
