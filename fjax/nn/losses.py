"""Losses of a batch: one number an example, or with reduction="mean" or "sum" one in all.

They compute in float32 at least, whatever the predictions have, and return the predictions' dtype;
predictions that are integers count as floats.
"""

from __future__ import annotations

from typing import Any

from fjax import absent, lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.plain_arguments import check_number, name_places
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.nn.activations import log_sigmoid
from fjax.nn.normalization import log_softmax, logsumexp
from fjax.nn.numbers import (
    check_ignored,
    check_range,
    check_shares,
    class_numbers,
    known,
    weighed,
    widened,
)
from fjax.primitives.index_rows import wide_indices
from fjax.primitives.promotion import promote_inexact

REDUCTIONS = ("none", "mean", "sum")


def _reduced(name: str, values: Any, reduction: str, kind: Any, counts: Any = None) -> Any:
    """The losses that count (all by default), their mean or their sum, in a dtype."""
    if reduction not in REDUCTIONS:
        raise FjaxValueError(f"{name}: reduction is one of {REDUCTIONS}, got {reduction!r}")
    if counts is not None:
        values = jnp.where(counts, values, 0)
    if reduction == "mean":
        number = values.size if counts is None else jnp.sum(counts).astype(values.dtype)
        values = jnp.mean(values) if counts is None else jnp.sum(values) / number
    elif reduction == "sum":
        values = jnp.sum(values)
    return values.astype(kind)


def cross_entropy(
    logits: ArrayLike,
    labels: ArrayLike,
    *,
    label_smoothing: float = 0.0,
    ignore_label: int | None = None,
    reduction: str = "mean",
) -> Array:
    """-log softmax(logits) at the labels, in nats: (…, classes), (…) of integers → (…).

    label_smoothing: that share of a label is spread over all classes.
    ignore_label: rows whose label equals it have loss 0, whatever they hold. They do not count in
        the mean, which is NaN if none does.

    Labels may be probabilities, of logits' shape, which add up to 1; all then count. A label that
    is not a class raises FjaxValueError. Within `jit` its loss is NaN, and `checkify` reports it.

    reduction: "mean", "sum", or "none" for the loss of each example.

    >>> print(cross_entropy(jnp.array([[0.0, 0.0]]), jnp.array([1])).round(4))
    0.6931
    """
    logits, labels = _floats("cross_entropy", logits), _labels(labels)
    shares = jnp.issubdtype(labels.dtype, jnp.floating)
    _check_labels(logits, labels, shares)
    check_ignored("cross_entropy", ignore_label)
    if not 0 <= label_smoothing <= 1:
        raise FjaxValueError(
            f"cross_entropy: label_smoothing is a share, from 0 to 1, got {label_smoothing}"
        )
    if shares and ignore_label is not None:
        raise FjaxValueError(
            "cross_entropy: ignore_label needs labels that are integers; for probabilities, take "
            "reduction='none' and leave out the losses that should not count"
        )
    wide, counts = widened(logits), None
    if shares:
        check_shares("cross_entropy", known(labels))
        found = log_softmax(wide)
        losses = -jnp.sum(weighed(found, labels.astype(found.dtype)), axis=-1)
    else:
        at, counts = _classes(labels, logits.shape[-1], ignore_label)
        found = log_softmax(wide if counts is None else jnp.where(counts[..., None], wide, 0))
        losses = -_picked(found, at[..., None])[..., 0]
    if label_smoothing:
        smooth = -jnp.mean(found, axis=-1)
        losses = (1 - label_smoothing) * losses + label_smoothing * smooth
    return _reduced("cross_entropy", losses, reduction, logits.dtype, counts)


def _floats(name: str, x: Any) -> Array:
    x = promote_inexact(name, jnp.asarray(x))[0]
    if dtypes.is_complex(x.dtype):
        raise FjaxTypeError(f"{name} takes real logits, got {x.aval}; abs(x) and x.real are real")
    return x


def _labels(labels: Any) -> Array:
    return jnp.asarray(wide_indices(labels))


def _picked(x: Any, at: Any) -> Any:
    """The elements of these numbers along the last axis; NaN where there is none."""
    return jnp.take_along_axis(x, at, axis=-1, wrap_negative_indices=False)


def _classes(labels: Any, count: int, ignored: int | None) -> tuple[Any, Any]:
    """Labels as numbers of classes, and which of them count, or None for all."""
    check_range("cross_entropy", "a label", labels, 0, count - 1, ignored)
    at = class_numbers("cross_entropy", labels, count)
    if ignored is None or not _holds(labels.dtype, ignored):
        return at, None
    counts = labels != ignored
    return jnp.where(counts, at, 0), counts


