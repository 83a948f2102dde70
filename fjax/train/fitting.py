"""`fit`: steps over the batches of epochs, with what belongs between them.

A run goes on from a checkpoint bit for bit, because all that it depends on is in there: the `Run`,
which is a pytree, the position in the data, which is a dict of integers, and the history, by which
callbacks decide.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax import checkpoints, misspelling, tree
from fjax import numpy as jnp
from fjax.checkpoints.trees import Contents, path_of
from fjax.core.mesh import Mesh
from fjax.core.plain_arguments import check_key, check_switch, check_whole
from fjax.core.regular_files import check_folder
from fjax.data.batches import END
from fjax.data.loader import check_function, rows_of
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError, frames_to_user
from fjax.nn.filters import Where
from fjax.nn.module import Module, walk
from fjax.nn.state import Stateful, with_state
from fjax.optim.transformation import Transformation
from fjax.train import interrupts
from fjax.train.batches import repeatable, whole
from fjax.train.callbacks import Callback, progress_bar
from fjax.train.diagnosis import NonFiniteLossError, blame, not_finite
from fjax.train.evaluating import predict
from fjax.train.measuring import Function, Metric
from fjax.train.placement import Placement
from fjax.train.progress import Progress
from fjax.train.recipe import Forward, Recipe, Run, check_model, forward
from fjax.train.targets import check_rows, check_targets

UNSEEN = 64  # steps, at most, between two looks at whether all was finite


class History(tuple):
    """A row of numbers for each epoch, the first one's first.

    >>> [row["loss"] for row in History([{"epoch": 0, "loss": 2.0}])]
    [2.0]
    """

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, str):
            raise FjaxTypeError(
                f"the history has a row for each epoch: [row[{index!r}] for row in result.history]"
                f", and result.history[-1][{index!r}] of the last"
            )
        return super().__getitem__(index)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"the history has a row for each epoch, a dict: result.history[-1][{name!r}]", name=name
        )


@dataclass(frozen=True)
class Result:
    """The model after training, its state, the optimiser's state, and the means of each epoch.

    reason: why training ended before its last epoch, None if it did not.

    >>> layer = fjax.nn.Linear(2, 1, key=fjax.random.key(0))
    >>> rows, loss = [(np.zeros((4, 2)), np.zeros((4, 1)))], fjax.nn.losses.squared_error
    >>> result = fit(layer, fjax.optim.sgd(0.1), loss, rows, epochs=1, callbacks=[])
    >>> result.steps, list(result.history[0]), result.reason
    (1, ['epoch', 'step', 'loss'], None)
    """

    run: Run
    history: tuple[dict[str, Any], ...]
    reason: str | None = None

    def __repr__(self) -> str:
        epochs = len(self.history)
        ended = f", {self.reason}" if self.reason else ""
        lines = [f"<training result: {self.steps} steps, {epochs} epochs{ended}"]
        if self.history:
            last = [f"{k} {v:.4g}" for k, v in self.history[-1].items() if isinstance(v, float)]
            lines.append(f"last epoch: {', '.join(last)}")
        leaves = [x for x in tree.leaves(self.model) if hasattr(x, "size")]
        count = sum(x.size for x in leaves)
        lines.append(f"model: {type(self.model).__name__}, {count:,} numbers>")
        return "\n  ".join(lines)

    @property
    def model(self) -> Any:
        """The trained model; with ema= the averaged one, `run.model` is the last."""
        return self.run.evaluated[0]

    @property
    def state(self) -> Any:
        """What its layers remember."""
        return self.run.evaluated[1]

    @property
    def steps(self) -> int:
        """How many steps were made."""
        return int(self.run.step)

    def predict(self, inputs: Any, batch_size: int = 256) -> Any:
        """What the model gives for rows of inputs, as `fjax.train.predict`.

        >>> layer = fjax.nn.Linear(2, 1, key=fjax.random.key(0))
        >>> rows, loss = [(np.zeros((4, 2)), np.zeros((4, 1)))], fjax.nn.losses.squared_error
        >>> result = fit(layer, fjax.optim.sgd(0.1), loss, rows, epochs=1, callbacks=[])
        >>> result.predict(np.ones((5, 2))).shape
        (5, 1)
        """
        return predict(self.model, self.state, inputs, batch_size=batch_size)


misspelling.answer_for(Result, "train.Result")


class _Stop(Exception):
    """Training ends here, for a reason."""


def fit(
    model: Any,
    optimizer: Transformation,
    loss: Function,
    data: Any,
    *,
    epochs: int,
    metrics: Mapping[str, Metric] | None = None,
    validation: Any = None,
    state: Any = None,
    key: Any = None,
    forward: Forward = forward,
    trained: Where = None,
    precision: str = "f32",
    accumulate: int = 1,
    ema: float | None = None,
    class_weight: Any = None,
    mesh: Mesh | None = None,
    callbacks: Sequence[Callback] | None = None,
    checkpoints: checkpoints.Folder | str | os.PathLike[str] | None = None,
    save_steps: int | None = None,
    save_minutes: float | None = None,
    resume: bool = False,
    stop_at_nan: bool = True,
) -> Result:
    """Train a model: for each batch of each epoch, a step of the optimiser down the loss.

    loss(predictions, targets) gives a number, the mean over rows. So do metrics; a metric may also
    collect all batches (`fjax.nn.metrics.RocAuc.empty()`). In `Weighted` batches (of a loader with
    rest="pad" or weights) rows count by their weights. A layer that is called without `train=`, or
    whose new state is lost, is an error that names it.

    data: a `fjax.data.Loader` or `Stream`, or batches that can be iterated repeatedly. Batches are
        pairs (inputs, targets).
    forward: for other batches, and for models that are not modules. `forward(model, batch, *,
        state, key, train)` returns (predictions, targets, state).
    state: that of layers which have one; `fit` makes it for a model without.
    key: for layers that draw random numbers.
    validation: data, or arrays; loss and metrics are computed on every row of it after each epoch
        (`val_loss`, …).
    class_weight: weights of rows by their targets, {class: weight}.
    trained: the parts that are trained, named as in `fjax.nn.mask`; all by default.
    precision: "bf16" or "f16", in which the model computes; parameters keep their dtype, and "f16"
        scales the loss.
    accumulate: the number of batches whose mean gradient, by the weights of their rows, makes one
        step of the optimiser.
    ema: the decay of a moving average of the model; validation uses it, and it is the result.
    mesh: of devices; the rows of batches are split over them. If these belong to several processes,
        each runs the same program; the first shows progress and writes checkpoints.
    callbacks: functions of a `Progress`, called after each step. If one returns a text, training
        ends for that reason. By default `progress_bar()` shows the progress; `[]` shows nothing.
    checkpoints: a folder, where the run is saved after each epoch, every `save_steps` steps or
        `save_minutes` minutes, and when Ctrl-C ends it.
    resume: go on from the last checkpoint there, bit for bit, or begin if there is none.
    stop_at_nan: a loss or gradient that is not finite does not change the model. It raises
        NonFiniteLossError, which names operation and line, and has what was reached as `result`.
    optimizer: one of `fjax.optim`, or a `Transformation` like it.
    Raises NonFiniteLossError for a loss or a gradient that is not finite.
    Raises ValueError for data or validation data without batches, and for a precision that does not
    exist.

    >>> from fjax import data, nn, optim, random
    >>> x = random.normal(random.key(0), (64, 3), jnp.float32)
    >>> batches = data.Loader((x, x.sum(1, keepdims=True)), 16, key=random.key(1))
    >>> layer, loss = nn.Linear(3, 1, key=random.key(2)), nn.losses.squared_error
    >>> result = fit(layer, optim.adam(0.1), loss, batches, epochs=20, callbacks=[])
    >>> result.steps, result.history[-1]["loss"] < 0.01
    (80, True)
    """
    recipe = Recipe(
        optimizer, loss, {} if metrics is None else metrics, forward, trained, precision,
        accumulate, ema, class_weight, stop_at_nan,
    )  # fmt: skip
    _check(recipe, model, epochs, callbacks)
    check_key("train.fit", key)
    placed, given, data = Placement(mesh), data, repeatable(data, "train.fit: data")
    placed.check(data)
    model, state = _with_state(model, state)
    run = recipe.start(model, state, key)
    check_targets("data", recipe, run.model, run.state, data)
    _check_steps(recipe, given, epochs)
    training = _Training(recipe, placed.whole(run), data, epochs)
    training.placed = placed
    if validation is not None:
        size = getattr(data, "batch_size", None)
        training.validation = whole(validation, size, "train.fit: validation")
        check_targets("validation", recipe, run.model, run.state, training.validation)
        check_rows("validation", recipe, run, training.validation)
    shown = [progress_bar()] if placed.first else []
    training.callbacks = shown if callbacks is None else list(callbacks)
    training.saving = _Saving.of(checkpoints, save_steps, save_minutes, resume, placed.first)
    return training.all()


def _check(recipe: Recipe, model: Any, epochs: Any, callbacks: Any) -> None:
    """Raise for arguments of `fit` that are something else, with what they are."""
    check_whole("train.fit: epochs", epochs, 1)
    if recipe.forward is forward:
        check_model(model)
    if not isinstance(callbacks, list | tuple | None):
        raise FjaxTypeError("train.fit: callbacks is a list, also of one function: [callback]")
    check_switch("train.fit: stop_at_nan", recipe.stop_at_nan)
    for callback in callbacks or ():
        name = getattr(callback, "__name__", "")
        if name and vars(sys.modules[__package__]).get(name) is callback:
            raise FjaxTypeError(f"train.fit: train.{name} makes a callback: give train.{name}(…)")
        if isinstance(callback, type) or not callable(callback):
            raise FjaxTypeError(
                f"train.fit: a callback is a function of a Progress, got {callback!r}"
            )
        check_function("train.fit", "a callback", callback, ["progress"])


def _check_steps(recipe: Recipe, data: Any, epochs: int) -> None:
    """Raise FjaxValueError for more batches of a step than there are in all."""
    batches = epochs * len(data) if hasattr(data, "__len__") else None
    if batches and batches < recipe.accumulate:
        raise FjaxValueError(
            f"train.fit: accumulate={recipe.accumulate} batches make one step of the optimizer, "
            f"and {epochs} epochs of {len(data)} have {batches}: nothing would be trained"
        )


def _with_state(model: Any, state: Any) -> tuple[Any, Any]:
    """Model and state; made here, where no layer has a name in a state yet."""
    if state is not None and not isinstance(state, Mapping) and isinstance(model, Module):
        raise FjaxTypeError(
            f"train.fit: state is what fjax.nn.with_state gave beside the model, got {state!r:.60}"
        )
    if not isinstance(model, Module):
        return model, state
    layers = [(path, m) for path, m in walk(model) if isinstance(m, Stateful)]
    if state is not None:
        unknown = sorted(set(state) - {layer.name for _, layer in layers})
        if unknown:
            raise FjaxValueError(
                f"train.fit: state has {unknown[0]!r}, which no layer of {type(model).__name__} "
                "remembers; model and state come together from fjax.nn.with_state(model)"
            )
        return model, state
    named = [path for path, layer in layers if layer.name]
    if named:
        raise FjaxValueError(
            f"train.fit: {named[0]} remembers something, in the state that fjax.nn.with_state gave "
            "beside this model: hand it on, fit(model, …, state=state)"
        )
    return with_state(model) if layers else (model, {})


def _reason(callbacks: Sequence[Callback], answers: Sequence[Any]) -> str:
    """The first reason to stop that callbacks gave; all were called."""
    for callback, answer in zip(callbacks, answers, strict=True):
        if answer is not None and not isinstance(answer, str):
            name = getattr(callback, "__name__", type(callback).__name__)
            raise FjaxTypeError(
                f"train.fit: the callback {name} returned {answer!r}: a callback returns None, or "
                "a text to end the training, which is its reason"
            )
    return next(answer for answer in answers if answer is not None)


@dataclass
class _Saving:
    """Where a run is saved, and when."""

    folder: checkpoints.Folder | None = None
    steps: int | None = None
    seconds: float | None = None
    resume: bool = False
    writes: bool = True
    last: float = dataclasses.field(default_factory=time.monotonic)

    @classmethod
    def of(
        cls, where: Any, steps: int | None, minutes: float | None, resume: bool, writes: bool
    ) -> _Saving:
        """What the arguments of `fit` say."""
        for name, given in (("save_steps", steps), ("save_minutes", minutes)):
            whole = name == "save_minutes" or isinstance(given, int | np.integer | None)
            if given is not None and (isinstance(given, str | bool) or not whole or given <= 0):
                raise FjaxValueError(f"train.fit: {name} is a number above 0, got {given!r}")
        check_switch("train.fit: resume", resume)
        if where is None:
            if steps is not None or minutes is not None or resume:
                raise FjaxValueError("train.fit: where are checkpoints? Give checkpoints=folder")
            return cls()
        ours = isinstance(where, checkpoints.Folder)
        folder = where if ours else checkpoints.Folder(where, keep=3, background=True)
        if writes:
            check_folder("train.fit: checkpoints", folder.path)
        if folder.steps() and not resume:
            raise FjaxValueError(
                f"train.fit: {str(folder.path)!r} has checkpoints of step "
                f"{folder.steps()[-1]}; resume=True goes on from there, another folder starts at 0"
            )
        return cls(folder, steps, None if minutes is None else 60 * minutes, resume, writes)

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
        if not self.writes:
            return
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
STANDING = {"position": dict, "epoch": int, "step": int, "history": list}


# What gave the parts of a run.
ARGUMENTS = {"model": "model", "state": "model", "average": "ema", "scale": "precision"}
ARGUMENTS |= {"memory": "optimizer, accumulate or trained"}


def _differing(path: Any, run: Run) -> str:
    """A line on the arguments for which a run has other leaves than a file; empty if for none."""
    there = set(Contents.of(path).leaves)
    here = {path_of(keys) for keys, _ in tree.leaves_with_path({"run": run, "loop": ""})}
    seen = [re.findall(r"\.seen\['(\w+)'\]", " ".join(sorted(names))) for names in (there, here)]
    then, now = ([*dict.fromkeys(name for name in names if name != "loss")] for names in seen)
    others = [f"metrics ({then} then, {now} now)"] if then != now else []
    parts = set(re.findall(r"\['run'\]\.(\w+)", " ".join(there ^ here)))
    others += dict.fromkeys(what for part, what in ARGUMENTS.items() if part in parts)
    return f"train.fit: the run began with other arguments: {'; '.join(others)}\n" if others else ""


class _Training:
    """One call of `fit`."""

    validation: Any = None
    placed = Placement(None)

    def __init__(self, recipe: Recipe, run: Run, data: Any, epochs: int):
        self.recipe, self.data = recipe, data
        self.callbacks: list[Callback] = []
        self.saving = _Saving()
        self.now = Progress(epochs)
        self.now.run, self.now.recipe = run, recipe
        self.position: dict[str, int] | None = None
        self.looked = 0  # the step after which it was asked whether all is sound

    def all(self) -> Result:
        """Train, from the beginning or from a checkpoint, to the end or until something stops."""
        now, reason = self.now, None
        if self.saving.resume:
            self.go_on()
        now.begin()
        self.looked, own = now.step, ("loss", *self.recipe.metrics)
        held_out = [] if self.validation is None else [f"val_{name}" for name in own]
        now.names = ("epoch", "step", *own, *held_out)
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
        return Result(now.run, History(now.history), reason)

    def epoch(self) -> None:
        """The steps of one epoch that are left, and what follows them."""
        now, step, callbacks = self.now, self.recipe.step, self.callbacks
        position, self.position = self.position, None
        batches = self.data.epoch(now.epoch) if position is None else self.data.resume(position)
        now.batch, now.event = batches.state["batch"], "step"
        now.batches = len(self.data) if hasattr(self.data, "__len__") else None
        saving = self.saving if self.saving.steps or self.saving.seconds else None
        with batches:
            while (batch := next(batches, END)) is not END:
                now.run, now.last = step(now.run, self.placed.split(batch))
                now.data = batch
                now.stepped(rows_of(batch))
                if now.step == now.first_step + 1:
                    self.look()
                    now.averages()  # by which a metric says what does not fit
                elif now.step - self.looked >= UNSEEN:
                    self.look()
                answers = [callback(now) for callback in callbacks]
                if any(answer is not None for answer in answers):
                    self.stop(_reason(callbacks, answers), batches.state)
                if self.interrupt.asked:
                    self.stop("interrupted", batches.state)
                if saving is not None and saving.due(now.step):
                    self.save(batches.state)
            state = batches.state
        if state["batch"] == 0:
            raise FjaxValueError(
                f"train.fit: the data have no batches in epoch {now.epoch}: no rows, or, where a "
                "smaller last batch is left out, fewer than batch_size"
            )
        self.after_epoch(state)

    def after_epoch(self, state: dict[str, int]) -> None:
        """Means, validation, callbacks, a checkpoint."""
        now = self.now
        self.look()
        row: dict[str, Any] = {"epoch": now.epoch, "step": now.step, **now.averages()}
        if self.validation is not None:
            with now.pause():
                row.update(self.validated(state))
        now.history.append(row)
        now.run = dataclasses.replace(now.run, seen=self.placed.whole(self.recipe.nothing_yet()))
        now.epoch, now.batch = now.epoch + 1, 0
        following = {**state, "epoch": now.epoch, "batch": 0}
        self.position = following
        self.tell("epoch")
        if self.interrupt.asked:
            raise _Stop("interrupted")
        if self.saving.folder is not None:
            self.save(following)

    def validated(self, state: dict[str, int]) -> dict[str, Any]:
        """Loss and metrics of the validation data."""
        seen = self.placed.whole(self.recipe.nothing_yet())
        model, layers = self.now.run.evaluated
        batches = self.validation.epoch(0)
        for batch in batches:
            seen = self.recipe.evaluation(model, layers, seen, self.placed.split(batch))
            if self.interrupt.asked:
                self.stop("interrupted", state)
        if batches.state["batch"] == 0:
            raise FjaxValueError("train.fit: the validation data have no batches")
        return {f"val_{name}": value for name, value in self.recipe.numbers(seen).items()}

    def tell(self, event: str) -> None:
        """Call the callbacks; what one returns ends the training."""
        self.now.event = event
        answers = [callback(self.now) for callback in self.callbacks]
        if any(answer is not None for answer in answers):
            raise _Stop(_reason(self.callbacks, answers))

    def stop(self, reason: str, position: dict[str, int]) -> None:
        """End the training after a step, at a place from which it can go on."""
        self.look()
        self.position = position
        raise _Stop(reason)

    # ---- NaNs

    def look(self) -> None:
        """Raise if a loss or gradient of the steps since the last look was not finite."""
        now = self.now
        self.looked = now.step
        if self.recipe.stop_at_nan and not bool(now.run.sound):
            raise self.not_finite(now.batch - (now.step - int(now.run.step)))

    def not_finite(self, number: int) -> NonFiniteLossError:
        """The error about the batch of a number, before which the run stands still."""
        now, recipe = self.now, self.recipe
        batch = next(self.data.epoch(now.epoch, number))
        run = dataclasses.replace(now.run, sound=jnp.array(True))
        step, found = int(run.step), blame(recipe.objective(run, batch), recipe.parts(run.model)[0])
        bad = not_finite(run.model)
        where = f"step {step} (epoch {now.epoch}, batch {number})"
        message = f"train.fit: loss or gradients of {where} are not finite"
        if bad:
            message += f"; parameters were not finite to begin with: {', '.join(bad[:5])}"
        elif found is not None:
            message += f": {found.message}"
        error = NonFiniteLossError(message, None if found is None else found.line)
        error.result = Result(run, History(now.history), "not finite")
        return error

    # ---- checkpoints

    def save(self, position: dict[str, int]) -> None:
        """Write what the rest of the training depends on."""
        self.look()
        now = self.now
        loop = {"position": position, "epoch": now.epoch, "step": now.step, "history": now.history}
        self.saving.save(now.step, {"run": now.run, "loop": json.dumps(loop)})

    def go_on(self) -> None:
        """Take up the last checkpoint, if there is one."""
        now, folder = self.now, self.saving.folder
        assert folder is not None
        if not folder.steps():
            return
        try:
            found = folder.load({"run": now.run, "loop": ""})
        except FjaxValueError as error:
            remedy = "resume=True goes on with the model and the arguments that the run had: "
            remedy += "optimizer, precision, accumulate, ema, metrics; another folder starts again"
            differs = _differing(folder.file(folder.steps()[-1]), now.run)
            raise FjaxValueError(f"{differs}{error.message}\ntrain.fit: {remedy}") from error
        try:
            loop: dict[str, Any] = json.loads(found["loop"])
            parts = [loop[name] for name in STANDING]
            position, epoch, step, history = parts
            counts = [epoch, step, *position.values()]
            if list(map(type, parts)) != list(STANDING.values()):
                raise TypeError(f"parts are of types {list(map(type, parts))}")
            if not all(type(n) is int and 0 <= n < 1 << 53 for n in counts):
                raise ValueError(f"{counts} are no counts")
        except (AttributeError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise FjaxValueError(
                f"fit: the last checkpoint in {str(folder.path)!r} does not say where a run stands"
            ) from error
        now.run, self.position = self.placed.whole(found["run"]), position
        now.epoch, now.step, now.history = epoch, step, history
        if epoch > now.epochs:
            raise FjaxValueError(
                f"train.fit: the last checkpoint in {str(folder.path)!r} stands at {epoch}, and "
                f"epochs={now.epochs} is how many there are in all; give epochs={epoch} or more"
            )
