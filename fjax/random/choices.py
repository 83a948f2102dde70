"""Samplers of integers, choices and permutations."""

from __future__ import annotations

import math
import operator
from functools import partial
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array
from fjax.numpy.known import concrete
from fjax.numpy.shaping import array_shape
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.operators import broadcast_to_shape
from fjax.primitives.placing import constrained
from fjax.random.continuous import gumbel, spread, uniform
from fjax.random.keys import (
    as_float,
    as_key,
    as_shape,
    clone,
    float_dtype,
    int_dtype,
    parameter_shape,
    random_bits,
    split,
)


def randint(
    key: ArrayLike,
    shape: Shape,
    minval: ArrayLike,
    maxval: ArrayLike,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Integers uniform in [minval, maxval).

    If maxval is out of the dtype's range, the dtype's largest value can come out as well.

    >>> fjax.random.randint(fjax.random.key(0), (3,), 0, 10)
    Array([5, 1, 5], dtype=int64)
    """
    key, _ = as_key("randint", key)
    wanted = int_dtype("randint", dtype)
    found = as_shape("randint", shape)
    info = dtypes.iinfo(wanted)
    if info.bits >= 32:
        out = _randint(key, jnp.asarray(minval), jnp.asarray(maxval), found, wanted)
        return constrained("randint", out, out_sharding)
    low = _clip_integer(jnp.asarray(minval), info.min, info.max, dtypes.int32)
    high = _clip_integer(jnp.asarray(maxval), info.min, info.max + 1, dtypes.int32)
    out = convert_element_type(_randint(key, low, high, found, dtypes.int32), wanted)
    return constrained("randint", out, out_sharding)


def _clip_integer(x: Any, least: int, most: int, dtype: Any) -> Any:
    """x clipped to [least, most] (as far as its own dtype goes), as another dtype."""
    own = dtypes.iinfo(x.dtype)
    low = np.array(max(least, own.min), x.dtype)
    high = np.array(min(most, own.max), x.dtype)
    return convert_element_type(lax.min(lax.max(x, low), high), dtype)


@partial(jit, static_argnums=(3, 4))
def _randint(key: Any, minval: Any, maxval: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    parameter_shape("randint", shape, minval, maxval)
    low, high = (
        p if dtypes.is_integer(p.dtype) else convert_element_type(p, dtypes.default_int())
        for p in (minval, maxval)
    )
    info = dtypes.iinfo(dtype)
    top = np.array(min(info.max, dtypes.iinfo(high.dtype).max), high.dtype)
    beyond = lax.gt(high, top)
    low, high = jnp.broadcast_arrays(
        _clip_integer(low, info.min, info.max, dtype),
        _clip_integer(high, info.min, info.max, dtype),
    )
    first, second = split(key)
    unsigned = np.dtype(f"uint{info.bits}")
    span = convert_element_type(high - low, unsigned)
    span = lax.select(high <= low, jnp.full_like(span, 1), span)
    beyond = jnp.broadcast_to(beyond, span.shape)
    span = lax.select(beyond & (high > low), span + np.array(1, unsigned), span)
    factor = lax.rem(np.array(2 ** (info.bits // 2), unsigned), span)
    factor = lax.rem(factor * factor, span)
    span, factor = spread(span, shape), spread(factor, shape)
    upper, lower = random_bits(first, info.bits, shape), random_bits(second, info.bits, shape)
    offset = lax.rem(lax.rem(upper, span) * factor + lax.rem(lower, span), span)
    return spread(low, shape) + convert_element_type(offset, dtype)


def bernoulli(
    key: ArrayLike,
    p: ArrayLike = 0.5,
    shape: Shape | None = None,
    mode: str = "low",
    *,
    out_sharding: Any = None,
) -> Array:
    """Booleans that are true with probability p.

    mode: 'low' compares p with one uniform number, 'high' with a finer one.

    >>> fjax.random.bernoulli(fjax.random.key(0), 0.25, (4,))
    Array([False,  True, False, False], dtype=bool)
    """
    key, _ = as_key("bernoulli", key)
    if mode not in ("low", "high"):
        raise errors.FjaxValueError(f"bernoulli: mode must be 'low' or 'high', got {mode!r}")
    p = jnp.asarray(p)
    if not dtypes.is_float(p.dtype):
        raise errors.FjaxTypeError(
            f"bernoulli probability `p` must have a floating dtype, got {p.aval}"
        )
    out = _bernoulli(key, p, parameter_shape("bernoulli", shape, p), mode)
    return constrained("bernoulli", out, out_sharding)


@partial(jit, static_argnums=(2, 3))
def _bernoulli(key: Any, p: Any, found: tuple[Any, ...], mode: str) -> Any:
    if mode == "low":
        return lax.lt(uniform(key, found, p.dtype), spread(p, found).astype(p.dtype))
    u = uniform(key, (2, *found), p.dtype)
    return u[1] * np.array(2.0 ** -dtypes.finfo(p.dtype).nmant, p.dtype) < p - u[0]


def rademacher(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """-1 or 1, each with probability 1/2.

    >>> jnp.abs(fjax.random.rademacher(fjax.random.key(0), (4,), int))
    Array([1, 1, 1, 1], dtype=int64)
    """
    wanted = dtypes.default_int() if dtype is None else dtypes.requested("rademacher", dtype)
    heads = bernoulli(as_key("rademacher", key)[0], 0.5, as_shape("rademacher", shape))
    out = convert_element_type(2 * convert_element_type(heads, wanted) - 1, wanted)
    return constrained("rademacher", out, out_sharding)


def permutation(
    key: ArrayLike,
    x: ArrayLike,
    axis: int = 0,
    independent: bool = False,
    *,
    out_sharding: Any = None,
) -> Array:
    """x shuffled along an axis (or the shuffled range of an integer x).

    independent: shuffle each slice along the axis by itself, instead of all in one way.

    >>> fjax.random.permutation(fjax.random.key(0), 5)
    Array([0, 1, 4, 3, 2], dtype=int64)
    """
    key, _ = as_key("permutation", key)
    if not len(array_shape("ndim", x)):
        _axis("permutation", axis, 1)
        n = jnp.asarray(x)
        if not dtypes.is_integer(n.dtype):
            raise errors.FjaxTypeError(
                f"permutation: x must be an integer or at least 1-dimensional, got {n.aval}"
            )
        out = _shuffle(key, jnp.arange(concrete("permutation", "x", n).item()), 0)
        return constrained("permutation", out, out_sharding)
    x = jnp.asarray(x)
    axis = _axis("permutation", axis, x.ndim)
    if independent or x.ndim == 1:
        out = _shuffle(key, x, axis)
        return constrained("permutation", out, out_sharding)
    order = _shuffle(key, jnp.arange(x.shape[axis]), 0)
    out = jnp.take(x, order, axis)
    return constrained("permutation", out, out_sharding)


shuffle = permutation


def _axis(name: str, axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise errors.FjaxValueError(
            f"{name}: axis {axis} is out of bounds for an array of rank {ndim}"
        )
    return axis % ndim


@partial(jit, static_argnums=(2,))
def _shuffle(key: Any, x: Any, axis: int) -> Any:
    """Sort by random 32-bit keys, often enough that ties do not matter."""
    rounds = math.ceil(3 * math.log(max(1, x.size)) / math.log(2**32 - 1))
    for _ in range(rounds):
        keys = split(key)
        key = keys[0]
        _, x = lax.sort_key_val(random_bits(keys[1], 32, x.shape), x, axis)
    return x


def choice(
    key: ArrayLike,
    a: ArrayLike,
    shape: Shape = (),
    replace: bool = True,
    p: ArrayLike | None = None,
    axis: int = 0,
    mode: str | None = None,
) -> Array:
    """Elements (or slices along an axis) of an array, or of range(a), chosen at random.

    replace: whether an element may come twice. p: the probabilities, uniform if None.
    Raises ValueError if more elements are drawn without replacement than there are.

    >>> fjax.random.choice(fjax.random.key(0), 5, (3,), replace=False).shape
    (3,)
    """
    key, _ = as_key("choice", key)
    if isinstance(shape, int):
        raise errors.FjaxTypeError(f"random.choice: shape must be a sequence, got {shape}")
    found = as_shape("choice", shape)
    values = jnp.asarray(a)
    axis = _axis("choice", axis, values.ndim) if values.ndim else 0
    number: Any = a
    n = values.shape[axis] if values.ndim else operator.index(number)
    draws = math.prod(found)
    if draws == 0:
        return jnp.zeros(found, values.dtype)
    if n <= 0:
        raise errors.FjaxValueError("choice: a must be greater than 0 unless no samples are taken")
    if not replace and draws > n:
        raise errors.FjaxValueError(
            f"choice: cannot take a larger sample (size {draws}) than "
            "population "
            f"(size {n}) when 'replace=False'"
        )
    if p is None and not replace:
        mixed = permutation(key, n if not values.ndim else values, axis)
        picked = mixed[(slice(None),) * axis + (slice(draws),)]
    else:
        index = (
            randint(key, found, 0, n) if p is None else _weighted(key, p, n, found, replace, mode)
        )
        picked = index if not values.ndim else jnp.take(values, index, axis)
    if not values.ndim:
        return picked.reshape(found)
    return picked.reshape(values.shape[:axis] + found + values.shape[axis + 1 :])


def _weighted(
    key: Any, p: Any, n: int, shape: tuple[Any, ...], replace: bool, mode: str | None
) -> Any:
    p = jnp.asarray(p)
    if not dtypes.is_inexact(p.dtype):
        p = convert_element_type(p, dtypes.default_float())
    if p.shape != (n,):
        raise errors.FjaxValueError(
            "choice: p must be None or a 1D vector with the same size as "
            f"a.shape[axis]; p has shape {p.shape} and "
            f"a.shape[axis] is {n}"
        )
    return _draw_weighted(key, p, shape, replace, mode)


@partial(jit, static_argnums=(2, 3, 4))
def _draw_weighted(
    key: Any, p: Any, shape: tuple[Any, ...], replace: bool, mode: str | None
) -> Any:
    if replace:
        total = lax.cumsum(p, 0)
        r = total[-1] * (1 - uniform(key, shape, p.dtype))
        return convert_element_type(jnp.searchsorted(total, r), dtypes.default_int())
    scores = gumbel(key, p.shape, p.dtype, mode=mode) + lax.log(p)
    return convert_element_type(lax.top_k(scores, math.prod(shape))[1], dtypes.default_int())


def categorical(
    key: ArrayLike,
    logits: ArrayLike,
    axis: int = -1,
    shape: Shape | None = None,
    replace: bool = True,
    mode: str | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Indices along an axis, drawn with probabilities softmax(logits).

    shape: the samples' shape; it ends with the shape of logits without the axis.

    >>> fjax.random.categorical(fjax.random.key(0), jnp.array([0.0, -jnp.inf]), shape=(3,))
    Array([0, 0, 0], dtype=int64)
    """
    key, _ = as_key("categorical", key)
    logits = jnp.asarray(logits)
    axis = _axis("categorical", axis, logits.ndim)
    batch = logits.shape[:axis] + logits.shape[axis + 1 :]
    found = batch if shape is None else parameter_shape("categorical", shape, np.zeros(batch))
    prefix = found[: len(found) - len(batch)]
    if replace:
        from_end = axis - logits.ndim
        lengths = list(found[len(prefix) :])
        lengths.insert(axis, logits.shape[axis])
        noise = gumbel(key, (*prefix, *lengths), logits.dtype, mode=mode)
        out = jnp.argmax(noise + logits[(None,) * len(prefix)], axis=from_end)
        return constrained("categorical", out, out_sharding)
    k = math.prod(prefix)
    if k > logits.shape[axis]:
        raise errors.FjaxValueError(
            f"categorical: number of samples without replacement ({k}) "
            "cannot exceed "
            f"number of categories ({logits.shape[axis]})"
        )
    noisy = logits + gumbel(key, logits.shape, logits.dtype, mode=mode)
    indices = lax.top_k(jnp.moveaxis(noisy, axis, -1), k)[1]
    out = jnp.moveaxis(indices, -1, 0).reshape(found)
    return constrained("categorical", out, out_sharding)


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
    p = jnp.asarray(p)
    p = p if dtypes.is_inexact(p.dtype) else convert_element_type(p, dtypes.default_float())
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
    found = array_shape("shape", lam) if shape is None else as_shape("poisson", shape)
    rate = convert_element_type(broadcast_to_shape(jnp.asarray(lam), found), dtypes.float32)
    out = _poisson(key, rate, wanted)
    return constrained("poisson", out, out_sharding)


@partial(jit, static_argnums=(2,))
def _poisson(key: Any, rate: Any, dtype: Any) -> Any:
    small = lax.ne(rate, rate) | (rate < 10)
    by_product = _poisson_product(key, jnp.where(small, rate, 0.0), dtype)
    by_rejection = _poisson_rejection(clone(key), jnp.where(small, 1e5, rate), dtype)
    found = lax.select(small, by_product, by_rejection)
    return lax.select(rate == 0, jnp.zeros_like(found), found)


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

    start = (
        np.array(0, dtype),
        jnp.zeros(rate.shape, dtype),
        key,
        jnp.zeros(rate.shape, dtypes.float32),
    )
    return lax.while_loop(going, advance, start)[1] - np.array(1, dtype)


def _poisson_rejection(key: Any, rate: Any, dtype: Any) -> Any:
    log_rate = lax.log(rate)
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
        v = uniform(keys[2], rate.shape, rate.dtype)
        shifted = 0.5 - lax.abs(u)
        k = lax.floor((2 * a / shifted + b) * u + rate + 0.43)
        s = lax.log(v * inverse_alpha / (a / (shifted * shifted) + b))
        bound = k * log_rate - rate - lax.lgamma(k + 1)
        surely = (shifted >= 0.07) & (v <= quick)
        rejected = (k < 0) | ((shifted < 0.013) & (v > shifted))
        accept = surely | (~rejected & (s <= bound))
        return step + np.array(1, dtype), jnp.where(accept, k, found), accepted | accept, keys[0]

    start = (np.array(0, dtype), jnp.full_like(rate, -1), jnp.zeros(rate.shape, bool), key)
    return convert_element_type(lax.while_loop(going, advance, start)[1], dtype)


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
    p = jnp.asarray(p)
    p = p if dtypes.is_inexact(p.dtype) else convert_element_type(p, dtypes.default_float())
    n, p = (broadcast_to_shape(x, found) for x in (as_float(n, p.dtype), p))
    return _binomial(key, n, p, wanted)


@partial(jit, static_argnums=(3,))
def _binomial(key: Any, n: Any, p: Any, dtype: Any) -> Any:
    where = jnp.where
    low = p < 0.5
    q = where(low, p, 1.0 - p)
    bad_n, infinite, bad_q = (n != n) | (n < 0), lax.abs(n) == np.inf, (q != q) | (q < 0)
    q = where(bad_q, 0.01, q)
    inversion = bad_n | (n * q <= 10.0)
    n = lax.floor(n)
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
    quick = 0.92 - 4.2 / b
    odds = p / (1 - p)
    alpha = (2.83 + 5.1 / b) * deviation
    m = lax.floor((n + 1) * p)
    log = lax.log

    def advance(state: Any) -> Any:
        found, accepted, key = state
        keys = split(key, 3)
        u = uniform(keys[1], n.shape, p.dtype) - 0.5
        v = uniform(keys[2], n.shape, p.dtype)
        us = 0.5 - lax.abs(u)
        k = lax.floor((2 * a / us + b) * u + c)
        rejected = (k < 0) | (k > n)
        s = log(v * alpha / (a / (us * us) + b))
        bound = (
            (m + 0.5) * log((m + 1) / (odds * (n - m + 1)))
            + (n + 1) * log((n - m + 1) / (n - k + 1))
            + (k + 0.5) * log(odds * (n - k + 1) / (k + 1))
            + _stirling_tail(m)
            + _stirling_tail(n - m)
            - _stirling_tail(k)
            - _stirling_tail(n - k)
        )
        accept = ((us >= 0.07) & (v <= quick)) | (~rejected & (s <= bound))
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
    p = jnp.asarray(p)
    p = p if dtypes.is_inexact(p.dtype) else convert_element_type(p, dtypes.default_float())
    wanted = p.dtype if dtype is None else dtypes.requested("multinomial", dtype)
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
