"""A graph in ONNX's terms while it is built: nodes, named tensors and small constants."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.dataclass import dataclass
from fjax.errors import MissingRuleError

INT64 = np.dtype(np.int64)


@dataclass(frozen=True)
class Tensor:
    """A value of the graph: its name, and the shape and dtype that it has for the sizes in use."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)


@dataclass(frozen=True)
class Node:
    """One operation: its ONNX name, inputs and outputs by name, and attributes."""

    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any]


OPSET = 18  # bitwise operations and axes as operands; runtimes of 2023 read it
OPSET_OF_BITS = 26  # BitCast; runtimes of 2026 read it


@dataclass
class Shared:
    """What a graph has in common with the bodies of its loops and branches."""

    constants: dict[str, np.ndarray] = dataclasses.field(default_factory=dict)
    weights: dict[str, Any] = dataclasses.field(default_factory=dict)
    narrow: dict[str, Tensor] = dataclasses.field(default_factory=dict)  # what was expanded
    reshaped: dict[str, Tensor] = dataclasses.field(default_factory=dict)  # what had another shape
    taken: set[str] = dataclasses.field(default_factory=set)  # names that are not numbered
    numbers: Iterator[int] = dataclasses.field(default_factory=itertools.count)
    opset: int = OPSET  # that has all operators of the nodes


