"""Threads, and the native functions that launch kernels.

The number of threads is, in this order: `with threads(n)` in the calling thread, the environment
variable FJAX_NUM_THREADS, the processors that this process may use (affinity and cgroup quota).
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from fjax import variables
from fjax.core import lazy, processes
from fjax.core.array import Array
from fjax.dataclass import dataclass
from fjax.errors import FjaxRuntimeError
from fjax.locks import once
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import loader, processor
from fjax.lowering.cpu.runtime import calls, launches, state, thread_pool
from fjax.lowering.native import language

control_flow: Any = lazy.module("fjax.lowering.cpu.runtime.control_flow")

MOST_THREADS = 255
STAMPS = 1 << 19  # launches that are kept: 20 MB; only what is written takes memory
LOOKED_AT = 96  # bytes of an ndarray object
_MODULES = (state, thread_pool, launches)
# What loops and branches call, which are compiled when a program first has some.
_CALLED = (
    state.clock,
    state.poll,
    state.stamps_inside,
    state.stop,
    state.threads_now,
    thread_pool.share,
    launches.launch_all,
    launches.place_intermediates,
)
_FUNCTIONS = (
    *_CALLED,
    state.configure,
    thread_pool.reset,
    thread_pool.configure_blas,
    thread_pool.enter_blas,
    thread_pool.leave_blas,
    thread_pool.close_blas,
    thread_pool.open_blas,
    thread_pool.start_child,
    state.set_stamps,
    launches.run,
    launches.release_block,
)
_own = threading.local()


@dataclass(frozen=True)
class Native:
    """Native entry points, by name, and the key of threads' own limits."""

    functions: dict[str, int]
    key: int

    def call(self, name: str, result: type | None, *types: type) -> Callable:
        """A Python callable of an entry point; the GIL is released while it runs."""
        return ctypes.CFUNCTYPE(result, *types)(self.functions[name])


def default_threads() -> int:
    """The number of threads where `threads` sets none: this process's share of the processors."""
    return _threads(processes.sharing())


@functools.cache
def _threads(sharing: int) -> int:
    cores = max(1, processor.host().machine.here.cores // sharing)
    return min(variables.NUM_THREADS.read() or cores, MOST_THREADS)


def thread_count() -> int:
    """How many threads a launch from this thread may use."""
    return getattr(_own, "count", 0) or default_threads()


@contextmanager
def threads(n: int) -> Iterator[None]:
    """Limit the calling thread's kernels to `n` threads: see `fjax.threads`."""
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"threads: expected a positive integer, got {n!r}")
    before = getattr(_own, "count", 0)
    _set_own(min(n, MOST_THREADS))
    try:
        yield
    finally:
        _set_own(before)


def _set_own(count: int) -> None:
    _own.count = count
    _c_library().pthread_setspecific(_key_type()(native().key), ctypes.c_void_p(count or None))


def _key_type() -> type:
    return ctypes.c_ulong if sys.platform == "darwin" else ctypes.c_uint


@functools.cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


@functools.cache
def array_layout() -> dict[str, int] | None:
    """Byte offsets of an array object's type, data pointer and flags; None if they cannot be
    told."""
    if platform.python_implementation() != "CPython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    samples: list[np.ndarray] = [np.empty(n, np.uint8) for n in (1, 100, 5000)]
    kind = _offset(samples, ctypes.c_uint64, lambda a: id(np.ndarray))
    data = _offset(samples, ctypes.c_uint64, lambda a: a.ctypes.data)
    samples = [np.empty(4), np.empty((3, 4)), np.empty((3, 4)).T, np.empty((3, 4))[:, ::2]]
    flags = _offset(samples, ctypes.c_int32, lambda a: a.flags.num)
    if kind is None or data is None or flags is None:
        return None
    return {"kind": kind, "data": data, "flags": flags}


