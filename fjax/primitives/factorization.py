"""Cholesky, LU and QR factorizations of stacks of matrices."""

from __future__ import annotations

from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import Zero, primitive
from fjax.core.tracing import aval_of
from fjax.errors import ShapeError
from fjax.primitives import lapack, unrolled
from fjax.primitives.comparison import ge
from fjax.primitives.conversion import convert_element_type, stop_gradient
from fjax.primitives.families import like
from fjax.primitives.generators import full, iota
from fjax.primitives.indexing import take_along
from fjax.primitives.matrices import (
    MatrixPrimitive,
    adjoint,
    along_columns,
    along_rows,
    diagonal,
    diagonal_mask,
    diagonal_matrix,
    identity_like,
    lower_part,
    part,
    product,
    real_part,
    upper_part,
)
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate
from fjax.primitives.triangular import FactoredSolve, TriangularSolve


@primitive
class Cholesky(MatrixPrimitive):
    """The lower triangular L with L L^H = x; only the lower triangle of x is read.

    NaN where x is not positive definite.
    """

    launched = True
    domain = "the matrix is positive definite; more on the diagonal (x + 1e-6 * jnp.eye(n)) helps"
    absent = frozenset({"transpose"})

    def result_type(self, x: ShapedArray):
        self.check_matrix(x, square=True)
        self.check_dtype(x)
        return (x.strip_weak_type(),)

    call_lapack = staticmethod(lapack.cholesky)

    def unrolled(self, x):
        unrolled.real_only(self.name, x)
        return unrolled.by_matrix((x,), (2,), (2,), lambda a: (unrolled.cholesky(a),))

    def jvp(self, primals, tangents):
        # Murray, "Differentiation of the Cholesky decomposition" (2016), forward mode
        factor = self(primals[0])
        right = TriangularSolve(left_side=False, lower=True, transpose_a=True, conjugate_a=True)
        left = TriangularSolve(left_side=True, lower=True)
        inner = lower_part(left(factor, right(factor, tangents[0])))
        halved = select_n(diagonal_mask(factor.shape), inner, inner * like(0.5, inner))
        return (factor,), (product(factor, halved),)


@primitive
class Lu(MatrixPrimitive):
    """(L and U in one matrix, row interchanges, permutation) with x[permutation] = L U."""

    launched = True
    multiple_results = True
    absent = frozenset({"transpose"})

    def result_type(self, x: ShapedArray):
        m, n = self.check_matrix(x)
        self.check_dtype(x)
        lead = x.shape[:-2]
        return (
            x.strip_weak_type(),
            ShapedArray((*lead, min(m, n)), dtypes.int32),
            ShapedArray((*lead, m), dtypes.int32),
        )

    call_lapack = staticmethod(lapack.lu)

    def unrolled(self, x):
        unrolled.real_only(self.name, x)
        return unrolled.by_matrix((x,), (2,), (2, 1, 1), unrolled.lu)

    def jvp(self, primals, tangents):
        factors, pivots, permutation = self(primals[0])
        t = permuted_rows(tangents[0], permutation)
        m, n = t.shape[-2:]
        k = min(m, n)
        lower = _completed(lower_part(part(factors, columns=slice(0, k)), -1), m, m)
        lower = lower + identity_like(lower)
        upper = _completed(upper_part(part(factors, rows=slice(0, k))), n, n)
        if n > k:
            upper = upper + _tail_identity(upper, k)
        solved = TriangularSolve(left_side=True, lower=True, unit_diagonal=True)(lower, t)
        inner = TriangularSolve(left_side=False, lower=False)(upper, solved)
        moved = product(lower, lower_part(inner, -1)) + product(upper_part(inner), upper)
        return (
            (factors, pivots, permutation),
            (moved, Zero(pivots.aval.tangent()), Zero(permutation.aval.tangent())),
        )


def solve(a: Any, b: Any) -> Any:
    """The x with a x = b. The factors are constants to derivatives, which solve with them again."""
    factors, pivots, _ = Lu()(stop_gradient(a))
    return FactoredSolve()(a, factors, pivots, b)


def permuted_rows(x: Any, permutation: Any) -> Any:
    """The matrices with row permutation[i] in place i."""
    return take_along(x, along_columns(permutation, aval_of(x).shape[-1]), aval_of(x).ndim - 2)


