"""stateful_rng: a generator whose counter is a mutable reference."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.experimental.random import StatefulPRNG, stateful_rng


def test_keys_follow_from_the_seed_and_the_number_of_draws():
    rng = stateful_rng(7)
    found = [rng.key() for _ in range(3)]
    wanted = [random.fold_in(random.key(7), i) for i in range(3)]
    assert all(bool(a == b) for a, b in zip(found, wanted, strict=True))
    assert rng._counter[...] == 3 and rng.key((2, 3)).shape == (2, 3)


def test_draws_have_their_shapes_dtypes_and_bounds():
    rng = stateful_rng(0)
    drawn = rng.uniform(np.array([0, 5]), np.array([1, 9]), (50, 2), dtype=jnp.float32)
    assert drawn.shape == (50, 2) and drawn.dtype == np.float32
    assert bool(jnp.all((drawn >= jnp.array([0, 5])) & (drawn < jnp.array([1, 9]))))
    whole = rng.integers(10, size=100)
    assert whole.shape == (100,) and set(np.unique(whole)) <= set(range(10))
    assert rng.integers(np.array([0, 5]), 9).shape == (2,)
    assert rng.random(3).shape == (3,) and rng.random().shape == ()
    many = rng.normal(3.0, 0.5, 4000)
    np.testing.assert_allclose([many.mean(), many.std()], [3.0, 0.5], atol=0.05)


def test_a_jitted_function_advances_the_generator():
    rng = stateful_rng(1)
    inside = fjax.jit(lambda rng: rng.uniform(size=4))
    closed = fjax.jit(rng.uniform)
    first, second, third = inside(rng), inside(rng), closed(size=None)
    assert bool(jnp.all(first != second)) and rng._counter[...] == 3
    again = stateful_rng(1)
    np.testing.assert_array_equal(first, again.uniform(size=4))
    again.key()
    assert third == again.uniform()


def test_a_scan_draws_anew_in_each_step():
    rng, other = stateful_rng(5), stateful_rng(5)
    found = fjax.lax.scan(lambda c, _: (c, rng.uniform()), None, length=4)[1]
    np.testing.assert_allclose(found, [other.uniform() for _ in range(4)])


def test_split_and_spawned_generators_draw_alike():
    x = jnp.arange(4.0)
    spawned = [rng.uniform() for rng in stateful_rng(3).spawn(4)]
    mapped = fjax.vmap(lambda rng, x: x + rng.uniform())(stateful_rng(3).split(4), x)
    np.testing.assert_array_equal(mapped, x + jnp.array(spawned))
    with pytest.raises(ValueError, match="cannot operate on split stateful generator"):
        stateful_rng(3).split(4).uniform()


def test_generators_without_a_seed_differ_and_are_refused_in_transformed_functions():
    assert not bool(stateful_rng().key() == stateful_rng().key())
    for transform in (fjax.jit, fjax.grad, fjax.vmap):
        with pytest.raises(TypeError, match="requires an explicit seed"):
            transform(lambda x: x + stateful_rng().uniform())(
                jnp.ones(()) if transform is not fjax.vmap else jnp.ones(2)
            )


def test_parts_of_other_kinds_are_refused():
    with pytest.raises(ValueError, match="Expected base_key to be a typed PRNG key"):
        StatefulPRNG(jnp.zeros(2, jnp.uint32), fjax.new_ref(0))
    with pytest.raises(ValueError, match="Expected counter to be a scalar integer ref"):
        StatefulPRNG(random.key(0), 0)
