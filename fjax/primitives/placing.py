"""Where values are to live: sharding_constraint, and the check behind `out_sharding`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core.array import lacks_data
from fjax.core.device import Device, devices
from fjax.core.evaluate import alone, run_across, spans
from fjax.core.placing import placed, placement_of
from fjax.core.primitive import BatchAxis, primitive
from fjax.core.sharding import NamedSharding, Sharding, SingleDeviceSharding, as_sharding
from fjax.core.tracing import Tracer, aval_of
from fjax.primitives.structure import Identity


@primitive
class ShardingConstraint(Identity):
    """The operand, which lives where the sharding says; compiled, nothing is left of it."""

    name = "sharding_constraint"
    sharding: NamedSharding

    @property
    def meshes(self):
        return (self.sharding.mesh,)

    def run(self, x: Any):
        program = alone(self, (aval_of(x),))
        if spans(program, (x,)):
            return run_across(program, (x,))
        (out,) = super().run(x)
        return (out if lacks_data(out) else out.alias(out.aval, placement_of(self.sharding)),)

    def transpose(self, cotangents, x):
        return (self(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        spec, dim = self.sharding.spec, dims[0]
        free = (spec.UNCONSTRAINED,)
        entries = (*spec, *(None,) * max(0, dim - len(spec)))
        moved = self.sharding.update(spec=(*entries[:dim], *free, *entries[dim:]))
        return (self.replace(sharding=moved)(args[0]),), (dim,)

    def constraint(self) -> NamedSharding:
        return self.sharding

    def spread(self, shardings, avals):
        return (self.sharding,)

    def simplify(self, x):
        return x


def constrained(what: str, value: Any, sharding: Any) -> Any:
    """`value`, an operand that must live where `sharding` says, which None leaves open.

    what: the function that asks, for messages. Raises as `as_sharding` does, and DeviceError (a
    ValueError) if the value is on another device, or traced while there are several.
    """
    if sharding is None:
        return value
    found = as_sharding(what, sharding, value.aval.shape)
    if isinstance(value, Tracer):
        return _traced(what, value, found)
    if found.device is None:
        return value
    if value.committed and value.placement.devices != found.ordered_devices:
        raise errors.DeviceError(
            f"{what}: {value.aval} is on {_names(value.placement.devices)}, and is to be on "
            f"{_names(found.ordered_devices)}; move it with fjax.device_put"
        )
    if value.device.platform != found.device.platform or (
        found.num_devices == 1 and value.device is not found.device
    ):
        raise errors.DeviceError(
            f"{what}: {value.aval} is on {value.device}, and is to be on {found.device}; move it "
            "with fjax.device_put"
        )
    return value if isinstance(found, SingleDeviceSharding) else placed(value, found)


def _names(group: Sequence[Device]) -> str:
    return ", ".join(map(str, group))


def _traced(what: str, value: Tracer, sharding: Sharding) -> Any:
    device = sharding.device
    if isinstance(sharding, NamedSharding):
        return value if sharding.mesh.size <= 1 else ShardingConstraint(sharding)(value)
    if device is not None and len(devices(device.platform)) > 1:
        raise errors.DeviceError(
            f"{what}: {value.aval} is traced, and will be on the device of the arguments, "
            f"which is not known yet; put them on {device} with fjax.device_put"
        )
    return value


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
