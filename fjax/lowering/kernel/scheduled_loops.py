"""The rules that loops of a scheduled kernel keep, on which emitters rely.

The verifier checks them. It refuses directives, and kernels given by hand, that break one.
"""

from __future__ import annotations

from collections.abc import Iterable

from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import (
    LANES,
    MOST_LANES,
    MOST_NEIGHBOURS,
    TILE,
    WARP,
    Binding,
    Bound,
    Carried,
    Kernel,
    Level,
    Loop,
    Mode,
    Store,
    Tail,
    Vector,
    While,
    is_shared,
    most_trips,
    parallel_nest,
    trip_count,
)
from fjax.lowering.kernel.spelling import (
    bounds,
    constant_value,
    nodes_in,
    only_stores,
    postorder,
    walk,
)


def fault(loop: Loop) -> str | None:
    """What is wrong with how a loop is vectorized, or with the loops that it is around."""
    plain = only_stores(loop.body) and loop.step is None
    if loop.mode is Mode.TRANSPOSE and not (plain and most_trips(loop) == TILE):
        return f"is no tile: {TILE} iterations of stores, or at most as many"
    if loop.mode is Mode.ROWS and not _is_rows(loop):
        return "is not made of stores and of vector loops, each row like the others"
    found = None if loop.binding is None else _fault_of_binding(loop, loop.binding)
    if loop.vector is None or found is not None:
        return found
    if loop.binding is not None:
        return _fault_of_neighbours(loop, loop.binding, loop.vector)
    if loop.mode not in LANES and loop.mode is not Mode.ROWS:
        return f"is {loop.mode.value} and has {loop.vector.lanes} lanes"
    if is_shared(loop):
        return "has lanes, and nothing says which part of it a call runs"
    return _fault_of_vector(loop, loop.vector)


def fault_for_processor(kernel: Kernel) -> str | None:
    """Why a scheduled kernel is none for a CPU; None if it is one."""
    nest = parallel_nest(kernel.body)
    if nest and nest[0].binding is None:
        return f"it begins with parallelize, as calls share the iterations of i{nest[0].number}"
    if any(isinstance(s, Loop) and s.binding is not None for s in walk(kernel.body)):
        return "it binds loops to the threads of a GPU"
    return None


def fault_for_gpu(kernel: Kernel) -> str | None:
    """Why a scheduled kernel is none for a GPU; None if it is one."""
    for s in (s for s in walk(kernel.body) if isinstance(s, Loop)):
        registers = s.mode in (Mode.ROWS, Mode.TRANSPOSE) or s.vector is not None
        ends = {type(n.extra) for n in postorder(bounds(s))}
        if Bound in ends or (registers and s.binding is None):
            return f"loop i{s.number} is a processor's, and not a GPU's"
    nest = parallel_nest(kernel.body)
    if nest and nest[0].binding is None:
        loop = f"i{nest[0].number}"
        return f"nothing says which threads run loop {loop}, as `bind {loop} threads` does"
    return None


def fault_within(loop: Loop, outside: Iterable[Loop | While]) -> str | None:
    """What is wrong with a loop inside others."""
    if loop.binding is not None:
        return _fault_of_threads(loop.binding, list(outside))
    if loop.mode is not Mode.TRANSPOSE:
        return None
    lanes = [s.vector for s in outside if isinstance(s, Loop) and s.mode in LANES and s.vector]
    fit = lanes and lanes[0].lanes * lanes[0].registers >= TILE
    if not fit or lanes[0].tail in (Tail.SCALAR, Tail.HALVES):
        return f"is a tile in no vector loop of {TILE} lanes whose end has lanes, too"
    return None


def _fault_of_vector(loop: Loop, vector: Vector) -> str | None:
    lanes, registers, tail = vector.lanes, vector.registers, vector.tail
    powers = _is_power(lanes) and _is_power(registers)
    if not (powers and 1 < lanes and lanes * registers <= MOST_LANES):
        return (
            f"has {lanes} lanes in {registers} registers: each is to be a power of two,"
            f" and both together no more than {MOST_LANES}"
        )
    if tail is Tail.ALIGNED:
        return "has a tail for the threads of a GPU, and is bound to none"
    if tail is Tail.WHOLE and not fills_vectors(loop, lanes * registers):
        return f"is to fill vectors of {lanes * registers} lanes, which its bounds do not say"
    if tail is Tail.ONE and (registers != 1 or loop.start is not None):
        return "has one mask for its end: it begins at 0 and takes one register at a time"
    plain = only_stores(loop.body) and not loop.carries
    if tail is Tail.COPIED and not (plain and registers == 1):
        return "copies what its end accesses: it has only stores and takes one register at a time"
    first = loop.start is None and not loop.carries
    if tail is Tail.HALVES and not (first and registers == 1):
        return (
            "ends in halves of vectors: it begins at 0, carries nothing and takes one register at a"
            " time"
        )
    return None


