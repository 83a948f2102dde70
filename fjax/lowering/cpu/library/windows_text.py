"""LLVM IR of the convolution kernel: register tiles of sums over windows.

A tile has ROWS rows and VECTORS vectors of LANES lanes. Each step of the sum takes one element for
each row (from `scalars`) and a stretch of neighbouring elements (from `vectors`):

    tile[row, lane] += scalars[row's place + a[k]] * vectors[start + b[k] + lane]

k runs over an outer times an inner list of offset pairs (a, b). The lanes of a tile are a part of a
line that may be cut into runs: the parts of a run go to the result, what lies between does not.
"""

from __future__ import annotations

from dataclasses import dataclass

BLOCK_BYTES = 64 << 10  # of a packed chunk, which lies on the stack
ELEMENTS = {4: ("float", "f32"), 8: ("double", "f64")}

# Words of the table; the lists of offsets follow them.
WORDS = """batches row.blocks line.blocks row.step line.step row.tiles line.tiles rows line images
scalar.group scalar.batch scalar.image vector.group vector.batch result.group result.batch
result.image pitch width inner outer chunk places.at inner.at outer.at runs.at""".split()
HEAD = len(WORDS)


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

    @property
    def width(self) -> int:
        """Lanes of all vectors of a row."""
        return self.vectors * self.lanes


