"""Batches of rows that can be asked for by number: what they are follows from the loader alone."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax import misspelling, random, tree
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.core.memo import cached_property
from fjax.core.plain_arguments import check_key, check_whole
from fjax.data.batches import Batches, Unnumbered
from fjax.data.processes import START, Reading, Workers
from fjax.data.sources import Collate, Source, source
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError

RESTS = ("drop", "keep", "pad")
WINDOW = 64  # batches among whose rows similar lengths are sought


class Weighted(NamedTuple):
    """A batch whose rows count differently, or not at all: (rows, weights), weights (batch,).

    Losses of `fjax.train` are means by the weights; metrics count rows whose weight is not 0.

    >>> Weighted(np.ones((2, 3)), np.array([True, False])).weights
    array([ True, False])
    """

    rows: Any
    weights: Any


@dataclass(frozen=True)
class Loader:
    """Batches of data in epochs. The fields and its number determine the rows of a batch.

    data: arrays, tuples or dicts of arrays, a sequence of rows, or a Source (`fjax.data.source`).
    key: a random key that shuffles each epoch in another order; without it rows are not shuffled.
    rest: what happens to rows that fill no batch. "drop" leaves them out, and "keep" makes a
    smaller batch. With "pad" every batch is a `Weighted` pair (rows, mask), filled up with copies
    of the last row. weights: how much each row counts; batches are then `Weighted`. odds: an epoch
    draws as many rows as there are, with replacement, in proportion to these numbers.
    collate: makes a batch of a list of rows. transform(batch): any function, on NumPy arrays.
    augment(key, batch): a function that jit takes; each batch has its own key (`fjax.data.images`
    has some). rank, count: this process has every count-th row, from rank on;
    `batch_size` is that of one process. lengths: of the rows; batches then have rows of similar
    lengths. prefetch: how many batches `workers` threads make in advance. processes: True,
    "forkserver" or "spawn" makes the workers processes, for rows that Python computes; each gets a
    copy of data, collate and transform. Batches arrive in shared memory.

    >>> loader = Loader((np.arange(10.0), np.arange(10)), 4, key=random.key(0))
    >>> [x.shape for x, y in loader.epoch(0)], len(loader)
    ([(4,), (4,)], 2)
    """

    data: Any
    batch_size: int
    key: Any = None
    rest: str = "drop"
    collate: Collate | None = None
    transform: Callable[[Any], Any] | None = None
    augment: Callable[[Any, Any], Any] | None = None
    rank: int = 0
    count: int = 1
    lengths: Sequence[int] | None = None
    prefetch: int = 0
    workers: int = 1
    weights: Any = None
    odds: Any = None
    processes: bool | str = False

    def __post_init__(self) -> None:
        for name in ("batch_size", "count", "workers"):
            value = check_whole(f"data.Loader: {name}", getattr(self, name), 1)
            object.__setattr__(self, name, value)
        check_whole("data.Loader: prefetch", self.prefetch)
        if self.rest not in RESTS:
            raise FjaxValueError(f"data.Loader: rest is one of {RESTS}, got {self.rest!r}")
        if self.processes not in (False, True, "forkserver", "spawn"):
            raise FjaxValueError(
                "data.Loader: processes is False, True or how they start, 'forkserver' or 'spawn', "
                f"got {self.processes!r}; how many there are is workers="
            )
        check_whole("data.Loader: rank", self.rank, None)
        if not 0 <= self.rank < self.count:
            raise FjaxValueError(
                f"data.Loader: rank is from 0 to {self.count - 1}, one of count={self.count}, got "
                f"{self.rank}"
            )
        if self.rest == "keep" and self.count > 1:
            raise FjaxValueError(
                "data.Loader: with several ranks rest='keep' would give them different numbers of "
                "batches; choose 'drop' or 'pad'"
            )
        check_key("data.Loader", self.key)
        check_function("data.Loader", "collate", self.collate, ["rows"])
        for name, takes in (("transform", ["batch"]), ("augment", ["key", "batch"])):
            check_function("data.Loader", name, getattr(self, name), takes)
        for name in ("augment", "odds"):
            if getattr(self, name) is not None and self.key is None:
                raise FjaxTypeError(f"data.Loader: {name} needs keys: give key=fjax.random.key(0)")
        for name in ("lengths", "weights", "odds"):
            given = getattr(self, name)
            if given is not None and np.shape(given) != (len(self.source),):
                raise FjaxValueError(
                    f"data.Loader: {name} is a number for each of {len(self.source)} rows, got an "
                    f"array of shape {np.shape(given)}"
                )
        for name in ("weights", "odds"):
            numbers = np.asarray(0 if getattr(self, name) is None else getattr(self, name))
            if not np.all(np.isfinite(numbers) & (numbers >= 0)):
                raise FjaxValueError(f"data.Loader: {name} are finite and not below 0")
            if getattr(self, name) is not None and not np.any(numbers):
                raise FjaxValueError(f"data.Loader: {name} are all 0, and no row would count")
        if len(self) == 0:
            raise FjaxValueError(f"data.Loader: {self._without_batches()}")

    def _without_batches(self) -> str:
        """Why an epoch has no batch, and what to write."""
        pairs = isinstance(self.data, list) and all(np.ndim(x) for x in self.data)
        hint = ". A list is one of rows: columns are a tuple, (x, y)" if pairs else ""
        if not len(self.source):
            return f"the data have no rows{hint}"
        return (
            f"{len(self.source)} rows make no batch of {self.batch_size} for each of {self.count} "
            f"ranks; a smaller batch_size or rest='pad' does{hint}"
        )

    @cached_property
    def source(self) -> Source:
        """Where rows come from."""
        return source(self.data, self.collate)

    def __len__(self) -> int:
        """How many batches an epoch has."""
        rows = len(self.source)
        if self.rest == "drop":
            return rows // self.count // self.batch_size
        return -(-rows // (self.count * self.batch_size))

    def __iter__(self) -> Iterator[Any]:
        if self.key is not None:
            raise FjaxTypeError(
                "a loader that shuffles has an order for each epoch: iterate over "
                "loader.epoch(number)"
            )
        return iter(self.epoch(0))

    __getitem__ = Unnumbered("a loader has", "loader")

    def epoch(self, number: int, start: int = 0) -> Batches:
        """The batches of an epoch, from one on.

        >>> print(*Loader(np.arange(6), 2).epoch(3, start=1))
        [2 3] [4 5]
        """
        number, start = check_place("data.Loader", number, start, len(self))
        job = _Epoch(self, number, *self._slots(number))
        state = {**self._identity(), "epoch": number, "batch": start}
        ahead = max(self.prefetch, self.workers) if self.processes else self.prefetch
        return Batches(lambda _: job, state, len(self), ahead, self.workers)

    def resume(self, state: dict[str, int]) -> Batches:
        """The batches that follow a `state` of an iterator of this loader, or an equal one.

        >>> loader = Loader(np.arange(6), 2)
        >>> batches = loader.epoch(0)
        >>> first = next(batches)
        >>> print(*loader.resume(batches.state))
        [2 3] [4 5]
        """
        if not isinstance(state, dict) or not {"epoch", "batch"} <= set(state):
            raise FjaxTypeError(
                "data.Loader.resume: a state is what batches.state gives, a dict with epoch and "
                f"batch, got {state!r:.80}"
            )
        for name, value in self._identity().items():
            if state.get(name) != value:
                raise FjaxValueError(
                    f"data.Loader.resume: the state is of a loader with {name} = "
                    f"{state.get(name)}, and this one has {value}"
                )
        return self.epoch(state["epoch"], state["batch"])

    def _identity(self) -> dict[str, int]:
        return {"rows": len(self.source), "batch_size": self.batch_size, "count": self.count}

    def _slots(self, epoch: int) -> tuple[np.ndarray, np.ndarray]:
        """(row of each place in the batches, whether it is no filling), of this rank."""
        rows = np.arange(len(self.source))
        if self.key is not None:
            shuffle = random.fold_in(random.fold_in(self.key, epoch), 0)
            rows = self._drawn(shuffle, len(rows))
        if self.rest == "drop":
            rows = rows[: len(rows) // self.count * self.count]
        mine = rows[self.rank :: self.count]
        if self.lengths is not None:
            mine = self._by_length(mine, epoch)
        places = len(self) * self.batch_size
        filling = np.repeat(mine[-1:] if len(mine) else rows[-1:], max(places - len(mine), 0))
        valid = np.arange(places) < len(mine)
        return np.concatenate([mine, filling])[:places], valid

    def _drawn(self, key: Any, count: int) -> np.ndarray:
        """The rows of an epoch in random order: each once, or by their odds."""
        if self.odds is None:
            return np.asarray(random.permutation(key, count))
        share = np.asarray(self.odds, np.float64)
        return np.asarray(random.choice(key, count, (count,), p=share / share.sum()))

    def _by_length(self, rows: np.ndarray, epoch: int) -> np.ndarray:
        """Rows such that those of a batch are of similar lengths, batches in random order."""
        lengths = np.asarray(self.lengths)[rows]
        size = WINDOW * self.batch_size
        parts = [slice(k, k + size) for k in range(0, len(rows), size)]
        rows = np.concatenate([rows[p][np.argsort(lengths[p], kind="stable")] for p in parts])
        full = len(rows) // self.batch_size
        if self.key is None or full < 2:
            return rows
        key = random.fold_in(random.fold_in(self.key, epoch), 1)
        order = np.asarray(random.permutation(key, full))
        whole = rows[: full * self.batch_size].reshape(full, -1)[order]
        return np.concatenate([whole.ravel(), rows[full * self.batch_size :]])

    def read(self, epoch: int, number: int, rows: np.ndarray) -> Any:
        """These rows as a batch, transformed, but neither augmented nor weighted.

        >>> Loader(np.arange(6), 2, transform=np.square).read(0, 0, np.array([1, 3]))
        array([1, 9])
        """
        if not self.processes:
            return self._reading(epoch, number, rows)
        if not self._workers[0].are_ours:
            self._workers[0] = self._new_workers()
        return self._workers[0].read(epoch, number, rows)

    @cached_property
    def _reading(self) -> Reading:
        return Reading(self.source, self.transform)

    @cached_property
    def _workers(self) -> list[Workers]:
        return [self._new_workers()]

    def _new_workers(self) -> Workers:
        method = START if self.processes is True else str(self.processes)
        words = [] if self.key is None else np.asarray(random.key_data(self.key)).ravel().tolist()
        return Workers(self.workers, method, self._reading, words)

    @cached_property
    def _weights(self) -> np.ndarray:
        return np.asarray(self.weights, np.float32)

    @cached_property
    def _augmented(self) -> Callable[..., Any]:
        augment, key = self.augment, self.key
        assert augment is not None

        def run(epoch: Any, number: Any, batch: Any) -> Any:
            own = random.fold_in(random.fold_in(key, epoch), 2)
            return augment(random.fold_in(own, number), batch)

        return jit(run)


misspelling.answer_for(Loader, "data.Loader")


@dataclass(frozen=True)
class _Epoch:
    """The job that makes the batches of one epoch; any of them, in any order."""

    loader: Loader
    number: int
    rows: np.ndarray
    valid: np.ndarray

    def __call__(self, number: int) -> Any:
        loader = self.loader
        places = slice(number * loader.batch_size, (number + 1) * loader.batch_size)
        rows, valid = self.rows[places], self.valid[places]
        if loader.rest == "keep":
            rows, valid = rows[valid], valid[valid]
        batch = loader.read(self.number, number, rows)
        if (loader.rest == "pad" or loader.weights is not None) and rows_of(batch) != len(rows):
            raise FjaxValueError(
                f"data.Loader: transform made {rows_of(batch)} rows of {len(rows)}, and with "
                "rest='pad' or weights= each row of a batch has a weight; keep them all"
            )
        if loader.augment is not None:
            batch = loader._augmented(jnp.uint32(self.number), jnp.uint32(number), batch)
        if loader.weights is not None:
            return Weighted(batch, loader._weights[rows] * valid)
        return Weighted(batch, valid) if loader.rest == "pad" else batch


def check_function(
    place: str, name: str, given: Any, takes: list[str], words: Sequence[str] = ()
) -> None:
    """Raise FjaxTypeError unless an argument is None, or a function of these arguments.

    words: the keywords that it is called with.

    >>> check_function("data.Loader", "transform", np.square, ["batch"])
    """
    if given is None:
        return
    try:
        inspect.signature(given).bind(*takes, **dict.fromkeys(words))
    except TypeError as error:
        shown = ", ".join([*takes, *["*"] * bool(words), *words])
        raise FjaxTypeError(
            f"{place}: {name} is a function of ({shown}), got {given!r:.60}: {error}"
        ) from error
    except ValueError:
        return  # it has no signature, as some of NumPy's functions


def check_place(what: str, epoch: Any, batch: Any, batches: int) -> tuple[int, int]:
    """The numbers of an epoch and of a batch in it; FjaxValueError for what cannot be any.

    >>> check_place("data.Loader", 3, 0, 10)
    (3, 0)
    """
    epoch, batch = check_whole(f"{what}: an epoch", epoch), check_whole(f"{what}: a batch", batch)
    if batch > batches:
        raise FjaxValueError(f"{what}: an epoch has {batches} batches, got {batch}")
    return epoch, batch


def rows_of(batch: Any) -> int:
    """How many rows a batch has, filling included.

    >>> rows_of((np.ones((3, 2)), np.ones(3)))
    3
    """
    leaves = tree.leaves(batch)
    return int(leaves[0].shape[0]) if leaves and np.ndim(leaves[0]) else 1
