"""GPT-2's transformer (Radford et al. 2019), and generation with a cache of keys and values."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from fjax import lax, nn, random, tree
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.core.plain_arguments import check_number
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.models.layers import embedding, linear
from fjax.nn import initializers
from fjax.nn.initializers import Initializer
from fjax.nn.module import Module, replace
from fjax.nn.numbers import check_range
from fjax.nn.state import State, with_state

start = initializers.normal(0.02)


class Mlp(Module):
    """Two Linear layers with gelu between.

    >>> Mlp(4, key=fjax.random.key(0), shrunk=start)(jnp.ones((2, 4))).shape
    (2, 4)
    """

    c_fc: nn.Linear
    c_proj: nn.Linear

    def __init__(self, width: int, *, key: Any, shrunk: Initializer):
        one, two = random.split(key)
        self.c_fc = linear(width, 4 * width, start, key=one)
        self.c_proj = linear(4 * width, width, shrunk, key=two)

    def __call__(self, x: Any) -> Any:
        return self.c_proj(nn.gelu(self.c_fc(x)))


class Block(Module):
    """Causal attention and two Linear layers, each behind a norm and around x.

    >>> block = Block(8, 2, 0.0, 4, key=fjax.random.key(0))
    >>> block(jnp.ones((1, 3, 8), jnp.float32)).shape
    (1, 3, 8)
    """

    ln_1: nn.LayerNorm
    attn: nn.MultiHeadAttention
    ln_2: nn.LayerNorm
    mlp: Mlp
    dropout: nn.Dropout
    torch_names = {
        r"^attn\.in_proj_weight": "attn.c_attn.weight.T",
        r"^attn\.in_proj_bias": "attn.c_attn.bias",
        r"^attn\.out_proj\.weight": "attn.c_proj.weight.T",
        r"^attn\.out_proj\.bias": "attn.c_proj.bias",
        r"^mlp\.(\w+)\.weight": r"mlp.\1.weight.T",
    }

    def __init__(self, width: int, heads: int, dropout: float, depth: int, *, key: Any):
        one, two, three = random.split(key, 3)
        shrunk = initializers.normal(0.02 / (2 * depth) ** 0.5)  # sums of 2 * depth parts
        attention = nn.MultiHeadAttention(width, heads, key=one, causal=True)
        for k, name in zip(random.split(two, 4), ("query", "key", "value", "out"), strict=True):
            init = shrunk if name == "out" else start
            attention = replace(attention, name, linear(width, width, init, key=k))
        self.attn, self.mlp = attention, Mlp(width, key=three, shrunk=shrunk)
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)

    def __call__(self, x: Any, *, key: Any = None, train: bool = False) -> Any:
        one, two = (None, None) if key is None else random.split(key)
        x = x + self.dropout(self.attn(self.ln_1(x)), key=one, train=train)
        return x + self.dropout(self.mlp(self.ln_2(x)), key=two, train=train)

    def decode(self, x: Any, cache: nn.Cache) -> tuple[Any, nn.Cache]:
        """The block for further steps, and the cache with theirs."""
        y, cache = self.attn(self.ln_1(x), cache=cache)
        x = x + y
        return x + self.mlp(self.ln_2(x)), cache


class GPT(Module):
    """Tokens (batch, time) → logits of the next ones (batch, time, vocabulary).

    With a state, (that, state); with a cache (`model.cache`), (that, cache): decoding.

    >>> model, _ = gpt(fjax.random.key(0), vocabulary=50, context=16, width=8, depth=2, heads=2)
    >>> model(jnp.array([[1, 2, 3]])).shape
    (1, 3, 50)
    """

    wte: nn.Embedding
    wpe: nn.Embedding
    h: tuple[Block, ...] | nn.Stack
    ln_f: nn.LayerNorm
    dropout: nn.Dropout
    torch_ignored = (r"h\.\d+\.attn\.(masked_)?bias",)  # masks, which older files contain

    def __call__(
        self,
        tokens: Any,
        state: Any = None,
        *,
        cache: Any = None,
        key: Any = None,
        train: bool = False,
    ) -> Any:
        tokens = jnp.asarray(tokens)
        context, time = self.wpe.weight.shape[0], tokens.shape[-1]
        if tokens.ndim != 2 or time > context:
            raise ShapeError(
                f"GPT takes tokens of shape (batch, at most {context}), got {tokens.aval}"
            )
        before = jnp.int32(0) if cache is None else jnp.max(tree.leaves(cache)[2])
        x = self.wte(tokens) + self.wpe(before + jnp.arange(time, dtype=jnp.int32))[None]
        if cache is not None:
            x, cache = self._decoded(x, cache)
            return self.wte.logits(self.ln_f(x)), cache
        x = self.dropout(x, key=key, train=train)
        if isinstance(self.h, nn.Stack):
            own = None if key is None else random.fold_in(key, 0)
            x = self.h(x, key=own, train=train)
        else:
            for number, block in enumerate(self.h):
                own = None if key is None else random.fold_in(key, number)
                x = block(x, key=own, train=train)
        y = self.wte.logits(self.ln_f(x))
        return y if state is None else (y, state)

    def _decoded(self, x: Any, cache: Any) -> tuple[Any, Any]:
        if isinstance(self.h, nn.Stack):
            return lax.scan(lambda x, at: at[0].decode(x, at[1]), x, (self.h.stacked, cache))
        after = []
        for block, own in zip(self.h, cache, strict=True):
            x, own = block.decode(x, own)
            after.append(own)
        return x, tuple(after)

    def cache(self, batch: int, room: int) -> Any:
        """An empty cache of each block, with room for that many steps."""
        if isinstance(self.h, nn.Stack):
            first = tree.map(lambda leaf: leaf[0], cast(Block, self.h.stacked))
            one, depth = first.attn.cache(batch, room), self.h.depth
            return tree.map(lambda x: jnp.zeros((depth, *x.shape), x.dtype), one)
        return tuple(block.attn.cache(batch, room) for block in self.h)


def gpt(
    key: Any,
    *,
    vocabulary: int = 50257,
    context: int = 1024,
    width: int = 768,
    depth: int = 12,
    heads: int = 12,
    dropout: float = 0.0,
    scan: bool = False,
    checkpoint: bool = False,
) -> tuple[GPT, State]:
    """A GPT with the sizes of GPT-2 (124 million parameters), whose weights `load_torch` reads.

    scan: the blocks are one loop over stacked weights, so that depth costs no compile time;
    checkpoint: with scan, a gradient computes each block again rather than remember what is in it.

    >>> model, state = gpt(fjax.random.key(0), vocabulary=9, context=8, width=4, depth=3, heads=1)
    >>> len(model.h)
    3
    """
    first, second, *keys = random.split(key, depth + 2)
    blocks = [Block(width, heads, dropout, depth, key=k) for k in keys]
    if checkpoint and not scan:
        raise FjaxValueError("gpt: checkpoint=True needs scan=True")
    model = GPT(
        embedding(vocabulary, width, start, key=first),
        embedding(context, width, start, key=second),
        nn.Stack(blocks, checkpoint) if scan else tuple(blocks),
        nn.LayerNorm(width),
        nn.Dropout(dropout),
    )
    return with_state(model)


def generate(
    model: GPT, tokens: Any, count: int, *, key: Any = None, temperature: Any = 1.0
) -> Any:
    """`count` tokens that follow those given: (batch, time) → (batch, count).

    Without a key the likeliest, with one drawn from softmax(logits / temperature).

    >>> model, _ = gpt(fjax.random.key(0), vocabulary=9, context=8, width=4, depth=1, heads=1)
    >>> generate(model, jnp.array([[1, 2]]), 3).shape
    (1, 3)
    """
    check_number("models.generate: temperature", temperature, 0, above=True)
    tokens = jnp.asarray(tokens)
    if tokens.ndim != 2:
        raise ShapeError(
            f"models.generate: tokens are (batch, time), got {tokens.aval}; one is tokens[None]"
        )
    if not isinstance(model, GPT):
        raise FjaxTypeError(f"models.generate takes a model of models.gpt, got {model!r:.60}")
    check_range("models.generate", "a token", tokens, 0, model.wte.weight.shape[0] - 1)
    return _generated(model, tokens, count, key, temperature)


@partial(jit, static_argnames=("count",))
def _generated(model: GPT, tokens: Any, count: int, key: Any, temperature: Any) -> Any:
    batch, time = tokens.shape
    context = model.wpe.weight.shape[0]
    if time + count - 1 > context:
        raise FjaxValueError(
            f"generate: {time} tokens and {count} more do not fit into a context of {context}"
        )

    def chosen(logits: Any, step: Any) -> Any:
        if key is None:
            return jnp.argmax(logits[:, -1], axis=-1).astype(jnp.int32)
        drawn = random.fold_in(key, step)
        return random.categorical(drawn, logits[:, -1] / temperature).astype(jnp.int32)

    def body(carry: Any, step: Any) -> Any:
        cache, last = carry
        logits, cache = model(last[:, None], cache=cache)
        new = chosen(logits, step)
        return (cache, new), new

    logits, cache = model(tokens, cache=model.cache(batch, time + count - 1))
    first = chosen(logits, jnp.int32(0))
    steps = jnp.arange(1, count, dtype=jnp.int32)
    _, others = lax.scan(body, (cache, first), steps)
    return jnp.concatenate([first[None], others], axis=0).T
