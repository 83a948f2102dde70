"""Abstract values: what is known of an array while tracing."""

from __future__ import annotations

import math
import sys
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.dimensions import Dimension
from fjax.core.dtypes import Dtype
from fjax.core.guarded import Guarded, known
from fjax.core.kinds import Space
from fjax.core.mesh import in_force
from fjax.core.sharding import NamedSharding, explicit_part, whole
from fjax.errors import FjaxValueError

_SAME = object()
SYMBOLIC = (Dimension, Guarded)
COMMON: frozenset[Any] = frozenset()  # of values that all members of a mesh have in common


class ManualAxisType(NamedTuple):
    """Along which axes of a `shard_map` a value may differ among the members.

    >>> fjax.sharding.ManualAxisType(frozenset({"x"})).varying
    frozenset({'x'})
    """

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

    sharding: how the value is split along `Explicit` axes of a mesh, which is a part of its type
    (`layout`, None where it is whole along all of them); other axes are left out (decision 55).
    vma: within a `shard_map` that checks it, the axes of the mesh along which the value may differ
    among the members ("varying manual axes").
    memory_space: accepted, a hint; a value is always in its device's memory.

    >>> fjax.core.ShapedArray((2, 3), np.dtype("float32"))
    ShapedArray(float32[2,3])
    """

    __slots__ = ("shape", "dtype", "weak_type", "ndim", "size", "vma", "layout", "bare", "_without")
    shape: tuple[int, ...]
    dtype: Dtype
    weak_type: bool
    ndim: int
    size: int
    vma: frozenset[Any]
    layout: NamedSharding | None
    bare: ShapedArray  # the same without `layout`
    _without: dict[int, ShapedArray]  # the same without an axis, as far as it was asked for

    def __new__(
        cls,
        shape: Any,
        dtype: Any,
        weak_type: bool = False,
        vma: frozenset[Any] = COMMON,
        *,
        sharding: Any = None,
        memory_space: Any = None,
    ) -> ShapedArray:
        shape = tuple(shape)
        if sharding is not None:
            sharding = explicit_part(sharding, len(shape))
        if sharding is None:
            given = (shape, dtype, weak_type)
            found = _interned.get(given if vma is COMMON else (*given, vma))
            if found is not None:
                return found
        return _intern(shape, dtypes.as_dtype(dtype), bool(weak_type), frozenset(vma), sharding)

    def update(
        self,
        shape: Any = None,
        dtype: Any = None,
        weak_type: bool | None = None,
        vma: frozenset[Any] | None = None,
        *,
        sharding: Any = _SAME,
        memory_space: Any = None,
    ) -> ShapedArray:
        """The same aval with some parts replaced; another shape is whole unless `sharding` says."""
        if sharding is _SAME:
            sharding = self.layout if shape is None else None
        return ShapedArray(
            self.shape if shape is None else shape,
            self.dtype if dtype is None else dtype,
            self.weak_type if weak_type is None else weak_type,
            self.vma if vma is None else vma,
            sharding=sharding,
        )

    @property
    def memory_space(self) -> Space:
        """Where the value is: in its device's memory."""
        return Space.Device

    def with_axis(self, size: int, axis: int = 0, names: tuple[Any, ...] = ()) -> ShapedArray:
        """The type with an axis more, split along these axes of its mesh.

        >>> fjax.core.ShapedArray((2, 3), "int32").with_axis(5, 1)
        ShapedArray(int32[2,5,3])
        """
        shape, layout = (*self.shape[:axis], size, *self.shape[axis:]), self.layout
        if layout is not None:
            spec = layout.spec
            new = tuple(n for n in names if n not in spec.every_name())
            layout = layout.update(spec=spec.update((*spec[:axis], new, *spec[axis:])))
        return self.update(shape=shape, sharding=layout)

    def without_axis(self, axis: int) -> ShapedArray:
        """The type without one of its axes.

        >>> fjax.core.ShapedArray((2, 3), "int32").without_axis(0)
        ShapedArray(int32[3])
        """
        found = self._without.get(axis)
        if found is None:
            shape, layout = (*self.shape[:axis], *self.shape[axis + 1 :]), self.layout
            if layout is not None:
                spec = layout.spec
                layout = layout.update(spec=spec.update((*spec[:axis], *spec[axis + 1 :])))
            found = self._without[axis] = self.update(shape=shape, sharding=layout)
        return found

    def strip_weak_type(self) -> ShapedArray:
        return self.update(weak_type=False) if self.weak_type else self

    def tangent(self) -> ShapedArray:
        """The aval of tangents (and cotangents) of such values."""
        if dtypes.is_inexact(self.dtype):
            return self
        return ShapedArray(self.shape, dtypes.float0)

    to_tangent_aval = tangent

    def cotangent(self) -> ShapedArray:
        """The type of cotangents of values of this one: summands for what is reduced."""
        layout = self.layout
        if layout is None or not (self.unreduced or self.reduced):
            return self
        spec = layout.spec.update(unreduced=self.reduced, reduced=self.unreduced)
        return self.update(sharding=layout.update(spec=spec))

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def sharding(self) -> NamedSharding:
        """How the value is split along the explicit axes of the mesh; whole without them."""
        if self.layout is not None:
            return self.layout
        mesh = in_force.value
        return whole(self.ndim, None if mesh.empty else mesh.abstract_mesh)

    def str_short(self, short_dtypes: bool = False) -> str:
        """Dtype and shape: `float32[3]`, or `f32[3]`, as jaxprs print it, with short_dtypes.

        Lengths that are split along explicit axes of a mesh name them: `float32[8@x,2]`.
        """
        name = (dtypes.short_name if short_dtypes else dtypes.long_name)(self.dtype)
        lengths = map(str, self.shape)
        if self.layout is not None:
            parts = self.layout.spec.by_axis(self.ndim)
            lengths = map(_split_length, self.shape, parts)
        return f"{name}[{','.join(lengths)}]"

    def notation(self) -> str:
        """The type as jaxprs print it.

        >>> fjax.core.ShapedArray((2,), np.dtype("float32"), weak_type=True).notation()
        '~f32[2]'
        """
        weak = "~" if self.weak_type else ""
        return f"{weak}{self.str_short(short_dtypes=True)}{self._varying()}"

    def _varying(self) -> str:
        said = (("V", self.vma), ("U", self.unreduced), ("R", self.reduced))
        parts = [f"{letter}:{','.join(sorted(map(str, s)))}" for letter, s in said if s]
        return f"{{{', '.join(parts)}}}" if parts else ""

    @property
    def mat(self) -> ManualAxisType:
        """How the value is along the axes of a `shard_map`.

        >>> fjax.core.ShapedArray((), "int32").mat.varying
        frozenset()
        """
        layout = self.layout
        if layout is None:
            return ManualAxisType(self.vma)
        manual = set(layout.mesh.manual_axes)
        return ManualAxisType(self.vma, self.unreduced & manual, self.reduced & manual)

    manual_axis_type = mat  # JAX's longer name

    @property
    def unreduced(self) -> frozenset[Any]:
        """The axes of a mesh along which each member has a summand of the value."""
        return COMMON if self.layout is None else self.layout.spec.unreduced

    @property
    def reduced(self) -> frozenset[Any]:
        """The axes along which members have the same value, whose derivative is unreduced."""
        return COMMON if self.layout is None else self.layout.spec.reduced

    def __str__(self) -> str:
        """What messages call the type: `str_short`, after a ~ for weak types."""
        if any(type(n) is Guarded for n in self.shape):
            return str(self.update(shape=[known(n) for n in self.shape]))
        return f"{'~' if self.weak_type else ''}{self.str_short()}{self._varying()}"

    def __repr__(self) -> str:
        weak = ", weak_type=True" if self.weak_type else ""
        return f"ShapedArray({self.str_short()}{weak}{self._varying()})"

    def __reduce__(self) -> Any:
        given = (self.shape, self.dtype, self.weak_type, self.vma)
        return (_restored, (*given, self.layout)) if self.layout else (ShapedArray, given)


