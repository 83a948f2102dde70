"""Arrays where a sharding wants them."""

from __future__ import annotations

import functools

from fjax.core.array import Array
from fjax.core.device import Placement, placement
from fjax.core.sharding import Sharding, SingleDeviceSharding
from fjax.errors import DeviceError


def placed(array: Array, sharding: Sharding) -> Array:
    """The array on the sharding's devices, committed to them: itself if it has that sharding."""
    where = array.placement
    if (
        where is not None
        and where.committed
        and where.devices == sharding.ordered_devices
        and array.sharding == sharding
        and not array.aval.weak_type
    ):
        return array
    return array.alias(array.aval.strip_weak_type(), placement_of(sharding))


def placement_of(sharding: Sharding) -> Placement | None:
    """Where arrays of this sharding are; None of an abstract mesh."""
    device = sharding.device
    if device is None:
        return None
    if device.platform == "gpu" and sharding.num_devices > 1:
        raise DeviceError(
            f"{sharding!r} is of {sharding.num_devices} GPUs: a process runs programs on one GPU; "
            "give the mesh one device, or use the devices of fjax.devices('cpu')"
        )
    if isinstance(sharding, SingleDeviceSharding) and sharding.memory_kind is None:
        return placement(device, True)
    return _placement(sharding)


@functools.lru_cache(1024)
def _placement(sharding: Sharding) -> Placement:
    """One for equal shardings."""
    return Placement(sharding.ordered_devices[0], True, sharding)
