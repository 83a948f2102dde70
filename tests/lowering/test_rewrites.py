"""Rewrites of the kernel form: the kernel after them computes what the one before them does."""

import numpy as np
import pytest

from fjax.core.scalar import Op
from fjax.lowering.kernel.form import Loop
from fjax.lowering.kernel.forwarding import forward_stores
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.short_places import short_places
from fjax.lowering.kernel.specialize import specialize
from fjax.lowering.kernel.spelling import FactTable, expressions, postorder, walk
from fjax.lowering.kernel.verify import rewritten
from tests.lowering.interpreter import interpret

QUOTIENT = """\
kernel (i64!) (i64)
  serial i0 in 5:i64:
    v0:i64 = sub s0 9:i64
    v1:i64 = div v0 4:i64
    v2:bool = lt v1 -1:i64
    v3:i64 = select v2 7:i64 i0
    b0[i0] = v3"""
RECURRENCE = """\
kernel (f64!, f64) (i64, i64, i64)
  serial i0 in s0:
    serial i1 in s0:
      v0:f64 = load b0[i1*s1]
      v1:f64 = load b1[i0]
      v2:f64 = sub v1 v0
      b0[s2 + i1*s1] = v2"""
CHOICE = """\
kernel (f64, f64!) (i64, i64, i64)
  serial i0 in s0:
    v0:i64 = add s1:i64 1:i64
    v1:bool = lt v0 s2:i64
    v2:f64 = load b0[i0] where v1
    v3:bool = ge i0 s1:i64
    v4:bool = and v1 v3
    v5:f64 = neg v2
    v6:f64 = select v4 v5 v2
    b1[i0] = v6"""


def outcome(kernel, words):
    """What a kernel leaves in its memory."""
    buffers = [np.sin(np.arange(40.0)) for _ in kernel.buffers]
    interpret(kernel, buffers, words, 1)
    return buffers


def check(text, rewrite, words):
    """The kernel after a rewrite, which must do what it did before."""
    before = parse_kernel(text)
    after = rewritten(before, rewrite, [(None, w) for w in words])
    for a, b in zip(outcome(before, words), outcome(after, words), strict=True):
        np.testing.assert_array_equal(a, b)
    return after


@pytest.mark.parametrize("extent", [0, 1, 5])
@pytest.mark.parametrize("step, offset", [(1, 1), (1, 2), (2, 2), (2, 1), (3, 3), (1, 0)])
def test_a_value_is_forwarded_where_the_next_step_reads_what_was_stored(step, offset, extent):
    after = check(RECURRENCE, forward_stores, [extent, step, offset])
    (outer,) = [s for s in after.body if isinstance(s, Loop)]
    (inner,) = [s for s in outer.body if isinstance(s, Loop)]
    assert len(inner.carries) == (1 if step == offset else 0)
    assert not outer.carries


@pytest.mark.parametrize("first, last", [(0, 5), (3, 5), (4, 5), (7, 2)])
def test_questions_about_sizes_are_answered(first, last):
    after = print_kernel(check(CHOICE, specialize, [9, first, last]))
    assert ("where" in after, "lt" in after) == (False, False)
    assert ("select" in after) == (0 < first < last - 1)


PHASES = """\
kernel (f64, f64!) (i64, i64, i64, i64)
  serial i0 in s0:
    v0:i64 = mul i0 3:i64
    v1:i64 = add v0 2:i64
    v2:i64 = mul v1 s3
    v3:i64 = add v2 s1
    v4:i64 = rem v3 s2
    v5:bool = eq v4 1:i64
    v6:i64 = div v3 s2
    v7:i64 = sub v6 1:i64
    v8:f64 = load b0[] at v7 where v5
    v9:f64 = select v5 v8 0.5:f64
    b1[i0] = v9"""


@pytest.mark.parametrize("shift", [0, 2, 3, 4, 5])
@pytest.mark.parametrize("stride", [1, 3])
def test_phases_of_a_stride_divide_nothing_in_a_loop(shift, stride):
    after = check(PHASES, specialize, [9, shift, 3, stride])
    (loop,) = [s for s in after.body if isinstance(s, Loop)]
    text = print_kernel(after)
    assert "rem" not in text and "select" not in text
    assert not [n for n in divisions(loop) if loop.number in FactTable(after.body)[n].loops]


