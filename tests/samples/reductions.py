"""Rows of reductions, cumulative operations, windows and sorting."""

import numpy as np

from fjax.core import dtypes
from fjax.primitives import cumulative, reductions, sorting, windows
from fjax.primitives.recurrence import Recurrence
from tests.samples import FLOATS, Sample, bools, complexes, integers, normal


def distinct(*shape, dtype=np.float64):
    """Distinct numbers, at least 0.1 apart, in random order: what has an order has derivatives."""

    def make(rng):
        return (rng.permutation(np.prod(shape)).reshape(shape) * 0.1 - 1).astype(dtype)

    return make


def along(ufunc, axis, reverse=False):
    """A ufunc accumulated along an axis, perhaps from the end."""

    def accumulate(x):
        x = np.flip(x, axis) if reverse else x
        out = ufunc.accumulate(x, axis=axis, dtype=x.dtype)
        return np.flip(out, axis) if reverse else out

    return accumulate


EXTREMA = [
    Sample(reductions.ReduceMax((0,)), [distinct(3, 4)], lambda x: x.max(0), precisions=FLOATS),
    Sample(
        reductions.ReduceMax((0, 2)),
        [distinct(2, 3, 4)],
        lambda x: x.max((0, 2)),
        name="max-of-two-axes",
    ),
    Sample(
        reductions.ReduceMax((1,)),
        [normal(2, 0)],
        lambda x: np.full(2, -np.inf),
        name="max-empty",
        order=0,
    ),
    Sample(reductions.ReduceMax((1,)), [bools(3, 4)], lambda x: x.max(1), name="max-bool"),
    Sample(
        reductions.ReduceMax((1,)),
        [np.array([[1.0, np.nan], [2.0, 3.0]])],
        lambda x: x.max(1),
        name="max-nan",
        order=0,
    ),
    Sample(reductions.ReduceMin((1,)), [distinct(3, 4)], lambda x: x.min(1), precisions=FLOATS),
    Sample(
        reductions.ReduceMin((1,)),
        [integers(3, 4, dtype=np.uint8)],
        lambda x: x.min(1),
        name="min-uint8",
    ),
    Sample(
        reductions.ReduceMin((0,)),
        [integers(0, 4, dtype=np.int16)],
        lambda x: np.full(4, np.iinfo(np.int16).max, np.int16),
        name="min-empty",
    ),
    Sample(
        reductions.ArgMax(1, dtypes.int32), [distinct(3, 4)], lambda x: x.argmax(1).astype(np.int32)
    ),
    Sample(
        reductions.ArgMax(0, dtypes.int64),
        [np.array([1.0, np.nan, 3.0, np.nan])],
        lambda x: x.argmax(0),
        name="argmax-nan",
    ),
    Sample(
        reductions.ArgMin(0, dtypes.uint8),
        [integers(5, 4, low=0, high=3)],
        lambda x: x.argmin(0).astype(np.uint8),
    ),
]

OTHERS = [
    Sample(reductions.ReduceProd((0,)), [normal(3, 4)], lambda x: x.prod(0), precisions=FLOATS),
    Sample(
        reductions.ReduceProd((0, 1)),
        [np.array([[1.0, 0.0, 2.0], [0.5, 3.0, -1.0]])],
        lambda x: x.prod(),
        name="prod-one-zero",
    ),
    Sample(
        reductions.ReduceProd((1,)),
        [np.array([[1.0, 0.0, 0.0], [0.5, 3.0, -1.0]])],
        lambda x: x.prod(1),
        name="prod-two-zeros",
    ),
    Sample(
        reductions.ReduceProd((1,)), [complexes(2, 3)], lambda x: x.prod(1), name="prod-complex"
    ),
    Sample(
        reductions.ReduceProd((0, 1, 3)),
        [normal(2, 2, 2, 3)],
        lambda x: x.prod((0, 1, 3)),
        name="prod-axes-apart",
    ),
    Sample(reductions.ReduceProd((0,)), [normal(9, 2)], lambda x: x.prod(0), name="prod-of-nine"),
    Sample(
        reductions.ReduceProd((1,)),
        [integers(2, 3, dtype=np.int8)],
        lambda x: x.prod(1, dtype=np.int8),
        name="prod-int8",
    ),
    *[
        Sample(
            op((1,)),
            [integers(3, 4, dtype=np.int16)],
            lambda x, u=ufunc: u.reduce(x, 1),
            name=f"{op.name}-integers",
        )
        for op, ufunc in (
            (reductions.ReduceAnd, np.bitwise_and),
            (reductions.ReduceOr, np.bitwise_or),
            (reductions.ReduceXor, np.bitwise_xor),
        )
    ],
    *[
        Sample(
            op((0, 1)),
            [bools(3, 2)],
            lambda x, u=ufunc: u.reduce(x, (0, 1)),
            name=f"{op.name}-bools",
        )
        for op, ufunc in (
            (reductions.ReduceAnd, np.logical_and),
            (reductions.ReduceOr, np.logical_or),
            (reductions.ReduceXor, np.logical_xor),
        )
    ],
    Sample(
        reductions.ReduceAnd((0,)),
        [bools(0, 2)],
        lambda x: np.array([True, True]),
        name="reduce-and-empty",
    ),
]

