"""A function in float32 beside the same in float64: where their values part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax.api.staged import make_jaxpr
from fjax.config import config
from fjax.core import dtypes
from fjax.core.evaluate import evaluate_jaxpr, literal_value
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.source import Source, text_of
from fjax.core.tracing import as_array, bind
from fjax.errors import FjaxValueError
from fjax.explanation.markup import counted
from fjax.tree_util import tree_leaves, tree_map

MOST = 8  # operations that a table lists
ROUNDING = float(np.finfo(np.float32).eps)
LOST = 100 * ROUNDING  # an error that is more than that of some roundings
GREW = 8  # times the error of the operands, from which an operation lost digits itself


class Parted(NamedTuple):
    """An operation whose results differ: relative errors of its result and of its operands."""

    name: str
    source: Source | None
    error: float
    before: float

    @property
    def growth(self) -> float:
        """How many times the error of the operands, or of one rounding."""
        return self.error / max(self.before, ROUNDING)


class Precisions:
    """What `compare_precision` found; `str` shows where digits are lost.

    error: the largest relative error of an output. operations: all that were compared, in order.
    """

    def __init__(self, title: str, error: float, operations: list[Parted], left: str):
        self.title, self.error, self.operations, self.left = title, error, operations, left

    @property
    def lost(self) -> list[Parted]:
        """Operations that lost digits themselves, the worst first."""
        found = [p for p in self.operations if p.error > LOST and p.growth > GREW]
        return sorted(found, key=lambda p: -p.growth)

    def __str__(self) -> str:
        n = round(-np.log10(self.error)) if 0 < self.error < 1 else 0
        digits = counted(n, "digit") if n else "no digit" if self.error else "all digits"
        lines = [f"{self.title}: float32 and float64 agree in {digits} ({self.error:.1e})"]
        for p in self.lost[:MOST]:
            place = "" if p.source is None else f" at {p.source}"
            written = "" if p.source is None else text_of(p.source)
            shown = f" `{written}`" if written else ""
            lines.append(f"{p.name}{shown}: error {p.before:.1e} becomes {p.error:.1e}{place}")
        if not self.lost:
            lines.append("no operation loses digits by itself")
        return "\n".join([*lines, *([self.left] if self.left else [])])

    __repr__ = __str__


def compare(fun: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Precisions:
    """Run a function in both precisions, one operation after another."""
    if not config.enable_x64:
        raise FjaxValueError("compare_precision needs 64 bits: turn enable_x64 on")
    name = getattr(fun, "__name__", "the function")
    narrow, wide = (tree_map(lambda x: _cast(x, d), (tuple(args), kwargs)) for d in _PAIRS)
    programs = [make_jaxpr(lambda a, k: fun(*a, **k))(*each) for each in (narrow, wide)]
    values = [[as_array(x) for x in tree_leaves(each)] for each in (narrow, wide)]
    comparison = _Comparison()
    given = [[*map(as_array, p.consts), *v] for p, v in zip(programs, values, strict=True)]
    outs = comparison.run(programs[0].jaxpr, programs[1].jaxpr, *given)
    error = max((_error(a, b) for a, b in zip(*outs, strict=True)), default=0.0)
    return Precisions(name, error, comparison.found, comparison.left)


_PAIRS = (
    {np.dtype("float64"): "float32", np.dtype("complex128"): "complex64"},
    {np.dtype("float32"): "float64", np.dtype("complex64"): "complex128"},
)


def _cast(x: Any, pairs: dict[np.dtype, str]) -> Any:
    if isinstance(x, (bool, int)):
        return x
    found = as_array(x)
    wanted = pairs.get(found.dtype)
    return found if wanted is None else found.astype(wanted)


class _Comparison:
    """Walks two programs of the same operations at once."""

    def __init__(self) -> None:
        self.found: list[Parted] = []
        self.left = ""

    def run(
        self, one: Jaxpr, other: Jaxpr, first: Sequence[Any], second: Sequence[Any]
    ) -> tuple[list[Any], list[Any]]:
        """The outputs of both, having noted each operation."""
        known: dict[Var, Any] = dict(zip(one.invars, first, strict=True))
        beside: dict[Var, Any] = dict(zip(other.invars, second, strict=True))
        same = [(a.op.name, len(a.outvars)) for a in one.eqns] == [
            (b.op.name, len(b.outvars)) for b in other.eqns
        ]
        if not same:
            self.left = "The two are other programs inside: a dtype decides what is computed there."
            return evaluate_jaxpr(one, first), evaluate_jaxpr(other, second)
        for a, b in zip(one.eqns, other.eqns, strict=True):
            self._step(a, b, known, beside)
        return _read(one.outvars, known), _read(other.outvars, beside)

    def _step(
        self, a: Equation, b: Equation, known: dict[Var, Any], beside: dict[Var, Any]
    ) -> None:
        args, others = _read(a.invars, known), _read(b.invars, beside)
        bodies = a.op.inline(), b.op.inline()
        if bodies[0] is not None and bodies[1] is not None:
            outs = self.run(bodies[0], bodies[1], args, others)
        else:
            outs = list(bind(a.op, args)), list(bind(b.op, others))
            before = max((_error(x, y) for x, y in zip(args, others, strict=True)), default=0.0)
            error = max((_error(x, y) for x, y in zip(*outs, strict=True)), default=0.0)
            self.found.append(Parted(a.op.name, a.source, error, before))
        known.update(zip(a.outvars, outs[0], strict=True))
        beside.update(zip(b.outvars, outs[1], strict=True))


def _read(atoms: Sequence[Atom], known: dict[Var, Any]) -> list[Any]:
    return [known[x] if isinstance(x, Var) else literal_value(x) for x in atoms]


def _error(narrow: Any, wide: Any) -> float:
    """The largest difference, over the largest element; 0 of what has no floats."""
    if not dtypes.is_inexact(wide.dtype) or not wide.size:
        return 0.0
    a, b = np.asarray(narrow), np.asarray(wide)
    with np.errstate(all="ignore"):
        difference = np.abs(a.astype(b.dtype) - b)
        if np.isnan(a).any() != np.isnan(b).any() or np.isinf(a).any() != np.isinf(b).any():
            return float("inf")
        finite = difference[np.isfinite(difference)]
        scale = np.abs(b[np.isfinite(b)])
    if not finite.size:
        return 0.0
    return float(finite.max() / (scale.max() or 1.0))
