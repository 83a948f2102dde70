"""What a nest holds: what is demanded of values, reductions, outputs, updates."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Var
from fjax.core.primitive import Monoid
from fjax.core.roles import reduction
from fjax.core.scalar import Expr
from fjax.lowering.fuse.fused import BlockReduce
from fjax.lowering.kernel.index_arithmetic import Index, LoopAxis
from fjax.lowering.kernel.numbers import Value, leaf_of


def physical(x: Atom) -> np.dtype:
    """The dtype in which an operand's elements are stored."""
    return dtypes.physical(x.aval.dtype)


class Demand(NamedTuple):
    """Leaf: a variable's element at an index; where the mask is false its value does not matter."""

    var: Var
    place: Index
    mask: Expr | None
    part: int = 0  # 1: the imaginary part

    @property
    def value(self) -> Value:
        """The leaf, or those of both parts."""
        return leaf_of(self, physical(self.var))


class Reduced(NamedTuple):
    """Leaf: the result of a reduction that the nest computes, where it is demanded."""

    demand: Demand
    part: int = 0

    @property
    def value(self) -> Value:
        """The leaf, or those of both parts."""
        return leaf_of(self, physical(self.demand.var))


class Before(NamedTuple):
    """Leaf: the element of a cumulative result before the one that is computed."""

    var: Var
    part: int = 0

    @property
    def value(self) -> Value:
        """The leaf, or those of both parts."""
        return leaf_of(self, physical(self.var))


class Refusal(NamedTuple):
    """Why a nest does not compute something."""

    reason: str


class ConsumedReduction(NamedTuple):
    """How a nest would compute a reduction whose result it needs."""

    axes: tuple[LoopAxis, ...]  # those that it runs over
    operand_place: Index
    outer: tuple[LoopAxis, ...] | None  # the nest's axes then
    inner: tuple[LoopAxis, ...]
    space: tuple[LoopAxis, ...]


class StoredReduction(NamedTuple):
    """How a nest would compute a reduction whose result is only stored."""

    place: Index
    operand_place: Index
    axes: tuple[LoopAxis, ...]


class ReductionDemand:
    """A reduction in the nest: which axes it runs over, and its operand there."""

    __slots__ = ("eqn", "place", "mask", "axes", "operand", "consumed")

    def __init__(
        self,
        eqn: Equation,
        place: Index,
        mask: Expr | None,
        axes: tuple[LoopAxis, ...],
        operand: Any,
    ):
        self.eqn, self.place, self.mask, self.axes = eqn, place, mask, axes
        self.operand = operand
        self.consumed = False

    @property
    def monoid(self) -> Monoid:
        return reduction(self.eqn.op).monoid

    @property
    def rows(self) -> int | None:
        """The block length of a blocked reduction."""
        op = self.eqn.op
        return op.rows if isinstance(op, BlockReduce) else None


class DemandedOutput(NamedTuple):
    """A variable that the kernel stores, and the index at which each element is computed."""

    var: Var
    place: Index


class UpdateDemand(NamedTuple):
    """What an update kernel does: the equation, where each element goes (if at all), its value."""

    eqn: Equation
    place: Index
    target: Index
    mask: Expr | None
    value: Any
