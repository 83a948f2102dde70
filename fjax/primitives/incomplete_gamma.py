"""Derivatives of the regularized incomplete gamma function in its parameter, in NumPy's terms.

No library has them. Below x = a + 1 the power series of P(a, x) is differentiated term by term,
above it the continued fraction of Q(a, x); both in float64. Source of the two expansions:
Abramowitz and Stegun, 6.5.29 and 6.5.31.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.primitives.families import special_functions

_MOST_TERMS = 5000
_SETTLED = 3e-15  # relative change of a continued fraction; what rounding leaves lies below


def gamma_derivatives(xp: Any, a: Any, x: Any) -> tuple[Any, Any]:
    """(dP/da, dx/da at constant P): the latter is the derivative of a gamma sample in its shape."""
    a, x = xp.broadcast_arrays(a.astype(np.float64), x.astype(np.float64))
    valid = (a > 0) & (x > 0) & xp.isfinite(a) & xp.isfinite(x)
    safe_a, safe_x = xp.where(valid, a, 1.0), xp.where(valid, x, 1.0)
    upper = (safe_x > 1) & (safe_x > safe_a + 1)
    special = special_functions(xp)
    lower_ratio = _series(xp, special, xp.where(upper, 1.0, safe_a), xp.where(upper, 1.0, safe_x))
    upper_ratio = _fraction(xp, special, xp.where(upper, safe_a, 1.0), xp.where(upper, safe_x, 3.0))
    per_density = xp.where(upper, -upper_ratio, lower_ratio)
    density = xp.exp((safe_a - 1) * xp.log(safe_x) - safe_x - special.gammaln(safe_a))
    by_a = xp.where(density == 0, 0.0, per_density * density)
    at_edge = (x == 0) | (x == np.inf)
    outside = xp.where(at_edge & (a > 0), 0.0, np.nan)
    return xp.where(valid, by_a, outside), xp.where(valid, -per_density, outside)


def _series(xp: Any, special: Any, a: Any, x: Any) -> Any:
    """(dP/da) / (dP/dx) by P = x^a exp(-x) / Gamma(a + 1) * sum of x^n / ((a+1) ... (a+n))."""
    term, total = xp.ones_like(x), xp.ones_like(x)
    harmonic, slope = xp.zeros_like(x), xp.zeros_like(x)
    for n in range(1, _MOST_TERMS):
        term = term * x / (a + n)
        harmonic = harmonic + 1 / (a + n)
        total = total + term
        slope = slope - term * harmonic
        if not (term * (1 + harmonic) > 1e-17 * total).any():
            break
    return x / a * ((xp.log(x) - special.psi(a + 1)) * total + slope)


def _fraction(xp: Any, special: Any, a: Any, x: Any) -> Any:
    """(dQ/da) / (dP/dx) by Q = x^a exp(-x) / Gamma(a) * 1/(x+1-a- 1(1-a)/(x+3-a- ...)).

    Each element keeps the value at which it settled: further terms would only add rounding errors.
    """
    one, zero = xp.ones_like(x), xp.zeros_like(x)
    b = x + 1 - a
    p_before, p, q_before, q = zero, one, one, b  # the fraction is p / q
    dp_before, dp, dq_before, dq = zero, zero, zero, -one
    value, slope = p / q, (dp * q - p * dq) / (q * q)
    goes_on = xp.ones_like(x, dtype=bool)
    for n in range(1, _MOST_TERMS):
        c, dc = n * (a - n), float(n)
        b = b + 2
        p_next, q_next = b * p + c * p_before, b * q + c * q_before
        dp_next = b * dp - p + c * dp_before + dc * p_before
        dq_next = b * dq - q + c * dq_before + dc * q_before
        p_before, p, q_before, q = p, p_next, q, q_next
        dp_before, dp, dq_before, dq = dp, dp_next, dq, dq_next
        scale = 1 / xp.maximum(xp.abs(q), 1e-300)
        p_before, p, q_before, q = (v * scale for v in (p_before, p, q_before, q))
        dp_before, dp, dq_before, dq = (v * scale for v in (dp_before, dp, dq_before, dq))
        next_value, next_slope = p / q, (dp * q - p * dq) / (q * q)
        moved = xp.abs(next_value - value) + xp.abs(next_slope - slope)
        value = xp.where(goes_on, next_value, value)
        slope = xp.where(goes_on, next_slope, slope)
        goes_on = goes_on & (moved > _SETTLED * (xp.abs(value) + xp.abs(slope)))
        if not goes_on.any():
            break
    return x * ((xp.log(x) - special.psi(a)) * value + slope)
