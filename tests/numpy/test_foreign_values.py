"""What users hand over besides arrays: masked and foreign ones, Python integers of any size."""

import pickle
import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes

MASKED = np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False])
ENTRIES = {
    "sum": jnp.sum,
    "add": lambda x: jnp.add(x, 1),
    "asarray": jnp.asarray,
    "array of several": lambda x: jnp.array([x, x]),
    "lax.add": lambda x: lax.add(x, x),
    "device_put": fjax.device_put,
    "operator": lambda x: jnp.ones(3) * x,
    "reflected operator": lambda x: x * jnp.ones(3),
    "jit": fjax.jit(lambda x: x + 1),
    "closed over": lambda x: fjax.jit(lambda y: jnp.add(y, x))(1.0),
    "vmap": fjax.vmap(lambda x: x + 1),
    "grad": fjax.grad(lambda x: jnp.sum(x)),
    "scan": lambda x: lax.scan(lambda c, y: (c + y, y), 0.0, x),
    "where": lambda x: jnp.where(True, x, x),
    "concatenate": lambda x: jnp.concatenate([x, x]),
    "stack": lambda x: jnp.stack([x, x]),
    "at": lambda x: jnp.zeros(3).at[:].set(x),
    "sort": jnp.sort,
    "median": jnp.median,
    "einsum": lambda x: jnp.einsum("i->", x),
    "eval_shape": lambda x: fjax.eval_shape(lambda y: y, x),
    "array_equal": lambda x: jnp.array_equal(x, x),
}


@pytest.mark.parametrize(
    "value", [MASKED, np.ma.masked_array([1.0, 2.0, 3.0])], ids=["masked", "nothing masked"]
)
@pytest.mark.parametrize("entry", ENTRIES)
def test_a_masked_array_is_refused_wherever_it_comes_in(entry, value):
    with pytest.raises(ValueError, match="masked arrays are not supported.*filled"):
        ENTRIES[entry](value)


def test_array_strips_a_mask_as_numpys_does():
    assert jnp.array(MASKED).tolist() == np.array(MASKED).tolist() == [1.0, 2.0, 3.0]


class Tagged(np.ndarray):
    """A subclass of NumPy's arrays."""


def _read_only():
    x = np.arange(3.0)
    x.flags.writeable = False
    return x


