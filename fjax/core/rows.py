"""Operations that choose elements along an axis by an index, where members have parts of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fjax.core.avals import ShapedArray
from fjax.core.kinds import Role


@dataclass(frozen=True)
class Rows:
    """Which elements of an axis a member of a mesh has: those from `start`, of `whole` in all."""

    start: Any  # an int32 scalar
    whole: int


class OfParts:
    """The part of `Primitive` about programs of members that have parts of the operands.

    An axis of the first operand whose elements indices choose may be split, too: indices are the
    same for all members then, and each does what they say of its own elements. What it reads of
    others' is zero, so that the results' sum over the members is the result, and what it would
    write there is dropped.
    """

    __slots__ = ()
    role: ClassVar[Role]

    def for_parts(self, parts: Sequence[ShapedArray], results: Sequence[ShapedArray]) -> Any:
        """What computes parts of the outputs, of these types, from parts of the operands.

        Only what has sizes among its parameters is another one.
        """
        return self

    def constraint(self) -> Any:
        """The NamedSharding that the output is to have, if that is all that this says."""
        return None

    def by_index(self, *avals: ShapedArray) -> tuple[int, ...]:
        """These axes: at each an index chooses one element. By default there are none."""
        return ()

    def by_stretches(self, axis: int, builder: Any, atoms: Sequence[Any], *args: Any) -> Any:
        """The output, of operands of which some are stretches along an axis; None: not known.

        builder: a `StretchBuilder` (`passes/stretches.py`), which slices, joins and fills along the
        axis, and runs operations on elements with the same number along it. atoms: the operands
        in the program.
        """
        return builder.each(self, *args) if self.role is Role.ELEMENTWISE else None

    def of_rows(self, rows: Mapping[int, Rows], *args: Any) -> Sequence[Any]:
        """The outputs of a member that has some elements along these axes of the first operand.

        Asked of what `for_parts` gives, for its parts of the operands.
        """
        raise NotImplementedError(type(self).__name__)
