"""What the folder of constants leaves of an operation has the operation's value."""

import builtins
import itertools
import operator

import numpy as np
import pytest

from fjax.core import scalar, scalar_graph
from fjax.core.scalar import BOOL, Expr, Op
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.kernel.folding import COMPARISONS, FOLDED, LIMITS, folded
from fjax.lowering.kernel.form import INDEX
from fjax.lowering.kernel.index_arithmetic import LoopAxis, SizeValue, affine, settled, shape_free
from tests.machines.changed import CPU

X, Y = scalar.leaf("x", INDEX), scalar.leaf("y", INDEX)
CONDITION = scalar.leaf("c", BOOL)
WORDS = "add sub mul min max lt le gt ge eq ne"
EXPECTED = {
    **{Op(word): getattr(operator, word, getattr(builtins, word, None)) for word in WORDS.split()},
    Op.AND: operator.and_,
    Op.OR: operator.or_,
    Op.NOT: operator.invert,
}
BOUNDS = [(a, b) for a, b in itertools.product(range(-2, 3), repeat=2) if a <= b]


@pytest.mark.parametrize("op", FOLDED, ids=lambda op: op.value)
@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8"])
def test_operations_on_literals_are_computed_as_a_kernel_does(op, dtype):
    values = [np.array(v).astype(dtype)[()] for v in (0, 1, 2, 7, 100, 200, -3, 2**62)]
    for a, b in itertools.product(values, repeat=2):
        found = folded(op, (scalar.const(a, dtype), scalar.const(b, dtype)), np.dtype(dtype))
        with np.errstate(all="ignore"):
            expected = EXPECTED[op](a, b)
        if op not in COMPARISONS:
            expected = np.asarray(expected).astype(dtype)[()]
        assert found.extra.value == expected


@pytest.mark.parametrize("op", [*COMPARISONS, *LIMITS], ids=lambda op: op.value)
@pytest.mark.parametrize("low, high", BOUNDS)
def test_what_the_bounds_of_a_difference_decide_holds_for_every_difference(op, low, high):
    dtype = BOOL if op in COMPARISONS else INDEX
    found = folded(op, (X, Y), dtype, lambda a, b: (low, high))
    outcomes = {bool(EXPECTED[op](d, 0)) for d in range(low, high + 1)}
    if op in COMPARISONS:
        known = None if found is None else bool(found.extra.value)
        assert known == (outcomes.pop() if len(outcomes) == 1 else None)
    elif found is not None:
        assert all(EXPECTED[op](d, 0) == (d if found is X else 0) for d in range(low, high + 1))
    else:
        assert low < 0 < high


def test_a_conjunction_with_a_known_part_is_the_other_part_or_known():
    for op, value in itertools.product((Op.AND, Op.OR), (False, True)):
        known = scalar.const(value, BOOL)
        for args in ((known, CONDITION), (CONDITION, known)):
            assert folded(op, args, BOOL) is (CONDITION if value == (op is Op.AND) else known)


def test_floating_point_arithmetic_is_left_as_it_is():
    one = scalar.const(1.0, "float64")
    for op in (Op.ADD, Op.MUL, Op.MIN, Op.LT):
        assert folded(op, (one, one), one.dtype) is None


def test_a_value_freed_of_sizes_shows_none_of_them():
    i = LoopAxis(7).expr
    one, other = (shape_free(scalar.select(i < 3, i + n, i * n)) for n in (2, 5))
    nodes = [*scalar_graph.order((one,)), *scalar_graph.order((other,))]
    assert not any(x.op is Op.CONST for x in nodes)
    sums = [affine(x) for x in nodes if x.op is Op.ADD]
    assert [s.constant for s in sums] == [2, 5]


def test_what_is_settled_is_decided_by_the_range_of_the_axis():
    i = LoopAxis(7).expr
    assert settled(scalar.minimum(i, scalar.const(6, INDEX))) is i
    assert settled(i < 7) is scalar.const(True, BOOL)
    assert isinstance(settled(i < 6), Expr) and settled(i < 6).op is Op.LT


def holds(condition, places):
    """Where a condition holds: an array of truth values for arrays of what the axes are."""
    known = dict(places)
    for x in scalar_graph.order((condition,)):
        if x.op is Op.CONST:
            known[x] = x.extra.value
        elif isinstance(x.extra, SizeValue):
            known[x] = np.int64(x.extra.value)
        elif x not in known:
            known[x] = EXPECTED[x.op](*(known[a] for a in x.args))
    return np.broadcast_to(known[condition], (5, 4))


def test_every_part_of_a_condition_is_freed_of_sizes_as_it_is_alone():
    """What always holds leaves the whole: the parts of what is left are not those there were."""
    i, j = LoopAxis(5, "i").expr, LoopAxis(4, "j").expr
    rows, columns = np.indices((5, 4))
    places = {i: rows, j: columns}
    parts = [i < 3, i >= 1, j < 2, i < 5, i >= 5, ~(j < 1), i + j < 6]
    for a, b, c in itertools.permutations(parts, 3):
        for whole in ((a & b) & c, a & (b & c), ~(a & b) & c):
            nest = Nest(CPU)
            nest.condition(whole)
            for x in (a, b, c, a & b, whole):
                assert (holds(nest.condition(x), places) == holds(x, places)).all()
