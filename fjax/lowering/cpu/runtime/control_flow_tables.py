"""Loops and branches as launches of native functions: the tables that these run by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes, lazy
from fjax.core.ir import Literal, Var
from fjax.lowering.cpu.compile import CompiledKernel, NativeModule, NativeRoutine, linked
from fjax.lowering.cpu.runtime import thread_pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import NativeProgram, ProgramWords, lay_out, signed
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.loop import native
from fjax.lowering.machine import Machine
from fjax.lowering.run.control_flow import BranchLaunch, ControlFlow, KernelLoopLaunch, LoopLaunch
from fjax.lowering.run.launch import Launch, Routine, word
from fjax.lowering.run.plan import Plan, PlannedLaunch, Segment, byte_count

control_flow: Any = lazy.module("fjax.lowering.cpu.runtime.control_flow")


def codes(launches: Sequence[Launch]) -> Iterator[Kernel | Routine | NativeModule]:
    """What launches run, and loops and branches among them, too."""
    for launch in launches:
        code = launch.code
        yield runtime.control_flow_module() if isinstance(code, ControlFlow) else code
        if isinstance(code, KernelLoopLaunch):
            yield code.loop.plan.lowered.kernel
        elif isinstance(code, LoopLaunch | BranchLaunch):
            for plan in code.bodies:
                yield from codes(plan.whole.parts.launches if plan.whole else ())


def made_native(launch: Launch, machine: Machine) -> Launch:
    """The launch, ready to be laid out in a program."""
    code = launch.code
    if not isinstance(code, ControlFlow):
        return launch
    table = {LoopLaunch: _Steps, KernelLoopLaunch: _Kernel, BranchLaunch: _Choice}[type(code)](
        code, machine
    )
    words = table.words(len(launch.buffers) - 1)
    kernel = CompiledKernel(
        code.name, runtime.control_flow_module().addresses()[table.function], table.keep
    )
    return replace(launch, code=NativeRoutine(code.name, lambda: kernel), words=tuple(words))


class _Inside(NamedTuple):
    """A program inside of a loop or branch, and the segment that it is made from."""

    program: NativeProgram
    segment: Segment


def recorded(
    program: NativeProgram, segment: Segment
) -> Iterator[tuple[int, Sequence[PlannedLaunch]]]:
    """See `Target.recorded`."""
    yield program.number, segment.launches
    for code in program.codes.values():
        for each in code.keep if isinstance(code.keep, list) else ():
            if isinstance(each, _Inside):
                yield from recorded(*each)


class _Table:
    """A launch's table in the making. keep: what must live as long as the code does."""

    function: str

    def __init__(self, code: ControlFlow, machine: Machine):
        self.code, self.machine = code, machine
        self.eqn = code.equation
        self.keep: list[object] = []
        self.form = code.form

    def words(self, scratch: int) -> list[int]:
        """The table. scratch: the number of the scratch memory's buffer."""
        raise NotImplementedError

    def at(self, words: Sequence[int]) -> int:
        """The address of words in memory of their own."""
        store = np.array([signed(w) for w in words] or [0], np.int64)
        self.keep.append(store)
        return store.ctypes.data

    def literal(self, x: Literal) -> int:
        """The address of a literal's value."""
        store = np.array(x.value, dtypes.physical(x.aval.dtype))
        self.keep.append(store)
        return store.ctypes.data

    def operands(self, more: Sequence[Literal] = ()) -> dict[str, int]:
        """Operands, results and `more`, by number."""
        records: list[int] = []
        for buffer, x in zip(self.code.buffers, (*self.eqn.invars, *self.eqn.outvars), strict=True):
            records += control_flow.OperandRecord.words(
                buffer=buffer or 0, literal=self.literal(x) if isinstance(x, Literal) else 0
            )
        for x in more:
            records += control_flow.OperandRecord.words(literal=self.literal(x))
        count = len(self.eqn.invars) + len(self.eqn.outvars) + len(more)
        return dict(operand_count=count, operands=self.at(records))

    def program(self, plan: Plan | None) -> ProgramWords | None:
        """The launch table of a body."""
        if plan is None or plan.whole is None:
            return None
        parts = plan.whole.parts
        program = NativeProgram(
            [made_native(x, self.machine) for x in parts.launches],
            parts.n_arguments,
            intermediates=parts.intermediates,
        )
        words = lay_out(program, kept_scratch=False)
        self.keep += [_Inside(program, plan.whole), words]
        return words

    # ---- loops

    def result(self, k: int) -> int:
        """The number of a result."""
        return len(self.eqn.invars) + k

    def counting(self) -> dict[str, int]:
        """How many steps there are."""
        form = self.form
        assert form is not None
        length = control_flow.BY_CONDITION if form.length is None else form.length
        if form.counts_steps:
            length = control_flow.BY_OPERAND
        return dict(length=length, reverse=int(form.reverse))

    def copies(
        self, changing: Sequence[int], unread: Mapping[int, tuple[int, int] | None]
    ) -> dict[str, int]:
        """Carried values that change in the results' memory, except for elements that nobody reads.

        unread: for some of them, the first of these elements and the first one after them.
        """
        form = self.form
        assert form is not None
        records: list[list[int]] = []
        for k in changing:
            aval = self.eqn.outvars[k].aval
            first, last = unread.get(k) or (0, 0)
            for start, stop in ((0, first), (last, aval.size)):
                width = dtypes.physical(aval.dtype).itemsize
                copy = control_flow.CopyRecord.words(
                    source=form.first_carry + k,
                    to=self.result(k),
                    start=start * width,
                    nbytes=(stop - start) * width,
                )
                records += [copy] if stop > start else []
        return dict(copy_count=len(records), copies=self.at([w for r in records for w in r]))


