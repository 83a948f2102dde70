"""Callbacks of `fit`: functions of a Progress, which are called after each step.

What one returns, a text, ends the training as its reason. They decide by the history, which
checkpoints hold, so that a run that goes on is stopped where it would have been.
"""

from __future__ import annotations

import csv as csv_format
import importlib.util
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, TextIO

from fjax import checkpoints
from fjax.checkpoints.format import write_atomically
from fjax.checkpoints.trees import snapshot
from fjax.core import lazy
from fjax.core.plain_arguments import check_number, check_switch, check_whole
from fjax.core.regular_files import check_place, open_regular
from fjax.errors import FjaxTypeError, FjaxValueError, frames_to_user
from fjax.misspelling import nearest
from fjax.train.measuring import better_larger
from fjax.train.progress import Progress

Callback = Callable[[Progress], str | None]
Path = str | os.PathLike[str]
PERIOD = 0.2  # seconds between two changes of what a person reads

_tqdm = lazy.module("tqdm")


def _check_watched(place: str, now: Progress, name: str, larger: bool) -> None:
    """Raise FjaxValueError, before an epoch is trained, for what a history will not have.

    Nor is a loss better where it is larger, or an accuracy where it is smaller.
    """
    known = [*now.history[-1]] if now.history else now.names
    if known and name not in known:
        near = nearest(name, known)
        missing = "; val_… needs validation=" if name.startswith("val_") and not near else ""
        raise FjaxValueError(
            f"{place}: there is no {name!r} to go by; there are {', '.join(known)}{missing}{near}"
        )
    better = None if now.recipe is None else better_larger(name, now.recipe.metrics)
    if better is not None and larger is not better:
        raise FjaxValueError(
            f"{place}: {name} is better the {'larger' if better else 'smaller'} it is: give "
            f"larger={better}"
        )


def _of_epochs(now: Progress, name: str) -> list[float]:
    """The values of all epochs under a name."""
    return [row[name] for row in now.history]


def _check_name(what: str, name: Any) -> None:
    """Raise FjaxTypeError for what is no name of a row's in the history."""
    if not isinstance(name, str):
        raise FjaxTypeError(f"{what} is one of a row's, such as 'val_loss', got {name!r:.60}")


def _best(values: list[float], larger: bool, change: float = 0.0) -> int:
    """Which of values was the last to be better than the best before by more than `change`."""
    best = 0
    for k, value in enumerate(values):
        gain = value - values[best] if larger else values[best] - value
        if gain > change or values[best] != values[best]:
            best = k
    return best


def early_stopping(
    name: str = "val_loss", patience: int = 3, change: float = 0.0, larger: bool = False
) -> Callback:
    """Ends the training when a mean was not better by more than `change` for `patience` epochs.

    larger: whether larger is better, as of an accuracy. A run that it ended does not go on. Raises
    FjaxValueError, when training starts, for a name that no row of the history will have.

    >>> stop, now = early_stopping("loss", patience=2), Progress(epochs=9)
    >>> now.event, now.history = "epoch", [{"loss": 1.0}, {"loss": 0.5}, {"loss": 0.6}]
    >>> stop(now), now.history.append({"loss": 0.5}), stop(now)
    (None, None, 'loss was not better for 2 epochs')
    """

    place = "train.early_stopping"
    _check_name(f"{place}: name", name)
    check_whole(f"{place}: patience", patience, 1)
    check_number(f"{place}: change", change, 0)
    check_switch(f"{place}: larger", larger)

    def callback(now: Progress) -> str | None:
        if now.event == "start":
            _check_watched(place, now, name, larger)
        if now.event not in ("start", "epoch") or not now.history:
            return None
        values = _of_epochs(now, name)
        if len(values) - 1 - _best(values, larger, change) < patience:
            return None
        return f"{name} was not better for {patience} epochs"

    return callback


