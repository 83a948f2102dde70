"""The user's source line behind an equation, kept so cheaply that tracing does not feel it."""

from __future__ import annotations

import functools
import inspect
import linecache
import opcode
import sys
import threading
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, ParamSpec, TypeVar

from fjax import errors

UNPICKLED = (
    "Pickle the arguments instead, and transform the function again where they are loaded; "
    "fjax.export writes programs to files"
)

P = ParamSpec("P")
R = TypeVar("R")


class TransformationName(str):
    """The name of a transformation in a name stack: it goes around the name that follows."""

    __slots__ = ()


class NameStack:
    """The scopes (`named_scope`) and transformations around an equation, outermost first.

    Printed as JAX prints them: a scope's name before what is in it, a transformation around it.

    >>> def f(x):
    ...     with fjax.named_scope("layer"):
    ...         return lax.sin(x)
    ...
    >>> str(fjax.make_jaxpr(fjax.vmap(f))(jnp.ones(2)).eqns[0].source_info.name_stack)
    'vmap(layer)'
    """

    __slots__ = ("stack",)

    def __init__(self, stack: tuple[str, ...] = ()):
        self.stack = stack

    @property
    def scopes(self) -> tuple[str, ...]:
        """The names without those of transformations."""
        return tuple([name for name in self.stack if type(name) is not TransformationName])

    @property
    def backward(self) -> bool:
        """Whether a transposition is among them, as around the backward pass of a gradient."""
        return any(n == "transpose" for n in self.stack if type(n) is TransformationName)

    def __add__(self, other: NameStack) -> NameStack:
        return NameStack(self.stack + other.stack)

    def __len__(self) -> int:
        return len(self.stack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NameStack) and self.stack == other.stack

    def __hash__(self) -> int:
        return hash(self.stack)

    def __str__(self) -> str:
        names: list[str] = []
        for name in reversed(self.stack):
            if type(name) is TransformationName:
                names[:1] = [f"{name}({names[0] if names else ''})"]
            else:
                names.insert(0, name)
        return "/".join(names)

    def __repr__(self) -> str:
        return f"NameStack({str(self)!r})"


NO_NAMES = NameStack()


class Source:
    """A place in the user's program: a code object and an instruction; the line comes later.

    >>> eqn = fjax.make_jaxpr(lambda x: fjax.lax.sin(x))(1.0).eqns[0]
    >>> eqn.source.line
    1
    """

    __slots__ = ("code", "instruction", "name_stack")

    def __init__(self, code: CodeType, instruction: int, name_stack: NameStack = NO_NAMES):
        self.code, self.instruction, self.name_stack = code, instruction, name_stack

    def named(self, name_stack: NameStack) -> Source:
        """The same place within other names."""
        return Source(self.code, self.instruction, name_stack)

    def within(self, outer: NameStack) -> Source:
        """The same place, its names within others: those around a jaxpr that it is in."""
        return self.named(outer + self.name_stack) if outer.stack else self

    def below(self, depth: int) -> Source:
        """The same place without the outermost names."""
        if depth == 0:
            return self
        return self.named(NameStack(self.name_stack.stack[depth:]))

    @property
    def key(self) -> tuple[Any, ...]:
        """What is equal for one place."""
        return self.code, self.instruction, self.name_stack.stack

    @property
    def file(self) -> str:
        return self.code.co_filename

    @property
    def line(self) -> int:
        """The line number of the instruction."""
        found = self.code.co_firstlineno
        for start, end, line in self.code.co_lines():
            if start <= self.instruction < end and line is not None:
                return line
        return found

    def __deepcopy__(self, memo: Any) -> Source:
        return self

    def __reduce__(self) -> Any:
        raise errors.FjaxTypeError(
            "A jaxpr can't be pickled, nor a function that is made of one, as fjax.linearize "
            f"returns it: its equations refer to code of this process, {self}. {UNPICKLED}"
        )

    def __str__(self) -> str:
        names = f" in {self.name_stack}" if self.name_stack.scopes else ""
        return f"{self.file}:{self.line} ({self.code.co_name}){names}"

    def __repr__(self) -> str:
        return f"<{self}>"


def text_of(place: Source, longest: int = 80) -> str:
    """The expression at a place, as it is written; empty if it is long or has no source.

    >>> text_of(UNKNOWN)
    ''
    """
    positions = list(place.code.co_positions())
    at = place.instruction // 2
    line, end, first, last = positions[at] if at < len(positions) else (None,) * 4
    if line is None or line != end:
        return ""
    written = linecache.getline(place.file, line).encode()[first:last].decode(errors="ignore")
    return written if len(written) <= longest else ""


UNKNOWN = Source(compile("", "<unknown>", "exec"), 0)


class _Scope(threading.local):
    names = NO_NAMES
    replayed: Source | None = None  # the equation that an interpreter is working on


_scope = _Scope()
_own_code = errors.own_code


def here() -> Source | None:
    """The line of the equation being replayed, else the innermost frame outside fjax."""
    return _scope.replayed or _line_of(sys._getframe(1))


def of_operation() -> Source | None:
    """As `here`, for a trace's `process`, which code of fjax's calls: two frames need no look."""
    return _scope.replayed or _line_of(sys._getframe(3))


def _line_of(frame: FrameType | None) -> Source | None:
    while frame is not None:
        code = frame.f_code
        known = _own_code.get(id(code))
        if not (errors.is_own_code(code) if known is None else known[0]):
            return Source(code, frame.f_lasti, _scope.names)
        frame = frame.f_back
    return None


