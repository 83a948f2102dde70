"""Rewrites of the kernel form: the kernel after them computes what the one before them does."""

import numpy as np
import pytest

from fjax.lowering.kernel.decided import decided
from fjax.lowering.kernel.form import Loop
from fjax.lowering.kernel.forwarding import forwarded
from fjax.lowering.kernel.interpret import interpret
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import rewritten

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
    after = check(RECURRENCE, forwarded, [extent, step, offset])
    (outer,) = [s for s in after.body if isinstance(s, Loop)]
    (inner,) = [s for s in outer.body if isinstance(s, Loop)]
    assert len(inner.carries) == (1 if step == offset else 0)
    assert not outer.carries


@pytest.mark.parametrize("first, last", [(0, 5), (3, 5), (4, 5), (7, 2)])
def test_questions_about_sizes_are_answered(first, last):
    after = print_kernel(check(CHOICE, decided, [9, first, last]))
    assert ("where" in after, "lt" in after) == (False, False)
    assert ("select" in after) == (first + 1 < last)
