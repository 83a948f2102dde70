"""Objects by the keys that they were made for, as long as somebody else holds them."""

from __future__ import annotations

import weakref
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from fjax.locks import process_lock

X = TypeVar("X")
LEAST = 1 << 14


class WeakValues(Generic[X]):
    """A dict from keys to weak references.

    That of the standard library has a callback for each object, by which it forgets the key. To
    make it takes longer than to make a small object. Keys of this one stay until it has doubled.

    >>> table, made = WeakValues(), frozenset("a")
    >>> table.keep("a", made) is made
    True
    >>> list(table.references)
    ['a']
    """

    def __init__(self) -> None:
        self.references: dict[Hashable, weakref.ref[Any]] = {}
        self._lock = process_lock()
        self._room = LEAST

    def keep(self, key: Hashable, made: X) -> X:
        """The object of a key: what was made, or what a thread that was faster has made."""
        mine = weakref.ref(made)
        kept = self.references.setdefault(key, mine)
        if kept is not mine:
            with self._lock:
                kept = self.references.get(key, mine)
                found = kept()
                if found is not None:
                    return found
                self.references[key] = mine
        if len(self.references) > self._room:
            with self._lock:
                self._forget_those_gone()
        return made

    def _forget_those_gone(self) -> None:
        """Drop the keys of objects that nobody holds, the latest first: keys may hold others."""
        items = list(self.references.items())
        while items:
            key, reference = items.pop()
            if reference() is None:
                del self.references[key]
        self._room = max(LEAST, 2 * len(self.references))
