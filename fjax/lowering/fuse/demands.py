"""What a nest holds: what is demanded of values, reductions, outputs, updates."""

from __future__ import annotations

from typing import Any, NamedTuple

from fjax.core.ir import Equation, Var
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr
from fjax.lowering.fuse.fused import BlockReduce
from fjax.lowering.schedule.indexing import Index, LoopAxis


class Demand(NamedTuple):
    """Leaf: a variable's element at an index; where the mask is false its value does not matter."""

    var: Var
    index: Index  # type: ignore[assignment]
    mask: Expr | None
    part: int  # 1: the imaginary part


class Reduced(NamedTuple):
    """Leaf: the result of a reduction that the nest computes."""

    var: Var
    index: Index  # type: ignore[assignment]
    mask: Expr | None
    part: int
    is_total: bool = True  # tuples compare by contents: never equal to a Demand


class ParamValue:
    """Leaf: a literal of the program, which becomes a kernel argument."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


class Reduction:
    """A reduction in the nest: which axes it runs over, and its operand there."""

    __slots__ = ("eqn", "index", "mask", "axes", "operand", "consumed")

    def __init__(
        self,
        eqn: Equation,
        index: Index,
        mask: Expr | None,
        axes: tuple[LoopAxis, ...],
        operand: Any,
    ):
        self.eqn, self.index, self.mask, self.axes = eqn, index, mask, axes
        self.operand = operand
        self.consumed = False

    @property
    def monoid(self) -> Monoid:
        return self.eqn.op.monoid  # type: ignore[attr-defined]

    @property
    def rows(self) -> int | None:
        """The block length of a blocked reduction."""
        op = self.eqn.op
        return op.rows if isinstance(op, BlockReduce) else None


class Output(NamedTuple):
    """A variable that the kernel stores, and the index at which each element is computed."""

    var: Var
    index: Index  # type: ignore[assignment]


class Update(NamedTuple):
    """What an update kernel does: the equation, where each element goes (if at all), its value."""

    eqn: Equation
    index: Index  # type: ignore[assignment]
    target: Index
    mask: Expr | None
    value: Any
