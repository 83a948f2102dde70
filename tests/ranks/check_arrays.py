"""Arrays of which every process holds a part."""

import math
import os

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, checkpoints
from fjax.experimental import multihost_utils as utils
from tests.ranks.whole import whole
from tests.test_error_catalogue import AMONG_PROCESSES, CLASSES, _examples, _run

n, own = fjax.device_count(), fjax.local_device_count()
rank, count = fjax.process_index(), fjax.process_count()
MESH = fjax.make_mesh((n,), ("x",))
SPLIT = NamedSharding(MESH, P("x"))
X = np.arange(4.0 * n).reshape(2 * n, 2)


def test_devices_are_numbered_through_all_processes():
    assert [d.id for d in fjax.devices()] == list(range(n))
    assert [d.process_index for d in fjax.devices()] == [i // own for i in range(n)]
    assert fjax.local_devices() == fjax.devices()[rank * own : (rank + 1) * own]
    assert fjax.local_devices(process_index=0) == fjax.devices()[:own]
    assert jnp.ones(2).device == fjax.local_devices()[0] and (jnp.ones(2) + 1).sum() == 4
    assert MESH.is_multi_process and MESH.local_mesh.shape == {"x": own}
    assert fjax.process_count() * own == n and fjax.distributed.is_initialized()


def test_a_process_holds_the_parts_of_its_devices():
    x = fjax.device_put(X, SPLIT)
    assert not x.is_fully_addressable and not x.is_fully_replicated and x.shape == X.shape
    assert [s.device for s in x.addressable_shards] == fjax.local_devices()
    assert len(x.global_shards) == n and sum(s.data is None for s in x.global_shards) == n - own
    for shard in x.addressable_shards:
        np.testing.assert_array_equal(shard.data, X[shard.index])
    assert "P('x')" in repr(x) and "nbytes" not in repr(x)
    np.testing.assert_array_equal(whole(x), X)
    y = fjax.device_put(x, NamedSharding(MESH, P(None)))
    np.testing.assert_array_equal(y, X)
    assert y.is_fully_replicated and not y.is_fully_addressable and float(y[0, 1]) == 1.0


@pytest.mark.parametrize("ask", [np.asarray, str.format, float, fjax.device_get])
def test_a_value_asked_of_parts_raises_with_the_remedy(ask):
    x = fjax.device_put(X, SPLIT)
    if ask is float:
        x = x.addressable_shards[0].data
        assert x.is_fully_addressable
        return
    if ask is str.format:
        assert "P('x')" in f"{x}"
        return
    with pytest.raises(RuntimeError, match="process_allgather"):
        ask(x)


def test_operations_on_elements_keep_the_parts_apart():
    x = fjax.device_put(X, SPLIT)
    for y in (x * 2 + jnp.sin(x), fjax.jit(lambda x: x * 2 + jnp.sin(x))(x)):
        assert y.sharding.is_equivalent_to(SPLIT, 2)
        np.testing.assert_allclose(whole(y), X * 2 + np.sin(X))


def test_programs_of_split_arrays_are_partitioned():
    x = fjax.device_put(X, SPLIT)
    np.testing.assert_allclose(x.sum(), X.sum())
    np.testing.assert_allclose(whole(x @ np.ones((2, 3))), X @ np.ones((2, 3)))
    loss = lambda w, x: jnp.mean(jnp.tanh(x @ w) ** 2)
    w = np.array([0.1, -0.2])
    for run in (fjax.value_and_grad(loss), fjax.jit(fjax.value_and_grad(loss))):
        value, slope = run(w, x)
        expected, wanted = fjax.value_and_grad(loss)(w, X)
        np.testing.assert_allclose(value, expected)
        np.testing.assert_allclose(slope, wanted)


def test_meshes_that_differ_in_the_types_of_their_axes_are_one_mesh():
    types = fjax.sharding.AxisType
    typed, plain = (
        fjax.make_mesh((n,), ("x",), axis_types=(t,)) for t in (types.Explicit, types.Auto)
    )
    assert typed != plain and typed.untyped == plain.untyped == plain
    assert typed.untyped.axis_types == (types.Auto,)
    x, y = (fjax.device_put(X, NamedSharding(mesh, P("x"))) for mesh in (typed, plain))
    np.testing.assert_array_equal(whole(fjax.jit(lambda x, y: x + 2 * y)(x, y)), 3 * X)
    moved = fjax.device_put(x, NamedSharding(plain, P()))
    np.testing.assert_array_equal(moved, X)


def test_arrays_out_of_parts():
    asked = []

    def data(index):
        asked.append(index)
        return X[index]

    x = fjax.make_array_from_callback(X.shape, SPLIT, data)
    assert len(asked) == own
    np.testing.assert_array_equal(whole(x), X)
    local = X[rank * 2 * own : (rank + 1) * 2 * own]
    for shape in (None, X.shape):
        x = fjax.make_array_from_process_local_data(SPLIT, local, shape)
        np.testing.assert_array_equal(whole(x), X)
    np.testing.assert_array_equal(
        whole(fjax.make_array_from_process_local_data(SPLIT, X, X.shape)), X
    )
    parts = [fjax.device_put(X[2 * d.id : 2 * d.id + 2], d) for d in fjax.local_devices()]
    np.testing.assert_array_equal(
        whole(fjax.make_array_from_single_device_arrays(X.shape, SPLIT, parts)), X
    )


@pytest.mark.parametrize("shape", [(), (3,), (2, 0), (2, 3)])
def test_an_array_that_every_process_has_is_made_out_of_parts_of_any_rank(shape):
    expected = np.arange(6.0)[: math.prod(shape)].reshape(shape)
    for dtype in ("float32", "int8", "complex128"):
        data = expected.astype(dtype)
        alike = NamedSharding(MESH, P())
        parts = [fjax.device_put(data, d) for d in fjax.local_devices()]
        for x in (
            fjax.make_array_from_callback(shape, alike, lambda i, data=data: data[i]),
            fjax.make_array_from_single_device_arrays(shape, alike, parts),
        ):
            assert x.dtype == dtype and x.shape == shape and x.is_fully_replicated
            np.testing.assert_array_equal(x, data)


@pytest.mark.skipif(n < 4, reason="needs a mesh of two axes")
def test_a_mesh_of_two_axes():
    mesh = fjax.make_mesh((2, n // 2), ("a", "b"))
    x = np.arange(4.0 * n * n).reshape(2 * n, 2 * n)
    for spec in (P("a"), P(None, "b"), P("b", "a"), P(("a", "b")), P(None, ("b", "a")), P()):
        y = fjax.device_put(x, NamedSharding(mesh, spec))
        for shard in y.addressable_shards:
            np.testing.assert_array_equal(shard.data, x[shard.index])
        for other in (P("b"), P(("b", "a")), P("a", "b")):
            z = fjax.device_put(y, NamedSharding(mesh, other))
            assert z.sharding.is_equivalent_to(NamedSharding(mesh, other), 2)
            for shard in z.addressable_shards:
                np.testing.assert_array_equal(shard.data, x[shard.index])


def test_utilities():
    assert utils.process_allgather(np.array([rank])).tolist() == [[i] for i in range(count)]
    assert utils.process_allgather(np.array([rank]), tiled=True).tolist() == list(range(count))
    found = utils.broadcast_one_to_all({"a": np.full(3, rank), "b": jnp.asarray(rank * 2.0)})
    assert found["a"].tolist() == [0, 0, 0] and found["b"] == 0
    last = utils.broadcast_one_to_all(np.array(rank), is_source=rank == count - 1)
    assert last == count - 1
    utils.sync_global_devices("here")
    utils.assert_equal({"a": 1})
    with pytest.raises(
        AssertionError, match=r"ranks: those of process(es)? 1.* of process 0\s+at .*check_arrays"
    ):
        utils.assert_equal(np.array(rank), "ranks")
    with pytest.raises(RuntimeError, match="at different places"):
        utils.sync_global_devices(str(rank))
    x = utils.host_local_array_to_global_array(np.full(own, rank), MESH, P("x"))
    assert x.shape == (n,)
    local = utils.global_array_to_host_local_array(x, MESH, P("x"))
    assert local.tolist() == [rank] * own and local.is_fully_addressable


def test_what_does_not_fit_raises_in_every_process():
    with pytest.raises(RuntimeError, match="device_put.*process 1 differs"):
        fjax.device_put(np.full(n, float(rank == 1)), SPLIT)
    with pytest.raises(RuntimeError, match="processes make different arrays.*process 0"):
        fjax.make_array_from_process_local_data(SPLIT, np.ones((1 + rank) * own))
    with pytest.raises(ValueError, match="must be >= the product"):
        fjax.make_mesh((n + 1,), ("x",))
    with pytest.raises(ValueError, match="divisible"):
        fjax.device_put(np.ones(n + 1), SPLIT)
    with pytest.raises(ValueError, match="of another process"):
        fjax.device_put(np.ones(2), fjax.devices()[(rank * own + own) % n])
    mine = fjax.device_put(np.ones(n), fjax.local_devices()[0])
    with pytest.raises(ValueError, match="different devices"):
        fjax.device_put(np.ones(n), SPLIT) + mine
    other = fjax.make_mesh((n,), ("y",))
    with pytest.raises(ValueError, match="different meshes"):
        fjax.device_put(np.ones(n), SPLIT) + fjax.device_put(
            np.ones(n), NamedSharding(other, P("y"))
        )


@pytest.mark.skipif(count < 3, reason="two processes have devices in the mesh")
def test_a_mesh_without_devices_of_a_process_is_refused():
    mesh = fjax.sharding.Mesh(np.array(fjax.devices()[: 2 * own]), "x")
    with pytest.raises(ValueError, match="none of process 2, 3"):
        fjax.device_put(np.ones(2 * own), NamedSharding(mesh, P("x")))


@pytest.mark.skipif(n < 4, reason="needs three members that lie badly")
def test_a_mesh_in_which_a_process_has_no_block_is_refused():
    order = [0, *range(2, n), 1]
    mesh = fjax.sharding.Mesh(np.array(fjax.devices())[order].reshape(2, n // 2), ("x", "y"))
    if own > 1:
        with pytest.raises(ValueError, match="must be neighbours in the mesh"):
            fjax.device_put(np.ones(n), NamedSharding(mesh, P("x")))
    else:  # one device a process fits wherever it is
        x = fjax.device_put(np.arange(4.0 * n), NamedSharding(mesh, P(("x", "y"))))
        np.testing.assert_array_equal(whole(x), np.arange(4.0 * n))


@pytest.mark.parametrize("name", AMONG_PROCESSES)
def test_the_entry_of_an_error_has_a_program_that_raises_it(name):
    wrong, right = _examples(name)
    with pytest.raises(CLASSES[name]):
        _run(wrong)
    _run(right)


def test_programs_that_differ_name_the_first_differing_equation():
    c = 2.0 + rank
    f = fjax.shard_map(
        lambda x: fjax.lax.psum(jnp.sin(x) * c, "x"), mesh=MESH, in_specs=P("x"), out_specs=P()
    )
    with pytest.raises(RuntimeError, match=r"process 0: .* mul b 2.0.*\n  process 1: .* mul b 3.0"):
        fjax.jit(f)(np.ones(n))


def test_a_checkpoint_is_loaded_in_other_parts():
    folder = os.environ["CHECKPOINT_FOLDER"]
    checkpoints.save_sharded(folder, {"w": fjax.device_put(X, SPLIT), "step": 7, "all": X})
    halves = fjax.make_mesh((2, n // 2), ("a", "b"))
    where = NamedSharding(halves, P("b", "a"))
    like = {"w": fjax.ShapeDtypeStruct(X.shape, X.dtype, sharding=where), "step": 0, "all": X}
    found = checkpoints.load_sharded(folder, like)
    assert found["step"] == 7 and found["w"].sharding == where
    np.testing.assert_array_equal(found["all"], X)
    for shard in found["w"].addressable_shards:
        np.testing.assert_array_equal(shard.data, X[shard.index])
    np.testing.assert_array_equal(checkpoints.load_sharded(folder)["w"], X)
