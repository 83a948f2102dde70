"""The memory plans of loops of launches: right ones are accepted, tables with faults refused."""

import ctypes
from dataclasses import replace

import numpy as np
import pytest

import fjax
from fjax.core.ir import Literal
from fjax.errors import InvalidIRError
from fjax.lowering import targets
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.runtime import control_flow_tables
from fjax.lowering.cpu.runtime.control_flow_tables import made_native
from fjax.lowering.run import control_flow
from fjax.lowering.run.control_flow import loop_launch
from fjax.lowering.run.unrolled_steps import Unrolled, describe_repeated
from fjax.lowering.run.verify_plan import verify_plan
from tests.effort import examples
from tests.lowering.native_tables import LENGTH, changed, loop_of_launches, random_loop
from tests.lowering.plans import Simulator, accepted, mutated

SEEDS = range(24)
CHANGES = examples(30, 2)  # of the tables of each loop, and as many of each plan


@pytest.fixture(scope="module")
def loops():
    found = {seed: loop_of_launches(*random_loop(seed)) for seed in SEEDS}
    return {seed: planned for seed, planned in found.items() if planned is not None}


def plans(loop):
    taken = frozenset(), loop.in_place
    return [describe_repeated(loop, n, each) for n in (0, 1, LENGTH) for each in taken]


def test_most_random_loops_are_loops_of_launches(loops):
    assert len(loops) > 0.8 * len(SEEDS)


def test_plans_of_random_loops_are_accepted(loops):
    for seed, planned in loops.items():
        for plan in plans(planned.loop):
            assert Simulator(plan).is_right(), seed
            verify_plan(plan)


def test_changed_tables_are_refused_exactly_if_a_simulation_goes_wrong(loops):
    wrong = 0
    for seed, planned in loops.items():
        random = np.random.default_rng(seed)
        for number in range(CHANGES):
            plan = describe_repeated(changed(planned.loop, random), LENGTH)
            right = Simulator(plan).is_right()
            assert accepted(plan) == right, (seed, number, plan)
            wrong += not right
    assert wrong > len(loops) * CHANGES // 4  # else the changes try nothing


def test_changed_plans_are_refused_exactly_if_a_simulation_goes_wrong(loops):
    wrong = 0
    for seed, planned in loops.items():
        random, plan = np.random.default_rng(seed), describe_repeated(planned.loop, LENGTH)
        for number in range(CHANGES):
            broken = mutated(plan, random)
            right = Simulator(broken).is_right()
            assert accepted(broken) == right, (seed, number, broken)
            wrong += not right
    assert wrong > len(loops) * CHANGES // 4


class Recorded:
    """Launches that note the addresses of their buffers; a condition's last one says yes."""

    def __init__(self, monkeypatch):
        self.seen, self.keep = [], []
        monkeypatch.setattr(control_flow_tables, "made_native", self.in_place_of)

    def in_place_of(self, launch, machine):
        def noted(buffers, table, lo, hi):
            self.seen.append([buffers[k] or 0 for k in range(len(launch.buffers))])
            if launch.code is self.answer:
                ctypes.c_bool.from_address(buffers[len(launch.buffers) - 1]).value = self.goes_on()

        kind = ctypes.CFUNCTYPE(
            None, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
        )
        self.keep.append(kind(noted))
        address = ctypes.cast(self.keep[-1], ctypes.c_void_p).value
        kernel = compiler.CompiledKernel("noted", address, None)
        code = compiler.NativeRoutine("noted", lambda: kernel)
        return replace(launch, code=code, parallel=False, extent=1)

    def goes_on(self):
        self.asked += 1
        return self.asked <= LENGTH

    def run(self, planned):
        """Run a loop on arrays of ones; the addresses that its launches were given, and where
        operands and results are."""
        loop, form = planned.loop, planned.form
        condition = loop.condition
        self.answer = condition and condition.whole.launches[-1].launch.code
        self.asked = 0
        self.seen.clear()
        launch = loop_launch(planned.equation, loop, targets.current().machine)
        values = (*planned.equation.invars, *planned.equation.outvars)
        arrays = [np.ones(v.aval.shape, v.aval.dtype) for v in values]
        if form.counts_steps:
            arrays[0][...] = LENGTH
        arrays.append(np.zeros(launch.scratch + 64, np.uint8))
        given = [a for a, x in zip(arrays[:-1], values, strict=True) if not isinstance(x, Literal)]
        buffers = (ctypes.c_void_p * (len(given) + 1))(
            *(a.ctypes.data for a in (*given, arrays[-1]))
        )
        numbered = replace(launch, buffers=tuple(range(len(given) + 1)))
        native = made_native(numbered, targets.current().machine)
        table = np.array(native.words, np.int64)
        run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2)
        run(compiler.linked(native.code).address)(
            ctypes.addressof(buffers), table.ctypes.data, 0, 1
        )
        return [a.ctypes.data for a in arrays], [isinstance(x, Literal) for x in values]


def test_the_table_that_is_followed_is_the_one_that_runs(loops, monkeypatch):
    recorded = Recorded(monkeypatch)
    for planned in loops.values():
        at, literal = recorded.run(planned)
        loop = planned.loop
        unrolled, expected = Unrolled(loop, LENGTH), []

        def given(plan, base):
            for x in plan.whole.launches:
                places = [unrolled.places[base + b] for b in x.launch.buffers]
                expected.append([(p.value, p.offset) for p in places])

        for index in range(LENGTH + 1):
            if loop.condition is not None:
                given(loop.condition, loop.steps.second)
            if index < LENGTH:
                given(loop.body, 0)
                unrolled.places = unrolled.moved()
        assert len(recorded.seen) == len(expected)
        for found, places in zip(recorded.seen, expected, strict=True):
            for address, (value, offset) in zip(found, places, strict=True):
                if not literal[value]:
                    assert address == at[value] + offset


def test_a_loop_whose_buffers_do_not_take_turns_is_refused_where_it_is_made(monkeypatch):
    found = control_flow.StepTable
    monkeypatch.setattr(
        control_flow,
        "StepTable",
        lambda *fields: replace(found(*fields), moves=found(*fields).moves[:-1]),
    )
    fjax.clear_caches()
    with pytest.raises(InvalidIRError, match="the steps of body, 4 steps: step .* slot"):
        loop_of_launches(*random_loop(2))
