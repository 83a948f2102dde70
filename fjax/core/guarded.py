"""Sizes that note what is asked of them: what was decided for some sizes says for which it holds.

A `Guarded` stands for a number whose value is known, for the time being. It is the result of an
expression over the sizes and literals that a program was given. Arithmetic gives other such
expressions. Each answer that Python code takes a way by, as that to a comparison, becomes a guard.
It is no `int`, so C code that wants its value must ask for it, and then the value itself is the
guard.

Two sizes find each other in a dict if they are equal, so sizes that were hashed are guarded, too:
those that are equal stay equal, and those that differ go on to differ.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fjax.core.straight_line import Step, StraightLine, Value

NUMBERS = (int, float, np.integer, np.floating)
COMPARED = (*NUMBERS, bytes)
SMALL = 16  # a smaller sum, difference or product is the number itself: an offset, as a rule
EXACT = (operator.add, operator.sub, operator.mul)
NEUTRAL = {  # operands that change no integer, by the operator and whether they are on the left
    (operator.add, False): 0,
    (operator.add, True): 0,
    (operator.sub, False): 0,
    (operator.mul, False): 1,
    (operator.mul, True): 1,
    (operator.floordiv, False): 1,
}


class Guards:
    """The expressions over some numbers, and what was found out about them.

    fixed: the places of numbers that are no part of expressions. Each is a guard itself.
    """

    def __init__(self, numbers: Sequence[Any], fixed: Collection[int] = ()):
        self.count = len(numbers)
        self.steps: list[Step] = []
        # Answers by the number of their expression.
        self.expected: dict[int, Any] = {k: numbers[k] for k in fixed}
        self.hashed: dict[int, Guarded] = {}
        self.avals: dict[Any, Any] = {}  # types with such sizes, which live as long as they
        self.asked: dict[Any, Guarded] = {}  # what was asked as a whole, by what it was
        self._numbers: dict[Any, Guarded] = {}
        self.given = [n if k in fixed else Guarded(self, k, n) for k, n in enumerate(numbers)]

    def value(self, function: Callable[..., Any], *operands: Any) -> Any:
        """The result of a function of numbers and constants, as an expression."""
        key = (
            function,
            tuple([(x.number,) if type(x) is Guarded else (x, type(x)) for x in operands]),
        )
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = self.step(function, *operands)
        return found

    def step(self, function: Callable[..., Any], *operands: Any) -> Guarded:
        """As `value`, each time another expression; constants need no hash."""
        result = function(*[x.known if type(x) is Guarded else x for x in operands])
        found = Guarded(self, self.count + len(self.steps), result)
        given = [Value(x.number) if type(x) is Guarded else x for x in operands]
        self.steps.append(Step(function, tuple(given)))
        return found

    def answer(self, function: Callable[..., Any], *operands: Any) -> Any:
        """The result of a function, which what is decided depends on."""
        return self.pin(self.value(function, *operands))

    def pin(self, x: Guarded) -> Any:
        """The value of an expression, which what is decided depends on; of zero its sign, too."""
        self.expected[x.number] = x.known
        if isinstance(x.known, (float, np.floating)) and x.known == 0:
            self.answer(math.copysign, 1.0, x)
        return x.known

    def function(self, result: Guarded) -> Callable[[Sequence[Any]], Any]:
        """The value of an expression as a function of other numbers.

        It gives None if a guard does not hold for them.
        """
        hashed = self.hashed.values()
        apart = self.step(partial(_apart, [x.known for x in hashed]), *hashed)
        expected = {**self.expected, apart.number: True}
        return StraightLine(self.count, self.steps, expected, result.number)


def _apart(before: Sequence[Any], *after: Any) -> bool:
    """Whether those that were equal are, and those that were not are not."""
    pairs = set(zip(before, after, strict=True))
    return len({x for x, _ in pairs}) == len(pairs) == len({x for _, x in pairs})


def _infix(function: Callable[..., Any], is_reflected: bool = False) -> Callable[..., Any]:
    """The method of an operator whose result is a number."""

    def method(self: Guarded, other: Any) -> Any:
        if not isinstance(known(other), NUMBERS):
            return NotImplemented
        other = other.item() if isinstance(other, np.generic) else other
        if (
            type(other) is type(self.known) is int
            and NEUTRAL.get((function, is_reflected)) == other
        ):
            return self
        operands = (other, self) if is_reflected else (self, other)
        found = self.guards.value(function, *operands)
        is_small = function in EXACT and abs(found.known) < SMALL
        return self.guards.pin(found) if is_small else found

    return method


def _question(function: Callable[..., Any]) -> Callable[..., Any]:
    """The method of an operator whose result decides something."""

    def method(self: Guarded, *others: Any) -> Any:
        for x in others:
            if not isinstance(known(x), COMPARED):
                return NotImplemented
        plain = [x.item() if isinstance(x, np.generic) else x for x in others]
        return self.guards.answer(function, self, *plain)

    return method


def _function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The method of a function whose result is a number."""
    return lambda self, *others: self.guards.value(function, self, *others)


