"""Loops of which products are taken out compute what they did."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.evaluate import walk
from fjax.passes.distribute import Leaving, distribute
from fjax.passes.optimize import optimize
from tests.effort import examples

N, T = 5, 7


def distributed(function, *args, leaving=Leaving(True)):
    """The program with every loop split, and its outputs beside those of the program as traced."""
    traced = optimize(fjax.make_jaxpr(function)(*args).jaxpr)
    split = distribute(traced, lambda eqn: leaving)
    arrays = [jnp.asarray(a) for a in args]
    return split, walk(split, arrays), walk(traced, arrays)


def assert_same(function, *args, leaving=Leaving(True)):
    split, found, expected = distributed(function, *args, leaving=leaving)
    for a, b in zip(found, expected, strict=True):
        assert a.aval.shape == b.aval.shape and a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)
    return split


def names(jaxpr):
    return [e.primitive.name for e in jaxpr.eqns]


def products_inside(jaxpr):
    """How many products each loop computes in a step."""
    return [
        sum(e.primitive.name == "dot_general" for e in eqn.op.jaxpr.eqns)
        for eqn in jaxpr.eqns
        if eqn.primitive.name == "scan"
    ]


@pytest.fixture
def net(rng):
    return rng.standard_normal((N, N)), rng.standard_normal((N, N)), rng.standard_normal((T, 3, N))


def recurrent(w, u, xs, reverse=False):
    def step(h, x):
        h = jnp.tanh(h @ w + x @ u)
        return h, h

    return lax.scan(step, jnp.zeros((3, N)), xs, reverse=reverse)


@pytest.mark.parametrize("reverse", [False, True])
def test_the_product_of_the_inputs_runs_before_the_loop(net, reverse):
    split = assert_same(lambda *a: recurrent(*a, reverse=reverse), *net)
    assert products_inside(split) == [1]
    assert names(split).index("dot_general") < names(split).index("scan")


def test_gradients_of_weights_are_products_after_the_loop(net):
    split = assert_same(fjax.grad(lambda *a: jnp.sum(recurrent(*a)[1] ** 2), (0, 1, 2)), *net)
    assert products_inside(split) == [1, 1]


def test_a_weight_on_the_left_and_a_vector_state(net):
    w, u, xs = net

    def loss(w, u, xs):
        def step(h, x):
            h = jnp.tanh(w @ h + u @ x)
            return h, h

        return jnp.sum(lax.scan(step, jnp.zeros(N), xs)[1] ** 2)

    split = assert_same(fjax.grad(loss, (0, 1)), w, u, xs[:, 0])
    assert products_inside(split) == [1, 1]


def test_outputs_and_their_losses_run_after_the_loop(net):
    def loss(w, u, xs):
        def step(carry, x):
            h, total = carry
            h = jnp.tanh(h @ w + x)
            y = h @ u
            return (h, total + jnp.sum(y * y)), y - x

        (h, total), ys = lax.scan(step, (jnp.zeros((3, N)), 0.5), xs)
        return h, total, ys

    split = assert_same(loss, *net)
    assert products_inside(split) == [1, 0]  # the second loop adds in the user's order


def test_what_the_recurrence_needs_stays(net):
    def run(w, u, xs):
        def step(carry, x):
            h, total = carry
            total = total + h.T @ x
            return (jnp.tanh(x @ total + h @ w), total), total[0]

        return lax.scan(step, (jnp.zeros((3, N)), u), xs)

    split = assert_same(run, *net)
    assert products_inside(split) == [3]


def test_a_sum_that_is_also_an_output_stays(net):
    def run(w, u, xs):
        def step(total, x):
            total = total + x.T @ x
            return total, total

        return lax.scan(step, u, xs)

    assert products_inside(assert_same(run, *net)) == [1]


def test_fixed_work_is_done_once(net):
    def run(w, u, xs):
        def step(h, x):
            return jnp.tanh(h @ (w @ u)) + x, None

        return lax.scan(step, xs[0], xs)[0]

    assert products_inside(assert_same(run, *net)) == [1]


def test_a_loop_that_is_only_a_map_disappears(net):
    split = assert_same(lambda w, u, xs: lax.map(lambda x: jnp.sin(x @ w) @ u, xs), *net)
    assert "scan" not in names(split)


def test_a_sum_of_what_has_no_operands(net):
    def run(w, u, xs):
        def step(total, x):
            return total + jnp.full(3, 2.0), jnp.sum(x)

        return lax.scan(step, jnp.zeros(3), xs)

    assert_same(run, *net)


def test_storage_that_would_more_than_double_is_not_spent(net, monkeypatch):
    monkeypatch.setattr("fjax.passes.distribute.FREE_BYTES", 0)
    wide = np.ones((N, 50))

    def run(w, xs):
        def step(h, x):
            return h + jnp.sum(jnp.tanh(x @ w)), None

        return lax.scan(step, 0.0, xs)[0]

    fjax.clear_caches()
    assert products_inside(assert_same(run, wide, net[2])) == [1]
    fjax.clear_caches()


def test_an_output_that_is_the_same_in_each_step_is_stacked(net):
    def run(w, u, xs):
        def step(h, x):
            fixed = (w @ u)[:3]
            return h @ w + x @ u, (jnp.tanh(fixed) @ w, fixed, 2.0, w, x)

        return lax.scan(step, xs[0], xs)

    assert_same(run, *net)


ACROSS = Leaving(products=False, across=3, registers=15)


def inside(jaxpr):
    """What is computed in the steps of each loop."""
    return [[e.primitive.name for e in eqn.op.jaxpr.eqns] for eqn in jaxpr.eqns if eqn.op.loop()]


@pytest.mark.parametrize("reverse", [False, True])
def test_sums_across_lanes_leave_the_loop(net, reverse):
    def run(xs):
        def step(carry, x):
            h, total = carry
            new = jnp.tanh(h + jnp.sin(x))
            return (new, total + new.sum()), (new.max(0) * 2, jnp.cos(x).sum(0), new.sum(1))

        return lax.scan(step, (xs[0], 0.0), xs, reverse=reverse)

    split = assert_same(run, net[2], leaving=ACROSS)
    kept, total = inside(split)
    assert kept == ["sin", "add", "tanh", "reduce_sum"]  # the sum of each row stays in its lane
    assert total == ["add"]


def test_sums_that_steps_need_and_those_over_few_elements_stay(net):
    def run(xs):
        return lax.scan(lambda h, x: (h / h.sum(0) + x, h.sum(0)), xs[0], xs)

    jaxpr = optimize(fjax.make_jaxpr(run)(net[2]).jaxpr)
    assert distribute(jaxpr, lambda eqn: ACROSS) is jaxpr
    few = lambda xs: lax.scan(lambda h, x: (h + x, h.sum(0)), xs[0], xs)
    jaxpr = optimize(fjax.make_jaxpr(few)(net[2]).jaxpr)
    assert distribute(jaxpr, lambda eqn: Leaving(False, 4, 15)) is jaxpr
    assert distribute(jaxpr, lambda eqn: Leaving(False, 3, 14)) is jaxpr


@pytest.mark.parametrize("reverse", [False, True])
def test_a_carried_value_that_no_step_reads_is_that_of_the_last_step(net, reverse):
    w, u, xs = net

    def run(w, u, xs):
        def step(carry, x):
            h, last = carry
            return (h + x, jnp.sin(x) * w[0]), (w @ u, jnp.exp(x).sum(0))

        return lax.scan(step, (xs[0], xs[1]), xs, reverse=reverse)

    assert inside(assert_same(run, w, u, xs, leaving=ACROSS)) == [["add"]]
    alone = lambda xs: lax.scan(lambda c, x: (jnp.sin(x), x.max(0)), xs[0], xs, reverse=reverse)
    assert inside(assert_same(alone, xs, leaving=ACROSS)) == []


STEPS = {  # name: value from (state, slice, weights)
    "state": lambda h, x, w, u: h @ w,
    "input": lambda h, x, w, u: x @ u,
    "fixed": lambda h, x, w, u: (w @ u)[:3],
    "both": lambda h, x, w, u: (h * x) @ w.T,
    "outer": lambda h, x, w, u: h.T @ x,
    "gram": lambda h, x, w, u: x.T @ x,
    "elementwise": lambda h, x, w, u: jnp.sin(h + x),
    "across": lambda h, x, w, u: h * h.sum(0) + x.sum(0),
}
ROWS = ["state", "input", "fixed", "both", "elementwise", "across"]
SQUARES = ["outer", "gram"]


@given(
    rows=st.lists(st.sampled_from(ROWS), min_size=1, max_size=3),
    outs=st.lists(st.sampled_from(ROWS), max_size=2),
    sums=st.lists(st.sampled_from([*ROWS, *SQUARES]), max_size=3),
    reverse=st.booleans(),
    old=st.booleans(),
    leaving=st.sampled_from([Leaving(True), ACROSS]),
)
@example(["fixed"], ["state"], [], False, False, Leaving(True))
@example(["state"], [], ["state", "state"], False, False, ACROSS)
@settings(deadline=None, max_examples=examples(30, fewer=30))
def test_random_bodies_agree(rows, outs, sums, reverse, old, leaving):
    rng = np.random.default_rng(0)
    w, u = rng.standard_normal((2, N, N)) * 0.3
    xs = rng.standard_normal((4, 3, N))

    def run(w, u, xs):
        def step(carry, x):
            h, *totals = carry
            new = jnp.tanh(sum(STEPS[r](h, x, w, u) for r in rows))
            seen = h if old else new
            totals = [t + STEPS[s](seen, x, w, u) for t, s in zip(totals, sums, strict=True)]
            return (new, *totals), [STEPS[o](seen, x, w, u) for o in outs]

        start = [jnp.ones((3, N) if s in ROWS else (N, N)) for s in sums]
        return lax.scan(step, (xs[0], *start), xs, reverse=reverse)

    assert_same(run, w, u, xs, leaving=leaving)

    def loss(*args):
        return sum(jnp.sum(jnp.sin(leaf)) for leaf in fjax.tree.leaves(run(*args)))

    assert_same(fjax.grad(loss, (0, 1, 2)), w, u, xs, leaving=leaving)
    batch = w, np.stack([u, -u]), np.stack([xs, xs + 1])
    assert_same(fjax.vmap(run, (None, 0, 0)), *batch, leaving=leaving)
