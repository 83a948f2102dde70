"""Which convolutions are problems of cuDNN's, and how: forward ones and both gradients.

Only geometry tells what a convolution is. With holes in its lhs it is the gradient of a strided
one with respect to the image; with windows longer than the result it is a kernel's gradient, whose
batch are features.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import Primitive, primitive
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.lowering.cuda.library import cudnn
from fjax.lowering.cuda.library.cudnn import Ints, Tensor
from fjax.lowering.cuda.library.matrix_products import rounds_to_tf32
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.run.launch import Launch
from fjax.primitives.convolution import ConvGeneralDilated
from fjax.primitives.shaping import Rev
from fjax.primitives.structure import Reshape, Transpose, in_order

MOST_AXES = 3  # spatial ones
OPERANDS = {"fprop": ("image", "weight"), "dgrad": ("loss", "filter"), "wgrad": ("image", "loss")}


@dataclass(frozen=True)
class Problem:
    """A convolution of cuDNN's: "fprop", "dgrad" or "wgrad".

    The geometry is always that of the forward convolution. Operands are image and filter, the
    result's cotangent and filter, or image and cotangent.
    """

    kind: str
    first: Tensor
    second: Tensor
    result: Tensor
    pre_padding: Ints
    post_padding: Ints
    stride: Ints
    dilation: Ints
    tf32: bool

    @property
    def roles(self) -> tuple[Tensor, Tensor, Tensor]:
        """Image, filter and output of the forward convolution."""
        if self.kind == "fprop":
            return self.first, self.second, self.result
        if self.kind == "dgrad":
            return self.result, self.second, self.first
        return self.first, self.result, self.second

    def fits(self) -> bool:
        """Whether its geometry is one of cuDNN's: no negative padding, and lengths agree."""
        image, window, out = self.roles
        padding = (self.pre_padding, self.post_padding)
        if min(*self.pre_padding, *self.post_padding) < 0:
            return False
        axes = zip(
            *(image.dim[2:], window.dim[2:], out.dim[2:]),
            *(*padding, self.stride, self.dilation),
            strict=True,
        )
        lengths = all(
            m == (n + lo + hi - d * (k - 1) - 1) // s + 1 for n, k, m, lo, hi, s, d in axes
        )
        groups, rest = divmod(image.dim[1], window.dim[1])
        features = window.dim[0] == out.dim[1] and window.dim[0] % groups == 0
        return lengths and features and not rest and image.dim[0] == out.dim[0]

    @property
    def name(self) -> str:
        """What the graph is called."""
        return self.kind

    @property
    def dtype(self) -> np.dtype:
        """Of all three."""
        return self.first.dtype

    def add(self, graph: Any) -> None:
        """The operation, with its operands as tensors 1 and 2 and its result as tensor 3."""
        first = cudnn.tensor(graph, self.first, "first", 1)
        second = cudnn.tensor(graph, self.second, "second", 2)
        made = getattr(graph, f"conv_{self.kind}")(
            **dict(zip(OPERANDS[self.kind], (first, second), strict=True)),
            pre_padding=list(self.pre_padding),
            post_padding=list(self.post_padding),
            stride=list(self.stride),
            dilation=list(self.dilation),
            compute_data_type=cudnn.cudnn.data_type.FLOAT,
            name=self.kind,
        )
        cudnn.result(made, self.result, 3)

    def refused(self) -> list[Any]:
        """An engine must not give other bits each time, or round more than is allowed."""
        notes = cudnn.cudnn.numerical_note
        refused = [notes.NONDETERMINISTIC, notes.REDUCED_PRECISION_REDUCTION]
        if self.dtype == dtypes.float32 and not self.tf32:
            refused += [notes.TENSOR_CORE, notes.DOWN_CONVERT_INPUTS]
        return refused


@primitive
class CudnnConvolution(Primitive):
    """A convolution by cuDNN; only lowering makes it."""

    library = True
    problem: Problem
    shape: Ints
    dtype: Dtype

    def result_type(self, *_: ShapedArray) -> Sequence[ShapedArray]:
        return (ShapedArray(self.shape, self.dtype),)


def by_cudnn(gpu: Gpu, op: ConvGeneralDilated, lhs: Any, rhs: Any) -> Any | None:
    """The convolution by cuDNN; None where it is not there, or has no engine for it."""
    if not cudnn.is_there():
        return None
    possible = (f for f in _found(op, aval_of(lhs), aval_of(rhs)) if f.problem.fits())
    found = next((f for f in possible if cudnn.plan(gpu, f.problem) is not None), None)
    if found is None:
        return None
    (out,), order = op.result_type(aval_of(lhs), aval_of(rhs)), found.orders[2]
    if found.problem.kind == "dgrad":
        rhs = _forward_filter(op, rhs, found.orders[1])
    else:
        rhs = in_order(rhs, found.orders[1])
    call = CudnnConvolution(found.problem, tuple(out.shape[a] for a in order), out.dtype)
    made = call(in_order(lhs, found.orders[0]), rhs)
    return in_order(made, tuple(order.index(a) for a in range(len(order))))


def launch(gpu: Gpu, op: CudnnConvolution) -> Launch:
    """Slots 0 and 1 are the operands, 2 is the result."""
    plan = cudnn.plan(gpu, op.problem)
    assert plan is not None
    return plan.launch(f"cudnn {op.problem.kind}", 2, 1)


# ---- what it is


class Found(NamedTuple):
    """A problem, and the order of axes in which it has the lhs, the rhs and the result."""

    problem: Problem
    orders: tuple[Ints, Ints, Ints]


