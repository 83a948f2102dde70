"""Discrete Fourier transforms with NumPy's names and normalisations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import absent, errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes, DTypeLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import index, one_axis, operand, several_axes, user_dtype
from fjax.numpy.shaping import moveaxis, roll
from fjax.numpy.values import asarray
from fjax.primitives import operators
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.fourier import Fft, FftType
from fjax.primitives.matrices import conjugated
from fjax.primitives.shaping import Pad

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

_NORMS = (None, "backward", "ortho", "forward")


def _transform(name: str, kind: FftType, a: Any, s: Any, axes: Any, norm: Any) -> Any:
    """The transform over axes, which are padded or cut to the lengths s."""
    a = operand(name, a)
    if norm not in _NORMS:
        raise errors.FjaxValueError(
            f'{name}: norm must be one of None, "backward", "ortho", "forward", got {norm!r}'
        )
    places, lengths = _lengths(name, kind, a, s, axes)
    if any(n < (0 if s is None else 1) for n in lengths):
        raise errors.FjaxValueError(
            f"{name}: lengths of transformed axes must be at least 1, got {lengths} for {a.aval}"
        )
    if not places:
        return a
    rank = a.aval.ndim
    last = tuple(range(rank - len(places), rank))
    x = _in_dtype(name, kind, moveaxis(a, places, last))
    wanted = list(lengths)
    if kind is FftType.IRFFT:
        wanted[-1] = lengths[-1] // 2 + 1
    x = _fitted(x, wanted)
    out = _scaled(Fft(kind, tuple(lengths))(x), kind, lengths, norm)
    return moveaxis(out, last, places)


def _lengths(
    name: str, kind: FftType, a: Any, s: Any, axes: Any
) -> tuple[tuple[Any, ...], list[int]]:
    """The transformed axes and their lengths (of the real array for the half-spectrum kinds)."""
    rank = a.aval.ndim
    if s is not None and axes is None:
        axes = tuple(range(rank - len(s), rank))
    if axes is not None and len(set(axes)) != len(axes):
        raise errors.FjaxValueError(
            f"jax.numpy.fft.{name} does not support repeated axes. Got axes {axes}."
        )
    places = several_axes(name, None if axes is None else tuple(axes), rank)
    if s is not None:
        if len(s) != len(places):
            raise errors.FjaxValueError(
                f"{name}: shape requires s and axes of one length, got {s} and {axes}"
            )
        given = [index(name, "s", n) if n is not None else -1 for n in s]
    else:
        given = [-1] * len(places)
    lengths = [a.aval.shape[p] if n == -1 else n for p, n in zip(places, given, strict=True)]
    if kind is FftType.IRFFT and places and given[-1] == -1:
        lengths[-1] = 2 * (a.aval.shape[places[-1]] - 1)
    return places, lengths


def _in_dtype(name: str, kind: FftType, x: Any) -> Any:
    """The operand in a dtype that the transform takes."""
    dtype = x.aval.dtype
    if kind is FftType.RFFT and dtypes.is_complex(dtype):
        raise errors.FjaxValueError(
            f"{name} requires real inputs, got {x.aval}; take the real part or use fft"
        )
    dtype = dtypes.to_inexact(dtype)
    if kind is not FftType.RFFT:
        return convert_element_type(x, dtypes.complex_of(dtype))
    return convert_element_type(x, dtypes.float64 if dtype == dtypes.float64 else dtypes.float32)


def _fitted(x: Any, lengths: Sequence[int]) -> Any:
    """The last axes cut or padded with zeros to these lengths."""
    shape = x.aval.shape
    first = len(shape) - len(lengths)
    if shape[first:] == tuple(lengths):
        return x
    config = ((0, 0, 0),) * first + tuple(
        (0, n - m, 0) for m, n in zip(shape[first:], lengths, strict=True)
    )
    return Pad(config)(x, like(0, x))


def _scaled(x: Any, kind: FftType, lengths: Sequence[int], norm: Any) -> Any:
    """The result under another normalisation than "backward", which divides on the way back."""
    if norm in (None, "backward"):
        return x
    points = max(math.prod(lengths), 1)
    inverse = kind in (FftType.IFFT, FftType.IRFFT)
    if norm == "ortho":
        factor = math.sqrt(points) if inverse else 1 / math.sqrt(points)
    else:
        factor = float(points) if inverse else 1 / points
    return x * like(factor, x)


def _one(name: str, kind: FftType, a: Any, n: Any, axis: Any, norm: Any) -> Any:
    a = operand(name, a)
    if isinstance(axis, (list, tuple)):
        raise errors.FjaxValueError(
            f"jax.numpy.fft.{name} does not support multiple axes. "
            f"Please use jax.numpy.fft.{name}n. Got axis = {axis}."
        )
    if n is not None and (n := index(name, "n", n)) < 1:
        raise errors.FjaxValueError(f"{name}: n, the length, must be at least 1, got {n}")
    place = one_axis(name, -1 if axis is None else axis, a.aval.ndim)
    return _transform(name, kind, a, None if n is None else (n,), (place,), norm)


def _two(name: str, kind: FftType, a: Any, s: Any, axes: Any, norm: Any) -> Any:
    if len(axes) != 2:
        raise errors.FjaxValueError(
            f"jax.numpy.fft.{name} only supports 2 axes. Got axes = {axes}."
        )
    return _transform(name, kind, a, s, axes, norm)


@recorded
def fft(
    a: ArrayLike, n: int | None = None, axis: int | None = -1, norm: str | None = None
) -> Array:
    """The Fourier transform along an axis.

    n: the axis is cut or padded with zeros to this length first. norm: "backward" (default) divides
    by n in the inverse, "forward" in this one, "ortho" by sqrt(n) in both.

    >>> import fjax.numpy as jnp
    >>> jnp.fft.fft(jnp.array([1.0, 0.0])).tolist()
    [(1+0j), (1+0j)]
    """
    return _one("fft", FftType.FFT, a, n, axis, norm)


@recorded
def ifft(
    a: ArrayLike, n: int | None = None, axis: int | None = -1, norm: str | None = None
) -> Array:
    """The inverse of `fft`; arguments as there.

    >>> jnp.fft.ifft(jnp.array([4.0, 0.0, 0.0, 0.0]))
    Array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j], dtype=complex128)
    """
    return _one("ifft", FftType.IFFT, a, n, axis, norm)


@recorded
def rfft(
    a: ArrayLike, n: int | None = None, axis: int | None = -1, norm: str | None = None
) -> Array:
    """The transform of real data: the first n // 2 + 1 entries; the others are their conjugates.

    >>> jnp.fft.rfft(jnp.array([1.0, 2.0, 3.0, 4.0]))
    Array([10.+0.j, -2.+2.j, -2.+0.j], dtype=complex128)
    """
    return _one("rfft", FftType.RFFT, a, n, axis, norm)


@recorded
def irfft(
    a: ArrayLike, n: int | None = None, axis: int | None = -1, norm: str | None = None
) -> Array:
    """The inverse of `rfft`. n: the result's length, by default 2 * (m - 1).

    >>> jnp.fft.irfft(jnp.fft.rfft(jnp.array([1.0, 2.0, 3.0, 4.0])))
    Array([1., 2., 3., 4.], dtype=float64)
    """
    return _one("irfft", FftType.IRFFT, a, n, axis, norm)


_SWAPPED = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


@recorded
def hfft(
    a: ArrayLike, n: int | None = None, axis: int | None = -1, norm: str | None = None
) -> Array:
    """The real transform of a signal with Hermitian symmetry, given its first half.

    >>> jnp.fft.hfft(jnp.array([10.0, -2.0, -2.0]))
    Array([ 4., 12., 12., 12.], dtype=float64)
    """
    a = operand("hfft", a)
    if norm not in _SWAPPED:
        raise errors.FjaxValueError(f"hfft: norm {norm!r} is none of {list(_SWAPPED)}")
    a = conjugated(a)
    return _one("hfft", FftType.IRFFT, a, n, axis, _SWAPPED[norm])


@recorded
def ihfft(
    a: ArrayLike, n: int | None = None, axis: int | None = -1, norm: str | None = None
) -> Array:
    """The inverse of `hfft`.

    >>> jnp.fft.ihfft(jnp.array([4.0, 0.0, 0.0, 0.0])).real
    Array([1., 1., 1.], dtype=float64)
    """
    if norm not in _SWAPPED:
        raise errors.FjaxValueError(f"ihfft: norm {norm!r} is none of {list(_SWAPPED)}")
    return conjugated(_one("ihfft", FftType.RFFT, a, n, axis, _SWAPPED[norm]))


@recorded
def fft2(a: ArrayLike, s: Any = None, axes: Axes = (-2, -1), norm: str | None = None) -> Array:
    """The transform over two axes, cut or padded to the lengths s; norm as for `fft`.

    >>> jnp.fft.fft2(jnp.ones((2, 2)))
    Array([[4.+0.j, 0.+0.j],
           [0.+0.j, 0.+0.j]], dtype=complex128)
    """
    return _two("fft2", FftType.FFT, a, s, axes, norm)


@recorded
def ifft2(a: ArrayLike, s: Any = None, axes: Axes = (-2, -1), norm: str | None = None) -> Array:
    """The inverse of `fft2`.

    >>> jnp.fft.ifft2(jnp.fft.fft2(jnp.array([[1.0, 2.0], [3.0, 4.0]]))).real
    Array([[1., 2.],
           [3., 4.]], dtype=float64)
    """
    return _two("ifft2", FftType.IFFT, a, s, axes, norm)


@recorded
def rfft2(a: ArrayLike, s: Any = None, axes: Axes = (-2, -1), norm: str | None = None) -> Array:
    """The transform of real data over two axes, the last of them with half its spectrum.

    >>> jnp.fft.rfft2(jnp.ones((4, 4))).shape
    (4, 3)
    """
    return _two("rfft2", FftType.RFFT, a, s, axes, norm)


@recorded
def irfft2(a: ArrayLike, s: Any = None, axes: Axes = (-2, -1), norm: str | None = None) -> Array:
    """The inverse of `rfft2`.

    >>> jnp.fft.irfft2(jnp.fft.rfft2(jnp.array([[1.0, 2.0], [3.0, 4.0]])))
    Array([[1., 2.],
           [3., 4.]], dtype=float64)
    """
    return _two("irfft2", FftType.IRFFT, a, s, axes, norm)


@recorded
def fftn(a: ArrayLike, s: Any = None, axes: Axes = None, norm: str | None = None) -> Array:
    """The transform over several axes (all by default), cut or padded to the lengths s.

    >>> jnp.fft.fftn(jnp.ones((2, 2, 2)))[0, 0]
    Array([8.+0.j, 0.+0.j], dtype=complex128)
    """
    return _transform("fftn", FftType.FFT, a, s, axes, norm)


@recorded
def ifftn(a: ArrayLike, s: Any = None, axes: Axes = None, norm: str | None = None) -> Array:
    """The inverse of `fftn`.

    >>> jnp.fft.ifftn(jnp.fft.fftn(jnp.arange(3.0))).real
    Array([0., 1., 2.], dtype=float64)
    """
    return _transform("ifftn", FftType.IFFT, a, s, axes, norm)


@recorded
def rfftn(a: ArrayLike, s: Any = None, axes: Axes = None, norm: str | None = None) -> Array:
    """The transform of real data over several axes, the last of them with half its spectrum.

    >>> jnp.fft.rfftn(jnp.ones((2, 4, 4))).shape
    (2, 4, 3)
    """
    return _transform("rfftn", FftType.RFFT, a, s, axes, norm)


@recorded
def irfftn(a: ArrayLike, s: Any = None, axes: Axes = None, norm: str | None = None) -> Array:
    """The inverse of `rfftn`.

    >>> jnp.fft.irfftn(jnp.fft.rfftn(jnp.arange(4.0)))
    Array([0., 1., 2., 3.], dtype=float64)
    """
    return _transform("irfftn", FftType.IRFFT, a, s, axes, norm)


# ---- frequencies


def _frequencies(name: str, counts: np.ndarray, n: int, d: Any, dtype: Any, device: Any) -> Any:
    """Integers over n * d, in the default float dtype or the one asked for."""
    if isinstance(d, (list, tuple)):
        raise errors.FjaxValueError(
            f"The d argument of jax.numpy.fft.{name} only takes a single value. Got d = {d}."
        )
    wanted = user_dtype(name, dtype) or dtypes.default_float()
    found = asarray(counts.astype(wanted), device=device)
    return (
        operators.divide(found, operators.multiply(d, n))
        if not isinstance(d, (int, float))
        else operators.divide(found, float(d * n))
    )


def _length(name: str, n: Any) -> int:
    if isinstance(n, (list, tuple)):
        raise errors.FjaxValueError(
            f"The n argument of jax.numpy.fft.{name} only takes an int. Got n = {n}."
        )
    return index(name, "n", n)


def fftfreq(
    n: int, d: ArrayLike = 1.0, *, dtype: DTypeLike | None = None, device: Any = None
) -> Array:
    """The frequencies of the entries of `fft`: 0, 1, …, then the negative ones, over n * d.

    >>> jnp.fft.fftfreq(4, d=0.5)
    Array([ 0. ,  0.5, -1. , -0.5], dtype=float64)
    """
    n = _length("fftfreq", n)
    counts = np.concatenate([np.arange((n + 1) // 2), np.arange(-(n // 2), 0)])
    return _frequencies("fftfreq", counts, n, d, dtype, device)


def rfftfreq(
    n: int, d: ArrayLike = 1.0, *, dtype: DTypeLike | None = None, device: Any = None
) -> Array:
    """The frequencies of the entries of `rfft`: 0, 1, …, n // 2, over n * d.

    >>> jnp.fft.rfftfreq(4, d=0.5)
    Array([0. , 0.5, 1. ], dtype=float64)
    """
    n = _length("rfftfreq", n)
    return _frequencies("rfftfreq", np.arange(n // 2 + 1), n, d, dtype, device)


def _shift(name: str, x: Any, axes: Any, amount: Any) -> Any:
    x = operand(name, x)
    places = several_axes(name, axes, x.aval.ndim)
    if not places:
        return x
    return roll(x, tuple(amount(x.aval.shape[p]) for p in places), places)


@recorded
def fftshift(x: ArrayLike, axes: Axes = None) -> Array:
    """The zero frequency moved to the middle of the axes (all by default).

    >>> jnp.fft.fftshift(jnp.fft.fftfreq(4))
    Array([-0.5 , -0.25,  0.  ,  0.25], dtype=float64)
    """
    return _shift("fftshift", x, axes, lambda n: n // 2)


@recorded
def ifftshift(x: ArrayLike, axes: Axes = None) -> Array:
    """The inverse of `fftshift`.

    >>> jnp.fft.ifftshift(jnp.fft.fftshift(jnp.arange(5)))
    Array([0, 1, 2, 3, 4], dtype=int64)
    """
    return _shift("ifftshift", x, axes, lambda n: -(n // 2))


absent.answer_for(__name__)
