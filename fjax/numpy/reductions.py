"""Reductions: sums, products, extrema, means, variances, and where extrema are."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Literal, overload

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes, DTypeLike
from fjax.core.array import Array
from fjax.core.documentation import family, renamed, typed_by_overloads
from fjax.core.memo import memo
from fjax.interpreters.recorded import recorded, recorded_family
from fjax.numpy.arguments import (
    as_type,
    constant,
    operand,
    reject_out,
    several_axes,
    to_inexact,
    user_dtype,
)
from fjax.numpy.elementwise import choose_between, imag, real, to_bool
from fjax.primitives import arithmetic, operators, reductions, selection
from fjax.primitives.bitwise import bitwise_and, bitwise_or, bitwise_xor
from fjax.primitives.generators import full
from fjax.primitives.structure import ReduceSum, Reshape


class Kind:
    """A reduction: its primitive, the one for bools, how two results combine, and its identity."""

    def __init__(
        self,
        name: str,
        primitive: Any,
        on_bool: Any,
        combine: Callable[..., Any],
        bool_combine: Callable[..., Any],
        identity: Callable[[Any], Any],
        has_identity: bool = True,
    ):
        self.name, self.primitive, self.on_bool = name, primitive, on_bool
        self.combine, self.bool_combine = combine, bool_combine
        self.identity, self.has_identity = identity, has_identity


def lowest(dtype: Any) -> Any:
    """The smallest value of a dtype."""
    if dtypes.is_inexact(dtype):
        return -np.inf if dtypes.has_infinity(dtype) else dtypes.finfo(dtype).min
    return dtypes.iinfo(dtype).min if dtypes.is_integer(dtype) else False


def highest(dtype: Any) -> Any:
    """The largest value of a dtype."""
    if dtypes.is_inexact(dtype):
        return np.inf if dtypes.has_infinity(dtype) else dtypes.finfo(dtype).max
    return dtypes.iinfo(dtype).max if dtypes.is_integer(dtype) else True


_any, _all = (reductions.ReduceOr, bitwise_or), (reductions.ReduceAnd, bitwise_and)
SUM = Kind("sum", ReduceSum, _any[0], arithmetic.add, _any[1], lambda dtype: 0)
MEAN = Kind("mean", ReduceSum, _any[0], arithmetic.add, _any[1], lambda dtype: 0)
PROD = Kind("prod", reductions.ReduceProd, _all[0], arithmetic.mul, _all[1], lambda dtype: 1)
MAX = Kind("max", reductions.ReduceMax, _any[0], selection.max_, _any[1], lowest, False)
MIN = Kind("min", reductions.ReduceMin, _all[0], selection.min_, _all[1], highest, False)
ALL = Kind("all", _all[0], _all[0], _all[1], _all[1], lambda dtype: True)
ANY = Kind("any", _any[0], _any[0], _any[1], _any[1], lambda dtype: False)
AND = Kind(
    "bitwise_and",
    *_all[:1],
    _all[0],
    _all[1],
    _all[1],
    lambda dtype: True if dtype == dtypes.bool_ else np.array(-1).astype(dtype),
)
OR = Kind("bitwise_or", _any[0], _any[0], _any[1], _any[1], lambda dtype: 0)
XOR = Kind(
    "bitwise_xor",
    reductions.ReduceXor,
    reductions.ReduceXor,
    bitwise_xor,
    bitwise_xor,
    lambda dtype: 0,
)


def promote_integer(dtype: Any) -> Any:
    """The dtype in which integers are summed: at least as wide as the default integer."""
    wide = dtypes.default_int()
    if dtype == dtypes.bool_:
        return wide
    if dtypes.kind(dtype) == "u" and dtype.itemsize < wide.itemsize:
        return np.dtype(f"uint{8 * wide.itemsize}")
    if dtypes.kind(dtype) == "i" and dtype.itemsize < wide.itemsize:
        return wide
    return dtype


def keep_lengths(x: Any, shape: tuple[int, ...], axes: tuple[int, ...]) -> Array:
    """A reduced array with its axes put back with length 1."""
    return Reshape(tuple(1 if i in axes else n for i, n in enumerate(shape)))(x)


def check_where(name: str, where: Any) -> Array | None:
    """The mask of a reduction: a boolean array or None."""
    if where is None:
        return None
    where = operand(name, where)
    if where.aval.dtype != dtypes.bool_:
        raise errors.FjaxValueError(
            f"jnp.{name}: where must be None or a boolean array; got where.dtype={where.aval.dtype}"
        )
    return where


@memo()
def _along(primitive: Any, axes: tuple[int, ...]) -> Any:
    """The reduction along these axes: one object for equal parameters, with its hash known."""
    return primitive(axes)


def reduce(
    kind: Kind, a: Any, axis: Any, dtype: DTypeLike, keepdims: Any, initial: Any, where: Any
) -> Array:
    """A reduction of an array in the dtype `dtype`."""
    if a.aval.dtype != dtype or a.aval.weak_type:
        a = as_type(a, dtype)
    if where is not None:
        a = masked(kind, a, where, initial)
    shape = a.aval.shape
    axes = several_axes(kind.name, axis, len(shape))
    if (
        not kind.has_identity
        and initial is None
        and a.aval.size == 0
        and math.prod(shape[i] for i in axes) == 0
    ):
        raise errors.FjaxValueError(
            f"zero-size array to reduction operation {kind.name} which has no identity: {a.aval} "
            f"along axes {axes}; pass initial="
        )
    on_bool = dtype is dtypes.bool_
    if axes:
        out = _along(kind.on_bool if on_bool else kind.primitive, axes)(a)
    elif dtypes.is_key(dtype):
        raise errors.DtypeError(f"{kind.name} does not take {a.aval}: keys are no numbers")
    else:
        out = a
    if initial is not None:
        first = as_type(operand(kind.name, initial), dtype)
        if first.aval.shape:
            raise errors.FjaxValueError(
                f"initial value must be a scalar. Got array of shape {first.aval.shape}"
            )
        out = (kind.bool_combine if on_bool else kind.combine)(first, out)
    return keep_lengths(out, shape, axes) if keepdims else out


def masked(kind: Kind, a: Any, where: Any, initial: Any) -> Array:
    """The array with the identity where the mask is false."""
    where = operand(kind.name, check_where(kind.name, where))
    if not kind.has_identity and initial is None:
        raise errors.FjaxValueError(
            f"reduction operation {kind.name} does not have an identity, so to use a where mask "
            "one "
            "has to specify 'initial'"
        )
    dtype = a.aval.dtype
    out = choose_between(where, a, constant(kind.identity(dtype), dtype))
    return operators.broadcast_to_shape(
        out, operators.broadcast_shapes(kind.name, [a.aval.shape, where.aval.shape])
    )


@family
def _total(
    name: str,
    kind: Kind,
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
    promote_integers: bool = True,
) -> Array:
    """sum or prod."""
    if out is not None:
        reject_out(name, out)
    if type(a) is not Array:
        a = operand(name, a)
    own = a.aval.dtype
    if dtype is not None:
        wanted = user_dtype(name, dtype)
    elif dtypes.kind(own) in "biu":
        wanted = (
            promote_integer(own)
            if promote_integers
            else (dtypes.int32 if own == dtypes.bool_ else own)
        )
    else:
        wanted = own
    if wanted is dtypes.bool_ and own != dtypes.bool_:
        a = to_bool(a)
    return reduce(kind, a, axis, wanted, keepdims, initial, where)


sum = _total(
    "sum",
    SUM,
    """The sum of the elements along axes (all by default).

    axis: an int or a tuple. keepdims: the axes stay, with length 1. initial: a scalar to start
    from. where: a boolean mask of the elements to include. dtype: by default that of `a`; bools
    and narrow integers are summed as the default integer unless promote_integers is False.
    out: must be None, because arrays are immutable.
    Returns an array of the shape of `a` without the axes.
    Raises ValueError for an axis that the array lacks, or that is named twice.

    >>> jnp.sum(jnp.array([[1, 2], [3, 4]]), axis=1)
    Array([3, 7], dtype=int64)
    >>> jnp.sum(jnp.array([200, 100], jnp.uint8)).dtype
    dtype('uint64')
    """,
)
prod = _total(
    "prod",
    PROD,
    """The product of the elements along axes; arguments as for `sum`.

    >>> jnp.prod(jnp.array([2, 3, 4]))
    Array(24, dtype=int64)
    """,
)


@family
def _extremum(
    name: str,
    kind: Kind,
    a: ArrayLike,
    axis: Axes = None,
    out: None = None,
    keepdims: bool = False,
    initial: ArrayLike | None = None,
    where: ArrayLike | None = None,
) -> Array:
    """max or min."""
    if out is not None:
        reject_out(name, out)
    if type(a) is not Array:
        a = operand(name, a)
    return reduce(kind, a, axis, a.aval.dtype, keepdims, initial, where)


max = _extremum(
    "max",
    MAX,
    """The largest element of `a` along axes; NaN if there is one. Empty axes need `initial`.

    axis: an int or a tuple of ints; None means all. keepdims: the axes stay, with length 1.
    where: a boolean mask of the elements to look at, which broadcasts with `a`.
    initial: a number to begin with. out: must be None, because arrays are immutable.
    Returns an array of the shape of `a` without the axes, and of its dtype.
    Raises ValueError for an axis that the array lacks, and for one of length 0 without `initial`.

    >>> jnp.max(jnp.array([[1, 5], [7, 2]]), axis=0)
    Array([7, 5], dtype=int64)
    """,
)
min = _extremum(
    "min",
    MIN,
    """The smallest element along axes; NaN if there is one. Empty axes need `initial`.

    >>> jnp.min(jnp.array([[1, 5], [7, 2]]), axis=0)
    Array([1, 2], dtype=int64)
    """,
)
amax, amin = renamed(max, "amax", __name__), renamed(min, "amin", __name__)


@family
def _test(
    name: str,
    kind: Kind,
    a: ArrayLike,
    axis: Axes = None,
    out: None = None,
    keepdims: bool = False,
    *,
    where: ArrayLike | None = None,
) -> Array:
    """all or any."""
    reject_out(name, out)
    a = truth(operand(name, a))
    return reduce(kind, a, axis, dtypes.bool_, keepdims, None, where)


all = _test(
    "all",
    ALL,
    """Whether all elements along axes are nonzero.

    >>> jnp.all(jnp.array([[True, False], [True, True]]), axis=1)
    Array([False,  True], dtype=bool)
    """,
)
any = _test(
    "any",
    ANY,
    """Whether any element along axes is nonzero.

    >>> jnp.any(jnp.array([[False, False], [True, False]]), axis=1)
    Array([False,  True], dtype=bool)
    """,
)


def truth(a: Any) -> Array:
    """Whether each element is nonzero."""
    return a if a.aval.dtype is dtypes.bool_ else to_bool(a)


@recorded
def ptp(a: ArrayLike, axis: Axes = None, out: None = None, keepdims: bool = False) -> Array:
    """The difference between the largest and the smallest element along axes.

    >>> jnp.ptp(jnp.array([3, 9, 4]))
    Array(6, dtype=int64)
    """
    reject_out("ptp", out)
    a = operand("ptp", a)
    return lax.sub(max(a, axis, None, keepdims), min(a, axis, None, keepdims))


@recorded
def count_nonzero(a: ArrayLike, axis: Axes = None, keepdims: bool = False) -> Array:
    """How many elements along axes are nonzero.

    >>> jnp.count_nonzero(jnp.array([0, 3, 0, 4]))
    Array(2, dtype=int64)
    """
    return sum(truth(operand("count_nonzero", a)), axis, dtypes.default_int(), None, keepdims)


# ---- means and variances


def _computing(dtype: Any) -> Any:
    return dtypes.widened(dtype) if dtypes.is_float(dtype) else dtype


def count(a: Any, axis: Any, keepdims: Any, where: Any, dtype: DTypeLike) -> Array:
    """How many elements a mean divides by."""
    if where is None:
        axes = several_axes("mean", axis, a.aval.ndim)
        return constant(math.prod(a.aval.shape[i] for i in axes), dtype)
    where = operators.broadcast_to_shape(where, a.aval.shape)
    return sum(where, axis, dtype, None, keepdims)


@recorded
def mean(
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool = False,
    *,
    where: ArrayLike | None = None,
) -> Array:
    """The mean of the elements of `a` along axes; integers give floats.

    axis: an int or a tuple of ints; None means all. keepdims: the axes stay, with length 1.
    where: a boolean mask of the elements to include. dtype: of the result and of the sum.
    out: must be None, because arrays are immutable.
    Returns floats or complex numbers, of the shape of `a` without the axes.

    >>> jnp.mean(jnp.array([[1, 2], [3, 4]]), axis=0)
    Array([2., 3.], dtype=float64)
    """
    if out is not None:
        reject_out("mean", out)
    if type(a) is not Array:
        a = operand("mean", a)
    result = to_inexact(a.aval.dtype) if dtype is None else user_dtype("mean", dtype)
    compute = _computing(result) if dtype is None else result
    where = check_where("mean", where)
    total = reduce(MEAN, a, axis, compute, False, None, where)
    found = arithmetic.div(total, count(a, axis, False, where, compute))
    if keepdims:
        found = keep_lengths(found, a.aval.shape, several_axes("mean", axis, a.aval.ndim))
    return as_type(found, result) if compute != result else found


@overload
def average(
    a: ArrayLike,
    axis: Axes = None,
    weights: ArrayLike | None = None,
    returned: Literal[False] = False,
    keepdims: bool = False,
) -> Array: ...
@overload
def average(
    a: ArrayLike,
    axis: Axes = None,
    weights: ArrayLike | None = None,
    returned: bool = False,
    keepdims: bool = False,
) -> tuple[Array, Array]: ...
@recorded
@typed_by_overloads
def average(a, axis=None, weights=None, returned=False, keepdims=False) -> Any:
    """The weighted mean along axes; with returned, (mean, sum of the weights).

    weights: of the shape of `a`, or of its shape along `axis`.

    >>> jnp.average(jnp.array([1.0, 2.0]), weights=jnp.array([3.0, 1.0]))
    Array(1.25, dtype=float64)
    """
    a = operand("average", a)
    axes = several_axes("average", axis, a.aval.ndim)
    if weights is None:
        a = as_type(a, to_inexact(a.aval.dtype))
        found = mean(a, axis, keepdims=keepdims)
        norm = constant(math.prod(a.aval.shape[i] for i in axes), found.aval.dtype)
    else:
        a, weights = operators.promote_inexact("average", a, operand("average", weights, 1))
        weights = _fit_weights(a, weights, axis, axes)
        norm = sum(weights, axis, keepdims=keepdims)
        found = lax.div(sum(lax.mul(a, weights), axis, keepdims=keepdims), norm)
    if not returned:
        return found
    return found, operators.broadcast_to_shape(norm, found.aval.shape)


def _fit_weights(a: Any, weights: Any, axis: Any, axes: tuple[int, ...]) -> Any:
    shape = a.aval.shape
    if weights.aval.shape == shape:
        return weights
    if axis is None:
        raise errors.FjaxValueError(
            f"Axis must be specified when shapes of a and weights differ: {a.aval} and "
            f"{weights.aval}"
        )
    if weights.aval.shape != tuple(shape[i] for i in axes):
        raise errors.FjaxValueError(
            "Shape of weights must be consistent with shape of a along specified axis: "
            f"{weights.aval} against {a.aval}, axes {axes}"
        )
    order = np.argsort(axes)
    weights = lax.transpose(weights, tuple(int(i) for i in order))
    weights = lax.reshape(weights, tuple(n if i in axes else 1 for i, n in enumerate(shape)))
    return operators.broadcast_to_shape(weights, shape)


def _correction(name: str, ddof: Any, correction: Any) -> Any:
    if correction is None:
        return ddof
    if not isinstance(ddof, int) or ddof != 0:
        raise errors.FjaxValueError(f"{name}: ddof and correction can't be provided simultaneously")
    return correction


def variance_dtypes(name: str, own: Any, dtype: Any) -> tuple[Any, Any]:
    """(dtype to compute in, dtype of the result) of a variance."""
    if dtype is not None:
        wanted = user_dtype(name, dtype)
        if dtypes.is_complex(own) and not dtypes.is_complex(wanted):
            raise errors.FjaxValueError(
                f"{name}: a variance of complex values cannot have the real dtype {wanted.name}; "
                "leave dtype out"
            )
        return _computing(wanted), wanted
    if not dtypes.is_inexact(own):
        own = to_inexact(own)
    return _computing(own), dtypes.real_part(own)


def _variance(
    name: str, a: Any, axis: Any, dtype: Any, less: Any, keepdims: bool, where: Any, mean: Any
) -> Any:
    compute, result = variance_dtypes(name, a.aval.dtype, dtype)
    a, axis = as_type(a, compute), several_axes(name, axis, a.aval.ndim)
    if mean is None:
        mean = _mean(a, axis, compute, None, True, where=where)
    centered = squared_size(a - as_type(operand(name, mean), compute))
    compute = centered.aval.dtype
    total = sum(centered, axis, compute, None, keepdims, where=where)
    if where is None and isinstance(less, (int, float)):
        n = count(a, axis, keepdims, None, compute).host() - compute.type(less)
        found = as_type(arithmetic.div(total, constant(n, compute)), result)
        return found if n > 0 else full(found.aval.shape, np.nan, result)
    n = count(a, axis, keepdims, where, compute) - as_type(operand(name, less), compute)
    found = lax.div(*operators.broadcast(name, total, n))
    nan = constant(np.nan, compute)
    return as_type(choose_between(lax.gt(n, constant(0, compute)), found, nan), result)


def _deviation(name: str, a: Any, axis: Any, dtype: Any, *rest: Any) -> Any:
    if dtype is not None and not dtypes.is_inexact(user_dtype(name, dtype)):
        raise errors.FjaxValueError(f"dtype argument to jnp.{name} must be inexact; got {dtype}")
    return lax.sqrt(_variance(name, a, axis, dtype, *rest))


@recorded_family
def _spread(
    name: str,
    compute: Callable[..., Any],
    a: ArrayLike,
    axis: Axes = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: float = 0,
    keepdims: bool = False,
    *,
    where: ArrayLike | None = None,
    mean: ArrayLike | None = None,
    correction: float | None = None,
) -> Array:
    """var or std."""
    reject_out(name, out)
    where = check_where(name, where)
    a, less = operand(name, a), _correction(name, ddof, correction)
    return compute(name, a, axis, dtype, less, keepdims, where, mean)


_mean = mean
var = _spread(
    "var",
    _variance,
    """The variance along axes: the mean of |a - mean|², with n - correction (or ddof) for n.

    mean: the mean, if it is known already (with its axes kept).

    >>> jnp.var(jnp.array([1.0, 3.0])), jnp.var(jnp.array([1.0, 3.0]), ddof=1)
    (Array(1., dtype=float64), Array(2., dtype=float64))
    """,
)
std = _spread(
    "std",
    _deviation,
    """The standard deviation of `a` along axes: the square root of `var`.

    axis: an int or a tuple of ints; None means all. keepdims: the axes stay, with length 1.
    ddof: the divisor is the number of elements less that; `correction` is its other name.
    where: a boolean mask of the elements to include. mean: if it is known, with the axes kept.
    dtype: of the result. out: must be None, because arrays are immutable.
    Returns floats of the shape of `a` without the axes.

    >>> jnp.std(jnp.array([1.0, 3.0])), jnp.std(jnp.array([1.0, 3.0]), ddof=1)
    (Array(1., dtype=float64), Array(1.41421356, dtype=float64))
    """,
)


def squared_size(x: Any) -> Array:
    """x² for real x, |x|² for complex x."""
    if dtypes.is_complex(x.aval.dtype):
        return lax.square(real(x)) + lax.square(imag(x))
    return lax.square(x)


# ---- where extrema are
