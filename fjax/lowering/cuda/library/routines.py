"""Routines of NVIDIA's libraries through CuPy, on buffers as CuPy's arrays of the same memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax.dataclass import dataclass
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.run.launch import Routine

LETTER = {"f": "s", "d": "d", "F": "c", "D": "z"}  # of a dtype, in the names of routines


@dataclass(frozen=True, eq=False)
class LibraryRoutine(Routine):
    """A routine that takes the buffers of its launch."""

    call: Callable[..., None]


def as_cupy(buffer: DeviceBuffer) -> Any:
    """CuPy's array of a buffer's memory, of a dtype that CuPy knows."""
    return cuda.cupy.ndarray(buffer.shape, buffer.dtype, buffer.pointer)


def swapped(x: Any) -> Any:
    """The transposes of CuPy's matrices, as a view."""
    return x.transpose((*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))
