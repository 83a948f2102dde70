"""Histograms, counts, covariances."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array, of_numpy
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions
from fjax.numpy.arguments import as_type, constant, index, operand, operands, to_inexact, user_dtype
from fjax.numpy.calculus import diff
from fjax.numpy.creation import linspace
from fjax.numpy.elementwise import absolute, choose_between, conjugate, imag, real, sqrt
from fjax.numpy.grids import ix_
from fjax.numpy.joining import concatenate, stack
from fjax.numpy.known import concrete, host_values
from fjax.numpy.matrices import diag, ravel_multi_index
from fjax.numpy.shaping import atleast_2d, expand_dims, ravel, reshape, transpose
from fjax.numpy.sorting import searchsorted
from fjax.numpy.values import asarray
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.index_rows import wide_indices, within
from fjax.primitives.operators import promote_inexact
from fjax.primitives.placing import constrained
from fjax.primitives.sorting import comparable
from fjax.primitives.structure import Reshape

MANY = 4096  # elements from which a histogram finds all bins before it counts


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of an array, or of nested sequences that may hold traced values."""
    if isinstance(value, (list, tuple)):
        return (len(value), *(shape_of(value[0]) if value else ()))
    return tuple(np.shape(value)) if not hasattr(value, "aval") else value.aval.shape


def _scatter_add(length: int, places: Any, values: Any) -> Any:
    """Sums of the values that belong to each place; places out of range are dropped."""
    numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
    zeros = full((length,), 0, values.aval.dtype)
    if places.aval.size == 0:
        return zeros
    return lax.scatter_add(
        zeros, Reshape((places.aval.size, 1))(places), values, numbers, mode="drop"
    )


@recorded
def bincount(
    x: ArrayLike,
    weights: ArrayLike | None = None,
    minlength: int = 0,
    *,
    length: int | None = None,
    out_sharding: Any = None,
) -> Array:
    """How often each integer 0, 1, … occurs in a vector, or the sum of its weights.

    length: the length of the result, needed where `x` is traced; larger integers are left out.

    >>> jnp.bincount(jnp.array([0, 1, 1, 3]))
    Array([1, 2, 0, 1], dtype=int64)
    """
    x = operand("bincount", wide_indices(x))
    if x.aval.dtype == dtypes.bool_:
        x = as_type(x, dtypes.int32)
    if not dtypes.is_integer(x.aval.dtype):
        raise errors.FjaxTypeError(
            f"x argument to bincount must have an integer type; got {x.aval.dtype}"
        )
    if x.aval.ndim != 1:
        raise errors.FjaxValueError(f"only 1-dimensional input supported, got {x.aval}")
    minlength = index("bincount", "minlength", minlength, 0)
    if length is None:
        known = concrete("bincount", "x without length=", x)
        length = max(minlength, int(max(0, known.max())) + 1 if known.size else 0)
    length = index("bincount", "length", length, 0)
    if weights is None:
        values = full(x.aval.shape, 1, dtypes.default_int())
    else:
        values = operand("bincount", weights, 1)
        if values.aval.shape != x.aval.shape:
            raise errors.FjaxValueError(
                f"shape of weights must match shape of x: {values.aval} and {x.aval}"
            )
    x = within(length, x)
    out = _scatter_add(length, lax.max(x, lax.full_like(x, 0)), values)
    return constrained("bincount", out, out_sharding)


# ---- histograms


