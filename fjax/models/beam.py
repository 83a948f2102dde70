"""Beam search: the likeliest sequences that a model writes, several kept at each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import lax, nn, tree
from fjax import numpy as jnp


class _Beams(NamedTuple):
    """What is kept after some steps: arrays of (batch, beams, …)."""

    tokens: Any  # (batch, beams, steps)
    scores: Any  # sums of logarithms of probabilities
    lengths: Any  # of tokens, with the end
    ended: Any
    carry: Any  # the model's, (batch * beams, …)
    step: Any


def beam_search(
    step: Callable[[Any, Any], tuple[Any, Any]],
    carry: Any,
    first: Any,
    *,
    end: int,
    beams: int,
    steps: int,
    alpha: float = 0.6,
) -> tuple[Any, Any]:
    """(tokens, lengths) of the best sequence for each example: (batch, steps), (batch,).

    step: (carry, tokens (n,)) → (logits (n, vocabulary), carry), where n = batch * beams and each
    array of the carry has n rows; first: the token (batch,) that all begin with. Sequences stop at
    the token `end`, with which the rest is filled. They are compared by their logarithms of
    probabilities over ((5 + length) / 6)**alpha (Wu et al. 2016).

    >>> table = jnp.log(jnp.array([[0.1, 0.5, 0.4], [0.4, 0.3, 0.3], [0.1, 0.8, 0.1]]))
    >>> step = lambda carry, tokens: (table[tokens], carry)
    >>> tokens, lengths = beam_search(step, (), jnp.array([0]), end=1, beams=2, steps=4)
    >>> tokens, lengths
    (Array([[1, 1, 1, 1]], dtype=int32), Array([1], dtype=int32))
    """
    batch = first.shape[0]

    def widened(x: Any) -> Any:
        return jnp.repeat(x, beams, axis=0)

    alone = jnp.where(jnp.arange(beams) == 0, 0.0, -jnp.inf).astype(jnp.float32)
    start = _Beams(
        jnp.full((batch, beams, steps), end, jnp.int32),
        jnp.broadcast_to(alone[None], (batch, beams)),
        jnp.zeros((batch, beams), jnp.int32),
        jnp.zeros((batch, beams), bool),
        tree.map(widened, carry),
        jnp.int32(0),
    )

    def going(at: _Beams) -> Any:
        return (at.step < steps) & ~jnp.all(at.ended)

    def advance(at: _Beams) -> _Beams:
        before = lax.dynamic_index_in_dim(at.tokens, jnp.maximum(at.step - 1, 0), 2, False)
        last = jnp.where(at.step == 0, first[:, None].astype(jnp.int32), before)
        logits, after = step(at.carry, last.reshape(-1))
        return _extended(at, logits.reshape(batch, beams, -1), after, end)

    found = lax.while_loop(going, advance, start)
    scores = found.scores / ((5.0 + found.lengths.astype(jnp.float32)) / 6.0) ** alpha
    best = jnp.argmax(scores, axis=1)[:, None]
    tokens = jnp.take_along_axis(found.tokens, best[:, :, None], axis=1)[:, 0]
    return tokens, jnp.take_along_axis(found.lengths, best, axis=1)[:, 0]


def _extended(at: _Beams, logits: Any, carry: Any, end: int) -> _Beams:
    """The best continuations by one token; those that have ended stay."""
    batch, beams, vocabulary = logits.shape
    likely = nn.log_softmax(logits.astype(jnp.float32), axis=-1)
    ends = jnp.where(jnp.arange(vocabulary) == end, 0.0, -jnp.inf).astype(jnp.float32)
    likely = jnp.where(at.ended[:, :, None], ends[None, None], likely)
    total = (at.scores[:, :, None] + likely).reshape(batch, beams * vocabulary)
    scores, chosen = lax.top_k(total, beams)
    parents, new = chosen // vocabulary, (chosen % vocabulary).astype(jnp.int32)

    def inherited(x: Any) -> Any:
        index = parents.reshape(parents.shape + (1,) * (x.ndim - 2))
        return jnp.take_along_axis(x, index, axis=1)

    rows = (jnp.arange(batch)[:, None] * beams + parents).reshape(-1)
    ended, lengths = inherited(at.ended), inherited(at.lengths)
    tokens = lax.dynamic_update_index_in_dim(inherited(at.tokens), new, at.step, 2)
    return _Beams(
        tokens,
        scores,
        lengths + jnp.where(ended, 0, 1).astype(jnp.int32),
        ended | (new == end),
        tree.map(lambda x: jnp.take(x, rows, axis=0), carry),
        at.step + 1,
    )
