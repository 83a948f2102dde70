"""Rows of gathers and scatters in every layout and mode, and of dynamic slices."""

import itertools

import numpy as np

from fjax.primitives import indexing, slicing
from fjax.primitives.index_arithmetic import (
    GatherDimensionNumbers,
    GatherScatterMode,
    ScatterDimensionNumbers,
)
from tests.samples import FLOATS, Sample, bools, integers, normal

CLIP, FILL = GatherScatterMode.CLIP, GatherScatterMode.FILL_OR_DROP
PROMISE = GatherScatterMode.PROMISE_IN_BOUNDS


def clamp(start, size, n):
    return min(max(int(start), 0), n - size)


def windows(d, shape, sizes, indices, mode):
    """For every index vector, element by element: (batch index, window's operand indices or
    None).
    """
    for outer in np.ndindex(*indices.shape[:-1]):
        starts, inside = [0] * len(shape), True
        for k, axis in enumerate(d.start_index_map):
            start = int(indices[(*outer, k)])
            inside = inside and 0 <= start <= shape[axis] - sizes[axis]
            starts[axis] = clamp(start, sizes[axis], shape[axis])
        for axis, at in zip(d.operand_batching_dims, d.start_indices_batching_dims, strict=True):
            starts[axis] = outer[at]
        yield outer, starts, inside or mode is CLIP


def places(d, shape, sizes, indices, mode):
    """(operand index, output index, in bounds) of every element of a gather."""
    gone = {*d.collapsed_slice_dims, *d.operand_batching_dims}
    kept = [a for a in range(len(shape)) if a not in gone]
    for outer, starts, inside in windows(d, shape, sizes, indices, mode):
        for offset in itertools.product(*[range(sizes[a]) for a in kept]):
            source = list(starts)
            for a, o in zip(kept, offset, strict=True):
                source[a] += o
            batch, window = iter(outer), iter(offset)
            rank = len(outer) + len(kept)
            target = tuple(next(window) if i in d.offset_dims else next(batch) for i in range(rank))
            yield tuple(source), target, inside


def gathered(op):
    """Gather in NumPy, element by element."""

    def gather(x, indices):
        d = op.dimension_numbers
        found = list(places(d, x.shape, op.slice_sizes, indices, op.mode))
        out = np.zeros(
            [1 + max(t[i] for _, t, _ in found) for i in range(len(found[0][1]))], x.dtype
        )
        for source, target, inside in found:
            out[target] = x[source] if inside else op.fill(x.dtype)
        return out

    return gather


def scattered(op, combine):
    """Scatter in NumPy, element by element."""

    def scatter(x, indices, updates):
        d = op.dimension_numbers.as_gather
        gone = {*d.collapsed_slice_dims, *d.operand_batching_dims}
        sizes = [1] * x.ndim
        for a, k in zip([a for a in range(x.ndim) if a not in gone], d.offset_dims, strict=True):
            sizes[a] = updates.shape[k]
        out = x.copy()
        for source, target, inside in places(d, x.shape, sizes, indices, op.mode):
            if inside:
                out[source] = combine(out[source], updates[target])
        return out

    return scatter


BEYOND = {
    "pairs": np.array([[1, 2], [4, 0], [1, 2], [7, -1]]),
    "single": np.array([[1], [4], [1], [9]]),
}
WITHIN = {
    "pairs": np.array([[1, 2], [2, 0], [1, 2], [0, 1]]),
    "single": np.array([[1], [0], [1], [1]]),
}
# name, offset_dims, collapsed, start_index_map, batching, indices' batching, slice sizes, indices
LAYOUTS = [
    ("rows", (1,), (0, 1), (0, 1), (), (), (1, 1, 6), "pairs"),
    ("windows-first", (0,), (0, 1), (0, 1), (), (), (1, 1, 3), "pairs"),
    ("boxes", (0, 1, 2), (), (0, 2), (), (), (2, 3, 4), "pairs"),
    ("slabs", (1, 2), (0,), (0,), (), (), (1, 4, 6), "single"),
    ("batched", (0,), (1,), (1,), (0,), (0,), (1, 1, 6), "single"),
    ("batched-windows", (0, 2), (), (1,), (0,), (0,), (1, 2, 6), "single"),
]
UFUNCS = {
    indexing.Scatter: lambda old, new: new,
    indexing.ScatterAdd: np.add,
    indexing.ScatterMul: np.multiply,
    indexing.ScatterMin: np.minimum,
    indexing.ScatterMax: np.maximum,
}


