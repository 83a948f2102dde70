"""Signatures of functions that come out of factories, for type checkers and readers."""

from __future__ import annotations

from typing import Any, Protocol

from fjax.core.annotations import ArrayLike, Axes, DTypeLike
from fjax.core.array import Array


class Total(Protocol):
    """What `sum` and `prod` take."""

    def __call__(
        self,
        a: ArrayLike,
        axis: Axes = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        keepdims: bool = False,
        initial: ArrayLike | None = None,
        where: ArrayLike | None = None,
        promote_integers: bool = True,
    ) -> Array: ...


class Test(Protocol):
    """What `all` and `any` take."""

    def __call__(
        self,
        a: ArrayLike,
        axis: Axes = None,
        out: None = None,
        keepdims: bool = False,
        *,
        where: ArrayLike | None = None,
    ) -> Array: ...


class Spread(Protocol):
    """What `var` and `std` take."""

    def __call__(
        self,
        a: ArrayLike,
        axis: Axes = None,
        dtype: DTypeLike | None = None,
        out: None = None,
        ddof: float = 0,
        keepdims: bool = False,
        *,
        where: ArrayLike | None = None,
        mean: ArrayLike | None = None,
        correction: float | None = None,
    ) -> Array: ...


class Quantile(Protocol):
    """What `quantile` and its kin take."""

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
    ) -> Array: ...


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
