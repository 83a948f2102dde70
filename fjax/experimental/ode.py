"""Ordinary differential equations: adaptive Runge-Kutta steps, the adjoint equation as gradient."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fjax import lax
from fjax import numpy as jnp
from fjax.api.autodiff import vjp
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.plain_arguments import check_callable
from fjax.core.tracing import aval_of
from fjax.errors import FjaxTypeError, FjaxValueError, api_boundary
from fjax.higher_order.custom_derivatives import closure_convert, custom_vjp
from fjax.tree_util import tree_flatten, tree_leaves, tree_map

__all__ = ["odeint"]

Leaves = list[Any]
Velocity = Callable[[Leaves, Any], Leaves]

# The pair of orders 5 and 4 of Dormand and Prince (1980), and Shampine's value in the middle of a
# step ("Some Practical Runge-Kutta Formulas", 1986), as fractions of the step.
NODES = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
STAGES = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
ERROR = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
MIDDLE = (
    6025192743 / 60171106304,
    0.0,
    51252292925 / 130801643196,
    -2691868925 / 90256659456,
    187940372067 / 3189068634112,
    -1776094331 / 39487288512,
    11237099 / 470086768,
)


@api_boundary
def odeint(
    func: Callable[..., Any],
    y0: Any,
    t: Any,
    *args: Any,
    rtol: float = 1.4e-8,
    atol: float = 1.4e-8,
    mxstep: float = math.inf,
    hmax: float = math.inf,
) -> Any:
    """The solution of dy/dt = func(y, t, *args) with y(t[0]) = y0, at the times t.

    `y0` is a pytree of arrays, and so is what `func` returns; the result has a new first axis of
    length len(t) in each leaf. `t` is a vector of increasing floats, `args` are pytrees of arrays.
    The method is Dormand and Prince's pair of orders 5 and 4. A step is so long that its estimated
    error stays below `atol + rtol * |y|` in the mean, and `hmax` at most. `mxstep` bounds the
    number of steps between two neighbouring times.

    Reverse mode solves the adjoint equation backwards in time with the same tolerances. It needs
    memory for the values at t only. Forward mode raises. Raises TypeError if t is not
    floating-point or an argument is not an array.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental.ode import odeint
    >>> print(odeint(lambda y, t, rate: -rate * y, 1.0, jnp.array([0.0, 1.0, 2.0]), 0.5).round(6))
    [1.       0.606531 0.367879]
    """
    for leaf in tree_leaves(args):
        if not (hasattr(leaf, "dtype") or isinstance(leaf, (bool, int, float, complex))):
            raise FjaxTypeError(
                "The contents of odeint *args must be arrays or scalars, but got "
                f"{leaf!r} of type {type(leaf).__name__}"
            )
    t = jnp.asarray(t)
    if t.ndim != 1 or not t.size:
        raise FjaxValueError(f"odeint: t must be a vector of at least one time, got {t.aval}")
    if not jnp.issubdtype(t.dtype, jnp.floating):
        raise FjaxTypeError(
            f"t must be an array of floats, but got {t.aval}; convert it with astype(float)"
        )
    check_callable("odeint", func)
    y0, args = tree_map(_as_strong, y0), tree_map(jnp.asarray, args)
    converted, captured = closure_convert(func, y0, t[0], *args)
    options = float(rtol), float(atol), float(mxstep), float(hmax)
    return _solved(converted if captured else func, options, y0, t, *args, *captured)


def _as_strong(value: Any) -> Any:
    """A leaf of the state as an inexact array that is not weakly typed."""
    value = jnp.asarray(value)
    return value.astype(
        jnp.promote_types(value.dtype, jnp.result_type(float))
        if not dtypes.is_inexact(value.dtype)
        else value.dtype
    )


@functools.partial(jit, static_argnums=(0, 1))
def _solved(func: Callable[..., Any], options: tuple[Any, ...], y0: Any, t: Any, *args: Any) -> Any:
    """The solution, compiled: one program for the same function."""
    return _solution(func, options, y0, t, *args)


@functools.partial(custom_vjp, nondiff_argnums=(0, 1))
def _solution(
    func: Callable[..., Any], options: tuple[Any, ...], y0: Any, t: Any, *args: Any
) -> Any:
    """The solution, with the adjoint equation as its derivative."""
    leaves, tree = tree_flatten(y0)
    found = integrate(_flat(func, tree, leaves, args), leaves, t, _Options(*options))
    return tree.unflatten(found)


class _Options(NamedTuple):
    """Tolerances and limits of the steps."""

    rtol: float
    atol: float
    mxstep: float
    hmax: float


def _flat(func: Callable[..., Any], tree: Any, leaves: Leaves, args: tuple[Any, ...]) -> Velocity:
    """The user's function of leaves."""
    return lambda y, time: _like(leaves, func(tree.unflatten(y), time, *args))


