"""Density estimation with Gaussian kernels."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

from fjax import lax, random
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.numpy.arguments import operand
from fjax.primitives.promotion import promote_inexact
from fjax.scipy.special import logsumexp, ndtr
from fjax.tree_util import register_pytree_node_class


@register_pytree_node_class
@dataclass(frozen=True, init=False)
class gaussian_kde:
    """A density estimated from points (d, n), or (n,) for one dimension.

    bw_method: 'scott' (the default), 'silverman', a factor, or a function of the estimate that
    gives one.
    weights: of shape (n,); equal ones if None.

    >>> density = fjax.scipy.stats.gaussian_kde(jnp.array([0.0, 1.0, 2.0]))
    >>> density(jnp.array([1.0])).round(6)
    Array([0.318156], dtype=float64)
    """

    neff: Any
    dataset: Any
    weights: Any
    covariance: Any
    inv_cov: Any

    def __init__(
        self,
        dataset: Any,
        bw_method: str | float | Callable[..., Any] | None = None,
        weights: Any = None,
    ):
        dataset = jnp.atleast_2d(operand("gaussian_kde", dataset))
        _refuse_complex("data", dataset)
        if dataset.size <= 1:
            raise FjaxValueError(
                f"gaussian_kde: `dataset` input should have multiple elements, got {dataset.aval}"
            )
        if dataset.ndim > 2:
            raise FjaxValueError(
                "gaussian_kde: `dataset` should be of shape (points,) or (dimensions, points), got "
                f"{dataset.aval}"
            )
        d, n = dataset.shape
        if weights is None:
            (dataset,) = promote_inexact("gaussian_kde", dataset)
            weights = jnp.full(n, 1 / n, dtype=dataset.dtype)
        else:
            dataset, weights = promote_inexact("gaussian_kde", dataset, weights)
            weights = jnp.atleast_1d(weights)
            if weights.shape != (n,):
                raise FjaxValueError(
                    "gaussian_kde: `weights` input should be one-dimensional and "
                    f"of length {n}, "
                    f"got {weights.aval}"
                )
            weights = weights / jnp.sum(weights)
        neff = 1 / jnp.sum(weights**2)
        self._set(dataset=dataset, weights=weights, neff=neff)
        factor = _bandwidth(self, d, bw_method)
        covariance = jnp.atleast_2d(jnp.cov(dataset, rowvar=True, bias=False, aweights=weights))
        self._set(covariance=covariance * factor**2, inv_cov=jnp.linalg.inv(covariance) / factor**2)

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def tree_flatten(self) -> tuple[tuple[Any, ...], None]:
        """The arrays of the estimate."""
        return (self.neff, self.dataset, self.weights, self.covariance, self.inv_cov), None

    @classmethod
    def tree_unflatten(cls, _: None, children: Any) -> gaussian_kde:
        """The estimate from its arrays."""
        found = object.__new__(cls)
        names = [field.name for field in dataclasses.fields(cls)]
        found._set(**dict(zip(names, children, strict=True)))
        return found

    @property
    def d(self) -> int:
        """The number of dimensions."""
        return self.dataset.shape[0]

    @property
    def n(self) -> int:
        """The number of points."""
        return self.dataset.shape[1]

    def evaluate(self, points: Any) -> Any:
        """The density at points (d, m), or (m,) for one dimension."""
        return jnp.sum(self.weights[None] * jnp.exp(self._log_kernels(points)), axis=-1)

    __call__ = pdf = evaluate

    def logpdf(self, x: Any) -> Any:
        """The log of the density at points."""
        return logsumexp(jnp.log(self.weights)[None] + self._log_kernels(x), axis=-1)

    def _log_kernels(self, points: Any) -> Any:
        """The log of each kernel at each of m points, of shape (m, n)."""
        points = jnp.atleast_2d(operand("gaussian_kde", points))
        _refuse_complex("coordinates", points)
        if points.shape[0] != self.d:
            if points.shape != (1, self.d):
                raise FjaxValueError(
                    f"gaussian_kde: points have dimension {points.shape[0]}, "
                    "dataset has "
                    f"dimension {self.d}"
                )
            points = points.reshape(self.d, 1)
        whitening = jnp.linalg.cholesky(self.inv_cov)
        ours, theirs = self.dataset.T @ whitening, points.T.astype(self.dataset.dtype) @ whitening
        distance = jnp.sum(jnp.square(theirs[:, None, :] - ours[None, :, :]), axis=-1)
        log_norm = jnp.sum(jnp.log(jnp.diagonal(whitening))) - 0.5 * self.d * math.log(2 * math.pi)
        return log_norm - 0.5 * distance

    def integrate_gaussian(self, mean: Any, cov: Any) -> Any:
        """The integral of the density times a normal density."""
        mean, cov = jnp.atleast_1d(jnp.squeeze(mean)), jnp.atleast_2d(cov)
        if mean.shape != (self.d,):
            raise FjaxValueError(f"integrate_gaussian: mean does not have dimension {self.d}")
        if cov.shape != (self.d, self.d):
            raise FjaxValueError(f"integrate_gaussian: covariance does not have dimension {self.d}")
        return self._overlap(self.covariance + cov, mean[:, None])[0]

    def integrate_kde(self, other: gaussian_kde) -> Any:
        """The integral of the product of two estimated densities."""
        if other.d != self.d:
            raise FjaxValueError("integrate_kde: KDEs are not the same dimensionality")
        overlaps = self._overlap(self.covariance + other.covariance, other.dataset)
        return jnp.sum(overlaps * other.weights)

    def _overlap(self, covariance: Any, means: Any) -> Any:
        """For each column of means, the weighted sum of normal densities of the points around
        it."""
        factor = jnp.linalg.cholesky(covariance)
        difference = self.dataset[:, None, :] - means[:, :, None]
        white = lax.linalg.triangular_solve(
            factor, difference.reshape(self.d, -1), left_side=True, lower=True
        ).reshape(difference.shape)
        norm = (2 * math.pi) ** (self.d / 2) * jnp.prod(jnp.diagonal(factor))
        overlaps = jnp.exp(-0.5 * jnp.sum(white * white, axis=0))  # (means, points)
        return jnp.sum(overlaps * self.weights[None], axis=-1) / norm

    def integrate_box_1d(self, low: Any, high: Any) -> Any:
        """The probability between two bounds, in one dimension."""
        if self.d != 1:
            raise FjaxValueError("integrate_box_1d() only handles 1D pdfs")
        if jnp.ndim(low) or jnp.ndim(high):
            raise FjaxValueError("the limits of integration in integrate_box_1d must be scalars")
        sigma = jnp.sqrt(self.covariance[0, 0])
        low, high = ((bound - self.dataset[0]) / sigma for bound in (low, high))
        return jnp.sum(self.weights * (ndtr(high) - ndtr(low)))

    def resample(self, key: Any, shape: tuple[int, ...] = ()) -> Any:
        """Random points from the density, of shape (d, *shape)."""
        index_key, noise_key = random.split(key)
        index = random.choice(index_key, self.n, shape=shape, p=self.weights)
        zero = jnp.zeros(self.d, self.covariance.dtype)
        noise = random.multivariate_normal(
            noise_key, zero, self.covariance, shape=shape, dtype=self.dataset.dtype
        )
        return self.dataset[:, index] + jnp.moveaxis(noise, -1, 0)

    def integrate_box(self, low_bounds: Any, high_bounds: Any, maxpts: Any = None) -> Any:
        """Not possible; see `integrate_box_1d`."""
        raise NotImplementedError("only 1D box integrations are supported; use `integrate_box_1d`")

    def set_bandwidth(self, bw_method: Any = None) -> None:
        """Not possible: estimates are immutable."""
        raise NotImplementedError(
            "dynamically changing the bandwidth method is not supported; make a new gaussian_kde"
        )


def _bandwidth(kde: gaussian_kde, d: int, method: Any) -> Any:
    if method is None or method == "scott":
        return jnp.power(kde.neff, -1 / (d + 4))
    if method == "silverman":
        return jnp.power(kde.neff * (d + 2) / 4, -1 / (d + 4))
    if callable(method):
        return method(kde)
    if isinstance(method, str) or jnp.ndim(method):
        raise FjaxValueError(
            "gaussian_kde: `bw_method` should be 'scott', 'silverman', a scalar, "
            "or a callable, "
            f"got {method!r}"
        )
    return method


def _refuse_complex(what: str, x: Any) -> None:
    if dtypes.is_complex(x.dtype):
        raise NotImplementedError(f"gaussian_kde does not support complex {what}")
