"""Calls of functions that are not written out where they stand: made in lanes, or shared."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.scalar import Expr, Op
from fjax.lowering.cpu.shared_functions import Operations, SharedFunction
from fjax.lowering.cpu.slp import PackedFunction, program_of
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.kernel.spelling import Functions, always_needed, inline_call, nodes_in, postorder
from fjax.lowering.llvm.values import UNLIKELY, Scope, Value, Values
from fjax.lowering.llvm.writer import Code, Writer, literal, register_type, splat, vector


class Program:
    """Operations written one after another, all in as many lanes."""

    def __init__(self, writer: Writer, lanes: int):
        self.writer, self.lanes = writer, lanes

    def write(self, results: tuple[Expr, ...], code: Code, names: dict[Expr, str]) -> list[str]:
        """Append what computes results; `names` has the operands, and then all values."""
        for node in postorder(results, set(names), always_needed):
            names[node] = self._operation(node, code, names)
        return [names[x] for x in results]

    def _operation(self, node: Expr, code: Code, names: dict[Expr, str]) -> str:
        if node.op is Op.CONST:
            text = literal(node.extra.value, node.dtype)
            return splat(text, register_type(node.dtype), self.lanes)
        if node.op is Op.RARE:
            return self._rare(node, code, names)
        return self.writer.spell(code, node, [names[a] for a in node.args], self.lanes)

    def _rare(self, node: Expr, code: Code, names: dict[Expr, str]) -> str:
        condition, usual, unusual = node.args
        writer, lanes, element = self.writer, self.lanes, register_type(node.dtype)
        needed = names[condition]
        if lanes:
            needed = writer.any_lane(code, needed, lanes)
        cold = Code(writer.fresh("cold"))
        (taken,) = self.write((unusual,), cold, dict(names))
        if lanes:
            taken = writer.select(cold, names[condition], taken, names[usual], element, lanes)
        t = vector(element, lanes)
        return writer.phi_branch(code, needed, cold, t, taken, names[usual], UNLIKELY)


class Packs:
    """Packs of calls (`cpu/slp.py`): scalars gathered, computed in lanes, and taken out again."""

    def __init__(self, kernel: Kernel, native: Functions, values: Values, writer: Writer):
        self.native, self.values, self.writer = native, values, writer
        self.calls: dict[PackedFunction, list[Expr]] = {}
        for node in nodes_in(kernel.body):
            if isinstance(node.extra, PackedFunction):
                self.calls.setdefault(node.extra, []).append(node)

    def call(self, expr: Expr, home: Scope) -> Value:
        """The value of a call of a pack, and that of the others: all where it is computed."""
        pack, values = expr.extra, self.values
        if (made := values.lookup(expr, home)) is not None:  # with a call that an argument needed
            return made
        where = values.facts[expr][:2]  # a schedule may have copied the loop, and its calls
        calls = [x for x in self.calls[pack] if values.facts[x][:2] == where]
        calls = [x for x in calls if values.lookup(x, home) is None]
        if any(map(values.varies, calls)):
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
        program, names = program_of(pack.of, inputs, self.native), dict[Expr, str]()
        lanes = max(2, 1 << (len(calls) - 1).bit_length())
        scalars = [[values.name(a, home, 0) for a in x.args] for x in calls]
        for formal, column in zip(program.formals, zip(*scalars, strict=True), strict=True):
            names[formal] = self._gathered(home, register_type(formal.dtype), column, lanes)
        (result,) = Program(writer, lanes).write((program.order[-1],), home.code, names)
        t = vector(register_type(calls[0].dtype), lanes)
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


class SharedCalls:
    """Calls of functions of the module's own (`cpu/shared_functions.py`)."""

    def __init__(self, kernel: Kernel, values: Values, writer: Writer):
        self.values, self.writer = values, writer
        self.calls: dict[tuple, list[Expr]] = {}
        for node in nodes_in(kernel.body):
            if isinstance(node.extra, SharedFunction):
                self.calls.setdefault((node.extra.functions, node.args), []).append(node)

    def call(self, expr: Expr, home: Scope) -> Value:
        """The value of a call, and those of other functions of the same arguments."""
        function, values, code = expr.extra, self.values, home.code
        lanes = values.lanes if values.varies(expr) else 0
        names = [values.name(a, home, lanes) for a in expr.args]
        types = [register_type(a.dtype) for a in expr.args]
        branches = any(n.op is Op.RARE for n in function.operations.nodes)
        if lanes and home.mask and branches:
            # Idle lanes may hold anything, and are not to take the branch.
            names = [
                self.writer.select(code, home.mask, name, splat(_one(t), t, lanes), t, lanes)
                for name, t in zip(names, types, strict=True)
            ]
        found = self._called(function, lanes, list(zip(types, names, strict=True)), code)
        known = home.volatile if values.facts[expr].volatile else home.values
        for x in self.calls[function.functions, expr.args]:
            line = len(code.lines) - 1
            known[x] = Value(found[x.extra.place], lanes, home, line)
        return known[expr]

    def _called(
        self, function: SharedFunction, lanes: int, operands: list[tuple[str, str]], code: Code
    ) -> list[str]:
        """The results of all functions that are computed together."""
        operations, types = function.operations, [vector(t, lanes) for t, _ in operands]
        made = [vector(register_type(x.dtype), lanes) for x in operations.results]
        kind = made[0] if len(made) == 1 else f"{{ {', '.join(made)} }}"
        names = [f.name for f in function.functions]
        symbol = ".".join(["shared", *names, *[t for t, _ in operands], str(lanes)])
        if symbol not in self.writer.helpers:
            self.writer.helpers[symbol] = self._definition(symbol, kind, types, operations, lanes)
        given = ", ".join(f"{t} {name}" for t, (_, name) in zip(types, operands, strict=True))
        result = self.writer.ins(code, f"call {kind} @{symbol}({given})")
        if len(made) == 1:
            return [result]
        return [
            self.writer.ins(code, f"extractvalue {kind} {result}, {k}") for k in range(len(made))
        ]

    def _definition(
        self, symbol: str, kind: str, types: list[str], operations: Operations, lanes: int
    ) -> str:
        writer, code = self.writer, Code("entry")
        formals = [f"%a{k}" for k in range(len(types))]
        names = dict(zip(operations.formals, formals, strict=True))
        made = Program(writer, lanes).write(operations.results, code, names)
        result = made[0]
        if len(made) > 1:
            result = "poison"
            for k, (x, name) in enumerate(zip(operations.results, made, strict=True)):
                t = vector(register_type(x.dtype), lanes)
                result = writer.ins(code, f"insertvalue {kind} {result}, {t} {name}, {k}")
        code.add(f"ret {kind} {result}")
        given = ", ".join(f"{t} {name}" for t, name in zip(types, formals, strict=True))
        head = f"define internal {kind} @{symbol}({given}) nounwind noinline {{"
        return "\n".join([head, "entry:", *code.lines, "}"])


def _one(element: str) -> str:
    return "0x3FF0000000000000" if element in ("float", "double") else "1"
