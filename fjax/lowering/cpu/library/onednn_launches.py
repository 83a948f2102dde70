"""Problems of oneDNN as launches: tasks that are parts of a problem, and the table of their steps.

A task is cut along one axis of the result. oneDNN's primitives for a task are made once for its
sizes; where it has none that is made for this processor, there is no launch.
"""

from __future__ import annotations

import ctypes
import functools
from dataclasses import replace

from fjax.core import lazy
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.library import onednn, onednn_primitives, onednn_steps, product_calls
from fjax.lowering.cpu.library.onednn_primitives import Kind, Primitives, Problem, Refused, Tensor
from fjax.lowering.run.launch import Launch

llvm = lazy.module("llvmlite.binding")

Cuts = tuple[int | None, int | None, int | None]  # along which axis each tensor is cut, if any


def launch_of(
    problem: Problem, cuts: Cuts, tasks: int, slots: tuple[int, int, int]
) -> Launch | None:
    """A problem in so many equal tasks; slots: of source, weights and destination."""
    try:
        plan = Primitives(_part(problem, cuts, tasks))
    except Refused:
        return None
    key = f"onednn:{problem.kind.value[0]}"
    routine = NativeRoutine(key, lambda: CompiledKernel(key, _function(), plan))
    return Launch(routine, slots, _words(plan, cuts), extent=tasks, parallel=True, coarse=True)


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
        plain_at=steps_at + len(lists),
    )
    return (*head, *records, *lists, *_plain_words(plan.problem, cuts))


def _plain_words(problem: Problem, cuts: Cuts) -> list[int]:
    """The record of the plain loops, for tasks that are each such a problem."""
    is_product = problem.kind is Kind.PRODUCT
    return _plain_product(problem, cuts) if is_product else _plain_convolution(problem)


def _plain_convolution(problem: Problem) -> list[int]:
    source, weights, destination = problem.tensors
    s, w, d = (x.strides for x in problem.tensors)
    moves = list(zip(problem.strides, problem.dilations, strict=True))
    if problem.kind is Kind.FORWARD:  # p, q, r: images, output and input features
        result, other = destination, weights
        sizes = dict(
            **dict(source=0, other=1, result=2),
            **dict(p=destination.lengths[0], q=destination.lengths[1], r=source.lengths[1]),
            **dict(result_p=d[0], result_q=d[1], source_p=s[0], source_r=s[1]),
            **dict(other_q=w[0], other_r=w[1]),
        )
    else:  # p, q, r: output and input features, images
        result, other = weights, destination
        moves = [(b, a) for a, b in moves]
        sizes = dict(
            **dict(source=0, other=2, result=1),
            **dict(p=weights.lengths[0], q=source.lengths[1], r=source.lengths[0]),
            **dict(result_p=w[0], result_q=w[1], source_q=s[1], source_r=s[0]),
            **dict(other_p=d[1], other_r=d[0]),
        )
    axes: list[int] = []
    space = range(2, len(source.lengths))
    for (by_t, by_u), before, a in zip(moves, problem.before, space, strict=True):
        axes += onednn_steps.SpatialAxis.words(
            t=result.lengths[a],
            u=other.lengths[a],
            length=source.lengths[a],
            by_t=by_t,
            by_u=by_u,
            before=before,
            result_t=result.strides[a],
            source_at=source.strides[a],
            other_u=other.strides[a],
        )
    return _plain(problem, sizes, axes)


def _plain_product(problem: Problem, cuts: Cuts) -> list[int]:
    """Of a product: the axis that is cut is p, the result's others are t."""
    a, b, c = problem.tensors
    rank = len(c.lengths)
    # Along an axis of the result, how far apart elements of the operands are.
    left = [0 if k == rank - 1 else a.strides[k] for k in range(rank)]
    right = [0 if k == rank - 2 else b.strides[k] for k in range(rank)]
    p = cuts[2]
    assert p is not None
    sizes = dict(
        **dict(source=0, other=1, result=2, p=c.lengths[p], q=1, r=a.lengths[-1]),
        **dict(result_p=c.strides[p], source_p=left[p], other_p=right[p]),
        **dict(source_r=a.strides[-1], other_r=b.strides[-2]),
    )
    axes: list[int] = []
    for k in (k for k in range(rank) if k != p):
        n = c.lengths[k]
        steps = dict(result_t=c.strides[k], source_at=left[k], other_t=right[k])
        axes += onednn_steps.SpatialAxis.words(t=n, u=1, length=n, by_t=1, **steps)
    return _plain(problem, sizes, axes)


def _plain(problem: Problem, sizes: dict[str, int], axes: list[int]) -> list[int]:
    """The record of these sizes and axes, with axes of length 1 for those that are left."""
    one = onednn_steps.SpatialAxis.words(t=1, u=1, length=1)
    axes = axes + one * (onednn_steps.AXES - len(axes) // len(one))
    names = ("source", "other", "result")
    widths = {f"{x}_bytes": problem.tensors[sizes[x]].dtype.itemsize for x in names}
    return onednn_steps.Plain.words(axes=axes, **sizes, **widths)


def _is_shared(tensor: int | None, cuts: Cuts) -> bool:
    """Whether all tasks need the same of what a step moves."""
    return tensor is not None and cuts[tensor] is None


@functools.cache
def _function() -> int:
    """The address of the function that runs a table's steps."""
    onednn.link()
    process = ctypes.CDLL(None)
    for name in ("aligned_alloc", "free"):
        llvm.add_symbol(name, ctypes.cast(getattr(process, name), ctypes.c_void_p).value)
    modules = (onednn_steps, product_calls)
    return compiler.compile_native((onednn_steps.run_primitives,), modules)["run_primitives"]
