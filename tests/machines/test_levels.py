"""FJAX_CPU_LEVEL: what kernels may use, what of it shows in results, and what is refused."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from fjax.errors import FjaxValueError
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.emit import emitter as emit_llvm
from fjax.lowering.kernel import fingerprint
from tests.lowering.cpu.harness import call, f32, map_kernel

needs_x86 = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64"), reason="levels of x86-64"
)
SOME = dict.fromkeys(
    "64bit cmov fxsr mmx sse sse2 sse3 ssse3 sse4.1 sse4.2 cx16 popcnt avx sse4a".split(), True
)


def host_levels():
    processor.initialize()
    features = dict(processor.llvm.get_host_cpu_features())
    return processor.levels_of(processor.llvm.get_default_triple(), features)


def at(level):
    processor.initialize()
    return processor.at_level(
        level,
        processor.llvm.get_default_triple(),
        processor.cpu_name(),
        dict(processor.llvm.get_host_cpu_features()),
    )


def test_a_level_has_no_feature_beyond_it():
    found = processor.at_level("v2", "x86_64-linux", "some", SOME)
    assert "+sse4.2" in found.features and "-avx" in found.features.split(",")
    assert "-sse4a" in found.features and found.vector_bytes == 16 and not found.fma


def test_short_names_are_the_same_levels():
    assert processor.at_level("v2", "x86_64-linux", "some", SOME) == processor.at_level(
        "x86-64-v2", "x86_64-linux", "some", SOME
    )


@pytest.mark.parametrize(
    "level,triple",
    [
        ("v3", "x86_64-linux"),
        ("v4", "x86_64-linux"),
        ("armv8-a", "x86_64-linux"),
        ("v2", "aarch64-linux"),
    ],
)
def test_a_level_that_the_processor_has_not_is_refused_with_those_it_has(level, triple):
    possible = "x86-64, x86-64-v2" if "x86" in triple else "armv8-a"
    with pytest.raises(FjaxValueError, match=rf"FJAX_CPU_LEVEL='{level}'.*{possible}, or native"):
        processor.at_level(level, triple, "some", SOME)


def test_armv8_has_vectors_of_two_doubles():
    found = processor.at_level("armv8-a", "aarch64-linux", "some", {"sve": True, "neon": True})
    assert found.lanes(8) == 2 and found.features == "+neon,-sve"


@needs_x86
@pytest.mark.parametrize(
    "level,absent",
    [("x86-64", ("ymm", "zmm", "round")), ("x86-64-v2", ("ymm",)), ("x86-64-v3", ("zmm",))],
)
def test_kernels_keep_to_their_level(level, absent):
    if level not in host_levels():
        pytest.skip("this processor has no such level")
    of = at(level)
    kernel = map_kernel((f32,), f32, lambda a: a * a + a)
    machine = compiler._machine(of)
    module = processor.llvm.parse_assembly(emit_llvm.emit(kernel, "kernel", of))
    text = machine.emit_assembly(module)
    assert not any(word in text for word in absent)


@needs_x86
def test_levels_have_keys_of_their_own():
    kernel = map_kernel((f32,), f32, lambda a: a + a)
    keys = {
        compiler._key(fingerprint.fingerprint(kernel), at(level))
        for level in (*host_levels(), "native")
    }
    assert len(keys) == len(host_levels()) + 1


@needs_x86
def test_arithmetic_is_the_same_bits_at_every_level():
    x, seen = np.random.default_rng(3).standard_normal(1003).astype(np.float32), set()
    kernel = map_kernel((f32,), f32, lambda a: a * a + a / (a * a + a))
    for level in host_levels():
        out = np.zeros_like(x)
        call(compiler.compile_kernel(kernel, at(level)), [x, out], [1003], 0, 1003)
        seen.add(out.tobytes())
    assert len(seen) == 1


@pytest.mark.one_in(3)
@needs_x86
@pytest.mark.parametrize("level", ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"])
def test_a_program_runs_at_the_level_that_the_environment_names(level):
    script = (
        "import fjax, fjax.numpy as jnp; from fjax.lowering.cpu import processor\n"
        "print(processor.host().cpu, float(fjax.jit(lambda x: jnp.floor(x).sum())"
        "(jnp.arange(100) / 3)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        text=True,
        capture_output=True,
        env={**os.environ, "FJAX_CPU_LEVEL": level},
        check=False,
    )
    if level in host_levels():
        assert done.stdout.split() == [level, "1617.0"], done.stderr
    else:
        assert "expected one of x86-64" in done.stderr


@pytest.mark.parametrize("level", ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"])
def test_a_level_has_the_machine_of_its_name(level):
    features = " ".join(processor.LEVELS.values()).split()
    found = processor.at_level(level, "x86_64-linux", "some", dict.fromkeys(features, True))
    assert found.machine.name == level
