"""Residual networks (He et al. 2015), with the stride in the 3 × 3 convolution of a bottleneck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import nn, random
from fjax.models.layers import he_fan_out
from fjax.nn.module import Module
from fjax.nn.state import State, call, with_state


def _conv(inputs: int, outputs: int, size: int, *, key: Any, stride: int = 1) -> nn.Conv2d:
    padding = size // 2
    return nn.Conv2d(
        inputs, outputs, size, key=key, stride=stride, padding=padding, bias=False, init=he_fan_out
    )


class Block(Module):
    """Convolutions with norms, around which the input goes, or a projection of it.

    >>> key = fjax.random.key(0)
    >>> block, state = fjax.nn.with_state(Block(8, 4, stride=2, bottleneck=True, key=key))
    >>> block(jnp.ones((1, 8, 6, 6)), state)[0].shape
    (1, 16, 3, 3)
    """

    conv1: nn.Conv2d
    bn1: nn.BatchNorm
    conv2: nn.Conv2d
    bn2: nn.BatchNorm
    conv3: nn.Conv2d | None
    bn3: nn.BatchNorm | None
    downsample: nn.Sequential | None

    def __init__(
        self, inputs: int, width: int, *, key: Any, stride: int = 1, bottleneck: bool = False
    ):
        one, two, three, four = random.split(key, 4)
        outputs = 4 * width if bottleneck else width
        if bottleneck:
            self.conv1 = _conv(inputs, width, 1, key=one)
            self.conv2 = _conv(width, width, 3, key=two, stride=stride)
        else:
            self.conv1 = _conv(inputs, width, 3, key=one, stride=stride)
            self.conv2 = _conv(width, width, 3, key=two)
        self.conv3 = _conv(width, outputs, 1, key=three) if bottleneck else None
        self.bn1, self.bn2 = nn.BatchNorm(width), nn.BatchNorm(width)
        self.bn3 = nn.BatchNorm(outputs) if bottleneck else None
        around = (_conv(inputs, outputs, 1, key=four, stride=stride), nn.BatchNorm(outputs))
        changes = stride != 1 or inputs != outputs
        self.downsample = nn.Sequential(*around) if changes else None

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.bn1(self.conv1(x), state, train=train)
        y, state = self.bn2(self.conv2(nn.relu(y)), state, train=train)
        if self.conv3 is not None and self.bn3 is not None:
            y, state = self.bn3(self.conv3(nn.relu(y)), state, train=train)
        if self.downsample is not None:
            x, state = self.downsample(x, state, train=train)
        return nn.relu(x + y), state


class ResNet(Module):
    """(batch, channels, height, width) and a state → ((batch, classes), state).

    >>> model, state = resnet18(fjax.random.key(0), num_classes=5, width=2)
    >>> model(jnp.ones((1, 3, 32, 32)), state)[0].shape
    (1, 5)
    """

    conv1: nn.Conv2d
    bn1: nn.BatchNorm
    layer1: nn.Sequential
    layer2: nn.Sequential
    layer3: nn.Sequential
    layer4: nn.Sequential
    fc: nn.Linear

    def __init__(
        self,
        counts: Sequence[int],
        bottleneck: bool,
        num_classes: int,
        *,
        key: Any,
        channels: int = 3,
        width: int = 64,
    ):
        keys = iter(random.split(key, sum(counts) + 2))
        self.conv1 = _conv(channels, width, 7, key=next(keys), stride=2)
        self.bn1 = nn.BatchNorm(width)
        stages, inputs = [], width
        for stage, count in enumerate(counts):
            blocks, narrow = [], width << stage
            for number in range(count):
                stride = 2 if stage and not number else 1
                blocks.append(
                    Block(inputs, narrow, key=next(keys), stride=stride, bottleneck=bottleneck)
                )
                inputs = 4 * narrow if bottleneck else narrow
            stages.append(nn.Sequential(*blocks))
        self.layer1, self.layer2, self.layer3, self.layer4 = stages
        self.fc = nn.Linear(inputs, num_classes, key=next(keys))

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.bn1(self.conv1(x), state, train=train)
        y = nn.MaxPool((3, 3), 2, 1)(nn.relu(y))
        for stage in (self.layer1, self.layer2, self.layer3, self.layer4):
            y, state = call(stage, y, state, train=train)
        return self.fc(nn.global_avg_pool(y)), state


def resnet18(
    key: Any, *, num_classes: int = 1000, channels: int = 3, width: int = 64
) -> tuple[ResNet, State]:
    """ResNet-18: 12 million parameters. width: channels of the first stage.

    >>> model, state = resnet18(fjax.random.key(0), num_classes=10, width=2)
    >>> len(state)
    20
    """
    return with_state(
        ResNet((2, 2, 2, 2), False, num_classes, key=key, channels=channels, width=width)
    )


def resnet34(
    key: Any, *, num_classes: int = 1000, channels: int = 3, width: int = 64
) -> tuple[ResNet, State]:
    """ResNet-34: 22 million parameters; as resnet18.

    >>> model, state = resnet34(fjax.random.key(0), num_classes=10, width=1)
    >>> len(state)
    36
    """
    return with_state(
        ResNet((3, 4, 6, 3), False, num_classes, key=key, channels=channels, width=width)
    )


def resnet50(
    key: Any, *, num_classes: int = 1000, channels: int = 3, width: int = 64
) -> tuple[ResNet, State]:
    """ResNet-50: 26 million parameters. width: channels of the first stage's 3 × 3 convolutions.

    >>> model, state = resnet50(fjax.random.key(0), num_classes=10, width=1)
    >>> len(state)
    53
    """
    return with_state(
        ResNet((3, 4, 6, 3), True, num_classes, key=key, channels=channels, width=width)
    )


def resnet101(
    key: Any, *, num_classes: int = 1000, channels: int = 3, width: int = 64
) -> tuple[ResNet, State]:
    """ResNet-101: 45 million parameters; as resnet50.

    >>> model, state = resnet101(fjax.random.key(0), num_classes=10, width=1)
    >>> len(state)
    104
    """
    return with_state(
        ResNet((3, 4, 23, 3), True, num_classes, key=key, channels=channels, width=width)
    )


def resnet152(
    key: Any, *, num_classes: int = 1000, channels: int = 3, width: int = 64
) -> tuple[ResNet, State]:
    """ResNet-152: 60 million parameters; as resnet50.

    >>> model, state = fjax.eval_shape(lambda: resnet152(fjax.random.key(0), num_classes=10))
    >>> len(state)
    155
    """
    return with_state(
        ResNet((3, 8, 36, 3), True, num_classes, key=key, channels=channels, width=width)
    )
