"""Send less over processes: many small sums in one message, and after sums along axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.communication_model import MODEL
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive, primitive
from fjax.core.process_grid import ProcessAxis
from fjax.core.tracing import result_avals
from fjax.dataclass import dataclass
from fjax.higher_order.collectives import Psum
from fjax.passes.peephole import Match, peephole
from fjax.primitives.structure import ReduceSum
from fjax.primitives.varying import PsumInvariant

JOINED = "iufc"  # kinds of dtypes


@primitive
class Pack(Primitive):
    """The elements of all operands, which have one dtype, one after another."""

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return (avals[0].update(shape=(sum(x.size for x in avals),)),)

    def evaluate(self, xp: Any, *operands: Any) -> Sequence[Any]:
        return (xp.concatenate([x.reshape(-1) for x in operands]),)


@primitive
class Unpack(Primitive):
    """Arrays of these shapes, whose elements lie one after another in the operand."""

    shapes: tuple[tuple[int, ...], ...]

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return [avals[0].update(shape=shape) for shape in self.shapes]

    def evaluate(self, xp: Any, *operands: Any) -> Sequence[Any]:
        (x,) = operands
        ends = itertools.accumulate(map(math.prod, self.shapes))
        pairs = zip(self.shapes, ends, strict=True)
        return [x[end - math.prod(shape) : end].reshape(shape).copy() for shape, end in pairs]


def combine_all_reduces(jaxpr: Jaxpr) -> Jaxpr:
    """Small sums over the same processes as one sum of their operands, one after another.

    They are joined where the last of them stands, and none may need another's result. What needs
    results of the others comes after that.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x.sum(0))(fjax.numpy.ones((2, 3))).jaxpr
    >>> combine_all_reduces(jaxpr) is jaxpr
    True
    """
    found = buckets(jaxpr, _over_processes)
    return _joined(jaxpr, found) if found else jaxpr


@peephole(ReduceSum, operand=(Psum, PsumInvariant), sole_use=True)
def reduce_before_all_reduce(match: Match[ReduceSum]) -> list[Equation] | None:
    """`reduce_sum (psum x)` → `psum (reduce_sum x)`, for sums over processes.

    Such are the gradients of what is added to all rows of a batch, whose processes then exchange
    one row.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x.sum(0))(fjax.numpy.ones((2, 3))).jaxpr
    >>> reduce_before_all_reduce(jaxpr) is jaxpr
    True
    """
    (exchange,) = match.operands
    assert exchange is not None
    (x,) = exchange.eqn.invars
    if isinstance(x, Literal) or not all(isinstance(a, ProcessAxis) for a in exchange.op.axes):
        return None
    own = Var(result_avals(match.op, (x.aval,))[0])
    return [
        match.eqn.replace(invars=(x,), outvars=(own,)),
        exchange.eqn.replace(invars=(own,), outvars=match.eqn.outvars),
    ]


def is_sum(op: Primitive) -> bool:
    """Whether an operation is a sum over members."""
    return isinstance(op, (Psum, PsumInvariant))


def _over_processes(op: Primitive) -> bool:
    return is_sum(op) and all(isinstance(axis, ProcessAxis) for axis in op.axis_names)


# ---- which


@dataclass
class _Bucket:
    """Sums that are sent together. later: their results, and all that needs these."""

    key: Any
    sums: list[int] = field(default_factory=list)
    nbytes: int = 0
    later: set[Atom] = field(default_factory=set)

    def reaches(self, eqn: Equation) -> bool:
        return any(x in self.later for x in eqn.invars if isinstance(x, Var))


def buckets(jaxpr: Jaxpr, chosen: Callable[[Primitive], bool]) -> list[list[int]]:
    """The numbers of equations that are sent together, of those whose operations are `chosen`.

    The sums of buckets that are open at once need nothing of one another, so buckets are in order.
    """
    closed: list[_Bucket] = []
    opened: dict[Any, _Bucket] = {}

    def close(which: Sequence[_Bucket]) -> None:
        for bucket in which:
            closed.append(opened.pop(bucket.key))

    for k, eqn in enumerate(jaxpr.eqns):
        reaching = [bucket for bucket in opened.values() if bucket.reaches(eqn)]
        key = _key(eqn) if chosen(eqn.op) else None
        if key is None:
            if eqn.op.effects or eqn.op.axis_names or eqn.op.jaxprs:
                close(reaching)
                continue
            for bucket in reaching:
                bucket.later.update(eqn.outvars)
            continue
        close(reaching)
        size = eqn.invars[0].aval.nbytes
        if key in opened and opened[key].nbytes + size > MODEL.bucket_bytes:
            close([opened[key]])
        bucket = opened.setdefault(key, _Bucket(key))
        bucket.sums.append(k)
        bucket.nbytes += size
        bucket.later.update(eqn.outvars)
    return [b.sums for b in (*closed, *opened.values()) if len(b.sums) > 1]


def _key(eqn: Equation) -> Any:
    """What sums that are sent together have in common; None for one that is sent by itself."""
    x = eqn.invars[0]
    if isinstance(x, Literal) or x.aval.dtype.kind not in JOINED:
        return None
    if not 0 < x.aval.nbytes <= MODEL.joined_bytes:
        return None
    return eqn.op, x.aval.dtype, x.aval.weak_type, x.aval.vma


# ---- together


def _joined(jaxpr: Jaxpr, found: Sequence[Sequence[int]]) -> Jaxpr:
    """The program with each of these groups of sums as one sum."""
    last = {numbers[-1]: numbers for numbers in found}
    earlier = {k for numbers in found for k in numbers[:-1]}
    missing = {jaxpr.eqns[k].outvars[0] for k in earlier}
    eqns: list[Equation] = []
    waiting: list[Equation] = []
    for k, eqn in enumerate(jaxpr.eqns):
        if k in earlier:
            continue
        if k in last:
            sums = [jaxpr.eqns[i] for i in last[k]]
            eqns += _together(sums)
            missing.difference_update(e.outvars[0] for e in sums)
            again, waiting = [*waiting], []
        else:
            again = [eqn]
        for e in again:
            if any(x in missing for x in e.invars if isinstance(x, Var)):
                waiting.append(e)
                missing.update(e.outvars)
            else:
                eqns.append(e)
                missing.difference_update(e.outvars)
    assert not waiting and not missing
    return jaxpr.replace(eqns=eqns)


def _together(sums: Sequence[Equation]) -> Iterator[Equation]:
    """Equations that pack operands, sum them, and unpack the results."""
    operands = tuple([eqn.invars[0] for eqn in sums])
    results = tuple([eqn.outvars[0] for eqn in sums])
    source = sums[0].source
    size = sum(x.aval.size for x in operands)
    given, total = (Var(operands[0].aval.update(shape=(size,))) for _ in range(2))
    yield Equation(Pack(), operands, (given,), source)
    yield Equation(sums[0].op, (given,), (total,), source)
    yield Equation(Unpack(tuple([x.aval.shape for x in results])), (total,), results, source)
