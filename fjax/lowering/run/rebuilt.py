"""Data made again with other numbers in it."""

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
from fjax.core.straight_line import as_list, as_tuple
from fjax.dataclass import dataclass
from fjax.lowering.fuse.fused import OneKernel
from fjax.lowering.fuse.literal_hoisting import Placeholder
from fjax.lowering.kernel.form import Kernel
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


def _at_once(make: Callable[..., Any], *parts: Any) -> Any:
    return make(*parts)


class Rebuilt:
    """Data with other numbers in it: what has none of them is as it was.

    open: what stands for an integer, or for a literal's value; None: it stays. What is guarded is
    another number, too. make: calls a function that makes data of its parts, or notes the call, as
    `Guards.step` does, which gives data as an expression.

    >>> Rebuilt({30: 50}.get)(((2, 30), (2, 2), "a"))
    ((2, 50), (2, 2), 'a')
    """

    def __init__(self, open: Callable[[Any], Any], make: Callable[..., Any] = _at_once):
        self.open, self.make = open, make
        self.found: dict[int, Any] = {}  # by identity
        self.kept: list[Any] = []  # so that it lives as long

    def __call__(self, x: Any) -> Any:
        kind = type(x)
        if kind is int:
            found = self.open(x)
            return x if found is None else found
        if kind is Guarded or isinstance(x, AS_THEY_ARE):
            return x
        key = id(x)
        if key not in self.found:
            self.found[key] = self._of_parts(x, kind)
            self.kept.append(x)
        return self.found[key]

    def _of(self, x: Any, make: Callable[..., Any], *parts: Any) -> Any:
        """What a function makes of these parts of x; x if all are as they were."""
        new = [self(part) for part in parts]
        if any(type(n) is Guarded or n is not p for n, p in zip(new, parts, strict=True)):
            return self.make(make, *new)
        return x

    def _of_parts(self, x: Any, kind: type) -> Any:
        """Of data that has parts."""
        if kind is tuple:
            return self._of(x, as_tuple, *x)
        if kind is list:
            return self._of(x, as_list, *x)
        if kind is Var:
            return self._of(x, Var, x.aval)
        if kind is ShapedArray:
            return self._of(x, partial(_aval, x), *x.shape)
        if isinstance(x, Literal):
            return self._of_literal(x)
        if kind is Jaxpr:
            return self._of(x, Jaxpr, x.invars, x.eqns, x.outvars, x.debug_name)
        if kind is Equation:
            return self._of(x, Equation, x.op, x.invars, x.outvars, x.source)
        if isinstance(x, Mapping):
            return self._of(x, partial(_mapping, len(x)), *x, *x.values())
        if isinstance(x, (set, frozenset)):
            return self._of(x, lambda *parts: kind(parts), *x)
        if kind is Kernel:
            _check(x)
            return x
        return self._of_record(x, kind)

    def _of_record(self, x: Any, kind: Any) -> Any:
        """Of a named tuple or a dataclass."""
        if kind is OpenWord:
            return self._of(x, partial(_word, x.dtype), x.value)
        if kind is AskedLaunch:
            return self._of(x, _launch_on, x.asked, x.buffers)
        if isinstance(x, Routine) and not isinstance(x, ControlFlow):
            raise Unknown(kind)
        if isinstance(x, tuple):
            return self._of(x, kind, *x)
        if kind is Evaluation and isinstance(x.equation.op, OneKernel):
            raise Unknown(kind)
        if not isinstance(x, Primitive) and not dataclasses.is_dataclass(x):
            raise Unknown(kind)
        parts = fields_of(x)
        return self._of(x, partial(_record, x, tuple(parts)), *parts.values())

    def _of_literal(self, x: Literal) -> Any:
        """Placeholders stay: they are in kernels, which serve all values."""
        if type(x) is Placeholder:
            return x
        value = x.value if type(x.value) is Guarded else self.open(x)
        return x if value is None else self.make(Literal, value, x.aval)


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


def _aval(like: ShapedArray, *shape: int) -> ShapedArray:
    return ShapedArray(shape, like.dtype, like.weak_type, like.vma, sharding=like.layout)


def _mapping(n: int, *parts: Any) -> dict[Any, Any]:
    return dict(zip(parts[:n], parts[n:], strict=True))


def _launch_on(asked: Launch, buffers: tuple[int, ...]) -> Launch:
    found = object.__new__(type(asked))
    found.__dict__.update({**asked.__dict__, "buffers": buffers})
    return found


def _record(like: Any, names: Sequence[str], *values: Any) -> Any:
    """A dataclass of these fields."""
    if isinstance(like, Primitive) or not hasattr(like, "__dict__"):
        return dataclasses.replace(like, **dict(zip(names, values, strict=True)))
    found = object.__new__(type(like))
    found.__dict__.update(zip(names, values, strict=True))
    return found


def _word(dtype: np.dtype, value: Any) -> int:
    return word(value, dtype)
