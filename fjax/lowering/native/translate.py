"""Native functions to LLVM IR, as text: each construct of Python that they may use has a method.

Variables are memory on the stack; LLVM's pass `sroa` turns it into values (`compile.py` runs it).
"""

from __future__ import annotations

import ast
import builtins
import struct
import typing
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NoReturn

from fjax.lowering.native import language, source, words
from fjax.lowering.native.code import Instructions
from fjax.lowering.native.language import External, Measured, Shared, Word
from fjax.lowering.native.types import (
    BOOL,
    FLOAT,
    INT,
    INTEGERS,
    NULL,
    NativeValue,
    Type,
    is_record,
    result_type,
    type_of,
    type_text,
    vector,
)

FLOATING = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
ARITHMETIC = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "sdiv",
    ast.Mod: "srem",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
COMPARISONS = {
    ast.Eq: "eq",
    ast.Is: "eq",
    ast.NotEq: "ne",
    ast.IsNot: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}


SMALL = 12  # lines of a function that is inlined wherever it is called: one more takes 0.2 ms


def translate(
    exports: Mapping[str, Callable[..., Any]],
    parameters: Mapping[str, Any] | None = None,
    modules: Sequence[ModuleType] = (),
    elsewhere: Mapping[Callable[..., Any], str] | None = None,
) -> str:
    """LLVM IR that defines the functions of `exports` under its keys, and all that they call.

    Args:
      exports: native functions by their symbols.
      parameters: constants by the names of the modules' parameters; for a `Measured` class, a dict
        of its fields' offsets.
      modules: those that functions may come from; any if there are none.
      elsewhere: symbols of functions that other code defines.
    """
    return _Module(exports, parameters or {}, modules, elsewhere or {}).text()


class _Module:
    """The functions that are reached, each translated once."""

    def __init__(
        self,
        exports: Mapping[str, Any],
        parameters: Mapping[str, Any],
        modules: Sequence[ModuleType],
        elsewhere: Mapping[Any, str],
    ):
        self.layouts = {k: v for k, v in parameters.items() if isinstance(v, dict)}
        self.parameters = {k: v for k, v in parameters.items() if k not in self.layouts}
        self.names = {m.__name__ for m in modules}
        self.symbols = {**elsewhere, **{f: symbol for symbol, f in exports.items()}}
        self.exported = set(exports.values())
        self.pending = list(exports.values())
        self.head: dict[str, str] = {}  # declarations and shared memory by name
        self.uses = dict.fromkeys(self.pending, 2)  # in how many places each is named
        self.signatures: dict[FunctionType, tuple[Type | None, ...]] = {}
        for function, symbol in elsewhere.items():
            result, *kinds = map(type_text, self.signature(function))
            self.head[symbol] = f"declare {result} @{symbol}({', '.join(kinds)})"

    def text(self) -> str:
        done = []
        while self.pending:
            function = self.pending.pop()
            if self.names and function.__module__ not in self.names:
                raise TypeError(
                    f"{function.__name__} is of a module that is not named: its code would not be "
                    "compiled again when it changes"
                )
            done.append((function, _Function(self, function).text()))
        texts = [
            text
            if hasattr(f, "is_apart") or (self.uses[f] > 1 and text.count("\n") > SMALL)
            else text.replace(" nounwind {", " alwaysinline nounwind {", 1)
            for f, text in done
        ]
        return "\n".join([*self.head.values(), "", *texts])

    def symbol(self, function: FunctionType) -> str:
        """The name of a native function, which will be translated."""
        if function not in self.symbols:
            name = function.__name__
            taken = set(self.symbols.values())
            self.symbols[function] = name if name not in taken else f"{name}.{len(taken)}"
            self.pending.append(function)
        self.uses[function] = self.uses.get(function, 0) + 1
        return self.symbols[function]

    def signature(self, function: FunctionType) -> tuple[Type | None, ...]:
        """The type of a native function's result, and those of its arguments."""
        if function not in self.signatures:
            scope = function.__globals__, self.parameters
            kinds = [
                eval(source.code_of_text(k), *scope) for k in function.__annotations__.values()
            ]
            *arguments, result = map(result_type, kinds)
            self.signatures[function] = (result, *arguments)
        return self.signatures[function]

    def share(self, memory: Shared) -> NativeValue:
        self.head[memory.name] = (
            f"@{memory.name} = internal global [{memory.record.size} x i8] zeroinitializer, "
            f"align {language.CACHE_LINE}"
        )
        return NativeValue(f"@{memory.name}", type_of(memory.record))


