"""How well a model does: pure functions of a batch, and accumulators over batches, as pytrees."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Hashable, Sequence
from typing import Any, Self

import numpy as np

from fjax import absent, lax, misspelling, tree
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.plain_arguments import check_whole, name_places
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.nn.losses import cross_entropy
from fjax.nn.numbers import (
    check_ignored,
    check_range,
    counted,
    known,
    labelled,
    numbered,
    of_wholes,
    weighed,
    widened,
)
from fjax.primitives.promotion import promote_inexact
from fjax.tree_util import register_dataclass

_OF_LOGITS = " (of logits: RocAuc.empty(logits=True))"


def _float(x: Any) -> Any:
    return x.astype(dtypes.default_float())


def accuracy(logits: ArrayLike, labels: ArrayLike) -> Array:
    """The share of rows whose largest value is at the label: (…, classes), (…) → ().

    A label that is not a class raises FjaxValueError; within `jit` an integer is never right, and
    a fraction gives NaN.

    >>> print(accuracy(jnp.array([[1.0, 2.0], [3.0, 0.0]]), jnp.array([1, 1])))
    0.5
    """
    logits, numbers = labelled("accuracy", logits, labels)
    best = jnp.argmax(logits, axis=-1)
    return of_wholes(labels, jnp.mean(_float(best == numbers)))


def top_k_accuracy(logits: ArrayLike, labels: ArrayLike, k: int = 5) -> Array:
    """The share of rows whose label is among the k largest values.

    A label that is not a class raises FjaxValueError; within `jit` an integer is never among them,
    and a fraction gives NaN.

    >>> print(top_k_accuracy(jnp.array([[1.0, 2.0, 3.0]]), jnp.array([1]), k=2))
    1.0
    """
    logits, numbers = labelled("top_k_accuracy", logits, labels)
    if k > logits.shape[-1]:
        raise FjaxValueError(
            f"metrics.top_k_accuracy: k is at most the number of classes, got k={k} for "
            f"{logits.aval}"
        )
    _, best = lax.top_k(logits, k)
    wanted = numbers[..., None]
    among = jnp.any(best.astype(wanted.dtype) == wanted, axis=-1)
    return of_wholes(labels, jnp.mean(_float(among)))


def confusion_matrix(predictions: ArrayLike, labels: ArrayLike, classes: int) -> Array:
    """How often each label (rows) was taken for each class (columns): (classes, classes) of int32.

    What is not in [0, classes) raises FjaxValueError; within `jit` it counts nowhere, and
    predictions are integers.

    >>> print(confusion_matrix(jnp.array([0, 1, 1]), jnp.array([0, 0, 1]), 2))
    [[1 1]
     [0 1]]
    """
    rows = numbered("confusion_matrix", labels, classes)
    columns = numbered("confusion_matrix", predictions, classes, "a prediction")
    return _counts_of(rows, columns, classes)


def _counts_of(rows: Any, columns: Any, classes: int) -> Array:
    """The matrix of numbers of classes; other numbers count nowhere."""
    if rows.shape != columns.shape:
        raise ShapeError(
            f"metrics.confusion_matrix takes predictions and labels of one shape, got "
            f"{columns.aval} and {rows.aval}"
        )
    there = (rows >= 0) & (rows < classes) & (columns >= 0) & (columns < classes)
    places = jnp.where(there, rows * classes + columns, classes**2).reshape(-1)
    counts = jnp.bincount(places, length=classes**2 + 1)[:-1]
    return counts.astype(jnp.int32).reshape(classes, classes)


def _share(part: Any, whole: Any) -> Any:
    """part / whole, 0 where there is nothing."""
    return jnp.where(whole <= 0, 0, part / jnp.where(whole <= 0, 1, whole))


def f1_scores(matrix: ArrayLike) -> Array:
    """The harmonic mean of precision and recall of each class, from a confusion matrix.

    >>> print(f1_scores(jnp.array([[1, 1], [0, 1]])).round(4))
    [0.6667 0.6667]
    """
    counts = _float(jnp.asarray(matrix))
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise ShapeError(
            f"metrics.f1_scores takes a confusion matrix (classes, classes), got {counts.aval}"
        )
    right = jnp.diagonal(counts)
    return _share(2 * right, jnp.sum(counts, axis=0) + jnp.sum(counts, axis=1))


def roc_auc(scores: ArrayLike, labels: ArrayLike) -> Array:
    """The probability that a positive scores above a negative, ties counting one half.

    scores, labels: (n,); labels above 0 are positives. NaN if there is only one kind, or a score
    is NaN. A label outside of [-1, 1] raises FjaxValueError; within `jit` it gives NaN.

    >>> print(roc_auc(jnp.array([0.1, 0.4, 0.4, 0.8]), jnp.array([0, 0, 1, 1])))
    0.875
    """
    scores, positive = jnp.asarray(scores), _positive(labels)
    if scores.ndim != 1 or scores.shape != positive.shape:
        raise ShapeError(
            f"metrics.roc_auc takes scores (n,) and labels (n,), got {scores.aval} and "
            f"{positive.aval}"
        )
    check_range("metrics.roc_auc", "a label", jnp.asarray(labels), -1, 1)
    lost = jnp.any(jnp.isnan(scores)) | jnp.any(_other_labels(labels))
    ordered = jnp.sort(scores)
    below = jnp.searchsorted(ordered, scores, side="left")
    upto = jnp.searchsorted(ordered, scores, side="right")
    ranks = (_float(below) + _float(upto) + 1) / 2
    count, total = _float(jnp.sum(positive)), scores.shape[0]
    above = jnp.sum(jnp.where(positive, ranks, 0)) - count * (count + 1) / 2
    area = above / (count * (total - count))
    return jnp.where(lost, jnp.nan, area)


def _other_labels(labels: Any) -> Any:
    """Which labels are of more than two kinds: numbers of classes, perhaps."""
    labels = jnp.asarray(labels)
    if labels.dtype == dtypes.bool_:
        return jnp.zeros(labels.shape, bool)
    return (labels < -1) | (labels > 1)


def _positive(labels: Any) -> Any:
    """Which labels are above 0."""
    labels = jnp.asarray(labels)
    return labels if labels.dtype == dtypes.bool_ else labels > 0


def perplexity(losses: ArrayLike, counts: ArrayLike | None = None) -> Array:
    """exp of the mean loss (in nats) of tokens; counts: booleans, or weights, of those that count.

    What a loss holds whose weight is 0 does not matter.

    >>> print(perplexity(jnp.log(jnp.array([2.0, 8.0]))).round(6))
    4.0
    """
    values: Array = promote_inexact("metrics.perplexity", jnp.asarray(losses))[0]
    wide = widened(values)
    if counts is None:
        return jnp.exp(jnp.mean(wide)).astype(values.dtype)
    weights = jnp.broadcast_to(jnp.asarray(counts).astype(wide.dtype), wide.shape)
    mean = jnp.sum(weighed(wide, weights)) / jnp.sum(weights)
    return jnp.exp(mean).astype(values.dtype)


def hit_ratio(scores: ArrayLike, wanted: ArrayLike, k: int = 10) -> Array:
    """The share of rows whose wanted item is among the k best: (users, items), (users,) → ().

    Items that score the same stand before the wanted one: equal scores, or NaN, are no hits. A
    wanted item that there is not raises FjaxValueError; within `jit` it is no hit.

    >>> print(hit_ratio(jnp.array([[0.9, 0.1, 0.5]]), jnp.array([2]), k=2))
    1.0
    """
    return of_wholes(wanted, jnp.mean(_float(_rank(scores, wanted) < k)))


def ndcg(scores: ArrayLike, wanted: ArrayLike, k: int = 10) -> Array:
    """The mean of 1 / log2(rank + 1) of each row's wanted item, 0 beyond the k best (rank from 1).

    Items that score the same stand before the wanted one. A wanted item that there is not raises
    FjaxValueError; within `jit` it is beyond the best.

    >>> print(ndcg(jnp.array([[0.9, 0.1, 0.5]]), jnp.array([2])).round(4))
    0.6309
    """
    rank = _rank(scores, wanted)
    return of_wholes(wanted, jnp.mean(jnp.where(rank < k, 1 / jnp.log2(_float(rank) + 2), 0)))


def _rank(scores: Any, wanted: Any) -> Any:
    """How many other items do not score below the wanted one."""
    scores, at = labelled("hit_ratio and ndcg", scores, wanted, "a wanted item")
    items = scores.shape[-1]
    own = jnp.take_along_axis(scores, at[:, None], axis=-1, wrap_negative_indices=False)
    rank = jnp.sum(~(scores < own), axis=-1) - 1
    return jnp.where((at >= 0) & (at < items), rank, dtypes.iinfo(rank.dtype).max)


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
    return float(Bleu.empty(order).update(translations, references).value())


def _grams(tokens: Sequence[Hashable], size: int) -> collections.Counter:
    """How often each run of `size` tokens occurs."""
    return collections.Counter(tuple(tokens[k : k + size]) for k in range(len(tokens) - size + 1))


@register_dataclass
@dataclass(frozen=True)
class Average:
    """The mean of what it was given, batch by batch: a pytree, so that it goes through jit.

    What a value holds whose weight is 0 does not matter.

    A metric that is a mean over a batch counts with its rows: `update(ndcg(scores, wanted), rows)`.

    >>> mean = Average.empty().update(jnp.array([1.0, 2.0])).update(jnp.array([6.0]))
    >>> print(mean.value())
    3.0
    """

    total: Any
    count: Any

    @classmethod
    def empty(cls) -> Self:
        """Of nothing yet."""
        kind = dtypes.default_float()
        return cls(jnp.zeros((), kind), jnp.zeros((), kind))

    def update(self, values: Any, weights: Any = None) -> Self:
        """With more values, of any shape; weights broadcast to them."""
        values = jnp.asarray(values).astype(self.total.dtype)
        given = jnp.ones_like(values) if weights is None else jnp.asarray(weights)
        shares = jnp.broadcast_to(given.astype(values.dtype), values.shape)
        return type(self)(
            self.total + jnp.sum(weighed(values, shares)), self.count + jnp.sum(shares)
        )

    def merge(self, other: Self) -> Self:
        """Of what both were given."""
        return type(self)(self.total + other.total, self.count + other.count)

    def value(self) -> Any:
        """The mean; NaN before the first value."""
        return self.total / self.count


@register_dataclass
@dataclass(frozen=True)
class Perplexity:
    """The perplexity over batches of logits of tokens: a pytree.

    >>> logits, labels = jnp.zeros((2, 5, 4)), jnp.zeros((2, 5), int)
    >>> print(Perplexity.empty().update(logits, labels).value().round(6))
    4.0
    """

    mean: Average
    ignore_label: int | None = tree.static(default=None)

    @classmethod
    def empty(cls, ignore_label: int | None = None) -> Perplexity:
        """Of nothing yet. ignore_label: of tokens that do not count."""
        check_ignored("metrics.Perplexity", ignore_label)
        return cls(Average.empty(), ignore_label)

    def update(self, logits: Any, labels: Any, counts: Any = None) -> Perplexity:
        """With more logits (…, classes) and labels (…); counts: booleans of rows, or weights."""
        logits, labels = jnp.asarray(logits), jnp.asarray(labels)
        if logits.shape[:-1] != labels.shape:
            raise ShapeError(
                f"metrics.Perplexity takes logits (…, classes) and labels (…), got {logits.aval} "
                f"and {labels.aval}"
            )
        logits, weights = widened(logits), _each(counts, labels.shape)
        if self.ignore_label is not None:
            weights = jnp.where(labels == self.ignore_label, jnp.zeros_like(weights), weights)
        given = jnp.where(counted(weights)[..., None], logits, 0)
        losses = cross_entropy(given, labels, ignore_label=self.ignore_label, reduction="none")
        return dataclasses.replace(self, mean=self.mean.update(losses, weights))

    def merge(self, other: Perplexity) -> Perplexity:
        """Of what both were given."""
        return dataclasses.replace(self, mean=self.mean.merge(other.mean))

    def value(self) -> Any:
        """exp of the mean loss; NaN before the first."""
        return jnp.exp(self.mean.value())


def _each(counts: Any, shape: tuple[int, ...]) -> Any:
    """How much each label counts, from what its row does: booleans or weights, all by default."""
    if counts is None:
        return jnp.ones(shape, bool)
    counts = jnp.asarray(counts)
    if counts.shape != shape[: counts.ndim]:
        raise ShapeError(
            f"metrics: counts are of rows of labels of shape {shape}, got {counts.aval}"
        )
    return jnp.broadcast_to(
        counts.reshape(*counts.shape, *(1,) * (len(shape) - counts.ndim)), shape
    )


@register_dataclass
@dataclass(frozen=True)
class RocAuc:
    """The area under the ROC curve over batches, of scores counted in bins: a pytree.

    Scores are in [0, 1]; with logits=True their sigmoid is. Scores in one bin are ties.

    >>> seen = RocAuc.empty().update(jnp.array([0.1, 0.4]), jnp.array([0, 0]))
    >>> print(seen.update(jnp.array([0.4, 0.8]), jnp.array([1, 1])).value())
    0.875
    """

    negatives: Any  # how many have their score in each bin
    positives: Any
    outside: Any  # how many scores were not in [0, 1], or labels not in [-1, 1]
    logits: bool = tree.static(default=False)

    @classmethod
    def empty(cls, bins: int = 1000, *, logits: bool = False) -> RocAuc:
        """Of nothing yet."""
        check_whole("metrics.RocAuc: bins", bins, 2)
        return cls(jnp.zeros(bins, jnp.int32), jnp.zeros(bins, jnp.int32), jnp.int32(0), logits)

    def update(self, scores: Any, labels: Any, counts: Any = None) -> RocAuc:
        """With more scores and their labels (…); those above 0 are positives.

        scores: of labels' shape, or (…, 1), or (…, 2) of two classes. counts: which rows do. NaN
        counts nowhere. A score outside of [0, 1], or a label outside of [-1, 1], raises
        FjaxValueError, of an update within `jit` once the value is asked for.
        """
        scores, positive = self._scores(_float(jnp.asarray(scores)), _positive(labels))
        check_range("metrics.RocAuc", "a label", jnp.asarray(labels), -1, 1)
        bins = self.negatives.shape[0]
        left_out = jnp.isnan(scores) | ~counted(_each(counts, scores.shape))
        bin = jnp.clip(jnp.nan_to_num(scores) * bins, 0, bins - 1).astype(jnp.int32)
        place = jnp.where(positive, bin + bins, bin)
        place = jnp.where(left_out, 2 * bins, place).reshape(-1)
        found = jnp.bincount(place, length=2 * bins + 1).astype(jnp.int32)
        wrong = (scores < 0) | (scores > 1) | _other_labels(labels)
        beyond = jnp.sum(~left_out & wrong).astype(jnp.int32)
        return dataclasses.replace(
            self,
            negatives=self.negatives + found[:bins],
            positives=self.positives + found[bins:-1],
            outside=self.outside + beyond,
        )

    def _scores(self, scores: Any, positive: Any) -> tuple[Any, Any]:
        """Scores in [0, 1] of the labels' shape, and the labels."""
        if scores.ndim == positive.ndim + 1 and scores.shape[-1] == 1:
            scores = scores[..., 0]
        elif scores.ndim == positive.ndim + 1 and scores.shape[-1] == 2:
            scores = scores[..., 1] - scores[..., 0] if self.logits else scores[..., 1]
        if scores.shape != positive.shape:
            raise ShapeError(
                f"metrics.RocAuc takes scores and labels of one shape, got {scores.aval} and "
                f"{positive.aval}"
            )
        if self.logits:
            return lax.logistic(scores), positive
        check_range("metrics.RocAuc", f"a score{_OF_LOGITS}", scores, 0, 1)
        return scores, positive

    def merge(self, other: RocAuc) -> RocAuc:
        """Of what both were given."""
        return RocAuc(
            self.negatives + other.negatives, self.positives + other.positives,
            self.outside + other.outside, self.logits,
        )  # fmt: skip

    def value(self) -> Any:
        """The share of pairs in which the positive scores above, ties one half; NaN without any."""
        beyond = known(self.outside)
        if beyond is not None and beyond > 0:
            wrong = f"scores were not in [0, 1]{_OF_LOGITS}, or labels not in [-1, 1]"
            raise FjaxValueError(f"metrics.RocAuc: {beyond} {wrong}")
        negatives, positives = _float(self.negatives), _float(self.positives)
        below = jnp.cumsum(negatives) - negatives / 2
        area = jnp.sum(positives * below) / (jnp.sum(positives) * jnp.sum(negatives))
        return jnp.where(self.outside > 0, jnp.nan, area)


