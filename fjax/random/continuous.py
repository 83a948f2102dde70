"""Samplers of continuous distributions, each a transformation of uniform numbers."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.config import config
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array
from fjax.core.plain_arguments import check_choice
from fjax.higher_order.custom_derivatives import custom_jvp
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.library_functions import erfcx
from fjax.primitives.operators import broadcast_to_shape
from fjax.primitives.placing import constrained
from fjax.primitives.structure import ReduceSum
from fjax.random.keys import (
    as_float,
    as_key,
    as_shape,
    drawn_wide,
    float_dtype,
    parameter_shape,
    random_bits,
    split,
    wide,
)

GUMBEL_MODES = ("low", "high", "highest")


def uniform(
    key: ArrayLike,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
    minval: ArrayLike = 0.0,
    maxval: ArrayLike = 1.0,
    *,
    out_sharding: Any = None,
) -> Array:
    """Numbers uniform in [minval, maxval).

    shape: the result's. Bounds that are arrays must broadcast to it. With the shape () they may
        also be arrays of one element, whose shape the result has then.
    dtype: of the result, a float; by default float64, or float32 with `enable_x64` off.
    out_sharding: how the result is split over a mesh.

    >>> import fjax
    >>> fjax.random.uniform(fjax.random.key(0), (2,)).shape
    (2,)
    """
    key, _ = as_key("uniform", key)
    wanted = float_dtype("uniform", dtype)
    lengths = as_shape("uniform", shape)
    if type(minval) is float and type(maxval) is float and (minval, maxval) == (0.0, 1.0):
        out = _unit_uniform(key, lengths, wanted)
        return constrained("uniform", out, out_sharding)
    out = _uniform(key, jnp.asarray(minval), jnp.asarray(maxval), lengths, wanted)
    return constrained("uniform", out, out_sharding)


@partial(jit, static_argnums=(3, 4))
def _uniform(key: Any, minval: Any, maxval: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    low, high = convert_element_type(minval, dtype), convert_element_type(maxval, dtype)
    if not shape and low.size == high.size == 1:
        shape = max(low.shape, high.shape, key=len)
    parameter_shape("uniform", shape, low, high)
    unit = unit_uniform(key, shape, dtype)
    low, high = (p if not p.shape else broadcast_to_shape(p, shape) for p in (low, high))
    return lax.max(_multiply_add(unit, high - low, low), low)


def _multiply_add(unit: Any, span: Any, low: Any) -> Any:
    """unit * span + low, rounded once, as JAX's fused kernels round it; 0 <= unit < 1.

    The product and the sum are each split into a value and its rounding error (Dekker, Numerische
    Mathematik 18, 1971), which are exact.
    """
    dtype = unit.dtype
    if dtype == dtypes.bfloat16 or dtype in dtypes.NARROW:
        return unit * span + low  # JAX rounds twice here
    if dtype == dtypes.float16:
        unit, span, low = (convert_element_type(x, dtypes.float32) for x in (unit, span, low))
        return convert_element_type(unit * span + low, dtype)
    unit_high, span_high = _upper_half(unit), _upper_half(span)
    unit_low, span_low = unit - unit_high, span - span_high
    product = unit * span
    error = unit_high * span_high - product
    error = ((error + unit_high * span_low) + unit_low * span_high) + unit_low * span_low
    total = product + low
    part = total - product
    rounding = (product - (total - part)) + (low - part)
    corrected = total + (rounding + error)
    return lax.select(lax.is_finite(corrected), corrected, total)


def _upper_half(x: Any) -> Any:
    """x with the lower half of its mantissa cleared."""
    info = dtypes.finfo(x.dtype)
    unsigned = np.dtype(f"uint{info.bits}")
    mask = np.array(2**info.bits - 2 ** (info.nmant // 2 + 1), unsigned)
    return lax.bitcast_convert_type(lax.bitcast_convert_type(x, unsigned) & mask, x.dtype)


def unit_uniform(key: Any, shape: tuple[Any, ...], dtype: Any) -> Array:
    """Numbers uniform in [0, 1): random mantissa bits under the exponent of 1, minus 1."""
    info = dtypes.finfo(dtype)
    width = 8 if info.nmant < 8 else info.bits
    raw = random_bits(key, width, shape)
    unsigned = np.dtype(f"uint{info.bits}")
    mantissa = lax.shift_right_logical(
        convert_element_type(raw, unsigned), np.array(width - info.nmant, unsigned)
    )
    one = np.array(1, dtype).view(unsigned)
    found = lax.bitcast_convert_type(lax.bitwise_or(mantissa, one), dtype)
    return found - np.array(1, dtype)


_unit_uniform = jit(unit_uniform, static_argnums=(1, 2))


def positive_uniform(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    """Numbers uniform in (0, 1): the smallest is half the distance of the others.

    So the logarithm of one is no further out than it is likely.
    """
    half = np.array(2.0 ** -(dtypes.finfo(dtype).nmant + 1), dtype)
    return lax.max(unit_uniform(key, shape, dtype), half)


@drawn_wide
def normal(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Standard normal numbers, by inverting the distribution function; complex ones have variance
    1.

    shape: of the result; by default one number, or the shape to which the parameters broadcast.
    out_sharding: how the result is split over a mesh.

    >>> fjax.random.normal(fjax.random.key(0), (2,), jnp.float32).round(4)
    Array([1.6226, 2.0253], dtype=float32)
    """
    key, _ = as_key("normal", key)
    out = _normal(key, as_shape("normal", shape), float_dtype("normal", dtype, "fc"))
    return constrained("normal", out, out_sharding)


