"""Arrays and transformed functions in other libraries and in other processes."""

import copy
import pickle
import struct
import sys

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp


def loss(x):
    return jnp.sum(x**2)


@fjax.jit
def doubled(x):
    return x * 2


@fjax.custom_vjp
def halved(x):
    return x / 2


def halved_forward(x):
    return halved(x), None


def halved_backward(_, cotangent):
    return (10 * cotangent,)


halved.defvjp(halved_forward, halved_backward)
slope = fjax.jit(fjax.grad(loss))

FUNCTIONS = {
    "jit": doubled,
    "jit of grad": slope,
    "grad": fjax.grad(loss),
    "value_and_grad": fjax.value_and_grad(loss),
    "vmap": fjax.vmap(loss),
    "vmap of grad": fjax.vmap(fjax.grad(loss), in_axes=0),
    "jacfwd": fjax.jacfwd(loss),
    "jacrev": fjax.jacrev(loss),
    "hessian": fjax.hessian(loss),
    "custom_vjp": halved,
    "grad of custom_vjp": fjax.vmap(fjax.grad(halved)),
}


@pytest.fixture
def x():
    return jnp.arange(4.0)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_transformed_function_of_a_module_is_pickled(name, x):
    function = FUNCTIONS[name]
    for found in (pickle.loads(pickle.dumps(function)), copy.deepcopy(function)):
        fjax.tree.map(np.testing.assert_array_equal, found(x), function(x))


def test_a_decorated_function_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(doubled)) is doubled
    assert pickle.loads(pickle.dumps(halved)) is halved


def test_transformed_functions_say_what_they_are(x):
    assert repr(fjax.grad(loss)) == "<grad of loss>"
    assert repr(fjax.vmap(fjax.value_and_grad(loss))) == "<vmap of loss>"
    assert repr(slope) == "<jitted loss>"
    types = (
        f"loss({x.dtype.name.replace('float', 'f')}[4]) -> {x.dtype.name.replace('float', 'f')}[4]"
    )
    assert repr(slope.trace(x)) == f"<traced {types}>"
    assert repr(slope.lower(x)) == f"<lowered {types}>"
    assert repr(slope.lower(x).compile()) == f"<compiled {types}>"
    assert repr(fjax.inspect(slope)(x).kernels[0]).startswith("<kernel 0 for cpu: ")
    assert repr(fjax.vjp(loss, x)[1]).startswith("<pull back of loss: cotangents f")


def test_transformed_functions_are_methods():
    class Model:
        def cost(self, x):
            return jnp.sum(x**2)

        slope = fjax.grad(cost, argnums=1)

    np.testing.assert_array_equal(Model().slope(jnp.ones(2)), [2.0, 2.0])


def test_arrays_are_copied_and_pickled(x):
    tree = {"x": x, "half": x.astype(jnp.bfloat16), "key": fjax.random.key(1)}
    for found in (copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert found["half"].dtype == jnp.bfloat16 and bool(found["key"] == tree["key"])
        np.testing.assert_array_equal(found["x"], x)


def test_the_bytes_of_an_array_are_its_elements():
    x = jnp.arange(3, dtype=jnp.int32)
    assert struct.unpack("3i", bytes(x)) == (0, 1, 2)
    if sys.version_info >= (3, 12):
        assert memoryview(x).readonly and memoryview(x).tolist() == [0, 1, 2]


def test_what_numpy_reads_stays_when_the_array_is_donated():
    x = jnp.ones(1 << 16)
    view = np.asarray(x)
    added = fjax.jit(lambda x: x + 1, donate_argnums=0)(x)
    np.testing.assert_array_equal(view, np.ones(1 << 16))
    np.testing.assert_array_equal(added, np.full(1 << 16, 2.0))


def test_images_go_both_ways():
    image = pytest.importorskip("PIL.Image")
    x = jnp.arange(12, dtype=jnp.uint8).reshape(3, 4)
    made = image.fromarray(np.asarray(x))
    assert made.size == (4, 3)
    np.testing.assert_array_equal(jnp.asarray(made), x)


def test_tables_go_both_ways(x):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"x": x, "y": 2 * x})
    np.testing.assert_array_equal(jnp.asarray(table["y"]), 2 * x)
    np.testing.assert_array_equal(jnp.asarray(table.to_numpy())[:, 0], x)


