"""Executables: buffers in, new buffers out; updates in place; library calls between kernels."""

import numpy as np
import pytest

import fjax.primitives.operators  # noqa: F401
from fjax.core.avals import ShapedArray
from fjax.lowering.fuse.fused import Updated
from fjax.lowering.run.buffers import Span, place
from fjax.primitives.exponential import Exp
from fjax.primitives.indexing import GatherScatterMode, ScatterAdd, ScatterDimensionNumbers
from fjax.primitives.slicing import DynamicUpdateSlice
from fjax.primitives.sorting import Sort
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, Transpose
from tests.lowering.programs import F64, check, compiled

exp = Exp()
ROWS = ScatterDimensionNumbers((1,), (0,), (0,))


def aval(*shape, dtype=F64):
    return ShapedArray(shape, dtype)


def test_outputs_share_no_memory_with_inputs_or_each_other():
    executable, _ = compiled(lambda x: [x, x, Reshape((12,))(x), x * 1.0], aval(3, 4))
    x = np.arange(12.0).reshape(3, 4)
    outs = executable([x])
    for i, a in enumerate(outs):
        assert not np.shares_memory(a, x)
        assert not any(np.shares_memory(a, b) for b in outs[:i])
        np.testing.assert_array_equal(a.reshape(-1), np.arange(12.0))


def test_inputs_that_are_not_contiguous_are_copied():
    executable, _ = compiled(lambda x: [x * 2.0 + 1.0], aval(4, 3))
    x = np.arange(12.0).reshape(3, 4).T
    np.testing.assert_array_equal(executable([x])[0], x * 2 + 1)


def test_library_calls_stand_between_kernels():
    executable = check(lambda x: [exp(Sort(1, True, 1)(x * 2.0)[0]) + 1.0], aval(5, 6))
    assert len(executable.plan.kernels) == 2 and executable.plan.fallbacks == []


def test_a_literal_output_and_an_unused_input():
    executable, _ = compiled(lambda x, y: [y + 1.0, np.float64(3.0)], aval(2), aval(2))
    a, b = executable([np.zeros(2), np.ones(2)])
    assert a.tolist() == [2.0, 2.0] and b == 3.0 and b.shape == ()


def test_values_that_live_at_the_same_time_do_not_overlap():
    spans = [Span(0, 2, 100), Span(1, 3, 60), Span(3, 4, 100), Span(4, 5, 64)]
    offsets = place(spans)
    for i, (a, s) in enumerate(zip(offsets, spans, strict=True)):
        for b, t in zip(offsets[:i], spans[:i], strict=True):
            together = s.first <= t.last and t.first <= s.last
            assert not together or a + s.size <= b or b + t.size <= a


def scatter_rows(x, indices, updates):
    return ScatterAdd(ROWS, GatherScatterMode.FILL_OR_DROP)(x, indices, updates)


def test_a_scatter_into_zeros_is_two_kernels():
    def gradient(indices, updates):
        return [scatter_rows(BroadcastInDim((9, 4), ())(np.float64(0.0)), indices, updates * 2.0)]

    executable = check(gradient, aval(6, 1, dtype=np.dtype(np.int32)), aval(6, 4))
    assert [k.lowered.recipe for k in executable.plan.kernels] == ["map", "update"]


def test_an_update_of_an_input_leaves_the_input_alone():
    executable = check(
        lambda x, i, u: [DynamicUpdateSlice()(x, u, i, i)],
        aval(9, 8),
        aval(dtype=np.dtype(np.int64)),
        aval(2, 3),
    )
    assert len(executable.plan.copies) == 1


def test_an_update_of_a_value_that_is_still_needed_copies_it():
    def program(x, i, u):
        y = exp(x)
        return [DynamicUpdateSlice()(y, u, i, i), y, DynamicUpdateSlice()(y, u * 2.0, i, i)]

    executable = check(program, aval(9, 8), aval(dtype=np.dtype(np.int64)), aval(2, 3))
    assert len(executable.plan.copies) == 2


def test_a_chain_of_updates_copies_nothing():
    def program(x, i, u):
        y = exp(x)
        for k in range(4):
            y = DynamicUpdateSlice()(y, u * float(k), i, i)
        return [y]

    executable = check(program, aval(9, 8), aval(dtype=np.dtype(np.int64)), aval(2, 3))
    assert executable.plan.copies == []
    assert sum(isinstance(e.op, Updated) for e in executable.plan.jaxpr.eqns) == 4


def test_a_view_of_an_updated_value_keeps_the_old_elements():
    def program(x, i, u):
        y = exp(x)
        flat = Sort(0, True, 1)(Reshape((72,))(y))[0]
        return [DynamicUpdateSlice()(y, u, i, i), flat, Transpose((1, 0))(y)]

    check(program, aval(9, 8), aval(dtype=np.dtype(np.int64)), aval(2, 3))


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 4)])
def test_arrays_without_elements(shape):
    check(lambda x: [exp(x), ReduceSum((0,))(x)], aval(*shape))
