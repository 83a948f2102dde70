import jax.numpy as jnp
import jax_cosmo as jc


def hello():
    cosmo = jc.Planck15()
    a = jnp.linspace(0.2, 1.0, 5)
    return (
        jc.background.radial_comoving_distance(cosmo, a),
        jc.power.linear_matter_power(cosmo, jnp.logspace(-2, 0, 5)),
    )
