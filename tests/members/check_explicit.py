"""Explicit axes: types show how values are split, and values are those of whole arrays."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.errors import ShardingTypeError
from fjax.sharding import AxisType, auto_axes, explicit_axes
from tests.members.random_programs import program

pytestmark = [pytest.mark.needs("x64", reason="compared to 1e-9"), pytest.mark.one_in(12)]
MESH = fjax.make_mesh((4, 2), ("x", "y"))
A = np.arange(32.0).reshape(8, 4)


def put(value, *spec, **waiting):
    return fjax.device_put(value, NamedSharding(MESH, P(*spec, **waiting)))


@pytest.fixture(autouse=True)
def _mesh_in_force():
    with fjax.set_mesh(MESH):
        yield


@pytest.mark.parametrize(
    "f, specs, shown",
    [
        (lambda a: jnp.sin(a) * 2, [("x", "y")], "float64[8@x,4@y]"),
        (lambda a, b: a + b, [("x",), (None, "y")], "float64[8@x,4@y]"),
        (lambda a: a.sum(0), [("x", "y")], "float64[4@y]"),
        (lambda a: a.T, [("x", "y")], "float64[4@y,8@x]"),
        (lambda a: jnp.sort(a, 0), [("x", "y")], "float64[8@x,4@y]"),
        (lambda a: a[:4], [("x",)], "float64[4@x,4]"),
        (lambda a: a.reshape(4, 2, 4), [("x",)], "float64[4@x,2,4]"),
        (lambda a: a.reshape(32), [(("x", "y"),)], "float64[32@(x,y)]"),
        (lambda a: jnp.argmax(a, 0), [("x", "y")], "int64[4@y]"),
        (lambda a: a[:4].reshape(16), [("x", "y")], "float64[16@(x,y)]"),
        (lambda a: a.reshape(32)[:8].reshape(4, 2), [(("x", "y"),)], "float64[4@x,2@y]"),
        (lambda a: a.reshape(1, 8, 2, 2), [("x", "y")], "float64[1,8@x,2@y,2]"),
        (lambda a, b: a @ b.T, [("x",), ("y",)], "float64[8@x,8@y]"),
        (lambda a, b: jnp.concatenate([a, b]), [("x",), ("x",)], "float64[16@x,4]"),
        (lambda a: jnp.ones(4) * a.sum(), [("x",)], "float64[4]"),
        (lambda a: a.at[0].set(1.0), [(None, "y")], "float64[8,4@y]"),
        (lambda a: fjax.vmap(jnp.sin)(a), [("x", "y")], "float64[8@x,4@y]"),
        (
            fjax.jit(lambda a: lax.scan(lambda c, r: (c, r + c), a[0], a)[1]),
            [(None, "y")],
            "float64[8,4@y]",
        ),
        (lambda a: fjax.jit(jnp.cos)(a), [("x",)], "float64[8@x,4]"),
        (lambda a: fjax.reshard(a, P(None, "x")), [("x",)], "float64[8,4@x]"),
        (lambda a: fjax.grad(lambda u: jnp.sin(u).sum())(a), [("x",)], "float64[8@x,4]"),
        (lambda a, b: jnp.matmul(a, b.T, out_sharding=P("x")), [(None, "y")] * 2, "float64[8@x,8]"),
    ],
)
def test_types_follow_from_how_axes_relate(f, specs, shown):
    args = [put(A, *spec) for spec in specs]
    seen = []
    outs = [f(*args), fjax.jit(lambda *xs: seen.append(fjax.typeof(f(*xs))) or f(*xs))(*args)]
    assert {str(fjax.typeof(x)) for x in outs} == {shown} == {str(a) for a in seen}
    for out in outs:
        np.testing.assert_allclose(out, f(*[jnp.asarray(A)] * len(args)), rtol=1e-12)
        where = NamedSharding(MESH, out.aval.sharding.spec)
        assert out.sharding.is_equivalent_to(where, out.ndim)


@pytest.mark.parametrize(
    "f, specs, text",
    [
        (lambda a, b: a @ b.T, [(None, "y")] * 2, "ambiguous how the output should be sharded"),
        (lambda a, b: a @ b.T, [(None, "y"), (None, "x")], "to have consistent sharding"),
        (lambda a, b: a + b, [("x",), ("y",)], "incompatible shardings for broadcasting"),
        (lambda a, b: a + b, [("x",), (None, "x")], "produces an illegally sharded result"),
        (lambda a: a[jnp.array([0, 1])], [("x",)], "could be split in several ways"),
        (lambda a: a.reshape(2, 16), [("x",)], "cannot be split along x"),
        (lambda a: a[:3], [("x",)], "not divisible"),
        (lambda a: jnp.sin(a), [{"unreduced": {"x"}}], "does not take unreduced operands"),
    ],
)
def test_what_types_leave_open_raises(f, specs, text):
    args = [put(A, **s) if isinstance(s, dict) else put(A, *s) for s in specs]
    for call in (f, fjax.jit(f)):
        with pytest.raises(ShardingTypeError, match=text):
            call(*args)


@pytest.mark.parametrize("seed", range(12))
def test_random_programs_give_what_those_of_whole_arrays_give(seed):
    """Values and gradients; where types leave a step open, it is done among auto axes."""
    rng = np.random.default_rng(seed + 300)
    f, _ = program(rng, MESH, 3)
    loss = lambda a, b: sum(jnp.sum(jnp.sin(x)) for x in f(a, b))
    values = [rng.normal(size=(8, 8)) for _ in range(2)]
    specs = [P(*rng.permutation(["x", "y", None])[:2]) for _ in values]
    args = [put(v, *s) for v, s in zip(values, specs, strict=True)]
    with fjax.set_mesh(MESH.update(axis_types=(AxisType.Auto,) * 2)):
        wanted = fjax.value_and_grad(loss, (0, 1))(*values)
    free = auto_axes(loss, out_sharding=P())
    try:
        loss(*args)
        checked = [loss, free]
    except ShardingTypeError:
        checked = [free]
    for each in checked:
        derivative = fjax.value_and_grad(each, (0, 1))
        for found, slopes in (derivative(*args), fjax.jit(derivative)(*args)):
            np.testing.assert_allclose(found, wanted[0], rtol=1e-9)
            for g, w, x in zip(slopes, wanted[1], args, strict=True):
                np.testing.assert_allclose(g, w, rtol=1e-8, atol=1e-8)
                assert fjax.typeof(g) == fjax.typeof(x)
                assert g.sharding.is_equivalent_to(x.sharding, 2)


def test_axes_change_their_type_for_a_part_of_a_program():
    @fjax.jit
    def f(a):
        def within(u):
            assert str(fjax.typeof(u)) == "float64[8,4@y]"
            return u[:3] * 2

        return auto_axes(within, axes="x", out_sharding=P(None, "y"))(a)

    assert str(fjax.typeof(f(put(A, "x", "y")))) == "float64[3,4@y]"
    with fjax.set_mesh(fjax.make_mesh((8,), "x", AxisType.Auto)):
        shown = []
        explicit_axes(lambda u: shown.append(str(fjax.typeof(u))) or u, in_sharding=P("x"))(A)
    assert shown == ["float64[8@x,4]"]
    with pytest.raises(TypeError, match="out_sharding"):
        auto_axes(jnp.sin)(A)
    with fjax.set_mesh(None), pytest.raises(ValueError, match="Context mesh cannot be empty"):
        explicit_axes(jnp.sin, in_sharding=P())(A)


def test_members_are_told_how_operands_are_split_by_their_types():
    @fjax.jit
    def f(a):
        return fjax.shard_map(lambda u: lax.psum(u, "x"), out_specs=P(None, "y"))(a)

    np.testing.assert_allclose(f(put(A, "x", "y")), A.reshape(4, 2, 4).sum(0))
    inner = []
    fjax.shard_map(
        lambda u: inner.append(str(fjax.typeof(u))) or u,
        in_specs=P("x"),
        out_specs=P("x"),
        axis_names={"x"},
    )(put(A, "x", "y"))
    assert inner == ["float64[2,4@y]{V:x}"]


def test_sums_wait_until_they_are_asked_for():
    """What members have is summed at the end; a reduced weight's gradient is a sum to come."""
    x, w = put(A.T, None, "x"), put(A, "x", None)

    @fjax.jit
    def f(x, w):
        y = jnp.matmul(x, w, out_sharding=P(unreduced={"x"}))
        assert str(fjax.typeof(y)) == "float64[4,4]{U:x}"
        return fjax.shard_map(
            lambda u: lax.psum_scatter(u, "x", tiled=True), out_specs=P("x", None)
        )(y)

    np.testing.assert_allclose(f(x, w), A.T @ A)
    found = fjax.grad(lambda x, w: jnp.sum(jnp.sin(f(x, w))), (0, 1))(x, w)
    wanted = fjax.grad(lambda x, w: jnp.sum(jnp.sin(x @ w)), (0, 1))(A.T, A)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)

    def members(x, w):
        w = lax.all_gather(w, "x", tiled=True, to="reduced")
        assert fjax.typeof(w).mat.reduced == {"x"}
        return lax.psum(jnp.sum(jnp.sin(x @ w)), "x")

    mapped = fjax.shard_map(members, in_specs=(P("x"), P("x")), out_specs=P())
    found = fjax.jit(fjax.grad(mapped, (0, 1)))(A, A.T)
    wanted = fjax.grad(lambda x, w: jnp.sum(jnp.sin(x @ w)), (0, 1))(A, A.T)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("to", ["varying", "invarying", "reduced"])
