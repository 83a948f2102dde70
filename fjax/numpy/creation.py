"""Making arrays: from values, from shapes, from ranges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes, shortage, tracing
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import NO_DATA, Array, lacks_data
from fjax.core.avals import ShapedArray
from fjax.core.documentation import family, typed_by_overloads
from fjax.core.operand import Operand
from fjax.core.plain_arguments import check_choice
from fjax.core.quiet import astype, quiet
from fjax.core.sharding import NamedSharding, for_shape, is_sharding
from fjax.core.tracing import Tracer, aval_of
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import constant, index, lengths, one_axis, operand, user_dtype
from fjax.numpy.elementwise import floor, isfinite, log10
from fjax.numpy.values import asarray, computed_place, made, on_device, place, target
from fjax.primitives import barriers, operators
from fjax.primitives.conversion import at_once, convert_element_type
from fjax.primitives.generators import iota
from fjax.primitives.philox import filled_keys
from fjax.primitives.promotion import scalar_array
from fjax.primitives.structure import BroadcastInDim, move_axis


def full(
    shape: Shape,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    *,
    device: Any = None,
    out_sharding: Any = None,
) -> Array:
    """An array of a shape filled with a value (a scalar, or an array that broadcasts).

    Without a dtype it has that of the value, weakly where the value has it weakly. A Python integer
    wraps into an integer dtype that is given; of a dtype of keys it is each word.

    >>> full(2, 7.0)
    Array([7., 7.], dtype=float64, weak_type=True)
    """
    device = target("full", device, out_sharding)
    wide = lengths("full", shape)
    wanted = user_dtype("full", dtype)
    if wanted is not None and dtypes.is_key(wanted) and isinstance(fill_value, (int, np.integer)):
        return on_device(filled_keys(wide, int(fill_value), wanted), device)
    if wanted is not None and type(fill_value) is int:
        value: Any = scalar_array(fill_value, wanted, False)  # wraps, as in JAX
    else:
        if wanted is not None:
            fill_value = at_once(fill_value, wanted)
        value = asarray(operand("full", fill_value), wanted)
    if is_sharding(device):
        return on_device(broadcast_to(value, wide), device)
    return on_device(broadcast_to(on_device(value, device), wide), device)


def broadcast_to(value: Any, wide: tuple[int, ...]) -> Array:
    """A value repeated to a shape that it fits."""
    own = value.aval.shape
    if len(own) > len(wide) or any(
        n not in (1, m) for n, m in zip(own[::-1], wide[::-1], strict=False)
    ):
        raise errors.ShapeError(
            f"full: the fill value {value.aval} does not broadcast to shape {wide}"
        )
    return operators.broadcast_to_shape(value, wide)


def _constant(
    name: str, shape: Any, value: Any, dtype: Any, device: Any, weak_type: bool = False
) -> Any:
    if type(shape) is int and type(dtype) is int:
        raise errors.DtypeError(
            f"{name}: {dtype} is not a dtype. Did you accidentally write "
            f"`jax.numpy.{name}({shape}, {dtype})` when you meant "
            f"`jax.numpy.{name}(({shape}, {dtype}))`? A shape is one argument"
        )
    wide = lengths(name, shape)
    wanted: Any = user_dtype(name, dtype) or dtypes.default_float()
    if dtypes.is_key(wanted):
        return on_device(filled_keys(wide, value, wanted), device)
    if tracing.current() is None or wanted == dtypes.float0:
        aval = ShapedArray(wide, wanted, weak_type)
        if value == 0:
            return made(name, aval, device, np.zeros, wide, wanted)
        return made(name, aval, device, np.full, wide, value, wanted)
    scalar = Array(np.asarray(value, dtypes.physical(wanted)), ShapedArray((), wanted, weak_type))
    return on_device(BroadcastInDim(wide, ())(scalar) if wide else scalar, device)


def zeros(
    shape: Shape, dtype: DTypeLike | None = None, *, device: Any = None, out_sharding: Any = None
) -> Array:
    """An array of zeros.

    shape: an int or a tuple of ints, all of them at least 0.
    device: where the array is made; by default on the default device.
    out_sharding: how the result is split over a mesh.
    Returns a new array.
    Raises TypeError for a negative length, and for a dtype that does not exist.

    >>> jnp.zeros((2, 2), jnp.int32)
    Array([[0, 0],
           [0, 0]], dtype=int32)
    """
    return _constant("zeros", shape, 0, dtype, target("zeros", device, out_sharding))


def ones(
    shape: Shape, dtype: DTypeLike | None = None, *, device: Any = None, out_sharding: Any = None
) -> Array:
    """An array of ones.

    shape: an int or a tuple of ints, all of them at least 0.
    device: where the array is made; by default on the default device.
    out_sharding: how the result is split over a mesh.
    Returns a new array.
    Raises TypeError for a negative length, and for a dtype that does not exist.

    >>> jnp.ones((2, 2))
    Array([[1., 1.],
           [1., 1.]], dtype=float64)
    """
    return _constant("ones", shape, 1, dtype, target("ones", device, out_sharding))


def empty(
    shape: Shape, dtype: DTypeLike | None = None, *, device: Any = None, out_sharding: Any = None
) -> Array:
    """An array of zeros: arrays are immutable, so there is nothing to fill in later.

    >>> jnp.empty((2, 3), jnp.int32).shape
    (2, 3)
    """
    return _constant("empty", shape, 0, dtype, target("empty", device, out_sharding))


def _like(name: str, a: Any, dtype: Any, shape: Any) -> tuple[tuple[int, ...], Any, bool]:
    """Shape, dtype and weak_type of an array like `a`; a dtype asked for is firm."""
    if not isinstance(a, Operand) and hasattr(a, "shape") and hasattr(a, "dtype"):
        own_shape, own_dtype = tuple(a.shape), dtypes.canonicalize(a.dtype)
        weak = bool(getattr(a, "weak_type", False))
    else:
        aval = operand(name, a).aval
        own_shape, own_dtype, weak = aval.shape, aval.dtype, aval.weak_type
    return (
        own_shape if shape is None else lengths(name, shape),
        own_dtype if dtype is None else dtypes.requested(name, dtype),
        weak and dtype is None,
    )


def _beside(a: Any, shape: Sequence[int], device: Any, out_sharding: Any) -> Any:
    """Where an array like `a` goes: the device asked for, else those that `a` is committed to.

    An array without data is always followed: there may be no room for one that has any. How `a`, a
    traced value or a ShapeDtypeStruct is split is followed by arrays of the same shape alone.
    """
    device = target("like", device, out_sharding)
    if device is not None:
        return device
    if lacks_data(a) or (type(a) is Array and a.committed):
        if a.is_split and tuple(shape) != a.shape:
            return a.sharding.replicated()
        return for_shape(a.sharding, shape) if a.committed else a.placement
    if isinstance(a, Tracer):
        return a.aval.layout if tuple(shape) == a.shape else None
    said = getattr(a, "sharding", None)
    return said if isinstance(said, NamedSharding) and tuple(shape) == tuple(a.shape) else None


@family
def _filled_like(
    name: str,
    value: int,
    a: Any,
    dtype: DTypeLike | None = None,
    shape: Shape | None = None,
    *,
    device: Any = None,
    out_sharding: Any = None,
) -> Array:
    """zeros_like or ones_like."""
    wide, wanted, weak = _like(name, a, dtype, shape)
    return _constant(name, wide, value, wanted, _beside(a, wide, device, out_sharding), weak)


zeros_like = _filled_like(
    "zeros_like",
    0,
    """Zeros of the shape and dtype of `a`, unless given otherwise.

    >>> jnp.zeros_like(jnp.array([3, 4]))
    Array([0, 0], dtype=int64)
    """,
)
ones_like = _filled_like(
    "ones_like",
    1,
    """Ones of the shape and dtype of `a`, unless given otherwise.

    >>> jnp.ones_like(jnp.array([3, 4]))
    Array([1, 1], dtype=int64)
    """,
)


def empty_like(
    prototype: Any,
    dtype: DTypeLike | None = None,
    shape: Shape | None = None,
    *,
    device: Any = None,
) -> Array:
    """Zeros of the shape and dtype of `prototype`, unless given otherwise.

    >>> jnp.empty_like(jnp.ones((2, 3))).shape
    (2, 3)
    """
    wide, wanted, weak = _like("empty_like", prototype, dtype, shape)
    return _constant("empty_like", wide, 0, wanted, _beside(prototype, wide, device, None), weak)


def full_like(
    a: Any,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    shape: Shape | None = None,
    *,
    device: Any = None,
    out_sharding: Any = None,
) -> Array:
    """An array of the shape and dtype of `a`, unless given otherwise, filled with a value.

    >>> jnp.full_like(jnp.zeros(3), 7.0)
    Array([7., 7., 7.], dtype=float64)
    """
    wide, wanted, weak = _like("full_like", a, dtype, shape)
    filled = full(wide, fill_value, wanted, device=_beside(a, wide, device, out_sharding))
    return convert_element_type(filled, wanted, weak) if weak else filled


def _concrete(name: str, what: str, value: Any) -> Any:
    """A bound of a range as a Python or NumPy scalar."""
    if isinstance(value, Tracer):
        raise errors.ConcretizationTypeError(
            "Abstract tracer value encountered where concrete value is expected, because the "
            f"length depends on it. It arose in the jnp.{name} argument {what!r}; got {value}. "
            "Mark it static, or use fjax.lax.iota with a fixed length"
        )
    if isinstance(value, (Array, np.ndarray)) and value.shape == ():
        return np.asarray(value)[()]
    if not isinstance(value, (int, float, complex, np.generic)):
        raise errors.FjaxTypeError(f"{name}: bounds are numbers, got {value!r}")
    return value


def arange(
    start: ArrayLike,
    stop: ArrayLike | None = None,
    step: ArrayLike | None = None,
    dtype: DTypeLike | None = None,
    *,
    device: Any = None,
    out_sharding: Any = None,
) -> Array:
    """Evenly spaced numbers from start (0) up to but without stop, by step (1).

    The bounds are concrete. dtype: what the bounds promote to; ints give the default integer.

    device: where the array is made; by default on the default device.
    out_sharding: how the result is split over a mesh.

    >>> arange(3)
    Array([0, 1, 2], dtype=int64)
    """
    device = target("arange", device, out_sharding)
    named: dict[str, Any] = {"stop": start} if stop is None else {"start": start, "stop": stop}
    named["step"] = step
    given: list[Any] = [None if b is None else _concrete("arange", n, b) for n, b in named.items()]
    wanted: Any = user_dtype("arange", dtype)
    pairs = [
        (aval_of(b).dtype, aval_of(b).weak_type)
        for b in (start, stop, step)
        if b is not None and (wanted is None or type(b) is not int)
    ]
    if any(dtypes.is_complex(d) for d, _ in pairs):
        raise errors.FjaxValueError(
            "Passing complex start/stop/step to jnp.arange is no longer supported: they have no "
            f"order, got {start}, {stop}, {step}; use linspace"
        )
    if wanted is None:
        wanted = dtypes.canonicalize(dtypes.promote(*pairs)[0])
        if wanted == dtypes.bool_:
            wanted = dtypes.default_int()
    if stop is None:
        given.insert(0, 0)
    step_value = 1 if given[2] is None else given[2]
    if step_value == 0:
        raise errors.FjaxValueError("arange: the step must not be 0")
    if (
        tracing.current() is not None
        and dtypes.is_integer(wanted)
        and all(isinstance(g, (int, np.integer)) for g in (*given[:2], step_value))
    ):
        count = max(0, -((given[0] - given[1]) // step_value))
        counted = iota(wanted, (count,))
        if step_value != 1:
            counted = counted * int(step_value)
        return on_device(counted + int(given[0]) if given[0] else counted, device)
    return _range(given[0], given[1], step_value, wanted, device)


def _range(start: Any, stop: Any, step: Any, wanted: Any, device: Any) -> Array:
    """The numbers by NumPy's way of counting."""
    where = computed_place(1) if device is None else place(device, (0,))
    if tracing.on_meta(where):
        count = max(0, math.ceil((stop - start) / step))
        return Array(NO_DATA, ShapedArray((count,), wanted), where)
    values = shortage.made("arange", np.arange, start, stop, step)
    if wanted != values.dtype:
        bounds: Any = (start, stop, step, None if wanted in dtypes.WIDENED else wanted)
        values = astype(quiet().run(lambda: np.arange(*bounds)), wanted)
    found = Array(values, ShapedArray(values.shape, wanted))
    if device is None:
        return found if where is None else found.alias(found.aval, where)
    return on_device(found, device)


