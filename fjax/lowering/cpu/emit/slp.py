"""Packs of calls (see `cpu/slp.py`): scalars gathered, computed in lanes, and taken out again."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu.slp import PackedFunction, program_of
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.kernel.spelling import Functions, expressions, inline_call, postorder, walk
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Writer, register_type, splat, vector


class Packs:
    """The packs of a kernel, and how their calls are computed."""

    def __init__(self, kernel: Kernel, native: Functions, values: Values, writer: Writer):
        self.native, self.values, self.writer = native, values, writer
        self.calls: dict[PackedFunction, list[Expr]] = {}
        seen: set[Expr] = set()
        for s in walk(kernel.body):
            for node in postorder(expressions(s), seen):
                if isinstance(node.extra, PackedFunction):
                    self.calls.setdefault(node.extra, []).append(node)

    def call(self, expr: Expr, home: Scope) -> Value:
        """The value of a call of a pack, and that of the others: all where it is computed."""
        pack, values = expr.extra, self.values
        where = values.facts[expr][:2]  # a schedule may have copied the loop, and its calls
        calls = [x for x in self.calls[pack] if values.facts[x][:2] == where]
        calls = [x for x in calls if values.lookup(x, home) is None]
        if not _is_inside(home, pack.region) or any(map(values.varies, calls)):
            alone = Expr(Op.CALL, expr.args, expr.dtype, pack.of)
            return values.demand(inline_call(alone, self.native), home)
        found = self._together(pack, calls, home)
        for x, name in zip(calls, found, strict=True):
            home.values[x] = Value(name, 0, home)
        return home.values[expr]

    def _together(self, pack: PackedFunction, calls: Sequence[Expr], home: Scope) -> list[str]:
        """The names of the calls' results."""
        values, writer = self.values, self.writer
        inputs = tuple([a.dtype for a in calls[0].args])
        program, lanes = (
            program_of(pack.of, inputs, self.native),
            1 << (len(calls) - 1).bit_length(),
        )
        lanes, names = max(lanes, 2), dict[Expr, str]()
        scalars = [[values.name(a, home, 0) for a in x.args] for x in calls]
        for formal, column in zip(program.formals, zip(*scalars, strict=True), strict=True):
            names[formal] = self._gathered(home, register_type(formal.dtype), column, lanes)
        for node in program.order:
            if node not in names:
                names[node] = self._operation(home, node, names, lanes)
        t = vector(register_type(calls[0].dtype), lanes)
        result = names[program.order[-1]]
        return [
            writer.ins(home.code, f"extractelement {t} {result}, i64 {k}")
            for k in range(len(calls))
        ]

    def _gathered(self, home: Scope, element: str, scalars: Sequence[str], lanes: int) -> str:
        """A vector of scalars; the last one stands in lanes that are left over."""
        name, t = "poison", vector(element, lanes)
        for k in range(lanes):
            scalar = scalars[min(k, len(scalars) - 1)]
            name = self.writer.ins(
                home.code, f"insertelement {t} {name}, {element} {scalar}, i64 {k}"
            )
        return name

    def _operation(self, home: Scope, node: Expr, names: dict[Expr, str], lanes: int) -> str:
        if node.op is Op.CONST:
            literal = self.values.name(node, home, 0)
            return splat(literal, register_type(node.dtype), lanes)
        return self.writer.spell(home.code, node, [names[a] for a in node.args], lanes)


def _is_inside(scope: Scope, region: int | None) -> bool:
    """Whether code of a scope runs only where that of a loop does."""
    at: Scope | None = scope
    while at is not None and at.region != region:
        at = at.parent
    return at is not None
