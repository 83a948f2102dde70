"""Functions of one array, element by element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, UnaryFunction
from fjax.core.array import Array
from fjax.core.documentation import documented, renamed
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import beside, recorded
from fjax.numpy.arguments import (
    align,
    as_type,
    constant,
    inexact,
    numeric,
    operand,
    refuse_complex,
    reject_out,
)
from fjax.numpy.elementwise_examples import EXAMPLES
from fjax.primitives import exponential, operators, powers, quick, trigonometric
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import Elementwise
from fjax.primitives.generators import full
from fjax.primitives.selection import select_n

Unary = Callable[[Any], Any]
Function = TypeVar("Function", bound=Callable[..., Any])
_SIGNED = {2: dtypes.int16, 4: dtypes.int32, 8: dtypes.int64}  # by itemsize


def named(function: Function, name: str, doc: str) -> Function:
    """Give a generated function its name and docstring."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = documented(doc, EXAMPLES.get(name))
    function.__module__ = "fjax.numpy"
    return function


def _float(name: str, primitive: Elementwise, what: str, firm: bool = False) -> UnaryFunction:
    """A function that computes in floats: integers are converted first.

    firm: the result is never weakly typed.
    """
    doc = f"{what}, element by element; integers are converted to floats."

    def convert(x: ArrayLike, /) -> Array:
        if type(x) is not Array or x.aval.dtype.kind != "f":
            x = inexact(name, x)
        if firm and x.aval.weak_type:
            x = convert_element_type(x, x.aval.dtype)
        return primitive(x)

    if primitive.ufunc is None:
        return named(convert, name, doc)
    return named(quick.unary(primitive.ufunc, primitive.direct_dtypes, convert, firm), name, doc)


exp = _float("exp", exponential.exp, "e to the power x")
exp2 = _float("exp2", exponential.exp2, "2 to the power x")
expm1 = _float("expm1", exponential.expm1, "exp(x) - 1, exact for small x")
log = _float("log", exponential.log, "The natural logarithm of x (NaN for real x < 0)")
log2 = _float("log2", exponential.log2, "The logarithm of x to base 2", firm=True)
log10 = _float("log10", exponential.log10, "The logarithm of x to base 10", firm=True)
log1p = _float("log1p", exponential.log1p, "log(1 + x), exact for small x")
sqrt = _float("sqrt", powers.sqrt, "The square root of x (NaN for real x < 0)")
cbrt = _float("cbrt", powers.cbrt, "The cube root of x")
sin = _float("sin", trigonometric.sin, "The sine of x in radians")
cos = _float("cos", trigonometric.cos, "The cosine of x in radians")
tan = _float("tan", trigonometric.tan, "The tangent of x in radians")
arcsin = _float("arcsin", trigonometric.asin, "The angle in [-pi/2, pi/2] whose sine is x")
arccos = _float("arccos", trigonometric.acos, "The angle in [0, pi] whose cosine is x")
arctan = _float("arctan", trigonometric.atan, "The angle in (-pi/2, pi/2) with tangent x")
sinh = _float("sinh", trigonometric.sinh, "The hyperbolic sine of x")
cosh = _float("cosh", trigonometric.cosh, "The hyperbolic cosine of x")
tanh = _float("tanh", trigonometric.tanh, "The hyperbolic tangent of x")
arcsinh = _float("arcsinh", trigonometric.asinh, "The inverse of sinh")
arctanh = _float("arctanh", trigonometric.atanh, "The inverse of tanh, for |x| <= 1")
asin, acos, atan, asinh, atanh = (
    renamed(function, function.__name__.replace("arc", "a"), __name__)
    for function in (arcsin, arccos, arctan, arcsinh, arctanh)
)


def arccosh(x: ArrayLike, /) -> Array:
    """The nonnegative inverse of cosh, for x >= 1 (complex: the value with real part >= 0).

    >>> jnp.arccosh(jnp.array([1.0, 2.0]))
    Array([0.       , 1.3169579], dtype=float64)
    """
    out = lax.acosh(inexact("arccosh", x))
    if dtypes.is_complex(out.aval.dtype):
        return choose_between(lax.real(out) < 0, lax.neg(out), out)
    return out


