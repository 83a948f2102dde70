"""Differences, gradients, integrals, interpolation and convolution."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, Axes, DTypeLike
from fjax.core.array import Array
from fjax.interpreters.recorded import recorded
from fjax.numpy import reductions
from fjax.numpy.arguments import (
    align,
    as_type,
    constant,
    index,
    inexact,
    one_axis,
    operand,
    operands,
    several_axes,
    user_dtype,
)
from fjax.numpy.cumulative import cumsum
from fjax.numpy.elementwise import absolute, choose_between, conjugate
from fjax.numpy.joining import concatenate
from fjax.numpy.selection import take
from fjax.numpy.shaping import flip, ravel
from fjax.numpy.sorting import searchsorted
from fjax.primitives import operators
from fjax.primitives.operators import promote_inexact
from fjax.primitives.structure import Reshape


def _part(x: Any, start: int | None, stop: int | None, axis: int) -> Any:
    return lax.slice_in_dim(x, start, stop, axis=axis)


@recorded
def diff(
    a: ArrayLike,
    n: int = 1,
    axis: int | None = -1,
    prepend: ArrayLike | None = None,
    append: ArrayLike | None = None,
) -> Array:
    """The differences of neighbours along an axis, n times; prepend, append are joined on first.

    >>> jnp.diff(jnp.array([1, 4, 9, 16])), jnp.diff(jnp.array([1, 4, 9, 16]), n=2)
    (Array([3, 5, 7], dtype=int64), Array([2, 2], dtype=int64))
    """
    a = operand("diff", a)
    n = index("diff", "n", n)
    if n == 0:
        return a
    if n < 0:
        raise errors.FjaxValueError(f"order must be non-negative but got {n}")
    if a.aval.ndim == 0:
        raise errors.FjaxValueError(
            f"diff requires input that is at least one dimensional; got {a.aval}"
        )
    number = one_axis("diff", axis, a.aval.ndim)
    ends = [None if x is None else _edge(operand("diff", x), a, number) for x in (prepend, append)]
    parts = [x for x in (ends[0], a, ends[1]) if x is not None]
    if len(parts) > 1:
        a = concatenate(parts, number)
    for _ in range(n):
        if a.aval.shape[number] == 0:
            return a
        late, early = (_part(a, 1, None, number), _part(a, 0, a.aval.shape[number] - 1, number))
        a = lax.ne(late, early) if a.aval.dtype == dtypes.bool_ else lax.sub(late, early)
    return a


def _edge(x: Any, a: Any, axis: int) -> Any:
    if x.aval.ndim:
        return x
    return operators.broadcast_to_shape(
        x, tuple(1 if i == axis else n for i, n in enumerate(a.aval.shape))
    )


@recorded
def ediff1d(
    ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None
) -> Array:
    """The differences of neighbours in the flattened array, with values put before and after.

    >>> jnp.ediff1d(jnp.array([1, 4, 9]), to_begin=0)
    Array([0, 3, 5], dtype=int64)
    """
    a = ravel(operand("ediff1d", ary))
    if a.aval.dtype == dtypes.bool_:
        raise errors.FjaxTypeError(
            "ediff1d does not accept dtype bool: bools have no differences; compare neighbours "
            "with !=, or convert with astype"
        )
    parts = [diff(a)]
    if to_begin is not None:
        parts.insert(0, ravel(as_type(operand("ediff1d", to_begin), a.aval.dtype)))
    if to_end is not None:
        parts.append(ravel(as_type(operand("ediff1d", to_end), a.aval.dtype)))
    return concatenate(parts)


@recorded
def gradient(
    f: ArrayLike, *varargs: ArrayLike, axis: Axes = None, edge_order: Any = None
) -> Array | list[Array]:
    """Central differences along each axis (one-sided at the edges): one array, or a list.

    varargs: the spacing: nothing (1), one number, or for each axis a number or the coordinates.

    >>> jnp.gradient(jnp.array([0.0, 1.0, 4.0, 9.0]))
    Array([1., 2., 4., 5.], dtype=float64)
    """
    if edge_order is not None:
        raise NotImplementedError(
            "The 'edge_order' argument to jnp.gradient is not supported; leave it out for "
            "one-sided differences of first order at the edges"
        )
    a, *spacing = promote_inexact("gradient", *operands("gradient", f, *varargs))
    axes = several_axes("gradient", axis, a.aval.ndim)
    if not axes:
        return []
    if min(a.aval.shape[i] for i in axes) < 2:
        raise errors.FjaxValueError(
            "Shape of array too small to calculate a numerical gradient, at least 2 elements are "
            f"required, got {a.aval}"
        )
    if not spacing:
        steps: list[Any] = [constant(1, a.aval.dtype)] * len(axes)
    elif len(spacing) == 1:
        steps = spacing * len(axes)
    elif len(spacing) == len(axes):
        steps = spacing
    else:
        raise errors.FjaxTypeError(
            f"Invalid number of spacing arguments {len(spacing)} for axis={axis!r}"
        )
    found = [_gradient_along(a, h, i) for h, i in zip(steps, axes, strict=True)]
    return found[0] if len(found) == 1 else found


def _gradient_along(a: Any, h: Any, axis: int) -> Any:
    n = a.aval.shape[axis]
    first = _part(a, 1, 2, axis) - _part(a, 0, 1, axis)
    last = _part(a, n - 1, n, axis) - _part(a, n - 2, n - 1, axis)
    if h.aval.ndim == 0:
        middle = (_part(a, 2, n, axis) - _part(a, 0, n - 2, axis)) * 0.5 / h
        return concatenate([first / h, middle, last / h], axis)
    if h.aval.ndim != 1:
        raise errors.FjaxValueError(f"Spacing arrays must be 1D arrays or scalars, got {h.aval}")
    if h.aval.size != n:
        raise errors.FjaxValueError(
            "Spacing arrays must have the same length as the dimension along which the gradient is "
            f"calculated: {h.aval} against {n}"
        )
    steps = diff(h)
    steps = Reshape(tuple(n - 1 if i == axis else 1 for i in range(a.aval.ndim)))(steps)
    before, after = _part(steps, 0, n - 2, axis), _part(steps, 1, n - 1, axis)
    middle = (
        -after / (before * (before + after)) * _part(a, 0, n - 2, axis)
        + (after - before) / (before * after) * _part(a, 1, n - 1, axis)
        + before / (after * (before + after)) * _part(a, 2, n, axis)
    )
    return concatenate(
        [first / _part(steps, 0, 1, axis), middle, last / _part(steps, n - 2, n - 1, axis)], axis
    )


@recorded
def trapezoid(
    y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: int | None = -1
) -> Array:
    """The integral along an axis by the trapezoidal rule; x: the places, dx: their spacing.

    >>> jnp.trapezoid(jnp.array([0.0, 1.0, 4.0]), dx=0.5)
    Array(1.5, dtype=float64)
    """
    if x is None:
        (y,) = promote_inexact("trapezoid", operand("trapezoid", y))
        number = one_axis("trapezoid", axis, y.aval.ndim)
        step = as_type(operand("trapezoid", dx), y.aval.dtype)
    else:
        y, x = promote_inexact("trapezoid", *operands("trapezoid", y, x))
        number = one_axis("trapezoid", axis, y.aval.ndim)
        if x.aval.ndim == 1:
            x = Reshape(tuple(x.aval.size if i == number else 1 for i in range(y.aval.ndim)))(x)
        step = diff(x, axis=axis if x.aval.ndim != y.aval.ndim else number)
    n = y.aval.shape[number]
    pairs = _part(y, min(1, n), n, number) + _part(y, 0, max(n - 1, 0), number)
    return reductions.sum(lax.mul(*align("trapezoid", step, pairs)), number) * 0.5


@recorded
def unwrap(
    p: ArrayLike,
    discont: ArrayLike | None = None,
    axis: int | None = -1,
    period: ArrayLike = 2 * math.pi,
) -> Array:
    """The array with jumps along an axis of more than half a period undone by whole periods.

    >>> jnp.unwrap(jnp.array([0, 170, 350, 10]), period=360)
    Array([  0, 170, 350, 370], dtype=int64)
    """
    p, period = operators.promote("unwrap", operand("unwrap", p), operand("unwrap", period, 1))
    if dtypes.is_complex(p.aval.dtype):
        raise errors.FjaxValueError("jnp.unwrap does not support complex inputs.")
    number = one_axis("unwrap", axis, p.aval.ndim)
    if p.aval.shape[number] == 0:
        return p
    if dtypes.is_integer(p.aval.dtype):
        half = operators.floor_divide(period, 2)
    else:
        half = period / 2
    jump = diff(p, axis=number)
    wrapped = operators.remainder(jump + half, period) - half
    wrapped = choose_between((wrapped == -half) & (jump > 0), half, wrapped)
    limit = period / 2 if discont is None else operand("unwrap", discont, 1)
    distance = absolute(jump)
    common = dtypes.join(distance.aval.dtype, limit.aval.dtype)
    small = as_type(distance, common) < as_type(limit, common)
    correction = choose_between(small, 0, wrapped - jump)
    return concatenate(
        [_part(p, 0, 1, number), _part(p, 1, None, number) + cumsum(correction, number)], number
    )


# ---- interpolation


def _beyond(name: str, value: Any) -> bool:
    """Whether a side of `interp` extrapolates."""
    if isinstance(value, str):
        if value != "extrapolate":
            raise errors.FjaxValueError(
                f"the only valid string value of `{name}` is 'extrapolate', but got: {value!r}"
            )
        return True
    return False


@recorded
def interp(
    x: ArrayLike,
    xp: ArrayLike,
    fp: ArrayLike,
    left: ArrayLike | str | None = None,
    right: ArrayLike | str | None = None,
    period: ArrayLike | None = None,
) -> Array:
    """Linear interpolation of the points (xp, fp), xp increasing, at x.

    left, right: the values outside, by default fp[0] and fp[-1]; "extrapolate" goes on linearly.
    period: xp and x are taken modulo it.

    >>> xp, fp = jnp.array([0.0, 1.0, 2.0]), jnp.array([0.0, 10.0, 40.0])
    >>> jnp.interp(jnp.array([0.5, 1.5, 9.0]), xp, fp)
    Array([ 5., 25., 40.], dtype=float64)
    """
    x, xp, fp = operands("interp", x, xp, fp)
    if xp.aval.shape != fp.aval.shape or xp.aval.ndim != 1:
        raise errors.FjaxValueError(
            f"xp and fp must be one-dimensional arrays of equal size, got {xp.aval} and {fp.aval}"
        )
    if dtypes.is_complex(x.aval.dtype):
        raise errors.FjaxValueError("jnp.interp: complex x values not supported.")
    x, xp = promote_inexact("interp", x, xp)
    fp = inexact("interp", fp)
    go_left, go_right = _beyond("left", left), _beyond("right", right)
    if period is not None:
        x, xp, fp = _periodic(x, xp, fp, period)
    out = _interpolated(x, xp, fp)
    if period is not None:
        return out
    if not go_left:
        out = choose_between(
            x < lax.index_in_dim(xp, 0, 0, False),
            lax.index_in_dim(fp, 0, 0, False) if left is None else left,
            out,
        )
    if not go_right:
        out = choose_between(
            x > lax.index_in_dim(xp, -1, 0, False),
            lax.index_in_dim(fp, -1, 0, False) if right is None else right,
            out,
        )
    return out


def _interpolated(x: Any, xp: Any, fp: Any) -> Any:
    """The line through the two points around each x, or through the nearest two."""
    n = xp.aval.size
    if n == 1:
        return operators.broadcast_to_shape(Reshape(())(fp), x.aval.shape)
    places = lax.clamp(1, searchsorted(xp, x, "right"), n - 1)
    x0, x1 = (take(xp, places - k, mode="clip") for k in (1, 0))
    f0, f1 = (take(fp, places - k, mode="clip") for k in (1, 0))
    dx = x1 - x0
    tiny = np.spacing(np.finfo(np.float64 if xp.aval.dtype == dtypes.float64 else np.float32).eps)
    flat = absolute(dx) <= float(tiny)
    part = (x - x0) / choose_between(flat, 1, dx)
    if dtypes.is_complex(fp.aval.dtype):
        part = lax.complex(part, lax.full_like(part, 0))
    return choose_between(flat, f0, f0 + part * (f1 - f0))


def _periodic(x: Any, xp: Any, fp: Any, period: Any) -> tuple[Any, Any, Any]:
    period = operand("interp", period)
    if period.aval.ndim:
        raise errors.FjaxValueError(f"period must be a scalar; got {period.aval}")
    period = absolute(period)
    x, xp = operators.remainder(x, period), operators.remainder(xp, period)
    xp, fp = lax.sort_key_val(xp, fp)
    xp = concatenate([_part(xp, -1, None, 0) - period, xp, _part(xp, 0, 1, 0) + period])
    return x, xp, concatenate([_part(fp, -1, None, 0), fp, _part(fp, 0, 1, 0)])


# ---- convolution


def _convolution(name: str, a: Any, v: Any, mode: str, precision: Any, preferred: Any) -> Any:
    """The convolution of a with v, the longer one first; v is not turned round here."""
    n = v.aval.size
    if mode == "valid":
        padding = (0, 0)
    elif mode == "same":
        padding = (n // 2, n - n // 2 - 1)
    elif mode == "full":
        padding = (n - 1, n - 1)
    else:
        raise errors.FjaxValueError(
            f"{name}: mode must be one of ['full', 'same', 'valid'], got {mode!r}"
        )
    wanted = user_dtype(name, preferred)
    exact = wanted is not None and dtypes.is_inexact(wanted)
    out = lax.conv_general_dilated(
        Reshape((1, 1, a.aval.size))(a),
        Reshape((1, 1, n))(v),
        (1,),
        [padding],
        precision=precision,
        preferred_element_type=wanted if exact else None,
    )
    out = Reshape((out.aval.size,))(out)
    return out if exact or wanted is None else as_type(out, wanted)


def _vectors(name: str, a: Any, v: Any) -> list[Any]:
    a, v = operands(name, a, v)
    if a.aval.ndim != 1 or v.aval.ndim != 1:
        raise errors.FjaxValueError(
            f"{name}() only support 1-dimensional inputs, got {a.aval} and {v.aval}"
        )
    if a.aval.size == 0 or v.aval.size == 0:
        raise errors.FjaxValueError(f"{name}: inputs cannot be empty, got {a.aval} and {v.aval}")
    return promote_inexact(name, a, v)


@recorded
def convolve(
    a: ArrayLike,
    v: ArrayLike,
    mode: str = "full",
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """The convolution of two vectors; mode: "full", "same" (as long as the longer) or "valid".

    >>> jnp.convolve(jnp.array([1, 2, 3]), jnp.array([0, 1, 10]))
    Array([ 0.,  1., 12., 23., 30.], dtype=float64)
    """
    a, v = _vectors("convolve", a, v)
    if a.aval.size < v.aval.size:
        a, v = v, a
    return _convolution("convolve", a, flip(v), mode, precision, preferred_element_type)


@recorded
def correlate(
    a: ArrayLike,
    v: ArrayLike,
    mode: str = "valid",
    *,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """The cross-correlation of two vectors: sums of a[k + i] * conj(v[i]).

    >>> jnp.correlate(jnp.array([1, 2, 3, 4]), jnp.array([1, 0, -1]))
    Array([-2., -2.], dtype=float64)
    """
    a, v = _vectors("correlate", a, v)
    v = conjugate(v)
    if a.aval.size < v.aval.size:
        return flip(_convolution("correlate", v, a, mode, precision, preferred_element_type))
    return _convolution("correlate", a, v, mode, precision, preferred_element_type)
