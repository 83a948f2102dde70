"""Loops on the host whose steps need Python: the compiled body, step after step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.lowering.run.plan import HostLoop, Plan
from fjax.lowering.target import Target


class HostLoopRunner:
    """Runs a loop over what runs the plans of its body and condition."""

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