class _Steps(_Table):
    """A loop of launches."""

    function = "run_steps"

    def words(self, scratch: int) -> list[int]:
        code = self.code
        assert isinstance(code, LoopLaunch)
        loop, table = code.loop, code.loop.steps
        assert table is not None
        body, condition = self.program(loop.body), self.program(loop.condition)
        assert body is not None
        starts = [
            control_flow.StartRecord.words(slot=slot, operand=at, offset=offset, stride=stride)
            for slot, (at, offset, stride) in table.starts.items()
        ]
        results = [
            control_flow.ResultRecord.words(
                slot=slot, operand=self.result(k), nbytes=byte_count(self.eqn.outvars[k])
            )
            for k, slot in enumerate(table.results)
        ]
        return control_flow.StepsRecord.words(
            **self.operands(),
            scratch=scratch,
            **self.counting(),
            **self.copies(sorted(loop.in_place), {}),
            slot_count=table.n_slots,
            start_count=len(starts),
            starts=self.at([w for record in starts for w in record]),
            move_count=len(table.moves),
            moves=self.at([w for move in table.moves for w in move]),
            result_count=len(results),
            results=self.at([w for record in results for w in record]),
            body=body.ctypes.data,
            body_scratch=table.rooms[0],
            condition=0 if condition is None else condition.ctypes.data,
            condition_scratch=table.rooms[1],
            second=table.second,
            flag=table.flag,
        )


class _Kernel(_Table):
    """A loop that is one kernel."""

    function = "run_kernel"

    def words(self, scratch: int) -> list[int]:
        code = self.code
        assert isinstance(code, KernelLoopLaunch) and self.form is not None
        loop, plan = code.loop, code.loop.plan
        kernel = linked(plan.lowered.kernel)
        self.keep.append(kernel)
        n_inner = len(plan.scratch)
        free = iter(code.offsets[n_inner:])
        restarts: list[int] = []
        for k, is_shared in enumerate(plan.uniform):
            restarts += control_flow.Restart.words(
                operand=self.form.first_carry + k,
                result=self.result(k),
                scratch=next(free) if is_shared else -1,
                nbytes=byte_count(self.eqn.outvars[k]),
            )
        return control_flow.KernelRecord.words(
            **self.operands(),
            scratch=scratch,
            **self.counting(),
            **self.copies(sorted(loop.in_place), dict(enumerate(plan.overwritten))),
            function=kernel.address,
            table=self.at([word(value, dtype) for dtype, value in plan.lowered.words]),
            extent=0 if plan.independent else plan.lowered.extent,
            grain=max(plan.lowered.grain, 1),
            parts=thread_pool.BALANCED if self.is_parallel(loop) else 0,
            most=max(1, self.machine.limits.call_operations // max(plan.cost, 1) // 8),
            restart_count=len(plan.uniform),
            restarts=self.at(restarts),
            kernel_scratch_count=n_inner,
            kernel_scratch=self.at(code.offsets[:n_inner]),
        )

    def is_parallel(self, loop: native.NativeLoop) -> bool:
        """Whether several threads pay."""
        plan, form = loop.plan, self.form
        assert form is not None
        steps = 16 if form.length is None else form.length
        extent = steps if plan.independent else plan.lowered.extent
        worth_it = plan.cost * steps > self.machine.parallel_operations
        return extent > plan.lowered.grain and worth_it and not plan.shares_scratch


class _Choice(_Table):
    """Branches."""

    function = "run_choice"

    def words(self, scratch: int) -> list[int]:
        code, eqn = self.code, self.eqn
        assert isinstance(code, BranchLaunch)
        literals: list[Literal] = []
        branches: list[int] = []
        for plan, offset in zip(code.branches, code.offsets, strict=True):
            branches += self.branch(plan, offset, literals)
        return control_flow.ChoiceRecord.words(
            **self.operands(literals),
            scratch=scratch,
            wide=int(eqn.invars[0].aval.dtype == np.int64),
            branch_count=len(code.branches),
            branches=self.at(branches),
        )

    def branch(self, plan: Plan, offset: int, literals: list[Literal]) -> list[int]:
        """A branch's record; the literals that it gives are put behind those of the others."""
        eqn, program = self.eqn, self.program(plan)
        end, copies = len(eqn.invars) + len(eqn.outvars), list[int]()
        outs = plan.jaxpr.outvars
        for k, x in enumerate(outs):
            if isinstance(x, Literal):
                copies += control_flow.CopyRecord.words(
                    source=end + len(literals), to=self.result(k), nbytes=byte_count(x)
                )
                literals.append(x)
        slots: list[int] = []
        if plan.whole is not None:
            inputs = {v: 1 + k for k, v in enumerate(plan.jaxpr.invars)}
            roots = {plan.root(x): k for k, x in enumerate(outs) if isinstance(x, Var)}
            slots = [inputs[v] for v in plan.whole.read]
            slots += [self.result(roots[v]) for v in plan.whole.kept]
        return control_flow.Branch.words(
            program=0 if program is None else program.ctypes.data,
            slot_count=len(slots),
            slots=self.at(slots),
            scratch=offset,
            copy_count=len(copies) // len(control_flow.CopyRecord.words()),
            copies=self.at(copies),
        )
