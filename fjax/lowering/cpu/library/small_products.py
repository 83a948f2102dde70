"""Products of many small matrices, and of many matrices with a vector each: left to kernels.

A call of BLAS for each takes 20 ns, in which a kernel multiplies more than they have; and what
comes before and after is computed in the same kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.ir import Equation
from fjax.lowering.machine import Limits
from fjax.primitives.contraction import DotGeneral


def expansion(op: DotGeneral, eqn: Equation, limits: Limits) -> Callable[..., Sequence[Any]] | None:
    """The products as elementwise ones and sums; None if they are few or large."""
    lhs, rhs = eqn.invars
    g = op.layout(lhs.aval, rhs.aval)
    work = g.m * g.n * g.k
    if 1 in (g.m, g.n):
        is_small = work <= limits.batched_vectors
    else:
        is_small = g.m * g.n <= limits.batched_elements and work <= limits.batched_products
    return op.as_sums if is_small and work > 0 and g.batch > 1 else None