def _holds(kind: Any, number: int) -> bool:
    """Whether integers of a dtype may be this number."""
    if kind == dtypes.bool_:
        return number in (0, 1)
    limits = dtypes.iinfo(kind)
    return bool(limits.min <= number <= limits.max)


def _check_labels(logits: Any, labels: Any, shares: bool) -> None:
    """Raise unless labels are integers (…), or probabilities of the shape of the logits."""
    if logits.ndim and labels.shape == (logits.shape if shares else logits.shape[:-1]):
        if logits.shape[-1] == 1:
            raise ShapeError(
                f"cross_entropy of a single class is always 0, got logits {logits.aval}; "
                "binary_cross_entropy takes one number a row, and labels of its shape"
            )
        return
    got = f"got {logits.aval} and {labels.aval}"
    if logits.ndim and shares and labels.shape == logits.shape[:-1]:
        raise FjaxTypeError(
            f"cross_entropy: labels are integers or probabilities of classes, {got}"
        )
    remedy = ""
    if logits.ndim > 2 and labels.shape == (logits.shape[0], *logits.shape[2:]):
        axes = (0, *range(2, logits.ndim), 1)
        remedy = f"; classes are the last axis: logits.transpose{axes}"
    elif labels.shape == (*logits.shape[:-1], 1):
        remedy = "; labels.squeeze(-1) has none of length 1"
    raise ShapeError(
        f"cross_entropy takes logits (…, classes) and labels (…) of integers, or of probabilities "
        f"(…, classes), {got}{remedy}"
    )


def binary_cross_entropy(logits: ArrayLike, labels: ArrayLike, *, reduction: str = "mean") -> Array:
    """-log of the probability of labels in [0, 1]; sigmoid(logits) is that of label 1.

    >>> print(binary_cross_entropy(jnp.array([0.0]), jnp.array([1.0])).round(4))
    0.6931
    """
    check_range("binary_cross_entropy", "a label", jnp.asarray(labels), 0, 1)
    logits, labels, kind = _alike("binary_cross_entropy", logits, labels)
    return _reduced("binary_cross_entropy", _binary(logits, labels), reduction, kind)


def _binary(logits: Any, labels: Any) -> Any:
    """The losses; infinite logits that are right have none, where 0 times an infinity would be."""
    right = ((logits == jnp.inf) & (labels == 1)) | ((logits == -jnp.inf) & (labels == 0))
    logits = jnp.where(right, 0, logits)
    losses = -labels * log_sigmoid(logits) - (1 - labels) * log_sigmoid(-logits)
    return jnp.where(right, 0, losses)


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
    check_number("focal_loss: alpha", alpha, most=1)
    check_number("focal_loss: gamma", gamma, 0)
    logits, labels, kind = _alike("focal_loss", logits, labels)
    check_range("focal_loss", "a label", labels, 0, 1)
    wrong = lax.logistic(-logits) * labels + lax.logistic(logits) * (1 - labels)
    losses = _binary(logits, labels) * _power(wrong, gamma)
    if alpha >= 0:
        losses = weighed(losses, alpha * labels + (1 - alpha) * (1 - labels))
    return _reduced("focal_loss", losses, reduction, kind)


def _power(x: Any, gamma: Any) -> Any:
    """x**gamma, whose derivative is taken as 0 for gamma below 1 where x is 0 or next to it."""
    if isinstance(gamma, (int, float)) and gamma >= 1:
        return x**gamma
    there = x >= dtypes.finfo(x.dtype).tiny  # x**(gamma - 1) of a denormal x is infinite
    return jnp.where(there, jnp.where(there, x, 1) ** gamma, 0.0**gamma)


def _alike(name: str, predictions: Any, targets: Any) -> tuple[Array, Array, Any]:
    """Both as arrays of one dtype, float32 at least, and the dtype of the result.

    That is the predictions' if they are floats, or complex as the targets. Targets may be one
    number.
    """
    predictions, targets = jnp.asarray(predictions), jnp.asarray(targets)
    if targets.ndim and predictions.shape != targets.shape:
        raise ShapeError(
            f"{name} takes predictions and targets of one shape, got {predictions.aval} and "
            f"{targets.aval}"
        )
    kind = predictions.dtype
    if not dtypes.is_inexact(kind) or dtypes.is_complex(targets.dtype):
        kind = dtypes.to_inexact(dtypes.join(kind, targets.dtype))
    wide = dtypes.widened(kind)
    return predictions.astype(wide), targets.astype(wide), kind


def _difference(name: str, predictions: Any, targets: Any) -> tuple[Any, Any]:
    predictions, targets, kind = _alike(name, predictions, targets)
    return predictions - targets, kind


