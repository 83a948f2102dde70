"""Random kernels of the kinds that directives are about, in integer arithmetic.

Iterations of parallel and vector loops are to be independent: `sound` finds out by recording what
each of them reads and writes.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel import form
from fjax.lowering.kernel.form import (
    COMBINE,
    INDEX,
    SHORT_INDEX,
    Access,
    BufferArgument,
    Carry,
    If,
    Kernel,
    Loop,
    Mode,
    Monoid,
    Size,
    Statement,
    Store,
    Stride,
    axis,
    load,
)
from fjax.lowering.kernel.verify import INDEPENDENT, mistake
from tests.lowering.interpreter import Interpreter

KINDS = [np.dtype(d) for d in (np.int32, np.int32, np.int64, np.int8, np.uint16)]
MARGIN = 1 << 11  # elements before and after what a kernel may touch, which stay as they are
ELEMENTS = 1 << 13
BINARY = [Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX, Op.XOR]
SIZES = (  # of the loops outside and inside, of rows in memory, of another size
    (1, 1, 1, 0),
    (3, 8, 8, 2),
    (5, 9, 9, 4),
    (0, 5, 5, 3),
    (3, 0, 4, 3),
    (6, 17, -17, 19),
    (2, 31, 31, 5),
    (9, 16, 1, 7),
    (17, 5, -1, 17),
)
SHARED = 0, 2  # the numbers of these buffers
WORDS = 5  # those, and the middle of a buffer


class Nests:
    """Grows one kernel."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.index = SHORT_INDEX if self.rng.random() < 0.25 else INDEX
        self.inputs = [self.rng.choice(KINDS) for _ in range(2)]
        self.outputs = [self.rng.choice(KINDS) for _ in range(self.rng.choice((1, 1, 2)))]
        self.kinds = [*self.inputs, *self.outputs]
        self.in_place = self.rng.random() < 0.3
        self.shares = seed % 3 == 0  # an output lies in the memory of an input
        if self.shares:
            self.outputs[0] = self.inputs[0]
            self.kinds[2] = self.inputs[0]
        self.number = 0

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def size(self, slot: int) -> Expr:
        return form.size(slot, self.index)

    def literal(self, value: int) -> Expr:
        return scalar.const(value, self.index)

    # -- loops -----------------------------------------------------------------------------------

    def new(self) -> int:
        self.number += 1
        return self.number - 1

    def extent(self, slot: int, path: list[int]) -> Expr:
        """How long a loop is: negative at times."""
        kind = self.rng.randrange(12)
        if kind == 0:
            return self.literal(self.rng.choice((0, 1, 3, 8, 17)))
        if kind == 1:
            return self.size(slot) - self.size(3)
        if kind == 2 and path:
            return axis(self.rng.choice(path), self.index) + self.literal(
                self.rng.choice((-2, 0, 1))
            )
        return self.size(slot)

    def kernel(self) -> Kernel:
        """The kernel; slots 0 to 2 are its sizes, 3 another one, 4 where accesses begin."""
        family = self.rng.choice((self.plain, self.plain, self.totals, self.sums, self.deep))
        body = family()
        buffers = [BufferArgument(d) for d in self.inputs]
        buffers += [BufferArgument(d, written=True) for d in self.outputs]
        made = Kernel(tuple(buffers), (self.index,) * WORDS, body, self.index)
        if self.shares:
            buffers[2] = replace(buffers[2], shares=(0,))
            shared = replace(made, buffers=tuple(buffers))
            return shared if mistake(shared) is None else made
        return made

    def outer(self, inside: tuple[Statement, ...], number: int, serial: float = 0.4) -> Loop:
        mode = Mode.SERIAL if self.chance(serial) else Mode.PARALLEL
        start = self.literal(self.rng.choice((0, 1))) if self.chance(0.1) else None
        mode = Mode.SERIAL if start is not None else mode
        step = (
            self.literal(self.rng.choice((2, 3)))
            if start is not None and self.chance(0.3)
            else None
        )
        return Loop(number, self.extent(0, []), mode, inside, (), start, step)

    def plain(self) -> tuple[Statement, ...]:
        """Two loops around stores, or one."""
        i, j = self.new(), self.new()
        if self.chance(0.15):
            return (self.outer(self.stores([i]), i, 0.3),)
        mode = self.rng.choice((Mode.VECTOR, Mode.VECTOR, Mode.SERIAL))
        stop = self.extent(1, [i])
        inner = Loop(j, stop, mode, self.stores([i, j]))
        body: tuple[Statement, ...] = (inner,)
        if self.chance(0.15):
            body = (*self.stores([i]), *body)
        if self.chance(0.1):
            body = (If(self.condition([i]), body),)
        return (self.outer(body, i),)

    def deep(self) -> tuple[Statement, ...]:
        """Three loops, with stores beside the innermost at times."""
        i, j, k = self.new(), self.new(), self.new()
        inner = Loop(
            k,
            self.extent(1, [i, j]),
            self.rng.choice((Mode.VECTOR, Mode.SERIAL)),
            self.stores([i, j, k]),
        )
        beside = self.stores([i, j]) if self.chance(0.3) else ()
        middle_mode = self.rng.choice((Mode.SERIAL, Mode.SERIAL, Mode.VECTOR, Mode.PARALLEL))
        outer = self.outer((), i)
        if middle_mode is Mode.PARALLEL and outer.mode is not Mode.PARALLEL:
            middle_mode = Mode.SERIAL
        extent = self.rng.choice((self.literal(3), self.size(0), self.size(0) - self.size(3)))
        if middle_mode is Mode.PARALLEL:
            extent = self.size(0)
        middle = Loop(j, extent, middle_mode, (inner, *beside))
        return (replace(outer, body=(middle,)),)

    def totals(self) -> tuple[Statement, ...]:
        """Rows of which totals are made and used."""
        i, values = self.new(), []
        made: list[Statement] = []
        for _ in range(self.rng.choice((1, 1, 2))):
            j, kind = self.new(), self.rng.choice(KINDS)
            monoid = self.rng.choice(list(Monoid))
            carry = Carry(scalar.const(1, kind), self.expr(kind, [i, j], values), monoid)
            stop = self.size(1) if self.chance(0.8) else self.extent(1, [i])
            start = self.literal(1) if self.chance(0.1) else None
            body = self.stores([i, j], values) if self.chance(0.2) else ()
            made.append(Loop(j, stop, Mode.VECTOR, body, (carry,), start))
            values.append(form.result(j, 0, kind))
        if self.chance(0.5):
            j = self.new()
            used = [] if self.shares else values  # may be computed among what they overwrite
            made.append(Loop(j, self.size(1), Mode.VECTOR, self.stores([i, j], used)))
            if self.shares and len(self.outputs) > 1:
                total = scalar.convert(values[0], self.kinds[3])
                made.append(Store(self.access(3, [i]), total))
        else:
            made += self.stores([i], values)
        return (self.outer(tuple(made), i),)

    def sums(self) -> tuple[Statement, ...]:
        """What is added up in memory."""
        i, j = self.new(), self.new()
        buffer = 2
        dtype = self.kinds[buffer]
        access = self.access(buffer, [j]) if self.chance(0.9) else self.access(buffer, [i, j])
        old = load(access, dtype)
        op = COMBINE[self.rng.choice(list(Monoid))]
        stores = [Store(access, Expr(op, (old, self.expr(dtype, [i, j])), dtype))]
        if len(self.outputs) > 1:
            stores += self.stores([i, j], [], buffers=(3,))
        self.rng.shuffle(stores)
        inner = Loop(j, self.extent(1, [i] if self.chance(0.1) else []), Mode.VECTOR, tuple(stores))
        if self.chance(0.1):
            inner = Loop(
                j,
                inner.stop,
                Mode.VECTOR,
                inner.body,
                (),
                self.literal(1) if self.chance(0.5) else axis(i, self.index),
            )
        return (self.outer((inner,), i, 0.9),)

    # -- memory ----------------------------------------------------------------------------------

    def access(self, buffer: int, path: list[int]) -> Access:
        """Rows, columns, windows, backwards, every third, the same element."""
        if self.shares and buffer in SHARED and path:
            first, *rest = path
            return Access(buffer, (Stride(first, Size(2)), *(Stride(p, 1) for p in rest)), Size(4))
        kind = self.rng.randrange(10)
        last = path[-1] if path else 0
        if not path:
            return Access(buffer, (), Size(4))
        if len(path) == 1:
            step = self.rng.choice((1, 1, 1, 2, 3, -1, Size(2)))
            return Access(buffer, (Stride(last, step),), Size(4))
        one = self.rng.choice((1, 1, 1, 1, -1, 2, 3))
        first, *between = path[:-1]
        if kind <= 4:
            strides = [Stride(first, Size(2)), Stride(last, one)]
        elif kind <= 6:
            strides = [Stride(first, one), Stride(last, Size(0))]
        elif kind == 7:
            strides = [
                Stride(first, self.rng.choice((1, 40, -40))),
                Stride(last, self.rng.choice((1, 40, -1))),
            ]
        elif kind == 8:
            strides = [Stride(last, one)]
        else:
            strides = [Stride(first, one)]
        strides += [
            Stride(b, self.rng.choice((1, 80, 100, -90))) for b in between if self.chance(0.9)
        ]
        self.rng.shuffle(strides)
        return Access(buffer, tuple(strides), Size(4))

    def stores(
        self, path: list[int], values: list[Expr] | None = None, buffers: tuple[int, ...] = ()
    ) -> tuple[Store, ...]:
        """One store or two, the second one beside the first at times."""
        made = []
        buffer = self.rng.choice(buffers or range(2, len(self.kinds)))
        access = self.access(buffer, path)
        places = [None] if self.chance(0.6) else self.rng.sample(range(3), self.rng.choice((2, 3)))
        for place in places:
            dtype = self.kinds[buffer]
            index = None if place is None else self.literal(place)
            if place is None and self.chance(0.08):
                index = self.dynamic(path)
            mask = self.condition(path) if self.chance(0.15) else None
            value = self.expr(dtype, path, values)
            if self.in_place:
                old = load(access, dtype, index)
                value = Expr(self.rng.choice(BINARY), (value, old), dtype)
            monoid = self.rng.choice(list(Monoid)) if self.chance(0.08) else None
            made.append(Store(access, value, index, mask, monoid))
        if len(made) == 1 and len(self.outputs) > 1 and not buffers and self.chance(0.4):
            other = 5 - buffer
            made.append(Store(self.access(other, path), self.expr(self.kinds[other], path, values)))
        return tuple(made)

    # -- expressions -----------------------------------------------------------------------------

    def dynamic(self, path: list[int]) -> Expr:
        found = self.expr(self.index, path, [], 1)
        return Expr(Op.AND, (found, self.literal(63)), self.index)

    def expr(self, dtype, path, values=None, depth=2) -> Expr:
        kind = self.rng.randrange(7)
        if depth == 0 or kind == 0:
            return self.leaf(dtype, path, values)
        if kind == 1 or kind == 2:
            return scalar.select(
                self.condition(path),
                self.expr(dtype, path, values, depth - 1),
                self.expr(dtype, path, values, depth - 1),
            )
        a, b = (self.expr(dtype, path, values, depth - 1) for _ in range(2))
        return Expr(self.rng.choice(BINARY), (a, b), dtype)

    def leaf(self, dtype, path, values) -> Expr:
        kind = self.rng.randrange(8)
        if kind == 0:
            return scalar.const(self.rng.randrange(-5, 6) % 100, dtype)
        if kind == 1 and path:
            return scalar.convert(axis(self.rng.choice(path), self.index), dtype)
        if kind <= 3 and values:
            return scalar.convert(self.rng.choice(values), dtype)
        buffer = self.rng.randrange(2 if self.chance(0.9) else len(self.kinds))
        index = self.dynamic(path) if path and self.chance(0.05) else None
        if index is None and self.chance(0.2):
            index = self.literal(self.rng.randrange(3))
        mask = self.condition(path) if self.chance(0.2) else None
        found = load(self.access(buffer, path), self.kinds[buffer], index, mask)
        return scalar.convert(found, dtype)

    def condition(self, path: list[int]) -> Expr:
        """Bounds of an index, mostly."""
        if not path or self.chance(0.1):
            left = self.leaf(KINDS[0], path, None)
            return scalar.eq(left & scalar.const(1, KINDS[0]), scalar.const(0, KINDS[0]))
        at = axis(self.rng.choice([*path, path[-1], path[-1]]), self.index)
        if self.chance(0.2):
            at = at + self.literal(self.rng.choice((-2, 1, 3)))
        bound = self.rng.choice(
            (
                self.literal(self.rng.choice((-1, 0, 2, 5, 16))),
                self.size(3),
                self.size(1) - self.literal(2),
                scalar.minimum(self.size(3), self.size(1)),
            )
        )
        if self.chance(0.06):
            bound = scalar.minimum(axis(self.rng.choice(path), self.index), bound)
        made = Expr(self.rng.choice((Op.LT, Op.LE, Op.GT, Op.GE)), (at, bound), np.dtype(bool))
        return made & self.condition(path) if self.chance(0.35) else made


