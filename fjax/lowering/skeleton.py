"""A program's skeleton: the program without its numbers, which are sizes and literals.

Programs with the same skeleton differ only in their numbers, and the same numbers are equal in all
of them. So a plan of one program may serve the others (`run/template.py`).

Fusion and planning depend on the values of few literals; kernels take the others as arguments.
Placeholders replace these. So programs that differ only in factors or offsets share one plan and
its kernels.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.guarded import decided
from fjax.core.ir import Atom, Equation, Hashed, Jaxpr, Literal, key_of
from fjax.core.memo import memo, weak_memo
from fjax.core.primitive import Primitive
from fjax.lowering.fuse.fused import Fused, Updated

COMMON = frozenset({0.0, 1.0, -1.0})  # values of literals that programs do look at
LEAST = 16  # smaller numbers are part of a skeleton: many are no sizes, and short axes are special


class Open(enum.Enum):
    """The placeholder of a number in a skeleton."""

    SIZE = 0
    LITERAL = 1


# What has numbers in it: all but them, as something hashable, and the numbers in order.
Opened = tuple[Hashed, tuple[Any, ...]]


class Skeleton:
    """A program without its numbers, in a hashable form.

    places: the number of each size and floating-point literal.
    """

    def __init__(self, jaxpr: Jaxpr):
        parts, numbers = self._program(jaxpr)
        sizes = {n for n in numbers if type(n) is int}
        numbers = [whole if (whole := whole_number(n)) in sizes else n for n in numbers]
        open_ones = [n for n in dict.fromkeys(numbers) if n in sizes or whole_number(n) is None]
        self.places: dict[int | Literal, int] = {x: k for k, x in enumerate(open_ones)}
        self.key = Hashed((*parts, *[self.places.get(n, n) for n in numbers]))

    @property
    def numbers(self) -> list[Any]:
        """The sizes, and the values of the literals."""
        return [x.value if isinstance(x, Literal) else x for x in self.places]

    @property
    def has_sizes(self) -> bool:
        return any(type(x) is int for x in self.places)

    def _program(self, jaxpr: Jaxpr) -> tuple[list[Any], list[Any]]:
        """The parts of a program in a row, and its numbers."""
        index: dict[Any, Any] = {v: k for k, v in enumerate(jaxpr.invars)}
        parts: list[Any] = [len(index), len(jaxpr.eqns)]
        opened: list[Opened] = [_of_aval(v.aval) for v in jaxpr.invars]
        for e in jaxpr.eqns:
            opened.append(self._of_operation(e.op))
            _read(e.invars, index, parts, opened)
            for v in e.outvars:
                index[v] = len(index)
                opened.append(_of_aval(v.aval))
        _read(jaxpr.outvars, index, parts, opened)
        parts += [structure for structure, _ in opened]
        return parts, [n for _, numbers in opened for n in numbers]

    def _of_operation(self, op: Primitive) -> Opened:
        """An operation remembers its own: most are the same objects in each program."""
        found: Opened | None = op.__dict__.get("_opened")
        if found is None:
            found = op.__dict__["_opened"] = self._opened(op)
        return found

    def _opened(self, op: Primitive) -> Opened:
        numbers: list[Any] = []
        given = [self._part(getattr(op, name), numbers) for name in op.field_names]
        return _shared((type(op), *given)), tuple(numbers)

    def _part(self, x: Any, numbers: list[Any]) -> Any:
        """A parameter, or a part of one; its numbers are added to those."""
        kind = type(x)
        if kind is int:
            return _open_size(x, numbers)
        if kind is tuple:
            return tuple([self._part(v, numbers) for v in x])
        if kind is Jaxpr:
            parts, found = self._program(x)
            numbers += found
            return _shared(tuple(parts))
        if isinstance(x, Primitive):
            opened, inner = self._of_operation(x)
            numbers += inner
            return opened
        if has_fields(kind) or isinstance(x, tuple):
            return kind, tuple([self._part(v, numbers) for v in fields_of(x).values()])
        return key_of(x)


def _read(
    atoms: Sequence[Atom], index: dict[Any, Any], parts: list[Any], opened: list[Opened]
) -> None:
    """Add how many are read, the numbers of variables, and None for each literal: it has parts."""
    parts.append(len(atoms))
    for x in atoms:
        if isinstance(x, Literal):
            parts.append(None)
            opened.append(_of_literal(x))
        else:
            parts.append(index[x])


@memo(16384)
def _shared(parts: tuple[Any, ...]) -> Hashed:
    """One shared object for equal parts, so that comparing keys compares identities."""
    return Hashed(parts)


def _open_size(n: int, numbers: list[Any]) -> Any:
    if n < LEAST:
        return n
    numbers.append(n)
    return Open.SIZE


@memo(16384)
def _of_aval(aval: ShapedArray) -> Opened:
    numbers: list[Any] = []
    sizes = tuple([_open_size(n, numbers) if type(n) is int else n for n in aval.shape])
    return (
        _shared((sizes, aval.dtype, aval.weak_type, aval.layout, aval.vma or None)),
        tuple(numbers),
    )


def whole_number(x: Any) -> int | None:
    """The value of a literal that may be a size, as the bound of an index is."""
    if not isinstance(x, Literal) or x.aval.dtype.kind not in "iu" or x.value < LEAST:
        return None
    return int(x.value)


@memo()
def _of_literal(x: Literal) -> Opened:
    if whole_number(x) is not None:
        return _shared((Open.SIZE, x.aval)), (x,)
    if x.aval.dtype.kind != "f" or x.value in COMMON or not np.isfinite(x.value):
        return _shared((x,)), ()
    return _shared((Open.LITERAL, x.aval)), (x,)


@weak_memo
def skeleton_of(jaxpr: Jaxpr) -> Skeleton | None:
    """The skeleton of a program; None if an operation holds unhashable data, such as arrays."""
    try:
        return Skeleton(jaxpr)
    except TypeError:
        return None


def fields_of(x: Any) -> dict[str, Any]:
    """The fields of a dataclass or named tuple."""
    if isinstance(x, tuple):
        return x._asdict() if hasattr(x, "_asdict") else {}
    return {name: getattr(x, name) for name in _field_names(type(x))}


def has_fields(kind: type) -> bool:
    """Whether a type is a dataclass."""
    return hasattr(kind, "__dataclass_fields__")


@memo(1024)
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple([f.name for f in dataclasses.fields(kind)])


class ValueNeeded(Exception):
    """A plan depends on the value of a placeholder."""


class Placeholder(Literal):
    """Replaces a literal of its aval: the one with this number in a list beside the program."""

    __slots__ = ("number",)

    def __init__(self, number: int, aval: ShapedArray):
        self.number, self.aval = number, aval
        self._key = (aval, number)

    def _needed(self) -> Any:
        raise ValueNeeded(self)

    value: Any = property(_needed)

    @property
    def left_open(self) -> str:
        return f"?{self.number}"

    def __repr__(self) -> str:
        return f"Placeholder({self.number}:{self.aval})"


def hoist_literals(jaxpr: Jaxpr) -> tuple[Jaxpr, tuple[Literal, ...]]:
    """The jaxpr with placeholders for its real floating-point literals, and these, once each.

    >>> jaxpr = fjax.make_jaxpr(lambda x: (x - 0.5) * 0.5)(1.0).jaxpr
    >>> opened, literals = hoist_literals(jaxpr)
    >>> literals
    (Literal(0.5:~float64[]),)
    >>> [e.invars[1] for e in opened.eqns]
    [Placeholder(0:~float64[]), Placeholder(0:~float64[])]
    """
    found: dict[Literal, Placeholder] = {}

    def opened(x: Literal) -> Literal:
        if x.aval.dtype.kind != "f" or decided(COMMON.__contains__, x.value):
            return x
        return found.setdefault(x, Placeholder(len(found), x.aval))

    changed = _replaced(jaxpr, opened)
    return changed, tuple(found)


def put_back(jaxpr: Jaxpr, literals: Sequence[Literal]) -> Jaxpr:
    """The jaxpr with these literals in place of its placeholders, except for those in bodies."""
    if not literals:
        return jaxpr
    return _replaced(jaxpr, lambda x: literals[x.number] if isinstance(x, Placeholder) else x)


def put_back_in_kernel(eqn: Equation, literals: Sequence[Literal]) -> Equation:
    """The equation of a kernel with these literals in place of its body's placeholders."""
    op = eqn.op
    assert isinstance(op, (Fused, Updated))
    body = put_back(op.body, literals)
    return eqn if body is op.body else eqn.replace(op=op.replace(body=body))


def _replaced(jaxpr: Jaxpr, change: Callable[[Literal], Literal]) -> Jaxpr:
    eqns: list[Equation] = []
    changed = False
    for eqn in jaxpr.eqns:
        operands: list[Atom] | None = None
        for k, x in enumerate(eqn.invars):
            if isinstance(x, Literal):
                other = change(x)
                if other is not x:
                    operands = operands or list(eqn.invars)
                    operands[k] = other
        if operands is not None:
            changed, eqn = True, eqn.replace(invars=tuple(operands))
        eqns.append(eqn)
    return jaxpr.replace(eqns=eqns) if changed else jaxpr
