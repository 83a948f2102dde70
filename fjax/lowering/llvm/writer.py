"""LLVM IR as text: types, literals, loops, and one spelling of each base operation, for any target.

`lanes` is 0 for a scalar, else the number of elements of the vector.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Iterable, Sequence

import ml_dtypes
import numpy as np

from fjax.core import dtypes
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.form import COMBINE, result
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
HALF = {np.dtype(np.float16): "half", np.dtype(ml_dtypes.bfloat16): "bfloat"}
OVERLOAD = {"float": "f32", "double": "f64", "ptr": "p0", "half": "f16"}
Phis = list[tuple[str, str]]  # of what a loop carries: the type and the first value
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


def computes_as_float(dtype: np.dtype) -> bool:
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


Build = Callable[[Code, str, list[str]], list[str]]


class Writer:
    """Names and declarations of one function, its loops, and the base operations.

    helpers: functions that the module has besides.
    fma: whether the target multiplies and adds in one rounding. What else a target has of its own,
    its writer says in `function` and `library`.
    """

    def __init__(self, fma: bool):
        self.has_fma = fma
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

    def any_lane(self, code: Code, mask: str, lanes: int) -> str:
        """Whether a mask has an active lane, as i1."""
        flags = vector("i1", lanes)
        return self.call(code, f"llvm.vector.reduce.or.v{lanes}i1", "i1", [(flags, mask)])

    def retyped(self, code: Code, name: str, kind: str, to: str) -> str:
        """The same bits as another type of LLVM."""
        return name if kind == to else self.ins(code, f"bitcast {kind} {name} to {to}")

    def element(self, code: Code, kind: str, base: str, k: int) -> str:
        """The address of the k-th element in memory."""
        return self.ins(code, f"getelementptr {kind}, ptr {base}, i64 {k}") if k else base

    # -- branches and loops --------------------------------------------------------------------

    def phi_branch(
        self,
        code: Code,
        condition: str,
        inner: Code,
        kind: str,
        taken: str,
        passed: str,
        weights: str = "",
    ) -> str:
        """Append `inner`, run if `condition`; the value is `taken` or `passed` accordingly."""
        before = code.label
        self.branch(code, condition, inner, weights)
        return self.ins(code, f"phi {kind} [ {passed}, %{before} ], [ {taken}, %{inner.label} ]")

    def branch(self, code: Code, condition: str, inner: Code, weights: str = "") -> None:
        """Append `inner` as a block that runs if `condition`."""
        join = self.fresh("join")
        code.add(f"br i1 {condition}, label %{inner.start}, label %{join}{weights}")
        code.start_block(inner.start)
        code.extend(inner)
        code.add(f"br label %{join}")
        code.start_block(join)

    def counted(
        self,
        code: Code,
        lo: str,
        hi: str,
        step: int | str,
        phis: Phis,
        build: Build,
        index_type: str = "i64",
    ) -> list[str]:
        """for index in range(lo, hi, step); the final values of what it carries.

        `build(inner, index, names)` appends the body to `inner` and returns the next names.
        """
        inner, end = Code(self.fresh("loop")), self.fresh("end")
        index = f"%{self.fresh('i')}"
        names = [f"%{self.fresh('p')}" for _ in phis]
        following = build(inner, index, names)
        after = self.ins(inner, f"add nsw {index_type} {index}, {step}")
        more = self.ins(inner, f"icmp slt {index_type} {after}, {hi}")
        inner.add(f"br i1 {more}, label %{inner.start}, label %{end}")
        start = self.ins(code, f"icmp slt {index_type} {lo}, {hi}")
        before = code.label
        code.add(f"br i1 {start}, label %{inner.start}, label %{end}")
        code.start_block(inner.start)
        code.add(f"{index} = phi {index_type} [ {lo}, %{before} ], [ {after}, %{inner.label} ]")
        for name, (kind, first), then in zip(names, phis, following, strict=True):
            code.add(f"{name} = phi {kind} [ {first}, %{before} ], [ {then}, %{inner.label} ]")
        code.extend(inner)
        code.start_block(end)
        return [
            self.ins(code, f"phi {kind} [ {first}, %{before} ], [ {then}, %{inner.label} ]")
            for (kind, first), then in zip(phis, following, strict=True)
        ]

    def repeated(
        self,
        code: Code,
        inner: Code,
        end: str,
        phis: Phis,
        names: Sequence[str],
        following: Sequence[str],
    ) -> None:
        """Append a loop that leaves for `end` by itself; `names` are what it carries."""
        before = code.label
        code.add(f"br label %{inner.start}")
        code.start_block(inner.start)
        for name, (kind, first), then in zip(names, phis, following, strict=True):
            code.add(f"{name} = phi {kind} [ {first}, %{before} ], [ {then}, %{inner.label} ]")
        code.extend(inner)
        code.add(f"br label %{inner.start}")
        code.start_block(end)

    def combine(
        self, code: Code, monoid: Monoid | None, dtype: np.dtype, a: str, b: str, lanes: int
    ) -> str:
        """a combined with b."""
        assert monoid is not None
        op = COMBINE[monoid]
        if computes_as_float(dtype) and op in (Op.MAX, Op.MIN):
            # Which of two zeros is the larger one costs two of five instructions.
            return self.overloaded(
                code, FLOAT_INTRINSIC[op], register_type(dtype), lanes, (a, b), flags="nsz "
            )
        pattern = Expr(op, (_operand(dtype), _operand(dtype)), dtype)
        return self.spell(code, pattern, [a, b], lanes)

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
            return self.function(code, expr, names, lanes)
        if op in INTEGER_COMPARE:
            return self._compare(code, op, source, names, lanes)
        if op is Op.LIBM or (op is Op.REM and computes_as_float(dtype)):
            return self.library(code, expr.extra or "fmod", dtype, names, lanes)
        if computes_as_float(dtype):
            return self._float(code, op, register_type(dtype), names, lanes)
        return self._integer(code, op, dtype, names, lanes)

    def function(self, code: Code, expr: Expr, names: list[str], lanes: int) -> str:
        """A CALL that `expand` has left, of a function that is an instruction of the target."""
        raise TypeError(f"{expr.extra} is no instruction of this target")

    def library(self, code: Code, stem: str, dtype: np.dtype, names: list[str], lanes: int) -> str:
        """A function of the C library: `stem` is its name for float64."""
        raise TypeError(f"this target has no library with {stem}")

    def select(
        self, code: Code, condition: str, if_true: str, if_false: str, element: str, lanes: int
    ) -> str:
        t = vector(element, lanes)
        return self.ins(
            code, f"select {vector('i1', lanes)} {condition}, {t} {if_true}, {t} {if_false}"
        )

    def _compare(self, code: Code, op: Op, source: np.dtype, names: list[str], lanes: int) -> str:
        t = vector(register_type(source), lanes)
        if computes_as_float(source):
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
        if op is Op.FMA or (op is Op.FUSED and self.has_fma):
            return self.fma(code, element, lanes, *names)
        if op is Op.FUSED:
            return self.fused(code, element, lanes, *names)
        return self.overloaded(code, FLOAT_INTRINSIC[op], element, lanes, names)

    def fma(self, code: Code, element: str, lanes: int, a: str, b: str, c: str) -> str:
        """a*b + c, in one rounding where the target can."""
        if self.has_fma:
            return self.overloaded(code, "llvm.fma", element, lanes, (a, b, c))
        t = vector(element, lanes)
        product = self.ins(code, f"fmul {t} {a}, {b}")
        return self.ins(code, f"fadd {t} {product}, {c}")

    def fused(self, code: Code, element: str, lanes: int, a: str, b: str, c: str) -> str:
        """a*b + c with the exact product, where the target has no instruction for it."""
        t, wide = vector(element, lanes), vector("double", lanes)

        def do(op: str, x: str, y: str) -> str:
            return self.ins(code, f"{op} {wide} {x}, {y}")

        if element == "float":  # a product has 48 bits
            a, b, c = (self.ins(code, f"fpext {t} {x} to {wide}") for x in (a, b, c))
            total = do("fadd", do("fmul", a, b), c)
            return self.ins(code, f"fptrunc {wide} {total} to {t}")

        def halves(x: str) -> tuple[str, str]:
            large = do("fmul", x, splat("0x41A0000002000000", element, lanes))  # 2**27 + 1
            high = do("fsub", large, do("fsub", large, x))
            return high, do("fsub", x, high)

        # The product's rounding error (Dekker, Numerische Mathematik 18, 1971), and the sum's.
        product = do("fmul", a, b)
        (a, a_low), (b, b_low) = halves(a), halves(b)
        lost = do("fsub", do("fmul", a, b), product)
        lost = do("fadd", do("fadd", lost, do("fmul", a, b_low)), do("fmul", a_low, b))
        lost = do("fadd", lost, do("fmul", a_low, b_low))
        total = do("fadd", product, c)
        other = do("fsub", total, product)
        rest = do("fadd", do("fsub", product, do("fsub", total, other)), do("fsub", c, other))
        lost = do("fadd", rest, lost)
        known = do("fcmp ord", lost, lost)  # else the product or the sum is infinite, or NaN
        return self.select(code, known, do("fadd", total, lost), total, element, lanes)

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
        if source in dtypes.HALVES:
            return self._from_half(code, name, source, tb, lanes)
        if to in dtypes.HALVES:
            return self._to_half(code, name, source, ta, to, lanes)
        if to.kind == "b":
            zero = splat("0x0000000000000000" if computes_as_float(source) else "0", a, lanes)
            compare = "fcmp une" if computes_as_float(source) else "icmp ne"
            return self.ins(code, f"{compare} {ta} {name}, {zero}")
        if computes_as_float(source) and computes_as_float(to):
            word = "fpext" if to.itemsize > source.itemsize else "fptrunc"
        elif computes_as_float(source):
            word = "fptosi" if to.kind == "i" else "fptoui"
        elif computes_as_float(to):
            word = "sitofp" if source.kind == "i" else "uitofp"
        elif a == b:
            return name
        elif to.itemsize < source.itemsize:
            word = "trunc"
        else:
            word = "sext" if source.kind == "i" else "zext"
        return self.ins(code, f"{word} {ta} {name} to {tb}")

    def _from_half(self, code: Code, name: str, source: np.dtype, to: str, lanes: int) -> str:
        """A half as a wider float; `expand` has left no other conversion of halves."""
        bits, half = vector("i16", lanes), vector(HALF[source], lanes)
        value = self.ins(code, f"bitcast {bits} {name} to {half}")
        return self.ins(code, f"fpext {half} {value} to {to}")

    def _to_half(
        self, code: Code, name: str, source: np.dtype, kind: str, to: np.dtype, lanes: int
    ) -> str:
        """A wider float or an integer as a half."""
        word = {"i": "sitofp", "u": "uitofp"}.get(source.kind, "fptrunc")
        bits, half = vector("i16", lanes), vector(HALF[to], lanes)
        value = self.ins(code, f"{word} {kind} {name} to {half}")
        return self.ins(code, f"bitcast {half} {value} to {bits}")


@functools.cache
def _operand(dtype: np.dtype) -> Expr:
    return result(-1, 0, dtype)
