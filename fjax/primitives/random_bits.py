"""Random bits: the counter-based generator threefry-2x32, with 20 rounds.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A key
is a pair of 32-bit words, kept as one uint64 with the first word in the low half. Element i of an
array of random bits is the hash of the counter i (high word, low word) under the key, so any
element can be
computed by itself: the partitionable scheme of JAX, whose bits these are.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, KeyUse, Primitive, Role, primitive
from fjax.errors import DtypeError, FjaxValueError, ShapeError
from fjax.primitives.families import align_batch
from fjax.primitives.structure import batch_first, zero_jvp

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA
_WORD = np.uint64(32)


def threefry(k0: Any, k1: Any, x0: Any, x1: Any) -> tuple[Any, Any]:
    """The two output words; operands are uint32 arrays or scalar expressions."""
    schedule = (k0, k1, k0 ^ k1 ^ _like(k0, _PARITY))
    x0, x1 = x0 + k0, x1 + k1
    for group in range(5):
        for r in _ROTATIONS[group % 2]:
            x0 = x0 + x1
            x1 = ((x1 << _like(x1, r)) | (x1 >> _like(x1, 32 - r))) ^ x0
        x0 = x0 + schedule[(group + 1) % 3]
        x1 = x1 + schedule[(group + 2) % 3] + _like(x1, group + 1)
    return x0, x1


def _like(x: Any, value: int) -> Any:
    return value if isinstance(x, scalar.Expr) else np.uint32(value)


def _words(key: Any) -> tuple[Any, Any]:
    """The two words of keys stored as uint64 (arrays or expressions)."""
    if isinstance(key, scalar.Expr):
        return scalar.convert(key, np.uint32), scalar.convert(key >> 32, np.uint32)
    return key.astype(np.uint32), (key >> _WORD).astype(np.uint32)


def _join(low: Any, high: Any) -> Any:
    """uint64 from a low and a high word."""
    if isinstance(low, scalar.Expr):
        return scalar.convert(low, np.uint64) | (scalar.convert(high, np.uint64) << 32)
    return low.astype(np.uint64) | (high.astype(np.uint64) << _WORD)


class KeyOperation(Primitive):
    """What operations on keys share: nothing to differentiate."""

    absent = frozenset({"transpose"})

    jvp = zero_jvp


class Generator(KeyOperation):
    """A hash of each key with the counters 0, 1, 2, … over `shape`, appended to the keys' shape."""

    shape: tuple[int, ...]
    partitionable: bool

    @property
    def role(self) -> Role:  # type: ignore[override]
        return Role.INDEX if self.partitionable else Role.OPAQUE

    def out_dtype(self) -> Any:
        """The output's dtype."""
        raise self.missing("out_dtype")

    def combine(self, word0: Any, word1: Any) -> Any:
        """The output's element from the two words of the hash."""
        raise self.missing("combine")

    def result_type(self, keys: ShapedArray):
        if not dtypes.is_key(keys.dtype):
            raise DtypeError(f"{self.name} takes keys, got {keys}; make one with fjax.random.key")
        return (ShapedArray(keys.shape + self.shape, self.out_dtype()),)

    def evaluate(self, xp: Any, keys: Any):
        size = math.prod(self.shape)
        if not self.partitionable:
            return (xp.asarray(self.evaluate_original(keys, size)),)
        k0, k1 = (w[..., None] for w in _words(keys))
        counters = xp.arange(size, dtype=np.uint64)
        x0, x1 = (counters >> _WORD).astype(np.uint32), counters.astype(np.uint32)
        bits = self.combine(*threefry(k0, k1, x0, x1))
        return (
            xp.ascontiguousarray(xp.broadcast_to(bits, (*keys.shape, size))).reshape(
                keys.shape + self.shape
            ),
        )

    def evaluate_original(self, keys: np.ndarray, size: int) -> np.ndarray:
        """The scheme of threefry_partitionable=False: the counters are hashed in two halves."""
        rows = [self.original(int(k) & 0xFFFFFFFF, int(k) >> 32, size) for k in keys.reshape(-1)]
        found = np.stack(rows) if rows else np.zeros((0, size), dtypes.physical(self.out_dtype()))
        return found.reshape(keys.shape + self.shape)

    def original(self, k0: int, k1: int, size: int) -> np.ndarray:
        """`size` outputs for one key in the original scheme."""
        raise self.missing("original")

    batch = batch_first

    def element(self, index, keys):
        n = len(index) - len(self.shape)
        linear: Any = 0
        for i, length in zip(index[n:], self.shape, strict=True):
            linear = linear * length + i
        counter = scalar.convert(scalar_index(linear), np.uint64)
        k0, k1 = _words(keys(list(index[:n])))
        x1, x0 = _words(counter)
        return self.combine(*threefry(k0, k1, x0, x1))


def scalar_index(index: Any) -> scalar.Expr:
    """An index entry as an int64 expression."""
    if isinstance(index, scalar.Expr):
        return index
    if isinstance(index, int):
        return scalar.const(index, np.int64)
    return index.expression()


def _original_hash(k0: int, k1: int, count: int) -> np.ndarray:
    """`count` words: the counters 0 .. count-1, padded to an even number, hashed as two halves."""
    counters = np.arange(count + count % 2, dtype=np.uint32)
    counters[count:] = 0
    half = len(counters) // 2
    words = threefry(np.uint32(k0), np.uint32(k1), counters[:half], counters[half:])
    return np.concatenate(words)[:count]


