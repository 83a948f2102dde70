"""Native functions that put arrays one after another in memory, and take them apart again.

The table of a launch is how many arrays there are, and the bytes of each.
"""

from __future__ import annotations

from fjax.lowering.native.language import Address, Pointer, external, native

copy_bytes = external("memcpy", Address, Address, Address, int)


@native
def pack(buffers: Pointer[Address], table: Pointer[int], lo: int, hi: int) -> None:
    """All buffers but the last, one after another in that one."""
    count, at = table[0], 0
    for k in range(count):
        copy_bytes(buffers[count] + at, buffers[k], table[1 + k])
        at += table[1 + k]


@native
def unpack(buffers: Pointer[Address], table: Pointer[int], lo: int, hi: int) -> None:
    """What lies in the first buffer one after another, to the others."""
    at = 0
    for k in range(table[0]):
        copy_bytes(buffers[1 + k], buffers[0] + at, table[1 + k])
        at += table[1 + k]
