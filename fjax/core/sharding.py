"""Shardings: where arrays live, and the check of what users give as one."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core.device import Device
from fjax.core.mesh import EMPTY_ABSTRACT_MESH, AbstractMesh, Mesh, in_force

_MEMORY_KINDS = (None, "device", "pinned_host", "unpinned_host")


class _Unconstrained:
    """An entry of a PartitionSpec that leaves an axis of the array free."""

    def __repr__(self) -> str:
        return "UNCONSTRAINED"

    def __reduce__(self) -> str:
        return "_UNCONSTRAINED"


_UNCONSTRAINED = _Unconstrained()


class PartitionSpec(tuple[Any, ...]):
    """For each axis of an array, the axes of a mesh along which it is split: names, or None.

    A tuple, which is a leaf of pytrees. Axes of the array beyond its length have None.
    unreduced: axes of the mesh along which each device has a summand of the array. Nobody has added
        them up yet.
    reduced: axes along which devices have the same array, whose derivative is unreduced.
    Raises ValueError for a name in two of these places.

    >>> spec = PartitionSpec("data", None, ("model",))
    >>> spec, len(spec), spec[0], PartitionSpec("x") + PartitionSpec(None)
    (P('data', None, 'model'), 3, 'data', P('x', None))
    >>> PartitionSpec("x", unreduced={"y"})
    P('x', unreduced={'y'})
    """

    UNCONSTRAINED = _UNCONSTRAINED
    unreduced: frozenset[Any] = frozenset()
    reduced: frozenset[Any] = frozenset()

    def __new__(
        cls,
        *partitions: Any,
        unreduced: Iterable[Any] = frozenset(),
        reduced: Iterable[Any] = frozenset(),
    ) -> PartitionSpec:
        self = tuple.__new__(cls, map(_canonical, partitions))
        if unreduced or reduced:
            self.unreduced = _partial_axes("unreduced", unreduced)
            self.reduced = _partial_axes("reduced", reduced)
            _check_apart(self)
        return self

    def __init_subclass__(cls, **options: Any) -> None:
        raise errors.FjaxTypeError(
            "Subclassing `jax.P` is prohibited: write a function that returns a PartitionSpec"
        )

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return tuple(self), {"unreduced": self.unreduced, "reduced": self.reduced}

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PartitionSpec) and (
            self.unreduced != other.unreduced or self.reduced != other.reduced
        ):
            return False
        return isinstance(other, tuple) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        if self.unreduced or self.reduced:
            return hash((tuple(self), self.unreduced, self.reduced))
        return tuple.__hash__(self)

    @property
    def partitions(self) -> tuple[Any, ...]:
        return tuple(self)

    def __add__(self, other: Any) -> PartitionSpec:
        if not isinstance(other, tuple):
            return NotImplemented
        given: dict[str, Any] = {w: getattr(other, w, set()) for w in ("unreduced", "reduced")}
        return PartitionSpec(*self, *other, **{w: getattr(self, w) | v for w, v in given.items()})

    def __radd__(self, other: Any) -> PartitionSpec:
        return self.update((*other, *self)) if isinstance(other, tuple) else NotImplemented

    def update(
        self, partitions: Any = None, *, unreduced: Any = None, reduced: Any = None
    ) -> PartitionSpec:
        """The same with other partitions, or other axes that are unreduced or reduced."""
        return PartitionSpec(
            *(self if partitions is None else partitions),
            unreduced=self.unreduced if unreduced is None else unreduced,
            reduced=self.reduced if reduced is None else reduced,
        )

    def __repr__(self) -> str:
        parts = list(map(repr, self))
        for which in ("unreduced", "reduced"):
            names = sorted(getattr(self, which), key=str)
            if names:
                parts.append(f"{which}={{{', '.join(map(repr, names))}}}")
        return f"P({', '.join(parts)})"

    def by_axis(self, ndim: int) -> tuple[tuple[Any, ...], ...]:
        """For each axis of an array of this rank the axes of a mesh that it is split along.

        >>> PartitionSpec("x", None, ("y", "z")).by_axis(4)
        (('x',), (), ('y', 'z'), ())
        """
        found = tuple(
            ()
            if part is None or part is _UNCONSTRAINED
            else part
            if isinstance(part, tuple)
            else (part,)
            for part in self
        )
        return (*found, *((),) * (ndim - len(found)))

    def names(self) -> list[Any]:
        """The axes of a mesh that occur, in order."""
        return [name for part in self.by_axis(len(self)) for name in part]

    def every_name(self) -> list[Any]:
        """The axes of a mesh that occur, those that are unreduced or reduced at the end."""
        return [*self.names(), *self.unreduced, *self.reduced]


def _partial_axes(which: str, names: Any) -> frozenset[Any]:
    """The axes that are unreduced (reduced), checked."""
    if not isinstance(names, (set, frozenset)):
        raise errors.FjaxTypeError(
            f"`{which}` argument of PartitionSpec should be of type `frozenset` or `set`. Got type "
            f"{type(names).__name__}"
        )
    if None in names:
        raise errors.FjaxValueError(
            f"{which} cannot contain None. All elements in {which} should refer to the mesh axes."
        )
    return frozenset(names)


def _check_apart(spec: PartitionSpec) -> None:
    """Raise for an axis of the mesh that is in two places."""
    own = set(spec.names())
    for which in ("unreduced", "reduced"):
        if own & getattr(spec, which):
            raise errors.FjaxValueError(
                f"partitions cannot overlap with {which} axes passed to PartitionSpec. Got "
                f"partitions: {tuple(spec)} and {which} axes: {set(getattr(spec, which))}"
            )
    if spec.unreduced & spec.reduced:
        raise errors.FjaxValueError(
            "`unreduced` and `reduced` argument to PartitionSpec cannot overlap. Got unreduced: "
            f"{set(spec.unreduced)}, reduced: {set(spec.reduced)}"
        )


def _canonical(part: Any) -> Any:
    """One entry: no axis is None, a single one its name."""
    if isinstance(part, (tuple, list)):
        if any(isinstance(name, (tuple, list)) for name in part):
            raise errors.FjaxValueError(
                f"A tuple inside PartitionSpec cannot contain a nested tuple, got {part!r}"
            )
        return None if not part else part[0] if len(part) == 1 else tuple(part)
    return part


class Sharding:
    """Where an array lives: whole on one device, or in parts on several.

    >>> isinstance(jnp.ones(3).sharding, Sharding)
    True
    """

    __slots__ = ("memory_kind",)
    memory_kind: str | None

    @property
    def is_fully_addressable(self) -> bool:
        """Whether all devices are of this process."""
        return all(device.is_local for device in self.ordered_devices)

    @property
    def has_addressable_devices(self) -> bool:
        """Whether a device is of this process."""
        return any(device.is_local for device in self.ordered_devices)

    @property
    def ordered_devices(self) -> tuple[Device, ...]:
        """The devices, in the order of the mesh; none of an abstract mesh, which is of any."""
        raise NotImplementedError(type(self).__name__)

    @property
    def _device_assignment(self) -> tuple[Device, ...]:
        """The name that programs written for JAX read."""
        return self.ordered_devices

    _addressable_device_assignment = _device_assignment  # likewise: every device is of this process

    @property
    def num_devices(self) -> int:
        """How many devices hold parts of an array."""
        return len(self.ordered_devices)

    @property
    def device(self) -> Device | None:
        """The first device of this process, else the first; None of an abstract mesh."""
        ordered = self.ordered_devices
        return next((d for d in ordered if d.is_local), ordered[0] if ordered else None)

    @property
    def device_set(self) -> set[Device]:
        """The devices; raises ValueError for an abstract mesh."""
        if not self.ordered_devices:
            raise errors.FjaxValueError(
                f"device_set: {self!r} is of an abstract mesh, which has no devices; make it with "
                "a fjax.sharding.Mesh"
            )
        return set(self.ordered_devices)

    @property
    def addressable_devices(self) -> set[Device]:
        """The devices of this process; raises as `device_set` does."""
        return {device for device in self.device_set if device.is_local}

    def short(self) -> str:
        """What it says, for messages."""
        return repr(self)

    def with_memory_kind(self, kind: str | None) -> Sharding:
        """The same with another `memory_kind`; all name the one memory of the device."""
        raise NotImplementedError(type(self).__name__)

    def check_compatible_aval(self, aval_shape: Sequence[int]) -> None:
        """Raise ValueError unless arrays of this shape can have this sharding."""

    def parts(self, ndim: int) -> tuple[int, ...]:
        """Into how many parts each axis of an array is split."""
        return (1,) * ndim

    @property
    def is_fully_replicated(self) -> bool:
        """Whether every device holds the whole array."""
        return True

    def shard_shape(self, global_shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of a device's part of an array of this shape."""
        self.check_compatible_aval(global_shape)
        counts = self.parts(len(global_shape))
        for axis, (size, count) in enumerate(zip(global_shape, counts, strict=True)):
            if size % count:
                raise errors.FjaxValueError(
                    f"Sharding {self} implies that array axis {axis} is partitioned {count} times, "
                    f"but the dimension size is {size} (full shape: {tuple(global_shape)}, "
                    f"per-dimension tiling: {counts} should evenly divide the shape)"
                )
        return tuple(size // count for size, count in zip(global_shape, counts, strict=True))

    def devices_indices_map(self, global_shape: Sequence[int]) -> dict[Device, tuple[slice, ...]]:
        """What of an array of this shape each device holds, as an index of slices."""
        self.shard_shape(global_shape)
        return dict.fromkeys(self.device_set, (slice(None),) * len(global_shape))

    def addressable_devices_indices_map(
        self, global_shape: Sequence[int]
    ) -> dict[Device, tuple[slice, ...]]:
        """As `devices_indices_map`, for the devices of this process."""
        held = self.devices_indices_map(global_shape)
        return {device: index for device, index in held.items() if device.is_local}

    def is_equivalent_to(self, other: Sharding, ndim: int) -> bool:
        """Whether both put the same parts of an array of rank ndim on the same devices."""
        for each in (self, other):
            each.check_compatible_aval((0,) * ndim)
        if self.memory_kind != other.memory_kind:
            return False
        if self.ordered_devices != other.ordered_devices:
            return False
        if self.num_devices <= 1 or self.parts(ndim) != other.parts(ndim):
            return self.num_devices <= 1
        shape = self.parts(ndim)
        if isinstance(self, NamedSharding) and not self.ordered_devices:
            assert isinstance(other, NamedSharding)  # of an abstract mesh, too
            return self.mesh == other.mesh and self.spec.by_axis(ndim) == other.spec.by_axis(ndim)
        return self.devices_indices_map(shape) == other.devices_indices_map(shape)


class SingleDeviceSharding(Sharding):
    """The sharding of an array that lives on one device, without a mesh.

    >>> jnp.ones(3).sharding.device_set == {fjax.devices()[0]}
    True
    """

    __slots__ = ("_device",)

    def __init__(self, device: Device, *, memory_kind: str | None = None):
        self._device, self.memory_kind = device, memory_kind
        if type(device) is not Device or memory_kind is not None:
            _check_device(device)
            _check_memory_kind(memory_kind)

    @property
    def ordered_devices(self) -> tuple[Device, ...]:
        return (self._device,)

    def with_memory_kind(self, kind: str | None) -> SingleDeviceSharding:
        return SingleDeviceSharding(self._device, memory_kind=kind)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SingleDeviceSharding)
            and self._device is other._device
            and self.memory_kind == other.memory_kind
        )

    def __hash__(self) -> int:
        return hash((self._device, self.memory_kind))

    def __reduce__(self) -> Any:
        return (_restored_single, (self._device, self.memory_kind))

    def __repr__(self) -> str:
        kind = "" if self.memory_kind is None else f", memory_kind={self.memory_kind!r}"
        return f"SingleDeviceSharding(device={self._device!r}{kind})"


