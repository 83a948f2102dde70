"""jvp, linearize, transpose and vmap of jaxprs, and how traces nest."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.primitive import BatchAxis, Zero
from fjax.interpreters.jvp import jvp_flat, jvp_jaxpr
from fjax.interpreters.linearize import linearize_flat, partial_eval_jaxpr, tape_jaxpr
from fjax.interpreters.staging import stage_closed
from fjax.interpreters.transpose import backward_pass, transpose_jaxpr
from fjax.interpreters.vmap import vmap_flat, vmap_jaxpr

SCALAR, VECTOR = ShapedArray((), np.float64), ShapedArray((3,), np.float64)
X = jnp.array([0.1, 0.5, 0.9])


def program(x, y):
    return [jnp.sin(x) * y, x + 1.0, y * y]


def test_absent_tangents_stay_absent():
    outs, tangents = jvp_flat(program, [X, X], [Zero(VECTOR), jnp.ones(3)])
    assert [type(t) is Zero for t in tangents] == [False, True, False]
    np.testing.assert_allclose(tangents[0], np.sin(X))
    assert len(outs) == 3


def test_jvp_of_a_jaxpr_says_which_outputs_move():
    jaxpr = stage_closed(program, [VECTOR, VECTOR])
    moved, has = jvp_jaxpr(jaxpr, (False, True), (False, False, False))
    assert has == (True, False, True)
    assert len(moved.invars) == 3 and len(moved.outvars) == 5
    _, wanted = jvp_jaxpr(jaxpr, (False, True), (False, True, False))
    assert wanted == (True, True, True)
    assert jvp_jaxpr(jaxpr, (False, True), (False, False, False))[0] is moved


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_partial_evaluation_gives_back_the_program():
    jaxpr = stage_closed(program, [VECTOR, VECTOR])
    parts = partial_eval_jaxpr(jaxpr, (False, True))
    assert parts.out_unknown == (True, False, True)
    known = evaluate_jaxpr(parts.known, [X])
    residuals = known[1:]
    unknown = evaluate_jaxpr(parts.remainder, [*residuals, X * 2.0])
    expected = program(X, X * 2.0)
    np.testing.assert_allclose(known[0], expected[1])
    np.testing.assert_allclose(unknown[0], expected[0])
    np.testing.assert_allclose(unknown[1], expected[2])


def test_partial_evaluation_can_be_told_what_to_leave_unknown():
    jaxpr = stage_closed(program, [VECTOR, VECTOR])
    parts = partial_eval_jaxpr(jaxpr, (False, True), (False, True, False))
    assert parts.out_unknown == (True, True, True)


def test_the_tape_is_a_linear_program():
    lin = linearize_flat(program, [X, X], [True, False])
    jaxpr, constants = tape_jaxpr(
        lin.tape,
        [t for t in lin.inputs if t is not None],
        [t for t in lin.tangents if type(t) is not Zero],
    )
    once = evaluate_jaxpr(jaxpr, [*constants, X])
    twice = evaluate_jaxpr(jaxpr, [*constants, X * 2.0])
    for a, b in zip(once, twice, strict=True):
        np.testing.assert_allclose(np.asarray(a) * 2.0, b)
    np.testing.assert_allclose(once[0], np.cos(X) * X * X)


def test_transposition_is_the_adjoint():
    jaxpr = stage_closed(lambda w, x: [w * x, x + x], [VECTOR, VECTOR])
    backward, has = transpose_jaxpr(jaxpr, (False, True), (True, True))
    assert has == (True,)
    w, v, a, b = X, X * 3.0, jnp.cos(X), jnp.exp(X)
    first, second = evaluate_jaxpr(jaxpr, [w, v])
    (pulled,) = evaluate_jaxpr(backward, [w, a, b])
    np.testing.assert_allclose((first * a + second * b).sum(), (v * pulled).sum())


def test_cotangents_that_are_zero_reach_nothing():
    lin = linearize_flat(program, [X, X], [True, True])
    (to_x, to_y) = backward_pass(
        lin.tape, lin.inputs, lin.tangents, [Zero(VECTOR), jnp.ones(3), Zero(VECTOR)]
    )
    np.testing.assert_array_equal(to_x, np.ones(3))
    assert type(to_y) is Zero


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
@pytest.mark.parametrize("dims", [(0, None), (None, 0), (1, 0), (0, 1), (None, None)])
def test_vmap_agrees_with_a_loop_for_any_batch_dimensions(dims):
    rng = np.random.default_rng(0)
    args = [rng.normal(size=(3,) if d is None else (2, 3) if d == 0 else (3, 2)) for d in dims]
    jaxpr = stage_closed(program, [VECTOR, VECTOR])
    batched, out_dims = vmap_jaxpr(jaxpr, BatchAxis(None, 2), dims)
    outs = evaluate_jaxpr(batched, list(map(jnp.asarray, args)))
    for i in range(2):
        row = [a if d is None else np.take(a, i, d) for a, d in zip(args, dims, strict=True)]
        for out, d, expected in zip(outs, out_dims, program(*map(jnp.asarray, row)), strict=True):
            np.testing.assert_allclose(
                out if d is None else np.take(np.asarray(out), i, d), expected
            )


def test_what_no_batch_touches_stays_unbatched():
    outs, dims = vmap_flat(program, BatchAxis(None, 2), [jnp.ones((2, 3)), X], [0, None])
    assert dims[2] is None and outs[2].shape == (3,)


def test_perturbations_of_nested_derivatives_do_not_mix():
    f = lambda x: x * fjax.grad(lambda y: x + y)(1.0)
    assert float(fjax.grad(f)(3.0)) == 1.0
    g = lambda x: x * fjax.jvp(lambda y: x * y, (2.0,), (1.0,))[1]
    assert float(fjax.jvp(g, (3.0,), (1.0,))[1]) == 6.0


def test_a_value_dependent_branch_works_under_grad_but_not_under_jit():
    f = lambda x: x * x if x > 0 else -x
    assert float(fjax.grad(f)(2.0)) == 4.0 and float(fjax.grad(f)(-2.0)) == -1.0
    assert float(fjax.grad(fjax.grad(f))(2.0)) == 2.0
    with pytest.raises(TypeError, match="fjax.lax.cond"):
        fjax.jit(fjax.grad(f))(2.0)
    with pytest.raises(TypeError, match="vmap"):
        fjax.vmap(f)(jnp.ones(2))


@pytest.mark.parametrize(
    "order", ["grad of vmap of vmap", "vmap of vmap of grad", "vmap of grad of vmap"]
)
def test_nested_batches_and_derivatives_agree(order):
    x = jnp.arange(6.0).reshape(2, 3) * 0.3
    f = lambda v: jnp.sin(v) * v
    expected = np.cos(x) * x + np.sin(x)
    found = {
        "grad of vmap of vmap": lambda: fjax.grad(lambda x: fjax.vmap(fjax.vmap(f))(x).sum())(x),
        "vmap of vmap of grad": lambda: fjax.vmap(fjax.vmap(fjax.grad(f)))(x),
        "vmap of grad of vmap": lambda: fjax.vmap(fjax.grad(lambda r: fjax.vmap(f)(r).sum()))(x),
    }[order]()
    np.testing.assert_allclose(found, expected)
