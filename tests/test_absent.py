"""Names that are absent on purpose: each raises, with its reason and a remedy that exists."""

import importlib
import importlib.machinery
import re
import sys

import pytest

import fjax
import fjax.experimental.sparse
from fjax import absent
from fjax.errors import AbsentModuleError, AbsentNameError

NAMES = absent.names()
REMEDIES = sorted(
    {
        name
        for absence in absent.ABSENT
        for name in re.findall(r"\b(?:fjax|lax)\.[a-z_.A-Z]*\w", absence.instead)
    }
)


def _owner(name):
    """The module that lacks a name, and the name in it."""
    module, _, attribute = f"fjax.{name}".rpartition(".")
    return importlib.import_module(module), attribute


def test_no_name_is_listed_twice():
    listed = [name for absence in absent.ABSENT for name in absence.names.split()]
    assert sorted(listed) == sorted(set(listed))


def test_an_absent_name_exists_nowhere():
    for name in NAMES:
        module, attribute = _owner(name)
        assert attribute not in vars(module), f"fjax.{name} exists: take it off the list"
        found = importlib.machinery.PathFinder.find_spec(f"fjax.{name}", module.__path__)
        assert found is None, f"fjax.{name} is a module: take it off the list"


def test_reading_an_absent_name_says_why():
    for name in NAMES:
        module, attribute = _owner(name)
        assert not hasattr(module, attribute), name
        says = rf"fjax\.{name} is not offered: .*\. Instead: .+"
        with pytest.raises(AbsentNameError, match=says):
            getattr(module, attribute)


def test_importing_an_absent_name_says_why():
    for name in NAMES:
        module, attribute = _owner(name)
        says = rf"fjax\.{name} is not offered"
        with pytest.raises(AbsentModuleError, match=says):
            importlib.import_module(f"fjax.{name}")
        with pytest.raises(AbsentModuleError, match=says):
            exec(f"from {module.__name__} import {attribute}")


def test_the_message_names_the_users_line():
    with pytest.raises(AbsentModuleError) as caught:
        from fjax.sharding import AbstractDevice  # noqa: F401
    assert __file__ in str(caught.value)


def test_what_a_remedy_names_exists():
    for remedy in REMEDIES:
        value = fjax
        for part in remedy.removeprefix("fjax.").split("."):
            assert hasattr(value, part), remedy
            value = getattr(value, part)


def test_other_lacking_names_are_ordinary_errors():
    with pytest.raises(AttributeError, match="module 'fjax' has no attribute 'jitt'") as caught:
        fjax.jitt  # noqa: B018
    assert not isinstance(caught.value, AbsentNameError)
    assert caught.value.name == "jitt"
    with pytest.raises(ModuleNotFoundError, match="No module named 'fjax.jitt'"):
        importlib.import_module("fjax.jitt")


def test_installing_twice_installs_one_finder():
    absent.install("fjax")
    assert sys.meta_path.count(absent.AbsentFinder) == 1
