"""Times of launches, noted in a ring while somebody records them.

A program that begins asks once whether there is a ring. Each of its launches then takes one look at
the clock and one row. All threads share the ring: a row belongs to whoever has counted it.
"""

from __future__ import annotations

from fjax.lowering.cpu.runtime.state import clock, pthread_self, state
from fjax.lowering.native.language import Address, Pointer, Record, atomic_add, native


class StampRow(Record):
    """One launch of a program, in nanoseconds of `time.perf_counter_ns`."""

    thread: int
    program: int  # where its words are
    launch: int  # the number in its table
    start: int
    end: int


class StampRing(Record):
    """Rows, of which the oldest are written over."""

    count: int  # of rows that were taken
    last: int  # the number of the last row; there is a power of two of them
    rows: Pointer[StampRow]


@native
def set_stamps(ring: Address) -> None:
    """Note launches in this ring from now on; null: in none."""
    state.stamps = ring


@native
def stamp(ring: StampRing, program: Address, launch: int, start: int) -> int:
    """Note a launch that has ended; the time, at which the next one starts."""
    now = clock()
    row = ring.rows[atomic_add(ring.count, 1) & ring.last]
    row.thread, row.program, row.launch = pthread_self(), int(program), launch
    row.start, row.end = start, now
    return now
