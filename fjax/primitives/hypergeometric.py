"""Derivatives of hypergeometric functions in their parameters, in NumPy's terms.

No library has them. The power series is differentiated term by term in float64, after Kummer's or
Pfaff's transformation where the argument is negative (Abramowitz and Stegun, 13.1.27 and 15.3.4).
"""

from __future__ import annotations

from typing import Any

import numpy as np

_MOST_TERMS = 20_000


def _wide(xp: Any, *arrays: Any) -> list[Any]:
    return list(xp.broadcast_arrays(*[a.astype(np.float64) for a in arrays]))


def _series(
    xp: Any, upper: list[Any], lower: list[Any], x: Any
) -> tuple[Any, list[Any], list[Any]]:
    """The sum of the hypergeometric series, and its derivatives in the upper and lower
    parameters."""
    term = xp.ones_like(x)
    slopes = [xp.zeros_like(x) for _ in upper + lower]
    total, sums = term, list(slopes)
    for n in range(_MOST_TERMS):
        ratio = x / (n + 1)
        for p in upper:
            ratio = ratio * (p + n)
        for q in lower:
            ratio = ratio / (q + n)
        above = [
            s * ratio + _rest(upper, k, n) * _over(lower, n) * term * x / (n + 1)
            for k, s in enumerate(slopes[: len(upper)])
        ]
        below = [
            s * ratio - term * ratio / (q + n)
            for s, q in zip(slopes[len(upper) :], lower, strict=True)
        ]
        slopes, term = above + below, term * ratio
        total = total + term
        sums = [s + d for s, d in zip(sums, slopes, strict=True)]
        size = xp.abs(term) + sum(xp.abs(d) for d in slopes)
        if not (size > 1e-17 * (xp.abs(total) + sum(xp.abs(s) for s in sums))).any():
            break
    return total, sums[: len(upper)], sums[len(upper) :]


def _rest(parameters: list[Any], left_out: int, n: int) -> Any:
    """The product of the other parameters, each raised by n."""
    found: Any = 1.0
    for k, p in enumerate(parameters):
        found = found if k == left_out else found * (p + n)
    return found


def _over(parameters: list[Any], n: int) -> Any:
    found: Any = 1.0
    for q in parameters:
        found = found / (q + n)
    return found


def confluent_derivatives(xp: Any, a: Any, b: Any, x: Any) -> tuple[Any, Any]:
    """The derivatives of 1F1(a; b; x) in a and b."""
    a, b, x = _wide(xp, a, b, x)
    below = x < 0
    _, (by_upper,), (by_lower,) = _series(xp, [xp.where(below, b - a, a)], [b], xp.abs(x))
    scale = xp.where(below, xp.exp(x), 1.0)
    by_a = xp.where(below, -by_upper, by_upper)
    by_b = xp.where(below, by_upper + by_lower, by_lower)
    return scale * by_a, scale * by_b


def gauss_derivatives(xp: Any, a: Any, b: Any, c: Any, x: Any) -> tuple[Any, Any, Any]:
    """The derivatives of 2F1(a, b; c; x) in a, b and c; NaN for x >= 1."""
    a, b, c, x = _wide(xp, a, b, c, x)
    below, valid = x < 0, x < 1
    inside = xp.where(valid, xp.where(below, x / (x - 1), x), 0.0)
    second = xp.where(below, c - b, b)
    total, (by_first, by_second), (by_lower,) = _series(xp, [a, second], [c], inside)
    log_scale = xp.where(below, -xp.log1p(-xp.where(below, x, 0.0)), 0.0)
    scale = xp.where(valid, xp.exp(a * log_scale), np.nan)
    by_a = by_first + log_scale * total
    by_b = xp.where(below, -by_second, by_second)
    by_c = by_lower + xp.where(below, by_second, 0.0)
    return scale * by_a, scale * by_b, scale * by_c
