"""Products of complex numbers along axes: kernels that multiply halves."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

RNG = np.random.default_rng(0)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize(
    ("shape", "axis"),
    [
        ((7,), 0),
        ((5, 1), 1),
        ((5, 8), 1),
        ((5, 9), 1),
        ((3, 1001), 1),
        ((1001, 3), 0),
        ((6, 5, 7), (0, 2)),
        ((6, 5, 7), (1, 2)),
        ((6, 5, 7), None),
        ((6, 5), ()),
        ((0, 5), 0),
        ((5, 0), 0),
    ],
)
def test_products_of_complex_numbers_agree_with_numpy_s(shape, axis, dtype):
    x = np.exp(1j * RNG.normal(size=shape)).astype(dtype)
    got = fjax.jit(lambda x: jnp.prod(x, axis=axis))(x)
    assert got.dtype == dtype
    rtol = 1e-5 if dtype == np.complex64 else 1e-12
    np.testing.assert_allclose(got, np.prod(x, axis=axis), rtol=rtol)


def test_products_of_complex_numbers_are_kernels():
    x = jnp.asarray(np.exp(1j * RNG.normal(size=(30, 40))))
    for axis in (0, 1, None):
        assert "without a kernel" not in str(fjax.inspect(lambda x: jnp.prod(x, axis=axis))(x))


def test_products_of_complex_numbers_have_derivatives_and_batches():
    x = jnp.asarray(np.exp(1j * RNG.normal(size=(4, 20))))

    def total(x):
        return jnp.abs(jnp.prod(x, axis=-1) - 2).sum()

    for function in (fjax.grad(total), fjax.vmap(fjax.grad(total))):
        np.testing.assert_allclose(fjax.jit(function)(x), function(x), rtol=1e-10)
