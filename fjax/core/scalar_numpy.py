"""Scalar programs over whole NumPy or CuPy arrays: one array operation for each base operation.

`compile_numpy` writes straight-line Python for a program and compiles it once. With `library=True`
a call of a function that NumPy or SciPy has as a good ufunc becomes that ufunc; otherwise
everything is computed from the base operations alone, as a kernel does.

Nothing here silences floating-point warnings: lanes that a select throws away may raise them, and
the caller decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from fjax.core import dtypes, lazy, scalar, scalar_graph
from fjax.core.fresh import empty
from fjax.core.scalar import ComplexExpr, Expr, Function, Op, parts

Evaluator = Callable[..., tuple[Any, ...]]
_scipy_special = lazy.module("scipy.special")
_cupy_special = lazy.module("cupyx.scipy.special")

# Base operations that are a ufunc of the array module for every dtype.
UFUNCS = {
    Op.ADD: "add",
    Op.SUB: "subtract",
    Op.MUL: "multiply",
    Op.REM: "fmod",
    Op.NEG: "negative",
    Op.ABS: "absolute",
    Op.MIN: "minimum",
    Op.MAX: "maximum",
    Op.SQRT: "sqrt",
    Op.FLOOR: "floor",
    Op.CEIL: "ceil",
    Op.TRUNC: "trunc",
    Op.ROUND: "rint",
    Op.COPYSIGN: "copysign",
    Op.EQ: "equal",
    Op.NE: "not_equal",
    Op.LT: "less",
    Op.LE: "less_equal",
    Op.GT: "greater",
    Op.GE: "greater_equal",
    Op.AND: "bitwise_and",
    Op.OR: "bitwise_or",
    Op.XOR: "bitwise_xor",
    Op.NOT: "invert",
    Op.SHL: "left_shift",
    Op.SHR: "right_shift",
    Op.SELECT: "where",
}

# Functions whose ufunc agrees with the program at every edge. "special" is scipy.special.
_LIBRARY = {
    "exp": "xp.exp",
    "exp2": "xp.exp2",
    "expm1": "xp.expm1",
    "log": "xp.log",
    "log1p": "xp.log1p",
    "log2": "xp.log2",
    "log10": "xp.log10",
    "sin": "xp.sin",
    "cos": "xp.cos",
    "tan": "xp.tan",
    "asin": "xp.arcsin",
    "acos": "xp.arccos",
    "atan": "xp.arctan",
    "atan2": "xp.arctan2",
    "sinh": "xp.sinh",
    "cosh": "xp.cosh",
    "tanh": "xp.tanh",
    "asinh": "xp.arcsinh",
    "acosh": "xp.arccosh",
    "atanh": "xp.arctanh",
    "pow": "xp.power",
    "cbrt": "xp.cbrt",
    "nextafter": "xp.nextafter",
    "hypot": "xp.hypot",
    "is_finite": "xp.isfinite",
    "erf": "special.erf",
    "erfc": "special.erfc",
    "erfinv": "erfinv",
    "logistic": "special.expit",
    "lgamma": "lgamma",
    "digamma": "digamma",
    "bessel_i0e": "special.i0e",
    "bessel_i1e": "bessel_i1e",
}
_EXACT = frozenset({"is_finite", "nextafter"})
_LIBM = {
    "sin": "xp.sin",
    "cos": "xp.cos",
    "tan": "xp.tan",
    "exp": "xp.exp",
    "log": "xp.log",
    "pow": "xp.power",
}


def compile_numpy(
    inputs: Sequence[Expr | ComplexExpr],
    outputs: Sequence[Expr | ComplexExpr],
    *,
    library: bool = True,
    fused: bool = True,
) -> Evaluator:
    """A function `(xp, *arrays) -> tuple of arrays` that evaluates outputs, given the input leaves.

    inputs: leaves (or a ComplexExpr of two leaves for a complex array), in the order of the arrays,
        which must have the leaves' dtypes and shapes that broadcast.
    outputs: programs over them. A result's shape is that of the inputs it depends on: () if none.
    library: whether calls may become library ufuncs; otherwise only base operations are used.
    fused: whether FMA rounds once (for float64 at some cost), else a multiply and an add, but where
        the product must be exact.
    """
    return _Writer(library, fused).compile(tuple(inputs), tuple(outputs))


def is_approximated(function: Function) -> bool:
    """Whether NumPy or SciPy computes a function in a way of its own, which may round otherwise."""
    return function.name in _LIBRARY and function.name not in _EXACT


class _Writer:
    """Collects the statements of one evaluator."""

    def __init__(self, library: bool, fused: bool):
        self.library = library
        self.fused = fused
        self.lines: list[str] = []
        self.names: dict[Expr, str] = {}
        self.constants: dict[str, Any] = dict(_HELPERS)

    def compile(self, inputs: tuple[Any, ...], outputs: tuple) -> Evaluator:
        parameters = [self.bind_input(x, f"a{i}") for i, x in enumerate(inputs)]
        flat = [part for x in outputs for part in parts(x)]
        flat = list(scalar_graph.inline(flat, self.is_library))
        self.write_nodes(flat)
        results, at = [], 0
        for x in outputs:
            names = [self.result(y) for y in flat[at : at + len(parts(x))]]
            at += len(names)
            results.append(names[0] if len(names) == 1 else f"join(xp, {', '.join(names)})")
        header = f"def evaluate({', '.join(['xp', *parameters])}):"
        self.lines.append(f"return ({''.join(f'{r}, ' for r in results)})")
        source = "\n    ".join([header, *self.lines]) + "\n"
        namespace = self.constants
        exec(compile(source, "<fjax scalar program>", "exec"), namespace)
        return namespace["evaluate"]

    def bind_input(self, x: Expr | ComplexExpr, name: str) -> str:
        if isinstance(x, ComplexExpr):
            self.names[x.re], self.names[x.im] = f"{name}.real", f"{name}.imag"
        else:
            self.names[x] = name
        return name

    def is_library(self, function: Function) -> bool:
        return self.library and function.name in _LIBRARY

    def write_nodes(self, outputs: Sequence[Expr]) -> None:
        nodes = [x for x in scalar_graph.order(outputs) if x not in self.names]
        last: dict[Expr, int] = {}
        for position, x in enumerate(nodes):
            last.update((a, position) for a in x.args)
        kept = set(outputs) | set(self.names)
        for position, x in enumerate(nodes):
            if x.op is Op.LEAF:
                raise ValueError(f"scalar program: leaf {x.extra!r} is not among the inputs")
            text = self.spell(x)
            self.names[x] = f"v{position}"
            self.lines.append(f"v{position} = {text}")
            dead = [
                a
                for a in dict.fromkeys(x.args)
                if last[a] == position and a not in kept and a.op is not Op.CONST
            ]
            if dead:
                self.lines.append("del " + ", ".join(self.names[a] for a in dead))

    def result(self, x: Expr) -> str:
        """The output as an array that shares no memory with an input."""
        shared = x
        while shared.op is Op.BITCAST:
            shared = shared.args[0]
        return f"{self.names[x]}.copy()" if shared.op is Op.LEAF else self.names[x]

    def constant(self, value: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def spell(self, x: Expr) -> str:
        names = [self.names[a] for a in x.args]
        inside = ", ".join(names)
        match x.op:
            case Op.CONST:
                return self.constant(x.extra.value)
            case Op.CONVERT:
                return f"cast({inside}, {self.constant(x.dtype)})"
            case Op.BITCAST:
                return f"{inside}.view({self.constant(x.dtype)})"
            case Op.DIV:
                return f"xp.divide({inside})" if x.dtype.kind not in "iu" else f"idiv(xp, {inside})"
            case Op.MAX | Op.MIN if x.dtype.kind == "f":
                return f"{'larger' if x.op is Op.MAX else 'smaller'}(xp, {inside})"
            case Op.FMA | Op.FUSED:
                return f"{self.fma_name(x.dtype, x.op is Op.FUSED)}(xp, {inside})"
            case Op.POPCOUNT:
                return f"popcount(xp, {inside})"
            case Op.CLZ:
                return f"clz(xp, {inside})"
            case Op.CALL if _LIBRARY[x.extra.name] in _HELPERS:
                return f"{_LIBRARY[x.extra.name]}(xp, {inside})"
            case Op.CALL:
                return f"{self.library_name(_LIBRARY[x.extra.name])}({inside})"
            case Op.RARE:
                condition, usual, unusual = names
                return f"xp.where({condition}, {unusual}, {usual})"
            case Op.LIBM:
                return f"{self.library_name(_LIBM[x.extra])}({inside})"
        return f"xp.{UFUNCS[x.op]}({inside})"

    def library_name(self, name: str) -> str:
        return f"special(xp).{name[8:]}" if name.startswith("special.") else name

    def fma_name(self, dtype: np.dtype, exact: bool) -> str:
        if not (self.fused or exact) or dtype not in (scalar.FLOAT32, scalar.FLOAT64):
            return "mul_add"
        return "fma32" if dtype == scalar.FLOAT32 else "fma64"


def _special(xp: ModuleType) -> Any:
    """scipy.special, or CuPy's own for arrays on a GPU."""
    return _scipy_special if xp is np else _cupy_special


