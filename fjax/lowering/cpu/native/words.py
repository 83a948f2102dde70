"""What the words of native functions append, given what their arguments are."""

from __future__ import annotations

from typing import Any

from fjax.lowering.cpu.native import language
from fjax.lowering.cpu.native.code import Code
from fjax.lowering.cpu.native.types import BOOL, INT, NULL, SCALARS, Type, Value, type_of, vector


def array(code: Code, target: Any, count: Value, align: int = 16) -> Value:
    """Memory on the stack; for the whole function if its length is known."""
    one = type_of(target).text
    if isinstance(target, type) and issubclass(target, language.Record):
        one = f"[{target.size} x i8]"
    if count.type is None:
        name = code.reserve(code.label("array"), f"[{count.name} x {one}]", align)
    else:
        many = code.as_type(count, INT).name
        name = code.make(f"alloca {one}, i64 {many}, align {align}", None).name
    return Value(name, Type("ptr", 8, 8, target))


def address(code: Code, place: Value) -> Value:
    """Where a place is."""
    return Value(place.name, NULL.type)


def atomic_load(code: Code, place: Value) -> Value:
    """What is at a place now."""
    return code.make(
        f"load atomic {place.kind.text}, ptr {place.name} seq_cst, align 8", place.type
    )


def atomic_store(code: Code, place: Value, value: Value, order: str = "seq_cst") -> Value:
    """Store where all threads see the same order of stores."""
    kind = place.kind
    new = code.as_type(value, kind).name
    code.add(f"store atomic {kind.text} {new}, ptr {place.name} {order}, align 8")
    return NULL


def release_store(code: Code, place: Value, value: Value) -> Value:
    """Store after all that this thread did before."""
    return atomic_store(code, place, value, "release")


def atomic_add(code: Code, place: Value, value: Value, word: str = "add") -> Value:
    """Add to a place; what was there."""
    kind = place.kind
    by = code.as_type(value, kind).name
    return code.make(f"atomicrmw {word} ptr {place.name}, {kind.text} {by} seq_cst", kind)


def exchange(code: Code, place: Value, value: Value) -> Value:
    """Store at a place; what was there."""
    return atomic_add(code, place, value, "xchg")


def compare_swap(code: Code, place: Value, old: Value, new: Value) -> Value:
    """Store at a place if it holds a value; whether it did."""
    t = place.kind.text
    a, b = (code.as_type(x, place.kind).name for x in (old, new))
    pair = code.make(f"cmpxchg ptr {place.name}, {t} {a}, {t} {b} seq_cst seq_cst", None)
    return code.make(f"extractvalue {{ {t}, i1 }} {pair.name}, 1", BOOL)


def minimum(code: Code, x: Value, y: Value, stem: str = "smin") -> Value:
    """The lesser of two integers."""
    return code.intrinsic(f"llvm.{stem}.i64", INT, *(code.as_type(v, INT) for v in (x, y)))


def maximum(code: Code, x: Value, y: Value) -> Value:
    """The greater of two integers."""
    return minimum(code, x, y, "smax")


def splat(code: Code, value: Value, to: Type) -> Value:
    """A vector with one value in all lanes."""
    one = code.as_type(value, type_of(to.target)).name
    t, element = to.text, type_of(to.target).text
    first = code.make(f"insertelement {t} poison, {element} {one}, i64 0", to).name
    return code.make(
        f"shufflevector {t} {first}, {t} poison, <{to.lanes} x i32> zeroinitializer", to
    )


def first_lanes(code: Code, count: Value, of: Type) -> Value:
    """A mask of the lanes before a number."""
    numbers = vector(int, of.lanes)
    limit = splat(code, count, numbers)
    iota = ", ".join(f"i64 {k}" for k in range(of.lanes))
    return code.make(f"icmp slt {numbers.text} <{iota}>, {limit.name}", vector(bool, of.lanes))


def masked_load(code: Code, pointer: Value, mask: Value) -> Value:
    """A vector's lanes that a mask names, zeros in the others."""
    t = type_of(pointer.kind.target)
    function, given = f"llvm.masked.load.{_suffix(t)}.p0", Value(pointer.name, NULL.type)
    return code.intrinsic(function, t, given, _alignment(t), mask, Value("zeroinitializer", t))


def masked_store(code: Code, pointer: Value, value: Value, mask: Value) -> Value:
    """Store a vector's lanes that a mask names."""
    t, given = value.kind, Value(pointer.name, NULL.type)
    function = f"llvm.masked.store.{_suffix(t)}.p0"
    return code.intrinsic(function, None, value, given, _alignment(t), mask)


def multiply_add(code: Code, a: Value, b: Value, c: Value) -> Value:
    """a * b + c, in one rounding where the processor can."""
    return code.intrinsic(f"llvm.fmuladd.{_suffix(a.kind)}", a.type, a, b, c)


def _alignment(t: Type) -> Value:
    return Value(str(t.align), SCALARS[language.Int32])


def _suffix(t: Type) -> str:
    """How names of functions of vectors end."""
    return f"v{t.lanes}" + {"float": "f32", "double": "f64"}[type_of(t.target).text]
