"""Large float32 convolutions through oneDNN, as launches: forward, and the kernel's gradient.

The image's gradient is itself a convolution, of the cotangent. A task is some images for the first
kind, some output features for the other; oneDNN's primitives for a task are made once for each
shape. Windows of one element need none: they are products of matrices, one for each image. Where
fjax's own kernel is as fast (docs/decisions/0018), or oneDNN has no primitive for this processor,
there is no launch.
"""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Sequence

import numpy as np

from fjax.core import dtypes, lazy
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.library import onednn, onednn_primitives, onednn_steps, product_calls
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.library.matrices import Matrices
from fjax.lowering.cpu.library.onednn_primitives import (
    ConvolutionKind,
    Primitives,
    Problem,
    Refused,
    Tensor,
    bytes_of,
)
from fjax.lowering.run.launch import Launch
from fjax.primitives.convolution import ConvGeneralDilated

llvm = lazy.module("llvmlite.binding")

WORK = 1 << 26  # multiply-adds from which it is worth a primitive of its own
BLOCK = 16  # features that oneDNN holds side by side,
EMPTY = 1.2  # ... so many times more with those that fill blocks, at most
FEW_INPUTS = 3  # images of so few features it reads without blocks
POSITIONS = 512  # of an image from which it computes kernel gradients faster
CACHE_BYTES = 2 << 20  # what a task should read and write
TASKS = 8  # at least, if there are so many images
FEATURES = 64  # of a kernel gradient's task, if there are more than two


def convolution_launch(
    op: ConvGeneralDilated, lhs: ShapedArray, rhs: ShapedArray, out: ShapedArray
) -> Launch | None:
    """A convolution of contiguous float32 arrays as one launch; slots 0, 1, 2 are lhs, rhs, result.

    None where oneDNN is not installed or is not known to be faster.
    """
    if not lhs.dtype == rhs.dtype == out.dtype == dtypes.float32 or onednn.find() is None:
        return None
    return _launch(op, lhs.shape, rhs.shape, out.shape)


@functools.lru_cache(maxsize=64)
def _launch(
    op: ConvGeneralDilated, lhs: tuple[int, ...], rhs: tuple[int, ...], out: tuple[int, ...]
) -> Launch | None:
    found = problem_of(op, lhs, rhs, out)
    if found is None:
        return None
    problem, slots = found
    product = _product_launch(problem)
    if product is not None:
        return product
    tasks = _tasks(problem)
    if tasks is None:
        return None
    try:
        plan = Primitives(_part(problem, tasks))
    except Refused:
        return None
    key = f"onednn:convolution:{problem.kind.name.lower()}"
    routine = NativeRoutine(key, lambda: CompiledKernel(key, _function(), plan))
    return Launch(routine, slots, _words(plan), extent=tasks, parallel=True, coarse=True)


def problem_of(
    op: ConvGeneralDilated, lhs: tuple[int, ...], rhs: tuple[int, ...], out: tuple[int, ...]
) -> tuple[Problem, tuple[int, int, int]] | None:
    """The convolution in oneDNN's terms, and the slots of source, weights and destination.

    None where it has groups or holes, is small, or its features do not fill vectors.
    """
    lhs_spec, rhs_spec, out_spec = op.dimension_numbers
    if (
        op.feature_group_count * op.batch_group_count > 1
        or len(lhs) not in (3, 4, 5)
        or any(d != 1 for d in op.lhs_dilation)
        or any(p < 0 for pads in op.padding for p in pads)
    ):
        return None
    source, weights, result = (
        _tensor(s, a) for s, a in ((lhs, lhs_spec), (rhs, rhs_spec), (out, out_spec))
    )
    before, after = zip(*op.padding, strict=True)
    moves = op.window_strides, op.rhs_dilation
    kind, tensors, slots = ConvolutionKind.FORWARD, (source, weights, result), (0, 1, 2)
    if all(w > n for w, n in zip(weights.lengths[2:], result.lengths[2:], strict=True)):
        # A window larger than what it leaves is a cotangent: batch and features change places.
        kind, slots, moves = ConvolutionKind.WEIGHTS, (0, 2, 1), moves[::-1]
        tensors = _exchanged(source), _exchanged(result), _exchanged(weights)
    problem = Problem(kind, tensors, *moves, before, after)
    return (problem, slots) if _is_worthwhile(problem) else None


def _is_worthwhile(problem: Problem) -> bool:
    """Whether oneDNN is faster than fjax's own kernel, by measurement."""
    _, weights, destination = problem.tensors
    outputs, inputs, *window = weights.lengths
    positions = math.prod(destination.lengths[2:])
    strided, pointwise = math.prod(problem.strides) > 1, math.prod(window) == 1
    if problem.kind is ConvolutionKind.WEIGHTS:
        suits = positions >= POSITIONS and not (pointwise and strided)
    else:
        suits = inputs > FEW_INPUTS or strided
    filled = _blocks(outputs) * (inputs if inputs <= FEW_INPUTS else _blocks(inputs))
    work = destination.lengths[0] * positions * math.prod(weights.lengths)
    return suits and work >= WORK and filled <= EMPTY * outputs * inputs


