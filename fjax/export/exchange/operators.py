"""ONNX's operators as functions of arrays: arithmetic, shapes, indices, reductions.

`library` is `fjax.numpy`, or NumPy where all operands are known: shapes stay numbers so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fjax import lax, nn
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError

Operator = Callable[..., Any]
OPERATORS: dict[str, Operator] = {}


@dataclass(frozen=True)
class Use:
    """One node as its operator sees it: attributes, the version of the operators, the library."""

    kind: str
    attributes: Mapping[str, Any]
    version: int
    library: Any
    outputs: int

    def get(self, name: str, default: Any = None) -> Any:
        """An attribute, or what it is by default."""
        return self.attributes.get(name, default)

    def known(self, x: Any, what: str) -> Any:
        """An operand that must be a number, such as a shape; raises FjaxValueError."""
        if x is None or isinstance(x, np.ndarray):
            return x
        raise FjaxValueError(
            f"from_onnx: {self.kind} takes its {what} from values that are computed from inputs; "
            "fjax needs it as a constant of the model, or of inputs' shapes"
        )

    def axes(self, given: Any, default: Any = None) -> Any:
        """Axes: an operand in newer versions, an attribute in older ones."""
        found = self.known(given, "axes")
        if found is None:
            found = self.get("axes", default)
        return None if found is None else tuple(int(a) for a in np.ravel(found))


def operator(*names: str) -> Callable[[Operator], Operator]:
    """Decorator: the function computes these operators."""

    def add(function: Operator) -> Operator:
        for name in names:
            OPERATORS[name] = function
        return function

    return add


def _plain(name: str, function: Callable[..., Any]) -> None:
    OPERATORS[name] = lambda use, *xs: function(*xs)


def _numpy(name: str, of: str) -> None:
    OPERATORS[name] = lambda use, *xs: getattr(use.library, of)(*xs)


for _name, _of in {
    "Abs": "abs",
    "Acos": "arccos",
    "Acosh": "arccosh",
    "And": "logical_and",
    "Asin": "arcsin",
    "Asinh": "arcsinh",
    "Atan": "arctan",
    "Atanh": "arctanh",
    "BitwiseAnd": "bitwise_and",
    "BitwiseNot": "invert",
    "BitwiseOr": "bitwise_or",
    "BitwiseXor": "bitwise_xor",
    "Ceil": "ceil",
    "Cos": "cos",
    "Cosh": "cosh",
    "Equal": "equal",
    "Exp": "exp",
    "Floor": "floor",
    "Greater": "greater",
    "GreaterOrEqual": "greater_equal",
    "IsNaN": "isnan",
    "Less": "less",
    "LessOrEqual": "less_equal",
    "Log": "log",
    "MatMul": "matmul",
    "Neg": "negative",
    "Not": "logical_not",
    "Or": "logical_or",
    "Reciprocal": "reciprocal",
    "Round": "round",
    "Sign": "sign",
    "Sin": "sin",
    "Sinh": "sinh",
    "Sqrt": "sqrt",
    "Tan": "tan",
    "Tanh": "tanh",
    "Where": "where",
    "Xor": "logical_xor",
}.items():
    _numpy(_name, _of)

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Erf": lax.erf,
    "Relu": lambda x: jnp.maximum(x, 0),
    "Sigmoid": nn.sigmoid,
    "Softplus": nn.softplus,
    "Softsign": nn.soft_sign,
    "Mish": nn.mish,
    "HardSwish": lambda x: x * jnp.clip(x / 6 + 0.5, 0, 1),
    "Add": lambda x, y: x + y,
    "Sub": lambda x, y: x - y,
    "Mul": lambda x, y: x * y,
    "Identity": lambda x: x,
}
for _name, _function in _FUNCTIONS.items():
    _plain(_name, _function)


@operator("Div")
def _div(use: Use, x: Any, y: Any) -> Any:
    if x.dtype.kind not in "iu":
        return x / y
    if use.library is np:
        return (np.sign(x) * np.sign(y) * (np.abs(x) // np.abs(y))).astype(x.dtype)
    return lax.div(*jnp.broadcast_arrays(x, y))


@operator("Mod")
def _mod(use: Use, x: Any, y: Any) -> Any:
    return use.library.fmod(x, y) if use.get("fmod", 0) else use.library.mod(x, y)


@operator("Pow")
def _pow(use: Use, x: Any, y: Any) -> Any:
    return use.library.power(x, y).astype(x.dtype)


@operator("BitShift")
def _bit_shift(use: Use, x: Any, y: Any) -> Any:
    left = use.get("direction") in ("LEFT", b"LEFT")
    return use.library.left_shift(x, y) if left else use.library.right_shift(x, y)


@operator("IsInf")
def _is_inf(use: Use, x: Any) -> Any:
    up = use.library.isposinf(x) if use.get("detect_positive", 1) else False
    down = use.library.isneginf(x) if use.get("detect_negative", 1) else False
    return use.library.logical_or(up, down) | use.library.zeros(x.shape, bool)


@operator("Max", "Min", "Sum", "Mean")
def _several(use: Use, *xs: Any) -> Any:
    step = {"Max": use.library.maximum, "Min": use.library.minimum}.get(use.kind, use.library.add)
    total = xs[0]
    for x in xs[1:]:
        total = step(total, x)
    return total / len(xs) if use.kind == "Mean" else total


@operator("Elu", "Selu", "Celu", "LeakyRelu", "ThresholdedRelu", "HardSigmoid", "Gelu", "Swish")
def _activation(use: Use, x: Any) -> Any:
    return _activated(use, jnp.asarray(x)).astype(x.dtype)


def _activated(use: Use, x: Any) -> Any:
    kind, alpha = use.kind, use.get("alpha")
    if kind == "Gelu":
        return nn.gelu(x, approximate=use.get("approximate", "none") in ("tanh", b"tanh"))
    if kind == "Swish":
        return x * nn.sigmoid(x * (1.0 if alpha is None else alpha))
    if kind == "HardSigmoid":
        return jnp.clip(x * (0.2 if alpha is None else alpha) + use.get("beta", 0.5), 0, 1)
    if kind == "LeakyRelu":
        return jnp.where(x >= 0, x, x * (0.01 if alpha is None else alpha))
    if kind == "ThresholdedRelu":
        return jnp.where(x > (1.0 if alpha is None else alpha), x, 0)
    if kind == "Celu":
        a = 1.0 if alpha is None else alpha
        return jnp.maximum(x, 0) + jnp.minimum(a * jnp.expm1(x / a), 0)
    scale = use.get("gamma", 1.0507009873554805) if kind == "Selu" else 1.0
    a = (1.6732632423543772 if kind == "Selu" else 1.0) if alpha is None else alpha
    return scale * jnp.where(x > 0, x, a * jnp.expm1(jnp.minimum(x, 0)))


@operator("PRelu")
def _prelu(use: Use, x: Any, slope: Any) -> Any:
    return jnp.where(x >= 0, x, x * slope)


@operator("Clip")
def _clip(use: Use, x: Any, low: Any = None, high: Any = None) -> Any:
    low = use.get("min") if low is None else low
    high = use.get("max") if high is None else high
    x = x if low is None else use.library.maximum(x, use.library.asarray(low, x.dtype))
    return x if high is None else use.library.minimum(x, use.library.asarray(high, x.dtype))


@operator("Softmax", "LogSoftmax")
def _softmax(use: Use, x: Any) -> Any:
    compute = nn.softmax if use.kind == "Softmax" else nn.log_softmax
    if use.version >= 13:
        return compute(x, axis=use.get("axis", -1))
    axis = use.get("axis", 1) % max(x.ndim, 1)
    flat = x.reshape(math.prod(x.shape[:axis]), -1)
    return compute(flat, axis=-1).reshape(x.shape)


# ---- types and constants


_TYPES = {
    1: "float32",
    2: "uint8",
    3: "int8",
    4: "uint16",
    5: "int16",
    6: "int32",
    7: "int64",
    9: "bool",
    10: "float16",
    11: "float64",
    12: "uint32",
    13: "uint64",
    16: "bfloat16",
}


def dtype_of(number: int) -> np.dtype:
    """The dtype of ONNX's number; raises FjaxValueError for one that fjax does not have."""
    if number not in _TYPES:
        raise FjaxValueError(f"from_onnx: the model has tensors of ONNX's type {number}")
    return np.dtype(dtypes.as_dtype(_TYPES[number]))


