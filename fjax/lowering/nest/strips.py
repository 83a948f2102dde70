"""Axes that a position divides are split into strips, so that no position divides any more.

Every second element of `x.at[::2].add(y)`, and of the gradient of `x[::2]`, is at an even position.
Strips of two have one such element each. If the axis is odd, the last strip ends early: nothing is
read or stored beyond its end, and the loop over whole strips asks nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fjax.core import dtypes, scalar, scalar_graph
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.address_lowering import Read
from fjax.lowering.kernel.form import INDEX
from fjax.lowering.kernel.index_arithmetic import LoopAxis, SizeValue, affine, axes_in, integer
from fjax.lowering.machine import Machine


def divided(reads: Iterable[Read], chosen: Sequence[Expr]) -> Iterator[tuple[LoopAxis, int]]:
    """(axis, n) for each (axis + c) // n or (axis + c) % n of places that are read, and of choices.

    chosen: values; only the conditions of their selections count.
    """
    roots = [atom for read in reads for atom in read.position.atoms]
    roots += [x.args[0] for x in scalar_graph.order(chosen) if x.op is Op.SELECT]
    for node in scalar_graph.order(roots):
        if node.op in (Op.DIV, Op.REM) and (n := integer(node.args[1])):
            terms = affine(node.args[0]).terms
            (axis, factor), *more = (*terms.items(), (None, 0))
            if factor == 1 and len(more) < 2 and type(axis.extra) is LoopAxis:
                yield axis.extra, n


def pay(extent: int, n: int, size: int, machine: Machine) -> bool:
    """Whether strips of n elements of `size` bytes pay though the last one is shorter.

    Rows that fill a vector, though not with strips, would be all masks. Under a mask, elements of
    fewer than four bytes that lie apart are stored one by one; a pair is stored together.
    """
    count, lanes = -(-extent // n), machine.line_bytes // size
    enough = count >= lanes or extent <= lanes
    stored = size >= dtypes.float32.itemsize or n == 2
    return n <= machine.short_axis <= extent and enough and stored


def split(axis: LoopAxis, n: int) -> tuple[LoopAxis, LoopAxis, Expr | None]:
    """The axis of strips of n elements, that along a strip, and which elements there are: None if
    all are.

    An element of the last strip is there if it is one of the first. So one comparison serves all
    elements that may be missing, and those that are not ask nothing once they are written out.
    """
    strips, rest = LoopAxis(-(-axis.extent // n), axis.name + "a"), axis.extent % n
    along = LoopAxis(n, axis.name + "b")
    whole = scalar.leaf(SizeValue(axis.extent // n), INDEX)
    return strips, along, (strips.expr < whole) | (along.expr < rest) if rest else None


def cut_off(end: Expr, reads: Iterable[Read], writes: Iterable[Any]) -> None:
    """Nothing is read or stored where there is no element."""
    ends = axes_in([end])
    for read in reads:
        if ends & {*read.position.strides, *axes_in(read.position.atoms)}:
            read.mask = end if read.mask is None else end & read.mask
    for write in writes:
        write.mask = end
