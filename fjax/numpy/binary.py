"""Functions of two arrays, element by element, with broadcasting and promotion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, BinaryFunction
from fjax.core.array import Array
from fjax.core.documentation import renamed
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import as_type, constant, operand, operands, refuse_complex
from fjax.numpy.elementwise import choose_between, isinf, named, signbit, to_bool
from fjax.primitives import exponential, operators, rounding, selection, trigonometric
from fjax.primitives.operators import promote_inexact, promote_numeric

Binary = Callable[[Any, Any], Any]

add, subtract, multiply = operators.add, operators.subtract, operators.multiply
divide = operators.divide
true_divide = renamed(divide, "true_divide", __name__)
floor_divide = renamed(recorded(operators.floor_divide), "floor_divide", __name__)
remainder = renamed(recorded(operators.remainder), "remainder", __name__)
power = operators.power
mod, pow = renamed(remainder, "mod", __name__), renamed(power, "pow", __name__)
divmod = renamed(recorded(operators.divmod_), "divmod", __name__)
bitwise_and, bitwise_or = operators.bitwise_and, operators.bitwise_or
bitwise_xor = operators.bitwise_xor
left_shift = renamed(recorded(operators.left_shift), "left_shift", __name__)
right_shift = renamed(recorded(operators.right_shift), "right_shift", __name__)
bitwise_left_shift = renamed(left_shift, "bitwise_left_shift", __name__)
bitwise_right_shift = renamed(right_shift, "bitwise_right_shift", __name__)
equal, not_equal = operators.equal, operators.not_equal
less, less_equal = operators.less, operators.less_equal
greater, greater_equal = operators.greater, operators.greater_equal
maximum = operators.binary(
    "maximum",
    selection.max_,
    selection.Max.ufunc,
    doc="""The larger of x and y.

    Shapes broadcast and dtypes promote; NaN if either is NaN.
    """,
)
minimum = operators.binary(
    "minimum",
    selection.min_,
    selection.Min.ufunc,
    doc="""The smaller of x and y.

    Shapes broadcast and dtypes promote; NaN if either is NaN.
    """,
)
arctan2 = operators.binary(
    "arctan2",
    trigonometric.atan2,
    promotion=operators.promote_inexact,
    doc="The angle of the point (y, x) in (-pi, pi].",
)
atan2 = renamed(arctan2, "atan2", __name__)
float_power = operators.binary(
    "float_power",
    exponential.pow_,
    promotion=operators.promote_inexact,
    doc="x to the power y, computed in floats.",
)
nextafter = operators.binary(
    "nextafter",
    rounding.nextafter,
    promotion=operators.promote_inexact,
    doc="The next number after x in the direction of y.",
)
for _function in (maximum, minimum, arctan2, float_power, nextafter):
    _function.__module__ = __name__  # where pickle finds them


def together(name: str, *xs: Any) -> list[Any]:
    """Arrays in their common dtype and shape (scalars stay scalars)."""
    return operators.broadcast(name, *operators.promote(name, *operands(name, *xs)))


def _logical(name: str, function: Binary, what: str) -> BinaryFunction:
    def apply(x: ArrayLike, y: ArrayLike, /) -> Array:
        x, y = operands(name, x, y)
        return function(*operators.broadcast(name, to_bool(x), to_bool(y)))

    return named(recorded(apply), name, what)


logical_and = _logical("logical_and", lax.bitwise_and, "Where both x and y are nonzero.")
logical_or = _logical("logical_or", lax.bitwise_or, "Where x or y is nonzero.")
logical_xor = _logical("logical_xor", lax.bitwise_xor, "Where exactly one of x and y is nonzero.")


def fmod(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """The remainder of division with the sign of x1; integers modulo 0 give 0.

    >>> jnp.fmod(jnp.array([-7, 7]), 3), jnp.mod(jnp.array([-7, 7]), 3)
    (Array([-1,  1], dtype=int64), Array([2, 1], dtype=int64))
    """
    x1, x2 = operators.broadcast("fmod", *promote_numeric("fmod", x1, x2))
    if dtypes.is_integer(x1.aval.dtype):
        x2 = choose_between(lax.eq(x2, constant(0, x2.aval.dtype)), 1, x2)
    return lax.rem(x1, x2)


@recorded
def logaddexp(x: ArrayLike, y: ArrayLike, /) -> Array:
    """log(exp(x) + exp(y)) without overflow.

    >>> jnp.logaddexp(jnp.array([0.0, 1000.0]), jnp.array([0.0, 1000.0]))
    Array([6.93147181e-01, 1.00069315e+03], dtype=float64)
    """
    return _log_add(*operators.broadcast("logaddexp", *promote_inexact("logaddexp", x, y)))


@custom_jvp
def _log_add(x: Any, y: Any) -> Any:
    if x.aval.dtype.kind == "c":
        return _complex_log_add(x, y)
    difference = x - y
    undefined = lax.ne(difference, difference)  # equal infinities, or NaN
    soft = lax.log1p(lax.exp(-lax.abs(difference)))
    return choose_between(undefined, x + y, lax.max(x, y) + soft)


@_log_add.defjvp
def _log_add_jvp(primals: Any, tangents: Any) -> Any:
    x, y = primals
    by_x, by_y = tangents
    out = _log_add(x, y)
    return out, by_x * _weight(x, out) + by_y * _weight(y, out)


def _weight(x: Any, out: Any) -> Any:
    """The derivative exp(x - out), without subtracting equal infinities."""
    return (
        lax.exp(choose_between(lax.eq(x, out), 0, x - out))
        if x.aval.dtype.kind == "c"
        else lax.exp(
            choose_between(
                isinf(out), choose_between(lax.eq(x, out), 0, x - _finite(out)), x - _finite(out)
            )
        )
    )


def _finite(x: Any) -> Any:
    return choose_between(isinf(x), 0, x)


def _complex_log_add(x: Any, y: Any) -> Any:
    swap = lax.lt(lax.real(x), lax.real(y))
    high, low = choose_between(swap, y, x), choose_between(swap, x, y)
    same = lax.eq(high, low)
    difference = choose_between(same, 0, low - high)
    return high + lax.log1p(lax.exp(difference))


@recorded
def logaddexp2(x: ArrayLike, y: ArrayLike, /) -> Array:
    """log2(2 ** x + 2 ** y) without overflow.

    >>> jnp.logaddexp2(jnp.array([3.0]), jnp.array([3.0]))
    Array([4.], dtype=float64)
    """
    x, y = operators.broadcast("logaddexp2", *promote_inexact("logaddexp2", x, y))
    ln2 = float(np.log(2.0))
    return _log_add(x * ln2, y * ln2) / ln2


# ---- others


@recorded
def copysign(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """x1 with the sign of x2.

    >>> jnp.copysign(jnp.array([1.0, 2.0]), jnp.array([-0.5, 3.0]))
    Array([-1.,  2.], dtype=float64)
    """
    x1, x2 = promote_inexact("copysign", x1, x2)
    refuse_complex("copysign", x1)
    size = lax.abs(x1)
    return choose_between(signbit(x2), -size, size)


@recorded
def heaviside(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """0 where x1 < 0, x2 where x1 == 0, 1 where x1 > 0.

    >>> jnp.heaviside(jnp.array([-2.0, 0.0, 3.0]), 0.5)
    Array([0. , 0.5, 1. ], dtype=float64)
    """
    x1, x2 = promote_inexact("heaviside", x1, x2)
    zero = constant(0, x1.aval.dtype)
    beyond = choose_between(lax.gt(x1, zero), 1, choose_between(lax.ne(x1, x1), x1, x2))
    return choose_between(lax.lt(x1, zero), 0, beyond)


@recorded
def hypot(x1: ArrayLike, x2: ArrayLike, /) -> Array:
    """sqrt(x1 ** 2 + x2 ** 2) without overflow.

    >>> jnp.hypot(jnp.array([3.0, 1e200]), jnp.array([4.0, 0.0]))
    Array([5.e+000, 1.e+200], dtype=float64)
    """
    x1, x2 = operators.broadcast("hypot", *promote_inexact("hypot", x1, x2))
    if x1.aval.dtype.kind == "c":
        raise errors.FjaxValueError(
            f"jnp.hypot is not well defined for complex-valued inputs, got {x1.aval}; take abs"
        )
    return _hypot(x1, x2)


@custom_jvp
def _hypot(x: Any, y: Any) -> Any:
    x, y = lax.abs(x), lax.abs(y)
    low, high = lax.min(x, y), lax.max(x, y)
    ratio = lax.div(low, choose_between(lax.eq(high, constant(0, high.aval.dtype)), 1, high))
    size = high * lax.sqrt(1 + lax.square(ratio))
    infinity = constant(np.inf, x.aval.dtype)
    return choose_between(lax.eq(x, infinity) | lax.eq(y, infinity), np.inf, size)


@_hypot.defjvp
def _hypot_jvp(primals: Any, tangents: Any) -> Any:
    """The slope by x is x / hypot(x, y); at the origin it is that of max(|x|, |y|)."""
    out = _hypot(*primals)
    origin = lax.eq(out, constant(0, out.aval.dtype))
    size = choose_between(origin, 1, out)
    by_x, by_y = (t * choose_between(origin, 0.5, x / size) for x, t in zip(primals, tangents))
    return out, by_x + by_y


@recorded
def fmax(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The larger of x1 and x2, ignoring NaN.

    >>> jnp.fmax(jnp.array([1.0, jnp.nan]), 0.5)
    Array([1. , 0.5], dtype=float64)
    """
    x1, x2 = together("fmax", x1, x2)
    return choose_between(greater(x1, x2) | lax.ne(x2, x2), x1, x2)


