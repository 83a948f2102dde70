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
    assert all(r.shape == () for r in pull.opaque_residuals)     # the factor, if anything


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