@recorded
def histogram_bin_edges(
    a: ArrayLike, bins: ArrayLike | str = 10, range: Any = None, weights: ArrayLike | None = None
) -> Array:
    """The edges of equally wide bins: their number, or the edges themselves, is `bins`.

    >>> jnp.histogram_bin_edges(jnp.array([0.0, 4.0]), bins=2)
    Array([0., 2., 4.], dtype=float64)
    """
    del weights
    if isinstance(bins, str):
        raise NotImplementedError(
            "string values for `bins` not implemented; give a number of bins, or their edges"
        )
    a = operand("histogram_bin_edges", a)
    dtype = to_inexact(a.aval.dtype)
    if len(shape_of(bins)) == 1:
        return asarray(bins, dtype)
    count = index("histogram_bin_edges", "bins", bins)
    if count < 1:
        raise errors.FjaxValueError(f"`bins` must be positive, when an integer, got {count}")
    if range is None:
        ends = (
            [constant(0, dtype), constant(1, dtype)]
            if a.aval.size == 0
            else [as_type(reductions.min(a), dtype), as_type(reductions.max(a), dtype)]
        )
    else:
        if shape_of(range) != (2,):
            raise errors.FjaxValueError(
                f"`range` must be either None or a sequence of scalars, got {range}"
            )
        ends = [as_type(operand("histogram", r), dtype) for r in range]
    point = lax.eq(*ends)
    low = choose_between(point, ends[0] - 0.5, ends[0])
    high = choose_between(point, ends[1] + 0.5, ends[1])
    return linspace(low, high, count + 1, dtype=dtype)


def _bins(edges: Any, x: Any) -> Any:
    """The bin of each element, counted from 1; the last edge belongs to the last bin."""
    places = searchsorted(edges, x, "right")
    last = operators.promote("histogram", x, lax.index_in_dim(edges, -1, 0, False))
    places = choose_between(
        lax.eq(*operators.broadcast("histogram", *last)), edges.aval.size - 1, places
    )
    # The search is quick with vectors; what counts, and would do it too, goes element by element.
    return places if places.aval.size < MANY else lax.optimization_barrier(places)


@recorded
def histogram(
    a: ArrayLike,
    bins: ArrayLike | str = 10,
    range: Any = None,
    weights: ArrayLike | None = None,
    density: bool | None = None,
) -> tuple[Array, Array]:
    """(counts, edges): how many elements fall into each bin, or the sum of their weights.

    bins: a number or the edges. range: (low, high) of equally wide bins. density: scaled so that
    the integral is 1.

    >>> jnp.histogram(jnp.array([0.0, 1.0, 1.5, 4.0]), bins=2)
    (Array([3., 1.], dtype=float64), Array([0., 2., 4.], dtype=float64))
    """
    a = operand("histogram", a)
    if weights is None:
        (a,) = promote_inexact("histogram", a)
        values = full(a.aval.shape, 1, a.aval.dtype)
    else:
        weights = operand("histogram", weights)
        if weights.aval.shape != a.aval.shape:
            raise errors.FjaxValueError(
                f"weights should have the same shape as a: {weights.aval} and {a.aval}"
            )
        a, values = promote_inexact("histogram", a, weights)
    edges = histogram_bin_edges(a, bins, range)
    n = edges.aval.size
    counts = _known_counts(a, edges) if weights is None else None
    if counts is None:
        counts = lax.slice_in_dim(_scatter_add(n, ravel(_bins(edges, a)), ravel(values)), 1, n)
    if density:
        counts = counts / diff(edges) / reductions.sum(counts)
    return counts, edges


def _known_counts(a: Any, edges: Any) -> Any:
    """How many elements of known ones are in each bin: sorted, they are quick to count, or None."""
    known = host_values(a, edges)
    if known is None:
        return None
    values, bounds = [comparable(x).reshape(-1) for x in known]
    if bounds.size < 2 or not (bounds[1:] >= bounds[:-1]).all():
        return None
    values = np.sort(values)
    places = np.searchsorted(values, bounds)
    places[-1] = np.searchsorted(values, bounds[-1], "right")  # it belongs to the last bin
    return of_numpy(np.diff(places).astype(known[0].dtype))


def histogram2d(
    x: ArrayLike,
    y: ArrayLike,
    bins: Any = 10,
    range: Any = None,
    weights: ArrayLike | None = None,
    density: bool | None = None,
) -> tuple[Array, Array, Array]:
    """(counts, x edges, y edges) of points in the plane; `bins` for both axes or one for each.

    >>> x = jnp.array([0.0, 1.0])
    >>> counts, x_edges, y_edges = jnp.histogram2d(x, x, bins=2)
    >>> counts
    Array([[1, 0],
           [0, 1]], dtype=int64)
    """
    x, y = operands("histogram2d", x, y)
    try:
        several = len(bins)
    except TypeError:
        several = 1
    if several not in (1, 2):
        edges = asarray(bins)
        bins = [edges, edges]
    counts, edges = histogramdd(
        stack(operators.promote("histogram2d", x, y), 1), bins, range, weights, density
    )
    return counts, edges[0], edges[1]


