"""Conditions over the sizes of a launch, which choose between versions of a loop at run time.

A kernel serves every size. If a schedule pays only for some sizes, the loop has two versions.
"""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.dataclass import dataclass
from fjax.lowering.kernel.form import INDEX, Kernel
from fjax.lowering.kernel.spelling import loads, nodes_of
from fjax.lowering.schedule import legality
from fjax.lowering.schedule.tree import find


@dataclass(frozen=True)
class Disjoint:
    """No two iterations of two nested loops write to one element."""

    outer: int
    inner: int

    def __str__(self) -> str:
        return f"disjoint i{self.outer} i{self.inner}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        found = legality.disjoint(find(kernel, self.outer), find(kernel, self.inner))
        return legality.TRUE if found is None else found


@dataclass(frozen=True)
class Crossing:
    """Some memory is walked in shorter steps along the outer of two loops than along the inner."""

    outer: int
    inner: int

    def __str__(self) -> str:
        return f"crossing i{self.outer} i{self.inner}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        found = legality.crossing(find(kernel, self.outer), find(kernel, self.inner))
        return found or legality.FALSE


@dataclass(frozen=True)
class Short:
    """Loops have at most `most` iterations."""

    loops: tuple[int, ...]
    most: int

    def __str__(self) -> str:
        return f"short {' '.join(f'i{n}' for n in self.loops)} {self.most}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        counts = dict.fromkeys([legality.trips(find(kernel, n)) for n in self.loops])
        longest, *others = counts
        for other in others:
            longest = scalar.maximum(longest, other)
        return longest <= scalar.const(self.most, INDEX)


@dataclass(frozen=True)
class Long:
    """A loop has at least `least` iterations."""

    loop: int
    least: int

    def __str__(self) -> str:
        return f"long i{self.loop} {self.least}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        return legality.trips(find(kernel, self.loop)) >= scalar.const(self.least, INDEX)


@dataclass(frozen=True)
class Spread:
    """What iterations of a loop read does not lie a multiple of `nbytes`, a power of two, apart.

    Caches would keep it in few of their sets.
    """

    loop: int
    nbytes: int

    def __str__(self) -> str:
        return f"spread i{self.loop} {self.nbytes}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        loop, flag = find(kernel, self.loop), legality.TRUE
        read = dict.fromkeys(x.access for x in loads(nodes_of(loop)))
        moving = [a for a in read if any(t.loop == loop.number for t in a.strides)]
        none, mask = scalar.const(0, INDEX), scalar.const(self.nbytes - 1, INDEX)
        for buffer, step in dict.fromkeys((a.buffer, legality.step_of(a, loop)) for a in moving):
            size = scalar.const(kernel.buffers[buffer].dtype.itemsize, INDEX)
            one = (step * size & mask) > none
            flag = one if flag is legality.TRUE else flag & one
        return flag


Condition = Disjoint | Crossing | Short | Long | Spread


def conjunction(kernel: Kernel, conditions: tuple[Condition, ...]) -> Expr:
    """Whether all conditions hold."""
    found = legality.TRUE
    for each in conditions:
        one = each.expression(kernel)
        if one is not legality.TRUE:
            found = one if found is legality.TRUE else found & one
    return found
