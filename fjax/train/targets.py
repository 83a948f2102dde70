"""Targets that a loss refuses, such as labels that are no classes, before a step is compiled."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax import tree
from fjax.api.jit import eval_shape
from fjax.api.staged import make_jaxpr
from fjax.core import dtypes
from fjax.core.ir import Jaxpr
from fjax.data.loader import Loader
from fjax.data.sources import Arrays, Subset
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError
from fjax.nn import losses
from fjax.nn.numbers import check_shares
from fjax.pytrees.operations import keystr
from fjax.train.recipe import Recipe, Run, forward

MOST_BYTES = 1 << 26  # of targets that are looked through
# What losses compute themselves: the name of its operation, and of the function.
_LOGITS: dict[Any, tuple[str, str]] = {
    losses.cross_entropy: ("_softmax_value", "softmax"),
    losses.binary_cross_entropy: ("logistic", "sigmoid"),
    losses.focal_loss: ("logistic", "sigmoid"),
}


def check_targets(name: str, recipe: Recipe, model: Any, state: Any, data: Any) -> None:
    """Raise FjaxValueError if the loss refuses targets, or takes logits and gets probabilities.

    Asked of it with predictions of zeros, for the rows whose targets are the smallest, the largest,
    or not finite. Only arrays in memory are looked through, of pairs that reach the loss as they
    are; what the loss refuses in a step is told by that.

    >>> recipe = Recipe(fjax.optim.sgd(0.1), fjax.nn.losses.cross_entropy)
    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> loader = Loader((np.ones((4, 2)), np.array([0, 2, 1, 5])), 2)
    >>> check_targets("data", recipe, layer, {}, loader)
    Traceback (most recent call last):
        ...
    fjax.errors.FjaxValueError: train.fit: row 3 of data: cross_entropy: a label is from 0 to 2, ...
      at ...
    """
    _check_numbers(name, data)
    if not _plain(recipe, data):
        return
    batch = data.source.rows(np.arange(1))
    try:
        traced = make_jaxpr(lambda model: recipe.predict(model, batch, state=state)[0])(model)
    except Exception:
        return  # which the step says better
    _check_logits(recipe.loss, traced.jaxpr)
    targets = _targets(data)
    if targets is None or len(traced.out_avals) != 1:
        return
    zeros = jnp.zeros(traced.out_avals[0].shape, traced.out_avals[0].dtype)
    _check_shares(name, recipe.loss, targets)
    if recipe.class_weight is not None and np.any(np.floor(targets) != targets):
        raise FjaxValueError(
            f"train.fit: class_weight weighs rows by their class, and the targets of {name} are "
            "other numbers; a loader's weights= are of rows"
        )
    for row in _extreme(targets):
        target = data.source.rows(np.array([row]))[1]
        try:
            value = recipe.loss(zeros, target)
        except FjaxValueError as error:
            message = f"train.fit: row {row} of {name}: {error.message}"
            raise FjaxValueError(message) from error
        except Exception:
            return
        lost = not np.all(np.isfinite(target)) and not np.all(np.isfinite(np.asarray(value)))
        if recipe.stop_at_nan and lost:
            raise FjaxValueError(
                f"train.fit: row {row} of {name} has a target that is not finite, "
                f"{np.asarray(target)[0].tolist()!r:.60}, and its loss is {value}; leave such rows "
                "out, or have the loss leave them out"
            )


def _extreme(targets: np.ndarray) -> list[int]:
    """The rows whose targets are the smallest, the largest, not finite, of the extreme sums."""
    rows = targets.reshape(len(targets), -1)
    rows = rows.astype(np.float32) if rows.dtype.kind == "V" else rows  # such as bfloat16
    lost = ~np.isfinite(rows).all(1)
    if lost.any():
        return [int(np.argmax(lost))]
    of = [rows.min(1), rows.max(1), rows.sum(1, dtype=np.float64)]
    found = [np.argmin(of[0]), np.argmax(of[1]), np.argmin(of[2]), np.argmax(of[2])]
    return sorted({int(row) for row in found})


def _function(loss: Any) -> Any:
    """The function of a loss some of whose arguments are given."""
    while isinstance(loss, functools.partial):
        loss = loss.func
    return loss


def _check_shares(name: str, loss: Any, targets: np.ndarray) -> None:
    """Raise FjaxValueError for shares of classes that do not add up to 1."""
    if _function(loss) is not losses.cross_entropy or not dtypes.is_float(targets.dtype):
        return
    if targets.ndim > 1:
        check_shares("train.fit", targets, name)


def _check_logits(loss: Any, jaxpr: Jaxpr) -> None:
    """Raise FjaxValueError for predictions that end in what the loss computes itself."""
    loss = _function(loss)
    ends, wanted = _LOGITS.get(loss, ("", "")), jaxpr.outvars[-1]
    for equation in reversed(jaxpr.eqns):
        if wanted not in equation.outvars:
            continue
        kind = equation.primitive.name
        if equation.params.get("name", kind) == ends[0]:
            raise FjaxValueError(
                f"train.fit: the predictions end in {ends[1]}, and {loss.__name__} takes logits, "
                f"and computes {ends[1]} itself: leave it out of the model"
            )
        if not kind.startswith(("convert", "reshape")):
            return
        wanted = equation.invars[0]


def check_rows(name: str, recipe: Recipe, run: Run, data: Any) -> None:
    """Raise what model and loss say of the first row, before an epoch is trained.

    Nothing is computed: types alone tell. Only rows are asked for that reach the model as they are.
    """
    if not _plain(recipe, data, pairs=False):
        return
    batch = data.source.rows(np.arange(1))
    predicted = lambda run: recipe.predict(run.model, batch, state=run.state)[:2]
    try:
        eval_shape(lambda run: recipe.loss(*predicted(run)), run)
    except FjaxError as error:
        error.add_note(f"train.fit: that is what the model says of the rows of `{name}`")
        raise


def _plain(recipe: Recipe, data: Any, pairs: bool = True) -> bool:
    """Whether data are a loader's rows, or pairs, that reach model and loss as they are."""
    plain = isinstance(data, Loader) and data.transform is None and data.augment is None
    if not plain or recipe.forward is not forward or not len(data.source):
        return False
    batch = data.source.rows(np.arange(1))
    return not pairs or (isinstance(batch, (tuple, list)) and len(batch) == 2)


