"""The errors that fjax raises: operation, what it got, the user's line and the remedy.

Every class subclasses the builtin that a user would expect to catch.
"""

from __future__ import annotations

import functools
import os
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from fjax.misspelling import nearest, note_keyword

PACKAGE_DIRECTORY = os.path.dirname(os.path.abspath(__file__)) + os.sep
_PYTHON = os.path.dirname(os.path.abspath(os.__file__)) + os.sep

# By `id`: the hash of a code object is that of all that is in it. The tuples keep them alive.
own_code: dict[int, tuple[bool, types.CodeType]] = {}
show_own_frames = False  # set by config.update("traceback_filtering", "off")
callbacks_as_in_jax = False  # set by as_jax: what a callback raises becomes a JaxRuntimeError
own_process = ""  # ", in process 1 of 2" where several run together


def is_own_code(code: types.CodeType) -> bool:
    """Whether a frame with this code belongs to fjax, or to what only forwards to it."""
    known = own_code.get(id(code))
    if known is None:
        name = code.co_filename
        own = (
            name.startswith((PACKAGE_DIRECTORY, "<frozen importlib"))
            or name == functools.__file__
            or (name == "<string>" and code.co_name == "__init__")  # that of a dataclass
        )
        known = own_code[id(code)] = own, code
    return known[0]


@functools.cache
def _is_library(file: str) -> bool:
    """Whether a file is of Python, NumPy or SciPy, which call fjax on behalf of the user."""
    _, packages, path = file.replace(os.sep, "/").rpartition("-packages/")
    return path.startswith(("numpy/", "scipy/")) if packages else file.startswith(_PYTHON)


def user_line() -> str:
    """`file:line (function)` of the innermost frame outside fjax, and outside Python's libraries.

    In a library, if there are no others: a thread that runs a transformed function, say.
    """
    frame: types.FrameType | None = sys._getframe(1)
    innermost: types.FrameType | None = None
    while frame is not None:
        if not is_own_code(frame.f_code):
            innermost = innermost or frame
            if not _is_library(frame.f_code.co_filename):
                break
        frame = frame.f_back
    frame = frame or innermost
    if frame is None:
        return "unknown line"
    return f"{frame.f_code.co_filename}:{frame.f_lineno} ({frame.f_code.co_name})"


def place(line: str | None = None) -> str:
    """Where an error arises: the user's line and, where several processes run, which it is."""
    return f"{line or user_line()}{own_process}"


def frames_to_user() -> int:
    """The `stacklevel` with which the caller's `warnings.warn` names the user's line."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and is_own_code(frame.f_code):
        frame, level = frame.f_back, level + 1
    return level


class FjaxError(Exception):
    """What all errors of fjax share: the message ends with the user's line and where to read more.

    `message` is what precedes them, for an error that says more. `entry` is the name of the
    class's entry in the catalogue, which `explain` prints; a class from elsewhere inherits it.
    """

    entry = "FjaxError"

    def __init_subclass__(cls, **options: Any):
        super().__init_subclass__(**options)
        if cls.__module__ == __name__:
            cls.entry = cls.__name__

    def __init__(self, message: str, line: str | None = None):
        self.line = line or user_line()
        super().__init__()
        self.say(message)

    def say(self, message: str) -> None:
        """Have the error say this, with the user's line and where to read more."""
        self.message = message
        more = f"  more: fjax.errors.explain({self.entry!r})"
        self.args = (f"{message}\n  at {place(self.line)}\n{more}",)

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


class NotAddressableError(FjaxRuntimeError):
    """Elements were asked for of an array that is partly in other processes."""


class ProcessError(FjaxRuntimeError):
    """Another process failed, left, or does something else."""


class IndivisibleError(FjaxValueError):
    """An axis of an array that cannot be split evenly over the devices."""


class ShardingTypeError(FjaxTypeError):
    """How the result of an operation is split along explicit axes of a mesh is left open."""


class UnreducedError(ShardingTypeError, NotImplementedError):
    """An operation on summands of a value, which gives no summands of its result."""


class ExchangeError(FjaxError, BufferError):
    """Memory cannot be exchanged in the way that was asked for."""


class NotDifferentiableError(FjaxTypeError, ValueError, NotImplementedError):
    """A derivative of something that has none."""


class NotScalarError(FjaxTypeError):
    """The gradient of a function that returns an array with axes, or several values."""


class MissingRuleError(FjaxRuntimeError, NotImplementedError):
    """A primitive without the rule that a transformation asks for."""


class ConcretizationTypeError(FjaxTypeError):
    """A traced value where a concrete one is needed."""


