"""Convolutions without padding and holes as launches of fjax's own kernel.

A register tile is a matrix: along its lanes lie either neighbouring positions (the lhs is read by
vectors, the rhs element by element) or neighbouring output features (the other way round). Nothing
is copied: where an element is, tables of offsets say. Cuts depend on the sizes alone, so that
results are the same bits for any number of threads.
"""
from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import target, windows_text
from fjax.lowering.cpu.compile import CompiledKernel
from fjax.lowering.cpu.program import Launch
from fjax.lowering.cpu.windows_text import HEAD, WORDS, Tile
from fjax.lowering.kernels import Kernel
from fjax.primitives.convolution import ConvGeneralDilated

PARALLEL_WORK = 1 << 18         # multiply-adds from which a second thread pays
INNER = 256                     # most entries of the inner list of offsets
CHUNK_BYTES = 40 << 10          # what a tile's lanes read in a chunk: it stays in the cache
CHUNK = 256                     # ... but for sums longer than this
TASKS = 32                      # how many tasks there should be, if there is enough work
FEATURES_MOST = 8               # rows of a tile: their addresses are in registers
ANYWHERE = 1 << 40              # longer than any line

Offsets = list[tuple[int, int]]


@dataclass(frozen=True)
class Sum:
    """A convolution as the kernel sees it; strides and offsets in elements.

    Rows are `images` times `places`; lines have `line` lanes, cut into runs of `width` every
    `pitch`. `axes` are the summed ones: (length, scalar stride, vector stride).
    """

    groups: int
    batches: int
    rows: int
    line: int
    places: Offsets                           # of each row of an image: in scalars, in the result
    axes: list[tuple[int, int, int]]
    runs: list[int]                           # where each goes in the result; -1: nowhere
    pitch: int = ANYWHERE
    width: int = ANYWHERE
    steps: dict[str, int] = field(default_factory=dict)


def convolution_launch(op: ConvGeneralDilated, lhs: ShapedArray, rhs: ShapedArray,
                       out: ShapedArray) -> Launch | None:
    """A convolution of contiguous arrays as one launch; slots 0, 1, 2 are lhs, rhs and result.

    None where it has padding, holes in the lhs, operands of another dtype than float32 or float64,
    or axes in an order that the kernel cannot read.
    """
    if not lhs.dtype == rhs.dtype == out.dtype or out.dtype.name not in ("float32", "float64") \
            or any(p != (0, 0) for p in op.padding) or any(d != 1 for d in op.lhs_dilation) \
            or 0 in (*lhs.shape, *rhs.shape, *out.shape):
        return None
    axes = Axes(op, lhs.shape, rhs.shape, out.shape)
    along_positions = axes.along_positions()
    made = along_positions or axes.along_features()
    return None if made is None else _launch(made, out.dtype, (1, 0) if along_positions else (0, 1))


