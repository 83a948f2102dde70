"""Devices and where an array lives."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fjax.config import config, named_context
from fjax.core import processes
from fjax.core.memo import WeakBag, memo
from fjax.errors import DeviceError

if TYPE_CHECKING:
    from fjax.core.avals import ShapedArray

executables = WeakBag()  # each enters itself


# What programs are traced for (`cpu`, `cuda`, ...) that are exported; None: where they run.
exported_platform = named_context("exported_platform", None)

# The platform of a jitted function's arguments, where it is not that of the default device.
traced_platform = named_context("traced_platform", None)


class Device:
    """A place that holds arrays and computes.

    >>> fjax.devices()[0].platform
    'cpu'
    """

    __slots__ = ("platform", "id", "process_index", "local_hardware_id")

    def __init__(self, platform: str, id: int, process_index: int = 0):
        self.platform, self.id, self.process_index = platform, id, process_index
        self.local_hardware_id = id  # its number among the devices of its process

    runtime_type = "fjax"  # of `client`: what runs programs here

    @property
    def host_id(self) -> int:
        """Another name of `process_index`."""
        return self.process_index

    @property
    def is_local(self) -> bool:
        """Whether it is this process that computes here."""
        return self.process_index == processes.index()

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

    def addressable_memories(self) -> list[Any]:
        return []

    def __repr__(self) -> str:
        kind = "Cuda" if self.platform == "gpu" else self.platform.capitalize()
        return f"{kind}Device(id={self.id})"

    def __str__(self) -> str:
        if self.platform == "gpu":
            return f"cuda:{self.id}"
        return "meta" if self.platform == "meta" else f"{self.platform}:{self.id}"

    def __reduce__(self) -> Any:
        return (_numbered, (self.platform, self.id))


class Placement:
    """A device, whether the user chose it (committed), and the sharding that says so, if any.

    Of an array in parts on several devices, `device` is the first of these `devices` that is of
    this process: the parts lie in the memory that they share. `spans`: whether other processes have
    some of the devices. `on_mesh`: whether these are a mesh's, of one device or more.
    """

    __slots__ = (
        "device",
        "committed",
        "sharding",
        "devices",
        "spans",
        "on_mesh",
        "explicit",
        "_plain",
    )

    def __init__(self, device: Device, committed: bool, sharding: Any = None):
        self.device, self.committed, self.sharding = device, committed, sharding
        self.devices = (device,) if sharding is None else sharding.ordered_devices
        self.spans = not all(d.is_local for d in self.devices)
        self.on_mesh = hasattr(sharding, "mesh")
        self.explicit = getattr(sharding, "explicit", False)  # whether types show the sharding
        self._plain: Placement | None = None

    @property
    def plain(self) -> Placement | None:
        """This placement for an array of any rank: whole on the device, or on each of several."""
        if self.sharding is None:
            return self
        if not self.on_mesh:
            return placement(self.device, self.committed)
        if self._plain is None:
            self._plain = _replicated(self.sharding.replicated())
        return self._plain


@memo()
def explicit_type(aval: ShapedArray, where: Placement) -> ShapedArray:
    """The type of an array at a place whose sharding types show."""
    return aval.update(sharding=where.sharding)


@functools.cache  # no memo: clear_caches() must not make other objects of the devices in use
def device(platform: str, id: int) -> Device:
    """The one Device object for this platform and number, counted within this process."""
    return Device(platform, id)


_elsewhere: dict[str, list[Device]] = {}  # the devices of other processes, by platform
_first: dict[str, Sequence[int]] = {}  # as `join_job` was told
_numbered_here: list[Device] = []


def join_job(first: Mapping[str, Sequence[int]]) -> None:
    """Number the devices of platforms through all processes: those of process r begin with
    first[platform][r].

    Each has one number more than there are processes; the last number is how many devices there
    are. GPUs get theirs when they are listed. Without any, each process has only its own devices.
    """
    for known in _numbered_here:
        known.id, known.process_index = known.local_hardware_id, 0
    _numbered_here.clear()
    _elsewhere.clear()
    _first.clear()
    _first.update(first)
    if "cpu" in first:
        _number("cpu", _devices_of("cpu"))


def _number(platform: str, here: Sequence[Device]) -> None:
    """Give this process's devices their numbers, and make those of the others."""
    own, first = processes.index(), _first[platform]
    for number, found in enumerate(here):
        found.id, found.process_index = first[own] + number, own
    _numbered_here.extend(here)
    others = [p for p in range(processes.count()) if p != own]
    _elsewhere[platform] = [
        _of_another(Device(platform, id, process), id - first[process])
        for process in others
        for id in range(first[process], first[process + 1])
    ]


def _of_another(found: Device, number: int) -> Device:
    found.local_hardware_id = number
    return found


def _numbered(platform: str, id: int) -> Device:
    """The device with this number, counted through all processes."""
    return next((d for d in _all(platform) if d.id == id), device(platform, id))


def _all(platform: str) -> list[Device]:
    """The devices of all processes."""
    here = _devices_of(platform)
    if platform in _first and platform not in _elsewhere:
        _number(platform, here)
    others = _elsewhere.get(platform)
    return sorted([*here, *others], key=lambda d: d.id) if others else here


HOME = device("cpu", 0)  # the first of this process, whatever number it gets among all
META = device("meta", 0)  # arrays there have a shape and a dtype, and no elements


@functools.cache
def placement(device: Device, committed: bool) -> Placement | None:
    """The one Placement for these; None stands for CPU 0, uncommitted."""
    if device is HOME and not committed:
        return None
    return Placement(device, committed)


