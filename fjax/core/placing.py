"""Values where a sharding wants them: the one check behind `out_sharding` and its kin."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from fjax import errors
from fjax.core.array import Array
from fjax.core.device import Placement, devices, placement
from fjax.core.sharding import Sharding, SingleDeviceSharding, as_sharding
from fjax.core.tracing import Tracer


def constrained(what: str, value: Any, sharding: Any) -> Any:
    """`value`, an operand that must live where `sharding` says, which None leaves open.

    what: the function that asks, for messages. Raises as `as_sharding` does, and DeviceError (a
    ValueError) if the value is on another device, or traced while there are several.
    """
    if sharding is None:
        return value
    found = as_sharding(what, sharding, value.aval.shape)
    device = found.device
    if isinstance(value, Tracer):
        if device is not None and len(devices(device.platform)) > 1:
            raise errors.DeviceError(
                f"{what}: {value.aval} is traced, and will be on the device of the arguments, "
                f"which is not known yet; put them on {device} with fjax.device_put"
            )
        return value
    if device is None:
        return value
    if value.device is not device:
        raise errors.DeviceError(
            f"{what}: {value.aval} is on {value.device}, and is to be on {device}; move it with "
            "fjax.device_put"
        )
    return value if isinstance(found, SingleDeviceSharding) else placed(value, found)


def placeable(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with one keyword more, `out_sharding`: where its result is to live."""

    @functools.wraps(function)
    def where_wanted(*args: Any, out_sharding: Any = None, **kwargs: Any) -> Any:
        return constrained(function.__name__, function(*args, **kwargs), out_sharding)

    signature = inspect.signature(function)
    wanted = inspect.Parameter("out_sharding", inspect.Parameter.KEYWORD_ONLY, default=None)
    parameters = [*signature.parameters.values(), wanted]
    where_wanted.__dict__["__signature__"] = signature.replace(parameters=parameters)
    return where_wanted


def placed(array: Array, sharding: Sharding) -> Array:
    """The array on the sharding's device, committed to it: itself if it has that sharding."""
    where = array.placement
    if (
        where is not None
        and where.committed
        and where.device is sharding.device
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
    if isinstance(sharding, SingleDeviceSharding) and sharding.memory_kind is None:
        return placement(device, True)
    return Placement(device, True, sharding)
