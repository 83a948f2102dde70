import jax.numpy as jnp
from jax_md import energy, quantity, simulate, space

from tests.libraries.inputs import key, x


def hello():
    displacement, shift = space.periodic(2.0)
    f = energy.soft_sphere_pair(displacement)
    positions = jnp.concatenate([x, x + 0.5])[:, :3]
    init, apply = simulate.nve(f, shift, 1e-3)
    state = init(key, positions, kT=0.1)
    for _ in range(5):
        state = apply(state)
    return f(positions), quantity.force(f)(positions), state.position
