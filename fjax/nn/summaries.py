"""Tables of models: the parameters, and for given inputs the layers with what they compute."""

from __future__ import annotations

import html
import itertools
import math
import os.path
import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from fjax import tree
from fjax.api.jit import eval_shape
from fjax.core import tracing
from fjax.core.ir import Equation
from fjax.core.kinds import Role
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError
from fjax.higher_order.cond import Cond
from fjax.higher_order.scan import Scan
from fjax.nn.filters import Where, mask, path_of
from fjax.nn.module import part, walk
from fjax.nn.observing import Observer, Visit
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.convolution import ConvGeneralDilated


@dataclass(frozen=True)
class Summary:
    """A table of a model's parameters; it prints, and notebooks show it.

    >>> table = summary(fjax.nn.Linear(2, 3, key=fjax.random.key(0)), trained="bias")
    >>> table.count, table.trained, table.bytes
    (9, 3, 36)
    """

    rows: tuple[tuple[str, str, str, int, int], ...]  # path, layer, type, elements, bytes
    trained: int  # of the elements
    columns: ClassVar[tuple[str, ...]] = ("parameter", "layer", "type", "count", "bytes")
    texts: ClassVar[int] = 3  # columns of texts, before those of numbers

    def _numbers(self) -> range:
        """The columns of numbers."""
        return range(self.texts, len(self.columns))

    def _total(self, column: int) -> int:
        return sum(int(row[column]) for row in self.rows)

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return self._total(3)

    @property
    def bytes(self) -> int:
        """What they occupy."""
        return self._total(len(self.columns) - 1)

    def _lines(self) -> list[tuple[str, ...]]:
        total = ("total", *[""] * (self.texts - 1), *(self._total(k) for k in self._numbers()))
        lines: list[tuple[str, ...]] = [
            (*map(str, row[: self.texts]), *(f"{number:,}" for number in row[self.texts :]))
            for row in [*self.rows, total]
        ]
        if self.trained < self.count:
            texts = [f"{self.trained:,} trained, {self.count - self.trained:,} frozen"]
            lines.append((*texts, *[""] * (len(self.columns) - 1)))
        return [self.columns, *lines]

    def __str__(self) -> str:
        lines = self._lines()
        widths = [max(len(line[k]) for line in lines[:-1]) for k in range(len(self.columns))]
        widths[0] = max(widths[0], len(lines[-1][0]) if lines[-1][1:] == ("total",) else 0)
        rows = [
            "  ".join(
                cell.rjust(width) if k >= self.texts else cell.ljust(width)
                for k, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        head, *body = self._lines()
        n = len(self.rows)
        inside = self._folded(list(zip(self.rows, body, strict=False))) if n > FEW else ""
        return f"<table>{_rows([head], 'th')}{inside or _rows(body[:n])}{_rows(body[n:])}</table>"

    def _folded(self, rows: Sequence[tuple[Any, tuple[str, ...]]], depth: int = 0) -> str:
        """Rows and their lines, whose paths agree up to a depth; those of a next step folded."""
        found = []
        for step, group in itertools.groupby(rows, lambda row: _steps(row[0][0])[depth:][:1]):
            part = list(group)
            if len(part) == 1 or not step:
                found.append(_rows(line for _, line in part))
                continue
            steps = os.path.commonprefix([_steps(row[0]) for row, _ in part])
            sums = [
                f"{sum(row[k] for row, _ in part):,} {self.columns[k]}" for k in self._numbers()
            ]
            said = html.escape(f"{''.join(steps).removeprefix('.')}: {', '.join(sums)}")
            inner = f"<summary>{said}</summary><table>{self._folded(part, len(steps))}</table>"
            found.append(_wide(f"<details>{inner}</details>", len(self.columns)))
        return "".join(found)


@dataclass(frozen=True)
class LayerSummary(Summary):
    """A table of the layers that a model calls: what each gives, has, and computes.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> summary(layer, jnp.ones((5, 2), jnp.float32)).operations
    75
    """

    rows: tuple[tuple[str, str, str, int, int, int], ...]  # type: ignore[assignment]
    columns = ("layer", "kind", "output", "parameters", "operations", "bytes")

    @property
    def operations(self) -> int:
        """How many operations on numbers there are; a product and its sum are two."""
        return self._total(4)


FEW = 12  # rows that notebooks show unfolded


def _rows(lines: Iterable[tuple[str, ...]], cell: str = "td") -> str:
    """Lines as rows of a table."""
    shown = ("".join(f"<{cell}>{html.escape(x)}</{cell}>" for x in line) for line in lines)
    return "".join(f"<tr>{row}</tr>" for row in shown)


def _wide(content: str, columns: int) -> str:
    """A row of a table that is one cell."""
    return f'<tr><td colspan="{columns}">{content}</td></tr>'


def _steps(path: str) -> list[str]:
    """A path as steps.

    >>> _steps("layers[0].weight")
    ['layers', '[0]', '.weight']
    """
    return re.findall(r"\.?[^.\[\]]+|\[[^\]]*\]", path)


def summary(model: Any, *args: Any, trained: Where = None, **keywords: Any) -> Summary:
    """A table of a model's parameters; with what it is called with, one of the layers it calls.

    args, keywords: of the call, arrays or types (`fjax.ShapeDtypeStruct`); nothing is computed.
    Layers then stand with the type that they give and its bytes, their own parameters, and how many
    operations they take; loops (`nn.Stack`) are one row. trained: the parts that are, as in
    `fjax.nn.mask`; the others are counted as frozen.

    >>> print(summary(fjax.nn.Linear(2, 3, key=fjax.random.key(0))))
    parameter  layer   type          count  bytes
    weight     Linear  float32[3,2]      6     24
    bias       Linear  float32[3]        3     12
    total                                9     36
    >>> model = fjax.nn.Sequential(fjax.nn.Linear(2, 3, key=fjax.random.key(0)), fjax.nn.relu)
    >>> print(summary(model, jnp.ones((5, 2), jnp.float32)))
    layer      kind    output        parameters  operations  bytes
    layers[0]  Linear  float32[5,3]           9          75     60
    layers[1]  relu    float32[5,3]           0          15     60
    total                                     9          90    120
    """
    if not callable(model) or isinstance(model, type):
        raise FjaxTypeError(
            f"nn.summary takes a model, and then what it is called with, got {model!r:.60}"
        )
    answers = zip(tree.leaves(mask(model, trained)), tree.leaves(model), strict=True)
    count = sum(math.prod(leaf.shape) for answer, leaf in answers if answer)
    if args or keywords:
        shapes = [x for x in args if isinstance(x, tuple) and x and all(type(n) is int for n in x)]
        if shapes:
            raise FjaxTypeError(
                f"nn.summary: an argument is the tuple {shapes[0]}; an input of that shape is "
                f"fjax.ShapeDtypeStruct({shapes[0]}, jnp.float32)"
            )
        return LayerSummary(tuple(_layers(model, args, keywords)), count)
    rows = []
    for keys, leaf in tree.leaves_with_path(model):
        layer = type(part(model, path_of(keys[:-1]))).__name__
        size = math.prod(leaf.shape)
        rows.append((path_of(keys), layer, _type(leaf), size, size * leaf.dtype.itemsize))
    return Summary(tuple(rows), count)


def _type(x: Any) -> str:
    return f"{x.dtype}[{','.join(map(str, x.shape))}]"


def _layers(model: Any, args: Any, keywords: Any) -> list[Any]:
    """The rows of the layers that are called."""
    rows: list[Any] = []

    def call(model: Any, args: Any, keywords: dict[str, Any]) -> Any:
        with _Costs(model) as noted:
            result = model(*args, **arrays, **fixed)
        rows.extend(noted.rows())
        return result

    fixed = {name: x for name, x in keywords.items() if isinstance(x, bool | str | None)}
    arrays = {name: x for name, x in keywords.items() if name not in fixed}
    eval_shape(call, model, args, arrays)
    return rows


class _Costs(Observer):
    """Notes what each call of a module adds to the trace around."""

    def __init__(self, model: Any):
        super().__init__(model)
        self._here: Any = tracing.current()
        self._began: dict[Visit, tuple[int, int]] = {}  # equations, and calls, before
        self._counted: set[int] = set()  # equations of calls within
        self._owned: set[int] = set()  # parameters of modules within
        self._rows: list[tuple[int, Any]] = []  # by the number of the call

    def entered(self, visit: Visit) -> None:
        self._began[visit] = len(self._here.eqns), len(self._began)

    def left(self, visit: Visit, result: Any) -> Any:
        if self._staged():
            here = self._here
            own = [x for x in tree.leaves(visit.module) if id(x) not in self._owned]
            self._owned.update(map(id, own))
            begin, number = self._began[visit]
            new = [k for k in range(begin, len(here.eqns)) if k not in self._counted]
            self._counted.update(new)
            work = _operations(here.eqns[k] for k in new)
            inner = sum(1 for _ in walk(visit.module)) == 1
            if inner or own or work:
                count = sum(math.prod(x.shape) for x in own)
                self._rows.append((number, self._row(visit, result, count, work)))
        return result

    def _staged(self) -> bool:
        return tracing.current() is self._here

    def _row(self, visit: Visit, result: Any, count: int, work: int) -> tuple[Any, ...]:
        first = result[0] if isinstance(result, tuple) and result else result
        shown = tree.leaves(first)
        output = ", ".join(map(_type, shown[:3])) + (", …" if len(shown) > 3 else "")
        size = sum(math.prod(x.shape) * x.dtype.itemsize for x in shown)
        function = getattr(visit.module, "function", None)  # of a Lambda
        kind = getattr(function, "__name__", type(visit.module).__name__)
        return visit.path or "model", kind, output, count, work, size

    def rows(self) -> list[Any]:
        """The rows in the order in which calls began."""
        return [row for _, row in sorted(self._rows, key=lambda each: each[0])]


def operations(equation: Equation) -> int:
    """How many operations on numbers an equation takes, about: none if it moves data.

    >>> program = fjax.make_jaxpr(lambda x: x @ x)(jnp.ones((3, 3)))
    >>> sum(map(operations, program.eqns))
    54
    """
    primitive, outs = equation.op, [v.aval for v in equation.outvars]
    given = [atom.aval for atom in equation.invars]
    inside = [_operations(each.eqns) for each in primitive.jaxprs]
    if inside:
        if isinstance(primitive, Cond):
            return max(inside)
        return sum(inside) * (primitive.length if isinstance(primitive, Scan) else 1)
    if isinstance(primitive, DotGeneral):
        contracted = primitive.dimension_numbers[0][0]
        return 2 * _size(outs) * math.prod(given[0].shape[k] for k in contracted)
    if isinstance(primitive, ConvGeneralDilated):
        features = primitive.dimension_numbers.rhs_spec[0]
        kernel = given[1].shape
        return 2 * _size(outs) * math.prod(kernel) // kernel[features]
    if isinstance(primitive, ConvertElementType):
        return 0
    if primitive.role is Role.ELEMENTWISE:
        return _size(outs)
    return _size(given) if primitive.role in (Role.REDUCTION, Role.CUMULATIVE) else 0


def _operations(equations: Iterable[Equation]) -> int:
    return sum(map(operations, equations))


def _size(avals: Sequence[Any]) -> int:
    return sum(math.prod(aval.shape) for aval in avals)