def histogramdd(
    sample: ArrayLike,
    bins: Any = 10,
    range: Any = None,
    weights: ArrayLike | None = None,
    density: bool | None = None,
) -> tuple[Array, list[Array]]:
    """(counts, list of edges) of points, one in each row; `bins` for all axes or one for each.

    >>> counts, edges = jnp.histogramdd(jnp.array([[0.0, 0.0], [1.0, 1.0]]), bins=2)
    >>> counts
    Array([[1, 0],
           [0, 1]], dtype=int64)
    """
    sample = operand("histogramdd", sample)
    if sample.aval.ndim != 2:
        raise errors.FjaxValueError(
            f"histogramdd: the points are the rows of a matrix, got {sample.aval}"
        )
    count, rank = sample.aval.shape
    if weights is None:
        (sample,) = promote_inexact("histogramdd", sample)
        values = None
    else:
        weights = operand("histogramdd", weights)
        if weights.aval.shape != (count,):
            raise errors.FjaxValueError("should have one weight for each sample.")
        sample, values = promote_inexact("histogramdd", sample, weights)
    if range is not None and (
        len(range) != rank or any(r is not None and shape_of(r)[0] != 2 for r in range)
    ):
        raise errors.FjaxValueError(
            f"For sample.shape={(count, rank)}, range must be a sequence of {rank} pairs or Nones; "
            f"got range={range!r}"
        )
    each = list(bins) if shape_of(bins) else [bins] * rank
    if len(each) != rank:
        raise errors.FjaxValueError("should be a bin for each dimension.")
    places, edges = [], []
    for i, wanted in enumerate(each):
        column = lax.index_in_dim(sample, i, 1, False)
        own = histogram_bin_edges(column, wanted, None if range is None else range[i])
        places.append(_bins(own, column))
        edges.append(own)
    return _grid_counts(places, edges, values, sample.aval.dtype, density), edges


def _grid_counts(places: list[Any], edges: list, values: Any, dtype: Any, density: Any) -> Any:
    shape = tuple(e.aval.size + 1 for e in edges)
    flat = ravel_multi_index(tuple(places), shape, mode="clip")
    counts = reshape(bincount(flat, values, length=math.prod(shape)), shape)
    counts = lax.slice(counts, (1,) * len(shape), tuple(n - 1 for n in shape))
    if not density:
        return counts
    counts = as_type(counts, dtype)
    counts = counts / reductions.sum(counts)
    for widths in ix_(*[diff(e) for e in edges]):
        counts = counts / widths
    return counts


# ---- covariance


