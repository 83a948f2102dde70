"""What a step of a loop reads is from before an update or after it, as the program says.

Arrays of this length are carried in memory and changed where they are.
"""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

N = 100


def product_with_what_changes(i, a, b):
    """The third element of `scaled` is read before a[i] changes, and afterwards."""
    scaled = b * a[i]
    a = a.at[i].set(scaled[3] + 1)
    after = scaled * a[i + 1]
    return a, b.at[50].set(after[3] * 2)


def function_of_what_changes(i, a, b):
    shared = jnp.tanh(b * a[:3].sum())
    a = a.at[0].set(shared[i] + shared[0] + 1)
    after = shared + a[1]
    return a.at[1].set(after[i] + after[0]), b


def constant_of_a_loop_inside(i, a, b):
    """Each step of the loop inside begins with the same array."""

    def step(j, total):
        changed = a.at[j].add(1.0)
        return total + changed[j] + changed[j + 1] * 2 + changed[0]

    return b * 1.5, b + lax.fori_loop(0, 5, step, 0.0)


def constant_of_a_while_loop_inside(i, a, b):
    def step(carried):
        j, total = carried
        changed = lax.dynamic_update_slice(a, a[:2] + total, (j,))
        return j + 1, total + changed.sum()

    return b * 1.5, b + lax.while_loop(lambda c: c[0] < 5, step, (0, 0.0))[1]


def known_branch(i, a, b):
    """The branch is known where the loop is compiled, and gives what is computed later."""
    later = lax.cond(i >= 0, lambda a: a * 2, lambda a: a * 3, a)
    return a.at[i].set(7.0), b + later


def known_branch_with_an_element(i, a, b):
    later = lax.cond(i >= 0, lambda a: b * a[i], lambda a: b, a)
    return a.at[i].set(7.0), b + later


def known_branch_with_one_array_twice(i, a, b):
    first, second = lax.cond(i >= 0, lambda a: (a, a), lambda a: (a * 2, a * 3), a)
    return first.at[i].set(7.0), second.at[i].add(1.0)


@pytest.mark.parametrize(
    "step",
    [
        product_with_what_changes,
        function_of_what_changes,
        constant_of_a_loop_inside,
        constant_of_a_while_loop_inside,
        known_branch,
        known_branch_with_an_element,
        known_branch_with_one_array_twice,
    ],
    ids=lambda f: f.__name__,
)
def test_steps_read_what_was_there(step):
    def program(a, b):
        return lax.fori_loop(0, 4, lambda i, c: step(i, *c), (a, b))

    a, b = jnp.arange(N) * 0.1, 1 + jnp.arange(N) * 0.01
    with fjax.disable_jit():
        expected = program(a, b)
    for x, y in zip(fjax.jit(program)(a, b), expected, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-12)
