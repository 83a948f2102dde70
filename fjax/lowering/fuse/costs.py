"""The facts about an equation that fusion asks for: can a kernel compute it, and at what cost?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from fjax.core import dtypes, scalar_graph
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.memo import memo
from fjax.core.primitive import Monoid, Primitive, Role
from fjax.core.roles import cumulative
from fjax.core.scalar import Expr
from fjax.errors import MissingRuleError
from fjax.lowering.fuse import nest as nests
from fjax.lowering.fuse.element import NO_DATA, NOTHING, OperandView, missing
from fjax.lowering.fuse.fused import UnrolledReduction
from fjax.lowering.kernel.index_arithmetic import Index, LoopAxis, ravel
from fjax.lowering.kernel.numbers import parts
from fjax.lowering.machine import Costs, Machine
from fjax.primitives.families import operand_leaf, scalar_program

BLOCKS = "moving whole blocks is quicker than choosing element by element"
DELIBERATE = frozenset({NO_DATA, NOTHING, BLOCKS})  # reasons for which NumPy is the right place


def unfusable(eqn: Equation, machine: Machine) -> str | None:
    """Why an equation cannot be part of a kernel, or None."""
    op = eqn.op
    if op.role is Role.OPAQUE or op.effects or len(eqn.outvars) != 1:
        return "a library routine" if op.library else f"{op.name} has no kernel"
    avals = [*(x.aval for x in eqn.invars), eqn.outvars[0].aval]
    why = missing(eqn)
    if why is not None:
        return why
    if op.role is Role.CUMULATIVE:
        monoid, dtype = cumulative(op).monoid, eqn.outvars[0].aval.dtype
        if dtype.kind == "c" and monoid not in (Monoid.ADD, None):
            return "complex numbers are combined part by part in sums only"
        if monoid is None and dtypes.widened(dtype) != dtype:
            return f"{op.name} of {dtype.name} would round after each element"
        return None
    if op.role is Role.UPDATE:
        return None if isinstance(eqn.invars[0], Var) else "its operand is a literal"
    if op.role is Role.INDEX:
        if _index_cost(op, tuple(avals[:-1]), machine.costs) is None:
            return f"{op.name} has no index map for {avals[0]}"
        large = sum(a.shape != () for a in avals[:-1])
        if large > machine.limits.operands and not _is_narrow(eqn, machine):
            many = eqn.outvars[0].aval.size > machine.moved_elements
            return BLOCKS if many else None
    return None


def _is_narrow(eqn: Equation, machine: Machine) -> bool:
    """Whether operands lie side by side in so few columns that a kernel writes them out."""
    axis = eqn.op.joined()
    return axis is not None and eqn.outvars[0].aval.shape[axis] <= machine.columns


@memo()
def _index_cost(op: Primitive, avals: tuple, costs: Costs) -> int | None:
    """Rough cost of an element under the primitive's index map; None if it has none for these."""
    (out,) = op.result_type(*avals)
    axes = [LoopAxis(n) for n in out.shape]
    try:
        operands, _ = _noted(avals)
        value = op.element([a.expr for a in axes], *operands)
    except (TypeError, MissingRuleError):
        return None
    return _program_cost(value, costs)


@memo()
def _cost(op: Primitive, operand_dtypes: tuple, costs: Costs) -> int:
    leaves = tuple(operand_leaf(i, d) for i, d in enumerate(operand_dtypes))
    return _program_cost(scalar_program(op, leaves), costs)


def _program_cost(value: Any, costs: Costs) -> int:
    return costs.total(scalar_graph.order(parts(value)))


def element_cost(eqn: Equation, costs: Costs) -> int:
    """Rough number of instructions for one element."""
    if eqn.op.role is Role.INDEX:
        return _index_cost(eqn.op, tuple(x.aval for x in eqn.invars), costs) or 0
    return _cost(eqn.op, tuple(x.aval.dtype for x in eqn.invars), costs)


def is_movement(eqn: Equation, machine: Machine) -> bool:
    """Whether the equation only moves elements, which costs little wherever it happens."""
    return moves(eqn) and element_cost(eqn, machine.costs) < machine.index_trip


