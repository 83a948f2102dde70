"""The dependence test: whether iterations of a loop meet in memory.

The test takes two accesses in a loop. It says whether one iteration may access, by the first, the
element that another iteration accesses by the second. Addresses are affine sums (`Affine`) over
loop indices and sizes. Literals settle some cases (the tests of Banerjee and of the greatest common
divisor). Where sizes decide, the answer says what the sizes would have to be.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    Axis,
    If,
    Load,
    Loop,
    Size,
    Statement,
    Store,
    While,
    Words,
    is_shared,
    most_trips,
    trip_count,
)
from fjax.lowering.kernel.index_arithmetic import Affine, linear, reach
from fjax.lowering.kernel.spelling import (
    FactTable,
    constant_value,
    in_runs,
    loads,
    nodes_of,
    postorder,
    read_buffers,
    stride_term,
    walk,
    written_buffers,
)

AnyStatement = list[Store] | Statement  # a list: neighbouring stores
Loops = Mapping[int, Loop]  # by their numbers
UNKNOWN: Loops = {}
NOTHING = Affine({}, 0)


class Meeting(enum.IntEnum):
    """What has to hold for different iterations of a loop to meet, the least likely first."""

    NEVER = 0  # literals show that they do not
    ROWS = 1  # the rows that they walk would have to be longer than the steps from row to row
    INDICES = 2  # indices that are computed or read would have to leave their rows
    OFFSETS = 3  # the places of two accesses would have to be some steps apart
    MAYBE = 4  # nothing: literals show that they do, or nothing is known


class _Terms(NamedTuple):
    """An address, by what becomes of it from one iteration of a loop to another one."""

    own: dict[Size | None, int]  # literal factors of the loop's index, or of that times a size
    free: tuple[tuple[int, Size | None, int], ...]  # loops that run inside, likewise
    fixed: Affine  # what all iterations share
    rows: bool  # whether there is more that other loops or memory decide on
    moving: bool  # whether there is more that differs among the iterations


def meeting(
    a: Load | Store,
    b: Load | Store,
    loop: int,
    facts: FactTable,
    still: frozenset[int] | None = None,
    loops: Loops = UNKNOWN,
) -> Meeting:
    """Whether one iteration of a loop accesses by `a` an element that another accesses by `b`.

    Args:
      still: the loops around this one, whose indices are the same for both; None: all others.
      loops: those that are known by more than their number.
    """
    count = trip_count(loops[loop]) if loop in loops else None
    if a.access.buffer != b.access.buffer or (count is not None and count < 2):
        return Meeting.NEVER
    ours, theirs = (_terms(x, loop, facts, still, loops) for x in (a, b))
    own, free = ours.own, ours.free + theirs.free
    computed = ours.rows or theirs.rows or ours.moving or theirs.moving
    apart = ours.fixed - theirs.fixed
    alone = not free and not computed
    if own != theirs.own or not own:
        never = not own and not theirs.own and alone and not apart.terms and apart.constant
        return Meeting.NEVER if never else Meeting.MAYBE
    step = own[None] * _stride(loops.get(loop)) if own.keys() == {None} else 0  # 0: sizes decide
    if not computed and not apart.terms:
        if alone and (not apart.constant or (step and apart.constant % step)):
            return Meeting.NEVER
        low, high = _walked(ours, loops), _walked(theirs, loops)
        if step and low is not None and high is not None:
            distance = low[0] - high[1] + apart.constant, low[1] - high[0] + apart.constant
            if max(map(abs, distance)) < abs(step):
                return Meeting.NEVER
            if not free:
                return Meeting.MAYBE
    if computed:
        moving = ours.moving or theirs.moving
        if a.access == b.access and a.index is b.index and (step or not moving):
            return Meeting.OFFSETS if moving else Meeting.ROWS
        return Meeting.INDICES if not step or ours.rows or theirs.rows or free else Meeting.OFFSETS
    shared = [x for x in free if x[0] in loops and is_shared(loops[x[0]])]
    if any(own.get(size) == c for _, size, c in shared):
        return Meeting.MAYBE  # parallel loops have many iterations, or they would be one
    return Meeting.OFFSETS if None in own and not free else Meeting.ROWS


def _stride(loop: Loop | None) -> int:
    """How far a loop's index goes in each iteration; 0 if that is no literal."""
    step = None if loop is None else loop.step
    return 1 if step is None else constant_value(step) or 0


