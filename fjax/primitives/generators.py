"""Arrays from nothing: iota, and constants broadcast from a scalar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import Primitive, Role, Zero, primitive
from fjax.core.quiet import astype
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.structure import spread


@primitive
class Iota(Primitive):
    """The index along `dimension`, as an array of the given shape and dtype."""

    hints = {"sharding": None}
    role = Role.INDEX
    absent = frozenset({"jvp", "transpose", "batch"})  # it has no operands
    dtype: Dtype
    shape: tuple[int, ...]
    dimension: int

    def result_type(self):
        if dtypes.is_key(self.dtype) or self.dtype in (dtypes.bool_, dtypes.float0):
            raise DtypeError(
                f"iota does not count in {self.dtype.name}; use an integer or float dtype"
            )
        if not 0 <= self.dimension < len(self.shape):
            raise ShapeError(
                f"iota: dimension {self.dimension} is not an axis of shape {self.shape}"
            )
        return (ShapedArray(self.shape, self.dtype),)

    def evaluate(self, xp: Any):
        n = self.shape[self.dimension]
        counted = (
            xp.arange(n).astype(self.dtype)
            if self.dtype.kind not in "iu"
            else xp.arange(n, dtype=self.dtype)
            if n <= 127
            else xp.arange(n).astype(self.dtype)
        )
        lengths = [1] * len(self.shape)
        lengths[self.dimension] = n
        return (xp.broadcast_to(counted.reshape(lengths), self.shape),)

    def for_parts(self, parts, results):
        return Iota(self.dtype, results[0].shape, self.dimension)

    def element(self, index):
        at = scalar.convert(index[self.dimension], dtypes.real_part(self.dtype))
        return scalar.ComplexExpr(at, 0) if dtypes.is_complex(self.dtype) else at

    def onnx(self, graph):
        counted = graph.cast(graph.arange(self.shape[self.dimension]), self.dtype)
        laid = graph.along(counted, self.dimension, len(self.shape))
        return (graph.expand(laid, self.shape),)


def iota(dtype: Dtype, shape: tuple[int, ...], dimension: int = 0) -> Any:
    """The index along `dimension`."""
    return Iota(dtype, tuple(shape), dimension)()


def full(shape: tuple[int, ...], value: Any, dtype: Dtype, weak_type: bool = False) -> Any:
    """The value everywhere."""
    buffer = astype(np.asarray(value), dtypes.physical(dtype))
    return spread(Array(buffer, ShapedArray((), dtype, weak_type)), tuple(shape))


def zeros_of(aval: ShapedArray) -> Any:
    """Zeros of this shape and dtype."""
    if aval.dtype == dtypes.float0:
        return Array(np.zeros(aval.shape, dtypes.float0), aval)
    return full(aval.shape, 0, aval.dtype, aval.weak_type)


def instantiate(tangent: Any) -> Any:
    """A tangent or cotangent as an array: `Zero` becomes zeros."""
    return zeros_of(tangent.aval) if type(tangent) is Zero else tangent


def jointly_linear_jvp(self: Any, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The jvp rule of what is linear in its operands together; indices among them are held."""
    moved = [
        x if type(t) is Zero and not dtypes.is_inexact(aval_of(x).dtype) else instantiate(t)
        for x, t in zip(primals, tangents, strict=True)
    ]
    return (self(*primals),), (self(*moved),)
