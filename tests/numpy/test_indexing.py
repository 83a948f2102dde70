"""x[index] and x.at[index]: NumPy's results, JAX's treatment of what is out of bounds, errors."""

import itertools
import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors

X = np.arange(24.0).reshape(2, 3, 4)
ROWS, COLUMNS = np.array([1, 0, 1]), np.array([2, 0, -1])
INDICES = [
    1,
    -1,
    slice(None),
    slice(1, None),
    slice(None, None, -1),
    slice(2, None, -2),
    None,
    ...,
    (0, 1),
    (0, 1, 2),
    (..., 0),
    (0, ..., 1),
    (None, 0, None),
    (slice(None), None, 1),
    (slice(None), slice(None, None, 2), slice(3, 0, -1)),
    (slice(5, 9),),
    (slice(1, 0),),
    ROWS,
    (ROWS, COLUMNS),
    (ROWS, COLUMNS, 1),
    (ROWS, slice(None), COLUMNS),
    (slice(None), COLUMNS),
    (slice(None), COLUMNS, COLUMNS),
    (..., COLUMNS),
    (0, slice(None), COLUMNS),
    (slice(None), 0, COLUMNS),
    (None, ROWS, None, COLUMNS),
    (ROWS[:, None], COLUMNS),
    (ROWS[:, None], slice(None), COLUMNS[None]),
    (0, None, ROWS),
    (np.array([], int),),
    (X > 10),
    (X[:, 0, 0] > 5),
    (X[:, :, 0] > 5),
    (slice(None), X[0, :, 0] > 2),
    (0, X[0] > 5),
    True,
    False,
    (True, 0),
    (0, True),
    (None, -1, None, slice(None, 2), True),
    ((0, 1), slice(None)),
    ([0, 1], [1, 2]),
    (np.uint8(1), np.int16(2)),
    np.array(1),
    (slice(None), [0, 1], ..., [0, 1]),
]


def index_name(index):
    return repr(index).replace("\n", "").replace(" ", "")


over_indices = pytest.mark.parametrize("index", INDICES, ids=index_name)


def traced(function, *args):
    """The function run under jit."""
    return fjax.jit(function)(*args)


@over_indices
def test_a_concrete_array_gives_numpys_elements(index):
    np.testing.assert_array_equal(jnp.asarray(X)[index], X[index])


@pytest.mark.one_in(2)
@over_indices
def test_a_traced_array_gives_numpys_elements(index):
    np.testing.assert_array_equal(traced(lambda x: x[index], X), X[index])


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "index",
    [i for i in INDICES if isinstance(i, tuple) and not any(isinstance(e, list) for e in i)],
    ids=index_name,
)
def test_traced_integers_give_the_same_as_static_ones(index):
    places = [
        k
        for k, i in enumerate(index)
        if not isinstance(i, (slice, type(None), bool))
        and i is not ...
        and np.asarray(i).dtype != bool
    ]

    def look_up(x, values):
        items = list(index)
        for k, v in zip(places, values, strict=True):
            items[k] = v
        return x[tuple(items)]

    values = [jnp.asarray(index[k]) for k in places]
    np.testing.assert_array_equal(traced(look_up, X, values), X[index])


@over_indices
def test_vmap_indexes_every_example(index):
    batch = np.stack([X, X + 100, X * 2])
    expected = np.stack([x[index] for x in batch])
    np.testing.assert_array_equal(fjax.vmap(lambda x: x[index])(batch), expected)


