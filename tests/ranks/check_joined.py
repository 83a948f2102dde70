"""Small sums over processes travel in one message, and give the same bits."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.core.communication_model import MODEL
from fjax.lowering import pipeline
from fjax.passes import optimize as passes
from fjax.spmd.driver import program_for
from tests.ranks.whole import whole

n = fjax.device_count()
MESH = fjax.make_mesh((n,), ("x",))
SPLIT = NamedSharding(MESH, P("x"))
LARGE = MODEL.joined_bytes // 8 + 1


@pytest.fixture
def apart(compiled_with):
    """Every sum travels by itself."""
    return lambda: compiled_with(passes, "combine_all_reduces", lambda jaxpr: jaxpr)


def members(f, out=P()):
    return fjax.shard_map(f, mesh=MESH, in_specs=P("x"), out_specs=out, check_vma=False)


def total(x):
    return lax.psum(x, "x")


def of_shapes(x):
    """Sums of several shapes and dtypes; a matrix and a number."""
    y = (x @ x.T).astype(jnp.float32)
    return [total(v) for v in (x, x[0, 0], x.sum(0), y, (x * 8).astype(jnp.int32), x + 1j * x, y.T)]


def one_after_another(x):
    """A sum of what needs a sum; both have others beside them."""
    a, b = total(x), total(jnp.sin(x))
    mean = a.mean()
    c, d = total(jnp.cos(x) * mean), total(x**2)
    return a - b, c + d, mean, total(c * x)


def beside_large_ones(x):
    tall = jnp.broadcast_to(x[0, :1], (LARGE,)) * jnp.arange(LARGE)
    return total(x), total(tall)[::1000], total(x * 2)


def in_a_loop(x):
    def step(x, _):
        low, high = total(x.sum()), total(x[0] ** 2)
        return x * 0.5 + low * 0.01, high

    return lax.scan(step, x, None, length=5)


def operand():
    return fjax.device_put(np.random.default_rng(0).normal(size=(3 * n, 4)), SPLIT)


def sums(f, *args):
    """The bytes of the sums of what this process runs, in order."""
    jaxpr = fjax.make_jaxpr(f)(*args).jaxpr
    plan = pipeline.plan_jaxpr(program_for(jaxpr, fjax.tree.leaves(args)).jaxpr)
    return [e.invars[0].aval.nbytes for e in plan.jaxpr.eqns if e.op.name.startswith("psum")]


@pytest.mark.skipif(fjax.local_device_count() > 1, reason="sizes are of one device a process")
def test_small_sums_travel_together():
    sizes = {of_shapes: [17 * 8, 18 * 4, 12 * 4, 12 * 16], one_after_another: [192, 192, 96]}
    for f, wanted in {**sizes, beside_large_ones: [LARGE * 8, 192]}.items():
        assert sorted(sums(members(f), operand())) == sorted(wanted)


@pytest.mark.parametrize("f", [of_shapes, one_after_another, beside_large_ones, in_a_loop])
def test_the_bits_are_those_of_sums_that_travel_alone(f, apart):
    out = (P("x"), P()) if f is in_a_loop else P()
    run = lambda: [whole(x) for x in fjax.tree.leaves(fjax.jit(members(f, out))(operand()))]
    found = run()
    apart()
    for a, b in zip(found, run(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_order_of_effects_stays():
    seen = []

    def f(x):
        a = total(x.sum())
        fjax.debug.callback(lambda a: seen.append(float(a)), a)
        return a, total(x.max())

    fjax.jit(members(f))(operand())
    fjax.effects_barrier()
    assert seen[0] == pytest.approx(float(whole(operand()).sum()))
    assert len(sums(members(f), operand())) == 2


def test_a_bucket_is_no_larger_than_the_model_says():
    count, each = MODEL.bucket_bytes // MODEL.joined_bytes + 2, MODEL.joined_bytes // 8
    many = lambda x: [total(jnp.tile(x[0, :1], each) * k)[:2] for k in range(count)]
    found = sums(members(many), operand())
    assert len(found) == 2 and max(found) <= MODEL.bucket_bytes


def test_the_listing_says_which_travel_together():
    f = members(one_after_another)
    seen = fjax.inspect(f)(operand()).communication
    assert [c.together for c in seen] == [2, 2, 2, 2, 1]
    assert "one message for 2 sums" in str(seen[0]) and "message" not in str(seen[-1])


@pytest.mark.one_in(5)
@pytest.mark.parametrize("dtype", [np.float32, np.complex128, np.int64])
def test_large_sums_go_in_pieces(dtype):
    size = 2 * MODEL.piece_bytes // np.dtype(dtype).itemsize + 12_345
    x = (np.random.default_rng(1).normal(size=(n, size)) * 8).astype(dtype)
    given = fjax.device_put(x, SPLIT)
    expected = x.sum(0, keepdims=True)

    def meanwhile(x):
        return total(x * 2), jnp.sin(x[:, :1000]) @ jnp.ones((1000, 2), x.dtype), total(x[:, 7:])

    alone, first, rest = (
        members(total),
        members(meanwhile, (P(), P("x"), P())),
        members(lambda x: lax.pmax(x.real.astype(jnp.int32), "x")),
    )
    close = {"rtol": 1e-5, "atol": 1e-4}
    np.testing.assert_allclose(whole(fjax.jit(alone)(given)), expected, **close)
    twice, _, later = fjax.jit(first)(given)
    np.testing.assert_allclose(whole(twice), 2 * expected, **close)
    np.testing.assert_allclose(whole(later), expected[:, 7:], **close)
    most = x.real.astype(np.int32).max(0, keepdims=True)
    np.testing.assert_array_equal(whole(fjax.jit(rest)(given)), most)
