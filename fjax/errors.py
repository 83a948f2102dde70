"""The errors that fjax raises: operation, what it got, the user's line and the remedy.

Every class subclasses the builtin that a user would expect to catch.
"""

from __future__ import annotations

import functools
import os
import sys
import types
from collections.abc import Callable
from typing import Any, TypeVar

PACKAGE_DIRECTORY = os.path.dirname(os.path.abspath(__file__)) + os.sep

own_code: dict[types.CodeType, bool] = {}
show_own_frames = False  # set by config.update("traceback_filtering", "off")


def is_own_code(code: types.CodeType) -> bool:
    """Whether a frame with this code belongs to fjax, or to what only forwards to it."""
    known = own_code.get(code)
    if known is None:
        name = code.co_filename
        known = own_code[code] = (
            name.startswith((PACKAGE_DIRECTORY, "<frozen importlib")) or name == functools.__file__
        )
    return known


def user_line() -> str:
    """`file:line (function)` of the innermost frame outside fjax."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and is_own_code(frame.f_code):
        frame = frame.f_back
    if frame is None:
        return "unknown line"
    return f"{frame.f_code.co_filename}:{frame.f_lineno} ({frame.f_code.co_name})"


def frames_to_user() -> int:
    """The `stacklevel` with which the caller's `warnings.warn` names the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and is_own_code(frame.f_code):
        frame, level = frame.f_back, level + 1
    return level


class FjaxError(Exception):
    """What all errors of fjax share: the message ends with the user's line.

    `message` is what precedes it, for an error that says more.
    """

    def __init__(self, message: str, line: str | None = None):
        self.message, self.line = message, line or user_line()
        super().__init__(f"{message}\n  at {self.line}")

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.line), self.__dict__)


class FjaxTypeError(FjaxError, TypeError):
    """Operands of a kind, dtype or structure that the operation does not take."""


class FjaxValueError(FjaxError, ValueError):
    """A parameter out of its range."""


class FjaxIndexError(FjaxError, IndexError):
    """An index that the array's rank or kind does not allow."""


class FjaxRuntimeError(FjaxError, RuntimeError):
    """Something that went wrong while running."""


class ShapeError(FjaxTypeError, ValueError):
    """Shapes that do not fit each other or the parameters."""


class StructureError(FjaxTypeError, ValueError):
    """A pytree, or avals in it, other than what the operation was made for."""


class DtypeError(FjaxTypeError):
    """A dtype that the operation does not take, or dtypes that differ."""


class UnsupportedDtypeError(DtypeError, NotImplementedError):
    """A dtype that the library beneath the operation does not compute with."""


class UnavailableDtypeError(FjaxValueError, TypeError):
    """A 64-bit dtype that was asked for while enable_x64 is off."""


class TypePromotionError(FjaxValueError, TypeError):
    """Dtypes with no common promotion under the rules in force."""


class DeviceError(FjaxValueError, RuntimeError):
    """Arrays on devices that do not agree, or a device that is not there (RuntimeError in JAX)."""


class IndivisibleError(FjaxValueError):
    """An axis of an array that cannot be split evenly over the devices."""


class ExchangeError(FjaxError, BufferError):
    """Memory cannot be exchanged in the way that was asked for."""


class NotDifferentiableError(FjaxTypeError, NotImplementedError):
    """A derivative of something that has none."""


class MissingRuleError(FjaxRuntimeError, NotImplementedError):
    """A primitive without the rule that a transformation asks for."""


class ConcretizationTypeError(FjaxTypeError):
    """A traced value where a concrete one is needed."""


class NoDataError(ConcretizationTypeError):
    """The elements of an array on the device "meta", which has none."""


class TracerBoolConversionError(ConcretizationTypeError):
    """Python control flow on a traced value."""


class TracerAttributeError(ConcretizationTypeError, AttributeError):
    """An attribute that only concrete arrays have."""


class TracerIntegerConversionError(FjaxTypeError):
    """A traced value used as a Python integer."""


class TracerArrayConversionError(FjaxTypeError):
    """A NumPy function, or NumPy conversion, applied to a traced value."""


class NonConcreteBooleanIndexError(FjaxIndexError):
    """A boolean mask that is traced: the result's shape would depend on values."""


class UnexpectedTracerError(FjaxTypeError):
    """A tracer used after its transformation has ended."""


class LeakedTracerError(FjaxRuntimeError):
    """A tracer that outlives its trace, found by check_tracer_leaks."""


class ImmutableArrayError(FjaxTypeError):
    """Item assignment to an immutable array."""


class KeyReuseError(FjaxRuntimeError):
    """A random key consumed twice."""


class ResidualBudgetError(FjaxRuntimeError, MemoryError):
    """Residuals of a loop that take more memory than the budget allows."""


class OutOfMemoryError(FjaxRuntimeError, MemoryError):
    """Memory that the system does not give, even after all that was kept went back to it."""


class CopyError(FjaxRuntimeError):
    """A copy of an array that an update in place needs, found by debug.assert_no_copies."""


class AbsentNameError(FjaxError, AttributeError):
    """A name of JAX that fjax does not offer on purpose (fjax/absent.py lists them)."""


class AbsentModuleError(FjaxError, ModuleNotFoundError):
    """The same for an import statement."""


class InvalidIRError(FjaxError, AssertionError):
    """A jaxpr that breaks the rules of the IR (a bug in a rule or a pass)."""


class NonFiniteError(FjaxError, FloatingPointError):
    """A NaN or infinity found by debug_nans or debug_infs."""


F = TypeVar("F", bound=Callable[..., Any])


def _without_own_frames(traceback: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback with fjax's own frames left out."""
    kept = []
    while traceback is not None:
        if not is_own_code(traceback.tb_frame.f_code):
            kept.append(traceback)
        traceback = traceback.tb_next
    result = None
    for entry in reversed(kept):
        result = types.TracebackType(result, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return result


def hide_own_frames(error: BaseException) -> BaseException:
    """Strip fjax's frames from an error that is about to leave the API."""
    if not show_own_frames:
        error.__traceback__ = _without_own_frames(error.__traceback__)
    return error


def api_boundary(function: F) -> F:
    """Decorator of public entry points: tracebacks that leave here show the user's frames only."""

    @functools.wraps(function)
    def guarded(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            hide_own_frames(error)
            raise

    return guarded  # type: ignore[return-value]


JaxRuntimeError = FjaxRuntimeError  # the names under which programs written for JAX catch these
JAXTypeError, JAXIndexError = FjaxTypeError, FjaxIndexError