CUMULATIVE = [
    Sample(
        op(axis, reverse),
        [distinct(5, 4)],
        along(ufunc, axis, reverse),
        rtol=32,
        precisions=FLOATS,
        name=f"{op.name}-{axis}" + "-reverse" * reverse,
    )
    for op, ufunc in (
        (cumulative.CumSum, np.add),
        (cumulative.CumProd, np.multiply),
        (cumulative.CumMax, np.maximum),
        (cumulative.CumMin, np.minimum),
        (cumulative.CumLogSumExp, np.logaddexp),
    )
    for axis, reverse in ((0, False), (1, True))
] + [
    Sample(
        cumulative.CumSum(0), [integers(6, dtype=np.int8)], along(np.add, 0), name="cumsum-int8"
    ),
    Sample(
        cumulative.CumProd(0),
        [np.array([1.0, 2.0, 0.0, 3.0, 0.5])],
        along(np.multiply, 0),
        name="cumprod-zero",
    ),
    Sample(cumulative.CumSum(1), [complexes(2, 3)], along(np.add, 1), name="cumsum-complex"),
    Sample(cumulative.CumMax(0), [normal(0, 2)], lambda x: x, name="cummax-empty", order=0),
    Sample(
        cumulative.CumLogSumExp(0),
        [np.array([-np.inf, -np.inf, 2.0, -np.inf, 800.0, -900.0, np.inf, 1.0])],
        along(np.logaddexp, 0),
        name="cumlogsumexp-infinite",
        order=0,
    ),
]


def recurring(axis, reverse=False):
    """A recurrence in NumPy, one element after another."""

    def run(links, x):
        links, out = np.moveaxis(links, axis, 0), np.moveaxis(x, axis, 0).copy()
        if reverse:
            links, out = links[::-1], out[::-1]
        for i in range(1, len(out)):
            out[i] += links[i - 1] * out[i - 1]
        return np.moveaxis(out[::-1] if reverse else out, 0, axis)

    return run


RECURRENCES = [
    Sample(
        Recurrence(axis, reverse, forgets),
        [maker(*(n - (k == axis) for k, n in enumerate(shape))), maker(*shape)],
        recurring(axis, reverse),
        name=f"recurrence-{axis}" + "-reverse" * reverse + "-forgets" * forgets + kind,
        rtol=64,
        precisions=() if kind else FLOATS,
    )
    for axis, reverse, forgets, shape, maker, kind in (
        (0, False, False, (5, 4), normal, ""),
        (1, True, False, (3, 7), normal, ""),
        (1, False, True, (3, 7), normal, ""),
        (0, True, False, (5,), complexes, "-complex"),
    )
] + [
    Sample(
        Recurrence(0, reverse, True),
        [np.array([0.0, 0.0, 2.0]), np.array([np.inf, 1.0, np.nan, 3.0])],
        lambda links, x, last=last: np.array(last),
        name="recurrence-forgets-infinities" + "-reverse" * reverse,
        order=0,
    )
    for reverse, last in (
        (False, [np.inf, 1.0, np.nan, np.nan]),
        (True, [np.inf, 1.0, np.nan, 3.0]),
    )
]


