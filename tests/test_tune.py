"""The search over schedules: what it tries is legal, and what it says follows from its times."""

import json
import random

import numpy as np
import pytest

from benchmarks.tune import __main__ as tune
from benchmarks.tune import cases as tuned
from benchmarks.tune import constants, programs, report
from benchmarks.tune.cases import Run, launches
from benchmarks.tune.neighbours import Space
from benchmarks.tune.programs import FAMILIES, Program
from benchmarks.tune.search import Found, Search
from fjax.lowering.cpu.compile import compile_kernel
from fjax.lowering.cpu.emit.emitter import chosen_schedule
from fjax.lowering.cpu.processor import host
from fjax.lowering.cpu.timing import alike
from fjax.lowering.kernel.verify import mistake
from fjax.lowering.schedule.language import parse, print_schedule, replay
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.interpreter import interpret

NEIGHBOURS = 12  # of a kernel, one of the other
KINDS = [  # of kernels: each directive of the heuristic is in some
    ("softmax rows", 5),
    ("softmax rows", 20),
    ("sums of columns", 6),
    ("pad rows", 7),
    ("pad all", 5),
    ("roll", 9),
    ("stencil", 6),
    ("transposed", 12),
    ("swapped", 5),
    ("running sums of columns", 5),
    ("running sums", 20),
    ("products with rows", 6),
    ("middle maxima", 3),
    ("elements", 30),
    ("flip", 9),
]


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(programs, "ELEMENTS", 150)
    monkeypatch.setattr(tuned, "FEWEST", 1)


def kernel_of(name, n):
    return next(launches(Program(name, *FAMILIES[name](n))))


def interpreted(kernel, case):
    own = [a.copy() for a in case.arrays]
    scratch = [np.zeros(b.scratch, b.dtype) for b in kernel.buffers[len(own) :]]
    interpret(kernel, [*own, *scratch], list(case.words), case.extent)
    return [own[k] for k in case.written]


def walked(space, seed):
    """Schedules, each a neighbour of the one before."""
    r, schedule = random.Random(seed), space.chosen
    for _ in range(NEIGHBOURS):
        schedule = space.neighbour(schedule, r)
        yield schedule


@pytest.mark.one_in(16)
@pytest.mark.parametrize("target", ["avx512", "sse"])
@pytest.mark.parametrize(("name", "n"), KINDS)
def test_neighbours_are_legal_and_compute_the_same(name, n, target, small):
    case = kernel_of(name, n)
    space = Space.of(case.kernel, TARGETS[target])
    wanted = interpreted(space.kernel, case)
    found = list(walked(space, f"{name} {n}"))
    assert len(set(found)) > 1
    for schedule in dict.fromkeys(found):
        scheduled = replay(space.kernel, schedule)
        assert mistake(scheduled) is None
        for a, b in zip(interpreted(scheduled, case), wanted, strict=True):
            np.testing.assert_array_equal(a, b, err_msg=print_schedule(schedule))
        assert parse(print_schedule(schedule)) == schedule


def test_neighbours_follow_from_the_seed(small):
    space = Space.of(kernel_of("softmax rows", 20).kernel, TARGETS["avx512"])
    one, two, other = (list(walked(space, seed)) for seed in (1, 1, 2))
    assert one == two != other


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "n"), KINDS)
def test_the_search_begins_with_what_the_heuristic_chooses(name, n, small):
    kernel, processor = kernel_of(name, n).kernel, TARGETS["avx512"]
    assert Space.of(kernel, processor).chosen == chosen_schedule(kernel, processor)


def test_kernels_are_different_ones_and_follow_from_the_seed(small):
    first = list(tuned.cases(3, 20))
    assert [c.name for c in tuned.cases(3, 20)] == [c.name for c in first]
    assert len({c.key for c in first}) == len(first) == 20
    assert [c.name for c in tuned.cases(4, 20)] != [c.name for c in first]


def test_a_search_finds_what_is_no_slower_and_right(small):
    case = kernel_of("sums of rows", 20)
    found = Search(case, host(), random.Random(0)).best(generations=1)
    assert found.tried > 1 and not found.wrong
    assert found.best_ns <= found.chosen_ns and found.ratio <= 1
    assert parse(found.chosen) == Space.of(case.kernel, host()).chosen


def test_results_are_compared_with_what_their_dtype_holds():
    x = np.linspace(0, 1, 9, dtype=np.float32)
    assert alike([x], [x * (1 + 1e-6)]) and not alike([x], [x * 1.01])
    assert alike([np.arange(3)], [np.arange(3)]) and not alike([np.arange(3)], [np.arange(3) + 1])
    assert alike([x * np.nan], [x * np.nan]) and not alike([x * np.nan], [x])


def test_each_result_is_made_from_the_same_contents(small):
    case = kernel_of("running sums", 20)
    address, run = compile_kernel(case.kernel).address, Run(case)
    first = run.result(address)
    run.arrays[0][:] = 7
    np.testing.assert_array_equal(run.result(address)[0], first[0])


def found(name, chosen, best, **more):
    return Found(name, "parallelize i0", "parallelize i0\nunroll i1", chosen, best, 10, **more)


def test_the_report_names_means_and_what_is_behind():
    kernels = [found("even", 100.0, 100.0), found("far", 400.0, 100.0), found("late", 50.0, 60.0)]
    (line,) = report.summary(kernels)
    assert "3 kernels, 30 schedules: found over heuristic 0.630, least 0.25; 1 kernels" in line
    lines = list(report.behind(kernels))
    assert lines[0] == "4.00  far: 0.4 µs"
    assert lines[-1].strip() == "unroll i1"
    assert list(report.summary([])) == []


def test_the_report_shows_what_should_have_been_illegal():
    kernels = [found("k", 1.0, 1.0, wrong=("split i0 3 -> i1",), refused=("KeyError: 3\nsplit",))]
    assert list(report.faults(kernels)) == [
        "wrong: k\nsplit i0 3 -> i1",
        "refused: k: KeyError: 3\nsplit",
    ]


def test_the_table_of_numbers_has_means_over_the_kernels_that_change():
    effects = [{"a=1": (2.0, 1.0), "a=2": (1.0, 1.5)}, {"a=1": (0.5, 1.0)}, {}]
    rows = list(report.constants(effects, {"a": 8, "b": 3}, {"a": (1, 2), "b": (1,)}))[2:]
    assert rows == [
        "| `a` | 8 | 1 | 2 | 1.000 | 2.00 | 0.50 | 1.00 |",
        "| `a` | 8 | 2 | 1 | 1.000 | 1.00 | 1.00 | 1.50 |",
        "| `a` | 8 | does not matter | | | | | |",
        "| `b` | 3 | no effect | | | | | |",
    ]


def test_each_number_is_changed_alone():
    processor = TARGETS["avx512"]
    for change in constants.changes(processor):
        with change.in_force():
            assert constants.value_of(change.name, change.on(processor)) == change.value
        assert constants.value_of(change.name, processor) != change.value


def test_a_later_run_reads_what_an_earlier_one_wrote(tmp_path, capsys):
    path = tmp_path / "seed-1.jsonl"
    done = {"case": 0, "found": vars(found("far", 400.0, 100.0)), "constants": {}}
    lines = [{"case": 0, "name": "far"}, done, {"case": 1, "name": "deadly"}]
    path.write_text("\n".join(map(json.dumps, lines)))
    assert sorted(tune.known(path)) == [0, 1] and tune.known(tmp_path / "none") == {}
    tune.told(path)
    text = capsys.readouterr().out
    assert "4.00  far" in text and "died: case 1, deadly" in text and "0.250" in text
