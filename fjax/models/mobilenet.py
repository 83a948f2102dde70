"""MobileNetV2 (Sandler et al. 2018): residual blocks that are thin outside and wide inside."""

from __future__ import annotations

from typing import Any

from fjax import nn, random, tree
from fjax.models.layers import activated, linear, normed
from fjax.nn import initializers
from fjax.nn.module import Module
from fjax.nn.state import State, with_state

# expansion, channels, blocks, stride of the first
STAGES = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)


def _rounded(channels: float) -> int:
    """Channels as a multiple of eight, never less than nine tenths."""
    near = max(8, int(channels + 4) // 8 * 8)
    return near if near >= 0.9 * channels else near + 8


class InvertedResidual(Module):
    """A pointwise, a depthwise and a pointwise convolution, around which the input goes.

    >>> key = fjax.random.key(0)
    >>> block, state = fjax.nn.with_state(InvertedResidual(8, 16, 6, 2, key=key))
    >>> block(jnp.ones((1, 8, 6, 6)), state)[0].shape
    (1, 16, 3, 3)
    """

    conv: nn.Sequential
    around: bool = tree.static()

    def __init__(self, inputs: int, outputs: int, expansion: int, stride: int, *, key: Any):
        one, two, three = random.split(key, 3)
        wide = inputs * expansion
        widen = [] if expansion == 1 else [activated(nn.relu6, inputs, wide, 1, key=one)]
        self.conv = nn.Sequential(
            *widen,
            activated(nn.relu6, wide, wide, 3, key=two, stride=stride, groups=wide),
            *normed(wide, outputs, 1, key=three),
        )
        self.around = stride == 1 and inputs == outputs

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.conv(x, state, train=train)
        return x + y if self.around else y, state


class MobileNetV2(Module):
    """(batch, channels, height, width) and a state → ((batch, classes), state).

    >>> model, state = mobilenet_v2(fjax.random.key(0), num_classes=5, width_mult=0.1)
    >>> model(jnp.ones((1, 3, 32, 32)), state)[0].shape
    (1, 5)
    """

    features: nn.Sequential
    classifier: nn.Sequential

    def __call__(self, x: Any, state: Any, *, key: Any = None, train: bool = False) -> Any:
        y, state = self.features(x, state, train=train)
        return self.classifier(nn.global_avg_pool(y), state, key=key, train=train)


def mobilenet_v2(
    key: Any,
    *,
    num_classes: int = 1000,
    dropout: float = 0.2,
    channels: int = 3,
    width_mult: float = 1.0,
) -> tuple[MobileNetV2, State]:
    """MobileNetV2: 3.5 million parameters. width_mult: a factor of all numbers of channels.

    >>> model, state = mobilenet_v2(fjax.random.key(0), num_classes=10, width_mult=0.1)
    >>> len(state)
    52
    """
    keys = iter(random.split(key, 20))
    inputs = _rounded(32 * width_mult)
    layers: list[Module] = [activated(nn.relu6, channels, inputs, 3, key=next(keys), stride=2)]
    for expansion, wide, count, stride in STAGES:
        outputs = _rounded(wide * width_mult)
        for number in range(count):
            first = stride if number == 0 else 1
            layers.append(InvertedResidual(inputs, outputs, expansion, first, key=next(keys)))
            inputs = outputs
    last = _rounded(1280 * max(1.0, width_mult))
    layers.append(activated(nn.relu6, inputs, last, 1, key=next(keys)))
    head = linear(last, num_classes, initializers.normal(0.01), key=next(keys))
    classifier = nn.Sequential(nn.Dropout(dropout), head)
    return with_state(MobileNetV2(nn.Sequential(*layers), classifier))
