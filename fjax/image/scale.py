"""Resampling by separable kernels, as products with one matrix of weights an axis."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.numpy.arguments import index, several_axes
from fjax.primitives.promotion import promote_inexact


def _triangle(x: Any) -> Any:
    return jnp.maximum(0, 1 - jnp.abs(x))


def _cubic(x: Any) -> Any:
    """Keys' cubic with a = -0.5 (IEEE Trans. ASSP 29, 1981)."""
    near = ((1.5 * x - 2.5) * x) * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return jnp.where(x >= 2, 0, jnp.where(x >= 1, far, near))


def _sharp_cubic(x: Any) -> Any:
    """Keys' cubic with a = -0.75, which PyTorch and OpenCV use where they do not antialias."""
    near = (1.25 * x - 2.25) * x * x + 1
    far = ((-0.75 * x + 3.75) * x - 6) * x + 3
    return jnp.where(x >= 2, 0, jnp.where(x >= 1, far, near))


def _lanczos(radius: float) -> Callable[[Any], Any]:
    def kernel(x: Any) -> Any:
        safe = jnp.where(x > 1e-3, x, 1)
        y = radius * jnp.sin(math.pi * safe) * jnp.sin(math.pi * safe / radius)
        return jnp.where(x > radius, 0, jnp.where(x > 1e-3, y / (math.pi * safe) ** 2, 1))

    return kernel


class ResizeMethod(enum.Enum):
    """How images are resampled.

    >>> fjax.image.ResizeMethod.from_string("bilinear") is fjax.image.ResizeMethod.LINEAR
    True
    """

    NEAREST = 0
    LINEAR = 1
    LANCZOS3 = 2
    LANCZOS5 = 3
    CUBIC = 4
    CUBIC_PYTORCH = 5
    AREA = 6

    @staticmethod
    def from_string(text: str) -> ResizeMethod:
        """The method of this name."""
        if text not in _NAMES:
            raise FjaxValueError(f'Unknown resize method "{text}"; there are: {", ".join(_NAMES)}')
        return _NAMES[text]


_NAMES = {
    "nearest": ResizeMethod.NEAREST,
    "linear": ResizeMethod.LINEAR,
    "bilinear": ResizeMethod.LINEAR,
    "trilinear": ResizeMethod.LINEAR,
    "triangle": ResizeMethod.LINEAR,
    "lanczos3": ResizeMethod.LANCZOS3,
    "lanczos5": ResizeMethod.LANCZOS5,
    "cubic": ResizeMethod.CUBIC,
    "bicubic": ResizeMethod.CUBIC,
    "tricubic": ResizeMethod.CUBIC,
    "cubic-pytorch": ResizeMethod.CUBIC_PYTORCH,
    "bicubic-pytorch": ResizeMethod.CUBIC_PYTORCH,
    "area": ResizeMethod.AREA,
}
_KERNELS: dict[ResizeMethod, Callable[[Any], Any]] = {
    ResizeMethod.LINEAR: _triangle,
    ResizeMethod.LANCZOS3: _lanczos(3.0),
    ResizeMethod.LANCZOS5: _lanczos(5.0),
    ResizeMethod.CUBIC: _cubic,
    ResizeMethod.CUBIC_PYTORCH: _cubic,
}


_MARGIN = 2  # pixels beyond each edge that a cubic reaches


def _weights(
    inputs: int,
    outputs: int,
    scale: Any,
    translation: Any,
    method: ResizeMethod,
    antialias: bool,
    dtype: Any,
) -> Any:
    """The matrix (inputs, outputs) that resamples one axis; columns sum to 1 or are 0 outside."""
    inverse = 1 / jnp.asarray(scale, dtype)
    shift = jnp.asarray(translation, dtype) * inverse
    corners = jnp.arange(outputs, dtype=dtype) * inverse - shift
    centers = corners + 0.5 * inverse - 0.5
    if method is ResizeMethod.CUBIC_PYTORCH and not antialias:
        return _normalised(_repeating_edges(inputs, centers, dtype))
    pixels = jnp.arange(inputs, dtype=dtype)[:, None]
    if method is ResizeMethod.AREA:
        ends = jnp.minimum((corners + inverse)[None, :], pixels + 1)
        weights = jnp.maximum(0, ends - jnp.maximum(corners[None, :], pixels))
    else:
        stretch = jnp.maximum(inverse, 1) if antialias else jnp.asarray(1, dtype)
        weights = _KERNELS[method](jnp.abs(centers[None, :] - pixels) / stretch)
    inside = (centers >= -0.5) & (centers <= inputs - 0.5)
    return jnp.where(inside[None, :], _normalised(weights), 0)


def _normalised(weights: Any) -> Any:
    """Weights whose columns sum to 1, or are 0 where next to nothing is in them."""
    total = jnp.sum(weights, axis=0, keepdims=True)
    usable = jnp.abs(total) > 1000 * float(dtypes.finfo(dtypes.float32).eps)
    return jnp.where(usable, weights / jnp.where(total != 0, total, 1), 0)


def _repeating_edges(inputs: int, centers: Any, dtype: Any) -> Any:
    """Weights of PyTorch's cubic; pixels beyond an edge are the edge's."""
    pixels = jnp.arange(-_MARGIN, inputs + _MARGIN, dtype=dtype)[:, None]
    weights = _sharp_cubic(jnp.abs(centers[None, :] - pixels))
    before = jnp.sum(weights[:_MARGIN], axis=0)
    after = jnp.sum(weights[inputs + _MARGIN :], axis=0)
    return weights[_MARGIN : inputs + _MARGIN].at[0].add(before).at[inputs - 1].add(after)


