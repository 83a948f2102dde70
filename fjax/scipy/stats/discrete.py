"""Distributions on the integers; elsewhere they have no probability."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.core.array import Array
from fjax.scipy.special import betaln, gammaincc, gammaln, xlog1py, xlogy
from fjax.scipy.stats.distribution import distribution, exp_of
from fjax.scipy.stats.support import least, whole, within


@distribution(
    [0, 1],
    0.25,
    logpmf="Array([-0.287682, -1.386294], dtype=float64, weak_type=True)",
    pmf="Array([0.75, 0.25], dtype=float64, weak_type=True)",
    cdf="Array([0.75, 1.  ], dtype=float64, weak_type=True)",
    ppf="Array([0., 0.], dtype=float64)",
)
class bernoulli:
    """The Bernoulli distribution: 1 with probability p, else 0, shifted by loc."""

    def logpmf(k: Any, p: Any, loc: Any = 0) -> Array:
        y = k - loc
        return within((y == 0) | (y == 1), xlogy(y, p) + xlog1py(1 - y, -p), y, p)

    def _edges(k: Any, p: Any, loc: Any = 0) -> Any:
        y = k - loc
        return (p == 0) | (p == 1), within(
            (y == 0) | (y == 1), jnp.where(y == 0, 1 - p, p), outside=0
        )

    pmf = exp_of(logpmf, edges=_edges, of="p")

    def cdf(k: Any, p: Any, loc: Any = 0) -> Array:
        """The probability of a value up to k; NaN unless 0 <= p <= 1."""
        y = k - loc
        found = jnp.where(y < 0, 0, jnp.where(y < 1, 1 - p, 1))
        invalid = jnp.isnan(k) | jnp.isnan(p) | jnp.isnan(loc) | (p < 0) | (p > 1)
        return jnp.where(invalid, np.nan, found)

    def ppf(q: Any, p: Any, loc: Any = 0) -> Array:
        """The quantile: the inverse of `cdf`; NaN unless 0 <= q, p <= 1."""
        invalid = jnp.isnan(q) | jnp.isnan(p) | (p < 0) | (p > 1) | (q < 0) | (q > 1)
        found = jnp.where(q == 0, -1, jnp.where(q <= 1 - p, 0, 1)) + loc
        return jnp.where(invalid, np.nan, found)


@distribution(
    [0, 1],
    2,
    1.0,
    1.0,
    logpmf="Array([-1.098612, -1.098612], dtype=float64, weak_type=True)",
    pmf="Array([0.333333, 0.333333], dtype=float64, weak_type=True)",
)
class betabinom:
    """The beta-binomial distribution: binomial with a beta distributed probability."""

    def logpmf(k: Any, n: Any, a: Any, b: Any, loc: Any = 0) -> Array:
        """The log of the probability of k successes in n trials."""
        y = k - loc
        choices = -(jnp.log1p(n) + betaln(n - y + 1, y + 1))
        found = choices + betaln(y + a, n - y + b) - betaln(a, b)
        found = within((y >= 0) & (y <= n) & whole(y), found, y, n, a, b)
        return jnp.where((n < 0) | (a <= 0) | (b <= 0), np.nan, found)

    pmf = exp_of(logpmf, "The probability of k successes in n trials.")


@distribution(
    [0, 1],
    2,
    0.25,
    logpmf="Array([-0.575364, -0.980829], dtype=float64, weak_type=True)",
    pmf="Array([0.5625, 0.375 ], dtype=float64, weak_type=True)",
)
class binom:
    """The binomial distribution: successes in n trials of probability p, shifted by loc."""

    def logpmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Array:
        y = k - loc
        choices = gammaln(n + 1) - (gammaln(y + 1) + gammaln(n - y + 1))
        found = choices + xlogy(y, p) + xlog1py(n - y, -p)
        return within((y >= 0) & (y <= n) & whole(y), found, y, n, p)

    def _edges(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
        y = k - loc
        few = least(jnp.where(p == 0, y, n - y), 2)  # of more, the probability stands still
        choices = jnp.exp(gammaln(n + 1) - gammaln(few + 1) - gammaln(n - few + 1))
        found = choices * p**y * (1 - p) ** (n - y)
        return (p == 0) | (p == 1), within((y >= 0) & (y <= n) & whole(y), found, outside=0)

    pmf = exp_of(logpmf, edges=_edges, of="p")


@distribution(
    [1, 2],
    0.25,
    logpmf="Array([-1.386294, -1.673976], dtype=float64, weak_type=True)",
    pmf="Array([0.25  , 0.1875], dtype=float64, weak_type=True)",
)
class geom:
    """The geometric distribution: trials of probability p until the first success."""

    def logpmf(k: Any, p: Any, loc: Any = 0) -> Array:
        y = k - loc
        return within((y > 0) & whole(y), xlog1py(y - 1, -p) + jnp.log(p), y, p)

    def _edges(k: Any, p: Any, loc: Any = 0) -> Any:
        y = k - loc
        found = p * (1 - p) ** (y - 1)
        return (p == 0) | (p == 1), within((y > 0) & whole(y), found, outside=0)

    pmf = exp_of(logpmf, edges=_edges, of="p")


@distribution(
    [0, 1],
    2,
    0.25,
    logpmf="Array([-2.772589, -2.367124], dtype=float64, weak_type=True)",
    pmf="Array([0.0625 , 0.09375], dtype=float64, weak_type=True)",
)
class nbinom:
    """The negative binomial distribution: failures before n successes of probability p."""

    def logpmf(k: Any, n: Any, p: Any, loc: Any = 0) -> Array:
        y = k - loc
        choices = gammaln(y + n) - gammaln(n) - gammaln(y + 1)
        found = choices + xlogy(n, p) + xlog1py(y, -p)
        return within((y >= 0) & whole(y), found, y, n, p)

    def _edges(k: Any, n: Any, p: Any, loc: Any = 0) -> Any:
        y = k - loc
        # Of more successes or failures, the probability stands still.
        successes, failures = jnp.where(p == 0, least(n, 2), n), jnp.where(p == 1, least(y, 2), y)
        choices = gammaln(failures + successes) - gammaln(successes) - gammaln(failures + 1)
        found = jnp.exp(choices) * p**n * (1 - p) ** y
        return (p == 0) | (p == 1), within((y >= 0) & whole(y), found, outside=0)

    pmf = exp_of(logpmf, edges=_edges, of="p")


@distribution(
    [0, 1],
    2.0,
    logpmf="Array([-2.      , -1.306853], dtype=float64, weak_type=True)",
    pmf="Array([0.135335, 0.270671], dtype=float64, weak_type=True)",
    cdf="Array([0.135335, 0.406006], dtype=float64, weak_type=True)",
)
class poisson:
    """The Poisson distribution with mean mu, shifted by loc."""

    def logpmf(k: Any, mu: Any, loc: Any = 0) -> Array:
        """The log of the probability of k; -inf unless it is an integer."""
        y = k - loc
        found = xlogy(y, mu) - gammaln(y + 1) - mu
        return within((y >= 0) & whole(y), found, y, mu)

    def _edges(k: Any, mu: Any, loc: Any = 0) -> Any:
        y = k - loc
        found = mu**y * jnp.exp(-mu - gammaln(y + 1))
        return mu == 0, within((y >= 0) & whole(y), found, outside=0)

    pmf = exp_of(logpmf, edges=_edges, of="mu")

    def cdf(k: Any, mu: Any, loc: Any = 0) -> Array:
        y = k - loc
        found = gammaincc(jnp.floor(jnp.where(y < 0, 0, y)) + 1, mu)
        return within(~(y < 0), found, mu, outside=0)

    def entropy(mu: Any, loc: Any = 0) -> Array:
        """The entropy in nats.

        Below a mean of 500 by summation over the distribution, above by the asymptotic series
        (Evans, Boersma, Blachman, Jabs, SIAM Review 30, 1988).

        >>> fjax.scipy.stats.poisson.entropy(jnp.array([2.0])).round(6)
        Array([1.704883], dtype=float64)
        """
        mu = jnp.broadcast_to(mu, jnp.broadcast_shapes(mu.shape, loc.shape))
        small = jnp.where(mu < 500, mu, 1.0)[None]
        k = jnp.arange(800, dtype=mu.dtype).reshape((-1,) + (1,) * mu.ndim)
        logs = xlogy(k, small) - gammaln(k + 1) - small
        summed = -jnp.sum(jnp.exp(logs) * logs, axis=0)
        w = 1 / jnp.where(mu < 500, 500.0, mu)
        series = 0.5 * jnp.log(2 * math.pi * math.e / w) - w / 12 * (1 + w / 2 * (1 + 19 / 15 * w))
        found = jnp.where(mu < 500, summed, series)
        invalid = (mu < 0) | jnp.isnan(loc)
        return jnp.where(invalid, np.nan, jnp.where(mu == 0, 0, found))
