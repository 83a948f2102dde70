"""Steps that exchange carried arrays update them where they are."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.passes.in_place import rotate_carries

N = 100
A, B, C = (jnp.sin(jnp.arange(N) + k) for k in range(3))


def swapped(length):
    step = lambda i, c: (c[1], c[0].at[i].set(c[1][i] * 0.5 + i))
    return lambda a, b: lax.fori_loop(0, length, step, (a, b))


def rotated(length):
    def step(c, x):
        a, b, c = c
        return (b, c.at[3].add(x), a.at[5].mul(x)), (a[4] + x, b[:2])

    xs = np.arange(length) / 7
    return lambda a, b, c: lax.scan(step, (a, b, c), xs)


def backwards(a, b):
    step = lambda c, x: ((c[1].at[1].add(x), c[0]), c[0][1])
    return lax.scan(step, (a, b), np.arange(9.0), reverse=True)


def both_changed(a, b):
    step = lambda i, c: (c[1].at[i].set(c[0][i] + 1), c[0].at[i + 1].add(2.0))
    return lax.fori_loop(0, 21, step, (a, b))


def chosen(a, b):
    step = lambda i, c: (c[1], jnp.where(c[1][i] > 0, c[0].at[i].set(2.0), c[0]))
    return lax.fori_loop(0, 20, step, (a, b))


def beside_others(a, b):
    def step(i, c):
        a, b, total, new = c
        return b, a.at[i].set(total), total + a[i], jnp.cos(new) + b

    return lax.fori_loop(0, 11, step, (a, b, 0.0, a + b))


LOOPS = [
    *[(swapped(n), (A, B)) for n in (0, 1, 2, 7)],
    *[(rotated(n), (A, B, C)) for n in (2, 3, 10)],
    (backwards, (A, B)),
    (both_changed, (A, B)),
    (chosen, (A, B)),
    (beside_others, (A, B)),
]


def total(function):
    return lambda *args: sum(jnp.sum(jnp.sin(x)) for x in fjax.tree.leaves(function(*args)))


@pytest.mark.one_in(10)
@pytest.mark.parametrize(("function", "args"), LOOPS)
@pytest.mark.parametrize("way", [lambda f: f, lambda f: fjax.grad(total(f), (0, 1)), fjax.vmap])
def test_values_are_those_of_the_steps(function, args, way):
    args = [jnp.array([x, -x]) for x in args] if way is fjax.vmap else args
    with fjax.disable_jit():
        expected = way(function)(*args)
    found = fjax.jit(way(function))(*args)
    for x, y in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("function", "args"), [(swapped(50), (A, B)), (rotated(48), (A, B, C)), (chosen, (A, B))]
)
def test_no_step_copies_an_array(function, args):
    reasons = [copy.reason for copy in fjax.inspect(function)(*args).copies]
    assert len(reasons) == len(args)
    assert all("starts from" in reason for reason in reasons)


def exchange(a, b):
    return lax.fori_loop(0, 20, lambda i, c: (c[1], c[0].at[i].set(0.0)), (a, b))


def exchange_beside_a_constant(a, b):
    return lax.fori_loop(0, 20, lambda i, c: (c[1], c[0].at[i].set(C[i])), (a, b))


def new_and_old(a, b):
    return lax.fori_loop(0, 20, lambda i, c: (jnp.cos(c[0]) - c[1], c[0]), (a, b))


def both_old(a, b):
    return lax.fori_loop(0, 20, lambda i, c: (c[1], c[1].at[i].set(0.0)), (a, b))


@pytest.mark.parametrize(
    ("function", "small", "steps"),
    [
        (exchange, N - 1, 10),
        (exchange, N, 20),
        (exchange_beside_a_constant, 9, 10),
        (new_and_old, 9, 20),
        (both_old, 9, 20),
    ],
)
def test_steps_become_one_iteration_where_all_arrays_come_back(function, small, steps):
    jaxpr = rotate_carries(fjax.make_jaxpr(function)(A, B).jaxpr, small)
    assert [e.op.length for e in jaxpr.eqns if e.primitive.name == "scan"] == [steps]


def test_arrays_without_elements_are_exchanged():
    step = lambda c, _: ((c[1], c[1]), c[0])
    made = fjax.jit(lambda x: lax.scan(step, (x, x), None, length=5)[1])(np.ones(0))
    assert made.shape == (5, 0)
