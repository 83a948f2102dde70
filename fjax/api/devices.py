"""Devices: where arrays live, moving them, waiting for them."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np

from fjax import errors
from fjax.api import demanded
from fjax.api.flatten import as_operand
from fjax.core import device as core_device
from fjax.core import dtypes, processes, tracing
from fjax.core.annotations import T
from fjax.core.array import Array, read_only
from fjax.core.device import META, Device, default_device, devices
from fjax.core.events import record
from fjax.core.kinds import Space
from fjax.core.mesh import AxisType
from fjax.core.operand import Operand
from fjax.core.placing import placed
from fjax.core.sharding import SingleDeviceSharding, as_sharding, is_sharding
from fjax.core.tracing import Tracer
from fjax.core.transfers import asked_for
from fjax.errors import api_boundary
from fjax.lowering.targets import memory_stats
from fjax.primitives.placing import constrained
from fjax.tree_util import flatten_axes, tree_flatten, tree_leaves, tree_map, tree_unflatten


def local_devices(
    process_index: int | None = None, backend: Any = None, host_id: Any = None
) -> list[Device]:
    """The devices of this process, or of the one with a number.

    >>> fjax.local_devices() == fjax.devices()
    True
    """
    wanted = host_id if process_index is None else process_index
    if wanted is None:
        return core_device.local_devices(backend)
    if not 0 <= wanted < processes.count():
        raise errors.FjaxValueError(
            f"local_devices: Unknown process_index {wanted}: the job has {processes.count()} "
            "processes, numbered from 0"
        )
    return [d for d in devices(backend) if d.process_index == wanted]


def device_count(backend: str | None = None) -> int:
    """The number of devices of all processes.

    >>> fjax.device_count() >= 1
    True
    """
    return len(devices(backend))


def local_device_count(backend: str | None = None) -> int:
    """How many devices this process has.

    >>> fjax.local_device_count() == fjax.device_count()
    True
    """
    return len(core_device.local_devices(backend))


def process_index(backend: Any = None) -> int:
    """The number of this process: 0, or what `fjax.distributed.initialize` found.

    >>> fjax.process_index()
    0
    """
    return processes.index()


def process_count(backend: Any = None) -> int:
    """How many processes take part.

    >>> fjax.process_count()
    1
    """
    return processes.count()


def process_indices(backend: Any = None) -> list[int]:
    """The numbers of all processes.

    >>> process_indices()
    [0]
    """
    return list(range(processes.count()))


def default_backend() -> str:
    """The platform of the default device.

    >>> fjax.default_backend()
    'cpu'
    """
    return default_device().platform


@api_boundary
def device_put(
    x: Any,
    device: Any = None,
    *,
    src: Any = None,
    donate: Any = False,
    may_alias: bool | None = None,
) -> Any:
    """The pytree x with its arrays on a device, and committed to it if one is given.

    device: a Device, a Sharding, a PartitionSpec of the mesh in force, or a pytree prefix of such;
        None, as the hint `fjax.memory.Space`, leaves arrays where they are and puts NumPy values on
        the default device.
    donate: whether to delete arrays that are put elsewhere, a bool or a pytree prefix of bools.
    may_alias: False for a new array; otherwise an array that has this sharding already is returned.
    Raises TypeError for anything else, ValueError for a sharding that does not fit an array's rank.

    Returns the same pytree with fjax arrays.

    >>> x = fjax.device_put(np.arange(3), fjax.devices()[0])
    >>> x, x.committed
    (Array([0, 1, 2], dtype=int64), True)
    """
    del src
    with asked_for():
        leaves, tree = tree_flatten(x)
        targets = _targets("device_put device", tree, core_device.named(device))
        given = [donate] * len(leaves)
        if not isinstance(donate, bool):
            given = flatten_axes("device_put donate", tree, donate)
        found = [_put(v, d) for v, d in zip(leaves, targets, strict=True)]
        for k, (value, gives) in enumerate(zip(leaves, given, strict=True)):
            if type(value) is Array and found[k] is not value and gives:
                value.delete()
            elif type(value) is Array and found[k] is value and may_alias is False:
                found[k] = value.alias(value.aval, value.placement)
        return tree_unflatten(tree, found)


def _targets(what: str, tree: Any, given: Any) -> list[Any]:
    """For each leaf where it is to be: a sharding, a PartitionSpec or None."""
    if isinstance(given, Space):
        given = None
    one = given is None or isinstance(given, Device) or is_sharding(given)
    found = [given] * tree.num_leaves if one else flatten_axes(what, tree, given)
    return [SingleDeviceSharding(each) if isinstance(each, Device) else each for each in found]


def _put(value: Any, target: Any) -> Any:
    array = tracing.as_operand(value)
    if isinstance(array, Tracer):
        if target is None:
            return array
        found = as_sharding("device_put", target, array.aval.shape)
        if found.device is META:
            raise errors.DeviceError(
                f"device_put: {array.aval} is traced, and a program runs on the device of its "
                "arguments; put those on meta, outside of the transformed function"
            )
        if found.num_devices > 1:
            return constrained("device_put", array, found, None)
        if found.device is not None:
            demanded.demand_for("device_put", found.device, [array])
        return array
    record("batched_device_put")
    if target is not None:
        sharding = as_sharding("device_put", target, array.aval.shape)
        if sharding.device is not None:
            return placed(array, sharding)
    if isinstance(value, Operand):
        return array
    return array.alias(array.aval, core_device.free_placement())


@api_boundary
def with_sharding_constraint(x: T, shardings: Any) -> T:
    """The pytree x, whose arrays live where `shardings` says.

    shardings: `Sharding`s, `PartitionSpec`s of the mesh in force (or devices), in a pytree that is
        a prefix of x; None allows any device. On a mesh that has Explicit axes too, a spec that
        names Auto axes only leaves the Explicit ones as they are.
    Raises DeviceError (a ValueError) if a committed array is on other devices. Raises ValueError
    for a spec that names an axis that the mesh lacks, that does not divide an axis of the array, or
    that has more entries than the array has axes. Raises TypeError if it is not a sharding.

    >>> where = fjax.NamedSharding(fjax.make_mesh((1,), ("x",)), fjax.P("x"))
    >>> fjax.jit(lambda x: fjax.lax.with_sharding_constraint(x, where))(jnp.ones(2))
    Array([1., 1.], dtype=float64)
    """
    name = "with_sharding_constraint"
    leaves, tree = tree_flatten(x)
    targets = _targets(f"{name} shardings", tree, shardings)
    return tree_unflatten(
        tree,
        [
            constrained(name, as_operand(v), t, AxisType.Auto)
            for v, t in zip(leaves, targets, strict=True)
        ],
    )


@api_boundary
def reshard(x: T, out_shardings: Any) -> T:
    """The pytree x, split as `out_shardings` (as for `device_put`) says.

    Along Auto axes of the mesh that it does not name, arrays stay split as they are.

    >>> with fjax.set_mesh(fjax.make_mesh((1,), ("x",))):
    ...     fjax.reshard(jnp.ones(2), fjax.P("x")).sharding.spec
    P('x')
    """
    leaves, tree = tree_flatten(x)
    targets = _targets("reshard out_shardings", tree, out_shardings)
    return tree_unflatten(
        tree,
        [
            constrained("reshard", as_operand(v), t, AxisType.Explicit)
            for v, t in zip(leaves, targets, strict=True)
        ],
    )


def device_get(x: Any) -> Any:
    """The pytree x with its arrays as NumPy arrays; random keys, which NumPy lacks, stay.

    So do traced values, and derivatives pass through.

    >>> fjax.device_get({"x": jnp.ones(2)})
    {'x': array([1., 1.])}
    """

    def get(value: Any) -> Any:
        if isinstance(value, Tracer) or (isinstance(value, Array) and dtypes.is_key(value.dtype)):
            return value
        if type(value) is Array:
            return read_only(value.host())
        return np.asarray(value) if isinstance(value, (Operand, np.generic)) else value

    with asked_for():
        return tree_map(get, x)


def block_until_ready(x: T) -> T:
    """The pytree x, once all its arrays are computed.

    >>> fjax.block_until_ready({"x": jnp.ones(2)})
    {'x': Array([1., 1.], dtype=float64)}
    """
    _wait_for(x)
    return x


def _wait_for(x: Any) -> None:
    """Wait for a tree's arrays. Plain containers are walked here: flattening takes long."""
    kind = type(x)
    if kind is Array:
        if x.buffer is None or x.placement is not None:
            x.block_until_ready()  # raises if it was deleted
    elif kind is tuple or kind is list:
        for part in x:
            if type(part) is not Array or part.buffer is None or part.placement is not None:
                _wait_for(part)
    elif kind is dict:
        for part in x.values():
            _wait_for(part)
    else:
        for leaf in tree_leaves(x):
            if type(leaf) is Array:
                _wait_for(leaf)
            elif hasattr(leaf, "block_until_ready"):
                leaf.block_until_ready()


