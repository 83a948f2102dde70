"""Lists of values that flags take apart and put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
Flags = tuple[bool, ...]
Batched = tuple[int | None, ...]  # where values have the dimension of a batch


def select(flags: Iterable[bool], items: Iterable[T]) -> list[T]:
    """The items whose flag is set."""
    return [x for x, f in zip(items, flags, strict=True) if f]


def partition(flags: Sequence[bool], items: Sequence[T]) -> tuple[list[T], list[T]]:
    """(items whose flag is not set, items whose flag is set)."""
    return (
        [x for x, f in zip(items, flags, strict=True) if not f],
        [x for x, f in zip(items, flags, strict=True) if f],
    )


def merge(flags: Sequence[bool], unset: Iterable[T], chosen: Iterable[T]) -> list[T]:
    """The inverse of `partition`."""
    first, second = iter(unset), iter(chosen)
    return [next(second) if f else next(first) for f in flags]


def split(items: Sequence[T], *sizes: int) -> list[list[T]]:
    """Consecutive pieces of these sizes, and the rest."""
    pieces, start = [], 0
    for n in sizes:
        pieces.append(list(items[start : start + n]))
        start += n
    pieces.append(list(items[start:]))
    return pieces
