"""Rows of gather, scatter and dynamic slices."""

import numpy as np

from fjax.primitives import indexing, slicing
from fjax.primitives.index_arithmetic import GatherDimensionNumbers, ScatterDimensionNumbers
from fjax.primitives.indexing import CLIP, FILL
from tests.samples import Sample, integers, normal

# Rows of a matrix by number: x[i].
ROWS = GatherDimensionNumbers((1,), (0,), (0,))
INTO_ROWS = ScatterDimensionNumbers((1,), (0,), (0,))
# Windows of a matrix that start at (i, j).
WINDOWS = GatherDimensionNumbers((1, 2), (), (0, 1))
INTO_WINDOWS = ScatterDimensionNumbers((1, 2), (), (0, 1))
NUMBERS = integers(3, 1, low=0, high=5)
DISTINCT = np.array([[4], [0], [2]], np.int32)
STARTS = np.array([[0, 1], [2, 0]], np.int32)


def windows(x, starts):
    """The 2 x 3 windows that start at each row of `starts`."""
    return np.stack([x[i : i + 2, j : j + 3] for i, j in starts])


def rows_updated(update, numbers=None):
    """The oracle that applies `update(row, values)` to each numbered row."""

    def oracle(x, indices, updates):
        out = x.copy()
        for (i,), values in zip(indices, updates, strict=True):
            if 0 <= i < len(out):
                out[i] = update(out[i], values)
        return out

    return oracle


SAMPLES = [
    Sample(indexing.Gather(ROWS, (1, 4), CLIP), [normal(5, 4), NUMBERS], lambda x, i: x[i[:, 0]]),
    Sample(
        indexing.Gather(ROWS, (1, 4), CLIP),
        [normal(5, 4), np.array([[-3], [9], [2]])],
        lambda x, i: x[np.clip(i[:, 0], 0, 4)],
        name="gather-clip",
    ),
    Sample(
        indexing.Gather(ROWS, (1, 4), FILL),
        [normal(5, 4), np.array([[-3], [9], [2]])],
        lambda x, i: np.where((i >= 0) & (i < 5), x[np.clip(i[:, 0], 0, 4)], np.nan),
        name="gather-fill",
        order=0,
    ),
    Sample(
        indexing.Gather(WINDOWS, (2, 3), CLIP),
        [normal(4, 5), STARTS],
        windows,
        name="gather-windows",
    ),
    Sample(
        indexing.Scatter(INTO_ROWS, FILL),
        [normal(5, 4), DISTINCT, normal(3, 4)],
        rows_updated(lambda row, values: values),
    ),
    Sample(
        indexing.Scatter(INTO_ROWS, FILL),
        [normal(5, 4), np.array([[-1], [5], [1]]), normal(3, 4)],
        rows_updated(lambda row, values: values),
        name="scatter-drop",
    ),
    Sample(
        indexing.ScatterAdd(INTO_ROWS, FILL),
        [normal(5, 4), NUMBERS, normal(3, 4)],
        rows_updated(lambda row, values: row + values),
    ),
    Sample(
        indexing.ScatterAdd(INTO_WINDOWS, FILL),
        [normal(4, 5), STARTS, normal(2, 2, 3)],
        name="scatter_add-windows",
    ),
    Sample(
        indexing.ScatterMul(INTO_ROWS, FILL, unique_indices=True),
        [normal(5, 4), DISTINCT, normal(3, 4)],
        rows_updated(lambda row, values: row * values),
    ),
    Sample(
        indexing.ScatterMax(INTO_ROWS, FILL),
        [normal(5, 4), DISTINCT, normal(3, 4)],
        rows_updated(np.maximum),
    ),
    Sample(
        indexing.ScatterMin(INTO_ROWS, FILL),
        [normal(5, 4), DISTINCT, normal(3, 4)],
        rows_updated(np.minimum),
    ),
    Sample(
        slicing.DynamicSlice((2, 3)),
        [normal(4, 5), np.int32(1), np.int32(2)],
        lambda x, i, j: x[1:3, 2:5],
    ),
    Sample(
        slicing.DynamicSlice((2, 3)),
        [normal(4, 5), np.int32(9), np.int32(-9)],
        lambda x, i, j: x[2:4, 0:3],
        name="dynamic_slice-clamped",
    ),
    Sample(
        slicing.DynamicUpdateSlice(),
        [normal(4, 5), normal(2, 3), np.int32(1), np.int32(2)],
        lambda x, u, i, j: np.block([[x[:1]], [np.block([[x[1:3, :2], u]])], [x[3:]]]),
    ),
]
