"""What the programs of libraries compute with."""

import jax
import jax.numpy as jnp

key = jax.random.key(0)
x = jnp.linspace(0.1, 1.0, 12).reshape(4, 3)
