"""Devices and where an array lives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from fjax.config import config
from fjax.core.memo import WeakBag
from fjax.errors import DeviceError

executables = WeakBag()  # each enters itself


class Device:
    """A place that holds arrays and computes.

    >>> fjax.devices()[0].platform
    'cpu'
    """

    __slots__ = ("platform", "id")

    def __init__(self, platform: str, id: int):
        self.platform, self.id = platform, id

    process_index = 0
    host_id = 0

    @property
    def device_kind(self) -> str:
        return self.platform

    @property
    def client(self) -> Device:
        return self

    def live_executables(self) -> list[Any]:
        """The compiled programs that are in memory.

        >>> len(fjax.devices()[0].client.live_executables()) >= 0
        True
        """
        return list(executables)

    def addressable_memories(self) -> list:
        return []

    def __repr__(self) -> str:
        kind = {"cpu": "CpuDevice", "gpu": "CudaDevice"}[self.platform]
        return f"{kind}(id={self.id})"

    def __str__(self) -> str:
        return f"{self.platform.upper()}_{self.id}"

    def __reduce__(self) -> Any:
        return (device, (self.platform, self.id))


class Placement:
    """A device, whether the user chose it (committed), and the sharding that says so, if any."""

    __slots__ = ("device", "committed", "sharding")

    def __init__(self, device: Device, committed: bool, sharding: Any = None):
        self.device, self.committed, self.sharding = device, committed, sharding

    @property
    def plain(self) -> Placement | None:
        """The same without the sharding, which fits arrays of one rank."""
        return self if self.sharding is None else placement(self.device, self.committed)


@functools.cache  # no memo: clear_caches() must not make other objects of the devices in use
def device(platform: str, id: int) -> Device:
    """The one Device object for this platform and number."""
    return Device(platform, id)


@functools.cache
def placement(device: Device, committed: bool) -> Placement | None:
    """The one Placement for these; None stands for CPU 0, uncommitted."""
    if device.platform == "cpu" and device.id == 0 and not committed:
        return None
    return Placement(device, committed)


def _no_devices(platform: str) -> list[Device]:
    """Without something that runs programs, there is no place to run them."""
    return []


_devices_of: Callable[[str], list[Device]] = _no_devices


def set_devices(function: Callable[[str], list[Device]]) -> None:
    """Install who knows the devices of a platform; [] where there are none."""
    global _devices_of
    _devices_of = function


def devices(backend: str | None = None) -> list[Device]:
    """All devices of a platform; unless named, of the first in config.platforms, or the CPU.

    >>> len(fjax.devices()) >= 1
    True
    """
    backend = backend or (config.platforms or "cpu").split(",")[0]
    found = _devices_of(backend)
    if not found:
        raise DeviceError(f"no {backend!r} device here; there are: {_devices_of('cpu')}")
    return found


def default_device() -> Device:
    """Where new arrays go: config.default_device, else the first device."""
    chosen = config.default_device
    if chosen is None:
        return devices()[0]
    return devices(chosen)[0] if isinstance(chosen, str) else chosen


def default_placement() -> Placement | None:
    """Where uncommitted arrays go; None stands for CPU 0."""
    if config.default_device is None:
        return None
    return placement(default_device(), False)


def common_placement(placements: list[Placement | None], operation: Any) -> Placement | None:
    """Where an operation on arrays at these places runs; committed places must agree."""
    committed = {p.device for p in placements if p is not None and p.committed}
    if len(committed) > 1:
        names = " and ".join(sorted(map(str, committed)))
        raise DeviceError(
            f"{operation}: arguments are committed to different devices, {names}; "
            "move one of them with fjax.device_put(x, device)"
        )
    if committed:
        return placement(committed.pop(), True)
    free = {p.device if p is not None else device("cpu", 0) for p in placements}
    return placement(free.pop(), False) if len(free) == 1 else default_placement()