@operator("Cast")
def _cast(use: Use, x: Any) -> Any:
    return x.astype(dtype_of(use.get("to")))


@operator("BitCast")
def _bit_cast(use: Use, x: Any) -> Any:
    return lax.bitcast_convert_type(x, dtype_of(use.get("to")))


@operator("CastLike")
def _cast_like(use: Use, x: Any, like: Any) -> Any:
    if like.dtype.name not in _TYPES.values():
        raise FjaxValueError(f"from_onnx: CastLike to {like.dtype.name}")
    return x.astype(like.dtype)


@operator("Constant")
def _constant(use: Use) -> Any:
    for name in ("value", "value_float", "value_floats", "value_int", "value_ints"):
        if name in use.attributes:
            value = use.attributes[name]
            kind = {"value_float": "f4", "value_floats": "f4"}.get(name)
            return np.asarray(value, kind)
    raise FjaxValueError("from_onnx: a Constant of strings or of sparse values")


@operator("ConstantOfShape")
def _constant_of_shape(use: Use, shape: Any) -> Any:
    value = use.get("value")
    value = np.zeros(1, np.float32) if value is None else value
    return np.full(tuple(use.known(shape, "shape")), value.reshape(-1)[0], value.dtype)


@operator("Range")
def _range(use: Use, start: Any, limit: Any, step: Any) -> Any:
    ends = [use.known(x, "ends") for x in (start, limit, step)]
    return np.arange(*[x.reshape(()) for x in ends], dtype=start.dtype)


