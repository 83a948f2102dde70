"""Whether arrays agree as a whole."""

from __future__ import annotations

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded, recorded_family
from fjax.numpy import reductions
from fjax.numpy.arguments import as_type, constant, inexact, operand
from fjax.numpy.binary import add, less_equal, multiply, subtract, together
from fjax.numpy.elementwise import choose_between, isinf, isnan
from fjax.numpy.values import asarray
from fjax.primitives import operators


@recorded_family
def _close(
    name: str,
    everywhere: bool,
    a: ArrayLike,
    b: ArrayLike,
    rtol: ArrayLike = 1e-05,
    atol: ArrayLike = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """isclose or allclose."""
    a, b = together(name, a, b)
    dtype = a.aval.dtype
    if dtypes.is_key(dtype):
        same = operators.equal(a, b)
        return reductions.all(same) if everywhere else same
    if dtype == dtypes.bool_:
        a, b = as_type(a, dtypes.int32), as_type(b, dtypes.int32)
    a, b = inexact(name, a), inexact(name, b)
    if dtypes.is_integer(dtype):
        a, b = as_type(a, a.aval.dtype), as_type(b, b.aval.dtype)
    compute = dtypes.real_part(a.aval.dtype)
    rtol, atol = (as_type(operand(name, t), compute) for t in (rtol, atol))
    size = lax.abs(b)
    limit = add(atol, multiply(rtol, size))
    near = less_equal(lax.abs(subtract(a, b)), limit)
    infinite = isinf(a) | isinf(b)
    same = lax.eq(a, b)
    out = choose_between(infinite, same, near)
    if equal_nan:
        out = out | (lax.ne(a, a) & lax.ne(b, b))
    return reductions.all(out) if everywhere else out


isclose = _close(
    "isclose",
    False,
    """Where |a - b| <= atol + rtol * |b|; equal infinities are close, NaN only with equal_nan.

    >>> jnp.isclose(jnp.array([1.0, 2.0, jnp.nan]), jnp.array([1.0, 2.1, jnp.nan]))
    Array([ True, False, False], dtype=bool)
    """,
)
allclose = _close(
    "allclose",
    True,
    """Whether |a - b| <= atol + rtol * |b| everywhere.

    >>> jnp.allclose(jnp.array([1.0, 2.0]), jnp.array([1.0, 2.0 + 1e-9]))
    Array(True, dtype=bool)
    """,
)


@recorded
def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> Array:
    """Whether two arrays have one shape and equal elements; NaN equals NaN only if equal_nan.

    Raises TypeError for anything that is not an array of numbers.

    >>> jnp.array_equal(jnp.array([1, 2]), [1, 2]), jnp.array_equal(jnp.ones(2), jnp.ones(3))
    (Array(True, dtype=bool), Array(False, dtype=bool))
    """
    x, y = asarray(a1), asarray(a2)
    if x.aval.shape != y.aval.shape:
        return constant(False, dtypes.bool_)
    x, y = operators.promote("array_equal", x, y)
    same = operators.equal(x, y)
    if equal_nan:
        same = same | (isnan(x) & isnan(y))
    return reductions.all(same)


@recorded
def array_equiv(a1: ArrayLike, a2: ArrayLike) -> Array:
    """Whether two arrays broadcast together and have equal elements.

    Raises TypeError for anything that is not an array of numbers.

    >>> jnp.array_equiv(jnp.array([1, 2]), jnp.array([[1, 2], [1, 2]]))
    Array(True, dtype=bool)
    """
    x, y = operators.promote("array_equiv", asarray(a1), asarray(a2))
    try:
        common = operators.broadcast_shapes("array_equiv", [x.aval.shape, y.aval.shape])
    except errors.ShapeError:
        return constant(False, dtypes.bool_)
    x, y = (operators.broadcast_to_shape(z, common) for z in (x, y))
    return reductions.all(operators.equal(x, y))
