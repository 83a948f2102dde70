"""Functions that go between Auto and Explicit axes, between meshes of other names, and vmap."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.sharding import AbstractMesh, AxisType, Mesh, explicit_axes, use_abstract_mesh

AUTO, EXPLICIT, MANUAL = AxisType.Auto, AxisType.Explicit, AxisType.Manual
X = np.arange(32.0).reshape(8, 4)


def mesh_of(*types):
    return fjax.make_mesh((4, 2), ("x", "y"), types)


def put(mesh, *spec):
    return fjax.device_put(X, NamedSharding(mesh, P(*spec)))


def test_reshard_says_nothing_of_auto_axes_that_it_does_not_name():
    mesh = mesh_of(EXPLICIT, AUTO)
    with fjax.set_mesh(mesh):
        a = put(mesh, "x", "y")
        for f in (fjax.reshard, fjax.jit(fjax.reshard, static_argnums=1)):
            assert f(a, P(None, "x")).sharding.spec == P(None, ("x", "y"))
            assert f(a, P()).sharding.spec == P(None, "y")
    mesh = mesh_of(AUTO, AUTO)
    with fjax.set_mesh(mesh):
        assert fjax.jit(lambda a: fjax.reshard(a * 2, P()))(put(mesh, "x", "y")).sharding.spec == (
            P("x", "y")
        )


def test_constraints_of_auto_axes_leave_explicit_ones():
    mesh = mesh_of(EXPLICIT, AUTO)
    with fjax.set_mesh(mesh):
        a = put(mesh, "x")
        for f in (lambda u: u, fjax.jit):
            constrained = f(lambda u: lax.with_sharding_constraint(u, P(None, "y")))(a)
            assert constrained.sharding.spec == P("x", "y")
            constrained = f(lambda u: lax.with_sharding_constraint(u, P("y")))(a)
            assert constrained.sharding.spec == P(("x", "y"), None)


def test_results_of_explicit_axes_are_of_the_mesh_around():
    mesh = mesh_of(AUTO, AUTO)
    with fjax.set_mesh(mesh):

        def f(a):
            inner = explicit_axes(jnp.sin, in_sharding=P("x", None))(a * 2)
            assert "@" not in str(fjax.typeof(inner))
            return inner + 1

        for each in (f, fjax.jit(f)):
            assert each(put(mesh, "x", "y")).sharding == NamedSharding(mesh, P("x"))
    mesh = mesh_of(EXPLICIT, AUTO)
    with fjax.set_mesh(mesh):
        g = fjax.jit(lambda a: explicit_axes(jnp.cos, axes="y", in_sharding=P("x", "y"))(a))
        out = g(put(mesh, "x", "y"))
        assert out.sharding == NamedSharding(mesh, P("x", "y"))
        assert str(fjax.typeof(out)) == "float64[8@x,4]"


def test_an_abstract_mesh_of_the_same_size_stands_for_the_same_devices():
    mesh = mesh_of(EXPLICIT, EXPLICIT)
    other = AbstractMesh((2, 2, 2), ("a", "b", "c"), (EXPLICIT,) * 3)
    with fjax.set_mesh(mesh):

        @fjax.jit
        def f(a):
            with use_abstract_mesh(other):
                return fjax.reshard(jnp.sin(a), P(("a", "b"))) * 2

        out = f(put(mesh, None, "y"))
    devices = mesh.devices.reshape(2, 2, 2)
    assert out.sharding == NamedSharding(
        Mesh(devices, ("a", "b", "c"), (EXPLICIT,) * 3), P(("a", "b"), None)
    )
    np.testing.assert_allclose(out, 2 * np.sin(X))


def test_eager_constraints_take_abstract_meshes():
    mesh = mesh_of(AUTO, AUTO)
    out = lax.with_sharding_constraint(
        put(mesh, "x", "y"), NamedSharding(mesh.abstract_mesh, P("x"))
    )
    assert out.sharding == NamedSharding(mesh, P("x"))


def test_results_of_vmap_are_split_along_the_mapped_axis():
    mesh = mesh_of(EXPLICIT, EXPLICIT)
    with fjax.set_mesh(mesh):
        a = put(mesh, "x")
        out = fjax.vmap(lambda u: jnp.ones(3), out_axes=-1)(a)
        assert str(fjax.typeof(out)) == "float64[3,8@x]"
        pick = lambda u, i: jnp.sum(u.at[i].get(out_sharding=P("y")) ** 2)
        rows = fjax.device_put(np.tile([1, 3], (8, 1)), P("x"))
        slopes = fjax.jit(fjax.vmap(fjax.grad(pick)))(a, rows)
        assert str(fjax.typeof(slopes)) == "float64[8@x,4]"
        np.testing.assert_allclose(slopes, np.where([False, True, False, True], 2 * X, 0))


def test_mapped_arguments_are_split_alike():
    mesh = mesh_of(EXPLICIT, EXPLICIT)
    a = put(mesh, "x")
    for b in (put(mesh), put(mesh, "y")):
        with pytest.raises(ValueError, match="should be sharded the same"):
            fjax.vmap(jnp.add)(a, b)
    with pytest.raises(ValueError, match="Only one of spmd_axis_name"):
        fjax.vmap(jnp.sin, spmd_axis_name="y")(a)


def test_a_mesh_of_manual_axes_is_not_set():
    with pytest.raises(ValueError, match="contains manual axes"):
        fjax.set_mesh(mesh_of(MANUAL, MANUAL))
    assert fjax.sharding.get_mesh().empty


def test_what_broadcasts_like_an_array_is_split_like_it():
    mesh = mesh_of(EXPLICIT, EXPLICIT)
    with fjax.set_mesh(mesh):
        out = lax.broadcast_like(np.arange(4.0), put(mesh, "x"))
    assert str(fjax.typeof(out)) == "float64[8@x,4]"
