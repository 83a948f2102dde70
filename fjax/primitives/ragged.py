"""Products with one axis in groups, whose sizes are known only when they run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.contraction import Axes, DimensionNumbers, DotGeneral, free_axes
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import is_linear
from fjax.primitives.precision import CanonicalPrecision
from fjax.primitives.product_dtypes import accumulation_dtype, common_dtype, product_dtype
from fjax.primitives.product_evaluation import product
from fjax.primitives.structure import Transpose, fronted


@primitive
class RaggedDot(Primitive):
    """A dot_general whose lhs axis `ragged` falls into consecutive groups.

    If that axis is free, its rows in group g meet rhs[g] (`group` is that axis of the rhs), and
    rows beyond the last group give zeros. If it is contracted, there is a sum for each group,
    along a new first axis. The group sizes have the shape of the lhs's batch axes, then of the
    free (or contracted) axes before the ragged one, then one length for the groups.
    """

    name = "ragged_dot_general"
    makes_nan = True
    library = True
    dimension_numbers: DimensionNumbers
    ragged: int
    group: int | None = None
    precision: CanonicalPrecision = None
    preferred_element_type: Dtype | None = None

    # ---- which axis is what

    @property
    def contracts(self) -> bool:
        """Whether the ragged axis is summed over."""
        return self.ragged in self.dimension_numbers[0][0]

    def free(self, side: int, rank: int) -> Axes:
        """The axes of an operand that are neither contracted nor batch nor group axes."""
        contract, batch = (pair[side] for pair in self.dimension_numbers)
        free = free_axes(rank, contract, batch)
        return free if side == 0 else tuple(a for a in free if a != self.group)

    def around(self, rank: int) -> tuple[Axes, Axes]:
        """The lhs's free (or contracted) axes before the ragged one, and those after it."""
        own = self.dimension_numbers[0][0] if self.contracts else self.free(0, rank)
        place = own.index(self.ragged)
        return own[:place], own[place + 1 :]

    def sizes_shape(self, lhs: ShapedArray, groups: int) -> tuple[int, ...]:
        """The shape of the group sizes."""
        lead = (*self.dimension_numbers[1][0], *self.around(lhs.ndim)[0])
        return (*(lhs.shape[a] for a in lead), groups)

    # ---- typing

    def result_type(self, lhs: ShapedArray, rhs: ShapedArray, sizes: ShapedArray):
        check_ragged(self, lhs, rhs, sizes)
        (lhs_contract, rhs_contract), (lhs_batch, _) = self.dimension_numbers
        shape = tuple(lhs.shape[a] for a in (*lhs_batch, *self.free(0, lhs.ndim)))
        shape += tuple(rhs.shape[a] for a in self.free(1, rhs.ndim))
        if self.contracts:
            shape = (sizes.shape[-1], *shape)
        dtype = product_dtype(self.name, lhs, rhs, self.preferred_element_type)
        return (ShapedArray(shape, dtype),)

    # ---- evaluation

    def evaluate(self, xp: Any, lhs: Any, rhs: Any, sizes: Any):
        avals = [ShapedArray(v.shape, v.dtype) for v in (lhs, rhs, sizes)]
        (out,) = self.result_type(*avals)
        wide = accumulation_dtype(common_dtype(lhs.dtype, rhs.dtype), out.dtype)
        parts = self._summed if self.contracts else self._chosen
        found = parts(xp, lhs.astype(wide, copy=False), rhs.astype(wide, copy=False), sizes)
        physical = dtypes.physical(out.dtype)
        found = found != 0 if physical == np.bool_ else found.astype(physical, copy=False)
        return (found.reshape(out.shape),)

    def _chosen(self, xp: Any, lhs: Any, rhs: Any, sizes: Any) -> Any:
        """Rows times the matrix of their group: (batch, outer, rows, inner, columns)."""
        (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = self.dimension_numbers
        outer, inner = self.around(lhs.ndim)
        x = _grouped(lhs, lhs_batch, outer, (self.ragged,), inner, lhs_contract)
        groups = () if self.group is None else (self.group,)
        y = _grouped(rhs, groups, rhs_batch, rhs_contract, self.free(1, rhs.ndim))
        columns = y.shape[-1]
        out = xp.zeros((*x.shape[:4], columns), x.dtype)
        for place, group, start, stop in _spans(sizes, x.shape[:3]):
            rows = _rows(x[place][start:stop])
            out[place][start:stop] = product(xp, rows, y[group, place[0]]).reshape(
                stop - start, x.shape[3], columns
            )
        return out

    def _summed(self, xp: Any, lhs: Any, rhs: Any, sizes: Any) -> Any:
        """A sum for each group: (groups, batch, rows, columns)."""
        (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = self.dimension_numbers
        place_of = lhs_contract.index(self.ragged)
        operands = []
        for side, (v, contract, batch) in enumerate(
            ((lhs, lhs_contract, lhs_batch), (rhs, rhs_contract, rhs_batch))
        ):
            operands.append(
                _grouped(
                    v,
                    batch,
                    contract[:place_of],
                    contract[place_of : place_of + 1],
                    contract[place_of + 1 :],
                    self.free(side, v.ndim),
                )
            )
        x, y = operands
        out = xp.zeros((sizes.shape[-1], x.shape[0], x.shape[4], y.shape[4]), x.dtype)
        for place, group, start, stop in _spans(sizes, x.shape[:3]):
            left = _rows(x[place][start:stop])
            right = _rows(y[place][start:stop])
            out[group, place[0]] += product(xp, left.T, right)
        return out

    # ---- transformations

    def jvp(self, primals, tangents):
        lhs, rhs, sizes = primals
        out = self(lhs, rhs, sizes)
        terms = []
        if type(tangents[0]) is not Zero:
            terms.append(self(tangents[0], rhs, sizes))
        if type(tangents[1]) is not Zero:
            terms.append(self(lhs, tangents[1], sizes))
        return (out,), (terms[0] if len(terms) == 1 else terms[0] + terms[1],)

    def transpose(self, cotangents, lhs, rhs, sizes):
        c = cotangents[0]
        by_operand = self._of_sums if self.contracts else self._of_rows
        side = 0 if is_linear(lhs) else 1
        linear, other = (lhs, rhs) if side == 0 else (rhs, lhs)
        found, labels = by_operand(c, linear.ndim, other, sizes, side)
        order = tuple(labels.index(a) for a in range(linear.ndim))
        found = convert_element_type(Transpose(order)(found), linear.dtype, linear.aval.weak_type)
        return (found, None, None) if side == 0 else (None, found, None)

    def _of_rows(
        self, c: Any, rank: int, other: Any, sizes: Any, side: int
    ) -> tuple[Any, list[Any]]:
        """An operand's cotangent where rows are in groups, and which of its axes each axis is."""
        (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = self.dimension_numbers
        n, batch = len(lhs_batch), tuple(range(len(lhs_batch)))
        if side == 0:
            rows, columns = self.free(0, rank), self.free(1, other.ndim)
            op = self._with(
                ((range(n + len(rows), c.ndim), columns), (batch, rhs_batch)),
                n + rows.index(self.ragged),
                self.group,
            )
            kept = [a for _, a in sorted(zip(rhs_contract, lhs_contract, strict=True))]
            return op(c, other, sizes), [*lhs_batch, *rows, *kept]
        rows, columns = self.free(0, other.ndim), self.free(1, rank)
        op = self._with(((rows, range(n, n + len(rows))), (lhs_batch, batch)), self.ragged, None)
        kept = [b for _, b in sorted(zip(lhs_contract, rhs_contract, strict=True))]
        return op(other, c, sizes), [self.group, *rhs_batch, *kept, *columns]

    def _of_sums(
        self, c: Any, rank: int, other: Any, sizes: Any, side: int
    ) -> tuple[Any, list[Any]]:
        """The same where there is a sum for each group."""
        contracts, batches = self.dimension_numbers
        own, theirs = contracts[side], contracts[1 - side]
        n, depth = len(batches[0]), len(own)
        free, other_free = self.free(side, rank), self.free(1 - side, other.ndim)
        # The other operand with its contracted axes in their order, which are now its rows.
        x = Transpose((*batches[1 - side], *theirs, *other_free))(other)
        first = 1 + n + (len(free) if side == 0 else 0)
        numbers = (
            (range(n + depth, x.ndim), range(first, first + len(other_free))),
            (range(n), range(1, n + 1)),
        )
        op = self._with(numbers, n + contracts[0].index(self.ragged), 0)
        return op(x, c, sizes), [*batches[side], *own, *free]

    def _with(self, numbers: Any, ragged: int, group: int | None) -> RaggedDot:
        (a, b), (c, d) = numbers
        return RaggedDot(
            ((tuple(a), tuple(b)), (tuple(c), tuple(d))),
            ragged,
            group,
            self.precision,
            self.preferred_element_type,
        )

    def batch(self, axis: BatchAxis, args, dims):
        moved = fronted(axis, args, dims)
        contracts, batches = (
            tuple(tuple(a + 1 for a in axes) for axes in pair) for pair in self.dimension_numbers
        )
        op = self._with(
            (contracts, tuple((0, *axes) for axes in batches)),
            self.ragged + 1,
            None if self.group is None else self.group + 1,
        )
        return (op(*moved),), (1 if self.contracts else 0,)


def _grouped(x: Any, *axes: Sequence[int]) -> Any:
    """The array with axes merged into one for each sequence of them."""
    order = tuple(itertools.chain.from_iterable(axes))
    return x.transpose(order).reshape([math.prod(x.shape[a] for a in some) for some in axes])


def _rows(x: Any) -> Any:
    """A matrix of rows (n, inner, columns), which may be of no columns."""
    return x.reshape(x.shape[0] * x.shape[1], x.shape[2])


def _spans(
    sizes: Any, lengths: tuple[int, int, int]
) -> Iterator[tuple[tuple[int, int], int, int, int]]:
    """(place in batch and outer axes, group, start, stop) of every group that is not empty."""
    table = np.asarray(sizes).astype(np.int64).reshape(*lengths[:2], -1)
    stops = np.cumsum(table, -1)
    starts, stops = (np.clip(v, 0, lengths[2]) for v in (stops - table, stops))
    for place in np.ndindex(*lengths[:2]):
        for group, (start, stop) in enumerate(zip(starts[place], stops[place], strict=True)):
            if start < stop:
                yield place, group, int(start), int(stop)


# ---- checks


def check_ragged(op: RaggedDot, lhs: ShapedArray, rhs: ShapedArray, sizes: ShapedArray) -> None:
    """Raise unless the operands fit the axes that the product names."""
    name = "ragged_dot_general"
    if not dtypes.is_integer(sizes.dtype):
        raise DtypeError(f"{name}: group sizes must be integers, got {sizes}")
    (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = op.dimension_numbers
    wanted = op.sizes_shape(lhs, sizes.shape[-1] if sizes.ndim else 0)
    if sizes.shape != wanted:
        raise ShapeError(
            f"{name}: expected group_sizes to have shape {wanted}, got {sizes.shape}, "
            f"for the ragged axis {op.ragged} of {lhs}"
        )
    if op.contracts == (op.group is not None):
        needs = (
            "zero group dimensions in the rhs when lhs ragged dimension is contracting or batch"
            if op.contracts
            else "exactly one rhs group dimension when lhs ragged dimension is noncontracting"
        )
        raise ShapeError(f"{name} requires {needs}; got {op.group} for {rhs}")
    if op.group is not None:
        check_group(op.group, rhs, (*rhs_contract, *rhs_batch), sizes.shape[-1])
    # The rest is as in a product without groups; the group's axis is one more that is free.
    DotGeneral(op.dimension_numbers).result_type(lhs, rhs)


def check_group(group: int, rhs: ShapedArray, taken: Axes, groups: int) -> None:
    """Raise unless the rhs has one matrix for each group."""
    name = "ragged_dot_general"
    if not 0 <= group < rhs.ndim:
        raise ShapeError(
            f"{name} requires rhs group dimension numbers to be nonnegative and less "
            f"than the number of axes of the rhs value, got {group} for {rhs}"
        )
    if group in taken:
        raise ShapeError(
            f"{name} requires rhs group dimension numbers to be distinct from "
            f"contracting and batch dimensions, got {group} and {taken}"
        )
    if rhs.shape[group] != groups:
        raise ShapeError(
            f"{name}: expected rhs group dimension size to be {groups}, got "
            f"{rhs.shape[group]}: axis {group} of {rhs} has one matrix for each of "
            f"the group sizes"
        )
