"""Neural network layers as pairs of functions, and ways to compose them.

A layer is (init_fun, apply_fun): `init_fun(key, input_shape)` returns the output's shape and the
parameters, `apply_fun(params, inputs, **kwargs)` the output. Layers with randomness take `rng=key`.

>>> import fjax
>>> init_fun, apply_fun = serial(Dense(32), Relu, Dense(10), LogSoftmax)
>>> shape, params = init_fun(fjax.random.key(0), (-1, 784))
>>> shape, apply_fun(params, fjax.numpy.ones((5, 784))).shape
((-1, 10), (5, 10))
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import fjax.numpy as jnp
from fjax import lax, nn, random
from fjax.core.documentation import described
from fjax.errors import FjaxValueError
from fjax.nn.initializers import glorot_normal, normal, ones, zeros

Shape = Any  # a tuple of lengths; of layers with several inputs, a list of them
Init = Callable[[Any, Shape], tuple[Shape, Any]]
Layer = tuple[Init, Callable[..., Any]]

glorot, randn, logsoftmax, softmax = glorot_normal, normal, nn.log_softmax, nn.softmax


def _affine(shapes: Callable, product: Callable, W_init: Callable, b_init: Callable) -> Layer:
    """A layer `product(inputs, W) + b`; `shapes(input_shape)` are those of the output, W and b."""

    def init_fun(rng, input_shape):
        out, weights, bias = shapes(tuple(input_shape))
        W_key, b_key = random.split(rng)
        return out, (W_init(W_key, weights), b_init(b_key, bias))

    def apply_fun(params, inputs, **kwargs):
        W, b = params
        out = product(inputs, W)
        return out + jnp.expand_dims(b, range(out.ndim - b.ndim))

    return init_fun, apply_fun


def _without_parameters(
    function: Callable, shape: Callable = lambda input_shape: input_shape
) -> Layer:
    """A layer `function(inputs)`; `shape(input_shape)` is the output's."""
    return (
        lambda rng, input_shape: (shape(input_shape), ()),
        lambda params, inputs, **kwargs: function(inputs),
    )


def Dense(out_dim: int, W_init: Callable = glorot_normal(), b_init: Callable = normal()) -> Layer:
    """inputs @ W + b: shape (…, n) to (…, out_dim).

    >>> init_fun, apply_fun = Dense(2, W_init=ones, b_init=zeros)
    >>> _, params = init_fun(random.key(0), (-1, 3))
    >>> print(apply_fun(params, jnp.array([[1.0, 2.0, 3.0]])))
    [[6. 6.]]
    """

    def shapes(shape):
        return (*shape[:-1], out_dim), (shape[-1], out_dim), (out_dim,)

    return _affine(shapes, jnp.dot, W_init, b_init)


def _convolution(name: str, shape_of: Callable, convolve: Callable, doc: str) -> Any:
    """The layer of a convolution or of its transpose."""

    def layer(
        dimension_numbers: Sequence[str],
        out_chan: int,
        filter_shape: Sequence[int],
        strides: Sequence[int] | None = None,
        padding: Any = "VALID",
        W_init: Callable | None = None,
        b_init: Callable = normal(1e-6),
    ) -> Layer:
        lhs_spec, rhs_spec, out_spec = dimension_numbers
        strides = strides or (1,) * len(filter_shape)
        W_init = W_init or glorot_normal(rhs_spec.index("I"), rhs_spec.index("O"))

        def shapes(shape):
            weights = dict(
                zip([a for a in rhs_spec if a not in "OI"], filter_shape, strict=True),
                O=out_chan,
                I=shape[lhs_spec.index("C")],
            )
            kernel = [weights[a] for a in rhs_spec]
            out = shape_of(shape, kernel, strides, padding, dimension_numbers)
            return out, kernel, [out_chan if a == "C" else 1 for a in out_spec]

        def product(inputs, W):
            return convolve(inputs, W, strides, padding, dimension_numbers=dimension_numbers)

        return _affine(shapes, product, W_init, b_init)

    return described(layer, name, __name__, doc)


