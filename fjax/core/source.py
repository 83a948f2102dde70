"""The user's source line behind an equation, kept so cheaply that tracing does not feel it."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, ParamSpec, TypeVar

from fjax import errors

P = ParamSpec("P")
R = TypeVar("R")


class Source:
    """A place in the user's program: a code object and an instruction; the line comes later.

    >>> eqn = fjax.make_jaxpr(lambda x: fjax.lax.sin(x))(1.0).eqns[0]
    >>> eqn.source.line
    1
    """

    __slots__ = ("code", "instruction", "scope")

    def __init__(self, code: CodeType, instruction: int, scope: str = ""):
        self.code, self.instruction, self.scope = code, instruction, scope

    @property
    def file(self) -> str:
        return self.code.co_filename

    @property
    def name_stack(self) -> str:
        """The names of the scopes around it (`named_scope`), as JAX calls them."""
        return self.scope

    @property
    def line(self) -> int:
        """The line number of the instruction."""
        found = self.code.co_firstlineno
        for start, end, line in self.code.co_lines():
            if start <= self.instruction < end and line is not None:
                return line
        return found

    def __str__(self) -> str:
        scope = f" in {self.scope}" if self.scope else ""
        return f"{self.file}:{self.line} ({self.code.co_name}){scope}"


UNKNOWN = Source(compile("", "<unknown>", "exec"), 0)


class _Scope(threading.local):
    name = ""
    replayed: Source | None = None  # the equation that an interpreter is working on


_scope = _Scope()
_own_code = errors.own_code


def here() -> Source | None:
    """The line of the equation being replayed, else the innermost frame outside fjax."""
    if _scope.replayed is not None:
        return _scope.replayed
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        own = _own_code.get(code)
        if own is None:
            own = errors.is_own_code(code)
        if not own:
            return Source(code, frame.f_lasti, _scope.name)
        frame = frame.f_back
    return None


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
        self.before = _scope.name
        _scope.name = f"{self.before}/{self.name}" if self.before else self.name

    def __exit__(self, *exc: Any) -> None:
        _scope.name = self.before

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function, each call of it in the scope."""

        @functools.wraps(function)
        def scoped(*args: P.args, **kwargs: P.kwargs) -> R:
            with named_scope(self.name):
                return function(*args, **kwargs)

        return scoped


class replaying:
    """Context manager: what is traced inside belongs to the line of an existing equation."""

    __slots__ = ("source", "before")

    def __init__(self, source: Source | None):
        self.source = source

    def __enter__(self) -> None:
        self.before = _scope.replayed
        if self.source is not None:
            _scope.replayed = self.source

    def __exit__(self, *exc: Any) -> None:
        _scope.replayed = self.before
