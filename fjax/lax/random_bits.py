"""Random bits from the words of a state, below fjax.random."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.lax.axes import array_of, concrete_shape
from fjax.primitives.philox import RngBitGenerator
from fjax.primitives.placing import constrained

rng_bit_generator_p = RngBitGenerator


class RandomAlgorithm(enum.IntEnum):
    """The algorithm of `rng_bit_generator`; RNG_DEFAULT is Philox-4x32."""

    RNG_DEFAULT = 0
    RNG_THREE_FRY = 1
    RNG_PHILOX = 2

    def __str__(self) -> str:
        return self.name


def rng_bit_generator(
    key: ArrayLike,
    shape: Sequence[int],
    dtype: DTypeLike = np.uint32,
    algorithm: RandomAlgorithm = RandomAlgorithm.RNG_DEFAULT,
    *,
    out_sharding: Any = None,
) -> tuple[Array, Array]:
    """(the next state, uniform random bits of a shape), by Philox-4x32 as XLA has it on a CPU.

    key: the state, uint32 of shape (4,) or uint64 of shape (2,). dtype: uint8, uint16, uint32 or
    uint64. Under vmap all bits are drawn from the first state of the batch. Raises
    NotImplementedError for the algorithm RNG_THREE_FRY: fjax.random.bits draws threefry's bits.

    >>> import fjax.numpy as jnp
    >>> state, bits = rng_bit_generator(jnp.array([1, 2, 3, 4], jnp.uint32), (2,))
    >>> state.tolist(), bits.tolist()
    ([1, 2, 4, 4], [512747620, 1298009047])
    """
    if RandomAlgorithm(algorithm) is RandomAlgorithm.RNG_THREE_FRY:
        raise NotImplementedError(
            "rng_bit_generator draws with Philox only; fjax.random.bits draws with threefry"
        )
    wanted: Any = dtypes.requested("rng_bit_generator", dtype)
    if dtypes.is_key(wanted) or wanted not in (
        dtypes.uint8,
        dtypes.uint16,
        dtypes.uint32,
        dtypes.uint64,
    ):
        raise errors.DtypeError(
            f"rng_bit_generator: unsupported dtype {wanted}; it gives uint8, "
            "uint16, uint32 or uint64"
        )
    generator = RngBitGenerator(concrete_shape("rng_bit_generator", shape), wanted)
    following, bits = generator(array_of(key))
    if out_sharding is not None:
        bits = constrained("rng_bit_generator", bits, out_sharding)
    return following, bits
