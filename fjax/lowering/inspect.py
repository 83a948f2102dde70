"""Inspection: what became of a program, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax.core import lazy, scalar, scalar_graph
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import memo
from fjax.core.plain_arguments import check_number
from fjax.core.primitive import Primitive, Role
from fjax.core.scalar import Op
from fjax.core.shown import Shown
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.higher_order.shard_map import ShardMap
from fjax.lowering import targets
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.run.buffers import ArrayCopy, Span, place
from fjax.lowering.run.control_flow import PlanBody
from fjax.lowering.run.copies import array_copies
from fjax.lowering.run.plan import (
    Evaluation,
    HostLoop,
    LoopStep,
    Plan,
    PlannedKernel,
    PlannedLaunch,
    Segment,
)
from fjax.lowering.run.steps import runs_programs
from fjax.lowering.target import Target
from fjax.lowering.traffic import moved, traffic
from fjax.primitives.families import has_scalar_program, operand_leaf, scalar_program
from fjax.spmd.communication import Communication, communication

_schedule: Any = lazy.module("fjax.lowering.schedule")

MOST_STEPS, WIDEST = 8, 110  # steps of a representation, and characters of their lines


class InspectedKernel(Shown):
    """One kernel, from what it computes to how it is spelled.

    body: its jaxpr. form: the loops over scalars that every spelling is made from, as text.
    schedule: the directives by which these loops run. scheduled: the form after them. source: as
    Numba. llvm: as LLVM IR. assembly: of a CPU. ptx: on a GPU, as PTX. reason: why the kernel ends
    where it does.
    """

    def __init__(
        self, number: int, info: PlannedKernel, target: Target, planned: PlannedLaunch | None = None
    ):
        self.number, self.info, self.target, self.planned = number, info, target, planned
        self.reason = info.reason
        self.recipe = info.lowered.recipe

    def __repr__(self) -> str:
        taken, given = self.body.in_avals, self.body.out_avals
        types = [", ".join(a.notation() for a in avals) for avals in (taken, given)]
        return f"<kernel {self.number} for {self.target.name}: {types[0]} -> {types[1]}>"

    @property
    def body(self) -> Jaxpr:
        """The equations that the kernel computes."""
        form = self.info.equation.op.loop()
        if form is not None:
            return form.body
        op = self.info.equation.op
        assert isinstance(op, (Fused, Updated))
        return op.body

    @property
    def form(self) -> str:
        """The kernel form, the text that `lowering.kernel.printer` describes."""
        return _printed(self.info.lowered.kernel)

    @property
    def schedule(self) -> str:
        """How its loops run: directives, a line each, that `timed` takes and
        `lowering.schedule.replay`. `lowering/schedule/language.py` says what the numbers mean.

        >>> import fjax, numpy as np
        >>> kernel = fjax.inspect(lambda x: x + 1)(np.ones(8, np.float32)).kernels[0]
        >>> print(kernel.schedule.splitlines()[0])
        parallelize i0
        """
        return self.target.schedule(self.info.lowered.kernel, self._words)

    @property
    def scheduled(self) -> str:
        """The kernel form after the schedule, the loops that code is emitted for.

        >>> import fjax, numpy as np
        >>> kernel = fjax.inspect(lambda x: x + 1)(np.ones(8, np.float32)).kernels[0]
        >>> "vector i0 in lo..hi" in kernel.scheduled
        True
        """
        return print_kernel(_schedule.replay(self.info.lowered.kernel, self.schedule))

    def timed(self, schedule: str, seconds: float = 0.2) -> tuple[float, float]:
        """How long a call takes by a schedule of your own: `(given, chosen)`, in seconds.

        schedule: directives, a line each, as `schedule` has them. The kernel is compiled by it and
        by the chosen one. Both run in turns, each for about `seconds`, on arrays of the kernel's
        shapes with drawn values; the quickest call counts.

        Raises FjaxTypeError if the schedule is no text, FjaxValueError if a directive is refused or
        the results are not alike. Targets other than the CPU raise NotImplementedError.

        >>> import fjax, numpy as np
        >>> kernel = fjax.inspect(lambda x: x + 1)(np.ones(5000, np.float32)).kernels[0]
        >>> given, chosen = kernel.timed("parallelize i0", seconds=0.01)
        >>> given > 0 and chosen > 0
        True
        """
        if not isinstance(schedule, str):
            raise FjaxTypeError(
                "timed: schedule is a text of directives, a line each, as kernel.schedule is, got "
                f"{schedule!r:.60}"
            )
        check_number("timed: seconds", seconds, 0)
        if self.planned is None:
            raise FjaxValueError(f"timed: no native step of the plan launches kernel {self.number}")
        return self.target.timed(self.planned, schedule, seconds)

    @property
    def source(self) -> str:
        """The kernel as Numba source."""
        return self.code(self.target.spellings[0])

    @property
    def llvm(self) -> str:
        """The kernel as LLVM IR."""
        return self.code("llvm")

    @property
    def assembly(self) -> str:
        """The kernel in the processor's assembly language."""
        return self.code("assembly")

    @property
    def ptx(self) -> str:
        """The kernel as PTX, the text that NVIDIA's driver assembles."""
        return self.code("ptx")

    def code(self, spelling: str) -> str:
        """The kernel in one of the target's `spellings`."""
        return self.target.code(self.info.lowered.kernel, spelling, self._words)

    @property
    def _words(self) -> list[int]:
        """The sizes in the table of its launch; 0 for other values."""
        return [v if isinstance(v, int) else 0 for _, v in self.info.lowered.words]

    @property
    def bytes_moved(self) -> int:
        """Bytes that the kernel reads and writes."""
        return moved([self.info.equation])

    def __str__(self) -> str:
        header = f"kernel {self.number}: {self.recipe}, {self.bytes_moved} bytes"
        return f"{header} ({self.reason})\n{self.source}"


