"""Native functions that run loops and branches whose insides are launches, as launches themselves.

They have the calling convention of kernels. What a signal's handler raises ends them, and all
launches around them (`state.stop`).
"""

from __future__ import annotations

from fjax.lowering.cpu.runtime.launches import (
    ProgramRecord,
    copy_bytes,
    launch_all,
    place_intermediates,
)
from fjax.lowering.cpu.runtime.state import (
    KernelFunction,
    clock,
    poll,
    stamps_inside,
    stop,
    threads_now,
)
from fjax.lowering.cpu.runtime.thread_pool import share
from fjax.lowering.native.language import (
    NULL,
    Address,
    Byte,
    Int32,
    Pointer,
    Record,
    array,
    maximum,
    minimum,
    native,
)

BY_OPERAND, BY_CONDITION = -1, -2  # in place of a number of steps
QUICK = 20_000_000  # nanoseconds of a call after which the next one takes more steps


class OperandRecord(Record):
    """An operand or a result: the number of its buffer, or where a literal is."""

    buffer: int
    literal: Address


class CopyRecord(Record):
    """Bytes that go from one operand or result to another, if these are not the same memory."""

    source: int
    to: int
    start: int
    nbytes: int


class StartRecord(Record):
    """Where a slot points at first: an operand's slice, or the scratch memory from a place on."""

    slot: int
    operand: int  # -1: scratch memory
    offset: int
    stride: int  # bytes of a slice


class ResultRecord(Record):
    """A carried value: the slot that points to it in the end, and the result that it is."""

    slot: int
    operand: int
    nbytes: int


class Move(Record):
    """How a slot changes between two steps of a loop."""

    to: int
    source: int
    added: int  # bytes


class ControlRecord(Record):
    """What all tables begin with."""

    operand_count: int
    operands: Pointer[OperandRecord]
    scratch: int  # the number of the buffer


class LoopRecord(ControlRecord):
    """What the tables of loops begin with."""

    length: int
    reverse: int
    copy_count: int
    copies: Pointer[CopyRecord]


class StepsRecord(LoopRecord):
    """The table of a loop of launches."""

    slot_count: int
    start_count: int
    starts: Pointer[StartRecord]
    move_count: int
    moves: Pointer[Move]
    result_count: int
    results: Pointer[ResultRecord]
    body: ProgramRecord
    body_scratch: int
    condition: ProgramRecord
    condition_scratch: int
    second: int  # where the condition's slots begin
    flag: int


class Restart(Record):
    """What a carried value of a kernel starts from when the kernel goes on."""

    operand: int
    result: int
    scratch: int  # where it is copied to, because all lanes read it; -1: it is read as it is
    nbytes: int


class KernelRecord(LoopRecord):
    """The table of a loop that is one kernel."""

    function: KernelFunction
    table: Address
    extent: int  # 0: as many as steps
    grain: int
    parts: int
    most: int  # steps of a call
    restart_count: int
    restarts: Pointer[Restart]
    kernel_scratch_count: int
    kernel_scratch: Pointer[int]  # offsets


class Branch(Record):
    """One of the branches. slots: of its program, which operand or result each is."""

    program: ProgramRecord
    slot_count: int
    slots: Pointer[int]
    scratch: int
    copy_count: int
    copies: Pointer[CopyRecord]  # of its literals, which are numbered after operands and results


class ChoiceRecord(ControlRecord):
    """The table of a choice."""

    wide: int  # whether the number of the branch has 64 bits
    branch_count: int
    branches: Pointer[Branch]


@native
def find_operands(buffers: Pointer[Address], table: ControlRecord, found: Pointer[Address]) -> None:
    """Where operands and results are."""
    for k in range(table.operand_count):
        each = table.operands[k]
        if each.literal != NULL:
            found[k] = each.literal
        else:
            found[k] = buffers[each.buffer]


@native
def copy_values(copies: Pointer[CopyRecord], count: int, found: Pointer[Address]) -> None:
    """Values to where they change, or are given."""
    for k in range(count):
        each = copies[k]
        if found[each.source] != found[each.to]:
            copy_bytes(found[each.to] + each.start, found[each.source] + each.start, each.nbytes)


