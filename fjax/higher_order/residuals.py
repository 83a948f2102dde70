"""How much memory the residuals of a loop may take, and checkpoints for when they would take more.

Reverse mode stores what it needs of each step. Beyond the budget it stores the carry now and then
instead, and runs the steps from there again when it gets to them.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Iterable

from fjax.config import config
from fjax.core import source
from fjax.core.avals import ShapedArray
from fjax.core.shortage import readable
from fjax.errors import ResidualBudgetError

MOST_SIZES = 200  # numbers of steps between checkpoints to choose from


def nbytes(avals: Iterable[ShapedArray]) -> int:
    """The memory of values of these avals."""
    return sum(a.nbytes for a in avals)


def budget_of(own: int | None) -> int:
    """The bytes for a loop whose own budget this is: its own, the configured ones, or all."""
    if own is not None:
        return own
    return config.loop_residual_budget if config.loop_residual_budget >= 0 else installed_memory()


@functools.cache
def installed_memory() -> int:
    """The bytes of memory of this machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def stores_all(length: int, avals: Iterable[ShapedArray], own: int | None) -> bool:
    """Whether reverse mode stores all residuals; if not, checkpoints have to do.

    Raises if it would store more than the budget, and nobody asked for checkpoints.
    """
    avals = list(avals)
    total, budget = length * nbytes(avals), budget_of(own)
    if total <= budget:
        return True
    if own is not None or config.loop_checkpoints:
        return False
    raise ResidualBudgetError(
        f"reverse mode of a loop would store {readable(total)} of residuals, {length} steps of "
        f"{readable(nbytes(avals))} ({_listed(avals)}), which exceeds the budget of "
        f"{readable(budget)}. Give the loop residual_budget=BYTES, or set "
        "fjax.config.update('loop_checkpoints', True), to store checkpoints of the carry instead "
        "and run the steps between them again; or raise fjax.config.loop_residual_budget",
        str(source.here()),
    )


def _listed(avals: list[ShapedArray]) -> str:
    largest = sorted(avals, key=lambda a: -a.nbytes)[:3]
    more = ", …" if len(avals) > len(largest) else ""
    return ", ".join(map(str, largest)) + more


def level(length: int, carry: int, step: int, budget: int) -> tuple[int, int]:
    """How many steps of a loop follow each checkpoint, and their budget.

    With d levels of checkpoints the least memory is where all levels take as much: this takes the
    fewest levels that fit, since each makes every step run once more. `carry` and `step` are the
    bytes of a checkpoint and of one step's residuals.

    >>> level(10_000, 8, 8, 2000)
    (100, 1200)
    """
    carry = max(carry, 1)
    deepest = max(length - 1, 1).bit_length() + 1
    for depth in range(2, deepest + 1):
        if _needed(length, carry, step, depth) <= budget:
            size = -(-length // _checkpoints(length, carry, step, depth))
            # Steps that are left over make code of their own: few of them, or none.
            sizes = [
                k
                for k in range(size, min(2 * size, size + MOST_SIZES, length))
                if -(-length // k) * carry + _needed(k, carry, step, depth - 1) <= budget
            ]
            size = min(sizes or [size], key=lambda k: length % k)
            return size, budget - -(-length // size) * carry
    least = min(_needed(length, carry, step, d) for d in range(2, deepest + 1))
    raise ResidualBudgetError(
        f"reverse mode of a loop must store {readable(least)}, even with checkpoints, more than "
        f"the residual budget of {readable(budget)}; raise it",
        str(source.here()),
    )


def _checkpoints(length: int, carry: int, step: int, depth: int) -> int:
    share = (length * float(carry) ** (depth - 1) * step) ** (1 / depth)
    return min(max(math.ceil(share / carry), 2), length)


def _needed(length: int, carry: int, step: int, depth: int) -> int:
    """Bytes that `depth` levels take; the last one stores the residuals of its steps."""
    if depth == 1:
        return length * step
    count = _checkpoints(length, carry, step, depth)
    return count * carry + _needed(-(-length // count), carry, step, depth - 1)
