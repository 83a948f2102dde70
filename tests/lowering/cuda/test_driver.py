"""What is said where a GPU cannot be used: each thing that may be missing by itself."""

import os
import re
import subprocess
import sys

import pytest

import fjax
from fjax.lowering.cuda import driver
from fjax.lowering.cuda import target as cuda_target


class Driver:
    """A driver that supports a version of CUDA and starts with a status."""

    def __init__(self, version, status=0):
        self.version, self.status = version, status

    def cuDriverGetVersion(self, found):
        """As the driver's function of this name."""
        found._obj.value = self.version
        return 0

    def cuInit(self, flags):
        """As the driver's function of this name."""
        return self.status


def absent():
    """A library that is not there."""
    raise OSError("libcuda.so.1: cannot open shared object file")


@pytest.mark.parametrize(
    "library,cupy,said",
    [
        (absent, True, "no NVIDIA driver.*install the driver"),
        (lambda: Driver(11040), True, "too old: it supports CUDA 11.4, and 12.0 is needed"),
        (lambda: Driver(12040, 100), True, "finds no GPU.*CUDA_VISIBLE_DEVICES"),
        (lambda: Driver(12040, 999), True, "does not start .cuInit gives 999"),
        (lambda: Driver(12040), False, r"pip install cupy-cuda12x"),
        (lambda: Driver(13000), False, r"pip install cupy-cuda13x"),
    ],
)
def test_what_is_missing_is_told_apart(library, cupy, said):
    assert re.search(said, driver.missing(library, lambda: cupy))


def test_nothing_is_missing_on_a_machine_that_has_all():
    assert driver.missing(lambda: Driver(13000), lambda: True) is None


@pytest.mark.parametrize("name", ["cuda", "gpu", "cuda:1"])
def test_asking_for_a_gpu_says_what_is_missing(name, monkeypatch):
    monkeypatch.setattr(driver, "missing", lambda: "there is no NVIDIA driver")
    with pytest.raises(fjax.errors.DeviceError, match="no CUDA device here: there is no NVIDIA"):
        fjax.devices(name)


def test_memory_of_a_gpu_that_is_not_there_is_refused(monkeypatch):
    class Tensor:
        def __dlpack__(self, **_):
            raise AssertionError("is never asked")

        def __dlpack_device__(self):
            return (2, 0)

    cuda_target.target_of.cache_clear()
    monkeypatch.setattr(driver, "missing", lambda: "there is no NVIDIA driver")
    with pytest.raises(fjax.errors.DeviceError, match="no CUDA device here: there is no NVIDIA"):
        fjax.numpy.from_dlpack(Tensor())


def test_the_variable_is_looked_at_when_a_device_is_first_needed():
    code = "import fjax.numpy as jnp; print('imported', flush=True); jnp.ones(3) + 1"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "FJAX_DEFAULT_DEVICE": "cuda"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == "imported\n"
    assert "DeviceError: default_device is 'cuda': " in found.stderr


def test_importing_fjax_looks_for_nothing():
    code = (
        "import sys, fjax, fjax.numpy as jnp; fjax.jit(jnp.sin)(jnp.ones(3)); "
        "print([m for m in sys.modules if 'cupy' in m or 'lowering.cuda' in m])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
