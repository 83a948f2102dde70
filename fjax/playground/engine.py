"""The experiment behind the playground: it trains, records, and needs no browser."""

from __future__ import annotations

import itertools
import linecache
import threading
import time
from typing import Any, NamedTuple

import numpy as np

from fjax import nn, tree
from fjax import numpy as jnp
from fjax.api.autodiff import grad
from fjax.api.jit import jit
from fjax.data.tables import Table
from fjax.errors import FjaxValueError
from fjax.explanation import explain
from fjax.playground import program
from fjax.playground.settings import Settings, check_rate
from fjax.train.probe import Distribution, distribution

MOST_FRAMES = 200  # beyond, every second one goes and the steps between double
_MOST_ROWS = 500  # whose loss and accuracy a frame has
_numbers = itertools.count()


class Frame(NamedTuple):
    """What is known of one step: numbers, and the parameters from which all else follows.

    loss, accuracy: (of points that are trained on, of held-out points). weights, gradients: of each
    Linear layer. outputs: of each layer after its activation.
    """

    step: int
    rate: float
    loss: tuple[float, float]
    accuracy: tuple[float, float]
    weights: list[Distribution]
    gradients: list[Distribution]
    outputs: list[Distribution]
    slopes: list[np.ndarray]  # the gradients themselves
    model: Any


