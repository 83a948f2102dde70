"""VGG networks with 16 and 19 layers (Simonyan and Zisserman 2014)."""

from __future__ import annotations

from typing import Any

from fjax import nn, random
from fjax.models.alexnet import ImageNetwork
from fjax.models.layers import he_fan_out, linear, unbiased
from fjax.nn import initializers
from fjax.nn.state import State, with_state

FACTORS = (1, 2, 4, 8, 8)  # the channels of the blocks, in widths
SIXTEEN, NINETEEN = (2, 2, 3, 3, 3), (2, 2, 4, 4, 4)  # their convolutions


def _vgg(
    counts: tuple[int, ...],
    key: Any,
    normed: bool,
    num_classes: int,
    dropout: float,
    channels: int,
    width: int,
) -> tuple[ImageNetwork, State]:
    keys = iter(random.split(key, sum(counts) + 3))
    layers: list[Any] = []
    for factor, count in zip(FACTORS, counts, strict=True):
        for _ in range(count):
            outputs = factor * width
            conv = nn.Conv2d(channels, outputs, 3, padding=1, key=next(keys), init=he_fan_out)
            layers += [unbiased(conv), *([nn.BatchNorm(outputs)] if normed else []), nn.relu]
            channels = outputs
        layers.append(nn.MaxPool((2, 2)))
    init, wide = initializers.normal(0.01), 64 * width
    classifier = nn.Sequential(
        *(linear(49 * channels, wide, init, key=next(keys)), nn.relu, nn.Dropout(dropout)),
        *(linear(wide, wide, init, key=next(keys)), nn.relu, nn.Dropout(dropout)),
        linear(wide, num_classes, init, key=next(keys)),
    )
    pool = nn.AdaptiveAvgPool((7, 7))
    return with_state(ImageNetwork(nn.Sequential(*layers), pool, classifier))


def vgg16(
    key: Any, *, num_classes: int = 1000, dropout: float = 0.5, channels: int = 3, width: int = 64
) -> tuple[ImageNetwork, State]:
    """VGG-16 without batch normalisation: 138 million parameters; as vgg19.

    >>> model, _ = vgg16(fjax.random.key(0), num_classes=10, width=1)
    >>> model(jnp.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """
    return _vgg(SIXTEEN, key, False, num_classes, dropout, channels, width)


def vgg16_bn(
    key: Any, *, num_classes: int = 1000, dropout: float = 0.5, channels: int = 3, width: int = 64
) -> tuple[ImageNetwork, State]:
    """VGG-16 with batch normalisation behind each convolution; as vgg19.

    >>> model, state = vgg16_bn(fjax.random.key(0), num_classes=10, width=1)
    >>> len(state)
    13
    """
    return _vgg(SIXTEEN, key, True, num_classes, dropout, channels, width)


def vgg19(
    key: Any, *, num_classes: int = 1000, dropout: float = 0.5, channels: int = 3, width: int = 64
) -> tuple[ImageNetwork, State]:
    """VGG-19 without batch normalisation, for images of at least 32 × 32: 144 million parameters.

    width: channels of the first convolutions; the others have multiples of it.

    >>> model, _ = vgg19(fjax.random.key(0), num_classes=10, width=1)
    >>> model(jnp.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """
    return _vgg(NINETEEN, key, False, num_classes, dropout, channels, width)


def vgg19_bn(
    key: Any, *, num_classes: int = 1000, dropout: float = 0.5, channels: int = 3, width: int = 64
) -> tuple[ImageNetwork, State]:
    """VGG-19 with batch normalisation behind each convolution; as vgg19.

    >>> model, state = vgg19_bn(fjax.random.key(0), num_classes=10, width=1)
    >>> len(state)
    16
    """
    return _vgg(NINETEEN, key, True, num_classes, dropout, channels, width)
