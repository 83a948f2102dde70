"""The typed scalar vocabulary: what one loop iteration computes.

An `Expr` is a node of an interned expression graph over about 35 base operations (`Op`).
Elementwise primitives state their meaning with it once; NumPy evaluation, the CPU emitters and the
CUDA emitter derive from that. Every node has a dtype, and a Python number takes the dtype of the
other operand, so no literal can widen a computation by accident.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.guarded import Guarded, whole
from fjax.core.weak_values import WeakValues


class Op(enum.Enum):
    """The base operations. A target spells these and nothing else."""

    __hash__ = object.__hash__  # members are singletons; Enum's own hash runs Python code

    CONST = "const"  # extra: NumPy scalar
    LEAF = "leaf"  # extra: any hashable key; meaning belongs to whoever built it
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"  # floats: IEEE; integers: truncation, caller guards 0 and overflow
    REM = "rem"  # sign of the dividend; integers: the caller guards 0
    NEG = "neg"
    ABS = "abs"
    FMA = "fma"  # a*b + c; targets without a fused one use mul + add
    FUSED = "fused"  # a*b + c with the exact product, on every target
    MIN = "min"  # floats propagate NaN
    MAX = "max"
    SQRT = "sqrt"
    FLOOR = "floor"
    CEIL = "ceil"
    TRUNC = "trunc"
    ROUND = "round"  # half to even
    COPYSIGN = "copysign"
    EQ = "eq"  # comparisons give bool; NaN compares false, but NE is true
    NE = "ne"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    AND = "and"  # bitwise on integers, logical on bool
    OR = "or"
    XOR = "xor"
    NOT = "not"
    SHL = "shl"  # shift amounts below the width; the caller guards
    SHR = "shr"  # arithmetic for signed, logical for unsigned
    SELECT = "select"  # condition, if true, if false
    CONVERT = "convert"  # value conversion; float to int needs an in-range argument
    BITCAST = "bitcast"  # same width
    POPCOUNT = "popcount"
    CLZ = "clz"
    CALL = "call"  # extra: Function; a target may inline its program or emit a helper
    LIBM = "libm"  # extra: libm symbol stem ("sin"); a scalar library call per lane
    RARE = "rare"  # condition, usual, rare: as SELECT, but `rare` is only computed if
    #                            any lane needs it (a cold block)


_interned: WeakValues[Expr] = WeakValues()
_reference = _interned.references.get
BOOL = np.dtype(np.bool_)
FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)


def bits_dtype(dtype: Any) -> np.dtype:
    """The signed integer type as wide as dtype in memory."""
    return np.dtype(f"i{np.dtype(dtype).itemsize}")


def width(dtype: Any) -> int:
    """The number of bits of dtype in memory."""
    return 8 * np.dtype(dtype).itemsize


class Expr:
    """One node. Equal structure means the same object, so identity is equality."""

    __slots__ = ("op", "args", "dtype", "extra", "__weakref__")
    op: Op
    args: tuple[Expr, ...]
    dtype: np.dtype
    extra: Any

    def __new__(cls, op: Op, args: tuple[Expr, ...], dtype: np.dtype, extra: Any = None) -> Expr:
        key = (op, args, dtype, extra)
        reference = _reference(key)
        found = None if reference is None else reference()
        if found is None:
            found = object.__new__(cls)
            found.op, found.args, found.dtype, found.extra = op, args, dtype, extra
            found = _interned.keep(key, found)
        return found

    def __repr__(self) -> str:
        return f"<{_spell(self, 4)}>"

    def __add__(self, other: Operand) -> Expr:
        return _binary(Op.ADD, self, other)

    def __radd__(self, other: Operand) -> Expr:
        return _binary(Op.ADD, other, self)

    def __sub__(self, other: Operand) -> Expr:
        return _binary(Op.SUB, self, other)

    def __rsub__(self, other: Operand) -> Expr:
        return _binary(Op.SUB, other, self)

    def __mul__(self, other: Operand) -> Expr:
        return _binary(Op.MUL, self, other)

    def __rmul__(self, other: Operand) -> Expr:
        return _binary(Op.MUL, other, self)

    def __truediv__(self, other: Operand) -> Expr:
        return _binary(Op.DIV, self, other)

    def __rtruediv__(self, other: Operand) -> Expr:
        return _binary(Op.DIV, other, self)

    def __floordiv__(self, other: Operand) -> Expr:
        """Integers that are not negative only: the base operation truncates."""
        return _binary(Op.DIV, self, other)

    def __mod__(self, other: Operand) -> Expr:
        return _binary(Op.REM, self, other)

    def __and__(self, other: Operand) -> Expr:
        return _binary(Op.AND, self, other)

    def __or__(self, other: Operand) -> Expr:
        return _binary(Op.OR, self, other)

    def __xor__(self, other: Operand) -> Expr:
        return _binary(Op.XOR, self, other)

    def __lshift__(self, other: Operand) -> Expr:
        return _binary(Op.SHL, self, other)

    def __rshift__(self, other: Operand) -> Expr:
        return _binary(Op.SHR, self, other)

    def __lt__(self, other: Operand) -> Expr:
        return _compare(Op.LT, self, other)

    def __le__(self, other: Operand) -> Expr:
        return _compare(Op.LE, self, other)

    def __gt__(self, other: Operand) -> Expr:
        return _compare(Op.GT, self, other)

    def __ge__(self, other: Operand) -> Expr:
        return _compare(Op.GE, self, other)

    def __neg__(self) -> Expr:
        return Expr(Op.NEG, (self,), self.dtype)

    def __abs__(self) -> Expr:
        return Expr(Op.ABS, (self,), self.dtype)

    def __invert__(self) -> Expr:
        return Expr(Op.NOT, (self,), self.dtype)


Operand = Expr | int | float | bool


def _spell(x: Expr, depth: int) -> str:
    """One line of text; what lies deeper is left out: a shared graph can be huge as a tree."""
    if x.op is Op.CONST:
        return f"{x.extra!r}:{x.dtype}"
    if depth == 0 and x.args:
        return "..."
    inside = [] if x.extra is None else [repr(x.extra)]
    inside += [_spell(a, depth - 1) for a in x.args]
    return f"{x.op.value}:{x.dtype}({', '.join(inside)})"


def const(value: Any, dtype: Any) -> Expr:
    """A typed literal: the same node when dtype and bits agree (so -0.0 is not 0.0)."""
    made = _number if type(value) is int or (type(value) is float and value) else _const
    return made(value, np.dtype(dtype))


def _const(value: Any, dtype: np.dtype) -> Expr:
    """A literal as it is made; zeros are not asked for by number, -0.0 equals 0.0 there."""
    if type(value) is Guarded and dtype.kind == "i":
        return Expr(Op.CONST, (), dtype, _Bits(value, dtype))
    with np.errstate(all="ignore"):
        scalar: Any = dtypes.cast(np.asarray(value), dtype)[()]
    return Expr(Op.CONST, (), dtype, _Bits(scalar, dtype))


def integer(x: Expr) -> int:
    """The value of an integer constant.

    >>> integer(const(3, "int32"))
    3
    """
    found: int = whole(x.extra.value)
    return found


_number = functools.lru_cache(maxsize=4096, typed=True)(_const)  # positions, steps, coefficients


class _Bits:
    """A NumPy scalar that compares by dtype and bits; or a size that notes what is asked of it."""

    __slots__ = ("value", "_key")

    def __init__(self, value: Any, dtype: np.dtype):
        self.value = value
        self._key = (dtype.str, value if type(value) is Guarded else value.tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Bits) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return repr(self.value if type(self.value) is Guarded else self.value.item())


def leaf(key: Any, dtype: Any) -> Expr:
    """A value from outside the expression: a program's input, a load, a loop index, a parameter."""
    return Expr(Op.LEAF, (), np.dtype(dtype), key)


