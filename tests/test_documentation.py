"""Every public callable has a summary and an example, and the examples of all of them are true."""
import doctest
import enum
import importlib
import inspect
import pkgutil
import types

import pytest

import fjax
from fjax.core.primitive import Primitive

# The namespaces of which users call the functions.
NAMESPACES = [
    "fjax", "fjax.ad_checkpoint", "fjax.custom_batching", "fjax.custom_derivatives", "fjax.debug",
    "fjax.distributed", "fjax.dlpack", "fjax.experimental", "fjax.flatten_util", "fjax.image",
    "fjax.lax", "fjax.lax.linalg", "fjax.nn", "fjax.nn.initializers", "fjax.numpy",
    "fjax.numpy.fft", "fjax.numpy.linalg", "fjax.ops", "fjax.profiler", "fjax.random",
    "fjax.test_util", "fjax.tree", "fjax.tree_util",
    *sorted(module.name for module in pkgutil.walk_packages(fjax.scipy.__path__, "fjax.scipy.")
            if module.name not in ("fjax.scipy.special.arguments",
                                   "fjax.scipy.optimize.line_search")),    # helpers
]
WITHOUT_EXAMPLE = {
    "fjax.debug.breakpoint": "waits for a person",
    "fjax.debug_key_reuse": "refuses",
    "fjax.tree_util.KeyEntry": "an alias for annotations",
    "fjax.tree_util.KeyPath": "an alias for annotations",
}
# The kinds of values whose summary says all: there is nothing to call, or NumPy has the example.
SUMMARY_SUFFICES = (
    ("enumerations", lambda value: inspect.isclass(value) and issubclass(value, enum.Enum)),
    ("exceptions", lambda value: inspect.isclass(value) and issubclass(value, BaseException)),
    ("dtypes", lambda value: hasattr(value, "dtype") or _of_numpy(value)),
    ("options, which `fjax.config` lists", lambda value: type(value).__module__ == "fjax.config"),
    ("primitives, which have functions", lambda value: isinstance(value, Primitive) or (
        inspect.isclass(value) and issubclass(value, Primitive))),
    ("records of axis numbers", lambda value: inspect.isclass(value)
        and value.__name__.endswith("DimensionNumbers")),
)


def _of_numpy(value):
    return inspect.isclass(value) and value.__module__ == "numpy"


def _public(namespace):
    """(name, value) of what a namespace offers to call."""
    module = importlib.import_module(namespace)
    listed = getattr(module, "__all__", None)
    names = listed if listed is not None else [n for n in vars(module) if not n.startswith("_")]
    found = [(name, getattr(module, name)) for name in sorted(names)]
    own = f"{namespace}."
    return [(name, value) for name, value in found
            if callable(value) and not isinstance(value, types.ModuleType)
            and (listed is not None or namespace == "fjax"
                 or f"{getattr(value, '__module__', '')}.".startswith(own))]


CALLABLES = {f"{namespace}.{name}": value for namespace in NAMESPACES
             for name, value in _public(namespace)}


def _doc(value):
    own = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    return inspect.cleandoc(own or "")


def _needs_example(name, value):
    return name not in WITHOUT_EXAMPLE and not any(test(value) for _, test in SUMMARY_SUFFICES)


def test_every_public_callable_has_a_summary():
    missing = [name for name, value in CALLABLES.items()
               if not _of_numpy(value) and not _doc(value)]
    assert not missing, f"no docstring: {' '.join(missing)}"


def test_every_public_callable_has_an_example():
    missing = [name for name, value in CALLABLES.items()
               if _needs_example(name, value) and ">>>" not in _doc(value)]
    assert not missing, f"no example: {' '.join(missing)}"


def test_the_exceptions_are_needed():
    for name in WITHOUT_EXAMPLE.keys() & CALLABLES.keys():
        assert ">>>" not in _doc(CALLABLES[name]), f"{name} has an example now"


def _made_by_a_factory(value):
    """Whether tests/test_doctests.py does not find the value's examples in a module."""
    function = inspect.unwrap(value)
    code = getattr(function, "__code__", None)
    return not inspect.isclass(value) and (code is None or "<locals>" in code.co_qualname)


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_the_examples_of_generated_functions_hold(namespace):
    names = {"fjax": fjax, "jax": fjax, "jnp": fjax.numpy, "lax": fjax.lax}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    parser, output = doctest.DocTestParser(), []
    for name, value in _public(namespace):
        if _made_by_a_factory(value):
            test = parser.get_doctest(_doc(value), dict(names), f"{namespace}.{name}", None, 0)
            runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)
