"""Threads, and the native functions that launch kernels.

The number of threads is, in this order: `with threads(n)` in the calling thread, the environment
variable FJAX_NUM_THREADS, the processors that this process may use (affinity and cgroup quota).
"""

from __future__ import annotations

import ctypes
import functools
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from fjax import variables
from fjax.core import lazy
from fjax.core.array import Array
from fjax.locks import once
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.runtime import entry_text, program_text, repeat_text, thread_pool

llvm = lazy.module("llvmlite.binding")

MOST_THREADS = 255
_own = threading.local()


@dataclass(frozen=True)
class Native:
    """Native entry points, by name, and the layout that they were made for."""

    functions: dict[str, int]
    data_offset: int
    key: int

    def call(self, name: str, result: type | None, *types: type) -> Callable:
        """A Python callable of an entry point; the GIL is released while it runs."""
        return ctypes.CFUNCTYPE(result, *types)(self.functions[name])

    def call_with_errors(self, name: str, result: type | None, *types: type) -> Callable:
        """The same of one that frees the GIL itself, and may leave a Python exception behind."""
        return ctypes.PYFUNCTYPE(result, *types)(self.functions[name])


@functools.cache
def default_threads() -> int:
    """The number of threads where `threads` sets none."""
    return min(variables.NUM_THREADS.read() or processor.host().machine.here.cores, MOST_THREADS)


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
    entry = native()
    if entry is not None:
        _c_library().pthread_setspecific(_key_type()(entry.key), ctypes.c_void_p(count or None))


def _key_type() -> type:
    return ctypes.c_ulong if sys.platform == "darwin" else ctypes.c_uint


@functools.cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


@functools.cache
def array_layout() -> tuple[int, int] | None:
    """Byte offsets of an array object's data pointer and type; None if they cannot be told."""
    if platform.python_implementation() != "CPython" or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    samples = [np.empty(n, np.uint8) for n in (1, 100, 5000)]
    words = [(ctypes.c_uint64 * 8).from_address(id(a)) for a in samples]
    data = [
        k
        for k in range(8)
        if all(w[k] == a.ctypes.data for w, a in zip(words, samples, strict=True))
    ]
    kind = [k for k in range(8) if all(w[k] == id(np.ndarray) for w in words)]
    if len(data) != 1 or len(kind) != 1:
        return None
    return data[0] * 8, kind[0] * 8


def _flags_offset() -> int | None:
    """The byte offset of an ndarray's flags; None if it cannot be told."""
    samples = [np.empty(4), np.empty((3, 4)), np.empty((3, 4)).T, np.empty((3, 4))[:, ::2]]
    words = [(ctypes.c_int32 * 24).from_address(id(a)) for a in samples]
    found = [
        k
        for k in range(24)
        if all(w[k] == a.flags.num for w, a in zip(words, samples, strict=True))
    ]
    return 4 * found[0] if len(found) == 1 else None


def _slot_offsets() -> dict[str, int] | None:
    """The byte offsets of an Array's slots; None if they cannot be told."""
    marks = {name: object() for name in ("buffer", "aval", "placement")}
    sample = Array(**marks)  # type: ignore[arg-type]
    words = list((ctypes.c_uint64 * (Array.__basicsize__ // 8)).from_address(id(sample)))
    if any(words.count(id(mark)) != 1 for mark in marks.values()):
        return None
    return {name: 8 * words.index(id(mark)) for name, mark in marks.items()}


@once
def native() -> Native | None:
    """The native entry points; None where this platform needs the portable launcher."""
    layout = array_layout()
    if layout is None or os.name != "posix" or variables.CPU_LAUNCHER.read() == "portable":
        return None
    library = _c_library()
    for name in (*thread_pool.SYMBOLS, *program_text.C_SYMBOLS):
        llvm.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)
    for name in (*program_text.PYTHON_SYMBOLS, *entry_text.PYTHON_SYMBOLS):
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    key = _key_type()()
    if library.pthread_key_create(ctypes.byref(key), None) != 0:
        return None
    text = (
        thread_pool.pool_text(processor.host().triple)
        + program_text.run_text(*layout, 8 * ctypes.sizeof(key))
        + program_text.with_words(repeat_text.REPEAT_TEXT)
    )
    exports = program_text.EXPORTS + repeat_text.EXPORTS
    flags, slots = _flags_offset(), _slot_offsets()
    if flags is not None and slots is not None:
        exports += entry_text.EXPORTS
        text += entry_text.entry_text(*layout, flags, slots)
    made = Native(compiler.compile_text(exports, text), layout[0], key.value)
    made.call("reset", None)()
    main = threading.main_thread().ident or 0
    made.call("configure", None, *[ctypes.c_int64] * 3)(default_threads(), key.value, main)
    _watch_forks(made)
    return made


def _watch_forks(made: Native) -> None:
    """Have BLAS closed around every fork, and the pool started anew in children.

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


def use_blas(get_threads: int, set_threads: int) -> None:
    """Tell the runner how BLAS's number of threads is read and set; zeros: it cannot be."""
    entry = native()
    if entry is not None:
        entry.call("configure_blas", None, ctypes.c_int64, ctypes.c_int64)(get_threads, set_threads)


_LAUNCH = (ctypes.c_void_p,) * 3 + (ctypes.c_int64,) * 5


@functools.cache
def launcher() -> Callable[[int, int, int, int, int, int, int, bool], object]:
    """launch(function, buffers, table, extent, grain, threads, chunks a thread, whether it calls
    BLAS): run a kernel. What a signal's handler raises meanwhile leaves the launch."""
    entry = native()
    if entry is None:
        return _portable_launch
    return entry.call_with_errors("launch", ctypes.c_int64, *_LAUNCH)


@functools.cache
def _kernel_type() -> type:
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


def _portable_launch(
    function: int,
    buffers: int,
    table: int,
    extent: int,
    grain: int,
    count: int,
    _parts: int,
    _blas: bool = False,
) -> None:
    """Python threads; the GIL is free while kernels run. An interrupt waits for all of them."""
    kernel = _kernel_type()(function)
    blocks = -(-extent // grain)
    parts = min(blocks, count)
    if parts <= 1:
        kernel(buffers, table, 0, extent)
        return
    bounds = [min(blocks * k // parts * grain, extent) for k in range(parts + 1)]
    workers = [
        threading.Thread(target=kernel, args=(buffers, table, lo, hi))
        for lo, hi in zip(bounds[1:-1], bounds[2:], strict=True)
    ]
    try:
        for worker in workers:
            worker.start()
        kernel(buffers, table, bounds[0], bounds[1])
    finally:
        _join(workers)


def _join(workers: Sequence[threading.Thread]) -> None:
    """Wait for threads that write to our memory, whatever comes in between."""
    interrupt = None
    for worker in workers:
        while worker.is_alive():
            try:
                worker.join()
            except KeyboardInterrupt as error:
                interrupt = error
    if interrupt is not None:
        raise interrupt
