"""`make bench-cuda`, as far as it goes without a GPU."""

import importlib.util

import pytest

from benchmarks import cuda
from fjax.lowering.cuda import driver
from tests.lowering.cuda.conftest import forget


def test_without_a_gpu_the_results_say_so_and_hold_no_figure(monkeypatch):
    forget()
    monkeypatch.setattr(driver, "missing", lambda: "there is no NVIDIA driver")
    text = cuda.report()
    assert "No GPU could be had, so nothing here was measured: no CUDA device here" in text
    assert "|" not in text


def test_every_workload_runs_and_has_its_line(gpu):
    text = cuda.report(peers=(), scale=256, rounds=1)
    assert all(f"| {row.name} |" in text for row in cuda.rows(256))


def test_a_peer_that_is_not_installed_is_left_out_and_named(gpu, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    known, absent = cuda.libraries(("jax", "torch.compile"))
    assert list(known) == ["fjax"]
    assert absent == ["jax is not installed", "torch.compile is not installed"]


def test_a_library_that_computes_something_else_is_found(gpu):
    mine = cuda.of_fjax()
    wrong = cuda.Library(mine.put, lambda row: lambda *xs: xs[0] + 1, mine.wait, mine.back)
    row = cuda.rows(256)[1]
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        cuda.measure(row, {"fjax": mine, "other": wrong}, 1)
