"""Samplers of vectors and matrices."""

from __future__ import annotations

from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array
from fjax.errors import FjaxValueError
from fjax.numpy.arguments import index
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.operators import broadcast_shapes
from fjax.primitives.placing import constrained
from fjax.random.continuous import exponential, normal
from fjax.random.gamma_family import signs_and_log_powers
from fjax.random.keys import as_float, as_key, as_shape, drawn_wide, float_dtype, split, wide


def multivariate_normal(
    key: ArrayLike,
    mean: ArrayLike,
    cov: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    method: str = "cholesky",
    *,
    out_sharding: Any = None,
) -> Array:
    """Normal vectors with a mean (..., n) and a covariance (..., n, n).

    method: how the covariance is factored: 'cholesky' (fastest), 'eigh', 'svd' (also semidefinite).

    >>> fjax.random.multivariate_normal(fjax.random.key(0), jnp.zeros(2), jnp.eye(2), (5,)).shape
    (5, 2)
    """
    key, _ = as_key("multivariate_normal", key)
    if method not in ("cholesky", "eigh", "svd"):
        raise FjaxValueError(
            f"multivariate_normal: method must be 'cholesky', 'eigh' or 'svd', got {method!r}"
        )
    mean, cov = jnp.asarray(mean), jnp.asarray(cov)
    common = dtypes.promote((mean.dtype, False), (cov.dtype, False))[0] if dtype is None else dtype
    if dtype is None and not dtypes.is_inexact(common):
        common = None
    wanted = float_dtype("multivariate_normal", common)
    mean, cov = (convert_element_type(x, wide(wanted)) for x in (mean, cov))
    if mean.ndim < 1 or cov.ndim < 2 or cov.shape[-2:] != (mean.shape[-1], mean.shape[-1]):
        raise FjaxValueError(
            "multivariate_normal requires a mean of shape (..., n) and a cov of "
            "shape "
            f"(..., n, n), got {mean.aval} and {cov.aval}"
        )
    batch = broadcast_shapes("multivariate_normal", [mean.shape[:-1], cov.shape[:-2]])
    found = batch if shape is None else as_shape("multivariate_normal", shape)
    if broadcast_shapes("multivariate_normal", [found, batch]) != found:
        raise FjaxValueError(
            f"multivariate_normal: parameters of batch shape {batch} do not "
            "broadcast to "
            f"shape {found}"
        )
    noise = normal(key, found + mean.shape[-1:], mean.dtype)
    spread = jnp.einsum("...ij,...j->...i", _factor(cov, method), noise)
    out = convert_element_type(jnp.broadcast_to(mean, spread.shape) + spread, wanted)
    return constrained("multivariate_normal", out, out_sharding)


def _factor(cov: Any, method: str) -> Any:
    if method == "cholesky":
        return jnp.linalg.cholesky(cov)
    if method == "eigh":
        values, vectors = jnp.linalg.eigh(cov)
        rounding = values.shape[-1] * dtypes.finfo(values.dtype).eps * jnp.abs(values)
        zero = jnp.abs(values) <= jnp.max(rounding, axis=-1, keepdims=True, initial=0)
        roots = jnp.where(zero, 0, lax.sqrt(jnp.where(zero, 1, values)))
        return vectors * roots[..., None, :]
    left, values, _ = jnp.linalg.svd(cov)
    return left * lax.sqrt(values[..., None, :])


@drawn_wide
def orthogonal(
    key: ArrayLike,
    n: int,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
    m: int | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Orthogonal (or semi-orthogonal n × m) matrices, uniform in Haar measure.

    >>> q = fjax.random.orthogonal(fjax.random.key(0), 3)
    >>> jnp.allclose(q @ q.T, jnp.eye(3))
    Array(True, dtype=bool)
    """
    key, _ = as_key("orthogonal", key)
    wanted = float_dtype("orthogonal", dtype, "fc")
    rows = index("orthogonal", "n", n, 0)
    columns = rows if m is None else index("orthogonal", "m", m, 0)
    z = normal(
        key, (*as_shape("orthogonal", shape), max(rows, columns), min(rows, columns)), wanted
    )
    q, r = jnp.linalg.qr(z)
    signs = lax.sign(jnp.linalg.diagonal(r))
    x = q * signs[..., None, :]
    out = x.mT if rows < columns else x
    return constrained("orthogonal", out, out_sharding)


@drawn_wide
def ball(
    key: ArrayLike,
    d: int,
    p: float = 2,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Points uniform in the d-dimensional unit ball of the p-norm.

    Source: Barthe, Guedon, Mendelson, Naor, Annals of Probability 33 (2005).

    >>> bool(jnp.linalg.norm(fjax.random.ball(fjax.random.key(0), 3)) <= 1)
    True
    """
    key, _ = as_key("ball", key)
    wanted = float_dtype("ball", dtype)
    found = as_shape("ball", shape)
    keys, p = split(key), as_float(p, wanted)
    lengths = (*found, index("ball", "d", d, 0))
    sign, log_powers = signs_and_log_powers(keys[0], p, lengths)
    log_rest = lax.log(exponential(keys[1], (*found, 1), wanted))
    logs = lax.concatenate([log_powers, log_rest], len(found))
    shifted = logs - lax.stop_gradient(jnp.max(logs, axis=-1, keepdims=True))
    log_sum = lax.log(jnp.sum(lax.exp(shifted), axis=-1, keepdims=True))
    out = sign * lax.exp((shifted[..., :-1] - log_sum) / p)
    return constrained("ball", out, out_sharding)
