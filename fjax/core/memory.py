"""The memory of devices: what a buffer is, and how elements come to host memory and leave it.

The targets that hold it (`lowering/target.py`) are in a higher layer, and installed here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from fjax.core.device import Device
from fjax.errors import DeviceError


class Buffer(Protocol):
    """Memory of a device, as an array of one shape and dtype.

    NumPy's and CuPy's arrays are buffers. A part, found by an index or as another shape, is a view,
    whose `base` is a buffer that it belongs to.
    """

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def dtype(self) -> np.dtype: ...

    @property
    def base(self) -> Any: ...

    @property
    def flags(self) -> Any:
        """With `c_contiguous`: whether the elements lie in the order of their indices."""

    def reshape(self, shape: Any, /) -> Any: ...

    def copy(self) -> Any:
        """The elements in new memory, in the order of their indices."""

    def __getitem__(self, index: Any, /) -> Any: ...

    def __setitem__(self, index: Any, value: Any, /) -> None:
        """Write there; the value is a buffer of the same device, or a number."""


class Memory(Protocol):
    """The memory of a device."""

    def to_host(self, buffer: Any) -> np.ndarray:
        """The elements in host memory, where they may be already."""

    def from_host(self, array: np.ndarray) -> Any:
        """A buffer of the elements; it may be the array."""

    def wait(self, buffer: Any) -> None:
        """Wait until a buffer is computed."""

    def is_ready(self, buffer: Any) -> bool:
        """Whether a buffer is computed."""

    def export(
        self, buffer: Any, stream: Any, max_version: Any, dl_device: Any, copy: bool | None
    ) -> Any:
        """A DLPack capsule, for what is not in host memory; arguments as for `__dlpack__`."""

    def interface(self, buffer: Any) -> dict[str, Any]:
        """The `__cuda_array_interface__` of memory on a GPU, which others may read from now on."""

    def adopt(self, value: Any, copy: bool) -> Any:
        """A buffer of another library's tensor on the device, which has DLPack or an interface."""

    def address(self, buffer: Any) -> int:
        """Where it begins, in the memory of its device."""


def _no_memory(device: Device) -> Memory:
    """The memory of a device while nothing is installed that runs programs: none."""
    raise DeviceError(f"nothing that holds arrays on {device} is installed")


_memory_of: Callable[[Device], Memory] = _no_memory


def set_memory(function: Callable[[Device], Memory]) -> None:
    """Install the function that gives a device's memory."""
    global _memory_of
    _memory_of = function


def memory_of(device: Device) -> Memory:
    """The memory of a device; DeviceError where there is no access to it."""
    return _memory_of(device)