def test_a_gathered_value_is_of_the_kind_that_is_asked_for(to):
    spec = P() if to == "invarying" else P(reduced={"x"}) if to == "reduced" else P("x")
    f = fjax.shard_map(
        lambda u: lax.all_gather(u, "x", tiled=True, to=to), in_specs=P("x"), out_specs=spec
    )
    out = f(jnp.arange(8.0))
    np.testing.assert_allclose(out, np.tile(np.arange(8.0), out.shape[0] // 8))
    slope = fjax.grad(lambda u: jnp.sum(jnp.sin(f(u))))(jnp.arange(8.0))
    np.testing.assert_allclose(slope, np.cos(np.arange(8.0)) * (out.shape[0] // 8), rtol=1e-9)


def test_members_permute_along_several_axes():
    names, cycle = ("x", "y"), [(i, (i + 3) % 8) for i in range(7)]
    f = fjax.shard_map(
        lambda u: lax.ppermute(u, names, cycle), in_specs=P(names), out_specs=P(names)
    )
    wanted = np.zeros(8)
    for a, b in cycle:
        wanted[b] = a + 1
    np.testing.assert_array_equal(f(jnp.arange(8.0) + 1), wanted)
    np.testing.assert_array_equal(fjax.grad(lambda u: f(u).sum())(jnp.ones(8)), [1.0] * 7 + [0.0])


def test_a_batch_that_is_split_stays_with_its_members():
    f = fjax.shard_map(
        lambda u: lax.psum(u, "y"), mesh=MESH, in_specs=P("y"), out_specs=P(), check_vma=True
    )
    out = fjax.jit(fjax.vmap(f))(put(A, "x", "y"))
    np.testing.assert_allclose(out, A.reshape(8, 2, 2).sum(1))
    assert out.sharding.is_equivalent_to(NamedSharding(MESH, P("x")), 2)


@pytest.mark.parametrize(
    "f, shape",
    [
        (lambda a: jnp.concatenate([a, a]), "[16,4]"),
        (lambda a: lax.pad(a, 0.0, ((1, 0, 0), (0, 0, 0))), "[9,4]"),
        (lambda a: a[jnp.array([2, 0])], "[2,4]"),
        (lambda a: lax.dynamic_slice(a, (jnp.array(1), 0), (3, 4)), "[3,4]"),
        (lambda a: lax.dynamic_update_slice(a, a[:2], (jnp.array(1), 0)), "[8,4]"),
        (lambda a: lax.dynamic_update_slice(a, jnp.ones((2, 4)), (jnp.array(1), 0)), "[8,4]"),
        (lambda a: lax.dynamic_update_slice(jnp.ones((9, 4)), a, (jnp.array(1), 0)), "[9,4]"),
        (lambda a: jnp.concatenate([a, jnp.ones((1, 4))]), "[9,4]"),
        (lambda a: lax.pad(a, 5.0, ((1, 0, 0), (0, 0, 0))), "[9,4]"),
        (lambda a: lax.select(True, a, 2 * a), "[8,4]"),
        (lambda a: jnp.where(A > 5, a, 0.0), "[8,4]"),
        (lambda a: jnp.where(A > 5, 3.0, a), "[8,4]"),
        (lambda a: lax.rev(a, (0,)), "[8,4]"),
        (lambda a: lax.reduce_precision(a, 11, 52), "[8,4]"),
        (lambda a: jnp.zeros((5, 4)).at[jnp.array([1, 1])].add(a[:2]), "[5,4]"),
    ],
)
def test_what_moves_elements_leaves_sums_waiting(f, shape):
    waiting = fjax.reshard(put(A), P(unreduced={"x"}))
    for call in (f, fjax.jit(f)):
        out = call(waiting)
        assert str(fjax.typeof(out)) == f"float64{shape}{{U:x}}"
        np.testing.assert_allclose(fjax.reshard(out, P()), f(jnp.asarray(A)))
    slope = fjax.jit(fjax.grad(lambda a: fjax.reshard(f(a).sum(), P())))(waiting)
    assert str(fjax.typeof(slope)) == "float64[8,4]{R:x}"
    np.testing.assert_allclose(slope, fjax.grad(lambda a: f(a).sum())(jnp.asarray(A)))


def test_summands_do_not_choose_what_they_are_added_to():
    waiting = fjax.reshard(put(np.arange(3)), P(unreduced={"x"}))
    with pytest.raises(fjax.errors.UnreducedError, match="does not take unreduced operands"):
        jnp.asarray(A)[waiting]
    with pytest.raises(ShardingTypeError, match="one operand is unreduced and another is not"):
        lax.select(True, fjax.reshard(put(A), P(unreduced={"x"})), put(A))


def test_a_reduced_operand_of_a_product_with_out_sharding_has_an_unreduced_gradient():
    x = put(A, "x")
    w = fjax.device_put(A.T, NamedSharding(MESH, P(reduced={"x"})))
    f = lambda w: jnp.sin(jnp.dot(x, w, out_sharding=P("x"))).sum()
    found = fjax.jit(fjax.grad(f))(w)
    assert str(fjax.typeof(found)) == "float64[4,8]{U:x}"
    np.testing.assert_allclose(
        fjax.reshard(found, P()), fjax.grad(lambda w: jnp.sin(A @ w).sum())(A.T), rtol=1e-9
    )


def test_solves_with_many_right_hand_sides_and_pads_stay_split():
    m = np.eye(4) * 3 + 1
    rows = put(A, "x")
    out = fjax.jit(fjax.vmap(jnp.linalg.solve, in_axes=(None, 0)))(m, rows)
    assert str(fjax.typeof(out)) == "float64[8@x,4]"
    np.testing.assert_allclose(out, np.linalg.solve(m, A.T).T, rtol=1e-9)
    padded = jnp.pad(rows, ((0, 0), (1, 2)), mode="reflect")
    assert str(fjax.typeof(padded)) == "float64[8@x,7]"
    np.testing.assert_array_equal(padded, np.pad(A, ((0, 0), (1, 2)), mode="reflect"))
    updated = lax.dynamic_update_slice(rows, put(A[:4], "x"), (3, 0))
    assert str(fjax.typeof(updated)) == "float64[8@x,4]"


def test_a_custom_reverse_rule_gets_cotangents_that_are_split_as_its_results():
    seen = []

    @fjax.custom_vjp
    def twice(a, w):
        return 2 * a @ w

    def backward(saved, g):
        seen.append(str(fjax.typeof(g)))
        a, w = saved
        return 2 * g @ w.T, 2 * jnp.matmul(a.T, g, out_sharding=P())

    twice.defvjp(lambda a, w: (twice(a, w), (a, w)), backward)
    a, w = put(A, "x"), put(A.T)
    for call in (lambda f: f, fjax.jit):
        slopes = call(fjax.grad(lambda a, w: jnp.sin(twice(a, w)).sum(), (0, 1)))(a, w)
        assert [str(fjax.typeof(s)) for s in slopes] == ["float64[8@x,4]", "float64[4,8]"]
        wanted = fjax.grad(lambda a, w: jnp.sin(2 * a @ w).sum(), (0, 1))(A, A.T)
        for s, v in zip(slopes, wanted, strict=True):
            np.testing.assert_allclose(s, v, rtol=1e-9)
    assert set(seen) == {"float64[8@x,8]"}
