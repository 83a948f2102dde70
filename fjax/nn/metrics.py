"""How well a model does: pure functions of a batch, and accumulators over batches, as pytrees."""

from __future__ import annotations

import collections
import dataclasses
import math
from collections.abc import Hashable, Sequence
from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError
from fjax.tree_util import register_dataclass


def _float(x: Any) -> Any:
    return x.astype(dtypes.default_float())


def accuracy(logits: ArrayLike, labels: ArrayLike) -> Array:
    """The share of rows whose largest value is at the label: (…, classes), (…) → ().

    >>> print(accuracy(jnp.array([[1.0, 2.0], [3.0, 0.0]]), jnp.array([1, 1])))
    0.5
    """
    best = jnp.argmax(logits, axis=-1)
    return jnp.mean(_float(best == jnp.asarray(labels).astype(best.dtype)))


def top_k_accuracy(logits: ArrayLike, labels: ArrayLike, k: int = 5) -> Array:
    """The share of rows whose label is among the k largest values.

    >>> print(top_k_accuracy(jnp.array([[1.0, 2.0, 3.0]]), jnp.array([1]), k=2))
    1.0
    """
    _, best = lax.top_k(logits, k)
    wanted = jnp.asarray(labels).astype(best.dtype)[..., None]
    return jnp.mean(_float(jnp.any(best == wanted, axis=-1)))


def confusion_matrix(predictions: ArrayLike, labels: ArrayLike, classes: int) -> Array:
    """How often each label (rows) was taken for each class (columns): (classes, classes) of int32.

    >>> print(confusion_matrix(jnp.array([0, 1, 1]), jnp.array([0, 0, 1]), 2))
    [[1 1]
     [0 1]]
    """
    rows, columns = (jnp.asarray(x).reshape(-1).astype(jnp.int32) for x in (labels, predictions))
    return (
        jnp.bincount(rows * classes + columns, length=classes**2)
        .astype(jnp.int32)
        .reshape(classes, classes)
    )


def _share(part: Any, whole: Any) -> Any:
    """part / whole, 0 where there is nothing."""
    return jnp.where(whole > 0, _float(part) / _float(jnp.where(whole > 0, whole, 1)), 0)


def f1_scores(matrix: ArrayLike) -> Array:
    """The harmonic mean of precision and recall of each class, from a confusion matrix.

    >>> print(f1_scores(jnp.array([[1, 1], [0, 1]])).round(4))
    [0.6667 0.6667]
    """
    right = jnp.diagonal(matrix)
    return _share(2 * right, jnp.sum(matrix, axis=0) + jnp.sum(matrix, axis=1))


def roc_auc(scores: ArrayLike, labels: ArrayLike) -> Array:
    """The probability that a positive scores above a negative, ties counting one half.

    scores, labels: (n,); labels are 0 or 1. NaN if there is only one kind.

    >>> print(roc_auc(jnp.array([0.1, 0.4, 0.4, 0.8]), jnp.array([0, 0, 1, 1])))
    0.875
    """
    scores, positive = jnp.asarray(scores), jnp.asarray(labels).astype(bool)
    ordered = jnp.sort(scores)
    below = jnp.searchsorted(ordered, scores, side="left")
    upto = jnp.searchsorted(ordered, scores, side="right")
    ranks = (_float(below) + _float(upto) + 1) / 2
    count, total = _float(jnp.sum(positive)), scores.shape[0]
    above = jnp.sum(jnp.where(positive, ranks, 0)) - count * (count + 1) / 2
    return above / (count * (total - count))


def perplexity(losses: ArrayLike, counts: ArrayLike | None = None) -> Array:
    """exp of the mean loss (in nats) of tokens; counts: booleans, or weights, of those that count.

    >>> print(perplexity(jnp.log(jnp.array([2.0, 8.0]))).round(6))
    4.0
    """
    if counts is None:
        return jnp.exp(jnp.mean(losses))
    weights = jnp.asarray(counts).astype(jnp.asarray(losses).dtype)
    return jnp.exp(jnp.sum(losses * weights) / jnp.sum(weights))


def hit_ratio(scores: ArrayLike, wanted: ArrayLike, k: int = 10) -> Array:
    """The share of rows whose wanted item is among the k best: (users, items), (users,) → ().

    >>> print(hit_ratio(jnp.array([[0.9, 0.1, 0.5]]), jnp.array([2]), k=2))
    1.0
    """
    return jnp.mean(_float(_rank(scores, wanted) < k))