def _like(leaves: Leaves, value: Any) -> Leaves:
    """What the user's function returned, as leaves like those of the state."""
    found = [jnp.asarray(x) for x in tree_leaves(value)]
    sizes = [y.size for y in leaves]
    if sum(x.size for x in found) != sum(sizes):
        raise FjaxTypeError(
            f"odeint: func must return something like the state {', '.join(map(_type, leaves))}, "
            f"but returned {', '.join(map(_type, found))}"
        )
    if [x.shape for x in found] != [y.shape for y in leaves]:
        ends = list(itertools.accumulate(sizes))
        flat = jnp.concatenate([x.ravel() for x in found])
        found = [
            flat[end - y.size : end].reshape(y.shape) for y, end in zip(leaves, ends, strict=True)
        ]
    return [x.astype(y.dtype) for x, y in zip(found, leaves, strict=True)]


def _type(x: Any) -> str:
    return str(aval_of(x))


# ---- steps forward in time


class _Step(NamedTuple):
    """Where the integration is: a state, its velocity and time, and the size of the next step.

    Of the last step that was accepted: where it began, and the state in its middle.
    """

    y: Leaves
    f: Leaves
    t: Any
    dt: Any
    before_y: Leaves
    before_f: Leaves
    before_t: Any
    middle: Leaves


def integrate(velocity: Velocity, y0: Leaves, times: Any, options: _Options) -> Leaves:
    """The state at each time, stacked."""

    def going_on(target: Any, steps: Any, at: _Step) -> Any:
        enough = (at.t >= target) | (at.dt <= 0) | jnp.isnan(at.dt)
        return ~enough if options.mxstep == math.inf else ~enough & (steps < options.mxstep)

    def to_next_time(at: _Step, target: Any) -> tuple[_Step, Leaves]:
        _, at = lax.while_loop(
            lambda state: going_on(target, *state),
            lambda state: (state[0] + 1, _step(velocity, state[1], options)),
            (0, at),
        )
        return at, _interpolated(at, target)

    t = times[0]
    f = velocity(y0, t)
    dt = _clipped(_first_step(velocity, y0, f, t, options), options)
    _, rest = lax.scan(to_next_time, _Step(y0, f, t, dt, y0, f, t, y0), times[1:])
    return [jnp.concatenate([y[None], ys]) for y, ys in zip(y0, rest, strict=True)]


def _moved(y: Leaves, dt: Any, weights: Sequence[float], slopes: Sequence[Leaves]) -> Leaves:
    """y + dt * (the weighted sum of slopes), leaf by leaf."""
    used = [(w, k) for w, k in zip(weights, slopes, strict=True) if w]
    return [x + dt.astype(x.dtype) * sum(w * k[i] for w, k in used) for i, x in enumerate(y)]


def _step(velocity: Velocity, at: _Step, options: _Options) -> _Step:
    """One step, taken if its error is small enough; the size of the next one either way."""
    slopes = [at.f]
    for node, weights in zip(NODES, STAGES, strict=True):
        y = _moved(at.y, at.dt, weights, slopes)
        slopes.append(velocity(y, at.t + node * at.dt))
    error = _moved([jnp.zeros_like(x) for x in y], at.dt, ERROR, slopes)
    larger = [jnp.maximum(abs(a), abs(b)) for a, b in zip(at.y, y, strict=True)]
    ratio = _mean_size(error, larger, options).astype(at.dt.dtype)
    accepted = ratio <= 1
    middle = _moved(at.y, at.dt, MIDDLE, slopes)
    taken = (y, slopes[-1], at.t + at.dt, at.y, at.f, at.t, middle)
    kept = (at.y, at.f, at.t, at.before_y, at.before_f, at.before_t, at.middle)
    y, f, t, *before = tree_map(lambda new, old: jnp.where(accepted, new, old), taken, kept)
    least = jnp.where(accepted, 1.0, 0.2).astype(ratio.dtype)
    factor = jnp.clip(0.9 * ratio**-0.2, least, 10.0)
    return _Step(y, f, t, _clipped(at.dt * factor, options), *before)


def _clipped(dt: Any, options: _Options) -> Any:
    return dt if options.hmax == math.inf else jnp.minimum(dt, options.hmax)


def _mean_size(values: Leaves, of: Leaves, options: _Options) -> Any:
    """The root mean square of values in units of the tolerance at states of size `of`."""
    total, count = 0.0, 0
    for value, size in zip(values, of, strict=True):
        scaled = abs(value) / (options.atol + options.rtol * size)
        total, count = total + jnp.sum(scaled * scaled), count + value.size
    return jnp.sqrt(total / max(count, 1))


