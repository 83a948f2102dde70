"""Convolutions, spectra, cosine transforms and interpolation against SciPy."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
import scipy.fft
import scipy.ndimage
import scipy.signal as theirs

import fjax
import fjax.numpy as jnp
from fjax.scipy import fft, ndimage
from fjax.scipy import signal as ours
from fjax.scipy.spectra import COSINES, _window

RNG = np.random.default_rng(3)
PAIRS = [(9, 4), (4, 9), ((5, 7), (3, 2)), ((3, 2), (5, 7))]


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("shapes", PAIRS, ids=str)
def test_convolutions_are_scipys(mode, shapes):
    a, b = (RNG.normal(size=s) for s in shapes)
    names = ["convolve", "correlate", "fftconvolve"]
    for name in names + (["convolve2d", "correlate2d"] if a.ndim == 2 else []):
        found = getattr(ours, name)(a, b, mode)
        np.testing.assert_allclose(found, getattr(theirs, name)(a, b, mode), atol=1e-12)
    c, d = a + 1j * a[::-1], b - 2j * b
    np.testing.assert_allclose(ours.convolve(c, d, mode), theirs.convolve(c, d, mode), atol=1e-12)
    if a.ndim == 2:
        np.testing.assert_allclose(
            ours.correlate2d(c, d, mode), theirs.correlate2d(c, d, mode), atol=1e-12
        )


@pytest.mark.parametrize(
    "first,second,axes,shapes",
    [
        ((0,), (3,), None, {"full": (2,), "same": (0,)}),
        ((3,), (0,), None, {"full": (2,)}),
        ((0,), (1,), None, {"full": (0,), "same": (0,)}),
        ((0, 2), (3, 2), None, {"full": (2, 3), "same": (0, 2)}),
        ((0, 3), (0, 2), 1, {"full": (0, 4), "same": (0, 3), "valid": (0, 2)}),
        ((2, 0), (2, 3), 1, {"full": (2, 2), "same": (2, 0)}),
        ((0,), (0,), None, {}),
    ],
)
@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_fftconvolve_of_empty_arrays_is_a_sum_of_no_terms(first, second, axes, shapes, dtype):
    a, b = np.ones(first, dtype), np.ones(second, dtype)
    for mode in ("full", "same", "valid"):
        if mode not in shapes:
            with pytest.raises(ValueError, match="fftconvolve: zero-size"):
                ours.fftconvolve(a, b, mode, axes)
            continue
        found = ours.fftconvolve(a, b, mode, axes)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, np.zeros(shapes[mode]))


def test_convolve_and_correlate_by_transforms_take_empty_arrays():
    for name in ("convolve", "correlate"):
        found = getattr(ours, name)(np.ones(0), np.ones(3), method="fft")
        np.testing.assert_array_equal(found, np.zeros(2))


def test_fftconvolve_along_one_axis():
    a, b = RNG.normal(size=(5, 7)), RNG.normal(size=(5, 3))
    np.testing.assert_allclose(
        ours.fftconvolve(a, b, axes=1), theirs.fftconvolve(a, b, axes=1), atol=1e-12
    )


@pytest.mark.needs("x64", reason="takes differences of 1e-6")
def test_a_convolution_differentiates():
    a, b = jnp.asarray(RNG.normal(size=8)), jnp.asarray(RNG.normal(size=3))
    for method in ("direct", "fft"):
        slope = fjax.grad(lambda b, m=method: jnp.sum(ours.convolve(a, b, "same", m) ** 2))(b)

        def total(b):
            return np.sum(theirs.convolve(a, b, "same") ** 2)

        near = [(total(b + h) - total(b - h)) / 2e-6 for h in np.eye(3) * 1e-6]
        np.testing.assert_allclose(slope, near, rtol=1e-6)


@pytest.mark.parametrize(
    "options",
    [{}, {"bp": [10, 25]}, {"type": "constant"}, {"axis": 0}, {"axis": 0, "type": "constant"}],
)
def test_detrend_is_scipys(options):
    x = RNG.normal(size=(30, 40)).cumsum(-1)
    np.testing.assert_allclose(ours.detrend(x, **options), theirs.detrend(x, **options), atol=1e-11)


@pytest.mark.parametrize(
    "options",
    [
        {"nperseg": 64},
        {"nperseg": 64, "noverlap": 20, "nfft": 100},
        {"nperseg": 63, "scaling": "spectrum", "detrend": "linear"},
        {"nperseg": 64, "average": "median"},
        {"nperseg": 64, "window": "hamming", "return_onesided": False},
        {"nperseg": 64, "axis": 0},
    ],
    ids=str,
)
def test_power_spectra_are_scipys(options):
    x, y = RNG.normal(size=(2, 300, 300))
    for found, expected in (
        (ours.welch(x, 2.0, **options), theirs.welch(x, 2.0, **options)),
        (ours.csd(x, y, 2.0, **options), theirs.csd(x, y, 2.0, **options)),
    ):
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, atol=1e-12)


@pytest.mark.parametrize("name", COSINES)
def test_windows_made_here_are_scipys(name):
    for length in range(1, 70):
        np.testing.assert_array_equal(_window(name, length), theirs.get_window(name, length))


def test_spectra_with_usual_windows_do_not_load_scipys_signal_package():
    program = """
    import sys
    import numpy as np
    from fjax.scipy import signal
    x = np.arange(64.0)
    signal.istft(signal.stft(x, nperseg=16)[2], nperseg=16)
    signal.welch(x, window="hamming", nperseg=16)
    assert "scipy.signal" not in sys.modules
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"noverlap": 40, "nfft": 80},
        {"boundary": "odd"},
        {"boundary": "even"},
        {"boundary": None, "padded": False},
        {"axis": 0},
    ],
    ids=str,
)
def test_short_time_transforms_are_scipys_and_invert(options):
    x = RNG.normal(size=(300, 300))
    options = {"nperseg": 64, **options}
    found, expected = ours.stft(x, 2.0, **options), theirs.stft(x, 2.0, **options)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-12)
    if options.get("boundary", "zeros") is not None and "axis" not in options:
        inverse = {k: v for k, v in options.items() if k != "boundary"}
        back = ours.istft(found[2], 2.0, **inverse)[1]
        np.testing.assert_allclose(back, theirs.istft(expected[2], 2.0, **inverse)[1], atol=1e-12)
        np.testing.assert_allclose(back[:, :300], x, atol=1e-12)


