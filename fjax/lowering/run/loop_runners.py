"""Loops that Python drives: a kernel in calls of many steps, or the compiled body step by step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.memo import Table
from fjax.core.memory import Buffer
from fjax.lowering.loop.loop_plan import STOPPED, STUCK
from fjax.lowering.loop.native import NativeLoop
from fjax.lowering.run.launch import Launch, ProgramParts, word
from fjax.lowering.run.plan import HostLoop, Plan
from fjax.lowering.target import Target

QUICK, SLOW = 0.02, 0.2  # seconds of a call from which the next one takes more or fewer steps
MOST_RUNS = 16  # launches of different extents that a loop remembers
INT64 = np.dtype(np.int64)

_runners = Table(1024)


class NativeLoopRunner:
    """Runs a native loop on operands and returns new output arrays.

    Returns None if an inner loop took too many steps for an interrupt to get through.
    """

    def __init__(self, target: Target, loop: NativeLoop):
        self.target, self.loop, self.machine = target, loop, target.machine
        self.runs: dict[tuple[bool, int], Callable[..., None]] = {}
        self.words = [word(value, dtype) for dtype, value in loop.plan.lowered.words]
        self.runner(False, loop.plan.lowered.extent)  # so that the kernel is compiled now

    def runner(self, parallel: bool, extent: int) -> Callable[..., None]:
        """The native call over `extent` lanes, on one thread or on several."""
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
        """The outputs that may lie where the loop starts from: it goes on from what it has made.

        The kernel's buffers say so as well, but a plan from disk has the kernel's code alone.
        """
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
        """The native call of `count` steps out of all."""
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
    """Copy x to `out`, except for a range of elements that nobody reads before it is written."""
    if unread is None:
        out[...] = x
        return
    first, last = unread
    out, x = out.reshape(-1), x.reshape(-1)
    out[:first], out[last:] = x[:first], x[last:]


def loop_runner(target: Target, loop: NativeLoop) -> NativeLoopRunner:
    """The runner of a loop; equal loops of a process share it."""
    return _runners.get((target, loop), lambda: NativeLoopRunner(target, loop))


def paced(most: int, limit: int, seconds: float) -> int:
    """The number of steps of the next call, so that it returns within a fraction of a second."""
    if seconds > SLOW:
        return max(1, most // 4)
    return min(limit, most * 8) if seconds < QUICK else most


class HostLoopRunner:
    """Runs a loop by the executables of its body and condition."""

    def __init__(self, target: Target, loop: HostLoop, executable_of: Callable[[Plan], Any]):
        self.target, self.form = target, loop.form
        self.body = executable_of(loop.body)
        self.condition = None if loop.condition is None else executable_of(loop.condition)
        self.stacked = [
            (x.aval.shape, dtypes.physical(x.aval.dtype))
            for x in loop.form.body.outvars[loop.form.n_carry :]
        ]

    def __call__(self, arrays: Sequence[Any], length: int | None) -> list[Any]:
        """The outputs, which share no memory with the operands."""
        form = self.form
        at = int(form.counts_steps)
        if form.counts_steps:
            length = int(self.target.to_host(arrays[0]))
        first = at + form.condition_consts
        second = first + form.n_consts
        third = second + form.n_carry
        asked, consts = list(arrays[at:first]), list(arrays[first:second])
        carry, xs = list(arrays[second:third]), arrays[third:]
        if self.condition is not None:
            return self._while(asked, consts, carry)
        assert length is not None
        return self._counted(consts, carry, xs, max(length, 0))

    def _while(self, asked: list, consts: list, carry: list) -> list[Any]:
        body, condition, to_host = self.body, self.condition, self.target.to_host
        assert condition is not None
        initial = carry
        while to_host(condition([*asked, *carry])[0]):
            carry = body([*consts, *carry])
        return [c.copy() for c in carry] if carry is initial else carry

    def _counted(self, consts: list, carry: list, xs: Sequence[Any], length: int) -> list[Any]:
        body, n, initial = self.body, self.form.n_carry, carry
        stacks = [self.target.empty((length, *shape), dtype) for shape, dtype in self.stacked]
        order = range(length - 1, -1, -1) if self.form.reverse else range(length)
        if not xs and not stacks:
            for _ in order:
                carry = body([*consts, *carry])
        else:
            for i in order:
                outs = body([*consts, *carry, *[x[i, ...] for x in xs]])
                carry, ys = outs[:n], outs[n:]
                del outs  # the body changes a carry in place that only one list holds
                for stack, y in zip(stacks, ys, strict=True):
                    stack[i] = y
        return [*([c.copy() for c in carry] if carry is initial else carry), *stacks]
