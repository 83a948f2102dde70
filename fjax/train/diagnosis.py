"""Where a NaN comes from: the step again, one operation after another."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import tree
from fjax.api.autodiff import value_and_grad
from fjax.config import debug_infs, debug_nans
from fjax.errors import NonFiniteError


class NonFiniteLossError(NonFiniteError):
    """A loss or a gradient is not finite; `result` is what was reached before."""

    result: Any = None


def blame(f: Any, model: Any) -> NonFiniteError | None:
    """The error about the first operation of loss or gradient that gives a NaN, or an infinity.

    None if there is none, when it is run in this way.

    >>> print(blame(lambda w: (jnp.sqrt(w) - jnp.sqrt(w), None), jnp.array(-1.0)).message)
    invalid value (nan) encountered in sqrt, in its output ...
    """
    for looking in (debug_nans, debug_infs):
        try:
            with looking(True):
                value_and_grad(f, has_aux=True)(model)
        except NonFiniteError as error:
            return error
    return None


def not_finite(model: Any) -> list[str]:
    """The paths of the leaves of a model that hold NaNs or infinities.

    >>> not_finite({"a": jnp.ones(2), "b": jnp.array([jnp.nan])})
    ["['b']"]
    """
    return [
        "".join(map(str, keys)).removeprefix(".")
        for keys, leaf in tree.leaves_with_path(model)
        if not np.all(np.isfinite(np.asarray(leaf).astype(np.float64)))
    ]
