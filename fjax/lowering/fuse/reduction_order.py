"""Reductions walk their operands once, in the order of memory.

If a value is constant along an axis that a reduction keeps, such as a repeated row, it is reduced
once and the result is repeated. If a value is an array in another order, such as a transposed one,
it is reduced in the order of the array. Otherwise lanes would gather, and rows that are divided
into blocks would leave quotients and remainders of indices.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from fjax.core import dtypes, scalar_graph
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import memo
from fjax.core.primitive import Monoid, Primitive, Role
from fjax.core.roles import index_map, reduction
from fjax.core.scalar import Expr
from fjax.dataclass import dataclass
from fjax.errors import MissingRuleError
from fjax.lowering.fuse.element import OperandView
from fjax.lowering.kernel.index_arithmetic import Index, LoopAxis, affine, axes_in
from fjax.lowering.kernel.numbers import leaf_of, parts
from fjax.lowering.machine import Machine
from fjax.passes.equations import bound, first_of, giving, multiplied, repeated, transposed, turned


@dataclass(frozen=True)
class Walk:
    """How a value's elements lie in memory along its axes.

    same: axes along which all elements are equal. steps: the stride along each axis in the largest
    array that the value is computed from, which has `size` elements; None if it is not known.
    """

    same: frozenset[int]
    steps: tuple[int, ...] | None
    size: int


class _Read:
    """The key of an element that an index map reads, and the axes that it depends on."""

    __slots__ = ("axes", "part")

    def __init__(self, axes: set[LoopAxis], part: int = 0):
        self.axes, self.part = axes, part

    def _replace(self, part: int) -> _Read:
        return _Read(self.axes, part)


def _as_stored(aval: ShapedArray) -> Walk:
    steps = tuple([math.prod(aval.shape[k + 1 :]) for k in range(aval.ndim)])
    return Walk(frozenset(), steps, aval.size)


class _Walks:
    """The walks of a program's values."""

    def __init__(self, jaxpr: Jaxpr) -> None:
        self.jaxpr = jaxpr
        self.known: dict[Var, Walk] = {}

    def of(self, x: Atom) -> Walk:
        if isinstance(x, Literal):
            return Walk(frozenset(range(x.aval.ndim)), None, 0)
        return self.known.get(x) or _as_stored(x.aval)

    def add(self, eqn: Equation) -> None:
        """Note the result of an equation that a kernel may compute where it is needed."""
        role = eqn.op.role
        if len(eqn.outvars) != 1 or role not in (Role.ELEMENTWISE, Role.INDEX, Role.REDUCTION):
            return
        (v,), walks = eqn.outvars, [self.of(x) for x in eqn.invars]
        if role is Role.ELEMENTWISE:
            self.known[v] = _of_elements(v.aval, [x.aval for x in eqn.invars], walks)
        elif role is Role.INDEX:
            avals = tuple([x.aval for x in eqn.invars])
            self.known[v] = _of_index_map(eqn.op, v.aval, avals, tuple(walks))
        else:
            kept = [k for k in range(eqn.invars[0].aval.ndim) if k not in reduction(eqn.op).axes]
            same = frozenset(n for n, k in enumerate(kept) if k in walks[0].same)
            self.known[v] = Walk(same, _as_stored(v.aval).steps, v.aval.size)


def _of_elements(out: ShapedArray, avals: list[ShapedArray], walks: list[Walk]) -> Walk:
    """The walk of what is computed element by element."""
    large = [w for a, w in zip(avals, walks, strict=True) if a.shape]
    same = frozenset(range(out.ndim)).intersection(*[w.same for w in large])
    widest = max(large, key=lambda w: w.size, default=Walk(same, None, 0))
    return Walk(same, widest.steps, widest.size)


@memo()
def _of_index_map(
    op: Primitive, out: ShapedArray, avals: tuple[ShapedArray, ...], walks: tuple[Walk, ...]
) -> Walk:
    """The walk of what an index map gives."""
    axes = [LoopAxis(n) for n in out.shape]
    found = Walk(frozenset(), None, 0)

    def operand(aval: ShapedArray, walk: Walk) -> OperandView:
        def at(index: Index, mask: Expr | None) -> Any:
            nonlocal found
            varying = [i for k, i in enumerate(index) if k not in walk.same]
            used = _axes_read([*varying, *([] if mask is None else [mask])])
            if walk.size > found.size:
                found = Walk(found.same, _steps(index, axes, walk), walk.size)
            return leaf_of(_Read(used), dtypes.physical(aval.dtype))

        return OperandView(aval, at)

    operands = [operand(a, w) for a, w in zip(avals, walks, strict=True)]
    try:
        value = index_map(op).element([a.expr for a in axes], *operands)
    except (TypeError, MissingRuleError):
        return _as_stored(out)
    varied = _axes_read(parts(value))
    return replace(found, same=frozenset(k for k, a in enumerate(axes) if a not in varied))


def _axes_read(exprs: Any) -> set[LoopAxis]:
    """The axes that expressions depend on, by the elements that they read too."""
    exprs = list(exprs)
    read = [x.extra.axes for x in scalar_graph.order(exprs) if type(x.extra) is _Read]
    return axes_in(exprs).union(*read)


