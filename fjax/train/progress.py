"""What callbacks are told: where a training is."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from typing import Any

from fjax.optim.transformation import Transformation
from fjax.train.run import Forward, Loss, Means, numbers


@dataclasses.dataclass(frozen=True)
class Tools:
    """The functions that `fit` was given."""

    optimizer: Transformation
    loss: Loss
    metrics: Mapping[str, Loss]
    forward: Forward


class Progress:
    """The position of a training: callbacks get it, the same object each time.

    event: "start", "step" (after each), "epoch" (after each, with validation) or "end". run: the
    model and everything else that training changes. The next step reuses its arrays: copy what you
    want to keep. history: a dict of the means of each epoch so far.

    >>> now = Progress(epochs=2)
    >>> now.event, now.step, now.history
    ('start', 0, [])
    """

    def __init__(self, epochs: int):
        self.event = "start"
        self.epochs, self.epoch, self.batch, self.step = epochs, 0, 0, 0
        self.batches: int | None = None  # in an epoch, if it is known
        self.history: list[dict[str, float]] = []
        self.means = Means()
        self.run: Any = None
        self.data: Any = None  # the batch of the last step
        self.last: dict[str, Any] = {}
        self.rows = 0  # since `began`
        self.first_step = 0  # the one at which it began
        self.began = time.monotonic()
        self.tools: Any = None  # the functions that fit was given

    def values(self) -> dict[str, float]:
        """Loss and metrics of the last step; they are fetched from the device."""
        return numbers(self.last)

    def averages(self) -> dict[str, float]:
        """The means of loss and metrics over the epoch so far."""
        return self.means.values() if self.means.rows or self.means.pending else {}

    @property
    def seconds(self) -> float:
        """Since training began or went on."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """Rows in a second."""
        return self.rows / max(self.seconds, 1e-9)
