import distrax
import haiku as hk
import jax.numpy as jnp
from surjectors import Chain, MaskedAutoregressive, Permutation, TransformedDistribution
from surjectors.nn import MADE

from tests.libraries.inputs import key, x


def flow(method, **keywords):
    base = distrax.Independent(distrax.Normal(jnp.zeros(3), jnp.ones(3)), 1)

    def bijector(params):
        shift, scale = jnp.moveaxis(params, -1, 0)
        return distrax.ScalarAffine(shift, jnp.exp(scale))

    layers = [
        MaskedAutoregressive(conditioner=MADE(3, [8, 8], 2), bijector_fn=bijector),
        Permutation(jnp.arange(3)[::-1], 1),
    ]
    return TransformedDistribution(base, Chain(layers))(method, **keywords)


def hello():
    model = hk.transform(flow)
    params = model.init(key, method="log_prob", y=x)
    return model.apply(params, None, method="log_prob", y=x)
