"""Collectives over processes that have a GPU each, as launches among those of kernels.

A launch waits for the GPU, copies the operand to host memory, has MPI exchange it there as for CPUs
(`core/job.py`) and copies the result to the GPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, processes, source
from fjax.core.ir import Equation, Literal
from fjax.core.job import Group
from fjax.core.process_grid import ProcessAxis, group_of
from fjax.core.tracing import aval_of
from fjax.higher_order.collectives import (
    AllGather,
    AllToAll,
    AxisIndex,
    Pmax,
    Pmin,
    Ppermute,
    Psum,
    PsumScatter,
)
from fjax.lowering.cuda.library.routines import LibraryRoutine
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer, to_array
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.run.launch import Launch
from fjax.passes.join_sums import Pack, Unpack
from fjax.primitives.generators import full
from fjax.primitives.shaping import Concatenate, Slice
from fjax.primitives.structure import Reshape
from fjax.primitives.varying import PsumInvariant

Rule = Callable[..., Sequence[Any] | None]
Exchanged = Callable[[Any, Group, np.ndarray], np.ndarray]  # of an operation and an operand

EXCHANGES: dict[type, Exchanged] = {
    PsumInvariant: lambda op, group, x: group.total(x, op),
    **{
        kind: lambda op, group, x: op.exchanged(group, x)
        for kind in (Psum, Pmax, Pmin, AllGather, PsumScatter, AllToAll, Ppermute)
    },
}
IN_PLACE = (Psum, PsumInvariant, Pmax, Pmin)


def launch(gpu: Gpu, eqn: Equation) -> Launch | None:
    """The equation as one launch; None for what is no collective over processes."""
    exchanged = EXCHANGES.get(type(eqn.op))
    if exchanged is None or not _over_processes(eqn) or processes.count() < 2:
        return None
    if any(isinstance(x, Literal) or not x.aval.size for x in (*eqn.invars, *eqn.outvars)):
        return None
    op, line, found = eqn.op, eqn.source, exchanged
    axes, groups = tuple(op.axis_names), getattr(op, "groups", None)
    shape = eqn.invars[0].aval.shape  # its buffer may show another

    def exchange(x: DeviceBuffer, out: DeviceBuffer) -> None:
        with source.replaying(line):
            group = group_of(axes, groups)
            with group.job.lock:
                result = found(op, group, to_array(x.reshape(shape)))
            gpu.write(out.pointer, np.ascontiguousarray(result))

    in_place = ((0, 0),) if isinstance(op, IN_PLACE) else ()
    return Launch(LibraryRoutine(op.name, exchange), (0, 1), in_place=in_place)


def _over_processes(eqn: Equation) -> bool:
    return all(isinstance(axis, ProcessAxis) for axis in eqn.op.axis_names)


# ---- other terms


def expansion(eqn: Equation) -> Rule | None:
    """What computes an equation in other terms; None where a launch does it."""
    op = eqn.op
    if isinstance(op, Pack):
        return lambda *xs: (Concatenate(0)(*[Reshape((aval_of(x).size,))(x) for x in xs]),)
    if isinstance(op, Unpack):
        return lambda x: _unpacked(op, x)
    if not _over_processes(eqn):
        return None
    if isinstance(op, AxisIndex):
        return lambda: (full((), op.axis.index, dtypes.int32),)
    return None


def _unpacked(op: Unpack, x: Any) -> list[Any]:
    """Parts of a vector in their shapes."""
    found, start = [], 0
    for shape in op.shapes:
        stop = start + int(np.prod(shape, dtype=np.int64))
        found.append(Reshape(shape)(Slice((start,), (stop,), None)(x)))
        start = stop
    return found
