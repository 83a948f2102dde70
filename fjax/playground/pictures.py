"""What a network does, as images: where it decides, what its units give, its weights over time."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import nn
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.playground.engine import Experiment, Frame, outputs_of
from fjax.train.drawing import over_time, png
from fjax.train.probe import Distribution

GRID = 64  # pixels of a map, in each direction
MOST_UNITS = 16  # that are shown of a layer
_MOST_POINTS = 600
_SIZE = 400  # of the drawing with the points
_COLOURS = np.array(
    [
        (8, 119, 189), (245, 147, 34), (44, 160, 44), (214, 39, 40), (148, 103, 189),
        (140, 86, 75), (227, 119, 194), (110, 110, 110), (168, 170, 20), (23, 190, 207),
    ], float,
)  # fmt: skip


class Plane:
    """The plane in which points are shown: that of two inputs, or of two principal components.

    names: of its axes. It shows each point of the data at `place(point)`, between -1 and 1.
    """

    def __init__(self, experiment: Experiment):
        inputs, labels, held, held_labels = experiment.data
        few = -(-(len(inputs) + len(held)) // _MOST_POINTS)  # one in how many is shown
        self.points = np.concatenate([inputs[::few], held[::few]])
        self.labels = np.concatenate([labels[::few], held_labels[::few]])
        self.held = np.arange(len(self.points)) >= len(inputs[::few])
        width = inputs.shape[1]
        flat = width <= 2
        self.middle = np.zeros(width) if flat else inputs.mean(0).astype(float)
        centred = inputs - self.middle
        self.axes = np.eye(width)[:2] if flat else np.linalg.svd(centred, full_matrices=False)[2]
        self.axes = np.vstack([self.axes[:2], np.zeros((2 - min(2, len(self.axes)), width))])
        self.names = [*experiment.columns, ""][:2] if flat else ["component 1", "component 2"]
        self.extent = max(1e-6, float(np.abs(centred @ self.axes.T).max()) * 1.08)
        line = np.linspace(-1, 1, GRID) * self.extent
        across, up = np.meshgrid(line, line[::-1])
        offsets = across[..., None] * self.axes[0] + up[..., None] * self.axes[1]
        self.grid = jnp.asarray((self.middle + offsets).reshape(-1, width), jnp.float32)

    def place(self, points: np.ndarray) -> np.ndarray:
        """Where points are shown, [rows, 2]."""
        return (points - self.middle) @ self.axes.T / self.extent

    def drawing(self, labels: Sequence[str]) -> str:
        """The points and the names of the axes, as an SVG that lies over a map."""
        places = (self.place(self.points) * (1, -1) + 1) * _SIZE / 2
        parts = []
        for (x, y), label, held in zip(places, self.labels, self.held, strict=True):
            red, green, blue = _COLOURS[label % len(_COLOURS)].astype(int)
            edge = "#222" if held else "#fff"
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" stroke="{edge}" '
                f'fill="rgb({red},{green},{blue})"><title>{_text(labels[label])}</title></circle>'
            )
        across, up = map(_text, self.names)
        parts.append(f'<text x="{_SIZE - 8}" y="{_SIZE - 8}" text-anchor="end">{across}</text>')
        parts.append(f'<text x="8" y="18">{up}</text>')
        return f'<svg viewBox="0 0 {_SIZE} {_SIZE}" aria-hidden="true">{"".join(parts)}</svg>'


def make_maps(experiment: Experiment, plane: Plane) -> Callable[[Any], tuple[str, list[str]]]:
    """A function of a model: (the map of its decisions, a strip of its units' maps a layer)."""

    @jit
    def values(model: Any) -> Any:
        found = outputs_of(model, plane.grid)
        units = [z[:, :MOST_UNITS] for z in found[:-1]]
        return nn.softmax(found[-1]), units

    def maps(model: Any) -> tuple[str, list[str]]:
        odds, units = values(model)
        return decisions(np.asarray(odds)), [_strip(np.asarray(z)) for z in units]

    return maps


def decisions(odds: np.ndarray) -> str:
    """Probabilities of classes on the grid as an image: the surer, the stronger the colour.

    >>> decisions(np.ones((GRID * GRID, 2)) / 2)[:14]
    'data:image/png'
    """
    classes = odds.shape[1]
    colours = _COLOURS[np.arange(classes) % len(_COLOURS)]
    sure = (odds.max(1, keepdims=True) - 1 / classes) / (1 - 1 / classes)
    pixels = 255 - 0.7 * sure * (255 - odds @ colours)
    return png(np.nan_to_num(pixels).clip(0, 255).reshape(GRID, GRID, 3).astype(np.uint8))


def _strip(values: np.ndarray) -> str:
    """The maps of a layer's units side by side, each from its lowest to its highest value."""
    maps = values.T.reshape(-1, GRID, GRID)[:, ::2, ::2]
    maps = np.pad(maps, ((0, 0), (0, 0), (0, 2)), constant_values=np.nan)
    largest = np.maximum(np.nanmax(np.abs(maps), axis=(1, 2), keepdims=True), 1e-9)
    return signed(np.concatenate(list(maps / largest), axis=1)[:, :-2])


def signed(values: np.ndarray) -> str:
    """A matrix as an image: blue below zero, orange above; its largest number is strongest.

    >>> signed(np.array([[-1.0, 0.0, 2.0]]))[:14]
    'data:image/png'
    """
    finite = np.nan_to_num(values)
    part = (finite / max(float(np.abs(finite).max()), 1e-12))[..., None]
    colours = np.where(part < 0, _COLOURS[0], _COLOURS[1])
    pixels = 255 - np.abs(part) * (255 - colours)
    return png(np.where(np.isnan(values)[..., None], 128, pixels).astype(np.uint8))


def history(frames: Sequence[Frame], which: str, layer: int) -> tuple[str, float, float]:
    """Distributions of `weights`, `gradients` or `outputs` over the frames: image, low, high."""
    found: list[Distribution] = [getattr(frame, which)[layer] for frame in frames]
    return over_time(found)


def _text(value: object) -> str:
    return html.escape(str(value))
