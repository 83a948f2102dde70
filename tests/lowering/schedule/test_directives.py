"""Directives rewrite kernels that compute the same, and refuse where they would not."""

import itertools
import pathlib
import re

import numpy as np
import pytest

from fjax.errors import FjaxValueError
from fjax.lowering import schedule as schedule_package
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import mistake
from fjax.lowering.schedule import language, replay
from fjax.lowering.schedule.tree import Illegal
from tests.lowering.cpu.harness import call
from tests.lowering.interpreter import interpret
from tests.lowering.schedule import nests

MAP = """kernel (f32, f32!) (i64)
  parallel i0 in s0:
    v0:f32 = load b0[i0]
    v1:f32 = mul v0 2.0:f32
    b1[i0] = v1"""
GRID = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    parallel i1 in s1:
      v0:f32 = load b0[i0*s1 + i1]
      b1[i0*s1 + i1] = v0"""
CROSSED = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1:
      v0:f32 = load b0[i0 + i1*s0]
      v1:f32 = add v0 1.0:f32
      b1[i0*s1 + i1] = v1"""
SERIAL = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:f32 = load b0[i0 + i1*s0]
      v1:f32 = add v0 1.0:f32
      b1[i0*s1 + i1] = v1"""
SUMS = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:f32 = load b1[i1]
      v1:f32 = load b0[i0*s1 + i1]
      v2:f32 = add v0 v1
      b1[i1] = v2"""
ADDED = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:f32 = load b0[i0*s1 + i1]
      b1[i1] add= v0"""
PADDED = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1:
      v0:bool = ge i1 3:i64
      v1:i64 = sub s1 2:i64
      v2:bool = lt i1 v1
      v3:bool = and v0 v2
      v4:f32 = load b0[i0*s1 + i1] where v3
      v5:f32 = select v3 v4 9.0:f32
      b1[i0*s1 + i1] = v5"""
WINDOW = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1:
      v0:bool = ge i0 2:i64
      v1:bool = lt i1 9:i64
      v2:bool = and v0 v1
      v3:bool = lt i0 8:i64
      v4:bool = and v2 v3
      v5:f32 = load b0[i0*s1 + i1] where v4
      v6:f32 = select v4 v5 9.0:f32
      b1[i0*s1 + i1] = v6"""
PARTS = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1:
      v0:bool = lt i0 2:i64
      v1:bool = lt i1 20:i64
      v2:bool = and v0 v1
      v3:f32 = load b0[i0*s1 + i1]
      v4:f32 = select v2 v3 -1.0:f32
      v5:bool = lt i1 7:i64
      v6:f32 = select v5 4.0:f32 v4
      b1[i0*s1 + i1] = v6"""
