"""A native function that transforms arrays by NumPy's Fourier transforms of rows.

NumPy's functions are the inner loops of generalized ufuncs. They take the addresses of operand,
factor and result, then counts (rows, points given, points made), then strides in bytes: from row to
row of the three, then from point to point of operand and result. The last argument is the
direction.
"""

from __future__ import annotations

from typing import Annotated, Any

from fjax.lowering.native.language import (
    Address,
    Byte,
    External,
    Pointer,
    Record,
    Room,
    address,
    array,
    external,
    native,
    parameter,
)

Factor = Annotated[Address, Room(8)]
REAL_BYTES = parameter(int)  # of one real number
FORWARD = parameter(int)
FROM_REAL = parameter(bool)  # real numbers are given, half of a spectrum is made
TO_REAL = parameter(bool)
complex_rows: Any = parameter(External)
real_rows: Any = parameter(External)


class Transform(Record):
    """The table of a launch: arrays of up to three axes, and the divisor of their transforms.

    Axes that an array lacks have one point. half: complex numbers along the last axis, fewer than
    points if one side is real.
    """

    arrays: int
    rank: int
    first: int
    second: int
    last: int
    half: int
    factor: Factor
    one: Factor


def parameters(real_bytes: int, kind: str, complex_name: str, real_name: str) -> dict[str, Any]:
    """What the function is translated with, for a kind of transform (`FftType`'s names)."""
    loop = (None, Address, Address, Address, Address)
    return {
        "REAL_BYTES": real_bytes,
        "FORWARD": int(kind in ("FFT", "RFFT")),
        "FROM_REAL": kind == "RFFT",
        "TO_REAL": kind == "IRFFT",
        "complex_rows": external(complex_name, *loop),
        "real_rows": external(real_name, *loop),
    }


@native
def transform_arrays(buffers: Pointer[Address], t: Transform, lo: int, hi: int) -> None:
    """The transforms (buffer 1) of the arrays in buffer 0, which lie by rows without gaps.

    Axes come in SciPy's order, and so does the factor.
    """
    given, out, rows = buffers[0], buffers[1], t.arrays * t.first * t.second
    one, factor = address(t.one), address(t.factor)
    if FROM_REAL:
        transform_real(given, factor, out, t, rows)
        transform_others(out, one, out, t)
    elif TO_REAL:
        if t.rank > 1:
            work = array(int, rows * t.half * REAL_BYTES // 4)
            transform_others(given, one, work, t)
            given = work
        transform_real(given, factor, out, t, rows)
    else:
        transform_others(given, factor, out, t)
        if t.rank == 1:
            transform_axis(given, factor, out, t.last, rows, 1)
        else:
            transform_axis(out, one, out, t.last, rows, 1)


@native
def transform_others(given: Address, factor: Address, out: Address, t: Transform) -> None:
    """Complex transforms along the axes before the last one; the factor belongs to the first."""
    planes = t.arrays * t.first
    if t.rank > 2:
        transform_axis(given, factor, out, t.first, t.arrays, t.second * t.half)
        transform_axis(out, address(t.one), out, t.second, planes, t.half)
    elif t.rank > 1:
        transform_axis(given, factor, out, t.second, planes, t.half)


@native
def transform_axis(
    given: Address, factor: Address, out: Address, n: int, outer: int, inner: int
) -> None:
    """Complex transforms of n points that lie `inner` apart, for each outer and inner index."""
    places, counts, steps = array(Address, 3), array(int, 3), array(int, 5)
    direction, size = array(Byte, 1), 2 * REAL_BYTES
    direction[0] = Byte(FORWARD)
    at_once = outer if inner == 1 else inner
    counts[0], counts[1], counts[2] = at_once, n, n
    steps[0] = n * size if inner == 1 else size
    steps[1], steps[2], steps[3], steps[4] = 0, steps[0], inner * size, inner * size
    places[1] = factor
    for k in range(outer * inner // at_once):
        places[0], places[2] = given + k * n * inner * size, out + k * n * inner * size
        complex_rows(places, counts, steps, direction)


@native
def transform_real(given: Address, factor: Address, out: Address, t: Transform, rows: int) -> None:
    """Transforms along the last axis with one real side."""
    places, counts, steps = array(Address, 3), array(int, 3), array(int, 5)
    direction, size = array(Byte, 1), 2 * REAL_BYTES
    direction[0] = Byte(FORWARD)
    places[0], places[1], places[2] = given, factor, out
    counts[0], counts[1], counts[2] = rows, t.last, t.half
    steps[0], steps[1], steps[2] = t.last * REAL_BYTES, 0, t.half * size
    steps[3], steps[4] = REAL_BYTES, size
    if TO_REAL:
        counts[1], counts[2] = t.half, t.last
        steps[0], steps[2] = t.half * size, t.last * REAL_BYTES
        steps[3], steps[4] = size, REAL_BYTES
    real_rows(places, counts, steps, direction)