@register_dataclass
@dataclass(frozen=True)
class Bleu:
    """BLEU over batches of sentences: a pytree of counts, which are made in Python.

    >>> words = [["a", "cat", "sat", "down"]]
    >>> float(Bleu.empty().update(words, words).update(words, words).value())
    1.0
    """

    right: Any  # runs of 1, 2, … tokens that are in the reference, too
    possible: Any  # runs in the translations
    lengths: Any  # tokens of translations, of references

    @classmethod
    def empty(cls, order: int = 4) -> Bleu:
        """Of nothing yet; order: the longest runs that are compared."""
        return cls(np.zeros(order, np.int64), np.zeros(order, np.int64), np.zeros(2, np.int64))

    def update(
        self, translations: Sequence[Sequence[Hashable]], references: Sequence[Sequence[Hashable]]
    ) -> Bleu:
        """With more translations, and a reference for each."""
        for sentence in (translations, references, *translations, *references):
            if isinstance(sentence, str):
                raise FjaxTypeError(
                    f"bleu takes lists of sentences, which are lists of tokens: text.split(), got "
                    f"the text {sentence!r:.60}"
                )
        if len(translations) != len(references):
            raise FjaxValueError(
                f"bleu: {len(translations)} translations for {len(references)} references"
            )
        counts = np.zeros((2, len(self.right)), np.int64)
        for translation, reference in zip(translations, references, strict=True):
            for size in range(1, len(self.right) + 1):
                found, expected = _grams(translation, size), _grams(reference, size)
                counts[:, size - 1] += (found & expected).total(), found.total()
        lengths = [sum(map(len, translations)), sum(map(len, references))]
        return self.merge(Bleu(counts[0], counts[1], np.array(lengths)))

    def merge(self, other: Bleu) -> Bleu:
        """Of what both were given."""
        return Bleu(
            self.right + other.right, self.possible + other.possible, self.lengths + other.lengths
        )

    def value(self) -> Any:
        """The precisions' geometric mean, times the penalty for brevity; 0 without a match."""
        right, possible, lengths = map(_float, map(jnp.asarray, dataclasses.astuple(self)))
        logs = jnp.mean(jnp.log(right) - jnp.log(jnp.maximum(possible, 1)))
        shortness = jnp.minimum(0.0, 1 - lengths[1] / jnp.maximum(lengths[0], 1))
        return jnp.exp(logs + shortness)


