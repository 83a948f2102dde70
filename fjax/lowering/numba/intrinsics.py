"""Operations that Numba source needs and Numba lacks, each one LLVM instruction or two.

They are made when first imported from here, so that this module can be imported without Numba.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import lazy

numba_types = lazy.module("numba.core.types")
extending = lazy.module("numba.extending")
ir = lazy.module("llvmlite.ir")

SAME_TYPE = {
    "minimum": ("llvm.minimum", 2),
    "maximum": ("llvm.maximum", 2),
    "fma": ("llvm.fma", 3),
    "popcount": ("llvm.ctpop", 1),
}
Typed = tuple[Any, Callable[..., Any]]  # a signature, and what generates code for it
AS = {
    f"as_{name}": name
    for name in (
        *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
        "float32",
        "float64",
    )
}
OTHERS = ("clz", "quotient")
NAMES = (*SAME_TYPE, *AS, *OTHERS)


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _make(name)


@functools.cache
def _make(name: str) -> Any:
    if name in OTHERS:
        return extending.intrinsic(globals()[f"_{name}"])
    if name in AS:
        return extending.intrinsic(_bitcast(AS[name]))
    stem, arity = SAME_TYPE[name]
    return extending.intrinsic(_same_type(stem, arity))


def _same_type(stem: str, arity: int) -> Any:
    """The typing function of an LLVM intrinsic whose operands and result have one type."""

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        operand = args[0].type
        kind = ir.FunctionType(operand, [operand] * arity)
        return builder.call(builder.module.declare_intrinsic(stem, [operand], kind), args)

    def one(context: Any, a: Any) -> Typed:
        return a(a), generate

    def two(context: Any, a: Any, b: Any) -> Typed:
        return a(a, a), generate

    def three(context: Any, a: Any, b: Any, c: Any) -> Typed:
        return a(a, a, a), generate

    return (one, two, three)[arity - 1]


def _bitcast(to: str) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    def bits(context: Any, value: Any) -> Typed:
        return getattr(numba_types, to)(value), generate

    return bits


def _clz(context: Any, a: Any) -> Typed:
    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return a(a), generate


def _quotient(context: Any, a: Any, b: Any) -> Typed:
    """Signed division that truncates, and never traps: 0 for a divisor of 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        dividend, divisor = args
        zero, one, minus = (ir.Constant(divisor.type, k) for k in (0, 1, -1))
        none = builder.icmp_signed("==", divisor, zero)
        negated = builder.icmp_signed("==", divisor, minus)
        safe = builder.select(builder.or_(none, negated), one, divisor)
        found = builder.sdiv(dividend, safe)
        found = builder.select(negated, builder.neg(dividend), found)
        return builder.select(none, zero, found)

    return numba_types.int64(numba_types.int64, numba_types.int64), generate