@operator("EyeLike")
def _eye_like(use: Use, x: Any) -> Any:
    dtype = dtype_of(use.get("dtype")) if "dtype" in use.attributes else x.dtype
    rows, columns = x.shape
    return np.eye(rows, columns, use.get("k", 0), dtype)


@operator("Shape")
def _shape(use: Use, x: Any) -> Any:
    return np.array(x.shape, np.int64)[use.get("start", 0) : use.get("end", None)]


@operator("Size")
def _size(use: Use, x: Any) -> Any:
    return np.asarray(math.prod(x.shape), np.int64)


# ---- shapes


@operator("Reshape")
def _reshape(use: Use, x: Any, shape: Any = None) -> Any:
    wanted = use.get("shape") if shape is None else use.known(shape, "shape")
    sizes = [int(n) for n in np.ravel(wanted)]
    if not use.get("allowzero", 0):
        sizes = [x.shape[k] if n == 0 else n for k, n in enumerate(sizes)]
    return x.reshape(tuple(sizes))


@operator("Flatten")
def _flatten(use: Use, x: Any) -> Any:
    axis = use.get("axis", 1)
    axis = axis + x.ndim if axis < 0 else axis
    return x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))


@operator("Squeeze")
def _squeeze(use: Use, x: Any, axes: Any = None) -> Any:
    return use.library.squeeze(x, use.axes(axes))


@operator("Unsqueeze")
def _unsqueeze(use: Use, x: Any, axes: Any = None) -> Any:
    return use.library.expand_dims(x, use.axes(axes))


@operator("Transpose")
def _transpose(use: Use, x: Any) -> Any:
    return use.library.transpose(x, use.get("perm"))


@operator("Expand")
def _expand(use: Use, x: Any, shape: Any) -> Any:
    wanted = tuple(int(n) for n in use.known(shape, "shape"))
    return use.library.broadcast_to(x, np.broadcast_shapes(x.shape, wanted))


@operator("Tile")
def _tile(use: Use, x: Any, repeats: Any) -> Any:
    return use.library.tile(x, tuple(int(n) for n in use.known(repeats, "repeats")))


@operator("Concat")
def _concat(use: Use, *xs: Any) -> Any:
    return use.library.concatenate(xs, axis=use.get("axis"))


