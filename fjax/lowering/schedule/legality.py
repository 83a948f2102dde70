"""The legality of loop interchange, and the sizes of a launch for which it is legal.

Iterations of a parallel loop never write to one element. Iterations of a serial loop may, for
example if they scatter windows that overlap; then the last one has to stay the last.
"""

from __future__ import annotations

from itertools import combinations

from fjax.core import scalar
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.kernel.dependence import Meeting, is_apart, meeting, spans
from fjax.lowering.kernel.form import INDEX, PARALLEL, Access, Loop, Mode, Size, Store
from fjax.lowering.kernel.spelling import (
    FactTable,
    bounds,
    expressions,
    loads,
    nodes_in,
    nodes_of,
    only_stores,
    postorder,
    runs_forward,
    total,
    walk,
    word_at,
)

TRUE, FALSE = scalar.const(True, BOOL), scalar.const(False, BOOL)


def inner_vector_loop(loop: Loop) -> Loop | None:
    """The vector loop that is all of a loop's body, if neither carries anything."""
    inner = loop.body[0] if len(loop.body) == 1 else None
    if loop.carries or not isinstance(inner, Loop) or inner.mode is not Mode.VECTOR:
        return None
    return None if inner.carries else inner


def is_plain(inner: Loop, loop: int, facts: FactTable) -> bool:
    """Whether a loop runs from the same start to the same stop in each iteration of another one."""
    ends = [facts[e] for e in bounds(inner)]
    return not any(loop in x.loops or x.volatile for x in ends)


def keeps_ends(loop: Loop) -> bool:
    """Whether a loop writes to no buffer that its start and stop are read from."""
    read = {x.access.buffer for x in loads(postorder(bounds(loop)))}
    return not any(isinstance(s, Store) and s.access.buffer in read for s in walk(loop.body))


def moves(s: Store, loop: int, facts: FactTable) -> bool:
    """Whether iterations of a loop store in different places."""
    index = s.index is not None and loop in facts[s.index].loops
    return index or any(t.loop == loop for t in s.access.strides)


def stores_together(loop: Loop, facts: FactTable) -> bool:
    """Whether some iterations of a loop may all make one of its stores, then all make the next."""
    pairs = combinations([s for s in walk(loop.body) if isinstance(s, Store)], 2)
    apart = (meeting(*x, loop.number, facts) is Meeting.NEVER for x in pairs)
    return loop.mode in PARALLEL or all(apart)


def may_interchange(loop: Loop, inner: Loop, facts: FactTable) -> bool:
    """Whether it is legal for some steps and extents; `disjoint` is the condition on these.

    loop: has `inner` as its whole body, which has only stores.
    """
    if not only_stores(inner.body) or not is_plain(inner, loop.number, facts):
        return False
    stores = [s for s in inner.body if isinstance(s, Store)]
    if any(facts[e].volatile for s in stores for e in expressions(s)):
        return False  # iterations read what others write
    if loop.mode in PARALLEL:
        return True
    numbers = (loop.number, inner.number)
    return all(is_apart(s, n, facts) for s in stores for n in numbers) and spans(stores) is not None


def disjoint(loop: Loop, inner: Loop) -> Expr | None:
    """Whether no two iterations of a loop, with those of `inner`, write to one element.

    It is so where the steps of one of the two are longer than all that the other one walks. None:
    it is known. `may_interchange` holds.
    """
    if loop.mode in PARALLEL:
        return None
    counts, flag = (trips(loop), trips(inner)), TRUE
    for access, span in (spans([s for s in inner.body if isinstance(s, Store)]) or {}).items():
        steps = [abs(step_of(access, x)) for x in (loop, inner)]
        either = FALSE
        for long, short, count in ((*steps, counts[1]), (*steps[::-1], counts[0])):
            walked = short * (count - 1) + span
            longer = (long > walked) & (short > scalar.const(span, INDEX))
            either = longer if either is FALSE else either | longer
        flag = either if flag is TRUE else flag & either
    return flag


def crossing(loop: Loop, inner: Loop) -> Expr | None:
    """Whether an access walks memory in shorter steps along `loop` than along `inner`.

    None: no access is strided along both.
    """
    stores = [s for s in inner.body if isinstance(s, Store)]
    nodes = nodes_in(stores)
    found: Expr | None = None
    for access in dict.fromkeys([*(x.access for x in loads(nodes)), *(s.access for s in stores)]):
        here = [t for t in access.strides if t.loop == loop.number]
        inside = [t.step for t in access.strides if t.loop == inner.number]
        if here and inside and inside != [1]:
            narrow = abs(step_of(access, loop)) < abs(step_of(access, inner))
            found = narrow if found is None else found | narrow
    return found


def unit_accesses(loop: Loop) -> list[Access]:
    """What reads and writes neighbours in memory in neighbouring iterations of a loop."""
    found = [(x.access, x.index) for x in loads(nodes_of(loop))]
    found += [(s.access, s.index) for s in loop.body if isinstance(s, Store)]
    return list(dict.fromkeys([a for a, index in found if is_unit(a, index, loop.number)]))


def is_unit(access: Access, index: Expr | None, loop: int) -> bool:
    """Whether neighbouring iterations of a loop are neighbours in memory."""
    return index is None and [t.step for t in access.strides if t.loop == loop] == [1]


def trips(loop: Loop) -> Expr:
    """How many iterations a loop has whose step is 1, in 64 bits."""
    stop = scalar.convert(loop.stop, INDEX)
    return stop if loop.start is None else stop - scalar.convert(loop.start, INDEX)


def whole_pieces(loop: Loop, factor: int) -> Expr:
    """Where as many whole pieces of a loop as there are end; `factor` is a power of two."""
    index, start = loop.stop.dtype, loop.start
    count = loop.stop if start is None else loop.stop - start
    if not runs_forward(loop):
        count = scalar.maximum(count, scalar.const(0, index))
    whole = Expr(Op.AND, (count, scalar.const(-factor, index)), index)
    return whole if start is None else start + whole


def step_of(access: Access, loop: Loop) -> Expr:
    """How far an access goes from one iteration of a loop to the next, in 64 bits."""
    index = loop.stop.dtype
    steps = [t.step for t in access.strides if t.loop == loop.number]
    words = [word_at(s, index) if isinstance(s, Size) else scalar.const(s, index) for s in steps]
    return total([scalar.convert(x, INDEX) for x in words] or [scalar.const(0, INDEX)])
