"""Whether arrays agree as a whole."""

from __future__ import annotations

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions
from fjax.numpy.arguments import constant
from fjax.numpy.binary import isclose
from fjax.numpy.elementwise import isnan
from fjax.numpy.values import asarray
from fjax.primitives import operators


@recorded
def allclose(
    a: ArrayLike,
    b: ArrayLike,
    rtol: ArrayLike = 1e-05,
    atol: ArrayLike = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """Whether |a - b| <= atol + rtol * |b| everywhere.

    >>> jnp.allclose(jnp.array([1.0, 2.0]), jnp.array([1.0, 2.0 + 1e-9]))
    Array(True, dtype=bool)
    """
    return reductions.all(isclose(a, b, rtol, atol, equal_nan))


@recorded
def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> Array:
    """Whether two arrays have one shape and equal elements; NaN equals NaN only if equal_nan.

    Raises TypeError for what is no array of numbers.

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

    Raises TypeError for what is no array of numbers.

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
