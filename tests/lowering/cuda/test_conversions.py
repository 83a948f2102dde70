"""Narrow floats are converted by a GPU's instructions, and give what they give on the CPU."""

import numpy as np
import pytest

from fjax.core import dtypes, scalar
from fjax.lowering.cpu.compile import compile_kernel
from fjax.lowering.cuda.emit.conversions import conversions
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.heuristic import Variant
from fjax.lowering.cuda.ptx import KNOWN, ptx
from fjax.lowering.machine import named
from tests.lowering.cpu.harness import call, map_kernel
from tests.lowering.cuda import assemble
from tests.lowering.cuda.check import program
from tests.lowering.cuda.emulator import run
from tests.lowering.cuda.narrow_conversions import FORMATS

FLOAT32, FLOAT64, INT32, INT64 = (np.dtype(n) for n in ("f4", "f8", "i4", "i8"))
FLOAT16, BFLOAT16 = dtypes.float16, dtypes.bfloat16
E4M3, E5M2 = dtypes.float8_e4m3fn, dtypes.float8_e5m2
HALVES, BYTES = (FLOAT16, BFLOAT16), (E4M3, E5M2)
ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "sm_120")
GRID, BLOCK = 64, 256

each_architecture = pytest.mark.parametrize("architecture", ARCHITECTURES)
each_narrow = pytest.mark.parametrize("narrow", HALVES + BYTES, ids=str)


def kernel_of(source, to):
    return map_kernel((source,), to, lambda a: scalar.convert(a, to))


def both(values, to, architecture):
    """Values converted by the CPU's code, and by the GPU's in the emulator."""
    kernel, n = kernel_of(values.dtype, to), len(values)
    on_cpu, on_gpu = [values, np.zeros(n, to)], [values, np.zeros(n, to)]
    call(compile_kernel(kernel), on_cpu, [n], 0, n)
    run(program(kernel, architecture=architecture)[0], on_gpu, [n], n, GRID, BLOCK)
    return on_cpu[1], on_gpu[1]


def bits(array):
    return array.view(f"u{array.dtype.itemsize}")


def converted(array, to=FLOAT64):
    """The numbers in another type, by NumPy; a NaN that signals is no error."""
    with np.errstate(all="ignore"):
        return array.astype(to)


def assert_same_bits(found, wanted, values):
    """NaN is NaN; of everything else the bits are equal, the sign of zeros among them."""
    wide = [converted(x) for x in (found, wanted)]
    differs = (bits(found) != bits(wanted)) & ~(np.isnan(wide[0]) & np.isnan(wide[1]))
    assert not differs.any(), [
        (values[k], found[k], wanted[k]) for k in np.flatnonzero(differs)[:5]
    ]


def every_value(dtype):
    size = np.dtype(f"u{dtype.itemsize}")
    return np.arange(1 << 8 * dtype.itemsize, dtype=np.int64).astype(size).view(dtype)


def around(narrow, wide):
    """Each value of a narrow type and each point halfway between two, with their neighbours."""
    values = np.unique(converted(every_value(narrow)))
    values = values[np.isfinite(values)]
    step = values[-1] - values[-2]  # to the first number that is too large
    values = np.append(values, values[-1] + step)
    points = np.concatenate([values, (values[1:] + values[:-1]) / 2])
    points = converted(points, wide)
    return np.concatenate([points, *(np.nextafter(points, wide.type(s * np.inf)) for s in (1, -1))])


def numbers(narrow, wide):
    """Those; numbers of random bits; the smallest, the largest, infinity, NaN."""
    some = np.random.default_rng(0).integers(0, 2**63, 1 << 15, dtype=np.int64).view(wide)
    info = np.finfo(wide)
    special = [0.0, np.inf, np.nan, info.max, info.smallest_normal, info.smallest_subnormal]
    found = np.concatenate([around(narrow, wide), some, np.array(special, wide)])
    return np.concatenate([found, -found])


@pytest.mark.one_in(4)
@each_architecture
@each_narrow
def test_every_value_widens(narrow, architecture):
    values = every_value(narrow)
    wanted, found = both(values, FLOAT32, architecture)
    assert_same_bits(found, wanted, values)
    np.testing.assert_array_equal(found, converted(values, FLOAT32))


@pytest.mark.one_in(9)
@each_architecture
@each_narrow
def test_float32_is_rounded_once(narrow, architecture):
    values = numbers(narrow, FLOAT32)
    wanted, found = both(values, narrow, architecture)
    assert_same_bits(found, wanted, values)
    assert_same_bits(found, converted(values, narrow), values)