def _pair(a: Operand, b: Operand) -> tuple[Expr, Expr]:
    if isinstance(a, Expr):
        return (a, b) if isinstance(b, Expr) else (a, const(b, a.dtype))
    if not isinstance(b, Expr):
        raise TypeError(f"a scalar program needs at least one expression, got {a!r} and {b!r}")
    return const(a, b.dtype), b


def _matched(op: Op, a: Any, b: Any) -> tuple[Expr, Expr]:
    x, y = _pair(a, b)
    if x.dtype != y.dtype:
        raise TypeError(
            f"scalar {op.value}: operands have dtypes {x.dtype} and {y.dtype}; "
            "convert one with scalar.convert"
        )
    return x, y


def _binary(op: Op, a: Operand, b: Operand) -> Expr:
    if isinstance(b, ComplexExpr):
        return NotImplemented  # the pair's reflected method takes over
    if type(a) is Expr and type(b) is Expr and a.dtype is b.dtype:
        return Expr(op, (a, b), a.dtype)
    x, y = _matched(op, a, b)
    return Expr(op, (x, y), x.dtype)


def _compare(op: Op, a: Any, b: Any) -> Expr:
    return Expr(op, _matched(op, a, b), BOOL)


def eq(a: Value, b: Value) -> Expr:
    """a == b; false if either is NaN. Complex values are compared in both parts."""
    if isinstance(a, ComplexExpr) or isinstance(b, ComplexExpr):
        x, y = _complex_pair(a, b)
        return _compare(Op.EQ, x.re, y.re) & _compare(Op.EQ, x.im, y.im)
    return _compare(Op.EQ, a, b)


