"""Eigenvalues and singular values of stacks of matrices, and the forms on the way to them."""

from __future__ import annotations

from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import primitive
from fjax.core.tracing import aval_of
from fjax.errors import FjaxValueError, NotDifferentiableError, ShapeError
from fjax.primitives import lapack
from fjax.primitives.arithmetic import neg
from fjax.primitives.comparison import eq
from fjax.primitives.complex_parts import abs_, complex_, imag, real
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.factorization import solve
from fjax.primitives.families import like
from fjax.primitives.generators import iota
from fjax.primitives.matrices import (
    MatrixPrimitive,
    adjoint,
    along_columns,
    along_rows,
    conjugated,
    diagonal,
    diagonal_mask,
    diagonal_matrix,
    product,
    real_part,
    same_kind,
)
from fjax.primitives.reductions import ArgMax
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Slice
from fjax.primitives.structure import ReduceSum

Subset = tuple[int, int] | None


def reciprocal_off_diagonal(x: Any) -> Any:
    """1 / x, and zero on the diagonal."""
    on_diagonal = diagonal_mask(x.shape)
    safe = select_n(on_diagonal, x, like(1, x))
    return select_n(on_diagonal, like(1, x) / safe, like(0, x))


def gaps(values: Any) -> Any:
    """values[j] - values[i] in place (i, j)."""
    n = aval_of(values).shape[-1]
    return along_rows(values, n) - along_columns(values, n)


def last_range(x: Any, subset: Subset) -> Any:
    """The entries that a subset asks for, along the last axis."""
    if subset is None:
        return x
    shape = aval_of(x).shape
    return Slice((0,) * (len(shape) - 1) + (subset[0],), (*shape[:-1], subset[1]), None)(x)


def subset_length(name: str, subset: Subset, n: int) -> int:
    """How many of n values a subset asks for; raises if it is none."""
    if subset is None:
        return n
    if not 0 <= subset[0] < subset[1] <= n:
        raise FjaxValueError(
            f"{name}: subset_by_index {subset} must be a range (start, stop) within the {n} values"
        )
    return subset[1] - subset[0]


@primitive
class Eigh(MatrixPrimitive):
    """(vectors, values) of Hermitian matrices, read from one triangle; values ascend."""

    launched = of_reals = True
    multiple_results = True
    absent = frozenset({"transpose"})
    lower: bool = True
    subset_by_index: tuple[int, int] | None = None

    def result_type(self, x: ShapedArray):
        n, _ = self.check_matrix(x, square=True)
        dtype = self.check_dtype(x)
        k = subset_length(self.name, self.subset_by_index, n)
        return (
            x.update(shape=(*x.shape[:-1], k), weak_type=False),
            ShapedArray((*x.shape[:-2], k), dtypes.real_part(dtype)),
        )

    def call_lapack(self, x):
        vectors, values = lapack.eigh(x, self.lower)
        if self.subset_by_index is not None:
            chosen = slice(*self.subset_by_index)
            vectors, values = vectors[..., chosen], values[..., chosen]
        return vectors, values

    def jvp(self, primals, tangents):
        # Giles, "Collected matrix derivative results" (2008), section 3.1
        x, t = primals[0], tangents[0]
        vectors, values = self.replace(subset_by_index=None)(x)
        rotated = product(product(adjoint(vectors), t), vectors)
        moved_values = real_part(diagonal(rotated))
        factors = same_kind(reciprocal_off_diagonal(gaps(values)), rotated)
        moved_vectors = product(vectors, factors * rotated)
        outs = [
            last_range(v, self.subset_by_index)
            for v in (vectors, values, moved_vectors, moved_values)
        ]
        return outs[:2], outs[2:]

    def drop_unused(self, used):
        if used[0] or self.subset_by_index is not None:
            return None
        return Eigvalsh(self.lower), (True,), (False, True)


@primitive
class Eigvalsh(MatrixPrimitive):
    """The eigenvalues alone of Hermitian matrices, ascending."""

    launched = of_reals = True
    multiple_results = True
    absent = frozenset({"transpose"})
    lower: bool = True

    def result_type(self, x: ShapedArray):
        self.check_matrix(x, square=True)
        return (ShapedArray(x.shape[:-1], dtypes.real_part(self.check_dtype(x))),)

    def call_lapack(self, x):
        return lapack.eigvalsh(x, self.lower)

    def jvp(self, primals, tangents):
        outs, moved = Eigh(self.lower).jvp(primals, tangents)
        return (outs[1],), (moved[1],)


