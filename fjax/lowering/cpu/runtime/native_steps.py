"""Steps of a host loop without Python: kernels and BLAS in one native call for many steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Atom
from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.cpu.runtime.repeat import Repetition, address
from fjax.lowering.run.repeated_steps import RepeatedSteps, StepRole


class NativeSteps:
    """A loop over native programs. `call(consts, carry, xs, ...)` runs it to its end."""

    def __init__(self, steps: RepeatedSteps, body: NativeProgram, condition: NativeProgram | None):
        self.steps = steps
        self.repetition = Repetition(steps, body, condition)

    def __call__(
        self,
        asked: Sequence[np.ndarray],
        consts: Sequence[np.ndarray],
        carry: Sequence[np.ndarray],
        xs: Sequence[np.ndarray],
        length: int | None,
        steps: Callable[[Callable[[int], int], int | None], None],
        taken: Collection[int] = (),
    ) -> list[np.ndarray]:
        """The outputs. `steps(run, length)` calls `run(count)` until the loop is done.

        taken: the carried values that may change where they are.
        """
        tables = self.steps
        slots, blocks = self.repetition.start()
        carry = [
            c.copy() if p and k not in taken else c
            for k, (c, p) in enumerate(zip(carry, tables.private, strict=True))
        ]
        stacks = [_stack(x, length or 0) for x in tables.stacked]
        arrays: dict[StepRole, Sequence[np.ndarray] | Mapping[int, np.ndarray]] = {
            StepRole.ASKED: asked,
            StepRole.CONST: consts,
            StepRole.CARRY: carry,
            StepRole.X: xs,
            StepRole.Y: stacks,
            StepRole.FIRST: {k: self._buffer(k) for k in tables.rotated},
            StepRole.SECOND: {k: self._buffer(k) for k in tables.rotated},
            StepRole.ANSWER: [np.zeros(1, np.bool_)],
        }
        start = tables.first(length)
        for slot, (kind, k, stride) in tables.starts.items():
            slots[slot] = address(arrays[kind][k]) + start * stride
        steps(lambda count: self.repetition.run(slots, count), length)
        del blocks
        return [*[self._final(k, slots, arrays) for k in range(len(carry))], *stacks]

    def _buffer(self, k: int) -> np.ndarray:
        aval = self.steps.carry[k].aval
        return pool.empty(aval.shape, dtypes.physical(aval.dtype))

    def _final(
        self,
        k: int,
        slots: np.ndarray,
        arrays: Mapping[StepRole, Sequence[np.ndarray] | Mapping[int, np.ndarray]],
    ) -> np.ndarray:
        """Where a carried value ended up, in memory of its own."""
        tables = self.steps
        here = slots[tables.slots[tables.carry[k]]]
        kinds = (kind for kind in tables.kinds(k) if address(arrays[kind][k]) == here)
        found = next(kinds, StepRole.Y)
        if found is StepRole.Y:
            stack = arrays[StepRole.Y][list(tables.ys).index(tables.finals[k])]
            last = stack[0 if tables.form.reverse else -1]
            return last.copy().reshape(arrays[StepRole.CARRY][k].shape)
        array = arrays[found][k]
        return array.copy() if found is StepRole.CARRY and not tables.private[k] else array


def _stack(x: Atom, length: int) -> np.ndarray:
    return pool.empty((length, *x.aval.shape), dtypes.physical(x.aval.dtype))
