"""Meshes of one device: they name axes, shardings are checked against them, arrays stay whole."""

import copy
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.sharding import (
    AbstractMesh,
    AxisType,
    Mesh,
    PartitionSpec,
    Sharding,
    SingleDeviceSharding,
    explicit_axes,
    get_abstract_mesh,
    get_mesh,
    use_mesh,
)

DEVICE = fjax.devices()[0]
MESH = Mesh(np.array([[DEVICE]]), ("data", "model"))
ROWS = NamedSharding(MESH, P("data"))
DATA = np.arange(6.0).reshape(2, 3)


# ---- meshes


def test_a_mesh_has_axes_of_size_one():
    assert MESH.shape == {"data": 1, "model": 1} and MESH.axis_names == ("data", "model")
    assert MESH.size == 1 and not MESH.empty and MESH.devices.shape == (1, 1)
    assert MESH.devices.item() is DEVICE and MESH.local_devices == [DEVICE]
    assert MESH.axis_types == (AxisType.Auto,) * 2 and MESH.are_all_axes_auto
    assert MESH.device_ids.tolist() == [[DEVICE.id]] and MESH.local_mesh is MESH
    with pytest.raises(ValueError, match="read-only"):
        MESH.devices[0, 0] = None


def test_meshes_are_equal_by_what_they_are():
    same = Mesh([[DEVICE]], ["data", "model"])
    assert same == MESH and hash(same) == hash(MESH)
    assert MESH.update(axis_names=("a", "b")) != MESH
    assert MESH.update(axis_types=(AxisType.Explicit,) * 2) != MESH
    assert MESH != MESH.abstract_mesh == AbstractMesh((1, 1), ("data", "model"))
    for mesh in (MESH, MESH.abstract_mesh):
        assert pickle.loads(pickle.dumps(mesh)) == mesh == copy.deepcopy(mesh)


def test_make_mesh_takes_the_first_device():
    mesh = fjax.make_mesh((1, 1), ("x", "y"))
    assert mesh.are_all_axes_explicit and mesh.devices.item() is DEVICE
    assert fjax.make_mesh((1,), "x", axis_types=(AxisType.Auto,)).auto_axes == ("x",)
    from fjax.experimental import mesh_utils

    assert Mesh(mesh_utils.create_device_mesh((1,)), ("x",)).size == 1


@pytest.mark.parametrize(
    "make, match",
    [
        (lambda: fjax.make_mesh((2,), ("x",)), "devices 1 must be >= .*FJAX_NUM_CPU_DEVICES"),
        (lambda: fjax.make_mesh((1, 1), ("x",)), "must match number of axis names"),
        (lambda: Mesh([DEVICE, DEVICE], ("x",)), "cpu:0 occurs twice"),
        (lambda: Mesh(np.array([], object), ("x",)), "no devices are given"),
        (lambda: Mesh([DEVICE, *fjax.devices("meta")], ("x",)), "several platforms"),
    ],
)
def test_a_mesh_of_what_is_not_there_is_refused(make, match):
    with pytest.raises(ValueError, match=match):
        make()


@pytest.mark.parametrize(
    "make, error, match",
    [
        (lambda: Mesh([DEVICE], ("x", "y")), ValueError, "ndim of its first argument"),
        (lambda: Mesh([None], ("x",)), TypeError, "out of fjax.devices"),
        (lambda: Mesh([[DEVICE]], ("x", "x")), ValueError, "must differ"),
        (lambda: Mesh([DEVICE], (None,)), ValueError, "cannot be None"),
        (lambda: Mesh([DEVICE], ("x",), ("Auto",)), TypeError, "AxisType"),
        (lambda: Mesh([DEVICE], ("x",), (AxisType.Auto,) * 2), ValueError, "Number of axis names"),
        (lambda: AbstractMesh((1,), ("x", "y")), ValueError, "one size for each name"),
        (lambda: fjax.make_mesh((1,), ("x",), devices=[]), ValueError, "devices is empty"),
    ],
)
def test_what_is_no_mesh_is_refused(make, error, match):
    with pytest.raises(error, match=match):
        make()


