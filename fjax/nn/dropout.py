"""Layers that drop values at random while a model is trained."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax import random, tree
from fjax.errors import FjaxValueError
from fjax.nn.module import Module


class Dropout(Module):
    """Set elements to 0 with a probability, and scale the others so that the mean stays.

    It does so only with train=True, which needs a key.

    rate: the probability of 0.

    >>> layer = Dropout(0.5)
    >>> y = layer(jnp.ones(1000), key=fjax.random.key(0), train=True)
    >>> set(y.tolist()) == {0.0, 2.0}, layer(jnp.ones(2))
    (True, Array([1., 1.], dtype=float64))
    """

    rate: float = tree.static()

    def __post_init__(self) -> None:
        if not 0 <= self.rate < 1:
            raise FjaxValueError(f"{type(self).__name__}: rate is in [0, 1), got {self.rate}")

    def _shape(self, x: Any) -> tuple[int, ...]:
        return x.shape

    def __call__(self, x: Any, *, key: Any = None, train: bool = False) -> Any:
        kind = type(self).__name__
        if not train or self.rate == 0:
            return x
        if key is None:
            raise FjaxValueError(f"{kind} draws while it trains: call it with key=")
        kept = random.bernoulli(key, jnp.float32(1 - self.rate), self._shape(x))
        return jnp.where(kept, x / (1 - self.rate), jnp.zeros_like(x))


class ChannelDropout(Dropout):
    """Dropout of whole channels of (batch, channels, positions…).

    >>> ChannelDropout(0.5)(jnp.ones((2, 3, 4)), key=fjax.random.key(0), train=True).shape
    (2, 3, 4)
    """

    def _shape(self, x: Any) -> tuple[int, ...]:
        return (*x.shape[:2], *(1,) * (x.ndim - 2))


class DropPath(Dropout):
    """Dropout of whole examples, along axis 0: of the layer inside a Residual.

    >>> DropPath(0.5)(jnp.ones((2, 3)), key=fjax.random.key(0), train=True).shape
    (2, 3)
    """

    def _shape(self, x: Any) -> tuple[int, ...]:
        return (*x.shape[:1], *(1,) * (x.ndim - 1))