OPERATIONS = {
    "set": lambda x, y: y,
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "power": np.power,
    "min": np.minimum,
    "max": np.maximum,
}
DISTINCT = [
    i
    for i in INDICES
    if np.unique(np.arange(24).reshape(X.shape)[i]).size == np.arange(24).reshape(X.shape)[i].size
]


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "index,operation",
    list(itertools.product(DISTINCT, OPERATIONS)),
    ids=lambda v: v if isinstance(v, str) else index_name(v),
)
def test_updates_agree_with_assignment_in_numpy(index, operation):
    values = np.linspace(0.5, 2, X[index].size).reshape(X[index].shape)
    expected = X.copy()
    expected[index] = OPERATIONS[operation](expected[index], values)
    for update in (
        lambda x, v: getattr(x.at[index], operation)(v),
        fjax.jit(lambda x, v: getattr(x.at[index], operation)(v)),
    ):
        np.testing.assert_allclose(update(jnp.asarray(X), values), expected, rtol=1e-15)


@pytest.mark.parametrize(
    "operation,expected",
    [
        ("add", [11.0, 1, 22]),
        ("multiply", [0.0, 1, 80]),
        ("min", [0.0, 1, 2]),
        ("max", [6.0, 1, 8]),
        ("set", [6.0, 1, 8]),
    ],
)
def test_repeated_indices_are_all_applied(operation, expected):
    out = getattr(jnp.arange(3.0).at[jnp.array([0, 2, 0, 2])], operation)(
        {"add": np.array([5.0, 10, 6, 10]), "multiply": np.array([1.0, 5, 6, 8])}.get(
            operation, np.array([5.0, 7, 6, 8])
        )
    )
    np.testing.assert_array_equal(out, expected)


# ---- out of bounds

BEYOND = np.array([-1, 5, -9, 1])


def test_reading_beyond_the_end_clamps():
    x = jnp.arange(3.0)
    np.testing.assert_array_equal(x[BEYOND], [2, 2, 0, 1])
    assert [float(x[i]) for i in (5, -9)] == [2, 0]
    np.testing.assert_array_equal([traced(lambda x, i: x[i], x, i) for i in (5, -9)], [2, 0])


@pytest.mark.parametrize(
    "dtype,fill", [("float32", np.nan), ("int8", -128), ("uint8", 255), ("bool", True)]
)
def test_mode_fill_reads_the_dtypes_missing_value(dtype, fill):
    x = jnp.zeros(3, dtype)
    out = x.at[BEYOND].get(mode="fill")
    np.testing.assert_array_equal(out, np.array([0, fill, fill, 0]).astype(dtype))
    assert out.dtype == dtype


def test_mode_fill_takes_a_fill_value_also_for_one_static_index():
    x = jnp.arange(3.0)
    np.testing.assert_array_equal(x.at[BEYOND].get(mode="fill", fill_value=-7), [2, -7, -7, 1])
    assert float(x.at[5].get(mode="fill", fill_value=-7)) == -7
    assert float(x.at[-1].get(mode="fill", fill_value=-7, wrap_negative_indices=False)) == -7


def test_updates_beyond_the_end_are_dropped_or_clipped():
    x = jnp.arange(3.0)
    np.testing.assert_array_equal(x.at[BEYOND].add(10.0), [0, 11, 12])
    np.testing.assert_array_equal(x.at[BEYOND].add(10.0, mode="clip"), [10, 11, 22])
    np.testing.assert_array_equal(x.at[7].set(10.0), x)
    np.testing.assert_array_equal(x.at[7].set(10.0, mode="clip"), [0, 1, 10])


def test_a_derivative_drops_what_lies_beyond_the_end():
    gradient = fjax.grad(lambda x: (x[BEYOND] * np.array([1.0, 10, 100, 1000])).sum())(np.ones(3))
    np.testing.assert_array_equal(gradient, [0, 1000, 1])


def test_empty_arrays_can_be_indexed_by_no_indices():
    x = jnp.zeros((0, 3))
    assert x[jnp.array([], int)].shape == (0, 3)
    assert x[:, 1].shape == (0,)
    assert x.at[:, 1].set(5.0).shape == (0, 3)


# ---- dtypes


def test_updates_keep_the_arrays_dtype_and_weakly_typed_values_yield():
    assert jnp.zeros(3, "float32").at[0].set(2.5).dtype == jnp.float32
    assert jnp.zeros(3, "bfloat16").at[jnp.array([0, 0])].add(0.5).dtype == jnp.bfloat16
    assert jnp.arange(3, dtype="int8").at[0].add(1).dtype == jnp.int8


