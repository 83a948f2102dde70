"""Translation by recurrent layers with attention: GNMT (Wu et al. 2016) in the form of MLPerf's."""

from __future__ import annotations

import math
from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.errors import FjaxValueError, ShapeError
from fjax.models.beam import beam_search
from fjax.models.layers import embedding
from fjax.nn.module import Module, Parameter
from fjax.nn.state import State, with_state


class Attention(Module):
    """Normed additive attention (Bahdanau et al. 2014, Salimans and Kingma 2016).

    queries (batch, time, width), memory (batch, length, width) → (batch, time, width).

    >>> attention = Attention(4, key=fjax.random.key(0))
    >>> memory = jnp.ones((2, 5, 4), jnp.float32)
    >>> attention(memory[:, :3], memory, attention.keys(memory), None).shape
    (2, 3, 4)
    """

    query: nn.Linear
    key: nn.Linear
    direction: Parameter
    length: Parameter
    bias: Parameter

    def __init__(self, width: int, *, key: Any):
        one, two, three = random.split(key, 3)
        self.query = nn.Linear(width, width, bias=False, key=one)
        self.key = nn.Linear(width, width, bias=False, key=two)
        bound = 1 / math.sqrt(width)
        self.direction = random.uniform(three, (width,), jnp.float32, -bound, bound)
        self.length = jnp.full((1,), bound, jnp.float32)
        self.bias = jnp.zeros(width, jnp.float32)

    def keys(self, memory: Any) -> Any:
        """What queries are compared with, once for a memory."""
        return self.key(memory)

    def __call__(self, queries: Any, memory: Any, keys: Any, lengths: Any) -> Any:
        direction = self.length * self.direction / jnp.sqrt(jnp.sum(self.direction**2))
        bias = self.bias.reshape(1, 1, 1, -1)
        sums = self.query(queries)[:, :, None, :] + keys[:, None, :, :] + bias
        scores = jnp.sum(jnp.tanh(sums) * direction.reshape(1, 1, 1, -1), axis=-1)
        if lengths is not None:
            steps = jnp.arange(memory.shape[1]).reshape(1, 1, -1)
            scores = jnp.where(steps < jnp.asarray(lengths).reshape(-1, 1, 1), scores, -1e30)
        return nn.softmax(scores, axis=-1) @ memory


