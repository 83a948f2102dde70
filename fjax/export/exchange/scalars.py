"""Expressions over scalars as nodes: one spelling of the base operations, as a target has."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.scalar import Expr, Op
from fjax.errors import MissingRuleError
from fjax.export.exchange.graph import INT64, OPSET_OF_BITS, Graph, Tensor, element_type

# Functions and base operations that are one node.
_NODES = {
    "exp": "Exp",
    "log": "Log",
    "sin": "Sin",
    "cos": "Cos",
    "tan": "Tan",
    "asin": "Asin",
    "acos": "Acos",
    "atan": "Atan",
    "sinh": "Sinh",
    "cosh": "Cosh",
    "tanh": "Tanh",
    "asinh": "Asinh",
    "acosh": "Acosh",
    "atanh": "Atanh",
    "erf": "Erf",
    "logistic": "Sigmoid",
    "sign": "Sign",
    "pow": "Pow",
}
_OPERATIONS = {
    Op.ADD: "Add",
    Op.SUB: "Sub",
    Op.MUL: "Mul",
    Op.DIV: "Div",
    Op.NEG: "Neg",
    Op.ABS: "Abs",
    Op.MIN: "Min",
    Op.MAX: "Max",
    Op.SQRT: "Sqrt",
    Op.FLOOR: "Floor",
    Op.CEIL: "Ceil",
    Op.ROUND: "Round",
}
_COMPARISONS = {
    Op.EQ: "Equal",
    Op.LT: "Less",
    Op.LE: "LessOrEqual",
    Op.GT: "Greater",
    Op.GE: "GreaterOrEqual",
}
_BITS = {Op.AND: "And", Op.OR: "Or", Op.XOR: "Xor", Op.NOT: "Not"}
_DIRECT = frozenset(map(np.dtype, ("float32", "float64", "int32", "int64")))


class Spelling:
    """Adds nodes for expressions to a graph; each expression once.

    leaves: the tensors by the keys of leaves, or a function of the key that gives them.
    """

    def __init__(self, graph: Graph, leaves: Callable[[Any], Tensor]):
        self.graph, self.leaves = graph, leaves
        self.known: dict[Expr, Tensor] = {}

    def __call__(self, x: Expr) -> Tensor:
        """The tensor that has an expression's values. Deep ones are walked without recursion."""
        pending = [x]
        while pending:
            top = pending[-1]
            asked = _whose_sign(top)
            missing = [a for a in (asked or top.args) if a not in self.known]
            if missing:
                pending += missing
                continue
            pending.pop()
            if top not in self.known and asked:
                self.known[top] = self._negative(self.known[asked[0]])
            elif top not in self.known:
                self.known[top] = self._made(top, [self.known[a] for a in top.args])
        return self.known[x]

    def _made(self, x: Expr, args: Sequence[Tensor]) -> Tensor:
        if x.op is Op.LEAF:
            return self.leaves(x.extra)
        if x.op is Op.CONST:
            return self.graph.constant(x.extra.value)
        if x.op in (Op.CALL, Op.LIBM):
            return self._function(x, args)
        if x.op in (Op.SELECT, Op.RARE):
            order = args if x.op is Op.SELECT else (args[0], args[2], args[1])
            return self._select(*order)
        if x.op in _COMPARISONS or x.op is Op.NE:
            return self._compared(x.op, args)
        if x.op in _BITS:
            return self._bits(x.op, args)
        rule = getattr(self, f"_{x.op.value}", None)
        if rule is not None:
            return rule(x, *args)
        if x.op in _OPERATIONS:
            return self._computed(_OPERATIONS[x.op], args)
        raise MissingRuleError(f"ONNX has no operation {x.op.value} of {x.dtype.name}")

    # ---- nodes with care for what runtimes compute

    def _node(self, kind: str, args: Sequence[Tensor], dtype: Any, **attributes: Any) -> Tensor:
        shape = np.broadcast_shapes(*[a.shape for a in args])
        return self.graph.node(kind, args, shape, dtype, **attributes)

    def _computed(self, kind: str, args: Sequence[Tensor], **attributes: Any) -> Tensor:
        """An arithmetic node; integers that runtimes lack are computed in int64, and wrap."""
        dtype = args[0].dtype
        if dtype == dtypes.bool_ and kind in ("Max", "Min"):
            return self._node("Or" if kind == "Max" else "And", args, dtype)
        if dtype in _DIRECT or dtype.kind not in "iub":
            return self._node(kind, args, dtype, **attributes)
        wide = [self.graph.cast(a, INT64) for a in args]
        return self.graph.cast(self._node(kind, wide, INT64, **attributes), dtype)

    def _wide(self, args: Sequence[Tensor]) -> Sequence[Tensor]:
        narrow = args[0].dtype.kind in "iub" and args[0].dtype not in _DIRECT
        if not narrow or args[0].dtype == np.uint64:
            return args
        return [self.graph.cast(a, INT64) for a in args]

    def _compared(self, op: Op, args: Sequence[Tensor]) -> Tensor:
        if op is Op.NE:
            return self._node("Not", [self._compared(Op.EQ, args)], dtypes.bool_)
        if args[0].dtype == dtypes.bool_ and op is Op.EQ:
            return self._node("Equal", args, dtypes.bool_)
        return self._node(_COMPARISONS[op], self._wide(args), dtypes.bool_)

    def _bits(self, op: Op, args: Sequence[Tensor]) -> Tensor:
        dtype, prefix = args[0].dtype, "" if args[0].dtype == dtypes.bool_ else "Bitwise"
        return self._node(prefix + _BITS[op], args, dtype)

    def _select(self, condition: Tensor, yes: Tensor, no: Tensor) -> Tensor:
        dtype = yes.dtype
        direct = dtype in _DIRECT or dtype in (dtypes.bool_, np.dtype(np.uint8))
        if direct:
            return self.graph.where(condition, yes, no)
        wide = INT64 if dtype.kind in "iu" else np.dtype(np.float32)
        pair = [self.graph.cast(a, wide) for a in (yes, no)]
        return self.graph.cast(self.graph.where(condition, *pair), dtype)

    # ---- base operations that are several nodes

    def _convert(self, x: Expr, a: Tensor) -> Tensor:
        return self.graph.cast(a, x.dtype)

    def _bitcast(self, x: Expr, a: Tensor) -> Tensor:
        if a.dtype.kind in "iu" and x.dtype.kind in "iu":
            return self.graph.cast(a, x.dtype)
        self.graph.shared.opset = OPSET_OF_BITS
        return self._node("BitCast", [a], x.dtype, to=element_type(x.dtype))

    def _fma(self, x: Expr, a: Tensor, b: Tensor, c: Tensor) -> Tensor:
        return self._computed("Add", [self._computed("Mul", [a, b]), c])

    def _fused(self, x: Expr, a: Tensor, b: Tensor, c: Tensor) -> Tensor:
        """Exact for float32; ONNX has nothing wider than float64."""
        wide = [self.graph.cast(part, np.dtype(np.float64)) for part in (a, b, c)]
        return self.graph.cast(self._fma(x, *wide), x.dtype)

    def _rem(self, x: Expr, a: Tensor, b: Tensor) -> Tensor:
        return self._computed("Mod", [a, b], fmod=1)

    def _trunc(self, x: Expr, a: Tensor) -> Tensor:
        down, up = self._computed("Floor", [a]), self._computed("Ceil", [a])
        return self.graph.where(self._below_zero(a), up, down)

    def _below_zero(self, a: Tensor) -> Tensor:
        return self._compared(Op.LT, [a, self.graph.scalar(0, a.dtype)])

    def _copysign(self, x: Expr, a: Tensor, b: Tensor) -> Tensor:
        size = self._computed("Abs", [a])
        return self.graph.where(self._negative(b), self._computed("Neg", [size]), size)

    def _negative(self, a: Tensor) -> Tensor:
        """Whether a float has its sign bit set (of a NaN: no)."""
        inverse = self._computed("Div", [self.graph.scalar(1, a.dtype), a])  # tells -0.0 from 0.0
        return self._node("Or", [self._below_zero(a), self._below_zero(inverse)], dtypes.bool_)

    def _shl(self, x: Expr, a: Tensor, b: Tensor) -> Tensor:
        return self._shifted(a, b, "LEFT")

    def _shr(self, x: Expr, a: Tensor, b: Tensor) -> Tensor:
        if a.dtype.kind == "u":
            return self._shifted(a, b, "RIGHT")
        # of a negative number: not (not a >> b)
        turned = self._node("BitwiseNot", [a], a.dtype)
        negative = self._below_zero(a)
        down = self._shifted(self._select(negative, turned, a), b, "RIGHT")
        return self._select(negative, self._node("BitwiseNot", [down], a.dtype), down)

    def _shifted(self, a: Tensor, b: Tensor, direction: str) -> Tensor:
        wide = np.dtype(f"u{max(4, a.dtype.itemsize)}")
        pair = [self.graph.cast(t, wide) for t in (a, b)]
        shape = np.broadcast_shapes(a.shape, b.shape)
        pair = [self.graph.expand(t, shape) for t in pair]
        return self.graph.cast(self._node("BitShift", pair, wide, direction=direction), a.dtype)

    # ---- functions

    def _function(self, x: Expr, args: Sequence[Tensor]) -> Tensor:
        name = x.extra if x.op is Op.LIBM else x.extra.name
        if name in _NODES and x.dtype.kind == "f":
            return self._computed(_NODES[name], args)
        rule = _FORMULAS.get(name)
        if rule is not None and x.dtype.kind == "f":
            return rule(self, *args)
        if x.op is Op.LIBM:
            raise MissingRuleError(f"ONNX has no function {name}")
        leaves, body = x.extra.body(*[a.dtype for a in x.args])
        inner = dict(zip([leaf.extra for leaf in leaves], args, strict=True))
        try:
            return Spelling(self.graph, inner.__getitem__)(body)
        except MissingRuleError as error:
            raise MissingRuleError(f"ONNX has no function {name}") from error