acosh = renamed(arccosh, "acosh", __name__)


def choose_between(condition: Any, x: Any, y: Any) -> Array:
    """x where the condition holds, else y; y and x promote and broadcast."""
    x, y = operators.promote("where", x, y)
    condition, x, y = align("where", condition, x, y)
    return select_n(condition, y, x)


def deg2rad(x: ArrayLike, /) -> Array:
    """Degrees converted to radians.

    >>> jnp.deg2rad(jnp.array([0.0, 180.0]))
    Array([0.        , 3.14159265], dtype=float64)
    """
    return inexact("deg2rad", x) * (math.pi / 180)


def rad2deg(x: ArrayLike, /) -> Array:
    """Radians converted to degrees.

    >>> jnp.rad2deg(jnp.array([0.0, jnp.pi]))
    Array([  0., 180.], dtype=float64)
    """
    return inexact("rad2deg", x) * (180 / math.pi)


radians = renamed(deg2rad, "radians", __name__)
degrees = renamed(rad2deg, "degrees", __name__)


def fabs(x: ArrayLike, /) -> Array:
    """The absolute value as a float; complex input raises TypeError.

    >>> jnp.fabs(jnp.array([-3, 4]))
    Array([3., 4.], dtype=float64)
    """
    x = inexact("fabs", x)
    refuse_complex("fabs", x)
    return lax.abs(x)


absolute, invert = operators.absolute, operators.invert
abs = renamed(absolute, "abs", __name__)
negative, positive = operators.negative, operators.positive
bitwise_not = renamed(invert, "bitwise_not", __name__)
bitwise_invert = renamed(invert, "bitwise_invert", __name__)


def sign(x: ArrayLike, /) -> Array:
    """-1, 0 or 1 by the sign of x (NaN stays; complex: x / |x|).

    >>> jnp.sign(jnp.array([-2.0, 0.0, 5.0]))
    Array([-1.,  0.,  1.], dtype=float64)
    """
    return lax.sign(operand("sign", x))


def square(x: ArrayLike, /) -> Array:
    """x * x.

    >>> jnp.square(jnp.array([2, -3]))
    Array([4, 9], dtype=int64)
    """
    return lax.square(numeric("square", x))


def reciprocal(x: ArrayLike, /) -> Array:
    """1 / x; integers are converted to floats.

    >>> jnp.reciprocal(jnp.array([2, 4]))
    Array([0.5 , 0.25], dtype=float64)
    """
    return lax.integer_pow(inexact("reciprocal", x), -1)


def logical_not(x: ArrayLike, /) -> Array:
    """True where x is zero.

    >>> jnp.logical_not(jnp.array([0, 3]))
    Array([ True, False], dtype=bool)
    """
    x = operand("logical_not", x)
    return lax.bitwise_not(x if x.aval.dtype == dtypes.bool_ else to_bool(x))


def to_bool(x: Any) -> Array:
    """Whether each element is nonzero."""
    if dtypes.is_key(x.aval.dtype):
        raise errors.DtypeError(f"a random key is neither true nor false, got {x.aval}")
    return x if x.aval.dtype == dtypes.bool_ else lax.ne(x, constant(0, x.aval.dtype))


# ---- rounding


def _keeps(x: Any) -> bool:
    return dtypes.kind(x.aval.dtype) in "biu"


def floor(x: ArrayLike, /) -> Array:
    """The largest integer not above x, as a float; integers stay as they are.

    >>> jnp.floor(jnp.array([-1.5, 1.5]))
    Array([-2.,  1.], dtype=float64)
    """
    x = operand("floor", x)
    return x if _keeps(x) else lax.floor(x)


def ceil(x: ArrayLike, /) -> Array:
    """The smallest integer not below x, as a float; integers stay as they are.

    >>> jnp.ceil(jnp.array([-1.5, 1.5]))
    Array([-1.,  2.], dtype=float64)
    """
    x = operand("ceil", x)
    return x if _keeps(x) else lax.ceil(x)


