"""Samples have the distribution that their name says, over the whole range of its parameters.

Each sample is mapped to a uniform number by SciPy's distribution function; within a step of a
discrete one, or of the spacing of floating point numbers, to a random place. The uniform numbers
pass Kolmogorov and Smirnov's test, and as many as are due lie in the tails. Keys are fixed.
"""

import numpy as np
import pytest
from scipy import stats

import fjax
import fjax.numpy as jnp
from fjax import random

N = 40_000
TAIL = 1e-3  # a tail has this probability; 16 bits alone would not reach it
LARGE = 2.0**20
ENDS = (-np.inf, np.inf)


def continuous(name, distribution, *args):
    """A sampler, its parameters, and SciPy's distribution as a function of them."""
    return name, args, distribution, False


def counts(name, distribution, *args):
    return name, args, distribution, True


def rayleigh(scale):
    return stats.rayleigh(scale=scale)


def weibull(scale, concentration):
    return stats.weibull_min(concentration, scale=scale)


def triangular(left, mode, right):
    return stats.triang((mode - left) / (right - left), left, right - left)


UNBOUNDED = [
    continuous("normal", stats.norm),
    continuous("exponential", stats.expon),
    continuous("gumbel", stats.gumbel_r),
    continuous("cauchy", stats.cauchy),
    continuous("laplace", stats.laplace),
    continuous("logistic", stats.logistic),
    continuous("maxwell", stats.maxwell),
]
COMMON = [
    *UNBOUNDED,
    continuous("truncated_normal", stats.truncnorm, -0.5, 3.0),
    continuous("truncated_normal", stats.truncnorm, -np.inf, np.inf),
    continuous("truncated_normal", stats.truncnorm, 2.0, 3.0),
    continuous("truncated_normal", stats.truncnorm, 6.0, np.inf),
    continuous("truncated_normal", stats.truncnorm, -np.inf, -9.0),
    continuous("truncated_normal", stats.truncnorm, 20.0, 21.0),
    continuous("rayleigh", rayleigh, 2.0),
    continuous("pareto", stats.pareto, 3.0),
    continuous("pareto", stats.pareto, 200.0),
    continuous("weibull_min", weibull, 2.0, 0.5),
    continuous("weibull_min", weibull, 2.0, 50.0),
    continuous("lognormal", stats.lognorm, 0.5),
    continuous("lognormal", stats.lognorm, 3.0),
    continuous("triangular", triangular, 1.0, 1.0, 3.0),
    continuous("triangular", triangular, 1.0, 1.5, 3.0),
    continuous("wald", stats.invgauss, 1e-3),
    continuous("wald", stats.invgauss, 1.0),
    *(continuous("gamma", stats.gamma, a) for a in (0.1, 0.9, 1.0, 3.0, 1e4)),
    *(continuous("chisquare", stats.chi2, df) for df in (0.5, 1.0, 30.0)),
    *(continuous("t", stats.t, df) for df in (0.5, 1.0, 30.0)),
    *(continuous("generalized_normal", stats.gennorm, p) for p in (0.5, 1.0, 8.0)),
    *(
        continuous("beta", stats.beta, a, b)
        for a, b in ((0.1, 0.2), (1.0, 1.0), (0.5, 8.0), (300.0, 200.0))
    ),
    *(continuous("f", stats.f, a, b) for a, b in ((3.0, 4.0), (200.0, 2.0))),
]
# What 16 bits do not hold.
WIDER = [
    *(continuous("gamma", stats.gamma, a) for a in (1e-2, 1e6)),
    *(continuous("loggamma", stats.loggamma, a) for a in (1e-3, 0.7, 3.0, 1e4)),
    *(continuous("wald", stats.invgauss, mean) for mean in (1e4, 1e7)),
    continuous("truncated_normal", stats.truncnorm, 100.0, 100.05),
    continuous("beta", stats.beta, LARGE, LARGE),
    continuous("generalized_normal", stats.gennorm, 30.0),
    continuous("chisquare", stats.chi2, LARGE),
    continuous("t", stats.t, LARGE),
    continuous("f", stats.f, 0.5, 0.5),
    continuous("triangular", triangular, -2e37, -1e37, 2e37),
    *(counts("geometric", stats.geom, p) for p in (1e-5, 0.5, 0.999, 1.0)),
    *(counts("poisson", stats.poisson, rate) for rate in (1e-3, 2.0, 9.9, 10.0, 500.0)),
    *(counts("poisson", stats.poisson, rate) for rate in (9e3, 2e4, 1e6, 1e7, 1e8)),
    *(
        counts("binomial", stats.binom, n, p)
        for n, p in (
            (0, 0.3),
            (1, 0.5),
            (20, 0.0),
            (20, 1.0),
            (30, 0.3),
            (30, 0.9),
            (1000, 0.02),
            (10**7, 0.25),
            (10**7, 1e-7),
        )
    ),
]
DOUBLE = [
    *(counts("poisson", stats.poisson, rate) for rate in (1e10, 1e13)),
    *(counts("binomial", stats.binom, n, p) for n, p in ((10**9, 0.7), (10**10, 1e-3))),
    continuous("truncated_normal", stats.truncnorm, 1e4, np.inf),
    continuous("t", stats.t, 0.02),
]
CASES = [
    *((case, dtype) for dtype in ("bfloat16", "float16") for case in COMMON),
    *((case, dtype) for dtype in ("float32", "float64") for case in COMMON + WIDER),
    *((case, "float64") for case in DOUBLE),
]


