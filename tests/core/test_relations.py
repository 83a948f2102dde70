"""Relations of axes: parts of the operands give the parts of the results that they promise."""

import math

import numpy as np
import pytest

import fjax
from fjax import lax
from fjax.core.evaluate import literal_value
from fjax.core.ir import Literal
from fjax.core.kinds import Monoid
from fjax.core.relations import AxisRelation, with_chosen
from fjax.core.rows import Rows
from fjax.core.tracing import as_array
from fjax.passes.cleanup import inline
from fjax.primitives.constant import Constant
from tests.samples import SAMPLES, staged

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")
CHOICE = (  # of one element by an index
    np.array([3]),
    lax.GatherDimensionNumbers(offset_dims=(), collapsed_slice_dims=(0,), start_index_map=(0,)),
    (1,),
)
COMBINE = {Monoid.ADD: np.add, Monoid.MAX: np.maximum, Monoid.MIN: np.minimum}


def cut(array, labels, label, place, count):
    """The part of an array along the axes with this label."""
    if label not in labels:
        return array
    pairs = list(zip(labels, array.shape, strict=True))
    starts = [place * (n // count) if x == label else 0 for x, n in pairs]
    stops = [s + (n // count if x == label else n) for s, (x, n) in zip(starts, pairs, strict=True)]
    return lax.slice(array, starts, stops)


def run(op, arrays):
    outs = op(*arrays)
    return list(outs) if op.multiple_results else [outs]


def lengths_along(label, rows, arrays):
    return [
        n
        for row, a in zip(rows, arrays, strict=True)
        for x, n in zip(row, a.shape, strict=True)
        if x == label
    ]


def check(op, operands, whole):
    """Each label of an operation's relation by itself, in parts of which there are several."""
    avals = [x.aval for x in operands]
    relation = with_chosen(op, avals, op.relation(*avals))
    if relation is None:
        return
    rows, monoids = [*relation.operands, *relation.results], dict(relation.reduced)
    assert [len(r) for r in rows] == [a.ndim for a in (*operands, *whole)]
    for label in {x for row in rows for x in row if x is not None}:
        length = math.gcd(*lengths_along(label, rows, [*operands, *whole]))
        count = next((k for k in (2, 3, 5, 7) if length and length % k == 0), 1)
        if count > 1 and monoids.get(label, Monoid.ADD) in COMBINE:
            check_label(op, relation, label, count, operands, whole)


def check_label(op, relation, label, count, operands, whole):
    monoid, found = dict(relation.reduced).get(label), []
    for place in range(count):

        def cuts(values, rows, place=place):
            return [cut(x, r, label, place, count) for x, r in zip(values, rows, strict=True)]

        parts, wanted = cuts(operands, relation.operands), cuts(whole, relation.results)
        made = op.for_parts([x.aval for x in parts], [w.aval for w in wanted])
        chosen = dict(relation.chosen)
        if label in chosen:
            n = operands[0].shape[chosen[label]]
            start = as_array(np.int32(place * (n // count)))
            found.append(
                [as_array(x) for x in made.of_rows({chosen[label]: Rows(start, n)}, *parts)]
            )
        else:
            found.append(run(made, parts))
        assert [(g.shape, g.dtype) for g in found[-1]] == [(w.shape, w.dtype) for w in wanted]
        if monoid is None:
            for g, w in zip(found[-1], wanted, strict=True):
                same(g, w, relation)
    if monoid is not None:
        for w, *each in zip(whole, *found, strict=True):
            total = as_array(COMBINE[monoid].reduce([x.host() for x in each]))
            same(total, w, relation)


def same(got, expected, relation):
    got, expected = got.host(), expected.host()  # of keys, the numbers
    if got.dtype.kind in "fcV":
        np.testing.assert_allclose(got, expected, 1e-9, 1e-9, err_msg=relation.spelled)
    else:
        assert np.array_equal(got, expected), relation.spelled


def test_an_axis_that_indices_choose_has_a_label_where_no_axis_has_one():
    jaxpr = fjax.make_jaxpr(lambda x: lax.gather(x, *CHOICE))(np.arange(5.0)).jaxpr
    (gather,) = inline(jaxpr).eqns
    avals = [v.aval for v in gather.invars]
    relation = AxisRelation(((None,), (None,)), ((),))
    found = with_chosen(gather.op, avals, relation)
    assert found.operands == ((0,), (None,)) and found.results == ((),)
    assert found.chosen == ((0, 0),) and found.reduced == ((0, Monoid.ADD),)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.label)
def test_parts_of_operands_give_parts_of_results(sample):
    jaxpr, constants = staged(sample, args := sample.make())
    jaxpr = inline(jaxpr)
    env = dict(zip(jaxpr.invars, map(as_array, [*constants, *args]), strict=True))
    for eqn in jaxpr.eqns:
        operands = [literal_value(x) if isinstance(x, Literal) else env[x] for x in eqn.invars]
        outs = [as_array(x) for x in run(eqn.op, operands)]
        env.update(zip(eqn.outvars, outs, strict=True))
        if not isinstance(eqn.op, Constant):
            check(eqn.op, operands, outs)