def ne(a: Value, b: Value) -> Expr:
    """a != b; true if either is NaN. Complex values are compared in both parts."""
    if isinstance(a, ComplexExpr) or isinstance(b, ComplexExpr):
        x, y = _complex_pair(a, b)
        return _compare(Op.NE, x.re, y.re) | _compare(Op.NE, x.im, y.im)
    return _compare(Op.NE, a, b)


def and_(first: Expr, *others: Operand) -> Expr:
    """All of them (bitwise on integers)."""
    return functools.reduce(lambda a, b: a & b, others, first)


def minimum(a: Operand, b: Operand) -> Expr:
    """The smaller of both; NaN if either is NaN."""
    return _binary(Op.MIN, a, b)


def maximum(a: Operand, b: Operand) -> Expr:
    """The larger of both; NaN if either is NaN."""
    return _binary(Op.MAX, a, b)


def copysign(a: Operand, b: Operand) -> Expr:
    """The magnitude of a with the sign bit of b."""
    return _binary(Op.COPYSIGN, a, b)


def fma(a: Operand, b: Operand, c: Operand, op: Op = Op.FMA) -> Expr:
    """a*b + c, rounded once where the target can."""
    dtype = next(x.dtype for x in (a, b, c) if isinstance(x, Expr))
    a, b, c = (x if isinstance(x, Expr) else const(x, dtype) for x in (a, b, c))
    return Expr(op, (a, b, c), dtype)


def fused(a: Operand, b: Operand, c: Operand) -> Expr:
    """a*b + c with the exact product, on every target: most of it is to cancel."""
    return fma(a, b, c, Op.FUSED)


def _unary(op: Op) -> Callable[[Expr], Expr]:
    def build(x: Expr) -> Expr:
        return Expr(op, (x,), x.dtype)

    build.__name__ = op.value
    build.__doc__ = f"The base operation {op.value}."
    return build


sqrt, floor, ceil = _unary(Op.SQRT), _unary(Op.FLOOR), _unary(Op.CEIL)
trunc, round_even = _unary(Op.TRUNC), _unary(Op.ROUND)
popcount, clz = _unary(Op.POPCOUNT), _unary(Op.CLZ)


def select(condition: Expr, if_true: Value, if_false: Value) -> Any:
    """`if_true` where condition holds, else `if_false`; both are computed."""
    if isinstance(if_true, ComplexExpr) or isinstance(if_false, ComplexExpr):
        x, y = _complex_pair(if_true, if_false)
        return ComplexExpr(select(condition, x.re, y.re), select(condition, x.im, y.im))
    a, b = _matched(Op.SELECT, if_true, if_false)
    return Expr(Op.SELECT, (condition, a, b), a.dtype)


def rare(condition: Expr, usual: Expr, unusual: Expr) -> Expr:
    """`unusual` where condition holds; computed only when some lane needs it."""
    return Expr(Op.RARE, (condition, usual, unusual), usual.dtype)


def convert(x: Expr, dtype: Any) -> Expr:
    """The base conversion; `vectormath.convert` also saturates and handles complex values."""
    dtype = np.dtype(dtype)
    if x.dtype == dtype:
        return x
    if x.op is Op.CONST:
        return const(x.extra.value, dtype)
    return Expr(Op.CONVERT, (x,), dtype)


