"""Nobody changes an array: not through what it gives to NumPy, not through what it was made of."""

import copy
import pickle

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

DTYPES = [
    "float64",
    "float32",
    "float16",
    "bfloat16",
    "complex64",
    "int8",
    "int4",
    "uint64",
    "bool",
    "float8_e4m3fn",
    "float8_e5m2",
]
SHAPES = [(), (3,), (2, 3), (0, 3), (200, 500)]


def exits(x):
    """Every way to NumPy that shares memory."""
    yield np.asarray(x)
    yield np.array(x, copy=False)
    yield x.__array__()
    yield fjax.device_get(x)
    yield np.asarray(x.addressable_data(0))
    if x.dtype in (jnp.float32, jnp.float64):
        yield np.from_dlpack(x, copy=False)


def assert_unchangeable(array):
    """No view of it, and no array that it is a view of, can be made writable."""
    chain = [array, array.view(), array.T, array[...]]
    while isinstance(chain[-1].base, np.ndarray):
        chain.append(chain[-1].base)
    for each in chain:
        with pytest.raises(ValueError, match="WRITEABLE"):
            each.flags.writeable = True
        with pytest.raises(ValueError, match="WRITEABLE"):
            each.setflags(write=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_numpy_sees_cannot_be_made_writable(dtype, shape):
    x = fjax.jit(lambda: jnp.ones(shape, dtype))()
    for array in exits(x):
        assert_unchangeable(array)
    assert np.asarray(x).dtype == x.dtype and np.asarray(x).shape == shape


@pytest.mark.parametrize(
    "made",
    [
        lambda: jnp.arange(6.0).reshape(2, 3).T,
        lambda: jnp.broadcast_to(jnp.ones(3), (4, 3)),
        lambda: jnp.asarray(np.arange(6.0)[::2]),
        lambda: jnp.array(1.5),
        lambda: jnp.ones(100_000) * 2,
    ],
    ids=["transposed", "broadcast", "strided", "scalar", "pooled"],
)
def test_arrays_of_every_layout_are_seen_as_they_are(made):
    x = made()
    seen = np.asarray(x)
    np.testing.assert_array_equal(seen, x.buffer)
    assert np.shares_memory(seen, x.buffer)
    assert_unchangeable(seen)


def test_a_copy_is_the_users():
    x = jnp.ones(3)
    for mine in (
        np.array(x),
        np.asarray(x, np.float32),
        copy.deepcopy(np.asarray(x)),
        np.from_dlpack(x),
    ):
        mine[...] = 7
    np.testing.assert_array_equal(x, [1, 1, 1])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(x)), [1, 1, 1])


def test_a_consumer_that_knows_no_read_only_memory_gets_none():
    x = jnp.ones(3)
    with pytest.raises(BufferError, match="read-only"):
        x.__dlpack__(copy=False)


def test_callbacks_cannot_change_their_arguments():
    seen = []

    def host(x):
        assert_unchangeable(np.asarray(x))
        seen.append(np.asarray(x).sum())
        return np.asarray(x)

    x = jnp.ones((300, 300))
    for run in (lambda f: f, fjax.jit):
        like = fjax.ShapeDtypeStruct(x.shape, x.dtype)
        y = run(lambda x, like=like: fjax.pure_callback(host, like, x) + 0)(x)
        np.testing.assert_array_equal(y, x)
    assert seen and set(seen) == {90_000.0}


def test_a_view_keeps_memory_from_being_given_away():
    """Donation looks at who refers to the memory."""
    for n in (10, 100_000):
        x = jnp.ones(n) + 0.0
        seen = np.asarray(x)
        fjax.jit(lambda v: v.at[0].set(5.0), donate_argnums=0)(x)
        np.testing.assert_array_equal(seen, np.ones(n))


# ---- what an array was made of