def label(value):
    if isinstance(value, str):
        return value
    name, args, _, _ = value
    return "-".join([name, *map(str, args)])


def places(x, distribution, discrete, open_interval):
    """Where samples lie between 0 and 1 by their distribution function."""
    x = np.asarray(x)
    share = np.random.default_rng(0).random(x.shape)
    if discrete:
        low, high = (np.asarray(x, float) - 1, np.asarray(x, float))
    else:
        low, high = ((x.astype(float) + np.nextafter(x, x.dtype.type(e))) / 2 for e in ENDS)
    if open_interval:  # what rounds to an end of the support is moved into it
        first, last = distribution.support()
        low = np.where(np.nextafter(x, x.dtype.type(ENDS[0])) == first, first, low)
        high = np.where(np.nextafter(x, x.dtype.type(ENDS[1])) == last, last, high)
    below = (1 - share) * distribution.cdf(low) + share * distribution.cdf(high)
    above = (1 - share) * distribution.sf(low) + share * distribution.sf(high)
    return below, above


@pytest.mark.one_in(20)
@pytest.mark.parametrize("case,dtype", CASES, ids=label)
def test_samples_have_their_distribution(case, dtype):
    name, args, distribution, discrete = case
    with fjax.enable_x64(dtype == "float64"):
        given = [jnp.asarray(a, dtype) for a in args]
        wanted = {} if discrete else {"dtype": dtype}
        x = getattr(random, name)(random.key(5), *given, shape=(N,), **wanted)
    exact = distribution(*(np.asarray(a, float).item() for a in given))
    with np.errstate(all="ignore"):
        below, above = places(x, exact, discrete, name == "truncated_normal")
    assert stats.kstest(below, "uniform").pvalue > 1e-4
    for tail in (below, above):
        assert stats.binomtest(int(np.sum(tail < TAIL)), N, TAIL).pvalue > 1e-4


