"""Windows along an axis as elements of an array: of these, convolutions are products."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, primitive
from fjax.errors import ShapeError
from fjax.primitives.arithmetic import add
from fjax.primitives.generators import full
from fjax.primitives.shaping import Pad, take_range
from fjax.primitives.structure import Reshape, Structural


@primitive
class Unfold(Structural):
    """All windows along an axis: [..., i, ..., k] is the operand's at i * stride + k * dilation.

    The axis becomes that of the windows; their elements lie along a new last one.
    """

    additive = True
    axis: int
    size: int
    stride: int = 1
    dilation: int = 1

    def result_type(self, x: ShapedArray):
        if not 0 <= self.axis < x.ndim or min(self.size, self.stride, self.dilation) < 1:
            raise ShapeError(
                f"unfold: size {self.size}, stride {self.stride} and dilation {self.dilation} of "
                f"axis {self.axis} of {x} must be at least 1, and the axis one of its own"
            )
        reach = (self.size - 1) * self.dilation + 1
        count = max(0, (x.shape[self.axis] - reach) // self.stride + 1)
        before, after = x.shape[: self.axis], x.shape[self.axis + 1 :]
        return (x.update(shape=(*before, count, *after, self.size)),)

    def evaluate(self, xp: Any, x: Any):
        count = max(
            0, (x.shape[self.axis] - (self.size - 1) * self.dilation - 1) // self.stride + 1
        )
        places = (
            xp.arange(count)[:, None] * self.stride + xp.arange(self.size)[None] * self.dilation
        )
        return (xp.moveaxis(xp.take(x, places, self.axis), self.axis + 1, -1),)

    def transpose(self, cotangents, x):
        """For each element of a window, what all windows give to where they have it."""
        c, total = cotangents[0], full(x.shape, 0, x.dtype)
        count, n = c.shape[self.axis], x.shape[self.axis]
        if count == 0:
            return (total,)
        for k in range(self.size):
            part = take_range(c, k, k + 1, c.ndim - 1, c.shape)
            low = k * self.dilation
            config = [(0, 0, 0)] * x.ndim
            config[self.axis] = (low, n - low - (count - 1) * self.stride - 1, self.stride - 1)
            given = Reshape(c.shape[:-1])(part)
            total = add(total, Pad(tuple(config))(given, full((), 0, x.dtype)))
        return (total,)

    def batch(self, axis: BatchAxis, args, dims):
        (d,) = dims
        return (self.replace(axis=self.axis + (d <= self.axis))(args[0]),), (d,)

    def element(self, index: Sequence[Any], x: Any):
        *source, k = index
        source[self.axis] = source[self.axis] * self.stride + k * self.dilation
        return x(source)
