"""Distributions and summaries against SciPy."""

import importlib
import inspect
import pickle

import numpy as np
import pytest
import scipy.stats as theirs

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.scipy import stats as ours

N = 40
RNG = np.random.default_rng(1)
ANY, POSITIVE, UNIT = RNG.normal(size=N) * 2, RNG.uniform(0.1, 5, N), RNG.uniform(0.01, 0.99, N)
OTHER, LOC, SCALE = RNG.uniform(0.5, 4, N), RNG.normal(size=N), RNG.uniform(0.5, 2, N)
COUNTS, SIX = RNG.integers(-2, 8, N).astype(float), np.full(N, 6.0)

# name -> (where to evaluate, parameters before loc and scale, what follows them)
DISTRIBUTIONS = {
    "norm": (ANY, (), (LOC, SCALE)),
    "bernoulli": (COUNTS, (UNIT,), ()),
    "beta": (UNIT * 1.2 - 0.1, (POSITIVE, OTHER), ()),
    "betabinom": (COUNTS, (SIX, POSITIVE, OTHER), ()),
    "binom": (COUNTS, (SIX, UNIT), ()),
    "cauchy": (ANY, (), (LOC, SCALE)),
    "chi2": (ANY, (POSITIVE,), (LOC, SCALE)),
    "expon": (ANY, (), (LOC, SCALE)),
    "gamma": (ANY, (POSITIVE,), (LOC, SCALE)),
    "gennorm": (ANY, (POSITIVE,), ()),
    "geom": (COUNTS, (UNIT,), ()),
    "gumbel_l": (ANY, (), (LOC, SCALE)),
    "gumbel_r": (ANY, (), (LOC, SCALE)),
    "laplace": (ANY, (), (LOC, SCALE)),
    "logistic": (ANY, (), (LOC, SCALE)),
    "nbinom": (COUNTS, (POSITIVE, UNIT), ()),
    "pareto": (POSITIVE, (OTHER,), (LOC, SCALE)),
    "poisson": (COUNTS, (POSITIVE,), ()),
    "t": (ANY, (POSITIVE,), (LOC, SCALE)),
    "truncnorm": (ANY, (-POSITIVE, OTHER), (LOC, SCALE)),
    "uniform": (ANY, (), (LOC, SCALE)),
    "vonmises": (ANY, (POSITIVE,), ()),
    "wrapcauchy": (UNIT * 6, (UNIT,), ()),
}
FUNCTIONS = ("logpdf", "pdf", "logpmf", "pmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf")
OFFERED = [(d, f) for d in DISTRIBUTIONS for f in FUNCTIONS if hasattr(getattr(ours, d), f)]


@pytest.mark.parametrize("name,function", OFFERED)
def test_distributions_are_scipys(name, function):
    at, parameters, rest = DISTRIBUTIONS[name]
    args = (UNIT if function in ("ppf", "isf") else at, *parameters, *rest)
    found = getattr(getattr(ours, name), function)(*args)
    with np.errstate(all="ignore"):
        expected = getattr(getattr(theirs, name), function)(*args)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name,function", OFFERED)
def test_a_function_of_a_distribution_says_what_it_takes_and_returns(name, function):
    module = importlib.import_module(f"fjax.scipy.stats.{name}")
    assert module is getattr(ours, name)
    found = getattr(module, function)
    assert (found.__module__, found.__qualname__) == (module.__name__, function)
    assert pickle.loads(pickle.dumps(found)) is found
    assert f">>> {module.__name__}.{function}(jnp.array(" in found.__doc__
    own = inspect.signature(found).parameters
    assert [(n, p.default) for n, p in own.items() if n in ("loc", "scale")] == [
        (n, default) for n, default in (("loc", 0), ("scale", 1)) if n in own
    ]


def test_a_missing_argument_of_a_distribution_is_named():
    with pytest.raises(TypeError, match=r"^logpdf\(\) missing 1 required .* 'df'$"):
        ours.t.logpdf(1.0)


