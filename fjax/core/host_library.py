"""How NumPy's and SciPy's own libraries are called outside compiled programs.

BLAS and LAPACK cut their work by the number of their threads, and the cuts change the bits of
results. So large products go to what `fjax/lowering` installs here, which cuts by sizes only and
uses fjax's threads, and other routines run on one thread of the library.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from contextlib import AbstractContextManager

import numpy as np

Product = Callable[[np.ndarray, np.ndarray], np.ndarray]
SingleThreaded = Callable[[bool], AbstractContextManager[None]]

THREADED_WORK = 1 << 16  # multiply-adds of a product from which a BLAS may use threads,
THREADED_ELEMENTS = 1 << 12  # ... and elements of a matrix that meets a vector


def _unlimited(_scipy: bool) -> AbstractContextManager[None]:
    """Without what `fjax/lowering` knows of them, the libraries are left as they are."""
    return contextlib.nullcontext()


_product: Product = np.matmul
_single_threaded: SingleThreaded = _unlimited


def install(product: Product, single_threaded: SingleThreaded) -> None:
    """Set how large products are computed, and what limits the libraries to one thread."""
    global _product, _single_threaded
    _product, _single_threaded = product, single_threaded


def matmul(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """x @ y for matrices or stacks of them, the same bits for any number of threads.

    >>> import numpy as np
    >>> matmul(np.ones((2, 3)), np.ones((3, 2))).tolist()
    [[3.0, 3.0], [3.0, 3.0]]
    """
    work = x.size * y.shape[-1]
    if work < THREADED_ELEMENTS or (work < THREADED_WORK and x.shape[-2] > 1 and y.shape[-1] > 1):
        return np.matmul(x, y)
    return _product(x, y)


def single_threaded(scipy: bool = False) -> AbstractContextManager[None]:
    """A context in which NumPy's library uses one thread, and with `scipy` SciPy's as well."""
    return _single_threaded(scipy)
