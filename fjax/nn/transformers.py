"""Attention as a module, with a cache of keys and values; layers of transformers; rotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import lax, random, tree
from fjax import numpy as jnp
from fjax.core.array import Array
from fjax.core.tracing import Tracer
from fjax.errors import FjaxValueError, ShapeError
from fjax.interpreters.recorded import recorded
from fjax.nn.activations import relu
from fjax.nn.attention import Computed, attended, dot_product_attention
from fjax.nn.dropout import Dropout
from fjax.nn.linear import Linear, as_input
from fjax.nn.module import Module
from fjax.nn.norms import LayerNorm
from fjax.nn.numbers import as_floats
from fjax.numpy.shaping import array_shape


@recorded
def rotary_embedding(x: Any, positions: Any, base: float = 10000.0) -> Array:
    """Features rotated by angles in proportion to their positions (Su et al. 2021).

    Feature k of the first half turns with feature k of the second, by position / base**(k / half).

    x: (batch, time, heads, features), features even; positions: (time,) or (batch, time).

    >>> rotary_embedding(jnp.ones((1, 2, 1, 2)), jnp.array([0, 1]))[0, :, 0].round(3)
    Array([[ 1.   ,  1.   ],
           [-0.301,  1.382]], dtype=float64)
    """
    x = as_floats("rotary_embedding", x)
    half = x.shape[-1] // 2
    if x.shape[-1] % 2:
        raise ShapeError(f"rotary_embedding needs an even number of features, got {x.aval}")
    wide = jnp.float64 if x.dtype == jnp.float64 else jnp.float32
    rates = base ** (-jnp.arange(half).astype(wide) / half)
    positions = jnp.asarray(positions).astype(wide)
    positions = positions.reshape((1,) * (2 - positions.ndim) + positions.shape)
    angles = positions[:, :, None, None] * rates.reshape(1, 1, 1, half)
    cos, sin = jnp.cos(angles).astype(x.dtype), jnp.sin(angles).astype(x.dtype)
    first, second = x[..., :half], x[..., half:]
    return jnp.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)


class Cache(NamedTuple):
    """Keys and values of the steps so far: (batch, room, heads, features), and how many there are.

    >>> attention = MultiHeadAttention(8, 2, key=fjax.random.key(0))
    >>> attention.cache(batch=3, room=16).keys.shape
    (3, 16, 2, 4)
    """

    keys: Any
    values: Any
    count: Any


class MultiHeadAttention(Module):
    """softmax(q · k / sqrt(size)) · v for several heads: (batch, time, features) → the same.

    Keys and values are computed from `context` (batch, length, features), or from x. kv_heads:
    fewer heads of keys and values, each shared by heads / kv_heads query heads. causal: a step sees
    itself and earlier steps. rotary: queries and keys are rotated by their positions.

    Called with a cache, it adds the steps to it and returns (y, cache): decoding.

    bias: whether biases are added.
    dtype: of the weights.

    >>> attention = MultiHeadAttention(8, 2, key=fjax.random.key(0), causal=True)
    >>> x = jnp.ones((1, 3, 8), jnp.float32)
    >>> y, cache = attention(x[:, :2], cache=attention.cache(1, 3))
    >>> z, cache = attention(x[:, 2:], cache=cache)
    >>> bool(jnp.allclose(jnp.concatenate([y, z], 1), attention(x), rtol=1e-5))
    True
    """

    query: Linear
    key: Linear
    value: Linear
    out: Linear
    heads: int = tree.static()
    kv_heads: int = tree.static()
    causal: bool = tree.static()
    rotary: bool = tree.static()
    torch_names = {
        r"^query\.(\w+)": r"in_proj_\1[0/3]",
        r"^key\.(\w+)": r"in_proj_\1[1/3]",
        r"^value\.(\w+)": r"in_proj_\1[2/3]",
        r"^out\.": "out_proj.",
    }

    def __init__(
        self,
        features: int,
        heads: int,
        *,
        key: Any,
        kv_heads: int | None = None,
        bias: bool = True,
        causal: bool = False,
        rotary: bool = False,
        dtype: Any = jnp.float32,
    ):
        fewer = heads if kv_heads is None else kv_heads
        if features % heads or heads % fewer:
            raise FjaxValueError(
                f"MultiHeadAttention: {heads} heads must divide {features} features, and "
                f"{fewer} kv_heads must divide the heads"
            )
        narrow = features // heads * fewer
        keys = random.split(key, 4)
        sizes = (features, narrow, narrow, features)
        self.query, self.key, self.value, self.out = (
            Linear(features, size, key=k, bias=bias, dtype=dtype) for k, size in zip(keys, sizes)
        )
        self.heads, self.kv_heads, self.causal, self.rotary = heads, fewer, causal, rotary

    def cache(self, batch: int, room: int) -> Cache:
        """A cache with room for that many steps."""
        weight = self.key.weight
        shape = (batch, room, self.kv_heads, weight.shape[0] // self.kv_heads)
        zeros = jnp.zeros(shape, weight.dtype)
        return Cache(zeros, zeros, jnp.zeros((), jnp.int32))

    def __call__(
        self, x: Any, context: Any = None, *, mask: Any = None, cache: Cache | None = None
    ) -> Any:
        """mask: booleans (batch or 1, heads or 1, time, length), True where a step may look.

        A cache that is full raises FjaxValueError; within jit, where its count is not known, the
        last steps of it are written over.
        """
        source = x if context is None else context
        self._check(x, source, cache)
        q = self._split(self.query(x), self.heads)
        k = self._split(self.key(source), self.kv_heads)
        v = self._split(self.value(source), self.kv_heads)
        before = jnp.zeros((), jnp.int32) if cache is None else cache.count
        if self.rotary:
            q = rotary_embedding(q, before + jnp.arange(q.shape[1], dtype=jnp.int32))
            k = rotary_embedding(k, before + jnp.arange(k.shape[1], dtype=jnp.int32))
        if cache is None:
            y = dot_product_attention(q, k, v, mask=mask, is_causal=self.causal)
            return self.out(y.reshape(x.shape))
        cache = Cache(
            lax.dynamic_update_slice_in_dim(cache.keys, k, before, 1),
            lax.dynamic_update_slice_in_dim(cache.values, v, before, 1),
            before + k.shape[1],
        )
        slots = jnp.arange(cache.keys.shape[1], dtype=jnp.int32).reshape(1, 1, 1, -1)
        steps = before + jnp.arange(q.shape[1], dtype=jnp.int32).reshape(1, 1, -1, 1)
        seen = slots <= steps if self.causal else slots < cache.count
        seen = seen if mask is None else seen & mask
        computed = Computed(q.shape[-1] ** -0.5, False, None, with_residual=False, guarded=False)
        y, _ = attended(computed, (q, cache.keys, cache.values, None, seen, None, None))
        return self.out(y.reshape(x.shape)), cache

    def _check(self, x: Any, source: Any, cache: Cache | None) -> None:
        """Raise unless steps have three axes and, as far as is known, room in the cache."""
        shapes = [array_shape("attention", y, k) for k, y in enumerate((x, source))]
        if any(len(shape) != 3 for shape in shapes):
            raise ShapeError(
                f"MultiHeadAttention takes steps (batch, time, features), got shapes "
                f"{shapes[0]} for queries and {shapes[1]} for keys"
            )
        if cache is None or isinstance(cache.count, Tracer):
            return
        room, new = cache.keys.shape[1], source.shape[1]
        if int(cache.count) + new > room:
            raise FjaxValueError(
                f"MultiHeadAttention: the cache has room for {room} steps and holds "
                f"{int(cache.count)}, which leaves none for {new} more: cache(batch, room)"
            )

    def _split(self, x: Any, heads: int) -> Any:
        return x.reshape(*x.shape[:-1], heads, -1)


class _Feedforward(Module):
    first: Linear
    second: Linear
    activation: Callable[[Any], Any] = tree.static()

    def __init__(
        self, features: int, hidden: int, *, key: Any, activation: Callable, bias: bool, dtype: Any
    ):
        one, two = random.split(key)
        self.first = Linear(features, hidden, key=one, bias=bias, dtype=dtype)
        self.second = Linear(hidden, features, key=two, bias=bias, dtype=dtype)
        self.activation = activation

    def __call__(self, x: Any) -> Any:
        return self.second(self.activation(self.first(x)))


class TransformerEncoderLayer(Module):
    """Attention, then two Linear layers, each around x: (batch, time, features) → the same.

    norm_first: normalise the input of each part (Xiong et al. 2020), not the sum after it (Vaswani
    et al. 2017). causal makes it a layer of a decoder without a context, such as GPT's.
    eps: of the norms. bias: whether biases are added, in the norms too.

    >>> layer = TransformerEncoderLayer(8, 2, 16, key=fjax.random.key(0))
    >>> layer(jnp.ones((2, 3, 8))).shape
    (2, 3, 8)
    """

    attention: MultiHeadAttention
    feedforward: _Feedforward
    norm1: LayerNorm
    norm2: LayerNorm
    dropout: Dropout
    norm_first: bool = tree.static()
    torch_names = {
        r"^attention\.": "self_attn.",
        r"^feedforward\.first\.": "linear1.",
        r"^feedforward\.second\.": "linear2.",
    }

    def __init__(
        self,
        features: int,
        heads: int,
        hidden: int,
        *,
        key: Any,
        dropout: float = 0.0,
        activation: Callable[[Any], Any] = relu,
        norm_first: bool = False,
        causal: bool = False,
        eps: float = 1e-5,
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        one, two = random.split(key)
        self.attention = MultiHeadAttention(
            features, heads, key=one, bias=bias, causal=causal, dtype=dtype
        )
        self.feedforward = _Feedforward(
            features, hidden, key=two, activation=activation, bias=bias, dtype=dtype
        )
        norms = (LayerNorm(features, eps=eps, bias=bias, dtype=dtype) for _ in range(2))
        self.norm1, self.norm2 = norms
        self.dropout, self.norm_first = Dropout(dropout), norm_first

    def __call__(self, x: Any, *, mask: Any = None, key: Any = None, train: bool = False) -> Any:
        around = _Around(self.dropout, self.norm_first, key, train)
        x = as_input(type(self).__name__, x, self.norm1.weight)
        x = around(0, x, self.norm1, lambda y: self.attention(y, mask=mask))
        return around(1, x, self.norm2, self.feedforward)


class _Around(NamedTuple):
    """How a part of a transformer's layer is put around x: dropout, and where the norm is."""

    dropout: Dropout
    norm_first: bool
    key: Any
    train: bool

    def __call__(self, number: int, x: Any, norm: LayerNorm, part: Callable[[Any], Any]) -> Any:
        key = None if self.key is None else random.fold_in(self.key, number)
        y = part(norm(x)) if self.norm_first else part(x)
        y = x + self.dropout(y, key=key, train=self.train)
        return y if self.norm_first else norm(y)


