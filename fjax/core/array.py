"""Concrete arrays: immutable values on one device."""

from __future__ import annotations

import weakref
from typing import Any, Literal

import numpy as np

from fjax.config import config
from fjax.core import avals, dlpack, dtypes, transfers
from fjax.core import device as devices
from fjax.core.avals import ShapedArray
from fjax.core.blocks import Block
from fjax.core.device import META, Device, Placement, explicit_type
from fjax.core.lazy import LazyModule
from fjax.core.memory import memory_of
from fjax.core.operand import Operand
from fjax.core.quiet import astype, quiet
from fjax.core.sharding import Sharding, SingleDeviceSharding
from fjax.dataclass import dataclass
from fjax.errors import (
    ExchangeError,
    FjaxRuntimeError,
    FjaxTypeError,
    FjaxValueError,
    NoDataError,
    NotAddressableError,
)

pyarrow: Any = LazyModule("pyarrow")


class NoData:
    """The buffer of every array on the device "meta"."""

    def __array__(self, *_args: Any, **_options: Any) -> np.ndarray:
        raise NoDataError(
            "the elements of an array on the device meta were asked for, and it has none"
        )

    def __repr__(self) -> str:
        return "no data"


NO_DATA = NoData()
_EXPORTED = frozenset("?biufc")  # kinds of NumPy's own dtypes that Python's buffers can name
_OF_USERS = 2  # what `isbuiltin` says of ml_dtypes; 0 or 1 of NumPy's own, 0 if unpickled or copied


def _let_go(_buffer: Any) -> None:
    """Nobody reads the memory any more: its last reference was the one to this argument."""