def copy_to_host_async(x: T) -> T:
    """The pytree x, whose arrays begin to come to host memory; on the CPU they are there already.

    >>> fjax.copy_to_host_async(jnp.ones(2))
    Array([1., 1.], dtype=float64)
    """
    for leaf in tree_leaves(x):
        if hasattr(leaf, "copy_to_host_async"):
            leaf.copy_to_host_async()
    return x


def _memory_stats(self: Device) -> dict[str, int]:
    """Memory in use and kept: `fjax.memory_stats()`.

    >>> fjax.devices()[0].memory_stats()["bytes_in_use"] >= 0
    True
    """
    return memory_stats(self)


Device.memory_stats = _memory_stats  # type: ignore[attr-defined]    # core is below the pool


def live_arrays(platform: str | None = None) -> list[Array]:
    """Every Array that is alive in this process, on any device or on those of one platform.

    >>> x = jnp.ones(7)
    >>> any(y is x for y in fjax.live_arrays())
    True
    """
    alive = [x for x in gc.get_objects() if type(x) is Array and x.buffer is not None]
    return alive if platform is None else [x for x in alive if x.device in devices(platform)]


__all__ = [
    "Device",
    "SingleDeviceSharding",
    "devices",
    "local_devices",
    "device_count",
    "local_device_count",
    "process_index",
    "process_count",
    "process_indices",
    "default_backend",
    "device_put",
    "device_get",
    "reshard",
    "block_until_ready",
    "copy_to_host_async",
    "live_arrays",
    "with_sharding_constraint",
]