@primitive
class RandomBits(Generator):
    """Uniform random bits of `width` 8, 16, 32 or 64 for each key."""

    spelled = {"width": "bit_width"}
    shape: tuple[int, ...]
    width: int
    partitionable: bool = True

    def out_dtype(self):
        if self.width not in (8, 16, 32, 64):
            raise FjaxValueError(
                f"random_bits: the width must be 8, 16, 32 or 64 bits, got {self.width}"
            )
        return np.dtype(f"uint{self.width}")

    def combine(self, word0, word1):
        if self.width == 64:
            return _join(word1, word0)
        mixed = word0 ^ word1
        if isinstance(mixed, scalar.Expr):
            return scalar.convert(mixed, self.out_dtype())
        return mixed.astype(self.out_dtype(), copy=False)

    def original(self, k0, k1, size):
        words = _original_hash(k0, k1, math.ceil(self.width * size / 32))
        if self.width == 64:
            half = len(words) // 2
            return _join(words[half:], words[:half])[:size]
        pieces = 32 // self.width
        shifts = np.arange(pieces, dtype=np.uint32) * np.uint32(self.width)
        return (words[:, None] >> shifts).astype(self.out_dtype()).reshape(-1)[:size]


@primitive
class RandomSplit(Generator):
    """New keys from each key."""

    key_use = KeyUse.SPLITS
    shape: tuple[int, ...]
    partitionable: bool = True

    def out_dtype(self):
        return dtypes.key_fry

    def combine(self, word0, word1):
        return _join(word0, word1)

    def original(self, k0, k1, size):
        words = _original_hash(k0, k1, 2 * size).reshape(size, 2)
        return _join(words[:, 0], words[:, 1])


class ElementwiseKeyOperation(KeyOperation):
    """Keys element by element."""

    role = Role.ELEMENTWISE

    def batch(self, axis: BatchAxis, args, dims):
        aligned, dim = align_batch(axis, args, dims)
        return (self(*aligned),), (dim,)


@primitive
class RandomSeed(ElementwiseKeyOperation):
    """A key from an integer: its high and its low 32 bits are the words."""

    key_use = KeyUse.DERIVES

    def result_type(self, seeds: ShapedArray):
        if not dtypes.is_integer(seeds.dtype):
            raise DtypeError(f"random_seed takes integers, got {seeds}")
        return (ShapedArray(seeds.shape, dtypes.key_fry),)

    def evaluate(self, xp: Any, seeds: Any):
        low, high = seeds.astype(np.uint32), xp.zeros(seeds.shape, np.uint32)
        if seeds.dtype.itemsize == 8:
            high = (seeds.astype(np.uint64) >> _WORD).astype(np.uint32)
        return (_join(xp.asarray(high), xp.asarray(low)),)

    def scalar(self, seed):
        low = scalar.convert(seed, np.uint32)
        if seed.dtype.itemsize < 8:
            return _join(scalar.const(0, np.uint32), low)
        return _join(scalar.convert(scalar.convert(seed, np.uint64) >> 32, np.uint32), low)


@primitive
class RandomFoldIn(ElementwiseKeyOperation):
    """A key from a key and a 32-bit integer."""

    key_use = KeyUse.DERIVES

    def result_type(self, keys: ShapedArray, data: ShapedArray):
        if not dtypes.is_key(keys.dtype) or data.dtype != dtypes.uint32:
            raise DtypeError(f"random_fold_in takes keys and uint32 data, got {keys} and {data}")
        shapes = {s for s in (keys.shape, data.shape) if s}
        if len(shapes) > 1:
            raise ShapeError(f"random_fold_in: shapes differ: {keys} and {data}")
        return (ShapedArray(shapes.pop() if shapes else (), dtypes.key_fry),)

    def evaluate(self, xp: Any, keys: Any, data: Any):
        k0, k1 = _words(keys)
        return (_join(*threefry(k0, k1, xp.zeros_like(data), data)),)

    def scalar(self, key, data):
        k0, k1 = _words(key)
        return _join(*threefry(k0, k1, scalar.const(0, np.uint32), data))


@primitive
class RandomUnwrap(KeyOperation):
    """The words of keys, as uint32 with a new last axis of length 2."""

    key_use = KeyUse.UNWRAPS
    role = Role.INDEX

    def result_type(self, keys: ShapedArray):
        if not dtypes.is_key(keys.dtype):
            raise DtypeError(f"random_unwrap takes keys, got {keys}")
        return (ShapedArray((*keys.shape, 2), dtypes.uint32),)

    def evaluate(self, xp: Any, keys: Any):
        return (xp.stack(_words(keys), axis=-1),)

    def batch(self, axis: BatchAxis, args, dims):
        return (self(args[0]),), (dims[0],)

    def element(self, index, keys):
        words = keys(list(index[:-1]))
        shift = scalar.convert(scalar_index(index[-1] * 32), np.uint64)
        return scalar.convert(words >> shift, np.uint32)


@primitive
class RandomWrap(KeyOperation):
    """Keys from their words: uint32 with a last axis of length 2."""

    key_use = KeyUse.WRAPS
    role = Role.INDEX

    def result_type(self, words: ShapedArray):
        if words.dtype != dtypes.uint32 or words.shape[-1:] != (2,):
            raise DtypeError(
                f"random_wrap takes uint32 words with a last axis of length 2, got {words}"
            )
        return (ShapedArray(words.shape[:-1], dtypes.key_fry),)

    def evaluate(self, xp: Any, words: Any):
        return (_join(words[..., 0], words[..., 1]),)

    batch = batch_first

    def element(self, index, words):
        return _join(words([*index, 0]), words([*index, 1]))


random_seed, random_fold_in = RandomSeed(), RandomFoldIn()
random_unwrap, random_wrap = RandomUnwrap(), RandomWrap()
