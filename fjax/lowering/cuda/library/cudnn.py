"""cuDNN through NVIDIA's Python binding (`nvidia-cudnn-frontend`): convolutions, with gradients.

A convolution is a graph of one operation. Plans are built for each problem once, by cuDNN's
heuristics, and run on CuPy's current stream. All that fjax asks of the binding is asked here.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fjax.core import dtypes, lazy
from fjax.core.memo import memo
from fjax.locks import process_lock
from fjax.lowering.cuda.runtime.gpu import Gpu

cudnn = lazy.module("cudnn")
NAMES = {dtypes.float32: "FLOAT", dtypes.float16: "HALF", dtypes.bfloat16: "BFLOAT16"}
WORKSPACE_BYTES = 1 << 30  # of an engine, at most
ALIGNMENT = 16  # bytes, that cuDNN expects of each operand and of its workspace
Ints = tuple[int, ...]


class Tensor(NamedTuple):
    """How an array lies in memory, in cuDNN's order: batch, features, spatial axes."""

    dim: Ints
    stride: Ints
    dtype: np.dtype


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


def packed(dim: Ints, features_last: bool) -> Ints:
    """The strides of a contiguous array whose features lie outside or inside its spatial axes.

    >>> packed((2, 3, 4, 5), False), packed((2, 3, 4, 5), True)
    ((60, 20, 5, 1), (60, 1, 15, 3))
    """
    order = (0, *range(2, len(dim)), 1) if features_last else tuple(range(len(dim)))
    strides = {a: math.prod(dim[b] for b in order[k + 1 :]) for k, a in enumerate(order)}
    return tuple(strides[a] for a in range(len(dim)))


class CudnnPlan:
    """A graph that cuDNN has built, and how much memory it needs beside its operands."""

    def __init__(self, gpu: Gpu, graph: Any):
        self.gpu, self.graph = gpu, graph
        self.workspace = int(graph.get_workspace_size())

    def run(self, first: int, second: int, result: int, workspace: int) -> None:
        """Give it to CuPy's current stream; all are addresses, aligned."""
        own, lock = handle(self.gpu)
        with lock:  # the stream is the handle's
            cudnn.set_stream(handle=own, stream=self.gpu.stream().ptr)
            self.graph.execute({1: first, 2: second, 3: result}, workspace, handle=own)


@functools.cache
def is_there() -> bool:
    """Whether the binding is installed, and finds NVIDIA's library."""
    try:
        return bool(cudnn.backend_version())
    except (ImportError, OSError, RuntimeError):  # the last where it finds no library
        return False


@functools.cache
def handle(gpu: Gpu) -> tuple[int, Any]:
    """The GPU's handle, and the lock of who uses it."""
    with gpu.current():
        return cudnn.create_handle(), process_lock()


@memo(1024)
def plan(gpu: Gpu, problem: Problem) -> CudnnPlan | None:
    """The plan that cuDNN's heuristics choose; None where it has no engine for the problem."""
    own, lock = handle(gpu)
    with gpu.current(), gpu.reporting(), lock:
        graph = cudnn.pygraph(
            name=f"fjax_{problem.kind}",
            io_data_type=_dtype(problem.first),
            intermediate_data_type=cudnn.data_type.FLOAT,
            compute_data_type=cudnn.data_type.FLOAT,
            handle=own,
        )
        _add(graph, problem)
        try:
            graph.validate()
            graph.build_operation_graph()
            graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
            graph.deselect_numeric_notes(_refused(problem))
            graph.deselect_workspace_greater_than(WORKSPACE_BYTES)
            graph.check_support()
            graph.build_plans()
        except cudnn.cudnnGraphNotSupportedError:
            return None
        return CudnnPlan(gpu, graph)


def _dtype(tensor: Tensor) -> Any:
    return getattr(cudnn.data_type, NAMES[tensor.dtype])


def _add(graph: Any, problem: Problem) -> None:
    """The operation, with its operands as tensors 1 and 2 and its result as tensor 3."""
    first, second = (
        graph.tensor(
            dim=list(x.dim), stride=list(x.stride), data_type=_dtype(x), name=name, uid=uid
        )
        for x, name, uid in ((problem.first, "first", 1), (problem.second, "second", 2))
    )
    names = {"fprop": ("image", "weight"), "dgrad": ("loss", "filter"), "wgrad": ("image", "loss")}
    result = getattr(graph, f"conv_{problem.kind}")(
        **dict(zip(names[problem.kind], (first, second), strict=True)),
        pre_padding=list(problem.pre_padding),
        post_padding=list(problem.post_padding),
        stride=list(problem.stride),
        dilation=list(problem.dilation),
        compute_data_type=cudnn.data_type.FLOAT,
        name=problem.kind,
    )
    result.set_output(True).set_uid(3).set_data_type(_dtype(problem.result))
    result.set_dim(list(problem.result.dim)).set_stride(list(problem.result.stride))


def _refused(problem: Problem) -> list[Any]:
    """What an engine may not do: give other bits each time, or round more than is allowed."""
    notes = cudnn.numerical_note
    refused = [notes.NONDETERMINISTIC, notes.REDUCED_PRECISION_REDUCTION]
    if problem.first.dtype == dtypes.float32 and not problem.tf32:
        refused += [notes.TENSOR_CORE, notes.DOWN_CONVERT_INPUTS]
    return refused
