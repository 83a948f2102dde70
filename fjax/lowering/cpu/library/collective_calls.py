"""Native functions that exchange arrays among processes, through the MPI library that is installed.

Each starts an operation of MPI and asks a number of times whether it is done. What takes longer,
and an operation that MPI refuses, is left to Python (`Exchange.waiter`), which sees signals and the
failures of other processes; what it raises ends the launches around. An operation that goes on
while others run (`Exchange.flight`) is waited for by a launch of its own, `arrive`.
"""

from __future__ import annotations

from typing import Annotated

from fjax.lowering.cpu.runtime.state import Stop, ensure_gil, release_gil
from fjax.lowering.native.language import (
    NULL,
    Address,
    Int32,
    Pointer,
    Record,
    Room,
    array,
    external,
    minimum,
    native,
)

NOBODY = -1  # instead of a process to send to, or to receive from


class GroupRecord(Record):
    """A group of processes, in memory that `core.job.Group` has."""

    communicator: int
    number: int  # of operations so far
    spins: int  # questions before Python waits
    piece: int  # bytes of a sum that are summed at once


class Channel(Record):
    """The group behind axes of processes; null until it is first needed."""

    members: GroupRecord


class Flight(Record):
    """An operation that one launch begins and another ends."""

    request: Annotated[Address, Room(16)]  # MPI's handle; MPI_REQUEST_NULL where nothing is
    sent: Annotated[Address, Room(16)]  # the same of what is sent while something is received
    number: int  # which operation of its group it is; 0: none is under way
    begun: int  # elements of a sum that have been summed, or are under way


class Exchange(Record):
    """The table of a launch. Handles are MPI's, sizes count elements of `datatype`."""

    channel: Channel
    waiter: Address  # a Python function: see `collectives.Waiter`
    stop: Stop
    count: int
    itemsize: int  # of an element that is summed
    datatype: int
    operation: int
    in_place: Address  # MPI_IN_PLACE
    source: int
    target: int
    nbytes: int
    flight: Flight  # null if the launch waits itself


all_reduce = external("fjax_MPI_Iallreduce", Int32, Address, Address, Int32, int, int, int, Address)
all_gather = external(
    "fjax_MPI_Iallgather", Int32, Address, Int32, int, Address, Int32, int, int, Address
)
reduce_scatter = external(
    "fjax_MPI_Ireduce_scatter_block", Int32, Address, Address, Int32, int, int, int, Address
)
all_to_all = external(
    "fjax_MPI_Ialltoall", Int32, Address, Int32, int, Address, Int32, int, int, Address
)
receive = external("fjax_MPI_Irecv", Int32, Address, Int32, int, Int32, Int32, int, Address)
send = external("fjax_MPI_Isend", Int32, Address, Int32, int, Int32, Int32, int, Address)
test = external("fjax_MPI_Test", Int32, Address, Address, Address)
fill_bytes = external("memset", Address, Address, Int32, int)
new_integer = external("PyLong_FromLongLong", Address, int)
new_tuple = external("PyTuple_New", Address, int)
set_item = external("PyTuple_SetItem", Int32, Address, int, Address)
call_object = external("PyObject_CallObject", Address, Address, Address)
decrease = external("Py_DecRef", None, Address)


@native
def ask(exchange: Exchange, code: int, request: int) -> bool:
    """Have Python see to it: whether it could. What it raises ends the launches around."""
    gil = ensure_gil()
    arguments = new_tuple(2)
    set_item(arguments, 0, new_integer(code))
    set_item(arguments, 1, new_integer(request))
    answer = call_object(exchange.waiter, arguments)
    decrease(arguments)
    if answer == NULL:
        exchange.stop()
    else:
        decrease(answer)
    release_gil(gil)
    return answer != NULL


@native
def begin(exchange: Exchange) -> bool:
    """Count an operation of the group, which Python makes the first time; whether there is one."""
    if exchange.channel.members == NULL:
        if not ask(exchange, 0, 0):
            return False
    members = exchange.channel.members
    members.number += 1
    return True


@native
def finish(exchange: Exchange, code: Int32, request: Pointer[int]) -> bool:
    """Wait for an operation that has been started with this result; whether it is done."""
    done: Pointer[Int32] = array(Int32, 2)
    status = array(int, 32)
    done[0] = Int32(0)
    if code == 0:
        for _ in range(exchange.channel.members.spins):
            code = test(request, done, status)
            if (done[0] != 0) | (code != 0):
                break
    if (done[0] == 0) | (code != 0):
        return ask(exchange, int(code), int(request))
    return True


@native
def request_of(exchange: Exchange, own: Pointer[int]) -> Pointer[int]:
    """Where the handle of the operation is: that of what goes on, or the launch's own."""
    if exchange.flight == NULL:
        return own
    return Pointer[int](exchange.flight.request)


@native
def conclude(exchange: Exchange, code: Int32, request: Pointer[int]) -> None:
    """Wait for an operation that has been started, unless another launch does."""
    if exchange.flight == NULL:
        finish(exchange, code, request)
    elif code != 0:
        ask(exchange, int(code), 0)
    else:
        exchange.flight.number = exchange.channel.members.number


