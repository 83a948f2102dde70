"""Native functions that run a whole launch table in one call, and the table's records."""

from __future__ import annotations

from fjax.lowering.cpu.runtime.state import (
    KernelFunction,
    StampRing,
    clock,
    ensure_gil,
    is_stopped,
    poll,
    release_gil,
    stamp,
    state,
    threads_now,
)
from fjax.lowering.cpu.runtime.thread_pool import enter_blas, leave_blas, share
from fjax.lowering.native.language import (
    NULL,
    Address,
    Int32,
    Measured,
    Pointer,
    Record,
    array,
    exchange,
    external,
    native,
)

RELEASE_GIL, USES_BLAS, SCRATCH_ARGUMENT = 1, 2, 4


class LaunchRecord(Record):
    """One launch of a table."""

    function: KernelFunction
    parts: int  # chunks for each thread; 0: it stays on one
    extent: int
    grain: int
    table: Address
    buffer_count: int
    slots: Pointer[int]  # of its buffers
    ends: int  # 1: what another launch has begun


class ProgramRecord(Record):
    """The head of a launch table. Slots are arguments, then intermediates."""

    argument_count: int
    slot_count: int
    launch_count: int
    flags: int
    array_type: Address
    none: Address
    scratch_bytes: int
    scratch_block: Address  # the one that is kept between calls, unless it is in use
    places: Pointer[int]  # of the intermediates within the scratch memory
    launches: Pointer[LaunchRecord]
    most_buffers: int  # of a launch
    type_error: Address
    count_message: Address
    type_message: Address


class NDArray(Measured):
    """A NumPy array, as far as its layout is needed."""

    kind: Address
    data: Address
    flags: Int32


save_thread = external("PyEval_SaveThread", Address)
restore_thread = external("PyEval_RestoreThread", None, Address)
set_error = external("PyErr_SetString", None, Address, Address)
no_memory = external("PyErr_NoMemory", Address)
fetch_error = external("PyErr_Fetch", None, Address, Address, Address)
restore_error = external("PyErr_Restore", None, Address, Address, Address)
increase = external("Py_IncRef", None, Address)  # a reference of an object
aligned_alloc = external("aligned_alloc", Address, int, int)
free = external("free", None, Address)
copy_bytes = external("memmove", Address, Address, Address, int)


@native
def settle(
    program: ProgramRecord, slots: Pointer[Address], buffers: Pointer[Address], first: int
) -> None:
    """After an error: end what launches before `first` have begun, as its memory is about to go.

    Python's error stays the one that there is.
    """
    open_ends = 0
    for k in range(first, program.launch_count):
        open_ends += program.launches[k].ends
    if open_ends == 0:
        return
    error = array(Address, 3)
    gil = ensure_gil()
    fetch_error(error, error + 1, error + 2)
    release_gil(gil)
    for k in range(first, program.launch_count):
        each = program.launches[k]
        if each.ends != 0:
            chosen = each.slots
            for b in range(each.buffer_count):
                buffers[b] = slots[chosen[b]]
            each.function(buffers, each.table, 0, each.extent)
            is_stopped()
    gil = ensure_gil()
    restore_error(error[0], error[1], error[2])
    release_gil(gil)


@native
def launch_all(
    program: ProgramRecord, slots: Pointer[Address], buffers: Pointer[Address], stamps: StampRing
) -> bool:
    """All launches, in order; whether a signal's handler has raised, which ends them.

    stamps: where each is noted; null: nowhere.
    """
    asks = program.flags & RELEASE_GIL != 0
    time = 0
    if stamps != NULL:
        time = clock()
    threads = threads_now()
    for k in range(program.launch_count):
        if asks & (k > 0) and poll():
            settle(program, slots, buffers, k)
            return True
        each = program.launches[k]
        chosen = each.slots
        for b in range(each.buffer_count):
            buffers[b] = slots[chosen[b]]
        if each.parts == 0:
            each.function(buffers, each.table, 0, each.extent)
            if is_stopped():
                settle(program, slots, buffers, k + 1)
                return True
        elif share(
            each.function, buffers, each.table, each.extent, each.grain, threads, each.parts
        ):
            settle(program, slots, buffers, k + 1)
            return True
        if stamps != NULL:
            time = stamp(stamps, Address(program), k, time)
    return False


@native
def place_intermediates(program: ProgramRecord, slots: Pointer[int], scratch: int) -> None:
    """The addresses of intermediates within the scratch block."""
    given = program.argument_count
    for k in range(given, program.slot_count):
        slots[k] = scratch + program.places[k - given]


@native
def run(self: NDArray, arguments: Pointer[NDArray], count: int) -> Address:
    """The builtin function of a program, which is the memory of the int64 array `self`.

    Its arguments are ndarrays; behind them the scratch memory's, if the program takes it so.
    """
    program = ProgramRecord(self.data)
    given, flags, needed = program.argument_count, program.flags, program.scratch_bytes
    by_argument = flags & SCRATCH_ARGUMENT != 0
    if count != given + int(by_argument):
        set_error(program.type_error, program.count_message)
        return NULL
    slots: Pointer[Address] = array(Address, program.slot_count + 1)
    buffers: Pointer[Address] = array(Address, program.most_buffers + 1)
    for k in range(count):
        each = arguments[k]
        if each.kind != program.array_type:
            set_error(program.type_error, program.type_message)
            return NULL
        slots[k if k < given else program.slot_count] = each.data
    block: Address = NULL
    if needed != 0:
        if by_argument:
            block = slots[program.slot_count]
        else:
            block = exchange(program.scratch_block, NULL)
            if block == NULL:
                block = aligned_alloc(64, needed)
                if block == NULL:
                    return no_memory()
    place_intermediates(program, Pointer[int](slots), int(block))
    stopped = run_guarded(program, slots, buffers)
    if (needed != 0) & (not by_argument):
        free(exchange(program.scratch_block, block))
    if stopped:
        return NULL
    increase(program.none)
    return program.none


@native
def run_guarded(program: ProgramRecord, slots: Pointer[Address], buffers: Pointer[Address]) -> bool:
    """All launches, without the GIL and with BLAS on one thread where the program says so."""
    flags = program.flags
    thread: Address = NULL
    if flags & RELEASE_GIL != 0:
        thread = save_thread()
    if flags & USES_BLAS != 0:
        enter_blas()
    stopped = launch_all(program, slots, buffers, StampRing(state.stamps))
    if flags & USES_BLAS != 0:
        leave_blas()
    if flags & RELEASE_GIL != 0:
        restore_thread(thread)
    return stopped


@native
def release_block(block: Address) -> None:
    """Free a block of scratch memory that a program has kept."""
    free(block)
