"""The rows, one group a file."""

from benchmarks.workloads import (  # noqa: F401
    batching,
    eager,
    fusion,
    library,
    loops,
    overhead,
    reductions,
    training,
)
