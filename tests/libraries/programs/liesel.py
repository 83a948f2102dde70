import jax.numpy as jnp
import liesel.model as lsl
import tensorflow_probability.substrates.jax.distributions as tfd

from tests.libraries.inputs import x


def hello():
    mean = lsl.Var.new_param(0.5, lsl.Dist(tfd.Normal, loc=0.0, scale=1.0), name="mean")
    y = lsl.Var.new_obs(x.ravel(), lsl.Dist(tfd.Normal, loc=mean, scale=1.0), name="y")
    model = lsl.Model([y])
    return model.log_prob, model.log_lik, jnp.asarray(model.log_prior)
