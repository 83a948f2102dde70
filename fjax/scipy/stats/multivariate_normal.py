"""The multivariate normal distribution, over the last axis."""

from __future__ import annotations

import math
from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError
from fjax.primitives.promotion import promote_inexact


def logpdf(x: ArrayLike, mean: ArrayLike, cov: ArrayLike, allow_singular: Any = None) -> Array:
    """The log of the density at x.

    mean: of shape (..., n), or a scalar. cov: of shape (..., n, n), or a scalar times the identity.

    >>> fjax.scipy.stats.multivariate_normal.logpdf(jnp.zeros(2), jnp.zeros(2), jnp.eye(2)).round(6)
    Array(-1.837877, dtype=float64)
    """
    if allow_singular is not None:
        raise NotImplementedError("multivariate_normal.logpdf: allow_singular is not supported")
    x, mean, cov = promote_inexact("multivariate_normal.logpdf", x, mean, cov)
    if not mean.shape:
        return -0.5 * jnp.square(x - mean) / cov - 0.5 * (math.log(2 * math.pi) + jnp.log(cov))
    n = mean.shape[-1]
    x, mean = jnp.broadcast_arrays(x, mean)
    deviation = x - mean
    if not cov.shape:
        squares = jnp.sum(deviation * deviation, axis=-1)
        return -0.5 * squares / cov - n / 2 * (math.log(2 * math.pi) + jnp.log(cov))
    if cov.ndim < 2 or cov.shape[-2:] != (n, n):
        raise FjaxValueError(
            "multivariate_normal.logpdf: got incompatible shapes of mean and cov, "
            f"{mean.aval} and {cov.aval}; cov must be of shape (..., {n}, {n})"
        )
    factor = jnp.linalg.cholesky(cov)
    batch = jnp.broadcast_shapes(deviation.shape[:-1], cov.shape[:-2])
    white = lax.linalg.triangular_solve(
        jnp.broadcast_to(factor, (*batch, n, n)),
        jnp.broadcast_to(deviation, (*batch, n))[..., None],
        left_side=True,
        lower=True,
    )[..., 0]
    log_determinant = jnp.sum(jnp.log(jnp.diagonal(factor, axis1=-1, axis2=-2)), axis=-1)
    return -0.5 * jnp.sum(white * white, axis=-1) - n / 2 * math.log(2 * math.pi) - log_determinant


def pdf(x: ArrayLike, mean: ArrayLike, cov: ArrayLike) -> Array:
    """The density at x.

    >>> fjax.scipy.stats.multivariate_normal.pdf(jnp.zeros(2), jnp.zeros(2), jnp.eye(2)).round(6)
    Array(0.159155, dtype=float64)
    """
    return jnp.exp(logpdf(x, mean, cov))
