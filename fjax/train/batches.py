"""What `fit`, `evaluate` and `predict` take as data: batches, or rows that become batches."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from fjax import tree
from fjax.core.array import Array
from fjax.data.loader import Loader
from fjax.data.sources import Source
from fjax.data.stream import Stream
from fjax.errors import FjaxError, FjaxTypeError

BATCH = 256  # rows of a batch that nobody chose


def repeatable(data: Any, what: str = "train: data") -> Any:
    """Data with epochs: a loader, a stream, or what makes one of batches that can be iterated.

    what: the function and its argument, with which the error for other data begins.

    >>> len(list(repeatable([(1, 2), (3, 4)]).epoch(0)))
    2
    """
    if hasattr(data, "epoch") and hasattr(data, "resume"):
        return data
    if isinstance(data, Iterable) and iter(data) is not data and not are_rows(data):
        if not isinstance(data, tuple | str | bytes | Mapping):
            return Stream(lambda epoch: data, None)
    remedy = "fjax.data.Loader((inputs, targets), batch_size) takes arrays"
    if isinstance(data, str | os.PathLike):
        remedy = "table = fjax.data.read_csv(path) reads a file of numbers; then " + remedy
    elif isinstance(data, Mapping) and data:
        remedy = f"it is a dict: data[{next(iter(data))!r}] may be what is meant"
    elif hasattr(data, "inputs") and hasattr(data, "labels"):
        remedy = "fjax.data.Loader((data.inputs, data.labels), batch_size) has its rows"
    raise FjaxTypeError(
        f"{what} is a fjax.data.Loader or Stream, or a list of batches, got {type(data).__name__}; "
        f"{remedy}"
    )


def are_rows(data: Any) -> bool:
    """Whether data are arrays with a first axis of rows, or a source of rows.

    >>> are_rows((np.ones((3, 2)), np.ones(3))), are_rows([(np.ones(3), np.ones(3))])
    (True, False)
    """
    if isinstance(data, Source):
        return True
    leaves = [] if isinstance(data, list) else tree.leaves(data)
    return bool(leaves) and all(isinstance(leaf, (np.ndarray, Array)) for leaf in leaves)


def whole(data: Any, batch_size: int | None = None, what: str = "train: data") -> Any:
    """Data with epochs in which every row comes once: none is dropped, or drawn by odds.

    batch_size: of rows that come without batches. what: as in `repeatable`.

    >>> sizes = lambda data: [len(batch) for batch in whole(data, 2).epoch(0)]
    >>> sizes(np.ones((5, 3))), sizes(fjax.data.Loader(np.ones(5), 3))
    ([2, 2, 1], [3, 2])
    """
    if are_rows(data):
        try:
            rows = len(Loader(data, 1))
        except FjaxError as error:
            error.add_note(f"these are the rows of {what}")
            raise
        return Loader(data, min(batch_size or BATCH, rows), rest="keep")
    data = repeatable(data, what)
    if isinstance(data, Loader):
        rest = "pad" if data.rest == "pad" or data.count > 1 else "keep"
        return dataclasses.replace(data, rest=rest, odds=None)
    if isinstance(data, Stream) and data.count == 1:
        return dataclasses.replace(data, drop_last=False)
    return data
