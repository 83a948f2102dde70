"""pvary and psum_invariant: between values that members of a mesh have in common and others.

A type says along which axes of a mesh its value may differ among the members (`vma`). To be used
with one that differs, a value in common is taken as one that may differ: `pvary`. Its transpose is
the sum over the members, which all have in common again.
"""

from __future__ import annotations

from typing import Any

from fjax import errors
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import mul
from fjax.primitives.families import like
from fjax.primitives.structure import ReduceSum


class AlongAxes(Primitive):
    """What names axes of a mesh and is linear; it runs as a part of what defines them."""

    axes: tuple[Any, ...]

    @property
    def axis_names(self):
        return self.axes

    def result_type(self, x: ShapedArray):
        return (x,)

    def run(self, x):
        raise errors.FjaxRuntimeError(f"{self.name} over {self.axes} ran outside its axes")

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
        rest = tuple(n for n in self.axes if n != axis.name)
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
    axes: tuple[Any, ...]

    def varying(self, vma):
        return vma - set(self.axes)

    def transpose(self, cotangents, x):
        return (Pvary(self.axes)(cotangents[0]),)

    def along(self, x, dim, size):
        return mul(x, like(size, x)) if dim is None else ReduceSum((dim,))(x), None


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
