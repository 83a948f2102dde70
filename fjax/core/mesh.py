"""Meshes: devices under named axes, along which arrays are split and programs run."""

from __future__ import annotations

import enum
import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax.config import named_context
from fjax.core.device import Device
from fjax.errors import FjaxTypeError, FjaxValueError

Name = Any


class AxisType(enum.Enum):
    """Who decides how arrays are split along an axis of a mesh: fjax, types, or the program."""

    Auto = enum.auto()
    Explicit = enum.auto()
    Manual = enum.auto()

    def __repr__(self) -> str:
        return self.name


class _Axes:
    """What meshes with and without devices share: axes with names, sizes and types."""

    __slots__ = ("axis_sizes", "axis_names", "axis_types", "size")
    axis_sizes: tuple[int, ...]
    axis_names: tuple[Name, ...]
    axis_types: tuple[AxisType, ...]
    size: int

    def _set(self, sizes: tuple[int, ...], names: tuple[Name, ...], types: Any) -> None:
        self.axis_sizes, self.axis_names = sizes, names
        self.axis_types = _checked_types(type(self).__name__, names, types)
        repeated = sorted({str(n) for n in names if names.count(n) > 1})
        if repeated:
            raise FjaxValueError(
                f"{type(self).__name__}: axis names must differ, got {names}; "
                f"{', '.join(repeated)} occurs twice"
            )

    @property
    def empty(self) -> bool:
        """Whether this stands for the lack of a mesh."""
        return self.size == 0

    @property
    def shape_tuple(self) -> tuple[tuple[Name, int], ...]:
        return tuple(zip(self.axis_names, self.axis_sizes, strict=True))

    @property
    def shape(self) -> dict[Name, int]:
        """The size of each axis by its name."""
        return dict(self.shape_tuple)

    def _named(self, kind: AxisType) -> tuple[Name, ...]:
        return tuple(n for n, t in zip(self.axis_names, self.axis_types, strict=True) if t is kind)

    @property
    def auto_axes(self) -> tuple[Name, ...]:
        return self._named(AxisType.Auto)

    @property
    def explicit_axes(self) -> tuple[Name, ...]:
        return self._named(AxisType.Explicit)

    @property
    def manual_axes(self) -> tuple[Name, ...]:
        return self._named(AxisType.Manual)

    @property
    def are_all_axes_auto(self) -> bool:
        return bool(self.axis_names) and self.auto_axes == self.axis_names

    @property
    def are_all_axes_explicit(self) -> bool:
        return bool(self.axis_names) and self.explicit_axes == self.axis_names

    @property
    def are_all_axes_manual(self) -> bool:
        return bool(self.axis_names) and self.manual_axes == self.axis_names

    def _key(self) -> tuple:
        return (type(self), self.shape_tuple, self.axis_types)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Axes) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        inside = ", ".join(f"{n!r}: {k}" for n, k in self.shape_tuple)
        types = f", axis_types={self.axis_types}" if self.axis_names else ""
        return f"{type(self).__name__}({inside}{types})"


class AbstractMesh(_Axes):
    """The axes of a mesh, without a device.

    >>> AbstractMesh((4, 2), ("batch", "model")).shape
    {'batch': 4, 'model': 2}
    """

    __slots__ = ()

    def __init__(self, axis_sizes: Sequence[int], axis_names: Any, axis_types: Any = None):
        names, sizes = _checked_names("AbstractMesh", axis_names), tuple(axis_sizes)
        if len(names) != len(sizes):
            raise FjaxValueError(
                f"AbstractMesh: {len(sizes)} sizes, {sizes}, for {len(names)} axis names, {names}; "
                "give one size for each name"
            )
        self._set(sizes, names, axis_types)
        self.size = math.prod(sizes) if sizes else 0

    def __reduce__(self) -> Any:
        return (AbstractMesh, (self.axis_sizes, self.axis_names, self.axis_types))

    @property
    def abstract_mesh(self) -> AbstractMesh:
        return self

    def update(
        self, axis_sizes: Any = None, axis_names: Any = None, axis_types: Any = None
    ) -> AbstractMesh:
        """The same mesh with some parts replaced."""
        return AbstractMesh(
            self.axis_sizes if axis_sizes is None else axis_sizes,
            self.axis_names if axis_names is None else axis_names,
            self.axis_types if axis_types is None else axis_types,
        )

    def update_axis_types(self, name_to_type: Mapping[Name, AxisType]) -> AbstractMesh:
        """The same mesh with other types of some axes."""
        pairs = zip(self.axis_names, self.axis_types, strict=True)
        return self.update(axis_types=tuple(name_to_type.get(n, t) for n, t in pairs))


