"""Large convolutions through oneDNN, as launches: forward, and the gradients of kernel and image.

The image's gradient is itself a convolution, of the cotangent. If the forward one has strides, the
cotangent has holes, and oneDNN has a kind of its own for it (`ImageGradient`). A task is some
images, of the kernel's gradient some output features. Windows of one element in float32 are
products of matrices, one for each image. Where fjax's own kernel is as fast (docs/decisions/0018)
there is no launch.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Literal
from fjax.core.primitive import Primitive, primitive
from fjax.lowering.cpu.library import onednn, onednn_launches
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.library.onednn_primitives import DTYPES, Kind, Problem, Tensor, bytes_of
from fjax.lowering.cpu.library.product_calls import Matrices
from fjax.lowering.run.launch import Launch
from fjax.primitives.convolution import ConvGeneralDilated
from fjax.primitives.shaping import Rev

WORK = 1 << 26  # multiply-adds from which it is worth a primitive of its own,
NARROW_WORK = 1 << 20  # ... and of bfloat16, where the processor multiplies it
BLOCK = 16  # features that oneDNN holds side by side,
EMPTY = 1.2  # ... and this times more with those that fill blocks, at most
FEW_INPUTS = 3  # images of so few features it reads without blocks
POSITIONS = 512  # of an image from which it computes kernel gradients faster
CACHE_BYTES = 2 << 20  # what a task should read and write
TASKS = 8  # at least, if there are as many images
FEATURES = 64  # of a kernel gradient's task, if there are more than two


def convolution_launch(
    op: ConvGeneralDilated | ImageGradient, lhs: ShapedArray, rhs: ShapedArray, out: ShapedArray
) -> Launch | None:
    """A convolution of contiguous arrays as one launch, or the gradient of an image; slots 0, 1, 2
    are lhs, rhs and result.

    None for other dtypes than float32 or bfloat16, and where oneDNN is not installed or is not
    known to be faster.
    """
    dtype = dtypes.physical(out.dtype)
    if not lhs.dtype == rhs.dtype == dtype or dtype not in DTYPES or onednn.find() is None:
        return None
    return _launch(op, lhs.shape, rhs.shape, out.shape, dtype)


@functools.lru_cache(maxsize=128)
def _launch(
    op: ConvGeneralDilated | ImageGradient,
    lhs: tuple[int, ...],
    rhs: tuple[int, ...],
    out: tuple[int, ...],
    dtype: np.dtype,
) -> Launch | None:
    if isinstance(op, ImageGradient):
        found = gradient_problem(op.convolution, lhs, rhs, out, dtype)
    else:
        found = problem_of(op, lhs, rhs, out, dtype)
    if found is None:
        return None
    problem, slots = found
    product = _product_launch(problem)
    if product is not None:
        return product
    tasks = _tasks(problem)
    if tasks is None:
        return None
    cuts = (None, 0, 1) if problem.kind is Kind.WEIGHTS else (0, None, 0)  # features or images
    return onednn_launches.launch_of(problem, cuts, tasks, slots)


def problem_of(
    op: ConvGeneralDilated,
    lhs: tuple[int, ...],
    rhs: tuple[int, ...],
    out: tuple[int, ...],
    dtype: np.dtype = dtypes.float32,
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
        _tensor(s, a, dtype) for s, a in ((lhs, lhs_spec), (rhs, rhs_spec), (out, out_spec))
    )
    before, after = zip(*op.padding, strict=True)
    moves = op.window_strides, op.rhs_dilation
    kind, tensors, slots = Kind.FORWARD, (source, weights, result), (0, 1, 2)
    if all(w > n for w, n in zip(weights.lengths[2:], result.lengths[2:], strict=True)):
        # A window larger than what it leaves is a cotangent: batch and features change places.
        kind, slots, moves = Kind.WEIGHTS, (0, 2, 1), moves[::-1]
        tensors = _exchanged(source), _exchanged(result), _exchanged(weights)
    problem = Problem(kind, tensors, *moves, before, after)
    return (problem, slots) if _is_worthwhile(problem) else None


@primitive
class ImageGradient(Primitive):
    """A convolution with holes in its lhs and a flipped rhs; only lowering makes it.

    That is the gradient of a strided convolution with respect to its image. The operands are the
    cotangent, and the kernel as the strided convolution has it.
    """

    name = "convolution_image_gradient"
    library = True
    convolution: ConvGeneralDilated

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        lhs, rhs = avals
        return self.convolution.result_type(lhs, rhs)

    def multiply_adds(self, lhs: ShapedArray, rhs: ShapedArray) -> int:
        features = rhs.shape[self.convolution.dimension_numbers.rhs_spec[1]]
        return lhs.size * (rhs.size // max(features, 1))

    def evaluate(self, xp: Any, *values: Any) -> Sequence[Any]:
        lhs, rhs = values
        flipped = xp.flip(rhs, self.convolution.dimension_numbers.rhs_spec[2:])
        return self.convolution.evaluate(xp, lhs, flipped)


def as_image_gradient(op: ConvGeneralDilated, eqn: Equation) -> Callable[..., Sequence[Any]] | None:
    """What computes a convolution by an ImageGradient, if it has a launch."""
    if any(isinstance(x, Literal) for x in eqn.invars) or all(d == 1 for d in op.lhs_dilation):
        return None
    lhs, rhs, out = (x.aval for x in (*eqn.invars, *eqn.outvars))
    gradient = ImageGradient(op)
    if convolution_launch(gradient, lhs, rhs, out) is None:
        return None
    flip = Rev(tuple(op.dimension_numbers.rhs_spec[2:]))
    return lambda lhs, rhs: (gradient(lhs, flip(rhs)),)


def gradient_problem(
    op: ConvGeneralDilated,
    lhs: tuple[int, ...],
    rhs: tuple[int, ...],
    out: tuple[int, ...],
    dtype: np.dtype,
) -> tuple[Problem, tuple[int, int, int]] | None:
    """The strided convolution whose gradient it is, and slots as for `problem_of`; None if there is
    none of these lengths.
    """
    (lhs_spec, rhs_spec, out_spec), groups = op.dimension_numbers, op.feature_group_count
    plain = groups * op.batch_group_count == 1 and all(s == 1 for s in op.window_strides)
    if not plain or len(lhs) not in (3, 4, 5):
        return None
    image, kernel = _tensor(out, out_spec, dtype), _exchanged(_tensor(rhs, rhs_spec, dtype))
    cotangent = _tensor(lhs, lhs_spec, dtype)
    reach = [d * (k - 1) for d, k in zip(op.rhs_dilation, kernel.lengths[2:], strict=True)]
    before = tuple([r - lo for r, (lo, _) in zip(reach, op.padding, strict=True)])
    after = tuple([max(0, r - hi) for r, (_, hi) in zip(reach, op.padding, strict=True)])
    axes = zip(
        *(image.lengths[2:], cotangent.lengths[2:], reach, before, after, op.lhs_dilation),
        strict=True,
    )
    fits = all(m == (n + lo + hi - r - 1) // s + 1 for n, m, r, lo, hi, s in axes)
    moves = op.lhs_dilation, op.rhs_dilation
    problem = Problem(Kind.DATA, (image, kernel, cotangent), *moves, before, after)
    suits = fits and min(before) >= 0 and _is_worthwhile(problem)
    return (problem, (2, 1, 0)) if suits else None


def _is_worthwhile(problem: Problem) -> bool:
    """Whether oneDNN is faster than fjax's own kernel, by measurement."""
    _, weights, destination = problem.tensors
    outputs, inputs, *window = weights.lengths
    positions = math.prod(destination.lengths[2:])
    strided, pointwise = math.prod(problem.strides) > 1, math.prod(window) == 1
    work = destination.lengths[0] * positions * math.prod(weights.lengths)
    if problem.is_narrow:  # fjax's kernel converts it all, and computes in float32
        return work >= NARROW_WORK
    if problem.kind is Kind.WEIGHTS:
        suits = positions >= POSITIONS and not (pointwise and strided)
    elif problem.kind is Kind.DATA:  # without a remainder, convolutions by phases are as fast
        rests = [w % s for w, s in zip(window, problem.strides, strict=True)]
        suits = inputs > FEW_INPUTS and any(rests)
    else:
        suits = inputs > FEW_INPUTS or strided
    filled = _blocks(outputs) * (inputs if inputs <= FEW_INPUTS else _blocks(inputs))
    return suits and work >= WORK and filled <= EMPTY * outputs * inputs