class Best:
    """Keeps model and state of the epoch with the best mean, and writes them to a file if given.

    larger: whether larger is better, as of an accuracy. path: the file.

    A run that goes on reads the earlier file. Without one it warns: `model` is None until an epoch
    is better than all before.

    >>> best = Best("val_accuracy", larger=True)
    >>> best.model is None
    True
    """

    def __init__(self, name: str = "val_loss", *, larger: bool = False, path: Path | None = None):
        if path is not None:
            check_place("train.Best", path)
        _check_name("train.Best: name", name)
        check_switch("train.Best: larger", larger)
        self.name, self.larger, self.path = name, larger, path
        self.model: Any = None
        self.state: Any = None

    def __call__(self, now: Progress) -> str | None:
        if now.event == "start":
            _check_watched("train.Best", now, self.name, self.larger)
        if now.event == "start" and now.history and self.path and os.path.exists(self.path):
            model, state = now.run.evaluated
            found = checkpoints.load(self.path, {"model": model, "state": state})
            self.model, self.state = found["model"], found["state"]
        elif now.event == "start" and now.history and self.model is None:
            warnings.warn(
                f"train.Best: the model of the best epoch so far is not kept; until {self.name} is "
                "better than then, model is None and no file is written. Give Best, with path=, "
                "from the first epoch on",
                stacklevel=frames_to_user(),
            )
        if now.event == "epoch":
            values = _of_epochs(now, self.name)
            if _best(values, self.larger) == len(values) - 1:
                model, state = now.run.evaluated
                kept = snapshot({"model": model, "state": state})
                self.model, self.state = kept["model"], kept["state"]
                if self.path is not None:
                    checkpoints.save(self.path, kept)
        return None


# ---- logs


def row_of(now: Progress, every: int) -> dict[str, Any] | None:
    """What a log says at this time, if anything."""
    if now.event == "step" and now.step % every == 0:
        return {"event": "step", "epoch": now.epoch, "step": now.step, **now.values()}
    if now.event == "epoch":
        return {"event": "epoch", **now.history[-1]}
    return None


def jsonl(path: Path, every: int = 10) -> Callback:
    """Writes a line of JSON after each `every` steps, and one with the means of each epoch.

    A run that goes on continues the file, without the lines of steps that it makes again.

    >>> import pathlib, tempfile
    >>> now = Progress(epochs=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = jsonl(f"{folder}/log")
    ...     log(now)
    ...     now.event, now.history = "epoch", [{"epoch": 0, "step": 7, "loss": 0.5}]
    ...     log(now)
    ...     print(pathlib.Path(f"{folder}/log").read_text(), end="")
    {"event": "epoch", "epoch": 0, "step": 7, "loss": 0.5}
    """

    check_place("train.jsonl", path)
    check_whole("train.jsonl: every", every, 1)

    def callback(now: Progress) -> str | None:
        if now.event == "start":
            _rewind(path, now.step, lambda line: json.loads(line)["step"], "{")
        row = row_of(now, every)
        if row is not None:
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return None

    return callback


def _rewind(
    path: Path, step: int, step_of: Callable[[str], int], begun: str, head: int = 0
) -> None:
    """Leave out the lines of a log that are of later steps, or that were not written to the end.

    begun: what the file of a log begins with; what is none is not written over.
    """
    lines = []
    if os.path.exists(path):
        with open_regular(path) as file:
            whole = file.read().decode(errors="replace").splitlines(keepends=True)
        if whole and not (whole[0].startswith(begun) or begun.startswith(whole[0])):
            raise FjaxValueError(
                f"{os.fspath(path)!r} is no log of this run: {whole[0]!r:.80}; move it, and a new "
                "one is begun"
            )
        lines = whole[:head] if step else []
        for line in whole[head:]:
            try:
                early = line.endswith("\n") and step_of(line) <= step
            except (ValueError, LookupError, TypeError, RecursionError) as error:
                raise FjaxValueError(
                    f"{os.fspath(path)!r} is no log of this run: {line!r:.80}; move it, and a new "
                    "one is begun"
                ) from error
            if early:
                lines.append(line)
    write_atomically(path, lambda file: file.write_bytes("".join(lines).encode()))


