"""What a cubin must look like before a driver gets it: an ELF file for NVIDIA's GPUs."""

from __future__ import annotations

import struct

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")  # of ELF, 64 bits, little-endian
SECTION = struct.Struct("<IIQQQQIIQQ")
MACHINE = 190  # EM_CUDA
WITHOUT_BYTES = 8  # SHT_NOBITS


def fault(contents: bytes, symbol: str) -> str | None:
    """What is wrong with a cubin that is to define `symbol`; None if it may be loaded.

    >>> fault(b"no code", "kernel")
    'it is shorter than a header'
    """
    if len(contents) < HEADER.size:
        return "it is shorter than a header"
    ident, _, machine, _, _, _, start, _, _, _, _, size, number, _ = HEADER.unpack_from(contents)
    if ident[:6] != b"\x7fELF\x02\x01":
        return "it is no ELF file of 64 bits"
    if machine != MACHINE:
        return f"it is for machine {machine}, not for a GPU"
    if size != SECTION.size or start + number * size > len(contents):
        return "its table of sections is not in it"
    for k in range(number):
        _, content, _, _, at, length, *_ = SECTION.unpack_from(contents, start + k * size)
        if content != WITHOUT_BYTES and at + length > len(contents):
            return f"section {k} is not in it"
    if symbol.encode() + b"\0" not in contents:
        return f"it does not name {symbol}"
    return None
