"""A whole process: import, then the first call of a program."""

from benchmarks import second_process
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


class SecondProcess(StartWorkload):
    """A program whose kernels an earlier process has left on disk, as JAX's are in its cache."""

    group = "second"
    peers = ("jax",)
    goals = {"jax": 0.5}
    rtol = 2e-3
    atol = 1e-4
    module = "benchmarks.second_process"
    keeps_kernels = True


def _row(program):
    name = "".join(word.capitalize() for word in program.__name__.split("_"))
    title = program.__doc__.rstrip(".")
    given = {"title": title, "arguments": (program.__name__,), "__module__": __name__}
    return type(name, (SecondProcess,), given)


SECOND = tuple(_row(program) for program in second_process.PROGRAMS)
