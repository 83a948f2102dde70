"""Directives for GPUs: the threads that run a loop, and the values they keep in registers."""

from __future__ import annotations

from dataclasses import replace

from fjax.lowering.kernel.form import Binding, Kernel, Level, Loop, Mode, Statement
from fjax.lowering.kernel.spelling import FactTable, nodes_of, only_stores
from fjax.lowering.schedule.tree import Illegal, edited, facts_of, siblings


def bind(kernel: Kernel, loop: int, binding: Binding) -> Kernel:
    """Divide a loop's iterations among threads, which take turns.

    `threads`, `teams of 8` and `blocks` take the outermost loop that calls share; all axes of a
    nest go together. What stands in an iteration of a team or block all its threads compute alike,
    and one of them stores. Loops inside are for its `lanes`: vector loops, whose totals the lanes
    combine in a fixed order, and running totals.

    >>> from fjax.lowering.schedule.language import example
    >>> example(bind, '''kernel (f32, f32!) (i64, i64)
    ...   parallel i0 in s0 on teams of 8:
    ...     vector i1 in s1 carrying 0.0:f32:
    ...       v0:f32 = load b0[i0*s1 + i1]
    ...       next add v0
    ...     b1[i0] = r1.0:f32''', 1, Binding(Level.LANES))
    kernel (f32, f32!) (i64, i64)
      parallel i0 in s0 on teams of 8:
        vector i1 in s1 on lanes carrying 0.0:f32:
          v0:f32 = load b0[i0*s1 + i1]
          next add v0
        b1[i0] = r1.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        if s.vector is not None or (binding.level is Level.LANES and binding.count):
            raise Illegal(f"loop i{loop} has vectors, or is held, before it is bound to threads")
        return (replace(s, binding=binding),)

    return edited(kernel, loop, change)


def hold(kernel: Kernel, loop: int, count: int) -> Kernel:
    """Have each lane keep its elements of a row in registers, `count` of them at most.

    What the loop reads or computes, later loops of the same body that walk the same row find there.
    A launch must give rows no longer than what all lanes hold together.

    >>> from fjax.lowering.schedule.language import example
    >>> example(hold, '''kernel (f32, f32!) (i64, i64)
    ...   parallel i0 in s0 on blocks:
    ...     vector i1 in s1 on lanes carrying 0.0:f32:
    ...       v0:f32 = load b0[i0*s1 + i1]
    ...       next add v0
    ...     vector i2 in s1 on lanes:
    ...       v1:f32 = load b0[i0*s1 + i2]
    ...       v2:f32 = div v1 r1.0:f32
    ...       b1[i0*s1 + i2] = v2''', 1, 4)
    kernel (f32, f32!) (i64, i64)
      parallel i0 in s0 on blocks:
        vector i1 in s1 on lanes holding 4 of i1 carrying 0.0:f32:
          v0:f32 = load b0[i0*s1 + i1]
          next add v0
        vector i2 in s1 on lanes holding 4 of i1:
          v1:f32 = load b0[i0*s1 + i2]
          v2:f32 = div v1 r1.0:f32
          b1[i0*s1 + i2] = v2
    """
    groups = rows_walked(siblings(kernel, loop), facts_of(kernel))
    row = next((x for x in groups if x[0].number == loop), [])
    lanes = Binding(Level.LANES)
    if not row or count < 1 or any(s.binding != lanes or s.vector is not None for s in row):
        raise Illegal(f"loop i{loop} is not the first of those in which lanes walk a row they read")
    held = replace(lanes, count=count, row=loop)
    for s in row:
        kernel = edited(kernel, s.number, lambda s: (replace(s, binding=held),))
    return kernel


def rows_walked(body: tuple[Statement, ...], facts: FactTable) -> list[list[Loop]]:
    """Vector loops of a body, those that walk the same row together.

    They store and combine, and read nothing that the kernel writes.
    """
    rows: dict[object, list[Loop]] = {}
    for s in body:
        if isinstance(s, Loop) and s.mode is Mode.VECTOR and only_stores(s.body):
            if not any(facts[x].volatile for x in (s.stop, *nodes_of(s))):
                rows.setdefault(s.stop, []).append(s)
    return list(rows.values())