def _walked(x: _Terms, loops: Loops) -> tuple[int, int] | None:
    """The least and the largest sum of what loops inside add to an address, if literals say so."""
    terms = []
    for number, size, c in x.free:
        count = most_trips(loops[number]) if number in loops else 0
        if size is not None or not count:
            return None
        terms.append((c, count))
    return reach(terms)


def _terms(
    x: Load | Store, loop: int, facts: FactTable, still: frozenset[int] | None, loops: Loops
) -> _Terms:
    own: dict[Size | None, int] = {}
    free, fixed = list[tuple[int, Size | None, int]](), NOTHING
    rows = moving = False
    inside = {} if still is None else {n: s for n, s in loops.items() if n not in (loop, *still)}
    total = address(x.access, x.index, inside)
    for atom, c in total.terms.items():
        number, size = _step_of(atom)
        known = facts[atom]
        if number == loop:
            own[size] = c
        elif number is not None and not (still is None or number in still):
            free.append((number, size, c))
        elif known.volatile or known.results or loop in known.loops:
            moving |= bool(known.results) or loop in known.loops
            rows |= known.loads or bool(known.results)
        elif still is None or known.loops <= still:
            fixed = fixed + Affine({atom: c}, 0)
        else:
            rows = True
    return _Terms(own, tuple(free), fixed.plus(total.constant), rows, moving)


def address(access: Access, index: Expr | None, pieces: Loops = UNKNOWN) -> Affine:
    """Where an access goes: a sum over indices of loops, and such times a size.

    pieces: loops whose index is counted from their start, which is a term of its own.
    """
    total = NOTHING if access.offset is None else Affine({_index(access.offset): 1}, 0)
    for t in access.strides:
        size, factor = (t.step, 1) if isinstance(t.step, Size) else (None, t.step)
        total = total + _times(_from_start(t.loop, pieces), size).times(factor)
    if index is None:
        return total
    computed = linear(index)
    for atom, c in computed.terms.items():
        number, size = _step_of(atom)
        term = Affine({_plain(atom): 1}, 0)
        if number is not None:
            term = _times(_from_start(number, pieces), size)
        total = total + term.times(c)
    return total.plus(computed.constant)


def _index(key: Axis | Size) -> Expr:
    return scalar.leaf(key, INDEX)


def _plain(atom: Expr) -> Expr:
    """Sizes are the same in each dtype of indices."""
    return _index(atom.extra) if isinstance(atom.extra, Size) else atom


def _times(x: Affine, size: Size | None) -> Affine:
    if size is None:
        return x
    terms = {}
    for atom, c in x.terms.items():
        number, _ = _step_of(atom)
        product = atom * _index(size) if number is None else stride_term(number, size, INDEX)
        terms[product] = c
    return Affine(terms, 0) + Affine({_index(size): x.constant} if x.constant else {}, 0)


def _from_start(number: int, pieces: Loops) -> Affine:
    """A loop's index; of a piece, how far it is from the start, and where that is."""
    own = Affine({_index(Axis(number)): 1}, 0)
    loop = pieces.get(number)
    if loop is None or loop.start is None:
        return own
    start = linear(loop.start)
    if any(not isinstance(atom.extra, (Axis, Size)) for atom in start.terms):
        return own
    return own + Affine({_index(a.extra): c for a, c in start.terms.items()}, start.constant)


def _step_of(atom: Expr) -> tuple[int | None, Size | None]:
    """(loop, None) for a loop's index, (loop, size) for that times a size; else nothing."""
    if isinstance(atom.extra, Axis):
        return atom.extra.loop, None
    if atom.op is Op.MUL:
        for x, y in (atom.args, atom.args[::-1]):
            if isinstance(x.extra, Axis) and isinstance(y.extra, Size):
                return x.extra.loop, y.extra
    return None, None