def test_distributions_of_vectors_are_scipys():
    alpha = np.array([1.0, 2.0, 3.0])
    x = RNG.dirichlet(alpha, 4).T
    expected = theirs.dirichlet.logpdf(x, alpha)
    np.testing.assert_allclose(ours.dirichlet.logpdf(x, alpha), expected, rtol=1e-12)
    np.testing.assert_allclose(ours.dirichlet.logpdf(x[:-1], alpha), expected, rtol=1e-9)
    weights = [0.2, 0.3, 0.5]
    np.testing.assert_allclose(
        ours.multinomial.pmf(np.array([1, 2, 3]), 6, np.array(weights)),
        theirs.multinomial.pmf([1, 2, 3], 6, weights),
        rtol=1e-12,
    )
    mean, cov = RNG.normal(size=3), np.diag([1.0, 2.0, 3.0]) + 0.3
    points = RNG.normal(size=(5, 3))
    np.testing.assert_allclose(
        ours.multivariate_normal.logpdf(points, mean, cov),
        theirs.multivariate_normal.logpdf(points, mean, cov),
        rtol=1e-12,
    )


def test_the_entropy_of_poisson():
    mu = np.array([0.0, 0.3, 5, 50, 400, 600])
    np.testing.assert_allclose(ours.poisson.entropy(mu), theirs.poisson.entropy(mu), rtol=1e-9)


def test_densities_differentiate_and_compile():
    slope = fjax.jit(fjax.grad(lambda p: jnp.sum(ours.norm.logpdf(ANY, p[0], p[1])), 0))
    found = slope(jnp.array([0.5, 2.0]))
    z = (ANY - 0.5) / 2
    np.testing.assert_allclose(found, [np.sum(z) / 2, np.sum(z * z - 1) / 2], rtol=1e-10)
    inside = fjax.vmap(fjax.grad(ours.truncnorm.logcdf))(UNIT, -POSITIVE, OTHER)
    assert np.all(np.isfinite(inside))


@pytest.mark.parametrize("axis", [0, 1, None])
def test_summaries_are_scipys(axis):
    x = RNG.integers(0, 4, (5, 6))
    for keepdims in (False, True):
        found, expected = (m.mode(x, axis, keepdims=keepdims) for m in (ours, theirs))
        assert np.array_equal(found.mode, expected.mode)
        assert np.array_equal(found.count, expected.count)
    for method in ("average", "min", "max", "dense", "ordinal"):
        expected = theirs.rankdata(x, method, axis=axis)
        assert np.array_equal(
            ours.rankdata(x, method, axis=axis), expected.reshape(-1) if axis is None else expected
        )
    np.testing.assert_allclose(ours.sem(x * 1.0, axis), theirs.sem(x * 1.0, axis))


@pytest.mark.parametrize("d", [1, 2])
def test_kernel_density_estimates_are_scipys(d):
    data, weights = RNG.normal(size=(d, 30)), RNG.uniform(1, 2, 30)
    points, other = RNG.normal(size=(d, 7)), RNG.normal(size=(d, 20)) * 2
    for bandwidth in (None, "silverman", 0.3):
        mine = ours.gaussian_kde(data, bandwidth, weights)
        scipys = theirs.gaussian_kde(data, bandwidth, weights)
        np.testing.assert_allclose(mine(points), scipys(points), rtol=1e-9)
        np.testing.assert_allclose(mine.logpdf(points), scipys.logpdf(points), rtol=1e-9)
        np.testing.assert_allclose(
            mine.integrate_kde(ours.gaussian_kde(other)),
            scipys.integrate_kde(theirs.gaussian_kde(other)),
            rtol=1e-9,
        )
        gaussian = (np.zeros(d), np.eye(d))
        np.testing.assert_allclose(
            mine.integrate_gaussian(*gaussian), scipys.integrate_gaussian(*gaussian), rtol=1e-9
        )
    if d == 1:
        np.testing.assert_allclose(
            mine.integrate_box_1d(-1, 0.5), scipys.integrate_box_1d(-1, 0.5), rtol=1e-9
        )
    drawn = np.asarray(mine.resample(random.key(0), (4000,)))
    np.testing.assert_allclose(drawn.mean(-1), data @ weights / weights.sum(), atol=0.1)


def test_an_estimate_is_a_pytree():
    kde = ours.gaussian_kde(RNG.normal(size=(1, 10)))
    density = fjax.jit(lambda k, x: k.logpdf(x))(kde, np.zeros(1))
    np.testing.assert_allclose(density, kde.logpdf(np.zeros(1)), rtol=1e-12)