def _fault_of_binding(loop: Loop, binding: Binding) -> str | None:
    """What is wrong with a loop that threads of a GPU run."""
    level, count = binding.level, binding.count
    if level is not Level.LANES:
        if not is_shared(loop) or binding.row is not None:
            return f"is bound to {level.value}, which takes the outermost shared loop"
        if level is Level.TEAMS and not (_is_power(count) and 1 < count <= WARP):
            return f"is bound to teams of {count}: they have a power of two, {WARP} at most"
        return f"is bound to {count} {level.value}" if count and level is not Level.TEAMS else None
    if loop.mode not in (Mode.VECTOR, Mode.SCAN) or loop.start or loop.step:
        return f"is {loop.mode.value}, or begins elsewhere than at 0, and is bound to lanes"
    if loop.mode is Mode.SCAN and not stores_last(loop):
        return "needs running totals before the stores at its end, and is bound to lanes"
    alone = loop.mode is Mode.VECTOR and only_stores(loop.body) and loop.vector is None
    if (binding.row is not None) != bool(count) or count < 0 or (count and not alone):
        return "is to be held in registers: it is a vector loop of stores, and names its row"
    return None


def _fault_of_neighbours(loop: Loop, binding: Binding, vector: Vector) -> str | None:
    """What is wrong with how each thread takes several iterations at once."""
    if binding.level in (Level.TEAMS, Level.BLOCKS):
        return f"is bound to {binding.level.value}, which have one iteration together"
    if not (vector.tail is Tail.ALIGNED and vector.registers == 1 and only_stores(loop.body)):
        return "runs on threads: a body of stores takes neighbours, as in `4x1 aligned`"
    if not (_is_power(vector.lanes) and 1 < vector.lanes <= MOST_NEIGHBOURS):
        return f"takes {vector.lanes} neighbours: a power of two, {MOST_NEIGHBOURS} at most"
    return None


def _fault_of_threads(binding: Binding, outside: list[Loop | While]) -> str | None:
    """What is wrong with where a loop stands that threads run."""
    if binding.level is not Level.LANES:
        return "is bound, and is not the outermost loop" if outside else None
    around = [s for s in outside if isinstance(s, Loop)]
    bound = [s.binding.level for s in around if s.binding is not None]
    if Level.LANES in bound:
        return "is bound to lanes, but each lane is busy with an iteration around it"
    shared = any(map(is_shared, around))
    if shared and not any(x in (Level.TEAMS, Level.BLOCKS) for x in bound):
        return "is bound to lanes, and no team or block has the iteration around"
    return None


def stores_last(loop: Loop) -> bool:
    """Whether a scan has all its stores last, and nothing before needs the running totals.

    Lanes beyond the end of the row compute what is before once more.
    """
    before = [s for s in loop.body if not isinstance(s, Store)]
    if any(isinstance(s, Store) for s in walk(before)):
        return False
    keys = [n.extra for n in nodes_in(before)]
    return list(loop.body[: len(before)]) == before and not any(
        isinstance(k, Carried) and k.loop == loop.number for k in keys
    )


def fills_vectors(loop: Loop, lanes: int) -> bool:
    """Whether a loop's bounds say that its iterations fill vectors of `lanes` lanes."""
    count = trip_count(loop)
    if count is not None:
        return count % lanes == 0
    stop, start = _plain(loop.stop), None if loop.start is None else _plain(loop.start)
    if start is None:
        return _is_multiple(stop, lanes)
    if stop.op is not Op.ADD or not any(_is_same(start, _plain(x)) for x in stop.args):
        return False
    return any(_is_multiple(x, lanes) for x in stop.args)


def _plain(x: Expr) -> Expr:
    """An index before it was narrowed or widened, which does not change it."""
    return x.args[0] if x.op is Op.CONVERT else x


def _is_same(a: Expr, b: Expr) -> bool:
    """Whether two indices are one; literals may be of different widths."""
    known = constant_value(a)
    return a is b or (known is not None and known == constant_value(b))


def _is_multiple(x: Expr, lanes: int) -> bool:
    """Whether an integer is `y & -n` with n a multiple of `lanes`."""
    if x.op is not Op.AND:
        return False
    found = [-c for a in x.args if (c := constant_value(a)) is not None]
    return any(n > 0 and _is_power(n) and n % lanes == 0 for n in found)


def _is_power(n: int) -> bool:
    return n > 0 and n & (n - 1) == 0


def _is_rows(loop: Loop) -> bool:
    """Whether the totals of several rows can be made together."""
    vector, inner = loop.vector, [s for s in loop.body if isinstance(s, Loop)]
    if vector is None or vector.registers != 1 or vector.tail is not Tail.MASK or loop.step:
        return False
    rest = [s for s in loop.body if not isinstance(s, Loop)]
    totals = [s for s in inner if s.carries]
    ends = [s.vector.tail for s in totals if s.vector is not None]
    return (
        only_stores(rest)
        and bool(totals)
        and all(s.mode in LANES for s in inner)
        and all(s.start is None for s in totals)
        and Tail.SCALAR not in ends
    )
