import jax.numpy as jnp
import lineax


def hello():
    a = jnp.eye(4) * 3 + jnp.arange(16.0).reshape(4, 4) / 16
    operator = lineax.MatrixLinearOperator(a)
    return [
        lineax.linear_solve(operator, jnp.arange(4.0), solver).value
        for solver in (lineax.LU(), lineax.QR(), lineax.GMRES(1e-5, 1e-5))
    ]