@recorded
def trunc(x: ArrayLike) -> Array:
    """x rounded towards zero; integers stay as they are.

    >>> jnp.trunc(jnp.array([-1.7, 1.7]))
    Array([-1.,  1.], dtype=float64)
    """
    x = operand("trunc", x)
    if _keeps(x):
        return x
    return choose_between(x < 0, lax.ceil(x), lax.floor(x))


fix = trunc


def _to_even(x: Any) -> Any:
    return lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)


def _by_parts(function: Unary, x: Any) -> Any:
    return lax.complex(function(lax.real(x)), function(lax.imag(x)))


def rint(x: ArrayLike, /) -> Array:
    """x rounded to the nearest integer, halves to even; integers become the default float.

    >>> jnp.rint(jnp.array([0.5, 1.5, -1.2]))
    Array([ 0.,  2., -1.], dtype=float64)
    """
    x = operand("rint", x)
    if _keeps(x):
        return as_type(x, dtypes.default_float())
    return _by_parts(_to_even, x) if dtypes.is_complex(x.aval.dtype) else _to_even(x)


@recorded
def round(a: ArrayLike, decimals: int = 0, out: None = None) -> Array:
    """a rounded to a number of decimals, halves to even.

    Integers stay as they are; negative decimals of integers raise NotImplementedError.

    >>> jnp.round(jnp.array([0.5, 1.5, 2.567]), 0), jnp.round(jnp.array([2.567]), 2)
    (Array([0., 2., 3.], dtype=float64), Array([2.57], dtype=float64))
    """
    reject_out("round", out)
    return operators.round_(a, decimals)


around = renamed(round, "around", __name__)


# ---- complex parts


def real(val: ArrayLike, /) -> Array:
    """The real part.

    >>> jnp.real(jnp.array([1 + 2j, 3]))
    Array([1., 3.], dtype=float64)
    """
    val = operand("real", val)
    return lax.real(val) if val.aval.dtype.kind == "c" else val


@beside
def imag(val: ArrayLike, /) -> Array:
    """The imaginary part: zeros for real input.

    >>> jnp.imag(jnp.array([1 + 2j, 3]))
    Array([2., 0.], dtype=float64)
    """
    val = operand("imag", val)
    if val.aval.dtype.kind == "c":
        return lax.imag(val)
    return full(val.aval.shape, 0, val.aval.dtype, val.aval.weak_type)


def conjugate(x: ArrayLike, /) -> Array:
    """The complex conjugate; real input as it is.

    >>> jnp.conjugate(jnp.array([1 + 2j]))
    Array([1.-2.j], dtype=complex128)
    """
    x = operand("conjugate", x)
    return lax.conj(x) if x.aval.dtype.kind == "c" else x


conj = renamed(conjugate, "conj", __name__)


@recorded
def angle(z: ArrayLike, deg: bool = False) -> Array:
    """The argument of a complex number in radians (degrees if deg); 0 or pi for real input.

    Of integers it is of the default float dtype.

    >>> jnp.angle(jnp.array([1 + 1j, -1]), deg=True)
    Array([ 45., 180.], dtype=float64)
    """
    z = operand("angle", z)
    own = z.aval.dtype
    if not dtypes.is_complex(own):  # as in JAX, a narrow integer does not say how wide it is
        z = convert_element_type(z, own if dtypes.is_inexact(own) else dtypes.default_float())
    found = lax.atan2(imag(z), real(z))
    return found * (180 / math.pi) if deg else found


# ---- questions


def isnan(x: ArrayLike, /) -> Array:
    """Where x is NaN.

    >>> jnp.isnan(jnp.array([1.0, jnp.inf, jnp.nan]))
    Array([False, False,  True], dtype=bool)
    """
    x = operand("isnan", x)
    return lax.ne(x, x)


def _all_of(x: Any, value: bool) -> Any:
    return full(x.aval.shape, value, dtypes.bool_)


