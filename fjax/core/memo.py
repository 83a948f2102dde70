"""Bounded memos: the one way to remember results between calls, emptied together."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

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
        return cast(F, cached)

    return decorate


class Table:
    """A bounded table of results that can be forgotten one by one; the oldest goes first.

    >>> table = Table(100)
    >>> table.get("key", lambda: "made"), table.get("key", lambda: "made again")
    ('made', 'made')
    >>> table.forget("key")
    'made'
    >>> table.get("key", lambda: "made again")
    'made again'
    """

    def __init__(self, maxsize: int):
        self.maxsize = maxsize
        self._results: dict[Any, Any] = {}
        self._lock = process_lock()
        _clearers.append(self._clear)

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was remembered under the key, or else what `make` returns, from now on."""
        found = self._results.get(key)
        if found is None:
            found = make()
            with self._lock:
                found = self._results.setdefault(key, found)
                while len(self._results) > self.maxsize:
                    del self._results[next(iter(self._results))]
        return found

    def _clear(self) -> None:
        with self._lock:
            self._results.clear()

    def forget(self, key: Any) -> Any:
        """Forget the key; what was remembered under it, or None."""
        with self._lock:
            return self._results.pop(key, None)


class WeakTable:
    """A dict for each object that can be referred to weakly, as long as the object lives.

    Threads may ask while others ask or clear_caches() empties it.
    """

    def __init__(self) -> None:
        self._results: weakref.WeakKeyDictionary[Any, dict[Any, Any]] = weakref.WeakKeyDictionary()
        self._lock = process_lock(reentrant=True)  # a key may die while it is held
        _clearers.append(self._clear)

    def of(self, key: Any) -> dict[Any, Any]:
        """The dict of an object; TypeError if it cannot be hashed or referred to weakly."""
        with self._lock:
            found = self._results.get(key)
            if found is None:
                found = self._results[key] = {}
            return found

    def _clear(self) -> None:
        with self._lock:
            self._results.clear()


class WeakBag:
    """Objects as long as they live; iterating gives those of the moment it begins.

    A WeakSet must not be added to while another thread iterates over it.
    """

    def __init__(self) -> None:
        self._references: dict[int, weakref.ref] = {}

    def add(self, value: Any) -> None:
        """Remember an object, by identity."""
        references, key = self._references, id(value)
        references[key] = weakref.ref(value, lambda _: references.pop(key, None))

    def __iter__(self) -> Iterator[Any]:
        found = [reference() for reference in self._references.copy().values()]
        return iter([value for value in found if value is not None])

    def __len__(self) -> int:
        return len(self._references)


def weak_memo(function: F) -> F:
    """Decorator: remember results as long as the first argument lives (keyed by its identity)."""
    table = WeakTable()

    @functools.wraps(function)
    def remembered(first: Any, *rest: Any) -> Any:
        results = table.of(first)
        found = results.get(rest)
        if found is None:
            found = results[rest] = function(first, *rest)
        return found

    return cast(F, remembered)


def on_clear(clear: Callable[[], None]) -> Callable[[], None]:
    """Have `clear` called by clear_caches()."""
    _clearers.append(clear)
    return clear


def clear_caches() -> None:
    """Forget every memoised result and compiled program of this process.

    >>> fjax.clear_caches()
    """
    for clear in tuple(_clearers):  # a module that is being imported adds to them
        clear()
