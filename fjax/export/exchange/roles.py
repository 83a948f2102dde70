"""Nodes that follow from a primitive's role: its scalar program, monoid, index map or target."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, scalar
from fjax.core.kinds import Monoid, Role
from fjax.core.primitive import Primitive
from fjax.core.scalar import Expr
from fjax.errors import MissingRuleError
from fjax.export.exchange.graph import INT64, Graph, Tensor
from fjax.export.exchange.scalars import Spelling
from fjax.primitives.families import scalar_program

_REDUCTIONS = {
    Monoid.ADD: "ReduceSum",
    Monoid.MUL: "ReduceProd",
    Monoid.MAX: "ReduceMax",
    Monoid.MIN: "ReduceMin",
}
_UPDATES = {
    None: "none",
    Monoid.ADD: "add",
    Monoid.MUL: "mul",
    Monoid.MAX: "max",
    Monoid.MIN: "min",
}
Outs = Sequence[Any]  # types of outputs


def by_role(graph: Graph, op: Primitive, tensors: Sequence[Tensor], outs: Outs) -> list[Tensor]:
    """The outputs of a primitive; raises MissingRuleError if they do not follow from its role."""
    rules: dict[Role, Callable[..., Tensor]] = {
        Role.ELEMENTWISE: _elementwise,
        Role.REDUCTION: _reduction,
        Role.INDEX: _index_map,
        Role.UPDATE: _update,
        Role.CUMULATIVE: _running,
    }
    rule = rules.get(op.role)
    if rule is None:
        raise MissingRuleError(f"ONNX has no operation {op.name}")
    return [rule(graph, op, tensors, outs[0])]


def _elementwise(graph: Graph, op: Primitive, tensors: Sequence[Tensor], out: Any) -> Tensor:
    leaves = tuple([scalar.leaf(k, t.dtype) for k, t in enumerate(tensors)])
    if "scalar" in op.absent:
        raise MissingRuleError(f"ONNX has no operation {op.name}")
    narrow = graph.shared.narrow
    if any(t.shape == out.shape and t.name not in narrow for t in tensors):
        tensors = [narrow.get(t.name, t) for t in tensors]  # nodes broadcast
    found = Spelling(graph, tensors.__getitem__)(_real(scalar_program(op, leaves), op))
    return graph.expand(found, out.shape)


def _real(value: Any, op: Primitive) -> Expr:
    if not isinstance(value, Expr):
        raise MissingRuleError(f"ONNX has no complex numbers, which {op.name} computes with")
    return value


def _reduction(graph: Graph, op: Any, tensors: Sequence[Tensor], out: Any) -> Tensor:
    (x,), monoid = tensors, op.monoid
    if any(x.shape[a] == 0 for a in op.axes):
        return graph.expand(graph.scalar(op.identity(x.dtype), x.dtype), out.shape)
    wide = _computing(x.dtype)
    if monoid in (Monoid.AND, Monoid.OR) and x.dtype == dtypes.bool_:
        monoid = Monoid.MIN if monoid is Monoid.AND else Monoid.MAX
    if monoid not in _REDUCTIONS:
        raise MissingRuleError(f"ONNX has no operation {op.name} of {x.dtype.name}")
    given = [graph.cast(x, wide), graph.ints(op.axes)]
    found = graph.node(_REDUCTIONS[monoid], given, out.shape, wide, keepdims=0)
    return graph.cast(found, x.dtype)


def _computing(dtype: np.dtype) -> np.dtype:
    """The dtype in which runtimes reduce: integers that they lack in int64, which wraps."""
    lacking = dtype.kind in "iub" and dtype not in (np.int32, np.int64)
    return INT64 if lacking else dtypes.widened(dtype)


# ---- index maps


class _Places:
    """Index tensors: each axis of a shape is a range along it; sources are read by them."""

    def __init__(self, graph: Graph, shape: Sequence[int], tensors: Sequence[Tensor]):
        self.graph, self.shape, self.tensors = graph, tuple(shape), tensors
        self.reads: list[tuple[int, tuple[Expr, ...], Expr | None]] = []
        self.spelling = Spelling(graph, self._leaf)
        self.index = [scalar.leaf(("axis", k), INT64) for k in range(len(shape))]

    def _leaf(self, key: Any) -> Tensor:
        kind, number = key
        if kind == "axis":
            counted = self.graph.arange(self.shape[number])
            return self.graph.along(counted, number, len(self.shape))
        return self._read(*self.reads[number])

    def operand(self, k: int) -> Any:
        """What `element` and `target` read: a call with an index gives the element there."""
        tensor = self.tensors[k]

        def read(index: Sequence[Any], where: Expr | None = None) -> Expr:
            self.reads.append((k, tuple([_place(i) for i in index]), where))
            return scalar.leaf(("read", len(self.reads) - 1), tensor.dtype)

        read.shape, read.dtype = tensor.shape, tensor.dtype  # type: ignore[attr-defined]
        return read

    def _read(self, k: int, index: tuple[Expr, ...], where: Expr | None) -> Tensor:
        tensor, graph = self.tensors[k], self.graph
        if not index:
            return tensor
        places = []
        for i, n in zip(index, tensor.shape, strict=True):
            if where is not None:
                i = scalar.minimum(scalar.maximum(i, 0), max(0, n - 1))
            places.append(self.spelling(i))
        shape = np.broadcast_shapes(*[p.shape for p in places])
        columns = [graph.reshape(graph.expand(p, shape), (*shape, 1)) for p in places]
        indices = graph.concatenate(columns, len(shape))
        return graph.node("GatherND", [tensor, indices], shape, tensor.dtype)


def _place(i: Any) -> Expr:
    return i if isinstance(i, Expr) else scalar.const(i, INT64)


def _index_map(graph: Graph, op: Primitive, tensors: Sequence[Tensor], out: Any) -> Tensor:
    places = _Places(graph, out.shape, tensors)
    value = op.element(places.index, *[places.operand(k) for k in range(len(tensors))])
    return graph.expand(places.spelling(_real(value, op)), out.shape)


def _update(graph: Graph, op: Any, tensors: Sequence[Tensor], out: Any) -> Tensor:
    """Rows of the flat operand are replaced; what is dropped goes into one more row."""
    x, updates = tensors[0], tensors[op.update_operand]
    if op.monoid not in _UPDATES:
        raise MissingRuleError(f"ONNX has no operation {op.name}")
    places = _Places(graph, updates.shape, tensors)
    at, inside = op.target(places.index, *[places.operand(k) for k in range(len(tensors))])
    linear = scalar.const(0, INT64)
    for n, place in zip(x.shape, at, strict=True):
        linear = linear * n + _place(place)
    size = int(np.prod(x.shape, dtype=np.int64))
    if inside is not None:
        linear = scalar.select(inside, linear, scalar.const(size, INT64))
    rows = graph.expand(places.spelling(linear), updates.shape)
    count = int(np.prod(updates.shape, dtype=np.int64))
    spare = graph.expand(graph.scalar(0, x.dtype), (1,))
    flat = graph.concatenate([graph.reshape(x, (size,)), spare], 0)
    given = [flat, graph.reshape(rows, (count, 1)), graph.reshape(updates, (count,))]
    way = _UPDATES[op.monoid]
    found = graph.node("ScatterND", given, (size + 1,), x.dtype, reduction=way)
    return graph.reshape(graph.slice(found, (0,), (size,)), x.shape)


# ---- running totals


def _running(graph: Graph, op: Any, tensors: Sequence[Tensor], out: Any) -> Tensor:
    if len(tensors) != 1 or not hasattr(op, "combine"):
        raise MissingRuleError(f"ONNX has no operation {op.name}")
    (x,), axis = tensors, op.axis
    if 0 in x.shape:
        return x
    wide = _computing(x.dtype)
    x = graph.cast(x, wide)
    if op.monoid is Monoid.ADD and wide in (np.int32, np.int64, np.float32, np.float64):
        given = [x, graph.scalar(axis, INT64)]
        total = graph.node("CumSum", given, x.shape, wide, reverse=int(op.reverse))
        return graph.cast(total, out.dtype)
    return graph.cast(_combined_along(graph, op, x), out.dtype)


def _combined_along(graph: Graph, op: Any, x: Tensor) -> Tensor:
    """A Scan whose state is the total so far; the first element is the first total."""
    n, axis = x.shape[op.axis], op.axis
    cut = functools.partial(_cut, graph, x, axis)
    first, rest = (cut(n - 1, n), cut(0, n - 1)) if op.reverse else (cut(0, 1), cut(1, n))
    shape = [m for k, m in enumerate(x.shape) if k != axis]
    body = graph.body()
    total, now = (body.input(body.fresh("step"), shape, x.dtype) for _ in range(2))
    after = _combination(body, op, total, now)
    again = body.node("Identity", [after], shape, x.dtype)
    body.outputs = [after, again]
    start = graph.reshape(first, shape)
    direction = int(op.reverse)
    outs = graph.nodes_of(
        "Scan",
        [start, rest],
        [(shape, x.dtype), (rest.shape, x.dtype)],
        body=body,
        num_scan_inputs=1,
        scan_input_axes=[axis],
        scan_output_axes=[axis],
        scan_input_directions=[direction],
        scan_output_directions=[direction],
    )
    return graph.concatenate([outs[1], first] if op.reverse else [first, outs[1]], axis)


def _cut(graph: Graph, x: Tensor, axis: int, start: int, limit: int) -> Tensor:
    starts, limits = [0] * x.ndim, list(x.shape)
    starts[axis], limits[axis] = start, limit
    return graph.slice(x, starts, limits)


def _combination(graph: Graph, op: Any, total: Tensor, now: Tensor) -> Tensor:
    kinds = {Monoid.MUL: "Mul", Monoid.MAX: "Max", Monoid.MIN: "Min"}
    kind = kinds.get(op.monoid)
    if kind is None:
        raise MissingRuleError(f"ONNX has no operation {op.name}")
    return graph.node(kind, [total, now], total.shape, total.dtype)
