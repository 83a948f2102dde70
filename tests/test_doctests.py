"""The examples in docstrings are true."""

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import fjax
from docs.api import made
from tests import modes


def text(name):
    """The source of a module, which is not imported."""
    path = pathlib.Path(fjax.__file__).parent.joinpath(*name.split(".")[1:])
    return next(
        p for p in (path / "__init__.py", path.with_suffix(".py")) if p.exists()
    ).read_text()


FILES = {module.name for module in pkgutil.walk_packages(fjax.__path__, "fjax.")}
NAMES = sorted(name for name in FILES | made("fjax.") if not name.endswith("__main__"))

# Their examples compile whole networks, which `tests/models` does as well.
NETWORKS = "fjax.models."
MODULES = [
    pytest.param(name, marks=pytest.mark.extended) if name.startswith(NETWORKS) else name
    for name in NAMES
    if name not in FILES or ">>>" in text(name)
]

pytestmark = pytest.mark.needs("x64", reason="the examples print float64")


class Runner(doctest.DocTestRunner):
    """Runs the examples of one docstring."""

    promotes = False  # whether they promote by themselves where a mode of the suite refuses

    def report_unexpected_exception(self, out, test, example, exc_info):
        self.promotes = self.promotes or modes.program_promotes(exc_info[1])
        super().report_unexpected_exception(out, test, example, exc_info)


def docstrings(name):
    """The docstrings of a module, and what their examples see."""
    module = importlib.import_module(name)
    names = {**vars(module), "fjax": fjax, "jax": fjax}
    for short, full in (("jnp", "fjax.numpy"), ("lax", "fjax.lax"), ("np", "numpy")):
        names[short] = importlib.import_module(full)
    return doctest.DocTestFinder(exclude_empty=True).find(module, name, globs=names)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    failed = []
    for test in docstrings(name):
        output = []
        runner = Runner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=output.append)
        if runner.failures and not runner.promotes:
            failed += output
    assert not failed, "".join(failed)