def _first_step(velocity: Velocity, y: Leaves, f: Leaves, t: Any, options: _Options) -> Any:
    """A first step size: E. Hairer, S. P. Norsett, G. Wanner, "Solving ODEs I", section II.4."""
    size = [abs(x) for x in y]
    d0, d1 = _mean_size(y, size, options), _mean_size(f, size, options)
    h0 = jnp.where((d0 < 1e-5) | (d1 < 1e-5), 1e-6, 0.01 * d0 / d1).astype(t.dtype)
    later = velocity([x + h0.astype(x.dtype) * k for x, k in zip(y, f, strict=True)], t + h0)
    d2 = _mean_size([a - b for a, b in zip(later, f, strict=True)], size, options) / h0
    steepest = jnp.maximum(d1, d2)
    h1 = jnp.where(steepest <= 1e-15, jnp.maximum(1e-6, h0 * 1e-3), (0.01 / steepest) ** 0.2)
    return jnp.minimum(100.0 * h0, h1).astype(t.dtype)


def _interpolated(at: _Step, target: Any) -> Leaves:
    """The state inside the last step: the polynomial of degree 4 through what is known of it."""
    dt = at.t - at.before_t
    x = (target - at.before_t) / dt
    found = []
    for y0, y1, f0, f1, middle in zip(at.before_y, at.y, at.before_f, at.f, at.middle, strict=True):
        h, s = dt.astype(y0.dtype), x.astype(y0.dtype)
        a = 2 * h * (f1 - f0) - 8 * (y0 + y1) + 16 * middle
        b = h * (5 * f0 - 3 * f1) + 18 * y0 + 14 * y1 - 32 * middle
        c = h * (f1 - 4 * f0) - 11 * y0 - 5 * y1 + 16 * middle
        found.append((((a * s + b) * s + c) * s + h * f0) * s + y0)
    return found


# ---- the adjoint equation


def _forward(
    func: Callable[..., Any], options: tuple[Any, ...], y0: Any, t: Any, *args: Any
) -> Any:
    ys = _solution(func, options, y0, t, *args)
    return ys, (ys, t, args)


def _backward(
    func: Callable[..., Any], options: tuple[Any, ...], residuals: Any, cotangent: Any
) -> Any:
    """The adjoint equation, from each time to the one before, with the state beside it.

    R. T. Q. Chen and others, "Neural Ordinary Differential Equations" (2018), appendix C. The
    equations run in the negative of time, so that it increases.
    """
    ys, t, args = residuals
    leaves, tree = tree_flatten(ys)
    given, args_tree = tree_flatten(args)
    wanted = [dtypes.is_inexact(x.dtype) for x in given]

    def arguments(chosen: Leaves) -> tuple[Any, ...]:
        values = iter(chosen)
        return args_tree.unflatten(
            [next(values) if w else x for w, x in zip(wanted, given, strict=True)]
        )

    def velocity(y: Leaves, time: Any, chosen: Leaves) -> Leaves:
        return _flat(func, tree, y, arguments(chosen))(y, time)

    def augmented(state: tuple[Any, ...], negative: Any, chosen: Leaves) -> tuple:
        y, y_bar, _, _ = state
        slope, pull_back = vjp(velocity, y, -negative, chosen)
        return ([-x for x in slope], *pull_back(y_bar))

    def to_time_before(carry: tuple[Any, ...], inputs: tuple) -> tuple[tuple, Any]:
        y_bar, t0_bar, args_bar = carry
        y, now, before, ct_now, ct_before = inputs
        slope = velocity(y, now, chosen)
        t_bar = sum(jnp.sum(k * c).real for k, c in zip(slope, ct_now, strict=True))
        t_bar = jnp.asarray(t_bar).astype(t.dtype)
        state = y, y_bar, t0_bar - t_bar, args_bar
        given = dict(zip(("rtol", "atol", "mxstep", "hmax"), options, strict=True))
        found = odeint(augmented, state, -jnp.stack([now, before]), chosen, **given)
        _, y_bar, t0_bar, args_bar = tree_map(lambda x: x[1], found)
        return ([a + b for a, b in zip(y_bar, ct_before, strict=True)], t0_bar, args_bar), t_bar

    chosen = [x for w, x in zip(wanted, given, strict=True) if w]
    cts = tree_leaves(cotangent)
    start = [c[-1] for c in cts], jnp.zeros((), t.dtype), [jnp.zeros_like(x) for x in chosen]
    xs = ([y[1:] for y in leaves], t[1:], t[:-1], [c[1:] for c in cts], [c[:-1] for c in cts])
    (y_bar, t0_bar, args_bar), t_bar = lax.scan(to_time_before, start, xs, reverse=True)
    found = iter(args_bar)
    return (
        tree.unflatten(y_bar),
        jnp.concatenate([t0_bar[None], t_bar]),
        *args_tree.unflatten([next(found) if w else None for w in wanted]),
    )


_solution.defvjp(_forward, _backward)
