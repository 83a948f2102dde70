"""What several models are made of."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax.nn import initializers
from fjax.nn.linear import Embedding, Initializer, Linear, initializer
from fjax.nn.module import Module, replace

he_fan_out = initializers.variance_scaling(2.0, "fan_out", "normal", in_axis=1, out_axis=0)


def unbiased(layer: Module) -> Any:
    """A layer whose bias is zero at first.

    >>> print(unbiased(fjax.nn.Linear(2, 3, key=fjax.random.key(0))).bias)
    [0. 0. 0.]
    """
    bias = getattr(layer, "bias")  # noqa: B009
    return replace(layer, "bias", jnp.zeros_like(bias))


def linear(inputs: int, outputs: int, init: Initializer, *, key: Any) -> Linear:
    """A Linear layer with an initialiser for its weight, whose bias is zero at first.

    >>> linear(2, 3, "he_normal", key=fjax.random.key(0))
    Linear(weight=float32[3,2], bias=float32[3])
    """
    return unbiased(Linear(inputs, outputs, key=key, init=init))


def embedding(rows: int, features: int, init: Initializer, *, key: Any) -> Embedding:
    """An Embedding with an initialiser for its table.

    >>> embedding(5, 3, "normal", key=fjax.random.key(0))
    Embedding(weight=float32[5,3])
    """
    table = initializer(init)(key, (rows, features), jnp.float32)
    return replace(Embedding(rows, features, key=key), "weight", table)
