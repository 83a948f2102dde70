"""Problems of oneDNN as launches: tasks that are parts of a problem, and the table of their steps.

A task is cut along one axis of the result. oneDNN's primitives for a task are made once for its
sizes; where it has none that is made for this processor, there is no launch.
"""

from __future__ import annotations

import ctypes
import functools
from dataclasses import replace

from fjax.errors import FjaxRuntimeError
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import loader
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.library import onednn, onednn_primitives, onednn_steps, product_calls
from fjax.lowering.cpu.library.onednn_primitives import Primitives, Problem, Refused, Tensor
from fjax.lowering.cpu.runtime import launches, state
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.run.launch import Launch

_MESSAGE = ctypes.create_string_buffer(
    b"oneDNN has failed to compute a product or convolution; FJAX_ONEDNN=0 leaves it alone"
)
Cuts = tuple[int | None, int | None, int | None]  # along which axis each tensor is cut, if any


def launch_of(
    problem: Problem, cuts: Cuts, tasks: int, slots: tuple[int, int, int]
) -> Launch | None:
    """A problem in equal tasks; slots: of source, weights and destination."""
    try:
        plan = Primitives(_part(problem, cuts, tasks))
    except Refused:
        return None
    key = f"onednn:{problem.kind.value[0]}"
    routine = NativeRoutine(key, lambda: CompiledKernel(key, _functions()["run_primitives"], plan))
    return Launch(routine, slots, _words(plan, cuts), extent=tasks, is_long=True)


def _part(problem: Problem, cuts: Cuts, tasks: int) -> Problem:
    """What one of the tasks computes."""

    def cut(x: Tensor, axis: int | None) -> Tensor:
        lengths = list(x.lengths)
        if axis is not None:
            lengths[axis] //= tasks
        return replace(x, lengths=tuple(lengths))

    source, weights, destination = map(cut, problem.tensors, cuts)
    return replace(problem, tensors=(source, weights, destination))


def _words(plan: Primitives, cuts: Cuts) -> tuple[int, ...]:
    """The table of `onednn_steps.run_primitives`."""
    assert len(plan.memories) <= onednn_steps.MOST_MEMORIES  # what a call has room for
    records: list[int] = []
    for memory in plan.memories:
        slot, step = -1, 0
        if memory.tensor is not None:
            slot, axis = memory.tensor, cuts[memory.tensor]
            tensor = plan.problem.tensors[slot]
            if axis is not None:
                step = tensor.dtype.itemsize * tensor.lengths[axis] * tensor.strides[axis]
        records += onednn_steps.MemoryRecord.words(
            descriptor=memory.descriptor, slot=slot, offset=memory.offset, step=step
        )
    steps = sorted(plan.steps, key=lambda s: not _is_shared(s.moves, cuts))
    lists: list[int] = []
    for s in steps:
        lists += onednn_steps.StepRecord.words(
            primitive=s.primitive,
            count=len(s.arguments),
            arguments=[word for pair in s.arguments for word in pair],
        )
    memories_at = len(onednn_steps.Steps.words())
    steps_at = memories_at + len(records)
    head = onednn_steps.Steps.words(
        engine=onednn_primitives.engine(),
        scratch=plan.scratch_bytes,
        memories=len(plan.memories),
        once=sum(_is_shared(s.moves, cuts) for s in steps),
        steps=len(steps),
        memories_at=memories_at,
        steps_at=steps_at,
        part=_functions()["run_part"],
        error=id(FjaxRuntimeError),
        message=ctypes.addressof(_MESSAGE),
        **{name: runtime.native().functions[name] for name in ("share", "threads_now", "stop")},
    )
    return (*head, *records, *lists)


def _is_shared(tensor: int | None, cuts: Cuts) -> bool:
    """Whether all tasks need the same of what a step moves."""
    return tensor is not None and cuts[tensor] is None


@functools.cache
def _functions() -> dict[str, int]:
    """The addresses of the functions that run a table's steps."""
    onednn.link()
    process = ctypes.CDLL(None)
    for name in ("aligned_alloc", "free"):
        loader.define(name, ctypes.cast(getattr(process, name), ctypes.c_void_p).value or 0)
    functions = onednn_steps.run_primitives, onednn_steps.run_part
    return compiler.compile_native(functions, (onednn_steps, product_calls, launches, state))
