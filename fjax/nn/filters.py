"""Parts of models: what is trained and what is fixed, dtypes, a table of the parameters."""

from __future__ import annotations

import dataclasses
import html
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from fjax import numpy as jnp
from fjax import tree
from fjax.core import dtypes
from fjax.core.annotations import DTypeLike, T
from fjax.errors import FjaxValueError
from fjax.nn.module import part

Where = str | Sequence[str] | Callable[[str, Any], bool] | None


def _path(keys: Any) -> str:
    return "".join(map(str, keys)).removeprefix(".")


def _chosen(where: Where, paths: Sequence[str]) -> Callable[[str, Any], bool]:
    """Whether a leaf is meant, as a function of its path and value."""
    if where is None:
        return lambda path, leaf: dtypes.is_inexact(jnp.asarray(leaf).dtype)
    if callable(where):
        return where
    patterns = [where] if isinstance(where, str) else list(where)
    forms = [re.compile(re.escape(p).replace(r"\*", ".*") + r"([.\[].*)?") for p in patterns]
    for pattern, form in zip(patterns, forms, strict=True):
        if not any(form.fullmatch(path) for path in paths):
            shown = ", ".join(paths[:8]) + (", …" if len(paths) > 8 else "")
            raise FjaxValueError(f"no parameter is at {pattern!r}; there are {shown}")
    return lambda path, leaf: any(form.fullmatch(path) for form in forms)


def mask(model: Any, where: Where = None) -> Any:
    """A tree like the model with a bool for each leaf, as `fjax.optim.masked` takes it.

    where: the path of a part, or several, as errors and summaries spell them; `*` stands for
    anything. Or a function of (path, leaf), or None for all leaves of floats. FjaxValueError if
    nothing is at a path.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> mask(layer, "bias").weight, mask(layer, "bias").bias
    (False, True)
    """
    leaves = [(_path(keys), leaf) for keys, leaf in tree.leaves_with_path(model)]
    chosen = _chosen(where, [path for path, _ in leaves])
    answers = [bool(chosen(path, leaf)) for path, leaf in leaves]
    return tree.unflatten(tree.structure(model), answers)


def partition(model: T, where: Where = None) -> tuple[T, T]:
    """(the selected leaves, the others), as two models with None in the other's places.

    Differentiate in the first, and `combine` both in the function. where: as in `mask`.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> trained, fixed = partition(layer, "bias")
    >>> loss = lambda trained: jnp.sum(combine(trained, fixed)(jnp.ones(2)))
    >>> fjax.grad(loss)(trained)
    Linear(weight=None, bias=float32[3])
    """
    answers = mask(model, where)
    meant = tree.map(lambda answer, x: x if answer else None, answers, model)
    return meant, tree.map(lambda answer, x: None if answer else x, answers, model)


def combine(meant: T, others: Any) -> T:
    """The model that `partition` divided into these two parts.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> combine(*partition(layer, "bias"))
    Linear(weight=float32[3,2], bias=float32[3])
    """
    return tree.map(lambda x, y: y if x is None else x, meant, others, is_leaf=lambda x: x is None)


def to_dtype(model: T, dtype: DTypeLike) -> T:
    """The model with its leaves of floats in a dtype; layers compute in their weights' dtype.

    Inside a loss this is mixed precision: gradients arrive at the float32 parameters outside.

    >>> to_dtype(fjax.nn.Linear(2, 3, key=fjax.random.key(0)), jnp.bfloat16)
    Linear(weight=bfloat16[3,2], bias=bfloat16[3])
    """

    def converted(x: Any) -> Any:
        return x.astype(dtype) if jnp.issubdtype(x.dtype, jnp.floating) else x

    return tree.map(converted, model)


@dataclasses.dataclass(frozen=True)
class Summary:
    """A table of a model's parameters; it prints, and notebooks show it.

    >>> summary(fjax.nn.Linear(2, 3, key=fjax.random.key(0))).count
    9
    """

    rows: tuple[tuple[str, str, str, int, int], ...]  # path, layer, type, elements, bytes

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return sum(row[3] for row in self.rows)

    @property
    def bytes(self) -> int:
        """What they occupy."""
        return sum(row[4] for row in self.rows)

    def _lines(self) -> list[tuple[str, ...]]:
        total = ("total", "", "", f"{self.count:,}", f"{self.bytes:,}")
        body = [(*row[:3], f"{row[3]:,}", f"{row[4]:,}") for row in self.rows]
        return [("parameter", "layer", "type", "count", "bytes"), *body, total]

    def __str__(self) -> str:
        lines = self._lines()
        widths = [max(len(line[k]) for line in lines) for k in range(5)]
        rows = [
            "  ".join(
                cell.rjust(width) if k > 2 else cell.ljust(width)
                for k, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            for line in lines
        ]
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        head, *body = (
            "".join(f"<td>{html.escape(cell)}</td>" for cell in line) for line in self._lines()
        )
        head = head.replace("td>", "th>")
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in [head, *body]) + "</table>"


def summary(model: Any) -> Summary:
    """A table of the parameters: paths, layers, shapes, counts, bytes.

    >>> print(summary(fjax.nn.Linear(2, 3, key=fjax.random.key(0))))
    parameter  layer   type          count  bytes
    weight     Linear  float32[3,2]      6     24
    bias       Linear  float32[3]        3     12
    total                                9     36
    """
    rows = []
    for keys, leaf in tree.leaves_with_path(model):
        owner = _path(keys[:-1])
        layer = type(part(model, owner)).__name__
        kind = f"{leaf.dtype}[{','.join(map(str, leaf.shape))}]"
        count = math.prod(leaf.shape)
        rows.append((_path(keys), layer, kind, count, count * leaf.dtype.itemsize))
    return Summary(tuple(rows))
