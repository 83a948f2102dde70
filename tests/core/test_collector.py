"""The collector rests while anybody plans, and is afterwards as it was."""

import gc
import os

import pytest

import fjax
import fjax.numpy as jnp
from fjax.core import collector


@pytest.fixture(params=[True, False], ids=["on", "off"])
def before(request):
    was = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was else gc.disable)()


def test_it_is_afterwards_as_the_first_who_came_found_it(before):
    first, second = collector.resting(), collector.resting()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled() == before


def test_it_rests_while_a_program_is_planned_also_if_that_fails(before, monkeypatch):
    seen = []

    def fails(*arguments):
        seen.append(gc.isenabled())
        raise ArithmeticError("no plan")

    monkeypatch.setattr("fjax.lowering.pipeline.fuse", fails)
    with pytest.raises(ArithmeticError):
        fjax.jit(lambda x: jnp.sin(x) + 123.25)(jnp.ones(3))
    assert seen == [False] and gc.isenabled() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_collects_though_a_thread_of_its_parent_planned(before):
    with collector.resting():
        child = os.fork()
        if not child:
            os._exit(0 if gc.isenabled() == before else 1)
        _, status = os.waitpid(child, 0)
    assert status == 0
