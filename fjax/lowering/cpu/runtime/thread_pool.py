"""The one thread pool of fjax: parked workers that claim fixed chunks of a launch.

The pool is native code over POSIX threads, so a launch costs about a microsecond and needs neither
the GIL nor a runtime library. A launch publishes one atomic word, `generation | limit | end |
begin` of the chunks left. A thread that moves an end by one owns that chunk. The launching thread
takes part, so a worker that wakes late, or never, costs only its help. A second thread that
launches at the same time uses no workers. A chunk is the same whichever thread computes it, so
results do not depend on the number of threads.

Between chunks, Python's main thread looks for signals (`poll`). If a handler raises, the chunks
that no thread has begun are cancelled.

Workers with odd numbers take chunks from the beginning, the others and the launching thread from
the end: in a loop that launches again and again a thread meets the rows that its cache holds.
"""

from __future__ import annotations

import platform

from fjax.lowering.cpu.runtime.state import (
    GetThreads,
    KernelFunction,
    SetThreads,
    poll,
    pthread_self,
    state,
)
from fjax.lowering.native.language import (
    DARWIN,
    NULL,
    Address,
    Int32,
    array,
    atomic_add,
    atomic_load,
    atomic_store,
    compare_swap,
    external,
    minimum,
    native,
    release_store,
)

# More chunks for each thread than balance needs: a long launch is cut so that it can be stopped.
BALANCED = 4
# How often an idle worker looks for work before it sleeps: about 20 microseconds.
SPINS = 400
PATIENCE = 10000  # looks at the last chunks before the launching thread lets others run
BLAS_PATIENCE = 20000  # looks, 50 microseconds apart
BITS, LIMIT, END = 0xFFFF, 32, 16  # of a half of the chunks; where limit and end begin
GENERATION, GENERATIONS = 40, 0xFFFFFF
SET_MASK = 3 if DARWIN else 2  # SIG_SETMASK
X86 = platform.machine() in ("x86_64", "AMD64", "i386", "i686")
ARM = platform.machine() in ("aarch64", "arm64")

pthread_create = external("pthread_create", Int32, Address, Address, Address, int)
pthread_detach = external("pthread_detach", Int32, int)
mutex_init = external("pthread_mutex_init", Int32, Address, Address)
mutex_lock = external("pthread_mutex_lock", Int32, Address)
mutex_unlock = external("pthread_mutex_unlock", Int32, Address)
cond_init = external("pthread_cond_init", Int32, Address, Address)
cond_wait = external("pthread_cond_wait", Int32, Address, Address)
cond_broadcast = external("pthread_cond_broadcast", Int32, Address)
sched_yield = external("sched_yield", Int32)
usleep = external("usleep", Int32, Int32)
sigfillset = external("sigfillset", Int32, Address)
pthread_sigmask = external("pthread_sigmask", Int32, Int32, Address, Address)
x86_pause = external("llvm.x86.sse2.pause", None)
arm_hint = external("llvm.aarch64.hint", None, Int32)
x86_store_modes = external("llvm.x86.sse.stmxcsr", None, Address)
x86_load_modes = external("llvm.x86.sse.ldmxcsr", None, Address)
arm_modes = external("llvm.aarch64.get.fpcr", int)
arm_set_modes = external("llvm.aarch64.set.fpcr", None, int)


@native
def relax() -> None:
    """Tell the processor that this thread waits."""
    if X86:
        x86_pause()
    elif ARM:
        arm_hint(1)


@native
def note_modes() -> None:
    """Note how this thread rounds, and whether it flushes denormal numbers: other libraries set it.
    So the workers do the same, and a chunk has the same bits whichever thread computes it."""
    if X86:
        x86_store_modes(state.modes)
    elif ARM:
        state.modes[0] = arm_modes()


@native
def take_modes() -> None:
    """Round as the launching thread does."""
    if X86:
        x86_load_modes(state.modes)
    elif ARM:
        arm_set_modes(state.modes[0])


@native
def claim(worker: int) -> int:
    """Compute one chunk of the launch: -1 if there was one for this worker, else the generation."""
    from_below = worker & 1 != 0
    while True:
        word = atomic_load(state.chunks)
        begin, end = word & BITS, word >> END & BITS
        if (begin >= end) | (worker >= word >> LIMIT & 0xFF):
            return word >> GENERATION & GENERATIONS
        if compare_swap(state.chunks, word, word + (1 if from_below else -1 << END)):
            break
    lo = (begin if from_below else end - 1) * state.chunk
    hi = minimum(lo + state.chunk, state.extent)
    if worker > 0:
        take_modes()
    state.function(state.buffers, state.table, lo, hi)
    atomic_add(state.done, 1)
    return -1


@native
def work(argument: int) -> Address:
    """What a worker does, forever: claim chunks, look for more for a while, then sleep."""
    seen, spins = -2, 0
    while True:
        generation = claim(argument)
        if generation == -1:
            spins = 0
            continue
        spins = spins + 1 if generation == seen else 0
        seen = generation
        relax()
        if spins <= SPINS:
            continue
        mutex_lock(state.mutex)
        atomic_add(state.sleepers, 1)
        while atomic_load(state.chunks) >> GENERATION & GENERATIONS == generation:
            cond_wait(state.woken, state.mutex)
        atomic_add(state.sleepers, -1)
        mutex_unlock(state.mutex)
        spins = 0
    return NULL


