"""The Dirichlet distribution on the probability simplex, along the first axis."""

from __future__ import annotations

import numpy as np

from fjax import numpy as jnp
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError
from fjax.primitives.promotion import promote_inexact
from fjax.scipy.special import gammaln, xlogy


def logpdf(x: ArrayLike, alpha: ArrayLike) -> Array:
    """The log of the density at x, whose first axis has the length of alpha, or one less.

    >>> fjax.scipy.stats.dirichlet.logpdf(jnp.array([0.25, 0.75]), jnp.array([1.0, 2.0])).round(6)
    Array(0.405465, dtype=float64)
    """
    x, alpha = promote_inexact("dirichlet.logpdf", x, alpha)
    if alpha.ndim != 1:
        raise FjaxValueError(f"`alpha` must be one-dimensional; got {alpha.aval}")
    if x.shape[0] not in (alpha.shape[0], alpha.shape[0] - 1):
        raise FjaxValueError(
            "`x` must have either the same number of entries as `alpha` or one "
            "entry fewer; got "
            f"{x.aval} and {alpha.aval}"
        )
    if x.shape[0] != alpha.shape[0]:
        x = jnp.concatenate([x, jnp.sum(x, axis=0, keepdims=True) * -1 + 1])
    normalizer = jnp.sum(gammaln(alpha)) - gammaln(jnp.sum(alpha))
    column = alpha.reshape(alpha.shape + (1,) * (x.ndim - 1))
    found = jnp.sum(xlogy(column - 1, x), axis=0) - normalizer
    simplex = jnp.all(x >= 0, axis=0) & (jnp.abs(jnp.sum(x, axis=0) - 1) < 1e-6)
    return jnp.where(simplex, found, -np.inf)


def pdf(x: ArrayLike, alpha: ArrayLike) -> Array:
    """The density at x.

    >>> fjax.scipy.stats.dirichlet.pdf(jnp.array([0.25, 0.75]), jnp.array([1.0, 2.0])).round(6)
    Array(1.5, dtype=float64)
    """
    return jnp.exp(logpdf(x, alpha))
