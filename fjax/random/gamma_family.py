"""Samplers built on gamma distributed numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array
from fjax.core.documentation import family
from fjax.errors import FjaxValueError
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.operators import broadcast_to_shape
from fjax.primitives.placing import constrained
from fjax.primitives.structure import Reshape
from fjax.random.choices import rademacher
from fjax.random.continuous import exponential, normal, uniform
from fjax.random.keys import (
    as_float,
    as_key,
    as_shape,
    drawn_wide,
    float_dtype,
    parameter_shape,
    split,
    wide,
)


def _one(key: Any, alpha: Any, log_space: bool) -> Any:
    """One gamma distributed number, by Marsaglia and Tsang's rejection (ACM TOMS 26, 2000).

    For alpha < 1 a number for alpha + 1 is boosted by a power of a uniform one.
    """
    dtype = alpha.dtype
    one = np.array(1, dtype)
    large = alpha >= one
    shape = jnp.where(large, alpha, alpha + one)
    d = shape - np.array(1 / 3, dtype)
    c = np.array(1 / 3, dtype) / lax.sqrt(d)

    def rejected(state: Any) -> Any:
        _, x, v, u = state
        quick = u >= one - np.array(0.0331, dtype) * (x * x)
        return quick & (lax.log(u) >= x * np.array(0.5, dtype) + d * ((one - v) + lax.log(v)))

    def draw_positive(state: Any) -> Any:
        keys = split(state[0])
        x = normal(keys[1], (), dtype)
        return keys[0], x, one + x * c

    def draw(state: Any) -> Any:
        keys = split(state[0], 3)
        start = (keys[1], np.array(0, dtype), np.array(-1, dtype))
        _, x, v = lax.while_loop(lambda s: s[2] <= 0, draw_positive, start)
        return keys[0], x * x, (v * v) * v, uniform(keys[2], (), dtype)

    keys = split(key)
    start = (keys[0], np.array(0, dtype), np.array(1, dtype), np.array(2, dtype))
    v = lax.while_loop(rejected, draw, start)[2]
    if log_space:
        log_u = -exponential(keys[1], (), dtype)
        boost = jnp.where(large | (log_u == 0), 0, log_u * (one / alpha))
        return (lax.log(d) + lax.log(v)) + boost
    u = 1 - uniform(keys[1], (), dtype)
    return (d * v) * jnp.where(large, one, lax.pow(u, one / alpha))


def _draw(key: Any, a: Any, log_space: bool) -> Any:
    if not a.size:
        return a
    # A loop, no vmap: a batch of rbg keys draws from its first key alone, which a rejection loop
    # under a mask holds fast once that sample is accepted. The others would be rejected for ever.
    one = partial(_one, log_space=log_space)
    samples = lax.map(lambda given: one(*given), (split(key, a.size), a.reshape(-1)))
    return Reshape(a.shape)(samples)


@custom_jvp
def _gamma(key: Any, a: Any) -> Any:
    return _draw(key, a, False)


@_gamma.defjvp
def _gamma_jvp(primals: Any, tangents: Any) -> Any:
    key, a = primals
    sample = _gamma(key, a)
    return sample, tangents[1] * lax.random_gamma_grad(a, sample)


@custom_jvp
def _loggamma(key: Any, a: Any) -> Any:
    return _draw(key, a, True)


@_loggamma.defjvp
def _loggamma_jvp(primals: Any, tangents: Any) -> Any:
    key, a = primals
    log_sample = _loggamma(key, a)
    sample = lax.exp(log_sample)
    sample = jnp.where(sample == 0, np.array(dtypes.finfo(sample.dtype).tiny, sample.dtype), sample)
    return log_sample, tangents[1] * (lax.random_gamma_grad(a, sample) / sample)


def _sampled(
    name: str,
    draw: Callable[[Any, Any], Any],
    key: Any,
    parameter: Any,
    shape: Any,
    dtype: Any,
    out_sharding: Any,
) -> Array:
    """What is drawn with a key and a parameter, which has the result's shape and dtype."""
    key, _ = as_key(name, key)
    wanted = float_dtype(name, dtype)
    found = parameter_shape(name, shape, parameter)
    out = draw(key, broadcast_to_shape(as_float(parameter, wide(wanted)), found))
    return constrained(name, convert_element_type(out, wanted), out_sharding)


