"""The LLVM text of kernels, byte for byte: what values and times do not show.

Recorded by `pytest --update-golden`, and to be read: which loops run in lanes and how wide, how
tails are masked, which strips memory is walked in, what runs seldom. The processors are given, so
that the texts are the same on every machine.
"""

import collections
import functools
import itertools
import re
from dataclasses import replace

import llvmlite.binding
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.compile import llvm_text
from fjax.lowering.kernel.parser import parse_kernel
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.test_kernel_text import TEXTS

F16, F32, I32 = np.float16, np.float32, np.int32
PROGRAMS = {
    "transposed": (lambda x: x.T + 1, (jnp.ones((300, 200)),)),
    "transposed-in-a-batch": (lambda x: x.transpose(0, 2, 1) * 2, (jnp.ones((9, 40, 30), F32),)),
    "logarithms-of-rows": (lambda x: jnp.log1p(x).sum(1), (jnp.ones((64, 50)),)),
    "half-precision": (lambda x: x * 2 + F16(1), (jnp.ones(1000, F16),)),
    "eight-bits": (lambda x: x.astype(F32) * 2, (jnp.ones(1000, jnp.float8_e4m3fn),)),
    "looked-up": (lambda x, i: x[i] * 2, (jnp.ones(1000), jnp.arange(500))),
    "largest-and-where": (lambda x: (jnp.argmax(x, 1), jnp.max(x, 1)), (jnp.ones((30, 40), F32),)),
    "running-sums": (lambda x: jnp.cumsum(jnp.sin(x) * 2 + 1), (jnp.ones(100),)),
    "added-at-positions": (
        lambda x, i: jnp.zeros(50).at[i].add(x),
        (jnp.ones(100), jnp.zeros(100, int)),
    ),
    "rows-added-at-positions": (
        lambda x, u, i: x.at[i].add(u),
        (jnp.ones((50, 11), F32), jnp.ones((9, 11), F32), jnp.zeros(9, int)),
    ),
    "padded": (lambda x: jnp.pad(x, 3)[::2] * x.sum(), (jnp.ones(500),)),
    "complex": (lambda z: jnp.sum(z * z, 0), (jnp.ones((30, 40), complex),)),
    "choices": (
        lambda x, y: jnp.where((x > y) & (x < 3), x // 2, y % 7),
        (jnp.arange(100, dtype=I32), jnp.ones(100, I32)),
    ),
    "random-numbers": (lambda k: fjax.random.uniform(k, (100,)), (fjax.random.key(0),)),
    "several-widths": (
        lambda x, k: (x.astype(float) * k.astype(float)).astype(I32),
        (jnp.ones(1000, F16), jnp.ones(1000, jnp.int8)),
    ),
}
NARROW = {  # totals of rows, of which a register holds less than a load may read at a time
    "positions": (lambda x: fjax.lax.argmax(x, 1, np.uint8), (jnp.ones((30, 40)),)),
    "bits": (lambda x: (x > 0).all(1), (jnp.ones((30, 40)),)),
    "wide": (lambda x, y: (x.astype(float) * y).sum(1), (jnp.ones((30, 40), F16),) * 2),
}
SELDOM = """\
kernel (f64, f64!, i64) (i64)
  parallel_vector i0 in s0:
    v0:f64 = load b0[i0]
    v1:bool = lt v0 0.0:f64
    v2:i64 = load b2[i0]
    v3:f64 = load b0[] at v2
    v4:f64 = rare v1 v0 v3
    b1[i0] = v4"""


@pytest.mark.needs("x64", reason="the text is recorded for types of 64 bits")
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_kernels_of_a_program_are_spelled_as_recorded(name, golden):
    function, args = PROGRAMS[name]
    kernels = [k.info.lowered.kernel for k in fjax.inspect(function)(*args).kernels]
    golden(f"llvm/{name}.ll", "\n".join(llvm_text(k, TARGETS["avx2"]) for k in kernels))


@pytest.mark.parametrize("processor", TARGETS)
@pytest.mark.parametrize("name", [*TEXTS, "seldom"])
def test_a_kernel_is_spelled_as_recorded_for_each_processor(name, processor, golden):
    text = llvm_text(parse_kernel({**TEXTS, "seldom": SELDOM}[name]), TARGETS[processor])
    golden(f"llvm/{name}-{processor}.ll", text)


@pytest.mark.parametrize(
    "function, ahead, lines",
    [
        (lambda x, y: x * 2 + y, 512, []),  # a short body has no mask but at the end
        # two registers at a time are two lines of each
        (
            lambda x, y: 1 / (1 / (1 / jnp.sqrt(jnp.exp(jnp.sin(x / y)))) - y),
            512,
            ["512", "576"] * 2,
        ),
    ],
)
def test_a_loop_under_a_mask_asks_ahead_for_what_it_reads(function, ahead, lines):
    x = jnp.ones((40, 400), F32)
    (kernel,) = fjax.inspect(function)(x, x).kernels
    text = llvm_text(kernel.info.lowered.kernel, replace(TARGETS["avx512"], fetched_ahead=ahead))
    asked = re.findall(r"(%\S+) = getelementptr i8, ptr \S+ i64 (\d+)", text)
    assert [at for name, at in asked if f"@llvm.prefetch.p0(ptr {name}," in text] == lines


@pytest.mark.one_in(2)
@pytest.mark.parametrize("processor", TARGETS)
@pytest.mark.parametrize("name", [*PROGRAMS, *NARROW])
def test_no_access_claims_more_alignment_than_its_memory_has(name, processor):
    """LLVM may load 16 bytes where four are wanted, if the address is said to be a multiple."""
    function, args = {**PROGRAMS, **NARROW}[name]
    for kernel in fjax.inspect(function)(*args).kernels:
        text = llvm_text(kernel.info.lowered.kernel, TARGETS[processor])
        reserved = dict(re.findall(r"(%\S+) = alloca .*, align (\d+)", text))
        found = re.findall(r"(?:load|store) .*ptr (%\S+), align (\d+)", text)
        wrong = [x for x in found if int(x[1]) > max(8, int(reserved.get(x[0], 0)))]
        assert found and not wrong


@pytest.mark.parametrize("buffer, reads", [(0, 2), (1, 1)])
def test_what_is_read_of_memory_is_read_again_after_a_store_to_it_alone(buffer, reads):
    kernel = parse_kernel(
        f"""
kernel (f64!, f64!, f64!) (i64)
  serial i0 in s0 carrying 0.0:f64:
    v0:f64 = load b0[i0]
    b{buffer}[i0] = v0
    v1:f64 = load b0[i0]
    next = v1
  b2[] = r0.0:f64
""".strip()
    )
    text = llvm_text(kernel, TARGETS["avx512"])
    assert text.count("= load double") == reads


@pytest.mark.parametrize("buffer, reads", [(0, 2), (1, 1)])
def test_columns_are_read_again_after_a_store_to_their_memory_alone(buffer, reads):
    kernel = parse_kernel(
        f"""
kernel (f64!, f64!, f64!) (i64, i64)
  vector i0 in s0 by 8x1 mask:
    serial i1 in s0 carrying 0.0:f64:
      v0:f64 = load b0[i0*2 + i1*s1]
      v1:f64 = add v0 c1.0:f64
      b{buffer}[i0*2 + i1*s1] = v1
      v2:f64 = load b0[i0*2 + i1*s1]
      next = v2
    b2[i0] = r1.0:f64
""".strip()
    )
    text = llvm_text(kernel, TARGETS["avx512"])
    assert text.count("<8 x i32> <i32 1, i32 3,") == reads  # the other column of whole vectors


def most_alive(text):
    """How many values that are no addresses are known at once and used later."""
    lines = text.splitlines()
    first, last = {}, {}
    for k, line in enumerate(lines):
        names = re.findall(r"%v\d+", line)
        if re.match(r"  %v\d+ = (?!alloca)", line):
            first[names[0]] = k
        last.update(dict.fromkeys(names, k))
    change = collections.Counter(first.values())
    change.subtract(collections.Counter(last[name] for name in first))
    return max(itertools.accumulate(change[k] for k in range(len(lines))))


def test_a_long_kernels_values_wait_in_memory_for_their_use():
    def total(n):
        return fjax.grad(lambda x: functools.reduce(lambda y, _: jnp.sin(y), range(n), x).sum())

    x = np.linspace(0.1, 1.0, 100)
    few, many = (fjax.inspect(total(n))(x).kernels[0].llvm for n in (16, 48))
    assert most_alive(many) <= most_alive(few) + 8
    slope, y = 1.0, x
    for _ in range(48):
        slope, y = slope * np.cos(y), np.sin(y)
    np.testing.assert_allclose(fjax.jit(total(48))(x), slope, rtol=1e-12)


def test_the_place_of_what_a_branch_reads_is_read_again_where_its_address_is_computed():
    chain = [f"    v{k}:f64 = add v{k - 1} 1.5:f64" for k in range(1, 200)]
    kernel = parse_kernel(
        "\n".join(
            [
                "kernel (f64!, f64, f64!) (i64, i64)",
                "  serial i0 in s0:",
                "    b0[i0*s1] = 0.5:f64",
                "    v0:f64 = load b1[i0]",
                *chain,
                "    v200:bool = gt v199 2.0:f64",
                "    if v200:",
                "      v201:f64 = load b1[i0*s1]",
                "      b2[i0] = v201",
            ]
        )
    )
    text = llvm_text(kernel, TARGETS["avx512"])
    assert "load volatile i64" in text
    llvmlite.binding.parse_assembly(text).verify()
