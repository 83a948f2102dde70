"""Directives that change the loops of a kernel and their order."""

from __future__ import annotations

from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel import form
from fjax.lowering.kernel.expansion import in_order
from fjax.lowering.kernel.form import (
    COMBINE,
    HI,
    LO,
    PARALLEL,
    Carry,
    If,
    Kernel,
    Load,
    Loop,
    Mode,
    Statement,
    Store,
    is_shared,
)
from fjax.lowering.kernel.spelling import FactTable, expressions, only_stores
from fjax.lowering.schedule import legality
from fjax.lowering.schedule.conditions import Condition, Disjoint, conjunction
from fjax.lowering.schedule.tree import Illegal, copied, edited, facts_of, find, only_inside

LONGEST = 1 << 20  # piece: short indices have room for a step of such a one


def parallelize(kernel: Kernel, loop: int) -> Kernel:
    """Spell out the call's part [lo, hi) of a nest of parallel loops, with `loop` outermost.
    A loop that has only stores becomes a vector loop.

    >>> from fjax.lowering.schedule.language import example
    >>> example(parallelize, '''kernel (f32!) (i64, i64)
    ...   parallel i0 in s0:
    ...     parallel i1 in s1:
    ...       b0[i0*s1 + i1] = 1.0:f32''', 0)
    kernel (f32!) (i64, i64)
      v0:i64 = max s1 1:i64
      v1:i64 = div lo v0
      v2:i64 = sub hi 1:i64
      v3:i64 = div v2 v0
      v4:i64 = add v3 1:i64
      parallel i0 in v1..v4:
        v5:i64 = mul i0 v0
        v6:i64 = sub lo v5
        v7:i64 = max v6 0:i64
        v8:i64 = sub hi v5
        v9:i64 = min v8 v0
        vector i1 in v7..v9:
          b0[i0*s1 + i1] = 1.0:f32
    """
    nest = form.parallel_nest(kernel.body)
    if not nest or nest[0].number != loop:
        raise Illegal(f"i{loop} is not the outermost of the loops that calls share")
    index = kernel.index
    lo, hi = scalar.leaf(LO, index), scalar.leaf(HI, index)
    return edited(kernel, loop, lambda s: (_over_part(s, lo, hi),))


def _over_part(loop: Loop, lo: Expr, hi: Expr) -> Loop:
    """A shared loop over those of its iterations that have some of [lo, hi)."""
    width = form.inner_iterations(loop)
    if width is None:
        in_lanes = loop.mode is Mode.PARALLEL_VECTOR or only_stores(loop.body)
        mode = Mode.VECTOR if in_lanes else Mode.PARALLEL
        return replace(loop, start=lo, stop=hi, mode=mode)
    (inner,) = loop.body
    assert isinstance(inner, Loop) and is_shared(inner)
    before = scalar.leaf(form.Axis(loop.number), lo.dtype) * width
    nothing = scalar.const(0, lo.dtype)
    start = scalar.maximum(lo - before, nothing)
    stop = scalar.minimum(hi - before, width)
    last = Expr(Op.DIV, (hi - 1, width), lo.dtype)
    first = Expr(Op.DIV, (lo, width), lo.dtype)
    return replace(loop, start=first, stop=last + 1, body=(_over_part(inner, start, stop),))


def split(kernel: Kernel, loop: int, factor: int, new: int) -> Kernel:
    """Take a loop's iterations in pieces of `factor`: the loop `new` goes from piece to piece.

    >>> from fjax.lowering.schedule.language import example
    >>> example(split, '''kernel (f32!) (i64)
    ...   serial i0 in s0:
    ...     b0[i0] = 1.0:f32''', 0, 16, 1)
    kernel (f32!) (i64)
      serial i1 in s0 step 16:i64:
        v0:i64 = add i1 16:i64
        v1:i64 = min v0 s0
        serial i0 in i1..v1:
          b0[i0] = 1.0:f32
    """
    size = length(factor, kernel)
    return edited(kernel, loop, lambda s: (in_pieces(s, size, new),))


def length(factor: int, kernel: Kernel) -> Expr:
    """The length of pieces as an index."""
    if not 0 < factor <= LONGEST:
        raise Illegal(f"pieces of {factor} iterations: they have 1 at least, {LONGEST} at most")
    return scalar.const(factor, kernel.index)


def in_pieces(loop: Loop, factor: Expr, outer: int) -> Loop:
    """A loop over pieces of `factor` iterations of a loop."""
    if loop.carries or loop.step is not None or is_shared(loop):
        raise Illegal(f"loop i{loop.number} carries values, takes steps, or is shared by calls")
    if loop.vector is not None:
        raise Illegal(f"loop i{loop.number} has lanes: its pieces would need other ones")
    if not legality.keeps_ends(loop):
        raise Illegal(f"loop i{loop.number} changes what its ends are read from")
    at = form.axis(outer, factor.dtype)
    inside = replace(loop, start=at, stop=scalar.minimum(at + factor, loop.stop))
    mode = Mode.PARALLEL if loop.mode in PARALLEL else Mode.SERIAL
    return Loop(outer, loop.stop, mode, (inside,), (), loop.start, factor)


