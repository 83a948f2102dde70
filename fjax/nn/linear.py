"""Layers that are products with weights: Linear, Bilinear, Embedding, LoRA, PReLU; Flatten."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

from fjax import lax, random, tree
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.plain_arguments import check_whole
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.misspelling import nearest
from fjax.nn import initializers
from fjax.nn.module import Module, Parameter
from fjax.nn.numbers import as_floats, check_range, known
from fjax.primitives.index_rows import wide_indices

Initializer = str | Callable[..., Any]
OF_FANS = (
    *("glorot_normal", "glorot_uniform", "he_normal", "he_uniform"),
    *("lecun_normal", "lecun_uniform"),
    *("xavier_normal", "xavier_uniform", "kaiming_normal", "kaiming_uniform"),  # Glorot's and He's
)
OF_SCALE = ("normal", "uniform", "truncated_normal", "orthogonal")


def initializer(name: Initializer) -> Callable[..., Any]:
    """The initializer of that name for weights of shape (outputs, inputs, window…).

    Names are those of `fjax.nn.initializers`, and "fan_in_uniform", PyTorch's default: uniform
    within 1 / sqrt(inputs * window). A function (key, shape, dtype) is taken as it is.

    >>> initializer("he_normal")(fjax.random.key(0), (3, 2), jnp.float32).shape
    (3, 2)
    """
    if callable(name):
        return functools.partial(_made, name)
    if name == "fan_in_uniform":
        return initializers.variance_scaling(1 / 3, "fan_in", "uniform", in_axis=1, out_axis=0)
    if name in OF_FANS:
        return getattr(initializers, name)(in_axis=1, out_axis=0)
    if name in OF_SCALE:
        return getattr(initializers, name)()
    if name in ("zeros", "ones"):
        return getattr(initializers, name)
    known = ["fan_in_uniform", *OF_FANS, *OF_SCALE, "zeros", "ones"]
    near = nearest(f"{name}", known) or nearest(f"{name}_uniform", known)
    raise FjaxValueError(f"no initializer is called {name!r}; there are {', '.join(known)}{near}")


def _made(function: Callable[..., Any], key: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """What a function makes as weights; FjaxTypeError for anything but an array of the shape."""
    wanted = f"init is a function of (key, shape, dtype) that gives an array of shape {shape}"
    remedy = "fjax.nn.initializers.he_normal() makes one"
    try:
        inspect.signature(function).bind(key, shape, dtype)
    except TypeError as error:
        raise FjaxTypeError(f"{wanted}, got {function!r:.60}: {error}; {remedy}") from error
    found = function(key, shape, dtype)
    if getattr(found, "shape", None) != tuple(shape):
        got = f"an array of shape {found.shape}" if hasattr(found, "shape") else f"{found!r:.60}"
        raise FjaxTypeError(f"{wanted}, and it gives {got}; {remedy}")
    return found


def fan_in_bias(key: Any, size: int, fan_in: int, dtype: Any) -> Any:
    """A bias of a size, uniform within 1 / sqrt(fan_in).

    >>> fan_in_bias(fjax.random.key(0), 3, 4, jnp.float32).shape
    (3,)
    """
    bound = 1 / math.sqrt(max(fan_in, 1))
    return random.uniform(key, (size,), dtype, -bound, bound)


def as_input(layer: str, x: Any, weight: Any) -> Any:
    """A layer's input, of floats, in its weight's dtype.

    >>> as_input("Linear", jnp.ones(2), jnp.ones(2, jnp.float32)).dtype
    dtype('float32')
    """
    x = as_floats(layer, x)
    if dtypes.is_complex(x.dtype) and not dtypes.is_complex(weight.dtype):
        raise FjaxTypeError(
            f"{layer} has real weights and takes real numbers, got {x.aval}: give x.real and "
            "x.imag as features, or make the layer with dtype=complex"
        )
    return x.astype(weight.dtype)


class Linear(Module):
    """weight @ x + bias along the last axis: (…, inputs) → (…, outputs).

    Its arrays are weight, (outputs, inputs) as PyTorch stores it, and bias, (outputs,) or None.

    init: how weights begin: the name of a function of `fjax.nn.initializers`, or a function (key,
        shape, dtype). The default is PyTorch's.
    dtype: of the weights.

    >>> Linear(3, 4, key=fjax.random.key(0))(jnp.ones((2, 3))).shape
    (2, 4)
    """

    weight: Parameter
    bias: Parameter | None

    def __init__(
        self,
        inputs: int,
        outputs: int,
        *,
        key: Any,
        bias: bool = True,
        init: Initializer = "fan_in_uniform",
        dtype: Any = jnp.float32,
    ):
        first, second = random.split(key)
        self.weight = initializer(init)(first, (outputs, inputs), dtype)
        self.bias = fan_in_bias(second, outputs, inputs, dtype) if bias else None

    def __call__(self, x: Any) -> Any:
        x = as_input("Linear", x, self.weight)
        inputs = self.weight.shape[-1]
        if x.ndim == 0 or x.shape[-1] != inputs:
            raise ShapeError(f"Linear takes inputs of shape (…, {inputs}), got {x.aval}")
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias.reshape((1,) * (y.ndim - 1) + (-1,))


class Bilinear(Module):
    """x1 · weight[k] · x2 + bias[k]: (…, first), (…, second) → (…, outputs).

    Its arrays are weight, (outputs, first, second), and bias, (outputs,) or None.

    >>> Bilinear(3, 4, 2, key=fjax.random.key(0))(jnp.ones((5, 3)), jnp.ones((5, 4))).shape
    (5, 2)
    """

    weight: Parameter
    bias: Parameter | None

    def __init__(
        self,
        first: int,
        second: int,
        outputs: int,
        *,
        key: Any,
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        one, two = random.split(key)
        bound = 1 / math.sqrt(first)
        self.weight = random.uniform(one, (outputs, first, second), dtype, -bound, bound)
        self.bias = fan_in_bias(two, outputs, first, dtype) if bias else None

    def __call__(self, x1: Any, x2: Any) -> Any:
        x1, x2 = (as_input("Bilinear", x, self.weight) for x in (x1, x2))
        sizes = (x1.shape[-1], x2.shape[-1])
        if sizes != self.weight.shape[1:]:
            first, second = self.weight.shape[1:]
            raise ShapeError(
                f"Bilinear takes inputs of shapes (…, {first}) and (…, {second}), "
                f"got {x1.aval} and {x2.aval}"
            )
        y = jnp.einsum("...i,kij,...j->...k", x1, self.weight, x2)
        return y if self.bias is None else y + self.bias.reshape((1,) * (y.ndim - 1) + (-1,))


class Embedding(Module):
    """Rows of a table: integers of any shape → (…, features).

    weight: (rows, features), normal with deviation 1 at first. An index that is not a row raises
    FjaxValueError. Within `jit` its features are NaN, and `checkify` reports it.
    dtype: of the weights.

    >>> Embedding(10, 3, key=fjax.random.key(0))(jnp.array([[1, 2]])).shape
    (1, 2, 3)
    """

    weight: Parameter

    def __init__(self, rows: int, features: int, *, key: Any, dtype: Any = jnp.float32):
        self.weight = random.normal(key, (rows, features), dtype)

    def __call__(self, indices: Any) -> Any:
        indices = jnp.asarray(wide_indices(indices))
        if not jnp.issubdtype(indices.dtype, jnp.integer):
            raise FjaxTypeError(f"Embedding takes integers, got {indices.aval}")
        check_range("Embedding", "an index", indices, 0, self.weight.shape[0] - 1)
        if known(indices) is not None:
            return jnp.take(self.weight, indices, axis=0)
        return self.weight.at[indices].get(mode="fill", wrap_negative_indices=False)

    def logits(self, x: Any) -> Any:
        """The products of x with all rows, (…, features) → (…, rows): the table as a last layer."""
        return as_input("Embedding.logits", x, self.weight) @ self.weight.T


class LoRA(Module):
    """An unchanged Linear layer, plus a trained product of low rank (Hu et al. 2021).

    down: (rank, inputs), up: (outputs, rank), zeros at first; their product times alpha / rank.

    >>> layer = Linear(8, 8, key=fjax.random.key(0))
    >>> adapted = LoRA(layer, 2, key=fjax.random.key(1))
    >>> bool((adapted(jnp.ones(8)) == layer(jnp.ones(8))).all())
    True
    """

    base: Linear
    down: Parameter
    up: Parameter
    scale: float = tree.static()

    def __init__(self, base: Linear, rank: int, *, key: Any, alpha: float = 1.0):
        if not isinstance(base, Linear):
            raise FjaxTypeError(f"LoRA: base is a Linear layer, got {base!r:.80}")
        outputs, inputs = base.weight.shape
        self.base = base
        self.down = initializer("fan_in_uniform")(key, (rank, inputs), base.weight.dtype)
        self.up = jnp.zeros((outputs, rank), base.weight.dtype)
        self.scale = alpha / rank

    def __call__(self, x: Any) -> Any:
        fixed = tree.map(lax.stop_gradient, self.base)
        x = as_input("LoRA", x, self.down)
        return fixed(x) + self.scale * ((x @ self.down.T) @ self.up.T)

    def merged(self) -> Linear:
        """The Linear layer that computes the same."""
        weight = self.base.weight + self.scale * (self.up @ self.down)
        layer = tree.map(lambda x: x, self.base)
        return tree.unflatten(
            tree.structure(layer), [weight, *([] if layer.bias is None else [layer.bias])]
        )


class Flatten(Module):
    """Merge all axes from `start` on into one.

    >>> Flatten()(jnp.ones((2, 3, 4))).shape
    (2, 12)
    """

    start: int = tree.static(default=1)

    def __post_init__(self) -> None:
        check_whole("Flatten: start", self.start, None)

    def __call__(self, x: Any) -> Any:
        if not -x.ndim <= self.start < max(x.ndim, 1):
            raise ShapeError(f"Flatten: an array of {x.ndim} axes has no axis {self.start}")
        return x.reshape(*x.shape[: self.start], math.prod(x.shape[self.start :]))


class PReLU(Module):
    """x where it is positive, weight * x elsewhere (He et al. 2015): (batch, channels, …).

    weight: (channels,), or (1,) for one value in all channels, the default.

    >>> print(PReLU()(jnp.array([[-4.0, 2.0]])))
    [[-1.  2.]]
    """

    weight: Parameter

    def __init__(self, channels: int = 1, init: float = 0.25, *, dtype: Any = jnp.float32):
        self.weight = jnp.full((channels,), init, dtype)

    def __call__(self, x: Any) -> Any:
        x, count = as_input("PReLU", x, self.weight), self.weight.shape[0]
        if count != 1 and (x.ndim < 2 or x.shape[1] != count):
            raise ShapeError(f"PReLU takes inputs of shape (batch, {count}, …), got {x.aval}")
        weight = self.weight.reshape([count if k == 1 else 1 for k in range(x.ndim)])
        return jnp.where(x > 0, x, weight * x)
