"""Calls of jitted functions, noted for whoever records them; what nobody records costs nothing."""

from __future__ import annotations

from threading import get_ident
from time import perf_counter_ns
from typing import Any

from fjax.api.jit_function import JitFunction

Noted = tuple[int, str, int, int]  # the thread, a function's name, when a call began and ended

_call = JitFunction.__call__


def watch_calls(calls: list[Noted] | None) -> None:
    """Have every call of a jitted function noted in a list from now on, in all threads; None: none.

    Times are those of `time.perf_counter_ns`. A call inside of another one comes before it.

    >>> calls = []
    >>> watch_calls(calls)
    >>> y = fjax.jit(lambda x: x + 1)(1.0)
    >>> watch_calls(None)
    >>> [name for _, name, start, end in calls]
    ['<lambda>']
    """
    if calls is None:
        JitFunction.__call__ = _call  # type: ignore[method-assign]
        return
    append, call = calls.append, _call

    def watched(self: JitFunction, *args: Any, **kwargs: Any) -> Any:
        start = perf_counter_ns()
        try:
            return call(self, *args, **kwargs)
        finally:
            append((get_ident(), self.__name__, start, perf_counter_ns()))

    JitFunction.__call__ = watched  # type: ignore[method-assign]
