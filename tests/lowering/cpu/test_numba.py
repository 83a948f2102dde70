"""Kernels by way of their Numba spelling: through its front end alone, and as a user would."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from contextlib import nullcontext

import numpy as np
import pytest

from fjax.core import dtypes, scalar
from fjax.core.vectormath.exponential import exp
from fjax.errors import FjaxRuntimeError, FjaxValueError
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.kernel.form import INDEX, BufferArgument, Kernel, Loop, Mode, Param, Store, load
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.numba import compiler as numba_compiler
from fjax.lowering.numba import emit as emit_numba
from fjax.lowering.schedule.language import parse
from tests.lowering.cpu.harness import at, call, f32, f64, i32, i64, map_kernel, restricted, size
from tests.lowering.schedule.test_directives import CASES, MAP, interpreted, outcome

KERNELS = {
    "helpers": (map_kernel((f32,), f32, lambda a: exp(a) * 2.0), np.array([-1, 0, 3], np.float32)),
    "division": (
        map_kernel((i32,), i32, lambda a: a / scalar.const(-3, i32)),
        np.array([-7, -6, 5, np.iinfo(np.int32).min], np.int32),
    ),
    "bools": (
        map_kernel((f64,), np.dtype(bool), lambda a: (a < 0.5) | (a > 2.0)),
        np.array([0.0, 1.0, 3.0, np.nan]),
    ),
}


def run(compiled, kernel, x):
    """What a compiled kernel makes of an array."""
    out = np.zeros(len(x), kernel.buffers[-1].dtype)
    call(compiled, [x, out], [len(x)], 0, len(x))
    return out


@pytest.fixture
def forgetful(monkeypatch):
    """Kernels of this test are compiled in it."""
    monkeypatch.setattr(compiler, "_compiled", {})
    monkeypatch.setattr(compiler.disk_cache, "directory", lambda: None)


def test_a_buffer_without_data_is_an_argument_like_others(forgetful):
    kernel, x = KERNELS["helpers"]
    without = dataclasses.replace(kernel, buffers=(*kernel.buffers, BufferArgument(dtypes.float0)))
    out, nothing = np.zeros(len(x), f32), np.zeros(len(x), dtypes.float0)
    call(compiler.compile_with_numba(without), [x, out, nothing], [len(x)], 0, len(x))
    np.testing.assert_array_equal(out, run(compiler.compile_with_numba(kernel), kernel, x))


def test_integers_wrap_around(forgetful):
    kernel = map_kernel((i64,), i64, lambda a: scalar.maximum(a, a + 1))
    most = np.iinfo(np.int64).max
    found = run(compiler.compile_with_numba(kernel), kernel, np.array([most, most - 1, 0]))
    np.testing.assert_array_equal(found, [most, most, 1])


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.61.2", False), ("0.62.0", True), ("0.68.1", True), ("0.69.0rc1", False), ("1.0", False)],
)
def test_the_front_end_is_used_of_versions_it_was_tried_with(version, expected, monkeypatch):
    monkeypatch.setattr(numba_compiler, "version", lambda: version)
    given = nullcontext() if expected else pytest.raises(FjaxRuntimeError, match="FJAX_CPU_EMITTER")
    with given:
        numba_compiler.check_version()


def test_a_helper_that_two_kernels_call_is_lowered_once(forgetful, monkeypatch):
    @scalar.function
    def thrice(x):
        return x * 3.0

    lowered = []
    lower = numba_compiler._Build._lower

    def counted(self, name, *rest, **options):
        lowered.append(name)
        return lower(self, name, *rest, **options)

    monkeypatch.setattr(numba_compiler._Build, "_lower", counted)
    for factor in (2.0, 5.0):
        kernel = map_kernel((f64,), f64, lambda a, factor=factor: thrice(a) * factor)
        found = run(compiler.compile_with_numba(kernel), kernel, np.arange(4.0))
        np.testing.assert_array_equal(found, np.arange(4.0) * 3 * factor)
    assert lowered == ["thrice_f64", "kernel", "kernel"]


def test_code_that_can_raise_is_refused():
    spelled = emit_numba.spell(KERNELS["helpers"][0])
    function = spelled.functions[-1] + "\n    for k in range(0, hi, lo):\n        b0[k] = 0"
    raising = dataclasses.replace(spelled, functions=(*spelled.functions[:-1], function))
    host = processor.host()
    module = numba_compiler.llvm_module(raising, "raising", compiler._machine(host))
    with pytest.raises(RuntimeError, match="can raise"):
        compiler._optimized(module, host)


@pytest.mark.extended
def test_a_kernel_of_many_arguments_and_branches_raises_nothing(forgetful):
    """LLVM learns that its status is always 0 although it is too large to be inlined."""
    count = 60
    words = (INDEX, *[i64] * count)
    index = scalar.leaf(Param(1), i64)
    value = load(at(0, (0, 1)), f64)
    for k in range(count):
        chosen = exp(value + float(k)) / (exp(value * 0.5) + 1.0)
        index = scalar.leaf(Param(k + 1), i64)
        value = scalar.select(index > scalar.const(0, i64), chosen, value - 1.0)
    store = Store(at(1, (0, 1)), value)
    loop = Loop(0, size(0), Mode.PARALLEL, (store,))
    kernel = Kernel((BufferArgument(f64), BufferArgument(f64, written=True)), words, (loop,))
    compiled = compiler.compile_with_numba(kernel)
    out = np.zeros(3)
    call(compiled, [np.arange(3.0), out], [3, *[0] * count], 0, 3)
    np.testing.assert_array_equal(out, np.arange(3.0) - count)


def test_a_second_process_needs_no_numba(tmp_path):
    script = (
        "import sys, fjax, fjax.numpy as jnp\n"
        "from fjax.lowering.cpu import compile as compiler\n"
        "x = fjax.jit(lambda x: jnp.tanh(x) * 2)(jnp.arange(5.0))\n"
        "print(float(x[3]), compiler.cache_info().compiled, 'numba' in sys.modules)"
    )
    environment = dict(
        os.environ, FJAX_COMPILATION_CACHE_DIR=str(tmp_path / "kernels"), FJAX_CPU_EMITTER="numba"
    )
    first, second = (
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        ).stdout.split()
        for _ in range(2)
    )
    assert first[0] == second[0]
    assert int(first[1]) > 0 and first[2] == "True"
    assert second[1:] == ["0", "False"]


def test_its_loops_become_vectors():
    host = processor.host()
    kernels = [map_kernel((f32,), f32, lambda a: a * a + 1.5)]
    if host.fma:  # elsewhere a fused multiply-add is a call of the C library's
        kernels.append(KERNELS["helpers"][0])
    for kernel in kernels:
        spelled = emit_numba.spell(kernel)
        module = numba_compiler.llvm_module(spelled, "vectors", compiler._machine(host))
        assert " x float>" in str(compiler._optimized(module, host))


SPLIT = "parallelize i0\nsplit i0 4 -> i2"


def test_a_schedule_shapes_the_loops_of_the_source():
    spell = lambda text, schedule: emit_numba.spell(
        parse_kernel(text), schedule=parse(schedule)
    ).functions[-1]
    assert "for i0 in range(lo, hi):" in spell(MAP, "parallelize i0")
    pieces = [x.strip() for x in spell(MAP, SPLIT).splitlines() if x.strip().startswith("for ")]
    assert pieces[0] == "for i2 in range(lo, hi, 4):" and "in range(i2, " in pieces[1]
    narrow = MAP.replace("kernel (", "kernel i32 (").replace("(i64)", "(i32)")
    assert "for i0 in range(np.int32(lo), np.int32(hi)):" in spell(narrow, "parallelize i0")
    with pytest.raises(FjaxValueError, match="begins with parallelize"):
        spell(MAP, "")
    with pytest.raises(FjaxValueError, match="threads of a GPU"):
        spell(MAP, "bind i0 threads")


STAGED = """parallelize i0
combine_rows i0 8 -> i5
vectorize i1 8x1 mask
vectorize i2 8x1 mask
stage i0 1 64"""
KEPT = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      v1:f32 = mul v0 v0
      b1[i0*s1 + i1] = v1
      next add v1
    vector i2 in s1:
      v2:f32 = load b1[i0*s1 + i2]
      v3:f32 = sub v2 r1.0:f32
      b1[i0*s1 + i2] = v3"""


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("text", "schedule"), [(KEPT, STAGED), *CASES])
def test_a_scheduled_kernel_computes_what_it_did(text, schedule):
    kernel = parse_kernel(text)
    compiled = compiler.compile_with_numba(kernel, schedule=parse(schedule))
    for n, m in ((1, 1), (9, 16), (18, 33)):
        want = outcome(interpreted(kernel), kernel, n, m)
        found = outcome(lambda *a: call(compiled, *a), kernel, n, m)
        np.testing.assert_array_equal(found, want, err_msg=f"{n} by {m}")


def test_a_processor_is_heeded(forgetful, monkeypatch):
    kernel, x = KERNELS["helpers"]
    sse = restricted(without=("avx", "fma", "f16c", "amx"))
    made, generated = [], compiler._generated

    def spy(module, host, *rest):
        made.append(host)
        return generated(module, host, *rest)

    monkeypatch.setattr(compiler, "_generated", spy)
    found = run(compiler.compile_with_numba(kernel, sse), kernel, x)
    assert made == [sse]
    np.testing.assert_array_equal(found, run(compiler.compile_with_numba(kernel), kernel, x))
