import jax
import jax.numpy as jnp
import tinygp


def hello():
    t = jnp.linspace(0.0, 3.0, 8)

    def loss(scale):
        kernel = 1.5 * tinygp.kernels.Matern32(scale)
        return tinygp.GaussianProcess(kernel, t, diag=0.1).log_probability(jnp.sin(t))

    return jax.value_and_grad(loss)(0.7)
