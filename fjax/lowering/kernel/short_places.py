"""A rewrite: places in arrays that short integers say are held within the arrays in 32 bits."""

from __future__ import annotations

import numpy as np

from fjax.core import scalar, scalar_graph
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel.folding import COMPARISONS, LIMITS
from fjax.lowering.kernel.form import INDEX, Access, Kernel, Load, Size, Words
from fjax.lowering.kernel.spelling import FactTable, Rewriter

SHORT = np.dtype(np.int32)
MOST = 1 << 31
TABLES = 16, 32, 64, 128  # elements: as many as a few registers hold


def short_places(kernel: Kernel, words: Words) -> Kernel:
    """The kernel that compares and limits integers of up to 32 bits in 32 bits.

    The sizes are those in `words`. Twice as many lanes fit a register. What is read of a table of
    128 elements or less says so (`and`), because registers hold that; of a short row with literal
    columns, its bounds are literals. A mask that asks for what the place is held to becomes a
    selection, because the place is inside in any case.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> from fjax.lowering.kernel.printer import print_kernel
    >>> before = parse_kernel('''kernel (i32, f32, f32!) (i64, i64, i64)
    ...   parallel i0 in s0:
    ...     v0:i32 = load b0[i0]
    ...     v1:i64 = convert v0
    ...     v2:i64 = max v1 s1
    ...     v3:i64 = min v2 s2
    ...     v4:f32 = load b1[] at v3
    ...     b2[i0] = v4''')
    >>> print(print_kernel(short_places(before, [(None, 9), (None, 0), (None, 20)])))
    kernel (i32, f32, f32!) (i64, i64, i64)
      parallel i0 in s0:
        v0:i32 = load b0[i0]
        v1:i32 = convert s1
        v2:i32 = max v0 v1
        v3:i32 = convert s2
        v4:i32 = min v2 v3
        v5:i32 = and v4 31:i32
        v6:i64 = convert v5
        v7:f32 = load b1[] at v6
        b2[i0] = v7
    """
    facts = FactTable(kernel.body)

    def change(x: Expr) -> Expr:
        if x.op in COMPARISONS or x.op in LIMITS:
            return _in_short(x, words)
        if x.op is Op.SELECT and x.args[1].op is Op.SELECT and x.args[1].args[0] is x.args[0]:
            return Expr(x.op, (x.args[0], x.args[1].args[1], x.args[2]), x.dtype)
        key = x.extra
        if not isinstance(key, Load) or key.index is None:
            return x
        held, mask = _held(key.index, key.access, words, facts), key.mask
        index = key.index if held is None else scalar.convert(held, INDEX)
        if mask is None or not _is_inside(mask, key.index, words):
            return scalar.leaf(Load(key.access, index, mask), x.dtype) if held else x
        found = scalar.leaf(Load(key.access, index), x.dtype)
        return scalar.select(mask, found, scalar.const(0, x.dtype))

    return Rewriter(change).kernel(kernel)


def _ends(x: Expr, words: Words) -> tuple[Expr, int, int] | None:
    """Of a place that is held between sizes: what it is computed from, the first and the last."""
    if x.op is not Op.MIN or x.args[0].op is not Op.MAX:
        return None
    place, first = x.args[0].args
    least, last = _size(first, words), _size(x.args[1], words)
    if least is None or last is None or not 0 <= least <= last:
        return None
    return place, least, last


def _held(index: Expr, access: Access, words: Words, facts: FactTable) -> Expr | None:
    """A place that is held between sizes, with what else is to be known of it; None: nothing."""
    held = _plain(index)
    ends = _ends(held, words)
    if ends is None:
        return None
    place, *numbers = ends
    steps = [t.step for t in access.strides if isinstance(t.step, int) and t.step > 1]
    if steps and numbers[1] < min(steps):
        least, last = (scalar.const(n, held.dtype) for n in numbers)
        return scalar.minimum(scalar.maximum(place, least), last)
    most = next((most for most in TABLES if numbers[1] < most), None)
    if most is None or facts[place].loops <= {t.loop for t in access.strides}:
        return None  # iterations read neighbours
    return held & scalar.const(most - 1, held.dtype)


def _is_inside(mask: Expr, index: Expr, words: Words) -> bool:
    """Whether a mask asks only whether places are inside, where the index holds them anyway."""
    held = [e for x in scalar_graph.order((index,)) if (e := _ends(x, words)) is not None]
    ends, asked = {place: numbers for place, *numbers in held}, [mask]
    while asked:
        x = asked.pop()
        if x.op is Op.AND and x.dtype == BOOL:
            asked += x.args
        elif x.op not in (Op.GE, Op.LE) or x.args[0] not in ends:
            return False
        elif _size(x.args[1], words) != ends[x.args[0]][x.op is Op.LE]:
            return False
    return True


def table(index: Expr | None) -> tuple[Expr, Expr, int] | None:
    """Of a place that `short_places` says is in a short table: the place, the last one, and most
    elements of the table."""
    held = None if index is None else _plain(index)
    if held is None or held.op is not Op.AND or held.args[1].op is not Op.CONST:
        return None
    place, most = held.args
    if place.op is not Op.MIN or place.args[0].op is not Op.MAX:
        return None
    return place, place.args[1], scalar.integer(most) + 1


def columns(index: Expr | None) -> int:
    """Of a column that `short_places` says is one of a row's first ones: how many; 0: any."""
    held = None if index is None else _plain(index)
    if held is None or held.op is not Op.MIN or held.args[0].op is not Op.MAX:
        return 0
    least, last = held.args[0].args[1], held.args[1]
    known = least.op is last.op is Op.CONST and scalar.integer(least) >= 0
    return scalar.integer(last) + 1 if known else 0


def _plain(x: Expr) -> Expr:
    """An index, or what it is converted from."""
    return x.args[0] if x.op is Op.CONVERT and x.dtype == INDEX else x


def _size(x: Expr, words: Words) -> int | None:
    """The value of a size."""
    x = x.args[0] if x.op is Op.CONVERT and x.dtype == SHORT else x
    return x.extra.value(words) if isinstance(x.extra, Size) else None


def _in_short(x: Expr, words: Words) -> Expr:
    """A comparison or a limit of a converted short integer with a size."""
    a, b = x.args
    if a.op is not Op.CONVERT or a.dtype != INDEX:
        return x
    value, size = a.args[0], _size(b, words)
    fits = value.dtype.kind in "iu" and np.can_cast(value.dtype, SHORT)
    if not fits or size is None or not -MOST <= size < MOST:
        return x
    args = scalar.convert(value, SHORT), Expr(Op.CONVERT, (b,), SHORT)
    if x.op in COMPARISONS:
        return Expr(x.op, args, x.dtype)
    return Expr(Op.CONVERT, (Expr(x.op, args, SHORT),), INDEX)
