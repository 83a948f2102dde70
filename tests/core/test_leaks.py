"""The chain of references to a value: what it names, and where it ends."""

import gc

import pytest

from fjax.core.leaks import chain_to

KEPT = {}


class Thing:
    pass


@pytest.fixture
def thawed():
    """The collector says what refers to objects of modules, too."""
    gc.unfreeze()
    yield
    KEPT.clear()
    gc.freeze()


def test_a_chain_ends_at_the_name_of_a_module(thawed):
    KEPT["last"] = [Thing()]
    chain = f"name 'KEPT' of the module {__name__}, at ['last'], at [0]"
    assert chain_to(KEPT["last"][0]) == chain


def test_a_chain_ends_at_an_attribute(thawed):
    KEPT["last"] = Thing()
    KEPT["last"].held = (1, Thing())
    assert chain_to(KEPT["last"].held[1]) == "attribute 'held' of a Thing, at [1]"


def test_what_does_not_count_is_passed_over(thawed):
    KEPT["last"], other = [Thing()], [1]
    other.append(KEPT["last"][0])
    chain = f"name 'KEPT' of the module {__name__}, at ['last'], at [0]"
    assert chain_to(other[1], {id(other)}) == chain
    assert chain_to(Thing()) == ""
