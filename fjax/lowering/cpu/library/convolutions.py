"""Convolutions without padding and holes as launches of fjax's own kernel.

A register tile is a matrix. Its lanes are either neighbouring positions (the lhs is read by
vectors, the rhs element by element) or neighbouring output features (the other way round). Lists of
offsets say where elements are, so no window is gathered. A chunk of vectors that many rows need is
copied into one block first. Cuts depend only on sizes, so results have the same bits for any number
of threads.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.ir import Equation, Literal
from fjax.dataclass import dataclass
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.compile import NativeModule, NativeRoutine, native_routine
from fjax.lowering.cpu.library import convolution_kernel, onednn_product
from fjax.lowering.cpu.library.convolution_kernel import MOST_ROWS, MOST_VECTORS, Sums, Tile
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.convolution import ConvGeneralDilated

TERMS = 256  # most entries of the inner list, and least terms of a chunk
FEW_TERMS = 16  # an inner list should be longer
PACKED_ROWS = 4  # tiles of rows from which packing a chunk pays
TASKS = 16  # how many tasks there should be, if there is enough work
ROWS_AT_ONCE = 16  # tiles of rows for which lanes are read from beyond a core's own cache,
FEW_BLOCKS = 4  # ... unless there were fewer blocks of rows than this
ANYWHERE = 1 << 40  # longer than any line
PATCHES = 4  # times as large as gathered patches the kernel, or its gradient, must be,
PRODUCTS = 2  # ... as products of every element and tap; both by measurement (decision 64)
KEPT_BYTES = 2 << 20  # of a kernel whose features lie side by side: caches keep as much
MOST_TAPS = 32  # of a window whose products are added up

Axis = tuple[int, int, int]  # length, and two strides


@dataclass(frozen=True)
class Sum:
    """A convolution as the kernel sees it; strides and offsets in elements.

    Rows are `images` times `places`; lines have `line` lanes, cut into runs of `width` every
    `pitch`. `places` are a row's offsets among the scalars and in the result; `axes` are the summed
    ones, with their strides among the scalars and the vectors; `runs` are the runs' offsets in the
    result, or -1 for those that are no part of it.
    """

    groups: int
    batches: int
    rows: int
    line: int
    places: np.ndarray
    axes: list[Axis]
    runs: np.ndarray
    overlapping: bool = False  # steps of the sum read the same vectors, shifted
    pitch: int = ANYWHERE
    width: int = ANYWHERE
    steps: dict[str, int] = field(default_factory=dict)


def convolution_launch(
    op: ConvGeneralDilated, lhs: ShapedArray, rhs: ShapedArray, out: ShapedArray, machine: Machine
) -> Launch | None:
    """A convolution of contiguous arrays as one launch; slots 0, 1, 2 are lhs, rhs and result.

    None where it has padding, holes in the lhs, operands of another dtype than float32 or float64,
    or axes in an order that the kernel cannot read.
    """
    if (
        not lhs.dtype == rhs.dtype == out.dtype
        or out.dtype.name not in ("float32", "float64")
        or any(p != (0, 0) for p in op.padding)
        or any(d != 1 for d in op.lhs_dilation)
        or 0 in (*lhs.shape, *rhs.shape, *out.shape)
    ):
        return None
    axes = Axes(op, lhs.shape, rhs.shape, out.shape)
    along_positions = axes.along_positions()
    made = along_positions or axes.along_features()
    return (
        None
        if made is None
        else _launch(made, out.dtype, (1, 0) if along_positions else (0, 1), machine)
    )


class Axes:
    """Lengths and strides of a convolution's axes by meaning."""

    def __init__(
        self, op: ConvGeneralDilated, lhs: Sequence[int], rhs: Sequence[int], out: Sequence[int]
    ):
        self.op = op
        lhs_spec, rhs_spec, out_spec = op.dimension_numbers
        self.rank = len(lhs) - 2
        self.groups = op.feature_group_count * op.batch_group_count
        self.batch, _, *self.space = (lhs[a] for a in lhs_spec)
        self.features, self.summed, *self.window = (rhs[a] for a in rhs_spec)
        _, _, *self.positions = (out[a] for a in out_spec)
        self.batch //= op.batch_group_count
        self.features //= self.groups
        self.x, self.w, self.y = (
            _strides(s, spec) for s, spec in zip((lhs, rhs, out), op.dimension_numbers, strict=True)
        )

    def _groups(self) -> tuple[int, int, int]:
        """Group strides of lhs, rhs and result."""
        x = self.x[0] * self.batch if self.op.batch_group_count > 1 else self.x[1] * self.summed
        return x, self.w[0] * self.features, self.y[1] * self.features

    def _window_steps(self) -> list[int]:
        """How far the lhs moves with each axis of the window."""
        return [s * e for s, e in zip(self.x[2:], self.op.rhs_dilation, strict=True)]

    def along_positions(self) -> Sum | None:
        """Lanes are positions: those of one batch entry and feature, row by row of the lhs."""
        if (
            self.rank == 0
            or any(s != 1 for s in self.op.window_strides)
            or not _is_row_major(self.x[2:], self.space)
            or not _is_row_major(self.y[2:], self.positions)
        ):
            return None
        x, w, y = self._groups()
        pitch, width = self.space[-1], self.positions[-1]
        rows = _offsets(self.positions[:-1], self.x[2:-1]) // pitch
        runs = np.full(rows[-1] + 1, -1)
        runs[rows] = np.arange(len(rows)) * width
        axes = [
            (self.summed, self.w[1], self.x[1]),
            *zip(self.window, self.w[2:], self._window_steps(), strict=True),
        ]
        steps = {
            "scalar_group": w,
            "vector_group": x,
            "result_group": y,
            "vector_batch": self.x[0],
            "result_batch": self.y[0],
        }
        return Sum(
            self.groups,
            self.batch,
            self.features,
            int(rows[-1]) * pitch + width,
            pairs([(self.features, self.w[0], self.y[1])]),
            axes,
            runs,
            math.prod(self.window) > 1,
            pitch,
            width,
            steps,
        )

    def along_features(self) -> Sum | None:
        """Lanes are output features; rows are the positions of all batch entries."""
        if self.features > 1 and not self.w[0] == self.y[1] == 1:
            return None
        x, w, y = self._groups()
        moves = [s * n for s, n in zip(self.x[2:], self.op.window_strides, strict=True)]
        places = pairs(list(zip(self.positions, moves, self.y[2:], strict=True)))
        axes = [
            (self.summed, self.x[1], self.w[1]),
            *zip(self.window, self._window_steps(), self.w[2:], strict=True),
        ]
        steps = {
            "scalar_group": x,
            "vector_group": w,
            "result_group": y,
            "scalar_image": self.x[0],
            "result_image": self.y[0],
        }
        return Sum(
            self.groups,
            1,
            self.batch * len(places),
            self.features,
            places,
            axes,
            np.zeros(1, np.int64),
            steps=steps,
        )


