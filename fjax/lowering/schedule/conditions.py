"""Questions about the sizes of a launch that decide, at run time, between versions of a loop.

A kernel serves every size, so a schedule that pays for some sizes only is one of two versions.
"""

from __future__ import annotations

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.dataclass import dataclass
from fjax.lowering.kernel.form import INDEX, Kernel
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
    """Loops have at most so many iterations."""

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
class Narrow:
    """The inner of two loops has at most `most` iterations; or `more`, if it has no more than
    `total` in all iterations of the outer one.
    """

    outer: int
    inner: int
    most: int
    more: int
    total: int

    def __str__(self) -> str:
        return f"narrow i{self.outer} i{self.inner} {self.most} {self.more} {self.total}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        rows, row = (legality.trips(find(kernel, n)) for n in (self.outer, self.inner))
        most, more, total = (scalar.const(x, INDEX) for x in (self.most, self.more, self.total))
        return row <= scalar.select(rows * row <= total, more, most)


@dataclass(frozen=True)
class Long:
    """A loop has at least so many iterations."""

    loop: int
    least: int

    def __str__(self) -> str:
        return f"long i{self.loop} {self.least}"

    def expression(self, kernel: Kernel) -> Expr:
        """The condition, over the kernel's sizes."""
        return legality.trips(find(kernel, self.loop)) >= scalar.const(self.least, INDEX)


Condition = Disjoint | Crossing | Short | Narrow | Long


def conjunction(kernel: Kernel, conditions: tuple[Condition, ...]) -> Expr:
    """Whether all conditions hold."""
    found = legality.TRUE
    for each in conditions:
        one = each.expression(kernel)
        if one is not legality.TRUE:
            found = one if found is legality.TRUE else found & one
    return found
