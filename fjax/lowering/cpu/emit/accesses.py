"""Loads and stores: vectors if lanes are neighbours, scalars if they agree, otherwise gathers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass
from fjax.lowering.cpu import interleaving
from fjax.lowering.cpu.emit.idle_memory import IdleMemory
from fjax.lowering.cpu.emit.interleaved import CopiedRows, Rows, Shuffles
from fjax.lowering.cpu.emit.tables import Tables
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel.form import INDEX, Access, Axis, Load, Size, Store
from fjax.lowering.kernel.index_arithmetic import linear
from fjax.lowering.kernel.spelling import address_terms, expressions, stride_term, total
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import OVERLOAD, Code, memory_type, vector


@dataclass
class LaneAddress:
    """Where an access goes in lanes: a scalar base, and how the address moves with the lane."""

    uniform: list[Expr]  # terms that all lanes share
    step: int | None  # the common step from lane to lane, if it is a constant
    offsets: list[Expr]  # else: terms that differ from lane to lane


class Accesses:
    """Loads and stores of values."""

    def __init__(
        self, values: Values, processor: Processor, columns_read: dict[Access, frozenset[int]]
    ):
        self.values, self.writer, self.processor = values, values.writer, processor
        self.idle = IdleMemory(values, processor)
        self.columns_read = columns_read
        self.copied_rows, self.tables = CopiedRows(values), Tables(values, self)

    def word(self, dtype: np.dtype, slot: int) -> str:
        """A word of the table, loaded at the kernel's start."""
        code = self.values.prologue
        address = self.writer.element(code, "i64", "%table", slot)
        name = self.writer.ins(code, f"load {memory_type(dtype)}, ptr {address}, align 8")
        return self.writer.ins(code, f"icmp ne i8 {name}, 0") if dtype.kind == "b" else name

    # -- addresses -----------------------------------------------------------------------------

    def buffer(self, number: int) -> str:
        """The buffer's data pointer, loaded at the kernel's start."""
        key = ("buffer", number)
        found = self.values.root.values.get(key)
        if found is None:
            if self.values.kernel.buffers[number].scratch:
                name = self._scratch(number)
            else:
                code = self.values.prologue
                slot = self.writer.element(code, "ptr", "%buffers", number)
                name = self.writer.ins(code, f"load ptr, ptr {slot}, align 8")
            found = self.values.root.values[key] = Value(name, 0, self.values.root)
        return found.name

    def _scratch(self, number: int) -> str:
        """Memory of the kernel's own."""
        buffer = self.values.kernel.buffers[number]
        kind = f"[{buffer.scratch} x {memory_type(buffer.dtype)}]"
        return self.writer.ins(self.values.prologue, f"alloca {kind}, align 64")

    def _is_scratch(self, access: Access) -> bool:
        return self.values.kernel.buffers[access.buffer].scratch > 0

    def pointer(self, number: int, terms: list[Expr], scope: Scope) -> str:
        """buffer + sum of scalar terms, each added in the outermost scope that knows it."""
        homes = {term: self.values.home(term, scope) for term in terms}
        ordered = sorted(terms, key=lambda term: homes[term].depth)
        name, volatile = self.buffer(number), False
        element = memory_type(self.values.kernel.buffers[number].dtype)
        for k, term in enumerate(ordered):
            home = homes[term]
            volatile = volatile or bool(self.values.facts[term].volatile)
            key = ("pointer", number, tuple(ordered[: k + 1]))
            found = None if volatile else self.values.lookup(key, home)
            if found is None:
                at = scope if volatile else home
                index = self.values.name(term, at, 0)
                found = Value(
                    self.writer.ins(
                        at.code,
                        f"getelementptr inbounds {element}, ptr {name}, "
                        f"{memory_type(term.dtype)} {index}",
                    ),
                    0,
                    at,
                )
                if not volatile:
                    home.values[key] = found
            name = found.name
        return name

    def place(self, access: Access, index: Expr | None) -> LaneAddress:
        """How an access spreads over the lanes of the open vector loop."""
        mine = [t for t in access.strides if t.loop == self.values.lane_loop]
        rest = Access(
            access.buffer, tuple(t for t in access.strides if t not in mine), access.offset
        )
        index_type = self.values.kernel.index
        uniform, step, offsets = _terms(rest, None), 0, []
        for t in mine:
            if isinstance(t.step, Size):
                offsets.append(stride_term(t.loop, t.step, index_type))
            else:
                step += t.step
        if index is not None:
            slope = self._slope(index)
            if slope is None:
                offsets.append(index)
            else:
                step += slope[0]
                uniform += slope[1]
        if not offsets:
            return LaneAddress(uniform, step, [])
        if step:
            offsets.append(self._axis_term(step))
        return LaneAddress(uniform, None, offsets)

    def _axis_term(self, step: int) -> Expr:
        assert self.values.lane_loop is not None
        return stride_term(self.values.lane_loop, step, self.values.kernel.index)

    def _slope(self, expr: Expr) -> tuple[int, list[Expr]] | None:
        """expr as step * lane axis + uniform terms of 64 bits; None if it is not of that form."""
        if not self.values.varies(expr):
            return 0, [scalar.convert(expr, INDEX)]
        found, step, uniform = linear(expr), 0, list[Expr]()
        for atom, c in found.terms.items():
            if not self.values.varies(atom):
                term = scalar.convert(atom, INDEX)
                uniform.append(term if c == 1 else -term if c == -1 else term * c)
            elif isinstance(atom.extra, Axis):
                step = c
            else:
                return None
        return step, uniform + ([scalar.const(found.constant, INDEX)] if found.constant else [])

    def _lane_address(self, access: Access, where: LaneAddress, scope: Scope) -> str:
        """The lowest address of an access whose stride from lane to lane is -1, 1 or 2."""
        base = self.pointer(access.buffer, where.uniform, scope)
        element = memory_type(self.values.kernel.buffers[access.buffer].dtype)
        index = self.values.axis_of(scope)
        if where.step == 2:
            index = self.writer.ins(scope.code, f"shl nsw i64 {index}, 1")
        elif where.step == -1:
            index = self.writer.ins(scope.code, f"sub nsw i64 {1 - self.values.lanes}, {index}")
        return self.writer.ins(
            scope.code, f"getelementptr inbounds {element}, ptr {base}, i64 {index}"
        )

    def _lane_addresses(self, access: Access, where: LaneAddress, scope: Scope) -> str:
        """One address for each lane."""
        base = self.pointer(access.buffer, where.uniform, scope)
        offset = total(where.offsets or [self._axis_term(where.step or 0)])
        if offset.op is Op.CONVERT and offset.args[0].dtype == INDEX:
            offset = offset.args[0]
        offsets = self.values.name(offset, scope, self.values.lanes)
        element = memory_type(self.values.kernel.buffers[access.buffer].dtype)
        kind = vector(memory_type(offset.dtype), self.values.lanes)
        return self.writer.ins(scope.code, f"getelementptr {element}, ptr {base}, {kind} {offsets}")

    # -- loads ---------------------------------------------------------------------------------

    def load(self, expr: Expr, home: Scope) -> Value:
        key: Load = expr.extra
        mask = None if key.mask is None else self.values.demand(key.mask, home)
        if not self.values.varies(expr):
            return self._load_scalar(expr, mask, home)
        where = self.place(key.access, key.index)
        lanes, dtype, active = self.values.lanes, expr.dtype, home.mask
        if self._is_scratch(key.access):
            active = None  # rows end with whole vectors
        if mask is not None and mask.lanes == 0 and where.step == 1:
            address = self._lane_address(key.access, where, home)
            address = self.writer.select(home.code, mask.name, address, self.idle.zeros(), "ptr", 0)
            name = self.load_neighbours(home.code, address, active, dtype)
            return Value(self.to_register(home.code, name, dtype, lanes), lanes, home)
        if mask is not None:
            active = self.values.both(home.code, self.values.as_lanes(mask, lanes, "i1"), active)
        if (column := self._column(key, where, home, dtype, active)) is not None:
            name = column
        elif where.step == 1:
            address = self._lane_address(key.access, where, home)
            if home.streams and not self.values.kernel.buffers[key.access.buffer].written:
                self._fetch_ahead(home.code, address, lanes * dtype.itemsize)
            if mask is not None and active is not None:
                address = self._readable(home.code, address, active)
            elif home.copied is not None and active is not None:
                rows, active = Rows(1, 0, 1, dtype.itemsize), None
                address = self.copied_rows.source(home, address, rows)
            name = self.load_neighbours(home.code, address, active, dtype)
        elif where.step == 0 and active is not None:
            name = self._load_same(key.access, where, home, active, dtype)
        elif self._is_short(where, dtype):
            name = self._load_short(key.access, where, home, active, dtype)
        elif where.offsets == [key.index] and (found := self.tables.load(expr, home)):
            name = found
        else:
            addresses = self._lane_addresses(key.access, where, home)
            name = self._gather(home.code, addresses, active, dtype)
        return Value(self.to_register(home.code, name, dtype, lanes), lanes, home)

    def _readable(self, code: Code, address: str, mask: str) -> str:
        """The address, or another if no lane reads: beside a buffer may be pages without access.
        A masked load of these takes a hundred times as long, though nothing is read."""
        some = self.values.any_lane(code, mask)
        return self.writer.select(code, some, address, self.idle.zeros(), "ptr", 0)

    def _load_scalar(self, expr: Expr, mask: Value | None, home: Scope) -> Value:
        key: Load = expr.extra
        terms = _terms(key.access, key.index)
        address = self.pointer(key.access.buffer, terms, home)
        if mask is not None:
            address = self.writer.select(home.code, mask.name, address, self.idle.zeros(), "ptr", 0)
        name = self.writer.ins(
            home.code, f"load {memory_type(expr.dtype)}, ptr {address}, align {expr.dtype.itemsize}"
        )
        return Value(self.to_register(home.code, name, expr.dtype, 0), 0, home)

    def _load_same(
        self, access: Access, where: LaneAddress, scope: Scope, mask: str, dtype: np.dtype
    ) -> str:
        """One element for all active lanes, read if there are any."""
        writer, code, lanes = self.writer, scope.code, self.values.lanes
        element = memory_type(dtype)
        address = self.pointer(access.buffer, where.uniform, scope)
        address = self._readable(code, address, mask)
        one = writer.ins(code, f"load {element}, ptr {address}, align {dtype.itemsize}")
        name = self.values.as_lanes(Value(one, 0, scope), lanes, element)
        return writer.select(code, mask, name, "zeroinitializer", element, lanes)

    def load_neighbours(
        self, code: Code, address: str, mask: str | None, dtype: np.dtype, lanes: int = 0
    ) -> str:
        """A vector of neighbours in memory: of `lanes`, by default as many as the loop has."""
        lanes = lanes or self.values.lanes
        if mask is None:
            t = vector(memory_type(dtype), lanes)
            return self.writer.ins(code, f"load {t}, ptr {address}, align {dtype.itemsize}")
        return self._masked(code, "load", lanes, dtype, address, mask)

    def _fetch_ahead(self, code: Code, address: str, size: int) -> None:
        """Prefetch the cache lines of a later iteration; past the end this does nothing.

        AMD's processors prefetch for loads, but not for masked loads. Without this, sums of arrays
        outside the caches took twice as long (docs/decisions/0012).
        """
        function = "llvm.prefetch.p0"
        self.writer.declarations[function] = f"declare void @{function}(ptr, i32, i32, i32)"
        for at in range(0, size, self.processor.machine.line_bytes):
            distance = self.processor.fetched_ahead + at
            line = self.writer.ins(code, f"getelementptr i8, ptr {address}, i64 {distance}")
            code.add(f"call void @{function}(ptr {line}, i32 0, i32 3, i32 1)")

    # -- lanes in reverse order, and every second element ------------------------------------

    def _is_short(self, where: LaneAddress, dtype: np.dtype) -> bool:
        """Whether shuffles of whole vectors serve an access better than a gather."""
        masked = self.processor.has_masks(frozenset((dtype.itemsize,)))
        return where.step in (-1, 2) and masked

    def _reversed(self, code: Code, name: str, element: str) -> str:
        return self.writer.shuffle(
            code, name, element, self.values.lanes, reversed(range(self.values.lanes))
        )

    def _spread(self, code: Code, name: str, element: str) -> str:
        """Twice as many lanes: each lane, then nothing."""
        order = [k for lane in range(self.values.lanes) for k in (lane, self.values.lanes + lane)]
        second = "zeroinitializer" if element == "i1" else "poison"
        return self.writer.shuffle(code, name, element, self.values.lanes, order, second)

    def _load_short(
        self, access: Access, where: LaneAddress, scope: Scope, mask: str | None, dtype: np.dtype
    ) -> str:
        code, address = scope.code, self._lane_address(access, where, scope)
        element = memory_type(dtype)
        if mask is not None:
            address = self._readable(code, address, mask)
        if where.step == -1:
            flags = None if mask is None else self._reversed(code, mask, "i1")
            name = self.load_neighbours(code, address, flags, dtype)
            return self._reversed(code, name, element)
        flags = self._spread(code, mask or "splat (i1 true)", "i1")
        wide = self.load_neighbours(code, address, flags, dtype, 2 * self.values.lanes)
        return self.writer.shuffle(
            code, wide, element, 2 * self.values.lanes, range(0, 2 * self.values.lanes, 2)
        )

    def _store_short(
        self,
        access: Access,
        where: LaneAddress,
        scope: Scope,
        mask: str | None,
        value: str,
        dtype: np.dtype,
    ) -> None:
        code, address = scope.code, self._lane_address(access, where, scope)
        element = memory_type(dtype)
        if where.step == -1:
            flags = None if mask is None else self._reversed(code, mask, "i1")
            value = self._reversed(code, value, element)
            self.store_neighbours(code, value, address, flags, dtype)
            return
        flags = self._spread(code, mask or "splat (i1 true)", "i1")
        value = self._spread(code, value, element)
        self.store_neighbours(code, value, address, flags, dtype, 2 * self.values.lanes)

    # -- columns of neighbouring rows ----------------------------------------------------------

    def _rows_address(self, access: Access, step: int, scope: Scope) -> str:
        """The lowest address of the rows that lanes hold: the last lane's if steps are negative."""
        base = self.pointer(access.buffer, self.place(access, None).uniform, scope)
        element = memory_type(self.values.kernel.buffers[access.buffer].dtype)
        index = self.writer.ins(scope.code, f"mul nsw i64 {self.values.axis_of(scope)}, {step}")
        if step < 0:
            back = step * (self.values.lanes - 1)
            index = self.writer.ins(scope.code, f"add nsw i64 {index}, {back}")
        return self.writer.ins(
            scope.code, f"getelementptr inbounds {element}, ptr {base}, i64 {index}"
        )

    def _column(
        self, key: Load, where: LaneAddress, scope: Scope, dtype: np.dtype, active: str | None
    ) -> str | None:
        """A column of neighbouring rows, if it is loaded with the others as whole vectors."""
        lanes, step = self.values.lanes, where.step
        columns = self.columns_read.get(key.access)
        at, picked = self.tables.column_of(key, columns)
        if step is None or at is None or not columns or at not in columns:
            return None
        copied = step > 0 and scope.copied is not None and active == scope.mask
        active = None if copied else active
        if active is not None and len(columns) == 1:
            return None
        whole = len(columns) == abs(step) and active is None
        whole = whole or self.processor.has_masks(frozenset((dtype.itemsize,)))
        if not whole or not interleaving.fits(step, columns, lanes):
            return None
        changes = self.values.kernel.buffers[key.access.buffer].written
        wanted = "column", key.access, at
        found = scope.volatile.get(wanted) if changes else self.values.lookup(wanted, scope)
        if found is not None:
            return self.tables.picked(key, columns, dtype, scope) if picked else found.name
        known, element = scope.volatile if changes else scope.values, memory_type(dtype)
        address, vectors = self._rows_address(key.access, step, scope), []
        shuffles = Shuffles(self.writer, scope.code, element, lanes)
        if active is not None:
            address = self._readable(scope.code, address, active)
        if copied:
            first, span = min(columns), max(columns) - min(columns) + 1
            rows = Rows(step, first, span, dtype.itemsize)
            address = self.copied_rows.source(scope, address, rows)
        for k in range(abs(step)):
            at_vector = self.writer.element(scope.code, element, address, k * lanes)
            mask = shuffles.mask(k, step, columns, active)
            vectors.append(self.load_neighbours(scope.code, at_vector, mask, dtype))
        for k, name in enumerate(shuffles.columns(vectors, len(columns))):
            name = shuffles.backwards(name) if step < 0 else name
            known["column", key.access, k] = Value(name, lanes, scope)
        return self.tables.picked(key, columns, dtype, scope) if picked else known[wanted].name

    def _may_end_early(self, dtype: np.dtype) -> bool:
        """Whether rows are shuffled in the last vector, too, as it comes once for each iteration
        of a loop outside; the code of a single one would not pay."""
        outside = self.values.result_region.get(self.values.lane_loop or 0)
        return outside is not None and self.processor.has_masks(frozenset({dtype.itemsize}))

    def _store_rows(self, access: Access, columns: list[Store], scope: Scope) -> None:
        """Every column of neighbouring rows, as whole vectors."""
        lanes, dtype = self.values.lanes, columns[0].value.dtype
        element, step = memory_type(dtype), interleaving.step_of(access, self.values.lane_loop)
        shuffles = Shuffles(self.writer, scope.code, element, lanes)
        values = [
            self.to_memory(scope.code, self.values.name(s.value, scope, lanes), dtype, lanes)
            for s in columns
        ]
        if step < 0:
            values = [shuffles.backwards(value) for value in values]
        address, every = self._rows_address(access, step, scope), frozenset(range(len(columns)))

        def store(address: str, active: str | None) -> None:
            for k, value in enumerate(shuffles.rows(values)):
                at = self.writer.element(scope.code, element, address, k * lanes)
                mask = None if active is None else shuffles.mask(k, step, every, active)
                self.store_neighbours(scope.code, value, at, mask, dtype)

        if step > 0 and scope.copied is not None:
            rows = Rows(step, 0, step, dtype.itemsize)
            self.copied_rows.store(scope, address, rows, lambda at: store(at, None))
        else:
            store(address, scope.mask)

    # -- gathers -------------------------------------------------------------------------------

    def _gather(self, code: Code, addresses: str, mask: str | None, dtype: np.dtype) -> str:
        lanes, element = self.values.lanes, memory_type(dtype)
        if self.processor.gathers and dtype.itemsize >= 4:
            flags = mask or "splat (i1 true)"
            return self._masked(code, "gather", lanes, dtype, addresses, flags)
        name, t = "poison", vector(element, lanes)
        for k, address in enumerate(self._each_address(code, addresses, mask, self.idle.zeros)):
            one = self.writer.ins(code, f"load {element}, ptr {address}, align {dtype.itemsize}")
            name = self.writer.ins(code, f"insertelement {t} {name}, {element} {one}, i64 {k}")
        return name

    def _each_address(
        self, code: Code, addresses: str, mask: str | None, idle: Callable[[], str]
    ) -> list[str]:
        """Scalar addresses of all lanes; inactive ones lead to `idle`."""
        values = self.values
        lanes, pointers = values.lanes, vector("ptr", values.lanes)
        if mask is not None:
            other = values.as_lanes(Value(idle(), 0, values.root), lanes, "ptr")
            addresses = self.writer.select(code, mask, addresses, other, "ptr", lanes)
        return [
            self.writer.ins(code, f"extractelement {pointers} {addresses}, i64 {k}")
            for k in range(lanes)
        ]

    def _masked(
        self,
        code: Code,
        word: str,
        lanes: int,
        dtype: np.dtype,
        address: str,
        mask: str,
        value: str | None = None,
    ) -> str:
        """A masked intrinsic of LLVM: a `load` or `gather`, which give zeros where nothing is read,
        or a `store` or `scatter` of a value. address: one, or one a lane.
        """
        element, at = memory_type(dtype), f"align {dtype.itemsize} {address}"
        t, flags = vector(element, lanes), vector("i1", lanes)
        pointers = vector("ptr", lanes) if word in ("gather", "scatter") else "ptr"
        suffix = f"v{lanes}p0" if pointers != "ptr" else "p0"
        function = f"llvm.masked.{word}.v{lanes}{OVERLOAD.get(element, element)}.{suffix}"
        if value is None:
            self.writer.declarations[function] = (
                f"declare {t} @{function}({pointers}, {flags}, {t})"
            )
            text = f"call {t} @{function}({pointers} {at}, {flags} {mask}, {t} zeroinitializer)"
            return self.writer.ins(code, text)
        self.writer.declarations[function] = f"declare void @{function}({t}, {pointers}, {flags})"
        code.add(f"call void @{function}({t} {value}, {pointers} {at}, {flags} {mask})")
        return ""

    def to_register(self, code: Code, name: str, dtype: np.dtype, lanes: int) -> str:
        """What was loaded, as it is computed with: bytes become booleans."""
        if dtype.kind != "b":
            return name
        zero = "zeroinitializer" if lanes else "0"
        return self.writer.ins(code, f"icmp ne {vector('i8', lanes)} {name}, {zero}")

    def to_memory(self, code: Code, name: str, dtype: np.dtype, lanes: int) -> str:
        if dtype.kind != "b":
            return name
        return self.writer.ins(code, f"zext {vector('i1', lanes)} {name} to {vector('i8', lanes)}")

    # -- stores --------------------------------------------------------------------------------

    def store_all(self, stores: Sequence[Store], scope: Scope) -> None:
        """Neighbouring stores; those of every column of rows at once."""
        rows: dict[Access, dict[int, Store]] = {}
        volatile = any(self.values.facts[e].volatile for s in stores for e in expressions(s))
        if self.values.lanes and not volatile:
            rows = interleaving.row_stores(stores, self.values.lane_loop, self.values.lanes)
        if scope.mask is not None and scope.copied is None:
            rows = {a: c for a, c in rows.items() if self._may_end_early(c[0].value.dtype)}

        def store(s: Store) -> None:
            columns = rows.get(s.access, {})
            if columns.get(0) is s:
                self._store_rows(s.access, [columns[k] for k in range(len(columns))], scope)
            elif s not in columns.values():
                self.store(s, scope)

        self.values.store_all(stores, [scope], store)

    def store(self, s: Store, scope: Scope) -> None:
        """Emit one store. Its value may be on hand already."""
        exprs = [e for e in (s.value, s.index, s.mask) if e is not None]
        in_lanes = self.values.lanes and (
            any(self.values.varies(e) for e in exprs)
            or any(t.loop == self.values.lane_loop for t in s.access.strides)
        )
        if not in_lanes:
            self._store_scalar(s, scope)
            return
        lanes, dtype = self.values.lanes, s.value.dtype
        where = self.place(s.access, s.index)
        if where.step == 0 and not self.values.varies(s.value):
            self._store_scalar(s, scope)
            return
        value = self.to_memory(scope.code, self.values.name(s.value, scope, lanes), dtype, lanes)
        mask, flag = scope.mask, None
        if self._is_scratch(s.access):
            mask = None
        if s.mask is not None:
            flag = self.values.demand(s.mask, scope)
        if flag is not None and (flag.lanes or where.step != 1):
            mask = self.values.both(scope.code, self.values.as_lanes(flag, lanes, "i1"), mask)
        if where.step == 1:
            address = self._lane_address(s.access, where, scope)
            if flag is not None and not flag.lanes:  # whole vectors are stored elsewhere, or here
                address = self.writer.select(
                    scope.code, flag.name, address, self.idle.waste(), "ptr", 0
                )
            if mask is None or mask is not scope.mask or scope.copied is None:
                self.store_neighbours(scope.code, value, address, mask, dtype)
                return
            rows, code = Rows(1, 0, 1, dtype.itemsize), scope.code
            self.copied_rows.store(
                *(scope, address, rows),
                lambda at: self.store_neighbours(code, value, at, None, dtype),
            )
        elif self._is_short(where, dtype):
            self._store_short(s.access, where, scope, mask, value, dtype)
        else:
            addresses = self._lane_addresses(s.access, where, scope)
            self._scatter(scope.code, value, addresses, mask, dtype)

    def _store_scalar(self, s: Store, scope: Scope) -> None:
        """Under a branch if masked: the next load would wait for an address that is chosen."""
        name, dtype = self.values.name(s.value, scope, 0), s.value.dtype
        value = self.to_memory(scope.code, name, dtype, 0)
        address = self.pointer(s.access.buffer, _terms(s.access, s.index), scope)
        code = scope.code if s.mask is None else Code(self.writer.fresh("stores"))
        code.add(f"store {memory_type(dtype)} {value}, ptr {address}, align {dtype.itemsize}")
        if s.mask is not None:
            self.writer.branch(scope.code, self._any_stores(s.mask, scope), code)

    def _any_stores(self, mask: Expr, scope: Scope) -> str:
        """Whether a store that is the same in all lanes is made in one of them."""
        flag = self.values.demand(mask, scope)
        if not flag.lanes:
            return flag.name
        return self.values.any_lane(scope.code, self.values.both(scope.code, flag.name, scope.mask))

    def store_neighbours(
        self,
        code: Code,
        value: str,
        address: str,
        mask: str | None,
        dtype: np.dtype,
        lanes: int = 0,
    ) -> None:
        lanes = lanes or self.values.lanes
        if mask is None:
            t = vector(memory_type(dtype), lanes)
            code.add(f"store {t} {value}, ptr {address}, align {dtype.itemsize}")
            return
        self._masked(code, "store", lanes, dtype, address, mask, value)

    def _scatter(
        self, code: Code, value: str, addresses: str, mask: str | None, dtype: np.dtype
    ) -> None:
        lanes, element = self.values.lanes, memory_type(dtype)
        if self.processor.gathers and dtype.itemsize >= 4:
            flags = mask or "splat (i1 true)"
            self._masked(code, "scatter", lanes, dtype, addresses, flags, value)
            return
        t = vector(element, lanes)
        for k, address in enumerate(self._each_address(code, addresses, mask, self.idle.waste)):
            one = self.writer.ins(code, f"extractelement {t} {value}, i64 {k}")
            code.add(f"store {element} {one}, ptr {address}, align {dtype.itemsize}")


def _terms(access: Access, index: Expr | None) -> list[Expr]:
    """What an address is the sum of: counters and steps of 64 bits, and a computed index."""
    return address_terms(access, INDEX) + ([] if index is None else [index])
