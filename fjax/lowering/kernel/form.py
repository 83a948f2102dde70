"""The kernel form: a loop nest over scalar programs.

A `Kernel` is a tree of statements whose values are `scalar.Expr` graphs. The leaves of those graphs
are loads, loop indices, sizes, parameters, loop-carried values and loop results. Every extent,
stride, offset and remaining literal is a run-time argument, so one kernel serves every shape of its
structure.

All targets take the same ABI: `kernel(buffers, table, lo, hi)`, where `buffers` is an array of data
pointers, `table` an array of 64-bit words (sizes, strides, offsets and parameters, bit for bit),
and [lo, hi) the part of the parallel axis that this call works on. A kernel without a parallel
loop is called with [0, 1) and does all of its work.

A schedule (`lowering/schedule`) rewrites a kernel for one target. Its loops may begin elsewhere
than at 0 and take larger steps. A parallel loop with a `start` names its part of [lo, hi) by the
leaves LO and HI; it runs all of its range, and may stand anywhere.

Several axes may be parallel: the outermost loop, a loop that is all of its body, and so on. The
extents of the inner loops follow from the table, and [lo, hi) counts the iterations of the
innermost: with extents a and b, iteration n is (n // b, n % b). A target may instead divide each
axis among threads, provided that each iteration runs once.

Calls that share a loop carry nothing from one to another. Parallel iterations may meet at a store
with a monoid only on a target whose machine `combines`. On other targets each call stores its own
partial result.

What may be relied on:

- Statements of a body run in order. A load from a buffer that the kernel also writes is made at the
  statement that uses it, every time: a store may read what the one before has written. Any other
  load may be made early, but never above an If or While around it; what neighbouring stores need of
  such is read before the first of them is written, so a buffer may be overwritten in place by a
  loop that reads each element in the iteration that writes it.
- A written buffer may lie in the memory of those that it `shares`, if a launch's sizes have both
  walked alike. An iteration reads there what it writes, and before: what a loop carries on is
  computed last, but a value that a store needed, too, is the one from before it.
- A loop over nothing (extent 0 or less) runs no iteration, and its results are the initial values;
  arithmetic may still be computed ahead of it, so integer division must be guarded by value, not
  by an If.
- Indices, sizes, extents and addresses are integers of `Kernel.index`: int64, or int32 where the
  sizes of a launch allow (`Target.fit`). None of them leaves the dtype, nor does a sum of
  terms of an address, nor the count of the iterations of parallel loops and a launch's step beyond.
  With int32, a value becomes an index, and an index a value, by a CONVERT, also of int32 to int32.
- float16, bfloat16 and narrow dtypes (int4, float8_e4m3fn, …) occur in CONVERT (to and from any
  dtype), LOAD, STORE, BITCAST, SELECT and as carried values; nothing else computes in them.
- A store with a monoid combines its value with the element, in one step: what iterations of
  parallel loops give to one element meets in any order. Lanes have elements of their own. The
  element exists even where a mask is false.
- A SCAN loop carries running totals: `Carried` combines the initial value with `next` of the
  iterations before, which depends on no running total. Nothing else leads from one iteration to
  another, so that a target may compute all of `next` first.
- Inside a loop in lanes (VECTOR, PARALLEL_VECTOR) every other loop, While and If may depend on the
  lane; a VECTOR loop inside another one runs as a SERIAL one.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fjax.core import scalar
from fjax.core.guarded import whole
from fjax.core.primitive import Monoid as Monoid
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass

INDEX = np.dtype(np.int64)
SHORT_INDEX = np.dtype(np.int32)
MOST_ITERATIONS = (1 << 31) - (1 << 25)  # with short indices: a step beyond the end has room
Words = Sequence[tuple[object, object]]  # of a table: the dtype and the value of each
COMBINE = {
    Monoid.ADD: Op.ADD,
    Monoid.MUL: Op.MUL,
    Monoid.MAX: Op.MAX,
    Monoid.MIN: Op.MIN,
    Monoid.AND: Op.AND,
    Monoid.OR: Op.OR,
    Monoid.XOR: Op.XOR,
}


class Unsupported(Exception):
    """Something that has no kernel form; the message says what, for inspection."""


class Mode(enum.Enum):
    """How a loop runs."""

    PARALLEL = "parallel"  # at the top, over [lo, hi) of the call; in lanes if its body holds
    #                            nothing but stores
    PARALLEL_VECTOR = "parallel_vector"  # the innermost parallel one, always in SIMD lanes
    SERIAL = "serial"  # one iteration after another; may carry any state
    SCAN = "scan"  # independent except for running totals of monoids
    VECTOR = "vector"  # independent except for monoid accumulations: SIMD lanes
    UNROLL = "unroll"  # a small constant extent, written out
    TRANSPOSE = "transpose"  # of a scheduled kernel, in lanes: unrolled, rows are transposed
    ROWS = "rows"  # of a scheduled kernel: serial, but totals of several rows are made together


PARALLEL = frozenset((Mode.PARALLEL, Mode.PARALLEL_VECTOR))
LANES = frozenset((Mode.VECTOR, Mode.PARALLEL_VECTOR))
MOST_LANES = 256  # of one iteration of a vector loop
TILE = 4  # the iterations of a TRANSPOSE loop, which run together
WARP = 32  # threads of a GPU that run together: the most that are a team
MOST_NEIGHBOURS = 8  # iterations that one of them takes at once, of elements of a byte or two


@dataclass(frozen=True)
class Size:
    """Leaf: word `slot` of the table, an index (an extent, a stride, an offset)."""

    slot: int

    def value(self, words: Words) -> int:
        """What the table holds there."""
        found = words[self.slot][1]
        assert isinstance(found, (int, np.integer))
        size: int = whole(found)
        return size


@dataclass(frozen=True)
class Param:
    """Leaf: word `slot` of the table, holding a value of the leaf's dtype bit for bit."""

    slot: int


