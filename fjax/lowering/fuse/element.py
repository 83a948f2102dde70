"""One element of an equation's result, computed from elements of its operands.

Every kernel pulls its values through these functions; the kernel of a loop does, too. Their caller
says where an operand's element at an index comes from. The records of a nest follow below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.guarded import Guarded, worked_out
from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.operand import Typed
from fjax.core.primitive import Monoid, Role
from fjax.core.roles import reduction
from fjax.core.scalar import Expr, Op
from fjax.errors import MissingRuleError
from fjax.lowering.fuse.fused import BlockReduce
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.kernel.index_arithmetic import Index, LoopAxis, canonical, settled
from fjax.lowering.kernel.numbers import ParamValue, Value, joined, leaf_of, zero
from fjax.lowering.skeleton import Placeholder
from fjax.primitives.families import has_scalar_program, scalar_program

At = Callable[[Index, Expr | None], Value]
NO_DATA = "float0 values have no data"
NOTHING = "there is nothing to compute"


class OperandView(Typed):
    """An operand as an index map sees it: its shape, and its elements by index.

    at: gives the element at an index; where the mask is false, any value. condition: brings a
    condition of an index map into the form that masks have. settle: works out what is known of an
    integer; a driver whose indices grow out of each other remembers their parts.
    """

    __slots__ = ("aval", "at", "mask", "condition", "settle")

    def __init__(
        self,
        aval: ShapedArray,
        at: At,
        mask: Expr | None = None,
        condition: Callable[[Expr], Expr] = settled,
        settle: Callable[[Expr], Expr] = settled,
    ):
        self.aval, self.at = aval, at
        self.mask = mask if aval.shape else None
        self.condition, self.settle = condition, settle

    def __call__(self, index: Sequence[Any], where: Expr | None = None) -> Value:
        mask = self.mask
        if where is not None:
            mask = both(mask, self.condition(where))
            if mask is not None and mask.op is Op.CONST:
                return zero(dtypes.physical(self.aval.dtype))
        return self.at(canonical(index, self.settle), mask)


def both(a: Expr | None, b: Expr | None) -> Expr | None:
    """The conjunction of two masks; None where both always hold, false where one never does."""
    for x, other in ((a, b), (b, a)):
        if x is not None and x.op is Op.CONST:
            return other if x.extra.value else x
    if a is None or b is None or a is b:
        return a if b is None else b
    return a & b


def element(eqn: Equation, index: Index, operands: Sequence[OperandView]) -> Value:
    """The element of the result of an elementwise operation or of an index map.

    Raises Unsupported for dtypes that it is not defined for.
    """
    op, v = eqn.op, eqn.outvars[0]
    if op.role is Role.ELEMENTWISE:
        return elementwise(eqn, [x.at(index if x.aval.shape else (), x.mask) for x in operands])
    return checked(asked(eqn, op.element, list(index), *operands), eqn, v)


def elementwise(eqn: Equation, args: Sequence[Value]) -> Value:
    """The element of the result of an elementwise operation, of elements of its operands."""
    return checked(asked(eqn, scalar_program, eqn.op, args), eqn, eqn.outvars[0])


def target(
    eqn: Equation, index: Index, operands: Sequence[OperandView]
) -> tuple[Index, Expr | None]:
    """Where an element of an update goes, and if that is a question, whether it does."""
    where, mask = eqn.op.target(list(index), *operands)
    x = operands[0]
    return canonical(where, x.settle), None if mask is None else both(None, x.condition(mask))


def missing(eqn: Equation) -> str | None:
    """Why an equation's results have no elements that a kernel could compute, or None."""
    op, avals = eqn.op, [x.aval for x in (*eqn.invars, *eqn.outvars)]
    found = [a.dtype for a in avals]
    if dtypes.float0 in found:
        return NO_DATA
    if 0 in [a.size for a in avals] and any(isinstance(x, Var) for x in eqn.invars):
        return NOTHING
    given = tuple(found[: len(eqn.invars)])
    if op.role is Role.ELEMENTWISE and not has_scalar_program(op, given):
        return f"{op.name} has no scalar program for {avals[0]}"
    return None


def asked(eqn: Equation, rule: Callable[..., Any], *args: Any) -> Any:
    """The result of a rule of the equation's primitive; Unsupported if these dtypes have none."""
    try:
        return rule(*args)
    except (TypeError, MissingRuleError) as error:
        raise Unsupported(f"{eqn.op.name}: {error}") from error


def checked(value: Value, eqn: Equation, v: Var) -> Value:
    """The value, if it has the dtype in which the equation's result is stored."""
    if value.dtype != physical(v):
        raise Unsupported(f"{eqn.op.name} gives {value.dtype}, not {v.aval}")
    return value


def literal(atom: Literal, known: str = "") -> Value:
    """The value of a literal: a parameter, or a constant if its dtype is of a `known` kind."""
    dtype = dtypes.physical(atom.aval.dtype)
    if isinstance(atom, Placeholder):
        return scalar.leaf(ParamValue(atom), dtype)
    if type(atom.value) is Guarded and dtype.kind not in known:
        return scalar.leaf(ParamValue(atom.value), dtype)
    if type(atom.value) is Guarded and dtype.kind == "i":
        return scalar.const(worked_out(int, atom.value), dtype)
    value = np.asarray(atom.value, dtype)
    if dtype.kind in known:
        return scalar.const(value[()], dtype)
    pair = (value.real, value.imag) if dtype.kind == "c" else (value,)
    return joined([scalar.leaf(ParamValue(x[()]), x.dtype) for x in pair])


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
    """The reason why a nest does not compute a value."""

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
