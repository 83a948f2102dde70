"""Loops of a kernel by their numbers: find one, put others in its place, copy one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fjax.core import memo, scalar
from fjax.core.scalar import Expr, Op
from fjax.errors import FjaxValueError
from fjax.lowering.kernel.form import (
    Access,
    Axis,
    Carried,
    If,
    Kernel,
    Load,
    Loop,
    Result,
    Statement,
    Store,
    Stride,
    While,
)
from fjax.lowering.kernel.spelling import FactTable, Rewriter, walk

_facts = memo.WeakTable()


class Illegal(FjaxValueError):
    """A directive would change what a kernel computes; the message says why."""


def facts_of(kernel: Kernel) -> FactTable:
    """The facts of a kernel's expressions. A rewritten kernel shares those of the one before."""
    known = _facts.of(kernel)
    if "facts" not in known:
        known["facts"] = FactTable(kernel.body)
    return known["facts"]


def loops(kernel: Kernel) -> list[Loop]:
    """All counted loops, outer ones first."""
    return [s for s in walk(kernel.body) if isinstance(s, Loop)]


def find(kernel: Kernel, number: int) -> Loop:
    """The loop with this number; raises Illegal if there is none."""
    nest = nest_of(kernel, number)
    if not nest:
        raise Illegal(f"the kernel has no loop i{number}")
    return nest[-1]


def only_inside(loop: Loop) -> Loop:
    """The loop that is all of a loop's body; raises Illegal if there is none."""
    inner = loop.body[0] if len(loop.body) == 1 else None
    if not isinstance(inner, Loop):
        raise Illegal(f"the body of loop i{loop.number} is not one loop")
    return inner


def nest_of(kernel: Kernel, number: int) -> list[Loop]:
    """A loop and the loops around it up to the first branch or while loop, outermost first."""

    def inside(body: tuple[Statement, ...], above: list[Loop]) -> list[Loop]:
        for s in body:
            if isinstance(s, Loop):
                if s.number == number:
                    return [*above, s]
                found = inside(s.body, [*above, s])
            elif isinstance(s, If):
                found = inside(s.then, []) or inside(s.otherwise, [])
            else:
                found = inside(s.body, []) if isinstance(s, While) else []
            if found:
                return found
        return []

    return inside(kernel.body, [])


def bodies(kernel: Kernel) -> list[tuple[Statement, ...]]:
    """All bodies: the kernel's, and those of loops and branches."""
    found = [kernel.body]
    for s in walk(kernel.body):
        if isinstance(s, If):
            found += [s.then, s.otherwise]
        elif not isinstance(s, Store):
            found.append(s.body)
    return found


def siblings(kernel: Kernel, number: int) -> tuple[Statement, ...]:
    """The body in which a loop stands."""
    find(kernel, number)
    return next(b for b in bodies(kernel) if any(getattr(s, "number", -1) == number for s in b))


def next_number(kernel: Kernel) -> int:
    """The first number that no loop has, nor any after it."""
    numbers = [s.number for s in walk(kernel.body) if isinstance(s, (Loop, While))]
    return 1 + max(numbers, default=-1)


def region(kernel: Kernel, body: tuple[Statement, ...]) -> Kernel:
    """Some statements of a kernel as a kernel, to be rewritten without the others."""
    made = replace(kernel, body=body)
    _facts.of(made)["facts"] = facts_of(kernel)  # of the same buffers, written as before
    return made


def edited(kernel: Kernel, number: int, change: Callable[[Loop], tuple[Statement, ...]]) -> Kernel:
    """The kernel with what `change` makes of one loop in its place."""
    find(kernel, number)

    def visit(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for s in body:
            if isinstance(s, Loop) and s.number == number:
                found += change(s)
            elif isinstance(s, If):
                found.append(replace(s, then=visit(s.then), otherwise=visit(s.otherwise)))
            elif isinstance(s, Store):
                found.append(s)
            else:
                found.append(replace(s, body=visit(s.body)))
        return tuple(found)

    return region(kernel, visit(kernel.body))


def copied(loop: Loop, first: int) -> Loop:
    """The loop with new numbers for it and the loops inside, the first of them `first`."""
    inside = [s.number for s in walk((loop,)) if isinstance(s, (Loop, While))]
    return renumbered(loop, dict(zip(inside, range(first, first + len(inside)), strict=True)))


def renumbered(loop: Loop, numbers: dict[int, int]) -> Loop:
    """The loop with other numbers for it and the loops inside."""
    (made,) = _Renumbered(numbers).statements((loop,))
    assert isinstance(made, Loop)
    return made


class _Renumbered(Rewriter):
    """Loops, and the leaves that name them, under other numbers."""

    def __init__(self, numbers: dict[int, int]):
        super().__init__(self._leaf)
        self.numbers = numbers

    def _number(self, loop: int) -> int:
        return self.numbers.get(loop, loop)

    def _leaf(self, node: Expr) -> Expr:
        key = node.extra
        if node.op is not Op.LEAF:
            return node
        if isinstance(key, Axis):
            return scalar.leaf(Axis(self._number(key.loop)), node.dtype)
        if isinstance(key, (Carried, Result)):
            return scalar.leaf(type(key)(self._number(key.loop), key.item), node.dtype)
        if isinstance(key, Load):
            return scalar.leaf(replace(key, access=self._access(key.access)), node.dtype)
        return node

    def _access(self, access: Access) -> Access:
        strides = tuple([Stride(self._number(t.loop), t.step) for t in access.strides])
        return replace(access, strides=strides)

    def _statement(self, s: Statement) -> Statement:
        s = super()._statement(s)
        if isinstance(s, Store):
            return replace(s, access=self._access(s.access))
        if isinstance(s, If):
            return s
        s = replace(s, number=self._number(s.number))
        if isinstance(s, Loop) and s.binding is not None and s.binding.row is not None:
            return replace(s, binding=replace(s.binding, row=self._number(s.binding.row)))
        return s