@operator("Split")
def _split(use: Use, x: Any, sizes: Any = None) -> Any:
    axis = use.get("axis", 0)
    sizes = use.get("split") if sizes is None else use.known(sizes, "sizes")
    if sizes is None:
        size = -(-x.shape[axis] // use.outputs)
        places = list(range(size, x.shape[axis], size))[: use.outputs - 1]
    else:
        places = [int(n) for n in np.cumsum(sizes)[:-1]]
    return tuple(use.library.split(x, places, axis=axis))


@operator("Slice")
def _slice(
    use: Use, x: Any, starts: Any = None, ends: Any = None, axes: Any = None, steps: Any = None
) -> Any:
    if starts is None:
        starts, ends, axes = (np.asarray(use.get(n, ())) for n in ("starts", "ends", "axes"))
        axes = axes if axes.size else None
    starts, ends, axes, steps = (use.known(v, "bounds") for v in (starts, ends, axes, steps))
    count = len(np.ravel(starts))
    axes = range(count) if axes is None else [int(a) % x.ndim for a in np.ravel(axes)]
    steps = [1] * count if steps is None else [int(s) for s in np.ravel(steps)]
    cuts = [slice(None)] * x.ndim
    for axis, start, end, step in zip(axes, np.ravel(starts), np.ravel(ends), steps, strict=True):
        n, a, b = x.shape[axis], int(start), int(end)
        a, b = (a + n if a < 0 else a), (b + n if b < 0 else b)
        if step > 0:
            cuts[axis] = slice(min(max(a, 0), n), min(max(b, 0), n), step)
        else:
            low = min(b, n - 1)
            cuts[axis] = slice(min(max(a, 0), n - 1), None if low < 0 else low, step)
    return x[tuple(cuts)]


@operator("Pad")
def _pad(use: Use, x: Any, pads: Any = None, value: Any = None, axes: Any = None) -> Any:
    pads = use.get("pads", use.get("paddings")) if pads is None else use.known(pads, "pads")
    mode = use.get("mode", "constant")
    mode = mode.decode() if isinstance(mode, bytes) else mode
    chosen = range(x.ndim) if axes is None else [int(a) % x.ndim for a in use.known(axes, "axes")]
    sides = [[0, 0] for _ in range(x.ndim)]
    half = len(pads) // 2
    for k, axis in enumerate(chosen):
        sides[axis] = [int(pads[k]), int(pads[half + k])]
    if mode != "constant":
        return use.library.pad(
            x, sides, mode={"reflect": "reflect", "edge": "edge"}.get(mode, mode)
        )
    fill = use.get("value", 0.0) if value is None else value
    fill = jnp.asarray(fill, x.dtype).reshape(())
    return lax.pad(x, fill, [(lo, hi, 0) for lo, hi in sides])


@operator("Trilu")
def _trilu(use: Use, x: Any, k: Any = None) -> Any:
    shift = 0 if k is None else int(use.known(k, "k"))
    return use.library.triu(x, shift) if use.get("upper", 1) else use.library.tril(x, shift)


# ---- indices


def _positive(indices: Any, n: int) -> Any:
    library = np if isinstance(indices, np.ndarray) else jnp
    return library.where(indices < 0, indices + n, indices)


@operator("Gather")
def _gather(use: Use, x: Any, indices: Any) -> Any:
    return use.library.take(x, indices, axis=use.get("axis", 0))


@operator("GatherElements")
def _gather_elements(use: Use, x: Any, indices: Any) -> Any:
    return use.library.take_along_axis(x, indices, axis=use.get("axis", 0))


@operator("GatherND")
def _gather_nd(use: Use, x: Any, indices: Any) -> Any:
    shared, depth = use.get("batch_dims", 0), indices.shape[-1]
    columns = [indices[..., k] for k in range(depth)]
    outer = [
        np.arange(n).reshape([-1 if k == a else 1 for k in range(indices.ndim - 1)])
        for a, n in enumerate(indices.shape[:shared])
    ]
    return x[(*outer, *columns)]


@operator("ScatterND")
def _scatter_nd(use: Use, x: Any, indices: Any, updates: Any) -> Any:
    place = tuple([indices[..., k] for k in range(indices.shape[-1])])
    return _combined(use, jnp.asarray(x).at[place], updates)


@operator("ScatterElements", "Scatter")
def _scatter_elements(use: Use, x: Any, indices: Any, updates: Any) -> Any:
    axis = use.get("axis", 0) % x.ndim
    place: list[Any] = [
        np.arange(n).reshape([-1 if k == a else 1 for k in range(x.ndim)])
        for a, n in enumerate(indices.shape)
    ]
    place[axis] = _positive(indices, x.shape[axis])
    return _combined(use, jnp.asarray(x).at[tuple(place)], updates)


def _combined(use: Use, place: Any, updates: Any) -> Any:
    way = use.get("reduction", "none")
    way = way.decode() if isinstance(way, bytes) else way
    known = {"none": place.set, "add": place.add, "mul": place.multiply}
    return {**known, "max": place.max, "min": place.min}[way](updates)


@operator("OneHot")
def _one_hot(use: Use, indices: Any, depth: Any, values: Any) -> Any:
    n = int(np.ravel(use.known(depth, "depth"))[0])
    axis = use.get("axis", -1)
    rank = indices.ndim + 1
    axis = axis + rank if axis < 0 else axis
    places = jnp.expand_dims(_positive(jnp.asarray(indices).astype(jnp.int64), n), axis)
    counted = np.arange(n).reshape([-1 if k == axis else 1 for k in range(rank)])
    return jnp.where(places == counted, values[1], values[0])


@operator("NonZero")
def _non_zero(use: Use, x: Any) -> Any:
    return np.stack(np.nonzero(use.known(x, "operand"))).astype(np.int64)


@operator("Compress")
def _compress(use: Use, x: Any, condition: Any) -> Any:
    kept = np.flatnonzero(use.known(condition, "condition"))
    axis = use.get("axis")
    return x.reshape(-1)[kept] if axis is None else use.library.take(x, kept, axis=axis)


# ---- reductions


def _reduced(use: Use, x: Any, axes: Any, how: Callable[..., Any]) -> Any:
    chosen = use.axes(axes)
    if chosen is None or not chosen:
        if use.get("noop_with_empty_axes", 0):
            chosen = ()
        else:
            chosen = tuple(range(x.ndim))
    return how(x, axis=chosen, keepdims=bool(use.get("keepdims", 1)))


@operator(
    *("ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2"),
    *("ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"),
)
def _reduce(use: Use, x: Any, axes: Any = None) -> Any:
    xp = use.library
    hows: dict[str, Callable[..., Any]] = {
        "ReduceSum": lambda x, **o: xp.sum(x, **o, dtype=x.dtype),
        "ReduceMean": xp.mean,
        "ReduceMax": lambda x, **o: xp.max(x, **o, initial=_least(x.dtype)),
        "ReduceMin": lambda x, **o: xp.min(x, **o, initial=_most(x.dtype)),
        "ReduceProd": lambda x, **o: xp.prod(x, **o, dtype=x.dtype),
        "ReduceL1": lambda x, **o: xp.sum(xp.abs(x), **o, dtype=x.dtype),
        "ReduceL2": lambda x, **o: xp.sqrt(xp.sum(x * x, **o)).astype(x.dtype),
        "ReduceLogSum": lambda x, **o: xp.log(xp.sum(x, **o)),
        "ReduceLogSumExp": lambda x, **o: nn.logsumexp(x, **o),
        "ReduceSumSquare": lambda x, **o: xp.sum(x * x, **o, dtype=x.dtype),
    }
    return _reduced(use, x, axes, hows[use.kind])


def _least(dtype: Any) -> Any:
    if dtype == np.bool_:
        return False
    return -np.inf if dtype.kind not in "iu" else np.iinfo(dtype).min


def _most(dtype: Any) -> Any:
    if dtype == np.bool_:
        return True
    return np.inf if dtype.kind not in "iu" else np.iinfo(dtype).max


@operator("ArgMax", "ArgMin")
def _arg(use: Use, x: Any) -> Any:
    axis, find = use.get("axis", 0), getattr(use.library, use.kind.lower())
    if use.get("select_last_index", 0):
        found = x.shape[axis] - 1 - find(use.library.flip(x, axis), axis=axis)
    else:
        found = find(x, axis=axis)
    found = use.library.expand_dims(found, axis) if use.get("keepdims", 1) else found
    return found.astype(np.int64)


@operator("TopK")
def _top_k(use: Use, x: Any, k: Any = None) -> Any:
    count = use.get("k") if k is None else int(np.ravel(use.known(k, "k"))[0])
    axis = use.get("axis", -1)
    moved = jnp.moveaxis(x, axis, -1)
    if use.get("largest", 1):
        values, places = lax.top_k(moved, count)
    else:
        places = jnp.argsort(moved, axis=-1, stable=True)[..., :count]
        values = jnp.take_along_axis(moved, places, axis=-1)
    return jnp.moveaxis(values, -1, axis), jnp.moveaxis(places, -1, axis).astype(np.int64)


@operator("CumSum", "CumProd")
def _cumulative(use: Use, x: Any, axis: Any) -> Any:
    at = int(np.ravel(use.known(axis, "axis"))[0]) % x.ndim
    run = lax.cumsum if use.kind == "CumSum" else lax.cumprod
    back = bool(use.get("reverse", 0))
    if use.get("exclusive", 0):
        sides = [(0, 0, 0)] * x.ndim
        sides[at] = (-1, 1, 0) if back else (1, -1, 0)
        neutral = jnp.asarray(0 if use.kind == "CumSum" else 1, x.dtype)
        x = lax.pad(jnp.asarray(x), neutral, sides)
    return run(jnp.asarray(x), axis=at, reverse=back)


@operator("Einsum")
def _einsum(use: Use, *xs: Any) -> Any:
    text = use.get("equation")
    return use.library.einsum(text.decode() if isinstance(text, bytes) else text, *xs)


@operator("Det")
def _det(use: Use, x: Any) -> Any:
    return use.library.linalg.det(x)


@operator("Dropout")
def _dropout(use: Use, x: Any, ratio: Any = None, training: Any = None) -> Any:
    """As it is at inference: nothing is dropped."""
    if training is not None and use.known(training, "mode").all():
        raise FjaxValueError("from_onnx: Dropout in training mode; export the model evaluated")
    return (x, np.ones(x.shape, bool))[: use.outputs] if use.outputs > 1 else x
