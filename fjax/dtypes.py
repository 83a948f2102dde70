"""Dtypes and questions about them, under the names of jax.dtypes."""

import ml_dtypes

from fjax.core.dtypes import (
    as_dtype,
    bit_width,
    canonicalize,
    extended,
    finfo,
    float0,
    iinfo,
    issubdtype,
    kind,
    prng_key,
)
from fjax.errors import TypePromotionError
from fjax.numpy.scalar_types import promote_types, result_type

bfloat16 = ml_dtypes.bfloat16  # the scalar type, as in JAX: `bfloat16(1)`
canonicalize_dtype = canonicalize

__all__ = [
    "TypePromotionError",
    "bfloat16",
    "canonicalize_dtype",
    "extended",
    "finfo",
    "float0",
    "iinfo",
    "issubdtype",
    "itemsize_bits",
    "prng_key",
    "promote_types",
    "result_type",
    "scalar_type_of",
]


def scalar_type_of(x):
    """The Python type (bool, int, float, complex) of an array's or a number's elements.

    >>> import numpy as np
    >>> scalar_type_of(np.float32(1))
    <class 'float'>
    """
    letter = kind(result_type(x))
    return {"b": bool, "i": int, "u": int, "c": complex}.get(letter, float)


def itemsize_bits(dtype):
    """The number of bits that an element's value has: 4 for int4, 8 for bool.

    >>> itemsize_bits("int4"), itemsize_bits("float32"), itemsize_bits(bool)
    (4, 32, 8)
    """
    if dtype is None:
        raise ValueError("itemsize_bits: dtype cannot be None")
    return bit_width(as_dtype(dtype))
