"""Where arrays live: on one device."""
from fjax.core.device import SingleDeviceSharding

Sharding = SingleDeviceSharding


def make_single_device_sharding(device, *, memory_kind=None):
    """The sharding of arrays that live on this device.

    >>> import fjax
    >>> make_single_device_sharding(fjax.devices()[0])
    SingleDeviceSharding(device=CpuDevice(id=0))
    """
    return SingleDeviceSharding(device, memory_kind=memory_kind)


__all__ = ["Sharding", "SingleDeviceSharding", "make_single_device_sharding"]