@native
def hire(wanted: int) -> None:
    """Have at least this number of workers. They block signals; Python's main thread has them."""
    if state.workers >= wanted:
        return
    handle, everything, before = array(int, 1), array(int, 16), array(int, 16)
    sigfillset(everything)
    pthread_sigmask(SET_MASK, everything, before)
    while state.workers < wanted:
        worker = state.workers + 1
        if pthread_create(handle, NULL, work, worker) != 0:
            break
        pthread_detach(handle[0])
        state.workers = worker
    pthread_sigmask(SET_MASK, before, NULL)


@native
def cancel() -> None:
    """Let nobody claim what is left of the launch: it counts as done."""
    while True:
        word = atomic_load(state.chunks)
        begin, end = word & BITS, word >> END & BITS
        if begin >= end:
            return
        if compare_swap(state.chunks, word, word + (end - begin)):
            atomic_add(state.done, end - begin)
            return


@native
def alone(
    function: KernelFunction, buffers: Address, table: Address, extent: int, grain: int, pieces: int
) -> bool:
    """The launch on one thread, in pieces that are multiples of `grain`."""
    unit = grain * pieces
    step = (extent + unit - 1) // unit * grain
    lo = 0
    while True:
        hi = minimum(lo + step, extent)
        function(buffers, table, lo, hi)
        if hi >= extent:
            return False
        if poll():
            return True
        lo = hi
    return False


@native
def share(
    function: KernelFunction,
    buffers: Address,
    table: Address,
    extent: int,
    grain: int,
    threads: int,
    parts: int,
) -> bool:
    """function(buffers, table, lo, hi) over [0, extent) in `parts` chunks a thread, multiples of
    `grain`. Whether a signal's handler has raised: then some chunks were left out."""
    blocks = (extent + grain - 1) // grain
    wanted = minimum(blocks, minimum(threads * parts, BITS))
    if (threads <= 1) | (wanted <= 1) or not compare_swap(state.busy, 0, 1):
        if (parts > BALANCED) & (wanted > 1):
            return alone(function, buffers, table, extent, grain, wanted)
        function(buffers, table, 0, extent)
        return False
    hire(threads - 1)
    chunk = (blocks + wanted - 1) // wanted * grain
    chunks = (extent + chunk - 1) // chunk
    publish(function, buffers, table, extent, chunk, threads << LIMIT | chunks << END)
    stopped = False
    while claim(0) == -1:
        if poll():
            cancel()
            stopped = True
            break
    spins = 0
    while atomic_load(state.done) != chunks:
        spins += 1
        if spins > PATIENCE:
            sched_yield()
        else:
            relax()
    release_store(state.busy, 0)
    return stopped


@native
def publish(
    function: KernelFunction, buffers: Address, table: Address, extent: int, chunk: int, left: int
) -> None:
    """Offer a launch to all workers: limit and end of its chunks are `left`."""
    state.function = function
    state.buffers, state.table = buffers, table
    state.extent, state.chunk = extent, chunk
    note_modes()
    release_store(state.done, 0)
    generation = (state.chunks >> GENERATION) + 1
    atomic_store(state.chunks, generation << GENERATION | left)
    if atomic_load(state.sleepers) != 0:
        mutex_lock(state.mutex)
        cond_broadcast(state.woken)
        mutex_unlock(state.mutex)


@native
def reset() -> None:
    """Start: when the process does, and again in a child after fork, which has no workers."""
    atomic_store(state.chunks, 0)
    state.done = 0
    state.sleepers = 0
    state.busy = 0
    state.workers = 0
    mutex_init(state.mutex, NULL)
    cond_init(state.woken, NULL)


# ---- while programs that call BLAS run, the library itself uses one thread: two pools would fight


@native
def configure_blas(get: GetThreads, set: SetThreads) -> None:
    """How the library's number of threads is read and set; nulls: it cannot be."""
    state.blas_get, state.blas_set = get, set


@native
def lock_blas() -> None:
    """Be the only one that changes what is known of BLAS."""
    while not compare_swap(state.blas_lock, 0, 1):
        relax()


@native
def open_blas() -> None:
    """Let others do so."""
    release_store(state.blas_lock, 0)


@native
def enter_blas() -> None:
    """BLAS uses one thread from now on."""
    lock_blas()
    users = state.blas_users
    state.blas_users = users + 1
    if (users == 0) & (state.blas_get != NULL):
        state.blas_threads = state.blas_get()
        state.blas_set(Int32(1))
    open_blas()


@native
def leave_blas() -> None:
    """The last to leave gives BLAS its threads back."""
    lock_blas()
    users = state.blas_users - 1
    state.blas_users = users
    if (users == 0) & (state.blas_set != NULL):
        state.blas_set(Int32(state.blas_threads))
    open_blas()


@native
def close_blas() -> None:
    """Before a fork: wait until no thread is inside BLAS, whose own locks a child could never take,
    and let none enter. Threads that will not leave are waited for about a second."""
    looks = 0
    while True:
        lock_blas()
        if (state.blas_users == 0) | (looks > BLAS_PATIENCE):
            return
        looks += 1
        open_blas()
        usleep(50)


@native
def start_child() -> None:
    """In a child: no worker and no program of another thread is there any more."""
    reset()
    state.main = pthread_self()
    state.blas_users = 0
    open_blas()