def windows_text(tile: Tile) -> str:
    """A module that defines `windows`, a function with the uniform ABI."""
    element, suffix = ELEMENTS[tile.itemsize]
    vector, mask = f"<{tile.lanes} x {element}>", f"<{tile.lanes} x i1>"
    loads = "\n".join(
        f"  %{name}.p = getelementptr i64, ptr %table, i64 {k}\n"
        f"  %{name} = load i64, ptr %{name}.p, align 8"
        for k, name in enumerate(WORDS)
    )
    iota = ", ".join(f"i64 {k}" for k in range(tile.lanes))
    parts = {
        "TABLE_LOADS": loads,
        "VECTOR": vector,
        "MASK": mask,
        "ELEMENT": element,
        "SUFFIX": f"v{tile.lanes}{suffix}",
        "IOTA": f"<{iota}>",
        "INDICES": f"<{tile.lanes} x i64>",
        "WIDTH": str(tile.width),
        "LANES": str(tile.lanes),
        "ROWS": str(tile.rows),
        "SIZE": str(tile.itemsize),
        "SCRATCH": str(tile.rows * tile.width + tile.lanes),
        "BLOCK": str(BLOCK_BYTES // tile.itemsize if tile.packed else 1),
        "SPLAT": f"<{tile.lanes} x i32> zeroinitializer",
    }
    text = DECLARATIONS + _sum_text(tile) + STORE + MAIN.replace("$PACKING", PACKING[tile.packed])
    if tile.packed:
        text += _pack_text(tile)
    for name, value in parts.items():
        text = text.replace(f"${name}", value)
    return text


def _sum_text(tile: Tile) -> str:
    """The function `sum`: a tile's sum over both lists of offsets.

    It goes straight to the rows' targets if the tile is `whole` there, else to `out`.
    """
    rows = range(tile.rows)
    cells = [(r, v) for r in rows for v in range(tile.vectors)]
    lines = [
        "define internal void @sum(ptr %places, ptr %targets, ptr %from, ptr %inner, i64 %n, "
        "ptr %outer, i64 %m, i64 %valid, i1 %whole, i64 %to, i1 %add, ptr %out) nounwind {",
        "entry:",
    ]
    for r in rows:
        lines += [
            f"  %q{r} = getelementptr ptr, ptr %places, i64 {r}",
            f"  %a{r} = load ptr, ptr %q{r}, align 8",
        ]
    lines += [
        f"  %rest = sub i64 %valid, {tile.width - tile.lanes}",
        *_splat_mask("rest", "last"),
        "  br label %far",
        "far:",
        "  %i = phi i64 [ 0, %entry ], [ %i1, %next ]",
    ]
    if tile.packed:
        lines.append("  %b.i = phi ptr [ %from, %entry ], [ %b.n, %next ]")
    lines += [
        f"  %f{r}.{v} = phi $VECTOR [ zeroinitializer, %entry ], [ %n{r}.{v}, %next ]"
        for r, v in cells
    ]
    lines += _offsets("outer", "i", "far")
    if not tile.packed:
        lines.append("  %b.i = getelementptr $ELEMENT, ptr %from, i64 %far.b")
    lines += [f"  %a.i{r} = getelementptr $ELEMENT, ptr %a{r}, i64 %far.a" for r in rows]
    lines += ["  br label %near", "near:", "  %t = phi i64 [ 0, %far ], [ %t1, %near ]"]
    if tile.packed:
        lines.append("  %b.t = phi ptr [ %b.i, %far ], [ %b.n, %near ]")
    lines += [
        f"  %c{r}.{v} = phi $VECTOR [ %f{r}.{v}, %far ], [ %n{r}.{v}, %near ]" for r, v in cells
    ]
    lines += _offsets("inner", "t", "near")
    if tile.packed:
        lines.append("  %b.n = getelementptr $ELEMENT, ptr %b.t, i64 $WIDTH")
    else:
        lines.append("  %b.t = getelementptr $ELEMENT, ptr %b.i, i64 %near.b")
    lines += _vector_loads(tile, "b", not tile.packed and tile.partial)
    lines += [*_multiply_adds(tile), *_ENDS]
    for k, (r, v) in enumerate(cells):
        lines += [
            f"  %o{k} = getelementptr $VECTOR, ptr %out, i64 {k}",
            f"  store $VECTOR %n{r}.{v}, ptr %o{k}, align $SIZE",
        ]
    lines += ["  ret void", *_direct_stores(cells, tile.lanes), "}"]
    return "\n".join(lines)


# Behind the terms of both loops, and where the sum goes.
_ENDS = (
    "  %t1 = add i64 %t, 1",
    "  %more = icmp slt i64 %t1, %n",
    "  br i1 %more, label %near, label %next",
    "next:",
    "  %i1 = add i64 %i, 1",
    "  %again = icmp slt i64 %i1, %m",
    "  br i1 %again, label %far, label %done",
    "done:",
    "  br i1 %whole, label %direct, label %aside",
    "aside:",
)


def _multiply_adds(tile: Tile) -> list[str]:
    """Each row's number times the vectors, added to the row's sums."""
    lines = []
    for r in range(tile.rows):
        lines += [
            f"  %a.t{r} = getelementptr $ELEMENT, ptr %a.i{r}, i64 %near.a",
            f"  %s{r} = load $ELEMENT, ptr %a.t{r}, align $SIZE",
            f"  %u{r} = insertelement $VECTOR poison, $ELEMENT %s{r}, i32 0",
            f"  %w{r} = shufflevector $VECTOR %u{r}, $VECTOR poison, $SPLAT",
        ]
        lines += [
            f"  %n{r}.{v} = call $VECTOR @llvm.fmuladd.$SUFFIX($VECTOR %w{r}, $VECTOR %b{v}, "
            f"$VECTOR %c{r}.{v})"
            for v in range(tile.vectors)
        ]
    return lines


def _vector_loads(tile: Tile, name: str, masked: bool) -> list[str]:
    """Load the vectors at `%b.t`; `masked`: only some lanes of the last one are there."""
    lines = []
    for v in range(tile.vectors):
        lines.append(f"  %p{v} = getelementptr $ELEMENT, ptr %b.t, i64 {v * tile.lanes}")
        lines.append(
            f"  %{name}{v} = call $VECTOR @llvm.masked.load.$SUFFIX.p0(ptr %p{v}, "
            f"i32 $SIZE, $MASK %last, $VECTOR zeroinitializer)"
            if masked and v == tile.vectors - 1
            else f"  %{name}{v} = load $VECTOR, ptr %p{v}, align $SIZE"
        )
    return lines


def _direct_stores(cells: list[tuple[int, int]], lanes: int) -> list[str]:
    """Store or add the sums at the rows' targets, from `%to` on."""
    lines = ["direct:"]
    for r in sorted({r for r, _ in cells}):
        lines += [
            f"  %y{r} = getelementptr ptr, ptr %targets, i64 {r}",
            f"  %z{r} = load ptr, ptr %y{r}, align 8",
        ]
    for r, v in cells:
        lines += [
            f"  %x{r}.{v} = getelementptr $ELEMENT, ptr %z{r}, i64 %to",
            f"  %d{r}.{v} = getelementptr $ELEMENT, ptr %x{r}.{v}, i64 {v * lanes}",
        ]
    lines += ["  br i1 %add, label %increase, label %set", "set:"]
    lines += [f"  store $VECTOR %n{r}.{v}, ptr %d{r}.{v}, align $SIZE" for r, v in cells]
    lines += ["  ret void", "increase:"]
    for r, v in cells:
        lines += [
            f"  %l{r}.{v} = load $VECTOR, ptr %d{r}.{v}, align $SIZE",
            f"  %g{r}.{v} = fadd $VECTOR %l{r}.{v}, %n{r}.{v}",
            f"  store $VECTOR %g{r}.{v}, ptr %d{r}.{v}, align $SIZE",
        ]
    return [*lines, "  ret void"]


def _pack_text(tile: Tile) -> str:
    """The function `pack`: copy what the lanes read in a chunk into one block."""
    lines = [
        "define internal void @pack(ptr %from, ptr %inner, i64 %n, ptr %outer, i64 %m, "
        "i64 %valid, ptr %block) nounwind {",
        "entry:",
        f"  %rest = sub i64 %valid, {tile.width - tile.lanes}",
        *_splat_mask("rest", "last"),
        "  br label %far",
        "far:",
        "  %i = phi i64 [ 0, %entry ], [ %i1, %next ]",
        "  %o.i = phi ptr [ %block, %entry ], [ %o.n, %next ]",
        *_offsets("outer", "i", "far"),
        "  %b.i = getelementptr $ELEMENT, ptr %from, i64 %far.b",
        "  br label %near",
        "near:",
        "  %t = phi i64 [ 0, %far ], [ %t1, %near ]",
        "  %o.t = phi ptr [ %o.i, %far ], [ %o.n, %near ]",
        *_offsets("inner", "t", "near"),
        "  %b.t = getelementptr $ELEMENT, ptr %b.i, i64 %near.b",
        *_vector_loads(tile, "b", tile.partial),
    ]
    for v in range(tile.vectors):
        lines += [
            f"  %o{v} = getelementptr $ELEMENT, ptr %o.t, i64 {v * tile.lanes}",
            f"  store $VECTOR %b{v}, ptr %o{v}, align $SIZE",
        ]
    lines += [
        "  %o.n = getelementptr $ELEMENT, ptr %o.t, i64 $WIDTH",
        "  %t1 = add i64 %t, 1",
        "  %more = icmp slt i64 %t1, %n",
        "  br i1 %more, label %near, label %next",
        "next:",
        "  %i1 = add i64 %i, 1",
        "  %again = icmp slt i64 %i1, %m",
        "  br i1 %again, label %far, label %done",
        "done:",
        "  ret void",
        "}",
    ]
    return "\n".join(lines)


def _offsets(source: str, at: str, name: str) -> list[str]:
    """Read the pair of offsets number `at` of a list."""
    return [
        f"  %{name}.p = getelementptr {{i64, i64}}, ptr %{source}, i64 %{at}",
        f"  %{name}.a = load i64, ptr %{name}.p, align 8",
        f"  %{name}.q = getelementptr i64, ptr %{name}.p, i64 1",
        f"  %{name}.b = load i64, ptr %{name}.q, align 8",
    ]


def _splat_mask(count: str, name: str) -> list[str]:
    """A mask of the first `count` lanes."""
    return [
        f"  %{name}.0 = insertelement $INDICES poison, i64 %{count}, i32 0",
        f"  %{name}.1 = shufflevector $INDICES %{name}.0, $INDICES poison, $SPLAT",
        f"  %{name} = icmp slt $INDICES $IOTA, %{name}.1",
    ]


DECLARATIONS = """
declare $VECTOR @llvm.fmuladd.$SUFFIX($VECTOR, $VECTOR, $VECTOR)
declare $VECTOR @llvm.masked.load.$SUFFIX.p0(ptr, i32, $MASK, $VECTOR)
declare void @llvm.masked.store.$SUFFIX.p0($VECTOR, ptr, i32, $MASK)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
"""

# The lanes [first, stop) of a line, of which the tile holds those from `start`, run by run.
STORE = """
define internal void @put(ptr %tile, ptr %targets, i64 %count, i64 %start, i64 %first, i64 %stop,
                          i64 %pitch, i64 %width, ptr %runs, i1 %add) nounwind {
entry:
  br label %run
run:
  %at = phi i64 [ %first, %entry ], [ %beyond, %skip ]
  %number = udiv i64 %at, %pitch
  %begin = mul i64 %number, %pitch
  %column = sub i64 %at, %begin
  %end0 = add i64 %begin, %width
  %end = call i64 @llvm.smin.i64(i64 %end0, i64 %stop)
  %length = sub i64 %end, %at
  %beyond = add i64 %begin, %pitch
  %place.p = getelementptr i64, ptr %runs, i64 %number
  %place = load i64, ptr %place.p, align 8
  %kept = icmp sge i64 %place, 0
  %some = icmp sgt i64 %length, 0
  %wanted = and i1 %kept, %some
  %to = add i64 %place, %column
  %lane = sub i64 %at, %start
  br i1 %wanted, label %row, label %skip
row:
  %r = phi i64 [ 0, %run ], [ %r1, %after ]
  %target.p = getelementptr ptr, ptr %targets, i64 %r
  %target = load ptr, ptr %target.p, align 8
  %into = getelementptr $ELEMENT, ptr %target, i64 %to
  %r.0 = mul i64 %r, $WIDTH
  %r.lane = add i64 %r.0, %lane
  %source = getelementptr $ELEMENT, ptr %tile, i64 %r.lane
  br label %part
part:
  %k = phi i64 [ 0, %row ], [ %k1, %stored ]
  %left = sub i64 %length, %k
  %mask.0 = insertelement $INDICES poison, i64 %left, i32 0
  %mask.1 = shufflevector $INDICES %mask.0, $INDICES poison, $SPLAT
  %mask = icmp slt $INDICES $IOTA, %mask.1
  %s = getelementptr $ELEMENT, ptr %source, i64 %k
  %d = getelementptr $ELEMENT, ptr %into, i64 %k
  %new = load $VECTOR, ptr %s, align $SIZE
  br i1 %add, label %sum, label %plain
sum:
  %old = call $VECTOR @llvm.masked.load.$SUFFIX.p0(ptr %d, i32 $SIZE, $MASK %mask,
                                                   $VECTOR zeroinitializer)
  %total = fadd $VECTOR %old, %new
  br label %plain
plain:
  %value = phi $VECTOR [ %new, %part ], [ %total, %sum ]
  call void @llvm.masked.store.$SUFFIX.p0($VECTOR %value, ptr %d, i32 $SIZE, $MASK %mask)
  br label %stored
stored:
  %k1 = add i64 %k, $LANES
  %more = icmp slt i64 %k1, %length
  br i1 %more, label %part, label %after
after:
  %r1 = add i64 %r, 1
  %again = icmp slt i64 %r1, %count
  br i1 %again, label %row, label %skip
skip:
  %left.over = icmp slt i64 %beyond, %stop
  br i1 %left.over, label %run, label %done
done:
  ret void
}
"""

# Tasks are blocks of rows and of lines, for each batch and group. In a task the sum is taken chunk
# by chunk, so that what a tile's lanes read stays in the cache while the rows go by.
MAIN = """
define internal void @block(ptr %buffers, ptr %table, i64 %task) nounwind {
entry:
  %tile = alloca [$SCRATCH x $ELEMENT], align 64
  %places = alloca [$ROWS x ptr], align 16
  %targets = alloca [$ROWS x ptr], align 16
  %packed = alloca [$BLOCK x $ELEMENT], align 64
$TABLE_LOADS
  %scalars = load ptr, ptr %buffers, align 8
  %vectors.p = getelementptr ptr, ptr %buffers, i64 1
  %vectors = load ptr, ptr %vectors.p, align 8
  %results.p = getelementptr ptr, ptr %buffers, i64 2
  %results = load ptr, ptr %results.p, align 8
  %list = getelementptr i64, ptr %table, i64 %places.at
  %near = getelementptr i64, ptr %table, i64 %inner.at
  %far = getelementptr i64, ptr %table, i64 %outer.at
  %runs = getelementptr i64, ptr %table, i64 %runs.at
  %d1 = udiv i64 %task, %line.blocks
  %line.block = urem i64 %task, %line.blocks
  %d2 = udiv i64 %d1, %row.blocks
  %row.block = urem i64 %d1, %row.blocks
  %group = udiv i64 %d2, %batches
  %batch = urem i64 %d2, %batches
  %row.first = mul i64 %row.block, %row.step
  %row.end = add i64 %row.first, %row.step
  %row.stop = call i64 @llvm.smin.i64(i64 %row.end, i64 %row.tiles)
  %line.first = mul i64 %line.block, %line.step
  %line.end = add i64 %line.first, %line.step
  %line.stop = call i64 @llvm.smin.i64(i64 %line.end, i64 %line.tiles)
  %sg = mul i64 %group, %scalar.group
  %sb = mul i64 %batch, %scalar.batch
  %s0 = add i64 %sg, %sb
  %s = getelementptr $ELEMENT, ptr %scalars, i64 %s0
  %vg = mul i64 %group, %vector.group
  %vb = mul i64 %batch, %vector.batch
  %v0 = add i64 %vg, %vb
  %v = getelementptr $ELEMENT, ptr %vectors, i64 %v0
  %rg = mul i64 %group, %result.group
  %rb = mul i64 %batch, %result.batch
  %r0 = add i64 %rg, %rb
  %r = getelementptr $ELEMENT, ptr %results, i64 %r0
  %last.row = sub i64 %rows, 1
  %last.start0 = sub i64 %line, $WIDTH
  %last.start = call i64 @llvm.smax.i64(i64 %last.start0, i64 0)
  br label %chunks
chunks:
  %done = phi i64 [ 0, %entry ], [ %reached, %next.chunk ]
  %reached0 = add i64 %done, %chunk
  %reached = call i64 @llvm.smin.i64(i64 %reached0, i64 %outer)
  %now = sub i64 %reached, %done
  %part = getelementptr {i64, i64}, ptr %far, i64 %done
  %add = icmp sgt i64 %done, 0
  br label %lines
lines:
  %y = phi i64 [ %line.first, %chunks ], [ %y1, %next.line ]
  %lane = mul i64 %y, $WIDTH
  %lane.stop0 = add i64 %lane, $WIDTH
  %lane.stop = call i64 @llvm.smin.i64(i64 %lane.stop0, i64 %line)
  %start = call i64 @llvm.smin.i64(i64 %lane, i64 %last.start)
  %valid = sub i64 %line, %start
  %from0 = getelementptr $ELEMENT, ptr %v, i64 %start
$PACKING
  %run.number = udiv i64 %start, %pitch
  %run.begin = mul i64 %run.number, %pitch
  %run.end = add i64 %run.begin, %width
  %tile.end = add i64 %start, $WIDTH
  %in.run = icmp sle i64 %tile.end, %run.end
  %unmoved = icmp eq i64 %start, %lane
  %within.line = icmp sle i64 %tile.end, %line
  %run.p = getelementptr i64, ptr %runs, i64 %run.number
  %run.place = load i64, ptr %run.p, align 8
  %run.kept = icmp sge i64 %run.place, 0
  %run.column = sub i64 %start, %run.begin
  %to = add i64 %run.place, %run.column
  %w1 = and i1 %in.run, %unmoved
  %w2 = and i1 %w1, %within.line
  %straight = and i1 %w2, %run.kept
  br label %rows.of
rows.of:
  %x = phi i64 [ %row.first, %lines ], [ %x1, %next.row ]
  %row = mul i64 %x, $ROWS
  %count0 = sub i64 %rows, %row
  %count = call i64 @llvm.smin.i64(i64 %count0, i64 $ROWS)
  br label %place
place:
  %j = phi i64 [ 0, %rows.of ], [ %j1, %placed ]
  %m0 = add i64 %row, %j
  %m = call i64 @llvm.smin.i64(i64 %m0, i64 %last.row)
  %one = icmp slt i64 %m, %images
  br i1 %one, label %placed, label %divide
divide:
  %m.32 = trunc i64 %m to i32
  %images.32 = trunc i64 %images to i32
  %image.32 = udiv i32 %m.32, %images.32
  %image.0 = zext i32 %image.32 to i64
  br label %placed
placed:
  %image = phi i64 [ 0, %place ], [ %image.0, %divide ]
  %before = mul i64 %image, %images
  %within = sub i64 %m, %before
  %pair = getelementptr {i64, i64}, ptr %list, i64 %within
  %a0 = load i64, ptr %pair, align 8
  %pair.c = getelementptr i64, ptr %pair, i64 1
  %c0 = load i64, ptr %pair.c, align 8
  %a1 = mul i64 %image, %scalar.image
  %a2 = add i64 %a0, %a1
  %c1 = mul i64 %image, %result.image
  %c2 = add i64 %c0, %c1
  %a = getelementptr $ELEMENT, ptr %s, i64 %a2
  %c = getelementptr $ELEMENT, ptr %r, i64 %c2
  %places.j = getelementptr ptr, ptr %places, i64 %j
  store ptr %a, ptr %places.j, align 8
  %targets.j = getelementptr ptr, ptr %targets, i64 %j
  store ptr %c, ptr %targets.j, align 8
  %j1 = add i64 %j, 1
  %jmore = icmp slt i64 %j1, $ROWS
  br i1 %jmore, label %place, label %go
go:
  %full = icmp eq i64 %count, $ROWS
  %whole = and i1 %straight, %full
  call void @sum(ptr %places, ptr %targets, ptr %from, ptr %near, i64 %inner, ptr %part, i64 %now,
                 i64 %valid, i1 %whole, i64 %to, i1 %add, ptr %tile)
  br i1 %whole, label %next.row, label %by.runs
by.runs:
  call void @put(ptr %tile, ptr %targets, i64 %count, i64 %start, i64 %lane, i64 %lane.stop,
                 i64 %pitch, i64 %width, ptr %runs, i1 %add)
  br label %next.row
next.row:
  %x1 = add i64 %x, 1
  %xmore = icmp slt i64 %x1, %row.stop
  br i1 %xmore, label %rows.of, label %next.line
next.line:
  %y1 = add i64 %y, 1
  %ymore = icmp slt i64 %y1, %line.stop
  br i1 %ymore, label %lines, label %next.chunk
next.chunk:
  %unfinished = icmp slt i64 %reached, %outer
  br i1 %unfinished, label %chunks, label %end
end:
  ret void
}

define void @windows(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
  %some = icmp slt i64 %lo, %hi
  br i1 %some, label %each, label %done
each:
  %task = phi i64 [ %lo, %entry ], [ %next, %each ]
  call void @block(ptr %buffers, ptr %table, i64 %task)
  %next = add i64 %task, 1
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %each, label %done
done:
  ret void
}
"""

PACKING = {
    False: "  %from = getelementptr $ELEMENT, ptr %from0, i64 0",
    True: """
  call void @pack(ptr %from0, ptr %near, i64 %inner, ptr %part, i64 %now, i64 %valid, ptr %packed)
  %from = getelementptr $ELEMENT, ptr %packed, i64 0""",
}
