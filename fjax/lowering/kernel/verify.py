"""The verifier of the kernel form: it checks the rules that emitters rely on.

It runs after each step that makes or rewrites a kernel while the option `check_ir` is set, as in
all tests. It checks that leaves are in scope and have their dtypes, that operations compute in
their dtypes, and that loops do only what their mode allows. It also checks that parallel iterations
store to different addresses, and that none loads what another one writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from fjax.config import config
from fjax.core import dtypes
from fjax.core.primitive import Monoid
from fjax.core.scalar import BOOL, Expr, Op
from fjax.errors import InvalidIRError
from fjax.lowering.kernel import form, scheduled_loops
from fjax.lowering.kernel.dependence import (
    Meeting,
    PassOrder,
    is_apart,
    meeting,
    overlap,
    overwritten,
)
from fjax.lowering.kernel.folding import COMPARISONS
from fjax.lowering.kernel.printer import address_text, leaf_text, print_kernel
from fjax.lowering.kernel.spelling import FactTable, bounds, nodes_of, postorder, walk

ARITHMETIC = frozenset((Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.REM, Op.NEG, Op.ABS, Op.MIN, Op.MAX))
FLOATING = frozenset(
    (Op.FMA, Op.FUSED, Op.SQRT, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.ROUND, Op.COPYSIGN, Op.LIBM)
)
LOGICAL = frozenset((Op.AND, Op.OR, Op.XOR, Op.NOT))
INTEGRAL = frozenset((Op.SHL, Op.SHR, Op.POPCOUNT, Op.CLZ))
UNARY = frozenset(
    (
        Op.NEG,
        Op.ABS,
        Op.SQRT,
        Op.FLOOR,
        Op.CEIL,
        Op.TRUNC,
        Op.ROUND,
        Op.NOT,
        Op.POPCOUNT,
        Op.CLZ,
        Op.CONVERT,
        Op.BITCAST,
    )
)
TERNARY = frozenset((Op.SELECT, Op.RARE, Op.FMA, Op.FUSED))
INDEPENDENT = form.PARALLEL | form.LANES | {form.Mode.SCAN}


def verified(kernel: form.Kernel, step: str, before: form.Kernel | None = None) -> form.Kernel:
    """The kernel; while `check_ir` is set, it is verified first.

    step: what made it; before: what it was made from, if that was a kernel too.
    Raises InvalidIRError that says what is wrong and shows the kernels.
    """
    if config.check_ir:
        found = mistake(kernel)
        if found is not None:
            shown = f"\n{print_kernel(kernel)}"
            if before is not None:
                shown = f"\nbefore:\n{print_kernel(before)}\nafter:{shown}"
            raise InvalidIRError(f"kernel after {step}: {found}{shown}")
    return kernel


def rewritten(
    kernel: form.Kernel,
    rewrite: Callable[[form.Kernel, form.Words], form.Kernel],
    words: form.Words,
) -> form.Kernel:
    """The kernel after a rewrite for the sizes in a table; verified as by `verified`."""
    return verified(rewrite(kernel, words), f"the rewrite {rewrite.__name__}", kernel)


def mistake(kernel: form.Kernel) -> str | None:
    """What is wrong with a kernel, in a sentence; None if nothing is.

    >>> mistake(form.Kernel((), (), (form.Loop(0, form.size(0), form.Mode.PARALLEL, ()),)))
    's0 is word 0 of a table of 0'
    """
    try:
        _Verifier(kernel).run()
    except _Wrong as wrong:
        return str(wrong)
    return None


class _Wrong(Exception):
    """Carries the sentence out of the walk."""


class _KernelScope:
    """What an expression may refer to: the loops around it, and those that have ended before."""

    def __init__(
        self, outer: _KernelScope | None = None, loop: form.Loop | form.While | None = None
    ):
        self.loops: dict[int, form.Loop | form.While] = {} if outer is None else dict(outer.loops)
        self.ended: dict[int, form.Loop | form.While] = {} if outer is None else dict(outer.ended)
        self.checked: set[Expr] = set()
        if loop is not None:
            self.loops[loop.number] = loop


class _Verifier:
    def __init__(self, kernel: form.Kernel):
        self.kernel = kernel
        self.parallel = [loop.number for loop in form.parallel_nest(kernel.body)]
        self.facts = FactTable(kernel.body)
        self.loops = {s.number: s for s in walk(kernel.body) if isinstance(s, form.Loop)}
        self.numbers: set[int] = set()
        self.variances: dict[int, _Variance] = {}
        self.shared = [(k, n) for k, b in enumerate(kernel.buffers) for n in b.shares]

    def run(self) -> None:
        if self.kernel.index not in (form.INDEX, form.SHORT_INDEX):
            raise _Wrong(f"indices are {_name(self.kernel.index)}")
        for k, b in enumerate(self.kernel.buffers):
            self.buffer(k, b)
        top = _KernelScope()
        for s in self.kernel.body:
            self.statement(s, top)
        order = PassOrder(self.kernel.body)
        for k, n in self.shared:
            if not order.reads_first(n, k):
                raise _Wrong(f"b{n} is read after b{k} is written, which may be in its memory")

    def buffer(self, k: int, buffer: form.BufferArgument) -> None:
        """A buffer may be in the memory of those that are only read."""
        for n in buffer.shares:
            known = self.kernel.buffers[n : n + 1]
            plain = bool(known) and buffer.written and not (known[0].written or buffer.scratch)
            if not plain or known[0].dtype != buffer.dtype:
                raise _Wrong(f"b{k} is not written in the memory of what is read as b{n}")

    def statements(self, body: Iterable[form.Statement], scope: _KernelScope) -> None:
        for s in body:
            self.statement(s, scope)

    def statement(self, s: form.Statement, scope: _KernelScope) -> None:
        if isinstance(s, form.Store):
            self.store(s, scope)
        elif isinstance(s, form.If):
            self.expression(s.condition, scope, BOOL, "the condition of an if")
            self.statements(s.then, _KernelScope(scope))
            self.statements(s.otherwise, _KernelScope(scope))
        else:
            self.loop(s, scope)

    # ---- loops

    def loop(self, s: form.Loop | form.While, scope: _KernelScope) -> None:
        name = f"loop {s.number}"
        if s.number in self.numbers:
            raise _Wrong(f"two loops have the number {s.number}")
        self.numbers.add(s.number)
        for c in s.carries:
            self.expression(c.initial, scope, c.next.dtype, f"what {name} starts with")
        if isinstance(s, form.Loop):
            self.mode(s, scope)
            for role, e in (("start", s.start), ("extent", s.stop), ("step", s.step)):
                if e is not None:
                    self.expression(e, scope, self.kernel.index, f"the {role} of {name}")
        inside = _KernelScope(scope, s)
        if isinstance(s, form.While):
            self.expression(s.condition, inside, BOOL, f"the condition of {name}")
        self.statements(s.body, inside)
        for k, c in enumerate(s.carries):
            self.carry(s, k, c, inside)
        if isinstance(s, form.Loop):
            self.reads(s, scope)
        scope.ended[s.number] = s

    def mode(self, s: form.Loop, scope: _KernelScope) -> None:
        name = f"loop {s.number}"
        if form.is_shared(s):
            self.parallel_loop(s, f"{name} is {s.mode.value} and")
        if s.mode is form.Mode.UNROLL and form.trip_count(s) is None:
            raise _Wrong(f"{name} is to be unrolled and its extent is no literal")
        if s.mode in form.LANES and s.step is not None:
            raise _Wrong(f"{name} is {s.mode.value} and takes steps")
        found = scheduled_loops.fault(s) or scheduled_loops.fault_within(s, scope.loops.values())
        if found is None and not (s.start is s.step is None):
            lanes = {n for n, x in scope.loops.items() if isinstance(x, form.Loop) and x.vector}
            if any(not lanes.isdisjoint(self.facts[e].loops) for e in bounds(s)):
                found = "begins or goes on elsewhere in each lane"
        if found is None and s.binding is not None and s.binding.row is not None:
            found = self.row(s, s.binding.row, scope)
        if found is not None:
            raise _Wrong(f"{name} {found}")

    def row(self, s: form.Loop, row: int, scope: _KernelScope) -> str | None:
        """What is wrong with a loop whose lanes hold a row in registers."""
        first = s if row == s.number else scope.ended.get(row)
        same = isinstance(first, form.Loop) and (first.stop, first.binding) == (s.stop, s.binding)
        if not same:
            return f"walks another row than loop {row}"
        changes = any(self.facts[n].volatile for n in (s.stop, *nodes_of(s)))
        return "holds what the kernel changes" if changes else None

    def parallel_loop(self, s: form.Loop, name: str) -> None:
        if s.carries:
            raise _Wrong(f"{name} carries values, which calls that share it do not")
        if s.number not in self.parallel:
            raise _Wrong(f"{name} not all of the kernel or of the parallel loop around it")
        if s.mode is form.Mode.PARALLEL_VECTOR and s.number != self.parallel[-1]:
            raise _Wrong(f"{name} has a parallel loop inside")
        for node in postorder((s.stop,) if s.number != self.parallel[0] else ()):
            if node.op is Op.LEAF and not isinstance(node.extra, (form.Size, form.Param)):
                raise _Wrong(f"{name} its extent needs {leaf_text(node)}")

    def carry(self, s: form.Loop | form.While, k: int, c: form.Carry, inside: _KernelScope) -> None:
        name = f"item {k} of loop {s.number}"
        self.expression(c.next, inside, c.initial.dtype, f"the next value of {name}")
        if c.monoid is None:
            if isinstance(s, form.Loop) and s.mode in INDEPENDENT:
                raise _Wrong(f"{name} is {s.mode.value} and carried without a monoid")
            return
        if isinstance(s, form.While):
            raise _Wrong(f"{name} is accumulated by a while loop")
        self.combined(c.monoid, c.next.dtype, name)
        own = form.Carried(s.number, k)
        if any(n.op is Op.LEAF and n.extra == own for n in postorder((c.next,))):
            raise _Wrong(f"{name} is accumulated from its own partial value")
        if s.mode is form.Mode.SCAN and _Variance.of_totals(s).of(c.next):
            raise _Wrong(f"{name} is accumulated from running totals")

    # ---- memory

    def store(self, s: form.Store, scope: _KernelScope) -> None:
        where = address_text(s.access)
        self.access(s.access, s.index, s.mask, scope, where)
        buffer = self.kernel.buffers[s.access.buffer]
        if not buffer.written:
            raise _Wrong(f"{where} is stored to and its buffer is not declared as written")
        self.expression(s.value, scope, buffer.dtype, f"what is stored at {where}")
        if s.monoid is not None:
            self.combined(s.monoid, buffer.dtype, f"the store at {where}")
            self.meeting(s, scope, where)
        elif s.index is None and s.mask is None:
            self.apart(s, scope, where)

    def combined(self, monoid: Monoid, dtype: np.dtype, name: str) -> None:
        if not _takes(form.COMBINE[monoid], dtype):
            raise _Wrong(f"{name} combines {_name(dtype)} by {monoid.value}")

    def meeting(self, s: form.Store, scope: _KernelScope, where: str) -> None:
        """Lanes must not combine what they give with one element."""
        for number, loop in scope.loops.items():
            if (
                isinstance(loop, form.Loop)
                and loop.mode in form.LANES
                and not is_apart(s, number, self.facts)
            ):
                raise _Wrong(f"lanes of loop {number} combine what they give at {where}")

    def apart(self, s: form.Store, scope: _KernelScope, where: str) -> None:
        """Iterations that run at the same time must not write different values to one element.

        Each part of a launch has scratch memory of its own, which the lanes of a vector share.
        """
        modes = form.LANES if self.kernel.buffers[s.access.buffer].scratch else INDEPENDENT
        around: list[int] = []
        for number, loop in scope.loops.items():
            if isinstance(loop, form.Loop) and loop.mode in modes:
                found = meeting(s, s, number, self.facts, frozenset(around), self.loops)
                if found > Meeting.OFFSETS and self.variance(loop).of(s.value):
                    raise _Wrong(
                        f"iterations of loop {number} ({loop.mode.value}) meet where they store, at"
                        f" {where}"
                    )
            around.append(number)

    def reads(self, loop: form.Loop, scope: _KernelScope) -> None:
        """Iterations that run at the same time must not read what others write.

        None reads what another one writes in the same memory.
        """
        pairs = [overwritten(loop, self.facts, *pair) for pair in self.shared]
        found: tuple[form.Load | form.Store, form.Store] | None = next(filter(None, pairs), None)
        if found is None and loop.mode in INDEPENDENT:
            scratch = frozenset(k for k, b in enumerate(self.kernel.buffers) if b.scratch)
            varies, around = self.variance(loop).of, frozenset(scope.loops)
            found = overlap(loop, around, self.facts, varies, scratch, self.loops)
        if found is not None:
            here, written = (address_text(x.access) for x in found)
            does = "stores" if isinstance(found[0], form.Store) else "reads"
            raise _Wrong(
                f"an iteration of loop {loop.number} ({loop.mode.value}) {does} at {here} what"
                f" another one may store at {written}"
            )

    def variance(self, loop: form.Loop) -> _Variance:
        if loop.number not in self.variances:
            self.variances[loop.number] = _Variance.of_index(loop)
        return self.variances[loop.number]

    def access(
        self,
        access: form.Access,
        index: Expr | None,
        mask: Expr | None,
        scope: _KernelScope,
        where: str,
    ) -> None:
        if not 0 <= access.buffer < len(self.kernel.buffers):
            raise _Wrong(f"{where}: there are {len(self.kernel.buffers)} buffers")
        slots = [t.step for t in access.strides if isinstance(t.step, form.Size)]
        for slot in (*slots, *(() if access.offset is None else (access.offset,))):
            self.word(slot.slot, self.kernel.index, f"s{slot.slot}")
        for t in access.strides:
            if not isinstance(scope.loops.get(t.loop), form.Loop):
                raise _Wrong(f"{where}: i{t.loop} is no index here")
        if index is not None:
            self.expression(index, scope, self.kernel.index, f"the index of {where}")
        if mask is not None:
            self.expression(mask, scope, BOOL, f"the mask of {where}")

    def word(self, slot: int, dtype: np.dtype, name: str) -> None:
        table = self.kernel.table
        if not 0 <= slot < len(table):
            raise _Wrong(f"{name} is word {slot} of a table of {len(table)}")
        if table[slot] != dtype:
            raise _Wrong(f"{name} is read as {_name(dtype)}, the table holds {_name(table[slot])}")

    # ---- expressions

    def expression(self, expr: Expr, scope: _KernelScope, dtype: np.dtype, role: str) -> None:
        if expr.dtype != dtype:
            raise _Wrong(f"{role} is {_name(expr.dtype)} where {_name(dtype)} is needed")
        for node in postorder((expr,), scope.checked):
            if node.op is Op.LEAF:
                self.leaf(node, scope)
            else:
                _check_node(node)

    def leaf(self, node: Expr, scope: _KernelScope) -> None:
        key = node.extra
        if isinstance(key, form.Load):
            where = address_text(key.access)
            self.access(key.access, key.index, key.mask, scope, where)
            held = self.kernel.buffers[key.access.buffer].dtype
            if held != node.dtype:
                raise _Wrong(f"{where} is loaded as {_name(node.dtype)}, it holds {_name(held)}")
        elif isinstance(key, (form.Size, form.Param)):
            self.word(key.slot, node.dtype, leaf_text(node))
            if isinstance(key, form.Size):
                self.is_index(node)
        elif isinstance(key, form.Bound):
            self.is_index(node)
        elif isinstance(key, form.Axis):
            self.is_index(node)
            if not isinstance(scope.loops.get(key.loop), form.Loop):
                raise _Wrong(f"i{key.loop} is no index here")
        elif isinstance(key, (form.Carried, form.Result)):
            self.item(key, node, scope)
        else:
            raise _Wrong(f"{leaf_text(node)} is no leaf of the kernel form")

    def is_index(self, node: Expr) -> None:
        if node.dtype != self.kernel.index:
            indices = _name(self.kernel.index)
            raise _Wrong(f"{leaf_text(node)} is {_name(node.dtype)} where indices are {indices}")

    def item(self, key: form.Carried | form.Result, node: Expr, scope: _KernelScope) -> None:
        loop = (scope.loops if isinstance(key, form.Carried) else scope.ended).get(key.loop)
        if loop is None:
            state = "runs around it" if isinstance(key, form.Carried) else "has ended"
            raise _Wrong(f"{leaf_text(node)} is used where no loop {key.loop} {state}")
        if isinstance(key, form.Carried) and _is_partial(loop):
            raise _Wrong(f"{leaf_text(node)} is a partial value")
        if not 0 <= key.item < len(loop.carries):
            raise _Wrong(f"{leaf_text(node)}: the loop carries {len(loop.carries)} items")
        carried = loop.carries[key.item].next.dtype
        if carried != node.dtype:
            raise _Wrong(f"{leaf_text(node)}: the item is {_name(carried)}")


class _Variance:
    """The values inside a loop that depend on some leaves: carried items, and buffers' contents.

    A value depends on a leaf if it is computed from it. An item that a loop inside carries does if
    its initial value, its next value or the loop's end does. `stride`: so does the memory that the
    loop of this number strides over.
    """

    @classmethod
    def of_index(cls, loop: form.Loop) -> _Variance:
        """Which values may differ among the iterations."""
        return cls(loop, lambda key: key == form.Axis(loop.number), loop.number)

    @classmethod
    def of_totals(cls, loop: form.Loop) -> _Variance:
        """Which values follow from what the loop carries."""
        return cls(loop, lambda key: isinstance(key, form.Carried) and key.loop == loop.number)

    def __init__(self, loop: form.Loop, leaf: Callable[[object], bool], stride: int | None = None):
        self.leaf, self.stride = leaf, stride
        self.items: set[tuple[int, int]] = set()
        self.buffers: set[int] = set()
        before = -1
        while before != (before := len(self.items) + len(self.buffers)):
            for s in walk(loop.body):
                self._learn(s)

    def of(self, expr: Expr) -> bool:
        """Whether the value of an expression may differ."""
        return any(n.op is Op.LEAF and self._leaf(n.extra) for n in postorder((expr,)))

    def _leaf(self, key: object) -> bool:
        if isinstance(key, form.Load):
            return key.access.buffer in self.buffers or self._strided(key.access)
        if isinstance(key, (form.Carried, form.Result)) and (key.loop, key.item) in self.items:
            return True
        return self.leaf(key)

    def _strided(self, access: form.Access) -> bool:
        return any(t.loop == self.stride for t in access.strides)

    def _learn(self, s: form.Statement) -> None:
        if isinstance(s, form.Store):
            if self.of(s.value) or self._strided(s.access):
                self.buffers.add(s.access.buffer)
        elif not isinstance(s, form.If):
            ends = (s.condition,) if isinstance(s, form.While) else bounds(s)
            uneven = any(map(self.of, ends))
            self.items.update(
                (s.number, k)
                for k, c in enumerate(s.carries)
                if uneven or self.of(c.initial) or self.of(c.next)
            )


def _is_partial(loop: form.Loop | form.While) -> bool:
    """Whether a loop may keep several totals at a time."""
    return isinstance(loop, form.Loop) and loop.mode in form.PARALLEL | form.LANES


def _check_node(node: Expr) -> None:
    """Raise where an operation has not the operands that it takes, by number or by dtype."""
    op, given = node.op, tuple(a.dtype for a in node.args)
    if op not in (Op.CONST, Op.CALL, Op.LIBM):
        expected = 1 if op in UNARY else 3 if op in TERNARY else 2
        if len(given) != expected:
            raise _Wrong(f"{op.value} takes {expected} operands; it has {len(given)}")
    if op in (Op.CONST, Op.CONVERT):
        right = True
    elif op is Op.BITCAST:
        right = given[0].itemsize == node.dtype.itemsize
    elif op in (Op.SELECT, Op.RARE):
        right = given == (BOOL, node.dtype, node.dtype)
    elif op is Op.CALL:
        right = node.extra.body(*given)[1].dtype == node.dtype
    elif op in COMPARISONS:
        right = node.dtype == BOOL and given[0] == given[1] and _computes(given[0])
    else:
        right = all(d == node.dtype for d in given) and _takes(op, node.dtype)
    if not right:
        raise _Wrong(f"{op.value} of {', '.join(map(_name, given))} gives {_name(node.dtype)}")


def _computes(dtype: np.dtype) -> bool:
    """Whether more can be done with a dtype than to move and to convert it."""
    return dtype not in dtypes.WIDENED and dtype.kind in "iufb"


def _takes(op: Op, dtype: np.dtype) -> bool:
    if not _computes(dtype):
        return False
    if op in FLOATING:
        return dtype.kind == "f"
    if op in LOGICAL:
        return dtype.kind in "iub"
    if op in INTEGRAL:
        return dtype.kind in "iu"
    return op in ARITHMETIC and (dtype.kind in "iuf" or op in (Op.MIN, Op.MAX))


def _name(dtype: np.dtype) -> str:
    return dtypes.short_name(dtype)