ARRAYS = {
    "a subclass": np.arange(3.0).view(Tagged),
    "read-only": _read_only(),
    "backwards": np.arange(3.0)[::-1],
    "big-endian floats": np.arange(3, dtype=">f8"),
    "big-endian integers": np.arange(3, dtype=">i4"),
    "big-endian halves": np.arange(3, dtype=">f2"),
    "Fortran order": np.asfortranarray(np.arange(6.0).reshape(2, 3))[1],
    "unaligned": np.frombuffer(b"\0" + np.arange(3.0).tobytes(), np.uint8)[1:].view(np.float64),
    "unpickled complex numbers": pickle.loads(pickle.dumps(np.arange(3) + 1j)),
    "repeated by strides": np.broadcast_to(np.float64(2), (3,)),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_unusual_arrays_are_read_by_their_values(name):
    x = ARRAYS[name]
    wanted = np.array(x.tolist(), dtypes.canonicalize(x.dtype.newbyteorder("=")))
    for found in (
        jnp.asarray(x),
        fjax.device_put(x),
        fjax.jit(lambda y: y)(x),
        lax.neg(lax.neg(x)),
        jnp.array([x, x])[1],
        fjax.vmap(lambda y: y)(x),
        jnp.ones(3, wanted.dtype) * x,
    ):
        assert found.dtype == wanted.dtype
        np.testing.assert_array_equal(np.asarray(found), wanted)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_a_matrix_multiplies_by_elements():
    x = np.matrix([[1.0, 2.0], [3.0, 4.0]])
    wanted = [[1.0, 4.0], [9.0, 16.0]]
    for found in (jnp.multiply(x, x), fjax.jit(lambda y: y * y)(x), jnp.asarray(x) * x):
        np.testing.assert_array_equal(np.asarray(found), wanted)


@pytest.mark.parametrize(
    "value",
    [
        np.array([1, 2.5], object),
        np.array([(1, 2.0)], "i4,f4"),
        np.array(["2020-01-01"], "M8[D]"),
        np.array(["a"]),
        np.arange(3, dtype=np.longdouble),
        None,
        "a",
        {1, 2},
    ],
    ids=["object", "structured", "dates", "text", "long double", "None", "str", "set"],
)
@pytest.mark.parametrize(
    "function",
    [
        jnp.sum,
        jnp.asarray,
        fjax.jit(lambda x: x + 1),
        lambda x: jnp.array_equal(x, x),
        lambda x: jnp.array_equiv(x, x),
    ],
    ids=["sum", "asarray", "jit", "array_equal", "array_equiv"],
)
def test_what_is_no_array_of_numbers_is_refused(function, value):
    with pytest.raises((TypeError, ValueError)):
        function(value)


# ---- Python integers

LARGE = 2370105724  # fits into uint32, not into int32


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda: jnp.full(2, LARGE, jnp.uint32),
        lambda: fjax.jit(lambda: jnp.full(2, LARGE, jnp.uint32))(),
        lambda: jnp.full_like(jnp.zeros(2, jnp.uint32), LARGE),
        lambda: lax.full((2,), LARGE, jnp.uint32),
        lambda: lax.full_like(jnp.zeros(2, jnp.uint32), LARGE),
        lambda: jnp.array([LARGE] * 2, jnp.uint32),
        lambda: jnp.array([jnp.uint32(LARGE), LARGE]),
        lambda: jnp.arange(LARGE, LARGE + 2, dtype=jnp.uint32).at[1].set(LARGE),
        lambda: jnp.broadcast_to(jnp.uint32(LARGE), 2),
    ],
)
def test_an_integer_that_fits_its_dtype_is_kept_with_64_bits_off_too(make, x64):
    with fjax.enable_x64(x64):
        found = make()
    assert found.dtype == jnp.uint32
    assert found.tolist() == [LARGE] * 2


@pytest.mark.one_in(6)
@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize("number", [LARGE, -LARGE, 2**40 + 3, -(2**40)])
@pytest.mark.parametrize(
    "take",
    [
        lambda x, n: jnp.roll(x, n),
        lambda x, n: jnp.roll(x, n, 0),
        lambda x, n: jnp.roll(x, (n,), (0,)),
        lambda x, n: lax.dynamic_slice(x, (n,), (2,)),
        lambda x, n: lax.dynamic_slice(x, (n,), (2,), allow_negative_indices=False),
        lambda x, n: lax.dynamic_slice_in_dim(x, n, 2),
        lambda x, n: lax.dynamic_index_in_dim(x, n),
        lambda x, n: lax.dynamic_update_slice(x, x[:2] * 10, (n,)),
        lambda x, n: lax.dynamic_update_index_in_dim(x, 9, n, 0),
        lambda x, n: lax.switch(n, [lambda x: x + 1, lambda x: x + 2], x),
        lambda x, n: lax.cond(n, lambda x: x + 1, lambda x: x + 2, x),
        lambda x, n: x[n],
        lambda x, n: x[np.array([1, n])],
        lambda x, n: jnp.stack([x, x])[x[:2] % 2, n],
        lambda x, n: x.at[n].set(9),
        lambda x, n: x.at[np.array([n, 1])].add(1),
        lambda x, n: x.at[n].get(mode="fill", fill_value=-1),
        lambda x, n: x.at[np.array([n])].get(mode="fill", fill_value=-1),
    ],
)
@pytest.mark.parametrize("kind", [int, np.int64])
def test_a_number_that_is_known_is_a_position_of_any_size(take, number, kind, x64):
    """Moved by whole rounds, clamped: as the next number of 32 bits that means the same."""
    near = number % 7 - 7 * 10**6 * (number < 0) + 7 * 10**6 * (number > 0)
    with fjax.enable_x64(x64):
        x = jnp.arange(7, dtype=jnp.int32)
        wanted, number = take(x, near).tolist(), kind(number)
        assert take(x, number).tolist() == fjax.jit(lambda x: take(x, number))(x).tolist() == wanted


