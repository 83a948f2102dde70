"""Memory for arrays: large blocks are kept and used again, because fresh pages are slow.

The base of an array from here is a window, an object that stands for the block. When the last array
over it is gone, so is the window, and the block returns to the pool. Blocks are kept up to a
limit, by default an eighth of the machine's memory (FJAX_POOL_BYTES sets another), and those of
the size used longest ago go first.
"""
from __future__ import annotations

import ctypes
import functools
import math
import mmap
import os
import weakref
from collections import OrderedDict
from typing import Any

import numpy as np

from fjax.locks import process_lock

SMALL = 1 << 16                 # below this, the C library's allocator is as good
HUGE = 1 << 22                  # from this, ask for huge pages
_BYTE = np.dtype(np.uint8)
_ndarray = np.ndarray


class Block:
    """Pages of memory, and the type of a window to them."""

    __slots__ = ("size", "pages", "address", "window_type")

    def __init__(self, size: int):
        self.size = size
        self.pages = mmap.mmap(-1, size)
        if size >= HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
            self.pages.madvise(mmap.MADV_HUGEPAGE)
        self.window_type = ctypes.c_char * size
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pages))


class Pool:
    """Free blocks by size."""

    def __init__(self, limit: int):
        self.limit = limit
        self.kept_bytes = 0
        self.lock = process_lock(reentrant=True)  # an array may die while it is held: reentrant
        self._free: OrderedDict[int, list[Block]] = OrderedDict()

    def take(self, size: int) -> Block:
        """A block of this many bytes."""
        with self.lock:
            blocks = self._free.get(size)
            if blocks:
                self.kept_bytes -= size
                self._free.move_to_end(size)
                return blocks.pop()
        return Block(size)

    def put(self, block: Block) -> None:
        """Keep a block for later, within the limit."""
        size = block.size
        if size > self.limit:
            return
        with self.lock:
            while self.kept_bytes + size > self.limit and self._drop_oldest():
                pass
            self._free.setdefault(size, []).append(block)
            self._free.move_to_end(size)
            self.kept_bytes += size

    def _drop_oldest(self) -> bool:
        for size, blocks in self._free.items():
            if blocks:
                blocks.pop()
                self.kept_bytes -= size
                return True
        return False

    def clear(self) -> None:
        """Give all free blocks back to the system."""
        with self.lock:
            self._free.clear()
            self.kept_bytes = 0


class _Loan(weakref.ref):
    """Watches the window of a block that is lent out."""

    __slots__ = ("block",)
    block: Block


def _limit() -> int:
    given = os.environ.get("FJAX_POOL_BYTES")
    if given:
        return int(given)
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 8
    return 1 << 30


_pool = Pool(_limit())
_loans: dict[int, _Loan] = {}


@functools.lru_cache(maxsize=4096)
def block_size(n: int) -> int:
    """The block size that serves `n` bytes: four sizes for each power of two, whole pages."""
    step = max(1 << max(n - 1, 0).bit_length() >> 3, mmap.PAGESIZE)
    return -(-n // step) * step


def _lend(n: int) -> Any:
    block = _pool.take(block_size(n))
    window = block.window_type.from_address(block.address)
    loan = _Loan(window, _give_back)
    loan.block = block
    _loans[id(loan)] = loan
    return window


def _give_back(loan: _Loan) -> None:
    del _loans[id(loan)]
    _pool.put(loan.block)


def empty(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array with arbitrary contents, like numpy.empty, from a pooled block if it is large."""
    size = math.prod(shape) * dtype.itemsize
    if size < SMALL:
        return np.empty(shape, dtype)
    return _ndarray(shape, dtype, _lend(size))


def take_bytes(n: int) -> np.ndarray:
    """A uint8 array of `n` bytes with arbitrary contents."""
    return empty((n,), _BYTE)


def clear_pool() -> None:
    """Give the memory that fjax keeps for later arrays back to the system.

    >>> fjax.clear_pool()
    """
    _pool.clear()


def kept_bytes() -> int:
    """Bytes of free blocks that are kept for later arrays."""
    return _pool.kept_bytes