@family
def _from_gamma(
    name: str,
    draw: Callable[[Any, Any], Any],
    key: ArrayLike,
    a: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """gamma or loggamma."""
    return _sampled(name, draw, key, a, shape, dtype, out_sharding)


gamma = _from_gamma(
    "gamma",
    jit(_gamma),
    """Gamma distributed numbers with shape parameter a and scale 1, differentiable in a.

    >>> bool(jnp.all(fjax.random.gamma(fjax.random.key(0), 2.0, (3,)) > 0))
    True
    """,
)
loggamma = _from_gamma(
    "loggamma",
    jit(_loggamma),
    """Logarithms of gamma distributed numbers, accurate where those are tiny.

    >>> bool(jnp.all(jnp.isfinite(fjax.random.loggamma(fjax.random.key(0), 1e-3, (3,)))))
    True
    """,
)


@drawn_wide
def beta(
    key: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Beta distributed numbers.

    >>> x = fjax.random.beta(fjax.random.key(0), 2.0, 3.0, (9,))
    >>> bool(jnp.all((x > 0) & (x < 1)))
    True
    """
    key, _ = as_key("beta", key)
    wanted = float_dtype("beta", dtype)
    found = parameter_shape("beta", shape, a, b)
    keys = split(key)
    log_a, log_b = loggamma(keys[0], a, found, wanted), loggamma(keys[1], b, found, wanted)
    most = lax.max(log_a, log_b)
    from_a, from_b = lax.exp(log_a - most), lax.exp(log_b - most)
    out = from_a / (from_a + from_b)
    return constrained("beta", out, out_sharding)


@drawn_wide
def dirichlet(
    key: ArrayLike,
    alpha: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Points of the probability simplex (last axis), Dirichlet distributed with parameters
    alpha.

    >>> fjax.random.dirichlet(fjax.random.key(0), jnp.array([1.0, 2.0])).sum().round(6)
    Array(1., dtype=float64)
    """
    key, _ = as_key("dirichlet", key)
    wanted = float_dtype("dirichlet", dtype)
    alpha = jnp.asarray(alpha)
    if alpha.ndim < 1:
        raise FjaxValueError(f"dirichlet requires alpha.ndim >= 1, got {alpha.aval}")
    batch = (
        alpha.shape[:-1]
        if shape is None
        else parameter_shape("dirichlet", shape, np.zeros(alpha.shape[:-1]))
    )
    logs = loggamma(key, alpha, batch + alpha.shape[-1:], wanted)
    weights = lax.exp(logs - jnp.max(logs, axis=-1, keepdims=True))
    out = weights / jnp.sum(weights, axis=-1, keepdims=True)
    return constrained("dirichlet", out, out_sharding)


@family
def _of_freedom(
    name: str,
    draw: Callable[[Any, Any], Any],
    key: ArrayLike,
    df: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """chisquare or t."""
    return _sampled(name, draw, key, df, shape, dtype, out_sharding)


def _chisquare(key: Any, df: Any) -> Any:
    return gamma(key, df / 2, df.shape, df.dtype) * 2


def _t(key: Any, df: Any) -> Any:
    keys, half = split(key), df / 2
    log_size = loggamma(keys[1], half, df.shape, df.dtype)
    return normal(keys[0], df.shape, df.dtype) * lax.sqrt(half) * lax.exp(-log_size / 2)


chisquare = _of_freedom(
    "chisquare",
    _chisquare,
    """Chi-square distributed numbers with df degrees of freedom.

    >>> bool(jnp.all(fjax.random.chisquare(fjax.random.key(0), 3.0, (3,)) > 0))
    True
    """,
)
t = _of_freedom(
    "t",
    _t,
    """Numbers of Student's t distribution with df degrees of freedom.

    >>> fjax.random.t(fjax.random.key(0), 3.0, (3,)).shape
    (3,)
    """,
)


@drawn_wide
def f(
    key: ArrayLike,
    dfnum: ArrayLike,
    dfden: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Numbers of Fisher's F distribution.

    >>> bool(jnp.all(fjax.random.f(fjax.random.key(0), 3.0, 4.0, (3,)) > 0))
    True
    """
    key, _ = as_key("f", key)
    wanted = float_dtype("f", dtype)
    found = parameter_shape("f", shape, dfnum, dfden)
    keys, dfnum, dfden = split(key), as_float(dfnum, wanted), as_float(dfden, wanted)
    above = loggamma(keys[1], dfnum / 2, found, wanted)
    below = loggamma(keys[0], dfden / 2, found, wanted)
    out = lax.exp(above - below) * (dfden / dfnum)
    return constrained("f", out, out_sharding)


@drawn_wide
def generalized_normal(
    key: ArrayLike,
    p: ArrayLike,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Numbers with density proportional to exp(-|x|**p).

    >>> fjax.random.generalized_normal(fjax.random.key(0), 1.5, (3,)).shape
    (3,)
    """
    key, _ = as_key("generalized_normal", key)
    wanted = float_dtype("generalized_normal", dtype)
    found = as_shape("generalized_normal", shape)
    sign, log_power = signs_and_log_powers(key, as_float(p, wanted), found)
    out = sign * lax.exp(log_power / as_float(p, wanted))
    return constrained("generalized_normal", out, out_sharding)


def signs_and_log_powers(key: Any, p: Any, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """The sign of generalized normal numbers x, and log(|x|**p)."""
    keys = split(key)
    return rademacher(keys[1], shape, p.dtype), loggamma(keys[0], 1 / p, shape, p.dtype)
