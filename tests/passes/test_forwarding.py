"""Reads look through updates at literal positions: to what was written, or was there before."""

from __future__ import annotations

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.passes.forwarding import forward_writes
from fjax.passes.optimize import optimize, without_dead

X = np.arange(24, dtype=np.float32).reshape(4, 6)


def forwarded(function, *args, copied=100):
    """The names of the operations that are left."""
    jaxpr = without_dead(forward_writes(optimize(fjax.make_jaxpr(function)(*args).jaxpr), copied))
    return [eqn.op.name for eqn in jaxpr.eqns]


READS = {
    "what was written": lambda x: x[1, 2:4],
    "a part of what was written": lambda x: x[1, 3:4],
    "what lies beside": lambda x: x[0, 2:4],
    "what lies partly beside": lambda x: x[1, 1:4],
    "what lies around": lambda x: x[0:3, 2:4],
    "every other element": lambda x: x[1, ::2],
    "a start beyond the end": lambda x: lax.dynamic_slice(x, (9, 9), (1, 2)),
    "a start before the beginning": lambda x: lax.dynamic_slice(x, (-9, -9), (1, 2)),
    "nothing": lambda x: x[1, 2:2],
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("start", [(1, 2), (7, 2), (-5, -5), (3, 4)], ids=str)
@pytest.mark.parametrize("read", READS)
def test_reads_of_updated_arrays_are_numpys(read, start):
    def run(x, window):
        return READS[read](lax.dynamic_update_slice(x, window * 2, start))

    window = np.full((1, 2), -1.0, np.float32)
    expected = X.copy()
    from_end = [s + n if s < 0 else s for s, n in zip(start, X.shape, strict=True)]
    a, b = (min(max(s, 0), n - m) for s, n, m in zip(from_end, X.shape, window.shape, strict=True))
    expected[a : a + 1, b : b + 2] = -2.0
    np.testing.assert_array_equal(
        fjax.jit(run)(X, window), np.asarray(READS[read](jnp.array(expected)))
    )


def test_what_was_written_is_read_where_it_was_computed():
    names = forwarded(lambda x, v: x.at[1].set(v).at[2].set(v * 2)[1] + 1, X, X[0])
    assert "dynamic_update_slice" not in names and "scatter" not in names


def test_a_large_array_is_not_kept_for_what_lies_beside_an_update():
    def run(x):
        return x.at[1].set(0.0)[2]

    assert "dynamic_update_slice" not in forwarded(run, X, copied=X.size)
    assert "dynamic_update_slice" in forwarded(run, X, copied=X.size - 1)


def test_positions_that_no_literal_tells_are_left_alone():
    row = X[:1]
    assert "dynamic_update_slice" in forwarded(
        lambda x, i: lax.dynamic_update_slice(x, row, (i, 0))[2], X, 1
    )
    assert "dynamic_update_slice" in forwarded(
        lambda x, i: lax.dynamic_slice(x.at[1].set(0.0), (i, 0), (1, 6)), X, 1
    )


def test_a_window_of_another_type_is_left_alone():
    """The number written is weakly typed, the array is not."""
    found = fjax.jit(lambda x: x.at[0].set(2.0)[0] * np.float64(3))(X[0])
    assert found == 6.0 and found.dtype == fjax.jit(lambda x: x[0] * np.float64(3))(X[0]).dtype
