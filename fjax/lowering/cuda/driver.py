"""What running on a GPU needs of the machine: NVIDIA's driver, a device, CuPy."""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from typing import Any

OLDEST = 12000  # the oldest version of CUDA that a driver must support: 12.0
_NO_DEVICE = 100  # CUDA_ERROR_NO_DEVICE


def library() -> Any:
    """The driver's library; OSError if it cannot be loaded."""
    return ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")


def launch_kernel() -> int:
    """The address of the driver's cuLaunchKernel."""
    return ctypes.cast(library().cuLaunchKernel, ctypes.c_void_p).value or 0


def has_cupy() -> bool:
    """Whether CuPy is installed; it is not imported, which takes a third of a second."""
    return importlib.util.find_spec("cupy") is not None


def missing(
    library: Callable[[], Any] = library, has_cupy: Callable[[], bool] = has_cupy
) -> str | None:
    """What this machine lacks to run on a GPU, and the remedy; None if it has everything.

    library: loads the driver. has_cupy: whether CuPy is there. Both are given by tests.
    """
    try:
        driver = library()
    except OSError as error:
        return (
            f"there is no NVIDIA driver ({error}); on a machine with an NVIDIA GPU install the "
            "driver, version 525 or later"
        )
    version = ctypes.c_int(0)
    driver.cuDriverGetVersion(ctypes.byref(version))
    if version.value < OLDEST:
        return (
            f"the NVIDIA driver is too old: it supports CUDA {_text(version.value)}, and "
            f"{_text(OLDEST)} is needed; install version 525 or later"
        )
    status = driver.cuInit(0)
    if status == _NO_DEVICE:
        return (
            "the NVIDIA driver finds no GPU; see what `nvidia-smi` lists, and whether "
            "CUDA_VISIBLE_DEVICES hides it"
        )
    if status:
        return f"the NVIDIA driver does not start (cuInit gives {status}); see `nvidia-smi`"
    if not has_cupy():
        package = "cupy-cuda13x" if version.value >= 13000 else "cupy-cuda12x"
        return f"CuPy is not installed; pip install {package}"
    return None


def _text(version: int) -> str:
    """A version as people write it: 12040 is 12.4."""
    return f"{version // 1000}.{version % 1000 // 10}"