GeneralConv = _convolution(
    "GeneralConv",
    lax.conv_general_shape_tuple,
    lax.conv_general_dilated,
    """A convolution with a bias.

    Args:
      dimension_numbers: the meaning of the axes of inputs, kernel and outputs, such as
        ("NHWC", "HWIO", "NHWC").
      out_chan: output features. filter_shape: lengths of the window.
      strides: steps of the window, 1 if not given. padding: "VALID", "SAME" or pairs.

    >>> from fjax.example_libraries.stax import GeneralConv
    >>> init_fun, _ = GeneralConv(("NCHW", "OIHW", "NCHW"), 8, (3, 3), padding="SAME")
    >>> init_fun(fjax.random.key(0), (2, 3, 16, 16))[0]
    (2, 8, 16, 16)
    """,
)
GeneralConvTranspose = _convolution(
    "GeneralConvTranspose",
    lax.conv_transpose_shape_tuple,
    lax.conv_transpose,
    """A transposed convolution with a bias; arguments as those of `GeneralConv`.

    >>> from fjax.example_libraries.stax import ConvTranspose
    >>> init_fun, _ = ConvTranspose(8, (2, 2), strides=(2, 2))
    >>> init_fun(fjax.random.key(0), (2, 16, 16, 3))[0]
    (2, 32, 32, 8)
    """,
)
Conv = functools.partial(GeneralConv, ("NHWC", "HWIO", "NHWC"))
Conv1DTranspose = functools.partial(GeneralConvTranspose, ("NHC", "HIO", "NHC"))
ConvTranspose = functools.partial(GeneralConvTranspose, ("NHWC", "HWIO", "NHWC"))


def BatchNorm(
    axis: int | Sequence[int] = (0, 1, 2),
    epsilon: float = 1e-5,
    center: bool = True,
    scale: bool = True,
    beta_init: Callable = zeros,
    gamma_init: Callable = ones,
) -> Layer:
    """Mean 0 and variance 1 over the axes, then times gamma (`scale`) and plus beta (`center`).

    The mean and variance are those of the current inputs, in training and afterwards.

    >>> init_fun, apply_fun = BatchNorm(axis=0)
    >>> _, params = init_fun(random.key(0), (4, 3))
    >>> out = apply_fun(params, jnp.arange(12.0).reshape(4, 3))
    >>> print(jnp.round(out.mean(0), 4), jnp.round(out.std(0), 4))
    [0. 0. 0.] [1. 1. 1.]
    """
    axes = (axis,) if isinstance(axis, int) else tuple(axis)

    def init_fun(rng, input_shape):
        shape = tuple(n for i, n in enumerate(input_shape) if i not in axes)
        k1, k2 = random.split(rng)
        return input_shape, (
            beta_init(k1, shape) if center else (),
            gamma_init(k2, shape) if scale else (),
        )

    def apply_fun(params, x, **kwargs):
        beta, gamma = params
        z = nn.standardize(x, axes, epsilon=epsilon)
        z = z * jnp.expand_dims(gamma, axes) if scale else z
        return z + jnp.expand_dims(beta, axes) if center else z

    return init_fun, apply_fun


def elementwise(fun: Callable, **fun_kwargs: Any) -> Layer:
    """A layer that applies `fun(inputs, **fun_kwargs)` and keeps the shape.

    >>> _, apply_fun = elementwise(nn.leaky_relu, negative_slope=0.5)
    >>> print(apply_fun((), jnp.array([-3.0, 3.0])))
    [-1.5  3. ]
    """
    return _without_parameters(functools.partial(fun, **fun_kwargs))


