"""A GPU for tests: the stand-in for CuPy, which runs launches in the emulator.

With FJAX_TEST_GPU=1 (`make test-cuda`) it is the machine's own, and tests that ask the stand-in
what has happened, or want a machine of some kind, are skipped.
"""

import inspect
import os

import pytest

import fjax
from fjax.lowering.cuda import target as cuda_target
from fjax.lowering.cuda.library import cudnn as cuda_cudnn
from fjax.lowering.cuda.library import solvers
from fjax.lowering.cuda.runtime import gpu as cuda_gpu
from tests.lowering.cuda import standin, standin_cudnn, standin_machine


def forget():
    """Nobody keeps what was made for a GPU of another test."""
    fjax.clear_caches()
    cuda_target.target_of.cache_clear()
    cuda_gpu.gpu.cache_clear()
    cuda_cudnn.handle.cache_clear()
    cuda_cudnn.is_there.cache_clear()
    solvers.has_geev.cache_clear()


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """A folder for the code of GPUs: what is in the tests' other one is for the CPU."""
    folder = tmp_path_factory.mktemp("cubins")
    folder.chmod(0o700)
    return folder


ON_A_GPU = os.environ.get("FJAX_TEST_GPU") == "1"


@pytest.fixture
def machine(request, monkeypatch, kept):
    """Two GPUs; `machine.launches` is what ran on them. Indirect parameters are the machine's."""
    if ON_A_GPU:
        if hasattr(request, "param") or "machine" in inspect.signature(request.function).parameters:
            pytest.skip("asks the stand-in")
        yield None
        return
    found = standin_machine.Machine(**getattr(request, "param", {}))
    for module, name, value in standin.instead(found):
        monkeypatch.setattr(module, name, value)
    before = fjax.config.compilation_cache_dir
    fjax.config.update("compilation_cache_dir", str(kept))
    forget()
    yield found
    forget()
    fjax.config.update("compilation_cache_dir", before)


@pytest.fixture
def gpu(machine):
    """The first GPU."""
    return fjax.devices("cuda")[0]


@pytest.fixture
def cudnn(machine, monkeypatch):
    """The stand-in for cuDNN, on the machine; `machine.convolutions` is what was computed.

    On a GPU it is NVIDIA's, if it is installed.
    """
    if machine is None:
        if not cuda_cudnn.is_there():
            pytest.skip("there is no cuDNN")
        return cuda_cudnn.cudnn
    found = standin_cudnn.cudnn(machine)
    monkeypatch.setattr(cuda_cudnn, "cudnn", found)
    forget()
    return found
