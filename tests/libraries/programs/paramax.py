import jax.numpy as jnp
import paramax

from tests.libraries.inputs import x


def hello():
    positive = paramax.Parameterize(jnp.exp, x)
    return paramax.unwrap({"a": positive, "b": paramax.non_trainable(x)})
