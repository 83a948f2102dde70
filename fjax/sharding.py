"""Where arrays live: on one device, whose axes a mesh may name."""

from fjax.api.devices import reshard
from fjax.api.explicit import auto_axes, explicit_axes
from fjax.api.meshes import get_abstract_mesh, get_mesh, set_mesh, use_abstract_mesh, use_mesh
from fjax.core.avals import ManualAxisType
from fjax.core.mesh import AbstractMesh, AxisType, Mesh
from fjax.core.sharding import NamedSharding, PartitionSpec, Sharding, SingleDeviceSharding


def make_single_device_sharding(device, *, memory_kind=None):
    """The sharding of arrays that live on this device.

    >>> import fjax
    >>> make_single_device_sharding(fjax.devices()[0])
    SingleDeviceSharding(device=CpuDevice(id=0))
    """
    return SingleDeviceSharding(device, memory_kind=memory_kind)


__all__ = [
    "AbstractMesh",
    "AxisType",
    "ManualAxisType",
    "Mesh",
    "NamedSharding",
    "PartitionSpec",
    "Sharding",
    "SingleDeviceSharding",
    "auto_axes",
    "explicit_axes",
    "get_abstract_mesh",
    "get_mesh",
    "make_single_device_sharding",
    "reshard",
    "set_mesh",
    "use_abstract_mesh",
    "use_mesh",
]
