"""The targets by name, and the one that programs are compiled for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from fjax.core import lazy
from fjax.core.device import META, Device, Placement, default_placement, local_devices, placement
from fjax.errors import DeviceError
from fjax.lowering.target import Target

_MODULES = {"cpu": lazy.module("fjax.lowering.cpu.target")}  # each has a `target`
_cuda = lazy.module("fjax.lowering.cuda.target")  # one target a GPU
_chosen: ContextVar[Target | None] = ContextVar("target", default=None)


def named(name: str) -> Target:
    """The target of that name; KeyError if there is none.

    >>> named("cpu").name
    'cpu'
    """
    chosen = _chosen.get()
    return chosen if chosen is not None and chosen.name == name else _MODULES[name].target


def of(device: Device) -> Target:
    """The target that programs on a device are for, and that holds the memory of arrays there."""
    if device.platform == "gpu":
        found: Target = _cuda.target_of(device.local_hardware_id)
        return found
    try:
        return named(device.platform)
    except KeyError:
        raise DeviceError(
            f"no target for {device} is in force here; use its arrays where programs are compiled "
            "for it (fjax.lowering.targets.use)"
        ) from None


def devices(platform: str) -> list[Device]:
    """The devices of a platform; none where there is no target of that name.

    Raises DeviceError for GPUs, with what is missing to run there.

    >>> devices("cpu")[0], devices("meta")[0], devices("tpu")
    (CpuDevice(id=0), MetaDevice(id=0), [])
    """
    if platform == "meta":
        return [META]
    if platform == "gpu":
        gpus: list[Device] = _cuda.devices()  # raises where there are none
        return gpus
    chosen = _chosen.get()
    if chosen is not None and chosen.name == platform:
        return chosen.devices()
    return _MODULES[platform].target.devices() if platform in _MODULES else []


def current() -> Target:
    """The target that this thread compiles for."""
    return _chosen.get() or named("cpu")


def at(where: Placement | None) -> Target:
    """The target for what runs at a place: on the CPU that in force, unless that is a GPU's.

    In a program on a GPU, what is called from host memory (a callback, a condition) runs there.
    """
    if where is not None and where.device.platform != "cpu":
        return of(where.device)
    chosen = current()
    return named("cpu") if chosen.name == "gpu" else chosen


@contextlib.contextmanager
def use(target: Target) -> Iterator[None]:
    """Compile for this target inside, where its devices are known; for tests and tools."""
    token = _chosen.set(target)
    try:
        yield
    finally:
        _chosen.reset(token)


def threads(n: int) -> contextlib.AbstractContextManager[None]:
    """Limit the calling thread's kernels to `n` threads.

    Args:
      n: a positive integer; results are the same bits for any n.

    Raises:
      ValueError: n is not a positive integer.

    >>> with fjax.threads(1):
    ...     y = fjax.jit(lambda x: x * 2)(jnp.ones(3))
    """
    return current().threads(n)


def clear_pool() -> None:
    """Give the memory that fjax keeps for later arrays back to the system.

    >>> fjax.clear_pool()
    >>> fjax.memory_stats()["pool_bytes"]
    0
    """
    at(default_placement()).clear_memory()


def memory_stats(device: Device | str | None = None) -> dict[str, int]:
    """What arrays on a device use, and what memory of dead ones is kept for later ones.

    device: or its name; by default the default one.

    JAX's names: `bytes_in_use` by living arrays (and programs that run), `peak_bytes_in_use` since
    the process began, `num_allocs` blocks in use. `largest_alloc_size` is that of the largest block
    so far, `bytes_limit` the most that is kept, `pool_bytes` what is kept now. fjax adds
    `pool_blocks`, the number of blocks that are kept. Arrays of less than 64 KiB, and those that
    NumPy made, are not counted. Memory that is kept goes back to the system after some seconds.

    On a GPU: `bytes_in_use` is what CuPy's pool has lent to anybody. `bytes_limit` is the device's
    memory, and `bytes_free` what is free of it. `Device.memory_stats()` is the same.

    >>> before = fjax.memory_stats()["bytes_in_use"]
    >>> x = fjax.jit(lambda x: x * 2)(jnp.ones(1_000_000))
    >>> fjax.memory_stats()["bytes_in_use"] - before >= x.nbytes
    True
    """
    if isinstance(device, str):
        device = local_devices(device)[0]
    if device is META:
        return {}
    return at(default_placement() if device is None else placement(device, True)).memory_stats()
