"""Long short-term memory over batches of sequences, with all weights in one vector.

The layout of the weights is cuDNN's and PyTorch's: for each layer, and in a bidirectional network
for each direction, the input weights and the hidden weights of the four gates (input, forget, cell,
output) one below the other; after all layers, their biases in the same order.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from functools import partial
from typing import Any

from fjax import lax, nn, random
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.errors import FjaxValueError, api_boundary

Shape = tuple[int, ...]
Weights = Mapping[int, Any]


def _weight_shapes(
    input_size: int, hidden_size: int, num_layers: int, bidirectional: bool
) -> list[tuple[Shape, Shape]]:
    """The shapes of the input and hidden weights of each layer and direction."""
    directions = 2 if bidirectional else 1
    gates = 4 * hidden_size
    return [
        ((gates, input_size if layer == 0 else directions * hidden_size), (gates, hidden_size))
        for layer in range(num_layers)
        for _ in range(directions)
    ]


def get_num_params_in_lstm(
    input_size: int, hidden_size: int, num_layers: int, bidirectional: bool
) -> int:
    """How many weights a network has.

    >>> get_num_params_in_lstm(2, 3, num_layers=1, bidirectional=False)
    84
    """
    shapes = _weight_shapes(input_size, hidden_size, num_layers, bidirectional)
    return sum(math.prod(a) + math.prod(b) + 8 * hidden_size for a, b in shapes)


def init_lstm_weight(
    rng: Any, input_size: int, hidden_size: int, num_layers: int, bidirectional: bool
) -> Any:
    """Weights drawn uniformly from [-k, k), k = 1 / sqrt(hidden_size), as a float32 vector.

    >>> weights = init_lstm_weight(random.key(0), 2, 4, num_layers=1, bidirectional=False)
    >>> weights.aval, bool(abs(weights).max() <= 0.5)
    (ShapedArray(float32[128]), True)
    """
    count = get_num_params_in_lstm(input_size, hidden_size, num_layers, bidirectional)
    k = 1 / math.sqrt(hidden_size)
    return random.uniform(rng, (count,), jnp.float32, -k, k)


def unpack_lstm_weights(
    weights: Any, input_size: int, hidden_size: int, num_layers: int, bidirectional: bool
) -> tuple[dict[int, Any], ...]:
    """(input weights, hidden weights, input biases, hidden biases), each by number of the layer.

    In a bidirectional network layer n has the numbers 2n (forward) and 2n + 1 (backward).
    ValueError if the vector is of another length.

    >>> parts = unpack_lstm_weights(jnp.zeros(84), 2, 3, num_layers=1, bidirectional=False)
    >>> [part[0].shape for part in parts]
    [(12, 2), (12, 3), (12,), (12,)]
    """
    shapes = _weight_shapes(input_size, hidden_size, num_layers, bidirectional)
    bias = (4 * hidden_size,)
    flat = [*itertools.chain(*shapes), *[bias] * (2 * len(shapes))]
    ends = list(itertools.accumulate(math.prod(s) for s in flat))
    if weights.shape != (ends[-1],):
        raise FjaxValueError(f"lstm: this network has {ends[-1]} weights, got {weights.aval}")
    parts = [
        weights[end - math.prod(s) : end].reshape(s) for end, s in zip(ends, flat, strict=True)
    ]
    kernels, biases = parts[: 2 * len(shapes)], parts[2 * len(shapes) :]
    groups = (kernels[::2], kernels[1::2], biases[::2], biases[1::2])
    return tuple([dict(enumerate(group)) for group in groups])


def swap_lstm_gates(
    weights: Any, input_size: int, hidden_size: int, num_layers: int, bidirectional: bool
) -> Any:
    """The weights with cell and output gates exchanged, for libraries of the other order.

    >>> sizes = dict(input_size=1, hidden_size=1, num_layers=1, bidirectional=False)
    >>> print(swap_lstm_gates(jnp.arange(16), **sizes))
    [ 0  1  3  2  4  5  7  6  8  9 11 10 12 13 15 14]
    """
    groups = unpack_lstm_weights(weights, input_size, hidden_size, num_layers, bidirectional)

    def swapped(x: Any) -> Any:
        i, f, g, o = jnp.split(x, 4)
        return jnp.concatenate([i, f, o, g]).ravel()

    w_ih, w_hh, b_ih, b_hh = ([swapped(x) for x in group.values()] for group in groups)
    kernels = itertools.chain(*zip(w_ih, w_hh, strict=True))
    return jnp.concatenate([*kernels, *itertools.chain(*zip(b_ih, b_hh, strict=True))])


@api_boundary
def lstm(
    x: Any,
    h_0: Any,
    c_0: Any,
    weights: Any,
    seq_lengths: Any,
    input_size: int,
    hidden_size: int,
    num_layers: int,
    dropout: float,
    bidirectional: bool,
    precision: Any = None,
) -> tuple[Any, Any, Any]:
    """(outputs, last hidden states, last cell states) of a long short-term memory.

    x: (batch, longest, input_size). h_0, c_0: (layers * directions, batch, hidden_size), where to
    begin. weights: a vector as `init_lstm_weight` makes. seq_lengths: (batch,) int32; beyond its
    length a sequence's outputs are 0, and its last states are those at its end. The outputs have
    shape (batch, longest, directions * hidden_size), the states that of h_0. Dropout other than 0
    raises NotImplementedError: drop between layers with a key of your own. `precision` is as for
    fjax.lax.dot.

    >>> import fjax
    >>> key, sizes = fjax.random.key(0), (2, 3, 1)
    >>> weights = init_lstm_weight(key, *sizes, bidirectional=False)
    >>> h = jnp.zeros((1, 4, 3), 'float32')
    >>> lengths = jnp.full(4, 5, 'int32')
    >>> x = jnp.ones((4, 5, 2), 'float32')
    >>> y, _, _ = lstm(x, h, h, weights, lengths, *sizes, dropout=0.0, bidirectional=False)
    >>> y.shape
    (4, 5, 3)
    """
    unpacked = unpack_lstm_weights(weights, input_size, hidden_size, num_layers, bidirectional)
    return _lstm(x, h_0, c_0, unpacked, seq_lengths, dropout, bidirectional, precision)


@api_boundary
def lstm_ref(
    x: Any,
    h_0: Any,
    c_0: Any,
    W_ih: Weights,
    W_hh: Weights,
    b_ih: Weights,
    b_hh: Weights,
    seq_lengths: Any,
    input_size: int,
    hidden_size: int,
    num_layers: int,
    dropout: float,
    bidirectional: bool,
) -> tuple[Any, Any, Any]:
    """As `lstm`, for the weights that `unpack_lstm_weights` returns.

    >>> sizes = dict(input_size=2, hidden_size=3, num_layers=1, bidirectional=False)
    >>> weights = init_lstm_weight(random.key(0), **sizes)
    >>> x, h = jnp.ones((4, 5, 2), "float32"), jnp.zeros((1, 4, 3), "float32")
    >>> args = x, h, h, *unpack_lstm_weights(weights, **sizes), jnp.full(4, 5, "int32")
    >>> y, last, _ = lstm_ref(*args, **sizes, dropout=0.0)
    >>> bool((y[:, -1] == last[0]).all())
    True
    """
    del input_size, hidden_size, num_layers  # the weights say it
    weights = W_ih, W_hh, b_ih, b_hh
    return _lstm(x, h_0, c_0, weights, seq_lengths, dropout, bidirectional, None)


@partial(jit, static_argnums=(5, 6, 7))
def _lstm(
    x: Any,
    h_0: Any,
    c_0: Any,
    weights: tuple[Weights, Weights, Weights, Weights],
    lengths: Any,
    dropout: float,
    bidirectional: bool,
    precision: Any,
) -> tuple[Any, Any, Any]:
    w_ih, w_hh, b_ih, b_hh = weights
    if dropout != 0.0:
        raise NotImplementedError(
            f"lstm: dropout={dropout} is not supported; apply one layer at a "
            "time, and drop between them with fjax.random.bernoulli"
        )
    if lengths.dtype != jnp.int32:
        raise NotImplementedError(
            f"lstm: seq_lengths must be int32, got {lengths.aval}; convert it with astype('int32')"
        )
    ys = jnp.swapaxes(x, 0, 1)  # time first
    finals = []
    directions = 2 if bidirectional else 1
    for layer in range(0, len(w_ih), directions):
        outputs = []
        for direction in range(directions):
            n = layer + direction
            parts = w_ih[n], w_hh[n], b_ih[n] + b_hh[n]
            seen = _reversed(ys, lengths) if direction else ys
            out, last = _layer(seen, h_0[n], c_0[n], parts, lengths, precision)
            outputs.append(_reversed(out, lengths) if direction else out)
            finals.append(last)
        ys = jnp.concatenate(outputs, axis=-1)
    h_n, c_n = zip(*finals, strict=True)
    return jnp.swapaxes(ys, 0, 1), jnp.stack(h_n), jnp.stack(c_n)


def _layer(
    xs: Any, h: Any, c: Any, weights: tuple[Any, ...], lengths: Any, precision: Any
) -> tuple[Any, tuple[Any, Any]]:
    """One layer in one direction: its outputs, and its states where each sequence ends.

    The inputs' part of the gates is one product for all steps.
    """
    w_ih, w_hh, bias = weights
    inputs = jnp.matmul(xs, w_ih.T, precision=precision) + bias[None, None]

    def step(carry: tuple[Any, ...], item: tuple) -> tuple[tuple, Any]:
        h, c = carry
        gates, time = item
        gates = gates + jnp.matmul(h, w_hh.T, precision=precision)
        i, f, g, o = jnp.split(gates, 4, axis=-1)
        new_c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
        new_h = nn.sigmoid(o) * jnp.tanh(new_c)
        inside = (time < lengths)[:, None]
        kept = jnp.where(inside, new_h, h), jnp.where(inside, new_c, c)
        return kept, jnp.where(inside, new_h, 0)

    last, ys = lax.scan(step, (h, c), (inputs, jnp.arange(len(xs), dtype=jnp.int32)))
    return ys, last


def _reversed(xs: Any, lengths: Any) -> Any:
    """Each sequence backwards; what lies beyond its end stays there."""
    time, ends = jnp.arange(len(xs), dtype=jnp.int32)[:, None], lengths[None]
    at = jnp.where(time < ends, ends - 1 - time, time)
    return jnp.take_along_axis(xs, at[..., None], axis=0)


__all__ = [
    "get_num_params_in_lstm",
    "init_lstm_weight",
    "lstm",
    "lstm_ref",
    "swap_lstm_gates",
    "unpack_lstm_weights",
]
