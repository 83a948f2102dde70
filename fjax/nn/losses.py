"""Losses of a batch: one number an example, or with reduction="mean" or "sum" one in all."""

from __future__ import annotations

from typing import Any

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.nn.activations import log_sigmoid
from fjax.nn.normalization import log_softmax, logsumexp

REDUCTIONS = ("none", "mean", "sum")


def _reduced(name: str, values: Any, reduction: str, weights: Any = None) -> Any:
    """The losses, weighted, as they are, their (weighted) mean or their sum."""
    if reduction not in REDUCTIONS:
        raise FjaxValueError(f"{name}: reduction is one of {REDUCTIONS}, got {reduction!r}")
    if weights is not None:
        values = values * weights
    if reduction == "none":
        return values
    if reduction == "sum":
        return jnp.sum(values)
    return jnp.mean(values) if weights is None else jnp.sum(values) / jnp.sum(weights)


def cross_entropy(
    logits: ArrayLike,
    labels: ArrayLike,
    *,
    label_smoothing: float = 0.0,
    ignore_label: int | None = None,
    reduction: str = "mean",
) -> Array:
    """-log softmax(logits) at the labels, in nats: (…, classes), (…) of integers → (…).

    label_smoothing: that share of a label is spread over all classes. Labels equal to ignore_label
    have loss 0 and do not count in the mean. Labels may be probabilities, of logits' shape; all
    then count.

    >>> print(cross_entropy(jnp.array([[0.0, 0.0]]), jnp.array([1])).round(4))
    0.6931
    """
    logits, labels = jnp.asarray(logits), jnp.asarray(labels)
    shares = jnp.issubdtype(labels.dtype, jnp.floating)
    _check_labels(logits, labels, shares)
    if not 0 <= label_smoothing <= 1:
        raise FjaxValueError(f"cross_entropy: label_smoothing is a share, got {label_smoothing}")
    if shares and ignore_label is not None:
        raise FjaxValueError(
            "cross_entropy: ignore_label is one of labels that are integers; of probabilities, "
            "take the losses by reduction='none' and leave out those that should not count"
        )
    found = log_softmax(logits)
    smooth = -jnp.mean(found, axis=-1)
    if shares:
        exact, weights = -jnp.sum(labels.astype(found.dtype) * found, axis=-1), None
    else:
        counts = None if ignore_label is None else labels != ignore_label
        at = labels if counts is None else jnp.where(counts, labels, 0)
        exact = -jnp.take_along_axis(found, at[..., None], axis=-1)[..., 0]
        weights = None if counts is None else counts.astype(found.dtype)
    losses = (1 - label_smoothing) * exact + label_smoothing * smooth
    return _reduced("cross_entropy", losses, reduction, weights)


def _check_labels(logits: Any, labels: Any, shares: bool) -> None:
    """Raise unless labels are integers (…), or probabilities of the shape of the logits."""
    if labels.shape == (logits.shape if shares else logits.shape[:-1]):
        return
    got = f"got {logits.aval} and {labels.aval}"
    if shares and labels.shape == logits.shape[:-1]:
        raise FjaxTypeError(
            f"cross_entropy: labels are integers or probabilities of classes, {got}"
        )
    raise ShapeError(
        f"cross_entropy takes logits (…, classes) and labels (…) of integers, or of probabilities "
        f"(…, classes), {got}"
    )


def binary_cross_entropy(logits: ArrayLike, labels: ArrayLike, *, reduction: str = "mean") -> Array:
    """-log of the probability of labels in [0, 1], which sigmoid(logits) is of 1.

    >>> print(binary_cross_entropy(jnp.array([0.0]), jnp.array([1.0])).round(4))
    0.6931
    """
    logits, labels = _alike("binary_cross_entropy", logits, labels)
    losses = -labels * log_sigmoid(logits) - (1 - labels) * log_sigmoid(-logits)
    return _reduced("binary_cross_entropy", losses, reduction)