def test_a_shift_that_is_traced_asks_for_no_dtype_that_is_not_there():
    with fjax.enable_x64(False), warnings.catch_warnings():
        warnings.simplefilter("error")
        found = fjax.jit(lambda x, n: jnp.roll(x, (n, 1), (0, 0)))(jnp.arange(4), 1)
    assert found.tolist() == [2, 3, 0, 1]


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize("seed", [0, 7, LARGE, 2**31, 2**32 - 1, -1, -(2**31)])
def test_a_seed_of_32_bits_gives_one_key_with_64_bits_on_and_off(seed, x64):
    with fjax.enable_x64(x64):
        low = fjax.random.key_data(fjax.random.key(seed))[1]
        signed = np.int32(seed) if seed < 0 else seed  # a Python integer below 0 is refused
        folded = fjax.random.key_data(fjax.random.fold_in(fjax.random.key(0), signed))
        assert fjax.random.key(True) == fjax.random.key(1)
    assert int(low) == seed % 2**32
    wanted = fjax.random.key_data(fjax.random.fold_in(fjax.random.key(0), np.uint32(seed % 2**32)))
    assert folded.tolist() == wanted.tolist()


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize(
    "value,dtype",
    [
        (300, jnp.uint8),
        (-1, jnp.uint32),
        (2**31, jnp.int32),
        (-(2**31) - 1, jnp.int32),
        (128, jnp.int8),
        (2**100, jnp.int32),
    ],
    ids=str,
)
def test_an_integer_that_does_not_fit_the_dtype_asked_for_raises(value, dtype, x64):
    with fjax.enable_x64(x64):
        for make in (
            jnp.array,
            jnp.asarray,
            lambda v, d: jnp.array([v, 0], d),
            lambda v, d: jnp.array([[0], [v]], d),
            lambda v, d: d(v),
        ):
            with pytest.raises(OverflowError):
                make(value, dtype)


@pytest.mark.parametrize(
    "make",
    [
        lambda: jnp.array([LARGE]),
        lambda: jnp.array(LARGE),
        lambda: jnp.array([np.int64(LARGE), 1]),
        lambda: jnp.array([2**63]),
        lambda: jnp.full(2, LARGE),
        lambda: jnp.arange(LARGE, LARGE + 2),
        lambda: jnp.zeros(2, jnp.int32).at[0].set(LARGE),
        lambda: jnp.zeros(2, jnp.uint8).at[0].add(LARGE),
    ],
)
def test_an_integer_beyond_the_default_dtype_never_wraps_with_64_bits_off(make):
    with fjax.enable_x64(False), pytest.raises(OverflowError):
        make()


@pytest.mark.parametrize("x64", [False, True])
def test_integers_of_any_size_become_floats(x64):
    with fjax.enable_x64(x64):
        for value in (LARGE, 2**40, 2**80, -(2**100), 2**200):
            wanted = np.float64(value).astype(np.float32) if value < 2**200 else np.inf
            for found in (
                jnp.array(value, jnp.float32),
                jnp.array([value], jnp.float32)[0],
                jnp.float32(value),
                jnp.array([value, 1.5], jnp.float32)[0],
            ):
                assert found.dtype == jnp.float32
                assert float(found) == wanted


def test_values_of_lists_are_converted_or_refused_as_those_of_numpy():
    assert jnp.array([1.9, -1.9], jnp.int32).tolist() == [1, -1]
    values = [np.nan, 1e20]
    assert jnp.array(np.array(values), jnp.int32).tolist() == [0, 2**31 - 1]
    for value, error in zip(values, (ValueError, OverflowError), strict=True):
        with pytest.raises(error):
            jnp.array([1.0, value], jnp.int32)
    assert jnp.array([0, 2, 256], bool).tolist() == [False, True, True]
    assert jnp.array([np.array([300, 1])], jnp.uint8).tolist() == [[44, 1]]


