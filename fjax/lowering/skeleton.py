"""A program's skeleton: all of it but its numbers, which are sizes and literals.

Programs with one skeleton differ in their numbers alone, and which of these are equal is the same
in all of them. So a plan for one of them may serve the others (`run/template.py`).
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.ir import Hashed, Jaxpr, Literal, key_of
from fjax.core.memo import weak_memo
from fjax.core.primitive import Primitive

COMMON = frozenset({0.0, 1.0, -1.0})  # values of literals that programs do look at
LEAST = 16  # smaller numbers are part of a skeleton: many are no sizes, and short axes are special


class Skeleton:
    """A program without its numbers, as something hashable.

    places: its sizes and floating-point literals, numbered.
    """

    def __init__(self, jaxpr: Jaxpr):
        self.places: dict[int | Literal, int] = {}
        self.key = Hashed(self._program(jaxpr))

    @property
    def numbers(self) -> list[Any]:
        """The sizes, and the values of the literals."""
        return [x.value if isinstance(x, Literal) else x for x in self.places]

    @property
    def has_sizes(self) -> bool:
        return any(type(x) is int for x in self.places)

    def _program(self, jaxpr: Jaxpr) -> Any:
        numbers: dict[Any, int] = {v: k for k, v in enumerate(jaxpr.invars)}
        rows = []
        for e in jaxpr.eqns:
            ins = [self._literal(x) if isinstance(x, Literal) else numbers[x] for x in e.invars]
            for v in e.outvars:
                numbers[v] = len(numbers)
            outs = [self._aval(v.aval) for v in e.outvars]
            rows.append((self._operation(e.op), tuple(ins), tuple(outs)))
        outs = [self._literal(x) if isinstance(x, Literal) else numbers[x] for x in jaxpr.outvars]
        return tuple([self._aval(a) for a in jaxpr.in_avals]), tuple(rows), tuple(outs)

    def _literal(self, x: Literal) -> Any:
        if x.aval.dtype.kind != "f" or x.value in COMMON or not np.isfinite(x.value):
            return x
        return x.aval, self.places.setdefault(x, len(self.places))

    def _operation(self, op: Primitive) -> Any:
        if not op.field_names:
            return type(op)
        return type(op), tuple([self._part(getattr(op, name)) for name in op.field_names])

    def _aval(self, aval: ShapedArray) -> Any:
        sizes = tuple([self._part(n) for n in aval.shape])
        return sizes, aval.dtype, aval.weak_type, aval.layout, aval.vma or None

    def _part(self, x: Any) -> Any:
        kind = type(x)
        if kind is int:
            return x if x < LEAST else ("size", self.places.setdefault(x, len(self.places)))
        if kind is tuple:
            return tuple([self._part(v) for v in x])
        if kind is Jaxpr:
            return self._program(x)
        if isinstance(x, Primitive):
            return self._operation(x)
        if dataclasses.is_dataclass(x) or isinstance(x, tuple):
            return kind, tuple([self._part(v) for v in fields_of(x).values()])
        return key_of(x)


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
