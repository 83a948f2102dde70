"""What checkpoint policies keep inside loops and branches, barriers by argument, and logs."""

import logging
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.ad_checkpoint import Offloadable, Recompute, Saveable, checkpoint_name

dots_saveable = fjax.checkpoint_policies.dots_saveable
W = np.linspace(-0.5, 0.5, 9).reshape(3, 3)
START = np.array([0.2, -0.4, 0.6])


def step(x, w):
    return jnp.sin(x @ w)


def in_branch(w):
    return lax.cond(w[0, 0] < 1, lambda x: step(step(x, w), w), lambda x: x, START).sum()


def in_loop(w):
    return lax.scan(lambda x, _: (step(x, w), None), START, None, length=3)[0].sum()


def in_branch_of_loop(w):
    def body(x, i):
        return lax.cond(i % 2 == 0, lambda x: step(x, w), lambda x: x * 0.5, x), None

    return lax.scan(body, START, jnp.arange(4))[0].sum()


def in_called_function(w):
    return fjax.jit(lambda w: step(step(START, w), w))(w).sum()


PROGRAMS = [in_branch, in_loop, in_branch_of_loop, in_called_function]


def backward(f, *args):
    """The text of the backward pass, and what it gives."""
    value, pull = fjax.vjp(f, *args)
    return str(fjax.make_jaxpr(pull)(value)), pull(jnp.ones_like(value))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_gradient_is_that_without_checkpoint(program):
    for policy in (
        None,
        dots_saveable,
        fjax.checkpoint_policies.everything_saveable,
        lambda prim, *_, **__: prim.name == "sin",
    ):
        f = fjax.checkpoint(program, policy=policy)
        for g in (fjax.grad(f), fjax.jit(fjax.grad(f)), fjax.grad(fjax.jit(f))):
            np.testing.assert_allclose(g(W), fjax.grad(program)(W), rtol=1e-12, atol=1e-14)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("program", PROGRAMS)