def _steps(index: Index, axes: list[LoopAxis], walk: Walk) -> tuple[int, ...] | None:
    """The stride of the reads along each axis; None if it depends on the index."""
    if walk.steps is None:
        return None
    steps = dict.fromkeys(axes, 0)
    for i, step in zip(index, walk.steps, strict=True):
        for atom, factor in affine(i).terms.items():
            if type(atom.extra) is not LoopAxis:
                return None
            steps[atom.extra] += factor * step
    return tuple(steps.values())


def order_reductions(jaxpr: Jaxpr, machine: Machine) -> Jaxpr:
    """The program with its reductions over what differs, in the order of memory.

    >>> import fjax, fjax.numpy as jnp
    >>> from fjax.lowering.machine import named
    >>> def f(x):
    ...     return jnp.broadcast_to(x[:, None], (9, 50)).sum(0)
    >>> jaxpr = fjax.make_jaxpr(f)(jnp.ones(9)).jaxpr
    >>> [e.primitive.name for e in order_reductions(jaxpr, named("x86-64-v4")).eqns][-3:]
    ['slice', 'reduce_sum', 'broadcast_in_dim']
    """
    walks, eqns = _Walks(jaxpr), list[Equation]()
    for eqn in jaxpr.eqns:
        steps = _reduced(eqn, walks, machine) if eqn.op.role is Role.REDUCTION else [eqn]
        for step in steps:
            walks.add(step)
        eqns += steps
    return jaxpr.replace(eqns=eqns) if len(eqns) > len(jaxpr.eqns) else jaxpr


def _reduced(eqn: Equation, walks: _Walks, machine: Machine) -> list[Equation]:
    x = eqn.invars[0]
    if not isinstance(x, Var) or x not in walks.known or not x.aval.size:
        return [eqn]
    walk = walks.of(x)
    same = {k for k in walk.same if x.aval.shape[k] > 1}
    if _adds_up(eqn, same):
        return _repeated(eqn, x, same)
    same -= set(reduction(eqn.op).axes)
    return _repeated(eqn, x, same) if same else _in_order(eqn, x, walks, machine)


def _adds_up(eqn: Equation, same: set[int]) -> bool:
    """Whether n equal elements reduce to n times one of them, or just to that one."""
    op, dtype = reduction(eqn.op), eqn.outvars[0].aval.dtype
    if same.isdisjoint(op.axes):
        return False
    if op.monoid is Monoid.ADD:
        return dtype not in dtypes.WIDENED and dtype.kind in "iuf"
    return op.monoid in (Monoid.MAX, Monoid.MIN, Monoid.AND, Monoid.OR)


def _repeated(eqn: Equation, x: Var, axes: set[int]) -> list[Equation]:
    """The reduction of the first elements along some axes, repeated."""
    (out,), op, source = eqn.outvars, reduction(eqn.op), eqn.source
    eqns = [first_of(x, axes, source)]
    eqns.append(bound(eqn.op, eqns[-1].outvars[0], source))
    times = math.prod(x.aval.shape[k] for k in axes.intersection(op.axes))
    if times > 1 and op.monoid is Monoid.ADD:
        eqns.append(multiplied(eqns[-1].outvars[0], times, source))
    if eqns[-1].outvars[0].aval != out.aval:
        eqns.append(repeated(eqns[-1].outvars[0], out.aval.shape, source))
    return giving(eqn.outvars[0], eqns)


def _in_order(eqn: Equation, x: Var, walks: _Walks, machine: Machine) -> list[Equation]:
    """The reduction over the axes in the order in which elements lie in memory.

    If the axes of the result change places by that, only small results are treated so. If others
    read the operand, too, it may be stored in its own order; then its rows must not be read as
    columns.
    """
    walk = walks.known[x]
    shape, size, axes = x.aval.shape, eqn.outvars[0].aval.size, reduction(eqn.op).axes
    long = [k for k, n in enumerate(shape) if n > 1]
    if walk.steps is None or not all(walk.steps[k] for k in long):
        return [eqn]
    steps = walk.steps
    order = sorted(long, key=lambda k: -abs(steps[k])) + [k for k, n in enumerate(shape) if n == 1]
    backwards = tuple([k for k in long if steps[k] < 0 and k in axes])
    in_order, kept = order[: len(long)] == long, [k for k in order if k not in axes]
    if kept != sorted(kept) and x.aval.size < size * machine.trip:
        return [eqn]
    inwards = any(k < b for n, k in enumerate(order) if k in axes for b in order[:n] if b in kept)
    if inwards and walks.jaxpr.use_count(x) > 1:
        return [eqn]
    eqns: list[Equation] = []
    if backwards:
        eqns.append(turned(x, backwards, eqn.source))
        (x,) = eqns[-1].outvars
    if in_order:
        return [*eqns, eqn.replace(invars=(x,))]
    eqns.append(transposed(x, tuple(order), eqn.source))
    op = eqn.op.replace(axes=tuple([n for n, k in enumerate(order) if k in axes]))
    eqns.append(bound(op, eqns[-1].outvars[0], eqn.source))
    if kept != sorted(kept):
        home = tuple([kept.index(k) for k in sorted(kept)])
        eqns.append(transposed(eqns[-1].outvars[0], home, eqn.source))
    return giving(eqn.outvars[0], eqns)
