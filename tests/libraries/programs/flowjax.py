import jax.numpy as jnp
from flowjax.distributions import Normal
from flowjax.flows import masked_autoregressive_flow

from tests.libraries.inputs import key, x


def hello():
    flow = masked_autoregressive_flow(key, base_dist=Normal(jnp.zeros(3)), flow_layers=2)
    return flow.log_prob(x), flow.sample(key, (2,))
