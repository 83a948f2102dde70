"""Collectives over processes as launches, without a step in Python: MPI reads and writes buffers.

What a launch does is in `collective_calls.py`. MPI's functions are called by their addresses in
the library that mpi4py has loaded, its handles are mpi4py's.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import dtypes, lazy, processes, source
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation
from fjax.core.job import Group, handle_of
from fjax.core.process_grid import Groups, ProcessAxis, channel_of, group_of
from fjax.higher_order.collectives import (
    AllGather,
    AllToAll,
    AxisExtremum,
    AxisIndex,
    Pmax,
    Pmin,
    Ppermute,
    Psum,
    PsumScatter,
)
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import loader
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.library import collective_calls
from fjax.lowering.cpu.runtime import state
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.native.language import externals
from fjax.lowering.run.launch import Launch
from fjax.primitives.varying import PsumInvariant

mpi = lazy.module("mpi4py.MPI")

PREFIX = "fjax_MPI_"  # of the names of MPI's functions in native code
MOST = np.iinfo(np.int32).max  # elements that MPI's functions count
APART = ("sum_all", "gather", "scatter_sum", "swap", "move")  # may go on while other launches run
NUMBER = collective_calls.Flight.index("number")
SUMMED = "iufc"  # kinds of dtypes that MPI adds


class Waiter:
    """What a launch asks of Python: its group, and to wait for what takes long.

    Called with (0, 0) for the group, else with what MPI's function returned and the address of the
    request. flight: the memory of a `collective_calls.Flight`.
    """

    def __init__(
        self, eqn: Equation, axes: tuple[ProcessAxis, ...], groups: Groups, flight: np.ndarray
    ):
        self.eqn, self.axes, self.groups, self.flight = eqn, axes, groups, flight

    def __call__(self, code: int, request: int) -> None:
        with source.replaying(self.eqn.source):
            group = self._group()
            if code:
                raise mpi.Exception(code)
            if not request:
                return
            handle = int.from_bytes(
                ctypes.string_at(request, mpi._sizeof(mpi.Request)), "little", signed=False
            )
            test = mpi.Request.fromhandle(handle).Test
            with group.job.lock:
                group.wait(test, self.eqn.op, int(self.flight[NUMBER]))

    def _group(self) -> Group:
        """The group, which compiled programs know from now on, until the job ends."""
        group, channel = group_of(self.axes, self.groups), channel_of(self.axes, self.groups)
        if channel[0] == 0:
            group.job.channels.append(channel)
            channel[0] = group.members.ctypes.data
        return group


def launch(eqn: Equation) -> Launch | None:
    """The equation as one launch; None for what is no collective over processes, or of a dtype,
    size or layout that MPI does not exchange as it lies in memory.
    """
    describe = TABLES.get(type(eqn.op))
    axes = tuple(eqn.op.axis_names)
    if describe is None or not axes or not all(isinstance(a, ProcessAxis) for a in axes):
        return None
    avals = [x.aval for x in (*eqn.invars, *eqn.outvars)]
    if processes.count() < 2:
        return None
    if any(not 0 < _bytes(a) <= MOST for a in avals):
        return None
    return describe(eqn, axes, avals)


def _sum(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    kind = _number(avals[0])
    if kind is None:
        return None
    return _reduction(eqn, axes, avals[0], kind, mpi.SUM)


def _extremum(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    if avals[0].dtype.kind not in "iu":  # of floats a NaN is to win
        return None
    assert isinstance(eqn.op, AxisExtremum)
    chosen = mpi.MAX if isinstance(eqn.op, Pmax) else mpi.MIN
    kind = _number(avals[0])
    assert kind is not None
    return _reduction(eqn, axes, avals[0], kind, chosen)


def _reduction(
    eqn: Equation, axes: tuple[Any, ...], aval: ShapedArray, kind: int, operation: Any
) -> Launch:
    """An all-reduce, which may have its operand's memory."""
    size = _bytes(aval) // aval.size
    words = dict(count=aval.size, itemsize=size, datatype=kind, operation=handle_of(operation))
    return _launch("sum_all", eqn, axes, words, in_place=((0, 0),))


