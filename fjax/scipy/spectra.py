"""Spectra of signals from overlapping windows (Welch's method), and short-time transforms."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes, lazy
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.operand import Operand
from fjax.errors import FjaxValueError
from fjax.numpy.arguments import index, one_axis, operand
from fjax.primitives.promotion import promote_inexact
from fjax.scipy.filtering import detrend as remove_trend

_windows = lazy.module("scipy.signal")
# Sums of these times cos(k t). Windows that nearly all users take are made without SciPy's signal
# package, whose import takes as long as hundreds of transforms.
COSINES = {
    "boxcar": (1.0,),
    "hann": (0.5, 0.5),
    "hamming": (0.54, 1.0 - 0.54),
    "blackman": (0.42, 0.50, 0.08),
}


def _window(name: Any, length: int) -> np.ndarray:
    """The periodic window that `scipy.signal.get_window` gives, to the bit."""
    if name not in COSINES:
        return _windows.get_window(name, length)
    if length == 1:
        return np.ones(1)
    angles = np.linspace(-np.pi, np.pi, length + 1)[:-1]
    terms = [a * np.cos(k * angles) for k, a in enumerate(COSINES[name])]
    return np.sum(terms, axis=0)


class _Segments(NamedTuple):
    """How a signal is cut: the window, its length, the overlap, the length of the transform."""

    window: Any
    length: int
    overlap: int
    transform: int

    @property
    def step(self) -> int:
        return self.length - self.overlap


def _segments(
    name: str,
    window: Any,
    nperseg: int | None,
    noverlap: int | None,
    nfft: int | None,
    signal_length: int,
    dtype: Any,
) -> _Segments:
    if isinstance(window, (str, tuple)):
        length = signal_length if nperseg is None else index(name, "nperseg", nperseg)
        if length < 1:
            raise FjaxValueError(f"{name}: nperseg must be a positive integer, got {length}")
        if length > signal_length:
            warnings.warn(
                f"nperseg={length} is greater than input_length={signal_length}, using "
                f"nperseg={signal_length}",
                stacklevel=4,
            )
            length = signal_length
        values = jnp.asarray(_window(window, length), dtype)
    else:
        values = jnp.asarray(window)
        if values.ndim != 1:
            raise FjaxValueError(f"{name}: window must be 1-D, got {values.aval}")
        length = values.shape[0]
        if length > signal_length:
            raise FjaxValueError(
                f"{name}: window is longer than input signal: {length} > {signal_length}"
            )
        if nperseg not in (None, length):
            raise FjaxValueError(
                f"{name}: value specified for nperseg, {nperseg}, is different "
                f"from length of window, {length}"
            )
    overlap = length // 2 if noverlap is None else index(name, "noverlap", noverlap)
    transform = length if nfft is None else index(name, "nfft", nfft)
    if transform < length:
        raise FjaxValueError(f"{name}: nfft must be greater than or equal to nperseg.")
    if overlap >= length:
        raise FjaxValueError(f"{name}: noverlap must be less than nperseg.")
    return _Segments(values, length, overlap, transform)


def _extended(x: Any, n: int, boundary: str | None) -> Any:
    """x with n more elements at both ends of the last axis."""
    width = [(0, 0)] * (x.ndim - 1) + [(n, n)]
    if boundary is None or n == 0:
        return x
    if boundary == "odd":
        inside = jnp.pad(x, width, "reflect")
        edge = jnp.pad(x, width, "edge")
        index = jnp.arange(inside.shape[-1])
        outside = (index < n) | (index >= n + x.shape[-1])
        return jnp.where(outside, 2 * edge - inside, inside)
    modes = {"even": "reflect", "constant": "edge", "zeros": "constant"}
    if boundary not in modes:
        raise FjaxValueError(
            f"Unknown boundary option '{boundary}', must be one of: "
            "['even', 'odd', 'constant', 'zeros', None]"
        )
    return jnp.pad(x, width, modes[boundary])


def _trend(kind: Any) -> Callable[[Any], Any]:
    if callable(kind):
        return kind
    if isinstance(kind, str):
        return lambda rows: remove_trend(rows, axis=-1, type=kind)
    if not kind:
        return lambda rows: rows
    raise FjaxValueError(f"Unsupported detrend type: {kind}")


def _windowed(rows: Any, window: Any) -> Any:
    """Rows (the last axis) times a window, in the dtype that holds both."""
    common = dtypes.join(rows.dtype, window.dtype)
    window = window.astype(common).reshape((1,) * (rows.ndim - 1) + window.shape)
    return rows.astype(common) * window


def _transformed(x: Any, cut: _Segments, trend: Callable[..., Any], one_sided: bool) -> Any:
    """The transforms of all windows of x, of shape (..., window, frequency)."""
    count = (x.shape[-1] - cut.overlap) // cut.step
    index = np.arange(count)[:, None] * cut.step + np.arange(cut.length)
    rows = _windowed(trend(jnp.take(x, index, axis=-1)), cut.window)
    transform = jnp.fft.rfft if one_sided else jnp.fft.fft
    return transform(rows, n=cut.transform)


def _scale(window: Any, fs: Any, scaling: str) -> Any:
    if scaling == "density":
        return 1 / (fs * jnp.sum(window * window))
    if scaling == "spectrum":
        return 1 / jnp.sum(window) ** 2
    raise FjaxValueError(f"Unknown scaling: {scaling!r}; there are: 'density', 'spectrum'")


def _scaled(spectrum: Any, factor: Any) -> Any:
    return spectrum * jnp.asarray(factor).astype(dtypes.real_part(spectrum.dtype)).astype(
        spectrum.dtype
    )


def _frequencies(fs: Any, n: int, one_sided: bool, dtype: Any) -> Any:
    make = jnp.fft.rfftfreq if one_sided else jnp.fft.fftfreq
    return make(n, 1 / fs).astype(dtype)


def _nothing(signals: list[Any], axis: int) -> Any:
    """The spectrum of empty signals, as SciPy has it: as many zeros as there are samples."""
    rows = [jnp.moveaxis(s, axis, -1).shape for s in signals]
    batch = jnp.broadcast_shapes(*(shape[:-1] for shape in rows))
    samples = min(shape[-1] for shape in rows)
    zeros = jnp.zeros((*batch, samples), dtypes.real_part(signals[0].dtype))
    return jnp.moveaxis(zeros, -1, axis)


def _one_sided(wanted: bool, *signals: Any) -> bool:
    if not wanted or not any(dtypes.is_complex(s.dtype) for s in signals):
        return wanted
    warnings.warn("Input data is complex, switching to return_onesided=False", stacklevel=4)
    return False


def stft(
    x: ArrayLike,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: int = 256,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = False,
    return_onesided: bool = True,
    boundary: str | None = "zeros",
    padded: bool = True,
    axis: int = -1,
) -> tuple[Array, Array, Array]:
    """The short-time Fourier transform: (frequencies, times, transform).

    The transform has the frequencies in place of `axis` and the times last. fs: sampling rate.
    window: a name or tuple for scipy.signal.get_window, or an array. nperseg, noverlap: the length
    of windows and their overlap (half by default). boundary: how the ends are extended.

    >>> frequencies, times, z = fjax.scipy.signal.stft(jnp.arange(8.0), nperseg=4)
    >>> z.shape
    (3, 5)
    """
    (x,) = promote_inexact("stft", operand("stft", x))
    axis = one_axis("stft", axis, x.ndim)
    if x.size == 0:
        nothing = _nothing([x], axis)
        return nothing, nothing, nothing
    rows = jnp.moveaxis(x, axis, -1)
    cut = _segments("stft", window, nperseg, noverlap, nfft, rows.shape[-1], x.dtype)
    rows = _extended(rows, cut.length // 2, boundary)
    if padded:
        missing = -(rows.shape[-1] - cut.length) % cut.step % cut.length
        rows = jnp.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, missing)])
    one_sided = _one_sided(return_onesided, x)
    found = _transformed(rows, cut, _trend(detrend), one_sided)
    found = _scaled(found, jnp.sqrt(_scale(cut.window, fs, "spectrum")))
    real = dtypes.real_part(found.dtype)
    times = (jnp.arange(found.shape[-2], dtype=real) * cut.step + cut.length / 2) / fs
    if boundary is not None:
        times = times - cut.length / 2 / fs
    found = jnp.moveaxis(jnp.swapaxes(found, -1, -2), -2, axis)
    return _frequencies(fs, cut.transform, one_sided, real), times, found


def csd(
    x: ArrayLike,
    y: ArrayLike | None,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    average: str = "mean",
) -> tuple[Array, Array]:
    """The cross power spectral density of two signals: (frequencies, density).

    scaling: 'density' (per unit of frequency) or 'spectrum'. average: 'mean' or 'median' over the
    windows. With y None, the power spectrum of x.

    >>> frequencies, density = fjax.scipy.signal.csd(jnp.ones(8), jnp.ones(8), nperseg=8)
    >>> density.shape
    (5,)
    """
    signals = [operand("csd", x)] if y is None else [operand("csd", x), operand("csd", y, 1)]
    signals = promote_inexact("csd", *signals)
    if any(s.size == 0 for s in signals):
        nothing = _nothing(signals, axis)
        return nothing, nothing
    signals = [jnp.moveaxis(s, axis, -1) for s in signals]
    longest = max(s.shape[-1] for s in signals)
    signals = [jnp.pad(s, [(0, 0)] * (s.ndim - 1) + [(0, longest - s.shape[-1])]) for s in signals]
    cut = _segments("csd", window, nperseg, noverlap, nfft, longest, signals[0].dtype)
    one_sided = _one_sided(return_onesided, *signals)
    spectra = [_transformed(s, cut, _trend(detrend), one_sided) for s in signals]
    power = _scaled(jnp.conj(spectra[0]) * spectra[-1], _scale(cut.window, fs, scaling))
    if y is None:
        power = power.real
    if one_sided:
        power = power.at[..., 1 : None if cut.transform % 2 else -1].multiply(2)
    power = jnp.moveaxis(_average(power, average), -1, axis)
    return _frequencies(fs, cut.transform, one_sided, dtypes.real_part(power.dtype)), power


def _average(power: Any, how: str) -> Any:
    """The average over windows (the axis before the last)."""
    if how == "mean":
        return jnp.mean(power, axis=-2)
    if how != "median":
        raise FjaxValueError(f'average must be "median" or "mean", got {how}')
    n = power.shape[-2]
    bias = 1 + sum(1 / (k + 1) - 1 / k for k in range(2, n, 2))
    if dtypes.is_complex(power.dtype):
        return lax.complex(jnp.median(power.real, axis=-2), jnp.median(power.imag, axis=-2)) / bias
    return jnp.median(power, axis=-2) / bias


def welch(
    x: ArrayLike,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    average: str = "mean",
) -> tuple[Array, Array]:
    """The power spectral density of a signal: (frequencies, density). See `csd`.

    >>> x = jnp.sin(jnp.pi / 2 * jnp.arange(32))
    >>> frequencies, density = fjax.scipy.signal.welch(x, nperseg=8)
    >>> frequencies[jnp.argmax(density)]
    Array(0.25, dtype=float64)
    """
    return csd(
        x,
        None,
        fs,
        window,
        nperseg,
        noverlap,
        nfft,
        detrend,
        return_onesided,
        scaling,
        axis,
        average,
    )


def istft(
    Zxx: Any,
    fs: Any = 1.0,
    window: Any = "hann",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    input_onesided: bool = True,
    boundary: bool = True,
    time_axis: int = -1,
    freq_axis: int = -2,
) -> tuple[Array, Array]:
    """The inverse of `stft`: (times, signal).

    The samples are where the times were. The times count along the first axis of the signal, as
    SciPy has it: with axes of a batch before the samples, use arange(samples) / fs.

    >>> _, _, z = fjax.scipy.signal.stft(jnp.arange(8.0), nperseg=4)
    >>> times, x = fjax.scipy.signal.istft(z, nperseg=4)
    >>> x.round(6) + 0.0
    Array([0., 1., 2., 3., 4., 5., 6., 7.], dtype=float64)
    """
    spectrum = operand("istft", Zxx)
    if spectrum.ndim < 2:
        raise FjaxValueError(f"istft: Input stft must be at least 2d, got {spectrum.aval}")
    axes = [one_axis("istft", a, spectrum.ndim) for a in (time_axis, freq_axis)]
    if axes[0] == axes[1]:
        raise FjaxValueError("istft: Must specify differing time and frequency axes!")
    (spectrum,) = promote_inexact("istft", spectrum)
    spectrum = jnp.moveaxis(spectrum.astype(dtypes.complex_of(spectrum.dtype)), axes, (-2, -1))
    default = 2 * (spectrum.shape[-1] - 1) if input_onesided else spectrum.shape[-1]
    length = default if nperseg is None else index("istft", "nperseg", nperseg)
    if nfft is None:
        nfft = default + 1 if input_onesided and length == default + 1 else default
    real = dtypes.real_part(spectrum.dtype)
    if not isinstance(window, (str, tuple, np.ndarray, Operand)):
        window = jnp.asarray(window)
    cut = _segments("istft", window, length, noverlap, nfft, length, real)
    inverse = jnp.fft.irfft if input_onesided else jnp.fft.ifft
    rows = inverse(spectrum, n=cut.transform)[..., : cut.length]
    rows = _windowed(rows, cut.window * jnp.sum(cut.window))
    signal = _overlap_add(rows, cut.step)
    weights = jnp.broadcast_to(cut.window**2, (spectrum.shape[-2], cut.length))
    norm = _overlap_add(weights, cut.step)
    if boundary:
        edge = slice(cut.length // 2, signal.shape[-1] - cut.length // 2)
        signal, norm = signal[..., edge], norm[edge]
    signal = _windowed(signal, 1 / jnp.where(norm > 1e-10, norm, 1))
    time, frequency = axes
    if time != spectrum.ndim - 1:
        signal = jnp.moveaxis(signal, -1, time - (frequency < time))
    return jnp.arange(signal.shape[0], dtype=real) / fs, signal


def _overlap_add(rows: Any, step: int) -> Any:
    """Rows (..., k, n) added up, each `step` after the one before."""
    count, length = rows.shape[-2:]
    parts = math.ceil(length / step)
    padded = jnp.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, parts * step - length)])
    pieces = padded.reshape(*rows.shape[:-1], parts, step)
    total = jnp.zeros((*rows.shape[:-2], count + parts - 1, step), rows.dtype)
    for part in range(parts):
        total = total.at[..., part : part + count, :].add(pieces[..., part, :])
    return total.reshape(*rows.shape[:-2], -1)[..., : step * (count - 1) + length]
