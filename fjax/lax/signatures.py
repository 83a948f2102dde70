"""Signatures of functions that come out of factories, for type checkers and readers."""

from __future__ import annotations

from typing import Any, Protocol

from fjax.core.annotations import ArrayLike, T
from fjax.core.array import Array


class Unary(Protocol):
    """What an elementwise function of one array takes."""

    def __call__(self, x: ArrayLike) -> Array: ...


class Accurate(Protocol):
    """What an elementwise function of one array with an `accuracy` takes."""

    def __call__(self, x: ArrayLike, *, accuracy: Any = None) -> Array: ...


class Binary(Protocol):
    """What an elementwise function of two arrays takes."""

    def __call__(self, x: ArrayLike, y: ArrayLike) -> Array: ...


class CollectiveExtremum(Protocol):
    """What `pmax` and `pmin` take."""

    def __call__(self, x: T, axis_name: Any, *, axis_index_groups: Any = None) -> T: ...