def _completed(x: Any, rows: int, columns: int) -> Any:
    """The matrices with zeros below and to the right, up to this size."""
    shape, dtype = aval_of(x).shape, aval_of(x).dtype
    rank = len(shape)
    if shape[-1] < columns:
        x = Concatenate(rank - 1)(x, full((*shape[:-1], columns - shape[-1]), 0, dtype))
    if shape[-2] < rows:
        x = Concatenate(rank - 2)(x, full((*shape[:-2], rows - shape[-2], columns), 0, dtype))
    return x


def _tail_identity(x: Any, start: int) -> Any:
    """Ones on the diagonal from place `start` on."""
    place = iota(dtypes.int32, aval_of(x).shape, aval_of(x).ndim - 1)
    tail = ge(place, like(start, place))
    return select_n(tail, like(0, x), identity_like(x))


@primitive
class LuPivotsToPermutation(MatrixPrimitive):
    """The permutation of `permutation_size` rows that row interchanges make."""

    core_rank = 1
    absent = frozenset({"jvp", "transpose"})
    permutation_size: int

    def result_type(self, pivots: ShapedArray):
        if (
            not dtypes.is_integer(pivots.dtype)
            or pivots.ndim < 1
            or pivots.shape[-1] > self.permutation_size
        ):
            raise ShapeError(
                f"lu_pivots_to_permutation: {pivots} must be vectors of at most "
                f"permutation_size={self.permutation_size} integers"
            )
        return (ShapedArray((*pivots.shape[:-1], self.permutation_size), pivots.dtype),)

    def call_lapack(self, pivots):
        found = lapack.permutation_of(pivots, self.permutation_size)
        return (found.astype(pivots.dtype, copy=False),)


@primitive
class Qr(MatrixPrimitive):
    """(Q, R), or R, with x = Q R, and with `pivoting` the columns' permutation: x[:, p] = Q R."""

    launched = of_reals = True
    multiple_results = True
    absent = frozenset({"transpose"})
    full_matrices: bool = True
    pivoting: bool = False
    compute_q: bool = True

    def result_type(self, x: ShapedArray):
        m, n = self.check_matrix(x)
        self.check_dtype(x)
        k = m if self.full_matrices else min(m, n)
        lead = x.shape[:-2]
        outs = [ShapedArray((*lead, m, k), x.dtype)] if self.compute_q else []
        outs.append(ShapedArray((*lead, k, n), x.dtype))
        return (*outs, ShapedArray((*lead, n), dtypes.int32)) if self.pivoting else tuple(outs)

    def call_lapack(self, x):
        if self.pivoting:
            return lapack.pivoted_qr(x, self.full_matrices)[0 if self.compute_q else 1 :]
        return lapack.qr(x, self.full_matrices, self.compute_q)

    def drop_unused(self, used):
        if used[0] or not self.compute_q:
            return None
        return self.replace(compute_q=False), (True,), (False, *[True] * len(used[1:]))

    def jvp(self, primals, tangents):
        if not self.compute_q:
            outs, moved = self.replace(compute_q=True).jvp(primals, tangents)
            return outs[1:], moved[1:]
        q, r, *order = self(primals[0])
        x, t = primals[0], tangents[0]
        if order:
            x, t = permuted_columns(x, order[0]), permuted_columns(t, order[0])
        m, n = aval_of(x).shape[-2:]
        if m < n:
            moved_q, moved_r = self._wide_jvp(q, r, x, t, m)
        elif m == n or not self.full_matrices:
            moved_q, moved_r = tall_qr_jvp(q, r, t)
        else:
            moved_q, moved_r = self._full_jvp(q, r, t, n)
        extra = [Zero(p.aval.tangent()) for p in order]
        return (q, r, *order), (moved_q, moved_r, *extra)

    def _wide_jvp(self, q, r, x, t, m):
        """Q comes from the first m columns; the others give the rest of R = Q^H x."""
        first, rest = slice(0, m), slice(m, None)
        moved_q, moved_first = tall_qr_jvp(q, part(r, columns=first), part(t, columns=first))
        moved_rest = product(adjoint(moved_q), part(x, columns=rest)) + product(
            adjoint(q), part(t, columns=rest)
        )
        return moved_q, Concatenate(aval_of(r).ndim - 1)(moved_first, moved_rest)

    def _full_jvp(self, q, r, t, n):
        """The columns of Q beyond the n-th follow the others as Householder reflections move them.

        See Denton et al., arXiv 2409.13374, equations 32 and 33.
        """
        rank = aval_of(q).ndim
        thin, extra = part(q, columns=slice(0, n)), part(q, columns=slice(n, None))
        moved, moved_r = tall_qr_jvp(thin, part(r, rows=slice(0, n)), t)
        top, bottom = slice(0, n), slice(n, None)
        head = part(thin, rows=top)
        solved = solve(adjoint(head - identity_like(head)), adjoint(part(thin, rows=bottom)))
        z = adjoint(solved)
        change = part(moved, rows=bottom) - product(z, part(moved, rows=top))
        moved_extra = product(moved, solved) - product(thin + product(extra, z), adjoint(change))
        m = aval_of(q).shape[-2]
        return Concatenate(rank - 1)(moved, moved_extra), _completed(moved_r, m, n)


