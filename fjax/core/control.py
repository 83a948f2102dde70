"""What a loop is, for those that run it: the answer of a primitive that is asked."""

from __future__ import annotations

from dataclasses import dataclass

from fjax.core.ir import Jaxpr


@dataclass(frozen=True, eq=False)
class LoopForm:
    """carry, ys[t] = body(constants, carry, xs[t]), step after step.

    The primitive's operands are, in this order: the number of steps (an int64, only if
    `counts_steps`), the condition's constants, the body's constants, the initial carry, the xs. Its
    outputs are the final carry and the ys. The loop runs `length` times, or as often as the first
    operand says, or while `condition`: (its constants, carry) -> (bool,) holds. `reverse` goes from
    the last slice to the first.
    """

    body: Jaxpr
    n_consts: int
    n_carry: int
    length: int | None = None
    reverse: bool = False
    counts_steps: bool = False
    condition: Jaxpr | None = None
    condition_consts: int = 0

    @property
    def first_carry(self) -> int:
        """The number of operands before the carry."""
        return int(self.counts_steps) + self.condition_consts + self.n_consts
