"""The primitives of a fused program: kernels with a body, and blocked reductions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import partial, reduce
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr, Literal, Var
from fjax.core.primitive import Monoid, Primitive, Role, family, primitive
from fjax.core.roles import reduction
from fjax.lowering.kernel.numbers import combine, narrowed, widened


@family
class OneKernel(Primitive):
    """What a kernel computes: the equations of `body`, one after another."""

    multiple_results = True
    body: Jaxpr

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return self.body.out_avals

    def evaluate(self, xp: Any, *arrays: Any) -> Sequence[Any]:
        return evaluate_body(self.body, xp, arrays)


@primitive
class Fused(OneKernel):
    """One kernel: the equations of `body` in a single loop nest, nothing stored but its outputs."""

    name = "kernel"


@primitive
class Updated(OneKernel):
    """One kernel that changes its first operand in place: the last equation of `body` updates it.

    The operand must not be needed afterwards; `buffers.insert_copies` sees to that.
    """

    name = "update_kernel"


@primitive
class UnrolledReduction(Primitive):
    """A reduction of few elements: each result is a map of its operand's elements."""

    name = "written_out"
    role = Role.INDEX
    reduction: Primitive

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return self.reduction.result_type(*avals)

    def evaluate(self, xp: Any, x: Any) -> Sequence[Any]:
        return self.reduction.evaluate(xp, x)

    def element(self, index: Sequence[Any], x: Any) -> Any:
        """The elements combined, one after another."""
        op = reduction(self.reduction)
        places = itertools.product(*[range(x.shape[a]) for a in op.axes])
        values = [widened(x(interleaved(self.reduction, index, p))) for p in places]
        return narrowed(reduce(partial(combine, op.monoid), values), dtypes.physical(x.dtype))


@primitive
class Column(Primitive):
    """The elements at one position along the last axis."""

    role = Role.INDEX
    position: int

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        return (x.update(shape=x.shape[:-1]),)

    def evaluate(self, xp: Any, x: Any) -> Sequence[Any]:
        return (x[..., self.position],)

    def element(self, index: Sequence[Any], x: Any) -> Any:
        """The operand's element in this column."""
        return x((*index, self.position))


def interleaved(op: Primitive, kept: Sequence[Any], reduced: Iterable[Any]) -> tuple[Any, ...]:
    """The index of a reduction's operand, from that of the result and those along its axes."""
    axes = reduction(op).axes
    rest, gone = iter(kept), dict(zip(axes, reduced, strict=True))
    return tuple([gone[k] if k in gone else next(rest) for k in range(len(kept) + len(axes))])


def evaluate_body(body: Jaxpr, xp: Any, arrays: Sequence[Any]) -> list[Any]:
    """The outputs of a first-order jaxpr on physical arrays, one equation after another."""
    env: dict[Var, Any] = dict(zip(body.invars, arrays, strict=True))

    def read(x: Any) -> Any:
        if isinstance(x, Literal):
            return xp.asarray(x.value, dtypes.physical(x.aval.dtype))
        return env[x]

    for eqn in body.eqns:
        outs = eqn.op.evaluate(xp, *[read(x) for x in eqn.invars])
        env.update(zip(eqn.outvars, [xp.asarray(o) for o in outs], strict=True))
    return [read(x) for x in body.outvars]


@primitive
class BlockReduce(Primitive):
    """Partial results of a reduction over the leading axis, one for each block of `rows` rows.

    The blocks are fixed, so the combined result does not depend on the number of threads.
    `inner`: the trailing axes are reduced as well, so each block gives one number.
    """

    role = Role.REDUCTION
    reduction: Primitive
    rows: int
    inner: bool

    @property
    def monoid(self) -> Monoid:
        return reduction(self.reduction).monoid

    @property
    def axes(self) -> tuple[int, ...]:
        return reduction(self.reduction).axes

    def identity(self, dtype: np.dtype) -> Any:
        return reduction(self.reduction).identity(dtype)

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        (whole,) = self.reduction.result_type(x)
        blocks = -(-x.shape[0] // self.rows)
        return (ShapedArray((blocks, *whole.shape), dtypes.widened(x.dtype), x.weak_type),)

    def evaluate(self, xp: Any, x: Any) -> Sequence[Any]:
        wide = x.astype(dtypes.widened(x.dtype), copy=False)
        parts = [
            self.reduction.evaluate(xp, wide[i : i + self.rows])[0]
            for i in range(0, x.shape[0], self.rows)
        ]
        return (xp.stack(parts),)