MAKERS = {
    "asarray": jnp.asarray,
    "ravel": jnp.ravel,
    "transpose": jnp.transpose,
    "real": jnp.real,
    "device_put": fjax.device_put,
    "squeeze": jnp.squeeze,
    "flip": jnp.flip,
    "broadcast_to": lambda a: jnp.broadcast_to(a, (2, 4, 4)),
    "array": lambda a: jnp.array(a),
    "split": lambda a: jnp.split(a, 2)[0],
    "jit": lambda a: fjax.jit(lambda x: x)(a),
    "jit of two": lambda a: fjax.jit(lambda x: (x, x.T))(a)[1],
    "bitcast": lambda a: lax.bitcast_convert_type(a, jnp.int64),
    "barrier": lax.optimization_barrier,
    "vmap": lambda a: fjax.vmap(lambda x: x)(a),
    "cond": lambda a: lax.cond(True, lambda x: x, lambda x: x, a),
    "scan": lambda a: lax.scan(lambda c, x: (c, x), a, a)[0],
    "fori_loop": lambda a: lax.fori_loop(0, 0, lambda i, x: x, a),
    "checkpoint": lambda a: fjax.checkpoint(lambda x: x)(a),
    "vjp": lambda a: fjax.vjp(lambda x: x, a)[1](a)[0],
    "slice": lambda a: lax.slice(a, (0, 0), (4, 4)),
    "ref": lambda a: fjax.new_ref(a)[...],
}
SQUARES = {
    "vjp": lambda a: fjax.vjp(lambda x: x * x, a)[1],
    "vjp of jit": lambda a: fjax.vjp(fjax.jit(lambda x: x * x), a)[1],
    "vjp of checkpoint": lambda a: fjax.vjp(fjax.checkpoint(lambda x: x * x), a)[1],
    "vjp of cond": lambda a: fjax.vjp(lambda x: lax.cond(True, lambda y: y * y, lambda y: y, x), a)[
        1
    ],
    "closure": lambda a: fjax.vjp(lambda x: 2 * x * a, a * 1)[1],
}


@pytest.mark.parametrize("name", MAKERS)
def test_changing_a_numpy_array_does_not_change_what_was_made_of_it(name):
    source = np.linspace(0.1, 0.9, 16).reshape(4, 4)
    out = MAKERS[name](source)
    before = np.array(out)
    source[...] = 99.0
    np.testing.assert_array_equal(out, before)


@pytest.mark.parametrize("name", SQUARES)
def test_changing_a_numpy_array_does_not_change_a_derivative_at_it(name):
    source = np.linspace(0.1, 0.9, 16).reshape(4, 4)
    pull_back, expected = SQUARES[name](source), 2 * source
    source[...] = 99.0
    np.testing.assert_allclose(pull_back(np.ones((4, 4)))[0], expected)


@pytest.mark.parametrize("transform", [fjax.jit, fjax.grad, fjax.vmap])
def test_a_traced_value_is_its_own_copy(transform):
    def function(x):
        assert copy.copy(x) is x and copy.deepcopy([x])[0] is x
        return x

    transform(function)(np.float64(1.0) if transform is fjax.grad else np.ones(3))


@pytest.mark.parametrize("transform", [fjax.jit, fjax.vmap])
def test_a_traced_value_is_not_pickled(transform):
    with pytest.raises(fjax.errors.ConcretizationTypeError, match="__reduce__"):
        transform(pickle.dumps)(np.ones(3))


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_a_copy_of_a_reference_is_a_reference_of_its_own(copied):
    first = fjax.new_ref(jnp.zeros(3))
    second = copied(first)
    second[0] = 1.0
    np.testing.assert_array_equal(first[...], [0, 0, 0])
    np.testing.assert_array_equal(second[...], [1, 0, 0])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_reference_within_a_trace_lives_there(copied):
    outer = fjax.new_ref(jnp.zeros(()))

    @fjax.jit
    def function(x):
        inner = fjax.new_ref(x)
        second, third = copied(inner), copied(outer)
        second[...] += 1.0
        third[...] += x
        return inner[...], second[...], third[...]

    assert [float(x) for x in function(2.0)] == [2.0, 3.0, 2.0] and float(outer[...]) == 0


@pytest.mark.needs("x64", reason="arrays of 64 bits are pickled")
@pytest.mark.parametrize("dtype", ["float64", "complex128", "int64", "float32", "bfloat16", "int4"])
def test_an_unpickled_array_has_32_bits_where_there_are_no_others(dtype):
    pickled = pickle.dumps(jnp.ones(3, dtype))
    with fjax.enable_x64(False):
        found = pickle.loads(pickled)
        assert found.dtype == fjax.dtypes.canonicalize_dtype(dtype)
        np.testing.assert_array_equal(np.asarray(found, np.complex64), np.ones(3))
