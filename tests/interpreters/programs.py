"""Known programs, by name: (function, arguments, which arguments move)."""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

W, U = np.eye(3) + 0.1, np.ones((3, 3)) - np.eye(3)
ROWS, STATE = np.arange(12.0).reshape(4, 3) / 7, np.array([0.5, -1.0, 2.0])
BLOCKS = np.arange(24.0).reshape(4, 2, 3) / 5
WIDE = np.ones((3, 40))


def recurrent(w, u, xs):
    """A recurrent net with its states."""

    def step(h, x):
        h = jnp.tanh(h @ w + x @ u)
        return h, h

    return lax.scan(step, jnp.zeros(xs.shape[1:]), xs)


def backwards(w, u, xs):
    """The same from the last to the first, weights on the left."""

    def step(h, x):
        h = jnp.sin(w @ h + u @ x)
        return h, (h, x)

    return lax.scan(step, jnp.zeros(3), xs, reverse=True)


def with_loss(w, u, xs):
    """Outputs and a loss that only sums need."""

    def step(carry, x):
        h, total, gram = carry
        h = jnp.tanh(h @ w + x)
        y = h @ u
        return (h, total + jnp.sum(y * y), gram + x.T @ x), y - x

    return lax.scan(step, (jnp.zeros((2, 3)), 0.5, u), xs)


def needed(w, u, xs):
    """Products that the recurrence needs, or gives at each step."""

    def step(carry, x):
        h, total, last = carry
        total = total + h.T @ x
        return (jnp.tanh(x @ total + h @ w), total, last + total), (total[0], last)

    return lax.scan(step, (jnp.zeros((2, 3)), u, u), xs)


def fixed_work(w, u, xs):
    """What is the same in each step, and what no step changes."""

    def step(carry, x):
        h, same = carry
        product = w @ u
        return (jnp.tanh(h @ product) + x, same), (product[:2] @ w, same, 2.0, x, h @ u)

    return lax.scan(step, (xs[0], u), xs)


def mapped(w, u, xs):
    """A map: nothing is carried."""
    return lax.map(lambda x: jnp.sin(x @ w) @ u, xs)


def sums(w, u, xs):
    """Sums of products in other shapes, of each other, and of constants."""

    def step(carry, x):
        a, b, c, d, e = carry
        p = jnp.sin(x) @ u
        return (a + (x.T @ p).T, b + (x.T @ p).reshape(9), c + jnp.ones(3), d + p[0], e + d), a[0]

    return lax.scan(step, (w, jnp.zeros(9), STATE, STATE, STATE), xs)


def widening(w, xs):
    """A product that takes more than the budget, or not."""

    def step(h, x):
        return h + jnp.sum(jnp.tanh(x @ w)), None

    return lax.scan(step, 0.0, xs)[0]


def short(w, xs):
    """A loop of one step, and one without products."""
    first = lax.scan(lambda h, x: (h @ w + x @ w, h), STATE, xs[:1])
    return first, lax.scan(lambda h, x: (h * x, h), STATE, xs)


def nested(w, xs):
    """A loop in a loop, with a branch."""

    def inner(c, x):
        return lax.cond(jnp.sum(c) > 0, lambda a: a * x, lambda a: jnp.sin(a), c), c

    return lax.scan(lambda h, x: (lax.scan(inner, h, jnp.stack([x, h]))[0] @ w, None), STATE, xs)


def constants_of_steps(p, xs):
    """Residuals that are inputs, outputs, constants and what only the derivative needs."""

    def step(c, x):
        s = jnp.sin(p)
        return c * x * s + jnp.exp(x), (c, x, jnp.cos(x) * c, s)

    return lax.scan(step, STATE, xs)


def integers(n, x):
    """Whole numbers carried beside moving ones."""

    def step(c, x):
        k, h = c
        return (k + 1, h * x + k), (k, h)

    return lax.scan(step, (n, x[0]), x)