def _blocks(features: int) -> int:
    """How many features there are with those that fill the last block."""
    return -(-features // BLOCK) * BLOCK


def _tensor(shape: Sequence[int], spec: Sequence[int], dtype: np.dtype) -> Tensor:
    strides = [math.prod(shape[a + 1 :]) for a in range(len(shape))]
    return Tensor(tuple([shape[a] for a in spec]), tuple([strides[a] for a in spec]), dtype)


def _exchanged(x: Tensor) -> Tensor:
    """The first two axes in each other's place."""
    (a, b, *lengths), (c, d, *strides) = x.lengths, x.strides
    return Tensor((b, a, *lengths), (d, c, *strides), x.dtype)


def _product_launch(problem: Problem) -> Launch | None:
    """Windows of one element: for each image, the weights' matrix times the image's."""
    source, weights, destination = problem.tensors
    if (
        problem.kind is not Kind.FORWARD
        or problem.is_narrow
        or any(x != (1,) * len(x) for x in (weights.lengths[2:], problem.strides))
        or any((*problem.before, *problem.after))
    ):
        return None
    images, inputs, *space = source.lengths
    outputs, positions = weights.lengths[0], math.prod(space)
    if not all(_is_one_axis(x) for x in (source, destination)) or not onednn.suits_product(
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


def _tasks(problem: Problem) -> int | None:
    """How many tasks there are, by the sizes alone: primitives of other sizes give other bits.

    None if two threads would not get equal shares.
    """
    source, _, destination = problem.tensors
    if problem.kind is Kind.WEIGHTS:
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
