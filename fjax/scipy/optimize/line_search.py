"""Line search for the strong Wolfe conditions.

Source: Nocedal and Wright, Numerical Optimization, 2nd edition, algorithms 3.5 and 3.6. Both phases
run in one loop: first the step grows until an interval is known to hold a good one, then the
interval shrinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import lax
from fjax import numpy as jnp

DECREASE, CURVATURE = 1e-4, 0.9


class Found(NamedTuple):
    """The step, the value and the gradient there; whether no step was good enough."""

    step: Any
    value: Any
    gradient: Any
    evaluations: Any
    failed: Any


class _Point(NamedTuple):
    """A step length with the value and the slope there."""

    a: Any
    f: Any
    slope: Any


class _State(NamedTuple):
    """The search: the best end of the interval, its other end, the trial point."""

    k: Any
    zooming: Any
    done: Any
    low: _Point
    high: _Point
    trial: Any
    value: Any
    gradient: Any
    step: Any


def line_search(
    function: Callable[..., Any],
    x: Any,
    direction: Any,
    f0: Any,
    g0: Any,
    f_before: Any,
    maxiter: int,
) -> Found:
    """A step along a direction of descent that meets the strong Wolfe conditions.

    function: gives (value, gradient). f_before: the value before f0, which tells the first trial
    step.
    """
    slope0 = jnp.dot(g0, direction)
    guess = 1.01 * 2 * (f0 - f_before) / jnp.where(slope0 != 0, slope0, 1)
    first = jnp.where((guess > 0) & (guess < 1), guess, 1).astype(x.dtype)
    zero = _Point(jnp.zeros((), x.dtype), f0, slope0)
    start = _State(
        jnp.asarray(0), jnp.asarray(False), jnp.asarray(False), zero, zero, first, f0, g0, zero.a
    )

    def unfinished(s: _State) -> Any:
        return ~s.done & (s.k < 3 * maxiter)

    def advance(s: _State) -> _State:
        f, g = function(x + s.trial * direction)
        now = _Point(s.trial, f, jnp.dot(g, direction))
        too_high = (
            (f > f0 + DECREASE * s.trial * slope0) | ((f >= s.low.f) & (s.k > 0)) | ~jnp.isfinite(f)
        )
        good = ~too_high & (jnp.abs(now.slope) <= -CURVATURE * slope0)
        low, high, zooming = _narrowed(s, now, too_high)
        trial = jnp.where(zooming, _inside(low, high), 2 * s.trial)
        stuck = zooming & (jnp.abs(high.a - low.a) <= 1e-12 * jnp.maximum(1, jnp.abs(low.a)))
        better = good | (~too_high & (f <= s.value))
        return _State(
            s.k + 1,
            zooming,
            good | stuck,
            low,
            high,
            trial,
            jnp.where(better, f, s.value),
            jnp.where(better, g, s.gradient),
            jnp.where(better, now.a, s.step),
        )

    s = lax.while_loop(unfinished, advance, start)
    return Found(s.step, s.value, s.gradient, s.k, s.step == 0)


def _narrowed(s: _State, now: _Point, too_high: Any) -> tuple[_Point, _Point, Any]:
    """The interval after a trial, and whether one is known yet."""
    turned = now.slope * jnp.where(s.zooming, s.high.a - s.low.a, 1) >= 0
    zooming = s.zooming | too_high | turned
    high_if_low_moves = _choose(turned | ~s.zooming, s.low, s.high)
    low = _choose(too_high, s.low, now)
    high = _choose(too_high, now, high_if_low_moves)
    return low, high, zooming


def _choose(condition: Any, x: _Point, y: _Point) -> _Point:
    return _Point(*(jnp.where(condition, a, b) for a, b in zip(x, y, strict=True)))


def _inside(low: _Point, high: _Point) -> Any:
    """The minimum of the parabola through the low end and the high one, kept away from both."""
    width = high.a - low.a
    bend = high.f - low.f - low.slope * width
    share = -low.slope * width / jnp.where(bend != 0, 2 * bend, 1)
    usable = jnp.isfinite(share) & (bend != 0) & (share > 0.1) & (share < 0.9)
    return low.a + width * jnp.where(usable, share, 0.5)
