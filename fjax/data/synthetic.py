"""Small sets of points in classes, drawn from a key: what a first network is tried on."""

from __future__ import annotations

import math
from typing import Any

from fjax import numpy as jnp
from fjax import random
from fjax.core import lazy
from fjax.core.plain_arguments import check_number, check_whole
from fjax.errors import FjaxRuntimeError, FjaxValueError

_datasets: Any = lazy.module("sklearn.datasets")
_GAP = 0.05  # between the squares of `xor` and the axes

Set = tuple[Any, Any]  # points float32[n, d] and labels int32[n]


def xor(key: Any, n: int = 400, *, noise: float = 0.0) -> Set:
    """Points of a square; the class is 1 where exactly one coordinate is positive.

    key: a random key; equal keys give equal points. n: how many. noise: the standard deviation of
    what is added to each coordinate after its class is known.

    Returns points float32[n, 2], which lie between -1 and 1 without noise, and labels int32[n]. No
    straight line parts the classes, so a network needs a hidden layer. Raises FjaxValueError for
    `n` below 1 or a negative `noise`.

    >>> points, labels = fjax.data.xor(fjax.random.key(0), 100)
    >>> bool(((points[:, 0] * points[:, 1] < 0) == (labels == 1)).all())
    True
    """
    place, sign, rest = _keys("xor", key, n, noise)
    size = random.uniform(place, (n, 2), jnp.float32, _GAP, 1.0)
    positive = random.bernoulli(sign, 0.5, (n, 2))
    labels = (positive[:, 0] ^ positive[:, 1]).astype(jnp.int32)
    return _noisy(rest, jnp.where(positive, size, -size), noise), labels


def spiral(
    key: Any, n: int = 400, *, noise: float = 0.0, turns: float = 1.5, classes: int = 2
) -> Set:
    """Points on arms that wind around each other, one class an arm.

    key, n, noise: as for `xor`. turns: how often an arm goes around. classes: how many arms.

    Returns points float32[n, 2], whose distance from the middle is at most 1 without noise, and
    labels int32[n], which take turns. Raises FjaxValueError for sizes that make no sense.

    >>> points, labels = fjax.data.spiral(fjax.random.key(0), 90, classes=3)
    >>> points.shape, jnp.bincount(labels)
    ((90, 2), Array([30, 30, 30], dtype=int64))
    """
    place, _, rest = _keys("spiral", key, n, noise)
    check_whole("data.spiral: classes", classes, 2)
    labels = jnp.arange(n, dtype=jnp.int32) % classes
    radius = jnp.sqrt(random.uniform(place, (n,), jnp.float32, 0.01, 1.0))
    angle = 2 * math.pi * (turns * radius + labels.astype(jnp.float32) / classes)
    return _noisy(rest, _polar(radius, angle), noise), labels


def circles(key: Any, n: int = 400, *, noise: float = 0.0, factor: float = 0.5) -> Set:
    """A disc and a ring around it; the class is 1 in the disc.

    key, n, noise: as for `xor`. factor: the radius of the disc. The ring reaches from the middle
    between the disc and 1 to 1.

    Returns points float32[n, 2] and labels int32[n]. Raises FjaxValueError for a factor that is not
    between 0 and 1.

    >>> points, labels = fjax.data.circles(fjax.random.key(0), 100)
    >>> bool(((jnp.hypot(*points.T) < 0.6) == (labels == 1)).all())
    True
    """
    place, around, rest = _keys("circles", key, n, noise)
    if not 0 < factor < 1:
        raise FjaxValueError(f"data.circles: factor is between 0 and 1, got {factor}")
    labels = jnp.arange(n, dtype=jnp.int32) % 2
    part = random.uniform(place, (n,), jnp.float32)
    middle = (1 + factor) / 2
    # Areas are filled evenly: the square of the radius is uniform.
    radius = jnp.where(
        labels == 1, factor * jnp.sqrt(part), jnp.sqrt(middle**2 + part * (1 - middle**2))
    )
    angle = random.uniform(around, (n,), jnp.float32, 0.0, 2 * math.pi)
    return _noisy(rest, _polar(radius, angle), noise), labels


