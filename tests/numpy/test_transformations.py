"""Functions of fjax.numpy under jit, vmap and grad."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from tests.numpy.tables import A as A_
from tests.numpy.tables import I as I_
from tests.numpy.tables import V as V_

A, I, V = jnp.asarray(A_), jnp.asarray(I_), jnp.asarray(V_)
P = jnp.abs(A) + 1.2

FUNCTIONS = {
    "var": lambda x: jnp.var(x, 0),
    "std": lambda x: jnp.std(x, 1),
    "prod": lambda x: jnp.prod(x, 1),
    "median": lambda x: jnp.median(x, 1),
    "quantile": lambda x: jnp.quantile(x, 0.3, axis=0),
    "sort": lambda x: jnp.sort(x, 1),
    "cumprod": lambda x: jnp.cumprod(x, 1),
    "logaddexp": lambda x: jnp.logaddexp(x, x * 2),
    "hypot": lambda x: jnp.hypot(x, 2.0),
    "sinc": jnp.sinc,
    "i0": jnp.i0,
    "where": lambda x: jnp.where(x > 0, x, x * x),
    "clip": lambda x: jnp.clip(x, -0.5, 0.5),
    "pad": lambda x: jnp.pad(x, 2, mode="reflect"),
    "roll": lambda x: jnp.roll(x, 1, 1),
    "repeat": lambda x: jnp.repeat(x, 2, 1),
    "tile": lambda x: jnp.tile(x, (2, 1)),
    "diff": lambda x: jnp.diff(x, axis=1),
    "gradient": lambda x: jnp.gradient(x, axis=1),
    "interp": lambda x: jnp.interp(x, V, V**2),
    "convolve": lambda x: jnp.convolve(x[0], x[1]),
    "diagonal": jnp.diagonal,
    "take_along_axis": lambda x: jnp.take_along_axis(x, I % 4, axis=1),
    "tril": jnp.tril,
    "diag": lambda x: jnp.diag(x[0], 1),
    "cov": jnp.cov,
    "concatenate": lambda x: jnp.concatenate([x, x * 2], 1),
    "stack": lambda x: jnp.stack([x, x]),
    "outer": lambda x: jnp.multiply.outer(x[0], x[1]),
    "power": lambda x: jnp.power(P, x),
    "ldexp": lambda x: jnp.ldexp(x, 2),
    "select": lambda x: jnp.select([x > 1, x > 0], [x, x * 2], 5.0),
    "unique": lambda x: jnp.unique(x, size=12),
    "insert": lambda x: jnp.insert(x, 1, 9.0, axis=1),
    "linspace": lambda x: jnp.linspace(x[0], x[1], 5),
    "nanmean": lambda x: jnp.nanmean(x, 0),
    "vectorize": lambda x: jnp.vectorize(lambda a, b: a * b.sum(), signature="(),(n)->()")(
        x[:, 0], x
    ),
    "apply_along_axis": lambda x: jnp.apply_along_axis(lambda v: v * v.sum(), 1, x),
    "arange": lambda x: x[0] * jnp.arange(4),
    "numpy.sin": lambda x: np.sin(x),
    "numpy.sum": lambda x: np.sum(x, axis=0),
    "numpy.add": lambda x: np.add(np.ones(4), x),
    "numpy.where": lambda x: np.where(np.ones((3, 4)) > 0, x, 0.0),
    "numpy.concatenate": lambda x: np.concatenate([x, x]),
    "add.at": lambda x: jnp.add.at(x, (jnp.array([0, 0]),), 1.0, inplace=False),
    "logaddexp.reduce": lambda x: jnp.logaddexp.reduce(x, axis=1),
    "bincount": lambda x: jnp.bincount(I.ravel() % 5, x.ravel(), length=5),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_jit_gives_the_same_values(name):
    function = FUNCTIONS[name]
    np.testing.assert_allclose(
        fjax.jit(function)(A), np.asarray(function(A)), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize("name", FUNCTIONS)
def test_vmap_is_a_loop(name):
    function = FUNCTIONS[name]
    batch = jnp.stack([A, A * 0.5])
    wanted = np.stack([np.asarray(function(x)) for x in batch])
    np.testing.assert_allclose(fjax.vmap(function)(batch), wanted, rtol=1e-9, atol=1e-12)


@pytest.mark.needs("x64", reason="takes differences of 1e-6")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_gradient_is_the_slope(name, rng):
    def loss(x):
        return jnp.sum(jnp.sin(FUNCTIONS[name](x)))

    direction, step = rng.normal(size=A.shape), 1e-6
    slope = (loss(A + step * direction) - loss(A - step * direction)) / (2 * step)
    gradient = fjax.grad(loss)(A)
    np.testing.assert_allclose((gradient * direction).sum(), slope, rtol=1e-5, atol=1e-7)


def test_sinc_has_its_derivatives_at_zero():
    second = fjax.grad(fjax.grad(jnp.sinc))(0.0)
    np.testing.assert_allclose(second, -(np.pi**2) / 3, rtol=1e-6)


@pytest.mark.needs("x64", reason="numbers beyond float32")
@pytest.mark.parametrize("x", [1e-310, 1e-160, 1e-8, 1e-3, 0.2, 0.25, 1.5, 1e30])
def test_sinc_has_its_slope_everywhere(x):
    t = np.pi * x
    slope = (
        np.pi * (np.cos(t) - np.sin(t) / t) / t
        if abs(x) > 0.1
        else -t * np.pi / 3 * (1 - t**2 / 10)
    )
    np.testing.assert_allclose(fjax.jit(fjax.grad(jnp.sinc))(x), slope, rtol=1e-9)


def test_i0_is_finite_where_its_exponential_is_not():
    np.testing.assert_allclose(jnp.i0(jnp.float32(89.0)), np.i0(89.0), rtol=1e-5)


@pytest.mark.parametrize("base", [np.e, 2.0])
def test_logaddexp_of_complex_numbers_is_the_log_of_the_sum(base):
    parts = np.array([-1.5, 0.0, 2.0])
    z = (parts[:, None] + 1j * parts).ravel()
    x, y = np.broadcast_arrays(z[:, None], z)
    logarithm = jnp.logaddexp if base == np.e else jnp.logaddexp2
    np.testing.assert_allclose(base ** logarithm(x, y), base**x + base**y, rtol=1e-12)


def test_logaddexp_has_a_derivative_at_a_tie():
    np.testing.assert_allclose(fjax.grad(lambda x: jnp.logaddexp(x, 1.0))(1.0), 0.5)
    np.testing.assert_allclose(fjax.grad(fjax.grad(lambda x: jnp.logaddexp(x, 1.0)))(1.0), 0.25)


def test_ranges_are_computed_inside_traces():
    jaxpr = str(fjax.make_jaxpr(lambda x: x + jnp.arange(1000))(1.0))
    assert "iota" in jaxpr