TOTALS = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1 carrying -inf:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next max v0
    vector i2 in s1:
      v1:f32 = load b0[i0*s1 + i2]
      v2:f32 = sub v1 r1.0:f32
      b1[i0*s1 + i2] = v2"""
MASKED_ALIKE = """kernel (i64, i64!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:bool = lt i0 3:i64
      v1:i64 = load b0[i0*s1 + i1] where v0
      v2:bool = ge i0 2:i64
      b1[i0*s1 + i1] where v2 = v1"""
ASKED = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      b1[i0*s1 + i1] = v0
      v1:bool = lt i0 3:i64
      v2:bool = lt i1 5:i64
      v3:bool = and v1 v2
      v4:f32 = select v3 v0 1.0:f32
      next add v4"""
SCAN = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    serial i1 in s1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      v1:f32 = add c1.0:f32 v0
      b1[i0*s1 + i1] = v1
      next = v1"""
TURNED_AGAIN = """kernel (f32, f32!) (i64, i64)
  vector i1 in s0:
    serial i0 in s1:
      v0:f32 = load b0[i0 + i1*s1]
      v1:bool = ge i0 2:i64
      b1[i0 + i1*s1] = v0
      b1[i0 + i1*s1] where v1 = 2.0:f32"""
SCATTER = """kernel (f32!, i64, f32) (i64, i64)
  serial i0 in s1:
    v0:i64 = load b1[i0]
    v1:bool = ge v0 0:i64
    if v1:
      v2:bool = lt v0 s0
      if v2:
        v3:f32 = load b2[] at v0
        v4:f32 = load b2[i0]
        v5:f32 = mul v3 v4
        b0[] at v0 add= v5"""
HALVED = """kernel (f32!, i64) (i64, i64)
  serial i0 in s1:
    v0:i64 = load b1[i0]
    v1:i64 = abs v0
    v2:i64 = min v1 s1
    v3:i64 = sub v2 1:i64
    v4:i64 = max v3 0:i64
    v5:f32 = load b0[] at v4
    v6:f32 = convert v1
    v7:f32 = sub v5 v6
    b0[] at v4 = v7"""
ROWS_ADDED = """kernel (f32!, i64, f32) (i64, i64)
  serial i0 in s0:
    v0:i64 = load b1[i0]
    v1:bool = ge v0 0:i64
    if v1:
      v2:bool = lt v0 s0
      if v2:
        vector i1 in s1:
          v3:i64 = mul v0 s1
          v4:f32 = load b2[i0*s1 + i1]
          b0[i1] at v3 add= v4"""
CASES = [
    (MAP, "parallelize i0\nvectorize i0 16x2 mask"),
    (MAP, "parallelize i0\nvectorize i0 4x4 scalar"),
    (MAP, "parallelize i0\nvectorize i0 8x1 every"),
    (MAP, "parallelize i0\nsplit i0 5 -> i7\nvectorize i0 4x1 mask"),
    (MAP, "parallelize i0\nsplit_whole i0 8 -> i1\nvectorize i2 8x1 whole\nvectorize i0 4x1 mask"),
    (MAP, "parallelize i0\nsplit_whole i0 4 -> i1\nvectorize i0 4x1 mask"),
    (GRID, "parallelize i0\nvectorize i1 16x1 mask"),
    (GRID, "parallelize i0\nsplit i1 7 -> i2\nvectorize i1 4x1 mask"),
    (CROSSED, "parallelize i0\ntile i0 8 -> i2\nvectorize i1 8x1 mask"),
    (CROSSED, "parallelize i0\ntile i0 8 -> i2 when crossing i0 i1\nvectorize i1 8x1 mask"),
    (CROSSED, "parallelize i0\ninterchange i0\nvectorize i1 8x1 mask"),
    (CROSSED, "parallelize i0\nsplit i0 3 -> i2\ninterchange i0\nvectorize i1 4x1 scalar"),
    (
        CROSSED,
        "parallelize i0\ninterchange i0\nvectorize i1 8x1 mask\nsplit_whole i0 4 -> i2\n"
        "transpose i3\ntranspose i0",
    ),
    (
        CROSSED,
        "parallelize i0\ninterchange i0\nvectorize i1 4x1 every\nsplit i0 4 -> i2\ntranspose i0",
    ),
    (SCAN, "parallelize i0\nvectorize i0 8x1 mask\nsplit_whole i1 4 -> i2\ntranspose i3"),
    (SCAN, "parallelize i0\nvectorize i0 4x1 every\nsplit_whole i1 4 -> i2\ntranspose i3"),
    (
        SCAN,
        "parallelize i0\nvectorize i0 16x1 mask\nsplit_whole i1 4 -> i2\n"
        "transpose i3\ntranspose i1",
    ),
    (SCAN, "parallelize i0\nsplit_whole i1 8 -> i2\nunroll i3"),
    (
        CROSSED,
        "parallelize i0\ntile i0 8 -> i2 when crossing i0 i1, long i1 17\nvectorize i1 8x1 mask",
    ),
    (CROSSED, "parallelize i0\ntile i0 16 -> i2\nsplit i0 4 -> i3\nvectorize i1 8x1 mask"),
    (SERIAL, "tile i0 8 -> i2 when crossing i0 i1, disjoint i0 i1\nvectorize i1 8x1 mask"),
    (
        SERIAL,
        "version i0 -> i2 when disjoint i0 i1\ninterchange i0\nvectorize i1 16x1 mask\n"
        "split_whole i0 4 -> i4\ntranspose i5",
    ),
    (TURNED_AGAIN, "split_whole i0 4 -> i2\nvectorize i1 8x1 mask\ntranspose i3"),
    (ASKED, "branch i1 i1"),
    (MASKED_ALIKE, "vectorize i1 64x4 mask"),
    (SUMS, "unroll_and_jam i0 4 -> i2\nvectorize i1 8x2 mask\nvectorize i4 8x1 mask"),
    (SUMS, "unroll_and_jam i0 8 -> i2\nvectorize i1 8x1 scalar"),
    (SUMS, "unroll_and_jam i0 4 -> i2 when spread i0 16\nvectorize i1 8x1 mask"),
    (ADDED, "unroll_and_jam i0 4 -> i2\nvectorize i1 8x1 mask\nvectorize i4 8x1 mask"),
    (SCATTER, "distribute i0 4 -> i1"),
    (SCATTER, "distribute i0 16 -> i1\nvectorize i2 8x1 mask"),
    (HALVED, "distribute i0 3 -> i1\nvectorize i2 4x2 every"),
    (ROWS_ADDED, "distribute i0 5 -> i2\nvectorize i3 8x1 scalar\nvectorize i1 8x1 halves"),
    (PADDED, "parallelize i0\ncut i1 -> i2\ncut i2 -> i3\nvectorize i2 4x2 mask"),
    (WINDOW, "parallelize i0\nunswitch i1 -> i2"),
    (
        WINDOW,
        "parallelize i0\nunswitch i1 -> i2\ncut i1 -> i3\nvectorize i1 8x1 mask\n"
        "vectorize i2 4x2 every",
    ),
    (PARTS, "parallelize i0\ncut i1 -> i2\nvectorize i1 8x1 mask\nvectorize i2 8x1 mask"),
    (PARTS, "parallelize i0\ncut i1 -> i2\ncut i2 -> i3\nvectorize i2 4x2 scalar"),
    (
        PARTS,
        "parallelize i0\nsplit i0 3 -> i2\ninterchange i0\ncut i1 -> i3\ncut i3 -> i5\n"
        "vectorize i3 8x1 mask",
    ),
    (PARTS, "parallelize i0\ninterchange i0\nvectorize i1 8x1 mask\nbranch i0 i1"),
    (
        PARTS,
        "parallelize i0\nversion i0 -> i2 when short i1 24\nsplit i0 2 -> i4\ninterchange i0\n"
        "vectorize i1 8x1 mask\nvectorize i3 8x1 mask",
    ),
    (
        TOTALS,
        "parallelize i0\ncombine_rows i0 8 40 -> i3\nvectorize i1 8x1 mask\nvectorize i2 8x2 mask",
    ),
    (
        TOTALS,
        "parallelize i0\nversion i0 -> i3 when short i1 i2 40\ncombine_rows i0 8 -> i6\n"
        "vectorize i1 8x1 mask\nvectorize i2 8x1 one\nvectorize i4 8x1 mask\nvectorize i5 8x1 mask",
    ),
]


def outcome(run, kernel, n, m):
    """What calls with parts of its iterations leave in a kernel's buffers, of n * m elements."""
    rng, arrays = np.random.default_rng(n + m), []
    for b in kernel.buffers:
        made = rng.integers(-9, 9, n * m).astype(b.dtype)
        arrays.append(arrays[b.shares[0]] if b.shares else made)
    extent = nests.extent_of(kernel, [n, m])
    for lo, hi in itertools.pairwise(sorted({0, extent // 3, extent})):
        run(arrays, [n, m], lo, hi)
    return arrays


SIZES = ((1, 1), (3, 17), (5, 8), (9, 16), (18, 33), (7, 70))


def interpreted(kernel):
    return lambda arrays, words, lo, hi: interpret(kernel, arrays, words, hi, lo)


@pytest.mark.parametrize(("text", "schedule"), CASES)
def test_a_scheduled_kernel_computes_what_it_did(text, schedule):
    kernel = parse_kernel(text)
    scheduled = replay(kernel, schedule)
    for n, m in SIZES:
        want, found = (outcome(interpreted(k), kernel, n, m) for k in (kernel, scheduled))
        np.testing.assert_array_equal(found, want, err_msg=f"{n} by {m}")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("text", "schedule"), CASES)
def test_a_scheduled_kernel_is_compiled_to_what_it_did(text, schedule):
    kernel = parse_kernel(text)
    compiled = compiler.compile_kernel(kernel, schedule=language.parse(schedule))
    for n, m in SIZES:
        want = outcome(interpreted(kernel), kernel, n, m)
        found = outcome(lambda *a: call(compiled, *a), kernel, n, m)
        np.testing.assert_array_equal(found, want, err_msg=f"{n} by {m}")


@pytest.mark.parametrize(("text", "schedule"), CASES)
def test_a_schedule_prints_what_it_was_parsed_from(text, schedule):
    assert language.print_schedule(language.parse(schedule)) == schedule


RUNNING = """kernel (f32!) (i64)
  serial i0 in s0 carrying 0.0:f32:
    v0:f32 = load b0[i0]
    v1:f32 = add c0.0:f32 v0
    b0[i0] = v1
    next = v1"""
FOLLOWS = """kernel (f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:f32 = load b0[i0*s1 + i1]
      b0[s1 + i0*s1 + i1] = v0"""
LAST = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:f32 = load b0[i0*s1 + i1]
      b1[i1] = v0"""
SHORTENS = """kernel (i64!, f32!) ()
  v0:i64 = load b0[]
  vector i0 in v0:
    v1:bool = lt i0 4:i64
    v2:f32 = select v1 1.0:f32 2.0:f32
    b1[i0] = v2
    b0[i0] = i0"""
SUMS_INSIDE = """kernel (f32!, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      serial i2 in s1 carrying 0.0:f32:
        next = 1.0:f32
      v0:f32 = load b0[i1]
      b1[i0*s1 + i1] = v0
      b0[i0*s1 + i1] = r2.0:f32"""
BLOCKS = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    serial i1 in s1:
      vector i2 in s1:
        v0:f32 = load b1[i0*s1 + i2]
        v1:f32 = load b0[i1*s1 + i2]
        v2:f32 = add v0 v1
        b1[i0*s1 + i2] = v2"""
TRIANGLE = """kernel (f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in i0:
      b0[i0*s1 + i1] = 1.0:f32"""

DEEP = """kernel (f32!) (i64, i64, i64)
  serial i0 in s0:
    serial i1 in s1:
      vector i2 in s1:
        v0:f32 = convert i0
        b0[i0*s2 + i1*s2 + i2] = v0"""
WINDOWS = """kernel (f32, f32!, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1:
      v0:f32 = load b1[i1]
      v1:f32 = load b0[i0*s1 + i1]
      v2:f32 = add v0 v1
      b1[i1] = v2
      b2[i0 + i1] = v1"""
FROM = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in i0..s1:
      v0:f32 = load b1[i1]
      v1:f32 = load b0[i0*s1 + i1]
      v2:f32 = add v0 v1
      b1[i1] = v2"""
FROM_ONE = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in 1:i64..s1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next add v0
    b1[i0] = r1.0:f32"""
TOTALS_FROM = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    v0:f32 = load b1[i0]
    vector i1 in s1 carrying v0:
      v1:f32 = load b0[i0*s1 + i1]
      next add v1
    b1[i0] = r1.0:f32"""
TOTALS_OF_TOTALS = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next add v0
    vector i2 in s1 carrying r1.0:f32:
      v1:f32 = load b0[i0*s1 + i2]
      next max v1
    b1[i0] = r2.0:f32"""
ANY = """kernel (bool, bool!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1 carrying False:bool:
      v0:bool = load b0[i0*s1 + i1]
      next or v0
    b1[i0] = r1.0:bool"""
STORED_AGAIN = """kernel (f32, f32!) (i64, i64)
  serial i0 in s0:
    vector i1 in s1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next add v0
    b1[i0] = r1.0:f32
    b1[i0] at 1:i64 = 2.0:f32"""
UNEVEN = """kernel (f32!) (i64, i64)
  vector i0 in s0:
    serial i1 in i0:
      b0[i0*s1 + i1] = 1.0:f32"""
TURNED_AHEAD = """kernel (f32, f32!) (i64, i64, i64, i64)
  vector i1 in s0:
    serial i0 in s1:
      v0:f32 = load b0[i0 + i1*s2]
      b1[i0 + i1*s2] = v0
      b1[s3 + i0 + i1*s2] = 2.0:f32"""
OWN_BOUND = """kernel (f32!) (i64, i64)
  vector i0 in s0:
    v0:i64 = min i0 s1
    v1:bool = lt i0 v0
    v2:f32 = select v1 1.0:f32 2.0:f32
    b0[i0] = v2"""
LANES = """kernel (f32!) (i64, i64)
  parallel_vector i0 in s0:
    v0:bool = lt i0 s1
    v1:f32 = select v0 1.0:f32 2.0:f32
    b0[i0] = v1"""
STEPS = """kernel (f32, f32!) (i64, i64)
  parallel i0 in 0:i64..s0 step 2:i64:
    vector i1 in s1:
      v0:f32 = load b0[i0 + i1*s0]
      b1[i0*s1 + i1] = v0"""

MOVING_BOUND = """kernel (i64!) (i64)
  serial i0 in s0:
    v0:i64 = load b0[]
    v1:i64 = max v0 0:i64
    v2:i64 = min v1 s0
    v3:bool = lt i0 v2
    v4:i64 = select v3 6:i64 7:i64
    b0[i0] = v4"""
MOVING_END = """kernel (i64!) (i64)
  v0:i64 = load b0[]
  vector i0 in v0:
    v1:bool = lt i0 s0
    v2:i64 = select v1 6:i64 7:i64
    b0[i0] = v2"""
BOUND_MADE_INSIDE = """kernel (i64, i64!) (i64)
  serial i0 in s0:
    serial i1 in s0 carrying 0:i64:
      v0:i64 = load b0[i0*s0 + i1]
      next add v0
    v1:i64 = max r1.0:i64 0:i64
    v2:i64 = min v1 s0
    v3:bool = lt i0 v2
    v4:i64 = select v3 6:i64 7:i64
    b1[i0] = v4"""

CHAIN = """kernel (i64!) (i64)
  serial i0 in s0:
    v0:i64 = load b0[i0]
    b0[] at v0 = i0"""


@pytest.mark.parametrize(
    ("text", "schedule", "why"),
    [
        (MAP, "parallelize i0\nvectorize i0 8x1 whole", "its bounds do not say"),
        (MAP, "parallelize i0\nvectorize i0 8x1 one", "begins at 0"),
        (MAP, "parallelize i0\nvectorize i0 8x1 halves", "begins at 0"),
        (MAP, "parallelize i0\nvectorize i0 6x1 mask", "a power of two"),
        (MAP, "parallelize i0\nvectorize i0 64x8 mask", "a power of two"),
        (MAP, "parallelize i0\nsplit i0 0 -> i1", "pieces of 0"),
        (MAP, "parallelize i0\nsplit_whole i0 0 -> i1", "pieces of 0"),
        (MAP, "parallelize i0\nsplit i0 4 -> i0", "two loops have the number 0"),
        (CROSSED, "interchange i0", "shared by calls"),
        (CROSSED, "tile i0 8 -> i2", "shared by calls"),
        (CROSSED, "vectorize i1 8x4 one", "one register at a time"),
        (CROSSED, "version i0 -> i2 when short i1 9", "calls share it"),
        (LAST, "tile i0 8 -> i2 when disjoint i0 i1", "may meet"),
        (SUMS, "distribute i0 8 -> i2", "no computed places"),
        (CHAIN, "distribute i0 8 -> i2", "no computed places"),
        (DEEP, "tile i0 4 -> i3 when disjoint i0 i1", "may meet"),
        (DEEP, "version i0 -> i3 when disjoint i0 i1", "may meet"),
        (FROM, "unroll_and_jam i0 4 -> i2", "more than to add"),
        *(
            (text, "parallelize i0\ncombine_rows i0 4 -> i5", "not made of totals")
            for text in (FROM_ONE, TOTALS_FROM, TOTALS_OF_TOTALS, ANY)
        ),
        (
            TURNED_AHEAD,
            "split_whole i0 4 -> i2\nvectorize i1 8x1 mask\ntranspose i3",
            "where others",
        ),
        (UNEVEN, "vectorize i0 8x1 mask\nsplit i1 4 -> i2", "in each lane"),
        (STORED_AGAIN, "combine_rows i0 4 -> i5", "not made of totals"),
        (TOTALS, "parallelize i0\ncombine_rows i0 6 -> i5", "a power of two"),
        (
            TOTALS,
            "parallelize i0\ncombine_rows i0 8 -> i5\nvectorize i1 8x1 scalar",
            "made of stores",
        ),
        (OWN_BOUND, "unswitch i0 -> i1", "by nothing that all"),
        (GRID, "unswitch i1 -> i2", "by nothing that all"),
        (LANES, "vectorize i0 8x1 mask", "`vectorize i0 8x1 mask`: loop i0 is shared"),
        (ASKED, "unswitch i1 -> i2", "by nothing that all"),
        (PARTS, "unswitch i1 -> i2", "by nothing that all"),
        (PARTS, "parallelize i0\nvectorize i1 8x1 mask\ncut i1 -> i2", "its lanes are set"),
        (PADDED, "cut i0 -> i2", "no bound of its index decides"),
        (MOVING_BOUND, "cut i0 -> i1", "no bound of its index decides"),
        (MOVING_END, "cut i0 -> i1", "no bound of its index decides"),
        (BOUND_MADE_INSIDE, "cut i0 -> i2", "no bound of its index decides"),
        (STEPS, "interchange i0\nvectorize i1 8x1 mask\ntranspose i0", "no tile"),
        (MAP, "split i0 4 -> i1", "shared by calls"),
        (MAP, "parallelize i1", "not the outermost"),
        (MAP, "vectorize i0 4x1 mask", "`parallelize i0` first"),
        (MAP, "interchange i0", "is not one loop"),
        (MAP, "parallelize i0\nsplit_whole i0 5 -> i1", "no power of two"),
        (MAP, "vectorize i4 4x1 mask", "no loop i4"),
        (RUNNING, "split i0 4 -> i1", "carries values"),
        (RUNNING, "version i0 -> i1 when short i0 4", "carries values"),
        (RUNNING, "vectorize i0 4x1 mask", "iterations may need an order"),
        (RUNNING, "unroll i0", "a literal count|no literal count"),
        (FOLLOWS, "interchange i0", "may meet"),
        (FOLLOWS, "tile i0 4 -> i2", "may meet"),
        (FOLLOWS, "transpose i0", "no tile"),
        (SCAN, "parallelize i0\nvectorize i0 4x1 mask\ntranspose i1", "no tile"),
        (SCAN, "parallelize i0\nsplit_whole i1 4 -> i2\ntranspose i3", "no tile"),
        (
            SCAN,
            "parallelize i0\nvectorize i0 8x1 mask\nsplit_whole i1 2 -> i2\ntranspose i3",
            "no tile",
        ),
        (
            SCAN,
            "parallelize i0\nvectorize i0 8x1 scalar\nsplit_whole i1 4 -> i2\ntranspose i3",
            "are no rows",
        ),
        (
            SCAN,
            "parallelize i0\nvectorize i0 4x2 mask\nsplit_whole i1 4 -> i2\ntranspose i3",
            "are no rows",
        ),
        (
            SCAN,
            "parallelize i0\nvectorize i0 2x1 mask\nsplit_whole i1 4 -> i2\ntranspose i3",
            "are no rows",
        ),
        (
            SCAN,
            "parallelize i0\nvectorize i0 8x1 mask\nsplit_whole i1 4 -> i2\ntranspose i3\n"
            "vectorize i0 4x1 mask",
            "rows of a tile",
        ),
        (MAP, "parallelize i0\nvectorize i0 8x1 mask\nsplit i0 4 -> i1", "has lanes"),
        (
            TOTALS,
            "parallelize i0\ncombine_rows i0 8 -> i5\nversion i2 -> i6 when short i2 9",
            "each row like the others",
        ),
        (BLOCKS, "parallelize i0\nvectorize i0 8x1 mask", "reads what it writes"),
        (SCAN, "parallelize i0\nvectorize i0 4x1 mask\nsplit i1 4 -> i2", "carries values"),
        (FOLLOWS, "unroll_and_jam i0 4 -> i2", "more than to add"),
        (SHORTENS, "split i0 4 -> i1", "its ends are read from"),
        (SHORTENS, "split_whole i0 4 -> i1", "its ends are read from"),
        (SHORTENS, "cut i0 -> i1", "no bound of its index decides"),
        (LAST, "interchange i0", "may meet"),
        (LAST, "unroll_and_jam i0 4 -> i2", "more than to add"),
        (SUMS_INSIDE, "tile i0 4 -> i3 when disjoint i0 i1", "may meet"),
        (TRIANGLE, "parallelize i0\ninterchange i0", "not a plain nest"),
        (TRIANGLE, "parallelize i0\nunswitch i1 -> i2", "by nothing that all"),
        (TRIANGLE, "parallelize i0\ncut i1 -> i2", "no bound of its index decides"),
        (TOTALS, "parallelize i0\ncut i1 -> i3", "no bound of its index decides"),
        (TRIANGLE, "parallelize i0\nbranch i0 i1", "no one condition"),
        (SERIAL, "interchange i0", "may meet"),
        (SERIAL, "tile i0 8 -> i2 when crossing i0 i1", "may meet"),
        (CROSSED, "combine_rows i0 4 -> i5", "not made of totals"),
        (SUMS, "combine_rows i0 4 -> i5", "not made of totals"),
        (MAP, "parallelize i0\nvectorize i0 6x1 mask", "a power of two"),
        (MAP, "parallelize i0\nvectorize i0 8x3 mask", "a power of two"),
        (MAP, "parallelize i0\nvectorize i0 1x4 mask", "a power of two"),
        (MAP, "parallelize i0\nvectorize i0 8x2 one", "one register"),
        (MAP, "parallelize i0\nvectorize i0 8x1 whole", "its bounds do not say"),
        (MAP, "parallelize i0\nvectorize i0 8x1 halves", "begins at 0"),
        (
            MAP,
            "parallelize i0\nsplit_whole i0 8 -> i1\nvectorize i0 16x1 whole",
            "its bounds do not say",
        ),
        (
            TOTALS,
            "parallelize i0\ncombine_rows i0 8 -> i5\nvectorize i1 8x1 scalar",
            "made of stores",
        ),
        (TOTALS, "parallelize i0\nvectorize i1 8x1 scalar\ncombine_rows i0 8 -> i5", "one by one"),
    ],
)
def test_what_would_change_the_result_is_refused(text, schedule, why):
    with pytest.raises(Illegal, match=why):
        replay(parse_kernel(text), schedule)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fuse i0 i1", "a directive, one of parallelize"),
        ("split i0 -> i1", "a number"),
        ("split 4 i0 -> i1", "a loop such as i0"),
        ("split i0 4", "the number of a new loop"),
        ("split i0 4 9 -> i1", "no more than split takes"),
        ("vectorize i0 16 mask", "a vector such as 16x2 mask"),
        ("vectorize i0 16x1 half", "whose tail is one of mask"),
        ("tile i0 4 -> i2 when near i0 i1", "a condition"),
        ("tile i0 4 -> i2 when short i0", "a condition"),
        ("version i0 -> i2 when short i0 i1", "a number"),
    ],
)
def test_text_that_is_no_schedule_names_the_line(line, expected):
    with pytest.raises(FjaxValueError, match=expected) as raised:
        language.parse(f"parallelize i0\n{line}")
    assert repr(line) in str(raised.value)


NEGATIVE = """kernel (f32!) (i64)
  v0:i64 = sub s0 9:i64
  serial i0 in 1:i64:
    vector i1 in v0:
      b0[i0 + i1] = 1.0:f32"""


@pytest.mark.parametrize(
    "schedule",
    [
        "vectorize i1 8x1 mask",
        "vectorize i1 8x1 one",
        "vectorize i1 8x2 scalar",
        "split_whole i1 4 -> i2\nvectorize i3 8x1 mask",
        "split i1 4 -> i2\nvectorize i1 8x1 mask",
    ],
)
def test_a_loop_that_ends_before_it_begins_runs_nothing(schedule):
    kernel = parse_kernel(NEGATIVE)
    compiled = compiler.compile_kernel(kernel, schedule=language.parse(schedule))
    for n in range(14):
        made, ran = np.zeros(99, np.float32), np.zeros(99, np.float32)
        interpret(replay(kernel, schedule), [made], [n], 1)
        call(compiled, [ran[64:]], [n], 0, 1)
        assert made.sum() == ran[64:].sum() == max(n - 9, 0)
        assert not ran[:64].any()


def test_a_kernel_with_short_indices_is_cut():
    kernel = parse_kernel("""kernel i32 (f32!) (i32, i32)
  vector i0 in s0:
    v0:bool = lt i0 s1
    v1:f32 = select v0 1.0:f32 2.0:f32
    b0[i0] = v1""")
    assert mistake(replay(kernel, "cut i0 -> i1\nvectorize i0 8x1 mask")) is None


def test_a_kernel_that_calls_share_needs_its_part_spelled_out():
    with pytest.raises(FjaxValueError, match="begins with parallelize"):
        compiler.compile_kernel(parse_kernel(MAP), schedule=())


@pytest.mark.parametrize("step", ["i0 + i1", "i0*s1 + i1", "i0*3 + i1"])
def test_rows_that_overlap_are_stored_in_their_order(step):
    text = WINDOWS.replace("i0 + i1]", f"{step}]")
    schedule = "unroll_and_jam i0 4 -> i2\nvectorize i1 8x1 mask\nvectorize i4 8x1 mask"
    kernel = parse_kernel(text)
    compiled = compiler.compile_kernel(kernel, schedule=language.parse(schedule))
    for n, m in ((1, 1), (4, 1), (9, 3), (9, 4), (17, 20)):
        x = np.arange(n * m, dtype=np.float32)
        found = [[x, np.zeros(m, np.float32), np.zeros(n * m + 99, np.float32)] for _ in range(3)]
        interpret(kernel, found[0], [n, m], 1)
        interpret(replay(kernel, schedule), found[1], [n, m], 1)
        call(compiled, found[2], [n, m], 0, 1)
        for other in found[1:]:
            for a, b in zip(found[0], other, strict=True):
                np.testing.assert_array_equal(a, b)


def test_directives_compose_with_those_before():
    text = print_kernel(replay(parse_kernel(CROSSED), "parallelize i0\ntile i0 16 -> i2"))
    again = replay(parse_kernel(text), "split i0 4 -> i3\nvectorize i1 16x1 mask")
    assert print_kernel(parse_kernel(print_kernel(again))) == print_kernel(again)
    order = [line.split()[1] for line in print_kernel(again).splitlines() if " in " in line]
    assert order == ["i2", "i3", "i0", "i1"]


def test_each_directive_has_a_row_in_the_guide_and_in_the_listing():
    guide = pathlib.Path(__file__).parents[3].joinpath("docs/design/scheduling.md").read_text()
    for name in language.DIRECTIVES:
        assert re.search(rf"^\| `{name}[ `]", guide, re.MULTILINE), f"no row of {name}"
        assert f"`{name}`" in schedule_package.__doc__, f"{name} is not in schedule/__init__.py"