def moves(eqn: Equation) -> bool:
    """Whether the equation's elements are its operands', found by an index map."""
    return eqn.op.role is Role.INDEX and not isinstance(eqn.op, UnrolledReduction)


def is_spread(x: Var, producer: Mapping[Atom, Equation], machine: Machine) -> bool:
    """Whether a few index maps make x of smaller arrays, so that it is cheap to read."""
    pending: list[Var] = [x]
    for _ in range(machine.limits.look_back):
        y = pending.pop()
        eqn = producer.get(y)
        if eqn is None or not is_movement(eqn, machine):
            return False
        same = [z for z in eqn.invars if isinstance(z, Var) and z.aval.size >= y.aval.size]
        pending += same
        if not pending:
            return True
    return False


@memo()
def _renames_axes(op: Primitive, avals: tuple) -> bool:
    (out,) = op.result_type(*avals)
    operands, reads = _noted(avals)
    op.element([0 if n == 1 else LoopAxis(n).expr for n in out.shape], *operands)
    return len(reads) == 1 and reads[0][1] is None and all(not i.args for i in reads[0][0])


def renames_axes(eqn: Equation) -> bool:
    """Whether axes only change places, end or repeat: it is the operand, read elsewhere.

    >>> import fjax, fjax.numpy as jnp
    >>> def f(x):
    ...     return x.T[:, None], x[::-1]
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones((3, 4))).jaxpr
    >>> [(e.primitive.name, renames_axes(e)) for e in jaxpr.eqns if len(e.invars) == 1][:3]
    [('transpose', True), ('reshape', True), ('rev', False)]
    """
    return moves(eqn) and len(eqn.invars) == 1 and _renames_axes(eqn.op, (eqn.invars[0].aval,))


def writes_little(eqn: Equation) -> bool:
    """Whether an update concerns a small part of its operand only."""
    number = eqn.op.update_operand
    assert number is not None
    x = eqn.invars[0]
    return isinstance(x, Var) and eqn.invars[number].aval.size * 2 <= x.aval.size


def visited_elements(nest: nests.Nest, demands: Sequence[Any]) -> int:
    """How many elements of a value a kernel computes that needs it at these places."""
    return len(demands) * math.prod(a.extent for a in nest.space)


def nodes_of_index(demands: Sequence[tuple[Index, Expr | None]]) -> int:
    """How many operations the positions take at which a kernel needs a value."""
    places = [x for index, mask in demands for x in (*index, mask) if x is not None]
    return len(scalar_graph.order(places))


def _noted(avals: Sequence[ShapedArray]) -> tuple[list[OperandView], list[tuple]]:
    """Operands that only note the indices and masks under which they are read."""
    reads: list[tuple] = []

    def operand(aval: ShapedArray) -> OperandView:
        def at(index: Index, mask: Expr | None) -> Any:
            reads.append((index, mask))
            dtype = dtypes.physical(aval.dtype)
            return operand_leaf(("read", len(reads)), dtype)

        return OperandView(aval, at)

    return [operand(a) for a in avals], reads


def is_view(eqn: Equation) -> bool:
    """Whether each result is an operand's memory, perhaps under another shape: the k-th one's."""
    if eqn.op.gives_operands:
        return all(isinstance(x, Var) for x in eqn.invars)
    if eqn.op.role is not Role.INDEX or len(eqn.invars) != 1:
        return False
    x, out = eqn.invars[0].aval, eqn.outvars[0].aval
    if isinstance(eqn.invars[0], Literal) or x.size != out.size or x.dtype != out.dtype:
        return False
    return _reads_in_order(eqn.op, x, out)


@memo()
def _reads_in_order(op: Primitive, x: ShapedArray, out: ShapedArray) -> bool:
    """Whether an index map gives all elements of its operand in their order."""
    axes = [LoopAxis(n) for n in out.shape]
    index = [a.expr for a in axes]
    operands, reads = _noted([x])
    op.element(index, *operands)
    if len(reads) != 1 or reads[0][1] is not None:
        return False
    source = ravel(reads[0][0], x.shape)
    return source.key == ravel(index, out.shape).key
