"""Numbers of a program as formulas of dimension variables, found from several programs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.dimensions import Dimension, value_of
from fjax.core.printer import number_text
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.export.specification import size_of

Sizes = Mapping[str, int]
_DEGREE = 3  # of the monomials that are tried
_LARGEST_DIVISOR = 16  # of a size that is divided and rounded down


class _Function(NamedTuple):
    """What a float may be of a size, and the size that gives a float."""

    of: Callable[[Any], float]
    inverse: Callable[[float], float]


_OF_SIZE: dict[str, _Function] = {
    "": _Function(float, float),
    "1/": _Function(lambda n: 1.0 / n, lambda x: 1.0 / x),
    "sqrt": _Function(math.sqrt, lambda x: x * x),
    "1/sqrt": _Function(lambda n: 1.0 / math.sqrt(n), lambda x: 1.0 / (x * x)),
    "log": _Function(math.log, math.exp),
}


@dataclass(frozen=True)
class Formula:
    """A number: a size, or a function of one in the dtype of a literal.

    >>> Formula(size_of("2*b")).text({"b": 3}), Formula(size_of("b"), "1/", "f32").text({"b": 3})
    ('6', '0.33333334')
    """

    size: Any
    function: str = ""
    dtype: str = ""  # of a float: its short name

    def text(self, sizes: Sizes) -> str:
        """How the number is written in a program for these sizes."""
        value = value_of(self.size, sizes)
        if not self.dtype:
            return str(value)
        try:
            return _float_text(_OF_SIZE[self.function].of(value), self.dtype)
        except (ArithmeticError, ValueError) as error:
            raise FjaxValueError(f"{self.function} of the size {value}: {error}") from error

    def as_json(self) -> list[str]:
        """The formula as texts, which `from_json` reads."""
        return [str(self.size), self.function, self.dtype]

    @classmethod
    def from_json(cls, said: Any) -> Formula:
        """The formula of these texts; raises ValueError or KeyError if there is none."""
        size, function, dtype = map(str, said)
        if dtype:
            dtypes.from_short_name(dtype)
        if function not in _OF_SIZE:
            raise ValueError(f"no function of a size is called {function!r}")
        return cls(size_of(size), function, dtype)


def _float_text(value: float, dtype: str) -> str:
    return number_text(np.asarray(value).astype(dtypes.physical(dtypes.from_short_name(dtype)))[()])


def float_formula(texts: Sequence[str], dtype: str, samples: Sequence[Sizes]) -> Formula | None:
    """What a float is that a program has as `texts[k]` for the sizes `samples[k]`.

    >>> samples = [{"b": n} for n in (2, 4, 5, 8)]
    >>> formula = float_formula(["0.5", "0.25", "0.2", "0.125"], "f32", samples)
    >>> formula.function, formula.size
    ('1/', b)
    """
    for name, function in _OF_SIZE.items():
        try:
            sizes = [round(function.inverse(float(text))) for text in texts]
        except (ZeroDivisionError, OverflowError, ValueError):
            continue
        size = size_formula(sizes, samples)
        formula = Formula(size, name, dtype)
        if size is not None and not isinstance(size, int) and _gives(formula, samples, texts):
            return formula
    return None


def _gives(formula: Formula, samples: Sequence[Sizes], texts: Sequence[str]) -> bool:
    try:
        return all(formula.text(s) == text for s, text in zip(samples, texts, strict=True))
    except (ValueError, ZeroDivisionError):  # of a size of zero or less
        return False


def size_formula(values: Sequence[int], samples: Sequence[Sizes]) -> Any:
    """The size that is `values[k]` for `samples[k]`: the simplest of some forms, or None.

    The forms: a constant, k * monomial + constant, two monomials, a linear one of all variables,
    and k * monomial + j * floordiv(monomial + i, n) + constant, which mod(monomial, n) is, too.

    >>> samples = [{"a": 2, "b": 9}, {"a": 5, "b": 7}, {"a": 9, "b": 3}, {"a": 11, "b": 20}]
    >>> size_formula([20, 37, 29, 222], samples)
    a*b + 2
    """
    if len(set(values)) == 1:
        return values[0]
    monomials = _monomials(sorted(samples[0]))
    columns = [(m, [value_of(m, s) for s in samples]) for m in monomials]
    chosen = [[c] for c in columns] + [list(pair) for pair in itertools.combinations(columns, 2)]
    variables = [(m, column) for m, column in columns if len(m.terms[0][0]) == 1]
    linear = [(m, c) for m, c in variables if m.terms[0][0][0][1] == 1]
    if len(linear) > 2:
        chosen.append(linear)
    for columns_of_one in chosen:
        found = _combination(values, columns_of_one)
        if found is not None:
            return found
    rounded = (_rounded_down(values, m, column) for m, column in columns)
    return next((size for size in rounded if size is not None), None)


def _monomials(names: Sequence[str]) -> list[Dimension]:
    """All products of up to three variables, the shortest first."""
    found: list[Any] = []
    for degree in range(1, _DEGREE + 1):
        for chosen in itertools.combinations_with_replacement(names, degree):
            product: Any = 1
            for name in chosen:
                product = product * Dimension.variable(name)
            found.append(product)
    return found


def _combination(values: Sequence[int], columns: Sequence[tuple[Any, Sequence[int]]]) -> Any:
    """The size k0 + k1 * monomial1 + ... with integers k that has these values."""
    count = len(columns) + 1
    if len(values) <= count:
        return None
    rows = [
        [Fraction(1), *[Fraction(column[k]) for _, column in columns], Fraction(values[k])]
        for k in range(count)
    ]
    solution = _solve(rows)
    if solution is None or any(k.denominator != 1 for k in solution):
        return None
    size: Any = int(solution[0])
    for k, (monomial, _) in zip(solution[1:], columns, strict=True):
        size = size + int(k) * monomial
    for k, value in enumerate(values):
        terms = zip(solution[1:], columns, strict=True)
        if solution[0] + sum(c * column[k] for c, (_, column) in terms) != value:
            return None
    return size


def _solve(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of linear equations (right sides in the last column), if there is one only."""
    n = len(rows)
    for i in range(n):
        pivot = next((r for r in range(i, n) if rows[r][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]


def _rounded_down(values: Sequence[int], monomial: Any, column: Sequence[int]) -> Any:
    """The size k * monomial + j * floordiv(monomial + i, n) + constant that has these values."""
    for n in range(2, _LARGEST_DIVISOR + 1):
        for i in range(n):
            divided = ((monomial + i) // n, [(value + i) // n for value in column])
            for columns in ([divided], [divided, (monomial, column)]):
                found = _combination(values, columns)
                if found is not None:
                    return found
    return None
