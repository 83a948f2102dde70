"""What a person can choose: data, network, optimiser. Values that make no sense are refused."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError

DATA = ("xor", "spiral", "circles", "moons", "gaussians", "digits")
ACTIVATIONS = ("relu", "tanh", "sigmoid", "gelu", "silu", "identity")
# What the program says -> which numbers besides the learning rate it holds.
OPTIMIZERS = {
    "sgd": "",
    "momentum": ", momentum=0.9",
    "adam": "",
    "adamw": ", weight_decay=0.01",
    "rmsprop": "",
    "adagrad": "",
    "lion": "",
}
PENALTIES = ("none", "l1", "l2")
MOST_LAYERS, MOST_UNITS, MOST_POINTS = 6, 256, 20_000


@dataclass(frozen=True)
class Layer:
    """A hidden layer: how many units, and the function after them."""

    units: int = 4
    activation: str = "tanh"


@dataclass(frozen=True)
class Settings:
    """All choices. `FjaxValueError` names the one that makes no sense.

    data: one of DATA, or the path of a CSV file. noise: a standard deviation, for drawn data.
    penalty: of the weights, times `strength`. batch: rows of a step. seed: of all random numbers.

    >>> Settings(layers=(Layer(8),)).layers[0].units
    8
    >>> Settings("moons").drawn
    True
    """

    data: str = "xor"
    noise: float = 0.0
    points: int = 400
    layers: tuple[Layer, ...] = (Layer(4), Layer(2))
    optimizer: str = "adam"
    learning_rate: float = 0.03
    penalty: str = "none"
    strength: float = 0.001
    batch: int = 16
    seed: int = 0
    target: str | None = None  # the column of classes of a CSV file; None is the last

    def __post_init__(self) -> None:
        _one_of("optimizer", self.optimizer, list(OPTIMIZERS))
        _one_of("penalty", self.penalty, PENALTIES)
        if self.drawn and self.data != "digits":
            _between("points", self.points, 10, MOST_POINTS)
        _between("noise", self.noise, 0.0, 10.0)
        check_rate(self.learning_rate)
        _between("strength", self.strength, 0.0, 10.0)
        _between("batch", self.batch, 1, MOST_POINTS)
        _between("seed", self.seed, 0, 2**31 - 1)
        if len(self.layers) > MOST_LAYERS:
            raise FjaxValueError(f"playground: at most {MOST_LAYERS} hidden layers")
        for layer in self.layers:
            _one_of("activation", layer.activation, ACTIVATIONS)
            _between("units", layer.units, 1, MOST_UNITS)

    @property
    def drawn(self) -> bool:
        """Whether the data are one of `fjax.data`'s sets rather than a file."""
        return self.data in DATA


def check_rate(rate: Any) -> None:
    """Raise FjaxValueError for a learning rate that is not positive and finite.

    >>> check_rate(0.1)
    """
    _between("learning_rate", rate, 1e-9, 1e3)


def _one_of(name: str, value: Any, known: Sequence[str]) -> None:
    if value not in known:
        raise FjaxValueError(f"playground: {name} is one of {', '.join(known)}, got {value!r}")


def _between(name: str, value: Any, low: float, high: float) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not low <= value <= high:
        raise FjaxValueError(f"playground: {name} is between {low:g} and {high:g}, got {value!r}")
    if isinstance(low, int) and not isinstance(value, int):
        raise FjaxValueError(f"playground: {name} is a whole number, got {value!r}")
