"""Arrays where a sharding wants them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fjax.core import processes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.blocks import Block
from fjax.core.device import Placement, placement
from fjax.core.memo import memo
from fjax.core.memory import memory_of
from fjax.core.mesh import AbstractMesh, AxisType, Mesh, in_force
from fjax.core.sharding import NamedSharding, PartitionSpec, Sharding, SingleDeviceSharding
from fjax.errors import DeviceError

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive


def placed(array: Array, sharding: Sharding) -> Array:
    """The array on the sharding's devices, committed to them: itself if it has that sharding."""
    where = array.placement
    if (
        where is not None
        and where.committed
        and where.devices == sharding.ordered_devices
        and array.sharding == sharding
    ):
        return array
    if any(not d.is_local for d in (*sharding.ordered_devices, *(where.devices if where else ()))):
        return _among_processes(array, sharding)
    return array.alias(array.aval, placement_of(sharding))


def of_host_block(data: np.ndarray, aval: ShapedArray, sharding: NamedSharding) -> Array:
    """As `block_array`, of a block in host memory, which moves to where the devices are."""
    where = sharding.device
    assert where is not None
    return block_array(memory_of(where).from_host(data), aval, sharding)


def block_array(data: Any, aval: ShapedArray, sharding: NamedSharding) -> Array:
    """The array of several processes, given this process's block, a buffer."""
    buffer = data if data.shape == aval.shape else Block(data, sharding)
    return Array(buffer, aval, placement_of(sharding))


def _among_processes(array: Array, sharding: Sharding) -> Array:
    """As `placed`, where other processes have some of the devices."""
    if isinstance(sharding, NamedSharding) and not sharding.is_fully_addressable:
        return _resharding(array, sharding)
    if not sharding.has_addressable_devices:
        raise DeviceError(
            f"device_put: {sharding.device} is of another process, and "
            f"this is process {processes.index()}: take one of fjax.local_devices(), or a mesh "
            "with devices of all processes"
        )
    whole = Array(array.host(), array.aval)  # raises where other processes hold parts
    return whole.alias(array.aval, placement_of(sharding))


Resharding = Callable[[Array, NamedSharding], Array]
_resharding: Resharding = lambda array, sharding: array


def set_resharding(function: Resharding) -> None:
    """Install how an array gets a sharding over several processes."""
    global _resharding
    _resharding = function


def concrete_sharding(sharding: NamedSharding, others: Sequence[Any]) -> NamedSharding:
    """A sharding of an abstract mesh, of the mesh of devices among `others`, or that in force.

    Where none has its axes, it is over the devices of one of the same size.
    """
    if isinstance(sharding.mesh, Mesh) or sharding.mesh.empty:
        return sharding
    meshes = [s.mesh for s in others if isinstance(s, NamedSharding)]
    for mesh in (*meshes, in_force.value):
        if isinstance(mesh, Mesh) and mesh.shape_tuple == sharding.mesh.shape_tuple:
            pairs = zip(sharding.mesh.axis_types, mesh.axis_types, strict=True)
            types = tuple(own if t is AxisType.Manual else t for t, own in pairs)
            return sharding.update(mesh=mesh.update(axis_types=types))
    return _renamed(sharding, [m for m in (*meshes, in_force.value) if isinstance(m, Mesh)])


def _renamed(sharding: NamedSharding, meshes: Sequence[Mesh]) -> NamedSharding:
    """The sharding over the devices of the first mesh that has as many, in their order."""
    own = sharding.mesh
    for mesh in meshes:
        if mesh.size == own.size:
            grid = mesh.devices.reshape(own.axis_sizes)
            return sharding.update(mesh=Mesh(grid, own.axis_names, own.axis_types))
    return sharding


def with_layout(sharding: Any, aval: ShapedArray, others: Sequence[Any]) -> Any:
    """A sharding that is known of a value, or None, where its type says more of explicit axes.

    others: shardings of other values, of whose mesh it is.
    """
    layout = aval.layout
    if layout is None:
        return _without_explicit(sharding, aval.ndim)
    said = concrete_sharding(layout, [sharding, *others])
    if sharding is None or sharding.mesh != said.mesh:
        return said
    free = set(said.mesh.auto_axes)
    spec = zip(said.spec.by_axis(aval.ndim), sharding.spec.by_axis(aval.ndim), strict=True)
    entries = [(*shown, *[n for n in found if n in free]) for shown, found in spec]
    return said.update(spec=said.spec.update(entries))


