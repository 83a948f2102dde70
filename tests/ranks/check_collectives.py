"""Every collective over processes gives what it gives the members of one batch."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.lowering import pipeline
from fjax.passes.optimize import optimize
from fjax.spmd.driver import program_for
from tests.ranks.whole import whole

n = fjax.device_count()
MESH = fjax.make_mesh((n,), ("x",))
SPLIT = NamedSharding(MESH, P("x"))
HALVES = [list(range(n // 2)), list(range(n // 2, n))]
PAIRS = [[i, i + n // 2] for i in range(n // 2)]
SWAPPED = np.random.default_rng(n).permutation(n).tolist()


def values(dtype=np.float64):
    return (np.random.default_rng(0).normal(size=(n, n, 2)) * 8).astype(dtype)


def agrees(f, x, exact=False, **options):
    """The members' results over processes are those of a vmap, eagerly and compiled."""
    wanted = np.asarray(fjax.vmap(f, axis_name="x")(x))
    one = fjax.shard_map(
        lambda x: f(x[0])[None], mesh=MESH, in_specs=P("x"), out_specs=P("x"), check_vma=False
    )
    for run in (one, fjax.jit(one)):
        found = whole(run(fjax.device_put(x, SPLIT)))
        if exact:
            np.testing.assert_array_equal(found, wanted)
        else:
            np.testing.assert_allclose(found, wanted, **{"rtol": 1e-12, **options})


@pytest.mark.parametrize(
    "f",
    [
        lambda x: lax.pmax(x, "x"),
        lambda x: lax.pmin(x, "x"),
        lambda x: lax.all_gather(x, "x"),
        lambda x: lax.all_gather(x, "x", axis=1),
        lambda x: lax.all_gather(x, "x", axis=1, tiled=True),
        lambda x: lax.ppermute(x, "x", [(i, (i + 1) % n) for i in range(n)]),
        lambda x: lax.ppermute(x, "x", [(i, i + 1) for i in range(n - 1)]),
        lambda x: lax.ppermute(x, "x", [(n - 1, 0)]),
        lambda x: lax.pshuffle(x, "x", SWAPPED),
        lambda x: lax.pswapaxes(x, "x", 0),
        lambda x: lax.all_to_all(x, "x", 0, 1),
        lambda x: lax.all_to_all(x, "x", 0, 0, tiled=True),
        lambda x: lax.all_to_all(x, "x", 0, 1, tiled=True),
        lambda x: x * lax.axis_index("x"),
        lambda x: lax.all_gather(x, "x", axis_index_groups=HALVES),
        lambda x: lax.all_gather(x, "x", axis_index_groups=PAIRS, tiled=True),
        lambda x: lax.pmax(x, "x", axis_index_groups=PAIRS),
        lambda x: lax.all_to_all(x[: n // 2], "x", 0, 0, axis_index_groups=HALVES),
    ],
)
def test_a_collective_that_moves_or_chooses_gives_the_same_bits(f):
    for dtype in (np.float32, np.int8):
        agrees(f, values(dtype), exact=True)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: lax.psum(x, "x"),
        lambda x: lax.pmean(x, "x"),
        lambda x: lax.psum_scatter(x, "x"),
        lambda x: lax.psum_scatter(x, "x", tiled=True),
        lambda x: lax.psum(x, "x", axis_index_groups=HALVES),
        lambda x: lax.psum(x, "x", axis_index_groups=PAIRS),
        lambda x: lax.psum_scatter(x[:2], "x", axis_index_groups=PAIRS),
        lambda x: lax.psum(x * lax.psum(1, "x"), "x"),
        lambda x: fjax.vmap(lambda a: lax.psum(a, "x") * a, in_axes=1, out_axes=1)(x),
        lambda x: lax.scan(lambda c, a: (lax.psum(jnp.sin(c + a), "x"), c), x[0], x)[1],
        lambda x: lax.fori_loop(0, 3, lambda i, c: lax.pmean(c, "x") + i + x, x),
        lambda x: lax.while_loop(
            lambda c: lax.pmax(c.max(), "x") < 9.0, lambda c: c + lax.pmean(abs(c), "x") + 1.0, x
        ),
        lambda x: lax.cond(lax.psum(x.sum(), "x") > 0, lambda a: lax.psum(a, "x"), jnp.sin, x),
        lambda x: fjax.checkpoint(lambda a: jnp.sin(lax.psum(a, "x")))(x),
        lambda x: fjax.grad(lambda a: jnp.sum(lax.psum(jnp.sin(a), "x") ** 2))(x),
    ],
)
def test_a_collective_that_adds_gives_the_same_sums(f):
    agrees(f, values(), atol=1e-9, rtol=1e-9)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "complex64", "uint8", "int64"])
