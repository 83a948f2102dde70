"""The verifier of memory plans accepts the right ones and refuses exactly the others."""

import numpy as np
import pytest

from fjax.lowering.run.memory_plan import Region
from fjax.lowering.run.verify_plan import _UnderWay, verify_plan
from tests.lowering.plans import Generator, Simulator, accepted, mutated

CHANGES = 12  # of each random plan


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_random_plans_are_accepted(start):
    for seed in range(start, start + 50):
        plan = Generator(seed).plan()
        assert Simulator(plan).is_right(), seed
        verify_plan(plan)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("start", range(0, 200, 50))
def test_changed_plans_are_refused_exactly_if_a_simulation_goes_wrong(start):
    wrong = 0
    for seed in range(start, start + 50):
        random, plan = np.random.default_rng(seed), Generator(seed).plan()
        for _ in range(CHANGES):
            changed = mutated(plan, random)
            right = Simulator(changed).is_right()
            assert accepted(changed) == right, (seed, changed)
            wrong += not right
    assert wrong > 50 * CHANGES // 4  # else the changes try nothing


def test_an_operation_under_way_uses_its_own_bytes_alone():
    memory = object()
    under_way = _UnderWay("sum", memory, Region(0, 8, 16), True)
    assert under_way.uses(memory, Region(0, 12, 20))
    assert not under_way.uses(memory, Region(0, 16, 24))
    assert not under_way.uses(object(), Region(0, 12, 20))
