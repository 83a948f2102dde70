"""cuDNN through NVIDIA's Python binding (`nvidia-cudnn-frontend`): graphs of one operation.

Plans are built for each problem once, by cuDNN's
heuristics, and run on CuPy's current stream. All that fjax asks of the binding is asked here.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from fjax.core import dtypes, lazy
from fjax.core.memo import memo
from fjax.locks import process_lock
from fjax.lowering.cuda.library.routines import LibraryRoutine
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.run.launch import Launch

cudnn = lazy.module("cudnn")
NAMES = {
    dtypes.float32: "FLOAT",
    dtypes.float16: "HALF",
    dtypes.bfloat16: "BFLOAT16",
    dtypes.int32: "INT32",
}
WORKSPACE_BYTES = 1 << 30  # of an engine, at most
ALIGNMENT = 16  # bytes, that cuDNN expects of each operand and of its workspace
Ints = tuple[int, ...]


class Tensor(NamedTuple):
    """How an array lies in memory, in cuDNN's order: batch, features or heads, other axes."""

    dim: Ints
    stride: Ints
    dtype: np.dtype


def packed(dim: Ints, features_last: bool) -> Ints:
    """The strides of a contiguous array whose features lie outside or inside its spatial axes.

    >>> packed((2, 3, 4, 5), False), packed((2, 3, 4, 5), True)
    ((60, 20, 5, 1), (60, 1, 15, 3))
    """
    order = (0, *range(2, len(dim)), 1) if features_last else tuple(range(len(dim)))
    strides = {a: math.prod(dim[b] for b in order[k + 1 :]) for k, a in enumerate(order)}
    return tuple(strides[a] for a in range(len(dim)))


class CudnnProblem(Protocol):
    """A problem that cuDNN may have an engine for; equal ones have one plan."""

    @property
    def name(self) -> str:
        """What the graph is called."""

    @property
    def dtype(self) -> np.dtype:
        """Of operands, unless they say otherwise."""

    def add(self, graph: Any) -> None:
        """Put the operation into a graph: operands, then results, have the uids 1, 2, ..."""

    def refused(self) -> list[Any]:
        """What an engine may not do, as cuDNN's numerical notes."""


class CudnnPlan:
    """A graph that cuDNN has built, and how much memory it needs beside its operands."""

    def __init__(self, gpu: Gpu, graph: Any):
        self.gpu, self.graph = gpu, graph
        self.workspace = int(graph.get_workspace_size())

    def run(self, addresses: Sequence[int], workspace: int) -> None:
        """Give it to CuPy's current stream; addresses of operands and results, aligned."""
        own, lock = handle(self.gpu)
        with lock:  # the stream is the handle's
            cudnn.set_stream(handle=own, stream=self.gpu.stream().ptr)
            self.graph.execute(dict(enumerate(addresses, 1)), workspace, handle=own)

    def launch(self, name: str, n_operands: int, n_results: int) -> Launch:
        """Its launch: slots are operands, then results; the workspace is the launch's scratch."""
        n = n_operands + n_results

        def routine(*buffers: DeviceBuffer) -> None:
            operands = [x if _is_aligned(x) else x.copy() for x in buffers[:n_operands]]
            results = [x if _is_aligned(x) else x.copy() for x in buffers[n_operands:n]]
            workspace = buffers[n].address if len(buffers) > n else 0
            self.run([x.address for x in (*operands, *results)], workspace)
            for out, made in zip(buffers[n_operands:n], results, strict=True):
                if made is not out:
                    self.gpu.copy(out.pointer, made.pointer, out.nbytes)

        slots = tuple(range(n))
        return Launch(LibraryRoutine(name, routine), slots, parallel=True, scratch=self.workspace)


def _is_aligned(x: DeviceBuffer) -> bool:
    """Whether cuDNN's vectors would be; otherwise it gets a copy."""
    return x.address % ALIGNMENT == 0


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
def plan(gpu: Gpu, problem: CudnnProblem) -> CudnnPlan | None:
    """The plan that cuDNN's heuristics choose; None where it has no engine for the problem."""
    own, lock = handle(gpu)
    with gpu.current(), gpu.reporting(), lock:
        graph = cudnn.pygraph(
            name=f"fjax_{problem.name}",
            io_data_type=data_type(problem.dtype),
            intermediate_data_type=cudnn.data_type.FLOAT,
            compute_data_type=cudnn.data_type.FLOAT,
            handle=own,
        )
        problem.add(graph)
        try:
            graph.validate()
            graph.build_operation_graph()
            graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
            graph.deselect_numeric_notes(problem.refused())
            graph.deselect_workspace_greater_than(WORKSPACE_BYTES)
            graph.check_support()
            graph.build_plans()
        except cudnn.cudnnGraphNotSupportedError:
            return None
        return CudnnPlan(gpu, graph)


def data_type(dtype: np.dtype) -> Any:
    """cuDNN's name of a dtype."""
    return getattr(cudnn.data_type, NAMES[dtype])


def tensor(graph: Any, x: Tensor, name: str, uid: int) -> Any:
    """An operand of a graph."""
    dim, stride = list(x.dim), list(x.stride)
    return graph.tensor(dim=dim, stride=stride, data_type=data_type(x.dtype), name=name, uid=uid)


def result(made: Any, x: Tensor, uid: int) -> None:
    """Say of what an operation gives that it is a result, and how it lies."""
    made.set_output(True).set_uid(uid).set_data_type(data_type(x.dtype))
    made.set_dim(list(x.dim)).set_stride(list(x.stride))
