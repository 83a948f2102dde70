"""Counter-based generators of the Random123 family beside threefry-2x32, on words of uint32.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, with its
constants and numbers of rounds: threefry-4x32 (20), philox-2x32 and philox-4x32 (10). Element i of
an array of bits is a hash of the counter i under the key; how counters are laid out and words are
joined is JAX's, whose bits and keys these are.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import lax
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError

Words = tuple[Any, ...]
_ROTATIONS = ((10, 26), (11, 21), (13, 27), (23, 5), (6, 20), (17, 11), (25, 10), (18, 20))
_PARITY = 0x1BD11BDA
_MULTIPLIER_2 = 0xD256D193
_MULTIPLIERS_4 = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)  # what is added to the words of a key of philox after a round


def _rotated(x: Any, count: int) -> Any:
    left, right = lax.full_like(x, count), lax.full_like(x, 32 - count)
    return lax.shift_left(x, left) | lax.shift_right_logical(x, right)


def threefry_4x32(key: Words, counter: Words) -> Words:
    """Four words from a key and a counter of four words each: uint32 of one shape.

    >>> zeros = (jnp.zeros((), "uint32"),) * 4
    >>> [hex(int(word)) for word in threefry_4x32(zeros, zeros)]
    ['0x9c6ca96a', '0xe17eae66', '0xfc10ecd4', '0x5256a7d8']
    """
    schedule = (*key, functools.reduce(operator.xor, key) ^ lax.full_like(key[0], _PARITY))
    x = [word + k for word, k in zip(counter, key, strict=True)]
    for number in range(20):
        # Words 0 and 2 are mixed with 1 and 3, and in the next round with 3 and 1.
        pairs = ((0, 1), (2, 3)) if number % 2 == 0 else ((0, 3), (2, 1))
        for (a, b), count in zip(pairs, _ROTATIONS[number % 8], strict=True):
            x[a] = x[a] + x[b]
            x[b] = _rotated(x[b], count) ^ x[a]
        if number % 4 == 3:
            group = number // 4 + 1
            x = [word + schedule[(k + group) % 5] for k, word in enumerate(x)]
            x[3] = x[3] + lax.full_like(x[3], group)
    return tuple(x)


def _product(x: Any, factor: int) -> tuple[Any, Any]:
    """The high and the low word of a product."""
    by = lax.full_like(x, factor)
    return lax.mulhi(x, by), x * by


def philox_2x32(key: Words, counter: Words) -> Words:
    """Two words from a key of one word and a counter of two.

    >>> zero = jnp.zeros((), "uint32")
    >>> [hex(int(word)) for word in philox_2x32((zero,), (zero, zero))]
    ['0xff1dae59', '0x6cd10df2']
    """
    (k,), (x0, x1) = key, counter
    for _ in range(10):
        high, low = _product(x0, _MULTIPLIER_2)
        x0, x1 = high ^ x1 ^ k, low
        k = k + lax.full_like(k, _WEYL[0])
    return x0, x1


def philox_4x32(key: Words, counter: Words) -> Words:
    """Four words from a key of two words and a counter of four.

    >>> zero = jnp.zeros((), "uint32")
    >>> [hex(int(word)) for word in philox_4x32((zero,) * 2, (zero,) * 4)]
    ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8']
    """
    k, x = list(key), list(counter)
    for _ in range(10):
        (high0, low0), (high1, low1) = (
            _product(word, factor) for word, factor in zip(x[::2], _MULTIPLIERS_4, strict=True)
        )
        x = [high1 ^ x[1] ^ k[0], low1, high0 ^ x[3] ^ k[1], low0]
        k = [word + lax.full_like(word, step) for word, step in zip(k, _WEYL, strict=True)]
    return tuple(x)


@dataclass(frozen=True)
class CounterGenerator:
    """A generator by a hash of `key_words` and `counter_words` words.

    seeded: (high, low word of a seed) to (key, counter) whose hash is the key. joined: whether 64
    bits are made of all words of a hash, not of its first two.
    """

    hash: Callable[[Words, Words], Words]
    key_words: int
    counter_words: int
    seeded: Callable[[Any, Any], tuple[Sequence[Any], Sequence[Any]]]
    joined: bool = False

    def _hashed(self, words: Any, counter: Words) -> Words:
        """The hash of counters under one key."""
        shape = counter[0].shape
        key = [
            lax.broadcast(lax.index_in_dim(words, k, keepdims=False), shape)
            for k in range(self.key_words)
        ]
        return self.hash(tuple(key), counter)

    def _key(self, words: Words) -> Any:
        """The keys that are the first words of hashes, along a new last axis."""
        parts = [lax.expand_dims(word, (word.ndim,)) for word in words[: self.key_words]]
        return lax.concatenate(parts, parts[0].ndim - 1)

    def _last(self, high: Any, low: Any) -> Words:
        """A counter whose last two words are these."""
        zero = lax.full_like(low, 0)
        return (*[zero] * (self.counter_words - 2), high, low)

    def seed(self, seed: Any) -> Any:
        """The key of an integer."""
        high = lax.shift_right_logical(seed, lax.full_like(seed, 32))
        pair = [lax.convert_element_type(x, np.uint32) for x in (high, seed)]
        key, counter = self.seeded(*pair)
        return self._key(self.hash(tuple(key), tuple(counter)))

    def split(self, words: Any, shape: tuple[int, ...]) -> Any:
        """Keys of this shape."""
        return self._key(self._hashed(words, self._last(*_counts(shape))))

    def fold_in(self, words: Any, data: Any) -> Any:
        """The key that belongs to a number."""
        data = lax.convert_element_type(data, np.uint32)
        return self._key(self._hashed(words, self._last(lax.full_like(data, 0), data)))

    def random_bits(self, words: Any, width: int, shape: tuple[int, ...]) -> Any:
        """Unsigned integers of 8, 16, 32 or 64 bits."""
        high, low = _counts(shape)
        zero = lax.full_like(low, 0)
        found = self._hashed(words, (high, low, *[zero] * (self.counter_words - 2)))
        if width != 64:
            mixed = functools.reduce(operator.xor, found)
            return lax.convert_element_type(mixed, np.dtype(f"uint{width}"))
        upper, lower = found[:2]
        if self.joined:
            upper, lower = upper ^ found[2], lower ^ found[3]
        wide = [lax.convert_element_type(x, np.uint64) for x in (upper, lower)]
        return lax.shift_left(wide[0], lax.full_like(wide[0], 32)) | wide[1]


def _counts(shape: tuple[int, ...]) -> tuple[Any, Any]:
    """The high and the low word of the number of each element."""
    count = math.prod(shape)
    if count >> 32:
        raise FjaxValueError(f"random bits of shape {shape}: this generator counts to 2**32")
    low = lax.reshape(lax.iota(np.uint32, count), shape)
    return lax.full_like(low, 0), low


def _zeros(word: Any, count: int) -> list[Any]:
    return [lax.full_like(word, 0)] * count


THREEFRY_4X32 = CounterGenerator(
    threefry_4x32, 4, 4, lambda high, low: ([high, low, *_zeros(low, 2)], _zeros(low, 4)), True
)
PHILOX_2X32 = CounterGenerator(philox_2x32, 1, 2, lambda high, low: (_zeros(low, 1), [high, low]))
PHILOX_4X32 = CounterGenerator(
    philox_4x32, 2, 4, lambda high, low: (_zeros(low, 2), [high, low, *_zeros(low, 2)])
)
