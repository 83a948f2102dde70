"""The native function that gives launches to the driver, and the records that it reads."""

from __future__ import annotations

from collections.abc import Callable

from fjax.lowering.native.language import (
    NULL,
    Address,
    Int32,
    Pointer,
    Record,
    address,
    array,
    native,
)

MOST_WORDS = 512  # parameters of a kernel; one of more reads them from a table (`cuda/table.py`)

# cuLaunchKernel: function, blocks and threads (x, y, z), shared bytes, stream, the parameters'
# addresses, extra.
LaunchKernel = Callable[
    [Address, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Address, Pointer[Address], Address],
    Int32,
]


class PutAddress(Record):
    """An address among a launch's parameters: which parameter, and the slot that it comes from."""

    at: int
    slot: int


class GpuLaunchRecord(Record):
    """One launch: its parameters are words, into which addresses are put for each call."""

    function: Address
    grid: int
    block: int
    shared_bytes: int  # beyond those that the kernel declares
    word_count: int
    contents: Pointer[int]
    place_count: int
    places: Pointer[PutAddress]


@native
def give_launches(
    launch_kernel: LaunchKernel,
    launches: Pointer[GpuLaunchRecord],
    count: int,
    slots: Pointer[int],
    stream: Address,
) -> int:
    """Give launches to a stream, in order, until one is refused.

    0; or the driver's error, and in the upper half of the word which launch it is of. The driver
    reads parameters during the call, so they are on the stack: several threads may call.
    """
    words: Pointer[int] = array(int, MOST_WORDS)
    parameters: Pointer[Address] = array(Address, MOST_WORDS)
    for k in range(count):
        each = launches[k]
        for w in range(each.word_count):
            words[w] = each.contents[w]
            parameters[w] = address(words[w])
        for p in range(each.place_count):
            place = each.places[p]
            words[place.at] = slots[place.slot]
        status = launch_kernel(
            each.function,
            Int32(each.grid),
            Int32(1),
            Int32(1),
            Int32(each.block),
            Int32(1),
            Int32(1),
            Int32(each.shared_bytes),
            stream,
            parameters,
            NULL,
        )
        if int(status) != 0:
            return (k << 32) | int(status)
    return 0
