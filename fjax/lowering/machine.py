"""What the lowering knows of a machine: a few quantities, and the thresholds that follow from them.

A `Machine` is nominal: it is chosen by name, and two processors of one name have equal ones, so
that a program has the same kernels and the same bits on both. What was found out about the
current processor (`Here`) is a separate record, since it cannot change a bit. Three more records
complete it: `Costs` of the base operations, `Limits` of what one kernel may hold, and `Cuts` by
which sums are cut. These follow from shapes and are the same on every machine.

docs/decisions/0024 says which quantity may decide what.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import astuple, field, fields, replace

import numpy as np

from fjax.core.memo import cached_property
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Op
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError


@dataclass(frozen=True)
class Costs:
    """What base operations take, in vector instructions such as an addition."""

    load: int = 1
    gather: int = 3  # each element of a vector that is loaded one by one
    divide: int = 6
    root: int = 6
    remainder: int = 8  # of integers; of floating-point numbers it is a function of C
    native: int = 2  # a function that is an instruction of the processor
    call: int = 20  # a function of fjax's vector mathematics
    library: int = 60  # a function of C, element by element

    @cached_property
    def _hash(self) -> int:
        return hash(astuple(self))

    def __hash__(self) -> int:  # a part of the keys of each equation's cost
        return self._hash

    @cached_property
    def _table(self) -> dict[Op, int]:
        return {
            Op.CONST: 0,
            Op.LEAF: 0,
            Op.DIV: self.divide,
            Op.SQRT: self.root,
            Op.REM: self.remainder,
            Op.CALL: self.call,
            Op.LIBM: self.library,
        }

    def of(self, op: Op) -> int:
        """Vector instructions of one operation on values in registers.

        >>> Costs().of(Op.ADD), Costs().of(Op.DIV), Costs().of(Op.LEAF)
        (1, 6, 0)
        """
        return self._table.get(op, 1)

    def total(self, nodes: Iterable[Expr]) -> int:
        """Vector instructions of operations, each done once."""
        known = self._table
        return sum(
            self.library if node.op is Op.REM and node.dtype.kind == "f" else known.get(node.op, 1)
            for node in nodes
        )


@dataclass(frozen=True)
class Cuts:
    """How sums along leading axes, and of all elements, are cut: by shape alone.

    Results depend on these, so they are the same on every CPU and for any number of threads; and
    on every GPU, which takes many more blocks to fill.
    """

    large: int = 1 << 14  # elements from which a reduction is cut
    block: int = 1 << 16  # elements of a block, roughly
    fewest_rows: int = 16
    most_rows: int = 512
    flat_block: int = 1 << 14  # rows of a block where a row is one element
    narrow: int = 16  # elements below which rows leave lanes empty
    few_rows: int = 0  # up to which long rows are cut as well
    most_blocks: int = 0  # if there are more, they are cut into blocks themselves; 0: never


@dataclass(frozen=True)
class Limits:
    """What one kernel or call may hold: limits of code, registers, compile effort and patience."""

    equations: int = 200  # of a kernel; half as many operations for the positions it reads at
    look_back: int = 12  # equations, or kernels of one size, to look at for what two have in common
    places: int = 12  # at which one kernel computes a value again; values that others compute, too
    written_out: int = 64  # elements of a value that are written out, or kept in registers
    readings: int = 8  # of an element in one kernel, each in a pass or a sum of its own
    operands: int = 8  # among which a kernel may choose: each has a loop of its own
    instructions: int = 1100  # of short rows in lanes, whose positions are written out
    in_turn: int = 4  # operations of an update without lanes, beside the writing
    rows_at_once: int = 4  # combined before partial results in memory are touched
    vectors_by_column: int = 3  # of a row that asks where they stand: each is moved of all rows
    compared_rows: int = 32  # elements of rows that another loop takes as one, with their bounds

    # What a loop in lanes does by the instructions of its body.
    heavy_body: int = 24  # from this on, two registers at a time
    long_body: int = 80  # beside which the instructions for a mask do not count
    # After which a value waits for its use in memory, as it would if registers ran out. LLVM's
    # effort grows with the square of how many values live at once.
    waiting: int = 128

    # Native loops.
    loop_carried: int = 160  # expressions that one loop carries in registers
    loop_expressions: int = 60_000  # of one step; a thirtieth where the host's steps are as fast
    call_operations: int = 300_000_000  # of one native call, which nothing interrupts

    def __post_init__(self) -> None:
        none = [field.name for field in fields(self) if getattr(self, field.name) < 1]
        if none:
            raise ValueError(f"limits are 1 at least; {', '.join(none)}: 0 or less")


@dataclass(frozen=True)
class Here:
    """What was found out about the current processor. No result may depend on it."""

    cores: int = 1
    l2_bytes: int = 1 << 20  # a core's own cache


@dataclass(frozen=True)
class Machine:
    """The quantities of a machine that decide how programs are cut into kernels and loops.

    Rates are those of one core. An operation is one of one float32 element, in vectors.

    >>> named("x86-64-v4").vector_bytes, named("neoverse").registers
    (64, 32)
    """

    name: str
    vector_bytes: int
    registers: int  # that hold vectors
    line_bytes: int = 64  # what memory hands out at a time
    l1_bytes: int = 48 << 10
    l2_bytes: int = 1 << 20
    near_bytes: int = 4 << 20  # of caches: larger values are computed twice rather than kept
    operations_per_ns: float = 32.0
    multiply_adds_per_ns: float = 64.0
    memory_bytes_per_ns: float = 20.0  # beyond a core's own caches
    launch_ns: float = 160.0  # of one call of a native step or library
    host_ns: float = 2000.0  # of one operation that NumPy does
    share_ns: float = 4000.0  # of work on one thread, from which a second one pays
    claim_ns: float = 100.0  # for a thread to take a chunk of a launch
    threads: int = 1  # that a core holds at once
    combines: bool = False  # in memory, by parallel iterations, what is exact in every order
    costs: Costs = field(default_factory=Costs)
    limits: Limits = field(default_factory=Limits)
    cuts: Cuts = field(default_factory=Cuts)
    here: Here = field(default_factory=Here, repr=False)

    @cached_property
    def _hash(self) -> int:
        return hash(
            (self.vector_bytes, self.share_ns, self.costs, self.limits, self.cuts, self.here)
        )

    def __hash__(self) -> int:
        return self._hash

    # ---- vectors

    @property
    def is_gpu(self) -> bool:
        """Whether lanes are threads, each with registers of its own, and it takes many of them."""
        return self.threads > 1

    @property
    def line_elements(self) -> int:
        """float32 elements of a cache line: shorter rows leave lanes of wide vectors empty."""
        return self.line_bytes // 4

    @property
    def short_axis(self) -> int:
        """Length below which rows that are not reduced are walked across, too."""
        return self.line_elements // 4

    @property
    def columns(self) -> int:
        """Longest rows whose positions are written out, with neighbouring rows in lanes."""
        return self.line_elements

    @property
    def longest_columns(self) -> int:
        """As `columns`, where vectors along rows would leave most lanes of a second one idle."""
        return 3 * self.line_elements // 2

    @property
    def written_out_scan(self) -> int:
        """Longest rows whose running totals are written out as columns.

        Code for longer ones takes long to compile; threads of a GPU shuffle nothing.
        """
        return 0 if self.is_gpu else 11 * self.columns // 16

    @property
    def reduced_columns(self) -> int:
        """Most columns that are reduced one by one, so that they share what they need.

        Each has two places at which values of pairs are computed. Threads of a GPU have columns of
        their own.
        """
        return 0 if self.is_gpu else self.limits.written_out // 2

    @property
    def columns_apart(self) -> int:
        """Most columns of arrays that are stored by columns, for lanes to read them often.

        Threads of a GPU share what they read of a row.
        """
        return 0 if self.is_gpu else 2 * self.limits.written_out

    @property
    def side_by_side(self) -> int:
        """Examples of a batch from which a loop runs them in lanes: half of them are filled."""
        return self.line_elements // 2

    def may_meet(self, monoid: Monoid | None, dtype: np.dtype) -> bool:
        """Whether parallel iterations may combine values of a dtype in one element of memory.

        >>> add = Monoid.ADD, np.dtype(np.float32)
        >>> named("sm_90").may_meet(*add), named("sm_90").may_meet(Monoid.MAX, add[1])
        (False, True)
        """
        if monoid is None or dtype.itemsize < 4 or not self.combines:
            return False
        return dtype.kind in "iu" or monoid in (Monoid.MAX, Monoid.MIN)

    # ---- computing again, or keeping

    @cached_property
    def trip(self) -> int:
        """Instructions on a cache line in the time in which it is stored and loaded again.

        Values that take more are stored rather than recomputed.

        >>> named("x86-64-v4").trip
        12
        """
        time = 2 * self.line_bytes / self.memory_bytes_per_ns
        return int(time * self.operations_per_ns / self.line_elements)

    def kept_from(self, nbytes: int) -> int:
        """Instructions on a cache line from which two kernels keep a value of this size.

        Large ones must cost twice as much: what reverse mode keeps takes memory for long.

        >>> named("x86-64-v4").kept_from(1 << 20), named("x86-64-v4").kept_from(1 << 23)
        (12, 24)
        """
        return 2 * self.trip if nbytes > self.near_bytes else self.trip

    def kept_between_passes(self, nbytes: int) -> int:
        """As `kept_from`, where one kernel would compute the value in each pass over its rows.

        >>> named("x86-64-v4").kept_between_passes(1 << 20)
        36
        """
        return 3 * self.kept_from(nbytes)

    @property
    def recomputed(self) -> int:
        """Instructions that one kernel computes again for each row, so that there is one less."""
        return self.trip + self.trip // 3

    @property
    def index_trip(self) -> int:
        """As `recomputed`, for index maps, most of whose work is done once a row."""
        return 4 * self.trip

    @property
    def launch_operations(self) -> int:
        """Operations in the time of one more step of a program."""
        return int(self.launch_ns * self.operations_per_ns)

    @property
    def own_loop(self) -> int:
        """Elements of a kernel from which one launch more costs little."""
        return 4 * self.launch_operations

    @cached_property
    def moved_elements(self) -> int:
        """Elements that a kernel chooses one by one in the time in which NumPy moves blocks."""
        return _power_of_two(self.host_ns * self.operations_per_ns / self.line_elements)

    @cached_property
    def product_terms(self) -> int:
        """Multiply-adds, one by one, in the time of a call of a library."""
        return int(self.launch_ns * self.multiply_adds_per_ns / self.line_elements)

    # ---- threads

    @cached_property
    def parallel_operations(self) -> int:
        """Operations from which several threads pay."""
        return _power_of_two(self.share_ns * self.operations_per_ns)

    @cached_property
    def parallel_multiply_adds(self) -> int:
        """Multiply-adds from which several threads pay."""
        return _power_of_two(self.share_ns * self.multiply_adds_per_ns)

    @cached_property
    def grain(self) -> int:
        """Elements that a thread takes at a time, at least."""
        return _power_of_two(self.claim_ns * self.operations_per_ns)

    @property
    def shared_iterations(self) -> int:
        """Iterations in parallel after which no further axis of a kernel is shared."""
        return 128 * self.threads

    @property
    def inner_steps(self) -> int:
        """Steps of a loop inside, after which the host takes over the outer one."""
        return max(1, self.limits.call_operations // 16)

    @property
    def serial_elements(self) -> int:
        """Most elements, at some eight operations each, that one thread walks for fusion's sake."""
        return self.parallel_operations // 8


