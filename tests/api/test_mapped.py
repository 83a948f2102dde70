"""pmap, shard_map and smap over the one device: named axes of size 1, checked and compiled."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import P, lax
from fjax._testing import count_events
from fjax.experimental.shard_map import shard_map as experimental_shard_map
from fjax.sharding import AbstractMesh, AxisType, Mesh, get_abstract_mesh

MESH = fjax.make_mesh((1, 1), ("a", "b"))
X = np.arange(3.0)
COLLECTIVES = {
    "psum": (lambda x: lax.psum(x, "a"), X),
    "pmean": (lambda x: lax.pmean(x, ("a",)), X),
    "pmax": (lambda x: lax.pmax(x, "a"), X),
    "all_gather": (lambda x: lax.all_gather(x, "a"), X[None]),
    "all_gather tiled": (lambda x: lax.all_gather(x, "a", tiled=True), X),
    "psum_scatter": (lambda x: lax.psum_scatter(x[None], "a"), X),
    "all_to_all": (lambda x: lax.all_to_all(x[None], "a", 0, 0), X[None]),
    "ppermute": (lambda x: lax.ppermute(x, "a", [(0, 0)]), X),
    "ppermute to nobody": (lambda x: lax.ppermute(x, "a", []), 0 * X),
    "pshuffle": (lambda x: lax.pshuffle(x, "a", [0]), X),
    "axis_index": (lambda x: x + lax.axis_index("a"), X),
    "axis_size": (lambda x: x * lax.axis_size("a"), X),
    "pcast": (lambda x: lax.pcast(x, "a", to="varying"), X),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("f, expected", COLLECTIVES.values(), ids=COLLECTIVES)
def test_collectives_over_one_device(f, expected):
    sharded = fjax.shard_map(f, mesh=MESH, in_specs=P(), out_specs=P())
    for g in (sharded, fjax.jit(sharded)):
        got = g(X)
        np.testing.assert_array_equal(got, expected)
        assert got.shape == expected.shape
    mapped = fjax.pmap(f, axis_name="a")
    np.testing.assert_array_equal(mapped(X[None]), expected[None])
    np.testing.assert_array_equal(fjax.jit(mapped)(X[None]), expected[None])


# ---- pmap


def test_axes_of_arguments_and_results():
    f = fjax.pmap(lambda x, y: (x + y["k"], y["k"]), in_axes=(1, {"k": None}), out_axes=(2, None))
    out = f(np.ones((2, 1, 3)), {"k": 2.0})
    assert out[0].shape == (2, 3, 1) and float(out[1]) == 2.0
    g = fjax.pmap(lambda x, *, scale: x * scale, in_axes=-1, out_axes=-1)
    assert g(np.ones((2, 1)), scale=np.full((1,), 3.0)).tolist() == [[3.0], [3.0]]


@pytest.mark.parametrize(
    "call, error, match",
    [
        (
            lambda: fjax.pmap(jnp.sin)(np.ones(2)),
            ValueError,
            "requires 2 replicas, but only 1 devices are available.*fjax.vmap",
        ),
        (lambda: fjax.pmap(jnp.sin, in_axes=False), TypeError, "must be an int"),
        (lambda: fjax.pmap(jnp.sin, out_axes="i"), TypeError, "must be an int"),
        (lambda: fjax.pmap(jnp.sin, axis_size=2)(np.ones(1)), ValueError, "axis_size 2 doesn't"),
        (lambda: fjax.pmap(3), TypeError, "takes a function"),
        (lambda: fjax.pmap(jnp.sin, in_axes=1)(np.ones(1)), ValueError, "axis 1 is out of range"),
        (lambda: fjax.pmap(jnp.sin, out_axes=2)(np.ones(1)), ValueError, "axis 2 is out of range"),
        (lambda: fjax.pmap(jnp.sin, in_axes=(0, 0))(np.ones(1)), ValueError, "2 entries for 1"),
        (lambda: fjax.pmap(jnp.sin, in_axes=None)(np.ones(1)), ValueError, "at least one argument"),
        (lambda: fjax.pmap(jnp.sin, devices=[3]), TypeError, "fjax.devices"),
        (lambda: fjax.pmap(lambda x: lax.psum(x, "j"), "i")(np.ones(1)), NameError, "unbound axis"),
    ],
)
def test_what_pmap_refuses(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_static_and_donated_arguments():
    f = fjax.pmap(
        lambda n, x: x * n,
        in_axes=(None, 0),
        static_broadcasted_argnums=0,
        devices=fjax.devices()[:1],
        axis_size=1,
    )
    assert f(3, np.ones((1, 2))).tolist() == [[3.0, 3.0]]
    x = jnp.ones((1, 2))
    fjax.pmap(lambda x: x + 1, donate_argnums=0)(x)
    assert x.is_deleted()


def test_pmaps_of_a_function_share_what_is_compiled():
    traces = []

    def f(x):
        traces.append(x)
        return lax.psum(jnp.sin(x), "i")

    x = jnp.ones((1, 3))
    with count_events("pxla_cached_compilation") as compiled:
        for _ in range(3):
            fjax.pmap(f, "i")(x)
    assert len(traces) == 1 == compiled()
    fjax.pmap(f, "i", out_axes=1)(x)
    assert len(traces) == 2


def test_transformations_of_a_pmap():
    x, t = jnp.array([[0.1, 0.2]]), jnp.ones((1, 2))
    f = fjax.pmap(lambda x: lax.pmean(jnp.sin(x), "i"), "i")
    np.testing.assert_allclose(fjax.jvp(f, (x,), (t,))[1], np.cos(x))
    np.testing.assert_allclose(fjax.vjp(f, x)[1](t)[0], np.cos(x))
    np.testing.assert_allclose(fjax.grad(lambda x: f(x).sum())(x), np.cos(x))
    np.testing.assert_allclose(fjax.vmap(f)(jnp.stack([x, 2 * x])), np.sin([x, 2 * x]))
    np.testing.assert_allclose(fjax.jit(f)(x), np.sin(x))
    out, _ = lax.scan(lambda c, _: (f(c), None), x, None, length=2)
    np.testing.assert_allclose(out, np.sin(np.sin(x)))
    grads = fjax.pmap(fjax.grad(lambda x: lax.pmean((x**2).sum(), "i")), "i")(x)
    np.testing.assert_allclose(grads, 2 * x)
    with fjax.disable_jit():
        np.testing.assert_allclose(f(x), np.sin(x))


def test_a_pmap_within_a_vmap_knows_both_axes():
    inner = fjax.pmap(lambda x: lax.psum(x, ("i", "j")), "i")
    out = fjax.vmap(inner, axis_name="j")(jnp.arange(3.0)[:, None])
    assert out.tolist() == [[3.0]] * 3


def test_a_training_step_with_pmap():
    def loss(w, x, y):
        return jnp.mean((x @ w - y) ** 2)

    def step(w, x, y):
        value, grad = fjax.value_and_grad(loss)(w, x, y)
        return w - 0.2 * lax.pmean(grad, "devices"), lax.pmean(value, "devices")

    n = fjax.local_device_count()
    step = fjax.pmap(step, axis_name="devices", donate_argnums=0)
    x = fjax.random.normal(fjax.random.key(0), (n, 32, 3))
    wanted = jnp.array([1.0, -2.0, 0.5])
    w = jnp.broadcast_to(jnp.zeros(3), (n, 3))
    for _ in range(200):
        w, value = step(w, x, x @ wanted)
    np.testing.assert_allclose(w[0], wanted, atol=1e-6)
    assert value.shape == (n,)


# ---- shard_map


def test_all_axes_of_the_mesh_are_bound_and_manual():
    def f(x):
        mesh = get_abstract_mesh()
        assert mesh.manual_axes == ("a", "b") and mesh.axis_types == (AxisType.Manual,) * 2
        return lax.psum(x, ("a", "b"))

    np.testing.assert_array_equal(
        fjax.shard_map(f, mesh=MESH, in_specs=P("a"), out_specs=P())(X), X
    )
    only = fjax.shard_map(
        lambda x: lax.psum(x, "b"), mesh=MESH, in_specs=P("a"), out_specs=P(), axis_names={"a"}
    )
    with pytest.raises(ValueError, match="in_specs refers to 'a'"):
        fjax.shard_map(f, mesh=MESH, in_specs=P("a"), out_specs=P(), axis_names={"b"})(X)
    with pytest.raises(NameError, match="unbound axis name: b"):
        only(X)


def test_the_mesh_in_force_and_other_spellings():
    @fjax.shard_map(in_specs=(P("a"), None), out_specs=P("a"), check_vma=False)
    def f(x, n):
        return lax.psum(x, "a") * n

    with fjax.set_mesh(MESH):
        np.testing.assert_array_equal(f(X, 2), 2 * X)
        g = fjax.smap(lambda x: lax.psum(x, "b"), in_axes=0, out_axes=0, axis_name="b")
        np.testing.assert_array_equal(g(X), X)
    with pytest.raises(ValueError, match="no mesh is given, and none is in force"):
        f(X, 2)
    old = experimental_shard_map(
        lambda x: x, MESH, in_specs=(P("a"),), out_specs=P("a"), check_rep=False
    )
    np.testing.assert_array_equal(old(X), X)
    abstract = AbstractMesh((1,), ("c",))
    np.testing.assert_array_equal(
        fjax.shard_map(lambda x: lax.pmean(x, "c"), mesh=abstract, out_specs=P())(X), X
    )


@pytest.mark.parametrize(
    "specs, error, match",
    [
        (dict(in_specs=P("z"), out_specs=P()), ValueError, "in_specs refers to 'z'"),
        (dict(in_specs=P("a", "b"), out_specs=P()), ValueError, "in_specs .*rank at least 2"),
        (dict(in_specs=P(), out_specs=P("a", "b")), ValueError, "out_specs .*rank at least 2"),
        (dict(in_specs=(P(), P()), out_specs=P()), ValueError, "in_specs.*tree prefix"),
        (dict(in_specs=P(), out_specs=(P(), P())), ValueError, "out_specs.*tree prefix"),
        (dict(in_specs="a", out_specs=P()), TypeError, "must be a pytree of"),
        (dict(in_specs=P(), out_specs="a"), TypeError, "must be a pytree of"),
        (dict(in_specs=P(), out_specs=P(), axis_names={"z"}), ValueError, "'z' is not"),
        (dict(in_specs=P(), out_specs=P(), mesh="m"), TypeError, "mesh must be"),
    ],
)
def test_what_shard_map_refuses(specs, error, match):
    with pytest.raises(error, match=match):
        fjax.shard_map(lambda x: x, **{"mesh": MESH, **specs})(X)


def test_smap_takes_a_function():
    with pytest.raises(TypeError, match="requires a callable"):
        fjax.smap(3, in_axes=0, out_axes=0, axis_name="a")


def test_smap_checks_axes():
    with fjax.set_mesh(MESH):
        for in_axes, out_axes, error in (
            (1, 0, ValueError),
            (0, 1, ValueError),
            ("a", 0, TypeError),
        ):
            with pytest.raises(error, match="has rank 1|must be an int"):
                fjax.smap(lambda x: x, in_axes=in_axes, out_axes=out_axes, axis_name="a")(X)


def test_gradients_and_loops_of_a_shard_map():
    mesh = Mesh(np.array(fjax.devices()[:1]), ("i",))
    f = fjax.shard_map(
        lambda w, x: lax.pmean(jnp.sum(jnp.sin(w * x)), "i"),
        mesh=mesh,
        in_specs=(P(), P("i")),
        out_specs=P(),
    )
    for g in (fjax.grad(f), fjax.jit(fjax.grad(f))):
        np.testing.assert_allclose(g(2.0, X), np.sum(X * np.cos(2 * X)))
    inside = fjax.shard_map(
        fjax.grad(lambda x: lax.psum(jnp.sum(x**2), "i")),
        mesh=mesh,
        in_specs=P("i"),
        out_specs=P("i"),
    )
    np.testing.assert_allclose(inside(X), 2 * X)
    looped = fjax.shard_map(
        lambda x: lax.fori_loop(0, 3, lambda _, c: lax.psum(c + lax.axis_index("i"), "i") + 1, x),
        mesh=mesh,
        in_specs=P("i"),
        out_specs=P("i"),
    )
    np.testing.assert_allclose(looped(X), X + 3)
    np.testing.assert_allclose(fjax.vmap(looped)(np.stack([X, X])), np.stack([X, X]) + 3)
