"""Loops as one kernel: which form fits.

A kernel runs a bounded number of steps per call and is called again until the loop is done, so that
an interrupt is served within a second. A loop that has no kernel runs over the plan of its body
(`run/control_flow.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Equation, Jaxpr
from fjax.core.memo import Table
from fjax.core.primitive import Primitive, Role
from fjax.dataclass import dataclass
from fjax.lowering.fuse.element import NO_DATA
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.loop import counters as counting
from fjax.lowering.loop import loop_plan
from fjax.lowering.loop.planned import LoopPlan
from fjax.lowering.machine import Machine
from fjax.passes import expand

_native_loops = Table(1024)


@dataclass(frozen=True, eq=False)
class NativeLoop:
    """A loop as one kernel: its form, the kernel, and the shapes and dtypes of what it gives."""

    form: LoopForm
    plan: LoopPlan
    outs: Sequence[tuple[tuple[int, ...], np.dtype]]
    n_arguments: int

    @property
    def in_place(self) -> frozenset[int]:
        """The carried values that change in memory of the loop's own."""
        return frozenset(k for k, changes in enumerate(self.plan.in_place) if changes)


def native_loop(
    machine: Machine, op: Primitive, operands: Sequence[Atom], prepare: counting.Prepare
) -> NativeLoop | str:
    """The native form of a loop, or the reason why it has none.

    Loops that differ only in length share it, unless they count steps from a known number. Then the
    counter's range is known, and it may lead to other code.
    """
    form, avals = op.loop(), [x.aval for x in operands]
    assert form is not None
    prepare = partial(_expanded, prepare)
    counters = counting.known_counters(form, operands, prepare)
    first_xs = form.counts_steps + form.condition_consts + form.n_consts + form.n_carry
    avals = [a if k < first_xs else a.update(shape=(0, *a.shape[1:])) for k, a in enumerate(avals)]
    jaxprs = form.body.canonical_key, form.condition and form.condition.canonical_key
    counts = form.n_consts, form.n_carry, form.condition_consts, form.counts_steps
    length = form.length if counters else None
    shared = replace(form, length=length)
    return _native_loops.get(
        (machine, jaxprs, counts, form.reverse, length, tuple(avals), counters),
        lambda: _native_loop(machine, shared, avals, counters, prepare),
    )


def _expanded(prepare: counting.Prepare, jaxpr: Jaxpr) -> Jaxpr:
    """A body whose operations a step can compute element by element."""
    return expand.expand(prepare(jaxpr), _is_written_out)


def _is_written_out(eqn: Equation) -> bool:
    """Whether the writer of a step has code for an operation."""
    op = eqn.op
    return op.role is not Role.OPAQUE or type(op).unrolled is not Primitive.unrolled


def _native_loop(
    machine: Machine,
    form: LoopForm,
    avals: Sequence[ShapedArray],
    counters: tuple[tuple[int, int, int], ...],
    prepare: counting.Prepare,
) -> NativeLoop | str:
    if carries_float0(form):
        return NO_DATA
    outs = form.body.out_avals
    n = form.n_carry
    out_avals = [v.aval for v in form.body.invars[form.n_consts : form.n_consts + n]]
    out_avals += [a.update(shape=(0, *a.shape)) for a in outs[n:]]
    plans: list[LoopPlan] = []
    reason = ""
    for group in layouts([a.shape for a in out_avals[:n]], machine):
        for lanes in group:
            request = loop_plan.LoopRequest(
                form, avals, out_avals, lanes, prepare, machine, counters
            )
            try:
                plans.append(loop_plan.plan_loop(request))
            except Unsupported as error:
                reason = reason or str(error)
        if plans:
            plan = min(plans, key=lambda p: p.duration(machine))
            made = [(a.shape, dtypes.physical(a.dtype)) for a in out_avals]
            n_arguments = len(avals) + len(out_avals) + 2 + len(plan.scratch)
            return NativeLoop(form, plan, made, n_arguments)
    return reason or "the loop carries nothing"


def carries_float0(form: LoopForm) -> bool:
    """Whether a step takes or gives values of float0, which have no memory."""
    return any(x.aval.dtype == dtypes.float0 for x in (*form.body.invars, *form.body.outvars))


def layouts(carry: Sequence[tuple[int, ...]], machine: Machine) -> list[list[tuple[int, ...]]]:
    """Which axes may be spread over lanes, () for none: the most promising choices first.

    Of those in one list, what they take decides.
    """
    largest = max(carry, key=math.prod, default=())
    near: list[tuple[int, ...]] = []
    far: list[tuple[int, ...]] = []
    for k in range(1, len(largest) + 1):
        lead, rest = largest[:k], math.prod(largest[k:])
        shared = any(len(s) > 0 and s[:k] != lead for s in carry)  # what all lanes would compute
        if min(lead) >= 2 and math.prod(lead) >= machine.side_by_side:
            (far if shared or rest > machine.line_elements else near).append(lead)
    if not far or sum(math.prod(s) for s in carry) <= 2 * machine.limits.written_out:
        return [*[[x] for x in near], [()], *[[x] for x in far]]
    return [*[[x] for x in near], [*far, ()]]