class _ArrayType(type):
    """isinstance(tracer, Array) holds: a tracer stands for an array."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return (
            isinstance(instance, Operand) if cls is Array else type.__instancecheck__(cls, instance)
        )


class Array(Operand, metaclass=_ArrayType):
    """An immutable array on a device. Make one with `fjax.numpy.array`, `zeros`, `arange`, …

    `buffer` holds the elements in the memory of the device; nobody writes to it. On the CPU it is
    a NumPy array, on the device "meta" it is `NO_DATA`.

    >>> x = jnp.array([1.0, 2.0])
    >>> isinstance(x, fjax.Array), x.shape, x.dtype
    (True, (2,), dtype('float64'))
    """

    __slots__ = ("buffer", "aval", "placement", "__weakref__")
    buffer: Any
    aval: ShapedArray
    placement: Placement | None

    def __init__(self, buffer: Any, aval: ShapedArray, placement: Placement | None = None):
        if placement is not None and placement.explicit:
            aval = explicit_type(aval, placement)
        self.buffer, self.aval, self.placement = buffer, aval, placement

    # ---- conversion to Python and NumPy

    def live(self) -> Any:
        """The buffer, where the array lives; raises RuntimeError if it was deleted or donated."""
        if self.buffer is None:
            raise FjaxRuntimeError(
                f"Array has been deleted with shape={self.aval}. It was given to delete(), or "
                "donated to a jitted function; keep a copy before giving it away"
            )
        return self.buffer

    def host(self) -> np.ndarray:
        """The elements in host memory, which nobody may write to; raises as `live` does."""
        buffer = self.live()
        if type(buffer) is np.ndarray:
            return buffer
        if buffer is NO_DATA:
            raise self._no_data()
        if type(buffer) is Block:
            raise self._elsewhere()
        transfers.note("device_to_host", self.aval)
        return memory_of(self.device).to_host(buffer)

    def block(self) -> Any:
        """The buffer of the elements that this process has: all, unless others have the rest."""
        buffer = self.live()
        if buffer is NO_DATA:
            raise self._no_data()
        return buffer.data if type(buffer) is Block else buffer

    def _elsewhere(self) -> NotAddressableError:
        return NotAddressableError(
            f"the elements of {self.aval} were asked for: Fetching value for `jax.Array` that "
            "spans non-addressable devices is not possible: other processes hold parts of it, "
            f"since its sharding is {self.sharding.short()}. x.addressable_shards are the parts "
            "that this process holds; fjax.experimental.multihost_utils.process_allgather(x, "
            "tiled=True), called by every process, gives all of it to each"
        )

    def _no_data(self) -> NoDataError:
        return NoDataError(
            f"the elements of {self.aval} on the device meta were asked for: arrays there have "
            "a shape and a dtype and no data. Run the program on another device for values, or "
            "keep to what needs none (fjax.numpy.where, fjax.lax.cond, fjax.lax.while_loop)"
        )

    @property
    def known(self) -> bool:
        """Whether there are elements to look at: not on the device meta."""
        return self.buffer is not NO_DATA

    @property
    def known_here(self) -> bool:
        """Whether this process has all elements."""
        return self.buffer is not NO_DATA and type(self.buffer) is not Block

    def alias(self, aval: ShapedArray, placement: Placement | None) -> Array:
        """The same elements with this type, at this place; raises as `live` does.

        The memory is the same unless the place is another device, to which they move.
        """
        buffer = self.live()
        where = devices.device("cpu", 0) if placement is None else placement.device
        aval = aval.bare
        if where is not self.device:
            buffer = self._moved(buffer, where)
        if type(buffer) is Block and placement is not None:
            buffer.check(placement.sharding, aval.shape)
        return Array(buffer, aval, placement)

    def _moved(self, buffer: Any, where: Device) -> Any:
        if where is META:
            return NO_DATA
        if type(buffer) is Block:
            raise self._elsewhere()
        if buffer is NO_DATA:
            raise NoDataError(
                f"{self.aval} cannot move from the device meta to {where}: it has no data; make "
                "the array on that device, as with fjax.default_device or device="
            )
        from_host = self.device.platform != where.platform == "gpu"
        transfers.note("host_to_device" if from_host else "device_to_device", self.aval)
        here, there = memory_of(self.device), memory_of(where)
        return buffer if here is there else there.from_host(here.to_host(buffer))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """NumPy's view of the elements; read-only unless copied, and it cannot be made writable.

        Of an array on a GPU it is a copy; FjaxTypeError if `implicit_host_copies` forbids it.
        """
        if self.placement is not None and config.implicit_host_copies == "raise":
            self._refuse_copy()
        buffer = self.host()
        self._numbers()
        if dtype is not None and np.dtype(dtype) != buffer.dtype:
            if copy is False:
                raise FjaxValueError(
                    f"numpy.asarray: {self.aval} becomes {np.dtype(dtype).name} by a copy only; "
                    "leave out copy=False"
                )
            return buffer.astype(dtype)
        if copy:
            return buffer.copy()
        return read_only(buffer)

    def __arrow_array__(self, type: Any = None) -> Any:
        """Arrow's view of a vector: `pyarrow.array(x)`, or a column of `pyarrow.table`."""
        return pyarrow.array(np.asarray(self), type=type)

    def _refuse_copy(self) -> None:
        """Raise if NumPy would get a copy of what is on a GPU."""
        if self.device.platform == "gpu":
            raise FjaxTypeError(
                f"NumPy was given {self.aval}, which is on {self.device}, and "
                "implicit_host_copies is 'raise': use the function of the same name in fjax.numpy, "
                "which runs on the GPU, or copy the array with fjax.device_get(x)"
            )

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A DLPack capsule of a copy; with copy=False of the memory itself, marked read-only.

        Consumers may ignore that mark (PyTorch does) or not know it (DLPack before 1.0), so sharing
        has to be asked for: `np.from_dlpack(x, copy=False)`. Raises BufferError where that or the
        dtype is impossible.
        """
        self._numbers()
        memory = self._memory()
        if type(memory) is np.ndarray:
            return dlpack.export(memory, stream, max_version, dl_device, copy)
        return memory_of(self.device).export(memory, stream, max_version, dl_device, copy)

    def __dlpack_device__(self) -> tuple[int, int]:
        memory = self._memory()
        if type(memory) is np.ndarray:
            return memory.__dlpack_device__()
        return dlpack.CUDA, self.device.local_hardware_id

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """How libraries for NVIDIA's GPUs read the memory in place; no such attribute elsewhere.

        The memory is marked read-only. It stays as long as this object, even if that is deleted.
        """
        if self.placement is None or self.device.platform != "gpu":
            raise AttributeError(f"an array on {self.device} has no __cuda_array_interface__")
        self._numbers()
        buffer = self.live()
        weakref.finalize(self, _let_go, buffer).atexit = False
        return memory_of(self.device).interface(buffer)

    def __buffer__(self, flags: int) -> memoryview:
        """Python's buffer of the elements, read-only (from Python 3.12 on)."""
        del flags
        self._numbers()
        buffer: Any = self.host()
        return memoryview(buffer).toreadonly()

    def __bytes__(self) -> bytes:
        return self.tobytes()

    def _memory(self) -> Any:
        buffer = self.live()
        if type(buffer) is Block:
            raise self._elsewhere()
        if buffer is NO_DATA:
            raise ExchangeError(
                f"DLPack: {self.aval} on the device meta has no memory to exchange; "
                "make the array on another device"
            )
        return buffer

    def _numbers(self) -> None:
        if dtypes.is_key(self.aval.dtype):
            raise FjaxTypeError(
                "JAX array with PRNGKey dtype cannot be converted to a NumPy array. "
                f"NumPy has no dtype for {self.aval}; "
                "use fjax.random.key_data(key) for the integers"
            )

    def item(self, *index: int) -> Any:
        """The element as a Python scalar."""
        return self.host().item(*index)

    def tolist(self) -> Any:
        """Nested lists of Python scalars."""
        return self.host().tolist()

    def tobytes(self, order: Literal["C", "F", "A"] = "C") -> bytes:
        return self.host().tobytes(order)

    def _scalar(self, kind: type) -> Any:
        check_scalar(self.aval, kind)
        return kind(self.host().item())

    def __bool__(self) -> bool:
        check_truth_value(self.aval)
        return bool(self.host().item())

    def __int__(self) -> int:
        return self._scalar(int)

    def __float__(self) -> float:
        return self._scalar(float)

    def __complex__(self) -> complex:
        return self._scalar(complex)

    def __index__(self) -> int:
        check_index(self.aval)
        return int(self.host())

    def __format__(self, specification: str) -> str:
        if not self.known_here and not specification:
            return repr(self)
        if self.aval.shape == () and not dtypes.is_key(self.aval.dtype):
            return format(self.host()[()], specification)
        if specification:
            raise FjaxTypeError(
                f"unsupported format string passed to Array.__format__: {specification!r} of "
                f"{self.aval}; format single elements, or print it under np.printoptions(...)"
            )
        return str(self)

    def __str__(self) -> str:
        if dtypes.is_key(self.aval.dtype) or not self.known_here:
            return repr(self)
        return str(self.host())

    def __repr__(self) -> str:
        self.live()
        dtype = f"dtype={self.aval.dtype.name}" + (
            ", weak_type=True" if self.aval.weak_type else ""
        )
        if not self.known:
            return f"Array(shape={self.aval.shape}, {dtype}, device={self.device})"
        if not self.known_here:
            return f"Array(shape={self.aval.shape}, {dtype}, sharding={self.sharding.short()})"
        if dtypes.is_key(self.aval.dtype):
            keys = np.ascontiguousarray(self.host())
            words = keys.view(np.uint32).reshape(*self.aval.shape, keys.itemsize // 4)
            return f"Array({self.aval.shape}, {dtype}) overlaying:\n{words}"
        body = np.array2string(self.host(), separator=", ", prefix="Array(")
        if self.aval.size == 0:
            body = f"[], shape={self.aval.shape}"
        return f"Array({body}, {dtype})"

    def __reduce__(self) -> Any:
        if not self.known:
            return (without_data, (self.aval,))
        return (_restore, (np.asarray(self.host(), order="C"), self.aval))

    # ---- device and lifetime

    @property
    def device(self) -> Device:
        """The device that the array lives on."""
        return devices.device("cpu", 0) if self.placement is None else self.placement.device

    def devices(self) -> set[Device]:
        """The set of devices that the array lives on."""
        return {self.device} if self.placement is None else set(self.placement.devices)

    @property
    def is_split(self) -> bool:
        """Whether a sharding says how the array lies on a mesh."""
        where = self.placement
        return where is not None and where.on_mesh

    @property
    def committed(self) -> bool:
        """Whether the user put the array on its device."""
        return self.placement is not None and self.placement.committed

    @property
    def sharding(self) -> Sharding:
        """Where the array lives: what it was put there with, else its device."""
        where = self.placement
        if where is not None and where.sharding is not None:
            return where.sharding
        return SingleDeviceSharding(self.device)

    _committed = committed  # the name that programs written for JAX read

    @property
    def is_fully_addressable(self) -> bool:
        """Whether all of the array's devices are of this process."""
        return self.placement is None or not self.placement.spans

    @property
    def is_fully_replicated(self) -> bool:
        """Whether each of the array's devices holds all of it."""
        return self.sharding.is_fully_replicated

    @property
    def addressable_shards(self) -> list[Shard]:
        """The parts of the array, one for each device: views, without a copy.

        >>> mesh = fjax.make_mesh((1,), ("i",))
        >>> x = fjax.device_put(np.arange(2), fjax.NamedSharding(mesh, fjax.P("i")))
        >>> [(s.device, s.index, s.data) for s in x.addressable_shards]
        [(CpuDevice(id=0), (slice(None, None, None),), Array([0, 1], dtype=int64))]
        """
        return [shard for shard in self.global_shards if shard.data is not None]

    @property
    def global_shards(self) -> list[Shard]:
        """The parts of the array on all its devices; `data` of another process's is None."""
        held = self.sharding.devices_indices_map(self.aval.shape)
        if len(held) == 1:
            return [Shard(self.device, (slice(None),) * self.aval.ndim, 0, self)]
        seen: list[tuple[slice, ...]] = []
        shards = []
        for device, index in held.items():
            part = self._part(device, index) if device.is_local else None
            number = seen.count(index)
            if part is not None and number and self._is_summand(len(seen)):
                part = Array(np.zeros_like(part.host()), part.aval, part.placement)
            shards.append(Shard(device, index, number, part))
            seen.append(index)
        return shards

    def _is_summand(self, number: int) -> bool:
        """Whether the array is unreduced and another device than this one has the whole sum.

        Of the devices with the same part, the first along the unreduced axes has all of it.
        """
        where: Any = self.sharding
        waits = getattr(getattr(where, "spec", None), "unreduced", ())
        if not waits:
            return False
        place = np.unravel_index(number, where.mesh.axis_sizes)
        return any(k and n in waits for k, n in zip(place, where.mesh.axis_names, strict=True))

    def _part(self, device: Device, index: tuple[slice, ...]) -> Array:
        buffer = self.live()
        where = devices.placement(device, True)
        if buffer is NO_DATA:
            shape = self.sharding.shard_shape(self.aval.shape)
            return Array(NO_DATA, self.aval.update(shape=shape), where)
        part = buffer.part(index, self.aval.shape) if type(buffer) is Block else buffer[index]
        return Array(part, self.aval.update(shape=part.shape), where)

    def block_until_ready(self) -> Array:
        """The array itself, once it is computed (on the CPU it always is).

        Raises FjaxRuntimeError if what was launched on a GPU has failed.
        """
        buffer = self.live()
        if self.placement is not None and self.known:
            memory_of(self.device).wait(buffer)
        return self

    def copy_to_host_async(self) -> None:
        """Nothing to do: the elements are in host memory."""

    def on_device_size_in_bytes(self) -> int:
        return self.aval.nbytes if self.known else 0

    def delete(self) -> None:
        """Give the memory back now; later use raises."""
        self.buffer = None

    def is_ready(self) -> bool:
        """Whether the array is computed (on the CPU it always is)."""
        buffer = self.live()
        elsewhere = self.placement is not None and self.known
        return memory_of(self.device).is_ready(buffer) if elsewhere else True

    def addressable_data(self, index: int) -> Array:
        """The part of the array on one of its devices."""
        shards = self.addressable_shards
        if not -len(shards) <= index < len(shards):
            count = "1 part" if len(shards) == 1 else f"{len(shards)} parts"
            raise IndexError(f"the array has {count}; got index {index}")
        return shards[index].data

    def is_deleted(self) -> bool:
        return self.buffer is None

    def unsafe_buffer_pointer(self) -> int:
        """The address of the elements, in the memory of their device."""
        if not self.known:
            raise self._no_data()
        if not self.known_here:
            raise self._elsewhere()
        return memory_of(self.device).address(self.live())


@dataclass(frozen=True)
class Shard:
    """The part of an array that one device holds.

    index: which part, as an index of slices; replica_id: how many devices before hold the same;
    data: the part as an array on the device; None if another process holds it.
    """

    device: Device
    index: tuple[slice, ...]
    replica_id: int
    data: Any


def check_scalar(aval: ShapedArray, kind: type) -> None:
    """Raise unless values of this type convert to Python's `kind`."""
    if dtypes.is_key(aval.dtype):
        raise FjaxTypeError(
            f"{kind.__name__}() got a random key, which is not a number; fjax.random.key_data(key) "
            "has its words, and fjax.random.uniform(key) draws with it"
        )
    if aval.shape != ():
        raise FjaxTypeError(
            f"Only scalar arrays can be converted to Python scalars. {kind.__name__}() got {aval}; "
            "take one element, or use .item()"
        )


def check_index(aval: ShapedArray) -> None:
    """Raise unless values of this type can be Python indices."""
    if aval.shape != () or not dtypes.is_integer(aval.dtype):
        raise FjaxTypeError(
            f"Only integer scalar arrays can be converted to a scalar index. This is {aval}"
        )


def check_truth_value(aval: ShapedArray) -> None:
    """Raise unless values of this type have a truth value: those of one element do."""
    if aval.size == 0:
        raise FjaxValueError(
            f"The truth value of an empty array is ambiguous. This is {aval}; ask for its size"
        )
    if aval.size > 1:
        raise FjaxValueError(
            "The truth value of an array with more than one element is ambiguous. This is "
            f"{aval}; use .any() or .all()"
        )


def _restore(buffer: np.ndarray, aval: ShapedArray) -> Array:
    """An array out of a pickle, in 32 bits where there are no others."""
    dtype = dtypes.canonicalize(aval.dtype)
    if dtype != aval.dtype:
        buffer, aval = astype(buffer, dtypes.physical(dtype)), aval.update(dtype=dtype)
    return Array(buffer, aval)


def without_data(aval: ShapedArray, committed: bool = False) -> Array:
    """An array of this type on the device meta.

    >>> without_data(ShapedArray((10**9, 10**6), np.dtype("float32")))
    Array(shape=(1000000000, 1000000), dtype=float32, device=meta)
    """
    return Array(NO_DATA, aval, devices.placement(META, committed))


def at_place(elements: np.ndarray, aval: ShapedArray, where: Placement | None) -> Array:
    """An Array of elements in host memory, from where they move to their place."""
    found = Array(elements, aval)
    return found if where is None else found.alias(aval, where)


def is_known(value: Any) -> bool:
    """Whether a value is an Array with elements to look at."""
    return type(value) is Array and value.known_here


def lacks_data(value: Any) -> bool:
    """Whether a value is an Array on the device meta."""
    return type(value) is Array and value.buffer is NO_DATA


def read_only(buffer: Any) -> np.ndarray:
    """A view that nobody can make writable, and none of its views and bases either.

    NumPy lets the flag of a view be set where its base can be written to: here that is a memoryview
    that cannot.
    """
    if buffer.dtype.isbuiltin != _OF_USERS and buffer.dtype.kind in _EXPORTED:
        return np.asarray(memoryview(buffer).toreadonly())
    if not buffer.dtype.itemsize:
        return buffer.copy()
    words = buffer.view(f"u{buffer.dtype.itemsize}")
    return np.asarray(memoryview(words).toreadonly()).view(buffer.dtype)


def of_numpy(value: np.ndarray | np.generic) -> Array:
    """An Array that holds (not copies) a NumPy array, with 64-bit dtypes narrowed if configured."""
    aval = avals.of_numpy(value)
    buffer = np.asarray(value)
    if buffer.dtype != aval.dtype:
        buffer = astype(buffer, dtypes.physical(aval.dtype))
    return Array(buffer, aval)


def of_gpu(value: Any, number: int, copy: bool) -> Array:
    """Another library's array on a GPU as an Array there: a copy, or in its memory."""
    where = devices.device("gpu", number)
    buffer = memory_of(where).adopt(value, copy)
    if buffer.dtype not in dtypes.SUPPORTED:
        raise FjaxTypeError(f"array: dtype {buffer.dtype} is not one that fjax computes with")
    aval = ShapedArray(buffer.shape, buffer.dtype)
    return Array(buffer, aval, devices.placement(where, True))


def of_scalar(value: Any) -> Array:
    """A weakly typed Array of rank 0 from a Python scalar."""
    aval = avals.scalar_aval(value)
    return Array(quiet().run(np.array, value, aval.dtype), aval)
