"""Eager code rounded 1.5 before it was added to integers, compiled code afterwards."""

import fjax.numpy as jnp
from tests.fuzz.values import values

CHECKS = ("value",)


def inputs():
    return (values((7, 2), "float32", seed=0),)


def program(p0):
    v1 = (p0 * 4).astype(jnp.int64)
    v2 = v1.at[::2].add(1.5, mode="drop")
    return (v2,)
