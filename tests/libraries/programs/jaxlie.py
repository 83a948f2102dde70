import jax
import jax.numpy as jnp
import jaxlie

from tests.libraries.inputs import x


def hello():
    pose = jaxlie.SE3.exp(jnp.arange(6.0) / 6)
    return (pose @ pose).log(), jax.jacobian(lambda v: jaxlie.SO3.exp(v).apply(v))(x[0])
