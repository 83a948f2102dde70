"""Object code that was read from a file: whether its structure is what the compiler makes.

LLVM's loader trusts what it is given: an offset beyond the file, an unknown relocation or a name
that nothing defines ends the process. So headers, sections, symbols and relocations are checked
before it sees them, against the few forms that kernels have. What the instructions do is not
checked, and cannot be: see "Trust of the cache" in docs/design/caching.md.

Sizes and field orders are those of the ELF specification, 64 bits, little-endian.
"""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Callable

from fjax.dataclass import dataclass

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
RELOCATION = struct.Struct("<QQq")
IDENTITY = b"\x7fELF\x02\x01\x01"  # 64 bits, little-endian, version 1
RELOCATABLE = 1
PROGRAM, SYMBOLS, STRINGS, RELOCATIONS, EMPTY = 1, 2, 3, 4, 8  # types of sections
ABSOLUTE = 0xFFF1
# Writable, loaded, code, merged, strings, refers to another section, large (x86-64).
FLAGS = 0x1 | 0x2 | 0x4 | 0x10 | 0x20 | 0x40 | 0x10000000
LOADED, CODE = 0x2, 0x2 | 0x4
LARGEST_EMPTY, LARGEST_ALIGNMENT = 1 << 20, 4096
LOCAL, GLOBAL = 0, 1
NO_TYPE, OBJECT, FUNCTION, SECTION_SYMBOL, FILE = range(5)
NAMES = re.compile(
    rb"|(\.rela)?\.l?(text|rodata|data|bss)(\.[\w.]+)?|\.(str|shstr|sym)tab"
    rb"|\.note\.GNU-stack"
)
# Machine -> its relocations and how many bytes each changes.
WIDTHS = {
    62: {1: 8, 2: 4, 4: 4, 10: 4, 11: 4, 24: 8},  # x86-64
    183: {
        257: 8,
        258: 4,
        260: 8,
        261: 4,
        **dict.fromkeys((*range(263, 270), 275, 277, 278, 282, 283, 284, 285, 286, 299), 4),
    },  # aarch64
}


class Damaged(Exception):
    """The object code is not of the form that the compiler makes."""


@dataclass(frozen=True)
class Section:
    """An entry of the section table."""

    name: bytes
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int

    def within(self, contents: bytes) -> bytes:
        """The section's bytes."""
        return contents[self.offset : self.offset + self.size]


def fault(
    contents: bytes, wanted: tuple[str, ...], resolves: Callable[[str], object]
) -> str | None:
    """What is wrong with object code that should define the functions `wanted`; None if nothing.

    resolves: whether a name that the code uses, and does not define, is known to the process.
    """
    if sys.platform in ("darwin", "win32"):  # other formats, of which only the hash is checked
        return None
    try:
        machine, sections = _sections(contents)
        for section in sections:
            _check_section(section, sections, contents)
        places = _check_symbols(contents, sections, wanted, resolves)
        for section in sections:
            if section.kind == RELOCATIONS:
                _check_relocations(contents, section, sections, WIDTHS[machine], places)
    except Damaged as error:
        return str(error)
    return None


def _require(holds: object, what: str) -> None:
    if not holds:
        raise Damaged(what)


def _sections(contents: bytes) -> tuple[int, list[Section]]:
    """The machine, and the section table."""
    _require(len(contents) >= HEADER.size, "it is shorter than a header")
    (
        identity,
        kind,
        machine,
        version,
        _,
        programs,
        table,
        _,
        size,
        _,
        program_count,
        entry,
        count,
        names,
    ) = HEADER.unpack_from(contents)
    _require(
        identity.startswith(IDENTITY) and kind == RELOCATABLE and version == 1,
        "it is no relocatable ELF object",
    )
    _require(
        machine in WIDTHS and size == HEADER.size and programs == program_count == 0,
        "its header is another one",
    )
    _require(
        entry == SECTION.size
        and 0 < count < 0xFF00
        and names < count
        and table % 8 == 0
        and table + count * SECTION.size <= len(contents),
        "its section table is outside the file",
    )
    rows = [SECTION.unpack_from(contents, table + k * SECTION.size) for k in range(count)]
    text = Section(b"", *rows[names][1:])
    _check_extent(text, contents)
    strings = _strings(text, contents)
    return machine, [Section(_name(strings, row[0]), *row[1:]) for row in rows]


def _check_extent(section: Section, contents: bytes) -> None:
    _require(section.offset + section.size <= len(contents), "a section is outside the file")


