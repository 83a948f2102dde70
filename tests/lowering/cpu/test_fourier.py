"""Short Fourier transforms without a step in Python, against NumPy's own and SciPy's bits."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.primitives.fourier import SHORT

POINTS = [(1,), (2,), (7,), (16,), (1, 1), (5, 4), (4, 1), (1, 6), (2, 3, 4), (1, 5, 2), (3, 3, 3)]
KINDS = ("fftn", "ifftn", "rfftn", "irfftn")


def is_native(function, *args):
    """Whether nothing but launches is in the program."""
    return fjax.inspect(function)(*args).plan.whole is not None


def given(name, shape, dtype, seed=0):
    """What a transform to or from these points takes."""
    x = np.random.default_rng(seed).standard_normal(shape).astype(dtype)
    if name == "rfftn":
        return x
    if name == "irfftn":
        return np.fft.rfft(x)
    return x + 1j * x[..., ::-1]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", KINDS)
def test_transforms_are_numpys_and_those_of_a_call_without_jit(name, dtype):
    for points in POINTS:
        axes = tuple(range(-len(points), 0))
        sizes = {"s": points} if name == "irfftn" else {}
        for batch in ((), (3,), (2, 2)):
            x = given(name, (*batch, *points), dtype)
            transform = lambda x: getattr(jnp.fft, name)(x, axes=axes, **sizes)
            assert is_native(transform, x)
            found = np.asarray(fjax.jit(transform)(x))
            expected = getattr(np.fft, name)(x, axes=axes, **sizes)
            scale = 20 * np.finfo(dtype).eps * max(np.abs(expected).max(), 1)
            np.testing.assert_allclose(found, expected, rtol=0, atol=scale)
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, transform(x), f"{name} of {x.shape}")


@pytest.mark.parametrize("kind", ["FFT", "IFFT", "RFFT", "IRFFT"])
def test_transforms_of_more_axes_than_a_launch_takes_are_numpys(kind):
    shape = (2, 3, 2, 4)
    x = given({"RFFT": "rfftn", "IRFFT": "irfftn"}.get(kind, "fftn"), shape, "float64")
    found = fjax.jit(lambda x: lax.fft(x, kind, shape))(x)
    theirs = getattr(np.fft, kind.lower() + "n")
    np.testing.assert_allclose(found, theirs(x, s=shape, axes=range(4)), rtol=1e-12, atol=1e-12)


def test_a_loop_of_transforms_runs_without_python():
    x = given("fftn", (8,), "float64")

    def run(x):
        return lax.fori_loop(0, 3, lambda i, x: jnp.fft.ifft(jnp.fft.fft(x) * 0.5), x)

    assert is_native(run, x)
    np.testing.assert_allclose(fjax.jit(run)(x), x / 8, rtol=1e-14)


def test_long_transforms_are_left_to_libraries_that_use_vectors():
    x = np.ones(2 * SHORT, complex)
    assert not is_native(lambda x: jnp.fft.fft(x) * 2, x)
    np.testing.assert_array_equal(fjax.jit(jnp.fft.fft)(x), np.fft.fft(x))


@pytest.mark.parametrize("transform", ["fft2", "ifft2", "rfft2", "irfft2"])
def test_large_transforms_lie_in_memory_that_is_kept(transform):
    x = np.random.default_rng(2).random((300, 400))
    if not transform.startswith("rfft"):
        x = x + 1j * x[::-1]
    found = getattr(jnp.fft, transform)(x)
    held = fjax.memory_stats()["bytes_in_use"]
    np.testing.assert_allclose(found, getattr(np.fft, transform)(x), rtol=1e-12, atol=1e-10)
    size = found.nbytes
    del found
    assert fjax.memory_stats()["bytes_in_use"] <= held - size
