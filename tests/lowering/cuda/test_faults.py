"""The emulator finds what is wrong with a kernel: faults planted in a good one."""

import re

import numpy as np
import pytest

from fjax.core.vectormath.exponential import exp
from fjax.lowering.cuda.emit.accesses import Accesses
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import BLOCK, Threads
from fjax.lowering.cuda.heuristic import Variant
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel.form import WARP
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.machine import named
from tests.lowering.cuda.check import ARCHITECTURE
from tests.lowering.cuda.emulator import run
from tests.lowering.cuda.program import Program, PtxError

ROWS, COLUMNS = 20, 199  # rows of an odd length: not all of them are aligned
# The last loop reads what the one before has written: backwards, so that other lanes wrote it.
SOFTMAX = """\
kernel (f32, f32!, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1 carrying -inf:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next max v0
    vector i2 in s1 carrying 0.0:f32:
      v1:f32 = load b0[i0*s1 + i2]
      v2:f32 = sub v1 r1.0:f32
      v3:f32 = call exp v2
      b1[i0*s1 + i2] = v3
      next add v3
    vector i3 in s1:
      v4:i64 = sub s1 i3
      v5:i64 = sub v4 1:i64
      v6:f32 = load b1[i0*s1] at v5
      v7:f32 = div v6 r2.0:f32
      b2[i0*s1 + i3] = v7"""


def launch(change=lambda text: text, short=0, lanes=BLOCK, columns=COLUMNS):
    """Run the kernel with its text changed, or its last output shortened; the results, expected."""
    kernel = parse_kernel(SOFTMAX, {"exp": exp})
    text = ptx(emit(kernel, "kernel", named(ARCHITECTURE), Variant(lanes)).text, ARCHITECTURE)
    x = np.random.default_rng(0).normal(size=(ROWS, columns)).astype(np.float32)
    out = np.zeros((ROWS - short, columns), np.float32)
    run(Program(change(text)), [x, np.zeros_like(x), out], [ROWS, columns], ROWS, 4, 128)
    powers = np.exp(x - x.max(1, keepdims=True))
    return out, (powers / powers.sum(1, keepdims=True))[:, ::-1]


def without(pattern):
    """A change that takes instructions out."""

    def change(text):
        changed = re.sub(rf"\n\s*{pattern}[^\n]*", "", text)
        assert changed != text, "nothing was taken out"
        return changed

    return change


@pytest.mark.parametrize("lanes", [BLOCK, WARP, 8])
def test_the_kernel_without_a_fault_is_right(lanes):
    found, expected = launch(lanes=lanes)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_missing_barrier_is_a_race():
    with pytest.raises(PtxError, match=r"race: thread \d+ \w+ what thread \d+ (read|wrote)"):
        launch(without(r"bar\.sync"))


@pytest.mark.parametrize("lanes", [WARP, 8])
def test_a_missing_barrier_of_a_warp_is_a_race(lanes):
    with pytest.raises(PtxError, match="race: "):
        launch(without(r"bar\.warp\.sync"), lanes=lanes)


def test_an_output_that_is_a_row_short_is_written_out_of_bounds():
    with pytest.raises(PtxError, match=f"out of bounds: .* of buffer 2, which has {19 * 199 * 4}"):
        launch(short=1)


def test_a_wide_access_to_a_row_that_is_not_aligned_is_found(monkeypatch):
    def whole(self, loop, scope, hi, width):
        return self.writer.ins(scope.code, f"and i64 {hi}, {-width}")

    monkeypatch.setattr(Accesses, "whole", whole)
    with pytest.raises(PtxError, match=r"misaligned by \d+ bytes"):
        launch()
    launch(columns=COLUMNS + 1)  # where each row begins at 16 bytes, the question is not needed


def test_a_shuffle_with_a_lane_outside_the_team_is_found(monkeypatch):
    right = Threads.parts_of_warps

    def parts_of_warps(self, lanes):
        right(self, lanes)
        before = self.writer.ins(self.code, f"and i32 {self.lane32}, {WARP - lanes}")
        self.members = self.writer.ins(self.code, f"shl i32 1, {before}")

    monkeypatch.setattr(Threads, "parts_of_warps", parts_of_warps)
    with pytest.raises(PtxError, match="not among"):
        launch(lanes=8)


SQUARES = """\
kernel (f32, f32!) (i64)
  parallel i0 in s0:
    v0:f32 = load b0[i0]
    v1:f32 = mul v0 v0
    b1[i0] = v1"""


def test_memory_that_is_written_as_another_buffer_is_no_constant():
    def squared(changed):
        kernel, x = parse_kernel(SQUARES), np.arange(100, dtype=np.float32)
        variant = Variant(changed=changed)
        text = ptx(emit(kernel, "kernel", named(ARCHITECTURE), variant).text, ARCHITECTURE)
        run(Program(text), [x, x], [100], 100, 2, 32)
        return x

    np.testing.assert_array_equal(squared(frozenset({0})), np.arange(100.0) ** 2)
    with pytest.raises(PtxError, match="is written was read through the constant cache: st"):
        squared(frozenset())


WAITS = """\
.visible .entry kernel(
	.param .u64 extent
)
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<2>;
	mov.u32 	%r1, %tid.x;
	setp.eq.b32 	%p1, %r1, 0;
	@%p1 bra 	$one;
	bar.sync 	0;
$one:
	bar.warp.sync 	-1;
	ret;
}
"""


def test_threads_that_wait_for_each_other_for_ever_are_named():
    with pytest.raises(PtxError, match="for ever: .'bar.sync"):
        run(Program(WAITS), [], [], 0, 1, 32)


def test_an_unknown_instruction_is_refused():
    with pytest.raises(PtxError, match="unknown instruction: ex2.approx"):
        launch(lambda text: text.replace("\tbar.sync", "\tex2.approx.f32 \t%r1, %r1;\n\tbar", 1))