Tanh = elementwise(jnp.tanh)
Relu = elementwise(nn.relu)
Exp = elementwise(jnp.exp)
LogSoftmax = elementwise(nn.log_softmax, axis=-1)
Softmax = elementwise(nn.softmax, axis=-1)
Softplus = elementwise(nn.softplus)
Sigmoid = elementwise(nn.sigmoid)
Elu = elementwise(nn.elu)
LeakyRelu = elementwise(nn.leaky_relu)
Selu = elementwise(nn.selu)
Gelu = elementwise(nn.gelu)


def _pooling(
    reducer: Callable,
    initial: float,
    window_shape: Sequence[int],
    strides: Sequence[int] | None,
    padding: str,
    spec: str | None,
    mean: bool,
) -> Layer:
    """A layer that reduces windows; `mean` divides by how many inputs each window holds."""
    kept = (0, len(window_shape) + 1) if spec is None else (spec.index("N"), spec.index("C"))
    window = _with_ones(window_shape, kept)
    steps = _with_ones(strides or (1,) * len(window_shape), kept)
    no_holes = (1,) * len(window)

    def shape(input_shape):
        pads = lax.padtype_to_pads(input_shape, window, steps, padding)
        return lax.reduce_window_shape_tuple(input_shape, window, steps, pads, no_holes, no_holes)

    def reduced(inputs):
        out = lax.reduce_window(inputs, initial, reducer, window, steps, padding)
        if not mean:
            return out
        space = _with_ones([n for i, n in enumerate(inputs.shape) if i not in kept], kept)
        return out / lax.reduce_window(
            jnp.ones(space, inputs.dtype), 0.0, lax.add, window, steps, padding
        )

    return _without_parameters(reduced, shape)


def _with_ones(lengths: Iterable[int], axes: Iterable[int]) -> tuple[int, ...]:
    """`lengths` with a 1 inserted at each of the axes."""
    made = list(lengths)
    for axis in sorted(axes):
        made.insert(axis, 1)
    return tuple(made)


def MaxPool(
    window_shape: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: str = "VALID",
    spec: str | None = None,
) -> Layer:
    """The maximum of each window.

    Args:
      window_shape, strides: for the axes of space. padding: "VALID" or "SAME".
      spec: the meaning of the inputs' axes, such as "NCHW"; features last if not given.

    >>> MaxPool((2, 2), strides=(2, 2))[0](random.key(0), (8, 28, 28, 3))[0]
    (8, 14, 14, 3)
    """
    return _pooling(lax.max, -jnp.inf, window_shape, strides, padding, spec, False)


def SumPool(
    window_shape: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: str = "VALID",
    spec: str | None = None,
) -> Layer:
    """The sum of each window; arguments as those of `MaxPool`.

    >>> print(SumPool((2,))[1]((), jnp.ones((1, 3, 1)))[0, :, 0])
    [2. 2.]
    """
    return _pooling(lax.add, 0.0, window_shape, strides, padding, spec, False)


def AvgPool(
    window_shape: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: str = "VALID",
    spec: str | None = None,
) -> Layer:
    """The mean of the inputs in each window, padding left out; arguments as those of `MaxPool`.

    >>> print(AvgPool((2,), padding="SAME")[1]((), jnp.ones((1, 3, 1)))[0, :, 0])
    [1. 1. 1.]
    """
    return _pooling(lax.add, 0.0, window_shape, strides, padding, spec, True)


Flatten = _without_parameters(
    lambda inputs: jnp.reshape(inputs, (inputs.shape[0], -1)),
    lambda shape: (shape[0], math.prod(shape[1:])),
)
Identity = _without_parameters(lambda inputs: inputs)


def FanOut(num: int) -> Layer:
    """A list of `num` times the inputs.

    >>> FanOut(3)[1]((), 5.0)
    [5.0, 5.0, 5.0]
    """
    return _without_parameters(lambda inputs: [inputs] * num, lambda shape: [shape] * num)


FanInSum = _without_parameters(sum, lambda shapes: shapes[0])


