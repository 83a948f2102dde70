"""The GPUs of the stand-in for CuPy: their memory, streams, events and graphs.

Work that is given to a stream is done when somebody waits for the stream, or for an event on it:
what fjax reads before it waits is not there yet, and what it does not order between streams happens
in the wrong order. Memory is at addresses that Python cannot read, comes from a pool that hands it
out again uncleared, and ends where it was asked to end.
"""

import ctypes
import threading
import time
import weakref

import numpy as np

from tests.lowering.cuda.program import PtxError
from tests.lowering.cuda.standin_errors import CUDADriverError, OutOfMemoryError
from tests.lowering.cuda.standin_memory import Heap

FREED = "the memory was given back"
PAUSE = 2e-4  # seconds between questions whether other processes are there


class Machine:
    """The GPUs, and what has happened on them."""

    def __init__(
        self,
        count=2,
        total=1 << 30,
        capability=(8, 0),
        multiprocessors=4,
        has_geev=True,
        first_bus=1,
    ):
        self.has_geev = has_geev
        self.buses = [f"0000:{first_bus + k:02X}:00.0" for k in range(count)]
        self.count, self.capability, self.multiprocessors = count, capability, multiprocessors
        self.heaps = [Heap(total) for _ in range(count)]
        self.failed = None  # what the driver says from now on
        self.graphs = 0  # how many were launched
        self.launches = []  # (name, grid, block) in the order in which they ran
        self.products = []  # (operands' and result's dtype, computed in, which were transposed)
        self.linked = []  # texts that the driver has assembled
        self.launch_kernel = None  # what the driver's function of that name is
        self.capsules, self.lock = [], threading.RLock()
        self.streams, self.functions = weakref.WeakValueDictionary(), {}
        self.here = threading.local()
        self.nulls = [Stream(self, k, number=0) for k in range(count)]

    def check(self):
        """Raise what a GPU has reported."""
        if self.failed is not None:
            raise CUDADriverError(self.failed)

    def wait(self, number, device):
        """The stream that a protocol names waits for the current one."""
        if number == -1:
            return
        other = self.streams[{None: 0, 1: 0}.get(number, number), device]
        other.wait_event(self.stream(device).record())

    @property
    def device(self):
        return getattr(self.here, "device", 0)

    def stream(self, device=None):
        chosen = getattr(self.here, "streams", {})
        device = self.device if device is None else device
        return chosen.get(device, self.nulls[device])

    def fail(self, error):
        said = "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
        self.failed = f"{said} ({error})"


class Event:
    """A place in a stream."""

    def __init__(self, stream):
        self.stream, self.reached = stream, False


class Graph:
    """Launches that were captured."""

    def __init__(self, captured):
        self.captured = captured

    def launch(self, stream):
        for work in self.captured:
            stream.put(work)
        stream.machine.graphs += 1


class Stream:
    """Work in order; nothing of it is done before it has to be."""

    def __init__(self, machine, device, number=None):
        self.machine, self.device_id, self.queue, self.capturing = machine, device, [], None
        self.ptr = 1000 + id(self) if number is None else number
        machine.streams[self.ptr, device] = self

    def put(self, work):
        """Do this later; while launches are captured, only when a graph of them is launched."""
        self.machine.check()
        (self.queue if self.capturing is None else self.capturing).append(work)

    def begin_capture(self):
        assert self.ptr and self.capturing is None and not self.queue
        self.capturing = []

    def end_capture(self):
        captured, self.capturing = self.capturing, None
        return Graph(captured)

    def record(self):
        """An event that is reached once all work until now is done."""
        event = Event(self)
        self.queue.append(event)
        return event

    def wait_event(self, event):
        self.queue.append(lambda: event.stream.run(event))

    def run(self, until=None):
        """Do the work, to its end or up to an event; one thread at a time does."""
        with self.machine.lock:
            while self.queue and not (until is not None and until.reached):
                if not self.step():
                    time.sleep(PAUSE)

    def step(self):
        """Do the first piece of work; False if it has to wait for other processes."""
        work = self.queue[0]
        try:
            if hasattr(work, "advance"):
                if self.machine.failed is None and not work.advance():
                    return False
            elif isinstance(work, Event):
                work.reached = True
            elif self.machine.failed is None:
                work()
        except PtxError as error:
            self.machine.fail(error)
        del self.queue[0]
        return True

    def advance(self):
        """Do what can be done now, up to work that waits for other processes."""
        with self.machine.lock:
            while self.queue and self.step():
                pass

    def synchronize(self):
        self.run()
        self.machine.check()

    @property
    def done(self):
        self.machine.check()
        return not self.queue

    def __enter__(self):
        here = self.machine.here
        self.before = dict(getattr(here, "streams", {}))
        here.streams = {**self.before, self.device_id: self}
        return self

    def __exit__(self, *_):
        self.machine.here.streams = self.before


class Pooled:
    """Memory that is lent until the object dies."""

    def __init__(self, machine, device, nbytes, stream):
        self.device_id, self.ptr = device, 0
        if not nbytes:
            return
        heap = machine.heaps[device]
        block = heap.lend(nbytes, stream.ptr)
        if block is None:
            raise OutOfMemoryError(nbytes, heap.held)
        self.ptr = block.address
        stream.put(lambda: setattr(block, "lent", nbytes))  # what was begun before has the old size
        weakref.finalize(self, heap.take_back, block, stream.ptr).atexit = False


class MemoryPointer:
    """A place on a device, as CuPy's: what it points to stays as long as it does."""

    def __init__(self, machine, mem, offset=0):
        self._machine, self.mem, self.ptr = machine, mem, mem.ptr + offset
        self.device_id = mem.device_id

    def __add__(self, offset):
        return MemoryPointer(self._machine, self.mem, self.ptr - self.mem.ptr + offset)

    @property
    def _heap(self):
        return self._machine.heaps[self.device_id]

    def _stream(self, stream):
        return self._machine.stream(self.device_id) if stream is None else stream

    def copy_from_host_async(self, mem, size, stream=None):
        assert type(mem) is int
        taken = np.frombuffer(ctypes.string_at(mem, size), np.uint8)
        heap, at = self._heap, self.ptr
        self._stream(stream).put(lambda: np.copyto(heap.view(at, size), taken))

    def copy_to_host_async(self, mem, size, stream=None):
        assert type(mem) is int
        heap, at = self._heap, self.ptr
        read = lambda: ctypes.memmove(mem, heap.view(at, size).ctypes.data, size)
        self._stream(stream).put(read)

    def copy_from_device_async(self, src, size, stream=None):
        assert type(src) is MemoryPointer
        to, at = self._heap, src._heap
        ends = self.ptr, src.ptr
        self._stream(stream).put(lambda: np.copyto(to.view(ends[0], size), at.view(ends[1], size)))

    def memset_async(self, value, size, stream=None):
        heap, at = self._heap, self.ptr
        self._stream(stream).put(lambda: heap.view(at, size).fill(value))
