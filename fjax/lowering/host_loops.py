"""Loops on the host: the compiled body, step after step, on buffers that come from the pool."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.control import LoopForm
from fjax.core.ir import Jaxpr

Run = Callable[[Sequence[Any]], list[Any]]


class HostLoop:
    """A loop whose steps are calls of a compiled program; nothing else happens in a step."""

    def __init__(self, form: LoopForm, compile_body: Callable[[Jaxpr], Run]):
        self.form = form
        self.body = compile_body(form.body)
        self.condition = None if form.condition is None else compile_body(form.condition)
        self.stacked = [(x.aval.shape, dtypes.physical(x.aval.dtype))
                        for x in form.body.outvars[form.n_carry:]]

    def __call__(self, arrays: Sequence[np.ndarray], length: int | None) -> list[np.ndarray]:
        """The outputs, which share no memory with the operands."""
        form = self.form
        at = int(form.counts_steps)
        if form.counts_steps:
            length = int(arrays[0])
        first = at + form.condition_consts
        second = first + form.n_consts
        third = second + form.n_carry
        asked, consts = list(arrays[at:first]), list(arrays[first:second])
        carry, xs = list(arrays[second:third]), arrays[third:]
        if self.condition is not None:
            return self._while(asked, consts, carry)
        assert length is not None
        return self._counted(consts, carry, xs, max(length, 0))

    def _while(self, asked: list, consts: list, carry: list) -> list[np.ndarray]:
        body, condition = self.body, self.condition
        assert condition is not None
        initial = carry
        while condition([*asked, *carry])[0]:
            carry = body([*consts, *carry])
        return [c.copy() for c in carry] if carry is initial else carry

    def _counted(self, consts: list, carry: list, xs: Sequence[np.ndarray],
                 length: int) -> list[np.ndarray]:
        body, n, initial = self.body, self.form.n_carry, carry
        stacks = [np.empty((length, *shape), dtype) for shape, dtype in self.stacked]
        order = range(length - 1, -1, -1) if self.form.reverse else range(length)
        if not xs and not stacks:
            for _ in order:
                carry = body([*consts, *carry])
        else:
            for i in order:
                outs = body([*consts, *carry, *[x[i, ...] for x in xs]])
                carry = outs[:n]
                for stack, out in zip(stacks, outs[n:], strict=True):
                    stack[i] = out
        return [*([c.copy() for c in carry] if carry is initial else carry), *stacks]
