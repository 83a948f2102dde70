"""Loss and metrics of batches, by row where rows count differently, gathered over batches."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax import tree
from fjax.api.batching import vmap
from fjax.core import dtypes
from fjax.core.plain_arguments import check_number
from fjax.data.loader import check_function
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError, ShapeError
from fjax.nn import metrics as measures
from fjax.nn.metrics import Average
from fjax.nn.numbers import counted, weighed
from fjax.train.oversights import check_pairs

# Metrics of `fjax.nn.metrics` that are better the larger they are.
_LARGER = (
    *(measures.accuracy, measures.top_k_accuracy, measures.roc_auc),
    *(measures.hit_ratio, measures.ndcg),
)
_LARGER_OF_ALL = (measures.RocAuc, measures.F1, measures.Bleu)
RESERVED = ("loss", "epoch", "step")  # what a row of the history has besides metrics
Function = Callable[[Any, Any], Any]  # (predictions, targets) to a number: a mean over rows
Metric = Any  # a Function, or what gathers batches: update(predictions, targets), value()


def check_metrics(metrics: Any) -> None:
    """Raise for metrics that are no dict of functions and of what gathers batches.

    >>> check_metrics({"auc": fjax.nn.metrics.RocAuc.empty()})
    """
    if not isinstance(metrics, Mapping):
        raise FjaxTypeError(
            f"train: metrics is a dict from names to functions of (predictions, targets), such "
            f"as {{'accuracy': fjax.nn.metrics.accuracy}}, got {type(metrics).__name__}"
        )
    for name in metrics:
        if not isinstance(name, str) or name in RESERVED or name.startswith("val_"):
            raise FjaxValueError(
                f"train: a metric cannot be called {name!r}: its name is a text, and not one of "
                f"{', '.join(RESERVED)} or val_…, which a row of the history has besides"
            )
    for name, metric in metrics.items():
        if isinstance(metric, type):
            taken = inspect.signature(getattr(metric, "empty", metric)).parameters.values()
            needed = ", ".join(p.name for p in taken if p.default is p.empty)
            how = f"{metric.__name__}{'.empty' if hasattr(metric, 'empty') else ''}({needed})"
            raise FjaxTypeError(
                f"train: metrics[{name!r}] is the class {metric.__name__}, and what gathers "
                f"batches is an instance: {how}"
            )
        if not callable(metric) and not gathers(metric):
            raise FjaxTypeError(
                f"train: metrics[{name!r}] is a function of (predictions, targets), or has "
                f"update(predictions, targets) and value(), got {metric!r:.60}"
            )
        if not gathers(metric):
            place = f"metrics[{name!r}]"
            check_function("train", place, metric, ["predictions", "targets"])


def gathers(metric: Metric) -> bool:
    """Whether a metric is of all batches together, and no mean over rows.

    >>> gathers(fjax.nn.metrics.RocAuc.empty()), gathers(fjax.nn.metrics.accuracy)
    (True, False)
    """
    return hasattr(metric, "update") and hasattr(metric, "value")


def better_larger(name: str, metrics: Mapping[str, Metric]) -> bool | None:
    """Whether a number of the history is better the larger it is; None if nobody can know.

    >>> better_larger("val_loss", {}), better_larger("val_a", {"a": fjax.nn.metrics.accuracy})
    (False, True)
    """
    name = name.removeprefix("val_")
    if name == "loss":
        return False
    metric = metrics.get(name)
    while isinstance(metric, functools.partial):
        metric = metric.func
    return True if metric in _LARGER or isinstance(metric, _LARGER_OF_ALL) else None


def nothing_yet(metrics: Mapping[str, Metric]) -> dict[str, Any]:
    """What loss and metrics are gathered in, before the first batch.

    >>> sorted(nothing_yet({"accuracy": fjax.nn.metrics.accuracy}))
    ['accuracy', 'loss']
    """
    first = {name: m if gathers(m) else Average.empty() for name, m in metrics.items()}
    return tree.map(jnp.array, {"loss": Average.empty(), **first})  # copies: steps take them


def with_batch(
    seen: Mapping[str, Any], metrics: Mapping[str, Metric], batch: tuple[Any, Any, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the metrics with a batch more, those of this batch alone that are means over rows).

    batch: predictions, targets, and the weights of rows or None. Rows whose weight is not 0 count.

    >>> metrics = {"accuracy": fjax.nn.metrics.accuracy}
    >>> batch = jnp.eye(2), jnp.array([0, 0]), jnp.array([1.0, 0.0])
    >>> seen, found = with_batch(nothing_yet(metrics), metrics, batch)
    >>> print(found["accuracy"])
    1.0
    """
    (predictions, targets, weights), after, found = batch, dict(seen), {}
    counts = None if weights is None else counted(weights)
    for name, metric in metrics.items():
        try:
            if not gathers(metric):
                found[name], total = mean(metric, predictions, targets, counts)
                after[name] = seen[name].update(found[name], total)
            else:
                counting = () if counts is None else (counts,)
                after[name] = seen[name].update(predictions, targets, *counting)
        except FjaxError as error:
            types = tree.map(lambda x: str(getattr(x, "aval", x)), predictions)
            error.add_note(
                f"train: that is what metrics[{name!r}] says of predictions {types!s:.120}; "
                "forward= gives other predictions to loss and metrics"
            )
            raise
    return after, found


