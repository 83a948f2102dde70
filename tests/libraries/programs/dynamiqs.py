import dynamiqs as dq
import jax.numpy as jnp

dq.set_progress_meter(False)


def hello():
    a = dq.destroy(6)
    result = dq.mesolve(
        a.dag() @ a, [0.3 * a], dq.coherent(6, 1.0), jnp.linspace(0, 1, 5), exp_ops=[a.dag() @ a]
    )
    return result.expects