def split_whole(kernel: Kernel, loop: int, factor: int, new: int) -> Kernel:
    """As `split`, where every piece is whole: the piece is a copy, and the loop has what is left.

    >>> from fjax.lowering.schedule.language import example
    >>> example(split_whole, '''kernel (f32!) (i64)
    ...   serial i0 in s0 carrying 0.0:f32:
    ...     b0[i0] = c0.0:f32
    ...     v0:f32 = add c0.0:f32 1.0:f32
    ...     next = v0''', 0, 8, 1)
    kernel (f32!) (i64)
      v0:i64 = and s0 -8:i64
      serial i1 in v0 step 8:i64 carrying 0.0:f32:
        v1:i64 = add i1 8:i64
        serial i2 in i1..v1 carrying c1.0:f32:
          b0[i2] = c2.0:f32
          v2:f32 = add c2.0:f32 1.0:f32
          next = v2
        next = r2.0:f32
      v3:i64 = add v0 8:i64
      v4:i64 = min v3 s0
      serial i0 in v0..v4 carrying r1.0:f32:
        b0[i0] = c0.0:f32
        v5:f32 = add c0.0:f32 1.0:f32
        next = v5
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        if factor & (factor - 1):
            raise Illegal(f"pieces of {factor} iterations: it is no power of two")
        if s.mode is Mode.SCAN:
            s = in_order(s)
        if s.mode not in (Mode.SERIAL, *PARALLEL) and s.carries:
            raise Illegal(f"loop i{s.number} is {s.mode.value} and carries totals")
        size, middle = length(factor, kernel), legality.whole_pieces(s, factor)
        outer = in_pieces(replace(s, stop=middle, carries=()), size, new)
        at = form.axis(new, kernel.index)
        piece = replace(copied(s, new + 1), start=at, stop=at + size)
        carries, inside, left = list[Carry](), list[Carry](), list[Carry]()
        for k, (c, of_piece) in enumerate(zip(s.carries, piece.carries, strict=True)):
            dtype = c.initial.dtype
            carries.append(Carry(c.initial, form.result(new + 1, k, dtype)))
            inside.append(replace(of_piece, initial=form.carried(new, k, dtype)))
            left.append(replace(c, initial=form.result(new, k, dtype)))
        piece = replace(piece, carries=tuple(inside))
        outer = replace(outer, body=(piece,), carries=tuple(carries))
        end = scalar.minimum(middle + size, s.stop)
        return outer, replace(s, start=middle, stop=end, carries=tuple(left))

    return edited(kernel, loop, change)


def interchange(kernel: Kernel, loop: int) -> Kernel:
    """A loop and the one that is all of its body change places.

    The one outside is parallel: its iterations run in any order, among those of the other, too.
    `version` with the condition `disjoint` makes it so.

    >>> from fjax.lowering.schedule.language import example
    >>> example(interchange, '''kernel (f32!) (i64, i64)
    ...   parallel i0 in lo..hi:
    ...     vector i1 in s1:
    ...       b0[i0*s1 + i1] = 1.0:f32''', 0)
    kernel (f32!) (i64, i64)
      vector i1 in s1:
        parallel i0 in lo..hi:
          b0[i0*s1 + i1] = 1.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        inner = only_inside(s)
        check_interchange(s, inner, facts_of(kernel))
        return (replace(inner, body=(replace(s, body=inner.body),)),)

    return edited(kernel, loop, change)


def check_interchange(
    loop: Loop, inner: Loop, facts: FactTable, when: tuple[Condition, ...] = ()
) -> None:
    """Raise Illegal unless iterations of two nested loops may run in another order.

    when: what is asked before they do.
    """
    if loop.carries or inner.carries or not legality.is_plain(inner, loop.number, facts):
        raise Illegal(f"loops i{loop.number} and i{inner.number} are not a plain nest")
    if is_shared(loop) or is_shared(inner):
        raise Illegal(f"loop i{loop.number} is shared by calls: `parallelize` comes first")
    asked = Disjoint(loop.number, inner.number) in when
    if loop.mode not in PARALLEL and not (asked and legality.may_interchange(loop, inner, facts)):
        raise Illegal(f"iterations of loops i{loop.number} and i{inner.number} may meet")


