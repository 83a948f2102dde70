"""Dependence tests: what iterations read that others write, or that was written before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import Access, Load, Loop, Statement, Store
from fjax.lowering.kernel.spelling import (
    FactTable,
    constant_value,
    in_runs,
    is_apart,
    loads,
    nodes_of,
    postorder,
    read_buffers,
    walk,
    written_buffers,
)


def overlap(
    loop: Loop,
    around: frozenset[int],
    facts: FactTable,
    varies: Callable[[Expr], bool],
    private: frozenset[int] = frozenset(),
) -> tuple[Access, Access] | None:
    """What an iteration of a loop reads and what another one may write; None if there is nothing.

    Each may read the very element that it writes, or elements of a row that is its own. Rows that
    lie at equal steps count as apart: how long they are is not known here. What all iterations
    write alike may be read as well.

    Args:
      around: the loops that run around it.
      varies: whether an expression may differ among the iterations.
      private: buffers whose contents no iteration needs from another one.
    """
    stores = [s for s in walk(loop.body) if isinstance(s, Store)]
    written = {s.access.buffer for s in stores} - private
    read = [key for key in loads(nodes_of(loop)) if key.access.buffer in written]
    for key, s in product(read, stores):
        if s.access.buffer != key.access.buffer or _is_alike(loop, s, varies):
            continue
        if not _is_own(loop, around, key, s, facts):
            return key.access, s.access
    return None


def reads_first(body: Sequence[Statement], read: int, written: int) -> bool:
    """Whether each pass over one buffer comes before the other one is written.

    The stores that write may themselves read: stores side by side compute all values first.
    """
    stored = False
    for s in in_runs(body):  # what is read costs more to find out than what is written
        statements = tuple(s) if isinstance(s, list) else (s,)
        if stored:
            if read in read_buffers(statements):
                return False
        elif written in written_buffers(statements):
            stored = True
            if isinstance(s, list) or (isinstance(s, Loop) and _loop_reads_first(s, read, written)):
                continue
            if read in read_buffers(statements):
                return False
    return True


def _loop_reads_first(loop: Loop, read: int, written: int) -> bool:
    """As `reads_first`, of each iteration; what the loop carries on is computed last."""
    if not reads_first(loop.body, read, written):
        return False
    nodes = postorder(tuple([c.next for c in loop.carries]))
    if all(x.access.buffer != read for x in loads(nodes)):
        return True
    stores = [s for s in loop.body if isinstance(s, Store) and s.access.buffer == written]
    return read in read_buffers(stores[:1])


def _steps(access: Access, loop: Loop) -> frozenset[object]:
    return frozenset(t.step for t in access.strides if t.loop == loop.number)


def _is_alike(loop: Loop, s: Store, varies: Callable[[Expr], bool]) -> bool:
    """Whether all iterations write the same value to the same element."""
    values = (s.value, *(() if s.index is None else (s.index,)))
    return not _steps(s.access, loop) and not any(map(varies, values))


def _is_own(loop: Loop, around: frozenset[int], key: Load, s: Store, facts: FactTable) -> bool:
    """Whether an iteration reads nothing of what another one stores."""
    if key.access == s.access and key.index is s.index:
        return is_apart(s, loop.number, facts)
    steps = _steps(s.access, loop)
    fixed = around | {loop.number}
    here = all(t.loop in fixed for t in s.access.strides)
    if here and key.access == s.access and _are_columns(steps, around, key.index, s.index, facts):
        return True
    if not steps or steps != _steps(key.access, loop):
        return False
    if not any(isinstance(step, int) for step in steps):
        return True  # rows of a length that is not known: another offset is another column
    return any(_in_row(x.access, x.index, fixed, facts) for x in (key, s))


def _are_columns(
    steps: frozenset[object],
    around: frozenset[int],
    first: Expr | None,
    second: Expr | None,
    facts: FactTable,
) -> bool:
    """Whether two places are less than a step apart, so that no iterations meet there.

    around: the loops that stand still while the iterations run.
    """
    (step,) = steps if len(steps) == 1 else (None,)
    (base, here), (other, there) = place(first), place(second)
    if base is not other or not isinstance(step, int) or abs(here - there) >= abs(step):
        return False
    if base is None:
        return True
    known = facts[base]
    return not known.loads and not known.results and known.loops <= around


def place(index: Expr | None) -> tuple[Expr | None, int]:
    """What is computed of an index (None if nothing is), and the literal number added to it."""
    literal = 0 if index is None else constant_value(index)
    if index is None or literal is not None:
        return None, int(literal or 0)
    if index.op is Op.ADD:
        for base, added in (index.args, index.args[::-1]):
            if (number := constant_value(added)) is not None:
                return base, int(number)
    return index, 0


def _in_row(access: Access, index: Expr | None, fixed: frozenset[int], facts: FactTable) -> bool:
    """Whether an iteration may go to several elements there, or to one that memory decides on."""
    if any(t.loop not in fixed for t in access.strides):
        return True
    if index is None:
        return False
    known = facts[index]
    return known.loads or bool(known.results) or not known.loops <= fixed
