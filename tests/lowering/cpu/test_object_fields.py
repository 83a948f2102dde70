"""Object code, field by field: what the check says when one field of a sound object is another.

The object is made here, so that nothing depends on a compiler. A golden file holds for each field
and value what is wrong, or "none". Recorded by `pytest --update-golden`, and to be read: with
"none", LLVM's loader must be safe.
"""

import struct
import sys

import pytest

from fjax.lowering.cpu import object_code
from fjax.lowering.cpu.object_code import HEADER, RELOCATION, SECTION, SYMBOL

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="checks objects of Linux"
)
NAMES = [b"", b".text", b".rela.text", b".symtab", b".strtab", b".bss"]
STRINGS = b"\0.text\0.rela.text\0.symtab\0.strtab\0.bss\0work\0sin\0file.c\0"
PLACES = {name: STRINGS.index(b"\0" + name + b"\0") + 1 for name in [*NAMES[1:], b"work", b"sin"]}
PLACES |= {b"": 0, b"file.c": STRINGS.index(b"file.c")}
CODE = bytes(24)
# name, kind, flags, address, size, link, info, alignment, entry size
HEAD_FIELDS = "identity kind machine version entry programs table flags size program_size " \
    "program_count section_size count names"  # fmt: skip
SECTION_FIELDS = "name kind flags address offset size link info alignment entry_size"
SYMBOL_FIELDS = "name kind other where value size"
RELOCATION_FIELDS = "at what addend"


