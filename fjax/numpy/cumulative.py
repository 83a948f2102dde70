"""Running sums and products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import as_type, constant, one_axis, operand, reject_out, user_dtype
from fjax.numpy.elementwise import choose_between, isnan, to_bool
from fjax.numpy.reductions import promote_integer
from fjax.primitives.generators import full
from fjax.primitives.structure import Reshape


def _running(
    name: str,
    function: Callable[..., Any],
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    nan: int | None = None,
    promote_integers: bool = False,
) -> Any:
    reject_out(name, out)
    a = operand(name, a)
    if axis is None or a.aval.ndim == 0:
        a = Reshape((a.aval.size,))(a)
    number = one_axis(name, 0 if axis is None else axis, a.aval.ndim)
    own = a.aval.dtype
    if nan is not None and dtypes.is_inexact(own):
        a = choose_between(isnan(a), constant(nan, own), a)
    if dtype is None:
        result = promote_integer(own) if promote_integers or own == dtypes.bool_ else own
        compute = result
    else:
        result = user_dtype(name, dtype)
        compute = promote_integer(result) if result == dtypes.bool_ else result
        if result == dtypes.bool_:
            a = to_bool(a)
    found = function(as_type(a, compute), number)
    return to_bool(found) if result == dtypes.bool_ else found


@recorded
def cumsum(
    a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: None = None
) -> Array:
    """The sums of the first 1, 2, … elements along an axis, or of the flattened array.

    >>> jnp.cumsum(jnp.array([[1, 2], [3, 4]]), axis=0)
    Array([[1, 2],
           [4, 6]], dtype=int64)
    """
    return _running("cumsum", lax.cumsum, a, axis, dtype, out)


@recorded
def cumprod(
    a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: None = None
) -> Array:
    """The products of the first 1, 2, … elements along an axis, or of the flattened array.

    >>> jnp.cumprod(jnp.array([1, 2, 3, 4]))
    Array([ 1,  2,  6, 24], dtype=int64)
    """
    return _running("cumprod", lax.cumprod, a, axis, dtype, out)


@recorded
def nancumsum(
    a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: None = None
) -> Array:
    """`cumsum` with NaN counting as 0.

    >>> jnp.nancumsum(jnp.array([2.0, jnp.nan, 4.0]))
    Array([2., 2., 6.], dtype=float64)
    """
    return _running("nancumsum", lax.cumsum, a, axis, dtype, out, 0)


@recorded
def nancumprod(
    a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: None = None
) -> Array:
    """`cumprod` with NaN counting as 1.

    >>> jnp.nancumprod(jnp.array([2.0, jnp.nan, 4.0]))
    Array([2., 2., 8.], dtype=float64)
    """
    return _running("nancumprod", lax.cumprod, a, axis, dtype, out, 1)


def _array_api_running(
    name: str,
    function: Callable[..., Any],
    x: Any,
    axis: Any,
    dtype: Any,
    initial: int | None,
    promote_integers: bool,
) -> Any:
    x = operand(name, x)
    if x.aval.ndim == 0:
        raise errors.FjaxValueError(
            f"The input must be non-scalar to take a {name.replace('_', ' ')}, got {x.aval}"
        )
    if axis is None and x.aval.ndim > 1:
        raise errors.FjaxValueError(
            f"The input array has rank {x.aval.ndim}, however axis was not set: {name} of {x.aval}"
        )
    number = one_axis(name, 0 if axis is None else axis, x.aval.ndim)
    out = _running(name, function, x, number, dtype, None, None, promote_integers)
    if initial is None:
        return out
    shape = tuple(1 if i == number else n for i, n in enumerate(x.aval.shape))
    return lax.concatenate([full(shape, initial, out.aval.dtype), out], number)


@recorded
def cumulative_sum(
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    include_initial: bool = False,
) -> Array:
    """`cumsum` as the array API has it: narrow integers promote; include_initial puts a 0 first.

    >>> jnp.cumulative_sum(jnp.array([2, 3, 4]), include_initial=True)
    Array([0, 2, 5, 9], dtype=int64)
    """
    return _array_api_running(
        "cumulative_sum", lax.cumsum, x, axis, dtype, 0 if include_initial else None, True
    )


@recorded
def cumulative_prod(
    x: ArrayLike,
    /,
    *,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    include_initial: bool = False,
) -> Array:
    """`cumprod` as the array API has it; include_initial puts a 1 first.

    >>> jnp.cumulative_prod(jnp.array([2, 3, 4]), include_initial=True)
    Array([ 1,  2,  6, 24], dtype=int64)
    """
    return _array_api_running(
        "cumulative_prod", lax.cumprod, x, axis, dtype, 1 if include_initial else None, False
    )