class Guarded:
    """The value of an expression over guarded sizes. `isinstance` takes it for what it stands for.

    >>> a, b = Guards([4, 6]).given
    >>> isinstance(a, int), a * b > 20, (a * b).known
    (True, True, 24)
    >>> area = a.guards.function(a * b)
    >>> area([2, 11]), area([2, 10])
    (22, None)
    """

    __slots__ = ("guards", "number", "known")

    def __init__(self, guards: Guards, number: int, known: Any):
        self.guards, self.number, self.known = guards, number, known

    if not TYPE_CHECKING:
        __class__ = property(lambda self: type(self.known))

    def __hash__(self) -> int:
        self.guards.hashed[self.number] = self
        return hash((id(self.guards), self.known))

    __add__, __radd__ = _infix(operator.add), _infix(operator.add, True)
    __sub__, __rsub__ = _infix(operator.sub), _infix(operator.sub, True)
    __mul__, __rmul__ = _infix(operator.mul), _infix(operator.mul, True)
    __floordiv__, __rfloordiv__ = _infix(operator.floordiv), _infix(operator.floordiv, True)
    __mod__, __rmod__ = _infix(operator.mod), _infix(operator.mod, True)
    __truediv__, __rtruediv__ = _infix(operator.truediv), _infix(operator.truediv, True)
    __pow__, __rpow__ = _infix(operator.pow), _infix(operator.pow, True)
    __and__, __rand__ = _infix(operator.and_), _infix(operator.and_, True)
    __or__, __ror__ = _infix(operator.or_), _infix(operator.or_, True)
    __xor__, __rxor__ = _infix(operator.xor), _infix(operator.xor, True)
    __lshift__, __rlshift__ = _infix(operator.lshift), _infix(operator.lshift, True)
    __rshift__, __rrshift__ = _infix(operator.rshift), _infix(operator.rshift, True)
    __eq__, __ne__ = _question(operator.eq), _question(operator.ne)
    __lt__, __le__ = _question(operator.lt), _question(operator.le)
    __gt__, __ge__ = _question(operator.gt), _question(operator.ge)
    __bool__ = _question(bool)
    __neg__, __pos__ = _function(operator.neg), _function(operator.pos)
    __abs__, __invert__ = _function(operator.abs), _function(operator.invert)
    __ceil__, __floor__ = _function(math.ceil), _function(math.floor)
    __trunc__, __round__ = _function(math.trunc), _function(round)
    bit_length = _function(int.bit_length)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **how: Any) -> Any:
        """NumPy's functions of numbers."""
        if method != "__call__" or how or not all(isinstance(x, NUMBERS) for x in inputs):
            return NotImplemented
        plain = [x.item() if isinstance(x, np.generic) else x for x in inputs]
        found = self.guards.value(_applied, ufunc, *plain)
        return self.guards.pin(found) if type(found.known) is bool else found

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """An array of the expression, or of a literal's value."""
        if isinstance(self.known, np.generic):
            return np.asarray(self.guards.pin(self), dtype)
        found = np.array(None)
        found[()] = self
        return found

    def __getattr__(self, name: str) -> Any:
        """Other methods of numbers ask for the value."""
        found = getattr(self.known, name)
        self.guards.pin(self)
        return found

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __index__(self) -> int:
        if type(self.known) is not int:
            raise TypeError(f"{self.known!r} is not an integer")
        return self.guards.pin(self)

    def __int__(self) -> int:
        return int(self.guards.pin(self))

    def __float__(self) -> float:
        return float(self.guards.pin(self))

    def __str__(self) -> str:
        return str(self.guards.pin(self))

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return format(self.guards.pin(self), form)


def _applied(ufunc: np.ufunc, *inputs: Any) -> Any:
    return ufunc(*inputs).item()


def computed(function: Callable[..., Sequence[Any]], *numbers: Any) -> Sequence[Any]:
    """The numbers that a function makes of numbers; what it decides on its way is no guard.

    For other sizes the function is called again, so it must depend on nothing else.

    >>> a, b = Guards([4, 6]).given
    >>> high, low = computed(lambda x, y: (max(x, y), min(x, y)), a, b)
    >>> high.known, a.guards.function(high)([9, 5]), a.guards.expected
    (6, 9, {})
    """
    found = worked_out(function, *numbers)
    if type(found) is not Guarded:
        return found
    return [found.guards.value(operator.itemgetter(k), found) for k in range(len(found.known))]


def worked_out(function: Callable[..., Any], *operands: Any) -> Any:
    """What a function makes of numbers, as an expression if one of them is guarded.

    As of `computed`, which is for several results: the function must depend on nothing else.
    """
    guards = next((x.guards for x in operands if type(x) is Guarded), None)
    return function(*operands) if guards is None else guards.value(function, *operands)


def decided(function: Callable[..., Any], *operands: Any) -> Any:
    """The answer of a function about numbers; if one of them is guarded, it is a guard."""
    found = worked_out(function, *operands)
    return found.guards.pin(found) if type(found) is Guarded else found


def known(x: Any) -> Any:
    """The size as it is now, for messages: nothing may depend on it."""
    return x.known if type(x) is Guarded else x


def whole(x: Any) -> Any:
    """A NumPy integer as an int; one that is guarded is asked nothing by that."""
    return x if type(known(x)) is int else worked_out(int, x)
