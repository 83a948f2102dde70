"""Arrays on a mesh of eight devices: shards, moves, what is refused."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.errors import DeviceError, IndivisibleError
from fjax.experimental import mesh_utils

MESH = fjax.make_mesh((4, 2), ("x", "y"), (fjax.sharding.AxisType.Auto,) * 2)
X = np.arange(64.0).reshape(8, 8)


def put(spec, mesh=MESH, x=X):
    return fjax.device_put(x, NamedSharding(mesh, spec))


def test_there_are_eight_devices():
    assert fjax.device_count() == fjax.local_device_count() == len(fjax.local_devices()) == 8
    assert [d.id for d in fjax.devices()] == list(range(8))
    assert (fjax.process_index(), fjax.process_count()) == (0, 1)
    assert fjax.sharding.Mesh(mesh_utils.create_device_mesh((2, 4)), ("a", "b")).size == 8


@pytest.mark.parametrize(
    "spec, shape, replicas",
    [
        (P(), (8, 8), 8),
        (P("x"), (2, 8), 2),
        (P("x", "y"), (2, 4), 1),
        (P(("x", "y")), (1, 8), 1),
        (P(None, ("y", "x")), (8, 1), 1),
    ],
)
def test_the_shards_of_an_array_are_its_parts(spec, shape, replicas):
    x = put(spec)
    assert x.sharding.shard_shape(x.shape) == shape and x.devices() == set(fjax.devices())
    shards = x.addressable_shards
    assert [s.device for s in shards] == list(MESH.devices.flat)
    assert [s.replica_id for s in shards].count(0) == 8 // replicas
    for shard in shards:
        assert shard.data.shape == shape and shard.data.device is shard.device
        np.testing.assert_array_equal(shard.data, X[shard.index])
    assert x.is_fully_replicated == (replicas == 8) and x.is_fully_addressable
    np.testing.assert_array_equal(x.addressable_data(3), shards[3].data)
    joined = fjax.make_array_from_single_device_arrays(
        x.shape, x.sharding, [s.data for s in reversed(shards)]
    )
    assert joined.sharding == x.sharding
    np.testing.assert_array_equal(joined, X)


def test_a_callback_is_asked_for_each_part_once():
    asked = []

    def part(index):
        asked.append(index)
        return X[index]

    x = fjax.make_array_from_callback(X.shape, NamedSharding(MESH, P("x")), part)
    assert len(asked) == 4
    np.testing.assert_array_equal(x, X)


def test_the_order_of_names_is_the_order_of_parts():
    a, b = put(P(("x", "y"))), put(P(("y", "x")))
    assert a.addressable_shards[1].index[0] == slice(1, 2)
    assert b.addressable_shards[1].index[0] == slice(4, 5)
    assert not a.sharding.is_equivalent_to(b.sharding, 2)
    assert put(P("x", None)).sharding.is_equivalent_to(put(P("x")).sharding, 2)


def test_results_are_on_the_mesh():
    x = put(P("x"))
    for f in (lambda x: 2 * jnp.sin(x) + 1, fjax.jit(lambda x: 2 * jnp.sin(x) + 1)):
        assert f(x).sharding == x.sharding
    for f in (jnp.sum, fjax.jit(jnp.sum)):
        assert f(x).sharding.is_fully_replicated and len(f(x).devices()) == 8
    y = NamedSharding(MESH, P(None, "y"))
    constrained = fjax.jit(lambda x: lax.with_sharding_constraint(x * 2, y) + 1)
    assert constrained(X).sharding == y and constrained(x).sharding == y
    assert (x + np.ones(8)).sharding == x.sharding
    assert fjax.reshard(x, y).sharding == y and fjax.device_put(x, y).sharding == y
    assert fjax.jit(lambda x: fjax.device_put(x, y))(x).sharding == y


def test_repeated_calls_take_the_short_way_to_the_same_place():
    x = put(P("x"))
    step = fjax.jit(lambda x: x + 1)
    y = x
    for _ in range(4):
        y = step(y)
        assert y.sharding is x.sharding
    np.testing.assert_array_equal(y, X + 4)
    np.testing.assert_array_equal(step(X), X + 1)
    assert len(step(X).devices()) == 1


def other_mesh():
    return fjax.sharding.Mesh(np.array(fjax.devices()[:2]), ("x",))


@pytest.mark.parametrize(
    "call, error, match",
    [
        (lambda: fjax.make_mesh((16,), ("x",)), ValueError, "devices 8 must be >= .*NUM_CPU"),
        (lambda: mesh_utils.create_device_mesh((4,)), ValueError, "8 must equal the product"),
        (lambda: fjax.make_mesh((4, 2), ("x", "x")), ValueError, "occurs twice"),
        (lambda: put(P("x", "x")), ValueError, "duplicate entries"),
        (lambda: put(P("z")), ValueError, "not found in mesh"),
        (lambda: put(P("x"), x=np.ones(6)), IndivisibleError, "divisible by 4, but it"),
        (lambda: NamedSharding(MESH, P("x")).shard_shape((6,)), ValueError, "partitioned 4 times"),
        (lambda: put(P("x")) + put(P("x"), other_mesh()), DeviceError, "different devices"),
        (lambda: put(P("x")) + fjax.device_put(X, fjax.devices()[0]), DeviceError, "incompatible"),
        (
            lambda: fjax.jit(jnp.sin, in_shardings=NamedSharding(MESH, P("y")))(put(P("x"))),
            ValueError,
            "does not match the sharding",
        ),
        (
            lambda: fjax.jit(jnp.sin, in_shardings=NamedSharding(MESH, P("x")))(np.ones(6)),
            ValueError,
            "divisible by 4",
        ),
        (
            lambda: fjax.jit(jnp.sum, out_shardings=NamedSharding(MESH, P("x")))(X),
            ValueError,
            "rank at least 1",
        ),
        (
            lambda: fjax.make_array_from_single_device_arrays(
                (8,), NamedSharding(MESH, P("x")), [jnp.ones(2)] * 8
            ),
            DeviceError,
            "no array is on cpu:1",
        ),
        (lambda: fjax.pmap(jnp.sin)(np.ones(9)), ValueError, "requires 9 replicas, but only 8"),
        (
            lambda: fjax.pmap(lambda x: fjax.pmap(jnp.sin)(x))(np.ones((4, 2))),
            ValueError,
            "use fjax.vmap inside",
        ),
        (lambda: lax.psum(1.0, "x"), NameError, "unbound axis name: x"),
        (
            lambda: fjax.shard_map(jnp.sin, mesh=MESH, in_specs=P("x"), out_specs=P("x"))(
                np.ones(6)
            ),
            ValueError,
            "4 does not evenly divide 6",
        ),
        (
            lambda: fjax.pmap(lambda x: lax.psum(x, "i", axis_index_groups=[[0], [0, 1]]), "i")(
                np.ones(2)
            ),
            ValueError,
            "each of 0 to 1 along .i. in one group",
        ),
    ],
)
def test_what_is_refused(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_a_pmap_of_fewer_elements_takes_the_first_devices():
    y = fjax.pmap(lambda x: x - lax.pmean(x, "i"), axis_name="i")(np.arange(3.0))
    np.testing.assert_array_equal(y, [-1.0, 0.0, 1.0])
    assert y.devices() == set(fjax.devices()[:3]) and y.sharding.spec == P("i")


@pytest.mark.parametrize("groups", [[[0, 1], [2, 3]], [[0, 2], [3, 1]], [[0, 1, 2, 3]]])
def test_collectives_within_groups(groups):
    x = np.arange(16.0).reshape(4, 4)
    over = dict(axis_name="i", axis_index_groups=groups)
    k = len(groups[0])
    total = fjax.pmap(lambda x: lax.psum(x, **over), "i")(x)
    gathered = fjax.pmap(lambda x: lax.all_gather(x, **over), "i")(x)
    scattered = fjax.pmap(lambda x: lax.psum_scatter(x, **over, tiled=True), "i")(x)
    swap = dict(split_axis=0, concat_axis=0, tiled=True)
    exchanged = fjax.pmap(lambda x: lax.all_to_all(x, **over, **swap), "i")(x)
    for group in groups:
        for place, member in enumerate(group):
            np.testing.assert_array_equal(total[member], x[group].sum(0))
            np.testing.assert_array_equal(gathered[member], x[group])
            mine = slice(place * 4 // k, (place + 1) * 4 // k)
            np.testing.assert_array_equal(scattered[member], x[group].sum(0)[mine])
            np.testing.assert_array_equal(exchanged[member], np.concatenate(x[group][:, mine]))
