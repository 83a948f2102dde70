"""What rules about matrices are written with; a matrix is the last two axes of an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from fjax.config import config
from fjax.core import dtypes, evaluate
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import BatchAxis, Primitive
from fjax.core.relations import AxisRelation, along_leading
from fjax.core.tracing import aval_of
from fjax.errors import ShapeError, UnsupportedDtypeError
from fjax.primitives import lapack
from fjax.primitives.comparison import eq, ge
from fjax.primitives.complex_parts import conj, real
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import describe, like
from fjax.primitives.generators import iota
from fjax.primitives.precision import Precision
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Slice
from fjax.primitives.structure import BroadcastInDim, Reshape, Transpose, fronted

LAPACK_DTYPES = (dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128)


class MatrixPrimitive(Primitive):
    """A function of stacks of matrices: leading axes are batch axes, in all operands alike."""

    library = True
    makes_nan = True
    launched = False  # whether compiled programs call LAPACK for it without Python
    of_reals = False  # they do for real matrices alone
    core_rank: ClassVar[int] = 2  # how many axes of the first operand are no batch axes

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        return along_leading(avals, self.result_type(*avals), avals[0].ndim - self.core_rank)

    def call_lapack(self, *arrays: Any) -> Sequence[Any]:
        """The results for NumPy arrays."""
        raise self.missing("call_lapack")

    def evaluate(self, xp: Any, *arrays: Any) -> Sequence[Any]:
        return lapack.on_host(xp, self.call_lapack, *arrays)

    def is_launched(self, dtype: Dtype) -> bool:
        """Whether matrices of this dtype, if they are small, are a launch of compiled programs."""
        return self.launched and not (self.of_reals and dtypes.is_complex(dtype))

    def run(self, *args: Any):
        """As a compiled program of its own where that is a launch: the same bits as under jit."""
        compiled = self.is_launched(aval_of(args[0]).dtype) and not config.disable_jit
        outs = evaluate.execute_operation(self, args) if compiled else None
        return super().run(*args) if outs is None else outs

    def batch(self, axis: BatchAxis, args: Sequence[Any], dims: Sequence[int | None]):
        moved = fronted(axis, args, dims)
        outs = self(*moved)
        outs = outs if self.multiple_results else [outs]
        return outs, [0] * len(outs)

    def check_dtype(self, *avals: ShapedArray) -> Dtype:
        """The operands' one dtype, which LAPACK must know."""
        dtype = avals[0].dtype
        if dtype not in LAPACK_DTYPES or any(a.dtype != dtype for a in avals):
            unknown = next((a.dtype.name for a in avals if a.dtype not in LAPACK_DTYPES), None)
            reason = f"Unsupported dtype {unknown}: " if unknown is not None else ""
            raise UnsupportedDtypeError(
                f"{reason}{self.name} takes float32, float64, complex64 or complex128 operands of "
                f"one dtype, got {describe(avals)}; convert with astype"
            )
        return dtype

    def check_matrix(self, x: ShapedArray, square: bool = False) -> tuple[int, int]:
        """The lengths of the last two axes."""
        if x.ndim < 2 or (square and x.shape[-1] != x.shape[-2]):
            kind = "square matrices" if square else "matrices"
            raise ShapeError(f"{self.name} takes {kind} in the last two axes, got {x}")
        return x.shape[-2], x.shape[-1]

    def check_batch(self, *avals: ShapedArray, ranks: Sequence[int]) -> None:
        """Raise unless the axes before the last `ranks` ones are the same everywhere."""
        leads = {a.shape[: a.ndim - r] for a, r in zip(avals, ranks, strict=True)}
        short = any(a.ndim < r for a, r in zip(avals, ranks, strict=True))
        if short or len(leads) > 1:
            raise ShapeError(
                f"{self.name}: operands must have the same batch axes before their "
                f"last {tuple(ranks)} ones, got {describe(avals)}"
            )


def swapped(x: Any) -> Any:
    """The transposes of matrices."""
    rank = aval_of(x).ndim
    return Transpose((*range(rank - 2), rank - 1, rank - 2))(x)


def conjugated(x: Any) -> Any:
    """The conjugate, for real dtypes the value itself."""
    return conj(x) if dtypes.is_complex(aval_of(x).dtype) else x