def _found(op: ConvGeneralDilated, lhs: ShapedArray, rhs: ShapedArray) -> list[Found]:
    """The convolution as problems of cuDNN's, the likeliest first; none of a depthwise one."""
    (out,) = op.result_type(lhs, rhs)
    if not _has_its_types(op, lhs, rhs, out) or _is_depthwise(op, lhs, rhs):
        return []
    by_feature, by_batch = op.feature_group_count > 1, op.batch_group_count > 1
    if any(d > 1 for d in op.lhs_dilation):
        plain = not by_batch and all(s == 1 for s in op.window_strides)
        return [_image_gradient(op, lhs, rhs, out)] if plain else []
    _, rhs_spec, out_spec = op.dimension_numbers
    window = math.prod(rhs.shape[a] for a in rhs_spec[2:])
    places = math.prod(out.shape[a] for a in out_spec[2:])
    found = [] if by_batch else [_forward(op, lhs, rhs, out)]
    if not by_feature:
        found.insert(0 if window > places else 1, _kernel_gradient(op, lhs, rhs, out))
    return found


def _is_depthwise(op: ConvGeneralDilated, lhs: ShapedArray, rhs: ShapedArray) -> bool:
    """Whether each group has one feature, or it is the kernel's gradient of such: kernels' work."""
    lhs_spec, rhs_spec, _ = op.dimension_numbers
    groups = op.feature_group_count, op.batch_group_count
    return (groups[0] > 1 and rhs.shape[rhs_spec[1]] == 1) or (
        groups[1] > 1 and groups[1] == lhs.shape[lhs_spec[0]]
    )


def _has_its_types(op: ConvGeneralDilated, *avals: ShapedArray) -> bool:
    lhs, rhs, out = avals
    known = lhs.dtype == rhs.dtype == out.dtype and lhs.dtype in cudnn.NAMES
    return known and 0 < len(op.padding) <= MOST_AXES and all(a.size for a in avals)


def _forward(op: ConvGeneralDilated, *avals: ShapedArray) -> Found:
    specs = op.dimension_numbers
    return _problem("fprop", op, avals, specs, op.padding, op.window_strides, op.rhs_dilation)


def _image_gradient(op: ConvGeneralDilated, *avals: ShapedArray) -> Found:
    """The lhs is the cotangent; the filter is the flipped rhs with features exchanged."""
    lhs, rhs, out = avals
    (lhs_spec, rhs_spec, out_spec), groups = op.dimension_numbers, op.feature_group_count
    window = [rhs.shape[a] for a in rhs_spec[2:]]
    padding = []
    for (lo, hi), d, k in zip(op.padding, op.rhs_dilation, window, strict=True):
        padding.append((d * (k - 1) - lo, max(0, d * (k - 1) - hi)))
    features = rhs.shape[rhs_spec[1]] * groups, rhs.shape[rhs_spec[0]] // groups
    forward = rhs.update(shape=(*features, *window))
    specs = lhs_spec, tuple(range(rhs.ndim)), out_spec
    given = lhs, forward, out
    return _problem("dgrad", op, given, specs, padding, op.lhs_dilation, op.rhs_dilation)


def _kernel_gradient(op: ConvGeneralDilated, *avals: ShapedArray) -> Found:
    """The lhs is the image, with features for a batch; the rhs is the cotangent."""
    specs = [(s[1], s[0], *s[2:]) for s in op.dimension_numbers]
    padding = [(lo, max(0, hi)) for lo, hi in op.padding]
    return _problem("wgrad", op, avals, specs, padding, op.rhs_dilation, op.window_strides)


def _problem(
    kind: str,
    op: ConvGeneralDilated,
    avals: Sequence[ShapedArray],
    specs: Sequence[Ints],
    padding: Sequence[tuple[int, int]],
    stride: Ints,
    dilation: Ints,
) -> Found:
    """The problem in the layout of the lhs: features innermost if they are so there."""
    last = specs[0][1] == len(specs[0]) - 1
    first, second, result = (_tensor(x, s, last) for x, s in zip(avals, specs, strict=True))
    orders = tuple((s[0], *s[2:], s[1]) if last else tuple(s) for s in specs)
    alone = len(padding) == 1
    low, high = ((0,) * alone + tuple(p[k] for p in padding) for k in (0, 1))
    steps, holes = ((1,) * alone + tuple(s) for s in (stride, dilation))
    tf32 = rounds_to_tf32(first.dtype, op.precision)
    problem = Problem(kind, first, second, result, low, high, steps, holes, tf32)
    return Found(problem, (orders[0], orders[1], orders[2]))


# ---- how operands lie


def _tensor(x: ShapedArray, spec: Ints, features_last: bool) -> Tensor:
    """An array in cuDNN's order, which has no single spatial axis: one of length 1 is before it."""
    dim = tuple(x.shape[a] for a in spec)
    if len(dim) == 3:
        dim = (*dim[:2], 1, *dim[2:])
    return Tensor(dim, cudnn.packed(dim, features_last), x.dtype)


def _forward_filter(op: ConvGeneralDilated, rhs: Any, order: Ints) -> Any:
    """The filter of the convolution whose gradient has this rhs."""
    rhs_spec, groups = op.dimension_numbers.rhs_spec, op.feature_group_count
    rhs = in_order(Rev(tuple(rhs_spec[2:]))(rhs), rhs_spec)
    out, features, *space = aval_of(rhs).shape
    rhs = Reshape((groups, out // groups, features, *space))(rhs)
    rhs = Transpose((0, 2, 1, *range(3, 3 + len(space))))(rhs)
    return in_order(Reshape((groups * features, out // groups, *space))(rhs), order)
