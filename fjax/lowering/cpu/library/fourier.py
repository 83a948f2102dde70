"""Short Fourier transforms as launches, without a step in Python, by NumPy's own functions."""

from __future__ import annotations

import ctypes
import functools
import math
from typing import Any

import numpy as np

from fjax.core import dtypes, lazy
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu import loader
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import fourier_calls
from fjax.lowering.run.launch import Launch
from fjax.primitives.fourier import Fft, FftType

pocketfft: Any = lazy.module("numpy.fft._pocketfft_umath")
# The core axes of each ufunc, and its types for float64; those for float32 are alike.
LOOPS = {
    "fft": ("(n),()->(m)", "Dd->D"),
    "ifft": ("(m),()->(n)", "Dd->D"),
    "rfft_n_even": ("(n),()->(m)", "dd->D"),
    "rfft_n_odd": ("(n),()->(m)", "dd->D"),
    "irfft": ("(m),()->(n)", "Dd->d"),
}


class Ufunc(ctypes.Structure):
    """The first fields of NumPy's PyUFuncObject, which its C interface documents."""

    _fields_ = (
        ("head", ctypes.c_char * object.__basicsize__),
        ("nin", ctypes.c_int),
        ("nout", ctypes.c_int),
        ("nargs", ctypes.c_int),
        ("identity", ctypes.c_int),
        ("functions", ctypes.POINTER(ctypes.c_void_p)),
        ("data", ctypes.c_void_p),
        ("ntypes", ctypes.c_int),
    )


def launch(op: Fft, x: ShapedArray, out: ShapedArray) -> Launch | None:
    """A transform as one launch; None for long ones, where the host's libraries are faster."""
    if not op.is_short(x) or not is_available():
        return None
    axes = (1, 1, *op.fft_lengths)[-3:]
    real = np.dtype(dtypes.real_part(x.dtype))
    divisor = math.prod(axes) if op.fft_type in (FftType.IFFT, FftType.IRFFT) else 1
    words = fourier_calls.Transform.words(
        arrays=math.prod(x.shape[: x.ndim - op.rank]),
        rank=op.rank,
        **dict(zip(("first", "second", "last"), axes, strict=True)),
        half=(out if op.fft_type is FftType.RFFT else x).shape[-1],
        factor=_bits(1 / divisor, real),
        one=_bits(1, real),
    )
    work = 8 * max(x.size, out.size) * math.prod(op.fft_lengths).bit_length()
    name = "odd" if op.fft_lengths[-1] % 2 else "even"
    return Launch(_routine(op.fft_type, real.char, name), (0, 1), tuple(words), extent=1, work=work)


def _bits(value: float, real: np.dtype) -> int:
    """A real number as a word of a table."""
    return int.from_bytes(np.array(value, real).tobytes(), "little")


@functools.cache
def is_available() -> bool:
    """Whether this NumPy's transforms are the loops that `fourier_calls` describes."""
    return all(_is_known(getattr(pocketfft, name, None), *told) for name, told in LOOPS.items())


def _is_known(ufunc: np.ufunc | None, signature: str, types: str) -> bool:
    if ufunc is None or ufunc.signature != signature or types not in ufunc.types:
        return False
    found = Ufunc.from_address(id(ufunc))
    counts = found.nin, found.nout, found.nargs, found.ntypes
    return counts == (ufunc.nin, ufunc.nout, ufunc.nargs, ufunc.ntypes)


def _address(name: str, real: str) -> int:
    """The inner loop of a ufunc for factors of a dtype."""
    ufunc = getattr(pocketfft, name)
    which = [types[1] for types in ufunc.types].index(real)
    found: int = Ufunc.from_address(id(ufunc)).functions[which]
    return found


@functools.cache
def _routine(kind: FftType, real: str, parity: str) -> NativeRoutine:
    """The function with the uniform ABI that transforms arrays of one kind."""
    of_real = "irfft" if kind is FftType.IRFFT else f"rfft_n_{parity}"

    def parameters() -> dict[str, Any]:
        names = [f"fjax_numpy_{real}{name}" for name in ("fft", of_real)]
        for symbol, name in zip(names, ("fft", of_real), strict=True):
            loader.define(symbol, _address(name, real))
        return fourier_calls.parameters(np.dtype(real).itemsize, kind.name, *names)

    key, function = f"fourier:{kind.name}:{real}:{parity}", fourier_calls.transform_arrays
    return native_routine(key, function, (fourier_calls,), parameters)