class GNMT(Module):
    """(source, target) → logits: tokens (batch, length) and (batch, time) → (batch, time, words).

    The logits at a step are of the token behind target[step], so targets begin with a token that
    says so. lengths: (batch,), how many tokens of each source count. With a state, (that, state).

    >>> model, _ = gnmt(fjax.random.key(0), vocabulary=9, width=4)
    >>> model((jnp.array([[3, 4, 5]]), jnp.array([[1, 3]]))).shape
    (1, 2, 9)
    """

    source: nn.Embedding
    target: nn.Embedding
    first: nn.LSTM
    encoder: tuple[nn.LSTM, ...]
    attention: Attention
    decoder: tuple[nn.LSTM, ...]
    out: nn.Linear
    dropout: nn.Dropout

    def __call__(
        self,
        x: Any,
        state: Any = None,
        *,
        lengths: Any = None,
        key: Any = None,
        train: bool = False,
    ) -> Any:
        source, target = map(jnp.asarray, x)
        if source.ndim != 2 or target.ndim != 2 or len(source) != len(target):
            raise ShapeError(
                "GNMT takes tokens (batch, length) and (batch, time), "
                f"got {source.aval} and {target.aval}"
            )
        one, two = (None, None) if key is None else random.split(key)
        memory = self.encode(source, lengths, key=one, train=train)
        keys = self.attention.keys(memory)
        y, _ = self._decode(
            target, memory, keys, lengths, [None] * len(self.decoder), key=two, train=train
        )
        return y if state is None else (y, state)

    def encode(
        self, source: Any, lengths: Any = None, *, key: Any = None, train: bool = False
    ) -> Any:
        """What attention reads, (batch, length, width): both directions first, then forwards."""
        x = self.source(source)
        for number, layer in enumerate((self.first, *self.encoder)):
            y, _ = layer(self._dropped(x, key, number, train), lengths=lengths)
            x = y + x if number >= 2 else y
        return x

    def _dropped(self, x: Any, key: Any, number: int, train: bool) -> Any:
        own = None if key is None else random.fold_in(key, number)
        return self.dropout(x, key=own, train=train)

    def _decode(
        self,
        target: Any,
        memory: Any,
        keys: Any,
        lengths: Any,
        initial: list[Any],
        *,
        key: Any = None,
        train: bool = False,
    ) -> tuple[Any, list[Any]]:
        """Logits of further steps and the layers' last carries."""
        x = self._dropped(self.target(target), key, 0, train)
        x, last = self.decoder[0](x, initial[0])
        after = [last]
        seen = self.attention(x, memory, keys, lengths)
        for number, layer in enumerate(self.decoder[1:], 1):
            given = self._dropped(jnp.concatenate([x, seen], axis=-1), key, number, train)
            y, last = layer(given, initial[number])
            after.append(last)
            x = y + x if number >= 2 else y
        return self.out(x), after

    def translate(
        self,
        source: Any,
        lengths: Any = None,
        *,
        begin: int,
        end: int,
        steps: int,
        beams: int = 5,
        alpha: float = 0.6,
    ) -> tuple[Any, Any]:
        """(tokens, lengths) of the best translations by beam search: (batch, steps), (batch,).

        begin: the token that targets start with; end: the one that ends them.
        """
        source = jnp.asarray(source)
        batch, width = source.shape[0], self.source.weight.shape[1]
        memory = self.encode(source, lengths)
        zeros = jnp.zeros((batch, 1, width), memory.dtype)
        hidden = [(zeros, zeros) for _ in self.decoder]
        counts = jnp.full((batch,), source.shape[1]) if lengths is None else jnp.asarray(lengths)

        def step(carry: Any, tokens: Any) -> Any:
            memory, keys, counts, hidden = carry
            before = [tuple(jnp.swapaxes(x, 0, 1) for x in pair) for pair in hidden]
            logits, after = self._decode(tokens[:, None], memory, keys, counts, before)
            hidden = [tuple(jnp.swapaxes(x, 0, 1) for x in pair) for pair in after]
            return logits[:, 0], (memory, keys, counts, hidden)

        carry = (memory, self.attention.keys(memory), counts, hidden)
        first = jnp.full((batch,), begin, jnp.int32)
        return beam_search(step, carry, first, end=end, beams=beams, steps=steps, alpha=alpha)


def gnmt(
    key: Any,
    *,
    vocabulary: int = 32_320,
    width: int = 1024,
    layers: int = 4,
    dropout: float = 0.2,
    targets: int | None = None,
) -> tuple[GNMT, State]:
    """GNMT with an encoder and a decoder of four LSTM layers: 160 million parameters.

    The encoder's first layer reads both ways; from the third on, layers are put around their input.
    Every layer of the decoder but the first reads what attention sees. targets: the size of the
    other language's vocabulary, if it is another.

    >>> model, _ = gnmt(fjax.random.key(0), vocabulary=9, width=4)
    >>> tokens, lengths = model.translate(jnp.array([[3, 4, 5]]), begin=1, end=2, steps=6)
    >>> tokens.shape, lengths.shape
    ((1, 6), (1,))
    """
    if layers < 2:
        raise FjaxValueError(f"gnmt needs two layers at least, got {layers}")
    keys = iter(random.split(key, 2 * layers + 4))
    model = GNMT(
        embedding(vocabulary, width, _centred, key=next(keys)),
        embedding(targets or vocabulary, width, _centred, key=next(keys)),
        nn.LSTM(width, width, bidirectional=True, key=next(keys)),
        tuple(
            nn.LSTM(width if number else 2 * width, width, key=next(keys))
            for number in range(layers - 1)
        ),
        Attention(width, key=next(keys)),
        tuple(
            nn.LSTM(2 * width if number else width, width, key=next(keys))
            for number in range(layers)
        ),
        nn.Linear(width, targets or vocabulary, key=next(keys)),
        nn.Dropout(dropout),
    )
    return with_state(model)


def _centred(key: Any, shape: Any, dtype: Any) -> Any:
    return random.uniform(key, shape, dtype, -0.1, 0.1)
