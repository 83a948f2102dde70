"""Eager shard_maps whose Python looks at values, groups over several axes, and what is refused."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.sharding import AxisType

pytestmark = pytest.mark.one_in(5)

MESH = fjax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
CUBE = fjax.make_mesh((2, 2, 2), ("x", "y", "z"), axis_types=(AxisType.Auto,) * 3)
X = np.arange(16.0).reshape(4, 4)


def mapped(f, in_specs=P("x", "y"), out_specs=P("x", "y"), mesh=MESH, **options):
    return fjax.shard_map(f, mesh=mesh, in_specs=in_specs, out_specs=out_specs, **options)


def test_python_branches_on_what_members_have_in_common_and_again_for_other_values():
    f = mapped(lambda x: x if lax.psum(x.sum(), ("x", "y")) > 0 else -x)
    np.testing.assert_array_equal(f(X), X)
    np.testing.assert_array_equal(f(-X), X)
    slope = fjax.grad(lambda x: f(x).sum())(-X)
    np.testing.assert_array_equal(slope, -np.ones((4, 4)))


def test_python_numbers_come_from_common_values_only():
    def f(x):
        total = lax.psum(x.sum(), ("x", "y"))
        assert float(total) == X.sum() and total.item() == X.sum()
        with pytest.raises(fjax.errors.ConcretizationTypeError):
            float(x.sum())
        return x

    mapped(f)(X)
    with pytest.raises(fjax.errors.ConcretizationTypeError):
        fjax.jit(mapped(f))(X)


def test_without_types_a_value_is_common_if_it_is_equal():
    def f(x):
        assert bool(lax.psum(x.sum(), ("x", "y")) == X.sum())
        return x

    mapped(f, check_vma=False)(X)


def test_a_printed_value_shows_what_each_member_has(capsys):
    mapped(lambda x: print(x.sum()) or x)(X)
    shown = capsys.readouterr().out
    assert "On cpu:1 at mesh coordinates (x, y) = (0, 1):\n18.0" in shown
    assert shown.count("at mesh coordinates") == 4


def test_what_depends_on_an_effect_has_no_value_yet():
    def f(x):
        seen.append(repr(fjax.experimental.io_callback(lambda: np.ones(()), jnp.zeros(()))))
        return x

    seen = []
    mapped(f)(X)
    assert seen == ["Traced<float64[]>"] or seen == ["Traced<float32[]>"]


ROWS = np.arange(64.0).reshape(8, 8)


def by_hand(groups, member, rows=ROWS):
    """The values of each member's group."""
    (group,) = [g for g in groups if member in g]
    return rows[list(group)], group.index(member)


@pytest.mark.parametrize("groups", [((0, 3), (1, 2)), ((2, 0, 3, 1),)])
def test_groups_over_several_axes_are_of_members_by_their_common_number(groups):
    def each(f):
        spec = P(("x", "y", "z"))
        run = mapped(f, spec, spec, CUBE, check_vma=False)
        slope = fjax.jit(fjax.grad(lambda v: jnp.sin(run(v)).sum()))(ROWS)
        return np.asarray(run(ROWS)), np.asarray(fjax.jit(run)(ROWS)), slope

    names = ("z", "x")  # member (x, y, z) is number 2 z + x of its group along y
    size = len(groups[0])
    for f, expected in (
        (lambda v: lax.psum(v, names, axis_index_groups=groups), lambda r, k: r.sum(0)),
        (lambda v: lax.pmax(v, names, axis_index_groups=groups), lambda r, k: r.max(0)),
        (
            lambda v: lax.all_gather(v[0], names, axis_index_groups=groups).sum(1)[None],
            lambda r, k: r.sum(1),
        ),
        (
            lambda v: lax.psum_scatter(
                v, names, scatter_dimension=1, axis_index_groups=groups, tiled=True
            ),
            lambda r, k: r.sum(0).reshape(size, -1)[k],
        ),
        (
            lambda v: lax.all_to_all(v, names, 1, 1, axis_index_groups=groups, tiled=True),
            lambda r, k: r.reshape(size, size, -1)[:, k].ravel(),
        ),
    ):
        now, compiled, _ = each(f)
        np.testing.assert_array_equal(now, compiled)
        for device in range(8):
            x, y, z = np.unravel_index(device, (2, 2, 2))
            own = [np.ravel_multi_index((i, y, k), (2, 2, 2)) for k in (0, 1) for i in (0, 1)]
            rows, place = by_hand(groups, 2 * z + x, ROWS[own])
            np.testing.assert_array_equal(now[device], expected(rows, place))


def test_smaller_groups_are_filled_with_what_changes_nothing():
    groups = ((0,), (1, 2, 3))
    for f, expected in ((lax.psum, np.add), (lax.pmin, np.minimum)):
        run = mapped(
            lambda v, f=f: f(v, ("x", "y"), axis_index_groups=groups), P(("x", "y")), P(("x", "y"))
        )
        np.testing.assert_array_equal(run(X)[0], X[0])
        np.testing.assert_array_equal(run(X)[2], expected.reduce(X[1:]))


