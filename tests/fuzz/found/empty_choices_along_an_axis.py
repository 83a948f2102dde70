"""A kernel that chooses among values along an axis of no elements divided by its extent."""

import fjax.numpy as jnp
from fjax import lax
from tests.fuzz.values import values

CHECKS = ("reverse_over_reverse",)


def inputs():
    return (values((0, 1), "float64", seed=0),)


def program(p0):
    def body8(p2, p3):
        v4 = (jnp.abs(p3) + 0.2) ** 2.0
        return (v4,)

    v9 = lax.fori_loop(0, 1, lambda i, c: body8(i, c)[0], p0)
    return (v9,)