@partial(jit, static_argnums=(1, 2))
def _normal(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    if dtypes.is_complex(dtype):
        real_key, imaginary_key = _pair(key)
        part = dtypes.real_part(dtype)
        value = lax.complex(
            _normal_real(real_key, shape, part), _normal_real(imaginary_key, shape, part)
        )
        return value / np.array(np.sqrt(2), dtype)
    return _normal_real(key, shape, dtype)


def _pair(key: Any) -> tuple[Any, Any]:
    keys = split(key)
    return keys[0], keys[1]


def _normal_real(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    low = np.nextafter(np.array(-1, dtype), np.array(0, dtype))
    u = _uniform(key, low, np.array(1, dtype), shape, dtype)
    return lax.erf_inv(u) * np.array(np.sqrt(2), dtype)


def truncated_normal(
    key: ArrayLike,
    lower: ArrayLike,
    upper: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Standard normal numbers conditioned to lie between lower and upper.

    >>> bool(jnp.all(fjax.random.truncated_normal(fjax.random.key(0), -1.0, 1.0, (9,)) < 1))
    True
    """
    key, _ = as_key("truncated_normal", key)
    wanted = float_dtype("truncated_normal", dtype)
    found = parameter_shape("truncated_normal", shape, lower, upper)
    low, high = as_float(lower, wanted), as_float(upper, wanted)
    out = _truncated_normal(key, low, high, found, wanted)
    return constrained("truncated_normal", out, out_sharding)


@partial(jit, static_argnums=(3, 4))
def _truncated_normal(key: Any, low: Any, high: Any, found: tuple[Any, ...], wanted: Any) -> Any:
    drawn = wide(wanted)
    wide_low, wide_high = convert_element_type(low, drawn), convert_element_type(high, drawn)
    unit = unit_uniform(key, found, drawn)
    across = jnp.all((low <= 0) & (high >= 0))
    out = lax.cond(across, _between, _between_in_tails, unit, wide_low, wide_high)
    out = convert_element_type(out, wanted)
    least = lax.nextafter(lax.stop_gradient(low), np.array(np.inf, wanted))
    most = lax.nextafter(lax.stop_gradient(high), np.array(-np.inf, wanted))
    return lax.min(lax.max(out, spread(least, found)), spread(most, found))


def _between(unit: Any, low: Any, high: Any) -> Any:
    """The point up to which `unit` of the normal probability between low and high lies."""
    dtype = unit.dtype
    root = np.array(np.sqrt(2), dtype)
    first, last = lax.erf(low / root), lax.erf(high / root)
    span = spread(last - first, unit.shape)
    u = _multiply_add(unit, span, spread(first, unit.shape))
    inside = np.nextafter(np.array(-1, dtype), np.array(0, dtype))
    return root * lax.erf_inv(lax.max(u, inside))


def _between_in_tails(unit: Any, low: Any, high: Any) -> Any:
    """`_between` where low and high may both lie in one tail, in which erf does not tell them
    apart."""
    low, high = (broadcast_to_shape(x, unit.shape) for x in (low, high))
    upper, across = low > 0, (low <= 0) & (high >= 0)
    near, far = (jnp.where(upper, x, y) for x, y in ((low, -high), (high, -low)))
    near, far = jnp.where(across, 1, near), jnp.where(across, 2, far)
    from_near = jnp.where(upper, unit, 1 - unit)
    log_near, log_far = _log_upper_tail(near), _log_upper_tail(far)
    log_tail = log_near + lax.log1p(from_near * lax.expm1(log_far - log_near))
    tail = _upper_tail_quantile(log_tail)
    sign = jnp.where(upper, np.array(1, unit.dtype), np.array(-1, unit.dtype))
    inside = [jnp.where(across, x, y) for x, y in ((low, -1), (high, 1))]
    return jnp.where(across, _between(unit, *inside), sign * tail)


@custom_jvp
def _upper_tail_quantile(log_tail: Any) -> Any:
    """The x > 0 beyond which the normal probability has this logarithm, which is below log(1/2).

    Newton's method from Abramowitz and Stegun, 26.2.23, which is right to 5e-4.
    """
    t = lax.sqrt(-2 * log_tail)
    above = (0.010328 * t + 0.802853) * t + 2.515517
    below = ((0.001308 * t + 0.189269) * t + 1.432788) * t + 1
    x = t - above / below
    for _ in range(3):
        x = lax.max(x, np.array(0, x.dtype))
        x = x + (_log_upper_tail(x) - log_tail) / _hazard(x)
    return x


@_upper_tail_quantile.defjvp
def _upper_tail_quantile_jvp(primals: Any, tangents: Any) -> Any:
    x = _upper_tail_quantile(*primals)
    return x, -tangents[0] / _hazard(x)


def _log_upper_tail(x: Any) -> Any:
    """The logarithm of the normal probability beyond x >= 0."""
    return lax.log(0.5 * erfcx(x * math.sqrt(0.5))) - 0.5 * (x * x)


def _hazard(x: Any) -> Any:
    """The normal density at x >= 0 over the probability beyond."""
    return math.sqrt(2 / math.pi) / erfcx(x * math.sqrt(0.5))


def spread(x: Any, shape: tuple[Any, ...]) -> Any:
    """A parameter in the shape of the result; a number stays one."""
    return x if not x.shape else broadcast_to_shape(x, shape)


@drawn_wide
def exponential(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Exponentially distributed numbers with mean 1.

    >>> bool(jnp.all(fjax.random.exponential(fjax.random.key(0), (3,)) >= 0))
    True
    """
    wanted = float_dtype("exponential", dtype)
    out = _exponential(as_key("exponential", key)[0], as_shape("exponential", shape), wanted)
    return constrained("exponential", out, out_sharding)


@partial(jit, static_argnums=(1, 2))
def _exponential(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    return -lax.log1p(-unit_uniform(key, shape, dtype))


@drawn_wide
def gumbel(
    key: ArrayLike,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
    mode: str | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Gumbel distributed numbers.

    mode: 'low' inverts one uniform number; 'high' takes more bits near 0; None asks
        config.high_dynamic_range_gumbel.

    >>> fjax.random.gumbel(fjax.random.key(0), (3,)).shape
    (3,)
    """
    key, _ = as_key("gumbel", key)
    wanted = float_dtype("gumbel", dtype)
    mode = ("high" if config.high_dynamic_range_gumbel else "low") if mode is None else mode
    check_choice("gumbel: mode", mode, GUMBEL_MODES)
    out = _gumbel(key, as_shape("gumbel", shape), wanted, mode)
    return constrained("gumbel", out, out_sharding)


@partial(jit, static_argnums=(1, 2, 3))
def _gumbel(key: Any, lengths: tuple[Any, ...], wanted: Any, mode: str) -> Any:
    info = dtypes.finfo(wanted)
    if mode == "low":
        return -lax.log(-lax.log(positive_uniform(key, lengths, wanted)))
    both = unit_uniform(key, (2, *lengths), wanted)
    high, low = both[0], both[1]
    fine = high + low * np.array(2.0**-info.nmant, wanted) + np.array(info.tiny, wanted)
    x = lax.select(high >= 0.5, high, fine)
    return -lax.log(-lax.log1p(-x))


@drawn_wide
def cauchy(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Cauchy distributed numbers.

    >>> fjax.random.cauchy(fjax.random.key(0), (3,)).shape
    (3,)
    """
    wanted = float_dtype("cauchy", dtype)
    u = uniform(
        as_key("cauchy", key)[0], as_shape("cauchy", shape), wanted, minval=dtypes.finfo(wanted).eps
    )
    out = lax.tan((u - 0.5) * np.array(np.pi, wanted))
    return constrained("cauchy", out, out_sharding)


@drawn_wide
def laplace(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Laplace distributed numbers with scale 1.

    >>> fjax.random.laplace(fjax.random.key(0), (3,)).shape
    (3,)
    """
    wanted = float_dtype("laplace", dtype)
    low = np.array(-1.0 + dtypes.finfo(wanted).epsneg, wanted)
    u = uniform(as_key("laplace", key)[0], as_shape("laplace", shape), wanted, minval=low)
    out = lax.sign(u) * lax.log1p(-lax.abs(u))
    return constrained("laplace", out, out_sharding)


@drawn_wide
def logistic(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Logistically distributed numbers.

    >>> fjax.random.logistic(fjax.random.key(0), (3,)).shape
    (3,)
    """
    wanted = float_dtype("logistic", dtype)
    out = _logistic(as_key("logistic", key)[0], as_shape("logistic", shape), wanted)
    return constrained("logistic", out, out_sharding)


@partial(jit, static_argnums=(1, 2))
def _logistic(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    u = positive_uniform(key, shape, dtype)
    return lax.log(u) - lax.log1p(-u)


@drawn_wide
def pareto(
    key: ArrayLike,
    b: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Pareto distributed numbers with shape parameter b.

    >>> bool(jnp.all(fjax.random.pareto(fjax.random.key(0), 3.0, (3,)) >= 1))
    True
    """
    wanted = float_dtype("pareto", dtype)
    found = parameter_shape("pareto", shape, b)
    out = lax.exp(exponential(key, found, wanted) / as_float(b, wanted))
    return constrained("pareto", out, out_sharding)


@drawn_wide
def maxwell(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Maxwell distributed numbers: the norm of three standard normal ones.

    >>> bool(jnp.all(fjax.random.maxwell(fjax.random.key(0), (3,)) >= 0))
    True
    """
    lengths = as_shape("maxwell", shape)
    x = normal(as_key("maxwell", key)[0], (*lengths, 3), float_dtype("maxwell", dtype))
    out = lax.sqrt(ReduceSum((len(lengths),))(x * x))
    return constrained("maxwell", out, out_sharding)


@drawn_wide
def double_sided_maxwell(
    key: ArrayLike,
    loc: ArrayLike,
    scale: ArrayLike,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
) -> Array:
    """Maxwell distributed numbers with a random sign, scaled and shifted.

    >>> fjax.random.double_sided_maxwell(fjax.random.key(0), 0.0, 1.0, (3,)).shape
    (3,)
    """
    key, _ = as_key("double_sided_maxwell", key)
    wanted = float_dtype("double_sided_maxwell", dtype)
    parameters = parameter_shape("double_sided_maxwell", None, loc, scale)
    found = (as_shape("double_sided_maxwell", shape) or parameters) + parameters
    first, second = _pair(key)
    negative = uniform(second, found) >= 0.5
    magnitude = maxwell(first, found, wanted)
    signed = lax.select(negative, -magnitude, magnitude)
    return signed * as_float(scale, wanted) + as_float(loc, wanted)


@drawn_wide
def weibull_min(
    key: ArrayLike,
    scale: ArrayLike,
    concentration: ArrayLike,
    shape: Shape = (),
    dtype: DTypeLike | None = None,
) -> Array:
    """Weibull distributed numbers.

    >>> bool(jnp.all(fjax.random.weibull_min(fjax.random.key(0), 1.0, 2.0, (3,)) >= 0))
    True
    """
    wanted = float_dtype("weibull_min", dtype)
    e = exponential(as_key("weibull_min", key)[0], shape, wanted)
    return e ** (1.0 / as_float(concentration, wanted)) * as_float(scale, wanted)


@drawn_wide
def rayleigh(
    key: ArrayLike,
    scale: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Rayleigh distributed numbers.

    >>> bool(jnp.all(fjax.random.rayleigh(fjax.random.key(0), 2.0, (3,)) >= 0))
    True
    """
    wanted = float_dtype("rayleigh", dtype)
    found = parameter_shape("rayleigh", shape, scale)
    out = as_float(scale, wanted) * _rayleigh(as_key("rayleigh", key)[0], found, wanted)
    return constrained("rayleigh", out, out_sharding)


@partial(jit, static_argnums=(1, 2))
def _rayleigh(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    return lax.sqrt(lax.log(positive_uniform(key, shape, dtype)) * -2.0)


@drawn_wide
def wald(
    key: ArrayLike,
    mean: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Wald (inverse Gaussian) distributed numbers with scale 1.

    Source: Michael, Schucany, Haas, The American Statistician 30 (1976).

    >>> bool(jnp.all(fjax.random.wald(fjax.random.key(0), 1.0, (3,)) > 0))
    True
    """
    key, _ = as_key("wald", key)
    wanted = float_dtype("wald", dtype)
    found = parameter_shape("wald", shape, mean)
    first, second = _pair(key)
    mean = broadcast_to_shape(as_float(mean, wanted), found)
    v, z = normal(first, found, wanted), uniform(second, found, wanted)
    w = mean * (v * v)
    root = 1 + w / 2 + lax.sqrt(w) * lax.sqrt(1 + w / 4)  # the roots are mean / root, mean * root
    out = lax.select(lax.le(z, root / (1 + root)), mean / root, mean * root)
    return constrained("wald", out, out_sharding)


@drawn_wide
def triangular(
    key: ArrayLike,
    left: ArrayLike,
    mode: ArrayLike,
    right: ArrayLike,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Numbers with a triangular density between left and right, highest at mode.

    >>> bool(jnp.all(fjax.random.triangular(fjax.random.key(0), 1.0, 2.0, 3.0, (3,)) >= 1))
    True
    """
    wanted = float_dtype("triangular", dtype)
    found = parameter_shape("triangular", shape, left, mode, right)
    left, mode, right = (
        broadcast_to_shape(as_float(p, wanted), found) for p in (left, mode, right)
    )
    u = uniform(as_key("triangular", key)[0], found, wanted)
    below = left + lax.sqrt(u * (right - left)) * lax.sqrt(mode - left)
    above = right - lax.sqrt((1 - u) * (right - left)) * lax.sqrt(right - mode)
    out = lax.select(lax.lt(u, (mode - left) / (right - left)), below, above)
    return constrained("triangular", out, out_sharding)


@drawn_wide
def lognormal(
    key: ArrayLike,
    sigma: ArrayLike = 1.0,
    shape: Shape | None = None,
    dtype: DTypeLike | None = None,
    *,
    out_sharding: Any = None,
) -> Array:
    """Numbers whose logarithm is normal with standard deviation sigma.

    >>> bool(jnp.all(fjax.random.lognormal(fjax.random.key(0), 0.5, (3,)) > 0))
    True
    """
    wanted = float_dtype("lognormal", dtype, "fc")
    found = parameter_shape("lognormal", shape, sigma)
    out = lax.exp(normal(as_key("lognormal", key)[0], found, wanted) * as_float(sigma, wanted))
    return constrained("lognormal", out, out_sharding)
