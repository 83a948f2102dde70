"""Arrays where a sharding wants them."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from fjax.core import processes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.blocks import Block
from fjax.core.device import Placement, placement
from fjax.core.sharding import NamedSharding, Sharding, SingleDeviceSharding
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
    if any(not d.is_local for d in (*sharding.ordered_devices, *(where.devices if where else ()))):
        return _among_processes(array, sharding)
    return array.alias(array.aval.strip_weak_type(), placement_of(sharding))


def block_array(data: np.ndarray, aval: ShapedArray, sharding: NamedSharding) -> Array:
    """The array of several processes of which this one has this block."""
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
    return whole.alias(array.aval.strip_weak_type(), placement_of(sharding))


Resharding = Callable[[Array, NamedSharding], Array]
_resharding: Resharding = lambda array, sharding: array


def set_resharding(function: Resharding) -> None:
    """Install how an array gets a sharding over several processes."""
    global _resharding
    _resharding = function


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
    assert sharding.device is not None
    return Placement(sharding.device, True, sharding)
