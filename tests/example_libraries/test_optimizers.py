"""Optimizers: each step by hand in NumPy, structures, schedules."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.example_libraries import optimizers

STEPS = 5
RATE = 0.1


def quadratic(x):
    return np.array([1.0, 10.0]) * x  # the gradient of sum(c/2 x²)


def sgd(x, g, i, s):
    return x - RATE * g


def momentum(x, g, i, s):
    s["v"] = 0.8 * s.get("v", 0) + g
    return x - RATE * s["v"]


def nesterov(x, g, i, s):
    s["v"] = 0.8 * s.get("v", 0) + g
    return x - RATE * (0.8 * s["v"] + g)


def adagrad(x, g, i, s):
    s["n"] = s.get("n", 0) + g**2
    s["m"] = 0.1 * g / np.sqrt(s["n"]) + 0.9 * s.get("m", 0)
    return x - RATE * s["m"]


def rmsprop(x, g, i, s):
    s["n"] = 0.9 * s.get("n", 0) + 0.1 * g**2
    return x - RATE * g / np.sqrt(s["n"] + 1e-8)


def rmsprop_momentum(x, g, i, s):
    s["n"] = 0.9 * s.get("n", 0) + 0.1 * g**2
    s["m"] = 0.9 * s.get("m", 0) + RATE * g / np.sqrt(s["n"] + 1e-8)
    return x - s["m"]


def adam(x, g, i, s):
    s["m"] = 0.9 * s.get("m", 0) + 0.1 * g
    s["v"] = 0.999 * s.get("v", 0) + 0.001 * g**2
    m, v = s["m"] / (1 - 0.9 ** (i + 1)), s["v"] / (1 - 0.999 ** (i + 1))
    return x - RATE * m / (np.sqrt(v) + 1e-8)


def adamax(x, g, i, s):
    s["m"] = 0.9 * s.get("m", 0) + 0.1 * g
    s["u"] = np.maximum(0.999 * s.get("u", 0), np.abs(g))
    return x - RATE / (1 - 0.9 ** (i + 1)) * s["m"] / (s["u"] + 1e-8)


BY_HAND = {
    sgd: (),
    momentum: (0.8,),
    nesterov: (0.8,),
    adagrad: (),
    rmsprop: (),
    rmsprop_momentum: (),
    adam: (),
    adamax: (),
}


@pytest.mark.parametrize("by_hand", BY_HAND, ids=lambda f: f.__name__)
def test_an_optimizer_takes_the_steps_of_its_formula(by_hand):
    init, update, get_params = getattr(optimizers, by_hand.__name__)(RATE, *BY_HAND[by_hand])
    x, memory = np.array([1.0, -2.0]), {}
    state = init({"a": [jnp.array(x)]})
    for i in range(STEPS):
        state = update(i, {"a": [quadratic(get_params(state)["a"][0])]}, state)
        x = by_hand(x, quadratic(x), i, memory)
        np.testing.assert_allclose(get_params(state)["a"][0], x, rtol=1e-6)


def test_sm3_of_a_vector_is_adagrad():
    results = []
    for maker in (optimizers.sm3, optimizers.adagrad):
        init, update, get_params = maker(RATE)
        state = init(jnp.array([1.0, -2.0]))
        for i in range(STEPS):
            state = update(i, quadratic(get_params(state)), state)
        results.append(get_params(state))
    np.testing.assert_allclose(*results, rtol=1e-12)


@pytest.mark.parametrize("shape", [(), (3,), (3, 2), (2, 3, 2)])
def test_sm3_keeps_one_number_for_each_row_and_column(shape):
    init, update, get_params = optimizers.sm3(RATE)
    state = init(jnp.ones(shape))
    gradient = jnp.asarray(np.random.default_rng(0).standard_normal(shape))
    state = update(0, gradient, state)
    np.testing.assert_allclose(get_params(state), 1 - RATE * 0.1 * np.sign(gradient), rtol=1e-6)
    _, _, sums = optimizers.unpack_optimizer_state(state).subtree
    assert [s.shape for s in sums] == [(n,) for n in shape or (1,)]


def test_states_go_through_jit_and_scan_and_are_saved_as_marked_trees():
    init, update, get_params = optimizers.adam(optimizers.exponential_decay(RATE, 3, 0.5))
    gradient = fjax.grad(lambda p: jnp.sum(p["w"] ** 2) + p["b"] ** 2)

    def step(state, i):
        return update(i, gradient(get_params(state)), state), ()

    first = init({"w": jnp.array([1.0, 2.0]), "b": jnp.array(3.0)})
    scanned, _ = fjax.jit(lambda s: fjax.lax.scan(step, s, jnp.arange(4)))(first)
    state = first
    for i in range(4):
        state, _ = step(state, i)
    marked = optimizers.unpack_optimizer_state(scanned)
    again = optimizers.pack_optimizer_state(marked)
    assert fjax.tree.structure(again) == fjax.tree.structure(first)
    for key, value in get_params(again).items():
        np.testing.assert_allclose(value, get_params(state)[key], rtol=1e-6)


def test_schedules_follow_their_formulas():
    steps = np.arange(30)
    cases = [
        (optimizers.constant(2.0), np.full(30, 2.0)),
        (optimizers.exponential_decay(2.0, 10, 0.3), 2 * 0.3 ** (steps / 10)),
        (optimizers.inverse_time_decay(2.0, 10, 0.3), 2 / (1 + 0.3 * steps / 10)),
        (optimizers.inverse_time_decay(2.0, 10, 0.3, True), 2 / (1 + 0.3 * (steps // 10))),
        (
            optimizers.polynomial_decay(2.0, 20, 0.5, 2.0),
            1.5 * (1 - np.minimum(steps, 20) / 20) ** 2 + 0.5,
        ),
        (optimizers.piecewise_constant([9, 19], [1.0, 2.0, 3.0]), 1.0 + steps // 10),
    ]
    for schedule, expected in cases:
        found = [schedule(i) for i in steps]
        np.testing.assert_allclose(found, expected, rtol=1e-6)
        np.testing.assert_allclose(fjax.jit(schedule)(7), expected[7], rtol=1e-6)


def test_gradients_are_clipped_to_a_norm_and_smaller_ones_stay():
    gradients = {"a": jnp.array([3.0, 0.0]), "b": jnp.array(4.0)}
    clipped = optimizers.clip_grads(gradients, 2.5)
    np.testing.assert_allclose(optimizers.l2_norm(clipped), 2.5)
    np.testing.assert_array_equal(optimizers.clip_grads(gradients, 6.0)["a"], gradients["a"])


def test_bad_structures_and_step_sizes_are_named():
    init, update, _ = optimizers.sgd(RATE)
    with pytest.raises(TypeError, match="sgd: the gradients have structure"):
        update(0, (jnp.ones(2),), init([jnp.ones(2)]))

    @optimizers.optimizer
    def broken():
        return lambda x: x, lambda i, g, x: (x, x), lambda x: x

    init, update, _ = broken()
    with pytest.raises(TypeError, match="broken: update made a state of structure"):
        update(0, jnp.ones(2), init(jnp.ones(2)))
    with pytest.raises(TypeError, match="a step size is a number"):
        optimizers.adam(jnp.ones(2))
    with pytest.raises(ValueError, match="3 values need 2 boundaries"):
        optimizers.piecewise_constant([1], [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="must be sequences of numbers"):
        optimizers.piecewise_constant([1], 0.5)
    with pytest.raises(TypeError, match="JoinPoints"):
        optimizers.pack_optimizer_state([1.0])