@dataclass(frozen=True)
class Axis:
    """Leaf: the index of the loop with this number, an index counted from 0."""

    loop: int


@dataclass(frozen=True)
class Bound:
    """Leaf: where the call's part [lo, hi) of the parallel iterations begins or ends, an index."""

    name: str  # lo or hi


LO, HI = Bound("lo"), Bound("hi")


@dataclass(frozen=True)
class Carried:
    """Leaf: inside the loop, the current value of its carried item."""

    loop: int
    item: int


@dataclass(frozen=True)
class Result:
    """Leaf: after the loop, the final value of its carried item."""

    loop: int
    item: int


@dataclass(frozen=True)
class Stride:
    """One term of an address: axis of `loop` times a step, in elements.

    `step` is an int when it is part of the structure (1: contiguous), else the table slot of the
    step.
    """

    loop: int
    step: int | Size


@dataclass(frozen=True)
class Access:
    """Where a load or a store goes: buffer[offset + sum(axis * step) + index].

    Loads and stores carry the optional dynamic `index` (in elements) and `mask` (bool) as
    expression operands: see `load` and `Store`.
    """

    buffer: int
    strides: tuple[Stride, ...] = ()
    offset: Size | None = None


@dataclass(frozen=True)
class Load:
    """Leaf key of a load. `index` and `mask` are Exprs or None; a masked-out lane reads as 0."""

    access: Access
    index: Expr | None = None
    mask: Expr | None = None


@dataclass(frozen=True)
class Carry:
    """An item that a loop carries: `next` may refer to Carried(loop, item).

    An iteration computes `next` after its stores.
    With a monoid, each iteration combines `next` with the item. The emitter may keep several
    partial accumulators, except in a SCAN loop. Without a monoid, `next` is the whole next state
    (serial loops only).
    """

    initial: Expr
    next: Expr
    monoid: Monoid | None = None


@dataclass(frozen=True)
class Store:
    """Write `value` where `access` says, or combine it with what is there.

    Lanes with a false mask store nothing.
    """

    access: Access
    value: Expr
    index: Expr | None = None
    mask: Expr | None = None
    monoid: Monoid | None = None


class Tail(enum.Enum):
    """How the last iterations of a vector loop run, which fill no vector."""

    MASK = "mask"  # they run under a mask
    SCALAR = "scalar"  # one by one
    WHOLE = "whole"  # there are none
    ONE = "one"  # under one mask, which does not change among rows
    EVERY = "every"  # all iterations run under a mask
    COPIED = "copied"  # as all others, on copies of what they access
    HALVES = "halves"  # in vectors of half as many lanes, and so on
    ALIGNED = "aligned"  # one by one; so run all where a row begins at no whole vector


@dataclass(frozen=True)
class Vector:
    """How a vector loop takes its iterations: `registers` at once, of `lanes` each."""

    lanes: int
    registers: int = 1
    tail: Tail = Tail.MASK


class Level(enum.Enum):
    """The threads of a GPU among which a loop's iterations are divided."""

    THREADS = "threads"  # all of a launch, each for itself
    TEAMS = "teams"  # groups of neighbouring threads of a warp: one has an iteration together
    BLOCKS = "blocks"  # all threads of a block have an iteration together
    LANES = "lanes"  # the threads of the team or block that has the iteration around


@dataclass(frozen=True)
class Binding:
    """Which threads run a loop, dealt out in turns: thread k has iterations k, k + n, …

    count: for TEAMS, the threads of a team. For LANES, how many elements of a row each lane holds
    in registers; 0: none. The loop `row` reads or computes them, and later loops use them.
    """

    level: Level
    count: int = 0
    row: int | None = None


