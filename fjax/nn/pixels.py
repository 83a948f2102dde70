"""Layers that make images larger or smaller without weights: PixelShuffle, Upsample."""

from __future__ import annotations

from typing import Any

from fjax import image, tree
from fjax import numpy as jnp
from fjax.core.plain_arguments import check_choice
from fjax.errors import ShapeError
from fjax.nn.module import Module

METHODS = ("nearest", "linear", "bilinear", "trilinear", "cubic", "bicubic", "lanczos3", "lanczos5")


class PixelShuffle(Module):
    """Channels as pixels (Shi et al. 2016): (…, channels * n², h, w) → (…, channels, n * h, n * w).

    n: `factor`. PixelUnshuffle is the inverse.

    >>> PixelShuffle(2)(jnp.ones((1, 8, 3, 4))).shape
    (1, 2, 6, 8)
    """

    factor: int = tree.static()

    def __call__(self, x: Any) -> Any:
        x, n = jnp.asarray(x), self.factor
        if x.ndim < 3 or x.shape[-3] % n**2:
            raise ShapeError(
                f"PixelShuffle({n}) takes inputs of shape (…, channels * {n**2}, height, width), "
                f"got {x.aval}"
            )
        *batch, channels, height, width = x.shape
        parts = x.reshape(-1, channels // n**2, n, n, height, width)
        pixels = jnp.transpose(parts, (0, 1, 4, 2, 5, 3))
        return pixels.reshape(*batch, channels // n**2, height * n, width * n)


class PixelUnshuffle(Module):
    """Pixels as channels: (…, channels, n * h, n * w) → (…, channels * n², h, w), n the factor.

    >>> PixelUnshuffle(2)(jnp.ones((1, 2, 6, 8))).shape
    (1, 8, 3, 4)
    """

    factor: int = tree.static()

    def __call__(self, x: Any) -> Any:
        x, n = jnp.asarray(x), self.factor
        if x.ndim < 3 or x.shape[-2] % n or x.shape[-1] % n:
            raise ShapeError(
                f"PixelUnshuffle({n}) takes images whose height and width are multiples of {n}, "
                f"got {x.aval}"
            )
        *batch, channels, height, width = x.shape
        parts = x.reshape(-1, channels, height // n, n, width // n, n)
        found = jnp.transpose(parts, (0, 1, 3, 5, 2, 4))
        return found.reshape(*batch, channels * n**2, height // n, width // n)


class Upsample(Module):
    """Each position `factor` times along each axis of positions: (batch, channels, positions…).

    method: "nearest", or "linear" for values between them ("bilinear" of images), by
    `fjax.image.resize`, as PyTorch's with align_corners=False.

    >>> print(Upsample(2)(jnp.array([[[1.0, 2.0]]])))
    [[[1. 1. 2. 2.]]]
    """

    factor: int = tree.static()
    method: str = tree.static(default="nearest")

    def __post_init__(self) -> None:
        check_choice("Upsample: method", self.method, METHODS)

    def __call__(self, x: Any) -> Any:
        x = jnp.asarray(x)
        if x.ndim < 3:
            raise ShapeError(f"Upsample takes inputs (batch, channels, positions…), got {x.aval}")
        shape = (*x.shape[:2], *(self.factor * n for n in x.shape[2:]))
        return image.resize(x, shape, self.method, antialias=False)