class Inspection(Shown):
    """What `fjax.inspect(f)(*args)` gives.

    traced, optimized: the jaxpr as traced, and after the passes.
    fused: the fused program as text, with the reason for each kernel's end and the bytes moved.
    plan: the steps of a call, and the slots of memory that values lie in; `str` shows it.
    kernels: the kernels, each with `form`, `source` and `llvm`.
    copies: arrays that are copied because an update in place needs it, with the line and why.
    host_steps: of a program on a GPU, the equations that run in host memory.
    partitioned: of arguments that are split over a mesh, the program of one member as a
        `shard_map`: its jaxpr with collectives, and how operands and results are split; else None.
    fallbacks: equations that have no kernel and are no library routine, with the reason; those of
        loop bodies and branches that run on the host are among them.
    """

    def __init__(
        self,
        traced: Jaxpr,
        plan: Plan,
        plan_body: PlanBody,
        target: Target,
        partitioned: ShardMap | None = None,
    ):
        self.traced, self.plan, self.plan_body = traced, plan, plan_body
        self.partitioned = partitioned
        self.target = target
        launches = [x for step in plan.steps if isinstance(step, Segment) for x in step.launches]
        launched = {id(x.kernel): x for x in launches if isinstance(x.launch.code, Kernel)}
        self.kernels = [
            InspectedKernel(k, info, target, launched.get(id(info)))
            for k, info in enumerate(plan.kernels)
        ]

    @property
    def optimized(self) -> Jaxpr:
        """The jaxpr after all passes."""
        return self.plan.optimized

    @property
    def program(self) -> Jaxpr:
        """The optimised program with kernels in place of the equations that have one."""
        return self.plan.jaxpr

    @property
    def n_kernels(self) -> int:
        """How many kernels one call runs."""
        return len(self.kernels)

    @property
    def fallbacks(self) -> list[tuple[Equation, str]]:
        """Equations that run through `evaluate` for want of a kernel, and why."""
        with targets.use(self.target):
            return _fallbacks(self.plan, self.plan_body)

    @property
    def host_steps(self) -> list[Equation]:
        """Equations of a program elsewhere that run in host memory, where their operands move."""
        if self.target.holds(None):
            return []
        with targets.use(self.target):
            return _host_steps(self.plan, self.target, self.plan_body)

    @property
    def communication(self) -> list[Communication]:
        """The collectives of the partitioned program: `kind`, `axes`, `bytes`, `times`, `source`.

        In one process, where arrays are whole in memory, they are what members would send.
        """
        return [] if self.partitioned is None else communication(self.partitioned.jaxpr)

    @property
    def copies(self) -> list[ArrayCopy]:
        """Copies of arrays that are changed in place: `aval`, `source` (the line), `reason`."""
        return array_copies(self.plan, self.plan_body)

    @property
    def library_calls(self) -> list[str]:
        """Names of the library routines and control flow that one call runs."""
        lacking = {id(e) for e, _ in self.plan.fallbacks}
        return [
            e.op.name
            for e in self.program.eqns
            if not isinstance(e.op, (Fused, Updated)) and id(e) not in lacking
        ]

    @property
    def bytes_moved(self) -> int:
        """Bytes that all steps read and write."""
        return moved(self.program.eqns)

    @property
    def least_bytes(self) -> int:
        """Bytes of the program's inputs and outputs: no plan moves less."""
        read: dict[Var, int] = {}
        for eqn in self.program.eqns:
            for v, n in traffic(eqn).items():
                read[v] = min(read.get(v, 0) + n, v.aval.nbytes)
        taken = self.program.invars
        given = [x for x in self.program.outvars if x not in taken]  # others stay where they are
        return sum(read.get(v, 0) for v in taken) + _bytes(given)

    @property
    def fused(self) -> str:
        """The fused program, one line a step: what it computes, why it is a step, what it moves."""
        lines = []
        numbers = {id(k.info.equation): k.number for k in self.kernels}
        for eqn, reason in zip(self.program.eqns, self.plan.reasons, strict=True):
            name = eqn.op.name
            number = numbers.get(id(eqn))
            if isinstance(eqn.op, (Fused, Updated)):
                inside = ", ".join(e.op.name for e in eqn.op.body.eqns)
                name = f"kernel [{inside}]" if number is None else f"kernel {number} [{inside}]"
            elif number is not None:
                name = f"kernel {number} [{name}: {self.kernels[number].recipe}]"
            results = ", ".join(v.aval.notation() for v in eqn.outvars)
            cost = f"{moved([eqn])} bytes"
            lines.append(f"{name} -> {results}; {cost}" + (f"; {reason}" if reason else ""))
        lines.append(f"total: {self.bytes_moved} bytes moved, {self.least_bytes} at least")
        return "\n".join(lines)

    def __str__(self) -> str:
        parts = [
            ("traced", str(self.traced)),
            ("optimized", str(self.optimized)),
            ("fused", self.fused),
            ("plan", str(self.plan)),
        ]
        parts += [(f"kernel {k.number}", str(k)) for k in self.kernels]
        if self.fallbacks:
            lines = [f"{e.op.name} at {e.source}: {why}" for e, why in self.fallbacks]
            parts.append(("without a kernel", "\n".join(lines)))
        if self.host_steps:
            lines = [f"{e.op.name} at {e.source}" for e in self.host_steps]
            parts.append(("in host memory", "\n".join(lines)))
        if self.communication:
            parts.append(("communication", "\n".join(map(str, self.communication))))
        if self.copies:
            parts.append(("copies", "\n".join(map(str, self.copies))))
        return "\n\n".join(f"==== {title}\n{text}" for title, text in parts) + "\n"

    def __repr__(self) -> str:
        """The steps, the first ones of many; `print` shows every stage."""
        numbers = (len(self.traced.eqns), len(self.program.eqns), self.n_kernels)
        words = zip(numbers, ("equation", "step", "kernel"), strict=True)
        counts = ", ".join(f"{n} {word}{'s' * (n != 1)}" for n, word in words)
        *steps, total = self.fused.splitlines()
        if len(steps) > MOST_STEPS:
            steps[MOST_STEPS:] = [f"… {len(steps) - MOST_STEPS} more steps; print shows all stages"]
        shown = [x if len(x) <= WIDEST else f"{x[: WIDEST - 1]}…" for x in (*steps, total)]
        return "\n  ".join([f"<inspection of {counts}:", *shown]) + ">"