@recorded
def cov(
    m: ArrayLike,
    y: ArrayLike | None = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: ArrayLike | None = None,
    aweights: ArrayLike | None = None,
    dtype: DTypeLike | None = None,
) -> Array:
    """The covariance matrix of variables in the rows of m (columns, if not rowvar).

    y: more variables. bias: divide by n, not n - 1; ddof overrides it. fweights: how often each
    observation counts (integers); aweights: its relative weight. dtype: of the result.

    >>> jnp.cov(jnp.array([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]]))
    Array([[ 1., -2.],
           [-2.,  4.]], dtype=float64)
    """
    m = operand("cov", m)
    more = [] if y is None else [operand("cov", y, 1)]
    if m.aval.ndim > 2 or any(x.aval.ndim > 2 for x in more):
        raise errors.FjaxValueError(
            "m has more than 2 dimensions" if m.aval.ndim > 2 else "y has more than 2 dimensions"
        )
    if ddof is not None and ddof != int(ddof):
        raise errors.FjaxValueError("ddof must be integer")
    wanted = user_dtype("cov", dtype)
    if wanted is not None and not dtypes.is_inexact(wanted):
        raise errors.FjaxValueError(
            f"cov: dtype must be a subclass of float or complex; got dtype={wanted}"
        )
    x, *more = promote_inexact("cov", m, *more)
    if wanted is not None:
        x, more = as_type(x, wanted), [as_type(z, wanted) for z in more]
    x = _variables(x, rowvar)
    if more:
        x = concatenate([x, _variables(more[0], rowvar)], 0)
    if x.aval.shape[0] == 0:
        return full((0, 0), 0, x.aval.dtype)
    if x.aval.shape[1] == 0:
        shape = () if x.aval.shape[0] == 1 else (x.aval.shape[0],) * 2
        return full(shape, math.nan, x.aval.dtype)
    w = _observation_weights(x, fweights, aweights)
    ddof = (0 if bias else 1) if ddof is None else ddof
    n = x.aval.shape[1]
    mean, total = reductions.average(x, 1, w, returned=True)
    total = lax.index_in_dim(total, 0, 0, False) if total.aval.ndim else total
    factor = _divisor(n, total, ddof, w, aweights)
    x = x - expand_dims(mean, 1)
    weighted = x if w is None else x * expand_dims(as_type(w, x.aval.dtype), 0)
    turned = conjugate(transpose(weighted))
    found = x @ turned
    factor = constant(factor, found.aval.dtype) if w is None else as_type(factor, found.aval.dtype)
    found = found / factor
    return Reshape(tuple(k for k in found.aval.shape if k != 1))(found)


def _divisor(n: int, total: Any, ddof: Any, w: Any, aweights: Any) -> Any:
    """What sums of products of deviations are divided by, for a total weight."""
    if w is None:
        return n - ddof
    if ddof == 0:
        return total
    if aweights is None:
        return total - ddof
    relative = as_type(operand("cov", aweights), w.aval.dtype)
    return total - ddof * reductions.sum(w * relative) / total


def _variables(x: Any, rowvar: bool) -> Any:
    x_2d = atleast_2d(x)
    return transpose(x_2d) if not rowvar and x.aval.ndim != 1 else x_2d


def _observation_weights(x: Any, fweights: Any, aweights: Any) -> Any:
    """The weight of each observation, or None."""
    found = None
    for name, weights in (("fweights", fweights), ("aweights", aweights)):
        if weights is None:
            continue
        weights = operand("cov", weights)
        if weights.aval.ndim > 1:
            raise errors.FjaxRuntimeError(f"cannot handle multidimensional {name}")
        if weights.aval.shape != (x.aval.shape[1],):
            raise errors.FjaxRuntimeError(f"incompatible numbers of samples and {name}")
        if name == "fweights" and not dtypes.is_integer(weights.aval.dtype):
            raise errors.FjaxTypeError("fweights must be integer.")
        weights = absolute(weights)
        weights = as_type(weights, dtypes.real_part(x.aval.dtype))
        found = weights if found is None else found * weights
    return found


@recorded
def corrcoef(
    x: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, dtype: DTypeLike | None = None
) -> Array:
    """The correlation coefficients of variables; arguments as for `cov`.

    >>> jnp.corrcoef(jnp.array([[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]])).round(6)
    Array([[ 1., -1.],
           [-1.,  1.]], dtype=float64)
    """
    wanted = user_dtype("corrcoef", dtype)
    if wanted is not None and not dtypes.is_inexact(wanted):
        raise errors.FjaxValueError(
            f"corrcoef: dtype must be a subclass of float or complex; got dtype={wanted}"
        )
    c = cov(operand("corrcoef", x), y, rowvar, dtype=wanted)
    if c.aval.ndim == 0:
        return c / c
    sizes = as_type(sqrt(real(diag(c))), c.aval.dtype)
    c = c / expand_dims(sizes, 1) / expand_dims(sizes, 0)
    one = constant(1, dtypes.real_part(c.aval.dtype))
    if dtypes.is_complex(c.aval.dtype):
        return lax.complex(lax.clamp(-one, real(c), one), lax.clamp(-one, imag(c), one))
    return lax.clamp(-one, c, one)