@recorded
def fmin(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The smaller of x1 and x2, ignoring NaN.

    >>> jnp.fmin(jnp.array([1.0, jnp.nan]), 0.5)
    Array([0.5, 0.5], dtype=float64)
    """
    x1, x2 = together("fmin", x1, x2)
    return choose_between(less(x1, x2) | lax.ne(x2, x2), x1, x2)


def _integers(name: str, x1: Any, x2: Any) -> list[Any]:
    x1, x2 = together(name, x1, x2)
    if not dtypes.is_integer(x1.aval.dtype):
        raise errors.FjaxValueError(f"{name} takes integers, got {x1.aval} and {x2.aval}")
    shape = operators.broadcast_shapes(name, [x1.aval.shape, x2.aval.shape])
    return [operators.broadcast_to_shape(as_type(x, x.aval.dtype), shape) for x in (x1, x2)]


@recorded
def gcd(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The greatest common divisor of integers, by Euclid's algorithm.

    >>> jnp.gcd(jnp.array([12, 7]), 18)
    Array([6, 1], dtype=int64)
    """
    x1, x2 = _integers("gcd", x1, x2)
    if dtypes.kind(x1.aval.dtype) == "i":
        x1, x2 = lax.abs(x1), lax.abs(x2)
    zero = constant(0, x1.aval.dtype)

    def unfinished(pair: Any) -> Any:
        return lax.reduce_or(lax.ne(pair[1], zero), tuple(range(pair[1].ndim)))

    def step(pair: Any) -> Any:
        a, b = pair
        done = lax.eq(b, zero)
        return choose_between(done, a, b), choose_between(done, b, lax.rem(a, b))

    found = lax.while_loop(unfinished, step, (x1, x2))[0]
    # The lowest integer has no absolute value, and its remainders are negative.
    return lax.abs(found) if dtypes.kind(found.aval.dtype) == "i" else found


@recorded
def lcm(x1: ArrayLike, x2: ArrayLike) -> Array:
    """The least common multiple of integers (0 if either is 0).

    >>> jnp.lcm(jnp.array([4, 0]), 6)
    Array([12,  0], dtype=int64)
    """
    x1, x2 = _integers("lcm", x1, x2)
    if dtypes.kind(x1.aval.dtype) == "i":
        x1, x2 = lax.abs(x1), lax.abs(x2)
    divisor = gcd(x1, x2)
    zero = constant(0, x1.aval.dtype)
    none = lax.eq(divisor, zero)
    return choose_between(none, zero, lax.mul(x1, lax.div(x2, choose_between(none, 1, divisor))))


@recorded
def clip(
    arr: ArrayLike | None = None, /, min: ArrayLike | None = None, max: ArrayLike | None = None
) -> Array:
    """arr limited to [min, max]; None leaves a side open. Complex values raise ValueError.

    Returns an array of the shape of `arr` and the bounds, broadcast.
    Raises ValueError for complex numbers.

    >>> jnp.clip(jnp.array([-2, 0, 7]), 0, 5)
    Array([0, 0, 5], dtype=int64)
    """
    if arr is None:
        raise errors.FjaxValueError("clip: at least one array is required")
    given = [operand("clip", x, i) for i, x in enumerate((arr, min, max)) if x is not None]
    if any(dtypes.is_complex(x.aval.dtype) for x in given):
        raise errors.FjaxValueError(
            "clip: Complex values have no ordering and cannot be clipped; clip their parts instead"
        )
    out = given[0]
    if min is not None:
        out = maximum(min, out)
    if max is not None:
        out = minimum(max, out)
    return out
