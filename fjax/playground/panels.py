"""Parts of the page; each shows a recorded step when it is told to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np

from fjax.playground.engine import Experiment, Frame, weights_of
from fjax.playground.pictures import Plane, history, signed
from fjax.playground.settings import ACTIVATIONS, MOST_LAYERS, Layer

MOST_SHOWN = 64  # units of a layer, rows and columns of its weights
_MOST_COLUMNS = 80  # of a picture over time
_INK = "#8a949c"  # reads on light and dark
_COLOURS = ("#0877bd", "#f59322")
_PARTS = {"weights": "weights", "gradients": "gradients", "outputs": "activations"}


def counts(frame: Frame) -> str:
    """Where a step is, in a line."""
    return (
        f"step {frame.step:,} · loss {frame.loss[0]:.3f} · held out {frame.loss[1]:.3f} · "
        f"{frame.accuracy[0]:.0%} right · held out {frame.accuracy[1]:.0%}"
    )


class Map:
    """The decisions of the network, with the points over it."""

    def __init__(self, ui: Any):
        with ui.element("div").classes("decisions"):
            self.image = ui.element("img").props('data-testid=map alt="decisions"')
            self.points = ui.html("", sanitize=False)
        self.caption = ui.label().classes("caption")

    def begin(self, experiment: Experiment, plane: Plane) -> None:
        """Show other points."""
        self.points.set_content(plane.drawing(experiment.labels))
        where = "" if experiment.inputs <= 2 else ", in the plane of two principal components"
        inputs, _, held, _ = experiment.data
        shown, total = len(plane.points), len(inputs) + len(held)
        few = "" if shown == total else f"{shown:,} of "
        self.caption.set_text(
            f"{few}{total:,} points of {experiment.classes} classes{where}; dark edges are held out"
        )

    def show(self, address: str) -> None:
        """Show other decisions."""
        _show(self.image, address)


def _show(image: Any, address: str) -> None:
    """Show another picture; the browser is sent nothing if it is the same."""
    if image.props.get("src") != address:
        image.props["src"] = address
        image.update()


class Curves:
    """Loss and accuracy over the steps."""

    def __init__(self, ui: Any):
        self.charts = {name: ui.echart(_options(name)) for name in ("loss", "accuracy")}
        for name, chart in self.charts.items():
            chart.classes("chart").props(f'role=img aria-label="{name} over the steps"')

    def show(self, frames: Sequence[Frame], shown: Frame) -> None:
        """Draw all frames, with a line at the one that is shown."""
        for name, chart in self.charts.items():
            for part in (0, 1):
                points = [(frame.step, getattr(frame, name)[part]) for frame in frames]
                kept = [(x, round(y, 5)) for x, y in points if np.isfinite(y)]
                chart.options["series"][part]["data"] = kept
            chart.options["series"][0]["markLine"]["data"] = [{"xAxis": shown.step}]
            chart.update()


def _options(name: str) -> dict[str, Any]:
    """An empty chart."""
    axis = {"axisLabel": {"color": _INK}, "splitLine": {"lineStyle": {"color": "#8a949c33"}}}
    line = {"type": "line", "showSymbol": False, "data": []}
    mark = {"symbol": "none", "silent": True, "label": {"show": False}, "data": []}
    ends = {"min": 0, "max": 1} if name == "accuracy" else {"min": 0}
    return {
        "animation": False,
        "title": {"text": name, "left": 0, "top": 0, "textStyle": {"color": _INK, "fontSize": 13}},
        "legend": {"right": 0, "top": 0, "textStyle": {"color": _INK}},
        "grid": {"left": 44, "right": 12, "top": 34, "bottom": 24},
        "tooltip": {"trigger": "axis"},
        "color": list(_COLOURS),
        "xAxis": {"type": "value", "max": "dataMax", **axis},
        "yAxis": {"type": "value", **ends, **axis},
        "series": [
            {"name": "trained on", **line, "markLine": {**mark, "lineStyle": {"color": _INK}}},
            {"name": "held out", **line},
        ],
    }


class Layers:
    """Of each layer: what its units give in the plane, its weights and gradients, over time."""

    def __init__(self, ui: Any):
        self.ui, self.rows = ui, ui.element("div").classes("layers")
        self.cards: list[dict[str, tuple[Any, Any]]] = []

    def begin(self, experiment: Experiment) -> None:
        """Make a card for each layer."""
        self.rows.clear()
        self.cards = []
        hidden = [
            f"{layer.units} units, {layer.activation}" for layer in experiment.settings.layers
        ]
        with self.rows:
            for number, text in enumerate([*hidden, f"{experiment.classes} classes"]):
                self.cards.append(self._card(number, text, number < len(hidden)))

    def _card(self, number: int, text: str, hidden: bool) -> dict[str, tuple[Any, Any]]:
        ui = self.ui
        card: dict[str, tuple[Any, Any]] = {}
        with ui.element("article").classes("layer").props(f"data-testid=layer-{number}"):
            ui.label(f"Layer {number + 1}: {text}").classes("heading")
            if hidden:
                card["units"] = self._image("units", "what its units give", "units")
            with ui.element("div").classes("matrices"):
                card["matrix"] = self._image("matrix", "weights now", "matrix")
                card["slopes"] = self._image("slopes", "gradients now", "matrix")
            for part, words in _PARTS.items():
                card[part] = self._image(part, f"{words} over time", "time")
        return card

    def _image(self, name: str, text: str, kind: str) -> tuple[Any, Any]:
        """An image and its caption."""
        with self.ui.element("figure").classes(kind):
            image = self.ui.element("img").props(f'alt="{text}" data-testid={name}')
            with self.ui.element("figcaption"):
                return image, self.ui.label(text)

    def show(self, frames: Sequence[Frame], index: int, units: Sequence[str]) -> None:
        """Show a frame, and the way to it."""
        frame = frames[index]
        past = frames[: index + 1]
        past = past[:: max(1, -(-len(past) // _MOST_COLUMNS))]
        weights = weights_of(frame.model)
        for number, card in enumerate(self.cards):
            addresses = {
                "matrix": signed(np.asarray(weights[number])[:MOST_SHOWN, :MOST_SHOWN]),
                "slopes": signed(np.asarray(frame.slopes[number])[:MOST_SHOWN, :MOST_SHOWN]),
            }
            if "units" in card:
                addresses["units"] = units[number]
            for part, words in _PARTS.items():
                addresses[part], low, high = history(past, part, number)
                card[part][1].set_text(f"{words} over time: {low:.3g} to {high:.3g}")
            for name, address in addresses.items():
                _show(card[name][0], address)


def whole(
    value: float | None, name: str, limits: tuple[int, int], say: Callable[[str], None]
) -> int | None:
    """The number that somebody typed; None while there is none, or after a message about it."""
    if value is None:
        return None
    low, high = limits
    if low <= value <= high and value == int(value):
        return int(value)
    say(f"{name}: a whole number from {low} to {high}, got {value:g}")
    return None


class Network:
    """The hidden layers, which can be added, changed and removed."""

    def __init__(
        self,
        ui: Any,
        layers: Sequence[Layer],
        change: Callable[[list[Layer]], Awaitable[None]],
        say: Callable[[str], None],
    ):
        self.ui, self.layers, self.change, self.say = ui, list(layers), change, say
        self.rows = ui.element("div").classes("network")
        self.more = ui.button("Add a layer", icon="add", on_click=self.add)
        self.more.props("flat dense no-caps data-testid=add-layer")
        self._draw()

    def _draw(self) -> None:
        self.rows.clear()
        self.more.set_enabled(len(self.layers) < MOST_LAYERS)
        with self.rows:
            for number, layer in enumerate(self.layers):
                self._row(number, layer)

    def _row(self, number: int, layer: Layer) -> None:
        ui = self.ui

        async def units(event: Any) -> None:
            count = whole(event.value, "units", (1, MOST_SHOWN), self.say)
            if count is not None:
                await self._set(number, Layer(count, self.layers[number].activation))

        async def activation(event: Any) -> None:
            await self._set(number, Layer(self.layers[number].units, event.value))

        with ui.element("div").classes("hidden-layer"):
            made = ui.number("units", min=1, max=MOST_SHOWN, value=layer.units, precision=0)
            made.on_value_change(units)
            made.props(f"dense outlined debounce=400 data-testid=units-{number}")
            chosen = ui.select(list(ACTIVATIONS), value=layer.activation, on_change=activation)
            chosen.props(f'dense outlined data-testid=activation-{number} aria-label="activation"')
            remove = ui.button(icon="close", on_click=lambda: self.remove(number))
            remove.props(f'flat dense aria-label="remove layer {number + 1}"')

    async def _set(self, number: int, layer: Layer) -> None:
        self.layers[number] = layer
        await self.change(self.layers)

    async def add(self) -> None:
        """Add a layer like the last one."""
        self.layers.append(self.layers[-1] if self.layers else Layer())
        self._draw()
        await self.change(self.layers)

    async def remove(self, number: int) -> None:
        """Leave a layer out."""
        del self.layers[number]
        self._draw()
        await self.change(self.layers)