def test_a_mesh_in_force():
    assert get_mesh().empty and get_abstract_mesh().empty
    with fjax.set_mesh(MESH) as entered:
        assert entered is MESH is get_mesh()
        assert get_abstract_mesh() == MESH.abstract_mesh
        with use_mesh(AbstractMesh((1,), ("z",))):
            assert get_abstract_mesh().axis_names == ("z",) and get_mesh().empty
        seen = []
        thread = threading.Thread(target=lambda: seen.append(get_mesh().empty))
        thread.start()
        thread.join()
        assert get_mesh() is MESH and seen == [True]
    with MESH, MESH:
        assert get_mesh() is MESH
    assert get_mesh().empty


def test_the_axes_of_an_abstract_mesh_may_come_in_force_while_tracing():
    explicit = AbstractMesh((1,), ("x",), (AxisType.Explicit,))
    seen = []

    @fjax.jit
    def split(x):
        with fjax.sharding.use_abstract_mesh(explicit):
            y = fjax.reshard(x, P("x"))
        seen.append(fjax.typeof(y))
        return y

    assert split(DATA).tolist() == np.asarray(DATA).tolist()
    assert "@x" in str(seen[0])
    assert seen[0].manual_axis_type == seen[0].mat and get_abstract_mesh().empty
    with pytest.raises(ValueError, match="use_abstract_mesh takes"):
        fjax.sharding.use_abstract_mesh(MESH)


def test_set_mesh_without_a_block_lasts():
    fjax.set_mesh(MESH)
    try:
        assert get_mesh() is MESH
        assert fjax.device_put(DATA, P("data")).sharding == ROWS
    finally:
        fjax.set_mesh(None)
    assert get_mesh().empty


def test_set_mesh_refuses_what_it_cannot_do():
    with pytest.raises(ValueError, match="fjax.sharding.Mesh"):
        fjax.set_mesh("x")
    with pytest.raises(ValueError, match="outside of fjax.jit"):
        fjax.jit(lambda x: fjax.set_mesh(MESH))(1.0)


def test_a_jitted_function_sees_the_mesh_in_force():
    f = fjax.jit(lambda x: x * len(get_abstract_mesh().axis_names))
    assert float(f(1.0)) == 0
    with fjax.set_mesh(MESH):
        assert float(f(1.0)) == 2
    assert float(f(1.0)) == 0


# ---- specs and shardings


def test_a_spec_is_a_tuple_and_a_leaf():
    spec = P("data", None, ("model",), (), ["a", "b"])
    assert tuple(spec) == ("data", None, "model", None, ("a", "b")) and P is PartitionSpec
    assert P("x") == P("x") != P("x", None) and hash(P("x")) == hash(P("x"))
    assert P("x") + P("y") == P("x", "y") == ("x",) + P("y")
    assert fjax.tree.leaves({"a": spec}) == [spec]
    assert pickle.loads(pickle.dumps(spec)) == spec and repr(P("x", None)) == "P('x', None)"
    assert repr(P(P.UNCONSTRAINED)) == "P(UNCONSTRAINED)"


def test_a_sharding_says_that_the_array_is_whole():
    assert isinstance(ROWS, Sharding) and isinstance(SingleDeviceSharding(DEVICE), Sharding)
    assert ROWS.mesh is MESH and ROWS.spec == P("data")
    assert ROWS.is_fully_replicated and ROWS.is_fully_addressable and ROWS.num_devices == 1
    assert ROWS.device_set == {DEVICE} == ROWS.addressable_devices
    assert ROWS.shard_shape((4, 3)) == (4, 3)
    assert ROWS.devices_indices_map((2, 3)) == {DEVICE: (slice(None), slice(None))}
    assert ROWS.update(spec=P(None, "model")).spec == P(None, "model")
    assert ROWS.with_memory_kind("pinned_host").memory_kind == "pinned_host"
    assert pickle.loads(pickle.dumps(ROWS)) == ROWS and hash(copy.copy(ROWS)) == hash(ROWS)


