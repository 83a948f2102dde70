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
from fjax.core.plain_arguments import check_choice, check_number
from fjax.numpy.known import concrete
from fjax.numpy.shaping import array_shape
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.placing import constrained
from fjax.random.continuous import GUMBEL_MODES, gumbel, spread, uniform
from fjax.random.keys import (
    as_key,
    as_shape,
    as_wide,
    check_parameters,
    int_dtype,
    parameter_shape,
    random_bits,
    split,
    wide,
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

    shape: of the result; by default one number, or the shape to which the parameters broadcast.
    out_sharding: how the result is split over a mesh.
    Returns integers.

    >>> fjax.random.randint(fjax.random.key(0), (3,), 0, 10)
    Array([5, 1, 5], dtype=int64)
    """
    key, _ = as_key("randint", key)
    wanted = int_dtype("randint", dtype)
    found = as_shape("randint", shape)
    info = dtypes.iinfo(wanted)
    check_parameters("randint", (minval, maxval))
    if isinstance(minval, int) and isinstance(maxval, int) and maxval < minval:
        raise errors.FjaxValueError(
            f"random.randint: numbers are from minval to below maxval, got {minval} and {maxval}"
        )
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
    shape: of the result; by default one number, or the shape to which the parameters broadcast.
    out_sharding: how the result is split over a mesh.
    Returns bools.

    >>> fjax.random.bernoulli(fjax.random.key(0), 0.25, (4,))
    Array([False,  True, False, False], dtype=bool)
    """
    key, _ = as_key("bernoulli", key)
    if mode not in ("low", "high"):
        raise errors.FjaxValueError(f"bernoulli: mode must be 'low' or 'high', got {mode!r}")
    if isinstance(p, float):
        check_number("random.bernoulli: p", p, 0, 1)
    p = jnp.asarray(p)
    if not dtypes.is_float(p.dtype):
        raise errors.FjaxTypeError(
            f"bernoulli probability `p` must have a floating dtype, got {p.aval}"
        )
    out = _bernoulli(key, as_wide(p), parameter_shape("bernoulli", shape, p), mode)
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
    out_sharding: how the result is split over a mesh.

    >>> fjax.random.permutation(fjax.random.key(0), 5)
    Array([0, 1, 4, 3, 2], dtype=int64)
    """
    key, _ = as_key("permutation", key)
    if not array_shape("random.permutation", x, 1):
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
    mode: how fine the random numbers are, as in `gumbel`.
    Raises ValueError if more elements are drawn without replacement than there are.

    >>> fjax.random.choice(fjax.random.key(0), 5, (3,), replace=False).shape
    (3,)
    """
    key, _ = as_key("choice", key)
    if mode is not None:
        check_choice("choice: mode", mode, GUMBEL_MODES)
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
    p = as_wide(p)
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
    replace: whether a category may be drawn several times.
    mode: how fine the random numbers are, as in `gumbel`.
    out_sharding: how the result is split over a mesh.
    Returns integers from 0 to the number of categories - 1.

    >>> fjax.random.categorical(fjax.random.key(0), jnp.array([0.0, -jnp.inf]), shape=(3,))
    Array([0, 0, 0], dtype=int64)
    """
    key, _ = as_key("categorical", key)
    logits = jnp.asarray(logits)
    if not dtypes.is_float(logits.dtype):
        raise errors.FjaxTypeError(
            f"random.categorical: logits are floats, logarithms of probabilities except for a "
            f"constant, got {logits.aval}"
        )
    logits = convert_element_type(logits, wide(logits.dtype))
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
