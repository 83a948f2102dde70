"""A program's skeleton: all of it but its numbers, which are sizes and literals.

Programs with one skeleton differ in their numbers alone, and which of these are equal is the same
in all of them. So a plan for one of them may serve the others (`run/template.py`).
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Hashed, Jaxpr, Literal, key_of
from fjax.core.memo import memo, weak_memo
from fjax.core.primitive import Primitive

COMMON = frozenset({0.0, 1.0, -1.0})  # values of literals that programs do look at
LEAST = 16  # smaller numbers are part of a skeleton: many are no sizes, and short axes are special


class Open(enum.Enum):
    """What stands for a number in a skeleton."""

    SIZE = 0
    LITERAL = 1


# What has numbers in it: all but them, as something hashable, and the numbers in order.
Opened = tuple[Hashed, tuple[Any, ...]]


class Skeleton:
    """A program without its numbers, as something hashable.

    places: its sizes and floating-point literals, numbered.
    """

    def __init__(self, jaxpr: Jaxpr):
        parts, numbers = self._program(jaxpr)
        self.places: dict[int | Literal, int] = {x: k for k, x in enumerate(dict.fromkeys(numbers))}
        self.key = Hashed((*parts, *map(self.places.__getitem__, numbers)))

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
        if dataclasses.is_dataclass(x) or isinstance(x, tuple):
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
    """One object of equal parts, so that comparing keys compares identities."""
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


@memo()
def _of_literal(x: Literal) -> Opened:
    if x.aval.dtype.kind != "f" or x.value in COMMON or not np.isfinite(x.value):
        return _shared((x,)), ()
    return _shared((Open.LITERAL, x.aval)), (x,)


@weak_memo
def skeleton_of(jaxpr: Jaxpr) -> Skeleton | None:
    """The skeleton of a program; None if an operation holds something without a hash: arrays."""
    try:
        return Skeleton(jaxpr)
    except TypeError:
        return None


def fields_of(x: Any) -> dict[str, Any]:
    """The fields of a dataclass or named tuple."""
    if isinstance(x, tuple):
        return x._asdict() if hasattr(x, "_asdict") else {}
    return {f.name: getattr(x, f.name) for f in dataclasses.fields(x)}
