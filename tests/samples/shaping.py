"""Rows of the primitives that move whole arrays, and of those that make them."""

import numpy as np

from fjax.core import dtypes
from fjax.primitives import barriers, generators, shaping, structure, tokens, unfolding
from tests.samples import FLOATS, Sample, bools, complexes, integers, normal


def padded(config):
    """lax.pad in NumPy, element by element."""

    def pad(x, value):
        shape = [
            lo + hi + n + max(n - 1, 0) * inner
            for n, (lo, hi, inner) in zip(x.shape, config, strict=True)
        ]
        out = np.full(shape, value, x.dtype)
        for index in np.ndindex(*x.shape):
            place = tuple(
                lo + i * (inner + 1) for i, (lo, _, inner) in zip(index, config, strict=True)
            )
            if all(0 <= p < n for p, n in zip(place, shape, strict=True)):
                out[place] = x[index]
        return out

    return pad


def pads(*config, shape=(3, 4)):
    return Sample(
        shaping.Pad(config), [normal(*shape), normal()], padded(config), precisions=FLOATS
    )


STRUCTURE = [
    Sample(
        structure.BroadcastInDim((2, 3, 4), (1, 2)),
        [normal(3, 4)],
        lambda x: np.broadcast_to(x, (2, 3, 4)),
        precisions=FLOATS,
    ),
    Sample(
        structure.BroadcastInDim((3, 5), (0, 1)),
        [normal(3, 1)],
        lambda x: np.broadcast_to(x, (3, 5)),
        name="broadcast-stretched",
    ),
    Sample(
        structure.BroadcastInDim((3, 1, 4), (0, 2)),
        [normal(3, 4)],
        lambda x: x[:, None, :],
        name="broadcast-unit-axis",
    ),
    Sample(
        structure.BroadcastInDim((2, 3), ()),
        [complexes()],
        lambda x: np.full((2, 3), x),
        name="broadcast-scalar",
    ),
    Sample(structure.Reshape((4, 3)), [normal(3, 4)], lambda x: x.reshape(4, 3), precisions=FLOATS),
    Sample(
        structure.Reshape((2, 6, 1)),
        [normal(2, 2, 3)],
        lambda x: x.reshape(2, 6, 1),
        name="reshape-merging",
    ),
    Sample(
        structure.Reshape((1, 3, 1, 4)),
        [bools(3, 4)],
        lambda x: x[None, :, None, :],
        name="reshape-unit-axes",
    ),
    Sample(
        structure.Reshape((0, 5)), [normal(2, 0)], lambda x: x.reshape(0, 5), name="reshape-empty"
    ),
    Sample(
        structure.Transpose((2, 0, 1)),
        [normal(2, 3, 4)],
        lambda x: x.transpose(2, 0, 1),
        precisions=FLOATS,
    ),
    Sample(structure.ReduceSum((0,)), [normal(3, 4)], lambda x: x.sum(0), precisions=FLOATS),
    Sample(
        structure.ReduceSum((0, 2)),
        [normal(2, 3, 4)],
        lambda x: x.sum((0, 2)),
        name="sum-of-two-axes",
    ),
    Sample(structure.ReduceSum((1,)), [complexes(3, 4)], lambda x: x.sum(1), name="sum-complex"),
    Sample(
        structure.ReduceSum((0,)),
        [integers(3, 4, dtype=np.int8)],
        lambda x: x.sum(0, dtype=np.int8),
        name="sum-int8",
    ),
    Sample(structure.ReduceSum((1,)), [normal(3, 0)], lambda x: x.sum(1), name="sum-empty"),
]

MOVING = [
    Sample(
        shaping.Slice((1, 0), (3, 4), None), [normal(3, 4)], lambda x: x[1:3], precisions=FLOATS
    ),
    Sample(
        shaping.Slice((0, 1), (3, 6), (2, 2)),
        [normal(3, 7)],
        lambda x: x[0:3:2, 1:6:2],
        name="slice-strided",
    ),
    Sample(shaping.Slice((1,), (1,), None), [normal(3)], lambda x: x[1:1], name="slice-empty"),
    Sample(
        shaping.Concatenate(1),
        [normal(3, 4), normal(3, 1), normal(3, 2)],
        lambda *xs: np.concatenate(xs, 1),
        precisions=FLOATS,
    ),
    Sample(
        shaping.Concatenate(0),
        [bools(3), bools(0), bools(2)],
        lambda *xs: np.concatenate(xs),
        name="concatenate-bool",
    ),
    Sample(shaping.Rev((0, 2)), [normal(3, 4, 2)], lambda x: x[::-1, :, ::-1], precisions=FLOATS),
    Sample(
        unfolding.Unfold(1, 3, 2, 2),
        [normal(2, 10, 3)],
        lambda x: np.stack([x[:, k : k + 5 : 2] for k in (0, 2, 4)], -1),
        precisions=FLOATS,
    ),
    pads((1, 2, 0), (0, 0, 1)),
    pads((-1, 0, 2), (2, -3, 0)),
    pads((-4, 3, 1), (1, 1, 3)),
    pads((5, -7, 0), (-1, -5, 2)),
    Sample(
        shaping.Pad(((1, 1, 1),)),
        [integers(3), integers()],
        padded(((1, 1, 1),)),
        name="pad-integers",
    ),
    Sample(barriers.copy, [normal(3, 4)], lambda x: x),
    Sample(barriers.todense, [normal(3, 4)], lambda x: x),
    Sample(tokens.stage, [normal(3, 4)], lambda x: x),
    Sample(barriers.optimization_barrier, [normal(3, 4), integers(2)], lambda x, y: (x, y)),
    Sample(
        generators.Iota(dtypes.int32, (3, 4), 1),
        [],
        lambda: np.broadcast_to(np.arange(4, dtype=np.int32), (3, 4)),
    ),
    Sample(
        generators.Iota(dtypes.float32, (3, 4), 0),
        [],
        lambda: np.broadcast_to(np.arange(3, dtype=np.float32)[:, None], (3, 4)),
        name="iota-float",
    ),
]

SAMPLES = STRUCTURE + MOVING