def _float_result(*values: Any) -> Any:
    """The inexact dtype to which operands promote."""
    pairs = [(v.aval.dtype, v.aval.weak_type) for v in values]
    return dtypes.to_inexact(dtypes.promote(*pairs)[0])


@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: Literal[False] = False,
    dtype: DTypeLike | None = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Array: ...
@overload
def linspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> tuple[Array, Array]: ...
@recorded
@typed_by_overloads
def linspace(
    start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None
) -> Any:
    """`num` evenly spaced numbers from start to stop; with retstep also the step.

    endpoint: whether the last one is `stop`.
    axis: where the axis of the numbers is in the result.
    device: where the array is made; by default on the default device.
    Raises ValueError for a negative `num`.

    >>> jnp.linspace(0.0, 1.0, 5)
    Array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float64)
    """
    num = index("linspace", "num", num)
    if num < 0:
        raise errors.FjaxValueError(f"linspace: num must be nonnegative, got {num}")
    start, stop = operand("linspace", start), operand("linspace", stop, 1)
    wanted: Any = user_dtype("linspace", dtype)
    compute: Any = _float_result(start, stop) if wanted is None else dtypes.to_inexact(wanted)
    wide_enough = dtypes.float32 if compute in dtypes.HALVES else compute
    start, stop = (convert_element_type(x, wide_enough) for x in (start, stop))
    shape = operators.broadcast_shapes("linspace", [start.shape, stop.shape])
    start, stop = (operators.broadcast_to_shape(x, shape) for x in (start, stop))
    out, step = _spaced(start, stop, num, endpoint, device)
    if wanted is not None and dtypes.is_integer(wanted):
        out = floor(out) if dtypes.is_float(compute) else out
    out = convert_element_type(out, compute if wanted is None else wanted)
    step = convert_element_type(step, compute)
    if axis != 0:
        out = move_axis(out, 0, one_axis("linspace", axis, out.ndim))
    return (on_device(out, device), step) if retstep else on_device(out, device)


