"""The scalar vocabulary: interning, literals, walking programs, and their NumPy evaluation."""

from __future__ import annotations

import threading
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from fjax.core import scalar, scalar_graph
from fjax.core import vectormath as vm
from fjax.core.scalar import Op
from fjax.core.scalar_numpy import compile_numpy


def run(function, *arrays, **options):
    leaves = [scalar.leaf(i, a.dtype) for i, a in enumerate(arrays)]
    with np.errstate(all="ignore"):
        return compile_numpy(leaves, [function(*leaves)], **options)(np, *arrays)[0]


def test_equal_programs_are_the_same_object():
    x = scalar.leaf("x", np.float32)
    assert x * 2 + 1 is x * 2.0 + np.float64(1.0)
    assert scalar.leaf("x", np.float64) is not x
    assert scalar.const(0.0, np.float32) is not scalar.const(-0.0, np.float32)
    assert scalar.const(np.nan, np.float32) is scalar.const(np.nan, np.float32)
    assert scalar.const(True, np.int32) is scalar.const(1, np.int32) is scalar.const(1.0, "i4")
    assert scalar.const(1.5, np.int32) is scalar.const(1, np.int32)


def test_equal_programs_of_many_threads_are_the_same_object():
    found, barrier = [], threading.Barrier(4)

    def build():
        barrier.wait()
        x = scalar.leaf("shared", np.float64)
        for i in range(200):
            x = x * i + 1
        found.append(x)

    threads = [threading.Thread(target=build) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(x is found[0] for x in found)


def test_numbers_take_the_dtype_of_the_other_operand():
    x = scalar.leaf("x", np.float32)
    for y in (
        x * 1.5,
        1 - x,
        scalar.maximum(x, 0),
        scalar.fma(x, 2, 1),
        scalar.select(x < 0, 1, x),
    ):
        assert y.dtype == np.float32
    half = scalar.const(1.5, ml_dtypes.bfloat16)
    assert half.dtype == ml_dtypes.bfloat16 and float(half.extra.value) == 1.5


def test_mixed_dtypes_are_refused():
    x, y = scalar.leaf("x", np.float32), scalar.leaf("y", np.float64)
    for build in (lambda: x + y, lambda: x < y, lambda: scalar.select(x < 0, x, y)):
        with pytest.raises(TypeError, match="float32 and float64"):
            build()
    with pytest.raises(TypeError, match="width"):
        scalar.bitcast(x, np.int64)


def test_constants_convert_at_once():
    c = scalar.const(3.7, np.float32)
    assert scalar.convert(c, np.int32) is scalar.const(3, np.int32)
    assert scalar.bits(scalar.const(1.0, np.float32)) is scalar.const(0x3F800000, np.int32)


def test_order_lists_operands_first_and_once():
    x = scalar.leaf("x", np.float64)
    y = x + 1
    z = y * y
    nodes = scalar_graph.order([z])
    assert nodes.index(x) < nodes.index(y) < nodes.index(z)
    assert len(nodes) == len(set(nodes)) == 4


def test_deep_programs_need_no_recursion():
    x = scalar.leaf("x", np.float64)
    y = x
    for _ in range(20_000):
        y = y + x
    assert len(scalar_graph.order([y])) == 20_001
    assert len(repr(y)) < 1000


def test_inline_replaces_calls_and_keeps_the_chosen_ones():
    x = scalar.leaf("x", np.float32)
    y = vm.tanh(vm.exp(x) + 1)
    (all_inlined,) = scalar_graph.inline([y])
    assert not any(n.op is Op.CALL for n in scalar_graph.order([all_inlined]))
    (kept,) = scalar_graph.inline([y], keep=lambda f: f.name == "exp")
    assert [n.extra.name for n in scalar_graph.order([kept]) if n.op is Op.CALL] == ["exp"]


def test_substitute_replaces_leaves():
    x, y = scalar.leaf("x", np.float32), scalar.leaf("y", np.float32)
    (z,) = scalar_graph.substitute([x * x + 1], {x: y})
    assert z is y * y + 1


def test_results_keep_their_dtype_for_arrays_scalars_and_0d():
    for value in (np.float32(1.5), np.array(1.5, np.float32), np.full((2, 3), 1.5, np.float32)):
        for function in (vm.exp, vm.sin, vm.pow.program, lambda v: v * 2 + 1):
            arrays = (value, value) if function is vm.pow.program else (value,)
            for library in (True, False):
                out = run(function, *arrays, library=library)
                assert out.dtype == np.float32 and out.shape == value.shape


def test_operands_broadcast():
    x, y = np.arange(3.0), np.float64(2.0)
    np.testing.assert_array_equal(run(lambda a, b: a * b, x, y), x * 2)


def test_outputs_share_no_memory_with_inputs():
    x = np.arange(4, dtype=np.float32)
    for function in (lambda v: v, scalar.bits):
        assert not np.shares_memory(run(function, x), x)


def test_several_outputs_share_their_work():
    x = scalar.leaf(0, np.float64)
    y = vm.exp(x)
    program = compile_numpy([x], [y, y * 2])
    a, b = program(np, np.array([0.0, 1.0]))
    np.testing.assert_array_equal(b, 2 * a)


def test_unknown_leaves_are_named():
    with pytest.raises(ValueError, match="'y'"):
        compile_numpy([scalar.leaf("x", np.float32)], [scalar.leaf("y", np.float32) + 1])


def test_fma_rounds_once():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=2000), rng.normal(size=2000)
    exact = [float(Fraction(x) * Fraction(y) - Fraction(x * y)) for x, y in zip(a, b, strict=True)]
    got = run(lambda x, y: scalar.fma(x, y, -(x * y)), a, b)
    np.testing.assert_allclose(got, exact, rtol=1e-15)
    assert not np.any(run(lambda x, y: scalar.fma(x, y, -(x * y)), a, b, fused=False))
    single = a.astype(np.float32)
    got = run(lambda x: scalar.fma(x, x, -(x * x)), single)
    wide = single.astype(float)
    np.testing.assert_array_equal(got, (wide * wide - single * single).astype(np.float32))


