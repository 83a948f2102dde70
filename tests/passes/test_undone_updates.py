"""Steps that propose an update, look at it and may reject it touch only what the update writes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

R = np.random.default_rng(3)


def drawn(*shape):
    return jnp.asarray(R.random(shape))


def one(x, draw):
    i = (draw[0] * x.shape[0]).astype(int)
    new = x.at[i].add(draw[1] - 0.5)
    return new, new[i] ** 2 + new[i - 1] * x[i] < draw[2]


def exchanged(x, draw):
    i, j = ((draw[k] * x.shape[0]).astype(int) for k in (0, 1))
    new = x.at[i].set(x[j]).at[j].set(x[i])
    return new, new[i] * 0.3 + new[j - 1] > x[i - 1] * 0.3 + draw[2] - 0.5


def repeated(x, draw):
    i = (draw[0] * x.shape[0]).astype(int)
    at = jnp.stack([i, i, i + 1])  # one place twice, and one that is dropped at the end
    new = x.at[at].add(draw)
    return new, new[i] - x[i] > 1


def window(x, draw):
    i = (draw[0] * x.shape[0]).astype(int)
    new = lax.dynamic_update_slice(x, draw, (i,))  # clamped at the end
    return new, new[i] > 0.5


def rows(x, draw):
    i = (draw[0] * x.shape[0]).astype(int)
    new = x.at[i].add(draw - 0.5)
    return new, jnp.sum(new[i]) + new[i - 1, 0] < jnp.sum(x[i]) + draw[2]


STEPS = [one, exchanged, repeated, window]


def kept_or_not(propose):
    def step(carry, draw):
        x, total = carry
        new, good = propose(x, draw)
        x = jnp.where(good, new, x)
        return (x, total + jnp.sum(x[2])), good

    return step


def expected(step, x, draws):
    carry, goods = (x, 0.0), []
    for draw in draws:
        carry, good = step(carry, draw)
        goods.append(good)
    return np.asarray(carry[0]), float(carry[1]), np.array(goods)


def assert_same(found, wanted):
    (x, total), goods = found
    np.testing.assert_array_equal(goods, wanted[2])
    np.testing.assert_allclose(x, wanted[0], rtol=1e-12)
    np.testing.assert_allclose(total, wanted[1], rtol=1e-12)


@pytest.mark.parametrize("propose", [*STEPS, rows])
@pytest.mark.parametrize("n", [5, 200])
def test_rejected_updates_leave_the_array_as_it_was(propose, n):
    x, draws = drawn(n, 3) if propose is rows else drawn(n), drawn(30, 3)
    wanted = expected(kept_or_not(propose), x, draws)
    assert 0 < wanted[2].sum() < len(draws)
    assert_same(lax.scan(kept_or_not(propose), (x, 0.0), draws), wanted)


@pytest.mark.parametrize("propose", STEPS)
def test_no_step_copies_the_array(propose):
    scan = lambda x, draws: lax.scan(kept_or_not(propose), (x, 0.0), draws)
    seen = fjax.inspect(scan)(drawn(3000), drawn(30, 3))
    assert seen.fallbacks == []
    assert [c for c in seen.copies if c.repeated] == []


@pytest.mark.parametrize("propose", STEPS)
def test_chains_of_a_batch_reject_each_for_itself(propose):
    x, draws = drawn(4, 200), drawn(4, 30, 3)
    scan = lambda x, draws: lax.scan(kept_or_not(propose), (x, 0.0), draws)
    (found, totals), goods = fjax.vmap(scan)(x, draws)
    for k in range(4):
        wanted = expected(kept_or_not(propose), x[k], draws[k])
        assert_same(((found[k], totals[k]), goods[k]), wanted)


def test_an_update_that_is_an_output_as_well_keeps_its_values():
    def step(x, draw):
        new, good = one(x, draw)
        return jnp.where(good, new, x), new

    x, draws = drawn(100), drawn(20, 3)
    last, proposed = lax.scan(step, x, draws)
    for k, draw in enumerate(draws):
        x, new = step(x, draw)
        np.testing.assert_allclose(proposed[k], new, rtol=1e-12)
    np.testing.assert_allclose(last, x, rtol=1e-12)


def test_steps_of_a_loop_with_a_large_body_reject_in_place():
    """A step with a product runs as launches."""
    w = drawn(100, 100) / 50

    def step(x, draw):
        new = x.at[(draw[0] * 100).astype(int)].multiply(draw[1])
        good = jnp.sum(jnp.tanh(w @ new)) < jnp.sum(jnp.tanh(w @ x)) + (draw[2] - 0.6)
        return jnp.where(good, new, x), good

    x, draws = drawn(100), drawn(30, 3)
    last, goods = lax.scan(step, x, draws)
    for k, draw in enumerate(draws):
        x, good = step(x, draw)
        assert goods[k] == good
    assert 0 < goods.sum() < 30
    np.testing.assert_allclose(last, x, rtol=1e-12)
