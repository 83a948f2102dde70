"""Expansion: functions and conversions that a target lacks become base operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel import narrow
from fjax.lowering.kernel.dependence import Meeting, is_apart, meeting
from fjax.lowering.kernel.form import (
    COMBINE,
    Carried,
    Carry,
    Kernel,
    Load,
    Loop,
    Mode,
    Statement,
    Store,
    parallel_nest,
)
from fjax.lowering.kernel.spelling import FactTable, Functions, Rewriter, inline_call, walk


def expand(
    kernel: Kernel,
    inline: bool,
    conversions: narrow.Conversions = narrow.NO_CONVERSIONS,
    native: Functions = frozenset(),
    combines: bool = False,
) -> Kernel:
    """The kernel without conversions that a target cannot do, and without CALLs if `inline`.

    A scan becomes a serial loop. A store with a monoid loads what it overwrites. Raises ValueError
    if parallel iterations meet, because only some targets combine their values.

    conversions: of stored dtypes, that the target has as instructions.
    native: functions that the target has as an instruction; their CALLs stay.
    combines: the target computes running totals, and stores at which parallel iterations meet; so
    these stay, too.
    """

    def change(node: Expr) -> Expr:
        if node.op is Op.CONVERT and (
            narrow.is_stored(node.dtype) or narrow.is_stored(node.args[0].dtype)
        ):
            return narrow.convert(node.args[0], node.dtype, conversions)
        return inline_call(node, native) if inline and node.op is Op.CALL else node

    nest = parallel_nest(kernel.body)
    for loop in nest:
        if not (combines or _stays_apart(loop)):
            raise ValueError(
                f"kernel: calls that share loop {loop.number} would have to combine what they give"
            )
    return _InOrder(change, nest, combines).kernel(kernel)


def _stays_apart(loop: Loop) -> bool:
    """Whether iterations store to rows of their own, if computed places stay in these."""
    facts = FactTable(loop.body)
    stores = [s for s in walk(loop.body) if isinstance(s, Store) and s.monoid is not None]
    return all(meeting(s, s, loop.number, facts) <= Meeting.INDICES for s in stores)


class _InOrder(Rewriter):
    """Rewrites for targets on which iterations that meet run one after another.

    combines: those of loops in `nest` do not, and neither do those of scans.
    """

    def __init__(
        self, change: Callable[[Expr], Expr], nest: Sequence[Loop] = (), combines: bool = False
    ):
        super().__init__(change)
        self.nest, self.combines, self.facts = nest, combines, FactTable(tuple(nest))

    def _meets(self, s: Store) -> bool:
        """Whether parallel iterations meet at a store."""
        return self.combines and not all(is_apart(s, x.number, self.facts) for x in self.nest)

    def _statement(self, s: Statement) -> Statement:
        meets = isinstance(s, Store) and s.monoid is not None and self._meets(s)
        s = super()._statement(s)
        if meets:
            return s
        if isinstance(s, Store) and s.monoid is not None:
            before = scalar.leaf(Load(s.access, s.index), s.value.dtype)
            value = Expr(COMBINE[s.monoid], (before, s.value), s.value.dtype)
            return replace(s, value=value, monoid=None)
        if isinstance(s, Loop) and s.mode is Mode.SCAN and not self.combines:
            return in_order(s)
        return s


def in_order(loop: Loop) -> Loop:
    """The serial loop that a loop with running totals is, one iteration after another."""
    carries = []
    for k, c in enumerate(loop.carries):
        assert c.monoid is not None
        so_far = scalar.leaf(Carried(loop.number, k), c.next.dtype)
        following = Expr(COMBINE[c.monoid], (so_far, c.next), c.next.dtype)
        carries.append(Carry(c.initial, following))
    return replace(loop, mode=Mode.SERIAL, carries=tuple(carries))
