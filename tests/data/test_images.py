"""Augmentations: what they keep, what they change, each image with a key of its own."""

import numpy as np
import pytest
import scipy.ndimage

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.data import images
from fjax.errors import ShapeError

KEY = random.key(1)


@pytest.fixture
def image(rng):
    return rng.random((3, 12, 10)).astype(np.float32)


AUGMENTATIONS = {
    "flip": images.flip,
    "crop": lambda key, x: images.crop(key, x, (12, 10), padding=2),
    "resized_crop": lambda key, x: images.resized_crop(key, x, (12, 10)),
    "affine": lambda key, x: images.affine(
        key, x, degrees=20, shift=0.1, scale=(0.8, 1.2), shear=5
    ),
    "colour": lambda key, x: images.colour(key, x, brightness=0.3, contrast=0.3, saturation=0.3),
    "cutout": lambda key, x: images.cutout(key, x, 4),
}


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", AUGMENTATIONS)
def test_each_image_of_a_batch_is_changed_by_a_key_of_its_own(name, image):
    batch = np.stack([image] * 16)
    augment = fjax.jit(images.each(AUGMENTATIONS[name]))
    changed, labels = augment(KEY, (batch, np.arange(16)))
    assert changed.shape == batch.shape and changed.dtype == np.float32
    assert len({np.asarray(x).tobytes() for x in changed}) > 1
    np.testing.assert_array_equal(labels, np.arange(16))
    again = images.each(AUGMENTATIONS[name])(KEY, batch)
    np.testing.assert_allclose(changed, again, atol=5e-6)  # places are rounded to 2**-21


def test_a_flip_mirrors_about_half_of_the_images(image):
    flipped = np.asarray(images.each(images.flip)(KEY, np.stack([image] * 200)))
    mirrored = np.array([np.array_equal(x, image[..., ::-1]) for x in flipped])
    assert all(m or np.array_equal(x, image) for m, x in zip(mirrored, flipped, strict=True))
    assert 70 < mirrored.sum() < 130


def test_a_crop_is_a_window_of_the_padded_image(image):
    padded = np.pad(image, [(0, 0), (3, 3), (3, 3)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, (8, 9), (1, 2))
    seen = set()
    for key in random.split(KEY, 40):
        found = np.asarray(images.crop(key, image, (8, 9), padding=3))
        hits = np.argwhere((windows.transpose(1, 2, 0, 3, 4) == found).all((2, 3, 4)))
        assert len(hits)
        seen.add(tuple(hits[0]))
    assert len(seen) > 20
    with pytest.raises(ShapeError, match="no window"):
        images.crop(KEY, image, (13, 10))


def test_an_affine_change_without_amounts_is_none(image):
    np.testing.assert_allclose(images.affine(KEY, image), image, atol=1e-6)
    np.testing.assert_allclose(images.colour(KEY, image), image, atol=1e-6)


def test_an_image_is_turned_as_scipy_turns_it(rng):
    image = rng.random((1, 15, 15))
    turn = np.degrees(np.deg2rad(30) * float(random.uniform(KEY, (5,), np.float64, -1.0, 1.0)[0]))
    expected = scipy.ndimage.rotate(image[0], -turn, reshape=False, order=1, mode="constant")
    found = np.asarray(images.affine(KEY, image, degrees=30))[0]
    np.testing.assert_allclose(found[2:-2, 2:-2], expected[2:-2, 2:-2], atol=1e-6)


def test_a_resized_crop_of_the_whole_image_is_the_image(image):
    found = images.resized_crop(KEY, image, (12, 10), area=(1.0, 1.0), aspect=(10 / 12, 10 / 12))
    np.testing.assert_allclose(found, image, atol=1e-4)


def test_a_resized_crop_shows_a_part_of_a_ramp():
    ramp = jnp.broadcast_to(jnp.arange(40.0), (1, 40, 40))
    for key in random.split(KEY, 10):
        row = np.asarray(images.resized_crop(key, ramp, (8, 8), area=(0.1, 0.4)))[0, 4]
        inner = row[(row > 5) & (row < 34)]  # elsewhere the edge takes part
        step = (inner[-1] - inner[0]) / (len(inner) - 1)
        # Triangles that are no whole number of elements wide have centres slightly off.
        np.testing.assert_allclose(inner, inner[0] + step * np.arange(len(inner)), atol=0.1 * step)
        assert 40 * 0.3 * 0.85 < 8 * step < 40 * 0.65 * 1.2
        assert 0 <= row.min() and row.max() <= 39 and row.max() - row.min() < 39


def test_a_square_is_cut_out_of_all_channels(image):
    for key in random.split(KEY, 20):
        cut = np.asarray(images.cutout(key, image + 1, 5)) == 0
        assert 0 < cut[0].sum() <= 25 and (cut == cut[0]).all()
        ys, xs = np.nonzero(cut[0])
        assert cut[0].sum() == (np.ptp(ys) + 1) * (np.ptp(xs) + 1)


@pytest.mark.extended
def test_a_mixture_has_the_shares_of_its_targets(image):
    batch = np.arange(6.0).reshape(6, 1) * np.ones((6, 4))
    mixed, targets = images.mixup(KEY, (batch, jnp.eye(6)), alpha=1.0)
    np.testing.assert_allclose(targets.sum(1), 1, rtol=1e-6)
    np.testing.assert_allclose(mixed[:, 0], np.asarray(targets) @ np.arange(6), rtol=1e-6)
    assert len(np.unique(np.asarray(targets).max(1).round(6))) > 3
    with pytest.raises(ShapeError, match=r"fjax\.nn\.one_hot"):
        images.mixup(KEY, (batch, np.arange(6)))
