"""Philox 4x32 with 10 rounds, the generator behind keys of four words, and those keys' words.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. Four
words of random bits are the hash of a counter of four words under a key of two. The state is two
64-bit integers: the key, and a counter whose upper half is the key again; this is how XLA's
RngBitGenerator lays them out on a CPU, whose bits these are.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.fresh import empty
from fjax.core.primitive import BatchAxis, KeyUse, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.generators import full
from fjax.primitives.random_bits import KeyOperation, random_unwrap, random_wrap
from fjax.primitives.shaping import Concatenate, Slice
from fjax.primitives.structure import Reshape, batch_first, move_axis

_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_ROUNDS = 10
_HALF = np.uint64(32)
_CHUNK = 1 << 13  # counters hashed at a time, so that the words stay in a core's cache


def philox(key: int, low: np.ndarray, high: np.ndarray) -> list[np.ndarray]:
    """The four words for each counter (two arrays of uint64) under a 64-bit key."""
    x0, x1 = low.astype(np.uint32), (low >> _HALF).astype(np.uint32)
    x2, x3 = high.astype(np.uint32), (high >> _HALF).astype(np.uint32)
    k0, k1 = key & 0xFFFFFFFF, key >> 32
    for _ in range(_ROUNDS):
        first, second = x0 * _MULTIPLIERS[0], x2 * _MULTIPLIERS[1]  # 64-bit products
        x0 = (second >> _HALF).astype(np.uint32) ^ x1 ^ np.uint32(k0)
        x2 = (first >> _HALF).astype(np.uint32) ^ x3 ^ np.uint32(k1)
        x1, x3 = second.astype(np.uint32), first.astype(np.uint32)
        k0, k1 = (k0 + _WEYL[0]) & 0xFFFFFFFF, (k1 + _WEYL[1]) & 0xFFFFFFFF
    return [x0, x1, x2, x3]


def philox_stream(key: int, counter: int, blocks: int) -> np.ndarray:
    """Four words for each of `blocks` successive counters, in one vector of uint32."""
    words = empty((blocks, 4), np.uint32)
    for start in range(0, blocks, _CHUNK):
        steps = np.arange(start, min(start + _CHUNK, blocks), dtype=np.uint64)
        low = steps + np.uint64(counter)
        high = np.uint64(key) + (low < np.uint64(counter)).astype(np.uint64)  # the carry
        words[start : start + _CHUNK] = np.stack(philox(key, low, high), axis=-1)
    return words.reshape(-1)


@primitive
class RngBitGenerator(KeyOperation):
    """(the next state, uniform random bits) from a state: uint32 words (4,) or uint64 (2,).

    Under vmap the whole batch is drawn from the first state, as JAX does it.
    """

    multiple_results = True
    library = True
    shape: tuple[int, ...]
    dtype: Dtype

    def result_type(self, state: ShapedArray):
        if (state.dtype, state.shape) not in ((dtypes.uint32, (4,)), (dtypes.uint64, (2,))):
            raise ShapeError(
                f"rng_bit_generator takes a state uint32[4] or uint64[2], got "
                f"{state}; use fjax.vmap for batching"
            )
        if dtypes.is_key(self.dtype) or self.dtype.kind != "u":
            raise DtypeError(
                f"rng_bit_generator: unsupported dtype {self.dtype}; it gives unsigned integers"
            )
        return state, ShapedArray(self.shape, self.dtype)

    def evaluate(self, xp: Any, state: Any):
        key, counter = (int(w) for w in xp.ascontiguousarray(state).view(np.uint64))
        size = math.prod(self.shape)
        blocks = math.ceil(size * (2 if self.dtype.itemsize == 8 else 1) / 4)
        words = philox_stream(key, counter, blocks)
        bits = words.view(np.uint64) if self.dtype.itemsize == 8 else words.astype(self.dtype)
        following = np.array([key, (counter + blocks) % 2**64], np.uint64)
        outs = following.view(state.dtype), bits[:size].reshape(self.shape)
        return [xp.asarray(out) for out in outs]

    def jvp(self, primals, tangents):
        outs = self(*primals)
        return outs, [Zero(out.aval.tangent()) for out in outs]

    def batch(self, axis: BatchAxis, args, dims):
        states = move_axis(args[0], dims[0], 0)
        width = aval_of(states).shape[1]
        first = Slice((0, 0), (1, width), (1, 1))(states)
        others = Slice((1, 0), (axis.size, width), (1, 1))(states)
        following, bits = self.replace(shape=(axis.size, *self.shape))(Reshape((width,))(first))
        return (Concatenate(0)(Reshape((1, width))(following), others), bits), (0, 0)


# ---- keys and their words


@primitive
class WrapWords(KeyOperation):
    """Keys of a generator from the words of each, which are the last axes of a uint32 array."""

    key_use = KeyUse.DERIVES
    library = True
    dtype: Dtype

    def result_type(self, words: ShapedArray):
        last = words.ndim - len(self.dtype.shape)
        if words.dtype != dtypes.uint32 or last < 0 or words.shape[last:] != self.dtype.shape:
            raise DtypeError(
                f"{self.dtype.implementation} keys are made of uint32 words with last "
                f"axes {self.dtype.shape}, got {words}"
            )
        return (ShapedArray(words.shape[:last], self.dtype),)

    def evaluate(self, xp: Any, words: Any):
        shape = words.shape[: words.ndim - len(self.dtype.shape)]
        flat = xp.ascontiguousarray(words).reshape(*shape, self.dtype.words)
        return (flat.view(self.dtype.physical).reshape(shape),)

    batch = batch_first


@primitive
class UnwrapWords(KeyOperation):
    """The words of keys of a generator, as uint32 with new last axes."""

    key_use = KeyUse.DERIVES
    library = True
    dtype: Dtype

    def result_type(self, keys: ShapedArray):
        if keys.dtype != self.dtype:
            raise DtypeError(f"unwrap_words takes {self.dtype}, got {keys}")
        return (ShapedArray((*keys.shape, *self.dtype.shape), dtypes.uint32),)

    def evaluate(self, xp: Any, keys: Any):
        flat = xp.ascontiguousarray(keys).reshape(*keys.shape, 1).view(np.uint32)
        return (flat.reshape(*keys.shape, *self.dtype.shape),)

    def batch(self, axis: BatchAxis, args, dims):
        return (self(args[0]),), (dims[0],)


def key_words(keys: Any) -> Any:
    """The uint32 words of keys of any generator, in new last axes."""
    dtype = aval_of(keys).dtype
    return random_unwrap(keys) if dtype == dtypes.key_fry else UnwrapWords(dtype)(keys)


def keys_of_words(words: Any, dtype: Dtype) -> Any:
    """The keys of a generator with these words: the inverse of `key_words`."""
    return random_wrap(words) if dtype == dtypes.key_fry else WrapWords(dtype)(words)


def filled_keys(shape: tuple[int, ...], value: int, dtype: Dtype) -> Any:
    """Keys all of whose words are `value`."""
    return keys_of_words(full((*shape, *dtype.shape), value, dtypes.uint32), dtype)
