"""Sizes that note what is asked of them say for which other sizes the answers are the same."""

import math

import numpy as np
import pytest

from fjax.core.guarded import Guards, computed, known
from fjax.core.straight_line import as_tuple

DECISIONS = {
    "a comparison": lambda a, b: a < b,
    "one of results": lambda a, b: a * b >= 600 or (a - b) // 2 == 1,
    "a remainder": lambda a, b: a % 8 == 0,
    "a choice of the larger": lambda a, b: max(a, b) > 30,
    "an order": lambda a, b: [name for _, name in sorted([(a, "a"), (b, "b")])],
    "a truth": lambda a, b: bool(a - b),
    "a loop": lambda a, b: len(range(a)) > b,
    "a text": lambda a, b: f"{a}",
    "an array": lambda a, b: np.zeros(a).size,
    "a key": lambda a, b: len({a: 1, b: 2}),
    "a key of results": lambda a, b: {a + b: "sum", 2 * a: "double"}.get(a * 2),
    "a length": lambda a, b: math.ceil(a / b),
    "a NumPy integer": lambda a, b: np.int64(60) - a < b and a - np.int64(2) > np.int64(7),
    "how many bits are set": lambda a, b: a.bit_count() == 2,
    "a number of bits": lambda a, b: (a - 1).bit_length() > 5,
}


def values(guards, numbers, *found):
    """The values of expressions for other numbers; None if a guard does not hold for them."""
    return guards.function(guards.step(as_tuple, *found))(numbers)


def plainly(decide, a, b):
    found = decide(a, b)
    return known(found)


@pytest.mark.parametrize("name", DECISIONS)
def test_where_guards_hold_the_decision_is_the_same(name):
    decide = DECISIONS[name]
    held = 0
    for a in range(16, 50, 3):
        guards = Guards([a, 33])
        found = decide(*guards.given)
        for other in range(16, 50):
            result = values(guards, [other, 33], found)
            if result is None:
                continue
            held += 1
            assert result == (plainly(decide, other, 33),)
    assert held >= 12


def test_what_c_code_asks_for_is_a_guard():
    guards = Guards([20])
    assert list(range(*guards.given)) == list(range(20))
    assert values(guards, [20]) is not None
    assert values(guards, [21]) is None


def test_sizes_that_were_hashed_stay_different():
    guards = Guards([20, 30])
    a, b = guards.given
    assert len({a, b}) == 2
    assert values(guards, [40, 50]) is not None
    assert values(guards, [40, 40]) is None


def test_what_is_computed_as_a_whole_decides_nothing():
    guards = Guards([20, 30])
    low, high = computed(lambda *x: sorted(x), *guards.given)
    assert values(guards, [50, 40], low, high) == (40, 50)
    assert computed(lambda *x: sorted(x), 5, 4) == [4, 5]


def test_a_result_that_other_sizes_do_not_have_holds_for_none_of_them():
    guards = Guards([20, 30])
    a, b = guards.given
    assert 100 // (b - a) == 10
    assert values(guards, [30, 30]) is None


def test_a_zero_is_a_guard_with_its_sign():
    guards = Guards([np.float64(20.0)])
    (a,) = guards.given
    assert np.asarray(a * 0.0) == 0
    assert values(guards, [np.float64(30.0)]) is not None
    assert values(guards, [np.float64(-30.0)]) is None
