"""Worker processes that read rows for a loader, and the shared memory in which batches arrive.

A thread of the iterator asks an idle worker for a batch and waits without the interpreter's lock.
The worker pickles the batch with its arrays apart, and puts those into a segment of shared memory.
The parent makes each segment, so that a worker that is killed leaves none behind. Arrays of a batch
lie in its segment; once the last of them is gone, the segment is used for another batch.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import multiprocessing
import os
import pickle
import queue
import random as python_random
import shutil
import signal
import traceback
import weakref
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import shared_memory
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from fjax.data.sources import Source
from fjax.dataclass import dataclass
from fjax.errors import FjaxRuntimeError, FjaxTypeError
from fjax.lowering.targets import threads

ALIGNMENT = 64  # bytes
ROOM = 5 / 4  # of a segment, relative to the first batch in it: others may be larger
MOST_MAPPED = 32  # segments that a worker keeps open
START = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


@dataclass(frozen=True)
class Reading:
    """How a batch is made of rows, as far as other processes can do it.

    >>> from fjax.data.sources import Arrays
    >>> Reading(Arrays(np.arange(5) * 10), None)(0, 0, np.array([4, 0]))
    array([40,  0])
    """

    source: Source
    transform: Callable[[Any], Any] | None

    def __call__(self, epoch: int, number: int, rows: np.ndarray) -> Any:
        """The batch of these rows; a note of an exception says which batch it is."""
        try:
            batch = self.source.rows(rows)
            changed = batch if self.transform is None else self.transform(batch)
            if changed is None:
                what = "collate" if batch is None else "transform"
                raise FjaxTypeError(f"data.Loader: {what} returned None: return the batch")
            return changed
        except Exception as error:
            some = ", ".join(map(str, rows[:8])) + (", …" if len(rows) > 8 else "")
            error.add_note(f"in batch {number} of epoch {epoch}, which has the rows {some}")
            raise


class Workers:
    """Processes that read batches for this one; they start when they are first asked.

    read(epoch, number, rows): the batch, as `reading` makes it. The global generators of Python and
    NumPy have a seed of `words`, epoch and number, so that any worker draws the same for a batch.
    """

    def __init__(self, count: int, method: str, reading: Reading, words: Sequence[int]):
        self._arguments = count, method, reading, words
        self._process = os.getpid()
        self._segments = Segments()
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        workers = [
            _Worker(k, method, (reading, tuple(words)), self._segments) for k in range(count)
        ]
        for worker in workers:
            self._idle.put(worker)
        weakref.finalize(self, _end, workers, self._segments)

    def __reduce__(self) -> Any:
        return Workers, self._arguments

    @property
    def are_ours(self) -> bool:
        """Whether this process made them, not the one that it is a fork of."""
        return self._process == os.getpid()

    def read(self, epoch: int, number: int, rows: np.ndarray) -> Any:
        """The batch. Exceptions are the worker's, with its traceback as a note."""
        worker = self._idle.get()
        try:
            return worker.read(epoch, number, rows)
        finally:
            self._idle.put(worker)


def _end(workers: Sequence[_Worker], segments: Segments) -> None:
    for worker in workers:
        worker.end()
    segments.close()


