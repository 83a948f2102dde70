"""Convolution and correlation of arrays, and removal of trends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.documentation import described
from fjax.errors import FjaxValueError
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import one_axis, operand, several_axes
from fjax.primitives.promotion import promote_inexact


def _pair(name: str, in1: Any, in2: Any, mode: str) -> tuple[Any, Any]:
    """Two arrays of one dtype and rank; raises unless the mode is known."""
    if mode not in ("full", "same", "valid"):
        raise FjaxValueError(f"{name}: mode must be one of ['full', 'same', 'valid'], got {mode!r}")
    in1, in2 = promote_inexact(name, operand(name, in1), operand(name, in2, 1))
    if in1.ndim != in2.ndim:
        raise FjaxValueError(
            f"{name}: in1 and in2 should have the same dimensionality, got "
            f"{in1.aval} and {in2.aval}"
        )
    return in1, in2


def _refuse_empty(name: str, in1: Any, in2: Any) -> None:
    raise FjaxValueError(
        f"{name}: zero-size arrays not supported in convolutions, got shapes "
        f"{in1.shape} and {in2.shape}."
    )


def _ordered(name: str, in1: Any, in2: Any, axes: Sequence[int]) -> bool:
    """Whether in1 is the larger one along all axes; raises if neither is."""
    pairs = [(in1.shape[k], in2.shape[k]) for k in axes]
    if all(a >= b for a, b in pairs):
        return True
    if all(a <= b for a, b in pairs):
        return False
    raise FjaxValueError(
        f"{name}: One input must be at least as large as the other in every "
        f"dimension, got {in1.aval} and {in2.aval}"
    )


def _full_by_transforms(in1: Any, in2: Any, axes: Sequence[int]) -> Any:
    """The whole convolution along axes, the others being broadcast."""
    if all(1 in (in1.shape[k], in2.shape[k]) for k in axes):
        return in1 * in2
    lengths = [in1.shape[k] + in2.shape[k] - 1 for k in axes]
    if not in1.size or not in2.size:
        if min(lengths) < 0:
            _refuse_empty("fftconvolve", in1, in2)
        shape = list(np.broadcast_shapes(*[_with_ones(x.shape, axes) for x in (in1, in2)]))
        for k, length in zip(axes, lengths, strict=True):
            shape[k] = length
        return jnp.zeros(shape, in1.dtype)
    if dtypes.is_complex(in1.dtype):
        product = jnp.fft.fftn(in1, lengths, axes) * jnp.fft.fftn(in2, lengths, axes)
        return jnp.fft.ifftn(product, lengths, axes)
    product = jnp.fft.rfftn(in1, lengths, axes) * jnp.fft.rfftn(in2, lengths, axes)
    return jnp.fft.irfftn(product, lengths, axes)


def _with_ones(shape: Sequence[int], axes: Sequence[int]) -> list[int]:
    """The shape with length 1 along axes."""
    return [1 if k in axes else length for k, length in enumerate(shape)]


@recorded
def fftconvolve(
    in1: ArrayLike, in2: ArrayLike, mode: str = "full", axes: int | Sequence[int] | None = None
) -> Array:
    """The convolution of two arrays by Fourier transforms, along axes (all by default).

    mode: 'full', 'same' (the middle part, of in1's shape) or 'valid' (without padding).
    An axis that is empty and not convolved stays empty. Along one that is convolved, sums of no
    terms are zero: 'full' of n elements and none has n - 1 zeros. ValueError where that is less
    than the mode asks for.

    >>> fjax.scipy.signal.fftconvolve(jnp.array([1.0, 2.0]), jnp.array([1.0, 10.0])).round(6)
    Array([ 1., 12., 20.], dtype=float64)
    """
    in1, in2 = _pair("fftconvolve", in1, in2, mode)
    chosen = several_axes("fftconvolve", axes, in1.ndim)
    mapped = [{in1.shape[k], in2.shape[k]} - {1} for k in range(in1.ndim) if k not in chosen]
    if any(len(lengths) > 1 for lengths in mapped):
        raise FjaxValueError(
            "fftconvolve: mapped axes must have same shape; got "
            f"in1.shape={in1.shape} in2.shape={in2.shape} axes={axes}"
        )
    if mode == "valid" and not _ordered("fftconvolve", in1, in2, chosen):
        in1, in2 = in2, in1
    full = _full_by_transforms(in1, in2, chosen)
    wanted = {
        "full": lambda k: in1.shape[k] + in2.shape[k] - 1,
        "same": lambda k: in1.shape[k],
        "valid": lambda k: in1.shape[k] - in2.shape[k] + 1,
    }[mode]
    starts, stops = [0] * full.ndim, list(full.shape)
    for k in range(in1.ndim) if mode == "same" else chosen:
        starts[k] = (full.shape[k] - wanted(k)) // 2
        stops[k] = starts[k] + wanted(k)
        if starts[k] < 0:  # one of them is empty along this axis
            _refuse_empty("fftconvolve", in1, in2)
    return lax.slice(full, starts, stops)


def _convolve(name: str, in1: Any, in2: Any, mode: str, precision: Any) -> Any:
    """The convolution by direct summation."""
    in1, in2 = _pair(name, in1, in2, mode)
    if not in1.size or not in2.size:
        _refuse_empty(name, in1, in2)
    centered = in1.shape
    smaller = all(a <= b for a, b in zip(in1.shape, in2.shape, strict=True))
    if smaller or (mode == "valid" and not _ordered(name, in1, in2, range(in1.ndim))):
        in1, in2 = in2, in1
    padding = []
    for large, small, wanted in zip(in1.shape, in2.shape, centered, strict=True):
        cut = (large + small - 1 - wanted) // 2
        padding.append(
            {
                "full": (small - 1, small - 1),
                "valid": (0, 0),
                "same": (small - 1 - cut, wanted + cut - large),
            }[mode]
        )
    window = jnp.flip(in2)[None, None]
    return lax.conv_general_dilated(
        in1[None, None], window, (1,) * in1.ndim, padding, precision=precision
    )[0, 0]


@recorded
def convolve(
    in1: ArrayLike, in2: ArrayLike, mode: str = "full", method: str = "auto", precision: Any = None
) -> Array:
    """The convolution of two arrays of one rank.

    mode: 'full', 'same' (the middle part, of in1's shape) or 'valid' (without padding).
    method: 'direct' (also 'auto'), or 'fft' for large windows.

    >>> convolve(np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0])).tolist()
    [1.0, 3.0, 5.0, 3.0]
    """
    if method == "fft":
        return fftconvolve(in1, in2, mode)
    if method not in ("direct", "auto"):
        raise FjaxValueError(
            f"convolve: Got method={method!r}; expected 'auto', 'fft', or 'direct'."
        )
    return _convolve("convolve", in1, in2, mode, precision)


@recorded
def correlate(
    in1: ArrayLike, in2: ArrayLike, mode: str = "full", method: str = "auto", precision: Any = None
) -> Array:
    """The cross-correlation of two arrays; for the arguments see `convolve`.

    >>> fjax.scipy.signal.correlate(jnp.array([1.0, 2.0, 3.0]), jnp.array([0.0, 1.0]))
    Array([1., 2., 3., 0.], dtype=float64)
    """
    reversed_window = jnp.flip(jnp.conj(operand("correlate", in2)))
    return convolve(in1, reversed_window, mode, method, precision)


def _of_matrices(name: str, compute: Callable[..., Any], doc: str) -> Callable[..., Array]:
    """A function of two matrices, with zeros around them."""

    def of_matrices(
        in1: Any,
        in2: Any,
        mode: str = "full",
        boundary: str = "fill",
        fillvalue: float = 0,
        precision: Any = None,
    ) -> Any:
        if boundary != "fill" or fillvalue != 0:
            raise NotImplementedError(
                f"{name}() only supports boundary='fill', fillvalue=0, "
                f"got {boundary!r}, {fillvalue}"
            )
        if jnp.ndim(in1) != 2 or jnp.ndim(in2) != 2:
            raise FjaxValueError(f"{name}() only supports 2-dimensional inputs.")
        return compute(name, in1, in2, mode, precision)

    return described(of_matrices, name, __name__, doc)


def _correlate2d(name: str, in1: Any, in2: Any, mode: str, precision: Any) -> Any:
    in1, in2 = promote_inexact(name, operand(name, in1), operand(name, in2, 1))
    if mode == "same":
        return jnp.flip(_convolve(name, jnp.flip(in1), jnp.conj(in2), mode, precision))
    smaller = mode == "valid" and not _ordered(name, in1, in2, (0, 1))
    found = _convolve(name, in1, jnp.flip(jnp.conj(in2)), mode, precision)
    return jnp.conj(found) if smaller else found  # as SciPy has it


convolve2d = _of_matrices(
    "convolve2d",
    _convolve,
    """The convolution of two matrices, with zeros around them; for mode see `convolve`.

    >>> fjax.scipy.signal.convolve2d(jnp.ones((2, 2)), jnp.ones((2, 2)))
    Array([[1., 2., 1.],
           [2., 4., 2.],
           [1., 2., 1.]], dtype=float64)
    """,
)
correlate2d = _of_matrices(
    "correlate2d",
    _correlate2d,
    """The cross-correlation of two matrices, with zeros around them; for mode see `convolve`.

    >>> fjax.scipy.signal.correlate2d(jnp.ones((2, 2)), jnp.ones((2, 2)), mode="valid")
    Array([[4.]], dtype=float64)
    """,
)


@recorded
def detrend(
    data: ArrayLike, axis: int = -1, type: str = "linear", bp: Any = 0, overwrite_data: None = None
) -> Array:
    """Data minus its mean ('constant') or its least-squares line ('linear') along an axis.

    bp: where a new line begins.

    >>> fjax.scipy.signal.detrend(jnp.array([1.0, 2.0, 4.0]), type="constant").round(6)
    Array([-1.333333, -0.333333,  1.666667], dtype=float64)
    """
    if overwrite_data is not None:
        raise NotImplementedError("detrend: overwrite_data argument not implemented.")
    if type not in ("constant", "linear"):
        raise FjaxValueError(f"Trend type must be 'linear' or 'constant', got {type!r}")
    (data,) = promote_inexact("detrend", jnp.asarray(data))
    axis = one_axis("detrend", axis, data.ndim)
    if type == "constant":
        return data - jnp.mean(data, axis, keepdims=True)
    n = data.shape[axis]
    edges = np.unique(np.concatenate([[0, n], np.ravel(bp)])).astype(int)
    if edges[0] < 0 or edges[-1] > n:
        raise FjaxValueError(
            "Breakpoints must be non-negative and less than length of data along given axis."
        )
    rows = jnp.moveaxis(data, axis, -1)
    parts = [_without_line(rows[..., a:b]) for a, b in zip(edges[:-1], edges[1:], strict=True)]
    return jnp.moveaxis(jnp.concatenate(parts, axis=-1), -1, axis)


def _without_line(rows: Any) -> Any:
    """Rows minus their least-squares lines."""
    n = rows.shape[-1]
    position = np.arange(n) - (n - 1) / 2
    squares = float((position**2).sum()) or 1.0  # one element alone has no slope
    position = position.reshape((1,) * (rows.ndim - 1) + (n,)).astype(rows.dtype)
    slope = jnp.sum(rows * position, axis=-1, keepdims=True) / squares
    return rows - jnp.mean(rows, axis=-1, keepdims=True) - slope * position
