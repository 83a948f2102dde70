"""One graph for any sizes: where graphs for several sizes differ stand formulas, as nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.dimensions import Dimension
from fjax.core.printer import number_text
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError, MissingRuleError
from fjax.export.exchange.graph import INT64, Graph, Tensor
from fjax.export.formulas import Formula, Sizes, float_formula, size_formula

Formulas = dict[str, list[Any]]  # of a constant's numbers: what each is for the sizes


def formulas(graphs: Sequence[Graph], samples: Sequence[Sizes]) -> Formulas:
    """For each constant that differs among the graphs, the formulas of its numbers.

    Raises FjaxValueError if the graphs differ in more than numbers of constants.
    """
    first = graphs[0]
    for other in graphs[1:]:
        _check_same(first, other)
    found: Formulas = {}
    for name, value in first.shared.constants.items():
        values = [g.shared.constants[name] for g in graphs]
        if any(v.shape != value.shape for v in values):
            raise FjaxValueError("the number of axes depends on the sizes")
        if any(v.tobytes() != value.tobytes() for v in values):
            columns = zip(*[v.reshape(-1).tolist() for v in values], strict=True)
            found[name] = [_formula(c, value.dtype, samples) for c in columns]
    return found


def _check_same(one: Graph, two: Graph) -> None:
    if len(one.nodes) != len(two.nodes):
        raise FjaxValueError(f"it has {len(one.nodes)} nodes for some sizes, or {len(two.nodes)}")
    for a, b in zip(one.nodes, two.nodes, strict=True):
        if (a.kind, a.inputs, a.outputs, a.attributes.keys()) != (
            b.kind,
            b.inputs,
            b.outputs,
            b.attributes.keys(),
        ):
            raise FjaxValueError(f"it has a node {a.kind} for some sizes, and {b.kind} for others")
        for key, value in a.attributes.items():
            other = b.attributes[key]
            if isinstance(value, Graph):
                _check_same(value, other)
            elif value != other:
                raise FjaxValueError(
                    f"the attribute {key} of a node {a.kind} is {value} for some sizes, and "
                    f"{other} for others; ONNX takes a constant there"
                )


def _formula(column: Sequence[Any], dtype: np.dtype, samples: Sequence[Sizes]) -> Any:
    if len(set(column)) == 1:
        return column[0]
    found: Any = None
    if dtype.kind in "iu":
        found = size_formula([int(v) for v in column], samples)
    elif dtype.kind == "f":
        texts = [number_text(np.asarray(v, dtype)[()]) for v in column]
        found = float_formula(texts, {4: "f32", 8: "f64"}.get(dtype.itemsize, "f32"), samples)
    if found is None:
        numbers = ", ".join(map(str, column))
        raise FjaxValueError(f"no formula of the sizes was found that gives {numbers}")
    return found


@dataclass
class _Size:
    """A size as a tensor of rank 0; arithmetic adds nodes."""

    graph: Graph
    tensor: Tensor

    def _with(self, kind: str, other: Any, **attributes: Any) -> _Size:
        right = other.tensor if isinstance(other, _Size) else self.graph.scalar(other, INT64)
        made = self.graph.node(kind, [self.tensor, right], (), INT64, **attributes)
        return _Size(self.graph, made)

    def __add__(self, other: Any) -> Any:
        return self if _is_plain(other, 0) else self._with("Add", other)

    def __sub__(self, other: Any) -> Any:
        return self._with("Sub", other)

    def __mul__(self, other: Any) -> Any:
        return self if _is_plain(other, 1) else self._with("Mul", other)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: int) -> Any:
        result: Any = 1
        for _ in range(power):
            result = self * result
        return result

    def __mod__(self, other: Any) -> Any:
        return self._with("Mod", other)

    def __floordiv__(self, other: Any) -> Any:
        return (self - self % other)._with("Div", other)

    def __lt__(self, other: Any) -> Any:
        raise MissingRuleError("export.onnx does not say max and min of symbolic sizes")

    __gt__ = __lt__


def _is_plain(value: Any, number: int) -> bool:
    return isinstance(value, int) and value == number


def add_formulas(
    graph: Graph, found: Formulas, inputs: Sequence[Tensor], avals: Sequence[ShapedArray]
) -> None:
    """Replace these constants of a graph by nodes, before all others, that compute them."""
    if not found:
        return
    front = Graph(graph.shared)
    variables = _variables(front, inputs, avals)
    numbers: dict[Any, Tensor] = {}  # each is computed once
    lists: dict[Any, str] = {}
    renamed: dict[str, str] = {}
    for name, entries in found.items():
        was = graph.shared.constants.pop(name)
        keys = [(type(e), str(e), was.dtype) for e in entries]
        whole = (tuple(keys), was.shape)
        if whole not in lists:
            for key, entry in zip(keys, entries, strict=True):
                if key not in numbers:
                    numbers[key] = _entry(front, entry, was.dtype, variables)
            columns = [numbers[key] for key in keys]
            if was.ndim:
                columns = [front.reshape(c, (1,)) for c in columns]
            lists[whole] = front.concatenate(columns, 0).name
        renamed[name] = lists[whole]
    graph.rename(renamed)
    graph.nodes[:0] = front.nodes


def _entry(front: Graph, entry: Any, dtype: np.dtype, variables: Mapping[str, Any]) -> Tensor:
    if isinstance(entry, Dimension):
        return front.cast(entry.at(variables).tensor, dtype)
    if not isinstance(entry, Formula):
        return front.scalar(entry, dtype)
    size = front.cast(entry.size.at(variables).tensor, dtype)
    for kind in {"1/sqrt": ("Sqrt", "Reciprocal"), "1/": ("Reciprocal",)}.get(
        entry.function, {"sqrt": ("Sqrt",), "log": ("Log",), "": ()}.get(entry.function, ())
    ):
        size = front.node(kind, [size], (), dtype)
    return size


def _variables(
    front: Graph, inputs: Sequence[Tensor], avals: Sequence[ShapedArray]
) -> dict[str, _Size]:
    """The dimension variables, from the lengths of inputs in which they stand alone."""
    found: dict[str, _Size] = {}
    pending: list[tuple[str, Dimension, Tensor, int]] = []
    unknown: set[str] = set()
    for tensor, aval in zip(inputs, avals, strict=True):
        lengths_said: tuple[Any, ...] = aval.shape
        for axis, n in enumerate(lengths_said):
            names = n.variables() if isinstance(n, Dimension) else frozenset()
            unknown |= names
            pending += [(name, n, tensor, axis) for name in names if len(names) == 1]
    for name, size, tensor, axis in sorted(pending, key=lambda each: len(str(each[1]))):
        linear = size.linear_in(name)
        if name in found or linear is None or not isinstance(linear[1], int):
            continue
        lengths = front.node("Shape", [tensor], (tensor.ndim,), INT64)
        place = front.scalar(axis, INT64)
        length: Any = _Size(front, front.node("Gather", [lengths, place], (), INT64, axis=0))
        if linear[1]:
            length = length - linear[1]
        found[name] = length if linear[0] == 1 else length._with("Div", linear[0])
    if unknown - found.keys():
        raise FjaxValueError(
            f"export.onnx: no length of an argument is {sorted(unknown - found.keys())[0]} alone, "
            "or linear in it; give an argument with such a length"
        )
    return found
