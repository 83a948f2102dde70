"""Sums over processes are sent together, and after sums along axes: the same values for less."""

import math

import numpy as np
import pytest

from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.process_grid import ProcessAxis, ProcessGrid
from fjax.core.typecheck import typecheck
from fjax.higher_order.collectives import Psum
from fjax.passes.combine_all_reduces import combine_all_reduces, reduce_before_all_reduce
from fjax.primitives.arithmetic import add, neg
from fjax.primitives.structure import ReduceSum

GRID = ProcessGrid(("a", "b"), (2, 3), (1, 1), tuple(range(6)))
A, B = ProcessAxis(GRID, 0), ProcessAxis(GRID, 1)
OPERATIONS = [Psum((A,)), Psum((A,)), Psum((B,)), Psum((A, B)), ReduceSum((0,)), neg, add]


def drawn(rng, length=14):
    """A program of sums over processes, of other operations, and of both on each other."""
    inputs = [Var(ShapedArray(shape, np.dtype(np.int64))) for shape in ((2, 3), (3,), (2, 3))]
    found, eqns = [*inputs], []
    for _ in range(length):
        x = found[rng.integers(len(found))]
        op = OPERATIONS[rng.integers(len(OPERATIONS))]
        if isinstance(op, ReduceSum) and not x.aval.ndim:
            op = neg
        alike = [y for y in found if y.aval == x.aval]
        operands = (x, alike[rng.integers(len(alike))]) if op is add else (x,)
        (aval,) = op.result_type(*(y.aval for y in operands))
        found.append(Var(aval))
        eqns.append(Equation(op, operands, (found[-1],)))
    unread = [v for v in found if not any(v in e.invars for e in eqns)]
    return Jaxpr(inputs, eqns, unread)


def values(jaxpr, args):
    """The results where every process has the same operands."""
    known = dict(zip(jaxpr.invars, args, strict=True))
    for e in jaxpr.eqns:
        operands = [known[x] for x in e.invars]
        if isinstance(e.op, Psum):
            results = [operands[0] * math.prod(axis.size for axis in e.op.axes)]
        else:
            results = e.op.evaluate(np, *operands)
        known.update(zip(e.outvars, results, strict=True))
    return [known[x] for x in jaxpr.outvars]


def elements_sent(jaxpr):
    return [e.invars[0].aval.size for e in jaxpr.eqns if isinstance(e.op, Psum)]


@pytest.mark.parametrize("improved", [combine_all_reduces, reduce_before_all_reduce])
def test_programs_send_less_and_give_the_same(improved):
    changed = 0
    for seed in range(30):
        jaxpr = drawn(np.random.default_rng(seed))
        found = improved(jaxpr)
        typecheck(found)
        args = [np.arange(v.aval.size).reshape(v.aval.shape) + 1 for v in jaxpr.invars]
        for x, y in zip(values(found, args), values(jaxpr, args), strict=True):
            np.testing.assert_array_equal(x, y)
        before, after = elements_sent(jaxpr), elements_sent(found)
        assert sum(after) <= sum(before) and len(after) <= len(before)
        changed += (sum(after), len(after)) < (sum(before), len(before))
    assert changed >= 5