def _without_explicit(sharding: Any, ndim: int) -> Any:
    """What is known of a value whose type says that it is whole along explicit axes."""
    if not isinstance(sharding, NamedSharding) or not sharding.explicit:
        return sharding
    free = set(sharding.mesh.auto_axes)
    rows = [tuple(n for n in e if n in free) for e in sharding.spec.by_axis(ndim)]
    return sharding.update(spec=PartitionSpec(*rows))


@functools.lru_cache(4096)
def as_result(sharding: Sharding, ndim: int) -> Sharding:
    """The sharding as results of operations spell it, for an array of this rank.

    Where types show a mesh's axes, the spec has an entry for each axis of the array; else it ends
    with the last that is split.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> as_result(NamedSharding(mesh, fjax.P("x")), 2).spec
    P('x', None)
    """
    if not isinstance(sharding, NamedSharding):
        return sharding
    entries = list(sharding.spec.by_axis(ndim))
    if not sharding.mesh.explicit_axes:
        while entries and not entries[-1]:
            entries.pop()
    return sharding.update(spec=sharding.spec.update(entries))


def home_of(mesh: Mesh | AbstractMesh) -> Placement | None:
    """Where new arrays are while a mesh is set: whole on each of its devices.

    None without a mesh, and if other processes have some of the devices.
    """
    if not isinstance(mesh, Mesh) or mesh.empty or mesh.is_multi_process:
        return None
    return placement_of(NamedSharding(mesh, PartitionSpec()))


def split_outputs(
    primitive: Primitive,
    operands: Sequence[Array],
    outputs: Sequence[Array],
    typed: tuple[ShapedArray, ...],
) -> list[Array]:
    """The outputs split over a mesh as the primitive says, given how the operands are.

    What it says nothing of is whole on each device, or stays where nobody put it. typed: the
    outputs' types.
    """
    where = tuple([x.placement if x.committed else None for x in operands])
    avals = tuple([x.aval for x in operands])
    said = _spread(primitive, where, avals, typed, in_force.value)
    return [
        x.alias(x.aval, there)
        if is_said
        else (x.alias(x.aval, placement_of(as_result(x.sharding, x.ndim))) if x.committed else x)
        for x, (is_said, there) in zip(outputs, said, strict=True)
    ]


@memo()
def _spread(
    primitive: Primitive,
    where: tuple[Placement | None, ...],
    avals: tuple[ShapedArray, ...],
    typed: tuple[ShapedArray, ...],
    around: Mesh | AbstractMesh,
) -> list[tuple[bool, Placement | None]]:
    """Of each output whether the primitive or the type says where it is, and where.

    where: the operands' placements, None of those that nobody put anywhere. around: the mesh in
    force, on whose devices are results whose types name axes that no operand's mesh has.
    """
    given = [p and (p.sharding or SingleDeviceSharding(p.device)) for p in where]
    said = primitive.spread(given, [a.bare for a in avals])[: len(typed)]
    shown = [with_layout(s, a, given) for s, a in itertools.zip_longest(said, typed)]
    return [
        (s is not None, s and placement_of(as_result(s, a.ndim)))
        for s, a in zip(shown, typed, strict=True)
    ]


def placement_of(sharding: Sharding) -> Placement | None:
    """Where arrays of this sharding are; None of an abstract mesh."""
    device = sharding.device
    if device is None:
        return None
    if device.platform == "gpu" and sharding.num_devices > 1:
        here = sum(d.is_local for d in sharding.ordered_devices)
        if here > 1:
            raise DeviceError(
                f"{sharding!r} is of {here} GPUs of one process, which runs programs on one GPU: "
                "start a process for each (mpiexec -n 2 python program.py, and "
                "fjax.distributed.initialize()), give the mesh one device, or use the devices of "
                "fjax.devices('cpu')"
            )
    if isinstance(sharding, SingleDeviceSharding) and sharding.memory_kind is None:
        return placement(device, True)
    return _placement(sharding)


@functools.lru_cache(1024)
def _placement(sharding: Sharding) -> Placement:
    """One for equal shardings."""
    assert sharding.device is not None
    return Placement(sharding.device, True, sharding)