def _whose_sign(x: Expr) -> tuple[Expr, ...]:
    """The float whose sign bit a comparison of its bits with 0 asks for."""
    if x.op is Op.LT and x.args[0].op is Op.BITCAST and x.args[1].op is Op.CONST:
        (inner,) = x.args[0].args
        if inner.dtype.kind == "f" and x.args[1].extra.value == 0:
            return (inner,)
    return ()


def _number(s: Spelling, value: float, like: Tensor) -> Tensor:
    return s.graph.scalar(value, like.dtype)


def _expm1(s: Spelling, x: Tensor) -> Tensor:
    """tanh(x / 2) (exp(x) + 1), which keeps the digits of a small x."""
    half = s._computed("Mul", [x, _number(s, 0.5, x)])
    raised = s._computed("Add", [s._computed("Exp", [x]), _number(s, 1, x)])
    return s._computed("Mul", [s._computed("Tanh", [half]), raised])


def _log1p(s: Spelling, x: Tensor) -> Tensor:
    """log(u) x / (u - 1) for u = 1 + x as it is rounded (Goldberg 1991, theorem 4)."""
    one = _number(s, 1, x)
    u = s._computed("Add", [x, one])
    rest, log = s._computed("Sub", [u, one]), s._computed("Log", [u])
    exact = s._node("Equal", [rest, x], dtypes.bool_)  # then log(u) is right, for inf and 0, too
    factor = s.graph.where(exact, one, s._computed("Div", [x, rest]))
    small = s._node("Equal", [rest, _number(s, 0, x)], dtypes.bool_)
    return s.graph.where(small, x, s._computed("Mul", [log, factor]))


