"""odeint: against SciPy and closed forms; gradients against differences and closed forms."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import fjax
import fjax.numpy as jnp
from fjax.experimental.ode import ERROR, MIDDLE, NODES, STAGES, odeint

TIMES = np.linspace(0.0, 4.0, 9)


def pendulum(y, t, damping, gravity):
    angle, speed = y
    return [speed, -damping * speed - gravity * jnp.sin(angle)]


def decay(y, t, rate):
    return -rate * y


def test_the_coefficients_are_consistent():
    for node, weights in zip(NODES, STAGES, strict=True):
        assert sum(weights) == pytest.approx(node)
    assert sum(ERROR) == pytest.approx(0, abs=1e-15) and sum(MIDDLE) == pytest.approx(0.5)


@pytest.mark.parametrize("compile", [lambda f: f, fjax.jit], ids=["eager", "jit"])
def test_a_pendulum_moves_as_scipy_says(compile):
    found = compile(lambda y0: odeint(pendulum, y0, TIMES, 0.25, 9.8))(jnp.array([3.0, 0.1]))
    wanted = solve_ivp(
        lambda t, y: [y[1], -0.25 * y[1] - 9.8 * np.sin(y[0])],
        (0, 4),
        [3.0, 0.1],
        rtol=1e-11,
        atol=1e-11,
        t_eval=TIMES,
    ).y.T
    np.testing.assert_allclose(found, wanted, atol=2e-6)  # of 1.4e-8 a step


def test_the_integration_is_one_native_loop():
    plan = str(fjax.inspect(lambda y: odeint(pendulum, y, TIMES, 0.25, 9.8))(jnp.ones(2)).fused)
    assert "scan: loop of" in plan and "it is not one kernel" not in plan


def test_a_state_may_be_a_tree_with_dtypes_of_its_own():
    y0 = {"a": jnp.float32(1.0), "b": [jnp.array([[1.0 + 1j, 2.0]])], "c": 3}
    found = odeint(lambda y, t: fjax.tree.map(lambda x: -x, y), y0, TIMES, rtol=1e-6, atol=1e-6)
    factor = np.exp(-TIMES)
    np.testing.assert_allclose(found["a"], factor, rtol=1e-4)
    np.testing.assert_allclose(found["b"][0], factor[:, None, None] * [[1 + 1j, 2]], rtol=1e-4)
    np.testing.assert_allclose(found["c"], 3 * factor, rtol=1e-4)
    assert (found["a"].dtype, found["b"][0].shape, found["c"].dtype) == (
        np.float32,
        (9, 1, 2),
        np.float64,
    )


def test_time_dependence_and_tolerances():
    for tolerance in (1e-4, 1e-7, 1e-10):
        found = odeint(lambda y, t: y * jnp.cos(t), 1.0, TIMES, rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(found, np.exp(np.sin(TIMES)), rtol=50 * tolerance)


def test_limits_of_steps():
    def kick(y, t):
        return jnp.where((t > 2.0) & (t < 2.1), 10.0, 0.0)

    times = jnp.array([0.0, 5.0])
    np.testing.assert_allclose(odeint(kick, 0.0, times, hmax=0.05)[1], 1.0, atol=1e-4)
    assert abs(odeint(decay, 1.0, times, 1.0, mxstep=2)[1] - np.exp(-5)) > 1e-3
    assert np.isnan(odeint(lambda y, t: y * jnp.nan, 1.0, times)[1])


def test_one_time_gives_the_initial_state():
    np.testing.assert_array_equal(odeint(decay, jnp.ones(2), jnp.zeros(1), 1.0), np.ones((1, 2)))


def test_the_gradient_of_an_exponential_is_known():
    def end(y0, rate, times):
        return odeint(decay, y0, times, rate)[-1]

    value, slopes = fjax.jit(fjax.value_and_grad(end, (0, 1, 2)))(2.0, 0.5, jnp.array(TIMES))
    e = np.exp(-2.0)
    np.testing.assert_allclose(value, 2 * e, rtol=1e-6)
    np.testing.assert_allclose(slopes[:2], (e, -8 * e), rtol=1e-5)
    np.testing.assert_allclose(slopes[2], [e, *[0] * 7, -e], atol=1e-5)


def test_the_gradient_of_a_pendulum_agrees_with_differences():
    def loss(y0, damping, gravity):
        return jnp.sum(jnp.sin(odeint(pendulum, y0, TIMES, damping, gravity)))

    args = (jnp.array([1.0, 0.5]), 0.25, 9.8)
    found = fjax.grad(loss, (0, 1, 2))(*args)
    for i, h in ((1, 1e-5), (2, 1e-5)):
        up, down = (loss(*[a + s * h * (i == k) for k, a in enumerate(args)]) for s in (1, -1))
        np.testing.assert_allclose(found[i], (up - down) / (2 * h), rtol=1e-4)
    step = 1e-5 * np.eye(2)
    wanted = [(loss(args[0] + s, *args[1:]) - loss(args[0] - s, *args[1:])) / 2e-5 for s in step]
    np.testing.assert_allclose(found[0], wanted, rtol=1e-4)


@pytest.mark.extended
def test_the_second_derivative_of_an_exponential_is_known():
    def end(rate):
        return odeint(decay, 2.0, jnp.array([0.0, 1.0, 2.0]), rate)[-1]

    np.testing.assert_allclose(fjax.grad(fjax.grad(end))(0.5), 8 * np.exp(-1), rtol=1e-4)


@pytest.mark.extended
def test_closed_over_values_and_integer_arguments():
    def end(rate, times=2):
        return odeint(lambda y, t, n: -rate * n * y, 1.0, jnp.array([0.0, 1.0]), times)[-1]

    np.testing.assert_allclose(fjax.grad(end)(0.5), -2 * np.exp(-1), rtol=1e-5)
    np.testing.assert_allclose(
        fjax.vmap(fjax.grad(end))(jnp.array([0.1, 1.0])), -2 * np.exp([-0.2, -2.0]), rtol=1e-5
    )


def test_complex_dynamics_have_gradients():
    def end(rate):
        return odeint(decay, 1.0 + 0j, jnp.array([0.0, 1.0]), 0.5 + 1j * rate)[-1].real

    np.testing.assert_allclose(fjax.grad(end)(2.0), -np.exp(-0.5) * np.sin(2.0), rtol=1e-5)


def test_examples_of_a_batch_take_steps_of_their_own():
    rates = jnp.array([0.1, 10.0, 100.0])
    found = fjax.jit(fjax.vmap(lambda r: odeint(decay, 1.0, jnp.array([0.0, 1.0]), r)))(rates)
    np.testing.assert_allclose(found[:, 1], np.exp(-np.asarray(rates)), atol=1e-7)


def test_what_odeint_does_not_take_is_refused():
    with pytest.raises(TypeError, match="args must be arrays or scalars.*'fast'"):
        odeint(decay, 1.0, jnp.array([0.0, 1.0]), "fast")
    with pytest.raises(TypeError, match=r"t must be an array of floats.*int64\[2\]"):
        odeint(decay, 1.0, jnp.array([0, 1]), 1.0)
    with pytest.raises(ValueError, match="t must be a vector"):
        odeint(decay, 1.0, jnp.array(0.0), 1.0)
    with pytest.raises(TypeError, match=r"like the state float64\[2\].*returned float64\[\]"):
        odeint(lambda y, t: y.sum(), jnp.ones(2), jnp.array([0.0, 1.0]))
    with pytest.raises(TypeError, match="can't apply forward-mode"):
        fjax.jacfwd(lambda r: odeint(decay, 1.0, jnp.array([0.0, 1.0]), r))(1.0)