def _offset(
    samples: list[np.ndarray], kind: Any, expected: Callable[[np.ndarray], int]
) -> int | None:
    """Where objects hold what is expected; None if it is not one place."""
    size = ctypes.sizeof(kind)
    words = [(kind * (LOOKED_AT // size)).from_address(id(a)) for a in samples]
    found = [
        k
        for k in range(LOOKED_AT // size)
        if all(w[k] == expected(a) for w, a in zip(words, samples, strict=True))
    ]
    return size * found[0] if len(found) == 1 else None


def _slot_offsets() -> dict[str, int] | None:
    """The byte offsets of an Array's slots; None if they cannot be told."""
    marks: dict[str, Any] = {name: object() for name in ("buffer", "aval", "placement")}
    sample = object.__new__(Array)
    for name, mark in marks.items():
        setattr(sample, name, mark)
    words = list((ctypes.c_uint64 * (Array.__basicsize__ // 8)).from_address(id(sample)))
    if any(words.count(id(mark)) != 1 for mark in marks.values()):
        return None
    return {name: 8 * words.index(id(mark)) for name, mark in marks.items()}


@once
def native() -> Native:
    """The native entry points.

    Raises:
      FjaxRuntimeError: this platform has no POSIX threads, or another Python than CPython.
    """
    layouts = _layouts()
    _define_externals(_MODULES)
    key = _key_type()()
    if _c_library().pthread_key_create(ctypes.byref(key), None) != 0:
        raise FjaxRuntimeError(
            "this process has no key left for data of threads (pthread_key_create); "
            "another library holds all of them: run it in a process of its own"
        )
    made = Native(compiler.compile_native(_FUNCTIONS, _MODULES, layouts), key.value)
    made.call("reset", None)()
    main = threading.main_thread().ident or 0
    made.call("configure", None, *[ctypes.c_int64] * 3)(default_threads(), key.value, main)
    _watch_forks(made)
    return made


def _layouts() -> dict[str, dict[str, int]]:
    """The offsets of the slots of NumPy's arrays and of fjax's."""
    layout, slots = array_layout(), _slot_offsets()
    if layout is None or slots is None or os.name != "posix":
        raise FjaxRuntimeError(
            "fjax's kernels run on 64-bit POSIX systems, such as Linux, with CPython; got "
            f"{platform.system()} with {platform.python_implementation()}"
        )
    return {"NDArray": layout, "FJaxArray": {"kind": layout["kind"], **slots}}


def _define_externals(modules: Sequence[ModuleType]) -> None:
    """Tell the loader where functions of Python and of the C library are."""
    for name in language.externals(modules):
        library = ctypes.pythonapi if name.startswith("Py") else _c_library()
        loader.define(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0)


@once
def entry_functions() -> dict[str, int]:
    """The native function of a whole jitted call, by name: first calls do without."""
    run = {launches.run: native().functions["run"]}
    _define_externals((calls,))
    return compiler.compile_native((calls.call,), (*_MODULES, calls), _layouts(), run)


@once
def control_flow_module() -> compiler.NativeModule:
    """The native functions that run loops and branches."""
    known = native().functions
    called = {f: known[f.__name__] for f in _CALLED}
    functions = control_flow.run_steps, control_flow.run_kernel, control_flow.run_choice
    return compiler.NativeModule(functions, (*_MODULES, control_flow), {}, called)


def _watch_forks(made: Native) -> None:
    """Have BLAS closed around every fork, and the pool started again in children.

    The C library calls the handlers inside fork(). Python's hooks would be too early: another
    thread may run after them, find BLAS closed, and wait for that with the GIL in its hands.
    """
    handlers = [
        ctypes.c_void_p(made.functions[n]) for n in ("close_blas", "open_blas", "start_child")
    ]
    for name in ("pthread_atfork", "__register_atfork"):  # glibc exports only the second
        if hasattr(_c_library(), name):
            getattr(_c_library(), name)(*handlers, None)
            return
    os.register_at_fork(after_in_child=made.call("start_child", None))


@functools.cache
def _stamp_ring() -> tuple[np.ndarray, np.ndarray]:
    """The words of the ring and its rows. It stays: a launch under way may still write to it."""
    rows = np.empty((STAMPS, len(state.StampRow.words())), np.int64)
    head = np.array(state.StampRing.words(last=STAMPS - 1, rows=rows.ctypes.data), np.int64)
    return head, rows


def record_launches(deep: bool = False) -> Callable[[], np.ndarray]:
    """Note launches from now on: see `Target.record_launches`."""
    head, rows = _stamp_ring()
    head[state.StampRing.index("count")] = 0
    head[state.StampRing.index("deep")] = deep
    set_stamps = native().call("set_stamps", None, ctypes.c_void_p)
    set_stamps(head.ctypes.data)

    def end() -> np.ndarray:
        set_stamps(None)
        count = int(head[state.StampRing.index("count")])
        if count <= STAMPS:
            return rows[:count].copy()
        return np.roll(rows, -(count % STAMPS), axis=0)

    return end


def use_blas(get_threads: int, set_threads: int) -> None:
    """Tell the runner how BLAS's number of threads is read and set; zeros: it cannot be."""
    configure = native().call("configure_blas", None, ctypes.c_int64, ctypes.c_int64)
    configure(get_threads, set_threads)


def _skip_destructors() -> None:
    """At the end of a process some of whose threads still compute: flush streams, and end it.

    Python waits for no daemon thread. The C library then runs what libraries have registered for
    the end: OpenBLAS gives back the memory that a product in another thread works in, and that
    thread takes the process down with SIGSEGV. This comes before all that was registered earlier,
    and leaves the status as it is.
    """
    if len(sys._current_frames()) == 1:
        return
    library = ctypes.CDLL(None)
    if not (hasattr(library, "on_exit") and hasattr(library, "__cxa_atexit")):
        return  # not glibc: nothing else is given the status
    end, flush = (ctypes.cast(f, ctypes.c_void_p) for f in (library._exit, library.fflush))
    library.on_exit(end, None)
    getattr(library, "__cxa_atexit")(flush, None, None)


atexit.register(_skip_destructors)
