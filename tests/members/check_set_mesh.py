"""While a mesh is set, new arrays and results are on it; results spell their shardings alike."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.errors import DeviceError
from fjax.sharding import AxisType, SingleDeviceSharding

pytestmark = pytest.mark.one_in(12)

MESH = fjax.make_mesh((4, 2), ("x", "y"))
AUTO = MESH.update(axis_types=(AxisType.Auto,) * 2)
ONE = fjax.make_mesh((1, 1), ("x", "y"))
X = np.arange(32.0).reshape(8, 4)
f32 = jnp.float32


def put(value, *spec, mesh=MESH):
    return fjax.device_put(value, NamedSharding(mesh, P(*spec)))


@pytest.mark.parametrize(
    "f, explicit, auto",
    [
        (lambda a: a * 2, P("x", None), P("x")),
        (lambda a: a.T, P(None, "x"), P(None, "x")),
        (lambda a: a.sum(0), P(None), P()),
        (lambda a: a[:, :2], P("x", None), P("x")),
        (lambda a: a[:, 0], P("x"), P("x")),
        (lambda a: jnp.ones((2, 3)), P(None, None), P()),
        (fjax.grad(lambda a: jnp.sin(a).sum()), P("x", None), P("x")),
        (fjax.vmap(jnp.cos), P("x", None), P("x")),
        (lambda a: lax.fori_loop(0, 2, lambda i, u: u + 1, a), P("x", None), P("x")),
    ],
)
def test_results_say_each_axis_where_types_show_them_and_else_the_split_ones(f, explicit, auto):
    one_auto = ONE.update(axis_types=AUTO.axis_types)
    for mesh, spec in ((MESH, explicit), (AUTO, auto), (ONE, explicit), (one_auto, auto)):
        with fjax.set_mesh(mesh):
            x = put(X, "x", mesh=mesh)
            for each in (f, fjax.jit(f)):
                assert each(x).sharding == NamedSharding(mesh, spec)


def test_what_is_put_somewhere_keeps_the_spec_that_was_given():
    for spec in (P("x"), P("x", None), P()):
        assert put(X, *spec).sharding.spec == spec
        assert fjax.jit(lambda a: a + 1, out_shardings=NamedSharding(MESH, spec))(X).sharding == (
            NamedSharding(MESH, spec)
        )


def test_programs_of_a_mesh_of_one_device_say_that_they_are_on_it():
    x = put(X, "x", mesh=ONE)
    split, rows = NamedSharding(ONE, P("x", None)), NamedSharding(ONE, P("x"))
    assert (x * 2).sharding == split == fjax.grad(lambda a: jnp.sin(a).sum())(x).sharding
    assert str(fjax.typeof(x + X)) == "float64[8@x,4]"
    assert fjax.jit(lambda a: lax.with_sharding_constraint(a + 1, rows))(X).sharding == split
    members = fjax.shard_map(jnp.sin, mesh=ONE, in_specs=P("x"), out_specs=P("x"))
    assert members(x).sharding == rows and fjax.jit(members)(X).sharding == split
    assert fjax.device_put(x, fjax.devices()[0]).sharding == SingleDeviceSharding(ONE.devices[0, 0])


@pytest.mark.parametrize("mesh", [MESH, AUTO, ONE], ids=["explicit", "auto", "one"])
def test_in_shardings_are_in_the_types_of_what_nobody_placed(mesh):
    shown, seen = P("x", None) if mesh is not AUTO else P(None, None), []

    def f(a):
        seen.append(fjax.typeof(a).sharding.spec)
        return a * 2

    sharding = NamedSharding(mesh, P("x"))
    jitted = fjax.jit(f, in_shardings=sharding)
    for given in (X, jnp.asarray(X)):
        for _ in range(3):
            assert jitted(given).sharding.is_equivalent_to(sharding, 2)
    lowered = jitted.lower(X)
    assert lowered.compile()(X).sharding.is_equivalent_to(sharding, 2)
    assert lowered.in_avals[0][0].sharding.spec == shown and set(seen) == {shown}
    assert len(seen) == 1


@pytest.mark.parametrize("mesh", [MESH, AUTO, ONE], ids=["explicit", "auto", "one"])
def test_new_arrays_are_whole_on_each_device_of_the_mesh_that_is_set(mesh):
    before = jnp.ones((2, 3))
    with fjax.set_mesh(mesh):
        made = [
            jnp.zeros((2, 3)),
            jnp.arange(6.0).reshape(2, 3),
            jnp.asarray(X),
            jnp.array([[1, 2]]),
            fjax.random.normal(fjax.random.key(0), (2, 3)),
            before + 1,
            fjax.jit(lambda: jnp.ones((2, 3)))(),
            fjax.jit(jnp.sin)(before),
            fjax.jit(jnp.sin)(before),
            fjax.grad(lambda a: jnp.sin(a).sum())(before),
        ]
        for x in made:
            assert x.committed and x.sharding.mesh == mesh and x.is_fully_replicated
        assert fjax.device_put(X).sharding == before.sharding == SingleDeviceSharding(before.device)
        elsewhere = fjax.device_put(before, fjax.devices()[3])
        with pytest.raises(DeviceError, match="Received incompatible devices"):
            elsewhere + 1
    assert not jnp.zeros(3).committed and not fjax.jit(jnp.sin)(before).committed
    with mesh:
        assert not jnp.zeros(3).committed


def test_set_mesh_holds_until_another_is_set():
    try:
        fjax.set_mesh(AUTO)
        assert jnp.zeros(3).sharding == NamedSharding(AUTO, P())
    finally:
        fjax.set_mesh(None)
    assert not jnp.zeros(3).committed


@pytest.mark.parametrize(
    "make",
    [
        lambda: jnp.zeros((8, 4), out_sharding=P("x")),
        lambda: jnp.full((8, 4), 2.0, out_sharding=P("x")),
        lambda: jnp.arange(8, out_sharding=P("x")),
        lambda: jnp.arange(1, 17, 2, out_sharding=P("x")),
        lambda: jnp.array(X, out_sharding=P("x")),
        lambda: jnp.ones((8, 4), device=NamedSharding(MESH, P("x"))),
        lambda: jnp.zeros_like(put(X, "x")),
        lambda: jnp.zeros_like(fjax.ShapeDtypeStruct((8, 4), f32, sharding=put(X, "x").sharding)),
    ],
)
def test_new_arrays_are_split_as_they_are_asked_to_be_within_jit_as_well(make):
    with fjax.set_mesh(MESH):
        shown = []
        for x in (make(), fjax.jit(lambda: shown.append(make()) or shown[0])()):
            assert x.sharding.is_equivalent_to(NamedSharding(MESH, P("x")), x.ndim)
            np.testing.assert_array_equal(x, make())
        assert "@x" in str(shown[0].aval)
        like = fjax.jit(lambda a: (jnp.zeros_like(a), jnp.ones_like(a, shape=(2, 3))))(put(X, "x"))
        assert [x.sharding.spec for x in like] == [P("x", None), P(None, None)]


def test_shapes_and_compiled_functions_say_how_results_are_split():
    def f(a, b):
        return a * 2, b.T

    with fjax.set_mesh(MESH):
        a = put(X, "x")
        shapes = fjax.eval_shape(f, a, X)
        assert [s.sharding.spec for s in shapes] == [P("x", None), P(None, None)]
        assert shapes[0].sharding.mesh == MESH.abstract_mesh
    assert fjax.eval_shape(f, X, X)[0].sharding is None
    a = put(X, "x", mesh=AUTO)
    for given in (a, fjax.ShapeDtypeStruct(a.shape, a.dtype, sharding=a.sharding)):
        compiled = fjax.jit(f).lower(given, X).compile()
        assert compiled.input_shardings == ((a.sharding, NamedSharding(AUTO, P())), {})
        assert compiled.output_shardings == (a.sharding, NamedSharding(AUTO, P()))
        assert compiled.out_info[0].sharding == compiled(a, X)[0].sharding == a.sharding


def test_results_beside_one_that_is_put_on_a_mesh_are_on_it():
    out = fjax.jit(lambda: (jnp.zeros(3), jnp.ones(4)), out_shardings=(None, put(X).sharding))()
    assert out[0].sharding == NamedSharding(MESH, P(None)) and out[1].sharding == put(X).sharding


def test_axes_that_are_split_merge_in_their_order():
    a = put(X, "x", "y")
    assert str(fjax.typeof(a.reshape(32))).endswith("[32@(x,y)]")
    with pytest.raises(TypeError, match="could be split in several ways"):
        put(X, None, "y").reshape(32)


def test_shapes_of_a_mesh_with_auto_axes_keep_those_out_of_types():
    mesh = MESH.update(axis_types=(AxisType.Explicit, AxisType.Auto))
    with fjax.set_mesh(mesh):
        out = put(X, "x", "y", mesh=mesh) + 1
        assert out.sharding.spec == P("x", "y") and "@y" not in str(fjax.typeof(out))
        assert put(X, None, "y", mesh=mesh).sum(1).sharding.spec == P(None)


def test_put_arrays_are_given_away_or_kept_apart():
    a, b = put(X, "x"), put(X, "x")
    target = NamedSharding(MESH, P("y"))
    fjax.device_put((a, b), target, donate=(True, False))
    assert a.is_deleted() and not b.is_deleted()
    assert fjax.device_put(b, b.sharding, donate=True) is b and not b.is_deleted()
    apart = fjax.device_put(b, b.sharding, may_alias=False)
    b.delete()
    np.testing.assert_array_equal(apart, X)


def test_who_holds_summands_holds_no_replica():
    with fjax.set_mesh(MESH):
        assert not fjax.reshard(jnp.ones(3), P(unreduced={"x"})).is_fully_replicated


def test_shardings_that_say_what_cannot_be_are_refused():
    free = NamedSharding(AUTO, P(P.UNCONSTRAINED))
    for options in ({"in_shardings": free}, {"out_shardings": free}):
        with pytest.raises(ValueError, match="Unconstrained dims are not allowed"):
            fjax.jit(jnp.sin, **options)
    with pytest.raises(ValueError, match="should be a sequence of ints"):
        fjax.make_mesh(((4,), 2), ("x", "y"))
    ids = jnp.array([0, 0, 1])
    with fjax.set_mesh(MESH), pytest.raises(NotImplementedError, match="the result is no sum"):
        fjax.ops.segment_max(jnp.arange(3), ids, 2, out_sharding=P(unreduced={"x"}))


def test_specs_add_up_and_abstract_shardings_compare():
    both = P("x", unreduced={"y"}) + P(None, reduced={"z"})
    assert both == P("x", None, unreduced={"y"}, reduced={"z"})
    assert (None,) + P("x", unreduced={"y"}) == P(None, "x", unreduced={"y"})
    shardings = [NamedSharding(MESH.abstract_mesh, s) for s in (P("x"), P("x", None), P("y"))]
    assert shardings[0].is_equivalent_to(shardings[1], 2)
    assert not shardings[0].is_equivalent_to(shardings[2], 2)


def test_a_struct_like_a_traced_value_is_split_as_its_type_shows():
    seen = []
    fjax.jit(lambda a: seen.append(fjax.ShapeDtypeStruct.like(a)) or a)(put(X, "x"))
    assert seen[0].sharding == NamedSharding(MESH.abstract_mesh, P("x", None))
    assert fjax.ShapeDtypeStruct.like(jnp.ones(3)).sharding is None


def test_what_speaks_of_explicit_axes_leaves_auto_ones():
    mixed = fjax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Explicit, AxisType.Auto))
    w, x = put(np.ones((4, 6)), None, "y", mesh=mixed), put(X, "x", mesh=mixed)
    loss = lambda w, x: jnp.tanh(x @ w).sum()
    product = lambda x, w: jnp.einsum("ij,ik->jk", x, jnp.tanh(x @ w), out_sharding=P())
    with fjax.set_mesh(mixed):
        for wrap in (lambda f: f, fjax.jit):
            assert wrap(fjax.grad(loss))(w, x).sharding.spec == P(None, "y")
            assert wrap(product)(x, w).sharding.spec == P(None, "y")


def test_shardings_that_an_inner_jit_says_hold_within_another():
    x, along_y = put(X, "x", "y", mesh=AUTO), NamedSharding(AUTO, P("y"))
    inner = [
        fjax.jit(lambda u: u * 2, out_shardings=along_y),
        fjax.jit(lambda u: u * 2, in_shardings=along_y),
        fjax.jit(lambda u: (u * 2, 1)[0], out_shardings=along_y, inline=True),
    ]
    for f in inner:
        outer = fjax.jit(lambda u, f=f: f(u).T)
        assert outer(x).sharding.spec == P(None, "y")
        np.testing.assert_array_equal(outer(x), 2 * X.T)
        slope = fjax.jit(fjax.grad(lambda u, f=f: (f(u) ** 2).sum()))(x)
        np.testing.assert_array_equal(slope, 8 * X)
        batch = fjax.jit(fjax.vmap(f, in_axes=1, out_axes=1))(put(np.stack([X, X], 1), mesh=AUTO))
        np.testing.assert_array_equal(batch, 2 * np.stack([X, X], 1))


@pytest.mark.parametrize("mesh", [MESH, AUTO], ids=["explicit", "auto"])
def test_a_compiled_function_refuses_arguments_that_are_split_otherwise(mesh):
    x, whole = put(X, "x", mesh=mesh), put(X, mesh=mesh)
    compiled = fjax.jit(lambda u: u * 2).lower(x).compile()
    assert compiled(x).sharding.is_equivalent_to(x.sharding, 2)
    assert compiled(put(X, "x", None, mesh=mesh)).sharding == compiled(x).sharding
    with pytest.raises(ValueError, match="compiled for input shardings that disagree"):
        compiled(whole)


def test_what_is_put_elsewhere_by_in_shardings_is_given_away_if_it_is_donated():
    given = jnp.arange(8.0)
    out = fjax.jit(lambda u: u * 2, in_shardings=NamedSharding(AUTO, P("x")), donate_argnums=0)(
        given
    )
    np.testing.assert_array_equal(out, 2 * np.arange(8.0))
    assert given.is_deleted()


def test_full_and_updates_stay_split():
    where = NamedSharding(AUTO, P("x"))
    assert lax.full((8, 4), 1.0, sharding=where).sharding == where
    x = put(X, "x", "y", mesh=AUTO)
    for out in (x.at[0].set(1.0), x.at[1, 2].add(1.0), x.at[np.array([0, 3])].mul(2.0)):
        assert out.sharding == x.sharding


def test_parts_that_make_no_array_are_refused():
    where = NamedSharding(AUTO, P("x", "y"))
    with pytest.raises(ValueError, match=r"Expected shard shape \(2, 2\) doesn't match"):
        fjax.make_array_from_callback((8, 4), where, lambda index: X[0])
    with pytest.raises(fjax.errors.UnexpectedTracerError, match="within a traced context"):
        fjax.jit(lambda u: fjax.make_array_from_callback((8, 4), where, lambda i: u[i]))(X)
    parts = [fjax.device_put(s.data, s.device) for s in put(X, "x", "y").addressable_shards]
    with pytest.raises(ValueError, match="Expected 8 per-device arrays.* but got 3"):
        fjax.make_array_from_single_device_arrays((8, 4), where, parts[:3])
    with pytest.raises(ValueError, match="must have one shard each.*had 8 shard"):
        fjax.make_array_from_single_device_arrays((8, 4), where, [put(X, "x", "y")] * 8)