def _resample(
    image: Any,
    shape: Sequence[int],
    axes: Sequence[int],
    scale: Any,
    translation: Any,
    method: ResizeMethod,
    antialias: bool,
    precision: Any,
) -> Any:
    kind = image.dtype
    image = image.astype(dtypes.widened(kind))
    exact = np.promote_types(dtypes.real_part(image.dtype), scale.dtype)
    for k, axis in enumerate(axes):
        matrix = _weights(
            image.shape[axis], shape[axis], scale[k], translation[k], method, antialias, exact
        ).astype(image.dtype)
        image = jnp.moveaxis(
            jnp.tensordot(image, matrix, ((axis,), (0,)), precision=precision), -1, axis
        )
    return image.astype(kind)


def scale_and_translate(
    image: ArrayLike,
    shape: Sequence[int],
    spatial_dims: Sequence[int],
    scale: ArrayLike,
    translation: ArrayLike,
    method: str | ResizeMethod,
    antialias: bool = True,
    precision: Any = lax.Precision.HIGHEST,
) -> Array:
    """An image scaled, then shifted, into a frame of another shape; outside the image it is 0.

    shape: the result's. spatial_dims: the axes that change. scale, translation: a factor and a
    shift in pixels for each of them (differentiable). method, antialias: as for `resize`, except
    for 'nearest'.

    >>> x = jnp.arange(4.0).reshape(2, 2)
    >>> shift = jnp.array([1.0, 0.0])
    >>> fjax.image.scale_and_translate(x, (2, 2), (0, 1), jnp.ones(2), shift, "linear")
    Array([[0., 0.],
           [0., 1.]], dtype=float64)
    """
    chosen = method if isinstance(method, ResizeMethod) else ResizeMethod.from_string(method)
    if chosen is ResizeMethod.NEAREST:
        raise FjaxValueError(
            "Nearest neighbor resampling is not currently supported for "
            "scale_and_translate; "
            "use 'linear', or resize"
        )
    (image,) = promote_inexact("scale_and_translate", image)
    lengths = _lengths("scale_and_translate", image, shape)
    axes = several_axes("scale_and_translate", spatial_dims, image.ndim)
    scale, translation = promote_inexact("scale_and_translate", scale, translation)
    if scale.shape != (len(axes),) or translation.shape != (len(axes),):
        raise FjaxValueError(
            "scale_and_translate: scale and translation must have one entry for "
            "each of "
            f"{len(axes)} spatial dims, got {scale.aval} and {translation.aval}"
        )
    return _resample(image, lengths, axes, scale, translation, chosen, antialias, precision)


def _lengths(name: str, image: Any, shape: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(shape, Iterable):
        raise FjaxTypeError(f"{name}: shape has a length for each axis of the image, got {shape!r}")
    lengths = tuple(index(name, "a length", n, 0) for n in shape)
    if len(lengths) != image.ndim:
        raise FjaxValueError(
            f"{name}: shape must have length equal to the number of dimensions of "
            "the image; got "
            f"shape {lengths} for {image.aval}"
        )
    return lengths


def resize(
    image: ArrayLike,
    shape: Sequence[int],
    method: str | ResizeMethod,
    antialias: bool = True,
    precision: Any = lax.Precision.HIGHEST,
) -> Array:
    """An image resampled to another shape of the same rank.

    method: 'nearest', 'linear' (also 'bilinear', …), 'cubic', 'cubic-pytorch' (PyTorch's cubic,
    whose edges repeat, where antialias is off; otherwise 'cubic'), 'lanczos3', 'lanczos5', 'area'
    (the mean over what a pixel covers), or a ResizeMethod. antialias: widen the kernel when scaling
    down. Raises ValueError for an image without pixels, unless the result has none, either.

    >>> resize(np.array([0.0, 1.0]), (4,), "linear").tolist()
    [0.0, 0.25, 0.75, 1.0]
    """
    image = jnp.asarray(image)
    lengths = _lengths("resize", image, shape)
    chosen = method if isinstance(method, ResizeMethod) else ResizeMethod.from_string(method)
    axes = [k for k in range(image.ndim) if image.shape[k] != lengths[k]]
    if not math.prod(lengths):
        dtype = image.dtype if chosen is ResizeMethod.NEAREST else dtypes.to_inexact(image.dtype)
        return jnp.zeros(lengths, dtype)
    if not image.size:
        raise FjaxValueError(
            f"resize: {image.aval} has no pixels from which those of shape {lengths} could be made"
        )
    if chosen is ResizeMethod.NEAREST:
        for axis in axes:
            n, m = image.shape[axis], lengths[axis]
            image = jnp.take(image, (2 * np.arange(m) + 1) * n // (2 * m), axis)
        return image
    (image,) = promote_inexact("resize", image)
    exact = dtypes.real_part(dtypes.widened(image.dtype))
    scale = np.array([lengths[k] / image.shape[k] for k in axes], exact)
    still = np.zeros(len(axes), exact)
    return _resample(image, lengths, axes, scale, still, chosen, antialias, precision)
