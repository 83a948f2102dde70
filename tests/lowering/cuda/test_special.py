"""Special functions that CuPy has are computed on a GPU, the others in host memory."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.scipy import special
from tests.lowering.cuda.test_convolutions import check_there, host_steps

X, Y, P = np.linspace(0.2, 4, 12), np.linspace(0.5, 3, 12), np.linspace(0.01, 0.99, 12)
FUNCTIONS = {
    "igamma": (lax.igamma, X, Y),
    "igammac": (lax.igammac, X, Y),
    "betainc": (lax.betainc, X, Y, P),
    "ndtri": (special.ndtri, P),
    "erfcx": (special.erfcx, X),
    "expn": (lambda x: special.expn(3, x), X),
    "gammainc": (special.gammainc, X, Y),
    "zeta": (special.zeta, X + 1, Y),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_cupy_has_is_computed_there(name, dtype, gpu):
    function, *args = FUNCTIONS[name]
    check_there(fjax.jit(lambda *xs: [function(*xs)]), gpu, *(jnp.asarray(a, dtype) for a in args))


def test_so_is_the_logarithm_of_gamma_of_complex_numbers(gpu):
    check_there(fjax.jit(lambda z: [special.loggamma(z)]), gpu, jnp.asarray(X + 1j * Y))


def test_what_cupy_has_for_real_numbers_alone_is_computed_for_complex_ones(gpu):
    z = X + 1j * Y
    found = fjax.jit(special.erfcx)(fjax.device_put(z, gpu))
    np.testing.assert_allclose(found, special.erfcx(z), rtol=1e-12)


@pytest.mark.parametrize("order", [0, 1, 2, 5])
def test_derivatives_of_digamma_are_computed_there(order, gpu):
    function = fjax.jit(lambda x: special.polygamma(order, x))
    x = fjax.device_put(Y, gpu)
    assert not host_steps(function, x)
    np.testing.assert_allclose(function(x), function(Y), rtol=1e-14)


def test_zeta_of_negative_numbers_is_what_it_is_on_the_cpu(gpu):
    check_there(fjax.jit(lambda *xs: [lax.zeta(*xs)]), gpu, jnp.full(12, 3.0), jnp.asarray(Y - 2.2))


def test_others_are_computed_in_host_memory(gpu):
    args = fjax.device_put((X, Y), gpu)
    function = fjax.jit(lax.random_gamma_grad)
    assert [e.op.name for e in host_steps(function, *args)] == ["random_gamma_grad"]
    np.testing.assert_array_equal(function(*args), function(X, Y))