def _check_numbers(name: str, data: Any) -> None:
    """Raise FjaxTypeError for columns of text or times, which a model cannot take as they are."""
    changed = not isinstance(data, Loader) or data.transform is not None or data.augment is not None
    if changed or not isinstance(data.source, Arrays):
        return
    for keys, column in tree.leaves_with_path(data.source.columns):
        kind = np.asarray(column).dtype
        if kind.kind in "USMm":
            raise FjaxTypeError(
                f"train.fit: {name}{keystr(keys)} holds {kind}, got {column.flat[0]!r} in row "
                "0; a model takes numbers: classes, values = numpy.unique(column, "
                "return_inverse=True) numbers texts, and x.astype(float) converts times"
            )


def _targets(data: Loader) -> np.ndarray | None:
    """The numbers that are the targets of a loader's rows, which all count alike."""
    part = data.source
    chosen = part.indices if isinstance(part, Subset) else slice(None)
    part = part.source if isinstance(part, Subset) else part
    columns = part.columns if isinstance(part, Arrays) else None
    if not isinstance(columns, (tuple, list)) or len(columns) != 2 or data.weights is not None:
        return None
    targets = columns[1]
    if not isinstance(targets, np.ndarray):
        return None
    if not dtypes.is_float(targets.dtype) and targets.dtype.kind not in "iu":
        return None
    small = 0 < targets.size and targets.nbytes <= MOST_BYTES
    return targets[chosen] if small else None
