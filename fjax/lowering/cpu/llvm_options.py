"""LLVM's options while fjax generates code. They are the process's, so Numba has the usual ones."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterator

from fjax.core import lazy

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


@contextlib.contextmanager
def fewer_passes() -> Iterator[None]:
    """A time in which LLVM generates code by few passes."""
    pairs = FEWER_PASSES
    _set_options(tuple(here for here, _ in pairs))
    try:
        yield
    finally:
        _set_options(tuple(usual for _, usual in pairs))


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
