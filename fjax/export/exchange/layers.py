"""ONNX's operators of networks: convolutions, pooling, norms, recurrent layers, resizing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import lax, nn
from fjax import numpy as jnp
from fjax.errors import FjaxValueError
from fjax.export.exchange.operators import Use, operator

Pads = list[tuple[int, int]]


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _pads(use: Use, sizes: Sequence[int], reach: Sequence[int], strides: Sequence[int]) -> Pads:
    """(before, after) of each spatial axis."""
    auto, rank = _text(use.get("auto_pad", "NOTSET")), len(sizes)
    if auto in ("NOTSET", ""):
        pads = use.get("pads") or [0] * (2 * rank)
        return [(int(pads[k]), int(pads[rank + k])) for k in range(rank)]
    if auto == "VALID":
        return [(0, 0)] * rank
    found = []
    for n, r, s in zip(sizes, reach, strides, strict=True):
        total = max(0, (-(-n // s) - 1) * s + r - n)
        low = total // 2 if auto == "SAME_UPPER" else total - total // 2
        found.append((low, total - low))
    return found


@operator("Conv")
def _conv(use: Use, x: Any, w: Any, bias: Any = None) -> Any:
    rank = x.ndim - 2
    strides = use.get("strides") or [1] * rank
    dilations = use.get("dilations") or [1] * rank
    reach = [(k - 1) * d + 1 for k, d in zip(w.shape[2:], dilations, strict=True)]
    pads = _pads(use, x.shape[2:], reach, strides)
    found = lax.conv_general_dilated(
        x,
        w,
        tuple(strides),
        pads,
        rhs_dilation=tuple(dilations),
        feature_group_count=use.get("group", 1),
    )
    return found if bias is None else found + bias.reshape(1, -1, *[1] * rank)


@operator("ConvTranspose")
def _conv_transpose(use: Use, x: Any, w: Any, bias: Any = None) -> Any:
    rank, group = x.ndim - 2, use.get("group", 1)
    strides = use.get("strides") or [1] * rank
    dilations = use.get("dilations") or [1] * rank
    extra = use.get("output_padding") or [0] * rank
    reach = [(k - 1) * d + 1 for k, d in zip(w.shape[2:], dilations, strict=True)]
    pads = _transposed_pads(use, x.shape[2:], reach, strides, extra)
    inputs, outputs = w.shape[:2]
    grouped = w.reshape(group, inputs // group, outputs, *w.shape[2:])
    turned = jnp.flip(jnp.moveaxis(grouped, 1, 2), tuple(range(3, 3 + rank)))
    kernel = turned.reshape(group * outputs, inputs // group, *w.shape[2:])
    padding = [
        (r - 1 - lo, r - 1 - hi + e) for r, (lo, hi), e in zip(reach, pads, extra, strict=True)
    ]
    found = lax.conv_general_dilated(
        x,
        kernel,
        (1,) * rank,
        padding,
        lhs_dilation=tuple(strides),
        rhs_dilation=tuple(dilations),
        feature_group_count=group,
    )
    return found if bias is None else found + bias.reshape(1, -1, *[1] * rank)


def _transposed_pads(
    use: Use, sizes: Any, reach: Sequence[int], strides: Sequence[int], extra: Sequence[int]
) -> Pads:
    wanted, auto = use.get("output_shape"), _text(use.get("auto_pad", "NOTSET"))
    if wanted is None and auto in ("NOTSET", "", "VALID"):
        return _pads(use, sizes, reach, strides)
    ends = wanted or [n * s for n, s in zip(sizes, strides, strict=True)]
    found = []
    for n, s, r, e, end in zip(sizes, strides, reach, extra, ends, strict=True):
        total = s * (n - 1) + e + r - int(end)
        low = total // 2 if auto == "SAME_UPPER" else total - total // 2
        found.append((low, total - low))
    return found


@operator("MaxPool", "AveragePool", "LpPool")
def _pool(use: Use, x: Any) -> Any:
    rank = x.ndim - 2
    window = use.get("kernel_shape")
    strides = use.get("strides") or [1] * rank
    dilations = use.get("dilations") or [1] * rank
    reach = [(k - 1) * d + 1 for k, d in zip(window, dilations, strict=True)]
    said = _pads(use, x.shape[2:], reach, strides)
    pads = _ceiled(said, x.shape[2:], reach, strides) if use.get("ceil_mode", 0) else said
    if use.outputs > 1:
        raise FjaxValueError("from_onnx: MaxPool with indices as a second output")
    options: dict[str, Any] = {
        "window_dimensions": (1, 1, *window),
        "window_strides": (1, 1, *strides),
        "padding": [(0, 0), (0, 0), *pads],
        "window_dilation": (1, 1, *dilations),
    }
    if use.kind == "MaxPool":
        low = -jnp.inf if x.dtype.kind not in "iu" else np.iinfo(x.dtype).min
        return lax.reduce_window(x, jnp.asarray(low, x.dtype), lax.max, **options)
    zero = jnp.zeros((), x.dtype)
    if use.kind == "LpPool":
        p = use.get("p", 2)
        total = lax.reduce_window(jnp.abs(x) ** p, zero, lax.add, **options)
        return total ** (1 / p)
    total = lax.reduce_window(x, zero, lax.add, **options)
    return total / _counts(use, x, said, options)


def _ceiled(pads: Pads, sizes: Any, reach: Sequence[int], strides: Sequence[int]) -> Pads:
    """With room for a last window that begins within the operand or the padding before it."""
    found = []
    for (lo, hi), n, r, s in zip(pads, sizes, reach, strides, strict=True):
        count = -(-(n + lo + hi - r) // s) + 1
        count -= (count - 1) * s >= n + lo
        found.append((lo, (count - 1) * s + r - n - lo))
    return found


def _counts(use: Use, x: Any, said: Pads, options: dict[str, Any]) -> Any:
    """How many elements each window has, those of the padding too if the node says so."""
    ones = np.ones((1, 1, *x.shape[2:]), np.float32)
    if use.get("count_include_pad", 0):
        ones = np.pad(ones, [(0, 0), (0, 0), *said], constant_values=1)
        more = zip(options["padding"][2:], said, strict=True)
        rest = [(lo - a, hi - b) for (lo, hi), (a, b) in more]
        options = {**options, "padding": [(0, 0), (0, 0), *rest]}
    return lax.reduce_window(jnp.asarray(ones, x.dtype), jnp.zeros((), x.dtype), lax.add, **options)


@operator("GlobalAveragePool", "GlobalMaxPool")
def _global_pool(use: Use, x: Any) -> Any:
    how = jnp.mean if use.kind == "GlobalAveragePool" else jnp.max
    return how(x, axis=tuple(range(2, x.ndim)), keepdims=True)


@operator("Gemm")
def _gemm(use: Use, a: Any, b: Any, c: Any = None) -> Any:
    a = a.T if use.get("transA", 0) else a
    b = b.T if use.get("transB", 0) else b
    found = a @ b
    alpha, beta = use.get("alpha", 1.0), use.get("beta", 1.0)
    found = found if alpha == 1 else (found * alpha).astype(found.dtype)
    return found if c is None else found + (c if beta == 1 else (c * beta).astype(c.dtype))


def _channels(x: Any, rank: int) -> Any:
    return x.reshape(1, -1, *[1] * (rank - 2))


@operator("BatchNormalization")
def _batch_norm(use: Use, x: Any, scale: Any, bias: Any, mean: Any, variance: Any) -> Any:
    if use.get("training_mode", 0):
        raise FjaxValueError("from_onnx: BatchNormalization in training mode; export it evaluated")
    parts = [_channels(v, x.ndim) for v in (scale, bias, mean, variance)]
    scale, bias, mean, variance = parts
    factor = scale * lax.rsqrt(variance + use.get("epsilon", 1e-5))
    found = ((x - mean) * factor + bias).astype(x.dtype)
    return (found, *[None] * (use.outputs - 1)) if use.outputs > 1 else found


def _normalised(x: Any, axes: tuple[int, ...], epsilon: float) -> tuple[Any, Any, Any]:
    mean = x.mean(axes, keepdims=True)
    inverse = lax.rsqrt(((x - mean) ** 2).mean(axes, keepdims=True) + epsilon)
    return (x - mean) * inverse, mean, inverse


@operator("InstanceNormalization")
def _instance_norm(use: Use, x: Any, scale: Any, bias: Any) -> Any:
    found, _, _ = _normalised(x, tuple(range(2, x.ndim)), use.get("epsilon", 1e-5))
    return found * _channels(scale, x.ndim) + _channels(bias, x.ndim)


@operator("LayerNormalization")
def _layer_norm(use: Use, x: Any, scale: Any, bias: Any = None) -> Any:
    first = use.get("axis", -1) % x.ndim
    axes = tuple(range(first, x.ndim))
    found, mean, inverse = _normalised(x.astype(jnp.float32), axes, use.get("epsilon", 1e-5))
    found = found.astype(x.dtype) * scale
    found = found if bias is None else found + bias
    return (found, mean, inverse)[: use.outputs] if use.outputs > 1 else found


@operator("RMSNormalization")
def _rms_norm(use: Use, x: Any, scale: Any) -> Any:
    axes = tuple(range(use.get("axis", -1) % x.ndim, x.ndim))
    wide = x.astype(jnp.float32)
    mean = (wide * wide).mean(axes, keepdims=True)
    return (wide * lax.rsqrt(mean + use.get("epsilon", 1e-5))).astype(x.dtype) * scale


@operator("GroupNormalization")
def _group_norm(use: Use, x: Any, scale: Any, bias: Any) -> Any:
    groups = use.get("num_groups")
    apart = x.reshape(x.shape[0], groups, -1)
    found = _normalised(apart, (2,), use.get("epsilon", 1e-5))[0].reshape(x.shape)
    if scale.shape[0] == groups != x.shape[1]:  # of version 18
        scale, bias = (jnp.repeat(v, x.shape[1] // groups) for v in (scale, bias))
    return found * _channels(scale, x.ndim) + _channels(bias, x.ndim)


@operator("LpNormalization")
def _lp_norm(use: Use, x: Any) -> Any:
    axis, p = use.get("axis", -1), use.get("p", 2)
    size = jnp.sum(jnp.abs(x) ** p, axis=axis, keepdims=True) ** (1 / p)
    return jnp.where(size == 0, 0, x / jnp.where(size == 0, 1, size))


@operator("LRN")
def _lrn(use: Use, x: Any) -> Any:
    size = use.get("size")
    low = (size - 1) // 2
    window = (1, size, *[1] * (x.ndim - 2))
    pads = [(0, 0), (low, size - 1 - low), *[(0, 0)] * (x.ndim - 2)]
    total = lax.reduce_window(x * x, jnp.zeros((), x.dtype), lax.add, window, None, pads)
    scale = use.get("bias", 1.0) + use.get("alpha", 1e-4) / size * total
    return x / scale ** use.get("beta", 0.75)


# ---- recurrent layers


def _steps(use: Use, x: Any, lengths: Any, direction: int, cell: Any, start: Any) -> Any:
    """The states of one direction: (time, batch, width), and the last ones."""
    if lengths is not None:
        raise FjaxValueError(f"from_onnx: {use.kind} with sequence_lens; export without lengths")

    def step(state: Any, now: Any) -> Any:
        state = cell(now, state)
        return state, state[0]

    last, states = lax.scan(step, start, x, reverse=bool(direction))
    return states, last


_ACTIVATIONS: dict[str, Callable[..., Any]] = {
    "Sigmoid": nn.sigmoid,
    "Tanh": jnp.tanh,
    "Relu": nn.relu,
}


def _cell(use: Use, k: int, w: Any, r: Any, b: Any, peep: Any) -> Any:
    """The step of one direction of an LSTM, a GRU or an RNN: (input, state) to state."""
    width = r.shape[-1]
    b = jnp.zeros(2 * w.shape[0], w.dtype) if b is None else b
    bias_w, bias_r = b[: len(b) // 2], b[len(b) // 2 :]
    each = {"LSTM": 3, "GRU": 2, "RNN": 1}[use.kind]
    names = [_text(n) for n in use.get("activations", ())][k * each : (k + 1) * each]
    usual = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}
    unknown = set(names) - _ACTIVATIONS.keys()
    if unknown or use.get("clip") or use.get("input_forget") or use.get("layout"):
        raise FjaxValueError(
            f"from_onnx: {use.kind} with activations {names}, clip, input_forget or layout"
        )
    functions = [_ACTIVATIONS[n] for n in (names or usual[use.kind])]

    def lstm(x: Any, state: Any) -> Any:
        h, c = state
        f, g, out = functions
        gates = x @ w.T + h @ r.T + bias_w + bias_r
        i, o, forget, new = (gates[:, n * width : (n + 1) * width] for n in range(4))
        if peep is not None:
            i, forget = i + peep[:width] * c, forget + peep[2 * width :] * c
        c = f(forget) * c + f(i) * g(new)
        o = o if peep is None else o + peep[width : 2 * width] * c
        return f(o) * out(c), c

    def gru(x: Any, state: Any) -> Any:
        (h,) = state
        f, g = functions
        mine, theirs = x @ w.T + bias_w, h @ r.T + bias_r
        z, reset = (
            f(mine[:, n * width : (n + 1) * width] + theirs[:, n * width : (n + 1) * width])
            for n in range(2)
        )
        if use.get("linear_before_reset", 0):
            kept = reset * theirs[:, 2 * width :]
        else:
            kept = (reset * h) @ r[2 * width :].T + bias_r[2 * width :]
        return ((1 - z) * g(mine[:, 2 * width :] + kept) + z * h,)

    def rnn(x: Any, state: Any) -> Any:
        return (functions[0](x @ w.T + state[0] @ r.T + bias_w + bias_r),)

    return {"LSTM": lstm, "GRU": gru, "RNN": rnn}[use.kind]


@operator("LSTM", "GRU", "RNN")
def _recurrent(
    use: Use,
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    h: Any = None,
    c: Any = None,
    peep: Any = None,
) -> Any:
    way = _text(use.get("direction", "forward"))
    count, width = w.shape[0], r.shape[-1]
    zeros = jnp.zeros((count, x.shape[1], width), x.dtype)
    h, c = (zeros if v is None else v for v in (h, c))
    outs, lasts = [], []
    for k in range(count):
        cell = _cell(use, k, w[k], r[k], *[v if v is None else v[k] for v in (b, peep)])
        start = (h[k], c[k]) if use.kind == "LSTM" else (h[k],)
        back = int(way == "reverse" or k == 1)
        states, last = _steps(use, x, lengths, back, cell, start)
        outs.append(states)
        lasts.append(last)
    found = [jnp.stack(outs, axis=1), *[jnp.stack(v) for v in zip(*lasts, strict=True)]]
    return tuple(found[: use.outputs]) if use.outputs > 1 else found[0]


# ---- resizing


@operator("Resize", "Upsample")
def _resize(use: Use, x: Any, *given: Any) -> Any:
    if use.kind == "Upsample" or use.version < 11:
        scales, sizes = (given[0] if given else use.get("scales")), None
    else:
        scales = given[1] if len(given) > 1 else None
        sizes = given[2] if len(given) > 2 else None
    axes = [int(a) % x.ndim for a in use.get("axes", range(x.ndim))]
    if _text(use.get("keep_aspect_ratio_policy", "stretch")) != "stretch":
        raise FjaxValueError("from_onnx: Resize that keeps the aspect ratio")
    found = x
    for k, axis in enumerate(axes):
        n = x.shape[axis]
        if sizes is not None:
            size = int(use.known(sizes, "sizes")[k])
            scale = size / n
        else:
            scale = float(np.ravel(use.known(scales, "scales"))[k])
            size = math.floor(n * scale)
        if size != n or scale != 1:
            found = _resized(use, found, axis, size, scale)
    return found


def _resized(use: Use, x: Any, axis: int, size: int, scale: float) -> Any:
    """One axis by a matrix of weights, or by taking the nearest."""
    n, places = x.shape[axis], np.arange(size)
    way = _text(use.get("coordinate_transformation_mode", "half_pixel"))
    if use.kind == "Upsample" or use.version < 11:
        way = "asymmetric"
    ways = {
        "half_pixel": (places + 0.5) / scale - 0.5,
        "pytorch_half_pixel": (places + 0.5) / scale - 0.5 if size > 1 else places * 0.0,
        "asymmetric": places / scale,
        "align_corners": places * (n - 1) / max(n * scale - 1, 1),
    }
    mode = _text(use.get("mode", "nearest"))
    if way not in ways or mode not in ("nearest", "linear") or use.get("antialias", 0):
        raise FjaxValueError(f"from_onnx: Resize with {mode}, {way}, antialias or cubic")
    at = ways[way]
    if mode == "nearest":
        rounding = _text(use.get("nearest_mode", "round_prefer_floor"))
        if use.kind == "Upsample" or use.version < 11:
            rounding = "floor"
        taken = {
            "floor": np.floor(at),
            "ceil": np.ceil(at),
            "round_prefer_floor": np.ceil(at - 0.5),
            "round_prefer_ceil": np.floor(at + 0.5),
        }[rounding]
        return jnp.take(x, np.clip(taken.astype(int), 0, n - 1), axis=axis)
    low = np.floor(at).astype(int)
    part = at - low
    weights = np.zeros((size, n), np.float64)
    for k, j in itertools.product(range(size), (0, 1)):
        weights[k, min(max(low[k] + j, 0), n - 1)] += part[k] if j else 1 - part[k]
    moved = jnp.moveaxis(x, axis, -1) @ weights.T.astype(x.dtype)
    return jnp.moveaxis(moved, -1, axis)


@operator("DepthToSpace")
def _depth_to_space(use: Use, x: Any) -> Any:
    b, (n, c, h, w) = use.get("blocksize"), x.shape
    if use.get("mode", "DCR") in ("CRD", b"CRD"):
        apart = x.reshape(n, c // b**2, b, b, h, w)
        return apart.transpose(0, 1, 4, 2, 5, 3).reshape(n, c // b**2, h * b, w * b)
    apart = x.reshape(n, b, b, c // b**2, h, w)
    return apart.transpose(0, 3, 4, 1, 5, 2).reshape(n, c // b**2, h * b, w * b)


@operator("SpaceToDepth")
def _space_to_depth(use: Use, x: Any) -> Any:
    b, (n, c, h, w) = use.get("blocksize"), x.shape
    apart = x.reshape(n, c, h // b, b, w // b, b)
    if use.get("mode", "DCR") in ("CRD", b"CRD"):
        return apart.transpose(0, 1, 3, 5, 2, 4).reshape(n, c * b * b, h // b, w // b)
    return apart.transpose(0, 3, 5, 1, 2, 4).reshape(n, c * b * b, h // b, w // b)