class at_one_place:
    """Context manager: what is traced inside belongs to the user's line that is running now.

    Looking for the line again costs as much as recording an equation, since each frame on the way
    becomes an object.

    >>> with at_one_place():
    ...     here() is here()
    True
    """

    __slots__ = ("before",)

    def __enter__(self) -> None:
        self.before = _scope.replayed
        if self.before is None:
            _scope.replayed = here()

    def __exit__(self, *exc: Any) -> None:
        _scope.replayed = self.before


class named_scope:
    """Context manager and decorator: equations traced inside carry this name, nested with '/'.

    >>> def f(x):
    ...     with fjax.named_scope("encoder"):
    ...         return jnp.sin(x)
    ...
    >>> fjax.jit(f)(jnp.array([0.0]))
    Array([0.], dtype=float64)
    >>> fjax.named_scope("decoder")(f)(jnp.array([0.0]))
    Array([0.], dtype=float64)
    """

    def __init__(self, name: str):
        if not isinstance(name, str):
            raise errors.FjaxTypeError(f"named_scope takes a string, got {type(name).__name__}")
        self.name = name

    def __enter__(self) -> None:
        self.before = _scope.names
        _scope.names = self.before + NameStack((self.name,))

    def __exit__(self, *exc: Any) -> None:
        _scope.names = self.before

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function, each call of it in the scope."""

        @functools.wraps(function)
        def scoped(*args: P.args, **kwargs: P.kwargs) -> R:
            with named_scope(self.name):
                return function(*args, **kwargs)

        return scoped


def current_names() -> NameStack:
    """The scopes and transformations around what is traced now.

    >>> with fjax.named_scope("layer"):
    ...     str(current_names())
    'layer'
    """
    return _scope.names


class names:
    """Context manager: what is traced inside is within these names, and no others.

    >>> with names(NameStack(("layer",))):
    ...     str(current_names())
    'layer'
    """

    __slots__ = ("names", "before")

    def __init__(self, names: NameStack):
        self.names = names

    def __enter__(self) -> None:
        self.before = _scope.names, _scope.replayed
        _scope.names = self.names
        replayed = _scope.replayed
        if replayed is not None and replayed.name_stack is not self.names:
            _scope.replayed = replayed.named(self.names)

    def __exit__(self, *exc: Any) -> None:
        _scope.names, _scope.replayed = self.before


def transforming(name: str) -> names:
    """Context manager: what is traced inside is what a transformation makes of a function.

    >>> with transforming("vmap"), fjax.named_scope("layer"):
    ...     str(current_names())
    'vmap(layer)'
    """
    return names(_scope.names + NameStack((TransformationName(name),)))


class replaying:
    """Context manager: what is traced inside belongs to the line of an existing equation.

    Its names are within those that are in force now, as those of a jaxpr's equations are within the
    names of the call.

    >>> with replaying(UNKNOWN):
    ...     str(here())
    '<unknown>:0 (<module>)'
    """

    __slots__ = ("source", "before", "outer")

    def __init__(self, source: Source | None):
        self.source = source

    def __enter__(self) -> None:
        self.before = _scope.replayed
        self.outer = outer = _scope.names
        source = self.source
        if source is None:
            return
        if outer.stack:
            inner = source.name_stack
            names = outer + inner if inner.stack else outer
            source = Source(source.code, source.instruction, names)
        if source.name_stack is not outer:
            _scope.names = source.name_stack
        _scope.replayed = source

    def __exit__(self, *exc: Any) -> None:
        _scope.replayed = self.before
        if _scope.names is not self.outer:
            _scope.names = self.outer


class lines_of:
    """Context manager: what a function of the user traces inside has the lines of that function.

    A rule of a custom derivative runs while its call is replayed, and is written elsewhere. What
    fjax's own rules compute stays at the call.

    >>> with replaying(UNKNOWN), lines_of(lambda: None):
    ...     here() is UNKNOWN
    False
    """

    __slots__ = ("function", "before")

    def __init__(self, function: Callable[..., Any]):
        self.function = function

    def __enter__(self) -> None:
        self.before = _scope.replayed
        if self.before is None:
            return
        function = self.function
        while isinstance(function, functools.partial):
            function = function.func
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is not None and not errors.is_own_code(code):
            _scope.replayed = None

    def __exit__(self, *exc: Any) -> None:
        _scope.replayed = self.before


_STORES = {opcode.opmap[x] for x in ("STORE_SUBSCR", "STORE_SLICE") if x in opcode.opmap}
_SUBSCRIPTS = _STORES | {
    opcode.opmap[x] for x in ("BINARY_SUBSCR", "BINARY_SLICE") if x in opcode.opmap
}


def stores(frame: FrameType) -> bool:
    """Whether the code of a frame is in the middle of `a[i] = x`."""
    return frame.f_code.co_code[frame.f_lasti] in _STORES


def subscripts(frame: FrameType) -> bool:
    """Whether the code of a frame is in the middle of `a[i]` or `a[i] = x`."""
    code, at = frame.f_code.co_code, frame.f_lasti
    if code[at] == opcode.opmap["BINARY_OP"]:  # subscripts are one from Python 3.14 on
        return ("NB_SUBSCR", "[]") in getattr(opcode, "_nb_ops", ())[code[at + 1] :][:1]
    return code[at] in _SUBSCRIPTS
