"""What computes, under the names of jax.extend.backend: the CPU of this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax import errors
from fjax.core import memo
from fjax.core.device import Device, default_device, devices
from fjax.dataclass import dataclass


@dataclass(frozen=True)
class Backend:
    """A platform with its devices.

    >>> backend = Backend("cpu")
    >>> backend.platform, backend.devices()[0]
    ('cpu', CpuDevice(id=0))
    """

    platform: str

    platform_version = "fjax"

    def devices(self) -> list[Device]:
        """All of its devices."""
        return devices(self.platform)

    local_devices = devices

    def device_count(self) -> int:
        """How many devices it has."""
        return len(self.devices())

    local_device_count = device_count

    def process_index(self) -> int:
        """The number of this process: 0."""
        return 0


def get_backend(platform: str | None = None) -> Backend:
    """The backend of a platform, or the default one; raises for a platform that is not there.

    >>> get_backend().platform, get_backend("cpu").platform
    ('cpu', 'cpu')
    """
    if platform is None:
        return Backend(default_device().platform)
    devices(platform)
    return Backend(platform)


def backends() -> dict[str, Backend]:
    """The backends by platform.

    >>> backends()
    {'cpu': Backend(platform='cpu')}
    """
    return {d.platform: Backend(d.platform) for d in devices()}


def get_default_device() -> Device:
    """The device on which new arrays are placed.

    >>> get_default_device()
    CpuDevice(id=0)
    """
    return default_device()


def clear_in_memory_compilation_cache() -> None:
    """Forget compiled programs; those on disk stay.

    >>> clear_in_memory_compilation_cache()
    """
    memo.clear_caches()


clear_backends = clear_in_memory_compilation_cache


def register_backend_factory(name: str, factory: Callable[[], Any], **_options: Any) -> None:
    """Raises: backends are part of fjax (a target is described in docs/ADDING.md)."""
    raise errors.FjaxTypeError(
        f"backend.register_backend_factory: {name!r} can't be added at run time; what a target "
        "consists of is in docs/ADDING.md"
    )


__all__ = [
    "Backend",
    "backends",
    "clear_backends",
    "clear_in_memory_compilation_cache",
    "get_backend",
    "get_default_device",
]