class _Worker:
    """One of the processes, as its parent sees it."""

    def __init__(self, number: int, method: str, work: tuple[Any, ...], segments: Segments):
        self.number, self.method, self.work, self.segments = number, method, work, segments
        self.process: Any = None
        self.pipe: Connection | None = None
        self.owner, self.size = os.getpid(), 0

    def read(self, epoch: int, number: int, rows: np.ndarray) -> Any:
        pipe = self.pipe or self._started()
        segment = self.segments.take(self.size) if self.size else None
        try:
            pipe.send((epoch, number, rows, segment and segment.name))
            answer = pipe.recv()
            if isinstance(answer, int):  # the bytes do not fit
                if segment is not None:
                    segment.release()
                segment, self.size = None, int(answer * ROOM)
                segment = self.segments.take(self.size)
                pipe.send(segment.name)
                answer = pipe.recv()
            data, places = answer
            if places:
                assert segment is not None
                memory, segment = segment.lent(), None
                return pickle.loads(data, buffers=[memory[begin:end] for begin, end in places])
        except (EOFError, OSError) as error:
            raise FjaxRuntimeError(self._how_it_ended(epoch, number, rows)) from error
        except BaseException:
            self.end()  # it may be in the middle of an answer
            raise
        finally:
            if segment is not None:
                segment.release()
        if places is None:
            raise _exception(data, f"in worker {self.number}, process {self.process.pid}")
        return pickle.loads(data)

    def _started(self) -> Connection:
        context: Any = multiprocessing.get_context(self.method)
        if self.method == "forkserver":  # whose children then need not import it each
            context.set_forkserver_preload(["__main__", __name__])
        own, other = context.Pipe()
        self.process = context.Process(
            target=_work, args=(other, *self.work), name=f"fjax data {self.number}", daemon=True
        )
        try:
            self.process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            self.process = None
            raise FjaxTypeError(
                "data.Loader: processes= sends data, collate and transform to other processes, and "
                f"pickle refuses one of them ({error}); functions and classes at the top of a "
                "module can be sent, lambdas, local functions and open files cannot"
            ) from error
        finally:
            other.close()
        self.pipe = own
        return own

    def _how_it_ended(self, epoch: int, number: int, rows: np.ndarray) -> str:
        """What to say of a process that answers no more."""
        process = self.process
        process.join(5)
        code = process.exitcode
        if code is not None and code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
            if -code == signal.SIGKILL:
                how += ", as the system does when memory runs out"
        else:
            how = (
                f"ended with exit code {code}; a script that uses processes= begins its work "
                "under `if __name__ == '__main__':`, for each worker imports it"
            )
        some = ", ".join(map(str, rows[:8])) + (", …" if len(rows) > 8 else "")
        text = f"data.Loader: worker {self.number}, process {process.pid}, {how}. It was to make "
        self.end()
        return text + f"batch {number} of epoch {epoch}, which has the rows {some}"

    def end(self) -> None:
        """End the process; the next request starts another."""
        process, pipe = self.process, self.pipe
        self.process = self.pipe = None
        if process is None or self.owner != os.getpid():
            return
        if pipe is not None:
            pipe.close()
        process.terminate()
        process.join(5)


def _exception(data: bytes, where: str) -> BaseException:
    """The exception that a worker sent, with its traceback as a note."""
    error, text = pickle.loads(data)
    error.add_note(f"{where}:\n{text}")
    return error


# ---- shared memory, in the parent


class Segments:
    """Segments of shared memory of this process: free ones, and those in which batches lie.

    >>> segments = Segments()
    >>> memory = segments.take(100).lent()
    >>> memory.nbytes >= 100
    True
    >>> segments.close()
    """

    def __init__(self) -> None:
        self.free: collections.deque[_Segment] = collections.deque()
        self.all: weakref.WeakSet[_Segment] = weakref.WeakSet()
        self.closed = False

    def take(self, size: int) -> _Segment:
        """One of at least this size."""
        for _ in range(len(self.free)):
            with contextlib.suppress(IndexError):  # another thread took it
                found = self.free.popleft()
                if found.memory.size >= size:
                    return found
                found.close()
        _check_room(size)
        made = _Segment(self, size)
        self.all.add(made)
        return made

    def close(self) -> None:
        """Give the free ones back to the system; others follow when their batches are gone.

        None keeps its name, by which it would outlive this process.
        """
        self.closed = True
        for each in list(self.all):
            each.unlink()
        with contextlib.suppress(IndexError):
            while True:
                self.free.popleft().close()