def squared_error(predictions: ArrayLike, targets: ArrayLike, *, reduction: str = "mean") -> Array:
    """The square of the difference, element by element: with the mean, the MSE.

    For complex numbers, the square of its magnitude.

    predictions: an array.
    targets: an array of the same shape.
    reduction: "mean", "sum", or "none" for the loss of each example.

    >>> print(squared_error(jnp.array([1.0, 2.0]), jnp.array([1.0, 4.0])))
    2.0
    """
    difference, kind = _difference("squared_error", predictions, targets)
    if dtypes.is_complex(kind):
        squares, kind = lax.real(difference * jnp.conj(difference)), dtypes.real_part(kind)
    else:
        squares = difference * difference
    return _reduced("squared_error", squares, reduction, kind)


def absolute_error(predictions: ArrayLike, targets: ArrayLike, *, reduction: str = "mean") -> Array:
    """The magnitude of the difference, element by element: with the mean, the MAE.

    >>> print(absolute_error(jnp.array([1.0, 2.0]), jnp.array([1.0, 4.0])))
    1.0
    """
    difference, kind = _difference("absolute_error", predictions, targets)
    return _reduced("absolute_error", jnp.abs(difference), reduction, dtypes.real_part(kind))


def huber(
    predictions: ArrayLike, targets: ArrayLike, *, delta: float = 1.0, reduction: str = "mean"
) -> Array:
    """Half the square of differences up to delta, and a straight line beyond (Huber 1964).

    >>> print(huber(jnp.array([0.5, 3.0]), jnp.array([0.0, 0.0]), reduction="none"))
    [0.125 2.5  ]
    """
    check_number("huber: delta", delta, 0, above=True)
    difference, kind = _difference("huber", predictions, targets)
    size = jnp.abs(difference)
    inside = jnp.minimum(size, delta)
    return _reduced("huber", inside * (size - 0.5 * inside), reduction, dtypes.real_part(kind))


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
    if not log_targets:
        check_range("kl_divergence", "a target", jnp.asarray(targets), 0, 1)
    log_predictions, targets, kind = _alike("kl_divergence", log_predictions, targets)
    given = known(log_predictions)
    if given is not None and given.size and given.max() > 0.01:
        raise FjaxValueError(
            f"kl_divergence: log_predictions are logarithms of probabilities, at most 0, got "
            f"{given.max():.4g}; fjax.nn.log_softmax(logits) and jnp.log(probabilities) are"
        )
    there = jnp.exp(targets) > 0 if log_targets else targets > 0
    logs = jnp.where(there, targets, 0 if log_targets else 1)
    logs, shares = (logs, jnp.exp(logs)) if log_targets else (jnp.log(logs), logs)
    terms = jnp.where(there, shares * (logs - jnp.where(there, log_predictions, 0)), 0)
    return _reduced("kl_divergence", jnp.sum(terms, axis=-1), reduction, kind)


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
    check_number("triplet: margin", margin, 0)
    shapes = [jnp.shape(each) for each in (anchor, positive, negative)]
    if len(set(shapes)) > 1:
        raise ShapeError(f"triplet takes three arrays of one shape (…, features), got {shapes}")
    given = promote_inexact("triplet", anchor, positive, negative)
    x, near, far = map(widened, given)
    losses = jnp.maximum(_distance(x, near) - _distance(x, far) + margin, 0)
    return _reduced("triplet", losses, reduction, given[0].dtype)


