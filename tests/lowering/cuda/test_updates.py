"""Elements that several threads change: atomic where the order has no bit to say, else in order."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.instructions import CudaWriter
from fjax.lowering.cuda.heuristic import Variant
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel.form import Mode
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.machine import named
from tests.lowering.cuda.check import ARCHITECTURE, check
from tests.lowering.cuda.program import PtxError
from tests.lowering.cuda.test_schedules import lowered, modes, run

RNG = np.random.default_rng(0)
KERNEL = """\
kernel ({t}!, {t}, i64) (i64)
  parallel i0 in s0:
    v0:{t} = load b1[i0]
    v1:i64 = load b2[i0]
    v2:bool = lt v1 6:i64
    b0[] at v1 where v2 {op}= v0"""
INTEGERS = ("i32", "u32", "i64", "u64")
NUMPY = {"i": "int", "u": "uint", "f": "float"}


def buffers(t):
    """Seven elements, and 150 values that go to some of them."""
    dtype = np.dtype(NUMPY[t[0]] + t[1:])
    values = RNG.integers(0, 100, 150).astype(dtype)
    return [np.arange(7).astype(dtype), values, RNG.integers(0, 9, 150)]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("op", ["add", "mul", "max", "min", "and", "or", "xor"])
@pytest.mark.parametrize("t", INTEGERS)
def test_integers_that_meet_are_combined(op, t):
    check(parse_kernel(KERNEL.format(t=t, op=op)), buffers(t), [150], 150)


@pytest.mark.parametrize("op", ["add", "max", "min"])
@pytest.mark.parametrize("t", ["f32", "f64"])
def test_floats_that_meet_are_combined(op, t):
    given = buffers(t)
    if op != "add":
        given[1][::20] = np.nan
    check(parse_kernel(KERNEL.format(t=t, op=op)), given, [150], 150)


def text_of(t, op):
    kernel = parse_kernel(KERNEL.format(t=t, op=op))
    return ptx(emit(kernel, "kernel", named(ARCHITECTURE), Variant()).text, ARCHITECTURE)


@pytest.mark.parametrize(
    "t, op, instruction",
    [
        ("i32", "add", "add.u32"),
        ("u32", "max", "max.u32"),
        ("i64", "min", "min.s64"),
        ("f32", "add", "add.f32"),
        ("f64", "add", "add.f64"),
        ("f32", "max", "cas.b32"),
        ("i64", "mul", "cas.b64"),
    ],
)
def test_the_hardware_combines_what_it_can(t, op, instruction):
    assert re.search(rf"\b(atom|red)[.a-z]*\.{instruction}", text_of(t, op))


def test_a_store_that_is_not_atomic_is_a_race(monkeypatch):
    def plain(self, code, monoid, dtype, at, value):
        old = self.ins(code, f"load i32, ptr addrspace(1) {at}")
        new = self.ins(code, f"add i32 {old}, {value}")
        code.add(f"store i32 {new}, ptr addrspace(1) {at}")

    monkeypatch.setattr(CudaWriter, "combine_in_memory", plain)
    with pytest.raises(PtxError, match="race: "):
        check(parse_kernel(KERNEL.format(t="i32", op="add")), buffers("i32"), [150], 150)


def test_counts_are_made_by_all_threads_at_once():
    (_, update) = lowered(lambda x, i: x.at[i].add(1), jnp.zeros(9, int), np.zeros(1000, int))
    assert modes(update.kernel) == [Mode.PARALLEL]
    i = RNG.integers(0, 9, 1000)
    (found,), _ = run(lambda x, i: x.at[i].add(1), np.zeros(9, np.int32), i)
    np.testing.assert_array_equal(found, np.bincount(i, minlength=9))


def test_sums_of_floats_keep_their_order():
    x = RNG.normal(size=200).astype(np.float32)
    i, function = RNG.integers(0, 9, 200), lambda z, i, x: z.at[i].add(x)
    expected = np.zeros(9, np.float32)
    np.add.at(expected, i, x)
    (found,), kernels = run(function, np.zeros(9, np.float32), i, x)
    assert modes(kernels[-1]) == [Mode.SERIAL]
    np.testing.assert_array_equal(found, expected)


CHANGES = {"add": np.add, "set": lambda old, new: new, "multiply": np.multiply}


@pytest.mark.parametrize("change", CHANGES)
def test_rows_are_changed_by_a_thread_for_each_column(change):
    x, i = RNG.normal(size=(50, 40)).astype(np.float32), RNG.integers(0, 7, 50)
    function = lambda z, i, x: getattr(z.at[i], change)(x)
    (found,), kernels = run(function, np.ones((7, 40), np.float32), i, x)
    assert modes(kernels[-1]) == [Mode.PARALLEL, Mode.SERIAL]
    expected = np.ones((7, 40), np.float32)
    for row, at in zip(x, i, strict=True):
        expected[at] = CHANGES[change](expected[at], row)
    np.testing.assert_array_equal(found, expected)


def test_windows_that_overlap_are_changed_in_order():
    starts = jnp.array([0, 1, 1, 3])

    def function(z, x):
        one = z
        for k, start in enumerate(starts.tolist()):
            one = one.at[start : start + 3].add(x[k])
        return one, z.at[starts[:, None] + jnp.arange(3)].add(x)

    x = RNG.normal(size=(4, 3)).astype(np.float32)
    (one, other), kernels = run(function, np.zeros(6, np.float32), x)
    np.testing.assert_allclose(one, other, rtol=1e-6)
    assert [Mode.PARALLEL, Mode.SERIAL] not in [modes(k) for k in kernels]


def test_a_negative_number_of_a_table_of_32_bits_is_compared_with_an_index_of_64():
    x, i = RNG.normal(size=(4, 5)).astype(np.float32), np.array([0, 3, -4, 2])
    chosen = fjax.grad(lambda x, i: jnp.take_along_axis(x, i[:, None], 1).sum())
    (found,), _ = run(chosen, x, i)
    np.testing.assert_array_equal(found, np.eye(5)[i])
