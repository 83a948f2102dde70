"""Indices of 32 bits: where sizes allow them, what is refused, and that values stay the same."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.errors import InvalidIRError
from fjax.lowering import targets
from fjax.lowering.cuda import narrow_indices as module
from fjax.lowering.cuda.narrow_indices import fit_indices, narrow_indices
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import INDEX, MOST_ITERATIONS, SHORT_INDEX
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import mistake
from tests.lowering.cuda.target import EmulatedTarget
from tests.lowering.interpreter import interpret

TOP = (1 << 31) - 1
THERE_AND_BACK = """\
kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    v0:i64 = add i0 s1
    v1:i64 = sub v0 s1
    v2:f32 = load b0[] at v1
    b1[i0] = v2"""
PRODUCT = """\
kernel (i64!) (i64, i64)
  parallel i0 in s0:
    v0:i64 = mul i0 s1
    b0[i0] = v0"""
CLAMPED = """\
kernel (i64, f32, f32!) (i64, i64)
  parallel i0 in s0:
    v0:i64 = load b0[i0]
    v1:i64 = min v0 s1
    v2:i64 = max v1 0:i64
    v3:f32 = load b1[] at v2
    b2[i0] = v3"""
WRAPPING = """\
kernel (i32!, f32!) (i64)
  parallel i0 in s0:
    v0:i32 = convert i0
    v1:i32 = mul v0 1000000000:i32
    b0[i0] = v1
    v2:f32 = convert i0
    b1[i0] = v2"""
STRIDED = """\
kernel (f32, f32!) (i64, i64, i64)
  parallel i0 in s0:
    v0:f32 = load b0[s1 + i0*s2]
    b1[i0] = v0"""
ROWS = """\
kernel (f32!) (i64, i64)
  parallel i0 in s0:
    parallel i1 in s1:
      b0[i0*s1 + i1] = 1.0:f32"""


def table(*words):
    return [(INDEX, word) for word in words]


def outcome(kernel, words):
    buffers = [np.arange(12).astype(b.dtype) for b in kernel.buffers]
    interpret(kernel, buffers, list(words), words[0])
    return buffers


def lines(kernel):
    return [line.strip() for line in print_kernel(kernel).split("\n")]


@pytest.mark.parametrize(
    "text, words",
    [
        (THERE_AND_BACK, (10, TOP - 9)),
        (THERE_AND_BACK, (10, TOP - 8)),
        (THERE_AND_BACK, (0, 5)),
        (PRODUCT, (10, TOP // 9)),
        (PRODUCT, (10, TOP // 9 + 1)),
        (PRODUCT, (10, -5)),
        (CLAMPED, (10, 4)),
        (WRAPPING, (10,)),
        (STRIDED, (5, 1, 2)),
    ],
)
def test_a_kernel_with_short_indices_gives_the_same(text, words):
    before = parse_kernel(text)
    after = fit_indices(before, table(*words))
    assert after.index == SHORT_INDEX and fingerprint(after) != fingerprint(before)
    for a, b in zip(outcome(before, words), outcome(after, words), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_sum_is_shortened_up_to_the_last_value_of_32_bits():
    at_the_edge = lines(narrow_indices(parse_kernel(THERE_AND_BACK), table(10, TOP - 9)))
    assert "v0:i32 = add i0 s1" in at_the_edge
    beyond = lines(narrow_indices(parse_kernel(THERE_AND_BACK), table(10, TOP - 8)))
    assert not [line for line in beyond if ":i32 = add" in line]
    assert [line for line in beyond if ":i64 = add" in line]


@pytest.mark.parametrize(
    "text, words, largest",
    [
        (STRIDED, lambda n: (10, n - 9 * 7, 7), TOP),
        (STRIDED, lambda n: (1, 0, n), TOP),
        (ROWS, lambda n: (2, n // 2), MOST_ITERATIONS),
        (PRODUCT, lambda n: (n, 0), MOST_ITERATIONS),
        (CLAMPED, lambda n: (10, n), TOP),
    ],
)
def test_what_32_bits_do_not_hold_keeps_a_kernel_at_64(text, words, largest):
    kernel = parse_kernel(text)
    assert fit_indices(kernel, table(*words(largest))).index == SHORT_INDEX
    assert fit_indices(kernel, table(*words(largest + 2))) is kernel


@pytest.mark.parametrize(
    "text, words, said",
    [
        (THERE_AND_BACK, (10, TOP - 8), f"add of indices gives up to {TOP + 1}"),
        (PRODUCT, (10, TOP), f"mul of indices gives up to {9 * TOP}"),
        (CLAMPED, (10, 1 << 40), "convert of indices gives up to -9223372036854775808"),
        (CLAMPED.replace("max v1", "min v1"), (10, 1), "convert of indices gives up to -9223"),
        (STRIDED.replace("s0:", "s1:"), (10, 1 << 40, 0), "too many"),
        (STRIDED, (10, 1, TOP), "does not hold what addresses b0"),
        (STRIDED, (TOP, 0, 0), "too many"),
        (ROWS, (1 << 16, 1 << 16), "parallel loops have 4294967296 iterations"),
    ],
)
def test_the_verifier_refuses_a_narrowing_that_is_not_legal(text, words, said, monkeypatch):
    careless = lambda *_: True
    monkeypatch.setattr(module, "is_within", careless)
    monkeypatch.setattr(module, "MOST_ITERATIONS", 1 << 60)
    monkeypatch.setattr(module, "limits", lambda _: (-(1 << 80), 1 << 80))
    with pytest.raises(InvalidIRError, match=f"(?s)the rewrite narrow_indices.*{said}.*kernel i32"):
        fit_indices(parse_kernel(text), table(*words))


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("i32 (f32, f32!) (i32", "i32 (f32, f32!) (i64", "s0 is read as i32"),
        ("kernel i32", "kernel i16", "indices are i16"),
        ("v1:i32 = sub v0 s1", "v1:i64 = convert v0", "the index of b0.. is i64"),
        ("in s0", "in 5:i64", "the extent of loop 0 is i64 where i32"),
    ],
)
def test_a_kernel_has_indices_of_one_dtype(old, new, said):
    text = print_kernel(narrow_indices(parse_kernel(THERE_AND_BACK), table(10, 1)))
    assert mistake(parse_kernel(text)) is None
    assert said in (mistake(parse_kernel(text.replace(old, new))) or "").replace("[]", "..")


def kernels(function, *shapes):
    """The kernels that a GPU is given; nothing runs."""
    args = [fjax.ShapeDtypeStruct(shape, np.float32) for shape in shapes]
    with targets.use(EmulatedTarget()):
        return fjax.inspect(function)(*args).kernels


def test_a_gpu_has_one_kernel_for_all_shapes_that_32_bits_hold_and_another_beyond():
    program = lambda x: jnp.tanh(x[::2] + 1)
    forms = [kernels(program, (n,))[0].form for n in (100, 1 << 20, 1 << 40, 1 << 41)]
    assert forms[0] == forms[1] != forms[2] == forms[3]
    assert forms[0].startswith("kernel i32 ") and forms[2].startswith("kernel (")