@pytest.mark.one_in(6)
@pytest.mark.parametrize("operation", ["add", "subtract", "multiply", "min", "max", "set"])
@pytest.mark.parametrize("value", [1.5, -0.5, 2])
@pytest.mark.parametrize("index", [np.s_[::2], np.s_[1], np.s_[...], np.array([0, 2])])
@pytest.mark.filterwarnings("ignore:.*incompatible types:FutureWarning")
def test_an_integer_array_combines_with_a_float_before_it_rounds(index, value, operation):
    """At once, traced and by a look-up: -2 + 1.5 is -0.5, which as an integer is 0."""
    x = jnp.array([-2, -5, 3, 0])

    def update(x):
        return getattr(x.at[index], operation)(value)

    chosen = np.asarray(x)[index]
    ufunc = {"set": lambda a, b: b, "min": np.minimum, "max": np.maximum}.get(
        operation, getattr(np, operation, None)
    )
    expected = np.array(x)
    expected[index] = np.asarray(ufunc(chosen, value)).astype(int)
    np.testing.assert_array_equal(update(x), expected)
    np.testing.assert_array_equal(fjax.jit(update)(x), expected)


def test_values_that_do_not_fit_the_dtype_warn():
    with pytest.warns(FutureWarning, match="incompatible types"):
        out = jnp.arange(3).at[0].set(np.array(1.7))
    np.testing.assert_array_equal(out, [1, 1, 2])


UNFIT = {  # an array's dtype, a value: whether the result's dtype would be another
    "float among integers": ("int32", 1.5, True),
    "complex among floats": ("float32", 1.5j, True),
    "integer among booleans": ("bool", 2, True),
    "wider float": ("float16", np.float32(1.5), True),
    "wider integer": ("int8", np.int32(3), True),
    "unsigned": ("int32", np.uint32(3), True),
    "integer among floats": ("float32", 2, False),
    "boolean among integers": ("int32", True, False),
    "integer among small ones": ("int8", 3, False),
    "firm integer among floats": ("float32", np.int32(2), False),
}


@pytest.mark.needs("x64", reason="int32 and uint32 promote to int64")
@pytest.mark.parametrize("way", ["at once", "jit", "looked up"])
@pytest.mark.parametrize("update", ["set", "add", "multiply", "max", "min", "subtract"])
@pytest.mark.parametrize("case", UNFIT)
def test_an_update_warns_where_the_array_cannot_hold_the_value(case, update, way):
    dtype, value, warned = UNFIT[case]
    if (
        update == "subtract"
        and (dtype == "bool" or value is True)
        or (value == 1.5j and update in ("max", "min"))
    ):
        pytest.skip("not defined for the dtype")
    index = jnp.array([0, 1]) if way == "looked up" else 0

    def function(x):
        return getattr(x.at[index], update)(value)

    run = fjax.jit(function) if way == "jit" else function
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert run(jnp.ones(3, dtype)).dtype == dtype
    assert [w.category for w in caught] == [FutureWarning] * warned
    assert all(w.filename == __file__ for w in caught)


def test_dividing_integers_gives_floats():
    out = jnp.arange(3).at[2].divide(4)
    np.testing.assert_array_equal(out, [0, 1, 0.5])


def test_narrow_index_dtypes_reach_long_axes():
    x = jnp.arange(300)
    np.testing.assert_array_equal(
        traced(lambda x, i: x[i], x, np.array([-1, -100], np.int8)), [299, 200]
    )


# ---- structure of the program


def primitives_of(function, *args):
    return [eqn.primitive.name for eqn in fjax.make_jaxpr(function)(*args).eqns]


