"""The discrete Fourier transform over the last axes."""

from __future__ import annotations

import enum
import functools
import math
from typing import Any

import numpy as np

from fjax.core import dtypes, fresh, lazy
from fjax.core.avals import ShapedArray
from fjax.core.cannot_end import CannotEnd
from fjax.core.primitive import Primitive, primitive
from fjax.core.relations import AxisRelation, along_leading
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.complex_parts import conj, real
from fjax.primitives.families import like
from fjax.primitives.generators import iota
from fjax.primitives.matrices import same_kind
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Pad
from fjax.primitives.structure import batch_first, linear_jvp

scipy_fft: Any = lazy.module("scipy.fft")
ducc: Any = lazy.module("ducc0.fft")
# Points of one call that NumPy's C functions transform before a call from Python has begun.
SHORT = 1 << 12
LARGE = 1 << 18  # bytes of a result whose pages would be new ones each time
FORTH, BACK = {"forward": True, "inorm": 0}, {"forward": False, "inorm": 2}  # and divide by n


class FftType(enum.IntEnum):
    """Which transform: complex forth and back, real to half a spectrum and back."""

    FFT = 0
    IFFT = 1
    RFFT = 2
    IRFFT = 3


@functools.cache
def _of_scipy() -> Any:
    """The functions behind `scipy.fft`, which takes 0.3 s to load; None if they are elsewhere."""
    found = lazy.extension("scipy.fft._pocketfft.pypocketfft")
    return found if all(hasattr(found, name) for name in ("c2c", "c2r", "r2c")) else None


@primitive
class Fft(Primitive):
    """A transform over the last len(fft_lengths) axes.

    IFFT and IRFFT divide by the number of points. RFFT keeps the first n // 2 + 1 entries of the
    last axis; IRFFT takes them and gives n = fft_lengths[-1] real ones.
    """

    makes_nan = True
    library = True
    fft_type: FftType
    fft_lengths: tuple[int, ...]

    @property
    def rank(self) -> int:
        return len(self.fft_lengths)

    def relation(self, x: ShapedArray) -> AxisRelation:
        return along_leading([x], self.result_type(x), x.ndim - self.rank)

    def result_type(self, x: ShapedArray):
        if self.rank > x.ndim or self.rank == 0:
            raise ShapeError(
                f"FFT input shape {x.shape} must have at least as many input "
                f"dimensions as fft_lengths {self.fft_lengths}, and at least one"
            )
        wants_real = self.fft_type is FftType.RFFT
        fits = x.dtype in (
            (dtypes.float32, dtypes.float64)
            if wants_real
            else (dtypes.complex64, dtypes.complex128)
        )
        if not fits:
            kind = "float32 or float64" if wants_real else "complex64 or complex128"
            raise DtypeError(
                f"{self.fft_type.name} input must be {kind}, got {x.dtype.name} "
                f"({x}); convert with astype"
            )
        *others, last = self.fft_lengths
        half = last // 2 + 1
        found = half if self.fft_type is FftType.IRFFT else last
        if x.shape[x.ndim - self.rank :] != (*others, found):
            which = (
                "all except the last fft_length, got fft_lengths="
                if found != last
                else "fft_lengths "
            )
            raise ShapeError(
                f"{self.fft_type.name} input shape {x.shape} minor dimensions must be "
                f"equal to {which}{self.fft_lengths}, that is {(*others, found)}; pad "
                "or slice"
            )
        lead = x.shape[:-1]
        if self.fft_type is FftType.RFFT:
            return (ShapedArray((*lead, half), dtypes.complex_of(x.dtype)),)
        if self.fft_type is FftType.IRFFT:
            return (ShapedArray((*lead, last), dtypes.real_part(x.dtype)),)
        return (x.strip_weak_type(),)

    def evaluate(self, xp: Any, x: Any):
        axes = tuple(range(x.ndim - self.rank, x.ndim))
        if 0 in self.fft_lengths or x.size == 0:
            dtype = self.result_type(ShapedArray(x.shape, x.dtype))[0]
            return (xp.zeros(dtype.shape, dtype.dtype),)
        if xp is np and not self.is_short(x) and self._is_quicker_by_ducc(x):
            with CannotEnd():
                return (self._by(ducc, x, axes),)
        library = xp.fft
        if xp is np:
            transforms = _of_scipy()
            if transforms is not None:
                with CannotEnd():
                    return (self._by(transforms, x, axes),)
            library = scipy_fft
        name = self.fft_type.name.lower() + "n"
        lengths = {"s": self.fft_lengths} if self.fft_type is FftType.IRFFT else {}
        with CannotEnd():
            return (getattr(library, name)(x, axes=axes, **lengths),)

    def is_short(self, x: ShapedArray | np.ndarray) -> bool:
        """Whether a compiled program transforms it by NumPy's functions, without Python.

        NumPy's and SciPy's have one source, so eager and compiled programs give the same bits.
        Longer transforms are for libraries that use the processor's vectors.
        """
        return 0 < x.size <= SHORT and 0 not in self.fft_lengths and self.rank <= 3

    def _is_quicker_by_ducc(self, x: Any) -> bool:
        """Whether the library of the extra [fft] is there, and quicker than SciPy's.

        SciPy's transforms several rows of complex64 side by side, as quickly.
        """
        if x.dtype == dtypes.complex64 and self.fft_type in (FftType.FFT, FftType.IFFT):
            return x.size == self.fft_lengths[-1] and lazy.is_installed("ducc0")
        return lazy.is_installed("ducc0")

    def _by(self, library: Any, x: Any, axes: tuple[int, ...]) -> Any:
        """The transform by C++ functions that ducc and SciPy have under the same names."""
        (found,) = self.result_type(ShapedArray(x.shape, x.dtype))
        out = fresh.kept(found.shape, found.dtype) if found.nbytes >= LARGE else None
        if self.fft_type is FftType.RFFT:
            return library.r2c(x, axes, out=out, **FORTH)
        if self.fft_type is FftType.IRFFT:
            return library.c2r(x, axes, lastsize=self.fft_lengths[-1], out=out, **BACK)
        return library.c2c(x, axes, out=out, **(FORTH if self.fft_type is FftType.FFT else BACK))

    jvp = linear_jvp

    def transpose(self, cotangents, x):
        c = cotangents[0]
        if self.fft_type is FftType.RFFT:
            return (self._transpose_rfft(c),)
        if self.fft_type is FftType.IRFFT:
            return (self._transpose_irfft(c),)
        return (self(c),)  # the matrix of a transform is symmetric

    def _transpose_rfft(self, c: Any) -> Any:
        """The real part of the transform of the half spectrum, the other half taken as zero."""
        last = self.fft_lengths[-1]
        missing = last - c.shape[-1]
        config = ((0, 0, 0),) * (c.ndim - 1) + ((0, missing, 0),)
        return real(Fft(FftType.FFT, self.fft_lengths)(Pad(config)(c, like(0, c))))

    def _transpose_irfft(self, c: Any) -> Any:
        """The half spectrum, where entries that stand for two conjugate ones count twice."""
        last = self.fft_lengths[-1]
        spectrum = Fft(FftType.RFFT, self.fft_lengths)(c)
        size = math.prod(self.fft_lengths) or 1  # of nothing there is nothing to scale
        scaled = spectrum * like(1 / size, spectrum)
        place = iota(dtypes.int32, scaled.shape, scaled.ndim - 1)
        alone = (place == 0) if last % 2 else (place == 0) | (place == last // 2)
        twice = select_n(alone, like(2, scaled), like(1, scaled))
        return conj(scaled * same_kind(twice, scaled))

    batch = batch_first
