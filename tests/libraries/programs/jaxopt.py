import jax.numpy as jnp
import jaxopt

from tests.libraries.inputs import x


def hello():
    f = lambda w, y: jnp.sum((x @ w - y) ** 2) + 0.1 * jnp.sum(w**2)
    solver = jaxopt.LBFGS(f, maxiter=20)
    gradient = jaxopt.GradientDescent(f, maxiter=50)
    y = jnp.arange(4.0)
    return solver.run(jnp.zeros(3), y).params, gradient.run(jnp.zeros(3), y).params
