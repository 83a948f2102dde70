"""Shardings: where arrays live, which for each of them is one device; and the check of what users
give as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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


class PartitionSpec(tuple):
    """For each axis of an array the axis of a mesh along which it lies: a name, several, or None.

    A tuple, which is a leaf of pytrees. Axes of the array beyond its length have None.

    >>> spec = PartitionSpec("data", None, ("model",))
    >>> spec, len(spec), spec[0], PartitionSpec("x") + PartitionSpec(None)
    (P('data', None, 'model'), 3, 'data', P('x', None))
    """

    __slots__ = ()
    UNCONSTRAINED = _UNCONSTRAINED

    def __new__(cls, *partitions: Any) -> PartitionSpec:
        return tuple.__new__(cls, map(_canonical, partitions))

    def __init_subclass__(cls, **options: Any) -> None:
        raise errors.FjaxTypeError(
            "Subclassing `jax.P` is prohibited: write a function that returns a PartitionSpec"
        )

    def __getnewargs__(self) -> tuple:
        return tuple(self)

    unreduced = reduced = frozenset[Any]()  # nothing waits for a sum over devices

    @property
    def partitions(self) -> tuple:
        return tuple(self)

    def __add__(self, other: Any) -> PartitionSpec:
        return PartitionSpec(*self, *other) if isinstance(other, tuple) else NotImplemented

    def __radd__(self, other: Any) -> PartitionSpec:
        return PartitionSpec(*other, *self) if isinstance(other, tuple) else NotImplemented

    def update(self, partitions: Any = None) -> PartitionSpec:
        """The same with other partitions."""
        return self if partitions is None else PartitionSpec(*partitions)

    def __repr__(self) -> str:
        return f"P({', '.join(map(repr, self))})"

    def names(self) -> list[Any]:
        """The axes of a mesh that occur, in order."""
        return [
            name
            for part in self
            if part is not None and part is not _UNCONSTRAINED
            for name in (part if isinstance(part, tuple) else (part,))
        ]


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
    """Where an array lives: whole, on one device.

    >>> isinstance(jnp.ones(3).sharding, Sharding)
    True
    """

    __slots__ = ("memory_kind",)
    memory_kind: str | None

    is_fully_addressable = True
    is_fully_replicated = True
    has_addressable_devices = True
    num_devices = 1

    @property
    def device(self) -> Device | None:
        """The one device; None of an abstract mesh, which is of any."""
        raise NotImplementedError(type(self).__name__)

    @property
    def device_set(self) -> set[Device]:
        """The one device, as a set; raises ValueError for an abstract mesh."""
        if self.device is None:
            raise errors.FjaxValueError(
                f"device_set: {self!r} is of an abstract mesh, which has no devices; make it with "
                "a fjax.sharding.Mesh"
            )
        return {self.device}

    addressable_devices = device_set

    def with_memory_kind(self, kind: str | None) -> Sharding:
        """The same with another `memory_kind`; all name the one memory of the device."""
        raise NotImplementedError(type(self).__name__)

    def check_compatible_aval(self, aval_shape: Sequence[int]) -> None:
        """Raise ValueError unless arrays of this shape can have this sharding."""

    def shard_shape(self, global_shape: Sequence[int]) -> tuple[int, ...]:
        """The shape of the device's part of an array: that of the array."""
        self.check_compatible_aval(global_shape)
        return tuple(global_shape)

    def devices_indices_map(self, global_shape: Sequence[int]) -> dict[Device, tuple[slice, ...]]:
        """What of an array of this shape each device holds: all of it."""
        whole = (slice(None),) * len(self.shard_shape(global_shape))
        return dict.fromkeys(self.device_set, whole)

    addressable_devices_indices_map = devices_indices_map

    def is_equivalent_to(self, other: Sharding, ndim: int) -> bool:
        """Whether both put an array of rank ndim on the same device."""
        for each in (self, other):
            each.check_compatible_aval((1,) * ndim)
        return self.device is other.device and self.memory_kind == other.memory_kind


