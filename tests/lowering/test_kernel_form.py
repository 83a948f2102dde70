"""The kernel form as a language: its text, its parser, its verifier."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core.parser import ParseError
from fjax.errors import InvalidIRError
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import mistake, rewritten

SOFTMAX = """\
kernel (f32, f32!) (i64, i64, i64, f32, i64)
  parallel i0 in s4:
    vector i1 in s1 carrying -inf:f32:
      v0:f32 = load b0[i0*s0 + i1]
      next max v0
    vector i2 in s1 carrying 0.0:f32:
      v1:f32 = load b0[i0*s0 + i2]
      v2:f32 = sub v1 r1.0:f32
      v3:f32 = libm exp v2
      b1[i0*s2 + i2] = v3
      next add v3
    vector i3 in s1:
      v4:f32 = load b1[i0*s2 + i3]
      v5:f32 = div p3:f32 r2.0:f32
      v6:f32 = mul v4 v5
      b1[i0*s2 + i3] = v6"""
SEARCH = """\
kernel (f32, i64, i64!) (i64, f32)
  serial i0 in s0:
    while w1 carrying 0:i64, 1.0:f32:
      v0:bool = lt c1.1:f32 p1:f32
      test v0
      v1:i64 = add c1.0:i64 1:i64
      v2:f32 = load b0[] at c1.0:i64 where v0
      v3:f32 = mul c1.1:f32 v2
      next = v1, = v3
    v4:i64 = load b1[i0]
    v5:bool = ge r1.0:i64 v4
    if v5:
      b2[i0] where v5 = r1.0:i64
    else:
      b2[i0] = v4"""
UNROLLED = """\
kernel (f32, f32!) ()
  unroll i0 in 3:i64:
    v0:f32 = load b0[i0*2]
    b1[i0] = v0"""

SEVERAL_AXES = """\
kernel (f32, f32!) (i64, i64, i64, i64, i64)
  parallel i0 in s0:
    parallel i1 in s1:
      parallel_vector i2 in s2:
        v0:f32 = load b0[i0*s3 + i1*s4 + i2]
        serial i3 in s1 carrying v0:
          next add v0
        b1[i0*s3 + i1*s4 + i2] = r3.0:f32"""
RUNNING = """\
kernel (f32, f32!) (i64, i64, i64)
  parallel i0 in s0:
    scan i1 in s1 carrying 0.0:f32, 1.0:f32:
      v0:f32 = mul c1.0:f32 c1.1:f32
      v1:f32 = load b0[i0*s2 + i1]
      v2:f32 = add v0 v1
      b1[i0*s2 + i1] = v2
      next add v1, max v1"""
COUNTED = """\
kernel (i64, f32, f32!) (i64, i64, i64)
  parallel i0 in s0:
    vector i1 in s1:
      v0:f32 = load b1[i0*s2 + i1]
      v1:i64 = load b0[i0]
      v2:bool = lt v1 9:i64
      b2[i1] at v1 where v2 add= v0"""
TOTALS = """\
kernel (f32, f32!) (i64)
  vector i0 in s0 carrying 0.0:f32, -inf:f32:
    v0:f32 = load b0[i0]
    next add v0, max v0
  v1:f32 = div r0.0:f32 r0.1:f32
  b1[] = v1"""
PARTS = """\
kernel (f32!) (i64, i64, i64, f32)
  vector i0 in s0:
    v0:i64 = mul s1 s2
    v1:f32 = load b0[i0*2] at v0
    v2:f32 = add v1 p3:f32
    b0[i0*2] at v0 = v2
    v3:i64 = add v0 1:i64
    v4:f32 = load b0[i0*2] at v3
    v5:f32 = sub v4 p3:f32
    b0[i0*2] at v3 = v5"""
SHARED = """\
kernel (f32, f32!b0, f32!) (i64, i64, i64)
  parallel_vector i0 in s0:
    serial i1 in s1 carrying 0.0:f32:
      v0:f32 = load b0[i0 + i1*s2]
      next add v0
    b2[i0] = r1.0:f32
    serial i2 in s1:
      v1:f32 = load b0[i0 + i2*s2]
      b1[i0 + i2*s2] = v1"""
PIECES = """\
kernel (f32, f32!b0) (i64)
  v0:i64 = and s0 -8:i64
  serial i1 in v0 step 8:i64:
    v1:i64 = add i1 8:i64
    serial i2 in i1..v1:
      v2:f32 = load b0[i2]
      b1[i2] = v2
  v3:i64 = add v0 8:i64
  v4:i64 = min v3 s0
  serial i0 in v0..v4:
    v5:f32 = load b0[i0]
    b1[i0] = v5
  serial i3 in v4..s0:
    v6:f32 = load b0[i3]
    b1[i3] = v6"""
SOUND = {
    "parts": PARTS,
    "softmax": SOFTMAX,
    "search": SEARCH,
    "unrolled": UNROLLED,
    "several axes": SEVERAL_AXES,
    "running": RUNNING,
    "counted": COUNTED,
    "totals": TOTALS,
    "shared memory": SHARED,
    "pieces in shared memory": PIECES,
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_the_text_of_a_sound_kernel_round_trips(text):
    kernel = parse_kernel(text)
    assert print_kernel(kernel) == text
    assert mistake(kernel) is None


def test_inspection_shows_the_form_of_a_kernel():
    inspected = fjax.inspect(lambda x: jnp.tanh(x) * 2)(jnp.ones(5, jnp.float32))
    assert (
        inspected.kernels[0].form
        == """\