def FanInConcat(axis: int = -1) -> Layer:
    """The inputs, a list, joined along an axis.

    >>> FanInConcat()[0](random.key(0), [(8, 2), (8, 3)])[0]
    (8, 5)
    """

    def joined(shapes):
        lengths = list(shapes[0])
        lengths[axis] = sum(shape[axis] for shape in shapes)
        return tuple(lengths)

    return _without_parameters(lambda inputs: jnp.concatenate(inputs, axis), joined)


def Dropout(rate: float, mode: str = "train") -> Layer:
    """Keep each input with probability `rate`, divided by it, and put 0 for the others.

    Args:
      rate: the probability to *keep*, as in JAX's layer of this name.
      mode: "train"; in any other one the inputs stay as they are.

    Raises:
      ValueError: apply_fun was called without `rng=`, a random key.

    >>> _, apply_fun = Dropout(0.5)
    >>> out = apply_fun((), jnp.ones(1000), rng=random.key(0))
    >>> sorted(set(out.tolist()))
    [0.0, 2.0]
    """

    def apply_fun(params, inputs, **kwargs):
        key = kwargs.get("rng")
        if key is None:
            raise FjaxValueError(
                "Dropout: apply_fun needs a random key, as in "
                "apply_fun(params, inputs, rng=fjax.random.key(0))"
            )
        if mode != "train":
            return inputs
        return jnp.where(random.bernoulli(key, rate, inputs.shape), inputs / rate, 0)

    return (lambda rng, input_shape: (input_shape, ())), apply_fun


def serial(*layers: Layer) -> Layer:
    """Layers one after the other.

    >>> init_fun, apply_fun = serial(FanOut(2), FanInSum)
    >>> print(apply_fun(init_fun(random.key(0), (1,))[1], jnp.array([2.0])))
    [4.]
    """
    inits, applies = zip(*layers, strict=True)

    def init_fun(rng, input_shape):
        params = []
        for init in inits:
            rng, key = random.split(rng)
            input_shape, param = init(key, input_shape)
            params.append(param)
        return input_shape, params

    def apply_fun(params, inputs, rng=None, **kwargs):
        for apply, param, key in zip(applies, params, _keys(rng, len(layers)), strict=True):
            inputs = apply(param, inputs, rng=key, **kwargs)
        return inputs

    return init_fun, apply_fun


def parallel(*layers: Layer) -> Layer:
    """Layers side by side: a list of inputs, one for each, to a list of outputs.

    >>> init_fun, apply_fun = parallel(Identity, elementwise(jnp.negative))
    >>> _, params = init_fun(random.key(0), [(), ()])
    >>> [float(x) for x in apply_fun(params, [1.0, 2.0])]
    [1.0, -2.0]
    """
    inits, applies = zip(*layers, strict=True)

    def init_fun(rng, input_shape):
        keys = random.split(rng, len(layers))
        shapes, params = zip(
            *(init(key, shape) for init, key, shape in zip(inits, keys, input_shape, strict=True)),
            strict=True,
        )
        return list(shapes), list(params)

    def apply_fun(params, inputs, rng=None, **kwargs):
        return [
            apply(param, x, rng=key, **kwargs)
            for apply, param, x, key in zip(
                applies, params, inputs, _keys(rng, len(layers)), strict=True
            )
        ]

    return init_fun, apply_fun


def _keys(rng: Any, count: int) -> Any:
    """A key for each of `count` layers, if there is one at all."""
    return (None,) * count if rng is None else random.split(rng, count)


def shape_dependent(make_layer: Callable[[Shape], Layer]) -> Layer:
    """A layer that is made when the inputs' shape is known.

    >>> init_fun, _ = shape_dependent(lambda shape: Dense(shape[-1] // 2))
    >>> init_fun(random.key(0), (-1, 6))[0]
    (-1, 3)
    """
    return (
        lambda rng, input_shape: make_layer(input_shape)[0](rng, input_shape),
        lambda params, inputs, **kwargs: make_layer(inputs.shape)[1](params, inputs, **kwargs),
    )