class Met(Exception):
    """Independent iterations touch one element, and one of them writes it."""


class Recorded(Interpreter):
    """Refuses kernels whose independent iterations meet in memory, or any in what buffers share."""

    def __init__(self, *args):
        super().__init__(*args)
        self.home = {k: b.shares[0] for k, b in enumerate(self.kernel.buffers) if b.shares}
        self.path: tuple[tuple[int, int, bool], ...] = ()  # loops around, iterations, independent
        self.loading = False
        # The iteration (-1: several), whether any writes, and as which buffers.
        self.seen: dict[tuple, tuple[int, bool, set[int]]] = {}

    def indices(self, s: Loop) -> Iterator[int]:
        outside = self.path
        for k in super().indices(s):
            self.path = (*outside, (s.number, k, s.mode in INDEPENDENT))
            yield k
        self.path = outside

    def address(self, access: Access, index: Expr | None) -> int:
        writes = not self.loading
        at = super().address(access, index)
        home = self.home.get(access.buffer, access.buffer)
        for depth, (loop, k, independent) in enumerate(self.path):
            if independent or home in self.home.values():
                key = home, at, self.path[:depth], loop
                before, written, buffers = self.seen.get(key, (k, False, set()))
                now = k if before == k else -1, written or writes, buffers | {access.buffer}
                self.seen[key] = now
                if now[:2] == (-1, True) and (independent or len(now[2]) > 1):
                    raise Met
        return at

    def leaf(self, expr: Expr, key: object) -> object:
        before, self.loading = self.loading, True
        found = super().leaf(expr, key)
        self.loading = before
        return found