def _gather(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    assert isinstance(eqn.op, AllGather)
    if eqn.op.dimension != 0:
        return None
    words = dict(count=_bytes(avals[0]), datatype=handle_of(mpi.BYTE))
    return _launch("gather", eqn, axes, words)


def _scatter(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    assert isinstance(eqn.op, PsumScatter)
    kind = _number(avals[0])
    if eqn.op.dimension != 0 or kind is None:
        return None
    words = dict(count=avals[1].size, datatype=kind, operation=handle_of(mpi.SUM))
    return _launch("scatter_sum", eqn, axes, words)


def _swap(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    op = eqn.op
    assert isinstance(op, AllToAll)
    if (op.split, op.concat) != (0, 0):
        return None
    words = dict(count=_bytes(avals[0]) // op.size, datatype=handle_of(mpi.BYTE))
    return _launch("swap", eqn, axes, words)


def _move(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    assert isinstance(eqn.op, Ppermute)
    own, nobody = axes[0].index, collective_calls.NOBODY
    words = dict(
        count=_bytes(avals[0]),
        datatype=handle_of(mpi.BYTE),
        source=next((s for s, t in eqn.op.permutation if t == own), nobody),
        target=next((t for s, t in eqn.op.permutation if s == own), nobody),
        nbytes=_bytes(avals[0]),
    )
    return _launch("move", eqn, axes, words)


def _index(eqn: Equation, axes: tuple[Any, ...], avals: list[ShapedArray]) -> Launch | None:
    return _launch("store_index", eqn, axes, dict(count=axes[0].index))


TABLES: dict[type, Callable[..., Launch | None]] = {
    Psum: _sum,
    PsumInvariant: _sum,
    Pmax: _extremum,
    Pmin: _extremum,
    AllGather: _gather,
    PsumScatter: _scatter,
    AllToAll: _swap,
    Ppermute: _move,
    AxisIndex: _index,
}


def _bytes(aval: ShapedArray) -> int:
    return aval.size * dtypes.physical(aval.dtype).itemsize


def _number(aval: ShapedArray) -> int | None:
    """MPI's handle of a dtype that it computes with; None for one that it does not."""
    if aval.dtype.kind not in SUMMED or aval.dtype.kind in "fc" and aval.dtype.itemsize < 4:
        return None
    return handle_of(mpi.Datatype.fromcode(aval.dtype.char))


def _launch(
    function: str,
    eqn: Equation,
    axes: tuple[ProcessAxis, ...],
    sizes: dict[str, int],
    in_place: tuple[tuple[int, int], ...] = (),
) -> Launch:
    """A launch over the operand, if there is one, and the result; perhaps also as two launches."""
    groups = getattr(eqn.op, "groups", None)
    nothing = handle_of(mpi.REQUEST_NULL)
    flight = np.array(collective_calls.Flight.words(request=[nothing], sent=[nothing]), np.int64)
    waiter, channel = Waiter(eqn, axes, groups, flight), channel_of(axes, groups)
    words = dict(
        channel=channel.ctypes.data,
        waiter=id(waiter),
        stop=runtime.native().functions["stop"],
        in_place=int(mpi.IN_PLACE),  # an address, perhaps -1
        **sizes,
    )

    def made(function: str, **more: Any) -> Launch:
        keep = waiter, channel

        def link() -> CompiledKernel:
            return CompiledKernel(key, _functions()[function], keep)

        key = f"collective:{function}"
        return Launch(
            NativeRoutine(key, link),
            tuple(range(len(eqn.invars) + 1)),
            tuple(collective_calls.Exchange.words(**words, **more)),
            in_place=in_place,
            is_long=True,
        )

    whole = made(function)
    if function not in APART:
        return whole
    at = flight.ctypes.data
    ended = replace(made("arrive", flight=at), ends=True)
    return replace(whole, halves=(made(function, flight=at), ended))


@functools.cache
def _functions() -> dict[str, int]:
    """The addresses of the native functions."""
    library = ctypes.CDLL(mpi.__file__)
    for name in externals((collective_calls,)):
        if name.startswith(PREFIX):
            function = getattr(library, f"MPI_{name.removeprefix(PREFIX)}")
            loader.define(name, ctypes.cast(function, ctypes.c_void_p).value or 0)
    natives = tuple(getattr(collective_calls, name) for name in (*APART, "store_index", "arrive"))
    return compiler.compile_native(natives, (collective_calls, state))
