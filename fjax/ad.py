"""Which cotangents a pull-back function gives, and where (jax.ad).

>>> import fjax, fjax.numpy as jnp
>>> _, pull_back = fjax.vjp(lambda w, x: w @ x, jnp.ones((2, 3)), jnp.ones(3))
>>> pull_back.with_refs(DontWant(), GradValue())(jnp.ones(2))
(DidntWant(), Array([2., 2., 2.], dtype=float64))
"""

from fjax.api.wanted import DidntWant, DontWant, GradRef, GradValue

__all__ = ["DidntWant", "DontWant", "GradRef", "GradValue"]