class Axes:
    """Lengths and strides of a convolution's axes by meaning."""

    def __init__(self, op: ConvGeneralDilated, lhs: Sequence[int], rhs: Sequence[int],
                 out: Sequence[int]):
        self.op = op
        lhs_spec, rhs_spec, out_spec = op.dimension_numbers
        self.rank = len(lhs) - 2
        self.groups = op.feature_group_count * op.batch_group_count
        self.batch, _, *self.space = (lhs[a] for a in lhs_spec)
        self.features, self.summed, *self.window = (rhs[a] for a in rhs_spec)
        _, _, *self.positions = (out[a] for a in out_spec)
        self.batch //= op.batch_group_count
        self.features //= self.groups
        self.x, self.w, self.y = (_strides(s, spec) for s, spec in
                                  zip((lhs, rhs, out), op.dimension_numbers, strict=True))

    def _groups(self) -> tuple[int, int, int]:
        """Group strides of lhs, rhs and result."""
        x = self.x[0] * self.batch if self.op.batch_group_count > 1 else self.x[1] * self.summed
        return x, self.w[0] * self.features, self.y[1] * self.features

    def _window_steps(self) -> list[int]:
        """How far the lhs moves with each axis of the window."""
        return [s * e for s, e in zip(self.x[2:], self.op.rhs_dilation, strict=True)]

    def along_positions(self) -> Sum | None:
        """Lanes are positions: those of one batch entry and feature, row by row of the lhs."""
        if self.rank == 0 or any(s != 1 for s in self.op.window_strides) \
                or not _is_row_major(self.x[2:], self.space) \
                or not _is_row_major(self.y[2:], self.positions):
            return None
        x, w, y = self._groups()
        pitch, width = self.space[-1], self.positions[-1]
        rows = [sum(i * s for i, s in zip(at, self.x[2:], strict=False)) // pitch
                for at in itertools.product(*map(range, self.positions[:-1]))]
        runs = [-1] * (rows[-1] + 1)
        for number, row in enumerate(rows):
            runs[row] = number * width
        axes = [(self.summed, self.w[1], self.x[1]),
                *zip(self.window, self.w[2:], self._window_steps(), strict=True)]
        steps = {"scalar.group": w, "vector.group": x, "result.group": y,
                 "vector.batch": self.x[0], "result.batch": self.y[0]}
        return Sum(self.groups, self.batch, self.features, rows[-1] * pitch + width,
                   [(o * self.w[0], o * self.y[1]) for o in range(self.features)], axes, runs,
                   pitch, width, steps)

    def along_features(self) -> Sum | None:
        """Lanes are output features; rows are the positions of all batch entries."""
        if self.features > 1 and not self.w[0] == self.y[1] == 1:
            return None
        x, w, y = self._groups()
        moves = [s * n for s, n in zip(self.x[2:], self.op.window_strides, strict=True)]
        places = [(sum(i * s for i, s in zip(at, moves, strict=True)),
                   sum(i * s for i, s in zip(at, self.y[2:], strict=True)))
                  for at in itertools.product(*map(range, self.positions))]
        axes = [(self.summed, self.x[1], self.w[1]),
                *zip(self.window, self._window_steps(), self.w[2:], strict=True)]
        steps = {"scalar.group": x, "vector.group": w, "result.group": y,
                 "scalar.image": self.x[0], "result.image": self.y[0]}
        return Sum(self.groups, 1, self.batch * len(places), self.features, places, axes, [0],
                   steps=steps)


def _strides(shape: Sequence[int], spec: Sequence[int]) -> list[int]:
    """Strides of a contiguous array's axes, in the order of `spec`."""
    return [math.prod(shape[a + 1:]) for a in spec]


def _is_row_major(strides: Sequence[int], lengths: Sequence[int]) -> bool:
    return list(strides) == _strides(lengths, range(len(lengths)))