Calls = list[tuple[int, int]]


class Case(NamedTuple):
    """A table of words, the calls that share the work, and what they leave in the buffers."""

    words: list[int]
    calls: Calls
    want: list[np.ndarray]


def sound(kernel: Kernel) -> list[Case]:
    """Sizes for which no independent iterations of a kernel meet; nothing if it is wrong."""
    if mistake(kernel) is not None:
        return []
    found = []
    for sizes in SIZES:
        words = [*sizes, MARGIN + ELEMENTS // 2]
        calls = parts(extent_of(kernel, words))
        with contextlib.suppress(IndexError, Met):  # beyond the margins
            want = arrays(kernel)
            Recorded(kernel, want, words, (calls[0][0], calls[-1][1])).run()
            found.append(Case(words, calls, want))
    return found


def arrays(kernel: Kernel) -> list[np.ndarray]:
    """The buffers before a kernel runs."""
    rng = np.random.default_rng(7)
    found = list[np.ndarray]()
    for b in [b for b in kernel.buffers if not b.scratch]:
        made = rng.integers(0, 100, 2 * MARGIN + ELEMENTS).astype(b.dtype)
        found.append(found[b.shares[0]] if b.shares else made)
    return found


def extent_of(kernel: Kernel, words: list[int]) -> int:
    """How many iterations calls share."""
    nest = form.parallel_nest(kernel.body)
    run = Interpreter(kernel, [], words, (0, 0))
    return math.prod([max(int(run.value(s.stop)), 0) for s in nest])


def parts(extent: int) -> Calls:
    """So many iterations in up to three calls."""
    cuts = sorted({0, extent // 3, extent - extent // 4, extent})
    return list(itertools.pairwise(cuts)) or [(0, 0)]


def left(kernel: Kernel, words: list[int], calls: Calls) -> list[np.ndarray]:
    """What a kernel leaves in its buffers."""
    found = arrays(kernel)
    for part in calls:
        Interpreter(kernel, found, words, part).run()
    return found