class _Function:
    """One function: its variables, and its text so far."""

    def __init__(self, module: _Module, function: FunctionType):
        self.module, self.function = module, function
        self.code = Instructions(module.head)
        self.node = source.definition(function)
        self.names: dict[str, Any] = {**function.__globals__, **module.parameters}
        self.result = result_type(self.constant(self.node.returns))
        self.loops: list[tuple[str, str]] = []  # where `continue` and `break` lead
        self.split: dict[str, Type] = {}  # arrays whose elements are variables, and their type

    def text(self) -> str:
        formals = []
        for argument in self.node.args.args:
            kind = type_of(self.constant(argument.annotation))
            formals.append(f"{kind.text} %arg.{argument.arg}")
            self.define(argument.arg, NativeValue(f"%arg.{argument.arg}", kind))
        self.body(self.node.body)
        if not self.code.ended:
            self.code.add("ret void" if self.result is None else "unreachable")
        linkage = "" if self.function in self.module.exported else "internal "
        symbol = self.module.symbols[self.function]
        head = f"define {linkage}{type_text(self.result)} @{symbol}({', '.join(formals)}) nounwind"
        return "\n".join([head + " {", "entry:", *self.code.entry, *self.code.lines, "}\n"])

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        line = self.function.__code__.co_firstlineno
        raise TypeError(
            f"{self.function.__module__}.{self.function.__name__} (line {line}): {what}: "
            f"{ast.unparse(node)}"
        )

    # -- constants, types and conversions ------------------------------------------------------

    def constant(self, node: ast.expr | None) -> Any:
        """What an expression over the module's names and parameters is."""
        if node is None:
            raise TypeError(f"{self.function.__name__}: an argument or the result has no type")
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name) and node.id in self.names:
            return self.names[node.id]
        if isinstance(node, ast.Name) and hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        return eval(source.code_of(node), self.names)

    def literal(self, node: ast.expr) -> NativeValue | None:
        """A number that is known already."""
        if not self.is_known(node):
            return None
        found = self.constant(node)
        if isinstance(found, bool):
            return NativeValue("true" if found else "false", BOOL)
        if isinstance(found, float):
            return NativeValue(f"0x{struct.unpack('<Q', struct.pack('<d', found))[0]:016X}", None)
        return NativeValue(str(found), None) if isinstance(found, int) else None

    def is_known(self, node: ast.expr) -> bool:
        """Whether an expression is made of numbers alone."""
        names = source.names_of(node)
        if names is None:
            return False
        code = self.code
        for n in names:
            if n in code.fixed or n in code.variables:
                return False
            if not isinstance(self.names.get(n), (int, float)):
                return False
        return True

    # -- places --------------------------------------------------------------------------------

    def place(self, node: ast.expr) -> NativeValue:
        """The address of a variable, a field or an element, and the type of what is there."""
        if isinstance(node, ast.Name) and node.id in self.code.variables:
            return self.code.variables[node.id]
        if isinstance(node, ast.Attribute):
            return self.field(self.expr(node.value), node)
        if isinstance(node, ast.Subscript):
            if isinstance(node.value, ast.Name) and node.value.id in self.split:
                return self.part(node.value.id, node)
            base, index = self.expr(node.value), self.expr(node.slice)
            if base.type is None or base.type.target is None:
                self.refuse(node, "this has no elements")
            return self.code.element(base, index)
        self.refuse(node, "this is no place")

    def part(self, name: str, node: ast.Subscript) -> NativeValue:
        """The variable that is an element of an array whose elements are variables."""
        index = self.literal(node.slice)
        if index is None:
            self.refuse(node, "this number has to be known")
        return self.code.variable(f"{name}.{index.name}", self.split[name])

    def are_variables(self, name: str) -> bool:
        """Whether an array is only used by elements whose numbers are known."""
        names = source.uses(self.node).indexed_by(name)
        return names is not None and all(isinstance(self.names.get(n), int) for n in names)

    def field(self, base: NativeValue, node: ast.Attribute) -> NativeValue:
        record: Any = None if base.type is None else base.type.target
        if not is_record(record):
            self.refuse(node, "this is no record")
        if issubclass(record, Measured):
            offset = self.module.layouts[record.__name__][node.attr]
            kind = type_of(typing.get_type_hints(record)[node.attr])
        else:
            offset = record.offsets[node.attr]
            kind = type_of(record.kinds[node.attr])
        if offset == 0:
            return NativeValue(base.name, kind)
        return self.code.make(f"getelementptr i8, ptr {base.name}, i64 {offset}", kind)

    def define(self, name: str, value: NativeValue) -> None:
        """Give a variable a value: for good, if no other one is assigned."""
        if source.uses(self.node).is_fixed(name):
            self.code.fixed[name] = value
        else:
            self.code.store(self.code.variable(name, value.kind), value)

    # -- statements ----------------------------------------------------------------------------

    def body(self, statements: Sequence[ast.stmt]) -> None:
        for s in statements:
            method = getattr(self, f"_{type(s).__name__.lower()}", None)
            if method is None:
                self.refuse(s, "no native statement")
            method(s)

    def _expr(self, s: ast.Expr) -> None:
        if not isinstance(s.value, ast.Constant):
            self.expr(s.value)

    def _assign(self, s: ast.Assign) -> None:
        target, value = s.targets[0], s.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            values = [self.expr(v) for v in value.elts]
            for t, v in zip(target.elts, values, strict=True):
                self.assign(t, v)
        else:
            self.assign(target, self.expr(value))

    def assign(self, target: ast.expr, value: NativeValue) -> None:
        if isinstance(target, ast.Name):
            kind = FLOAT if value.name.startswith("0x") else INT
            self.define(target.id, NativeValue(value.name, value.type or kind))
        else:
            self.code.store(self.place(target), value)

    def _annassign(self, s: ast.AnnAssign) -> None:
        assert s.value is not None and isinstance(s.target, ast.Name)
        kind, name = type_of(self.constant(s.annotation)), s.target.id
        if source.called(s.value) == "array" and self.are_variables(name):
            self.split[name] = type_of(kind.target)
            return
        self.define(name, NativeValue(self.code.as_type(self.expr(s.value), kind).name, kind))

    def _augassign(self, s: ast.AugAssign) -> None:
        place = self.place(s.target)
        self.code.store(place, self.arithmetic(s, s.op, self.code.load(place), self.expr(s.value)))

    def _return(self, s: ast.Return) -> None:
        if s.value is None or self.result is None:
            self.code.end("ret void")
            return
        value = self.code.as_type(self.expr(s.value), self.result)
        self.code.end(f"ret {self.result.text} {value.name}")

    def _if(self, s: ast.If) -> None:
        known = self.literal(s.test)
        if known is not None:
            self.body(s.body if known.name not in ("false", "0") else s.orelse)
            return
        then, other, end = (self.code.label(x) for x in ("then", "else", "end"))
        self.branch(s.test, then, other)
        for label, statements in ((then, s.body), (other, s.orelse)):
            self.code.start(label)
            self.body_of_block(statements)
            self.code.go(end)
        self.code.start(end)

    def body_of_block(self, statements: Sequence[ast.stmt]) -> None:
        """Statements that do not always run: what they fix is unknown afterwards."""
        fixed = dict(self.code.fixed)
        self.body(statements)
        self.code.fixed = fixed

    def _while(self, s: ast.While) -> None:
        head, body, end = (self.code.label(x) for x in ("while", "do", "end"))
        self.code.go(head)
        self.code.start(head)
        self.branch(s.test, body, end)
        self.repeated(s.body, body, head, end)
        self.code.go(head)
        self.code.start(end)

    def repeated(self, statements: Sequence[ast.stmt], start: str, again: str, end: str) -> None:
        """The body of a loop."""
        self.code.start(start)
        self.loops.append((again, end))
        self.body_of_block(statements)
        self.loops.pop()

    def _for(self, s: ast.For) -> None:
        assert isinstance(s.iter, ast.Call) and isinstance(s.target, ast.Name)
        if self.names.get(source.called(s.iter)) is language.unrolled:
            for k in range(self.constant(s.iter.args[0])):
                self.names[s.target.id] = k
                self.body(s.body)
            return
        if len(s.iter.args) > 2 and isinstance(s.iter.args[2], ast.UnaryOp):
            self.refuse(s, "loops count upwards")
        bounds = [self.code.as_type(self.expr(a), INT) for a in s.iter.args]
        first, last = bounds[:2] if len(bounds) > 1 else (NativeValue("0", INT), bounds[0])
        step = bounds[2].name if len(bounds) > 2 else "1"
        place = self.code.variable(s.target.id, INT)
        self.code.store(place, first)
        body, following, end = (self.code.label(x) for x in ("for", "next", "end"))
        some = self.code.make(f"icmp slt i64 {first.name}, {last.name}", BOOL)
        self.code.end(f"br i1 {some.name}, label %{body}, label %{end}")
        self.repeated(s.body, body, following, end)
        self.code.go(following)
        self.code.start(following)
        after = self.code.make(f"add i64 {self.code.load(place).name}, {step}", INT)
        self.code.store(place, after)
        more = self.code.make(f"icmp slt i64 {after.name}, {last.name}", BOOL)
        self.code.end(f"br i1 {more.name}, label %{body}, label %{end}")
        self.code.start(end)

    def _break(self, s: ast.Break) -> None:
        self.code.go(self.loops[-1][1])

    def _continue(self, s: ast.Continue) -> None:
        self.code.go(self.loops[-1][0])

    def branch(self, test: ast.expr, yes: str, no: str) -> None:
        """End the block: go on at `yes` if a condition holds, else at `no`."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.branch(test.operand, no, yes)
            return
        if isinstance(test, ast.BoolOp):
            both = isinstance(test.op, ast.And)
            for part in test.values[:-1]:
                following = self.code.label("more")
                self.branch(part, *((following, no) if both else (yes, following)))
                self.code.start(following)
            self.branch(test.values[-1], yes, no)
            return
        self.code.end(f"br i1 {self.truth(test).name}, label %{yes}, label %{no}")

    def truth(self, test: ast.expr, lanes: bool = False) -> NativeValue:
        value = self.expr(test)
        if value.type is BOOL or (lanes and value.type and value.type.target is bool):
            return value
        self.refuse(test, "this is no truth value")

    # -- expressions ---------------------------------------------------------------------------

    def expr(self, node: ast.expr) -> NativeValue:
        found = self.literal(node)
        if found is not None:
            return found
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.refuse(node, "no native expression")
        return method(node)

    def _name(self, node: ast.Name) -> NativeValue:
        if node.id in self.code.fixed:
            return self.code.fixed[node.id]
        if node.id in self.code.variables:
            return self.code.load(self.code.variables[node.id])
        found = self.names.get(node.id)
        if isinstance(found, Shared):
            return self.module.share(found)
        if found is language.NULL:
            return NULL
        if isinstance(found, FunctionType):
            return NativeValue(f"@{self.module.symbol(found)}", NULL.type)
        self.refuse(node, "this name has no native value")

    def _attribute(self, node: ast.Attribute | ast.Subscript) -> NativeValue:
        return self.code.load(self.place(node))

    _subscript = _attribute

    def _binop(self, node: ast.BinOp) -> NativeValue:
        return self.arithmetic(node, node.op, self.expr(node.left), self.expr(node.right))

    def arithmetic(
        self, node: ast.AST, op: ast.operator, a: NativeValue, b: NativeValue
    ) -> NativeValue:
        if a.type is not None and a.type.text == "ptr" and isinstance(op, ast.Add):
            if a.type.target is not None:
                return NativeValue(self.code.element(a, b).name, a.type)
            return self.code.make(
                f"getelementptr i8, ptr {a.name}, i64 {self.code.as_type(b, INT).name}", a.type
            )
        word = ARITHMETIC.get(type(op))
        a, b = self.code.operands(a, b)
        t = a.kind.text
        if t not in INTEGERS or word is None:
            word = FLOATING.get(type(op))
        if word is None:
            self.refuse(node, f"no native arithmetic on {t}")
        return self.code.make(f"{word} {t} {a.name}, {b.name}", a.type)

    def _unaryop(self, node: ast.UnaryOp) -> NativeValue:
        value = self.expr(node.operand)
        if isinstance(node.op, ast.Not) and value.type is BOOL:
            return self.code.make(f"xor i1 {value.name}, true", BOOL)
        if isinstance(node.op, ast.USub) and value.type is not None and value.type.text in INTEGERS:
            return self.code.make(f"sub {value.type.text} 0, {value.name}", value.type)
        self.refuse(node, "no native operation")

    def _boolop(self, node: ast.BoolOp) -> NativeValue:
        place = NativeValue(f"%{self.code.label('truth')}", BOOL)
        self.code.entry.append(f"  {place.name} = alloca i1, align 1")
        yes, no, end = (self.code.label(x) for x in ("yes", "no", "end"))
        self.branch(node, yes, no)
        for label, answer in ((yes, "true"), (no, "false")):
            self.code.start(label)
            self.code.store(place, NativeValue(answer, BOOL))
            self.code.go(end)
        self.code.start(end)
        return self.code.load(place)

    def _compare(self, node: ast.Compare) -> NativeValue:
        operands = [self.expr(x) for x in (node.left, *node.comparators)]
        result: NativeValue | None = None
        for op, a, b in zip(node.ops, operands, operands[1:], strict=False):
            a, b = self.code.operands(a, b)
            word, kind, t = COMPARISONS[type(op)], BOOL, a.kind
            if t.text in INTEGERS or t.text == "ptr":
                word = f"icmp {word}"
            else:  # of floats, perhaps in lanes; none is true of NaN
                word = f"fcmp o{word[-2:]}"
                kind = vector(bool, t.lanes) if t.lanes else BOOL
            one = self.code.make(f"{word} {t.text} {a.name}, {b.name}", kind)
            if result is not None:
                one = self.code.make(f"and i1 {result.name}, {one.name}", BOOL)
            result = one
        assert result is not None
        return result

    def _ifexp(self, node: ast.IfExp) -> NativeValue:
        if any(isinstance(n, ast.Call) for n in ast.walk(node)):
            self.refuse(node, "both sides are computed, so neither may call a function")
        known = self.literal(node.test)
        if known is not None:
            return self.expr(node.body if known.name not in ("false", "0") else node.orelse)
        test = self.truth(node.test, lanes=True)
        a, b = self.code.operands(self.expr(node.body), self.expr(node.orelse))
        t, condition = a.kind.text, f"{test.kind.text} {test.name}"
        return self.code.make(f"select {condition}, {t} {a.name}, {t} {b.name}", a.type)

    # -- calls ---------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> NativeValue:
        if isinstance(node.func, ast.Name) and node.func.id not in self.code:
            function = self.names.get(node.func.id, getattr(builtins, node.func.id, None))
        elif isinstance(node.func, ast.Subscript) and self.is_type(node.func):
            function = self.constant(node.func)
        else:
            return self.call_value(self.expr(node.func), node)
        if isinstance(function, Word):
            given = [
                self.word_argument(takes, a)
                for takes, a in zip(function.takes, node.args, strict=False)
            ]
            return getattr(words, function.name)(self.code, *given)
        if isinstance(function, External):
            signature = tuple(result_type(k) for k in (function.result, *function.arguments))
            self.code.declare(function.name, signature[0], signature[1:])
            return self.call(f"@{function.name}", signature, node)
        if isinstance(function, FunctionType):
            signature = self.module.signature(function)
            return self.call(f"@{self.module.symbol(function)}", signature, node)
        return self.code.as_type(self.expr(node.args[0]), type_of(function), explicit=True)

    def word_argument(self, takes: str, node: ast.expr) -> Any:
        if takes == "c":
            return self.constant(node)
        if takes == "p" and isinstance(node, ast.Name):
            self.refuse(node, "a variable has no address")
        return self.place(node) if takes == "p" else self.expr(node)

    def is_type(self, node: ast.Subscript) -> bool:
        return isinstance(node.value, ast.Name) and node.value.id not in self.code

    def call_value(self, function: NativeValue, node: ast.Call) -> NativeValue:
        """A call by address."""
        if function.type is None or function.type.signature is None:
            self.refuse(node, "this is no function")
        return self.call(function.name, function.type.signature, node)

    def call(self, name: str, signature: tuple[Type | None, ...], node: ast.Call) -> NativeValue:
        result, *kinds = signature
        arguments: list[ast.expr] = []
        for a in node.args:
            if isinstance(a, ast.Starred) and isinstance(a.value, ast.Tuple):
                arguments += a.value.elts
            else:
                arguments.append(a)
        if len(kinds) != len(arguments):
            self.refuse(node, f"this takes {len(kinds)} arguments")
        values = [
            self.code.as_type(self.expr(a), k) for a, k in zip(arguments, kinds, strict=True) if k
        ]
        return self.code.call(name, result, *values)
