"""
Move the hand of a robot along a heart
======================================

An arm with four joints should draw a curve. Its position is a function of the angles; ``jacfwd``
gives the Jacobian; and damped least squares turn wishes for the hand into changes of the angles.
"""

import matplotlib.pyplot as plt
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

# %%
# Where the hand is
# -----------------

lengths = jnp.array([1.0, 0.8, 0.6, 0.4])


def joints(angles):
    """The places of all joints and of the hand."""
    turned = jnp.cumsum(angles)
    links = lengths[:, None] * jnp.stack([jnp.cos(turned), jnp.sin(turned)], axis=1)
    return jnp.concatenate([jnp.zeros((1, 2)), jnp.cumsum(links, axis=0)])


hand = lambda angles: joints(angles)[-1]
jacobian = fjax.jacfwd(hand)

# %%
# The Jacobian of an arm is known: a joint turns all that is beyond it around itself.

angles = jnp.array([0.4, 0.5, -0.3, 0.8])
places = joints(angles)
around = jnp.stack([-(places[-1] - places[:-1])[:, 1], (places[-1] - places[:-1])[:, 0]])
np.testing.assert_allclose(jacobian(angles), around, rtol=1e-12)

# %%
# From the hand to the angles
# ---------------------------
# Ten damped Gauss-Newton steps for each point of the curve, from the angles of the point before.
# Two joints too many leave a choice. The arm uses it to stay near a relaxed posture.

relaxed = jnp.array([0.5, 0.6, 0.6, 0.4])


def reach(angles, target):
    def step(angles, _):
        j, off = jacobian(angles), target - hand(angles)
        inverse = j.T @ jnp.linalg.inv(j @ j.T + 1e-6 * jnp.eye(2))
        free = (jnp.eye(4) - inverse @ j) @ (relaxed - angles)
        return angles + inverse @ off + 0.1 * free, None

    angles, _ = lax.scan(step, angles, None, length=10)
    return angles, angles


t = jnp.linspace(0, 2 * jnp.pi, 120)
heart = jnp.stack(
    [
        16 * jnp.sin(t) ** 3,
        13 * jnp.cos(t) - 5 * jnp.cos(2 * t) - 2 * jnp.cos(3 * t) - jnp.cos(4 * t),
    ],
    axis=1,
)
curve = jnp.array([1.1, 1.2]) + 0.035 * heart
start, _ = fjax.jit(lambda a: lax.scan(reach, a, jnp.repeat(curve[:1], 30, axis=0)))(relaxed)
_, path = fjax.jit(lambda a: lax.scan(reach, a, curve))(start)

# %%
# Is it right?
# ------------

off = jnp.linalg.norm(fjax.vmap(hand)(path) - curve, axis=1)
print(f"the hand is at most {float(off.max()):.1e} from the curve")
assert off.max() < 1e-4
turns = jnp.abs(jnp.diff(path, axis=0)).max()
print(f"no joint turns by more than {float(jnp.rad2deg(turns)):.1f}° from point to point")
assert turns < 0.2

# %%
figure, axis = plt.subplots(figsize=(5, 5))
for i in range(0, 120, 8):
    axis.plot(*joints(path[i]).T, "o-", color="tab:blue", alpha=0.25, ms=3)
axis.plot(*fjax.vmap(hand)(path).T, color="crimson", lw=2)
axis.set_aspect("equal")
figure.tight_layout()
