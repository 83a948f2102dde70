"""Random programs for the lowering's tests, and how to compare an executable with NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import fjax.primitives.operators  # noqa: F401  (arithmetic on tracers)
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import walk
from fjax.interpreters.staging import stage
from fjax.lowering import pipeline
from fjax.lowering.run.executable import Executable
from fjax.primitives.arithmetic import add, mul, neg, sub
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.exponential import Exp
from fjax.primitives.generators import Iota
from fjax.primitives.indexing import (
    Gather,
    GatherDimensionNumbers,
    GatherScatterMode,
    Scatter,
    ScatterAdd,
    ScatterDimensionNumbers,
)
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.selection import SelectN
from fjax.primitives.shaping import Concatenate, Pad, Rev, Slice
from fjax.primitives.slicing import DynamicUpdateSlice
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, Transpose
from fjax.primitives.trigonometric import Tanh
from tests.lowering.guarded import guarded

F64 = np.dtype(np.float64)


def values(avals: Sequence[ShapedArray], seed: int) -> list[np.ndarray]:
    """Random arrays of these avals; a read past the end of one crashes."""
    random = np.random.default_rng(seed)
    return [
        guarded(
            (
                random.normal(size=a.shape)
                if a.dtype.kind in "fc"
                else random.integers(0, 5, a.shape)
            ).astype(a.dtype)
        )
        for a in avals
    ]


def compiled(function: Callable, *avals: ShapedArray) -> tuple[Executable, Any]:
    """The executable of a function of arrays, and its jaxpr; it captures nothing."""
    jaxpr, constants = stage(lambda *xs: list(function(*xs)), avals)
    assert not constants
    return pipeline.compile_jaxpr(jaxpr), jaxpr


def check(function: Callable, *avals: ShapedArray, seed: int = 0, rtol: float = 1e-9) -> Executable:
    """Run a function compiled and equation by equation; the results must agree."""
    executable, jaxpr = compiled(function, *avals)
    args = values(avals, seed)
    before = [a.copy() for a in args]
    got = executable(args)
    expected = walk(jaxpr, [Array(x, a) for x, a in zip(args, avals, strict=True)])
    for a, b in zip(args, before, strict=True):
        np.testing.assert_array_equal(a, b)
    for g, e, aval in zip(got, expected, jaxpr.out_avals, strict=True):
        assert g.shape == aval.shape and g.dtype == aval.dtype
        np.testing.assert_allclose(g, np.asarray(e.buffer), rtol=rtol, atol=1e-9)
    return executable


class Generator:
    """Builds random expressions over traced arrays of rank 0 to 3."""

    def __init__(self, seed: int):
        self.random = np.random.default_rng(seed)

    def program(self, *inputs: Any) -> list[Any]:
        """Several outputs computed from the inputs in random steps."""
        pool = list(inputs)
        for _ in range(int(self.random.integers(3, 14))):
            pool.append(self.step(pool))
        count = int(self.random.integers(1, 4))
        return pool[-count:]

    def pick(self, pool: list[Any]) -> Any:
        return pool[-1 - min(int(self.random.exponential(1.5)), len(pool) - 1)]

    def step(self, pool: list[Any]) -> Any:
        x = self.pick(pool)
        steps = [
            self.unary,
            self.binary,
            self.binary,
            self.reduce,
            self.reduce,
            self.normalise,
            self.move,
            self.move,
            self.cut,
            self.look_up,
            self.update,
        ]
        return steps[int(self.random.integers(len(steps)))](x, pool)

    def unary(self, x: Any, pool: list[Any]) -> Any:
        k = int(self.random.integers(4))
        return [lambda: neg(x), lambda: Tanh()(x), lambda: Exp()(Tanh()(x)), lambda: mul(x, x)][k]()

    def binary(self, x: Any, pool: list[Any]) -> Any:
        y = self.fit(self.pick(pool), x.shape)
        op = [add, sub, mul, lambda a, b: SelectN()(a > b, a, b)][int(self.random.integers(4))]
        return Tanh()(op(x, y))

    def fit(self, y: Any, shape: tuple[int, ...]) -> Any:
        """y broadcast or reduced to the shape."""
        if y.shape == shape:
            return y
        for d in range(len(shape)):
            if y.shape == (shape[d],):
                return BroadcastInDim(shape, (d,))(y)
        if len(y.shape) and self.random.random() < 0.5 and y.size == int(np.prod(shape)):
            return Reshape(shape)(y)
        scalar = ReduceSum(tuple(range(len(y.shape))))(Tanh()(y)) if y.shape else y
        return BroadcastInDim(shape, ())(scalar) if shape else scalar

    def reduce(self, x: Any, pool: list[Any]) -> Any:
        rank = len(x.shape)
        if not rank:
            return self.unary(x, pool)
        axes = tuple(
            sorted(
                self.random.choice(
                    rank, int(self.random.integers(1, rank + 1)), replace=False
                ).tolist()
            )
        )
        kind = [ReduceSum, ReduceMax, ReduceMin][int(self.random.integers(3))]
        return Tanh()(kind(axes)(x))

    def normalise(self, x: Any, pool: list[Any]) -> Any:
        """x less its mean along an axis, over its spread: reductions with an epilogue."""
        if not x.shape:
            return x
        axis = int(self.random.integers(len(x.shape)))
        kept = tuple(i for i in range(len(x.shape)) if i != axis)
        spread = BroadcastInDim(x.shape, kept)
        centred = sub(x, spread(ReduceMax((axis,))(x)))
        return mul(centred, spread(Tanh()(ReduceSum((axis,))(mul(centred, centred)))))

    def move(self, x: Any, pool: list[Any]) -> Any:
        rank = len(x.shape)
        k = int(self.random.integers(5))
        if rank == 0:
            return BroadcastInDim((int(self.random.integers(1, 6)),), ())(x)
        if k == 0:
            return Transpose(tuple(int(i) for i in self.random.permutation(rank)))(x)
        if k == 1:
            return Rev((int(self.random.integers(rank)),))(x)
        if k == 2:
            return Reshape((x.size,) if rank > 1 else (x.size, 1))(x)
        if k == 3 and rank < 3:
            return BroadcastInDim(
                (int(self.random.integers(1, 5)), *x.shape), tuple(range(1, rank + 1))
            )(x)
        return add(x, Iota(F64, x.shape, int(self.random.integers(rank)))())

    def indices(self, pool: list[Any], shape: tuple[int, ...]) -> Any:
        """Integers that depend on values, some of them out of bounds."""
        y = self.fit(self.pick(pool), shape)
        return ConvertElementType(np.dtype(np.int64))(mul(Tanh()(y), np.float64(4.0)))

    def look_up(self, x: Any, pool: list[Any]) -> Any:
        """Rows of x at computed indices."""
        if not x.shape or x.size > 4000:
            return self.unary(x, pool)
        rank, count = len(x.shape), int(self.random.integers(1, 5))
        numbers = GatherDimensionNumbers(tuple(range(1, rank)), (0,), (0,))
        modes = [GatherScatterMode.CLIP, GatherScatterMode.FILL_OR_DROP]
        mode = modes[int(self.random.integers(2))]
        found = Gather(numbers, (1, *x.shape[1:]), mode, 0.5)(x, self.indices(pool, (count, 1)))
        return Tanh()(found)

    def update(self, x: Any, pool: list[Any]) -> Any:
        """x with a window replaced, or with values added at computed places."""
        if not x.shape:
            return self.unary(x, pool)
        rank = len(x.shape)
        if self.random.random() < 0.5:
            window = tuple(max(1, n // 2) for n in x.shape)
            value = Slice((0,) * rank, window, None)(Tanh()(x))
            start = Reshape(())(self.indices(pool, (1,)))
            return DynamicUpdateSlice()(x, value, *[start] * rank)
        numbers = ScatterDimensionNumbers(tuple(range(1, rank)), (0,), (0,))
        value = self.fit(self.pick(pool), (3, *x.shape[1:]))
        kind = [Scatter, ScatterAdd][int(self.random.integers(2))]
        indices = self.indices(pool, (3, 1))
        return kind(numbers, GatherScatterMode.FILL_OR_DROP)(x, indices, Tanh()(value))

    def cut(self, x: Any, pool: list[Any]) -> Any:
        rank = len(x.shape)
        if not rank or x.size > 4000:
            return self.unary(x, pool)
        axis = int(self.random.integers(rank))
        n = x.shape[axis]
        k = int(self.random.integers(3))
        if k == 0 and n > 1:
            low = int(self.random.integers(n - 1))
            starts = tuple(low if i == axis else 0 for i in range(rank))
            steps = tuple(2 if i == axis else 1 for i in range(rank))
            return Slice(starts, x.shape, steps)(x)
        if k == 1:
            config = tuple(
                (int(self.random.integers(-1, 3)) if n > 2 else 1, 1, 0) if i == axis else (0, 0, 0)
                for i in range(rank)
            )
            return Pad(config)(x, np.float64(0.5))
        return Concatenate(axis)(x, Tanh()(x))
