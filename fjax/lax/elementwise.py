"""Elementwise operations on arrays that already agree: equal dtypes, equal shapes or scalars.

Python scalars and other weakly typed values take the dtype of the other operands. Operands of one
rank may differ where a length is 1. For promotion and broadcasting use fjax.numpy's functions.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from fjax import errors
from fjax.core import dtypes, tracing
from fjax.core.annotations import ArrayLike, DTypeLike, T
from fjax.core.array import Array
from fjax.core.documentation import documented
from fjax.core.operand import Operand
from fjax.core.primitive import Primitive
from fjax.core.tracing import aval_of
from fjax.lax import elementwise_primitives as primitives
from fjax.lax.accuracy import check_accuracy
from fjax.lax.axes import static_int
from fjax.lax.elementwise_examples import EXAMPLES
from fjax.lax.signatures import Accurate, Binary, Unary
from fjax.primitives import conversion, powers, promotion, quick
from fjax.primitives.families import Elementwise, describe
from fjax.primitives.rounding import RoundingMethod
from fjax.tree import map as tree_map

F = TypeVar("F", bound=Callable[..., Any])


def operands(name: str, *xs: Any) -> list[Any]:
    """The arguments with one dtype; weakly typed ones yield, others must agree."""
    if all(type(x) is Array for x in xs) and len({x.aval.dtype for x in xs}) == 1:
        return list(xs)
    given = [promotion.operand(name, x, k) for k, x in enumerate(xs)]
    avals = [aval_of(x) for x in given]
    firm = {a.dtype for a in avals if not a.weak_type}
    dtype, weak = (
        dtypes.promote(*[(a.dtype, a.weak_type) for a in avals]) if len(firm) < 2 else (None, False)
    )
    differing = len({a.dtype for a in avals}) > 1
    if dtypes.float0 in firm:
        raise dtypes.float0_error()
    if dtype is None or (dtype not in firm if firm else differing):
        raise errors.DtypeError(
            f"lax.{name} requires arguments to have the same dtypes, got {describe(avals)}; "
            "convert one of them, or use the function of fjax.numpy, which promotes"
        )
    return [promotion.as_dtype(x, dtype, weak) for x in given]


def shaped(name: str, xs: list[Any]) -> list[Any]:
    """The arguments with one shape, scalars apart; of one rank, a length 1 is stretched."""
    shapes = {aval_of(x).shape for x in xs} - {()}
    if len(shapes) < 2:
        return xs
    if len({len(s) for s in shapes}) > 1:
        raise errors.ShapeError(
            f"{name}: arrays must have the same number of dimensions, got "
            f"{describe([aval_of(x) for x in xs])}; insert axes with fjax.lax.broadcast_in_dim, or "
            "use the function of fjax.numpy, which broadcasts"
        )
    shape = promotion.broadcast_shapes(name, list(shapes))
    return [promotion.broadcast_to_shape(x, shape) if aval_of(x).shape else x for x in xs]


def _array(name: str, x: Any) -> Any:
    """x as an array or tracer."""
    return tracing.as_operand(promotion.operand(name, x))


def _named(function: F, primitive: Primitive, name: str | None, doc: str) -> F:
    function.__name__ = function.__qualname__ = name or primitive.name
    function.__module__ = __name__
    function.__doc__ = documented(doc, EXAMPLES.get(function.__name__))
    return function


def _unary(primitive: Elementwise, doc: str, name: str | None = None) -> Unary:
    return _named(_quick(primitive), primitive, name, doc)


def _quick(primitive: Elementwise) -> Any:
    """The primitive as a function of anything that is an array."""

    def apply(x: ArrayLike) -> Array:
        return primitive(x if isinstance(x, Operand) else _array(primitive.name, x))

    if primitive.ufunc is None:
        return apply
    return quick.unary(primitive.ufunc, primitive.direct_dtypes, apply)


def _accurate(primitive: Elementwise, doc: str) -> Accurate:
    plain = _quick(primitive)

    def apply(x: ArrayLike, *, accuracy: Any = None) -> Array:
        if accuracy is not None:
            check_accuracy(primitive.name, aval_of(x).dtype, accuracy)
        return plain(x)

    return _named(
        apply,
        primitive,
        None,
        doc + "\n\n    `accuracy`: an AccuracyMode, or a "
        "Tolerance; raises ValueError if fjax does not promise that.\n    ",
    )


def _binary(primitive: Primitive, doc: str, name: str | None = None) -> Binary:
    known = name or primitive.name

    def apply(x: ArrayLike, y: ArrayLike) -> Array:
        return primitive(*shaped(known, operands(known, x, y)))

    return _named(apply, primitive, name, doc)


# ---- arithmetic

neg = _unary(primitives.neg_p, "-x for numbers; unsigned integers wrap.")
add = _binary(primitives.add_p, "x + y for numbers.")
sub = _binary(primitives.sub_p, "x - y for numbers.")
mulhi = _binary(primitives.mulhi_p, "The high half of the bits of the product of two integers.")
div = _binary(
    primitives.div_p, "x / y for numbers; integers truncate towards zero, and x / 0 is -1."
)
rem = _binary(primitives.rem_p, "The remainder of x / y with the sign of x; integers: x rem 0 = x.")
max = _binary(primitives.max_p, "The larger of x and y; NaN if either is. Ties share the slope.")
min = _binary(primitives.min_p, "The smaller of x and y; NaN if either is. Ties share the slope.")
abs = _unary(primitives.abs_p, "|x| for signed numbers; the modulus of complex ones.")
sign = _unary(primitives.sign_p, "-1, 0 or 1 by the sign of x, with -0.0 and NaN kept; z / |z|.")
square = _unary(primitives.square_p, "x * x for numbers.")
sqrt = _accurate(primitives.sqrt_p, "The square root of floats or complex numbers.")
rsqrt = _accurate(primitives.rsqrt_p, "1 / sqrt(x) for floats or complex numbers.")
cbrt = _accurate(primitives.cbrt_p, "The real cube root of floats.")


def mul(x: ArrayLike, y: ArrayLike, *, out_dtype: DTypeLike | None = None) -> Array:
    """x * y for numbers; in `out_dtype`, if it is given, to which they are converted first.

    >>> from fjax import lax
    >>> int(lax.mul(np.int8(100), np.int8(100), out_dtype=np.int32))
    10000
    """
    x, y = shaped("mul", operands("mul", x, y))
    if out_dtype is not None:
        x, y = (convert_element_type(v, out_dtype) for v in (x, y))
    return primitives.mul_p(x, y)


def integer_pow(x: ArrayLike, y: int) -> Array:
    """x ** y for a static integer y, by repeated multiplication.

    Raises DtypeError for an integer x and a negative y.

    >>> lax.integer_pow(jnp.array([2.0, 3.0]), 3)
    Array([ 8., 27.], dtype=float64)
    """
    return powers.integer_pow(_array("integer_pow", x), static_int("integer_pow", "y", y))


def reciprocal(x: ArrayLike) -> Array:
    """1 / x for floats or complex numbers.

    >>> lax.reciprocal(jnp.array([2.0, 4.0]))
    Array([0.5 , 0.25], dtype=float64)
    """
    return integer_pow(x, -1)


def pow(x: ArrayLike, y: ArrayLike) -> Array:
    """x ** y for a float or complex x; y has the same dtype or an integer one.

    With an integer y the derivative in x is defined at 0 too. Raises DtypeError for an integer x.

    >>> lax.pow(jnp.array([2.0, 3.0]), 2)
    Array([4., 9.], dtype=float64)
    """
    x, y = promotion.operand("pow", x), promotion.operand("pow", y)
    if not dtypes.is_integer(aval_of(y).dtype) or isinstance(y, int):
        x, y = operands("pow", x, y)
    if not dtypes.is_inexact(aval_of(x).dtype):
        raise errors.DtypeError(
            f"lax.pow takes a float or complex base, got {aval_of(x)}; use "
            "fjax.numpy.power or fjax.lax.integer_pow for integers"
        )
    return primitives.pow_p(*shaped("pow", [x, y]))


# ---- exponentials, trigonometry

exp = _accurate(primitives.exp_p, "e ** x for floats or complex numbers.")
exp2 = _accurate(primitives.exp2_p, "2 ** x for floats or complex numbers.")
expm1 = _accurate(primitives.expm1_p, "exp(x) - 1, accurate for small x.")
log = _accurate(primitives.log_p, "The natural logarithm of floats or complex numbers.")
log1p = _accurate(primitives.log1p_p, "log(1 + x), accurate for small x.")
logistic = _accurate(primitives.logistic_p, "1 / (1 + exp(-x)) for floats or complex numbers.")
sin = _accurate(primitives.sin_p, "The sine of x in radians.")
cos = _accurate(primitives.cos_p, "The cosine of x in radians.")
tan = _accurate(primitives.tan_p, "The tangent of x in radians.")
asin = _unary(primitives.asin_p, "The arc sine, in [-pi/2, pi/2].")
acos = _unary(primitives.acos_p, "The arc cosine, in [0, pi].")
atan = _unary(primitives.atan_p, "The arc tangent, in [-pi/2, pi/2].")
atan2 = _binary(primitives.atan2_p, "The angle of the point with ordinate x and abscissa y.")
sinh = _unary(primitives.sinh_p, "The hyperbolic sine.")
cosh = _unary(primitives.cosh_p, "The hyperbolic cosine.")
tanh = _accurate(primitives.tanh_p, "The hyperbolic tangent.")
asinh = _unary(primitives.asinh_p, "The inverse hyperbolic sine.")
acosh = _unary(primitives.acosh_p, "The inverse hyperbolic cosine; NaN below 1.")
atanh = _unary(primitives.atanh_p, "The inverse hyperbolic tangent; infinite at -1 and 1.")


# ---- rounding

floor = _unary(primitives.floor_p, "The largest integer not above x, for floats.")
ceil = _unary(primitives.ceil_p, "The smallest integer not below x, for floats.")
is_finite = _unary(primitives.is_finite_p, "Whether a float is neither infinite nor NaN.")
nextafter = _binary(primitives.nextafter_p, "The next float after x in the direction of y.")


def round(x: ArrayLike, rounding_method: RoundingMethod = RoundingMethod.AWAY_FROM_ZERO) -> Array:
    """The nearest integer to each float, in x's dtype; halves go as the method says.

    >>> from fjax import lax
    >>> float(lax.round(2.5)), float(lax.round(2.5, lax.RoundingMethod.TO_NEAREST_EVEN))
    (3.0, 2.0)
    """
    return primitives.round_p(RoundingMethod(rounding_method))(_array("round", x))


def reduce_precision(operand: ArrayLike, exponent_bits: int, mantissa_bits: int) -> Array:
    """Floats rounded to a format with these numbers of exponent and mantissa bits.

    >>> lax.reduce_precision(jnp.array([3.14159265]), exponent_bits=8, mantissa_bits=7)
    Array([3.140625], dtype=float64)
    """
    op = primitives.reduce_precision_p(operator.index(exponent_bits), operator.index(mantissa_bits))
    return op(_array("reduce_precision", operand))


# ---- complex numbers

real = _unary(primitives.real_p, "The real part of complex numbers.")
imag = _unary(primitives.imag_p, "The imaginary part of complex numbers.")
complex = _binary(primitives.complex_p, "x + i y for float32 or float64 parts.")
conj = _unary(primitives.conj_p, "The complex conjugate, as a complex number also of a float.")


# ---- bits

bitwise_not = _unary(primitives.not_p, "~x for integers or bools.", "bitwise_not")
bitwise_and: Binary = _binary(primitives.and_p, "x & y for integers or bools.", "bitwise_and")
bitwise_or: Binary = _binary(primitives.or_p, "x | y for integers or bools.", "bitwise_or")
bitwise_xor: Binary = _binary(primitives.xor_p, "x ^ y for integers or bools.", "bitwise_xor")
population_count = _unary(primitives.population_count_p, "The number of set bits of integers.")
clz = _unary(primitives.clz_p, "The number of leading zero bits of integers; the width for 0.")
shift_left = _binary(primitives.shift_left_p, "x << y; 0 if y is negative or at least the width.")
shift_right_logical = _binary(
    primitives.shift_right_logical_p, "x >> y with zeros; 0 if y is negative or at least the width."
)
shift_right_arithmetic = _binary(
    primitives.shift_right_arithmetic_p,
    "x >> y with copies of the sign bit, only those at the width.",
)


# ---- comparisons and choices

eq = _binary(primitives.eq_p, "x == y, as bools; NaN equals nothing.")
ne = _binary(primitives.ne_p, "x != y, as bools; NaN differs from everything.")
lt = _binary(primitives.lt_p, "x < y, as bools, for real operands.")
le = _binary(primitives.le_p, "x <= y, as bools, for real operands.")
gt = _binary(primitives.gt_p, "x > y, as bools, for real operands.")
ge = _binary(primitives.ge_p, "x >= y, as bools, for real operands.")


def select(pred: ArrayLike, on_true: ArrayLike, on_false: ArrayLike) -> Array:
    """on_true where pred holds, on_false elsewhere.

    pred: bools, a scalar or of the cases' shape. The cases have one shape and dtype.

    >>> lax.select(jnp.array([True, False]), jnp.array([1, 2]), jnp.array([10, 20]))
    Array([ 1, 20], dtype=int64)
    """
    return select_n(pred, on_false, on_true)


def select_n(which: ArrayLike, *cases: ArrayLike) -> Array:
    """cases[which], element by element.

    which: integers (a value beyond the cases counts as the nearest one) or, for two cases, bools; a
        scalar or of the cases' shape. The cases have one shape and dtype.

    >>> from fjax import lax
    >>> int(lax.select_n(2, 10, 20, 30))
    30
    """
    if not cases:
        raise errors.FjaxTypeError("select_n needs at least one case to choose from")
    which = _array("select_n", which)
    xs = operands("select", *cases)
    shapes = {aval_of(x).shape for x in xs}
    if len(shapes) > 1 or which.aval.shape not in ((), *shapes):
        raise errors.ShapeError(
            f"select: cases must have one shape, and the selector the same or (), got selector "
            f"{which.aval} and cases {describe([aval_of(x) for x in xs])}; use fjax.numpy.where, "
            "which broadcasts"
        )
    return primitives.select_n_p(which, *xs)


def clamp(min: ArrayLike, x: ArrayLike, max: ArrayLike) -> Array:
    """x limited to [min, max], which are scalars or have x's shape; NaN where any operand is.

    >>> lax.clamp(0, jnp.array([-2, 3, 9]), 5)
    Array([0, 3, 5], dtype=int64)
    """
    low, x, high = operands("clamp", min, x, max)
    shape = aval_of(x).shape
    if aval_of(low).shape not in ((), shape) or aval_of(high).shape not in ((), shape):
        raise errors.ShapeError(
            f"clamp: limits must be scalars or have the operand's shape, got "
            f"{describe([aval_of(v) for v in (low, x, high)])}"
        )
    return primitives.clamp_p(low, x, high)


# ---- conversions


def convert_element_type(
    operand: ArrayLike, new_dtype: DTypeLike | None = None, weak_type: bool = False
) -> Array:
    """The operand converted to a dtype by value (None: as it is, strongly typed).

    Floats become integers by truncation, saturating at the limits, NaN giving 0; complex numbers
    become real with a warning.

    >>> lax.convert_element_type(jnp.array([1.7, -1.7, jnp.nan]), jnp.int32)
    Array([ 1, -1,  0], dtype=int32)
    """
    wanted = None if new_dtype is None else dtypes.requested("convert_element_type", new_dtype)
    if type(operand) is int and wanted is not None:
        operand = _wrapped(operand, wanted)
    elif wanted is not None and not isinstance(operand, Operand):
        operand = conversion.at_once(operand, wanted)
    x = _array("convert_element_type", operand)
    dtype = x.aval.dtype if wanted is None else wanted
    if dtypes.is_complex(x.aval.dtype) and not dtypes.is_complex(dtype) and dtype.kind != "b":
        warnings.warn(
            f"conversion of {x.aval} to {dtype.name} discards the imaginary part",
            np.exceptions.ComplexWarning,
            stacklevel=2,
        )
    return conversion.convert_element_type(x, dtype, weak_type)


def _wrapped(value: int, dtype: Any) -> Any:
    """A Python int beyond 32 bits as a value that converts to the dtype: integers wrap."""
    if -(2**31) <= value < 2**31:
        return value
    if not dtypes.is_integer(dtype):
        return value + 0j if dtypes.is_complex(dtype) else float(value)
    if not -(2**63) <= value < 2**64:
        raise OverflowError(f"convert_element_type: Python int {value} too large to convert")
    bits = 8 * dtype.itemsize
    return np.asarray(value & (2**bits - 1), np.dtype(f"uint{bits}")).astype(dtype)


def bitcast_convert_type(operand: ArrayLike, new_dtype: DTypeLike) -> Array:
    """The operand's bits as another dtype.

    A narrower dtype adds a last axis for the parts of an element; a wider one consumes it.

    >>> lax.bitcast_convert_type(jnp.array([1.0], jnp.float32), jnp.int32)
    Array([1065353216], dtype=int32)
    """
    x = _array("bitcast_convert_type", operand)
    dtype = dtypes.requested("bitcast_convert_type", new_dtype)
    same_width = dtypes.bit_width(x.aval.dtype) == dtypes.bit_width(dtype)
    op = primitives.bitcast_convert_type_p if same_width else conversion.BitcastReshape
    return op(dtype)(x)


def stop_gradient(x: T) -> T:
    """The arrays of a pytree as constants for differentiation; other leaves stay as they are.

    >>> fjax.grad(lambda x: x * lax.stop_gradient(x))(3.0)
    Array(3., dtype=float64, weak_type=True)
    """

    def stop(leaf: Any) -> Any:
        if not isinstance(leaf, promotion.ARRAY_LIKE):
            return leaf
        aval = aval_of(leaf)
        return primitives.stop_gradient_p(leaf) if dtypes.is_inexact(aval.dtype) else leaf

    return tree_map(stop, x)


# ---- special functions

erf = _unary(primitives.erf_p, "The error function of floats.")
erfc = _unary(primitives.erfc_p, "1 - erf(x), accurate for large x.")
erf_inv = _unary(primitives.erf_inv_p, "The inverse of erf, on (-1, 1).")
lgamma = _unary(primitives.lgamma_p, "log |Gamma(x)| of floats.")
digamma = _unary(primitives.digamma_p, "The derivative of log Gamma(x).")
bessel_i0e = _unary(
    primitives.bessel_i0e_p, "exp(-|x|) I0(x), the scaled modified Bessel function."
)
bessel_i1e = _unary(
    primitives.bessel_i1e_p, "exp(-|x|) I1(x), the scaled modified Bessel function."
)
polygamma = _binary(primitives.polygamma_p, "The derivative of order x of digamma, at y.")
zeta = _binary(
    primitives.zeta_p, "The Hurwitz zeta function: the sum over k >= 0 of (y + k) ** -x."
)
igamma = _binary(primitives.igamma_p, "The regularized lower incomplete gamma function P(x, y).")
igammac = _binary(primitives.igammac_p, "The regularized upper incomplete gamma function Q(x, y).")
igamma_grad_a = _binary(
    primitives.igamma_grad_a_p, "The derivative of igamma in its first argument."
)
random_gamma_grad = _binary(
    primitives.random_gamma_grad_p, "The derivative in the shape x of a gamma sample y."
)


def betainc(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> Array:
    """The regularized incomplete beta function I_x(a, b); differentiable in x.

    >>> lax.betainc(jnp.array([1.0]), jnp.array([1.0]), jnp.array([0.25]))
    Array([0.25], dtype=float64)
    """
    return primitives.regularized_incomplete_beta_p(
        *shaped("betainc", operands("betainc", a, b, x))
    )


regularized_incomplete_beta = betainc
