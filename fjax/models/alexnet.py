"""AlexNet in the form of Krizhevsky 2014, "One weird trick for parallelizing CNNs"."""

from __future__ import annotations

from typing import Any

from fjax import nn, random
from fjax.nn.module import Module
from fjax.nn.state import State, call, with_state


class ImageNetwork(Module):
    """Features of images, averaged over a grid, then a classifier: AlexNet, VGG.

    (batch, channels, height, width) → (batch, classes); with a state, (that, state).

    >>> model, state = fjax.models.alexnet(fjax.random.key(0), num_classes=3, width=1)
    >>> model(jnp.zeros((1, 3, 64, 64)), state)[0].shape
    (1, 3)
    """

    features: nn.Sequential
    avgpool: nn.AdaptiveAvgPool
    classifier: nn.Sequential

    def __call__(self, x: Any, state: Any = None, *, key: Any = None, train: bool = False) -> Any:
        y, after = call(self.features, x, state, train=train)
        y = self.avgpool(y).reshape(len(y), -1)
        y, after = call(self.classifier, y, after, key=key, train=train)
        return y if state is None else (y, after)


def alexnet(
    key: Any, *, num_classes: int = 1000, dropout: float = 0.5, channels: int = 3, width: int = 64
) -> tuple[ImageNetwork, State]:
    """AlexNet for images of at least 63 × 63: 61 million parameters.

    width: channels of the first convolution; the others have multiples of it.

    >>> model, _ = alexnet(fjax.random.key(0), num_classes=10, width=2)
    >>> model.features.layers[0].weight.shape
    (2, 3, 11, 11)
    """
    keys = iter(random.split(key, 8))
    wide = 64 * width

    def conv(inputs: int, outputs: int, size: int, padding: int, stride: int = 1) -> nn.Conv2d:
        return nn.Conv2d(inputs, outputs, size, padding=padding, stride=stride, key=next(keys))

    features = nn.Sequential(
        *(conv(channels, width, 11, 2, 4), nn.relu, nn.MaxPool((3, 3), 2)),
        *(conv(width, 3 * width, 5, 2), nn.relu, nn.MaxPool((3, 3), 2)),
        *(conv(3 * width, 6 * width, 3, 1), nn.relu),
        *(conv(6 * width, 4 * width, 3, 1), nn.relu),
        *(conv(4 * width, 4 * width, 3, 1), nn.relu, nn.MaxPool((3, 3), 2)),
    )
    classifier = nn.Sequential(
        *(nn.Dropout(dropout), nn.Linear(144 * width, wide, key=next(keys)), nn.relu),
        *(nn.Dropout(dropout), nn.Linear(wide, wide, key=next(keys)), nn.relu),
        nn.Linear(wide, num_classes, key=next(keys)),
    )
    return with_state(ImageNetwork(features, nn.AdaptiveAvgPool((6, 6)), classifier))
