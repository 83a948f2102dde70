"""What several models are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax import nn
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


def normed(
    inputs: int, outputs: int, size: int, *, key: Any, stride: int = 1, groups: int = 1
) -> tuple[nn.Conv2d, nn.BatchNorm]:
    """A convolution that keeps the size at stride 1, without a bias, and its norm.

    >>> normed(8, 16, 3, key=fjax.random.key(0))[0].padding
    (1, 1)
    """
    conv = nn.Conv2d(
        *(inputs, outputs, size), key=key, stride=stride, padding=size // 2, groups=groups,
        bias=False, init=he_fan_out,
    )  # fmt: skip
    return conv, nn.BatchNorm(outputs)


def activated(
    activation: Callable[[Any], Any], *sizes: int, key: Any, **settings: int
) -> nn.Sequential:
    """A convolution as of `normed`, its norm, and an activation.

    >>> len(activated(fjax.nn.relu6, 8, 16, 3, key=fjax.random.key(0)))
    3
    """
    return nn.Sequential(*normed(*sizes, key=key, **settings), activation)
