"""A whole process: import, then the first training step of a network."""

from benchmarks.workload import StartWorkload


class Start(StartWorkload):
    group = "start"
    peers = ("jax",)
    goals = {"jax": 0.6}
    rtol = 1e-3
    module = "benchmarks.first_step"


class EmptyCache(Start):
    title = "import and first MLP train step, no kernels kept from before"
    keeps_kernels = False


class WarmCache(Start):
    title = "import and first MLP train step, kernels on disk"
    keeps_kernels = True
