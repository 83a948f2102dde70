"""Errors speak of what the user wrote: arrays by their types, sizes by function and argument."""

import operator
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import random


class Unknown:
    """A class that knows nothing of arrays."""


OTHERS = {
    "NoneType": None,
    "str": "a",
    "dict": {},
    "set": {1},
    "list": [1, 2],
    "Unknown": Unknown(),
    "builtin_function_or_method": len,
}
SYMBOLS = {
    "+": operator.add,
    "*": operator.mul,
    "<": operator.lt,
    ">=": operator.ge,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
}
WAYS = {
    "eager": lambda f: f,
    "jit": fjax.jit,
    "vmap": fjax.vmap,
    "checkpoint": fjax.checkpoint,
    "grad": lambda f: fjax.grad(lambda x: jnp.sum(f(x))),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", OTHERS)
def test_an_operand_that_is_no_number_is_named_beside_the_array(way, kind):
    x, other = jnp.ones((2, 3), jnp.float32), OTHERS[kind]
    shape = r"float32\[3\]" if way == "vmap" else r"float32\[2,3\]"
    for symbol, function in SYMBOLS.items():
        pattern = rf"{re.escape(symbol)}.* 'Array' and '{kind}' \(the array is {shape}\)"
        with pytest.raises(TypeError, match=pattern):
            WAYS[way](lambda x, f=function: f(x, other))(x)
    with pytest.raises(TypeError, match=rf"'{kind}' and 'Array' \(the array is {shape}\)"):
        WAYS[way](lambda x: other + x)(x)


def test_operands_that_are_nothing_to_us_are_unequal():
    x = jnp.ones(2)
    assert (x == None) is False and (x != "a") is True  # noqa: E711


def test_a_class_that_knows_arrays_is_asked():
    class Knows:
        def __radd__(self, other):
            return "added"

        def __gt__(self, other):
            return "compared"

    assert jnp.ones(2) + Knows() == "added" and (jnp.ones(2) < Knows()) == "compared"
    assert fjax.make_jaxpr(lambda x: x * (2 if x + Knows() == "added" else 0))(1.0)


KEY = random.key(0)
SHAPED = {
    "normal": lambda s: random.normal(KEY, s),
    "uniform": lambda s: random.uniform(KEY, s),
    "bits": lambda s: random.bits(KEY, s),
    "bernoulli": lambda s: random.bernoulli(KEY, 0.5, s),
    "randint": lambda s: random.randint(KEY, s, 0, 5),
    "gamma": lambda s: random.gamma(KEY, 2.0, s),
    "laplace": lambda s: random.laplace(KEY, s),
    "cauchy": lambda s: random.cauchy(KEY, s),
    "logistic": lambda s: random.logistic(KEY, s),
    "gumbel": lambda s: random.gumbel(KEY, s),
    "poisson": lambda s: random.poisson(KEY, 3.0, s),
    "split": lambda s: random.split(KEY, s),
    "exponential": lambda s: random.exponential(KEY, s),
    "choice": lambda s: random.choice(KEY, 5, s),
    "categorical": lambda s: random.categorical(KEY, jnp.ones(3), shape=s),
    "zeros": jnp.zeros,
    "ones": jnp.ones,
    "empty": jnp.empty,
    "full": lambda s: jnp.full(s, 1.0),
}


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("shape", [(-2,), (3, -2)], ids=str)
def test_negative_lengths_are_named_with_the_function(name, shape):
    with pytest.raises(ValueError, match=rf"{name}: shape .*nonnegative.*{re.escape(str(shape))}"):
        SHAPED[name](shape)


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("shape", [(2.5,), ("a",)], ids=str)
def test_lengths_that_are_no_integers_are_named_with_the_function(name, shape):
    with pytest.raises(TypeError, match=rf"{name}: .*got {re.escape(repr(shape))}"):
        SHAPED[name](shape)


SIZED = {
    "nonzero: size": lambda n: jnp.nonzero(jnp.ones(3), size=n),
    "unique: size": lambda n: jnp.unique(jnp.ones(3), size=n),
    "bincount: length": lambda n: jnp.bincount(jnp.arange(3), length=n),
    "bincount: minlength": lambda n: jnp.bincount(jnp.arange(3), minlength=n),
    "tile: reps": lambda n: jnp.tile(jnp.ones(3), n),
}


@pytest.mark.parametrize("what", SIZED)
def test_a_negative_size_is_named_with_function_and_argument(what):
    with pytest.raises(ValueError, match=f"{what} must be at least 0, got -2"):
        SIZED[what](-2)


def test_no_name_that_users_see_ends_in_an_underscore():
    public = [name for name in vars(fjax.errors) if not name.startswith("_")]
    assert not [name for name in public if name.endswith("_")]
    with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
        fjax.jit(jnp.log)(jnp.asarray(-np.ones(2)))
    assert type(error.value).__name__ == type(error.value).__qualname__ == "NonFiniteError"


def test_a_condition_of_more_axes_than_the_array_is_refused():
    where = jnp.array([[True], [False]])
    with pytest.raises(fjax.errors.ShapeError, match=r"broadcasting to \(\).*\(2, 1\), \(\)"):
        jnp.std(jnp.float32(2.0), where=where)


JOINED = {
    "none": ([], {}),
    "numbers": ([1.0, 2.0], {}),
    "ranks": ([np.ones(2), np.ones((2, 2))], {}),
    "sizes": ([np.ones((2, 3)), np.ones((3, 2))], {}),
    "axis 3": ([np.ones(2), np.ones(2)], {"axis": 3}),
    "axis -3": ([np.ones(2), np.ones(2)], {"axis": -3}),
}


@pytest.mark.parametrize(
    "name, case",
    [
        (name, case)
        for name in ("concatenate", "stack", "vstack", "hstack", "dstack")
        for case, (_, options) in JOINED.items()
        if not options or name in ("concatenate", "stack")  # the others have an axis of their own
    ],
)
def test_what_numpy_does_not_join_is_not_joined(name, case):
    arrays, options = JOINED[case]
    try:
        expected = getattr(np, name)(arrays, **options)
    except ValueError:
        with pytest.raises(ValueError, match=f"{name}|concatenate"):
            getattr(jnp, name)(arrays, **options)
    else:
        np.testing.assert_array_equal(getattr(jnp, name)(arrays, **options), expected)


def test_numbers_and_nothing_are_not_concatenated():
    with pytest.raises(ValueError, match="Need at least one array to concatenate"):
        jnp.concatenate([])
    with pytest.raises(ValueError, match="Zero-dimensional arrays cannot be concatenated"):
        jnp.concatenate([jnp.ones(2), 1.0])


@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_variances_and_deviations_are_named_as_they_were_called(name):
    z, function = jnp.ones(3, complex), getattr(jnp, name)
    with pytest.raises(ValueError, match=f"^{name}: .* cannot have the real dtype float32"):
        function(z, dtype=jnp.float32)
    with pytest.raises(TypeError, match=f"^{name} requires ndarray or scalar"):
        function(jnp.ones(3), mean="mean")
    with pytest.raises(TypeError, match=f"^{name} requires ndarray or scalar"):
        function(jnp.ones(3), ddof="one", where=True)
    if "nan" not in name:
        with pytest.raises(ValueError, match=f"^{name}: ddof and correction"):
            function(z, ddof=1, correction=1)


@pytest.mark.parametrize("name", ["shape", "ndim", "size"])
@pytest.mark.parametrize("value", [None, "text", [1, 2], [[1], [2]], (), {}, object(), [None]])
def test_what_is_no_array_has_numpys_shape_with_a_warning(name, value):
    with pytest.warns(DeprecationWarning, match=f"^{name} requires ndarray or scalar") as caught:
        found = getattr(jnp, name)(value)
    assert found == getattr(np, name)(value) and caught[0].filename == __file__


@pytest.mark.parametrize("name", ["shape", "ndim", "size"])
@pytest.mark.parametrize("value", [1, 2.0, True, 1j, np.float32(1), np.ones((2, 3))])
def test_numbers_and_arrays_have_a_shape_without_a_warning(name, value):
    assert getattr(jnp, name)(value) == getattr(np, name)(value)


SCALARS = [
    *(np.asarray(x, d) for x in (2.5, -0.1, 1e30) for d in ("float32", "float64", "complex128")),
    *(np.asarray(x, d) for x in (1.5, -2) for d in (jnp.bfloat16, "float16", jnp.float8_e5m2)),
    *(np.asarray(x, d) for x in (3, 100) for d in ("int8", "int32", "uint64", "bool")),
]


def _written(value, specification):
    try:
        return format(value, specification)
    except (TypeError, ValueError) as error:
        return type(error) if isinstance(error, ValueError) else TypeError


@pytest.mark.needs("x64", reason="the scalars are float64")
@pytest.mark.parametrize("form", ["", ".3f", "e", "g", ">12", "+.2f", "d", "x", "08.2f", "%", "s"])
def test_a_format_says_what_numpy_says(form):
    for value in SCALARS:
        expected, x = _written(value, form), jnp.asarray(value)
        assert _written(x, form) == expected, (value, form)
        if form and jnp.issubdtype(x.dtype, jnp.floating):
            found = []
            fjax.jvp(lambda v: found.append(_written(v, form)) or v, (x,), (x,))
            fjax.vjp(lambda v: found.append(_written(v, form)) or v, x)
            assert found == [expected] * 2, (value, form)
    for value in (np.ones(1), np.ones((2, 2), int), np.ones(0)):
        expected = _written(value, form)
        assert _written(jnp.asarray(value), form) == expected
        if form:
            assert expected is TypeError


@pytest.mark.parametrize("transform", [fjax.jit, fjax.vmap, lambda f: fjax.grad(fjax.jit(f))])
def test_a_format_of_what_is_not_known_yet_is_refused_and_not_dropped(transform):
    x = jnp.ones(2) if transform is fjax.vmap else jnp.ones(())
    with pytest.raises(TypeError, match=r"(?s)'\.3f'.*fjax\.debug\.print\('{:\.3f}', x\)"):
        transform(lambda v: f"{v:.3f}" and v)(x)
    transform(lambda v: f"{v}" and v)(x)


@pytest.mark.parametrize(
    "call", [np.full, np.fromiter, np.vectorize(float)], ids=["full", "fromiter", "vectorize"]
)
def test_a_line_of_numpys_is_not_the_users(call):
    with pytest.raises(Exception) as caught:
        fjax.grad(lambda x: call([x], float) if call is np.fromiter else call(*[3, x][-1:], x))(1.0)
    error = caught.value.__cause__ or caught.value
    assert error.line.startswith(__file__)
