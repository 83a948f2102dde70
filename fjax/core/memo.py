"""Bounded memos: the one way to remember results between calls, emptied together."""
from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

from fjax.locks import process_lock

_clearers: list[Callable[[], None]] = []
F = TypeVar("F", bound=Callable[..., Any])


def memo(maxsize: int = 4096, typed: bool = False) -> Callable[[F], F]:
    """Decorator: remember a function's results by its (hashable) arguments.

    `typed`: arguments that are equal but of different types (1 and True) are told apart.
    """
    def decorate(function: F) -> F:
        cached = functools.lru_cache(maxsize, typed)(function)
        _clearers.append(cached.cache_clear)
        return cached  # type: ignore[return-value]
    return decorate


class Table:
    """A bounded table of results that can be forgotten one by one; the oldest goes first.

    >>> table = Table(100)
    >>> table.get("key", lambda: "made"), table.get("key", lambda: "made again")
    ('made', 'made')
    >>> table.forget("key")
    >>> table.get("key", lambda: "made again")
    'made again'
    """

    def __init__(self, maxsize: int):
        self.maxsize = maxsize
        self._results: dict[Any, Any] = {}
        self._lock = process_lock()
        _clearers.append(self._results.clear)

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was remembered under the key, or else what `make` returns, from now on."""
        with self._lock:
            found = self._results.get(key)
        if found is None:
            found = make()
            with self._lock:
                found = self._results.setdefault(key, found)
                while len(self._results) > self.maxsize:
                    del self._results[next(iter(self._results))]
        return found

    def forget(self, key: Any) -> None:
        """Forget the key, if it is known."""
        with self._lock:
            self._results.pop(key, None)


def weak_memo(function: F) -> F:
    """Decorator: remember results as long as the first argument lives (keyed by its identity)."""
    table: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
    lock = process_lock()
    _clearers.append(table.clear)

    @functools.wraps(function)
    def remembered(first, *rest):
        with lock:
            results = table.get(first)
            if results is None:
                results = table[first] = {}
        found = results.get(rest)
        if found is None:
            found = results[rest] = function(first, *rest)
        return found
    return remembered  # type: ignore[return-value]


def on_clear(clear: Callable[[], None]) -> None:
    """Have `clear` called by clear_caches()."""
    _clearers.append(clear)


def clear_caches() -> None:
    """Forget every memoised result and compiled program of this process.

    >>> fjax.clear_caches()
    """
    for clear in _clearers:
        clear()
