"""Runs PTX without a GPU: all threads of a launch at once, as elements of NumPy arrays.

Threads that are at the same instruction run it together; of several places, the one furthest up in
the text goes first, so that threads meet again where their ways join. The emulator knows the
instructions that fjax's kernels use and refuses others. It checks what a GPU would not say:
addresses outside a buffer, misaligned accesses, shuffles and barriers whose partners are elsewhere,
memory that two threads touch with no barrier between. Of atomic operations it takes one thread's
after another. It does not see: weak memory order, and the time that anything takes.
"""

import numpy as np

from fjax.lowering.cuda.numba.nvvm import parameters
from tests.lowering.cuda.arithmetic import OPERATIONS
from tests.lowering.cuda.memory import Memory
from tests.lowering.cuda.program import TYPES, Program, PtxError

U32, B64 = TYPES["u32"], TYPES["b64"]
ATOMIC = {
    "add": np.add,
    "max": np.maximum,
    "min": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}


def run(program: Program, buffers, words, extent, grid, block, numba=None):
    """Launch a kernel: buffers are changed in place. `numba`: the source that it was made of."""
    memory = Memory(buffers, program.shared_bytes, grid, block)
    addresses = [Memory.address(k) for k in range(len(buffers))]
    values = [*addresses, *words, extent]
    if numba is not None:
        values, places = parameters(numba, words, extent)
        for place, address in zip(places, addresses, strict=True):
            values[place] = address
    Launch(program, memory, values, grid, block).run()