@primitive
class Eig(MatrixPrimitive):
    """(values, left vectors, right vectors) of square matrices, complex; the vectors if asked
    for."""

    launched = of_reals = True
    spelled = {"left": "compute_left_eigenvectors", "right": "compute_right_eigenvectors"}
    multiple_results = True
    absent = frozenset({"transpose"})
    left: bool = True
    right: bool = True
    differentiable: bool = False

    def result_type(self, x: ShapedArray):
        self.check_matrix(x, square=True)
        dtype = dtypes.complex_of(self.check_dtype(x))
        vectors = ShapedArray(x.shape, dtype)
        return (ShapedArray(x.shape[:-1], dtype), *[vectors] * (self.left + self.right))

    def call_lapack(self, x):
        return lapack.eig(x, self.left, self.right)

    def jvp(self, primals, tangents):
        if (self.left or self.right) and not self.differentiable:
            raise NotDifferentiableError(
                f"eig: eigenvectors of {aval_of(primals[0])} have a derivative only if the "
                f"eigenvalues are "
                "distinct, with a phase that is a choice: pass enable_eigvec_derivs=True to "
                "fjax.lax.linalg.eig to have it, or use eigvals, or eigh for Hermitian matrices"
            )
        # The phases cancel in the derivative of the values, which may be differentiated again.
        values, *vectors = self.replace(right=True, differentiable=True)(primals[0])
        t = convert_element_type(tangents[0], values.dtype)
        right = vectors[-1]
        outs, moved = [values], []
        if self.left:
            _, moved_left = eigenvector_jvp(conjugated(values), vectors[0], adjoint(t))
            outs.append(vectors[0])
            moved.append(moved_left)
        moved_values, moved_right = eigenvector_jvp(values, right, t)
        if self.right:
            outs.append(right)
            moved.append(moved_right)
        return outs, [moved_values, *moved]


def eigenvector_jvp(values: Any, vectors: Any, t: Any) -> tuple[Any, Any]:
    """The tangents of values and vectors, for vectors of length 1 whose largest entry is real."""
    rotated = solve(vectors, product(t, vectors))
    moved = product(vectors, reciprocal_off_diagonal(gaps(values)) * rotated)
    rank, n = vectors.ndim, vectors.shape[-1]
    largest = ArgMax(rank - 2, dtypes.int32)(abs_(vectors))
    chosen = eq(iota(dtypes.int32, vectors.shape, rank - 2), along_rows(largest, n))

    def pick(x: Any) -> Any:
        return ReduceSum((rank - 2,))(select_n(chosen, like(0, x), x))

    length = ReduceSum((rank - 2,))(real(conjugated(vectors) * moved))
    phase = imag(pick(moved)) / real(pick(vectors))
    correction = complex_(neg(length), neg(phase))
    return diagonal(rotated), moved + vectors * along_rows(correction, n)