def _constrained(x):
    return lax.with_sharding_constraint(x, NamedSharding(MESH, P("x")))


@pytest.mark.parametrize(
    "run, error, match",
    [
        (lambda: mapped(_constrained)(X), ValueError, "contains a manual axes .'x'. of mesh"),
        (
            lambda: fjax.vmap(mapped(jnp.sin, P("x"), P("x")), spmd_axis_name="x")(X),
            ValueError,
            "spmd_axis_name cannot appear",
        ),
        (
            lambda: mapped(jnp.sin, mesh=MESH.abstract_mesh)(X),
            ValueError,
            "`NamedSharding` as input",
        ),
        (
            lambda: mapped(jnp.sin, P("a"), P("a"), fjax.sharding.AbstractMesh((2,), ("a",)))(
                fjax.device_put(X, NamedSharding(MESH, P("x")))
            ),
            ValueError,
            "Mesh shape of the input",
        ),
        (
            lambda: mapped(jnp.sin, P(unreduced={"x"}), P())(X),
            ValueError,
            "axis names all of type `Explicit`",
        ),
        (lambda: lax.psum(X, "x"), NameError, "call psum under `jax.shard_map`"),
    ],
)
def test_each_mistake_has_an_error_of_its_own(run, error, match):
    with pytest.raises(error, match=match):
        run()


def test_a_batch_may_be_split_as_the_specs_say_if_that_is_asked_for():
    run = fjax.vmap(mapped(jnp.sin, P("x"), P("x")), spmd_axis_name="x")
    fjax.config.update("disable_vmap_shmap_error", True)
    try:
        np.testing.assert_allclose(run(X), np.sin(X))
    finally:
        fjax.config.update("disable_vmap_shmap_error", False)


def test_arrays_like_one_on_a_mesh_are_split_as_it_is():
    x = fjax.device_put(X, NamedSharding(MESH, P("x", "y")))
    for made in (jnp.zeros_like(x), jnp.full_like(x, 2), lax.full_like(x, 3), jnp.ones_like(x)):
        assert made.sharding == x.sharding
    assert jnp.zeros_like(x, shape=(3,)).sharding == NamedSharding(MESH, P())
    with fjax.set_mesh(MESH):
        assert jnp.full((4, 2), 7, device=P("x")).sharding == NamedSharding(MESH, P("x"))


def test_programs_that_run_by_themselves_say_how_their_results_are_split():
    x = fjax.device_put(X, NamedSharding(MESH, P("x", "y")))
    gathered = mapped(
        lambda v: lax.all_gather(v, "x", tiled=True, to="invarying"), out_specs=P(None, "y")
    )
    slope = fjax.grad(lambda v: fjax.jit(gathered)(v).sum())(x)
    assert slope.sharding == NamedSharding(MESH, P("x", "y"))
    assert fjax.nn.relu(x).sharding.spec == P("x", "y")
    assert fjax.jit(fjax.nn.relu)(x).sharding.spec == P("x", "y")


def test_a_struct_of_a_value_that_differs_says_so():
    def f(x):
        struct = fjax.eval_shape(jnp.sin, x)
        assert fjax.typeof(struct).vma == {"x", "y"}
        assert fjax.typeof(lax.full_like(struct, 1)).vma == {"x", "y"}
        (slope,) = fjax.vjp(jnp.sin, x)[1](jnp.ones(x.shape))
        assert fjax.typeof(slope).vma == {"x", "y"}
        return x

    mapped(f)(X)


def test_a_number_that_is_put_somewhere_stays_weakly_typed():
    assert fjax.device_put(1.0).weak_type and fjax.device_put(1, fjax.devices()[1]).weak_type
    assert not fjax.device_put(np.float32(1)).weak_type


@pytest.mark.parametrize(
    "transform, expected",
    [
        (fjax.jit, 27.0),
        (fjax.grad, [6.0] * 3),
        (fjax.vmap, [9.0] * 3),
        (lambda f: lambda x: fjax.jvp(f, (x,), (x,))[1], 54.0),
    ],
    ids=["jit", "grad", "vmap", "jvp"],
)
def test_a_traced_value_stays_where_the_arguments_are(transform, expected):
    first, second = fjax.devices()[:2]
    x = fjax.device_put(jnp.full(3, 3.0), first)
    f = lambda x: fjax.device_put(x * x, second).sum()
    assert f(x).device == second
    found = transform(f)(x)
    assert found.device == first
    np.testing.assert_array_equal(found, expected)


def test_a_constraint_leaves_an_axis_whole_that_it_does_not_divide():
    @fjax.jit
    def f(x):
        return lax.with_sharding_constraint(x, NamedSharding(MESH, P("x", "y"))) * 2

    out = f(np.ones((3, 4)))
    assert out.sharding.spec.by_axis(2) == ((), ("y",))
    np.testing.assert_array_equal(out, 2 * np.ones((3, 4)))
    with pytest.raises(fjax.errors.IndivisibleError):
        lax.with_sharding_constraint(jnp.ones((3, 4)), NamedSharding(MESH, P("x", "y")))