@pytest.mark.parametrize("n", [1, 5, 8])
@pytest.mark.parametrize("norm", [None, "ortho"])
def test_cosine_transforms_are_scipys(n, norm):
    x = RNG.normal(size=(3, n, 4))
    np.testing.assert_allclose(
        fft.dct(x, axis=1, norm=norm), scipy.fft.dct(x, axis=1, norm=norm), atol=1e-12
    )
    np.testing.assert_allclose(
        fft.idct(x, axis=1, norm=norm), scipy.fft.idct(x, axis=1, norm=norm), atol=1e-12
    )
    np.testing.assert_allclose(fft.dctn(x, norm=norm), scipy.fft.dctn(x, norm=norm), atol=1e-11)
    padded = {"s": (6, 3), "axes": (0, 2), "norm": norm}
    np.testing.assert_allclose(fft.idctn(x, **padded), scipy.fft.idctn(x, **padded), atol=1e-11)


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("mode", ["constant", "nearest", "wrap", "mirror", "reflect"])
def test_map_coordinates_is_scipys(order, mode):
    image = RNG.normal(size=(5, 6))
    points = [RNG.uniform(-8, 12, 20), RNG.uniform(-8, 12, 20)]
    spelled = {"constant": "grid-constant", "wrap": "grid-wrap"}.get(mode, mode)
    expected = scipy.ndimage.map_coordinates(image, points, order=order, mode=spelled, cval=1.5)
    np.testing.assert_allclose(
        ndimage.map_coordinates(image, points, order, mode, 1.5), expected, atol=1e-12
    )


def test_the_nearest_point_to_one_half_before_an_array_is_outside():
    image = np.array([[4.0, 1, 3], [7, 6, 8]])
    points = np.stack(np.meshgrid([-0.5, 0.5, 1.5], [-0.5, 0.5, 2.5], indexing="ij"))
    expected = scipy.ndimage.map_coordinates(image, points, order=0, cval=-1.0)
    np.testing.assert_array_equal(
        ndimage.map_coordinates(image, list(points), 0, "constant", -1.0), expected
    )


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: ours.convolve(np.ones(3), np.ones((2, 2))), ValueError, "dimensionality"),
        (lambda: ours.convolve(np.ones(3), np.ones(2), "nonesuch"), ValueError, "mode"),
        (lambda: ours.convolve(np.ones(0), np.ones(2)), ValueError, "zero-size"),
        (lambda: ours.convolve2d(np.ones(3), np.ones(2)), ValueError, "2-dimensional"),
        (lambda: ours.welch(np.ones(9), nperseg=4, noverlap=4), ValueError, "noverlap"),
        (lambda: fft.dct(np.ones(3), type=1), NotImplementedError, "type 2"),
        (
            lambda: ndimage.map_coordinates(np.ones((2, 2)), [np.ones(1)], 1),
            ValueError,
            "input.ndim",
        ),
    ],
)
def test_misuse_is_refused_with_its_reason(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("name", ["dct", "idct", "dctn", "idctn"])
@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_cosine_transforms_of_nothing_are_empty(name, norm):
    for shape in ((0,), (3, 0), (0, 3)):
        assert getattr(fjax.scipy.fft, name)(jnp.zeros(shape), norm=norm).shape == shape


@pytest.mark.parametrize("name", ["dct", "idct", "dctn", "idctn"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_cosine_transforms_of_half_precision_are_those_of_single(name, dtype):
    x = jnp.asarray(RNG.normal(size=(3, 5)), dtype)
    for norm in (None, "ortho"):
        found = getattr(fft, name)(x, norm=norm)
        assert found.dtype == jnp.float32
        np.testing.assert_array_equal(found, getattr(fft, name)(x.astype("float32"), norm=norm))