def _scaled_log(base: float) -> Callable[[Spelling, Tensor], Tensor]:
    def rule(s: Spelling, x: Tensor) -> Tensor:
        return s._computed("Mul", [s._computed("Log", [x]), _number(s, 1 / math.log(base), x)])

    return rule


def _exp2(s: Spelling, x: Tensor) -> Tensor:
    return s._computed("Pow", [_number(s, 2, x), x])


def _cbrt(s: Spelling, x: Tensor) -> Tensor:
    root = s._computed("Pow", [s._computed("Abs", [x]), _number(s, 1 / 3, x)])
    return s._computed("Mul", [s._computed("Sign", [x]), root])


def _scale(s: Spelling, x: Tensor, n: Tensor) -> Tensor:
    """x 2^n in two factors; neither overflows."""
    half = s._computed("Floor", [s._computed("Mul", [n, _number(s, 0.5, x)])])
    for power in (half, s._computed("Sub", [n, half])):
        x = s._computed("Mul", [x, _exp2(s, power)])
    return x


def _rsqrt(s: Spelling, x: Tensor) -> Tensor:
    return s._computed("Reciprocal", [s._computed("Sqrt", [x])])


_FORMULAS: dict[str, Callable[..., Tensor]] = {
    "expm1": _expm1,
    "log1p": _log1p,
    "log2": _scaled_log(2),
    "log10": _scaled_log(10),
    "exp2": _exp2,
    "cbrt": _cbrt,
    "scale": _scale,
    "rsqrt": _rsqrt,
}