def _spaced(start: Any, stop: Any, num: int, endpoint: bool, device: Any) -> tuple[Any, Any]:
    """Numbers from start to stop along a new first axis, and the step between them.

    They are NumPy's to the bit: the step times a whole number is a whole number where the step is,
    so that integers come out as integers. A span that overflows where no element does is left to
    weighted means of the ends.
    """
    dtype, wide = start.aval.dtype, (num, *start.aval.shape)
    parts = num - 1 if endpoint else num
    span = stop - start
    step = span / max(parts, 1)
    there = device if tracing.on_meta(place(device, wide)) else None
    aval = ShapedArray((num,), dtype)
    column = made("linspace", aval, there, lambda: np.arange(num).astype(dtype))
    counts = BroadcastInDim(wide, (0,))(column)
    lows, highs, steps, finite = (
        BroadcastInDim(wide, tuple(range(1, len(wide))))(x)
        for x in (start, stop, step, isfinite(span))
    )
    weights = counts / max(parts, 1)
    means = lows * (1 - weights) + highs * weights
    out = lax.select(finite, counts * steps + lows, means)
    out = _with_ends(out, None, stop if endpoint else None)
    return out, step if parts > 0 else constant(math.nan, dtype)


def _with_ends(out: Any, start: Any, stop: Any) -> Any:
    """The numbers with the exact end points in their places, which rounding must not move."""
    num, pieces = out.shape[0], [out]
    if start is not None and num > 0:
        pieces = [lax.expand_dims(start, (0,)), lax.slice_in_dim(out, 1, num)]
    if stop is not None and num > 1:
        last = pieces.pop()
        pieces += [lax.slice_in_dim(last, 0, last.shape[0] - 1), lax.expand_dims(stop, (0,))]
    return lax.concatenate(pieces, 0) if len(pieces) > 1 else out


