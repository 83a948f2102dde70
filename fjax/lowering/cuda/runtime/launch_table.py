"""Launches of kernels as a table that one native call gives to the driver.

A parameter is a word of 64 bits: the address of a buffer, a word of the launch's own table, or the
extent of its parallel loop.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import lazy, memo
from fjax.lowering.cuda import driver
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime import launch_calls
from fjax.lowering.cuda.runtime.launch_calls import GpuLaunchRecord, PutAddress, give_launches

targets = lazy.module("fjax.lowering.targets")

_GIVE = ctypes.CFUNCTYPE(  # without the GIL: the driver waits while its queue is full
    ctypes.c_int64,
    *(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64),
)


class LaunchRefused(Exception):
    """The driver does not take a launch."""

    def __init__(self, status: int, index: int):
        self.status, self.index = status, index


class LaunchTable:
    """The launches of a program, one after another."""

    def __init__(self) -> None:
        self.count = 0
        self._records: list[int] = []
        self._held: list[np.ndarray] = []  # words and places that the records point to

    def add(
        self,
        function: Any,
        grid: int,
        block: int,
        words: Sequence[int],
        places: Sequence[int],
        slots: Sequence[int],
    ) -> int:
        """Which launch this is; the words at `places` are what the slots hold at a call."""
        own = np.array(words, np.int64)
        pairs = zip(places, slots, strict=True)
        put = np.array(
            [w for at, slot in pairs for w in PutAddress.words(at=at, slot=slot)], np.int64
        )
        self._held += [own, put]
        self._records += GpuLaunchRecord.words(
            function=function.ptr,
            grid=grid,
            block=block,
            word_count=len(own),
            contents=own.ctypes.data,
            place_count=len(places),
            places=put.ctypes.data,
        )
        self.count += 1
        return self.count - 1

    def settle(self) -> None:
        """There are no more launches."""
        self._table = np.array(self._records, np.int64)
        self._at = self._table.ctypes.data
        self._driver = driver.launch_kernel() if self.count else 0

    def give(self, first: int, count: int, slots: Any, stream: Any) -> None:
        """Give a number of launches to a stream; `slots` is an array of ctypes' int64.

        Raises LaunchRefused, with the number of the launch that was refused; those after it were
        not given.
        """
        at = self._at + first * GpuLaunchRecord.size
        failed = _give()(self._driver, at, count, slots, stream.ptr)
        if failed:
            raise LaunchRefused(failed & 0xFFFFFFFF, first + (failed >> 32))


@memo.memo(1)
def _give() -> Any:
    """The native function, made when a program is first run."""
    made = targets.named("cpu").native((give_launches,), (launch_calls,))
    return _GIVE(made["give_launches"])


def refusal(error: LaunchRefused) -> Exception:
    """CuPy's error for a launch that the driver refuses."""
    found: Exception = cuda.cupy.cuda.driver.CUDADriverError(error.status)
    return found
