"""LLVM IR as text: types, literals, and one spelling for each base operation, scalar or vector.

`lanes` is 0 for a scalar, else the number of elements of the vector.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import ml_dtypes
import numpy as np

from fjax.core import dtypes
from fjax.core.scalar import Expr, Function, Op
from fjax.core.vectormath.support import scale
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel.half import is_half
from fjax.lowering.kernel.narrow import bits_type, is_stored

REGISTER = {
    np.dtype(d): t
    for d, t in {
        np.bool_: "i1",
        np.int8: "i8",
        np.uint8: "i8",
        np.int16: "i16",
        np.uint16: "i16",
        np.int32: "i32",
        np.uint32: "i32",
        np.int64: "i64",
        np.uint64: "i64",
        np.float16: "i16",
        ml_dtypes.bfloat16: "i16",
        np.float32: "float",
        np.float64: "double",
        **dict.fromkeys(dtypes.NARROW, "i8"),
    }.items()
}
BITS = {"float": 32, "double": 64}
OVERLOAD = {"float": "f32", "double": "f64", "ptr": "p0", "half": "f16"}
FLOAT_BINARY = {Op.ADD: "fadd", Op.SUB: "fsub", Op.MUL: "fmul", Op.DIV: "fdiv"}
INTEGER_BINARY = {
    Op.ADD: "add",
    Op.SUB: "sub",
    Op.MUL: "mul",
    Op.AND: "and",
    Op.OR: "or",
    Op.XOR: "xor",
    Op.SHL: "shl",
}
BOOL_BINARY = {
    Op.ADD: "or",
    Op.MUL: "and",
    Op.SUB: "xor",
    Op.AND: "and",
    Op.OR: "or",
    Op.XOR: "xor",
    Op.MIN: "and",
    Op.MAX: "or",
}
FLOAT_COMPARE = {Op.EQ: "oeq", Op.NE: "une", Op.LT: "olt", Op.LE: "ole", Op.GT: "ogt", Op.GE: "oge"}
INTEGER_COMPARE = {Op.EQ: "eq", Op.NE: "ne", Op.LT: "lt", Op.LE: "le", Op.GT: "gt", Op.GE: "ge"}
FLOAT_INTRINSIC = {
    Op.ABS: "llvm.fabs",
    Op.SQRT: "llvm.sqrt",
    Op.FLOOR: "llvm.floor",
    Op.CEIL: "llvm.ceil",
    Op.TRUNC: "llvm.trunc",
    Op.ROUND: "llvm.rint",
    Op.COPYSIGN: "llvm.copysign",
    Op.MIN: "llvm.minimum",
    Op.MAX: "llvm.maximum",
}


def register_type(dtype: np.dtype) -> str:
    """The type of a value in a register: bool is one bit, stored dtypes are their bits."""
    return REGISTER[dtype]


def memory_type(dtype: np.dtype) -> str:
    """The type of an element in memory: bool is a byte."""
    return "i8" if dtype.kind == "b" else REGISTER[dtype]


def vector(element: str, lanes: int) -> str:
    """The type of that many lanes; 0 lanes: the scalar type."""
    return f"<{lanes} x {element}>" if lanes else element


def is_float(dtype: np.dtype) -> bool:
    """Whether registers compute in this dtype as a float: stored ones do not."""
    return dtype.kind == "f" and dtype.itemsize > 2


def literal(value: np.generic, dtype: np.dtype) -> str:
    """A scalar constant as LLVM writes it."""
    if dtype.kind == "b":
        return "true" if value else "false"
    if is_stored(dtype):
        return str(int(np.asarray(value, dtype).view(bits_type(dtype))))
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            wide = np.float64(value)
        return f"0x{struct.unpack('<Q', struct.pack('<d', wide))[0]:016X}"
    return str(int(value))


def splat(text: str, element: str, lanes: int) -> str:
    """A vector constant with equal lanes."""
    return f"splat ({element} {text})" if lanes else text


def native(processor: Processor) -> frozenset[Function]:
    """The functions that are an instruction of the processor: `Writer.spell` knows their calls."""
    return frozenset((scale,)) if processor.scale else frozenset()


class Code:
    """A growing list of instructions, the label of its first block and of the one it is in now."""

    __slots__ = ("lines", "start", "label")

    def __init__(self, start: str):
        self.lines: list[str] = []
        self.start = self.label = start

    def add(self, line: str) -> None:
        self.lines.append("  " + line)

    def start_block(self, label: str) -> None:
        self.lines.append(label + ":")
        self.label = label

    def extend(self, other: Code) -> None:
        """Append code that ends in another block."""
        self.lines += other.lines
        self.label = other.label


class Writer:
    """Names, declarations and helper functions of one function, and the base operations."""

    def __init__(self, processor: Processor):
        self.processor = processor
        self.declarations: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self._count = 0

    def fresh(self, prefix: str = "v") -> str:
        self._count += 1
        return f"{prefix}{self._count}"

    def ins(self, code: Code, text: str) -> str:
        """Append an instruction; the name of its result."""
        self._count += 1
        name = f"%v{self._count}"
        code.lines.append(f"  {name} = {text}")
        return name

    def call(
        self,
        code: Code,
        function: str,
        result: str,
        args: Sequence[tuple[str, str]],
        flags: str = "",
    ) -> str:
        """Append a call of a declared function; the name of its result ('' for void)."""
        if function not in self.declarations:
            types = ", ".join(t for t, _ in args)
            self.declarations[function] = f"declare {result} @{function}({types})"
        text = f"call {flags}{result} @{function}({', '.join(f'{t} {n}' for t, n in args)})"
        if result == "void":
            code.add(text)
            return ""
        return self.ins(code, text)

    def overloaded(
        self,
        code: Code,
        stem: str,
        element: str,
        lanes: int,
        names: Sequence[str],
        extra: Sequence[tuple[str, str]] = (),
        flags: str = "",
    ) -> str:
        """Call an intrinsic whose operands and result have one type."""
        suffix = OVERLOAD.get(element, element)
        function = f"{stem}.v{lanes}{suffix}" if lanes else f"{stem}.{suffix}"
        t = vector(element, lanes)
        return self.call(code, function, t, [(t, n) for n in names] + list(extra), flags)

    def shuffle(
        self,
        code: Code,
        name: str,
        element: str,
        lanes: int,
        order: Iterable[int],
        second: str = "poison",
    ) -> str:
        """The lanes of one vector, or of two, in another order."""
        t, picks = vector(element, lanes), [f"i32 {k}" for k in order]
        return self.ins(
            code,
            f"shufflevector {t} {name}, {t} {second}, <{len(picks)} x i32> <{', '.join(picks)}>",
        )

    def halves(self, code: Code, name: str, element: str, lanes: int) -> tuple[str, str]:
        """The lower and the upper half of a vector."""
        return (
            self.shuffle(code, name, element, lanes, range(lanes // 2)),
            self.shuffle(code, name, element, lanes, range(lanes // 2, lanes)),
        )

    # -- base operations ---------------------------------------------------------------------

    def spell(self, code: Code, expr: Expr, names: list[str], lanes: int) -> str:
        """Append what computes one node from its operands; the name of the result."""
        op, dtype = expr.op, expr.dtype
        source = expr.args[0].dtype
        if op is Op.CONVERT:
            return self.convert(code, names[0], source, dtype, lanes)
        if op is Op.BITCAST:
            a, b = vector(register_type(source), lanes), vector(register_type(dtype), lanes)
            return names[0] if a == b else self.ins(code, f"bitcast {a} {names[0]} to {b}")
        if op is Op.SELECT:
            return self.select(code, names[0], names[1], names[2], register_type(dtype), lanes)
        if op is Op.CALL:
            return self._scale(code, register_type(dtype), names, lanes)
        if op in INTEGER_COMPARE:
            return self._compare(code, op, source, names, lanes)
        if op is Op.LIBM or (op is Op.REM and is_float(dtype)):
            return self._libm(code, expr.extra or "fmod", dtype, names, lanes)
        if is_float(dtype):
            return self._float(code, op, register_type(dtype), names, lanes)
        return self._integer(code, op, dtype, names, lanes)

    def select(
        self, code: Code, condition: str, if_true: str, if_false: str, element: str, lanes: int
    ) -> str:
        t = vector(element, lanes)
        return self.ins(
            code, f"select {vector('i1', lanes)} {condition}, {t} {if_true}, {t} {if_false}"
        )

    def _compare(self, code: Code, op: Op, source: np.dtype, names: list[str], lanes: int) -> str:
        t = vector(register_type(source), lanes)
        if is_float(source):
            return self.ins(code, f"fcmp {FLOAT_COMPARE[op]} {t} {names[0]}, {names[1]}")
        predicate = INTEGER_COMPARE[op]
        if op not in (Op.EQ, Op.NE):
            predicate = ("s" if source.kind == "i" else "u") + predicate
        return self.ins(code, f"icmp {predicate} {t} {names[0]}, {names[1]}")

    def _float(self, code: Code, op: Op, element: str, names: list[str], lanes: int) -> str:
        t = vector(element, lanes)
        if op in FLOAT_BINARY:
            return self.ins(code, f"{FLOAT_BINARY[op]} {t} {names[0]}, {names[1]}")
        if op is Op.NEG:
            return self.ins(code, f"fneg {t} {names[0]}")
        if op is Op.FMA:
            return self.fma(code, element, lanes, *names)
        return self.overloaded(code, FLOAT_INTRINSIC[op], element, lanes, names)

    def fma(self, code: Code, element: str, lanes: int, a: str, b: str, c: str) -> str:
        """a*b + c, in one rounding where the processor can."""
        if self.processor.fma:
            return self.overloaded(code, "llvm.fma", element, lanes, (a, b, c))
        t = vector(element, lanes)
        product = self.ins(code, f"fmul {t} {a}, {b}")
        return self.ins(code, f"fadd {t} {product}, {c}")

    def _scale(self, code: Code, element: str, names: list[str], lanes: int) -> str:
        """y * 2**n by the instruction for it, which is one on vectors."""
        if lanes * BITS[element] > 512:
            pairs = zip(*(self.halves(code, name, element, lanes) for name in names), strict=True)
            low, high = (self._scale(code, element, list(pair), lanes // 2) for pair in pairs)
            return self.shuffle(code, low, element, lanes // 2, range(lanes), high)
        width = lanes or 128 // BITS[element]
        t = vector(element, width)
        if not lanes:
            names = [
                self.ins(code, f"insertelement {t} poison, {element} {name}, i64 0")
                for name in names
            ]
        suffix = f"{'ps' if element == 'float' else 'pd'}.{width * BITS[element]}"
        arguments = [
            *((t, name) for name in names),
            (t, "zeroinitializer"),
            (f"i{max(width, 8)}", "-1"),
        ]
        if width * BITS[element] == 512:
            arguments.append(("i32", "4"))  # round as the current mode says
        scaled = self.call(code, f"llvm.x86.avx512.mask.scalef.{suffix}", t, arguments)
        return scaled if lanes else self.ins(code, f"extractelement {t} {scaled}, i64 0")

    def _integer(self, code: Code, op: Op, dtype: np.dtype, names: list[str], lanes: int) -> str:
        element = register_type(dtype)
        t, signed = vector(element, lanes), dtype.kind == "i"
        if dtype.kind == "b" and op in BOOL_BINARY:
            return self.ins(code, f"{BOOL_BINARY[op]} {t} {names[0]}, {names[1]}")
        if op in INTEGER_BINARY:
            return self.ins(code, f"{INTEGER_BINARY[op]} {t} {names[0]}, {names[1]}")
        if op is Op.SHR:
            return self.ins(code, f"{'ashr' if signed else 'lshr'} {t} {names[0]}, {names[1]}")
        if op in (Op.DIV, Op.REM):
            return self._divide(code, op, dtype, names, lanes)
        if op is Op.NEG:
            return self.ins(code, f"sub {t} {splat('0', element, lanes)}, {names[0]}")
        if op is Op.NOT:
            ones = splat("true" if dtype.kind == "b" else "-1", element, lanes)
            return self.ins(code, f"xor {t} {names[0]}, {ones}")
        if op in (Op.MIN, Op.MAX):
            stem = f"llvm.{'s' if signed else 'u'}{op.value}"
            return self.overloaded(code, stem, element, lanes, names)
        if op is Op.ABS:
            if not signed:
                return names[0]
            return self.overloaded(code, "llvm.abs", element, lanes, names, [("i1", "false")])
        if op is Op.POPCOUNT:
            return self.overloaded(code, "llvm.ctpop", element, lanes, names)
        if op is Op.CLZ:
            return self.overloaded(code, "llvm.ctlz", element, lanes, names, [("i1", "false")])
        raise TypeError(f"no LLVM spelling of {op.value} on {dtype}")

    def _divide(self, code: Code, op: Op, dtype: np.dtype, names: list[str], lanes: int) -> str:
        """Integer division. There is no vector instruction: up to 32 bits go through float64."""
        element = register_type(dtype)
        t, sign = vector(element, lanes), "s" if dtype.kind == "i" else "u"
        if not lanes or dtype.itemsize == 8:
            word = "div" if op is Op.DIV else "rem"
            return self.ins(code, f"{sign}{word} {t} {names[0]}, {names[1]}")
        wide, through = vector("double", lanes), f"{sign}itofp"
        a, b = (self.ins(code, f"{through} {t} {n} to {wide}") for n in names)
        exact = self.ins(code, f"fdiv {wide} {a}, {b}")
        quotient = self.ins(code, f"fpto{sign}i {wide} {exact} to {t}")
        if op is Op.DIV:
            return quotient
        product = self.ins(code, f"mul {t} {quotient}, {names[1]}")
        return self.ins(code, f"sub {t} {names[0]}, {product}")

    def convert(self, code: Code, name: str, source: np.dtype, to: np.dtype, lanes: int) -> str:
        a, b = register_type(source), register_type(to)
        ta, tb = vector(a, lanes), vector(b, lanes)
        if is_half(source) or is_half(to):
            return self._convert_half(code, name, source, lanes)
        if to.kind == "b":
            zero = splat("0x0000000000000000" if is_float(source) else "0", a, lanes)
            compare = "fcmp une" if is_float(source) else "icmp ne"
            return self.ins(code, f"{compare} {ta} {name}, {zero}")
        if is_float(source) and is_float(to):
            word = "fpext" if to.itemsize > source.itemsize else "fptrunc"
        elif is_float(source):
            word = "fptosi" if to.kind == "i" else "fptoui"
        elif is_float(to):
            word = "sitofp" if source.kind == "i" else "uitofp"
        elif a == b:
            return name
        elif to.itemsize < source.itemsize:
            word = "trunc"
        else:
            word = "sext" if source.kind == "i" else "zext"
        return self.ins(code, f"{word} {ta} {name} to {tb}")

    def _convert_half(self, code: Code, name: str, source: np.dtype, lanes: int) -> str:
        """float16 <-> float32; `expand` has made every other conversion of halves into these."""
        bits, half, single = (vector(e, lanes) for e in ("i16", "half", "float"))
        if is_half(source):
            value = self.ins(code, f"bitcast {bits} {name} to {half}")
            return self.ins(code, f"fpext {half} {value} to {single}")
        value = self.ins(code, f"fptrunc {single} {name} to {half}")
        return self.ins(code, f"bitcast {half} {value} to {bits}")

    # -- calls of the C library ---------------------------------------------------------------

    def _libm(self, code: Code, stem: str, dtype: np.dtype, names: list[str], lanes: int) -> str:
        element = register_type(dtype)
        function = stem + ("f" if element == "float" else "")
        if not lanes:
            return self.call(code, function, element, [(element, n) for n in names])
        self.declarations[function] = (
            f"declare {element} @{function}({', '.join([element] * len(names))})"
        )
        helper = f"each.{function}.{lanes}"
        t = vector(element, lanes)
        if helper not in self.helpers:
            self.helpers[helper] = _lane_loop(helper, function, element, lanes, len(names))
        arguments = ", ".join(f"{t} {n}" for n in names)
        return self.ins(code, f"call {t} @{helper}({arguments})")


def _lane_loop(helper: str, function: str, element: str, lanes: int, arity: int) -> str:
    """A function that calls a scalar library function for each lane.

    Through memory: lanes picked by a variable would be spelled so too, in five times the
    compilation time.
    """
    t = vector(element, lanes)
    formals = ", ".join(f"{t} %a{k}" for k in range(arity))
    lines = [f"define internal {t} @{helper}({formals}) nounwind noinline {{", "entry:"]
    for k in range(arity):
        lines += [f"  %m{k} = alloca {t}", f"  store {t} %a{k}, ptr %m{k}"]
    lines += ["  br label %lane", "lane:", "  %i = phi i64 [ 0, %entry ], [ %next, %lane ]"]
    for k in range(arity):
        lines += [
            f"  %p{k} = getelementptr {element}, ptr %m{k}, i64 %i",
            f"  %x{k} = load {element}, ptr %p{k}",
        ]
    scalars = ", ".join(f"{element} %x{k}" for k in range(arity))
    lines += [
        f"  %y = call {element} @{function}({scalars})",
        f"  store {element} %y, ptr %p0",
        "  %next = add i64 %i, 1",
        f"  %more = icmp ult i64 %next, {lanes}",
        "  br i1 %more, label %lane, label %done",
        "done:",
        f"  %r = load {t}, ptr %m0",
        f"  ret {t} %r",
        "}",
    ]
    return "\n".join(lines)