def eye(
    N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None, *, device: Any = None
) -> Array:
    """A matrix with ones on the k-th diagonal and zeros elsewhere.

    >>> jnp.eye(2, 3, k=1)
    Array([[0., 1., 0.],
           [0., 0., 1.]], dtype=float64)
    """
    rows, columns = index("eye", "N", N), index("eye", "M", N if M is None else M)
    if rows < 0 or columns < 0:
        raise errors.FjaxValueError(f"eye: lengths must be nonnegative, got {rows} and {columns}")
    wanted: Any = user_dtype("eye", dtype) or dtypes.default_float()
    if isinstance(k, Tracer):
        return _diagonal(rows, columns, k, wanted)
    k = index("eye", "k", k)
    if tracing.current() is not None:
        return _diagonal(rows, columns, k, wanted)
    aval = ShapedArray((rows, columns), wanted)
    return made("eye", aval, device, lambda: np.eye(rows, columns, k).astype(wanted))


def _diagonal(rows: int, columns: int, k: Any, dtype: Any) -> Any:
    """Ones where column - row is k, computed rather than stored."""
    row = iota(dtypes.int32, (rows, columns), 0)
    column = iota(dtypes.int32, (rows, columns), 1)
    return convert_element_type(operators.equal(row + k, column), dtype)


