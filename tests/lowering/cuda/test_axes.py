"""Several parallel axes, as threads and as teams."""

import numpy as np
import pytest

from fjax.lowering.kernel.parser import parse_kernel
from tests.lowering.cuda.check import check

MAP = """\
kernel (f32, f32!) (i64, i64, i64)
  parallel i0 in s0:
    parallel i1 in s1:
      parallel i2 in s2:
        v0:i64 = mul i0 s1
        v1:i64 = add v0 i1
        v2:i64 = mul v1 s2
        v3:f32 = load b0[i2] at v2
        v4:f32 = add v3 1.0:f32
        b1[i2] at v2 = v4"""
SUMS = """\
kernel (f32, f32!) (i64, i64, i64)
  parallel i0 in s0:
    parallel i1 in s1:
      v0:i64 = mul i0 s1
      v1:i64 = add v0 i1
      v2:i64 = mul v1 s2
      vector i2 in s2 carrying 0.0:f32:
        v3:f32 = load b0[i2] at v2
        next add v3
      b1[i1] at v0 = r2.0:f32"""


@pytest.mark.parametrize("sizes", [(3, 5, 7), (1, 1, 40), (2, 0, 3)])
def test_threads_are_dealt_the_iterations_of_all_axes(sizes):
    x = np.random.default_rng(0).normal(size=np.prod(sizes)).astype(np.float32)
    check(parse_kernel(MAP), [x, np.zeros_like(x)], list(sizes), int(np.prod(sizes)))


@pytest.mark.parametrize("sizes", [(3, 5, 70), (4, 1, 3)])
def test_teams_are_dealt_the_iterations_of_all_axes(sizes):
    x = np.random.default_rng(0).integers(0, 9, np.prod(sizes)).astype(np.float32)
    out = np.zeros(sizes[0] * sizes[1], np.float32)
    check(parse_kernel(SUMS), [x, out], list(sizes), out.size)
