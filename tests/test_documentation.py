"""Every public callable has a summary and an example, and the examples of all of them are true."""

import doctest
import enum
import inspect
import re

import pytest

import fjax
from docs.api import NAMESPACES, docstring, public
from fjax import variables
from fjax.core.primitive import Primitive
from fjax.core.tracing import Trace
from fjax.options import OPTIONS
from tests.architecture.source import ROOT

WITHOUT_EXAMPLE = {
    "fjax.experimental.checkify.ErrorEffect": "only checkify makes it",
    "fjax.distributed.initialize": "needs a launcher",
    "fjax.tree_util.KeyEntry": "an alias for annotations",
    "fjax.tree_util.KeyPath": "an alias for annotations",
}
# The kinds of values whose summary says all: there is nothing to call, or NumPy has the example.
SUMMARY_SUFFICES = (
    (
        "stages, which functions return",
        lambda value: (
            inspect.isclass(value)
            and value.__module__
            in (
                "fjax.stages",
                "fjax.api.stages",
                "fjax.api.jit_function",
                "fjax.lowering.run.executable",
            )
        ),
    ),
    ("enumerations", lambda value: inspect.isclass(value) and issubclass(value, enum.Enum)),
    ("exceptions", lambda value: inspect.isclass(value) and issubclass(value, BaseException)),
    ("dtypes", lambda value: hasattr(value, "dtype") or _of_numpy(value)),
    ("options, which `fjax.config` lists", lambda value: type(value).__module__ == "fjax.config"),
    ("primitives, which have functions", lambda value: isinstance(value, Primitive)),
    ("interpreters in force", lambda value: inspect.isclass(value) and issubclass(value, Trace)),
    (
        "records of axis numbers",
        lambda value: inspect.isclass(value) and value.__name__.endswith("DimensionNumbers"),
    ),
)


def _of_numpy(value):
    return inspect.isclass(value) and value.__module__ == "numpy"


CALLABLES = {
    f"{namespace}.{name}": value for namespace in NAMESPACES for name, value in public(namespace)
}


def _needs_example(name, value):
    return name not in WITHOUT_EXAMPLE and not any(test(value) for _, test in SUMMARY_SUFFICES)


def test_every_public_callable_has_a_summary():
    missing = [
        name for name, value in CALLABLES.items() if not _of_numpy(value) and not docstring(value)
    ]
    assert not missing, f"no docstring: {' '.join(missing)}"


def test_every_public_callable_has_an_example():
    missing = [
        name
        for name, value in CALLABLES.items()
        if _needs_example(name, value) and ">>>" not in docstring(value)
    ]
    assert not missing, f"no example: {' '.join(missing)}"


def test_the_exceptions_are_needed():
    for name in WITHOUT_EXAMPLE.keys() & CALLABLES.keys():
        assert ">>>" not in docstring(CALLABLES[name]), f"{name} has an example now"


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
    for name, value in public(namespace):
        if _made_by_a_factory(value):
            test = parser.get_doctest(docstring(value), dict(names), f"{namespace}.{name}", None, 0)
            runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


PAGES = sorted(
    path
    for path in (ROOT / "docs").rglob("*.md")
    if path.relative_to(ROOT / "docs").parts[0]
    not in ("decisions", "errors", "gallery", "programs")
)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT / "docs")))
def test_the_examples_of_a_page_hold(page):
    failed, _ = doctest.testfile(
        str(page),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )
    assert failed == 0


OPTIONAL = {"jax", "optax"}  # what a page may import that the tests do without
TEXTS = {
    path.name: path.read_text(encoding="utf-8")
    for path in (*PAGES, *ROOT.glob("*.md"), *(ROOT / "fjax" / "error_catalogue").glob("*.md"))
}


def test_the_imports_that_pages_name_work():
    found = {
        code
        for text in TEXTS.values()
        for code in re.findall(r"`((?:from [\w.]+ )?import [\w, ]+)`", text)
        if code.split()[1].split(".")[0] not in OPTIONAL
    }
    assert len(found) >= 3
    for code in found:
        exec(code, {})


def test_the_options_and_variables_that_pages_name_exist():
    options = {option.name for option in OPTIONS}
    known = {name.upper() for name in options} | {"TEST_MODE"}
    known |= {variable.name.removeprefix("FJAX_") for variable in variables.VARIABLES}
    wrong = []
    for page, text in TEXTS.items():
        updated = re.findall(r'config\.update\("(?:jax_)?(\w+)"', text)
        wrong += [(page, name) for name in updated if name not in options]
        named = re.findall(r"\bFJAX_([A-Z0-9_]*[A-Z0-9])\b", text)
        wrong += [(page, name) for name in named if name not in known]
    assert wrong == []