class SingleDeviceSharding(Sharding):
    """The sharding of an array that lives on one device, without a mesh.

    >>> jnp.ones(3).sharding.device_set == {fjax.devices()[0]}
    True
    """

    __slots__ = ("device",)
    device: Device

    def __init__(self, device: Device, *, memory_kind: str | None = None):
        self.device, self.memory_kind = device, memory_kind
        if type(device) is not Device or memory_kind is not None:
            _check_device(device)
            _check_memory_kind(memory_kind)

    def with_memory_kind(self, kind: str | None) -> SingleDeviceSharding:
        return SingleDeviceSharding(self.device, memory_kind=kind)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SingleDeviceSharding)
            and self.device is other.device
            and self.memory_kind == other.memory_kind
        )

    def __hash__(self) -> int:
        return hash((self.device, self.memory_kind))

    def __reduce__(self) -> Any:
        return (_restored_single, (self.device, self.memory_kind))

    def __repr__(self) -> str:
        kind = "" if self.memory_kind is None else f", memory_kind={self.memory_kind!r}"
        return f"SingleDeviceSharding(device={self.device!r}{kind})"


class NamedSharding(Sharding):
    """The sharding of an array whose axes lie along named axes of a mesh.

    mesh: a Mesh or AbstractMesh. spec: a PartitionSpec. memory_kind: 'device', 'pinned_host' or
        'unpinned_host', which are one memory here; None leaves it out.
    Raises ValueError for a name that the mesh lacks or that occurs twice, TypeError for what is
    no mesh or no PartitionSpec.

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
    def device(self) -> Device | None:
        """The mesh's device; None of an abstract mesh."""
        return self.mesh.device if isinstance(self.mesh, Mesh) else None

    def with_memory_kind(self, kind: str | None) -> NamedSharding:
        return self.update(memory_kind=kind)

    def update(self, **changes: Any) -> NamedSharding:
        """The same sharding with another mesh, spec or memory_kind."""
        spec = changes.pop("spec", self.spec)
        return NamedSharding(
            changes.pop("mesh", self.mesh),
            spec if isinstance(spec, PartitionSpec) else PartitionSpec(*spec),
            **{"memory_kind": self.memory_kind, **changes},
        )

    def check_compatible_aval(self, aval_shape: Sequence[int]) -> None:
        if len(aval_shape) < len(self.spec):
            hint = "; for scalars write P()" if not aval_shape else ""
            raise errors.FjaxValueError(
                f"{self!r} is only valid for values of rank at least {len(self.spec)}, but was "
                f"applied to a value of rank {len(aval_shape)}, of shape {tuple(aval_shape)}{hint}"
            )

    def _key(self) -> tuple:
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
    names = spec.names()
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


def whole(ndim: int) -> NamedSharding:
    """What a type knows of where its value lies: whole, along no axis of any mesh."""
    return NamedSharding(EMPTY_ABSTRACT_MESH, PartitionSpec(*(None,) * ndim))


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


def as_sharding(what: str, sharding: Any, shape: Sequence[int]) -> Sharding:
    """What a user gives as the sharding of an array of this shape, as a Sharding that fits it.

    A PartitionSpec is one of the mesh in force. TypeError for anything else, ValueError where the
    spec names an axis that the mesh lacks or has more entries than the array has axes.
    """
    check_kind(what, sharding)
    if isinstance(sharding, PartitionSpec):
        mesh = in_force.value
        if mesh.empty and sharding.names():
            raise errors.FjaxValueError(
                f"{what}: {sharding} names axes of a mesh, and none is in force; call it within "
                "`with fjax.set_mesh(mesh):`, or pass NamedSharding(mesh, spec)"
            )
        sharding = NamedSharding(EMPTY_ABSTRACT_MESH if mesh.empty else mesh, sharding)
    try:
        sharding.check_compatible_aval(shape)
    except errors.FjaxValueError as error:
        raise errors.FjaxValueError(f"{what}: {error.message}") from None
    return sharding
