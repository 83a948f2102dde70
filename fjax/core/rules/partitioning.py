"""What meshes and several processes ask of a primitive: how its axes relate, and what a part does.

An axis of the first operand whose elements indices choose may be split, too: indices are the same
for all members then, and each does what they say of its own elements. What it reads of others' is
zero, so that the results' sum over the members is the result, and what it would write there is
dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fjax.core.avals import ShapedArray
from fjax.core.explicit import result_layouts
from fjax.core.kinds import Role
from fjax.core.relations import AxisRelation, by_role
from fjax.core.rows import Rows
from fjax.core.rules.lowering import LoweringRules
from fjax.core.rules.types import TypeRules
from fjax.core.sharding import NamedSharding


class PartitioningRules(LoweringRules, TypeRules):
    """Sharding rules, and programs of members that have parts of the operands."""

    # whether axes of operands that go with none of a result's axes may be split
    ends_axes: ClassVar[bool] = False
    rounds: ClassVar[bool] = False  # additive but for rounding
    shown = False  # a field of operations whose parameters say which layout the outputs' types have
    only_explicit = False  # a field, too: whether `constraint` says nothing of Auto axes

    # ---- sharding rules

    @property
    def meshes(self) -> tuple[Any, ...]:
        """The meshes that the parameters name: over several processes, each runs its part."""
        return ()

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        """How the axes of the outputs relate to those of the operands; None: nothing is known.

        By default it follows from the role: index map, monoid, or one element for another.
        """
        return by_role(self, avals, self.result_type(*avals))

    def spread(self, shardings: Sequence[Any], avals: Sequence[ShapedArray]) -> Sequence[Any]:
        """The shardings of the outputs, given those of the operands and their types.

        None where nothing is known. What is updated stays as it is.
        """
        if self.updates and shardings[0] is not None:
            return (shardings[0],)
        found = self.relation(*avals) if any(shardings) else None
        return () if found is None else found.spread(shardings, avals, self.result_type(*avals))

    # ---- layouts in types

    def layouts(
        self, avals: Sequence[ShapedArray], results: Sequence[ShapedArray]
    ) -> Sequence[NamedSharding | None]:
        """The layout of each output, given the operands' types, of which at least one has a layout.

        `results` are the outputs' types without layouts. Raises ShardingTypeError where the
        operands leave it open.
        """
        return result_layouts(self, avals, results)

    def summands(self: Any, avals: Sequence[ShapedArray]) -> Sequence[int]:
        """The operands that may be unreduced, all along the same axes; the results then are, too.

        A value is unreduced along an axis of a mesh if each member has a summand of it. The
        operation is jointly linear in these operands; what is added to them once, such as the value
        of padding, belongs to the first member's summand.
        """
        return range(len(avals)) if self.additive or self.rounds else ()

    @property
    def updates(self: Any) -> bool:
        """Whether the result is the first operand with other elements in some places."""
        return self.role is Role.UPDATE or self.update_operand is not None

    def bare(self: Any) -> Any:
        """This operation in programs whose types do not show how values are split."""
        return self.replace(shown=False) if self.shown else self

    # ---- programs of one member

    def for_parts(self, parts: Sequence[ShapedArray], results: Sequence[ShapedArray]) -> Any:
        """What computes parts of the outputs, of these types, from parts of the operands.

        Only what has sizes among its parameters is another one.
        """
        return self

    def constraint(self) -> Any:
        """The NamedSharding that the output is to have, if that is all that this says."""
        return None

    def by_index(self, *avals: ShapedArray) -> tuple[int, ...]:
        """Axes of the first operand along which an index chooses one element; none by default."""
        return ()

    def by_stretches(self, axis: int, builder: Any, atoms: Sequence[Any], *args: Any) -> Any:
        """The output, of operands of which some are stretches along an axis; None: not known.

        builder: a `StretchBuilder` (`spmd/halo_exchange.py`), which slices, joins and fills along
        the axis, and runs operations on elements with the same number along it. atoms: the operands
        in the program.
        """
        return builder.each(self, *args) if self.role is Role.ELEMENTWISE else None

    def of_rows(self, rows: Mapping[int, Rows], *args: Any) -> Sequence[Any]:
        """The outputs of a member that has some elements along these axes of the first operand.

        Asked of what `for_parts` gives, for its parts of the operands.
        """
        raise NotImplementedError(type(self).__name__)