def windowed(op, function):
    """Windows in NumPy, one after another."""

    def run(x):
        pads = op.padding
        shape = op.windowed_shape(np.empty(x.shape))
        identity = op.identity(x.dtype)
        lengths = [
            lo + max((n - 1) * b + 1, 0) + hi
            for n, (lo, hi), b in zip(x.shape, pads, op.base_dilation, strict=True)
        ]
        full = np.full(lengths, identity, x.dtype)
        for index in np.ndindex(*x.shape):
            place = tuple(
                lo + i * b for i, (lo, _), b in zip(index, pads, op.base_dilation, strict=True)
            )
            if all(0 <= p < n for p, n in zip(place, lengths, strict=True)):
                full[place] = x[index]
        out = np.empty(shape, x.dtype)
        for index in np.ndindex(*shape):
            out[index] = function(
                full[
                    tuple(
                        slice(i * s, i * s + (w - 1) * d + 1, d)
                        for i, s, w, d in zip(
                            index, op.strides, op.window, op.window_dilation, strict=True
                        )
                    )
                ]
            )
        return out

    return run


ONES, NONE = (1, 1), ((0, 0), (0, 0))
LAYOUTS = [
    ((2, 3), (1, 2), NONE, ONES, ONES),
    ((2, 3), (2, 2), ((1, 0), (2, 1)), ONES, ONES),
    ((2, 2), (1, 2), ((0, 0), (0, 1)), (2, 1), (1, 2)),
    ((3, 2), (2, 3), ((0, 2), (1, -2)), ONES, (2, 3)),
    ((9, 20), (1, 1), NONE, ONES, ONES),
]
WINDOWS = [
    Sample(
        op(*layout),
        [distinct(5, 12)],
        windowed(op(*layout), function),
        precisions=FLOATS,
        name=f"{op.name}-{number}",
        order=2 if 0 not in op(*layout).windowed_shape(np.empty((5, 12))) else 0,
    )
    for op, function in (
        (windows.ReduceWindowSum, np.sum),
        (windows.ReduceWindowMax, np.max),
        (windows.ReduceWindowMin, np.min),
    )
    for number, layout in enumerate(LAYOUTS)
] + [
    Sample(
        windows.SelectAndGatherAdd(*LAYOUTS[1]),
        [normal(5, 12), distinct(5, 12)],
        order=1,
        differentiate=(0,),
    ),
    Sample(
        windows.SelectAndScatterAdd(*LAYOUTS[0], True),
        [normal(4, 5), distinct(5, 12)],
        order=1,
        differentiate=(0,),
    ),
]

SPECIAL = np.array([0.0, -0.0, np.nan, -1.0, -0.0, 0.0, np.inf, -np.inf])


def in_order(x, *others):
    order = np.argsort(x, axis=0, kind="stable")
    return tuple(np.take_along_axis(a, order, 0) for a in (x, *others))


def greatest(x):
    order = np.argsort(-x, axis=1, kind="stable")[:, :3]
    return np.take_along_axis(x, order, 1), order.astype(np.int32)


SORTING = [
    Sample(sorting.Sort(1), [distinct(3, 5)], lambda x: np.sort(x, 1), precisions=FLOATS),
    Sample(
        sorting.Sort(0),
        [SPECIAL],
        lambda x: np.sort(x, kind="stable"),
        name="sort-special",
        order=0,
    ),
    Sample(sorting.Sort(0), [integers(6, high=-17), normal(6)], in_order, name="sort-key-value"),
    Sample(
        sorting.Sort(0, True, 2),
        [bools(6), distinct(6), integers(6)],
        lambda x, y, z: tuple(a[np.lexsort((y, x))] for a in (x, y, z)),
        name="sort-two-keys",
    ),
    Sample(sorting.Sort(0), [complexes(5)], lambda x: np.sort(x), name="sort-complex", order=0),
    Sample(sorting.TopK(3, 1), [distinct(3, 5)], greatest),
    Sample(sorting.TopK(3, 1), [integers(3, 5, low=0, high=3)], greatest, name="top-k-ties"),
    Sample(sorting.TopK(3, 1), [integers(3, 50, low=0, high=9)], greatest, name="top-k-of-many"),
    Sample(sorting.TopK(3, 1), [distinct(3, 50)], greatest, name="top-k-of-many-floats"),
]

SAMPLES = EXTREMA + OTHERS + CUMULATIVE + RECURRENCES + WINDOWS + SORTING
