"""Object code is placed as LLVM places it, or left to LLVM."""

import ctypes
import struct
import sys

import numpy as np
import pytest

from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import loader, processor

pytestmark = pytest.mark.skipif(
    not (sys.platform.startswith("linux") and processor.host().triple.startswith("x86_64")),
    reason="LLVM loads other formats",
)
# A constant, a variable, memory of zeros, an address, functions of fjax's and of the process.
TEXT = """
@scale = private constant double 3.0
@count = internal global i64 40
@zeros = internal global [9 x i64] zeroinitializer, align 64
@place = internal global ptr @scaled
declare double @fabs(double)
declare i64 @fjax_told_by_a_test()
define double @scaled(double %x) nounwind {
  %a = call double @fabs(double %x)
  %s = load volatile double, ptr @scale
  %r = fmul double %a, %s
  ret double %r
}
define double @twice(double %x) nounwind {
  %a = call double @scaled(double %x)
  %f = load volatile ptr, ptr @place
  %r = call double %f(double %a)
  ret double %r
}
define i64 @next() nounwind {
  %n = load i64, ptr @count
  %z = load i64, ptr getelementptr ([9 x i64], ptr @zeros, i64 0, i64 8)
  %told = call i64 @fjax_told_by_a_test()
  %a = add i64 %n, %z
  %r = add i64 %a, %told
  store i64 %r, ptr @count
  ret i64 %r
}
"""
told = ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: 2)


@pytest.fixture(scope="module")
def contents():
    module = compiler.llvm.parse_assembly(TEXT)
    loader.define("fjax_told_by_a_test", ctypes.cast(told, ctypes.c_void_p).value)
    return compiler._object_code(module, processor.host())


@pytest.mark.parametrize("load", [loader.load, loader._loaded_by_llvm])
def test_placed_code_finds_its_constants_variables_and_functions(contents, load):
    scaled, twice, following = load(contents, ("scaled", "twice", "next"))
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(scaled)(-2.5) == 7.5
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(twice)(-2.5) == 22.5
    following = ctypes.CFUNCTYPE(ctypes.c_int64)(following)
    assert [following(), following()] == [42, 44]


def test_usual_code_is_placed_without_llvm(contents, monkeypatch):
    monkeypatch.setattr(loader, "_loaded_by_llvm", None)
    first, second = (loader.load(contents, ("scaled",))[0] for _ in range(2))
    assert first != second


def test_a_missing_function_is_an_error(contents):
    with pytest.raises(RuntimeError, match="lacks one of absent"):
        loader.load(contents, ("absent",))


def relocations(contents):
    """Where the entries of the tables of relocations begin."""
    for section in loader._sections(contents):
        if section.kind == loader._ADDED:
            yield from range(section.offset, section.offset + section.size, 24)


def test_code_with_tables_for_unwinding_is_left_to_llvm():
    module = compiler.llvm.parse_assembly(TEXT.replace("nounwind", "uwtable"))
    with pytest.raises(loader.UnknownObject):
        loader._placed(compiler._object_code(module, processor.host()))


def test_tables_for_sections_that_are_not_placed_are_passed_over(contents):
    sections = loader._sections(contents)
    offsets, *_ = loader._arranged(sections, 2)
    assert len(list(loader._relocations(contents, sections, offsets))) > 2
    assert list(loader._relocations(contents, sections, {})) == []


def test_each_kind_of_address_is_there(contents):
    kinds = {struct.unpack_from("<I", contents, entry + 8)[0] for entry in relocations(contents)}
    assert kinds == {loader._FULL_ADDRESS, loader._DISTANCE, loader._DISTANCE_OF_CALL}


def changed(contents, place, kind, value):
    found = bytearray(contents)
    struct.pack_into(kind, found, place, value)
    return bytes(found)


def test_what_is_unknown_is_left_to_llvm(contents):
    entry = next(relocations(contents))
    unknown = {
        "32 bits": changed(contents, 4, "B", 1),
        "another processor": changed(contents, 18, "<H", 183),
        "a program": changed(contents, 16, "<H", 2),
        "a short address": changed(contents, entry + 8, "<I", 10),
        "no object": b"MZ" + contents,
    }
    for what, code in unknown.items():
        with pytest.raises(loader.UnknownObject):
            pytest.fail(f"{what}: {loader._placed(code)}")


def test_a_name_that_nobody_defines_is_left_to_llvm():
    text = "declare void @nobody()\ndefine void @f() nounwind {\ncall void @nobody()\nret void\n}"
    code = compiler._object_code(compiler.llvm.parse_assembly(text), processor.host())
    with pytest.raises(loader.UnknownObject):
        loader._placed(code)


def test_memory_that_holds_code_cannot_be_written(contents):
    (address,) = loader.load(contents, ("scaled",))
    with open("/proc/self/maps") as maps:
        rights = [
            fields[1]
            for fields in map(str.split, maps)
            if np.less_equal(*[int(x, 16) for x in (fields[0].split("-")[0], hex(address))])
            and address < int(fields[0].split("-")[1], 16)
        ]
    assert [x[:3] for x in rights] == ["r-x"]
