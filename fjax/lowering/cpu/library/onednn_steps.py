"""The native function that runs a list of oneDNN's primitives for a part of a launch's tasks.

The table says which memories there are (in a buffer of the launch, or in scratch memory that a call
allocates) and which primitives read and write them: some once a call, the others for each task.
Where oneDNN reports an error, or there is no scratch memory, plain loops compute the tasks. They
allocate nothing, and are many times slower.
"""

from __future__ import annotations

from typing import Annotated

from fjax.lowering.cpu.library.product_calls import most_threads, set_threads
from fjax.lowering.native.language import (
    NULL,
    Address,
    Byte,
    Float32,
    Int32,
    Pointer,
    Record,
    Room,
    address,
    array,
    external,
    native,
)

MOST_MEMORIES, MOST_ARGUMENTS = 12, 4
IN_ORDER = 1  # a flag of streams
AXES = 3  # of space, at most


class MemoryRecord(Record):
    """A memory of the steps."""

    descriptor: Address
    slot: int  # of its buffer; -1: scratch
    offset: int
    step: int  # bytes a task


class Argument(Record):
    """Which memory is an argument of a primitive."""

    name: int
    memory: int


class PassedArgument(Record):
    """An `Argument` as oneDNN takes it: the name is in the first four bytes."""

    name: int
    memory: Address


class StepRecord(Record):
    """A primitive and its arguments."""

    primitive: Address
    count: int
    arguments: Annotated[Pointer[Argument], Room(MOST_ARGUMENTS * Argument.size)]


class SpatialAxis(Record):
    """Of the plain loops: an axis of space. t and u together say where the source is read."""

    t: int
    u: int
    length: int  # of the source
    by_t: int
    by_u: int
    before: int
    result_t: int  # steps in memory
    source_at: int
    other_t: int
    other_u: int


class Plain(Record):
    """The sum over r and u of source * other, for each p, q and t: counts, steps in the tensors.

    Elements have four bytes (float32) or two (bfloat16).
    """

    source: int
    other: int
    result: int
    source_bytes: int
    other_bytes: int
    result_bytes: int
    p: int
    q: int
    r: int
    result_p: int
    result_q: int
    source_p: int
    source_q: int
    source_r: int
    other_p: int
    other_q: int
    other_r: int
    axes: Annotated[Pointer[SpatialAxis], Room(AXES * SpatialAxis.size)]


class Steps(Record):
    """The head of the table; records follow it, so many words behind its beginning."""

    engine: Address
    scratch: int
    memories: int
    once: int
    steps: int
    memories_at: int
    steps_at: int
    plain_at: int


stream_create = external("fjax_dnnl_stream_create", Int32, Address, Address, Int32)
stream_destroy = external("fjax_dnnl_stream_destroy", Int32, Address)
memory_create = external("fjax_dnnl_memory_create", Int32, Address, Address, Address, Address)
memory_destroy = external("fjax_dnnl_memory_destroy", Int32, Address)
set_data = external("fjax_dnnl_memory_set_data_handle", Int32, Address, Address)
execute = external("fjax_dnnl_primitive_execute", Int32, Address, Address, Int32, Address)
aligned_alloc = external("aligned_alloc", Address, int, int)
free = external("free", None, Address)


@native
def run_primitives(buffers: Pointer[Address], table: Steps, lo: int, hi: int) -> None:
    """The tasks [lo, hi), oneDNN limited to this thread."""
    if lo >= hi:
        return
    threads = most_threads()
    set_threads(1)
    status = run_tasks(buffers, table, lo, hi)
    set_threads(threads)
    if status != 0:
        plain = Plain(Pointer[int](table) + table.plain_at)
        for p in range(lo * plain.p, hi * plain.p):
            for q in range(plain.q):
                compute_plainly(buffers, plain, p, q)


@native
def run_tasks(buffers: Pointer[Address], table: Steps, lo: int, hi: int) -> Int32:
    """Run the tasks [lo, hi); the status is 0, or that of what failed first."""
    made: Pointer[Address] = array(Address, MOST_MEMORIES)
    stream: Pointer[Address] = array(Address, 1)
    for k in range(MOST_MEMORIES):
        made[k] = NULL
    stream[0] = NULL
    scratch: Address = NULL
    status = stream_create(stream, table.engine, IN_ORDER)
    if status == 0:
        scratch = aligned_alloc(64, table.scratch)
        status = Int32(1 if scratch == NULL else 0)
    if status == 0:
        status = run_with(buffers, table, lo, hi, made, stream[0], scratch)
    for k in range(table.memories):
        memory_destroy(made[k])
    free(scratch)
    stream_destroy(stream[0])
    return status


