"""Products of bfloat16 matrices through oneDNN, as launches, where the processor multiplies them.

Sums are formed in float32 and rounded once. A task is some of the matrices, or some rows or columns
of the result; the sizes alone say which.
"""

from __future__ import annotations

import functools

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu.library import onednn, onednn_launches, onednn_primitives
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.library.product_calls import Matrices
from fjax.lowering.run.launch import Launch
from fjax.primitives.contraction import DotGeneral, GemmLayout

WORK = 1 << 18  # multiply-adds of all the products from which it is worth primitives,
MATRIX_WORK = 1 << 15  # ... and of one of them
TASK_WORK = 1 << 22  # of a task, at least, if there are several
TASKS, BLOCK = 16, 32  # the most tasks, and the least rows or columns of each


def computes(op: DotGeneral, lhs: ShapedArray, rhs: ShapedArray, out: ShapedArray) -> bool:
    """Whether oneDNN multiplies such arrays, once they are copied if need be.

    >>> aval = ShapedArray((8, 8), dtypes.float32)
    >>> computes(DotGeneral((((1,), (0,)), ((), ()))), aval, aval, aval)
    False
    """
    if lhs.dtype != dtypes.bfloat16:
        return False
    g = op.layout(lhs, rhs)
    flat = DotGeneral((((2,), (1,)), ((0,), (0,))))
    a, b = lhs.update(shape=(g.batch, g.m, g.k)), rhs.update(shape=(g.batch, g.k, g.n))
    return product_launch(flat, a, b, out) is not None


def product_launch(
    op: DotGeneral, lhs: ShapedArray, rhs: ShapedArray, out: ShapedArray
) -> Launch | None:
    """A product of contiguous arrays of bfloat16; slots 0, 1, 2 are lhs, rhs and result.

    None for other dtypes, small products, operands whose matrices have no contiguous axis, and
    without oneDNN's kernels for bfloat16.
    """
    is_narrow = lhs.dtype == rhs.dtype == dtypes.bfloat16
    if not is_narrow or out.dtype not in (dtypes.bfloat16, dtypes.float32):
        return None
    if onednn.find() is None:
        return None
    return _launch(op.layout(lhs, rhs), lhs.shape, rhs.shape, dtypes.physical(out.dtype))


@functools.lru_cache(maxsize=256)
def _launch(
    g: GemmLayout, lhs: tuple[int, ...], rhs: tuple[int, ...], dtype: np.dtype
) -> Launch | None:
    work = g.m * g.n * g.k
    if 1 in (g.m, g.n) or work < MATRIX_WORK or g.batch * work < WORK:
        return None
    first = library.as_matrices(lhs, g.lhs_axes, (g.batch, g.m, g.k))
    second = library.as_matrices(rhs, g.rhs_axes, (g.batch, g.k, g.n))
    if first is None or second is None:
        return None
    group, stacks = library.in_groups(first, second, (Matrices(g.m * g.n, g.n, 1), 0))
    if not group:
        return None
    shapes = (g.m, g.k, dtypes.bfloat16), (g.k, g.n, dtypes.bfloat16), (g.m, g.n, dtype)
    a, b, c = (_tensor(x, *s, g.batch, group) for x, s in zip(stacks, shapes, strict=True))
    cuts, tasks = _cut(c.lengths, g.k)
    return onednn_launches.launch_of(
        onednn_primitives.Problem(onednn_primitives.Kind.PRODUCT, (a, b, c)), cuts, tasks, (0, 1, 2)
    )


def _tensor(
    x: Matrices, rows: int, columns: int, dtype: np.dtype, batch: int, group: int
) -> onednn_primitives.Tensor:
    """A batch of matrices in groups; without axes of length 1."""
    axes = [(batch // group, x.batch), (group, x.inner)]
    lengths, strides = zip(
        *(axis for axis in axes if axis[0] > 1), (rows, x.row), (columns, x.column)
    )
    return onednn_primitives.Tensor(lengths, strides, dtype)


def _cut(lengths: tuple[int, ...], terms: int) -> tuple[onednn_launches.Cuts, int]:
    """Along which axis of the operands and the result tasks are cut, and how many there are."""
    rank, work = len(lengths), terms
    for n in lengths:
        work *= n
    rows, columns = (rank - 2, None, rank - 2), (None, rank - 1, rank - 1)
    ways: list[onednn_launches.Cuts] = [(k, k, k) for k in range(rank - 2)]
    ways += [rows, columns] if lengths[-2] >= lengths[-1] else [columns, rows]
    most = min(TASKS, work // TASK_WORK)
    for cuts in ways:
        axis = cuts[2]
        assert axis is not None
        least = 1 if axis < rank - 2 else BLOCK
        for tasks in range(min(most, lengths[axis] // least), 1, -1):
            if lengths[axis] % tasks == 0:
                return cuts, tasks
    return ways[0], 1
