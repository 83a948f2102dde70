import jax.numpy as jnp
import kernex


def hello():
    @kernex.kmap(kernel_size=(2,), padding=((0, 1),))
    def total(v):
        return jnp.sum(v)

    return total(jnp.arange(6.0))
