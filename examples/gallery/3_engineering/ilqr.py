"""
Swing up a pendulum: optimal control by iLQR
============================================

A motor too weak to lift a pendulum has to swing it up. The iterative linear-quadratic regulator
plans how: it linearises the motion with ``jacfwd``, takes second derivatives of the cost, and
solves backwards.
"""

import matplotlib.pyplot as plt
import numpy as np
import scipy.linalg

import fjax
import fjax.numpy as jnp
from fjax import lax

# %%
# Motion and cost
# ---------------
# The state is angle and speed; zero is upright. The motor gives at most 5 of the 9.81 that it
# would need.

dt, steps = 0.05, 100


def motion(state, push):
    angle, speed = state
    speed = speed + dt * (9.81 * jnp.sin(angle) + 5 * jnp.tanh(push[0]) - 0.1 * speed)
    return jnp.array([angle + dt * speed, speed])


def cost(state, push):
    return 0.01 * push @ push + 0.02 * (1 - jnp.cos(state[0])) + 0.001 * state[1] ** 2


def last_cost(state):
    return 100 * (1 - jnp.cos(state[0])) + 10 * state[1] ** 2


# %%
# The regulator
# -------------


def make_regulator(motion, cost, last_cost, damping):
    """(one iteration, the path of pushes): backwards for the gains, forwards with them."""
    linear = fjax.vmap(fjax.jacfwd(motion, argnums=(0, 1)))
    slopes = fjax.vmap(fjax.grad(cost, argnums=(0, 1)))
    bends = fjax.vmap(fjax.hessian(cost, argnums=(0, 1)))

    def roll(start, pushes):
        step = lambda s, u: (motion(s, u), s)
        last, states = lax.scan(step, start, pushes)
        return states, last, jnp.sum(fjax.vmap(cost)(states, pushes)) + last_cost(last)

    def backwards(carry, parts):
        value, bend = carry
        (a, b), (q, r), ((qq, qr), (_, rr)) = parts
        gain_u = rr + b.T @ bend @ b + damping * jnp.eye(b.shape[1])
        cross = qr.T + b.T @ bend @ a
        constant = -jnp.linalg.solve(gain_u, r + b.T @ value)
        feedback = -jnp.linalg.solve(gain_u, cross)
        new = q + a.T @ value + cross.T @ constant
        new_bend = qq + a.T @ bend @ a + cross.T @ feedback
        return (new, 0.5 * (new_bend + new_bend.T)), (constant, feedback)

    def iteration(start, pushes):
        states, last, before = roll(start, pushes)
        end = fjax.grad(last_cost)(last), fjax.hessian(last_cost)(last)
        parts = linear(states, pushes), slopes(states, pushes), bends(states, pushes)
        _, (constant, feedback) = lax.scan(backwards, end, parts, reverse=True)

        def attempt(part):
            def step(now, given):
                push, k, gains, old = given
                push = push + part * k + gains @ (now - old)
                return motion(now, push), push

            new = lax.scan(step, start, (pushes, constant, feedback, states))[1]
            return new, roll(start, new)[2]

        tried, totals = fjax.vmap(attempt)(0.5 ** jnp.arange(8.0))
        best = jnp.argmin(totals)
        better = totals[best] < before
        return jnp.where(better, tried[best], pushes), jnp.minimum(totals[best], before)

    return fjax.jit(iteration), fjax.jit(roll)


# %%
# Is it right?
# ------------
# For a linear motion and a quadratic cost, one iteration must give what Riccati's equation gives.

a, b = jnp.array([[1.0, 0.1], [0.0, 1.0]]), jnp.array([[0.0], [0.1]])
once, _ = make_regulator(
    lambda s, u: a @ s + b @ u, lambda s, u: 0.5 * (s @ s + u @ u), lambda s: 0.0 * s[0], 0.0
)
pushes, total = once(jnp.array([1.0, 0.0]), jnp.zeros((400, 1)))
riccati = scipy.linalg.solve_discrete_are(np.asarray(a), np.asarray(b), np.eye(2), np.eye(1))
np.testing.assert_allclose(total, 0.5 * riccati[0, 0], rtol=1e-6)

# %%
# The swing
# ---------

iteration, roll = make_regulator(motion, cost, last_cost, 1e-2)
hanging = jnp.array([jnp.pi, 0.0])
pushes = 0.5 * jnp.sin(jnp.arange(steps) * dt * 3.1)[:, None]
totals = []
for _ in range(150):
    pushes, total = iteration(hanging, pushes)
    totals.append(float(total))
states, last, _ = roll(hanging, pushes)
off = float(jnp.abs(jnp.sin(last[0] / 2)) * 2)
print(f"cost {totals[0]:.1f} → {totals[-1]:.3f}; {np.degrees(off):.2f}° from upright at the end")
assert off < 0.05 and abs(last[1]) < 0.1
assert np.all(np.diff(totals) < 1e-9)  # no iteration makes it worse

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
times = np.arange(steps) * dt
left.plot(times, np.degrees(states[:, 0]), label="angle, degrees")
left.plot(times, 20 * np.tanh(pushes[:, 0]), label="push, of ±20")
left.axhline(0, color="grey", lw=0.6)
left.set_xlabel("seconds")
left.legend(fontsize=8)
right.semilogy(totals)
right.set_xlabel("iteration")
right.set_title("cost", fontsize=10)
figure.tight_layout()
