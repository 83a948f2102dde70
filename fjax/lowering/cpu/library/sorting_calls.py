"""Native functions that sort rows: keys that are integers, with the places they come from.

An index of a launch is a row, whose elements lie `inner` apart. A key of 32 bits and its place are
one integer, so that equal keys keep their order; longer keys move together with their places.
"""

from __future__ import annotations

from fjax.lowering.native.language import (
    Byte,
    Int32,
    Pointer,
    Record,
    array,
    minimum,
    native,
    parameter,
)

RUN = 16  # elements that are sorted by insertion
LONG = parameter(bool)  # keys have 64 bits
FLOAT = parameter(bool)  # keys are the bits of floats
SIGNED = parameter(bool)
TOTAL = parameter(bool)  # NaN and -0.0 have places of their own, by their bits
DESCENDING = parameter(bool)
MOST_32 = 0x7FFFFFFF  # also the bits of a place beside a key
INFINITY_32 = 0x7F800000
MOST_64 = 0x7FFFFFFFFFFFFFFF
INFINITY_64 = 0x7FF0000000000000


class SortedRows(Record):
    """The table of a launch: rows of `length`; the first `kept` elements are stored.

    sizes: the bytes of an element of each operand, four bits each, the key's first. counted:
    whether the last result is the places, and the bytes of one.
    """

    length: int
    inner: int
    kept: int
    operands: int
    sizes: int
    counted: int


@native
def sort_rows(buffers: Pointer[Pointer[int]], rows: SortedRows, lo: int, hi: int) -> None:
    """The operands (the first buffers) in the order of the first one, to as many buffers after."""
    n, inner, kept = rows.length, rows.inner, rows.kept
    keys, places = array(int, n + 1), array(int, n + 1)
    more_keys, more_places = array(int, n + 1), array(int, n + 1)
    for t in range(lo, hi):
        first = t // inner * n * inner + t % inner
        for i in range(n):
            key = key_of(buffers[0], first + i * inner)
            keys[i] = key if LONG else (key << 32) | i
            places[i] = i
        sort_row(keys, places, more_keys, more_places, n)
        if not LONG:
            for i in range(n):
                places[i] = keys[i] & MOST_32
        start = t // inner * kept * inner + t % inner
        for k in range(rows.operands):
            size = (rows.sizes >> (4 * k)) & 15
            given, out = buffers[k], buffers[rows.operands + k]
            for i in range(kept):
                move(given, first + places[i] * inner, out, start + i * inner, size)
        if rows.counted != 0:
            counts = buffers[2 * rows.operands]
            for i in range(kept):
                if rows.counted == 8:
                    counts[start + i * inner] = places[i]
                else:
                    Pointer[Int32](counts)[start + i * inner] = Int32(places[i])


@native
def move(given: Pointer[int], at: int, out: Pointer[int], to: int, size: int) -> None:
    """One element of a given number of bytes."""
    if size == 8:
        out[to] = given[at]
    elif size == 4:
        Pointer[Int32](out)[to] = Pointer[Int32](given)[at]
    else:
        Pointer[Byte](out)[to] = Pointer[Byte](given)[at]


@native
def key_of(given: Pointer[int], at: int) -> int:
    """An integer that ascends as the elements are to."""
    if LONG:
        bits, most, infinity = given[at], MOST_64, INFINITY_64
    else:
        bits, most, infinity = int(Pointer[Int32](given)[at]), MOST_32, INFINITY_32
    if FLOAT:
        size = bits & most
        key = bits ^ ((bits >> 63) & most)
        if not TOTAL:
            key = 0 if size == 0 else key
            key = most if size > infinity else key
    elif SIGNED:
        key = bits
    else:
        key = bits ^ (-1 - most)
    return -1 - key if DESCENDING else key


@native
def sort_row(
    keys: Pointer[int],
    places: Pointer[int],
    more_keys: Pointer[int],
    more_places: Pointer[int],
    n: int,
) -> None:
    """Keys ascend, and equal ones stay; places move along if keys do not hold them."""
    start = 0
    while start < n:
        end = minimum(start + RUN, n)
        for i in range(start + 1, end):
            key, place, at = keys[i], places[i], i
            for _ in range(start, i):  # no branch decides, as it could not be foreseen
                other, later = keys[at - 1], key < keys[at - 1]
                keys[at] = other if later else key
                key = key if later else other
                if LONG:
                    another = places[at - 1]
                    places[at] = another if later else place
                    place = place if later else another
                at -= 1
            keys[start] = key
            if LONG:
                places[start] = place
        start = end
    width = RUN
    while width < n:
        start = 0
        while start < n:
            middle, end = minimum(start + width, n), minimum(start + 2 * width, n)
            merge(keys, places, more_keys, more_places, start, middle, end)
            start = end
        for i in range(n):
            keys[i] = more_keys[i]
            if LONG:
                places[i] = more_places[i]
        width = 2 * width


@native
def merge(
    keys: Pointer[int],
    places: Pointer[int],
    more_keys: Pointer[int],
    more_places: Pointer[int],
    start: int,
    middle: int,
    end: int,
) -> None:
    """Two ascending runs side by side become one; which key is less decides without a branch."""
    i, j, k = start, middle, start
    while (i < middle) & (j < end):
        a, b = keys[i], keys[j]
        second = b < a
        more_keys[k] = b if second else a
        if LONG:
            more_places[k] = places[j if second else i]
        i += 0 if second else 1
        j += 1 if second else 0
        k += 1
    while i < middle:
        more_keys[k] = keys[i]
        if LONG:
            more_places[k] = places[i]
        i, k = i + 1, k + 1
    while j < end:
        more_keys[k] = keys[j]
        if LONG:
            more_places[k] = places[j]
        j, k = j + 1, k + 1
