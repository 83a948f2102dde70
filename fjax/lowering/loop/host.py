"""Loops on the host: native calls of many steps, or the compiled body step after step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.control import LoopForm
from fjax.core.fresh import empty
from fjax.lowering.loop.native import lacks_data, paced
from fjax.lowering.target import Target
from fjax.passes.in_place import in_place
from fjax.passes.optimize import optimize

MOST_STEPS = 1 << 40  # of one native call


class HostLoop:
    """A loop whose steps are launches of a compiled program; nothing else happens in a step."""

    def __init__(
        self,
        target: Target,
        form: LoopForm,
        compile_body: Callable[..., Any],
        taken: frozenset[int] = frozenset(),
    ):
        first = form.n_consts
        carried = [first <= k < first + form.n_carry for k in range(len(form.body.invars))]
        form = replace(form, body=in_place(optimize(form.body), tuple(carried)))
        self.form = form
        self.native = None if lacks_data(form) else target.loop_steps(form, compile_body)
        if self.native is not None:
            changing = {k for k, changes in enumerate(self.native.private) if changes}
            self.taken = taken & changing  # carried values that may change where they are
            self.bodies = [b for b in (self.native.body, self.native.condition) if b is not None]
        else:
            self.body = compile_body(form.body, carried)
            changing = {k - first for k in self.body.changed}
            self.taken = frozenset()
            self.condition = None if form.condition is None else compile_body(form.condition)
            self.stacked = [
                (x.aval.shape, dtypes.physical(x.aval.dtype))
                for x in form.body.outvars[form.n_carry :]
            ]
            self.bodies = [b for b in (self.body, self.condition) if b is not None]
        self.copied = changing - self.taken

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
        if self.native is not None:
            return self.native(asked, consts, carry, xs, length, in_portions, self.taken)
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

    def _counted(
        self, consts: list, carry: list, xs: Sequence[np.ndarray], length: int
    ) -> list[np.ndarray]:
        body, n, initial = self.body, self.form.n_carry, carry
        stacks = [empty((length, *shape), dtype) for shape, dtype in self.stacked]
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


def in_portions(run: Callable[[int], int], length: int | None) -> None:
    """Run so many steps, or until the loop ends, in calls that take a fraction of a second each."""
    done, most = 0, 1
    while length is None or done < length:
        count = most if length is None else min(most, length - done)
        began = perf_counter()
        steps = run(count)
        if steps < count:
            return
        done += steps
        most = paced(most, MOST_STEPS, perf_counter() - began)