def mean(function: Function, predictions: Any, targets: Any, weights: Any) -> tuple[Any, Any]:
    """(a function's number for a batch, how much the batch counts among others).

    weights: of rows, by which the number is the mean of those of each row, taken as a batch of its
    own; None if all count alike.

    >>> rows = jnp.array([1.0, 3.0])
    >>> print(*mean(lambda p, y: jnp.mean(p), rows, rows, jnp.array([3.0, 1.0])))
    1.5 4.0
    """
    if weights is None:
        check_pairs(function, predictions, targets)
        return number(function(predictions, targets)), _length(predictions, targets)
    weights, count = jnp.asarray(weights), _length(predictions, targets)
    if weights.shape != (count,):
        raise ShapeError(f"train: weights are numbers of rows, {count} here, got {weights.aval}")

    def kept_of(x: Any) -> Any:  # what does not count may hold anything, also for the gradient
        kept = counted(weights).reshape(-1, *(1,) * (jnp.ndim(x) - 1))
        return jnp.where(kept, x, 0) if dtypes.is_inexact(x.dtype) else jnp.asarray(x)

    one = lambda *row: number(function(*tree.map(lambda x: x[None], row)))
    each = vmap(one)(*tree.map(kept_of, (predictions, targets)))
    weights = weights.astype(each.dtype)
    total = jnp.sum(weights)
    return jnp.sum(weighed(each, weights)) / jnp.where(total > 0, total, 1), total


def _length(*values: Any) -> int:
    """How many rows predictions or targets have."""
    shapes = [np.shape(leaf) for leaf in tree.leaves(values)]
    return next((shape[0] for shape in shapes if shape), 1)


def number(value: Any) -> Any:
    """A loss or metric as it is; FjaxValueError if it is not one number.

    >>> number(2.0)
    2.0
    """
    if value is None or isinstance(value, str | tuple | list | dict):
        raise FjaxTypeError(
            f"train: a loss or metric returns one number, got {type(value).__name__}"
        )
    if getattr(value, "shape", ()) != ():
        got = getattr(value, "aval", value)
        raise FjaxValueError(f"train: a loss or metric is one number, got {got}; take its mean")
    return value


def class_weights(given: Any) -> np.ndarray | None:
    """The weights of classes as an array, from a dict or a sequence; classes not named weigh 1.

    >>> class_weights({0: 0.5, 2: 4.0})
    array([0.5, 1. , 4. ], dtype=float32)
    """
    if given is None:
        return None
    if isinstance(given, Mapping):
        whole = all(isinstance(c, int | np.integer) and c >= 0 for c in given)
        if not whole or not given:
            raise FjaxTypeError(
                f"train: class_weight is a dict from numbers of classes to weights, got {given!r}"
            )
        table = np.ones(max(given) + 1, np.float32)
        for number, weight in given.items():
            table[number] = check_number(f"train: class_weight[{number}]", weight)
    else:
        try:
            table = np.asarray(given, np.float32)
        except (TypeError, ValueError):
            table = np.zeros(())
    if table.ndim == 1 and table.size and not table.any():
        raise FjaxValueError("train: class_weight is 0 for every class: no row would count")
    if table.ndim != 1 or not np.all(np.isfinite(table) & (table >= 0)):
        raise FjaxValueError(
            "train: class_weight is a weight, at least 0, of each class, {0: 1.0, 1: 5.0} or "
            f"[1.0, 5.0], got {given!r:.80}"
        )
    return table


def check_classes(given: Any, table: np.ndarray, predictions: Any, labels: Any) -> None:
    """Raise FjaxValueError for weights of other classes than predictions (batch, classes) have.

    >>> check_classes([1.0, 2.0], np.ones(2), jnp.ones((4, 3)), jnp.zeros(4, int))
    Traceback (most recent call last):
        ...
    fjax.errors.FjaxValueError: train: class_weight has 2 classes, and the predictions 3: ...
      at ...
    """
    shape = jnp.shape(predictions) if hasattr(predictions, "shape") else ()
    if len(shape) != 2 or shape[1] == 1 or jnp.ndim(labels) != 1:
        return
    fits = len(table) <= shape[1] if isinstance(given, Mapping) else len(table) == shape[1]
    if not fits:
        raise FjaxValueError(
            f"train: class_weight has {len(table)} classes, and the predictions {shape[1]}: "
            f"shape {shape}; give a weight for each of them, or a dict for some of them"
        )


def weights_of(labels: Any, table: np.ndarray) -> Any:
    """The weight of each row, which has one label; 1 for labels that the table lacks.

    >>> print(weights_of(jnp.array([0, 1, 5]), np.array([0.5, 2.0])))
    [0.5 2.  1. ]
    """
    labels = jnp.asarray(labels)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise ShapeError(
            f"train: class_weight is for targets with one label a row, (batch,), got {labels.aval}"
        )
    if not dtypes.is_integer(labels.dtype):
        labels = labels.astype(jnp.int32)
    known = (labels >= 0) & (labels < len(table))
    return jnp.where(known, jnp.asarray(table)[jnp.where(known, labels, 0)], 1)


def numbers(seen: Mapping[str, Any]) -> dict[str, Any]:
    """What was gathered, fetched from the device: numbers, and lists of those that are arrays.

    >>> numbers(nothing_yet({}))
    {'loss': nan}
    """
    return {name: plain(each.value()) for name, each in seen.items()}


def plain(value: Any) -> Any:
    """A number of Python, or nested lists of them.

    >>> plain(jnp.array(2.0)), plain(jnp.eye(2))
    (2.0, [[1.0, 0.0], [0.0, 1.0]])
    """
    value = np.asarray(value)
    return float(value) if value.ndim == 0 else value.tolist()
