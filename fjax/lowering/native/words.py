"""What the words of native functions append, given what their arguments are."""

from __future__ import annotations

import functools
from typing import Any

from fjax.lowering.native import language
from fjax.lowering.native.code import Instructions
from fjax.lowering.native.types import BOOL, INT, NULL, SCALARS, NativeValue, Type, type_of, vector


def array(code: Instructions, target: Any, count: NativeValue, align: int = 16) -> NativeValue:
    """Memory on the stack; for the whole function if its length is known."""
    one = type_of(target).text
    if isinstance(target, type) and issubclass(target, language.Record):
        one = f"[{target.size} x i8]"
    if count.type is None:
        name = code.reserve(code.label("array"), f"[{count.name} x {one}]", align)
    else:
        many = code.as_type(count, INT).name
        name = code.make(f"alloca {one}, i64 {many}, align {align}", None).name
    return NativeValue(name, Type("ptr", 8, 8, target))


def address(code: Instructions, place: NativeValue) -> NativeValue:
    """Where a place is."""
    return NativeValue(place.name, NULL.type)


def atomic_load(code: Instructions, place: NativeValue) -> NativeValue:
    """What is at a place now."""
    return code.make(
        f"load atomic {place.kind.text}, ptr {place.name} seq_cst, align 8", place.type
    )


def atomic_store(
    code: Instructions, place: NativeValue, value: NativeValue, order: str = "seq_cst"
) -> NativeValue:
    """Store where all threads see the same order of stores."""
    kind = place.kind
    new = code.as_type(value, kind).name
    code.add(f"store atomic {kind.text} {new}, ptr {place.name} {order}, align 8")
    return NULL


release_store = functools.partial(atomic_store, order="release")


def atomic_add(
    code: Instructions, place: NativeValue, value: NativeValue, word: str = "add"
) -> NativeValue:
    """Add to a place; what was there."""
    kind = place.kind
    by = code.as_type(value, kind).name
    return code.make(f"atomicrmw {word} ptr {place.name}, {kind.text} {by} seq_cst", kind)


exchange = functools.partial(atomic_add, word="xchg")


def compare_swap(
    code: Instructions, place: NativeValue, old: NativeValue, new: NativeValue
) -> NativeValue:
    """Store at a place if it holds a value; whether it did."""
    t = place.kind.text
    a, b = (code.as_type(x, place.kind).name for x in (old, new))
    pair = code.make(f"cmpxchg ptr {place.name}, {t} {a}, {t} {b} seq_cst seq_cst", None)
    return code.make(f"extractvalue {{ {t}, i1 }} {pair.name}, 1", BOOL)


def minimum(code: Instructions, x: NativeValue, y: NativeValue, stem: str = "smin") -> NativeValue:
    """The lesser of two integers."""
    return code.intrinsic(f"llvm.{stem}.i64", INT, *(code.as_type(v, INT) for v in (x, y)))


maximum = functools.partial(minimum, stem="smax")


def splat(code: Instructions, value: NativeValue, to: Type) -> NativeValue:
    """A vector with one value in all lanes."""
    one = code.as_type(value, type_of(to.target)).name
    t, element = to.text, type_of(to.target).text
    first = code.make(f"insertelement {t} poison, {element} {one}, i64 0", to).name
    return code.make(
        f"shufflevector {t} {first}, {t} poison, <{to.lanes} x i32> zeroinitializer", to
    )


def first_lanes(code: Instructions, count: NativeValue, of: Type) -> NativeValue:
    """A mask of the lanes before a number."""
    numbers = vector(int, of.lanes)
    limit = splat(code, count, numbers)
    iota = ", ".join(f"i64 {k}" for k in range(of.lanes))
    return code.make(f"icmp slt {numbers.text} <{iota}>, {limit.name}", vector(bool, of.lanes))


def masked_load(code: Instructions, pointer: NativeValue, mask: NativeValue) -> NativeValue:
    """A vector's lanes that a mask names, zeros in the others."""
    t = type_of(pointer.kind.target)
    function, given = f"llvm.masked.load.{_suffix(t)}.p0", NativeValue(pointer.name, NULL.type)
    return code.intrinsic(
        function, t, given, _alignment(t), mask, NativeValue("zeroinitializer", t)
    )


def masked_store(
    code: Instructions, pointer: NativeValue, value: NativeValue, mask: NativeValue
) -> NativeValue:
    """Store a vector's lanes that a mask names."""
    t, given = value.kind, NativeValue(pointer.name, NULL.type)
    function = f"llvm.masked.store.{_suffix(t)}.p0"
    return code.intrinsic(function, None, value, given, _alignment(t), mask)


def multiply_add(code: Instructions, a: NativeValue, b: NativeValue, c: NativeValue) -> NativeValue:
    """a * b + c, in one rounding where the processor can."""
    return code.intrinsic(f"llvm.fmuladd.{_suffix(a.kind)}", a.type, a, b, c)


def add_lanes(code: Instructions, value: NativeValue) -> NativeValue:
    """The sum of a vector's lanes, half of them added to the other half at a time."""
    t, element = value.kind, type_of(value.kind.target)
    name = f"llvm.vector.reduce.fadd.{_suffix(t)}"
    code.declare(name, element, [element, t])
    return code.make(
        f"call reassoc {element.text} @{name}({element.text} -0.0, {t.text} {value.name})", element
    )


def square_root(code: Instructions, value: NativeValue) -> NativeValue:
    """The roots of a vector's lanes."""
    return code.intrinsic(f"llvm.sqrt.{_suffix(value.kind)}", value.type, value)


def _alignment(t: Type) -> NativeValue:
    return NativeValue(str(t.align), SCALARS[language.Int32])


def _suffix(t: Type) -> str:
    """How names of functions of vectors end."""
    return f"v{t.lanes}" + {"float": "f32", "double": "f64"}[type_of(t.target).text]
