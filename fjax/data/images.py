"""Random changes of images, as functions of (key, image): channels × height × width, floats 0 to 1.

`each` applies them to every image of a batch, with a key of its own, under vmap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import absent, lax, random
from fjax import numpy as jnp
from fjax.api.batching import vmap
from fjax.core import dtypes
from fjax.core.plain_arguments import (
    check_choice,
    check_lengths,
    check_number,
    check_whole,
    name_places,
)
from fjax.data.loader import check_function
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.image import scale_and_translate
from fjax.nn.numbers import widened
from fjax.scipy.ndimage import map_coordinates

_MODES = ("constant", "nearest", "wrap", "mirror", "reflect")
Augmentation = Callable[[Any, Any], Any]  # (key, image) to an image


def each(*functions: Augmentation) -> Augmentation:
    """A function of (key, batch) that applies functions of (key, image), one after the other.

    batch: images with a first axis, or a tuple whose first part they are.

    >>> augment = each(flip, lambda key, image: crop(key, image, (4, 4)))
    >>> images, labels = augment(random.key(0), (jnp.ones((5, 3, 8, 8)), jnp.arange(5)))
    >>> images.shape
    (5, 3, 4, 4)
    """

    if not functions:
        raise FjaxTypeError("images.each takes functions of (key, image), such as images.flip")
    for function in functions:
        check_function("images.each", "each argument", function, ["key", "image"])

    def one(key: Any, image: Any) -> Any:
        for number, function in enumerate(functions):
            image = function(random.fold_in(key, number), image)
        return image

    def augment(key: Any, batch: Any) -> Any:
        images = jnp.asarray(batch[0] if isinstance(batch, tuple) else batch)
        others = batch[1:] if isinstance(batch, tuple) else ()
        if any(hasattr(x, "shape") and x.shape[:1] != images.shape[:1] for x in others):
            raise ShapeError(
                "images.each: a batch has as many images as other rows, got "
                f"{', '.join(str(np.shape(x)) for x in (images, *others))}; image[None] is a batch"
            )
        changed = vmap(one)(random.split(key, images.shape[0]), images)
        return (changed, *batch[1:]) if isinstance(batch, tuple) else changed

    return augment


def flip(key: Any, image: Any, *, axis: int = -1, probability: float = 0.5) -> Any:
    """The image or, with a probability, its mirror image.

    >>> print(flip(random.key(0), jnp.arange(3.0), probability=1.0))
    [2. 1. 0.]
    """
    image = _one("flip", image)
    check_number("images.flip: probability", probability, 0, 1)
    return jnp.where(random.bernoulli(key, probability), jnp.flip(image, axis), image)


def crop(key: Any, image: Any, shape: Sequence[int], *, padding: int = 0) -> Any:
    """A window of a shape (height, width) at a random place, after zeros were put around.

    >>> crop(random.key(0), jnp.ones((3, 8, 8)), (8, 8), padding=2).shape
    (3, 8, 8)
    """
    image, shape = _image("crop", image), check_lengths("images.crop: shape", shape, 2)
    check_whole("images.crop: padding", padding)
    around = [(0, 0)] * (image.ndim - 2) + [(padding, padding)] * 2
    image = jnp.pad(image, around) if padding else image
    rooms = [have - want for have, want in zip(image.shape[-2:], shape, strict=True)]
    if min(rooms) < 0:
        raise ShapeError(f"images.crop: no window of {tuple(shape)} in {image.shape[-2:]}")
    keys = random.split(key, 2)
    starts = [random.randint(k, (), 0, room + 1) for k, room in zip(keys, rooms, strict=True)]
    zeros = [jnp.zeros_like(starts[0])] * (image.ndim - 2)
    return lax.dynamic_slice(image, [*zeros, *starts], (*image.shape[:-2], *shape))


def resized_crop(
    key: Any,
    image: Any,
    shape: Sequence[int],
    *,
    area: tuple[float, float] = (0.08, 1.0),
    aspect: tuple[float, float] = (3 / 4, 4 / 3),
) -> Any:
    """A window of random area (a share of the image's) and aspect, resized to (height, width).

    >>> resized_crop(random.key(0), jnp.ones((3, 10, 10)), (4, 4)).shape
    (3, 4, 4)
    """
    image, shape = _image("resized_crop", image), check_lengths("images.resized_crop", shape, 2)
    _check_pair("images.resized_crop: area", area, most=1)
    _check_pair("images.resized_crop: aspect", aspect)
    kind = dtypes.join(image.dtype, dtypes.float32)
    one, two, three = random.split(key, 3)
    height, width = image.shape[-2:]
    share = random.uniform(one, (), kind, *area) * (height * width)
    ratio = jnp.exp(random.uniform(two, (), kind, math.log(aspect[0]), math.log(aspect[1])))
    limits = jnp.array([height, width], kind)
    window = jnp.minimum(jnp.stack([jnp.sqrt(share / ratio), jnp.sqrt(share * ratio)]), limits)
    start = random.uniform(three, (2,), kind) * (limits - window)
    scale = jnp.array(shape, kind) / window
    return scale_and_translate(
        image, (*image.shape[:-2], *shape), (image.ndim - 2, image.ndim - 1), scale,
        -start * scale, "linear",
    )  # fmt: skip


def affine(
    key: Any,
    image: Any,
    *,
    degrees: float = 0.0,
    shift: float = 0.0,
    scale: tuple[float, float] = (1.0, 1.0),
    shear: float = 0.0,
    mode: str = "constant",
) -> Any:
    """The image turned, moved, scaled and sheared about its centre, interpolated linearly.

    degrees, shear: the largest angles in degrees, to either side. shift: the largest, as a share of
    height and width. scale: its range. mode: what comes in at the edges, as in
    `fjax.scipy.ndimage.map_coordinates`.

    >>> affine(random.key(0), jnp.ones((1, 5, 5)), degrees=30, mode="nearest").round(3).sum()
    Array(25., dtype=float64)
    """
    image = _image("affine", image)
    for name, value in (("degrees", degrees), ("shift", shift), ("shear", shear)):
        check_number(f"images.affine: {name} (the largest, to either side)", value, 0)
    _check_pair("images.affine: scale", scale)
    check_choice("images.affine: mode", mode, _MODES)
    kind = dtypes.join(image.dtype, dtypes.float32)
    draw = random.uniform(key, (5,), kind, -1.0, 1.0)
    turn, lean = draw[0] * math.radians(degrees), jnp.tan(draw[1] * math.radians(shear))
    factor = jnp.exp((draw[2] + 1) / 2 * math.log(scale[1] / scale[0])) * scale[0]
    height, width = image.shape[-2:]
    y, x = jnp.meshgrid(
        jnp.arange(height, dtype=kind), jnp.arange(width, dtype=kind), indexing="ij"
    )
    y = y - (height - 1) / 2 - draw[3] * shift * height
    x = x - (width - 1) / 2 - draw[4] * shift * width
    across = (jnp.cos(turn) * x + jnp.sin(turn) * y) / factor
    down = (jnp.cos(turn) * y - jnp.sin(turn) * x) / factor
    places = [down + (height - 1) / 2, across + lean * down + (width - 1) / 2]
    layers = image.reshape(-1, height, width)
    moved = vmap(lambda layer: map_coordinates(layer, places, 1, mode))(layers)
    return moved.reshape(image.shape)


def colour(
    key: Any, image: Any, *, brightness: float = 0.0, contrast: float = 0.0, saturation: float = 0.0
) -> Any:
    """An image (3, height, width) with random brightness, contrast and saturation, from 0 to 1.

    Each is multiplied by a number from 1 - value to 1 + value.

    >>> print(colour(random.key(0), jnp.full((3, 2, 2), 0.5), contrast=0.5)[0, 0])
    [0.5 0.5]
    """
    image = _floats("colour", _one("colour", image))
    if image.shape[-3:-2] != (3,) or image.ndim != 3:
        raise ShapeError(f"images.colour takes an image (3, height, width), got {image.aval}")
    for name, value in (
        *(("brightness", brightness), ("contrast", contrast), ("saturation", saturation)),
    ):
        check_number(f"images.colour: {name}", value, 0)
    kind, image = image.dtype, widened(image)
    factors = 1 + random.uniform(key, (3,), image.dtype, -1.0, 1.0) * jnp.array(
        [brightness, contrast, saturation], image.dtype
    )
    grey = lambda x: jnp.tensordot(jnp.array([0.299, 0.587, 0.114], x.dtype), x, 1)[None]
    image = image * factors[0]
    image = (image - jnp.mean(grey(image))) * factors[1] + jnp.mean(grey(image))
    image = (image - grey(image)) * factors[2] + grey(image)
    return jnp.clip(image, 0.0, 1.0).astype(kind)


def _image(name: str, image: Any) -> Any:
    """An image as an array, with axes of height and width."""
    image = _one(name, image)
    if image.ndim < 2:
        raise ShapeError(f"images.{name} takes images (…, height, width), got {image.aval}")
    return image


def _one(name: str, image: Any) -> Any:
    """One image as an array; ShapeError for a batch, and for colours along the last axis."""
    if isinstance(image, tuple) or np.ndim(image) > 3:
        got = "a tuple" if isinstance(image, tuple) else f"shape {np.shape(image)}"
        raise ShapeError(
            f"images.{name} takes one image (channels, height, width), got {got}; of a batch "
            f"images.each(images.{name}) changes each image"
        )
    image = jnp.asarray(image)
    if image.ndim == 3 and image.shape[-1] in (3, 4) and min(image.shape[:2]) > 4:
        raise ShapeError(
            f"images.{name} takes images (channels, height, width), and {image.aval} seems to have "
            "its channels last: give image.transpose(2, 0, 1)"
        )
    return image


def _check_pair(what: str, value: Any, most: float = math.inf) -> None:
    """Raise for what is no range, (smallest, largest), of numbers above 0."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise FjaxTypeError(f"{what} is a range, (smallest, largest), got {value!r:.60}")
    for end in value:
        check_number(f"{what}: each end", end, 0, most, above=True)
    if value[0] > value[1]:
        raise FjaxValueError(f"{what} is a range, (smallest, largest), got {value!r:.60}")


def _floats(name: str, image: Any) -> Any:
    image = jnp.asarray(image)
    if dtypes.is_inexact(image.dtype):
        return image
    raise FjaxTypeError(
        f"images.{name} takes floats from 0 to 1, got {image.aval}: convert bytes with x / 255"
    )


def cutout(key: Any, image: Any, size: int, *, value: float = 0.0) -> Any:
    """The image with one square, whose centre is anywhere in it, of a constant value.

    >>> int((cutout(random.key(0), jnp.ones((1, 9, 9)), 3) == 0).sum()) in (4, 6, 9)
    True
    """
    image = _image("cutout", image)
    check_whole("images.cutout: size", size, 1)
    if not dtypes.is_inexact(image.dtype) and np.asarray(value).astype(image.dtype) != value:
        raise FjaxValueError(f"images.cutout: an image of {image.dtype} has no {value}")
    sides = []
    for length, own in zip(image.shape[-2:], random.split(key, 2), strict=True):
        start = random.randint(own, (), 0, length) - size // 2
        places = jnp.arange(length)
        sides.append((places >= start) & (places < start + size))
    inside = (sides[0][:, None] & sides[1][None]).reshape(
        (1,) * (image.ndim - 2) + image.shape[-2:]
    )
    return jnp.where(inside, jnp.asarray(value, image.dtype), image)


def mixup(key: Any, batch: tuple[Any, Any], *, alpha: float = 0.2) -> tuple[Any, Any]:
    """Each image of a batch mixed with another, and its target with the other's.

    batch: (images, targets), targets as shares (batch, classes): `fjax.nn.one_hot`. The share of
    the first is drawn from Beta(alpha, alpha), for each image (Zhang et al. 2018).

    >>> images, targets = mixup(random.key(0), (jnp.ones((4, 2)), jnp.eye(4)))
    >>> print(targets.sum(1))
    [1. 1. 1. 1.]
    """
    check_number("images.mixup: alpha", alpha, 0, above=True)
    if not isinstance(batch, (tuple, list)) or len(batch) != 2:
        raise FjaxTypeError(
            f"images.mixup takes a batch (images, targets), got {type(batch).__name__}"
        )
    images, targets = _floats("mixup", batch[0]), jnp.asarray(batch[1])
    if targets.shape[0] != images.shape[0] or not dtypes.is_float(targets.dtype):
        raise ShapeError(
            f"images.mixup: targets are shares of classes, floats of shape ({images.shape[0]}, "
            f"classes), got {targets.dtype}{list(targets.shape)}; make them by fjax.nn.one_hot"
        )
    one, two = random.split(key)
    share = random.beta(one, alpha, alpha, (images.shape[0],), jnp.float32)
    other = random.permutation(two, images.shape[0])

    def mixed(x: Any) -> Any:
        wide = widened(x)
        part = share.astype(wide.dtype).reshape(-1, *[1] * (x.ndim - 1))
        return (part * wide + (1 - part) * wide[other]).astype(x.dtype)

    return mixed(images), mixed(targets)


absent.answer_for(__name__)
name_places(__name__)
