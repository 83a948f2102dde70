"""The batches of one epoch, made when they are asked for or ahead of time by threads."""

from __future__ import annotations

import collections
import concurrent.futures
import os
import weakref
from collections.abc import Callable
from typing import Any

from fjax.config import scopes

END = object()  # what a job gives when there are no more batches
Job = Callable[[int], Any]  # the batch of a number, or END


class Unnumbered:
    """In place of `__getitem__`: batches are counted off, and reading one by its number says how.

    As an attribute that is lacking, for a loader is no sequence of rows.
    """

    def __init__(self, has: str, maker: str):
        self.text = (
            f"{has} no batch by number: `next({maker}.epoch(0, start=3))` is batch 3 of epoch 0, "
            f"and `for batch in {maker}.epoch(0)` has all"
        )

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        raise AttributeError(self.text)


class Batches:
    """An iterator over the batches of an epoch that knows its position.

    `state` is a dict of integers: the epoch, and the number of batches of it that were taken. Keep
    it in a checkpoint, and give it to the loader's `resume` to go on from there. Errors of the
    threads that work ahead are raised where their batch would have come. `close` ends the threads;
    so does the end of the epoch, of a `with` block, or of the iterator's life. In a forked child it
    goes on from its state with new threads.

    >>> batches = fjax.data.Loader(np.arange(6), 2).epoch(0)
    >>> print(next(batches), batches.state["batch"])
    [0 1] 1
    """

    def __init__(
        self,
        begin: Callable[[int], Job],  # of the batch that comes first: what makes it and the others
        state: dict[str, int],
        total: int | None,
        prefetch: int = 0,
        workers: int = 1,
    ):
        self._begin, self._total, self._prefetch = begin, total, prefetch
        self._workers, self.state = workers, state
        self._ahead: collections.deque[concurrent.futures.Future[Any]] = collections.deque()
        self._finish: Callable[[], Any] = lambda: None
        self._start()

    def _start(self) -> None:
        """Begin with the batch of the state, in this process."""
        self._process, self._asked = os.getpid(), self.state["batch"]
        self._ahead.clear()
        self._job, self._pool = self._begin(self._asked), None
        if self._prefetch > 0:
            self._pool = concurrent.futures.ThreadPoolExecutor(self._workers, "fjax data")
            self._finish = weakref.finalize(self, _end, self._pool, self._process)
            self._job = _with_scopes(self._job)

    def __iter__(self) -> Batches:
        return self

    __getitem__ = Unnumbered("batches have", "loader")

    def __len__(self) -> int:
        """How many batches are left."""
        if self._total is None:
            raise TypeError("the length of a stream is not known before its end")
        return self._total - self.state["batch"]

    def __next__(self) -> Any:
        number = self.state["batch"]
        if self._total is not None and number >= self._total:
            self.close()
            raise StopIteration
        if self._pool is not None and self._process != os.getpid():
            self._start()
        try:
            batch = self._job(number) if self._pool is None else self._next_ahead(self._pool)
        except BaseException:
            self.close()
            raise
        if batch is END:
            self._total = number
            self.close()
            raise StopIteration
        self.state = {**self.state, "batch": number + 1}
        return batch

    def _next_ahead(self, pool: concurrent.futures.ThreadPoolExecutor) -> Any:
        while len(self._ahead) < self._prefetch + 1 and self._asked != self._total:
            self._ahead.append(pool.submit(self._job, self._asked))
            self._asked += 1
        return self._ahead.popleft().result()

    def close(self) -> None:
        """End the threads; no more batches come."""
        self._total = self.state["batch"]
        self._ahead.clear()
        self._finish()

    def __enter__(self) -> Batches:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()


def _end(pool: concurrent.futures.ThreadPoolExecutor, process: int) -> None:
    """What nobody has begun is not begun any more; threads end with what they are at.

    In another process, a child's, there are none, and what guards them may be held for ever.
    """
    if process == os.getpid():
        pool.shutdown(wait=False, cancel_futures=True)


def _with_scopes(job: Job) -> Job:
    """The job with the options that are in force in this thread."""
    entered = scopes()

    def run(number: int) -> Any:
        with entered():
            return job(number)

    return run
