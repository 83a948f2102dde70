"""What a model does on data, without training: loss and metrics, predictions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax import optim, tree
from fjax.api.jit import jit
from fjax.core.plain_arguments import check_whole
from fjax.data.loader import Loader, Weighted, rows_of
from fjax.errors import FjaxError, FjaxValueError, ShapeError
from fjax.nn.numbers import counted
from fjax.nn.state import call
from fjax.train.batches import BATCH, are_rows, whole
from fjax.train.measuring import Function, Metric
from fjax.train.recipe import Forward, Recipe, check_model
from fjax.train.recipe import forward as of_pairs
from fjax.train.targets import check_targets


def evaluate(
    model: Any,
    state: Any,
    data: Any,
    loss: Function,
    metrics: Mapping[str, Metric] | None = None,
    forward: Forward = of_pairs,
) -> dict[str, Any]:
    """Loss and metrics of data, of every row; rows of weight 0 count nowhere.

    data: a loader, a stream, batches, or arrays (inputs, targets). Raises FjaxValueError if there
    are no batches, or where the loss is not finite because of a target that it does not take.
    model: a module, or any pytree with a `forward` function.
    state: the state of the layers that have one.
    forward: a function (model, batch, *, state, key, train) → (predictions, targets, state).

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> data = jnp.ones((5, 2)), jnp.zeros(5, int)
    >>> metrics = {"confusion": fjax.nn.metrics.Confusion.empty(3)}
    >>> found = evaluate(layer, {}, data, fjax.nn.losses.cross_entropy, metrics)
    >>> list(found), sum(found["confusion"][0])
    (['loss', 'confusion'], 5)
    """
    if forward is of_pairs:
        check_model(model)
    recipe = Recipe(optim.identity(), loss, {} if metrics is None else metrics, forward)
    seen, batches = recipe.nothing_yet(), 0
    for batch in whole(data, what="train.evaluate: data").epoch(0):
        seen, batches = recipe.evaluation(model, state, seen, batch), batches + 1
    if not batches:
        raise FjaxValueError("train.evaluate: the data have no batches")
    found = recipe.numbers(seen)
    if not np.isfinite(found["loss"]):
        check_targets("data", recipe, model, state, whole(data))
    return found


def predict(
    model: Any, state: Any, data: Any, *, forward: Forward = of_pairs, batch_size: int = BATCH
) -> Any:
    """What a model gives for each row, with train=False: a pytree of arrays, in the rows' order.

    data: an array of inputs, or a pytree of arrays that is one input of the model; or batches, a
    loader or a stream, for which `forward` says what is predicted, as in `fit`.
    state: the state of the layers that have one.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> predict(layer, {}, jnp.ones((5, 2)), batch_size=2).shape
    (5, 3)
    """
    inputs = forward is of_pairs and are_rows(data)
    batch_size = check_whole("train.predict: batch_size", batch_size, 1)
    if forward is of_pairs:
        check_model(model)
    if isinstance(data, Loader):
        data = dataclasses.replace(
            data, key=None, augment=None, weights=None, lengths=None, odds=None
        )

    def predicted(model: Any, state: Any, batch: Any) -> Any:
        if inputs:
            return call(model, batch, state, train=False)[0]
        given = batch.rows if isinstance(batch, Weighted) else batch
        return forward(model, given, state=state, key=None, train=False)[0]

    compiled = jit(predicted)
    parts: list[Any] = []
    for batch in whole(data, batch_size, "train.predict: data").epoch(0):
        try:
            part = compiled(model, state, batch)
        except FjaxError as error:
            if forward is of_pairs and not hasattr(data, "shape"):
                error.add_note(
                    "train.predict takes inputs alone, as an array: predict(model, state, x); of "
                    "a tuple of columns, or a loader of inputs, the model gets all as one input"
                )
            raise
        if inputs and not parts:
            _check_rows(part, rows_of(batch))
        if isinstance(batch, Weighted):
            kept = counted(batch.weights)
            part = tree.map(lambda x, kept=kept: x[kept], part)
        parts.append(part)
    if not parts:
        raise FjaxValueError("train.predict: the data have no rows")
    return tree.map(lambda *xs: jnp.concatenate(xs), *parts)


def _check_rows(predictions: Any, rows: int) -> None:
    """Raise ShapeError for predictions that are not of each row."""
    for x in tree.leaves(predictions):
        if jnp.shape(x)[:1] != (rows,):
            raise ShapeError(
                f"train.predict: the model gives an array of shape {jnp.shape(x)} for {rows} rows; "
                "inputs have a first axis of rows, also of one: x[None]"
            )
