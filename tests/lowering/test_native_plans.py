"""The memory plans of native steps: right ones are accepted, tables with faults refused."""

from dataclasses import replace

import numpy as np
import pytest

import fjax
from fjax.errors import InvalidIRError
from fjax.lowering import pipeline, targets
from fjax.lowering.cpu.runtime.repeat import Repetition
from fjax.lowering.run import host_loops
from fjax.lowering.run.host_loop_runner import HostLoopRunner
from fjax.lowering.run.unrolled_steps import Unrolled, describe_repeated
from fjax.lowering.run.verify_plan import verify_plan
from tests.lowering.native_tables import LENGTH, changed, native_steps, random_loop
from tests.lowering.plans import Simulator, accepted, mutated

SEEDS = range(24)
CHANGES = 30  # of the tables of each loop, and as many of each plan


@pytest.fixture(scope="module")
def loops():
    found = {seed: native_steps(*random_loop(seed)) for seed in SEEDS}
    return {seed: steps for seed, steps in found.items() if steps is not None}


def plans(steps):
    private = [k for k, p in enumerate(steps.steps.private) if p]
    return [describe_repeated(steps, n, taken) for n in (0, 1, LENGTH) for taken in ((), private)]


def test_most_random_loops_run_in_native_steps(loops):
    assert len(loops) > 0.8 * len(SEEDS)


def test_plans_of_random_loops_are_accepted(loops):
    for seed, steps in loops.items():
        for plan in plans(steps):
            assert Simulator(plan).is_right(), seed
            verify_plan(plan)


def test_changed_tables_are_refused_exactly_if_a_simulation_goes_wrong(loops):
    wrong = 0
    for seed, steps in loops.items():
        random = np.random.default_rng(seed)
        for number in range(CHANGES):
            plan = describe_repeated(changed(steps, random), LENGTH)
            right = Simulator(plan).is_right()
            assert accepted(plan) == right, (seed, number, plan)
            wrong += not right
    assert wrong > len(loops) * CHANGES // 4  # else the changes try nothing


def test_changed_plans_are_refused_exactly_if_a_simulation_goes_wrong(loops):
    wrong = 0
    for seed, steps in loops.items():
        random, plan = np.random.default_rng(seed), describe_repeated(steps, LENGTH)
        for number in range(CHANGES):
            broken = mutated(plan, random)
            right = Simulator(broken).is_right()
            assert accepted(broken) == right, (seed, number, broken)
            wrong += not right
    assert wrong > len(loops) * CHANGES // 4


def test_the_table_that_is_followed_is_the_one_that_runs(loops, monkeypatch):
    tables = []
    run = Repetition.run

    def watched(self, slots, count):
        tables.append(slots.copy())
        return run(self, slots, count)

    def one_by_one(run, length):
        for _ in range(LENGTH):
            run(1)
        run(0)  # to see the table at the end

    monkeypatch.setattr(Repetition, "run", watched)
    for loop in loops.values():
        steps, form, condition = loop.steps, loop.form, loop.condition
        consts, carry, xs = (
            [np.ones((*more, *v.aval.shape), v.aval.dtype) for v in variables]
            for variables, more in ((steps.consts, ()), (steps.carry, ()), (steps.xs, (LENGTH,)))
        )
        given = condition.jaxpr.invars[: form.condition_consts] if condition else []
        asked = [np.full(v.aval.shape, 0 if v.aval.shape else 1000, v.aval.dtype) for v in given]
        length = None if condition else LENGTH
        runner = HostLoopRunner(targets.current(), loop, pipeline.executable_of_plan)
        tables.clear()
        runner.native(asked, consts, carry, xs, length, one_by_one)
        unrolled = Unrolled(loop, LENGTH)
        origin = {}
        for table in tables:
            for slot, (array, offset) in unrolled.table.items():
                assert table[slot] == origin.setdefault(array, table[slot] - offset) + offset
            unrolled.table = unrolled.moved()


def test_a_loop_whose_buffers_do_not_take_turns_is_refused_where_it_is_made(monkeypatch):
    found = host_loops.RepeatedSteps
    monkeypatch.setattr(
        host_loops,
        "RepeatedSteps",
        lambda *fields: replace(found(*fields), moves=found(*fields).moves[:-1]),
    )
    fjax.clear_caches()
    with pytest.raises(InvalidIRError, match="native steps of body, 4 steps: step .* slot"):
        native_steps(*random_loop(2))
