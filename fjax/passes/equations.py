"""Equations that whoever compiles puts between others: a value in another form, or a copy of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.guarded import worked_out
from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.source import Source
from fjax.core.tracing import result_avals
from fjax.primitives.arithmetic import Mul
from fjax.primitives.barriers import Copy, OptimizationBarrier
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.shaping import Concatenate, Rev, Slice
from fjax.primitives.structure import BroadcastInDim, Reshape, Transpose


def bound(primitive: Primitive, x: Atom, source: Source | None) -> Equation:
    """The primitive applied to one value, at the user's line of another equation."""
    (aval,) = result_avals(primitive, (x.aval,))
    return Equation(primitive, (x,), (Var(aval),), source)


def reshaped(x: Var, shape: tuple[int, ...], source: Source | None) -> Equation:
    """The same elements in another shape."""
    return bound(Reshape(shape), x, source)


def converted(x: Var, like: ShapedArray, source: Source | None) -> Equation:
    """The value in the dtype and with the weakness of another one's aval."""
    return bound(ConvertElementType(like.dtype, like.weak_type), x, source)


def transposed(x: Var, order: tuple[int, ...], source: Source | None) -> Equation:
    """The value with its axes in another order."""
    return bound(Transpose(order), x, source)


def turned(x: Var, axes: tuple[int, ...], source: Source | None) -> Equation:
    """The value with its elements along some axes in reverse order."""
    return bound(Rev(axes), x, source)


def first_of(x: Var, axes: Collection[int], source: Source | None) -> Equation:
    """The first elements of a value along some axes, which stay with a length of 1."""
    ends = tuple([1 if k in axes else n for k, n in enumerate(x.aval.shape)])
    return bound(Slice((0,) * x.aval.ndim, ends, None), x, source)


def repeated(x: Var, shape: tuple[int, ...], source: Source | None) -> Equation:
    """The value repeated along axes where its length is 1."""
    return bound(BroadcastInDim(shape, tuple(range(len(shape)))), x, source)


def multiplied(x: Var, times: int, source: Source | None) -> Equation:
    """The value times an integer; it wraps around as a sum would."""
    value = worked_out(lambda n: np.asarray(n).astype(x.aval.dtype)[()], times)
    factor = Literal(value, x.aval.update(shape=()))
    return Equation(Mul(), (x, factor), (Var(x.aval),), source)


def joined(parts: Sequence[Var], axis: int, source: Source | None) -> Equation:
    """The values one after another along an axis."""
    avals = tuple([v.aval for v in parts])
    (aval,) = result_avals(op := Concatenate(axis), avals)
    return Equation(op, tuple(parts), (Var(aval),), source)


def stored(x: Var, source: Source | None) -> Equation:
    """The same value, which no kernel computes for itself."""
    return bound(OptimizationBarrier(), x, source)


def giving(out: Var, eqns: Sequence[Equation]) -> list[Equation]:
    """The equations; the last one gives `out`, after a conversion if the types differ."""
    total, source = eqns[-1].outvars[0], eqns[-1].source
    if total.aval != out.aval:
        eqns = [*eqns, converted(total, out.aval, source)]
    return [*eqns[:-1], eqns[-1].replace(outvars=(out,))]


def copied(x: Var, source: Source | None) -> Equation:
    """The value in memory of its own.

    >>> print(copied(Var(ShapedArray((3,), np.dtype('float64'))), None).outvars[0].aval)
    float64[3]
    """
    return bound(Copy(), x, source)