def apart(shape, offset):
    """Multiples of 0.1 in random order, all shifted: where no two may be nearly equal."""
    return lambda rng: rng.permutation(int(np.prod(shape))).reshape(shape) * 0.1 + offset


def gathers(mode):
    rows = []
    for name, offsets, collapsed, mapped, shared, others, sizes, which in LAYOUTS:
        indices = (WITHIN if mode is PROMISE else BEYOND)[which]
        numbers = GatherDimensionNumbers(offsets, collapsed, mapped, shared, others)
        op = indexing.Gather(numbers, sizes, mode, 0.5 if mode is FILL else None)
        first = 4 if shared else 5
        rows.append(
            Sample(
                op,
                [normal(first, 4, 6), indices],
                gathered(op),
                name=f"gather-{name}-{mode.name.lower()}",
                precisions=FLOATS,
                order=1,
            )
        )
    return rows


def scatters(kind, mode):
    rows = []
    for name, offsets, collapsed, mapped, shared, others, sizes, which in LAYOUTS:
        indices = (WITHIN if mode is PROMISE else BEYOND)[which]
        op = kind(ScatterDimensionNumbers(offsets, collapsed, mapped, shared, others), mode)
        first = 4 if shared else 5
        window = iter([s for a, s in enumerate(sizes) if a not in (*collapsed, *shared)])
        batch = iter(indices.shape[:-1])
        shape = [
            next(window) if i in offsets else next(batch)
            for i in range(len(offsets) + indices.ndim - 1)
        ]
        able = (0,) if kind is indexing.ScatterMul else (0, 2)
        rows.append(
            Sample(
                op,
                [apart((first, 4, 6), -6.0), indices, apart(shape, -2.95)],
                scattered(op, UFUNCS[kind]),
                differentiate=able,
                order=1,
                name=f"{op.name}-{name}-{mode.name.lower()}",
            )
        )
    return rows


def dynamic_slice(sizes):
    return lambda x, *starts: x[
        tuple(
            slice(clamp(i, s, n), clamp(i, s, n) + s)
            for i, s, n in zip(starts, sizes, x.shape, strict=True)
        )
    ]


def dynamic_update_slice(x, update, *starts):
    out = x.copy()
    out[
        tuple(
            slice(clamp(i, s, n), clamp(i, s, n) + s)
            for i, s, n in zip(starts, update.shape, x.shape, strict=True)
        )
    ] = update
    return out


ROW = ScatterDimensionNumbers((1,), (0,), (0,))
UNIQUE = np.array([[3], [0], [2]])
DYNAMIC = [
    Sample(
        slicing.DynamicSlice((2, 3)),
        [normal(3, 4), np.int32(1), np.int64(-1)],
        dynamic_slice((2, 3)),
        precisions=FLOATS,
    ),
    Sample(
        slicing.DynamicSlice((2, 3)),
        [bools(5, 4), integers(high=6), integers(high=6)],
        dynamic_slice((2, 3)),
        name="dynamic-slice-of-bools",
    ),
    Sample(
        slicing.dynamic_update_slice,
        [normal(3, 4), normal(2, 3), np.int32(1), np.int32(5)],
        dynamic_update_slice,
        precisions=FLOATS,
    ),
    Sample(
        indexing.ScatterMul(ROW, FILL, True),
        [normal(5, 4), UNIQUE, normal(3, 4)],
        scattered(indexing.ScatterMul(ROW, FILL, True), np.multiply),
        name="scatter-mul-unique",
    ),
    Sample(
        indexing.Scatter(ROW, FILL, True),
        [normal(5, 4), UNIQUE, normal(3, 4)],
        scattered(indexing.Scatter(ROW, FILL, True), UFUNCS[indexing.Scatter]),
        name="scatter-unique",
    ),
    Sample(
        indexing.ScatterAdd(ROW, FILL),
        [integers(5, 4, dtype=np.int8), BEYOND["single"], integers(4, 4, dtype=np.int8)],
        scattered(indexing.ScatterAdd(ROW, FILL), np.add),
        name="scatter-add-int8",
    ),
]

SAMPLES = [
    *DYNAMIC,
    *[row for mode in (CLIP, FILL, PROMISE) for row in gathers(mode)],
    *[row for kind in UFUNCS for mode in (CLIP, FILL) for row in scatters(kind, mode)],
]