@primitive
class Svd(MatrixPrimitive):
    """(singular values, U, V^H), or the values alone; they descend."""

    launched = of_reals = True
    multiple_results = True
    absent = frozenset({"transpose"})
    full_matrices: bool = True
    compute_uv: bool = True

    def result_type(self, x: ShapedArray):
        m, n = self.check_matrix(x)
        dtype, lead, k = self.check_dtype(x), x.shape[:-2], min(m, n)
        values = ShapedArray((*lead, k), dtypes.real_part(dtype))
        if not self.compute_uv:
            return (values,)
        rows, columns = (m, n) if self.full_matrices else (k, k)
        return values, ShapedArray((*lead, m, rows), dtype), ShapedArray((*lead, columns, n), dtype)

    def call_lapack(self, x):
        return lapack.svd(x, self.full_matrices) if self.compute_uv else lapack.singular_values(x)

    def jvp(self, primals, tangents):
        # Giles, "Collected matrix derivative results" (2008), section 3.2; Wan and Zhang 2019 for
        # the diagonal of a complex matrix
        x, t = primals[0], tangents[0]
        m, n = aval_of(x).shape[-2:]
        if self.compute_uv and self.full_matrices and m != n:
            raise NotDifferentiableError(
                f"svd: the columns that complete U or V of {aval_of(x)} are arbitrary and have no "
                "derivative; use full_matrices=False"
            )
        values, u, vh = Svd(False, True)(x)
        v = adjoint(vh)
        rotated = product(product(adjoint(u), t), v)
        moved_values = real_part(diagonal(rotated))
        if not self.compute_uv:
            return (values,), (moved_values,)
        moved_u, moved_v = self._vectors(values, u, v, rotated)
        if m > n:
            moved_u = moved_u + _outside(u, product(t, v), values)
        if n > m:
            moved_v = moved_v + _outside(v, product(adjoint(t), u), values)
        return (values, u, vh), (moved_values, moved_u, adjoint(moved_v))

    def _vectors(self, values: Any, u: Any, v: Any, rotated: Any) -> tuple[Any, Any]:
        """The parts of the vectors' tangents that lie in their span."""
        k = values.shape[-1]
        in_row, in_column = along_rows(values, k), along_columns(values, k)
        factors = same_kind(
            reciprocal_off_diagonal((in_row + in_column) * (in_row - in_column)), rotated
        )
        by_row = same_kind(in_row, rotated) * rotated
        by_column = same_kind(in_column, rotated) * rotated
        zero = eq(values, like(0, values))
        inverse = select_n(
            zero, like(1, values) / select_n(zero, values, like(1, values)), like(0, values)
        )
        skew = (rotated - adjoint(rotated)) * like(0.5, rotated)
        on_diagonal = skew * same_kind(diagonal_matrix(inverse), rotated)
        moved_u = product(u, factors * (by_row + adjoint(by_row)) + on_diagonal)
        return moved_u, product(v, factors * (by_column + adjoint(by_column)))

    def drop_unused(self, used):
        if not self.compute_uv or used[1] or used[2]:
            return None
        return Svd(self.full_matrices, False), (True,), (True, False, False)


def _outside(vectors: Any, moved: Any, values: Any) -> Any:
    """The part of the tangent orthogonal to the vectors' span."""
    rest = moved - product(vectors, product(adjoint(vectors), moved))
    return rest / same_kind(along_rows(values, rest.shape[-2]), rest)


# ---- forms without derivatives


@primitive
class Schur(MatrixPrimitive):
    """(T, Z) with x = Z T Z^H and T upper (quasi-)triangular, or T alone."""

    multiple_results = True
    absent = frozenset({"jvp", "transpose"})
    compute_schur_vectors: bool = True
    sort: str | None = None

    def result_type(self, x: ShapedArray):
        self.check_matrix(x, square=True)
        self.check_dtype(x)
        return (x.strip_weak_type(),) * (1 + self.compute_schur_vectors)

    def call_lapack(self, x):
        return lapack.schur(x, self.compute_schur_vectors, self.sort)


@primitive
class Hessenberg(MatrixPrimitive):
    """(the Hessenberg form with the reflectors that made it below, the reflectors' factors)."""

    multiple_results = True
    absent = frozenset({"jvp", "transpose"})

    def result_type(self, x: ShapedArray):
        n, _ = self.check_matrix(x, square=True)
        if n == 0:
            raise ShapeError(f"hessenberg: {x} is empty")
        dtype = self.check_dtype(x)
        return x.strip_weak_type(), ShapedArray((*x.shape[:-2], n - 1), dtype)

    call_lapack = staticmethod(lapack.hessenberg)


@primitive
class Tridiagonal(MatrixPrimitive):
    """(the tridiagonal form with the reflectors that made it, diagonal, off-diagonal, factors) of a
    Hermitian matrix, read from one triangle."""

    multiple_results = True
    absent = frozenset({"jvp", "transpose"})
    lower: bool = True

    def result_type(self, x: ShapedArray):
        n, _ = self.check_matrix(x, square=True)
        if n == 0:
            raise ShapeError(f"tridiagonal: {x} is empty")
        dtype, lead = self.check_dtype(x), x.shape[:-2]
        kind = dtypes.real_part(dtype)
        return (
            x.strip_weak_type(),
            ShapedArray((*lead, n), kind),
            ShapedArray((*lead, n - 1), kind),
            ShapedArray((*lead, n - 1), dtype),
        )

    def call_lapack(self, x):
        return lapack.tridiagonal(x, self.lower)
