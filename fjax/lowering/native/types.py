"""What values of native functions are: types, and values by their names in LLVM IR."""

from __future__ import annotations

import collections.abc
import typing
from dataclasses import replace
from typing import Any, NamedTuple

from fjax.core.memo import memo
from fjax.dataclass import dataclass
from fjax.lowering.native import language
from fjax.lowering.native.language import Measured, Record, Room


@dataclass(frozen=True)
class Type:
    """An LLVM type, its size and alignment, and of an address what lies there."""

    text: str
    size: int
    align: int
    target: Any = None  # of a pointer: what its elements are; of a record: its class
    signature: tuple[Type | None, ...] | None = None  # of a function: result, arguments
    lanes: int = 0  # of a vector


def vector(element: type, lanes: int) -> Type:
    """The type of vectors, aligned as their elements are."""
    one = type_of(element)
    return Type(f"<{lanes} x {one.text}>", lanes * one.size, one.size, element, None, lanes)


INT, BOOL, FLOAT = Type("i64", 8, 8), Type("i1", 1, 1), Type("double", 8, 8)
POINTER = Type("ptr", 8, 8)
SCALARS = {
    int: INT,
    bool: BOOL,
    float: FLOAT,
    language.Int32: Type("i32", 4, 4),
    language.Byte: Type("i8", 1, 1),
    language.Float32: Type("float", 4, 4),
}
INTEGERS = ("i64", "i32", "i8", "i1")


def lane_parameters(itemsize: int, lanes: int) -> dict[str, Any]:
    """What native functions of `Real` and `Cells` are translated with."""
    element = {4: language.Float32, 8: float}[itemsize]
    return {"Real": element, "Cells": vector(element, lanes), "LANES": lanes}


class NativeValue(NamedTuple):
    """A value by its name in LLVM IR; without a type, a literal that takes the other operand's."""

    name: str
    type: Type | None

    @property
    def kind(self) -> Type:
        """The type, of what has one."""
        assert self.type is not None
        return self.type


NULL = NativeValue("null", POINTER)


@memo()
def type_of(kind: Any) -> Type:
    """The type that an annotation means."""
    if isinstance(kind, Type):
        return kind
    if isinstance(kind, type) and kind in SCALARS:
        return SCALARS[kind]
    marks = getattr(kind, "__metadata__", ())
    if marks:
        is_room = any(isinstance(mark, Room) for mark in marks)
        return Type("room", 8, 8) if is_room else type_of(typing.get_args(kind)[0])
    origin = typing.get_origin(kind)
    if origin is collections.abc.Callable:
        arguments, result = typing.get_args(kind)
        return replace(POINTER, signature=(result_type(result), *map(type_of, arguments)))
    if origin is language.Pointer:
        return replace(POINTER, target=typing.get_args(kind)[0])
    if kind is language.Address:
        return POINTER
    if isinstance(kind, type) and issubclass(kind, (Record, Measured)):
        return replace(POINTER, target=kind)
    raise TypeError(f"native functions know no type {kind!r}")


def result_type(kind: Any) -> Type | None:
    """The type that the annotation of a result means; None for no result."""
    return None if kind is None or kind is type(None) else type_of(kind)


def is_record(target: Any) -> bool:
    """Whether fields can be named there."""
    return isinstance(target, type) and issubclass(target, (Record, Measured))


def type_text(kind: Type | None) -> str:
    """A type of a result as LLVM writes it."""
    return "void" if kind is None else kind.text
