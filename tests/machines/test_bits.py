"""The same bits for any number of threads, whichever kernels the BLAS chooses."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

from fjax.lowering.cpu.library import blas
from tests.machines import levels

CORES = ["Zen", "SkylakeX", "Haswell", "Sandybridge", "Nehalem", "Prescott"]


def run_checks(*arguments, **settings):
    found = blas.find()
    if settings and (
        found is None
        or "openblas" not in found.path
        or platform.machine() not in ("x86_64", "AMD64")
    ):
        pytest.skip("NumPy's BLAS is not OpenBLAS for x86, whose kernels the environment chooses")
    level = levels.LEVEL_OF_KERNELS.get(settings.get("OPENBLAS_CORETYPE", ""))
    if level and levels.is_absent(level):
        pytest.skip(f"OpenBLAS's kernels need {level}, which this processor has not")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "7", **settings}
    done = subprocess.run(
        [sys.executable, "-m", "tests.machines.bits", *arguments],
        text=True,
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.one_in(8)
@pytest.mark.parametrize("core", ["Zen", "SkylakeX"])
def test_a_few_results_of_every_kind_are_the_same_bits_for_any_number_of_threads(core):
    run_checks(OPENBLAS_CORETYPE=core)


@pytest.mark.extended
@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("onednn", ["0", "1"])
def test_all_results_of_the_sweep_are_the_same_bits_for_any_number_of_threads(core, onednn):
    run_checks("--all", OPENBLAS_CORETYPE=core, FJAX_ONEDNN=onednn)
