"""What wraps transformations, by formulas; what updates compile to; what is refused."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import optim
from fjax.errors import ShapeError
from tests.optim.cases import CASES

pytestmark = pytest.mark.needs("x64", reason="closed formulas in float64")


def run(transformation, gradients, params):
    """The parameters after a step for each gradient."""
    state = transformation.init(params)
    path = []
    for g in gradients:
        updates, state = transformation.update(g, state, params)
        params = optim.apply_updates(params, updates)
        path.append(params)
    return path, state


def rosenbrock(x):
    return 100 * (x["b"] - x["a"] ** 2) ** 2 + (1 - x["a"]) ** 2


def test_lbfgs_with_its_line_search_finds_the_minimum_of_rosenbrock():
    start = {"a": jnp.float64(-1.2), "b": jnp.float64(1.0)}
    solver = optim.lbfgs()

    @fjax.jit
    def step(params, state):
        value, g = fjax.value_and_grad(rosenbrock)(params)
        updates, state = solver.update(g, state, params, value=value, value_fn=rosenbrock)
        return optim.apply_updates(params, updates), state, value

    params, state, values = start, solver.init(start), []
    for _ in range(40):
        params, state, value = step(params, state)
        values.append(float(value))
    np.testing.assert_allclose([params["a"], params["b"]], [1, 1], rtol=1e-8)
    assert values[-1] <= min(values[:10])


def test_the_direction_of_lbfgs_is_that_of_dense_bfgs():
    rng = np.random.default_rng(3)
    root = rng.standard_normal((5, 5))
    A = root @ root.T + np.eye(5)
    solver, x = optim.lbfgs(1.0, memory_size=4), jnp.asarray(rng.standard_normal(5))
    state, H, points = solver.init(x), None, []
    for _ in range(4):
        g = A @ np.asarray(x)
        points.append((np.asarray(x), g))
        if len(points) > 1:
            s, y = points[-1][0] - points[-2][0], points[-1][1] - points[-2][1]
            pairs = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:], strict=False)]
            H = np.eye(5) * (s @ y) / (y @ y)
            for s, y in pairs:
                V = np.eye(5) - np.outer(y, s) / (s @ y)
                H = V.T @ H @ V + np.outer(s, s) / (s @ y)
        updates, state = solver.update(jnp.asarray(g), state, x)
        if H is not None:
            np.testing.assert_allclose(updates, -H @ g, rtol=1e-9)
        x = x + 0.1 * updates


def test_lookahead_moves_slow_parameters_every_period():
    t = optim.lookahead(optim.sgd(1.0), sync_period=3, slow_step_size=0.25)
    gradients = [jnp.array([float(k)]) for k in range(1, 7)]
    path, state = run(t, gradients, jnp.array([0.0]))
    # Fast: -1, -3, -6 → 0.25 * -6 = -1.5; then -5.5, -10.5, -16.5 → -1.5 - 0.25 * 15 = -5.25.
    np.testing.assert_allclose(np.ravel(path), [-1, -3, -1.5, -5.5, -10.5, -5.25])
    np.testing.assert_allclose(state.slow, [-5.25])


def test_sam_steps_with_the_gradient_uphill():
    f = lambda x: jnp.sum(x**4)
    t = optim.sam(optim.sgd(0.1), rho=0.2)
    x = jnp.array([1.0, 0.0])
    updates, _ = t.update(fjax.grad(f)(x), t.init(x), x, grad_fn=fjax.grad(f))
    np.testing.assert_allclose(updates, [-0.1 * 4 * 1.2**3, 0.0])


def test_reduce_on_plateau_waits_then_shrinks_then_cools():
    t = optim.reduce_on_plateau(0.5, patience=2, cooldown=2, min_scale=0.2)
    state, scales = t.init(None), []
    for value in (3.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0):
        updates, state = t.update(jnp.array([1.0]), state, value=value)
        scales.append(float(updates[0]))
    assert scales == [1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25]


def test_accumulation_steps_with_the_mean_of_several_gradients():
    rng = np.random.default_rng(1)
    gradients = rng.standard_normal((12, 3))
    path, _ = run(optim.accumulate(optim.adam(0.1), 4), map(jnp.asarray, gradients), jnp.zeros(3))
    means = map(jnp.asarray, gradients.reshape(3, 4, 3).mean(1))
    expected, _ = run(optim.adam(0.1), means, jnp.zeros(3))
    np.testing.assert_allclose(path[3::4], expected, rtol=1e-12)
    np.testing.assert_allclose(path[2], np.zeros(3))


def test_infinite_gradients_pass_after_too_many_in_a_row():
    t = optim.apply_if_finite(optim.sgd(1.0), max_consecutive_errors=2)
    path, state = run(t, [jnp.array([jnp.inf])] * 3, jnp.array([0.0]))
    np.testing.assert_array_equal(np.ravel(path), [0, 0, -np.inf])
    assert int(state.total) == 3


def test_the_loss_scale_halves_at_an_overflow_and_grows_after_a_period():
    scale = optim.LossScale.starting_at(8.0, period=2)
    factors = []
    for g in (1.0, np.inf, 1.0, 1.0, 1.0):
        gradients, finite, scale = scale.unscaled(jnp.float32(g))
        assert bool(finite) == np.isfinite(g)
        factors.append(float(scale.factor))
    assert factors == [8, 4, 4, 8, 8]


def test_adaptive_clipping_bounds_each_row_by_its_weights():
    w, g = jnp.array([[3.0, 4.0], [0.0, 0.0]]), jnp.array([[6.0, 8.0], [3.0, 4.0]])
    out, _ = optim.adaptive_grad_clip(0.1, eps=1e-3).update(g, (), w)
    np.testing.assert_allclose(out, [[0.3, 0.4], [6e-5, 8e-5]])


def test_amsgrad_divides_by_the_largest_mean_of_squares_so_far():
    x, m, v, peak = np.array([1.0, -2.0]), 0.0, 0.0, 0.0
    rule, given = optim.adam(0.1, amsgrad=True), jnp.array([1.0, -2.0])
    state = rule.init(given)
    for step in range(1, 30):
        g = np.sin(step) * np.array([3.0, 1.0]) / step
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        peak = np.maximum(peak, v)
        size = np.sqrt(peak / (1 - 0.999**step)) + 1e-8
        x = x - 0.1 * m / (1 - 0.9**step) / size
        updates, state = rule.update(jnp.asarray(g), state, given)
        given = optim.apply_updates(given, updates)
    np.testing.assert_allclose(given, x, rtol=1e-9)


def test_masks_reach_decay_and_rules_through_nested_trees_and_prefixes():
    params = {"layer": {"w": jnp.ones(2), "b": jnp.ones(2)}, "head": (jnp.ones(1),)}
    mask = lambda p: fjax.tree.map(lambda x: x.ndim == 1 and x.size == 2, p)
    passes = optim.masked(optim.scale(0.0), {"layer": True, "head": False}, optim.identity())
    t = optim.chain(passes, optim.add_decayed_weights(0.5, mask))
    out, _ = t.update(params, t.init(params), params)
    np.testing.assert_allclose(out["layer"]["w"], [0.5, 0.5])
    np.testing.assert_allclose(out["head"][0], [1.0])


def test_leaves_beside_a_mask_stay_still_or_get_what_is_said():
    params = {"layer": {"w": jnp.ones(2), "b": jnp.ones(2)}, "head": (jnp.ones(1),)}
    for mask in ({"layer": True, "head": False}, lambda p: {"layer": True, "head": False}):
        for others, left in ((None, 0.0), (optim.identity(), 1.0), (optim.sgd(0.5), -0.5)):
            t = optim.masked(optim.adam(0.1), mask, others)
            out, state = fjax.jit(t.update)(params, t.init(params), params)
            np.testing.assert_allclose(out["head"][0], [left])
            np.testing.assert_allclose(out["layer"]["w"], [-0.1, -0.1], rtol=1e-6)
            again, _ = t.update(params, state)
            np.testing.assert_allclose(again["head"][0], [left])


INJECTED = {
    "adam": (optim.adam, dict(learning_rate=0.1, b1=0.8)),
    "sgd": (optim.sgd, dict(learning_rate=0.1, momentum=0.5, nesterov=True)),
    "adamw": (
        optim.adamw,
        dict(learning_rate=optim.linear_schedule(0.1, 0.0, 5), weight_decay=0.1),
    ),
    "rmsprop": (optim.rmsprop, dict(learning_rate=0.1, decay=0.8)),
    "lion": (optim.lion, dict(learning_rate=0.1, weight_decay=0.01)),
}


@pytest.mark.parametrize("name", INJECTED)
def test_hyperparameters_in_the_state_are_those_that_were_given_and_can_be_changed(name):
    make, given = INJECTED[name]
    plain, held = make(**given), optim.inject_hyperparams(make)(**given)
    x = {"w": jnp.array([1.0, -2.0]), "b": jnp.array(0.5)}
    one, two, update = plain.init(x), held.init(x), fjax.jit(held.update)
    numbers = {k for k, v in given.items() if not isinstance(v, bool)}
    assert set(two.hyperparams) >= numbers
    for step in range(4):
        expected, one = plain.update(x, one, x)
        found, two = update(x, two, x)
        for key in x:
            np.testing.assert_allclose(found[key], expected[key], rtol=1e-6)
        rate = given["learning_rate"]
        rate = rate(step) if callable(rate) else rate
        np.testing.assert_allclose(two.hyperparams["learning_rate"], rate)
    if not callable(given["learning_rate"]):
        two.hyperparams["learning_rate"] = jnp.asarray(0.0)
        still, _ = update(x, two, x)
        np.testing.assert_array_equal(still["w"], 0)


def test_what_cannot_be_injected_is_said():
    with pytest.raises(TypeError, match="positional|unexpected"):
        optim.inject_hyperparams(optim.adam)(0.1, rate=2)
    with pytest.raises(TypeError, match="no argument 'beta' of adam"):
        optim.inject_hyperparams(optim.adam, static=("beta",))


def test_first_weights_of_averages_are_exact_in_float32():
    t = optim.scale_by_adam(b2=0.9999, eps=0.0)
    x = jnp.zeros(3, jnp.float32)
    out, _ = t.update(jnp.array([1e-3, 1.0, 1e3], jnp.float32), t.init(x))
    np.testing.assert_allclose(out, np.ones(3), rtol=3e-7)


def test_half_precision_parameters_keep_their_dtype_and_states_the_one_they_began_with():
    params = {"w": jnp.ones((4, 4), jnp.bfloat16), "b": jnp.ones(4, jnp.float32)}
    for t in (optim.adamw(0.1), optim.lamb(0.1), optim.adafactor(0.1), optim.muon(0.1)):
        before = t.init(params)
        updates, after = t.update(params, before, params)
        kinds = lambda tree: fjax.tree.map(lambda x: (x.shape, str(x.dtype)), tree)
        assert kinds(after) == kinds(before)
        assert kinds(optim.apply_updates(params, updates)) == kinds(params)


def test_an_adam_step_is_few_kernels_and_updates_donated_memory():
    shapes = [(256, 128), (128,), (32, 64, 3, 3), (64,)]
    params = [jnp.ones(shape, jnp.float32) for shape in shapes]
    t = optim.adamw(optim.cosine_decay_schedule(1e-3, 100))

    def step(params, state, g):
        updates, state = t.update(g, state, params)
        return optim.apply_updates(params, updates), state

    state = t.init(params)
    seen = fjax.inspect(fjax.jit(step, donate_argnums=(0, 1)))(params, state, params)
    assert not seen.fallbacks
    assert seen.n_kernels <= len(shapes) + 1
    g = fjax.tree.map(jnp.ones_like, params)
    jitted = fjax.jit(step, donate_argnums=(0, 1))
    large = lambda tree: [x.unsafe_buffer_pointer() for x in tree if x.size > 10_000]
    places = [large(params)]
    for _ in range(2):
        params, state = jitted(params, state, g)
        places.append(large(params))
    assert places[0] == places[1] == places[2]


def test_what_does_not_fit_is_refused_with_the_remedy():
    x = jnp.ones(2)
    with pytest.raises(TypeError, match=r"optim.lamb|reads the parameters"):
        t = optim.lamb(0.1)
        t.update(x, t.init(x))
    with pytest.raises(ValueError, match=r"no transformation for the labels \['c'\]"):
        optim.partition({"a": optim.sgd(0.1)}, {"w": "c"}).init({"w": x})
    with pytest.raises(TypeError, match="a state of 1 parts for 2"):
        optim.chain(optim.scale(1.0), optim.scale(1.0)).update(x, ((),), x)
    with pytest.raises(TypeError, match="value_fn=value_fn"):
        t = optim.lbfgs()
        t.update(x, t.init(x), x)
    with pytest.raises(ValueError, match="grad_fn="):
        optim.sam(optim.sgd(0.1)).update(x, (), x)
    with pytest.raises(ValueError, match="number of steps is above 0, got 0"):
        optim.cosine_decay_schedule(1.0, 0)


@pytest.mark.parametrize(
    "rule",
    ["adam", "radam", "adamax", "adagrad", "rmsprop", "adadelta", "lamb", "lars", "adafactor"],
)
def test_complex_gradients_are_divided_by_magnitudes(rule):
    """So that gradients and parameters of another phase give steps of that phase."""
    kind = {"centered": True} if rule == "rmsprop" else {}
    t, phase = getattr(optim, rule)(0.1, **kind), np.exp(0.7j)
    x = np.array([[1.0, -2.0], [0.5, 3.0]])
    plain, _ = run(t, [jnp.asarray(k * np.cos(x)) for k in (1.0, -0.3, 2.0)], jnp.asarray(x))
    turned = [jnp.asarray(k * np.cos(x) * phase) for k in (1.0, -0.3, 2.0)]
    path, _ = run(t, turned, jnp.asarray(x * phase))
    np.testing.assert_allclose(path, np.asarray(plain) * phase, rtol=1e-12)


def test_norms_of_float16_do_not_overflow():
    x = jnp.full((4, 2), 300.0, jnp.float16)

    def updated(t, g=x):
        out, _ = t.update(g, t.init(x), x)
        assert out.dtype == jnp.float16
        return np.unique(np.asarray(out, np.float64))

    np.testing.assert_allclose(updated(optim.scale_by_trust_ratio(), x / 300), [300])
    np.testing.assert_allclose(updated(optim.scale_by_param_block_rms(), x / 300), [300])
    np.testing.assert_allclose(updated(optim.adaptive_grad_clip(0.1)), [30], rtol=1e-3)
    slope = lambda p: p - x  # how far off the gradient is asked for
    there = updated(optim.sam(optim.scale(1.0), 8.0, grad_fn=slope))
    np.testing.assert_allclose(there, [8 / np.sqrt(8)], rtol=0.1)


def test_a_loss_scale_beyond_float16_leaves_its_gradients():
    gradients, finite, _ = optim.LossScale.starting_at(2.0**17).unscaled(
        jnp.array([2.0, 4096.0], jnp.float16)
    )
    np.testing.assert_allclose(gradients, [2.0**-16, 2.0**-5])
    assert bool(finite) and gradients.dtype == jnp.float16


@pytest.mark.one_in(8)
@pytest.mark.parametrize("decay", ["b1", "b2"])
@pytest.mark.parametrize("name", ["adam", "adamw", "nadam", "lamb"])
def test_a_decay_may_be_learned(name, decay):
    def after_steps(value):
        optimizer = getattr(optim, name)(0.1, **{decay: value})
        params = jnp.array([1.0, -2.0])
        state = optimizer.init(params)
        for _ in range(7):
            updates, state = optimizer.update(2 * params, state, params)
            params = params + updates
        return jnp.sum(params)

    step = 1e-6
    expected = (after_steps(0.8 + step) - after_steps(0.8 - step)) / (2 * step)
    for slope in (fjax.grad(after_steps), fjax.jit(fjax.grad(after_steps))):
        np.testing.assert_allclose(slope(0.8), expected, rtol=1e-6)


def test_muon_says_what_to_do_with_leaves_that_are_no_matrices():
    with pytest.raises(ShapeError, match=r"a leaf of shape \(2,\): optim.partition"):
        optim.scale_by_muon().init({"w": jnp.zeros((2, 2)), "b": jnp.zeros(2)})


@pytest.mark.parametrize("name", CASES)
def test_updates_of_integers_are_those_of_floats(name):
    t, p = CASES[name](), jnp.array([[0.5, 1.0], [2.0, -1.0]])
    updates = [
        t.update(jnp.array([[1, 2], [-3, 4]], kind), t.init(p), p)[0] for kind in (int, float)
    ]
    assert jnp.issubdtype(updates[0].dtype, jnp.floating) or name == "identity"
    np.testing.assert_allclose(*updates, rtol=1e-4)


@pytest.mark.parametrize("kind", ["int8", "uint8", "int32", "uint32", "int64", "uint64"])
def test_integers_beside_parameters_are_exact(kind):
    limits = jnp.iinfo(kind)
    held = np.array([limits.min, limits.max - 1, 3], kind)
    for step in (np.array([1, 1, 0], kind), np.zeros(3, np.float32)):
        found = optim.apply_updates(jnp.array(held), jnp.array(step))
        assert found.dtype == kind
        np.testing.assert_array_equal(found, held + step.astype(kind))


def test_what_is_added_to_integers_is_cut_before():
    found = optim.apply_updates(jnp.array([3, -3]), jnp.array([-0.7, -1.7]))
    np.testing.assert_array_equal(found, [3, -4])
