"""Steps that keep a value unless a condition holds copy where it holds, and else touch nothing."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

R = np.random.default_rng(5)


def best(c, draw):
    """The best state so far."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    x = x.at[i].add(draw[1] - 0.5)
    energy = energy + x[i] * (draw[1] - 0.5)
    return (x, jnp.where(energy < least, x, kept), jnp.minimum(energy, least), energy), kept[i]


def worst(c, draw):
    """As `best`, with the cases the other way round, and the value from before the update."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    energy = energy + x[i] * (draw[1] - 0.5)
    new = x.at[i].add(draw[1] - 0.5)
    return (new, jnp.where(energy > least, kept, new), jnp.minimum(energy, least), energy), kept[i]


def computed(c, draw):
    """What is kept is computed from an array that changes."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    x = x.at[i].add(draw[1] - 0.5)
    energy = energy + x[i] * (draw[1] - 0.5)
    kept = jnp.where(energy < least, jnp.sin(x) + draw[2], kept)
    return (x, kept, jnp.minimum(energy, least), energy), kept[i]


def older(c, draw):
    """What is kept is an array as it was before it changes."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    energy = energy + x[i] * (draw[1] - 0.5)
    kept = jnp.where(energy < least, x, kept)
    return (x.at[i].add(draw[1] - 0.5), kept, jnp.minimum(energy, least), energy), kept[i]


def exchanged(c, draw):
    """Both arrays change, each to the other."""
    x, kept, least, energy = c
    energy = energy + x[3] - kept[4] + draw[0] - 0.5
    swap = energy < least
    x, kept = jnp.where(swap, kept, x), jnp.where(swap, x, kept)
    return (x, kept, jnp.minimum(energy, least) + 0.1, energy * 0.5), kept[5]


def own(c, draw):
    """What is kept is computed from itself."""
    x, kept, least, energy = c
    energy = energy + draw[0] - 0.6
    kept = jnp.where(energy < least, kept[::-1] * 0.5 + x, kept)
    return (x, kept, jnp.minimum(energy, least), energy), kept[5]


def branch(c, draw):
    """As `best`, by branches that hand on one of two arrays."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    x = x.at[i].add(draw[1] - 0.5)
    energy = energy + x[i] * (draw[1] - 0.5)
    better = lambda: (x, energy)
    kept, least = lax.cond(energy < least, better, lambda: (kept, least))
    return (x, kept, least, energy), kept[i]


def moved(c, draw):
    """Branches that change arrays, exchange them, start anew, or leave them alone."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    branches = [
        lambda: (x.at[i].add(draw[1]), kept),
        lambda: (kept, x.at[i].multiply(0.5)),
        lambda: (x, jnp.zeros_like(kept)),
        lambda: (x, lax.fori_loop(0, 3, lambda k, v: v.at[k].add(v[i]), kept)),
    ]
    x, kept = lax.switch((draw[2] * 4).astype(int), branches)
    return (x, kept, least, energy), kept[i] + x[i]


def crossed(c, draw):
    """Branches that hand an array on in another one's place, and compute the other one."""
    x, kept, least, energy = c
    first = lambda: (x * 0.5 + kept, kept)
    x, kept = lax.cond(draw[0] > 0.4, first, lambda: (kept, x * 0.7))
    return (x, kept, least, energy), kept[3] + x[4]


def restarted(c, draw):
    """Now and then the search goes on from the best state."""
    x, kept, least, energy = c
    i = (draw[0] * x.shape[0]).astype(int)
    x = x.at[i].add(draw[1] - 0.5)
    energy = energy + x[i] * (draw[1] - 0.5)
    kept = jnp.where(energy < least, x, kept)
    x = jnp.where(draw[2] > 0.7, kept, x)
    return (x, kept, jnp.minimum(energy, least), energy), x[i]


