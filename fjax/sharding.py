"""Where arrays live: on one device."""
from fjax.core.device import NoMesh, SingleDeviceSharding

Sharding = SingleDeviceSharding


def make_single_device_sharding(device, *, memory_kind=None):
    """The sharding of arrays that live on this device.

    >>> import fjax
    >>> make_single_device_sharding(fjax.devices()[0])
    SingleDeviceSharding(device=CpuDevice(id=0))
    """
    return SingleDeviceSharding(device, memory_kind=memory_kind)


def get_abstract_mesh() -> NoMesh:
    """The mesh in force, of which there is none: what JAX gives where no mesh has been set.

    >>> get_abstract_mesh().empty
    True
    """
    return NoMesh()


__all__ = ["Sharding", "SingleDeviceSharding", "get_abstract_mesh", "make_single_device_sharding"]
