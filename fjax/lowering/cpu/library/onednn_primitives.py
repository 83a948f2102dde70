"""Primitives of oneDNN through its C interface: what products and convolutions need.

A primitive is made once for its sizes, in the layouts that it likes best; reorders bring operands
there and the result back. All run on the calling thread.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from fjax.core import dtypes
from fjax.dataclass import dataclass
from fjax.lowering.cpu.library import onednn

CPU, ANY_LAYOUT, TRAINING, DIRECT, OWN_SCRATCH = 1, 1, 64, 1, 1  # as in dnnl_types.h
DTYPES = {dtypes.float32: 3, dtypes.bfloat16: 2}
IMPLEMENTATION, SCRATCH_LAYOUT = 8, 136  # queries
FROM, TO, SCRATCH = 1, 17, 80  # arguments
SLOW = ("ref", "gemm", "x64:gemm")  # implementations that fjax's own kernel beats
NARROW = ("bf16", "amx")  # instructions without which bfloat16 has no advantage, in such names
DIMENSIONS = 12
ALIGNMENT = 64
Handle = ctypes.c_void_p


class Kind(Enum):
    """A convolution, the gradient of its kernel or of its image, or a product of matrices.

    The value: its name, queries of the layouts of source, weights and destination, their arguments,
    and which of them is computed.
    """

    FORWARD = ("convolution:forward", (129, 131, 133), (1, 33, 17), 2)
    WEIGHTS = ("convolution:weights", (129, 132, 134), (1, 161, 145), 1)
    DATA = ("convolution:data", (130, 131, 134), (129, 33, 145), 0)
    PRODUCT = ("product", (129, 131, 133), (1, 33, 17), 2)


@dataclass(frozen=True)
class Tensor:
    """Lengths and strides, in elements, of (batch, features, space...) or (out, in, space...).

    Of a product: of (batch..., rows, columns).
    """

    lengths: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype


@dataclass(frozen=True)
class Problem:
    """What is to be computed: source, weights, destination, and how windows move."""

    kind: Kind
    tensors: tuple[Tensor, Tensor, Tensor]
    strides: tuple[int, ...] = ()
    dilations: tuple[int, ...] = ()  # 1: no holes
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()

    @property
    def is_narrow(self) -> bool:
        """Whether operands are of bfloat16."""
        return self.tensors[0].dtype != dtypes.float32


@dataclass(frozen=True)
class TensorMemory:
    """A memory of the steps: one of the tensors, or bytes of the scratch memory from `offset`."""

    descriptor: int
    tensor: int | None
    offset: int = 0


@dataclass(frozen=True)
class PrimitiveCall:
    """A primitive, its arguments with the numbers of their memories, and which tensor it moves."""

    primitive: int
    arguments: tuple[tuple[int, int], ...]
    moves: int | None = None


class Refused(Exception):
    """oneDNN has no primitive, or none that is worth it."""


class Primitives:
    """The primitives of a problem, ready to run; freed with this object."""

    def __init__(self, problem: Problem):
        self.problem = problem
        self.memories: list[TensorMemory] = []
        self.steps: list[PrimitiveCall] = []
        self.scratch_bytes = ALIGNMENT
        self._owned: list[tuple[str, int]] = []
        weakref.finalize(self, _destroy, self._owned).atexit = False
        with _single_thread():
            self._build()

    def _build(self) -> None:
        _, queries, arguments, result = self.problem.kind.value
        is_product = self.problem.kind is Kind.PRODUCT
        chosen = self._product() if is_product else self._convolution()
        _refuse_slow(chosen, self.problem.is_narrow)
        steps, used = [], []
        for tensor, (query, argument) in enumerate(zip(queries, arguments, strict=True)):
            plain = self._layout(self.problem.tensors[tensor])
            wanted = _query_layout(chosen, query)
            memory = self._memory(plain, tensor)
            if not _library().dnnl_memory_desc_equal(plain, wanted):
                outside, memory = memory, self._memory(wanted, None)
                pair = (memory, outside) if tensor == result else (outside, memory)
                steps.append(self._reorder(pair, tensor))
            used.append((argument, memory))
        steps.append(self._step(chosen, used))
        self.steps = sorted(steps, key=lambda s: (s.moves == result, s.moves is None))

    def _product(self) -> Handle:
        """The description of the primitive, for matrices as they lie, or else for dense copies."""
        name = "matmul_primitive_desc_create"
        tensors = self.problem.tensors
        for many in (tensors, tuple(map(_dense, tensors))):
            a, b, c = map(self._layout, many)
            args = (_engine(), a, b, None, c, _attributes())
            chosen = self._create("primitive_desc", name, *args)
            if not _is_slow(chosen, self.problem.is_narrow):
                break
        return chosen

    def _convolution(self) -> Handle:
        """The description of the primitive, which chooses the layouts."""
        p = self.problem
        layouts = [self._layout(t, chosen=False) for t in p.tensors]
        moves = [_lengths(x) for x in (p.strides, [d - 1 for d in p.dilations], p.before, p.after)]
        source, weights, destination = layouts
        described = (source, weights, None, destination, *moves)
        forward = self._create(
            "primitive_desc",
            "convolution_forward_primitive_desc_create",
            *(_engine(), TRAINING, DIRECT, *described, _attributes()),
        )
        if p.kind is Kind.FORWARD:
            return forward
        of_weights = p.kind is Kind.WEIGHTS
        return self._create(
            "primitive_desc",
            f"convolution_backward_{'weights' if of_weights else 'data'}_primitive_desc_create",
            *(_engine(), DIRECT),
            *(described if of_weights else (source, weights, destination, *moves)),
            *(forward, _attributes()),
        )

    def _reorder(self, pair: tuple[int, int], tensor: int) -> PrimitiveCall:
        source, target = (Handle(self.memories[m].descriptor) for m in pair)
        chosen = self._create(
            "primitive_desc",
            "reorder_primitive_desc_create",
            source,
            _engine(),
            target,
            _engine(),
            _attributes(),
        )
        _refuse_slow(chosen)
        return self._step(chosen, [(FROM, pair[0]), (TO, pair[1])], tensor)

    def _step(
        self, chosen: Handle, arguments: list[tuple[int, int]], moves: int | None = None
    ) -> PrimitiveCall:
        primitive = self._create("primitive", "primitive_create", chosen)
        layout = _query_layout(chosen, SCRATCH_LAYOUT)
        if layout and _library().dnnl_memory_desc_get_size(layout):
            arguments = [*arguments, (SCRATCH, self._memory(layout, None))]
        return PrimitiveCall(primitive.value or 0, tuple(arguments), moves)

    def _memory(self, layout: Handle, tensor: int | None) -> int:
        """The number of a new memory."""
        self.memories.append(
            TensorMemory(layout.value or 0, tensor, self.scratch_bytes if tensor is None else 0)
        )
        if tensor is None:
            size = _library().dnnl_memory_desc_get_size(layout)
            self.scratch_bytes += -(-size // ALIGNMENT) * ALIGNMENT
        return len(self.memories) - 1

    def _layout(self, tensor: Tensor, chosen: bool = True) -> Handle:
        """A tensor's own layout, or one that oneDNN chooses."""
        end = [_lengths(tensor.strides)] if chosen else [ANY_LAYOUT]
        name = "with_strides" if chosen else "with_tag"
        return self._create(
            "memory_desc",
            f"memory_desc_create_{name}",
            len(tensor.lengths),
            _lengths(tensor.lengths),
            DTYPES[tensor.dtype],
            *end,
        )

    def _create(self, owner: str, function: str, *arguments: object) -> Handle:
        made = _create(function, *arguments)
        self._owned.append((f"dnnl_{owner}_destroy", made.value or 0))
        return made


