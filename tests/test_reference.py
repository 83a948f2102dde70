"""The reference: names under "See also" exist, and what many functions share is true of each."""

import importlib
import inspect

import pytest

import fjax.numpy as jnp
from docs import docstrings, related, shared_fields
from docs.api import NAMESPACES, docstring, public
from tests.test_documentation import CALLABLES, SUMMARY_SUFFICES, WITHOUT_EXAMPLE

FIELDS = sorted(path.stem for path in shared_fields.FOLDER.glob("*.txt"))
# What people look up most: each function of these says what is related to it.
MOST_READ = (
    "fjax fjax.numpy fjax.numpy.linalg fjax.numpy.fft fjax.lax fjax.nn fjax.nn.initializers "
    "fjax.nn.losses fjax.nn.metrics fjax.optim fjax.random fjax.train fjax.data fjax.data.images "
    "fjax.checkpoints fjax.export fjax.debug fjax.profiler fjax.scipy.special fjax.scipy.linalg "
    "fjax.scipy.fft fjax.scipy.signal fjax.scipy.optimize fjax.tree fjax.image fjax.ops"
)


def test_names_under_see_also_exist():
    described = related.canonical()
    names = {name for _, family in related.families() for name in family}
    assert sorted(names - set(described)) == []


def test_a_name_sees_the_nearest_of_its_families():
    seen = related.see_also()
    assert seen["fjax.numpy.sum"][:2] == ["fjax.numpy.prod", "fjax.numpy.mean"]
    assert all(1 <= len(others) <= related.MOST for others in seen.values())
    assert related.canonical()["fjax.lax.scan"] == "fjax.lax.scan"
    assert related.canonical()["fjax.tree_util.tree_transpose"] == "fjax.tree.transpose"


def test_what_is_read_most_says_what_is_related():
    canonical, seen = related.canonical(), related.see_also()
    missing = [
        f"{space}.{name}"
        for space in MOST_READ.split()
        for name, value in public(space)
        if canonical[f"{space}.{name}"] == f"{space}.{name}" not in seen
        and not any(test(value) for _, test in SUMMARY_SUFFICES)
    ]
    assert missing == []


def _said(name, value):
    """The fields of what the reference says of a function."""
    names, _ = docstrings.signature(value)
    made = docstrings.to_rst(docstring(value), names, shared_fields.of(name, names))
    return [line for line in made.split("\n") if line.startswith(":")]


def test_signatures_show_no_addresses():
    for value in CALLABLES.values():
        try:
            parameters = inspect.signature(value).parameters.values()
        except (TypeError, ValueError):
            continue
        defaults = [repr(p.default) for p in parameters if p.default is not p.empty]
        assert " at 0x" not in docstrings.plain(" ".join(defaults)), value
    assert docstrings.plain("<class 'fjax.numpy.float32'>") == "float32"
    local = "<function normal.<locals>.init at 0x7f00>, <function forward>"
    assert docstrings.plain(local) == "init, forward"
    assert docstrings.plain(
        "<RoundingMethod.TO_NEAREST_EVEN: 1>, <custom_jvp relu>, <factory>"
    ) == ("RoundingMethod.TO_NEAREST_EVEN, relu, …")


def test_every_public_function_has_an_example_or_a_list_of_parameters():
    missing = [
        name
        for name, value in CALLABLES.items()
        if not any(test(value) for _, test in SUMMARY_SUFFICES)
        and ">>>" not in docstring(value)
        and not _said(name, value)
    ]
    assert set(missing) <= set(WITHOUT_EXAMPLE)


def test_nearly_every_parameter_of_what_is_read_most_is_described():
    spaces = [space for space in MOST_READ.split() if space in FIELDS]
    names = described = 0
    for space in spaces:
        for name, value in public(space):
            if not any(test(value) for _, test in SUMMARY_SUFFICES):
                names += len(docstrings.signature(value)[0])
                described += sum(f.startswith(":param") for f in _said(f"{space}.{name}", value))
    assert described / names > 0.97