class NamedSharding(Sharding):
    """The sharding of an array whose axes are split along named axes of a mesh.

    mesh: a Mesh or AbstractMesh. spec: a PartitionSpec. memory_kind: 'device', 'pinned_host' or
        'unpinned_host', which are one memory here, or None.
    Raises ValueError for a name that the mesh lacks or that occurs twice. Raises TypeError if
    `mesh` is not a mesh or `spec` is not a PartitionSpec.

    >>> mesh = fjax.make_mesh((1,), ("data",))
    >>> sharding = NamedSharding(mesh, fjax.P("data"))
    >>> x = fjax.device_put(np.arange(3), sharding)
    >>> x.sharding == sharding, sharding.shard_shape((3,))
    (True, (3,))
    """

    __slots__ = ("mesh", "spec")
    mesh: Mesh | AbstractMesh
    spec: PartitionSpec

    def __init__(self, mesh: Any, spec: Any, *, memory_kind: str | None = None):
        if not isinstance(mesh, (Mesh, AbstractMesh)):
            raise errors.FjaxTypeError(
                f"NamedSharding: mesh must be a fjax.sharding.Mesh or AbstractMesh, got {mesh!r} "
                f"of type {type(mesh).__name__}"
            )
        if not isinstance(spec, PartitionSpec):
            raise errors.FjaxTypeError(
                f"NamedSharding: spec must be a fjax.sharding.PartitionSpec, got {spec!r} of type "
                f"{type(spec).__name__}; write fjax.P(...)"
            )
        _check_names(mesh, spec)
        _check_memory_kind(memory_kind)
        self.mesh, self.spec, self.memory_kind = mesh, spec, memory_kind

    @property
    def ordered_devices(self) -> tuple[Device, ...]:
        return tuple(self.mesh.devices.flat) if isinstance(self.mesh, Mesh) else ()

    @property
    def num_devices(self) -> int:
        return self.mesh.size

    @property
    def is_fully_replicated(self) -> bool:
        shape, spec = self.mesh.shape, self.spec
        return all(shape[name] == 1 for name in (*spec.names(), *spec.unreduced))

    @property
    def explicit(self) -> bool:
        """Whether it says something of an Explicit axis, which types show."""
        mesh, spec = self.mesh, self.spec
        shown = mesh.explicit_axes
        if shown and any(name in shown for name in spec.every_name()):
            return True
        manual = mesh.manual_axes
        return any(name in manual for name in (*spec.unreduced, *spec.reduced))

    def parts(self, ndim: int) -> tuple[int, ...]:
        shape = self.mesh.shape
        return tuple(math.prod(shape[n] for n in names) for names in self.spec.by_axis(ndim))

    def devices_indices_map(self, global_shape: Sequence[int]) -> dict[Device, tuple[slice, ...]]:
        local, by_axis = self.shard_shape(global_shape), self.spec.by_axis(len(global_shape))
        sizes, found = self.mesh.shape, {}
        for place, device in zip(np.ndindex(self.mesh.axis_sizes), self.devices_of(), strict=True):
            at = dict(zip(self.mesh.axis_names, place, strict=True))
            index = []
            for names, size, part in zip(by_axis, global_shape, local, strict=True):
                k = 0
                for name in names:
                    k = k * sizes[name] + at[name]
                index.append(slice(None) if part == size else slice(k * part, (k + 1) * part))
            found[device] = tuple(index)
        return found

    def devices_of(self) -> tuple[Device, ...]:
        """The devices; raises ValueError for an abstract mesh."""
        return self.ordered_devices if self.device_set else ()

    def short(self) -> str:
        axes = ", ".join(f"{name!r}: {size}" for name, size in self.mesh.shape_tuple)
        return f"{self.spec!r} of Mesh({axes})"

    def replicated(self) -> NamedSharding:
        """The sharding of arrays that each device of the mesh holds whole."""
        return NamedSharding(self.mesh, PartitionSpec())

    def with_memory_kind(self, kind: str | None) -> NamedSharding:
        return self.update(memory_kind=kind)

    def update(self, **changes: Any) -> NamedSharding:
        """The same sharding with another mesh, spec or memory_kind."""
        spec = changes.pop("spec", self.spec)
        return NamedSharding(
            changes.pop("mesh", self.mesh),
            spec if isinstance(spec, PartitionSpec) else self.spec.update(spec),
            **{"memory_kind": self.memory_kind, **changes},
        )

    def check_compatible_aval(self, aval_shape: Sequence[int]) -> None:
        if len(aval_shape) < len(self.spec):
            hint = "" if aval_shape else ". For scalars the PartitionSpec should be P()"
            raise errors.FjaxValueError(
                f"Sharding {self!r} is only valid for values of rank at least {len(self.spec)}, "
                f"but was applied to a value of rank {len(aval_shape)}, of shape "
                f"{tuple(aval_shape)}{hint}"
            )

    def _key(self) -> tuple[Any, ...]:
        return (self.mesh, self.spec, self.memory_kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NamedSharding) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> Any:
        return (_restored_named, self._key())

    def __repr__(self) -> str:
        kind = "" if self.memory_kind is None else f", memory_kind={self.memory_kind!r}"
        return f"NamedSharding(mesh={self.mesh}, spec={self.spec}{kind})"


