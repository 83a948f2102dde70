"""Factorisations and solves by NVIDIA's libraries; what they have no answer for, by the host."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

RNG = np.random.default_rng(0)
STACK = RNG.normal(size=(3, 4, 4))
POSITIVE = STACK @ STACK.swapaxes(-1, -2) + 4 * np.eye(4)
COMPLEX = (STACK + 1j * RNG.normal(size=(3, 4, 4))).astype(np.complex64)


def there_and_here(function, gpu, *arrays):
    """What a jitted function gives on the GPU and on the CPU, and what ran in host memory."""
    there = [fjax.device_put(a, gpu) for a in arrays]
    steps = fjax.inspect(function)(*there).host_steps
    return fjax.jit(function)(*there), fjax.jit(function)(*arrays), steps


@pytest.mark.parametrize(
    "function",
    [
        jnp.linalg.cholesky,
        jnp.linalg.eigvalsh,
        lambda x: jnp.linalg.svd(x, compute_uv=False),
        lambda x: jnp.abs(jnp.linalg.eigh(x)[1]),
        lambda x: jnp.abs(jnp.linalg.svd(x)[0]),
        lambda x: jnp.abs(jnp.linalg.qr(x[0])[1]),
    ],
    ids=["cholesky", "eigvalsh", "singular values", "eigh", "svd", "qr"],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_factorisation_runs_on_the_gpu(function, dtype, gpu):
    got, wanted, host_steps = there_and_here(function, gpu, POSITIVE.astype(dtype))
    assert not host_steps and got.device == gpu
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("left_side", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("transposed", ["", "transposed", "conjugated", "transposed conjugated"])
def test_triangular_solves_run_on_the_gpu(left_side, lower, transposed, gpu):
    def solve(a, b):
        return lax.linalg.triangular_solve(
            a,
            b,
            left_side=left_side,
            lower=lower,
            transpose_a="transposed" in transposed,
            conjugate_a="conjugated" in transposed,
        )

    a = COMPLEX + 4 * np.eye(4, dtype=np.complex64)
    got, wanted, host_steps = there_and_here(solve, gpu, a, COMPLEX)
    assert not host_steps
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


def test_a_matrix_that_has_no_factor_gives_what_the_cpu_gives(gpu):
    x = POSITIVE.copy()
    x[1] = -x[1]
    got, wanted, _ = there_and_here(jnp.linalg.cholesky, gpu, x)
    assert np.isnan(np.asarray(got)[1]).any() and np.isfinite(np.asarray(got)[0]).all()
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("function", [jnp.linalg.cholesky, jnp.linalg.eigvalsh])
def test_numbers_that_are_none_give_what_the_cpu_gives(function, gpu):
    x = POSITIVE.copy()
    x[2, 1, 1] = np.nan
    got, wanted, _ = there_and_here(function, gpu, x)
    np.testing.assert_allclose(got, wanted, rtol=1e-14)


def test_derivatives_of_factorisations_run_there(gpu):
    gradient = fjax.grad(lambda x: jnp.sum(jnp.linalg.cholesky(x)))
    got, wanted, host_steps = there_and_here(gradient, gpu, POSITIVE)
    assert not host_steps
    np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-9)