def _create(function: str, *arguments: object) -> Handle:
    """An object of oneDNN's; Refused if it reports an error."""
    made = Handle()
    status = getattr(_library(), f"dnnl_{function}")(ctypes.byref(made), *arguments)
    if status != 0:
        raise Refused(f"{function}: status {status}")
    return made


def _destroy(owned: list[tuple[str, int]]) -> None:
    for function, address in reversed(owned):
        getattr(_library(), function)(Handle(address))


def _refuse_slow(described: Handle, narrow: bool = False) -> None:
    """Refuse a primitive that is not generated for this processor, or for narrow floats there."""
    if _is_slow(described, narrow):
        raise Refused(f"implementation {_implementation(described)}")


def _is_slow(described: Handle, narrow: bool) -> bool:
    text = _implementation(described)
    return text.startswith(SLOW) or (narrow and not any(x in text for x in NARROW))


def _implementation(described: Handle) -> str:
    name = ctypes.c_char_p()
    _library().dnnl_primitive_desc_query(described, IMPLEMENTATION, 0, ctypes.byref(name))
    return (name.value or b"ref").decode()


def _dense(x: Tensor) -> Tensor:
    """The matrices without gaps, one after another, by rows or by columns as before."""
    *batch, rows, columns = x.lengths
    by_rows = x.strides[-2] >= x.strides[-1]
    strides = [rows * columns * math.prod(batch[k + 1 :]) for k in range(len(batch))]
    return replace(x, strides=(*strides, *((columns, 1) if by_rows else (1, rows))))


def _query_layout(described: Handle, query: int) -> Handle:
    return Handle(_library().dnnl_primitive_desc_query_md(described, query, 0))


def _lengths(values: Sequence[int]) -> ctypes.Array:
    return (ctypes.c_int64 * DIMENSIONS)(*values)


@functools.cache
def _library() -> ctypes.CDLL:
    found = onednn.find()
    assert found is not None
    library = ctypes.CDLL(found.path)
    library.dnnl_primitive_desc_query_md.restype = Handle
    library.dnnl_memory_desc_get_size.restype = ctypes.c_size_t
    return library


@functools.cache
def _engine() -> Handle:
    return _create("engine_create", CPU, ctypes.c_size_t(0))


@functools.cache
def _attributes() -> Handle:
    """Scratch memory is the caller's, so that threads may share a primitive."""
    made = _create("primitive_attr_create")
    _library().dnnl_primitive_attr_set_scratchpad_mode(made, OWN_SCRATCH)
    return made


def engine() -> int:
    """The address of the processor's engine."""
    return _engine().value or 0


@contextlib.contextmanager
def _single_thread() -> Iterator[None]:
    """OpenMP limited to the calling thread, because a primitive is made for its threads."""
    before = _library().omp_get_max_threads()
    _library().omp_set_num_threads(1)
    try:
        yield
    finally:
        _library().omp_set_num_threads(before)


def bytes_of(tensor: Tensor) -> int:
    """How much memory a tensor's elements take."""
    return tensor.dtype.itemsize * math.prod(tensor.lengths)