def bitcast(x: Expr, dtype: Any) -> Expr:
    """The same bits as another dtype that takes as many bytes."""
    dtype = np.dtype(dtype)
    if x.dtype == dtype:
        return x
    if x.dtype.itemsize != dtype.itemsize:
        raise TypeError(f"scalar bitcast: {x.dtype} and {dtype} differ in width")
    if x.op is Op.CONST:
        return const(x.extra.value.view(dtype), dtype)
    return Expr(Op.BITCAST, (x,), dtype)


def bits(x: Expr) -> Expr:
    """The bit pattern as a signed integer of the same width."""
    return bitcast(x, bits_dtype(x.dtype))


def libm(name: str, *args: Expr) -> Expr:
    """A call of the C math library, one lane at a time."""
    return Expr(Op.LIBM, args, args[0].dtype, name)


class ComplexExpr:
    """A complex value: two real expressions of one dtype; computed with like an Expr."""

    __slots__ = ("re", "im")

    def __init__(self, re: Operand, im: Operand):
        self.re, self.im = _matched(Op.ADD, re, im)

    @property
    def dtype(self) -> np.dtype:
        """complex64 or complex128."""
        return np.dtype(f"c{2 * self.re.dtype.itemsize}")

    def __repr__(self) -> str:
        return f"ComplexExpr({self.re!r}, {self.im!r})"

    def __neg__(self) -> ComplexExpr:
        return ComplexExpr(-self.re, -self.im)

    def conj(self) -> ComplexExpr:
        """re - i im."""
        return ComplexExpr(self.re, -self.im)

    def __add__(self, other: Value) -> ComplexExpr:
        other = as_complex(other, self.re.dtype)
        return ComplexExpr(self.re + other.re, self.im + other.im)

    def __sub__(self, other: Value) -> ComplexExpr:
        other = as_complex(other, self.re.dtype)
        return ComplexExpr(self.re - other.re, self.im - other.im)

    def __rsub__(self, other: Value) -> ComplexExpr:
        return as_complex(other, self.re.dtype) - self

    def __mul__(self, other: Value) -> ComplexExpr:
        if isinstance(other, Expr) or isinstance(other, (int, float)):
            return ComplexExpr(self.re * other, self.im * other)
        other = as_complex(other, self.re.dtype)
        return ComplexExpr(
            self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re
        )

    def __truediv__(self, other: Value) -> ComplexExpr:
        if isinstance(other, Expr) or isinstance(other, (int, float)):
            return ComplexExpr(self.re / other, self.im / other)
        return _smith_divide(self, as_complex(other, self.re.dtype))

    def __rtruediv__(self, other: Value) -> ComplexExpr:
        return _smith_divide(as_complex(other, self.re.dtype), self)

    def __abs__(self) -> Expr:
        return hypot(self.re, self.im)

    __radd__, __rmul__ = __add__, __mul__


def parts(x: Expr | ComplexExpr) -> tuple[Expr, ...]:
    """The real parts of a value: one, or two of a complex one."""
    return (x.re, x.im) if isinstance(x, ComplexExpr) else (x,)


Value = Expr | ComplexExpr | complex | float | int | bool


def as_complex(x: Value, dtype: np.dtype) -> ComplexExpr:
    """x as a pair of parts; a Python number gets the real dtype `dtype`."""
    if isinstance(x, ComplexExpr):
        return x
    if isinstance(x, Expr):
        return ComplexExpr(x, const(0, x.dtype))
    return ComplexExpr(const(complex(x).real, dtype), const(complex(x).imag, dtype))


def _complex_pair(a: Any, b: Any) -> tuple[ComplexExpr, ComplexExpr]:
    known = a if isinstance(a, ComplexExpr) else b
    return as_complex(a, known.re.dtype), as_complex(b, known.re.dtype)


