"""Blocks of memory: private pages of this process, mapped from the system.

Tests use guarded blocks (FJAX_POISON_MEMORY=1). These end at a page without access, and are filled
with NaNs when they are lent and when they come back.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax.core import fresh
from fjax.core.fresh import POISON

HUGE = 1 << 22  # from this size, ask for huge pages
PAGE = mmap.PAGESIZE
MOST_GUARDED = 1 << 14  # guarded blocks at a time: a process may have 65530 mappings
NO_ACCESS = 0


class MemoryBlock:
    """Pages of memory, the type of a window to them, and since when nobody uses them."""

    __slots__ = ("size", "pages", "address", "window_type", "idle_since")
    idle_since: float  # the pool says so when it takes the block back

    def __init__(self, size: int):
        self.size = size
        self.pages = _mapped(size)
        if size >= HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
            self.pages.madvise(mmap.MADV_HUGEPAGE)
        self.window_type = ctypes.c_char * size
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pages))

    def window(self, n: int) -> Any:
        """An object over at least `n` bytes of the block, where an array of `n` bytes begins."""
        return self.window_type.from_address(self.address)

    def returned(self) -> None:
        """Nobody uses the block any more."""


def _mapped(size: int) -> mmap.mmap:
    """New pages. They are private: a child of fork gets copies of what it or its parent changes."""
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if os.name == "posix" else {}
    try:
        return mmap.mmap(-1, size, **private)
    except (OSError, OverflowError) as error:
        raise MemoryError(str(error)) from None


class GuardedBlock(MemoryBlock):
    """A block before a page without access. Arrays end where it does, so may begin anywhere."""

    __slots__ = ()
    count = 0  # of those that live

    def __init__(self, size: int):
        GuardedBlock.count += 1
        super().__init__(size + PAGE)
        self.size = size
        if _protect()(self.address + size, PAGE, NO_ACCESS):
            raise MemoryError("access to a page cannot be refused")
        poison(self.address, size)

    def __del__(self) -> None:
        GuardedBlock.count -= 1

    def window(self, n: int) -> Any:
        """The last bytes of the block; nobody has written to it since it was filled."""
        untouched = (_words(self.address, self.size) == POISON).all()
        assert untouched, "memory was written to after its array had died"
        return (ctypes.c_char * n).from_address(self.address + self.size - n)

    def returned(self) -> None:
        poison(self.address, self.size)


@functools.cache
def _protect() -> Callable[[int, int, int], int]:
    function = ctypes.CDLL(None).mprotect
    function.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return function


def poison(address: int, n: int) -> None:
    """Fill memory, an even number of bytes, with what no result should be."""
    _words(address, n).fill(POISON)


def _words(address: int, n: int) -> np.ndarray:
    memory: Any = (ctypes.c_char * n).from_address(address)
    return np.ndarray((n // 2,), np.uint16, memory)


is_poisoned = os.name == "posix" and fresh.is_poisoned


def new_block(size: int) -> MemoryBlock:
    """A block of at least this size, whole pages; MemoryError if the system gives none."""
    return (
        GuardedBlock(size)
        if is_poisoned and GuardedBlock.count < MOST_GUARDED
        else MemoryBlock(size)
    )


@functools.lru_cache(maxsize=4096)
def block_size(n: int) -> int:
    """The block size that serves `n` bytes: four sizes for each power of two, whole pages."""
    step = PAGE if is_poisoned else max(1 << max(n - 1, 0).bit_length() >> 3, PAGE)
    return -(-n // step) * step
