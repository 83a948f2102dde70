"""A picture of training: one HTML file, which is shown again while training goes on."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from fjax import tree
from fjax.checkpoints.format import write_atomically
from fjax.core.plain_arguments import check_number, check_whole
from fjax.core.regular_files import check_place
from fjax.errors import FjaxValueError
from fjax.nn.module import Module, walk
from fjax.nn.summaries import summary
from fjax.train.drawing import chart, over_time, picture_of, text
from fjax.train.knobs import Cell, Wanted, held, in_notebook
from fjax.train.measuring import plain
from fjax.train.probe import Distribution, Look, make_look
from fjax.train.progress import Progress

COLUMNS = 80  # looks that are kept; beyond, every second one goes and the steps between double
MOST_LAYERS = 40
SAMPLES = 12
Sample = tuple[str | None, str, str, bool]  # image, prediction, target, whether they differ
STYLE = """
.fjax { font: 13px/1.4 system-ui, sans-serif; color: #222; background: #fff; padding: 12px; }
.fjax h1 { font-size: 18px; margin: 0 0 2px; } .fjax h2 { font-size: 15px; margin: 18px 0 4px; }
.fjax .charts { display: flex; flex-wrap: wrap; gap: 8px; }
.fjax svg { border: 1px solid #e3e3e3; border-radius: 4px; background: #fff; max-width: 100%; }
.fjax .title { font-size: 13px; font-weight: 600; } .fjax .tick { font-size: 10px; fill: #666; }
.fjax .grid { stroke: #eee; }
.fjax table { border-collapse: collapse; display: block; max-width: 100%; overflow-x: auto; }
.fjax td, .fjax th { padding: 2px 10px 2px 0; text-align: left; vertical-align: middle; }
.fjax .time { width: 240px; height: 48px; image-rendering: pixelated; border: 1px solid #ddd; }
.fjax .samples { display: flex; flex-wrap: wrap; gap: 10px; } .fjax .samples div { width: 110px; }
.fjax .samples img { width: 72px; height: 72px; image-rendering: pixelated; display: block; }
.fjax .wrong { color: #c22; } .fjax small { color: #666; }
"""


class Picture:
    """A callback that draws: curves, distributions over time, samples, timing.

    path: of the HTML file, written again every `seconds` at most; it needs no server, and an open
    page follows it. Without a path a notebook's running cell shows it, with a slider for each
    number that `optim.inject_hyperparams` holds. steps: the number of steps between two pictures of
    weights, gradients and layers. learning_rate: a number, or the schedule that the optimiser has;
    one that is held is drawn without it.

    >>> picture = Picture(learning_rate=0.1)
    >>> loader = fjax.data.Loader((np.ones((8, 2)), np.ones((8, 1))), 2)
    >>> layer, loss = fjax.nn.Linear(2, 1, key=fjax.random.key(0)), fjax.nn.losses.squared_error
    >>> result = fjax.train.fit(
    ...     layer, fjax.optim.sgd(0.1), loss, loader, epochs=3, callbacks=[picture]
    ... )
    >>> picture.html().count("<svg") >= 4
    True
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        steps: int = 20,
        seconds: float = 2.0,
        learning_rate: float | Callable[[Any], Any] | None = None,
        title: str = "Training",
    ):
        check_whole("train.Picture: steps", steps, 1)
        check_number("train.Picture: seconds", seconds, 0)
        if path is not None:
            check_place("train.Picture", path)
            if not os.fspath(path).lower().endswith((".html", ".htm")):
                raise FjaxValueError(
                    f"train.Picture: path is of a page, such as 'run.html', got {path!r:.60}"
                )
        self.path, self.steps, self.seconds, self.title = path, steps, seconds, title
        if learning_rate is not None and not callable(learning_rate):
            check_number("train.Picture: learning_rate", learning_rate, 0)
        self.learning_rate = learning_rate
        self.curves: dict[str, list[tuple[float, float]]] = {}
        self.looks: list[tuple[int, Look]] = []
        self.samples: list[Sample] = []
        self.held: dict[str, float] = {}  # the numbers of the optimiser that can be turned
        self.spent = 0.0  # seconds, on looking and drawing
        self._waiting: list[Any] = []
        self._look: Any = None
        self._drawn = 0.0
        self._marked = (0.0, 0)  # seconds and rows at the last look
        self._now: Progress | None = None
        self._wanted = Wanted()
        self._cell: Cell | None = None
        self._seconds = 0.0  # of the training, at its last event

    def __call__(self, now: Progress) -> str | None:
        self._now = now
        if now.event == "step":
            self._waiting.append(now.last)
            if now.step % self.steps and now.step != now.first_step + 1:
                self._wanted.apply(now.run.memory)
                return None
        began, self._seconds = time.monotonic(), now.seconds
        self.held = held(now.run.memory)
        if now.event == "start":
            self._look, self._cell = make_look(now.recipe), None
        elif now.event == "step":
            self._note(now)
        over = now.event == "end"
        self._wanted.apply(now.run.memory)
        if over or began - self._drawn >= self.seconds:
            self._draw(over)
        self.spent += time.monotonic() - began
        return None

    def turn(self, name: str, value: float) -> None:
        """Use another value of a number that the optimiser holds, from the next step on.

        name: as `optim.inject_hyperparams` has it, such as "learning_rate". Any thread may call
        it. Training raises FjaxValueError for a name that the optimiser does not hold.

        >>> picture = Picture()
        >>> picture.turn("learning_rate", 0.01)
        """
        self._wanted.turn(name, value)

    def _draw(self, over: bool) -> None:
        """Write the file, or show the picture in the cell that runs."""
        if self.path is not None:
            page = _page(self.title, self.html(), not over, self.seconds)
            write_atomically(self.path, lambda file: file.write_bytes(page.encode()))
        elif self._cell is not None and self._now is not None and self._now.event != "start":
            self._cell.show(self.html(), self._wanted.fixed)
        elif in_notebook():
            self._cell = Cell(self.held, self._wanted, self.html())
        self._drawn = time.monotonic()

    def _note(self, now: Progress) -> None:
        """Look at the run after a step."""
        rows = [{k: plain(x) for k, x in values.items()} for values in self._waiting]
        self._waiting.clear()
        for name in rows[0]:
            self._add(name, now.step, float(np.mean([row[name] for row in rows])))
        look = tree.map(np.asarray, self._look(now.run, now.data))
        if np.isfinite(look.norm):
            self._add("gradient norm", now.step, float(look.norm))
        for name, ratio in look.ratios.items():
            self._add(f"ratio/{name}", now.step, float(ratio))
        rate = self.held.get("learning_rate", self.learning_rate)
        if rate is not None:
            value = rate(now.step - 1) if callable(rate) else rate
            self._add("learning rate", now.step, float(value))
        seconds, seen = self._marked
        self._marked = (now.seconds, now.rows)
        if seen and now.rows > seen:
            self._add("rows a second", now.step, (now.rows - seen) / (now.seconds - seconds))
        self.samples = _samples(now.data, look.predictions, look.targets)
        self.looks.append((now.step, look._replace(predictions=None, targets=None)))
        if len(self.looks) > COLUMNS:
            self.looks = self.looks[1::2]
            self.curves = {name: points[1::2] for name, points in self.curves.items()}
            self.steps *= 2

    def _add(self, name: str, step: int, value: float) -> None:
        self.curves.setdefault(name, []).append((step, value))

    # ---- the page

    def html(self) -> str:
        """What is in the page: a fragment of HTML with its style."""
        now = self._now
        if now is None:
            return f'<div class="fjax"><h1>{text(self.title)}</h1>not begun</div>'
        parts = [f"<h1>{text(self.title)}</h1>", self._status(now), self._charts(now)]
        if self.samples:
            parts.append(f"<h2>Predictions of the last batch</h2>{_shown(self.samples)}")
        if self.looks:
            parts.append(self._distributions())
            if isinstance(now.run.model, Module):
                parts.append(f"<h2>Parameters</h2>{summary(now.run.model)._repr_html_()}")
        return f'<div class="fjax"><style>{STYLE}</style>{"".join(parts)}</div>'

    def _repr_html_(self) -> str:
        return self.html()

    def _status(self, now: Progress) -> str:
        seconds = max(self._seconds, 1e-9)
        place = f"epoch {min(now.epoch + 1, now.epochs)} of {now.epochs}"
        where = f"ended after {now.epoch} epochs" if now.event == "end" else place
        return (
            f"<small>{where}, step {now.step:,}, {seconds:,.0f} s, "
            f"{now.rows / seconds:,.0f} rows/s, {self.spent / seconds:.0%} of the time for this "
            "picture</small>"
        )

    def _charts(self, now: Progress) -> str:
        """Loss, metrics, learning rate, norm, ratios, speed."""
        ends = {name: [(row["step"], row[name]) for row in now.history] for name in self._means()}
        names = [n for n in ("loss", *sorted(self._means())) if not n.startswith("val_")]
        charts = []
        for name in dict.fromkeys(names):
            curves = {"steps": self.curves.get(name, []), "epochs": ends.get(name, [])}
            if f"val_{name}" in ends:
                curves["validation"] = ends[f"val_{name}"]
            charts.append(chart(name, curves))
        for name in ("learning rate", "gradient norm", "rows a second"):
            if name in self.curves:
                charts.append(chart(name, {name: self.curves[name]}))
        ratios = {n[6:]: p for n, p in self.curves.items() if n.startswith("ratio/")}
        if ratios:
            shown = {name: ratios[name] for name in _ordered(ratios)}
            charts.append(chart("size of updates / size of weights", shown, logarithmic=True))
        return f'<div class="charts">{"".join(charts)}</div>'

    def _means(self) -> list[str]:
        history = self._now.history if self._now is not None else []
        return [name for name in (history[-1] if history else {}) if name not in ("epoch", "step")]

    def _distributions(self) -> str:
        """A table of images: weights and gradients of each parameter, outputs of each layer."""
        looks = [look for _, look in self.looks]
        last = looks[-1]
        steps = f"steps {self.looks[0][0]} to {self.looks[-1][0]}, from left to right"
        rows = "".join(
            f"<tr><td>{text(name)}</td>{_cell([x.weights[name] for x in looks])}"
            f"{_cell([x.gradients[name] for x in looks])}</tr>"
            for name in _ordered(last.weights)
        )
        head = "<tr><th>parameter</th><th>weights</th><th></th><th>gradients</th><th></th></tr>"
        found = f"<h2>Distributions</h2><small>{steps}</small><table>{head}{rows}</table>"
        if not last.outputs or self._now is None:
            return found
        kinds = {path: type(module).__name__ for path, module in walk(self._now.run.model)}
        rows = "".join(
            f"<tr><td>{text(name)} <small>{text(kinds.get(name, ''))}</small></td>"
            f"{_cell([x.outputs[name] for x in looks])}</tr>"
            for name in _ordered(last.outputs)
        )
        head = "<tr><th>layer</th><th>outputs</th><th></th></tr>"
        return f"{found}<h2>Activations</h2><table>{head}{rows}</table>"


def _ordered(names: Iterable[str]) -> list[str]:
    """Paths with numbers, in their order, as many as a page can show."""
    parts = lambda name: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", name)]
    return sorted(names, key=parts)[:MOST_LAYERS]


def _cell(seen: list[Distribution]) -> str:
    address, low, high = over_time(seen)
    return (
        f'<td><img class="time" alt="" src="{address}"></td>'
        f"<td><small>{high:.3g}<br><br>{low:.3g}</small></td>"
    )


def _shown(samples: list[Sample]) -> str:
    parts = []
    for image, prediction, target, wrong in samples:
        picture = "" if image is None else f'<img alt="" src="{image}">'
        kind = ' class="wrong"' if wrong else ""
        parts.append(
            f"<div>{picture}<span{kind}>{text(prediction)}</span><br>"
            f"<small>wanted {text(target)}</small></div>"
        )
    return f'<div class="samples">{"".join(parts)}</div>'


def _samples(batch: Any, predictions: Any, targets: Any) -> list[Sample]:
    """The first rows of a batch, if predictions and targets have rows of numbers."""
    arrays = isinstance(predictions, np.ndarray) and isinstance(targets, np.ndarray)
    if not arrays or predictions.ndim not in (1, 2) or targets.shape[:1] != predictions.shape[:1]:
        return []
    inputs = np.asarray(batch[0]) if isinstance(batch, tuple) and len(batch) == 2 else np.zeros(0)
    images = inputs.ndim == 4 and inputs.shape[1] in (1, 3)
    classes = predictions.ndim == 2 and targets.ndim == 1 and targets.dtype.kind in "iu"
    rows: list[Sample] = []
    for k in range(min(SAMPLES, len(predictions))):
        image = picture_of(inputs[k]) if images else None
        if classes:
            odds = np.exp(predictions[k] - predictions[k].max(), dtype=np.float64)
            best = int(predictions[k].argmax())
            sure = f"{best} ({odds[best] / odds.sum():.0%})"
            rows.append((image, sure, str(targets[k]), best != int(targets[k])))
        else:
            rows.append((image, _brief(predictions[k]), _brief(targets[k]), False))
    return rows


def _brief(values: np.ndarray) -> str:
    shown = [f"{value:.3g}" for value in np.atleast_1d(values)[:4]]
    return " ".join(shown) + (" …" if np.size(values) > 4 else "")


VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'


def _page(title: str, body: str, refreshing: bool, seconds: float) -> str:
    again = f'<meta http-equiv="refresh" content="{max(1, round(seconds))}">' if refreshing else ""
    head = f'<meta charset="utf-8">{VIEWPORT}{again}<title>{text(title)}</title>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'