def tile(kernel: Kernel, loop: int, factor: int, new: int, when: tuple[Condition, ...]) -> Kernel:
    """Strip-mine the loop inside by `factor`, and walk all of `loop` for each strip.

    Where the conditions do not hold, there is one strip.

    >>> from fjax.lowering.schedule.conditions import Crossing
    >>> from fjax.lowering.schedule.language import example
    >>> example(tile, '''kernel (f32, f32!) (i64, i64, i64)
    ...   parallel i0 in lo..hi:
    ...     vector i1 in s1:
    ...       v0:f32 = load b0[i0 + i1*s2]
    ...       b1[i0*s1 + i1] = v0''', 0, 16, 2, (Crossing(0, 1),))
    kernel (f32, f32!) (i64, i64, i64)
      v0:i64 = abs 1:i64
      v1:i64 = abs s2
      v2:bool = lt v0 v1
      v3:i64 = max s1 1:i64
      v4:i64 = select v2 16:i64 v3
      serial i2 in s1 step v4:
        parallel i0 in lo..hi:
          v5:i64 = add i2 v4
          v6:i64 = min v5 s1
          vector i1 in i2..v6:
            v7:f32 = load b0[i0 + i1*s2]
            b1[i0*s1 + i1] = v7
    """
    condition = conjunction(kernel, when)

    def change(s: Loop) -> tuple[Statement, ...]:
        inner = only_inside(s)
        check_interchange(s, inner, facts_of(kernel), when)
        size = length(factor, kernel)
        if condition is not legality.TRUE:
            count = scalar.convert(legality.trips(inner), kernel.index)
            whole = scalar.maximum(count, scalar.const(1, kernel.index))
            size = scalar.select(condition, size, whole)
        piece = in_pieces(inner, size, new)
        return (replace(piece, body=(replace(s, body=piece.body),)),)

    return edited(kernel, loop, change)


def unroll(kernel: Kernel, loop: int) -> Kernel:
    """Write out each iteration of a loop whose count is a literal.

    >>> from fjax.lowering.schedule.language import example
    >>> example(unroll, '''kernel (f32!) (i64)
    ...   serial i0 in 4:i64:
    ...     b0[i0] = 1.0:f32''', 0)
    kernel (f32!) (i64)
      unroll i0 in 4:i64:
        b0[i0] = 1.0:f32
    """

    def change(s: Loop) -> tuple[Statement, ...]:
        if form.trip_count(s) is None or is_shared(s) or s.vector is not None:
            raise Illegal(f"loop i{s.number} has no literal count, is shared or has lanes")
        return (replace(s, mode=Mode.UNROLL),)

    return edited(kernel, loop, change)


def unroll_and_jam(
    kernel: Kernel, loop: int, factor: int, new: int, when: tuple[Condition, ...]
) -> Kernel:
    """Run `factor` iterations of a loop in each iteration of the vector loop inside.

    What they add up in memory is kept in registers in between, and added in the same order. Where
    other stores go to rows that overlap, or conditions do not hold, no iteration runs so.

    >>> from fjax.lowering.schedule.language import example
    >>> example(unroll_and_jam, '''kernel (f32, f32!) (i64, i64)
    ...   serial i0 in s0:
    ...     vector i1 in s1:
    ...       v0:f32 = load b1[i1]
    ...       v1:f32 = load b0[i0*s1 + i1]
    ...       v2:f32 = add v0 v1
    ...       b1[i1] = v2''', 0, 4, 2, ())
    kernel (f32, f32!) (i64, i64)
      v0:i64 = and s0 -4:i64
      serial i2 in v0 step 4:i64:
        vector i4 in s1:
          v1:i64 = add i2 4:i64
          v2:f32 = load b1[i4]
          unroll i3 in i2..v1 carrying v2:
            v3:f32 = load b0[i3*s1 + i4]
            v4:f32 = add c3.0:f32 v3
            next = v4
          b1[i4] = r3.0:f32
      v5:i64 = add v0 4:i64
      v6:i64 = min v5 s0
      serial i0 in v0..v6:
        vector i1 in s1:
          v7:f32 = load b1[i1]
          v8:f32 = load b0[i0*s1 + i1]
          v9:f32 = add v7 v8
          b1[i1] = v9
    """
    before, facts = find(kernel, loop), facts_of(kernel)
    if accumulations(before, facts) is None:
        raise Illegal(f"loop i{loop} does more than to add to elements that do not move with it")
    condition = conjunction(kernel, when)
    kernel = split_whole(kernel, loop, factor, new)
    kernel = edited(kernel, new + 1, lambda s: (_jammed(s, facts),))
    moving = _moving(before, facts)
    rows = legality.disjoint(before, replace(only_inside(before), body=moving)) if moving else None
    if rows is not None:
        condition = rows if condition is legality.TRUE else condition & rows
    return kernel if condition is legality.TRUE else _where(kernel, before, new, condition)


