"""Resampling: recorded values of JAX 0.10.2, and what must hold in general."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import image

PICTURE = np.arange(12.0).reshape(3, 4) ** 1.5

# method, shape, antialias -> the first values (all, for 2 x 2)
RECORDED = [
    ("nearest", (5, 6), True, [0.0, 1.0, 1.0, 2.828427, 5.196152, 5.196152, 0.0, 1.0]),
    ("nearest", (2, 2), True, [1.0, 5.196152, 27.0, 36.482873]),
    ("nearest", (2, 2), False, [1.0, 5.196152, 27.0, 36.482873]),
    ("linear", (5, 6), True, [0.0, 0.5, 1.304738, 2.523689, 4.01229, 5.196152, 3.2, 4.136068]),
    ("linear", (2, 2), True, [4.390286, 8.176152, 19.986411, 26.590724]),
    ("linear", (2, 2), False, [2.772542, 7.161367, 21.007824, 29.691768]),
    (
        "cubic",
        (5, 6),
        True,
        [-0.658737, -0.310682, 0.458639, 1.606944, 3.228093, 4.339103, 2.038422, 2.816886],
    ),
    ("cubic", (2, 2), True, [3.231616, 7.470333, 20.204757, 28.060661]),
    ("cubic", (2, 2), False, [1.72599, 6.222912, 21.738516, 31.417921]),
    (
        "lanczos3",
        (5, 6),
        True,
        [-0.411764, -0.143532, 0.623267, 1.675391, 3.485518, 4.50301, 1.046001, 1.678066],
    ),
    ("lanczos3", (2, 2), True, [2.580396, 6.961406, 20.34093, 28.731908]),
    ("lanczos3", (2, 2), False, [1.021638, 5.570966, 21.993824, 32.200149]),
    (
        "lanczos5",
        (5, 6),
        True,
        [0.177512, 0.684627, 1.310874, 2.448313, 4.242999, 5.419162, 0.158023, 0.997812],
    ),
    ("lanczos5", (2, 2), True, [2.304467, 6.756874, 20.378901, 29.022834]),
    ("lanczos5", (2, 2), False, [0.532448, 4.683227, 22.830731, 32.591479]),
]
SHIFTED = np.array(
    [
        0.583333,
        2.588615,
        4.95938,
        0.0,
        0.0,
        3.364893,
        6.065886,
        8.912944,
        0.0,
        0.0,
        9.546136,
        13.793154,
        17.698642,
        0.0,
        0.0,
        19.559697,
        24.788052,
        29.448587,
        0.0,
        0.0,
    ]
)


@pytest.mark.parametrize("method,shape,antialias,expected", RECORDED)
def test_resized_pictures_are_jaxs(method, shape, antialias, expected):
    found = np.asarray(image.resize(PICTURE, shape, method, antialias))
    assert found.shape == shape
    np.testing.assert_allclose(found.ravel()[: len(expected)], expected, atol=2e-6)


def test_scaled_and_translated_pictures_are_jaxs():
    found = image.scale_and_translate(
        PICTURE, (4, 5), (0, 1), np.array([1.5, 0.8]), np.array([0.3, -0.4]), "linear"
    )
    np.testing.assert_allclose(np.ravel(found), SHIFTED, atol=2e-6)


@pytest.mark.parametrize("method", ["linear", "cubic", "lanczos5"])
@pytest.mark.parametrize("translation", [-1.7, 0.8, 2.6])
def test_beyond_half_a_pixel_from_a_picture_there_is_nothing(method, translation):
    found = image.scale_and_translate(
        np.ones(4, np.float32), (6,), (0,), np.ones(1), np.array([translation]), method
    )
    at = np.arange(6) - translation
    np.testing.assert_allclose(found, (at >= -0.5) & (at <= 3.5), atol=1e-6)


@pytest.mark.needs("x64", reason="scales in float64")
def test_scales_may_have_another_dtype_than_the_picture():
    """They say how exact weights are; and strict promotion has nothing to say about them."""
    scale, shift = np.array([1.1]), np.array([0.3])
    exact = image.scale_and_translate(np.arange(9.0), (9,), (0,), scale, shift, "cubic")
    with fjax.numpy_dtype_promotion("strict"):
        found = image.scale_and_translate(
            np.arange(9, dtype=np.float32), (9,), (0,), scale, shift, "cubic"
        )
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, exact, rtol=3e-7)


@pytest.mark.parametrize("method", list(image.ResizeMethod), ids=lambda m: m.name)
def test_a_flat_picture_stays_flat(method):
    found = image.resize(np.full((2, 7, 9, 3), 2.5, np.float32), (2, 4, 20, 3), method)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, 2.5, rtol=1e-5)


@pytest.mark.needs("x64", reason="takes differences of 1e-6")
def test_resampling_compiles_and_differentiates():
    f = fjax.jit(fjax.grad(lambda x: jnp.sum(image.resize(x, (5, 6), "cubic"))))
    np.testing.assert_allclose(np.sum(f(PICTURE)), 30, rtol=1e-9)

    def shifted(t):
        return jnp.sum(
            image.scale_and_translate(PICTURE, (3, 4), (0, 1), jnp.ones(2), t, "cubic")
            * np.arange(12).reshape(3, 4)
        )

    at = np.array([0.2, -0.3])
    near = [float(shifted(at + h) - shifted(at - h)) / 2e-6 for h in np.eye(2) * 1e-6]
    np.testing.assert_allclose(fjax.grad(shifted)(at), near, rtol=1e-5)


@pytest.mark.parametrize(
    "call,words",
    [
        (lambda: image.resize(PICTURE, (3,), "linear"), "length equal to the number of dimensions"),
        (lambda: image.resize(PICTURE, (3, 3), "nonesuch"), "Unknown resize method"),
        (
            lambda: image.scale_and_translate(
                PICTURE, (3, 4), (0,), np.ones(1), np.ones(1), "nearest"
            ),
            "Nearest neighbor",
        ),
        (
            lambda: image.scale_and_translate(
                PICTURE, (3, 4), (0,), np.ones(2), np.ones(1), "linear"
            ),
            "one entry for each of 1 spatial dims",
        ),
    ],
)
def test_misuse_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("method", list(image.ResizeMethod), ids=lambda m: m.name)
@pytest.mark.parametrize(
    "old,new",
    [
        ((1,), (0,)),
        ((5, 5), (5, 0)),
        ((5, 5), (0, 1)),
        ((0,), (0,)),
        ((3, 0), (2, 0)),
        ((0, 4), (3, 0)),
    ],
)
def test_an_empty_picture_of_any_is_empty(method, old, new):
    found = image.resize(np.ones(old, np.float32), new, method)
    assert found.shape == new and found.dtype == np.float32


@pytest.mark.parametrize("method", list(image.ResizeMethod), ids=lambda m: m.name)
def test_a_picture_without_pixels_does_not_become_one_with_some(method):
    with pytest.raises(ValueError, match="no pixels"):
        image.resize(np.ones((0, 4)), (2, 4), method)


@pytest.mark.parametrize("old,new", [(198, 197), (3, 7), (7, 3), (49, 50), (1, 5), (5, 1)])
def test_the_nearest_pixel_is_exact(old, new):
    centers = [(2 * j + 1) * old // (2 * new) for j in range(new)]  # without rounding
    assert image.resize(np.arange(old), (new,), "nearest").tolist() == centers


def test_pytorchs_cubic_repeats_edges_and_is_the_usual_one_with_antialiasing():
    # PyTorch: interpolate(x[None, None], scale_factor=2, mode="bicubic", align_corners=False)
    found = image.resize(np.arange(10.0).reshape(2, 5) / 9, (4, 10), "bicubic-pytorch", False)
    wanted = [-0.0703, -0.0373, 0.0156, 0.0855, 0.1306, 0.1966, 0.2418, 0.3116, 0.3646, 0.3976]
    np.testing.assert_allclose(found[0], wanted, atol=1e-3)
    np.testing.assert_allclose(1 - np.asarray(found), np.asarray(found)[::-1, ::-1], atol=1e-12)
    np.testing.assert_array_equal(
        image.resize(PICTURE, (2, 6), "cubic-pytorch"), image.resize(PICTURE, (2, 6), "cubic")
    )
    one = image.resize(np.array([2.5]), (4,), "cubic-pytorch", False)
    np.testing.assert_allclose(one, 2.5)


def test_area_resampling_is_the_mean_over_what_a_pixel_covers():
    x = PICTURE[:, :4]
    np.testing.assert_allclose(
        image.resize(x, (1, 2), "area"), x.reshape(3, 2, 2).mean((0, 2))[None]
    )
    np.testing.assert_allclose(
        image.resize(np.array([1.0, 2, 4]), (2,), "area"),
        [(1 + 0.5 * 2) / 1.5, (0.5 * 2 + 4) / 1.5],
    )
    np.testing.assert_array_equal(image.resize(np.array([1.0, 2]), (4,), "area"), [1, 1, 2, 2])
