"""A kernel divided a negative index: the gradient of an inverse cosine transform was wrong."""

import fjax
from tests.fuzz.values import values

CHECKS = ("gradient",)


def inputs():
    return (values((1, 33), "float64", seed=0),)


def program(p0):
    v17 = fjax.scipy.fft.idctn(p0)
    return (v17,)