def _strides(shape: Sequence[int], spec: Sequence[int]) -> list[int]:
    """Strides of a contiguous array's axes, in the order of `spec`."""
    return [math.prod(shape[a + 1 :]) for a in spec]


def _is_row_major(strides: Sequence[int], lengths: Sequence[int]) -> bool:
    return list(strides) == _strides(lengths, range(len(lengths)))


def _launch(s: Sum, dtype: np.dtype, operands: tuple[int, int], machine: Machine) -> Launch | None:
    host = processor.host()
    lanes = host.lanes(dtype.itemsize)
    if s.line < lanes and not host.has_masks(frozenset({dtype.itemsize})):
        return None
    rows, vectors = choose_tile(s, lanes, machine)
    width = vectors * lanes
    row_tiles, line_tiles = -(-s.rows // rows), -(-s.line // width)
    terms = math.prod(a[0] for a in s.axes)
    step_bytes = width * dtype.itemsize
    row_step, line_step = _steps(
        s.groups * s.batches, row_tiles, line_tiles, terms * step_bytes, machine
    )
    most = machine.l1_bytes * 5 // 6 // step_bytes  # what a chunk reads stays in the cache
    packed = row_step >= PACKED_ROWS and not s.overlapping
    inner, outer = offset_lists(s.axes, min(most, TERMS))
    if len(inner) > most or not packed:
        packed, most = False, max(most, TERMS)
    lists = {"inner": inner, "outer": outer, "places": s.places, "runs": s.runs}
    starts = itertools.accumulate((x.size for x in lists.values()), initial=len(Sums.words()))
    row_blocks, line_blocks = -(-row_tiles // row_step), -(-line_tiles // line_step)
    words = Sums.words(
        batches=s.batches,
        row_blocks=row_blocks,
        line_blocks=line_blocks,
        row_step=row_step,
        line_step=line_step,
        row_tiles=row_tiles,
        line_tiles=line_tiles,
        rows=s.rows,
        line=s.line,
        images=len(s.places),
        pitch=s.pitch,
        width=s.width,
        inner=len(inner),
        outer=len(outer),
        chunk=max(1, most // len(inner)),
        **dict(tile_rows=rows, tile_width=width, packed=packed),
        **{f"{name}_at": at for name, at in zip(lists, starts, strict=False)},
        **s.steps,
    )
    for x in lists.values():
        words += x.ravel().tolist()
    tile = Tile(rows, vectors, lanes, dtype.itemsize, s.line < width, packed)
    outside = s.groups * s.batches
    work = outside * s.rows * s.line * terms
    extent = outside * row_blocks * line_blocks
    parallel = work >= machine.parallel_multiply_adds
    slots = (*operands, 2)
    return Launch(_routine(tile), slots, words, extent, parallel=parallel, work=work)


def choose_tile(s: Sum, lanes: int, machine: Machine) -> tuple[int, int]:
    """Rows and vectors of the tile that covers rows and lines in the least time."""
    best: tuple[float, int, int] | None = None
    for r, v in tiles(machine.registers):
        if v > 1 and (v - 1) * lanes >= s.line:
            continue
        # A step of the sum: two multiply-adds a cycle, at least their latency, and the loads, which
        # mostly go on meanwhile; vectors that are not packed lie across two cache lines.
        loads = r + (2 if s.overlapping else 1) * v + 2
        cost = (max(r * v / 2, 4) + loads / 8) * -(-s.rows // r) * -(-s.line // (v * lanes))
        if best is None or cost < best[0]:
            best = cost, r, v
    assert best is not None
    return best[1], best[2]


@functools.cache
def tiles(registers: int) -> tuple[tuple[int, int], ...]:
    """Tile shapes (rows, vectors) whose sums leave registers for what they are made from."""
    return tuple(
        (r, v)
        for r in range(1, MOST_ROWS + 1)
        for v in range(1, 9)
        if r * v <= min(registers * 3 // 4, MOST_VECTORS) and r * v + v + 1 <= registers
    )


def offset_lists(axes: Sequence[Axis], most: int) -> tuple[np.ndarray, np.ndarray]:
    """The summed axes as an inner and an outer list of pairs of offsets, in the vectors' order.

    The inner one has `most` entries at most, if it can be cut there.
    """
    ordered = sorted((a for a in axes if a[0] > 1), key=lambda a: -abs(a[2]))
    inner: list[Axis] = []
    count = 1
    while ordered:
        length, scalar, vector = ordered.pop()
        part = max(
            (d for d in range(1, min(most // count, length) + 1) if length % d == 0), default=1
        )
        if part < length and count * part < FEW_TERMS:
            part = length
        inner.insert(0, (part, scalar, vector))
        count *= part
        if part < length:
            ordered.append((length // part, scalar * part, vector * part))
            break
    return pairs(inner), pairs(ordered)


def pairs(axes: Sequence[Axis]) -> np.ndarray:
    """For each index of the axes, in row-major order, its two offsets."""
    lengths = [a[0] for a in axes]
    return np.stack([_offsets(lengths, [a[k] for a in axes]) for k in (1, 2)], axis=1)


def _offsets(lengths: Sequence[int], strides: Sequence[int]) -> np.ndarray:
    """Where the elements of an array with these strides are, in row-major order."""
    found = np.zeros(1, np.int64)
    for n, step in zip(lengths, strides, strict=True):
        found = np.add.outer(found, np.arange(n) * step).ravel()
    return found


def _steps(
    outer: int, row_tiles: int, line_tiles: int, line_bytes: int, machine: Machine
) -> tuple[int, int]:
    """Tiles of a task along rows and lines: cut the lines, then the rows, into enough tasks.

    What the lanes of a task read serves all its tiles of rows; where it lies beyond the cache,
    these must be several.
    """
    line_blocks = min(line_tiles, -(-TASKS // outer))
    most = row_tiles
    if line_bytes > machine.here.l2_bytes:
        most = min(row_tiles, max(FEW_BLOCKS, -(-row_tiles // ROWS_AT_ONCE)))
    row_blocks = min(most, -(-TASKS // (outer * line_blocks)))
    return -(-row_tiles // row_blocks), -(-line_tiles // line_blocks)


@functools.cache
def _routine(tile: Tile) -> NativeRoutine:
    kernel, modules = convolution_kernel, (convolution_kernel,)

    def around() -> Sequence[NativeModule]:
        return [NativeModule((kernel.compute_blocks,), modules, tile.shared_parameters(), {})]

    return native_routine(f"convolution:{tile}", kernel.convolve, modules, tile.parameters, around)


def as_product(op: ConvGeneralDilated, eqn: Equation) -> Callable[..., Sequence[Any]] | None:
    """A convolution of few positions and many features as one product of matrices; else None.

    A convolution engine reads a kernel once for each block of positions, or stores the kernel's
    gradient in pieces; both are more than there is to compute where a kernel of 512 by 512 features
    meets images of 2 by 2.
    """
    if op.feature_group_count * op.batch_group_count > 1:
        return None
    (lhs, rhs), (out,) = eqn.invars, eqn.outvars
    dtype = out.aval.dtype
    if dtype not in (dtypes.float32, dtypes.float64, dtypes.bfloat16) or any(
        isinstance(x, Literal) or x.aval.dtype != dtype or x.aval.size == 0 for x in (lhs, rhs, out)
    ):
        return None
    outputs, inputs, *window = [rhs.aval.shape[a] for a in op.dimension_numbers.rhs_spec]
    rank, taps = len(window), math.prod(window)
    patches = out.aval.size // outputs * inputs * taps
    products = lhs.aval.size // inputs * outputs * taps
    most = max(rhs.aval.size, out.aval.size)
    # A large kernel must be a matrix as it lies: its features out, or in, come first or last.
    is_matrix = [a in (0, rank + 1) for a in op.dimension_numbers.rhs_spec[:2]]
    by_outputs, by_inputs = (m or rhs.aval.size * PATCHES <= most for m in is_matrix)
    # With features side by side fjax's own kernel reads another of its size once, from a cache.
    is_read_once = op.dimension_numbers.out_spec[1] == rank + 1 and rhs.aval.nbytes < KEPT_BYTES
    if by_outputs and patches * PATCHES <= most and not is_read_once:
        is_fast = _multiplies(dtype, out.aval.size // outputs, inputs * taps, outputs)
        return op.over_patches if is_fast else None
    if by_inputs and products * PRODUCTS <= most and taps <= MOST_TAPS:
        is_fast = _multiplies(dtype, lhs.aval.size // inputs, inputs, outputs * taps)
        return op.summed_windows if is_fast else None
    return None


def _multiplies(dtype: Dtype, m: int, k: int, n: int) -> bool:
    """Whether a library multiplies a matrix (m, k) by (k, n)."""
    if dtype != dtypes.bfloat16:
        return True
    lhs, rhs, out = (ShapedArray(shape, dtype) for shape in ((m, k), (k, n), (m, n)))
    return onednn_product.computes(DotGeneral((((1,), (0,)), ((), ()))), lhs, rhs, out)