def csv(path: Path, every: int = 10) -> Callback:
    """Writes a table with a row after each `every` steps, and one with the means of each epoch.

    A run that goes on continues the file, without the rows of steps that it makes again.

    >>> import pathlib, tempfile
    >>> now = Progress(epochs=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = csv(f"{folder}/log.csv")
    ...     log(now)
    ...     now.event, now.history = "epoch", [{"epoch": 0, "step": 7, "loss": 0.5}]
    ...     log(now)
    ...     print(pathlib.Path(f"{folder}/log.csv").read_text(), end="")
    event,epoch,step,loss
    epoch,0,7,0.5
    """

    check_place("train.csv", path)
    check_whole("train.csv: every", every, 1)

    def callback(now: Progress) -> str | None:
        if now.event == "start":
            _rewind(path, now.step, lambda line: int(line.split(",")[2]), "event,", head=1)
        row = row_of(now, every)
        if row is None:
            return None
        names = _columns(path)
        if not set(row) <= set(names):
            names = _widened(path, names, row)
        with open(path, "a", encoding="utf-8", newline="") as file:
            csv_format.DictWriter(file, names, lineterminator="\n").writerow(row)
        return None

    return callback


def _columns(path: Path) -> list[str]:
    with open(path, encoding="utf-8", newline="") as file:
        return next(csv_format.reader(file), [])


def _widened(path: Path, names: list[str], row: dict[str, Any]) -> list[str]:
    """The columns with those of a row, after the table was written again with them."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv_format.DictReader(file))
    names = [*names, *(name for name in row if name not in names)]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv_format.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return names


# ---- what a person reads


def progress_bar(file: TextIO | None = None) -> Callback:
    """Shows how training goes: loss, metrics, rows a second, time left; a line for each epoch.

    On a terminal it also shows the current epoch, as a bar if the package tqdm is installed.
    file: where to, standard error by default.

    >>> bar, now = progress_bar(sys.stdout), Progress(epochs=3)
    >>> now.event, now.epoch, now.history = "epoch", 1, [{"epoch": 0, "step": 7, "loss": 0.5}]
    >>> bar(now)
    epoch 1/3  loss 0.5  0 rows/s
    """
    if file is not None and not hasattr(file, "write"):
        raise FjaxTypeError(
            f"train.progress_bar: file is an open file, such as sys.stdout, got {file!r:.60}; "
            "train.jsonl(path) and train.csv(path) write logs"
        )
    return _Shown(file)


class _Shown:
    """The state of what is shown: when it changed, and the bar."""

    def __init__(self, file: TextIO | None):
        self.file, self.due, self.bar = file, 0.0, None
        self.written = 0

    def __call__(self, now: Progress) -> str | None:
        if now.event == "step":
            if time.monotonic() >= self.due:
                self.due = time.monotonic() + PERIOD
                self._step(now)
        elif now.event == "epoch":
            self._clear()
            row = {k: v for k, v in now.history[-1].items() if k not in ("epoch", "step")}
            print(f"epoch {now.epoch}/{now.epochs}{_shown(row)}{_speed(now)}", file=self._file)
        else:
            self._clear()
        return None

    @property
    def _file(self) -> TextIO:
        return sys.stderr if self.file is None else self.file

    def _step(self, now: Progress) -> None:
        if not self._file.isatty():
            return
        if importlib.util.find_spec("tqdm") is None:
            where = f"epoch {now.epoch + 1}/{now.epochs}  {now.batch}/{now.batches or '?'}"
            text = f"{where}{_shown(now.averages())}{_speed(now)}{_left(now)}"
            print("\r" + text.ljust(self.written), end="", file=self._file, flush=True)
            self.written = len(text)
            return
        if self.bar is None:
            self.bar = _tqdm.tqdm(
                total=now.batches, initial=now.batch, file=self._file, leave=False,
                desc=f"epoch {now.epoch + 1}/{now.epochs}", unit="step", mininterval=0,
            )  # fmt: skip
        bar: Any = self.bar
        bar.set_postfix_str(f"{_shown(now.averages())}{_speed(now)}{_left(now)}".strip(), False)
        bar.update(now.batch - bar.n)

    def _clear(self) -> None:
        if self.bar is not None:
            bar: Any = self.bar
            bar.close()
            self.bar = None
        if self.written:
            print("\r" + " " * self.written + "\r", end="", file=self._file)
            self.written = 0


def _shown(row: dict[str, Any]) -> str:
    numbers = {name: value for name, value in row.items() if isinstance(value, float)}
    return "".join(f"  {name} {value:.4g}" for name, value in numbers.items())


def _speed(now: Progress) -> str:
    return f"  {now.rate:,.0f} rows/s"


def _left(now: Progress) -> str:
    """The time until the last epoch ends, at the speed so far."""
    if now.left is None:
        return ""
    seconds = round(now.left)
    return f"  {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"
