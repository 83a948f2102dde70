"""Values that are known while tracing, as NumPy sees them."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax import errors
from fjax.config import checks
from fjax.core import tracing
from fjax.core.array import Array
from fjax.core.tracing import Tracer


def concrete(name: str, what: str, value: Any) -> Any:
    """The concrete value behind an argument that must be known while tracing, as NumPy sees it."""
    if isinstance(value, (list, tuple)) and any(isinstance(v, Tracer) for v in value):
        value = [concrete(name, what, v) for v in value]
    if isinstance(value, Tracer):
        found = value.concrete()
        if found is None:
            raise errors.ConcretizationTypeError(
                "Abstract tracer value encountered where concrete value is expected, because the "
                f"result's shape depends on it. It arose in {name}: {what}; got {value}, made by "
                f"{value.origin()}. Pass a NumPy value, or the size= argument where there is one"
            )
        value = found
    return np.asarray(value)


def host_values(*xs: Any) -> list[np.ndarray] | None:
    """What the operands hold, if that is known and no program is being recorded; else None.

    A routine of NumPy's may then compute at once what has no derivative. None also for arrays
    placed on a device, and where every operation is to be checked.
    """
    trace = tracing.current()
    while trace is not None:
        if trace.records:
            return None
        trace = trace.parent
    known = [x.concrete() if isinstance(x, Tracer) else x for x in xs]
    if checks.on or any(type(x) is not Array or x.placement is not None for x in known):
        return None
    return [np.asarray(x.buffer) for x in known]
