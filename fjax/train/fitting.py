"""`fit`: steps over the batches of epochs, with what belongs between them.

A run goes on from a checkpoint bit for bit, because all that it depends on is in there: the `Run`,
which is a pytree, the position in the data, which is a dict of integers, and the history, by which
callbacks decide.
"""

from __future__ import annotations

import dataclasses
import json
import os
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from fjax import checkpoints, tree
from fjax import numpy as jnp
from fjax.data.batches import END
from fjax.data.loader import rows_of
from fjax.data.stream import Stream
from fjax.errors import FjaxTypeError, FjaxValueError, frames_to_user
from fjax.optim.transformation import Transformation
from fjax.train import interrupts
from fjax.train.callbacks import Callback, progress_bar
from fjax.train.diagnosis import NonFiniteLossError, blame, not_finite
from fjax.train.progress import Progress, Tools
from fjax.train.run import Forward, Loss, Means, Run, forward, make_evaluation, make_step, objective
from fjax.train.run import start as first_run

FETCHED = 64  # steps whose values wait, at most, to be fetched and looked at


@dataclasses.dataclass(frozen=True)
class Result:
    """The model after training, its state, the optimiser's state, and the means of each epoch.

    reason: why training ended before its last epoch, None if it did not.

    >>> layer = fjax.nn.Linear(2, 1, key=fjax.random.key(0))
    >>> result = fit(
    ...     layer, fjax.optim.sgd(0.1), fjax.nn.losses.squared_error, [], epochs=0, callbacks=[]
    ... )
    >>> result.steps, result.history, result.reason
    (0, (), None)
    """

    run: Run
    history: tuple[dict[str, float], ...]
    reason: str | None = None

    @property
    def model(self) -> Any:
        """The trained model."""
        return self.run.model

    @property
    def state(self) -> Any:
        """What its layers remember."""
        return self.run.state

    @property
    def steps(self) -> int:
        """How many steps were made."""
        return int(self.run.step)


class _Stop(Exception):
    """Training ends here, for a reason."""


def fit(
    model: Any,
    optimizer: Transformation,
    loss: Loss,
    data: Any,
    *,
    epochs: int,
    metrics: Mapping[str, Loss] | None = None,
    validation: Any = None,
    state: Any = None,
    key: Any = None,
    forward: Forward = forward,
    callbacks: Sequence[Callback] | None = None,
    checkpoints: checkpoints.Folder | str | os.PathLike[str] | None = None,
    save_steps: int | None = None,
    save_minutes: float | None = None,
    resume: bool = False,
    stop_at_nan: bool = True,
) -> Result:
    """Train a model: for each batch of each epoch, a step of the optimiser down the loss.

    loss(predictions, targets) gives a number. So do metrics, a dict of functions by name. data: a
    `fjax.data.Loader` or `Stream`, or batches that can be iterated repeatedly. validation: the
    same; loss and metrics are computed on it after each epoch (`val_loss`, …). Batches are pairs
    (inputs, targets). For other batches, or models that are not modules, `forward(model, batch, *,
    state, key, train)` returns (predictions, targets, state). state: that of layers which have one.
    key: for layers that draw random numbers.

    callbacks: functions of a `Progress`, called after each step. If one returns a text, training
    ends for that reason. By default `progress_bar()` shows the progress; `[]` shows nothing.

    checkpoints: a folder, where the run is saved after each epoch, every `save_steps` steps or
    `save_minutes` minutes, and when Ctrl-C ends it. With resume=True training goes on from the last
    checkpoint there, bit for bit, or begins if there is none.

    stop_at_nan: a loss or gradient that is not finite does not change the model. It raises
    NonFiniteLossError, which names the operation and line, and has what was reached as `result`.

    >>> from fjax import data, nn, optim, random
    >>> x = random.normal(random.key(0), (64, 3), jnp.float32)
    >>> batches = data.Loader((x, x.sum(1, keepdims=True)), 16, key=random.key(1))
    >>> layer, loss = nn.Linear(3, 1, key=random.key(2)), nn.losses.squared_error
    >>> result = fit(layer, optim.adam(0.1), loss, batches, epochs=20, callbacks=[])
    >>> result.steps, result.history[-1]["loss"] < 0.01
    (80, True)
    """
    _check(optimizer, loss, epochs, metrics, callbacks)
    tools = Tools(optimizer, loss, dict(metrics or {}), forward)
    run = tree.map(jnp.copy, first_run(model, optimizer, state, key))  # steps take its memory
    training = _Training(tools, run, data, epochs)
    training.validation = None if validation is None else _repeatable(validation)
    training.callbacks = [progress_bar()] if callbacks is None else list(callbacks)
    training.guarded = stop_at_nan
    training.saving = _Saving.of(checkpoints, save_steps, save_minutes, resume)
    return training.all()


