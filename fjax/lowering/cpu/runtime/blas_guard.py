"""While programs that call BLAS run, the library itself uses one thread: two pools would fight."""

from __future__ import annotations

from fjax.lowering.cpu.runtime.state import GetThreads, SetThreads, pthread_self, state
from fjax.lowering.cpu.runtime.thread_pool import relax, reset
from fjax.lowering.native.language import NULL, Int32, compare_swap, external, native, release_store

PATIENCE = 20000  # looks, 50 microseconds apart
usleep = external("usleep", Int32, Int32)


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
        if (state.blas_users == 0) | (looks > PATIENCE):
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
