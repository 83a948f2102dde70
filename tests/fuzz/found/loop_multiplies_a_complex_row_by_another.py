"""A loop multiplied a row in place: the imaginary part was computed from the new real part."""

from fjax import lax
from tests.fuzz.values import values

CHECKS = ("value", "batched")


def inputs():
    return (values((2, 40), "complex64", seed=0),)


def program(p0):
    v1 = lax.fori_loop(0, 2, lambda i, c: c.at[i].multiply(c[i - 1] * 0.5), p0)
    return (v1,)
