"""Cosine transforms of type 2."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from fjax import absent, lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import described
from fjax.core.plain_arguments import check_whole
from fjax.errors import FjaxValueError
from fjax.numpy.arguments import one_axis, several_axes
from fjax.primitives.promotion import promote_inexact


def _check(name: str, type: int, norm: str | None) -> None:
    if type != 2:
        raise NotImplementedError(f"{name}: Only DCT type 2 is implemented.")
    if norm not in (None, "backward", "ortho", "forward"):
        raise FjaxValueError(f"{name}: norm must be 'backward', 'ortho' or 'forward', got {norm!r}")


def _resized(x: Any, n: int | None, axis: int) -> Any:
    """x cut or padded with zeros to length n along an axis."""
    if n is None or n == x.shape[axis]:
        return x
    change = operator.index(n) - x.shape[axis]
    return lax.pad(
        x, jnp.zeros((), x.dtype), [(0, change if k == axis else 0, 0) for k in range(x.ndim)]
    )


def _along(vector: Any, axis: int, rank: int) -> Any:
    return vector.reshape([-1 if k == axis else 1 for k in range(rank)])


def _phases(n: int, dtype: Any) -> tuple[Any, Any]:
    """The cosine and sine of pi k / 2n."""
    angle = jnp.arange(n, dtype=dtype) * (math.pi / (2 * n))
    return jnp.cos(angle), jnp.sin(angle)


def _orthonormal(n: int, dtype: Any) -> Any:
    """The factors that make the transform orthonormal."""
    return jnp.full(n, math.sqrt(1 / (2 * n)), dtype).at[0].set(math.sqrt(1 / (4 * n)))


class _Transform(Protocol):
    """What `dct` and `idct` take."""

    def __call__(
        self,
        x: ArrayLike,
        type: int = 2,
        n: int | None = None,
        axis: int = -1,
        norm: str | None = None,
    ) -> Array: ...


class _TransformOfSeveral(Protocol):
    """What `dctn` and `idctn` take."""

    def __call__(
        self,
        x: ArrayLike,
        type: int = 2,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str | None = None,
    ) -> Array: ...


def _transform(name: str, one: Callable[..., Any], doc: str) -> _Transform:
    """The function for a transform of real arrays along an axis: `one(x, axis, norm)`."""

    def transform(
        x: ArrayLike, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None
    ) -> Array:
        _check(name, type, norm)
        (x,) = promote_inexact(name, x)
        axis = one_axis(name, axis, x.ndim)
        if n is not None:
            check_whole(f"{name}: n", n, 1)
        x = _resized(x.astype(dtypes.widened(x.dtype)), n, axis)
        if not x.shape[axis]:
            return x
        if dtypes.is_complex(x.dtype):
            return lax.complex(one(x.real, axis, norm), one(x.imag, axis, norm))
        return one(x, axis, norm)

    return described(transform, name, __name__, doc)


def _dct(x: Any, axis: int, norm: str | None) -> Any:
    length = x.shape[axis]
    even, odd = (lax.slice_in_dim(x, k, length, 2, axis) for k in (0, 1))
    found = jnp.fft.fft(jnp.concatenate([even, jnp.flip(odd, axis)], axis), axis=axis)
    cosine, sine = (_along(v, axis, x.ndim) for v in _phases(length, x.dtype))
    out = 2 * (found.real * cosine + found.imag * sine)
    if norm == "forward":
        return out / (2 * length)
    return out * _along(_orthonormal(length, x.dtype), axis, x.ndim) if norm == "ortho" else out


def _idct(x: Any, axis: int, norm: str | None) -> Any:
    length = x.shape[axis]
    if norm == "ortho":
        x = x / _along(_orthonormal(length, x.dtype), axis, x.ndim)
    elif norm == "forward":
        x = x * (2 * length)
    cosine, sine = (_along(v, axis, x.ndim) for v in _phases(length, x.dtype))
    mirrored = jnp.roll(jnp.flip(x, axis), 1, axis)
    index = _along(jnp.arange(length), axis, x.ndim)
    mirrored = jnp.where(index == 0, 0, mirrored)
    spectrum = lax.complex(x * cosine + mirrored * sine, x * sine - mirrored * cosine) * 0.5
    found = jnp.fft.ifft(spectrum, axis=axis).real
    half = (length + 1) // 2
    even = lax.slice_in_dim(found, 0, half, 1, axis)
    odd = jnp.flip(lax.slice_in_dim(found, half, length, 1, axis), axis)
    odd = _resized(odd, half, axis)
    woven = jnp.stack([even, odd], axis + 1)
    woven = woven.reshape(*x.shape[:axis], 2 * half, *x.shape[axis + 1 :])
    return lax.slice_in_dim(woven, 0, length, 1, axis)


dct = _transform(
    "dct",
    _dct,
    """The cosine transform of type 2 along an axis, by one complex Fourier transform of its length.

    Source: Makhoul, IEEE Trans. ASSP 28 (1980).

    >>> fjax.scipy.fft.dct(jnp.array([1.0, 1.0])).round(6)
    Array([4., 0.], dtype=float64)
    """,
)
idct = _transform(
    "idct",
    _idct,
    """The inverse of `dct`.

    >>> fjax.scipy.fft.idct(fjax.scipy.fft.dct(jnp.array([1.0, 2.0, 3.0]))).round(6)
    Array([1., 2., 3.], dtype=float64)
    """,
)


def _several(name: str, one: Callable[..., Any], doc: str) -> _TransformOfSeveral:
    """The function for a transform along several axes, one after the other."""

    def transform(
        x: ArrayLike,
        type: int = 2,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = None,
        norm: str | None = None,
    ) -> Array:
        _check(name, type, norm)
        (x,) = promote_inexact(name, x)
        chosen, lengths = _chosen(name, x.ndim, s, axes)
        for k, axis in enumerate(chosen):
            x = one(x, type, lengths[k], axis, norm)
        return x

    return described(transform, name, __name__, doc)


def _chosen(name: str, rank: int, s: Any, axes: Any) -> tuple[Sequence[int], Sequence[int | None]]:
    """The axes of a transform and their lengths (None: as they are)."""
    if s is not None:
        s = [operator.index(s)] if hasattr(s, "__index__") else [operator.index(n) for n in s]
        if len(s) > rank:
            raise FjaxValueError(
                f"{name}: s must have at most x.ndim ({rank}) elements, got {len(s)}"
            )
    if axes is not None:
        chosen = several_axes(name, axes, rank)
    else:
        chosen = tuple(range(0 if s is None else rank - len(s), rank))
    if s is not None and len(s) != len(chosen):
        raise FjaxValueError(f"{name}: s and axes must have one length, got {s} and {axes}")
    return chosen, [None] * len(chosen) if s is None else s


dctn = _several(
    "dctn",
    dct,
    """`dct` along several axes (all by default), cut or padded to the lengths s.

    >>> fjax.scipy.fft.dctn(jnp.ones((2, 2))).round(6) + 0.0
    Array([[16.,  0.],
           [ 0.,  0.]], dtype=float64)
    """,
)
idctn = _several(
    "idctn",
    idct,
    """The inverse of `dctn`.

    >>> fjax.scipy.fft.idctn(fjax.scipy.fft.dctn(jnp.array([[1.0, 2.0], [3.0, 4.0]]))).round(6)
    Array([[1., 2.],
           [3., 4.]], dtype=float64)
    """,
)

absent.answer_for(__name__)