class Launch:
    """One launch, from its first instruction to its last."""

    def __init__(self, program, memory, values, grid, block):
        """values: of the parameters, addresses in `memory` among them."""
        self.program, self.memory, self.grid, self.block = program, memory, grid, block
        self.n = n = grid * block
        values = [int(value) & (2**64 - 1) for value in values]
        if len(values) != len(program.parameters):
            raise PtxError(
                f"{program.name} takes {len(program.parameters)} parameters, not {len(values)}"
            )
        self.parameters = dict(zip(program.parameters, values, strict=True))
        self.registers = {name: np.zeros(n, d) for name, d in program.registers.items()}
        thread = np.arange(n)
        self.tid = (thread % block).astype(np.uint32)
        self.special = {
            "%tid.x": self.tid,
            "%ctaid.x": (thread // block).astype(np.uint32),
            "%ntid.x": np.full(n, block, np.uint32),
            "%nctaid.x": np.full(n, grid, np.uint32),
        }
        self.place = np.zeros(n, np.int64)  # of each thread in the code
        self.done, self.waits = np.zeros(n, bool), np.zeros(n, bool)

    # ---- the order of things

    def run(self):
        """Run all threads to their end."""
        with np.errstate(all="ignore"):
            while not self.done.all():
                ready = ~(self.done | self.waits)
                if not ready.any():
                    places = np.unique(self.place[~self.done])
                    lines = sorted({self.program.code[k].line for k in places})
                    raise PtxError(f"threads wait for each other for ever: {lines}")
                place = int(self.place[ready].min())
                here = np.flatnonzero(ready & (self.place == place))
                while place >= 0:  # on to where ways part or join
                    place = self._step(place, here)
                    if place in self.program.joins:
                        self.place[here] = place
                        break
        for buffer in self.memory.buffers:
            buffer.write_back()

    def _step(self, place, here):
        """Run an instruction; where its threads are then, or -1 if they have parted."""
        i = self.program.code[place]
        kind = i.op[0]
        acting = here
        if i.guard is not None:
            acting = here[self.registers[i.guard[0]][here] == i.guard[1]]
        if kind == "bra":
            self.place[here] = place + 1
            self.place[acting] = i.target
            return -1
        if kind == "ret":
            self.done[here], self.waits[:] = True, False
            return -1
        if kind in ("bar", "shfl"):
            self._together(i, place, here)
            return -1
        if kind in OPERATIONS:
            read = lambda k, dtype: self._get(i.operands[k], dtype, acting)
            self._put(i.operands[0], OPERATIONS[kind](i, read), acting)
        elif kind in ("ld", "st", "mov", "atom", "red"):
            getattr(self, f"_{kind}")(i, acting)
        else:
            raise PtxError(f"unknown instruction: {i.line}")
        return place + 1

    # ---- operands

    def _parameter(self, name, threads):
        """A parameter's word by its name, or by the address in a register."""
        if name[0] != "%":
            return np.array(self.parameters[name], np.uint64)
        return np.array(list(self.parameters.values()), np.uint64)[self._get(name, B64, threads)]

    def _get(self, name, dtype, threads):
        """An operand's bits as this dtype; a literal is a scalar."""
        if name[0] == "%":
            value = self.registers.get(name)
            value = (self.special[name] if value is None else value)[threads]
            if value.dtype == dtype:
                return value
            if value.dtype.itemsize != dtype.itemsize:
                value = value.astype(f"u{dtype.itemsize}")
            return value.view(dtype)
        if name.startswith(("0f", "0d")):
            bits = np.array(int(name[2:], 16), np.uint32 if name[1] == "f" else np.uint64)
            return bits.view(dtype)[()]
        if name in self.program.shared:
            return np.array(self.program.shared[name], dtype)
        if name in self.parameters:  # its address, which stands for it in a choice of two
            return np.array(list(self.parameters).index(name), dtype)
        if dtype.kind == "b":
            return np.bool_(int(name))
        bits = int(name.rstrip("U"), 0) & (2 ** (8 * dtype.itemsize) - 1)
        return np.array(bits, f"u{dtype.itemsize}").view(dtype)[()]

    def _put(self, name, value, threads):
        if name == "_":
            return
        register, value = self.registers[name], np.asarray(value)
        if value.dtype != register.dtype:
            if value.dtype.itemsize == register.dtype.itemsize and value.dtype.kind != "b":
                value = np.ascontiguousarray(value).view(register.dtype)
            elif value.dtype.kind in "iu":  # a narrow result in a wider register
                value = value.astype(np.int64).astype(register.dtype)
            elif value.dtype.kind == "f":
                value = value.view(f"u{value.dtype.itemsize}").astype(register.dtype)
            else:
                value = value.astype(register.dtype)
        register[threads] = value

    def _mov(self, i, threads):
        to, source = i.operands
        if "{" not in i.line:
            self._put(to, self._get(source, i.dtype, threads), threads)
            return
        half = np.dtype(f"u{i.dtype.itemsize // 2}")
        if to[0] == "{":
            both = np.ascontiguousarray(self._get(source, i.dtype, threads))
            both = both.view(half).reshape(-1, 2)
            for k, part in enumerate(_names(to)):
                self._put(part, both[:, k], threads)
        else:
            parts = [self._get(x, half, threads) for x in _names(source)]
            parts = [np.broadcast_to(x, len(threads)) for x in parts]
            self._put(to, np.stack(parts, 1).reshape(-1).view(i.dtype), threads)

    # ---- memory

    def _address(self, place, threads):
        base, _, offset = place[1:-1].partition("+")
        offset = int(offset, 0) if offset else 0
        if base in self.program.shared:
            return np.full(len(threads), self.program.shared[base] + offset)
        start = self._get(base, B64, threads) + np.uint64(offset & (2**64 - 1))
        return np.broadcast_to(start, len(threads)).astype(np.int64)

    def _parts(self, i, place, size, threads):
        at = self._address(place, threads)
        parts = self.memory.shared_part if "shared" in i.op else self.memory.parts
        return parts(at, size, threads, i.line)

    def _ld(self, i, threads):
        to, place = i.operands
        if i.op[1] == "param":
            bits = self._parameter(place[1:-1], threads)
            self._put(to, bits.astype(f"u{i.dtype.itemsize}").view(i.dtype), threads)
            return
        names, size = _names(to), i.dtype.itemsize
        for buffer, byte, mine in self._parts(i, place, size * len(names), threads):
            some = threads[mine]
            self.memory.check(buffer, byte, size * len(names), some, False, i.line)
            if "nc" in i.op:
                buffer.read_as_constant(byte, size * len(names), i.line)
            view = buffer.bytes.view(i.dtype)  # of a signed type: the sign is extended
            for k, name in enumerate(names):
                self._put(name, view[byte // size + k], some)

    def _st(self, i, threads):
        place, source = i.operands
        names, size = _names(source), i.dtype.itemsize
        bits = np.dtype(f"u{size}")
        for buffer, byte, mine in self._parts(i, place, size * len(names), threads):
            some, view = threads[mine], buffer.bytes.view(bits)
            self.memory.check(buffer, byte, size * len(names), some, True, i.line)
            buffer.is_no_constant(byte, size * len(names), i.line)
            for k, name in enumerate(names):
                view[byte // size + k] = self._get(name, bits, some)

    def _atom(self, i, threads):
        to, place, *values = i.operands
        if "cas" in i.op:
            self._compare_and_swap(i, threads)
            return
        self._combine(i, place, values[0], to, threads)

    def _red(self, i, threads):
        self._combine(i, *i.operands, "_", threads)

    def _combine(self, i, place, value, to, threads):
        combine = next(f for name, f in ATOMIC.items() if name in i.op)
        for buffer, byte, mine in self._parts(i, place, i.dtype.itemsize, threads):
            some, view = threads[mine], buffer.bytes.view(i.dtype)
            self._put(to, view[byte // i.dtype.itemsize], some)
            combine.at(view, byte // i.dtype.itemsize, self._get(value, i.dtype, some))

    def _compare_and_swap(self, i, threads):
        to, place, expected, wanted = i.operands
        for buffer, byte, mine in self._parts(i, place, i.dtype.itemsize, threads):
            some, view = threads[mine], buffer.bytes.view(i.dtype)
            expect, want = (
                np.broadcast_to(self._get(x, i.dtype, some), len(some)) for x in (expected, wanted)
            )
            old = np.empty(len(some), i.dtype)
            for k, at in enumerate(byte // i.dtype.itemsize):
                old[k] = view[at]
                view[at] = want[k] if old[k] == expect[k] else old[k]
            self._put(to, old, some)

    # ---- barriers and shuffles

    def _together(self, i, place, here):
        """Those whose partners are here, too, go on; the others wait."""
        self.place[here] = place
        here = np.flatnonzero(~self.done & (self.place == place))  # and those who wait here
        whole_block = i.op[0] == "bar" and i.op[1] != "warp"
        met = self._whole_block(here) if whole_block else self._members(i, here)
        acting = here[met]
        if not len(acting):
            self.waits[here] = True
            return
        self.waits[:] = False
        self.waits[here[~met]] = True
        if i.op[0] == "shfl":
            self._shuffle(i, acting)
        self.place[acting] = place + 1

    def _whole_block(self, here):
        clock = self.memory.clock
        arrived = np.bincount(clock.block[here], minlength=self.grid)
        alive = np.bincount(clock.block[~self.done], minlength=self.grid)
        met = (arrived == alive)[clock.block[here]]
        clock.block_time[here[met]] += 1
        return met

    def _members(self, i, here):
        operand = i.operands[0] if i.op[0] == "bar" else i.operands[4]
        members = np.broadcast_to(self._get(operand, U32, here), len(here)).astype(np.int64)
        lane = self.tid[here].astype(np.int64) % 32
        first = here - lane  # the thread of lane 0
        present = np.zeros(self.n, np.int64)  # at it, a bit for each thread of the warp
        np.add.at(present, first, np.int64(1) << lane)
        met = (members & ~present[first]) & 0xFFFFFFFF == 0
        if not ((members >> lane) & 1 == 1).all():
            raise PtxError(f"a thread is not among the members that it names: {i.line}")
        if i.op[0] == "bar":
            self.memory.clock.warp_time[here[met]] += 1
            self.memory.clock.members[here[met]] = members[met]
        return met

    def _shuffle(self, i, threads):
        to, _, flag = i.operands[0].partition("|")
        x, by, bounds, members = (
            np.broadcast_to(self._get(o, U32, threads), len(threads)) for o in i.operands[1:5]
        )
        lane = self.tid[threads] % 32
        segment = (bounds >> np.uint32(8)) & np.uint32(31)
        most = (lane & segment) | (bounds & np.uint32(31) & ~segment)
        if i.op[2] == "bfly":
            other = lane ^ by
            valid = other <= most
        elif i.op[2] == "up":
            other = lane - by
            valid = other.astype(np.int32) >= most.astype(np.int32)
        elif i.op[2] == "idx":
            other = (lane & segment) | (by & np.uint32(31) & ~segment)
            valid = other <= most
        else:
            raise PtxError(f"unknown instruction: {i.line}")
        if (valid & ((members >> np.where(valid, other, 0)) & 1 == 0)).any():
            raise PtxError(f"the partner of a shuffle is not among its members: {i.line}")
        value = np.zeros(self.n, np.uint32)
        value[threads] = x
        partner = np.where(valid, threads - lane.astype(np.int64) + other, threads)
        self._put(to, value[partner], threads)
        if flag:
            self._put(flag, valid, threads)


def _names(operand):
    """The names of a vector, or the one name."""
    return [x.strip() for x in operand.strip("{}").split(",")]
