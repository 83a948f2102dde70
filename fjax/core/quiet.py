"""NumPy with its floating-point warnings off: overflow, NaN and division by zero are values."""

from __future__ import annotations

import contextvars

import numpy as np

# NumPy keeps its error state in a context variable: running in a context in which the warnings are
# off costs 60 ns, against 800 ns for numpy.errstate. Each run has a copy, which costs nearly
# nothing: a context is entered once at a time, and a signal handler or a finalizer that runs in
# the middle of an operation may compute, too.
_warnings_off = contextvars.Context()
_warnings_off.run(np.seterr, all="ignore")

quiet = _warnings_off.copy  # quiet().run(function, *args)


def astype(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """values.astype(dtype): what is beyond the dtype's range becomes infinite without a warning.

    >>> astype(np.array([1e300, 1.0]), np.dtype("float32"))
    array([inf,  1.], dtype=float32)
    """
    return quiet().run(values.astype, dtype)
