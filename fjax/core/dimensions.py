"""Sizes that are not known yet: polynomials with integer coefficients over named variables.

A `Dimension` is never a plain number: arithmetic that leaves no variable gives an int. Variables
stand for sizes of at least 1.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from fjax.config import named_context
from fjax.errors import FjaxTypeError, FjaxValueError, InconclusiveDimensionOperation

# Whether what is traced must be one program for many sizes: nothing may be chosen by size then.
for_many_sizes = named_context("for_many_sizes", False)


class Operation(NamedTuple):
    """A factor that is not a polynomial: floordiv, mod, max or min of two sizes."""

    kind: str
    operands: tuple[Any, Any]

    def __str__(self) -> str:
        return f"{self.kind}({self.operands[0]}, {self.operands[1]})"


# A factor is the name of a variable or an Operation; a monomial, factors with their powers.
Monomial = tuple[tuple[Any, int], ...]
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "max": max,
    "min": min,
}


class Dimension:
    """A size as an expression of dimension variables.

    >>> a = Dimension.variable("a")
    >>> 2 * a + 3, a * a - a, (a + 4) // 2, a - a
    (2*a + 3, a^2 - a, floordiv(a + 4, 2), 0)
    """

    __slots__ = ("terms", "scope")
    terms: tuple[tuple[Monomial, int], ...]  # the highest first
    scope: Any  # where the variables belong, see fjax.export.SymbolicScope

    def __init__(self, terms: tuple[tuple[Monomial, int], ...], scope: Any = None):
        self.terms, self.scope = terms, scope

    @classmethod
    def variable(cls, name: str, scope: Any = None) -> Dimension:
        """The size of this name."""
        return cls(((((name, 1),), 1),), scope)

    # ---- what it is

    def variables(self) -> frozenset[str]:
        """The names in it.

        >>> sorted((Dimension.variable("b") * Dimension.variable("a")).variables())
        ['a', 'b']
        """
        found: set[str] = set()
        for factor in (f for monomial, _ in self.terms for f, _ in monomial):
            if isinstance(factor, str):
                found.add(factor)
            else:
                found.update(*[variables_of(x) for x in factor.operands])
        return frozenset(found)

    def at(self, values: Mapping[str, Any]) -> Any:
        """Its value for values of its variables.

        >>> (2 * Dimension.variable("a") + 1).at({"a": 4})
        9
        """
        total = 0
        for monomial, coefficient in self.terms:
            product = coefficient
            for factor, power in monomial:
                product = product * _value(factor, values) ** power
            total = total + product
        return total

    def linear_in(self, name: str) -> tuple[int, Any] | None:
        """(coefficient, rest) if it is coefficient * name + rest, without the name in the rest."""
        coefficient, rest = 0, []
        for monomial, k in self.terms:
            if monomial == ((name, 1),):
                coefficient = k
            elif name in Dimension(((monomial, k),)).variables():
                return None
            else:
                rest.append((monomial, k))
        return (coefficient, _made(dict(rest), self.scope)) if coefficient else None

    @property
    def degree(self) -> int:
        """The largest power of a variable in its terms, those within operations multiplied.

        >>> a = Dimension.variable("a")
        >>> (a**3 + 1).degree, (fjax.core.max_dim(a * a, 7) ** 3).degree
        (3, 6)
        """
        powers = (sum(power * _degree(f) for f, power in monomial) for monomial, _ in self.terms)
        return max(powers, default=0)

    @property
    def lowest(self) -> float:
        """A number that it is not below, for variables of at least 1."""
        total: float = 0
        for monomial, k in self.terms:
            low, high = 1.0, 1.0
            for factor, power in monomial:
                below, above = _bounds(factor)
                low, high = low * below**power, high * above**power if below >= 0 else math.inf
                low = low if below >= 0 else -math.inf
            total += k * low if k > 0 else k * high
        return total

    # ---- arithmetic

    def __add__(self, other: Any) -> Any:
        if not _is_size(other):
            return NotImplemented
        terms = dict(self.terms)
        for monomial, k in _terms(other):
            terms[monomial] = terms.get(monomial, 0) + k
        return _made(terms, self.scope or getattr(other, "scope", None))

    def __mul__(self, other: Any) -> Any:
        if not _is_size(other):
            return NotImplemented
        terms: dict[Monomial, int] = {}
        for left, k in self.terms:
            for right, n in _terms(other):
                both = _product(left, right)
                terms[both] = terms.get(both, 0) + k * n
        return _made(terms, self.scope or getattr(other, "scope", None))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -1 * other if _is_size(other) else NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return -1 * self + other if _is_size(other) else NotImplemented

    def __pow__(self, power: int) -> Any:
        result: Any = 1
        for _ in range(power):
            result = self * result
        return result

    def __floordiv__(self, other: Any) -> Any:
        return operation("floordiv", self, other) if _is_size(other) else NotImplemented

    def __rfloordiv__(self, other: Any) -> Any:
        return operation("floordiv", other, self) if _is_size(other) else NotImplemented

    def __mod__(self, other: Any) -> Any:
        return operation("mod", self, other) if _is_size(other) else NotImplemented

    def __rmod__(self, other: Any) -> Any:
        return operation("mod", other, self) if _is_size(other) else NotImplemented

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    # ---- comparison

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dimension) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.terms)

    def __ge__(self, other: Any) -> bool:
        return _at_least(self, other)

    def __le__(self, other: Any) -> bool:
        return _at_least(other, self)

    def __gt__(self, other: Any) -> bool:
        return not _at_least(other, self)

    def __lt__(self, other: Any) -> bool:
        return not _at_least(self, other)

    def __index__(self) -> int:
        raise InconclusiveDimensionOperation(
            f"the size {self!s} is symbolic: it has no value until the exported function is called"
        )

    __int__ = __index__

    def __repr__(self) -> str:
        text = ""
        for monomial, k in self.terms:
            sign = (" - " if k < 0 else " + ") if text else ("-" if k < 0 else "")
            text += sign + _spelled(monomial, abs(k))
        return text


def _spelled(monomial: Monomial, k: int) -> str:
    factors = [f"{f}^{power}" if power > 1 else str(f) for f, power in monomial]
    return "*".join([str(k), *factors] if k != 1 or not factors else factors)


def _is_size(value: Any) -> bool:
    return isinstance(value, (int, Dimension)) and not isinstance(value, bool)


def _terms(value: Any) -> Iterable[tuple[Monomial, int]]:
    return value.terms if isinstance(value, Dimension) else (((), int(value)),)


def _order(item: tuple[Monomial, int]) -> tuple[int, str]:
    return sum(power for _, power in item[0]), "*".join(str(f) for f, _ in item[0])


def _made(terms: Mapping[Monomial, int], scope: Any) -> Any:
    """The size of these terms: an int if nothing but a constant is left."""
    kept = sorted(((m, k) for m, k in terms.items() if k), key=_order, reverse=True)
    if not kept or kept[0][0] == ():
        return kept[0][1] if kept else 0
    return Dimension(tuple(kept), scope)


def _product(left: Monomial, right: Monomial) -> Monomial:
    powers: dict[Any, int] = dict(left)
    for factor, power in right:
        powers[factor] = powers.get(factor, 0) + power
    return tuple(sorted(powers.items(), key=lambda item: str(item[0])))


def operation(kind: str, left: Any, right: Any) -> Any:
    """floordiv, mod, max or min of two sizes; a multiple is divided, not wrapped.

    >>> a = Dimension.variable("a")
    >>> operation("max", a, 0), operation("floordiv", 6 * a, 3)
    (max(a, 0), 2*a)
    """
    if not isinstance(left, Dimension) and not isinstance(right, Dimension):
        return OPERATIONS[kind](left, right)
    scope = getattr(left, "scope", None) or getattr(right, "scope", None)
    if kind in ("floordiv", "mod") and isinstance(right, int):
        if right == 0:
            raise ZeroDivisionError(f"{kind} of the size {left} by zero")
        if all(k % right == 0 for _, k in left.terms):
            divided = _made({m: k // right for m, k in left.terms}, scope)
            return divided if kind == "floordiv" else 0
    if left == right:
        return {"floordiv": 1, "mod": 0}.get(kind, left)
    return Dimension(((((Operation(kind, (left, right)), 1),), 1),), scope)


def value_of(size: Any, values: Mapping[str, Any]) -> Any:
    """A size, of whatever kind, for values of the variables."""
    return size.at(values) if isinstance(size, Dimension) else size


def variables_of(size: Any) -> frozenset[str]:
    """The names in a size, of whatever kind."""
    return size.variables() if isinstance(size, Dimension) else frozenset()


def _value(factor: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(factor, str):
        if factor not in values:
            raise FjaxValueError(f"the size {factor!r} is none of {', '.join(values) or 'these'}")
        return values[factor]
    left, right = (value_of(x, values) for x in factor.operands)
    try:
        return OPERATIONS[factor.kind](left, right)
    except ZeroDivisionError as error:
        raise FjaxValueError(f"the size {factor} divides by zero for {dict(values)}") from error


def _degree(factor: Any) -> int:
    if isinstance(factor, str):
        return 1
    return max([x.degree for x in factor.operands if isinstance(x, Dimension)], default=0)


def _bounds(factor: Any) -> tuple[float, float]:
    """Between which numbers a factor lies."""
    if isinstance(factor, str):
        return 1, math.inf
    left, right = (x.lowest if isinstance(x, Dimension) else x for x in factor.operands)
    if factor.kind == "mod" and isinstance(factor.operands[1], int) and right > 0:
        return 0, right - 1
    if factor.kind == "floordiv" and left >= 0 and isinstance(factor.operands[1], int):
        return (left // right, math.inf) if right > 0 else (-math.inf, math.inf)
    if factor.kind in ("max", "min"):
        return (max if factor.kind == "max" else min)(left, right), math.inf
    return -math.inf, math.inf


def _at_least(left: Any, right: Any) -> bool:
    """Whether left >= right, for all sizes that the scope allows; raises where that depends."""
    if not _is_size(left) or not _is_size(right):
        raise FjaxTypeError(f"a size is compared with another one, got {left!r} and {right!r}")
    difference = left - right
    if isinstance(difference, int):
        return difference >= 0
    known = [0, *getattr(difference.scope, "not_negative", ())]
    if any(_lowest(difference - each) >= 0 for each in known):
        return True
    if any(_lowest(-1 * difference - 1 - each) >= 0 for each in known):
        return False
    raise InconclusiveDimensionOperation(
        f"Symbolic dimension comparison '{left}' >= '{right}' is inconclusive: it depends on the "
        "sizes; say what holds, as in symbolic_shape('a, b', constraints=['a >= b'])"
    )


def _lowest(size: Any) -> float:
    return size.lowest if isinstance(size, Dimension) else size


def max_dim(d1: Any, d2: Any) -> Any:
    """The larger of two sizes, which may be symbolic.

    >>> (a,) = fjax.export.symbolic_shape("a")
    >>> fjax.core.max_dim(a, 3), fjax.core.max_dim(2, 3)
    (max(a, 3), 3)
    """
    return operation("max", d1, d2)


def min_dim(d1: Any, d2: Any) -> Any:
    """The smaller of two sizes, which may be symbolic.

    >>> fjax.core.min_dim(2, 3)
    2
    """
    return operation("min", d1, d2)


def is_constant_dim(d: Any) -> bool:
    """Whether a size is a number.

    >>> [fjax.core.is_constant_dim(n) for n in fjax.export.symbolic_shape("a, 3")]
    [False, True]
    """
    return not isinstance(d, Dimension)


def is_constant_shape(s: Iterable[Any]) -> bool:
    """Whether all lengths of a shape are numbers.

    >>> fjax.core.is_constant_shape((2, 3))
    True
    """
    return all(map(is_constant_dim, s))
