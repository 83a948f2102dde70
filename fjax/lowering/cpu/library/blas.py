"""The BLAS that NumPy carries, and SciPy's: where they are, and how their functions are called."""

from __future__ import annotations

import ctypes
import functools
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from fjax.dataclass import dataclass

PREFIXES = ("scipy_", "")
SUFFIXES = (("64_", 64), ("_64", 64), ("", 32))


@dataclass(frozen=True)
class Blas:
    """Addresses of products by name ("sgemm", "dgemv"), the integer width, and thread control.

    Others are found by `address`.
    """

    products: dict[str, int]
    integer_bits: int
    get_threads: int  # 0 where the library has no such function
    set_threads: int
    path: str
    prefix: str
    suffix: str

    def address(self, name: str) -> int:
        """Where a function such as "dtrsm" (of BLAS, by the C interface) or "dpotrf" (of LAPACK, as
        Fortran calls it) is; 0 if the library has none."""
        library = ctypes.CDLL(self.path)
        of_c = _address(library, f"{self.prefix}cblas_{name}{self.suffix}")
        return of_c or _address(library, f"{self.prefix}{name}_{self.suffix}")


def _carried(package: str) -> Iterator[str]:
    """Paths of the OpenBLAS libraries that a wheel of NumPy or SciPy carries."""
    site = Path(np.__file__).parent.parent
    for folder in (site / f"{package}.libs", site / package / ".dylibs"):
        if folder.is_dir():
            yield from (str(p) for p in sorted(folder.iterdir()) if "openblas" in p.name)


def _candidates() -> Iterator[str]:
    """Paths of libraries that may be NumPy's BLAS, the likeliest first."""
    yield from _carried("numpy")
    if sys.platform == "linux":
        with open("/proc/self/maps") as maps:
            paths = {line.split()[-1] for line in maps if ".so" in line}
        yield from sorted(p for p in paths if any(w in p for w in ("openblas", "blis", "mkl_rt")))


@functools.cache
def find() -> Blas | None:
    """NumPy's BLAS, or None if there is none with a C interface that can be reached."""
    return _first(_candidates())


@functools.cache
def find_scipy() -> Blas | None:
    """The BLAS that SciPy carries beside NumPy's, or None. Loads it."""
    return _first(_carried("scipy"))


def _first(paths: Iterator[str]) -> Blas | None:
    for path in paths:
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        for prefix, (suffix, bits) in itertools.product(PREFIXES, SUFFIXES):
            if hasattr(library, f"{prefix}cblas_sgemm{suffix}"):
                return _describe(library, prefix, suffix, bits, path)
    return None


def _describe(library: ctypes.CDLL, prefix: str, suffix: str, bits: int, path: str) -> Blas:
    products = {
        f"{letter}{stem}": _address(library, f"{prefix}cblas_{letter}{stem}{suffix}")
        for letter in "sdcz"
        for stem in ("gemm", "gemv")
    }
    get, put = (
        _address(library, f"{prefix}openblas_{verb}_num_threads{suffix}") for verb in ("get", "set")
    )
    return Blas(products, bits, get if put else 0, put if get else 0, path, prefix, suffix)


def _address(library: ctypes.CDLL, name: str) -> int:
    function = getattr(library, name, None)
    return 0 if function is None else ctypes.cast(function, ctypes.c_void_p).value or 0
