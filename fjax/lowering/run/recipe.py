"""Recipes: data with some of its numbers left open, as a list of steps that make it.

Finding out where the numbers are takes longer than making the data, so it is done once.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.guarded import Guarded
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.scalar import Expr
from fjax.core.source import Source
from fjax.dataclass import dataclass
from fjax.lowering.fuse.fused import OneKernel
from fjax.lowering.fuse.literal_hoisting import Placeholder
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.nest.build import LoweredKernel
from fjax.lowering.run.control_flow import ControlFlow
from fjax.lowering.run.launch import Launch, OpenWord, Routine, word
from fjax.lowering.run.plan import Evaluation
from fjax.lowering.skeleton import fields_of

NUMBERS = (bool, float, type(None), range, np.generic)
AS_THEY_ARE = (*NUMBERS, str, np.dtype, type, enum.Enum, Expr, Source)


class Unknown(Exception):
    """Something cannot be made with other numbers in it."""


@dataclass(frozen=True, eq=False)
class AskedLaunch(Launch):
    """A launch of a library's: for other sizes the library is asked again.

    asked: what it said, as an expression.
    """

    asked: Any = None


class Recipe:
    """How to make data again with other numbers in it.

    open: the place of a number among those that are given, None if it stays. literals: how many
    stand for placeholders; those in kernels stay.

    >>> recipe = Recipe(((2, 30), (2, 2), "a"), {30: 0}.get, 1)
    >>> recipe.made([50])
    ((2, 50), (2, 2), 'a')
    """

    def __init__(
        self, data: Any, open: Callable[[Any], int | None], numbers: int, literals: int = 0
    ):
        self.data, self.open, self.first_literal = data, open, numbers
        self.in_kernel = not literals
        self.count = numbers + literals  # what has a place; steps come later
        self.steps: list[tuple[Callable[..., Any], Sequence[int]]] = []
        self.places: dict[tuple[int, bool], int | None] = {}  # of data by identity
        self.kept: list[Any] = []  # so that it lives as long
        self.result = self._place(data)

    def made(self, numbers: Sequence[Any], literals: Sequence[Literal] = ()) -> Any:
        """The data with these numbers."""
        if self.result is None:
            return self.data
        found = [*numbers, *literals]
        for function, places in self.steps:
            found.append(function(*[found[k] for k in places]))
        return found[self.result]

    def _place(self, x: Any) -> int | None:
        """Where the data is among what is made; None if it is as it was."""
        kind = type(x)
        if kind is int or kind is Guarded:
            return self.open(x)
        if isinstance(x, AS_THEY_ARE):
            return None
        if kind is Kernel:
            _check(x)
            return None
        key = id(x), self.in_kernel and kind is not Var
        if key not in self.places:
            self.places[key] = self._of_parts(x, kind)
            self.kept.append(x)
        return self.places[key]

    def _step(self, function: Callable[..., Any], places: Sequence[int]) -> int:
        self.steps.append((function, places))
        return self.count + len(self.steps) - 1

    def _made_of(self, make: Callable[..., Any], parts: Sequence[Any]) -> int | None:
        """The place of what a function makes of these parts, if one of them is not as it was."""
        places = [self._place(x) for x in parts]
        moving = [k for k, place in enumerate(places) if place is not None]
        if not moving:
            return None
        if len(moving) == len(parts):
            return self._step(make, [p for p in places if p is not None])
        function = partial(_with, make, list(parts), moving)
        return self._step(function, [p for p in places if p is not None])

    def _of_parts(self, x: Any, kind: type) -> int | None:
        """As `_place`, of data that has parts."""
        if kind is tuple:
            return self._made_of(_tuple, x)
        if kind is list:
            return self._made_of(_list, x)
        if kind is Var:
            return self._made_of(Var, [x.aval])
        if kind is ShapedArray:
            return self._made_of(partial(_aval, x), x.shape)
        if kind is Placeholder:
            return None if self.in_kernel else self.first_literal + x.number
        if kind is Literal:
            return None
        if kind is Jaxpr:
            parts = x.invars, x.eqns, x.outvars
            return self._made_of(partial(_program, x), parts)
        if kind is Equation:
            parts = x.op, x.invars, x.outvars
            return self._made_of(partial(_equation, x), parts)
        if isinstance(x, Mapping):
            return self._made_of(partial(_mapping, len(x)), [*x, *x.values()])
        if isinstance(x, (set, frozenset)):
            return self._made_of(lambda *parts: kind(parts), list(x))
        return self._of_record(x, kind)

    def _of_record(self, x: Any, kind: Any) -> int | None:
        """As `_place`, of a named tuple or a dataclass."""
        if kind is OpenWord:
            return self._of_word(x)
        if kind is AskedLaunch:
            return self._made_of(_launch_on, [x.asked, x.buffers])
        if isinstance(x, (OneKernel, LoweredKernel)) and not self.in_kernel:
            self.in_kernel = True
            place = self._of_record(x, kind)
            self.in_kernel = False
            return place
        if isinstance(x, Routine) and not isinstance(x, ControlFlow):
            raise Unknown(kind)
        if isinstance(x, tuple):
            return self._made_of(kind, x)
        if kind is Evaluation and isinstance(x.equation.op, OneKernel):
            raise Unknown(kind)
        if not isinstance(x, Primitive) and not dataclasses.is_dataclass(x):
            raise Unknown(kind)
        parts = fields_of(x)
        return self._made_of(partial(_record, x, tuple(parts)), list(parts.values()))

    def _of_word(self, x: OpenWord) -> int | None:
        is_literal = type(x.value) is Placeholder
        place = self.first_literal + x.value.number if is_literal else self._place(x.value)
        return None if place is None else self._step(partial(_word, x.dtype), [place])


def _check(kernel: Kernel) -> None:
    """A kernel serves all sizes: none may be a part of it."""
    if _holds_sizes(kernel, set()):
        raise Unknown(Kernel)


def _holds_sizes(x: Any, seen: set[int]) -> bool:
    """Whether a guarded size is anywhere in a kernel."""
    if type(x) is Guarded:
        return True
    if isinstance(x, (*NUMBERS, int, str, np.dtype)) or id(x) in seen:
        return False
    seen.add(id(x))
    if isinstance(x, Expr):
        parts: Sequence[Any] = (*x.args, x.extra, getattr(x.extra, "value", None))
    elif isinstance(x, (tuple, list)):
        parts = x
    else:
        parts = list(fields_of(x).values()) if dataclasses.is_dataclass(x) else ()
    return any(_holds_sizes(part, seen) for part in parts)


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


def _list(*parts: Any) -> list[Any]:
    return list(parts)


def _with(make: Callable[..., Any], parts: list[Any], moving: Sequence[int], *new: Any) -> Any:
    """What a function makes of parts, some of which are new."""
    found = parts.copy()
    for k, x in zip(moving, new, strict=True):
        found[k] = x
    return make(*found)


def _program(like: Jaxpr, *parts: Any) -> Jaxpr:
    invars, eqns, outvars = parts
    return Jaxpr(invars, eqns, outvars, like.debug_name)


def _equation(like: Equation, *parts: Any) -> Equation:
    op, invars, outvars = parts
    return Equation(op, invars, outvars, like.source)


def _aval(like: ShapedArray, *shape: int) -> ShapedArray:
    return ShapedArray(shape, like.dtype, like.weak_type, like.vma, sharding=like.layout)


def _mapping(n: int, *parts: Any) -> dict[Any, Any]:
    return dict(zip(parts[:n], parts[n:], strict=True))


def _launch_on(asked: Launch, buffers: tuple[int, ...]) -> Launch:
    return dataclasses.replace(asked, buffers=buffers)


def _record(like: Any, names: Sequence[str], *values: Any) -> Any:
    """A dataclass of these fields."""
    if isinstance(like, Primitive) or not hasattr(like, "__dict__"):
        return dataclasses.replace(like, **dict(zip(names, values, strict=True)))
    found = object.__new__(type(like))
    found.__dict__.update(zip(names, values, strict=True))
    return found


def _word(dtype: np.dtype, value: Any) -> int:
    return word(value.value if isinstance(value, Literal) else value, dtype)
