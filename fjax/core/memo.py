"""Bounded memos: the one way to remember results between calls, emptied together."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, cast, overload

from fjax.locks import process_lock

_clearers: list[Callable[[], None]] = []
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def memo(maxsize: int = 4096, typed: bool = False) -> Callable[[F], F]:
    """Decorator: remember a function's results by its (hashable) arguments.

    `typed`: arguments that are equal but of different types (1 and True) are distinct.
    """

    def decorate(function: F) -> F:
        cached = functools.lru_cache(maxsize, typed)(function)
        _clearers.append(cached.cache_clear)
        return cast(F, cached)

    return decorate


class cached_property(Generic[T]):
    """A property that an object computes when it is first asked for, and keeps.

    Python's holds a lock up to version 3.11, one for all objects of a class, while it computes: a
    process that is forked meanwhile would wait for it for ever. With this one two threads may
    compute a value at once; both get the first.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function, self.__doc__ = function, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        return instance.__dict__.setdefault(self.name, self.function(instance))


def on_clear(clear: Callable[[], None]) -> Callable[[], None]:
    """Have `clear` called by clear_caches()."""
    _clearers.append(clear)
    return clear


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

    It has at most `maxsize` objects, because a value in a dict may refer to its object, which then
    lives until others have taken its place. (A program holds its own values in `memos`.)
    Threads may ask while others ask or clear_caches() empties it.
    """

    def __init__(self, maxsize: int = 1024) -> None:
        self.maxsize = maxsize
        self._results: dict[weakref.ref[Any], dict[Any, Any]] = {}
        self._lock = process_lock(reentrant=True)  # a key may die while it is held
        _clearers.append(self._clear)

    def of(self, key: Any) -> dict[Any, Any]:
        """The dict of an object; TypeError if it cannot be hashed or referred to weakly."""
        with self._lock:
            found = self._results.get(weakref.ref(key))
            if found is None:
                found = self._results[weakref.ref(key, self._forget)] = {}
                while len(self._results) > self.maxsize:
                    self._forget(next(iter(self._results)))
            return found

    def _forget(self, reference: weakref.ref[Any]) -> None:
        self._results.pop(reference, None)

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


class Memos(dict[Any, Any]):
    """What is remembered of an object, which alone holds it."""

    __slots__ = ("__weakref__",)


_memos = WeakBag()
_memos_lock = process_lock()


def _memos_of(holder: Any) -> Memos:
    """The memos of an object that has none yet."""
    with _memos_lock:
        if holder.memos is None:
            found = Memos()
            _memos.add(found)
            holder.memos = found
        return holder.memos


_NOTHING = object()
_ITSELF = object()


def weak_memo(function: F) -> F:
    """Decorator: remember results as long as the first argument lives, which has a slot `memos`.

    The argument holds them itself: a result that refers to it, as a program does that a pass has
    left as it is, makes a circle that Python's collector finds. A table that holds results for
    objects that it refers to weakly would keep both for ever.
    """

    @functools.wraps(function)
    def remembered(first: Any, *rest: Any) -> Any:
        memos = first.memos
        if memos is None:
            memos = _memos_of(first)
        key = function, rest
        found = memos.get(key, _NOTHING)
        if found is _NOTHING:
            found = function(first, *rest)
            memos[key] = _ITSELF if found is first else found
        return first if found is _ITSELF else found

    return cast(F, remembered)


@on_clear
def _clear_memos() -> None:
    for memos in _memos:
        memos.clear()


def clear_caches() -> None:
    """Forget every memoised result and compiled program of this process.

    >>> fjax.clear_caches()
    """
    for clear in tuple(_clearers):  # a module that is being imported adds to them
        clear()
