"""pvary and psum_invariant: between values that members of a mesh have in common and others.

A type says along which axes of a mesh its value may differ among the members (`vma`). To be used
with one that differs, a value in common is taken as one that may differ: `pvary`. Its transpose is
the sum over the members, which all have in common again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.mesh import AbstractMesh, in_force
from fjax.core.primitive import BatchAxis, Primitive, family, primitive
from fjax.core.process_grid import group_of
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import as_array, aval_of, result_avals
from fjax.errors import FjaxValueError
from fjax.primitives.arithmetic import mul
from fjax.primitives.families import like
from fjax.primitives.structure import ReduceSum, linear_jvp


@family
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
        return (Array(out, value.aval).alias(value.aval, value.placement),)

    jvp = linear_jvp

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

    def varying(self, vma):
        return vma | set(self.axes)

    def layouts(self, avals, results):
        (x,), own = avals, set(self.axes)
        return (_waiting_for(x, unreduced=x.unreduced - own, reduced=x.reduced - own),)

    def transpose(self, cotangents, x):
        (c,), aval = cotangents, x.aval
        c = recast(c, frozenset(self.axes) & aval.unreduced, "reduced")  # members have the same
        common = tuple(n for n in self.axes if n not in aval.reduced | aval.unreduced)
        return (PsumInvariant(common)(c) if common else c,)

    def along(self, x, dim, size):
        return x, dim


@primitive
class PsumInvariant(AlongAxes):
    """The sum over the members along these axes, which they have in common."""

    makes_nan = True
    needs_processes = True

    def varying(self, vma):
        return vma - set(self.axes)

    def layouts(self, avals, results):
        return (_waiting_for(avals[0], unreduced=avals[0].unreduced - set(self.axes)),)

    def transpose(self, cotangents, x):
        differ = tuple(n for n in self.axes if n not in x.aval.unreduced)
        return (Pvary(differ)(cotangents[0]) if differ else cotangents[0],)

    def along(self, x, dim, size):
        return mul(x, like(size, x)) if dim is None else ReduceSum((dim,))(x), None


@primitive
class Recast(AlongAxes):
    """The operand, as a value of another kind along these axes of a mesh; nothing is sent.

    to: 'unreduced', the sum of what members have is the value; 'reduced', all have the same and
    the derivative is unreduced; 'common', all have the same.
    """

    name = "pcast"
    to: str
    mesh: AbstractMesh
    shown: bool = True  # whether types show it

    def varying(self, vma):
        return vma - set(self.axes)

    def layouts(self, avals, results):
        (x,), own = avals, set(self.axes)
        unreduced = x.unreduced | own if self.to == "unreduced" else x.unreduced - own
        reduced = x.reduced | own if self.to == "reduced" else x.reduced - own
        return (_waiting_for(x, self.mesh, unreduced=unreduced, reduced=reduced),)

    def transpose(self, cotangents, x):
        (c,), differ = cotangents, frozenset(self.axes) & x.aval.vma
        if self.to == "common" and differ:  # members have the same, so each has a share
            c = mul(c, like(1 / math.prod(self.mesh.shape[n] for n in differ), c))
        return (varied(c, differ),)

    def along(self, x, dim, size):
        return x, dim


def _waiting_for(aval: ShapedArray, mesh: Any = None, **waiting: frozenset[Any]) -> Any:
    """The layout of the type with other axes unreduced or reduced."""
    layout = aval.layout or NamedSharding(mesh, PartitionSpec(*(None,) * aval.ndim))
    return layout.update(spec=layout.spec.update(**waiting))


def recast(x: Any, axes: frozenset[Any], to: str) -> Any:
    """The value, as one that is unreduced, reduced or common along these axes."""
    return Recast(_ordered(axes), to, in_force.value.abstract_mesh)(x) if axes else x


def as_cotangent(x: Any, aval: ShapedArray) -> Any:
    """A cotangent as a value of the type of cotangents of `aval`, along axes of a shard_map.

    Common values collect the sum over the members; a reduced one collects summands, and what is
    unreduced gets the same for each.
    """
    wanted, found = aval.cotangent(), aval_of(x)
    if found.vma == wanted.vma and found.mat == wanted.mat:
        return x
    x = recast(x, (found.vma - wanted.vma) & wanted.mat.unreduced, "unreduced")
    found = aval_of(x)
    total = (found.vma - wanted.vma) | (found.mat.unreduced - wanted.mat.unreduced)
    x = PsumInvariant(_ordered(total))(x) if total else x
    found = aval_of(x)
    lacking = wanted.mat.unreduced - found.mat.unreduced
    if lacking:  # equal summands
        x = mul(x, like(1 / math.prod(in_force.value.shape[n] for n in lacking), x))
        x = recast(Pvary(_ordered(lacking))(x), lacking, "unreduced")
    x = recast(x, wanted.mat.reduced - found.mat.reduced - found.vma, "reduced")
    return recast(x, found.mat.reduced - wanted.mat.reduced - wanted.vma, "common")


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


def unreduced_outputs(jaxpr: Jaxpr, wanted: list[frozenset[Any]]) -> Jaxpr:
    """The program with its outputs as summands along these axes, along which they differ.

    Raises ValueError for one that does not.
    """
    outs, eqns = list(jaxpr.outvars), list(jaxpr.eqns)
    for i, names in enumerate(wanted):
        aval = outs[i].aval
        missing = names - aval.unreduced
        if not missing <= aval.vma:
            raise FjaxValueError(
                "vary_unreduced_cast is a Varying->Unreduced collective: out_specs say that result "
                f"{i} is unreduced along {_ordered(missing - aval.vma)}, along which {aval} does "
                "not vary; leave it out of `unreduced`"
            )
        if missing:
            op = Recast(_ordered(missing), "unreduced", in_force.value.abstract_mesh)
            made = Var(*result_avals(op, (aval,)))
            eqns.append(Equation(op, (outs[i],), (made,)))
            outs[i] = made
    if len(eqns) == len(jaxpr.eqns):
        return jaxpr
    return Jaxpr(jaxpr.invars, eqns, outs, jaxpr.debug_name)


def varied_outputs(jaxpr: Jaxpr, wanted: list[frozenset[Any]]) -> Jaxpr:
    """The program with its first outputs as values that may differ along these axes, too."""
    outs, eqns = list(jaxpr.outvars), list(jaxpr.eqns)
    for i, vma in enumerate(wanted):
        missing = vma - outs[i].aval.vma
        if missing:
            op = Pvary(_ordered(missing))
            made = Var(*result_avals(op, (outs[i].aval,)))
            eqns.append(Equation(op, (outs[i],), (made,)))
            outs[i] = made
    if len(eqns) == len(jaxpr.eqns):
        return jaxpr
    return Jaxpr(jaxpr.invars, eqns, outs, jaxpr.debug_name)


def _ordered(names: frozenset[Any]) -> tuple[Any, ...]:
    return tuple(sorted(names, key=str))