def _restored_single(device: Device, memory_kind: str | None) -> SingleDeviceSharding:
    return SingleDeviceSharding(device, memory_kind=memory_kind)


def _restored_named(mesh: Any, spec: PartitionSpec, memory_kind: str | None) -> NamedSharding:
    return NamedSharding(mesh, spec, memory_kind=memory_kind)


def _check_device(device: Any) -> None:
    if not isinstance(device, Device):
        raise errors.FjaxTypeError(
            f"SingleDeviceSharding takes a device, such as fjax.devices()[0]; got {device!r} of "
            f"type {type(device).__name__}"
        )


def _check_memory_kind(kind: Any) -> None:
    if kind not in _MEMORY_KINDS:
        raise errors.FjaxValueError(
            f"memory_kind {kind!r} is none of {', '.join(map(repr, _MEMORY_KINDS))}, which all "
            "name the one memory of the device"
        )


def _check_names(mesh: Mesh | AbstractMesh, spec: PartitionSpec) -> None:
    names = spec.every_name()
    for name in names:
        if name not in mesh.axis_names:
            raise errors.FjaxValueError(
                f"Resource axis: {name} of {spec} is not found in mesh: {mesh.axis_names}"
            )
        if names.count(name) > 1:
            raise errors.FjaxValueError(
                f"{spec} has duplicate entries for the mesh axis {name!r}: an axis of the mesh can "
                "be given to one axis of the array"
            )


