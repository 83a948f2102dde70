"""Loops and branches as launches: all that runs in them is launches, too.

A target that repeats launches runs a program of them without Python, however deep they go. Buffers
of such a launch are the operands but for literals, the results, and scratch memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.lowering.loop.native import NativeLoop
from fjax.lowering.machine import Machine
from fjax.lowering.run.buffers import ALIGNMENT
from fjax.lowering.run.launch import Launch, Routine
from fjax.lowering.run.plan import HostLoop, Plan, byte_count

PlanBody = Callable[..., Plan]
INDICES = (np.int32, np.int64)  # dtypes of a branch's number


@dataclass(frozen=True, eq=False)
class Nested(Routine):
    """Control flow as a launch. Scratch memory is its last buffer."""

    equation: Equation

    @property
    def buffers(self) -> list[int | None]:
        """For operands and results the number of the launch's buffer; None for a literal."""
        numbers = iter(range(len(self.equation.invars) + len(self.equation.outvars)))
        found = [None if isinstance(x, Literal) else next(numbers) for x in self.equation.invars]
        return [*found, *(next(numbers) for _ in self.equation.outvars)]

    @property
    def bodies(self) -> Sequence[Plan]:
        """The plans of what runs inside."""
        return ()


@dataclass(frozen=True, eq=False)
class NestedSteps(Nested):
    """A loop whose steps are launches."""

    loop: HostLoop

    @property
    def bodies(self) -> Sequence[Plan]:
        return self.loop.bodies


@dataclass(frozen=True, eq=False)
class NestedKernel(Nested):
    """A loop that is one kernel.

    offsets: where in the scratch memory the kernel's buffers are, and then what lanes share, as it
    was.
    """

    loop: NativeLoop
    offsets: Sequence[int]


@dataclass(frozen=True, eq=False)
class NestedChoice(Nested):
    """Branches that make all results anew; the first operand says which.

    offsets: where in the scratch memory each one's is.
    """

    branches: Sequence[Plan]
    offsets: Sequence[int]

    @property
    def bodies(self) -> Sequence[Plan]:
        return self.branches


def nested_loop(eqn: Equation, loop: HostLoop | NativeLoop, machine: Machine) -> Launch | None:
    """A loop as a launch; None if its steps need Python, or may need it."""
    if isinstance(loop, NativeLoop):
        if loop.plan.open_ended:
            return None
        form = eqn.op.loop()
        is_short = (
            form is not None
            and form.length is not None
            and form.length * loop.plan.cost <= machine.parallel_operations
        )
        shared = [eqn.outvars[k] for k, u in enumerate(loop.plan.uniform) if u]
        sizes = [int(np.prod(shape, dtype=int)) * d.itemsize for shape, d in loop.plan.scratch]
        offsets, total = _placed([*sizes, *map(byte_count, shared)])
        code = NestedKernel(_name(eqn), eqn, loop, offsets)
        return _launch(code, total, loop.in_place, not is_short)
    if loop.steps is None:
        return None
    return _launch(NestedSteps(_name(eqn), eqn, loop), loop.steps.scratch, loop.in_place)


def nested_choice(eqn: Equation, plan_body: PlanBody) -> Launch | None:
    """Branches as a launch; None if one of them needs Python."""
    branches: Sequence[Jaxpr] | None = eqn.op.choices()
    if branches is None or eqn.op.effects or eqn.invars[0].aval.dtype not in INDICES:
        return None
    if any(x.aval.dtype == dtypes.float0 for x in (*eqn.invars, *eqn.outvars)):
        return None
    plans = [plan_body(b, (), (len(b.invars), 0)) for b in branches]
    if not all(p.whole is not None or not p.steps for p in plans):
        return None
    if not all(_makes_all(p) for p in plans):
        return None
    offsets, total = _placed([0 if p.whole is None else p.whole.scratch_bytes for p in plans])
    return _launch(NestedChoice(_name(eqn), eqn, plans, offsets), total, frozenset())


def _makes_all(plan: Plan) -> bool:
    """Whether each output is a literal, or memory of its own that the one segment makes."""
    kept = set() if plan.whole is None else set(plan.whole.kept)
    roots = [plan.root(x) for x in plan.jaxpr.outvars if isinstance(x, Var)]
    return len(set(roots)) == len(roots) and kept.issuperset(roots)


def _launch(code: Nested, scratch: int, in_place: frozenset[int], is_long: bool = True) -> Launch:
    """in_place: the carried values that change where they are."""
    eqn = code.equation
    form = eqn.op.loop()
    first = 0 if form is None else form.first_carry
    launches = [x.launch for p in code.bodies if p.whole for x in p.whole.launches]
    n = len(eqn.invars)
    return Launch(
        code,
        tuple(k for k in range(n + len(eqn.outvars)) if k >= n or isinstance(eqn.invars[k], Var)),
        uses_blas=any(x.uses_blas for x in launches),
        scratch=scratch,
        in_place=tuple(
            (k, first + k) for k in sorted(in_place) if isinstance(eqn.invars[first + k], Var)
        ),
        is_long=is_long,
    )


def _name(eqn: Equation) -> str:
    return f"nested {eqn.op.name}"


def _placed(sizes: Sequence[int]) -> tuple[list[int], int]:
    """Where parts of these sizes begin, one after another, and where the last one ends."""
    offsets, end = [], 0
    for size in sizes:
        offsets.append(end)
        end += -(-size // ALIGNMENT) * ALIGNMENT
    return offsets, end
