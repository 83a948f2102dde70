import jax.numpy as jnp
import quadax


def hello():
    f = lambda t: jnp.exp(-(t**2))
    return (quadax.quadgk(f, [0, 1])[0], quadax.quadcc(f, [0, 1])[0], quadax.quadts(f, [0, 1])[0])