def focal_loss(
    logits: ArrayLike,
    labels: ArrayLike,
    *,
    alpha: float = 0.25,
    gamma: float = 2.0,
    reduction: str = "mean",
) -> Array:
    """Binary cross-entropy times (1 - the label's probability)**gamma (Lin et al. 2017).

    alpha: the weight of label 1, 1 - alpha that of 0; a negative one means no weights.

    >>> print(focal_loss(jnp.array([0.0]), jnp.array([1.0])).round(4))
    0.0433
    """
    logits, labels = _alike("focal_loss", logits, labels)
    losses = binary_cross_entropy(logits, labels, reduction="none")
    right = lax.logistic(logits) * labels + lax.logistic(-logits) * (1 - labels)
    losses = losses * (1 - right) ** gamma
    if alpha >= 0:
        losses = losses * (alpha * labels + (1 - alpha) * (1 - labels))
    return _reduced("focal_loss", losses, reduction)


def _alike(name: str, predictions: Any, targets: Any) -> tuple[Array, Array]:
    """Both as arrays of one dtype, of floats that of predictions; targets may be one number."""
    predictions, targets = jnp.asarray(predictions), jnp.asarray(targets)
    if targets.ndim and predictions.shape != targets.shape:
        raise ShapeError(
            f"{name} takes predictions and targets of one shape, got {predictions.aval} and "
            f"{targets.aval}"
        )
    kind = predictions.dtype
    kind = kind if dtypes.is_inexact(kind) else dtypes.join(kind, targets.dtype)
    return predictions.astype(kind), targets.astype(kind)


def _difference(name: str, predictions: Any, targets: Any) -> Any:
    predictions, targets = _alike(name, predictions, targets)
    return predictions - targets


def squared_error(predictions: ArrayLike, targets: ArrayLike, *, reduction: str = "mean") -> Array:
    """The square of the difference, element by element: with the mean, the MSE.

    >>> print(squared_error(jnp.array([1.0, 2.0]), jnp.array([1.0, 4.0])))
    2.0
    """
    difference = _difference("squared_error", predictions, targets)
    return _reduced("squared_error", difference * difference, reduction)


def absolute_error(predictions: ArrayLike, targets: ArrayLike, *, reduction: str = "mean") -> Array:
    """The magnitude of the difference, element by element: with the mean, the MAE.

    >>> print(absolute_error(jnp.array([1.0, 2.0]), jnp.array([1.0, 4.0])))
    1.0
    """
    difference = _difference("absolute_error", predictions, targets)
    return _reduced("absolute_error", jnp.abs(difference), reduction)


def huber(
    predictions: ArrayLike, targets: ArrayLike, *, delta: float = 1.0, reduction: str = "mean"
) -> Array:
    """Half the square of differences up to delta, and a straight line beyond (Huber 1964).

    >>> print(huber(jnp.array([0.5, 3.0]), jnp.array([0.0, 0.0]), reduction="none"))
    [0.125 2.5  ]
    """
    size = jnp.abs(_difference("huber", predictions, targets))
    inside = jnp.minimum(size, delta)
    return _reduced("huber", inside * (size - 0.5 * inside), reduction)


def kl_divergence(
    log_predictions: ArrayLike,
    targets: ArrayLike,
    *,
    log_targets: bool = False,
    reduction: str = "mean",
) -> Array:
    """sum(targets * log(targets / predictions)) along the last axis, in nats.

    log_predictions: (…, classes), logarithms of probabilities; targets: probabilities, or their
    logarithms. A target of 0 adds 0.

    >>> halves = jnp.log(jnp.array([0.5, 0.5]))
    >>> print(kl_divergence(halves, jnp.array([1.0, 0.0])).round(4))
    0.6931
    """
    log_predictions, targets = _alike("kl_divergence", log_predictions, targets)
    if log_targets:
        terms = jnp.exp(targets) * (targets - log_predictions)
    else:
        positive = targets > 0
        logs = jnp.log(jnp.where(positive, targets, 1))
        terms = jnp.where(positive, targets * (logs - log_predictions), 0)
    return _reduced("kl_divergence", jnp.sum(terms, axis=-1), reduction)


def _distance(x: Any, y: Any) -> Any:
    squares = jnp.sum((x - y + 1e-6) ** 2, axis=-1)
    return jnp.sqrt(squares)


def triplet(
    anchor: ArrayLike,
    positive: ArrayLike,
    negative: ArrayLike,
    *,
    margin: float = 1.0,
    reduction: str = "mean",
) -> Array:
    """max(0, |anchor - positive| - |anchor - negative| + margin): (…, features) → (…).

    >>> a, b = jnp.array([[0.0, 0.0]]), jnp.array([[3.0, 4.0]])
    >>> print(triplet(a, a, b), triplet(a, b, a).round(3))
    0.0 6.0
    """
    losses = jnp.maximum(_distance(anchor, positive) - _distance(anchor, negative) + margin, 0)
    return _reduced("triplet", losses, reduction)


