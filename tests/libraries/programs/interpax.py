import interpax
import jax.numpy as jnp


def hello():
    t = jnp.linspace(0.0, 3.0, 10)
    q = jnp.linspace(0.2, 2.8, 7)
    return [
        interpax.interp1d(q, t, jnp.sin(t), method=m)
        for m in ("linear", "cubic", "cubic2", "akima", "monotonic")
    ]