@register_dataclass
@dataclass(frozen=True)
class Confusion:
    """A confusion matrix over batches, and what follows from it: a pytree.

    >>> seen = Confusion.empty(2).update(jnp.array([0, 1, 1]), jnp.array([0, 0, 1]))
    >>> print(seen.accuracy().round(4), seen.macro_f1().round(4))
    0.6667 0.6667
    """

    matrix: Any
    # How many labels were fractions, within `jit`.
    fractions: Any = dataclasses.field(default_factory=lambda: jnp.int32(0))

    @classmethod
    def empty(cls, classes: int) -> Self:
        """Of nothing yet."""
        check_whole(f"metrics.{cls.__name__}: classes", classes, 2)
        return cls(jnp.zeros((classes, classes), jnp.int32))

    def update(self, predictions: Any, labels: Any, counts: Any = None) -> Self:
        """With more predictions and their labels (…).

        predictions: numbers of classes (…), or values (…, classes), whose largest is meant.
        counts: which rows do. Within `jit`, numbers of classes are integers, and a label that is a
        fraction raises FjaxValueError once a value is asked for.
        """
        name, classes = type(self).__name__, self._classes()
        predictions, labels = jnp.asarray(predictions), jnp.asarray(labels)
        if predictions.ndim == labels.ndim + 1:
            if predictions.shape[-1] != classes:
                raise ShapeError(
                    f"metrics.{name} has {classes} classes, and predictions {predictions.aval} "
                    f"have values for {predictions.shape[-1]}: {name}.empty(classes) says how many"
                )
            predictions = jnp.argmax(predictions, axis=-1)
        rows, columns = labels, predictions
        if counts is not None:
            count = counted(_each(counts, labels.shape))
            rows, columns = (jnp.where(count, x, 0) for x in (labels, predictions))
        fractions = self.fractions
        if dtypes.is_float(rows.dtype):
            fractions += jnp.sum(rows != jnp.floor(rows)).astype(jnp.int32)
        rows = numbered(name, rows, classes)
        columns = numbered(name, columns, classes, "a prediction")
        rows = rows if counts is None else jnp.where(count, rows, -1)
        matrix = self.matrix + _counts_of(rows, columns, classes)
        return dataclasses.replace(self, matrix=matrix, fractions=fractions)

    def _counts(self) -> Any:
        """The matrix as floats; FjaxValueError, or NaN within `jit`, if labels were fractions."""
        lost = known(self.fractions)
        if lost is not None and lost > 0:
            raise FjaxValueError(
                f"metrics.{type(self).__name__}: a label is a whole number, the class, and {lost} "
                "were fractions; of a probability p it is (p > 0.5).astype(int)"
            )
        return jnp.where(self.fractions > 0, jnp.nan, _float(self.matrix))

    def _classes(self) -> int:
        """How many classes there are; FjaxTypeError where their number stands for the counts."""
        if np.ndim(self.matrix) != 2:
            name = f"metrics.{type(self).__name__}"
            raise FjaxTypeError(
                f"{name}: its matrix is an array of counts, got {self.matrix}; "
                f"{name}.empty({self.matrix}) has counted nothing yet"
            )
        return int(self.matrix.shape[0])

    def merge(self, other: Self) -> Self:
        """Of what both were given."""
        fractions = self.fractions + other.fractions
        return dataclasses.replace(self, matrix=self.matrix + other.matrix, fractions=fractions)

    def value(self) -> Any:
        """The matrix: how often each label (rows) was taken for each class (columns)."""
        self._counts()
        return self.matrix

    def accuracy(self) -> Any:
        """The share of predictions that are right."""
        matrix = self._counts()
        return _share(jnp.trace(matrix), jnp.sum(matrix))

    def precision(self) -> Any:
        """For each class, the share of its predictions that are right."""
        matrix = self._counts()
        return _share(jnp.diagonal(matrix), jnp.sum(matrix, axis=0))

    def recall(self) -> Any:
        """For each class, the share of its labels that were found."""
        matrix = self._counts()
        return _share(jnp.diagonal(matrix), jnp.sum(matrix, axis=1))

    def macro_f1(self) -> Any:
        """The mean of the F1 scores of all classes."""
        return jnp.mean(f1_scores(self._counts()))


@register_dataclass
@dataclass(frozen=True)
class F1(Confusion):
    """The F1 score over batches: the mean of all classes', or that of one class.

    >>> seen = F1.empty(2, of=1).update(jnp.array([0, 1, 1]), jnp.array([0, 0, 1]))
    >>> print(seen.value().round(4))
    0.6667
    """

    of: int | None = tree.static(default=None)

    @classmethod
    def empty(cls, classes: int, of: int | None = None) -> Self:
        """Of nothing yet. of: the class, such as 1 where the others are negatives."""
        check_whole("metrics.F1: classes", classes, 2)
        if of is not None and not 0 <= of < classes:
            raise FjaxValueError(f"metrics.F1: of is one of {classes} classes, from 0, got {of}")
        return cls(jnp.zeros((classes, classes), jnp.int32), of=of)

    def value(self) -> Any:
        """The score, 0 where there is nothing."""
        return self.macro_f1() if self.of is None else f1_scores(self._counts())[self.of]


for _seen in (Average, Perplexity, RocAuc, Bleu, Confusion):
    misspelling.answer_for(_seen, "nn.metrics.Average")
absent.answer_for(__name__)
name_places(__name__, annotated=True, least=1)
