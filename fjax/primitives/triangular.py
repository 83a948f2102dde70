"""Solving linear systems: triangular, factored and tridiagonal ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Zero, primitive
from fjax.core.relations import AxisRelation
from fjax.core.tracing import aval_of
from fjax.errors import ShapeError
from fjax.primitives import lapack, unrolled
from fjax.primitives.arithmetic import neg
from fjax.primitives.families import describe, like
from fjax.primitives.matrices import (
    MatrixPrimitive,
    along_columns,
    conjugated,
    lower_part,
    product,
    swapped,
    upper_part,
)
from fjax.primitives.shaping import Pad
from fjax.primitives.structure import Reshape, move_axis


@primitive
class TriangularSolve(MatrixPrimitive):
    """The x with op(a) x = b, or x op(a) = b unless `left_side`; only one triangle of a is read."""

    launched = True
    domain = "no element of the diagonal is zero"
    left_side: bool = False
    lower: bool = False
    transpose_a: bool = False
    conjugate_a: bool = False
    unit_diagonal: bool = False

    def result_type(self, a: ShapedArray, b: ShapedArray):
        n, _ = self.check_matrix(a, square=True)
        self.check_matrix(b)
        self.check_dtype(a, b)
        self.check_batch(a, b, ranks=(2, 2))
        if b.shape[-2 if self.left_side else -1] != n:
            side = "rows" if self.left_side else "columns"
            raise ShapeError(f"triangular_solve: {b} must have as many {side} as {a} has, {n}")
        return (b.strip_weak_type(),)

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        return _sides_apart(super().relation(*avals), self.left_side)

    def call_lapack(self, a, b):
        return lapack.triangular_solve(
            a, b, self.left_side, self.lower, self.transpose_a, self.conjugate_a, self.unit_diagonal
        )

    def unrolled(self, a, b):
        unrolled.real_only(self.name, a, b)
        return unrolled.by_matrix(
            (a, b),
            (2, 2),
            (2,),
            lambda t, c: (
                unrolled.triangular_solve(
                    t, c, self.left_side, self.lower, self.transpose_a, self.unit_diagonal
                ),
            ),
        )

    def jvp(self, primals, tangents):
        a, b = primals
        x = self(a, b)
        moved: Any = None if type(tangents[1]) is Zero else tangents[1]
        if type(tangents[0]) is not Zero:
            change = self._operator(tangents[0])
            term = product(change, x) if self.left_side else product(x, change)
            moved = neg(term) if moved is None else moved - term
        return (x,), (self(a, moved),)

    def _operator(self, tangent: Any) -> Any:
        """The part of a's tangent that is read, transposed and conjugated as a is."""
        offset = 1 if self.unit_diagonal else 0
        found = lower_part(tangent, -offset) if self.lower else upper_part(tangent, offset)
        if self.transpose_a:
            found = swapped(found)
        return conjugated(found) if self.conjugate_a else found

    def transpose(self, cotangents, a, b):
        return None, self.replace(transpose_a=not self.transpose_a)(a, cotangents[0])

    def batch(self, axis: BatchAxis, args, dims):
        a, b = args
        if dims[0] is not None or aval_of(a).ndim > 2:
            return super().batch(axis, args, dims)
        return _batch_columns(lambda columns: self(a, columns), b, dims[1], self.left_side)


def _batch_columns(solve: Any, b: Any, dim: int, left: bool) -> tuple[Sequence[Any], Sequence[int]]:
    """One matrix and many right-hand sides: a batch of them is one with more columns (or rows)."""
    if not left:
        b = move_axis(b, dim, 0)
        size, rows, n = aval_of(b).shape
        return (Reshape((size, rows, n))(solve(Reshape((size * rows, n))(b))),), (0,)
    b = move_axis(b, dim, 1)
    n, size, columns = aval_of(b).shape
    return (Reshape((n, size, columns))(solve(Reshape((n, size * columns))(b))),), (1,)


def _sides_apart(relation: AxisRelation | None, left: bool) -> AxisRelation | None:
    """The relation of a solve, whose right-hand sides are solved for each by itself.

    They are the columns of the last operand and of the result, or their rows.
    """
    assert relation is not None
    *others, b = relation.operands
    labels = list(b)
    labels[-1 if left else -2] = len(b)  # one that no other axis has
    return replace(relation, operands=(*others, tuple(labels)), results=(tuple(labels),))


