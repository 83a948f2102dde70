"""How Numba source spells literals and base operations.

Numba computes integers of every width in 64 bits and a float32 with an untyped literal in 64, so
each literal is typed and each narrow integer result is converted back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.folding import COMPARISONS
from fjax.lowering.kernel.narrow import bits_type, is_stored

INFIX = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.DIV: "/",
    Op.AND: "&",
    Op.OR: "|",
    Op.XOR: "^",
    Op.SHL: "<<",
    Op.SHR: ">>",
    Op.EQ: "==",
    Op.NE: "!=",
    Op.LT: "<",
    Op.LE: "<=",
    Op.GT: ">",
    Op.GE: ">=",
}
BOOL_INFIX = {
    Op.ADD: "or",
    Op.OR: "or",
    Op.MAX: "or",
    Op.MUL: "and",
    Op.AND: "and",
    Op.MIN: "and",
    Op.XOR: "!=",
    Op.SUB: "!=",
}
FLOAT_FUNCTION = {
    Op.ABS: "abs",
    Op.SQRT: "math.sqrt",
    Op.FLOOR: "np.floor",
    Op.CEIL: "np.ceil",
    Op.TRUNC: "np.trunc",
    Op.ROUND: "np.rint",
    Op.COPYSIGN: "np.copysign",
}
INTRINSIC = {
    Op.FMA: "fma",
    Op.FUSED: "fma",
    Op.MIN: "minimum",
    Op.MAX: "maximum",
    Op.POPCOUNT: "popcount",
    Op.CLZ: "clz",
}


class ModuleNames:
    """What a module's text refers to, and how it spells what plain Python has no operator for."""

    def __init__(self) -> None:
        self.intrinsics: set[str] = set()
        self.libm: dict[str, str] = {}

    def header(self) -> str:
        """Imports and definitions that the functions need."""
        lines = ["import math", "", "import numpy as np", "from numba import njit, types"]
        if self.intrinsics:
            names = ", ".join(sorted(self.intrinsics))
            lines += ["", f"from fjax.lowering.numba.intrinsics import {names}"]
        if self.libm:
            lines += ["", *(self.libm[k] for k in sorted(self.libm))]
        return "\n".join(lines)

    def intrinsic(self, name: str, args: list[str]) -> str:
        """A call of a function that the module imports."""
        self.intrinsics.add(name)
        return f"{name}({', '.join(args)})"

    def bits(self, source: np.dtype, to: np.dtype, value: str) -> str:
        """The bits of a number as another dtype of the same size."""
        return self.intrinsic(f"as_{to.name}", [value])

    def float_function(self, op: Op, dtype: np.dtype, args: list[str]) -> str:
        """A function of floats."""
        if op in INTRINSIC:
            return self.intrinsic(INTRINSIC[op], args)
        return f"{FLOAT_FUNCTION[op]}({', '.join(args)})"

    def count(self, op: Op, dtype: np.dtype, value: str) -> str:
        """How many bits of an integer are set, or how many before the first one."""
        return self.intrinsic(INTRINSIC[op], [value])

    def library(self, stem: str, dtype: np.dtype, args: list[str]) -> str:
        """A function of the C library."""
        single = dtype == np.float32
        name = stem + ("f" if single else "")
        kind = "types.float32" if single else "types.float64"
        formals = ", ".join([kind] * len(args))
        self.libm[name] = f'{name} = types.ExternalFunction("{name}", {kind}({formals}))'
        return f"{name}({', '.join(args)})"


def stored_dtype(dtype: np.dtype) -> np.dtype:
    """The dtype Numba knows: bits for stored ones, bytes that nothing reads for float0.

    >>> stored_dtype(dtypes.bfloat16)
    dtype('uint16')
    """
    if dtype == dtypes.float0:
        return np.dtype(np.uint8)
    return bits_type(dtype) if is_stored(dtype) else np.dtype(dtype)