VECTORS = {
    "dirichlet": (
        lambda key, dtype: random.dirichlet(key, jnp.array([0.25, 1.0, 4.0], dtype), (N,), dtype),
        lambda x: x[:, 0],
        stats.beta(0.25, 5.0),
    ),
    "ball": (
        lambda key, dtype: random.ball(key, 3, 2, (N,), dtype),
        lambda x: np.linalg.norm(x, axis=1),
        stats.powerlaw(3),
    ),
    "ball of a large norm": (
        lambda key, dtype: random.ball(key, 2, 5000, (N,), dtype),
        lambda x: np.abs(x).max(1),
        stats.powerlaw(2),
    ),
    "ball of a small norm": (
        lambda key, dtype: random.ball(key, 2, 0.02, (N,), dtype),
        lambda x: np.sum(np.abs(x) ** 0.02, 1) ** 50,
        stats.powerlaw(2),
    ),
    "multivariate normal": (
        lambda key, dtype: random.multivariate_normal(
            key, jnp.zeros(2, dtype), jnp.array([[4.0, 2.0], [2.0, 2.0]], dtype), (N,), dtype
        ),
        lambda x: x[:, 0] - x[:, 1],
        stats.norm(scale=2**0.5),
    ),
    "semidefinite normal": (
        lambda key, dtype: random.multivariate_normal(
            key, jnp.zeros(2, dtype), jnp.ones((2, 2), dtype), (N,), dtype, "eigh"
        ),
        lambda x: x.sum(1),
        stats.norm(scale=2),
    ),
    "orthogonal": (
        lambda key, dtype: random.orthogonal(key, 3, (N // 4,), dtype),
        lambda x: x[:, 0, 0],
        stats.uniform(-1, 2),
    ),
}


@pytest.mark.one_in(8)
@pytest.mark.parametrize("dtype", ["bfloat16", "float32", "float64"])
@pytest.mark.parametrize("name", VECTORS)
def test_vectors_have_their_distribution(name, dtype):
    draw, reduce, distribution = VECTORS[name]
    with fjax.enable_x64(dtype == "float64"):
        x = np.asarray(draw(random.key(8), dtype), float)
    assert np.isfinite(x).all()
    slack = 2.0**-8 if dtype == "bfloat16" else 0  # what rounding moves
    found = stats.kstest(reduce(x), distribution.cdf)
    assert stats.kstwo.sf(max(found.statistic - slack, 0), len(x)) > 1e-4


@pytest.mark.one_in(8)
@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
@pytest.mark.parametrize("classes", [2, 128, 512])
@pytest.mark.parametrize("replace", [True, False])
def test_equal_classes_are_drawn_equally_often(classes, dtype, replace):
    draws = 60_000 if replace else 8_000
    logits = jnp.zeros(classes, dtype)
    if replace:
        found = random.categorical(random.key(2), logits, shape=(draws,))
    else:
        keys = random.split(random.key(2), draws)
        one = lambda key: random.categorical(key, logits, shape=(1,), replace=False)
        found = fjax.vmap(one)(keys).ravel()
    counted = np.bincount(found, minlength=classes)
    assert stats.chisquare(counted).pvalue > 1e-4


@pytest.mark.one_in(5)
@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
def test_rare_events_are_as_rare_as_their_probability_says(dtype):
    p, draws = 2.0**-11, 400_000
    key, given = random.key(4), jnp.asarray(p, dtype)
    weights = jnp.array([p, 1 - 2.0**-8], dtype)
    share = p / (p + 1 - 2.0**-8)
    for found, expected in (
        (random.bernoulli(key, given, (draws,)), p),
        (random.bernoulli(key, given, (draws,), mode="high"), p),
        (random.geometric(key, given, (draws,)) == 1, p),
        (random.binomial(key, jnp.asarray(1, dtype), given, (draws,)) == 1, p),
        (random.choice(key, 2, (draws,), p=weights) == 0, share),
        (random.multinomial(key, 1, weights, shape=(draws, 2))[:, 0] == 1, share),
        (random.categorical(key, jnp.log(weights), shape=(draws,)) == 0, share),
    ):
        assert stats.binomtest(int(jnp.sum(found)), draws, expected).pvalue > 1e-4


@pytest.mark.parametrize("p", [0.0, 0.5, 0.9, 1.0, np.nan])
def test_infinitely_many_trials_end(p):
    n = jnp.array([np.inf, -np.inf, np.nan, 20.0])
    found = random.binomial(random.key(0), n, p)
    expected = [np.nan] * 3 if np.isnan(p) else [np.inf, np.nan, np.nan]
    np.testing.assert_array_equal(found[:3], expected)
    assert np.isnan(p) == np.isnan(found[3]) and not found[3] > 20
