"""The loader of object code: it places sections in memory and fills in addresses.

Code and constants of an object lie together, so code finds them by short distances. What it calls
elsewhere may be far away: it jumps there by a stub. ELF's specification and its supplement for
x86-64 describe the tables and the kinds of relocations. A process whose machine code is all on disk
need not load LLVM, which takes longer than its first call. LLVM's engine loads what this loader
does not know, such as other formats and other relocations.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import struct
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fjax.core import lazy
from fjax.lowering.cpu import processor

llvm = lazy.module("llvmlite.binding")

_defined: dict[str, int] = {}
_engine: Any = None

# What begins an ELF file: 64 bits, little endian, version 1, for no certain system; relocatable,
# for x86-64.
_IDENTITY, _KIND = b"\x7fELF\x02\x01\x01\x00", struct.pack("<HH", 1, 62)
_SECTIONS = struct.Struct("<40xQ10xHHH")  # of a file's header: where they are, size, count, names
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QIIq")
_PLACE, _SHORT_PLACE = struct.Struct("<Q"), struct.Struct("<i")
_STUB = struct.Struct("<6s2xQ")  # a jump to the address behind it, and the address
_JUMP = b"\xff\x25\x02\x00\x00\x00"
# Kinds of sections: code and data, symbols, relocations with addends, zeros, relocations without.
_CONTENTS, _SYMBOLS, _ADDED, _EMPTY, _PLAIN = 1, 2, 4, 8, 9
_WRITABLE, _LOADED, _THREADS = 1, 2, 0x400  # what sections are
_ABSOLUTE = 0xFFF1  # a symbol that is a number; further ones are of no section either
_SECTION_ITSELF = 3  # a kind of symbol; smaller ones are data and functions
# The relocations R_X86_64_64, R_X86_64_PC32 and R_X86_64_PLT32.
_FULL_ADDRESS, _DISTANCE, _DISTANCE_OF_CALL = 1, 2, 4


class UnknownObject(Exception):
    """Object code that only LLVM can load."""


class _Section(NamedTuple):
    """A section's header, in the order of the file."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class _Symbol(NamedTuple):
    """An entry of the table of symbols, in the order of the file."""

    name: int
    info: int
    other: int
    section: int
    value: int
    size: int


def define(name: str, address: int) -> None:
    """Let code that is loaded from now on call what is at an address by this name."""
    _defined[name] = address


def places(triple: str) -> bool:
    """Whether this loader, rather than LLVM's, places code for a target."""
    return sys.platform.startswith("linux") and triple.startswith("x86_64")


def load(contents: bytes, names: Sequence[str]) -> list[int]:
    """Addresses of symbols that object code defines; it stays in memory.

    Code of worker threads runs until the process ends, so nothing is ever unloaded.

    Raises:
      RuntimeError: it lacks one of them, or needs what nobody defines.
    """
    try:
        found = _placed(contents)
    except (UnknownObject, struct.error):
        return _loaded_by_llvm(contents, names)
    if not found.keys() >= set(names):
        raise RuntimeError(f"object code lacks one of {', '.join(names)}")
    return [found[name] for name in names]


def _placed(contents: bytes) -> dict[str, int]:
    """The symbols that object code defines for others, with their addresses."""
    if not sys.platform.startswith("linux"):
        raise UnknownObject
    sections = _sections(contents)
    symbols, texts = _symbols(contents, sections)
    far = [number for number, symbol in enumerate(symbols) if symbol.name and not symbol.section]
    offsets, stubs, writable, end = _arranged(sections, len(far))
    start = _reserved(end)
    image = bytearray(end)
    for number, offset in offsets.items():
        section = sections[number]
        if section.kind != _EMPTY:
            begin = section.offset
            image[offset : offset + section.size] = contents[begin : begin + section.size]
    addresses = [_address(symbol, texts, start, offsets) for symbol in symbols]
    called = dict[int, int]()  # the stubs of symbols
    for count, number in enumerate(far):
        called[number] = start + stubs + count * _STUB.size
        _STUB.pack_into(image, stubs + count * _STUB.size, _JUMP, addresses[number])
    for place, kind, number, addend in _relocations(contents, sections, offsets):
        if kind == _FULL_ADDRESS:
            _PLACE.pack_into(image, place, (addresses[number] + addend) & 0xFFFF_FFFF_FFFF_FFFF)
            continue
        if kind == _DISTANCE and not 0 < symbols[number].section < _ABSOLUTE:
            raise UnknownObject
        target = called.get(number, addresses[number])
        _SHORT_PLACE.pack_into(image, place, target + addend - (start + place))
    ctypes.memmove(start, (ctypes.c_char * end).from_buffer(image), end)
    _make_executable(start, writable)
    return {
        _name(texts, symbol.name): address
        for symbol, address in zip(symbols, addresses, strict=True)
        if symbol.info >> 4 and symbol.section  # a name for others, which is defined here
    }


def _sections(contents: bytes) -> list[_Section]:
    """The headers of all sections."""
    if contents[:8] != _IDENTITY or contents[16:20] != _KIND:
        raise UnknownObject
    where, size, count, _ = _SECTIONS.unpack_from(contents)
    if size != _SECTION.size or not count:
        raise UnknownObject
    table = contents[where : where + count * size]
    return [_Section._make(header) for header in _SECTION.iter_unpack(table)]


