"""Distributions with a density, of one number."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.api.autodiff import jvp
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.nn.activations import log1mexp
from fjax.scipy.special import (
    betainc,
    betaln,
    expit,
    gammainc,
    gammaincc,
    gammaln,
    i0e,
    log_ndtr,
    logit,
    ndtr,
    ndtri,
    xlog1py,
    xlogy,
)
from fjax.scipy.stats.distribution import distribution, exp_of
from fjax.scipy.stats.support import clamped, least, log_share, within


@distribution(
    [0.25, 0.5],
    2.0,
    3.0,
    logpdf="Array([0.523248, 0.405465], dtype=float64)",
    pdf="Array([1.6875, 1.5   ], dtype=float64)",
    cdf="Array([0.261719, 0.6875  ], dtype=float64)",
    logcdf="Array([-1.340485, -0.374693], dtype=float64)",
    sf="Array([0.738281, 0.3125  ], dtype=float64)",
    logsf="Array([-0.30343 , -1.163151], dtype=float64)",
)
class beta:
    """The beta distribution with parameters a and b, on [loc, loc + scale]."""

    def logpdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        y = (x - loc) / scale
        found = xlogy(a - 1, y) + xlog1py(b - 1, -y) - (betaln(a, b) + jnp.log(scale))
        found = within(~((y < 0) | (y > 1)), found, a, b)
        return jnp.where((a <= 0) | (b <= 0) | (scale <= 0), np.nan, found)

    def _edges(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
        y = (x - loc) / scale
        low, high = y == 0, y == 1
        # Powers above 2 stand still, whatever they are multiplied by.
        factor = jnp.exp(-betaln(jnp.where(low, least(a, 3), a), jnp.where(high, least(b, 3), b)))
        return low | high, y ** (a - 1) * (1 - y) ** (b - 1) * factor / scale

    pdf = exp_of(logpdf, edges=_edges, of="x loc scale")

    def cdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return betainc(a, b, clamped((x - loc) / scale, 0, 1))

    def logcdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log_share(beta.cdf(x, a, b, loc, scale), beta.sf(x, a, b, loc, scale))

    def sf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        y = clamped((x - loc) / scale, 0, 1)
        # Of a small y, 1 - y has too few digits where the density is high, and for its slope.
        small = (y < float(dtypes.finfo(y.dtype).eps) ** 0.5) | (beta.logpdf(y, a, b) > 0)
        small = small & (y < 0.5)
        above = betainc(b, a, 1 - jnp.where(small, 0.5, y))
        return jnp.where(small, 1 - betainc(a, b, jnp.where(small, y, 0.5)), above)

    def logsf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log_share(beta.sf(x, a, b, loc, scale), beta.cdf(x, a, b, loc, scale))


@distribution(
    [0.0, 1.0],
    logpdf="Array([-1.14473 , -1.837877], dtype=float64)",
    pdf="Array([0.31831 , 0.159155], dtype=float64)",
    cdf="Array([0.5 , 0.75], dtype=float64)",
    logcdf="Array([-0.693147, -0.287682], dtype=float64)",
    sf="Array([0.5 , 0.25], dtype=float64)",
    logsf="Array([-0.693147, -1.386294], dtype=float64)",
    ppf="Array([-1.,  1.], dtype=float64)",
    isf="Array([ 1., -1.], dtype=float64)",
)
class cauchy:
    """The Cauchy distribution with median loc and half-width scale."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -(jnp.log(math.pi * scale) + _log1p_of_square((x - loc) / scale))

    pdf = exp_of(logpdf)

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        return jnp.arctan2(jnp.ones_like(z), -z) / math.pi

    def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        far = z < -_distance(z)
        near = jnp.where(far, 0, z)
        found = log_share(cauchy.cdf(near), cauchy.cdf(-near))
        return jnp.where(far, -jnp.log(jnp.where(far, -z, 1)) - math.log(math.pi), found)

    def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return cauchy.cdf(-x, -loc, scale)

    def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return cauchy.logcdf(-x, -loc, scale)

    def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return _cauchy_quantile(q) * scale + loc

    def isf(q: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return loc - _cauchy_quantile(q) * scale


def _cauchy_quantile(q: Any) -> Any:
    """The point below which the probability is q; NaN if that is not a probability."""
    middle = jnp.abs(q - 0.5) < 0.25
    tail = jnp.where(q < 0.5, q, 1 - q)
    # The tangent of a right angle less something small has lost that; its reciprocal has not.
    size = jnp.abs(1 / jnp.tan(math.pi * jnp.where(middle | (tail < 0), 0.25, tail)))
    size = jnp.where(tail < 0, np.nan, jnp.where(q < 0.5, -size, size))
    return jnp.where(middle, jnp.tan(math.pi * (jnp.where(middle, q, 0.5) - 0.5)), size)


def _distance(z: Any) -> float:
    """From where on 1 + z * z is the square, to the precision of z."""
    return 4 / math.sqrt(float(dtypes.finfo(z.dtype).eps))


def _log1p_of_square(z: Any) -> Any:
    """log(1 + z * z), also where the square overflows."""
    size = jnp.abs(z)
    far = size > _distance(z)
    near = jnp.where(far, 0, z)
    return jnp.where(far, 2 * jnp.log(jnp.where(far, size, 1)), jnp.log1p(near * near))


@distribution(
    [1.0, 2.0],
    2.0,
    logpdf="Array([-1.      , -1.306853], dtype=float64)",
    pdf="Array([0.367879, 0.270671], dtype=float64)",
    cdf="Array([0.264241, 0.593994], dtype=float64)",
    logcdf="Array([-1.330893, -0.520886], dtype=float64)",
    sf="Array([0.735759, 0.406006], dtype=float64)",
    logsf="Array([-0.306853, -0.901388], dtype=float64)",
)
class gamma:
    """The gamma distribution with shape parameter a, scaled and shifted."""

    def logpdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Array:
        inside = x >= loc
        y = jnp.where(inside, (x - loc) / scale, 1)
        found = xlogy(a - 1, y) - y - (gammaln(a) + jnp.log(scale))
        found = jnp.where(y == np.inf, -y, found)
        return within(inside, found, x, a, loc, scale)

    def _edges(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
        y = (x - loc) / scale
        return y == 0, y ** (a - 1) * jnp.exp(-y - gammaln(a)) / scale

    pdf = exp_of(logpdf, edges=_edges, of="x loc scale")

    def cdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gammainc(a, clamped((x - loc) / scale, 0, np.inf))

    def logcdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log_share(gamma.cdf(x, a, loc, scale), gamma.sf(x, a, loc, scale))

    def sf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gammaincc(a, clamped((x - loc) / scale, 0, np.inf))

    def logsf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log_share(gamma.sf(x, a, loc, scale), gamma.cdf(x, a, loc, scale))


@distribution(
    [1.0, 2.0],
    2.0,
    logpdf="Array([-1.193147, -1.693147], dtype=float64)",
    pdf="Array([0.303265, 0.18394 ], dtype=float64)",
    cdf="Array([0.393469, 0.632121], dtype=float64)",
    logcdf="Array([-0.932752, -0.458675], dtype=float64)",
    sf="Array([0.606531, 0.367879], dtype=float64)",
    logsf="Array([-0.5, -1. ], dtype=float64)",
)
class chi2:
    """The chi-square distribution with df degrees of freedom, scaled and shifted."""

    def logpdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gamma.logpdf(x, df / 2, loc, 2 * scale)

    def pdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gamma.pdf(x, df / 2, loc, 2 * scale)

    def cdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gamma.cdf(x, df / 2, loc, 2 * scale)

    def logcdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gamma.logcdf(x, df / 2, loc, 2 * scale)

    def sf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gamma.sf(x, df / 2, loc, 2 * scale)

    def logsf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return gamma.logsf(x, df / 2, loc, 2 * scale)


@distribution(
    [0.0, 1.0],
    logpdf="Array([-0., -1.], dtype=float64)",
    pdf="Array([1.      , 0.367879], dtype=float64)",
    cdf="Array([0.      , 0.632121], dtype=float64)",
    logcdf="Array([     -inf, -0.458675], dtype=float64)",
    sf="Array([1.      , 0.367879], dtype=float64)",
    logsf="Array([-0., -1.], dtype=float64)",
    ppf="Array([0.287682, 1.386294], dtype=float64)",
)
class expon:
    """The exponential distribution with mean scale, shifted by loc."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        return jnp.where(z < 0, -np.inf, -z - jnp.log(scale))

    pdf = exp_of(logpdf)

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        return -jnp.expm1(-jnp.where(z < 0, 0, z))

    def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        return jnp.where(z < 0, -np.inf, log1mexp(jnp.where(z < 0, 0, z)))

    def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        return jnp.where(z < 0, 0, -z)

    sf = exp_of(logsf)

    def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1."""
        return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, loc - scale * jnp.log1p(-q))


@distribution(
    [0.0, 1.0],
    2.0,
    logpdf="Array([-0.572365, -1.572365], dtype=float64)",
    pdf="Array([0.56419 , 0.207554], dtype=float64)",
    cdf="Array([0.5    , 0.92135], dtype=float64)",
)
class gennorm:
    """The generalized normal distribution, with density proportional to exp(-|x|**beta)."""

    def logpdf(x: Any, beta: Any) -> Array:
        return jnp.log(0.5 * beta) - gammaln(1 / beta) - jnp.abs(x) ** beta

    pdf = exp_of(logpdf)

    def cdf(x: Any, beta: Any) -> Array:
        return _gennorm_cdf(x, beta)


@custom_jvp
def _gennorm_cdf(x: Any, beta: Any) -> Any:
    tail = 0.5 * gammaincc(1 / beta, jnp.abs(x) ** beta)
    return jnp.where(x < 0, tail, 1 - tail)


def _gennorm_by_shape(t: Any, out: Any, x: Any, beta: Any) -> Any:
    size = jnp.abs(x) ** beta
    moves = (size > 0) & (size < np.inf)
    of_shape = lambda b: gammainc(1 / b, jnp.where(moves, jnp.abs(x), 1) ** b)
    slope = jvp(of_shape, (beta,), (jnp.ones_like(beta),))[1]
    return t * jnp.where(moves, 0.5 * lax.sign(x) * slope, 0)


_gennorm_cdf.defjvps(lambda t, out, x, beta: t * gennorm.pdf(x, beta), _gennorm_by_shape)


@distribution(
    [0.0, 1.0],
    logpdf="Array([-1.      , -1.718282], dtype=float64)",
    pdf="Array([0.367879, 0.179374], dtype=float64)",
    logsf="Array([-1.      , -2.718282], dtype=float64)",
    sf="Array([0.367879, 0.065988], dtype=float64)",
    logcdf="Array([-0.458675, -0.068266], dtype=float64)",
    cdf="Array([0.632121, 0.934012], dtype=float64)",
    ppf="Array([-1.245899,  0.326634], dtype=float64)",
)
class gumbel_l:
    """The left-skewed Gumbel distribution (of minima), scaled and shifted."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        scale = _positive(scale)
        z = (x - loc) / scale
        return jnp.where(z == np.inf, -z, z) - jnp.exp(z) - jnp.log(scale)

    pdf = exp_of(logpdf)

    def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -jnp.exp((x - loc) / _positive(scale))

    sf = exp_of(logsf)

    def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log1mexp(_exp_to_the_end((x - loc) / _positive(scale)))

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -jnp.expm1(-_exp_to_the_end((x - loc) / _positive(scale)))

    def ppf(p: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The quantile: the inverse of `cdf`; NaN unless 0 <= p <= 1."""
        valid = (scale > 0) & (p >= 0) & (p <= 1)
        size = -jnp.log1p(-p)  # infinite at 1, where its slope is, as that of its logarithm
        return jnp.where(valid, loc + scale * jnp.where(p == 1, size, jnp.log(size)), np.nan)


@distribution(
    [0.0, 1.0],
    logpdf="Array([-1.      , -1.367879], dtype=float64)",
    pdf="Array([0.367879, 0.254646], dtype=float64)",
    logcdf="Array([-1.      , -0.367879], dtype=float64)",
    cdf="Array([0.367879, 0.692201], dtype=float64)",
    logsf="Array([-0.458675, -1.178307], dtype=float64)",
    sf="Array([0.632121, 0.307799], dtype=float64)",
    ppf="Array([-0.326634,  1.245899], dtype=float64)",
)
class gumbel_r:
    """The right-skewed Gumbel distribution (of maxima), scaled and shifted."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        scale = _positive(scale)
        z = (loc - x) / scale
        return jnp.where(z == np.inf, -z, z) - jnp.exp(z) - jnp.log(scale)

    pdf = exp_of(logpdf)

    def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -jnp.exp((loc - x) / _positive(scale))

    cdf = exp_of(logcdf)

    def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log1mexp(_exp_to_the_end((loc - x) / _positive(scale)))

    def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -jnp.expm1(-_exp_to_the_end((loc - x) / _positive(scale)))

    def ppf(p: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The quantile: the inverse of `cdf`; NaN unless 0 <= p <= 1."""
        valid = (scale > 0) & (p >= 0) & (p <= 1)
        size = -jnp.log(p)  # infinite at 0, where its slope is, as that of its logarithm
        return jnp.where(valid, loc - scale * jnp.where(p == 0, size, jnp.log(size)), np.nan)


def _exp_to_the_end(z: Any) -> Any:
    """exp(z), up to where exp(-exp(z)) is 0 and so stands still."""
    return jnp.exp(jnp.where(z > 7, 7, z))


def _positive(scale: Any) -> Any:
    """The scale; NaN where it is not positive."""
    return jnp.where(scale > 0, scale, np.nan)


@distribution(
    [0.0, 1.0],
    logpdf="Array([-0.693147, -1.693147], dtype=float64)",
    pdf="Array([0.5    , 0.18394], dtype=float64)",
    cdf="Array([0.5    , 0.81606], dtype=float64)",
)
class laplace:
    """The Laplace distribution around loc, with mean deviation scale."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -(jnp.abs(x - loc) / scale + jnp.log(2 * scale))

    pdf = exp_of(logpdf)

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        tail = 0.5 * jnp.exp(jnp.where(z <= 0, z, -z))
        return jnp.where(z <= 0, tail, 1 - tail)


@distribution(
    [0.0, 1.0],
    logpdf="Array([-1.386294, -1.626523], dtype=float64)",
    pdf="Array([0.25    , 0.196612], dtype=float64)",
    cdf="Array([0.5     , 0.731059], dtype=float64)",
    sf="Array([0.5     , 0.268941], dtype=float64)",
    ppf="Array([-1.098612,  1.098612], dtype=float64)",
    isf="Array([ 1.098612, -1.098612], dtype=float64)",
)
class logistic:
    """The logistic distribution around loc."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        half = (x - loc) / scale / 2
        return -2 * jnp.logaddexp(half, -half) - jnp.log(scale)

    pdf = exp_of(logpdf)

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return expit((x - loc) / scale)

    def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return expit((loc - x) / scale)

    def ppf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The quantile of the probability x: the inverse of `cdf`."""
        return logit(x) * scale + loc

    def isf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -logit(x) * scale + loc


@distribution(
    [0.0, 1.0],
    logpdf="Array([-0.918939, -1.418939], dtype=float64)",
    pdf="Array([0.398942, 0.241971], dtype=float64)",
    cdf="Array([0.5     , 0.841345], dtype=float64)",
    logcdf="Array([-0.693147, -0.172754], dtype=float64)",
    sf="Array([0.5     , 0.158655], dtype=float64)",
    logsf="Array([-0.693147, -1.841022], dtype=float64)",
    ppf="Array([-0.67449,  0.67449], dtype=float64)",
    isf="Array([ 0.67449, -0.67449], dtype=float64)",
)
class norm:
    """The normal distribution, with mean loc and standard deviation scale."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale
        return -0.5 * (z * z) - (0.5 * math.log(2 * math.pi) + jnp.log(scale))

    pdf = exp_of(logpdf)

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return ndtr((x - loc) / scale)

    def logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The log of `cdf`, accurate in the lower tail."""
        return log_ndtr((x - loc) / scale)

    def sf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return ndtr((loc - x) / scale)

    def logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The log of `sf`, accurate in the upper tail."""
        return log_ndtr((loc - x) / scale)

    def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return ndtri(q) * scale + loc

    def isf(q: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -ndtri(q) * scale + loc


@distribution(
    [1.0, 2.0],
    2.0,
    logpdf="Array([ 0.693147, -1.386294], dtype=float64)",
    pdf="Array([2.  , 0.25], dtype=float64)",
    logsf="Array([-0.      , -1.386294], dtype=float64)",
    sf="Array([1.  , 0.25], dtype=float64)",
    cdf="Array([0.  , 0.75], dtype=float64)",
    logcdf="Array([     -inf, -0.287682], dtype=float64)",
    ppf="Array([1.154701, 2.      ], dtype=float64)",
)
class pareto:
    """The Pareto distribution with shape parameter b, from loc + scale on."""

    def logpdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        y = (x - loc) / scale
        found = jnp.log(b / scale) - (b + 1) * jnp.log(jnp.where(y < 1, 1, y))
        return within(~(y < 1), found, b)

    pdf = exp_of(logpdf)

    def logsf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        y = (x - loc) / scale
        return -b * jnp.log(jnp.where(y < 1, 1, y))

    sf = exp_of(logsf)

    def cdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return -jnp.expm1(pareto.logsf(x, b, loc, scale))

    def logcdf(x: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return log1mexp(-pareto.logsf(x, b, loc, scale))

    def ppf(q: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1."""
        found = scale * jnp.exp(-jnp.log1p(-q) / b) + loc
        return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, found)


@distribution(
    [0.0, 1.0],
    2.0,
    logpdf="Array([-1.039721, -1.647918], dtype=float64)",
    pdf="Array([0.353553, 0.19245 ], dtype=float64)",
)
class t:
    """Student's t distribution with df degrees of freedom, scaled and shifted."""

    def logpdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Array:
        z = (x - loc) / scale / jnp.sqrt(df)
        normalizer = betaln(df / 2, 0.5) + 0.5 * jnp.log(df) + jnp.log(scale)
        return -(normalizer + (df + 1) / 2 * _log1p_of_square(z))

    pdf = exp_of(logpdf)


@distribution(
    [0.25, 2.0],
    logpdf="Array([ -0., -inf], dtype=float64)",
    pdf="Array([1., 0.], dtype=float64)",
    cdf="Array([0.25, 1.  ], dtype=float64)",
    ppf="Array([0.25, 0.75], dtype=float64)",
)
class uniform:
    """The uniform distribution on [loc, loc + scale]."""

    def logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return within((x >= loc) & (x <= loc + scale), -jnp.log(scale), x, loc, scale)

    pdf = exp_of(logpdf)

    def cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Array:
        return clamped((x - loc) / scale, 0, 1)

    def ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Array:
        """The quantile: the inverse of `cdf`; NaN unless 0 <= q <= 1."""
        return jnp.where(jnp.isnan(q) | (q < 0) | (q > 1), np.nan, q * scale + loc)


@distribution(
    [0.0, 1.0],
    2.0,
    logpdf="Array([-0.661871, -1.581266], dtype=float64)",
    pdf="Array([0.515885, 0.205714], dtype=float64)",
)
class vonmises:
    """The von Mises distribution on the circle, with concentration kappa."""

    def logpdf(x: Any, kappa: Any) -> Array:
        """The log of the density at the angle x."""
        half = jnp.sin(x / 2)
        found = -2 * kappa * (half * half) - jnp.log(2 * math.pi * i0e(kappa))
        return jnp.where(kappa >= 0, found, np.nan)

    pdf = exp_of(logpdf, "The density at the angle x.")


@distribution(
    [0.0, 1.0],
    0.5,
    logpdf="Array([-0.739265, -1.782643], dtype=float64)",
    pdf="Array([0.477465, 0.168193], dtype=float64)",
)
class wrapcauchy:
    """The wrapped Cauchy distribution on the circle, with concentration 0 < c < 1."""

    def logpdf(x: Any, c: Any) -> Array:
        """The log of the density at the angle x in [0, 2 pi]."""
        half, rest = jnp.sin(x / 2), 1 - c
        distance = rest * rest + 4 * c * (half * half)  # 1 + c * c - 2 * c * cos(x)
        found = jnp.log(rest * (1 + c)) - math.log(2 * math.pi) - jnp.log(distance)
        found = within((x >= 0) & (x <= 2 * math.pi), found, x)
        return jnp.where((c > 0) & (c < 1), found, np.nan)

    pdf = exp_of(logpdf, "The density at the angle x in [0, 2 pi].")