class _Segment:
    def __init__(self, owner: Segments, size: int):
        self.memory = shared_memory.SharedMemory(create=True, size=size)
        self.name, self.owner, self.process = self.memory.name, owner, os.getpid()

    def lent(self) -> memoryview:
        """The bytes; with the last view of them the segment becomes free."""
        # From an address: an exported buffer would keep the segment from being closed.
        assert self.memory.buf is not None
        address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory.buf))
        whole = (ctypes.c_ubyte * self.memory.size).from_address(address)
        weakref.finalize(whole, self.release).atexit = False
        return memoryview(whole).cast("B")

    def release(self) -> None:
        if self.owner.closed:
            self.close()
        else:
            self.owner.free.append(self)

    def close(self) -> None:
        self.unlink()
        self.memory.close()

    def unlink(self) -> None:
        if self.name and self.process == os.getpid():
            self.name = ""
            self.memory.unlink()


def _check_room(size: int) -> None:
    """Raise where writing to a new segment would end a worker by a signal."""
    folder = "/dev/shm"
    if not os.path.isdir(folder):
        return
    free = shutil.disk_usage(folder).free
    if free < size:
        raise FjaxRuntimeError(
            f"data.Loader: a batch takes {size} bytes of shared memory, and {folder} has {free} "
            "left; give it more (docker run --shm-size=8g), make batches smaller or prefetch less"
        )


# ---- in a worker


def _work(pipe: Connection, reading: Reading, words: tuple[int, ...]) -> None:
    """Answer requests until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the parent's
    mapped: collections.OrderedDict[str, shared_memory.SharedMemory] = collections.OrderedDict()
    with contextlib.suppress(EOFError, OSError), threads(1):
        while True:
            epoch, number, rows, name = pipe.recv()
            try:
                _seed((*words, epoch, number))
                pipe.send(_stored(reading(epoch, number, rows), name, pipe, mapped))
            except (EOFError, BrokenPipeError):
                return
            except BaseException as error:
                pipe.send((_described(error), None))


def _seed(words: Sequence[int]) -> None:
    seed = np.random.SeedSequence(words).generate_state(1)[0]
    python_random.seed(int(seed))
    np.random.seed(seed)


def _stored(
    batch: Any,
    name: str | None,
    pipe: Connection,
    mapped: collections.OrderedDict[str, shared_memory.SharedMemory],
) -> tuple[bytes, list[tuple[int, int]]]:
    """The batch without its arrays, and where those are in shared memory."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(batch, protocol=5, buffer_callback=buffers.append)
    views = [buffer.raw() for buffer in buffers]
    places = list(_places([view.nbytes for view in views]))
    if not places:
        return data, places
    size = places[-1][1]
    if name is None or _mapped(name, mapped).size < size:
        pipe.send(size)
        name = pipe.recv()
    target = _mapped(name, mapped).buf
    assert target is not None
    for view, (begin, end) in zip(views, places, strict=True):
        target[begin:end] = view
    return data, places


def _places(sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where a number of bytes lies, one after another.

    >>> list(_places([3, 100]))
    [(0, 3), (64, 164)]
    """
    at = 0
    for size in sizes:
        yield at, at + size
        at += -(-size // ALIGNMENT) * ALIGNMENT


def _mapped(
    name: str, mapped: collections.OrderedDict[str, shared_memory.SharedMemory]
) -> shared_memory.SharedMemory:
    """The segment of that name; those that were not used for longest are closed."""
    if name not in mapped:
        mapped[name] = shared_memory.SharedMemory(name)
        if len(mapped) > MOST_MAPPED:
            mapped.popitem(last=False)[1].close()
    mapped.move_to_end(name)
    return mapped[name]


def _described(error: BaseException) -> bytes:
    """The exception and its traceback; in other words where pickle refuses it."""
    text = "".join(traceback.format_exception(error)).rstrip()
    try:
        data = pickle.dumps((error, text))
        pickle.loads(data)
    except Exception:
        name = type(error).__name__
        data = pickle.dumps((FjaxRuntimeError(f"data.Loader: {name}: {error}"), text))
    return data
