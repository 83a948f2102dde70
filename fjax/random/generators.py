"""Generators other than threefry: what they do with the uint32 words of one key.

`rbg` draws bits with Philox and derives keys with threefry; `unsafe_rbg` does both with Philox.
Bits and keys are JAX's on a CPU. Under vmap a whole batch is drawn from its first key, as in JAX.
The others of Random123 are in `random123.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import lax
from fjax.config import config
from fjax.core import dtypes
from fjax.core.dtypes import KeyDtype
from fjax.dataclass import dataclass
from fjax.primitives.philox import RngBitGenerator
from fjax.primitives.random_bits import (
    RandomSplit,
    random_fold_in,
    random_seed,
    random_unwrap,
    random_wrap,
)
from fjax.random.random123 import PHILOX_2X32, PHILOX_4X32, THREEFRY_4X32

_HASHES = 10  # unsafe_rbg takes every tenth block of bits for a hash


@dataclass(frozen=True)
class Generator:
    """The functions of a generator on the words of one key, an array of uint32.

    seed(seed) and fold_in(key, data) give a key, split(key, shape) keys, random_bits(key, width,
    shape) unsigned integers.
    """

    seed: Callable[..., Any]
    split: Callable[..., Any]
    random_bits: Callable[..., Any]
    fold_in: Callable[..., Any]


def _seed(seed: Any) -> Any:
    half = random_unwrap(random_seed(seed))
    return lax.concatenate([half, half], 0)


def _halves(words: Any) -> Any:
    """The two threefry keys that four words make."""
    return random_wrap(lax.reshape(words, (2, 2)))


def _split(words: Any, shape: tuple[int, ...]) -> Any:
    new = random_unwrap(RandomSplit(shape, config.threefry_partitionable)(_halves(words)))
    rank = len(shape)
    return lax.reshape(lax.transpose(new, (*range(1, rank + 1), 0, rank + 1)), (*shape, 4))


def _fold_in(words: Any, data: Any) -> Any:
    return lax.reshape(random_unwrap(random_fold_in(_halves(words), data)), (4,))


def _random_bits(words: Any, width: int, shape: tuple[int, ...]) -> Any:
    return RngBitGenerator(shape, np.dtype(f"uint{width}"))(words)[1]


def _unsafe_split(words: Any, shape: tuple[int, ...]) -> Any:
    blocks = _random_bits(words, 32, (_HASHES * math.prod(shape), 4))
    return lax.reshape(lax.slice_in_dim(blocks, 0, None, _HASHES), (*shape, 4))


def _unsafe_fold_in(words: Any, data: Any) -> Any:
    blocks = _random_bits(_seed(data), 32, (_HASHES, 4))
    return lax.bitwise_xor(words, lax.index_in_dim(blocks, _HASHES - 1, keepdims=False))


_GENERATORS: dict[KeyDtype, Any] = {
    dtypes.key_fry4: THREEFRY_4X32,
    dtypes.key_phx2: PHILOX_2X32,
    dtypes.key_phx4: PHILOX_4X32,
    dtypes.key_rbg: Generator(_seed, _split, _random_bits, _fold_in),
    dtypes.key_urbg: Generator(_seed, _unsafe_split, _random_bits, _unsafe_fold_in),
}


def generator_of(dtype: KeyDtype) -> Any:
    """The functions behind keys of a dtype other than threefry's."""
    return _GENERATORS.get(dtype) or dtype.generator


def define_prng_impl(
    *,
    key_shape: tuple[int, ...],
    seed: Callable[[Any], Any],
    split: Callable[[Any, tuple[int, ...]], Any],
    random_bits: Callable[[Any, int, tuple[int, ...]], Any],
    fold_in: Callable[[Any, Any], Any],
    name: str = "<unnamed>",
    tag: str = "user",
) -> KeyDtype:
    """Define your own generator, for `fjax.random.key(seed, impl=...)`.

    The functions work on the words of one key: an array of uint32 of shape `key_shape` (1, 2 or 4
    words). seed(seed) and fold_in(key, data) return such an array. split(key, shape) returns one of
    shape (*shape, *key_shape). random_bits(key, width, shape) returns unsigned integers of `width`
    bits.
    tag: a word that names the dtype of the keys, `key<tag>`.

    >>> import fjax
    >>> import fjax.numpy as jnp
    >>> counter = define_prng_impl(
    ...     key_shape=(1,), seed=lambda s: jnp.array([s]).astype("uint32"),
    ...     split=lambda key, shape: key + jnp.arange(math.prod(shape), dtype="uint32")[:, None],
    ...     random_bits=lambda key, width, shape: jnp.broadcast_to(key[0], shape),
    ...     fold_in=lambda key, data: key ^ data, name="counter", tag="ctr")
    >>> fjax.random.bits(fjax.random.key(7, impl=counter), (2,), "uint32").tolist()
    [7, 7]
    """
    functions = Generator(seed, split, random_bits, fold_in)
    return dtypes.user_key_dtype(tag, name, tuple(key_shape), functions)
