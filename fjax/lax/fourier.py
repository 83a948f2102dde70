"""The discrete Fourier transform."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.tracing import aval_of
from fjax.errors import FjaxValueError
from fjax.lax.axes import array_of
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.fourier import Fft, FftType

fft_p = Fft  # JAX's name, for comparisons with an equation's primitive


def fft(x: ArrayLike, fft_type: FftType | str, fft_lengths: Sequence[int]) -> Array:
    """The Fourier transform over the last len(fft_lengths) axes.

    Args:
      x: array of a complex dtype (of a float dtype for RFFT); others are converted.
      fft_type: an FftType or its name: "FFT", "IFFT", "RFFT" or "IRFFT".
      fft_lengths: the lengths of the transformed axes (of the real ones for RFFT and IRFFT).

    Returns an array of the same shape, except for the last axis of RFFT (n // 2 + 1) and IRFFT (n).

    >>> import numpy as np
    >>> fft(np.array([1.0, 0.0, 0.0, 0.0]), "RFFT", (4,)).tolist()
    [(1+0j), (1+0j), (1+0j)]
    """
    if isinstance(fft_type, str):
        if fft_type.upper() not in FftType.__members__:
            raise FjaxValueError(f"fft: {fft_type!r} is none of {', '.join(FftType.__members__)}")
        kind = FftType[fft_type.upper()]
    else:
        kind = FftType(fft_type)
    dtype = aval_of(x).dtype
    if kind is FftType.RFFT:
        if dtypes.is_complex(dtype):
            raise FjaxValueError(f"fft: RFFT takes real operands, got {aval_of(x)}; use FFT")
        wanted = dtypes.float64 if dtypes.to_inexact(dtype) == dtypes.float64 else dtypes.float32
    else:
        wanted = dtypes.complex_of(dtypes.to_inexact(dtype))
    lengths = tuple(operator.index(n) for n in fft_lengths)
    if not lengths:
        return array_of(x)
    return Fft(kind, lengths)(convert_element_type(x, wanted))
