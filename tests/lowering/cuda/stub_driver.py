"""A driver's cuLaunchKernel as a native function, which records what it is given."""

from fjax.lowering.native.language import Address, Int32, Pointer, Record, native


class Entry(Record):
    """One launch, with its first two parameters."""

    function: int
    blocks: int  # x, y and z, ten bits each
    threads: int  # the same
    shared_bytes: int
    stream: int
    first: int
    second: int


class Log(Record):
    """What stands at the stream's address: where entries go, and which launch is refused."""

    count: int
    refused: int  # the number of the launch that gives an error; -1 for none
    entries: Pointer[Entry]


@native
def record_launch(
    function: Address,
    gx: Int32,
    gy: Int32,
    gz: Int32,
    bx: Int32,
    by: Int32,
    bz: Int32,
    shared: Int32,
    stream: Log,
    parameters: Pointer[Pointer[int]],
    extra: Address,
) -> Int32:
    if stream.count == stream.refused:
        return Int32(719)
    entry = stream.entries[stream.count]
    entry.function = int(function)
    entry.blocks = (int(gx) << 20) | (int(gy) << 10) | int(gz)
    entry.threads = (int(bx) << 20) | (int(by) << 10) | int(bz)
    entry.shared_bytes = int(shared) + int(extra)
    entry.stream = int(Address(stream))
    entry.first = parameters[0][0]
    entry.second = parameters[1][0]
    stream.count = stream.count + 1
    return Int32(0)
