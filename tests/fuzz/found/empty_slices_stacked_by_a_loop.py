"""Compiling a loop that stacks empty slices divided by zero."""

from fjax import lax
from tests.fuzz.values import values

CHECKS = ("value",)


def inputs():
    return (values((2, 0), "int16", seed=0), values((0, 1), "float64", seed=0))


def program(p0, p1):
    v1 = lax.map(lambda x: p1, p0, batch_size=2)
    return (v1,)
