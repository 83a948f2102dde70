"""A plugin of pytest: this process has GPUs, of the stand-in for CuPy, and meshes are of these.

GPUS: how many it sees (2). CARRIER: what exchanges their memory (host); as "mpi" it is MPI, which
is told of addresses on the GPU and finds the stand-in's memory there.
"""

import os
from types import SimpleNamespace

import fjax
from fjax.lowering.cuda.library import carriers
from fjax.lowering.cuda.runtime import gpu as cuda_gpu
from tests.lowering.cuda import standin, standin_machine
from tests.lowering.cuda.standin_nccl import Nccl

MACHINE = standin_machine.Machine(int(os.environ.get("GPUS", 2)))
CARRIER = os.environ.get("CARRIER", "host")


class KnowsGpus:
    """mpi4py, with an MPI library that knows GPU memory."""

    def __getattr__(self, name):
        return getattr(MPI, name)

    @property
    def buffer(self):
        return SimpleNamespace(fromaddress=self._found)

    def _found(self, address, nbytes):
        assert MACHINE.stream().done, "MPI knows no streams"
        return MACHINE.heaps[MACHINE.device].view(address, nbytes)


for module, name, value in standin.instead(MACHINE):
    setattr(module, name, value)
if CARRIER == "nccl":
    cuda_gpu.cupy_nccl = Nccl(MACHINE)
if CARRIER == "mpi":
    MPI, carriers.mpi = carriers.mpi, KnowsGpus()
    carriers.mpi_knows_gpus = lambda: True
fjax.config.update("platforms", "cuda")
fjax.config.update("compilation_cache_dir", os.environ["FJAX_COMPILATION_CACHE_DIR"])
