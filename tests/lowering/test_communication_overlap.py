"""Collectives begin where they stand, and are waited for late: by the order of steps alone."""

import numpy as np
import pytest

from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Var
from fjax.lowering.run import communication_overlap as module
from fjax.lowering.run.communication_overlap import CollectiveWait, overlap_communication
from fjax.lowering.run.memory_scheduling import OrderedSteps, most_at_once
from fjax.primitives.arithmetic import add, neg

SUM = [(0, 0)]  # a collective's result may lie in its operand's memory


def value(size=1 << 18):
    return Var(ShapedArray((size,), "float64"))


def steps_of(eqns, outputs, collectives, fixed=(), given=()):
    pairs = {k: SUM if k in collectives else [] for k in range(len(eqns))}
    fixed = frozenset((*collectives, *fixed))
    return OrderedSteps(eqns, outputs, given, frozenset(), {}, pairs, {}, fixed)


def training(layers, size=1 << 18, scale=lambda k: 1):
    """Values of layers, gradients `scale` times as large, sums of them, small results of these."""
    inputs = [value(size) for _ in range(layers + 1)]
    eqns, outputs, collectives, carried = [], [], [], inputs[-1]
    values = []
    for k in range(layers):
        values.append(value(size))
        eqns.append(Equation(add, (carried, inputs[k]), (values[k],)))
        carried = values[k]
    for k in reversed(range(layers)):
        made, small = value(size), value(1)
        g, total = value(scale(k) * size), value(scale(k) * size)
        collectives.append(len(eqns) + 2)
        eqns += [
            Equation(add, (carried, values[k]), (made,)),
            Equation(add, (made, values[k]), (g,)),
            Equation(neg, (g,), (total,)),
            Equation(add, (total, total), (small,)),
        ]
        carried = made
        outputs.append(small)
    return eqns, outputs, collectives


def check(steps, found, collectives, in_python=()):
    """What must hold of any order; how many collectives have other steps meanwhile."""
    eqns, origins = found.steps.eqns, found.origins
    known = {x for e in steps.eqns for x in e.invars} - {v for e in steps.eqns for v in e.outvars}
    begun = {}
    for eqn, (k, half) in zip(eqns, origins, strict=True):
        if half == 1:
            assert isinstance(eqn.op, CollectiveWait) and eqn.invars[0] is begun.pop(k)
        assert known.issuperset(eqn.invars)
        assert half is not None or not set(eqn.invars).intersection(begun.values())
        if half == 0:
            begun[k] = eqn.outvars[0]
        assert not (k in in_python and begun)
        known.update(eqn.outvars)
    assert not begun
    order = [k for k, half in origins if half != 1]
    assert sorted(order) == list(range(len(steps.eqns)))
    assert [k for k in order if k in steps.fixed] == sorted(steps.fixed)
    assert most_at_once(found.steps) <= module.ROOM * most_at_once(steps) + module.SMALL
    return sum(half == 0 for _, half in origins)


def test_sums_are_under_way_until_all_gradients_are_there():
    eqns, outputs, collectives = training(6, size=64)
    steps = steps_of(eqns, outputs, collectives)
    found = overlap_communication(steps, collectives, ())
    assert check(steps, found, collectives) == 6
    halves = [half for _, half in found.origins if half is not None]
    assert halves == [0] * 6 + [1] * 6


@pytest.mark.parametrize("scale, most", [(1, 12), (3, 2), (4, 0)])
def test_they_are_waited_for_sooner_where_memory_is_dear(scale, most):
    eqns, outputs, collectives = training(12, scale=lambda k: scale)
    steps = steps_of(eqns, outputs, collectives)
    found = overlap_communication(steps, collectives, ())
    if most == 0:
        assert found is None
        return
    check(steps, found, collectives)
    under_way = np.cumsum([{0: 1, 1: -1}.get(half, 0) for _, half in found.origins])
    assert under_way.max() == most


def test_large_ones_do_not_keep_others_from_it():
    eqns, outputs, collectives = training(12, scale=lambda k: 4 if k >= 10 else 1)
    steps = steps_of(eqns, outputs, collectives)
    found = overlap_communication(steps, collectives, ())
    assert check(steps, found, collectives) == 10


def test_an_operand_that_nobody_else_reads_is_summed_where_it_lies():
    eqns, outputs, collectives = training(3, size=64)
    steps = steps_of(eqns, outputs, collectives)
    found = overlap_communication(steps, collectives, ())
    for eqn in found.steps.eqns:
        if isinstance(eqn.op, CollectiveWait):
            (begun,) = eqn.invars
            assert found.steps.root(begun) is found.steps.root(eqn.outvars[0]) is not begun
    read = [Equation(add, (eqns[4].outvars[0],) * 2, (value(64),))]  # the first operand, later
    steps = steps_of([*eqns, *read], [*outputs, read[0].outvars[0]], collectives)
    found = overlap_communication(steps, collectives, ())
    waits = [e for e in found.steps.eqns if isinstance(e.op, CollectiveWait)]
    assert [len(e.invars) for e in waits] == [2, 1, 1]
    assert waits[0].invars[1] is eqns[4].outvars[0]


def test_what_would_be_waited_for_at_once_stays_one_step():
    x, y, z = (value(64) for _ in range(3))
    eqns = [Equation(neg, (x,), (y,)), Equation(add, (y, y), (z,))]
    assert overlap_communication(steps_of(eqns, [z], [0]), [0], ()) is None
    assert overlap_communication(steps_of(eqns, [z], []), [], ()) is None


@pytest.mark.parametrize("size", [64, 1 << 18])
def test_random_programs(size):
    apart = 0
    for seed in range(80):
        random = np.random.default_rng(seed)
        values, eqns, collectives = [value(size), value(size)], [], []
        for k in range(40):
            recent = range(max(0, len(values) - 10), len(values))
            out = value(size if random.random() < 0.7 else 1)
            a, b = (values[j] for j in random.choice(recent, 2))
            if random.random() < 0.25:
                collectives.append(k)
                out = value(a.aval.size)
                eqns.append(Equation(neg, (a,), (out,)))
            else:
                eqns.append(Equation(add, (a, b), (out,)))
            values.append(out)
        others = [k for k in range(40) if k not in collectives]
        in_python = random.choice(others, 3, replace=False).tolist()
        outputs = [values[-1], values[int(random.integers(2, len(values)))]]
        steps = steps_of(eqns, outputs, collectives, in_python)
        found = overlap_communication(steps, collectives, in_python)
        if found is not None:
            apart += check(steps, found, collectives, in_python)
    assert apart > 60