def counted(x, n):
    """A loop over a count that is known only then."""
    return lax.fori_loop(0, n, lambda i, c: jnp.sin(c) * x + i, x)


def while_it_is_small(x, limit):
    """A loop that ends by its values, with constants in condition and body."""
    return lax.while_loop(lambda c: c[0].sum() < limit, lambda c: (c[0] * x + 1, c[1] + 1), (x, 0))


def chosen(i, x, y):
    """Branches that keep different things."""
    return lax.switch(
        i,
        [
            lambda a, b: (a * b, a),
            lambda a, b: (jnp.sin(a), jnp.zeros(3)),
            lambda a, b: (b, jnp.exp(b)),
        ],
        x,
        y,
    )


def chosen_by_value(x, y):
    """A branch on a value that moves."""
    return lax.cond(jnp.sum(x) > 0, lambda a: jnp.sin(a) * y, lambda a: a, x)


def called(x, y):
    """Calls inside calls, one output of which nobody reads."""
    inner = fjax.jit(lambda a, b: (jnp.sin(a) * b, jnp.cos(a), b))
    outer = fjax.jit(lambda a, b: inner(inner(a, b)[0], a)[0])
    return outer(x, y), inner(x, 2.0)[2]


def named(x, y):
    """Kept by name, by a policy of names."""

    def f(x, y):
        return jnp.sin(fjax.ad_checkpoint.checkpoint_name(jnp.exp(x), "kept") * y)

    policy = fjax.checkpoint_policies.save_only_these_names("kept")
    return fjax.checkpoint(f, policy=policy)(x, y)


def products_kept(w, x):
    """Kept products, by a policy."""
    policy = fjax.checkpoint_policies.dots_with_no_batch_dims_saveable
    return fjax.checkpoint(lambda w, x: jnp.sin(jnp.sin(x @ w) @ w), policy=policy)(w, x)


def checkpointed_steps(w, xs):
    """A scan whose steps are checkpointed."""
    step = fjax.checkpoint(lambda c, x: (jnp.sin(jnp.sin(c) @ w) + x, jnp.exp(c)))
    return lax.scan(step, STATE, xs)


def blocks_of_steps(w, xs):
    """A scan that keeps checkpoints of its carry."""
    return lax.scan(
        lambda c, x: (jnp.sin(jnp.sin(c) * w) + x, None),
        STATE,
        jnp.tile(xs, (16, 1)),
        residual_budget=1000,
    )[0]


@fjax.custom_jvp
def with_jvp(x, y):
    """A rule for one argument's tangent only."""
    return jnp.sin(x) * y


with_jvp.defjvps(lambda t, out, x, y: t * out, None)


@fjax.custom_vjp
def with_vjp(x, y):
    """A rule in two halves."""
    return jnp.sin(x) * y, x


with_vjp.defvjp(
    lambda x, y: (with_vjp(x, y), (x, y)),
    lambda kept, ct: (ct[0] * kept[1], ct[1] + jnp.cos(kept[0])),
)


def of_rules(x, y):
    """Functions with rules of their own in a loop."""

    def step(c, v):
        a, b = with_vjp(c, v)
        return with_jvp(a, b), a

    return lax.scan(step, x, y)


def system(d, b):
    """A linear system with what it closes over."""

    def solve(_, v):
        return v / d

    return lax.custom_linear_solve(lambda x: d * x, b, solve, solve)


def root(a):
    """An implicit function."""
    return lax.custom_root(
        lambda x: x**3 - a,
        a / 2 + 1,
        lambda f, x: lax.fori_loop(0, 20, lambda i, v: v - f(v) / (3 * v * v), x),
        lambda g, y: y / g(jnp.ones_like(y)),
    )


def duplicates(x, y):
    """Equal equations, dead ones, scalars to fold and moves that move nothing."""
    dead = jnp.exp(x) * y
    del dead
    a = lax.sin(x) * lax.sin(x) + lax.neg(2.0) * lax.mul(3.0, 4.0)
    b = lax.transpose(lax.reshape(x, (3, 1)), (0, 1)) * lax.convert_element_type(y[:, None], float)
    return a, b, x, 3.0, lax.sin(x)