def contrastive(
    x: ArrayLike, y: ArrayLike, *, temperature: float = 0.1, reduction: str = "mean"
) -> Array:
    """How well each row of x finds its row of y among all rows, both ways (Radford et al. 2021).

    x, y: (batch, features); similarities are cosines over the temperature.

    >>> print(contrastive(jnp.eye(2), jnp.eye(2)).round(6))
    4.5e-05
    """
    check_number("contrastive: temperature", temperature, 0, above=True)
    x, y, kind = _alike("contrastive", x, y)
    x, y = (v / jnp.sqrt(jnp.sum(v * v, axis=-1, keepdims=True)) for v in (x, y))
    logits, labels = x @ y.T / temperature, jnp.arange(x.shape[0])
    there = cross_entropy(logits, labels, reduction="none")
    back = cross_entropy(logits.T, labels, reduction="none")
    return _reduced("contrastive", 0.5 * (there + back), reduction, kind)


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
    say how much of each row counts; what the rest holds does not matter. Labels that do not fit
    into the time have an infinite loss.

    A label must be a class other than the blank, and a length must fit. Otherwise FjaxValueError is
    raised. Within `jit` the loss is NaN instead, and `checkify` reports it.

    >>> print(ctc(jnp.zeros((1, 2, 2)), jnp.array([[1]])).round(4))
    0.2877
    """
    logits, labels = _floats("ctc", logits), _labels(labels)
    if logits.ndim != 3 or labels.ndim != 2 or len(logits) != len(labels):
        raise ShapeError(
            f"ctc takes logits (batch, time, classes) and labels (batch, length), got "
            f"{logits.aval} and {labels.aval}"
        )
    batch, time, classes = logits.shape
    if not 0 <= blank < classes:
        raise FjaxValueError(f"ctc: blank is one of {classes} classes, from 0, got {blank}")
    length, wide = labels.shape[1], widened(logits)
    ends = _lengths("logit_lengths", logit_lengths, batch, time)
    counts = _lengths("label_lengths", label_lengths, batch, length)
    if logit_lengths is not None:
        wide = jnp.where((jnp.arange(time).reshape(1, -1) < ends[:, None])[..., None], wide, 0)
    inside = jnp.arange(length).reshape(1, -1) < counts[:, None]
    labels = _without_blanks(class_numbers("ctc", labels, classes), inside, classes, blank)
    alpha = _alignments(log_softmax(wide), labels, ends, blank)
    at = jnp.stack([2 * counts, jnp.maximum(2 * counts - 1, 0)], axis=-1)
    last = _picked(alpha, at)
    second = jnp.where(counts > 0, last[:, 1], NEVER)
    losses = -logsumexp(jnp.stack([last[:, 0], second]), axis=0)
    losses = jnp.where(losses > 1e29, jnp.inf, losses)
    return _reduced("ctc", losses, reduction, logits.dtype)


def _without_blanks(labels: Any, inside: Any, classes: int, blank: int) -> Any:
    """Labels that count, a blank as one that is not a class; the others are blanks."""
    check_range("ctc", "a label", jnp.where(inside, labels, blank), 0, classes - 1)
    blanks = inside & (labels == blank)
    places = known(blanks)
    if places is not None and places.any():
        place = tuple(int(k[0]) for k in places.nonzero())
        raise FjaxValueError(
            f"ctc: labels are without blanks, got {blank} at {place}; label_lengths= says where "
            "the labels of a row end"
        )
    return jnp.where(blanks, classes, jnp.where(inside, labels, blank))


NEVER = -1e30  # the logarithm of a probability of 0, with which differences stay numbers


def _lengths(what: str, given: Any, batch: int, most: int) -> Any:
    """How much of each row counts: all by default."""
    if given is None:
        return jnp.full(batch, most)
    given = jnp.asarray(given)
    if given.shape != (batch,):
        raise ShapeError(f"ctc takes {what} of shape ({batch},), got {given.aval}")
    check_range("ctc", f"one of {what}", given, 0, most)
    return class_numbers("ctc", given, most + 1).astype(dtypes.default_int())


def _alignments(found: Any, labels: Any, ends: Any, blank: int) -> Any:
    """Logarithms of the probabilities of all alignments' ends: (batch, 2 * length + 1).

    found: logarithms of the classes' probabilities. Labels stand between blanks; before the first
    step, all stands at the first of these.
    """
    batch, time, _ = found.shape
    spread = jnp.stack([jnp.full_like(labels, blank), labels], axis=-1).reshape(batch, -1)
    spread = jnp.concatenate([spread, jnp.full((batch, 1), blank, labels.dtype)], axis=1)
    repeats = jnp.pad(spread, ((0, 0), (2, 0)), constant_values=blank)[:, :-2]
    skips = (spread != blank) & (spread != repeats)
    emitted = _picked(found, jnp.repeat(spread[:, None], time, axis=1))

    def step(alpha: Any, given: tuple[Any, ...]) -> tuple:
        here, number = given
        one = jnp.pad(alpha, ((0, 0), (1, 0)), constant_values=NEVER)[:, :-1]
        two = jnp.pad(alpha, ((0, 0), (2, 0)), constant_values=NEVER)[:, :-2]
        paths = jnp.stack([alpha, one, jnp.where(skips, two, NEVER)])
        new = jnp.maximum(logsumexp(paths, axis=0) + here, NEVER)
        return jnp.where((number < ends)[:, None], new, alpha), None

    start = jnp.where(jnp.arange(spread.shape[1]) == 0, 0, NEVER).astype(found.dtype)
    start = jnp.broadcast_to(start, spread.shape)
    return lax.scan(step, start, (jnp.swapaxes(emitted, 0, 1), jnp.arange(time)))[0]


absent.answer_for(__name__)
name_places(__name__, annotated=True)
