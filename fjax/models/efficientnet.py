"""EfficientNet-B0 (Tan and Le 2019): inverted residuals whose channels are weighed."""

from __future__ import annotations

import math
from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.models.layers import activated, he_fan_out, linear, normed, unbiased
from fjax.nn import initializers
from fjax.nn.module import Module
from fjax.nn.state import State, call, with_state

# expansion, size of the depthwise convolution, stride of the first, channels, blocks
STAGES = (
    (1, 3, 1, 16, 1),
    (6, 3, 2, 24, 2),
    (6, 5, 2, 40, 2),
    (6, 3, 2, 80, 3),
    (6, 5, 1, 112, 3),
    (6, 5, 2, 192, 4),
    (6, 3, 1, 320, 1),
)


class SqueezeExcitation(Module):
    """Channels times weights in [0, 1], which follow from the means of all (Hu et al. 2017).

    >>> SqueezeExcitation(4, 1, key=fjax.random.key(0))(jnp.ones((2, 4, 3, 3))).shape
    (2, 4, 3, 3)
    """

    fc1: nn.Conv2d
    fc2: nn.Conv2d

    def __init__(self, channels: int, narrow: int, *, key: Any):
        one, two = random.split(key)
        self.fc1 = unbiased(nn.Conv2d(channels, narrow, 1, key=one, init=he_fan_out))
        self.fc2 = unbiased(nn.Conv2d(narrow, channels, 1, key=two, init=he_fan_out))

    def __call__(self, x: Any) -> Any:
        means = jnp.mean(x, axis=(2, 3), keepdims=True)
        return x * nn.sigmoid(self.fc2(nn.silu(self.fc1(means))))


class Block(Module):
    """Pointwise, depthwise, weighed, pointwise convolutions, around which the input may go.

    >>> block, state = fjax.nn.with_state(Block(8, 16, 6, 5, 2, 0.0, key=fjax.random.key(0)))
    >>> block(jnp.ones((1, 8, 6, 6)), state)[0].shape
    (1, 16, 3, 3)
    """

    block: nn.Sequential
    drop: nn.DropPath | None  # where the input goes around

    def __init__(
        self, inputs: int, outputs: int, expansion: int, size: int, stride: int, rate: float, *,
        key: Any,
    ):  # fmt: skip
        keys, wide = random.split(key, 4), inputs * expansion
        widen = [activated(nn.silu, inputs, wide, 1, key=keys[0])] if expansion > 1 else []
        self.block = nn.Sequential(
            *widen,
            activated(nn.silu, wide, wide, size, key=keys[1], stride=stride, groups=wide),
            SqueezeExcitation(wide, max(1, inputs // 4), key=keys[2]),
            nn.Sequential(*normed(wide, outputs, 1, key=keys[3])),
        )
        self.drop = nn.DropPath(rate) if stride == 1 and inputs == outputs else None

    def __call__(self, x: Any, state: Any, *, key: Any = None, train: bool = False) -> Any:
        y, state = self.block(x, state, train=train)
        return y if self.drop is None else x + self.drop(y, key=key, train=train), state


class EfficientNet(Module):
    """(batch, channels, height, width) and a state → ((batch, classes), state).

    >>> model, state = efficientnet_b0(fjax.random.key(0), num_classes=5, width_mult=0.1)
    >>> model(jnp.ones((1, 3, 32, 32)), state)[0].shape
    (1, 5)
    """

    features: nn.Sequential
    classifier: nn.Sequential

    def __call__(self, x: Any, state: Any, *, key: Any = None, train: bool = False) -> Any:
        first, second = (None, None) if key is None else random.split(key)
        y, state = self.features(x, state, key=first, train=train)
        return call(self.classifier, nn.global_avg_pool(y), state, key=second, train=train)


def efficientnet_b0(
    key: Any,
    *,
    num_classes: int = 1000,
    dropout: float = 0.2,
    stochastic_depth_prob: float = 0.2,
    channels: int = 3,
    width_mult: float = 1.0,
) -> tuple[EfficientNet, State]:
    """EfficientNet-B0: 5.3 million parameters.

    stochastic_depth_prob: the rate at which the last block is left out, of an example; those before
    it are less often.
    width_mult: a factor of all numbers of channels.

    >>> _, state = efficientnet_b0(fjax.random.key(0), num_classes=10, width_mult=0.1)
    >>> len(state)
    49
    """
    wide = lambda count: max(8, int(count * width_mult + 4) // 8 * 8)
    keys, total = iter(random.split(key, 20)), sum(stage[-1] for stage in STAGES)
    inputs, number = wide(32), 0
    layers: list[Module] = [activated(nn.silu, channels, inputs, 3, key=next(keys), stride=2)]
    for expansion, size, stride, outputs, count in STAGES:
        blocks = []
        for k in range(count):
            first, rate = stride if k == 0 else 1, stochastic_depth_prob * number / total
            shape = (inputs, wide(outputs), expansion, size, first, rate)
            blocks.append(Block(*shape, key=next(keys)))
            inputs, number = wide(outputs), number + 1
        layers.append(nn.Sequential(*blocks))
    last = 4 * inputs
    layers.append(activated(nn.silu, inputs, last, 1, key=next(keys)))
    spread = initializers.uniform(2 / math.sqrt(num_classes))
    centred = lambda *given: spread(*given) - 1 / math.sqrt(num_classes)
    head = linear(last, num_classes, centred, key=next(keys))
    return with_state(
        EfficientNet(nn.Sequential(*layers), nn.Sequential(nn.Dropout(dropout), head))
    )
