"""`make bench-cuda`, as far as it goes without a GPU."""

import importlib.util

import pytest

from benchmarks.cuda import compiling, libraries, measure
from benchmarks.cuda.__main__ import report
from benchmarks.cuda.workloads import rows
from fjax.lowering.cuda import driver
from tests.lowering.cuda.conftest import forget


def test_without_a_gpu_the_results_say_so_and_hold_no_figure(monkeypatch):
    forget()
    monkeypatch.setattr(driver, "missing", lambda: "there is no NVIDIA driver")
    text = report()
    assert "No GPU could be had, so nothing here was measured: no CUDA device here" in text
    assert "|" not in text


@pytest.mark.one_in(10)
@pytest.mark.parametrize("row", rows(256), ids=lambda row: row.name)
def test_every_workload_runs(row, gpu, monkeypatch):
    monkeypatch.setattr(measure, "timed", lambda call, wait, rounds: 1.0)
    assert measure.measure(row, {"fjax": libraries.of_fjax()}, 1) == {"fjax": 1.0}


def test_the_table_has_shares_of_the_bandwidth_ratios_and_missed_goals(gpu, monkeypatch):
    times = iter([1e-6, 2e-6, 1e-6, 1e-6, 1e-6])
    monkeypatch.setattr(measure, "timed", lambda call, wait, rounds: next(times))
    monkeypatch.setattr(measure, "rows", lambda scale: [r for r in rows(scale) if r.name == "gelu"])
    mine = libraries.of_fjax()
    lines = measure.table({"fjax": mine, "jax": mine, "cupy": mine}, 256, 1)
    assert (
        "| gelu | 0.0020 | 50 % | 2.00 | 2.00 | 2.00 of jax (≤ 1.0); 2.00 of cupy (≤ 0.5) |"
        in lines
    )


def test_a_peer_that_is_not_installed_is_left_out_and_named(gpu, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    known, absent = libraries.libraries(("jax", "torch.compile"))
    assert list(known) == ["fjax"]
    assert absent == ["jax is not installed", "torch.compile is not installed"]


def test_a_library_that_computes_something_else_is_found(gpu):
    mine = libraries.of_fjax()
    wrong = libraries.Library(mine.put, lambda row: lambda *xs: xs[0] + 1, mine.wait, mine.back)
    row = rows(256)[1]
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        measure.measure(row, {"fjax": mine, "other": wrong}, 1)


@pytest.mark.extended
def test_first_calls_are_those_of_new_processes():
    """On the CPU: a GPU's are measured in the same way."""
    found = compiling.measured("fjax", "cpu")
    assert set(found) == set(compiling.GOALS)
    assert min(found.values()) > 0
