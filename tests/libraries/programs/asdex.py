import asdex
import jax
import jax.numpy as jnp


def f(x):
    return (x[1:] - x[:-1]) ** 2


def hello():
    start = jnp.zeros(20)
    slopes = jax.jit(asdex.jacobian(f, start))(jnp.arange(20.0))
    curved = asdex.hessian(lambda x: jnp.sum(f(x)), start)(jnp.arange(20.0))
    return slopes.todense(), curved.todense()
