"""Operations of eager programs as functions of buffers: NumPy's, without what checks arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.primitive import Primitive
from fjax.primitives.families import Elementwise


def ufunc_of(op: Primitive, avals: Sequence[ShapedArray]) -> Any:
    """The NumPy ufunc that is the operation on values of these types; None if there is none."""
    if not isinstance(op, Elementwise) or type(op).run is not Elementwise.run:
        return None
    evaluated = type(op).evaluate is Elementwise.evaluate and avals[0].dtype in op.ufunc_dtypes
    return op.ufunc if evaluated or op.direct_aval(avals) is not None else None


def evaluation_of(op: Primitive) -> Callable[..., Sequence[Any]] | None:
    """From buffers to the outputs' buffers; None for an operation with a way of its own to run."""
    if type(op).run in (Primitive.run, Elementwise.run):
        return functools.partial(op.evaluate, np)
    return None
