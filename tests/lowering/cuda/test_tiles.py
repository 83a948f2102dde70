"""Rows that lanes hold in registers: read once, whatever is made of them."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import BLOCK
from fjax.lowering.cuda.heuristic import Shape, Variant, variant
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.machine import named
from tests.lowering.cuda.check import ARCHITECTURE, check
from tests.lowering.cuda.emulator import run as emulate
from tests.lowering.cuda.program import Program, PtxError
from tests.lowering.cuda.test_schedules import array, lowered, run

RNG = np.random.default_rng(0)
MACHINE = named(ARCHITECTURE)
# The mean of a row, the sum of squares around it, and the row over that; a row of weights besides.
NORM = """\
kernel (f32, f32, f32!, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1 carrying 1.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next add v0
    vector i2 in s1 carrying 0.0:f32:
      v1:f32 = load b0[i0*s1 + i2]
      v2:f32 = sub v1 r1.0:f32
      v3:f32 = mul v2 v2
      next add v3
    b3[i0] = r2.0:f32
    vector i3 in s1:
      v4:f32 = load b0[i0*s1 + i3]
      v5:f32 = load b1[i3]
      v6:f32 = sub v4 r1.0:f32
      v7:f32 = mul v6 v5
      v8:f32 = convert i3
      v9:f32 = add v7 v8
      b2[i0*s1 + i3] = v9"""


def softmax(x):
    return fjax.nn.softmax(x, -1)


def layer_norm(x, gain, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * gain + bias


def text_of(function, *args):
    """The PTX of the one kernel of a program, in the variant that its rows get."""
    (known,) = lowered(function, *args)
    words = [int(value) if np.ndim(value) == 0 else 0 for _, value in known.words]
    chosen = variant(known.kernel, words, MACHINE)
    return ptx(emit(known.kernel, "kernel", MACHINE, chosen).text, ARCHITECTURE), chosen.held


@pytest.mark.one_in(2)
@pytest.mark.parametrize("columns", [1, 5, 31, 32, 60])
@pytest.mark.parametrize("way", [(Variant(4, held=16), 64), (Variant(BLOCK, held=2), 32)])
def test_rows_in_registers_give_what_loops_give(columns, way):
    x = RNG.integers(-4, 5, (7, columns)).astype(np.float32)
    buffers = [x, RNG.integers(0, 9, columns).astype(np.float32), x * 0, np.zeros(7, np.float32)]
    known, block = way
    check(parse_kernel(NORM), buffers, [7, columns], 7, chosen=[(known, Shape(2, block))])


def test_softmax_reads_its_input_once():
    text, held = text_of(softmax, array(4096, 512))
    assert held == 16 and len(re.findall(r"ld\.global", text)) == 16
    assert len(re.findall(r"st\.global", text)) == 16


def test_layer_norm_reads_its_input_once_and_its_weights():
    text, held = text_of(layer_norm, array(64, 4096), array(4096), array(4096))
    assert held == 16 and len(re.findall(r"ld\.global", text)) == 3 * 16


@pytest.mark.one_in(3)
@pytest.mark.parametrize("columns", [3, 100, 1000, 5000])
@pytest.mark.parametrize("function", [softmax, jnp.var])
def test_programs_on_rows_in_registers(columns, function):
    x = RNG.normal(size=(3, columns)).astype(np.float32)
    function = softmax if function is softmax else lambda x: (x - x.mean(1, keepdims=True)).var(1)
    (found,), _ = run(function, x)
    np.testing.assert_allclose(found, function(jnp.asarray(x)), rtol=2e-6, atol=2e-7)


def test_rows_are_not_held_if_they_are_empty_too_long_or_walked_once():
    (known,) = lowered(softmax, array(40, 512))
    of = lambda length: variant(known.kernel, [length] * len(known.words), MACHINE).held
    assert [of(n) for n in (0, 1, 100, 512, 1024, 4096, 4097)] == [0, 4, 4, 16, 4, 16, 0]
    (sums,) = lowered(lambda x: x.sum(1), array(4096, 512))
    assert variant(sums.kernel, [512] * len(sums.words), MACHINE).held == 0


def test_rows_whose_length_the_kernel_computes_are_not_held():
    text = NORM.replace("in s0:", "in s0:\n    v10:i64 = min i0 s1").replace("in s1", "in v10")
    assert variant(parse_kernel(text), [4, 99], MACHINE).held == 0
    assert variant(parse_kernel(NORM), [4, 99], MACHINE).held == 4


def test_a_row_that_is_longer_than_what_is_held_is_left_undone():
    x = np.ones((2, 40), np.float32)
    buffers = [x, x[0], x * 0, np.zeros(2, np.float32)]
    with pytest.raises(AssertionError, match="Mismatched"):
        check(parse_kernel(NORM), buffers, [2, 40], 2, chosen=[(Variant(8, held=4), Shape(1, 32))])


def test_an_output_that_is_a_row_short_is_found():
    text = ptx(emit(parse_kernel(NORM), "k", MACHINE, Variant(8, held=4)).text, ARCHITECTURE)
    x = np.ones((4, 30), np.float32)
    with pytest.raises(PtxError, match="out of bounds: .* of buffer 2"):
        emulate(Program(text), [x, x[0], x[:3] * 0, np.zeros(4, np.float32)], [4, 30], 4, 1, 32)