def _arranged(sections: Sequence[_Section], stubs: int) -> tuple[dict[int, int], int, int, int]:
    """Where sections are in memory, and stubs; from where on it may be written; where all end.

    Code and constants stand first; what is written begins at a page of its own.
    """
    loaded = [n for n, s in enumerate(sections) if s.flags & _LOADED]
    offsets, end = dict[int, int](), 0
    for is_written in (False, True):
        if is_written:
            first_stub = -(-end // _STUB.size) * _STUB.size
            end = writable = -(-(first_stub + stubs * _STUB.size) // mmap.PAGESIZE) * mmap.PAGESIZE
        for number in loaded:
            section = sections[number]
            if bool(section.flags & _WRITABLE) != is_written:
                continue
            # Tables for unwinding have a kind of their own: LLVM tells the system of them.
            if section.kind not in (_CONTENTS, _EMPTY) or section.flags & _THREADS:
                raise UnknownObject
            step = max(section.alignment, 1)
            offsets[number] = end = -(-end // step) * step
            end += section.size
    return offsets, first_stub, writable, end


def _symbols(contents: bytes, sections: Sequence[_Section]) -> tuple[list[_Symbol], bytes]:
    """The table of symbols, and the texts that its entries name."""
    tables = [section for section in sections if section.kind == _SYMBOLS]
    if len(tables) != 1:
        raise UnknownObject
    (table,) = tables
    texts = sections[table.link]
    entries = _SYMBOL.iter_unpack(contents[table.offset : table.offset + table.size])
    return [_Symbol._make(x) for x in entries], contents[texts.offset : texts.offset + texts.size]


def _name(texts: bytes, at: int) -> str:
    """The text at a place of the table of texts."""
    return texts[at : texts.index(b"\0", at)].decode()


def _address(symbol: _Symbol, texts: bytes, start: int, offsets: dict[int, int]) -> int:
    """Where a symbol is; 0 for those that only describe the file."""
    if symbol.section == _ABSOLUTE:
        return symbol.value
    if symbol.section > _ABSOLUTE or symbol.info & 15 > _SECTION_ITSELF:
        raise UnknownObject
    if symbol.section:
        offset = offsets.get(symbol.section)
        return 0 if offset is None else start + offset + symbol.value
    return _elsewhere(_name(texts, symbol.name)) if symbol.name else 0


def _elsewhere(name: str) -> int:
    """The address of what other code defines: fjax by `define`, or the process's libraries."""
    if name not in _defined:
        try:
            function = getattr(_process(), name)
        except AttributeError:
            raise UnknownObject from None
        _defined[name] = ctypes.cast(function, ctypes.c_void_p).value or 0
    return _defined[name]


def _relocations(
    contents: bytes, sections: Sequence[_Section], offsets: dict[int, int]
) -> Iterator[tuple[int, int, int, int]]:
    """Of each place of the image for an address: its kind, the symbol's number, what is added."""
    for section in sections:
        if section.kind == _PLAIN:
            raise UnknownObject
        if section.kind != _ADDED or section.info not in offsets:
            continue
        base = offsets[section.info]
        table = contents[section.offset : section.offset + section.size]
        for place, kind, symbol, addend in _RELOCATION.iter_unpack(table):
            if kind not in (_FULL_ADDRESS, _DISTANCE, _DISTANCE_OF_CALL):
                raise UnknownObject
            yield base + place, kind, symbol, addend


@functools.cache
def _process() -> ctypes.CDLL:
    """The process's own symbols, and those of the libraries that it was linked with."""
    library = ctypes.CDLL(None, use_errno=True)
    where, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    library.mmap.restype = where
    library.mmap.argtypes = where, size, number, number, number, ctypes.c_long
    library.mprotect.argtypes = where, size, number
    return library


def _reserved(size: int) -> int:
    """The address of fresh memory, which a forked process gets a copy of."""
    rights, kind = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    address: int = _process().mmap(None, max(size, 1), rights, kind, -1, 0)
    if address == ctypes.c_void_p(-1).value:
        raise MemoryError(f"no memory for {size} bytes of machine code")
    return address


def _make_executable(start: int, size: int) -> None:
    """Let code run that can no longer be written."""
    rights = mmap.PROT_READ | mmap.PROT_EXEC
    if size and _process().mprotect(start, size, rights):
        raise OSError(ctypes.get_errno(), "the system does not let memory be executed")


def _loaded_by_llvm(contents: bytes, names: Sequence[str]) -> list[int]:
    """As `load`, by LLVM's engine."""
    global _engine
    if _engine is None:
        processor.initialize()
        machine = llvm.Target.from_triple(processor.host().triple).create_target_machine(jit=True)
        _engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        # Worker threads run its code until the process ends, so it must never be disposed of.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(_engine))
    for name, address in _defined.items():
        llvm.add_symbol(name, address)
    _engine.add_object_file(llvm.ObjectFileRef.from_data(contents))
    _engine.finalize_object()
    addresses = [_engine.get_function_address(name) for name in names]
    if not all(addresses):
        raise RuntimeError(f"object code lacks one of {', '.join(names)}")
    return addresses