def _strings(section: Section, contents: bytes) -> bytes:
    found = section.within(contents)
    _require(section.kind == STRINGS and found[:1] == b"\0" == found[-1:], "names do not end")
    return found


def _name(strings: bytes, at: int) -> bytes:
    _require(at < len(strings), "a name is outside the table of names")
    return strings[at : strings.index(b"\0", at)]


def _check_section(section: Section, sections: list[Section], contents: bytes) -> None:
    kind, size, entry = section.kind, section.size, section.entry_size
    _require(NAMES.fullmatch(section.name), f"there is a section {section.name!r}")
    _require(
        kind in (0, PROGRAM, SYMBOLS, STRINGS, RELOCATIONS, EMPTY),
        f"there is a section of type {kind}",
    )
    _require((section.name == b"") == (kind == 0) and section.address == 0, "a section is odd")
    _require(section.flags & ~FLAGS == 0, f"a section has the flags {section.flags:#x}")
    alignment = section.alignment
    _require(
        alignment <= LARGEST_ALIGNMENT and alignment & (alignment - 1) == 0,
        f"a section is aligned to {alignment}",
    )
    if kind == EMPTY:
        _require(size <= LARGEST_EMPTY, "a section is too large")
    else:
        _check_extent(section, contents)
    expected = {SYMBOLS: SYMBOL.size, RELOCATIONS: RELOCATION.size}.get(kind)
    if expected is not None:
        _require(entry == expected and size % entry == 0, "a table has entries of another size")
        _require(0 < section.link < len(sections), "a table refers to no section")
    if kind == 0:
        _require(size == section.flags == section.link == section.info == 0, "a section is odd")


def _check_symbols(
    contents: bytes,
    sections: list[Section],
    wanted: tuple[str, ...],
    resolves: Callable[[str], object],
) -> list[bool]:
    """Which symbols have an address."""
    tables = [s for s in sections if s.kind == SYMBOLS]
    _require(len(tables) == 1, "there is not one table of symbols")
    strings = _strings(sections[tables[0].link], contents)
    symbols = list(SYMBOL.iter_unpack(tables[0].within(contents)))
    _require(symbols and tables[0].info <= len(symbols), "there are too few symbols")
    defined = set()
    for k, (at, kind, other, where, value, size) in enumerate(symbols):
        name, type_, binding = _name(strings, at), kind & 15, kind >> 4
        _require(binding in (LOCAL, GLOBAL) and type_ <= FILE and other == 0, "a symbol is odd")
        _require((binding == LOCAL) == (k < tables[0].info), "local symbols do not come first")
        if where == ABSOLUTE:
            _require(type_ == FILE and binding == LOCAL, "a symbol has no section")
        elif where == 0:
            _require(
                k == 0
                or (
                    type_ in (NO_TYPE, FUNCTION)
                    and binding == GLOBAL
                    and resolves(name.decode("latin1"))
                ),
                f"nothing defines {name!r}",
            )
        else:
            _require(where < len(sections), "a symbol refers to no section")
            home = sections[where]
            _require(
                home.kind in (PROGRAM, EMPTY) and value + size <= home.size and type_ != FILE,
                "a symbol is outside its section",
            )
            if type_ == FUNCTION and binding == GLOBAL:
                _require(
                    home.kind == PROGRAM and home.flags & CODE == CODE, "a function is no code"
                )
                defined.add(name.decode("latin1"))
    _require(defined.issuperset(wanted), "it lacks a function")
    return [
        k > 0 and where != ABSOLUTE and (where == 0 or bool(sections[where].flags & LOADED))
        for k, (_, _, _, where, _, _) in enumerate(symbols)
    ]


def _check_relocations(
    contents: bytes,
    section: Section,
    sections: list[Section],
    widths: dict[int, int],
    places: list[bool],
) -> None:
    _require(0 < section.info < len(sections), "relocations are for no section")
    target = sections[section.info]
    _require(
        target.kind == PROGRAM and target.flags & LOADED and sections[section.link].kind == SYMBOLS,
        "relocations are for no code",
    )
    for at, what, _ in RELOCATION.iter_unpack(section.within(contents)):
        width = widths.get(what & 0xFFFFFFFF)
        _require(width is not None, f"there is a relocation of type {what & 0xFFFFFFFF}")
        _require(at + (width or 0) <= target.size, "a relocation is outside its section")
        _require(what >> 32 < len(places) and places[what >> 32], "a relocation is of no symbol")
