"""Straight-line code: steps that compute values from numbers, one after another."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

ARITHMETIC = frozenset(
    {
        operator.add,
        operator.sub,
        operator.mul,
        operator.floordiv,
        operator.mod,
        operator.truediv,
        operator.neg,
        operator.eq,
        operator.ne,
        operator.lt,
        operator.le,
        operator.gt,
        operator.ge,
    }
)


class Value(NamedTuple):
    """An operand that is a value: one that is given, or what a step computes."""

    number: int


class Step(NamedTuple):
    """A function of values and constants."""

    function: Callable[..., Any]
    operands: tuple[Any, ...]


def as_tuple(*parts: Any) -> tuple[Any, ...]:
    """The parts as a tuple."""
    return parts


def as_list(*parts: Any) -> list[Any]:
    """The parts as a list."""
    return list(parts)


class StraightLine:
    """A function of `count` numbers that gives the value numbered `result`.

    It gives None as soon as a value is not what is expected of it, or where numbers have no value
    (ArithmeticError, ValueError). Values are numbered: those that are given, then those of steps.
    The steps are interpreted: most functions are called a few times, and compiling one takes a
    hundred times as long as a call.

    >>> steps = [Step(operator.add, (Value(0), 1)), Step(operator.lt, (Value(1), 9))]
    >>> following = StraightLine(1, steps, {2: True}, 1)
    >>> following([5]), following([8])
    (6, None)
    """

    def __init__(self, count: int, steps: Sequence[Step], expected: Mapping[int, Any], result: int):
        self.count, self.result = count, result
        self.constants: list[Any] = []  # their places in a list of values follow those of steps
        self.places: dict[int, int] = {}  # of constants by identity
        self.first_constant = count + len(steps)
        self.given = [(k, expected[k]) for k in range(count) if k in expected]
        needed = _needed(count, steps, {*expected, result})
        self.steps = [
            (number, function, _reader([self._place(x) for x in operands]), number in expected)
            for number, (function, operands) in _quick_first(count, steps)
            if number in needed
        ]
        self.expected = [expected.get(number) for number, *_ in self.steps]

    def _place(self, x: Any) -> int:
        """The place of an operand in the list of values."""
        if type(x) is Value:
            return x.number
        if id(x) not in self.places:
            self.places[id(x)] = self.first_constant + len(self.constants)
            self.constants.append(x)
        return self.places[id(x)]

    def __call__(self, given: Sequence[Any]) -> Any:
        """The result for these numbers."""
        values = [*given, *[None] * (self.first_constant - self.count), *self.constants]
        if any(values[k] != known for k, known in self.given):
            return None
        try:
            for (number, function, read, is_expected), known in zip(
                self.steps, self.expected, strict=True
            ):
                found = values[number] = function(*read(values))
                if is_expected and found != known:
                    return None
        except (ArithmeticError, ValueError):
            return None
        return values[self.result]


def _reader(places: Sequence[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """A function that gives the values at these places."""
    if len(places) > 1:
        return operator.itemgetter(*places)
    first = places[0] if places else 0
    return operator.itemgetter(slice(first, first + len(places)))


def _needed(count: int, steps: Sequence[Step], wanted: set[int]) -> set[int]:
    """The numbers of the values that the wanted ones depend on, and of these."""
    for number in range(count + len(steps) - 1, count - 1, -1):
        if number in wanted:
            operands = steps[number - count].operands
            wanted.update([x.number for x in operands if type(x) is Value])
    return wanted


def _quick_first(count: int, steps: Sequence[Step]) -> Iterator[tuple[int, Step]]:
    """The steps with their numbers. Arithmetic with what is given comes first: most expectations
    fail there.
    """
    quick, others = set(range(count)), list[tuple[int, Step]]()
    for number, step in enumerate(steps, count):
        read = [x.number for x in step.operands if type(x) is Value]
        if step.function in ARITHMETIC and quick.issuperset(read):
            quick.add(number)
            yield number, step
        else:
            others.append((number, step))
    yield from others
