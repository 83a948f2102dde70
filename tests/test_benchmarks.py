"""The benchmark's own logic: what counts, what is skipped, what is said. No timing is asserted."""

import itertools
import json
import os
import pathlib
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pytest

from benchmarks import (
    cost_model,
    harness,
    machine,
    report,
    workloads,  # noqa: F401  (defines the rows)
)
from benchmarks.harness import Row, Verdict
from benchmarks.models import rows
from benchmarks.models.__main__ import Measured, markdown
from benchmarks.models.rows import ROWS
from benchmarks.workload import FASTEST, CompileWorkload, all_workloads
from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from tests.machines.changed import CPU

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Sample:
    group, title, goals = "sample", "a row", {"jax": 0.5, FASTEST: 1.0}
    peers, rtol, atol, reason = ("jax", "torch"), 1e-4, 1e-5, ""
    compared = slice(None)

    @classmethod
    def name(cls):
        return "sample.Sample"


def row(**changes):
    times = {"fjax": [1.0, 2.0, 9.0], "jax": [8.0, 8.0, 8.0], "torch": [2.5, 2.5, 2.5]}
    return Row(Sample, **{"times": times, **changes})


def test_ratios_are_of_medians():
    assert row().ratios() == {"jax": 0.25, "torch": 0.8, FASTEST: 0.8}
    assert row().verdict() is Verdict.MET


def test_one_missed_goal_is_a_missed_row():
    found = row(times={"fjax": [3.0], "jax": [8.0], "torch": [2.5]})
    assert found.goals() == {"jax": True, FASTEST: False}
    assert found.verdict() is Verdict.MISSED


def test_a_row_without_its_peers_is_neither_met_nor_missed():
    assert row(times={"fjax": [1.0]}).verdict() is Verdict.NOT_COMPARED


@pytest.mark.parametrize(
    "changes",
    [
        {"disagree": {"jax": "0: largest difference 1"}},
        {"errors": {"fjax": "TypeError: no"}},
        {"report": {"fallbacks": ["sin"]}},
    ],
    ids=["wrong", "failing", "without-kernel"],
)
def test_a_fast_row_that_is_wrong_has_failed(changes):
    found = row(**changes)
    assert found.verdict() is Verdict.FAILED
    assert found.notes() and found.notes()[0] in report.line(found)
    assert "1 failed (sample.Sample)" in report.summary(harness.Run([found], {}, 3))


def test_answers_are_compared_within_the_rows_tolerance(tmp_path):
    def file(name, *arrays):
        np.savez(tmp_path / f"{name}.npz", *arrays)
        return str(tmp_path / f"{name}.npz")

    found = row()
    harness.compare_answers(
        found,
        {
            "fjax": file("fjax", np.ones(3)),
            "near": file("near", np.ones(3) + 1e-5),
            "far": file("far", np.ones(3) + 1e-2),
            "shaped": file("shaped", np.ones((3, 1))),
            "more": file("more", np.ones(3), np.ones(3)),
        },
    )
    assert set(found.disagree) == {"far", "shaped", "more"}


def test_names_are_unique_and_goals_name_peers():
    rows = all_workloads()
    assert len({w.name() for w in rows}) == len(rows)
    for workload in rows:
        assert workload.goals and set(workload.goals) <= {*workload.peers, FASTEST}


def test_the_results_name_the_machine_and_every_miss(monkeypatch):
    monkeypatch.setattr(Sample, "reason", "time goes\n    elsewhere")
    missed = row(times={"fjax": [3.0], "jax": [8.0], "torch": [2.5]})
    text = report.markdown(harness.Run([missed], {"fjax": "1", "jax": "2", "torch": "3"}, 1))
    assert report.machine() in text
    assert (
        "| Sample | a row | 3 s | 8 s | 2.5 s | 0.38 of jax (≤ 0.5); 1.20 of fastest (≤ 1.0) "
        "| missed |" in text
    )
    assert "**sample.Sample**: time goes elsewhere" in text


@pytest.mark.parametrize(
    "workload",
    [w for w in all_workloads() if issubclass(w, CompileWorkload)],
    ids=lambda w: w.__name__,
)
def test_a_compile_row_makes_another_program_each_time(workload):
    import fjax

    made = workload()
    programs = []
    for number in range(2):
        program, arguments = made.fresh(fjax, number)
        programs.append((str(fjax.make_jaxpr(program)(*arguments)), program))
    same_text = workload.__name__.startswith("MakeJaxpr")
    assert (programs[0][0] == programs[1][0]) == same_text
    new_size = workload.__name__.startswith("NewBatchSize")
    assert same_text or new_size == (programs[0][1] is programs[1][1])


