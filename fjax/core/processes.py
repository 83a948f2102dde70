"""The processes that compute together: who this one is, and the job that connects it to the others.

Without `fjax.distributed.initialize()` a process is alone. What moves data among processes is
`core/job.py`; here is only what everybody may ask, without MPI.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fjax import errors

if TYPE_CHECKING:
    from fjax.core.job import Job

_job: Job | None = None


def set_job(job: Job | None) -> None:
    """Install the connection to the other processes, or none."""
    global _job
    _job = job
    errors.own_process = ""
    if job is not None and job.size > 1:
        errors.own_process = f", in process {job.rank} of {job.size}"


def connected() -> bool:
    """Whether this process has joined a job, perhaps as its only member."""
    return _job is not None


def job() -> Job:
    """The job that this process has joined; raises FjaxRuntimeError if it has not."""
    if _job is None:
        raise errors.FjaxRuntimeError(
            "this needs other processes, and the process has not joined a job; call "
            "fjax.distributed.initialize() when the program starts"
        )
    return _job


def index() -> int:
    """The number of this process."""
    return 0 if _job is None else _job.rank


def count() -> int:
    """How many processes there are."""
    return 1 if _job is None else _job.size


def sharing() -> int:
    """How many processes share the processors that this one may use, itself among them."""
    return 1 if _job is None else _job.sharing
