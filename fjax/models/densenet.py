"""DenseNet (Huang et al. 2016): each layer sees what all layers before it in its block gave."""

from __future__ import annotations

from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.models.layers import unbiased
from fjax.nn import initializers
from fjax.nn.module import Module
from fjax.nn.state import State, with_state

he_fan_in = initializers.variance_scaling(2.0, "fan_in", "normal", in_axis=1, out_axis=0)


def _conv(inputs: int, outputs: int, size: int, *, key: Any, stride: int = 1) -> nn.Conv2d:
    padding = size // 2
    return nn.Conv2d(
        inputs, outputs, size, key=key, stride=stride, padding=padding, bias=False, init=he_fan_in
    )


class DenseLayer(Module):
    """A pointwise and a 3 × 3 convolution, each behind its norm, which give `growth` channels.

    >>> layer, state = fjax.nn.with_state(DenseLayer(6, 2, key=fjax.random.key(0)))
    >>> layer(jnp.ones((1, 6, 4, 4)), state)[0].shape
    (1, 2, 4, 4)
    """

    norm1: nn.BatchNorm
    conv1: nn.Conv2d
    norm2: nn.BatchNorm
    conv2: nn.Conv2d

    def __init__(self, inputs: int, growth: int, *, key: Any, widening: int = 4):
        one, two = random.split(key)
        self.norm1, self.norm2 = nn.BatchNorm(inputs), nn.BatchNorm(widening * growth)
        self.conv1 = _conv(inputs, widening * growth, 1, key=one)
        self.conv2 = _conv(widening * growth, growth, 3, key=two)

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.norm1(x, state, train=train)
        y, state = self.norm2(self.conv1(nn.relu(y)), state, train=train)
        return self.conv2(nn.relu(y)), state


class DenseBlock(Module):
    """Layers whose results are put behind what they were given.

    >>> keys = fjax.random.split(fjax.random.key(0))
    >>> block = DenseBlock((DenseLayer(6, 2, key=keys[0]), DenseLayer(8, 2, key=keys[1])))
    >>> block, state = fjax.nn.with_state(block)
    >>> block(jnp.ones((1, 6, 4, 4)), state)[0].shape
    (1, 10, 4, 4)
    """

    layers: tuple[DenseLayer, ...]
    torch_names = {r"^layers\.(\d+)\.": lambda found: f"denselayer{int(found[1]) + 1}."}

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        for layer in self.layers:
            y, state = layer(x, state, train=train)
            x = jnp.concatenate([x, y], axis=1)
        return x, state


class Transition(Module):
    """Between blocks: half the channels, half the height and width.

    >>> part, state = fjax.nn.with_state(Transition(6, key=fjax.random.key(0)))
    >>> part(jnp.ones((1, 6, 4, 4)), state)[0].shape
    (1, 3, 2, 2)
    """

    norm: nn.BatchNorm
    conv: nn.Conv2d

    def __init__(self, inputs: int, *, key: Any):
        self.norm, self.conv = nn.BatchNorm(inputs), _conv(inputs, inputs // 2, 1, key=key)

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.norm(x, state, train=train)
        return nn.AvgPool((2, 2))(self.conv(nn.relu(y))), state


class DenseNet(Module):
    """(batch, channels, height, width) and a state → ((batch, classes), state).

    >>> model, state = densenet121(fjax.random.key(0), num_classes=5, growth=1, width=2)
    >>> model(jnp.ones((1, 3, 32, 32)), state)[0].shape
    (1, 5)
    """

    conv0: nn.Conv2d
    norm0: nn.BatchNorm
    blocks: tuple[DenseBlock, ...]
    transitions: tuple[Transition, ...]
    norm5: nn.BatchNorm
    classifier: nn.Linear
    torch_names = {
        r"^(conv0|norm0|norm5)\.": r"features.\1.",
        r"^blocks\.(\d+)\.": lambda found: f"features.denseblock{int(found[1]) + 1}.",
        r"^transitions\.(\d+)\.": lambda found: f"features.transition{int(found[1]) + 1}.",
    }

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.norm0(self.conv0(x), state, train=train)
        y = nn.MaxPool((3, 3), 2, 1)(nn.relu(y))
        for number, block in enumerate(self.blocks):
            y, state = block(y, state, train=train)
            if number < len(self.transitions):
                y, state = self.transitions[number](y, state, train=train)
        y, state = self.norm5(y, state, train=train)
        return self.classifier(nn.global_avg_pool(nn.relu(y))), state


def densenet121(
    key: Any,
    *,
    num_classes: int = 1000,
    channels: int = 3,
    growth: int = 32,
    width: int = 64,
    counts: tuple[int, ...] = (6, 12, 24, 16),
) -> tuple[DenseNet, State]:
    """DenseNet-121: 8 million parameters.

    growth: channels that each layer adds. width: of the first convolution. counts: of the layers of
    each block.

    >>> _, state = densenet121(fjax.random.key(0), num_classes=10, growth=1, width=2)
    >>> len(state)
    121
    """
    keys = iter(random.split(key, sum(counts) + len(counts) + 1))
    blocks, transitions, wide = [], [], width
    conv0 = _conv(channels, width, 7, key=next(keys), stride=2)
    for number, count in enumerate(counts):
        layers = [DenseLayer(wide + k * growth, growth, key=next(keys)) for k in range(count)]
        blocks.append(DenseBlock(tuple(layers)))
        wide += count * growth
        if number < len(counts) - 1:
            transitions.append(Transition(wide, key=next(keys)))
            wide //= 2
    head = unbiased(nn.Linear(wide, num_classes, key=next(keys)))
    return with_state(
        DenseNet(
            conv0, nn.BatchNorm(width), tuple(blocks), tuple(transitions), nn.BatchNorm(wide), head
        )
    )