@pytest.mark.one_in(16)
@each_architecture
@each_narrow
def test_float64_is_rounded_once(narrow, architecture):
    values = numbers(narrow, FLOAT64)
    near = around(narrow, FLOAT32).astype(FLOAT64)  # beside them, where two roundings would differ
    values = np.concatenate([values, *(np.nextafter(near, s * np.inf) for s in (1, -1))])
    wanted, found = both(values, narrow, architecture)
    assert_same_bits(found, wanted, values)


@pytest.mark.one_in(24)
@each_architecture
@pytest.mark.parametrize("source", ("int32", "uint32", "int64", "uint64"))
@each_narrow
def test_integers_are_rounded_once(narrow, source, architecture):
    dtype = np.dtype(source)
    finite = around(narrow, FLOAT64)
    finite = finite[np.abs(finite) < 2.0**31].astype(INT64)
    near = np.concatenate([finite + k for k in (-1, 0, 1)])
    some = np.random.default_rng(1).integers(0, 2**63, 1 << 12, dtype=np.int64)
    values = np.concatenate([near, some, some >> 40, -some]).astype(dtype)
    wanted, found = both(values, narrow, architecture)
    assert_same_bits(found, wanted, values)


def instructions(source, to, architecture):
    text = ptx(
        emit(kernel_of(source, to), "kernel", named(architecture), Variant(wide=False)).text,
        architecture,
    )
    lines = [line.strip() for line in text.split("\n")]
    return [line.split()[0] for line in lines if line.endswith(";") and line[0] not in ".{"]


def test_what_hardware_has_is_one_instruction():
    with_f16 = {"cvt.f32.f16"}
    assert with_f16 <= set(instructions(FLOAT16, FLOAT32, "sm_75"))
    assert with_f16 <= set(instructions(E5M2, FLOAT32, "sm_75"))
    assert "cvt.rn.f16.f32" in instructions(FLOAT32, FLOAT16, "sm_75")
    assert "cvt.rn.f16.f64" in instructions(FLOAT64, FLOAT16, "sm_75")
    assert "cvt.rn.f16.s32" in instructions(INT32, FLOAT16, "sm_75")
    assert "cvt.rn.bf16.f32" in instructions(FLOAT32, BFLOAT16, "sm_80")
    assert "cvt.rn.bf16.f32" not in instructions(FLOAT32, BFLOAT16, "sm_75")
    assert "cvt.f32.bf16" in instructions(BFLOAT16, FLOAT32, "sm_90")
    assert "shl.b32" in instructions(BFLOAT16, FLOAT32, "sm_80")
    assert "cvt.rn.f16x2.e4m3x2" in instructions(E4M3, FLOAT32, "sm_90")
    for narrow, word in ((E4M3, "e4m3x2"), (E5M2, "e5m2x2")):
        assert f"cvt.rn.satfinite.{word}.f32" in instructions(FLOAT32, narrow, "sm_90")
        assert len(instructions(FLOAT32, narrow, "sm_90")) + 5 < len(
            instructions(FLOAT32, narrow, "sm_89")
        )


def test_an_older_architecture_converts_floats_of_8_bits_in_software():
    assert not any("e4m3" in line for line in instructions(FLOAT32, E4M3, "sm_89"))
    assert (FLOAT32, E4M3) not in conversions("sm_75")


@each_narrow
def test_the_emulator_knows_the_types(narrow):
    """Its formats, which come from PTX's manual, are those of ml_dtypes."""
    name = {FLOAT16: "f16", BFLOAT16: "bf16", E4M3: "e4m3x2", E5M2: "e5m2x2"}[narrow]
    known, codes = FORMATS[name], np.arange(1 << (8 * narrow.itemsize - 1))
    wanted = converted(codes.astype(known.bits).view(narrow))
    np.testing.assert_array_equal(known.value(codes), wanted)
    finite = np.isfinite(wanted)
    np.testing.assert_array_equal(known.codes(wanted[finite], True), codes[finite])
    most = wanted[finite].max()
    assert known.value(known.codes([2 * most, np.inf], True)).tolist() == [most, most]


@pytest.mark.one_in(8)
@pytest.mark.parametrize("architecture", [f"sm_{known}" for known in KNOWN])
def test_they_assemble(architecture):
    try:
        assembler = assemble.ptxas()
    except SystemExit as missing:
        pytest.skip(str(missing))
    for source, to in sorted(conversions(architecture), key=str):
        text = ptx(
            emit(kernel_of(source, to), "kernel", named(architecture), Variant()).text, architecture
        )
        result = assemble.assemble(text, architecture, assembler)
        assert not result.problem and not result.spilled, (source, to, result)