@primitive
class FactoredSolve(MatrixPrimitive):
    """The x with op(a) x = b, given a's LU factors and row interchanges.

    Derivatives take `a` itself; the factors are constants that serve every solve with one matrix.
    `trans` is 0 for a, 1 for its transpose, 2 for its conjugate transpose.
    """

    launched = True
    domain = "the matrix has an inverse; jnp.linalg.lstsq takes others, too"
    trans: int = 0

    def result_type(
        self, a: ShapedArray, factors: ShapedArray, pivots: ShapedArray, b: ShapedArray
    ):
        n, _ = self.check_matrix(a, square=True)
        self.check_matrix(b)
        self.check_dtype(a, factors, b)
        self.check_batch(a, factors, pivots, b, ranks=(2, 2, 1, 2))
        if b.shape[-2] != n:
            raise ShapeError(f"solve: {b} must have as many rows as {a} has columns, {n}")
        return (b.strip_weak_type(),)

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        return _sides_apart(super().relation(*avals), True)

    def call_lapack(self, a, factors, pivots, b):
        return lapack.lu_solve(a, factors, pivots, b, self.trans)

    def unrolled(self, a, factors, pivots, b):
        unrolled.real_only(self.name, factors, b)
        return unrolled.by_matrix(
            (factors, pivots, b),
            (2, 1, 2),
            (2,),
            lambda f, p, c: (unrolled.lu_solve(f, p, c, self.trans != 0),),
        )

    def jvp(self, primals, tangents):
        a, factors, pivots, b = primals
        x = self(a, factors, pivots, b)
        moved: Any = None if type(tangents[3]) is Zero else tangents[3]
        if type(tangents[0]) is not Zero:
            change = tangents[0] if self.trans == 0 else swapped(tangents[0])
            change = conjugated(change) if self.trans == 2 else change
            term = product(change, x)
            moved = neg(term) if moved is None else moved - term
        if moved is None:
            return (x,), (Zero(x.aval.tangent()),)
        return (x,), (self(a, factors, pivots, moved),)

    def transpose(self, cotangents, a, factors, pivots, b):
        c = cotangents[0]
        if self.trans == 2:  # the transpose of a^H is the conjugate of a
            back = FactoredSolve(0)(a, factors, pivots, conjugated(c))
            return None, None, None, conjugated(back)
        return None, None, None, FactoredSolve(1 - self.trans)(a, factors, pivots, c)

    def batch(self, axis: BatchAxis, args, dims):
        a, factors, pivots, b = args
        if any(d is not None for d in dims[:3]) or aval_of(a).ndim > 2:
            return super().batch(axis, args, dims)
        return _batch_columns(lambda columns: self(a, factors, pivots, columns), b, dims[3], True)


@primitive
class TridiagonalSolve(MatrixPrimitive):
    """The x with T x = b, for T given by its diagonals; dl[0] and du[-1] are not read.

    `perturb_singular` moves tiny pivots away from zero, so that singular systems have a finite
    result.
    """

    core_rank = 1
    perturb_singular: bool = False

    def result_type(self, dl: ShapedArray, d: ShapedArray, du: ShapedArray, b: ShapedArray):
        self.check_dtype(dl, d, du, b)
        self.check_batch(dl, d, du, b, ranks=(1, 1, 1, 2))
        if not dl.shape == d.shape == du.shape or b.shape[-2] != d.shape[-1]:
            raise ShapeError(
                "tridiagonal_solve: the length of the three diagonals must be the number of rows "
                f"of b, got {describe((dl, d, du, b))}"
            )
        return (b.strip_weak_type(),)

    def call_lapack(self, *diagonals_and_b):
        if self.perturb_singular:
            return lapack.perturbed_tridiagonal_solve(*diagonals_and_b)
        return lapack.tridiagonal_solve(*diagonals_and_b)

    def jvp(self, primals, tangents):
        x = self(*primals)
        moved: Any = None if type(tangents[3]) is Zero else tangents[3]
        for tangent, shift in zip(tangents[:3], (-1, 0, 1), strict=True):
            if type(tangent) is Zero:
                continue
            term = along_columns(tangent, x.shape[-1]) * _shifted(x, shift, -2)
            moved = neg(term) if moved is None else moved - term
        return (x,), (self(*primals[:3], moved),)

    def transpose(self, cotangents, dl, d, du, b):
        below, above = (_shifted(v, s, -1) for v, s in ((du, -1), (dl, 1)))
        return None, None, None, self(below, d, above, cotangents[0])


def _shifted(x: Any, by: int, axis: int) -> Any:
    """What lies at i + by along an axis in place i, zeros where there is none."""
    if by == 0:
        return x
    config = [(0, 0, 0)] * aval_of(x).ndim
    config[axis] = (-by, by, 0)
    return Pad(tuple(config))(x, like(0, x))
