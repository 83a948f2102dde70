"""Loops whose steps need BLAS: native calls of many steps, against their Python twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.run import planning
from tests.effort import examples

N = 70  # a sum of so many products is not written out
RTOL = 1e-9


@pytest.fixture
def host(monkeypatch):
    """The host loops that are planned meanwhile."""
    fjax.clear_caches()
    made = []
    plan = planning.plan_host_loop

    def remember(*args):
        made.append(plan(*args))
        return made[-1]

    monkeypatch.setattr(planning, "plan_host_loop", remember)
    yield made
    fjax.clear_caches()


def twin_scan(f, carry, xs, reverse=False):
    """A Python loop."""
    n, ys = len(xs), [None] * len(xs)
    carry = fjax.tree.map(jnp.asarray, carry)
    for i in reversed(range(n)) if reverse else range(n):
        carry, ys[i] = f(carry, xs[i])
    leaves = zip(*map(fjax.tree.leaves, ys), strict=True)
    return carry, [np.stack([np.asarray(y) for y in column]) for column in leaves]


def assert_same(found, expected):
    found, expected = fjax.tree.leaves(found), fjax.tree.leaves(expected)
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=RTOL, atol=1e-12)


W = np.random.default_rng(0).standard_normal((N, N)) / 10
XS = np.random.default_rng(1).standard_normal((6, 2, N))


def one_state(h, x):
    h = jnp.tanh(h @ W + x)
    return h, h


def new_and_old_states(h, x):
    new = jnp.tanh(h @ W + x)
    return new, (new, h, x, x, h)


def states_change_places(carry, x):
    a, b = carry
    return (b, jnp.tanh(a @ W) + x), a


def two_states_from_one(carry, x):
    a, b = carry
    new = jnp.tanh(a @ W + b)
    return (new, new), (new, new)


def rearranged(h, x):
    new = jnp.tanh(h @ W + x)
    return new, (new.reshape(N, 2), new.T, new[0])


def changed_in_place(carry, x):
    table, h = carry
    h = jnp.tanh(h @ W + x)
    table = table.at[1].set(h[0]).at[0].add(1.0)
    return (table, h), table[0]


def old_and_new_in_place(carry, x):
    table, h = carry
    new = table.at[1].set(jnp.tanh(h[0] @ W))
    return (new, h + x), (table[1], new)


def with_what_stays(carry, x):
    fixed, h = carry
    return (fixed, jnp.tanh(h @ fixed + x)), fixed[0]


def with_a_constant_result(carry, x):
    h, _ = carry
    return (jnp.tanh(h @ W + x), 1.5), 2.5


def several_dtypes(carry, x):
    h, i, flag, z = carry
    h = jnp.tanh(h @ W + x * i)
    return (h, i + 1, ~flag, z * 1j), (i, flag, z)


BODIES = {  # name: (body, initial carry, whether its steps are native)
    "one state": (one_state, XS[0], True),
    "new and old": (new_and_old_states, XS[0], True),
    "places": (states_change_places, (XS[0], XS[1]), True),
    "two from one": (two_states_from_one, (XS[0], XS[1]), True),
    "rearranged": (rearranged, XS[0], True),
    "in place": (changed_in_place, (W, XS[0]), True),
    "old and new in place": (old_and_new_in_place, (W, XS[0]), True),
    "what stays": (with_what_stays, (W, XS[0]), True),
    "constant result": (with_a_constant_result, (XS[0], 0.0), False),
    "dtypes": (several_dtypes, (XS[0], 0, False, 1 + 2j), True),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("name", BODIES)
def test_a_host_loop_agrees_with_its_twin(name, reverse, host):
    body, init, native = BODIES[name]
    run = fjax.jit(lambda init, xs: lax.scan(body, init, xs, reverse=reverse))
    before = fjax.tree.map(np.array, (init, XS))
    for _ in range(2):
        assert_same(run(init, XS), twin_scan(body, init, XS, reverse))
    assert_same((init, XS), before)  # operands are left alone
    assert [h.steps is not None for h in host] == [native]


def attracted(state, _):
    """Bodies that attract each other: sums over all others, of sums over coordinates."""
    x, v = state
    d = x[None] - x[:, None]
    v = v + 0.01 * (d * (((d * d).sum(-1) + 0.01) ** -1.5)[..., None]).sum(1)
    return (x + 0.01 * v, v), None


def synchronised(phase, _):
    return phase + 0.01 * jnp.sin(phase[None] - phase[:, None]).mean(1), phase.sum()


def balanced(x, _):
    return softmax(x, 1) * softmax(x, 0) * 20, x[0]


def softmax(x, axis):
    return fjax.nn.softmax(x, axis=axis)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "step,shapes",
    [
        (attracted, [(7, 3), (7, 3)]),
        (attracted, [(40, 3), (40, 3)]),
        (attracted, [(90, 3), (90, 3)]),
        (synchronised, [(9,)]),
        (synchronised, [(50,)]),
        (synchronised, [(200,)]),
        (balanced, [(5, 6)]),
        (balanced, [(30, 40)]),
        (balanced, [(70, 90)]),
    ],
    ids=lambda x: getattr(x, "__name__", None) or "x".join(map(str, x[0])),
)
def test_reductions_over_a_large_state(step, shapes):
    rng = np.random.default_rng(3)
    state = [rng.standard_normal(s) for s in shapes]
    state = tuple(state) if len(state) > 1 else state[0]
    found = fjax.jit(lambda s: lax.scan(step, s, None, length=3))(state)
    stepwise = []
    for _ in range(3):
        state, out = step(fjax.tree.map(jnp.asarray, state), None)
        stepwise.append(out)
    outs = [] if stepwise[0] is None else np.stack([np.asarray(y) for y in stepwise])
    assert_same(found, (state, outs))
    batched = fjax.tree.map(lambda s: np.stack([s, s * 2]), state)
    one_by_one = [
        fjax.jit(lambda s: lax.scan(step, s, None, length=2))(
            fjax.tree.map(lambda s, k=k: s[k], batched)
        )
        for k in range(2)
    ]
    together = fjax.jit(fjax.vmap(lambda s: lax.scan(step, s, None, length=2)))(batched)
    assert_same(together, fjax.tree.map(lambda *x: np.stack(x), *one_by_one))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("width,native", [(20, True), (24, False), (64, False)])
@pytest.mark.parametrize("batch", [(), (9,)])
def test_products_of_many_terms_are_left_to_blas(width, native, batch, host):
    w, xs = W[:width, :width], np.random.default_rng(2).standard_normal((5, *batch, width))

    def step(h, x):
        h = jnp.tanh(h @ w + x)
        return h, h

    found = fjax.jit(lambda xs: lax.scan(step, jnp.zeros((*batch, width)), xs))(xs)
    assert_same(found, twin_scan(step, jnp.zeros((*batch, width)), xs))
    assert [h.steps is not None for h in host] == ([] if native else [True])


@pytest.mark.parametrize("length", [0, 1, 2, 9, 100])
@pytest.mark.parametrize("name", ["one state", "places", "in place"])
def test_lengths_known_late(name, length, host):
    body, init, _ = BODIES[name]
    run = fjax.jit(lambda n, init: lax.fori_loop(0, n, lambda i, c: body(c, XS[0])[0], init))
    assert_same(run(length, init), twin_scan(body, init, [XS[0]] * length)[0] if length else init)
    assert all(h.steps is not None for h in host)


@pytest.mark.parametrize("limit", [0.0, 3.0, 40.0])
def test_a_while_loop_asks_before_each_step(limit, host):
    def norm(h):
        return jnp.sum(jnp.abs(h))

    def run(h):
        return lax.while_loop(
            lambda c: (norm(c[0]) > limit) & (c[1] < 50),
            lambda c: (jnp.tanh(c[0] @ W), c[1] + 1),
            (h, 0),
        )

    h, steps = XS[0], 0
    while norm(h) > limit and steps < 50:
        h, steps = jnp.tanh(h @ W), steps + 1
    assert_same(fjax.jit(run)(XS[0]), (h, steps))
    assert [h.steps is not None for h in host] == [True]


def test_results_share_no_memory(host):
    run = fjax.jit(lambda h: lax.scan(new_and_old_states, h, XS))
    outs = [np.asarray(x) for x in fjax.tree.leaves(run(XS[0]))]
    for k, a in enumerate(outs):
        assert not any(np.shares_memory(a, b) for b in outs[k + 1 :])


def test_an_update_in_place_beside_a_product_copies_nothing(host):
    def body(carry, x):
        table, h = carry
        h = jnp.tanh(h @ W + x)
        return (table.at[1].set(h[0]), h), h

    found = fjax.jit(lambda: lax.scan(body, (W, XS[0]), XS))()
    (loop,) = host
    assert loop.body.copies == [] and 0 in loop.in_place
    assert_same(found, twin_scan(body, (W, XS[0]), XS))


def test_threads_run_the_same_loop_at_once(host):
    from concurrent.futures import ThreadPoolExecutor

    run = fjax.jit(lambda h: lax.scan(one_state, h, np.repeat(XS, 20, 0)))
    starts = [XS[k % 6] + k for k in range(8)]
    expected = [run(h) for h in starts]
    with ThreadPoolExecutor(4) as pool:
        assert_same(list(pool.map(run, starts)), expected)


PARTS = {  # name: value of two states
    "product": lambda a, b: a @ W,
    "other": lambda a, b: b,
    "sum": lambda a, b: a + b,
    "sine": lambda a, b: jnp.sin(a),
    "same": lambda a, b: a,
    "update": lambda a, b: a.at[0].set(b[1]),
    "turned": lambda a, b: b.T.reshape(2, N),
}
PART = st.sampled_from(sorted(PARTS))


@given(
    first=PART,
    second=PART,
    outs=st.lists(PART, max_size=3),
    new=st.booleans(),
    reverse=st.booleans(),
    static=st.booleans(),
)
@settings(deadline=None, max_examples=examples(40))
def test_random_bodies_agree_with_their_twins(first, second, outs, new, reverse, static):
    def body(carry, x):
        a, b = carry
        c, d = jnp.tanh(PARTS[first](a, b) @ W + x), PARTS[second](b, a)
        seen = (c, d) if new else (a, b)
        return (c, d), [PARTS[o](*seen) for o in outs]

    init = XS[0], XS[1]
    if static:
        found = fjax.jit(lambda c: lax.scan(body, c, XS, reverse=reverse))(init)
        assert_same(found, twin_scan(body, init, XS, reverse))
    else:

        def run(n, c):
            return lax.fori_loop(0, n, lambda i, c: body(c, XS[2])[0], c)

        found = fjax.jit(run)(5, init)
        assert_same(found, twin_scan(body, init, [XS[2]] * 5)[0])
