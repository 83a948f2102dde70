"""Convolutions and pooling over (batch, channels, positions…), one to three axes of positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from fjax import lax, random, tree
from fjax import numpy as jnp
from fjax.errors import FjaxValueError, ShapeError
from fjax.nn.linear import Initializer, as_input, fan_in_bias, initializer
from fjax.nn.module import Module, Parameter

Sizes = int | Sequence[int]
MODES = {"zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def sizes_of(layer: str, name: str, value: Sizes, rank: int) -> tuple[int, ...]:
    """A number for each axis of positions, from one number or one each.

    >>> sizes_of("Conv2d", "stride", 2, 2)
    (2, 2)
    """
    sizes = (value,) * rank if isinstance(value, int) else tuple(value)
    if len(sizes) != rank:
        raise FjaxValueError(f"{layer}: {name} needs 1 or {rank} numbers, got {value}")
    return sizes


def batched(layer: str, x: Any, rank: int, channels: int | None) -> tuple[Any, bool]:
    """x with an axis of the batch, and whether it had one; ShapeError unless it fits.

    >>> batched("Conv1d", jnp.ones((3, 5)), 1, 3)[0].shape
    (1, 3, 5)
    """
    axes = "length" if rank == 1 else "height, width" if rank == 2 else "depth, height, width"
    wanted = "channels" if channels is None else channels
    fits = x.ndim in (rank + 1, rank + 2) and channels in (None, x.shape[-rank - 1])
    if not fits:
        raise ShapeError(
            f"{layer} takes inputs of shape (batch, {wanted}, {axes}) or ({wanted}, {axes}), "
            f"got {x.aval}"
        )
    return (x, True) if x.ndim == rank + 2 else (x[None], False)


def _with_bias(y: Any, bias: Any) -> Any:
    return y if bias is None else y + bias.reshape((1, -1) + (1,) * (y.ndim - 2))


class _Conv(Module):
    weight: Parameter
    bias: Parameter | None
    stride: tuple[int, ...] = tree.static()
    padding: str | tuple[int, ...] = tree.static()
    dilation: tuple[int, ...] = tree.static()
    groups: int = tree.static()
    padding_mode: str = tree.static()
    rank: ClassVar[int]

    def __init__(
        self,
        inputs: int,
        outputs: int,
        kernel_size: Sizes,
        *,
        key: Any,
        stride: Sizes = 1,
        padding: str | Sizes = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        init: Initializer = "fan_in_uniform",
        dtype: Any = jnp.float32,
    ):
        kind, rank = type(self).__name__, self.rank
        if inputs % groups or outputs % groups:
            raise FjaxValueError(
                f"{kind}: groups={groups} must divide {inputs} inputs and {outputs} outputs"
            )
        if padding_mode not in MODES:
            raise FjaxValueError(f"{kind}: padding_mode is one of {list(MODES)}")
        if isinstance(padding, str) and padding not in ("same", "valid"):
            raise FjaxValueError(f"{kind}: padding is 'same', 'valid' or numbers, got {padding!r}")
        window = sizes_of(kind, "kernel_size", kernel_size, rank)
        first, second = random.split(key)
        fan_in = inputs // groups * math.prod(window)
        self.weight = initializer(init)(first, (outputs, inputs // groups, *window), dtype)
        self.bias = fan_in_bias(second, outputs, fan_in, dtype) if bias else None
        self.stride = sizes_of(kind, "stride", stride, rank)
        given = padding if isinstance(padding, str) else sizes_of(kind, "padding", padding, rank)
        self.padding = given
        self.dilation = sizes_of(kind, "dilation", dilation, rank)
        self.groups, self.padding_mode = groups, padding_mode

    def _margins(self) -> list[tuple[int, int]]:
        """How many positions are added before and after each axis."""
        if self.padding == "valid":
            return [(0, 0)] * self.rank
        if isinstance(self.padding, str):
            window = self.weight.shape[-self.rank :]
            spans = [d * (k - 1) for d, k in zip(self.dilation, window, strict=True)]
            return [(span // 2, span - span // 2) for span in spans]
        return [(p, p) for p in self.padding]

    def __call__(self, x: Any) -> Any:
        kind, rank = type(self).__name__, self.rank
        x, many = batched(kind, jnp.asarray(x), rank, self.weight.shape[1] * self.groups)
        x = as_input(kind, x, self.weight)
        margins = self._margins()
        if self.padding_mode != "zeros":
            x = jnp.pad(x, [(0, 0), (0, 0), *margins], mode=MODES[self.padding_mode])
            margins = [(0, 0)] * rank
        y = lax.conv_general_dilated(
            x,
            self.weight,
            window_strides=self.stride,
            padding=margins,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )
        y = _with_bias(y, self.bias)
        return y if many else y[0]


class Conv1d(_Conv):
    """Convolution over (batch, inputs, length) → (batch, outputs, length').

    weight: (outputs, inputs / groups, kernel_size); bias: (outputs,) or None. padding: numbers,
    "same" or "valid"; padding_mode: "zeros", "reflect", "replicate" or "circular".

    >>> Conv1d(3, 8, 5, key=fjax.random.key(0), padding="same")(jnp.ones((2, 3, 16))).shape
    (2, 8, 16)
    """

    rank = 1


class Conv2d(_Conv):
    """Convolution over (batch, inputs, height, width); as Conv1d.

    >>> Conv2d(3, 8, 3, key=fjax.random.key(0), stride=2)(jnp.ones((2, 3, 9, 9))).shape
    (2, 8, 4, 4)
    """

    rank = 2


class Conv3d(_Conv):
    """Convolution over (batch, inputs, depth, height, width); as Conv1d.

    >>> Conv3d(1, 2, 3, key=fjax.random.key(0))(jnp.ones((1, 1, 5, 5, 5))).shape
    (1, 2, 3, 3, 3)
    """

    rank = 3


class _ConvTranspose(Module):
    weight: Parameter
    bias: Parameter | None
    stride: tuple[int, ...] = tree.static()
    padding: tuple[int, ...] = tree.static()
    output_padding: tuple[int, ...] = tree.static()
    dilation: tuple[int, ...] = tree.static()
    groups: int = tree.static()
    rank: ClassVar[int]

    def __init__(
        self,
        inputs: int,
        outputs: int,
        kernel_size: Sizes,
        *,
        key: Any,
        stride: Sizes = 1,
        padding: Sizes = 0,
        output_padding: Sizes = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        init: Initializer = "fan_in_uniform",
        dtype: Any = jnp.float32,
    ):
        kind, rank = type(self).__name__, self.rank
        if inputs % groups or outputs % groups:
            raise FjaxValueError(
                f"{kind}: groups={groups} must divide {inputs} inputs and {outputs} outputs"
            )
        window = sizes_of(kind, "kernel_size", kernel_size, rank)
        first, second = random.split(key)
        fan_in = outputs // groups * math.prod(window)
        self.weight = initializer(init)(first, (inputs, outputs // groups, *window), dtype)
        self.bias = fan_in_bias(second, outputs, fan_in, dtype) if bias else None
        self.stride = sizes_of(kind, "stride", stride, rank)
        self.padding = sizes_of(kind, "padding", padding, rank)
        self.output_padding = sizes_of(kind, "output_padding", output_padding, rank)
        self.dilation = sizes_of(kind, "dilation", dilation, rank)
        self.groups = groups

    def __call__(self, x: Any) -> Any:
        kind, rank = type(self).__name__, self.rank
        x, many = batched(kind, jnp.asarray(x), rank, self.weight.shape[0])
        x = as_input(kind, x, self.weight)
        inputs, per_group, *window = self.weight.shape
        kernel = self.weight.reshape(self.groups, inputs // self.groups, per_group, *window)
        kernel = jnp.swapaxes(kernel, 1, 2).reshape(-1, inputs // self.groups, *window)
        spans = [d * (k - 1) for d, k in zip(self.dilation, window, strict=True)]
        y = lax.conv_general_dilated(
            x,
            jnp.flip(kernel, tuple(range(2, 2 + rank))),
            window_strides=(1,) * rank,
            padding=[
                (span - p, span - p + more)
                for span, p, more in zip(spans, self.padding, self.output_padding, strict=True)
            ],
            lhs_dilation=self.stride,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )
        y = _with_bias(y, self.bias)
        return y if many else y[0]


class ConvTranspose1d(_ConvTranspose):
    """The transposed map of Conv1d: it lengthens by `stride`.

    weight: (inputs, outputs / groups, kernel_size), as PyTorch stores it.

    >>> ConvTranspose1d(3, 8, 4, key=fjax.random.key(0), stride=2)(jnp.ones((2, 3, 5))).shape
    (2, 8, 12)
    """

    rank = 1


class ConvTranspose2d(_ConvTranspose):
    """The transposed map of Conv2d; as ConvTranspose1d.

    >>> ConvTranspose2d(3, 8, 2, key=fjax.random.key(0), stride=2)(jnp.ones((2, 3, 5, 5))).shape
    (2, 8, 10, 10)
    """

    rank = 2


class ConvTranspose3d(_ConvTranspose):
    """The transposed map of Conv3d; as ConvTranspose1d.

    >>> ConvTranspose3d(1, 2, 2, key=fjax.random.key(0))(jnp.ones((1, 1, 3, 3, 3))).shape
    (1, 2, 4, 4, 4)
    """

    rank = 3


class _Pool(Module):
    window: tuple[int, ...] = tree.static()
    stride: tuple[int, ...] = tree.static()
    padding: tuple[int, ...] = tree.static()

    def __init__(self, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0):
        kind = type(self).__name__
        if isinstance(kernel_size, int):
            raise FjaxValueError(
                f"{kind}: kernel_size has a number for each axis of positions, such as (2, 2)"
            )
        self.window = tuple(kernel_size)
        rank = len(self.window)
        self.stride = sizes_of(kind, "stride", self.window if stride is None else stride, rank)
        self.padding = sizes_of(kind, "padding", padding, rank)

    def _reduced(self, x: Any, start: float, function: Any) -> Any:
        """Each window of the last axes, reduced."""
        rank = len(self.window)
        x, many = batched(type(self).__name__, jnp.asarray(x), rank, None)
        y = lax.reduce_window(
            x,
            jnp.asarray(start, x.dtype),
            function,
            (1, 1, *self.window),
            (1, 1, *self.stride),
            [(0, 0), (0, 0), *((p, p) for p in self.padding)],
        )
        return y if many else y[0]


class MaxPool(_Pool):
    """The maximum of each window of (batch, channels, positions…); stride is the window's size.

    kernel_size has one number for each axis of positions.

    >>> MaxPool((2, 2))(jnp.ones((1, 3, 8, 8))).shape
    (1, 3, 4, 4)
    """

    def __call__(self, x: Any) -> Any:
        return self._reduced(x, -math.inf, lax.max)


class AvgPool(_Pool):
    """The mean of each window of (batch, channels, positions…), padding counted as zeros.

    >>> AvgPool((2,))(jnp.array([[1.0, 3.0, 5.0, 7.0]]))
    Array([[2., 6.]], dtype=float64)
    """

    def __call__(self, x: Any) -> Any:
        return self._reduced(x, 0.0, lax.add) / math.prod(self.window)


def _bins(length: int, count: int) -> list[slice]:
    """`count` slices that cover an axis, as evenly as PyTorch has them."""
    return [slice(k * length // count, -(-(k + 1) * length // count)) for k in range(count)]


class _AdaptivePool(Module):
    sizes: tuple[int, ...] = tree.static()

    def __init__(self, sizes: Sequence[int]):
        self.sizes = tuple(sizes)

    def _reduced(self, x: Any, function: Any) -> Any:
        rank = len(self.sizes)
        x, many = batched(type(self).__name__, jnp.asarray(x), rank, None)
        for axis, count in enumerate(self.sizes, 2):
            parts = [
                function(x[(slice(None),) * axis + (bin,)], axis=axis, keepdims=True)
                for bin in _bins(x.shape[axis], count)
            ]
            x = jnp.concatenate(parts, axis=axis)
        return x if many else x[0]


class AdaptiveAvgPool(_AdaptivePool):
    """Means over as many bins of each axis of positions as are asked for.

    >>> AdaptiveAvgPool((1, 1))(jnp.ones((2, 3, 7, 5))).shape
    (2, 3, 1, 1)
    """

    def __call__(self, x: Any) -> Any:
        return self._reduced(x, jnp.mean)


class AdaptiveMaxPool(_AdaptivePool):
    """Maxima over as many bins of each axis of positions as are asked for.

    >>> AdaptiveMaxPool((2,))(jnp.array([[1.0, 2.0, 3.0]]))
    Array([[2., 3.]], dtype=float64)
    """

    def __call__(self, x: Any) -> Any:
        return self._reduced(x, jnp.max)


def global_avg_pool(x: Any) -> Any:
    """The mean over all positions: (batch, channels, …) → (batch, channels).

    >>> global_avg_pool(jnp.ones((2, 3, 4, 4))).shape
    (2, 3)
    """
    return jnp.mean(x, axis=tuple(range(2, x.ndim)))


def global_max_pool(x: Any) -> Any:
    """The maximum over all positions: (batch, channels, …) → (batch, channels).

    >>> global_max_pool(jnp.ones((2, 3, 4, 4))).shape
    (2, 3)
    """
    return jnp.max(x, axis=tuple(range(2, x.ndim)))
