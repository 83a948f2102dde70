"""pvary and psum_invariant: between values that members of a mesh have in common and others.

A type says along which axes of a mesh its value may differ among the members (`vma`). To be used
with one that differs, a value in common is taken as one that may differ: `pvary`. Its transpose is
the sum over the members, which all have in common again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.process_grid import group_of
from fjax.core.tracing import as_array, aval_of
from fjax.primitives.arithmetic import mul
from fjax.primitives.families import like
from fjax.primitives.structure import ReduceSum


class AlongAxes(Primitive):
    """What names axes of a mesh and is linear; it runs as a part of what defines them."""

    needs_processes: ClassVar[bool] = False  # the other members' values matter
    axes: tuple[Any, ...]

    @property
    def axis_names(self):
        return self.axes

    def result_type(self, x: ShapedArray):
        return (x,)

    def run(self, x):
        group = group_of(self.axes)
        value = as_array(x)
        out = group.total(np.ascontiguousarray(value.host()), self)
        return (Array(out, value.aval),)

    def jvp(self, primals, tangents):
        out = self(*primals)
        if type(tangents[0]) is Zero:
            return (out,), (Zero(out.aval.tangent()),)
        return (out,), (self(tangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        (x,), (d,) = args, dims
        if axis.name not in self.axes:
            return (self(x),), (d,)
        x, d = self.along(x, d, axis.size)
        rest = renamed(self.axes, axis, self.needs_processes)
        return (self.replace(axes=rest)(x) if rest else x,), (d,)

    def along(self, x: Any, dim: int | None, size: int) -> tuple[Any, int | None]:
        """The result along one axis, and where it has that axis, of all members together."""
        raise self.missing("along")


@primitive
class Pvary(AlongAxes):
    """The operand, as a value that may differ among the members along these axes."""

    name = "pvary"
    axes: tuple[Any, ...]

    def varying(self, vma):
        return vma | set(self.axes)

    def transpose(self, cotangents, x):
        return (PsumInvariant(self.axes)(cotangents[0]),)

    def along(self, x, dim, size):
        return x, dim


@primitive
class PsumInvariant(AlongAxes):
    """The sum over the members along these axes, which they have in common."""

    name = "psum_invariant"
    makes_nan = True
    needs_processes = True
    axes: tuple[Any, ...]

    def varying(self, vma):
        return vma - set(self.axes)

    def transpose(self, cotangents, x):
        return (Pvary(self.axes)(cotangents[0]),)

    def along(self, x, dim, size):
        return mul(x, like(size, x)) if dim is None else ReduceSum((dim,))(x), None


def renamed(names: Sequence[Any], axis: BatchAxis, goes_on: bool = True) -> tuple[Any, ...]:
    """The names without that of an axis; or, if it goes on over processes, with theirs for it."""
    across = axis.across if goes_on else None
    if across is None:
        return tuple(n for n in names if n != axis.name)
    return tuple(across if n == axis.name else n for n in names)


def varied(x: Any, vma: frozenset[Any]) -> Any:
    """The value as one that may differ along these axes, too."""
    missing = vma - aval_of(x).vma
    return Pvary(_ordered(missing))(x) if missing else x


def summed(x: Any, vma: frozenset[Any]) -> Any:
    """The sum of a cotangent over the axes along which the value that it belongs to is common."""
    extra = aval_of(x).vma - vma
    return PsumInvariant(_ordered(extra))(x) if extra else x


def varied_outputs(jaxpr: Jaxpr, wanted: list[frozenset[Any]]) -> Jaxpr:
    """The program with its first outputs as values that may differ along these axes, too."""
    outs, eqns = list(jaxpr.outvars), list(jaxpr.eqns)
    for i, vma in enumerate(wanted):
        missing = vma - outs[i].aval.vma
        if missing:
            made = Var(outs[i].aval.update(vma=outs[i].aval.vma | missing))
            eqns.append(Equation(Pvary(_ordered(missing)), (outs[i],), (made,)))
            outs[i] = made
    if len(eqns) == len(jaxpr.eqns):
        return jaxpr
    return Jaxpr(jaxpr.invars, eqns, outs, jaxpr.debug_name)


def _ordered(names: frozenset[Any]) -> tuple[Any, ...]:
    return tuple(sorted(names, key=str))
