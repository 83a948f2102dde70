"""Tridiagonal systems by elimination with row interchanges, as LAPACK's gtsv: two loops over rows.

A loop over batches is one kernel, in which a thread solves one system for one right-hand side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.higher_order.scan import Scan
from fjax.interpreters.staging import stage_closed
from fjax.primitives.arithmetic import add, div, mul, neg, sub
from fjax.primitives.comparison import eq, gt, lt
from fjax.primitives.complex_parts import abs_, imag, real
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.generators import full
from fjax.primitives.matrices import real_part
from fjax.primitives.reductions import ReduceMax, ReduceOr
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate, Pad, take_range
from fjax.primitives.structure import Reshape, Transpose, broadcasting
from fjax.primitives.triangular import TridiagonalSolve


class Factor(NamedTuple):
    """What elimination leaves, rows of the systems along the first axis."""

    pivots: Any
    second: Any  # the element to the right of the pivot
    third: Any  # the one after that, where rows were interchanged
    rhs: Any


def solved(op: TridiagonalSolve, dl: Any, d: Any, du: Any, b: Any) -> Sequence[Any]:
    """The solutions of systems (..., m) for right-hand sides (..., m, n)."""
    rank, count = aval_of(b).ndim, aval_of(b).shape[-2]
    rows = [_rows_first(x, aval_of(b).shape) for x in (dl, d, du, b)]
    found = _eliminated(*rows)
    if op.perturb_singular:
        found = found._replace(pivots=_perturbed(found))
    x = _substituted(found)
    if count > 1 and not op.perturb_singular:
        singular = ReduceOr((0,))(eq(found.pivots, like(0, found.pivots)))
        whole = broadcasting(aval_of(x).shape, tuple(range(1, rank)))(singular)
        x = select_n(whole, x, like(np.nan, x))
    return (Transpose((*range(1, rank - 1), 0, rank - 1))(x),)


def _rows_first(x: Any, shape: tuple[int, ...]) -> Any:
    """Diagonals (..., m) or right-hand sides (..., m, n) as (m, ..., n)."""
    rank, given = len(shape), aval_of(x).ndim
    moved = Transpose((rank - 2, *range(rank - 2), *range(rank - 1, given)))(x)
    return broadcasting((shape[-2], *shape[:-2], shape[-1]), tuple(range(given)))(moved)


def _eliminated(dl: Any, d: Any, du: Any, b: Any) -> Factor:
    """The factor. dl[0] and du[-1] are not read: a row of zeros follows the last one."""
    row, count = _row_of(b), aval_of(b).shape[0]
    du = _framed(_framed(du, 0, -1), 0, 1) if count > 1 else full(aval_of(du).shape, 0, row.dtype)
    first = [Reshape(row.shape)(take_range(x, 0, 1, 0, aval_of(x).shape)) for x in (d, du, b)]
    below = [_framed(x, -1, 1) for x in (dl, d, du, b)]
    body = stage_closed(_next_row, [row] * 7, "tridiagonal_elimination")
    return Factor(*Scan(body, count, n_carry=3)(*first, *below)[3:])


def _framed(x: Any, before: int, after: int) -> Any:
    """Rows of zeros before and after, or rows less."""
    frame = ((before, after, 0), *((0, 0, 0),) * (aval_of(x).ndim - 1))
    return Pad(frame)(x, like(0, x))


def _row_of(x: Any) -> ShapedArray:
    """What one row holds, of all systems."""
    aval = aval_of(x)
    return ShapedArray(aval.shape[1:], aval.dtype)


def _next_row(p: Any, q: Any, r: Any, below: Any, middle: Any, above: Any, b: Any) -> list[Any]:
    """The row (p, q, 0 | r) eliminates the first element of (below, middle, above | b), or the
    other way round, by which of the first elements is larger."""
    choose = partial(select_n, gt(_size(below), _size(p)))
    zero = like(0, p)
    pivot, second, third, rhs = (
        choose(x, y) for x, y in zip((p, q, zero, r), (below, middle, above, b), strict=True)
    )
    first, middle, above, b = (
        choose(x, y) for x, y in zip((below, middle, above, b), (p, q, zero, r), strict=True)
    )
    factor = select_n(eq(pivot, zero), div(first, pivot), zero)
    eliminated = [sub(x, mul(factor, y)) for x, y in ((middle, second), (above, third), (b, rhs))]
    return [*eliminated, pivot, second, third, rhs]


def _size(x: Any) -> Any:
    """What pivots are compared by: for complex numbers the sum of their parts."""
    if not dtypes.is_complex(aval_of(x).dtype):
        return abs_(x)
    return add(abs_(real(x)), abs_(imag(x)))


def _perturbed(found: Factor) -> Any:
    """Pivots of at least the size of rounding errors."""
    largest = ReduceMax((0,))(abs_(Concatenate(0)(*found[:3])))
    epsilon = like(np.finfo(aval_of(largest).dtype).eps, largest)
    least = select_n(gt(largest, like(0, largest)), epsilon, mul(epsilon, largest))
    shape = aval_of(found.pivots).shape
    least = broadcasting(shape, tuple(range(1, len(shape))))(least)
    signs = real_part(found.pivots)
    tiny = select_n(lt(signs, like(0, signs)), least, neg(least))
    tiny = convert_element_type(tiny, aval_of(found.pivots).dtype)
    return select_n(lt(abs_(found.pivots), least), found.pivots, tiny)


def _substituted(found: Factor) -> Any:
    """The solution, from the last row to the first."""
    step = _row_of(found.rhs)

    def row(x: Any, after: Any, pivot: Any, second: Any, third: Any, rhs: Any) -> list[Any]:
        known = add(mul(second, x), mul(third, after))
        x, after = div(sub(rhs, known), pivot), x
        return [x, after, x]

    body = stage_closed(row, [step] * 6, "tridiagonal_substitution")
    zero = full(step.shape, 0, step.dtype)
    return Scan(body, aval_of(found.rhs).shape[0], reverse=True, n_carry=2)(zero, zero, *found)[2]
