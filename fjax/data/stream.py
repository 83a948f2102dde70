"""Batches of what can only be iterated."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fjax.core.plain_arguments import check_switch, check_whole
from fjax.data.batches import END, Batches, Job, Unnumbered
from fjax.data.loader import check_function
from fjax.data.sources import Collate, stacked
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError


@dataclass(frozen=True)
class Stream:
    """Batches of rows that come one after the other: lines of files, messages, a generator.

    rows: a function from the number of an epoch to an iterable of rows, the same each time that it
    is called. batch_size: None if the rows are batches already. drop_last: whether a last, smaller
    batch is left out. rank, count, collate, transform, prefetch: as in `Loader`; one thread works
    ahead. To go on in the middle of an epoch, it reads the earlier rows and skips them.

    >>> stream = Stream(lambda epoch: (2.0 * n for n in range(5)), 2)
    >>> [batch.tolist() for batch in stream.epoch(0)]
    [[0.0, 2.0], [4.0, 6.0]]
    """

    rows: Callable[[int], Iterable[Any]]
    batch_size: int | None
    drop_last: bool = True
    collate: Collate | None = None
    transform: Callable[[Any], Any] | None = None
    rank: int = 0
    count: int = 1
    prefetch: int = 0

    def __post_init__(self) -> None:
        if not callable(self.rows):
            raise FjaxTypeError(
                f"data.Stream: rows is a function from an epoch's number to an iterable, got "
                f"{type(self.rows).__name__}; `lambda epoch: rows` if it can be iterated repeatedly"
            )
        check_function("data.Stream", "rows", self.rows, ["epoch"])
        if self.batch_size is not None:
            check_whole("data.Stream: batch_size", self.batch_size, 1)
        check_whole("data.Stream: prefetch", self.prefetch)
        for name, takes in (("collate", ["rows"]), ("transform", ["batch"])):
            check_function("data.Stream", name, getattr(self, name), takes)
        check_switch("data.Stream: drop_last", self.drop_last)
        check_whole("data.Stream: rank", self.rank, None)
        check_whole("data.Stream: count", self.count, 1)
        if not 0 <= self.rank < self.count:
            raise FjaxValueError(
                f"data.Stream: rank is from 0 to {self.count - 1}, one of count={self.count}, got "
                f"{self.rank}"
            )
        if self.count > 1 and not self.drop_last:
            raise FjaxValueError(
                "data.Stream: with several ranks the last batches would have different sizes; "
                "leave drop_last as it is"
            )

    def __iter__(self) -> Iterator[Any]:
        raise FjaxTypeError(
            "a stream has rows for each epoch: iterate over stream.epoch(number), at first over "
            "stream.epoch(0)"
        )

    @property
    def __len__(self) -> Any:  # a property, so that `hasattr` says that there is none
        raise AttributeError(
            "a stream has no length: what its rows are is known once they were read. "
            "`sum(1 for _ in stream.epoch(0))` counts the batches of an epoch"
        )

    def __bool__(self) -> bool:
        return True

    __getitem__ = Unnumbered("a stream has", "stream")

    def epoch(self, number: int, start: int = 0) -> Batches:
        """The batches of an epoch, from one on.

        >>> print(*Stream(lambda epoch: range(6), 2).epoch(0, start=1))
        [2 3] [4 5]
        """

        def begin(first: int) -> Job:
            batches = self._batches(number, first)

            def job(_: int) -> Any:
                batch = next(batches, END)
                if batch is END or self.transform is None:
                    return batch
                return self.transform(batch)

            return job

        state = {"batch_size": self.batch_size or 0, "count": self.count}
        return Batches(begin, {**state, "epoch": number, "batch": start}, None, self.prefetch)

    def resume(self, state: dict[str, int]) -> Batches:
        """The batches that follow a `state` of an iterator of this stream, or an equal one.

        >>> stream = Stream(lambda epoch: range(6), 2)
        >>> print(*stream.resume({"batch_size": 2, "count": 1, "epoch": 0, "batch": 2}))
        [4 5]
        """
        own = {"batch_size": self.batch_size or 0, "count": self.count}
        of_stream = isinstance(state, dict) and set(state) == {*own, "epoch", "batch"}
        if not of_stream or any(state[name] != value for name, value in own.items()):
            raise FjaxValueError(f"data.Stream.resume: the state {state} is not of {own}")
        return self.epoch(state["epoch"], state["batch"])

    def _batches(self, epoch: int, start: int) -> Iterator[Any]:
        given, size = self.rows(epoch), self.count * (self.batch_size or 1)
        if not hasattr(given, "__iter__"):
            raise FjaxTypeError(
                f"data.Stream: rows(epoch) gives an iterable of rows, got {type(given).__name__}"
            )
        rows = itertools.islice(iter(given), start * size, None)
        while together := list(itertools.islice(rows, size)):  # what all ranks take
            mine = together[self.rank :: self.count]
            if self.batch_size is None and len(together) == size:
                yield mine[0]
            elif self.batch_size is not None and (len(together) == size or not self.drop_last):
                yield (self.collate or stacked)(mine)
