"""Signatures of functions that come out of factories, for type checkers and readers."""

from __future__ import annotations

from typing import Any, Protocol

from fjax.core.annotations import ArrayLike, Axes
from fjax.core.array import Array


class PlacedQuantile(Protocol):
    """What `percentile` takes."""

    def __call__(
        self,
        a: ArrayLike,
        q: ArrayLike,
        axis: Axes = None,
        out: None = None,
        overwrite_input: bool = False,
        method: str = "linear",
        keepdims: bool = False,
        *,
        weights: ArrayLike | None = None,
        out_sharding: Any = None,
    ) -> Array: ...
