"""Floats taken apart and put together: frexp, ldexp, modf, spacing."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import as_type, constant, inexact, operand, refuse_complex, reject_out
from fjax.numpy.elementwise import choose_between, isfinite, isinf, signbit, signed_of, trunc
from fjax.primitives import operators


def _exponent(x: Any) -> Any:
    """The integer e with |x| = m * 2**e, 0.5 <= m < 1; 0 for zero, infinities and NaN."""
    dtype = x.aval.dtype
    limits = dtypes.finfo(dtype)
    x = lax.stop_gradient(x)
    tiny = lax.abs(x) < limits.tiny
    scaled = choose_between(tiny, x * constant(2.0**limits.nmant, dtype), x)
    bits = lax.bitcast_convert_type(scaled, signed_of("frexp", x.aval))
    mask = constant((1 << limits.nexp) - 1, bits.aval.dtype)
    shift = constant(limits.nmant, bits.aval.dtype)
    biased = lax.bitwise_and(lax.shift_right_arithmetic(bits, shift), mask)
    e = biased - choose_between(tiny, limits.nmant, 0) - (1 - limits.minexp) + 1
    plain = lax.bitwise_and(isfinite(x), lax.ne(x, constant(0, dtype)))
    return choose_between(plain, as_type(e, dtypes.int32), constant(0, dtypes.int32))


def _times_power_of_two(x: Any, e: Any) -> Any:
    """x * 2**e in two exact steps, so that neither overflows before the product does."""
    first = lax.shift_right_arithmetic(e, constant(1, e.aval.dtype))
    return x * _power_of_two(first, x.aval) * _power_of_two(e - first, x.aval)


def _power_of_two(e: Any, aval: Any) -> Any:
    dtype = aval.dtype
    limits = dtypes.finfo(dtype)
    e = lax.clamp(
        constant(int(limits.minexp), e.aval.dtype), e, constant(int(limits.maxexp), e.aval.dtype)
    )
    whole = signed_of("ldexp", aval)
    bits = lax.shift_left(
        as_type(e + (1 - int(limits.minexp)), whole), constant(limits.nmant, whole)
    )
    return lax.bitcast_convert_type(bits, dtype)


@recorded
def frexp(x: ArrayLike, /) -> tuple[Array, Array]:
    """(m, e) with x = m * 2**e and 0.5 <= |m| < 1; e is int32.

    >>> jnp.frexp(jnp.array([8.0, 0.3]))
    (Array([0.5, 0.6], dtype=float64), Array([ 4, -1], dtype=int32))
    """
    x = inexact("frexp", x)
    refuse_complex("frexp", x)
    e = _exponent(x)
    return _times_power_of_two(x, -e), e


@recorded
def ldexp(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """x1 * 2**x2 for integer x2.

    >>> jnp.ldexp(jnp.array([0.5, 3.0]), jnp.array([4, -1]))
    Array([8. , 1.5], dtype=float64)
    """
    x1, x2 = operand("ldexp", x1), operand("ldexp", x2, 1)
    if dtypes.is_complex(x1.aval.dtype) or dtypes.is_inexact(x2.aval.dtype):
        raise errors.FjaxValueError(
            f"ldexp not supported for input types {x1.aval} and {x2.aval}: it takes a real number "
            "and an integer exponent"
        )
    m, e = frexp(inexact("ldexp", x1))
    limit = 4 * int(dtypes.finfo(m.aval.dtype).maxexp)
    if x2.aval.dtype.itemsize < 4:  # the limit need not fit
        x2 = as_type(x2, dtypes.int32)
    whole = x2.aval.dtype  # clamped as it is: a wide exponent must not wrap
    low = max(-limit, int(dtypes.iinfo(whole).min))
    x2 = as_type(lax.clamp(constant(low, whole), x2, constant(limit, whole)), dtypes.int32)
    m, x2 = operators.broadcast("ldexp", m, x2)
    m, e = operators.broadcast("ldexp", m, e)
    total = e + x2
    high = 2 * int(dtypes.finfo(m.aval.dtype).maxexp) - 2
    low = 2 * int(dtypes.finfo(m.aval.dtype).minexp)
    total = lax.clamp(constant(low, dtypes.int32), total, constant(high, dtypes.int32))
    return _times_power_of_two(m, total)


@recorded
def modf(x: ArrayLike, /, out: None = None) -> tuple[Array, Array]:
    """(fractional part, integral part), both with the sign of x.

    >>> jnp.modf(jnp.array([1.25, -2.5]))
    (Array([ 0.25, -0.5 ], dtype=float64), Array([ 1., -2.], dtype=float64))
    """
    reject_out("modf", out)
    x = inexact("modf", x)
    whole = trunc(x)
    return choose_between(isinf(x), 0, x - whole), whole


@recorded
def spacing(x: ArrayLike, /) -> Array:
    """The distance from x to the next number away from zero.

    >>> jnp.spacing(jnp.float64(1.0)) == jnp.finfo("float64").eps
    Array(True, dtype=bool)
    """
    x = inexact("spacing", x)
    if x.aval.dtype.kind == "c":
        raise errors.FjaxValueError(f"spacing is not defined for complex values, got {x.aval}")
    infinity = constant(np.inf, x.aval.dtype)
    if x.aval.dtype == dtypes.float16:
        return lax.nextafter(x, operators.broadcast_to_shape(infinity, x.shape)) - x
    away = choose_between(signbit(x), -infinity, infinity)
    return lax.nextafter(x, operators.broadcast_to_shape(away, x.shape)) - x