class Parts:
    """The records of an object: each a dictionary of fields that a test may change."""

    def __init__(self):
        symbols = [
            (0, 0, 0, 0, 0, 0),
            (PLACES[b"file.c"], 4, 0, 0xFFF1, 0, 0),
            (0, 3, 0, 1, 0, 0),
            (PLACES[b"work"], 0x12, 0, 1, 8, 16),
            (PLACES[b"sin"], 0x10, 0, 0, 0, 0),
        ]
        relocations = [(4, 4 << 32 | 4, -4), (16, 2 << 32 | 1, 0)]
        offset, sections = HEADER.size, []
        sizes = {b".text": 24, b".rela.text": 48, b".symtab": 120, b".strtab": len(STRINGS)}
        kinds = {b".text": 1, b".rela.text": 4, b".symtab": 2, b".strtab": 3, b".bss": 8}
        for name in NAMES:
            size = sizes.get(name, 0) if name != b".bss" else 64
            flags = {b".text": 6, b".bss": 3}.get(name, 0)
            link = {b".rela.text": 3, b".symtab": 4}.get(name, 0)
            info = {b".rela.text": 1, b".symtab": 3}.get(name, 0)
            entry = {b".rela.text": 24, b".symtab": 24}.get(name, 0)
            at = offset if name else 0
            sections.append((PLACES[name], kinds.get(name, 0), flags, 0, at, size, link, info,
                             8 if name else 0, entry))  # fmt: skip
            offset += 0 if name == b".bss" else -(-size // 8) * 8
        identity = object_code.IDENTITY + bytes(9)
        head = (identity, 1, 62, 1, 0, 0, offset, 0, HEADER.size, 0, 0, SECTION.size, 6, 4)
        self.records = {"header": named(HEAD_FIELDS, head)}
        for name, values in zip(NAMES, sections, strict=True):
            self.records[f"section {name.decode()!r}"] = named(SECTION_FIELDS, values)
        for k, values in enumerate(symbols):
            self.records[f"symbol {k}"] = named(SYMBOL_FIELDS, values)
        for k, values in enumerate(relocations):
            self.records[f"relocation {k}"] = named(RELOCATION_FIELDS, values)
        self.places = {name: row[4] for name, row in zip(NAMES, sections, strict=True)}
        self.table = offset

    def contents(self):
        """The object's bytes."""
        made = bytearray(self.table + 6 * SECTION.size)
        made[self.places[b".text"] : self.places[b".text"] + 24] = CODE
        made[self.places[b".strtab"] : self.places[b".strtab"] + len(STRINGS)] = STRINGS
        for at, form, start in (
            (0, HEADER, "header"),
            (self.table, SECTION, "section"),
            (self.places[b".symtab"], SYMBOL, "symbol"),
            (self.places[b".rela.text"], RELOCATION, "relocation"),
        ):
            for label, fields in self.records.items():
                if label.startswith(start):
                    form.pack_into(made, at, *fields.values())
                    at += form.size
        return bytes(made)


def named(fields, values):
    return dict(zip(fields.split(), values, strict=True))


def judged(contents, wanted=("work",)):
    return object_code.fault(contents, wanted, lambda name: name == "sin") or "none"


def test_the_object_is_sound():
    assert judged(Parts().contents()) == "none"
    assert judged(Parts().contents(), ("work", "play")) == "it lacks a function"
    assert object_code.fault(Parts().contents(), ("work",), lambda name: False) == (
        "nothing defines b'sin'"
    )


def other_values(value):
    """What a field may hold instead."""
    if isinstance(value, bytes):
        return [value[:k] + bytes([value[k] ^ 1]) + value[k + 1 :] for k in range(len(value))]
    near = {0, 1, 2, 3, 4, 5, 7, 8, 16, 24, 63, 4096, 8192, 1 << 20, (1 << 20) + 1, 0xFFF1, 0xFFFF}
    near |= {value + 1, value - 1, value ^ 0x10, value | 1 << 33, value | 1 << 28, 5 << 32 | 1}
    return sorted(near - {value})


def test_each_field_is_checked_as_recorded(golden):
    lines = []
    for label, fields in Parts().records.items():
        for field, value in fields.items():
            found = {}
            for number, other in enumerate(other_values(value)):
                parts = Parts()
                parts.records[label][field] = other
                try:
                    contents = parts.contents()
                except struct.error:  # the field is too narrow
                    continue
                text = f"byte {number}" if isinstance(other, bytes) else f"{other:#x}"
                found.setdefault(judged(contents), []).append(text)
            lines += [f"{label}, {field}: {what} <- {' '.join(v)}" for what, v in found.items()]
    golden("object-fields.txt", "\n".join(lines))


def test_an_object_that_ends_early_is_refused_at_every_length():
    contents = Parts().contents()
    assert all(judged(contents[:n]) != "none" for n in range(len(contents)))


@pytest.mark.parametrize("section", [".text", ".rela.text", ".strtab", ".bss", ".symtab"])
def test_a_section_is_judged_with_every_kind_as_recorded(section, golden):
    lines = []
    for kind in range(12):
        for flags in (0, 1, 2, 3, 4, 6, 7, 8, 0x10, 0x40, 0x80, 0x400, 0x10000002):
            parts = Parts()
            parts.records[f"section {section!r}"] |= {"kind": kind, "flags": flags}
            lines.append(f"{kind} {flags:#x}: {judged(parts.contents())}")
    golden(f"object-sections{section}.txt", "\n".join(lines))


def test_symbols_are_judged_with_every_kind_and_place_as_recorded(golden):
    lines = []
    for number in range(1, 5):
        for kind in (0, 1, 2, 3, 4, 5, 0x10, 0x11, 0x12, 0x13, 0x14, 0x20, 0x22):
            found = []
            for where in (0, 1, 2, 5, 6, 0xFFF1, 0xFFF2):
                parts = Parts()
                parts.records[f"symbol {number}"] |= {"kind": kind, "where": where}
                found.append(judged(parts.contents()))
            lines.append(f"symbol {number} {kind:#x}: {'; '.join(found)}")
    golden("object-symbols.txt", "\n".join(lines))


@pytest.mark.parametrize("machine", [3, 62, 183])
def test_relocations_of_a_machine_are_judged_as_recorded(machine, golden):
    lines = []
    for kind in (*range(45), *range(256, 315)):
        found = []
        for at in (0, 16, 17, 20, 21, 23, 24):
            parts = Parts()
            parts.records["header"]["machine"] = machine
            parts.records["relocation 0"]["what"] = parts.records["relocation 1"]["what"] = (
                4 << 32 | kind
            )
            parts.records["relocation 0"]["at"] = at
            parts.records["relocation 1"]["at"] = 0
            found.append(judged(parts.contents()))
        lines.append(f"{kind}: {found[0] if len(set(found)) == 1 else '; '.join(found)}")
    golden(f"object-relocations-{machine}.txt", "\n".join(lines))


@pytest.mark.parametrize("symbol", range(6))
def test_a_relocation_is_of_a_symbol_that_has_an_address(symbol):
    parts = Parts()
    parts.records["relocation 0"]["what"] = symbol << 32 | 4
    expected = {2: "none", 3: "none", 4: "none"}.get(symbol, "a relocation is of no symbol")
    assert judged(parts.contents()) == expected