# ---- questions


def is_apart(s: Store, loop: int, facts: FactTable) -> bool:
    """Whether the iterations of a loop store to elements of their own."""
    return meeting(s, s, loop, facts) <= Meeting.ROWS


def steps_later(store: Store, load: Load, loop: int, words: Words) -> int | None:
    """How many iterations later a load reads what a store wrote; None if that is not fixed.

    The loop takes steps of 1, and others stand still.
    """

    def number(x: Affine) -> int:
        sizes = [(a.extra, c) for a, c in x.terms.items() if isinstance(a.extra, Size)]
        return x.constant + sum([k.value(words) * c for k, c in sizes])

    first, then = address(store.access, store.index), address(load.access, load.index)
    apart = first - then
    if any(not isinstance(a.extra, Size) for a in apart.terms):
        return None
    steps = [
        c * (1 if size is None else size.value(words))
        for a, c in first.terms.items()
        for at, size in [_step_of(a)]
        if at == loop
    ]
    distance = number(apart)
    if len(steps) != 1 or not steps[0] or distance % steps[0]:
        return None
    return distance // steps[0]


def overwritten(loop: Loop, facts: FactTable, written: int, read: int) -> tuple[Load, Store] | None:
    """What an iteration may read in memory that another one writes as another buffer, or None.

    Both buffers are walked alike. So iterations stay apart where the loop, or one over a piece of
    it, is an index of both.
    """
    inside = [s for s in walk(loop.body) if isinstance(s, Loop) and s.start is not None]
    if any(s.start is not None and loop.number in facts[s.start].loops for s in inside):
        return None
    stores = [s for s in walk(loop.body) if isinstance(s, Store) and s.access.buffer == written]
    found = [x for x in loads(nodes_of(loop) if stores else ()) if x.access.buffer == read]
    for pair in product(found, stores):
        if any(all(t.loop != loop.number for t in x.access.strides) for x in pair):
            return pair
    return None


def overlap(
    loop: Loop,
    around: frozenset[int],
    facts: FactTable,
    varies: Callable[[Expr], bool],
    private: frozenset[int] = frozenset(),
    loops: Loops = UNKNOWN,
) -> tuple[Load | Store, Store] | None:
    """What an iteration of a loop reads or writes and what another one may write, or None.

    Each may read the very element that it writes, or elements of a row that is its own. Rows that
    lie at equal steps count as apart: how long they are is not known here. What all iterations
    write alike may be read as well.

    Args:
      around: the loops that run around it.
      varies: whether an expression may differ among the iterations.
      private: buffers whose contents no iteration needs from another one.
      loops: as of `meeting`.
    """
    stores = [s for s in walk(loop.body) if isinstance(s, Store)]
    changed = [s for s in stores if not _is_alike(loop, s, varies)]
    written = {s.access.buffer for s in changed} - private
    read = [key for key in loads(nodes_of(loop)) if key.access.buffer in written]
    for key, s in product(read, changed):
        if meeting(key, s, loop.number, facts, around, loops) > Meeting.INDICES:
            return key, s
    plain = [s for s in changed if s.access.buffer in written and s.mask is s.monoid is None]
    for k, s in enumerate(plain):
        for other in plain[k + 1 :]:
            if meeting(s, other, loop.number, facts, around, loops) > Meeting.OFFSETS:
                return s, other
    return None


def spans(stores: Sequence[Store]) -> dict[Access, int] | None:
    """How far apart the stores to each buffer are, whose places differ by literals; else None."""
    known: dict[int, tuple[Access, tuple]] = {}
    found: dict[Access, list[int]] = {}
    for s in stores:
        at = NOTHING if s.index is None else linear(s.index)
        where = s.access, Affine(at.terms, 0).key
        if known.setdefault(s.access.buffer, where) != where:
            return None
        found.setdefault(s.access, []).append(at.constant)
    return {access: max(n) - min(n) for access, n in found.items()}