@native
def run_with(
    buffers: Pointer[Address],
    table: Steps,
    lo: int,
    hi: int,
    made: Pointer[Address],
    stream: Address,
    scratch: Address,
) -> Int32:
    """As `run_tasks`, with a stream and scratch memory; `made` holds the memories so far."""
    memories = Pointer[MemoryRecord](Pointer[int](table) + table.memories_at)
    steps = Pointer[StepRecord](Pointer[int](table) + table.steps_at)
    for k in range(table.memories):
        place = place_of(memories[k], buffers, scratch, lo)
        status = memory_create(made + k, memories[k].descriptor, table.engine, place)
        if status != 0:
            return status
    for k in range(table.once):
        status = run_step(steps[k], made, stream)
        if status != 0:
            return status
    for task in range(lo, hi):
        for k in range(table.memories):
            status = set_data(made[k], place_of(memories[k], buffers, scratch, task))
            if status != 0:
                return status
        for k in range(table.once, table.steps):
            status = run_step(steps[k], made, stream)
            if status != 0:
                return status
    return Int32(0)


@native
def place_of(
    memory: MemoryRecord, buffers: Pointer[Address], scratch: Address, task: int
) -> Address:
    """Where a memory is for one task."""
    base = scratch
    if memory.slot >= 0:
        base = buffers[memory.slot]
    return base + (memory.offset + memory.step * task)


@native
def run_step(step: StepRecord, made: Pointer[Address], stream: Address) -> Int32:
    """Run one primitive on the memories that its arguments name; its status."""
    passed: Pointer[PassedArgument] = array(PassedArgument, MOST_ARGUMENTS)
    given = Pointer[Argument](address(step.arguments))
    for k in range(step.count):
        passed[k].name = given[k].name
        passed[k].memory = made[given[k].memory]
    return execute(step.primitive, stream, Int32(step.count), passed)


@native
def compute_plainly(buffers: Pointer[Address], plain: Plain, p: int, q: int) -> None:
    """All elements of the result with these p and q."""
    axes = Pointer[SpatialAxis](address(plain.axes))
    for t0 in range(axes[0].t):
        for t1 in range(axes[1].t):
            for t2 in range(axes[2].t):
                place = t0 * axes[0].result_t + t1 * axes[1].result_t + t2 * axes[2].result_t
                place += p * plain.result_p + q * plain.result_q
                total = plain_sum(buffers, plain, p, q, t0, t1, t2)
                store(buffers[plain.result], place, plain.result_bytes, total)


@native
def plain_sum(
    buffers: Pointer[Address], plain: Plain, p: int, q: int, t0: int, t1: int, t2: int
) -> Float32:
    """One element of the result, summed in double precision."""
    axes = Pointer[SpatialAxis](address(plain.axes))
    source, other = buffers[plain.source], buffers[plain.other]
    source_at = p * plain.source_p + q * plain.source_q
    other_at = p * plain.other_p + q * plain.other_q
    other_at += t0 * axes[0].other_t + t1 * axes[1].other_t + t2 * axes[2].other_t
    total = 0.0
    for u0 in range(axes[0].u):
        at0 = t0 * axes[0].by_t + u0 * axes[0].by_u - axes[0].before
        for u1 in range(axes[1].u):
            at1 = t1 * axes[1].by_t + u1 * axes[1].by_u - axes[1].before
            for u2 in range(axes[2].u):
                at2 = t2 * axes[2].by_t + u2 * axes[2].by_u - axes[2].before
                if (
                    (0 <= at0 < axes[0].length)
                    & (0 <= at1 < axes[1].length)
                    & (0 <= at2 < axes[2].length)
                ):
                    x = source_at + (
                        at0 * axes[0].source_at + at1 * axes[1].source_at + at2 * axes[2].source_at
                    )
                    y = other_at + (
                        u0 * axes[0].other_u + u1 * axes[1].other_u + u2 * axes[2].other_u
                    )
                    for r in range(plain.r):
                        a = load(source, x + r * plain.source_r, plain.source_bytes)
                        total += a * load(other, y + r * plain.other_r, plain.other_bytes)
    return Float32(total)


@native
def load(base: Address, at: int, size: int) -> float:
    """The element of that number, of so many bytes."""
    if size == 4:
        return float(Pointer[Float32](base)[at])
    one: Pointer[Int32] = array(Int32, 1)
    low, high = Pointer[Byte](base)[2 * at], Pointer[Byte](base)[2 * at + 1]
    one[0] = Int32((int(high) << 24) | ((int(low) & 255) << 16))
    return float(Pointer[Float32](one)[0])


@native
def store(base: Address, at: int, size: int, value: Float32) -> None:
    """Put an element there; bfloat16 rounds to even."""
    if size == 4:
        Pointer[Float32](base)[at] = value
        return
    one: Pointer[Float32] = array(Float32, 1)
    one[0] = value
    bits = int(Pointer[Int32](one)[0])
    if (bits & 0x7FFFFFFF) > 0x7F800000:
        bits = bits | (1 << 22)  # a NaN stays one
    else:
        bits = bits + 32767 + ((bits >> 16) & 1)
    Pointer[Byte](base)[2 * at] = Byte(bits >> 16)
    Pointer[Byte](base)[2 * at + 1] = Byte(bits >> 24)
