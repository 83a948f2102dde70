import jax.numpy as jnp
from ripplegw.waveforms.IMRPhenomD import gen_IMRPhenomD_hphc


def hello():
    f = jnp.linspace(20.0, 200.0, 8)
    return gen_IMRPhenomD_hphc(f, jnp.array([28.0, 0.24, 0.1, 0.2, 400.0, 0.0, 0.0, 0.3]), 20.0)