class Mesh(_Axes):
    """Devices under named axes.

    devices: a NumPy array (or nested sequence) of different Devices of one platform, with one axis
        for each of `axis_names`. axis_types: an AxisType for each axis; by default Auto.
    Raises ValueError where the two disagree or a device occurs twice.
    Within `with mesh:` it is the mesh in force, see `fjax.set_mesh`.

    >>> mesh = Mesh(np.array(fjax.devices()[:1]).reshape(1, 1), ("data", "model"))
    >>> mesh.shape, mesh.size, mesh.axis_names
    ({'data': 1, 'model': 1}, 1, ('data', 'model'))
    """

    __slots__ = ("devices",)
    devices: np.ndarray

    def __init__(self, devices: Any, axis_names: Any, axis_types: Any = None):
        grid = np.array(devices, object)
        names = _checked_names("Mesh", axis_names)
        if grid.ndim != len(names):
            raise FjaxValueError(
                "Mesh requires the ndim of its first argument (`devices`) to equal the length of "
                f"its second argument (`axis_names`), got devices of shape {grid.shape} and "
                f"axis_names={names}; reshape the array of devices to one axis a name"
            )
        self._set(grid.shape, names, axis_types)
        self.size = 0 if not names and grid.item() is None else grid.size
        if not self.empty or names:
            check_devices("Mesh", list(grid.flat))
        grid.flags.writeable = False
        self.devices = grid

    def __reduce__(self) -> Any:
        return (Mesh, (self.devices, self.axis_names, self.axis_types))

    def _key(self) -> tuple:
        return (*super()._key(), *self.devices.flat)

    @property
    def is_multi_process(self) -> bool:
        """Whether other processes have some of the devices."""
        return len(self.local_devices) < self.size

    @property
    def local_devices(self) -> list[Device]:
        """The devices of this process."""
        return [d for d in self.devices.flat if d is not None and d.is_local]

    @property
    def local_mesh(self) -> Mesh:
        """The part of the mesh whose devices are of this process.

        Raises ValueError where there is none, or the devices form no block of the mesh.
        """
        if self.empty or not self.is_multi_process:
            return self
        own = np.vectorize(lambda d: d.is_local, otypes=[bool])(self.devices)
        index = np.ix_(*[np.unique(places) for places in np.nonzero(own)])
        if not own.any() or not own[index].all():
            raise FjaxValueError(
                f"{self!r}: the devices of this process form no part of the mesh that is a mesh"
            )
        return Mesh(self.devices[index], self.axis_names, self.axis_types)

    @property
    def device_ids(self) -> np.ndarray:
        return np.array([d.id for d in self.devices.flat]).reshape(self.devices.shape)

    @property
    def abstract_mesh(self) -> AbstractMesh:
        """The axes without devices."""
        return AbstractMesh(self.axis_sizes, self.axis_names, self.axis_types)

    def update(self, devices: Any = None, axis_names: Any = None, axis_types: Any = None) -> Mesh:
        """The same mesh with some parts replaced."""
        return Mesh(
            self.devices if devices is None else devices,
            self.axis_names if axis_names is None else axis_names,
            self.axis_types if axis_types is None else axis_types,
        )

    @property
    def untyped(self) -> Mesh:
        """The same devices under the same names, with axes of type Auto."""
        return self if self.are_all_axes_auto else Mesh(self.devices, self.axis_names)

    def __enter__(self) -> Mesh:
        scope = in_force(self)
        scope.__enter__()
        _entered.scopes.append(scope)
        return self

    def __exit__(self, *exception: Any) -> None:
        _entered.scopes.pop().__exit__(*exception)


class _EnteredMeshes(threading.local):
    """The `with mesh:` blocks that a thread is in."""

    def __init__(self) -> None:
        self.scopes: list[Any] = []


def _checked_names(what: str, axis_names: Any) -> tuple[Name, ...]:
    names = (axis_names,) if isinstance(axis_names, str) else tuple(axis_names)
    if None in names:
        raise FjaxValueError(f"{what} axis names cannot be None. Got {names}")
    return names


def _checked_types(what: str, names: tuple[Name, ...], types: Any) -> tuple[AxisType, ...]:
    if types is None:
        return (AxisType.Auto,) * len(names)
    types = tuple(types) if isinstance(types, (tuple, list)) else (types,)
    wrong = [t for t in types if not isinstance(t, AxisType)]
    if wrong:
        raise FjaxTypeError(
            f"{what}: axis_types must be fjax.sharding.AxisType, got {wrong[0]!r} of type "
            f"{type(wrong[0]).__name__}"
        )
    if len(types) != len(names):
        raise FjaxValueError(
            f"{what}: Number of axis names should match the number of axis_types, got "
            f"axis_names={names} and axis_types={types}"
        )
    return types


def check_devices(what: str, devices: Sequence[Any]) -> None:
    """Raise unless these are different devices of one platform, at least one."""
    if not len(devices):
        raise FjaxValueError(f"{what}: no devices are given; take some of fjax.devices()")
    for device in devices:
        if not isinstance(device, Device):
            raise FjaxTypeError(
                f"{what}: devices holds {device!r} of type {type(device).__name__}; "
                "make the array of devices out of fjax.devices()"
            )
    if len(set(devices)) != len(devices):
        repeated = next(d for d in devices if list(devices).count(d) > 1)
        raise FjaxValueError(f"{what}: {repeated} occurs twice among the devices {list(devices)}")
    if len({d.platform for d in devices}) > 1:
        raise FjaxValueError(
            f"{what}: the devices are of several platforms, {list(devices)}; use those of one"
        )


_entered = _EnteredMeshes()
EMPTY_ABSTRACT_MESH = AbstractMesh((), ())
EMPTY_MESH = Mesh(np.array(None, object), ())
# The mesh in force in a thread. Traces depend on it, so it is part of their keys.
in_force = named_context("mesh", EMPTY_MESH)