def moons(key: Any, n: int = 400, *, noise: float = 0.0) -> Set:
    """Two half circles that reach into each other.

    key, n, noise: as for `xor`.

    Returns points float32[n, 2] and labels int32[n], which take turns. Class 0 is the upper half of
    a circle, class 1 the lower half of another. Raises FjaxValueError as `xor` does.

    >>> points, labels = fjax.data.moons(fjax.random.key(0), 100)
    >>> bool((jnp.abs(points) <= 1).all())
    True
    """
    place, _, rest = _keys("moons", key, n, noise)
    labels = jnp.arange(n, dtype=jnp.int32) % 2
    angle = random.uniform(place, (n,), jnp.float32, 0.0, math.pi)
    side = jnp.where(labels == 0, 1.0, -1.0).astype(jnp.float32)
    points = _polar(jnp.float32(0.65), angle) * side[:, None]
    middle = jnp.stack([-0.325 * side, -0.16 * side], axis=1)
    return _noisy(rest, points + middle, noise), labels


def gaussians(key: Any, n: int = 400, *, noise: float = 0.0, spread: float = 0.2) -> Set:
    """Two normal distributions, around (-0.5, -0.5) and (0.5, 0.5).

    key, n, noise: as for `xor`. spread: the standard deviation of each coordinate, to which noise
    is added.

    Returns points float32[n, 2] and labels int32[n], which take turns. Raises FjaxValueError as
    `xor` does.

    >>> points, labels = fjax.data.gaussians(fjax.random.key(0), 1000)
    >>> print(jnp.round(points[labels == 1].mean(0), 1))
    [0.5 0.5]
    """
    place, _, rest = _keys("gaussians", key, n, noise)
    labels = jnp.arange(n, dtype=jnp.int32) % 2
    middle = (labels.astype(jnp.float32) - 0.5)[:, None]
    return _noisy(rest, _noisy(place, jnp.broadcast_to(middle, (n, 2)), spread), noise), labels


def digits(key: Any, n: int = 1797, *, noise: float = 0.0) -> Set:
    """Scans of handwritten digits, 8 × 8 pixels each, in a random order.

    key, noise: as for `xor`. n: how many of the 1,797 scans that are part of scikit-learn.

    Returns pixels float32[n, 64], between 0 and 1 without noise, and labels int32[n], 0 to 9.
    Raises FjaxRuntimeError without scikit-learn, and FjaxValueError for a wrong `n`.

    >>> images, labels = fjax.data.digits(fjax.random.key(0), 100)
    >>> images.shape, int(labels.max())
    ((100, 64), 9)
    """
    order, _, rest = _keys("digits", key, n, noise)
    try:
        images, labels = _datasets.load_digits(return_X_y=True)
    except ImportError as error:
        raise FjaxRuntimeError(
            "data.digits: the scans are those of scikit-learn; `pip install scikit-learn`"
        ) from error
    if n > len(images):
        raise FjaxValueError(f"data.digits: there are {len(images)} scans, got n={n}")
    chosen = random.permutation(order, len(images))[:n]
    pixels = jnp.asarray(images / 16, jnp.float32)[chosen]
    return _noisy(rest, pixels, noise), jnp.asarray(labels, jnp.int32)[chosen]


def _keys(name: str, key: Any, n: int, noise: float) -> Any:
    """Three keys, after a look at the arguments."""
    check_whole(f"data.{name}: n", n, 1)
    check_number(f"data.{name}: noise", noise, 0)
    return random.split(key, 3)


def _polar(radius: Any, angle: Any) -> Any:
    return jnp.stack([radius * jnp.cos(angle), radius * jnp.sin(angle)], axis=1)


def _noisy(key: Any, points: Any, noise: float) -> Any:
    return points + jnp.float32(noise) * random.normal(key, points.shape, jnp.float32)
