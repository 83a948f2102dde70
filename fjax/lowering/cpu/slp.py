"""Superword parallelism (SLP): independent scalar calls of one function become one call in lanes.

A loop over small state computes its values one by one: fifty hyperbolic tangents are fifty copies
of the same program. In lanes they take a seventh of the code, which compiles and runs faster. Each
lane has the bits that the scalar would have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from fjax.core import memo
from fjax.core.scalar import Expr, Function, Op
from fjax.lowering.kernel.form import If, Kernel, Loop, Mode, Statement, Store, While
from fjax.lowering.kernel.spelling import (
    FactTable,
    Functions,
    Rewriter,
    always_needed,
    bounds,
    expressions,
    inline_call,
    only_stores,
    operands,
    postorder,
    written_buffers,
)

FEWEST = 4  # calls that are worth moving to lanes and back
SHORTEST = 8  # operations of a function that is


class PackedFunction(Function):
    """A function whose calls are computed together: all stand in one loop, or at the top.

    A kernel has one pack of each number. Its calls are all calls of that object.
    """

    def __init__(self, of: Function, number: int):
        super().__init__(f"{of.name}_pack_{number}", of.program)
        self.of = of


class Operations(NamedTuple):
    """A function's operations in order, from its formal inputs to its result."""

    formals: tuple[Expr, ...]
    order: tuple[Expr, ...]


@memo.memo()
def program_of(function: Function, inputs: tuple[np.dtype, ...], native: Functions) -> Operations:
    """What a call of the function computes, nested calls written out."""
    formals, body = function.body(*inputs)
    result = inline_call(Expr(Op.CALL, formals, body.dtype, function), native)
    return Operations(formals, tuple(postorder((result,))))


def pack_calls(
    kernel: Kernel, lanes: Callable[[int], int], native: Functions
) -> tuple[Kernel, Functions]:
    """The kernel with packs in place of functions, where calls can be computed together.

    lanes: how many numbers a register holds, by their bytes. Returns the packs as well.
    """
    chosen = _Chooser(kernel, lanes, native).chosen
    if not chosen:
        return kernel, frozenset()
    return Replacing(chosen).kernel(kernel), frozenset(chosen.values())


class Replacing(Rewriter):
    """Has calls call the functions that were chosen for them."""

    def __init__(self, chosen: Mapping[Expr, Function]):
        super().__init__(lambda node: node)
        self.chosen = chosen

    def _rebuild(self, node: Expr) -> Expr:
        made, function = super()._rebuild(node), self.chosen.get(node)
        return made if function is None else Expr(Op.CALL, made.args, made.dtype, function)


class _Chooser:
    """Finds scalar calls of one function that do not need each other's results.

    They have the same depth of calls below them, and are computed in the same place.
    """

    def __init__(self, kernel: Kernel, lanes: Callable[[int], int], native: Functions):
        self.lanes, self.native = lanes, native
        self.facts = FactTable(kernel.body)
        self.level: dict[Expr, int] = {}
        self.chosen: dict[Expr, PackedFunction] = {}
        self._seen: set[Expr] = set()
        self._in(kernel.body, ())

    def _in(self, body: tuple[Statement, ...], following: Sequence[Expr]) -> None:
        """Choose among what statements need that stand side by side, then in the loops inside."""
        roots = [e for s in body if not isinstance(s, If) for e in _outside(s)]
        self._choose((*roots, *following), written_buffers(body))
        for s in body:
            if isinstance(s, While) or (isinstance(s, Loop) and _by_scalars(s)):
                self._in(s.body, [c.next for c in s.carries])

    def _choose(self, roots: tuple[Expr, ...], written: frozenset[int]) -> None:
        alike: dict[tuple, list[Expr]] = {}
        for node in postorder(roots, self._seen, always_needed):
            below = max([self.level.get(x, 0) for x in operands(node)], default=0)
            self.level[node] = below
            if node.op is Op.CALL:
                self.level[node] = below + 1
                if self._fits(node, written):
                    facts, inputs = self.facts[node], tuple([a.dtype for a in node.args])
                    where = facts.loops, facts.results, facts.loads, bool(facts.volatile)
                    alike.setdefault((node.extra, inputs, below, *where), []).append(node)
        for (function, *_), calls in alike.items():
            width = self.lanes(calls[0].dtype.itemsize)
            for k in range(0, len(calls) - FEWEST + 1, width):
                pack = PackedFunction(function, len(self.chosen))
                self.chosen.update(dict.fromkeys(calls[k : k + width], pack))

    def _fits(self, call: Expr, written: frozenset[int]) -> bool:
        """Whether a call may be computed with others, and gains by it. written: buffers, here."""
        if call.extra in self.native or not self.facts[call].volatile.isdisjoint(written):
            return False
        inputs = tuple([a.dtype for a in call.args])
        order = program_of(call.extra, inputs, self.native).order
        return (
            len(order) >= SHORTEST
            and all(d.itemsize == call.dtype.itemsize for d in inputs)
            and all(node.op is not Op.RARE for node in order)
        )


def _outside(s: Statement) -> tuple[Expr, ...]:
    """The expressions of a statement that are needed where it stands, whatever happens inside."""
    if isinstance(s, Store):
        return expressions(s)
    assert not isinstance(s, If)
    first = tuple([c.initial for c in s.carries])
    return first if isinstance(s, While) else (*bounds(s), *first)


def _by_scalars(loop: Loop) -> bool:
    """Whether a loop has no lanes."""
    return loop.mode in (Mode.SERIAL, Mode.UNROLL) or (
        loop.mode is Mode.PARALLEL and not only_stores(loop.body)
    )
