"""Runs the checks of this folder in a process with eight CPU devices."""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent


@pytest.mark.slow
def test_with_eight_devices(pytestconfig):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["-m", pytestconfig.option.markexpr, *map(str, sorted(HERE.glob("check_*.py")))]
    environment = {**os.environ, "FJAX_NUM_CPU_DEVICES": "8"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