class Parameter:
    """A layer's parameter, as libraries of modules wrap theirs."""

    def __init__(self, value):
        self.value = value

    def __jax_array__(self):
        return self.value


TAKING = {
    "binary": lambda x, w: jnp.add(x, w),
    "operator": lambda x, w: x * w,
    "reflected operator": lambda x, w: w - x,
    "lax": lambda x, w: lax.max(x, w),
    "unary": lambda x, w: jnp.sin(w),
    "dot": lambda x, w: jnp.dot(x, w),
    "lax.dot": lambda x, w: lax.dot(x, w),
    "dot_general": lambda x, w: lax.dot_general(x, w, (((0,), (0,)), ((), ()))),
    "convolution": lambda x, w: lax.conv(
        x.reshape(1, 1, 4), Parameter(w.value.reshape(1, 1, 4)), (1,), "SAME"
    ),
    "where": lambda x, w: jnp.where(x > 0, w, x),
    "concatenate": lambda x, w: jnp.concatenate([x, w]),
    "update": lambda x, w: x.at[0].set(Parameter(w.value[0])),
    "dynamic update": lambda x, w: lax.dynamic_update_slice(x, Parameter(w.value[:2]), (0,)),
    "custom rule": lambda x, w: fjax.nn.relu(w),
    "branch": lambda x, w: lax.cond(True, lambda a: a * 2, lambda a: a, w),
    "carry": lambda x, w: lax.fori_loop(0, 2, lambda i, a: a * 2, w),
    "jit": lambda x, w: fjax.jit(lambda a: a * 2)(w),
    "vmap": lambda x, w: fjax.vmap(lambda a: a * 2)(w),
    "grad": lambda x, w: fjax.grad(lambda a: jnp.sum(a * a))(w),
    "device_put": lambda x, w: fjax.device_put(w),
    "insert": lambda x, w: jnp.insert(x, Parameter(jnp.int32(1)), Parameter(w.value[0])),
    "delete": lambda x, w: jnp.delete(w, Parameter(np.int32(1))),
    "result": lambda x, w: w,
}


def test_what_is_asked_of_an_object_is_asked_of_the_array_that_it_gives():
    assert jnp.iscomplexobj(Parameter(np.ones(2, complex))) and jnp.isrealobj(Parameter(np.ones(2)))
    matrix = Parameter(np.ones((2, 3)))
    for mine, numpys in (
        (jnp.tril_indices_from, np.tril_indices_from),
        (jnp.triu_indices_from, np.triu_indices_from),
    ):
        np.testing.assert_array_equal(mine(matrix), numpys(matrix.value))
    assert jnp.isscalar(Parameter(np.float32(2)))
    assert not jnp.isscalar(matrix)


@pytest.mark.parametrize("name", TAKING)
def test_an_object_that_gives_a_traced_array_is_that_array(name):
    def f(x, w):
        return TAKING[name](x, Parameter(w))

    x, w = jnp.arange(1.0, 5.0), jnp.array([0.5, -1.0, 2.0, 3.0])
    found = fjax.jit(f)(x, w)
    if name != "result":
        np.testing.assert_allclose(found, f(x, w), rtol=1e-15)
    rows = fjax.jit(lambda x, w: fjax.vmap(lambda a: f(a, w))(x))(jnp.stack([x, x]), w)
    np.testing.assert_allclose(rows[1], found, rtol=1e-15)
    if name != "result":
        slope = fjax.grad(lambda w: jnp.sum(jnp.asarray(f(x, w)) ** 2))(w)
        tangent = fjax.jvp(lambda w: f(x, w), (w,), (jnp.ones(4),))[1]
        np.testing.assert_allclose(
            jnp.sum(slope), 2 * jnp.sum(jnp.asarray(found) * tangent), rtol=1e-12
        )
