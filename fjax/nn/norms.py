"""Layers that normalise: over the batch, a layer's features, groups of channels; weights, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import lax, tree
from fjax import numpy as jnp
from fjax.core.plain_arguments import check_number
from fjax.errors import FjaxValueError, ShapeError
from fjax.nn.module import Module, Parameter, part, replace
from fjax.nn.numbers import as_floats, widened
from fjax.nn.state import Stateful, call


def _centred(x: Any, axes: tuple[int, ...], eps: float) -> Any:
    """x less its mean, over its deviation; float32 at least."""
    x = widened(x)
    x = x - jnp.mean(x, axis=axes, keepdims=True)
    return x * lax.rsqrt(jnp.mean(x * x, axis=axes, keepdims=True) + eps)


def _along(x: Any, axis: int, ndim: int) -> Any:
    """A vector that lies along one of ndim axes."""
    return x.reshape([-1 if k == axis else 1 for k in range(ndim)])


def _affine(y: Any, weight: Any, bias: Any, axis: int) -> Any:
    if weight is not None:
        y = y * _along(weight, axis, y.ndim).astype(y.dtype)
    return y if bias is None else y + _along(bias, axis, y.ndim).astype(y.dtype)


def _channels(kind: str, x: Any, channels: int) -> Any:
    x = as_floats(kind, x)
    if x.ndim < 2 or x.shape[1] != channels:
        raise ShapeError(f"{kind} takes inputs of shape (batch, {channels}, …), got {x.aval}")
    return x


class BatchNorm(Stateful):
    """Channels minus their mean, divided by their deviation: the batch's (train), or past ones.

    x: (batch, channels, positions…). The state keeps running means and (unbiased) variances, which
    move by `momentum` towards each batch's; with momentum=None they are means over all batches.
    eps: what is added to the variance.
    affine: whether a scale and a shift are learned.

    >>> model, state = fjax.nn.with_state(BatchNorm(3))
    >>> y, state = model(jnp.ones((4, 3)), state, train=True)
    >>> y.shape, state["self"]["mean"]
    ((4, 3), Array([0.1, 0.1, 0.1], dtype=float32))
    """

    weight: Parameter | None
    bias: Parameter | None
    channels: int = tree.static()
    eps: float = tree.static()
    momentum: float | None = tree.static()
    torch_names = {
        r"^mean$": "running_mean",
        r"^variance$": "running_var",
        r"^count$": "num_batches_tracked",
    }

    def __init__(
        self,
        channels: int,
        *,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        dtype: Any = jnp.float32,
    ):
        if momentum is not None and not (hasattr(momentum, "__float__") and 0 <= momentum <= 1):
            raise FjaxValueError(
                f"BatchNorm: momentum is the share of a new batch, from 0 to 1, or None for plain "
                f"means, got {momentum!r:.60}"
            )
        self.weight = jnp.ones(channels, dtype) if affine else None
        self.bias = jnp.zeros(channels, dtype) if affine else None
        self.channels, self.momentum = channels, momentum
        self.eps = check_number("BatchNorm: eps", eps, 0)

    def init_state(self) -> Any:
        """Running means, variances and the number of batches."""
        return {
            "mean": jnp.zeros(self.channels, jnp.float32),
            "variance": jnp.ones(self.channels, jnp.float32),
            "count": jnp.zeros((), jnp.int32),
        }

    def __call__(self, x: Any, state: Any = None, *, train: bool = False) -> tuple[Any, Any]:
        x, past = _channels("BatchNorm", x, self.channels), self.own(state)
        shapes = {name: jnp.shape(past[name]) for name in sorted(past)}
        if shapes != {"count": (), "mean": (self.channels,), "variance": (self.channels,)}:
            raise ShapeError(
                f"BatchNorm of {self.channels} channels was given the state of another layer, "
                f"{shapes}: make both by `model, state = fjax.nn.with_state(model)`"
            )
        mean, variance = past["mean"], past["variance"]
        if train:
            mean, variance, state = self._of_batch(x, past, state)
        wide = widened(x)
        scale = lax.rsqrt(variance.astype(wide.dtype) + self.eps)
        y = wide - _along(mean.astype(wide.dtype), 1, x.ndim)
        y = _affine(y * _along(scale, 1, x.ndim), self.weight, self.bias, 1)
        return y.astype(x.dtype), state

    def _of_batch(self, x: Any, past: Any, state: Any) -> tuple[Any, Any, Any]:
        """Mean and variance of the batch, and the state after it."""
        wide, axes = widened(x), (0, *range(2, x.ndim))
        size = x.size // self.channels
        if size < 2:
            raise ShapeError(f"BatchNorm needs two values a channel to train, got {x.aval}")
        mean = jnp.mean(wide, axis=axes)
        centred = wide - _along(mean, 1, x.ndim)
        variance = jnp.mean(centred * centred, axis=axes)
        count = past["count"] + 1
        share = 1 / count.astype(jnp.float32) if self.momentum is None else self.momentum
        seen = (mean, variance * (size / (size - 1)))
        moved = [
            old + share * (lax.stop_gradient(new).astype(old.dtype) - old)
            for old, new in zip((past["mean"], past["variance"]), seen, strict=True)
        ]
        new = {"mean": moved[0], "variance": moved[1], "count": count}
        return mean, variance, self.after(state, new)


class LayerNorm(Module):
    """Each vector along the last axis minus its mean, divided by its deviation.

    features: the length of that axis, or the lengths of several last axes that are one vector.
    eps: what is added to the variance.
    affine: whether a scale and a shift are learned.
    bias: whether the shift is.

    >>> LayerNorm(4)(jnp.array([1.0, 2.0, 3.0, 4.0])).round(3)
    Array([-1.342, -0.447,  0.447,  1.342], dtype=float64)
    """

    weight: Parameter | None
    bias: Parameter | None
    features: tuple[int, ...] = tree.static()
    eps: float = tree.static()

    def __init__(
        self,
        features: int | Sequence[int],
        *,
        eps: float = 1e-5,
        affine: bool = True,
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        self.features = _lengths("LayerNorm", features)
        self.weight = jnp.ones(self.features, dtype) if affine else None
        self.bias = jnp.zeros(self.features, dtype) if affine and bias else None
        self.eps = check_number("LayerNorm: eps", eps, 0)

    def __call__(self, x: Any) -> Any:
        x = _last("LayerNorm", x, self.features)
        y = _centred(x, tuple(range(-len(self.features), 0)), self.eps)
        if self.weight is not None:
            y = y * _ahead(self.weight, y)
        if self.bias is not None:
            y = y + _ahead(self.bias, y)
        return y.astype(x.dtype)


def _lengths(kind: str, features: Any) -> tuple[int, ...]:
    """The lengths of the last axes that are one vector."""
    lengths = tuple(features) if hasattr(features, "__iter__") else (features,)
    if not lengths or not all(isinstance(n, int) and n >= 1 for n in lengths):
        raise FjaxValueError(f"{kind}: features are lengths of at least 1, got {features!r:.60}")
    return lengths


def _ahead(weight: Any, y: Any) -> Any:
    """A weight of the last axes of y, in its dtype, with axes of length 1 for the others."""
    return weight.reshape((1,) * (y.ndim - weight.ndim) + weight.shape).astype(y.dtype)


def _last(kind: str, x: Any, features: tuple[int, ...]) -> Any:
    x = as_floats(kind, x)
    if x.shape[max(x.ndim - len(features), 0) :] != features:
        wanted = ", ".join(map(str, features))
        raise ShapeError(f"{kind} takes inputs of shape (…, {wanted}), got {x.aval}")
    return x


class RMSNorm(Module):
    """Each vector along the last axis, divided by its root mean square (Zhang and Sennrich 2019).

    features, eps, affine: as of LayerNorm; the scale is all that is learned.

    >>> RMSNorm(2)(jnp.array([3.0, 4.0])).round(4)
    Array([0.8485, 1.1314], dtype=float64)
    """

    weight: Parameter | None
    features: tuple[int, ...] = tree.static()
    eps: float = tree.static()

    def __init__(
        self,
        features: int | Sequence[int],
        *,
        eps: float = 1e-6,
        affine: bool = True,
        dtype: Any = jnp.float32,
    ):
        self.features = _lengths("RMSNorm", features)
        self.eps = check_number("RMSNorm: eps", eps, 0)
        self.weight = jnp.ones(self.features, dtype) if affine else None

    def __call__(self, x: Any) -> Any:
        x = _last("RMSNorm", x, self.features)
        wide, axes = widened(x), tuple(range(-len(self.features), 0))
        y = wide * lax.rsqrt(jnp.mean(wide * wide, axis=axes, keepdims=True) + self.eps)
        return (y if self.weight is None else y * _ahead(self.weight, y)).astype(x.dtype)


class GroupNorm(Module):
    """Groups of channels minus their means, divided by their deviations (Wu and He 2018).

    x: (batch, channels, positions…); each example's group is normalised over its positions.

    >>> GroupNorm(2, 4)(jnp.ones((3, 4, 5))).shape
    (3, 4, 5)
    """

    weight: Parameter | None
    bias: Parameter | None
    groups: int = tree.static()
    channels: int = tree.static()
    eps: float = tree.static()

    def __init__(
        self,
        groups: int,
        channels: int,
        *,
        eps: float = 1e-5,
        affine: bool = True,
        dtype: Any = jnp.float32,
    ):
        if channels % groups:
            raise FjaxValueError(f"GroupNorm: {groups} groups do not divide {channels} channels")
        self.weight = jnp.ones(channels, dtype) if affine else None
        self.bias = jnp.zeros(channels, dtype) if affine else None
        self.groups, self.channels = groups, channels
        self.eps = check_number(f"{type(self).__name__}: eps", eps, 0)

    def __call__(self, x: Any) -> Any:
        x = _channels(type(self).__name__, x, self.channels)
        rows = x.reshape(x.shape[0], self.groups, -1)
        y = _centred(rows, (-1,), self.eps).reshape(x.shape)
        return _affine(y, self.weight, self.bias, 1).astype(x.dtype)


class InstanceNorm(GroupNorm):
    """Each channel of each example minus its mean over positions, divided by its deviation.

    >>> InstanceNorm(4)(jnp.ones((3, 4, 5))).shape
    (3, 4, 5)
    """

    def __init__(
        self, channels: int, *, eps: float = 1e-5, affine: bool = False, dtype: Any = jnp.float32
    ):
        super().__init__(channels, channels, eps=eps, affine=affine, dtype=dtype)


class WeightNorm(Module):
    """A layer whose weight is a direction times a length for each output (Salimans 2016).

    >>> from fjax.nn import Linear
    >>> layer = Linear(3, 2, key=fjax.random.key(0))
    >>> bool(jnp.allclose(WeightNorm(layer)(jnp.ones(3)), layer(jnp.ones(3)), rtol=1e-5))
    True
    """

    layer: Module
    direction: Parameter
    length: Parameter
    path: str = tree.static()

    def __init__(self, layer: Module, path: str = "weight"):
        self.layer, self.path = replace(layer, path, None), path
        self.direction = part(layer, path)
        self.length = _norms(widened(self.direction)).astype(self.direction.dtype)

    def __call__(self, x: Any) -> Any:
        direction = widened(self.direction)
        weight = direction * (widened(self.length) / _norms(direction))
        return replace(self.layer, self.path, weight.astype(self.direction.dtype))(x)


def _norms(weight: Any) -> Any:
    """The norm of each output's weights, with axes of length 1."""
    return jnp.sqrt(jnp.sum(weight * weight, axis=tuple(range(1, weight.ndim)), keepdims=True))