FEW = 512  # elements up to which zeros are counted sooner than operands are compared


def larger(xp: ModuleType, x: Any, y: Any) -> Any:
    """maximum; 0.0 is larger than -0.0. NumPy gives either, as the processor does."""
    return _with_zeros(xp, x, y, xp.maximum(x, y), 0.0)


def smaller(xp: ModuleType, x: Any, y: Any) -> Any:
    """minimum; -0.0 is smaller than 0.0."""
    return _with_zeros(xp, x, y, xp.minimum(x, y), -0.0)


def _with_zeros(xp: ModuleType, x: Any, y: Any, found: Any, zero: float) -> Any:
    """`found` with this zero where one of the floats x and y is 0.0 and the other -0.0."""
    if found.size <= FEW and xp.count_nonzero(found) == found.size:
        return found
    if not dtypes.is_float(found.dtype):
        return found
    ties = xp.equal(x, y)
    if not xp.count_nonzero(ties):
        return found
    mixed = ties & (xp.signbit(x) != xp.signbit(y))  # equal, with different signs: both are zeros
    return xp.where(mixed, found.dtype.type(zero), found) if xp.count_nonzero(mixed) else found


def _digamma(xp: ModuleType, x: Any) -> Any:
    """NaN at 0, a pole like the negative integers, next to which SciPy keeps few digits."""
    found = xp.where(xp.equal(x, 0), x.dtype.type(np.nan), _special(xp).psi(x))
    below = (x < 0) & xp.isfinite(found)
    if not below.any():
        return found
    distance = (x - xp.rint(x)).astype(np.float64)
    distance = xp.where(below, distance, 0.25)
    reflected = _special(xp).psi(1 - xp.where(below, x, 0)) - np.pi / xp.tan(np.pi * distance)
    return xp.where(below, reflected.astype(x.dtype), found)


