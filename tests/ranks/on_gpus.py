"""A plugin of pytest: this process has two GPUs, of the stand-in for CuPy; meshes are of these."""

import os

import fjax
from fjax.lowering.cuda import driver
from fjax.lowering.cuda.runtime import gpu as cuda_gpu
from tests.lowering.cuda import standin

MACHINE = standin.Machine(2)
driver.missing = lambda: None
driver.launch_kernel = lambda: standin.launch_address(MACHINE)
cuda_gpu.cupy = standin.cupy(MACHINE)
fjax.config.update("platforms", "cuda")
fjax.config.update("compilation_cache_dir", os.environ["FJAX_COMPILATION_CACHE_DIR"])