@pytest.mark.parametrize("shift, stride, divisor", [(-5, 1, 3), (0, 1, 2), (0, 1, 0), (0, 1, -3)])
def test_divisions_of_what_may_be_negative_or_leaves_a_rest_stay(shift, stride, divisor):
    kernel = parse_kernel(PHASES)
    words = [(None, x) for x in (4, shift, divisor, stride)]
    assert "rem" in print_kernel(rewritten(kernel, specialize, words))


def divisions(loop):
    nodes = postorder(tuple(e for s in walk(loop.body) for e in expressions(s)))
    return [n for n in nodes if n.op is Op.DIV]


SHARED = """\
kernel (f64, f64!) (i64, i64, i64, i64, i64)
  serial i0 in s0:
    v0:i64 = add i0 s1
    v1:bool = lt v0 s2
    v2:f64 = load b0[s1 + i0*s3] where v1
    v3:i64 = add s1 i0
    v4:bool = lt v3 s2
    v5:i64 = mul s4 s1
    v6:f64 = load b0[i0*s4] at v5 where v4
    v7:f64 = add v2 v6
    b1[i0] = v7"""


def test_what_comes_to_the_same_is_read_and_asked_once():
    text = print_kernel(check(SHARED, specialize, [5, 1, 4, 1, 1]))
    assert (text.count("load"), text.count("lt")) == (1, 1)
    text = print_kernel(check(SHARED, specialize, [3, 1, 4, 1, 2]))
    assert (text.count("load"), text.count("lt")) == (2, 1)


CHOSEN = """\
kernel (f64, f64!) (i64, i64, i64)
  serial i0 in s0:
    v0:f64 = load b0[i0]
    v1:bool = lt v0 0.0:f64
    v2:bool = gt v0 1.0:f64
    v3:i64 = select v1 s1 s2
    v4:i64 = select v2 s2 v3
    v5:bool = eq s1 v4
    v6:f64 = select v5 v0 0.5:f64
    b1[i0] = v6"""


def test_a_number_chosen_by_conditions_is_compared_by_conditions():
    text = print_kernel(check(CHOSEN, specialize, [9, 4, 7]))
    assert "eq" not in text and text.count("select") == 1


def test_a_quotient_is_decided_where_both_ways_of_rounding_agree():
    texts = [
        print_kernel(rewritten(parse_kernel(QUOTIENT), specialize, [(None, n)])) for n in (25, 4)
    ]
    assert ["div" in text for text in texts] == [False, True], texts


PLACES = """\
kernel (i32, f64, f64!) (i64, i64, i64, i64, i64)
  serial i0 in s0:
    v0:i32 = load b0[i0]
    v1:i64 = convert v0
    v2:bool = ge v1 s3
    v3:bool = le v1 s4
    v4:bool = and v2 v3
    v5:i64 = max v1 s1
    v6:i64 = min v5 s2
    v7:f64 = load b1[] at v6 where v4
    v8:f64 = select v4 v7 -1.0:f64
    b2[i0] = v8"""


@pytest.mark.parametrize("least, last", [(0, 19), (1, 19), (0, 18), (0, 25)])
def test_a_mask_goes_where_the_place_is_held_to_what_it_asks(least, last):
    words = [40, 0, 19, least, last]
    before = parse_kernel(PLACES)
    after = rewritten(before, short_places, [(None, w) for w in words])
    found = []
    for kernel in (before, after):
        numbers = np.arange(-10, 30, dtype=np.int32)
        buffers = [numbers, np.arange(20.0), np.zeros(40)]
        interpret(kernel, buffers, words, 1)
        found.append(buffers[2])
    np.testing.assert_array_equal(*found)
    assert ("where" not in print_kernel(after)) == ((least, last) == (0, 19))


@pytest.mark.parametrize("last, most", [(15, 16), (16, 32), (127, 128), (128, 0), (1 << 31, 0)])
def test_a_place_says_how_short_its_table_is(last, most):
    words = [(None, w) for w in (40, 0, last, 0, last)]
    text = print_kernel(rewritten(parse_kernel(PLACES), short_places, words))
    assert (f" {most - 1}:i32" in text, "i32 = and" in text) == (most > 0, most > 0)
    assert ("i64 = min" in text) == (last == 1 << 31)
