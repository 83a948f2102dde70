"""BERT's encoder (Devlin et al. 2018), with the names of Hugging Face's transformers."""

from __future__ import annotations

from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.errors import ShapeError
from fjax.models.layers import embedding, linear
from fjax.nn import initializers
from fjax.nn.module import Module
from fjax.nn.state import State, with_state

start = initializers.normal(0.02)


def exact_gelu(x: Any) -> Any:
    """x times the normal distribution function of x.

    >>> print(exact_gelu(jnp.array(0.0)))
    0.0
    """
    return nn.gelu(x, approximate=False)


class BERT(Module):
    """Tokens (batch, time) → (of each token, of all): (batch, time, width) and (batch, width).

    mask: booleans (batch, time), True where there is a token; kinds: (batch, time), which of two
    sentences a token is of. With a state, (that, state).

    >>> model, _ = bert(fjax.random.key(0), vocabulary=50, context=8, width=4, depth=1, heads=1)
    >>> [y.shape for y in model(jnp.array([[1, 2, 3]]))]
    [(1, 3, 4), (1, 4)]
    """

    words: nn.Embedding
    positions: nn.Embedding
    kinds: nn.Embedding
    norm: nn.LayerNorm
    layers: tuple[nn.TransformerEncoderLayer, ...]
    pooler: nn.Linear
    dropout: nn.Dropout
    torch_names = {
        r"^words\.": "embeddings.word_embeddings.",
        r"^positions\.": "embeddings.position_embeddings.",
        r"^kinds\.": "embeddings.token_type_embeddings.",
        r"^norm\.": "embeddings.LayerNorm.",
        r"^pooler\.": "pooler.dense.",
        r"^layers\.(\d+)\.attention\.(query|key|value)\.": r"encoder.layer.\1.attention.self.\2.",
        r"^layers\.(\d+)\.attention\.out\.": r"encoder.layer.\1.attention.output.dense.",
        r"^layers\.(\d+)\.norm1\.": r"encoder.layer.\1.attention.output.LayerNorm.",
        r"^layers\.(\d+)\.feedforward\.first\.": r"encoder.layer.\1.intermediate.dense.",
        r"^layers\.(\d+)\.feedforward\.second\.": r"encoder.layer.\1.output.dense.",
        r"^layers\.(\d+)\.norm2\.": r"encoder.layer.\1.output.LayerNorm.",
    }
    torch_ignored = (r"embeddings\.position_ids", r"cls\..*")  # numbers in order; heads to train by

    def __call__(
        self,
        tokens: Any,
        state: Any = None,
        *,
        mask: Any = None,
        kinds: Any = None,
        key: Any = None,
        train: bool = False,
    ) -> Any:
        tokens = jnp.asarray(tokens)
        context, time = self.positions.weight.shape[0], tokens.shape[-1]
        if tokens.ndim != 2 or time > context:
            raise ShapeError(
                f"BERT takes tokens of shape (batch, at most {context}), got {tokens.aval}"
            )
        kinds = jnp.zeros_like(tokens) if kinds is None else kinds
        x = self.words(tokens) + self.positions(jnp.arange(time))[None] + self.kinds(kinds)
        x = self.dropout(self.norm(x), key=key, train=train)
        seen = None if mask is None else jnp.asarray(mask)[:, None, None, :].astype(bool)
        for number, layer in enumerate(self.layers):
            own = None if key is None else random.fold_in(key, number)
            x = layer(x, mask=seen, key=own, train=train)
        y = x, nn.tanh(self.pooler(x[:, 0]))
        return y if state is None else (y, state)


def bert(
    key: Any,
    *,
    vocabulary: int = 30522,
    context: int = 512,
    width: int = 768,
    depth: int = 12,
    heads: int = 12,
    dropout: float = 0.0,
) -> tuple[BERT, State]:
    """A BERT with the sizes of BERT-base: 110 million parameters. `load_torch` reads its weights.

    >>> model, _ = bert(fjax.random.key(0), vocabulary=9, context=8, width=4, depth=2, heads=1)
    >>> len(model.layers)
    2
    """
    keys = random.split(key, depth + 4)
    layers = [
        nn.TransformerEncoderLayer(
            width, heads, 4 * width, key=k, dropout=dropout, activation=exact_gelu, eps=1e-12
        )
        for k in keys[4:]
    ]
    model = BERT(
        embedding(vocabulary, width, start, key=keys[0]),
        embedding(context, width, start, key=keys[1]),
        embedding(2, width, start, key=keys[2]),
        nn.LayerNorm(width, eps=1e-12),
        tuple(layers),
        linear(width, width, start, key=keys[3]),
        nn.Dropout(dropout),
    )
    return with_state(model)
