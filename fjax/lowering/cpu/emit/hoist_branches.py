"""Loops in lanes whose body compares its index with bounds: one comparison for a whole vector.

Where a comparison has the same outcome in all lanes, the vector branches on it (it is uniform);
only vectors that a bound falls into compare lane by lane. Loads are then of whole vectors or none,
which processors prefetch, and need no masks: pieces of a concatenation are copied as if each had a
loop of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from fjax.core.scalar import Expr
from fjax.lowering.kernel.form import Loop
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code

EmitBody = Callable[[Scope], None]  # emits one iteration in a scope of its own


class HoistedBranches:
    """A loop over whole vectors, with the comparisons of its index that `index_bounds` finds."""

    def __init__(
        self,
        values: Values,
        loop: Loop,
        scope: Scope,
        emit_body: EmitBody,
        asked: dict[Expr, tuple[bool, Expr]],
    ):
        self.values, self.writer, self.lanes = values, values.writer, values.lanes
        self.loop, self.scope, self.emit_body, self.asked = loop, scope, emit_body, asked
        self.bounds = {at: values.name(at, scope, 0) for _, at in asked.values()}

    def over(self, lo: str, hi: str, block: int) -> None:
        """The vectors in [lo, hi); `block` lanes, several vectors, may share comparisons."""

        def vector(code: Code, index: str, _: list[str]) -> list[str]:
            return self._vector(self.scope, code, index)

        def vectors(code: Code, index: str, _: list[str]) -> list[str]:
            return self._block(code, index, hi, block)

        build = vector if block == self.lanes else vectors
        self.writer.counted(self.scope.code, lo, hi, block, [], build)

    def _block(self, code: Code, index: str, hi: str, block: int) -> list[str]:
        """A block as one long vector; as short ones if outcomes differ or the last is cut off."""
        values, writer = self.values, self.writer
        end = writer.ins(code, f"add nsw i64 {index}, {block}")
        beyond = writer.ins(code, f"icmp sgt i64 {end}, {hi}")
        differ = writer.ins(code, f"or i1 {self._differ(code, index, block)}, {beyond}")
        values.enter_lanes(self.loop.number, block, set())
        same = self._alike(self.scope, index)
        values.enter_lanes(self.loop.number, self.lanes, set())
        each = Code(writer.fresh("vectors"))
        stop = writer.overloaded(each, "llvm.smin", "i64", 0, (end, hi))
        inside = Scope(self.scope, each, ("block", self.loop.number))

        def vector(code: Code, index: str, _: list[str]) -> list[str]:
            return self._vector(inside, code, index)

        writer.counted(each, index, stop, self.lanes, [], vector)
        return self._either(code, differ, same, each)

    def _vector(self, outside: Scope, code: Code, index: str) -> list[str]:
        """One vector, compared lane by lane where the outcomes differ."""
        differ, same = self._differ(code, index, self.lanes), self._alike(outside, index)
        each = Code(self.writer.fresh("each"))
        self.emit_body(Scope(outside, each, self.loop.number, axis=index))
        return self._either(code, differ, same, each)

    def _differ(self, code: Code, index: str, lanes: int) -> str:
        """Whether a bound is above the first of so many lanes and not above the last one."""
        writer, found = self.writer, "false"
        for bound in self.bounds.values():
            above = writer.ins(code, f"sub i64 {bound}, {index}")
            above = writer.ins(code, f"sub i64 {above}, 1")
            within = writer.ins(code, f"icmp ult i64 {above}, {lanes - 1}")
            found = writer.ins(code, f"or i1 {found}, {within}")
        return found

    def _alike(self, outside: Scope, index: str) -> Code:
        """The body where all lanes have the outcomes of the first."""
        same = Code(self.writer.fresh("same"))
        inside = Scope(outside, same, self.loop.number, axis=index)
        for question, (least, at) in self.asked.items():
            comparison = "sge" if least else "slt"
            answer = self.writer.ins(same, f"icmp {comparison} i64 {index}, {self.bounds[at]}")
            inside.values[question] = Value(answer, 0, inside)
        with self.values.uniform(self.asked):
            self.emit_body(inside)
        return same

    def _either(self, code: Code, differ: str, same: Code, each: Code) -> list[str]:
        self.writer.branch(code, self.writer.ins(code, f"xor i1 {differ}, true"), same)
        self.writer.branch(code, differ, each)
        return []
