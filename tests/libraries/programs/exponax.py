import exponax as ex
import jax.numpy as jnp


def hello():
    stepper = ex.stepper.Burgers(1, 3.0, 32, 0.1)
    u = jnp.sin(jnp.linspace(0, 2 * jnp.pi, 32, endpoint=False))[None]
    return ex.repeat(stepper, 5)(u)
