"""Reads at computed places of a few: registers hold them all, or memory beside each other.

Lanes that differ in the place choose by permutations of registers (`load`). Lanes that share it,
and differ in the row, read one of the columns of all rows (`picked`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.cpu import interleaving
from fjax.lowering.kernel import short_places
from fjax.lowering.kernel.form import INDEX, Load
from fjax.lowering.kernel.short_places import SHORT
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import memory_type, register_type, vector

if TYPE_CHECKING:
    from fjax.lowering.cpu.emit.accesses import Accesses


class Tables:
    """Tables of one kernel, each loaded where its address is known: once, or once a row."""

    def __init__(self, values: Values, accesses: Accesses):
        self.values, self.writer, self.accesses = values, values.writer, accesses

    def load(self, expr: Expr, home: Scope) -> str | None:
        """Elements at computed places of a table; None if no registers hold it.

        The place is computed, and all else in the address is the same in all lanes.
        """
        key: Load = expr.extra
        found, wide = short_places.table(key.index), INDEX if expr.dtype.itemsize == 8 else SHORT
        if found is None or key.mask is not None or self._changes(key):
            return None
        place, last, most = found
        lanes, machine = self.values.lanes, self.accesses.processor.machine
        count = max(most // lanes, 1)
        if count > machine.registers // 4 or not self._permutes(wide, expr.dtype):
            return None  # more registers take as long as gathers
        stored, element = np.dtype(f"u{expr.dtype.itemsize}"), memory_type(expr.dtype)
        kinds = vector(element, lanes), vector(register_type(stored), lanes)
        known, base = ("table", key.access, count, lanes), scalar.leaf(Load(key.access), expr.dtype)
        if self.values.lookup((*known, 0), home) is None:
            at = self.values.home(base, home)
            terms = self.accesses.place(key.access, None).uniform
            start = self.accesses.pointer(key.access.buffer, terms, at)
            for k in range(count):
                address = self.writer.element(at.code, element, start, k * lanes)
                mask = self._within(last, k, at)
                name = self.accesses.load_neighbours(at.code, address, mask, expr.dtype)
                name = self.writer.retyped(at.code, name, *kinds)
                name = self.writer.convert(at.code, name, stored, wide, lanes)
                at.values[*known, k] = Value(name, lanes, at)
        registers = [self.values.lookup((*known, k), home) for k in range(count)]
        names = [x.name for x in registers if x is not None]
        name = self._chosen(scalar.convert(place, wide), names, home)
        name = self.writer.convert(home.code, name, wide, stored, lanes)
        return self.writer.retyped(home.code, name, *kinds[::-1])

    def _changes(self, key: Load) -> bool:
        return self.values.kernel.buffers[key.access.buffer].written

    def _permutes(self, wide: np.dtype, dtype: np.dtype) -> bool:
        """Whether an instruction permutes such lanes, by numbers in a register."""
        processor, size = self.accesses.processor, wide.itemsize * self.values.lanes
        if processor.full_masks:
            return size in (32, 64)
        return processor.word_masks and size == 32 and wide.itemsize == dtype.itemsize == 4

    def _within(self, last: Expr, k: int, scope: Scope) -> str:
        """Which lanes of the k-th register the table fills."""
        values, lanes = self.values, self.values.lanes
        home, key = values.home(last, scope), ("within", last, k, lanes)
        found = values.lookup(key, scope)
        if found is None:
            element = register_type(last.dtype)
            here = ", ".join(f"{element} {k * lanes + x}" for x in range(lanes))
            end = values.name(last, home, lanes)
            name = self.writer.ins(home.code, f"icmp sle {vector(element, lanes)} <{here}>, {end}")
            found = home.values[key] = Value(name, lanes, home)
        return found.name

    def _chosen(self, place: Expr, registers: list[str], scope: Scope) -> str:
        """The elements at places: of one register, or two, by a permutation, then by their bits."""
        writer, lanes, code = self.writer, self.values.lanes, scope.code
        element, numbers = register_type(place.dtype), self.values.name(place, scope, lanes)
        t, found = vector(element, lanes), registers
        if self.accesses.processor.full_masks:
            kind = "d" if element == "i32" else "q"
            function = f"llvm.x86.avx512.vpermi2var.{kind}.{int(element[1:]) * lanes}"
            pairs = zip(registers[::2], registers[1::2] or registers, strict=True)
            given = [[(t, a), (t, numbers), (t, b)] for a, b in pairs]
        else:
            function, given = "llvm.x86.avx2.permd", [[(t, x), (t, numbers)] for x in registers]
        found = [writer.call(code, function, t, each) for each in given]
        bit = len(registers) // len(found) * lanes
        while len(found) > 1:
            over = scalar.ne(place & scalar.const(bit, place.dtype), scalar.const(0, place.dtype))
            flags = self.values.name(over, scope, lanes)
            found = [
                writer.select(code, flags, b, a, element, lanes)
                for a, b in zip(found[::2], found[1::2], strict=True)
            ]
            bit *= 2
        return found[0]

    def column_of(self, key: Load, columns: frozenset[int] | None) -> tuple[int | None, bool]:
        """The column that a load is of; or any, and whether a number says which, if all that it
        may say are read."""
        at, most = interleaving.column(key.index), short_places.columns(key.index)
        if at is not None or key.mask is not None or not columns or self._changes(key):
            return at, False
        return (0, True) if 0 < most <= len(columns) else (None, False)

    def picked(self, key: Load, columns: frozenset[int], dtype: np.dtype, scope: Scope) -> str:
        """A column that a number says, of all columns, which are stored one after another."""
        values, t, code = self.values, vector(memory_type(dtype), self.values.lanes), scope.code
        room = "columns", key.access, t
        if room not in values.root.values:
            name = self.writer.ins(values.prologue, f"alloca [{len(columns)} x {t}], align 64")
            values.root.values[room] = Value(name, 0, values.root)
        base = values.root.values[room].name
        if room not in scope.values:
            scope.values[room] = Value(base, 0, scope)
            for k in columns:
                column = values.lookup(("column", key.access, k), scope)
                assert column is not None
                at = self.writer.element(code, t, base, k)
                code.add(f"store {t} {column.name}, ptr {at}, align 64")
        assert key.index is not None
        number = values.name(key.index, scope, 0)
        at = self.writer.ins(code, f"getelementptr {t}, ptr {base}, i64 {number}")
        return self.writer.ins(code, f"load {t}, ptr {at}, align 64")