def reduced(x):
    """Reductions of every kind, and running ones."""
    return (
        jnp.sum(x, 0),
        jnp.max(x, 1),
        jnp.prod(x),
        jnp.mean(x),
        jnp.var(x, 0),
        jnp.cumsum(x, 1),
        lax.cummax(x),
        lax.cumlogsumexp(x, 1),
        jnp.sort(x, 0),
        fjax.nn.logsumexp(x, 1),
    )


def indexed(x, i):
    """Reads and updates at positions."""
    return (
        x[i],
        x.at[i].add(x[0]),
        x.at[1].set(2.0),
        x[1:, ::2],
        x.at[i].max(x[1]),
        jnp.take_along_axis(x, i[:, None], 1),
        x.at[i, i].multiply(2.0),
        x[::-1],
    )


def contracted(w, x):
    """Products with one factor twice."""
    return w @ x @ w.T, jnp.einsum("ij,ij->i", w, x), (w @ w) * x, jnp.trace(w @ x)


PROGRAMS = {
    "a recurrent net": (recurrent, (W, U, BLOCKS), (0, 1, 2)),
    "a recurrent net, one weight": (recurrent, (W, U, BLOCKS), (1,)),
    "backwards": (backwards, (W, U, ROWS), (0, 1)),
    "outputs and a loss": (with_loss, (W, U, BLOCKS), (0, 1, 2)),
    "what the recurrence needs": (needed, (W, U, BLOCKS), (0, 2)),
    "fixed work": (fixed_work, (W, U, BLOCKS), (0, 1, 2)),
    "a map": (mapped, (W, U, BLOCKS), (0, 1)),
    "sums": (sums, (W, U, BLOCKS), (0, 1, 2)),
    "a wide product": (widening, (WIDE, BLOCKS), (0, 1)),
    "short loops": (short, (W, ROWS), (0, 1)),
    "a loop in a loop": (nested, (W, ROWS), (0, 1)),
    "constants of steps": (constants_of_steps, (STATE, ROWS), (0, 1)),
    "constants of steps, one moves": (constants_of_steps, (STATE, ROWS), (0,)),
    "whole numbers carried": (integers, (3, ROWS), (1,)),
    "a counted loop": (counted, (STATE, 5), (0,)),
    "while it is small": (while_it_is_small, (STATE, 50.0), ()),
    "a choice": (chosen, (1, STATE, STATE), (1, 2)),
    "a choice, one moves": (chosen, (1, STATE, STATE), (2,)),
    "a choice by value": (chosen_by_value, (STATE, STATE), (0, 1)),
    "calls": (called, (STATE, STATE), (0, 1)),
    "calls, one moves": (called, (STATE, STATE), (1,)),
    "kept by name": (named, (STATE, STATE), (0, 1)),
    "products kept": (products_kept, (W, STATE), (0, 1)),
    "checkpointed steps": (checkpointed_steps, (W, ROWS), (0, 1)),
    "blocks of steps": (blocks_of_steps, (STATE, ROWS), (0, 1)),
    "rules in a loop": (of_rules, (STATE, ROWS), (0, 1)),
    "a rule for one argument": (with_jvp, (STATE, STATE), (0, 1)),
    "a linear system": (system, (STATE, STATE), (0, 1)),
    "a linear system, one moves": (system, (STATE, STATE), (1,)),
    "an implicit function": (root, (STATE + 2,), (0,)),
    "equal, dead and empty": (duplicates, (STATE, STATE), (0, 1)),
    "reductions": (reduced, (ROWS,), (0,)),
    "positions": (indexed, (W, np.array([2, 0, 2])), (0,)),
    "products": (contracted, (W, U), (0, 1)),
    "products, one moves": (contracted, (W, U), (1,)),
}
