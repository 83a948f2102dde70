"""The examples in docstrings are true."""
import doctest
import importlib
import pkgutil

import pytest

import fjax

NAMES = sorted(module.name for module in pkgutil.walk_packages(fjax.__path__, "fjax.")
               if not module.name.endswith("__main__"))


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_module_hold(name):
    module = importlib.import_module(name)
    names = {**vars(module), "fjax": fjax, "jax": fjax}
    for short, full in (("jnp", "fjax.numpy"), ("lax", "fjax.lax"), ("np", "numpy")):
        names[short] = importlib.import_module(full)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output = []
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name, globs=names):
        runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)