def test_equivalent_shardings_put_arrays_on_one_device():
    assert ROWS.is_equivalent_to(NamedSharding(MESH, P("data", None)), 2)
    assert ROWS.is_equivalent_to(SingleDeviceSharding(DEVICE), 1)
    assert ROWS != NamedSharding(MESH, P("data", None)) != SingleDeviceSharding(DEVICE)
    assert not ROWS.is_equivalent_to(ROWS.with_memory_kind("device"), 2)
    with pytest.raises(ValueError, match="rank at least 1"):
        ROWS.is_equivalent_to(ROWS, 0)


@pytest.mark.parametrize(
    "make, error, match",
    [
        (lambda: NamedSharding(MESH, P("batch")), ValueError, "batch of .* is not found in mesh"),
        (lambda: NamedSharding(MESH, P("data", "data")), ValueError, "duplicate entries"),
        (lambda: NamedSharding(MESH, ("data",)), TypeError, "PartitionSpec"),
        (lambda: NamedSharding("mesh", P()), TypeError, "fjax.sharding.Mesh"),
        (lambda: NamedSharding(MESH, P(), memory_kind="vmem"), ValueError, "one memory"),
        (lambda: SingleDeviceSharding("cpu"), TypeError, "fjax.devices"),
        (lambda: NamedSharding(MESH.abstract_mesh, P()).device_set, ValueError, "no devices"),
    ],
)
def test_what_is_no_sharding_is_refused(make, error, match):
    with pytest.raises(error, match=match):
        make()


# ---- arrays


def test_an_array_has_the_sharding_that_it_was_put_with():
    x = fjax.device_put(DATA, ROWS)
    assert x.sharding == ROWS and x.committed and x.devices() == {DEVICE}
    assert fjax.device_put(x, ROWS) is x is fjax.device_put(x)
    assert fjax.device_put(x, NamedSharding(copy.copy(MESH), P("data"))) is x
    y = fjax.device_put(x, DEVICE)
    assert y.sharding == SingleDeviceSharding(DEVICE) and fjax.device_put(y, DEVICE) is y
    # What is computed lies on the mesh, as it does on one of several devices.
    for z, spec in ((x[0], P()), (x + 1, P("data")), (jnp.sum(x), P()), (x.T, P(None, "data"))):
        assert z.committed and z.sharding == NamedSharding(MESH, spec)


def test_results_of_committed_arguments_are_committed_at_every_call():
    f = fjax.jit(lambda x, y: (x + y, {"y": y}))
    placed, free = fjax.device_put(DATA, ROWS), jnp.array(DATA)
    for x, y in ((placed, free), (free, placed), (placed, 1.0), (placed, placed)):
        for _ in range(3):
            out, rest = f(x, y)
            assert out.committed and rest["y"].committed
            np.testing.assert_array_equal(out, DATA + np.asarray(y))
    assert not f(free, free)[0].committed


def test_device_put_of_a_tree():
    tree = {"w": DATA, "b": np.zeros(3)}
    put = fjax.device_put(tree, {"w": ROWS, "b": None})
    assert put["w"].sharding == ROWS and not put["b"].committed
    put = fjax.device_put(tree, NamedSharding(MESH, P()))
    assert {x.sharding.spec for x in put.values()} == {P()}


