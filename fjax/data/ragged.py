"""Sequences of different lengths in one array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax import numpy as jnp
from fjax import tree
from fjax.core import dtypes
from fjax.core.plain_arguments import check_whole
from fjax.data.sources import stacked
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError


class Padded(NamedTuple):
    """Sequences of different lengths: values (batch, longest, …), lengths (batch,).

    >>> print(Padded(np.ones((2, 3)), np.array([1, 3])).mask)
    [[ True False False]
     [ True  True  True]]
    """

    values: Any
    lengths: Any

    @property
    def mask(self) -> Any:
        """Which positions hold elements: booleans (batch, longest)."""
        lengths = jnp.asarray(self.lengths)
        lengths = lengths.astype(dtypes.join(lengths.dtype, dtypes.int32))
        return jnp.arange(self.values.shape[1], dtype=lengths.dtype)[None] < lengths[:, None]


def bucket(length: int, buckets: Sequence[int] | None) -> int:
    """The smallest bucket that takes a length; the next power of two if there are none.

    Fewer lengths mean fewer shapes, and a program is traced once for each shape.

    >>> bucket(20, (16, 32, 64)), bucket(20, None), bucket(0, None)
    (32, 32, 1)
    """
    check_whole("data.bucket: length", length)
    if buckets is None:
        return 1 << max(length - 1, 0).bit_length()
    fitting = [each for each in buckets if each >= length]
    if not fitting:
        raise FjaxValueError(f"data: a row of length {length}, and the buckets are {buckets}")
    return min(fitting)


def padded(buckets: Sequence[int] | None = None, value: Any = 0) -> Callable[[list[Any]], Any]:
    """A `collate` for rows whose arrays differ in the length of their first axis.

    Each leaf with axes becomes a `Padded`, filled with `value` up to the smallest bucket that takes
    the longest; numbers are stacked. Values have the dtype that all rows fit into. Raises
    FjaxValueError for a `value` that it does not hold, ShapeError for rows that differ in other
    axes.

    >>> batch = padded()([(np.array([1, 2, 3]), 0), (np.array([4]), 1)])
    >>> print(batch[0].values, batch[0].lengths, batch[1])
    [[1 2 3 0]
     [4 0 0 0]] [3 1] [0 1]
    """

    several = isinstance(buckets, Sequence | np.ndarray)
    if buckets is not None and not (
        several and all(isinstance(b, int | np.integer) and b > 0 for b in buckets)
    ):
        raise FjaxTypeError(
            "data.padded takes lengths to fill up to, such as [16, 32], and gives a collate for "
            "rows: Loader(rows, 8, collate=padded())"
        )

    def together(*leaves: Any) -> Any:
        arrays = [np.asarray(leaf) for leaf in leaves]
        if len({array.shape[1:] if array.ndim else None for array in arrays}) > 1:
            shapes = sorted({array.shape for array in arrays})
            raise ShapeError(f"data.padded: rows differ in more than their lengths: {shapes[:4]}")
        if arrays[0].ndim == 0:
            return stacked(arrays)
        lengths = np.array([len(array) for array in arrays], np.int32)
        shape = (len(arrays), bucket(int(lengths.max()), buckets), *arrays[0].shape[1:])
        values = np.full(shape, _filling(value, _common(arrays)))
        for row, array in zip(values, arrays, strict=True):
            row[: len(array)] = array
        return Padded(values, lengths)

    def collate(rows: list[Any]) -> Any:
        if not rows:
            raise FjaxValueError("data.padded: a batch has one row at least, got none")
        return tree.map(together, *rows)

    return collate


def _common(arrays: Sequence[np.ndarray]) -> np.dtype:
    """The dtype that all rows fit into: NumPy's, which knows none for some narrow floats."""
    try:
        return np.result_type(*arrays)
    except TypeError:
        return dtypes.join(*[array.dtype for array in arrays])


def _filling(value: Any, kind: np.dtype) -> np.ndarray:
    """What rows are filled up with, in their dtype; FjaxValueError if that holds no such value."""
    with np.errstate(all="ignore"):
        given = np.asarray(value)
        found = given.astype(kind)
    rounded = dtypes.is_inexact(kind) and given.dtype.kind in "biuf"
    if not rounded and not np.array_equal(found.astype(given.dtype), given):
        raise FjaxValueError(f"data.padded: rows of {kind} are not filled up with {value!r}")
    return found