def dtype_text(dtype: np.dtype) -> str:
    """A dtype as source."""
    known = stored_dtype(dtype)
    return "np.bool_" if known.kind == "b" else f"np.{known.name}"


def suffix(dtype: np.dtype) -> str:
    """A dtype in the name of a function."""
    return f"{dtype.kind}{8 * dtype.itemsize}"


def literal(value: Any, dtype: np.dtype) -> str:
    """A typed literal."""
    if dtype.kind == "b":
        return "True" if value else "False"
    if is_stored(dtype):
        return f"{dtype_text(dtype)}({int(np.asarray(value, dtype).view(bits_type(dtype)))})"
    if dtype.kind != "f":
        return str(int(value)) if dtype == np.int64 else f"np.{dtype.name}({int(value)})"
    if np.isnan(value):
        return f"np.{dtype.name}(np.nan)"
    if np.isinf(value):
        return f"np.{dtype.name}({'-' if value < 0 else ''}np.inf)"
    is_far = value != 0 and not 1e-4 <= abs(float(value)) < 1e16
    return f"np.{dtype.name}({np.format_float_scientific(value) if is_far else value!s})"


def bare(text: str) -> str:
    """Text without parentheses around all of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:-1] if k == len(text) - 1 else text
    return text


def operation(expr: Expr, args: list[str], used: ModuleNames) -> str:
    """Source of one base operation."""
    op, dtype = expr.op, expr.dtype
    source = expr.args[0].dtype
    if op is Op.SELECT:
        return f"({args[1]} if {args[0]} else {args[2]})"
    if op in COMPARISONS:
        return f"({args[0]} {INFIX[op]} {args[1]})"
    if op is Op.CONVERT:
        return f"({args[0]} != 0)" if dtype.kind == "b" else f"{dtype_text(dtype)}({args[0]})"
    if op is Op.BITCAST:
        old, new = stored_dtype(source), stored_dtype(dtype)
        return args[0] if old == new else used.bits(old, new, args[0])
    if op is Op.LIBM or (op is Op.REM and dtype.kind == "f"):
        return used.library(expr.extra or "fmod", dtype, args)
    if dtype.kind == "f":
        return _float(op, dtype, args, used)
    if dtype.kind == "b":
        return f"(not {args[0]})" if op is Op.NOT else f"({args[0]} {BOOL_INFIX[op]} {args[1]})"
    return _integer(op, dtype, args, used)


def _float(op: Op, dtype: np.dtype, args: list[str], used: ModuleNames) -> str:
    if op in INFIX:
        return f"({args[0]} {INFIX[op]} {args[1]})"
    if op is Op.NEG:
        return f"(-{args[0]})"
    return used.float_function(op, dtype, args)


def _integer(op: Op, dtype: np.dtype, args: list[str], used: ModuleNames) -> str:
    typed = dtype_text(dtype)
    if op in (Op.DIV, Op.REM):
        return _divide(op, dtype, args, used)
    if op in (Op.POPCOUNT, Op.CLZ):
        return used.count(op, dtype, args[0])
    if op in (Op.MIN, Op.MAX):
        return f"{typed}({op.value}({args[0]}, {args[1]}))"
    if op in INFIX:
        value = f"{args[0]} {INFIX[op]} {args[1]}"
        return f"({value})" if dtype == np.int64 else f"{typed}({value})"
    if op is Op.NEG:
        return f"{typed}({typed}(0) - {args[0]})"
    if op is Op.ABS:
        return args[0] if dtype.kind == "u" else f"{typed}(abs({args[0]}))"
    return f"{typed}(~{args[0]})"


def _divide(op: Op, dtype: np.dtype, args: list[str], used: ModuleNames) -> str:
    typed, (a, b) = dtype_text(dtype), args
    if dtype.kind == "u":
        return f"{typed}({a} {'//' if op is Op.DIV else '%'} {b})"
    quotient = used.intrinsic("quotient", args)
    return f"{typed}({quotient})" if op is Op.DIV else f"{typed}({a} - {quotient} * {b})"