class NoDataError(ConcretizationTypeError):
    """The elements of an array on the device "meta", which has none."""


class InconclusiveDimensionOperation(FjaxValueError):
    """A question about symbolic sizes whose answer depends on what they will be."""


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
    """An import of a module of JAX that fjax leaves out on purpose (fjax/absent.py lists them)."""


class InvalidIRError(FjaxError, AssertionError):
    """A jaxpr that breaks the rules of the IR (a bug in a rule or a pass)."""


class NonFiniteError(FjaxError, FloatingPointError):
    """A NaN or infinity found by debug_nans or debug_infs."""


CATALOGUE = Path(PACKAGE_DIRECTORY) / "error_catalogue"
EXAMPLES_ASSUME = "import fjax, fjax.numpy as jnp"


def explain(error: str | type[FjaxError] | BaseException | None = None) -> None:
    """Print what an error means, a program that raises it, and one that does not.

    error: an error, its class, or the name of the class, as messages give it. Without it, the
    error that is being handled, or the last one that ended a program at a prompt or in a notebook.
    Nothing is fetched: the entries are files of the package, and some name a page to read on.
    Raises FjaxValueError if there is no such entry or no error.

    >>> fjax.errors.explain("ImmutableArrayError")  # doctest: +ELLIPSIS
    # ImmutableArrayError
    <BLANKLINE>
    Arrays do not change. `x.at[i].set(v)` gives a changed copy; ...
    """
    name = error if isinstance(error, str) else _entry(error)
    if name is None:
        raise FjaxValueError(
            "explain: there is no error of fjax's to explain; give one, its class, or its name"
        )
    page = CATALOGUE / f"{name}.md"
    if not name.isidentifier() or not page.is_file():
        known = sorted(path.stem for path in CATALOGUE.glob("*.md"))
        others = nearest(name, known) or f"; there are {' '.join(known)}"
        raise FjaxValueError(f"explain: no entry is named {name!r}{others}")
    print(page.read_text(encoding="utf-8"), f"Examples assume `{EXAMPLES_ASSUME}`.", sep="\n")


def _entry(error: type[FjaxError] | BaseException | None) -> str | None:
    """The name of an error's entry; of the last error, and of what caused it, if none is given."""
    found: Any = error or sys.exception() or getattr(sys, "last_value", None)
    while found is not None and not hasattr(found, "entry"):
        found = getattr(found, "__cause__", None) or getattr(found, "__context__", None)
    return found.entry if found is not None else None


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


_NESTING = (
    "Python calls too many functions one within the other: tracing a transformed function takes 8 "
    "to 16 calls, and so does each that is called in it. If they are meant to be nested so deep, "
    "call sys.setrecursionlimit(10_000); a function that calls itself without end is a mistake."
)


def hide_own_frames(error: BaseException) -> BaseException:
    """Strip fjax's frames from an error that is about to leave the API; note what helps."""
    if isinstance(error, TypeError):
        note_keyword(error)
    if isinstance(error, RecursionError) and _NESTING not in getattr(error, "__notes__", ()):
        error.add_note(_NESTING)
    if not show_own_frames:
        error.__traceback__ = _without_own_frames(error.__traceback__)
    return error


def of_callback(name: str, error: Exception) -> FjaxRuntimeError:
    """What JAX raises where a callback has raised `error`: its traceback is in the text.

    It is an error of the callback's class as well, so that both kinds of handlers catch it.
    """
    raised = "".join(traceback.format_exception(hide_own_frames(error))).rstrip()
    text = f"INTERNAL: CpuCallback error calling callback {name}: {raised}"
    kind: Any = type(error)
    raised_here = _runtime_error_and(kind)(text)
    vars(raised_here).update({**vars(error), **vars(raised_here)})
    return raised_here


@functools.cache
def _runtime_error_and(kind: Any) -> type[FjaxRuntimeError]:
    """A class of both; FjaxRuntimeError itself where Python does not let them meet."""

    def __init__(self: Any, message: str, line: str | None = None) -> None:
        FjaxRuntimeError.__init__(self, message, line)

    if issubclass(FjaxRuntimeError, kind):
        return FjaxRuntimeError
    names = {
        "__module__": "jax.errors",
        "__init__": __init__,
        "__str__": Exception.__str__,
        "__reduce__": _as_runtime_error,
    }
    try:
        return type("JaxRuntimeError", (FjaxRuntimeError, kind), names)
    except TypeError:  # the layouts of OSError and RuntimeError differ, say
        return FjaxRuntimeError


def _as_runtime_error(error: FjaxError) -> Any:
    """For pickle, which finds no class that was made on the way."""
    return FjaxRuntimeError, (error.message, error.line)


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
