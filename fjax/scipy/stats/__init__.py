"""Distributions and summaries of samples, as scipy.stats names them."""

from fjax import absent
from fjax.scipy.stats import dirichlet, multinomial, multivariate_normal
from fjax.scipy.stats.continuous import (
    beta,
    cauchy,
    chi2,
    expon,
    gamma,
    gennorm,
    gumbel_l,
    gumbel_r,
    laplace,
    logistic,
    norm,
    pareto,
    t,
    uniform,
    vonmises,
    wrapcauchy,
)
from fjax.scipy.stats.discrete import bernoulli, betabinom, binom, geom, nbinom, poisson
from fjax.scipy.stats.kde import gaussian_kde
from fjax.scipy.stats.summaries import mode, rankdata, sem
from fjax.scipy.stats.truncated import truncnorm

__all__ = [
    "bernoulli",
    "beta",
    "betabinom",
    "binom",
    "cauchy",
    "chi2",
    "dirichlet",
    "expon",
    "gamma",
    "gaussian_kde",
    "gennorm",
    "geom",
    "gumbel_l",
    "gumbel_r",
    "laplace",
    "logistic",
    "mode",
    "multinomial",
    "multivariate_normal",
    "nbinom",
    "norm",
    "pareto",
    "poisson",
    "rankdata",
    "sem",
    "t",
    "truncnorm",
    "uniform",
    "vonmises",
    "wrapcauchy",
]

absent.answer_for(__name__)