@native
def arrive(buffers: Pointer[Address], exchange: Exchange, lo: int, hi: int) -> None:
    """Wait for what another launch has begun; nothing if that has not run.

    Buffers: the result, then the operand, which may be the same memory.
    """
    flight = exchange.flight
    if flight.number != 0:
        if finish(exchange, Int32(0), Pointer[int](flight.request)):
            if finish(exchange, Int32(0), Pointer[int](flight.sent)):
                if flight.begun != 0:
                    sum_rest(exchange, buffers[1], buffers[0], flight.begun)
        flight.number = 0


@native
def sum_all(buffers: Pointer[Address], exchange: Exchange, lo: int, hi: int) -> None:
    """An all-reduce of the first buffer to the second, which may be the same memory."""
    if not begin(exchange):
        return
    if exchange.flight == NULL:
        sum_rest(exchange, buffers[0], buffers[1], 0)
        return
    request = Pointer[int](exchange.flight.request)
    code = sum_piece(exchange, buffers[0], buffers[1], 0, request)
    exchange.flight.begun = piece_of(exchange, 0)
    conclude(exchange, code, request)


@native
def sum_rest(exchange: Exchange, given: Address, out: Address, start: int) -> None:
    """Sum all pieces from an element on, one after another."""
    request = array(int, 2)
    at = start
    while at < exchange.count:
        code = sum_piece(exchange, given, out, at, request)
        if not finish(exchange, code, request):
            return
        at += piece_of(exchange, at)


@native
def piece_of(exchange: Exchange, at: int) -> int:
    """How many elements from there are summed at once."""
    return minimum(exchange.channel.members.piece // exchange.itemsize, exchange.count - at)


@native
def sum_piece(
    exchange: Exchange, given: Address, out: Address, at: int, request: Pointer[int]
) -> Int32:
    """Begin to sum the piece of the operand that starts at an element; MPI's result."""
    place = at * exchange.itemsize
    return all_reduce(
        exchange.in_place if given == out else given + place,
        out + place,
        Int32(piece_of(exchange, at)),
        exchange.datatype,
        exchange.operation,
        exchange.channel.members.communicator,
        request,
    )


@native
def gather(buffers: Pointer[Address], exchange: Exchange, lo: int, hi: int) -> None:
    """Everybody's first buffer, one after another, to the second."""
    if not begin(exchange):
        return
    members = exchange.channel.members
    request = request_of(exchange, array(int, 2))
    count, kind = Int32(exchange.count), exchange.datatype
    code = all_gather(
        buffers[0], count, kind, buffers[1], count, kind, members.communicator, request
    )
    conclude(exchange, code, request)


@native
def scatter_sum(buffers: Pointer[Address], exchange: Exchange, lo: int, hi: int) -> None:
    """Of the sum of everybody's first buffers this process's part, to the second."""
    if not begin(exchange):
        return
    members = exchange.channel.members
    request = request_of(exchange, array(int, 2))
    code = reduce_scatter(
        buffers[0],
        buffers[1],
        Int32(exchange.count),
        exchange.datatype,
        exchange.operation,
        members.communicator,
        request,
    )
    conclude(exchange, code, request)


@native
def swap(buffers: Pointer[Address], exchange: Exchange, lo: int, hi: int) -> None:
    """Of everybody's first buffer the part with this process's number, to the second."""
    if not begin(exchange):
        return
    members = exchange.channel.members
    request = request_of(exchange, array(int, 2))
    count, kind = Int32(exchange.count), exchange.datatype
    code = all_to_all(
        buffers[0], count, kind, buffers[1], count, kind, members.communicator, request
    )
    conclude(exchange, code, request)


@native
def move(buffers: Pointer[Address], exchange: Exchange, lo: int, hi: int) -> None:
    """The first buffer to one process, and another's to the second buffer; zeros of nobody."""
    if not begin(exchange):
        return
    members = exchange.channel.members
    count, kind = Int32(exchange.count), exchange.datatype
    come, gone = request_of(exchange, array(int, 2)), array(int, 2)
    if exchange.flight != NULL:
        gone = Pointer[int](exchange.flight.sent)
    code, sent = Int32(0), Int32(0)
    if exchange.source == NOBODY:
        fill_bytes(buffers[1], Int32(0), exchange.nbytes)
    else:
        source = Int32(exchange.source)
        code = receive(buffers[1], count, kind, source, Int32(0), members.communicator, come)
    if exchange.target != NOBODY:
        target = Int32(exchange.target)
        sent = send(buffers[0], count, kind, target, Int32(0), members.communicator, gone)
    if exchange.flight != NULL:
        conclude(exchange, code if code != 0 else sent, come)
        return
    if exchange.source != NOBODY:
        if not finish(exchange, code, come):
            return
    if exchange.target != NOBODY:
        finish(exchange, sent, gone)


@native
def store_index(buffers: Pointer[Pointer[Int32]], exchange: Exchange, lo: int, hi: int) -> None:
    """Where this process is along an axis."""
    place = buffers[0]
    place[0] = Int32(exchange.count)