def contrastive(
    x: ArrayLike, y: ArrayLike, *, temperature: float = 0.1, reduction: str = "mean"
) -> Array:
    """How well each row of x finds its row of y among all rows, both ways (Radford et al. 2021).

    x, y: (batch, features); similarities are cosines over the temperature.

    >>> print(contrastive(jnp.eye(2), jnp.eye(2)).round(6))
    4.5e-05
    """
    x, y = _alike("contrastive", x, y)
    x, y = (v / jnp.sqrt(jnp.sum(v * v, axis=-1, keepdims=True)) for v in (x, y))
    logits, labels = x @ y.T / temperature, jnp.arange(x.shape[0])
    there = cross_entropy(logits, labels, reduction="none")
    back = cross_entropy(logits.T, labels, reduction="none")
    return _reduced("contrastive", 0.5 * (there + back), reduction)


def ctc(
    logits: ArrayLike,
    labels: ArrayLike,
    *,
    logit_lengths: ArrayLike | None = None,
    label_lengths: ArrayLike | None = None,
    blank: int = 0,
    reduction: str = "mean",
) -> Array:
    """-log of the probability of labels under all their alignments (Graves et al. 2006).

    logits: (batch, time, classes); labels: (batch, length), without blanks. The lengths (batch,)
    say how much of each row counts. Labels that do not fit into the time have an infinite loss.

    >>> print(ctc(jnp.zeros((1, 2, 2)), jnp.array([[1]])).round(4))
    0.2877
    """
    logits, labels = jnp.asarray(logits), jnp.asarray(labels)
    if logits.ndim != 3 or labels.ndim != 2 or len(logits) != len(labels):
        raise ShapeError(
            f"ctc takes logits (batch, time, classes) and labels (batch, length), got "
            f"{logits.aval} and {labels.aval}"
        )
    batch, time, _ = logits.shape
    length = labels.shape[1]
    found = log_softmax(logits)
    ends = jnp.full(batch, time) if logit_lengths is None else jnp.asarray(logit_lengths)
    counts = jnp.full(batch, length) if label_lengths is None else jnp.asarray(label_lengths)
    spread = jnp.stack([jnp.full_like(labels, blank), labels], axis=-1).reshape(batch, -1)
    spread = jnp.concatenate([spread, jnp.full((batch, 1), blank, labels.dtype)], axis=1)
    repeats = jnp.concatenate([jnp.full((batch, 2), blank, labels.dtype), spread[:, :-2]], axis=1)
    skips = (spread != blank) & (spread != repeats)
    emitted = jnp.take_along_axis(found, jnp.repeat(spread[:, None], time, axis=1), axis=-1)
    never = jnp.asarray(-1e30, found.dtype)
    begin = jnp.arange(2 * length + 1).reshape(1, -1) < 2
    start = jnp.where(begin, emitted[:, 0], never)

    def step(alpha: Any, given: tuple[Any, ...]) -> tuple:
        here, number = given
        one = jnp.pad(alpha, ((0, 0), (1, 0)), constant_values=-1e30)[:, :-1]
        two = jnp.pad(alpha, ((0, 0), (2, 0)), constant_values=-1e30)[:, :-2]
        paths = jnp.stack([alpha, one, jnp.where(skips, two, never)])
        new = jnp.maximum(logsumexp(paths, axis=0) + here, never)
        return jnp.where((number < ends)[:, None], new, alpha), None

    steps = (jnp.swapaxes(emitted, 0, 1)[1:], jnp.arange(1, time))
    alpha, _ = lax.scan(step, start, steps)
    at = jnp.stack([2 * counts, jnp.maximum(2 * counts - 1, 0)], axis=-1)
    last = jnp.take_along_axis(alpha, at, axis=-1)
    second = jnp.where(counts > 0, last[:, 1], never)
    losses = -logsumexp(jnp.stack([last[:, 0], second]), axis=0)
    return _reduced("ctc", jnp.where(losses > 1e29, jnp.inf, losses), reduction)
