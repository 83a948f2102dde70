"""Compiled code gave NaN for the sign of a complex number with an infinite part."""

import fjax.numpy as jnp
from tests.fuzz.values import values

CHECKS = ("value",)


def inputs():
    return (values((5, 5), "complex128", seed=0, kind="special"),)


def program(p0):
    v1 = jnp.sign(p0)
    return (v1,)
