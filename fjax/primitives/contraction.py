"""Products that sum over shared axes: dot_general, and the `@` operator on top of it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.config import checks, config
from fjax.core import dtypes, shortage, vectormath
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.memo import cached_property, memo
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.quiet import quiet
from fjax.core.relations import AxisRelation, of_contraction
from fjax.core.sparse_operand import is_sparse
from fjax.core.tracing import as_operand, aval_of, state
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, ShapeError
from fjax.primitives import contraction_expansion, operator_methods, operators
from fjax.primitives.arithmetic import add
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import describe, is_linear
from fjax.primitives.library_nodes import product_nodes
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.precision import (
    ACCUMULATION,
    CanonicalPrecision,
    DotAlgorithmPreset,
    canonical_precision,
)
from fjax.primitives.product_dtypes import (
    accumulation_dtype,
    common_dtype,
    operand_dtype,
    product_dtype,
    product_is_weak,
)
from fjax.primitives.product_evaluation import as_stack, product
from fjax.primitives.structure import Reshape, Transpose

Axes = tuple[int, ...]
DimensionNumbers = tuple[tuple[Axes, Axes], tuple[Axes, Axes]]


@dataclass(frozen=True)
class GemmLayout:
    """A contraction as `batch` products of (m, k) and (k, n) matrices.

    Transposed by `lhs_axes` the first operand's axes are batch, rows, contracted; transposed by
    `rhs_axes` the second's are batch, contracted, columns. The result's axes are `out_shape`.
    """

    batch: int
    m: int
    n: int
    k: int
    lhs_axes: Axes
    rhs_axes: Axes
    out_shape: tuple[int, ...]


@memo(4096)
def gemm_layout(
    lhs_shape: tuple[int, ...], rhs_shape: tuple[int, ...], numbers: DimensionNumbers
) -> GemmLayout:
    """How dot_general of these shapes is a matrix product."""
    (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = numbers
    pairs = list(zip(lhs_contract, rhs_contract, strict=True))
    if len(pairs) > 1:  # they may come in any order: follow the operand that is dearer to copy
        larger = 0 if math.prod(lhs_shape) >= math.prod(rhs_shape) else 1
        pairs.sort(key=lambda pair: pair[larger])
    lhs_free = free_axes(len(lhs_shape), lhs_contract, lhs_batch)
    rhs_free = free_axes(len(rhs_shape), rhs_contract, rhs_batch)
    batch = tuple([lhs_shape[i] for i in lhs_batch])
    rows = tuple([lhs_shape[i] for i in lhs_free])
    columns = tuple([rhs_shape[i] for i in rhs_free])
    return GemmLayout(
        math.prod(batch),
        math.prod(rows),
        math.prod(columns),
        math.prod([lhs_shape[i] for i in lhs_contract]),
        (*lhs_batch, *lhs_free, *[a for a, _ in pairs]),
        (*rhs_batch, *[b for _, b in pairs], *rhs_free),
        batch + rows + columns,
    )


def free_axes(rank: int, contract: Axes, batch: Axes) -> Axes:
    """The axes that are neither contracted nor batch axes."""
    return tuple([i for i in range(rank) if i not in contract and i not in batch])


@primitive
class DotGeneral(Primitive):
    """The sum of products over contracted axes, for each index of the batch axes.

    `dimension_numbers` is ((lhs contracted, rhs contracted), (lhs batch, rhs batch)); the result's
    axes are the batch axes, the lhs's others, the rhs's others. float16 and bfloat16 accumulate in
    float32; `preferred_element_type` is the result's dtype (and the accumulator's, if wider).
    """

    hints = {"out_sharding": None}
    bilinear = True
    makes_nan = True
    library = True
    dimension_numbers: DimensionNumbers
    precision: CanonicalPrecision = None
    preferred_element_type: Dtype | None = None

    def multiply_adds(self, lhs: ShapedArray, rhs: ShapedArray) -> int:
        (_, contracted), (_, batch) = self.dimension_numbers
        others = [n for k, n in enumerate(rhs.shape) if k not in (*contracted, *batch)]
        return lhs.size * math.prod(others)

    def result_type(self, lhs: ShapedArray, rhs: ShapedArray):
        (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = self.dimension_numbers
        self._check_axes("lhs", lhs, lhs_contract, lhs_batch)
        self._check_axes("rhs", rhs, rhs_contract, rhs_batch)
        contracted = ("contracted", lhs_contract, rhs_contract)
        for kind, left, right in (contracted, ("batch", lhs_batch, rhs_batch)):
            if len(left) != len(right) or any(
                lhs.shape[a] != rhs.shape[b] for a, b in zip(left, right, strict=True)
            ):
                raise ShapeError(
                    f"dot_general: {kind} axes {left} of {lhs} and {right} of {rhs} must "
                    f"have the same lengths, got {tuple(lhs.shape[a] for a in left)} and "
                    f"{tuple(rhs.shape[b] for b in right)}; transpose or reshape one operand"
                )
        layout = gemm_layout(lhs.shape, rhs.shape, self.dimension_numbers)
        weak = product_is_weak(lhs, rhs, self.preferred_element_type)
        return (ShapedArray(layout.out_shape, self._out_dtype(lhs, rhs), weak),)

    def _check_axes(self, side: str, x: ShapedArray, contract: Axes, batch: Axes) -> None:
        axes = contract + batch
        if len(set(axes)) != len(axes) or not all(0 <= a < x.ndim for a in axes):
            raise ShapeError(
                f"dot_general: contracted axes {contract} and batch axes {batch} of "
                f"the {side} must be distinct axes of {x}"
            )

    def _out_dtype(self, lhs: ShapedArray, rhs: ShapedArray) -> Dtype:
        return product_dtype(self.name, lhs, rhs, self.preferred_element_type)

    def relation(self, lhs: ShapedArray, rhs: ShapedArray) -> AxisRelation:
        return of_contraction(lhs.ndim, rhs.ndim, self.dimension_numbers)

    def layout(self, lhs: ShapedArray, rhs: ShapedArray) -> GemmLayout:
        """How this contraction is a (batched) matrix product, for a BLAS call."""
        return gemm_layout(lhs.shape, rhs.shape, self.dimension_numbers)

    def accumulator(self, lhs: ShapedArray, rhs: ShapedArray) -> np.dtype:
        """The dtype in which products are formed and summed."""
        return accumulation_dtype(operand_dtype("dot_general", lhs, rhs), self._out_dtype(lhs, rhs))

    @cached_property
    def _matrix_axes(self) -> tuple[int, int] | None:
        """The contracted axis of each operand, if that is one and there are no batch axes."""
        (lhs_contract, rhs_contract), (lhs_batch, _) = self.dimension_numbers
        if len(lhs_contract) != 1 or lhs_batch:
            return None
        return lhs_contract[0], rhs_contract[0]

    def evaluate(self, xp: Any, lhs: Any, rhs: Any):
        dtype, axes = lhs.dtype, self._matrix_axes
        if (
            axes is not None
            and lhs.ndim == rhs.ndim == 2
            and rhs.dtype == dtype
            and dtype in _PLAIN
            and self.preferred_element_type in (None, dtype)
            and lhs.shape[axes[0]] > 1
        ):  # two matrices: 5 µs less than as stacks
            return (product(xp, lhs if axes[0] else lhs.T, rhs.T if axes[1] else rhs),)
        common = common_dtype(lhs.dtype, rhs.dtype)
        out_dtype = self.preferred_element_type or common
        layout = gemm_layout(lhs.shape, rhs.shape, self.dimension_numbers)
        out = contract(xp, lhs, rhs, layout, accumulation_dtype(common, out_dtype))
        if out.dtype != out_dtype:
            out = out != 0 if out_dtype == dtypes.bool_ else out.astype(out_dtype)
        return (out,)

    def unrolled(self, lhs, rhs):
        return (unrolled_contraction(self, lhs, rhs),)

    def expand(self, lhs: Any, rhs: Any):
        avals = aval_of(lhs), aval_of(rhs)
        g, out_dtype = self.layout(*avals), self._out_dtype(*avals)
        wide = np.dtype(out_dtype if dtypes.is_bool(out_dtype) else self.accumulator(*avals))
        if contraction_expansion.is_short(g.batch, g.m, g.n, g.k, wide):
            return self.as_sums(lhs, rhs)
        operands = contraction_expansion.converted(lhs, rhs, wide)
        if operands is None:
            return None
        return (
            convert_element_type(self.replace(preferred_element_type=None)(*operands), out_dtype),
        )

    def as_sums(self, lhs: Any, rhs: Any) -> tuple[Any]:
        """The same by elementwise products and sums."""
        avals = aval_of(lhs), aval_of(rhs)
        out_dtype, (contract, batch) = self._out_dtype(*avals), self.dimension_numbers
        wide = np.dtype(out_dtype if dtypes.is_bool(out_dtype) else self.accumulator(*avals))
        free = [free_axes(a.ndim, c, b) for a, c, b in zip(avals, contract, batch, strict=True)]
        orders = (batch[0] + free[0] + contract[0], batch[1] + free[1] + contract[1])
        ranks = len(batch[0]), len(free[0]), len(free[1]), len(contract[0])
        total = contraction_expansion.multiplied_and_summed(lhs, rhs, orders, ranks, wide)
        return (convert_element_type(total, out_dtype),)

    def summed(self):
        contract, batch = (
            tuple(tuple(a + 1 for a in axes) for axes in pair) for pair in self.dimension_numbers
        )
        return self.like((((0, *contract[0]), (0, *contract[1])), batch), False)

    def jvp(self, primals, tangents):
        return bilinear_jvp(self, primals, tangents)

    def transpose(self, cotangents, lhs, rhs):
        if is_linear(lhs):
            return self._transpose_one(cotangents[0], lhs, rhs, 0), None
        return None, self._transpose_one(cotangents[0], rhs, lhs, 1)

    def _transpose_one(self, cotangent: Any, linear: Any, other: Any, side: int) -> Any:
        """The cotangent of operand `side`: the output's, contracted with the other operand."""
        product, other_first, order = _transposition(self, side, linear.ndim, aval_of(other).ndim)
        result = product(other, cotangent) if other_first else product(cotangent, other)
        if order is not None:
            result = order(result)
        if result.aval is linear.aval:
            return result
        return convert_element_type(result, linear.dtype, linear.aval.weak_type)

    def like(self, numbers: DimensionNumbers, swap: bool) -> DotGeneral:
        """A contraction over other axes, perhaps with the operands' precisions swapped."""
        precision = self.precision
        if swap and isinstance(precision, tuple):
            precision = precision[::-1]
        return _product_of(numbers, precision, self.preferred_element_type)

    def batch(self, axis: BatchAxis, args, dims):
        (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = self.dimension_numbers
        lhs_dim, rhs_dim = dims

        def moved(axes: Axes, dim: int | None) -> Axes:
            return axes if dim is None else tuple(a + (a >= dim) for a in axes)

        lhs_contract, lhs_batch = moved(lhs_contract, lhs_dim), moved(lhs_batch, lhs_dim)
        rhs_contract, rhs_batch = moved(rhs_contract, rhs_dim), moved(rhs_batch, rhs_dim)
        if lhs_dim is not None and rhs_dim is not None:
            lhs_batch, rhs_batch, out_dim = (lhs_dim, *lhs_batch), (rhs_dim, *rhs_batch), 0
        elif lhs_dim is not None:
            out_dim = len(lhs_batch) + free_axes(
                aval_of(args[0]).ndim, lhs_contract, lhs_batch
            ).index(lhs_dim)
        else:
            lhs_rank = aval_of(args[0]).ndim
            out_dim = (
                lhs_rank
                - len(lhs_contract)
                + free_axes(aval_of(args[1]).ndim, rhs_contract, rhs_batch).index(rhs_dim)
            )
        op = self.replace(dimension_numbers=((lhs_contract, rhs_contract), (lhs_batch, rhs_batch)))
        return (op(*args),), (out_dim,)

    def sparse(self, lhs, rhs):
        return ((lhs if is_sparse(lhs) else rhs).contracted(lhs, rhs, self),)

    def onnx(self, graph, lhs, rhs):
        return (product_nodes(graph, self, lhs, rhs),)


MOST_TERMS = 64  # of a sum of products that is written out


def unrolled_contraction(op: DotGeneral, lhs: Any, rhs: Any) -> Any:
    """A short contraction's element at an index: the sum of products, written out."""
    (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = op.dimension_numbers
    avals = [ShapedArray(tuple(x.shape), x.dtype) for x in (lhs, rhs)]
    wide, (out,) = op.accumulator(*avals), op.result_type(*avals)
    lengths = [lhs.shape[a] for a in lhs_contract]
    if not 0 < math.prod(lengths) <= MOST_TERMS or dtypes.is_bool(wide):
        raise TypeError(f"a sum of {math.prod(lengths)} products is not written out")
    free = [
        free_axes(len(x.shape), contract, batch)
        for x, contract, batch in ((lhs, lhs_contract, lhs_batch), (rhs, rhs_contract, rhs_batch))
    ]
    n_batch, n_free = len(lhs_batch), len(free[0])

    def read(x: Any, side: int, index: Sequence[Any], inner: Sequence[int]) -> Any:
        batch, contract = op.dimension_numbers[1][side], op.dimension_numbers[0][side]
        own = index[n_batch : n_batch + n_free] if side == 0 else index[n_batch + n_free :]
        place = dict(
            zip((*batch, *contract, *free[side]), (*index[:n_batch], *inner, *own), strict=True)
        )
        return vectormath.convert(x([place[a] for a in range(len(x.shape))]), wide)

    def element(index: Sequence[Any]) -> Any:
        found: Any = None
        for inner in itertools.product(*map(range, lengths)):
            term = read(lhs, 0, index, inner) * read(rhs, 1, index, inner)
            found = term if found is None else found + term
        return vectormath.convert(found, out.dtype)

    return element


# ---- dtypes


@memo()
def _transposition(
    op: DotGeneral, side: int, rank: int, other_rank: int
) -> tuple[DotGeneral, bool, Transpose | None]:
    """How operand `side` gets its cotangent: (product, other operand first?, then a transpose)."""
    contracts, batches = op.dimension_numbers
    own_contract, other_contract = contracts[side], contracts[1 - side]
    own_batch, other_batch = batches[side], batches[1 - side]
    own_free = free_axes(rank, own_contract, own_batch)
    other_free = free_axes(other_rank, other_contract, other_batch)
    n_batch = len(own_batch)
    first = n_batch if side == 1 else n_batch + len(own_free)
    shared = tuple(range(first, first + len(other_free)))
    by_other = sorted(zip(other_contract, own_contract, strict=True))
    from_other = [own for _, own in by_other]
    batch = tuple(range(n_batch))
    # Either order of the factors will do; take the one whose result has its axes in place.
    direct = [*own_batch, *own_free, *from_other]
    swapped = [*own_batch, *from_other, *own_free]
    other_first = swapped == sorted(swapped)
    if other_first:
        product, axes = op.like(((other_free, shared), (other_batch, batch)), True), swapped
    else:
        product, axes = op.like(((shared, other_free), (batch, other_batch)), side == 1), direct
    if axes == sorted(axes):
        return product, other_first, None
    return product, other_first, Transpose(tuple(axes.index(i) for i in range(len(axes))))


def bilinear_jvp(op: Primitive, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The jvp of a primitive that is linear in each of its two operands."""
    x, y = primals
    out = op(x, y)
    terms = []
    if type(tangents[0]) is not Zero:
        terms.append(op(tangents[0], y))
    if type(tangents[1]) is not Zero:
        terms.append(op(x, tangents[1]))
    return (out,), (terms[0] if len(terms) == 1 else add(*terms),)


# ---- evaluation


def contract(xp: Any, lhs: Any, rhs: Any, layout: GemmLayout, dtype: np.dtype) -> Any:
    """The contraction in `dtype`, by BLAS where there is one for it."""
    x = as_stack(xp, lhs, layout.lhs_axes, (layout.batch, layout.m, layout.k), dtype)
    y = as_stack(xp, rhs, layout.rhs_axes, (layout.batch, layout.k, layout.n), dtype)
    if layout.batch == 1:
        x, y = x[0], y[0]
    if layout.k == 1:
        return xp.multiply(x, y).reshape(layout.out_shape)
    return product(xp, x, y).reshape(layout.out_shape)


# ---- functions


def dot_general(
    lhs: ArrayLike,
    rhs: ArrayLike,
    dimension_numbers: Any,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """The sums of products over chosen axes, for each index along the batch axes.

    Returns an array of the batch axes, then the other axes of lhs, then those of rhs.

    >>> lax.dot_general(jnp.ones((2, 3)), jnp.ones((3, 4)), (((1,), (0,)), ((), ()))).shape
    (2, 4)
    """
    try:
        op = _product_as_written(
            dimension_numbers, precision, preferred_element_type, config.default_matmul_precision
        )
    except TypeError:  # lists, or parameters that are none: see which
        op = _read_product(dimension_numbers, precision, preferred_element_type)
    lhs, rhs = (lhs, rhs) if out_sharding is None else (relaxed(lhs), relaxed(rhs))
    if isinstance(op.precision, DotAlgorithmPreset):
        out = _by_algorithm(op, op.precision, lhs, rhs)
    else:
        out = op(as_operand(lhs), as_operand(rhs))
    return out if out_sharding is None else constrained("dot_general", out, out_sharding)


def _by_algorithm(op: DotGeneral, algorithm: DotAlgorithmPreset, lhs: Any, rhs: Any) -> Any:
    """The product in the algorithm's accumulation type, where that is wider than the operands'."""
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    wide = ACCUMULATION.get(algorithm)
    if (
        wide is None
        or dtypes.is_complex(out.dtype)
        or not dtypes.is_inexact(out.dtype)
        or wide.itemsize <= max(aval_of(x).dtype.itemsize for x in (lhs, rhs))
    ):
        return op(lhs, rhs)
    x, y = (convert_element_type(v, wide) for v in (lhs, rhs))
    return convert_element_type(op.replace(preferred_element_type=None)(x, y), out.dtype)


def _read_product(
    dimension_numbers: Any, precision: Any, preferred_element_type: Any
) -> DotGeneral:
    try:
        (lhs_contract, rhs_contract), (lhs_batch, rhs_batch) = dimension_numbers
        numbers = (
            (axes_tuple(lhs_contract), axes_tuple(rhs_contract)),
            (axes_tuple(lhs_batch), axes_tuple(rhs_batch)),
        )
    except (TypeError, ValueError) as error:
        raise FjaxTypeError(
            "dot_general: dimension_numbers are ((lhs_contracting, rhs_contracting), (lhs_batch, "
            "rhs_batch)), each a tuple of axes, as (((1,), (0,)), ((), ())) for a matrix product; "
            f"got {dimension_numbers!r:.80}"
        ) from error
    preferred = preferred_element_type
    preferred = None if preferred is None else dtypes.requested("dot_general", preferred)
    return _product_of(numbers, canonical_precision(precision), preferred)


@memo()
def _product_as_written(
    dimension_numbers: Any, precision: Any, preferred_element_type: Any, _default_precision: Any
) -> DotGeneral:
    """The product for arguments that may be hashed, in which case reading them takes 3 µs less."""
    return _read_product(dimension_numbers, precision, preferred_element_type)


@memo()
def _product_of(
    numbers: DimensionNumbers, precision: CanonicalPrecision, preferred: Dtype | None
) -> DotGeneral:
    """The one DotGeneral of these parameters: a new one costs 5 µs, most of it for its hash."""
    return DotGeneral(numbers, precision, preferred)


def axes_tuple(axes: Any) -> Axes:
    """Axes as Python integers."""
    return tuple([int(a) for a in axes])


def fitting(a: tuple[Any, ...], b: tuple[Any, ...]) -> str:
    """The products of operands of these shapes that have fitting lengths, for an error."""
    rows, of_right = a[max(len(a) - 2, 0)], b[max(len(b) - 2, 0)]
    fits = (len(b) > 1 and a[-1] == b[-1], len(a) > 1 and rows == of_right, b[-1] == rows)
    ways = [x for x, fit in zip(("a @ b.mT", "a.mT @ b", "b @ a"), fits, strict=True) if fit]
    stacked = a[:-2] == b[:-2] or min(len(a), len(b)) < 3
    return f"; {' and '.join(ways)} would fit" if ways and stacked else ""


def matmul(a: Any, b: Any, *, precision: Any = None, preferred_element_type: Any = None) -> Any:
    """The matrix product, with NumPy's rules: vectors are rows or columns, leading axes broadcast.

    Args:
      a: array of shape (..., m, k) or (k,).
      b: array of shape (..., k, n) or (k,).
      precision: a Precision or its name; DEFAULT, HIGH and HIGHEST are the same on a CPU.
      preferred_element_type: the result's dtype.

    Returns an array of shape (..., m, n), without the axes that a vector lacks.

    >>> from fjax.primitives.contraction import matmul
    >>> import numpy as np
    >>> matmul(np.ones((2, 3)), np.ones(3)).tolist()
    [3.0, 3.0]
    """
    if precision is not None:
        precision = canonical_precision(precision)
    if type(a) is Array and type(b) is Array and preferred_element_type is None:
        direct = _plain_matmul(a, b)
        if direct is not None:
            return direct
    left, right = aval_of(a), aval_of(b)
    if left.ndim == 0 or right.ndim == 0:
        raise ShapeError(
            f"matmul: operands must have at least one axis, got {describe((left, right))}; use * "
            "to scale by a number"
        )
    if preferred_element_type is None or left.dtype != right.dtype:
        a, b = operators.promote("matmul", a, b)
    lhs_contract, rhs_contract = left.ndim - 1, max(right.ndim - 2, 0)
    if left.shape[lhs_contract] != right.shape[rhs_contract]:
        raise ShapeError(
            f"matmul: axis {lhs_contract} of {left} and axis {rhs_contract} of "
            f"{right} must have the same length{fitting(left.shape, right.shape)}"
        )
    if left.ndim <= 2 and right.ndim <= 2:
        return dot_general(
            a, b, (((lhs_contract,), (rhs_contract,)), ((), ())), precision, preferred_element_type
        )
    return _stacked_matmul(a, b, precision, preferred_element_type)


_PLAIN = frozenset({dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128})


@memo()
def _plain_product(left: ShapedArray, right: ShapedArray) -> ShapedArray | None:
    """The aval of the product of matrices or vectors that needs no primitive; else None."""
    if (
        left.dtype != right.dtype
        or left.dtype not in _PLAIN
        or not 1 <= left.ndim <= 2
        or not 1 <= right.ndim <= 2
        or left.shape[-1] != right.shape[0]
        or left.shape[-1] == 1
    ):
        return None
    shape = left.shape[:-1] + right.shape[1:]
    return ShapedArray(shape, left.dtype, left.weak_type and right.weak_type)


def _plain_matmul(a: Array, b: Array) -> Array | None:
    """The product of matrices or vectors that nothing traces, without a primitive; else None."""
    if state.trace is not None or a.placement or b.placement or checks.on:
        return None
    aval = _plain_product(a.aval, b.aval)
    if aval is None:
        return None
    x, y = a.host(), b.host()
    if x.ndim == 2 == y.ndim:
        return Array(shortage.made("dot", quiet().run, product, np, x, y), aval)
    x = x if x.ndim == 2 else x.reshape(1, -1)
    y = y if y.ndim == 2 else y.reshape(-1, 1)
    return Array(shortage.made("dot", quiet().run, product, np, x, y).reshape(aval.shape), aval)


def _stacked_matmul(a: Any, b: Any, precision: Any, preferred_element_type: Any) -> Any:
    """matmul with leading axes: those that only one operand has need not be broadcast."""
    left, right = aval_of(a).shape, aval_of(b).shape
    lead = operators.broadcast_shapes("matmul", (left[:-2], right[:-2]))
    rank = len(lead)
    lhs_axes = _aligned(left, rank)
    rhs_axes = _aligned(right, rank)
    shared = [i for i in range(rank) if i in lhs_axes and i in rhs_axes]
    lhs = _drop_ones(a, lhs_axes)
    rhs = _drop_ones(b, rhs_axes)
    lhs_order, rhs_order = sorted(lhs_axes), sorted(rhs_axes)
    lhs_rank, rhs_rank = aval_of(lhs).ndim, aval_of(rhs).ndim
    lhs_contract = lhs_rank - 1
    rhs_contract = rhs_rank - 1 if len(right) == 1 else rhs_rank - 2
    numbers = (
        ((lhs_contract,), (rhs_contract,)),
        (tuple(lhs_order.index(i) for i in shared), tuple(rhs_order.index(i) for i in shared)),
    )
    out = dot_general(lhs, rhs, numbers, precision, preferred_element_type)
    # The result's axes: shared, lhs's own, (m), rhs's own, (n): put them into NumPy's order.
    labels: list[Any] = [*shared, *[i for i in lhs_order if i not in shared]]
    labels += ["m"] if len(left) > 1 else []
    labels += [i for i in rhs_order if i not in shared]
    labels += ["n"] if len(right) > 1 else []
    present = [i for i in range(rank) if i in labels]
    wanted = [*present, *[x for x in ("m", "n") if x in labels]]
    if labels != wanted:
        out = Transpose(tuple(labels.index(x) for x in wanted))(out)
    if len(present) < rank:
        tail = out.shape[len(present) :]
        out = Reshape((*lead, *tail))(out)
    return out


def _aligned(shape: tuple[int, ...], rank: int) -> list[int]:
    """Which of the broadcast leading axes this operand has, not counting those of length 1."""
    own = shape[:-2]
    first = rank - len(own)
    return [first + i for i, n in enumerate(own) if n != 1]


def _drop_ones(x: Any, axes: Sequence[int]) -> Any:
    """The operand without its leading axes of length 1."""
    shape = aval_of(x).shape
    own = shape[:-2]
    if len(axes) == len(own):
        return x
    return Reshape((*[n for n in own if n != 1], *shape[len(own) :]))(x)


operator_methods.attach("matmul", matmul)
