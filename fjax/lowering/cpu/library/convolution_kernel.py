"""The convolution kernel: native functions over register tiles of sums over windows.

A tile has ROWS rows and VECTORS vectors of LANES lanes. Each step of the sum takes one element for
each row (from `scalars`) and a stretch of neighbouring elements (from `vectors`):

    tile[row, lane] += scalars[row's place + a[k]] * vectors[start + b[k] + lane]

k runs over an outer times an inner list of offset pairs (a, b). The lanes of a tile are a part of a
line that may be cut into runs: the parts of a run go to the result, what lies between does not.

All tiles share the functions around them. So a new tile compiles `add_up`, and `pack` if it packs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax.dataclass import dataclass
from fjax.lowering.native.language import (
    NULL,
    Cells,
    Int32,
    Pointer,
    Real,
    Record,
    apart,
    array,
    first_lanes,
    masked_load,
    masked_store,
    maximum,
    minimum,
    multiply_add,
    native,
    parameter,
    splat,
    unrolled,
)
from fjax.lowering.native.types import lane_parameters

MOST_ROWS, MOST_VECTORS = 8, 24  # of tiles: rows, whose addresses are in registers, and sums
BLOCK_BYTES = 64 << 10  # of a packed chunk, which lies on the stack


@dataclass(frozen=True)
class Tile:
    """The shape of a register tile; `partial`: its last vector may reach beyond the line.

    `packed`: what the lanes read in a chunk of the sum is copied into one block before.
    """

    rows: int
    vectors: int
    lanes: int
    itemsize: int
    partial: bool
    packed: bool

    def parameters(self) -> dict[str, Any]:
        """What the native functions are translated with."""
        width = self.vectors * self.lanes
        return {
            **lane_parameters(self.itemsize, self.lanes),
            "ROWS": self.rows,
            "VECTORS": self.vectors,
            "WIDTH": width,
            "LAST": self.vectors - 1,
            "PARTIAL": self.partial,
            "PACKED": self.packed,
        }

    def shared_parameters(self) -> dict[str, Any]:
        """What the functions around tiles are translated with."""
        return {
            **lane_parameters(self.itemsize, self.lanes),
            "BLOCK": BLOCK_BYTES // self.itemsize,
            "ROOM": (MOST_VECTORS + 1) * self.lanes,
        }


ROWS = VECTORS = LANES = WIDTH = LAST = BLOCK = ROOM = parameter(int)
PARTIAL = PACKED = parameter(bool)


class Offsets(Record):
    """A step of the sum, or the place of a row: among the scalars, and in the vectors or result."""

    scalar: int
    other: int


class Sums(Record):
    """The table; the lists of offsets follow it, and are named by their distance in words."""

    batches: int
    row_blocks: int
    line_blocks: int
    row_step: int  # tiles of a task
    line_step: int
    row_tiles: int
    line_tiles: int
    rows: int
    line: int
    images: int  # places of an image
    scalar_group: int  # steps in memory
    scalar_batch: int
    scalar_image: int
    vector_group: int
    vector_batch: int
    result_group: int
    result_batch: int
    result_image: int
    pitch: int
    width: int
    inner: int  # lengths of the lists
    outer: int
    chunk: int
    places_at: int
    inner_at: int
    outer_at: int
    runs_at: int
    tile_rows: int
    tile_width: int
    packed: int  # whether tiles are


Rows = Pointer[Pointer[Real]]
AddUp = Callable[  # the types of `add_up` and `pack`
    [Rows, Rows, Pointer[Real], Sums, Pointer[Offsets], int, int, bool, int, bool, Pointer[Real]],
    None,
]
Pack = Callable[[Pointer[Real], Sums, Pointer[Offsets], int, int, Pointer[Real]], None]


@native
def convolve(buffers: Pointer[Pointer[Real]], table: Sums, lo: int, hi: int) -> None:
    """The tasks [lo, hi)."""
    if PACKED:
        compute_blocks(buffers, table, lo, hi, add_up, pack)
    else:
        compute_blocks(buffers, table, lo, hi, add_up, NULL)


@native
def compute_blocks(
    buffers: Pointer[Pointer[Real]], table: Sums, lo: int, hi: int, add_up: AddUp, pack: Pack
) -> None:
    """The tasks [lo, hi), with these functions for a tile."""
    for task in range(lo, hi):
        compute_block(buffers, table, task, add_up, pack)


@native
def compute_block(
    buffers: Pointer[Pointer[Real]], table: Sums, task: int, add_up: AddUp, pack: Pack
) -> None:
    """A task: a block of rows and of lines, of a batch entry and group.

    The sum is taken chunk by chunk, so that what a tile's lanes read stays in the cache while the
    rows go by.
    """
    packed: Pointer[Real] = array(Real, BLOCK, 64)
    outer = Pointer[Offsets](Pointer[int](table) + table.outer_at)
    rest, line_block = task // table.line_blocks, task % table.line_blocks
    outside, row_block = rest // table.row_blocks, rest % table.row_blocks
    group, batch = outside // table.batches, outside % table.batches
    first_row, first_line = row_block * table.row_step, line_block * table.line_step
    last_row = minimum(first_row + table.row_step, table.row_tiles)
    last_line = minimum(first_line + table.line_step, table.line_tiles)
    scalars = buffers[0] + (group * table.scalar_group + batch * table.scalar_batch)
    vectors = buffers[1] + (group * table.vector_group + batch * table.vector_batch)
    results = buffers[2] + (group * table.result_group + batch * table.result_batch)
    width = table.tile_width
    last_start = maximum(table.line - width, 0)
    for done in range(0, table.outer, table.chunk):
        part = outer + done
        count = minimum(table.chunk, table.outer - done)
        for y in range(first_line, last_line):
            start = minimum(y * width, last_start)
            source = vectors + start
            if table.packed > 0:
                pack(source, table, part, count, table.line - start, packed)
                source = packed
            compute_line(
                *(table, scalars, results, source, part, count),
                *(first_row, last_row, start, y * width, done > 0, add_up),
            )


@native
def compute_line(
    table: Sums,
    scalars: Pointer[Real],
    results: Pointer[Real],
    source: Pointer[Real],
    part: Pointer[Offsets],
    count: int,
    first: int,
    last: int,
    start: int,
    lane: int,
    add: bool,
    add_up: AddUp,
) -> None:
    """The tiles of rows [first, last) that begin at `start` of the line, their sums over a chunk.

    What is wanted of them begins at `lane`.
    """
    tile: Pointer[Real] = array(Real, ROOM, 64)
    places: Pointer[Pointer[Real]] = array(Pointer[Real], MOST_ROWS)
    targets: Pointer[Pointer[Real]] = array(Pointer[Real], MOST_ROWS)
    runs, height, width = Pointer[int](table) + table.runs_at, table.tile_rows, table.tile_width
    number = 0
    if start >= table.pitch:
        number = start // table.pitch
    begin, end, stop = number * table.pitch, start + width, minimum(lane + width, table.line)
    is_straight = (
        (end <= begin + table.width) & (start == lane) & (end <= table.line) & (runs[number] >= 0)
    )
    for x in range(first, last):
        rows = minimum(table.rows - x * height, height)
        place_rows(table, scalars, results, x * height, places, targets)
        is_whole = is_straight & (rows == height)
        add_up(
            *(places, targets, source, table, part, count, table.line - start),
            *(is_whole, runs[number] + (start - begin), add, tile),
        )
        if not is_whole:
            put(tile, width, targets, rows, start, lane, stop, table.pitch, table.width, runs, add)


@native
def place_rows(
    table: Sums,
    scalars: Pointer[Real],
    results: Pointer[Real],
    row: int,
    places: Pointer[Pointer[Real]],
    targets: Pointer[Pointer[Real]],
) -> None:
    """Where a tile's rows read and write. Rows beyond the last one are like the last one."""
    offsets = Pointer[Offsets](Pointer[int](table) + table.places_at)
    last, images = table.rows - 1, table.images
    scalar_step, result_step = table.scalar_image, table.result_image
    image = 0
    if row >= images:
        image = int(Int32(row) // Int32(images))
    place = row - image * images
    for r in range(table.tile_rows):
        at = offsets[place]
        places[r] = scalars + (at.scalar + image * scalar_step)
        targets[r] = results + (at.other + image * result_step)
        if row + r < last:
            place += 1
            if place == images:
                place = 0
                image += 1


@apart
def add_up(
    places: Pointer[Pointer[Real]],
    targets: Pointer[Pointer[Real]],
    source: Pointer[Real],
    table: Sums,
    outer: Pointer[Offsets],
    outer_count: int,
    valid: int,
    is_whole: bool,
    to: int,
    add: bool,
    out: Pointer[Real],
) -> None:
    """A tile's sum over the inner and a part of the outer list of offsets.

    It goes straight to the rows' targets if the tile is whole there, else to `out`.
    """
    near: Pointer[Pointer[Real]] = array(Pointer[Real], ROWS)
    sums: Pointer[Cells] = array(Cells, ROWS * VECTORS)
    loaded: Pointer[Cells] = array(Cells, VECTORS)
    inner, inner_count = Pointer[Offsets](Pointer[int](table) + table.inner_at), table.inner
    for k in unrolled(ROWS * VECTORS):
        sums[k] = splat(0.0, Cells)
    last_mask = first_lanes(valid - (WIDTH - LANES), Cells)
    for i in range(outer_count):
        far = outer[i]
        origin = source if PACKED else source + far.other
        for r in unrolled(ROWS):
            near[r] = places[r] + far.scalar
        for t in range(inner_count):
            step = inner[t]
            line = source if PACKED else origin + step.other
            scalar = step.scalar
            for v in unrolled(VECTORS):
                at = Pointer[Cells](line + v * LANES)
                if PARTIAL and not PACKED and v == LAST:
                    loaded[v] = masked_load(at, last_mask)
                else:
                    loaded[v] = at[0]
            if PACKED:
                source = source + WIDTH
            for r in unrolled(ROWS):
                factor = splat((near[r] + scalar)[0], Cells)
                for v in unrolled(VECTORS):
                    sums[r * VECTORS + v] = multiply_add(factor, loaded[v], sums[r * VECTORS + v])
    if is_whole & add:
        for r in unrolled(ROWS):
            into = targets[r] + to
            for v in unrolled(VECTORS):
                sums[r * VECTORS + v] = Pointer[Cells](into + v * LANES)[0] + sums[r * VECTORS + v]
    for r in unrolled(ROWS):
        into = targets[r] + to if is_whole else out + r * WIDTH
        for v in unrolled(VECTORS):
            Pointer[Cells](into + v * LANES)[0] = sums[r * VECTORS + v]


@apart
def pack(
    source: Pointer[Real],
    table: Sums,
    outer: Pointer[Offsets],
    outer_count: int,
    valid: int,
    block: Pointer[Real],
) -> None:
    """Copy what the lanes read in a chunk into one block."""
    inner, inner_count = Pointer[Offsets](Pointer[int](table) + table.inner_at), table.inner
    last_mask = first_lanes(valid - (WIDTH - LANES), Cells)
    for i in range(outer_count):
        origin = source + outer[i].other
        for t in range(inner_count):
            line = origin + inner[t].other
            for v in unrolled(VECTORS):
                at = Pointer[Cells](line + v * LANES)
                into = Pointer[Cells](block + v * LANES)
                if PARTIAL and v == LAST:
                    into[0] = masked_load(at, last_mask)
                else:
                    into[0] = at[0]
            block = block + WIDTH


@native
def put(
    tile: Pointer[Real],
    tile_width: int,
    targets: Pointer[Pointer[Real]],
    rows: int,
    start: int,
    first: int,
    stop: int,
    pitch: int,
    width: int,
    runs: Pointer[int],
    add: bool,
) -> None:
    """Store the lanes [first, stop) of a line, run by run; the tile holds the lanes from `start`
    on."""
    at = first
    while at < stop:
        number = 0
        if at >= pitch:  # a division costs as much as a short sum
            number = at // pitch
        begin = number * pitch
        length = minimum(begin + width, stop) - at
        if (runs[number] >= 0) & (length > 0):
            to, lane = runs[number] + (at - begin), at - start
            for r in range(rows):
                into = targets[r] + to
                source = tile + (r * tile_width + lane)
                k = 0
                while True:
                    mask = first_lanes(length - k, Cells)
                    new = Pointer[Cells](source + k)[0]
                    place = Pointer[Cells](into + k)
                    if add:
                        new = masked_load(place, mask) + new
                    masked_store(place, new, mask)
                    k += LANES
                    if k >= length:
                        break
        at = begin + pitch
