"""What Python and NumPy make of a traced value: numbers, lists, elements and text.

Python's control flow and printing may look at a value. A number or an array that leaves the trace
may not take a derivative with it without a word: it would be a constant from there on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import array as arrays
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.operand import ArrayStandIn
from fjax.core.source import stores, subscripts

REMEDY = (
    "Compute with fjax.numpy, which keeps the derivative; where there is to be none, convert "
    "fjax.lax.stop_gradient(x); to show the value, use fjax.debug.print"
)
STORED = (
    "It is part of a[i] = x, and a is a NumPy array: start with a = fjax.numpy.zeros(…) or "
    "fjax.numpy.asarray(a), and write a = a.at[i].set(x)"
)


class Convertible(ArrayStandIn):
    """What of a traced value becomes Python's or NumPy's, and the errors where nothing does."""

    __slots__ = ()
    aval: ShapedArray

    def look(self) -> Any:
        """The concrete value, for Python that needs it now: computed if that can be; or None."""
        return None

    def inside(self) -> Any:
        """The value of the trace around it that the tracer stands for, if it has one; or None."""
        return None

    def varies(self) -> bool:
        """Whether a derivative is being taken of the value, which a number or an ndarray lacks."""
        inner = self.inside()
        return isinstance(inner, Convertible) and inner.varies()

    def origin(self) -> str:
        """Where the tracer came from, for error messages."""
        raise NotImplementedError

    def _taken(
        self,
        what: str,
        error: type[errors.FjaxError],
        otherwise: Callable[[], str],
        stored: bool = False,
    ) -> Any:
        """The value, to leave the trace; raises if it is not known yet, or has a derivative."""
        value = self.look()
        if value is None:
            raise error(otherwise())
        if self.varies():
            raise error(
                f"{what} of a value {self.aval} that is being differentiated (by {self.origin()}) "
                f"would lose its derivative. {f'{STORED}. ' if stored else ''}{REMEDY}"
            )
        return value

    def __bool__(self) -> bool:
        arrays.check_truth_value(self.aval)
        value = self.look()
        if value is None:
            raise errors.TracerBoolConversionError(
                f"Attempted boolean conversion of traced array with shape {self.aval}. It was made "
                f"by {self.origin()}; Python control flow sees values only when they are concrete: "
                "use fjax.lax.cond, fjax.numpy.where or fjax.lax.while_loop, or mark the argument "
                "static"
            )
        return bool(value)

    def __index__(self) -> int:
        arrays.check_index(self.aval)
        frame = sys._getframe(1)
        otherwise = lambda: (
            f"The __index__() method was called on traced array with shape {self.aval}, made "
            f"by {self.origin()}; {_index_remedy(frame)}"
        )
        error = errors.TracerIntegerConversionError
        return self._taken("The __index__() method", error, otherwise).__index__()

    def _convert(self, kind: type) -> Any:
        arrays.check_scalar(self.aval, kind)
        what, error = f"Conversion to {kind.__name__}", errors.ConcretizationTypeError
        stored = _stored(sys._getframe(2))
        otherwise = lambda: (
            f"Abstract tracer value encountered where concrete value is expected: conversion "
            f"to {kind.__name__} of a traced value {self.aval}, made by {self.origin()}"
            + (
                f". {STORED}"
                if stored
                else f"; try using `x.astype({kind.__name__})` to keep it an array, or mark the "
                "argument static"
            )
        )
        return kind(self._taken(what, error, otherwise, stored))

    def __int__(self) -> int:
        return self._convert(int)

    def __float__(self) -> float:
        return self._convert(float)

    def __complex__(self) -> complex:
        return self._convert(complex)

    def _method(self, name: str, *args: Any) -> Any:
        """What a method of concrete arrays gives for the value behind the tracer."""
        what, error = f"The {name}() method", errors.ConcretizationTypeError
        otherwise = lambda: (
            "Abstract tracer value encountered where concrete value is expected: "
            f"The {name}() method was called on traced array {self.aval}, made by "
            f"{self.origin()}; keep it an array, or return it from the traced function"
        )
        return getattr(self._taken(what, error, otherwise), name)(*args)

    def __copy__(self) -> Any:
        return self  # as it cannot change

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce__(self) -> Any:
        return self._method("__reduce__")

    def host(self) -> np.ndarray:
        return self._method("host")

    def item(self, *index: int) -> Any:
        return self._method("item", *index)

    def tolist(self) -> Any:
        return self._method("tolist")

    def tobytes(self, order: str = "C") -> Any:
        return self._method("tobytes", order)

    def __array__(self, *args: Any, **options: Any) -> np.ndarray:
        what, error = "The __array__() method", errors.TracerArrayConversionError
        frame = sys._getframe(1)
        otherwise = lambda: (
            "The numpy.ndarray conversion method __array__() was called on a traced array: NumPy "
            f"conversion of a traced value {self.aval}, made by {self.origin()}"
            f"{_array_remedy(self.aval, frame)}"
        )
        taken = self._taken(what, error, otherwise, _stored(frame))
        return taken.__array__(*args, **options)

    @property
    def sharding(self) -> Any:
        raise errors.TracerAttributeError(
            f"the sharding of a traced value {self.aval}, made by {self.origin()}; "
            "fjax.typeof(x) has what is known while tracing; ask the concrete array outside"
        )

    def __format__(self, specification: str) -> str:
        if not specification:
            return str(self)
        value = self.look()
        if value is None:
            raise errors.ConcretizationTypeError(
                f"The format {specification!r} was asked of a traced value {self.aval}, made by "
                f"{self.origin()}, which has no digits yet; use "
                f"fjax.debug.print('{{:{specification}}}', x), which prints when the program runs"
            )
        return format(value, specification)


def _stored(frame: FrameType) -> bool:
    """Whether the code of this frame, which is not NumPy's own, changes elements by `a[i] = x`."""
    return stores(frame) and not frame.f_globals.get("__name__", "").startswith("numpy.")


def _array_remedy(aval: Any, frame: FrameType) -> str:
    """What to write where NumPy is given a traced value by the code of this frame."""
    if _stored(frame):
        return f". {STORED}"
    if not subscripts(frame):
        return (
            "; use the function of the same name in fjax.numpy (fjax.numpy.asarray keeps it "
            "traced), or fjax.pure_callback"
        )
    if aval.dtype == dtypes.bool_:
        return (
            "; a NumPy array is indexed by it: write fjax.numpy.where(mask, a, 0), whose shape "
            "does not depend on the mask"
        )
    return "; a NumPy array is indexed by it: write fjax.numpy.asarray(a)[i]"


def _index_remedy(frame: FrameType) -> str:
    """What to write where the code of this frame needs a Python integer."""
    if not subscripts(frame):
        return (
            "a Python integer is needed: pass it as a static argument, or use "
            "fjax.lax.fori_loop for a loop and fjax.lax.dynamic_slice for indexing"
        )
    return (
        "a Python sequence is indexed by it, or a slice has it as an end: write "
        "fjax.numpy.array(numbers)[i], fjax.lax.switch(i, functions, x), or "
        "fjax.lax.dynamic_slice_in_dim(x, i, size), or pass it as a static argument"
    )