def whole(ndim: int, mesh: AbstractMesh | None = None) -> NamedSharding:
    """What a type knows of where its value lies: whole, along no axis of a mesh."""
    return NamedSharding(mesh or EMPTY_ABSTRACT_MESH, PartitionSpec(*(None,) * ndim))


def explicit_part(sharding: Any, ndim: int) -> NamedSharding | None:
    """What of a sharding types of arrays of this rank show: what it says of Explicit axes.

    None if the arrays are whole along them. Equal ones are the same object.
    """
    if not isinstance(sharding, NamedSharding) or not sharding.explicit:
        return None
    return _explicit_part(sharding.mesh.abstract_mesh, sharding.spec, ndim)


@functools.lru_cache(4096)
def _explicit_part(mesh: AbstractMesh, spec: PartitionSpec, ndim: int) -> NamedSharding | None:
    shown, kept = set(mesh.explicit_axes), {*mesh.explicit_axes, *mesh.manual_axes}
    entries = [tuple(n for n in names if n in shown) for names in spec.by_axis(ndim)]
    waiting = {"unreduced": spec.unreduced & kept, "reduced": spec.reduced & kept}
    if not any(entries) and not any(waiting.values()):
        return None
    return _shown(mesh, PartitionSpec(*entries, **waiting))


