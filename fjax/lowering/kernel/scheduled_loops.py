"""What the loops of a scheduled kernel must be for the emitters: rules that the verifier holds.

A directive that would break one is refused, as is a kernel that is given by hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import (
    LANES,
    MOST_LANES,
    TILE,
    Loop,
    Mode,
    Tail,
    Vector,
    While,
    is_shared,
    most_trips,
    trip_count,
)
from fjax.lowering.kernel.spelling import constant_value, only_stores


def fault(loop: Loop) -> str | None:
    """What is wrong with how a loop is vectorized, or with the loops that it is around."""
    plain = only_stores(loop.body) and loop.step is None
    if loop.mode is Mode.TRANSPOSE and not (plain and most_trips(loop) == TILE):
        return f"is no tile: {TILE} iterations of stores, or at most as many"
    if loop.mode is Mode.ROWS and not _is_rows(loop):
        return "is not made of stores and of vector loops, each row like the others"
    if loop.vector is None:
        return None
    if loop.mode not in LANES and loop.mode is not Mode.ROWS:
        return f"is {loop.mode.value} and has {loop.vector.lanes} lanes"
    if is_shared(loop):
        return "has lanes, and nothing says which part of it a call runs"
    return _fault_of_vector(loop, loop.vector)


def fault_within(loop: Loop, outside: Iterable[Loop | While]) -> str | None:
    """What is wrong with a loop inside others."""
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
    if tail is Tail.WHOLE and not fills_vectors(loop, lanes * registers):
        return f"is to fill vectors of {lanes * registers} lanes, which its bounds do not say"
    if tail is Tail.ONE and (registers != 1 or loop.start is not None):
        return "has one mask for its end: it begins at 0 and takes one register at a time"
    literal = trip_count(loop) is not None and loop.start is None
    if tail is Tail.HALVES and not (literal and registers == 1 and not loop.carries):
        return (
            "ends in halves of vectors: it has a literal count, begins at 0, carries nothing and"
            " takes one register at a time"
        )
    return None


def fills_vectors(loop: Loop, lanes: int) -> bool:
    """Whether a loop's bounds say that its iterations fill vectors of so many lanes."""
    count = trip_count(loop)
    if count is not None:
        return count % lanes == 0
    stop, start = _plain(loop.stop), None if loop.start is None else _plain(loop.start)
    if start is None:
        return _is_multiple(stop, lanes)
    if stop.op is not Op.ADD or start not in map(_plain, stop.args):
        return False
    return any(_is_multiple(x, lanes) for x in stop.args)


def _plain(x: Expr) -> Expr:
    """An index before it was narrowed or widened, which does not change it."""
    return x.args[0] if x.op is Op.CONVERT else x


def _is_multiple(x: Expr, lanes: int) -> bool:
    """Whether an integer is `y & -n` with n a multiple of so many lanes."""
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
