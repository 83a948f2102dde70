"""Kernels of random structure, in integer arithmetic, where every order of evaluation is exact."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    BufferArgument,
    Carry,
    If,
    Kernel,
    Loop,
    Mode,
    Monoid,
    Param,
    Size,
    Store,
    Stride,
    While,
    axis,
    carried,
    load,
    result,
)
from tests.lowering.cpu.harness import check, random_array, size

RADIX = 24  # no loop is longer; addresses of stores are numbers of this base
INPUT = 1 << 12
KINDS = [np.dtype(d) for d in (np.int32, np.int64, np.int8, np.uint16)]
BINARY = [Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX, Op.AND, Op.OR, Op.XOR]
SERIAL_MODES = [Mode.SERIAL, Mode.VECTOR, Mode.UNROLL, Mode.SCAN]


class Builder:
    """Grows one kernel."""

    PARALLEL = (1, 1, 2, 3)  # how many loops
    MODES = (Mode.PARALLEL, Mode.PARALLEL_VECTOR)  # of the innermost of them

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)
        self.inputs = [KINDS[k] for k in self.rng.integers(0, len(KINDS), 3)]
        self.outputs: list[np.dtype] = []
        self.words = [int(w) for w in self.rng.integers(1, 20, 4)]
        self.loops = 0

    def pick(self, options):
        return options[int(self.rng.integers(len(options)))]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    # -- expressions -----------------------------------------------------------------------------

    def expr(self, dtype, path, values, depth=3) -> Expr:
        if depth == 0 or self.chance(0.15):
            return self.leaf(dtype, path, values, depth)
        kind = self.rng.integers(6)
        if kind == 0:
            return scalar.select(
                self.condition(path, values, depth - 1),
                self.expr(dtype, path, values, depth - 1),
                self.expr(dtype, path, values, depth - 1),
            )
        if kind == 1:
            return -self.expr(dtype, path, values, depth - 1)
        if kind == 2 and values:
            return scalar.convert(self.pick(values), dtype)
        a, b = (self.expr(dtype, path, values, depth - 1) for _ in range(2))
        return Expr(self.pick(BINARY), (a, b), dtype)

    def condition(self, path, values, depth) -> Expr:
        dtype = self.pick(KINDS)
        a, b = (self.expr(dtype, path, values, max(depth, 0)) for _ in range(2))
        made = Expr(self.pick([Op.LT, Op.EQ, Op.GE]), (a, b), np.dtype(bool))
        return ~made if self.chance(0.3) else made

    def leaf(self, dtype, path, values, depth) -> Expr:
        kind = self.rng.integers(6)
        if kind == 0:
            return scalar.const(int(self.rng.integers(-5, 6)), dtype)
        if kind == 1 and path:
            return scalar.convert(axis(self.pick(path)), dtype)
        if kind == 2:
            return scalar.convert(scalar.leaf(Param(3), np.dtype(np.int64)), dtype)
        if kind == 3 and values:
            return scalar.convert(self.pick(values), dtype)
        return scalar.convert(self.load(path, values, depth), dtype)

    def load(self, path, values, depth) -> Expr:
        buffer = int(self.rng.integers(len(self.inputs)))
        strides = tuple(
            Stride(loop, self.pick([1, 1, 1, 2, Size(0), Size(1)]))
            for loop in path
            if self.chance(0.7)
        )
        index = mask = None
        if depth and self.chance(0.3):
            index = self.expr(INDEX, path, values, depth - 1) & 1023
        if depth and self.chance(0.3):
            mask = self.condition(path, values, depth - 1)
        offset = Size(2) if self.chance(0.3) else None
        return load(Access(buffer, strides, offset), self.inputs[buffer], index, mask)

    # -- statements ------------------------------------------------------------------------------

    def body(self, path, values, depth, in_lanes) -> tuple:
        made, values = [], list(values)
        for _ in range(self.rng.integers(1, 4)):
            kind = self.rng.integers(4) if depth else 0
            if kind <= 1:
                made.append(self.store(path, values))
            elif kind == 2:
                made.append(
                    If(
                        self.condition(path, values, 1),
                        self.body(path, values, depth - 1, in_lanes),
                        self.body(path, values, depth - 1, in_lanes) if self.chance(0.5) else (),
                    )
                )
            else:
                loop, results = self.loop(path, values, depth, in_lanes)
                made.append(loop)
                values += results
        return tuple(made)

    def store(self, path, values) -> Store:
        dtype = self.pick(KINDS)
        self.outputs.append(dtype)
        strides = tuple(Stride(loop, RADIX ** (len(path) - 1 - k)) for k, loop in enumerate(path))
        mask = self.condition(path, values, 1) if self.chance(0.25) else None
        access = Access(len(self.inputs) + len(self.outputs) - 1, strides)
        monoid = self.pick(list(Monoid)) if self.chance(0.25) else None
        return Store(access, self.expr(dtype, path, values), mask=mask, monoid=monoid)

    def loop(self, path, values, depth, in_lanes):
        number = self.loops
        self.loops += 1
        if self.chance(0.2):
            return self.while_loop(number, path, values, depth, in_lanes)
        mode = self.pick(SERIAL_MODES)
        lanes = mode is Mode.VECTOR and not in_lanes
        extent = self.pick([size(0), size(1), scalar.const(3, INDEX)])
        if mode is Mode.UNROLL:
            extent = scalar.const(int(self.rng.integers(0, 4)), INDEX)
        elif self.chance(0.3):
            extent = self.expr(INDEX, path, values, 1) & 7
        kinds = [self.pick(KINDS) for _ in range(self.rng.integers(0, 3))]
        totals = mode in (Mode.VECTOR, Mode.SCAN)
        monoids = [self.pick(list(Monoid)) if totals or self.chance(0.5) else None for _ in kinds]
        state = mode is Mode.SCAN
        inside = [carried(number, k, d) for k, d in enumerate(kinds) if state or not monoids[k]]
        below = [*values, *inside]
        body = self.body([*path, number], below, depth - 1, in_lanes or lanes)
        if state:  # nothing is accumulated from running totals
            below = values
        carries = tuple(
            Carry(self.expr(d, path, values, 1), self.expr(d, [*path, number], below, 2), m)
            for d, m in zip(kinds, monoids, strict=True)
        )
        loop = Loop(number, extent, mode, body, carries)
        return loop, [result(number, k, d) for k, d in enumerate(kinds)]

    def while_loop(self, number, path, values, depth, in_lanes):
        count, state = carried(number, 0, INDEX), carried(number, 1, KINDS[0])
        limit = self.expr(INDEX, path, values, 1) & 7
        below = [*values, count, state]
        carries = (
            Carry(scalar.const(0, INDEX), count + 1),
            Carry(self.expr(KINDS[0], path, values, 1), self.expr(KINDS[0], path, below, 2)),
        )
        nested = (
            tuple(
                s for s in self.body(path, below, depth - 1, in_lanes) if not isinstance(s, Store)
            )
            if self.chance(0.3)
            else ()
        )
        return (
            While(number, count < limit, nested, carries),
            [result(number, 0, INDEX), result(number, 1, KINDS[0])],
        )

    def top(self, path, in_lanes) -> tuple:
        """What the loops of the path are around."""
        return self.body(path, [], 4 - len(path), in_lanes)

    def kernel(self) -> tuple[Kernel, list[np.ndarray], list[int], int]:
        path = list(range(self.pick(self.PARALLEL)))
        self.loops = len(path)
        mode = self.pick(self.MODES)
        body = self.top(path, mode is Mode.PARALLEL_VECTOR)
        for number in reversed(path):
            loop = Loop(number, size(number), mode if number == path[-1] else Mode.PARALLEL, body)
            body = (loop,)
        self.words[1:3] = [min(w, 5) for w in self.words[1:3]]
        buffers = (
            *(BufferArgument(d) for d in self.inputs),
            *(BufferArgument(d, written=True) for d in self.outputs),
        )
        arrays = [random_array(self.rng, INPUT, d) for d in self.inputs]
        arrays += [np.zeros(RADIX**4, d) for d in self.outputs]
        extent = math.prod(self.words[: len(path)])
        return Kernel(buffers, (INDEX,) * 4, (loop,)), arrays, self.words, extent


class Passes(Builder):
    """Rows, and several passes over each: totals are used by later ones, in loops inside too."""

    PARALLEL = (1, 1, 2)
    MODES = (Mode.PARALLEL,)

    def top(self, path, in_lanes):
        made, values = [], []
        for _ in range(self.rng.integers(2, 4)):
            number, kind = self.loops, KINDS[int(self.rng.integers(2))]
            self.loops += 1
            inside, nested, below = [*path, number], (), list(values)
            if values and self.chance(0.7):
                loop, results = self.loop(inside, values, 1, True)
                nested, below = (loop,), [*values, *results]
            carry = Carry(scalar.const(1, kind), self.expr(kind, inside, below), Monoid.ADD)
            made.append(Loop(number, size(0), Mode.VECTOR, nested, (carry,)))
            values.append(result(number, 0, kind))
        return (*made, self.store(path, values))


@pytest.mark.one_in(12)
@pytest.mark.parametrize("seed", range(60))
def test_random_kernel_matches(seed):
    kernel, arrays, words, extent = Builder(seed).kernel()
    check(kernel, arrays, words, extent, numba=seed % 6 == 0)


@pytest.mark.one_in(10)
@pytest.mark.parametrize("seed", range(40))
def test_random_passes_over_rows_match(seed):
    kernel, arrays, words, extent = Passes(seed).kernel()
    check(kernel, arrays, words, extent, numba=False)