def _power_of_two(estimate: float) -> int:
    """The nearest power of two: an estimate is no more exact, and decisions stay put.

    >>> _power_of_two(4000.0), _power_of_two(0.0)
    (4096, 1)
    """
    return 1 << max(0, round(math.log2(max(estimate, 1.0))))


def _gpu(name: str, threads: int, l1_bytes: int, operations: float, memory: float) -> Machine:
    """A GPU: a core is a multiprocessor, and a vector is what one thread reads at once.

    Rates follow from the data sheets of the T4, A100, RTX 3090 and 4090, H100, B200, RTX 5090:
    lanes times clock, and bandwidth over multiprocessors. Nothing here was measured.
    """
    return Machine(
        name,
        vector_bytes=16,
        registers=255,
        line_bytes=128,
        l1_bytes=l1_bytes,
        operations_per_ns=operations,
        multiply_adds_per_ns=operations,
        memory_bytes_per_ns=memory,
        launch_ns=2500.0,
        share_ns=16.0,
        threads=threads,
        combines=True,
        limits=Limits(heavy_body=48, long_body=120),
        cuts=Cuts(
            1 << 12,
            1 << 14,
            fewest_rows=8,
            most_rows=64,
            flat_block=1 << 12,
            few_rows=256,
            most_blocks=1024,
        ),
    )