def test_static_basic_indexing_needs_no_gather():
    assert primitives_of(lambda x: x[0, ::-2, None], X) == ["slice", "rev", "reshape"]
    assert primitives_of(lambda x: x[...], X) == []


def test_a_traced_integer_is_a_dynamic_slice():
    names = primitives_of(lambda x, i: x[:, i], X, 1)
    assert "dynamic_slice" in names and "gather" not in names


def test_a_static_update_is_a_dynamic_update_slice():
    assert "dynamic_update_slice" in primitives_of(lambda x: x.at[0].set(1.0), X)


def test_apply_transforms_the_selected_elements():
    expected = X.copy()
    expected[0] = np.sin(expected[0])
    np.testing.assert_allclose(jnp.asarray(X).at[0].apply(jnp.sin), expected)
    picked = jnp.asarray(X).at[:, jnp.array([0, 2])].apply(jnp.sin)
    np.testing.assert_allclose(picked[:, 1], X[:, 1])
    np.testing.assert_allclose(picked[:, 2], np.sin(X[:, 2]))


def test_gradients_flow_through_updates():
    def f(x, y):
        return (x.at[1:].multiply(y) ** 2).sum() + x.at[jnp.array([0, 0])].set(y).sum()

    x, y = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0])
    gx, gy = fjax.grad(f, (0, 1))(x, y)
    np.testing.assert_allclose(gx, [2.0, 2 * 2 * 16 + 1, 2 * 3 * 25 + 1])
    np.testing.assert_allclose(gy, [2 * 4 * 4, 2 * 9 * 5 + 1])


# ---- iteration


def test_arrays_and_tracers_iterate_over_their_first_axis():
    assert [r.tolist() for r in jnp.asarray(X[0])] == X[0].tolist()
    assert [float(v) for v in reversed(jnp.arange(3.0))] == [2, 1, 0]

    def total(x):
        a, b = x
        return a + b

    np.testing.assert_array_equal(traced(total, X), X[0] + X[1])


def test_a_scalar_does_not_iterate():
    with pytest.raises(TypeError, match="0-d"):
        iter(jnp.float32(3))


def test_a_single_element_does_not_keep_the_whole_array():
    assert jnp.zeros(1000)[3].buffer.base is None


# ---- errors


@pytest.mark.parametrize(
    "index,error,message",
    [
        ((0, 0, 0, 0), IndexError, "Too many indices: array is 3-dimensional, but 4 were indexed"),
        ((..., ...), IndexError, "single ellipsis"),
        (1.5, TypeError, "integer or boolean type"),
        (np.float32(1), TypeError, "integer or boolean type, got indexer with type float32"),
        ("a", TypeError, "string"),
        ({}, IndexError, "only integers, slices"),
        ([0, 1], TypeError, "non-tuple sequence"),
        (range(2), TypeError, "non-tuple sequence"),
        (slice(1.5), TypeError, "slice entries"),
        (slice(None, None, 0), ValueError, "slice step cannot be zero"),
        (np.array([True, False, True]), IndexError, "boolean index did not match"),
        ((np.array([0, 1]), np.array([0, 1, 2])), IndexError, "do not broadcast"),
    ],
)
def test_bad_indices_are_refused_with_a_reason(index, error, message):
    for read in (lambda x: x[index], lambda x: x.at[index].set(0), fjax.jit(lambda x: x[index])):
        with pytest.raises(error, match=message):
            read(jnp.asarray(X))


def test_an_empty_axis_has_no_elements():
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 0"):
        jnp.zeros((0, 3))[0]
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 0"):
        fjax.jit(lambda x, i: x[i])(jnp.zeros((0, 2)), 0)
    for index in (1, np.array([1])):
        with pytest.raises(IndexError, match="out of bounds for axis 1 with size 0"):
            fjax.jit(lambda x, i: x[0, i])(jnp.zeros((2, 0)), index)


