"""Operators on arrays and tracers, with NumPy's broadcasting and JAX's promotion of dtypes.

The functions carry NumPy's names; `fjax.numpy` exports them. Each first looks for the case in which
NumPy may compute at once: no transformation in force, and operands that need no promotion.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import checks, config
from fjax.core import dtypes, shortage, tracing
from fjax.core.annotations import ArrayLike, BinaryFunction, UnaryFunction
from fjax.core.array import Array, is_known
from fjax.core.avals import ShapedArray
from fjax.core.documentation import described, documented
from fjax.core.memo import memo
from fjax.core.operand import Operand
from fjax.core.primitive import Primitive
from fjax.core.quiet import quiet
from fjax.core.tracing import aval_of, state
from fjax.primitives import arithmetic, bitwise, comparison, quick
from fjax.primitives.complex_parts import abs_, complex_, imag, real, sign
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.exponential import pow_
from fjax.primitives.families import Elementwise, like
from fjax.primitives.operator_examples import EXAMPLES
from fjax.primitives.philox import key_words
from fjax.primitives.powers import integer_pow
from fjax.primitives.promotion import (
    as_dtype,
    broadcast,
    broadcast_shapes,
    broadcast_to_shape,
    of_floats,
    operand,
    promote,
    promote_inexact,
    promote_numeric,
)
from fjax.primitives.reductions import ReduceAnd
from fjax.primitives.rounding import Round, RoundingMethod
from fjax.primitives.selection import select_n

__all__ = [
    "absolute",
    "add",
    "as_dtype",
    "binary",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "broadcast",
    "broadcast_shapes",
    "broadcast_to_shape",
    "divide",
    "divmod_",
    "equal",
    "floor_divide",
    "greater",
    "greater_equal",
    "invert",
    "left_shift",
    "less",
    "less_equal",
    "multiply",
    "negative",
    "not_equal",
    "positive",
    "power",
    "promote",
    "promote_inexact",
    "promote_numeric",
    "remainder",
    "right_shift",
    "round_",
    "subtract",
    "true_divide",
]

Function = Callable[..., Any]
_INTEGERS = frozenset({dtypes.int32, dtypes.int64})
_FLOATS = frozenset({dtypes.float32, dtypes.float64})
_INEXACT = _FLOATS | {dtypes.complex64, dtypes.complex128}
_NUMBERS = _INTEGERS | _INEXACT
_ORDERED = _INTEGERS | _FLOATS
_SCALAR_FITS = {int: _NUMBERS, float: _INEXACT, complex: _INEXACT - _FLOATS}


def _scalar_fits(x: Any, dtype: Any) -> bool:
    """Whether a Python scalar takes part in NumPy's arithmetic just as it does in fjax's."""
    fits = _SCALAR_FITS.get(type(x))
    return (
        fits is not None
        and dtype in fits
        and (dtype != dtypes.int32 or -2147483648 <= x <= 2147483647)
    )


@memo()
def _joined(x: ShapedArray, y: ShapedArray) -> ShapedArray | None:
    """The aval of what NumPy makes of two arrays by broadcasting; None unless it is as simple."""
    if x.dtype != y.dtype:
        return None
    try:
        shape = np.broadcast_shapes(x.shape, y.shape)
    except ValueError:  # the long way raises the error that names the operation
        return None
    return ShapedArray(shape, x.dtype, x.weak_type and y.weak_type)


def _direct(ufunc: Any, x: Any, y: Any, allowed: frozenset[Any]) -> tuple[Any, ...] | None:
    """(result, the operands' common aval) if NumPy may compute with them at once, else None."""
    if type(x) is Array:
        aval, a = x.aval, x.buffer
        if a is None or x.placement is not None or aval.dtype not in allowed:
            return None
        if type(y) is Array:
            b = y.buffer
            if y.placement is not None or b is None:
                return None
            if y.aval is not aval:
                aval = _joined(aval, y.aval)
                if aval is None or config.numpy_rank_promotion != "allow":
                    return None
        elif _scalar_fits(y, aval.dtype):
            b = y
        else:
            return None
    elif (
        type(y) is Array
        and y.placement is None
        and y.buffer is not None
        and y.aval.dtype in allowed
        and _scalar_fits(x, y.aval.dtype)
    ):
        aval, a, b = y.aval, x, y.buffer
    else:
        return None
    if checks.on:
        return None
    try:
        result = quiet().run(ufunc, a, b)
    except OverflowError:  # the long way raises the error that names Python's integer
        return None
    except shortage.SHORT as error:
        result = shortage.again(error, ufunc.__name__, quiet().run, ufunc, a, b)
    return result if type(result) is np.ndarray else np.asarray(result), aval


def binary(
    operation: str,
    primitive: Primitive,
    ufunc: Any = None,
    direct: frozenset[Any] = _NUMBERS,
    on_bool: Primitive | None = None,
    promotion: Function = promote,
    doc: str = "",
    exact: bool = False,
) -> BinaryFunction:
    """The function of two operands for a primitive: promotes, broadcasts, binds.

    ufunc: NumPy's name for the primitive, used at once for operands of the dtypes in `direct`.
    exact: compiled code gives the bits of `ufunc` for real numbers.
    on_bool: the primitive for bool operands, if another one.
    """

    def apply(x: Any, y: Any, /) -> Array:
        if ufunc is not None and state.trace is None:
            found = _direct(ufunc, x, y, direct)
            if found is not None:
                return Array(*found)
        pair = of_floats(x, y)
        if pair is not None:
            x, y = pair
            if x.aval is not y.aval:
                x, y = broadcast(operation, x, y)
            return primitive(x, y)
        x, y = broadcast(operation, *promotion(operation, x, y))
        if on_bool is not None and x.aval.dtype.kind == "b":
            return on_bool(x, y)
        return primitive(x, y)

    if ufunc is not None:
        apply = quick.binary(ufunc, direct, apply, exact=primitive if exact else None)
    return described(apply, operation, __name__, documented(doc, EXAMPLES.get(operation)))


add = binary(
    "add",
    arithmetic.add,
    np.add,
    on_bool=bitwise.bitwise_or,
    doc="""x + y.

    Shapes broadcast and dtypes promote; of two bools it is the logical or.
    """,
    exact=True,
)
subtract = binary(
    "subtract",
    arithmetic.sub,
    np.subtract,
    doc="""x - y.

    Shapes broadcast and dtypes promote. Raises DtypeError for bools.
    """,
    exact=True,
)
multiply = binary(
    "multiply",
    arithmetic.mul,
    np.multiply,
    on_bool=bitwise.bitwise_and,
    doc="""x * y.

    Shapes broadcast and dtypes promote; of two bools it is the logical and.
    """,
    exact=True,
)
divide = binary(
    "divide",
    arithmetic.div,
    np.divide,
    _FLOATS,
    promotion=promote_inexact,
    doc="""x / y.

    Shapes broadcast and dtypes promote; integers become float64 if they have 64 bits, else float32.
    """,
    exact=True,
)


def _bits(operation: str, primitive: Primitive, ufunc: Any, symbol: str) -> BinaryFunction:
    """The function of an operation on bits."""
    doc = f"x {symbol} y, bit by bit.\n\n    Shapes broadcast and dtypes promote. "
    doc += "Raises DtypeError unless both are integers or bools.\n    "
    return binary(operation, primitive, ufunc, _INTEGERS, doc=doc, exact=True)


bitwise_and = _bits("bitwise_and", bitwise.bitwise_and, np.bitwise_and, "&")
bitwise_or = _bits("bitwise_or", bitwise.bitwise_or, np.bitwise_or, "|")
bitwise_xor = _bits("bitwise_xor", bitwise.bitwise_xor, np.bitwise_xor, "^")
left_shift = binary(
    "left_shift",
    bitwise.shift_left,
    promotion=promote_numeric,
    doc="""x << y for integers.

    Shapes broadcast and dtypes promote; a shift by the width or more gives 0.
    """,
)
true_divide = divide


def right_shift(x: ArrayLike, y: ArrayLike, /) -> Array:
    """x >> y for integers: copies of the sign bit come in, or zeros if unsigned.

    >>> jnp.right_shift(jnp.array([8, -8]), 1)
    Array([ 4, -4], dtype=int64)
    """
    x, y = broadcast("right_shift", *promote_numeric("right_shift", x, y))
    if dtypes.kind(aval_of(x).dtype) == "u":
        return bitwise.shift_right_logical(x, y)
    return bitwise.shift_right_arithmetic(x, y)


# ---- comparisons


def _bools(aval: ShapedArray) -> ShapedArray:
    """The aval of a comparison of two such operands."""
    return ShapedArray(aval.shape, dtypes.bool_)


def _compare_keys(primitive: Primitive, x: Any, y: Any) -> Any:
    """Whether keys have, or do not have, the same words."""
    if aval_of(x).dtype.words <= 2:
        return primitive(x, y)
    shape = max(aval_of(x).shape, aval_of(y).shape, key=len)  # the other's may be ()
    x, y = broadcast_to_shape(x, shape), broadcast_to_shape(y, shape)
    same = comparison.eq(key_words(x), key_words(y))
    same = ReduceAnd(tuple(range(len(shape), same.ndim)))(same)
    return same if primitive is comparison.eq else bitwise.bitwise_not(same)


def _comparison(
    operation: str, primitive: Primitive, ufunc: Any, symbol: str, direct: frozenset[Any] = _ORDERED
) -> BinaryFunction:
    """The function for a comparison; complex numbers are ordered by real part, then imaginary."""
    ordered = operation not in ("equal", "not_equal")

    def apply(x: Any, y: Any, /) -> Array:
        if state.trace is None:
            found = _direct(ufunc, x, y, direct)
            if found is not None:
                return Array(found[0], ShapedArray(found[1].shape, dtypes.bool_))
        x, y = broadcast(operation, *promote(operation, x, y))
        if not ordered and aval_of(x).dtype.kind == "K":
            return _compare_keys(primitive, x, y)
        if ordered and dtypes.is_complex(aval_of(x).dtype):
            return select_n(
                comparison.eq(real(x), real(y)),
                primitive(real(x), real(y)),
                primitive(imag(x), imag(y)),
            )
        return primitive(x, y)

    apply = quick.binary(ufunc, direct, apply, _bools, primitive)
    doc = (
        f"x {symbol} y, elementwise, as bools.\n\n    Shapes broadcast and dtypes promote; NaN is "
        "unequal to everything."
    )
    return described(apply, operation, __name__, documented(doc, EXAMPLES.get(operation)))


equal = _comparison("equal", comparison.eq, np.equal, "==", _NUMBERS)
not_equal = _comparison("not_equal", comparison.ne, np.not_equal, "!=", _NUMBERS)
less = _comparison("less", comparison.lt, np.less, "<")
less_equal = _comparison("less_equal", comparison.le, np.less_equal, "<=")
greater = _comparison("greater", comparison.gt, np.greater, ">")
greater_equal = _comparison("greater_equal", comparison.ge, np.greater_equal, ">=")


# ---- one operand


def _unary(operation: str, primitive: Elementwise, doc: str) -> UnaryFunction:
    def apply(x: Any, /) -> Array:
        return primitive(x if isinstance(x, Operand) else _array(operation, x))

    apply = quick.unary(primitive.ufunc, primitive.direct_dtypes, apply)
    return described(apply, operation, __name__, documented(doc, EXAMPLES.get(operation)))


def _array(operation: str, x: Any) -> Any:
    """x as an array or tracer."""
    x = operand(operation, x)
    return tracing.as_operand(x)


negative = _unary(
    "negative", arithmetic.neg, "-x; unsigned integers wrap. Raises DtypeError for bools."
)
invert = _unary(
    "invert", bitwise.bitwise_not, "~x: every bit flipped, or the logical not of bools."
)
bitwise_not = invert


def absolute(x: ArrayLike, /) -> Array:
    """|x|; the modulus of complex numbers. The derivative at 0 is 1.

    >>> jnp.absolute(jnp.array([-2, 3])), jnp.absolute(jnp.array([3 + 4j]))
    (Array([2, 3], dtype=int64), Array([5.], dtype=float64))
    """
    x = _array("absolute", x)
    return x if dtypes.kind(x.aval.dtype) in "bu" else abs_(x)


def positive(x: ArrayLike, /) -> Array:
    """x itself.

    >>> jnp.positive(jnp.array([-2, 3]))
    Array([-2,  3], dtype=int64)
    """
    return _array("positive", x)


def round_(x: ArrayLike, decimals: int = 0) -> Array:
    """x rounded to a number of decimals, halves to even.

    Integers are returned as they are; for them, and for bools, decimals must not be negative.
    """
    x = _array("round", x)
    if not hasattr(decimals, "__index__"):
        raise errors.FjaxTypeError(f"round: decimals is an integer, got {decimals!r:.60}")
    decimals = operator.index(decimals)
    dtype = x.aval.dtype
    if dtypes.kind(dtype) in "biu":
        if decimals < 0:
            raise NotImplementedError(
                f"round of {x.aval} to {decimals} decimals: integers are "
                "rounded to whole numbers only; convert to floats first"
            )
        return x
    if dtypes.is_complex(dtype):
        return complex_(round_(real(x), decimals), round_(imag(x), decimals))
    even = Round(RoundingMethod.TO_NEAREST_EVEN)
    if decimals == 0:
        return even(x)
    if dtype == dtypes.float16:
        return convert_element_type(
            round_(convert_element_type(x, dtypes.float32), decimals), dtype
        )
    factor = like(10.0**decimals, x)
    return arithmetic.div(even(arithmetic.mul(x, factor)), factor)


# ---- division with a remainder, powers


def remainder(x: ArrayLike, y: ArrayLike, /) -> Array:
    """x - y floor(x / y), with the sign of y; the integer remainder by 0 is 0.

    >>> jnp.remainder(jnp.array([7, -7]), 3)
    Array([1, 2], dtype=int64)
    """
    x, y = broadcast("remainder", *promote_numeric("remainder", x, y))
    return _remainder(x, y)


def _remainder(x: Any, y: Any) -> Any:
    zero = like(0, x)
    if dtypes.is_integer(aval_of(x).dtype):
        y = select_n(comparison.eq(y, zero), y, like(1, x))
    rest = arithmetic.rem(x, y)
    signs_differ = comparison.ne(comparison.lt(rest, zero), comparison.lt(y, zero))
    adjust = bitwise.bitwise_and(signs_differ, comparison.ne(rest, zero))
    return select_n(adjust, rest, arithmetic.add(rest, y))


def floor_divide(x: ArrayLike, y: ArrayLike, /) -> Array:
    """x / y rounded down. Integers by 0 give -1, or -2 if x is not 0, as in JAX.

    Raises DtypeError for complex operands.

    >>> jnp.floor_divide(jnp.array([7, -7]), 2), jnp.array([7.0]) // 2
    (Array([ 3, -4], dtype=int64), Array([3.], dtype=float64))
    """
    x, y = broadcast("floor_divide", *promote_numeric("floor_divide", x, y))
    dtype = aval_of(x).dtype
    if dtypes.is_complex(dtype):
        raise errors.DtypeError(
            f"floor_divide does not take complex operands, got {aval_of(x)} "
            f"and {aval_of(y)}; divide with / and round the parts"
        )
    if dtypes.kind(dtype) == "u":
        return arithmetic.div(x, y)
    if dtypes.kind(dtype) == "i":
        quotient = arithmetic.div(x, y)
        inexact = comparison.ne(arithmetic.rem(x, y), like(0, x))
        lower = bitwise.bitwise_and(comparison.ne(sign(x), sign(y)), inexact)
        return select_n(lower, quotient, arithmetic.sub(quotient, like(1, x)))
    return _float_divmod(x, y)[0]


def divmod_(x: ArrayLike, y: ArrayLike, /) -> tuple[Array, Array]:
    """(floor_divide(x, y), remainder(x, y)).

    >>> jnp.divmod(jnp.array([7, -7]), 3)
    (Array([ 2, -3], dtype=int64), Array([1, 2], dtype=int64))
    """
    x, y = broadcast("divmod", *promote_numeric("divmod", x, y))
    if dtypes.is_integer(aval_of(x).dtype):
        return floor_divide(x, y), _remainder(x, y)
    return _float_divmod(x, y)


def _float_divmod(x: Any, y: Any) -> tuple[Any, Any]:
    """Quotient and remainder such that the quotient is exact where it is representable."""
    zero = like(0, x)
    rest = arithmetic.rem(x, y)
    multiple = select_n(comparison.eq(y, zero), arithmetic.sub(x, rest), x)
    quotient = arithmetic.div(multiple, y)
    adjust = bitwise.bitwise_and(comparison.ne(rest, zero), comparison.ne(sign(y), sign(rest)))
    rest = select_n(adjust, rest, arithmetic.add(rest, y))
    quotient = select_n(adjust, quotient, arithmetic.sub(quotient, like(1, x)))
    return Round(RoundingMethod.AWAY_FROM_ZERO)(quotient), rest


def power(x: ArrayLike, y: ArrayLike, /) -> Array:
    """x ** y.

    A concrete integer y becomes repeated multiplication; integers raised to a concrete negative
    power raise DtypeError. For a float x and an integer array y, the derivative exists at x = 0.

    >>> jnp.power(jnp.array([2, 3]), 3)
    Array([ 8, 27], dtype=int64)
    """
    exponent = _concrete_integer(y)
    if exponent is not None:
        if not isinstance(x, Operand) or x.aval.dtype not in _NUMBERS:
            (x,) = promote_numeric("power", _array("power", x))
        return integer_pow(x, exponent)
    floats = of_floats(x, y)
    if floats is not None:
        return pow_(*broadcast("power", *floats))
    x, y = _array("power", x), y if isinstance(y, Operand) else operand("power", y)
    if dtypes.is_inexact(x.aval.dtype) and dtypes.is_integer(aval_of(y).dtype):
        return pow_(*broadcast("power", x, y))
    return pow_(*broadcast("power", *promote_numeric("power", x, y)))


def _concrete_integer(y: Any) -> int | None:
    """The value of an integer scalar that is known now, else None."""
    if isinstance(y, (int, np.integer)):
        return int(y)
    concrete = is_known(y) or isinstance(y, np.ndarray)
    if concrete and y.shape == () and dtypes.is_integer(y.dtype):
        return int(y)
    return None