def test_sums_of_other_dtypes(dtype):
    x = jnp.asarray(np.round(values()), dtype)
    agrees(lambda x: lax.psum(x, "x"), np.asarray(x), rtol=2e-2)


def test_a_nan_of_any_member_is_the_greatest_and_the_least():
    x = values()
    x[n - 1, 0, 0] = np.nan
    agrees(lambda x: lax.pmax(x, "x"), x, exact=True)
    agrees(lambda x: lax.pmin(x, "x"), x, exact=True)


def test_keys_are_gathered():
    keys = fjax.random.split(fjax.random.key(0), n)
    f = lambda k: fjax.random.key_data(lax.all_gather(k, "x", tiled=True))
    g = fjax.shard_map(f, mesh=MESH, in_specs=P("x"), out_specs=P(), check_vma=False)
    np.testing.assert_array_equal(whole(g(keys)), fjax.random.key_data(keys))


@pytest.mark.skipif(n < 4, reason="needs a mesh of two axes")
def test_tuples_of_axes():
    mesh = fjax.make_mesh((2, n // 2), ("a", "b"))
    x = np.arange(float(4 * n)).reshape(n, 4)
    put = fjax.device_put(x, NamedSharding(mesh, P(("a", "b"))))

    def f(x):
        i = lax.axis_index(("a", "b"))
        total = lax.psum(x, ("b", "a")) + lax.pmax(x, "a") * 0
        return total, lax.all_gather(x, ("a", "b"), tiled=True), x * i, lax.psum(x, "b")

    f = fjax.shard_map(
        f, mesh=mesh, in_specs=P(("a", "b")), out_specs=P(("a", "b")), check_vma=False
    )
    total, everything, numbered, some = map(whole, fjax.jit(f)(put))
    np.testing.assert_allclose(total, np.tile(x.sum(0), (n, 1)))
    np.testing.assert_array_equal(everything[:n], x)
    np.testing.assert_array_equal(numbered, x * np.arange(n)[:, None])
    half = x.reshape(2, n // 2, 4).sum(1)
    np.testing.assert_allclose(some, np.repeat(half, n // 2, 0))


@pytest.mark.skipif(n < 4, reason="needs a mesh of two axes")
def test_a_shard_map_within_another():
    mesh = fjax.make_mesh((2, n // 2), ("a", "b"))

    def outer(x):
        inner = fjax.shard_map(
            lambda x: lax.psum(x, "b"), in_specs=P("b"), out_specs=P(), axis_names={"b"}
        )
        return inner(x)

    x = np.arange(2.0 * n)
    f = fjax.shard_map(outer, mesh=mesh, in_specs=P("a"), out_specs=P("a"), axis_names={"a"})
    np.testing.assert_allclose(whole(f(x)), x.reshape(2, n // 2, 2).sum(1).ravel())


def test_gradients_and_loops_around_a_shard_map():
    x = np.arange(2.0 * n)
    put = fjax.device_put(x, SPLIT)
    loss = fjax.shard_map(
        lambda w, x: lax.pmean(jnp.mean((x * w - 1.0) ** 2), "x"),
        mesh=MESH,
        in_specs=(P(), P("x")),
        out_specs=P(),
    )
    whole_loss = lambda w: jnp.mean((x * w - 1.0) ** 2)
    value, slope = fjax.jit(fjax.value_and_grad(loss))(0.3, put)
    np.testing.assert_allclose([value, slope], fjax.value_and_grad(whole_loss)(0.3))

    def descend(w, x):
        def step(w, _):
            value, slope = fjax.value_and_grad(loss)(w, x)
            return w - 1e-3 * slope, value

        return lax.scan(step, w, None, length=5)

    w, values = fjax.jit(descend)(0.3, put)
    expected = 0.3
    for value in values:
        np.testing.assert_allclose(value, whole_loss(expected))
        expected = expected - 1e-3 * fjax.grad(whole_loss)(expected)
    np.testing.assert_allclose(w, expected)

    move = fjax.shard_map(
        lambda x: lax.ppermute(x, "x", [(i, (i + 1) % n) for i in range(n)]),
        mesh=MESH,
        in_specs=P("x"),
        out_specs=P("x"),
    )
    around = fjax.jit(lambda x: lax.fori_loop(0, 3, lambda _, x: move(x) + 1.0, x))
    np.testing.assert_array_equal(whole(around(put)), np.roll(x, 6) + 3.0)
    chosen = fjax.jit(lambda p, x: lax.cond(p, move, lambda x: x * 2, x))
    np.testing.assert_array_equal(whole(chosen(True, put)), np.roll(x, 2))
    np.testing.assert_array_equal(whole(chosen(False, put)), x * 2)


def plan_of(f, x):
    """What this process does in a call of a compiled function of members' parts."""
    mapped = fjax.shard_map(f, mesh=MESH, in_specs=P("x"), out_specs=P("x"), check_vma=False)
    jaxpr = fjax.make_jaxpr(mapped)(x).jaxpr
    return pipeline.plan_jaxpr(program_for(jaxpr, [fjax.device_put(x, SPLIT)]).jaxpr)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: lax.psum(x, "x") * 2 + lax.axis_index("x"),
        lambda x: lax.pmax(x.astype(np.int32), "x"),
        lambda x: lax.all_gather(x, "x", axis=1, tiled=True)[:, :2],
        lambda x: lax.psum_scatter(jnp.repeat(x, n, 1), "x", scatter_dimension=1, tiled=True),
        lambda x: lax.all_to_all(jnp.repeat(x, n, 0), "x", 0, 1, tiled=True)[:1],
        lambda x: lax.ppermute(jnp.sin(x), "x", [(i, (i + 1) % n) for i in range(n)]),
    ],
)
def test_compiled_collectives_are_launches_among_kernels(f):
    assert plan_of(f, np.ones((n, n))).whole is not None


def test_a_loop_with_collectives_takes_no_step_in_python():
    ring = [(i, (i + 1) % n) for i in range(n)]
    step = lambda c, _: (jnp.cos(lax.ppermute(c, "x", ring)) + lax.psum(c.sum(), "x"), None)
    plan = plan_of(lambda x: lax.scan(step, x, None, length=5)[0], np.ones((n, 3)))
    (loop,) = plan.loops
    assert loop.loop.steps is not None


def test_inspect_shows_what_this_process_runs():
    loss = fjax.shard_map(
        lambda w, x: lax.pmean(jnp.mean((x @ w) ** 2), "x"),
        mesh=MESH,
        in_specs=(P(), P("x")),
        out_specs=P(),
    )
    slope = fjax.jit(fjax.grad(loss))
    x = fjax.device_put(np.ones((4 * n, 64), np.float32), SPLIT)
    found = fjax.inspect(slope)(jnp.ones((64, 64), np.float32), x)
    block = x.addressable_shards[0].data.shape[0] * len(x.addressable_shards)
    assert found.plan.jaxpr.in_avals[1].shape == (block, 64)
    assert any("psum" in name for name in found.library_calls)
    assert "psum" in str(found)


def test_gradients_of_what_all_rows_share_are_summed_over_rows_before_they_are_sent():
    loss = fjax.shard_map(
        lambda b, x: lax.pmean(jnp.mean(jnp.tanh(x + b) ** 2), "x"),
        mesh=MESH,
        in_specs=(P(), P("x")),
        out_specs=P(),
    )
    b, x = np.linspace(-1, 1, 3), np.tile(values()[0], (4, 2))[:, :3]
    args = jnp.asarray(b), fjax.device_put(x, SPLIT)
    slope = fjax.jit(fjax.grad(loss))
    jaxpr = program_for(fjax.make_jaxpr(slope)(b, x).jaxpr, args).jaxpr
    sent = [e.invars[0].aval.shape for e in optimize(jaxpr).eqns if "psum" in e.op.name]
    assert sent and all(s in ((), (3,)) for s in sent)
    whole_loss = lambda b: jnp.mean(jnp.tanh(x + b) ** 2)
    np.testing.assert_allclose(slope(*args), fjax.grad(whole_loss)(b), rtol=1e-12)