def _check(optimizer: Any, loss: Any, epochs: Any, metrics: Any, callbacks: Any) -> None:
    """Raise for arguments of `fit` that are something else, with what they are."""
    if not isinstance(epochs, int | np.integer) or epochs < 0:
        raise FjaxValueError(f"train.fit: epochs is a whole number, at least 0, got {epochs!r}")
    if not hasattr(optimizer, "init") or not hasattr(optimizer, "update"):
        raise FjaxTypeError(
            f"train.fit: optimizer has init and update, as fjax.optim.adam(1e-3), got {optimizer!r}"
        )
    if not callable(loss):
        raise FjaxTypeError(
            f"train.fit: loss is a function of (predictions, targets), such as "
            f"fjax.nn.losses.cross_entropy, got {loss!r}"
        )
    if metrics is not None and not isinstance(metrics, Mapping):
        raise FjaxTypeError(
            f"train.fit: metrics is a dict from names to functions of (predictions, targets), such "
            f"as {{'accuracy': fjax.nn.metrics.accuracy}}, got {type(metrics).__name__}"
        )
    if callable(callbacks):
        raise FjaxTypeError("train.fit: callbacks is a list, also of one function: [callback]")


def _repeatable(data: Any) -> Any:
    """Data with epochs: a loader, a stream, or what makes one of batches."""
    if hasattr(data, "epoch") and hasattr(data, "resume"):
        return data
    if isinstance(data, Iterable) and iter(data) is not data and not hasattr(data, "dtype"):
        if not isinstance(data, tuple):
            return Stream(lambda epoch: data, None)
    raise FjaxTypeError(
        f"train.fit: data is a fjax.data.Loader or Stream, or a list of batches, got "
        f"{type(data).__name__}; fjax.data.Loader((inputs, targets), batch_size) takes arrays"
    )


@dataclasses.dataclass
class _Saving:
    """Where a run is saved, and when."""

    folder: checkpoints.Folder | None = None
    steps: int | None = None
    seconds: float | None = None
    resume: bool = False
    last: float = dataclasses.field(default_factory=time.monotonic)

    @classmethod
    def of(cls, where: Any, steps: int | None, minutes: float | None, resume: bool) -> _Saving:
        """What the arguments of `fit` say."""
        if where is None:
            if steps is not None or minutes is not None or resume:
                raise FjaxValueError("train.fit: where are checkpoints? Give checkpoints=folder")
            return cls()
        ours = isinstance(where, checkpoints.Folder)
        folder = where if ours else checkpoints.Folder(where, keep=3, background=True)
        if folder.steps() and not resume:
            raise FjaxValueError(
                f"train.fit: {str(folder.path)!r} has checkpoints of step "
                f"{folder.steps()[-1]}; resume=True goes on from there, another folder starts at 0"
            )
        return cls(folder, steps, None if minutes is None else 60 * minutes, resume)

    def __enter__(self) -> None:
        """Nothing is to be done before."""

    def __exit__(self, *exception: Any) -> None:
        if self.folder is not None:
            try:
                self.folder.close()
            except OSError as error:
                self.failed(error)

    def save(self, step: int, value: Any) -> None:
        """Write a run; a disk that does not take it is no reason to lose what is in memory."""
        assert self.folder is not None
        self.last = time.monotonic()
        try:
            self.folder.save(step, value)
        except OSError as error:
            self.failed(error)

    def failed(self, error: OSError) -> None:
        """Warn that a checkpoint was not written."""
        assert self.folder is not None
        there = self.folder.steps()
        good = f"the last good one is of step {there[-1]}" if there else "there is none"
        warnings.warn(
            f"train.fit: a checkpoint could not be written to {str(self.folder.path)!r} ({error}); "
            f"{good}, and training goes on",
            stacklevel=frames_to_user(),
        )

    def due(self, step: int) -> bool:
        """Whether it is time, after this step."""
        if self.steps is not None and step % self.steps == 0:
            return True
        return self.seconds is not None and time.monotonic() - self.last >= self.seconds


