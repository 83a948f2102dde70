"""Abstract values: what is known of an array while tracing."""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.dtypes import Dtype
from fjax.core.sharding import NamedSharding, whole
from fjax.errors import FjaxValueError

COMMON: frozenset[Any] = frozenset()  # of values that all members of a mesh have in common


class ManualAxisType(NamedTuple):
    """Along which axes of a `shard_map` a value may differ among the members."""

    varying: frozenset[Any]
    unreduced: frozenset[Any] = COMMON
    reduced: frozenset[Any] = COMMON

    def invarying(self, mesh: Any) -> frozenset[Any]:
        """The axes of a `shard_map` over this mesh along which all members have the same.

        >>> mesh = fjax.sharding.AbstractMesh((2,), ("x",), (fjax.sharding.AxisType.Manual,))
        >>> ManualAxisType(frozenset()).invarying(mesh)
        frozenset({'x'})
        """
        return frozenset(mesh.manual_axes) - self.varying


class ShapedArray:
    """Shape, dtype and weak_type. Interned: equal avals are the same object, hashed by identity.

    sharding: taken as in JAX; how a value is split is not a part of its type (decision 43).
    vma: within a `shard_map` that checks it, the axes of the mesh along which the value may differ
    among the members ("varying manual axes").

    >>> fjax.core.ShapedArray((2, 3), np.dtype("float32"))
    ShapedArray(float32[2,3])
    """

    __slots__ = ("shape", "dtype", "weak_type", "ndim", "size", "vma")
    shape: tuple[int, ...]
    dtype: Dtype
    weak_type: bool
    ndim: int
    size: int
    vma: frozenset[Any]

    def __new__(
        cls,
        shape: Any,
        dtype: Any,
        weak_type: bool = False,
        vma: frozenset[Any] = COMMON,
        *,
        sharding: Any = None,
    ) -> ShapedArray:
        del sharding
        shape = tuple(shape)
        given = (shape, dtype, weak_type)
        found = _interned.get(given if vma is COMMON else (*given, vma))
        if found is not None:
            return found
        return _intern(shape, dtypes.as_dtype(dtype), bool(weak_type), frozenset(vma))

    def update(
        self,
        shape: Any = None,
        dtype: Any = None,
        weak_type: bool | None = None,
        vma: frozenset[Any] | None = None,
        *,
        sharding: Any = None,
    ) -> ShapedArray:
        """The same aval with some parts replaced."""
        del sharding
        return ShapedArray(
            self.shape if shape is None else shape,
            self.dtype if dtype is None else dtype,
            self.weak_type if weak_type is None else weak_type,
            self.vma if vma is None else vma,
        )

    def strip_weak_type(self) -> ShapedArray:
        return self.update(weak_type=False) if self.weak_type else self

    def tangent(self) -> ShapedArray:
        """The aval of tangents (and cotangents) of such values."""
        if dtypes.is_inexact(self.dtype):
            return self
        return ShapedArray(self.shape, dtypes.float0)

    to_tangent_aval = tangent

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def sharding(self) -> NamedSharding:
        """For programs that ask before they shard: the value is whole, there is no mesh."""
        return whole(self.ndim)

    def str_short(self, short_dtypes: bool = False) -> str:
        """Dtype and shape: `float32[3]`, or `f32[3]`, as jaxprs print it, with short_dtypes."""
        name = (dtypes.short_name if short_dtypes else dtypes.long_name)(self.dtype)
        return f"{name}[{','.join(map(str, self.shape))}]"

    def notation(self) -> str:
        """The type as jaxprs print it.

        >>> fjax.core.ShapedArray((2,), np.dtype("float32"), weak_type=True).notation()
        '~f32[2]'
        """
        weak = "~" if self.weak_type else ""
        return f"{weak}{self.str_short(short_dtypes=True)}{self._varying()}"

    def _varying(self) -> str:
        return f"{{V:{','.join(sorted(map(str, self.vma)))}}}" if self.vma else ""

    @property
    def mat(self) -> ManualAxisType:
        """How the value is along the axes of a `shard_map`.

        >>> fjax.core.ShapedArray((), "int32").mat.varying
        frozenset()
        """
        return ManualAxisType(self.vma)

    def __str__(self) -> str:
        """What messages call the type: `str_short`, after a ~ for weak types."""
        return f"{'~' if self.weak_type else ''}{self.str_short()}{self._varying()}"

    def __repr__(self) -> str:
        weak = ", weak_type=True" if self.weak_type else ""
        return f"ShapedArray({self.str_short()}{weak}{self._varying()})"

    def __reduce__(self) -> Any:
        return (ShapedArray, (self.shape, self.dtype, self.weak_type, self.vma))


_interned: dict[tuple[Any, ...], ShapedArray] = {}


def _intern(
    shape: tuple[Any, ...], dtype: Dtype, weak_type: bool, vma: frozenset[Any]
) -> ShapedArray:
    shape = tuple(int(n) for n in shape)
    key = (shape, dtype, weak_type, vma) if vma else (shape, dtype, weak_type)
    found = _interned.get(key)
    if found is None:
        aval = object.__new__(ShapedArray)
        aval.shape, aval.dtype, aval.weak_type = shape, dtype, weak_type
        aval.vma = vma or COMMON
        aval.ndim, aval.size = len(shape), math.prod(shape)
        found = _interned.setdefault(key, aval)
    return found


def of_numpy(array: np.ndarray | np.generic) -> ShapedArray:
    """The aval of a NumPy array or scalar, under the present 64-bit rule."""
    if type(array) is not np.ndarray:
        refuse_masked(array)
    return ShapedArray(array.shape, dtypes.canonicalize(array.dtype))


def refuse_masked(value: Any) -> None:
    """Raise for a masked array: its values alone are not what it says.

    numpy.ma, which takes 10 ms to import, is asked only where somebody has imported it.
    """
    masked = sys.modules.get("numpy.ma")
    if masked is not None and isinstance(value, masked.MaskedArray):
        raise FjaxValueError(
            "numpy masked arrays are not supported: their masks would be lost. Use x.filled(value) "
            "to convert one to a standard array, or pass x.data and x.mask as two arrays"
        )


def scalar_aval(value: Any) -> ShapedArray:
    """The aval of a Python scalar: weakly typed unless it is a bool."""
    dtype, weak = dtypes.python_scalar(value)
    return ShapedArray((), dtype, weak)
