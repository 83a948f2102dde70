"""Reductions over segments."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import ops

DATA, IDS = np.array([5.0, 1.0, 7.0, 2.0, 3.0]), np.array([0, 2, 0, 2, 1])


@pytest.mark.parametrize(
    "name,expected",
    [
        ("segment_sum", [12, 3, 3, 0]),
        ("segment_prod", [35, 3, 2, 1]),
        ("segment_max", [7, 3, 2, -np.inf]),
        ("segment_min", [5, 3, 1, np.inf]),
    ],
)
def test_segments_are_reduced(name, expected):
    reduce = getattr(ops, name)
    assert np.array_equal(reduce(DATA, IDS, 4), expected)
    assert np.array_equal(reduce(DATA, IDS), expected[:3])
    assert np.array_equal(fjax.jit(lambda x, i: reduce(x, i, num_segments=4))(DATA, IDS), expected)
    rows = np.stack([DATA, DATA], axis=1)
    assert np.array_equal(reduce(rows, IDS, 4), np.stack([expected, expected], axis=1))


def test_empty_segments_of_integers_and_bools():
    assert int(ops.segment_max(np.array([1], np.int8), np.array([0]), 2)[1]) == -128
    assert bool(ops.segment_min(np.array([False]), np.array([0]), 2)[1])
    assert not bool(ops.segment_max(np.array([True]), np.array([0]), 2)[1])


def test_numbers_out_of_range_are_left_out():
    assert np.array_equal(ops.segment_sum(DATA, np.array([-1, 0, 9, 1, 1]), 2), [1.0, 5.0])


def test_the_derivative_of_a_sum_reads_its_segment():
    slope = fjax.grad(lambda x: jnp.sum(ops.segment_sum(x, IDS, 3) * jnp.array([1.0, 2.0, 3.0])))
    assert np.array_equal(slope(DATA), [1.0, 3.0, 1.0, 3.0, 2.0])


def test_misuse_is_refused():
    with pytest.raises(ValueError, match="non-negative"):
        ops.segment_sum(DATA, IDS, -1)
    with pytest.raises(ValueError, match="integers"):
        ops.segment_sum(DATA, DATA)
    with pytest.raises(ValueError, match="leading lengths"):
        ops.segment_sum(DATA, IDS[:3], 3)
    with pytest.raises(TypeError, match="num_segments"):
        fjax.jit(ops.segment_sum)(DATA, IDS)


def test_one_row_stands_for_all():
    totals = ops.segment_sum(2.0, IDS, 4)
    assert np.array_equal(totals, 2.0 * np.bincount(IDS, minlength=4))
    row = np.array([[1.0, 3.0]])
    assert np.array_equal(
        ops.segment_sum(row, IDS, 4), row * np.bincount(IDS, minlength=4)[:, None]
    )
