"""What a pull-back function keeps: primals by argument, and other values."""

import gc
import weakref

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

X, W = np.linspace(0.0, 1.0, 12).reshape(3, 4), np.linspace(-1.0, 1.0, 16).reshape(4, 4)


def dense(x, w):
    return 2.0 * (x @ w["w"]) + w["b"]


def arguments():
    return jnp.asarray(X), {"w": jnp.asarray(W), "b": jnp.zeros(4)}


def test_primals_that_are_kept_stand_by_argument():
    x, w = arguments()
    _, pull = fjax.vjp(dense, x, w)
    assert pull.args_res[0] is x and pull.args_res[1]["w"] is w["w"]
    assert repr(pull.args_res[1]["b"]) == "NotNeeded"
    assert all(r.shape == () for r in pull.opaque_residuals)  # the factor, if anything


def test_other_values_that_are_kept_are_opaque():
    _, pull = fjax.vjp(jnp.sin, jnp.asarray(X))
    (kept,) = pull.opaque_residuals
    np.testing.assert_allclose(kept, np.cos(X))
    assert repr(pull.args_res) == "[NotNeeded]"


def test_looking_at_what_is_kept_changes_no_cotangent():
    x, w = arguments()
    value, pull = fjax.vjp(dense, x, w)
    ct = jnp.ones_like(value)
    before = pull(ct)
    assert pull.args_res
    after = pull(ct)
    for a, b in zip(fjax.tree.leaves(before), fjax.tree.leaves(after), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_primal_can_be_taken_out_and_put_back():
    x, w = arguments()
    value, pull = fjax.vjp(dense, x, w)
    alive = weakref.ref(w["w"])
    pull.args_res[1] = None
    w = None
    gc.collect()
    assert alive() is None
    with pytest.raises(TypeError, match="put back what was taken out"):
        pull(jnp.ones_like(value))
    pull.args_res[1] = arguments()[1]
    of_x, of_w = pull(jnp.ones_like(value))
    np.testing.assert_allclose(of_x, 2 * np.ones((3, 4)) @ W.T)
    np.testing.assert_allclose(of_w["w"], 2 * X.T @ np.ones((3, 4)))


def test_what_is_kept_survives_a_compiled_function():
    @fjax.jit
    def forward(x):
        return fjax.vjp(lambda x: jnp.sin(x).sum(), x)

    value, pull = forward(X)
    assert len(pull.opaque_residuals) == 1
    np.testing.assert_allclose(pull(1.0)[0], np.cos(X))


def test_what_is_kept_can_be_replaced_as_a_whole():
    x, w = arguments()
    value, pull = fjax.vjp(dense, x, w)
    args, others = pull.args_res, pull.opaque_residuals
    pull.args_res = [None, None]
    pull.args_res = args
    pull.opaque_residuals = others
    np.testing.assert_allclose(pull(jnp.ones_like(value))[0], 2 * np.ones((3, 4)) @ W.T)
    with pytest.raises(ValueError, match="opaque_residuals are"):
        pull.opaque_residuals = [*others, 1.0]


# ---- cotangents that nobody wants


def test_cotangents_that_nobody_wants_are_not_computed():
    x, w = arguments()
    value, pull = fjax.vjp(dense, x, w)
    skip, want = fjax.ad.DontWant(), fjax.ad.GradValue()
    ct = jnp.asarray(X + 1)
    expected = pull(ct)
    of_x, of_w = pull.with_refs(want, {"w": skip, "b": skip})(ct)
    np.testing.assert_array_equal(of_x, expected[0])
    assert of_w == {"w": fjax.ad.DidntWant(), "b": fjax.ad.DidntWant()}
    of_x, of_w = pull.with_refs(skip, {"w": want, "b": skip})(ct)
    assert of_x == of_w["b"] == fjax.ad.DidntWant()
    np.testing.assert_array_equal(of_w["w"], expected[1]["w"])
    program = fjax.make_jaxpr(lambda c: pull.with_refs(skip, {"w": skip, "b": want})(c))(ct)
    assert "dot_general" not in str(program)


def test_unwanted_cotangents_cost_nothing_within_a_jitted_function_either():
    _, pull = fjax.vjp(fjax.jit(lambda x, w: jnp.sin(x @ w)), jnp.asarray(X), jnp.asarray(W))
    program = fjax.make_jaxpr(pull.with_refs(fjax.ad.GradValue(), fjax.ad.DontWant()))(
        jnp.ones((3, 4))
    )
    assert str(program).count("dot_general") == 1


def test_unwanted_cotangents_beside_references_and_integers():
    total = fjax.new_ref(jnp.zeros(2))
    _, pull = fjax.vjp(lambda x, y, n: x * y * n, jnp.ones(2), jnp.full(2, 3.0), 2)
    found = pull.with_refs(total, fjax.ad.DontWant(), fjax.ad.DontWant())(jnp.ones(2))
    assert found == (fjax.ad.GradRef(), fjax.ad.DidntWant(), fjax.ad.DidntWant())
    np.testing.assert_array_equal(total[...], [6.0, 6.0])
    assert fjax.tree.leaves(found) == []


def test_unwanted_cotangents_are_not_computed_by_pull_backs_that_were_passed_on():
    @fjax.jit
    def pull_one(pull, ct):
        return pull.with_refs(fjax.ad.DontWant(), fjax.ad.GradValue())(ct)

    _, pull = fjax.vjp(lambda x, y: x * y, jnp.arange(3.0), jnp.ones(3))
    nothing, of_y = pull_one(pull, jnp.ones(3))
    assert nothing == fjax.ad.DidntWant()
    np.testing.assert_array_equal(of_y, np.arange(3.0))
