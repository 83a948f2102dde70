"""When loop interchange is legal: whether a loop and the one inside it may change places.

Iterations of a parallel loop never write to one element. Those of a serial loop may, as where
windows are scattered that overlap: then the last one has to stay the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.kernel.form import INDEX, PARALLEL, Access, Loop, Size, Store
from fjax.lowering.kernel.overlaps import place
from fjax.lowering.kernel.spelling import FactTable, is_apart, total, word_at
from fjax.lowering.llvm.values import Scope, Values


def may_interchange(loop: Loop, inner: Loop, facts: FactTable) -> bool:
    """Whether it is legal for some steps and extents; `apart` writes the test of these.

    loop: around `inner` alone, which has stores alone.
    """
    stores = [s for s in inner.body if isinstance(s, Store)]
    if loop.mode in PARALLEL:
        return True
    numbers = (loop.number, inner.number)
    return (
        all(is_apart(s, n, facts) for s in stores for n in numbers) and _spans(stores) is not None
    )


def _spans(stores: Sequence[Store]) -> dict[Access, int] | None:
    """How far apart the stores to each buffer are, whose places differ by literals; else None."""
    known: dict[int, tuple[Access, Expr | None]] = {}
    found: dict[Access, list[int]] = {}
    for s in stores:
        base, literal = place(s.index)
        if known.setdefault(s.access.buffer, (s.access, base)) != (s.access, base):
            return None
        found.setdefault(s.access, []).append(literal)
    return {access: max(n) - min(n) for access, n in found.items()}


def apart(loop: Loop, inner: Loop, values: Values, scope: Scope, lo: str, hi: str) -> str | None:
    """A flag: whether no two of the iterations [lo, hi), with those inside, write to one element.

    It is so where the steps of one of the two loops are longer than all that the other one walks.
    None: it is known. `may_interchange` holds.
    """
    if loop.mode in PARALLEL:
        return None
    writer, code = values.writer, scope.code
    counts = writer.ins(code, f"sub nsw i64 {hi}, {lo}"), values.extent(inner, scope)
    flag = "true"
    for access, span in (_spans([s for s in inner.body if isinstance(s, Store)]) or {}).items():
        steps = [
            values.name(abs(_step(access, number)), scope, 0)
            for number in (loop.number, inner.number)
        ]
        either = "false"
        for long, short, count in ((*steps, counts[1]), (*steps[::-1], counts[0])):
            last = writer.ins(code, f"sub nsw i64 {count}, 1")
            walked = writer.ins(code, f"mul nsw i64 {short}, {last}")
            walked = writer.ins(code, f"add nsw i64 {walked}, {span}")
            longer = writer.ins(code, f"icmp sgt i64 {long}, {walked}")
            beyond = writer.ins(code, f"icmp sgt i64 {short}, {span}")
            longer = writer.ins(code, f"and i1 {longer}, {beyond}")
            either = writer.ins(code, f"or i1 {either}, {longer}")
        flag = writer.ins(code, f"and i1 {flag}, {either}")
    return flag


def _step(access: Access, number: int) -> Expr:
    steps = [t.step for t in access.strides if t.loop == number]
    words = [word_at(s, INDEX) if isinstance(s, Size) else scalar.const(s, INDEX) for s in steps]
    return total(words)
