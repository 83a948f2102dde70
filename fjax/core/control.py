"""What a loop is: the answer of a primitive that is asked, and what its rules are written over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.memo import cached_property
from fjax.dataclass import dataclass

T = TypeVar("T")
INDEX = ShapedArray((), np.dtype(np.int64))  # of a number of steps


@dataclass(frozen=True)
class LoopForm:
    """carry, ys[t] = body(constants, carry, xs[t]), step after step.

    The primitive's operands are, in this order: the number of steps (an int64, only if
    `counts_steps`), the condition's constants, the body's constants, the initial carry, the xs. Its
    outputs are the final carry and the ys. The loop runs `length` times, or as often as the first
    operand says, or while `condition`: (its constants, carry) -> (bool,) holds. `reverse` goes from
    the last slice to the first. Forms are equal if they have the same jaxprs, by identity.
    """

    body: Jaxpr
    n_consts: int
    n_carry: int
    length: int | None = None
    reverse: bool = False
    counts_steps: bool = False
    condition: Jaxpr | None = None
    condition_consts: int = 0

    def __hash__(self) -> int:
        return hash((self.body, self.condition, self.length))

    @cached_property
    def leading(self) -> int:
        """The number of operands that are not the body's: what the number of steps depends on."""
        return int(self.counts_steps) + self.condition_consts

    @cached_property
    def first_carry(self) -> int:
        """The number of operands before the carry."""
        return self.leading + self.n_consts

    @cached_property
    def n_operands(self) -> int:
        """The number of all operands."""
        return self.leading + len(self.body.invars)

    @cached_property
    def n_ys(self) -> int:
        """How many outputs are stacked."""
        return len(self.body.outvars) - self.n_carry

    def outputs(self, carry: Sequence[bool]) -> tuple[bool, ...]:
        """Flags of the body's outputs: those of the carry as given, none of the ys."""
        return (*carry, *[False] * self.n_ys)

    def groups(self, operands: Sequence[T]) -> tuple[list[T], list[T], list[T], list[T]]:
        """Operands, or a list as long, in four: leading ones, constants, carry, xs."""
        a, b = self.leading, self.first_carry
        c = b + self.n_carry
        return (list(operands[:a]), list(operands[a:b]), list(operands[b:c]), list(operands[c:]))

    def operand_avals(self) -> list[ShapedArray]:
        """The types of the operands."""
        steps = [INDEX] if self.counts_steps else []
        asked = self.condition.in_avals[: self.condition_consts] if self.condition else []
        n, avals = self.n_consts + self.n_carry, self.body.in_avals
        return [*steps, *asked, *avals[:n], *[self.stacked(a) for a in avals[n:]]]

    def output_avals(self) -> list[ShapedArray]:
        """The types of the outputs."""
        carry = self.body.in_avals[self.n_consts : self.n_consts + self.n_carry]
        return [*carry, *[self.stacked(a) for a in self.body.out_avals[self.n_carry :]]]

    def stacked(self, aval: ShapedArray) -> ShapedArray:
        """The type of one such value for each step, along a new first axis."""
        return aval.with_axis(self.length or 0)
