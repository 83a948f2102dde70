"""Convolution, correlation and spectra of signals."""

from fjax import absent
from fjax.scipy.filtering import convolve, convolve2d, correlate, correlate2d, detrend, fftconvolve
from fjax.scipy.spectra import csd, istft, stft, welch

__all__ = [
    "convolve",
    "convolve2d",
    "correlate",
    "correlate2d",
    "csd",
    "detrend",
    "fftconvolve",
    "istft",
    "stft",
    "welch",
]

absent.answer_for(__name__)
