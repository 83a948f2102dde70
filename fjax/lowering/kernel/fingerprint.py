"""What makes two kernels the same: a hash of their structure.

Loop numbers are renumbered in order of appearance and expression nodes in order of use, so kernels
that differ only in such names share their code, within a process and on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np

from fjax.core.memo import WeakTable, memo
from fjax.core.scalar import Expr, Function, Op
from fjax.lowering.kernel import form
from fjax.lowering.kernel.printer import binding_text, buffer_text, vector_text
from fjax.lowering.kernel.spelling import bounds, operands, postorder

_fingerprints = WeakTable(1 << 14)
_function_digests = WeakTable()


def fingerprint(kernel: form.Kernel) -> str:
    """A hash of everything in a kernel that its code depends on."""
    known = _fingerprints.of(kernel)
    if not known:
        known["hash"] = _fingerprint(kernel)
    return known["hash"]


def _fingerprint(kernel: form.Kernel) -> str:
    writer = _Structure()
    writer.line("buffers", *map(buffer_text, kernel.buffers))
    writer.line("table", *map(_name, kernel.table))
    writer.line("index", _name(kernel.index))
    writer.body(kernel.body)
    return hashlib.sha256("\n".join(writer.lines).encode()).hexdigest()


def source_hash(modules: Iterable[ModuleType], packages: Iterable[ModuleType] = ()) -> str:
    """A hash of the source text of modules, and of all modules in packages.

    Generated code depends on what generates it.
    """
    paths = [Path(module.__file__ or "") for module in modules]
    for package in packages:
        paths += sorted(Path(package.__file__ or "").parent.glob("*.py"))
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Structure:
    """Writes a kernel down as lines of text that hold nothing accidental."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.nodes: dict[Expr, int] = {}
        self.seen: set[Expr] = set()
        self.loops: dict[int, int] = {}

    def line(self, *words: object) -> None:
        self.lines.append(" ".join(map(str, words)))

    def loop(self, number: int) -> int:
        return self.loops.setdefault(number, len(self.loops))

    def expr(self, expr: Expr | None) -> int:
        """The number of an expression; its nodes are written first."""
        if expr is None:
            return -1
        for node in postorder((expr,), self.seen):
            self.nodes[node] = len(self.nodes)
            below = [self.nodes[child] for child in operands(node)]
            self.line(node.op.value, _name(node.dtype), *below, self._extra(node))
        return self.nodes[expr]

    def _extra(self, node: Expr) -> str:
        key = node.extra
        if node.op is Op.CONST:
            return key.value.tobytes().hex()
        if node.op is Op.CALL:
            return f"{key.name} {_function_digest(key, tuple(a.dtype for a in node.args))}"
        if node.op is not Op.LEAF:
            return key or ""
        if isinstance(key, (form.Size, form.Param)):
            return f"{type(key).__name__} {key.slot}"
        if isinstance(key, form.Axis):
            return f"axis {self.loop(key.loop)}"
        if isinstance(key, (form.Carried, form.Result)):
            return f"{type(key).__name__} {self.loop(key.loop)} {key.item}"
        if isinstance(key, form.Load):
            return f"load {self.access(key.access)} {key.index is not None} {key.mask is not None}"
        return repr(key)

    def access(self, access: form.Access) -> str:
        steps = ",".join(f"{self.loop(t.loop)}*{t.step}" for t in access.strides)
        return f"{access.buffer}[{access.offset};{steps}]"

    def body(self, statements: tuple[form.Statement, ...]) -> None:
        self.line("{")
        for s in statements:
            self.statement(s)
        self.line("}")

    def statement(self, s: form.Statement) -> None:
        if isinstance(s, form.Store):
            exprs = [self.expr(e) for e in (s.value, s.index, s.mask)]
            monoid = s.monoid.value if s.monoid else "-"
            self.line("store", self.access(s.access), *exprs, monoid)
        elif isinstance(s, form.If):
            self.line("if", self.expr(s.condition))
            self.body(s.then)
            self.body(s.otherwise)
        else:
            kind = "while" if isinstance(s, form.While) else self.kind(s)
            ends = (s.condition,) if isinstance(s, form.While) else bounds(s)
            self.line("loop", self.loop(s.number), kind, *[self.expr(e) for e in ends])
            self.body(s.body)
            for c in s.carries:
                monoid = c.monoid.value if c.monoid else "-"
                self.line("carry", self.expr(c.initial), self.expr(c.next), monoid)

    def kind(self, loop: form.Loop) -> str:
        """What a loop is but for its body, its bounds and what it carries."""
        bounded = f"{loop.mode.value} {loop.start is not None} {loop.step is not None}"
        vector = "" if loop.vector is None else vector_text(loop.vector)
        b, threads = loop.binding, ""
        if b is not None:
            row = None if b.row is None else self.loop(b.row)
            threads = f" on {binding_text(replace(b, row=row))}"
        return f"{bounded} {vector}{threads}"


@memo()
def _name(dtype: np.dtype) -> str:
    """The dtype's name, which NumPy takes a microsecond to spell."""
    return np.dtype(dtype).name


def _function_digest(function: Function, dtypes: tuple[np.dtype, ...]) -> str:
    """A hash of a function's program for these dtypes."""
    known = _function_digests.of(function)
    if dtypes not in known:
        _, body = function.body(*dtypes)
        writer = _Structure()
        writer.expr(body)
        known[dtypes] = hashlib.sha256("\n".join(writer.lines).encode()).hexdigest()
    return known[dtypes]
