import jax.numpy as jnp
import jaxsim.math

from tests.libraries.inputs import x


def hello():
    return jaxsim.math.Skew.wedge(x[0]), jaxsim.math.Quaternion.to_dcm(jnp.array([1.0, 0, 0, 0]))