def _restored(
    shape: tuple[int, ...], dtype: Dtype, weak: bool, vma: frozenset[Any], layout: NamedSharding
) -> ShapedArray:
    return ShapedArray(shape, dtype, weak, vma, sharding=layout)


def _split_length(length: int, names: tuple[Any, ...]) -> str:
    """A length, and the axes of the mesh along which it is split."""
    if not names:
        return str(length)
    spelled = ",".join(map(str, names))
    return f"{length}@({spelled})" if len(names) > 1 else f"{length}@{spelled}"


_interned: dict[tuple[Any, ...], ShapedArray] = {}


def _intern(
    shape: tuple[Any, ...],
    dtype: Dtype,
    weak_type: bool,
    vma: frozenset[Any],
    layout: NamedSharding | None = None,
) -> ShapedArray:
    shape = tuple(n if type(n) in SYMBOLIC else int(n) for n in shape)
    key: tuple[Any, ...] = (shape, dtype, weak_type, vma) if vma else (shape, dtype, weak_type)
    if layout is not None:
        key = (shape, dtype, weak_type, vma, layout)
    guarded = next((n for n in shape if type(n) is Guarded), None)
    interned = _interned if guarded is None else guarded.guards.avals
    found = interned.get(key)
    if found is None:
        aval = object.__new__(ShapedArray)
        aval.shape, aval.dtype, aval.weak_type = shape, dtype, weak_type
        aval.vma = vma or COMMON
        aval.ndim, aval.size = len(shape), math.prod(shape)
        aval.layout, aval._without = layout, {}
        aval.bare = aval if layout is None else _intern(shape, dtype, weak_type, vma)
        found = interned.setdefault(key, aval)
    return found


def of_numpy(array: np.ndarray | np.generic) -> ShapedArray:
    """The aval of a NumPy array or scalar, under the present 64-bit rule."""
    if type(array) is not np.ndarray:
        refuse_masked(array)
    return ShapedArray(array.shape, dtypes.canonicalize(array.dtype))


def refuse_masked(value: Any) -> None:
    """Raise for a masked array, which says more than its values.

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
