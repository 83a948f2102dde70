"""Collectives of compiled programs go on while other steps run, and give the same bits."""

import signal
import time

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.lowering import pipeline
from fjax.lowering.run import planning
from fjax.spmd.driver import program_for
from tests.ranks.whole import whole

n = fjax.device_count()
MESH = fjax.make_mesh((n,), ("x",))
SPLIT = NamedSharding(MESH, P("x"))
WIDE, LAYERS = 128, 4  # gradients that are too large to travel together


@pytest.fixture
def blocking(compiled_with):
    """Collectives end in the launch that begins them."""
    return lambda: compiled_with(planning, "overlap_communication", lambda *_: None)


def loss(weights, x):
    for w in weights:
        x = jnp.tanh(x @ w)
    return jnp.mean(x**2)


SHARED = fjax.shard_map(
    lambda w, x: lax.pmean(loss(w, x), "x"), mesh=MESH, in_specs=(P(), P("x")), out_specs=P()
)


def step(weights, x):
    value, slopes = fjax.value_and_grad(SHARED)(weights, x)
    return [w - 0.1 * g for w, g in zip(weights, slopes, strict=True)], value


def steps(weights, x):
    weights, values = lax.scan(lambda w, _: step(w, x), weights, None, length=3)
    return weights, values


def chosen(weights, x):
    """Collectives within a branch, and beside it."""
    total = fjax.shard_map(lambda x: lax.psum(x, "x"), mesh=MESH, in_specs=P("x"), out_specs=P())(x)
    weights, value = lax.cond(x.shape[0] > 0, step, lambda w, x: (w, 0.0), weights, x)
    return [w + total.sum() for w in weights], value


def gathered(weights, x):
    """Operands that are needed afterwards, and results of other sizes."""

    def member(x):
        every = lax.all_gather(x, "x", tiled=True)
        part = lax.psum_scatter(jnp.sin(every), "x", tiled=True)
        swapped = lax.all_to_all(every, "x", 0, 0, tiled=True)
        return part + x, swapped * 2 + every, lax.psum(x, "x") + x

    mapped = fjax.shard_map(member, mesh=MESH, in_specs=P("x"), out_specs=P("x"), check_vma=False)
    return mapped(x)


def edges(u):
    """Rows of neighbours come while the interior is computed; at the ends there is no neighbour."""

    def member(u):
        above = lax.ppermute(u[-1:], "x", [(i, i + 1) for i in range(n - 1)])
        below = lax.ppermute(u[:1], "x", [(i + 1, i) for i in range(n - 1)])
        ring = lax.ppermute(u, "x", [(i, (i + 1) % n) for i in range(n)])
        inside = jnp.tanh(u) @ jnp.full((u.shape[1], u.shape[1]), 0.1)
        return inside + above - below, inside @ inside.T + ring.sum()

    return fjax.shard_map(member, mesh=MESH, in_specs=P("x"), out_specs=P("x"), check_vma=False)(u)


def operands():
    rng = np.random.default_rng(0)
    weights = [jnp.asarray(rng.normal(size=(WIDE, WIDE)) / 8) for _ in range(LAYERS)]
    return weights, fjax.device_put(rng.normal(size=(n * n, WIDE)), SPLIT)


def plan_of(f, *args):
    jaxpr = fjax.make_jaxpr(f)(*args).jaxpr
    return pipeline.plan_jaxpr(program_for(jaxpr, fjax.tree.leaves(args)).jaxpr)


def waits(plan):
    return [k for k, e in enumerate(plan.jaxpr.eqns) if e.op.name == "collective_wait"]


def test_gradients_travel_while_others_are_computed():
    plan = plan_of(step, *operands())
    names = [e.op.name for e in plan.jaxpr.eqns]
    sums = [k for k, name in enumerate(names) if name.startswith("psum")]
    assert len(sums) == LAYERS + 1 and len(waits(plan)) >= LAYERS
    products = [k for k, name in enumerate(names) if name == "dot_general"]
    assert sums[1] < products[-1] < waits(plan)[0]
    assert plan.whole is not None


def test_rows_of_neighbours_come_while_the_interior_is_computed():
    plan = plan_of(edges, operands()[1])
    names = [e.op.name for e in plan.jaxpr.eqns]
    begun = [k for k, name in enumerate(names) if name == "ppermute"]
    product = names.index("dot_general")
    assert len(begun) == 3 and max(begun) < product < waits(plan)[0]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("donate", [(), (0,)])
@pytest.mark.parametrize("f", [step, steps, chosen, gathered])
def test_the_bits_are_those_of_collectives_that_block(f, donate, blocking):
    run = lambda: [
        whole(x) for x in fjax.tree.leaves(fjax.jit(f, donate_argnums=donate)(*operands()))
    ]
    found = run()
    blocking()
    for a, b in zip(found, run(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_rows_of_neighbours_are_those_that_blocking_brings(blocking):
    x = operands()[1]
    run = lambda: [whole(y) for _ in range(3) for y in fjax.jit(edges)(x)]
    found = run()
    blocking()
    for a, b in zip(found, run(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_what_would_be_waited_for_at_once_is_one_launch():
    f = fjax.shard_map(
        lambda x: lax.psum(x * 2, "x") + 1, mesh=MESH, in_specs=P("x"), out_specs=P()
    )
    assert not waits(plan_of(f, fjax.device_put(np.ones((n, 4)), SPLIT)))


def test_nothing_is_under_way_while_python_runs():
    seen = []

    def member(x):
        total = lax.psum(jnp.sin(x), "x")
        fjax.debug.callback(lambda: seen.append(1))
        return total + jnp.cos(x) @ jnp.ones((4, 4))

    f = fjax.shard_map(member, mesh=MESH, in_specs=P("x"), out_specs=P("x"), check_vma=False)
    x = fjax.device_put(np.ones((n, 4)), SPLIT)
    eqns = plan_of(f, x).jaxpr.eqns
    calls = [k for k, e in enumerate(eqns) if e.op.effects]
    (begin,) = [k for k, e in enumerate(eqns) if e.op.name.startswith("psum")]
    ends = [k for k, e in enumerate(eqns) if e.op.name == "collective_wait"] or [begin]
    assert calls and not any(begin < k < ends[0] for k in calls)


class Late(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")
def test_an_error_meanwhile_leaves_nothing_under_way():
    """A signal's handler raises in every process while a sum is under way; then all goes on."""

    def member(x, times):
        total = lax.psum(x * 2, "x")
        slow = lax.fori_loop(0, times, lambda _, y: jnp.sin(y) + 0.5, x)
        return total, slow

    f = fjax.jit(
        fjax.shard_map(
            member, mesh=MESH, in_specs=(P("x"), P()), out_specs=(P(), P("x")), check_vma=False
        )
    )
    x = fjax.device_put(np.ones((n, 50_000)), SPLIT)
    np.testing.assert_array_equal(whole(f(x, 1)[0]), np.full((1, 50_000), 2.0 * n))

    def handler(*_):
        raise Late

    previous = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        begin = time.monotonic()
        with pytest.raises(Late):
            f(x, 1_000_000)
        assert time.monotonic() - begin < 20
    finally:
        signal.signal(signal.SIGALRM, previous)
    for _ in range(3):
        np.testing.assert_array_equal(whole(f(x, 2)[0]), np.full((1, 50_000), 2.0 * n))
