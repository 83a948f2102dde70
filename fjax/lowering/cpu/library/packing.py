"""Launches that pack many arrays into one, or unpack them, by copies of whole blocks."""

from __future__ import annotations

import functools
import math
import sys

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation
from fjax.lowering.cpu.compile import NativeRoutine, native_routine
from fjax.lowering.cpu.library import cuts
from fjax.lowering.native.language import Address, Pointer, external, native
from fjax.lowering.run.launch import Launch
from fjax.passes.combine_all_reduces import Unpack

copy_bytes = external("memcpy", Address, Address, Address, int)


def launch(eqn: Equation, axis: int = 0) -> Launch:
    """What packs arrays one after another along an axis, or unpacks them: copies of their rows."""
    apart = isinstance(eqn.op, Unpack)
    (whole,), each = (eqn.invars, eqn.outvars) if apart else (eqn.outvars, eqn.invars)
    rows = math.prod(whole.aval.shape[:axis])
    sizes = [_bytes(x.aval) // max(rows, 1) for x in each]
    return Launch(
        _routine(apart),
        tuple(range(len(sizes) + 1)),
        (len(sizes), sum(sizes), *sizes),
        extent=rows,
        parallel=rows > 1 and whole.aval.size >= 2 * cuts.VECTOR_CALL_WORK,
        coarse=True,
    )


def _bytes(aval: ShapedArray) -> int:
    return aval.size * dtypes.physical(aval.dtype).itemsize


@functools.cache
def _routine(apart: bool) -> NativeRoutine:
    function = unpack if apart else pack
    return native_routine(f"packing:{function.__name__}", function, (sys.modules[__name__],))


@native
def pack(buffers: Pointer[Address], table: Pointer[int], lo: int, hi: int) -> None:
    """Rows [lo, hi) of all buffers but the last, side by side in that one.

    table: how many buffers, the bytes of a row of the last one, and of one of each.
    """
    count = table[0]
    to = buffers[count] + lo * table[1]
    for row in range(lo, hi):
        for k in range(count):
            copy_bytes(to, buffers[k] + row * table[2 + k], table[2 + k])
            to += table[2 + k]


@native
def unpack(buffers: Pointer[Address], table: Pointer[int], lo: int, hi: int) -> None:
    """Rows [lo, hi) of what lies side by side in the first buffer, to the others."""
    source = buffers[0] + lo * table[1]
    for row in range(lo, hi):
        for k in range(table[0]):
            copy_bytes(buffers[1 + k] + row * table[2 + k], source, table[2 + k])
            source += table[2 + k]