def adjoint(x: Any) -> Any:
    """The conjugate transposes of matrices."""
    return conjugated(swapped(x))


def real_part(x: Any) -> Any:
    """The real part, for real dtypes the value itself."""
    return real(x) if dtypes.is_complex(aval_of(x).dtype) else x


def product(x: Any, y: Any) -> Any:
    """The products of matrices, stack by stack."""
    rank = aval_of(x).ndim
    lead = tuple(range(rank - 2))
    exact = (Precision.HIGHEST, Precision.HIGHEST)
    return DotGeneral((((rank - 1,), (rank - 2,)), (lead, lead)), exact)(x, y)


def mask(shape: tuple[int, ...], offset: int) -> Any:
    """True on and below the diagonal number `offset`, for every matrix of a stack."""
    rows, columns = shape[-2:]
    row, column = (iota(dtypes.int32, (rows, columns), i) for i in (0, 1))
    lower = ge(row + like(offset, row) if offset else row, column)
    return over(lower, shape)


def diagonal_mask(shape: tuple[int, ...]) -> Any:
    """True on the main diagonal."""
    row, column = (iota(dtypes.int32, shape[-2:], i) for i in (0, 1))
    return over(eq(row, column), shape)


def over(matrix: Any, shape: tuple[int, ...]) -> Any:
    """One matrix repeated over the leading axes of a stack's shape."""
    rank = len(shape)
    return matrix if rank == 2 else BroadcastInDim(shape, (rank - 2, rank - 1))(matrix)


def lower_part(x: Any, offset: int = 0) -> Any:
    """The elements on and below a diagonal, zeros elsewhere."""
    return select_n(mask(aval_of(x).shape, offset), like(0, x), x)


def upper_part(x: Any, offset: int = 0) -> Any:
    """The elements on and above a diagonal, zeros elsewhere."""
    return select_n(mask(aval_of(x).shape, offset - 1), x, like(0, x))


def identity(shape: tuple[int, ...], dtype: Dtype) -> Any:
    """Identity matrices (rectangular ones too) over the leading axes."""
    return convert_element_type(diagonal_mask(shape), dtype)


def identity_like(x: Any) -> Any:
    """Identity matrices of the shape and dtype of `x`."""
    aval = aval_of(x)
    return identity(aval.shape, aval.dtype)


def diagonal(x: Any) -> Any:
    """The main diagonals of square matrices."""
    *lead, n, _ = aval_of(x).shape
    zeros, ones = (0,) * len(lead), (1,) * len(lead)
    flat = Reshape((*lead, n * n))(x)
    return Slice((*zeros, 0), (*lead, n * n), (*ones, n + 1))(flat)


def diagonal_matrix(x: Any) -> Any:
    """Square matrices with these diagonals."""
    rows = along_rows(x, aval_of(x).shape[-1])
    return select_n(diagonal_mask(aval_of(rows).shape), like(0, x), rows)


def along_rows(x: Any, rows: int) -> Any:
    """Vectors repeated as the rows of matrices: out[i, j] = x[j]."""
    shape = aval_of(x).shape
    rank = len(shape)
    return BroadcastInDim((*shape[:-1], rows, shape[-1]), (*range(rank - 1), rank))(x)


def along_columns(x: Any, columns: int) -> Any:
    """Vectors repeated as the columns of matrices: out[i, j] = x[i]."""
    shape = aval_of(x).shape
    return BroadcastInDim((*shape, columns), tuple(range(len(shape))))(x)


def part(x: Any, rows: slice = slice(None), columns: slice = slice(None)) -> Any:
    """A block of every matrix."""
    shape = aval_of(x).shape
    ranges = [(0, n) for n in shape[:-2]]
    ranges += [s.indices(n)[:2] for s, n in zip((rows, columns), shape[-2:], strict=True)]
    starts, limits = tuple(a for a, _ in ranges), tuple(max(a, b) for a, b in ranges)
    if all(a == 0 and b == n for a, b, n in zip(starts, limits, shape, strict=True)):
        return x
    return Slice(starts, limits, None)(x)


def same_kind(x: Any, y: Any) -> Any:
    """x in the dtype of y (a real vector among complex matrices)."""
    return convert_element_type(x, aval_of(y).dtype)
