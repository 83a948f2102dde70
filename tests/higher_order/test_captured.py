"""Custom rules of functions that close over traced values, and what dead code leaves of them."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.custom_batching import custom_vmap
from fjax.errors import UnexpectedTracerError
from fjax.interpreters import partial_eval as pe

X = np.arange(3.0)


def with_jvp(c):
    """sin(x) * c with the derivative 2 c cos(x); function and rule close over c."""

    @fjax.custom_jvp
    def f(x):
        return jnp.sin(x) * c

    @f.defjvp
    def _(primals, tangents):
        return f(*primals), 2.0 * c * jnp.cos(primals[0]) * tangents[0]

    return f


def with_vjp(c):
    """The same by a reverse rule, which keeps c among its residuals."""

    @fjax.custom_vjp
    def f(x):
        return jnp.sin(x) * c

    f.defvjp(lambda x: (f(x), (x, c)), lambda kept, g: (g * 2.0 * kept[1] * jnp.cos(kept[0]),))
    return f


@pytest.fixture(params=[with_jvp, with_vjp], ids=["jvp", "vjp"])
def make(request):
    return request.param


def slope(c, x):
    return 2.0 * c * np.cos(x)


def test_a_compiled_function_may_close_over_a_traced_value(make):
    @fjax.jit
    def f(c, x):
        return fjax.grad(lambda y: fjax.jit(make(c))(y))(x)

    np.testing.assert_allclose(f(3.0, 0.5), slope(3.0, 0.5))


def test_the_rule_is_asked_after_the_trace_has_ended(make):
    g = fjax.grad(lambda x: fjax.jit(lambda c, y: make(c)(y))(3.0, x))
    np.testing.assert_allclose(g(0.5), slope(3.0, 0.5))


def test_a_function_closes_over_a_stopped_value_of_the_same_trace(make):
    g = fjax.grad(fjax.jit(lambda x: make(lax.stop_gradient(jnp.exp(x)))(x)))
    np.testing.assert_allclose(g(0.5), slope(np.exp(0.5), 0.5))


def test_a_step_of_a_loop_closes_over_a_value_outside_of_it(make):
    @fjax.jit
    def f(c, x):
        step = make(c)
        return fjax.grad(lambda x: lax.fori_loop(0, 2, lambda i, y: step(y), x))(x)

    np.testing.assert_allclose(f(3.0, 0.5), slope(3.0, 0.5) * slope(3.0, 3.0 * np.sin(0.5)))


def test_a_branch_closes_over_a_value_outside_of_it(make):
    @fjax.jit
    def f(c, x):
        return fjax.grad(lambda x: lax.cond(x > 0, make(c), lambda x: x, x))(x)

    np.testing.assert_allclose(f(3.0, 0.5), slope(3.0, 0.5))


def test_a_checkpoint_closes_over_a_value_outside_of_it(make):
    f = fjax.grad(lambda x: fjax.checkpoint(lambda c, y: make(c)(y))(3.0, x))
    np.testing.assert_allclose(f(0.5), slope(3.0, 0.5))


def test_what_is_closed_over_may_be_batched(make):
    f = fjax.vmap(lambda c: fjax.grad(fjax.jit(lambda x: make(c)(x)))(0.5))
    np.testing.assert_allclose(f(X), slope(X, 0.5))


def test_second_derivatives_see_what_is_closed_over():
    @fjax.jit
    def f(c, x):
        return fjax.grad(fjax.grad(fjax.jit(with_jvp(c))))(x)

    np.testing.assert_allclose(f(3.0, 0.5), -2.0 * 3.0 * np.sin(0.5))


def test_what_is_closed_over_must_not_be_differentiated(make):
    with pytest.raises(UnexpectedTracerError, match="closes over.*being differentiated"):
        fjax.grad(lambda c: fjax.jit(lambda x: make(c)(x))(0.5))(3.0)


# ---- dead code


def both():
    @fjax.custom_jvp
    def f(x, y):
        return jnp.exp(x), y - jnp.tanh(y)

    @f.defjvp
    def _(primals, tangents):
        (x, y), (dx, dy) = primals, tangents
        return f(x, y), (3.0 * jnp.exp(x) * dx, 0.25 * dx - jnp.tanh(y) * dy)

    return f


def both_in_reverse():
    @fjax.custom_vjp
    def f(x, y):
        return jnp.exp(x), y - jnp.tanh(y)

    f.defvjp(
        lambda x, y: (f(x, y), (x, y)),
        lambda kept, ct: (
            3.0 * jnp.exp(kept[0]) * ct[0] + 0.25 * ct[1],
            -jnp.tanh(kept[1]) * ct[1],
        ),
    )
    return f


@pytest.mark.parametrize("function", [both, both_in_reverse])
@pytest.mark.parametrize(
    ("used", "names", "gradient"),
    [
        ([True, False], ["exp"], (3.0 * np.exp(0.1), 0.0)),
        ([False, True], ["tanh", "sub"], (0.25, np.tanh(1.3))),
    ],
)
def test_unused_outputs_go_and_the_rule_stays(function, used, names, gradient):
    jaxpr, _ = pe.dce_jaxpr(fjax.make_jaxpr(function())(0.1, -1.3).jaxpr, used)
    body = jaxpr.eqns[0].params["call_jaxpr"]
    assert [str(e.primitive) for e in body.eqns] == names

    def f(*args):
        return fjax.core.eval_jaxpr(jaxpr, [], *args)[0]

    np.testing.assert_allclose(fjax.grad(f, argnums=(0, 1))(0.1, -1.3), gradient)


# ---- optimize_remat


def tangent_function(optimize_remat):
    """tan with a forward rule that computes sin, so that one sees which of the two ran."""

    @fjax.custom_vjp
    def f(x):
        return jnp.tan(x)

    f.defvjp(
        lambda x: (jnp.sin(x), x), lambda x, g: (g * jnp.cos(x),), optimize_remat=optimize_remat
    )
    return f


@pytest.mark.parametrize("wrap", [lambda f: f, fjax.jit], ids=["eager", "jit"])
def test_a_checkpoint_takes_its_value_from_the_function_if_asked_to(wrap):
    for asked, value in ((True, np.tan(0.5)), (False, np.sin(0.5))):
        f = fjax.checkpoint(tangent_function(asked))
        found, gradient = wrap(fjax.value_and_grad(lambda x, f=f: f(x) ** 2))(0.5)
        np.testing.assert_allclose(found, value**2)
        np.testing.assert_allclose(gradient, 2 * value * np.cos(0.5))


def test_the_optimized_rule_is_batched():
    f = fjax.checkpoint(tangent_function(True))
    value, pull = fjax.vjp(fjax.vmap(f), X)
    np.testing.assert_allclose(value, np.tan(X))
    np.testing.assert_allclose(pull(np.ones(3))[0], np.cos(X))


# ---- cotangents


def test_a_cotangent_in_another_precision_is_converted():
    @fjax.custom_vjp
    def f(x):
        return x * 2

    f.defvjp(lambda x: (f(x), None), lambda _, g: (g.astype(jnp.float64) * 2,))
    gradient = fjax.grad(lambda x: f(x).sum())(jnp.ones(3, jnp.float16))
    assert gradient.dtype == jnp.float16
    np.testing.assert_array_equal(gradient, 2.0)


def test_the_check_of_cotangents_can_be_switched_off():
    @fjax.custom_vjp
    def f(x, y):
        return x

    f.defvjp(lambda x, y: (x, None), lambda _, g: (jnp.zeros(3), jnp.zeros(3)))

    def gradient():
        return fjax.grad(lambda x, y: f(x, y).sum(), argnums=1)(jnp.ones(3), jnp.ones(4))

    with pytest.raises(ValueError, match=r"type float64\[3\], where the argument is float64\[4\]"):
        gradient()
    fjax.config.update("disable_bwd_checks", True)
    try:
        assert gradient().shape == (3,)
    finally:
        fjax.config.update("disable_bwd_checks", False)


# ---- custom_vmap


def sine_with_cosine_batches(seen):
    @custom_vmap
    def f(x):
        return jnp.sin(x)

    @f.def_vmap
    def _(axis_size, in_batched, x):
        seen.append((axis_size, in_batched))
        return jnp.cos(x), in_batched[0]

    return f


def test_a_batch_of_tangents_alone_is_none_to_the_rule():
    seen = []
    f = sine_with_cosine_batches(seen)
    y, t = fjax.vmap(lambda x, t: fjax.jvp(f, (x,), (t,)), (None, 0), (None, 0))(1.0, X)
    np.testing.assert_allclose((y, *t), (np.cos(1.0), *(-np.sin(1.0) * X)))
    np.testing.assert_allclose(fjax.jacfwd(f)(X), -np.diag(np.sin(X)))
    assert seen == [(3, [False])] * 2


def test_a_batch_of_primals_alone_is_none_to_the_rule():
    seen = []
    f = sine_with_cosine_batches(seen)
    y, t = fjax.vmap(lambda x, t: fjax.jvp(f, (x,), (t,)), (0, None))(X, 4.0)
    np.testing.assert_allclose((y, t), (np.cos(X), -4.0 * np.sin(X)))
    assert seen == [(3, [False])]


def test_primals_and_tangents_of_one_batch_are_batched_to_the_rule():
    seen = []
    f = sine_with_cosine_batches(seen)
    y, t = fjax.vmap(lambda x, t: fjax.jvp(f, (x,), (t,)))(X, X)
    np.testing.assert_allclose((y, t), (np.cos(X), -X * np.sin(X)))
    assert seen == [(3, [True])]


def test_a_batch_beside_one_of_tangents_alone_is_right_for_each_example():
    @custom_vmap
    def f(x, y):
        return x * y

    @f.def_vmap
    def _(axis_size, in_batched, x, y):
        return x * y, any(in_batched)

    def derivative(x, y, dx, dy):
        return fjax.jvp(f, (x, y), (dx, dy))[1]

    found = fjax.vmap(derivative, (0, None, 0, 0))(X, 2.0, X + 1, X + 2)
    np.testing.assert_allclose(found, (X + 1) * 2.0 + X * (X + 2))


def test_a_rule_with_a_result_of_another_structure_is_refused():
    @custom_vmap
    def f(x):
        return jnp.sin(x)

    f.def_vmap(lambda axis_size, in_batched, x: ([jnp.sin(x)], in_batched))
    with pytest.raises(ValueError, match="does not match that of original custom-vmapped function"):
        fjax.vmap(f)(X)
