"""A loop added rows to each other in place: the second sum had read the first one."""

import fjax.numpy as jnp
from fjax import lax
from tests.fuzz.values import values

CHECKS = ("value", "batched")


def inputs():
    return (values((3, 40), "float64", seed=0),)


def program(p0):
    v1 = jnp.array([0, 1])
    v2 = lax.fori_loop(0, 2, lambda i, c: c.at[v1].add(c[v1[::-1]]), p0)
    return (v2,)