@functools.lru_cache(64)
def _replicated(sharding: Any) -> Placement:
    return Placement(sharding.device, True, sharding)


def _no_devices(platform: str) -> list[Device]:
    """The devices while nothing is installed that runs programs: none."""
    return []


_PLATFORMS = {"cuda": "gpu"}  # other names of platforms
_devices_of: Callable[[str], list[Device]] = _no_devices


def set_devices(function: Callable[[str], list[Device]]) -> None:
    """Install the function that gives a platform's devices; [] where there are none."""
    global _devices_of
    _devices_of = function


def local_devices(backend: str | None = None) -> list[Device]:
    """The devices of a platform that are of this process; as `devices`."""
    return [d for d in devices(backend) if d.is_local or d is META]


def devices(backend: str | None = None) -> list[Device]:
    """All devices of a platform; by default of the first in config.platforms, or the CPU.

    If processes have joined (`fjax.distributed.initialize`), these are the devices of all.

    backend: "cpu", "gpu" (or "cuda"), or "meta", where arrays have shapes and dtypes and no data;
        with a number, "cpu:0", only that device. Raises DeviceError (a ValueError), which says what
        is missing, if there is no such device.

    >>> len(fjax.devices()) >= 1
    True
    >>> fjax.devices("meta")
    [MetaDevice(id=0)]
    """
    backend = backend or (config.platforms or "cpu").split(",")[0]
    platform, _, number = backend.partition(":")
    found = _all(_PLATFORMS.get(platform, platform))
    if not found or not (number or "0").isdecimal():
        raise DeviceError(
            f"no {backend!r} device here; there are: {[*found, *_devices_of('cpu'), META]}"
        )
    if not number:
        return found
    if int(number) >= len(found):
        raise DeviceError(
            f"no device {backend!r}: the devices of {platform!r} have the numbers 0 to "
            f"{len(found) - 1}"
        )
    return [found[int(number)]]


def named(given: Any) -> Any:
    """The device that a string names, the first of its platform; anything else as it is.

    >>> named("meta"), named(None)
    (MetaDevice(id=0), None)
    """
    return devices(given)[0] if isinstance(given, str) else given


def default_device() -> Device:
    """Where new arrays go: config.default_device, else the first device."""
    chosen = config.default_device
    if chosen is None:
        return local_devices()[0]
    if not isinstance(chosen, str):
        return chosen
    try:
        return (local_devices(chosen) or devices(chosen))[0]
    except DeviceError as error:
        raise DeviceError(f"default_device is {chosen!r}: {error.message}") from None


def platform_in_force() -> str:
    """What a program is made for that is being traced: `cpu`, `gpu`, or an exported one's name.

    >>> platform_in_force()
    'cpu'
    """
    return str(exported_platform.value or traced_platform.value or default_device().platform)


def platform_to_trace(placements: Sequence[Placement]) -> str | None:
    """The platform of arguments at these places, for `traced_platform`; None for the default one.

    Uncommitted arguments follow committed ones, as in `common_placement`.
    """
    platform = next((p for p in placements if p.committed), placements[0]).device.platform
    return None if platform == default_device().platform else platform


def tracing_for(platform: str | None) -> contextlib.AbstractContextManager[Any]:
    """A context in which programs are traced for it; None is the default device's."""
    return contextlib.nullcontext() if platform is None else traced_platform(platform)


# The Placement of new arrays and of results of arrays that nobody placed, while a mesh is set.
home = named_context("home", None)


def default_placement() -> Placement | None:
    """Where new arrays go, and results of what nobody placed; None stands for CPU 0."""
    return home.value or free_placement()


def free_placement() -> Placement | None:
    """Where arrays go that no mesh has to do with; None stands for CPU 0."""
    if config.default_device is None:
        return None
    return placement(default_device(), False)


def _described(where: Placement) -> str:
    """The devices of a placement, and the axes of their mesh if it has one."""
    mesh = getattr(where.sharding, "mesh", None)
    return ", ".join(map(str, where.devices)) + ("" if mesh is None else f" (of {mesh!r})")


def common_placement(placements: Sequence[Placement | None], operation: Any) -> Placement | None:
    """Where an operation on arrays at these places runs; committed places must agree.

    Uncommitted arrays follow committed ones; else they go to config.default_device if it is set,
    or stay together where they are. What is computed from an array without data has none either.
    """
    committed = {p.device for p in placements if p is not None and p.committed}
    if any(p is not None and p.device is META for p in placements):
        if committed - {META}:
            raise DeviceError(
                f"{operation}: an argument is on the device meta, where arrays have no data, and "
                f"another is committed to {next(iter(committed - {META}))}; put that one on meta "
                'as well, with fjax.device_put(x, fjax.devices("meta")[0])'
            )
        return placement(META, bool(committed))
    settled = [p for p in (home.value, *placements) if p is not None and p.committed]
    groups: dict[Any, Placement] = {}
    for p in settled:
        if p.on_mesh or p.devices not in groups:
            groups[p.devices] = p
    if len(groups) > 1:
        names = " and ".join(sorted(map(_described, groups.values())))
        raise DeviceError(
            f"{operation}: arguments are committed to different devices, {names}; "
            "Received incompatible devices for jitted computation; move one of them with "
            "fjax.device_put(x, device) or fjax.device_put(x, sharding)"
        )
    for where in groups.values():
        return where.plain
    free = {p.device if p is not None else device("cpu", 0) for p in placements}
    if config.default_device is None and len(free) == 1:
        return placement(free.pop(), False)
    return free_placement()