def identity(n: int, dtype: DTypeLike | None = None) -> Array:
    """The n × n identity matrix.

    >>> jnp.identity(2)
    Array([[1., 0.],
           [0., 1.]], dtype=float64)
    """
    return eye(n, dtype=dtype)


def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> Array:
    """A matrix with ones on and below the k-th diagonal.

    >>> jnp.tri(3)
    Array([[1., 0., 0.],
           [1., 1., 0.],
           [1., 1., 1.]], dtype=float64)
    """
    wanted: Any = user_dtype("tri", dtype) or dtypes.default_float()
    rows, columns = lengths("tri", (N, N if M is None else M))
    if isinstance(k, Tracer) or tracing.current() is not None:
        return convert_element_type(lower_mask(rows, columns, k), wanted)
    k = index("tri", "k", k)
    aval = ShapedArray((rows, columns), wanted)
    return made("tri", aval, None, lambda: np.tri(rows, columns, k).astype(wanted))


def lower_mask(rows: int, columns: int, k: Any) -> Array:
    """True on and below the k-th diagonal."""
    return operators.greater_equal(
        iota(dtypes.int32, (rows, columns), 0) + k, iota(dtypes.int32, (rows, columns), 1)
    )


def copy(a: Any, order: str | None = None) -> Array:
    """A copy of an array.

    >>> jnp.copy(jnp.array([1.0, 2.0]))
    Array([1., 2.], dtype=float64)
    """
    if order is not None:
        check_choice("copy: order", order, ("K", "A", "C", "F"))
    return barriers.copy(operand("copy", a))


@recorded
def logspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: int = 50,
    endpoint: bool = True,
    base: ArrayLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Array:
    """base ** linspace(start, stop): numbers evenly spaced on a logarithmic scale.

    >>> jnp.logspace(0.0, 2.0, 3)
    Array([  1.,  10., 100.], dtype=float64)
    """
    start, stop = operand("logspace", start), operand("logspace", stop, 1)
    wanted: Any = user_dtype("logspace", dtype) or _float_result(start, stop)
    compute = dtypes.to_inexact(wanted)
    exponents = linspace(start, stop, num, endpoint, dtype=compute, axis=axis)
    base = convert_element_type(operand("logspace", base), compute)
    base = operators.broadcast_to_shape(base, exponents.aval.shape)
    return convert_element_type(lax.pow(base, exponents), wanted)


@recorded
def geomspace(
    start: ArrayLike,
    stop: ArrayLike,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Array:
    """Numbers in a geometric progression from start to stop (both nonzero, of one sign).

    >>> jnp.geomspace(1.0, 100.0, 3)
    Array([  1.,  10., 100.], dtype=float64)
    """
    start, stop = operand("geomspace", start), operand("geomspace", stop, 1)
    wanted: Any = user_dtype("geomspace", dtype) or _float_result(start, stop)
    compute = dtypes.to_inexact(wanted)
    start, stop = convert_element_type(start, compute), convert_element_type(stop, compute)
    shape = operators.broadcast_shapes("geomspace", [start.shape, stop.shape])
    start, stop = (operators.broadcast_to_shape(x, shape) for x in (start, stop))
    # Between complex numbers the progression starts at 1: it goes the short way about 0.
    signs = lax.sign(start)
    powers = linspace(log10(start / signs), log10(stop / signs), num, endpoint)
    out = lax.pow(lax.full_like(powers, 10), powers)
    rows = BroadcastInDim(out.shape, tuple(range(1, out.ndim)))
    out = _with_ends(out * rows(signs), start, stop if endpoint else None)
    out = convert_element_type(out, wanted)
    return move_axis(out, 0, one_axis("geomspace", axis, out.ndim)) if axis else out
