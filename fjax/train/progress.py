"""What callbacks are told: where a training is."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from fjax import misspelling
from fjax.train.measuring import plain


class Progress:
    """The position of a training: callbacks get it, the same object each time.

    event: "start", "step" (after each), "epoch" (after each, with validation) or "end". run: the
    model and everything else that training changes. The next step reuses its arrays: copy what you
    want to keep. recipe: what each step does. history: a dict of the means of each epoch so far.
    names: those that each of these dicts will have.
    data: the batch of the last step. batches: in an epoch, None if it is not known.

    >>> now = Progress(epochs=2)
    >>> now.event, now.step, now.history
    ('start', 0, [])
    """

    def __init__(self, epochs: int):
        self.event = "start"
        self.epochs, self.epoch, self.batch, self.step = epochs, 0, 0, 0
        self.batches: int | None = None
        self.history: list[dict[str, Any]] = []
        self.names: tuple[str, ...] = ()
        self.run: Any = None
        self.recipe: Any = None
        self.data: Any = None
        self.last: dict[str, Any] = {}
        self.rows = 0
        self.begin()

    def begin(self) -> None:
        """Training begins, or goes on, here."""
        self.began, self.first_step = time.monotonic(), self.step
        # The speed is that of the steps after the first, which compiles.
        self._since, self._rows, self._steps = self.began, 0, 0

    def stepped(self, rows: int) -> None:
        """One more step was made, with a batch of this many rows."""
        self.step, self.batch, self.rows = self.step + 1, self.batch + 1, self.rows + rows
        if self.step == self.first_step + 1:
            self._since = time.monotonic()
        else:
            self._rows, self._steps = self._rows + rows, self._steps + 1

    @contextlib.contextmanager
    def pause(self) -> Iterator[None]:
        """A block whose time is none of the steps'."""
        began = time.monotonic()
        yield
        self._since += time.monotonic() - began

    def values(self) -> dict[str, Any]:
        """Loss and means of the last step; they are fetched from the device."""
        first = sorted(self.last, key=lambda name: name != "loss")
        return {name: plain(self.last[name]) for name in first}

    def averages(self) -> dict[str, Any]:
        """Loss and metrics over the epoch so far."""
        return self.recipe.numbers(self.run.seen) if self.batch else {}

    @property
    def seconds(self) -> float:
        """Since training began or went on."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """Rows in a second of steps, without the first, which compiles, and without validation."""
        return self._rows / max(time.monotonic() - self._since, 1e-9)

    @property
    def left(self) -> float | None:
        """Seconds until the last epoch ends, at the speed so far; None if it is not known."""
        if self.batches is None or not self._steps:
            return None
        steps = (self.epochs - self.epoch) * self.batches - self.batch
        return (time.monotonic() - self._since) / self._steps * steps


misspelling.answer_for(Progress, "train.Progress")
