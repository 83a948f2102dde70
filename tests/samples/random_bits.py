"""Rows of random keys and bits."""

import numpy as np

from fjax.core import dtypes
from fjax.primitives import philox, random_bits
from tests.samples import Sample

SEED = np.array(7, np.int64)
STATE = np.array([1, 2, 3, 4], np.uint32)


def with_key(operation):
    """The operation on the key of a seed, as integers where it gives keys."""

    def function(seed):
        out = operation(random_bits.RandomSeed()(seed))
        return random_bits.RandomUnwrap()(out) if dtypes.is_key(out.dtype) else out

    return function


SAMPLES = [
    Sample(
        with_key(lambda key: key),
        [SEED],
        lambda seed: np.array([0, 7], np.uint32),
        name="random_seed",
        order=0,
    ),
    *[
        Sample(
            with_key(random_bits.RandomBits((3,), width, partitionable)),
            [SEED],
            order=0,
            name=f"random_bits-{width}-{partitionable}",
        )
        for width in (8, 16, 32, 64)
        for partitionable in (True, False)
    ],
    *[
        Sample(
            with_key(random_bits.RandomSplit((2,), partitionable)),
            [SEED],
            order=0,
            name=f"random_split-{partitionable}",
        )
        for partitionable in (True, False)
    ],
    Sample(
        with_key(lambda key: random_bits.RandomFoldIn()(key, np.uint32(3))),
        [SEED],
        order=0,
        name="random_fold_in",
    ),
    Sample(
        lambda words: random_bits.RandomUnwrap()(random_bits.RandomWrap()(words)),
        [np.array([[1, 2], [3, 4]], np.uint32)],
        lambda words: words,
        name="random_wrap",
    ),
    *[
        Sample(
            philox.RngBitGenerator((3,), np.dtype(dtype)),
            [STATE],
            order=0,
            batch=(),
            name=f"rng_bit_generator-{dtype}",
        )
        for dtype in ("uint8", "uint32", "uint64")
    ],
    Sample(
        lambda words: philox.key_words(philox.keys_of_words(words, dtypes.key_rbg)),
        [np.array([[1, 2, 3, 4], [5, 6, 0, 0x7FF00001]], np.uint32)],
        lambda words: words,
        name="wrap_words",
    ),
]
