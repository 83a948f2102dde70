"""Repetition: a program that runs step after step in one native call.

Between steps no memory is allocated and no Python runs: the addresses that slots hold change.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable

import numpy as np

from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import NativeProgram, ProgramWords, lay_out
from fjax.lowering.run.launch import Launch
from fjax.lowering.run.repeated_steps import RepeatedSteps

_TYPES = (ctypes.c_void_p,) * 3 + (ctypes.c_int64,) * 2 + (ctypes.c_void_p,) + (ctypes.c_int64,) * 2


class Repetition:
    """A body, perhaps a condition that is asked before each step, and what changes in between."""

    def __init__(self, steps: RepeatedSteps, body: NativeProgram, condition: NativeProgram | None):
        self.programs = [body] if condition is None else [body, condition]
        self.bases, self.flag, self.size = steps.bases, steps.flag, steps.n_slots
        self.moves = np.array(steps.moves, np.int64).reshape(-1)
        self.n_moves = len(steps.moves)
        self.words: list[ProgramWords] = [
            lay_out(p, [s for s in p.steps if isinstance(s, Launch)], False) for p in self.programs
        ]

    def start(self) -> tuple[np.ndarray, list[np.ndarray]]:
        """A table of slots with the intermediates' addresses, and the memory they point into."""
        slots = np.zeros(self.size, np.int64)
        blocks = []
        for base, program in zip(self.bases, self.programs, strict=False):
            if not program.scratch_bytes:
                continue
            block = pool.take_bytes(program.scratch_bytes)
            blocks.append(block)
            for k, x in enumerate(program.intermediates):
                slots[base + program.n_arguments + k] = address(block) + x.offset
        return slots, blocks

    def run(self, slots: np.ndarray, count: int) -> int:
        """Up to `count` steps; how many ran. The slots are left as they are for the next step."""
        condition = address(self.words[1]) if len(self.words) > 1 else None
        return _repeat()(
            address(self.words[0]),
            condition,
            address(slots),
            self.bases[1],
            self.flag,
            address(self.moves),
            self.n_moves,
            count,
        )


def address(array: np.ndarray) -> int:
    """Where an array's elements start."""
    return array.__array_interface__["data"][0]


@functools.cache
def _repeat() -> Callable[..., int]:
    entry = runtime.native()
    assert entry is not None
    return entry.call_with_errors("repeat", ctypes.c_int64, *_TYPES)
