"""Programs that say themselves on which device they run.

By `device_put` of a traced value, a mesh of one GPU, `jit(f, device=…)`, or in_shardings.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import tracing
from fjax.core.array import Array
from fjax.core.device import (
    META,
    Device,
    Placement,
    common_placement,
    default_device,
    devices,
    placement,
    platform_in_force,
    tracing_for,
)
from fjax.core.mesh import AbstractMesh, Mesh
from fjax.core.sharding import Sharding
from fjax.core.tracing import Tracer
from fjax.interpreters.staging import Staged, stage_references


def demand_for(name: str, device: Device, values: Sequence[Any]) -> None:
    """Have the program that is traced run on a device, where `name` puts these values of it.

    Between CPUs nothing moves. Raises DeviceError where operations run at once, elsewhere: they do
    where their arguments are.
    """
    for x in values:
        found = _stands_for(x)
        if found is None or found.device is device or device is META:
            continue
        if "gpu" in (found.device.platform, device.platform):
            raise errors.DeviceError(
                f"{name}: {x.aval} is traced, and stands for an array on {found.device}: what is "
                f"computed with it runs there; put the arguments on {device}, outside of the "
                "transformed function"
            )
    demand(device)


def _stands_for(x: Any) -> Array | None:
    """The array on whose device what is computed with a traced value runs, if there is one."""
    while isinstance(x, Tracer):
        x = x.inside()
    return x if isinstance(x, Array) else None


def demand(device: Device) -> None:
    """Have the programs that are being traced run on a device, if that is or was a GPU."""
    if tracing.current() is not None and "gpu" in (device.platform, platform_in_force()):
        tracing.demand(device)


def demand_mesh(mesh: Mesh | AbstractMesh) -> None:
    """The same of the device of a mesh."""
    if isinstance(mesh, Mesh) and mesh.size == 1:
        demand(mesh.devices.flat[0])


def staged_where_it_runs(staged: Staged, *given: Any) -> Staged:
    """What `stage_references` gave, or gives again for the platform where it says that it runs."""
    known = platform_in_force()
    said = next((d.platform for d in staged.demanded), known)
    if said == known:
        return staged
    with tracing_for(said):
        return stage_references(*given)._replace(demanded=staged.demanded)


class Demand:
    """Which devices a program says that it runs on, if any.

    absent: its constants without data. in_shardings of several devices say it by themselves.
    """

    __slots__ = ("absent", "devices", "name")

    def __init__(
        self, staged: Staged, name: str, absent: list[Any], shardings: Sequence[Sharding | None]
    ):
        one = [s.device for s in shardings if s is not None and s.num_devices == 1]
        self.absent, self.name = absent, f"jit({name})"
        self.devices = [*staged.demanded, *[d for d in one if d is not None]]

    def place(self, values: Sequence[Any]) -> Placement | None:
        """Where a call on these concrete leaves runs; raises for two committed devices."""
        operands, said = [*self.absent, *values], self.devices
        if not said:
            return tracing.place_of(operands, self.name)
        given = [x.placement for x in operands]
        on_meta = any(p is not None and p.device is META for p in given)
        met = [*[p.device for p in given if p is not None], *said]
        if on_meta or "gpu" not in _platforms(met):
            return tracing.place_of(operands, self.name)
        return common_placement([*given, *[placement(d, True) for d in said]], self.name)


def _platforms(of: Sequence[Device]) -> set[str]:
    """Those of devices, and of what is not put anywhere."""
    return {default_device().platform, *[d.platform for d in of]}


def bound(fun: Callable[..., Any], device: Device | str | None, backend: str | None) -> Any:
    """The function, whose compiled program runs on a device, or on the first of a platform."""

    @functools.wraps(fun)
    def function(*args: Any, **kwargs: Any) -> Any:
        demand(device if isinstance(device, Device) else devices(device or backend)[0])
        return fun(*args, **kwargs)

    return function
