"""Functions in a form that interpreters transform one step at a time."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


class WrappedFun:
    """A function with transformations around it; `call_wrapped` calls it.

    >>> from fjax.extend.linear_util import transformation2, wrap_init
    >>> @transformation2
    ... def negated(f, *args): return -f(*args)
    >>> negated(wrap_init(lambda x: x + 1)).call_wrapped(2)
    -3
    """

    def __init__(self, f: Callable[..., Any], f_transformed: Callable[..., Any]):
        self.f, self.f_transformed = f, f_transformed

    @classmethod
    def of(cls, function: Callable[..., Any]) -> WrappedFun:
        """A function without transformations yet."""
        return cls(function, function)

    @property
    def __name__(self) -> str:
        return getattr(self.f, "__name__", type(self.f).__name__)

    def wrap(self, transform: Callable[..., Any], *static: Any) -> WrappedFun:
        """With one more transformation, `transform(f, *static, *args)`."""
        return WrappedFun(self.f, functools.partial(transform, self.f_transformed, *static))

    def call_wrapped(self, *args: Any, **kwargs: Any) -> Any:
        """The result of the transformed function."""
        return self.f_transformed(*args, **kwargs)

    def __repr__(self) -> str:
        return f"WrappedFun({self.__name__})"
