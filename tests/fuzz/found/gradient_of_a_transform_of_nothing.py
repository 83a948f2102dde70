"""The transpose of an inverse transform of length zero divided by it."""

import fjax.numpy as jnp
from tests.fuzz.values import values

CHECKS = ("gradient", "value")


def inputs():
    return (values((2, 1), "float64", seed=0),)


def program(p0):
    v1 = jnp.fft.irfft(jnp.fft.rfft(p0))
    return (v1,)