@beside
def isfinite(x: ArrayLike, /) -> Array:
    """Where x is neither infinite nor NaN.

    >>> jnp.isfinite(jnp.array([1.0, jnp.inf, jnp.nan]))
    Array([ True, False, False], dtype=bool)
    """
    x = operand("isfinite", x)
    if x.aval.dtype.kind == "c":
        return lax.bitwise_and(lax.is_finite(lax.real(x)), lax.is_finite(lax.imag(x)))
    return lax.is_finite(x) if dtypes.is_float(x.aval.dtype) else _all_of(x, True)


@recorded
def isinf(x: ArrayLike, /) -> Array:
    """Where x is infinite (complex: either part).

    >>> jnp.isinf(jnp.array([1.0, -jnp.inf, jnp.nan]))
    Array([False,  True, False], dtype=bool)
    """
    x = operand("isinf", x)
    if x.aval.dtype.kind == "c":
        return lax.bitwise_or(isinf(lax.real(x)), isinf(lax.imag(x)))
    if not dtypes.is_float(x.aval.dtype):
        return _all_of(x, False)
    return lax.eq(lax.abs(x), constant(np.inf, x.aval.dtype))


def _is_infinity(name: str, value: float, x: Any, out: Any) -> Any:
    reject_out(name, out)
    x = operand(name, x)
    if x.aval.dtype.kind == "c":
        raise errors.FjaxValueError(f"{name} is not defined for complex values, got {x.aval}")
    if not dtypes.is_float(x.aval.dtype):
        return _all_of(x, False)
    return lax.eq(x, constant(value, x.aval.dtype))


@recorded
def isposinf(x: ArrayLike, /, out: None = None) -> Array:
    """Where x is +inf.

    >>> jnp.isposinf(jnp.array([-jnp.inf, jnp.inf]))
    Array([False,  True], dtype=bool)
    """
    return _is_infinity("isposinf", np.inf, x, out)


@recorded
def isneginf(x: ArrayLike, /, out: None = None) -> Array:
    """Where x is -inf.

    >>> jnp.isneginf(jnp.array([-jnp.inf, jnp.inf]))
    Array([ True, False], dtype=bool)
    """
    return _is_infinity("isneginf", -np.inf, x, out)


@recorded
def iscomplex(x: ArrayLike) -> Array:
    """Where the imaginary part is nonzero.

    >>> jnp.iscomplex(jnp.array([1 + 2j, 3]))
    Array([ True, False], dtype=bool)
    """
    found = imag(operand("iscomplex", x))
    return lax.ne(found, constant(0, found.aval.dtype))


@recorded
def isreal(x: ArrayLike) -> Array:
    """Where the imaginary part is zero.

    >>> jnp.isreal(jnp.array([1 + 2j, 3]))
    Array([False,  True], dtype=bool)
    """
    found = imag(operand("isreal", x))
    return lax.eq(found, constant(0, found.aval.dtype))


@recorded
def signbit(x: ArrayLike, /) -> Array:
    """Where the sign bit is set: for negative numbers, -0.0 and negative NaNs.

    >>> jnp.signbit(jnp.array([-2.0, -0.0, 0.0]))
    Array([ True,  True, False], dtype=bool)
    """
    x = operand("signbit", x)
    dtype = x.aval.dtype
    if dtypes.kind(dtype) in "bu":
        return _all_of(x, False)
    if dtype.kind == "c":
        raise errors.FjaxValueError(f"signbit is not defined for complex values, got {x.aval}")
    if dtypes.is_float(dtype):
        x = lax.bitcast_convert_type(x, signed_of("signbit", x.aval))
    return lax.lt(x, constant(0, x.aval.dtype))


def signed_of(name: str, aval: Any) -> Any:
    """The signed integer dtype of a float dtype's width; an error for floats of 8 bits and less."""
    found = _SIGNED.get(aval.dtype.itemsize)
    if found is None:
        raise errors.UnsupportedDtypeError(
            f"{name} takes floats of 16, 32 and 64 bits, got {aval}; convert it with "
            "astype(jnp.float32)"
        )
    return found


