"""The truncated normal distribution, and the mass that lies between its bounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.nn.activations import log1mexp
from fjax.scipy.special import log_ndtr
from fjax.scipy.stats.continuous import norm
from fjax.scipy.stats.distribution import distribution, exp_of
from fjax.scipy.stats.support import clamped


def _unless_void(found: Any, a: Any, b: Any, z: Any) -> Any:
    """`found`, but NaN where there is nothing between a and b, or one of them or z is NaN."""
    return jnp.where((a < b) & ~jnp.isnan(z), found, np.nan)


@custom_jvp
def _log_mass(a: Any, b: Any) -> Any:
    """The log of the normal probability between a and b, in whichever tail is more accurate."""
    upper = a > 0
    low, high = jnp.where(upper, -b, a), jnp.where(upper, -a, b)
    across = (low <= 0) & (high > 0)
    same_tail = _log_difference(log_ndtr(high), log_ndtr(low))
    outside = jnp.logaddexp(log_ndtr(low), log_ndtr(-high))
    middle = log1mexp(-jnp.where(across, outside, -1))
    return jnp.where(across, middle, same_tail)


def _density_in(bound: Any, log_mass: Any) -> Any:
    """The density at a bound of all that lies between the bounds, if there is something."""
    return jnp.exp(norm.logpdf(bound) - jnp.where(log_mass == -np.inf, 0, log_mass))


_log_mass.defjvps(
    lambda t, out, a, b: -t * _density_in(a, out), lambda t, out, a, b: t * _density_in(b, out)
)


def _log_difference(larger: Any, smaller: Any) -> Any:
    """log(exp(larger) - exp(smaller)), -inf where they are equal."""
    gap = jnp.where(larger > smaller, larger - smaller, 1)
    return jnp.where(larger > smaller, larger + log1mexp(gap), -np.inf)


@custom_jvp
def _share(z: Any, a: Any, b: Any) -> Any:
    """The part of the probability between a and b that lies below z."""
    return jnp.exp(_log_mass(a, z) - _log_mass(a, b))


_share.defjvps(
    lambda t, out, z, a, b: t * jnp.exp(norm.logpdf(z) - _log_mass(a, b)),
    lambda t, out, z, a, b: t * (out - 1) * jnp.exp(norm.logpdf(a) - _log_mass(a, b)),
    lambda t, out, z, a, b: -t * out * jnp.exp(norm.logpdf(b) - _log_mass(a, b)),
)


def _log_share(z: Any, a: Any, b: Any) -> Any:
    """The log of `_share`: of what is not above z where that is less."""
    above = _share(-z, -b, -a)
    most = above < 0.5
    lower = jnp.where(most, b, z)
    return jnp.where(
        most, jnp.log1p(-jnp.where(most, above, 0)), _log_mass(a, lower) - _log_mass(a, b)
    )


@distribution(
    [0.0, 0.5],
    -1.0,
    1.0,
    logpdf="Array([-0.537223, -0.662223], dtype=float64)",
    pdf="Array([0.584369, 0.515703], dtype=float64)",
    logcdf="Array([-0.693147, -0.24788 ], dtype=float64)",
    cdf="Array([0.5     , 0.780453], dtype=float64)",
    logsf="Array([-0.693147, -1.51619 ], dtype=float64)",
    sf="Array([0.5     , 0.219547], dtype=float64)",
)
class truncnorm:
    """The standard normal distribution cut off below a and above b, then scaled and shifted."""

    def logpdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        a, b, z = jnp.broadcast_arrays(a, b, (x - loc) / scale)
        outside = (z < a) | (z > b)
        found = norm.logpdf(jnp.where(outside, 0, z)) - jnp.log(scale) - _log_mass(a, b)
        return _unless_void(jnp.where(outside, -np.inf, found), a, b, z)

    pdf = exp_of(logpdf)

    def cdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        a, b, z = jnp.broadcast_arrays(a, b, (x - loc) / scale)
        return _unless_void(_share(clamped(z, a, b), a, b), a, b, z)

    def logcdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        a, b, z = jnp.broadcast_arrays(a, b, (x - loc) / scale)
        return _unless_void(_log_share(clamped(z, a, b), a, b), a, b, z)

    def sf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return truncnorm.cdf(-x, -b, -a, -loc, scale)

    def logsf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return truncnorm.logcdf(-x, -b, -a, -loc, scale)
