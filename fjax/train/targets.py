"""Targets that a loss refuses, such as labels that are no classes, before a step is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax import tree
from fjax.api.jit import eval_shape
from fjax.data.loader import Loader
from fjax.data.sources import Arrays, Subset
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError
from fjax.pytrees.operations import keystr
from fjax.train.recipe import Recipe, Run, forward

MOST_BYTES = 1 << 26  # of targets that are looked through


def check_targets(name: str, recipe: Recipe, run: Run, data: Any) -> None:
    """Raise FjaxValueError if the loss refuses the smallest or the largest of integer targets.

    Asked of it with predictions of zeros. Only arrays in memory are looked through, of pairs that
    reach the loss as they are; what the loss refuses in a step is told by that.

    >>> recipe = Recipe(fjax.optim.sgd(0.1), fjax.nn.losses.cross_entropy)
    >>> run = recipe.start(fjax.nn.Linear(2, 3, key=fjax.random.key(0)))
    >>> check_targets("data", recipe, run, Loader((np.ones((4, 2)), np.array([0, 2, 1, 5])), 2))
    Traceback (most recent call last):
        ...
    fjax.errors.FjaxValueError: train.fit: row 3 of data: cross_entropy: a label is from 0 to 2, ...
      at ...
    """
    _check_numbers(name, data)
    targets = _targets(recipe, data)
    if targets is None:
        return
    rows = targets.reshape(len(targets), -1)
    for row in sorted({int(np.argmin(rows.min(1))), int(np.argmax(rows.max(1)))}):
        batch = data.source.rows(np.array([row]))
        try:
            found = eval_shape(lambda run, batch=batch: _predicted(recipe, run, batch), run)
            zeros = tree.map(lambda x: jnp.zeros(x.shape, x.dtype), found)
        except Exception:
            return  # which the step says better
        try:
            recipe.loss(zeros, batch[1])
        except FjaxValueError as error:
            message = f"train.fit: row {row} of {name}: {error.message}"
            raise FjaxValueError(message) from error
        except Exception:
            return


def check_rows(name: str, recipe: Recipe, run: Run, data: Any) -> None:
    """Raise what model and loss say of the first row, before an epoch is trained.

    Nothing is computed: types alone tell. Only rows are asked for that reach the model as they are.
    """
    plain = isinstance(data, Loader) and data.transform is None and data.augment is None
    if not plain or recipe.forward is not forward or not len(data.source):
        return
    batch = data.source.rows(np.arange(1))
    if not isinstance(batch, (tuple, list)) or len(batch) != 2:
        return
    try:
        eval_shape(lambda run: recipe.loss(_predicted(recipe, run, batch), batch[1]), run)
    except FjaxError as error:
        error.add_note(f"train.fit: that is what the model says of the rows of `{name}`")
        raise


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


def _predicted(recipe: Recipe, run: Run, batch: Any) -> Any:
    return recipe.predict(run.model, batch, state=run.state)[0]


def _targets(recipe: Recipe, data: Any) -> np.ndarray | None:
    """The integers that are the targets of a loader's rows, if they reach the loss as they are."""
    plain = isinstance(data, Loader) and data.transform is None and data.augment is None
    if not plain or recipe.forward is not forward or data.weights is not None:
        return None
    part = data.source
    chosen = part.indices if isinstance(part, Subset) else slice(None)
    part = part.source if isinstance(part, Subset) else part
    columns = part.columns if isinstance(part, Arrays) else None
    if not isinstance(columns, (tuple, list)) or len(columns) != 2:
        return None
    targets = columns[1]
    if not isinstance(targets, np.ndarray) or targets.dtype.kind not in "iu":
        return None
    small = 0 < targets.size and targets.nbytes <= MOST_BYTES
    return targets[chosen] if small else None
