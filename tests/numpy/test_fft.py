"""fjax.numpy.fft against numpy.fft."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax.errors import FjaxError
from fjax.primitives import fourier


@pytest.fixture(params=["SciPy", "ducc0"])
def library(request, monkeypatch):
    """Who computes the transforms on a CPU: ducc0 if it is installed, or SciPy."""
    if request.param == "ducc0":
        pytest.importorskip("ducc0")
    monkeypatch.setattr(fourier.lazy, "is_installed", lambda name: request.param == name)
    return request.param


OPTIONS = [{}, {"n": 3}, {"n": 8}, {"axis": 0}, {"norm": "ortho"}, {"norm": "forward", "n": 7}]
MANY = [
    {},
    {"s": (3, 6)},
    {"axes": (0, 1)},
    {"norm": "ortho"},
    {"s": (2, 5), "axes": (2, 0), "norm": "forward"},
]


def signal(*shape, real=True):
    rng = np.random.default_rng(0)
    x = rng.normal(size=shape)
    return x if real else x + 1j * rng.normal(size=shape)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
def test_one_axis(name, options, library):
    x = signal(4, 5, real=name in ("rfft", "ihfft"))
    out = getattr(jnp.fft, name)(x, **options)
    assert_allclose(out, getattr(np.fft, name)(x, **options), atol=1e-12)


@pytest.mark.parametrize("options", MANY, ids=str)
@pytest.mark.parametrize(
    "name", ["fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"]
)
def test_several_axes(name, options, library):
    x = signal(2, 4, 5, real=name.startswith("rfft"))
    if "axes" not in options and "s" in options:
        options = {**options, "axes": (-2, -1)}
    out = getattr(jnp.fft, name)(x, **options)
    assert_allclose(out, getattr(np.fft, name)(x, **options), atol=1e-12)


WIDE = pytest.mark.needs("x64", reason="names 64 bits")


@pytest.mark.parametrize(
    "dtype,expected",
    [
        ("float32", "complex64"),
        ("int32", "complex64"),
        pytest.param("int64", "complex128", marks=WIDE),
        ("float16", "complex64"),
    ],
)
def test_dtypes(dtype, expected):
    assert jnp.fft.fft(np.ones(4, dtype)).dtype == expected


@pytest.mark.parametrize("n", [1, 4, 5])
def test_frequencies_and_shifts(n):
    assert_allclose(jnp.fft.fftfreq(n, 0.5), np.fft.fftfreq(n, 0.5))
    assert_allclose(jnp.fft.rfftfreq(n, 2), np.fft.rfftfreq(n, 2))
    x = signal(n, 3)
    assert_allclose(jnp.fft.fftshift(x), np.fft.fftshift(x))
    assert_allclose(jnp.fft.ifftshift(x, 0), np.fft.ifftshift(x, 0))


@pytest.mark.parametrize("n", [6, 7])
def test_the_energy_of_a_real_spectrum_has_the_signal_as_gradient(n):
    x = signal(n)

    def energy(v):
        spectrum = jnp.fft.fft(v)
        return jnp.sum(jnp.abs(spectrum) ** 2) / (2 * n)

    assert_allclose(fjax.grad(energy)(x), x, atol=1e-12)
    back = fjax.grad(lambda v: jnp.sum(jnp.fft.irfft(jnp.fft.rfft(v), n) * x))(x)
    assert_allclose(back, x, atol=1e-12)


@pytest.mark.parametrize(
    "call",
    [
        lambda: jnp.fft.rfft(np.ones(3, complex)),
        lambda: jnp.fft.fft(np.ones(3), norm="none"),
        lambda: jnp.fft.fft(np.ones(3), n=0),
        lambda: jnp.fft.fft2(np.ones((2, 2)), axes=(0, 1, 2)),
        lambda: fjax.lax.fft(np.ones(4), "RFFT", (5,)),
        lambda: fjax.lax.fft(np.ones(4), "DCT", (4,)),
    ],
)
def test_what_does_not_fit_is_named(call):
    with pytest.raises(FjaxError, match="fft"):
        call()


def test_the_gradient_of_a_transform_of_nothing_is_zero():
    """The half spectrum of one number is one number, and stands for no numbers by default."""

    def total(x):
        return jnp.sum(jnp.fft.irfft(jnp.fft.rfft(x)))

    for transform in (fjax.grad(total), fjax.jit(fjax.grad(total))):
        np.testing.assert_array_equal(transform(jnp.ones((2, 1))), np.zeros((2, 1)))


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "ihfft", "fftn", "ifftn", "rfftn"])
def test_transforms_of_nothing_are_empty_under_each_norm(name, norm):
    assert getattr(jnp.fft, name)(jnp.zeros((3, 0)), norm=norm).size in (0, 3)


@pytest.mark.parametrize("name", ["irfft", "hfft", "irfftn"])
def test_half_a_spectrum_of_no_entries_is_refused(name):
    with pytest.raises(fjax.errors.FjaxValueError, match="lengths of transformed axes"):
        getattr(jnp.fft, name)(jnp.zeros((3, 0)))


@pytest.mark.needs("x64", reason="both sizes are compared")
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("shape", [(64,), (1, 30), (4, 30)])
def test_transforms_of_complex_numbers_of_both_sizes(shape, dtype, library):
    x = signal(*shape, real=False).astype(dtype)
    out = jnp.fft.ifft(jnp.fft.fft(x))
    assert out.dtype == dtype
    assert_allclose(out, x, atol=1e-6 if dtype == "complex64" else 1e-13)


def test_transforms_of_views(library):
    x = signal(6, 8, real=False)
    found = jnp.fft.fft(jnp.asarray(x).T[::2], axis=0)
    assert_allclose(found, np.fft.fft(x.T[::2], axis=0), atol=1e-12)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_long_transforms_agree_where_scipys_functions_are_elsewhere(name, monkeypatch):
    x = signal(3, 60, 70, real=name.startswith("rfft"))
    monkeypatch.setattr(fourier.lazy, "is_installed", lambda name: False)
    usual = getattr(jnp.fft, name)(x, axes=(1, 2))
    monkeypatch.setattr(fourier, "_of_scipy", lambda: None)
    found = getattr(jnp.fft, name)(x + 0, axes=(1, 2))
    assert_allclose(found, usual, atol=1e-12)
    assert_allclose(found, getattr(np.fft, name)(x, axes=(1, 2)), atol=1e-12)
