"""Native functions compute what Python computes from the same text, and refuse what they cannot."""

import ctypes
import sys
from collections.abc import Callable
from typing import Annotated

import pytest

from fjax.lowering.cpu import compile as compiler
from fjax.lowering.native.language import (
    Address,
    Int32,
    OwnLine,
    Pointer,
    Record,
    Room,
    add_lanes,
    external,
    externals,
    multiply_add,
    native,
    parameter,
    splat,
    square_root,
    unrolled,
)
from fjax.lowering.native.translate import translate
from fjax.lowering.native.types import INT, POINTER, type_of, vector

STEP = 3
COUNT = parameter(int)
HERE = sys.modules[__name__]


def compiled(function, result, *kinds, **parameters):
    """The function's machine code, as a Python callable."""
    address = compiler.compile_native((function,), (HERE,), parameters)[function.__name__]
    return ctypes.CFUNCTYPE(result, *kinds)(address)


@native
def divisor(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


@native
def odd_sum(n: int, limit: int) -> int:
    total = 0
    for k in range(1, n, STEP):
        if k & 1 == 0:
            continue
        for j in range(k):
            total += j * k
            if total > limit:
                break
        if not (total <= limit and k >= 0) or k == 100:
            return -total
    return total


@native
def kind_of(x: int, lo: int, hi: int) -> int:
    inside = lo <= x < hi or x == -1
    if inside and x > 0:
        return 2
    elif inside:
        return 1
    return (x // 2 if x > hi else 0) - (x << 2 | 1)


@pytest.mark.parametrize(
    "function, arguments",
    [
        (divisor, [(12, 18), (17, 5), (0, 9), (270, 192)]),
        (odd_sum, [(0, 10), (20, 10**6), (50, 1000), (200, 10**9)]),
        (kind_of, [(-1, 0, 5), (3, 0, 5), (5, 0, 5), (90, 0, 5), (0, 0, 5)]),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_machine_code_and_python_agree(function, arguments):
    run = compiled(function, ctypes.c_int64, *[ctypes.c_int64] * len(arguments[0]))
    assert [run(*a) for a in arguments] == [function(*a) for a in arguments]


class Inner(Record):
    first: int
    second: int


class Outer(Record):
    count: int
    items: Pointer[Inner]
    room: Annotated[Address, Room(24)]
    last: OwnLine[int]


@native
def last_of(outer: Outer) -> int:
    total = outer.last
    for k in range(outer.count):
        total += outer.items[k].second
        outer.items[k].first = total
    return total


def test_a_record_is_read_and_written_by_the_offsets_that_python_lays_out():
    items = (ctypes.c_int64 * 6)(*(word for k in range(3) for word in Inner.words(second=k + 1)))
    words = Outer.words(count=3, items=ctypes.addressof(items), last=100)
    outer = (ctypes.c_int64 * len(words))(*words)
    run = compiled(last_of, ctypes.c_int64, ctypes.c_void_p)
    assert run(ctypes.addressof(outer)) == 106
    assert list(items) == [101, 1, 103, 2, 106, 3]


def test_a_field_on_a_line_of_its_own_begins_one():
    assert Outer.offsets == {"count": 0, "items": 8, "room": 16, "last": 64}


@pytest.mark.parametrize("kind", [Callable[[int], int], Pointer[int], Address, Inner])
def test_an_address_is_a_word_whatever_lies_there(kind):
    found = type_of(kind)
    assert (found.text, found.size, found.align) == ("ptr", 8, 8)


def test_the_type_of_a_function_knows_its_result_and_arguments():
    assert type_of(Callable[[int, Address], None]).signature == (None, INT, POINTER)


@native
def powers(x: int) -> int:
    result = 1
    for _ in unrolled(COUNT):
        result = result * x
    return result


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_parameter_is_a_constant_of_one_translation(count):
    assert compiled(powers, ctypes.c_int64, ctypes.c_int64, COUNT=count)(3) == 3**count


FOUR = vector(float, 4)


@native
def added(numbers: Pointer[FOUR], count: int) -> float:
    total = splat(0.0, FOUR)
    for k in range(count):
        total = multiply_add(numbers[k], numbers[k], total)
    return add_lanes(total)


def test_lanes_are_added():
    numbers = (ctypes.c_double * 12)(*range(12))
    run = compiled(added, ctypes.c_double, ctypes.c_void_p, ctypes.c_int64)
    assert run(ctypes.addressof(numbers), 3) == sum(k * k for k in range(12))
    assert run(ctypes.addressof(numbers), 0) == 0


@native
def lane_roots(numbers: Pointer[FOUR], row: int) -> int:
    number = splat(float(row), FOUR)
    x, y = numbers[0], numbers[1]
    greater = y if x < y else x
    numbers[2] = square_root(greater / number)
    return int(Pointer[float](numbers + 2)[3])


def test_lanes_are_chosen_by_what_is_true_of_each():
    numbers = (ctypes.c_double * 12)(1, 20, 3, 8, 5, 2, 7, 50, *range(4))
    run = compiled(lane_roots, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
    assert run(ctypes.addressof(numbers), 2) == 5
    assert numbers[8:] == [(x / 2) ** 0.5 for x in (5, 20, 7, 50)]


@native
def narrowed(x: int) -> Int32:
    return x


@native
def printed(x: int) -> int:
    assert x > 0
    return x


@native
def chosen(x: int) -> int:
    return divisor(x, 6) if x > 0 else 0


@native
def indexed(x: int) -> int:
    return x[0]


@native
def backwards(x: int) -> int:
    total = 0
    for k in range(x, 0, -1):
        total += k
    return total


@pytest.mark.parametrize(
    "function, message",
    [
        (narrowed, "i64 becomes i32 only where that is said"),
        (printed, r"printed \(line \d+\): no native statement: assert x > 0"),
        (chosen, "both sides are computed"),
        (indexed, "this has no elements"),
        (backwards, "loops count upwards"),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_what_cannot_be_translated_is_refused_by_name(function, message):
    with pytest.raises(TypeError, match=message):
        translate({"symbol": function})


def test_a_function_of_a_module_that_the_key_does_not_cover_is_refused():
    with pytest.raises(TypeError, match="of a module that is not named"):
        translate({"symbol": divisor}, {}, (compiler,))


def test_what_a_module_calls_outside_is_listed():
    HERE.a_function, HERE.an_instruction = external("puts", None), external("llvm.trap", None)
    try:
        assert externals((HERE,)) == ["puts"]
    finally:
        del HERE.a_function, HERE.an_instruction