def _lgamma(xp: ModuleType, x: Any) -> Any:
    """SciPy has -inf at -inf, and inf at denormal numbers, where gamma(x) is 1 / x.

    Next to the zeros at 1 and 2, the digits are those of the function of complex numbers.
    """
    size = xp.absolute(x)
    small = (size > 0) & (size < dtypes.finfo(x.dtype).tiny)
    found = xp.where(xp.isinf(x), size, _special(xp).gammaln(x))
    near = xp.absolute(x - x.dtype.type(1.5)) < 0.625
    if near.any():
        wide = xp.where(near, x, x.dtype.type(1)).astype(np.complex128)
        found = xp.where(near, _special(xp).loggamma(wide).real.astype(x.dtype) + 0, found)
    return xp.where(small, -xp.log(xp.where(small, size, x.dtype.type(1))), found)


def _erfinv(xp: ModuleType, x: Any) -> Any:
    """SciPy loses the sign of zero."""
    return xp.where(xp.equal(x, 0), x, _special(xp).erfinv(x))


def _bessel_i1e(xp: ModuleType, x: Any) -> Any:
    """SciPy loses the sign of zero."""
    return xp.where(xp.equal(x, 0), x, _special(xp).i1e(x))


def _join(xp: ModuleType, re: Any, im: Any) -> Any:
    dtype = np.dtype(f"c{2 * re.dtype.itemsize}")
    new = empty if xp is np else xp.empty
    result = new(np.broadcast_shapes(re.shape, im.shape), dtype)
    result.real, result.imag = re, im
    return result