def _where(kernel: Kernel, before: Loop, new: int, condition: Expr) -> Kernel:
    """Have whole pieces where a condition holds; else all iterations are left."""
    begin = scalar.const(0, kernel.index) if before.start is None else before.start
    middle = scalar.select(condition, find(kernel, new).stop, begin)
    kernel = edited(kernel, new, lambda s: (replace(s, stop=middle),))
    rest = before.number
    return edited(kernel, rest, lambda s: (replace(s, start=middle, stop=before.stop),))


def _jammed(loop: Loop, facts: FactTable) -> Loop:
    """The vector loop inside, around `loop` written out, with its sums in registers."""
    inner = only_inside(loop)
    sums = accumulations(loop, facts) or {}
    body: list[Statement] = [s for s in inner.body if s not in sums]
    carries, after = list[Carry](), list[Statement]()
    for k, s in enumerate(sums):
        dtype = s.value.dtype
        old = scalar.leaf(Load(s.access), dtype)
        so_far = form.carried(loop.number, k, dtype)
        if s.monoid is None:
            args = tuple([so_far if a is old else a for a in s.value.args])
            following = Expr(s.value.op, args, dtype)
        else:
            following = Expr(COMBINE[s.monoid], (so_far, s.value), dtype)
        carries.append(Carry(old, following))
        after.append(replace(s, value=form.result(loop.number, k, dtype), monoid=None))
    unrolled = replace(loop, mode=Mode.UNROLL, body=tuple(body), carries=tuple(carries))
    return replace(inner, body=(unrolled, *after))


def accumulations(loop: Loop, facts: FactTable) -> dict[Store, Expr] | None:
    """Stores in the vector loop inside that only add (or such) to memory, with what they add.

    None: a loop does more than that, and than to store what it does not read. What it stores in
    rows that move with it must not overlap, which sizes decide (`legality.disjoint`).
    """
    inner = legality.inner_vector_loop(loop)
    if inner is None or loop.mode is not Mode.SERIAL:
        return None
    if not legality.is_plain(inner, loop.number, facts):
        return None
    stores = [s for s in inner.body if isinstance(s, Store)]
    found = {s: x for s in stores if (x := _addend(s, loop, facts)) is not None}
    plain = [s for s in stores if s not in found]
    alone = len(stores) == len(inner.body) == len({s.access.buffer for s in stores})
    reads = any(facts[e].volatile for s in plain for e in expressions(s))
    moving = _moving(loop, facts)
    own = not moving or legality.may_interchange(loop, replace(inner, body=moving), facts)
    return found if alone and found and own and not reads else None


def _moving(loop: Loop, facts: FactTable) -> tuple[Store, ...]:
    """Stores in the loop inside whose places move with a loop."""
    stores = [s for s in only_inside(loop).body if isinstance(s, Store)]
    return tuple([s for s in stores if legality.moves(s, loop.number, facts)])


def _addend(s: Store, loop: Loop, facts: FactTable) -> Expr | None:
    """What a store combines with the element it overwrites, if that is what it does."""
    moves = any(t.loop == loop.number for t in s.access.strides)
    if s.index is not None or s.mask is not None or moves:
        return None
    if s.monoid is not None:
        return None if facts[s.value].volatile else s.value
    if s.value.op not in COMBINE.values():
        return None
    old = scalar.leaf(Load(s.access), s.value.dtype)
    rest = [a for a in s.value.args if a is not old]
    return rest[0] if len(rest) == 1 and not facts[rest[0]].volatile else None


def version(kernel: Kernel, loop: int, new: int, when: tuple[Condition, ...]) -> Kernel:
    """Two versions of a loop: this one where the conditions hold, else the copy `new`.

    Where its iterations are known to write to elements of their own, it is parallel.

    >>> from fjax.lowering.schedule.conditions import Short
    >>> from fjax.lowering.schedule.language import example
    >>> example(version, '''kernel (f32!) (i64)
    ...   serial i0 in s0:
    ...     b0[i0] = 1.0:f32''', 0, 1, (Short((0,), 16),))
    kernel (f32!) (i64)
      v0:bool = le s0 16:i64
      if v0:
        serial i0 in s0:
          b0[i0] = 1.0:f32
      else:
        serial i1 in s0:
          b0[i1] = 1.0:f32
    """
    condition = conjunction(kernel, when)

    def change(s: Loop) -> tuple[Statement, ...]:
        if s.carries or is_shared(s):
            raise Illegal(f"loop i{s.number} carries values, or calls share it: no two versions")
        first, asked = s, [c for c in when if isinstance(c, Disjoint) and c.outer == loop]
        if asked:
            inner = only_inside(s)
            check_interchange(s, inner, facts_of(kernel), when)
            start = scalar.const(0, kernel.index) if s.start is None else s.start
            first = replace(s, mode=Mode.PARALLEL, start=start)
        return (If(condition, (first,), (copied(s, new),)),)

    return edited(kernel, loop, change)
