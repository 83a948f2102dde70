"""Running totals by the lanes of a team: a stretch of the row after another, in a tree each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fjax.lowering.cuda.emit.accesses import Accesses, Neighbour
from fjax.lowering.cuda.emit.instructions import CudaWriter
from fjax.lowering.cuda.emit.teams import Teams, nothing
from fjax.lowering.kernel.form import Loop, Statement, Store, carried
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, Phis, register_type

Run = Callable[[Sequence[Statement], Scope], None]


class Scans:
    """Spells scans. `run` appends statements that each lane runs for itself."""

    def __init__(
        self, values: Values, writer: CudaWriter, accesses: Accesses, teams: Teams, run: Run
    ):
        self.values, self.writer, self.accesses = values, writer, accesses
        self.teams, self.run = teams, run

    def loop(self, loop: Loop, scope: Scope, extent: str, width: int, waits: bool) -> list[str]:
        """The final totals. `waits`: whether lanes read what others store."""
        names = [self.values.name(c.initial, scope, 0) for c in loop.carries]
        lo = "0"
        if width > 1:
            lo = self.accesses.whole(loop, scope, extent, width)
            names = self._stretches(loop, scope, "0", lo, names, width, waits)
        return self._stretches(loop, scope, lo, extent, names, 1, waits)

    def _stretches(
        self,
        loop: Loop,
        scope: Scope,
        lo: str,
        hi: str,
        names: Sequence[str],
        width: int,
        waits: bool,
    ) -> list[str]:
        """Stretches as long as the team is wide, each lane with some neighbours of it."""
        writer, threads, kind = self.writer, self.teams.threads, self.values.index
        step = writer.ins(scope.code, f"mul {kind} {threads.lanes}, {width}")
        mine = writer.ins(scope.code, f"mul {kind} {threads.lane}, {width}")
        last = writer.ins(scope.code, f"sub {kind} {hi}, {width}")

        def build(code: Code, index: str, before: list[str]) -> list[str]:
            at = writer.ins(code, f"add nsw {kind} {index}, {mine}")
            present = writer.ins(code, f"icmp slt {kind} {at}, {hi}")
            at = writer.overloaded(code, "llvm.smin", kind, 0, (at, last))
            group = self.accesses.group(loop, scope, code, at, width)
            for each in group:
                self.run([s for s in loop.body if not isinstance(s, Store)], each)
            following = self._totals(loop, group, present, before)
            self._stores(loop, group, present, waits)
            return following

        kinds = [register_type(c.next.dtype) for c in loop.carries]
        phis: Phis = list(zip(kinds, names, strict=True))
        return writer.counted(scope.code, lo, hi, step, phis, build, kind)

    def _totals(
        self, loop: Loop, group: Sequence[Neighbour], present: str, before: Sequence[str]
    ) -> list[str]:
        """Gives each neighbour the running totals; what they are after the stretch."""
        writer, code = self.writer, group[0].code
        upto: list[list[str]] = []  # of each item: of the lane's first neighbour, first two, …
        for c in loop.carries:
            kind, dtype, found = register_type(c.next.dtype), c.next.dtype, list[str]()
            for each in group:
                x = self.values.name(c.next, each, 0)
                x = writer.select(code, present, x, nothing(c), kind, 0)
                found.append(writer.combine(code, c.monoid, dtype, found[-1], x, 0) if found else x)
            upto.append(found)
        scanned = self.teams.scan(code, loop.carries, [found[-1] for found in upto])
        following = []
        for k, (c, found, (lanes, total)) in enumerate(
            zip(loop.carries, upto, scanned, strict=True)
        ):
            dtype = c.next.dtype
            so_far = writer.combine(code, c.monoid, dtype, before[k], lanes, 0)
            following.append(writer.combine(code, c.monoid, dtype, before[k], total, 0))
            for j, each in enumerate(group):
                x = writer.combine(code, c.monoid, dtype, so_far, found[j - 1], 0) if j else so_far
                each.values[carried(loop.number, k, dtype)] = Value(x, 0, each)
        return following

    def _stores(self, loop: Loop, group: Sequence[Neighbour], present: str, waits: bool) -> None:
        """The stores of the lanes that have a part of the row."""
        stores = [s for s in loop.body if isinstance(s, Store)]
        code, inner = group[0].code, Code(self.writer.fresh("put"))
        if waits:
            self.teams.wait(code)
        inside: list[Neighbour] = []
        for each in group:
            inside.append(Neighbour(each, inner, ("scan", loop.number), guard=True))
            inside[-1].group = inside
        self.values.store_all(stores, inside, lambda s: self.accesses.store_together(s, inside))
        self.writer.branch(code, present, inner)
        if waits:
            self.teams.wait(code)