def test_arrow_columns_go_both_ways(x):
    arrow = pytest.importorskip("pyarrow")
    column = arrow.array(np.asarray(x))
    np.testing.assert_array_equal(jnp.asarray(column), x)


def test_tensors_go_both_ways(x):
    torch = pytest.importorskip("torch")
    tensor = torch.from_dlpack(x)
    np.testing.assert_array_equal(jnp.from_dlpack(tensor + 1), x + 1)


def test_functions_and_arrays_cross_processes(x):
    joblib = pytest.importorskip("joblib")
    tasks = [joblib.delayed(slope)(k * x) for k in range(2)]
    found = joblib.Parallel(n_jobs=2)(tasks)
    np.testing.assert_array_equal(found[1], 2 * x)


def test_reductions_take_columns_of_tables():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series([1.0, 2.0, 4.0])
    assert jnp.sum(column) == 7 and jnp.max(column, initial=0.0) == 4
    assert jnp.dot(column, column) == 21 and jnp.stack([column, column]).shape == (2, 3)
    assert (column + jnp.ones(3)).tolist() == [2.0, 3.0, 5.0]
    assert np.array_equal(fjax.grad(loss)(column), [2.0, 4.0, 8.0])


def test_labelled_arrays_hold_and_give_elements(x):
    xarray = pytest.importorskip("xarray")
    labelled = xarray.DataArray(x, dims=("row",))
    assert jnp.sum(labelled) == jnp.sum(x)
    assert np.array_equal((labelled * 2).values, np.asarray(x) * 2)
    assert np.array_equal(fjax.grad(loss)(labelled), 2 * np.asarray(x))


class Column:
    """What gives NumPy its elements, as columns of tables do."""

    def __array__(self, dtype=None, copy=None):
        return np.array([1.0, 2.0, 4.0], dtype)


def test_whatever_numpy_makes_an_array_of_is_one():
    assert jnp.sum(Column()) == 7 and jnp.where(True, Column(), 0.0)[2] == 4
    assert jnp.concatenate([Column(), Column()]).shape == (6,)
    with pytest.raises(TypeError, match="requires ndarray or scalar"):
        jnp.sum([1.0, 2.0])


def test_arrow_makes_columns_of_arrays(x):
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.array(x).to_pylist() == x.tolist()
    assert pyarrow.array(x, type=pyarrow.float32()).type == pyarrow.float32()
    table = pyarrow.table({"x": x})
    assert np.array_equal(jnp.asarray(table["x"]), x) and jnp.sum(table["x"]) == jnp.sum(x)


def test_large_arrays_cross_processes_outside_of_the_pickle():
    big, buffers = jnp.arange(1e5), []
    pickled = pickle.dumps(big, protocol=5, buffer_callback=buffers.append)
    assert len(pickled) < 1000 and len(buffers) == 1
    assert np.shares_memory(pickle.loads(pickled, buffers=buffers), big)


def test_a_chunk_of_a_dask_array_is_what_a_function_takes():
    dask_array = pytest.importorskip("dask.array")
    chunks = dask_array.from_array(np.arange(6.0), chunks=2)
    assert np.array_equal(chunks.map_blocks(lambda b: np.asarray(doubled(b))), np.arange(6.0) * 2)
    assert float(dask_array.from_array(jnp.arange(6.0), chunks=2).sum()) == 15


def test_primitives_without_equations_are_primitives():
    assert isinstance(fjax.lax.squeeze_p, fjax.core.Primitive)
    assert not isinstance("squeeze", fjax.core.Primitive)
    assert fjax.dtypes.canonicalize_dtype("int32", allow_extended_dtype=True) == "int32"
    with pytest.raises(TypeError, match="allow_extended_dtype"):
        fjax.dtypes.canonicalize_dtype(fjax.random.key(0).dtype, allow_extended_dtype=False)


def test_numpy_sorts_by_a_kind_of_its_own(x):
    assert np.argsort(x, kind="stable").tolist() == np.argsort(np.asarray(x)).tolist()
    assert np.array_equal(np.sort(x, kind="heapsort"), np.sort(np.asarray(x)))
    with pytest.raises(TypeError, match="'kind' is not supported"):
        jnp.argsort(x, kind="stable")