# What a checkpoint says of where a run stands.
STANDING = {
    "position": dict,
    "epoch": int,
    "step": int,
    "history": list,
    "totals": dict,
    "rows": int,
}


class _Training:
    """One call of `fit`."""

    validation: Any = None
    guarded = True

    def __init__(self, tools: Tools, run: Run, data: Any, epochs: int):
        self.tools, self.data = tools, _repeatable(data)
        self.callbacks: list[Callback] = []
        self.saving = _Saving()
        self.now = Progress(epochs)
        self.now.run, self.now.tools = run, tools
        self.position: dict[str, int] | None = None

    def all(self) -> Result:
        """Train, from the beginning or from a checkpoint, to the end or until something stops."""
        tools, now, reason = self.tools, self.now, None
        if self.saving.resume:
            self.go_on()
        self.step = make_step(
            tools.optimizer, tools.loss, tools.metrics, tools.forward, self.guarded
        )
        self.evaluation = make_evaluation(tools.loss, tools.metrics, tools.forward)
        now.began, now.first_step = time.monotonic(), now.step
        with self.saving:
            try:
                with interrupts.deferred() as self.interrupt:
                    self.tell("start")
                    while now.epoch < now.epochs:
                        self.epoch()
            except _Stop as stop:
                reason = str(stop)
            if self.saving.folder is not None and reason is not None and self.position is not None:
                self.save(self.position)
        now.event = "end"
        for callback in self.callbacks:
            callback(now)
        return Result(now.run, tuple(now.history), reason)

    def epoch(self) -> None:
        """The steps of one epoch that are left, and what follows them."""
        now, step, callbacks = self.now, self.step, self.callbacks
        position, self.position = self.position, None
        batches = self.data.epoch(now.epoch) if position is None else self.data.resume(position)
        now.batch, now.event = batches.state["batch"], "step"
        now.batches = len(self.data) if hasattr(self.data, "__len__") else None
        pending = now.means.pending
        saving = self.saving if self.saving.steps or self.saving.seconds else None
        with batches:
            while (batch := next(batches, END)) is not END:
                now.run, now.last = step(now.run, batch)
                rows = rows_of(batch)
                pending.append((now.last, rows))
                now.data = batch
                now.rows += rows
                now.step += 1
                now.batch += 1
                if len(pending) >= FETCHED:
                    self.look()
                for callback in callbacks:
                    if (reason := callback(now)) is not None:
                        self.stop(reason, batches.state)
                if self.interrupt.asked:
                    self.stop("interrupted", batches.state)
                if saving is not None and saving.due(now.step):
                    self.save(batches.state)
            state = batches.state
        self.after_epoch(state)

    def after_epoch(self, state: dict[str, int]) -> None:
        """Means, validation, callbacks, a checkpoint."""
        now = self.now
        self.look()
        row: dict[str, float] = {"epoch": now.epoch, "step": now.step, **now.averages()}
        if self.validation is not None:
            row.update(self.validated(state))
        now.history.append(row)
        now.means = Means()
        now.epoch, now.batch = now.epoch + 1, 0
        following = {**state, "epoch": now.epoch, "batch": 0}
        self.position = following
        self.tell("epoch")
        if self.interrupt.asked:
            raise _Stop("interrupted")
        if self.saving.folder is not None:
            self.save(following)

    def validated(self, state: dict[str, int]) -> dict[str, float]:
        """Means of loss and metrics over the validation data."""
        means, run = Means(), self.now.run
        for batch in self.validation.epoch(0):
            means.add(self.evaluation(run.model, run.state, batch), rows_of(batch))
            if self.interrupt.asked:
                self.stop("interrupted", state)
        return {f"val_{name}": value for name, value in means.values().items()}

    def tell(self, event: str) -> None:
        """Call the callbacks; what one returns ends the training."""
        self.now.event = event
        for callback in self.callbacks:
            if (reason := callback(self.now)) is not None:
                raise _Stop(reason)

    def stop(self, reason: str, position: dict[str, int]) -> None:
        """End the training after a step, at a place from which it can go on."""
        self.look()
        self.position = position
        raise _Stop(reason)

    # ---- NaNs

    def look(self) -> None:
        """Fetch the values that wait; raises if a loss or gradient among them was not finite."""
        now = self.now
        first = now.batch - len(now.means.pending)
        fetched = now.means.fetch()
        if not self.guarded or bool(now.run.sound):
            return
        bad = next(k for k, row in enumerate(fetched) if row["loss"] != row["loss"])
        raise self.not_finite(first + bad)

    def not_finite(self, number: int) -> NonFiniteLossError:
        """The error about the batch of a number, before which the run stands still."""
        now, tools = self.now, self.tools
        batch = next(self.data.epoch(now.epoch, number))
        run = dataclasses.replace(now.run, sound=jnp.array(True))
        f = objective(tools.loss, tools.forward, tools.metrics, batch, run)
        step, found = int(run.step), blame(f, run.model)
        bad = not_finite(run.model)
        where = f"step {step} (epoch {now.epoch}, batch {number})"
        message = f"train.fit: loss or gradients of {where} are not finite"
        if bad:
            message += f"; parameters were not finite to begin with: {', '.join(bad[:5])}"
        elif found is not None:
            message += f": {found.message}"
        error = NonFiniteLossError(message, None if found is None else found.line)
        error.result = Result(run, tuple(now.history), "not finite")
        return error

    # ---- checkpoints

    def save(self, position: dict[str, int]) -> None:
        """Write what the rest of the training depends on."""
        self.look()
        now = self.now
        loop = {
            "position": position,
            "epoch": now.epoch,
            "step": now.step,
            "history": now.history,
            "totals": now.means.totals,
            "rows": now.means.rows,
        }
        self.saving.save(now.step, {"run": now.run, "loop": json.dumps(loop)})

    def go_on(self) -> None:
        """Take up the last checkpoint, if there is one."""
        now, folder = self.now, self.saving.folder
        assert folder is not None
        if not folder.steps():
            return
        found = folder.load({"run": now.run, "loop": ""})
        try:
            loop: dict[str, Any] = json.loads(found["loop"])
            parts = [loop[name] for name in STANDING]
            position, epoch, step, history, totals, rows = parts
            counts = [epoch, step, rows, *position.values()]
            if list(map(type, parts)) != list(STANDING.values()):
                raise TypeError(f"parts are of types {list(map(type, parts))}")
            if not all(type(n) is int and 0 <= n < 1 << 53 for n in counts):
                raise ValueError(f"{counts} are no counts")
        except (AttributeError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise FjaxValueError(
                f"fit: the last checkpoint in {str(folder.path)!r} does not say where a run stands"
            ) from error
        now.run, self.position = found["run"], position
        now.epoch, now.step, now.history = epoch, step, history
        now.means.totals, now.means.rows = totals, rows