kernel (f32, f32!b0) (f32, i64)
  parallel i0 in s1:
    v0:f32 = load b0[i0]
    v1:f32 = call tanh v0
    v2:f32 = mul v1 p0:f32
    b1[i0] = v2"""
    )


# What is changed in a sound kernel, and what the verifier says then.
FAULTS = {
    "the result of a loop that has not run": (
        SOFTMAX,
        "sub v1 r1.0:f32",
        "sub v1 r3.0:f32",
        "no loop 3 has ended",
    ),
    "a result inside its own loop": (
        SOFTMAX,
        "sub v1 r1.0:f32",
        "sub v1 r2.0:f32",
        "no loop 2 has ended",
    ),
    "a carried value after its loop": (
        SOFTMAX,
        "p3:f32 r2.0:f32",
        "p3:f32 c2.0:f32",
        "no loop 2 runs around it",
    ),
    "an item that a loop does not carry": (
        SOFTMAX,
        "p3:f32 r2.0:f32",
        "p3:f32 r2.1:f32",
        "the loop carries 1 items",
    ),
    "an item of another dtype": (
        SEARCH,
        "where v5 = r1.0:i64",
        "where v5 = r1.1:i64",
        "the item is f32",
    ),
    "the index of a loop that is elsewhere": (
        SOFTMAX,
        "b1[i0*s2 + i2]",
        "b1[i0*s2 + i1]",
        "i1 is no index here",
    ),
    "the index of a while loop": (SEARCH, "load b0[] at", "load b0[i1] at", "i1 is no index here"),
    "a word that the table lacks": (
        SOFTMAX,
        "b1[i0*s2 + i3]",
        "b1[i0*s9 + i3]",
        "s9 is word 9 of a table of 5",
    ),
    "a value read as a size": (SOFTMAX, "b1[i0*s2 + i3]", "b1[i0*s3 + i3]", "the table holds f32"),
    "a size read as a value": (SOFTMAX, "div p3:f32", "div p2:f32", "the table holds i64"),
    "a buffer that is not there": (
        SOFTMAX,
        "load b0[i0*s0 + i2]",
        "load b2[i0*s0 + i2]",
        "there are 2 buffers",
    ),
    "a store to an operand": (
        SOFTMAX,
        "b1[i0*s2 + i3] = v6",
        "b0[i0*s0 + i3] = v6",
        "not declared as written",
    ),
    "a store of another dtype": (SEARCH, "b2[i0] = v4", "b2[i0] = r1.1:f32", "i64 is needed"),
    "a load of another dtype": (
        UNROLLED,
        "v0:f32 = load b0[i0*2]",
        "v9:i32 = load b0[i0*2]\n    v0:f32 = convert v9",
        "it holds f32",
    ),
    "operands that differ in dtype": (
        SEARCH,
        "mul c1.1:f32 v2",
        "mul c1.1:f32 v1",
        "mul of f32, i64 gives f32",
    ),
    "an operation of integers on floats": (
        UNROLLED,
        "b1[i0] = v0",
        "v1:f32 = popcount v0\n    b1[i0] = v1",
        "popcount of f32",
    ),
    "arithmetic in a dtype that is only stored": (
        UNROLLED.replace("f32", "f16"),
        "b1[i0] = v0",
        "v1:f16 = add v0 v0\n    b1[i0] = v1",
        "add of f16, f16 gives f16",
    ),
    "a condition that is a number": (SEARCH, "if v5:", "if v4:", "bool is needed"),
    "an index that is no integer": (SEARCH, "at c1.0:i64", "at c1.1:f32", "i64 is needed"),
    "two loops of one number": (SOFTMAX, "vector i3", "vector i1", "two loops have the number 1"),
    "a parallel loop inside": (SOFTMAX, "vector i3", "parallel i3", "not all of the kernel"),
    "a parallel loop in a serial one": (
        SEVERAL_AXES,
        "  parallel i0",
        "  serial i0",
        "loop 1 is parallel and not all of the kernel or of the parallel loop around it",
    ),
    "a parallel loop beside a store": (
        SEVERAL_AXES,
        "    parallel i1",
        "    b1[i0*s3] = 0.0:f32\n    parallel i1",
        "loop 1 is parallel and not all",
    ),
    "lanes around a parallel loop": (
        SEVERAL_AXES,
        "parallel i1",
        "parallel_vector i1",
        "loop 1 is parallel_vector and has a parallel loop inside",
    ),
    "parallel axes that are no grid": (
        SEVERAL_AXES,
        "i1 in s1:",
        "i1 in i0:",
        "loop 1 is parallel and its extent needs i0",
    ),
    "all iterations of a middle axis at one place": (
        SEVERAL_AXES,
        "b1[i0*s3 + i1*s4 + i2] =",
        "b1[i0*s3 + i2] =",
        "iterations of loop 1 (parallel)",
    ),
    "two parallel axes with one step": (
        SEVERAL_AXES,
        "b1[i0*s3 + i1*s4 + i2] =",
        "b1[i0*s3 + i1*s3 + i2] =",
        "iterations of loop 0 (parallel) meet",
    ),
    "a parallel loop that carries values": (
        TOTALS,
        "vector i0",
        "parallel i0",
        "loop 0 is parallel and carries values, which calls that share it do not",
    ),
    "a value carried from lane to lane": (
        SOFTMAX,
        "next max v0",
        "next = v0",
        "item 0 of loop 1 is vector and carried without a monoid",
    ),
    "a value carried by a scan": (
        RUNNING,
        "next add v1",
        "next = v1",
        "item 0 of loop 1 is scan and carried without a monoid",
    ),
    "a running total of running totals": (
        RUNNING,
        "max v1",
        "max c1.0:f32",
        "item 1 of loop 1 is accumulated from running totals",
    ),
    "a running total of what another one stored": (
        RUNNING,
        "next add v1",
        "v3:f32 = load b1[i0*s2]\n      next add v3",
        "item 0 of loop 1 is accumulated from running totals",
    ),
    "all steps of a scan stored at one place": (
        RUNNING,
        "b1[i0*s2 + i1]",
        "b1[i0*s2]",
        "iterations of loop 1 (scan)",
    ),
    "a total inside its loop": (
        TOTALS,
        "max v0\n",
        "max c0.0:f32\n",
        "c0.0:f32 is a partial value",
    ),
    "a statement after a parallel loop that carries nothing": (
        SEVERAL_AXES,
        "kernel (f32, f32!) (i64, i64, i64, i64, i64)",
        "kernel (f32, f32!) (i64, i64, i64, i64, i64)\n  b1[] = 0.0:f32",
        "loop 0 is parallel and not all of the kernel",
    ),
    "lanes that meet": (COUNTED, "b2[i1] at", "b2[i0] at", "lanes of loop 1 combine"),
    "lanes that may meet": (
        COUNTED,
        "load b0[i0]",
        "load b0[i0 + i1]",
        "lanes of loop 1 combine what they give at b2[i1]",
    ),
    "floats combined in memory bit by bit": (
        COUNTED,
        "add= v0",
        "xor= v0",
        "the store at b2[i1] combines f32 by xor",
    ),
    "a sum of its own partial values": (
        SOFTMAX,
        "next add v3",
        "next add c2.0:f32",
        "c2.0:f32 is a partial value",
    ),
    "a while loop that accumulates": (
        SEARCH,
        "next = v1, = v3",
        "next = v1, add v3",
        "accumulated by a while loop",
    ),
    "bits of floats combined": (SOFTMAX, "next max v0", "next xor v0", "combines f32 by xor"),
    "an unrolled loop of unknown extent": (
        UNROLLED.replace(") ()", ") (i64)"),
        "in 3:i64",
        "in s0",
        "its extent is no literal",
    ),
    "all lanes stored at one place": (
        SOFTMAX,
        "b1[i0*s2 + i3] = v6",
        "b1[i0*s2] = v6",
        "iterations of loop 3",
    ),
    "all rows stored at one place": (
        SOFTMAX,
        "b1[i0*s2 + i3] = v6",
        "b1[i3] = v6",
        "iterations of loop 0",
    ),
    "rows read at the steps of others": (
        SOFTMAX,
        "load b0[i0*s0 + i1]",
        "load b1[i0*s0 + i1]",
        "an iteration of loop 0 (parallel) reads at b1[i0*s0 + i1] what another one may store at "
        "b1[i0*s2 + i2]",
    ),
    "a row that all of them read": (
        SOFTMAX,
        "load b0[i0*s0 + i1]",
        "load b1[i1]",
        "an iteration of loop 0 (parallel) reads at b1[i1]",
    ),
    "a lane that reads its neighbour": (
        SOFTMAX,
        "load b1[i0*s2 + i3]",
        "load b1[s4 + i0*s2 + i3]",
        "an iteration of loop 3 (vector) reads at b1[s4 + i0*s2 + i3] what another one may store",
    ),
    "a lane that reads an element of all": (
        SOFTMAX,
        "load b1[i0*s2 + i3]",
        "load b1[i0*s2]",
        "an iteration of loop 3 (vector) reads at b1[i0*s2]",
    ),
    "what is carried, read where others write": (
        SOFTMAX,
        "next add v3",
        "v7:f32 = load b1[i0*s2]\n      next add v7",
        "an iteration of loop 2 (vector) reads at b1[i0*s2]",
    ),
    "an element where iterations meet, read by them": (
        COUNTED,
        "b2[i1] at v1 where v2 add= v0",
        "v3:f32 = load b2[i1] at v1\n      b2[i1] at v1 where v2 add= v3",
        "an iteration of loop 0 (parallel) reads at b2[i1]",
    ),
    "a part that is the next number's": (
        PARTS,
        "add v0 1:i64",
        "add v0 2:i64",
        "an iteration of loop 0 (vector) reads at b0[i0*2]",
    ),
    "parts at places that move with the number": (
        PARTS,
        "mul s1 s2",
        "mul s1 i0",
        "an iteration of loop 0 (vector) reads at b0[i0*2]",
    ),
    "parts at places that memory decides on": (
        PARTS.replace("(f32!)", "(f32!, i64)"),
        "mul s1 s2",
        "load b1[i0]",
        "an iteration of loop 0 (vector) reads at b0[i0*2]",
    ),
    "a step of a scan that reads the one before": (
        RUNNING,
        "b1[i0*s2 + i1] = v2",
        "v3:f32 = load b1[i0*s2 + i1] at -1:i64\n      v4:f32 = add v2 v3\n"
        "      b1[i0*s2 + i1] = v4",
        "an iteration of loop 1 (scan) reads at b1[i0*s2 + i1]",
    ),
    "stores before what is read for a total, in shared memory": (
        SHARED,
        "      next add v0",
        "      b1[i0 + i1*s2] = 1.0:f32\n      next add v0",
        "b0 is read after b1 is written",
    ),
    "a pass over what was overwritten": (
        SHARED,
        "    b2[i0] =",
        "    b1[i0] =",
        "b0 is read after b1 is written",
    ),
    "pieces that run twice, in shared memory": (
        PIECES,
        "i0 in v0..v4",
        "i0 in s0",
        "b0 is read after b1 is written",
    ),
    "an element that all iterations read, in shared memory": (
        SHARED,
        "load b0[i0 + i2*s2]",
        "load b0[i0]",
        "an iteration of loop 2 (serial) reads at b0[i0] what another one may store at b1",
    ),
    "memory shared with what is written": (
        SHARED,
        "f32!b0",
        "f32!b2",
        "b1 is not written in the memory of what is read as b2",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_verifier_refuses(fault):
    text, old, new, expected = FAULTS[fault]
    assert text.count(old) >= 1
    broken = text.replace(old, new)
    assert expected in (mistake(parse_kernel(broken)) or "no mistake")


def test_a_rewrite_that_breaks_a_kernel_is_named_and_the_kernel_shown_before_and_after():
    def peel(kernel, axis):
        return parse_kernel(print_kernel(kernel).replace("b1[i0*s2 + i3]", f"b1[i{axis}]"))

    with pytest.raises(InvalidIRError) as caught:
        rewritten(parse_kernel(SOFTMAX), peel, 3)
    step, before, after = re.split("\nbefore:\n|\nafter:\n", str(caught.value))
    assert step.startswith("kernel after the rewrite peel: iterations of loop 0")
    assert before == SOFTMAX
    assert "b1[i3]" in after


@pytest.mark.parametrize(
    "broken, expected",
    [
        ("kernels", "kernel (buffers) (table)"),
        (UNROLLED.replace("f32", "f31"), "a dtype such as f32"),
        (UNROLLED.replace("v0:f32 = load", "v0:f32 = loads"), "an operation"),
        (UNROLLED.replace("= v0", "= v9"), "known here, not 'v9'"),
        (SOFTMAX.replace("      next add v3\n", ""), "next values for the 1"),
        (SOFTMAX.replace("libm exp", "call exp"), "passed in `functions`"),
        (UNROLLED.replace("unroll", "unrolled"), "a loop such as"),
        (SEARCH.replace("      test v0\n", ""), "the test of a while loop"),
        (UNROLLED.replace("i0*2", "i0*x"), "a number"),
    ],
)
def test_the_parser_says_what_it_expected(broken, expected):
    with pytest.raises(ParseError, match=f"expected .*{re.escape(expected)}.* at line"):
        parse_kernel(broken)


def test_numbers_are_added_to_rows_of_complex_numbers():
    x = np.arange(198).reshape(1, 11, 18).astype(np.complex64) * (1 + 2j)
    found = fjax.jit(lambda x: (x.at[-2].add(-1.25), x.at[0].add(2j)))(x)
    np.testing.assert_array_equal(found[0], x)  # there is no such row
    np.testing.assert_array_equal(found[1], x + 2j)