# One row a machine. Those of x86-64 differ in vectors and registers alone: a program has the same
# kernels at each of its levels.
_X86 = Machine("x86-64", vector_bytes=16, registers=16)
MACHINES = {
    machine.name: machine
    for machine in (
        _X86,
        replace(_X86, name="x86-64-v2"),
        replace(_X86, name="x86-64-v3", vector_bytes=32),
        replace(_X86, name="x86-64-v4", vector_bytes=64, registers=32),
        Machine("neoverse", vector_bytes=16, registers=32),
        _gpu("sm_75", threads=1024, l1_bytes=64 << 10, operations=101.0, memory=9.3),
        _gpu("sm_80", threads=2048, l1_bytes=164 << 10, operations=90.0, memory=14.4),
        _gpu("sm_86", threads=1536, l1_bytes=100 << 10, operations=217.0, memory=11.1),
        _gpu("sm_89", threads=1536, l1_bytes=100 << 10, operations=322.0, memory=7.9),
        _gpu("sm_90", threads=2048, l1_bytes=228 << 10, operations=253.0, memory=25.4),
        _gpu("sm_100", threads=2048, l1_bytes=228 << 10, operations=250.0, memory=54.0),
        _gpu("sm_120", threads=1536, l1_bytes=100 << 10, operations=308.0, memory=10.5),
    )
}


def named(name: str) -> Machine:
    """The machine of that name.

    Raises:
      FjaxValueError: there is none.

    >>> named("x86-64-v3").trip == named("x86-64-v4").trip
    True
    """
    if name not in MACHINES:
        raise FjaxValueError(f"no machine is called {name!r}; expected one of {list(MACHINES)}")
    return MACHINES[name]
