"""Derivatives of cumulative operations and of products: one step for each element."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

RUNNING = {
    "cumsum": lax.cumsum,
    "cumprod": lax.cumprod,
    "cummax": lax.cummax,
    "cummin": lax.cummin,
    "cumlogsumexp": lax.cumlogsumexp,
}


def product_of_others(x):
    """Of each element of a vector the product of all others."""
    return np.array([np.prod(np.delete(x, k)) for k in range(len(x))])


@pytest.mark.one_in(5)
@pytest.mark.parametrize("n", [1, 2, 8, 9, 70, 4096, 4200])
@pytest.mark.parametrize("zeros", [(), (0,), (-1,), (0, -1)])
def test_the_gradient_of_a_product_is_the_product_of_the_others(n, zeros):
    x = 1 + 0.1 * np.random.RandomState(n).randn(n)
    x[list(zeros)] = 0
    for transform in (lambda f: f, fjax.jit):
        gradient = transform(fjax.grad(jnp.prod))(x)
        np.testing.assert_allclose(gradient, product_of_others(x), rtol=1e-10)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("axes", [(0,), (1,), (2,), (0, 2), (1, 2), (0, 1, 2)])
def test_products_along_axes_have_first_and_second_derivatives(axes):
    x = np.random.RandomState(0).randn(3, 9, 10)
    x[1, 2, 3] = 0
    w = np.random.RandomState(1).randn(*x.shape)
    loss = lambda x: jnp.sum(jnp.sin(jnp.prod(x, axes)))
    slope = lambda x: jnp.sum(fjax.grad(loss)(x) * w)
    step = 1e-6
    for f in (loss, slope):
        difference = (f(x + step * w) - f(x - step * w)) / (2 * step)
        found = np.sum(fjax.jit(fjax.grad(f))(x) * w)
        np.testing.assert_allclose(found, difference, rtol=1e-5, atol=1e-7)


def test_a_product_over_no_axes_has_the_derivative_of_its_operand():
    product = lax.reduce_prod_p(axes=())
    for transform in (lambda f: f, fjax.jit):
        gradient = transform(fjax.grad(lambda x: jnp.sum(product(x) * x)))(np.arange(3.0))
        np.testing.assert_allclose(gradient, [0, 2, 4])


def test_gradients_of_products_of_narrow_numbers_are_computed_in_float32():
    x = np.array([300.0] * 4 + [1 / 128] * 4 + [2.0] * 2, np.float16)
    gradient = fjax.jit(fjax.grad(jnp.prod))(x)
    assert gradient.dtype == jnp.float16
    np.testing.assert_allclose(gradient, product_of_others(x.astype(float)), rtol=2e-3)


@pytest.mark.parametrize("name", RUNNING)
def test_derivatives_of_running_values_grow_with_the_length_alone(name):
    kernels = [
        fjax.inspect(fjax.jit(fjax.grad(lambda x: jnp.sum(jnp.sin(RUNNING[name](x))))))(
            jnp.ones(n)
        ).n_kernels
        for n in (40, 40000)
    ]
    assert kernels[0] == kernels[1] <= 8


@pytest.mark.parametrize("reverse", [False, True])
def test_an_infinite_cotangent_stays_with_the_extremum_that_it_belongs_to(reverse):
    x = np.array([0.0, 1.0] if reverse else [1.0, 0.0])
    gradient = fjax.grad(lambda x: jnp.sum(jnp.sqrt(lax.cummin(x, 0, reverse))))(x)
    np.testing.assert_array_equal(gradient, [np.inf, 0.5] if reverse else [0.5, np.inf])


def test_a_running_extremum_has_no_derivative_from_the_first_nan_on():
    x = np.array([1.0, 3.0, np.nan, 5.0])
    slopes = fjax.jit(fjax.jacrev(lax.cummax))(x)
    np.testing.assert_array_equal(slopes, [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4, [0] * 4])


def test_the_running_logarithm_of_a_sum_of_nothing_passes_no_derivative_on():
    x = np.array([-np.inf, -np.inf, 0.0, -np.inf, 0.0])
    slopes = fjax.jit(fjax.jacrev(lax.cumlogsumexp))(x)
    half = [0, 0, 0.5, 0, 0.5]
    third = [0, 0, 1, 0, 0]
    np.testing.assert_allclose(slopes, [[1, 0, 0, 0, 0], [0] * 5, third, third, half])


def test_the_running_logarithm_of_a_sum_does_not_overflow():
    x = np.random.RandomState(0).randn(3, 50) * 800
    found = fjax.jit(lambda x: lax.cumlogsumexp(x, 1))(x)
    np.testing.assert_allclose(found, np.logaddexp.accumulate(x, 1), rtol=1e-13)


def test_running_products_of_complex_numbers_are_kernels():
    x = np.exp(1j * np.arange(6.0)).reshape(2, 3) * 1.1
    for axis, reverse in ((0, False), (1, True)):
        run = fjax.jit(lambda x, axis=axis, reverse=reverse: lax.cumprod(x, axis, reverse))
        inspection = fjax.inspect(run)(x)
        assert inspection.n_kernels == 1
        assert not inspection.fallbacks
        y = np.flip(x, axis) if reverse else x
        y = np.cumprod(y, axis)
        np.testing.assert_allclose(run(x), np.flip(y, axis) if reverse else y, rtol=1e-13)


def test_a_recurrence_in_the_body_of_a_loop_needs_no_step_of_the_host():
    def run(x):
        body = lambda c, y: (c + fjax.grad(lambda c: jnp.prod(c * y))(c), jnp.sum(lax.cumprod(c)))
        return lax.scan(body, x[0], x)

    x = np.random.RandomState(0).rand(5, 12)
    assert "it is not one kernel" not in fjax.inspect(run)(x).fused
    c = x[0]
    for y in x:
        c = c + product_of_others(c * y) * y
    np.testing.assert_allclose(fjax.jit(run)(x)[0], c, rtol=1e-12)
