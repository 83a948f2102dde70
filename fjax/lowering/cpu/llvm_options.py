"""LLVM's options while fjax generates code. They are the process's, so Numba has the usual ones.

To set them takes a tenth of a millisecond or more. So they stay until somebody else takes
llvmlite's lock, which every use of LLVM begins with.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterator

from fjax.core import lazy
from fjax.locks import process_lock

llvm = lazy.module("llvmlite.binding")

# Each option as it is here, and as it is otherwise: without passes that take half of the time.
# Kernels gain nothing by them: their loops are vectors with their addresses.
FEWER_PASSES = (
    ("--disable-lsr=1", "--disable-lsr=0"),  # strength reduction of loops: 40 % of the time
    ("--disable-cgp=1", "--disable-cgp=0"),  # moves addresses to their uses
    ("--disable-machine-sink=1", "--disable-machine-sink=0"),
    ("--disable-tail-duplicate=1", "--disable-tail-duplicate=0"),
    ("--enable-misched=0", "--enable-misched=1"),  # instructions stay as they are written
    ("--disable-machine-cse=1", "--disable-machine-cse=0"),  # values are written once
    ("--disable-copyprop=1", "--disable-copyprop=0"),
    # It moves constants out of loops, more than there are registers; they are operands in memory.
    ("--disable-machine-licm=1", "--disable-machine-licm=0"),
    ("--disable-postra-machine-licm=1", "--disable-postra-machine-licm=0"),
    ("--disable-ssc=1", "--disable-ssc=0"),  # shares places on the stack
)
FILE = "fjax-llvm-options"

_users = 0  # threads that generate code by few passes
_are_few: bool | None = False  # whether these options are set; None while they change
_table = process_lock()


@contextlib.contextmanager
def fewer_passes() -> Iterator[None]:
    """A time in which LLVM generates code by few passes."""
    _listen()
    _count_users(1)
    try:
        if not _are_few:
            llvm.get_global_context()  # takes the lock
        yield
    finally:
        _count_users(-1)


def _count_users(more: int) -> None:
    global _users
    with _table:
        _users += more


@functools.cache
def _listen() -> None:
    llvm.ffi.register_lock_callback(_choose, lambda: None)


def _choose() -> None:
    """Set the options that are wanted now. The thread has llvmlite's lock, perhaps once more."""
    global _are_few
    if _are_few is None or _are_few is (_users > 0):
        return
    are_few, _are_few = _are_few, None
    wanted = _users > 0  # read after that: who comes later waits for the lock
    try:
        _set_options(tuple(here if wanted else usual for here, usual in FEWER_PASSES))
        are_few = wanted
    finally:
        _are_few = are_few


def _set_options(options: tuple[str, ...]) -> None:
    """Set options, all of a file in one call: LLVM looks at each option that it has in a call."""
    file = _file_of(options)
    # LLVM ends a process that names no file, and a program may have closed all of its files.
    if file is not None and _is_there(*file):
        llvm.set_option("", f"@/proc/self/fd/{file[0]}")
        return
    for option in options:
        llvm.set_option("", option)


@functools.cache
def _file_of(options: tuple[str, ...]) -> tuple[int, os.stat_result] | None:
    """A file in memory with an option a line, and what it is; None if there are no such files."""
    if not hasattr(os, "memfd_create"):
        return None
    file = os.memfd_create(FILE)
    os.write(file, "\n".join(options).encode())
    return file, os.fstat(file)


def _is_there(file: int, what: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(file), what)
    except OSError:
        return False