_printed = memo(256)(print_kernel)  # many kernels of a program are one


def _fallbacks(plan: Plan, plan_body: PlanBody) -> list[tuple[Equation, str]]:
    """Those of the program itself, and of the programs that its equations run on the host."""
    found = list(plan.fallbacks)
    native = {id(k.equation) for k in plan.kernels}
    for eqn in plan.jaxpr.eqns:
        if isinstance(eqn.op, (Fused, Updated)) or id(eqn) in native:
            continue
        for body in eqn.op.jaxprs:
            found += _fallbacks(plan_body(body), plan_body)
    return found


def _host_steps(plan: Plan, target: Target, plan_body: PlanBody) -> list[Equation]:
    """Evaluations that the target's libraries do not do, those of loops and branches among them."""
    found, bodies = [], []
    for step in plan.steps:
        if isinstance(step, LoopStep) and isinstance(step.loop, HostLoop):
            bodies += step.loop.bodies
        elif isinstance(step, Evaluation) and target.evaluator(step.equation) is None:
            bodies += map(plan_body, step.equation.op.jaxprs)
            if not runs_programs(step.equation.op):
                found.append(step.equation)
    return [*found, *(e for body in bodies for e in _host_steps(body, target, plan_body))]


def _bytes(variables: Sequence[object]) -> int:
    return sum(v.aval.nbytes for v in variables if isinstance(v, Var))


Cost = dict[str, float]


