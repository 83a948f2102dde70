"""Arrays out of the parts that devices, or processes, have of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.devices import device_put
from fjax.core import dtypes, fresh, processes, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.blocks import Block, block_index, block_shape, process_counts
from fjax.core.mesh import in_force
from fjax.core.operand import Operand
from fjax.core.placing import of_host_block, placed
from fjax.core.sharding import NamedSharding, PartitionSpec, as_sharding
from fjax.core.tracing import Tracer
from fjax.pytrees.prefix import broadcast_prefix
from fjax.tree_util import tree_flatten, tree_unflatten


def make_array_from_callback(
    shape: Any, sharding: Any, data_callback: Callable[[tuple[Any, ...]], Any], *, dtype: Any = None
) -> Array:
    """The array of this shape whose parts, one a device of `sharding`, `data_callback` returns.

    data_callback: gets the index of a part in the whole, a slice for each axis; called once for
        each part of this process that differs. ShapeError (a ValueError) for another shape.

    >>> where = fjax.sharding.SingleDeviceSharding(fjax.devices()[0])
    >>> data = np.arange(6).reshape(2, 3)
    >>> make_array_from_callback((2, 3), where, lambda index: data[index])
    Array([[0, 1, 2],
           [3, 4, 5]], dtype=int64)
    """
    name, shape = "make_array_from_callback", tuple(shape)
    sharding = as_sharding(name, sharding, shape)
    parts: list[tuple[tuple[slice, ...], Any]] = []
    for index in sharding.addressable_devices_indices_map(shape).values():
        if all(index != known for known, _ in parts):
            parts.append((index, data_callback(index)))
    if any(isinstance(part, Tracer) for _, part in parts):
        raise errors.UnexpectedTracerError(
            f"{name}: jax.make_array_from_callback cannot be called within a traced context, and "
            "its callback gave a traced value; inside a transformation arrays are whole already, "
            "and lax.with_sharding_constraint says how they are split"
        )
    return _joined(name, shape, sharding, parts, dtype)


def _joined(
    name: str, shape: tuple[int, ...], sharding: Any, parts: Any, dtype: Any = None
) -> Array:
    """The array made of parts with their places in the whole."""
    if any(isinstance(part, Operand) and dtypes.is_key(part.dtype) for _, part in parts):
        aval = parts[0][1].aval.update(shape=shape)
        return _filled(sharding, aval, np.dtype(np.uint64), [(i, x.host()) for i, x in parts])
    values = [(index, np.asarray(part, dtype=dtype)) for index, part in parts]
    wanted = sharding.shard_shape(shape)
    for _, value in values:
        if value.shape != wanted:
            raise errors.ShapeError(
                f"{name}: Expected shard shape {wanted} doesn't match the single device array "
                f"shape {value.shape}: {sharding!r} gives each device a part of that shape "
                f"if the array's shape is {shape}"
            )
    if len(values) == 1 and sharding.is_fully_addressable:
        return device_put(values[0][1], sharding)
    aval = tracing.as_array(values[0][1][..., :0] if values[0][1].ndim else values[0][1]).aval
    return _filled(sharding, aval.update(shape=shape), aval.dtype, values)


def _filled(sharding: Any, aval: ShapedArray, dtype: np.dtype, parts: Any) -> Array:
    """The array whose parts in this process are these, with their places in the whole."""
    if sharding.is_fully_addressable:
        whole = fresh.empty(aval.shape, dtype)
        for index, part in parts:
            whole[index] = part
        return placed(Array(whole, aval), sharding)
    block = Block(fresh.empty(block_shape(sharding, aval.shape), dtype), sharding)
    for index, part in parts:
        block.part(index, aval.shape)[...] = part
    return of_host_block(block.data, aval, sharding)


def make_array_from_single_device_arrays(
    shape: Any, sharding: Any, arrays: Any, *, dtype: Any = None
) -> Array:
    """The array of this shape made of its parts, one on each device of `sharding`.

    Each process gives the parts of its own devices. Raises ValueError unless `arrays` holds one
    array for each device, of a part's shape.

    >>> where = fjax.sharding.SingleDeviceSharding(fjax.devices()[0])
    >>> make_array_from_single_device_arrays((2,), where, [jnp.ones(2)])
    Array([1., 1.], dtype=float64)
    """
    name, shape = "make_array_from_single_device_arrays", tuple(shape)
    if not isinstance(arrays, (list, tuple)):
        raise errors.FjaxTypeError(
            "jax.make_array_from_single_device_arrays `arrays` argument must be a list or tuple of "
            f"arrays, got {type(arrays).__name__}"
        )
    if any(isinstance(value, Tracer) for value in arrays):
        raise errors.FjaxValueError(
            "jax.make_array_from_single_device_arrays requires a list of concrete arrays, got "
            f"{list(arrays)}; inside a transformation arrays are whole already"
        )
    sharding = as_sharding(name, sharding, shape)
    places = sharding.addressable_devices_indices_map(shape)
    if len(arrays) != len(places):
        raise errors.ShapeError(
            f"{name}: Expected {len(places)} per-device arrays (this is how many devices are "
            f"addressable by the sharding), but got {len(arrays)}; give one for each device of "
            "this process"
        )
    if dtype is not None and arrays[0].dtype != dtypes.requested("dtype", dtype):
        raise errors.FjaxValueError(
            "If `dtype` is provided to `jax.make_array_from_single_device_arrays`, it must match "
            f"the dtype of the addressable shards. Got {dtype} and {arrays[0].dtype}"
        )
    if len(arrays) == 1 and sharding.is_fully_addressable:
        return _whole(name, shape, sharding, arrays[0])
    several = next((x for x in arrays if len(x.devices()) > 1), None)
    if several is not None:
        raise errors.FjaxValueError(
            f"{name}: When making an array from single-device arrays the input arrays must have "
            f"one shard each. An argument array had {len(several.devices())} shard(s). Put each "
            "part on its device with fjax.device_put"
        )
    lacking = set(places) - {x.device for x in arrays}
    if lacking:
        raise errors.DeviceError(
            f"{name}: no array is on {', '.join(sorted(map(str, lacking)))}; put one part on each "
            f"device of {sharding!r}"
        )
    return _joined(name, shape, sharding, [(places[x.device], x) for x in arrays])


def make_array_from_process_local_data(
    sharding: Any, local_data: Any, global_shape: Any = None
) -> Any:
    """Arrays split as `sharding` says, made from the data (a pytree) of each process.

    A single process gives the whole arrays. Several processes give what their devices hold, and all
    of them call it. Along an axis whose size in `global_shape` is that of the data, each process
    gives the whole axis.
    sharding, global_shape: for all arrays, or a pytree of the data's structure. Without
        global_shape it follows from the data.
    ValueError if global_shape does not fit the data, ProcessError if the processes' do not agree.

    >>> where = fjax.sharding.SingleDeviceSharding(fjax.devices()[0])
    >>> make_array_from_process_local_data(where, np.ones(2))
    Array([1., 1.], dtype=float64)
    """
    name = "make_array_from_process_local_data"
    leaves, tree = tree_flatten(local_data)
    places = broadcast_prefix(sharding, local_data)
    shapes = (
        [None] * len(leaves)
        if global_shape is None
        else broadcast_prefix(global_shape, local_data, _is_shape)
    )
    made = [
        _from_process(name, shape, place, x)
        for x, place, shape in zip(leaves, places, shapes, strict=True)
    ]
    return tree_unflatten(tree, made)


def _from_process(name: str, shape: Any, sharding: Any, value: Any) -> Array:
    if isinstance(sharding, PartitionSpec):
        sharding = NamedSharding(in_force.value, sharding)
    if not isinstance(sharding, NamedSharding) or sharding.is_fully_addressable:
        return _whole(name, np.shape(value) if shape is None else tuple(shape), sharding, value)
    array = tracing.as_array(value)
    data, counts = array.host(), process_counts(sharding, array.aval.ndim)
    if shape is None:
        shape = [n * k for n, k in zip(data.shape, counts, strict=True)]
    shape = tuple(shape)
    as_sharding(name, sharding, shape)  # raises where it does not fit
    held = block_shape(sharding, shape)
    for axis, (given, own, whole) in enumerate(zip(data.shape, held, shape, strict=True)):
        if given not in (own, whole):
            raise errors.ShapeError(
                f"{name}: of an array of shape {shape} this process holds {held}, and its data has "
                f"the shape {data.shape}: axis {axis} must be {own}, or all of it, {whole}"
            )
    aval = array.aval.strip_weak_type().update(shape=shape)
    group = processes.job().everybody
    if group.differing(str(aval).encode(), name):
        seen = ", ".join(f"process {r}: {t}" for r, t in enumerate(group.texts(str(aval), name)))
        raise errors.ProcessError(
            f"{name}: the processes make different arrays, {seen}; give data of fitting shapes and "
            "of one dtype"
        )
    index = block_index(sharding, shape)
    for axis, runs in enumerate(index):
        if data.shape[axis] != held[axis]:
            pieces = [np.moveaxis(np.moveaxis(data, axis, 0)[run], 0, axis) for run in runs]
            data = np.concatenate(pieces, axis)
    return of_host_block(np.array(data, order="C"), aval, sharding)


def _is_shape(x: Any) -> bool:
    return isinstance(x, (tuple, list)) and all(isinstance(n, (int, np.integer)) for n in x)


def _whole(name: str, shape: tuple[Any, ...], sharding: Any, value: Any) -> Array:
    if np.shape(value) != shape:
        raise errors.ShapeError(
            f"{name}: the array's shape is {shape}, the data's {np.shape(value)}; one process "
            f"holds all of the data, so they must be the same"
        )
    return device_put(value, sharding)
