import jax.numpy as jnp
import lineax
import traceax

from tests.libraries.inputs import key


def hello():
    a = jnp.eye(4) * 2 + 0.1
    operator = lineax.MatrixLinearOperator(a, lineax.positive_semidefinite_tag)
    return traceax.trace(operator, 3, traceax.HutchinsonEstimator(), key=key)[0]