@dataclass(frozen=True)
class Loop:
    """for axis in range(start, stop, step): body.

    `number` names it for Axis, Carried and Result leaves. Start, stop and step are indices. The
    stop of a parallel loop without a start is the whole one; a call gets a part of it.
    """

    number: int
    stop: Expr
    mode: Mode
    body: tuple[Statement, ...]
    carries: tuple[Carry, ...] = ()
    start: Expr | None = None  # None: 0
    step: Expr | None = None  # None: 1
    vector: Vector | None = None  # of a scheduled vector loop
    binding: Binding | None = None  # of a loop that is scheduled for a GPU


@dataclass(frozen=True)
class While:
    """Repeat while `condition` (over Carried leaves) holds."""

    number: int
    condition: Expr
    body: tuple[Statement, ...]
    carries: tuple[Carry, ...]


@dataclass(frozen=True)
class If:
    """Run one branch. Loads inside it happen only if it is taken."""

    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


Statement = Store | Loop | While | If


@dataclass(frozen=True)
class BufferArgument:
    """A kernel argument: its dtype and whether it is written.

    scratch: 0, or the number of elements of a buffer that belongs to the kernel. It has arbitrary
    contents when a call begins. Scratch buffers follow the arguments.
    shares: of a written buffer, those that are only read and whose memory may be its own.
    """

    dtype: np.dtype
    written: bool = False
    scratch: int = 0
    shares: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Kernel:
    """A whole kernel. Expressions are evaluated in the innermost scope that their leaves need."""

    buffers: tuple[BufferArgument, ...]
    table: tuple[np.dtype, ...]  # dtype of each table word (`index` for sizes)
    body: tuple[Statement, ...]
    index: np.dtype = INDEX  # of indices: int64 or int32


def is_shared(loop: Loop) -> bool:
    """Whether calls share the iterations of a loop."""
    return loop.mode in PARALLEL and loop.start is None


def parallel_nest(body: tuple[Statement, ...]) -> tuple[Loop, ...]:
    """The parallel loops at the top of a body, each all that is in the one before."""
    found: list[Loop] = []
    while len(body) == 1 and isinstance(body[0], Loop) and is_shared(body[0]):
        found.append(body[0])
        body = body[0].body
    return tuple(found)


def trip_count(loop: Loop) -> int | None:
    """How many iterations a loop has, where literals say so: range(i, i + 8) has 8."""
    if loop.step is not None:
        return None
    stop, start = loop.stop, loop.start
    if start is None:
        return int(stop.extra.value) if stop.op is Op.CONST else None
    if stop.op is Op.ADD and stop.args[0] is start and stop.args[1].op is Op.CONST:
        return int(stop.args[1].extra.value)
    return None


def most_trips(loop: Loop) -> int:
    """An upper limit of a loop's iterations, if a literal gives one; else 0.

    range(i, min(i + 4, n)) has 4, and range(n % 4) has 3.
    """
    count = trip_count(loop)
    if loop.start is None and loop.stop.op is Op.REM and loop.stop.args[1].op is Op.CONST:
        return max(int(loop.stop.args[1].extra.value) - 1, 0)
    if count is None and loop.stop.op is Op.MIN:
        counts = [trip_count(replace(loop, stop=x)) for x in loop.stop.args]
        count = min([n for n in counts if n is not None], default=0)
    return count or 0


def inner_iterations(loop: Loop) -> Expr | None:
    """How many innermost iterations one of a parallel loop has, at least 1; None if it is one."""
    inside = parallel_nest(loop.body) if is_shared(loop) else ()
    if not inside:
        return None
    count = math.prod([x.stop for x in inside[1:]], start=inside[0].stop)
    return scalar.maximum(count, scalar.const(1, count.dtype))


def size(slot: int, index: np.dtype = INDEX) -> Expr:
    """An extent, a stride or an offset from the table."""
    return scalar.leaf(Size(slot), index)


def param(slot: int, dtype: np.dtype) -> Expr:
    """A value from the table."""
    return scalar.leaf(Param(slot), dtype)


def axis(loop: int, index: np.dtype = INDEX) -> Expr:
    """The index of a loop."""
    return scalar.leaf(Axis(loop), index)


def carried(loop: int, item: int, dtype: np.dtype) -> Expr:
    """Inside a loop: the current value of an item that it carries."""
    return scalar.leaf(Carried(loop, item), dtype)


def result(loop: int, item: int, dtype: np.dtype) -> Expr:
    """After a loop: the final value of an item that it carries."""
    return scalar.leaf(Result(loop, item), dtype)


def load(
    access: Access, dtype: np.dtype, index: Expr | None = None, mask: Expr | None = None
) -> Expr:
    """A value from memory; where `mask` is false it is 0 and nothing is read."""
    return scalar.leaf(Load(access, index, mask), dtype)
