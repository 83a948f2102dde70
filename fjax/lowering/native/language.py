"""The words of native functions: Python that is translated to machine code, and never run.

A native function computes with 64-bit integers (`int`), `Int32`, `Byte`, floats, truth values and
addresses; `Pointer[T]` can be indexed. Where memory holds several values side by side, a
`Record` says once what they are called: native functions read and write them by name, and Python
lays them out by name.

What differs from Python: integers wrap around, `//` and `%` round towards zero, `x if c else y`
computes both, and `p + n` moves an address by bytes and a Pointer by elements. `translate.py` has a
method for every construct that there is.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Annotated, Any, ClassVar, Generic, TypeVar, cast

from fjax.dataclass import dataclass

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
CACHE_LINE = 64


class Int32(int):
    """A 32-bit integer, as C functions take it."""


class Byte(int):
    """An 8-bit integer."""


class Float32(float):
    """A float of 32 bits; `float` has 64."""


class Real(float):
    """A float of the width that a translation is given (see `types.lane_parameters`)."""


class Cells:
    """Floats of this width in the lanes of a register; comparisons give a truth value each."""

    def __add__(self, other: Cells) -> Cells:
        raise NotImplementedError

    __sub__ = __truediv__ = __add__

    def __lt__(self, other: Cells) -> bool:
        raise NotImplementedError


class Address:
    """An address of anything; sums with integers count bytes."""

    def __init__(self, address: object): ...

    def __add__(self, count: int) -> Address:
        raise NotImplementedError

    def __int__(self) -> int:
        raise NotImplementedError


class Pointer(Address, Generic[T]):
    """The address of values side by side."""

    def __getitem__(self, index: int) -> T:
        raise NotImplementedError

    def __setitem__(self, index: int, value: T) -> None:
        raise NotImplementedError

    def __add__(self, count: int) -> Pointer[T]:
        raise NotImplementedError


OWN_LINE = "begins a cache line"
OwnLine = Annotated[T, OWN_LINE]


@dataclass(frozen=True)
class Room:
    """Marks a field as bytes that other code uses by their address."""

    size: int


class Record:
    """Named values in a row, 8 bytes each except for fields that are `Room`; a base's come first.

    >>> class Pair(Record):
    ...     first: int
    ...     second: Pointer[int]
    >>> Pair.offsets, Pair.size, Pair.words(second=4096)
    ({'first': 0, 'second': 8}, 16, [0, 4096])
    """

    kinds: ClassVar[dict[str, Any]]  # of the fields, by name
    offsets: ClassVar[dict[str, int]]
    size: ClassVar[int]

    def __init__(self, address: object): ...

    def __init_subclass__(cls) -> None:
        hints = typing.get_type_hints(cls, include_extras=True)
        described = [base for base in reversed(cls.__mro__) if issubclass(base, Record)][1:]
        cls.kinds = {name: hints[name] for each in described for name in each.__annotations__}
        cls.offsets, cls.size = {}, 0
        for name, kind in cls.kinds.items():
            marks = getattr(kind, "__metadata__", ())
            if OWN_LINE in marks:
                cls.size = -(-cls.size // CACHE_LINE) * CACHE_LINE
            cls.offsets[name] = cls.size
            cls.size += sum(mark.size for mark in marks if isinstance(mark, Room)) or 8

    @classmethod
    def words(cls, **values: int | list[int]) -> list[int]:
        """The contents of such a record as 8-byte words: of `Room` several. What is not given is
        0."""
        words = [0] * (cls.size // 8)
        offsets = cls.offsets
        for name, value in values.items():
            at = offsets[name] // 8
            if isinstance(value, list):
                words[at : at + len(value)] = value
            else:
                words[at] = value
        return words

    @classmethod
    def index(cls, name: str) -> int:
        """Which word a field is."""
        return cls.offsets[name] // 8


class Measured:
    """Base of descriptions of foreign objects, whose layout is measured when a process starts."""


@dataclass(frozen=True)
class Shared(Generic[T]):
    """Memory of one record that all native functions of a module share, zero at first."""

    name: str
    record: type[T]


def shared(name: str, record: type[T]) -> T:
    """The name's `Shared` memory, typed as what it is to native functions."""
    return cast(T, Shared(name, record))


@dataclass(frozen=True)
class External:
    """A function of a C library, of CPython or of LLVM."""

    name: str
    result: Any
    arguments: tuple[Any, ...]

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"{self.name} can be called by native functions alone")


def external(name: str, result: Any, *arguments: Any) -> External:
    """A function that native functions call by this name."""
    return External(name, result, arguments)


def native(function: F) -> F:
    """Mark a function as native."""
    function.__dict__["is_native"] = True
    return function


def apart(function: F) -> F:
    """Mark a native function that needs all registers: it is not inlined by its only caller."""
    function.__dict__["is_apart"] = True
    return native(function)


def externals(modules: Iterable[ModuleType]) -> list[str]:
    """The names of the functions that modules declare, except for LLVM's own."""
    values = [getattr(m, name) for m in modules for name in dir(m)]  # `dir` loads a module
    found = {x.name for x in values if isinstance(x, External)}
    return sorted(name for name in found if not name.startswith("llvm."))


@dataclass(frozen=True)
class Word:
    """A function that the translator knows, and what its arguments are: a (p)lace, which is a name,
    a field or an element, a (v)alue, or a (c)onstant."""

    name: str
    takes: str = ""

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"{self.name} is a word of native functions alone")


def parameter(kind: type[T]) -> T:
    """A constant whose value is given for each translation."""
    return cast(T, None)


NULL: Any = Word("NULL")
array = Word("array", "cvc")  # array(T, n[, alignment]): n values on the stack
address = Word("address", "p")
unrolled = Word("unrolled")  # like range(n), written out: its index is a constant
minimum, maximum = Word("minimum", "vv"), Word("maximum", "vv")
# Operations on memory that threads share, in one order for all of them; but `release_store` only
# comes after what its thread did before. What was there, for add and exchange; for compare_swap(
# place, old, new) whether it was done.
atomic_load, atomic_store = Word("atomic_load", "p"), Word("atomic_store", "pv")
release_store, atomic_add = Word("release_store", "pv"), Word("atomic_add", "pv")
exchange, compare_swap = Word("exchange", "pv"), Word("compare_swap", "pvv")
# Of vectors: a value in all lanes; a mask of the lanes before a number, given the type of what it
# masks; access under a mask by the Pointer to a vector; a * b + c; the sum of all lanes; roots.
splat, first_lanes = Word("splat", "vc"), Word("first_lanes", "vc")
masked_load, masked_store = Word("masked_load", "vv"), Word("masked_store", "vvv")
multiply_add, add_lanes = Word("multiply_add", "vvv"), Word("add_lanes", "v")
square_root = Word("square_root", "v")
DARWIN = sys.platform == "darwin"