def test_fma_of_infinities_is_plain_arithmetic():
    x = np.array([np.inf, -np.inf, np.nan, 1e308, 0.0])
    with np.errstate(all="ignore"):
        want = x * x + 1
    np.testing.assert_array_equal(run(lambda v: scalar.fma(v, v, 1), x), want)


def test_integer_base_division_truncates():
    x, y = np.array([7, -7, 7, -7], np.int32), np.array([2, 2, -2, -2], np.int32)
    np.testing.assert_array_equal(run(lambda a, b: a / b, x, y), [3, -3, -3, 3])
    np.testing.assert_array_equal(run(lambda a, b: a % b, x, y), [1, -1, 1, -1])


def test_rare_takes_the_rare_value_where_its_condition_holds():
    x = np.array([1.0, 10.0])
    got = run(lambda v: scalar.rare(v > 5, v, scalar.libm("cos", v)), x)
    np.testing.assert_array_equal(got, [1.0, np.cos(10.0)])


def test_functions_know_when_they_have_no_complex_form():
    z = scalar.ComplexExpr(scalar.leaf("re", np.float32), scalar.leaf("im", np.float32))
    assert z.dtype == np.complex64
    with pytest.raises(TypeError, match="not defined for complex"):
        vm.erf(z)


def test_nodes_are_walked_once_after_their_operands_and_not_beyond_known_ones():
    rng = np.random.default_rng(0)
    for _ in range(20):
        nodes = [scalar.leaf(("walked", i), np.float64) for i in range(3)]
        for _ in range(30):
            a, b = (nodes[i] for i in rng.integers(len(nodes), size=2))
            nodes.append(a * b if rng.random() < 0.5 else a + b)
        outputs = [nodes[i] for i in rng.integers(len(nodes), size=2)]
        known = {nodes[i] for i in rng.integers(len(nodes), size=4)}
        wanted, pending = set(), list(outputs)
        while pending:
            x = pending.pop()
            if x not in wanted and x not in known:
                wanted.add(x)
                pending += x.args
        found = scalar_graph.order(outputs, known)
        assert len(found) == len(set(found)) and set(found) == wanted
        places = {x: k for k, x in enumerate(found)}
        assert all(places[a] < places[x] for x in found for a in x.args if a in wanted)
    deep = nodes[0]
    for _ in range(200):  # 2^200 walks, if a node were walked again from each of its users
        deep = deep * deep
    assert len(scalar_graph.order([deep])) == 201