@native
def run_steps(buffers: Pointer[Address], table: StepsRecord, lo: int, hi: int) -> None:
    """A loop of launches."""
    found = array(Address, table.operand_count + 1)
    slots = array(Address, table.slot_count + 1)
    moved = array(int, table.move_count + 1)
    body, condition = table.body, table.condition
    asks = table.length == BY_CONDITION
    other = condition if asks else body
    given = array(Address, maximum(body.most_buffers, other.most_buffers) + 1)
    stamps = stamps_inside()
    words = Pointer[int](slots)
    find_operands(buffers, ControlRecord(table), found)
    copy_values(table.copies, table.copy_count, found)
    length = table.length
    if length == BY_OPERAND:
        length = maximum(Pointer[int](found[0])[0], 0)
    first = length - 1 if (table.reverse != 0) & (length > 0) else 0
    scratch = buffers[table.scratch]
    for k in range(table.start_count):
        start = table.starts[k]
        if start.operand < 0:
            slots[start.slot] = scratch + start.offset
        else:
            slots[start.slot] = found[start.operand] + first * start.stride
    place_intermediates(body, words, int(scratch) + table.body_scratch)
    if asks:
        place_intermediates(condition, words + table.second, int(scratch) + table.condition_scratch)
    done = 0
    while asks | (done < length):
        if (done > 0) and poll():
            stop()
            return
        if asks:
            if launch_all(condition, slots + table.second, given, stamps):
                stop()
                return
            if Pointer[Byte](slots[table.flag])[0] == 0:
                break
        if launch_all(body, slots, given, stamps):
            stop()
            return
        for k in range(table.move_count):
            move = table.moves[k]
            moved[k] = words[move.source] + move.added
        for k in range(table.move_count):
            words[table.moves[k].to] = moved[k]
        done += 1
    for k in range(table.result_count):
        result = table.results[k]
        if slots[result.slot] != found[result.operand]:
            copy_bytes(found[result.operand], slots[result.slot], result.nbytes)


@native
def run_kernel(buffers: Pointer[Address], table: KernelRecord, lo: int, hi: int) -> None:
    """A loop that is one kernel, in calls between which signals are looked for.

    After a quick call, the next one takes more steps.
    """
    count, inner = table.operand_count, table.kernel_scratch_count
    given = array(Address, count + inner + 3)
    control, flag = array(int, 3), array(int, 2)
    find_operands(buffers, ControlRecord(table), given)
    copy_values(table.copies, table.copy_count, given)
    scratch = buffers[table.scratch]
    given[count], given[count + 1] = control, flag
    for k in range(inner):
        given[count + 2 + k] = scratch + table.kernel_scratch[k]
    length = table.length
    asks = length == BY_CONDITION
    if length == BY_OPERAND:
        length = maximum(Pointer[int](given[0])[0], 0)
    done, going, most = 0, True, table.most
    while going:
        steps, began = most, clock()
        if not asks:
            steps = minimum(steps, length - done)
        control[0] = length - 1 - done if table.reverse != 0 else done
        control[1], control[2] = steps, done
        flag[0], flag[1] = 0, 0
        extent = steps if table.extent == 0 else table.extent
        if table.parts == 0:
            table.function(given, table.table, 0, extent)
        elif share(
            table.function, given, table.table, extent, table.grain, threads_now(), table.parts
        ):
            stop()
            return
        if clock() - began < QUICK:
            most = 8 * most
        done += steps
        going = (flag[0] != 0) if asks else (done < length)
        if going:
            if poll():
                stop()
                return
            for k in range(table.restart_count):
                each = table.restarts[k]
                if each.scratch >= 0:
                    copy_bytes(scratch + each.scratch, given[each.result], each.nbytes)
                    given[each.operand] = scratch + each.scratch
                else:
                    given[each.operand] = given[each.result]


@native
def run_choice(buffers: Pointer[Address], table: ChoiceRecord, lo: int, hi: int) -> None:
    """The branch that the first operand chooses."""
    found = array(Address, table.operand_count + 1)
    find_operands(buffers, ControlRecord(table), found)
    number = int(Pointer[Int32](found[0])[0])
    if table.wide != 0:
        number = Pointer[int](found[0])[0]
    branch = table.branches[minimum(maximum(number, 0), table.branch_count - 1)]
    copy_values(branch.copies, branch.copy_count, found)
    program = branch.program
    if program == NULL:
        return
    slots = array(Address, program.slot_count + 1)
    given = array(Address, program.most_buffers + 1)
    for k in range(branch.slot_count):
        slots[k] = found[branch.slots[k]]
    place_intermediates(program, Pointer[int](slots), int(buffers[table.scratch]) + branch.scratch)
    if launch_all(program, slots, given, stamps_inside()):
        stop()
