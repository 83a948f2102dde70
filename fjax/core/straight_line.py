"""Straight-line code: steps that compute values from numbers, as one Python function."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

INFIX: Mapping[Any, str] = {
    operator.add: "+",
    operator.sub: "-",
    operator.mul: "*",
    operator.floordiv: "//",
    operator.mod: "%",
    operator.truediv: "/",
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}


class Value(NamedTuple):
    """An operand that is a value: one that is given, or what a step computes."""

    number: int


class Step(NamedTuple):
    """A function of values and constants."""

    function: Callable[..., Any]
    operands: tuple[Any, ...]


def as_tuple(*parts: Any) -> tuple[Any, ...]:
    """The parts as a tuple; spelled as one in code."""
    return parts


def as_list(*parts: Any) -> list[Any]:
    """The parts as a list; spelled as one in code."""
    return list(parts)


def straight_line(
    count: int, steps: Sequence[Step], expected: Mapping[int, Any], result: int
) -> Callable[[Sequence[Any]], Any]:
    """A function of `count` numbers that gives the value numbered `result`.

    It gives None as soon as a value is not what is expected of it, or where numbers have no value
    (ArithmeticError, ValueError). Values are numbered: those that are given, then those of steps.

    >>> steps = [Step(operator.add, (Value(0), 1)), Step(operator.lt, (Value(1), 9))]
    >>> following = straight_line(1, steps, {2: True}, 1)
    >>> following([5]), following([8])
    (6, None)
    """
    code = _Code(count, steps, expected, result)
    names: dict[str, Any] = {}
    exec(compile("\n".join(code.lines()), "<straight line>", "exec"), code.constants, names)
    found: Callable[[Sequence[Any]], Any] = names["run"]
    return found


class _Code:
    """The text of a function, and the constants that it names."""

    def __init__(self, count: int, steps: Sequence[Step], expected: Mapping[int, Any], result: int):
        self.count, self.steps, self.expected, self.result = count, steps, expected, result
        self.constants: dict[str, Any] = {}
        self.names: dict[int, str] = {}  # of constants by identity
        self.uses = self._uses()
        self.quick = self._quick()

    def _uses(self) -> dict[int, int]:
        """How often values are read that the result or an expectation depends on."""
        uses = dict.fromkeys(self.expected, 0)
        uses[self.result] = 1
        for number in range(self.count + len(self.steps) - 1, self.count - 1, -1):
            if number in uses:
                for x in self.steps[number - self.count].operands:
                    if type(x) is Value:
                        uses[x.number] = uses.get(x.number, 0) + 1
        return uses

    def _quick(self) -> set[int]:
        """Arithmetic with what is given. It comes first, because most expectations fail there."""
        quick = set(range(self.count))
        for number, (function, operands) in enumerate(self.steps, self.count):
            if function in INFIX and all(
                type(x) is not Value or x.number in quick for x in operands
            ):
                quick.add(number)
        return quick

    def lines(self) -> Iterator[str]:
        yield "def run(given):"
        yield " try:"
        yield f"  {''.join(f'v{k}, ' for k in range(self.count))}= given"
        every = range(self.count + len(self.steps))
        for number in sorted(every, key=lambda number: number not in self.quick):
            if number in self.uses:
                yield from self._lines_of(number)
        yield f"  return v{self.result}"
        yield " except (ArithmeticError, ValueError):"
        yield "  return None"

    def _lines_of(self, number: int) -> Iterator[str]:
        """A value, and whether it is as expected."""
        name = f"v{number}"
        if number >= self.count:
            text = self._call(*self.steps[number - self.count])
            if self.uses[number]:
                yield f"  {name} = {text}"
            else:
                name = f"({text})"
        if number in self.expected:
            yield f"  if {self._differs(name, self.expected[number])}: return None"

    def _differs(self, name: str, value: Any) -> str:
        if isinstance(value, (bool, np.bool_)):
            return f"not {name}" if value else name
        return f"{name} != {self._operand(value)}"

    def _call(self, function: Callable[..., Any], operands: Collection[Any]) -> str:
        given = [self._operand(x) for x in operands]
        if function in INFIX:
            return f" {INFIX[function]} ".join(given)
        if function is as_tuple:
            return f"({''.join(f'{x}, ' for x in given)})"
        if function is as_list:
            return f"[{', '.join(given)}]"
        return f"{self._operand(function)}({', '.join(given)})"

    def _operand(self, x: Any) -> str:
        if type(x) is Value:
            return f"v{x.number}"
        if type(x) in (int, bool, type(None)):
            return f"({x!r})"
        if id(x) not in self.names:
            self.names[id(x)] = name = f"c{len(self.names)}"
            self.constants[name] = x
        return self.names[id(x)]