@functools.lru_cache(4096)
def _shown(mesh: AbstractMesh, spec: PartitionSpec) -> NamedSharding:
    return NamedSharding(mesh, spec)


def for_shape(sharding: Any, shape: Sequence[int]) -> Sharding:
    """The sharding for an array beside one that has it: whole on its devices if it does not fit."""
    fits = len(shape) >= len(getattr(sharding, "spec", ())) and not any(
        size % count for size, count in zip(shape, sharding.parts(len(shape)), strict=True)
    )
    return sharding if fits else sharding.update(spec=PartitionSpec())


def is_sharding(value: Any) -> bool:
    """Whether this is what users may give as a sharding."""
    return isinstance(value, (Sharding, PartitionSpec))


def check_kind(what: str, sharding: Any) -> None:
    """Raise TypeError for what is neither a sharding, nor a PartitionSpec, nor None."""
    if sharding is not None and not is_sharding(sharding):
        raise errors.FjaxTypeError(
            f"{what}: expected a fjax.sharding.Sharding, a PartitionSpec or None, got {sharding!r} "
            f"of type {type(sharding).__name__}"
        )


def as_sharding(what: str, sharding: Any, shape: Sequence[int], uneven: bool = False) -> Sharding:
    """What a user gives as the sharding of an array of this shape, as a Sharding that fits it.

    A PartitionSpec is one of the mesh in force. uneven: whether an axis may be split along Auto
    axes that do not divide it: then it is whole. TypeError for anything else, ValueError where the
    spec names an axis that the mesh lacks or has more entries than the array has axes.
    """
    check_kind(what, sharding)
    if isinstance(sharding, PartitionSpec):
        mesh = in_force.value
        if mesh.empty and sharding.names():
            raise errors.FjaxValueError(
                f"{what}: {sharding} names axes of a mesh, and none is in force. Using "
                "PartitionSpec when you are not under a mesh context is not allowed: call it "
                "within `with fjax.set_mesh(mesh):`, or pass NamedSharding(mesh, spec)"
            )
        sharding = NamedSharding(EMPTY_ABSTRACT_MESH if mesh.empty else mesh, sharding)
    try:
        sharding.check_compatible_aval(shape)
    except errors.FjaxValueError as error:
        raise errors.FjaxValueError(f"{what}: {error.message}") from None
    for axis, (size, count) in enumerate(zip(shape, sharding.parts(len(shape)), strict=True)):
        if size % count and uneven and not getattr(sharding, "explicit", True):
            return _even_part(sharding, shape)
        if size % count:
            raise errors.IndivisibleError(
                f"One of {what} args was given the sharding of {sharding!r}, which implies that "
                f"the global size of its dimension {axis} should be divisible by {count}, but it "
                f"is equal to {size} (full shape: {tuple(shape)}). Pad the axis, or leave it whole"
            )
    return sharding


def _even_part(sharding: Any, shape: Sequence[int]) -> Sharding:
    """The sharding, in which axes that it does not divide are whole."""
    counts = sharding.parts(len(shape))
    entries = sharding.spec.by_axis(len(shape))
    kept = [e if n % k == 0 else () for e, n, k in zip(entries, shape, counts, strict=True)]
    return sharding.update(spec=sharding.spec.update(kept))