BAD = [
    (NamedSharding(MESH, P("data", None, "model")), ValueError, "rank at least 3"),
    (P("data"), ValueError, "none is in force"),
    ("row", TypeError, "PartitionSpec or None"),
]
TAKES = {
    "with_sharding_constraint": lambda s: lax.with_sharding_constraint(jnp.array(DATA), s),
    "reshard": lambda s: fjax.reshard(jnp.array(DATA), s),
    "in_shardings": lambda s: fjax.jit(lambda x: x, in_shardings=s)(DATA),
    "out_shardings": lambda s: fjax.jit(lambda x: x, out_shardings=s)(DATA),
    "traced": lambda s: fjax.jit(lambda x: lax.with_sharding_constraint(x, s))(DATA),
    "ShapeDtypeStruct": lambda s: fjax.ShapeDtypeStruct((2, 3), float, sharding=s),
    "zeros": lambda s: jnp.zeros((2, 3), out_sharding=s),
    "zeros, traced": lambda s: fjax.jit(lambda: jnp.zeros((2, 3), out_sharding=s))(),
    "array": lambda s: jnp.array(DATA, out_sharding=s),
    "reshape": lambda s: jnp.reshape(DATA, (3, 2), out_sharding=s),
    "method reshape": lambda s: jnp.array(DATA).reshape(3, 2, out_sharding=s),
    "ravel": lambda s: jnp.ravel(DATA, out_sharding=s),
    "matmul": lambda s: jnp.matmul(DATA, DATA.T, out_sharding=s),
    "dot": lambda s: jnp.dot(DATA, DATA.T, out_sharding=s),
    "tensordot": lambda s: jnp.tensordot(DATA, DATA.T, 1, out_sharding=s),
    "linalg.tensordot": lambda s: jnp.linalg.tensordot(DATA, DATA.T, axes=1, out_sharding=s),
    "einsum": lambda s: jnp.einsum("ij,kj->ik", DATA, DATA, out_sharding=s),
    "repeat": lambda s: jnp.repeat(DATA, 2, axis=0, out_sharding=s),
    "bincount": lambda s: jnp.bincount(jnp.array([1, 1]), length=2, out_sharding=s),
    "percentile": lambda s: jnp.percentile(DATA, 50, axis=0, out_sharding=s),
    "broadcast_to": lambda s: jnp.broadcast_to(DATA[0], (2, 3), out_sharding=s),
    "at.set": lambda s: jnp.array(DATA).at[0].set(1.0, out_sharding=s),
    "at.get": lambda s: jnp.array(DATA).at[:1].get(out_sharding=s),
    "lax.reshape": lambda s: lax.reshape(DATA, (3, 2), out_sharding=s),
    "lax.broadcast": lambda s: lax.broadcast(DATA[0], (2,), out_sharding=s),
    "lax.broadcast_in_dim": lambda s: lax.broadcast_in_dim(DATA, (2, 3), (0, 1), out_sharding=s),
    "lax.empty": lambda s: lax.empty((2, 3), float, out_sharding=s),
    "lax.broadcasted_iota": lambda s: lax.broadcasted_iota(int, (2, 3), 0, out_sharding=s),
    "lax.reduce_sum": lambda s: lax.reduce_sum(DATA, (0,), out_sharding=s),
    "lax.reduce": lambda s: lax.reduce(DATA, 0.0, lax.add, (0,), s),
    "lax.dot": lambda s: lax.dot(DATA, DATA.T, out_sharding=s),
    "lax.dot_general": lambda s: lax.dot_general(
        DATA, DATA, (((1,), (1,)), ((), ())), out_sharding=s
    ),
    "lax.ragged_dot": lambda s: lax.ragged_dot(DATA, DATA.T[None], np.array([2]), out_sharding=s),
    "lax.rng_bit_generator": lambda s: lax.rng_bit_generator(
        jnp.zeros(4, jnp.uint32), (2, 3), out_sharding=s
    )[1],
    "random.normal": lambda s: fjax.random.normal(fjax.random.key(0), (2, 3), out_sharding=s),
    "random.randint": lambda s: fjax.random.randint(
        fjax.random.key(0), (2, 3), 0, 9, out_sharding=s
    ),
    "random.gamma": lambda s: fjax.random.gamma(fjax.random.key(0), 2.0, (2, 3), out_sharding=s),
    "initializers.zeros": lambda s: fjax.nn.initializers.zeros(
        fjax.random.key(0), (2, 3), out_sharding=s
    ),
    "initializers.he_normal": lambda s: fjax.nn.initializers.he_normal()(
        fjax.random.key(0), (2, 3), out_sharding=s
    ),
    "ops.segment_sum": lambda s: fjax.ops.segment_sum(
        jnp.array(DATA), jnp.array([0, 1]), 2, out_sharding=s
    ),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("sharding, error, match", BAD, ids=["rank", "no mesh", "kind"])
@pytest.mark.parametrize("take", TAKES.values(), ids=TAKES)
def test_a_sharding_is_checked_wherever_it_is_taken(take, sharding, error, match):
    with pytest.raises(error, match=match):
        take(sharding)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", TAKES)
def test_a_result_has_the_sharding_that_is_asked_for(name):
    expected, got = (
        np.asarray(x) if hasattr(x, "dtype") and not isinstance(x, fjax.ShapeDtypeStruct) else None
        for x in (TAKES[name](None), TAKES[name](ROWS))
    )
    np.testing.assert_array_equal(got, expected)
    if name not in ("in_shardings", "traced", "zeros, traced"):
        assert TAKES[name](ROWS).sharding == ROWS
    with fjax.set_mesh(MESH):
        assert TAKES[name](P("data")) is not None


# ---- jit


def test_jit_gives_results_their_shardings():
    f = fjax.jit(
        lambda x, y: {"s": x + y, "d": (x - y, x[0])},
        in_shardings=(ROWS, None),
        out_shardings={"s": ROWS, "d": NamedSharding(MESH, P())},
    )
    for _ in range(3):
        out = f(DATA, 1.0)
        assert out["s"].sharding == ROWS and out["d"][1].sharding.spec == P()
        np.testing.assert_array_equal(out["s"], DATA + 1)
    once = fjax.jit(lambda x: 2 * x, out_shardings=ROWS)
    x = jnp.array(DATA)
    assert [once(x).sharding for _ in range(3)] == [ROWS] * 3
    with fjax.debug_nans(True):
        assert once(x).sharding == ROWS


def test_compiled_functions_name_their_shardings():
    compiled = (
        fjax.jit(lambda x, y: (x, y), in_shardings=(ROWS, None), out_shardings=(None, ROWS))
        .lower(DATA, DATA)
        .compile()
    )
    (first, second), _ = compiled.input_shardings
    assert (first, second) == (ROWS, NamedSharding(MESH, P()))
    assert compiled.output_shardings == (ROWS, ROWS)
    assert compiled(DATA, DATA)[1].sharding == ROWS


def test_jit_refuses_shardings_that_do_not_fit():
    with pytest.raises(TypeError, match="jit in_shardings: expected a fjax.sharding.Sharding"):
        fjax.jit(lambda x: x, in_shardings=("x",))
    with pytest.raises(ValueError, match="in_shardings specification must be a tree prefix"):
        fjax.jit(lambda x, y: x, in_shardings=(ROWS,))(DATA, DATA)
    with pytest.raises(ValueError, match="takes no keyword arguments"):
        fjax.jit(lambda x: x, in_shardings=ROWS)(x=DATA)
    with pytest.raises(ValueError, match="out_shardings specification must be a tree prefix"):
        fjax.jit(lambda x: x, out_shardings=(ROWS, ROWS))(DATA)


def test_jits_with_equal_shardings_share_traces():
    traces = []

    def f(x):
        traces.append(x)
        return x * 2

    for _ in range(3):
        fjax.jit(f, in_shardings=(copy.copy(ROWS),))(DATA)
        fjax.jit(f)(DATA)
    assert len(traces) == 2


def test_derivatives_and_batches_of_a_function_with_shardings():
    f = fjax.jit(lambda x: (x**2).sum(), in_shardings=ROWS, out_shardings=NamedSharding(MESH, P()))
    np.testing.assert_array_equal(fjax.grad(f)(DATA), 2 * DATA)
    np.testing.assert_array_equal(fjax.vmap(f)(DATA[None]), [55.0])
    again = pickle.loads(pickle.dumps(fjax.jit(jnp.sin, out_shardings=ROWS)))
    assert again(DATA).sharding == ROWS


def test_a_training_step_with_parallel_data():
    mesh = Mesh(np.array(fjax.devices()[:1]), ("batch",))
    batch, replicated = NamedSharding(mesh, P("batch")), NamedSharding(mesh, P())

    def loss(params, x, y):
        x = lax.with_sharding_constraint(x, batch)
        return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)

    @fjax.jit(
        in_shardings=(replicated, batch, batch),
        out_shardings=(replicated, replicated),
        donate_argnums=0,
    )
    def step(params, x, y):
        value, grads = fjax.value_and_grad(loss)(params, x, y)
        return fjax.tree.map(lambda p, g: p - 0.2 * g, params, grads), value

    keys = fjax.random.split(fjax.random.key(0), 2)
    x = fjax.device_put(fjax.random.normal(keys[0], (32, 3)), batch)
    wanted = jnp.array([1.0, -2.0, 0.5])
    y = fjax.device_put(x @ wanted + 3.0, batch)
    params = fjax.device_put({"w": jnp.zeros(3), "b": jnp.zeros(())}, replicated)
    for _ in range(200):
        params, value = step(params, x, y)
    np.testing.assert_allclose(params["w"], wanted, atol=1e-6)
    assert params["w"].sharding == replicated and x.sharding == batch and float(value) < 1e-10