@pytest.mark.extended
def test_a_run_skips_what_is_unknown_and_reports_the_rest(tmp_path):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks",
            "overhead.OneArray",
            "nothing-like-it",
            "--peers",
            "numpy",
            "abacus",
            "--rounds",
            "1",
            "--json",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no workload is called 'nothing-like-it'; skipped" in done.stderr
    assert "no peer is called 'abacus'; skipped" in done.stderr
    found = json.loads(done.stdout)
    assert list(found["versions"]) == ["fjax", "numpy"]
    (only,) = found["rows"]
    assert only["name"] == "overhead.OneArray" and only["verdict"] == "not compared"
    assert list(only["times"]) == ["fjax"] and only["report"]["fallbacks"] == []
    assert not list(tmp_path.iterdir())


@pytest.mark.extended
def test_each_line_of_the_machines_table_is_a_quantity_that_was_measured(monkeypatch, capsys):
    ticks = itertools.count(1)

    def once(call, seconds=0.0):
        call()
        return float(next(ticks))

    monkeypatch.setattr(machine, "least", once)
    monkeypatch.setattr(machine, "NEAR", 64)
    monkeypatch.setattr(machine, "FAR", 64)
    before = machine.named("cpu").machine
    machine.main()
    assert machine.named("cpu").machine is before
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    table = {f.name for f in fields(before)} | {f"costs.{f.name}" for f in fields(before.costs)}
    assert {line[0] for line in lines} <= table
    assert all(np.isfinite(float(line[-2])) for line in lines)


def test_the_cost_model_prints_kernels_whose_time_is_not_as_estimated():
    kernels = [
        cost_model.Found("cheap", "as estimated", 100.0, 150.0),
        cost_model.Found("cheap", "too slow", 100.0, 900.0),
        cost_model.Found("movement", "too quick", 1000.0, 50.0),
    ]
    lines = list(cost_model.report(kernels))
    assert [line.split()[:2] for line in lines[1:4]] == [
        ["cheap", "2"],
        ["movement", "1"],
        ["all", "3"],
    ]
    assert [line.split(": ")[1] for line in lines[5:]] == ["too quick", "too slow"]


def test_the_cost_model_measures_random_kernels():
    kernels = list(cost_model.found(CPU.machine, 5, 3, seconds=0.0))
    assert kernels and all(k.estimate > 0 and k.measured > 0 for k in kernels)


def test_a_remainder_of_floating_point_numbers_costs_what_a_function_of_c_does():
    costs = CPU.machine.costs
    x, n = (scalar.leaf(name, np.dtype(np.float32)) for name in "xn")
    i, m = (scalar.leaf(name, np.dtype(np.int64)) for name in "im")
    assert costs.total([Expr(Op.REM, (x, n), x.dtype)]) == costs.library
    assert costs.total([Expr(Op.REM, (i, m), i.dtype)]) == costs.remainder


def test_a_model_is_measured_against_pytorchs_faster_layout():
    found = Measured(ROWS["resnet50"])
    found.first = {"fjax": 4.0, "torch": 1.0, "torch-last": 2.0, "flax": 10.0}
    found.step = {"fjax": 1.0, "torch": 2.0, "torch-last": 1.6, "flax": 1.0}
    found.memory = {"fjax": 900, "torch": 1000, "torch-last": 800, "flax": 1000}
    found.settle()
    assert found.ratio("step", "torch") == 1.0 / 1.6 and found.ratio("first", "torch") == 2.0
    assert [note.split(" (")[0] for note in found.notes()] == [
        "step 1.00 of flax",
        "memory 1.12 of torch",
    ]


def test_models_that_learn_something_else_are_told():
    found = Measured(ROWS["gnmt"])
    found.values = {"fjax": [9.0, 8.5], "torch": [9.0, 8.501], "flax": [9.0, 8.6]}
    (note,) = found.notes()
    assert note.startswith("answers differ from flax's")


def test_losses_that_hardly_move_are_no_check_of_gradients():
    found = Measured(ROWS["gnmt"])
    found.values = {"fjax": [10.385, 10.3849, 10.3848], "torch": [10.385, 10.3849, 10.3848]}
    assert found.notes() == ["answers say nothing of gradients: the losses hardly move"]


def test_rows_that_are_not_measured_again_stay_on_the_page():
    old, new = (Measured(ROWS[n], step={"fjax": t}) for n, t in (("gpt", 1.0), ("ncf", 2.0)))
    page = markdown([new], 3, markdown([old], 3))
    again = markdown([Measured(ROWS["gpt"], step={"fjax": 3.0})], 3, page)
    assert "| 1 s |" in page and "| 2 s |" in page
    assert "| 3 s |" in again and "| 2 s |" in again and "| 1 s |" not in again


def test_a_models_first_weights_follow_from_their_names_alone():
    first, again = (rows.weight("layer1.0.conv1.weight", (4, 3, 1, 1)) for _ in range(2))
    np.testing.assert_array_equal(first, again)
    assert first.std() > 0 and not rows.weight("fc.bias", (3,)).any()
    assert (rows.weight("bn1.running_var", (3,)) == 1).all()
