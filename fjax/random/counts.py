"""Samplers of counts: geometric, Poisson, binomial and multinomial numbers."""

from __future__ import annotations

import math
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
from fjax.numpy.shaping import array_shape
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.operators import broadcast_to_shape
from fjax.primitives.placing import constrained
from fjax.random.continuous import positive_uniform, spread, uniform
from fjax.random.keys import (
    as_float,
    as_key,
    as_shape,
    as_wide,
    clone,
    float_dtype,
    int_dtype,
    parameter_shape,
    split,
)


def geometric(
    key: ArrayLike,
    p: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """How many trials of success probability p it takes to succeed once.

    >>> bool(jnp.all(fjax.random.geometric(fjax.random.key(0), 0.5, (4,)) >= 1))
    True
    """
    key, _ = as_key("geometric", key)
    wanted = int_dtype("geometric", dtype)
    p = as_wide(p)
    found = parameter_shape("geometric", shape, p)
    u = uniform(key, found, p.dtype)
    u = lax.select(u == 0, jnp.full_like(u, 1), u)
    trials = lax.floor(lax.log(u) / spread(lax.log1p(-p), found)) + 1
    out = convert_element_type(trials, wanted)
    return constrained("geometric", out, out_sharding)


def poisson(
    key: ArrayLike,
    lam: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Poisson distributed integers with rate lam.

    Small rates by Knuth's product of uniforms, from 10 on by Hoermann's transformed rejection
    (W. Hoermann, Insurance: Mathematics and Economics 12, 1993).

    >>> fjax.random.poisson(fjax.random.key(0), 3.0, (4,)).shape
    (4,)
    """
    key, _ = as_key("poisson", key)
    wanted = int_dtype("poisson", dtype)
    found = array_shape("random.poisson", lam, 1) if shape is None else as_shape("poisson", shape)
    rate = broadcast_to_shape(as_float(lam, dtypes.default_float()), found)
    out = _poisson(key, rate, wanted)
    return constrained("poisson", out, out_sharding)


_MANY = 1e4  # from here on the terms of the log of a probability cancel in float32


@partial(jit, static_argnums=(2,))
def _poisson(key: Any, rate: Any, dtype: Any) -> Any:
    small, many = lax.ne(rate, rate) | (rate < 10), rate > _MANY
    moderate = jnp.where(small | many, 1e5, rate).astype(dtypes.float32)
    by_product = _poisson_product(key, jnp.where(small, rate, 0.0).astype(dtypes.float32), dtype)
    by_rejection = _poisson_rejection(clone(key), moderate, dtype, _log_mass)
    found = lax.select(small, by_product, by_rejection)

    def with_many(found: Any) -> Any:
        rates = jnp.where(many, rate, 2 * _MANY)
        return lax.select(
            many, _poisson_rejection(clone(key), rates, dtype, _log_mass_of_many), found
        )

    found = lax.cond(jnp.any(many), with_many, lambda found: found, found)
    return lax.select(rate == 0, jnp.zeros_like(found), found)


def _log_mass(k: Any, rate: Any) -> Any:
    return k * lax.log(rate) - rate - lax.lgamma(k + 1)


def _log_mass_of_many(k: Any, rate: Any) -> Any:
    after = lax.max(k, jnp.zeros_like(k)) + 1
    factor = 0.5 * lax.log(after) - lax.log(rate) - 0.5 * math.log(2 * math.pi)
    return factor - _deviance(after, rate) - _stirling_tail(after - 1)


def _poisson_product(key: Any, rate: Any, dtype: Any) -> Any:
    most = np.array(dtypes.iinfo(dtype).max, dtype)

    def going(state: Any) -> Any:
        step, _, _, log_product = state
        return jnp.any(log_product > -rate) & (step < most)

    def advance(state: Any) -> Any:
        step, count, key, log_product = state
        keys = split(key)
        count = jnp.where(log_product > -rate, count + np.array(1, dtype), count)
        u = uniform(keys[1], rate.shape, dtypes.float32)
        return step + np.array(1, dtype), count, keys[0], log_product + lax.log(u)

    start = (np.array(0, dtype), jnp.zeros(rate.shape, dtype), key, jnp.zeros_like(rate))
    return lax.while_loop(going, advance, start)[1] - np.array(1, dtype)


def _poisson_rejection(key: Any, rate: Any, dtype: Any, log_mass: Callable[[Any, Any], Any]) -> Any:
    b = 0.931 + 2.53 * lax.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    quick = 0.9277 - 3.6224 / (b - 2)
    most = np.array(dtypes.iinfo(dtype).max, dtype)

    def going(state: Any) -> Any:
        step, _, accepted, _ = state
        return jnp.any(~accepted) & (step < most)

    def advance(state: Any) -> Any:
        step, found, accepted, key = state
        keys = split(key, 3)
        u = uniform(keys[1], rate.shape, rate.dtype) - 0.5
        v = positive_uniform(keys[2], rate.shape, rate.dtype)
        shifted = 0.5 - lax.abs(u)
        k = lax.floor((2 * a / shifted + b) * u + rate + 0.43)
        s = lax.log(v * inverse_alpha / (a / (shifted * shifted) + b))
        bound = log_mass(k, rate)
        surely = (shifted >= 0.07) & (v <= quick)
        rejected = (k < 0) | ((shifted < 0.013) & (v > shifted))
        accept = surely | (~rejected & (s <= bound))
        return step + np.array(1, dtype), jnp.where(accept, k, found), accepted | accept, keys[0]

    start = (np.array(0, dtype), jnp.full_like(rate, -1), jnp.zeros(rate.shape, bool), key)
    return convert_element_type(lax.while_loop(going, advance, start)[1], dtype)


def _deviance(x: Any, mean: Any) -> Any:
    """x log(x / mean) - (x - mean), which loses nothing where x is near a large mean.

    Source: C. Loader, Fast and accurate computation of binomial probabilities (2000).
    """
    t = (x - mean) / mean
    return mean * ((1 + t) * lax.log1p(t) - t)


def binomial(
    key: ArrayLike,
    n: ArrayLike,
    p: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
) -> Array:
    """Binomially distributed counts (as floats) of n trials with success probability p.

    Small means by sums of geometric numbers, large ones by Hoermann's BTRS (J. Statist. Comput.
    Simul. 46, 1993). NaN where a parameter is out of range.

    >>> fjax.random.binomial(fjax.random.key(0), 10, 0.5, (3,)).shape
    (3,)
    """
    key, _ = as_key("binomial", key)
    wanted = float_dtype("binomial", dtype)
    found = parameter_shape("binomial", shape, n, p)
    p = as_wide(p)
    n, p = (broadcast_to_shape(x, found) for x in (as_float(n, p.dtype), p))
    return _binomial(key, n, p, wanted)


@partial(jit, static_argnums=(3,))
def _binomial(key: Any, n: Any, p: Any, dtype: Any) -> Any:
    where = jnp.where
    low = p < 0.5
    q = where(low, p, 1.0 - p)
    bad_n, infinite, bad_q = (n != n) | (n < 0), lax.abs(n) == np.inf, (q != q) | (q < 0)
    q = where(bad_q, 0.01, q)
    inversion = bad_n | infinite | (n * q <= 10.0)
    n = where(infinite, 0.0, lax.floor(n))  # nobody counts to infinity; the result is set below
    few = _binomial_inversion(key, where(inversion, n, 0.0), q, dtype)
    other = clone(key)  # of the two results one is used
    many = _binomial_rejection(other, where(inversion, 1e4, n), where(inversion, 0.5, q), dtype)
    found = where(inversion, few, many)
    invalid = bad_q | bad_n
    found = where(invalid, np.array(np.nan, dtype), found)
    found = where(infinite & ~invalid, np.array(np.inf, dtype), found)
    return where(low | bad_n | (p != p) | infinite, found, convert_element_type(n, dtype) - found)


def _binomial_inversion(key: Any, n: Any, p: Any, dtype: Any) -> Any:
    log_miss = lax.log1p(-p)

    def going(state: Any) -> Any:
        return jnp.any(state[1] <= n)

    def advance(state: Any) -> Any:
        trials, total, key = state
        keys = split(key)
        trials = jnp.where(total <= n, trials + 1, trials)
        u = uniform(keys[0], n.shape, p.dtype)
        return trials, total + lax.ceil(lax.log(u) / log_miss), keys[1]

    trials = lax.while_loop(going, advance, (jnp.zeros_like(p), jnp.zeros_like(p), key))[0]
    return convert_element_type(trials - 1, dtype)


# log k! less Stirling's formula, for k = 0 .. 9
_STIRLING = (
    0.0810614667953272,
    0.0413406959554092,
    0.0276779256849983,
    0.02079067210376509,
    0.0166446911898211,
    0.0138761288230707,
    0.0118967099458917,
    0.010411265261972,
    0.00925546218271273,
    0.00833056343336287,
)


def _stirling_tail(k: Any) -> Any:
    """log k! minus the leading terms of Stirling's formula."""
    square = (k + 1) * (k + 1)
    series = (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
    small = lax.min(lax.max(k, jnp.full_like(k, 0)), jnp.full_like(k, 9))
    table = jnp.array(np.array(_STIRLING, k.dtype))
    return jnp.where(k <= 9, table[convert_element_type(small, dtypes.int32)], series)


def _binomial_rejection(key: Any, n: Any, p: Any, dtype: Any) -> Any:
    deviation = lax.sqrt(n * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c = n * p + 0.5
    alpha = (2.83 + 5.1 / b) * deviation
    m = lax.floor((n + 1) * p)

    def fall(k: Any) -> Any:
        """Minus the log of the probability of k, except for a constant."""
        below, above = k + 1, n - k + 1
        deviances = _deviance(below, n * p) + _deviance(above, n * (1 - p))
        tails = _stirling_tail(k) + _stirling_tail(n - k)
        return deviances + tails - 0.5 * (lax.log(below) + lax.log(above))

    peak = fall(m)

    def advance(state: Any) -> Any:
        found, accepted, key = state
        keys = split(key, 3)
        u = uniform(keys[1], n.shape, p.dtype) - 0.5
        v = positive_uniform(keys[2], n.shape, p.dtype)
        us = 0.5 - lax.abs(u)
        k = lax.floor((2 * a / us + b) * u + c)
        rejected = (k < 0) | (k > n)
        s = lax.log(v * alpha / (a / (us * us) + b))
        inside = jnp.clip(k, 0, n)
        accept = ~rejected & (s <= peak - fall(inside))
        return jnp.where(accept, k, found), accepted | accept, keys[0]

    start = (jnp.full_like(p, -1), jnp.zeros(n.shape, bool), key)
    return convert_element_type(lax.while_loop(lambda s: jnp.any(~s[1]), advance, start)[0], dtype)


def multinomial(
    key: ArrayLike,
    n: ArrayLike,
    p: ArrayLike,
    *,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    unroll: int = 1,
) -> Array:
    """Counts of each category in n draws with probabilities p along the last axis.

    >>> fjax.random.multinomial(fjax.random.key(0), 5, jnp.array([0.5, 0.5])).sum()
    Array(5., dtype=float64)
    """
    key, _ = as_key("multinomial", key)
    given, p = jnp.asarray(p), as_wide(p)
    own = given.dtype if dtypes.is_inexact(given.dtype) else p.dtype
    wanted = own if dtype is None else dtypes.requested("multinomial", dtype)
    found = p.shape if shape is None else as_shape("multinomial", shape)
    draws = broadcast_to_shape(as_float(n, p.dtype), found[:-1])
    p = jnp.moveaxis(broadcast_to_shape(p, found), -1, 0)
    left = lax.cumsum(p, 0, reverse=True)
    ratios = p / jnp.where(left == 0, 1, left)

    def draw(remaining: Any, given: Any) -> Any:
        ratio, key = given
        count = binomial(key, remaining, jnp.clip(ratio, 0, 1), dtype=remaining.dtype)
        return remaining - count, count

    _, counts = lax.scan(draw, draws, (ratios, split(key, ratios.shape[0])), unroll=unroll)
    return convert_element_type(jnp.moveaxis(counts, 0, -1), wanted)
