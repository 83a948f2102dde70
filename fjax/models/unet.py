"""The U-Net (Ronneberger et al. 2015) with batch normalisation: a class for each pixel."""

from __future__ import annotations

from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.errors import ShapeError
from fjax.models.layers import he_fan_out
from fjax.nn.module import Module
from fjax.nn.state import State, call, with_state


def _twice(inputs: int, outputs: int, *, key: Any) -> nn.Sequential:
    """Two convolutions with norms that keep the size of an image."""
    layers: list[Any] = []
    for k, count in zip(random.split(key), (inputs, outputs)):
        conv = nn.Conv2d(count, outputs, 3, padding=1, bias=False, init=he_fan_out, key=k)
        layers += [conv, nn.BatchNorm(outputs), nn.relu]
    return nn.Sequential(*layers)


class UNet(Module):
    """(batch, channels, height, width) and a state → ((batch, classes, height, width), state).

    Height and width are multiples of 2**depth.

    >>> model, state = unet(fjax.random.key(0), channels=1, num_classes=2, width=2, depth=2)
    >>> model(jnp.ones((1, 1, 8, 12)), state)[0].shape
    (1, 2, 8, 12)
    """

    down: tuple[nn.Sequential, ...]
    bottom: nn.Sequential
    enlarge: tuple[nn.ConvTranspose2d, ...]
    up: tuple[nn.Sequential, ...]
    out: nn.Conv2d

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        x, steps = jnp.asarray(x), 1 << len(self.down)
        if x.ndim != 4:
            raise ShapeError(f"UNet takes images (batch, channels, height, width), got {x.aval}")
        if x.shape[-1] % steps or x.shape[-2] % steps:
            raise ShapeError(f"UNet takes images of multiples of {steps} pixels, got {x.aval}")
        beside = []
        for level in self.down:
            x, state = call(level, x, state, train=train)
            beside.append(x)
            x = nn.MaxPool((2, 2))(x)
        x, state = call(self.bottom, x, state, train=train)
        for enlarge, level in zip(self.enlarge, self.up, strict=True):
            x = jnp.concatenate([beside.pop(), enlarge(x)], axis=1)
            x, state = call(level, x, state, train=train)
        return self.out(x), state


def unet(
    key: Any, *, channels: int = 3, num_classes: int = 2, width: int = 64, depth: int = 4
) -> tuple[UNet, State]:
    """A U-Net that halves the image `depth` times and doubles the channels, `width` at first.

    >>> model, state = unet(fjax.random.key(0), width=2, depth=1)
    >>> len(state)
    6
    """
    keys = iter(random.split(key, 3 * depth + 2))
    wide = [width << level for level in range(depth + 1)]
    down = [_twice(a, b, key=next(keys)) for a, b in zip([channels, *wide], wide[:-1])]
    bottom = _twice(wide[-2], wide[-1], key=next(keys))
    enlarge, up = [], []
    for b in reversed(wide[:-1]):
        enlarge.append(nn.ConvTranspose2d(2 * b, b, 2, stride=2, key=next(keys)))
        up.append(_twice(2 * b, b, key=next(keys)))
    out = nn.Conv2d(width, num_classes, 1, key=next(keys))
    return with_state(UNet(tuple(down), bottom, tuple(enlarge), tuple(up), out))