def _is_alike(loop: Loop, s: Store, varies: Callable[[Expr], bool]) -> bool:
    """Whether all iterations write the same value to the same element."""
    values = (s.value, *(() if s.index is None else (s.index,)))
    strides = any(t.loop == loop.number for t in s.access.strides)
    return not strides and not any(map(varies, values))


class PassOrder:
    """The order of a body's passes. What statements read and write is found once for all questions.

    A kernel of many results asks for each pair of buffers.
    """

    def __init__(self, body: Sequence[Statement]):
        self.body = body
        self._found: dict[tuple, frozenset[int]] = {}

    def reads_first(self, read: int, written: int) -> bool:
        """Whether each pass over one buffer comes before the other one is written.

        The stores that write may themselves read: stores side by side compute all values first.
        Pieces of one loop are one pass: what one of them writes is not what a later one reads.
        """
        return self._reads_first(self.body, read, written)

    def _reads_first(self, body: Sequence[Statement], read: int, written: int) -> bool:
        last: AnyStatement | None = None  # the last statement that writes
        in_line = True  # whether each of them goes on where the one before ends
        for s in in_runs(body):  # what is read costs more to find out than what is written
            statements = tuple(s) if isinstance(s, list) else (s,)
            goes_on = in_line and (last is None or _goes_on(last, s))
            if not goes_on and read in self._buffers(read_buffers, statements):
                return False
            if written in self._buffers(written_buffers, statements):
                last, in_line = s, goes_on
                if isinstance(s, list) or self._inside_reads_first(s, read, written):
                    continue
                if read in self._buffers(read_buffers, statements):
                    return False
        return True

    def _inside_reads_first(self, s: Loop | While | If, read: int, written: int) -> bool:
        """As `reads_first`, of each iteration; what the loop carries on is computed last."""
        if isinstance(s, If):
            return all(self._reads_first(x, read, written) for x in (s.then, s.otherwise))
        if isinstance(s, While) or not self._reads_first(s.body, read, written):
            return False
        if read not in self._buffers(_read_by_carries, (s,)):
            return True
        stores = [x for x in s.body if isinstance(x, Store) and x.access.buffer == written]
        return read in self._buffers(read_buffers, tuple(stores[:1]))

    def _buffers(
        self, question: Callable[[tuple[Any, ...]], frozenset[int]], statements: tuple[Any, ...]
    ) -> frozenset[int]:
        """The answer for these statements, which the body keeps alive."""
        key = (question, *map(id, statements))
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = question(statements)
        return found


def _read_by_carries(loops: tuple[Loop, ...]) -> frozenset[int]:
    """Numbers of the buffers from which the next values of what loops carry are loaded."""
    nodes = postorder(tuple([c.next for loop in loops for c in loop.carries]))
    return frozenset(x.access.buffer for x in loads(nodes))


def _goes_on(before: AnyStatement, s: AnyStatement) -> bool:
    """Whether a loop begins where one before ends, as the pieces of a loop do."""
    return not _ends(before)[1].isdisjoint(_ends(s)[0])


def _ends(s: AnyStatement) -> tuple[set[Expr], set[Expr]]:
    """Where a loop, and those that are all of its body, may start and stop."""
    starts, stops = set[Expr](), set[Expr]()
    if isinstance(s, Loop):
        starts.update(() if s.start is None else _choices(s.start, Op.MAX))
        stops.update(_choices(s.stop, Op.MIN))
    branches = (s.then, s.otherwise) if isinstance(s, If) else (getattr(s, "body", ()),)
    for body in branches:
        inside = _ends(body[0]) if len(body) == 1 else ((), ())
        starts.update(inside[0])
        stops.update(inside[1])
    return starts, stops


def _choices(x: Expr, limit: Op) -> list[Expr]:
    """A value, those among which a selection chooses it, and those that limit it."""
    inside = x.args[-2:] if x.op in (Op.SELECT, Op.CONVERT, limit) else ()
    return [x, *[y for arg in inside for y in _choices(arg, limit)]]
