"""Loops in lanes: main loop and tail, masks, accumulators, and how their lanes are combined."""

from __future__ import annotations

from fjax.core.scalar import Op
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel.form import Carry, Loop, Monoid, Result, Tail, Vector, While, trip_count
from fjax.lowering.kernel.numbers import identity
from fjax.lowering.kernel.spelling import bounds, nodes_of, runs_forward, walk
from fjax.lowering.llvm.loops import Loops
from fjax.lowering.llvm.values import Scope
from fjax.lowering.llvm.writer import Code, computes_as_float, literal, register_type, splat, vector

Accumulators = list[tuple[str, str]]  # of each its LLVM type, and the value so far


class Lanes:
    """Loops whose iterations run several at a time; `loops` has those that do not."""

    def __init__(self, loops: Loops, processor: Processor):
        self.loops, self.processor = loops, processor
        self.values, self.writer, self.body = loops.values, loops.writer, loops.body

    # -- loops in lanes ------------------------------------------------------------------------

    def over(self, loop: Loop, scope: Scope) -> None:
        """A loop of independent iterations, several at a time, as its `vector` says."""
        vector = self._vector(loop)
        lo, hi, _ = self.values.bounds(loop, scope)
        if vector.tail is Tail.HALVES:
            if trip_count(loop) is None:
                self._ends_in_halves(loop, scope, hi, vector.lanes)
            else:
                self._in_halves(loop, scope, vector.lanes)
            return
        self.values.enter_lanes(loop.number, vector.lanes * vector.registers, set())
        self._find_varying(loop)
        accumulators, middle = self._main_loop(loop, scope, lo, hi)
        totals = self.totals(loop, scope, [name for _, name in accumulators])
        self.values.leave_lanes()
        if vector.tail is Tail.SCALAR:
            self._scalar_tail(loop, scope, middle, hi, totals)
        else:
            self.loops.publish(loop, scope, totals)

    def accumulated(self, loop: Loop, scope: Scope) -> list[str]:
        """A vector loop with a tail under a mask: its accumulators, whose lanes are not combined.

        `lane_count` says how many lanes they have. Values that depend only on the loop's length are
        computed outside, because the loop stands in another one.
        """
        vector = self._vector(loop)
        self.values.enter_lanes(loop.number, vector.lanes * vector.registers, set())
        self._find_varying(loop)
        lo, hi, _ = self.values.bounds(loop, scope)
        if vector.tail is Tail.EVERY:
            accumulators, _ = self._main_loop(loop, scope, lo, hi)
        else:
            accumulators = self._in_vectors(loop, scope, hi)
        self.values.leave_lanes()
        return [name for _, name in accumulators]

    def lane_count(self, loop: Loop) -> int:
        """How many lanes a loop's accumulators have in the end; 0 if its tail is not in lanes."""
        vector = self._vector(loop)
        if vector.tail is Tail.SCALAR:
            return 0
        return vector.lanes * (vector.registers if vector.tail is Tail.EVERY else 1)

    def _vector(self, loop: Loop) -> Vector:
        if loop.vector is None:
            raise ValueError(f"kernel: no directive says how loop {loop.number} is vectorized")
        return loop.vector

    def _in_vectors(self, loop: Loop, scope: Scope, hi: str) -> Accumulators:
        """Several registers at a time, whole vectors, and one under a mask.

        Of two registers at most one whole vector is left: it runs under a mask, too, so that the
        code for one vector is there once.
        """
        vector, owner = self._vector(loop), self._owner(loop, scope)
        middle = self._whole_blocks(loop, owner, "0", hi, vector.lanes * vector.registers)
        accumulators = self._whole_vectors(loop, scope, "0", middle, self.neutral(loop))
        if vector.registers == 2:
            return self._sweep(loop, scope, middle, hi, accumulators, masked=True)
        end = middle
        if vector.registers > 1:
            end = self._whole_blocks(loop, owner, "0", hi, vector.lanes)
            accumulators = self._sweep(loop, scope, middle, end, accumulators)
        return self._last(loop, scope, end, hi, accumulators)

    def _owner(self, loop: Loop, scope: Scope) -> Scope:
        """Where the length of a loop is known."""
        return self.values.demand(loop.stop, scope).owner or scope

    def _last(
        self, loop: Loop, scope: Scope, end: str, hi: str, accumulators: Accumulators
    ) -> Accumulators:
        """What is left after the whole vectors of [0, end), less than one more."""
        owner = self._owner(loop, scope)
        mask = self.tail_mask(owner.code, end, hi)
        rest = self.writer.ins(owner.code, f"icmp slt i64 {end}, {hi}")
        code = Code(self.writer.fresh("rest"))
        inside = Scope(scope, code, loop.number, guard=True, mask=mask, axis=end)
        self.body(loop.body, inside)
        taken = self.loops.accumulated(loop, inside, [name for _, name in accumulators])
        return self._either(scope.code, rest, code, accumulators, taken)

    def _either(
        self, code: Code, condition: str, inner: Code, passed: Accumulators, taken: list[str]
    ) -> Accumulators:
        """Accumulators after `inner`, which runs under a condition."""
        before = code.label
        self.writer.branch(code, condition, inner)
        return [
            (kind, self.writer.ins(code, f"phi {kind} [ {x}, %{before} ], [ {y}, %{inner.label} ]"))
            for (kind, x), y in zip(passed, taken, strict=True)
        ]

    def _main_loop(self, loop: Loop, scope: Scope, lo: str, hi: str) -> tuple[Accumulators, str]:
        """The loop in lanes, and where the iterations begin that have to run one by one."""
        vector, accumulators, middle = self._vector(loop), self.neutral(loop), lo
        if vector.tail is Tail.WHOLE:
            return self._whole_vectors(loop, scope, lo, hi, accumulators), hi
        if vector.tail is Tail.COPIED:
            return self._copied(loop, scope, lo, hi), hi
        if vector.tail is not Tail.EVERY:
            owner = self._owner(loop, scope) if vector.tail is Tail.ONE else scope
            block = vector.lanes * vector.registers
            middle = self._whole_blocks(loop, owner, lo, hi, block)
            accumulators = self._whole_vectors(loop, scope, lo, middle, accumulators)
        if vector.tail is Tail.ONE:
            accumulators = self._last(loop, scope, middle, hi, accumulators)
        elif vector.tail is not Tail.SCALAR:
            streams = vector.tail is Tail.EVERY and self.processor.fetched_ahead > 0
            accumulators = self._sweep(loop, scope, middle, hi, accumulators, True, streams)
        return accumulators, middle

    def _whole_vectors(
        self, loop: Loop, scope: Scope, lo: str, hi: str, accumulators: Accumulators
    ) -> Accumulators:
        """Whole vectors, then fewer lanes: short rows pass by all of that."""
        vector = self._vector(loop)
        if not accumulators or vector.registers == 1:
            accumulators = self._sweep(loop, scope, lo, hi, accumulators)
            return self._narrow(loop, scope.code, accumulators, vector.lanes)
        some = self.writer.ins(scope.code, f"icmp slt i64 {lo}, {hi}")
        whole = Code(self.writer.fresh("whole"))
        within = Scope(scope, whole, ("whole", loop.number))
        accumulators = self._sweep(loop, within, lo, hi, accumulators)
        taken = self._narrow(loop, whole, accumulators, vector.lanes)
        passed = self.neutral(loop)
        return self._either(scope.code, some, whole, passed, [name for _, name in taken])

    def _ends_in_halves(self, loop: Loop, scope: Scope, hi: str, lanes: int) -> None:
        """Whole vectors, then one of half as many lanes if that is left, and so on, without masks.

        What is stored under a mask cannot be read before it is in the cache.
        """
        writer, owner = self.writer, self._owner(loop, scope)
        self.values.enter_lanes(loop.number, lanes, set())
        self._find_varying(loop)
        at = self._whole_blocks(loop, owner, "0", hi, lanes)
        self._sweep(loop, scope, "0", at, [])
        self.values.leave_lanes()
        left = writer.ins(owner.code, f"sub nsw i64 {hi}, {at}")
        if not runs_forward(loop):
            left = writer.overloaded(owner.code, "llvm.smax", "i64", 0, (left, "0"))
        while lanes > 1:
            lanes //= 2
            part = writer.ins(owner.code, f"and i64 {left}, {lanes}")
            some = writer.ins(owner.code, f"icmp ne i64 {part}, 0")
            code = Code(writer.fresh("half"))
            self._at(loop, Scope(scope, code, loop.number, guard=True, axis=at), at, lanes)
            writer.branch(scope.code, some, code)
            at = writer.ins(owner.code, f"add nsw i64 {at}, {part}")

    def _at(self, loop: Loop, inside: Scope, index: str, lanes: int) -> None:
        """The iterations from one on that fill this number of lanes."""
        if lanes > 1:
            self.values.enter_lanes(loop.number, lanes, set())
            self._find_varying(loop)
        else:
            self.values.enter(loop, inside, index)
        self.body(loop.body, inside)
        self.values.leave_lanes()

    def _in_halves(self, loop: Loop, scope: Scope, most: int) -> None:
        """A loop of known, small length in vectors of powers of two elements, without masks."""
        count, at = trip_count(loop) or 0, 0
        while at < count:
            lanes = min(most, 1 << (count - at).bit_length() - 1)
            inside = Scope(scope, scope.code, loop.number, axis=str(at))
            self._at(loop, inside, str(at), lanes)
            at += lanes

    def _find_varying(self, loop: Loop) -> None:
        """Which carried items of the loops inside differ from lane to lane.

        Lanes whose loop has ended keep what is read afterwards; other items may go on.
        """
        loops = [s for s in walk(loop.body) if isinstance(s, (Loop, While)) and s.carries]
        if not loops:
            return
        leaves = {n.extra for n in nodes_of(loop) if n.op is Op.LEAF}
        items: set[tuple[int, int]] = set()
        while True:
            before = len(items)
            for s in loops:
                ends = (s.condition,) if isinstance(s, While) else bounds(s)
                uneven = any(map(self.values.varies, ends))
                items |= {
                    (s.number, k)
                    for k, c in enumerate(s.carries)
                    if (uneven and Result(s.number, k) in leaves)
                    or self.values.varies(c.initial)
                    or self.values.varies(c.next)
                }
            if len(items) == before:
                return
            self.values.enter_lanes(loop.number, self.values.lanes, items)

    def neutral(self, loop: Loop) -> Accumulators:
        """Types of a loop's accumulators, and what they begin with."""
        made = []
        for c in loop.carries:
            if c.monoid is None:
                raise ValueError(
                    f"kernel: loop {loop.number} runs in lanes but carries a value without a monoid"
                )
            element = register_type(c.next.dtype)
            neutral = literal(identity(c.monoid, c.next.dtype), c.next.dtype)
            made.append(
                (vector(element, self.values.lanes), splat(neutral, element, self.values.lanes))
            )
        return made

    def _whole_blocks(self, loop: Loop, scope: Scope, lo: str, hi: str, block: int) -> str:
        """The end of the part of a loop over [lo, hi) that is a multiple of `block` long."""
        writer, code = self.writer, scope.code
        span = hi if lo == "0" else writer.ins(code, f"sub nsw i64 {hi}, {lo}")
        if not runs_forward(loop):
            span = writer.overloaded(code, "llvm.smax", "i64", 0, (span, "0"))
        whole = writer.ins(code, f"and i64 {span}, {-block}")
        return whole if lo == "0" else writer.ins(code, f"add nsw i64 {lo}, {whole}")

    def _sweep(
        self,
        loop: Loop,
        scope: Scope,
        lo: str,
        hi: str,
        accumulators: Accumulators,
        masked: bool = False,
        streams: bool = False,
    ) -> Accumulators:
        """A loop over [lo, hi), a vector an iteration. streams: as `Scope` has it."""

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            mask = self.tail_mask(code, index, hi) if masked else None
            inside = Scope(scope, code, loop.number, mask=mask, axis=index, streams=streams)
            self.body(loop.body, inside)
            return self.loops.accumulated(loop, inside, names)

        names = self.writer.counted(scope.code, lo, hi, self.values.lanes, accumulators, build)
        return [(kind, name) for (kind, _), name in zip(accumulators, names, strict=True)]

    def _copied(self, loop: Loop, scope: Scope, lo: str, hi: str) -> Accumulators:
        """A loop over [lo, hi) whose last iterations access copies, so that they fill a vector."""
        lanes = self.values.lanes

        def build(code: Code, index: str, _: list[str]) -> list[str]:
            left = self.writer.ins(code, f"sub nsw i64 {hi}, {index}")
            ends = self.writer.ins(code, f"icmp slt i64 {left}, {lanes}")
            mask = self.tail_mask(code, index, hi)
            inside = Scope(scope, code, loop.number, mask=mask, axis=index, copied=(ends, left))
            self.body(loop.body, inside)
            return []

        self.writer.counted(scope.code, lo, hi, lanes, [], build)
        return []

    def tail_mask(self, code: Code, index: str, hi: str, lanes: int = 0) -> str:
        """The lanes below `hi`. Compared in the narrowest integers that hold a lane number."""
        writer, lanes = self.writer, lanes or self.values.lanes
        element = "i8" if 32 < lanes < 256 else "i16" if lanes > 16 else "i32"
        left = writer.ins(code, f"sub nsw i64 {hi}, {index}")
        left = writer.overloaded(code, "llvm.umin", "i64", 0, (left, str(lanes)))
        left = writer.ins(code, f"trunc i64 {left} to {element}")
        t = vector(element, lanes)
        first = writer.ins(code, f"insertelement {t} poison, {element} {left}, i64 0")
        limit = writer.ins(
            code, f"shufflevector {t} {first}, {t} poison, <{lanes} x i32> zeroinitializer"
        )
        return writer.ins(code, f"icmp ult {t} {self.values.lane_numbers(element, lanes)}, {limit}")

    def _narrow(
        self, loop: Loop, code: Code, accumulators: Accumulators, lanes: int
    ) -> Accumulators:
        """Go on with `lanes` lanes: accumulators are halved until they have no more."""
        names = [name for _, name in accumulators]
        types = [register_type(c.next.dtype) for c in loop.carries]
        while self.values.lanes > lanes:
            halves = [
                self.writer.halves(code, name, element, self.values.lanes)
                for name, element in zip(names, types, strict=True)
            ]
            self.values.lanes //= 2
            names = [
                self.writer.combine(code, c.monoid, c.next.dtype, *pair, self.values.lanes)
                for c, pair in zip(loop.carries, halves, strict=True)
            ]
        return [(vector(t, lanes), name) for t, name in zip(types, names, strict=True)]

    def totals(self, loop: Loop, scope: Scope, names: list[str]) -> list[str]:
        """Lanes combined, then combined with the initial values."""
        totals = []
        for c, name in zip(loop.carries, names, strict=True):
            across = self._across(scope.code, c, name)
            first = self.values.name(c.initial, scope, 0)
            totals.append(self.writer.combine(scope.code, c.monoid, c.next.dtype, first, across, 0))
        return totals

    def _across(self, code: Code, c: Carry, name: str) -> str:
        """The lanes of one accumulator combined."""
        assert c.monoid is not None
        dtype, lanes, writer = c.next.dtype, self.values.lanes, self.writer
        element, stem = register_type(dtype), c.monoid.value
        t, kind = vector(element, lanes), {"float": "f32", "double": "f64"}.get(element, element)
        if computes_as_float(dtype):
            if c.monoid in (Monoid.ADD, Monoid.MUL):
                start = literal(identity(c.monoid, dtype), dtype)
                return writer.call(
                    code,
                    f"llvm.vector.reduce.f{stem}.v{lanes}{kind}",
                    element,
                    [(element, start), (t, name)],
                    "reassoc ",
                )
            return self._extremum(code, c, name)
        elif dtype.kind == "b":
            stem = {"add": "or", "mul": "and", "max": "or", "min": "and"}.get(stem, stem)
        elif stem in ("max", "min"):
            stem = ("s" if dtype.kind == "i" else "u") + stem
        return writer.call(code, f"llvm.vector.reduce.{stem}.v{lanes}{kind}", element, [(t, name)])

    def _extremum(self, code: Code, c: Carry, name: str) -> str:
        """The largest or smallest lane, by halves: which of two zeros it is does not matter."""
        lanes, element, dtype = self.values.lanes, register_type(c.next.dtype), c.next.dtype
        while lanes > 2:
            pair = self.writer.halves(code, name, element, lanes)
            lanes //= 2
            name = self.writer.combine(code, c.monoid, dtype, *pair, lanes)
        both = [
            self.writer.ins(code, f"extractelement {vector(element, 2)} {name}, i64 {k}")
            for k in (0, 1)
        ]
        return self.writer.combine(code, c.monoid, dtype, both[0], both[1], 0)

    def _scalar_tail(self, loop: Loop, scope: Scope, lo: str, hi: str, totals: list[str]) -> None:
        """The last iterations one by one, where masked access is not an instruction."""
        phis = [
            (register_type(c.next.dtype), name)
            for c, name in zip(loop.carries, totals, strict=True)
        ]

        def build(code: Code, index: str, names: list[str]) -> list[str]:
            inside = Scope(scope, code, loop.number)
            self.values.enter(loop, inside, index)
            self.body(loop.body, inside)
            return self.loops.following(loop, inside, names)

        names = self.writer.counted(scope.code, lo, hi, 1, phis, build)
        self.loops.publish(loop, scope, names)
