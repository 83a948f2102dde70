"""Products of many small matrices, and of many matrices with a vector each: left to kernels.

A call of BLAS for each takes 20 ns, in which a kernel multiplies more than they have; and what
comes before and after is computed in the same kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.ir import Equation
from fjax.lowering.machine import Machine
from fjax.primitives.contraction import DotGeneral


def expansion(
    op: DotGeneral, eqn: Equation, machine: Machine
) -> Callable[..., Sequence[Any]] | None:
    """The products as elementwise ones and sums; None if they are few or large."""
    lhs, rhs = eqn.invars
    g = op.layout(lhs.aval, rhs.aval)
    work = g.m * g.n * g.k
    if 1 in (g.m, g.n):
        is_small = work <= machine.product_terms // 2
    else:
        few = 3 * machine.short_axis // 2  # rows, or rows for each of as many columns
        is_few = g.m <= few or g.m * g.n <= few * machine.short_axis
        is_small = is_few and work <= machine.product_terms // 5
    return op.as_sums if is_small and work > 0 and g.batch > 1 else None
