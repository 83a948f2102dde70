"""The directive that transposes in registers what a vector loop would gather.

Such a loop reads with a stride what is contiguous along the loop around it. A tile is a few
neighbouring elements of as many rows as there are lanes.
"""

from __future__ import annotations

from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.kernel import form
from fjax.lowering.kernel.form import (
    TILE,
    Kernel,
    Load,
    Loop,
    Mode,
    Size,
    Statement,
    Stride,
    Tail,
    Vector,
)
from fjax.lowering.kernel.spelling import nodes_of
from fjax.lowering.schedule import legality
from fjax.lowering.schedule.loops import check_interchange
from fjax.lowering.schedule.tree import Illegal, copied, edited, facts_of

TILE_ROWS = 16  # the most rows of a tile: the code for as many narrow elements as fill a vector


def crossed_loads(loop: Loop, inner: Loop) -> list[Expr]:
    """Loads of what lies together along the loop outside, and far apart along the lanes."""
    found = []
    for x in nodes_of(inner):
        if isinstance(x.extra, Load) and x.extra.index is None and x.extra.mask is None:
            strides = x.extra.access.strides
            inside = [t.step for t in strides if t.loop == inner.number]
            apart = len(inside) == 1 and (isinstance(inside[0], Size) or inside[0] >= TILE)
            if apart and Stride(loop.number, 1) in strides:
                found.append(x)
    return found


def transpose_in_registers(kernel: Kernel, loop: int, rows: int, new: int) -> Kernel:
    """Walk a nest in strips of `rows` lanes, in which some iterations of `loop` run together.

    What these read along `loop` is loaded a row at a time, and transposed in registers.

    >>> from fjax.lowering.schedule.language import example
    >>> example(transpose_in_registers, '''kernel (f32, f32!) (i64, i64, i64)
    ...   parallel i0 in lo..hi:
    ...     vector i1 in s1:
    ...       v0:f32 = load b0[i0 + i1*s2]
    ...       b1[i0*s1 + i1] = v0''', 0, 16, 2)
    kernel (f32, f32!) (i64, i64, i64)
      v0:i64 = and s1 -16:i64
      serial i2 in v0 step 16:i64:
        v1:i64 = sub hi lo
        v2:i64 = and v1 -4:i64
        v3:i64 = add lo v2
        serial i3 in lo..v3 step 4:i64:
          v4:i64 = add i3 4:i64
          transpose i0 in i3..v4:
            v5:i64 = add i2 16:i64
            vector i1 in i2..v5 by 16x1 whole:
              v6:f32 = load b0[i0 + i1*s2]
              b1[i0*s1 + i1] = v6
        serial i4 in v3..hi step 4:i64:
          v7:i64 = add i4 3:i64
          v8:i64 = min v7 hi
          transpose i5 in i4..v8:
            v9:i64 = add i2 16:i64
            vector i6 in i2..v9 by 16x1 whole:
              v10:f32 = load b0[i5 + i6*s2]
              b1[i5*s1 + i6] = v10
      serial i7 in v0..s1 step 16:i64:
        v11:i64 = sub hi lo
        v12:i64 = and v11 -4:i64
        v13:i64 = add lo v12
        serial i8 in lo..v13 step 4:i64:
          v14:i64 = add i8 4:i64
          transpose i12 in i8..v14:
            v15:i64 = add i7 16:i64
            v16:i64 = min v15 s1
            vector i13 in i7..v16 by 16x1 mask:
              v17:f32 = load b0[i12 + i13*s2]
              b1[i12*s1 + i13] = v17
        serial i9 in v13..hi step 4:i64:
          v18:i64 = add i9 3:i64
          v19:i64 = min v18 hi
          transpose i10 in i9..v19:
            v20:i64 = add i7 16:i64
            v21:i64 = min v20 s1
            vector i11 in i7..v21 by 16x1 mask:
              v22:f32 = load b0[i10 + i11*s2]
              b1[i10*s1 + i11] = v22
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        inner = legality.inner_vector_loop(s)
        if inner is None or inner.start is not None or not crossed_loads(s, inner):
            raise Illegal(f"loop i{s.number} is around no vector loop whose reads cross it")
        check_interchange(s, inner, facts_of(kernel))
        if s.step is not None or not legality.may_interchange(s, inner, facts_of(kernel)):
            raise Illegal(f"loop i{s.number} takes steps, or reads what it stores")
        index = inner.stop.dtype
        size = scalar.const(rows, index)
        whole = legality.whole_pieces(inner, rows)
        found: list[Statement] = []
        for first, tail in ((None, Tail.WHOLE), (whole, Tail.MASK)):
            number = new + (5 if found else 0)
            at = form.axis(number, index)
            end = at + size if tail is Tail.WHOLE else scalar.minimum(at + size, inner.stop)
            piece = replace(inner, start=at, stop=end, vector=Vector(rows, 1, tail))
            tiles = _tiles(replace(s, body=(piece,)), number + 1, bool(found))
            stop = whole if tail is Tail.WHOLE else inner.stop
            found.append(Loop(number, stop, Mode.SERIAL, tiles, (), first, size))
        return tuple(found)

    return edited(kernel, loop, change)


def _tiles(loop: Loop, new: int, copy: bool) -> tuple[Loop, Loop]:
    """A loop in pieces that run together; what is left is one piece with fewer iterations."""
    index = loop.stop.dtype
    size = scalar.const(TILE, index)
    middle = legality.whole_pieces(loop, TILE)
    at, rest = form.axis(new, index), form.axis(new + 1, index)
    first = copied(loop, new + 4) if copy else loop
    together = replace(first, mode=Mode.TRANSPOSE, start=at, stop=at + size)
    last = replace(
        copied(loop, new + 2),
        mode=Mode.TRANSPOSE,
        start=rest,
        stop=scalar.minimum(rest + (TILE - 1), loop.stop),
    )
    return (
        Loop(new, middle, Mode.SERIAL, (together,), (), loop.start, size),
        Loop(new + 1, loop.stop, Mode.SERIAL, (last,), (), middle, size),
    )