def _smith_divide(a: ComplexExpr, b: ComplexExpr) -> ComplexExpr:
    """Smith's scaled division, branch-free: the larger part of the divisor is divided out.

    Huge operands and tiny divisors are scaled first, so that nothing overflows or is denormal on
    the way to a result that is neither.
    """
    wide = abs(b.re) >= abs(b.im)
    large, small = select(wide, b.re, b.im), select(wide, b.im, b.re)
    first, second = select(wide, a.re, a.im), select(wide, a.im, a.re)
    zero = eq(large, 0)
    same = eq(abs(large), abs(small)) & eq(abs(large), float("inf"))
    # not by the sign of the NaN that inf / inf gives, which differs between processors
    corner = copysign(const(1, large.dtype), small * large)
    ratio = select(same, corner, select(zero, 0, small / large))
    factor = _scaling_of_quotient(large, first, second)
    large, small, first, second = (x * factor for x in (large, small, first, second))
    below = large + small * ratio
    # a/b = (a.re + a.im r, a.im - a.re r)/d for |b.re| >= |b.im|, else the parts are exchanged
    crossed, turned = select(zero, 0, second * ratio), select(zero, 0, first * ratio)
    im = select(wide, second - turned, turned - second)  # an exact 0 is positive
    return ComplexExpr((first + crossed) / below, im / below)


def _scaling_of_quotient(divisor: Expr, first: Expr, second: Expr) -> Expr:
    """A power of two for all parts of a quotient, by the larger one of its divisor."""
    info = np.finfo(divisor.dtype)
    bound = 2.0 ** (info.maxexp - 4)
    huge = (abs(divisor) > bound) | (abs(first) > bound) | (abs(second) > bound)
    tiny = abs(divisor) < float(info.tiny) * 2.0**info.nmant
    one, up = const(1, info.dtype), const(2.0 ** (info.nmant + 2), info.dtype)
    return select(tiny, select(huge, one, up), select(huge, 1 / 16, one))


def hypot(x: Expr, y: Expr) -> Expr:
    """sqrt(x*x + y*y) without needless overflow or underflow; inf if either is infinite."""
    a, b = abs(x), abs(y)
    large, small = maximum(a, b), minimum(a, b)
    ratio = small / select(eq(large, 0), 1, large)
    infinite = eq(a, float("inf")) | eq(b, float("inf"))
    return select(infinite, float("inf"), large * sqrt(ratio * ratio + 1))


class Function:
    """A named scalar program over base operations, written once for every dtype and target.

    Called with complex values it runs `complex_program` (attached with `over_complex`) instead.
    """

    def __init__(self, name: str, program: Callable[..., Expr]):
        self.name = name
        self.program = program
        self.complex_program: Callable[..., Any] | None = None
        self._bodies: dict[tuple[Any, ...], tuple[tuple[Expr, ...], Expr]] = {}

    def __call__(self, *args: Value) -> Any:
        if any(isinstance(a, (ComplexExpr, complex)) for a in args):
            return self._call_complex(args)
        dtype = next((a.dtype for a in args if isinstance(a, Expr)), None)
        if dtype is None:
            raise TypeError(f"scalar function {self.name} needs an expression, got {args}")
        exprs = tuple(a if isinstance(a, Expr) else const(a, dtype) for a in args)
        _, body = self.body(*(e.dtype for e in exprs))
        return Expr(Op.CALL, exprs, body.dtype, self)

    def _call_complex(self, args: tuple[Value, ...]) -> Any:
        if self.complex_program is None:
            raise TypeError(f"scalar function {self.name} is not defined for complex values")
        dtype = next(
            a.re.dtype if isinstance(a, ComplexExpr) else a.dtype
            for a in args
            if isinstance(a, (Expr, ComplexExpr))
        )
        return self.complex_program(*(as_complex(a, dtype) for a in args))

    def over_complex(self, program: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: what the function is for ComplexExpr arguments."""
        self.complex_program = program
        return program

    def body(self, *dtypes: np.dtype) -> tuple[tuple[Expr, ...], Expr]:
        """Formal inputs and the result for these dtypes."""
        found = self._bodies.get(dtypes)
        if found is None:
            inputs = tuple(leaf((self.name, i), d) for i, d in enumerate(dtypes))
            found = self._bodies[dtypes] = (inputs, self.program(*inputs))
        return found

    def __repr__(self) -> str:
        return self.name


def function(program: Callable[..., Expr]) -> Function:
    """Decorator: make a program over Exprs a named Function."""
    made = Function(program.__name__.rstrip("_"), program)
    made.__doc__ = program.__doc__
    return made
