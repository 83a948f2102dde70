"""Calls of scipy.stats: each function of each distribution, also out of its support; summaries."""

import numpy as np

from fjax.scipy import stats
from tests.scipy.calls import KINDS, calls, numbers

PLACES = np.array(
    [-np.inf, -2.5, -1.0, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0, 40.0, np.inf, np.nan]
)
SHARES = np.array([-0.5, 0.0, 1e-9, 0.2, 0.5, 0.9, 1.0, 1.5, np.nan])
FUNCTIONS = ("logpdf", "pdf", "logpmf", "pmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf")
# name -> parameters before loc, in the order of the signature; whether there is a scale
SHAPES = {
    "bernoulli": ([(0.2,), (0.3,), (1.0,)], False),
    "beta": ([(2.0, 3.0), (0.5, 0.5), (1.0, 1.0)], True),
    "betabinom": ([(5.0, 2.0, 3.0), (0.0, 1.0, 1.0)], False),
    "binom": ([(5.0, 0.3), (4.0, 0.0), (4.0, 1.0)], False),
    "cauchy": ([()], True),
    "chi2": ([(1.0,), (2.0,), (5.5,)], True),
    "expon": ([()], True),
    "gamma": ([(0.5,), (1.0,), (3.0,)], True),
    "gennorm": ([(0.7,), (2.0,)], None),
    "geom": ([(0.3,), (1.0,)], False),
    "gumbel_l": ([()], True),
    "gumbel_r": ([()], True),
    "laplace": ([()], True),
    "logistic": ([()], True),
    "nbinom": ([(3.0, 0.4), (2.0, 1.0)], False),
    "norm": ([()], True),
    "pareto": ([(1.5,), (3.0,)], True),
    "poisson": ([(0.0,), (0.7,), (4.0,)], False),
    "t": ([(1.0,), (4.5,)], True),
    "truncnorm": ([(-1.0, 2.0), (1.0, 3.0), (-np.inf, 0.5)], True),
    "uniform": ([()], True),
    "vonmises": ([(0.0,), (1.5,)], None),
    "wrapcauchy": ([(0.5,), (0.0,)], None),
}


def _distribution(name: str) -> list:
    parameters, scaled = SHAPES[name]
    made = []
    for kind in FUNCTIONS:
        if not hasattr(getattr(stats, name), kind):
            continue
        at = SHARES if kind in ("ppf", "isf") else PLACES
        if name in ("vonmises", "wrapcauchy"):
            at = at[np.isfinite(at)] % (2 * np.pi) if name == "wrapcauchy" else at[np.isfinite(at)]
        for values in parameters:
            full = f"stats.{name}.{kind}"
            made += calls(full, at, *values)
            made += calls(full, at[3:9].astype("float32"), *values)
            made += calls(full, at[:0], *values)
            if scaled is not None:
                more = {"scale": (2.0, 0.5)} if scaled else {}
                made += calls(full, at, *values, loc=(0.5, -1.0) if scaled else (1, -2), **more)
    return made


DISTRIBUTIONS = [call for name in SHAPES for call in _distribution(name)]
VECTORS = [
    *[
        call
        for f in ("logpdf", "pdf")
        for call in [
            *calls(f"stats.dirichlet.{f}", np.array([0.2, 0.3, 0.5]), np.array([1.0, 2.0, 3.0])),
            *calls(
                f"stats.dirichlet.{f}", np.array([[0.2, 0.5], [0.3, 0.1], [0.5, 0.4]]), np.ones(3)
            ),
            *[
                c
                for n in (1, 2, 3)
                for c in calls(
                    f"stats.multivariate_normal.{f}", numbers(4, n), numbers(n), np.eye(n) * 2 + 0.3
                )
            ],
            *calls(f"stats.multivariate_normal.{f}", numbers(3), numbers(3), np.eye(3)),
        ]
    ],
    *[
        call
        for f in ("logpmf", "pmf")
        for call in calls(
            f"stats.multinomial.{f}", np.array([1, 2, 3]), 6, np.array([0.2, 0.3, 0.5])
        )
    ],
    *[
        call
        for mu in (0.0, 0.3, 2.0, 9.0, 60.0)
        for call in calls("stats.poisson.entropy", np.array([mu]))
    ],
    *calls("stats.poisson.entropy", np.array([3.0]), loc=(0, 2)),
]
DATA = [
    numbers(*s, dtype=d) for s in ((1,), (2,), (5,), (3, 4), (1, 3), (4, 3, 3)) for d in KINDS[:3]
]
TIES = [np.array([3, 1, 2, 3, 1]), np.array([[1.0, 1, 2], [2, 2, 1]]), np.array([np.nan, 1.0, 1.0])]
SUMMARIES = (
    [
        call
        for a in DATA + TIES
        for call in [
            *calls("stats.mode", a, axis=(0, -1, None), keepdims=(False, True)),
            *calls("stats.mode", a, nan_policy=("propagate",)),
            *calls(
                "stats.rankdata",
                a,
                axis=(None, 0, -1),
                method=("average", "min", "max", "dense", "ordinal"),
            ),
            *calls("stats.rankdata", a, method=("nonesuch",)),
            *(
                calls("stats.sem", a, axis=(0, -1, None), ddof=(0, 1, 2), keepdims=(False, True))
                if min(a.shape) > 2
                else []
            ),
        ]
    ]
    + calls("stats.mode", np.zeros((0, 3)), axis=(1,))
    + calls("stats.rankdata", np.zeros(0))
    + calls("stats.rankdata", np.zeros((0, 3)), axis=(0, 1))
    + [
        call
        for a in (TIES[2], DATA[6])
        for call in calls("stats.sem", a, nan_policy=("propagate", "omit"))
    ]
)
CALLS = [*DISTRIBUTIONS, *VECTORS, *SUMMARIES]
