"""Signatures of functions that come out of factories, for type checkers and readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from fjax.core.annotations import ArrayLike, T
from fjax.core.array import Array
from fjax.primitives.index_arithmetic import ScatterDimensionNumbers


class Unary(Protocol):
    """What an elementwise function of one array takes."""

    def __call__(self, x: ArrayLike) -> Array: ...


class Accurate(Protocol):
    """What an elementwise function of one array with an `accuracy` takes."""

    def __call__(self, x: ArrayLike, *, accuracy: Any = None) -> Array: ...


class Binary(Protocol):
    """What an elementwise function of two arrays takes."""

    def __call__(self, x: ArrayLike, y: ArrayLike) -> Array: ...


class Reduction(Protocol):
    """What `reduce_sum` and its kin take."""

    def __call__(
        self, operand: ArrayLike, axes: Sequence[int], *, out_sharding: Any = None
    ) -> Array: ...


class Cumulative(Protocol):
    """What `cumsum` and its kin take."""

    def __call__(self, operand: ArrayLike, axis: int = 0, reverse: bool = False) -> Array: ...


class Scatter(Protocol):
    """What `scatter_add` and its kin take."""

    def __call__(
        self,
        operand: ArrayLike,
        scatter_indices: ArrayLike,
        updates: ArrayLike,
        dimension_numbers: ScatterDimensionNumbers,
        *,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        mode: Any = None,
    ) -> Array: ...


class ApproximateTopK(Protocol):
    """What `approx_max_k` and `approx_min_k` take."""

    def __call__(
        self,
        operand: ArrayLike,
        k: int,
        reduction_dimension: int = -1,
        recall_target: float = 0.95,
        reduction_input_size_override: int = -1,
        aggregate_to_topk: bool = True,
    ) -> tuple[Array, Array]: ...


class CollectiveExtremum(Protocol):
    """What `pmax` and `pmin` take."""

    def __call__(self, x: T, axis_name: Any, *, axis_index_groups: Any = None) -> T: ...
