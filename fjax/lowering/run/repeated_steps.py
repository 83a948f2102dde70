"""Steps of a loop as launches alone: tables of slots, and how their addresses change.

The values of a step live in buffers made once. A carried value that a step makes anew is written to
one of two buffers that take turns, or straight into the stack that it is stored to as well; one
that a step changes in place stays where it is.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Var

Move = tuple[int, int, int]  # slot written, slot read, bytes added


class StepRole(enum.Enum):
    """What an array is to the steps of a loop."""

    ASKED = "constant of the condition"
    CONST = "constant"
    CARRY = "carry"
    X = "x"
    Y = "y"
    FIRST = "new carry"  # the two buffers of a carried value that is made anew
    SECOND = "newer carry"
    ANSWER = "answer"

    __hash__ = object.__hash__  # Enum's is a function in Python, which each call would ask often


class Start(NamedTuple):
    """Which array a slot points into at first, and what the slot's address grows with a step."""

    kind: StepRole
    number: int
    stride: int = 0


@dataclass(frozen=True, eq=False)
class RepeatedSteps:
    """A loop's steps over tables of slots: the body's, the condition's, then `extra` more.

    consts, carry, xs: the body's inputs. finals: whose memory each carried value is in after a
    step; ys: the same of what is stacked; stacked: these values. private: which carried values
    change in memory of the loop's own. rotated: those that are made anew.
    slots: of the body's values. spare: for each rotated value, the slot of the buffer that is not
    written next. bases: where the slots of body and condition begin. flag: the slot of the
    condition's answer, of one byte. moves: what takes place at once after each step.
    starts: what slots point to before the first step.
    """

    form: LoopForm
    consts: Sequence[Var]
    carry: Sequence[Var]
    xs: Sequence[Var]
    finals: Sequence[Atom]
    ys: Sequence[Atom]
    stacked: Sequence[Atom]
    private: Sequence[bool]
    rotated: Sequence[int]
    slots: Mapping[Atom, int]
    spare: Mapping[int, int]
    bases: tuple[int, int]
    n_slots: int
    flag: int
    moves: Sequence[Move]
    starts: Mapping[int, Start]

    def first(self, length: int | None) -> int:
        """The slice that the first step reads and writes."""
        return length - 1 if self.form.reverse and length else 0

    def kinds(self, k: int) -> tuple[StepRole, ...]:
        """The buffers of its own that a carried value may be in at the end."""
        return (*((StepRole.FIRST, StepRole.SECOND) if k in self.spare else ()), StepRole.CARRY)
