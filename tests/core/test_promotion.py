"""Promotion of dtypes and weak types: the whole lattice, as JAX has it with 64-bit dtypes on."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors
from fjax.core import dtypes
from fjax.core.avals import ShapedArray

NAMES = [
    "bool",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    int,
    float,
    complex,
]
SHORT = dict(zip("b1 u1 u2 u4 u8 i1 i2 i4 i8 f2 bf f4 f8 c4 c8".split(), NAMES, strict=False))

# The row's operand combined with the column's, both in the order of NAMES; * is weak. Recorded from
# JAX 0.10.2: result dtypes and weak types of a product.
LATTICE = """
     b1  u1  u2  u4  u8  i1  i2  i4  i8  f2  bf  f4  f8  c4  c8 *i8 *f8 *c8
     u1  u1  u2  u4  u8  i2  i2  i4  i8  f2  bf  f4  f8  c4  c8  u1 *f8 *c8
     u2  u2  u2  u4  u8  i4  i4  i4  i8  f2  bf  f4  f8  c4  c8  u2 *f8 *c8
     u4  u4  u4  u4  u8  i8  i8  i8  i8  f2  bf  f4  f8  c4  c8  u4 *f8 *c8
     u8  u8  u8  u8  u8 *f8 *f8 *f8 *f8  f2  bf  f4  f8  c4  c8  u8 *f8 *c8
     i1  i2  i4  i8 *f8  i1  i2  i4  i8  f2  bf  f4  f8  c4  c8  i1 *f8 *c8
     i2  i2  i4  i8 *f8  i2  i2  i4  i8  f2  bf  f4  f8  c4  c8  i2 *f8 *c8
     i4  i4  i4  i8 *f8  i4  i4  i4  i8  f2  bf  f4  f8  c4  c8  i4 *f8 *c8
     i8  i8  i8  i8 *f8  i8  i8  i8  i8  f2  bf  f4  f8  c4  c8  i8 *f8 *c8
     f2  f2  f2  f2  f2  f2  f2  f2  f2  f2  f4  f4  f8  c4  c8  f2  f2  c4
     bf  bf  bf  bf  bf  bf  bf  bf  bf  f4  bf  f4  f8  c4  c8  bf  bf  c4
     f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f8  c4  c8  f4  f4  c4
     f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  c8  c8  f8  f8  c8
     c4  c4  c4  c4  c4  c4  c4  c4  c4  c4  c4  c4  c8  c4  c8  c4  c4  c4
     c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8
    *i8  u1  u2  u4  u8  i1  i2  i4  i8  f2  bf  f4  f8  c4  c8 *i8 *f8 *c8
    *f8 *f8 *f8 *f8 *f8 *f8 *f8 *f8 *f8  f2  bf  f4  f8  c4  c8 *f8 *f8 *c8
    *c8 *c8 *c8 *c8 *c8 *c8 *c8 *c8 *c8  c4  c4  c4  c8  c4  c8 *c8 *c8 *c8
"""
TABLE = [line.split() for line in LATTICE.strip().splitlines()]
WEAK = {int: dtypes.int64, float: dtypes.float64, complex: dtypes.complex128}


def pair(name):
    """(dtype, weak_type) of a row or column."""
    return (WEAK[name], True) if name in WEAK else (dtypes.as_dtype(name), False)


def operand(name):
    return name(1) if name in WEAK else jnp.ones((), name)


@pytest.mark.parametrize("row", range(len(NAMES)), ids=lambda i: str(NAMES[i]))
def test_the_lattice_is_jaxs(row):
    for column, expected in enumerate(TABLE[row]):
        found, weak = dtypes.promote(pair(NAMES[row]), pair(NAMES[column]))
        wanted = dtypes.as_dtype(SHORT[expected.lstrip("*")])
        assert (found, weak) == (wanted, expected.startswith("*")), NAMES[column]


@pytest.mark.parametrize("row", range(len(NAMES)), ids=lambda i: str(NAMES[i]))
def test_operators_promote_by_the_lattice(row):
    for column, expected in enumerate(TABLE[row]):
        product = jnp.multiply(operand(NAMES[row]), operand(NAMES[column]))
        assert product.dtype == dtypes.as_dtype(SHORT[expected.lstrip("*")]), NAMES[column]
        assert product.aval.weak_type == expected.startswith("*"), NAMES[column]


def test_promotion_is_associative_and_commutative():
    pairs = [pair(name) for name in NAMES]
    for a in pairs:
        for b in pairs:
            assert dtypes.promote(a, b) == dtypes.promote(b, a)
            for c in pairs:
                together = dtypes.promote(a, b, c)[0]
                assert dtypes.promote(b, c, a)[0] == together


def test_without_64_bits_nothing_is_wider_than_32():
    with fjax.enable_x64(False):
        assert jnp.asarray(1.0).dtype == np.float32
        assert jnp.asarray(1).dtype == np.int32
        assert jnp.asarray(1j).dtype == np.complex64
        assert (jnp.ones(2) * np.ones(2)).dtype == np.float32
    assert jnp.asarray(1.0).dtype == np.float64


def test_strict_promotion_refuses_differing_dtypes_but_takes_python_scalars():
    with fjax.numpy_dtype_promotion("strict"):
        assert (jnp.ones(2, "float32") * 2.0).dtype == np.float32
        with pytest.raises(errors.TypePromotionError, match="float32"):
            jnp.ones(2, "float32") * jnp.ones(2, "float64")


def test_a_tangent_of_an_integer_has_dtype_float0():
    assert ShapedArray((), dtypes.int32).tangent().dtype == dtypes.float0
    assert ShapedArray((), dtypes.bfloat16).tangent().dtype == dtypes.bfloat16
