"""The batches of one epoch, made when they are asked for or ahead of time by threads."""

from __future__ import annotations

import collections
import concurrent.futures
import weakref
from collections.abc import Callable
from typing import Any

from fjax.config import scopes

END = object()  # what a job gives when there are no more batches


class Batches:
    """An iterator over the batches of an epoch that knows where it is.

    `state` says, as a dict of integers, after how many batches of which epoch it is: kept in a
    checkpoint, it is what the `resume` of the loader takes. Errors of the threads that work ahead
    are raised where their batch would have come. `close` ends the threads; so does the end of the
    epoch, of a `with` block, or of the iterator's life.

    >>> batches = fjax.data.Loader(np.arange(6), 2).epoch(0)
    >>> print(next(batches), batches.state["batch"])
    [0 1] 1
    """

    def __init__(
        self,
        job: Callable[[int], Any],  # the batch of a number, or END
        state: dict[str, int],
        total: int | None,
        prefetch: int = 0,
        workers: int = 1,
    ):
        self._job, self._total, self._prefetch = job, total, prefetch
        self.state = state
        self._asked = state["batch"]
        self._ahead: collections.deque[concurrent.futures.Future[Any]] = collections.deque()
        self._pool = None
        self._finish: Callable[[], Any] = lambda: None
        if prefetch > 0:
            self._pool = concurrent.futures.ThreadPoolExecutor(workers, "fjax data")
            self._finish = weakref.finalize(self, _end, self._pool)
            self._job = _with_scopes(job)

    def __iter__(self) -> Batches:
        return self

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


def _end(pool: concurrent.futures.ThreadPoolExecutor) -> None:
    """What nobody has begun is not begun any more; threads end with what they are at."""
    pool.shutdown(wait=False, cancel_futures=True)


def _with_scopes(job: Callable[[int], Any]) -> Callable[[int], Any]:
    """The job with the options that are in force in this thread."""
    entered = scopes()

    def run(number: int) -> Any:
        with entered():
            return job(number)

    return run
