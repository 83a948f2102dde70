"""Joining the processes that a launcher started, and leaving them.

    mpiexec -n 4 python program.py

Every process runs the same program, which calls `fjax.distributed.initialize()` first. From then on
`fjax.devices()` are those of all processes, and arrays and programs on a mesh of them are shared.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from fjax import errors, variables
from fjax.core import lazy, processes
from fjax.core.device import join_job, local_devices
from fjax.core.job import Job

__all__ = ["initialize", "is_initialized", "shutdown"]

_mpi = lazy.module("mpi4py.MPI")
_HOW = (
    "start the program with `mpiexec -n 4 python program.py` (pip install mpi4py mpich brings "
    "one), with `srun` on Slurm, or pass an MPI communicator: initialize(MPI.COMM_WORLD)"
)


def initialize(
    communicator: Any = None,
    num_processes: int | None = None,
    process_id: int | None = None,
    **options: Any,
) -> None:
    """Join the processes that a launcher started; every one of them calls this, once, first.

    communicator: an mpi4py communicator; without one, that of all processes which `mpiexec` or
        `srun` started (MPICH, Intel MPI, Open MPI, Slurm). Where a communicator of JAX's
        coordinator is given (a text), MPI takes its place.
    num_processes, process_id: what they must be, if given.
    options: others that `jax.distributed.initialize` takes; MPI needs none of them.
    Raises RuntimeError without a launcher, without MPI, if it was called before, and if the
    launcher and mpi4py belong to different MPIs. Raises ValueError if the job has another number of
    processes.

    Each process has its CPU devices and, where there are GPUs, one GPU. Of those that it sees
    (CUDA_VISIBLE_DEVICES) it takes the one with its own number among the processes of its machine.
    Kernels then use the processors that this process may use, divided by how many processes share
    them (unless FJAX_NUM_THREADS says). A process that fails ends the others, too.
    """
    del options
    if processes.connected():
        raise errors.FjaxRuntimeError(
            "fjax.distributed.initialize: distributed.initialize should only be called once; call "
            "fjax.distributed.shutdown() before another time"
        )
    expected = variables.launched_processes()
    if communicator is None or isinstance(communicator, str):
        if expected is None:
            raise errors.FjaxRuntimeError(
                f"fjax.distributed.initialize: no launcher has started this process; {_HOW}"
            )
        communicator = _world(expected)
    size, rank = communicator.Get_size(), communicator.Get_rank()
    for name, wanted, found in (
        ("num_processes", num_processes, size),
        ("process_id", process_id, rank),
    ):
        if wanted not in (None, found):
            raise errors.FjaxValueError(
                f"fjax.distributed.initialize: {name} is {wanted}, and MPI says {found}; leave it "
                "out, or start as many processes"
            )
    job = Job(communicator, len(local_devices("cpu")))
    processes.set_job(job)
    numbers: dict[str, Sequence[int]] = {"cpu": [job.first_device(r) for r in range(job.size + 1)]}
    if job.size > 1:
        numbers["gpu"] = range(job.size + 1)  # one GPU for each process
    join_job(numbers)
    _guard()


def _world(expected: int) -> Any:
    """The communicator of all processes."""
    try:
        world = _mpi.COMM_WORLD
    except ImportError as error:
        raise errors.FjaxRuntimeError(
            "fjax.distributed.initialize: mpi4py is missing, or finds no MPI library "
            f"({error}); pip install mpi4py mpich brings both. On a cluster, build mpi4py for the "
            "MPI of the cluster"
        ) from error
    if world.Get_size() != expected:
        raise errors.FjaxRuntimeError(
            f"fjax.distributed.initialize: the launcher started {expected} processes, and MPI in "
            f"this one knows {world.Get_size()}: mpi4py uses another MPI library "
            f"({_mpi.Get_library_version().split(chr(10))[0].strip()}) than the launcher belongs "
            "to; use that library's mpiexec"
        )
    return world


def _guard() -> None:
    """See to it that the others learn of it when this process ends, however it does."""
    global _hook
    _hook, sys.excepthook = sys.excepthook, _failed
    atexit.register(_leave)


_hook = sys.excepthook


def _failed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """An error that nobody caught: printed as ever, then the end of the job.

    It is written at once, so that its lines are not among those of other processes.
    """
    text = io.StringIO()
    with contextlib.redirect_stderr(text):
        _hook(kind, error, trace)
    if sys.stderr is not None:
        sys.stderr.write(text.getvalue())
        sys.stderr.flush()
    if processes.count() > 1:
        processes.job().watch.fail(error)


def _leave() -> None:
    if processes.connected() and not _mpi.Is_finalized():
        job = processes.job()
        try:
            job.settle()
            job.watch.leave()
        except BaseException as error:
            _failed(type(error), error, error.__traceback__)


def is_initialized() -> bool:
    """Whether this process has joined others.

    >>> is_initialized()
    False
    """
    return processes.connected()


def shutdown() -> None:
    """Leave the other processes, which all do so together, and lose the arrays that they share.

    Without `initialize` it does nothing.

    >>> shutdown()
    """
    if not processes.connected():
        return
    processes.job().close()  # if this raises, the others must still learn of it
    sys.excepthook = _hook
    atexit.unregister(_leave)
    processes.set_job(None)
    join_job({})
