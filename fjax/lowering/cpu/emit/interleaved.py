"""Rows as whole vectors: shuffled to and from columns (`cpu/interleaving.py`), copied at the end.

The last iterations of a loop may access copies, which have room for whole vectors. Then one loop
serves all iterations, and its code is there once. The first iterations access the arrays: only the
address is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fjax.dataclass import dataclass
from fjax.lowering.llvm.values import UNLIKELY, Scope, Values
from fjax.lowering.llvm.writer import Code, Writer, vector


def present(k: int, step: int, columns: Iterable[int], lanes: int) -> list[bool]:
    """Which elements of the k-th vector lie between the first and the last that rows have."""
    wanted = sorted(columns)
    first, last = wanted[0], (lanes - 1) * abs(step) + wanted[-1]
    return [first <= k * lanes + i <= last for i in range(lanes)]


def wanted(k: int, step: int, columns: Iterable[int], lanes: int) -> list[bool]:
    """Which elements of the k-th vector lie between the first and the last of their row."""
    first, last = min(columns), max(columns)
    return [first <= (k * lanes + i) % abs(step) <= last for i in range(lanes)]


def rows_of(k: int, step: int, lanes: int) -> list[int]:
    """The lane whose row each element of the k-th vector is of, rows in order of memory."""
    order = range(lanes) if step > 0 else range(lanes)[::-1]
    return [order[(k * lanes + i) // abs(step)] for i in range(lanes)]


BITS = {"i8": 8, "i16": 16, "i32": 32, "float": 32, "i64": 64, "double": 64}


class Shuffles:
    """Shuffles from rows to columns, and from columns to rows."""

    def __init__(self, writer: Writer, code: Code, element: str, lanes: int):
        self.writer, self.code, self.element, self.lanes = writer, code, element, lanes

    def columns(self, vectors: list[str], wanted: int) -> list[str]:
        """The columns of neighbouring vectors of memory, as many as a row has elements.

        Rows of p * q elements are first divided into p sequences of rows of q elements.

        wanted: how many columns are used of each row.
        """
        width = len(vectors)
        if rotates(width) and wanted * (width - 1) > width * (_stages(width, self.lanes) + 1):
            return self._rotated_columns(vectors)
        p = _factor(width)
        q = width // p
        if q == 1:
            places = [[divmod(p * i + k, self.lanes) for i in range(self.lanes)] for k in range(p)]
            return [self._picked(vectors, place) for place in places]
        parts = [self._fenced(self.columns(vectors[g * p : g * p + p], p)) for g in range(q)]
        found = [self.columns([part[r] for part in parts], q) for r in range(p)]
        return [found[r][k] for k in range(q) for r in range(p)]

    def rows(self, columns: list[str]) -> list[str]:
        """From the columns of rows neighbouring vectors of memory."""
        width, lanes = len(columns), self.lanes
        if rotates(width):
            return self._rotated_rows(columns)
        p = _factor(width)
        q = width // p
        if q == 1:
            places = [[divmod(k * lanes + i, p) for i in range(lanes)] for k in range(p)]
            return [self._picked(columns, [(c, row) for row, c in place]) for place in places]
        parts = [self._fenced(self.rows(columns[r::p])) for r in range(p)]
        return [x for g in range(q) for x in self.rows([part[g] for part in parts])]

    # Of the vector k, lane j is of the column (k * lanes + j) mod width. Rows of an odd width have
    # the lanes of a column at different j, so that rotating lane j of all vectors by j, and one
    # permutation of each, gives the columns: a transposition in place (Catanzaro, Keller, Garland:
    # A Decomposition for In-place Matrix Transposition, 2014).

    def _rotated_columns(self, vectors: list[str]) -> list[str]:
        """The columns of rows of an odd number of elements."""
        width, lanes = len(vectors), self.lanes
        order = sorted(range(width), key=lambda k: k * lanes % width)
        found = self._rotated([vectors[k] for k in order], -1)
        places = [[(i * width + c) % lanes for i in range(lanes)] for c in range(width)]
        return list(map(self._permuted, found, places))

    def _rotated_rows(self, columns: list[str]) -> list[str]:
        """Neighbouring vectors of memory from the columns of rows of an odd number of elements."""
        width, lanes = len(columns), self.lanes
        places = [_lanes_of_rows(c, width, lanes) for c in range(width)]
        found = self._rotated(list(map(self._permuted, columns, places)), 1)
        return [found[k * lanes % width] for k in range(width)]

    def _rotated(self, vectors: list[str], direction: int) -> list[str]:
        """Lane j of each vector from the one that comes j later (1) or earlier (-1), around."""
        width, lanes = len(vectors), self.lanes
        kind = vector(self.element, lanes)
        stages = _stages(width, lanes)
        for stage in range(stages):
            by = direction << stage
            moved = flags([j % width >> stage & 1 == 1 for j in range(lanes)])
            vectors = [
                self.writer.ins(
                    self.code,
                    f"select {vector('i1', lanes)} {moved}, "
                    f"{kind} {vectors[(m + by) % width]}, {kind} {name}",
                )
                for m, name in enumerate(vectors)
            ]
            if stage % 2 == 1 and stage + 1 < stages:
                vectors = self._fenced(vectors)
        return vectors

    def _fenced(self, vectors: list[str]) -> list[str]:
        """The vectors behind a fence, so that LLVM does not merge their shuffles with later ones.

        LLVM tries to merge each shuffle with all its operands, in time that doubles from one to the
        next. For networks of shuffles that was most of a kernel's compilation time.
        """
        kind, words = vector(self.element, self.lanes), self.lanes * BITS[self.element] // 32
        if words <= 4:
            return vectors
        fenced, function = f"<{words} x float>", f"llvm.arithmetic.fence.v{words}f32"
        self.writer.declarations[function] = f"declare {fenced} @{function}({fenced})"
        found = [self.writer.retyped(self.code, name, kind, fenced) for name in vectors]
        found = [
            self.writer.ins(self.code, f"call {fenced} @{function}({fenced} {name})")
            for name in found
        ]
        return [self.writer.retyped(self.code, name, fenced, kind) for name in found]

    def mask(self, k: int, step: int, columns: frozenset[int], active: str | None) -> str | None:
        """Which elements of the k-th vector of rows are moved, where not all rows may be."""
        if active is None:
            return flags(present(k, step, columns, self.lanes))
        rows = rows_of(k, step, self.lanes)
        columns_wanted = flags(wanted(k, step, columns, self.lanes))
        mask = self.writer.shuffle(self.code, active, "i1", self.lanes, rows)
        if columns_wanted is None:
            return mask
        return self.writer.ins(
            self.code, f"and {vector('i1', self.lanes)} {mask}, {columns_wanted}"
        )

    def backwards(self, name: str) -> str:
        """The lanes in reverse order."""
        return self._permuted(name, reversed(range(self.lanes)))

    def _permuted(self, name: str, order: Iterable[int]) -> str:
        """The lanes of a vector in another order."""
        return self.writer.shuffle(self.code, name, self.element, self.lanes, order)

    def _picked(self, vectors: list[str], lanes: list[tuple[int, int]]) -> str:
        """The vector whose lanes are, each, a lane of one of several vectors."""
        numbers = sorted({v for v, _ in lanes})
        found, known = vectors[numbers[0]], {numbers[0]: [lane for _, lane in lanes]}
        for number in numbers[1:] or numbers:
            order = [
                self.lanes + lane if v == number else known[v][i] if v in known else i
                for i, (v, lane) in enumerate(lanes)
            ]
            found = self.writer.shuffle(
                self.code, found, self.element, self.lanes, order, vectors[number]
            )
            known = dict.fromkeys([*known, number], list(range(self.lanes)))
        return found


def _factor(width: int) -> int:
    """The smallest prime factor."""
    return next(p for p in range(2, width + 1) if width % p == 0)


def rotates(width: int) -> bool:
    """Whether rows of this width become columns by rotating lanes, not by factors.

    >>> [width for width in range(2, 20) if rotates(width)]
    [5, 7, 9, 11, 13, 15, 17, 19]
    """
    return width % 2 > 0 and width > 3


def _stages(width: int, lanes: int) -> int:
    """How many powers of two the rotations of lanes are made of."""
    return (min(width, lanes) - 1).bit_length()


def _lanes_of_rows(column: int, width: int, lanes: int) -> list[int]:
    """The row of the element of a column that is in each lane of some vector of memory."""
    rows = [0] * lanes
    for row in range(lanes):
        rows[(row * width + column) % lanes] = row
    return rows


def flags(active: Sequence[bool]) -> str | None:
    """The mask of these lanes; None for all of them."""
    if all(active):
        return None
    return "<" + ", ".join(f"i1 {str(a).lower()}" for a in active) + ">"


COPY = "llvm.memcpy.p0.p0.i64"


@dataclass(frozen=True)
class Rows:
    """Elements of neighbouring lanes: [first, first + span) of the `step` elements of each."""

    step: int
    first: int
    span: int
    itemsize: int


class CopiedRows:
    """Accesses of a loop whose last iterations fill no vector, to copies with room for one."""

    def __init__(self, values: Values):
        self.values, self.writer = values, values.writer

    def source(self, scope: Scope, address: str, rows: Rows) -> str:
        """Where whole vectors are read: at an address, or where the last rows are copied to."""
        ends, _ = self._ends(scope)
        room = self._room(rows)
        self._copy(scope, room, address, rows)
        return self.writer.select(scope.code, ends, room, address, "ptr", 0)

    def store(self, scope: Scope, address: str, rows: Rows, store: Callable[[str], None]) -> None:
        """Have whole vectors stored: at an address, or where the last rows are copied from."""
        ends, _ = self._ends(scope)
        room = self._room(rows)
        store(self.writer.select(scope.code, ends, room, address, "ptr", 0))
        self._copy(scope, address, room, rows)

    def _ends(self, scope: Scope) -> tuple[str, str]:
        assert scope.copied is not None
        return scope.copied

    def _room(self, rows: Rows) -> str:
        size = self.values.lanes * rows.step * rows.itemsize
        return self.writer.ins(self.values.prologue, f"alloca [{size} x i8], align 64")

    def _copy(self, scope: Scope, to: str, source: str, rows: Rows) -> None:
        """Copy as many rows as there are iterations left, if they fill no vector."""
        ends, left = self._ends(scope)
        writer, code = self.writer, Code(self.writer.fresh("last"))
        size = writer.ins(code, f"mul nsw i64 {left}, {rows.step * rows.itemsize}")
        beyond = (rows.step - rows.span) * rows.itemsize
        if beyond:
            size = writer.ins(code, f"sub nsw i64 {size}, {beyond}")
        if rows.first:
            to, source = (
                writer.ins(code, f"getelementptr i8, ptr {p}, i64 {rows.first * rows.itemsize}")
                for p in (to, source)
            )
        writer.declarations[COPY] = f"declare void @{COPY}(ptr, ptr, i64, i1)"
        code.add(f"call void @{COPY}(ptr {to}, ptr {source}, i64 {size}, i1 false)")
        writer.branch(scope.code, ends, code, UNLIKELY)
