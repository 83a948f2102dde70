import jax.numpy as jnp
from jaxoplanet.light_curves import limb_dark_light_curve
from jaxoplanet.orbits.transit import TransitOrbit


def hello():
    orbit = TransitOrbit(period=1.0, duration=0.1, time_transit=0.0, radius_ratio=0.1)
    return limb_dark_light_curve(orbit, jnp.array([0.1, 0.3]))(jnp.linspace(-0.1, 0.1, 9))