def cost_of(program: Jaxpr) -> Cost:
    """What one run computes and moves, each equation reading its inputs and writing its outputs.

    "flops" and "transcendentals" are those of `lowering.operations`; the names are those of JAX.
    """
    return {
        **operations_of(program)._asdict(),
        "bytes accessed": float(moved(program.eqns)),
        "steps": float(len(program.eqns)),
    }


class MemoryNeeds(NamedTuple):
    """The memory that one call of a program needs, in bytes; the names are those of JAX.

    temp_size_in_bytes: values between the first and the last step, packed by how long they live.
        What library routines and the bodies of loops on the host need is not counted.
    alias_size_in_bytes: outputs and intermediate values in the memory of donated arguments.
    """

    argument_size_in_bytes: int
    output_size_in_bytes: int
    temp_size_in_bytes: int
    alias_size_in_bytes: int


def memory_needs(plan: Plan) -> MemoryNeeds:
    """The memory that one call of a program needs."""
    program, storage = plan.jaxpr, plan.storage
    outputs = {plan.root(x) for x in program.outvars if isinstance(x, Var)}
    spans = [
        Span(k, plan.last[v], v.aval.nbytes)
        for k, e in enumerate(program.eqns)
        for v in e.outvars
        if v not in storage and v not in outputs
    ]
    ends = [at + span.size for at, span in zip(place(spans), spans, strict=True)]
    changed = [program.invars[k] for k in plan.changed]
    return MemoryNeeds(
        _bytes(program.invars),
        sum(x.aval.nbytes for x in program.outvars),
        max(ends, default=0),
        _bytes(changed),
    )


_FUNCTIONS = frozenset({Op.CALL, Op.LIBM})
_MOVES = frozenset({Op.CONVERT, Op.BITCAST, Op.SELECT})


class Operations(NamedTuple):
    """Operations on elements: arithmetic and comparisons, and functions such as exp and sin."""

    flops: float = 0.0
    transcendentals: float = 0.0

    def plus(self, other: Operations, times: float = 1.0) -> Operations:
        """The sum with a multiple of another count."""
        pairs = zip(self, other, strict=True)
        return Operations(*(a + times * b for a, b in pairs))


def operations_of(program: Jaxpr) -> Operations:
    """The operations of one run: products and sums of a matrix product count as two.

    A loop counts as often as it runs, one of unknown length once. Of branches, the longest counts.
    Sorting, factorizations and what runs in Python are not counted.

    >>> program = fjax.make_jaxpr(lambda a, b: jnp.exp(a @ b))(jnp.ones((2, 3)), jnp.ones((3, 4)))
    >>> operations_of(program.jaxpr)
    Operations(flops=48.0, transcendentals=8.0)
    """
    total = Operations()
    for eqn in program.eqns:
        total = total.plus(operations_in(eqn))
    return total


def operations_in(eqn: Equation) -> Operations:
    """The operations of one equation, those of what it runs among them."""
    op = eqn.op
    if isinstance(op, (Fused, Updated)):
        return operations_of(op.body)
    form = op.loop()
    if form is not None:
        return Operations().plus(operations_of(form.body), form.length or 1)
    if op.choices() is not None:
        return max(map(operations_of, op.jaxprs), key=sum, default=Operations())
    if op.jaxprs:
        return operations_of(op.inline() or op.jaxprs[0])
    return _of_operation(eqn)


def _of_operation(eqn: Equation) -> Operations:
    avals = [x.aval for x in eqn.invars]
    products = eqn.op.multiply_adds(*avals)
    if products:
        return Operations(2.0 * products)
    outs = sum(v.aval.size for v in eqn.outvars)
    if eqn.op.role is Role.REDUCTION:
        return Operations(float(max(avals[0].size - outs, 0)))
    if eqn.op.role is Role.CUMULATIVE:
        return Operations(float(outs))
    kinds = tuple(a.dtype for a in avals)
    if eqn.op.role is Role.ELEMENTWISE and has_scalar_program(eqn.op, kinds):
        flops, functions = _of_element(eqn.op, kinds)
        return Operations(float(outs * flops), float(outs * functions))
    return Operations()


@memo(4096)
def _of_element(op: Primitive, kinds: tuple[np.dtype, ...]) -> tuple[int, int]:
    """(arithmetic, functions) for one element."""
    result = scalar_program(op, [operand_leaf(i, d) for i, d in enumerate(kinds)])
    nodes = [x.op for x in scalar_graph.order(scalar.parts(result)) if x.args]
    functions = sum(x in _FUNCTIONS for x in nodes)
    if functions:  # what is around a function's call prepares it
        return 0, functions
    return sum(x not in _MOVES for x in nodes), 0
