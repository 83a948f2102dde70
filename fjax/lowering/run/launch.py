"""Launches and the memory between them, independent of the target.

All of it is data. A target compiles kernels when it is given the launches of a program.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.guarded import computed
from fjax.core.ir import Equation
from fjax.dataclass import dataclass
from fjax.lowering.kernel.form import Kernel

ALIGNMENT = 64  # bytes, of each value in scratch memory


@dataclass(frozen=True, eq=False)
class Routine:
    """A function of a target's library that is called as kernels are; the target knows its code.

    Loops and branches are routines as well (`run/control_flow.py`).
    """

    name: str

    @property
    def bodies(self) -> Sequence[Any]:
        """The plans of its bodies."""
        return ()


@dataclass(frozen=True, eq=False)
class Launch:
    """One call of a kernel or routine. `words` is its table; see `word` for other parameters."""

    code: Kernel | Routine
    buffers: tuple[int, ...]  # slots
    words: Sequence[int] = ()
    extent: int = 1  # of the parallel axis
    grain: int = 1  # threads get multiples of it
    parallel: bool = False  # worth more than one thread
    uses_blas: bool = False
    coarse: bool = False  # one chunk a thread; otherwise several, for balance
    work: int = 0  # rough instructions, if it may be cut into more chunks
    shared: tuple[tuple[int, int], ...] = ()  # (written, read) buffers that may be the same memory
    scratch: int = 0  # bytes of memory of its own, which is one buffer more
    in_place: tuple[tuple[int, int], ...] = ()  # (result, operand) of an equation, in one memory
    is_long: bool = False  # Python's other threads should go on meanwhile
    halves: tuple[Launch, Launch] | None = None  # the same as one that begins it and one that ends
    ends: bool = False  # what another launch has begun: it runs even if one in between fails

    @property
    def changed(self) -> frozenset[int]:
        """Buffers that the kernel only reads, but whose memory it writes through another buffer.

        Each element is read before it is written. Loads must not use a cache for constant memory.
        """
        if not isinstance(self.code, Kernel):
            return frozenset()
        declared = enumerate(zip(self.code.buffers, self.buffers, strict=True))
        by_number = [(k, slot, buffer.written) for k, (buffer, slot) in declared]
        written = {slot for _, slot, is_written in by_number if is_written}
        changed = {k for k, slot, is_written in by_number if slot in written and not is_written}
        return frozenset(changed.union(k for _, k in self.shared))


@dataclass(frozen=True)
class Intermediate:
    """A value in the scratch block: its offset, and the dtype and shape that readers see."""

    offset: int
    dtype: np.dtype
    shape: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.offset + math.prod(self.shape) * self.dtype.itemsize


def scratch_bytes(intermediates: Sequence[Intermediate]) -> int:
    """The size of the scratch block that holds them."""
    (found,) = computed(_aligned, *[x.end for x in intermediates])
    return found


def _aligned(*ends: int) -> tuple[int]:
    return (-(-max(ends, default=0) // ALIGNMENT) * ALIGNMENT,)


@dataclass(frozen=True, eq=False)
class ProgramParts:
    """What a target makes a program from. Slots are the arguments, then the intermediates.

    release_gil: whether launches take long enough to let Python's other threads run meanwhile.
    equations: what the launches compute, for messages; empty for a loop's body.
    """

    launches: Sequence[Launch]
    n_arguments: int
    intermediates: Sequence[Intermediate] = ()
    release_gil: bool = False
    equations: Sequence[Equation] = ()


@dataclass(frozen=True)
class EntryOutput:
    """An output to allocate: its aval, its physical dtype, and its number among the results."""

    aval: ShapedArray
    dtype: np.dtype
    place: int


@dataclass(frozen=True)
class OpenWord:
    """A word of a launch's table that is not known yet: a size, or a literal's value."""

    value: Any
    dtype: np.dtype


def word(value: object, dtype: np.dtype) -> int:
    """A parameter as a word of a launch's table: the value's bits, zero-extended.

    >>> import numpy as np
    >>> hex(word(1.0, np.dtype(np.float32)))
    '0x3f800000'
    """
    if type(value) is int and dtype.char == "l":
        return value
    bits = np.asarray(value, dtype).tobytes().ljust(8, b"\0")
    return int.from_bytes(bits, sys.byteorder, signed=True)