def permuted_columns(x: Any, permutation: Any) -> Any:
    """The matrices with column permutation[i] in place i."""
    return take_along(x, along_rows(permutation, aval_of(x).shape[-2]), aval_of(x).ndim - 1)


def tall_qr_jvp(q: Any, r: Any, t: Any) -> tuple[Any, Any]:
    """The tangents of Q (m, n) and R (n, n), given that of x (m, n), m >= n.

    Q^H dQ is skew-Hermitian and dR upper triangular, which fixes both (Walter and Lehmann 2012).
    """
    scaled = TriangularSolve(left_side=False, lower=False)(r, t)
    inner = product(adjoint(q), scaled)
    below = lower_part(inner, -1)
    skew = below - adjoint(below)
    if dtypes.is_complex(q.dtype):
        imaginary = inner - convert_element_type(real_part(inner), q.dtype)
        skew = skew + diagonal_matrix(diagonal(imaginary))
    moved_q = product(q, skew - inner) + scaled
    return moved_q, product(inner - skew, r)


@primitive
class Geqrf(MatrixPrimitive):
    """(R on and above the diagonal, reflectors below it; the reflectors' factors)."""

    multiple_results = True
    absent = frozenset({"jvp", "transpose"})

    def result_type(self, x: ShapedArray):
        m, n = self.check_matrix(x)
        dtype = self.check_dtype(x)
        return x.strip_weak_type(), ShapedArray((*x.shape[:-2], min(m, n)), dtype)

    call_lapack = staticmethod(lapack.geqrf)


@primitive
class HouseholderProduct(MatrixPrimitive):
    """The first columns of the product of the reflectors that lie below a's diagonal."""

    absent = frozenset({"jvp", "transpose"})

    def result_type(self, a: ShapedArray, taus: ShapedArray):
        m, n = self.check_matrix(a)
        self.check_dtype(a, taus)
        self.check_batch(a, taus, ranks=(2, 1))
        if m < n or taus.shape[-1] > n:
            raise ShapeError(
                f"householder_product: {a} must have at least as many rows as "
                f"columns, and {taus} at most as many entries as {a} has columns"
            )
        return (a.strip_weak_type(),)

    call_lapack = staticmethod(lapack.householder_product)


@primitive
class Ormqr(MatrixPrimitive):
    """c multiplied by the product Q of the reflectors below a's diagonal, or by its adjoint."""

    absent = frozenset({"jvp", "transpose"})
    left: bool = True
    transposed: bool = False

    def result_type(self, a: ShapedArray, taus: ShapedArray, c: ShapedArray):
        m, _ = self.check_matrix(a)
        self.check_dtype(a, taus, c)
        self.check_batch(a, taus, c, ranks=(2, 1, 2))
        if c.shape[-2 if self.left else -1] != m:
            raise ShapeError(f"ormqr: {c} does not fit the {m} rows of {a}")
        return (c.strip_weak_type(),)

    def call_lapack(self, a, taus, c):
        return lapack.multiply_by_householder(a, taus, c, self.left, self.transposed)
