"""The native function that runs a list of oneDNN's primitives for a part of a launch's tasks.

The table says which memories there are (in a buffer of the launch, or in scratch memory that a call
allocates) and which primitives read and write them: some once a call, the others for each task.
Where oneDNN reports an error, or there is no scratch memory, the call raises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fjax.lowering.cpu.library.product_calls import most_threads, set_threads
from fjax.lowering.cpu.runtime.launches import no_memory, set_error
from fjax.lowering.cpu.runtime.state import KernelFunction, Stop, ensure_gil, release_gil
from fjax.lowering.native.language import (
    NULL,
    Address,
    Int32,
    Pointer,
    Record,
    Room,
    address,
    array,
    external,
    native,
)

OPERANDS, MOST_MEMORIES, MOST_ARGUMENTS = 3, 12, 4
IN_ORDER = 1  # a flag of streams
OUT_OF_MEMORY = 1  # a status
Share = Callable[[KernelFunction, Address, Address, int, int, int, int], bool]  # the thread pool's
Count = Callable[[], int]  # of threads


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


class Steps(Record):
    """The head of the table; records follow it, and are named by their distance in words."""

    engine: Address
    scratch: int
    memories: int
    once: int
    steps: int
    memories_at: int
    steps_at: int
    part: KernelFunction  # what threads run for some tasks, and how they share them
    share: Share
    threads_now: Count
    stop: Stop
    error: Address  # Python's class of errors, and what one says
    message: Address


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
    """All tasks, which threads share. An error of oneDNN's is Python's, and ends the launches."""
    given: Pointer[Address] = array(Address, OPERANDS + 1)
    status: Pointer[int] = array(int, 1)
    for k in range(OPERANDS):
        given[k] = buffers[k]
    given[OPERANDS], status[0] = status, 0
    place = Pointer[int](table)
    stopped = table.share(table.part, given, place, hi, 1, table.threads_now(), 1)
    if not stopped and status[0] != 0:
        stopped = True
        gil = ensure_gil()
        if status[0] == OUT_OF_MEMORY:
            no_memory()
        else:
            set_error(table.error, table.message)
        release_gil(gil)
    if stopped:
        table.stop()


@native
def run_part(buffers: Pointer[Address], table: Steps, lo: int, hi: int) -> None:
    """The tasks [lo, hi), oneDNN limited to this thread; the status is in the last buffer."""
    threads = most_threads()
    set_threads(1)
    status = run_tasks(buffers, table, lo, hi)
    set_threads(threads)
    if status != 0:
        Pointer[int](buffers[OPERANDS])[0] = int(status)


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
        status = Int32(OUT_OF_MEMORY if scratch == NULL else 0)
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