class SpectralNorm(Stateful):
    """A layer whose weight is divided by its largest singular value (Miyato et al. 2018).

    The state keeps estimates of the singular vectors; a call with train=True improves them by
    `iterations` steps of the power method.

    >>> from fjax.nn import Linear
    >>> layer = SpectralNorm(Linear(3, 2, key=fjax.random.key(0)))
    >>> layer, state = fjax.nn.with_state(layer)
    >>> y, state = layer(jnp.ones(3), state, train=True)
    >>> y.shape
    (2,)
    """

    layer: Module
    path: str = tree.static()
    iterations: int = tree.static()

    def __init__(self, layer: Module, path: str = "weight", iterations: int = 1):
        self.layer, self.path, self.iterations = layer, path, iterations
        part(layer, path)  # or an error says what there is

    def init_state(self) -> Any:
        """The singular vectors after fifteen steps from the column that is longest."""
        matrix = self._matrix()
        longest = jnp.argmax(jnp.sum(matrix * matrix, axis=0))
        return self._powers(matrix, matrix[:, longest], 15)

    def _matrix(self) -> Any:
        weight = widened(lax.stop_gradient(part(self.layer, self.path)))
        return weight.reshape(weight.shape[0], -1)

    def _powers(self, matrix: Any, left: Any, count: int) -> Any:
        right = left
        for _ in range(count):
            right = matrix.T @ left
            right = right / jnp.maximum(jnp.sqrt(jnp.sum(right * right)), 1e-12)
            left = matrix @ right
            left = left / jnp.maximum(jnp.sqrt(jnp.sum(left * left)), 1e-12)
        return {"left": left, "right": right}

    def __call__(
        self, x: Any, state: Any = None, *, key: Any = None, train: bool = False
    ) -> tuple[Any, Any]:
        vectors = self.own(state)
        if train:
            vectors = self._powers(self._matrix(), vectors["left"], self.iterations)
            state = self.after(state, vectors)
        weight = part(self.layer, self.path)
        wide = widened(weight)
        rows = wide.reshape(weight.shape[0], -1)
        size = jnp.dot(vectors["left"], rows @ vectors["right"])
        scaled = (wide / size).astype(weight.dtype)
        return call(replace(self.layer, self.path, scaled), x, state, key=key, train=train)
