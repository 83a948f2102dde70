"""Kummer's function, and derivatives of hypergeometric functions in parameters, in NumPy's terms.

No library has the derivatives. The power series is differentiated term by term in float64, after
Kummer's or Pfaff's transformation where the argument is negative (Abramowitz and Stegun, 13.1.27
and 15.3.4).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.primitives.families import special_functions

_MOST_TERMS = 20_000
_FAR, _LARGE, _TINY = 3000.0, 1000.0, 1e-12  # SciPy's 1F1 is asked within these bounds alone


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


def confluent(xp: Any, a: Any, b: Any, x: Any) -> Any:
    """1F1(a; b; x); NaN where a or b is large and the value neither overflows nor is near.

    SciPy's own function does not return for many large arguments, and ends the process for some
    tiny ones. It is asked elsewhere; near a = 0 the function is linear in a.
    """
    a, b, x = _wide(xp, a, b, x)
    small = (xp.abs(a) < _TINY) & (a != 0)
    inside = (xp.abs(a) <= _LARGE) & (xp.abs(b) <= _LARGE) & (xp.abs(x) <= _FAR)
    inside = inside & ((xp.abs(b) >= _TINY) | (b == 0))
    asked = xp.where(small, xp.copysign(_TINY, a), a)
    near = special_functions(xp).hyp1f1(
        *(xp.where(inside, v, d) for v, d in ((asked, 1.0), (b, 1.0), (x, 0.0)))
    )
    near = xp.where(small, 1 + (near - 1) * (a / _TINY * xp.sign(a)), near)
    overflows = (a > 0) & (b > 0) & (x > 0) & (a * (x / b) > 1000)
    settled = xp.abs(x) >= xp.maximum(4 * (xp.abs(a) + 5) * (xp.abs(b - a) + 5), _FAR)
    far = xp.where(settled, _far_confluent(xp, a, b, x, settled), np.nan)
    return xp.where(inside, near, xp.where(overflows, np.inf, far))


def _far_confluent(xp: Any, a: Any, b: Any, x: Any, settled: Any) -> Any:
    """1F1 for |x| so large that exp(|x|) overflows (Abramowitz and Stegun, 13.5.1)."""
    special = special_functions(xp)
    a, b, x = (xp.where(settled, v, d) for v, d in ((a, 1.0), (b, 1.0), (x, -_FAR)))
    total = term = xp.ones_like(x)
    for k in range(20):
        term = term * (((a + k) * (b - a - 1 - k)) / ((k + 1) * x))
        total = total + term
    polynomial = (a <= 0) & (a == xp.floor(a))
    vanishes = (b - a <= 0) & (b - a == xp.floor(b - a))
    log_size = (
        special.gammaln(b) - special.gammaln(b - a) - xp.where(a == 0, 0, a * xp.log(xp.abs(x)))
    )
    sign = special.gammasgn(b) * special.gammasgn(b - a)
    sign = xp.where(polynomial & (x > 0) & (a % 2 == 1), -sign, sign)
    power = sign * xp.exp(log_size) * total
    power = xp.where(vanishes, 0.0, power)
    exploding = special.gammasgn(b) * special.gammasgn(a) * np.inf
    found = xp.where((x > 0) & ~polynomial, exploding, power)
    return xp.where((b <= 0) & (b == xp.floor(b)), np.nan, found)
