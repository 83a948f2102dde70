"""Rows that are added at computed places end in vectors of half as many lanes, and so on."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import variables
from fjax.lowering.cpu import processor

R = np.random.default_rng(7)
LLVM = pytest.mark.skipif(
    variables.CPU_EMITTER.read() == "numba", reason="asks for the schedules of LLVM's spelling"
)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int8, np.complex64])
@pytest.mark.parametrize("width", [24, 25, 31, 33, 47, 64, 127])
def test_each_width_adds_all_elements_and_no_others(width, dtype):
    rows = R.integers(-9, 9, (50, width)).astype(dtype)
    places = np.sort(R.integers(-2, 9, 50))  # some come again, some are dropped
    expected = np.zeros((7, width), dtype)
    for place, row in zip(places, rows, strict=True):
        if 0 <= place < 7:
            expected[place] += row
    found = fjax.jit(lambda x, k: fjax.ops.segment_sum(x, k, 7))(rows, places)
    np.testing.assert_array_equal(found, expected)


@LLVM
def test_rows_are_added_without_masks():
    host = processor.host()
    if not host.has_masks(frozenset({4})):
        pytest.skip("without masks, the end of a row is added one by one")
    add = lambda x, k, rows: x.at[k].add(rows)
    x, rows = (jnp.asarray(R.random((n, 25)), np.float32) for n in (7, 50))
    kernels = fjax.inspect(add)(x, R.integers(0, 7, 50), rows).kernels
    assert [k.schedule.split()[-1] for k in kernels if "i1" in k.schedule] == ["halves"]


@LLVM
def test_rows_a_power_of_two_apart_are_added_fewer_at_a_time_and_the_last_rows_alone():
    kernel = fjax.inspect(lambda x: x.sum(0))(np.ones((2000, 50), np.float32)).kernels[0]
    (jammed,) = [x for x in kernel.schedule.splitlines() if x.startswith("unroll_and_jam")]
    assert " when spread i" in jammed