def _integer_divide(xp: ModuleType, a: Any, b: Any) -> Any:
    """Truncating division; NumPy's own rounds down."""
    return xp.floor_divide(xp.subtract(a, xp.fmod(a, b)), b)


def _multiply_add(xp: ModuleType, a: Any, b: Any, c: Any) -> Any:
    return xp.add(xp.multiply(a, b), c)


def _fma32(xp: ModuleType, a: Any, b: Any, c: Any) -> Any:
    """The product is exact in float64; the sum is rounded twice, which is within 0.50001 ulp."""
    wide = xp.multiply(a.astype(np.float64), b.astype(np.float64))
    return xp.add(wide, c.astype(np.float64)).astype(np.float32)


def _halves(xp: ModuleType, a: Any) -> tuple[Any, Any]:
    """a = high + low with at most 26 significant bits each, so that their products are exact."""
    rounded = xp.add(a.view(np.int64), np.int64(1 << 26))
    high = xp.bitwise_and(rounded, np.int64(-(1 << 27))).view(np.float64)
    return high, xp.subtract(a, high)


def _fma64(xp: ModuleType, a: Any, b: Any, c: Any) -> Any:
    """Dekker's exact product and Knuth's exact sum; a plain sum beyond the finite range."""
    product = xp.multiply(a, b)
    (ah, al), (bh, bl) = _halves(xp, a), _halves(xp, b)
    rest = xp.subtract(xp.multiply(ah, bh), product)
    rest = xp.add(xp.add(rest, xp.multiply(ah, bl)), xp.multiply(al, bh))
    rest = xp.add(rest, xp.multiply(al, bl))
    total = xp.add(product, c)
    other = xp.subtract(total, product)
    carried = xp.add(xp.subtract(product, xp.subtract(total, other)), xp.subtract(c, other))
    exact = xp.add(total, xp.add(carried, rest))
    return xp.where(xp.isfinite(exact), exact, total)


def _unsigned(x: Any) -> Any:
    return x.view(np.dtype(f"u{x.dtype.itemsize}"))


def _popcount(xp: ModuleType, x: Any) -> Any:
    if hasattr(xp, "bitwise_count"):
        return xp.bitwise_count(_unsigned(x)).astype(x.dtype)
    wide = _unsigned(x).astype(np.uint64)
    for shift, mask in (
        (1, 0x5555555555555555),
        (2, 0x3333333333333333),
        (4, 0x0F0F0F0F0F0F0F0F),
        (8, 0x00FF00FF00FF00FF),
        (16, 0x0000FFFF0000FFFF),
        (32, 0x00000000FFFFFFFF),
    ):
        wide = (wide & np.uint64(mask)) + ((wide >> np.uint64(shift)) & np.uint64(mask))
    return wide.astype(x.dtype)


def _clz(xp: ModuleType, x: Any) -> Any:
    """Every bit below the highest is set, then the zeros are counted."""
    y = _unsigned(x)
    shift = 1
    while shift < 8 * x.dtype.itemsize:
        y = xp.bitwise_or(y, xp.right_shift(y, y.dtype.type(shift)))
        shift *= 2
    return _popcount(xp, xp.invert(y)).astype(x.dtype)


_HELPERS: dict[str, Any] = {
    "idiv": _integer_divide,
    "mul_add": _multiply_add,
    "fma32": _fma32,
    "fma64": _fma64,
    "popcount": _popcount,
    "clz": _clz,
    "join": _join,
    "special": _special,
    "digamma": _digamma,
    "lgamma": _lgamma,
    "erfinv": _erfinv,
    "bessel_i1e": _bessel_i1e,
    "larger": larger,
    "smaller": smaller,
    "cast": dtypes.cast,
}