def test_shardings_among_several_devices():
    code = """
import numpy as np, pytest, fjax, fjax.numpy as jnp
fjax.config.update("num_cpu_devices", 2)
first, second = fjax.devices()
where = fjax.NamedSharding(fjax.sharding.Mesh([second], ("x",)), fjax.P("x"))
x = fjax.device_put(np.ones(2), where)
assert x.device is second and (x + 1).device is second
f = fjax.jit(lambda x: x + 1, in_shardings=where)
for _ in range(3):
    assert f(np.ones(2)).device is second and f(x).device is second
with pytest.raises(ValueError, match="is committed to"):
    f(fjax.device_put(np.ones(2), first))
with pytest.raises(ValueError, match="move it with fjax.device_put"):
    jnp.ravel(np.ones(2), out_sharding=where)
assert jnp.zeros(2, out_sharding=where).device is second
g = fjax.pmap(lambda x: x, devices=[second])
assert g(np.ones((1, 2))).device is second
with pytest.raises(ValueError, match="num_local_devices=2"):
    fjax.pmap(lambda x: x, devices=[first, second])(np.ones((1, 2)))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_partition_spec_has_no_nested_tuples_and_no_subclasses():
    for parts in [("x", ("z", ("a",))), ((("a", "b"), "c"),)]:
        with pytest.raises(ValueError, match="cannot contain a nested tuple"):
            fjax.P(*parts)
    with pytest.raises(TypeError, match="Subclassing"):
        type("Own", (fjax.P,), {})


def test_axes_that_are_explicit_already_are_not_retyped():
    for kind, count in ((AxisType.Explicit, 0), (AxisType.Auto, 1)):
        mesh = fjax.make_mesh((1,), ("x",), axis_types=(kind,))
        with fjax.set_mesh(mesh):
            program = fjax.make_jaxpr(explicit_axes(jnp.sin, in_sharding=P("x")))(np.ones(2))
        assert [e.op.name for e in program.jaxpr.eqns].count("relaxed") == count