@pytest.mark.parametrize("namespace", FIELDS)
def test_shared_fields_are_of_functions_that_have_them(namespace):
    module = importlib.import_module(namespace)
    assert namespace in NAMESPACES
    for functions, texts in shared_fields.blocks(namespace):
        spaces = [s for s in NAMESPACES if f"{s}.".startswith(f"{namespace}.")]
        every = [value for space in spaces for _, value in public(space)]
        meant = every if functions == ("*",) else [getattr(module, name) for name in functions]
        taken = [set(docstrings.signature(value)[0]) for value in meant]
        for field in texts:
            if field != "returns" and not field.startswith("raises "):
                assert any(field in names for names in taken), f"[{' '.join(functions)}] {field}"


def _blocks(phrase):
    """The functions of fjax.numpy whose result the shared fields describe so."""
    return [
        function
        for functions, texts in shared_fields.blocks("fjax.numpy")
        if phrase in texts.get("returns", "")
        for function in functions
    ]


def _of(function, dtype):
    """A function's result for ones of a dtype, None if it refuses them."""
    names = docstrings.signature(getattr(jnp, function))[0]
    two = any(name in names for name in ("y", "x2"))
    try:
        return getattr(jnp, function)(*[jnp.ones((2, 3), dtype)] * (1 + two))
    except (TypeError, ValueError):
        return None


def _results(phrase, dtypes):
    """(function, dtype, array) of all results that are to be as a phrase says."""
    functions = _blocks(phrase)
    assert functions
    for function in functions:
        results = {dtype: _of(function, dtype) for dtype in dtypes}
        assert any(result is not None for result in results.values()), function
        for dtype, result in results.items():
            for part in result if isinstance(result, tuple) else (result,):
                if part is not None:
                    yield function, dtype, part


@pytest.mark.needs("x64", reason="integers of 64 bits become float64")
def test_functions_of_floats_convert_integers_as_the_reference_says():
    given = {"int64": "float64", "int8": "float32", "bool": "float32"}
    given |= {name: name for name in ("float16", "bfloat16", "float32", "float64")}
    for function, dtype, result in _results("narrower ones and bools float32", given):
        assert (result.dtype, result.shape) == (given[dtype], (2, 3)), (function, dtype)


@pytest.mark.needs("x64", reason="int64 stays int64")
def test_functions_keep_the_dtype_where_the_reference_says_so():
    dtypes = ("int8", "int64", "uint32", "float16", "bfloat16", "float32", "float64", "complex64")
    for phrase in ("shape and dtype of `x`", "dtype to which both promote"):
        for function, dtype, result in _results(phrase, dtypes):
            assert (result.dtype, result.shape) == (dtype, (2, 3)), (function, dtype)


def test_functions_give_bools_where_the_reference_says_so():
    dtypes = ("bool", "int32", "float32", "bfloat16", "complex64")
    for phrase in ("Bools, of the shape of `x`", "Bools, of the broadcast shape"):
        for function, dtype, result in _results(phrase, dtypes):
            assert (result.dtype, result.shape) == (bool, (2, 3)), (function, dtype)


def test_functions_refuse_lists_where_the_reference_says_so():
    refusing = [
        function
        for functions, texts in shared_fields.blocks("fjax.numpy")
        if "lists" in texts.get("raises TypeError", "")
        for function in functions
    ]
    assert len(refusing) > 40
    for function in refusing:
        names = docstrings.signature(getattr(jnp, function))[0]
        with pytest.raises(TypeError):
            getattr(jnp, function)(*[[1.0]] * (1 + any(name in names for name in ("y", "x2"))))


AXES = [
    name for fs, texts in shared_fields.blocks("fjax.numpy") if "keepdims" in texts for name in fs
]


def test_reductions_take_axes_as_the_reference_says():
    x = jnp.ones((2, 3), "float32")
    for function in AXES:
        if not function.startswith(("nanarg", "arg")):
            more = {"q": 0.5} if "ile" in function else {}
            reduced = getattr(jnp, function)
            for axis, shape in ((1, (2,)), ((0, 1), ()), (None, ()), (-1, (2,))):
                assert reduced(x, axis=axis, **more).shape == shape, (function, axis)
            assert reduced(x, axis=1, keepdims=True, **more).shape == (2, 1), function
            with pytest.raises(ValueError, match="out of bounds"):
                reduced(x, axis=2, **more)
