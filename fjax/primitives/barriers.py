"""Identities: those that passes respect, and the one that makes a sparse array dense."""

from __future__ import annotations

from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.relations import AxisRelation, labelled
from fjax.primitives.structure import Identity


@primitive
class Copy(Identity):
    """The same values in memory of their own."""

    def evaluate(self, xp: Any, x: Any):
        return (x.copy(),)

    def transpose(self, cotangents, x):
        return (self(cotangents[0]),)


@primitive
class ToDense(Identity):
    """The operand, a sparse one as a dense array."""

    name = "todense"

    def simplify(self, x):
        return x

    def sparse(self, x):
        return (x.todense(),)


@primitive
class OptimizationBarrier(Primitive):
    """The operands as they are; no pass moves computation across it.

    Equal computations behind several barriers are merged at last, while their results take little
    memory.
    """

    multiple_results = True
    library = True  # of literals: nothing to compute
    gives_operands = True
    shareable = False

    def result_type(self, *avals: ShapedArray):
        return avals

    def relation(self, *avals: ShapedArray) -> AxisRelation:
        rows = tuple(labelled([[(k, i) for i in range(a.ndim)] for k, a in enumerate(avals)]))
        return AxisRelation(rows, rows)

    def evaluate(self, xp: Any, *arrays: Any):
        return arrays

    def unrolled(self, *operands):
        return operands

    def jvp(self, primals, tangents):
        outs = self(*primals)
        given = [t for t in tangents if type(t) is not Zero]
        passed = iter(self(*given) if given else ())
        return outs, [t if type(t) is Zero else next(passed) for t in tangents]

    def transpose(self, cotangents, *args):
        given = [c for c in cotangents if type(c) is not Zero]
        passed = iter(self(*given) if given else ())
        return [c if type(c) is Zero else next(passed) for c in cotangents]

    def batch(self, axis: BatchAxis, args, dims):
        return self(*args), dims

    def partial_eval(self, record, unknown, args):
        known = iter(
            self(*[a for a, u in zip(args, unknown, strict=True) if not u])
            if not all(unknown)
            else ()
        )
        rest = iter(
            record(self, [a for a, u in zip(args, unknown, strict=True) if u])
            if any(unknown)
            else ()
        )
        return [next(rest) if u else next(known) for u in unknown]

    def drop_unused(self, used):
        return self, tuple(used), tuple(used)


copy = Copy()
todense = ToDense()
optimization_barrier = OptimizationBarrier()
