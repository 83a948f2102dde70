"""The native function that is a whole jitted call, from Arrays to Arrays, and its records.

It checks that its arguments are the Arrays that a program was compiled for, hands their memory to
`run`, and wraps the results into new Arrays. If it does not expect an argument, it does nothing and
returns NotImplemented; then the caller takes the general way.
"""

from __future__ import annotations

from collections.abc import Callable

from fjax.lowering.cpu.runtime.launches import NDArray, increase, run
from fjax.lowering.native.language import (
    NULL,
    Address,
    Int32,
    Measured,
    Pointer,
    Record,
    array,
    external,
    native,
)

# PyArray_NewFromDescr: type, dtype, rank, shape, strides, data, flags, object.
NewArray = Callable[[Address, Address, Int32, Address, Address, Address, Int32, Address], NDArray]
C_CONTIGUOUS = 1


class FJaxArray(Measured):
    """An `Array`, whose slots are pointers."""

    kind: Address
    buffer: NDArray
    aval: Address
    placement: Address


class OutputRecord(Record):
    """What is made for one output."""

    aval: Address
    place: int  # in the tuple
    rank: int
    shape: Address
    description: Address  # its dtype
    maker: Address  # a Python function that makes a large ndarray, or null
    maker_arguments: Address


class EntryRecord(Record):
    """The head of an entry's words."""

    argument_count: int
    read_count: int
    output_count: int
    program: NDArray  # its words
    avals: Pointer[Address]
    picks: Pointer[int]  # which arguments the program reads
    outputs: Pointer[OutputRecord]
    ndarray: Address  # types and objects
    array: Address
    none: Address
    not_implemented: FJaxArray
    new_ndarray: NewArray
    single: int  # whether the only output is the result itself


allocate = external("PyType_GenericAlloc", FJaxArray, Address, int)
call_object = external("PyObject_CallObject", NDArray, Address, Address)
new_tuple = external("PyTuple_New", FJaxArray, int)
set_item = external("PyTuple_SetItem", Int32, Address, int, Address)
decrease = external("Py_DecRef", None, Address)


@native
def expected_ndarray(entry: EntryRecord, found: FJaxArray, aval: Address) -> NDArray:
    """The ndarray of an unplaced Array of this aval, if it is contiguous, else null."""
    if found.kind != entry.array:
        return NULL
    if (found.aval != aval) | (found.placement != entry.none):
        return NULL
    buffer = found.buffer
    if buffer == NULL:
        return NULL
    if buffer.kind != entry.ndarray:
        return NULL
    return buffer if buffer.flags & C_CONTIGUOUS != 0 else NULL


@native
def new_output(entry: EntryRecord, output: OutputRecord) -> NDArray:
    """A new ndarray for an output; null after an error."""
    if output.maker != NULL:
        return call_object(output.maker, output.maker_arguments)
    increase(output.description)
    return entry.new_ndarray(
        entry.ndarray,
        output.description,
        Int32(output.rank),
        output.shape,
        NULL,
        NULL,
        Int32(0),
        NULL,
    )


@native
def new_array(entry: EntryRecord, output: OutputRecord, buffer: NDArray) -> FJaxArray:
    """A new Array over an ndarray, whose reference it takes; null after an error."""
    made: FJaxArray = allocate(entry.array, 0)
    if made == NULL:
        decrease(buffer)
        return NULL
    increase(entry.none)
    increase(output.aval)
    made.buffer, made.aval, made.placement = buffer, output.aval, entry.none
    return made


@native
def refused(entry: EntryRecord) -> FJaxArray:
    """A reference to NotImplemented."""
    increase(entry.not_implemented)
    return entry.not_implemented


@native
def make_outputs(entry: EntryRecord, buffers: Pointer[NDArray]) -> FJaxArray:
    """New Arrays for all outputs, and their ndarrays; null after an error."""
    answer: FJaxArray = NULL
    if entry.single == 0:
        answer = new_tuple(entry.output_count)
        if answer == NULL:
            return NULL
    for k in range(entry.output_count):
        output = entry.outputs[k]
        buffer = new_output(entry, output)
        if buffer != NULL:
            buffers[k] = buffer
            made = new_array(entry, output, buffer)
            if made != NULL:
                if entry.single != 0:
                    return made
                set_item(answer, output.place, made)
                continue
        if answer != NULL:
            decrease(answer)
        return NULL
    return answer


@native
def call(self: NDArray, arguments: Pointer[FJaxArray], count: int) -> FJaxArray:
    """The builtin function of an entry, which is the memory of the int64 array `self`."""
    entry = EntryRecord(self.data)
    read_count = entry.read_count
    if count != entry.argument_count:
        return refused(entry)
    total = read_count + entry.output_count
    objects: Pointer[NDArray] = array(NDArray, total)
    given: Pointer[NDArray] = array(NDArray, count)
    for k in range(count):
        found = expected_ndarray(entry, arguments[k], entry.avals[k])
        if found == NULL:
            return refused(entry)
        given[k] = found
    for k in range(read_count):
        taken = given[entry.picks[k]]
        increase(taken)
        objects[k] = taken
    answer = make_outputs(entry, objects + read_count)
    if answer != NULL:
        nothing = run(entry.program, objects, total)
        if nothing == NULL:
            decrease(answer)
            answer = NULL
        else:
            decrease(nothing)
    for k in range(read_count):
        decrease(objects[k])
    return answer