@pytest.mark.parametrize("wrap", [lambda f: f, fjax.jit], ids=["eager", "jit"])
def test_updates_of_an_empty_axis_are_dropped(wrap):
    at = np.array([0, 0, 1])
    x = jnp.zeros((0, 3))
    for update in (lambda x: x.at[at].add(1.0), lambda x: x.at[at].apply(jnp.sin)):
        assert wrap(update)(x).shape == (0, 3)


@pytest.mark.parametrize("how", ["set", "add", "multiply", "min", "max"])
def test_derivatives_of_updates_of_an_empty_axis_are_empty(how):
    def f(x):
        return jnp.sum(getattr(x.at[-1], how)(1.5, mode="drop"))

    x = jnp.zeros((0, 3))
    assert fjax.grad(f)(x).shape == (0, 3)
    assert fjax.jit(fjax.hessian(f))(x).shape == (0, 3, 0, 3)


def test_a_traced_mask_is_refused_and_the_remedy_named():
    with pytest.raises(errors.NonConcreteBooleanIndexError, match=r"jnp\.where"):
        traced(lambda x: x[x > 1], X)


def test_a_traced_slice_bound_is_refused_and_the_remedy_named():
    with pytest.raises(IndexError, match="dynamic_slice_in_dim"):
        traced(lambda x, i: x[i:], X, 1)


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="mode"):
        jnp.arange(3).at[0].set(1, mode="wrong")


def test_values_that_do_not_broadcast_are_refused():
    with pytest.raises(ValueError, match="do not broadcast"):
        jnp.asarray(X).at[0].set(np.zeros(5))


def test_assignment_names_the_remedy():
    with pytest.raises(TypeError, match=r"x\.at\[index\]\.set"):
        jnp.arange(3)[0] = 1


@pytest.mark.parametrize("index", [2, -1, np.array(1)])
def test_multiplying_one_element_differentiates_in_the_factor(index):
    x = jnp.arange(1.0, 5.0)
    f = lambda i, y: x.at[i].multiply(y).sum()
    assert float(fjax.jit(fjax.grad(f, 1))(index, 3.0)) == float(x[index])
    factors = jnp.ones(3)
    np.testing.assert_allclose(
        fjax.vmap(fjax.grad(f, 1), (None, 0))(index, factors), factors * x[index]
    )


@pytest.mark.parametrize("index", [(ROWS,), (slice(None), COLUMNS), (ROWS, slice(1, 3))])
def test_which_of_several_updates_is_there_in_the_end_is_asked_once_for_whole_rows(index):
    """Not for each element: the numbers that tell took twice the array's memory."""
    values = np.random.default_rng(0).standard_normal(X[index].shape)

    def chosen(values):
        return (jnp.asarray(X).at[index].set(values) * X).sum()

    steps = np.eye(values.size).reshape(values.size, *values.shape)
    expected = [chosen(values + step) - chosen(values) for step in steps]  # it is linear
    found = np.asarray(fjax.grad(chosen)(values))
    np.testing.assert_allclose(found.reshape(-1), np.array(expected), atol=1e-9)
    program = fjax.make_jaxpr(fjax.grad(chosen))(values).jaxpr
    numbers = [v.aval.size for e in program.eqns for v in e.outvars if e.op.name == "scatter"]
    assert min(numbers) < X.size


@pytest.mark.parametrize("name", ["concatenate", "stack", "hstack", "vstack"])
def test_arrays_of_a_joining_function_may_be_iterable_by_position(name):
    class Blocks:
        def __getitem__(self, index):
            return [np.ones(2), np.zeros(2)][index]

    wanted = getattr(np, name)([np.ones(2), np.zeros(2)])
    np.testing.assert_array_equal(getattr(jnp, name)(Blocks()), wanted)


def test_only_scalars_are_indices_of_pythons_lists():
    assert [10, 20][jnp.array(1)] == 20
    for x in (jnp.array([1]), jnp.array([[1]]), jnp.array(1.0)):
        with pytest.raises(TypeError, match=r"scalar index\. This is ~?(int|float)"):
            [10, 20][x]
