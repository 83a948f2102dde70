"""oneDNN, if the extra `[onednn]` is installed: large products, and convolutions.

Its product of float32 matrices packs less than OpenBLAS's where few rows meet a large matrix
(docs/decisions/0015). It brings its own thread pool, OpenMP's, which stays idle: calls come from
fjax's threads, and each call limits OpenMP to its thread. With FJAX_ONEDNN=0 the library is not
used.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from pathlib import Path

import numpy as np

from fjax import variables
from fjax.dataclass import dataclass
from fjax.lowering.cpu import loader
from fjax.lowering.cpu.library import onednn_steps, product_calls
from fjax.lowering.native import language

WORK = 1 << 24  # multiply-adds of one product from which it is worth loading
NAME = "libdnnl.so.3"
PREFIX = "fjax_"  # of its functions' names in native code


def _functions() -> list[str]:
    """The names of those that native code calls."""
    names = language.externals((product_calls, onednn_steps))
    return [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]


@dataclass(frozen=True)
class OneDnn:
    """Addresses of functions by name, and where the library is."""

    functions: dict[str, int]
    path: str


@functools.cache
def find() -> OneDnn | None:
    """The library that the package onednn-cpu-gomp put beside this Python, or None."""
    if not variables.ONEDNN.read():
        return None
    path = Path(sys.prefix, "lib", NAME)
    return _describe(str(path)) if path.is_file() else None


def suits_product(dtype: np.dtype, work: int) -> bool:
    """Whether oneDNN computes a product of `work` multiply-adds."""
    return work >= WORK and dtype == np.float32 and find() is not None


def stamp() -> str:
    """Another text if there is another library, which is not loaded for that."""
    path = os.path.join(sys.prefix, "lib", NAME)
    try:
        found = os.stat(path)
    except OSError:
        return "none"
    return f"{path} {found.st_size} {found.st_mtime_ns}"


def _describe(path: str) -> OneDnn | None:
    """The library's functions; None if it is not one with OpenMP threads, or does not load."""
    try:
        library = ctypes.CDLL(path)
        functions = {
            name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
            for name in _functions()
        }
    except (OSError, AttributeError):
        return None
    return OneDnn(functions, path)


def link() -> None:
    """Let compiled code call the library's functions, as fjax_NAME."""
    found = find()
    assert found is not None
    for function, place in found.functions.items():
        loader.define(PREFIX + function, place)
