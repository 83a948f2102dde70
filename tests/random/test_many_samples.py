"""Many samples of each distribution are JAX's: constants of rejection show in few of them alone.

many.json holds, for each call and key, the mean of some 400 samples, and their mean weighted by
position.
`python tests/random/test_many_samples.py` writes it anew where JAX is installed.
"""

import json
import pathlib
import sys

import numpy as np
import pytest

FILE = pathlib.Path(__file__).with_name("many.json")
N = (400,)
CALLS = {
    **{
        f"poisson {rate}": lambda r, k, rate=rate: r.poisson(k, rate, N)
        for rate in (0.0, 0.3, 4.0, 9.9, 10.1, 33.0, 150.0)
    },
    **{f"gamma {a}": lambda r, k, a=a: r.gamma(k, a, N) for a in (0.05, 0.5, 1.0, 1.5, 7.0, 1e3)},
    **{f"loggamma {a}": lambda r, k, a=a: r.loggamma(k, a, N) for a in (1e-3, 0.7, 3.0, 50.0)},
    **{
        f"beta {a} {b}": lambda r, k, a=a, b=b: r.beta(k, a, b, N)
        for a, b in ((0.2, 0.4), (1.0, 1.0), (5.0, 0.5), (30.0, 60.0))
    },
    **{
        f"binomial {n} {p}": lambda r, k, n=n, p=p: r.binomial(k, n, p, N)
        for n, p in (
            (0.0, 0.4),
            (1.0, 0.5),
            (12.0, 0.1),
            (30.0, 0.3),
            (40.0, 0.5),
            (50.0, 0.9),
            (500.0, 0.02),
            (1000.0, 0.6),
            (90.0, 0.0),
            (90.0, 1.0),
        )
    },
    **{f"t {df}": lambda r, k, df=df: r.t(k, df, N) for df in (0.5, 2.0, 40.0)},
    **{
        f"chisquare {df}": lambda r, k, df=df: r.chisquare(k, df, shape=N)
        for df in (0.7, 3.0, 20.0)
    },
    "f": lambda r, k: r.f(k, 3.0, 9.0, N),
    "pareto": lambda r, k: r.pareto(k, 2.5, N),
    "weibull": lambda r, k: r.weibull_min(k, 2.0, 1.5, N),
    "rayleigh": lambda r, k: r.rayleigh(k, 2.0, N),
    "wald": lambda r, k: r.wald(k, 2.0, N),
    "lognormal": lambda r, k: r.lognormal(k, 0.5, N),
    "triangular": lambda r, k: r.triangular(k, 0.0, 0.3, 1.0, N),
    "generalized normal": lambda r, k: r.generalized_normal(k, 1.5, N),
    "ball": lambda r, k: r.ball(k, 3, 2.0, (100,)),
    "ball of another norm": lambda r, k: r.ball(k, 2, 1.0, (100,)),
    "dirichlet": lambda r, k: r.dirichlet(k, np.array([0.3, 2.0, 9.0]), (100,)),
    "double sided maxwell": lambda r, k: r.double_sided_maxwell(k, 1.0, 2.0, N),
    "geometric": lambda r, k: r.geometric(k, 0.05, N),
    "geometric, likely": lambda r, k: r.geometric(k, 0.9, N),
    "truncated normal": lambda r, k: r.truncated_normal(k, -0.5, 3.0, N),
    "truncated normal, far": lambda r, k: r.truncated_normal(k, 2.0, 3.0, N),
    "bernoulli": lambda r, k: r.bernoulli(k, np.linspace(0, 1, 400)),
    "rademacher": lambda r, k: r.rademacher(k, N),
    "categorical": lambda r, k: r.categorical(k, np.log(np.arange(1.0, 9.0)), shape=N),
    "categorical along": lambda r, k: r.categorical(k, np.arange(24.0).reshape(3, 8) / 5, axis=0),
    "categorical, high": lambda r, k: r.categorical(k, np.arange(4.0), shape=N, mode="high"),
    "gumbel, high": lambda r, k: r.gumbel(k, N, mode="high"),
    "gumbel, low": lambda r, k: r.gumbel(k, N, mode="low"),
    "choice": lambda r, k: r.choice(k, 50, N, p=np.arange(1, 51) / 1275),
    "choice of few": lambda r, k: r.choice(k, np.arange(7.0) ** 2, N),
    "choice, distinct": lambda r, k: r.choice(k, 500, N, replace=False),
    "permutation": lambda r, k: r.permutation(k, 400),
    "orthogonal": lambda r, k: abs(np.linalg.det(np.asarray(r.orthogonal(k, 4)))),
    "normal of a matrix": lambda r, k: r.multivariate_normal(
        k, np.ones(3), np.diag([1.0, 2.0, 3.0]) + 0.5, (100,)
    ),
    "normal of a matrix, eigh": lambda r, k: abs(
        r.multivariate_normal(k, np.zeros(2), np.diag([1.0, 4.0]), (100,), method="eigh")
    ),
    "normal of a matrix, svd": lambda r, k: abs(
        r.multivariate_normal(k, np.zeros(2), np.diag([1.0, 4.0]), (100,), method="svd")
    ),
    "normal, complex": lambda r, k: abs(r.normal(k, N, "complex128")),
    "uniform": lambda r, k: r.uniform(k, N, minval=-3.0, maxval=np.linspace(0, 1, 400)),
    "randint": lambda r, k: r.randint(k, N, -7, 1000),
}
KEYS = (3, 2026)


def summary(call, package, seed):
    """The mean, and the mean weighted by position."""
    values = np.asarray(call(package, package.key(seed)), float).ravel()
    return [float(values.mean()), float((values * np.arange(1, values.size + 1)).mean())]


def write():
    """Write what JAX gives."""
    import jax

    jax.config.update("jax_enable_x64", True)
    found = {}
    for name, call in CALLS.items():
        found[name] = [summary(call, jax.random, seed) for seed in KEYS]
    FILE.write_text(json.dumps(found, indent=0))


if __name__ == "__main__":
    sys.exit(write())

RECORDED = json.loads(FILE.read_text())


@pytest.mark.one_in(160)
@pytest.mark.needs("x64", reason="recorded with 64 bits")
@pytest.mark.parametrize("name", CALLS)
def test_many_samples_are_those_of_jax(name):
    from fjax import random

    for seed, wanted in zip(KEYS, RECORDED[name], strict=True):
        np.testing.assert_allclose(summary(CALLS[name], random, seed), wanted, rtol=2e-6, atol=1e-9)
