"""Steps that keep an older version of an array carry what differs, not the version."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

N = 150
A, B = (jnp.sin(jnp.arange(N) + k) for k in range(2))


def kept(i, c):
    return c[0].at[i].set(c[0][i - 1] * 0.5 + 1), c[0]


def read(i, c):
    return c[0].at[i].set(c[1][i - 1] * 0.5 + c[0][i]), c[0]


def read_and_added(i, c):
    return c[0].at[jnp.array([3, 3, 5]) + i].add(c[1][i] + c[0][3], mode="drop"), c[0]


def of_a_constant(i, c):
    return c[1].at[i].set(i * 1.0), c[1]


def from_the_other(i, c):
    return c[1], c[1].at[i].set(c[1][i - 1] + 1)


def between(i, c):
    """The older version is one in the midst of a step."""
    half = c[0].at[i].add(2.0)
    return half.at[i - 1].multiply(half[i]), half


def apart(i, c):
    """Each has an update that the other has not."""
    return c[0].at[i].add(2.0), c[0].at[i - 1].multiply(3.0)


def window(i, c):
    new = lax.dynamic_update_slice(c[0], c[1][:4] * 0.9, (i,))
    return new, c[0]


STEPS = [kept, read, read_and_added, of_a_constant, from_the_other, between, apart, window]


def expected(step, length, a, b):
    c = a, b
    for i in range(length):
        c = step(i, c)
    return c


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("length", [0, 1, 2, 7])
@pytest.mark.parametrize("start", [(A, B), (A, A)])
def test_the_versions_are_those_of_single_steps(step, length, start):
    loop = lambda a, b: lax.fori_loop(0, length, step, (a, b))
    for found, wanted in zip(fjax.jit(loop)(*start), expected(step, length, *start), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("same", [False, True])
def test_no_step_copies_an_array(step, same):
    loop = lambda a, b: lax.fori_loop(0, 50, step, (a, a if same else b))
    seen = fjax.inspect(loop)(A, B)
    assert seen.fallbacks == []
    assert [c for c in seen.copies if c.repeated] == []
    assert "loop of launches" not in str(seen.plan)  # whose steps would make new arrays


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("step", [kept, read, window])
def test_slices_and_stacks_are_in_order(step, reverse):
    def stacked(c, x):
        i, c = c
        a, old = step(i, c)
        return (i + 1, (a.at[0].add(x[0]), old)), (a[i] + x[1], a[:3])

    xs = jnp.cos(jnp.arange(12.0)).reshape(6, 2)
    scan = lambda a, b: lax.scan(stacked, (0, (a, b)), xs, reverse=reverse)
    c, rows = (0, (A, B)), []
    for x in xs[::-1] if reverse else xs:
        c, row = stacked(c, x)
        rows.append(row)
    (_, found), ys = fjax.jit(scan)(A, B)
    for one, other in zip(found, c[1], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    for y, column in zip(ys, zip(*rows, strict=True), strict=True):
        np.testing.assert_allclose(y, np.stack(column[::-1] if reverse else column), rtol=1e-12)


def test_copies_of_a_value_that_no_step_changes():
    found = fjax.jit(lambda a, b: lax.fori_loop(0, 5, lambda i, c: (c[1], c[1]), (a, b)))(A, B)
    for x in found:
        np.testing.assert_array_equal(x, B)


def test_an_older_version_that_is_read_as_a_whole_stays_an_array():
    step = lambda i, c: (c[0].at[i].set(jnp.sum(c[1])), c[0])
    loop = lambda a, b: lax.fori_loop(0, 5, step, (a, b))
    for found, wanted in zip(fjax.jit(loop)(A, B), expected(step, 5, A, B), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("step", STEPS)
def test_gradients_and_batches(step):
    loop = lambda a, b: lax.fori_loop(0, 5, step, (a, b))
    total = lambda run: lambda a, b: sum(jnp.sum(jnp.sin(x)) for x in run(a, b))
    found = fjax.jit(fjax.grad(total(loop), (0, 1)))(A, B)
    wanted = fjax.grad(total(lambda a, b: expected(step, 5, a, b)), (0, 1))(A, B)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
    rows = jnp.stack([A, B, A + B]), jnp.stack([B, A, A * B])
    for k, batch in enumerate(zip(*fjax.jit(fjax.vmap(loop))(*rows), strict=True)):
        for one, other in zip(batch, expected(step, 5, rows[0][k], rows[1][k]), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)
