"""The directive that moves rows in and out of registers, where lanes would gather and scatter.

A vector loop whose lanes are far apart in memory walks across rows. Where a loop inside walks along
them, some neighbouring elements of as many rows as there are lanes are a tile: they are loaded and
stored row by row, and transposed in registers.
"""

from __future__ import annotations

from dataclasses import replace

from fjax.core.scalar import Expr
from fjax.lowering.kernel.form import (
    TILE,
    Access,
    Kernel,
    Load,
    Loop,
    Mode,
    Result,
    Size,
    Statement,
    Store,
    Stride,
    Tail,
    most_trips,
    trip_count,
)
from fjax.lowering.kernel.spelling import FactTable, expressions, nodes_in, nodes_of, only_stores
from fjax.lowering.schedule.legality import stores_together
from fjax.lowering.schedule.tree import Illegal, edited, facts_of, nest_of

TILE_ROWS = 16  # the most rows of a tile: the code for as many narrow elements as fill a vector


def transpose(kernel: Kernel, loop: int) -> Kernel:
    """Unroll TILE iterations of a loop in a vector loop, and move what it walks along as rows.

    The last tile may have fewer iterations. If the loop carries something, nothing may need its
    results, and all that it reads and writes must be moved.

    >>> from fjax.lowering.schedule.language import example
    >>> example(transpose, '''kernel (f32, f32!) (i64, i64)
    ...   vector i1 in s1 by 16x1 mask:
    ...     parallel i2 in lo..hi step 4:i64:
    ...       v0:i64 = add i2 4:i64
    ...       parallel i0 in i2..v0:
    ...         v1:f32 = load b0[i0 + i1*s0]
    ...         b1[i0*s1 + i1] = v1''', 0)
    kernel (f32, f32!) (i64, i64)
      vector i1 in s1 by 16x1 mask:
        parallel i2 in lo..hi step 4:i64:
          v0:i64 = add i2 4:i64
          transpose i0 in i2..v0:
            v1:f32 = load b0[i0 + i1*s0]
            b1[i0*s1 + i1] = v1
    """
    nest = nest_of(kernel, loop)
    lanes = [n for n, s in enumerate(nest) if s.vector is not None]

    def change(s: Loop) -> tuple[Statement, ...]:
        if not lanes or not only_stores(s.body) or most_trips(s) != TILE:
            raise Illegal(f"loop i{s.number} is no tile of stores in a vector loop")
        facts, along, vector = facts_of(kernel), nest[lanes[0]].number, nest[lanes[0]].vector
        assert vector is not None
        if vector.registers > 1 or vector.lanes < TILE or vector.tail is Tail.SCALAR:
            raise Illegal(f"lanes of loop i{along} are no rows: several registers, few, or a tail")
        if trip_count(s) is None and s.carries and not ends_early(kernel, s, along):
            raise Illegal(f"loop i{s.number} carries values and may have less than {TILE} trips")
        if any(facts[e].volatile for x in s.body for e in expressions(x)):
            raise Illegal(f"loop i{s.number} reads what it writes")
        moved = [x.extra.access for x in crossed_loads(s, along)]
        moved += [x.access for x in crossed_stores(s, along)]
        if crossed_stores(s, along) and not stores_together(s, facts):
            raise Illegal(f"iterations of loop i{s.number} may store where others do")
        between = {x.number for x in nest[lanes[0] + 1 : -1]}
        if not moved or any(t.loop in between for a in moved for t in a.strides):
            raise Illegal(f"no row of loop i{s.number} crosses the lanes of loop i{along}")
        return (replace(s, mode=Mode.TRANSPOSE),)

    return edited(kernel, loop, change)


def ends_early(kernel: Kernel, loop: Loop, along: int) -> bool:
    """Whether iterations after the last change nothing, if what is moved is masked."""
    nodes = nodes_in(kernel.body)
    used = any(isinstance(x.extra, Result) and x.extra.loop == loop.number for x in nodes)
    facts = facts_of(kernel)
    nodes = nodes_of(loop)
    reads = [x for x in nodes if isinstance(x.extra, Load) and loop.number in facts[x].loops]
    all_moved = len(crossed_loads(loop, along)) == len(reads)
    return not used and all_moved and len(crossed_stores(loop, along)) == len(loop.body)


def crosses(access: Access, loop: int, along: int) -> bool:
    """Whether what lies together along a loop is far apart along the lanes of the loop `along`.

    It may be walked from its end.
    """
    inside = [t.step for t in access.strides if t.loop == along]
    far = len(inside) == 1 and (isinstance(inside[0], Size) or inside[0] >= TILE)
    return far and not {Stride(loop, 1), Stride(loop, -1)}.isdisjoint(access.strides)


def crossed_loads(loop: Loop, along: int) -> list[Expr]:
    """Loads of a loop's rows, which cross lanes."""
    loads = [x for x in nodes_of(loop) if isinstance(x.extra, Load)]
    plain = [x for x in loads if x.extra.index is None and x.extra.mask is None]
    return [x for x in plain if crosses(x.extra.access, loop.number, along)]


def crossed_stores(loop: Loop, along: int) -> list[Store]:
    """Stores of a loop's rows, which cross lanes: of a buffer all or none, so that order stays."""
    stores = [s for s in loop.body if isinstance(s, Store)]
    plain = [s for s in stores if s.index is None and s.mask is None and s.monoid is None]
    moved = [s for s in plain if crosses(s.access, loop.number, along)]
    others = {s.access.buffer for s in stores if s not in moved}
    return [s for s in moved if s.access.buffer not in others]


def row_walk(loop: Loop, facts: FactTable) -> Loop | None:
    """The serial loop that is all of a parallel one, where it carries something along the row that
    lanes of the parallel one cross."""
    inner = loop.body[0] if len(loop.body) == 1 else None
    if loop.mode is not Mode.PARALLEL or not isinstance(inner, Loop) or not inner.carries:
        return None
    plain = inner.mode is Mode.SERIAL and inner.start is None and only_stores(inner.body)
    if not plain or loop.number in facts[inner.stop].loops:
        return None
    if any(facts[e].volatile for s in inner.body for e in expressions(s)):
        return None
    if not stores_together(inner, facts):
        return None
    moves = crossed_loads(inner, loop.number) and crossed_stores(inner, loop.number)
    return inner if moves else None