class TransformerDecoderLayer(Module):
    """Causal attention, attention to a context, two Linear layers, each around x.

    x: (batch, time, features); context: (batch, length, features).

    >>> layer = TransformerDecoderLayer(8, 2, 16, key=fjax.random.key(0))
    >>> layer(jnp.ones((2, 3, 8)), jnp.ones((2, 5, 8))).shape
    (2, 3, 8)
    """

    attention: MultiHeadAttention
    to_context: MultiHeadAttention
    feedforward: _Feedforward
    norm1: LayerNorm
    norm2: LayerNorm
    norm3: LayerNorm
    dropout: Dropout
    norm_first: bool = tree.static()
    torch_names = {**TransformerEncoderLayer.torch_names, r"^to_context\.": "multihead_attn."}

    def __init__(
        self,
        features: int,
        heads: int,
        hidden: int,
        *,
        key: Any,
        dropout: float = 0.0,
        activation: Callable[[Any], Any] = relu,
        norm_first: bool = False,
        eps: float = 1e-5,
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        one, two, three = random.split(key, 3)
        self.attention = MultiHeadAttention(
            features, heads, key=one, bias=bias, causal=True, dtype=dtype
        )
        self.to_context = MultiHeadAttention(features, heads, key=two, bias=bias, dtype=dtype)
        self.feedforward = _Feedforward(
            features, hidden, key=three, activation=activation, bias=bias, dtype=dtype
        )
        norms = (LayerNorm(features, eps=eps, bias=bias, dtype=dtype) for _ in range(3))
        self.norm1, self.norm2, self.norm3 = norms
        self.dropout, self.norm_first = Dropout(dropout), norm_first

    def __call__(
        self,
        x: Any,
        context: Any,
        *,
        mask: Any = None,
        context_mask: Any = None,
        key: Any = None,
        train: bool = False,
    ) -> Any:
        around = _Around(self.dropout, self.norm_first, key, train)
        x = as_input(type(self).__name__, x, self.norm1.weight)
        x = around(0, x, self.norm1, lambda y: self.attention(y, mask=mask))
        x = around(1, x, self.norm2, lambda y: self.to_context(y, context, mask=context_mask))
        return around(2, x, self.norm3, self.feedforward)