class Experiment:
    """A training that can be run, paused, gone through step by step, and looked back on.

    settings: the choices. table: the rows of `settings.data` where that is a CSV file; None reads
    it. Arrays are those of the program in `code`, which this class runs.

    >>> experiment = Experiment(Settings("gaussians"))
    >>> experiment.advance(100)
    >>> experiment.frames[-1].step, experiment.frames[-1].accuracy[1] > 0.9
    (100, True)
    """

    def __init__(self, settings: Settings | None = None, table: Table | None = None):
        self.settings = Settings() if settings is None else settings
        self.error: Exception | None = None
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._file = f"<playground {next(_numbers)}>"
        self._names: dict[str, Any] = {"__name__": "playground"}
        self._read(table)
        self._begin()

    def _read(self, table: Table | None) -> None:
        """Make the data, once."""
        chosen = self.settings
        self._execute(program.HEAD.format(seed=chosen.seed))
        if table is None:
            self._execute(program.reading(chosen))
        else:
            spread = table.inputs.std(0) + 1e-6
            inputs = (table.inputs - table.inputs.mean(0)) / spread
            self._names.update(zip(Table._fields, table, strict=True))
            self._names["inputs"] = inputs
        labels = np.asarray(self._names["labels"])
        if len(labels) < 8:
            raise FjaxValueError(f"playground: {len(labels)} rows are too few, 8 are the least")
        if table is not None and len(table.classes) < 2:
            raise FjaxValueError(
                f"playground: all rows are of one class, {table.classes[0]!r:.60}; a network "
                "learns to distinguish classes: choose another column of classes"
            )
        self.inputs = int(self._names["inputs"].shape[1])
        self.classes = len(self._names.get("classes", ())) or int(labels.max()) + 1
        columns = self._names.get("names") or [f"x{i + 1}" for i in range(self.inputs)]
        self.columns: tuple[str, ...] = tuple(columns)
        self.labels = tuple(self._names.get("classes") or map(str, range(self.classes)))
        self._execute(program.SPLIT)

    def _begin(self) -> None:
        """Make the network and record it as it is before the first step."""
        self._execute(program.model(self.settings, self.inputs, self.classes))
        text = program.training(self.settings)
        self._execute(text)
        # `fjax.explain` and errors show the lines of a program that is not in a file.
        linecache.cache[self._file] = (len(text), None, text.splitlines(True), self._file)
        self._measure = jit(self._measured)
        self.changes: list[program.Change] = []
        self.frames: list[Frame] = []
        self.interval, self.steps, self.version = 1, 0, 0
        self.rate = self.settings.learning_rate
        self._record()

    def _execute(self, text: str) -> None:
        exec(compile(text, self._file, "exec"), self._names)

    # ---- training

    def advance(self, steps: int = 1) -> None:
        """Do steps at once, and record the last one. FjaxValueError if the loss is not finite."""
        with self._lock:
            for _ in range(steps):
                self._step()
            self._record_last()

    def _step(self) -> None:
        names = self._names
        x, y = names["batch"](self.steps)
        names["model"], names["state"], value = names["step"](names["model"], names["state"], x, y)
        self.steps += 1
        if self.steps % self.interval == 0:
            self._record()
            if not np.isfinite(value):
                raise FjaxValueError(
                    f"playground: the loss is {float(value)} after {self.steps} steps; a smaller "
                    "learning rate may help"
                )

    def run(self, speed: float | None = None) -> None:
        """Go on in the background. speed: steps in a second; None is as many as can be."""
        self.pause()
        self._stopping.clear()
        self.error = None
        self._thread = threading.Thread(target=self._go_on, args=(speed,), daemon=True)
        self._thread.start()

    def _go_on(self, speed: float | None) -> None:
        due = time.monotonic()
        while not self._stopping.is_set():
            try:
                with self._lock:
                    self._step()
            except Exception as error:  # it is shown where the training is
                self.error = error
                return
            # A late step is not made up for: the next ones would come in a bunch.
            due = max(due + (1 / speed if speed else 1e-5), time.monotonic() - 0.05)
            time.sleep(max(0.0, due - time.monotonic()))

    def pause(self) -> None:
        """End the training in the background, after the step under way."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stopping.set()
            thread.join()
            with self._lock:
                self._record_last()

    @property
    def running(self) -> bool:
        """Whether steps are made in the background."""
        return self._thread is not None and self._thread.is_alive()

    def set_rate(self, rate: float) -> None:
        """Use another learning rate from the next step on."""
        check_rate(rate)
        with self._lock:
            self.rate = float(rate)
            self.changes = [c for c in self.changes if c[0] != self.steps]
            self.changes.append((self.steps, self.rate))
            self._names["state"].hyperparams["learning_rate"] = jnp.asarray(self.rate)

    def close(self) -> None:
        """End the training and forget the program's text."""
        self.pause()
        linecache.cache.pop(self._file, None)

    # ---- what was recorded

    def _record(self) -> None:
        names = self._names
        found = self._measure(names["model"], *self._few())
        loss, accuracy, weights, gradients, outputs, slopes = tree.map(np.asarray, found)
        pair = lambda values: (float(values[0]), float(values[1]))
        self.frames.append(
            Frame(
                self.steps, self.rate, pair(loss), pair(accuracy), weights, gradients, outputs,
                slopes, names["model"],
            )
        )  # fmt: skip
        if len(self.frames) > MOST_FRAMES:
            self.frames = self.frames[::2]
            self.interval *= 2
        self.version += 1

    def _record_last(self) -> None:
        if self.frames[-1].step != self.steps:
            self._record()

    def _few(self) -> tuple[Any, ...]:
        """Points that are trained on, and held-out ones, as many as a frame looks at."""
        parts = (*self._names["train"], *self._names["test"])
        return tuple(x[:_MOST_ROWS] for x in parts)

    def _measured(self, model: Any, x: Any, y: Any, test_x: Any, test_y: Any) -> Any:
        slope = grad(self._names["loss"])(model, x, y)
        found = [(model(a), b) for a, b in ((x, y), (test_x, test_y))]
        slopes = [layer.weight for layer in slope if isinstance(layer, nn.Linear)]
        return (
            [nn.losses.cross_entropy(*pair) for pair in found],
            [nn.metrics.accuracy(*pair) for pair in found],
            [distribution(w) for w in weights_of(model)],
            [distribution(w) for w in slopes],
            [distribution(z) for z in outputs_of(model, x)],
            slopes,
        )

    @property
    def model(self) -> Any:
        """The network after the last step."""
        return self._names["model"]

    @property
    def data(self) -> tuple[np.ndarray, ...]:
        """Inputs and labels that are trained on, inputs and labels that are held out."""
        return tuple(np.asarray(x) for x in (*self._names["train"], *self._names["test"]))

    @property
    def code(self) -> str:
        """The program that does what was done so far."""
        steps = max(self.steps, 1)
        return program.whole(self.settings, self.inputs, self.classes, steps, self.changes)

    def explain(self) -> Any:
        """The page of `fjax.explain` about a step."""
        with self._lock:
            names = self._names
            arguments = names["model"], names["state"], *names["batch"](self.steps)
            return explain(names["step"], measure=True)(*arguments)


def weights_of(model: Any) -> list[Any]:
    """The weights of the Linear layers, in order.

    >>> [w.shape for w in weights_of(nn.Sequential(nn.Linear(2, 3, key=fjax.random.key(0))))]
    [(3, 2)]
    """
    return [layer.weight for layer in model if isinstance(layer, nn.Linear)]


def outputs_of(model: Any, x: Any) -> list[Any]:
    """What each layer gives after its activation, [rows, units]; the last layer gives log-odds.

    >>> model = nn.Sequential(nn.Linear(2, 3, key=fjax.random.key(0)), nn.relu)
    >>> [z.shape for z in outputs_of(model, jnp.ones((5, 2)))]
    [(5, 3)]
    """
    found: list[Any] = []
    for layer in model:
        x = layer(x)
        if isinstance(layer, nn.Linear):
            found.append(x)
        else:
            found[-1] = x
    return found
