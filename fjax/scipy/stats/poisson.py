"""The Poisson distribution with mean mu, shifted by loc."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.scipy.special import gammaincc, gammaln, xlogy
from fjax.scipy.special.arguments import inexact_operands
from fjax.scipy.stats.support import whole, within


def logpmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """The log of the probability of k; -inf unless it is an integer.

    >>> fjax.scipy.stats.poisson.logpmf(jnp.array([0, 1]), 2.0).round(6)
    Array([-2.      , -1.306853], dtype=float64, weak_type=True)
    """
    k, mu, loc = inexact_operands("poisson.logpmf", k, mu, loc)
    y = k - loc
    found = xlogy(y, mu) - gammaln(y + 1) - mu
    return within(y, (y >= 0) & whole(y), found)


def pmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """The probability of k.

    >>> fjax.scipy.stats.poisson.pmf(jnp.array([0, 1]), 2.0).round(6)
    Array([0.135335, 0.270671], dtype=float64, weak_type=True)
    """
    return jnp.exp(logpmf(k, mu, loc))


def cdf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """The probability of a value up to k.

    >>> fjax.scipy.stats.poisson.cdf(jnp.array([0, 1]), 2.0).round(6)
    Array([0.135335, 0.406006], dtype=float64, weak_type=True)
    """
    k, mu, loc = inexact_operands("poisson.cdf", k, mu, loc)
    y = k - loc
    return jnp.where(y < 0, 0, gammaincc(jnp.floor(jnp.where(y < 0, 0, y)) + 1, mu))


def entropy(mu: Any, loc: Any = 0) -> Any:
    """The entropy in nats.

    Below a mean of 500 by summation over the distribution, above by the asymptotic series (Evans,
    Boersma, Blachman, Jabs, SIAM Review 30, 1988).

    >>> fjax.scipy.stats.poisson.entropy(jnp.array([2.0])).round(6)
    Array([1.704883], dtype=float64)
    """
    mu, loc = inexact_operands("poisson.entropy", mu, loc)
    mu = jnp.broadcast_to(mu, jnp.broadcast_shapes(mu.shape, loc.shape))
    small = jnp.where(mu < 500, mu, 1.0)[None]
    k = jnp.arange(800, dtype=mu.dtype).reshape((-1,) + (1,) * mu.ndim)
    logs = xlogy(k, small) - gammaln(k + 1) - small
    summed = -jnp.sum(jnp.exp(logs) * logs, axis=0)
    w = 1 / jnp.where(mu < 500, 500.0, mu)
    series = 0.5 * jnp.log(2 * math.pi * math.e / w) - w / 12 * (1 + w / 2 * (1 + 19 / 15 * w))
    found = jnp.where(mu < 500, summed, series)
    return jnp.where(mu < 0, np.nan, jnp.where(mu == 0, 0, found))