class Graph:
    """Nodes in order. A rule of a primitive adds some and gives the tensors that they make.

    >>> graph = Graph()
    >>> x = graph.input("x", (2, 3), np.float32)
    >>> graph.transpose(graph.node("Exp", [x], x.shape, x.dtype), (1, 0)).shape
    (3, 2)
    >>> [node.kind for node in graph.nodes]
    ['Exp', 'Transpose']
    """

    def __init__(self, shared: Shared | None = None):
        self.shared = Shared() if shared is None else shared
        self.nodes: list[Node] = []
        self.inputs: list[Tensor] = []
        self.outputs: list[Tensor] = []

    def body(self) -> Graph:
        """An empty graph for a loop's step or a branch, which sees the tensors of this one."""
        return Graph(self.shared)

    def live(self) -> set[str]:
        """The tensors that are read, here and in bodies; other nodes are dropped."""
        read = {t.name for t in self.outputs}
        kept: list[Node] = []
        for node in reversed(self.nodes):
            if read.isdisjoint(node.outputs):
                continue
            kept.append(node)
            read.update(node.inputs)
            for value in node.attributes.values():
                if isinstance(value, Graph):
                    read |= value.live()
        self.nodes = kept[::-1]
        return read

    def rename(self, names: dict[str, str]) -> None:
        """Let nodes and outputs, those of bodies too, read other tensors."""
        for k, node in enumerate(self.nodes):
            inputs = tuple([names.get(x, x) for x in node.inputs])
            self.nodes[k] = dataclasses.replace(node, inputs=inputs)
            for value in node.attributes.values():
                if isinstance(value, Graph):
                    value.rename(names)
        self.outputs = [
            dataclasses.replace(t, name=names.get(t.name, t.name)) for t in self.outputs
        ]

    # ---- tensors

    def fresh(self, stem: str) -> str:
        """A name that no other tensor has."""
        name = f"{stem}_{next(self.shared.numbers)}"
        return self.fresh(stem) if name in self.shared.taken else name

    def input(self, name: str, shape: Sequence[int], dtype: Any) -> Tensor:
        """An input of this graph."""
        made = Tensor(name, tuple(shape), stored(dtype))
        self.shared.taken.add(name)
        self.inputs.append(made)
        return made

    def constant(self, value: Any) -> Tensor:
        """A small constant; its numbers may follow from sizes."""
        array = np.asarray(value)
        name = self.fresh("number")
        self.shared.constants[name] = array
        return Tensor(name, array.shape, stored(array.dtype))

    def scalar(self, value: Any, dtype: Any) -> Tensor:
        """A constant of rank 0."""
        return self.constant(np.asarray(value).astype(dtype))

    def weight(self, value: Any, shape: Sequence[int], dtype: Any, name: str = "") -> Tensor:
        """An array of the program, the same for all sizes: an initialiser of the file."""
        if not name or name in self.shared.taken:
            name = self.fresh(name or "weight")
        self.shared.taken.add(name)
        self.shared.weights[name] = value
        return Tensor(name, tuple(shape), stored(dtype))

    def ints(self, values: Sequence[int]) -> Tensor:
        """A list of integers, as lengths and axes are given."""
        return self.constant(np.asarray(values, INT64).reshape(-1))

    # ---- nodes

    def nodes_of(
        self, kind: str, inputs: Sequence[Tensor | None], outs: Sequence[Any], **attributes: Any
    ) -> list[Tensor]:
        """The outputs of a node; `outs` gives their (shape, dtype)."""
        made = [Tensor(self.fresh(kind.lower()), tuple(s), stored(d)) for s, d in outs]
        names = tuple(["" if x is None else x.name for x in inputs])
        self.nodes.append(Node(kind, names, tuple([t.name for t in made]), attributes))
        return made

    def node(
        self,
        kind: str,
        inputs: Sequence[Tensor | None],
        shape: Sequence[int],
        dtype: Any,
        **attributes: Any,
    ) -> Tensor:
        """The one output of a node."""
        return self.nodes_of(kind, inputs, [(shape, dtype)], **attributes)[0]

    def cast(self, x: Tensor, dtype: Any) -> Tensor:
        """The values in another dtype, as C converts them."""
        dtype = stored(dtype)
        if x.dtype == dtype:
            return x
        return self.node("Cast", [x], x.shape, dtype, to=element_type(dtype))

    def reshape(self, x: Tensor, shape: Sequence[int]) -> Tensor:
        """The elements in another shape."""
        x = self.shared.reshaped.get(x.name, x)
        if x.shape == tuple(shape):
            return x
        # 0 would mean "as the operand's" without allowzero
        made = self.node("Reshape", [x, self.ints(shape)], shape, x.dtype, allowzero=1)
        self.shared.reshaped[made.name] = x
        return made

    def transpose(self, x: Tensor, permutation: Sequence[int]) -> Tensor:
        """The axes in another order."""
        perm = tuple(permutation)
        if perm == tuple(range(x.ndim)):
            return x
        return self.node("Transpose", [x], [x.shape[i] for i in perm], x.dtype, perm=perm)

    def expand(self, x: Tensor, shape: Sequence[int]) -> Tensor:
        """Repeated along axes of length 1 and new leading ones."""
        if x.shape == tuple(shape):
            return x
        made = self.node("Expand", [x, self.ints(shape)], shape, x.dtype)
        self.shared.narrow[made.name] = x
        return made

    def slice(
        self,
        x: Tensor,
        starts: Sequence[int],
        limits: Sequence[int],
        strides: Sequence[int] | None = None,
    ) -> Tensor:
        """Of each axis the elements from a start to a limit, in strides above 0."""
        steps = tuple(strides or [1] * x.ndim)
        bounds = zip(starts, limits, steps, strict=True)
        shape = [max(0, -((start - limit) // step)) for start, limit, step in bounds]
        axes = self.ints(range(x.ndim))
        given = [x, self.ints(starts), self.ints(limits), axes, self.ints(steps)]
        return self.node("Slice", given, shape, x.dtype)

    def concatenate(self, tensors: Sequence[Tensor], axis: int) -> Tensor:
        """One after another along an axis."""
        if len(tensors) == 1:
            return tensors[0]
        first = tensors[0]
        shape = list(first.shape)
        shape[axis] = sum(t.shape[axis] for t in tensors)
        return self.node("Concat", tensors, shape, first.dtype, axis=axis)

    def arange(self, n: int) -> Tensor:
        """0, 1, … below n, as int64."""
        ends = [self.scalar(k, INT64) for k in (0, n, 1)]
        return self.node("Range", ends, (n,), INT64)

    def where(self, condition: Tensor, yes: Tensor, no: Tensor) -> Tensor:
        """`yes` where the condition holds, else `no`."""
        shape = np.broadcast_shapes(condition.shape, yes.shape, no.shape)
        if yes.dtype == dtypes.bool_:
            chosen = self.node("And", [condition, yes], shape, yes.dtype)
            other = self.node("Not", [condition], condition.shape, yes.dtype)
            rest = self.node("And", [other, no], shape, yes.dtype)
            return self.node("Or", [chosen, rest], shape, yes.dtype)
        return self.node("Where", [condition, yes, no], shape, yes.dtype)

    def padded(self, x: Tensor, config: Sequence[tuple[int, int, int]], value: Tensor) -> Tensor:
        """The operand in a frame of a scalar, as `lax.pad`: (low, high, interior) of each axis."""
        for axis, (_, _, interior) in enumerate(config):
            if interior:
                x = self._spread(x, axis, interior, value)
        pads = [max(0, low) for low, _, _ in config] + [max(0, high) for _, high, _ in config]
        shape = [
            n + low + high
            for n, low, high in zip(x.shape, pads[: x.ndim], pads[x.ndim :], strict=True)
        ]
        if any(pads):
            x = self.node("Pad", [x, self.ints(pads), value], shape, x.dtype, mode="constant")
        if any(low < 0 or high < 0 for low, high, _ in config):
            starts = [max(0, -low) for low, _, _ in config]
            limits = [n + min(0, c[1]) for n, c in zip(x.shape, config, strict=True)]
            x = self.slice(x, starts, limits)
        return x

    def _spread(self, x: Tensor, axis: int, interior: int, value: Tensor) -> Tensor:
        """With `interior` elements of the value between each two along an axis."""
        n, step, rank = x.shape[axis], interior + 1, x.ndim
        if n == 0:
            return x
        apart = self.reshape(x, (*x.shape[: axis + 1], 1, *x.shape[axis + 1 :]))
        pads = [0] * (2 * rank + 2)
        pads[rank + 1 + axis + 1] = interior
        shape = list(apart.shape)
        shape[axis + 1] = step
        apart = self.node("Pad", [apart, self.ints(pads), value], shape, x.dtype, mode="constant")
        together = self.reshape(apart, (*x.shape[:axis], n * step, *x.shape[axis + 1 :]))
        limits = list(together.shape)
        limits[axis] -= interior
        return self.slice(together, [0] * rank, limits)

    def along(self, x: Tensor, axis: int, rank: int) -> Tensor:
        """A vector laid along one of `rank` axes; the others have length 1."""
        return self.reshape(x, [x.shape[0] if k == axis else 1 for k in range(rank)])

    def flat(self, x: Tensor, leading: int) -> Tensor:
        """As a matrix: the first `leading` axes, and the others."""
        sizes = x.shape[:leading], x.shape[leading:]
        return self.reshape(x, [math.prod(s) for s in sizes])


def stored(dtype: Any) -> np.dtype:
    """The dtype as files have it; raises MissingRuleError for one that ONNX has not."""
    found = np.dtype(dtypes.physical(dtype))
    element_type(found)
    return found


def element_type(dtype: np.dtype) -> int:
    """ONNX's number of a dtype: `onnx.TensorProto.DataType`."""
    number = _NUMBERS.get(dtype.name)
    if number is None:
        raise MissingRuleError(f"ONNX has no tensors of dtype {dtype.name}")
    return number


_NUMBERS = {
    "float32": 1,
    "uint8": 2,
    "int8": 3,
    "uint16": 4,
    "int16": 5,
    "int32": 6,
    "int64": 7,
    "bool": 9,
    "float16": 10,
    "float64": 11,
    "uint32": 12,
    "uint64": 13,
    "bfloat16": 16,
}
