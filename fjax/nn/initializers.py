"""Initializers of parameters: functions of (key, shape, dtype).

    kernel = he_normal()(key, (784, 128))

Fans follow Keras: the product of the axes that are neither input, output nor batch is the receptive
field, which multiplies both. Sources: LeCun et al. 1998, Glorot and Bengio 2010, He et al. 2015.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from fjax import numpy as jnp
from fjax import random
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.documentation import documented
from fjax.core.plain_arguments import check_choice, check_number
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.primitives.placing import constrained
from fjax.random.keys import as_shape

Axes = int | Sequence[int]


@runtime_checkable
class Initializer(Protocol):
    """A function that makes a parameter's first value from a key.

    >>> fjax.nn.initializers.he_normal()(fjax.random.key(0), (4, 2)).shape
    (4, 2)
    """

    def __call__(
        self, key: Any, shape: Sequence[int], dtype: Any = None, out_sharding: Any = None
    ) -> Array:
        """An array of this shape and dtype (the default float if None)."""


def _dtype(dtype: Any) -> Any:
    return dtypes.default_float() if dtype is None else dtypes.requested("initializers", dtype)


def zeros(
    key: ArrayLike, shape: Sequence[int], dtype: DTypeLike | None = None, out_sharding: Any = None
) -> Array:
    """Zeros; the key is not used.

    >>> fjax.nn.initializers.zeros(fjax.random.key(0), (2,))
    Array([0., 0.], dtype=float64)
    """
    return jnp.zeros(shape, _dtype(dtype), out_sharding=out_sharding)


def ones(
    key: ArrayLike, shape: Sequence[int], dtype: DTypeLike | None = None, out_sharding: Any = None
) -> Array:
    """Ones; the key is not used.

    >>> fjax.nn.initializers.ones(fjax.random.key(0), (2,))
    Array([1., 1.], dtype=float64)
    """
    return jnp.ones(shape, _dtype(dtype), out_sharding=out_sharding)


def constant(value: Any, dtype: Any = None) -> Initializer:
    """An initializer that gives the same value everywhere (or an array that broadcasts).

    >>> fjax.nn.initializers.constant(7.0)(fjax.random.key(0), (2,))
    Array([7., 7.], dtype=float64)
    """

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        return jnp.full(shape, value, _dtype(dtype), out_sharding=out_sharding)

    return init


def uniform(scale: Any = 1e-2, dtype: Any = None) -> Initializer:
    """An initializer uniform in [0, scale).

    >>> fjax.nn.initializers.uniform(0.1)(fjax.random.key(0), (4, 2)).shape
    (4, 2)
    """
    check_number("initializers.uniform: scale", scale, 0)

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        wanted = _dtype(dtype)
        out = random.uniform(key, shape, wanted) * jnp.array(scale, wanted)
        return (
            out
            if out_sharding is None
            else constrained("nn.initializers.uniform", out, out_sharding)
        )

    return init


def normal(stddev: Any = 1e-2, dtype: Any = None) -> Initializer:
    """A normal initializer with mean 0.

    >>> fjax.nn.initializers.normal(0.1)(fjax.random.key(0), (4, 2)).shape
    (4, 2)
    """
    check_number("initializers.normal: stddev", stddev, 0)

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        wanted = _dtype(dtype)
        out = random.normal(key, shape, wanted) * jnp.array(stddev, wanted)
        return (
            out
            if out_sharding is None
            else constrained("nn.initializers.normal", out, out_sharding)
        )

    return init


def truncated_normal(
    stddev: Any = 1e-2, dtype: Any = None, lower: Any = -2.0, upper: Any = 2.0
) -> Initializer:
    """A normal initializer cut off at lower and upper, which are in units of stddev.

    >>> fjax.nn.initializers.truncated_normal(0.1)(fjax.random.key(0), (4, 2)).shape
    (4, 2)
    """
    check_number("initializers.truncated_normal: stddev", stddev, 0)

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        wanted = _dtype(dtype)
        out = random.truncated_normal(key, lower, upper, shape, wanted) * jnp.array(stddev, wanted)
        return (
            out
            if out_sharding is None
            else constrained("nn.initializers.truncated_normal", out, out_sharding)
        )

    return init


def compute_fans(
    shape: Sequence[int], in_axis: Axes = -2, out_axis: Axes = -1, batch_axis: Axes = ()
) -> tuple[float, float]:
    """(fan in, fan out) of a weight of this shape.

    >>> fjax.nn.initializers.compute_fans((3, 3, 4, 8))
    (36.0, 72.0)
    """
    if isinstance(in_axis, int) and in_axis == -2 and len(shape) <= 1:
        raise FjaxValueError(
            f"Can't compute input and output sizes of a {len(shape)}-dimensional weights tensor "
            "with default in_axis. Must be at least 2D or specify in_axis explicitly."
        )

    def size(axes: Axes) -> int:
        return math.prod(shape[k] for k in ((axes,) if isinstance(axes, int) else axes))

    receptive = math.prod(shape) / size(in_axis) / size(out_axis) / size(batch_axis)
    return size(in_axis) * receptive, size(out_axis) * receptive


_FANS = {
    "fan_in": lambda fan_in, fan_out: fan_in,
    "fan_out": lambda fan_in, fan_out: fan_out,
    "fan_avg": lambda fan_in, fan_out: (fan_in + fan_out) / 2,
    "fan_geo_avg": lambda fan_in, fan_out: math.sqrt(fan_in * fan_out),
}
# Standard deviations after truncation at two: of a normal, and of the modulus of a complex normal.
_TRUNCATED_REAL, _TRUNCATED_COMPLEX = 0.87962566103423978, 0.95311164380491208


def variance_scaling(
    scale: Any,
    mode: str,
    distribution: str,
    in_axis: Axes = -2,
    out_axis: Axes = -1,
    batch_axis: Axes = (),
    dtype: Any = None,
) -> Initializer:
    """An initializer whose variance is scale / fan.

    mode: which fan: 'fan_in', 'fan_out', their mean 'fan_avg' or geometric mean 'fan_geo_avg'.
    distribution: 'truncated_normal' (at two standard deviations), 'normal' or 'uniform'.
    in_axis, out_axis, batch_axis: the weight's axes of inputs, outputs, and independent weights.

    >>> init = fjax.nn.initializers.variance_scaling(2.0, "fan_in", "truncated_normal")
    >>> init(fjax.random.key(0), (4, 2)).shape
    (4, 2)
    """
    if hasattr(in_axis, "dtype"):
        raise FjaxTypeError(
            "nn.initializers: he_normal and others make an initializer, a function of (key, shape, "
            "dtype): he_normal()(key, shape)"
        )
    check_choice("variance_scaling: mode", mode, tuple(_FANS))
    check_choice("variance_scaling: distribution", distribution, tuple(_DISTRIBUTIONS))

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        lengths, wanted = as_shape("variance_scaling", shape), _dtype(dtype)
        fans = compute_fans(lengths, in_axis, out_axis, batch_axis)
        variance = jnp.array(scale / _FANS[mode](*fans), wanted)
        out = _DISTRIBUTIONS[distribution](key, lengths, wanted, jnp.sqrt(variance))
        return (
            out
            if out_sharding is None
            else constrained("nn.initializers.variance_scaling", out, out_sharding)
        )

    return init


def _scaled_normal(key: Any, shape: tuple[Any, ...], dtype: Any, deviation: Any) -> Any:
    return random.normal(key, shape, dtype) * deviation


def _scaled_truncated_normal(key: Any, shape: tuple[Any, ...], dtype: Any, deviation: Any) -> Any:
    if not dtypes.is_complex(dtype):
        unit = deviation / jnp.array(_TRUNCATED_REAL, dtype)
        return random.truncated_normal(key, -2, 2, shape, dtype) * unit
    first, second = random.split(key)
    squared = (1 - math.exp(-4)) * _unit(first, shape, dtype)
    radius = jnp.sqrt(-jnp.log1p(-squared))
    return _polar(second, radius, dtype) * (deviation / jnp.array(_TRUNCATED_COMPLEX, dtype))


def _scaled_uniform(key: Any, shape: tuple[Any, ...], dtype: Any, deviation: Any) -> Any:
    if not dtypes.is_complex(dtype):
        return random.uniform(key, shape, dtype, -1) * (jnp.array(math.sqrt(3), dtype) * deviation)
    first, second = random.split(key)
    return _polar(second, jnp.sqrt(2 * _unit(first, shape, dtype)), dtype) * deviation


def _unit(key: Any, shape: tuple[Any, ...], dtype: Any) -> Any:
    return random.uniform(key, shape, dtypes.real_part(dtype))


def _polar(key: Any, radius: Any, dtype: Any) -> Any:
    """Complex numbers of these moduli, with uniform angles."""
    angle = 2 * math.pi * _unit(key, radius.shape, dtype)
    return radius.astype(dtype) * jnp.exp(1j * angle.astype(dtype))


_DISTRIBUTIONS = {
    "normal": _scaled_normal,
    "truncated_normal": _scaled_truncated_normal,
    "uniform": _scaled_uniform,
}


def _scaling(
    name: str, scale: float, mode: str, distribution: str, source: str
) -> Callable[..., Initializer]:
    def make(
        in_axis: Axes = -2, out_axis: Axes = -1, batch_axis: Axes = (), dtype: Any = None
    ) -> Initializer:
        return variance_scaling(scale, mode, distribution, in_axis, out_axis, batch_axis, dtype)

    make.__name__ = make.__qualname__ = name
    kind = distribution.replace("_", " ")
    make.__doc__ = documented(
        f"The {kind} initializer of {source}: variance {scale:g} / {mode}.",
        (f"fjax.nn.initializers.{name}()(fjax.random.key(0), (4, 2)).shape", "(4, 2)"),
    )
    return make


glorot_uniform = xavier_uniform = _scaling(
    "glorot_uniform", 1.0, "fan_avg", "uniform", "Glorot and Bengio"
)
glorot_normal = xavier_normal = _scaling(
    "glorot_normal", 1.0, "fan_avg", "truncated_normal", "Glorot and Bengio"
)
lecun_uniform = _scaling("lecun_uniform", 1.0, "fan_in", "uniform", "LeCun")
lecun_normal = _scaling("lecun_normal", 1.0, "fan_in", "truncated_normal", "LeCun")
he_uniform = kaiming_uniform = _scaling("he_uniform", 2.0, "fan_in", "uniform", "He")
he_normal = kaiming_normal = _scaling("he_normal", 2.0, "fan_in", "truncated_normal", "He")


def orthogonal(scale: Any = 1.0, column_axis: int = -1, dtype: Any = None) -> Initializer:
    """An initializer of orthogonal matrices, uniform in Haar measure, times scale.

    column_axis: the axis of columns; the others together are the rows. If the matrix is not square,
    the longer side has orthonormal rows or columns.

    >>> q = fjax.nn.initializers.orthogonal()(fjax.random.key(0), (3, 3))
    >>> jnp.allclose(q @ q.T, jnp.eye(3))
    Array(True, dtype=bool)
    """

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        wanted = _dtype(dtype)
        if len(shape) < 2:
            raise FjaxValueError("orthogonal initializer requires at least a 2D shape")
        if 0 in shape:
            out = jnp.zeros(shape, wanted)
        else:
            columns = shape[column_axis]
            q = random.orthogonal(key, math.prod(shape) // columns, (), wanted, columns)
            rest = tuple(int(n) for n in np.delete(shape, column_axis))
            q = jnp.moveaxis(q.reshape(*rest, columns), -1, column_axis)
            out = jnp.array(scale, wanted) * q
        return (
            out
            if out_sharding is None
            else constrained("nn.initializers.orthogonal", out, out_sharding)
        )

    return init


def delta_orthogonal(scale: Any = 1.0, column_axis: int = -1, dtype: Any = None) -> Initializer:
    """An initializer of convolution kernels (3 to 5 axes, ending with in, out): an orthogonal
    matrix in
    the middle, zeros around it. Source: Xiao et al., ICML 2018.

    >>> fjax.nn.initializers.delta_orthogonal()(fjax.random.key(0), (3, 3, 2, 2)).shape
    (3, 3, 2, 2)
    """

    def init(key: Any, shape: Any, dtype: Any = dtype, out_sharding: Any = None) -> Any:
        wanted = _dtype(dtype)
        if len(shape) not in (3, 4, 5):
            raise FjaxValueError("Delta orthogonal initializer requires a 3D, 4D or 5D shape.")
        if shape[-1] < shape[-2]:
            raise FjaxValueError("`fan_in` must be less or equal than `fan_out`.")
        matrix = orthogonal(scale, column_axis, wanted)(key, shape[-2:])
        middle = tuple((k - 1) // 2 for k in shape[:-2])
        out = jnp.zeros(shape, wanted).at[middle].set(matrix)
        return (
            out
            if out_sharding is None
            else constrained("nn.initializers.delta_orthogonal", out, out_sharding)
        )

    return init
