"""One over a complex infinity was NaN step by step, and zero in some kernels."""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

CHECKS = ("value",)
PARTS = (np.inf, -np.inf, 1.0, 0.0)


def inputs():
    infinite = np.array([complex(a, b) for a in PARTS for b in PARTS])
    return (infinite, np.array([-745.0 + 1.0j, -1e30 + 0.5j]))


def program(p0, p1):
    v2 = jnp.where(jnp.isinf(p0), 1 / p0, 0)
    v3 = lax.rsqrt(p0 + 1)
    v4 = fjax.nn.sigmoid(p1)
    v5 = jnp.where(jnp.isinf(p0), jnp.arctanh(p0), 0)
    return v2, v3, v4, v5