@recorded
def nan_to_num(
    x: ArrayLike,
    copy: bool = True,
    nan: ArrayLike = 0.0,
    posinf: ArrayLike | None = None,
    neginf: ArrayLike | None = None,
) -> Array:
    """x with NaN, inf and -inf replaced; infinities by the dtype's largest and smallest numbers.

    >>> jnp.nan_to_num(jnp.array([1.0, jnp.nan, jnp.inf]), posinf=9.0)
    Array([1., 0., 9.], dtype=float64)
    """
    del copy
    x = operand("nan_to_num", x)
    dtype = x.aval.dtype
    if not dtypes.is_inexact(dtype):
        return x
    if dtype.kind == "c":
        return lax.complex(
            nan_to_num(lax.real(x), True, nan, posinf, neginf),
            nan_to_num(lax.imag(x), True, nan, posinf, neginf),
        )
    limits = dtypes.finfo(dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf

    def value(of: Any) -> Any:
        return as_type(operand("nan_to_num", of), dtype)

    out = choose_between(lax.ne(x, x), value(nan), x)
    out = choose_between(lax.eq(out, constant(np.inf, dtype)), value(high), out)
    return choose_between(lax.eq(out, constant(-np.inf, dtype)), value(low), out)


# ---- special functions


@recorded
def sinc(x: ArrayLike, /) -> Array:
    """sin(pi x) / (pi x), and 1 at 0 (with the right derivatives there).

    >>> jnp.sinc(jnp.array([0.0, 0.5]))
    Array([1.        , 0.63661977], dtype=float64)
    """
    x = inexact("sinc", x)
    t = x * math.pi
    near = lax.lt(lax.abs(x), constant(0.25, dtypes.real_part(x.aval.dtype)))
    square_: Any = lax.square(choose_between(near, t, 0.0))
    series: Any = 0.0
    for k in range(8, 0, -1):  # where sin(t) / t would lose its derivatives' digits
        series = (series + (-1) ** k / math.factorial(2 * k + 1)) * square_
    far = choose_between(near, 1.0, t)
    return choose_between(near, series + 1.0, lax.sin(far) / far)


@recorded
def i0(x: ArrayLike) -> Array:
    """The modified Bessel function of the first kind and order 0.

    >>> jnp.i0(jnp.array([0.0, 1.0]))
    Array([1.        , 1.26606588], dtype=float64)
    """
    x = inexact("i0", x)
    refuse_complex("i0", x)
    return bessel_i0(x)


@custom_jvp
def bessel_i0(x: Any) -> Any:
    """The modified Bessel function of order 0, of floats."""
    return choose_between(lax.is_finite(x), _unscaled(x, lax.bessel_i0e(x)), lax.abs(x))


@custom_jvp
def bessel_i1(x: Any) -> Any:
    """The modified Bessel function of order 1, of floats."""
    return choose_between(lax.is_finite(x), _unscaled(x, lax.bessel_i1e(x)), x)


def _unscaled(x: Any, scaled: Any) -> Any:
    """exp(|x|) * scaled, in two steps: the exponential overflows before the product does."""
    half = lax.exp(lax.abs(x) * 0.5)
    return half * scaled * half


def _slope_of_i1(g: Any, out: Any, x: Any) -> Any:
    zero = lax.eq(x, constant(0, x.dtype))
    ratio = choose_between(lax.is_finite(out), out, 0.0) / choose_between(zero, 1.0, x)
    return g * (bessel_i0(x) - choose_between(zero, 0.5, ratio))


bessel_i0.defjvps(lambda g, out, x: g * bessel_i1(x))
bessel_i1.defjvps(_slope_of_i1)


@recorded
def bitwise_count(x: ArrayLike, /) -> Array:
    """The number of bits set in |x|, as uint8.

    >>> jnp.bitwise_count(jnp.array([0, 7, 8]))
    Array([0, 3, 1], dtype=uint8)
    """
    x = absolute(numeric("bitwise_count", x))
    return as_type(lax.population_count(x), dtypes.uint8)