def _blocks(features: int) -> int:
    """How many features there are with those that fill the last block."""
    return -(-features // BLOCK) * BLOCK


def _tensor(shape: Sequence[int], spec: Sequence[int]) -> Tensor:
    strides = [math.prod(shape[a + 1 :]) for a in range(len(shape))]
    return Tensor(tuple([shape[a] for a in spec]), tuple([strides[a] for a in spec]))


def _exchanged(x: Tensor) -> Tensor:
    """The first two axes in each other's place."""
    (a, b, *lengths), (c, d, *strides) = x.lengths, x.strides
    return Tensor((b, a, *lengths), (d, c, *strides))


def _product_launch(problem: Problem) -> Launch | None:
    """Windows of one element: for each image, the weights' matrix times the image's."""
    source, weights, destination = problem.tensors
    if (
        problem.kind is not ConvolutionKind.FORWARD
        or any(x != (1,) * len(x) for x in (weights.lengths[2:], problem.strides))
        or any((*problem.before, *problem.after))
    ):
        return None
    images, inputs, *space = source.lengths
    outputs, positions = weights.lengths[0], math.prod(space)
    if not all(_is_one_axis(x) for x in (source, destination)) or not library.suits_onednn(
        np.dtype(np.float32), outputs * positions * inputs
    ):
        return None
    a = Matrices(0, weights.strides[0], weights.strides[1])
    b, c = (Matrices(x.strides[0], x.strides[1], x.strides[-1]) for x in (source, destination))
    return library.product_launch(
        np.dtype(np.float32), outputs, positions, inputs, a, b, c, (1, 0, 2), batch=images
    )


def _is_one_axis(x: Tensor) -> bool:
    """Whether the space lies in memory as if it were one axis."""
    pairs = zip(x.lengths[3:], x.strides[3:], x.strides[2:], strict=False)
    return all(outer == n * step for n, step, outer in pairs)


# ---- tasks


def _cuts(kind: ConvolutionKind) -> tuple[int | None, int | None, int | None]:
    """Along which axis of source, weights and destination tasks are cut: images or features."""
    return (0, None, 0) if kind is ConvolutionKind.FORWARD else (None, 0, 1)


def _tasks(problem: Problem) -> int | None:
    """How many tasks there are, by the sizes alone: primitives of other sizes give other bits.

    None if two threads would not get equal shares.
    """
    source, _, destination = problem.tensors
    if problem.kind is ConvolutionKind.WEIGHTS:
        features = destination.lengths[1]
        return next(
            (
                n
                for n in (8, 4, 2)
                if features % (n * BLOCK) == 0 and features >= n * (FEATURES if n > 2 else BLOCK)
            ),
            None,
        )
    images = source.lengths[0]
    for tasks in (n for n in range(min(TASKS, images), images + 1) if images % n == 0):
        fits = bytes_of(source) + bytes_of(destination) <= tasks * CACHE_BYTES
        if (fits or tasks == images) and (tasks % 2 == 0 or tasks >= TASKS):
            return tasks
    return None


def _part(problem: Problem, tasks: int) -> Problem:
    """What one of the tasks computes."""

    def cut(x: Tensor, axis: int | None) -> Tensor:
        lengths = list(x.lengths)
        if axis is not None:
            lengths[axis] //= tasks
        return Tensor(tuple(lengths), x.strides)

    source, weights, destination = map(cut, problem.tensors, _cuts(problem.kind))
    return Problem(
        problem.kind,
        (source, weights, destination),
        problem.strides,
        problem.dilations,
        problem.before,
        problem.after,
    )


def _words(plan: Primitives) -> tuple[int, ...]:
    """The table of `onednn_steps.run_primitives`."""
    assert len(plan.memories) <= onednn_steps.MOST_MEMORIES  # what a call has room for
    cuts = _cuts(plan.problem.kind)
    records: list[int] = []
    for memory in plan.memories:
        slot, step = -1, 0
        if memory.tensor is not None:
            slot, axis = memory.tensor, cuts[memory.tensor]
            tensor = plan.problem.tensors[slot]
            step = 0 if axis is None else 4 * tensor.lengths[axis] * tensor.strides[axis]
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
    return (*head, *records, *lists, *_plain_words(plan.problem))


def _plain_words(problem: Problem) -> list[int]:
    """The record of the plain loops, for tasks that are each such a problem."""
    source, weights, destination = problem.tensors
    s, w, d = (x.strides for x in problem.tensors)
    moves = list(zip(problem.strides, problem.dilations, strict=True))
    if problem.kind is ConvolutionKind.FORWARD:  # p, q, r: images, output and input features
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
    axes += onednn_steps.SpatialAxis.words(t=1, u=1, length=1) * (onednn_steps.AXES - len(space))
    return onednn_steps.Plain.words(axes=axes, **sizes)


def _is_shared(tensor: int | None, cuts: tuple[int | None, int | None, int | None]) -> bool:
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
