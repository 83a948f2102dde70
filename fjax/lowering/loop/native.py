"""Loops that run natively: which form fits, the compiled kernel, and how one call runs it.

A native loop is one kernel. It runs a bounded number of steps per call and is entered again until
it is done, so that an interrupt is served within a second. A loop that has no kernel runs on the
host, over its compiled body (`run/host_loop_runner.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Jaxpr, Literal
from fjax.core.memo import Table
from fjax.core.memory import Buffer
from fjax.core.primitive import Primitive
from fjax.lowering.fuse.element import NO_DATA
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.loop.loop_plan import (
    STOPPED,
    STUCK,
    LoopPlan,
    LoopRequest,
    increments,
    plan_loop,
)
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import Launch, ProgramParts, word
from fjax.lowering.target import Target

QUICK, SLOW = 0.02, 0.2  # seconds of a call from which the next one takes more or fewer steps
MOST_RUNS = 16  # launches of different extents that a loop remembers
INT64 = np.dtype(np.int64)

_native_loops = Table(1024)
_runners = Table(1024)


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


class NativeLoopRunner:
    """Runs a native loop: takes the operands and gives new output arrays.

    None instead, if a loop inside took so many steps that nobody could interrupt it.
    """

    def __init__(self, target: Target, loop: NativeLoop):
        self.target, self.loop, self.machine = target, loop, target.machine
        self.runs: dict[tuple[bool, int], Callable[..., None]] = {}
        self.words = [word(value, dtype) for dtype, value in loop.plan.lowered.words]
        self.runner(False, loop.plan.lowered.extent)  # so that the kernel is compiled now

    def runner(self, parallel: bool, extent: int) -> Callable[..., None]:
        """The native call over so many lanes, on one thread or on several."""
        key = parallel, extent
        if key not in self.runs:
            if len(self.runs) >= MOST_RUNS:
                self.runs.clear()
            lowered, n = self.loop.plan.lowered, self.loop.n_arguments
            slots = tuple(range(n))
            launch = Launch(
                *(lowered.kernel, slots, self.words, extent, lowered.grain, parallel),
                shared=self._shared(),
            )
            parts = ProgramParts([launch], n, release_gil=True)
            self.runs[key] = self.target.program(parts).run
        return self.runs[key]

    def _shared(self) -> tuple[tuple[int, int], ...]:
        """The outputs that may lie where the loop starts from: it goes on from what it has made."""
        form, plan = self.loop.form, self.loop.plan
        n_operands = self.loop.n_arguments - len(self.loop.outs) - 2 - len(plan.scratch)
        return tuple(
            [
                (n_operands + k, form.first_carry + k)
                for k, is_uniform in enumerate(plan.uniform)
                if not is_uniform
            ]
        )

    def _runner_of(self, count: int, length: int | None) -> Callable[..., None]:
        """The native call of so many steps out of all."""
        plan, lowered = self.loop.plan, self.loop.plan.lowered
        extent = count if plan.independent and length is not None else lowered.extent
        expected = plan.cost * (16 if length is None else count)
        worth_it = extent > lowered.grain and expected > self.machine.parallel_operations
        return self.runner(worth_it and not plan.shares_scratch, extent)

    def __call__(
        self, arrays: Sequence[Any], length: int | None, taken: Collection[int] = ()
    ) -> list[Any] | None:
        """The outputs; `length` is the number of steps, unless the operands decide on it.

        taken: the carried values whose arrays become those of the outputs.
        """
        form, plan, n = self.loop.form, self.loop.plan, self.loop.form.n_carry
        to_host, from_host = self.target.to_host, self.target.from_host
        arrays = list(arrays)
        outs = self._outputs(arrays, length, taken)
        if form.counts_steps:
            length = max(int(to_host(arrays[0])), 0)
        limit = max(1, self.machine.limits.call_operations // max(plan.cost, 1))
        most = 1 if plan.open_ended else limit
        scratch = [self.target.empty(shape, dtype) for shape, dtype in plan.scratch]
        done = 0
        while True:
            count = most if length is None else min(most, length - done)
            start = length - 1 - done if form.reverse and length is not None else done
            run = self._runner_of(count, length)
            began = perf_counter()
            steps = from_host(np.array((start, count, done), INT64))
            written = from_host(np.zeros(2, INT64))
            run(*arrays, *outs, steps, written, *scratch)
            flag = to_host(written)
            if flag[STUCK]:
                return None
            done += count
            if (length is None and not flag[STOPPED]) or (length is not None and done >= length):
                return outs
            most = paced(most, limit, perf_counter() - began)
            for k in range(n):  # what all lanes read at the start must not change meanwhile
                again = outs[k].copy() if plan.uniform[k] else outs[k]
                arrays[form.first_carry + k] = again

    def _outputs(
        self, arrays: Sequence[Any], length: int | None, taken: Collection[int]
    ) -> list[Any]:
        form, plan = self.loop.form, self.loop.plan
        outs = []
        for k, (shape, dtype) in enumerate(self.loop.outs):
            if k in taken:
                outs.append(arrays[form.first_carry + k])
                continue
            if k >= form.n_carry:
                shape = (length or 0, *shape[1:])
            out = self.target.empty(shape, dtype)
            if k < form.n_carry and plan.in_place[k]:
                _copy(out, arrays[form.first_carry + k], plan.overwritten[k])
            outs.append(out)
        return outs


def _copy(out: Buffer, x: Buffer, unread: tuple[int, int] | None) -> None:
    """Copy x to `out`, but for a range of elements that nobody reads before it is written."""
    if unread is None:
        out[...] = x
        return
    first, last = unread
    out, x = out.reshape(-1), x.reshape(-1)
    out[:first], out[last:] = x[:first], x[last:]


def loop_runner(target: Target, loop: NativeLoop) -> NativeLoopRunner:
    """What runs a loop; equal loops of a process share it."""
    return _runners.get((target, loop), lambda: NativeLoopRunner(target, loop))


class WatchedLoop:
    """A native loop that starts anew on the host if a loop inside it does not end soon.

    On the host, the loop inside is a native loop of its own, which returns from time to time.
    `taken`: which carried values change where they are, in memory that nobody else needs.
    """

    def __init__(
        self,
        native: NativeLoopRunner,
        host: Callable[[], Callable[[list[Any]], list[Any]]],
        taken: frozenset[int],
    ):
        self.native, self.host, self.taken = native, host, taken

    def __call__(self, arrays: Sequence[Any], length: int | None) -> list[Any]:
        outs = self.native(arrays, length, self.taken)
        return self.host()(list(arrays)) if outs is None else outs


def paced(most: int, limit: int, seconds: float) -> int:
    """How many steps the next call takes, so that it returns within a fraction of a second."""
    if seconds > SLOW:
        return max(1, most // 4)
    return min(limit, most * 8) if seconds < QUICK else most


def native_loop(
    machine: Machine, op: Primitive, operands: Sequence[Atom], prepare: Callable[[Jaxpr], Jaxpr]
) -> NativeLoop | str:
    """The native form of a loop, or why it has none.

    Loops that differ in length alone share it, unless they count steps from a known number: then
    the range of the counter is known, and where it leads.
    """
    form, avals = op.loop(), [x.aval for x in operands]
    assert form is not None
    counters = known_counters(form, operands, prepare)
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


def known_counters(
    form: LoopForm, operands: Sequence[Atom], prepare: Callable[[Jaxpr], Jaxpr]
) -> tuple[tuple[int, int, int], ...]:
    """Carried values that count from a literal: (which, first value, step)."""
    if form.length is None:
        return ()
    steps = increments(form, prepare)
    first = form.condition_consts + form.n_consts
    return tuple(
        (k, int(x.value), step)
        for k, step in steps.items()
        if isinstance(x := operands[first + k], Literal)
    )


def _native_loop(
    machine: Machine,
    form: LoopForm,
    avals: Sequence[ShapedArray],
    counters: tuple[tuple[int, int, int], ...],
    prepare: Callable[[Jaxpr], Jaxpr],
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
            request = LoopRequest(form, avals, out_avals, lanes, prepare, machine, counters)
            try:
                plans.append(plan_loop(request))
            except Unsupported as error:
                reason = reason or str(error)
        if plans:
            plan = min(plans, key=lambda p: p.duration(machine))
            made = [(a.shape, dtypes.physical(a.dtype)) for a in out_avals]
            n_arguments = len(avals) + len(out_avals) + 2 + len(plan.scratch)
            return NativeLoop(form, plan, made, n_arguments)
    return reason or "the loop carries nothing"


def carries_float0(form: LoopForm) -> bool:
    """Whether a step takes or gives values of float0, which lie in no memory."""
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
            (far if shared or rest > machine.limits.loop_lane else near).append(lead)
    if sum(math.prod(s) for s in carry) <= 2 * machine.limits.loop_registers:
        return [*[[x] for x in near], [()], *[[x] for x in far]]
    return [*[[x] for x in near], [*far, ()]]
