"""Collectives over processes that have a GPU each, as launches of a library among those of kernels.

What NCCL does not do to memory as it lies is written in other terms (`expansion`), so that results
are the CPU's: sums of 16 bits travel as float32, integers of 16 bits as 32, and extrema of floats
are gathered, so that a NaN wins. What moves the memory is in `carriers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, processes, source
from fjax.core.ir import Equation, Literal
from fjax.core.process_grid import ProcessAxis, group_of
from fjax.core.tracing import aval_of
from fjax.higher_order import collectives
from fjax.lowering.cuda.library.carriers import SUMMED, Carrier, carrier_of
from fjax.lowering.cuda.library.routines import LibraryRoutine
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.run.launch import Launch
from fjax.passes.combine_all_reduces import Pack, Unpack
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.shaping import Concatenate, Slice
from fjax.primitives.structure import Reshape
from fjax.primitives.varying import PsumInvariant

Rule = Callable[..., Sequence[Any] | None]
Send = Callable[[Carrier, Any, DeviceBuffer, DeviceBuffer], None]  # carrier, op, operand, result

SENDS: dict[type, Send] = {
    collectives.Psum: lambda carrier, op, x, out: carrier.total(x, out, op),
    PsumInvariant: lambda carrier, op, x, out: carrier.total(x, out, op),
    collectives.Pmax: lambda carrier, op, x, out: carrier.extremum(x, out, True, op),
    collectives.Pmin: lambda carrier, op, x, out: carrier.extremum(x, out, False, op),
    collectives.AllGather: lambda carrier, op, x, out: carrier.gathered(x, out, op),
    collectives.PsumScatter: lambda carrier, op, x, out: carrier.totals(x, out, op),
    collectives.AllToAll: lambda carrier, op, x, out: carrier.exchanged(x, out, op),
    collectives.Ppermute: lambda carrier, op, x, out: carrier.passed(x, out, op.permutation, op),
}
IN_PLACE = (collectives.Psum, PsumInvariant, collectives.Pmax, collectives.Pmin)


def launch(gpu: Gpu, eqn: Equation) -> Launch | None:
    """The equation as one launch; None for what is no collective over processes."""
    send = SENDS.get(type(eqn.op))
    if send is None or not _over_processes(eqn) or processes.count() < 2:
        return None
    if any(isinstance(x, Literal) or not x.aval.size for x in (*eqn.invars, *eqn.outvars)):
        return None
    op, line, given = eqn.op, eqn.source, send
    axes, groups = tuple(op.axis_names), getattr(op, "groups", None)
    shapes = eqn.invars[0].aval.shape, eqn.outvars[0].aval.shape  # buffers may show others

    def exchange(x: DeviceBuffer, out: DeviceBuffer) -> None:
        with source.replaying(line):
            group = group_of(axes, groups)
            with group.job.lock:
                given(carrier_of(group, gpu), op, x.reshape(shapes[0]), out.reshape(shapes[1]))

    in_place = ((0, 0),) if isinstance(op, IN_PLACE) else ()
    return Launch(LibraryRoutine(op.name, exchange), (0, 1), in_place=in_place)


def _over_processes(eqn: Equation) -> bool:
    return all(isinstance(axis, ProcessAxis) for axis in eqn.op.axis_names)


# ---- other terms


def expansion(eqn: Equation) -> Rule | None:
    """What computes an equation by collectives that libraries have; None where they have it."""
    op = eqn.op
    if isinstance(op, Pack):
        return lambda *xs: (Concatenate(0)(*[Reshape((aval_of(x).size,))(x) for x in xs]),)
    if isinstance(op, Unpack):
        return lambda x: _unpacked(op, x)
    if not _over_processes(eqn):
        return None
    if isinstance(op, collectives.AxisIndex):
        return lambda: (full((), op.axis.index, dtypes.int32),)
    dtype = eqn.invars[0].aval.dtype
    if isinstance(op, collectives.Pmax | collectives.Pmin) and dtype.kind not in "iu":
        return lambda x: (_extremum(op, x),)
    known = dtype.name in SUMMED or dtypes.is_key(dtype)
    if known or not isinstance(
        op,
        collectives.Psum
        | PsumInvariant
        | collectives.PsumScatter
        | collectives.Pmax
        | collectives.Pmin,
    ):
        return None
    wide = np.dtype(np.int32 if dtype.kind in "iub" else np.float32)
    return lambda x: (_by_another_dtype(op, x, wide),)


def _by_another_dtype(op: Any, x: Any, wide: np.dtype) -> Any:
    """A collective of one more exact dtype, and back."""
    given = aval_of(x)
    return convert_element_type(op(convert_element_type(x, wide)), given.dtype, given.weak_type)


def _extremum(op: collectives.Pmax | collectives.Pmin, x: Any) -> Any:
    """The greatest or least of what is gathered, along one axis of processes after another."""
    reduction = ReduceMax if isinstance(op, collectives.Pmax) else ReduceMin
    for axis in op.axes:
        size = axis.size if op.groups is None else len(op.groups[0])
        x = reduction((0,))(collectives.AllGather(axis, size, 0, False, op.groups)(x))
    return x


def _unpacked(op: Unpack, x: Any) -> list[Any]:
    """Parts of a vector in their shapes."""
    found, start = [], 0
    for shape in op.shapes:
        stop = start + int(np.prod(shape, dtype=np.int64))
        found.append(Reshape(shape)(Slice((start,), (stop,), None)(x)))
        start = stop
    return found
