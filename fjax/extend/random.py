"""The generator behind fjax.random, under the names of jax.extend.random."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from fjax import errors
from fjax import numpy as jnp
from fjax.api.batching import vmap
from fjax.core import dtypes
from fjax.primitives.random_bits import threefry
from fjax.random.generators import define_prng_impl
from fjax.random.keys import key

threefry_prng_impl = dtypes.key_fry
rbg_prng_impl, unsafe_rbg_prng_impl = dtypes.key_rbg, dtypes.key_urbg


def threefry_2x32(keypair: Any, count: Any) -> Any:
    """The hash of counters under a key: uint32 of the shape of `count`.

    keypair: two uint32 scalars. count: uint32; element i is hashed together with the one half of
        the array further on, as in JAX's original scheme. Raises TypeError for other dtypes.

    >>> import fjax.numpy as jnp
    >>> zero = jnp.uint32(0)
    >>> [hex(int(word)) for word in threefry_2x32((zero, zero), jnp.zeros(2, jnp.uint32))]
    ['0x6b200159', '0x99ba4efe']
    """
    first, second = map(jnp.asarray, keypair)
    counters = jnp.asarray(count)
    for x in (first, second, counters):
        if x.dtype != dtypes.uint32:
            raise errors.FjaxTypeError(f"threefry_2x32 takes uint32 operands, got {x.aval}")
    flat = counters.ravel()
    odd = flat.size % 2
    if odd:
        flat = jnp.concatenate([flat, jnp.zeros(1, dtypes.uint32)])
    words = jnp.concatenate(threefry(first, second, *jnp.split(flat, 2)))
    return (words[:-1] if odd else words).reshape(counters.shape)


def random_seed(seeds: Any, impl: Any) -> Any:
    """A key from an integer seed, or as many as an array has seeds.

    >>> random_seed(0, "threefry2x32") == fjax.random.key(0)
    Array(True, dtype=bool)
    >>> random_seed(np.arange(6).reshape(3, 2), "threefry2x32").shape
    (3, 2)
    """
    made = functools.partial(key, impl=impl)
    for _ in range(np.ndim(seeds)):
        made = vmap(made)
    return made(seeds)


def seed_with_impl(impl: Any, seed: Any) -> Any:
    """A key from an integer seed.

    >>> seed_with_impl("rbg", 0).dtype
    key<rbg>
    """
    return key(seed, impl=impl)


__all__ = [
    "define_prng_impl",
    "random_seed",
    "rbg_prng_impl",
    "seed_with_impl",
    "threefry_2x32",
    "threefry_prng_impl",
    "unsafe_rbg_prng_impl",
]
