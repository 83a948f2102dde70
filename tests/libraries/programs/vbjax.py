import jax
import jax.numpy as jnp
import vbjax

from tests.libraries.inputs import key


def network(x, p):
    return vbjax.mpr_dfun(x, 0.03 * x.sum(axis=1), p)


def hello():
    _, loop = vbjax.make_sde(dt=0.01, dfun=network, gfun=0.1)
    noise = jax.random.normal(key, (50, 2, 8))
    states = loop(noise[0], noise[1:], vbjax.mpr_default_theta)
    jacobian = jax.jacobian(vbjax.mpr_dfun)
    return states, jacobian(jnp.array([0.1, -2.0]), (0.4, 0.0), vbjax.mpr_default_theta)