STEPS = [best, worst, computed, older, exchanged, own, branch, moved, crossed, restarted]
LONG = [best, worst, computed, older, exchanged, branch, moved, restarted]


def start(*shape):
    return (*(jnp.asarray(R.random(shape)) for _ in range(2)), jnp.zeros(()), jnp.zeros(()))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("n", [9, 300, 20000])
def test_values_are_those_of_single_steps(step, n):
    c, draws = start(n), jnp.asarray(R.random((25, 3)))
    found, ys = lax.scan(step, c, draws)
    for draw, y in zip(draws, ys, strict=True):
        c, expected = step(c, draw)
        np.testing.assert_allclose(y, expected, rtol=1e-12)
    for one, other in zip(found, c, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


@pytest.mark.parametrize("step", STEPS)
def test_each_of_a_batch_keeps_its_own(step):
    rows = [start(80) for _ in range(3)]
    draws = jnp.asarray(R.random((3, 12, 3)))
    run = lambda c, draws: lax.scan(step, c, draws)
    found, ys = fjax.vmap(run)(tuple(map(jnp.stack, zip(*rows, strict=True))), draws)
    for k, c in enumerate(rows):
        expected, column = run(c, draws[k])
        np.testing.assert_allclose(ys[k], column, rtol=1e-12)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one[k], other, rtol=1e-12)


def test_one_condition_keeps_arrays_of_different_lengths():
    def step(c, draw):
        x, y, kept, other = c
        better = draw > 0.5
        x, kept = jnp.where(better, y, x), jnp.where(better, other, kept)
        return (x, y.at[0].add(1.0), kept, other.at[1].add(1.0)), None

    start = tuple([jnp.asarray(R.random(n)) for n in (80, 80, 300, 300)])
    found, _ = lax.scan(step, start, draws := jnp.asarray(R.random(12)))
    with fjax.disable_jit():
        expected, _ = lax.scan(step, start, draws)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def moves_in_each_step(function, *args):
    """Arrays that a step copies whatever its conditions say."""
    return [c.reason for c in fjax.inspect(function)(*args).copies if c.repeated]


@pytest.mark.parametrize("step", LONG)
def test_long_arrays_are_kept_by_one_kernel(step):
    """A loop of launches would choose between all elements in each step."""
    run = lambda c, draws: lax.scan(step, c, draws)
    args = start(200_000), jnp.asarray(R.random((25, 3)))
    assert "loop in one call" in str(fjax.inspect(run)(*args).plan)
    assert moves_in_each_step(run, *args) == []


@pytest.mark.parametrize("step", [s for s in LONG if s is not moved])
def test_long_arrays_of_a_batch_are_kept_by_one_kernel(step):
    run = fjax.vmap(lambda c, draws: lax.scan(step, c, draws))
    c = tuple(jnp.stack([x, x]) for x in start(100_000))
    args = c, jnp.asarray(R.random((2, 25, 3)))
    assert "loop in one call" in str(fjax.inspect(run)(*args).plan)
    assert moves_in_each_step(run, *args) == []


def summed(step, c, draws):
    (x, kept, *_), ys = lax.scan(step, c, draws)
    return (x * jnp.cos(kept)).sum() + ys.sum()


@pytest.mark.parametrize("step", STEPS)
def test_gradients_are_those_of_single_steps(step):
    c, draws = start(80), jnp.asarray(R.random((12, 3)))
    gradient = fjax.grad(lambda c: summed(step, c, draws))
    with fjax.disable_jit():
        expected = gradient(c)
    for one, other in zip(fjax.jit(gradient)(c), expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("step", [best, worst, older])
def test_gradients_copy_no_array_in_each_step(step):
    args = start(200_000), jnp.asarray(R.random((25, 3)))
    gradient = fjax.grad(lambda c, draws: summed(step, c, draws))
    assert "loop of" not in str(fjax.inspect(gradient)(*args).plan)
    assert moves_in_each_step(gradient, *args) == []