def _launch(s: Sum, dtype: np.dtype, operands: tuple[int, int]) -> Launch | None:
    host = target.host()
    lanes = host.lanes(dtype.itemsize)
    if s.line < lanes and not host.has_masks(frozenset({dtype.itemsize})):
        return None
    tile = choose_tile(s.rows, s.line, lanes, dtype.itemsize)
    inner, outer = offset_lists(s.axes)
    row_tiles, line_tiles = -(-s.rows // tile.rows), -(-s.line // tile.width)
    row_step, line_step = _steps(s.groups * s.batches, row_tiles, line_tiles)
    lists = [inner, outer, s.places]
    at, starts = HEAD, []
    for pairs in lists:
        starts.append(at)
        at += 2 * len(pairs)
    values = {
        "batches": s.batches, "row.blocks": -(-row_tiles // row_step),
        "line.blocks": -(-line_tiles // line_step), "row.step": row_step, "line.step": line_step,
        "row.tiles": row_tiles, "line.tiles": line_tiles, "rows": s.rows, "line": s.line,
        "images": len(s.places), "pitch": s.pitch, "width": s.width, "inner": len(inner),
        "outer": len(outer), "chunk": _chunk(len(inner), tile.width * dtype.itemsize),
        "inner.at": starts[0], "outer.at": starts[1], "places.at": starts[2], "runs.at": at,
        **s.steps}
    words = [values.get(name, 0) for name in WORDS]
    words += [n for pairs in lists for pair in pairs for n in pair]
    extent = s.groups * s.batches * values["row.blocks"] * values["line.blocks"]
    work = s.groups * s.batches * s.rows * s.line * len(inner) * len(outer)
    return Launch(_kernel(tile), (*operands, 2), (*words, *s.runs), extent=extent,
                  parallel=work >= PARALLEL_WORK)


def choose_tile(rows: int, line: int, lanes: int, itemsize: int) -> Tile:
    """The tile that covers rows and lines in the least time."""
    best: tuple[float, int, int] | None = None
    for r, v in tiles(lanes * itemsize):
        if v > 1 and (v - 1) * lanes >= line:
            continue
        # a step of the sum: two multiply-adds a cycle, at least their latency, and the loads,
        # which mostly go on meanwhile
        step = max(r * v / 2, 4) + (r + v + 2) / 8
        cost = step * -(-rows // r) * -(-line // (v * lanes))
        if best is None or cost < best[0]:
            best = cost, r, v
    assert best is not None
    return Tile(best[1], best[2], lanes, itemsize, line < best[2] * lanes)


@functools.cache
def tiles(vector_bytes: int) -> tuple[tuple[int, int], ...]:
    """Tile shapes (rows, vectors) whose sums fit into the registers."""
    registers = 16 if vector_bytes == 32 else 32
    return tuple((r, v) for r in range(1, FEATURES_MOST + 1) for v in range(1, 9)
                 if r * v + v + 1 <= registers and r * v <= registers - 8)


def offset_lists(axes: Sequence[tuple[int, int, int]]) -> tuple[Offsets, Offsets]:
    """The summed axes as an inner and an outer list of offset pairs, in the vectors' order."""
    ordered = sorted((a for a in axes if a[0] > 1), key=lambda a: -abs(a[2]))
    inner: list[tuple[int, int, int]] = []
    while ordered:
        length, scalar, vector = ordered[-1]
        room = INNER // math.prod(a[0] for a in inner)
        part = max((d for d in range(1, min(room, length) + 1) if length % d == 0), default=1)
        if part < length:
            if part > 1:
                inner.insert(0, (part, scalar, vector))
                ordered[-1] = (length // part, scalar * part, vector * part)
            break
        inner.insert(0, ordered.pop())
    return _pairs(inner), _pairs(ordered)


def _pairs(axes: Sequence[tuple[int, int, int]]) -> Offsets:
    return [(sum(i * a[1] for i, a in zip(at, axes, strict=True)),
             sum(i * a[2] for i, a in zip(at, axes, strict=True)))
            for at in itertools.product(*[range(a[0]) for a in axes])]


def _chunk(inner: int, step_bytes: int) -> int:
    """How many entries of the outer list make a chunk of the sum."""
    return max(1, round(max(CHUNK_BYTES / step_bytes, CHUNK) / inner))


def _steps(outer: int, row_tiles: int, line_tiles: int) -> tuple[int, int]:
    """Tiles of a task along rows and lines: cut the longer side until there are enough tasks."""
    row_blocks, line_blocks = 1, 1
    while outer * row_blocks * line_blocks < TASKS:
        if row_tiles // row_blocks >= line_tiles // line_blocks and row_blocks < row_tiles:
            row_blocks += 1
        elif line_blocks < line_tiles:
            line_blocks += 1
        else:
            break
    return -(-row_tiles // row_blocks), -(-line_tiles // line_blocks)


@functools.cache
def _kernel(tile: Tile) -> CompiledKernel:
    text = windows_text.windows_text(tile)
    address = compiler.compile_text(("windows",), text)["windows"]
    return CompiledKernel(Kernel((), (), ()), f"windows:{tile}", "windows", address)
