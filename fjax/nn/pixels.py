"""Layers that make images larger or smaller without weights: PixelShuffle, Upsample."""

from __future__ import annotations

from typing import Any

from fjax import image, tree
from fjax import numpy as jnp
from fjax.core.plain_arguments import check_choice, check_whole
from fjax.errors import FjaxValueError, ShapeError
from fjax.nn.module import Module

METHODS = (
    "nearest",
    "linear",
    "bilinear",
    "trilinear",
    "cubic",
    "bicubic",
    "cubic-pytorch",
    "lanczos3",
    "lanczos5",
)


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
    """More positions, by `fjax.image.resize`: (batch, channels, positions…).

    factor: how many each becomes, along all axes or along each. shape: the numbers of positions
    that there shall be, instead. method: "nearest", or "linear" for values between them ("bilinear"
    of images), as PyTorch's with align_corners=False. "cubic-pytorch" is its "bicubic", "nearest"
    its "nearest-exact", which is its "nearest" for factors.

    >>> print(Upsample(2)(jnp.array([[[1.0, 2.0]]])))
    [[[1. 1. 2. 2.]]]
    >>> print(Upsample(shape=(3,), method="linear")(jnp.array([[[1.0, 2.0]]])))
    [[[1.  1.5 2. ]]]
    """

    factor: Any = tree.static(default=None)
    method: str = tree.static(default="nearest")
    shape: Any = tree.static(default=None)

    def __post_init__(self) -> None:
        check_choice("Upsample: method", self.method, METHODS)
        name = "factor" if self.shape is None else "shape"
        given, other = getattr(self, name), self.factor if self.shape is not None else None
        if given is None or other is not None:
            raise FjaxValueError("Upsample: give a factor, or shape= of the positions")
        several = isinstance(given, tuple | list)
        for n in given if several else (given,):
            if isinstance(n, float) and name == "factor":
                raise FjaxValueError(
                    f"Upsample: factor is a whole number, at least 1, got {n!r}; for other sizes "
                    "give shape= of the positions"
                )
            check_whole(f"Upsample: {name}", n, 1)
        object.__setattr__(self, name, tuple(given) if several else given)

    def _positions(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """How many there shall be along each axis, of those in `shape`."""
        given = self.factor if self.shape is None else self.shape
        each = given if isinstance(given, tuple) else (given,) * len(shape)
        if len(each) != len(shape):
            name = "factor" if self.shape is None else "shape"
            raise ShapeError(
                f"Upsample takes inputs with {len(each)} axes of positions, for {name} {given}, "
                f"got {len(shape)}: {shape}"
            )
        return each if self.shape else tuple(f * n for f, n in zip(each, shape, strict=True))

    def __call__(self, x: Any) -> Any:
        x = jnp.asarray(x)
        if x.ndim < 3:
            raise ShapeError(f"Upsample takes inputs (batch, channels, positions…), got {x.aval}")
        shape = (*x.shape[:2], *self._positions(x.shape[2:]))
        return image.resize(x, shape, self.method, antialias=False)
