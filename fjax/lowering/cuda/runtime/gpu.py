"""One GPU through CuPy: its properties, memory from CuPy's pool, CuPy's current stream.

All that fjax asks of CuPy is asked here and in `lowering/cuda/library`; nothing is compiled by it.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core import lazy, shortage
from fjax.core.device import Device, device
from fjax.core.memo import cached_property
from fjax.errors import FjaxRuntimeError
from fjax.locks import process_lock
from fjax.lowering.cuda.ptx import architecture
from fjax.lowering.machine import Machine, named

cupy, cupyx = lazy.module("cupy"), lazy.module("cupyx")
cupyx_linalg = lazy.module("cupyx.scipy.linalg")
cupyx_special = lazy.module("cupyx.scipy.special")
cupyx_cusolver = lazy.module("cupyx.cusolver")
cupy_nccl = lazy.module("cupy.cuda.nccl")
MOST_NAMED = 16  # launches that a message names


class Reporting:
    """A context that makes fjax's errors of the driver's."""

    __slots__ = ("gpu",)

    def __init__(self, gpu: Gpu):
        self.gpu = gpu

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: Any, error: BaseException | None, _traceback: Any) -> None:
        if error is not None and isinstance(
            error, (cupy.cuda.driver.CUDADriverError, cupy.cuda.runtime.CUDARuntimeError)
        ):
            raise FjaxRuntimeError(self.gpu.failure(error)) from error


class Gpu:
    """A GPU: what is known of it, and what waits to be done on it.

    Work goes to CuPy's current stream. If that is another one than before, it first waits for all
    that was begun on the one before, so that fjax's own work is in order whatever streams it is
    given, and so is memory that the pool hands out again.
    """

    def __init__(self, number: int):
        self.number = number
        self.device: Device = device("gpu", number)
        self._lock = process_lock()
        self._last: Any = None  # the stream of the work before
        self._begun: deque[Callable[[], str]] = deque(maxlen=MOST_NAMED)
        self._count = 0  # of launches since somebody waited
        self.meeting: Callable[[Any], None] | None = None  # see `meet`

    # ---- what it is

    @cached_property
    def properties(self) -> dict[str, Any]:
        """What CUDA says about the device."""
        return cupy.cuda.runtime.getDeviceProperties(self.number)

    @property
    def kind(self) -> str:
        """Its name, such as "NVIDIA H200"."""
        name = self.properties["name"]
        return name.decode() if isinstance(name, bytes) else str(name)

    @cached_property
    def architecture(self) -> str:
        """What its code is made for; raises for one that is too old."""
        return architecture(10 * self.properties["major"] + self.properties["minor"])

    @cached_property
    def machine(self) -> Machine:
        """The machine of its architecture, with the multiprocessors that it has."""
        found = named(self.architecture)
        here = replace(
            found.here,
            cores=self.properties["multiProcessorCount"],
            l2_bytes=self.properties["l2CacheSize"],
        )
        return replace(found, here=here)

    def current(self) -> Any:
        """A context in which CuPy's calls are about this GPU."""
        return cupy.cuda.Device(self.number)

    # ---- streams

    def stream(self) -> Any:
        """CuPy's current stream, which waits for what was begun on another one."""
        found = cupy.cuda.get_current_stream(self.number)
        with self._lock:
            before, self._last = self._last, found
            if before is not None and before.ptr != found.ptr:
                found.wait_event(before.record())
        return found

    def begun(self, *launches: Callable[[], str]) -> None:
        """Remember launches, for the message if one fails; each says which it is."""
        self.refused(*launches)
        if config.cuda_synchronous:
            self.wait()

    def refused(self, *launches: Callable[[], str]) -> None:
        """Remember launches after the driver refused the last of them, for its message."""
        self._begun.extend(launches)
        self._count += len(launches)

    def wait(self) -> None:
        """Wait for all that was begun; what went wrong on the GPU is raised here."""
        with self.current(), self.reporting():
            stream = self.stream()
            self.meet(stream)
            stream.synchronize()
        self._begun.clear()
        self._count = 0

    def meet(self, stream: Any) -> None:
        """Return once all is done that was begun on a stream, if other processes are to take part
        in some of it: they may fail, and CUDA would wait for ever.

        `meeting` waits for a stream and for them, if what was begun asks for it.
        """
        meeting = self.meeting
        if meeting is not None:
            meeting(stream)
            self.meeting = None

    def is_idle(self) -> bool:
        """Whether all that was begun is done."""
        with self.current(), self.reporting():
            return bool(self.stream().done)

    def reporting(self) -> Reporting:
        """Errors of the driver inside name what was launched since somebody last waited."""
        return Reporting(self)

    def failure(self, error: BaseException) -> str:
        """The message for an error of the driver."""
        names = [f"\n  {what()}" for what in self._begun]
        more = self._count - len(names)
        since = f"\n  {more} more before" if more > 0 else ""
        if config.cuda_synchronous:
            where = f"it happened in{names[-1]}" if names else "nothing had been launched"
        else:
            where = (
                "it happened in one of the launches since results were last waited for:"
                + since
                + "".join(names)
                + "\nSet FJAX_CUDA_SYNCHRONOUS=1 to wait after each launch and learn which"
                if names
                else "no launch was under way"
            )
        return (
            f"the GPU {self.device} ({self.kind}) reports an error: {error}; {where}. After an "
            "illegal access or a failed launch CUDA refuses all further work of the process: start "
            "it again"
        )

    # ---- memory

    def allocate(self, nbytes: int) -> Any:
        """A pointer to memory of CuPy's pool; OutOfMemoryError if there is none."""
        with self.current(), self.reporting():
            self.stream()
            try:
                return cupy.cuda.alloc(nbytes)
            except cupy.cuda.memory.OutOfMemoryError:
                shortage.relieve()
                cupy.get_default_memory_pool().free_all_blocks()
            try:
                return cupy.cuda.alloc(nbytes)
            except cupy.cuda.memory.OutOfMemoryError as error:
                raise shortage.refused(f"{self.device}", nbytes, self.report()) from error

    def report(self) -> str:
        """What the pool and the device hold, for messages."""
        stats, readable = self.memory_stats(), shortage.readable
        return (
            f"living arrays hold {readable(stats['bytes_in_use'])}, CuPy's pool keeps "
            f"{readable(stats['pool_bytes'])} for later ones, {readable(stats['bytes_free'])} of "
            f"the device's {readable(stats['bytes_limit'])} are free"
        )

    def memory_stats(self) -> dict[str, int]:
        """What CuPy's pool lends and keeps, and what the device has."""
        with self.current():
            pool = cupy.get_default_memory_pool()
            free, total = cupy.cuda.runtime.memGetInfo()
            used = pool.used_bytes()
            return {
                "bytes_in_use": used,
                "pool_bytes": pool.total_bytes() - used,
                "pool_blocks": pool.n_free_blocks(),
                "bytes_free": free,
                "bytes_limit": total,
            }

    def clear_memory(self) -> None:
        """Give what the pool keeps back to the driver."""
        with self.current():
            cupy.get_default_memory_pool().free_all_blocks()

    # ---- copies

    def read(self, pointer: Any, out: np.ndarray) -> None:
        """Copy bytes from the GPU into a contiguous array, once all launches before are done."""
        with self.current(), self.reporting():
            stream = self.stream()
            self.meet(stream)  # a copy to memory that CUDA does not know waits in the driver
            if out.nbytes:
                pointer.copy_to_host_async(out.ctypes.data, out.nbytes, stream)
        self.wait()

    def write(self, pointer: Any, array: np.ndarray) -> None:
        """Copy a contiguous array's bytes to the GPU; CUDA has read them when this returns."""
        if not array.nbytes:
            return
        with self.current(), self.reporting():
            pointer.copy_from_host_async(array.ctypes.data, array.nbytes, self.stream())

    def copy(self, pointer: Any, source: Any, nbytes: int) -> None:
        """Copy bytes from one place on the GPU to another."""
        if not nbytes:
            return
        with self.current(), self.reporting():
            pointer.copy_from_device_async(source, nbytes, self.stream())

    def capture(self, give: Callable[[Any], None]) -> Any:
        """A CUDA graph of what `give` launches on the stream that it is given; nothing runs."""
        stream = cupy.cuda.Stream(non_blocking=True)
        stream.begin_capture()
        try:
            give(stream)
        finally:
            graph = stream.end_capture()
        return graph

    def load(self, image: bytes, symbol: str) -> Any:
        """The function of that name in a cubin."""
        with self.current():
            module = cupy.cuda.function.Module()
            module.load(image)
            return module.get_function(symbol)

    def load_if_fit(self, image: bytes, symbol: str) -> Any:
        """The same, or None if the driver does not take the cubin: another one made it."""
        try:
            return self.load(image, symbol)
        except cupy.cuda.driver.CUDADriverError:
            return None

    def assemble(self, text: str, symbol: str) -> bytes:
        """The cubin of PTX text for this GPU, by the driver's linker."""
        with self.current():
            link = cupy.cuda.function.LinkState()
            link.add_ptr_data(text.encode() + b"\0", symbol)
            return bytes(link.complete())


@functools.cache
def gpu(number: int) -> Gpu:
    """The one object for the GPU of this number."""
    return Gpu(number)


def count() -> int:
    """How many GPUs CuPy sees."""
    return int(cupy.cuda.runtime.getDeviceCount())
