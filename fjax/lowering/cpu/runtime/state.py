"""The state that native functions of the runtime share: signals, and times of launches.

While times are recorded, launches note them in a ring. A program asks once, when it begins, whether
there is a ring. Then each of its launches reads the clock once and takes one row. All threads share
the ring; a thread owns the row that it has counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fjax.lowering.native.language import (
    DARWIN,
    NULL,
    Address,
    Int32,
    OwnLine,
    Pointer,
    Record,
    Room,
    array,
    atomic_add,
    compare_swap,
    external,
    native,
    release_store,
    shared,
)

KernelFunction = Callable[[Address, Address, int, int], None]  # buffers, table, lo, hi
Stop = Callable[[], None]  # ends the launches around: `stop`
GetThreads = Callable[[], Int32]
SetThreads = Callable[[Int32], None]
Key = int if DARWIN else Int32  # a pthread_key_t


class State(Record):
    """The pool's launch, its workers, and what is configured; groups lie on cache lines."""

    chunks: int  # generation | limit | end | begin of the chunks that are left (thread_pool.py)
    done: OwnLine[int]  # how many chunks of the launch have been computed
    function: OwnLine[KernelFunction]  # the launch
    buffers: Address
    table: Address
    extent: int
    chunk: int  # how long a chunk is
    modes: Annotated[Pointer[int], Room(8)]  # of the launching thread's arithmetic
    sleepers: OwnLine[int]  # workers that wait for `woken`
    busy: OwnLine[int]  # 1 while a launch has the pool
    workers: int  # how many have been started
    threads: int  # how many a launch may use where its thread has no limit of its own
    limits: int  # the key of threads' own limits
    main: int  # Python's main thread
    polled: int  # when signals were looked for last, in nanoseconds
    stamps: Address  # the ring in which launches are noted, or null
    stopped: int  # the thread whose launches end, because Python has raised in one of them; or 0
    mutex: OwnLine[Annotated[Address, Room(128)]]
    woken: OwnLine[Annotated[Address, Room(128)]]  # a condition
    blas_lock: OwnLine[int]
    blas_users: int  # programs that use BLAS now
    blas_threads: int  # what BLAS's number of threads was before the first of them
    blas_get: GetThreads
    blas_set: SetThreads


state = shared("state", State)
MONOTONIC = 8 if DARWIN else 1  # the clock of time.perf_counter
PERIOD = 100_000_000  # nanoseconds between two looks

pthread_self = external("pthread_self", int)
pthread_getspecific = external("pthread_getspecific", int, Key)
clock_gettime = external("clock_gettime", Int32, Int32, Address)
ensure_gil = external("PyGILState_Ensure", Int32)
release_gil = external("PyGILState_Release", None, Int32)
check_signals = external("PyErr_CheckSignals", Int32)


@native
def configure(threads: int, key: int, main: int) -> None:
    """The default number of threads, the key of threads' own limits, Python's main thread."""
    state.main = main
    state.threads = threads
    state.limits = key


@native
def threads_now() -> int:
    """How many threads a launch of this thread may use."""
    own = pthread_getspecific(Key(state.limits))
    return state.threads if own == 0 else own


@native
def stop() -> None:
    """End this thread's launches: Python has raised in one of them."""
    own = pthread_self()
    if state.stopped == own:
        return
    spins = 0
    while not compare_swap(state.stopped, 0, own):  # another thread's are about to end
        spins += 1


@native
def is_stopped() -> bool:
    """Whether the launch that this thread has made ends those after it; asked once."""
    if (state.stopped == 0) or state.stopped != pthread_self():
        return False
    release_store(state.stopped, 0)
    return True


@native
def clock() -> int:
    """Nanoseconds since some point of time."""
    time: Pointer[int] = array(int, 2)
    clock_gettime(MONOTONIC, time)
    return time[0] * 1_000_000_000 + time[1]


@native
def poll() -> bool:
    """In Python's main thread, every tenth of a second: run the handlers of signals that have come,
    with or without the GIL. Whether one has raised."""
    if pthread_self() != state.main:
        return False
    now = clock()
    if now - state.polled <= PERIOD:
        return False
    state.polled = now
    gil = ensure_gil()
    raised = check_signals()
    release_gil(gil)
    return raised != 0


class StampRow(Record):
    """One launch of a program, in nanoseconds of `time.perf_counter_ns`."""

    thread: int
    program: int  # where its words are
    launch: int  # the number in its table
    start: int
    end: int


class StampRing(Record):
    """Rows; new ones are written over the oldest."""

    count: int  # of rows that were taken
    last: int  # the number of the last row; there is a power of two of them
    deep: int  # whether launches inside of loops and branches are noted, too
    rows: Pointer[StampRow]


@native
def set_stamps(ring: Address) -> None:
    """Note launches in this ring from now on; null: in none."""
    state.stamps = ring


@native
def stamps_inside() -> StampRing:
    """Where launches inside of loops and branches are noted; null: nowhere."""
    ring = StampRing(state.stamps)
    if ring != NULL:
        if ring.deep != 0:
            return ring
    return StampRing(NULL)


@native
def stamp(ring: StampRing, program: Address, launch: int, start: int) -> int:
    """Note a launch that has ended; the time, at which the next one starts."""
    now = clock()
    row = ring.rows[atomic_add(ring.count, 1) & ring.last]
    row.thread, row.program, row.launch = pthread_self(), int(program), launch
    row.start, row.end = start, now
    return now
