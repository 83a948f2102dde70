"""Convolutions and pooling over (batch, channels, positions…), one to three axes of positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from fjax import lax, random, tree
from fjax import numpy as jnp
from fjax.core.array import Array
from fjax.core.plain_arguments import check_whole
from fjax.errors import FjaxValueError, ShapeError
from fjax.interpreters.recorded import recorded
from fjax.nn.linear import Initializer, as_input, fan_in_bias, initializer
from fjax.nn.module import Module, Parameter
from fjax.nn.numbers import as_floats, widened
from fjax.primitives.promotion import promote_inexact

Sizes = int | Sequence[int]
MODES = {"zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def sizes_of(layer: str, name: str, value: Sizes, rank: int) -> tuple[int, ...]:
    """A number for each axis of positions, from one number or one each.

    >>> sizes_of("Conv2d", "stride", 2, 2)
    (2, 2)
    """
    several: Any = value if np.ndim(value) else (value,) * rank
    if not all(hasattr(size, "__index__") for size in several):
        raise FjaxValueError(f"{layer}: {name} is whole numbers, got {value!r:.60}")
    sizes = tuple(map(int, several))
    if len(sizes) != rank:
        raise FjaxValueError(f"{layer}: {name} needs 1 or {rank} numbers, got {value}")
    least = 0 if "padding" in name else 1
    if min(sizes) < least:
        raise FjaxValueError(f"{layer}: {name} is at least {least}, got {value}")
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


class _Convolution(Module):
    """What a convolution and its transposed map share."""

    weight: Parameter
    bias: Parameter | None
    stride: tuple[int, ...] = tree.static()
    dilation: tuple[int, ...] = tree.static()
    groups: int = tree.static()
    rank: ClassVar[int]

    def _set_sizes(self, stride: Sizes, dilation: Sizes, groups: int, *channels: int) -> None:
        kind = type(self).__name__
        if groups < 1 or any(count % groups for count in channels):
            raise FjaxValueError(
                f"{kind}: groups={groups} must divide {channels[0]} inputs and "
                f"{channels[1]} outputs"
            )
        self.stride = sizes_of(kind, "stride", stride, self.rank)
        self.dilation = sizes_of(kind, "dilation", dilation, self.rank)
        self.groups = groups

    def _set_parameters(
        self, key: Any, init: Initializer, shape: tuple[int, ...], outputs: int, dtype: Any
    ) -> None:
        """A weight of this shape, and a bias for this number of outputs (0: none)."""
        first, second = random.split(key)
        self.weight = initializer(init)(first, shape, dtype)
        self.bias = fan_in_bias(second, outputs, math.prod(shape[1:]), dtype) if outputs else None

    def _spans(self) -> list[int]:
        """How far a window reaches beyond its first position along each axis."""
        window = self.weight.shape[-self.rank :]
        return [d * (k - 1) for d, k in zip(self.dilation, window, strict=True)]

    def _applied(self, x: Any, channels: int, convolve: Callable[[Any], Any]) -> Any:
        """convolve(x) and the bias, for one input or a batch."""
        kind = type(self).__name__
        x, many = batched(kind, as_floats(kind, x), self.rank, channels)
        y = convolve(as_input(kind, x, self.weight))
        if self.bias is not None:
            y = y + self.bias.reshape((1, -1) + (1,) * self.rank)
        return y if many else y[0]


class _Conv(_Convolution):
    padding: str | tuple[int, ...] = tree.static()
    padding_mode: str = tree.static()

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
        self._set_sizes(stride, dilation, groups, inputs, outputs)
        if padding_mode not in MODES:
            raise FjaxValueError(
                f"{kind}: padding_mode is one of {list(MODES)}, got {padding_mode!r}"
            )
        if isinstance(padding, str) and padding not in ("same", "valid"):
            raise FjaxValueError(f"{kind}: padding is 'same', 'valid' or numbers, got {padding!r}")
        shape = (outputs, inputs // groups, *sizes_of(kind, "kernel_size", kernel_size, rank))
        self._set_parameters(key, init, shape, outputs if bias else 0, dtype)
        given = padding if isinstance(padding, str) else sizes_of(kind, "padding", padding, rank)
        self.padding, self.padding_mode = given, padding_mode

    def _margins(self) -> list[tuple[int, int]]:
        """How many positions are added before and after each axis."""
        if self.padding == "valid":
            return [(0, 0)] * self.rank
        if isinstance(self.padding, str):
            return [(span // 2, span - span // 2) for span in self._spans()]
        return [(p, p) for p in self.padding]

    def _check_room(self, x: Any, margins: list[tuple[int, int]]) -> None:
        """Raise if a window is longer than the positions of x with their margins."""
        windows = [span + 1 for span in self._spans()]
        room = [n + a + b for n, (a, b) in zip(x.shape[2:], margins, strict=True)]
        if any(window > length for window, length in zip(windows, room, strict=True)):
            raise ShapeError(
                f"{type(self).__name__}: windows of {tuple(windows)} positions do not fit into "
                f"the {tuple(room)} of {x.aval} with its padding"
            )

    def __call__(self, x: Any) -> Any:
        return self._applied(x, self.weight.shape[1] * self.groups, self._convolved)

    def _convolved(self, x: Any) -> Any:
        margins = self._margins()
        self._check_room(x, margins)
        if self.padding_mode != "zeros":
            x = jnp.pad(x, [(0, 0), (0, 0), *margins], mode=MODES[self.padding_mode])
            margins = [(0, 0)] * self.rank
        return lax.conv_general_dilated(
            x,
            self.weight,
            window_strides=self.stride,
            padding=margins,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )


class Conv1d(_Conv, init=False):
    """Convolution over (batch, inputs, length) → (batch, outputs, length').

    Its arrays are weight, (outputs, inputs / groups, kernel_size), and bias, (outputs,) or None.
    padding: numbers, "same" or "valid". padding_mode: "zeros", "reflect", "replicate", "circular".

    >>> Conv1d(3, 8, 5, key=fjax.random.key(0), padding="same")(jnp.ones((2, 3, 16))).shape
    (2, 8, 16)
    """

    rank = 1


class Conv2d(_Conv, init=False):
    """Convolution over (batch, inputs, height, width) → (batch, outputs, height', width').

    Its arrays are weight, (outputs, inputs / groups, height, width), and bias or None.

    inputs, outputs: the numbers of channels that come in and go out.
    kernel_size: the size of the window, an int or one for each axis of positions.
    stride: the distance between windows, an int or one for each axis of positions.
    padding: how much to put around: an int, one for each axis, "same" or "valid".
    dilation: the distance between the places that a window looks at.
    groups: into how many groups the channels fall; both numbers of channels must be divisible by
        it.
    bias: whether a bias is added.
    padding_mode: what to put there: "zeros", "reflect", "replicate" or "circular".
    init: how weights begin: the name of a function of `fjax.nn.initializers`, or a function (key,
        shape, dtype). The default is PyTorch's.
    dtype: of the weights.

    >>> Conv2d(3, 8, 3, key=fjax.random.key(0), stride=2)(jnp.ones((2, 3, 9, 9))).shape
    (2, 8, 4, 4)
    """

    rank = 2


class Conv3d(_Conv, init=False):
    """Convolution over (batch, inputs, depth, height, width); as Conv1d.

    >>> Conv3d(1, 2, 3, key=fjax.random.key(0))(jnp.ones((1, 1, 5, 5, 5))).shape
    (1, 2, 3, 3, 3)
    """

    rank = 3


class _ConvTranspose(_Convolution):
    padding: tuple[int, ...] = tree.static()
    output_padding: tuple[int, ...] = tree.static()

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
        self._set_sizes(stride, dilation, groups, inputs, outputs)
        shape = (inputs, outputs // groups, *sizes_of(kind, "kernel_size", kernel_size, rank))
        self._set_parameters(key, init, shape, outputs if bias else 0, dtype)
        self.padding = sizes_of(kind, "padding", padding, rank)
        self.output_padding = sizes_of(kind, "output_padding", output_padding, rank)
        for more, step, apart in zip(self.output_padding, self.stride, self.dilation, strict=True):
            if more >= max(step, apart):
                raise FjaxValueError(
                    f"{kind}: output_padding is smaller than stride or dilation, got {more}, "
                    f"{step} and {apart}"
                )

    def __call__(self, x: Any) -> Any:
        return self._applied(x, self.weight.shape[0], self._convolved)

    def _convolved(self, x: Any) -> Any:
        inputs, per_group, *window = self.weight.shape
        kernel = self.weight.reshape(self.groups, inputs // self.groups, per_group, *window)
        kernel = jnp.swapaxes(kernel, 1, 2).reshape(-1, inputs // self.groups, *window)
        margins = zip(self._spans(), self.padding, self.output_padding, strict=True)
        return lax.conv_general_dilated(
            x,
            jnp.flip(kernel, tuple(range(2, kernel.ndim))),
            window_strides=(1,) * self.rank,
            padding=[(span - p, span - p + more) for span, p, more in margins],
            lhs_dilation=self.stride,
            rhs_dilation=self.dilation,
            feature_group_count=self.groups,
        )


class ConvTranspose1d(_ConvTranspose, init=False):
    """The transposed map of Conv1d: it lengthens by `stride`.

    weight: (inputs, outputs / groups, kernel_size), as PyTorch stores it.

    >>> ConvTranspose1d(3, 8, 4, key=fjax.random.key(0), stride=2)(jnp.ones((2, 3, 5))).shape
    (2, 8, 12)
    """

    rank = 1


class ConvTranspose2d(_ConvTranspose, init=False):
    """The transposed map of Conv2d; as ConvTranspose1d.

    >>> ConvTranspose2d(3, 8, 2, key=fjax.random.key(0), stride=2)(jnp.ones((2, 3, 5, 5))).shape
    (2, 8, 10, 10)
    """

    rank = 2


class ConvTranspose3d(_ConvTranspose, init=False):
    """The transposed map of Conv3d; as ConvTranspose1d.

    >>> ConvTranspose3d(1, 2, 2, key=fjax.random.key(0))(jnp.ones((1, 1, 3, 3, 3))).shape
    (1, 2, 4, 4, 4)
    """

    rank = 3


class _Pool(Module):
    window: tuple[int, ...] = tree.static()
    stride: tuple[int, ...] = tree.static()
    padding: tuple[int, ...] = tree.static()
    dilation: tuple[int, ...] = tree.static()
    ceil_mode: bool = tree.static()

    def _set_sizes(
        self,
        kernel_size: Sizes,
        stride: Sizes | None,
        padding: Sizes,
        dilation: Sizes,
        ceil_mode: bool,
    ) -> None:
        kind = type(self).__name__
        if isinstance(kernel_size, int):
            raise FjaxValueError(
                f"{kind}: kernel_size has a number for each axis of positions, such as "
                f"({max(kernel_size, 1)}, {max(kernel_size, 1)}) for images, got {kernel_size}"
            )
        rank = len(tuple(kernel_size))
        self.window = sizes_of(kind, "kernel_size", kernel_size, rank)
        self.stride = sizes_of(kind, "stride", self.window if stride is None else stride, rank)
        self.padding = sizes_of(kind, "padding", padding, rank)
        self.dilation = sizes_of(kind, "dilation", dilation, rank)
        self.ceil_mode = bool(ceil_mode)
        reached = self._reach()
        if any(2 * p > size for p, size in zip(self.padding, reached, strict=True)):
            raise FjaxValueError(
                f"{kind}: padding is at most half of the window, got {self.padding} for {reached}"
            )

    def _reach(self) -> tuple[int, ...]:
        """How many positions a window lies over along each axis."""
        return tuple([d * (k - 1) + 1 for d, k in zip(self.dilation, self.window, strict=True)])

    def _margins(self, x: Any) -> list[tuple[int, int]]:
        """How many positions are added before and after each axis of x; ShapeError if too few.

        With ceil_mode the last window may lie over the end, if it begins before that.
        """
        reached = self._reach()
        room = [n + 2 * p for n, p in zip(x.shape[2:], self.padding, strict=True)]
        if any(size > length for size, length in zip(reached, room, strict=True)):
            raise ShapeError(
                f"{type(self).__name__}: windows of {reached} positions do not fit into the "
                f"{tuple(room)} of {x.aval} with its padding"
            )
        if not self.ceil_mode:
            return [(p, p) for p in self.padding]
        margins = []
        for length, p, reach, stride in zip(room, self.padding, reached, self.stride, strict=True):
            beyond = -(length - reach) % stride
            begins = length - reach + beyond < length - p
            margins.append((p, p + beyond if begins else p))
        return margins

    def _reduced(self, x: Any, start: float, function: Any, margins: Any) -> Any:
        """Each window of the last axes of a batch, reduced."""
        return lax.reduce_window(
            x,
            lax.full((), start, x.dtype),
            function,
            (1, 1, *self.window),
            (1, 1, *self.stride),
            [(0, 0), (0, 0), *margins],
            window_dilation=(1, 1, *self.dilation),
        )


class MaxPool(_Pool):
    """The maximum of each window of (batch, channels, positions…).

    kernel_size: the size of the window, one number for each axis of positions.
    stride: the distance between windows, their size by default.
    padding: how much to put around, which is never the maximum.
    dilation: the distance between the places that a window looks at.
    ceil_mode: whether the last window may lie over the end.

    >>> MaxPool((2, 2))(jnp.ones((1, 3, 8, 8))).shape
    (1, 3, 4, 4)
    """

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        dilation: Sizes = 1,
        ceil_mode: bool = False,
    ):
        self._set_sizes(kernel_size, stride, padding, dilation, ceil_mode)

    def __call__(self, x: Any) -> Any:
        x, many = batched("MaxPool", jnp.asarray(x), len(self.window), None)
        least = False if x.dtype == jnp.bool_ else -math.inf
        y = self._reduced(x, least, lax.max, self._margins(x))
        return y if many else y[0]


class AvgPool(_Pool):
    """The mean of each window of (batch, channels, positions…); of integers, it is a float.

    kernel_size, stride, padding, ceil_mode: as of MaxPool.
    count_include_pad: whether padding counts, as zeros. What lies over the end with ceil_mode
        does not.

    >>> AvgPool((2,))(jnp.array([[1.0, 3.0, 5.0, 7.0]]))
    Array([[2., 6.]], dtype=float64)
    """

    count_include_pad: bool = tree.static()

    def __init__(
        self,
        kernel_size: Sizes,
        stride: Sizes | None = None,
        padding: Sizes = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ):
        self._set_sizes(kernel_size, stride, padding, 1, ceil_mode)
        self.count_include_pad = bool(count_include_pad)

    def __call__(self, x: Any) -> Any:
        (x,) = promote_inexact("AvgPool", jnp.asarray(x))
        x, many = batched("AvgPool", x, len(self.window), None)
        margins = self._margins(x)
        total = self._reduced(widened(x), 0.0, lax.add, margins)
        y = (total / self._counts(x.shape[2:], margins, total.dtype)).astype(x.dtype)
        return y if many else y[0]

    def _counts(self, lengths: Sequence[int], margins: Any, dtype: Any) -> Any:
        """How many positions of each window count: a number, or one for each window."""
        whole = margins == [(p, p) for p in self.padding]
        if whole and (self.count_include_pad or not any(self.padding)):
            return math.prod(self.window)
        counts = np.ones((), dtype)
        for n, p, margin, size, stride in zip(
            lengths, self.padding, margins, self.window, self.stride, strict=True
        ):
            first = np.arange(0, n + sum(margin) - size + 1, stride) - margin[0]
            least, most = (-p, n + p) if self.count_include_pad else (0, n)
            held = np.minimum(first + size, most) - np.maximum(first, least)
            counts = counts[..., None] * held.astype(dtype)
        return counts[None, None]


def _bins(length: int, count: int) -> list[slice]:
    """`count` slices that cover an axis, as evenly as PyTorch has them."""
    return [slice(k * length // count, -(-(k + 1) * length // count)) for k in range(count)]


class _AdaptivePool(Module):
    sizes: tuple[int | None, ...] = tree.static()

    def __init__(self, sizes: Sequence[int | None]):
        if isinstance(sizes, int):
            raise FjaxValueError(
                f"{type(self).__name__}: sizes has a number for each axis of positions, such as "
                f"({max(sizes, 1)}, {max(sizes, 1)}); None leaves one as it is"
            )
        for count in sizes:
            if count is not None:
                check_whole(f"{type(self).__name__}: each of sizes", count, 1)
        self.sizes = tuple(sizes)

    def _reduced(self, x: Any, function: Any) -> Any:
        rank = len(self.sizes)
        x, many = batched(type(self).__name__, jnp.asarray(x), rank, None)
        for axis, count in enumerate(self.sizes, 2):
            parts = [
                function(x[(slice(None),) * axis + (bin,)], axis=axis, keepdims=True)
                for bin in _bins(x.shape[axis], x.shape[axis] if count is None else count)
            ]
            x = jnp.concatenate(parts, axis=axis)
        return x if many else x[0]


class AdaptiveAvgPool(_AdaptivePool, init=False):
    """Means over the given number of bins along each axis of positions; None keeps an axis.

    >>> AdaptiveAvgPool((1, 1))(jnp.ones((2, 3, 7, 5))).shape
    (2, 3, 1, 1)
    """

    def __call__(self, x: Any) -> Any:
        (x,) = promote_inexact("AdaptiveAvgPool", jnp.asarray(x))
        return self._reduced(widened(x), jnp.mean).astype(x.dtype)


class AdaptiveMaxPool(_AdaptivePool, init=False):
    """Maxima over the given number of bins along each axis of positions.

    >>> AdaptiveMaxPool((2,))(jnp.array([[1.0, 2.0, 3.0]]))
    Array([[2., 3.]], dtype=float64)
    """

    def __call__(self, x: Any) -> Any:
        return self._reduced(x, jnp.max)


@recorded
def global_avg_pool(x: Any) -> Array:
    """The mean over all positions: (batch, channels, …) → (batch, channels).

    >>> global_avg_pool(jnp.ones((2, 3, 4, 4))).shape
    (2, 3)
    """
    return jnp.mean(x, axis=_positions("global_avg_pool", x))


def global_max_pool(x: Any) -> Array:
    """The maximum over all positions: (batch, channels, …) → (batch, channels).

    >>> global_max_pool(jnp.ones((2, 3, 4, 4))).shape
    (2, 3)
    """
    return jnp.max(x, axis=_positions("global_max_pool", x))


def _positions(name: str, x: Any) -> tuple[int, ...]:
    """The axes behind batch and channels; ShapeError if there are none."""
    if jnp.ndim(x) < 3:
        raise ShapeError(
            f"{name} takes inputs of shape (batch, channels, …), got {jnp.asarray(x).aval}; of one "
            "axis, x.mean(axis) is the mean"
        )
    return tuple(range(2, jnp.ndim(x)))