def test_second_derivatives_go_through_what_is_kept(program):
    f = fjax.checkpoint(program, policy=dots_saveable)
    direction = np.cos(np.arange(9.0)).reshape(3, 3)

    def slope(g):
        return fjax.jvp(fjax.grad(g), (W,), (direction,))[1]

    np.testing.assert_allclose(slope(f), slope(program), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(("program", "recomputed"), [(in_branch, 2), (in_loop, 1)])
def test_products_that_are_kept_are_not_computed_again(program, recomputed):
    nothing, _ = backward(fjax.checkpoint(program), W)
    dots, _ = backward(fjax.checkpoint(program, policy=dots_saveable), W)
    everything, _ = backward(program, W)
    assert dots.count(" dot_general") == everything.count(" dot_general")
    assert nothing.count(" dot_general") == dots.count(" dot_general") + recomputed


def test_a_loop_whose_steps_need_only_what_is_kept_is_not_run_again():
    f = fjax.checkpoint(
        lambda x: lax.scan(lambda c, _: (jnp.sin(c), jnp.sin(c)), x, None, 3),
        policy=lambda prim, *_, **__: prim.name == "cos",
    )
    _, linear = fjax.linearize(f, 4.0)
    text = str(fjax.make_jaxpr(linear)(1.0))
    assert text.count(" sin ") == text.count(" cos ") == 0


def test_names_inside_a_loop_are_kept():
    def program(w):
        def body(x, _):
            return jnp.sin(checkpoint_name(x @ w, "product")), None

        return lax.scan(body, START, None, length=3)[0].sum()

    policy = fjax.checkpoint_policies.save_only_these_names("product")
    text, (gradient,) = backward(fjax.checkpoint(program, policy=policy), W)
    plain, (expected,) = backward(program, W)
    assert text.count(" dot_general") == plain.count(" dot_general")
    np.testing.assert_allclose(gradient, expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("answer", "kept"),
    [(Saveable, True), (Recompute, False), (Offloadable("device", "pinned_host"), True)],
)
def test_a_policy_may_answer_with_jaxs_types(answer, kept):
    f = fjax.checkpoint(lambda x: jnp.sin(jnp.exp(x)), policy=lambda *_, **__: answer)
    text, _ = backward(f, 0.5)
    assert (" exp " not in text) == kept


# ---- barriers


def barriers(prevent_cse, *args):
    def layer(w, x):
        return jnp.sin(x @ w)

    f = fjax.checkpoint(layer, prevent_cse=prevent_cse)
    value, pull = fjax.vjp(f, *args)
    text = str(fjax.make_jaxpr(pull)(value))
    np.testing.assert_allclose(pull(jnp.ones(3))[1], W @ np.cos(START @ W))
    lines = [line for line in text.splitlines() if "optimization_barrier" in line]
    return len(lines[0].split("optimization_barrier")[1].split()) if lines else 0


def test_arguments_are_kept_from_being_shared_one_by_one():
    assert barriers(True, W, START) == 2
    assert barriers((False, True), W, START) == 1
    assert barriers((False, False), W, START) == barriers(False, W, START) == 0


def test_the_choice_of_barriers_may_be_a_tree():
    f = fjax.checkpoint(lambda d: jnp.sin(d["x"] @ d["w"]), prevent_cse=({"w": False, "x": True},))
    text = str(fjax.make_jaxpr(fjax.grad(lambda w, x: f({"w": w, "x": x}).sum()))(W, START))
    (line,) = [line for line in text.splitlines() if "optimization_barrier" in line]
    assert len(line.split("optimization_barrier")[1].split()) == 1


# ---- tracing and logs


def test_equal_static_arguments_are_traced_once():
    traced = []

    def f(n, x):
        traced.append(n)
        return jnp.sin(x) * n

    g = fjax.checkpoint(f, static_argnums=(0,))
    for _ in range(3):
        assert g(2, 0.5) == 2 * np.sin(0.5)
    assert g(3, 0.5) == 3 * np.sin(0.5) and g(2.0, 0.5) == 2 * np.sin(0.5)
    assert traced == [2, 3, 2.0] and [type(n) for n in traced] == [int, int, float]
    assert g(np.ones(1), 0.5) == np.sin(0.5)  # no hash: traced anew each time


def test_what_is_kept_is_logged(caplog):
    def f(x):
        return jnp.cos(jnp.sin(x).sum())

    x = jnp.arange(3.0)
    caplog.set_level(logging.DEBUG, "fjax.higher_order.checkpoint")
    fjax.grad(fjax.checkpoint(f))(x)
    assert "remat-decorated function saving inputs with shapes:\n  float64[3]" in caplog.text
    assert "intermediates" not in caplog.text
    caplog.clear()
    fjax.grad(fjax.checkpoint(f, policy=lambda *_, **__: True))(x)
    assert "saving inputs" not in caplog.text
    assert "saving these intermediates:\n  float64[3] by cos at" in caplog.text
    caplog.clear()
    fjax.grad(fjax.checkpoint(f, policy=lambda p, *_, **__: p.name == "cos"))(x)
    assert "saving inputs with shapes:" in caplog.text
    assert "and saving these intermediates:\n  float64[3] by cos at" in caplog.text


def test_what_is_kept_is_logged_whenever_it_is_split_with_the_line_of_what_is_kept(caplog):
    f = fjax.checkpoint(lambda x: jnp.cos(jnp.sin(x)), policy=lambda p, *_, **__: p.name == "cos")
    fjax.grad(f)(0.5)
    assert not caplog.text
    caplog.set_level(logging.DEBUG)  # of the root, to which records propagate
    for times in (1, 2):
        fjax.grad(f)(0.5)
        assert caplog.text.count("remat-decorated function") == times
    assert re.search(r" by cos at \S*test_saving\.py:\d+", caplog.text)


def test_what_is_kept_can_be_logged_as_a_warning(caplog):
    caplog.set_level(logging.WARNING, "fjax.higher_order.checkpoint")
    fjax.config.update("log_checkpoint_residuals", True)
    try:
        fjax.grad(fjax.checkpoint(lambda x: jnp.sin(x)))(0.5)
    finally:
        fjax.config.update("log_checkpoint_residuals", False)
    assert "remat-decorated function" in caplog.text
