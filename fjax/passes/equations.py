"""Equations that whoever compiles puts between others: a value in another form, or a copy of it."""

from __future__ import annotations

from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Var
from fjax.core.primitive import Primitive
from fjax.core.source import Source
from fjax.core.tracing import result_avals
from fjax.primitives.barriers import Copy
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.structure import Reshape


def bound(primitive: Primitive, x: Var, source: Source | None) -> Equation:
    """The primitive applied to one value, at the user's line of another equation."""
    (aval,) = result_avals(primitive, (x.aval,))
    return Equation(primitive, (x,), (Var(aval),), source)


def reshaped(x: Var, shape: tuple[int, ...], source: Source | None) -> Equation:
    """The same elements in another shape."""
    return bound(Reshape(shape), x, source)


def converted(x: Var, like: ShapedArray, source: Source | None) -> Equation:
    """The value in the dtype and with the weakness of another one's aval."""
    return bound(ConvertElementType(like.dtype, like.weak_type), x, source)


def copied(x: Var, source: Source | None) -> Equation:
    """The value in memory of its own.

    >>> print(copied(Var(ShapedArray((3,), np.dtype('float64'))), None).outvars[0].aval)
    float64[3]
    """
    return bound(Copy(), x, source)
