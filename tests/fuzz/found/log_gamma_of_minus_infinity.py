"""Log gamma at minus infinity was minus infinity step by step, and infinity in kernels."""

import fjax.numpy as jnp
from fjax import lax

CHECKS = ("value",)


def inputs():
    import numpy as np

    return (np.array([-np.inf, 1e-310, 0.0, 2.5]), np.array([-0.0, 0.0, 0.5]))


def program(p0, p1):
    v2 = lax.lgamma(p0)
    v3 = jnp.copysign(1.0, lax.erf_inv(p1))
    return v2, v3
