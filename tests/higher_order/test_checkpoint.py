"""checkpoint: values, what is kept, what is computed again."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.ad_checkpoint import (
    checkpoint_name,
    checkpoint_policies,
    print_saved_residuals,
    saved_residuals,
)
from fjax.core.ir import subjaxprs


def layers(w, x):
    y = checkpoint_name(w @ x, "first")
    z = checkpoint_name(jnp.sin(y), "second")
    return (w @ jnp.sin(z)).sum()


W, X = jnp.eye(3) * 0.3 + 0.1, jnp.arange(3.0)
POLICIES = {
    "none": (None, ["w", "x"]),
    "everything": (checkpoint_policies.everything_saveable, None),
    "nothing": (checkpoint_policies.nothing_saveable, ["w", "x"]),
    "dots": (checkpoint_policies.dots_saveable, None),
    "dots without batch": (checkpoint_policies.dots_with_no_batch_dims_saveable, None),
    "only second": (checkpoint_policies.save_only_these_names("second"), ["w", "x", "second"]),
    "any but second": (checkpoint_policies.save_any_names_but_these("second"), ["w", "x", "first"]),
    "both": (
        checkpoint_policies.save_from_both_policies(
            checkpoint_policies.save_only_these_names("first"),
            checkpoint_policies.save_only_these_names("second"),
        ),
        None,
    ),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", POLICIES)
def test_gradients_do_not_depend_on_the_policy(name):
    f = fjax.checkpoint(layers, policy=POLICIES[name][0])
    expected = fjax.grad(layers, (0, 1))(W, X)
    for g in (fjax.grad(f, (0, 1)), fjax.jit(fjax.grad(f, (0, 1)))):
        for a, b in zip(g(W, X), expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12)
    hessian = fjax.jacrev(fjax.grad(f, 1), 1)(W, X)
    np.testing.assert_allclose(hessian, fjax.jacrev(fjax.grad(layers, 1), 1)(W, X), rtol=1e-10)


@pytest.mark.parametrize("name", [n for n, (_, kept) in POLICIES.items() if kept])
def test_only_what_the_policy_says_is_kept(name):
    policy, kept = POLICIES[name]
    found = saved_residuals(fjax.checkpoint(layers, policy=policy), W, X)
    descriptions = [d for _, d in found]
    for k in kept:
        assert any(
            d == f"from the argument {k}" or d.startswith(f"named '{k}'") for d in descriptions
        )
    assert len(found) == len(kept)


def test_saved_residuals_name_primitive_and_line(capsys):
    print_saved_residuals(lambda x: jnp.sin(jnp.sin(x)), 1.0)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all("output of cos" in line and __file__ in line for line in lines)


def test_the_body_is_computed_again_in_the_backward_pass():
    f = fjax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))
    text = str(fjax.make_jaxpr(fjax.grad(f))(1.0))
    assert text.count("= sin ") == 3  # two forward, the inner one again
    assert "optimization_barrier" in text
    free = fjax.checkpoint(lambda x: jnp.sin(jnp.sin(x)), prevent_cse=False)
    assert "optimization_barrier" not in str(fjax.make_jaxpr(fjax.grad(free))(1.0))


def test_effects_inside_happen_once(capsys):
    @fjax.checkpoint
    def f(x):
        fjax.debug.print("x = {}", x)
        return jnp.sin(jnp.sin(x))

    fjax.grad(f)(1.0)
    assert capsys.readouterr().out == "x = 1.0\n"


def test_static_arguments_are_python_values():
    def f(x, double):
        return jnp.sin(x) * 2.0 if double else jnp.sin(x)

    g = fjax.checkpoint(f, static_argnums=(1,))
    np.testing.assert_allclose(fjax.grad(g)(0.0, True), 2.0)
    np.testing.assert_allclose(fjax.grad(g)(0.0, False), 1.0)


def test_checkpoint_inside_scan_keeps_only_the_carry():
    def f(x):
        body = fjax.checkpoint(lambda c, _: (jnp.sin(jnp.sin(c)), None), prevent_cse=False)
        return fjax.lax.scan(body, x, None, length=4)[0]

    jaxpr = fjax.make_jaxpr(fjax.grad(f))(1.0)
    forward = next(e for e in jaxpr.eqns if e.primitive.name == "scan")
    assert len(forward.outvars) <= 2
    np.testing.assert_allclose(
        fjax.grad(f)(0.7),
        fjax.grad(
            lambda x: jnp.sin(jnp.sin(jnp.sin(jnp.sin(jnp.sin(jnp.sin(jnp.sin(jnp.sin(x))))))))
        )(0.7),
    )


def test_keywords_pass_through():
    f = fjax.checkpoint(lambda x, *, scale: jnp.sin(x) * scale)
    np.testing.assert_allclose(fjax.grad(lambda x: f(x, scale=3.0))(0.0), 3.0)


def test_nested_checkpoints_are_fenced_once_each():
    def nested(depth):
        function = jnp.sin
        for _ in range(depth):
            function = fjax.checkpoint(lambda x, inner=function: jnp.sin(inner(x)))
        return function

    def fences(jaxpr):
        own = sum(e.primitive.name == "optimization_barrier" for e in jaxpr.eqns)
        return own + sum(map(fences, subjaxprs(jaxpr)))

    for depth in (1, 2, 5):
        gradient = fjax.grad(nested(depth))
        assert fences(fjax.make_jaxpr(gradient)(0.5).jaxpr) == depth
        value, expected = 0.5, 1.0
        for _ in range(depth + 1):
            value, expected = np.sin(value), expected * np.cos(value)
        np.testing.assert_allclose(gradient(0.5), expected, rtol=1e-14)