def ndcg(scores: ArrayLike, wanted: ArrayLike, k: int = 10) -> Array:
    """The mean of 1 / log2(rank + 1) of each row's wanted item, 0 beyond the k best (rank from 1).

    >>> print(ndcg(jnp.array([[0.9, 0.1, 0.5]]), jnp.array([2])).round(4))
    0.6309
    """
    rank = _rank(scores, wanted)
    return jnp.mean(jnp.where(rank < k, 1 / jnp.log2(_float(rank) + 2), 0))


def _rank(scores: Any, wanted: Any) -> Any:
    """How many items score above the wanted one."""
    own = jnp.take_along_axis(scores, jnp.asarray(wanted)[:, None], axis=-1)
    return jnp.sum(scores > own, axis=-1)


def bleu(
    translations: Sequence[Sequence[Hashable]],
    references: Sequence[Sequence[Hashable]],
    order: int = 4,
) -> float:
    """The geometric mean of the precisions of n-grams, times a penalty for brevity, 0 to 1.

    Of a corpus, with one reference each (Papineni et al. 2002); tokens are anything hashable.

    >>> bleu([["a", "cat", "sat", "down"]], [["a", "cat", "sat", "down"]])
    1.0
    """
    if len(translations) != len(references):
        raise FjaxValueError(
            f"bleu: {len(translations)} translations for {len(references)} references"
        )
    logs = 0.0
    for size in range(1, order + 1):
        right = possible = 0
        for translation, reference in zip(translations, references, strict=True):
            found, expected = _grams(translation, size), _grams(reference, size)
            right += (found & expected).total()
            possible += found.total()
        if right == 0:
            return 0.0
        logs += math.log(right / possible) / order
    length, wanted = sum(map(len, translations)), sum(map(len, references))
    return math.exp(logs + min(0.0, 1 - wanted / length))


def _grams(tokens: Sequence[Hashable], size: int) -> collections.Counter:
    """How often each run of `size` tokens occurs."""
    return collections.Counter(tuple(tokens[k : k + size]) for k in range(len(tokens) - size + 1))


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Average:
    """The mean of what it was given, batch by batch: a pytree, so that it goes through jit.

    >>> mean = Average.empty().update(jnp.array([1.0, 2.0])).update(jnp.array([6.0]))
    >>> print(mean.value())
    3.0
    """

    total: Any
    count: Any

    @classmethod
    def empty(cls) -> Average:
        """An average of nothing yet."""
        kind = dtypes.default_float()
        return cls(jnp.zeros((), kind), jnp.zeros((), kind))

    def update(self, values: Any, weights: Any = None) -> Average:
        """The average with more values, of any shape; weights broadcast to them."""
        values = jnp.asarray(values).astype(self.total.dtype)
        given = jnp.ones_like(values) if weights is None else jnp.asarray(weights)
        shares = jnp.broadcast_to(given.astype(values.dtype), values.shape)
        return Average(self.total + jnp.sum(values * shares), self.count + jnp.sum(shares))

    def merge(self, other: Average) -> Average:
        """The average of what both were given."""
        return Average(self.total + other.total, self.count + other.count)

    def value(self) -> Any:
        """The mean; NaN before the first value."""
        return self.total / self.count


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Confusion:
    """A confusion matrix over batches, and what follows from it: a pytree.

    >>> seen = Confusion.empty(2).update(jnp.array([0, 1, 1]), jnp.array([0, 0, 1]))
    >>> print(seen.accuracy().round(4), seen.macro_f1().round(4))
    0.6667 0.6667
    """

    matrix: Any

    @classmethod
    def empty(cls, classes: int) -> Confusion:
        """Of nothing yet."""
        return cls(jnp.zeros((classes, classes), jnp.int32))

    def update(self, predictions: Any, labels: Any) -> Confusion:
        """With more predictions (integers) and their labels."""
        return Confusion(self.matrix + confusion_matrix(predictions, labels, self.matrix.shape[0]))

    def merge(self, other: Confusion) -> Confusion:
        """Of what both were given."""
        return Confusion(self.matrix + other.matrix)

    def accuracy(self) -> Any:
        """The share of predictions that are right."""
        return _share(jnp.trace(self.matrix), jnp.sum(self.matrix))

    def precision(self) -> Any:
        """For each class, the share of its predictions that are right."""
        return _share(jnp.diagonal(self.matrix), jnp.sum(self.matrix, axis=0))

    def recall(self) -> Any:
        """For each class, the share of its labels that were found."""
        return _share(jnp.diagonal(self.matrix), jnp.sum(self.matrix, axis=1))

    def macro_f1(self) -> Any:
        """The mean of the F1 scores of all classes."""
        return jnp.mean(f1_scores(self.matrix))
